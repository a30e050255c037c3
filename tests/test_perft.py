"""Counts of move sequences, as in chess: tables computed by the naive referee."""

from __future__ import annotations

import naive
import pytest
from naive import Obj
from positions import before_serve, point, rule_set, seat, situation

from grandslam import Position


def served(seed: int, chosen: Obj, *moves: str) -> Obj:
    """The position of a match of the standard deck after some moves, server 0."""
    record = {
        "rules": chosen,
        "deck": "standard",
        "server": 0,
        "seed": seed,
        "moves": moves,
    }
    return list(naive.replay(record))[-1]


RED_HANDS = ([13, 14, 21, 22, 3, 24], [1, 2, 22, 8, 3, 13])
FEW_CARDS: Obj = {"deck": [17, 5], "other_deck": [9, 1], "limit": 4, "other_limit": 3}

POSITIONS: dict[str, Obj] = {
    "seed 42 before the serve, en": served(42, rule_set("en")),
    "seed 42 after the serve, ko": served(42, rule_set("ko")),
    "seed 4 after the serve, zh": served(4, rule_set("zh")),
    "seed 2 after the serve, en, must dive": served(2, rule_set("en", dive_duty="must")),
    "seed 41 before the serve, zh": served(41, rule_set("zh"), ""),
    "seed 47 before the serve, ko, deuce": served(47, rule_set("ko", "deuce"), ""),
    "seed 38 after the serve, en, always, one turn": served(
        38, rule_set("en", off_balance_by_choice="always", loss="one_turn")
    ),
    "seed 22 after the serve, ko, undrawn": served(22, rule_set("ko", loss="undrawn")),
    "red on 1, en": point([1, 2, 22, 8, 3, 9], 1, smash=True, edition="en"),
    "red on 1, ko": point([1, 2, 22, 8, 3, 9], 1, smash=True, edition="ko"),
    "red on 1, zh": point([1, 2, 22, 8, 3, 9], 1, smash=True, edition="zh"),
    "red on 1, en, always": point(
        [1, 2, 22, 8, 3, 9], 1, smash=True, off_balance_by_choice="always"
    ),
    "red on 1, two strong hands": point(
        RED_HANDS[1], 1, smash=True, other_hand=RED_HANDS[0], off_balance_draw="to_lowered_limit"
    ),
    "red on 2, one card, undrawn": point([3, 7, 8, 11, 12, 1], 2, smash=True, loss="undrawn"),
    "red on 2, one card, one turn": point([3, 7, 8, 11, 12, 1], 2, smash=True, loss="one_turn"),
    "red on 5, only dives, en": point([1, 2, 3, 13, 21, 23], 5, smash=True, edition="en"),
    "red on 5, only dives, zh": point([1, 2, 3, 13, 21, 23], 5, smash=True, edition="zh"),
    "decks that run out, en": point([1, 2, 22, 3], 1, other_hand=[7, 13, 21], **FEW_CARDS),
    "decks that run out, zh": point(
        [1, 2, 22, 3], 1, edition="zh", other_hand=[7, 13, 21], **FEW_CARDS
    ),
    "one card each": point(
        [2], 1, smash=True, deck=[12], other_hand=[12], other_deck=[7], limit=1, other_limit=1
    ),
    "a serve to an empty hand": before_serve(([1, 2], []), ([7, 8], [9]), limits=(2, 0)),
    "a serve with the last card": before_serve(([1, 2, 9], [4, 7, 8]), ([7], [9])),
}

# Numbers of move sequences of length 1, 2, 3 …; computed by the naive referee.
PERFT: dict[str, list[int]] = {
    "seed 42 before the serve, en": [1, 2, 2, 4, 41, 221, 705, 2099],
    "seed 42 after the serve, ko": [2, 2, 4, 33, 147, 456, 1636, 5370],
    "seed 4 after the serve, zh": [4, 10, 37, 246, 762, 2845],
    "seed 2 after the serve, en, must dive": [4, 19, 62, 280, 526, 1859, 5448],
    "seed 41 before the serve, zh": [1, 4, 28, 212, 1092, 3836],
    "seed 47 before the serve, ko, deuce": [1, 4, 33, 103, 340, 1221, 2630],
    "seed 38 after the serve, en, always, one turn": [3, 17, 50, 163, 1097, 3080],
    "seed 22 after the serve, ko, undrawn": [4, 25, 77, 273, 919, 2637],
    "red on 1, en": [16, 102, 116, 140],
    "red on 1, ko": [12, 74, 88, 112],
    "red on 1, zh": [15, 78, 99, 149],
    "red on 1, en, always": [19, 118, 142, 202],
    "red on 1, two strong hands": [30, 128, 382, 1738, 2932],
    "red on 2, one card, undrawn": [1, 2, 12],
    "red on 2, one card, one turn": [1, 2, 12],
    "red on 5, only dives, en": [7, 7],
    "red on 5, only dives, zh": [6, 6],
    "decks that run out, en": [5, 18, 22, 37],
    "decks that run out, zh": [5, 14, 17, 27],
    "one card each": [1, 1],
    "a serve to an empty hand": [1, 1],
    "a serve with the last card": [1, 4],
}


def test_every_position_has_its_numbers() -> None:
    """The table and the positions belong together."""
    assert list(PERFT) == list(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_of_the_engine(name: str) -> None:
    """The engine counts as many sequences of moves as the table says."""
    position = Position.from_json(POSITIONS[name])
    counts = PERFT[name]
    assert [position.perft(depth) for depth in range(1, len(counts) + 1)] == counts
    assert position.perft(0) == 1


@pytest.mark.parametrize("name", POSITIONS)
def test_perft_of_the_naive_referee(name: str) -> None:
    """The table is what the naive referee computes."""
    for depth, count in enumerate(PERFT[name], start=1):
        assert naive.perft(POSITIONS[name], depth) == count
