"""Result codes: what an experiment counted, as a line short enough to be read out in a classroom.

A code such as ``1273-HE1T-2K`` has letters that are hardly mistaken for one another:

- the lesson (A is 10), the experiment in it, the number of repetitions (a place in ``SIZES``);
- three for the seed word, not to be turned back into it (``mark``);
- the counts, as one number: the rank of their list among all lists of so many counts with that sum,
  in lexicographic order;
- two checks. The letters' values add up to 0 modulo 29, and so do the values times 1, 2, 4 … from the
  right. Two is a generator modulo 29, so one or two wrong letters, or two that are swapped, are found.

In 8.1 the counts are ten ones and zeros, the results in their order, and stand as a number of ten bits.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from grandslam import checks, seeds

ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY"
BASE = len(ALPHABET)
READ_AS = str.maketrans("BILOSUZ", "8110" + "5V2", " .-‐‑‒–—―−\t\r\n\u00a0")
"""Letters that are taken for others, and what is passed over, dashes of every kind."""
LESSONS = "123456789A"
SIZES = (
    *(10, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 240, 250, 300, 400, 500, 600, 800, 1000),
    *(1200, 1500, 2000, 2400, 2500, 3000, 4000, 5000, 6000, 10000),
)
"""The numbers of repetitions that have a code."""
IN_ORDER = "8.1"
"""The experiment whose ten results a code carries in their order."""
COUNTS = {f"{lesson}.{number}": 2 for lesson in range(1, 11) for number in (1, 2)}
COUNTS |= {"1.1": 6, "2.1": 5, "6.1": 8, IN_ORDER: 10, "8.2": 5, "9.1": 3, "9.2": 4}
"""Experiment → how many counts its code carries."""
LONGEST = 32
"""More letters than any code has."""


class Result(NamedTuple):
    """What a code says: the experiment, its repetitions, the mark of the seed word and the counts."""

    experiment: str
    n: int
    mark: int
    counts: tuple[int, ...]


def place(experiment: str) -> str:
    """An experiment's two letters in codes and seeds.

    >>> place("1.2"), place("10.1")
    ('12', 'A1')
    """
    lesson, _, number = experiment.partition(".")
    return LESSONS[int(lesson) - 1] + number


def mark(word: str) -> int:
    """The number, below 29³, by which codes of one seed word know each other."""
    return seeds.digest(f"tag/{seeds.word(word)}") % BASE**3


def write(experiment: str, word: str, counts: tuple[int, ...] | list[int]) -> str:
    """The code of these counts, in fours; ValueError where they have none.

    >>> write("1.2", "maple", [53, 47])
    '1273-HE1T-2K'
    """
    checks.one_of(experiment, "experiment", COUNTS)
    most = 1 if experiment == IN_ORDER else SIZES[-1]
    if (
        not isinstance(counts, (tuple, list))
        or len(counts) != COUNTS[experiment]
        or not all(isinstance(count, int) and 0 <= count <= most for count in counts)
    ):
        wanted = f"{COUNTS[experiment]} counts from 0 to {most}"
        raise ValueError(f"The code of experiment {experiment} is made of {wanted}.")
    if experiment == IN_ORDER:
        n, number = len(counts), int("".join(map(str, counts)), 2)
    else:
        n, number = sum(counts), _rank(counts)
    if n not in SIZES:
        raise ValueError(f"A code is made for {checks.listed(SIZES, 'or')} repetitions, not {n}.")
    values = [ALPHABET.index(letter) for letter in place(experiment)]
    values += [SIZES.index(n), *_digits(mark(word), 3), *_digits(number, _width(experiment, n))]
    once, doubled = _sums([*values, 0, 0])
    values += [(once - doubled) % BASE, (doubled - 2 * once) % BASE]
    text = "".join(ALPHABET[value] for value in values)
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def read(text: str) -> Result:
    """What a code says; ValueError with a sentence where it is none.

    >>> read("i273 he1t 2k")
    Result(experiment='1.2', n=100, mark=3000, counts=(53, 47))
    """
    if not isinstance(text, str):
        raise ValueError(f"A code is a line of text, not {checks.show(text)}.")
    letters = text.upper().translate(READ_AS)
    for letter in letters:
        if letter not in ALPHABET:
            raise ValueError(f"{checks.show(letter)} is not a letter of a code.")
    values = [ALPHABET.index(letter) for letter in letters]
    experiment = next((e for e in COUNTS if len(letters) > 2 and place(e) == letters[:2]), None)
    length = 9
    if experiment is not None:
        length = 8 + _width(experiment, SIZES[values[2]])
    if len(values) < length:
        begins = f" that begins with {letters[:3]}" if experiment else ""
        raise ValueError(
            f"This code is too short: one{begins} has {length} letters{'' if begins else ' or more'}, "
            f"this one {len(values)}."
        )
    if len(values) > LONGEST or any(total % BASE for total in _sums(values)):
        raise ValueError("This code is mistyped: compare it with the screen, letter by letter.")
    if experiment is None:
        raise ValueError(f"There is no such experiment: no code begins with {letters[:2]}.")
    n, number = SIZES[values[2]], _number(values[6:-2])
    if len(values) > length or number >= _lists(experiment, n):
        raise ValueError("This code is impossible: no counts belong to it.")
    if experiment == IN_ORDER:
        counts = tuple(int(bit) for bit in f"{number:010b}")
    else:
        counts = _unrank(number, n, COUNTS[experiment])
    return Result(experiment, n, _number(values[3:6]), counts)


def _lists(experiment: str, n: int) -> int:
    """How many lists of counts there are for n repetitions."""
    if experiment == IN_ORDER:
        return 2**n if n == COUNTS[IN_ORDER] else 0
    return comb(n + COUNTS[experiment] - 1, n)


def _width(experiment: str, n: int) -> int:
    """How many letters the counts take: as few as tell all lists apart."""
    width, lists = 1, _lists(experiment, n)
    while BASE**width < lists:
        width += 1
    return width


def _rank(counts: tuple[int, ...] | list[int]) -> int:
    """The place of a list of counts among all lists of its length and sum: before it stand, for each
    of its counts, the lists that begin alike and have less there.
    """
    left, rank = sum(counts), 0
    for later, count in zip(range(len(counts) - 1, 0, -1), counts, strict=False):
        rank += comb(left + later, later) - comb(left - count + later, later)
        left -= count
    return rank


def _unrank(rank: int, n: int, length: int) -> tuple[int, ...]:
    """The list of counts at a place."""
    counts = []
    for later in range(length - 1, 0, -1):
        count = 0
        while rank >= (lists := comb(n - count + later - 1, later - 1)):
            rank -= lists
            count += 1
        counts.append(count)
        n -= count
    return (*counts, n)


def _digits(number: int, width: int) -> list[int]:
    """A number in the base of the code, highest digit first."""
    return [number // BASE**power % BASE for power in range(width - 1, -1, -1)]


def _number(digits: list[int]) -> int:
    """The number of these digits."""
    number = 0
    for digit in digits:
        number = number * BASE + digit
    return number


def _sums(values: list[int]) -> tuple[int, int]:
    """The values added up, and added up times 1, 2, 4 … from the right."""
    return sum(values), sum(value << at for at, value in enumerate(reversed(values)))
