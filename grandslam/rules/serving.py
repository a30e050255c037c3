"""The server turns up the top card of their deck, and the ball lands green where that card says.

A serve uses no card of the hand, is never a smash, and nothing is drawn after it. The card goes to
the server's discard pile.

Source: EN 1 Serving; KO 3.2 Serve; ZH Serve. No ruling.
"""

from __future__ import annotations

from grandslam.cards import Seat, seat_of
from grandslam.moves import Move, Reason
from grandslam.rules import Ball, Turn

SERVE = Move.parse("serve")


def moves(turn: Turn) -> tuple[Move, ...]:
    """The serve, which is no choice."""
    return (SERVE,)


def why_not(turn: Turn, move: Move) -> Reason | None:
    """A server can always serve."""
    return None


def play(turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
    """The top card goes to the discard pile and says where the ball lands."""
    hand, row, deck, discard, limit = seat
    ball = Ball(turn.deck.card_of[deck[0]].lands, False)
    return seat_of((hand, row, deck[1:], discard + deck[:1], limit)), ball
