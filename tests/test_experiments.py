"""The experiments of the course: exact chances, repetitions that can be dealt by hand, plain words."""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
import re
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import naive
import pytest
from naive import Obj
from positions import point

from grandslam import Deck, codes, experiments
from grandslam.charts import wilson
from grandslam.experiments import EXPERIMENTS, usual
from grandslam.rulesets import RuleSet
from grandslam.seeds import branch
from grandslam.table import answer

if TYPE_CHECKING:
    from collections.abc import Callable

IDS = list(EXPERIMENTS)
STANDARD = list(naive.STANDARD)
SMALL = [
    {"card": n, "receives": [1 + n % 3] if n % 5 else sorted({1 + n % 3, 4}), "lands": 1 + n % 4}
    for n in range(1, 13)
]
"""Twelve cards, so that every hand can be counted."""


def ask(**request: Any) -> Obj:
    """The reply at the one door, as it arrives on a page: as JSON."""
    reply: Obj = json.loads(json.dumps(answer(request), allow_nan=False))
    assert "error" not in reply, reply
    return reply


def described(id_: str, **more: Any) -> Obj:
    """What an experiment is."""
    return ask(do="experiment", id=id_, **more)


def results(id_: str, word: str, first: int, end: int, **more: Any) -> list[int]:
    """Some repetitions."""
    reply = ask(do="experiment", id=id_, word=word, **{"from": first, "to": end}, **more)
    found: list[int] = reply["results"]
    assert len(found) == end - first
    return found


def inputs(id_: str, **more: Any) -> list[Any]:
    """Everything that can be chosen in an experiment."""
    choice = described(id_, **more)["input"]
    return [entry["value"] for entry in choice["choices"]] if choice else [None]


ALL = [(id_, value) for id_ in IDS for value in inputs(id_)]


# ---------------------------------------------------------------- exact chances
@pytest.mark.parametrize(
    ("id_", "value", "exact"),
    [
        ("1.1", None, ["1/6"] * 6),
        ("1.2", None, ["3/23", "20/23"]),
        *(
            ("2.1", section, [f"{k}/134596" for k in (18564, 51408, 45900, 16320, 2404)])
            for section in range(1, 7)
        ),
        ("2.2", 3, ["151/253", "102/253"]),
        ("2.2", 4, ["1261/1771", "510/1771"]),
        ("2.2", 5, ["202/253", "51/253"]),
        ("3.1", None, ["32625/33649", "1024/33649"]),
        *(("3.2", section, ["84627/134596", "49969/134596"]) for section in (1, 3)),
        *(("3.2", section, ["11489/19228", "7739/19228"]) for section in (4, 6)),
        *(("3.2", section, ["19078/33649", "14571/33649"]) for section in (2, 5)),
        *(("4.1", section, ["1/3", "2/3"]) for section in range(1, 7)),
        ("4.2", None, ["4/15", "11/15"]),
    ],
)
def test_exact_chances_of_the_standard_deck(id_: str, value: int | None, exact: list[str]) -> None:
    """Every experiment stands beside the chances that the lessons give."""
    outcomes = described(id_, input=value)["outcomes"]
    assert [outcome["exact"] for outcome in outcomes] == exact
    for outcome in outcomes:
        assert outcome["value"] == float(Fraction(outcome["exact"]))
        assert outcome["how"] == "exact"


def hands(cards: int) -> list[tuple[int, ...]]:
    """Every hand of the small deck."""
    return list(itertools.combinations(range(1, 13), cards))


