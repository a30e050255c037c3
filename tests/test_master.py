"""Master Rules: laying the row, what a turn plays, refills, being off balance, and its ends."""

from __future__ import annotations

import itertools
from typing import Any

import naive
import pytest
from naive import Obj
from positions import EDITIONS, play, rule_set, seat, situation, texts

from grandslam import Match, Position, RuleSet

LOSSES = ("one_card", "undrawn", "one_turn")


def master(seats: list[Obj], ball: int | None, **others: Any) -> Obj:
    """A position of the Master Rules."""
    return situation(seats, ball, style="master", **others)


def other_seat() -> Obj:
    """The cards of the other player, where they do not matter."""
    return seat([3, 4], [7, 8, 9, 10])


# The set-up


@pytest.mark.parametrize("server", range(4))
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 4])
def test_rows_are_laid_from_the_server_on(players: int, edition: str, server: int) -> None:
    """Seat by seat a row of one to four cards is laid; then comes the serve, and no laying."""
    rules = rule_set(edition, players=players, style="master")
    match = Match.new(RuleSet(**rules), seed=11, server=server % players)
    dealt = match.position.to_json()
    for place in range(players):
        obj = match.position.to_json()
        turn = (server + place) % players
        assert (obj["phase"], obj["turn"], obj["ball"]) == ("lay", turn, None)
        laid = [(server + before) % players for before in range(place)]
        assert [bool(one["row"]) for one in obj["seats"]] == [
            number in laid for number in range(players)
        ]
        hand = obj["seats"][turn]["hand"]
        assert hand == dealt["seats"][turn]["hand"]
        row = hand[: 1 + place]
        lands = [naive.STANDARD[card].lands for card in row]
        if edition == "zh" and len(set(lands)) < len(row):
            row = hand[:1]
        match = match.play("lay " + ",".join(map(str, row)))
        after = match.position.to_json()["seats"][turn]
        assert after == obj["seats"][turn] | {"row": row, "hand": hand[len(row) :]}
    obj = match.position.to_json()
    assert (obj["phase"], obj["turn"]) == ("serve", server % players)
    assert texts(obj) == ["serve"]
    after = match.play("serve").position.to_json()
    assert after["phase"] in ("return", "over")
    assert after["seats"][server % players]["row"] == obj["seats"][server % players]["row"]


@pytest.mark.parametrize(("players", "count"), [(2, 56), (4, 30)])
def test_how_many_rows_there_are(players: int, count: int) -> None:
    """One to four of six cards, or of five in doubles; every seat sees the rows before it."""
    match = Match.new(RuleSet(players=players, style="master"), seed=1)
    moves = [str(move) for move in match.legal_moves()]
    assert len(moves) == count
    hand = match.position.to_json()["seats"][0]["hand"]
    assert set(moves) == {
        "lay " + ",".join(map(str, row))
        for size in (1, 2, 3, 4)
        for row in itertools.combinations(hand, size)
    }
    match = match.play(moves[-1])
    assert match.position.seen_from(1).to_json()["seats"][0]["row"] == hand[-4:]


def test_no_two_cards_of_a_row_land_alike() -> None:
    """Under `row_distinct` cards that land on the same section are never both laid."""
    # 1, 7 and 19 land on 1, 9 on 2.
    obj = master([seat([1, 7, 9, 19]), other_seat()], 1, phase="lay", turn=0, row_distinct=True)
    pairs = ["lay 1,9", "lay 7,9", "lay 9,19"]
    assert texts(obj) == sorted(["lay 1", "lay 7", "lay 9", "lay 19", *pairs])
    reason = Position.from_json(obj).why_not("lay 1,7,9")
    assert reason is not None
    assert reason.rule == "master"
    free = master([seat([1, 7, 9, 19]), other_seat()], 1, phase="lay", turn=0)
    assert len(texts(free)) == 15
    assert len(texts(free | {"rules": rule_set("zh", style="master")})) == 7


