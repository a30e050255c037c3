"""A match: positions across points, dealt from a seed (or from given deck orders), as a record.

Shuffling is ``random.Random(seed)`` for the whole match: at each deal, seat by seat from seat 0,
``shuffle`` of that seat's cards in the deck file's order, the result being the deck from the top down.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from grandslam import checks, seeds
from grandslam.cards import Deck, Seat
from grandslam.moves import IllegalMove, Move, Reason
from grandslam.position import Position, fitting
from grandslam.rules import end_of_turn
from grandslam.rules.serving import SERVE
from grandslam.rulesets import RuleSet

VERSION = 1
LONGEST = 20_000
"""The most moves that a record may hold."""
Piles = tuple[tuple[int, ...], ...]
"""What each seat shuffles at a deal, or the decks that come of it; bits, from the top down."""
Line = tuple[Any, Move]
"""The moves so far, linked: the line before (None at the start) and the last move."""


class Dealer(Protocol):
    """Where deck orders come from."""

    def deal(self, past: tuple[Piles, ...], piles: Piles) -> Piles:
        """The decks made of these piles, after the deals of these earlier piles."""

    def more(self, past: tuple[Piles, ...]) -> bool:
        """Whether there is a deal after these."""

    def to_json(self) -> dict[str, Any]:
        """Its part of a record."""


class Seeded:
    """Decks shuffled from a seed. Matches of one seed share a generator; one that goes back to an
    earlier point makes it start again, so every match gets the deals of its own past.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._generator = random.Random(seed)
        self._line: tuple[Piles, ...] = ()

    def deal(self, past: tuple[Piles, ...], piles: Piles) -> Piles:
        """Shuffle the piles, seat by seat."""
        if self._line is not past and self._line != past:
            self._generator = random.Random(self.seed)
            for earlier in past:
                self._shuffle(earlier)
        self._line = (*past, piles)
        return self._shuffle(piles)

    def _shuffle(self, piles: Piles) -> Piles:
        return tuple(tuple(seeds.shuffle(self._generator, pile)) for pile in piles)

    def more(self, past: tuple[Piles, ...]) -> bool:
        """A generator never ends."""
        return True

    def to_json(self) -> dict[str, Any]:
        """The seed."""
        return {"seed": self.seed}


class Stacked:
    """Decks given card by card, for each point and seat."""

    def __init__(self, deck: Deck, decks: Sequence[Sequence[Sequence[int]]]) -> None:
        self.deck = deck
        self.decks = [[list(order) for order in point] for point in decks]

    def deal(self, past: tuple[Piles, ...], piles: Piles) -> Piles:
        """The decks given for this point; IllegalMove where there are none that fit."""
        point = len(past)
        if point >= len(self.decks):
            text = "The record gives decks for no more points."
            raise IllegalMove(Reason("turn", text))
        for seat, (order, pile) in enumerate(zip(self.decks[point], piles, strict=True)):
            if sorted(order) != self.deck.numbers(sum(pile)):
                text = (
                    f"decks[{point}][{seat}] must hold exactly the cards that seat {seat} shuffles."
                )
                raise IllegalMove(Reason("turn", text))
        return tuple(tuple(self.deck.bit[n] for n in order) for order in self.decks[point])

    def more(self, past: tuple[Piles, ...]) -> bool:
        """As long as there are decks."""
        return len(past) < len(self.decks)

    def to_json(self) -> dict[str, Any]:
        """The decks."""
        return {"decks": self.decks}


class Origin(NamedTuple):
    """How a match began: its first server, and its dealer or the position it started from."""

    server: int
    dealer: Dealer | None
    start: Position | None


