"""The Python that the site sends to its readers plays the same game as the one that tests it."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from browser.local_site import ROOT

from grandslam import EDITIONS, Match, RuleSet
from grandslam.experiments import EXPERIMENTS
from grandslam.table import answer

RECORDS = 2_000
WHOLE = 20
"""Every so many matches one is played to its end; the others stop somewhere in the first points."""
SCORINGS = ("first_to_four", "deuce", "endless")
LONGEST = 150


def matches() -> list[Match]:
    """Random matches over all editions and scorings, every time the same."""
    found = []
    for seed in range(RECORDS):
        luck = random.Random(f"match {seed}")
        rules = RuleSet(
            edition=sorted(EDITIONS)[seed % len(EDITIONS)],
            scoring=SCORINGS[seed // len(EDITIONS) % len(SCORINGS)],
        )
        match = Match.new(rules, seed=luck.getrandbits(48), server=seed // 2 % 2)
        length = luck.randint(1, 24) if seed % WHOLE else LONGEST
        while len(match.moves) < length and (moves := match.legal_moves()):
            match = match.play(luck.choice(moves))
        found.append(match)
    return found


def line(final: dict[str, Any]) -> str:
    return json.dumps(final, sort_keys=True) + "\n"


def in_pyodide(script: str, given: Any, tmp_path: Path) -> str:
    """What a script beside this file prints for the built runtime and this JSON."""
    runtime = next((ROOT / "_build/runtime").glob("*/grandslam.zip"), None)
    if runtime is None:
        pytest.fail("There is no built runtime: run 'make runtime' first.", pytrace=False)
    node = shutil.which("node")
    if node is None:
        pytest.fail("node is missing: 'make setup' brings it along.", pytrace=False)
    file = tmp_path / "given.json"
    file.write_text(json.dumps(given), "utf-8")
    path = Path(__file__).with_name(script)
    done = subprocess.run(
        [node, str(path), str(runtime.parent), str(file)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_records_replay_to_the_same_positions(tmp_path: Path) -> None:
    """2,000 records, made here, come to the same final positions in Pyodide, hidden cards included."""
    played = matches()
    assert {match.winner for match in played} == {None, 0, 1}
    expected = hashlib.sha256("".join(line(m.position.to_json()) for m in played).encode())
    found = in_pyodide("replay.mjs", [match.record for match in played], tmp_path)
    assert found == expected.hexdigest()


def test_experiments_count_the_same(tmp_path: Path) -> None:
    """Every experiment says, deals and counts in Pyodide what it does here, refusals included."""
    requests: list[dict[str, Any]] = []
    for number in EXPERIMENTS:
        run = {"id": number, "word": "maple"}
        reply = answer({"do": "experiment", **run, "from": 0, "to": 400})
        requests += [
            {"do": "experiment", "id": number},
            {"do": "experiment", **run, "from": 0, "to": 400},
            {"do": "tally", **run, "results": reply["results"]},
            {"do": "tally", **run, "word": "no/word", "results": []},
        ]
    expected = hashlib.sha256("".join(line(answer(request)) for request in requests).encode())
    assert in_pyodide("ask.mjs", requests, tmp_path) == expected.hexdigest()
