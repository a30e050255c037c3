"""Seeds: whole numbers from 0 to 2⁴⁸ − 1, exact in JavaScript too; a word stands for one.

From a seed come others (``branch``), one for each match or repetition, and shuffles (``shuffle``).
"""

from __future__ import annotations

import hashlib
import random
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from grandslam import checks

LIMIT = 2**48
Item = TypeVar("Item")


def digest(text: str) -> int:
    """The number of any text: the first six bytes, big-endian, of the SHA-256 of its UTF-8."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:6], "big")


def word(text: str, where: str = "A seed word") -> str:
    """A seed word as it is read, whatever its case, width and blanks; ValueError if it is none.

    >>> word(" Maple  7 ")
    'maple-7'
    """
    if not isinstance(text, str):
        raise ValueError(f"{where} must be a word, not {checks.show(text)}.")
    return _word(text, where)


@lru_cache(maxsize=256)
def _word(text: str, where: str) -> str:
    """The word, read once."""
    read = unicodedata.normalize("NFKC", text).strip().casefold()
    read = "-".join(unicodedata.normalize("NFKC", read).split())
    if not 1 <= len(read) <= 24 or not all(
        letter == "-" or unicodedata.category(letter)[0] in "LMN" for letter in read
    ):
        shown = checks.show(text)
        raise ValueError(f"{where} must be 1 to 24 letters, digits and dashes, not {shown}.")
    return read


def number(seed: int | str) -> int:
    """The seed that a number or a word stands for; ValueError with a sentence otherwise.

    >>> number("maple"), number(" Maple "), number(42)
    (81272905991787, 81272905991787, 42)
    """
    if not isinstance(seed, str):
        return checks.whole(seed, "seed", 0, LIMIT - 1)
    return digest(word(seed))


def branch(seed: int | str, *way: object) -> int:
    """The seed at the end of a way from another: the number of ``seed/…/…``.

    >>> branch("Maple", 11, 0) == digest("maple/11/0"), branch(42, 7) == digest("42/7")
    (True, True)
    """
    start = word(seed) if isinstance(seed, str) else number(seed)
    return digest("/".join(map(str, (start, *way))))


@lru_cache(maxsize=64)
def _swaps(count: int) -> list[tuple[int, int]]:
    """The places that a shuffle of so many cards goes through, and the bits it draws for each."""
    return [(last, (last + 1).bit_length()) for last in range(count - 1, 0, -1)]


def shuffle(luck: random.Random, pile: Iterable[Item]) -> list[Item]:
    """``random.shuffle`` of a copy, spelled out: the same draws in a third of the time, and not at
    the mercy of a later Python's ``shuffle``.
    """
    cards = list(pile)
    bits = luck.getrandbits
    for last, width in _swaps(len(cards)):
        other = bits(width)
        while other > last:
            other = bits(width)
        cards[last], cards[other] = cards[other], cards[last]
    return cards
