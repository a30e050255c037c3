"""Editions compared: every ruling has a position that shows it, and what differs is named."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import GAMES, SLUGS, any_position, any_rules, point, rule_set, seat, situation

from grandslam import EDITIONS, Match, Position, RuleSet
from grandslam.editions import compare, examples, idle, short, told
from grandslam.rulings import ABOUT, QUESTIONS, VALUES, words
from grandslam.table import answer

PAIRS = [(name, *pair) for name in naive.VALUES for pair in combinations(naive.VALUES[name], 2)]


def texts(moves: Any) -> list[str]:
    return sorted(str(move) for move in moves)


# ------------------------------------------------------------------------------ one for each ruling
@pytest.mark.parametrize(("name", "one", "other"), PAIRS)
def test_every_two_values_of_a_ruling_are_told_apart(name: str, one: Any, other: Any) -> None:
    """An example of the ruling differs between them, and nothing but the ruling has been changed."""
    shows = [example for example in examples().values() if example.ruling == name]
    assert shows, f"no example for {name}"
    seen = []
    for example in shows:
        mine, theirs = (example.rules(rulings={name: value}) for value in (one, other))
        changed = {
            each for each in QUESTIONS if getattr(mine.ruled, each) != getattr(theirs.ruled, each)
        }
        assert changed == {name}
        for part in ("players", "style", "scoring"):
            assert getattr(mine, part) == getattr(theirs, part)
        seen.append(bool(compare(example.match(), mine, theirs)))
        assert not compare(example.match(), mine, mine)
    assert any(seen)


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_example_opens_with_a_difference(name: str) -> None:
    """Pressed, it shows two values of its ruling that differ there, and a match that goes on."""
    (slug,) = (example.slug for example in examples().values() if example.ruling == name)
    reply = answer({"do": "compare", "example": slug})
    assert [change["name"] for change in reply["changes"]] == [name]
    assert reply["gained"] or reply["lost"] or reply["elsewhere"]
    assert name not in reply["idle"]
    opened = answer({"do": "open", "link": reply["link"]})
    record = opened["record"]
    assert (record.get("rules") or record["position"]["rules"])["rulings"] == {
        name: VALUES[name][1]
    }
    assert opened["turn"] is not None


# The worked examples of the rules: example, hand, row, ball, smash, the number of moves in en, ko, zh.
WORKED: list[tuple[str, list[int], list[int], int, bool, tuple[int, int, int]]] = [
    ("a-return", [1, 2, 3, 13, 17, 24], [], 1, False, (4, 4, 4)),
    ("a-smash", [1, 5, 7, 9, 19, 23], [], 4, False, (4, 4, 4)),
    ("off_balance_by_choice", [1, 2, 3, 8, 9, 22], [], 1, True, (16, 12, 15)),
    ("one-receiver", [1, 3, 7, 8, 11, 12], [], 2, True, (1, 1, 1)),
    ("dive_duty", [1, 2, 3, 13, 21, 23], [], 5, True, (7, 7, 6)),
    ("master_hand_role", [1, 17], [2, 5, 9, 22], 1, False, (11, 11, 6)),
    ("master_off_balance", [1, 17], [2, 5, 8, 22], 1, True, (16, 11, 3)),
    ("pass_loss", [1, 2, 3, 13, 21], [], 5, False, (6, 6, 6)),
]


@pytest.mark.parametrize(("slug", "hand", "row", "ball", "smash", "counts"), WORKED)
def test_the_worked_examples_of_the_rules(
    slug: str, hand: list[int], row: list[int], ball: int, smash: bool, counts: tuple[int, int, int]
) -> None:
    """They are among the examples, with the number of moves that the rules print for each edition."""
    example = examples()[slug]
    position = example.match().position
    mine = position.to_json()["seats"][0]
    assert (mine["hand"], mine["row"], position.ball) == (hand, row, (ball, smash))
    for edition, count in zip(EDITIONS, counts, strict=True):
        reply = answer({"do": "compare", "example": slug, "other": {"edition": edition}})
        assert reply["counts"][1] == count


def test_gained_and_lost_are_named() -> None:
    """The red ball on 1 of the worked examples: from en to ko and to zh, move by move."""
    match = examples()["off_balance_by_choice"].match()
    smashes = ["2+22", "2+8", "22+2", "22+8"]
    korean = compare(match, RuleSet(), RuleSet(edition="ko"))
    assert (texts(korean.lost), texts(korean.gained)) == (smashes, [])
    assert short(korean) == "4 moves lost."
    chinese = compare(match, RuleSet(), RuleSet(edition="zh"))
    assert (texts(chinese.lost), texts(chinese.gained)) == (smashes, ["1", "2", "22"])
    assert len(chinese.kept) == 12
    said = told(chinese)
    assert said.startswith("3 moves gained, 4 lost. Gained: Off balance to Rosa’s 1: play 1;")
    assert "Lost: Off balance, smash to Rosa’s 6: play 2, then 8;" in said


# --------------------------------------------------------------------- what shows only afterwards
def ends(name: str, one: Any, other: Any) -> dict[str, tuple[str, str]]:
    """Move → what it leads to under two values; the next point is called “next”."""
    example = examples()[name]
    here, there = (example.rules(rulings={name: value}) for value in (one, other))
    found = {}
    for moves, before, now in compare(example.match(), here, there).elsewhere:
        for move in map(str, moves) if moves else ["next"]:
            found[move] = (before, now)
    return found


def holds(cards: int, limit: int) -> str:
    return f"You then hold {cards} cards; your hand limit is {limit}."


def test_the_lasting_cost_shows_after_the_shot() -> None:
    """Six cards, one played (or two): the limit falls by one, to what is held, or not at all."""
    both = {"10": (holds(5, 5), holds(5, 6)), "10+4": (holds(4, 5), holds(4, 6))}
    assert ends("loss", "one_card", "one_turn") == both
    assert ends("loss", "one_card", "undrawn") == {"10+4": (holds(4, 5), holds(4, 4))}


def test_drawing_off_balance_shows_after_the_shot() -> None:
    """Two of six played: four are held, or five, one below the limit."""
    smash = (holds(4, 5), holds(5, 5))
    assert ends("off_balance_draw", "none", "to_lowered_limit") == {"19+1": smash, "19+7": smash}


def test_the_cost_of_a_pass_shows_after_it() -> None:
    """One of five discarded; the limit falls or not."""
    found = ends("pass_loss", True, False)
    assert found == {f"pass {n}": (holds(4, 4), holds(4, 5)) for n in (1, 2, 3, 13, 21)}


def test_new_hands_show_in_the_next_point() -> None:
    """Five cards were left and the limit had fallen to five: dealt anew, filled up, or kept."""
    left = examples()["new_hands"].match().position.to_json()["seats"][0]
    assert (left["hand"], left["limit"]) == ([2, 3, 11, 13, 23], 5)
    anew, filled = ends("new_hands", "gathered", "filled")["next"]
    _, kept = ends("new_hands", "gathered", "kept")["next"]
    assert filled.endswith("begin with 2, 3, 11, 13, 18 and 23; your hand limit is 6.")
    assert kept.endswith("begin with 2, 3, 11, 13 and 23; your hand limit is 5.")
    assert "2, 3, 11" not in anew


def test_the_turn_of_serve_shows_in_the_next_point() -> None:
    two, one = ends("serve_turns", "two_in_variation", "one")["next"]
    assert two.startswith("You serve. ")
    assert one.startswith("Rosa serves. ")
    assert two.partition(". ")[2] == one.partition(". ")[2], "the same cards"


def test_where_no_move_is_left_the_point_is_over() -> None:
    """One card receives a smash under the Master Rules; where that is no reception, all is lost."""
    obj = situation(
        [seat([3, 4], [7, 8]), seat([17], [3, 5])], 2, smash=True, turn=1, style="master"
    )
    position = Position.from_json(obj)
    rules = RuleSet(style="master", rulings={"master_off_balance": False})
    changed = compare(Match.of(position), RuleSet(style="master"), rules, seat=1)
    assert texts(changed.lost) == texts(position.legal_moves())
    assert changed.other.score == (1, 0)
    assert "No move is left, so the point is over." in told(changed)
    sides = {"other": {"rulings": {"master_off_balance": False}}}
    record = {"version": 1, "position": obj, "moves": []}
    reply = answer({"do": "compare", "record": record, "seat": 1, **sides})
    assert reply["link"] is None
    assert reply["view"]["ball"]["smash"], "the ball that is lost is still shown"


# -------------------------------------------------------------------------- the same, under other rules
def unlikely_row(rules: Obj, position: Obj) -> bool:
    """Whether a row lies there that could not have come about under these rules."""
    if not naive.ruling(rules, "row_distinct") or naive.ruling(rules, "row_relay") != "add":
        return False
    faces = naive.faces(position["deck"])
    lands = [[faces[card].lands for card in seat_["row"]] for seat_ in position["seats"]]
    return any(len(set(row)) < len(row) for row in lands)


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_a_position_under_other_rules(number: int) -> None:
    """The same cards; the moves are those of the second referee under these rules."""
    luck = random.Random(number)
    obj = any_position(luck, ("return", "serve"), GAMES)
    old = obj["rules"]
    new = any_rules(luck, (old["scoring"],), ((old["players"], old["style"]),))
    expected = naive.legal_moves({**obj, "rules": new})
    if expected and unlikely_row(new, obj):
        with pytest.raises(ValueError, match="no such row can come about"):
            Position.from_json(obj).under(RuleSet.from_json(new))
        return
    moved = Position.from_json(obj).under(RuleSet.from_json(new))
    assert moved.to_json()["seats"] == obj["seats"]
    if expected:
        assert texts(moved.legal_moves()) == sorted(expected)
        assert moved.rules == RuleSet.from_json(new)
    else:
        assert moved.phase == "over"
        other = 1 - obj["turn"] % 2
        assert moved.score[other] != obj["score"][other] or new["scoring"] == "deuce"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_under_other_rules(edition: str) -> None:
    """It is the match whose record names them."""
    record: Obj = {"version": 1, "seed": 17, "moves": ["serve", "12+6", "dive 20", "serve"]}
    moved = Match.from_record(record).under(RuleSet(edition=edition))
    assert moved == Match.from_record({**record, "rules": {"edition": edition}})


def test_only_edition_and_rulings_may_differ() -> None:
    position = Position.from_json(point([1, 2, 3, 4, 5, 6], 1))
    for other, words_ in (
        (RuleSet(players=4), "rules.players must be 2, not 4."),
        (RuleSet(style="master"), "rules.style must be original, not 'master'."),
        (RuleSet(scoring="deuce"), "rules.scoring must be first_to_four, not 'deuce'."),
    ):
        with pytest.raises(ValueError, match=r"^" + words_.replace(".", r"\.")):
            position.under(other)


# --------------------------------------------------------------------------------- where they matter
def outside(name: str) -> list[Obj]:
    """The games in which the ruling is said to have no effect."""
    games = [
        rule_set(scoring=scoring, players=players, style=style)
        for players, style in GAMES
        for scoring in ("first_to_four", "deuce")
    ]
    return [game for game in games if name in idle(RuleSet.from_json(game))]


@pytest.mark.parametrize("name", [name for name in QUESTIONS if ABOUT[name]["only"]])
def test_a_ruling_that_is_said_to_have_no_effect_has_none(name: str) -> None:
    """Matches of chance go the same way under all its values, point after point."""
    games = outside(name)
    assert games
    for game in games:
        for number in range(3):
            luck = random.Random(f"{name} {number}")
            rules = [RuleSet.from_json(game | {"rulings": {name: v}}) for v in VALUES[name]]
            matches = [Match.new(each, seed=number) for each in rules]
            for _ in range(60):
                moves = matches[0].legal_moves()
                assert all(match.legal_moves() == moves for match in matches)
                if not moves:
                    break
                move = luck.choice(moves)
                matches = [match.play(move) for match in matches]
            states = [(m.position.seats, m.position.turn, m.score) for m in matches]
            assert all(state == states[0] for state in states)


def test_other_rulings_always_matter_somewhere() -> None:
    """Nothing is called idle in its own example's game."""
    for example in examples().values():
        if example.ruling:
            assert example.ruling not in idle(example.rules())


