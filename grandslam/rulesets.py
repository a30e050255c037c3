"""Rule sets: a frozen choice of players, style, scoring, edition and single rulings.

A variation is a value in one of the tables below, not a branch in the code: a style says which rule
makes shots, a number of players which way out is left to who cannot return, a scoring how points count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from grandslam import checks
from grandslam.cards import Seat
from grandslam.moves import IllegalMove, Move, Reason
from grandslam.rules import (
    Ball,
    Onward,
    Rule,
    Table,
    Turn,
    ace,
    deuce,
    diving,
    doubles,
    master,
    original,
    serving,
)
from grandslam.rules.ace import Score
from grandslam.rulings import Rulings

_EN = Rulings()
EDITIONS: dict[str, Rulings] = {
    "en": _EN,
    "ko": _EN.but(
        {
            "off_balance_draw": "to_lowered_limit",
            "off_balance_by_choice": "never",
            "pass_loss": False,
        }
    ),
    "zh": _EN.but(
        {
            "loss": "undrawn",
            "off_balance_smash": False,
            "off_balance_by_choice": "always",
            "dive_duty": "must",
            "new_hands": "filled",
            "serve_turns": "one",
            "row_distinct": True,
            "master_off_balance": False,
            "master_hand_role": "attacks",
        }
    ),
}
"""The three sources, read as sets of rulings; ``en`` is the default."""
EDITION_NAMES = {"en": "English", "ko": "Korean", "zh": "Chinese"}


class Scoring(Protocol):
    """How points count."""

    def scored(self, score: Score, side: int) -> Score:
        """The score after a point for this side."""

    def winner(self, score: Score) -> int | None:
        """The side that has won the match, or None."""

    def possible(self, score: Score) -> bool:
        """Whether a match can stand so."""

    def words(self, score: Score) -> tuple[str, str]:
        """Each side's points."""

    def call(self, score: Score, names: tuple[str, str]) -> str:
        """The score as it is called."""


class Endless:
    """Points are counted and nobody wins, for experiments."""

    scored = staticmethod(ace.scored)
    words = staticmethod(ace.words)
    call = staticmethod(ace.call)

    @staticmethod
    def winner(score: Score) -> int | None:
        """Nobody ever wins."""
        return None

    @staticmethod
    def possible(score: Score) -> bool:
        """Any score can stand."""
        return True


