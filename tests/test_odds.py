"""Exact odds: the numbers of the lessons, and every function against counting all cases."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod
from typing import Any

import naive
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import GAMES, any_rules, seat, situation

from grandslam import Deck, Match, Position, odds
from grandslam.cards import Card, Seat
from grandslam.view import View

UNHURRIED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
DECK = Deck.standard()
F = Fraction
Hand = tuple[Card, ...]


def near(value: Fraction, places: float, digits: int = 4) -> bool:
    """Whether a value is the printed one, to its last digit."""
    return round(float(value), digits) == places


# ---------------------------------------------------------------- the numbers of the lessons
def test_lesson_1_serves() -> None:
    """Where a serve lands, and how far counts stray."""
    sixth = F(1, 6)
    assert [odds.serve(DECK, s) for s in DECK.sections] == [F(4, 24)] * 6
    assert near(odds.between(7, 13, of=60, p=sixth), 0.7767)
    assert near(odds.all_between(7, 13, of=60, shares=[sixth] * 6), 0.2573)
    assert near(odds.all_between(4, 17, of=60, shares=[sixth] * 6), 0.9226)
    assert near(odds.between(85, 115, of=600, p=sixth), 0.9108)
    assert near(odds.between(950, 1050, of=6000, p=sixth), 0.9198)
    assert sum(odds.serve(DECK, s) for s in (1, 2, 3)) == F(1, 2)
    assert odds.same_section(DECK) == sixth
    assert odds.same_section(DECK, one_deck=True) == F(3, 23)
    assert odds.serve(DECK, 1, seen=[1, 7, 19, 2, 3, 4]) == F(1, 18)
    assert odds.different(DECK, 6) == F(5, 324)
    assert odds.different(DECK, 6, one_deck=True) == F(1024, 33649)


@pytest.mark.parametrize("section", DECK.sections)
def test_lesson_2_receivers(section: int) -> None:
    """How many cards of a hand receive, the same in every section."""
    ways = [18564, 51408, 45900, 16320, 2295, 108, 1]
    assert odds.receivers(DECK, section) == tuple(F(n, 134596) for n in ways)
    table = {
        6: (F(663, 4807), F(2308, 4807)),
        5: (F(51, 253), F(59, 161)),
        4: (F(510, 1771), F(445, 1771)),
        3: (F(102, 253), F(145, 1012)),
    }
    for hand, (none, full) in table.items():
        assert odds.receives(DECK, section, hand) == 1 - none
        assert odds.in_full(DECK, section, hand) == full
        assert odds.mean(odds.receivers(DECK, section, hand)) == F(hand, 4)
    rows = {5: [8568, 18360, 12240, 3060], 4: [3060, 4896, 2295, 360], 3: [816, 918, 270, 20]}
    for hand, row in rows.items():
        expected = tuple(F(n, comb(24, hand)) for n in row)
        assert odds.receivers(DECK, section, hand)[:4] == expected


def test_lesson_2_exercises() -> None:
    """One card, a hand of five, drawing with replacement, covering the court."""
    assert odds.receives(DECK, 1, hand=1) == F(1, 4)
    assert odds.receives(DECK, 1, hand=5) == F(202, 253)
    assert odds.between(1, 6, of=6, p=F(1, 4)) == F(3367, 4096)
    assert odds.receives(DECK, 1) == F(4144, 4807)
    assert odds.covers(DECK) == F(23977, 67298) == F(47954, 134596)
    assert odds.mean(odds.covered(DECK)) == F(24864, 4807)


def test_lesson_3_pairs() -> None:
    """Pairs, partners of a card, playable smashes."""
    assert odds.pair(DECK) == F(32625, 33649) == 1 - F(4096, 134596)
    assert odds.pair(DECK, hand=5) == F(1515, 1771)
    for card in DECK:
        assert odds.partner(DECK, card.number) == F(955, 1771) == F(18145, 33649)
        assert odds.partner(DECK, card.number, hand=5) == F(802, 1771)
    table = {
        (1, 3): (F(84627, 134596), F(84627, 116032)),
        (4, 6): (F(11489, 19228), F(11489, 16576)),
        (2, 5): (F(19078, 33649), F(9539, 14504)),
    }
    for sections, (possible, given_one) in table.items():
        for section in sections:
            smash = odds.smashes(DECK, section)
            assert (smash, smash / odds.receives(DECK, section)) == (possible, given_one)
    total = sum((odds.smashes(DECK, s) for s in DECK.sections), F(0)) / 6
    assert (total, total / odds.receives(DECK, 1)) == (F(159, 266), F(40227, 58016))


def test_lesson_4_dives() -> None:
    """A dive's chance, what is returned in all, and the lesson's exercises."""
    for size, good in {6: F(1, 3), 5: F(6, 19), 4: F(3, 10), 3: F(2, 7)}.items():
        assert odds.dive(DECK, 1, hand=size) == good
    back, hand = odds.returned(DECK, 1), odds.receives(DECK, 1)
    assert back == F(4365, 4807) == 1 - F(442, 4807)
    assert back == 1 - F(comb(18, 7), comb(24, 7)) == odds.receives(DECK, 1, hand=7)
    assert (1 - hand, back - hand) == (F(663, 4807), F(221, 4807))
    assert (back - hand) / back == F(221, 4365)
    for section in (1, 4):
        assert odds.dive(DECK, section, seen=[8, 13, 22]) == F(4, 15)
    one = odds.receivers(DECK, 1)[1] / hand
    again = 1 - one * (1 - odds.dive(DECK, 1, seen=[1], hand=5))
    assert (one, again) == (F(459, 1036), F(1409, 2072))


def test_lesson_5_off_balance() -> None:
    """What a smash meets, and who can receive the ball after it."""
    none, one, *_ = odds.receivers(DECK, 1)
    assert (odds.in_full(DECK, 1), one, none) == (F(2308, 4807), F(1836, 4807), F(663, 4807))
    assert one / (1 - none) == F(459, 1036)
    assert odds.receives(DECK, 1, hand=5) - odds.receives(DECK, 1) == F(-306, 4807)
    after_one = {1: F(0), 2: F(469, 612), 4: F(469, 612), 3: F(108, 119)}
    after_one |= {5: F(108, 119), 6: F(108, 119)}
    after_two = {1: F(1333, 2308), 2: F(5974211, 7062480), 4: F(5974211, 7062480)}
    after_two |= dict.fromkeys((3, 5, 6), F(62756, 68663))
    for then in DECK.sections:
        assert odds.after_off_balance(DECK, 1, then) == after_one[then]
        assert odds.after_full(DECK, 1, then) == after_two[then]
    assert odds.dive(DECK, 1, seen=[1], hand=5) == F(5, 18)
    assert odds.dive(DECK, 1, seen=[1, 2, 13], hand=5) == F(3, 16)


def test_lesson_7_deuce() -> None:
    """From deuce, the game, reaching deuce, how long it lasts; cards' two servers."""
    table = {
        F(1, 2): (F(1, 2), F(1, 2), F(5, 16), F(4)),
        F(3, 5): (F(9, 13), F(29889, 40625), F(864, 3125), F(50, 13)),
        F(2, 3): (F(4, 5), F(208, 243), F(160, 729), F(18, 5)),
    }
    for p, (deuce, game, reach, points) in table.items():
        assert odds.from_deuce(p) == deuce
        assert odds.game(p) == game
        assert odds.reach_deuce(p) == reach
        assert odds.points_from_deuce(p) == points
    p = F(11, 20)
    assert (odds.from_deuce(p), odds.points_from_deuce(p)) == (F(121, 202), F(400, 101))
    assert near(odds.game(p), 0.6231)
    assert near(odds.reach_deuce(p), 0.3032)
    s = F("0.5161")
    assert near(odds.first_to_four(s, 1 - s), 0.5050)
    assert near(odds.game(s, 1 - s), 0.5067)
    assert near(odds.reach_deuce(s, 1 - s), 0.3126)
    split = 2 * s * (1 - s)
    assert odds.from_deuce(s, 1 - s) == (s * s + split) / (1 + split)
    assert odds.first_to_four("0.6", "0.4") == F(8313, 15625)
    assert odds.from_deuce("0.6", "0.4") == F(21, 37)
    assert odds.game("0.6", "0.4") == F(62697, 115625)
    assert odds.from_deuce("0.6", "0.4", spell=1) == F(1, 2)


