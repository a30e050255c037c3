"""The experiments of the probability course: what is asked, one repetition, the exact chances.

``answer(request)`` is the door for the experiment's widget. The list is ``EXPERIMENTS``; an experiment is
one function that sets it up for a deck and an input: its words, its outcomes with their exact chances,
and ``once``, one repetition by a given generator. Repetition i draws from its own seed, the number of
``word/11/i`` (11 for experiment 1.1), and from nothing else, so batches, stops and other machines change
nothing. Cards are shuffled as a match shuffles them.

- ``{"do": "experiment", "id", "input"?, "deck"?}`` → what it is: title, question, outcomes …
- … with ``word``, ``from``, ``to`` → the outcomes of those repetitions, as places in that list;
- ``{"do": "tally", "id", "word", "input"?, "deck"?, "results"}`` → counts, shares, intervals, the result
  code, the result in words, the results as CSV.

What is said of the deck holds for ours, a reconstruction; with another one (``deck``, as a position has
it) everything is counted anew, and there is no result code.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, lgamma, log
from typing import Any

from grandslam import checks, codes, odds, seeds
from grandslam.cards import Deck
from grandslam.charts import wilson
from grandslam.position import fitting
from grandslam.rules import smashing
from grandslam.rulesets import RuleSet
from grandslam.simulate import Table

MOST = codes.SIZES[-1]
"""The most repetitions that an experiment has."""
RAREST = Fraction(1, 200)
"""Hands that are dealt again and again until they fit must not be rarer than this."""
HAND = 6
Luck = random.Random
Json = dict[str, Any]
Value = int | str
"""What can be chosen before a run."""


@dataclass(frozen=True)
class Outcome:
    """One of the things that a repetition can show, and its chance: a fraction where it is exact, a
    decimal where it was simulated once with very many points.

    ``of``: the denominator with which the chance is written, where all outcomes should have the same.
    """

    label: str
    chance: Fraction | float
    of: int | None = None

    @property
    def exact(self) -> str | None:
        """The exact chance as a fraction."""
        if not isinstance(self.chance, Fraction):
            return None
        return f"{self.chance * self.of}/{self.of}" if self.of else str(self.chance)

    def to_json(self) -> Json:
        """The outcome as an object."""
        how = "exact" if self.exact else "simulated"
        return {"label": self.label, "exact": self.exact, "value": float(self.chance), "how": how}

    def told(self) -> str:
        """The chance in a sentence."""
        share = percent(float(self.chance))
        if self.exact:
            return f"The exact chance is {self.exact}, {share}."
        return f"The chance is about {share}, as simulated with very many points."


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """An experiment, set up for a deck and an input.

    about: what one repetition is; one, unit: what a repetition is called (hand, hands);
    once: the place in ``outcomes`` of what a repetition shows; focus: the outcome that the prediction
    and the running share are about; did: what repetitions with that outcome did ("held no receiver").
    predict: the question before the first run; whole: it asks for how many of so many, not for percent;
    more: what else is said of the counts.
    """

    title: str
    question: str
    about: str
    one: str = "hand"
    unit: str = "hands"
    outcomes: Sequence[Outcome]
    once: Callable[[Luck], int]
    focus: int = 0
    did: str
    predict: str
    whole: int | None = None
    sizes: tuple[int, ...] = (10, 100, 1000, 10000)
    more: Callable[[Sequence[int]], str] = lambda counts: ""

    def prediction(self) -> Json:
        """What is asked before the first run."""
        kind, high, about = "percent", 100, f"percent of {self.unit}"
        if self.whole:
            kind, high, about = "count", self.whole, f"{self.unit} of {self.whole}"
        about = f"{about} that {self.did}"
        return {"question": self.predict, "kind": kind, "low": 0, "high": high, "about": about}


@dataclass(frozen=True)
class Input:
    """What can be chosen before a run: its name, its label, its choices for a deck, the first one.

    ``coded``: the one choice with which there is a result code; None is any.
    """

    name: str
    label: str
    choices: Callable[[Deck], list[tuple[Value, str]]]
    usual: Callable[[Deck], Value]
    coded: Value | None = None


@dataclass(frozen=True)
class Entry:
    """How an experiment is set up: from a deck, or from a deck and the value of an input."""

    set_up: Callable[..., Experiment]
    input: Input | None = None


def section(coded: int | None = None) -> Input:
    """The section of one's own half on which the ball lies."""
    return Input(
        "section",
        "The ball lies on",
        lambda deck: [(number, f"your {number}") for number in deck.sections],
        lambda deck: deck.sections[0],
        coded,
    )


