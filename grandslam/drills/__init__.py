"""Drills: small tasks on a board, as data (one file a rule) and one interpreter.

A drill is ``{slug, rule, kind, seat, position, goal, prompt, hints, success, …}``:

- kind ``play``: the reader plays; ``success`` names what has to come about (``PREDICATES``, all of them
  have to hold), ``replies`` gives the other seat's moves by the moves so far, ``within`` the number of
  own moves after which the drill is lost;
- kind ``section``: the reader points at one section of a half: ``success`` is ``{"section": "serve"}``
  (where the server's top card lands), ``{"section": "ball"}`` (where the ball lies) or
  ``{"section": "unreceived"}`` (where no card of the other hand receives);
- kind ``cards``: the reader selects cards: ``{"cards": "receive"}``, all that receive the ball.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from grandslam.match import Match
from grandslam.position import Position
from grandslam.telling import Voice

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
        position, voice = self.start().position, Voice(self.seat)
        other = (self.seat + 1) % len(position.seats)
        if self.kind == "cards":
            found = {}
            for number in position.deck.numbers(position.seats[self.seat].hand):
                reason = position.why_not(str(number))
                text = f"Card {number} receives {voice.at(self.seat, _section(position))}."
                found[str(number)] = {
                    "right": reason is None or reason.rule != "receiving",
                    "text": text if reason is None or reason.rule != "receiving" else reason.text,
                }
            return found
        if self.kind != "section":
            return {}
        verdicts = {}
        for section in position.deck.sections:
            here = voice.at(other, section)
            right, text = self._section_verdict(position, section, here, voice, other)
            verdicts[f"far {section}"] = {"right": right, "text": text}
        return verdicts

    def _section_verdict(
        self, position: Position, section: int, here: str, voice: Voice, other: int
    ) -> tuple[bool, str]:
        what = self.success["section"]
        if what == "serve":
            card = position.deck.card_of[position.seats[position.server].deck[0]]
            right = section == card.lands
            text = f"Card {card.number} lands on {voice.at(other, card.lands)}"
            return right, f"{text}." if right else f"{text}; you pointed at {here}."
        if what == "ball":
            right = section == _section(position)
            text = f"The ball lies on {voice.at(other, _section(position))}"
            return right, f"{text}." if right else f"{text}; you pointed at {here}."
        able = position.deck.numbers(position.seats[other].hand & position.deck.receiving[section])
        if able:
            return False, f"Card {able[0]} receives {here}."
        return True, f"No card of that hand receives {here}."


def _section(position: Position) -> int:
    assert position.ball is not None
    return position.ball.section


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


def _point(drill: Drill, steps: list[Match], wanted: bool) -> bool:
    """The seat's side has won (or lost) the point."""
    position = steps[-1].position
    return position.phase == "over" and (position.turn % 2 != drill.seat % 2) == wanted


PREDICATES: dict[str, Callable[[Drill, list[Match], Any], bool]] = {
    "smash": _smash,
    "lands": _lands,
    "shots": _shots,
    "point": _point,
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
