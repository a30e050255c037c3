"""What a deck covers: the cards that receive and land on each section, beside the standard deck's.

A deck is checked by ``cards.Deck``, and whether it is large enough by the match; here it is only told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from grandslam import checks, links, seeds
from grandslam.cards import Deck
from grandslam.match import Match
from grandslam.position import fitting
from grandslam.rules import capital, cards_named
from grandslam.rulesets import RuleSet
from grandslam.table import COURT
from grandslam.telling import cards

MOST = 120
"""The most cards that are drawn on one page."""
LONGEST = 50_000
"""The most characters of a deck file that are read here."""
Json = dict[str, Any]


class Section(NamedTuple):
    """A section, and the numbers of the cards that receive there and that land there."""

    section: int
    receive: list[int]
    land: list[int]


def coverage(deck: Deck) -> list[Section]:
    """Every section of the deck, rising.

    >>> coverage(Deck.standard())[0]
    Section(section=1, receive=[1, 2, 13, 14, 21, 22], land=[1, 7, 19, 23])
    """
    return [
        Section(s, deck.numbers(deck.receiving[s]), deck.numbers(deck.landing[s]))
        for s in deck.sections
    ]


def beside(deck: Deck) -> dict[int, tuple[int, int]]:
    """Section → how many cards more (or, below zero, fewer) receive and land there than of the
    standard deck; sections of either deck, rising.
    """
    mine, theirs = (_by_section(coverage(d)) for d in (deck, Deck.standard()))
    found = {}
    for section in sorted(mine | theirs):
        one, two = (parts.get(section, Section(section, [], [])) for parts in (mine, theirs))
        found[section] = (len(one.receive) - len(two.receive), len(one.land) - len(two.land))
    return found


def _by_section(parts: list[Section]) -> dict[int, Section]:
    return {part.section: part for part in parts}


def compared(difference: int) -> str:
    """A difference in words.

    >>> compared(0), compared(1), compared(-2)
    ('as many', '1 more', '2 fewer')
    """
    if not difference:
        return "as many"
    return f"{difference} more" if difference > 0 else f"{-difference} fewer"


def oddities(deck: Deck) -> Iterator[str]:
    """What may be meant but is odd, a sentence each."""
    for section, receive, land in coverage(deck):
        if not receive:
            land_there = f"{cards_named(land)} land{'s' if len(land) == 1 else ''}"
            yield (
                f"No card receives section {section}, where {land_there}: such a ball is never "
                "returned, not even by a dive."
            )
        elif not land:
            yield f"No card lands on section {section}, so receiving there is of no use."
        elif len(receive) == 1:
            yield (
                f"Only card {receive[0]} receives section {section}: no smash there can be received "
                "in full."
            )
    faces: dict[Any, list[int]] = {}
    for card in deck:
        faces.setdefault((tuple(sorted(card.receives)), card.lands), []).append(card.number)
    for alike in faces.values():
        if len(alike) > 1:
            yield f"{capital(cards_named(alike))} have the same face."
    if all(len(part.land) < 2 for part in coverage(deck)):
        yield "No two cards land on the same section, so nobody can ever smash."


def differs(deck: Deck) -> str:
    """How the deck differs from the standard one, in a sentence.

    >>> differs(Deck.standard())
    'This is the standard deck.'
    """
    standard = Deck.standard()
    if deck == standard:
        return "This is the standard deck."
    if sorted(deck) == sorted(standard):
        return "These are the standard deck’s cards in another order."
    more = len(deck) - len(standard)
    head = f"{cards(len(deck))}, {f'{compared(more)} than' if more else 'as in'} the standard deck"
    changes = []
    for section, (receive, land) in beside(deck).items():
        said = [f"received by {compared(receive)}"] if receive else []
        said += [f"landed on by {compared(land)}"] if land else []
        if said:
            changes.append(f"section {section} is {' and '.join(said)}")
    if not changes:
        return f"{head}; every section is covered as there, by other faces."
    return f"{head}. {capital('; '.join(changes))}."


# ---------------------------------------------------------------------------------------- for boards
def answer(request: Json) -> Json:
    """The reply to ``{"do": "deck", "csv", "seed"?}``; the text is a deck file's.

    A deck that is none gives ``{"fault": {"text", "line", "column"}}``; line and column (card, receives
    or lands) are null where the fault lies in no single one. Else ``cards``, ``coverage``, ``differs``,
    ``oddities``, the file's text as ``csv``, and a match with this deck from the seed as ``record`` and
    as ``link`` (null where it is too long for one). ValueError with a sentence on any other bad input.
    """
    text = request.get("csv")
    if not isinstance(text, str):
        raise ValueError(f"csv must be the text of a deck file, not {checks.show(text)}.")
    seed = seeds.number(request.get("seed", 0))
    if len(text) > LONGEST:
        raise ValueError(f"csv has more than {LONGEST} characters, more than any deck drawn here.")
    try:
        deck = fitting(Deck.from_csv(f"{text}\n"), RuleSet())
        if len(deck) > MOST:
            raise ValueError(
                f"Decks of more than {MOST} cards are not drawn here, and this is one."
            )
    except ValueError as fault:
        return {"fault": _fault(str(fault))}
    if deck == Deck.standard():
        deck = Deck.standard()
    record = Match.new(seed=seed, deck=deck).record
    mine = _by_section(coverage(deck))
    return {
        "cards": [card.to_json() for card in deck],
        "court": deck.sections == COURT,
        "csv": deck.to_csv(),
        "coverage": [
            {
                **mine.get(section, Section(section, [], []))._asdict(),
                "beside": [compared(difference) for difference in differences],
            }
            for section, differences in beside(deck).items()
        ],
        "standard": deck == Deck.standard(),
        "differs": differs(deck),
        "oddities": list(oddities(deck)),
        "record": record,
        "link": links.write(record, 0, {"1": "rookie"}),
    }


def _fault(text: str) -> Json:
    """A refusal with the place it names."""
    found = re.match(r"Line (\d+):(?: (card|receives|lands)\b)?", text)
    return {
        "text": capital(text.removeprefix("deck: ")),
        "line": int(found[1]) if found else None,
        "column": found[2] if found else None,
    }
