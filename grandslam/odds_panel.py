"""The odds panel of a board: what the looker may ask about the present position, counted exactly.

request: ``{"do": "odds", "record" | "link" | "drill", "seat", "players"?, "open_hands"?}``, as for
opening a board. The reply is ``{"questions", "assumes", "none", "said"}``:

- a question is ``{"question", "cases"}``, a case ``{"label", "ways", "moves", "fraction", "percent",
  "value", "short", "told", "parts", "steps"}``: the moves it is about (none for a ball that lies there
  already) and how they are written, the chance, what a smash meets in short, the sentence that tells it
  all, its parts (``{"text", "fraction", "percent"}``), and the counting step by step (``{"text",
  "cards"}``, a card is ``{"card", "good"}``), left out where the cards are too many to show;
- ``none`` says why there is no question; ``said`` is the short way to say all of it.

Everything is counted from the view of the seat that looks: hidden cards cannot leak.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

from grandslam import checks, odds
from grandslam.moves import Move
from grandslam.odds import Answer, Way
from grandslam.rules import Ball, capital, doubles
from grandslam.table import Table
from grandslam.view import View
from grandslam.voice import Voice

FEW = 60
"""Up to so many unseen cards are shown one by one."""
MINE = "My dive?"
Json = dict[str, Any]


def answer(request: Json) -> Json:
    """The odds of the position that a request brings; ValueError with a sentence on a bad one.

    >>> record = {"version": 1, "seed": 42, "moves": ["serve"]}
    >>> reply = answer({"do": "odds", "seat": 1, "record": record})
    >>> [(q["question"], q["cases"][0]["fraction"]) for q in reply["questions"]]
    [('Can Noa return this?', '4183/4807'), ('What if I smash?', '4183/4807')]
    """
    table = Table({**request, "do": "open"})
    view = table.match.position.seen_from(table.you)
    return Panel(view).reply(shown=table.open_hands)


def percent(chance: Fraction) -> str:
    r"""A chance as a percentage with one decimal; what is not certain never looks so.

    >>> percent(Fraction(4, 15)), percent(Fraction(1, 4)), percent(Fraction(1, 9999))
    ('26.7\xa0%', '25\xa0%', 'under 0.1\xa0%')
    """
    tenths = round(chance * 1000)
    if tenths in (0, 1000) and chance != Fraction(tenths, 1000):
        return "over 99.9\xa0%" if tenths else "under 0.1\xa0%"
    whole, rest = divmod(tenths, 10)
    exact = Fraction(tenths, 1000) == chance
    return f"{whole}\xa0%" if not rest and exact else f"{whole}.{rest}\xa0%"


class Panel:
    """The questions of one view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.voice = Voice(view.seat)

    def reply(self, shown: bool = False) -> Json:
        """All of it; ``shown``: other hands lie open, which is not counted."""
        questions = list(self._questions())
        none = "" if questions else "No ball is in play: there is nothing to count."
        likely = "every unseen card were equally likely; what has been chosen may tell more"
        if shown:
            likely = "every unseen card were equally likely; hands that lie open are not looked at"
        if [question["question"] for question in questions] == [MINE]:
            likely = "every order of your deck were equally likely, as a good shuffle makes it"
        return {
            "questions": questions,
            "assumes": f"Counted as if {likely}.",
            "none": none,
            "said": none or " ".join(map(_said, questions)),
        }

    # ------------------------------------------------------------ the questions
    def _questions(self) -> Iterator[Json]:
        view = self.view
        if view.ball is None:
            return
        if view.phase != "return" or view.turn != view.seat:
            found = odds.answers(view)
            lies = "smash" if found.ball.smash else "ball"
            where = self.voice.at(found.seat, found.ball.section)
            case = self._answered(f"The {lies} on {where}", "", [], found)
            yield {"question": f"Can {self._names(found)} return it?", "cases": [case]}
            return
        moves = {
            kind: [move for move in view.legal_moves() if move.kind == kind]
            for kind in ("shot", "dive", "pass")
        }
        yield from self._about_shots(moves["shot"])
        if moves["dive"]:
            yield {"question": MINE, "cases": [self._dive(moves["dive"])]}
        if moves["pass"]:
            partner = doubles.partner(view.seat, len(view.seats))
            found = odds.answers(replace(view, turn=partner, passed=True))
            case = self._answered("After a pass", "", moves["pass"], found)
            question = f"Can {self.voice.name(partner)} return it if I pass?"
            yield {"question": question, "cases": [case]}

    def _about_shots(self, shots: list[Move]) -> Iterator[Json]:
        """Plain returns, then smashes; one case for each section that they reach."""
        for smash in (False, True):
            by_section: dict[int, list[Move]] = {}
            for shot in shots:
                if shot.smash == smash:
                    lands = self.view.deck[shot.attacking[-1]].lands
                    by_section.setdefault(lands, []).append(shot)
            cases, names = [], ""
            for section in sorted(by_section):
                these = by_section[section]
                found = odds.answers(self.view, these[0])
                names = self._names(found)
                ways = checks.listed(these, "or") if len(these) <= 3 else f"{len(these)} ways"
                label = f"To {self.voice.at(found.seat, section)}"
                cases.append(self._answered(label, ways, these, found))
            if cases:
                question = "What if I smash?" if smash else f"Can {names} return this?"
                yield {"question": question, "cases": cases}

    # ------------------------------------------------------------ the others' answer
    def _answered(self, label: str, ways: str, moves: list[Move], found: Answer) -> Json:
        parts = [(self._part(way, found), way.chance) for way in found.ways if way.chance]
        smash = found.ball.smash
        what = "the smash" if smash else "the ball"
        short = f"in full {percent(found.of('in full'))}" if smash else ""
        told = capital(f"{self._names(found)} can return {what}")
        return _case(
            label,
            moves,
            found.answered,
            ways=ways,
            parts=[*parts, ("not at all", found.missed)],
            told=told,
            short=short,
            steps=list(self._steps(found)),
        )

    def _part(self, way: Way, found: Answer) -> str:
        """How it is returned."""
        cards = "hand and row" if self.view.rules.style == "master" else "hand"
        text = {
            "hand": f"from {self._whose(way.seat)} {cards}",
            "in full": "in full, with two receiving cards",
            "off balance": "off balance, with one receiving card",
            "dive": "by a dive, where the hand cannot",
        }[way.how]
        if way.seat == found.seat:
            return text
        return f"after a pass, {text}" if way.how == "hand" else f"{self._who(way.seat)} {text}"

    def _who(self, seat: int) -> str:
        name = self.voice.name(seat)
        return "you" if name == "You" else name

    def _whose(self, seat: int) -> str:
        return "your" if seat == self.view.seat else f"{self.voice.name(seat)}’s"

    def _names(self, found: Answer) -> str:
        """Everybody who may return the ball."""
        return checks.listed(
            dict.fromkeys(self._who(seat) for seat in (found.seat, *(w.seat for w in found.ways))),
            "or",
        )

    # ------------------------------------------------------------ count it with me
    def _steps(self, found: Answer) -> Iterator[Json]:
        if any(len(way.unseen) > FEW for way in found.ways):
            return
        cannot = Fraction(1)  # the chance that the seats before could not return it
        for seat in dict.fromkeys(way.seat for way in found.ways):
            ways = {way.how: way for way in found.ways if way.seat == seat}
            if seat != found.seat:
                before = self._who(found.seat)
                yield _step(f"With chance {cannot} {before} cannot, and passes.")
            yield from self._counted(ways, found.ball, cannot)
            cannot -= sum((way.chance for way in ways.values()), Fraction(0))
        added = [way.chance for way in found.ways if way.chance]
        if len(added) > 1:
            yield _step(f"Together: {' + '.join(map(str, added))} = {found.answered}.")

    def _counted(self, ways: dict[str, Way], ball: Ball, cannot: Fraction) -> Iterator[Json]:
        """One seat's hand, and its dive; ``cannot`` is the chance that it comes to that seat."""
        way = ways.get("hand") or ways["off balance"]
        able, full, n = way.able, ways.get("in full"), way.hand
        there = self.voice.at(way.seat, ball.section)
        does = _does(len(able), there, self.view.rules.style)
        marks = [{"card": number, "good": number in able} for number in way.unseen]
        if way.seat == self.view.seat:
            yield _step(f"You see your own hand: {len(able)} of its cards {does}.", marks)
            return
        cards, rest, whose = len(way.unseen), len(way.unseen) - len(able), self._whose(way.seat)
        yield _step(f"{cards} cards of {whose} deck are unseen, {len(able)} of them {does}.", marks)
        hands, none = comb(cards, n), comb(rest, n)
        text = f"{n} of the {cards} are in the hand: C({cards}, {n}) = {hands:,} hands."
        text += f" With none of the {len(able)}: C({rest}, {n}) = {none:,}"
        can = [(hands - none, "can")]
        if full is not None and full.least == 2:
            one = len(able) * comb(rest, n - 1) if n else 0
            text += f"; with just one: {len(able)} × C({rest}, {max(n - 1, 0)}) = {one:,}"
            can = [(hands - none - one, "can in full"), (one, "off balance")]
        elif full is not None:
            less = cards - len(full.able)
            others = comb(less, n)
            if full.able and others != none:
                text += f"; with none of the {len(full.able)} that receive in full: C({less}, {n})"
                text += f" = {others:,}"
            can = [(hands - others, "can in full"), (others - none, "can off balance")]
        told = [f"{_share(count, hands, cannot)} {what}" for count, what in can if count]
        yield _step(f"{text}. So {', '.join(told) or 'no hand can'}.")
        if dive := ways.get("dive"):
            top = cards - n
            yield _step(
                f"If it has none of them, all {len(dive.able)} are among the {top} others, one of "
                f"which is turned up: {Fraction(none, hands)} × {len(dive.able)}/{top} = "
                f"{dive.chance} by a dive."
            )

    # ------------------------------------------------------------ one's own dive
    def _dive(self, dives: list[Move]) -> Json:
        view, deck = self.view, self.view.deck
        assert view.ball is not None
        section, gone = view.ball.section, view.seats[view.seat].discard
        seen = [deck.card_of[bit].number for bit in gone]
        chance = odds.dive(deck, section, seen, view.hand.bit_count())
        left = [
            c
            for c in deck.numbers(sum(deck.order))
            if c not in seen and not deck.bit[c] & view.hand
        ]
        good = [number for number in left if section in deck[number].receives]
        there = self.voice.at(view.seat, section)
        steps = [
            _step(
                f"{len(left)} cards are neither in your hand nor in your discard pile; "
                f"{len(good)} of them {_does(len(good), there, 'original')}.",
                [{"card": number, "good": number in good} for number in left],
            ),
            _step(f"Each is as likely to be the next: {len(good)} of {len(left)} is {chance}."),
            _step("Which card you discard changes nothing: it comes from your hand."),
        ]
        return _case(
            f"The next card receives {there}",
            dives,
            chance,
            ways="",
            parts=[],
            told=f"The next card of your deck receives {there}",
            steps=steps if len(left) <= FEW else [],
        )


