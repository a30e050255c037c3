"""Bad input is refused in words: positions, records, rules, deck files and texts of moves."""

from __future__ import annotations

import copy
import json
import math
import random
import re
from typing import TYPE_CHECKING, Any

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import EDITIONS, REASONS, before_serve, point, rule_set

from grandslam import Card, Deck, IllegalMove, Match, Position, RuleSet

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Path_ = tuple[Any, ...]
HEADER = "card,receives,lands\n"
SMALL_DECK = [
    {"card": number, "receives": [1 + number % 2], "lands": 1 + number % 3}
    for number in range(1, 9)
]


def assert_plain(refusal: ValueError) -> str:
    """The refusal is one plain sentence, with no trace of code in it."""
    text = str(refusal)
    assert text == text.strip()
    assert text
    assert "\n" not in text
    assert len(text) < 400
    assert text.endswith(".")
    for code in (
        "Traceback",
        "KeyError",
        "NoneType",
        "frozenset",
        "object at 0x",
        "<class",
        "int(",
    ):
        assert code not in text
    return text


def refuse_position(obj: Any, *words: str) -> None:
    """The position is refused, and the sentence has each of the words (regular expressions)."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Position.from_json(obj)
    text = assert_plain(refusal.value)
    for word in words:
        assert re.search(word, text, re.IGNORECASE), text


def places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every place in a JSON value with what stands there, the value itself included."""
    yield path, value
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*path, number))


def put(value: Any, path: Path_, part: Any) -> Any:
    """A copy of a JSON value with another part at one place."""
    if not path:
        return copy.deepcopy(part)
    new = copy.deepcopy(value)
    spot = new
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = copy.deepcopy(part)
    return new


GOOD = point([1, 2, 22, 8, 3], 1, smash=True, deck=[4, 5, 6, 7], loss="undrawn", dive_duty="must")
GOOD["seats"][1]["discard"] = [9, 10]
OWN_DECK = point([1, 2, 3], 1, deck=[4, 5], other_hand=[1, 2], other_deck=[3])
OWN_DECK["deck"] = SMALL_DECK
GOOD_RECORD: Obj = {
    "version": 1,
    "rules": rule_set("zh", loss="one_card"),
    "deck": "standard",
    "server": 0,
    "seed": 42,
    "moves": ["serve"],
}
WRONG: list[Any] = [
    None,
    True,
    False,
    "x",
    "",
    "1",
    1.0,
    1.5,
    math.nan,
    math.inf,
    -math.inf,
    -1,
    0,
    7,
    100,
    10**30,
    -(10**30),
    [],
    [1, 1],
    [None],
    [[]],
    {},
    {"card": 1},
    {"": None},
]


def test_the_good_ones_are_good() -> None:
    """The positions and the record that the following tests spoil are accepted as they are."""
    assert Position.from_json(GOOD).to_json() == GOOD
    assert Position.from_json(OWN_DECK).to_json() == OWN_DECK
    assert Match.from_record(GOOD_RECORD).record == GOOD_RECORD


# Positions


@pytest.mark.parametrize("good", [GOOD, OWN_DECK], ids=["standard deck", "own deck"])
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_anything_in_any_place_of_a_position(good: Obj, wrong: Any) -> None:
    """Whatever stands in whatever place: refused in words, or accepted exactly as it is written."""
    for path, _ in places(good):
        spoilt = put(good, path, wrong)
        try:
            position = Position.from_json(spoilt)
        except ValueError as refusal:
            assert_plain(refusal)
        else:
            kept = position.to_json()
            for seat in spoilt["seats"]:
                seat["hand"] = sorted(seat["hand"])
            spoilt["rules"] = rule_set() | spoilt["rules"]  # what is left out is the default
            assert json.dumps(kept, sort_keys=True) == json.dumps(spoilt, sort_keys=True), path
            list(position.legal_moves())