@pytest.mark.parametrize(
    ("id_", "value"), [(i, v) for i in IDS if i != "4.2" for v in inputs(i, deck=SMALL)]
)
def test_another_deck_is_counted_anew(id_: str, value: int | None) -> None:
    """With a deck of twelve cards the exact chances are those of all hands, written out."""
    faces = naive.faces(SMALL)
    hand = (value or 3) if id_ == "2.2" else 6
    section = value if id_ in ("2.1", "3.2", "4.1") else 1
    lands = [face.lands for face in faces.values()]
    if id_ == "1.1":
        wanted = [Fraction(lands.count(s), 12) for s in sorted(set(lands))]
    elif id_ == "1.2":
        alike = sum(faces[a].lands == faces[b].lands for a, b in hands(2))
        wanted = [Fraction(alike, 66), 1 - Fraction(alike, 66)]
    else:
        seen = []
        for cards in hands(hand):
            able = [card for card in cards if section in faces[card].receives]
            if id_ == "2.1":
                seen.append(min(len(able), 4))
            elif id_ == "2.2":
                seen.append(int(not able))
            elif id_ == "3.1":
                seen.append(int(len({faces[card].lands for card in cards}) == len(cards)))
            elif id_ == "3.2":
                obj = point(list(cards), section or 1) | {"deck": SMALL}
                seen.append(int(not any("+" in move for move in naive.original_shots(obj))))
            elif not able:
                rest = [card for card in faces if card not in cards]
                seen += [int(section not in faces[card].receives) for card in rest]
        size = 5 if id_ == "2.1" else 2
        wanted = [Fraction(seen.count(place), len(seen)) for place in range(size)]
    reply = described(id_, input=value, deck=SMALL)
    assert [Fraction(outcome["exact"]) for outcome in reply["outcomes"]] == wanted


@pytest.mark.parametrize(("id_", "value"), ALL)
def test_repetitions_come_near_their_chances(id_: str, value: int | None) -> None:
    """Of 2,000 repetitions each outcome is within four standard deviations of its exact chance."""
    found = results(id_, "tolerance", 0, 2000, input=value)
    for place, outcome in enumerate(described(id_, input=value)["outcomes"]):
        chance = outcome["value"]
        assert abs(found.count(place) - 2000 * chance) < 4 * (2000 * chance * (1 - chance)) ** 0.5


# ---------------------------------------------------------------- repetitions
def shuffled(luck: random.Random, cards: list[int]) -> list[int]:
    """The cards as Python itself shuffles them."""
    cards = list(cards)
    luck.shuffle(cards)
    return cards


def by_hand(id_: str, section: int | None, luck: random.Random) -> int:
    """One repetition, played with the naive referee."""
    faces = naive.STANDARD
    if id_ == "4.2":
        hand, discard = [3, 5, 9, 11, 16, 19], [8, 13, 22]
        left = [card for card in STANDARD if card not in hand + discard]
        obj = point(hand, 1, deck=shuffled(luck, left))
        obj["seats"][1]["discard"] = discard
        return int(naive.play(obj, "dive 3")["phase"] == "over")
    cards = shuffled(luck, STANDARD)
    if id_ == "1.1":
        return faces[cards[0]].lands - 1
    if id_ == "1.2":
        return int(faces[cards[0]].lands != faces[cards[1]].lands)
    if id_ == "2.2":
        return int(not naive.receivers(point(cards[: section or 3], 1)))
    if id_ == "3.1":
        return int(len({faces[card].lands for card in cards[:6]}) == 6)
    obj = point(cards[:6], section or 1, deck=cards[6:])
    if id_ == "2.1":
        return min(len(naive.receivers(obj)), 4)
    if id_ == "3.2":
        return int(not any("+" in move for move in naive.legal_moves(obj)))
    while naive.receivers(obj):
        cards = shuffled(luck, STANDARD)
        obj = point(cards[:6], section or 1, deck=cards[6:])
    return int(naive.play(obj, f"dive {cards[0]}")["phase"] == "over")


@pytest.mark.parametrize(("id_", "value"), ALL)
def test_repetitions_are_those_that_can_be_dealt_by_hand(id_: str, value: int | None) -> None:
    """Each repetition is what its own seed deals, by Python's shuffle and the naive referee."""
    place = id_.replace(".", "")
    for index, result in enumerate(results(id_, "Maple ", 0, 60, input=value)):
        luck = random.Random(branch("maple", place, index))
        assert result == by_hand(id_, value, luck), index


def test_a_hand_is_the_one_that_a_match_deals() -> None:
    """The hand of a repetition is seat 0's in a match with the repetition's seed."""
    for index, result in enumerate(results("2.1", "oak", 0, 40, input=4)):
        position, _ = naive.first_point(
            RuleSet().to_json(), branch("oak", "21", index), 0, "standard"
        )
        hand = position["seats"][0]["hand"]
        assert result == min(sum(4 in naive.STANDARD[card].receives for card in hand), 4)