@pytest.mark.parametrize("edition", EDITIONS)
def test_rows_that_are_no_rows(edition: str) -> None:
    """Five cards, cards from elsewhere, and cards in another order are refused."""
    obj = master([seat([1, 4, 9, 11, 12, 6]), other_seat()], None, phase="lay", turn=0)
    obj["rules"]["edition"] = edition
    position = Position.from_json(obj)
    for move, rules in (
        ("lay 1,4,6,9,11", {"master"}),
        ("lay 1,2", {"master"}),
        ("lay 4,1", {"notation"}),
        ("lay 1,1", {"notation"}),
        ("lay", {"notation"}),
        ("lay ", {"notation"}),
        ("serve", {"turn"}),
        ("let", {"turn", "master"}),
        ("1>4", {"turn"}),
    ):
        reason = position.why_not(move)
        assert reason is not None, move
        assert reason.rule in rules, move


@pytest.mark.parametrize("first", range(2))
def test_laying_is_skipped_with_no_card(first: int) -> None:
    """A seat without cards lays nothing at the set-up; a single card is still a move."""
    seats = [seat([1], limit=1), seat([], limit=0)]
    obj = master(seats if first == 0 else seats[::-1], None, phase="lay", turn=first, server=first)
    assert texts(obj) == ["lay 1"]
    after = play(obj, "lay 1")
    assert (after["phase"], after["turn"]) == ("serve", first)
    # The server has no card, so the other one lays, and then the server serves.
    seats = [seat([1], limit=1), seat([], limit=0)]
    obj = master(
        seats if first == 0 else seats[::-1], None, phase="lay", turn=first, server=1 - first
    )
    after = play(obj, "lay 1")
    assert (after["phase"], after["turn"]) == ("serve", 1 - first)


def test_a_seat_without_cards_is_never_to_lay() -> None:
    """A position in which a seat is to lay and has nothing is refused."""
    seats = [seat([], limit=0), other_seat()]
    for ball in (None, 1):
        with pytest.raises(ValueError, match=r"lay|card|row"):
            Position.from_json(master(seats, ball, phase="lay", turn=0))


def test_a_set_up_without_a_card_to_serve_is_refused() -> None:
    """As before a serve, the server's deck needs a card while the rows are laid."""
    seats = [seat([1, 2], deck=[]), other_seat()]
    with pytest.raises(ValueError, match=r"serve"):
        Position.from_json(master(seats, None, phase="lay", turn=0))
    Position.from_json(master(seats, None, phase="lay", turn=0, server=1))


# The end of a turn


@pytest.mark.parametrize(
    ("ball", "smash", "move", "drawn"),
    [
        (1, False, "1>5", 2),
        (1, False, "2>5+17", 3),
        (1, True, "1,2>5", 3),
        (1, True, "1,2>8+22", 4),
    ],
)
def test_two_three_or_four_cards_are_drawn(ball: int, smash: bool, move: str, drawn: int) -> None:
    """The refill counts hand and row together; then the same seat lays."""
    able = seat([5, 11], [6, 12, 19, 20])
    obj = master([able, seat([1, 17], [2, 5, 22, 8])], ball, smash=smash)
    after = play(obj, move)
    own = after["seats"][1]
    assert len(own["hand"]) + len(own["row"]) == own["limit"] == 6
    assert len(own["deck"]) == 18 - drawn
    assert (after["phase"], after["turn"]) == ("lay", 1)
    assert after["ball"]["smash"] == ("+" in move)
    laid = play(after, f"lay {own['hand'][0]}")
    assert (laid["phase"], laid["turn"]) == ("return", 0)
    assert laid["ball"] == after["ball"]


def test_played_cards_go_to_the_discard_pile_in_order() -> None:
    """Receiving cards first, then attacking cards, each in rising order."""
    obj = master([other_seat(), seat([1, 17], [2, 5, 22, 8])], 1, smash=True)
    after = play(obj, "1,22>2+8")
    assert after["seats"][1]["discard"] == [1, 22, 2, 8]
    assert after["ball"] == {"section": 6, "smash": True}
    after = play(obj, "2,22>5+17")
    assert after["seats"][1]["discard"] == [2, 22, 5, 17]
    assert after["ball"] == {"section": 3, "smash": True}
    after = play(obj, "2,22>1")
    assert after["ball"] == {"section": 1, "smash": False}


