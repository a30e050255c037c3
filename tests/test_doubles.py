"""Doubles: the order of play and its turning, passes and their price, whole matches."""

from __future__ import annotations

import itertools
import random
from typing import Any

import naive
import pytest
from naive import Obj
from positions import EDITIONS, play, point, rule_set, seat, situation, texts

from grandslam import Match, Position, RuleSet

STYLES = ("original", "master")
LOSSES = ("one_card", "undrawn", "one_turn")
DEUCE_ENDS = {(4, 0), (4, 1), (4, 2), (5, 3), (0, 4), (1, 4), (2, 4), (3, 5)}


def four(*hands: list[int], deck: list[int] | None = None) -> list[Obj]:
    """Four seats with these hands and the limit of doubles."""
    return [seat(hand, [], deck, limit=5) for hand in hands]


def scripted(rules: Obj, seed: int, server: int, most: int = 500) -> list[Obj]:
    """All positions of a random match of the engine, as JSON, the first deal included."""
    record: Obj = {
        "rules": rules,
        "deck": "standard",
        "server": server,
        "seed": seed,
        "moves": [],
    }
    grown = naive.random_match(record, random.Random(seed), most)
    match = Match.new(RuleSet(**rules), seed=seed, server=server)
    positions = [match.position.to_json()]
    for move in grown["moves"]:
        match = match.play(move)
        positions.append(match.position.to_json())
    return positions


def points(rules: Obj, seed: int, server: int) -> list[tuple[Obj, Obj]]:
    """Of each finished point of a match: a position while it is played, and the one at its end.

    The first one is what follows the point's first move: a row laid, or the serve.
    """
    found: list[tuple[Obj, Obj]] = []
    start: Obj | None = None
    for obj in scripted(rules, seed, server)[1:]:
        start = start or obj
        if obj["phase"] == "over":
            found.append((start, obj))
            start = None
    return found


# The order of play


@pytest.mark.parametrize("server", range(4))
def test_play_goes_round_in_seat_order(server: int) -> None:
    """A serve counts as the server's turn; from there on seat follows seat."""
    # Card 1 receives 1 and lands on 1.
    seats = four(*[[1, 7, 8]] * 4)
    seats[server]["deck"] = [1, 2]
    seats[server]["hand"] = [7, 8, 21]
    obj = situation(seats, None, phase="serve", turn=server, server=server)
    obj = play(obj, "serve")
    for place in (1, 2, 3):
        assert (obj["turn"], obj["order"], obj["passed"]) == ((server + place) % 4, 1, False)
        obj = play(obj, "1")
    assert obj["turn"] == server
    assert (play(obj, "21")["turn"], obj["order"]) == ((server + 1) % 4, 1)


def test_play_goes_round_the_other_way_after_a_pass() -> None:
    """A1 passes, A2 returns, then B1, A1, B2, A2, B1: the other team keeps its own order."""
    # Cards 3 and 4 receive 2; 3 lands on 2, 13 receives 1 and lands on 2.
    seats = four([3, 7, 8], [3, 4, 9], [3, 13, 10], [3, 11, 12])
    obj = situation(seats, 1, turn=0)
    obj = play(obj, "pass 7")
    assert (obj["turn"], obj["order"], obj["passed"]) == (2, -1, True)
    assert obj["ball"] == {"section": 1, "smash": False}
    obj = play(obj, "13")
    for turn in (1, 0, 3, 2):
        assert (obj["phase"], obj["turn"], obj["order"]) == ("return", turn, -1)
        assert obj["passed"] is False
        obj = play(obj, "3")
    assert (obj["turn"], obj["order"]) == (1, -1)


@pytest.mark.parametrize("first", range(4))
def test_two_passes_in_one_rally(first: int) -> None:
    """The second pass turns the order again; then the seats follow one another as at first."""
    hands = {0: [7, 8, 3], 2: [13, 9, 10], 1: [7, 8, 1], 3: [3, 13, 14]}
    seats = four(*[hands[(number - first) % 4] for number in range(4)])
    obj = play(situation(seats, 1, turn=first), "pass 7", "13")
    assert (obj["turn"], obj["order"]) == ((first + 1) % 4, -1)  # the ball lies on 2
    obj = play(obj, "pass 8")
    assert (obj["turn"], obj["order"], obj["passed"]) == ((first + 3) % 4, 1, True)
    obj = play(obj, "3")
    assert (obj["turn"], obj["order"], obj["passed"]) == (first, 1, False)
    obj = play(obj, "3")
    assert (obj["turn"], obj["order"]) == ((first + 1) % 4, 1)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("style", STYLES)
