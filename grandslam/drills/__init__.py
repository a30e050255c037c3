"""Drills: small tasks on a board, as data (one file a rule) and one interpreter.

A drill is ``{slug, rule, kind, seat, position, goal, prompt, hints, success, …}``:

- kind ``play``: the reader plays; ``success`` names what has to come about (``PREDICATES``, all of them
  have to hold), ``replies`` gives the other seats' moves by the moves so far, ``within`` the number of
  own moves after which the drill is lost (a reply to the last one is played first: it shows why);
- kind ``section``: the reader points at one section of a half: ``success`` is ``{"section": "serve"}``
  (where the server's top card lands), ``{"section": "card 7"}`` (where card 7 lands) or
  ``{"section": "unreceived"}`` (where no card of the other hand receives);
- kind ``cards``: the reader selects cards: ``{"cards": "receive"}``, all that receive the ball,
  ``{"cards": "smash 7"}``, all that make a smash of a return with card 7, or ``{"cards": "spare"}``, all
  without which the rest of the hand still receives wherever the hand did.

``right`` and ``wrong`` are what is said at the end, ``solution`` moves (or the section, or the cards)
that solve it, for the tests; ``open_hands`` shows the other hands, ``hide_numbers`` names the half
(``own`` or ``far``) whose sections stay without their numbers.

Most drills start from a ``position`` and end with its point. One that starts from a match ``record``
instead goes on with the next point.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any

from grandslam.match import Match
from grandslam.moves import Move
from grandslam.position import Position
from grandslam.rules import Ball
from grandslam.voice import Voice


@dataclass(frozen=True)
class Drill:
    """A drill, as its file gives it."""

    slug: str
    rule: str
    kind: str
    seat: int
    goal: str
    hints: tuple[str, ...]
    success: dict[str, Any]
    right: str
    wrong: str
    solution: tuple[str, ...]
    position: dict[str, Any] = field(default_factory=dict)
    record: dict[str, Any] = field(default_factory=dict)
    prompt: str = ""
    replies: dict[str, str] = field(default_factory=dict)
    within: int = 1
    open_hands: bool = False
    hide_numbers: str = ""
    number: int = 1
    of: int = 1

    def start(self) -> Match:
        """The match from which the drill starts."""
        if self.record:
            return Match.from_record(self.record)
        return Match.of(Position.from_json(self.position))

    # ------------------------------------------------------------ playing
    def reply(self, match: Match) -> str | None:
        """The next move of another seat, if there is one."""
        return self.replies.get(" ".join(move.text for move in match.moves))

    def status(self, steps: list[Match]) -> str:
        """``open``, ``right`` or ``wrong`` after these matches (the start first)."""
        if self.kind != "play":
            return "open"
        own = _own(self, steps)
        if own and all(
            PREDICATES[name](self, steps, wanted) for name, wanted in self.success.items()
        ):
            return "right"
        now = steps[-1]
        if now.position.phase == "over":
            return "open" if now.dealable else "wrong"
        answered = now.position.turn == self.seat or self.reply(now) is None
        return "wrong" if len(own) >= self.within and answered else "open"

    # ------------------------------------------------------------ pointing and selecting
    def verdicts(self) -> dict[str, dict[str, Any]]:
        """What each possible answer is worth: section ("far 3") or card ("7") → right, and why."""
        position = self.start().position
        if self.kind == "cards":
            hand = position.deck.numbers(position.seats[self.seat].hand)
            judge = {number: self._card_verdict(position, number) for number in hand}
            return {str(n): {"right": right, "text": text} for n, (right, text) in judge.items()}
        if self.kind == "section":
            other = (self.seat + 1) % len(position.seats)
            judge = {s: self._section_verdict(position, s, other) for s in position.deck.sections}
            return {
                f"far {s}": {"right": right, "text": text} for s, (right, text) in judge.items()
            }
        return {}

    def _card_verdict(self, position: Position, number: int) -> tuple[bool, str]:
        assert position.ball is not None
        what, _, first = str(self.success["cards"]).partition(" ")
        voice = Voice(self.seat)
        if what == "spare":
            return _spare(position, self.seat, number)
        if what == "smash":
            if str(number) == first:
                return (
                    False,
                    f"Card {number} is the one that receives; the card that follows is asked for.",
                )
            lands = position.deck[number].lands
            there = voice.at(1 - self.seat, lands)
            if position.why_not(f"{first}+{number}") is None:
                return True, f"Card {number} lands on {there} as well."
            where = voice.at(1 - self.seat, position.deck[int(first)].lands)
            return False, f"Card {number} lands on {there}, card {first} on {where}."
        reason = position.why_not(str(number))
        if reason is not None and reason.rule == "receiving":
            return False, reason.text
        return True, f"Card {number} receives your {position.ball.section}."

    def _section_verdict(self, position: Position, section: int, other: int) -> tuple[bool, str]:
        voice, deck = Voice(self.seat), position.deck
        here = voice.at(other, section)
        what, _, number = str(self.success["section"]).partition(" ")
        if what == "unreceived":
            able = deck.numbers(position.seats[other].hand & deck.receiving[section])
            if able:
                return False, f"Card {able[0]} receives {here}."
            return True, f"No card of that hand receives {here}."
        top = position.seats[position.server].deck
        card = deck[int(number)] if what == "card" else deck.card_of[top[0]]
        text = f"Card {card.number} lands on {voice.at(other, card.lands)}"
        right = section == card.lands
        return right, f"{text}." if right else f"{text}; you pointed at {here}."


def _spare(position: Position, seat: int, number: int) -> tuple[bool, str]:
    """Whether the rest of the hand receives wherever the hand with this card does."""
    deck = position.deck
    rest = position.seats[seat].hand & ~deck.bit[number]
    for section in deck[number].receives:
        if not rest & deck.receiving[section]:
            return False, f"Card {number} is your only one for your {section}."
    return True, f"Wherever card {number} receives, another card does, too."


# ------------------------------------------------------------ what has to come about
def _own(drill: Drill, steps: list[Match]) -> list[tuple[Match, Match]]:
    """The matches before and after each move that the reader has decided within a point."""
    return [
        (before, after)
        for before, after in pairwise(steps)
        if before.position.phase != "over" and before.position.turn == drill.seat
    ]


def _smash(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """The reader's last shot is (or is not) a smash."""
    position = _own(drill, steps)[-1][1].position
    ball = position.ball or position.dead
    return ball is not None and ball.smash == wanted


