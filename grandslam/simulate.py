"""Play in bulk: whole matches, points, or playouts from what a seat sees, as a tidy table.

Number i of seed s gets the seed ``s/i`` (``seeds.branch``), deals from it and nothing else, and lets its
players choose from a generator of their own. So the table depends on the seed alone: not on who computes
what, on how many machines or up to where. Work goes to a process pool where that pays, or to any
``concurrent.futures.Executor`` (Dask's ``Client.get_executor()`` is one); a script that lets it start
processes of its own keeps to ``if __name__ == "__main__"``, as for every process pool.

Players are named (``players.PLAYERS``) or given, one for both sides, one a side or one a seat. In the
tables ``shots`` counts serve and good dives, so that in singles the server wins where it is odd; dives
are counted good or bad; ``winner`` is the side, 0 or 1, None where nobody has won.
"""

from __future__ import annotations

import csv
import io
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from grandslam import checks, seeds
from grandslam.cards import Deck, Seat
from grandslam.match import Match
from grandslam.moves import IllegalMove, Move
from grandslam.players import PLAYERS, Player
from grandslam.position import Position, fitting
from grandslam.rulesets import RuleSet
from grandslam.view import View

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

MOST = 10_000_000
"""The most matches, points or playouts of one table."""
WORTH = 12
"""From how many chunks of work on (half a second of it) a process pool is worth its start."""
SHOWN = 20
"""How many rows of a table a notebook shows."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet might take for a formula."""


@dataclass(frozen=True)
class Table:
    """Rows under named columns, one row a match or a point.

    ``missing``: how many of the matches or points asked for are not in it, because it was stopped.
    ``list(table)`` are dicts, ``table["shots"]`` is a column.

    >>> table = Table(("shot", "hits"), [("serve", 3), ("=smash", 4)])
    >>> len(table), table["hits"], next(iter(table))
    (2, [3, 4], {'shot': 'serve', 'hits': 3})
    >>> table.to_csv().splitlines()
    ['shot,hits', 'serve,3', "'=smash,4"]
    """

    columns: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    missing: int = 0

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for row in self.rows:
            yield dict(zip(self.columns, row, strict=True))

    def __getitem__(self, column: str) -> list[Any]:
        at = self.columns.index(checks.one_of(column, "A column", self.columns))
        return [row[at] for row in self.rows]

    def __repr__(self) -> str:
        lack = f", {self.missing} missing" if self.missing else ""
        return f"<Table: {len(self.rows)} rows{lack}; {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        """The first rows for a notebook; chances as fractions or with four places."""
        rows = [[_shown(value) for value in row] for row in self.rows[:SHOWN]]
        sides = [
            ' class="text-right"' if isinstance(v, Number) else "" for v in (self.rows or [()])[0]
        ]
        sides += [""] * (len(self.columns) - len(sides))
        head = "".join(
            f'<th{side} scope="col">{escape(name)}</th>'
            for side, name in zip(sides, self.columns, strict=True)
        )
        body = "".join(
            f"<tr>{''.join(f'<td{s}>{escape(v)}</td>' for s, v in zip(sides, row, strict=True))}</tr>"
            for row in rows
        )
        more = len(self.rows) - len(rows)
        rest = f"<p>… and {more:,} rows more.</p>" if more else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    def to_csv(self) -> str:
        """The table as CSV (RFC 4180), names first; what looks like a formula gets a ``'`` in front."""
        out = io.StringIO(newline="")
        lines = csv.writer(out)
        lines.writerow(map(_cell, self.columns))
        lines.writerows(map(_cell, row) for row in self.rows)
        return out.getvalue()