GOLDEN = {
    "1.1": "50225210500335511354",
    "1.2": "10111110011111111111",
    "2.1": "11112323111214231121",
    "2.2": "00000101011011011000",
    "3.1": "00000100000000000000",
    "3.2": "01100011010100000001",
    "4.1": "11011111110101111011",
    "4.2": "01010111101111101111",
}


@pytest.mark.parametrize("id_", IDS)
def test_results_stay_what_they_were(id_: str) -> None:
    """What a class has counted is counted so again, in every later version."""
    assert "".join(map(str, results(id_, "maple", 0, 20))) == GOLDEN[id_]


@pytest.mark.parametrize("id_", IDS)
def test_batches_change_nothing(id_: str) -> None:
    """Repetitions are the same however they are cut into batches, and however the word is typed."""
    whole = results(id_, "maple", 0, 50)
    assert results(id_, " Maple", 0, 7) + results(id_, "ＭＡＰＬＥ", 7, 50) == whole
    assert results(id_, "maple", 30, 31) == whole[30:31]
    assert results(id_, "maple", 20, 20) == []
    assert results(id_, "maple-7", 0, 50) != whole or len(set(whole)) == 1
    reply = ask(do="experiment", id=id_, word=" Maple", **{"from": 3, "to": 5})
    choice = described(id_)["input"]
    assert (reply["id"], reply["word"], reply["from"], reply["to"]) == (id_, "maple", 3, 5)
    assert reply["input"] == (choice["value"] if choice else None)


# ---------------------------------------------------------------- words
@pytest.mark.parametrize(("id_", "value"), ALL)
def test_an_experiment_says_what_it_is(id_: str, value: int | None) -> None:
    """Title, question, what a repetition is, outcomes and prediction are there, in words."""
    reply = described(id_, input=value)
    assert (reply["id"], reply["lesson"]) == (id_, int(id_[0]))
    labels = [outcome["label"] for outcome in reply["outcomes"]]
    assert len(set(labels)) == len(labels) == codes.COUNTS[id_]
    assert sum(Fraction(outcome["exact"]) for outcome in reply["outcomes"]) == 1
    assert reply["question"].endswith("?")
    assert reply["about"][-1] in ".?)"
    assert 0 <= reply["focus"] < len(labels)
    prediction = reply["prediction"]
    assert "?" in prediction["question"]
    assert prediction["kind"] in ("percent", "count")
    assert 0 == prediction["low"] < prediction["high"]
    assert prediction["about"].startswith(
        ("percent of " if prediction["kind"] == "percent" else "") + reply["unit"]
    )
    assert {10, 100, 1000, 10000} <= set(reply["sizes"]) <= set(codes.SIZES)
    assert reply["sizes"] == sorted(reply["sizes"])
    text = json.dumps(reply, ensure_ascii=False)
    assert not re.search(r"None|Fraction|!|\bK\b", text)
    if reply["input"]:
        assert reply["input"]["value"] == value
        assert {"name", "label", "choices", "value"} == set(reply["input"])
        if id_ != "2.2":
            assert f"your {value}" in reply["about"]


def test_the_first_experiment_has_sizes_of_its_own() -> None:
    """1.1 is done with 60, 300 and 600 serves, too."""
    assert described("1.1")["sizes"] == [10, 60, 100, 300, 600, 1000, 10000]
    assert described("2.1")["sizes"] == [10, 100, 1000, 10000]


