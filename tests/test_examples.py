"""The worked examples of the rules: exact sets of moves, their numbers, and named refusals."""

from __future__ import annotations

from collections import Counter

import naive
import pytest
from naive import Obj
from positions import EDITIONS, point, rule_set

from grandslam import Deck, Match, Position, RuleSet

RED_ON_1 = [1, 2, 22, 8, 3, 9]
FULL_RECEPTIONS = ["1,2", "2,1", "1,22", "22,1", "2,22", "22,2"]
FULL_RECEPTIONS += ["1,2+22", "1,2+8", "1,22+2", "1,22+8", "2,22+8", "22,2+8"]
DIVES = ["dive 1", "dive 2", "dive 3", "dive 13", "dive 21", "dive 23"]
GREEN_ON_1 = [1, 2, 3, 13, 17, 24]
GREEN_ON_4 = [7, 1, 19, 23, 5, 9]

# ball, smash, hand, edition, all legal moves
ROWS = [
    *((1, False, GREEN_ON_1, edition, ["1", "2", "13", "13+3"]) for edition in EDITIONS),
    *((4, False, GREEN_ON_4, edition, ["7", "7+1", "7+19", "7+23"]) for edition in EDITIONS),
    (1, True, RED_ON_1, "en", [*FULL_RECEPTIONS, "2+22", "2+8", "22+2", "22+8"]),
    (1, True, RED_ON_1, "ko", FULL_RECEPTIONS),
    (1, True, RED_ON_1, "zh", [*FULL_RECEPTIONS, "1", "2", "22"]),
    *((2, True, [3, 7, 8, 11, 12, 1], edition, ["3"]) for edition in EDITIONS),
    (5, True, [1, 2, 3, 13, 21, 23], "en", [*DIVES, "let"]),
    (5, True, [1, 2, 3, 13, 21, 23], "ko", [*DIVES, "let"]),
    (5, True, [1, 2, 3, 13, 21, 23], "zh", DIVES),
]


def texts(obj: Obj) -> list[str]:
    """The legal moves of a position as sorted texts."""
    return sorted(str(move) for move in Position.from_json(obj).legal_moves())


@pytest.mark.parametrize(("ball", "smash", "hand", "edition", "moves"), ROWS)
def test_a_row_of_the_table(
    ball: int, smash: bool, hand: list[int], edition: str, moves: list[str]
) -> None:
    """The legal moves are exactly those of the table, for either seat."""
    for turn in (0, 1):
        position = point(hand, ball, smash=smash, edition=edition, turn=turn, server=1 - turn)
        assert texts(position) == sorted(moves)


@pytest.mark.parametrize(("ball", "smash", "hand", "edition", "moves"), ROWS)
def test_the_naive_referee_agrees(
    ball: int, smash: bool, hand: list[int], edition: str, moves: list[str]
) -> None:
    """The second referee, used by other tests, gives the table's moves as well."""
    position = point(hand, ball, smash=smash, edition=edition)
    assert sorted(naive.legal_moves(position)) == sorted(moves)


@pytest.mark.parametrize(
    ("ball", "smash", "hand", "edition", "count"),
    [
        (1, False, [1, 2, 3, 13, 17, 24], "en", 4),
        (4, False, [7, 1, 19, 23, 5, 9], "en", 4),
        (1, True, RED_ON_1, "en", 16),
        (1, True, RED_ON_1, "ko", 12),
        (1, True, RED_ON_1, "zh", 15),
        (2, True, [3, 7, 8, 11, 12, 1], "en", 1),
        (5, True, [1, 2, 3, 13, 21, 23], "en", 7),
        (5, True, [1, 2, 3, 13, 21, 23], "zh", 6),
    ],
)
def test_the_counts_of_the_table(
    ball: int, smash: bool, hand: list[int], edition: str, count: int
) -> None:
    """The number of legal moves is the one the table prints."""
    moves = Position.from_json(point(hand, ball, smash=smash, edition=edition)).legal_moves()
    assert len(moves) == count
    assert bool(moves)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [
        ("3", "receiving", ["3", "2", "1"]),
        ("17", "receiving", ["17", "1"]),
        ("13+17", "smashing", ["13", "17"]),
        ("13+24", "smashing", ["13", "24"]),
        ("dive 24", "diving", []),
        ("dive 1", "diving", []),
    ],
)
def test_refusals_while_cards_receive(edition: str, move: str, rule: str, words: list[str]) -> None:
    """A refusal on a green ball names the rule that is broken and the cards concerned."""
    position = Position.from_json(point([1, 2, 3, 13, 17, 24], 1, edition=edition))
    reason = position.why_not(move)
    assert reason is not None
    assert reason.rule == rule
    for word in words:
        assert word in reason.text


