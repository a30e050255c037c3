"""Players: whoever chooses a move from a view.

A player gets a view and nothing else, so it cannot look at hidden cards. Its chance is a generator of
its own, seeded from what its seat sees: the same view gives the same move everywhere, and the dealing
generator is never touched.
"""

from __future__ import annotations

import json
import random
from typing import Protocol

from grandslam import seeds
from grandslam.moves import Move
from grandslam.view import View


class Player(Protocol):
    """Chooses one of the legal moves of the seat that sees the view."""

    def choose(self, view: View) -> Move:
        """The move; the view's seat must be the one that decides."""


def chance(view: View, who: str) -> random.Random:
    """A player's own generator at this view."""
    seen = json.dumps(view.to_json(), sort_keys=True, separators=(",", ":"))
    return random.Random(seeds.digest(f"{who}/{view.seat}/{seen}"))


class Rookie:
    """Plays any legal move, each with the same chance."""

    def choose(self, view: View) -> Move:
        """One of the legal moves, uniformly."""
        return chance(view, "rookie").choice(view.legal_moves())


PLAYERS: dict[str, Player] = {"rookie": Rookie()}
"""The players by name."""