# ---------------------------------------------------------------- tallies
@pytest.mark.parametrize(("id_", "value"), ALL)
def test_a_tally_counts(id_: str, value: int | None) -> None:
    """Counts, shares, intervals and CSV are those of the results; the code says the counts."""
    found = results(id_, "maple", 0, 60, input=value)
    reply = ask(do="tally", id=id_, word="Maple", input=value, results=found)
    size = codes.COUNTS[id_]
    counts = [found.count(place) for place in range(size)]
    assert (reply["id"], reply["word"], reply["n"], reply["counts"]) == (id_, "maple", 60, counts)
    assert reply["shares"] == [count / 60 for count in counts]
    assert reply["intervals"] == [list(wilson(count, 60)) for count in counts]
    coded = {"2.2": 3, "3.2": 1}.get(id_, value)
    if value == coded:
        expected = (id_, 60, codes.mark("maple"), tuple(counts))
        assert codes.read(reply["code"]) == expected
        assert reply["why"] is None
    else:
        assert reply["code"] is None
        assert reply["why"].startswith("A code is made only")
    rows = list(csv.DictReader(io.StringIO(reply["csv"])))
    labels = [outcome["label"] for outcome in described(id_, input=value)["outcomes"]]
    assert [labels.index(row["outcome"]) for row in rows] == found
    assert [row["repetition"] for row in rows] == [str(index) for index in range(1, 61)]
    assert {(row["experiment"], row["word"]) for row in rows} == {(id_, "maple")}


def test_what_a_tally_tells() -> None:
    """The result stands beside the exact chance, and beside what chance alone would give."""
    found = [2] * 7 + [0] * 14 + [1] * 9 + [3] * 10 + [4] * 9 + [5] * 11
    told = ask(do="tally", id="1.1", word="maple", results=found)["told"]
    assert told == (
        "7 of 60 serves landed on section 3: 11.7 %. The exact chance is 1/6, 16.7 %. "
        "Chance alone gives 5 to 16 of 60 in at least 19 runs of 20. "
        "The fullest section got 14 serves, the emptiest 7."
    )
    told = ask(do="tally", id="4.1", word="maple", results=[0] * 1100 + [1] * 1900)["told"]
    assert told == (
        "1,100 of 3,000 dives were good: 36.7 %. The exact chance is 1/3, 33.3 %. "
        "Chance alone gives 950 to 1,051 of 3,000 in at least 19 runs of 20. "
        "This run is one of the others."
    )
    told = ask(do="tally", id="2.2", word="maple", results=[1])["told"]
    assert told.startswith("0 of 1 hand of 3 could receive on your 1: 0.0 %.")


def test_what_was_simulated_is_not_called_exact() -> None:
    """A chance that is only known from simulation is given as such."""
    outcome = experiments.Outcome("odd", 0.5161)
    assert outcome.to_json() == {
        "label": "odd",
        "exact": None,
        "value": 0.5161,
        "how": "simulated",
    }
    assert outcome.told() == "The chance is about 51.6 %, as simulated with very many points."


def test_nothing_counted_yet() -> None:
    """A tally of nothing is no error: a run may be stopped before it begins."""
    reply = ask(do="tally", id="2.1", word="maple", results=[])
    assert reply["n"] == 0
    assert reply["shares"] == [0] * 5
    assert reply["intervals"] == [[0, 1]] * 5
    assert reply["told"] == "Nothing has been counted yet."
    assert reply["code"] is None


@pytest.mark.parametrize("n", [1, 10, 60, 100])
@pytest.mark.parametrize("p", [0.0, 1 / 33, 1 / 6, 1 / 2, 0.97, 1.0])
def test_what_is_usual(n: int, p: float) -> None:
    """The usual counts have 95 % between them, and no fewer counts next to each other have."""
    chances = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    low, high = usual(n, p)
    assert sum(chances[low : high + 1]) >= 0.95 - 1e-12
    width = high - low
    assert all(sum(chances[at : at + width]) < 0.95 for at in range(n + 1))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: usual(10**30, 0.5), "n must be a whole number"),
        (lambda: usual(10, 2), "p must be a number from 0 to 1"),
        (lambda: experiments.results("2.1", "maple", 3, section=2), "unknown key 'section'"),
        (lambda: experiments.counts("2.1", "maple", 3, section=2), "unknown key 'section'"),
    ],
)
def test_bad_calls_are_refused(call: Callable[[], object], words: str) -> None:
    """One plain sentence, at once; what is not known is not passed over."""
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert str(refused.value).endswith(".")


