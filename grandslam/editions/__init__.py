"""The same position under two editions, or two values of a ruling: what is gained or lost, and what
ends differently.

Examples (``examples.json``) are starting points, as data: for each ruling one whose values differ there,
and a few more. An entry is ``{slug, ruling, title, about, seat, record}``; ``ruling`` is null where the
entry is about no single one, ``record`` is a match record under the English edition.

Nothing is decided here: both matches are played by the engine, and what differs is read off them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from grandslam import checks, links, rulings, table
from grandslam.match import Match
from grandslam.moves import IllegalMove, Move
from grandslam.rulesets import RuleSet
from grandslam.telling import cards, teller
from grandslam.voice import Voice

NAMED = 2
"""How many moves are named in a spoken sentence."""
Json = dict[str, Any]


class Elsewhere(NamedTuple):
    """Moves that are legal under both rules and lead to different ends, in words; no moves at all
    where the difference is how the next point begins.
    """

    moves: tuple[Move, ...]
    one: str
    other: str


@dataclass(frozen=True)
class Comparison:
    """A match as it stands under two sets of rules, and what tells them apart there."""

    one: Match
    other: Match
    voice: Voice

    @cached_property
    def between(self) -> bool:
        """Whether a point has ended and the next one is what is compared; there is no choice then."""
        return self.one.dealable and self.other.dealable

    @cached_property
    def gained(self) -> tuple[Move, ...]:
        """Moves that only the other rules allow."""
        return () if self.between else _without(self.other, self.one)

    @cached_property
    def lost(self) -> tuple[Move, ...]:
        """Moves that only the one rules allow."""
        return () if self.between else _without(self.one, self.other)

    @cached_property
    def kept(self) -> tuple[Move, ...]:
        """Moves that both allow."""
        return (
            () if self.between else tuple(m for m in self.one.legal_moves() if m not in self.lost)
        )

    @cached_property
    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """What is played alike and ends differently."""
        one, other, voice = self.one, self.other, self.voice
        if self.between:
            before, now = _dealt(voice, one), _dealt(voice, other)
            return (Elsewhere((), before, now),) if before != now else ()
        alike: dict[tuple[str, str], list[Move]] = {}
        for move in self.kept:
            ends = _end(voice, one, move), _end(voice, other, move)
            if ends[0] != ends[1]:
                alike.setdefault(ends, []).append(move)
        return tuple(Elsewhere(tuple(moves), *ends) for ends, moves in alike.items())

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.gained or self.lost or self.elsewhere)


def compare(match: Match, one: RuleSet, other: RuleSet, seat: int = 0) -> Comparison:
    """What differs for a match as it stands (for a position, ``Match.of(position)``), told to ``seat``.

    ValueError where the match cannot stand so under one of the rules.

    >>> from grandslam import EDITIONS
    >>> by_choice = examples()["off_balance_by_choice"]
    >>> changed = compare(by_choice.match(), RuleSet(), RuleSet(edition="ko"))
    >>> [str(move) for move in changed.lost], changed.gained
    (['2+8', '2+22', '22+2', '22+8'], ())
    """
    return Comparison(match.under(one), match.under(other), Voice(seat))


def _without(match: Match, other: Match) -> tuple[Move, ...]:
    there = set(other.legal_moves())
    return tuple(move for move in match.legal_moves() if move not in there)


def _end(voice: Voice, match: Match, move: Move) -> str:
    """What the seat that plays has after the move."""
    position = match.position
    seat = match.play(move).position.seats[position.turn]
    who = voice.name(position.turn)
    held = cards((seat.hand | seat.row).bit_count())
    whose = "your" if who == "You" else "the"
    return f"{who} then {voice.verb(position.turn, 'hold')} {held}; {whose} hand limit is {seat.limit}."


def _dealt(voice: Voice, match: Match) -> str:
    """How the next point begins."""
    position = match.next_point().position
    seat = position.seats[voice.you]
    held = checks.listed(position.deck.numbers(seat.hand | seat.row))
    serves = voice.does(position.server, "serve")
    return f"{serves}. You begin with {held}; your hand limit is {seat.limit}."


# ------------------------------------------------------------------------------------------ examples
@dataclass(frozen=True)
class Example:
    """A starting point, as its file gives it."""

    slug: str
    ruling: str | None
    title: str
    about: str
    seat: int
    record: Json

    def match(self) -> Match:
        """The match as it stands there, under the English edition."""
        return Match.from_record(self.record)

    def rules(self, **changes: Any) -> RuleSet:
        """Its rules with another edition or other rulings."""
        return RuleSet.from_json(self.match().rules.to_json() | changes)

    def sides(self) -> tuple[RuleSet, RuleSet]:
        """What is compared at first: two values of its ruling, or the English and the Chinese edition."""
        if self.ruling is None:
            return self.rules(), self.rules(edition="zh")
        value = rulings.VALUES[self.ruling][1]
        return self.rules(), self.rules(rulings={self.ruling: value})


@lru_cache(maxsize=1)
def examples() -> dict[str, Example]:
    """Every example by its slug, in the order of the file."""
    entries = json.loads(resources.files(__name__).joinpath("examples.json").read_text("utf-8"))
    return {entry["slug"]: Example(**entry) for entry in entries}


# ------------------------------------------------------------------------------------------ in words
ONLY = {
    ("players", 2): "in singles",
    ("players", 4): "in doubles",
    ("style", "original"): "under the Original Rules",
    ("style", "master"): "under the Master Rules",
    ("scoring", "deuce"): "in the tennis variation",
}


def only(name: str) -> str:
    """Where alone a ruling has an effect, in words; empty where it always has.

    >>> only("dive_duty"), only("loss")
    ('Only in singles under the Original Rules.', '')
    """
    where = " ".join(ONLY[part] for part in rulings.ABOUT[name]["only"].items())
    return f"Only {where}." if where else ""


def idle(rules: RuleSet) -> dict[str, str]:
    """The rulings that have no effect in this game → where alone they have one.

    >>> idle(RuleSet())["row_relay"]
    'Only under the Master Rules.'
    """
    wanted = {name: about["only"].items() for name, about in rulings.ABOUT.items()}
    return {
        name: only(name)
        for name, parts in wanted.items()
        if any(getattr(rules, part) != value for part, value in parts)
    }


def short(changed: Comparison) -> str:
    """How much differs, in a few words.

    >>> short(compare(examples()["dive_duty"].match(), RuleSet(), RuleSet(edition="zh")))
    '1 move lost.'
    """
    if not changed:
        return "Nothing changes here."
    if changed.between:
        return "The next point differs."
    ends = sum(len(moves) for moves, _, _ in changed.elsewhere)
    counts = [(len(changed.gained), "gained"), (len(changed.lost), "lost")]
    counts.append((ends, "end differently" if ends > 1 else "ends differently"))
    (first, what), *more = [part for part in counts if part[0]]
    parts = [f"{_moves(first)} {what}", *(f"{count} {what}" for count, what in more)]
    return ", ".join(parts) + "."


def told(changed: Comparison) -> str:
    """What differs, in a few sentences."""
    named = [
        (what, "; ".join(_named(changed, moves)))
        for what, moves in (("Gained", changed.gained), ("Lost", changed.lost))
        if moves
    ]
    head = short(changed)
    if len(named) == 1 and not changed.elsewhere:
        parts = [f"{head[:-1]}: {named[0][1]}."]
    else:
        parts = [head, *(f"{what}: {names}." for what, names in named)]
    if changed.lost and not changed.other.legal_moves():
        parts.append("No move is left, so the point is over.")
    parts += [f"Before: {before} Now: {now}" for _, before, now in changed.elsewhere]
    return " ".join(parts)


def _moves(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def _named(changed: Comparison, moves: tuple[Move, ...]) -> list[str]:
    """The first few moves in words, and how many more there are."""
    names = [_label(changed, move) for move in moves[:NAMED]]
    return [*names, f"and {len(moves) - NAMED} more"] if len(moves) > NAMED else names


def _label(changed: Comparison, move: Move) -> str:
    """What a board's button would say."""
    match = changed.one if move in changed.one.legal_moves() else changed.other
    return teller(move).label(changed.voice, match.position, move)