SMALLER = Input(
    "hand",
    "Cards in the hand",
    lambda deck: [(5, "5 cards"), (4, "4 cards"), (3, "3 cards")],
    lambda deck: 3,
    coded=3,
)


# ---------------------------------------------------------------- 1 What can a serve do?
def serves(deck: Deck) -> Experiment:
    """1.1: the section on which a serve lands."""
    sections = [number for number in deck.sections if deck.landing[number]]
    place = {bit: sections.index(deck.card_of[bit].lands) for bit in deck.order}
    focus = min(2, len(sections) - 1)
    return Experiment(
        title="Where the serve lands",
        question="Is there a section on which the serve lands more often?",
        about="A deck is shuffled and its top card turned up, as for a serve. The ball lands on the "
        "section that the card names.",
        one="serve",
        unit="serves",
        outcomes=[Outcome(f"section {number}", odds.serve(deck, number)) for number in sections],
        once=lambda luck: place[seeds.shuffle(luck, deck.order)[0]],
        focus=focus,
        did=f"landed on section {sections[focus]}",
        predict=f"Of 60 serves, how many will land on section {sections[focus]}?",
        whole=60,
        sizes=(10, 60, 100, 300, 600, 1000, 10000),
        more=lambda counts: (
            f"The fullest section got {max(counts):,} serves, the emptiest {min(counts):,}."
        ),
    )


def top_two(deck: Deck) -> Experiment:
    """1.2: whether the top two cards of one deck land alike."""
    lands = {bit: deck.card_of[bit].lands for bit in deck.order}
    alike = odds.same_section(deck, one_deck=True)

    def once(luck: Luck) -> int:
        first, second, *_ = seeds.shuffle(luck, deck.order)
        return int(lands[first] != lands[second])

    return Experiment(
        title="Two cards of one deck",
        question="Do the top two cards of one deck land alike as often as two serves do?",
        about="A deck is shuffled and its top two cards turned up. They are alike if both land on the "
        "same section.",
        one="pair of cards",
        unit="pairs of cards",
        outcomes=[Outcome("alike", alike), Outcome("different", 1 - alike)],
        once=once,
        did="landed alike",
        predict="In what percent of the pairs will both cards land on the same section?",
    )


# ---------------------------------------------------------------- 2 Can I receive it?
def receivers(deck: Deck, number: int) -> Experiment:
    """2.1: how many of six cards receive in a section."""
    able = deck.receiving[number]
    chances = odds.receivers(deck, number, HAND)
    labels = ("no receiver", "1 receiver", "2 receivers", "3 receivers", "4 or more")
    most = len(labels) - 1
    chances = (*chances[:most], 1 - sum(chances[:most], Fraction(0)))
    return Experiment(
        title="Can six cards receive it?",
        question="Six cards in the hand: can they always receive the ball?",
        about=f"A deck is shuffled and six cards are dealt. Those that receive a ball on your {number} "
        "are counted.",
        outcomes=[
            Outcome(label, chance, comb(len(deck), HAND))
            for label, chance in zip(labels, chances, strict=True)
        ],
        once=lambda luck: min((_hand(deck, luck) & able).bit_count(), most),
        did=f"held no card that receives on your {number}",
        predict=f"In what percent of the hands will no card receive a ball on your {number}?",
    )


def smaller_hand(deck: Deck, cards: int) -> Experiment:
    """2.2: whether a smaller hand can receive."""
    number = deck.sections[0]
    able = deck.receiving[number]
    can = odds.receives(deck, number, cards)
    return Experiment(
        title="Smaller hands",
        question="What does a hand with fewer cards do to the chance to receive?",
        about=f"A deck is shuffled and only {cards} cards are dealt. Does one of them receive a ball on "
        f"your {number}?",
        one=f"hand of {cards}",
        unit=f"hands of {cards}",
        outcomes=[Outcome("can receive", can), Outcome("cannot", 1 - can)],
        once=lambda luck: int(not _hand(deck, luck, cards) & able),
        did=f"could receive on your {number}",
        predict=f"What percent of hands of {cards} will have a card that receives on your {number}?",
    )