@pytest.mark.parametrize("good", [GOOD, OWN_DECK], ids=["standard deck", "own deck"])
def test_true_is_not_one(good: Obj) -> None:
    """Where a number is due nothing else passes for one, and the place is named."""
    for path, part in places(good):
        if isinstance(part, int) and not isinstance(part, bool):
            for wrong in (True, False, float(part), str(part), None, [part]):
                name = next(str(key) for key in reversed(path) if isinstance(key, str))
                refuse_position(put(good, path, wrong), name)


@pytest.mark.parametrize("good", [GOOD, OWN_DECK], ids=["standard deck", "own deck"])
def test_a_missing_key(good: Obj) -> None:
    """A key that is missing is named."""
    for path, part in places(good):
        if isinstance(part, dict) and path[:1] != ("rules",):
            for key in part:
                spoilt = put(good, path, {name: part[name] for name in part if name != key})
                refuse_position(spoilt, str(key))


@pytest.mark.parametrize("good", [GOOD, OWN_DECK], ids=["standard deck", "own deck"])
def test_an_unknown_key(good: Obj) -> None:
    """A key that nobody knows is named."""
    for path, part in places(good):
        if isinstance(part, dict):
            refuse_position(put(good, path, {**part, "umpire": 1}), "umpire")


def spoil(*path: Any, by: Any) -> Obj:
    """The good position with one place changed."""
    new: Obj = put(GOOD, path, by)
    return new


@pytest.mark.parametrize(
    ("obj", "words"),
    [
        (spoil("seats", 1, "deck", by=[4, 5, 6, 1]), ["1", "seat|twice"]),
        (spoil("seats", 1, "hand", by=[1, 1, 2]), ["1", "seat|twice"]),
        (spoil("seats", 0, "discard", by=[24]), ["24", "seat|twice"]),
        (spoil("seats", 1, "hand", by=[1, 2, 3, 8, 11, 12, 13]), ["7|hand", "limit"]),
        (spoil("seats", 1, "limit", by=4), ["limit"]),
        (spoil("seats", 1, "limit", by=-1), ["limit"]),
        (spoil("seats", 1, "hand", by=[1, 2, 99]), ["99"]),
        (spoil("seats", 0, "deck", by=[0]), ["0"]),
        (spoil("seats", 0, "discard", by=[-3]), ["-3|−3"]),
        (spoil("seats", 1, "deck", by=[10**30]), ["deck"]),
        (spoil("score", by=[4, 0]), ["decided"]),
        (spoil("score", by=[2, 4]), ["decided"]),
        (spoil("score", by=[-1, 0]), ["score"]),
        (spoil("score", by=[0]), ["score"]),
        (spoil("score", by=[0, 0, 0]), ["score"]),
        (spoil("score", by={"0": 1}), ["score"]),
        (spoil("turn", by=2), ["turn"]),
        (spoil("turn", by=-1), ["turn"]),
        (spoil("server", by=2), ["server"]),
        (spoil("order", by=0), ["order"]),
        (spoil("points_served", by=2), ["points_served"]),
        (spoil("phase", by="warmup"), ["phase"]),
        (spoil("phase", by=["return"]), ["phase"]),
        (spoil("ball", by=None), ["ball"]),
        (spoil("ball", "section", by=7), ["section|ball"]),
        (spoil("ball", "section", by=0), ["section|ball"]),
        (spoil("ball", "smash", by=1), ["smash"]),
        (spoil("ball", "smash", by="no"), ["smash"]),
        (spoil("passed", by=0), ["passed"]),
        (spoil("deck", by="golden"), ["deck"]),
        (spoil("deck", by=[]), ["deck"]),
        (spoil("deck", by=24), ["deck"]),
        (spoil("seats", by=[GOOD["seats"][0]]), ["seats"]),
        (spoil("seats", by=[*GOOD["seats"], GOOD["seats"][0]]), ["seats"]),
        (spoil("seats", by={"0": {}, "1": {}}), ["seats"]),
        (spoil("seats", 0, "hand", by=6), ["hand|seen|view"]),
        (spoil("seats", 0, "row", by=[1]), ["row|1"]),
        (spoil("rules", by="en"), ["rules"]),
        (spoil("rules", "players", by=3), ["players"]),
        (spoil("rules", "players", by=2.0), ["players"]),
        (spoil("rules", "style", by="modern"), ["style"]),
        (spoil("rules", "scoring", by="no_ad"), ["scoring"]),
        (spoil("rules", "edition", by="fr"), ["edition"]),
        (spoil("rules", "edition", by=None), ["edition"]),
        (spoil("rules", "rulings", by=[]), ["rulings"]),
        (spoil("rules", "rulings", by={"lost": "one_card"}), ["lost"]),
        (spoil("rules", "rulings", by={"loss": "two_cards"}), ["loss"]),
        (spoil("rules", "rulings", by={"loss": True}), ["loss"]),
        (spoil("rules", "rulings", by={"loss": None}), ["loss"]),
        (spoil("rules", "rulings", by={"off_balance_smash": "yes"}), ["off_balance_smash"]),
        (spoil("rules", "rulings", by={"off_balance_smash": 1}), ["off_balance_smash"]),
        (spoil("rules", "rulings", by={"dive_duty": ["may"]}), ["dive_duty"]),
    ],
)
def test_a_position_that_cannot_be(obj: Obj, words: list[str]) -> None:
    """Each fault is refused with a sentence that names its place."""
    refuse_position(obj, *words)