def lop_sided() -> Deck:
    """24 cards, of which 9, 9, 6, 6, 3 and 3 receive in the sections 1 to 6."""
    areas: list[tuple[int, ...]] = []
    areas += [(1, 2)] * 6 + [(3, 4)] * 4 + [(5, 6)] * 2
    areas += [(1,)] * 3 + [(2,)] * 3 + [(3,)] * 2 + [(4,)] * 2 + [(5,), (6,)]
    return Deck(Card(n, area, 1 + n % 6) for n, area in enumerate(areas, 1))


def test_lesson_9_two_hands() -> None:
    """Two partners: independent from two decks, and three ways to break that."""
    team = odds.team(DECK, 1)
    ways = (40804, 10302, 10302, 2601)
    assert team == tuple(F(n, 64009) for n in ways)
    assert (team.first, team.answered) == (F(202, 253), F(61408, 64009))
    assert team.first / team.answered == F(253, 304)
    assert team.both / team.answered == F(101, 152)
    assert odds.team(DECK, 1, one_deck=True).answered == F(1709, 1748)
    other = lop_sided()
    assert [odds.receivers(other, s, 1)[1] * 24 for s in other.sections] == [9, 9, 6, 6, 3, 3]
    answered = sum((odds.team(other, s).answered for s in other.sections), F(0)) / 6
    apart = sum((odds.receives(other, s, 5) for s in other.sections), F(0)) / 6
    assert answered == F(5581927, 6144864)
    assert near(1 - (1 - apart) ** 2, 0.9373)
    assert odds.covers(DECK, [1, 2]) == F(14353, 19228)
    assert odds.covers(DECK, [1, 3]) == F(3514, 4807)
    assert near(odds.receives(DECK, 1) ** 2, 0.7432)
    assert 2 * odds.receives(DECK, 1) - odds.covers(DECK, [1, 3]) == F(434, 437)