# ---------------------------------------------------------------- 3 Pairs for a smash
def pairs(deck: Deck) -> Experiment:
    """3.1: whether any two of six cards land alike."""
    landing = [cards for cards in deck.landing.values() if cards]
    chance = odds.pair(deck, HAND)

    def once(luck: Luck) -> int:
        hand = _hand(deck, luck)
        return int(all((hand & cards).bit_count() < 2 for cards in landing))

    return Experiment(
        title="Two that land alike",
        question="How often does a hand hold two cards that land on the same section?",
        about="A deck is shuffled and six cards are dealt. Is there a section on which two or more of "
        "them land?",
        outcomes=[Outcome("a pair", chance), Outcome("no pair", 1 - chance)],
        once=once,
        did="held a pair",
        predict="What percent of the hands will hold two cards that land on the same section?",
    )


def smash(deck: Deck, number: int) -> Experiment:
    """3.2: whether six cards can smash a green ball in a section."""
    able = deck.receiving[number]
    chance = odds.smashes(deck, number, HAND)

    def once(luck: Luck) -> int:
        hand = _hand(deck, luck)
        shots = smashing.shots(deck, hand & able, hand)
        return int(all(not shot.smash for shot in shots))

    return Experiment(
        title="A smash that can be played",
        question="How often can a hand smash the ball?",
        about=f"A deck is shuffled and six cards are dealt. A smash is possible if one of them receives "
        f"a ball on your {number} and another lands where that one lands.",
        outcomes=[Outcome("smash possible", chance), Outcome("no smash", 1 - chance)],
        once=once,
        did=f"could smash a ball on your {number}",
        predict=f"What percent of the hands will be able to smash a ball on your {number}?",
    )


# ---------------------------------------------------------------- 4 The dive
def dives(deck: Deck, number: int) -> Experiment:
    """4.1: whether a dive on the first ball is good."""
    able = deck.receiving[number]
    none = odds.receivers(deck, number, HAND)[0]
    if none < RAREST:
        raise ValueError(
            f"deck: with these cards fewer than 1 hand in {RAREST.denominator} cannot receive on your "
            f"{number}, so there are too few dives to count."
        )

    def once(luck: Luck) -> int:
        cards = seeds.shuffle(luck, deck.order)
        while sum(cards[:HAND]) & able:
            cards = seeds.shuffle(luck, deck.order)
        return int(not cards[HAND] & able)

    return _dive(
        title="The dive",
        question="No card receives the ball. How often does a dive save it?",
        about="A deck is shuffled and six cards are dealt, again and again until none of the six "
        f"receives a ball on your {number}. Then, for the dive, the next card is turned up. The dive is "
        "good if that card receives there.",
        good=odds.dive(deck, number, hand=HAND),
        once=once,
    )


def late_dive(deck: Deck) -> Experiment:
    """4.2: whether a dive late in a rally is good, in the position that lesson 4 works out."""
    if deck != Deck.standard():
        raise ValueError(
            "deck must be 'standard' here: this experiment starts from a position of that deck."
        )
    hand, discard = (3, 5, 9, 11, 16, 19), (8, 13, 22)
    held = deck.bits((*hand, *discard))
    left = [bit for bit in deck.order if not bit & held]
    able = deck.receiving[1]
    return _dive(
        title="A dive late in a rally",
        question="Some cards have been seen. What is the chance of a dive now?",
        about=f"You hold {checks.listed(hand)}; {checks.listed(discard)} lie in your discard pile. The "
        f"ball is on your 1, and no card of yours receives it. The other {len(left)} cards are shuffled "
        "and, for the dive, the top one is turned up. (You discard a card first; which one changes "
        "nothing here.)",
        good=odds.dive(deck, 1, seen=discard, hand=len(hand)),
        once=lambda luck: int(not seeds.shuffle(luck, left)[0] & able),
    )


def _dive(
    *, title: str, question: str, about: str, good: Fraction, once: Callable[[Luck], int]
) -> Experiment:
    """An experiment that counts good and bad dives."""
    return Experiment(
        title=title,
        question=question,
        about=about,
        one="dive",
        unit="dives",
        outcomes=[Outcome("good", good), Outcome("bad", 1 - good)],
        once=once,
        did="were good",
        predict="What percent of the dives will be good? (One in six is 17, one in four 25, one in "
        "three 33, one in two 50.)",
    )


def _hand(deck: Deck, luck: Luck, cards: int = HAND) -> int:
    """The hand, as a set, that a match would deal from a whole deck."""
    return sum(seeds.shuffle(luck, deck.order)[:cards])