@pytest.mark.parametrize(
    ("scoring", "score"),
    [
        ("first_to_four", [4, 3]),
        ("first_to_four", [0, 4]),
        ("first_to_four", [4, 4]),
        ("first_to_four", [9, 0]),
        ("deuce", [4, 2]),
        ("deuce", [5, 3]),
        ("deuce", [0, 4]),
        ("deuce", [3, 5]),
        ("deuce", [9, 1]),
    ],
)
def test_a_decided_score_belongs_to_a_point_that_is_over(scoring: str, score: list[int]) -> None:
    """While a point is played the match is not yet decided."""
    for obj in (
        point([1], 1, scoring=scoring) | {"score": score},
        before_serve(([1], [2]), ([3], [4])) | {"rules": rule_set("en", scoring), "score": score},
    ):
        refuse_position(obj, "score|decided")


@pytest.mark.parametrize(
    ("scoring", "score"), [("first_to_four", [4, 3]), ("deuce", [5, 3]), ("deuce", [4, 2])]
)
def test_a_decided_score_after_the_last_point(scoring: str, score: list[int]) -> None:
    """When the point is over a decided score is as it should be."""
    obj = point([1], 1, scoring=scoring) | {"score": score, "phase": "over", "ball": None}
    position = Position.from_json(obj)
    assert position.to_json()["score"] == score
    assert not position.legal_moves()


@pytest.mark.parametrize("score", [[4, 4], [5, 4], [6, 4], [9, 1], [5, 2]])
def test_a_score_that_a_match_with_deuce_never_reaches(score: list[int]) -> None:
    """A point against advantage gives 3:3, and a match won is not played on."""
    obj = point([1], 1, scoring="deuce") | {"score": score}
    refuse_position(obj)
    refuse_position(obj | {"phase": "over", "ball": None}, "never|score")


@pytest.mark.parametrize("score", [[4, 4], [5, 0], [5, 4], [0, 7]])
def test_a_score_that_a_match_to_four_never_reaches(score: list[int]) -> None:
    """The first side with four points has won; there is no point after that."""
    obj = point([1], 1) | {"score": score}
    refuse_position(obj)
    refuse_position(obj | {"phase": "over", "ball": None}, "never|score")


def test_a_seat_that_can_do_nothing_is_not_in_turn() -> None:
    """Where neither a return nor a dive is possible the point is over already."""
    for hand, deck in (([3], []), ([], [1, 2]), ([], [])):
        refuse_position(point(hand, 1, deck=deck), "over|phase")


def test_points_served_belong_to_the_variation() -> None:
    """Where the serve changes after every point, none has been served before it."""
    obj = point([1], 1, edition="zh", scoring="deuce") | {"points_served": 1}
    refuse_position(obj, "points_served")
    Position.from_json(obj | {"rules": rule_set("en", "deuce")})