def test_every_point_starts_in_the_usual_direction(style: str, edition: str) -> None:
    """However often the order has turned, the next point starts in seat order."""
    turned = 0
    for seed in range(8):
        rules = rule_set(edition, players=4, style=style)
        for before, obj in itertools.pairwise(scripted(rules, seed, seed % 4)):
            turned += obj["order"] == -1
            if before["phase"] == "over":
                assert obj["order"] == 1
                assert obj["passed"] is False
    assert turned


@pytest.mark.parametrize("phase", ["serve", "lay"])
def test_before_the_serve_the_order_has_not_turned(phase: str) -> None:
    """A position before a serve with the order turned is refused: no point starts so."""
    style = "master" if phase == "lay" else "original"
    seats = four(*[[1, 2, 3]] * 4)
    Position.from_json(situation(seats, None, phase=phase, turn=0, style=style))
    with pytest.raises(ValueError, match="order"):
        Position.from_json(situation(seats, None, phase=phase, turn=0, style=style, order=-1))


# Passes


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turn", range(4))
def test_pass_or_let(turn: int, edition: str) -> None:
    """Who cannot return passes or lets the ball go, in every edition; letting go moves no card."""
    hands = [[1, 2, 3]] * 4
    hands[turn] = [7, 9]
    obj = situation(four(*hands), 1, turn=turn, edition=edition, score=(1, 1))
    assert texts(obj) == ["let", "pass 7", "pass 9"]
    after = play(obj, "let")
    assert (after["phase"], after["ball"]) == ("over", None)
    assert after["score"] == ([1, 2] if turn % 2 == 0 else [2, 1])
    assert after["seats"] == obj["seats"]


@pytest.mark.parametrize("smash", [False, True])
def test_who_can_return_may_not_pass(smash: bool) -> None:
    """With a card that receives, neither a pass nor letting go is possible."""
    position = Position.from_json(situation(four(*[[1, 8, 9]] * 4), 1, smash=smash))
    assert [str(move) for move in position.legal_moves()] == ["1"]
    for move, rule in (("pass 8", "doubles"), ("pass 1", "doubles"), ("let", "receiving")):
        reason = position.why_not(move)
        assert reason is not None
        assert reason.rule == rule
        assert "ard 1" in reason.text
        assert "your 1" in reason.text


# pass_loss, loss → the limit of a seat that had 4 cards and the limit 5
PASS_COSTS = [
    (True, "one_card", 4),
    (True, "undrawn", 3),
    (True, "one_turn", 5),
    *((False, loss, 5) for loss in LOSSES),
]


@pytest.mark.parametrize(("pass_loss", "loss", "limit"), PASS_COSTS)
@pytest.mark.parametrize("smash", [False, True])
def test_what_a_pass_costs(smash: bool, pass_loss: bool, loss: str, limit: int) -> None:
    """The passer discards one hand card and draws nothing; the lasting cost is as ruled."""
    seats = four([1, 2], [7, 8, 9, 10], [1, 2], [1, 22, 13])
    obj = situation(seats, 1, smash=smash, pass_loss=pass_loss, loss=loss)
    after = play(obj, "pass 8")
    assert after["seats"][1] == seats[1] | {
        "hand": [7, 9, 10],
        "discard": [8],
        "limit": limit,
    }
    assert after["ball"] == {"section": 1, "smash": smash}
    for number in (0, 2, 3):
        assert after["seats"][number] == seats[number]


@pytest.mark.parametrize(("edition", "limit"), [("en", 4), ("ko", 5), ("zh", 3)])
def test_what_a_pass_costs_in_each_edition(edition: str, limit: int) -> None:
    """`en` lowers the limit by one, `ko` leaves it, `zh` fixes it at the cards then held."""
    seats = four([1, 2], [7, 8, 9, 10], [1, 2], [1, 22, 13])
    after = play(situation(seats, 1, edition=edition), "pass 7")
    assert after["seats"][1]["limit"] == limit