# ------------------------------------------------------------------------------------------ the words
@pytest.mark.parametrize("name", QUESTIONS)
def test_everything_is_said_of_a_ruling(name: str) -> None:
    """Title, question, a word for each value, who says what; the rule's page exists."""
    about = ABOUT[name]
    assert about["question"].endswith("?")
    assert about["title"]
    assert about["why"].endswith(".")
    assert not about["ours"] or about["ours"].endswith(".")
    assert about["rule"] in SLUGS
    said = [words(name, value) for value in VALUES[name]]
    assert all(said)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("slug", examples())
def test_an_example_is_told(slug: str) -> None:
    """It has words, and its record stands under every edition."""
    example = examples()[slug]
    assert example.title
    assert example.about.endswith((".", "?"))
    assert example.ruling is None or example.ruling == slug
    for edition in EDITIONS:
        match = example.match().under(example.rules(edition=edition))
        assert match.position.phase == example.match().position.phase


# --------------------------------------------------------------------------------------- the one door
@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({}, "example or record must say what is compared, and only one of them."),
        ({"example": "loss", "record": {}}, "example or record must say what is compared"),
        ({"example": "jump"}, "example: there is no example 'jump'."),
        ({"example": 3}, "example: there is no example 3."),
        ({"example": "loss", "seat": 2}, "seat must be a whole number from 0 to 1, not 2."),
        ({"example": "loss", "other": 3}, "other must be an object, not 3."),
        ({"example": "loss", "one": {"style": "master"}}, "one has an unknown key 'style'"),
        ({"example": "loss", "other": {"edition": "fr"}}, "other.edition must be en, ko or zh"),
        ({"example": "loss", "one": {"rulings": {"loss": 1}}}, "one.rulings.loss must be one_card"),
        ({"example": "loss", "other": {"rulings": {"x": 1}}}, "other.rulings: 'x' is no ruling"),
        (
            {"example": "serve_turns", "other": {"rulings": {"new_hands": "kept"}}},
            "other: with new_hands 'kept' a match scored as deuce might never end; change one.",
        ),
        ({"record": {"version": 1, "seed": 1, "moves": ["x"]}}, "record.moves[0]"),
        (
            {
                "record": {"version": 1, "seed": 17, "moves": ["serve", "12+6", "let"]},
                "other": {"rulings": {"dive_duty": "must"}},
            },
            "record: one of its moves is not allowed here. Here a player who can dive must",
        ),
    ],
)
def test_bad_requests_are_refused_in_words(request_: Obj, said: str) -> None:
    reply = answer({"do": "compare", **request_})
    assert reply.keys() == {"error"}
    assert reply["error"]["text"].startswith(said)
    assert reply["error"]["where"] != "request" or "example or record" in said


def test_a_record_of_ones_own_can_be_compared() -> None:
    """Between two editions, seen from either seat."""
    record = {"version": 1, "seed": 17, "moves": ["serve", "12+6"]}
    reply = answer({"do": "compare", "record": record, "other": {"edition": "zh"}, "seat": 0})
    assert [move["text"] for move in reply["lost"]] == ["let"]
    assert (reply["example"], reply["counts"]) == (None, [7, 6])