def test_singles_know_no_passing() -> None:
    """The order of play turns round in doubles only."""
    refuse_position(GOOD | {"order": -1}, "order")
    refuse_position(GOOD | {"passed": True}, "passed")


def test_a_serve_needs_a_card() -> None:
    """Before a serve the server's deck has at least one card; the other deck may be empty."""
    refuse_position(before_serve(([1, 2], [9]), ([], [7])), "serve|deck")
    Position.from_json(before_serve(([1, 2], [9]), ([7], [])))


def test_a_serve_is_the_servers() -> None:
    """Before a serve it is the server's turn and there is no ball."""
    refuse_position(before_serve(([1], [2]), ([3], [4]), server=0) | {"turn": 1}, "turn|server")
    ball = {"section": 1, "smash": False}
    refuse_position(before_serve(([1], [2]), ([3], [4])) | {"ball": ball}, "ball")
    refuse_position(GOOD | {"phase": "over"}, "ball")


def test_a_view_is_not_a_position() -> None:
    """What a seat sees has numbers for hidden cards; the sentence says it is no position."""
    position = Position.from_json(GOOD)
    for seat in (0, 1):
        seen = position.seen_from(seat).to_json()
        refuse_position(seen, "seen|view|hidden|number")
        refuse_position({key: seen[key] for key in GOOD}, "seen|view|hidden|number")


@pytest.mark.parametrize(
    "wrong", [None, 1, True, "serve", [], [GOOD], math.nan, json.dumps(GOOD)], ids=repr
)
def test_what_is_no_object_is_no_position(wrong: Any) -> None:
    """Only a JSON object can be a position."""
    refuse_position(wrong)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["standard", "return", "serve", "over", "en", "original", "moves", "seed"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*GOOD, *GOOD_RECORD, "hand", "x"]) | st.text(), inner)
    ),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(value=JSON, luck=st.randoms(use_true_random=False))
