"""The rules, one module each; a module's docstring is the rule's short text.

A rule that plays a kind of move has three functions, and sometimes a fourth, with the same arguments::

    moves(turn)            the legal moves of this kind, as a tuple
    why_not(turn, move)    None, or the Reason that forbids the move
    play(turn, seat, move) the seat after the move, and the ball that the next seat meets
                           (None where there was one: it was not returned)
    onward(turn, seats)    who plays next, and in which phase; left out where it is simply the next
                           seat in order, which returns

A rule that is a way out (dive, pass, letting the ball go) is asked for moves only where no shot returns
the ball. ``turn`` is what the deciding seat may know: a position and a view both are one.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from grandslam import checks
from grandslam.cards import Deck, Seat
from grandslam.moves import Move, Reason
from grandslam.rulings import Rulings


class Ball(NamedTuple):
    """The ball in a section of the half of the seat that returns it next; a smash lies red side up."""

    section: int
    smash: bool


class Turn(Protocol):
    """What the seat that decides knows."""

    @property
    def deck(self) -> Deck:
        """The faces of its cards."""

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""

    @property
    def hand(self) -> int:
        """Its hand, as a set."""

    @property
    def row(self) -> int:
        """Its row under the Master Rules, as a set."""

    @property
    def left(self) -> int:
        """How many cards its deck still has."""

    @property
    def ball(self) -> Any:
        """The ``Ball`` it has to return; rules are asked only where there is one."""

    @property
    def passed(self) -> bool:
        """Whether its partner has just passed."""

    @property
    def shots(self) -> tuple[Move, ...]:
        """Every shot that would return the ball."""


class Onward(NamedTuple):
    """Who plays next: phase, seat, the order of play (1 or -1), whether that seat was passed to."""

    phase: str
    turn: int
    order: int
    passed: bool


class Table(Protocol):
    """What decides who plays next: whose turn it is, which way play goes round, who serves."""

    @property
    def turn(self) -> int:
        """The seat that has just played."""

    @property
    def order(self) -> int:
        """1 when play goes round in seat order, -1 when it goes the other way."""

    @property
    def server(self) -> int:
        """The seat that serves this point."""

    @property
    def ball(self) -> Any:
        """The ball that lay before the move, or None."""


class Rule(Protocol):
    """A rule that plays a kind of move."""

    def moves(self, turn: Turn) -> tuple[Move, ...]:
        """The legal moves of this kind."""

    def why_not(self, turn: Turn, move: Move) -> Reason | None:
        """The reason that forbids the move, or None."""

    def play(self, turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
        """The seat after a legal move, and the ball that the next seat meets."""


def short_text(slug: str) -> tuple[str, str]:
    """A rule's short text and where it comes from, out of the docstring of its module.

    >>> short_text("serving")[0][:32]
    'The server turns up the top card'
    >>> short_text("serving")[1]
    'EN 1 Serving; KO 3.2 Serve; ZH Serve. No ruling.'
    """
    module = import_module(f"grandslam.rules.{slug.replace('-', '_')}")
    text, _, source = " ".join((module.__doc__ or "").split()).partition(" Source: ")
    return text, source.replace("``", "")


def yours(sections: Iterable[int]) -> str:
    """Sections of the deciding seat's own half, in words.

    >>> yours((1, 4))
    'your 1 and your 4'
    """
    return checks.listed([f"your {section}" for section in sections])


def cards_named(numbers: Iterable[int], joint: str = "and") -> str:
    """Cards in words.

    >>> cards_named([7]), cards_named([1, 2])
    ('card 7', 'cards 1 and 2')
    """
    numbers = list(numbers)
    return f"card{'s' if len(numbers) > 1 else ''} {checks.listed(numbers, joint)}"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def held(turn: Turn, move: Move, rule: str, row: bool = False) -> Reason | None:
    """Every card named must lie in the hand (or in the hand or the row)."""
    cards = turn.hand | (turn.row if row else 0)
    where = "in your hand or row" if row else "in your hand"
    for number in move.cards:
        if number not in turn.deck or not cards & turn.deck.bit[number]:
            mine = turn.deck.numbers(cards)
            what = f"you hold {cards_named(mine)}" if mine else "you hold no card"
            return Reason(rule, f"Card {number} is not {where}; {what}.", number)
    return None


def receivers(turn: Turn) -> int:
    """The cards of the hand that receive where the ball lies."""
    return turn.hand & turn.deck.receiving[turn.ball.section]
