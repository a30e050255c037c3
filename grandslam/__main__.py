"""The command line: ``python -m grandslam COMMAND …``.

deal · moves · why · play · perft · replay · simulate. JSON, one item a line, or (simulate) CSV comes
out; a POSITION or RECORD is a file, a JSON text, or ``-`` for standard input. Bad input gives one line
and exit code 2, the keyboard's interrupt code 130.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from grandslam import EDITIONS, Deck, Match, Position, RuleSet, checks, seeds, simulate
from grandslam.players import PLAYERS
from grandslam.rulesets import SCORINGS
from grandslam.rulings import VALUES

DEEPEST = 12
STOPPED = 130
"""The exit code of what the keyboard interrupted, as a shell has it."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, exit code 2."""
        raise ValueError(f"{message[:1].upper()}{message[1:]}.")


def read(source: str) -> Any:
    """The JSON in a file, in the text itself, or on standard input (``-``)."""
    try:
        if source == "-":
            text = sys.stdin.read()
        elif source.lstrip().startswith(("{", "[")):
            text = source
        else:
            text = Path(source).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or "it is not text in UTF-8"
        raise ValueError(f"{checks.show(source)} cannot be read: {why}.") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        where = (
            f" (line {fault.lineno}, column {fault.colno})"
            if isinstance(fault, json.JSONDecodeError)
            else ""
        )
        raise ValueError(f"This is no JSON{where}; a position or a record was expected.") from None


def ruling(text: str) -> tuple[str, object]:
    """A ruling from ``NAME=VALUE``; yes and no, true and false stand for the two of a yes-or-no one."""
    name, mark, value = text.partition("=")
    if not mark:
        raise ValueError(
            f"--ruling takes NAME=VALUE, such as loss=undrawn, not {checks.show(text)}."
        )
    words = {"yes": True, "true": True, "no": False, "false": False}
    return name, words.get(value, value) if True in VALUES.get(name, ()) else value


def rules(options: argparse.Namespace) -> RuleSet:
    """The rules that the options say."""
    return RuleSet(
        players=options.players,
        style=options.style,
        scoring=options.scoring,
        edition=options.edition,
        rulings=dict(ruling(text) for text in options.ruling),
    )


def deck(options: argparse.Namespace) -> Deck:
    """The deck of the file, or the standard one."""
    return Deck.from_csv(Path(options.deck)) if options.deck else Deck.standard()


def seed(options: argparse.Namespace) -> int | str:
    """The seed: digits are a number, anything else a word, nothing one drawn by lot."""
    text: str = options.seed or str(secrets.randbelow(seeds.LIMIT))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def deal(options: argparse.Namespace) -> None:
    """Print the position before the first serve."""
    match = Match.new(
        rules(options), seed=seed(options), server=options.server or 0, deck=deck(options)
    )
    print(json.dumps(match.position.to_json()))


def moves(options: argparse.Namespace) -> None:
    """Print the legal moves, one a line."""
    for move in Position.from_json(read(options.position)).legal_moves():
        print(move)


def why(options: argparse.Namespace) -> None:
    """Print whether a move is legal, or the rule and the reason that forbid it."""
    reason = Position.from_json(read(options.position)).why_not(options.move)
    print(json.dumps(reason and {"rule": reason.rule, "text": reason.text}, ensure_ascii=False))


def play(options: argparse.Namespace) -> None:
    """Print the position after the moves."""
    position = Position.from_json(read(options.position))
    for move in options.moves:
        position = position.play(move)
    print(json.dumps(position.to_json()))


def perft(options: argparse.Namespace) -> None:
    """Print the number of move sequences of a length."""
    checks.whole(options.depth, "DEPTH", 0, DEEPEST)
    print(Position.from_json(read(options.position)).perft(options.depth))


def replay(options: argparse.Namespace) -> None:
    """Print the score, the winner and the last position of a record."""
    match = Match.from_record(read(options.record))
    print(
        json.dumps(
            {
                "score": list(match.score),
                "winner": match.winner,
                "position": match.position.to_json(),
            }
        )
    )