EXPERIMENTS: dict[str, Entry] = {
    "1.1": Entry(serves),
    "1.2": Entry(top_two),
    "2.1": Entry(receivers, section()),
    "2.2": Entry(smaller_hand, SMALLER),
    "3.1": Entry(pairs),
    "3.2": Entry(smash, section(coded=1)),
    "4.1": Entry(dives, section()),
    "4.2": Entry(late_dive),
}
"""The experiments by number: lesson, then experiment."""


# ---------------------------------------------------------------- for notebooks
def results(experiment: str, word: str, n: int, **more: Any) -> list[int]:
    """The outcomes of the first ``n`` repetitions with a seed word, as places in the experiment's list;
    ``more`` may be ``input`` and ``deck``.

    >>> results("2.1", "maple", 5)
    [1, 1, 1, 1, 2]
    """
    checks.an_object(more, "An experiment", [], ["input", "deck"])
    run = _Run({"id": experiment, "word": word, **more})
    found: list[int] = run.results(0, checks.whole(n, "n", 0, MOST))["results"]
    return found


def counts(experiment: str, word: str, n: int, **more: Any) -> list[int]:
    """How often each outcome came in the first ``n`` repetitions with a seed word.

    >>> counts("1.2", "maple", 100)
    [15, 85]
    """
    found = results(experiment, word, n, **more)
    outcomes = _Run({"id": experiment, **more}).experiment.outcomes
    return [found.count(place) for place in range(len(outcomes))]


# ---------------------------------------------------------------- the door
def answer(request: Json) -> Json:
    """The reply to a request; ValueError with a sentence on a bad one.

    >>> reply = answer({"do": "experiment", "id": "2.1", "word": "Maple", "from": 0, "to": 5})
    >>> reply["word"], reply["input"], reply["results"]
    ('maple', 1, [1, 1, 1, 1, 2])
    >>> answer({"do": "tally", "id": "1.2", "word": "maple", "results": [0, 1] * 5})["code"]
    '1203-HE59-9'
    """
    if request.get("do") == "tally":
        checks.an_object(request, "request", ["do", "id", "word", "results"], ["input", "deck"])
        run = _Run(request)
        return run.tally(checks.a_list(request["results"], "results"))
    parts = ["word", "from", "to"]
    checks.an_object(request, "request", ["do", "id"], [*parts, "input", "deck"])
    run = _Run(request)
    if not any(part in request for part in parts):
        return run.described()
    checks.an_object(request, "request", ["do", "id", *parts], ["input", "deck"])
    first = checks.whole(request["from"], "from", 0, MOST)
    return run.results(first, checks.whole(request["to"], "to", first, MOST))


