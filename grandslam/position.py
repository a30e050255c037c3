"""A position: everything that decides what may happen next within a point. Immutable."""

from __future__ import annotations

from typing import Any

from grandslam import checks
from grandslam.cards import Deck, Seat
from grandslam.moves import IllegalMove, Move, Reason
from grandslam.rules import Ball
from grandslam.rules.ace import Score
from grandslam.rules.master import MOST
from grandslam.rulesets import RuleSet
from grandslam.rulings import Rulings
from grandslam.view import Shown, View

KEYS = (
    *("rules", "deck", "score", "server", "points_served", "phase", "turn", "order", "passed"),
    *("ball", "seats"),
)
Seats = tuple[Seat, ...]


class Position:
    """A position of a point, hidden cards included.

    Sections are numbers, sets of cards are sets of bits of the deck (see ``cards``); JSON, notation
    and everything shown use card numbers.

    >>> from grandslam import Match, RuleSet
    >>> position = Match.new(RuleSet(), seed=42).play("serve").position
    >>> position.ball, [str(move) for move in position.legal_moves()]
    (Ball(section=5, smash=False), ['10', '10+4'])
    """

    __slots__ = (*KEYS, "_legal", "dead", "hand")
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
    seats: Seats
    dead: Ball | None
    """In phase ``over`` after a move: the ball that was not returned, on the half of seat ``turn``."""
    hand: int
    """The hand of the seat that decides, as a set."""
    _legal: tuple[Move, ...] | None

    def __init__(
        self,
        rules: RuleSet,
        deck: Deck,
        score: Score,
        server: int,
        points_served: int,
        phase: str,
        turn: int,
        order: int,
        passed: bool,
        ball: Ball | None,
        seats: Seats,
        dead: Ball | None = None,
    ) -> None:
        """The parts as they are; ``from_json`` is the door for anything that has to be checked."""
        self.rules = rules
        self.deck = deck
        self.score = score
        self.server = server
        self.points_served = points_served
        self.phase = phase
        self.turn = turn
        self.order = order
        self.passed = passed
        self.ball = ball
        self.seats = seats
        self.dead = dead
        self.hand = seats[turn].hand
        self._legal = None

    # ------------------------------------------------------------ what the deciding seat knows
    @property
    def view(self) -> View:
        """What the seat that decides sees."""
        return self.seen_from(self.turn)

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return self.rules.ruled

    @property
    def row(self) -> int:
        """The row of the seat that decides, as a set."""
        return self.seats[self.turn].row

    @property
    def shots(self) -> tuple[Move, ...]:
        """Every shot with which the seat that decides could return the ball."""
        return self.rules.shots(self)

    @property
    def left(self) -> int:
        """How many cards the deck of the seat that decides still has."""
        return len(self.seats[self.turn].deck)

    # ------------------------------------------------------------ moves
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; none when the point is over."""
        legal = self._legal
        if legal is None:
            legal = self._legal = self.rules.moves(self, self.phase)
        return legal

    def why_not(self, move: Move | str) -> Reason | None:
        """Which rule forbids a move, in words; None where it is legal. Any text may be asked about."""
        return self.rules.why_not(self, self.phase, move)

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; IllegalMove with its reason otherwise.

        A point that ends counts at once, and so does one in which the next seat can do nothing.
        """
        if not isinstance(move, Move):
            move = Move.parse(move)
        if move not in (self._legal or self.legal_moves()):
            reason = self.why_not(move)
            assert reason is not None, f"{move} is not legal, but no rule says why"
            raise IllegalMove(reason)
        turn, rules = self.turn, self.rules
        play, onward = rules.plays[move.kind]
        seat, ball = play(self, self.seats[turn], move)
        changed = list(self.seats)
        changed[turn] = seat
        seats = tuple(changed)
        if ball is not None or self.ball is None:
            if onward is None:
                phase, order, passed = "return", self.order, False
                then = (turn + order) % len(seats)
            else:
                phase, then, order, passed = onward(self, seats)
            after = Position(
                rules,
                self.deck,
                self.score,
                self.server,
                self.points_served,
                phase,
                then,
                order,
                passed,
                ball,
                seats,
            )
            after._legal = rules.returns(after) if phase == "return" else rules.moves(after, phase)
            if after._legal:
                return after
            turn = then
        else:
            ball = self.ball
        return self._lost(rules, turn, seats, ball)

    def _lost(self, rules: RuleSet, turn: int, seats: Seats, ball: Ball | None) -> Position:
        """The end of the point: seat ``turn`` has not returned this ball."""
        return Position(
            rules,
            self.deck,
            rules.count.scored(self.score, 1 - turn % 2),
            self.server,
            self.points_served,
            "over",
            turn,
            1,
            False,
            None,
            seats,
            ball,
        )

    def under(self, rules: RuleSet) -> Position:
        """The same cards and ball under another edition or other rulings; where the seat that decides
        can then do nothing, its point is over. ValueError where it is no position of these rules.

        >>> from grandslam import Match
        >>> position = Match.new(seed=42).play("serve").position
        >>> position.under(RuleSet(edition="zh")).rules.edition
        'zh'
        """
        for name in ("players", "style", "scoring"):
            checks.one_of(getattr(rules, name), f"rules.{name}", [getattr(self.rules, name)])
        served = min(self.points_served, rules.spell - 1)
        parts = {key: getattr(self, key) for key in KEYS} | {
            "rules": rules,
            "points_served": served,
        }
        same = Position(**parts, dead=self.dead)
        if self.phase == "return" and not same.legal_moves():
            return self._lost(rules, self.turn, self.seats, self.ball)
        if self.phase != "over":
            Position.from_json(same.to_json())
        return same

    def perft(self, depth: int) -> int:
        """How many sequences of ``depth`` moves there are within the point; a point that ends
        sooner counts as one.
        """
        moves = self.legal_moves()
        if depth == 0 or not moves:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in moves)

    # ------------------------------------------------------------ what others see
    def seen_from(self, seat: int) -> View:
        """What this seat may see."""
        checks.whole(seat, "seat", 0, len(self.seats) - 1)
        return View(
            **{key: getattr(self, key) for key in KEYS[:-1]},
            seat=seat,
            hand=self.seats[seat].hand,
            seats=tuple(
                Shown(s.hand.bit_count(), s.row, len(s.deck), s.discard, s.limit)
                for s in self.seats
            ),
        )

    # ------------------------------------------------------------ JSON
    def to_json(self) -> dict[str, Any]:
        """The position as an object, hidden cards included."""
        deck = self.deck
        obj = self.seen_from(0).to_json()
        for shown, seat in zip(obj["seats"], self.seats, strict=True):
            shown["hand"] = deck.numbers(seat.hand)
            shown["deck"] = [deck.card_of[bit].number for bit in seat.deck]
        return obj

    @classmethod
    def from_json(cls, obj: object, where: str = "position") -> Position:
        """The position that an object describes; ValueError with a plain sentence on bad input."""
        checks.an_object(obj, where, KEYS)
        assert isinstance(obj, dict)
        rules = RuleSet.from_json(obj["rules"], f"{where}.rules")
        deck = fitting(Deck.from_json(obj["deck"], f"{where}.deck"), rules, f"{where}.deck")
        score = checks.a_list(obj["score"], f"{where}.score", 2)
        one, two = (checks.whole(n, f"{where}.score", 0, 10**6) for n in score)
        phase = checks.one_of(
            obj["phase"],
            f"{where}.phase",
            [*(["lay"] if "lay" in rules.kinds else []), "serve", "return", "over"],
        )
        last = rules.players - 1
        server = checks.whole(obj["server"], f"{where}.server", 0, last)
        position = cls(
            rules,
            deck,
            (one, two),
            server,
            checks.whole(obj["points_served"], f"{where}.points_served", 0, rules.spell - 1),
            phase,
            checks.whole(obj["turn"], f"{where}.turn", 0, last),
            checks.one_of(obj["order"], f"{where}.order", [1, -1] if last > 1 else [1]),
            checks.one_of(obj["passed"], f"{where}.passed", [False, True] if last > 1 else [False]),
            _ball(obj["ball"], deck, f"{where}.ball"),
            tuple(
                _seat(seat, deck, rules, f"{where}.seats[{index}]")
                for index, seat in enumerate(
                    checks.a_list(obj["seats"], f"{where}.seats", rules.players)
                )
            ),
        )
        if fault := position._fault():
            raise ValueError(f"{where}: {fault}")
        return position

    def _fault(self) -> str | None:
        """What does not go together in this position."""
        count, first, second = self.rules.count, *self.score
        if not count.possible(self.score):
            return f"a match scored as {self.rules.scoring} never stands at {first}:{second}."
        if count.winner(self.score) is not None and self.phase != "over":
            return f"at {first}:{second} the match is decided, so phase must be 'over'."
        if self.phase != "lay" and (self.ball is not None) != (self.phase == "return"):
            return "ball must be an object in phase 'return' and null in phases 'serve' and 'over'."
        if self.passed and self.phase != "return":
            return "passed is true only in phase 'return', until the partner has played."
        if self.phase == "return" and not self.legal_moves():
            return f"seat {self.turn} can do nothing about the ball, so phase must be 'over'."
        if self.phase == "lay" and not self.legal_moves():
            return f"seat {self.turn} has no row to lay, so it cannot be its turn to lay one."
        if self.phase == "serve" or (self.phase == "lay" and self.ball is None):
            return self._opening_fault()
        return None

    def _opening_fault(self) -> str | None:
        """What does not go together before the serve."""
        if self.order != 1:
            return "every point starts in seat order, so order must be 1 before the serve."
        if not self.seats[self.server].deck:
            return "the server's deck is empty, so there is no card to serve with."
        if self.phase == "serve" and self.turn != self.server:
            return "in phase 'serve' it is the server's turn; turn must equal server."
        return None

    # ------------------------------------------------------------ as a value
    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, key) for key in KEYS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Position.from_json({self.to_json()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Position, self._key())


def fitting(deck: Deck, rules: RuleSet, where: str = "deck") -> Deck:
    """The deck, if it has at least one card more than the hand limit; ValueError otherwise."""
    if len(deck) <= rules.hand:
        raise ValueError(
            f"{where}: a deck needs at least {rules.hand + 1} cards, one more than a hand of "
            f"{rules.hand}, not {len(deck)}."
        )
    return deck


def _ball(value: object, deck: Deck, where: str) -> Ball | None:
    if value is None:
        return None
    checks.an_object(value, where, ["section", "smash"])
    assert isinstance(value, dict)
    section = checks.one_of(value["section"], f"{where}.section", deck.sections)
    return Ball(section, checks.flag(value["smash"], f"{where}.smash"))


def _seat(value: object, deck: Deck, rules: RuleSet, where: str) -> Seat:
    """The cards of a seat: each at most once, hand and row within the limit."""
    checks.an_object(value, where, ["hand", "row", "deck", "discard", "limit"])
    assert isinstance(value, dict)
    limit = checks.whole(value["limit"], f"{where}.limit", 0, rules.hand)
    piles: dict[str, list[int]] = {}
    seen: set[int] = set()
    for name in ("hand", "row", "deck", "discard"):
        if isinstance(value[name], int) and not isinstance(value[name], bool):
            raise ValueError(
                f"{where}.{name} is a number: this is a view, in which hidden cards are only counted; "
                "a position lists them."
            )
        piles[name] = []
        for number in checks.a_list(value[name], f"{where}.{name}"):
            if isinstance(number, bool) or not isinstance(number, int) or number not in deck:
                raise ValueError(
                    f"{where}.{name}: {checks.show(number)} is no card of this deck; its numbers are "
                    f"{min(deck.bit)} to {max(deck.bit)}."
                )
            if number in seen:
                raise ValueError(f"{where}.{name}: card {number} stands twice in this seat.")
            seen.add(number)
            piles[name].append(deck.bit[number])
    if piles["row"] and "lay" not in rules.kinds:
        raise ValueError(f"{where}.row must be empty: rows belong to the Master Rules.")
    ruled, lands = rules.ruled, [deck.card_of[bit].lands for bit in piles["row"]]
    if ruled.row_distinct and ruled.row_relay == "add" and len(set(lands)) < len(lands):
        raise ValueError(
            f"{where}.row has two cards that land alike; with row_distinct and cards that stay there "
            "(row_relay 'add') no such row can come about."
        )
    if len(piles["row"]) > MOST:
        raise ValueError(f"{where}.row has {len(piles['row'])} cards; a row has at most {MOST}.")
    if len(piles["hand"]) + len(piles["row"]) > limit:
        what = "hand and row have" if piles["row"] else "hand has"
        count = len(piles["hand"]) + len(piles["row"])
        raise ValueError(f"{where}: {what} {count} cards, more than the hand limit of {limit}.")
    return Seat(
        sum(piles["hand"]), sum(piles["row"]), tuple(piles["deck"]), tuple(piles["discard"]), limit
    )
