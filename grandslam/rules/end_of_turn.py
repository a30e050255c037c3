"""At the end of a turn the hand is filled from the deck up to the hand limit; an empty deck gives
nothing.

So one card is drawn after a return, two after a smash or after receiving a smash, three after both.
Being off balance and diving lower what may be held for the rest of the point.

Source: EN End of Turn; KO 3.2 End of turn; ZH End of turn. Ruling: ``loss``.
"""

from __future__ import annotations

from grandslam.cards import Seat, seat_of


def refill(
    hand: int,
    row: int,
    deck: tuple[int, ...],
    discard: tuple[int, ...],
    limit: int,
    up_to: int | None = None,
) -> Seat:
    """The seat of these parts, its hand filled up to its limit (or to the number given) as far as
    the deck goes.
    """
    wanted = (limit if up_to is None else up_to) - (hand | row).bit_count()
    if wanted > 0:
        return seat_of((hand + sum(deck[:wanted]), row, deck[wanted:], discard, limit))
    return seat_of((hand, row, deck, discard, limit))


def lose(seat: Seat, loss: str) -> Seat:
    """The lasting cost of a dive or of being off balance, as the ruling ``loss`` says."""
    if loss == "one_turn":
        return seat
    held = (seat.hand | seat.row).bit_count()
    limit = held if loss == "undrawn" else max(seat.limit - 1, 0)
    return seat_of((seat.hand, seat.row, seat.deck, seat.discard, limit))
