"""How often the regular beats the rookie in whole matches, with the 95 % interval."""

from __future__ import annotations

import sys

from grandslam import Match, RuleSet
from grandslam.charts import wilson
from grandslam.players import PLAYERS


def winner(names: tuple[str, str], seed: int, server: int) -> int:
    """The side that wins this match."""
    match = Match.new(RuleSet(), seed=seed, server=server)
    while (won := match.winner) is None:
        moves = match.legal_moves()
        move = moves[0]
        if len(moves) > 1:
            turn = match.position.turn
            move = PLAYERS[names[turn]].choose(match.position.seen_from(turn))
        match = match.play(move)
    return won


def main(matches: int = 2000) -> None:
    """Half of the matches with each first server."""
    total = 0
    for server in (0, 1):
        half = matches // 2
        wins = sum(winner(("regular", "rookie"), seed, server) == 0 for seed in range(half))
        total += wins
        print(f"players: regular serves {'first' if server == 0 else 'second'}: {wins} of {half}")
    low, high = wilson(total, matches)
    share = total / matches
    print(f"players: regular beats rookie in {share:.3f} of {matches} ({low:.3f} to {high:.3f})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
