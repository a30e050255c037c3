"""The rules, one module each; a module's docstring is the rule's short text.

A rule that plays a kind of move has three functions with the same arguments everywhere::

    moves(turn)            the legal moves of this kind, as a tuple
    why_not(turn, move)    None, or the Reason that forbids the move
    play(turn, seat, move) the seat after the move, and the ball that the next seat meets
                           (None: the ball was not returned)

``turn`` is what the deciding seat may know: a position and a view both are one.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from grandslam import checks
from grandslam.cards import Card, Deck, Seat
from grandslam.moves import Move, Reason
from grandslam.rulings import Rulings


class Ball(NamedTuple):
    """The ball in a section of the half of the seat that decides; a smash lies red side up."""

    section: int
    smash: bool


class Turn(Protocol):
    """What the seat that decides knows."""

    @property
    def deck(self) -> Deck:
        """The faces of its 24 cards."""

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""

    @property
    def hand(self) -> int:
        """Its hand, as a set."""

    @property
    def left(self) -> int:
        """How many cards its deck still has."""

    @property
    def ball(self) -> Any:
        """The ``Ball`` it has to return; rules are asked only where there is one."""


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


def held(turn: Turn, move: Move, rule: str) -> Reason | None:
    """Every card named must lie in the hand."""
    for number in move.cards:
        if number not in turn.deck or not turn.hand & turn.deck.bit[number]:
            hand = turn.deck.numbers(turn.hand)
            what = f"you hold {cards_named(hand)}" if hand else "you hold no card"
            return Reason(rule, f"Card {number} is not in your hand; {what}.", number)
    return None


def receivers(turn: Turn) -> int:
    """The cards of the hand that receive where the ball lies."""
    return turn.hand & turn.deck.receiving[turn.ball.section]


def cards_of(turn: Turn, move: Move) -> list[Card]:
    """The cards of a move, in the order of play."""
    return [turn.deck[number] for number in move.cards]