def test_the_deck_runs_out_at_the_refill() -> None:
    """Two cards are due, one is left: hand and row stay smaller, and the limit as it is."""
    obj = master([other_seat(), seat([1], [5, 9], [12])], 1)
    after = play(obj, "1>5")
    assert after["seats"][1] == seat([12], [9], [], discard=[1, 5])
    assert texts(after) == ["lay 12", "lay 9", "lay 9,12"]


@pytest.mark.parametrize(
    ("relay", "distinct", "moves"),
    [
        ("free", False, ["1", "9", "19", "1,9", "1,19", "9,19", "1,9,19"]),
        ("free", True, ["1", "9", "19", "1,9", "9,19"]),
        ("add", False, ["9", "1,9", "9,19", "1,9,19"]),
        ("add", True, ["9", "1,9", "9,19"]),
    ],
)
def test_laying_at_the_end_of_a_turn(relay: str, distinct: bool, moves: list[str]) -> None:
    """`free` takes up what lies in the row, `add` leaves it there; the whole row is written."""
    obj = master(
        [other_seat(), seat([1, 19], [9], limit=3)],
        1,
        phase="lay",
        row_relay=relay,
        row_distinct=distinct,
    )
    assert texts(obj) == sorted(f"lay {row}" for row in moves)
    after = play(obj, "lay 9,19")
    assert (after["seats"][1]["hand"], after["seats"][1]["row"]) == ([1], [9, 19])
    if relay == "free":
        after = play(obj, "lay 1")
        assert (after["seats"][1]["hand"], after["seats"][1]["row"]) == ([9, 19], [1])
    else:
        reason = Position.from_json(obj).why_not("lay 1")
        assert reason is not None
        assert reason.rule == "master"
        assert "9" in reason.text


def test_a_full_row_that_stays() -> None:
    """With `add` and four cards in the row, laying them again is the only move."""
    seats = [other_seat(), seat([1, 19], [2, 3, 9, 10])]
    assert texts(master(seats, 1, phase="lay", row_relay="add")) == ["lay 2,3,9,10"]
    assert len(texts(master(seats, 1, phase="lay"))) == 56


def test_laying_every_card_is_allowed() -> None:
    """Allowed, wise or not: who keeps no card in hand cannot return the next ball."""
    seats = [seat([1], [2, 3, 5], [], limit=4), seat([5], [9], [], limit=2)]
    obj = play(master(seats, 1, turn=0), "1>5")
    assert texts(obj) == ["lay 2", "lay 2,3", "lay 3"]
    wise = play(obj, "lay 2", "5>9")  # the ball is on 2, which 3 receives
    assert (wise["phase"], texts(wise)) == ("return", ["3>2"])
    unwise = play(obj, "lay 2,3", "5>9")
    assert (unwise["phase"], unwise["score"]) == ("over", [0, 1])


def test_a_row_may_repeat_a_section_where_it_was_given_so() -> None:
    """`row_distinct` with `add`: such a row is refused, or at least costs nobody the point."""
    seats = [other_seat(), seat([1, 13], [7, 19, 23])]
    obj = master(seats, 1, row_relay="add", row_distinct=True)
    try:
        position = Position.from_json(obj)
    except ValueError as refusal:
        assert "row" in str(refusal)  # noqa: PT017 — refusing it is one of two good answers
        return
    assert position.play("1>7").score == (0, 0)


# What a turn plays


def test_exactly_one_card_comes_from_the_hand() -> None:
    """Two cards of the row, or two of the hand, are no turn."""
    obj = master([other_seat(), seat([1, 17], [2, 5, 22, 9])], 1)
    position = Position.from_json(obj)
    for move in ("2>5", "2>22", "1>17", "22>9"):
        reason = position.why_not(move)
        assert reason is not None
        assert reason.rule == "master"


