"""A view: what one seat may see of a position, and nothing else.

Players are handed views, so a player cannot look at what it may not know: hidden cards are not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from grandslam.cards import Deck
from grandslam.moves import Move, Reason
from grandslam.rules import Ball
from grandslam.rules.ace import Score
from grandslam.rulesets import RuleSet
from grandslam.rulings import Rulings


class Shown(NamedTuple):
    """What everybody sees of a seat: how many cards lie where, the row and the discard pile."""

    hand: int
    row: int
    deck: int
    discard: tuple[int, ...]
    limit: int


@dataclass(frozen=True)
class View:
    """A position as seat ``seat`` sees it; ``hand`` is that seat's own hand, a set.

    >>> from grandslam import Match, RuleSet
    >>> view = Match.new(RuleSet(), seed=42).play("serve").position.seen_from(0)
    >>> view.seat, view.legal_moves(), view.to_json()["seats"][1]["hand"]
    (0, (), 6)
    """

    rules: RuleSet
    deck: Deck
    score: Score
    server: int
    points_served: int
    phase: str
    turn: int
    order: int
    passed: bool
    ball: Ball | None
    seat: int
    hand: int
    seats: tuple[Shown, ...]

    @cached_property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return self.rules.ruled

    @property
    def view(self) -> View:
        """What the seat sees: this."""
        return self

    @property
    def left(self) -> int:
        """How many cards this seat's deck still has."""
        return self.seats[self.seat].deck

    @property
    def row(self) -> int:
        """The row of this seat, as a set."""
        return self.seats[self.seat].row

    @property
    def shots(self) -> tuple[Move, ...]:
        """Every shot with which this seat could return the ball."""
        return self.rules.shots(self)

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, if this seat decides; else none."""
        return self.rules.moves(self, self.phase) if self.turn == self.seat else ()

    def why_not(self, move: Move | str) -> Reason | None:
        """Why this seat may not play the move, or None."""
        if self.turn != self.seat and self.phase != "over":
            fault = self.rules.why_not(self, self.phase, move)
            if fault is not None and fault.rule == "notation":
                return fault
            return Reason("turn", "It is not your turn; another seat plays now.")
        return self.rules.why_not(self, self.phase, move)

    def to_json(self) -> dict[str, Any]:
        """The object of a position, with numbers in place of what this seat cannot see."""
        deck = self.deck
        return {
            "rules": self.rules.to_json(),
            "deck": deck.to_json(),
            "score": list(self.score),
            "server": self.server,
            "points_served": self.points_served,
            "phase": self.phase,
            "turn": self.turn,
            "order": self.order,
            "passed": self.passed,
            "ball": self.ball and {"section": self.ball.section, "smash": self.ball.smash},
            "seats": [
                {
                    "hand": deck.numbers(self.hand) if index == self.seat else shown.hand,
                    "row": deck.numbers(shown.row),
                    "deck": shown.deck,
                    "discard": [deck.card_of[bit].number for bit in shown.discard],
                    "limit": shown.limit,
                }
                for index, shown in enumerate(self.seats)
            ],
        }
