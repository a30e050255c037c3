"""Result codes: what was agreed on paper, there and back, and every mistake of a tired pupil found."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grandslam import codes
from grandslam.seeds import branch, digest

VECTORS = [
    ("1.2", "maple", (53, 47), "1273-HE1T-2K"),
    ("1.1", "maple", (9, 11, 8, 12, 10, 10), "1153-HE6H-NWYN-M"),
    ("2.1", "maple", (14, 38, 34, 12, 2), "2173-HE30-JQFG-3"),
    ("2.2", "maple", (8622, 1378), "22Y3-HEA7-9DF"),
    ("9.1", "maple-12", (80, 16, 4), "917R-4N5V-697"),
    ("8.1", "maple-7", (1, 1, 0, 1, 1, 1, 0, 0, 1, 0), "810J-H811-DDC"),
]
CODE = "1273HE1T2K"


def refusal(text: Any) -> str:
    """The sentence with which a code is refused."""
    with pytest.raises(ValueError, match=r"\w") as refused:
        codes.read(text)
    line = str(refused.value)
    assert "\n" not in line
    assert line.endswith(".")
    return line


@pytest.mark.parametrize(("experiment", "word", "counts", "code"), VECTORS)
def test_codes_agreed_on_paper(
    experiment: str, word: str, counts: tuple[int, ...], code: str
) -> None:
    """Each agreed result has its agreed code, and the code says the result."""
    assert codes.write(experiment, word, counts) == code
    result = codes.read(code)
    assert (result.experiment, result.counts) == (experiment, counts)
    assert result.n == (10 if experiment == "8.1" else sum(counts))
    assert result.mark == codes.mark(word) == digest(f"tag/{word}") % 29**3


def test_repetitions_have_their_own_seeds() -> None:
    """The seed of a repetition is the number of word, experiment and repetition."""
    assert branch("Maple ", codes.place("1.1"), 0) == 147717842926299
    assert codes.place("10.1") == "A1"
    assert branch("maple", "A1", 3) == digest("maple/A1/3")


@pytest.mark.parametrize(
    ("experiment", "n", "length"),
    [
        *(("1.2", 10, 9), ("2.2", 100, 10), ("3.1", 600, 10), ("4.1", 10000, 11)),
        *(("1.1", 60, 13), ("1.1", 300, 16), ("1.1", 600, 17), ("6.1", 100, 16), ("8.1", 10, 11)),
    ],
)
def test_lengths(experiment: str, n: int, length: int) -> None:
    """Codes are as short as promised."""
    counts = [n] + [0] * (codes.COUNTS[experiment] - 1)
    if experiment == "8.1":
        counts = [1] * 10
    assert len(codes.write(experiment, "maple", counts).replace("-", "")) == length


@pytest.mark.parametrize("experiment", codes.COUNTS)
@given(luck=st.randoms(use_true_random=False))
def test_there_and_back(experiment: str, luck: random.Random) -> None:
    """Any counts of any experiment come back from their code."""
    n = luck.choice(codes.SIZES)
    cells = codes.COUNTS[experiment]
    cuts = sorted(luck.randint(0, n) for _ in range(cells - 1))
    counts = tuple(b - a for a, b in zip([0, *cuts], [*cuts, n], strict=True))
    if experiment == "8.1":
        n, counts = 10, tuple(luck.randint(0, 1) for _ in range(10))
    result = codes.read(codes.write(experiment, "maple-7", counts))
    assert result == (experiment, n, codes.mark("maple-7"), counts)


def test_the_rank_counts_in_lexicographic_order() -> None:
    """The lists of a length and a sum, in order, have the numbers 0, 1, 2 … and are told by them."""
    for n, length in ((4, 3), (5, 2), (3, 5)):
        lists = [c for c in product(range(n + 1), repeat=length) if sum(c) == n]
        assert [codes._rank(c) for c in lists] == list(range(len(lists)))
        assert [codes._unrank(rank, n, length) for rank in range(len(lists))] == lists


@pytest.mark.parametrize(
    "text",
    [
        "1273-HE1T-2K",
        "1273he1t2k",
        " 1273 HE1T 2K ",
        "i2.73–HEl T-2k",
        "I273 HEIT ZK",
        "1\u00a0273—HE1T2K",
    ],
)
def test_a_code_is_read_as_it_is_meant(text: str) -> None:
    """Case, gaps, dots and dashes do not matter, and look-alikes are taken for what they look like."""
    assert codes.read(text) == codes.read(CODE)


def test_every_look_alike() -> None:
    """The letters that codes do without are read as their doubles."""
    assert "BILOSUZ".translate(codes.READ_AS) == "81105V2"
    assert not set("BILOSUZ") & set(codes.ALPHABET)
    assert len(set(codes.ALPHABET)) == 29


def test_one_wrong_letter_is_found() -> None:
    """No code with one letter changed is read."""
    tried = 0
    for at, letter in product(range(len(CODE)), codes.ALPHABET):
        if letter != CODE[at]:
            refusal(CODE[:at] + letter + CODE[at + 1 :])
            tried += 1
    assert tried == 280


def test_two_wrong_letters_are_found() -> None:
    """No code with two letters changed passes."""
    tried = 0
    for first, second in combinations(range(len(CODE)), 2):
        for a, b in product(codes.ALPHABET, repeat=2):
            if a != CODE[first] and b != CODE[second]:
                letters = list(CODE)
                letters[first], letters[second] = a, b
                with pytest.raises(ValueError, match="code"):
                    codes.read("".join(letters))
                tried += 1
    assert tried == 35280


def test_two_swapped_letters_are_found() -> None:
    """No code with two letters swapped passes, neighbours or not."""
    tried = 0
    for first, second in combinations(range(len(CODE)), 2):
        if CODE[first] != CODE[second]:
            letters = list(CODE)
            letters[first], letters[second] = letters[second], letters[first]
            refusal("".join(letters))
            tried += 1
    assert tried == 43


def with_checks(body: str) -> str:
    """A code of these letters with two checks that fit."""
    for a, b in product(codes.ALPHABET, repeat=2):
        values = [codes.ALPHABET.index(letter) for letter in reversed(body + a + b)]
        if not sum(values) % 29 and not sum(2**i * v for i, v in enumerate(values)) % 29:
            return body + a + b
    raise AssertionError


def test_each_refusal_says_why() -> None:
    """What is no code is refused with the reason that a pupil can act on."""
    assert with_checks(CODE[:-2]) == CODE
    assert "'?'" in refusal("1273-HE1?-2K")
    assert "'Ä'" in refusal("1273-HE1ä-2K")
    assert "too short" in refusal("")
    assert "too short" in refusal("1273")
    assert refusal(CODE[:-1]).endswith("one that begins with 127 has 10 letters, this one 9.")
    assert "mistyped" in refusal("1273-HE1T-2M")
    assert "mistyped" in refusal(CODE + "0" * 50_000)
    assert "no such experiment" in refusal(with_checks("137" + CODE[3:-2]))
    assert "no such experiment" in refusal(with_checks("027" + CODE[3:-2]))
    assert "impossible" in refusal(with_checks("1273HEYY"))  # more than 100 of 100
    assert "impossible" in refusal(with_checks("1273HE01T"))  # a letter too many
    assert "impossible" in refusal(with_checks("811JH8011"))  # 8.1 has ten results, not 20
    assert "impossible" in refusal(with_checks("810JH8YYY"))  # more than ten bits
    for strange in (None, 1273, ["1273"]):
        assert refusal(strange)


@pytest.mark.parametrize(
    ("experiment", "counts"),
    [
        ("1.3", (5, 5)),
        ("1.2", (5, 5, 0)),
        ("1.2", (11, -1)),
        ("1.2", (5, 6)),
        ("1.2", (10000, 10000)),
        ("8.1", (1, 0, 1)),
        ("8.1", (2, 0, 0, 0, 0, 0, 0, 0, 0, 8)),
        ("8.1", ("1", "0") * 5),
        ("1.2", (50.0, 50.0)),
        ("1.2", (None, 50)),
        ("1.2", 100),
        ("1.2", None),
        (12, (5, 5)),
    ],
)
def test_counts_that_have_no_code(experiment: Any, counts: Any) -> None:
    """Counts that do not fit the experiment, or a number of repetitions without code, are refused."""
    with pytest.raises(ValueError, match=r"\.$"):
        codes.write(experiment, "maple", counts)