def test_an_empty_hand_cannot_return() -> None:
    """All cards in the row: the point is over as the ball arrives."""
    seats = [seat([1], [2], [], limit=2), seat([], [1, 2, 22], [], limit=6)]
    after = play(master(seats, 1, turn=0), "2>1")
    assert (after["phase"], after["score"]) == ("over", [1, 0])


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_cannot_play_a_full_set_loses_at_once(edition: str) -> None:
    """There is no dive and nothing to choose: without a set of cards the point is over."""
    seats = [seat([1], [2, 5]), seat([7, 9, 10], [8, 11])]
    after = play(master(seats, 1, turn=0, edition=edition), "2>1", "lay 5")
    assert (after["phase"], after["ball"], after["score"]) == ("over", None, [1, 0])
    position = Position.from_json(master([other_seat(), seat([1, 7], [2, 5])], 1, edition=edition))
    for move in ("let", "dive 7"):
        reason = position.why_not(move)
        assert reason is not None
        assert reason.rule == "master"


@pytest.mark.parametrize("hand", [True, False])
def test_one_card_in_all_is_laid_and_cannot_return(hand: bool) -> None:
    """A turn plays two cards at least: one card, in hand or row, is not enough."""
    seats = [seat([1], [2, 5], [], limit=3)]
    seats.append(seat([1] if hand else [], [] if hand else [1], [], limit=1))
    after = play(master(seats, 1, turn=0), "2>1", "lay 5")
    assert (after["phase"], after["score"]) == ("over", [1, 0])


def test_a_row_of_one() -> None:
    """One card in the row goes with one of the hand, in either role."""
    obj = master([other_seat(), seat([1, 17, 3, 10], [22])], 1)
    assert texts(obj) == ["1>22", "22>1", "22>10", "22>17", "22>3"]
    attacks = master([other_seat(), seat([1, 17, 3, 10], [22])], 1, master_hand_role="attacks")
    assert texts(attacks) == ["22>1", "22>10", "22>17", "22>3"]


# Off balance


@pytest.mark.parametrize(
    ("choice", "smash", "extra"),
    [
        ("never", True, []),
        ("never", False, []),
        ("to_smash", True, ["1>2+8", "1>2+22", "1>8+22", "2>5+17", "22>5+17"]),
        ("to_smash", False, []),
        (
            *("always", True),
            [
                *("1>2", "1>5", "1>8", "1>22", "2>1", "2>17", "22>1", "22>17"),
                *("1>2+8", "1>2+22", "1>8+22", "2>5+17", "22>5+17"),
            ],
        ),
        ("always", False, ["1>2", "1>5", "1>8", "1>22", "2>1", "2>17", "22>1", "22>17"]),
    ],
)
def test_off_balance_by_choice(choice: str, smash: bool, extra: list[str]) -> None:
    """Who could play a full reception is off balance only as far as the rulings allow it."""
    rulings: Obj = {"off_balance_by_choice": choice, "off_balance_smash": smash}
    obj = master([other_seat(), seat([1, 17], [2, 5, 22, 8])], 1, smash=True, **rulings)
    full = ["1,2>5", "1,2>8", "1,2>22", "1,2>8+22", "1,22>2", "1,22>5", "1,22>8", "1,22>2+8"]
    full += ["2,22>1", "2,22>17", "2,22>5+17"]
    assert texts(obj) == sorted(full + extra)
    none = obj | {"rules": obj["rules"] | {"rulings": rulings | {"master_off_balance": False}}}
    assert texts(none) == sorted(full)


