"""Edge cases: decks that run out, empty hands, lasting costs, deuce, hands that are kept."""

from __future__ import annotations

import itertools
import random
from typing import Any

import naive
import pytest
from naive import Obj
from positions import EDITIONS, before_serve, play, point, rule_set, texts

from grandslam import IllegalMove, Match, Position, RuleSet

LOSSES = ("one_card", "undrawn", "one_turn")


# Decks that run out


def test_the_deck_runs_out_at_the_refill() -> None:
    """Two cards are due after a smash; one is left, and the deck then gives nothing."""
    before = point([13, 3, 7, 8, 9, 10], 1, deck=[12])
    seat = play(before, "13+3")["seats"][1]
    assert seat["hand"] == [7, 8, 9, 10, 12]
    assert seat["deck"] == []
    assert seat["discard"] == [13, 3]
    assert seat["limit"] == 6


def test_an_empty_deck_gives_nothing_and_play_goes_on() -> None:
    """A return with an empty deck leaves a smaller hand and an unchanged limit."""
    seat = play(point([13, 3, 7], 1, deck=[]), "13")["seats"][1]
    assert (seat["hand"], seat["deck"], seat["limit"]) == ([3, 7], [], 6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_dive_without_a_deck_card(edition: str) -> None:
    """Without a receiving card and without a deck the point is over as the ball arrives."""
    before = point([13], 1, turn=0, other_hand=[7, 8], other_deck=[], edition=edition)
    after = play(before, "13")  # 13 lands 2; 7 and 8 receive only 4
    assert after["phase"] == "over"
    assert after["score"] == [1, 0]
    assert after["ball"] is None
    assert texts(after) == []
    assert after["seats"][1] == before["seats"][1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_dive_without_a_hand_card(edition: str) -> None:
    """An empty hand cannot dive, however many cards the deck holds."""
    before = point([13], 1, turn=0, other_hand=[], edition=edition)
    after = play(before, "13")
    assert (after["phase"], after["score"]) == ("over", [1, 0])


@pytest.mark.parametrize("server", [0, 1])
def test_a_serve_to_a_seat_that_can_do_nothing_is_an_ace(server: int) -> None:
    """The point of a serve to an empty hand is over at once and counts for the server."""
    hands = ([1, 2], []) if server == 0 else ([], [1, 2])
    after = play(before_serve(hands, ([7], [9]), server=server), "serve")
    assert after["phase"] == "over"
    assert after["score"] == [1 - server, server]
    assert after["seats"][server]["discard"] == [7 if server == 0 else 9]


def test_a_serve_is_followed_by_no_refill() -> None:
    """The server turns up the top card, which goes to the discard pile; the hand stays as it is."""
    after = play(before_serve(([1, 2], [9]), ([7, 8, 10], [12]), server=0), "serve")
    assert after["seats"][0] == {
        "hand": [1, 2],
        "row": [],
        "deck": [8, 10],
        "discard": [7],
        "limit": 6,
    }
    assert after["ball"] == {"section": 1, "smash": False}
    assert (after["phase"], after["turn"], after["score"]) == ("return", 1, [0, 0])


def test_the_last_card_of_the_hand_returns() -> None:
    """A hand of one card may return; with an empty deck the hand is then empty."""
    after = play(point([2], 1, deck=[]), "2")
    assert after["seats"][1]["hand"] == []
    assert after["turn"] == 0


# Played cards


def test_played_cards_go_to_the_discard_pile_in_order() -> None:
    """Receiving cards go first, in the order of play, then attacking cards."""
    before = point([1, 2, 22, 8, 3, 9], 1, smash=True)
    after = play(before, "22,2+8")
    assert after["seats"][1]["discard"] == [22, 2, 8]
    assert after["ball"] == {"section": 6, "smash": True}
    after = play(before, "2,22")
    assert after["seats"][1]["discard"] == [2, 22]
    assert after["ball"] == {"section": 6, "smash": False}
    after = play(before, "22,1")
    assert after["ball"] == {"section": 1, "smash": False}


@pytest.mark.parametrize(("move", "drawn"), [("1", 1), ("1+7", 2)])
def test_cards_drawn_after_a_green_ball(move: str, drawn: int) -> None:
    """One card is drawn after a return, two after a smash."""
    seat = play(point([1, 7, 3, 4, 5, 6], 1), move)["seats"][1]
    assert len(seat["hand"]) == 6
    assert len(seat["deck"]) == 18 - drawn


@pytest.mark.parametrize(("move", "drawn"), [("1,2", 2), ("1,2+8", 3)])
def test_cards_drawn_after_a_red_ball(move: str, drawn: int) -> None:
    """Two cards are drawn after receiving a smash, three when it is smashed back."""
    seat = play(point([1, 2, 22, 8, 3, 9], 1, smash=True), move)["seats"][1]
    assert len(seat["hand"]) == 6
    assert len(seat["deck"]) == 18 - drawn


# Off balance

# ruling, draw, move, hand afterwards, limit afterwards; deck from the top: 1 2 4
OFF_BALANCE = [
    ("one_card", "none", "3", [7, 8, 9, 11, 12], 5),
    ("undrawn", "none", "3", [7, 8, 9, 11, 12], 5),
    ("one_turn", "none", "3", [7, 8, 9, 11, 12], 6),
    ("one_card", "to_lowered_limit", "3", [7, 8, 9, 11, 12], 5),
    ("undrawn", "to_lowered_limit", "3", [7, 8, 9, 11, 12], 5),
    ("one_turn", "to_lowered_limit", "3", [7, 8, 9, 11, 12], 6),
    ("one_card", "none", "3+9", [7, 8, 11, 12], 5),
    ("undrawn", "none", "3+9", [7, 8, 11, 12], 4),
    ("one_turn", "none", "3+9", [7, 8, 11, 12], 6),
    ("one_card", "to_lowered_limit", "3+9", [1, 7, 8, 11, 12], 5),
    ("undrawn", "to_lowered_limit", "3+9", [1, 7, 8, 11, 12], 5),
    ("one_turn", "to_lowered_limit", "3+9", [1, 7, 8, 11, 12], 6),
]


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(("loss", "draw", "move", "hand", "limit"), OFF_BALANCE)
def test_off_balance_with_a_full_hand(
    loss: str, draw: str, move: str, hand: list[int], limit: int, turn: int
) -> None:
    """What is drawn at the end of the turn and what the limit becomes, ruling by ruling."""
    before = point(
        [3, 7, 8, 9, 11, 12],
        2,
        smash=True,
        deck=[1, 2, 4],
        turn=turn,
        loss=loss,
        off_balance_draw=draw,
        off_balance_smash=True,
    )
    seat = play(before, move)["seats"][turn]
    assert (seat["hand"], seat["limit"]) == (hand, limit)


@pytest.mark.parametrize(
    ("loss", "draw", "hand", "limit"),
    [
        ("one_card", "none", [7], 3),
        ("undrawn", "none", [7], 1),
        ("one_turn", "none", [7], 4),
        ("one_card", "to_lowered_limit", [1, 2, 7], 3),
        ("undrawn", "to_lowered_limit", [1, 2, 7], 3),
        ("one_turn", "to_lowered_limit", [1, 2, 7], 4),
    ],
)
def test_off_balance_with_a_limit_already_lowered(
    loss: str, draw: str, hand: list[int], limit: int
) -> None:
    """The cost is counted from the limit of the moment, not from the start of the point."""
    before = point(
        [3, 7, 9], 2, smash=True, deck=[1, 2, 4], limit=4, loss=loss, off_balance_draw=draw
    )
    seat = play(before, "3+9")["seats"][1]
    assert (seat["hand"], seat["limit"]) == (hand, limit)


@pytest.mark.parametrize(
    ("loss", "draw", "hand", "limit"),
    [
        ("undrawn", "to_lowered_limit", [1, 7], 2),
        ("one_card", "to_lowered_limit", [1, 7], 3),
        ("one_turn", "to_lowered_limit", [1, 7], 4),
    ],
)
def test_off_balance_while_the_deck_runs_out(
    loss: str, draw: str, hand: list[int], limit: int
) -> None:
    """What the deck cannot give is lost for the point only where the limit counts held cards."""
    before = point([3, 7, 9], 2, smash=True, deck=[1], limit=4, loss=loss, off_balance_draw=draw)
    seat = play(before, "3+9")["seats"][1]
    assert (seat["hand"], seat["limit"]) == (hand, limit)


@pytest.mark.parametrize(
    ("loss", "hand", "limit"),
    [
        ("one_card", [1, 8, 11, 12, 13], 5),
        ("undrawn", [1, 8, 11, 12], 4),
        ("one_turn", [1, 8, 11, 12, 13, 14], 6),
    ],
)
def test_the_next_refill_after_off_balance(loss: str, hand: list[int], limit: int) -> None:
    """One turn later the hand is filled to the limit that off balance has left."""
    before = point(
        [3, 8, 9, 10, 11, 12],
        2,
        smash=True,
        deck=[1, 13, 14, 15],
        other_hand=[1, 2, 3, 4, 5, 6],
        other_deck=[7, 8],
        loss=loss,
        off_balance_draw="none",
    )
    # 3+9 is red on 2; 3,4 meets it and lands on 5, where 10 returns.
    seat = play(before, "3+9", "3,4", "10")["seats"][1]
    assert (seat["hand"], seat["limit"]) == (hand, limit)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("draw", ["none", "to_lowered_limit"])
def test_off_balance_down_to_an_empty_hand(loss: str, draw: str) -> None:
    """The last card received off balance leaves an empty hand; the next ball is then an ace."""
    before = point(
        [3],
        2,
        smash=True,
        limit=1,
        other_hand=[4, 5],
        other_deck=[20, 21],
        loss=loss,
        off_balance_draw=draw,
    )
    after = play(before, "3")
    seat = after["seats"][1]
    assert (seat["hand"], seat["limit"]) == ([], 1 if loss == "one_turn" else 0)
    assert (after["phase"], after["turn"]) == ("return", 0)
    ended = play(after, "4")
    assert (ended["phase"], ended["score"]) == ("over", [1, 0])


def test_one_receiving_card_is_off_balance_in_every_edition() -> None:
    """With a single receiving card the smash is met off balance whatever the edition."""
    for edition in EDITIONS:
        assert texts(point([3, 7, 8, 11, 12, 1], 2, smash=True, edition=edition)) == ["3"]


@pytest.mark.parametrize(
    ("choice", "smash", "extra"),
    [
        ("never", True, []),
        ("never", False, []),
        ("to_smash", True, ["1+7"]),
        ("to_smash", False, []),
        ("always", True, ["1", "1+7", "2"]),
        ("always", False, ["1", "2"]),
    ],
)
def test_off_balance_by_choice(choice: str, smash: bool, extra: list[str]) -> None:
    """Who holds two receiving cards is off balance only as far as the rulings allow it."""
    before = point(
        [1, 2, 7, 9],
        1,
        smash=True,
        off_balance_by_choice=choice,
        off_balance_smash=smash,
    )
    assert texts(before) == sorted(["1,2", "2,1", "2,1+7", *extra])


@pytest.mark.parametrize(("smash", "moves"), [(True, ["3", "3+9"]), (False, ["3"])])
@pytest.mark.parametrize("choice", ["never", "to_smash", "always"])
def test_off_balance_of_need(choice: str, smash: bool, moves: list[str]) -> None:
    """With one receiving card the choice ruling says nothing; the smash ruling still does."""
    before = point([3, 9, 7], 2, smash=True, off_balance_by_choice=choice, off_balance_smash=smash)
    assert texts(before) == moves


# Dives


@pytest.mark.parametrize("smash", [False, True])
@pytest.mark.parametrize(("loss", "limit"), [("one_card", 5), ("undrawn", 5), ("one_turn", 6)])
def test_a_good_dive(loss: str, limit: int, smash: bool) -> None:
    """A good dive discards, turns up, returns green and draws nothing; the cost is as `loss`."""
    before = point([3, 4, 5, 6, 9, 10], 1, smash=smash, deck=[2, 7, 8], loss=loss)
    after = play(before, "dive 9")
    assert after["ball"] == {"section": 6, "smash": False}
    assert (after["phase"], after["turn"], after["score"]) == ("return", 0, [0, 0])
    assert after["seats"][1] == {
        "hand": [3, 4, 5, 6, 10],
        "row": [],
        "deck": [7, 8],
        "discard": [9, 2],
        "limit": limit,
    }


@pytest.mark.parametrize("smash", [False, True])
@pytest.mark.parametrize(("loss", "limit"), [("one_card", 5), ("undrawn", 5), ("one_turn", 6)])
def test_a_bad_dive(loss: str, limit: int, smash: bool) -> None:
    """A bad dive loses the point; the cost is taken all the same and nothing is drawn."""
    before = point([3, 4, 5, 6, 9, 10], 1, smash=smash, deck=[7, 2, 8], loss=loss)
    after = play(before, "dive 9")
    assert (after["phase"], after["ball"], after["score"]) == ("over", None, [1, 0])
    assert after["seats"][1] == {
        "hand": [3, 4, 5, 6, 10],
        "row": [],
        "deck": [2, 8],
        "discard": [9, 7],
        "limit": limit,
    }


@pytest.mark.parametrize(("loss", "limit"), [("one_card", 5), ("undrawn", 0), ("one_turn", 6)])
def test_a_dive_with_the_last_hand_card(loss: str, limit: int) -> None:
    """The last hand card may be given for a dive; the hand is then empty."""
    after = play(point([3], 1, deck=[1, 2], loss=loss, other_deck=[12]), "dive 3")
    assert after["seats"][1]["hand"] == []
    assert after["seats"][1]["limit"] == limit
    assert (after["phase"], after["turn"]) == ("return", 0)


@pytest.mark.parametrize(("loss", "limit"), [("one_card", 2), ("undrawn", 1), ("one_turn", 3)])
def test_a_dive_with_a_hand_below_its_limit(loss: str, limit: int) -> None:
    """`undrawn` counts the cards then held, `one_card` counts from the limit."""
    before = point([3, 5], 1, deck=[1, 2], limit=3, loss=loss)
    assert play(before, "dive 3")["seats"][1]["limit"] == limit


def test_a_dive_may_turn_up_the_last_deck_card() -> None:
    """One deck card is enough for a dive."""
    after = play(point([3, 4], 1, deck=[13]), "dive 4")
    assert after["seats"][1]["deck"] == []
    assert after["ball"] == {"section": 2, "smash": False}


@pytest.mark.parametrize(
    ("duty", "moves"), [("may", ["dive 3", "dive 4", "let"]), ("must", ["dive 3", "dive 4"])]
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_duty_to_dive(edition: str, duty: str, moves: list[str]) -> None:
    """Letting the ball go is a choice only where the ruling leaves one."""
    before = point([3, 4], 1, edition=edition, dive_duty=duty)
    assert texts(before) == moves
    reason = Position.from_json(before).why_not("let")
    assert (reason is None) == (duty == "may")
    if reason is not None:
        assert reason.rule == "diving"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("smash", [False, True])
def test_who_can_return_must(edition: str, smash: bool) -> None:
    """With a receiving card neither a dive nor letting the ball go is possible."""
    position = Position.from_json(point([1, 3, 4], 1, smash=smash, edition=edition))
    assert [str(move) for move in position.legal_moves()] == ["1"]
    for move in ("let", "dive 3", "dive 1"):
        assert position.why_not(move) is not None


def test_letting_the_ball_go() -> None:
    """Letting go ends the point for the side that played the ball and moves no card."""
    before = point([3, 4], 1, limit=5)
    after = play(before, "let")
    assert (after["phase"], after["score"]) == ("over", [1, 0])
    assert after["seats"] == before["seats"]


def test_a_good_dive_to_a_seat_that_can_do_nothing() -> None:
    """A good dive may itself be the ace."""
    after = play(point([3], 1, deck=[1], other_hand=[], score=(1, 2)), "dive 3")
    assert (after["phase"], after["score"]) == ("over", [1, 3])


# Points


@pytest.mark.parametrize(
    ("scoring", "before", "after"),
    [
        ("first_to_four", (3, 3), [4, 3]),
        ("first_to_four", (3, 0), [4, 0]),
        ("deuce", (3, 2), [4, 2]),
        ("deuce", (3, 3), [4, 3]),
        ("deuce", (4, 3), [5, 3]),
        ("deuce", (3, 4), [3, 3]),
        ("deuce", (2, 3), [3, 3]),
        ("endless", (3, 4), [4, 4]),
        ("endless", (9, 4), [10, 4]),
        ("endless", (3, 3), [4, 3]),
    ],
)
def test_a_point_is_counted(scoring: str, before: tuple[int, int], after: list[int]) -> None:
    """The score after a point for side 0; a point against advantage gives 3:3 again."""
    for side in (0, 1):
        score = before if side == 0 else (before[1], before[0])
        obj = point([3, 4], 1, turn=1 - side, server=side, scoring=scoring, score=score)
        ended = play(obj, "let")
        assert ended["score"] == (after if side == 0 else after[::-1])
        assert ended["phase"] == "over"


def scripted(rules: Obj, seed: int, server: int, most: int = 400) -> tuple[Match, Obj]:
    """A random match of the engine, move by move, and its record as the naive referee reads it."""
    record: Obj = {
        "rules": rules,
        "deck": "standard",
        "server": server,
        "seed": seed,
        "moves": [],
    }
    grown = naive.random_match(record, random.Random(seed), most)
    return Match.new(RuleSet(**rules), seed=seed, server=server), grown


def starts_of_points(rules: Obj, seed: int, server: int) -> list[tuple[Obj, Obj]]:
    """Of each point of a match: the position after its serve, and the one at its end."""
    match, record = scripted(rules, seed, server)
    points: list[tuple[Obj, Obj]] = []
    for move in record["moves"]:
        match = match.play(move)
        obj = match.position.to_json()
        if move == "serve":
            points.append((obj, obj))
        points[-1] = (points[-1][0], obj)
    return points


@pytest.mark.parametrize("edition", ["en", "ko"])
def test_the_serve_runs_on_through_deuce(edition: str) -> None:
    """Two points a server from first to last, deuce and advantage included."""
    longest = back = 0
    for seed in range(60):
        server = seed % 2
        points = starts_of_points(rule_set(edition, "deuce"), seed, server)
        for number, (start, end) in enumerate(points):
            assert start["server"] == end["server"] == (server + number // 2) % 2
            assert start["points_served"] == end["points_served"] == number % 2
        scores = [tuple(end["score"]) for _, end in points]
        longest = max(longest, len(points))
        back += sum(
            1
            for earlier, later in itertools.pairwise(scores)
            if later == (3, 3) and earlier in ((4, 3), (3, 4))
        )
        assert scores[-1] in {(4, 0), (4, 1), (4, 2), (5, 3), (0, 4), (1, 4), (2, 4), (3, 5)}
    assert longest > 8  # the matches did get beyond 3:3 …
    assert back > 0  # … and back from advantage


@pytest.mark.parametrize(
    ("edition", "scoring", "rulings"),
    [
        ("en", "first_to_four", {}),
        ("ko", "first_to_four", {}),
        ("zh", "first_to_four", {}),
        ("zh", "deuce", {}),
        ("en", "deuce", {"serve_turns": "one"}),
        ("en", "first_to_four", {"serve_turns": "two_in_variation"}),
        ("en", "endless", {"serve_turns": "two_in_variation"}),
    ],
)
def test_the_serve_changes_after_every_point(
    edition: str, scoring: str, rulings: dict[str, Any]
) -> None:
    """One point a server, except in the variation where the ruling gives two."""
    for seed in range(5):
        points = starts_of_points(rule_set(edition, scoring, **rulings), seed, 1)
        for number, (start, end) in enumerate(points):
            assert start["server"] == end["server"] == (1 + number) % 2
            assert start["points_served"] == 0


def test_gathered_hands_are_dealt_anew() -> None:
    """In editions en and ko every point starts with six cards, the limit six, no discards."""
    for edition in ("en", "ko"):
        for start, _ in starts_of_points(rule_set(edition), 3, 0):
            server = start["server"]
            for number, seat in enumerate(start["seats"]):
                assert (len(seat["hand"]), seat["limit"]) == (6, 6)
                assert len(seat["discard"]) == (1 if number == server else 0)
                assert len(seat["deck"]) == (17 if number == server else 18)


@pytest.mark.parametrize("seed", range(12))
def test_filled_hands_over_several_points(seed: int) -> None:
    """In edition zh hands are kept and filled to six, the limit is six again, discards go back."""
    points = starts_of_points(rule_set("zh", "deuce"), seed, 0)
    lowered = 0
    for (_, end), (start, _) in itertools.pairwise(points):
        for number in (0, 1):
            before, after = end["seats"][number], start["seats"][number]
            assert set(before["hand"]) <= set(after["hand"])
            assert len(after["hand"]) == after["limit"] == 6
            served = 1 if number == start["server"] else 0
            assert len(after["discard"]) == served
            assert len(after["deck"]) == 18 - served
            lowered += before["limit"] < 6
    assert len(points) >= 4
    assert lowered or seed != 0


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", range(10))
def test_the_house_rule_kept_to_the_end_of_a_match(seed: int, loss: str) -> None:
    """Where hands and limits are kept, limits never rise, and the match still comes to an end."""
    rules = rule_set("en", new_hands="kept", loss=loss)
    points = starts_of_points(rules, seed, 0)
    limits = [6, 6]
    kept = None
    for start, end in points:
        for number in (0, 1):
            first, last = start["seats"][number], end["seats"][number]
            assert first["limit"] == limits[number]
            assert len(first["hand"]) == first["limit"]
            if kept is not None:
                assert set(kept[number]["hand"]) <= set(first["hand"])
            assert last["limit"] <= first["limit"]
            limits[number] = last["limit"]
            if loss == "one_turn":
                assert limits[number] == 6
        kept = end["seats"]
    assert max(points[-1][1]["score"]) == 4
    if loss == "one_card" and seed == 0:
        assert min(limits) < 6


def test_kept_hands_are_refused_with_deuce() -> None:
    """The house rule might never end a match with deuce, so it is refused there, in words."""
    with pytest.raises(ValueError, match="kept"):
        RuleSet(scoring="deuce", rulings={"new_hands": "kept"})
    with pytest.raises(ValueError, match="kept"):
        Position.from_json(point([1], 1, scoring="deuce", new_hands="kept"))
    RuleSet(scoring="first_to_four", rulings={"new_hands": "kept"})
    RuleSet(scoring="endless", rulings={"new_hands": "kept"})


def test_an_endless_match_has_no_winner() -> None:
    """With scoring endless points are counted far beyond four and nobody wins."""
    match, record = scripted(rule_set("en", "endless"), 1, 0, most=150)
    for move in record["moves"]:
        match = match.play(move)
        assert match.winner is None
    assert sum(match.score) > 8


def test_between_points_only_the_next_serve_is_possible() -> None:
    """A point's end stays until the next serve, which deals first; other moves are out of turn."""
    match, record = scripted(rule_set("en"), 2, 0)
    for number, move in enumerate(record["moves"]):
        match = match.play(move)
        if match.position.to_json()["phase"] == "over" and number + 1 < len(record["moves"]):
            assert record["moves"][number + 1] == "serve"
            with pytest.raises(IllegalMove):
                match.play("let")
            assert match.play("serve").position.to_json()["phase"] in ("return", "over")
    assert match.winner is not None
    assert match.score[match.winner] == 4