Kinds = Mapping[str, Rule]
Play = Callable[[Turn, Seat, Move], tuple[Seat, Ball | None]]
Then = Callable[[Table, tuple[Seat, ...]], Onward]
SINGLES_ESCAPES: Kinds = {"dive": diving, "let": ace.LettingGo(diving.possible, duty=True)}
DOUBLES_ESCAPES: Kinds = {"pass": doubles, "let": ace.LettingGo(doubles.possible)}
STYLES: dict[str, Kinds] = {
    "original": {"shot": original},
    "master": {"shot": master, "lay": master.LAYING},
}
"""Style of play → what makes a shot, and what else belongs to a turn."""
ESCAPES: dict[tuple[str, int], Kinds] = {
    ("original", 2): SINGLES_ESCAPES,
    ("original", 4): DOUBLES_ESCAPES,
    ("master", 2): {},
    ("master", 4): DOUBLES_ESCAPES,
}
"""Style and number of players → the ways out that are left to who cannot return."""
SCORINGS: dict[str, Scoring] = {"first_to_four": ace, "deuce": deuce, "endless": Endless}
HAND = {2: 6, 4: 5}
"""Number of players → the hand limit at the start of a point."""
ELSEWHERE: dict[tuple[str, int], Reason] = {
    ("pass", 2): Reason(
        "doubles", "A pass needs a partner; in singles nobody can receive for you."
    ),
    ("dive", 4): Reason(
        "doubles", "There is no diving receive in doubles; a partner may receive instead."
    ),
    ("dive", 2): Reason("master", "There is no diving receive under the Master Rules."),
    ("let", 2): Reason(
        "master",
        "Letting the ball go is no choice here; who cannot return loses the point at once.",
    ),
    ("lay", 2): Reason("master", "Laying cards face up belongs to the Master Rules."),
    ("lay", 4): Reason("master", "Laying cards face up belongs to the Master Rules."),
}
"""Kind of move and number of players → why rules that lack it refuse it."""
WRITTEN = {
    "original": Reason(
        "master",
        "A “>” parts receiving from attacking cards under the Master Rules; under the Original Rules "
        "write “13” or “13+3”.",
    ),
    "master": Reason(
        "master",
        "Under the Master Rules receiving and attacking cards are apart; write “1>5” to return and "
        "“1>5+17” to smash.",
    ),
}
"""Style → why a shot written in the other style's way is refused."""


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of a match; ValueError with a sentence for a value that is none.

    players 2 or 4 (doubles); style ``original`` or ``master``; scoring ``first_to_four``, ``deuce`` or
    ``endless``; edition ``en``, ``ko`` or ``zh``; rulings: single rulings that differ from the edition's.

    >>> RuleSet(edition="ko").ruled.off_balance_by_choice
    'never'
    >>> RuleSet(scoring="deuce", rulings={"new_hands": "kept"})
    Traceback (most recent call last):
    ValueError: rules: with new_hands 'kept' a match scored as deuce might never end; change one.
    """

    players: int = 2
    style: str = "original"
    scoring: str = "first_to_four"
    edition: str = "en"
    rulings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, allowed in (
            ("players", HAND),
            ("style", STYLES),
            ("scoring", SCORINGS),
            ("edition", EDITIONS),
        ):
            checks.one_of(getattr(self, name), f"rules.{name}", allowed)
        if not isinstance(self.rulings, Mapping):
            raise ValueError(f"rules.rulings must be an object, not {checks.show(self.rulings)}.")
        object.__setattr__(self, "rulings", dict(sorted(self.rulings.items(), key=str)))
        if self.ruled.new_hands == "kept" and self.scoring == "deuce":
            raise ValueError(
                "rules: with new_hands 'kept' a match scored as deuce might never end; change one."
            )

    def __hash__(self) -> int:
        return hash((self.players, self.style, self.scoring, self.edition, *self.rulings.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return (RuleSet.from_json, (self.to_json(),))

    @classmethod
    def from_json(cls, value: object, where: str = "rules") -> RuleSet:
        """A rule set from its object; what is left out has its default."""
        keys = ["players", "style", "scoring", "edition", "rulings"]
        given = checks.an_object(value, where, [], keys)
        try:
            return cls(**given)
        except ValueError as fault:
            raise ValueError(where + str(fault).removeprefix("rules")) from None

    def to_json(self) -> dict[str, Any]:
        """The rule set as an object."""
        return {
            "players": self.players,
            "style": self.style,
            "scoring": self.scoring,
            "edition": self.edition,
            "rulings": dict(self.rulings),
        }

    # ------------------------------------------------------------ what follows from it
    @cached_property
    def ruled(self) -> Rulings:
        """The edition's rulings with the single ones put in."""
        return EDITIONS[self.edition].but(self.rulings, "rules.rulings")

    @cached_property
    def hand(self) -> int:
        """The hand limit at the start of a point."""
        return HAND[self.players]

    @cached_property
    def spell(self) -> int:
        """For how many points a player serves."""
        both = self.ruled.serve_turns == "two_in_variation" and self.scoring == "deuce"
        return 2 if both else 1

    @cached_property
    def count(self) -> Scoring:
        """How points count."""
        return SCORINGS[self.scoring]

    @cached_property
    def kinds(self) -> Kinds:
        """Kind of move → the rule that plays it."""
        return {"serve": serving, **STYLES[self.style], **self._escapes}

    @cached_property
    def plays(self) -> dict[str, tuple[Play, Then | None]]:
        """Kind of move → what plays it, and who is next where that is not simply the next seat."""
        return {
            kind: (rule.play, getattr(rule, "onward", None)) for kind, rule in self.kinds.items()
        }

    @cached_property
    def shots(self) -> Callable[[Turn], tuple[Move, ...]]:
        """What gives every shot that returns the ball."""
        return self.kinds["shot"].moves

    @cached_property
    def _escapes(self) -> Kinds:
        return ESCAPES[self.style, self.players]

    def opening(self, seats: tuple[Seat, ...], server: int) -> Onward:
        """How a point begins when the cards have been dealt: with laying or with the serve."""
        if "lay" in self.kinds:
            return master.opening(seats, server)
        return Onward("serve", server, 1, False)

    def returns(self, turn: Turn) -> tuple[Move, ...]:
        """All legal moves of a seat that has to return; none means that its point is over."""
        shots = self.shots(turn)
        if shots:
            return shots
        for rule in self._escapes.values():
            shots += rule.moves(turn)
        return shots

    def moves(self, turn: Turn, phase: str) -> tuple[Move, ...]:
        """All legal moves in a phase."""
        if phase == "return":
            return self.returns(turn)
        if phase == "over":
            return ()
        return self.kinds[phase].moves(turn)

    def why_not(self, turn: Turn, phase: str, move: Move | str) -> Reason | None:
        """The reason that forbids a move in a phase, or None; any text may be asked about."""
        if not isinstance(move, Move):
            try:
                move = Move.parse(move)
            except IllegalMove as fault:
                return fault.reason
        rule = self.kinds.get(move.kind)
        if rule is None:
            return ELSEWHERE[move.kind, self.players]
        if move.kind == "shot" and move.master != (self.style == "master"):
            return WRITTEN[self.style]
        if phase != PHASE.get(move.kind, "return"):
            return Reason("turn", TURN[phase])
        return rule.why_not(turn, move)


PHASE = {"serve": "serve", "lay": "lay"}
"""Kind of move → its phase, where that is not ``return``."""
TURN = {
    "over": "The point is over; nothing is played until the next one begins.",
    "serve": "The point begins with a serve, and a serve uses no card of the hand.",
    "lay": "The row is laid now; nothing else can be played before that.",
    "return": "The ball is in play and has to be returned; this is not the time for anything else.",
}
"""Phase → why a move that belongs to another one is refused."""
