"""Speed of the engine as ratios to a calibration loop run beside it.

Short rounds of the loop and of play alternate. A ratio is the best round of play over the best round of
the loop: the least disturbed of each, so that a busy machine spoils it little (the median of the rounds'
own ratios is printed, too; other programs on the same core slow play more than the loop, which needs
hardly any memory). Targets for singles: matches 0.04, points 0.06.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from grandslam import Match, Position, RuleSet

ROUNDS = 200
RULES = RuleSet()
OTHERS = {
    "doubles": RuleSet(players=4),
    "Master": RuleSet(style="master"),
    "Master doubles": RuleSet(players=4, style="master"),
}


def calibration(count: int = 10_000) -> float:
    """Iterations a CPU second of ``random.choice`` on a list of ten and building a 3-tuple."""
    ten, choice = list(range(10)), random.Random(1).choice
    start = time.process_time()
    for index in range(count):
        _ = (choice(ten), index, count)
    return count / (time.process_time() - start)


def matches(first: int, count: int = 8, rules: RuleSet = RULES) -> float:
    """Moves a CPU second of whole random matches through the public API, deals included."""
    choice, moves = random.Random(first).choice, 0
    start = time.process_time()
    for seed in range(first, first + count):
        match = Match.new(rules, seed=seed)
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


def ratio(measure: Callable[[int], float]) -> tuple[float, float, float]:
    """Ratio of the best rounds, median ratio of the rounds, and the best speed."""
    loops, speeds = [], []
    for round_ in range(ROUNDS):
        loops.append(calibration())
        speeds.append(measure(round_ * 1000))
    each = statistics.median(speed / loop for speed, loop in zip(speeds, loops, strict=True))
    return max(speeds) / max(loops), each, max(speeds)


def main() -> None:
    """Print one line a measure."""
    deals = [Match.new(RULES, seed=seed).position for seed in range(60)]
    measures: list[tuple[str, float, Callable[[int], float]]] = [
        ("singles: whole random matches, deals included", 0.04, matches),
        ("singles: legal_moves + play within points", 0.06, lambda first: points(deals, first)),
    ]
    for name, rules in OTHERS.items():
        measures.append(
            (f"{name}: whole random matches", 0, partial(matches, rules=rules, count=1))
        )
    for name, target, measure in measures:
        share, median, speed = ratio(measure)
        met = f" ({'met' if share >= target else 'NOT met'}: >= {target})" if target else ""
        print(
            f"engine: {name}: {share:.4f} x calibration{met}, median {median:.4f}, {speed:,.0f} moves/s"
        )


if __name__ == "__main__":
    main()