# ---------------------------------------------------------------- codes, and why there is none
@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"id": "1.2", "results": [0, 1] * 5, "deck": SMALL}, "standard deck"),
        ({"id": "1.2", "results": [0] * 11}, "such as 10, not for 11"),
        ({"id": "1.2", "results": [0] * 9}, "such as 10, not for 9"),
        ({"id": "1.2", "results": [0] * 999}, "pairs of cards, such as 800, not for 999"),
        ({"id": "1.2", "results": [0] * 6223}, "such as 6,000, not for 6,223"),
        ({"id": "2.2", "input": 5, "results": [0] * 10}, "“Cards in the hand” is “3 cards”"),
        ({"id": "3.2", "input": 2, "results": [0] * 10}, "“The ball lies on” is “your 1”"),
    ],
)
def test_why_there_is_no_code(request_: Obj, words: str) -> None:
    """Where there is no code the reply says why."""
    reply = ask(do="tally", word="maple", **request_)
    assert reply["code"] is None
    assert words in reply["why"]


def test_the_standard_deck_card_by_card_has_a_code() -> None:
    """What counts is the cards, not the name of the deck."""
    cards = [card.to_json() for card in Deck.standard()]
    reply = ask(do="tally", id="1.2", word="maple", deck=cards, results=[0] * 53 + [1] * 47)
    assert reply["code"] == "1273-HE1T-2K"


# ---------------------------------------------------------------- what is refused
ALWAYS = [{"card": n, "receives": [1], "lands": 1} for n in range(1, 9)]
RUN = {"do": "experiment", "id": "2.1", "word": "maple", "from": 0, "to": 10}
TALLY = {"do": "tally", "id": "2.1", "word": "maple", "results": [0, 1]}


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ({"do": "experiment"}, "request"),
        ({"do": "experiment", "id": "1.3"}, "id"),
        ({"do": "experiment", "id": 1.1}, "id"),
        ({"do": "experiment", "id": "1.1", "input": 3}, "input"),
        ({"do": "experiment", "id": "2.1", "input": 7}, "input"),
        ({"do": "experiment", "id": "2.1", "input": "1"}, "input"),
        ({"do": "experiment", "id": "2.1", "input": True}, "input"),
        ({"do": "experiment", "id": "2.1", "colour": "red"}, "request"),
        ({"do": "experiment", "id": "4.2", "deck": SMALL}, "deck"),
        ({"do": "experiment", "id": "4.1", "deck": ALWAYS}, "deck"),
        ({"do": "experiment", "id": "2.1", "deck": "mine"}, "deck"),
        ({"do": "experiment", "id": "2.1", "deck": SMALL[:6]}, "deck"),
        ({"do": "experiment", "id": "2.1", "word": "maple"}, "request"),
        ({"do": "experiment", "id": "2.1", "from": 0, "to": 3}, "request"),
        (RUN | {"word": "maple!"}, "word"),
        (RUN | {"word": ""}, "word"),
        (RUN | {"word": 7}, "word"),
        (RUN | {"from": -1}, "from"),
        (RUN | {"from": 11}, "to"),
        (RUN | {"to": 10001}, "to"),
        (RUN | {"to": 5.0}, "to"),
        (TALLY | {"results": [5]}, "results"),
        (TALLY | {"results": [-1]}, "results"),
        (TALLY | {"results": ["0"]}, "results"),
        (TALLY | {"results": [True]}, "results"),
        (TALLY | {"results": "01"}, "results"),
        (TALLY | {"results": [0] * 10001}, "results"),
        (TALLY | {"word": "a/b"}, "word"),
        ({"do": "tally", "id": "2.1", "results": [0]}, "request"),
    ],
    ids=str,
)
def test_bad_requests(request_: Obj, where: str) -> None:
    """A bad request is answered with one plain sentence and the place of the fault."""
    reply = answer(request_)
    assert list(reply) == ["error"]
    assert reply["error"]["where"] == where
    text = reply["error"]["text"]
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 300


def test_every_repetition_has_an_end() -> None:
    """Hands that hardly ever come are not waited for, others are."""
    deck = [{"card": n, "receives": [1 if n > 7 else 2], "lands": 1} for n in range(1, 19)]
    assert Fraction(comb(7, 6), comb(18, 6)) < experiments.RAREST
    assert answer({"do": "experiment", "id": "4.1", "deck": deck})["error"]["where"] == "deck"
    assert results("4.1", "maple", 0, 50, deck=deck, input=2).count(0) > 10