@pytest.mark.parametrize(
    ("pass_loss", "loss", "limit"),
    [
        (True, "one_card", 4),
        (True, "undrawn", 0),
        (True, "one_turn", 5),
        (False, "one_card", 5),
    ],
)
def test_a_hand_of_one_passes(pass_loss: bool, loss: str, limit: int) -> None:
    """The last hand card may be given for a pass; the hand is then empty."""
    seats = four([1, 2], [7], [1, 2], [1, 2])
    obj = situation(seats, 1, pass_loss=pass_loss, loss=loss)
    assert texts(obj) == ["let", "pass 7"]
    after = play(obj, "pass 7")
    assert (after["seats"][1]["hand"], after["seats"][1]["limit"]) == ([], limit)
    assert (after["phase"], after["turn"]) == ("return", 3)


@pytest.mark.parametrize("style", STYLES)
def test_no_pass_without_a_hand_card(style: str) -> None:
    """An empty hand cannot pass: the point is over at once, whatever the partner holds."""
    if style == "original":
        seats, move = four([1, 2], [], [7], [1, 2]), "1"
    else:
        seats = [seat([1], [2], [], limit=2), seat([], [2, 7], limit=2)]
        seats += [seat([9], [3], limit=5), seat([1], [2, 22], limit=5)]
        move = "2>1"
    obj = situation(seats, 1, turn=0, style=style)
    after = play(obj, move)
    assert (after["phase"], after["score"]) == ("over", [1, 0])
    assert after["seats"][1] == seats[1]


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("loss", LOSSES)
def test_both_partners_unable_ends_the_point_at_once(loss: str, turn: int) -> None:
    """When the partner cannot receive either, the other team scores with the pass."""
    hands = [[1, 2]] * 4
    hands[turn], hands[(turn + 2) % 4] = [7, 8], [9, 10]
    obj = situation(four(*hands), 1, turn=turn, loss=loss, scoring="deuce", score=(3, 3))
    after = play(obj, "pass 8")
    assert (after["phase"], after["ball"]) == ("over", None)
    assert after["score"] == ([3, 4] if turn % 2 == 0 else [4, 3])
    passer = after["seats"][turn]
    assert (passer["hand"], passer["discard"]) == ([7], [8])
    assert passer["limit"] == {"one_card": 4, "undrawn": 1, "one_turn": 5}[loss]
    assert after["seats"][(turn + 2) % 4] == obj["seats"][(turn + 2) % 4]


def test_a_partner_cannot_pass_back() -> None:
    """After a pass there is no second one: the partner returns, or the point is over."""
    seats = four([1, 2], [7, 8], [1, 2], [1, 9])
    obj = play(situation(seats, 1), "pass 7")
    assert texts(obj) == ["1"]
    position = Position.from_json(obj)
    for move in ("pass 9", "pass 1", "let"):
        assert position.why_not(move) is not None
    # A position in which the partner could do nothing is no position in play.
    seats = four([1, 2], [7, 8], [1, 2], [9, 10])
    with pytest.raises(ValueError, match="over"):
        Position.from_json(situation(seats, 1, turn=3, order=-1, passed=True))


def test_the_partner_may_smash_and_refills() -> None:
    """After a pass the partner plays as in any other turn."""
    seats = four([1, 2], [7, 8], [1, 2], [13, 3, 9, 4, 5])
    obj = play(situation(seats, 1), "pass 7")
    assert texts(obj) == ["13", "13+3", "13+9"]
    after = play(obj, "13+3")
    assert after["ball"] == {"section": 2, "smash": True}
    assert len(after["seats"][3]["hand"]) == 5
    assert after["seats"][3]["discard"] == [13, 3]


