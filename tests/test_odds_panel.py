"""The odds panel: its questions, its counting, and that it tells nothing hidden."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import GAMES, hidden_anew, positions, seat, situation

from grandslam import Position, odds
from grandslam.odds_panel import percent
from grandslam.table import answer

UNHURRIED = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def asked(position: Obj, seat: int, **more: Any) -> Obj:
    """The panel's reply for a seat of a position."""
    record = {"version": 1, "position": position, "moves": []}
    return answer({"do": "odds", "record": record, "seat": seat, **more})


def cases(reply: Obj) -> dict[str, list[Obj]]:
    """Question → its cases."""
    return {question["question"]: question["cases"] for question in reply["questions"]}


def position_b() -> Obj:
    """Lesson 10, position B."""
    server = seat([1, 2, 5, 7, 8, 11], discard=[15, 17, 18])
    return situation([server, seat([3, 4, 9, 10, 17, 19], discard=[14, 6])], 5)


def test_returns_and_smashes_are_ranked_by_where_they_land() -> None:
    """One case for each section reached, plain and smashed, with the lesson's fractions."""
    found = cases(asked(position_b(), 1))
    assert list(found) == ["Can Noa return this?", "What if I smash?"]
    plain = {case["ways"]: case for case in found["Can Noa return this?"]}
    assert {ways: case["fraction"] for ways, case in plain.items()} == {
        "19": "2441/2584",
        "9": "2621/2907",
        "17": "2621/2907",
        "10": "712/855",
    }
    assert plain["10"]["label"] == "To Noa’s 5"
    assert plain["10"]["told"] == (
        "Noa can return the ball: 712/855, about 83.3\xa0%, if every unseen card is equally likely."
    )
    smash = next(case for case in found["What if I smash?"] if case["moves"] == ["10+4"])
    parts = {part["text"]: part["fraction"] for part in smash["parts"]}
    assert parts["in full, with two receiving cards"] == "6/19"
    assert parts["off balance, with one receiving card"] == "26/57"
    assert parts["not at all"] == "143/855"
    assert smash["short"] == "in full 31.6\xa0%"


def test_the_dive_of_lesson_4() -> None:
    """The worked position: 4 of 15, and the cards to count."""
    own = seat([3, 5, 9, 11, 16, 19], discard=[8, 13, 22])
    reply = asked(situation([seat([1, 2, 4, 6, 7, 8]), own], 1), 1)
    (dive,) = cases(reply)["My dive?"]
    assert (dive["fraction"], dive["percent"]) == ("4/15", "26.7\xa0%")
    assert dive["moves"] == [f"dive {n}" for n in (3, 5, 9, 11, 16, 19)]
    shown = {card["card"]: card["good"] for card in dive["steps"][0]["cards"]}
    assert len(shown) == 15
    assert "every order of your deck" in reply["assumes"]
    assert [n for n, good in shown.items() if good] == [1, 2, 14, 21]


def test_what_i_have_played_is_asked_about_while_waiting() -> None:
    """Between the shot and the answer: the same chance that was told before."""
    record = {"version": 1, "seed": 42, "moves": ["serve"]}
    before = cases(answer({"do": "odds", "record": record, "seat": 1}))["What if I smash?"][0]
    record["moves"] = ["serve", "10+4"]
    (after,) = cases(answer({"do": "odds", "record": record, "seat": 1}))["Can Noa return it?"]
    assert after["label"] == "The smash on Noa’s 5"
    for key in ("fraction", "parts", "told", "steps"):
        assert after[key] == before[key]


def test_partners_are_asked_about_together() -> None:
    """Doubles: either of them may return; one's own partner after a pass."""
    hands = [[1, 2, 3, 4, 5], [3, 5, 9, 11, 16], [1, 2, 3, 4, 5], [3, 5, 9, 11, 17]]
    seats = [seat(hand, limit=5) for hand in hands]
    position = situation(seats, 1)
    (ours,) = cases(asked(position, 1))["Can Theo return it if I pass?"]
    assert (ours["fraction"], ours["moves"]) == ("202/253", [f"pass {n}" for n in hands[1]])
    (theirs,) = cases(asked(position, 2))["Can Rosa or Theo return it?"]
    assert theirs["fraction"] == "61408/64009"
    assert theirs["parts"][1]["text"] == "after a pass, from Theo’s hand"
    (mine,) = cases(asked(position, 3))["Can Rosa or you return it?"]
    assert mine["fraction"] == "202/253"


