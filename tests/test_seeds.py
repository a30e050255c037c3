"""Seed words become the same numbers, and the numbers the same shuffles, everywhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grandslam.seeds import number


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("maple", 81272905991787),
        (" Maple ", 81272905991787),
        ("ＭＡＰＬＥ", 81272905991787),
        ("maple-7", 237462681967933),
        ("maple 7", 237462681967933),
        (" maple \t 7 ", 237462681967933),
        ("그랜드 슬램", 217547271527485),
        ("Straße", 25123030698103),
        ("strasse", 25123030698103),
        ("दिल्ली", 72637427631140),
    ],
)
def test_words_and_their_numbers(word: str, expected: int) -> None:
    """A word, however it is typed, gives the number that was agreed for it."""
    assert number(word) == expected


def test_the_first_chance_of_a_word() -> None:
    """The standard generator, fed with a word's number, starts as it did on the day of release."""
    assert random.Random(number("maple")).random() == 0.9868162123338013


@pytest.mark.parametrize("value", [0, 1, 42, 2**48 - 1])
def test_whole_numbers_are_seeds_as_they_are(value: int) -> None:
    """A whole number below 2 to the power of 48 is its own seed."""
    assert number(value) == value


@pytest.mark.parametrize(
    "value", ["", "   ", "a" * 25, "maple!", "a_b", "a.b", "1/2", "🎾", "a\x00b", -1, 2**48]
)
def test_what_is_no_seed_is_refused(value: Any) -> None:
    """Words of other signs or more than 24, and numbers out of range, are refused in words."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        number(value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("value", [True, 1.0, None, b"maple", ["maple"]])
def test_other_types_are_refused(value: Any) -> None:
    """A seed is a word or a whole number; nothing else passes for one."""
    with pytest.raises((ValueError, TypeError)):
        number(value)
