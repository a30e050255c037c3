"""What the sources say and no other test proves: the box, the set-up, plain shots, each edition's price.

The register (``grandslam/reference/register.csv``) names the test of every clause.
"""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from itertools import pairwise

import naive
import pytest
from naive import Obj
from positions import EDITIONS, play, point, seat, situation, texts

from grandslam import Match, Position, RuleSet
from grandslam.board.picture import PAPER, picture
from grandslam.table import answer

STYLES = ("original", "master")
SCORINGS = ("first_to_four", "deuce")
FACES = naive.STANDARD


def dealt(seed: int = 7, server: int = 0, **rules: object) -> Match:
    """A new match, its first hands dealt."""
    return Match.new(RuleSet(**rules), seed=seed, server=server)  # type: ignore[arg-type]


# The box and the set-up


@pytest.mark.parametrize("style", STYLES)
def test_two_or_four_play(style: str) -> None:
    """Singles and doubles, under the Original Rules and the Master Rules; nothing in between."""
    for players in (2, 4):
        assert len(dealt(players=players, style=style).position.seats) == players
    for players in (0, 1, 3, 5, 6):
        with pytest.raises(ValueError, match="players"):
            RuleSet(players=players, style=style)


@pytest.mark.parametrize(("players", "cards"), [(2, 48), (4, 96)])
def test_a_deck_of_24_cards_a_player(players: int, cards: int) -> None:
    """Each seat holds one whole deck and nothing else: in singles two of the four stay in the box."""
    seats = dealt(players=players).position.to_json()["seats"]
    for one in seats:
        assert sorted(one["hand"] + one["deck"]) == list(range(1, 25))
        assert one["discard"] == []
    assert sum(len(one["hand"] + one["deck"]) for one in seats) == cards


@pytest.mark.parametrize("card", FACES)
def test_all_decks_have_the_same_faces(card: int) -> None:
    """Whichever seat plays a card, it receives in the same sections and lands on the same one."""
    landed = set()
    for turn in range(4):
        for section in range(1, 7):
            seats = [seat([7, 8, 4, 10], limit=5) for _ in range(4)]
            seats[turn] = seat([card], limit=5)
            obj = situation(seats, section, turn=turn)
            able = section in FACES[card].receives
            assert (str(card) in texts(obj)) == able
            if able:
                after = Position.from_json(obj).play(str(card))
                landed.add((after.ball or after.dead).section)  # type: ignore[union-attr]
    assert landed == {FACES[card].lands}


@pytest.mark.parametrize(("scoring", "tokens"), [("first_to_four", 8), ("deuce", 9)])
def test_nine_tokens_are_enough(scoring: str, tokens: int) -> None:
    """One a point and the ball in play: the longest match needs nine."""
    count = RuleSet(scoring=scoring).count
    scores, most = [(0, 0)], 0
    while scores:
        score = scores.pop()
        most = max(most, sum(score) + 1)
        if count.winner(score) is None:
            after = [count.scored(score, side) for side in (0, 1)]
            scores += [new for new in after if sum(new) > sum(score)]
    assert most == tokens


def test_decks_are_shuffled_and_lie_face_down() -> None:
    """Other seeds and other seats give other orders, and nobody sees a deck, not even one's own."""
    orders = []
    for seed in range(10):
        match = dealt(seed)
        for number, one in enumerate(match.position.to_json()["seats"]):
            orders.append((*one["deck"],))
            assert one["deck"] != sorted(one["deck"])
            assert match.position.seen_from(number).to_json()["seats"][number]["deck"] == 18
    assert len(set(orders)) == 20