def _case(
    label: str,
    moves: Iterable[Move],
    chance: Fraction,
    *,
    ways: str,
    parts: list[tuple[str, Fraction]],
    told: str,
    steps: list[Json],
    short: str = "",
) -> Json:
    amount = percent(chance)
    rounded = "about " if chance * 1000 % 1 and amount[0].isdigit() else ""
    return {
        "label": label,
        "ways": ways,
        "moves": [str(move) for move in moves],
        "fraction": str(chance),
        "percent": amount,
        "value": round(float(chance), 6),
        "short": short,
        "told": f"{told}: {chance}, {rounded}{amount}, {Answer.ASSUMES}.",
        "parts": [
            {"text": text, "fraction": str(part), "percent": percent(part)} for text, part in parts
        ],
        "steps": steps,
    }


def _said(question: Json) -> str:
    cases = (
        f"{case['label']}: {', '.join(filter(None, (case['percent'], case['short'])))}"
        for case in question["cases"]
    )
    return f"{question['question']} {'; '.join(cases)}."


def _does(count: int, there: str, style: str) -> str:
    """What so many cards do, the verb as it goes with them."""
    if style == "master":
        return f"can return from {there} with the row"
    return f"receive{'s' if count == 1 else ''} {there}"


def _share(ways: int, hands: int, cannot: Fraction) -> str:
    """So many of the hands, and their share where it comes to that seat."""
    share = Fraction(ways, hands)
    counted = "" if cannot == 1 else f"{cannot} × {share} = "
    return f"{ways:,} ({counted}{cannot * share})"


def _step(text: str, cards: list[Json] | None = None) -> Json:
    return {"text": text, "cards": cards or []}
