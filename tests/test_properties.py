"""What holds in every position and every match, whatever the cards."""

from __future__ import annotations

import json
import random
import re

import naive
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import GAMES, REASONS, hidden_anew, positions, rules

from grandslam import IllegalMove, Match, Move, Position, Reason, RuleSet, View

UNHURRIED = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
LIST = r"\d+(?:(?:, \d+)* and \d+)?"


def assert_plain_reason(reason: Reason | None) -> None:
    """A reason carries a slug that is known and one sentence for a reader."""
    assert isinstance(reason, Reason)
    assert reason.rule in REASONS
    assert reason.text == reason.text.strip()
    assert "\n" not in reason.text
    assert reason.text.endswith(".")
    assert reason.text[0].isupper() or reason.text[0] in "“\"'‘"
    for code in ("{", "}", "frozenset", "None", "True", "False", "_", "<", "["):
        assert code not in reason.text
    if reason.card is not None:
        assert str(reason.card) in reason.text
    # Outside of quoted notation: one sentence, in which a number is a card, a section of one's
    # own half or of theirs ("your 3"), or, after "not", a count; never a bare section.
    plain = re.sub("“[^”]*”", "“”", reason.text)
    assert ". " not in plain, reason.text
    named = re.sub(rf"\b([Cc]ards?|hold|your|their|not) {LIST}", "", plain)
    assert not re.search(r"\d", named), reason.text
    if reason.rule in ("receiving", "smashing"):
        assert re.search(r"[Cc]ards? \d", plain), reason.text
    if reason.rule == "receiving" and "green ball" not in plain and "in your hand" not in plain:
        assert re.search(r"your \d", plain), reason.text


def some_texts(obj: Obj, luck: random.Random, most: int) -> list[str]:
    """Some of all well-formed moves with the cards of the seat in turn."""
    texts = list(naive.well_formed(naive.in_turn(obj)))
    return luck.sample(texts, min(most, len(texts)))


@UNHURRIED
@given(obj=positions(games=GAMES))
def test_legal_is_what_nothing_speaks_against(obj: Obj) -> None:
    """Of all well-formed moves of held cards exactly those are legal for which why_not is None."""
    position = Position.from_json(obj)
    legal = {str(move) for move in position.legal_moves()}
    allowed = set()
    for text in naive.well_formed(naive.in_turn(obj)):
        reason = position.why_not(text)
        if reason is None:
            allowed.add(text)
        else:
            assert_plain_reason(reason)
    assert allowed == legal


@UNHURRIED
@given(obj=positions(("return", "lay", "set-up"), games=((2, "master"), (4, "master"))))
def test_a_set_of_cards_is_written_in_one_way(obj: Obj) -> None:
    """Master Rules: receiving cards, attacking cards and rows are sets, in rising order."""
    position = Position.from_json(obj)
    for text in naive.legal_moves(obj):
        if not re.search("[,+]", text):
            continue
        word = "lay " if text.startswith("lay") else ""
        before, mark, after = text.removeprefix("lay ").partition(">")
        turned = ",".join(reversed(before.split(","))) + mark + "+".join(reversed(after.split("+")))
        reason = position.why_not(word + turned)
        assert_plain_reason(reason)
        assert reason is not None
        assert reason.rule == "notation"


@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_cards_that_are_not_held_are_refused(obj: Obj, luck: random.Random) -> None:
    """A move with a card that lies elsewhere is refused, and the reason is a plain one."""
    position = Position.from_json(obj)
    held = naive.all_cards(naive.in_turn(obj))
    others = [card for card in naive.faces(obj["deck"]) if card not in held]
    mixed = {"hand": luck.sample(others, min(2, len(others))) + held[:2], "row": []}
    for text in naive.well_formed(mixed):
        reason = position.why_not(text)
        assert (reason is None) == (text in naive.legal_moves(obj))
        if reason is not None:
            assert_plain_reason(reason)


@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_only_a_card_of_the_hand_is_discarded(obj: Obj, luck: random.Random) -> None:
    """A pass takes a card of the hand, never one of the row."""
    position = Position.from_json(obj)
    for card in naive.in_turn(obj)["row"]:
        for word in ("pass", "dive"):
            assert_plain_reason(position.why_not(f"{word} {card}"))


@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_an_illegal_move_is_refused_with_the_reason(obj: Obj, luck: random.Random) -> None:
    """Playing what is not legal raises IllegalMove with the reason that why_not gives."""
    position = Position.from_json(obj)
    legal = {str(move) for move in position.legal_moves()}
    for text in [*some_texts(obj, luck, 12), "nonsense", "99", "dive 99", "lay 99", "pass 99"]:
        if text in legal:
            continue
        with pytest.raises(IllegalMove) as refusal:
            position.play(text)
        assert refusal.value.reason == position.why_not(text)
        assert_plain_reason(refusal.value.reason)
        assert refusal.value.reason.text in str(refusal.value)


@UNHURRIED
@given(obj=positions(games=GAMES))
def test_moves_as_values_and_as_texts(obj: Obj) -> None:
    """Moves are values: text and value say the same to why_not, to play and to `in`."""
    position = Position.from_json(obj)
    moves = position.legal_moves()
    assert len(moves) == len(list(moves)) == len(set(moves))
    assert bool(moves) == (len(moves) > 0)
    for move in moves:
        assert isinstance(move, Move)
        assert move in moves
        assert position.why_not(move) is None
        assert position.play(move) == position.play(str(move))


