"""Moves as values and as text, and the reasons for which a move is refused.

The notation is the one way to write a move::

    serve    13    13+3    1,2    1,2+22    dive 7    let        (Original Rules)
    1>5    1,2>8+22    lay 3,5,9                                 (Master Rules)
    pass 7                                                       (doubles)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

_NUMBER = "[1-9][0-9]{0,3}"
_LIST = f"{_NUMBER}(?:,{_NUMBER})*"
_SHAPE = re.compile(
    f"(?P<word>serve|let)|(?P<drop>dive|pass) (?P<dropped>{_NUMBER})|lay (?P<laid>{_LIST})"
    f"|(?P<receiving>{_LIST})(?:\\+(?P<follow>{_NUMBER})|>(?P<sending>{_NUMBER}(?:\\+{_NUMBER})*))?"
)


class Move:
    """A move. Two moves with the same text are the same object, so ``is``, ``==`` and ``in`` agree.

    kind: ``serve`` · ``shot`` · ``dive`` · ``pass`` · ``let`` · ``lay``;
    receiving, attacking: card numbers in the order of play (in a shot of the Original Rules the last
    receiving card is the first attacking card too); cards: all cards named, each once, in that order;
    smash: whether two cards attack.

    >>> move = Move.parse("1,2+22")
    >>> move.receiving, move.attacking, move.cards
    ((1, 2), (2, 22), (1, 2, 22))
    >>> str(move), move
    ('1,2+22', Move.parse('1,2+22'))
    """

    __slots__ = (
        "__weakref__",
        "attacking",
        "cards",
        "kind",
        "master",
        "receiving",
        "smash",
        "text",
    )
    kind: str
    text: str
    receiving: tuple[int, ...]
    attacking: tuple[int, ...]
    cards: tuple[int, ...]
    master: bool
    smash: bool

    @staticmethod
    def parse(text: str) -> Move:
        """The move that is written so; IllegalMove (rule ``notation``) where the text is no move."""
        known = _KNOWN.get(text) if isinstance(text, str) else None
        return known if known is not None else _make(text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move.parse({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Move.parse, (self.text,))

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


_KNOWN: WeakValueDictionary[str, Move] = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused: the rule's slug and one sentence that names cards and sections.

    ``rule`` is a slug of ``grandslam.rules``, or ``notation`` (the text is no move) or ``turn``
    (the move does not belong to this phase or seat). ``card`` is the one card that is to blame,
    where there is one.
    """

    rule: str
    text: str
    card: int | None = None


class IllegalMove(ValueError):
    """A refused move; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return (IllegalMove, (self.reason,))


def _make(text: object) -> Move:
    """A move not yet known. Raises IllegalMove."""
    found = _SHAPE.fullmatch(text) if isinstance(text, str) and len(text) <= 200 else None
    if found is None or not isinstance(text, str):
        shown = f"“{_printable(text)}”" if isinstance(text, str) else "This"
        raise IllegalMove(
            Reason(
                "notation",
                f"{shown} is not a move; write “13” to return with card 13, “13+3” to smash, "
                "“1,2” to receive a smash, “dive 7”, “let” or “serve”.",
            )
        )
    part = found.groupdict()
    receiving, attacking = _numbers(part["receiving"]), _numbers(part["sending"], "+")
    kind = part["word"] or part["drop"] or ("lay" if part["laid"] else "shot")
    if kind == "shot" and not part["sending"]:
        attacking = (receiving[-1], *_numbers(part["follow"]))
        cards = (*receiving, *attacking[1:])
    elif kind == "shot":
        cards = (*receiving, *attacking)
    else:
        cards = _numbers(part["dropped"]) or _numbers(part["laid"])
    for number in cards:
        if cards.count(number) > 1:
            raise IllegalMove(
                Reason(
                    "notation",
                    f"Card {number} is named twice; a move names each card once.",
                    number,
                )
            )
    move = Move()
    move.kind, move.text, move.cards = kind, text, cards
    move.receiving, move.attacking, move.smash = receiving, attacking, len(attacking) == 2
    move.master = kind == "lay" or part["sending"] is not None
    return _KNOWN.setdefault(text, move)


def _printable(text: str) -> str:
    """The beginning of any text, fit for one line."""
    line = "".join(sign if sign.isprintable() else " " for sign in text[:24])
    return " ".join(line.split()) + ("…" if len(text) > 24 else "")


def _numbers(text: str | None, mark: str = ",") -> tuple[int, ...]:
    return tuple(map(int, text.split(mark))) if text else ()