def position_a() -> View:
    """Lesson 10, position A: served 15, green on 2; the receiver holds 4 6 8 13 16 21."""
    server = seat([1, 2, 3, 5, 7, 9], discard=[15])
    return Position.from_json(situation([server, seat([4, 6, 8, 13, 16, 21])], 2)).seen_from(1)


def position_b() -> View:
    """Lesson 10, position B: a rally of five shots; green on 5."""
    server = seat([1, 2, 5, 7, 8, 11], discard=[15, 17, 18])
    own = seat([3, 4, 9, 10, 17, 19], discard=[14, 6])
    return Position.from_json(situation([server, own], 5)).seen_from(1)


@pytest.mark.parametrize(
    ("view", "shot", "hand", "answered", "missed"),
    [
        (position_a, "13", F(3923, 4807), F(4183, 4807), 0.1502),
        (position_a, "4", F(12653, 14421), F(1207, 1311), 0.1986),
        (position_a, "16", F(12653, 14421), F(1207, 1311), 0.0662),
        (position_a, "16+8", F(12653, 14421), F(1207, 1311), 0.0414),
        (position_b, "10", F(44, 57), F(712, 855), F(979, 10260)),
        (position_b, "9", F(826, 969), F(2621, 2907), F(0)),
        (position_b, "17", F(826, 969), F(2621, 2907), F(28831, 87210)),
        (position_b, "19", F(7037, 7752), F(2441, 2584), F(26851, 93024)),
        (position_b, "10+4", F(44, 57), F(712, 855), 0.0613),
        (position_b, "9+3", F(826, 969), F(2621, 2907), F(0)),
    ],
)
def test_lesson_10_returns(
    view: Callable[[], View], shot: str, hand: Fraction, answered: Fraction, missed: Any
) -> None:
    """Both tables: answered from the hand, with a dive, and answered but then missed."""
    answer = odds.answers(view(), shot)
    assert (answer.hand, answer.answered) == (hand, answered)
    then = odds.then_missed(view(), shot)
    assert near(then, missed) if isinstance(missed, float) else then == missed


def test_lesson_10_smashes_and_tests() -> None:
    """What a smash in B meets, and the lesson's binomial tests."""
    for shot, full, off in (("10+4", F(6, 19), F(26, 57)), ("9+3", F(436, 969), F(130, 323))):
        answer = odds.answers(position_b(), shot)
        assert (answer.in_full, answer.off_balance) == (full, off)
    assert near(odds.between(61, 100, of=100, p=F(1, 2)), 0.0176)
    assert odds.between(60, 100, of=100, p=F(1, 2)) > F(1, 40)
    assert (
        odds.between(15, 20, of=20, p=F(1, 2)) < F(1, 40) < odds.between(14, 20, of=20, p=F(1, 2))
    )
    assert near(odds.between(61, 100, of=100, p="0.5539"), 0.152, 3)