class _Run:
    """One request: the experiment set up, with the word where there is one."""

    def __init__(self, request: Json) -> None:
        self.id: str = checks.one_of(request["id"], "id", EXPERIMENTS)
        self.entry = EXPERIMENTS[self.id]
        self.deck = fitting(Deck.from_json(request.get("deck", "standard")), RuleSet())
        self.word = ""
        if "word" in request:
            self.word = seeds.word(request["word"], "word")
        self.choices: list[tuple[Value, str]] = []
        self.input: Value | None = None
        if self.entry.input is not None:
            self.choices = self.entry.input.choices(self.deck)
            self.input = self.entry.input.usual(self.deck)
        if request.get("input") is not None:
            if not self.choices:
                raise ValueError(f"input: nothing can be chosen in experiment {self.id}.")
            allowed = [value for value, _ in self.choices]
            self.input = checks.one_of(request["input"], "input", allowed)
        chosen = () if self.input is None else (self.input,)
        self.experiment = self.entry.set_up(self.deck, *chosen)
        self.head = {"id": self.id, "word": self.word, "input": self.input}

    # ------------------------------------------------------------ what it is
    def described(self) -> Json:
        """The experiment in words and numbers."""
        this, choice = self.experiment, self.entry.input
        return {
            "id": self.id,
            "lesson": int(self.id.partition(".")[0]),
            "title": this.title,
            "question": this.question,
            "about": this.about,
            "one": this.one,
            "unit": this.unit,
            "outcomes": [outcome.to_json() for outcome in this.outcomes],
            "input": choice
            and {
                "name": choice.name,
                "label": choice.label,
                "choices": [{"value": value, "label": label} for value, label in self.choices],
                "value": self.input,
            },
            "sizes": list(this.sizes),
            "prediction": this.prediction(),
            "focus": this.focus,
        }

    # ------------------------------------------------------------ what it shows
    def results(self, first: int, end: int) -> Json:
        """The outcomes of some repetitions."""
        once, place = self.experiment.once, codes.place(self.id)
        results = [
            once(random.Random(seeds.branch(self.word, place, index)))
            for index in range(first, end)
        ]
        return {**self.head, "from": first, "to": end, "results": results}

    # ------------------------------------------------------------ what comes of it
    def tally(self, results: Sequence[Any]) -> Json:
        """The results counted, in numbers and words."""
        outcomes = self.experiment.outcomes
        if len(results) > MOST:
            raise ValueError(f"results must have at most {MOST} entries, not {len(results)}.")
        counts = [0] * len(outcomes)
        for place in results:
            counts[checks.whole(place, "results", 0, len(outcomes) - 1)] += 1
        n, why = len(results), self._no_code(len(results))
        return {
            **self.head,
            "n": n,
            "counts": counts,
            "shares": [count / n if n else 0.0 for count in counts],
            "intervals": [wilson(count, n) if n else (0.0, 1.0) for count in counts],
            "code": None if why else codes.write(self.id, self.word, counts),
            "why": why,
            "told": told(self.experiment, counts),
            "csv": self._table(results).to_csv(),
        }

    def _no_code(self, n: int) -> str | None:
        """Why these results have no code, or None."""
        choice = self.entry.input
        if self.deck != Deck.standard():
            return "A code is made only with the standard deck."
        if choice and choice.coded not in (None, self.input):
            label = next(label for value, label in self.choices if value == choice.coded)
            return f"A code is made only where “{choice.label}” is “{label}”."
        if n not in codes.SIZES:
            near = [size for size in codes.SIZES if size <= n]
            return (
                f"A code is made only for round numbers of {self.experiment.unit}, such as "
                f"{near[-1] if near else codes.SIZES[0]:,}, not for {n:,}."
            )
        return None

    def _table(self, results: Sequence[int]) -> Table:
        """One row a repetition, counted from 1."""
        labels = [outcome.label for outcome in self.experiment.outcomes]
        choice = self.entry.input
        names = ("experiment", "word", *([choice.name] if choice else []))
        values = (self.id, self.word, *([self.input] if choice else []))
        rows = [(*values, index, labels[place]) for index, place in enumerate(results, 1)]
        return Table((*names, "repetition", "outcome"), rows)


def told(experiment: Experiment, counts: Sequence[int]) -> str:
    """The outcome in focus in words: how often, its exact chance, how often it may well be.

    >>> told(EXPERIMENTS["1.2"].set_up(Deck.standard()), [9, 51])
    '9 of 60 pairs of cards landed alike: 15.0 %. The exact chance is 3/23, 13.0 %. Chance alone gives \
3 to 13 of 60 in at least 19 runs of 20.'
    """
    n, count = sum(counts), counts[experiment.focus]
    if not n:
        return "Nothing has been counted yet."
    outcome, unit = experiment.outcomes[experiment.focus], experiment.unit
    low, high = usual(n, float(outcome.chance))
    said = [
        f"{count:,} of {n:,} {unit if n > 1 else experiment.one} {experiment.did}: {percent(count / n)}.",
        outcome.told(),
        f"Chance alone gives {low:,} to {high:,} of {n:,} in at least 19 runs of 20.",
    ]
    if not low <= count <= high:
        said.append("This run is one of the others.")
    return " ".join([*said, experiment.more(counts)]).strip()


def percent(share: float) -> str:
    """A share in percent, to one decimal."""
    return f"{share:.1%}".replace("%", " %")


def usual(n: int, p: float) -> tuple[int, int]:
    """The likeliest counts in n repetitions of chance p, from and to, that have 95 % between them
    (binomial law: the likeliest count, then whichever neighbour is likelier, until it is enough).

    >>> usual(60, 1 / 6), usual(10, 0.5), usual(10, 0.0)
    ((5, 16), (2, 8), (0, 0))
    """
    checks.whole(n, "n", 0, MOST)
    odds.chance(p)
    low = high = min(int((n + 1) * p), n)
    if p in (0, 1):
        return low, high
    ways = lgamma(n + 1) - lgamma(low + 1) - lgamma(n - low + 1)
    total = below = above = exp(ways + low * log(p) + (n - low) * log(1 - p))
    odds_ = p / (1 - p)
    below *= low / (n - low + 1) / odds_
    above *= (n - high) / (high + 1) * odds_
    while total < 0.95:
        if below > above:
            low, total = low - 1, total + below
            below *= low / (n - low + 1) / odds_
        else:
            high, total = high + 1, total + above
            above *= (n - high) / (high + 1) * odds_
    return low, high
