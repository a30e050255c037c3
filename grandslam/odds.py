"""Exact chances, as fractions: of hands and serves, of what a position's next shot meets, of deuce.

Nothing here is simulated. Unless a function says otherwise a hand is drawn evenly from a whole, well
shuffled deck, so what is counted is the hypergeometric law: of C(total, drawn) equally likely hands,
C(good, k)·C(total - good, drawn - k) hold k of the good cards. Every function that takes a deck works
for any deck; the numbers in the examples are those of the standard one, our reconstruction.

Chances are given as ``Fraction`` and taken as a fraction, a whole number, or a decimal as it is written
(0.6 and "3/5" are three fifths). Bad input is a ``ValueError`` with one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb, factorial
from typing import NamedTuple

from grandslam import checks
from grandslam.cards import HIGHEST, Card, Deck, Seat
from grandslam.moves import Move
from grandslam.rules import Ball, doubles
from grandslam.view import View

Chance = Fraction | int | float | str
"""A chance as it may be given."""
MOST_SECTIONS = 12
"""For how many sections at once ``covered`` counts: it looks at each set of them."""
MOST_TRIALS = 100_000
"""For how many repetitions ``between`` counts."""


# ---------------------------------------------------------------- cards drawn without replacement
def mass(k: int, *, good: int, drawn: int, total: int) -> Fraction:
    """The chance that exactly ``k`` of the drawn cards are good.

    C(good, k)·C(total - good, drawn - k) / C(total, drawn), the hypergeometric law: ``drawn`` of
    ``total`` cards, every set equally likely, without replacement.

    >>> mass(0, good=6, drawn=6, total=24)
    Fraction(663, 4807)
    """
    checks.whole(k, "k", 0, HIGHEST)
    _drawn(good, drawn, total)
    return Fraction(_ways(k, good, drawn, total), comb(total, drawn))


def at_least(k: int, *, good: int, drawn: int, total: int) -> Fraction:
    """The chance that ``k`` or more of the drawn cards are good: ``mass`` added up from k on.

    >>> at_least(1, good=6, drawn=6, total=24)
    Fraction(4144, 4807)
    """
    checks.whole(k, "k", 0, HIGHEST)
    _drawn(good, drawn, total)
    fewer = sum(_ways(n, good, drawn, total) for n in range(min(k, drawn + 1)))
    return 1 - Fraction(fewer, comb(total, drawn))


def receivers(deck: Deck, section: int, hand: int = 6) -> tuple[Fraction, ...]:
    """The chances that 0, 1, … ``hand`` cards of a hand receive in a section.

    ``mass`` with the section's receiving cards as the good ones. Assumes a hand drawn evenly from
    the whole deck; what a card receives is the deck's.

    >>> receivers(Deck.standard(), 1)[:3]
    (Fraction(663, 4807), Fraction(1836, 4807), Fraction(11475, 33649))
    """
    good = _good(deck, section)
    _hand(deck, hand)
    return tuple(mass(k, good=good, drawn=hand, total=len(deck)) for k in range(hand + 1))


def receives(deck: Deck, section: int, hand: int = 6) -> Fraction:
    """The chance that a hand holds a card that receives in a section: 1 - C(total - good, hand) /
    C(total, hand). Assumes a hand drawn evenly from the whole deck (Receiving).

    >>> receives(Deck.standard(), 1), receives(Deck.standard(), 1, hand=5)
    (Fraction(4144, 4807), Fraction(202, 253))
    """
    return at_least(1, good=_good(deck, section), drawn=_hand(deck, hand), total=len(deck))


def in_full(deck: Deck, section: int, hand: int = 6) -> Fraction:
    """The chance that a hand receives a smash in a section in full: two receiving cards or more.

    Assumes a hand drawn evenly from the whole deck (Original Rules, Receiving a smash).

    >>> in_full(Deck.standard(), 1)
    Fraction(2308, 4807)
    """
    return at_least(2, good=_good(deck, section), drawn=_hand(deck, hand), total=len(deck))


def returned(deck: Deck, section: int, hand: int = 6) -> Fraction:
    """The chance that a green ball is returned from a hand or, where no card receives it, by a dive.

    A dive turns up one card more, so a hand of n and a dive return what n + 1 cards would:
    1 - C(total - good, n + 1) / C(total, n + 1). Assumes a hand drawn evenly from the whole deck, all
    other cards in the deck, and a player who dives whenever no card receives (Original Rules, singles;
    EN Diving Receive). A hand of no card cannot dive, nor can an empty deck.

    >>> returned(Deck.standard(), 1), 1 - returned(Deck.standard(), 1)
    (Fraction(4365, 4807), Fraction(442, 4807))
    """
    good = _good(deck, section)
    turned = 1 if 0 < _hand(deck, hand) < len(deck) else 0
    return at_least(1, good=good, drawn=hand + turned, total=len(deck))


def dive(deck: Deck, section: int, seen: Iterable[int] = (), hand: int = 6) -> Fraction:
    """The chance of a good dive for a hand of ``hand`` cards of which none receives the ball.

    ``seen`` are the numbers of that player's own cards that lie open (the discard pile). All receiving
    cards that are not seen must be in the deck, since none is in the hand: (good - good seen) /
    (total - seen - hand). So the other player can count it too, and which card is discarded for the
    dive changes nothing. Assumes every order of the deck equally likely (EN Diving Receive).

    >>> dive(Deck.standard(), 1), dive(Deck.standard(), 1, seen=[8, 13, 22])
    (Fraction(1, 3), Fraction(4, 15))
    """
    gone = _seen(deck, seen)
    left = len(deck) - len(gone) - _hand(deck, hand)
    good = _good(deck, section) - sum(section in deck[number].receives for number in gone)
    if left < max(good, 1):
        raise ValueError(
            f"A hand of {hand} with no receiving card cannot be: {len(deck) - len(gone)} cards are "
            f"not seen, {good} of them receive in section {section}, and the deck needs a card."
        )
    return Fraction(good, left)


# ---------------------------------------------------------------- where cards land
def serve(deck: Deck, section: int, seen: Iterable[int] = ()) -> Fraction:
    """The chance that a serve lands on a section: unseen cards that land there / unseen cards.

    ``seen`` are the numbers of the cards of the server's own deck that one knows not to be on top: the
    server's own hand for the server, nothing for the receiver before the first serve. Assumes every
    order of the deck equally likely (EN Serving).

    >>> serve(Deck.standard(), 1), serve(Deck.standard(), 1, seen=[1, 7, 19, 2, 3, 4])
    (Fraction(1, 6), Fraction(1, 18))
    """
    gone = _seen(deck, seen)
    if len(gone) == len(deck):
        raise ValueError("At least one card must be unseen, or there is none to serve with.")
    there = _deck(deck).landing[_section(deck, section)].bit_count()
    good = there - sum(deck[number].lands == section for number in gone)
    return Fraction(good, len(deck) - len(gone))


def different(deck: Deck, cards: int, *, one_deck: bool = False) -> Fraction:
    """The chance that so many cards land on different sections.

    From decks of their own (top cards of newly shuffled decks, as serves of different points):
    cards!·e / totalᶜᵃʳᵈˢ; from one deck: e / C(total, cards). Here e adds up, over every choice of
    ``cards`` sections, the product of the numbers of cards that land there.

    >>> different(Deck.standard(), 6), different(Deck.standard(), 6, one_deck=True)
    (Fraction(5, 324), Fraction(1024, 33649))
    """
    checks.whole(cards, "cards", 0, len(_deck(deck)))
    ways = [1]
    for landing in deck.landing.values():
        ways = _product(ways, [1, landing.bit_count()])
    e = ways[cards] if cards < len(ways) else 0
    if one_deck:
        return Fraction(e, comb(len(deck), cards))
    return Fraction(e * factorial(cards), len(deck) ** cards)


def same_section(deck: Deck, *, one_deck: bool = False) -> Fraction:
    """The chance that two serves land on the same section: the complement of ``different``.

    In two points, each from a newly shuffled deck, or (``one_deck``) the top two cards of one deck.

    >>> same_section(Deck.standard()), same_section(Deck.standard(), one_deck=True)
    (Fraction(1, 6), Fraction(3, 23))
    """
    return 1 - different(deck, 2, one_deck=one_deck)


def pair(deck: Deck, hand: int = 6) -> Fraction:
    """The chance that at least two cards of a hand land on the same section.

    One minus the chance that all land apart (``different`` from one deck). Assumes a hand drawn evenly
    from the whole deck. What the cards receive does not matter: a pair need not be playable, see
    ``smashes``.

    >>> pair(Deck.standard())
    Fraction(32625, 33649)
    """
    return 1 - different(deck, _hand(deck, hand), one_deck=True)


def partner(deck: Deck, card: int, hand: int = 6) -> Fraction:
    """The chance that a hand which holds this card holds another that lands on the same section.

    1 - C(total - 1 - partners, hand - 1) / C(total - 1, hand - 1). Assumes the other cards of the hand
    drawn evenly from the rest of the deck (Smashing).

    >>> partner(Deck.standard(), 7)
    Fraction(955, 1771)
    """
    checks.whole(hand, "hand", 1, len(deck))
    partners = deck.landing[_card(deck, card).lands].bit_count() - 1
    return at_least(1, good=partners, drawn=hand - 1, total=len(deck) - 1)


def smashes(deck: Deck, section: int, hand: int = 6) -> Fraction:
    """The chance that a hand can smash a green ball in a section: one card receives it, and another
    lands where that one lands.

    Counted by the complement. Of the m cards that land on one section, r of which receive the ball, a
    hand without a smash holds none, any one, or two and more that do not receive: 1 + m·x +
    C(m - r, 2)·x² + C(m - r, 3)·x³ + … The product over all landing sections has, at xʰᵃⁿᵈ, the number
    of hands without a smash. Assumes a hand drawn evenly from the whole deck (Original Rules). Given
    that the hand can receive: ``smashes(…) / receives(…)``.

    >>> smashes(Deck.standard(), 1), smashes(Deck.standard(), 1) / receives(Deck.standard(), 1)
    (Fraction(84627, 134596), Fraction(84627, 116032))
    """
    able = _deck(deck).receiving[_section(deck, section)]
    _hand(deck, hand)
    ways = [1]
    for landing in deck.landing.values():
        m, rest = landing.bit_count(), (landing & ~able).bit_count()
        ways = _product(ways, [1, m, *(comb(rest, k) for k in range(2, rest + 1))])
    without = ways[hand] if hand < len(ways) else 0
    return 1 - Fraction(without, comb(len(deck), hand))


def covered(
    deck: Deck, hand: int = 6, sections: Iterable[int] | None = None
) -> tuple[Fraction, ...]:
    """The chances that a hand receives in 0, 1, 2 … of these sections (in all of the deck's, if none
    are named); the last one is the chance that it covers them all.

    Inclusion and exclusion: with Sⱼ the number of hands that receive in none of j sections, added up
    over all choices of j, the hands that miss exactly m sections are Σⱼ (-1)ʲ⁻ᵐ·C(j, m)·Sⱼ. Assumes a
    hand drawn evenly from the whole deck. At most 12 sections.

    >>> covered(Deck.standard())[6], mean(covered(Deck.standard()))
    (Fraction(23977, 67298), Fraction(24864, 4807))
    """
    wanted = _sections(deck, sections)
    _hand(deck, hand)
    missing = []
    for j in range(len(wanted) + 1):
        ways = 0
        for chosen in combinations(wanted, j):
            able = 0
            for section in chosen:
                able |= deck.receiving[section]
            ways += comb(len(deck) - able.bit_count(), hand)
        missing.append(ways)
    total = comb(len(deck), hand)
    exactly = [
        sum((-1) ** (j - m) * comb(j, m) * missing[j] for j in range(m, len(missing)))
        for m in range(len(missing))
    ]
    return tuple(Fraction(ways, total) for ways in reversed(exactly))


def covers(deck: Deck, sections: Iterable[int] | None = None, hand: int = 6) -> Fraction:
    """The chance that a hand receives in each of these sections (of all, if none are named).

    The last of ``covered``. Not the product of the single chances: cards that receive in two sections
    tie them together.

    >>> covers(Deck.standard(), [1, 2]), covers(Deck.standard(), [1, 3])
    (Fraction(14353, 19228), Fraction(3514, 4807))
    """
    return covered(deck, hand, sections)[-1]


def mean(masses: Sequence[Fraction]) -> Fraction:
    """The mean of a number that is 0, 1, 2 … with these chances: Σ k·chance.

    >>> mean(receivers(Deck.standard(), 1))
    Fraction(3, 2)
    """
    return sum((k * chance for k, chance in enumerate(masses)), Fraction(0))


# ---------------------------------------------------------------- after a smash
def after_off_balance(deck: Deck, section: int, then: int, hand: int = 6) -> Fraction:
    """A smash in ``section`` met a fresh hand with just one receiving card, which was played off
    balance: the chance that the cards left receive the next ball, in section ``then``.

    The hand - 1 cards left are drawn evenly from the cards that do not receive in ``section``, and
    nothing is drawn at the end of the turn: 1 - C(n - x, hand - 1) / C(n, hand - 1), n of them in all,
    x receiving in ``then``. Assumes the ruling ``off_balance_draw: none`` and a hand drawn evenly from
    the whole deck (EN Off Balance).

    >>> after_off_balance(Deck.standard(), 1, 1), after_off_balance(Deck.standard(), 1, 2)
    (Fraction(0, 1), Fraction(469, 612))
    """
    able, next_able = (_deck(deck).receiving[_section(deck, s)] for s in (section, then))
    checks.whole(hand, "hand", 1, len(deck))
    others = len(deck) - able.bit_count()
    if not able or hand - 1 > others:
        raise ValueError(f"No hand of {hand} holds just one card that receives in {section}.")
    return at_least(1, good=(next_able & ~able).bit_count(), drawn=hand - 1, total=others)


def after_full(deck: Deck, section: int, then: int, hand: int = 6) -> Fraction:
    """A smash in ``section`` met a fresh hand with two receiving cards or more; two of them, chosen
    evenly, were played without a smash and two cards drawn: the chance that the hand now receives the
    next ball, in section ``then``.

    By the complement: sum over hands with i cards that receive in both sections and j in ``section``
    alone, none in ``then`` alone; the two played must be all the i: C(j, 2 - i) / C(i + j, 2); and
    neither card drawn receives in ``then``. Assumes a hand drawn evenly from the whole deck, and the
    rest of it to draw from (Original Rules, End of turn).

    >>> after_full(Deck.standard(), 1, 1), after_full(Deck.standard(), 1, 3)
    (Fraction(1333, 2308), Fraction(62756, 68663))
    """
    able, next_able = (_deck(deck).receiving[_section(deck, s)] for s in (section, then))
    checks.whole(hand, "hand", 2, len(deck))
    total = len(deck)
    both, here, there = (
        (able & next_able).bit_count(),
        (able & ~next_able).bit_count(),
        (next_able & ~able).bit_count(),
    )
    neither, left = total - both - here - there, total - hand
    drawn = min(2, left)
    dealt = sum(_ways(k, both + here, hand, total) for k in range(2, hand + 1))
    if not dealt:
        raise ValueError(f"No hand of {hand} holds two cards that receive in {section}.")
    missed = Fraction(0)
    for i in range(3):
        for j in range(2 - i, hand - i + 1):
            ways = comb(both, i) * comb(here, j) * comb(neither, hand - i - j)
            if ways:
                played = Fraction(comb(j, 2 - i), comb(i + j, 2))
                missed += ways * played * mass(0, good=both - i + there, drawn=drawn, total=left)
    return 1 - missed / dealt


# ---------------------------------------------------------------- two hands
class Team(NamedTuple):
    """Two partners and a ball: who of them holds a card that receives it."""

    both: Fraction
    first_only: Fraction
    second_only: Fraction
    neither: Fraction

    @property
    def first(self) -> Fraction:
        """The first can receive."""
        return self.both + self.first_only

    @property
    def answered(self) -> Fraction:
        """At least one of them can: the first, or the partner after a pass."""
        return 1 - self.neither


def team(deck: Deck, section: int, hand: int = 5, *, one_deck: bool = False) -> Team:
    """The chances that two partners' hands receive in a section: both, one of them, neither.

    Hands from decks of their own, as in the game, are independent: the product law. ``one_deck``: both
    hands from the same deck, so neither receives with chance C(total - good, 2·hand) / C(total,
    2·hand). Assumes hands drawn evenly; a pass is open to whoever holds a card (EN Doubles D).

    >>> team(Deck.standard(), 1).second_only, team(Deck.standard(), 1).answered
    (Fraction(10302, 64009), Fraction(61408, 64009))
    """
    none = 1 - receives(deck, section, hand)
    if not one_deck:
        neither = none * none
    else:
        checks.whole(hand, "hand", 0, len(deck) // 2)
        neither = mass(0, good=_good(deck, section), drawn=2 * hand, total=len(deck))
    return Team(1 - 2 * none + neither, none - neither, none - neither, neither)


# ---------------------------------------------------------------- repetitions
def between(low: int, high: int, *, of: int, p: Chance) -> Fraction:
    """The chance that in ``of`` independent repetitions something of chance ``p`` happens ``low`` to
    ``high`` times: Σ C(of, k)·pᵏ·(1 - p)ᵒᶠ⁻ᵏ, the binomial law.

    Serves of different points are such repetitions (new decks); cards of one hand are not.

    >>> round(float(between(7, 13, of=60, p=Fraction(1, 6))), 4), between(1, 6, of=6, p=0.25)
    (0.7767, Fraction(3367, 4096))
    """
    _range(low, high, of)
    share = chance(p)
    yes, parts = share.numerator, share.denominator
    if yes == parts:
        return Fraction(int(high == of))
    ways, term = 0, comb(of, low) * yes**low * (parts - yes) ** (of - low)
    for k in range(low, high + 1):
        ways += term
        term = term * (of - k) * yes // ((k + 1) * (parts - yes))
    return Fraction(ways, parts**of)


def all_between(low: int, high: int, *, of: int, shares: Iterable[Chance]) -> Fraction:
    """The chance that in ``of`` independent repetitions every one of several outcomes, whose chances
    are the ``shares``, happens ``low`` to ``high`` times (the multinomial law).

    of!·[xᵒᶠ] Π Σ (share·x)ᵏ / k!, each sum over k from low to high.

    >>> sixths = [Fraction(1, 6)] * 6
    >>> round(float(all_between(7, 13, of=60, shares=sixths)), 4)
    0.2573
    """
    _range(low, high, of)
    parts = [chance(share, "A share") for share in checks.each(shares, "shares")]
    if sum(parts) != 1:
        raise ValueError(f"The shares must add up to 1, not to {sum(parts, Fraction(0))}.")
    found = {0: Fraction(1)}  # repetitions so far → chance, the orders divided out
    for share in parts:
        after: dict[int, Fraction] = {}
        for done, ways in found.items():
            for k in range(low, min(high, of - done) + 1):
                more = ways * share**k / factorial(k)
                after[done + k] = after.get(done + k, Fraction(0)) + more
        found = after
    return found.get(of, Fraction(0)) * factorial(of)


# ---------------------------------------------------------------- points, games, deuce
def from_deuce(p: Chance, q: Chance | None = None, *, spell: int = 2) -> Fraction:
    """The chance to win from deuce, that is, to lead by two first.

    ``p`` alone: every point is won with chance p, so p² / (p² + (1 - p)²). With ``q``: p is the chance
    at points one serves, q at points the other serves, and one serves next. ``spell`` is the number of
    points that are served in a row (``RuleSet.spell``): with 1 each pair of points has both servers,
    p·q / (p·q + (1 - p)(1 - q)); with 2 (the default, as the variation is printed) each has one, and
    v = p² + 2p(1 - p)·(q² + 2q(1 - q)·v). Assumes independent points.

    >>> from_deuce("2/3"), from_deuce("3/5", "2/5")
    (Fraction(4, 5), Fraction(21, 37))
    """
    (win, split), (other_win, other_split) = _pairs(p, q, spell)
    return (win + split * other_win) / _ends(1 - split * other_split)


def points_from_deuce(p: Chance, q: Chance | None = None, *, spell: int = 2) -> Fraction:
    """How many points are played from deuce on, on average; arguments as for ``from_deuce``.

    2 / (1 - 2p(1 - p)) with p alone: pairs of points, until one of them is not split.

    >>> points_from_deuce("2/3")
    Fraction(18, 5)
    """
    (_, split), (_, other_split) = _pairs(p, q, spell)
    return 2 * (1 + split) / _ends(1 - split * other_split)


def game(p: Chance, q: Chance | None = None, *, spell: int = 2) -> Fraction:
    """The chance to win a game scored with deuce: four points with two to spare, else deuce.

    ``p`` alone: p⁴(1 + 4r + 10r²) + 20p³r³·p² / (p² + r²), r = 1 - p. With ``q`` as for
    ``from_deuce``: p at points one serves, q at the other's, one serves first, ``spell`` points in a
    row, the count running on through deuce; then the scores are followed point by point. Assumes
    independent points (in the card game: new hands each point, and players that ignore the score).

    >>> game("2/3"), game("3/5", "2/5")
    (Fraction(208, 243), Fraction(62697, 115625))
    """
    scores = _race(p, q, spell)
    won = sum((scores.get((4, b), Fraction(0)) for b in range(3)), Fraction(0))
    level = scores[3, 3]
    if not level:
        return won
    one, other = _rates(p, q)
    if spell == 2:  # six points are three spells of two: the other serves next
        return won + level * (1 - from_deuce(1 - other, 1 - one, spell=2))
    return won + level * from_deuce(one, other, spell=1)


def reach_deuce(p: Chance, q: Chance | None = None, *, spell: int = 2) -> Fraction:
    """The chance that a game comes to 3:3; arguments as for ``game``. 20p³(1 - p)³ with p alone.

    >>> reach_deuce("1/2"), reach_deuce("2/3")
    (Fraction(5, 16), Fraction(160, 729))
    """
    return _race(p, q, spell)[3, 3]


def first_to_four(p: Chance, q: Chance | None = None, *, spell: int = 1) -> Fraction:
    """The chance to win four points first, the basic scoring; arguments as for ``game``, but the serve
    changes after every point (``spell`` 1).

    With p alone p⁴(1 + 4r + 10r² + 20r³), r = 1 - p. Assumes independent points.

    >>> first_to_four("3/5", "2/5")
    Fraction(8313, 15625)
    """
    scores = _race(p, q, spell)
    return sum((scores.get((4, b), Fraction(0)) for b in range(4)), Fraction(0))


# ---------------------------------------------------------------- the next shot
class Way(NamedTuple):
    """One way to answer a ball, and what was counted.

    how: ``hand`` (a green ball, from the hand) · ``in full`` · ``off balance`` (a smash) · ``dive``;
    chance: that the ball is answered so; able: the unseen cards that make it possible; unseen: the
    seat's cards that may be in its hand; hand: how many cards it holds; least: how many of the able
    cards it takes.
    """

    seat: int
    how: str
    chance: Fraction
    able: tuple[int, ...]
    unseen: tuple[int, ...]
    hand: int
    least: int


@dataclass(frozen=True)
class Answer:
    """The chances that a ball can be answered, if every unseen card is equally likely.

    ``seat`` has to answer ``ball``; ``ways`` are the ways to do so, in the order in which they come up.
    """

    ball: Ball
    seat: int
    ways: tuple[Way, ...]

    ASSUMES = "if every unseen card is equally likely"
    """What every one of these chances takes for granted."""

    def of(self, *hows: str, seat: int | None = None) -> Fraction:
        """The chance that it is answered in one of these ways (by this seat only, if one is given)."""
        fitting = (w for w in self.ways if w.how in hows and seat in (None, w.seat))
        return sum((way.chance for way in fitting), Fraction(0))

    @property
    def answered(self) -> Fraction:
        """Somebody can answer: from a hand, by a dive, or the partner after a pass."""
        return sum((way.chance for way in self.ways), Fraction(0))

    @property
    def missed(self) -> Fraction:
        """Nobody can: an ace."""
        return 1 - self.answered

    @property
    def hand(self) -> Fraction:
        """The seat that has to answer can do so with its hand (and, Master Rules, its row)."""
        return self.of("hand", "in full", "off balance", seat=self.seat)

    @property
    def in_full(self) -> Fraction:
        """That seat can receive the smash with two cards."""
        return self.of("in full", seat=self.seat)

    @property
    def off_balance(self) -> Fraction:
        """That seat can receive the smash, but with one card only."""
        return self.of("off balance", seat=self.seat)

    @property
    def dive(self) -> Fraction:
        """That seat cannot, and a dive answers it."""
        return self.of("dive", seat=self.seat)

    @property
    def partner(self) -> Fraction:
        """That seat cannot, passes, and the partner can."""
        return self.answered - self.of("hand", "in full", "off balance", "dive", seat=self.seat)


def answers(view: View, shot: Move | str | None = None) -> Answer:
    """The chance that a shot can be answered, or (no shot) the ball that another seat has to return now.

    Of a seat's cards those in its discard pile and row are seen; each set of the unseen ones is taken
    as equally likely to be its hand. With U unseen, r of them able to answer and n in the hand:
    1 - C(U - r, n) / C(U, n) from the hand; if not, a dive, where the rules have one, r / (U - n); in
    doubles the partner's own cards after a pass. The looker's own hand is known, of course.

    Which single cards answer, alone or (Master Rules) with the open row, and who may dive or pass, is
    asked of the rules themselves. A smash is received in full with two able cards under the Original
    Rules; under the Master Rules just one card comes from the hand, so one able card is enough.

    What has been chosen in the rally tells more than this counts: that is the assumption to name.
    ValueError with a sentence where the shot is not legal, or no ball lies on another's half.

    >>> from grandslam import Match, RuleSet
    >>> view = Match.new(RuleSet(), seed=42).play("serve").position.seen_from(1)
    >>> answers(view, "10").hand, answers(view, "10").answered
    (Fraction(3923, 4807), Fraction(4183, 4807))
    """
    ball, first = _sent(_view(view), shot)
    seat = first
    turn = replace(view, phase="return", turn=seat, ball=ball, passed=shot is None and view.passed)
    ways: list[Way] = []
    missed = Fraction(1)
    while True:
        found, onward = _answers_of(turn, view.seat)
        ways += [way._replace(chance=missed * way.chance) for way in found]
        missed *= 1 - sum((way.chance for way in found), Fraction(0))
        if not onward or not missed:
            return Answer(ball, first, tuple(ways))
        seat = doubles.partner(seat, len(view.seats))
        turn = replace(turn, turn=seat, passed=True)


def then_missed(view: View, shot: Move | str) -> Fraction:
    """The chance that a shot is answered and one then cannot answer the answer, dive included.

    Original Rules, singles. Assumes that every unseen card is equally likely (of the other's deck and
    of one's own) and an opponent who dives, does not smash, and chooses evenly among the cards that
    answer: then each of them is equally likely to send the next ball. Sum over those cards of
    C(u - r, d) / C(u, d), where the cards left in the hand do not receive it: u unseen cards of one's
    own, r receiving there, d drawn (a dive turns up one more).

    >>> from grandslam import Match, RuleSet
    >>> view = Match.new(RuleSet(), seed=42).play("serve").position.seen_from(1)
    >>> then_missed(view, "10") < answers(view, "10").answered
    True
    """
    if _view(view).rules.style != "original" or view.rules.players != 2:
        raise ValueError("then_missed is counted for singles under the Original Rules only.")
    answer = answers(view, shot)
    able = answer.ways[0].able
    if not able:
        return Fraction(0)
    move = _shot(view, shot)
    deck, own = view.deck, view.seats[view.seat]
    unseen = [bit for bit in deck.order if not bit & view.hand and bit not in own.discard]
    held = Seat(view.hand, own.row, tuple(unseen[: own.deck]), own.discard, own.limit)
    after, _ = view.rules.plays[move.kind][0](view, held, move)
    drawn = own.deck - len(after.deck)
    rest = after.hand & view.hand
    missed = Fraction(0)
    for number in able:
        there = deck.receiving[deck[number].lands]
        if not rest & there:
            turned = 1 if after.hand and after.deck else 0
            good = sum(1 for bit in unseen if bit & there)
            missed += mass(0, good=good, drawn=drawn + turned, total=len(unseen))
    return answer.answered * missed / len(able)


def _answers_of(turn: View, looker: int) -> tuple[list[Way], bool]:
    """How the seat in turn can answer the ball, and whether it may pass if it cannot; ``turn`` is the
    view of seat ``looker`` with that seat in turn. The chances are that seat's own.
    """
    seat = turn.turn
    shown, deck, ball = turn.seats[seat], turn.deck, turn.ball
    assert ball is not None
    unseen = [b for b in deck.order if not b & shown.row and b not in shown.discard]
    if seat == looker:  # who looks on knows the own hand
        unseen = deck.apart(turn.hand)
    asked = replace(turn, seat=seat, hand=0)
    shots = {bit: replace(asked, hand=bit).shots for bit in unseen}
    able = [bit for bit in unseen if shots[bit]]
    full = [bit for bit in able if any(len(shot.receiving) == 2 for shot in shots[bit])]
    both = 1
    if ball.smash and turn.rules.style == "original":
        full, both = able, 2  # one card of the hand alone never receives a smash in full there
    total, held = len(unseen), shown.hand

    def way(how: str, chance: Fraction, cards: Iterable[int], least: int) -> Way:
        able_ones, all_ones = (tuple(deck.numbers(sum(part))) for part in (cards, unseen))
        return Way(seat, how, chance, able_ones, all_ones, held, least)

    any_of = at_least(1, good=len(able), drawn=held, total=total)
    if ball.smash:
        two = at_least(both, good=len(full), drawn=held, total=total)
        ways = [way("in full", two, full, both), way("off balance", any_of - two, able, 1)]
    else:
        ways = [way("hand", any_of, able, 1)]
    unable = [bit for bit in unseen if not shots[bit]][:held]
    kinds = {move.kind for move in replace(asked, hand=sum(unable)).legal_moves()}
    if "dive" in kinds and any_of < 1:
        there = [bit for bit in unseen if bit & deck.receiving[ball.section]]
        good = Fraction(len(there), total - held)
        ways.append(way("dive", (1 - any_of) * good, there, 1))
    return ways, "pass" in kinds


def _sent(view: View, shot: Move | str | None) -> tuple[Ball, int]:
    """The ball that has to be answered, and who has to."""
    after = (view.turn + view.order) % len(view.seats)
    if shot is not None:
        move = _shot(view, shot)
        lands = view.deck[move.attacking[-1]].lands
        return Ball(lands, move.smash), after
    if view.ball is None or (view.phase == "return" and view.turn == view.seat):
        raise ValueError("No other seat has a ball to answer; name a shot that sends it one.")
    return view.ball, view.turn if view.phase == "return" else after


def _shot(view: View, shot: Move | str) -> Move:
    """A legal shot of the seat that looks."""
    if fault := view.why_not(shot):
        raise ValueError(f"This shot cannot be played: {fault.text}")
    move = shot if isinstance(shot, Move) else Move.parse(shot)
    if move.kind != "shot":
        raise ValueError(f"shot must be a return or a smash, such as '13+3', not '{move}'.")
    return move


# ---------------------------------------------------------------- counting and checking
def _ways(k: int, good: int, drawn: int, total: int) -> int:
    return comb(good, k) * comb(total - good, drawn - k) if k <= drawn else 0


def _product(one: list[int], other: list[int]) -> list[int]:
    """The product of two polynomials, given by their coefficients."""
    result = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            result[i + j] += a * b
    return result


def chance(value: Chance, name: str = "p") -> Fraction:
    """A chance as a fraction: a number from 0 to 1, a decimal read as it is written.

    >>> chance(0.6), chance("3/5"), chance(1)
    (Fraction(3, 5), Fraction(3, 5), Fraction(1, 1))
    """
    share = None
    if isinstance(value, (Fraction, int, float, str)) and not isinstance(value, bool):
        try:
            share = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            share = None
    if share is None or not 0 <= share <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, not {checks.show(value)}.")
    return share


def _drawn(good: int, drawn: int, total: int) -> None:
    checks.whole(total, "total", 0, HIGHEST)
    checks.whole(good, "good", 0, total)
    checks.whole(drawn, "drawn", 0, total)


def _deck(deck: Deck) -> Deck:
    return checks.made(deck, "deck", Deck, "Deck.standard()")


def _view(view: View) -> View:
    return checks.made(view, "view", View, "match.position.seen_from(0)")


def _hand(deck: Deck, hand: int) -> int:
    return checks.whole(hand, "hand", 0, len(_deck(deck)))


def _section(deck: Deck, section: int) -> int:
    checks.one_of(section, "section", _deck(deck).sections)
    return section


def _good(deck: Deck, section: int) -> int:
    """How many cards of the deck receive in a section."""
    return _deck(deck).receiving[_section(deck, section)].bit_count()


def _sections(deck: Deck, sections: Iterable[int] | None) -> list[int]:
    named = _deck(deck).sections if sections is None else checks.each(sections, "sections")
    wanted = sorted({_section(deck, section) for section in named})
    if len(wanted) > MOST_SECTIONS:
        raise ValueError(
            f"At most {MOST_SECTIONS} sections are counted at once, not {len(wanted)}."
        )
    return wanted


def _card(deck: Deck, number: int) -> Card:
    if not isinstance(number, int) or number not in _deck(deck):
        raise ValueError(f"There is no card {checks.show(number)} in this deck.")
    return deck[number]


def _seen(deck: Deck, numbers: Iterable[int]) -> set[int]:
    """Cards that have been seen, by their numbers."""
    return {_card(deck, number).number for number in checks.each(numbers, "seen")}


def _range(low: int, high: int, of: int) -> None:
    checks.whole(of, "of", 0, MOST_TRIALS)
    checks.whole(high, "high", 0, of)
    checks.whole(low, "low", 0, high)


def _rates(p: Chance, q: Chance | None) -> tuple[Fraction, Fraction]:
    """The chance to win a point that one serves, and one that the other serves."""
    one = chance(p)
    return one, one if q is None else chance(q, "q")


def _pairs(p: Chance, q: Chance | None, spell: int) -> list[tuple[Fraction, Fraction]]:
    """For two pairs of points in turn: the chances to win both points, and to win one."""
    one, other = _rates(p, q)
    checks.one_of(spell, "spell", (1, 2))
    pairs = [(one, other), (one, other)] if spell == 1 else [(one, one), (other, other)]
    return [(a * b, a * (1 - b) + b * (1 - a)) for a, b in pairs]


def _ends(chance_to_end: Fraction) -> Fraction:
    """The chance that two pairs of points end it; ValueError where they never do."""
    if not chance_to_end:
        raise ValueError("With these p and q every point goes the same way, and deuce never ends.")
    return chance_to_end


def _race(p: Chance, q: Chance | None, spell: int) -> dict[tuple[int, int], Fraction]:
    """Score → the chance that a race to four points comes to it."""
    rates = _rates(p, q)
    checks.one_of(spell, "spell", (1, 2))
    reached = {(0, 0): Fraction(1)}
    for played in range(7):
        rate = rates[played // spell % 2]
        for own in range(max(0, played - 3), min(3, played) + 1):
            score = (own, played - own)
            here = reached[score]
            for after, share in (((own + 1, score[1]), rate), ((own, score[1] + 1), 1 - rate)):
                reached[after] = reached.get(after, Fraction(0)) + here * share
    return reached
