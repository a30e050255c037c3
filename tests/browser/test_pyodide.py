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


def test_records_replay_to_the_same_positions(tmp_path: Path) -> None:
    """2,000 records, made here, come to the same final positions in Pyodide, hidden cards included."""
    runtime = next((ROOT / "_build/runtime").glob("*/grandslam.zip"), None)
    if runtime is None:
        pytest.fail("There is no built runtime: run 'make runtime' first.", pytrace=False)
    node = shutil.which("node")
    if node is None:
        pytest.fail("node is missing: 'make setup' brings it along.", pytrace=False)
    played = matches()
    assert {match.winner for match in played} == {None, 0, 1}
    expected = hashlib.sha256("".join(line(m.position.to_json()) for m in played).encode())
    records = tmp_path / "records.json"
    records.write_text(json.dumps([match.record for match in played]), "utf-8")
    script = Path(__file__).with_name("replay.mjs")
    done = subprocess.run(
        [node, str(script), str(runtime.parent), str(records)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == expected.hexdigest()
