"""The Original Rules put together: how receiving, smashing and being off balance make a shot."""

from __future__ import annotations

from grandslam.cards import Deck, Seat, seat_of
from grandslam.moves import Move, Reason
from grandslam.rules import (
    Ball,
    Turn,
    end_of_turn,
    held,
    off_balance,
    receiving,
    smashing,
)


def moves(turn: Turn) -> tuple[Move, ...]:
    """Every shot that returns the ball."""
    hand, deck = turn.hand, turn.deck
    section, smash = turn.ball
    able = hand & deck.receiving[section]
    if not able:
        return ()
    if not smash:
        return smashing.shots(deck, able, hand)
    return smashing.receptions(deck, able, hand) + off_balance.shots(turn, able)


def why_not(turn: Turn, move: Move) -> Reason | None:
    """The first of the three rules that the shot breaks."""
    return (
        held(turn, move, "receiving")
        or receiving.why_not(turn, move)
        or smashing.why_not(turn, move)
        or off_balance.why_not(turn, move)
    )


class Effects(dict[Move, tuple[int, tuple[int, ...], Ball, bool]]):
    """Shot → its cards as a set, as they are discarded, the ball it sends, whether one card receives."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def __missing__(self, move: Move) -> tuple[int, tuple[int, ...], Ball, bool]:
        deck = self.deck
        ball = Ball(deck[move.attacking[-1]].lands, move.smash)
        played = tuple(deck.bit[number] for number in move.cards)
        effect = self[move] = (sum(played), played, ball, len(move.receiving) == 1)
        return effect


def play(turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
    """The cards go to the discard pile, the ball to where they send it, and the turn ends."""
    cards, played, ball, alone = turn.deck.tables[Effects][move]
    hand, row, deck, discard, limit = seat
    hand, discard = hand ^ cards, discard + played
    if alone and turn.ball.smash:
        return off_balance.settle(seat_of((hand, row, deck, discard, limit)), turn), ball
    return end_of_turn.refill(hand, row, deck, discard, limit), ball
