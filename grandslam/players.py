"""Players: whoever chooses a move.

A player is asked in one of two ways, and answers alike. ``choose(view)`` is for a match with somebody:
the view has no hidden cards, and chance is a generator of the player's own, seeded from what its seat
sees, so that the same view gives the same move everywhere. ``pick(turn, luck)`` is for thousands of
points: a view takes time to make, so there a position may stand in for it, and ``luck`` is any generator
but the dealing one. What ``pick`` may touch is what ``Turn`` offers here, which is the same in both: no
other hand, no order of a deck. mypy holds players to it, and the tests compare their choices from
positions with those from views, hidden cards dealt otherwise.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Protocol

from grandslam import rules, seeds
from grandslam.cards import Deck
from grandslam.moves import Move
from grandslam.rules import Ball
from grandslam.view import View


class Open(Protocol):
    """What lies open of a seat."""

    @property
    def row(self) -> int:
        """Its row, as a set."""

    @property
    def discard(self) -> tuple[int, ...]:
        """Its discard pile, the oldest card first."""

    @property
    def limit(self) -> int:
        """Its hand limit."""


class Turn(rules.Turn, Protocol):
    """What the player may know whose turn it is; positions and views both are one."""

    @property
    def turn(self) -> int:
        """Its seat."""

    @property
    def order(self) -> int:
        """1 when play goes round in seat order, -1 when it goes the other way."""

    @property
    def seats(self) -> Sequence[Open]:
        """What lies open of every seat."""

    @property
    def view(self) -> View:
        """All this as a view, where more is needed: how many cards lie in hands and decks."""

    def legal_moves(self) -> tuple[Move, ...]:
        """What it may play."""


def chance(view: View, who: str) -> random.Random:
    """A player's own generator at this view."""
    seen = json.dumps(view.to_json(), sort_keys=True, separators=(",", ":"))
    return random.Random(seeds.digest(f"{who}/{view.seat}/{seen}"))


class Player:
    """Chooses one of the legal moves of the seat that decides."""

    name: str

    def choose(self, view: View) -> Move:
        """The move; the view's seat must be the one that decides."""
        return self.pick(view, chance(view, self.name))

    def pick(self, turn: Turn, luck: random.Random) -> Move:
        """The move, by chance from ``luck`` where several are as good."""
        raise NotImplementedError


class Rookie(Player):
    """Plays any legal move, each with the same chance."""

    name = "rookie"

    def pick(self, turn: Turn, luck: random.Random) -> Move:
        """One of the legal moves, uniformly."""
        return luck.choice(turn.legal_moves())


class Regular(Player):
    """Plays to be answered rarely and to be able to answer: two things, weighed.

    A shot is worth the chance that the other hand cannot receive it, every card not seen of that deck
    being equally likely to be in it, plus ``KEEP`` times how well one's own hand, filled up, will receive
    wherever the ball comes back. Under the Master Rules it lays the row with which it could return the
    ball from most sections. Of equally good moves it takes any.
    """

    name = "regular"
    KEEP = 1.0
    """What being able to answer is worth, against not being answered."""
    ALONE = 0.1
    """What forcing the other off balance (one receiver against a smash) is worth, against an ace."""
    SECOND = 0.6
    """What a second receiving card for a section is worth, against the first."""
    FALL = 0.1
    """What being off balance costs beyond the cards it takes."""

    def pick(self, turn: Turn, luck: random.Random) -> Move:
        """A move of the highest worth."""
        view = turn.view
        moves = view.legal_moves()
        worth = [self._worth(view, move) for move in moves] if len(moves) > 1 else [0.0]
        best = [move for move, value in zip(moves, worth, strict=True) if value > max(worth) - 1e-9]
        return best[0] if len(best) == 1 else luck.choice(best)

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
        return none + (self.ALONE * one if move.smash else 0)

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


class Receivers(dict[Move, int]):
    """Shot → the cards that receive where it lands."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def __missing__(self, move: Move) -> int:
        lands = self.deck[move.attacking[-1]].lands
        receivers = self[move] = self.deck.receiving[lands]
        return receivers


@dataclass(frozen=True)
class Way(Player):
    """One of the five ways to play that the course compares; all chance in them is uniform.

    Each dives (or passes) whenever it may, receives a smash with two cards when it can, and is never off
    balance by choice. ``smashes``: it smashes whenever it may, else never. ``places``: of these shots it
    plays one that lands where the fewest cards receive that the next player has not shown; ``first``: of
    all shots, and among the best ones a smash.
    """

    name: str
    smashes: bool = False
    places: bool = False
    first: bool = False

    def pick(self, turn: Turn, luck: random.Random) -> Move:
        """A move of this way."""
        moves: Sequence[Move] = turn.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if moves[0].kind == "shot":
            moves = self._shots(turn, moves)
        elif moves[-1].kind == "let":
            moves = moves[:-1]
        return moves[int(luck.random() * len(moves))]

    def _shots(self, turn: Turn, shots: Sequence[Move]) -> Sequence[Move]:
        """The shots that are as good as each other in this way, and better than the rest."""
        if turn.ball.smash:
            shots = [shot for shot in shots if len(shot.receiving) == 2] or shots
        if self.first:
            shots = _placed(turn, shots)
        attacking = 2 if self.smashes else 1
        shots = [shot for shot in shots if len(shot.attacking) == attacking] or shots
        return _placed(turn, shots) if self.places else shots


def _placed(turn: Turn, shots: Sequence[Move]) -> list[Move]:
    """The shots that land where the fewest cards receive that the next player has not shown."""
    other = turn.seats[(turn.turn + turn.order) % len(turn.seats)]
    unseen = ~(other.row | sum(other.discard))
    receivers: Receivers = turn.deck.tables[Receivers]
    counts = [(receivers[shot] & unseen).bit_count() for shot in shots]
    fewest = min(counts)
    return [shot for shot, count in zip(shots, counts, strict=True) if count == fewest]


WAYS = (
    Way("steady"),
    Way("club", smashes=True),
    Way("placer", places=True),
    Way("smash-then-place", smashes=True, places=True),
    Way("place-then-smash", smashes=True, places=True, first=True),
)
PLAYERS: dict[str, Player] = {player.name: player for player in (Rookie(), Regular(), *WAYS)}
"""The players by name."""