def _shown(value: Any) -> str:
    """A value as a table shows it."""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _cell(value: Any) -> Any:
    """A value as it is safe in a spreadsheet; numbers are."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


# ---------------------------------------------------------------- one point
class Rally(NamedTuple):
    """What was played in a point, and which side won it."""

    shots: int
    smashes: int
    dives: int
    off_balances: int
    winner: int


def rally(
    match: Match, players: Sequence[Player], luck: random.Random, first: Move | None = None
) -> tuple[Match, Rally]:
    """A match played on to the end of its point, by a player a seat; ``first``: the next move."""
    shots = smashes = dives = off_balances = 0
    while match.position.phase != "over":
        before = match.position
        move = first or players[before.turn].pick(before, luck)
        first = None
        match = match.play(move)
        if move.kind == "shot":
            shots += 1
            smashes += move.smash
            off_balances += bool(before.ball and before.ball.smash and len(move.receiving) == 1)
        elif move.kind == "serve":
            shots += 1
        elif move.kind == "dive":
            after = match.position
            dives += 1
            shots += not (after.phase == "over" and after.turn == before.turn)
    return match, Rally(shots, smashes, dives, off_balances, 1 - match.position.turn % 2)


def dealt(view: View, luck: random.Random) -> Position:
    """A position that may lie behind a view: the cards that its seat does not see, dealt evenly.

    Where another seat has to play, only among the hands that can: else the point would be over.
    """
    deck = view.deck
    while True:
        seats = []
        for index, shown in enumerate(view.seats):
            mine = index == view.seat
            seen = shown.row | sum(shown.discard) | (view.hand if mine else 0)
            cards = seeds.shuffle(luck, [bit for bit in deck.order if not bit & seen])
            held = 0 if mine else shown.hand
            hand = view.hand if mine else sum(cards[:held])
            left = tuple(cards[held : held + shown.deck])
            seats.append(Seat(hand, shown.row, left, shown.discard, shown.limit))
        position = Position(
            view.rules,
            deck,
            view.score,
            view.server,
            view.points_served,
            view.phase,
            view.turn,
            view.order,
            view.passed,
            view.ball,
            tuple(seats),
        )
        if position.legal_moves():
            return position


# ---------------------------------------------------------------- the three tables
class How(TypedDict, total=False):
    """How a table is worked out; none of it changes the table.

    executor: any ``concurrent.futures.Executor``; without one, workers: how many processes (1: none but
    this; by default as many as there are processors, where there is enough to do).
    progress: a tqdm bar, if tqdm is installed. stop: asked now and then whether to stop; what is done is
    kept, as it is when the keyboard interrupts.
    """

    executor: Executor | None
    workers: int | None
    progress: bool
    stop: Callable[[], bool] | None


class Job(NamedTuple):
    """What a table is made of: all that the rows of number i need besides i."""

    rows: Callable[[Job, int], list[tuple[Any, ...]]]
    seed: int | str
    players: tuple[Player, ...]
    rules: RuleSet
    deck: Deck
    server: int | None
    most: int | None = None
    view: View | None = None
    move: Move | None = None


Players = str | Player | Sequence[str | Player]
RALLY = ("shots", "smashes", "dives", "off_balances")


def matches(
    n: int,
    players: Players = "club",
    *,
    seed: int | str = 0,
    rules: RuleSet | None = None,
    deck: Deck | None = None,
    server: int | None = None,
    each: str = "match",
    most: int | None = None,
    **how: Unpack[How],
) -> Table:
    """Whole matches, one row a match, or ``each="point"``, one row a point.

    ``server`` serves first; None: seat 0 in match 0, seat 1 in match 1, and so on in turn. ``most``
    points are played at most, which ``endless`` scoring needs. A row's ``seed`` deals the same match on
    a board.

    >>> table = matches(3, ("club", "steady"), seed="maple")
    >>> table.columns[:4], table["winner"], table["points"]
    (('match', 'seed', 'server', 'points'), [1, 1, 0], [6, 4, 5])
    """
    checks.one_of(each, "each", ("match", "point"))
    job = _job(_match if each == "match" else _points_of_match, players, seed, rules, deck, server)
    if most is None and job.rules.scoring == "endless":
        raise ValueError("most must say how many points to play: endless scoring has no end.")
    if most is not None:
        checks.whole(most, "most", 1, MOST)
    columns = ["match", "seed", "server", *RALLY, "winner"]
    if each == "point":
        columns[1:1] = ["point"]
    else:
        columns[3:3], columns[-1:] = ["points"], ["points_0", "points_1", "winner"]
    return _table(tuple(columns), job._replace(most=most), n, 100, how)


def points(
    n: int,
    players: Players = "club",
    *,
    seed: int | str = 0,
    rules: RuleSet | None = None,
    deck: Deck | None = None,
    server: int | None = None,
    **how: Unpack[How],
) -> Table:
    """Single points from new hands, one row a point: each is the first point of its own match.

    >>> table = points(1000, seed="maple", server=0)
    >>> table["winner"].count(0), max(table["shots"])
    (517, 27)
    """
    job = _job(_point, players, seed, rules, deck, server)
    return _table(("point", "seed", "server", *RALLY, "winner"), job, n, 500, how)


def playouts(
    view: View,
    n: int,
    players: Players = "club",
    *,
    move: Move | str | None = None,
    seed: int | str = 0,
    **how: Unpack[How],
) -> Table:
    """The point played on from what a seat sees, after ``move`` if one is given; one row a playout.

    The cards that the seat does not see are dealt evenly, anew for each playout (``dealt``): what has
    been chosen in the rally is not weighed. Shots, smashes and so on are counted from here on.

    >>> view = Match.new(RuleSet(), seed=42).play("serve").position.seen_from(1)
    >>> [playouts(view, 1000, move=move)["winner"].count(1) for move in ("10", "10+4")]
    [488, 582]
    """
    if checks.made(view, "view", View, "match.position.seen_from(0)").phase == "over":
        raise ValueError("This point is over, so there is nothing to play out.")
    if move is not None:
        reason = view.why_not(move)
        if reason is not None:
            raise IllegalMove(reason)
        move = Move.parse(str(move))
    job = _job(_playout, players, seed, view.rules, view.deck, view.server)
    job = job._replace(view=view, move=move)
    return _table(("playout", "seed", *RALLY, "winner"), job, n, 500, how)


def _job(
    rows: Callable[[Job, int], list[tuple[Any, ...]]],
    players: Players,
    seed: int | str,
    rules: RuleSet | None,
    deck: Deck | None,
    server: int | None,
) -> Job:
    """The job, checked."""
    rules = RuleSet() if rules is None else checks.made(rules, "rules", RuleSet, "RuleSet()")
    deck = Deck.standard() if deck is None else deck
    fitting(checks.made(deck, "deck", Deck, "Deck.standard()"), rules)
    seeds.number(seed)
    if server is not None:
        checks.whole(server, "server", 0, rules.players - 1)
    given = (
        [players] if isinstance(players, (str, Player)) else list(checks.each(players, "players"))
    )
    if len(given) not in (1, 2, rules.players):
        raise ValueError(
            f"players must be one for both sides, one a side or one a seat, not {len(given)}."
        )
    named = [
        p if isinstance(p, Player) else PLAYERS[checks.one_of(p, "players", PLAYERS)] for p in given
    ]
    seats = tuple(named[seat % len(named)] for seat in range(rules.players))
    return Job(rows, seed, seats, rules, deck, server)


# ---------------------------------------------------------------- the rows of number i
def _begun(job: Job, index: int) -> tuple[int, Match, random.Random]:
    """The seed of number i, its match, dealt, and the chance of its players."""
    seed = seeds.branch(job.seed, index)
    server = index % job.rules.players if job.server is None else job.server
    match = Match.new(job.rules, seed=seed, server=server, deck=job.deck)
    return seed, match, random.Random(seeds.branch(seed, "players"))


def _rallies(job: Job, match: Match, luck: random.Random) -> Iterator[tuple[Match, Rally]]:
    """The points of a match: the match after each of them, and what was played."""
    match, played = rally(match, job.players, luck)
    yield match, played
    left = (job.most or MOST) - 1
    while match.winner is None and left:
        match, played = rally(match.next_point(), job.players, luck)
        yield match, played
        left -= 1


def _match(job: Job, index: int) -> list[tuple[Any, ...]]:
    seed, match, luck = _begun(job, index)
    points = list(_rallies(job, match, luck))
    counts = (sum(played[at] for _, played in points) for at in range(len(RALLY)))
    end, _ = points[-1]
    return [(index, seed, match.server, len(points), *counts, *end.score, end.winner)]


def _points_of_match(job: Job, index: int) -> list[tuple[Any, ...]]:
    seed, match, luck = _begun(job, index)
    return [
        (index, number, seed, after.position.server, *played)
        for number, (after, played) in enumerate(_rallies(job, match, luck))
    ]


def _point(job: Job, index: int) -> list[tuple[Any, ...]]:
    seed, match, luck = _begun(job, index)
    return [(index, seed, match.server, *rally(match, job.players, luck)[1])]


def _playout(job: Job, index: int) -> list[tuple[Any, ...]]:
    assert job.view is not None
    seed = seeds.branch(job.seed, index)
    match = Match.of(dealt(job.view, random.Random(seed)))
    luck = random.Random(seeds.branch(seed, "players"))
    return [(index, seed, *rally(match, job.players, luck, job.move)[1])]


# ---------------------------------------------------------------- who works it out
def _rows(job: Job, first: int, end: int) -> list[tuple[Any, ...]]:
    """The rows of some numbers."""
    return [row for index in range(first, end) for row in job.rows(job, index)]


def _table(columns: tuple[str, ...], job: Job, n: int, size: int, how: How) -> Table:
    """The rows of number 0 up to n, worked out ``size`` numbers at a time, as far as it comes."""
    checks.whole(n, "n", 0, MOST)
    checks.an_object(how, "A simulation", [], How.__annotations__)
    chunks = [(first, min(first + size, n)) for first in range(0, n, size)]
    stop = how.get("stop") or (lambda: False)
    rows: list[tuple[Any, ...]] = []
    done = 0
    with ExitStack() as open_:
        executor = how.get("executor") or _pool(open_, len(chunks), how.get("workers"))
        advance = _bar(open_, n, columns[0]) if how.get("progress") else None
        futures: list[Future[list[tuple[Any, ...]]]] = []
        try:
            if executor is not None:
                futures += [executor.submit(_rows, job, *chunk) for chunk in chunks]
            for at, (first, end) in enumerate(chunks):
                if stop():
                    break
                rows += futures[at].result() if futures else _rows(job, first, end)
                done = end
                if advance is not None:
                    advance(end - first)
        except KeyboardInterrupt:
            pass
        finally:
            for future in futures:
                future.cancel()
    return Table(columns, rows, n - done)


def _pool(open_: ExitStack, chunks: int, workers: int | None) -> Executor | None:
    """A process pool, where there can be one and there is enough to do."""
    if workers is None:
        workers = (os.cpu_count() or 1) if chunks >= WORTH else 1
    checks.whole(workers, "workers", 1, 1000)
    if workers == 1 or sys.platform == "emscripten":
        return None
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_all_start_methods, get_context

    # As Python itself does from 3.14 on: a fork of a process with threads may hang.
    method = "forkserver" if "forkserver" in get_all_start_methods() else None
    pool = ProcessPoolExecutor(workers, get_context(method), initializer=_deaf)
    open_.callback(pool.shutdown, cancel_futures=True)
    return pool


def _deaf() -> None:
    """Let a worker finish what it does when the keyboard interrupts: its parent decides."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _bar(open_: ExitStack, n: int, unit: str) -> Callable[[int], object] | None:
    """What moves a progress bar on, if tqdm is installed."""
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    advance: Callable[[int], object] = open_.enter_context(tqdm(total=n, unit=f" {unit}")).update
    return advance