# ---------------------------------------------------------------------------------------- for boards
def answer(request: Json) -> Json:
    """The reply to ``{"do": "compare", "example" or "record", "one"?, "other"?, "seat"?}``.

    ``one`` and ``other`` are ``{"edition"?, "rulings"?}``; left out, the example's own sides stand.
    ``lost``, ``gained`` and ``kept`` are moves with their words, ``elsewhere`` what ends differently,
    ``link`` leads to a match that goes on under the other rules (null where nothing can go on).
    ValueError with a sentence on bad input.
    """
    example = _asked(request)
    match = example.match()
    seat = checks.whole(request.get("seat", example.seat), "seat", 0, match.rules.players - 1)
    one_side, other_side = (
        usual if (given := request.get(name)) is None else _side(example, given, name)
        for name, usual in zip(("one", "other"), example.sides(), strict=True)
    )
    try:
        changed = compare(match, one_side, other_side, seat)
    except IllegalMove as fault:
        raise ValueError(f"record: one of its moves is not allowed here. {fault}") from None
    one, other, silent = changed.one, changed.other, idle(match.rules)
    goes_on = bool(other.legal_moves())
    shown = table.answer({"do": "open", "record": (other if goes_on else one).record, "seat": seat})
    others = {str(n): "rookie" for n in range(match.rules.players) if n != seat}
    return {
        "example": example.slug or None,
        "ruling": example.ruling,
        "title": example.title,
        "about": example.about,
        "one": _rules(one),
        "other": _rules(other),
        "changes": [
            {
                "name": name,
                "title": rulings.ABOUT[name]["title"],
                "before": rulings.words(name, getattr(one.rules.ruled, name)),
                "now": rulings.words(name, getattr(other.rules.ruled, name)),
            }
            for name in rulings.QUESTIONS
            if name not in silent
            and getattr(one.rules.ruled, name) != getattr(other.rules.ruled, name)
        ],
        "idle": silent,
        "view": shown["view"],
        "events": [event["text"] for event in shown["events"]],
        "counts": None if changed.between else [len(one.legal_moves()), len(other.legal_moves())],
        "gained": _listed(changed, changed.gained),
        "lost": _listed(changed, changed.lost),
        "kept": _listed(changed, changed.kept),
        "elsewhere": [
            {"moves": _listed(changed, moves), "one": before, "other": now}
            for moves, before, now in changed.elsewhere
        ],
        "short": short(changed),
        "said": told(changed),
        "link": links.write(other.record, seat, others) if goes_on else None,
    }


def _asked(request: Json) -> Example:
    """The example that is asked for, or the record given as one."""
    slug, record = request.get("example"), request.get("record")
    if (slug is None) == (record is None):
        raise ValueError("example or record must say what is compared, and only one of them.")
    if record is not None:
        return Example("", None, "", "", 0, record)
    if not isinstance(slug, str) or slug not in examples():
        raise ValueError(f"example: there is no example {checks.show(slug)}.")
    return examples()[slug]


def _side(example: Example, value: object, where: str) -> RuleSet:
    given = checks.an_object(value, where, [], ["edition", "rulings"])
    try:
        return example.rules(**{"edition": "en", "rulings": {}, **given})
    except ValueError as fault:
        raise ValueError(str(fault).replace("rules", where, 1)) from None


def _rules(match: Match) -> Json:
    rules = match.rules
    ruled = {name: getattr(rules.ruled, name) for name in rulings.QUESTIONS}
    return {"edition": rules.edition, "rulings": dict(rules.rulings), "ruled": ruled}


def _listed(changed: Comparison, moves: Iterable[Move]) -> list[Json]:
    return [{"text": move.text, "label": _label(changed, move)} for move in moves]