def test_where_nothing_is_played_nothing_is_counted() -> None:
    """Before the serve and after the point: a sentence instead of questions."""
    reply = answer({"do": "odds", "record": {"version": 1, "seed": 42, "moves": []}, "seat": 0})
    assert reply["questions"] == []
    assert reply["none"] == reply["said"] == "No ball is in play: there is nothing to count."


def test_open_hands_are_not_looked_at() -> None:
    """With the other hand open the odds stay what they were, and say so."""
    closed, open_ = (asked(position_b(), 1, open_hands=shown) for shown in (False, True))
    assert open_["questions"] == closed["questions"]
    assert "are not looked at" in open_["assumes"]
    assert "may tell more" in closed["assumes"]


@pytest.mark.parametrize(
    ("request_", "where"),
    [
        ({"do": "odds"}, "record"),
        ({"do": "odds", "record": {"version": 1, "seed": 1, "moves": []}, "seat": 9}, "seat"),
        ({"do": "odds", "drill": "no-such"}, "drill"),
        ({"do": "odds", "record": {"version": 1, "seed": 1, "moves": ["13"]}}, "record.moves[0]"),
    ],
)
def test_bad_requests_are_told_as_by_the_table(request_: Obj, where: str) -> None:
    """The same sentences and places as for opening a board."""
    reply = answer(request_)
    assert reply["error"]["where"] == where
    assert reply["error"]["text"].endswith(".")


def test_percentages_never_round_to_certainty() -> None:
    """One decimal; none where it is exact; never a false 0 or 100."""
    shown = {(1, 3): "33.3", (2, 3): "66.7", (1, 2): "50", (0, 1): "0", (1, 1): "100"}
    shown |= {
        (1, 5000): "under 0.1",
        (4999, 5000): "over 99.9",
        (1, 8): "12.5",
        (1999, 4000): "50.0",
    }
    for (top, bottom), text in shown.items():
        assert percent(Fraction(top, bottom)) == f"{text}\xa0%"


@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_nothing_hidden_is_told(obj: Obj, luck: random.Random) -> None:
    """With all that a seat cannot see dealt otherwise its panel stays the same, word for word."""
    looker = luck.randrange(len(obj["seats"]))
    changed = hidden_anew(obj, looker, luck)
    first = asked(obj, looker)
    try:
        Position.from_json(changed)
    except ValueError:  # dealt otherwise, the seat in turn can do nothing
        return
    assert asked(changed, looker) == first


@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_every_shot_is_in_one_case_and_the_counting_comes_out(
    obj: Obj, luck: random.Random
) -> None:
    """Each legal shot is asked about once; parts add up; the steps end at the fraction."""
    looker = luck.randrange(len(obj["seats"]))
    reply = asked(obj, looker)
    view = Position.from_json(obj).seen_from(looker)
    found = [case for question in reply["questions"] for case in question["cases"]]
    told = [move for case in found for move in case["moves"]]
    wanted = [str(move) for move in view.legal_moves() if move.kind in ("shot", "dive", "pass")]
    assert sorted(told) == sorted(wanted)
    for case in found:
        chance = Fraction(case["fraction"])
        assert 0 <= chance <= 1
        for move in case["moves"]:
            if move[0].isdigit():
                assert odds.answers(view, move).answered == chance
        if case["parts"]:
            *can, cannot = (Fraction(part["fraction"]) for part in case["parts"])
            assert (sum(can), 1 - cannot) == (chance, chance)
        texts = " ".join(step["text"] for step in case["steps"])
        if chance and "You see your own hand" not in texts:
            assert re.search(rf"(?<!\d){case['fraction']}(?!\d)", texts)
    assert json.loads(json.dumps(reply)) == reply
    assert reply["said"].endswith((".", "?"))