def _lands(drill: Drill, steps: list[Match], wanted: list[int]) -> bool:
    """The ball lies on one of these sections of the other half."""
    position = steps[-1].position
    ball = position.ball or position.dead
    return ball is not None and position.turn != drill.seat and ball.section in wanted


def _shots(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The reader has played so many moves."""
    return len(_own(drill, steps)) >= wanted


def _cards(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The reader's last move has played so many cards."""
    return len(_own(drill, steps)[-1][1].moves[-1].cards) == wanted


def _dives(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The reader has dived so many times."""
    return sum(after.moves[-1].kind == "dive" for _, after in _own(drill, steps)) >= wanted


def _draws(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The reader has drawn so many cards at the end of the last turn."""
    before, after = (match.position.seats[drill.seat] for match in _own(drill, steps)[-1])
    return len(before.deck) - len(after.deck) == wanted


def _hand(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The reader holds so many cards."""
    return steps[-1].position.seats[drill.seat].hand.bit_count() == wanted


def _limit(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The reader's hand limit is so high."""
    return steps[-1].position.seats[drill.seat].limit == wanted


def _point(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """The reader's side has won (or lost) the point."""
    position = steps[-1].position
    return position.phase == "over" and (position.turn % 2 != drill.seat % 2) == wanted


def _match(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """The reader's side has won (or lost) the match."""
    winner = steps[-1].winner
    return winner is not None and (winner == drill.seat % 2) == wanted


def _score(drill: Drill, steps: list[Match], wanted: list[int]) -> bool:
    """The match stands so, side 0 first."""
    return list(steps[-1].score) == wanted


def _server(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The point that is being played was served by this seat."""
    position = steps[-1].position
    return position.phase == "return" and position.server == wanted


def _answers(position: Position, section: int) -> int:
    """How many cards of the hand that has to receive can do so in a section."""
    return (position.seats[position.turn].hand & position.deck.receiving[section]).bit_count()


def _unreceived(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """No card of the other hand receives the ball (or some do)."""
    position = steps[-1].position
    ball = position.ball or position.dead
    if ball is None or position.turn == drill.seat:
        return False
    return (_answers(position, ball.section) == 0) == wanted


def _fewest(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """No other smash would have left fewer cards that can receive it."""
    before, position = (match.position for match in _own(drill, steps)[-1])
    smashes = [move for move in before.legal_moves() if move.smash]
    lands = [before.deck[move.attacking[-1]].lands for move in smashes]
    ball = position.ball or position.dead
    if ball is None or not lands:
        return False
    least = min(_answers(position, section) for section in lands)
    return (_answers(position, ball.section) == least) == wanted


def _covers(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """What was left of the hand, before drawing, receives in so many sections."""
    start, after = _own(drill, steps)[-1]
    before, move = start.position, after.moves[-1]
    rest = before.seats[drill.seat].hand & ~before.deck.bits(move.cards)
    return sum(1 for cards in before.deck.receiving.values() if cards & rest) >= wanted


def _last(drill: Drill, steps: list[Match]) -> Move:
    """The reader's last move."""
    return _own(drill, steps)[-1][1].moves[-1]


def _kind(drill: Drill, steps: list[Match], wanted: str) -> bool:
    """The last move of the seat is of this kind: shot, pass, dive and so on."""
    return _last(drill, steps).kind == wanted


def _receivers(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The seat's last shot received with so many cards."""
    return len(_last(drill, steps).receiving) == wanted


def _nobody(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """Neither of the other team's hands has a card that receives the ball (or one has)."""
    position = steps[-1].position
    ball = position.ball or position.dead
    if ball is None:
        return False
    able = position.deck.receiving[ball.section]
    others = [seat.hand for index, seat in enumerate(position.seats) if index % 2 != drill.seat % 2]
    return (not any(hand & able for hand in others)) == wanted


def _row_covers(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The row receives in so many sections."""
    row = steps[-1].position.seats[drill.seat].row
    return sum(1 for cards in steps[-1].deck.receiving.values() if cards & row) >= wanted


def _answers_from(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """In so many sections a green ball could be returned with the row and hand as they lie now."""
    now = steps[-1].position
    parts = (now.rules, now.deck, now.score, now.server, now.points_served)
    balls = [Ball(section, False) for section in now.deck.sections]
    turns = [Position(*parts, "return", drill.seat, 1, False, ball, now.seats) for ball in balls]
    return sum(1 for turn in turns if turn.shots) >= wanted


PREDICATES: dict[str, Callable[[Drill, list[Match], Any], bool]] = {
    "smash": _smash,
    "lands": _lands,
    "shots": _shots,
    "cards": _cards,
    "dives": _dives,
    "draws": _draws,
    "hand": _hand,
    "limit": _limit,
    "point": _point,
    "match": _match,
    "score": _score,
    "server": _server,
    "unreceived": _unreceived,
    "fewest": _fewest,
    "covers": _covers,
    "kind": _kind,
    "receivers": _receivers,
    "nobody": _nobody,
    "row_covers": _row_covers,
    "answers": _answers_from,
}


@lru_cache(maxsize=1)
def all_drills() -> dict[str, Drill]:
    """Every drill by its slug, in the order of the files."""
    drills: dict[str, Drill] = {}
    for file in sorted(resources.files(__name__).iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".json"):
            continue
        entries = json.loads(file.read_text("utf-8"))
        for number, entry in enumerate(entries, 1):
            entry["hints"] = tuple(entry["hints"])
            entry["solution"] = tuple(entry["solution"])
            drill = Drill(**entry, number=number, of=len(entries))
            drills[drill.slug] = drill
    return drills
