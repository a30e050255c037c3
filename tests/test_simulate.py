"""Play in bulk: the same table wherever it is worked out, and points that are played by the rules."""

from __future__ import annotations

import csv
import io
import math
import os
import pickle
import random
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import naive
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from positions import GAMES, point, positions

from grandslam import Deck, Match, Position, RuleSet, simulate
from grandslam.players import PLAYERS, Player
from grandslam.rulings import VALUES
from grandslam.seeds import branch
from grandslam.simulate import Table, dealt, matches, playouts, points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor
    from pathlib import Path

    from naive import Obj

    from grandslam import Move
    from grandslam.players import Turn

UNHURRIED = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
POINT = ("shots", "smashes", "dives", "off_balances", "winner")


def near(count: int, n: int, chance: float) -> bool:
    """Whether a count is within four standard deviations of what its chance says."""
    return abs(count - n * chance) < 4 * math.sqrt(n * chance * (1 - chance))


# ---------------------------------------------------------------- points played by the rules
def counted(obj: Obj, moves: list[str]) -> dict[str, int]:
    """What a row says of these moves, found out by the naive referee."""
    row = dict.fromkeys(POINT, 0)
    for text in moves:
        smash = bool(obj["ball"] and obj["ball"]["smash"])
        after = naive.play(obj, text)
        if text.startswith("dive"):
            row["dives"] += 1
            top = obj["seats"][obj["turn"]]["deck"][0]
            row["shots"] += obj["ball"]["section"] in naive.faces(obj["deck"])[top].receives
        elif text == "serve":
            row["shots"] += 1
        elif text[0].isdigit():
            row["shots"] += 1
            row["smashes"] += "+" in text
            row["off_balances"] += smash and "," not in text.split(">")[0]
        if after["phase"] == "over":
            row["winner"] = int(after["score"][1] > obj["score"][1])
        obj = after
    return row


def literal(position: Position, players: tuple[Player, ...], luck: random.Random) -> dict[str, int]:
    """What a row says of the point played on from here, each choice made from the seat's own view."""
    start, moves = position.to_json(), []
    while position.phase != "over":
        move = players[position.turn].pick(position.seen_from(position.turn), luck)
        moves.append(str(move))
        position = position.play(move)
    return counted(start, moves)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_points_are_what_literal_play_gives(game: tuple[int, str]) -> None:
    """Each row can be dealt again from its seed, and played move by move it says the same."""
    rules = RuleSet(players=game[0], style=game[1])
    names = ("club", "placer")
    table = points(40, names, seed="maple", rules=rules)
    assert len(table) == 40
    seats = tuple(PLAYERS[names[seat % 2]] for seat in range(game[0]))
    for index, row in enumerate(table):
        assert (row["point"], row["seed"]) == (index, branch("maple", index))
        assert row["server"] == index % game[0]
        match = Match.new(rules, seed=row["seed"], server=row["server"])
        luck = random.Random(branch(row["seed"], "players"))
        assert literal(match.position, seats, luck) == {key: row[key] for key in POINT}
        if game == (2, "original"):
            assert row["winner"] == (row["server"] + row["shots"] + 1) % 2


@pytest.mark.parametrize("scoring", ["first_to_four", "deuce"])
def test_matches_and_their_points_say_the_same(scoring: str) -> None:
    """A match's row adds up the rows of its points, and its score and winner come of theirs."""
    rules = RuleSet(scoring=scoring)
    whole = matches(60, ("steady", "regular"), seed=7, rules=rules)
    single = matches(60, ("steady", "regular"), seed=7, rules=rules, each="point")
    for index, row in enumerate(whole):
        mine = [one for one in single if one["match"] == index]
        assert [one["point"] for one in mine] == list(range(row["points"]))
        assert {one["seed"] for one in mine} == {row["seed"]} == {branch(7, index)}
        for column in POINT[:-1]:
            assert row[column] == sum(one[column] for one in mine)
        score = [0, 0]
        for one in mine:
            assert naive.decided(rules.to_json(), score) is None
            score[one["winner"]] += 1
            if scoring == "deuce" and score == [4, 4]:
                score = [3, 3]
        assert [row["points_0"], row["points_1"]] == score
        assert row["winner"] == naive.decided(rules.to_json(), score)
        assert row["server"] == mine[0]["server"] == index % 2
    assert set(whole["winner"]) == {0, 1}


