"""Cards and decks.

A deck is data: any CSV file of the form of ``decks/standard.csv`` makes one, and nothing but that
file knows the 24 faces of the standard deck (our reconstruction; no source prints them).

Inside the engine a set of cards is a whole number, one bit a card in rising order of card numbers.
That keeps positions small and lets tables answer 'which of these receive there?' in one look-up.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from grandslam import checks

HIGHEST = 9999
"""The highest number of a card or a section."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One face: its number, the sections of its owner's half where it receives, where it lands."""

    number: int
    receives: tuple[int, ...]
    lands: int

    def to_json(self) -> dict[str, Any]:
        """The face as an object."""
        return {"card": self.number, "receives": list(self.receives), "lands": self.lands}


class Tables(dict[Callable[["Deck"], Any], Any]):
    """What rules work out about a deck: ``tables[make]`` is ``make(deck)``, worked out once."""

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    def __missing__(self, make: Callable[[Deck], Any]) -> Any:
        made = self[make] = make(self.deck)
        return made


class Deck:
    """One player's cards, all different, in the order of their file.

    >>> deck = Deck.standard()
    >>> len(deck), deck[13]
    (24, Card(number=13, receives=(1, 2), lands=2))
    >>> [card.number for card in deck if 1 in card.receives]
    [1, 2, 13, 14, 21, 22]
    >>> deck
    Deck.standard()
    """

    def __init__(self, cards: Iterable[Card], name: str | None = None) -> None:
        """A deck of these cards; ValueError where a card is wrong or stands twice."""
        self.cards = tuple(cards)
        self.name = name
        by_number: dict[int, Card] = {}
        for card in self.cards:
            checks.whole(card.number, "A card's number", 1, HIGHEST)
            checks.whole(card.lands, f"The section on which card {card.number} lands", 1, HIGHEST)
            for section in card.receives:
                checks.whole(section, f"A section that card {card.number} receives", 1, HIGHEST)
            if not card.receives:
                raise ValueError(f"Card {card.number} must receive at least one section.")
            if len(set(card.receives)) < len(card.receives):
                raise ValueError(f"Card {card.number} names a section twice.")
            if card.number in by_number:
                raise ValueError(f"Card {card.number} stands twice in the deck.")
            by_number[card.number] = card
        if not by_number:
            raise ValueError("A deck needs cards.")
        self._by_number = by_number
        self.bit = {number: 1 << rank for rank, number in enumerate(sorted(by_number))}
        """Card number → its bit."""
        self.card_of = {self.bit[card.number]: card for card in self.cards}
        """Bit → card."""
        self.order = tuple(self.bit[card.number] for card in self.cards)
        """The bits in the order of the file, from which every shuffle starts."""
        self.sections = tuple(
            sorted({s for card in self.cards for s in (*card.receives, card.lands)})
        )
        self.receiving = {
            s: sum(self.bit[c.number] for c in self.cards if s in c.receives) for s in self.sections
        }
        """Section → the cards that receive there."""
        self.landing = {
            s: sum(self.bit[c.number] for c in self.cards if c.lands == s) for s in self.sections
        }
        """Section → the cards that land there."""
        self.tables = Tables(self)

    # ------------------------------------------------------------ making
    @staticmethod
    @lru_cache(maxsize=1)
    def standard() -> Deck:
        """The standard deck: six sections, each received by six cards and attacked by four."""
        text = resources.files("grandslam").joinpath("decks/standard.csv").read_text("utf-8")
        return Deck(_read(text), "standard")

    @classmethod
    def from_csv(cls, source: str | Path) -> Deck:
        r"""A deck from a CSV file's path, or from its text (anything with a line break in it).

        Columns ``card,receives,lands``; sections in ``receives`` are parted by blanks.
        ValueError names the line and what was expected.

        >>> Deck.from_csv("card,receives,lands\n1,1 2,3\n2,x,1\n")
        Traceback (most recent call last):
        ValueError: Line 3: receives must be whole numbers parted by blanks, such as '1 2', not 'x'.
        """
        if isinstance(source, Path) or ("\n" not in source and "\r" not in source):
            try:
                source = Path(source).read_text("utf-8-sig")
            except OSError as fault:
                raise ValueError(
                    f"The deck file {checks.show(str(source))} cannot be read: {fault.strerror}."
                ) from None
            except UnicodeDecodeError:
                raise ValueError("The deck file must be text in UTF-8.") from None
        return cls(_read(source))

    @classmethod
    def from_json(cls, value: object, where: str = "deck") -> Deck:
        """A deck from its name or from a list of ``{"card", "receives", "lands"}``."""
        if value == "standard":
            return cls.standard()
        if isinstance(value, str):
            raise ValueError(
                f"{where} must be 'standard' or a list of cards, not {checks.show(value)}."
            )
        cards = []
        for index, entry in enumerate(checks.a_list(value, where)):
            place = f"{where}[{index}]"
            checks.an_object(entry, place, ["card", "receives", "lands"])
            receives = checks.a_list(entry["receives"], f"{place}.receives")
            cards.append(
                Card(
                    checks.whole(entry["card"], f"{place}.card", 1, HIGHEST),
                    tuple(checks.whole(s, f"{place}.receives", 1, HIGHEST) for s in receives),
                    checks.whole(entry["lands"], f"{place}.lands", 1, HIGHEST),
                )
            )
        try:
            return cls(cards)
        except ValueError as fault:
            raise ValueError(f"{where}: {fault}") from None

    def to_json(self) -> str | list[dict[str, Any]]:
        """Its name, or the list of its cards in the order of the file."""
        if self.name:
            return self.name
        return [card.to_json() for card in self.cards]

    def to_csv(self) -> str:
        """The text of the file that makes this deck."""
        rows = (f"{c.number},{' '.join(map(str, c.receives))},{c.lands}\n" for c in self.cards)
        return "card,receives,lands\n" + "".join(rows)

    # ------------------------------------------------------------ reading
    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __getitem__(self, number: int) -> Card:
        return self._by_number[number]

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Deck) and self.cards == other.cards)

    @cached_property
    def _hash(self) -> int:
        return hash(self.cards)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Deck.{self.name}()" if self.name else f"Deck.from_json({self.to_json()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Deck.from_json, (self.to_json(),))

    def numbers(self, cards: int) -> list[int]:
        """The numbers of a set of cards, rising."""
        return [number for number, bit in self.bit.items() if cards & bit]

    def apart(self, cards: int) -> list[int]:
        """The single cards of a set, as bits, rising."""
        found = []
        while cards:
            card = cards & -cards
            cards ^= card
            found.append(card)
        return found

    def bits(self, numbers: Iterable[int]) -> int:
        """The set of cards with these numbers."""
        return sum(self.bit[number] for number in numbers)


class Seat(NamedTuple):
    """The cards of one seat; ``hand`` and ``row`` are sets, ``deck`` runs from the top down,
    ``discard`` from the oldest card on (both as tuples of bits).
    """

    hand: int
    row: int
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    limit: int


seat_of: Callable[[tuple[int, int, tuple[int, ...], tuple[int, ...], int]], Seat]
seat_of = partial(tuple.__new__, Seat)
"""A seat of its five parts as one tuple: what ``Seat(…)`` gives, in a third of the time."""


def _read(text: str) -> list[Card]:
    """The cards of a deck file."""
    lines = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    header = next(lines, [])
    if [name.strip() for name in header] != ["card", "receives", "lands"]:
        raise ValueError(
            f"Line 1: the first line must be 'card,receives,lands', not {checks.show(','.join(header))}."
        )
    cards: dict[int, Card] = {}
    try:
        for row in lines:
            if not any(cell.strip() for cell in row):
                continue
            place = f"Line {lines.line_num}"
            if len(row) != 3:
                raise ValueError(
                    f"{place}: three values are needed, card, receives and lands, not {len(row)}."
                )
            number = _number(row[0], f"{place}: card")
            sections = [_digits(word) for word in row[1].split()]
            if not sections or None in sections:
                raise ValueError(
                    f"{place}: receives must be whole numbers parted by blanks, such as '1 2', "
                    f"not {checks.show(row[1].strip())}."
                )
            receives = tuple(s for s in sections if s is not None)
            if len(set(receives)) < len(receives):
                raise ValueError(f"{place}: receives names a section twice.")
            if number in cards:
                raise ValueError(f"{place}: card {number} has stood before; a number is used once.")
            cards[number] = Card(number, receives, _number(row[2], f"{place}: lands"))
    except csv.Error as fault:
        raise ValueError(f"Line {lines.line_num}: this is no CSV: {fault}.") from None
    if not cards:
        raise ValueError(
            "Line 2: the first card is missing; a line such as '1,1 2,3' was expected."
        )
    return list(cards.values())


def _digits(word: str) -> int | None:
    ok = word.isascii() and word.isdigit() and len(word) <= 4 and int(word) >= 1
    return int(word) if ok else None


def _number(cell: str, place: str) -> int:
    number = _digits(cell.strip())
    if number is None:
        raise ValueError(
            f"{place} must be a whole number from 1 to {HIGHEST}, not {checks.show(cell.strip())}."
        )
    return number