@UNHURRIED
@given(obj=positions(games=GAMES))
def test_positions_never_change(obj: Obj) -> None:
    """Asking and playing leave a position, its hash and its JSON as they were."""
    position, twin = Position.from_json(obj), Position.from_json(json.loads(json.dumps(obj)))
    assert position == twin
    assert hash(position) == hash(twin)
    number, text = hash(position), json.dumps(position.to_json())
    position.why_not("1")
    position.perft(1)
    for move in position.legal_moves():
        assert position.play(move) != position
    for seat in range(len(obj["seats"])):
        position.seen_from(seat)
    position.to_json()["seats"][0]["hand"].append(99)
    position.to_json()["rules"]["rulings"]["loss"] = "changed"
    assert position == twin
    assert hash(position) == number
    assert json.dumps(position.to_json()) == text


@UNHURRIED
@given(obj=positions(games=GAMES))
def test_positions_round_trip(obj: Obj) -> None:
    """A position written as JSON and read back is the same position."""
    position = Position.from_json(obj)
    text = json.dumps(position.to_json(), allow_nan=False)
    assert json.loads(text) == obj
    assert Position.from_json(json.loads(text)) == position


@UNHURRIED
@given(obj=positions(games=GAMES))
def test_the_order_of_a_hand_means_nothing(obj: Obj) -> None:
    """A hand given in another order is the same position, written in rising order."""
    position = Position.from_json(obj)
    for seat in obj["seats"]:
        seat["hand"].reverse()
        seat["row"].reverse()
    assert Position.from_json(obj) == position


@settings(max_examples=90, deadline=None)
@given(
    chosen=rules(("first_to_four", "deuce"), GAMES),
    seed=st.integers(0, 2**48 - 1),
    server=st.integers(0, 1),
    luck=st.integers(),
)
def test_cards_are_conserved_and_random_play_ends(
    chosen: Obj, seed: int, server: int, luck: int
) -> None:
    """Every seat keeps its whole deck through a match, and random play comes to a winner."""
    chance = random.Random(luck)
    match = Match.new(RuleSet(**chosen), seed=seed, server=server)
    start, master = naive.start_limit(chosen), chosen["style"] == "master"
    plies = 0
    while match.winner is None:
        position = match.position
        obj = position.to_json()
        for seat in obj["seats"]:
            cards = seat["hand"] + seat["row"] + seat["deck"] + seat["discard"]
            assert sorted(cards) == list(range(1, 25))
            assert len(seat["hand"]) + len(seat["row"]) <= seat["limit"] <= start
            assert len(seat["row"]) <= (4 if master else 0)
            assert seat["hand"] == sorted(seat["hand"])
            assert seat["row"] == sorted(seat["row"])
            if naive.ruling(chosen, "row_distinct"):
                lands = [naive.STANDARD[card].lands for card in seat["row"]]
                assert len(set(lands)) == len(lands)
        moves = [str(move) for move in match.legal_moves()]
        assert moves
        if obj["phase"] == "over":
            assert match.why_not(moves[0]) is None
        match = match.play(chance.choice(moves))
        plies += 1
        assert plies < 4000
    assert match.position.to_json()["phase"] == "over"
    assert not match.position.legal_moves()
    own, other = match.score[match.winner], match.score[1 - match.winner]
    assert own > other
    if chosen["scoring"] == "first_to_four":
        assert own == 4
    else:
        assert (own == 4 and other <= 2) or (own, other) == (5, 3)
    with pytest.raises(IllegalMove):
        match.play("serve")


# Views


@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_a_view_leaks_nothing(obj: Obj, luck: random.Random) -> None:
    """Positions that differ only in what a seat cannot see give that seat the same view."""
    position = Position.from_json(obj)
    for seat in range(len(obj["seats"])):
        changed = hidden_anew(obj, seat, luck)
        if not naive.legal_moves(changed):
            continue  # that turn would be over already
        view = position.seen_from(seat)
        second = Position.from_json(changed).seen_from(seat)
        assert isinstance(view, View)
        assert view == second
        assert hash(view) == hash(second)
        assert repr(view) == repr(second)
        assert json.dumps(view.to_json()) == json.dumps(second.to_json())
        assert list(view.legal_moves()) == list(second.legal_moves())
        if obj["turn"] == seat:
            assert list(view.legal_moves()) == list(position.legal_moves())
        else:
            assert not list(view.legal_moves())
        for text in some_texts(obj, luck, 25):
            reason = view.why_not(text)
            assert reason == second.why_not(text)
            if obj["turn"] == seat:
                assert reason == position.why_not(text)
            else:
                assert_plain_reason(reason)
                assert reason is not None
                assert reason.rule == "turn"


@UNHURRIED
@given(obj=positions(games=GAMES))
def test_a_view_has_numbers_for_what_is_hidden(obj: Obj) -> None:
    """Seen from a seat, all other hands and all decks are numbers; all else is as it is."""
    position = Position.from_json(obj)
    for seat in range(len(obj["seats"])):
        seen = position.seen_from(seat).to_json()
        expected = json.loads(json.dumps(obj))
        for number, place in enumerate(expected["seats"]):
            place["deck"] = len(place["deck"])
            if number != seat:
                place["hand"] = len(place["hand"])
        assert {key: seen[key] for key in expected} == expected