def test_any_json_at_all(value: Any, luck: Any) -> None:
    """Arbitrary JSON, whole or in one place of a good one, is refused in words at most."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Position.from_json(value)
    assert_plain(refusal.value)
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Match.from_record(value)
    assert_plain(refusal.value)
    path = luck.choice([path for path, _ in places(GOOD)])
    try:
        Position.from_json(put(GOOD, path, value))
    except ValueError as part:
        assert_plain(part)
    path = luck.choice([path for path, _ in places(GOOD_RECORD)])
    try:
        Match.from_record(put(GOOD_RECORD, path, value))
    except ValueError as part:
        assert_plain(part)


# Own decks in positions


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ([*SMALL_DECK, SMALL_DECK[0]], ["1"]),
        (SMALL_DECK[:6], ["6|7|seven|few"]),
        ([*SMALL_DECK, {"card": 9, "receives": [], "lands": 1}], ["9|receives"]),
        ([*SMALL_DECK, {"card": 9, "receives": 1, "lands": 1}], ["receives"]),
        ([*SMALL_DECK, {"card": 9, "receives": [1], "lands": "1"}], ["lands"]),
        ([*SMALL_DECK, {"card": 9, "receives": [1]}], ["lands"]),
        ([*SMALL_DECK, {"card": 9, "receives": [1, 1], "lands": 1}], ["receives|twice|9"]),
        ([*SMALL_DECK, {"card": True, "receives": [1], "lands": 1}], ["card"]),
        ([*SMALL_DECK, {"card": 9, "receives": [True], "lands": 1}], ["receives"]),
        ([*SMALL_DECK, 9], ["deck|card"]),
        ([*SMALL_DECK, {"card": 9, "receives": [1], "lands": 1, "colour": "red"}], ["colour"]),
    ],
)
def test_a_deck_that_cannot_be(deck: Any, words: list[str]) -> None:
    """A list of cards with a fault is refused, and the sentence says where."""
    refuse_position(OWN_DECK | {"deck": deck}, *words)


# Records


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_anything_in_any_place_of_a_record(wrong: Any) -> None:
    """Whatever stands in whatever place of a record: refused in words, or accepted as written."""
    for path, _ in places(GOOD_RECORD):
        spoilt = put(GOOD_RECORD, path, wrong)
        try:
            match = Match.from_record(spoilt)
        except ValueError as refusal:
            assert_plain(refusal)
        else:
            kept = json.dumps(match.record, sort_keys=True)
            spoilt["rules"] = rule_set() | spoilt["rules"]
            assert kept == json.dumps(spoilt, sort_keys=True), path


def spoil_record(**parts: Any) -> Obj:
    """The good record with some parts changed; None leaves one out."""
    return {key: part for key, part in (GOOD_RECORD | parts).items() if part is not None}


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (spoil_record(version=2), ["version"]),
        (spoil_record(version=True), ["version"]),
        (spoil_record(version="1"), ["version"]),
        (spoil_record(server=2), ["server"]),
        (spoil_record(server=True), ["server"]),
        (spoil_record(server="0"), ["server"]),
        (spoil_record(seed=-1), ["seed"]),
        (spoil_record(seed=2**48), ["seed"]),
        (spoil_record(seed=1.0), ["seed"]),
        (spoil_record(seed=math.nan), ["seed"]),
        (spoil_record(seed=True), ["seed"]),
        (spoil_record(seed=None), ["seed"]),
        (spoil_record(moves=None), ["moves"]),
        (spoil_record(moves="serve"), ["moves"]),
        (spoil_record(moves=[1]), ["moves"]),
        (spoil_record(moves=[None]), ["moves"]),
        (spoil_record(moves=["serve", "nonsense"]), ["moves|move"]),
        (spoil_record(moves=["13"]), ["moves|move"]),
        (spoil_record(moves=["serve", "serve"]), ["moves|move"]),
        (spoil_record(deck="golden"), ["deck"]),
        (spoil_record(umpire="Kim"), ["umpire"]),
        (spoil_record(decks=[]), ["seed|decks"]),
        (spoil_record(position=GOOD), ["seed|position"]),
        (spoil_record(seed=None, decks=7), ["decks"]),
        (spoil_record(seed=None, decks=[]), ["decks"]),
        (spoil_record(seed=None, decks=[[[1, 2, 3], [4, 5, 6]]]), ["decks"]),
        (spoil_record(seed=None, decks=[[[*range(1, 25)]]]), ["decks"]),
        (spoil_record(seed=None, decks=[[[*range(1, 25)], [*range(2, 25), 2]]]), ["decks"]),
    ],
)
def test_a_record_that_cannot_be(record: Obj, words: list[str]) -> None:
    """Each fault of a record is refused with a sentence that names its place."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Match.from_record(record)
    text = assert_plain(refusal.value)
    for word in words:
        assert re.search(word, text, re.IGNORECASE), text


def test_an_illegal_move_in_a_record_is_named_with_its_number() -> None:
    """The sentence says which of the moves is wrong, and quotes it."""
    good = naive.random_match(GOOD_RECORD | {"moves": []}, random.Random(1), 9)
    good["moves"][5] = "dive 99"
    with pytest.raises(ValueError, match=r"dive 99") as refusal:
        Match.from_record(good)
    assert re.search(r"\b[56]\b", assert_plain(refusal.value))


def test_a_move_after_the_end_of_the_match() -> None:
    """Nothing follows the last point."""
    good = naive.random_match(GOOD_RECORD | {"moves": []}, random.Random(1), 999)
    assert Match.from_record(good).winner is not None
    good["moves"].append("serve")
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Match.from_record(good)
    assert_plain(refusal.value)