@pytest.mark.parametrize(
    ("loss", "draw", "hand", "limit"),
    [
        ("one_card", "none", [4, 5, 7], 4),
        ("undrawn", "none", [4, 5, 7], 3),
        ("one_turn", "none", [4, 5, 7], 5),
        ("one_card", "to_lowered_limit", [1, 4, 5, 7], 4),
        ("undrawn", "to_lowered_limit", [1, 4, 5, 7], 4),
        ("one_turn", "to_lowered_limit", [1, 4, 5, 7], 5),
    ],
)
def test_the_partner_may_be_off_balance(loss: str, draw: str, hand: list[int], limit: int) -> None:
    """A smash that was passed on may be met with one card, at the usual cost."""
    seats = four([1, 2], [7, 8], [1, 2], [13, 3, 4, 5, 7])
    seats[3]["deck"] = [1, 2, 6]
    obj = situation(seats, 1, smash=True, loss=loss, off_balance_draw=draw)
    obj = play(obj, "pass 7")
    assert obj["ball"] == {"section": 1, "smash": True}
    assert texts(obj) == ["13", "13+3"]
    after = play(obj, "13+3")
    assert (after["seats"][3]["hand"], after["seats"][3]["limit"]) == (hand, limit)
    assert (after["turn"], after["order"]) == (2, -1)  # the other team's order has not changed


def test_the_deck_runs_out_in_doubles() -> None:
    """An empty deck gives nothing; play goes on with the cards that are left."""
    seats = four([1, 2], [13, 3, 7, 8], [3, 4, 9], [3, 7], deck=[])
    seats[1]["deck"] = [12]
    obj = play(situation(seats, 1), "13+3")
    assert obj["seats"][1] == {
        "hand": [7, 8, 12],
        "row": [],
        "deck": [],
        "discard": [13, 3],
        "limit": 5,
    }
    obj = play(obj, "3,4")
    assert (obj["seats"][2]["hand"], obj["seats"][2]["deck"]) == ([9], [])
    assert obj["ball"] == {"section": 5, "smash": False}
    # Seat 3 cannot receive on 5 and passes; seat 1 cannot either.
    assert texts(obj) == ["let", "pass 3", "pass 7"]
    after = play(obj, "pass 3")
    assert (after["phase"], after["score"]) == ("over", [1, 0])


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_diving_receive_in_doubles(edition: str) -> None:
    """A dive is refused by the rule of doubles, and a pass in singles as well."""
    reason = Position.from_json(situation(four(*[[7, 8]] * 4), 1, edition=edition)).why_not(
        "dive 7"
    )
    assert reason is not None
    assert reason.rule == "doubles"
    reason = Position.from_json(point([7, 8], 1, edition=edition)).why_not("pass 7")
    assert reason is not None
    assert reason.rule == "doubles"


@pytest.mark.parametrize(
    ("before", "after"), [((3, 3), [3, 4]), ((4, 3), [3, 3]), ((3, 4), [3, 5]), ((2, 3), [2, 4])]
)
@pytest.mark.parametrize("style", STYLES)
def test_advantage_back_to_deuce(style: str, before: tuple[int, int], after: list[int]) -> None:
    """The variation counts points of sides, whoever of the two has let the ball go."""
    for turn in (0, 2):
        seats = [seat([7, 8], [9] if style == "master" else [], limit=5) for _ in range(4)]
        obj = situation(seats, 1, turn=turn, style=style, scoring="deuce", score=before)
        assert play(obj, "let")["score"] == after


# Views


def test_what_a_partner_is_told() -> None:
    """Out of turn the reason does not say that the other side plays while the partner does."""
    position = Position.from_json(situation(four(*[[1, 7, 9]] * 4), 1))
    for looker in (0, 2, 3):
        view = position.seen_from(looker)
        assert not view.legal_moves()
        reason = view.why_not("1")
        assert reason is not None
        assert reason.rule == "turn"
        if looker == 3:
            assert "other side" not in reason.text


def test_a_partners_hand_is_hidden() -> None:
    """A seat sees its own hand only; of the partner's it knows the number of cards."""
    seen = Position.from_json(situation(four([1], [1, 7, 9], [2, 3], [7, 8]), 1)).seen_from(1)
    assert [one["hand"] for one in seen.to_json()["seats"]] == [1, [1, 7, 9], 2, 2]


# Matches