def test_so_many_points_at_most() -> None:
    """Endless matches stop after as many points as are asked for, and nobody wins them."""
    rules = RuleSet(scoring="endless", rulings={"new_hands": "kept"})
    table = matches(20, rules=rules, seed=1, most=7)
    assert table["points"] == [7] * 20
    assert table["winner"] == [None] * 20
    assert len(matches(20, rules=rules, seed=1, most=7, each="point")) == 140
    with pytest.raises(ValueError, match="most"):
        matches(1, rules=rules)


@UNHURRIED
@given(obj=positions(games=GAMES), seed=st.integers(0, 2**32))
def test_hidden_cards_are_dealt_to_fit_the_view(obj: Obj, seed: int) -> None:
    """What is dealt behind a view looks the same from that seat, and can be played."""
    position = Position.from_json(obj)
    for seat in range(obj["rules"]["players"]):
        view = position.seen_from(seat)
        new = dealt(view, random.Random(seed))
        assert new.seen_from(seat) == view
        assert new.legal_moves()
        for one in new.to_json()["seats"]:
            cards = one["hand"] + one["row"] + one["deck"] + one["discard"]
            assert len(set(cards)) == len(cards)


def test_hidden_cards_are_dealt_evenly() -> None:
    """Each unseen card is as often in the other hand, and on top of either deck, as any other."""
    position = Match.new(seed=42).play("serve").position
    view = position.seen_from(1)
    served = position.to_json()["seats"][0]["discard"]
    hands = dict.fromkeys(range(1, 25), 0)
    tops = dict.fromkeys(range(1, 25), 0)
    n = 4000
    for seed in range(n):
        obj = dealt(view, random.Random(seed)).to_json()
        for card in obj["seats"][0]["hand"]:
            hands[card] += 1
        tops[obj["seats"][1]["deck"][0]] += 1
    mine = position.to_json()["seats"][1]["hand"]
    for card in range(1, 25):
        assert hands[card] == 0 if card in served else near(hands[card], n, 6 / 23)
        assert tops[card] == 0 if card in mine else near(tops[card], n, 1 / 18)


def test_a_playout_begins_with_its_move() -> None:
    """Playouts count from here on, the move that is asked about included."""
    view = Match.new(seed=42).play("serve").position.seen_from(1)
    table = playouts(view, 30, ("steady", "club"), move="10+4", seed="maple")
    for index, row in enumerate(table):
        assert (row["playout"], row["seed"]) == (index, branch("maple", index))
        position = dealt(view, random.Random(row["seed"]))
        luck = random.Random(branch(row["seed"], "players"))
        start, moves = position.to_json(), ["10+4"]
        position = position.play("10+4")
        while position.phase != "over":
            player = PLAYERS[("steady", "club")[position.turn]]
            moves.append(str(player.pick(position.view, luck)))
            position = position.play(moves[-1])
        assert counted(start, moves) == {key: row[key] for key in POINT}
    assert playouts(view, 30, move=view.legal_moves()[1], seed=3) == playouts(
        view, 30, move="10+4", seed=3
    )


# ---------------------------------------------------------------- the numbers of the lessons
CLUB = 12_000


@pytest.fixture(scope="module")
def club() -> Table:
    """Points of club against club."""
    return points(CLUB, server=0, seed="club")


def test_the_server_is_favoured(club: Table) -> None:
    """club against club: the server wins 0.5161, and a rally has 7.02 shots on average."""
    assert near(club["winner"].count(0), CLUB, 0.5161)
    assert abs(sum(club["shots"]) / CLUB - 7.019) < 4 * 5.1 / CLUB**0.5


@pytest.mark.parametrize(
    ("shot", "hazard"),
    [(1, 442 / 4807), (2, 202536997 / 2087212050), (3, 0.1203), (4, 0.1323), (8, 0.1669)],
)
def test_the_hazard_rises(club: Table, shot: int, hazard: float) -> None:
    """club: of the rallies that come to a shot, so many end with it."""
    come = [shots for shots in club["shots"] if shots >= shot]
    assert near(come.count(shot), len(come), hazard)