def simulated(options: argparse.Namespace) -> int:
    """Print a table of matches, points or playouts as CSV; ``STOPPED`` where rows are missing."""
    how: simulate.How = {"workers": options.workers, "progress": options.progress}
    count, players = options.count, options.by.split(",")
    if options.what == "playouts":
        position = Position.from_json(read(options.position))
        view = position.seen_from(position.turn if options.seat is None else options.seat)
        start: Any = {"move": options.move}
        table = simulate.playouts(view, count, players, seed=seed(options), **start, **how)
    else:
        start = {"rules": rules(options), "deck": deck(options), "server": options.server}
        if options.what == "points":
            table = simulate.points(count, players, seed=seed(options), **start, **how)
        else:
            start |= {"each": options.each, "most": options.most}
            table = simulate.matches(count, players, seed=seed(options), **start, **how)
    print(*table.to_csv().splitlines(), sep="\n")
    if table.missing:
        print(f"Stopped: {table.missing} of {count} are missing.", file=sys.stderr)
        return STOPPED
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line's words."""
    top = _Parser(prog="python -m grandslam", description="Grand Slam, the tennis card game.")
    commands = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Parser
    )

    command = commands.add_parser("deal", help="deal a match: the position before the first serve")
    dealt(command)
    command.set_defaults(run=deal)

    for name, run, text in (
        ("moves", moves, "the legal moves of a position"),
        ("why", why, "why a move is not legal (null: it is)"),
        ("play", play, "the position after moves"),
        ("perft", perft, "how many sequences of moves there are"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("position", metavar="POSITION")
        command.set_defaults(run=run)
        if name == "why":
            command.add_argument("move", metavar="MOVE")
        elif name == "play":
            command.add_argument("moves", nargs="+", metavar="MOVE")
        elif name == "perft":
            command.add_argument("depth", type=int, metavar="DEPTH")

    command = commands.add_parser("replay", help="where a match record leads")
    command.add_argument("record", metavar="RECORD")
    command.set_defaults(run=replay)

    command = commands.add_parser("simulate", help="many matches, points or playouts, as CSV")
    kinds = command.add_subparsers(dest="what", required=True, metavar="matches|points|playouts")
    command = simulates(kinds.add_parser("matches", help="one row a match, or a point"))
    command.add_argument("--each", choices=["match", "point"], default="match", help="one row each")
    command.add_argument("--most", type=int, metavar="POINTS", help="play so many points at most")
    dealt(command)
    dealt(simulates(kinds.add_parser("points", help="one row a point, each newly dealt")))
    command = simulates(kinds.add_parser("playouts", help="a point played on from a position"))
    command.add_argument("position", metavar="POSITION")
    command.add_argument("--seat", type=int, help="who sees the position (default: who decides)")
    command.add_argument("--move", help="play this first in each playout")
    seeded(command)
    return top


def simulates(command: _Parser) -> _Parser:
    """A kind of simulation, with the options that all have."""
    command.add_argument("count", type=int, metavar="COUNT")
    command.add_argument(
        "--by", default="club", metavar="PLAYER,PLAYER", help=f"one a side: {', '.join(PLAYERS)}"
    )
    command.add_argument("--workers", type=int, help="how many processes")
    command.add_argument("--progress", action="store_true")
    command.set_defaults(run=simulated)
    return command


def seeded(command: argparse.ArgumentParser) -> None:
    """The option that says from what chance starts."""
    command.add_argument("--seed", metavar="NUMBER|WORD", help="(default: by lot)")


def dealt(command: argparse.ArgumentParser) -> None:
    """The options that say what is dealt."""
    command.add_argument("--players", type=int, choices=[2, 4], default=2)
    command.add_argument("--style", choices=["original", "master"], default="original")
    command.add_argument("--scoring", choices=list(SCORINGS), default="first_to_four")
    command.add_argument("--edition", choices=list(EDITIONS), default="en")
    command.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE")
    command.add_argument("--server", type=int, metavar="SEAT")
    command.add_argument("--deck", metavar="FILE")
    seeded(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; 0, or 2 or ``STOPPED`` with one line on standard error."""
    try:
        options = parser().parse_args(arguments)
        return options.run(options) or 0
    except ValueError as fault:
        print(" ".join(str(fault).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
