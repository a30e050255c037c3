"""A smash may be received with one card, off balance: then nothing is drawn at the end of the turn, and
the hand is smaller for the rest of the point.

Source: EN Off Balance; KO 3.2 Receiving a smash; ZH Off balance. Rulings: ``off_balance_by_choice``
(who may choose it with two receiving cards in hand), ``off_balance_smash`` (whether a smash may go with
it), ``off_balance_draw`` and ``loss`` (what it costs).
"""

from __future__ import annotations

from grandslam.cards import Seat
from grandslam.moves import Move, Reason
from grandslam.rules import Turn, cards_named, end_of_turn, receivers, smashing
from grandslam.rulings import Rulings


def shots(turn: Turn, able: int) -> tuple[Move, ...]:
    """The one-card receptions of a smash that the rulings allow, given the receiving cards."""
    rulings = turn.rulings
    choice = "always" if able & (able - 1) == 0 else rulings.off_balance_by_choice
    if choice == "never":
        return ()
    first = 0 if choice == "always" else 1
    end = None if rulings.off_balance_smash else 1
    found: tuple[Move, ...] = ()
    partners: smashing.Singles = turn.deck.tables[smashing.Singles]
    while able:
        card = able & -able
        able ^= card
        table = partners[card]
        found += table[turn.hand & table.mates][first:end]
    return found


def allowed(rulings: Rulings, two: bool, move: Move) -> bool:
    """Whether a smash may be met with one card by this shot; ``two``: two would be possible."""
    smash = move.smash
    if smash and not rulings.off_balance_smash:
        return False
    choice = rulings.off_balance_by_choice
    return not two or choice == "always" or (choice == "to_smash" and smash)


def refusal(rulings: Rulings, move: Move, why: str) -> Reason:
    """Why a shot that is not allowed off balance is refused; ``why`` says that two would be possible."""
    if move.smash and not rulings.off_balance_smash:
        text = (
            f"Card {move.receiving[0]} alone meets the smash off balance, and here no smash "
            "goes with that."
        )
        return Reason("off-balance", text)
    only = " unless you smash with it" if rulings.off_balance_by_choice == "to_smash" else ""
    text = (
        f"A smash takes two receiving cards, and {why}; one alone is only for a hand with no "
        f"second one{only}."
    )
    return Reason("off-balance", text)


def why_not(turn: Turn, move: Move) -> Reason | None:
    """The rulings say who may meet a smash with one card, and with what."""
    if not turn.ball.smash or len(move.receiving) > 1:
        return None
    able = turn.deck.numbers(receivers(turn))
    if allowed(turn.rulings, len(able) > 1, move):
        return None
    return refusal(turn.rulings, move, f"you hold {cards_named(able)}")


def settle(seat: Seat, turn: Turn) -> Seat:
    """The end of a turn played off balance: what is drawn, and the lasting cost."""
    if turn.rulings.off_balance_draw == "to_lowered_limit":
        seat = end_of_turn.refill(*seat, up_to=seat.limit - 1)
    return end_of_turn.lose(seat, turn.rulings.loss)
