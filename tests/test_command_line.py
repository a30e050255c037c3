"""The command line: one item a line or JSON out, and one clear line on bad input, never a trace."""

from __future__ import annotations

import csv
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import naive
import pytest
from positions import EDITIONS, point, rule_set

from grandslam import Position, __main__, simulate
from grandslam.simulate import playouts, points

ROOT = Path(__file__).resolve().parents[1]
GREEN = point([1, 2, 3, 13, 17, 24], 1)
RECORD: dict[str, Any] = {
    "version": 1,
    "rules": rule_set("zh", "deuce"),
    "deck": "standard",
    "server": 1,
    "seed": 7,
    "moves": [],
}


def run(*arguments: str, given: str | bytes = "") -> tuple[int, str, str]:
    """Exit code, output and errors of one command; `given` is what it reads from `-`."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "grandslam", *arguments],
        input=given if isinstance(given, bytes) else given.encode("utf-8"),
        capture_output=True,
        check=False,
        env=environment,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def succeed(*arguments: str, given: str = "") -> str:
    """The output of a command that has nothing to complain about."""
    code, output, errors = run(*arguments, given=given)
    assert (code, errors) == (0, "")
    return output


def refuse(*arguments: str, given: str | bytes = "") -> str:
    """The one line with which a command refuses."""
    code, output, errors = run(*arguments, given=given)
    assert code == 2
    assert output == ""
    assert errors.endswith("\n")
    line = errors.removesuffix("\n")
    assert line
    assert "\n" not in line
    assert "Traceback" not in line
    assert len(line) < 500
    return line


# deal


def test_deal_prints_the_position_before_the_first_serve() -> None:
    """The deal of a seed is the one the naive referee shuffles."""
    output = succeed("deal", "--seed", "42")
    position, _ = naive.first_point(rule_set(), 42, 0, "standard")
    assert json.loads(output) == position
    assert output.count("\n") == 1


def test_deal_takes_rules_server_and_words() -> None:
    """Every option of the rules arrives in the position; a word is a seed."""
    output = succeed(
        "deal",
        *("--players", "2", "--style", "original", "--scoring", "deuce", "--edition", "ko"),
        *("--ruling", "loss=one_turn", "--ruling", "off_balance_smash=no"),
        *("--server", "1", "--seed", "Maple"),
    )
    rules = rule_set("ko", "deuce", loss="one_turn", off_balance_smash=False)
    position, _ = naive.first_point(rules, 81272905991787, 1, "standard")
    assert json.loads(output) == position


def test_deal_without_options_deals_something_to_play_on() -> None:
    """Every option has its default."""
    position = json.loads(succeed("deal"))
    assert position["rules"] == rule_set()
    assert (position["server"], position["phase"]) == (0, "serve")
    for seat in position["seats"]:
        assert sorted(seat["hand"] + seat["deck"]) == list(naive.STANDARD)


def test_deal_with_a_deck_of_ones_own(tmp_path: Path) -> None:
    """A deck file gives its faces to the position."""
    file = tmp_path / "deck.csv"
    lines = [f"{number},{number % 3 + 1},{number % 2 + 7}" for number in range(1, 9)]
    file.write_text("card,receives,lands\n" + "\n".join(lines) + "\n", encoding="utf-8")
    position = json.loads(succeed("deal", "--deck", str(file), "--seed", "7"))
    deck = [
        {"card": number, "receives": [number % 3 + 1], "lands": number % 2 + 7}
        for number in range(1, 9)
    ]
    expected, _ = naive.first_point(rule_set(), 7, 0, deck)
    assert position == expected
    file.write_text("card,receives,lands\n1,1,1\n1,2,2\n", encoding="utf-8")
    assert "line 3" in refuse("deal", "--deck", str(file), "--seed", "7").lower()


# moves, why, play, perft


@pytest.mark.parametrize("edition", EDITIONS)
def test_moves_one_a_line(edition: str) -> None:
    """The legal moves come one a line, from standard input."""
    obj = point([1, 2, 22, 8, 3, 9], 1, smash=True, edition=edition)
    lines = succeed("moves", "-", given=json.dumps(obj)).splitlines()
    assert sorted(lines) == sorted(naive.legal_moves(obj))


def test_moves_from_a_file(tmp_path: Path) -> None:
    """A position may lie in a file."""
    file = tmp_path / "position.json"
    file.write_text(json.dumps(GREEN, indent=1), encoding="utf-8")
    assert sorted(succeed("moves", str(file)).splitlines()) == ["1", "13", "13+3", "2"]


def test_moves_when_the_point_is_over() -> None:
    """Where nothing is to be decided nothing is printed."""
    over = GREEN | {"phase": "over", "ball": None}
    assert succeed("moves", "-", given=json.dumps(over)).strip() == ""


def test_why() -> None:
    """A reason comes as JSON with rule and text; a legal move has none."""
    reason = json.loads(succeed("why", "-", "13+17", given=json.dumps(GREEN)))
    assert reason["rule"] == "smashing"
    assert reason["text"].endswith(".")
    assert json.loads(succeed("why", "-", "13+3", given=json.dumps(GREEN))) is None
    reason = json.loads(succeed("why", "-", "abracadabra", given=json.dumps(GREEN)))
    assert reason["rule"] == "notation"
    reason = json.loads(succeed("why", "-", "dive 7", given=json.dumps(GREEN)))
    assert reason["rule"] == "diving"


def test_play_several_moves() -> None:
    """Moves are played one after the other and the position is printed."""
    start, _ = naive.first_point(rule_set(), 42, 0, "standard")
    after = naive.play(naive.play(start, "serve"), "10+4")
    output = succeed("play", "-", "serve", "10+4", given=json.dumps(start))
    assert naive.settled(json.loads(output)) == naive.settled(after)


def test_what_is_dealt_can_be_played_on() -> None:
    """The output of one command is the input of the next."""
    start = succeed("deal", "--seed", "42")
    served = succeed("play", "-", "serve", given=start)
    assert sorted(succeed("moves", "-", given=served).splitlines()) == ["10", "10+4"]
    assert succeed("perft", "-", "4", given=start).strip() == "4"
    assert succeed("perft", "-", "0", given=start).strip() == "1"


# replay


def test_replay_tells_where_a_record_leads() -> None:
    """A record is replayed to its position, score and winner."""
    record = naive.random_match(RECORD, random.Random(1), 400)
    end = list(naive.replay(record))[-1]
    told = json.loads(succeed("replay", "-", given=json.dumps(record)))
    assert naive.settled(told["position"]) == naive.settled(end)
    assert told["score"] == end["score"]
    assert told["winner"] == naive.decided(record["rules"], end["score"])
    assert told["winner"] is not None


# simulate


def rows(*arguments: str, given: str = "") -> list[dict[str, str]]:
    """The rows that `simulate` prints."""
    return list(csv.DictReader(succeed("simulate", *arguments, given=given).splitlines()))


def test_simulate_prints_a_table() -> None:
    """Points and matches come as CSV, the same ones for the same seed, and as the options say."""
    first = rows("points", "20", "--seed", "maple", "--by", "club,steady", "--server", "1")
    assert [row["point"] for row in first] == list(map(str, range(20)))
    assert {row["server"] for row in first} == {"1"}
    assert first == rows("points", "20", "--seed", "Maple", "--by", "club,steady", "--server", "1")
    table = points(20, ("club", "steady"), seed="maple", server=1)
    assert [{key: str(value) for key, value in row.items()} for row in table] == first
    options = ("--scoring", "endless", "--ruling", "new_hands=kept", "--most", "3", "--seed", "7")
    assert {row["points"] for row in rows("matches", "4", *options)} == {"3"}
    assert len(rows("matches", "4", *options, "--each", "point", "--workers", "1")) == 12
    doubles = rows("points", "8", "--players", "4", "--style", "master", "--by", "rookie")
    assert [row["server"] for row in doubles] == list("01230123")


def test_simulate_plays_out_a_position() -> None:
    """Playouts start from the position given, as its deciding seat (or another one) sees it."""
    served = succeed("play", "-", "serve", given=succeed("deal", "--seed", "42"))
    first = rows("playouts", "9", "-", "--move", "10+4", "--seed", "1", given=served)
    view = Position.from_json(json.loads(served)).seen_from(1)
    table = playouts(view, 9, move="10+4", seed=1)
    assert [row["shots"] for row in first] == [str(shots) for shots in table["shots"]]
    assert len(rows("playouts", "3", "-", "--seat", "0", given=served)) == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["points"], "COUNT"),
        (["sets", "3"], "sets"),
        (["points", "x"], "x"),
        (["points", "-1"], "-1"),
        (["points", "3", "--by", "novak"], "novak"),
        (["points", "3", "--by", "club,club,club"], "players"),
        (["points", "3", "-"], "-"),
        (["points", "3", "--each", "point"], "--each"),
        (["playouts", "3", "-", "--edition", "ko"], "--edition"),
        (["points", "3", "--move", "13"], "--move"),
        (["points", "3", "--seed", "no/slash"], "no/slash"),
        (["points", "3", "--server", "2"], "server"),
        (["matches", "3", "--scoring", "endless"], "most"),
        (["matches", "3", "--workers", "0"], "workers"),
        (["playouts", "3"], "POSITION"),
        (["playouts", "3", "-", "--move", "3"], "Card 3"),
        (["playouts", "3", "-", "--seat", "2"], "seat"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_simulate_refuses(arguments: list[str], words: str) -> None:
    """A bad argument is refused in one line that names it."""
    assert words in refuse("simulate", *arguments, given=json.dumps(GREEN))


# Bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ""),
        (["umpire"], "umpire"),
        (["deal", "--edition", "fr"], "fr"),
        (["deal", "--ruling", "loss"], "loss"),
        (["deal", "--ruling", "loss=all"], "loss"),
        (["deal", "--ruling", "luck=yes"], "luck"),
        (["deal", "--ruling", "off_balance_smash=maybe"], "off_balance_smash"),
        (["deal", "--ruling", "new_hands=kept", "--scoring", "deuce"], "kept"),
        (["deal", "--server", "2"], "2"),
        (["deal", "--server", "x"], "x"),
        (["deal", "--seed", "no/slash"], "no/slash"),
        (["deal", "--deck", "no-such-file.csv"], "deck"),
        (["deal", "--colour", "red"], "colour"),
        (["moves", "no-such-file.json"], "no-such-file.json"),
        (["moves", "."], ""),
        (["moves"], ""),
        (["perft", "-", "x"], "x"),
        (["perft", "-", "-1"], "-1"),
        (["perft", "-"], ""),
        (["play", "-", "3"], "3"),
        (["play", "-", "13", "nonsense"], "nonsense"),
        (["why", "-"], ""),
        (["replay", "-"], ""),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_bad_arguments(arguments: list[str], words: str) -> None:
    """A bad argument is refused in one line that names it."""
    assert words in refuse(*arguments, given=json.dumps(GREEN))


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"nonsense",
        b'{"phase": "serve"}',
        b"\xff\xfe\x00{",
        b"[" * 100_000,
        b'{"score": [NaN, Infinity]}',
        b'{"score": [' + b"9" * 6000 + b"]}",
        json.dumps(GREEN | {"turn": True}).encode(),
        json.dumps(GREEN | {"score": [4, 0]}).encode(),
        json.dumps(RECORD).encode(),
    ],
    ids=lambda given: repr(given[:16]),
)
def test_bad_json(given: bytes) -> None:
    """What is no position, or no JSON at all, is refused in one line."""
    refuse("moves", "-", given=given)


@pytest.mark.parametrize(
    "given",
    [
        json.dumps(GREEN),
        json.dumps(RECORD | {"moves": ["serve", "nonsense"]}),
        json.dumps(RECORD | {"seed": "maple!"}),
        "{",
    ],
    ids=["position", "illegal", "seed", "broken"],
)
def test_a_bad_record(given: str) -> None:
    """What is no record, or one with an illegal move, is refused in one line."""
    refuse("replay", "-", given=given)


def test_a_broken_line_in_a_move_stays_one_line() -> None:
    """The refusal stays one line even when the move given has line breaks."""
    refuse("play", "-", "13\n+3", given=json.dumps(GREEN))
    assert "\n" not in succeed("why", "-", "13\n+3", given=json.dumps(GREEN)).strip()


def test_help() -> None:
    """Help names every command."""
    output = succeed("--help")
    for command in ("deal", "moves", "why", "play", "perft", "replay", "simulate"):
        assert command in output


def interrupt(*_: object, **__: object) -> Any:
    """The keyboard interrupts."""
    raise KeyboardInterrupt


def test_an_interrupt_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No trace, and an exit code that says that it was stopped."""
    monkeypatch.setattr(Position, "from_json", interrupt)
    assert __main__.main(["moves", "{}"]) == __main__.STOPPED
    assert capsys.readouterr() == ("", "Stopped.\n")


def test_an_interrupted_simulation_prints_what_is_done_and_does_not_pass_for_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows up to there, one line that says how many are missing, and the exit code."""
    part = simulate.Table(points(2, seed="maple").columns, points(2, seed="maple").rows, 3)
    monkeypatch.setattr(simulate, "points", lambda *_, **__: part)
    assert __main__.main(["simulate", "points", "5", "--seed", "maple"]) == __main__.STOPPED
    output, errors = capsys.readouterr()
    assert list(csv.reader(output.splitlines())) == list(csv.reader(part.to_csv().splitlines()))
    assert errors == "Stopped: 3 of 5 are missing.\n"