# ---------------------------------------------------------------- against counting all cases
@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Small decks of many shapes: few sections, cards that receive one or several of them."""
    sections = draw(st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True))
    area = st.lists(st.sampled_from(sections), min_size=1, max_size=3, unique=True)
    faces = st.tuples(area, st.sampled_from(sections))
    cards = draw(st.lists(faces, min_size=3, max_size=8))
    return Deck(Card(n, tuple(sorted(a)), lands) for n, (a, lands) in enumerate(cards, 1))


def hands(deck: Deck, size: int) -> list[Hand]:
    """Every hand of this size."""
    return list(combinations(deck.cards, size))


def share(cases: Iterable[bool]) -> Fraction:
    """The share of the cases that are good."""
    found = list(cases)
    return F(sum(found), len(found))


def able(hand: Hand, section: int) -> int:
    """How many cards of the hand receive there."""
    return sum(section in card.receives for card in hand)


def alike(hand: Hand) -> bool:
    """Whether two cards land on the same section."""
    return len({card.lands for card in hand}) < len(hand)


@UNHURRIED
@given(deck=decks(), pick=st.randoms(use_true_random=False))
def test_hands_are_counted(deck: Deck, pick: random.Random) -> None:
    """What a hand receives, and what it covers, over all hands of a small deck."""
    section, size = pick.choice(deck.sections), pick.randint(0, len(deck))
    cases = hands(deck, size)
    by_number = [share(able(h, section) == k for h in cases) for k in range(size + 1)]
    assert list(odds.receivers(deck, section, size)) == by_number
    assert odds.receives(deck, section, size) == 1 - by_number[0]
    assert odds.in_full(deck, section, size) == sum(by_number[2:], F(0))
    assert odds.mean(by_number) == sum(k * p for k, p in enumerate(by_number))
    some = pick.sample(deck.sections, pick.randint(1, len(deck.sections)))
    counts = [sum(able(hand, s) > 0 for s in some) for hand in cases]
    spread = [F(counts.count(k), len(cases)) for k in range(len(some) + 1)]
    assert list(odds.covered(deck, size, some)) == spread
    assert odds.covers(deck, some, size) == spread[-1]
    assert odds.covers(deck, hand=size) == odds.covered(deck, size)[-1]


@UNHURRIED
@given(deck=decks(), pick=st.randoms(use_true_random=False))
def test_pairs_are_counted(deck: Deck, pick: random.Random) -> None:
    """Pairs, partners of a card and playable smashes, over all hands of a small deck."""
    section, size = pick.choice(deck.sections), pick.randint(1, len(deck))
    cases = hands(deck, size)
    assert odds.pair(deck, size) == share(map(alike, cases))
    card = pick.choice(deck.cards)
    with_it = [hand for hand in cases if card in hand]
    mates = share(sum(c.lands == card.lands for c in h) > 1 for h in with_it)
    assert odds.partner(deck, card.number, size) == mates

    def playable(hand: Hand) -> bool:
        pairs = permutations(hand, 2)
        return any(section in a.receives and a.lands == b.lands for a, b in pairs)

    assert odds.smashes(deck, section, size) == share(map(playable, cases))


@UNHURRIED
@given(deck=decks(), pick=st.randoms(use_true_random=False))
def test_serves_and_dives_are_counted(deck: Deck, pick: random.Random) -> None:
    """Where serves land, and good dives, over all ways the cards may lie."""
    section, seen = pick.choice(deck.sections), pick.sample(range(1, 9), pick.randint(0, 2))
    seen = [number for number in seen if number in deck]
    unseen = [card for card in deck if card.number not in seen]
    assert odds.serve(deck, section, seen) == share(c.lands == section for c in unseen)
    size = pick.randint(0, len(unseen) - 1)
    dives = [
        (hand, top)
        for hand in combinations(unseen, size)
        if not able(hand, section)
        for top in unseen
        if top not in hand
    ]
    if dives:
        good = share(section in top.receives for _, top in dives)
        assert odds.dive(deck, section, seen, size) == good
    else:
        with pytest.raises(ValueError, match="cannot be"):
            odds.dive(deck, section, seen, size)
    deals = [(h, c) for h in hands(deck, size) for c in deck if c not in h]
    back = share(able(h, section) > 0 or (size > 0 and section in top.receives) for h, top in deals)
    if seen == []:
        assert odds.returned(deck, section, size) == back
    count = pick.randint(0, 3)
    apart = share(not alike(cards) for cards in product(deck.cards, repeat=count))
    assert odds.different(deck, count) == apart
    assert odds.same_section(deck) == 1 - odds.different(deck, 2)
    together = share(not alike(cards) for cards in permutations(deck.cards, count))
    assert odds.different(deck, count, one_deck=True) == together


@UNHURRIED
@given(deck=decks(), pick=st.randoms(use_true_random=False))
def test_the_ball_after_a_smash_is_counted(deck: Deck, pick: random.Random) -> None:
    """Off balance and in full: who can receive the next ball, over all hands, choices and draws."""
    section, then = pick.choice(deck.sections), pick.choice(deck.sections)
    size = pick.randint(2, max(2, len(deck) - 1))
    one = [hand for hand in hands(deck, size) if able(hand, section) == 1]
    if one:
        left = [tuple(c for c in hand if section not in c.receives) for hand in one]
        answered = share(able(hand, then) > 0 for hand in left)
        assert odds.after_off_balance(deck, section, then, size) == answered
    else:
        with pytest.raises(ValueError, match="just one card"):
            odds.after_off_balance(deck, section, then, size)
    chance, dealt = F(0), 0
    for hand in hands(deck, size):
        pairs = list(combinations([c for c in hand if section in c.receives], 2))
        dealt += bool(pairs)
        rest = [card for card in deck if card not in hand]
        draws = list(combinations(rest, min(2, len(rest))))
        for played in pairs:
            kept = tuple(card for card in hand if card not in played)
            good = share(able((*kept, *drawn), then) > 0 for drawn in draws)
            chance += good / len(pairs)
    if dealt:
        assert odds.after_full(deck, section, then, size) == chance / dealt
    else:
        with pytest.raises(ValueError, match="two cards"):
            odds.after_full(deck, section, then, size)


@UNHURRIED
@given(deck=decks(), pick=st.randoms(use_true_random=False))
def test_two_hands_are_counted(deck: Deck, pick: random.Random) -> None:
    """Two partners, from decks of their own and from one deck."""
    section, size = pick.choice(deck.sections), pick.randint(0, min(3, len(deck) // 2))
    one = hands(deck, size)
    apart = list(product(one, one))
    shared = [(a, b) for a, b in apart if not {c.number for c in a} & {c.number for c in b}]
    for cases, one_deck in ((apart, False), (shared, True)):
        told = odds.team(deck, section, size, one_deck=one_deck)
        found = [(able(a, section) > 0, able(b, section) > 0) for a, b in cases]
        wanted = [(True, True), (True, False), (False, True), (False, False)]
        expected = [share(case == one_of for case in found) for one_of in wanted]
        assert list(told) == expected


@given(
    of=st.integers(0, 6),
    p=st.fractions(0, 1, max_denominator=7),
    ends=st.tuples(st.integers(0, 6), st.integers(0, 6)),
)
def test_repetitions_are_counted(of: int, p: Fraction, ends: tuple[int, int]) -> None:
    """Binomial and multinomial sums, over every sequence of results."""
    low, high = sorted(min(end, of) for end in ends)
    runs = list(product((True, False), repeat=of))
    chances = {run: prod((p if won else 1 - p for won in run), start=F(1)) for run in runs}
    fitting = sum((c for run, c in chances.items() if low <= sum(run) <= high), F(0))
    assert odds.between(low, high, of=of, p=p) == fitting
    shares = [p, (1 - p) / 3, 2 * (1 - p) / 3]
    several = F(0)
    for run in product(range(3), repeat=of):
        if all(low <= run.count(outcome) <= high for outcome in range(3)):
            several += prod((shares[outcome] for outcome in run), start=F(1))
    assert odds.all_between(low, high, of=of, shares=shares) == several


RATES = st.fractions(0, 1, max_denominator=9)


def points(p: Fraction, q: Fraction, spell: int) -> Iterator[Fraction]:
    """The chance to win each point of a game that one serves first."""
    number = 0
    while True:
        yield (p, q)[number // spell % 2]
        number += 1


@given(p=RATES, q=RATES, spell=st.sampled_from([1, 2]))
def test_games_are_counted(p: Fraction, q: Fraction, spell: int) -> None:
    """A game to four, and the way to deuce, over all sequences of seven points."""
    rates = points(p, q, spell)
    chances = [next(rates) for _ in range(7)]
    four = deuce = F(0)
    for run in product((True, False), repeat=7):
        ways = prod((c if won else 1 - c for c, won in zip(chances, run, strict=True)), start=F(1))
        four += ways * (sum(run) >= 4)
        deuce += ways * (sum(run[:6]) == 3)
    assert odds.first_to_four(p, q, spell=spell) == four
    assert odds.reach_deuce(p, q, spell=spell) == deuce


@settings(deadline=None)
@given(p=st.fractions(F(1, 9), F(8, 9), max_denominator=9), q=RATES, spell=st.sampled_from([1, 2]))
def test_deuce_is_followed_point_by_point(p: Fraction, q: Fraction, spell: int) -> None:
    """From deuce and from the start, against following the scores until almost nothing is left."""
    for start, told in ((6, None), (0, odds.game(p, q, spell=spell))):
        scores = {(0, 0): 1.0} if start == 0 else {(3, 3): 1.0}
        won = lost = steps = 0.0
        rates = points(p, q, spell)
        for _ in range(400):
            rate = float(next(rates))
            after: dict[tuple[int, int], float] = {}
            for (own, other), chance in scores.items():
                for score, part in (((own + 1, other), rate), ((own, other + 1), 1 - rate)):
                    after[score] = after.get(score, 0.0) + chance * part
            steps += sum(scores.values())
            won += sum(c for (a, b), c in after.items() if a >= 4 and a - b >= 2)
            lost += sum(c for (a, b), c in after.items() if b >= 4 and b - a >= 2)
            open_ = {k: c for k, c in after.items() if max(k) < 4 or abs(k[0] - k[1]) < 2}
            scores = {}
            for (a, b), c in open_.items():
                back = max(0, min(a, b) - 3)
                scores[a - back, b - back] = scores.get((a - back, b - back), 0.0) + c
        assert won + lost == pytest.approx(1, abs=1e-9)
        if told is None:
            assert float(odds.from_deuce(p, q, spell=spell)) == pytest.approx(won, abs=1e-9)
            length = float(odds.points_from_deuce(p, q, spell=spell))
            assert length == pytest.approx(steps, abs=1e-6)
        else:
            assert float(told) == pytest.approx(won, abs=1e-9)


# ---------------------------------------------------------------- answers, against the rules
def small_position(luck: random.Random) -> Obj:
    """A position with few hidden cards: a deck of 7 or 8 cards, small hands, any rules."""
    while True:
        chosen = any_rules(luck, games=GAMES)
        players, master = chosen["players"], chosen["style"] == "master"
        sections = luck.sample(range(1, 20), luck.randint(2, 4))
        deck: list[Obj] = [
            {
                "card": number,
                "receives": sorted(set(luck.choices(sections, k=luck.randint(1, 2)))),
                "lands": luck.choice(sections),
            }
            for number in luck.sample(range(1, 40), luck.choice([7, 8]))
        ]
        turn = luck.randrange(players)
        seats = []
        for number in range(players):
            cards = luck.sample([card["card"] for card in deck], len(deck))
            held = luck.randint(1, 3) if number == turn else luck.randint(0, 4 - players // 2)
            row = cards[: luck.randint(0, 2)] if master else []
            if chosen["rulings"].get("row_relay") == "add" and naive.ruling(chosen, "row_distinct"):
                row = row[:1]
            hand = cards[len(row) : len(row) + held]
            gone = len(row) + held
            end = luck.choice([len(cards), luck.randint(gone, len(cards))])
            away = luck.randint(gone, end)
            seats.append(
                {
                    "hand": sorted(hand),
                    "row": sorted(row),
                    "discard": cards[gone:away],
                    "deck": cards[away:end],
                    "limit": 5 if players == 4 else 6,
                }
            )
        position: Obj = {
            "rules": chosen,
            "deck": deck,
            "score": [0, 0],
            "server": 0,
            "points_served": 0,
            "phase": "return",
            "turn": turn,
            "order": luck.choice([1, -1]) if players == 4 else 1,
            "passed": luck.random() < 0.3 if players == 4 else False,
            "ball": {"section": luck.choice(sections), "smash": luck.random() < 0.5},
            "seats": seats,
        }
        used = {s for card in deck for s in (*card["receives"], card["lands"])}
        if position["ball"]["section"] in used and any(
            ">" in text or text[0].isdigit() for text in naive.legal_moves(position)
        ):
            return position


def hidden(position: Position, seats: list[int]) -> Iterator[Position]:
    """The position with the hidden cards of these seats in every way: hand and top card."""
    ways = []
    for number in seats:
        own = position.seats[number]
        unseen = [b for b in position.deck.order if not b & own.row and b not in own.discard]
        options: list[Seat] = []
        for hand in combinations(unseen, own.hand.bit_count()):
            rest = [bit for bit in unseen if bit not in hand]
            for top in rest if own.deck else [0]:
                pile = [top, *(bit for bit in rest if bit != top)] if top else []
                options.append(own._replace(hand=sum(hand), deck=tuple(pile[: len(own.deck)])))
        ways.append(options)
    for chosen in product(*ways):
        changed = list(position.seats)
        for number, own in zip(seats, chosen, strict=True):
            changed[number] = own
        parts = {key: getattr(position, key) for key in position.__slots__[:10]}
        yield Position(**parts, seats=tuple(changed))


def how_answered(position: Position) -> tuple[int, str] | None:
    """Who answers the ball, and how, if it can be answered at all; the rules play it."""
    while position.phase != "over":
        moves, mine = position.legal_moves(), position.turn
        shots = [move for move in moves if move.kind == "shot"]
        if position.phase == "lay":
            position = position.play(moves[0])
            continue
        if shots:
            if position.ball is None or not position.ball.smash:
                return mine, "hand"
            full = any(len(shot.receiving) == 2 for shot in shots)
            return mine, "in full" if full else "off balance"
        kinds = {move.kind: move for move in moves}
        if "dive" in kinds:
            after = position.play(kinds["dive"])
            return None if after.phase == "over" and after.turn == mine else (mine, "dive")
        if "pass" not in kinds:
            return None
        position = position.play(kinds["pass"])
    return None


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_answers_are_what_the_rules_play(seed: int) -> None:
    """Every way the hidden cards can lie, played by the rules: singles and doubles, both styles."""
    luck = random.Random(seed)
    position = Position.from_json(small_position(luck))
    view = position.seen_from(position.turn)
    shot = luck.choice([move for move in view.legal_moves() if move.kind == "shot"])
    first = (position.turn + position.order) % len(position.seats)
    others = [first] if len(position.seats) == 2 else [first, (first + 2) % 4]
    told = [how_answered(case.play(shot)) for case in hidden(position, others)]
    answer = odds.answers(view, shot)
    assert answer.seat == first
    for number in others:
        for how in ("hand", "in full", "off balance", "dive"):
            expected = F(told.count((number, how)), len(told))
            assert answer.of(how, seat=number) == expected
    assert answer.missed == F(told.count(None), len(told))
    assert answer.hand + answer.dive + answer.partner + answer.missed == 1


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_a_ball_that_lies_there_is_answered_alike(seed: int) -> None:
    """Once the shot is played, the chance to answer it is what it was before."""
    luck = random.Random(seed)
    position = Position.from_json(small_position(luck))
    view = position.seen_from(position.turn)
    shot = luck.choice([move for move in view.legal_moves() if move.kind == "shot"])
    before = odds.answers(view, shot)
    after = position.play(shot)
    while after.phase == "lay":
        assert odds.answers(after.seen_from(view.seat)) == before
        after = after.play(after.legal_moves()[0])
    if after.phase == "return":
        assert odds.answers(after.seen_from(view.seat)) == before
    else:
        assert before.missed > 0


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_a_partner_knows_the_own_hand(seed: int) -> None:
    """Doubles, from each other seat: a ball that lies there, hidden hands dealt in every way."""
    luck = random.Random(seed)
    obj = small_position(luck)
    while obj["rules"]["players"] != 4:
        obj = small_position(luck)
    position = Position.from_json(obj)
    looker = luck.choice([number for number in range(4) if number != position.turn])
    others = [n for n in (position.turn, (position.turn + 2) % 4) if n != looker]
    told = [how_answered(case) for case in hidden(position, others)]
    answer = odds.answers(position.seen_from(looker))
    assert answer.seat == position.turn
    assert answer.missed == F(told.count(None), len(told))
    for how in ("hand", "in full", "off balance"):
        assert answer.of(how) == F(sum(way[1] == how for way in told if way), len(told))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_what_is_missed_next_is_what_the_rules_play(seed: int) -> None:
    """Singles: over both players' hidden cards, an even choice of the answering card, then a miss."""
    luck = random.Random(seed)
    obj = small_position(luck)
    while obj["rules"]["players"] != 2 or obj["rules"]["style"] != "original":
        obj = small_position(luck)
    position = Position.from_json(obj)
    mine = position.turn
    view = position.seen_from(mine)
    shot = luck.choice([move for move in view.legal_moves() if move.kind == "shot"])
    own, deck = position.seats[mine], position.deck
    unseen = [b for b in deck.order if not b & own.hand and b not in own.discard]
    piles = list(permutations(unseen, len(own.deck)))
    piles = luck.sample(piles, 1) if not own.deck else piles
    total = F(0)
    cases = list(hidden(position, [1 - mine]))
    missed_on: dict[int, Fraction] = {}
    for section in {card.lands for card in deck}:
        missed = 0
        for pile in piles:
            held = position.rules.plays["shot"][0](view, own._replace(deck=pile), shot)[0]
            can = held.hand & deck.receiving[section]
            dives = held.hand and held.deck and held.deck[0] & deck.receiving[section]
            missed += not can and not dives
        missed_on[section] = F(missed, len(piles))
    for case in cases:
        after = case.play(shot)
        if how_answered(after) is None:
            continue
        theirs, ball = after.seats[1 - mine], after.ball
        assert ball is not None
        cards = theirs.hand & deck.receiving[ball.section] or theirs.deck[0]
        lands = [deck.card_of[bit].lands for bit in deck.apart(cards)]
        total += sum((missed_on[section] for section in lands), F(0)) / len(lands)
    assert odds.then_missed(view, shot) == total / len(cases)


