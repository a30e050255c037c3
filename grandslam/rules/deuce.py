"""The tennis variation: points are called love, 15, 30 and 40, the serve changes after every two points,
and from three all (deuce) a side must lead by two to win: one ahead is advantage, and a point against it
is deuce again.

Source: EN Variation Rules; KO 3.3.1 Deuce; ZH Variation. The words are tennis's own (ours). Ruling:
``serve_turns``.
"""

from __future__ import annotations

from grandslam.rules import ace
from grandslam.rules.ace import Score

NAMES = ("love", "15", "30", "40")
CALLS = ("love", "fifteen", "thirty", "forty")


def scored(score: Score, side: int) -> Score:
    """The score after a point for this side; a point against advantage is deuce, 3:3, again."""
    after = ace.scored(score, side)
    return (3, 3) if after == (4, 4) else after


def winner(score: Score) -> int | None:
    """Four points win where the other side has two or fewer, else two points of lead from three all."""
    return next((s for s in (0, 1) if score[s] >= 4 and score[s] - score[1 - s] >= 2), None)


def possible(score: Score) -> bool:
    """Whether a match can stand so."""
    high, low = max(score), min(score)
    return high <= 3 or (high, low) in ((4, 0), (4, 1), (4, 2), (4, 3), (5, 3))


def words(score: Score) -> tuple[str, str]:
    """Each side's points in tennis's words."""
    if winner(score) is not None:
        return tuple(
            "game" if s == winner(score) else NAMES[min(n, 3)] for s, n in enumerate(score)
        )  # type: ignore[return-value]
    if max(score) == 4:
        return tuple("advantage" if n == 4 else "40" for n in score)  # type: ignore[return-value]
    return NAMES[score[0]], NAMES[score[1]]


def call(score: Score, names: tuple[str, str]) -> str:
    """The score as the umpire calls it, the first side's points first; ``names`` are the sides'."""
    if score == (3, 3):
        return "deuce"
    if winner(score) is not None:
        return f"game to {names[winner(score) or 0]}"
    if max(score) == 4:
        return f"advantage {names[score.index(4)]}"
    first, second = CALLS[score[0]], CALLS[score[1]]
    return f"{first} all" if first == second else f"{first}–{second}"