@pytest.mark.parametrize(
    ("edition", "move", "rule"),
    [
        ("en", "1", "off-balance"),
        ("en", "2", "off-balance"),
        ("ko", "2", "off-balance"),
        ("ko", "2+22", "off-balance"),
        ("ko", "22+8", "off-balance"),
        ("zh", "2+22", "off-balance"),
        ("zh", "22+8", "off-balance"),
        ("en", "1,8", "receiving"),
        ("en", "8,1", "receiving"),
        ("en", "1,2+3", "smashing"),
        ("en", "1,3", "receiving"),
    ],
)
def test_refusals_on_a_red_ball(edition: str, move: str, rule: str) -> None:
    """A refusal on a red ball names the rule: who may be off balance, and what receives."""
    reason = Position.from_json(point(RED_ON_1, 1, smash=True, edition=edition)).why_not(move)
    assert reason is not None
    expected = {rule, "smashing"} if "," in move else {rule}  # two cards are the smash's rule
    assert reason.rule in expected


def test_two_cards_do_not_meet_a_green_ball() -> None:
    """Two receiving cards belong to a smash; a green ball is received with one."""
    reason = Position.from_json(point([1, 2, 3, 13, 17, 24], 1)).why_not("1,2")
    assert reason is not None
    assert reason.rule in {"receiving", "smashing"}


def test_the_example_position_is_the_deal_of_seed_42() -> None:
    """The position of the notation section comes from seed 42, server 0, after the serve."""
    expected: Obj = {
        "rules": rule_set(),
        "deck": "standard",
        "score": [0, 0],
        "server": 0,
        "points_served": 0,
        "phase": "return",
        "turn": 1,
        "order": 1,
        "passed": False,
        "ball": {"section": 5, "smash": False},
        "seats": [
            {
                "hand": [6, 11, 14, 16, 19, 24],
                "row": [],
                "deck": [12, 15, 17, 2, 13, 22, 7, 10, 3, 23, 5, 20, 8, 9, 1, 4, 21],
                "discard": [18],
                "limit": 6,
            },
            {
                "hand": [3, 4, 8, 10, 22, 24],
                "row": [],
                "deck": [17, 18, 20, 12, 16, 15, 2, 21, 13, 7, 5, 23, 11, 14, 6, 1, 9, 19],
                "discard": [],
                "limit": 6,
            },
        ],
    }
    match = Match.new(RuleSet(), seed=42, server=0).play("serve")
    assert match.position.to_json() == expected
    assert Position.from_json(expected) == match.position
    record: Obj = {
        "rules": rule_set(),
        "deck": "standard",
        "server": 0,
        "seed": 42,
        "moves": ["serve"],
    }
    assert list(naive.replay(record))[-1] == expected
    assert texts(expected) == ["10", "10+4"]


def test_the_standard_deck_is_the_one_the_rules_describe() -> None:
    """Twelve areas, each section received by six cards and attacked by four, left-right alike."""
    cards = naive.STANDARD
    assert list(cards) == list(range(1, 25))
    assert len({face.receives for face in cards.values()}) == 12
    received = Counter(section for face in cards.values() for section in face.receives)
    attacked = Counter(face.lands for face in cards.values())
    assert received == dict.fromkeys(range(1, 7), 6)
    assert attacked == dict.fromkeys(range(1, 7), 4)
    all_faces = set(cards.values())
    assert len(all_faces) == 24
    turned = {1: 3, 2: 2, 3: 1, 4: 6, 5: 5, 6: 4}
    mirrored = {
        naive.Face(frozenset(turned[section] for section in face.receives), turned[face.lands])
        for face in all_faces
    }
    assert mirrored == all_faces
    for face in all_faces:
        if len(face.receives) == 2:
            low, high = sorted(face.receives)
            assert high - low == 3 or (high - low == 1 and (low - 1) // 3 == (high - 1) // 3)


def test_the_engine_reads_the_same_faces() -> None:
    """The engine's standard deck has the faces of the file, in the file's order."""
    cards = list(Deck.standard().cards)
    assert [card.number for card in cards] == list(naive.STANDARD)
    for card in cards:
        face = naive.STANDARD[card.number]
        assert (frozenset(card.receives), card.lands) == (face.receives, face.lands)