# ---------------------------------------------------------------- bad input
def any_(value: Any) -> Any:
    """A value of the wrong kind, as somebody in a notebook passes it."""
    return value


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda: odds.mass(-1, good=1, drawn=1, total=2), "k must be a whole number from 0"),
        (
            lambda: odds.at_least(1, good=3, drawn=1, total=2),
            "good must be a whole number from 0 to 2",
        ),
        (lambda: odds.at_least(1, good=1, drawn=3, total=2), "drawn must be"),
        (lambda: odds.at_least(True, good=1, drawn=1, total=2), "k must be a whole number"),
        (lambda: odds.receives(DECK, 7), "section must be 1, 2, 3, 4, 5 or 6, not 7"),
        (lambda: odds.receives(DECK, 1, hand=25), "hand must be a whole number from 0 to 24"),
        (lambda: odds.covers(DECK, [1, 9]), "section must be"),
        (lambda: odds.partner(DECK, 25), "no card 25"),
        (lambda: odds.partner(DECK, 1, hand=0), "hand must be"),
        (lambda: odds.dive(DECK, 1, seen=[99]), "no card 99"),
        (lambda: odds.dive(DECK, 1, hand=24), "cannot be"),
        (lambda: odds.serve(DECK, 1, seen=range(1, 25)), "unseen"),
        (lambda: odds.different(DECK, 25), "cards must be"),
        (lambda: odds.team(DECK, 1, 13, one_deck=True), "hand must be"),
        (lambda: odds.between(1, 9, of=8, p=1), "high must be"),
        (lambda: odds.between(1, 2, of=8, p=1.5), "p must be a number from 0 to 1, not 1.5"),
        (lambda: odds.all_between(0, 2, of=8, shares=["1/2", "1/3"]), "add up to 1, not to 5/6"),
        (lambda: odds.game("one half"), "p must be a number from 0 to 1, not 'one half'"),
        (lambda: odds.game(float("nan")), "p must be"),
        (lambda: odds.game("1/2", 2), "q must be a number"),
        (lambda: odds.game("1/2", spell=3), "spell must be 1 or 2, not 3"),
        (lambda: odds.from_deuce(1, 0, spell=1), "never ends"),
        (lambda: odds.answers(position_a(), "1"), "cannot be played: Card 1 is not in your hand"),
        (lambda: odds.answers(position_a(), "serve"), "cannot be played"),
        (lambda: odds.answers(position_a()), "No other seat has a ball"),
        (lambda: odds.then_missed(master_view(), "1>2"), "Original Rules only"),
        (lambda: odds.receivers(any_("standard"), 1), "deck must be a Deck, such as"),
        (lambda: odds.pair(any_(None)), "deck must be a Deck, such as"),
        (lambda: odds.smashes(any_({}), 1), "deck must be a Deck, such as"),
        (lambda: odds.covered(any_(24)), "deck must be a Deck, such as"),
        (lambda: odds.after_full(any_([]), 1, 2), "deck must be a Deck, such as"),
        (lambda: odds.dive(DECK, 1, seen=any_(5)), "seen must be a list, not 5"),
        (lambda: odds.serve(DECK, 1, seen=any_([[1]])), "no card a list"),
        (lambda: odds.partner(DECK, any_({})), "no card an object"),
        (lambda: odds.covers(DECK, any_([[1]])), "section must be 1, 2"),
        (lambda: odds.covers(DECK, any_(3)), "sections must be a list, not 3"),
        (lambda: odds.all_between(0, 2, of=8, shares=any_(0.5)), "shares must be a list, not 0.5"),
        (lambda: odds.answers(any_(None)), "view must be a View, such as"),
        (lambda: odds.then_missed(any_("x"), "1"), "view must be a View, such as"),
    ],
)
def test_bad_input_is_one_sentence(ask: Callable[[], object], text: str) -> None:
    """What is wrong, and what would be right."""
    with pytest.raises(ValueError, match=re.escape(text)) as fault:
        ask()
    assert str(fault.value).endswith(".")
    assert "\n" not in str(fault.value)


