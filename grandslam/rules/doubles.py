"""Two play two with hands of five, and partners receive in turn. There is no diving receive; instead, a
player who cannot return may pass: discard one card of the hand and let the partner receive.

Play goes round the table in seat order. After a pass the other team keeps its own order, so play goes
round the other way until the next pass. A partner cannot pass back, and nothing is drawn for a pass.

Source: EN Doubles A to D; KO 3.3.2 Doubles; ZH Doubles. Seats, hidden hands of partners and that a serve
counts as a turn are ours. Ruling: ``pass_loss``.
"""

from __future__ import annotations

from grandslam.cards import Deck, Seat, seat_of
from grandslam.moves import Move, Reason
from grandslam.rules import Ball, Onward, Table, Turn, end_of_turn, held, receiving


class Passes(dict[int, Move]):
    """Card (bit) → the pass that discards it."""

    def __init__(self, deck: Deck) -> None:
        super().__init__((bit, Move.parse(f"pass {number}")) for number, bit in deck.bit.items())


def possible(turn: Turn) -> bool:
    """Whether there is a card to discard, and the partner has not passed already."""
    return bool(turn.hand) and not turn.passed


def moves(turn: Turn) -> tuple[Move, ...]:
    """A pass for each card of the hand."""
    if not possible(turn):
        return ()
    return tuple(move for bit, move in turn.deck.tables[Passes].items() if turn.hand & bit)


def why_not(turn: Turn, move: Move) -> Reason | None:
    """A pass is for a hand that cannot return, takes a card of the hand, and is not passed back."""
    if fault := held(turn, move, "doubles"):
        return fault
    if fault := receiving.duty(turn, "a pass is only for who cannot return"):
        return Reason("doubles", fault.text)
    if turn.passed:
        return Reason("doubles", "Your partner has passed already; a pass cannot be passed back.")
    return None


def play(turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
    """The card is discarded, nothing is drawn, and the ball stays where it is."""
    hand, row, deck, discard, limit = seat
    dropped = turn.deck.bit[move.cards[0]]
    spent = seat_of((hand ^ dropped, row, deck, (*discard, dropped), limit))
    ball: Ball = turn.ball
    return end_of_turn.lose(spent, turn.rulings.loss) if turn.rulings.pass_loss else spent, ball


def partner(seat: int, seats: int) -> int:
    """The seat of a player's partner, among so many seats in the order of play.

    >>> partner(1, 4), partner(2, 4)
    (3, 0)
    """
    return (seat + 2) % seats


def onward(table: Table, seats: tuple[Seat, ...]) -> Onward:
    """The partner receives, and play goes round the other way."""
    return Onward("return", partner(table.turn, len(seats)), -table.order, True)