def test_rallies_of_steady_are_longer() -> None:
    """steady: 8.483 shots on average, and no smash, so nobody is off balance."""
    table = points(4000, "steady", seed=2, server=0)
    assert abs(sum(table["shots"]) / 4000 - 8.483) < 4 * 6.5 / 4000**0.5
    assert not any(table["smashes"])
    assert not any(table["off_balances"])
    second = [shots for shots in table["shots"] if shots > 1]
    assert near(second.count(2), len(second), 12662 / 129789)


@pytest.mark.parametrize(
    ("players", "share"),
    [
        (("place-then-smash", "steady"), 0.5539),
        (("placer", "steady"), 0.5417),
        (("placer", "club"), 0.5307),
    ],
)
def test_duels(players: tuple[str, str], share: float) -> None:
    """Points of two ways to play, each serving half of them: the first named wins its share."""
    table = points(4000, players, seed="duel")
    assert near(table["winner"].count(0), 4000, share)
    assert table["server"].count(0) == 2000


@pytest.mark.parametrize(
    ("loss", "mean"), [("one_card", 7.019), ("undrawn", 6.854), ("one_turn", 7.544)]
)
def test_what_a_loss_does_to_rallies(loss: str, mean: float) -> None:
    """club under the three values of the ruling `loss`: the mean length of a rally."""
    assert loss in VALUES["loss"]
    table = points(4000, rules=RuleSet(rulings={"loss": loss}), seed=4)
    assert abs(sum(table["shots"]) / 4000 - mean) < 4 * 6 / 4000**0.5


def seat(hand: int, discard: list[int], deck: int) -> Obj:
    """A seat of which only counts and the discard pile matter."""
    cards = [card for card in range(1, 25) if card not in discard]
    return {
        "hand": cards[:hand],
        "row": [],
        "deck": cards[hand : hand + deck],
        "discard": discard,
        "limit": 6,
    }


def held(hand: list[int], discard: list[int]) -> Obj:
    """A seat with this hand and all other cards in its deck."""
    deck = [card for card in range(1, 25) if card not in hand + discard]
    return {"hand": hand, "row": [], "deck": deck, "discard": discard, "limit": 6}


def worked(mine: Obj, other: Obj, section: int, smash: bool) -> Position:
    """A position of the lessons: seat 0 has to return."""
    base = point([1, 2, 3, 4, 5, 6], section, smash=smash, turn=0)
    return Position.from_json(base | {"seats": [mine, other]})


D = worked(held([1, 2, 3, 8, 9, 22], [5]), seat(6, [23, 19], 16), 1, True)
B = worked(held([3, 4, 9, 10, 17, 19], [14, 6]), seat(6, [15, 17, 18], 15), 5, False)


@pytest.mark.parametrize(
    ("position", "move", "share"),
    [
        *((D, "1,2+8", 0.763), (D, "1,2", 0.690), (D, "2+8", 0.604), (D, "22+8", 0.289)),
        *((B, "10", 0.631), (B, "9", 0.605), (B, "17", 0.328), (B, "9+3", 0.677)),
    ],
    ids=str,
)
def test_worked_positions(position: Position, move: str, share: float) -> None:
    """Positions D and B of the lessons: how often a move wins the point when it is played on."""
    table = playouts(position.seen_from(0), 2000, move=move, seed="maple")
    assert near(table["winner"].count(0), 2000, share)


# ---------------------------------------------------------------- wherever it is worked out
def three_tables(**how: Any) -> list[Table]:
    """A table of each kind, of more than one chunk each."""
    view = Match.new(seed=42).play("serve").position.seen_from(1)
    return [
        matches(220, ("club", "rookie"), seed="maple", each="point", **how),
        points(1100, ("club", "placer"), seed=42, rules=RuleSet(edition="zh"), **how),
        playouts(view, 600, seed="maple", move="10", **how),
    ]


@pytest.fixture(scope="module")
def serial() -> list[Table]:
    """The tables, worked out here."""
    return three_tables(workers=1)


def threads(tmp_path: Path) -> Iterator[Executor]:
    """Two threads."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


def processes(tmp_path: Path) -> Iterator[Executor]:
    """Two processes."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


def cluster(tmp_path: Path) -> Iterator[Executor]:
    """A cluster of two processes, as a department has one of more."""
    from distributed import Client, LocalCluster

    where = {"host": "127.0.0.1", "dashboard_address": None, "local_directory": str(tmp_path)}
    workers = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with LocalCluster(**where, **workers) as local, Client(local) as client:
        yield client.get_executor()


