"""Seeds: whole numbers from 0 to 2⁴⁸ − 1, exact in JavaScript too; a word stands for one."""

from __future__ import annotations

import hashlib
import unicodedata

from grandslam import checks

LIMIT = 2**48


def digest(text: str) -> int:
    """The number of any text: the first six bytes, big-endian, of the SHA-256 of its UTF-8."""
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:6], "big")


def number(seed: int | str) -> int:
    """The seed that a number or a word stands for; ValueError with a sentence otherwise.

    A word is read the same whatever its case, width and blanks: 1 to 24 letters, digits and dashes.

    >>> number("maple"), number(" Maple "), number(42)
    (81272905991787, 81272905991787, 42)
    """
    if not isinstance(seed, str):
        return checks.whole(seed, "seed", 0, LIMIT - 1)
    text = unicodedata.normalize("NFKC", seed).strip().casefold()
    word = "-".join(unicodedata.normalize("NFKC", text).split())
    if not 1 <= len(word) <= 24 or not all(
        letter == "-" or unicodedata.category(letter)[0] in "LMN" for letter in word
    ):
        raise ValueError(
            f"A seed word is 1 to 24 letters, digits and dashes, not {checks.show(seed)}."
        )
    return digest(word)