@pytest.mark.parametrize(("players", "hand"), [(2, 6), (4, 5)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hand_is_taken_from_the_top_of_the_deck(edition: str, players: int, hand: int) -> None:
    """Six cards, five in doubles, and the rest of the deck stays in its order."""
    luck = random.Random(3)
    orders = [luck.sample(list(FACES), 24) for _ in range(players)]
    rules = RuleSet(players=players, edition=edition)
    match = Match.new(rules, decks=[orders])
    for order, one in zip(orders, match.position.to_json()["seats"], strict=True):
        assert one["hand"] == sorted(order[:hand])
        assert one["deck"] == order[hand:]
        assert one["limit"] == hand


@pytest.mark.parametrize("server", [0, 1])
def test_any_player_may_serve_first(server: int) -> None:
    """Whoever is chosen serves; the other one receives."""
    match = dealt(server=server)
    assert (match.position.phase, match.position.turn) == ("serve", server)
    assert match.play("serve").position.turn == 1 - server


# Serve, return, smash


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_point_starts_with_the_top_card(edition: str) -> None:
    """The serve of a later point is like the first one: top card, green, on the other half."""
    serves = 0
    for seed in range(6):
        match, luck = dealt(seed, edition=edition), random.Random(seed)
        while match.winner is None:
            over = match.position.phase == "over"
            match = match.play(luck.choice(match.legal_moves()))
            obj = match.position.to_json()
            if not over or obj["phase"] == "over":
                continue
            serves += 1
            server = obj["server"]
            (card,) = obj["seats"][server]["discard"]
            assert obj["ball"] == {"section": FACES[card].lands, "smash": False}
            assert obj["turn"] == 1 - server
            assert len(obj["seats"][server]["deck"]) == 17
    assert serves > 20


@pytest.mark.parametrize("card", FACES)
def test_a_return_goes_where_its_card_lands(card: int) -> None:
    """Green, to the other player, and the card ends on the discard pile."""
    for section in FACES[card].receives:
        after = play(point([card], section, deck=[]), str(card))
        assert after["ball"] == {"section": FACES[card].lands, "smash": False}
        assert after["turn"] == 0
        assert after["seats"][1]["discard"] == [card]


def test_players_receive_by_turns() -> None:
    """The ball goes back and forth until the point ends."""
    turns = 0
    for seed in range(10):
        match, luck = dealt(seed).play("serve"), random.Random(seed)
        while match.position.phase != "over":
            before = match.position.turn
            match = match.play(luck.choice(match.legal_moves()))
            if match.position.phase != "over":
                assert match.position.turn == 1 - before
                turns += 1
    assert turns > 20


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_smash_lies_red_where_both_cards_land(edition: str) -> None:
    """The token is turned over; both cards end on the discard pile, and the other player is next."""
    after = play(point([1, 2, 3, 13, 17, 24], 1, edition=edition), "13+3")
    assert FACES[13].lands == FACES[3].lands == 2
    assert after["ball"] == {"section": 2, "smash": True}
    assert after["seats"][1]["discard"] == [13, 3]
    assert after["turn"] == 0
    plain = play(point([1, 2, 3, 13, 17, 24], 1, edition=edition), "13")
    assert plain["ball"] == {"section": 2, "smash": False}


# What off balance and a dive cost, in each edition


@pytest.mark.parametrize(
    ("edition", "move", "hand", "limit"),
    [
        ("en", "3", [1, 7, 8, 9, 11], 5),
        ("ko", "3", [1, 7, 8, 9, 11], 5),
        ("zh", "3", [1, 7, 8, 9, 11], 5),
        ("en", "3+9", [1, 7, 8, 11], 5),
        ("ko", "3+9", [1, 2, 7, 8, 11], 5),
    ],
)
def test_off_balance_in_each_edition(edition: str, move: str, hand: list[int], limit: int) -> None:
    """Nothing is drawn in `en` and `zh`, in `ko` up to the lowered limit; one turn later, to it."""
    cards = [3, 9, 7, 8, 11, 1]
    before = point(cards, 2, smash=True, deck=[2, 4, 5, 6], other_hand=[4, 17, 18], edition=edition)
    after = play(before, move)
    own = after["seats"][1]
    assert (own["hand"], own["limit"]) == (hand, limit)
    assert own["discard"] == [int(card) for card in move.split("+")]
    assert after["ball"] == {"section": 2, "smash": "+" in move}
    assert (after["phase"], after["turn"]) == ("return", 0)
    if "+" not in move:
        later = after | {"turn": 1, "ball": {"section": 1, "smash": False}}
        assert len(play(later, "1")["seats"][1]["hand"]) == 5


@pytest.mark.parametrize(("edition", "move", "hand"), [("en", "2+8", 4), ("zh", "2", 5)])
def test_off_balance_by_choice_costs_the_same(edition: str, move: str, hand: int) -> None:
    """Three cards receive and one is played: nothing is drawn, and the limit falls by one as ever."""
    own = play(point([1, 2, 22, 8, 3, 9], 1, smash=True, edition=edition), move)["seats"][1]
    assert (len(own["hand"]), own["limit"]) == (hand, 5)


@pytest.mark.parametrize("smash", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_dive_in_each_edition(edition: str, smash: bool) -> None:
    """Nothing is drawn and five cards are held from then on, in all three alike."""
    before = point([3, 4, 5, 6, 9, 10], 1, smash=smash, deck=[2, 7, 8], edition=edition)
    after = play(before, "dive 9")
    assert after["ball"] == {"section": 6, "smash": False}
    own = after["seats"][1]
    assert (own["hand"], own["deck"], own["limit"]) == ([3, 4, 5, 6, 10], [7, 8], 5)
    assert own["discard"] == [9, 2]
    later = play(after | {"turn": 1, "ball": {"section": 2, "smash": False}}, "3")
    assert later["seats"][1]["hand"] == [4, 5, 6, 7, 10]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_smash_goes_with_a_dive(edition: str) -> None:
    """Cards that land with the one turned up cannot be added."""
    before = point([3, 4, 9], 1, deck=[13, 1], edition=edition)  # 13, 3 and 9 land on 2
    moves = texts(before)
    assert set(moves) - {"let"} == {"dive 3", "dive 4", "dive 9"}
    assert play(before, "dive 4")["ball"] == {"section": 2, "smash": False}
    for text in ("dive 4+3", "dive 4 3", "dive 4,9"):
        assert Position.from_json(before).why_not(text) is not None


# Points


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("other", range(4))
@pytest.mark.parametrize("side", [0, 1])
def test_the_first_with_four_points_wins(edition: str, other: int, side: int) -> None:
    """With the fourth point the match is over at once, however close the other side is."""
    score = (3, other) if side == 0 else (other, 3)
    obj = point(
        [3, 4], 1, turn=1 - side, server=side, score=score, edition=edition, dive_duty="may"
    )
    match = Match.of(Position.from_json(obj))
    assert match.winner is None
    match = match.play("let")
    assert match.winner == side
    assert match.score[side] == 4
    assert match.legal_moves() == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_deuce_and_advantage(edition: str) -> None:
    """From 3:3 a side needs two points in a row; a point against the advantage is deuce again."""
    count = RuleSet(scoring="deuce", edition=edition).count
    names = ("you", "Rosa")
    story = [(3, 2), (3, 3), (4, 3), (3, 3), (3, 4), (3, 3), (4, 3), (5, 3)]
    sides = [1, 0, 1, 1, 0, 0, 0]
    calls = ["forty–thirty", "deuce", "advantage you", "deuce", "advantage Rosa", "deuce"]
    calls += ["advantage you", "game to you"]
    for (score, after), side in zip(pairwise(story), sides, strict=True):
        assert count.winner(score) is None
        assert count.scored(score, side) == after
    assert [count.call(score, names) for score in story] == calls
    assert count.winner(story[-1]) == 0


def test_a_token_lies_at_the_left_of_the_scorers_court() -> None:
    """One for each point, on the left as the scoring side sees it."""
    record = {"version": 1, "seed": 42, "moves": []}
    view: Obj = answer({"do": "open", "seat": 0, "record": record})["view"]
    for own, far in ((0, 0), (2, 1), (3, 3)):
        svg = picture(view | {"score": view["score"] | {"own": own, "far": far}})
        balls = [
            (float(node.attrib["cx"]), float(node.attrib["cy"]))
            for node in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}circle")
            if node.get("stroke") == PAPER["ball-ink"] and node.get("stroke-width") == "1.5"
        ]
        mine = [x for x, y in balls if y > 134]
        theirs = [x for x, y in balls if y < 134]
        assert (len(mine), len(theirs)) == (own, far)
        assert all(x < 34 for x in mine)  # left of the court …
        assert all(x > 360 - 34 for x in theirs)  # … as the other player sees it, across the net


# Doubles


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_hands_of_five_in_doubles(edition: str, style: str) -> None:
    """In every edition, and under the Master Rules hand and row together."""
    for one in dealt(players=4, edition=edition, style=style).position.to_json()["seats"]:
        assert (len(one["hand"]), one["limit"], len(one["deck"])) == (5, 5, 19)


@pytest.mark.parametrize("edition", EDITIONS)
def test_doubles_return_as_singles_do(edition: str) -> None:
    """Whatever returns a ball in singles returns it in doubles, and lands on the same section."""
    luck, shots = random.Random(5), 0
    for _ in range(60):
        hand, section, smash = luck.sample(list(FACES), 5), luck.randint(1, 6), luck.random() < 0.5
        alone = texts(point(hand, section, smash=smash, edition=edition))
        if "dive" in alone[0]:
            continue
        four = [seat(hand if number == 1 else [4, 5], limit=5) for number in range(4)]
        together = situation(four, section, smash=smash, edition=edition)
        assert texts(together) == alone
        for move in alone:
            ball = Position.from_json(together).play(move)
            last = FACES[int(move.replace("+", ",").split(",")[-1])].lands
            assert (ball.ball or ball.dead) == (last, "+" in move)
            shots += 1
    assert shots > 60


# Master Rules


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_cards_of_a_smash_cannot_come_from_the_hand(edition: str) -> None:
    """One card of the hand at most, also where an account names two."""
    # 2 and 22 receive 1; 1, 7 and 19 land on 1.
    other = seat([3, 4], [8])
    for ball, row, turn in ((False, [2, 9], "2>"), (True, [2, 22, 9], "2,22>")):
        obj = situation([other, seat([1, 7], row)], 1, smash=ball, style="master", edition=edition)
        reason = Position.from_json(obj).why_not(f"{turn}1+7")
        assert reason is not None
        assert reason.rule == "master"
        assert "xactly one card of a turn comes from the hand" in reason.text
        laid = [card for card in row if card != 9] + [7]
        obj = situation([other, seat([1], laid)], 1, smash=ball, style="master", edition=edition)
        assert f"{turn}1+7" in texts(obj)
