"""The ball is returned with a card of the hand that receives where it lies; it then lands where that
card says. Who can return must.

Source: EN 2 Receiving; KO 3.2 Receive; ZH Receive. That a player who can return must is ours.
"""

from __future__ import annotations

from grandslam.moves import Move, Reason
from grandslam.rules import Turn, capital, cards_named, yours


def why_not(turn: Turn, move: Move) -> Reason | None:
    """Every receiving card must receive where the ball lies; a green ball takes just one."""
    section = turn.ball.section
    for number in move.receiving:
        receives = turn.deck[number].receives
        if section not in receives:
            text = f"Card {number} receives {yours(receives)}; the ball is on your {section}."
            return Reason("receiving", text, number)
    if len(move.receiving) > 1 and not turn.ball.smash:
        text = (
            f"A green ball is received with one card, so only one of "
            f"{cards_named(move.receiving)} can receive it."
        )
        return Reason("receiving", text)
    return None


def duty(turn: Turn, instead: str) -> Reason | None:
    """Who can return must; ``instead`` names what the player wanted to do."""
    able = sorted({number for shot in turn.shots for number in shot.receiving})
    if not able:
        return None
    text = (
        f"{capital(cards_named(able))} can receive the ball on your {turn.ball.section}; {instead}."
    )
    return Reason("receiving", text)
