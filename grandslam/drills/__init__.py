"""Drills: small tasks on a board, as data (one file a rule) and one interpreter.

A drill is ``{slug, rule, kind, seat, position, goal, prompt, hints, success, …}``:

- kind ``play``: the reader plays; ``success`` names what has to come about (``PREDICATES``, all of them
  have to hold), ``replies`` gives the other seat's moves by the moves so far, ``within`` the number of
  own moves after which the drill is lost;
- kind ``section``: the reader points at one section of a half: ``success`` is ``{"section": "serve"}``
  (where the server's top card lands), ``{"section": "card 7"}`` (where card 7 lands) or
  ``{"section": "unreceived"}`` (where no card of the other hand receives);
- kind ``cards``: the reader selects cards: ``{"cards": "receive"}``, all that receive the ball, or
  ``{"cards": "smash 7"}``, all that make a smash of a return with card 7.
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

KINDS = ("play", "section", "cards")


@dataclass(frozen=True)
class Drill:
    """A drill, as its file gives it."""

    slug: str
    rule: str
    kind: str
    seat: int
    position: dict[str, Any]
    goal: str
    hints: tuple[str, ...]
    success: dict[str, Any]
    right: str
    wrong: str
    solution: tuple[str, ...]
    prompt: str = ""
    replies: dict[str, str] = field(default_factory=dict)
    within: int = 1
    open_hands: bool = False
    hide_numbers: str = ""
    number: int = 1
    of: int = 1

    def start(self) -> Match:
        """The match from which the drill starts."""
        return Match.of(Position.from_json(self.position))

    # ------------------------------------------------------------ playing
    def reply(self, match: Match) -> str | None:
        """The other seat's next move, if it has one."""
        return self.replies.get(" ".join(move.text for move in match.moves))

    def status(self, steps: list[Match]) -> str:
        """``open``, ``right`` or ``wrong`` after these matches (the start first)."""
        if self.kind != "play":
            return "open"
        own = [step for step in range(1, len(steps)) if steps[step - 1].position.turn == self.seat]
        if own and all(
            PREDICATES[name](self, steps, wanted) for name, wanted in self.success.items()
        ):
            return "right"
        over = steps[-1].position.phase == "over"
        return "wrong" if over or len(own) >= self.within else "open"

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
        if what == "smash":
            if str(number) == first:
                return (
                    False,
                    f"Card {number} is the one that receives; the card that follows is asked for.",
                )
            reason = position.why_not(f"{first}+{number}")
            lands = Voice(self.seat).at((self.seat + 1) % 2, position.deck[number].lands)
            return (
                reason is None,
                reason.text if reason else f"Card {number} lands on {lands} as well.",
            )
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


def _smash(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """The last shot is (or is not) a smash."""
    ball = steps[-1].position.ball or steps[-1].position.dead
    return ball is not None and ball.smash == wanted


def _lands(drill: Drill, steps: list[Match], wanted: list[int]) -> bool:
    """The ball lies on one of these sections of the other half."""
    position = steps[-1].position
    ball = position.ball or position.dead
    return ball is not None and position.turn != drill.seat and ball.section in wanted


def _shots(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The seat has played so many moves."""
    return sum(step.position.turn == drill.seat for step in steps[:-1]) >= wanted


def _cards(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """The last move has played so many cards."""
    return len(_last(drill, steps).cards) == wanted


def _point(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """The seat's side has won (or lost) the point."""
    position = steps[-1].position
    return position.phase == "over" and (position.turn % 2 != drill.seat % 2) == wanted


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
    before, position = steps[-2].position, steps[-1].position
    smashes = [move for move in before.legal_moves() if len(move.attacking) == 2]
    lands = [before.deck[move.attacking[-1]].lands for move in smashes]
    ball = position.ball or position.dead
    if ball is None or not lands:
        return False
    least = min(_answers(position, section) for section in lands)
    return (_answers(position, ball.section) == least) == wanted


def _covers(drill: Drill, steps: list[Match], wanted: int) -> bool:
    """What was left of the hand, before drawing, receives in so many sections."""
    before, move = steps[-2].position, steps[-1].moves[-1]
    rest = before.seats[drill.seat].hand & ~before.deck.bits(move.cards)
    return sum(1 for cards in before.deck.receiving.values() if cards & rest) >= wanted


def _last(drill: Drill, steps: list[Match]) -> Move:
    """The last move of the drill's seat."""
    own = [step.moves[-1] for before, step in pairwise(steps) if before.position.turn == drill.seat]
    return own[-1]


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
    "point": _point,
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