@pytest.mark.parametrize("choice", ["never", "to_smash", "always"])
@pytest.mark.parametrize(("smash", "moves"), [(True, ["1>3", "1>4", "2>3", "2>4"]), (False, [])])
def test_two_cards_that_receive_but_cannot_both_be_played(
    choice: str, smash: bool, moves: list[str]
) -> None:
    """Two receiving cards in the hand make no full reception: one alone is then of need."""
    obj = master(
        [other_seat(), seat([1, 2], [3, 4])],
        1,
        smash=True,
        off_balance_by_choice=choice,
        off_balance_smash=smash,
    )
    assert texts(obj) == ["1>3", "1>4", "2>3", "2>4"]
    # 9 lands on 2 like 3: with it the reception may go with a smash, where the ruling allows it.
    obj["seats"][1] = seat([1, 2], [3, 4, 9])
    singles = ["1>3", "1>4", "1>9", "2>3", "2>4", "2>9"]
    assert texts(obj) == sorted(singles + (["1>3+9", "2>3+9"] if moves else []))


def test_a_hand_card_that_may_only_attack() -> None:
    """With `attacks`, a second receiving card in the hand makes no full reception either."""
    obj = master(
        [other_seat(), seat([1, 17], [2, 5])],
        1,
        smash=True,
        master_hand_role="attacks",
        off_balance_by_choice="never",
    )
    assert texts(obj) == ["2>1", "2>17", "2>5+17"]
    assert texts(obj | {"rules": rule_set("ko", style="master")}) == ["1,2>5"]


# loss, draw, move, all cards afterwards, limit; the deck from the top: 3 4 6
OFF_BALANCE = [
    ("one_card", "none", "2>17", [5, 9, 10, 11], 5),
    ("undrawn", "none", "2>17", [5, 9, 10, 11], 4),
    ("one_turn", "none", "2>17", [5, 9, 10, 11], 6),
    ("one_card", "to_lowered_limit", "2>17", [3, 5, 9, 10, 11], 5),
    ("undrawn", "to_lowered_limit", "2>17", [3, 5, 9, 10, 11], 5),
    ("one_turn", "to_lowered_limit", "2>17", [3, 5, 9, 10, 11], 6),
    ("one_card", "none", "2>5+17", [9, 10, 11], 5),
    ("undrawn", "none", "2>5+17", [9, 10, 11], 3),
    ("one_turn", "none", "2>5+17", [9, 10, 11], 6),
    ("one_card", "to_lowered_limit", "2>5+17", [3, 4, 9, 10, 11], 5),
    ("undrawn", "to_lowered_limit", "2>5+17", [3, 4, 9, 10, 11], 5),
    ("one_turn", "to_lowered_limit", "2>5+17", [3, 4, 9, 10, 11], 6),
]


@pytest.mark.parametrize(("loss", "draw", "move", "cards", "limit"), OFF_BALANCE)
def test_off_balance_costs_what_the_rulings_say(
    loss: str, draw: str, move: str, cards: list[int], limit: int
) -> None:
    """The draw and the limit count hand and row; then the seat lays as after any turn."""
    own = seat([17, 9], [2, 5, 10, 11], [3, 4, 6])
    obj = master([other_seat(), own], 1, smash=True, loss=loss, off_balance_draw=draw)
    after = play(obj, move)
    assert naive.all_cards(after["seats"][1]) == cards
    assert after["seats"][1]["limit"] == limit
    assert (after["phase"], after["turn"]) == ("lay", 1)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("draw", ["none", "to_lowered_limit"])
def test_off_balance_down_to_an_empty_hand(loss: str, draw: str) -> None:
    """With no card left laying is skipped: the other seat receives at once."""
    seats = [seat([5, 9], [6, 19], limit=4), seat([17], [2], [], limit=2)]
    obj = master(seats, 1, smash=True, loss=loss, off_balance_draw=draw)
    after = play(obj, "2>17")
    own = after["seats"][1]
    assert (own["hand"], own["row"]) == ([], [])
    assert own["limit"] == {"one_card": 1, "undrawn": 0, "one_turn": 2}[loss]
    assert (after["phase"], after["turn"]) == ("return", 0)
    assert after["ball"] == {"section": 3, "smash": False}
    ended = play(after, "6>5", "lay 19")
    assert (ended["phase"], ended["score"]) == ("over", [1, 0])