class Match:
    """A match so far. Immutable: ``play`` gives a new one.

    position, score, winner (None, 0 or 1: the side), moves, record. A finished point stays in
    ``position`` until the next move, which deals first.

    >>> match = Match.new(RuleSet(), seed=42).play("serve").play("10+4")
    >>> match.position.ball, match.score, match.winner
    (Ball(section=5, smash=True), (0, 0), None)
    >>> Match.from_record(match.record) == match
    True
    """

    __slots__ = ("_line", "_origin", "_past", "position")

    def __init__(
        self, position: Position, origin: Origin, line: Line | None, past: tuple[Piles, ...]
    ) -> None:
        """The parts as they are; ``new`` and ``from_record`` are the doors."""
        self.position = position
        self._origin = origin
        self._line = line
        self._past = past

    # ------------------------------------------------------------ making
    @classmethod
    def new(
        cls,
        rules: RuleSet | None = None,
        *,
        seed: int | str = 0,
        server: int = 0,
        deck: Deck | None = None,
        decks: Sequence[Sequence[Sequence[int]]] | None = None,
    ) -> Match:
        """A new match, dealt; ``decks`` gives each point's and seat's cards instead of a seed."""
        rules = rules or RuleSet()
        deck = fitting(deck or Deck.standard(), rules)
        checks.whole(server, "server", 0, rules.players - 1)
        dealer = Seeded(seeds.number(seed)) if decks is None else Stacked(deck, decks)
        position, past = _deal(rules, deck, (0, 0), server, 0, None, dealer, ())
        return cls(position, Origin(server, dealer, None), None, past)

    @classmethod
    def of(cls, position: Position) -> Match:
        """A match that starts from a position and ends with its point."""
        return cls(position, Origin(position.server, None, position), None, ())

    @classmethod
    def from_record(cls, obj: object, where: str = "record") -> Match:
        """The match that a record describes; ValueError with a plain sentence on bad input."""
        return cls.replay(obj, where)[-1]

    @classmethod
    def replay(cls, obj: object, where: str = "record") -> list[Match]:
        """The match after each move of a record, the start first; ValueError on bad input."""
        keys = ("rules", "deck", "server", "seed", "decks", "position")
        checks.an_object(obj, where, ["version", "moves"], keys)
        assert isinstance(obj, dict)
        version = checks.whole(obj["version"], f"{where}.version", 1, 10**6)
        if version > VERSION:
            raise ValueError(
                f"{where}.version is {version}, newer than this program knows; it reads up to {VERSION}."
            )
        starts = [key for key in ("seed", "decks", "position") if key in obj]
        if len(starts) != 1:
            raise ValueError(f"{where} needs exactly one of seed, decks and position.")
        if "position" in obj:
            match = cls.of(Position.from_json(obj["position"], f"{where}.position"))
            for key in ("rules", "deck", "server"):
                if key in obj and obj[key] != obj["position"][key]:
                    raise ValueError(f"{where}.{key} differs from the position's; leave it out.")
        else:
            rules = RuleSet.from_json(obj.get("rules", {}), f"{where}.rules")
            deck = Deck.from_json(obj.get("deck", "standard"), f"{where}.deck")
            fitting(deck, rules, f"{where}.deck")
            server = checks.whole(obj.get("server", 0), f"{where}.server", 0, rules.players - 1)
            try:
                if "seed" in obj:
                    checks.whole(obj["seed"], f"{where}.seed", 0, seeds.LIMIT - 1)
                    match = cls.new(rules, seed=obj["seed"], server=server, deck=deck)
                else:
                    decks = _decks(obj["decks"], deck, rules, f"{where}.decks")
                    match = cls.new(rules, server=server, deck=deck, decks=decks)
            except IllegalMove as fault:
                raise ValueError(f"{where}: {fault}") from None
        moves = checks.a_list(obj["moves"], f"{where}.moves")
        if len(moves) > LONGEST:
            raise ValueError(f"{where}.moves has more than {LONGEST} moves.")
        steps = [match]
        for index, move in enumerate(moves):
            try:
                steps.append(steps[-1].play(move))
            except IllegalMove as fault:
                place = f"{where}.moves[{index}] ({checks.show(move)})"
                raise ValueError(f"{place}: {fault}") from None
        return steps

    @property
    def record(self) -> dict[str, Any]:
        """The match as an object that replays to the same match everywhere."""
        server, dealer, start = self._origin
        began: dict[str, Any] = {}
        if start is not None:
            began = {"position": start.to_json()}
        elif dealer is not None:
            began = {
                "rules": self.rules.to_json(),
                "deck": self.deck.to_json(),
                "server": server,
                **dealer.to_json(),
            }
        return {"version": VERSION, **began, "moves": [move.text for move in self.moves]}

    # ------------------------------------------------------------ playing
    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        moves, line = [], self._line
        while line is not None:
            line, move = line
            moves.append(move)
        return tuple(reversed(moves))

    @property
    def server(self) -> int:
        """The seat that served the first point."""
        return self._origin.server

    @property
    def rules(self) -> RuleSet:
        """The rules of the match."""
        return self.position.rules

    @property
    def deck(self) -> Deck:
        """The deck that every seat plays with."""
        return self.position.deck

    @property
    def score(self) -> tuple[int, int]:
        """Points of side 0 and side 1."""
        return self.position.score

    @property
    def winner(self) -> int | None:
        """The side that has won the match, or None."""
        position = self.position
        return position.rules.count.winner(position.score) if position.phase == "over" else None

    @property
    def dealable(self) -> bool:
        """Whether a point is over and another one follows."""
        if self.position.phase != "over" or self.winner is not None:
            return False
        dealer = self._origin.dealer
        return dealer is not None and dealer.more(self._past)

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; after a point those that open the next one."""
        position = self.position
        if position.phase == "over" and self.dealable:
            return (
                (SERVE,) if "lay" not in position.rules.kinds else self.next_point().legal_moves()
            )
        return position.legal_moves()

    def why_not(self, move: Move | str) -> Reason | None:
        """Which rule forbids a move, in words; None where it is legal."""
        try:
            return (self.next_point() if self.dealable else self).position.why_not(move)
        except IllegalMove as fault:
            return fault.reason

    def next_point(self) -> Match:
        """The match with the next point dealt; IllegalMove where none follows."""
        now, dealer = self.position, self._origin.dealer
        if not self.dealable or dealer is None:
            text = (
                "The match is over." if self.winner is not None else "No other point follows here."
            )
            raise IllegalMove(Reason("turn", text))
        rules, served = now.rules, now.points_served + 1
        if served < rules.spell:
            server = now.server
        else:
            server, served = (now.server + 1) % rules.players, 0
        position, past = _deal(
            rules, now.deck, now.score, server, served, now.seats, dealer, self._past
        )
        return Match(position, self._origin, self._line, past)

    def play(self, move: Move | str) -> Match:
        """The match after a legal move; IllegalMove with its reason otherwise."""
        if not isinstance(move, Move):
            move = Move.parse(move)
        position, past = self.position, self._past
        if position.phase == "over" and self.dealable:
            match = self.next_point()
            position, past = match.position, match._past
        return Match(position.play(move), self._origin, (self._line, move), past)

    def under(self, rules: RuleSet) -> Match:
        """The same start and the same moves under another edition or other rulings; IllegalMove where
        these forbid a move, ValueError where they do not go with the start.
        """
        server, dealer, start = self._origin
        if start is not None:
            match = Match.of(start.under(rules))
        else:
            assert dealer is not None
            position, past = _deal(rules, self.deck, (0, 0), server, 0, None, dealer, ())
            match = Match(position, Origin(server, dealer, None), None, past)
        for move in self.moves:
            match = match.play(move)
        return match

    # ------------------------------------------------------------ as a value
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.record == other.record

    def __hash__(self) -> int:
        return hash((self.position, self.moves))

    def __repr__(self) -> str:
        return f"Match.from_record({self.record!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Match.from_record, (self.record,))


def _deal(
    rules: RuleSet,
    deck: Deck,
    score: tuple[int, int],
    server: int,
    points_served: int,
    before: tuple[Seat, ...] | None,
    dealer: Dealer,
    past: tuple[Piles, ...],
) -> tuple[Position, tuple[Piles, ...]]:
    """The position before a serve, and the deals so far; ``before``: the seats at the point's end."""
    kept = rules.ruled.new_hands
    if before is None or kept == "gathered":
        piles: Piles = (deck.order,) * rules.players
        limit = rules.hand
        decks = dealer.deal(past, piles)
        seats = tuple([end_of_turn.refill(0, 0, order, (), limit) for order in decks])
    else:
        held = [(s.hand | s.row, s.limit if kept == "kept" else rules.hand) for s in before]
        piles = tuple(tuple(bit for bit in deck.order if not hand & bit) for hand, _ in held)
        decks = dealer.deal(past, piles)
        seats = tuple(
            end_of_turn.refill(hand, 0, order, (), limit)
            for (hand, limit), order in zip(held, decks, strict=True)
        )
    phase, turn, order, passed = rules.opening(seats, server)
    position = Position(
        rules, deck, score, server, points_served, phase, turn, order, passed, None, seats
    )
    return position, (*past, piles)


def _decks(value: object, deck: Deck, rules: RuleSet, where: str) -> list[list[list[int]]]:
    """Deck orders from JSON: one entry a point, in it one a seat, in it card numbers."""
    decks: list[list[list[int]]] = []
    for point, orders in enumerate(checks.a_list(value, where)):
        decks.append([])
        for seat, order in enumerate(checks.a_list(orders, f"{where}[{point}]", rules.players)):
            place = f"{where}[{point}][{seat}]"
            numbers = [checks.whole(n, place, 1, 9999) for n in checks.a_list(order, place)]
            if strange := [n for n in numbers if n not in deck]:
                raise ValueError(f"{place}: card {strange[0]} is not in this deck.")
            decks[-1].append(numbers)
    return decks