def master_view() -> View:
    """A seat that has to return under the Master Rules."""
    seats = [seat([1, 2], [3, 4]), seat([1, 17], [2, 5, 22, 9])]
    return Position.from_json(situation(seats, 1, style="master")).seen_from(1)


def test_a_dive_is_no_shot_to_answer() -> None:
    """The chance to answer is about a shot; a dive's landing is not known."""
    obj = situation([seat([1, 2, 4]), seat([3, 5, 9, 11, 16, 19], discard=[8, 13, 22])], 1)
    view = Position.from_json(obj).seen_from(1)
    with pytest.raises(ValueError, match="shot must be a return or a smash"):
        odds.answers(view, "dive 3")


def test_a_decimal_is_read_as_it_is_written() -> None:
    """0.6 is three fifths, not the nearest binary number."""
    assert odds.game(0.6) == odds.game("3/5") == odds.game(F(3, 5))


def test_a_match_is_told_what_its_view_knows() -> None:
    """From a seed: the server's one open card is a receiver less."""
    view = Match.new(Position.from_json(situation([seat([1]), seat([2])], 1)).rules, seed=42)
    seen = view.play("serve").position.seen_from(1)
    assert odds.answers(seen, "10").ways[0].able == tuple(
        n for n in DECK.numbers(DECK.receiving[DECK[10].lands]) if n != 18
    )