def test_a_single_card_is_drawn_and_laid() -> None:
    """One card left to draw: a single row is possible, and it is still a move."""
    seats = [seat([5, 9], [6, 19], limit=4), seat([17], [2], [8, 12], limit=2)]
    obj = master(seats, 1, smash=True, edition="ko")
    after = play(obj, "2>17")
    assert (after["phase"], after["turn"]) == ("lay", 1)
    assert texts(after) == ["lay 8"]
    assert after["seats"][1]["limit"] == 1


# Doubles


def team(*seats: Obj, **others: Any) -> Obj:
    """A position of Master doubles, seat 1 to receive on its 1."""
    return master(list(seats), 1, **others)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pass_in_master_doubles(edition: str) -> None:
    """The passer gives a card of the hand, never one of the row, draws nothing, lays nothing."""
    idle = seat([1, 3], [2, 22], limit=5)
    seats = [idle, seat([7, 9], [8, 10, 11], limit=5), idle, idle]
    obj = team(*seats, edition=edition)
    assert texts(obj) == ["let", "pass 7", "pass 9"]
    for card in (8, 10, 11):
        reason = Position.from_json(obj).why_not(f"pass {card}")
        assert reason is not None
        assert reason.rule == "doubles"
        assert str(card) in reason.text
    after = play(obj, "pass 7")
    assert after["seats"][1] == seats[1] | {
        "hand": [9],
        "discard": [7],
        "limit": {"en": 4, "ko": 5, "zh": 4}[edition],
    }
    assert (after["phase"], after["turn"], after["order"]) == ("return", 3, -1)
    assert after["passed"] is True
    partner = play(after, "2>3")
    assert (partner["phase"], partner["turn"], partner["passed"]) == ("lay", 3, False)
    assert partner["order"] == -1
    assert play(partner, "lay 1")["turn"] == 2


def test_what_undrawn_counts_after_a_pass() -> None:
    """Hand and row are the cards then held."""
    idle = seat([1, 3], [2, 22], limit=5)
    obj = team(idle, seat([7], [8, 10], limit=5), idle, idle, loss="undrawn")
    assert play(obj, "pass 7")["seats"][1]["limit"] == 2
    obj = team(idle, seat([7], [8, 10], limit=5), idle, idle, loss="undrawn", pass_loss=False)
    assert play(obj, "pass 7")["seats"][1]["limit"] == 5


def test_a_pass_with_receiving_cards_that_make_no_turn() -> None:
    """Who holds a receiving card but no full set of cards passes all the same."""
    idle = seat([1, 3], [2, 22], limit=5)
    obj = team(idle, seat([1, 17], [7, 9], limit=5), idle, idle, master_hand_role="attacks")
    assert texts(obj) == ["let", "pass 1", "pass 17"]
    obj = team(idle, seat([1, 17], [7, 9], limit=5), idle, idle)
    assert texts(obj) == ["1>7", "1>9"]


def test_both_partners_unable_in_master_doubles() -> None:
    """The partner has no full set of cards either: the point ends with the pass."""
    idle = seat([1, 3], [2, 22], limit=5)
    obj = team(idle, seat([7, 9], [8], limit=5), idle, seat([1, 2], [], limit=5))
    after = play(obj, "pass 9")
    assert (after["phase"], after["score"]) == ("over", [1, 0])
    assert (after["seats"][1]["hand"], after["seats"][1]["row"]) == ([7], [8])


def test_rows_stay_where_they_are_at_a_points_end() -> None:
    """Nothing is gathered before the next point is dealt; then the server lays first."""
    for edition in EDITIONS:
        rules = rule_set(edition, players=4, style="master")
        match = Match.new(RuleSet(**rules), seed=3)
        while match.position.phase != "over":
            match = match.play(match.legal_moves()[-1])
        obj = match.position.to_json()
        assert any(one["row"] for one in obj["seats"])
        moves = [str(move) for move in match.legal_moves()]
        assert all(move.startswith("lay ") for move in moves)
        after = match.play(moves[0]).position.to_json()
        assert (after["phase"], after["turn"], after["server"]) == ("lay", 2, 1)
        assert [bool(one["row"]) for one in after["seats"]] == [False, True, False, False]
