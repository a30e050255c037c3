"""Counts of move sequences, as in chess: tables computed by the naive referee."""

from __future__ import annotations

import naive
import pytest
from naive import Obj
from positions import EDITIONS, before_serve, point, rule_set, seat, situation

from grandslam import Position


def served(seed: int, chosen: Obj, moves: tuple[str, ...] = ("serve",)) -> Obj:
    """The position of a match of the standard deck after some moves, server 0.

    Under the Master Rules every seat first lays the last one of all rows that it may lay.
    """
    position, _ = naive.first_point(chosen, seed, 0, "standard")
    while position["phase"] == "lay":
        position = naive.play(position, naive.rows(position)[-1])
    for move in moves:
        position = naive.play(position, move)
    return position


RED_HANDS = ([13, 14, 21, 22, 3, 24], [1, 2, 22, 8, 3, 13])
FEW_CARDS: Obj = {"deck": [17, 5], "other_deck": [9, 1], "limit": 4, "other_limit": 3}

POSITIONS: dict[str, Obj] = {
    "seed 42 before the serve, en": served(42, rule_set("en"), ()),
    "seed 42 after the serve, ko": served(42, rule_set("ko")),
    "seed 4 after the serve, zh": served(4, rule_set("zh")),
    "seed 2 after the serve, en, must dive": served(2, rule_set("en", dive_duty="must")),
    "seed 41 before the serve, zh": served(41, rule_set("zh"), ()),
    "seed 47 before the serve, ko, deuce": served(47, rule_set("ko", "deuce"), ()),
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
    **{
        f"{name}, {edition}, seed {seed}": served(
            seed, rule_set(edition, players=players, style=style)
        )
        for name, players, style, seeds in (
            ("doubles", 4, "original", (25, 8, 12)),
            ("master", 2, "master", (1, 27, 26)),
            ("master doubles", 4, "master", (2, 6, 25)),
        )
        for edition, seed in zip(EDITIONS, seeds, strict=True)
    },
    "doubles before the serve, deuce": served(30, rule_set("en", "deuce", players=4), ()),
    "doubles, a pass and the way back": situation(
        [
            seat([1, 2, 13], limit=5),
            seat([3, 7, 8, 9], limit=5),
            seat([4, 16, 20], limit=5),
            seat([1, 13, 14], limit=5),
        ],
        1,
    ),
    "doubles, three cards against a smash": situation(
        [seat([3, 7, 13, 22], limit=5) for _ in range(3)] + [seat([1, 2, 22, 8, 9], limit=5)],
        1,
        smash=True,
        turn=3,
        edition="zh",
    ),
    "doubles, both partners unable": situation(
        [seat([1, 13], limit=5), seat([7, 8], limit=5), seat([1, 2], limit=5), seat([7], limit=5)],
        1,
    ),
    "doubles, one card left": situation(
        [
            seat([1], [], [4], limit=1),
            seat([7], [], [2], limit=1),
            seat([13], [], [], limit=1),
            seat([22], [], [5], limit=1),
        ],
        1,
        pass_loss=False,
    ),
    "doubles, empty decks, at deuce": situation(
        [
            seat([1, 2, 3], [], [], limit=5),
            seat([2, 13, 22], [], [], limit=5),
            seat([3, 4, 16], [], [], limit=5),
            seat([6, 7, 20], [], [], limit=5),
        ],
        1,
        scoring="deuce",
        score=(3, 3),
    ),
    "master, the set-up": situation(
        [seat([1, 2, 22], limit=3), seat([7, 9, 13], limit=3)],
        None,
        phase="lay",
        turn=0,
        style="master",
        edition="zh",
    ),
    **{
        f"master, three cards against a smash, {edition}": situation(
            [seat([3, 7], [13, 22, 5, 9]), seat([1, 17], [2, 5, 22, 8])],
            1,
            smash=True,
            style="master",
            edition=edition,
        )
        for edition in EDITIONS
    },
    "master, empty decks": situation(
        [seat([3, 7], [13, 22, 5, 9], []), seat([1, 17], [2, 5, 22, 9], [])], 1, style="master"
    ),
    "master, a row of one": situation(
        [seat([3, 7, 13], [22]), seat([1, 17, 2, 5], [13])], 1, style="master", row_relay="add"
    ),
    "master, one card in all": situation(
        [seat([7], [], [1, 2], limit=2), seat([13], [], [2, 8], limit=1)],
        1,
        phase="lay",
        turn=0,
        style="master",
    ),
    "master, an empty hand": situation(
        [seat([], [7, 13], [1], limit=2), seat([1], [2], [13], limit=2)], 1, style="master"
    ),
    "master, off balance to the last card": situation(
        [seat([5, 9], [1, 19], limit=4), seat([17], [2], [8], limit=2)],
        1,
        smash=True,
        style="master",
        edition="ko",
    ),
    "master, the end of a turn": situation(
        [seat([3, 7, 13], [22]), seat([1, 17, 2], [5, 9])],
        2,
        phase="lay",
        turn=1,
        style="master",
        row_distinct=True,
        row_relay="add",
    ),
    "master doubles, both partners unable": situation(
        [
            seat([1], [13], limit=2),
            seat([7, 8], [9], limit=3),
            seat([1, 2], [3], limit=3),
            seat([7], [10, 12], limit=3),
        ],
        1,
        style="master",
    ),
    "master doubles, a pass and the way back": situation(
        [
            seat([1, 2], [13, 22], [5, 6], limit=4),
            seat([3, 8], [7, 9], [1], limit=4),
            seat([4, 20], [16, 5], [], limit=4),
            seat([1, 13], [14, 2], [3], limit=4),
        ],
        1,
        style="master",
        edition="zh",
        row_relay="add",
    ),
    "master doubles, the set-up, server 2": situation(
        [seat([1, 2], limit=2), seat([7, 9], limit=2), seat([3, 4], limit=2), seat([5], limit=2)],
        None,
        phase="lay",
        turn=2,
        server=2,
        style="master",
    ),
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
    "doubles, en, seed 25": [7, 26, 74, 429, 454, 1204, 1372, 3664],
    "doubles, ko, seed 8": [1, 4, 8, 38, 128, 220, 826, 2160],
    "doubles, zh, seed 12": [4, 20, 46, 66, 317, 710, 1392, 2223],
    "master, en, seed 1": [3, 168, 616],
    "master, ko, seed 27": [11, 616, 3248],
    "master, zh, seed 26": [6, 260, 1710],
    "master doubles, en, seed 2": [2, 60, 120, 3600],
    "master doubles, ko, seed 6": [2, 60, 120, 120, 1410, 1410],
    "master doubles, zh, seed 25": [9, 193, 348, 1184, 2432],
    "doubles before the serve, deuce": [1, 1, 2, 9, 28, 84, 362, 1346],
    "doubles, a pass and the way back": [5, 13, 45, 91, 178, 361, 788, 1172],
    "doubles, three cards against a smash": [15, 69, 99, 171, 475, 915, 1555, 1803],
    "doubles, both partners unable": [3, 3],
    "doubles, one card left": [2, 2, 3, 3],
    "doubles, empty decks, at deuce": [5, 19, 22, 28, 28],
    "master, the set-up": [5, 25, 25, 30, 100, 149, 653, 695],
    "master, three cards against a smash, en": [16, 651, 1701],
    "master, three cards against a smash, ko": [11, 616, 1624],
    "master, three cards against a smash, zh": [3, 146, 584, 18454],
    "master, empty decks": [11, 141, 603, 6623, 10343],
    "master, a row of one": [6, 336, 616, 25256],
    "master, one card in all": [1, 1],
    "master, an empty hand": [2, 2],
    "master, off balance to the last card": [1, 1, 3, 45, 45],
    "master, the end of a turn": [4, 8, 360, 360],
    "master doubles, both partners unable": [3, 3],
    "master doubles, a pass and the way back": [3, 9, 29, 69, 197, 917, 1757, 2269],
    "master doubles, the set-up, server 2": [3, 3, 9, 27, 27],
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
