"""Speed of the engine as ratios to a calibration loop run beside it.

Short rounds of the loop and of play alternate, and each ratio is the median over the rounds, so that a
busy or throttled machine slows both sides alike. Targets: matches 0.04, points 0.06.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from grandslam import Match, Position, RuleSet

ROUNDS = 200
RULES = RuleSet()


def calibration(count: int = 10_000) -> float:
    """Iterations a CPU second of ``random.choice`` on a list of ten and building a 3-tuple."""
    ten, choice = list(range(10)), random.Random(1).choice
    start = time.process_time()
    for index in range(count):
        _ = (choice(ten), index, count)
    return count / (time.process_time() - start)


def matches(first: int, count: int = 8) -> float:
    """Moves a CPU second of whole random matches through the public API, deals included."""
    choice, moves = random.Random(first).choice, 0
    start = time.process_time()
    for seed in range(first, first + count):
        match = Match.new(RULES, seed=seed)
        while match.winner is None:
            match = match.play(choice(match.legal_moves()))
        moves += len(match.moves)
    return moves / (time.process_time() - start)


def points(starts: list[Position], first: int) -> float:
    """Moves a CPU second of ``legal_moves`` and ``play`` from dealt positions to the point's end."""
    choice, moves = random.Random(first).choice, 0
    start = time.process_time()
    for position in starts:
        while legal := position.legal_moves():
            position = position.play(choice(legal))
            moves += 1
    return moves / (time.process_time() - start)


def ratio(measure: Callable[[int], float]) -> tuple[float, float]:
    """Median ratio to the calibration loop, and the median itself."""
    ratios, speeds = [], []
    for round_ in range(ROUNDS):
        before, speed, after = calibration(), measure(round_ * 1000), calibration()
        speeds.append(speed)
        ratios.append(speed / ((before + after) / 2))
    return statistics.median(ratios), statistics.median(speeds)


def main() -> None:
    """Print one line a measure."""
    deals = [Match.new(RULES, seed=seed).position for seed in range(60)]
    for name, target, measure in (
        ("whole random matches, deals included", 0.04, matches),
        ("legal_moves + play within points", 0.06, lambda first: points(deals, first)),
    ):
        share, speed = ratio(measure)
        met = "met" if share >= target else "NOT met"
        print(
            f"engine: {name}: {share:.4f} x calibration ({met}: >= {target}), {speed:,.0f} moves/s"
        )


if __name__ == "__main__":
    main()