@pytest.mark.parametrize("kind", [threads, processes, cluster])
def test_the_same_table_on_any_executor(
    kind: Callable[[Path], Iterator[Executor]], serial: list[Table], tmp_path: Path
) -> None:
    """The same seeds give the same table, and are worked out in order, wherever it is done."""
    for executor in kind(tmp_path):
        assert three_tables(executor=executor) == serial
        halted = points(5000, executor=executor, stop=Calls(2))
        assert (len(halted), halted.missing) == (1000, 4000)


class Elsewhere(Player):
    """A rookie that refuses to play in the process it was made in."""

    name = "elsewhere"

    def __init__(self) -> None:
        self.home = os.getpid()

    def pick(self, turn: Turn, luck: random.Random) -> Move:
        """Any move, elsewhere."""
        assert os.getpid() != self.home
        return PLAYERS["rookie"].pick(turn, luck)


def test_much_work_goes_to_a_process_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an executor, enough work is shared by processes of its own, and little work is not."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(simulate, "WORTH", 2)
    table = points(600, Elsewhere(), seed=5)
    assert table == points(600, "rookie", seed=5, workers=1)
    with pytest.raises(AssertionError):
        points(500, Elsewhere(), seed=5)
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(AssertionError):
        points(600, Elsewhere(), seed=5)


def test_more_rows_change_none() -> None:
    """A longer table begins with the shorter one of the same seed."""
    assert points(700, seed="maple").rows[:120] == points(120, seed="maple").rows
    assert points(0).rows == []
    assert points(100, seed="maple") == points(100, seed=" Maple ")
    assert points(100, seed="maple") != points(100, seed="oak")


def test_what_is_sent_elsewhere_arrives() -> None:
    """Rules, positions and views that have been played with come whole through a pickle."""
    rules = RuleSet(edition="ko", rulings={"loss": "undrawn"})
    deck = Deck.from_json([card.to_json() for card in Deck.standard()])
    position = Match.new(rules, seed=3, deck=deck).play("serve").position
    view = position.view
    for thing in (rules, position, view, PLAYERS["club"], Table(("a",), [(1,)])):
        assert pickle.loads(pickle.dumps(thing)) == thing
    assert position.legal_moves() == pickle.loads(pickle.dumps(position)).legal_moves()
    assert position.view.legal_moves() == pickle.loads(pickle.dumps(view)).legal_moves()


# ---------------------------------------------------------------- stopping, progress
class Calls:
    """Says to stop when asked more than so many times, or is interrupted then."""

    def __init__(self, times: int, interrupt: bool = False) -> None:
        self.left, self.interrupt = times, interrupt

    def __call__(self) -> bool:
        """Whether to stop."""
        self.left -= 1
        if self.left < 0 and self.interrupt:
            raise KeyboardInterrupt
        return self.left < 0


@pytest.mark.parametrize("interrupt", [False, True])
def test_what_is_done_is_kept(interrupt: bool) -> None:
    """Stopped, or interrupted from the keyboard, the table has what was done, and says what lacks."""
    whole = points(1600, seed="maple")
    assert whole.missing == 0
    part = points(1600, seed="maple", stop=Calls(2, interrupt))
    assert part.rows == whole.rows[:1000]
    assert part.missing == 600
    none = matches(10, stop=Calls(0, interrupt))
    assert (len(none), none.missing, none["winner"]) == (0, 10, [])


class Impatient(Player):
    """Presses the keys after so many moves."""

    name = "impatient"
    left = 6000

    def pick(self, turn: Turn, luck: random.Random) -> Move:
        """A move of the rookie."""
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return PLAYERS["rookie"].pick(turn, luck)


def test_an_interrupted_point_is_not_kept() -> None:
    """Interrupted in the middle of a point, what was done before it is kept."""
    table = points(5000, Impatient(), seed=5)
    assert 0 < len(table) < 5000
    assert len(table) + table.missing == 5000
    assert table.rows == points(len(table), "rookie", seed=5).rows