@pytest.mark.parametrize("edition", ["en", "ko"])
@pytest.mark.parametrize("style", STYLES)
def test_two_serves_each_through_deuce(style: str, edition: str) -> None:
    """The next seat serves after every two points, and this runs on beyond 3:3."""
    longest = 0
    for seed in range(12):
        server = seed % 4
        played = points(rule_set(edition, "deuce", players=4, style=style), seed, server)
        for number, (start, end) in enumerate(played):
            for obj in (start, end):
                assert obj["server"] == (server + number // 2) % 4
                assert obj["points_served"] == number % 2
        assert tuple(played[-1][1]["score"]) in DEUCE_ENDS
        longest = max(longest, len(played))
    assert longest > 8  # beyond 5:3, so back from advantage, and round the table


@pytest.mark.parametrize(
    ("edition", "scoring"), [("en", "first_to_four"), ("zh", "first_to_four"), ("zh", "deuce")]
)
def test_one_serve_each(edition: str, scoring: str) -> None:
    """The next seat in order serves, also when it had passed in the point before."""
    for seed in range(6):
        for number, (start, end) in enumerate(
            points(rule_set(edition, scoring, players=4), seed, 3)
        ):
            assert start["server"] == end["server"] == (3 + number) % 4
            assert start["points_served"] == 0


@pytest.mark.parametrize("edition", ["en", "ko"])
def test_gathered_hands_are_five_cards(edition: str) -> None:
    """Every point starts with hands of five and limits of five."""
    for start, _ in points(rule_set(edition, players=4), 5, 2):
        for number, one in enumerate(start["seats"]):
            assert (len(one["hand"]), one["limit"]) == (5, 5)
            served = number == start["server"]
            assert len(one["discard"]) == served
            assert len(one["deck"]) == 19 - served


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 4])
def test_filled_hands_over_several_points(players: int, style: str) -> None:
    """In edition zh hands and rows are kept and filled up, and limits return to their start."""
    lowered = rows = 0
    for seed in range(10):
        rules = rule_set("zh", "deuce", players=players, style=style)
        full = naive.start_limit(rules)
        for (_, end), (start, _) in itertools.pairwise(points(rules, seed, seed % players)):
            for number in range(players):
                before, after = end["seats"][number], start["seats"][number]
                assert set(naive.all_cards(before)) <= set(naive.all_cards(after))
                assert len(naive.all_cards(after)) == after["limit"] == full
                if style == "original":
                    served = number == start["server"]
                    assert len(after["discard"]) == served
                else:
                    assert after["discard"] == []
                    # The server has just laid; the others have their rows still to lay.
                    assert bool(after["row"]) == (number == start["server"])
                lowered += before["limit"] < full
                rows += bool(before["row"])
    # A full reception is the only one in this edition, so only a pass lowers a limit there.
    assert bool(lowered) == (style == "original" or players == 4)
    assert bool(rows) == (style == "master")


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_house_rule_kept_to_the_end_of_a_match(players: int, style: str, loss: str) -> None:
    """Hands, rows and limits are kept; limits never rise; the match comes to an end."""
    smallest = 6
    for seed in range(8):
        rules = rule_set("en", players=players, style=style, new_hands="kept", loss=loss)
        played = points(rules, seed, seed % players)
        limits = [naive.start_limit(rules)] * players
        kept: list[Any] | None = None
        for start, end in played:
            for number in range(players):
                first, last = start["seats"][number], end["seats"][number]
                assert first["limit"] == limits[number]
                assert len(naive.all_cards(first)) == first["limit"]
                if kept is not None:
                    assert set(naive.all_cards(kept[number])) <= set(naive.all_cards(first))
                assert last["limit"] <= first["limit"]
                limits[number] = last["limit"]
            kept = end["seats"]
        smallest = min(smallest, *limits)
        assert max(played[-1][1]["score"]) == 4
        if loss == "one_turn":
            assert limits == [naive.start_limit(rules)] * players
    if loss != "one_turn" and (players, style) != (2, "master"):
        assert smallest < 5


@pytest.mark.parametrize("style", STYLES)
def test_kept_hands_are_refused_with_deuce(style: str) -> None:
    """In doubles and under the Master Rules, too, such a match might never end."""
    with pytest.raises(ValueError, match="kept"):
        RuleSet(players=4, style=style, scoring="deuce", rulings={"new_hands": "kept"})