# Rules


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"players": 3}, ["players"]),
        ({"players": True}, ["players"]),
        ({"players": "2"}, ["players"]),
        ({"style": "Original"}, ["style"]),
        ({"style": None}, ["style"]),
        ({"scoring": "first-to-four"}, ["scoring"]),
        ({"scoring": 4}, ["scoring"]),
        ({"edition": "EN"}, ["edition"]),
        ({"edition": ["en"]}, ["edition"]),
        ({"rulings": {"loss": "none"}}, ["loss"]),
        ({"rulings": {"new_hands": "kept"}, "scoring": "deuce"}, ["kept", "deuce"]),
        ({"rulings": {"off-balance-smash": True}}, ["off-balance-smash"]),
        ({"rulings": {"off_balance_smash": "no"}}, ["off_balance_smash"]),
        ({"rulings": {"off_balance_smash": 0}}, ["off_balance_smash"]),
        ({"rulings": {7: True}}, ["7|rulings"]),
        ({"rulings": "loss"}, ["rulings"]),
    ],
)
def test_rules_that_cannot_be(parts: Any, words: list[str]) -> None:
    """A set of rules names the question whose answer it does not know."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        RuleSet(**parts)
    text = assert_plain(refusal.value)
    for word in words:
        assert re.search(word, text, re.IGNORECASE), text


def test_a_refused_value_comes_with_the_possible_ones() -> None:
    """Who mistypes a value is told which there are."""
    with pytest.raises(ValueError, match="one_card") as refusal:
        RuleSet(rulings={"loss": "onecard"})
    assert "undrawn" in str(refusal.value)
    with pytest.raises(ValueError, match="zh"):
        RuleSet(edition="cn")


# Deck files


def deck_file(*lines: str) -> str:
    """A deck's file with some lines after eight good ones."""
    good = [f"{number},{1 + number % 2},{1 + number % 3}" for number in range(1, 9)]
    return HEADER + "\n".join([*good, *lines]) + "\n"