def test_progress_is_shown_when_asked(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar runs to the end when asked for; without tqdm, or unasked, nothing is written."""
    table = points(600, seed=1)
    assert capfd.readouterr().err == ""
    assert points(600, seed=1, progress=True) == table
    assert "600/600" in capfd.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert points(600, seed=1, progress=True) == table
    assert capfd.readouterr().err == ""


# ---------------------------------------------------------------- tables
def test_a_table_is_safe_in_a_spreadsheet() -> None:
    """Texts that a spreadsheet would take for formulas are led by an apostrophe; numbers stay."""
    texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "plain", "a=b", 'quo"te', "a,b", ""]
    table = Table(("=text", "number"), [(text, -index) for index, text in enumerate(texts)])
    rows = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    assert rows[0] == ["'=text", "number"]
    assert [text for text, _ in rows[1:7]] == [f"'{text}" for text in texts[:6]]
    assert [text for text, _ in rows[7:]] == texts[6:]
    assert [number for _, number in rows[1:]] == [str(-index) for index in range(len(texts))]


def test_a_table_is_read_by_rows_and_columns() -> None:
    """Rows are dicts, columns lists; a column that is not there is refused by name."""
    table = points(5, seed=1)
    assert [row["shots"] for row in table] == table["shots"]
    assert list(next(iter(table))) == list(table.columns)
    assert len(table.to_csv().splitlines()) == 6
    assert repr(table) == f"<Table: 5 rows; {', '.join(table.columns)}>"
    assert "2 missing" in repr(Table(("a",), [], 2))
    with pytest.raises(ValueError, match="luck"):
        table["luck"]


def any_(value: Any) -> Any:
    """A value of the wrong kind, as somebody in a notebook passes it."""
    return value


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: points(-1), "n must"),
        (lambda: points(10**9), "n must"),
        (lambda: points(True), "n must"),
        (lambda: points(3, "novak"), "novak"),
        (lambda: points(3, ("club", "club", "club")), "players"),
        (lambda: points(3, ()), "players"),
        (lambda: points(3, seed="no/slash"), "word"),
        (lambda: points(3, server=2), "server"),
        (lambda: points(3, workers=0), "workers"),
        (lambda: points(3, deck=Deck(list(Deck.standard())[:6])), "deck"),
        (lambda: matches(3, each="shot"), "each"),
        (lambda: matches(3, most=0), "most"),
        (lambda: matches(3, rules=RuleSet(scoring="endless")), "most"),
        (lambda: playouts(D.seen_from(0), 3, move="9"), "Card 9"),
        (lambda: playouts(D.seen_from(1), 3, move="1,2"), "turn"),
        (lambda: playouts(D.seen_from(0), 3, move="fly"), "fly"),
        (lambda: playouts(D.seen_from(0), -3), "n must"),
        (lambda: playouts(any_(D), 3), "view must be a View, such as"),
        (lambda: points(3, any_(5)), "players must be a list, not 5"),
        (lambda: points(3, rules=any_("master")), "rules must be a RuleSet, such as"),
        (lambda: points(3, deck=any_(24)), "deck must be a Deck, such as"),
        (lambda: points(3, **any_({"worker": 2})), "unknown key 'worker'"),
    ],
)
def test_bad_input_is_refused(call: Callable[[], Table], words: str) -> None:
    """One plain sentence says what is wrong."""
    with pytest.raises(ValueError, match=words) as refused:
        call()
    assert str(refused.value).endswith(".")


def test_nothing_is_played_out_after_the_end() -> None:
    """A point that is over cannot be played on."""
    position = Match.new(seed=42).play("serve").position
    while position.phase != "over":
        position = position.play(position.legal_moves()[0])
    with pytest.raises(ValueError, match="over"):
        playouts(position.view, 3)


def test_a_notebook_shows_the_first_rows() -> None:
    """Text as it is, chances with four places or as fractions, and how many rows are left out."""
    table = simulate.Table(("who", "chance"), [("a<b", 0.5), ("c", Fraction(1, 3))] * 15)
    shown = table._repr_html_()
    assert shown.count("<tr>") == 1 + simulate.SHOWN
    assert '<td>a&lt;b</td><td class="text-right">0.5000</td>' in shown
    assert ">1/3</td>" in shown
    assert "10 rows more" in shown
    assert "more" not in simulate.Table(("n",), [(1,)])._repr_html_()
    assert simulate.Table(("n",), [])._repr_html_().count("<tr>") == 1
