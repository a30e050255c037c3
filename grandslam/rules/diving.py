"""A player with no card that receives the ball may dive: discard one card of the hand, then turn up the
top card of the deck. If it receives there, the ball lands green where it says; if not, the point is lost.

A dive meets a smash, too. Nothing is drawn, no smash goes with it, and the hand is smaller for the rest
of the point.

Source: EN Diving Receive; KO 3.2 Diving receive; ZH Dive. Rulings: ``loss`` (what it costs),
``dive_duty`` (whether the ball may be let go instead).
"""

from __future__ import annotations

from grandslam.cards import Deck, Seat, seat_of
from grandslam.moves import Move, Reason
from grandslam.rules import Ball, Turn, end_of_turn, held, receiving


class Dives(dict[int, Move]):
    """Card (bit) → the dive that discards it."""

    def __init__(self, deck: Deck) -> None:
        super().__init__((bit, Move.parse(f"dive {number}")) for number, bit in deck.bit.items())


def possible(turn: Turn) -> bool:
    """Whether there is a card to discard and one to turn up."""
    return bool(turn.hand and turn.left)


def moves(turn: Turn) -> tuple[Move, ...]:
    """A dive for each card that may be discarded."""
    if not possible(turn):
        return ()
    dives, hand = turn.deck.tables[Dives], turn.hand
    found = []
    while hand:
        card = hand & -hand
        hand ^= card
        found.append(dives[card])
    return tuple(found)


def why_not(turn: Turn, move: Move) -> Reason | None:
    """A dive is the last resort of a hand that cannot receive, and takes a hand and a deck card."""
    if fault := held(turn, move, "diving"):
        return fault
    if fault := receiving.duty(turn, "a dive is only for a hand that cannot"):
        return Reason("diving", fault.text)
    if not turn.left:
        return Reason("diving", "Your deck is empty, so no card can be turned up for a dive.")
    return None


def play(turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
    """Discard one, turn up one; good or bad, the lasting cost is taken."""
    dropped = turn.deck.bit[move.cards[0]]
    hand, row, deck, discard, limit = seat
    spent = seat_of((hand ^ dropped, row, deck[1:], (*discard, dropped, deck[0]), limit))
    card = turn.deck.card_of[deck[0]]
    good = turn.ball.section in card.receives
    return end_of_turn.lose(spent, turn.rulings.loss), Ball(card.lands, False) if good else None
