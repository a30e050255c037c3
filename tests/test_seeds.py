"""Seed words become the same numbers, and the numbers the same shuffles, everywhere."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grandslam.seeds import branch, digest, number, shuffle, word


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
    with pytest.raises(ValueError, match=r"^seed must be a whole number"):
        number(value)
    with pytest.raises(ValueError, match=r"^A seed word must be a word, not"):
        word(value)


@pytest.mark.parametrize("seed", ["maple", " Maple ", "ＭＡＰＬＥ"])
def test_a_branch_is_the_number_of_its_way(seed: str) -> None:
    """From a word on, the numbers of `word/…` are those agreed for repetitions."""
    assert branch(seed, "11", 0) == branch(seed, 11, 0) == 147717842926299
    assert word(seed) == "maple"
    assert branch(42, 7) == digest("42/7")


@pytest.mark.parametrize("seed", ["maple/11", "", -1, 2**48, 1.5])
def test_no_branch_grows_from_what_is_no_seed(seed: Any) -> None:
    """A branch wants the same seeds as everything else."""
    with pytest.raises(ValueError, match=r"\.$"):
        branch(seed, 0)


def test_shuffling_is_what_it_was() -> None:
    """A shuffle is Python's own, and one golden deal stays as it was on the day of release."""
    golden = [15, 7, 11, 5, 9, 21, 3, 2, 18, 17, 6, 16, 19, 20, 23, 24, 13, 22, 8, 1, 10, 14, 4, 12]
    assert shuffle(random.Random(number("maple")), range(1, 25)) == golden
    for seed in range(200):
        cards = list(range(seed % 30))
        random.Random(seed).shuffle(cards)
        assert shuffle(random.Random(seed), range(seed % 30)) == cards
