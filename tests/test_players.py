"""The computer's players: they see a view, no more, and always play a legal move."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import naive
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import EDITIONS, GAMES, SCORINGS, hidden_anew, positions, rule_set

from grandslam import Match, Position, RuleSet
from grandslam.players import PLAYERS, WAYS

if TYPE_CHECKING:
    from naive import Obj

UNHURRIED = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("name", sorted(PLAYERS))
@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_two_of_a_kind_play(edition: str, scoring: str, name: str) -> None:
    """Every player, given only its view, plays a legal move, and the same one when asked again."""
    match = Match.new(RuleSet(scoring=scoring, edition=edition), seed=42, server=0)
    player = PLAYERS[name]
    for _ in range(60):
        if match.winner is not None:
            break
        position = match.position
        if position.to_json()["phase"] == "over":
            match = match.play("serve")
            continue
        view = position.seen_from(position.turn)
        move = player.choose(view)
        assert move in position.legal_moves()
        assert player.choose(view) == move
        match = match.play(move)


@pytest.mark.parametrize("name", sorted(PLAYERS))
@UNHURRIED
@given(obj=positions(games=GAMES), luck=st.randoms(use_true_random=False))
def test_a_player_knows_no_more_than_its_view(name: str, obj: Obj, luck: random.Random) -> None:
    """In any position a player plays a legal move, the same one when only hidden cards differ, and
    the same one whether it is handed the view or, for speed, the position itself.
    """
    seat, seed = obj["turn"], luck.random()
    position, other = Position.from_json(obj), Position.from_json(hidden_anew(obj, seat, luck))
    player = PLAYERS[name]
    first = player.choose(position.seen_from(seat))
    assert first in position.legal_moves()
    assert first == player.choose(other.seen_from(seat))
    turns = (position.seen_from(seat), position, other, other.seen_from(seat))
    picked = {player.pick(turn, random.Random(seed)) for turn in turns}
    assert len(picked) == 1
    assert picked <= set(position.legal_moves())


def as_written(name: str, obj: Obj) -> set[str]:
    """The moves among which a way to play chooses evenly, read off its description."""
    moves, faces = naive.legal_moves(obj), naive.faces(obj["deck"])
    if dives := {move for move in moves if move.startswith("dive")}:
        return dives
    if moves == ["serve"]:
        return {"serve"}
    shown = obj["seats"][1 - obj["turn"]]["discard"]

    def answers(move: str) -> int:
        target = faces[int(move.split("+")[0].split(",")[-1])].lands
        return sum(target in face.receives for card, face in faces.items() if card not in shown)

    def placed(moves: set[str]) -> set[str]:
        fewest = min(answers(move) for move in moves)
        return {move for move in moves if answers(move) == fewest}

    chosen = set(moves)
    if len(naive.receivers(obj)) > 1 and obj["ball"]["smash"]:
        chosen = {move for move in moves if "," in move}
    plain = {move for move in chosen if "+" not in move}
    smashes = {move for move in chosen if "+" in move}
    if name == "place-then-smash":
        best = placed(chosen)
        return best & smashes or best
    kind = plain if name in ("steady", "placer") else smashes or plain
    return placed(kind) if "place" in name else kind


@pytest.mark.parametrize("name", [way.name for way in WAYS])
@UNHURRIED
@given(obj=positions())
def test_each_way_to_play_is_played_as_written(name: str, obj: Obj) -> None:
    """Each of the five plays among the moves of its description, and plays all of them."""
    wanted = as_written(name, obj)
    position, luck = Position.from_json(obj), random.Random(1)
    played = {str(PLAYERS[name].pick(position, luck)) for _ in range(200)}
    assert played <= wanted
    if len(wanted) < 8:
        assert played == wanted


def test_the_rookie_chooses_among_all_moves() -> None:
    """Over many positions the rookie plays first, middle and last moves about equally often."""
    rookie = PLAYERS["rookie"]
    places = [0, 0, 0, 0]
    for seed in range(400):
        luck = random.Random(seed)
        hand = [7, 1, 19, 23, *luck.sample([5, 9, 3, 11, 13, 15], 2)]
        rest = [card for card in range(1, 25) if card not in hand]
        obj = {
            "rules": rule_set(),
            "deck": "standard",
            "score": [luck.randint(0, 3), luck.randint(0, 3)],
            "server": 0,
            "points_served": 0,
            "phase": "return",
            "turn": 1,
            "order": 1,
            "passed": False,
            "ball": {"section": 4, "smash": False},
            "seats": [
                {
                    "hand": [1, 2, 3, 4, 5, 6],
                    "row": [],
                    "deck": [7, 8, 9],
                    "discard": luck.sample(range(10, 25), 5),
                    "limit": 6,
                },
                {"hand": sorted(hand), "row": [], "deck": rest, "discard": [], "limit": 6},
            ],
        }
        position = Position.from_json(obj)
        texts = [str(move) for move in position.legal_moves()]
        assert sorted(texts) == ["7", "7+1", "7+19", "7+23"]
        move = rookie.choose(position.seen_from(1))
        places[sorted(texts).index(str(move))] += 1
    assert min(places) > 60


def test_the_regular_lays_a_row_it_can_play_from() -> None:
    """Under the Master Rules its first row lets it return a ball from every section it can cover."""
    for seed in range(6):
        position = Match.new(RuleSet(style="master"), seed=seed).position
        after = position.play(PLAYERS["regular"].choose(position.seen_from(0)))
        row, hand = after.seats[0].row, after.seats[0].hand
        assert row.bit_count() > 1
        assert hand
