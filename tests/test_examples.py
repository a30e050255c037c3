"""The worked examples of the rules: exact sets of moves, their numbers, and named refusals."""

from __future__ import annotations

from collections import Counter

import naive
import pytest
from naive import Obj
from positions import EDITIONS, point, rule_set, seat, situation, texts

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


MASTER_GREEN = ["1>2", "1>5", "1>9", "1>22", "1>2+22"]
MASTER_GREEN_HAND_ATTACKS = ["2>1", "2>17", "2>5+17", "22>1", "22>17", "22>5+17"]
MASTER_RED = ["1,2>5", "1,2>8", "1,2>22", "1,2>8+22", "1,22>2", "1,22>5", "1,22>8", "1,22>2+8"]
MASTER_RED_HAND_ATTACKS = ["2,22>1", "2,22>17", "2,22>5+17"]
MASTER_OFF_BALANCE = ["1>2+22", "1>2+8", "1>8+22", "2>5+17", "22>5+17"]
PASSES = ["pass 1", "pass 2", "pass 3", "pass 13", "pass 21", "let"]

# ball, smash, hand, row, style, edition, all legal moves
MASTER_ROWS = [
    *(
        (1, False, [1, 17], [2, 5, 22, 9], edition, MASTER_GREEN + MASTER_GREEN_HAND_ATTACKS)
        for edition in ("en", "ko")
    ),
    (1, False, [1, 17], [2, 5, 22, 9], "zh", MASTER_GREEN_HAND_ATTACKS),
    (
        *(1, True, [1, 17], [2, 5, 22, 8], "en"),
        MASTER_RED + MASTER_RED_HAND_ATTACKS + MASTER_OFF_BALANCE,
    ),
    (1, True, [1, 17], [2, 5, 22, 8], "ko", MASTER_RED + MASTER_RED_HAND_ATTACKS),
    (1, True, [1, 17], [2, 5, 22, 8], "zh", MASTER_RED_HAND_ATTACKS),
]


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


@pytest.mark.parametrize(("ball", "smash", "hand", "row", "edition", "moves"), MASTER_ROWS)
def test_a_master_row_of_the_table(
    ball: int, smash: bool, hand: list[int], row: list[int], edition: str, moves: list[str]
) -> None:
    """Master Rules, for either seat: exactly the table's moves; the naive referee agrees."""
    for turn in (0, 1):
        seats = [seat([3, 4], [7, 8]), seat(hand, row)]
        position = situation(
            seats if turn else seats[::-1],
            ball,
            smash=smash,
            turn=turn,
            style="master",
            edition=edition,
        )
        assert texts(position) == sorted(moves)
        assert sorted(naive.legal_moves(position)) == sorted(moves)


@pytest.mark.parametrize(
    ("ball", "edition", "count"),
    [
        (False, "en", 11),
        (False, "ko", 11),
        (False, "zh", 6),
        (True, "en", 16),
        (True, "ko", 11),
        (True, "zh", 3),
    ],
)
def test_the_counts_of_the_master_rows(ball: bool, edition: str, count: int) -> None:
    """The number of legal moves is the one the table prints; the same cards in doubles."""
    row = [2, 5, 22, 8 if ball else 9]
    rules: Obj = {"smash": ball, "style": "master", "edition": edition}
    singles = situation([seat([3, 4], [7, 8]), seat([1, 17], row)], 1, **rules)
    assert len(Position.from_json(singles).legal_moves()) == count
    # Five cards in doubles: 17 is left out, and with it the moves that play it.
    seats = [seat([1], row, limit=5) for _ in range(4)]
    doubles = situation(seats, 1, turn=2, **rules)
    kept = [text for text in texts(singles) if "17" not in text]
    assert texts(doubles) == kept


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("smash", [False, True])
def test_the_doubles_row_of_the_table(smash: bool, turn: int, edition: str) -> None:
    """Doubles: who cannot return passes with any card of the hand, or lets the ball go."""
    seats = [seat([4, 5, 6, 7, 8], limit=5) for _ in range(4)]
    seats[turn] = seat([1, 2, 3, 13, 21], limit=5)
    position = situation(seats, 5, smash=smash, turn=turn, edition=edition)
    assert texts(position) == sorted(PASSES)
    assert len(PASSES) == 6
    assert sorted(naive.legal_moves(position)) == sorted(PASSES)


@pytest.mark.parametrize(
    ("edition", "move", "rule", "words"),
    [
        ("en", "3>1", "master", ["3", "hand"]),
        ("en", "1>17", "master", ["1", "17", "hand"]),
        ("en", "2>5", "master", ["row"]),
        ("en", "1>2+5", "smashing", ["2", "5"]),
        ("en", "5>1", "receiving", ["5", "your 1"]),
        ("zh", "1>2", "master", ["1"]),
        ("en", "1,2>5", "receiving", ["1", "2"]),
        ("en", "1", "master", []),
        ("en", "dive 1", "master", []),
        ("en", "pass 1", "doubles", []),
        ("en", "let", "master", []),
        ("en", "lay 1,2", "turn", []),
        ("en", "serve", "turn", []),
    ],
)
def test_refusals_under_the_master_rules(
    edition: str, move: str, rule: str, words: list[str]
) -> None:
    """A refusal names the rule that is broken and the cards concerned."""
    seats = [seat([3, 4], [7, 8]), seat([1, 17], [2, 5, 22, 9])]
    position = Position.from_json(situation(seats, 1, style="master", edition=edition))
    reason = position.why_not(move)
    assert reason is not None
    assert reason.rule == rule
    for word in words:
        assert word in reason.text


@pytest.mark.parametrize(
    ("edition", "move"),
    [
        ("en", "1>5"),
        ("ko", "1>2+22"),
        ("ko", "2>17"),
        ("zh", "2>5+17"),
        ("zh", "2>17"),
    ],
)
def test_a_smash_met_with_one_card_under_the_master_rules(edition: str, move: str) -> None:
    """Where a full reception could be played, one card alone is refused as off balance."""
    seats = [seat([3, 4], [7, 8]), seat([1, 17], [2, 5, 22, 8])]
    obj = situation(seats, 1, smash=True, style="master", edition=edition)
    reason = Position.from_json(obj).why_not(move)
    assert reason is not None
    assert reason.rule == "off-balance"


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
