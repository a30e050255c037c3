"""A ball that is not returned is a point for the side that played it. The cards are gathered, shuffled
and dealt anew, the other player serves, and the first side with four points wins the match.

Source: EN Ace and Victory; KO 3.2 Ace and Winning; ZH Scoring. Rulings: ``new_hands``, ``serve_turns``,
and ``dive_duty`` for letting a ball go while a dive is possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grandslam.cards import Seat
from grandslam.moves import Move, Reason
from grandslam.rules import Ball, Turn, receiving

LET = Move.parse("let")
Score = tuple[int, int]


@dataclass(frozen=True)
class LettingGo:
    """Letting the ball go, where there is another way out (a dive, a pass) that is no duty.

    Where nothing else is possible either, the point is over without a decision.
    """

    instead: Callable[[Turn], bool]
    duty: bool = False

    def _must(self, turn: Turn) -> bool:
        return self.duty and turn.rulings.dive_duty == "must"

    def moves(self, turn: Turn) -> tuple[Move, ...]:
        """Letting go, if it is a choice."""
        return (LET,) if self.instead(turn) and not self._must(turn) else ()

    def why_not(self, turn: Turn, move: Move) -> Reason | None:
        """Who can return must; the ruling says whether who can dive must."""
        if fault := receiving.duty(turn, "who can return must"):
            return fault
        if self._must(turn):
            text = "Here a player who can dive must, before the point is lost."
            return Reason("diving", text)
        return None

    def play(self, turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
        """The point is lost; nothing is discarded or drawn."""
        return seat, None


# ---------------------------------------------------------------- the basic scoring
def scored(score: Score, side: int) -> Score:
    """The score after a point for this side."""
    return (score[0] + 1, score[1]) if side == 0 else (score[0], score[1] + 1)


def winner(score: Score) -> int | None:
    """The side that has won the match: the first with four points."""
    return 0 if score[0] >= 4 else 1 if score[1] >= 4 else None


def possible(score: Score) -> bool:
    """Whether a match can stand so."""
    return max(score) <= 4 and min(score) < 4


def words(score: Score) -> tuple[str, str]:
    """Each side's points."""
    return str(score[0]), str(score[1])


def call(score: Score, names: tuple[str, str]) -> str:
    """The score as it is called; ``names`` are the two sides' names."""
    high = max(score)
    return f"{high} all" if score[0] == score[1] else f"{score[0]}–{score[1]}"