def refuse_deck(text: str, *words: str) -> None:
    """The file is refused, and the sentence has each of the words."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Deck.from_csv(text)
    message = assert_plain(refusal.value)
    for word in words:
        assert re.search(word, message, re.IGNORECASE), message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n", ["line 1", "card,receives,lands|header|card"]),
        ("\n\n\n", ["card"]),
        ("card;receives;lands\n1;1;1\n", ["line 1", "card"]),
        ("card,lands,receives\n1,1,1\n", ["line 1", "receives"]),
        ("number,receives,lands\n1,1,1\n", ["line 1", "card"]),
        ("1,1,1\n2,1,6\n", ["line 1", "card"]),
        (HEADER, ["card"]),
        (deck_file("8,1,1"), ["line 10", "8"]),
        (deck_file("9,1,one"), ["line 10", "lands|whole number"]),
        (deck_file("9,1,1.5"), ["line 10", "lands|whole number"]),
        (deck_file("9,left,1"), ["line 10", "receives|whole number"]),
        (deck_file("9,1 x,1"), ["line 10", "receives|whole number"]),
        (deck_file("9,1 1,1"), ["line 10", "1"]),
        (deck_file("9,,1"), ["line 10", "receives"]),
        (deck_file("9,1,"), ["line 10", "lands"]),
        (deck_file("nine,1,1"), ["line 10", "card|whole number"]),
        (deck_file(",1,1"), ["line 10", "card"]),
        (deck_file("-9,1,1"), ["line 10"]),
        (deck_file("9,1"), ["line 10", "lands|three|3"]),
        (deck_file("9"), ["line 10"]),
        (deck_file("9,1,1,1"), ["line 10"]),
        (deck_file("9,1 2,1", "10,1,1", "9,1,2"), ["line 12", "9"]),
        (deck_file("٩,1,1"), ["line 10"]),
        (deck_file("9,1,²"), ["line 10"]),
        (deck_file("1e1,1,1"), ["line 10"]),
        (deck_file('"9,1,1'), ["line"]),
        (deck_file("9\x00,1,1"), ["line"]),
    ],
    ids=lambda part: repr(part[-20:]) if isinstance(part, str) else "",
)
def test_a_deck_file_that_cannot_be(text: str, words: list[str]) -> None:
    """A bad file is refused with the number of the line and what was expected there."""
    refuse_deck(text, *words)


@pytest.mark.parametrize("size", range(1, 7))
def test_a_deck_too_small_for_a_match(size: int) -> None:
    """A deck has at least one card more than the hand limit, or no match is dealt from it."""
    lines = [f"{number},1,1" for number in range(1, size + 1)]
    with pytest.raises(ValueError, match=r"7") as refusal:
        Match.new(RuleSet(), seed=1, deck=Deck.from_csv(HEADER + "\n".join(lines)))
    assert "deck" in assert_plain(refusal.value)
    seven = Deck.from_csv(HEADER + "".join(f"{number},1,1\n" for number in range(1, 8)))
    match = Match.new(RuleSet(), seed=1, deck=seven).play("serve")
    assert match.position.to_json()["ball"] == {"section": 1, "smash": False}


def test_an_empty_file(tmp_path: Path) -> None:
    """An empty file is refused like any other bad one, and named when it is a file."""
    empty = tmp_path / "empty.csv"
    empty.write_text("", encoding="utf-8")
    for source in (empty, str(empty)):
        with pytest.raises(ValueError, match=r"card") as refusal:
            Deck.from_csv(source)
        assert_plain(refusal.value)


def test_a_byte_order_mark_and_other_line_ends_are_accepted(tmp_path: Path) -> None:
    """Spreadsheets write marks and line ends of their own; the deck is the same."""
    text = naive.STANDARD_FILE.read_text(encoding="utf-8")
    plain = Deck.from_csv(text)
    assert plain == Deck.standard() or plain.cards == Deck.standard().cards
    windows = text.replace("\n", "\r\n")
    for variant in (
        "\ufeff" + text,
        windows,
        "\ufeff" + windows,
        text.rstrip("\n"),
        text + "\n\n",
        text.replace(",", ", "),
    ):
        assert Deck.from_csv(variant).cards == plain.cards
        file = tmp_path / "deck.csv"
        file.write_bytes(variant.encode("utf-8"))
        assert Deck.from_csv(file).cards == plain.cards
        assert Deck.from_csv(str(file)).cards == plain.cards


def test_a_deck_of_other_faces_plays() -> None:
    """A file with other numbers and sections is a deck like any other."""
    lines = [
        f"{number * 3},{10 + number} {30 + number},{11 + number % 8}" for number in range(1, 9)
    ]
    deck = Deck.from_csv(HEADER + "\n".join(lines) + "\n")
    assert [card.number for card in deck.cards] == [3, 6, 9, 12, 15, 18, 21, 24]
    assert all(isinstance(card, Card) for card in deck.cards)
    match = Match.new(RuleSet(), seed=7, server=1, deck=deck).play("serve")
    record = match.record
    assert [card["card"] for card in record["deck"]] == [3, 6, 9, 12, 15, 18, 21, 24]
    assert Match.from_record(json.loads(json.dumps(record))).position == match.position
    naive_position = list(naive.replay(record))[-1]
    assert naive.settled(match.position.to_json()) == naive.settled(naive_position)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    """A missing file, a folder and bytes that are no text are refused in words."""
    picture = tmp_path / "deck.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"\w") as refusal:
        Deck.from_csv(picture)
    assert_plain(refusal.value)
    for missing in (tmp_path / "none.csv", tmp_path):
        with pytest.raises((ValueError, OSError)):
            Deck.from_csv(missing)


# Texts of moves

POSITION = Position.from_json(point([1, 2, 3, 13, 17, 24], 1))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "x" * 10_000,
        "1" * 5_000,
        "13+" * 2_000,
        "１３",
        "٣",
        "³",
        "½",
        "①",
        "13++3",
        "13+",
        "+13",
        "13+3+",
        "13+13",
        "1,1",
        "1,2+1",
        "1,2+2",
        ",",
        "1,",
        ",1",
        "1,,2",
        "1;2",
        "13-3",
        "-1",
        "1.0",
        "1e1",
        "0x1",
        "013",
        "dive",
        "dive ",
        "dive 7 8",
        "dive x",
        "dive seven",
        "dive7",
        "let go",
        "letgo",
        "serve 3",
        "serve now",
        "pass",
        "pass 7 8",
        "lay",
        ">",
        "1>",
        ">5",
        "1>5>2",
        "None",
        "null",
        "nan",
        "true",
        "[]",
        "{}",
        "smash",
        "🎾",
        "13\x003",
        "13\n+3",
        "let\r\nlet",
        "'; drop table cards",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_texts_that_are_no_moves(text: str) -> None:
    """What is no move at all is refused by the notation, in one short sentence."""
    reason = POSITION.why_not(text)
    assert reason is not None
    assert reason.rule == "notation"
    assert reason.text.endswith(".")
    assert "\n" not in reason.text
    assert len(reason.text) < 300
    with pytest.raises(IllegalMove) as refusal:
        POSITION.play(text)
    assert refusal.value.reason == reason


@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=12) | st.text(alphabet="0123456789+,> divelt", max_size=9))
def test_any_text_at_all(text: str) -> None:
    """Every text is either a legal move or refused with a known rule and a sentence."""
    reason = POSITION.why_not(text)
    if reason is None:
        assert POSITION.play(text) is not None
    else:
        assert reason.rule in REASONS
        assert reason.text.endswith(".")
        assert "\n" not in reason.text


@pytest.mark.parametrize("edition", EDITIONS)
def test_moves_out_of_phase(edition: str) -> None:
    """Returns before the serve, a serve in the rally and moves after the point are out of turn."""
    serving = Position.from_json(before_serve(([1, 2], [3]), ([7, 8], [9]), edition=edition))
    for text in ("1", "1+2", "1,2", "1,2+7", "dive 1", "let", "9"):
        reason = serving.why_not(text)
        assert reason is not None
        assert reason.rule == "turn"
    rally = Position.from_json(point([1, 2, 3], 1, edition=edition))
    reason = rally.why_not("serve")
    assert reason is not None
    assert reason.rule == "turn"
    over = Position.from_json(point([1, 2], 1, edition=edition) | {"phase": "over", "ball": None})
    for text in ("serve", "1", "1+2", "dive 1", "let"):
        reason = over.why_not(text)
        assert reason is not None
        assert reason.rule == "turn"


@pytest.mark.parametrize(
    ("text", "card"),
    [("4", 4), ("1+4", 4), ("4+1", 4), ("1,4", 4), ("1,2+4", 4), ("99", 99), ("13+99", 99)],
)
@pytest.mark.parametrize("smash", [False, True])
def test_a_card_that_is_not_in_the_hand(text: str, card: int, smash: bool) -> None:
    """A card the seat does not hold is named as such."""
    reason = Position.from_json(point([1, 2, 3, 13, 17, 24], 1, smash=smash)).why_not(text)
    assert reason is not None
    assert reason.rule in REASONS
    assert str(card) in reason.text
    assert "hand" in reason.text


@pytest.mark.parametrize("text", ["dive 4", "dive 99"])
def test_a_dive_with_a_card_that_is_not_in_the_hand(text: str) -> None:
    """The card given for a dive is one of the hand, too."""
    reason = Position.from_json(point([3, 5], 1)).why_not(text)
    assert reason is not None
    assert text.removeprefix("dive ") in reason.text
    assert "hand" in reason.text


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("pass 1", "doubles"),
        ("pass 7", "doubles"),
        ("lay 3", "master"),
        ("lay 1,2,3", "master"),
        ("1>5", "master"),
        ("1>2+22", "master"),
        ("1,2>3", "master"),
        ("1,2>3+17", "master"),
    ],
)
def test_moves_of_other_games(text: str, rule: str) -> None:
    """Moves of doubles and of Master Rules are explained by those rules."""
    for obj in (point([1, 2, 3, 13], 1), point([1, 2, 3, 13], 1, smash=True), point([3, 5], 1)):
        reason = Position.from_json(obj).why_not(text)
        assert reason is not None
        assert reason.rule == rule
