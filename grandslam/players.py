"""Players: whoever chooses a move from a view.

A player gets a view and nothing else, so it cannot look at hidden cards. Its chance is a generator of
its own, seeded from what its seat sees: the same view gives the same move everywhere, and the dealing
generator is never touched.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import comb
from typing import Protocol

from grandslam import seeds
from grandslam.moves import Move
from grandslam.rules import Ball
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


class Regular:
    """Plays to be answered rarely and to be able to answer: two things, weighed.

    A shot is worth the chance that the other hand cannot receive it, every card not seen of that deck
    being equally likely to be in it, plus ``KEEP`` times how well one's own hand, filled up, will receive
    wherever the ball comes back. Under the Master Rules it lays the row with which it could return the
    ball from most sections. Of equally good moves it takes any.
    """

    KEEP = 1.0
    """What being able to answer is worth, against not being answered."""
    ALONE = 0.1
    """What forcing the other off balance (one receiver against a smash) is worth, against an ace."""
    SECOND = 0.6
    """What a second receiving card for a section is worth, against the first."""
    FALL = 0.1
    """What being off balance costs beyond the cards it takes."""

    def choose(self, view: View) -> Move:
        """A move of the highest worth."""
        moves = view.legal_moves()
        worth = [self._worth(view, move) for move in moves] if len(moves) > 1 else [0.0]
        best = [move for move, value in zip(moves, worth, strict=True) if value > max(worth) - 1e-9]
        return best[0] if len(best) == 1 else chance(view, "regular").choice(best)

    def _worth(self, view: View, move: Move) -> float:
        if move.kind == "let":
            return -1.0
        if move.kind == "lay":
            return self._row_worth(view, move)
        smash = view.ball is not None and view.ball.smash
        falls = smash and len(move.receiving) == 1
        refills = move.kind == "shot" and not falls
        worth = self.KEEP * self._cover(view, move, refills) - (self.FALL if falls else 0)
        if move.kind == "shot":
            worth += self._unanswered(view, move)
        return worth

    def _cover(self, view: View, move: Move, refills: bool) -> float:
        """How well the hand will receive after the move, 0 to 1, the sections counted alike."""
        deck, own = view.deck, view.seats[view.seat]
        mine = view.hand | view.row
        rest = mine & ~deck.bits(move.cards)
        unseen = [bit for bit in deck.order if not mine & bit and bit not in own.discard]
        drawn = min(max(own.limit - rest.bit_count(), 0), own.deck) if refills else 0
        total = 0.0
        for receivers in deck.receiving.values():
            held = (rest & receivers).bit_count()
            good = sum(1 for bit in unseen if bit & receivers)
            none, one = _chances(len(unseen), good, drawn)
            first = 1.0 if held else 1 - none
            second = 1.0 if held > 1 else 1 - none if held else 1 - none - one
            total += first + self.SECOND * second
        return total / (len(deck.receiving) * (1 + self.SECOND))

    def _unanswered(self, view: View, move: Move) -> float:
        """The chance that the next seat has no card that receives where the shot lands."""
        deck, other = view.deck, view.seats[(view.seat + view.order) % len(view.seats)]
        receivers = deck.receiving[deck[move.attacking[-1]].lands]
        unseen = [bit for bit in deck.order if not other.row & bit and bit not in other.discard]
        good = sum(1 for bit in unseen if bit & receivers)
        none, one = _chances(len(unseen), good, other.hand)
        shown = (other.row & receivers).bit_count()
        if shown:
            none, one = 0.0, none if shown == 1 else 0.0
        return none + (self.ALONE * one if len(move.attacking) == 2 else 0)

    def _row_worth(self, view: View, move: Move) -> float:
        """In how many sections a ball, and a smash in full, could be returned with this row."""
        row = view.deck.bits(move.cards)
        hand = (view.hand | view.row) & ~row
        own = view.seats[view.seat]._replace(hand=hand.bit_count(), row=row)
        seats = (*view.seats[: view.seat], own, *view.seats[view.seat + 1 :])
        after = replace(view, phase="return", hand=hand, seats=seats)
        worth = 0.0
        for section in view.deck.sections:
            worth += bool(replace(after, ball=Ball(section, False)).shots)
            full = replace(after, ball=Ball(section, True)).shots
            worth += self.SECOND * any(len(shot.receiving) == 2 for shot in full)
        return worth


def _chances(cards: int, good: int, drawn: int) -> tuple[float, float]:
    """The chances that none, and that exactly one, of the drawn cards is good."""
    ways = comb(cards, drawn)
    none = comb(cards - good, drawn) / ways
    return none, good * comb(cards - good, drawn - 1) / ways if drawn else 0.0


PLAYERS: dict[str, Player] = {"rookie": Rookie(), "regular": Regular()}
"""The players by name."""
