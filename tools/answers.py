"""First answers: what a board needs for its first decisions while Python starts in the background.

For every board in the notebooks' committed outputs the engine answers every legal move, and every
move after it, to the drill's end or to a few decisions of the reader. ``answers/<id>.json`` maps
the moves so far, joined by blanks, to the reply.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from boards import boards, notebooks

from grandslam.table import answer

if TYPE_CHECKING:
    from boards import Json

DECISIONS = 3
MOST_BYTES = 500_000
"""A file grows by whole decisions and stops before this size: some 40 KB on the wire."""


def first_answers(board: Json) -> dict[str, Json]:
    """Moves so far → reply, for the first decisions at ``board``."""
    setup, opening = board["setup"], board["reply"]
    found: dict[str, Json] = {}
    size = 0
    level = [opening]
    for _ in range(DECISIONS):
        deeper = {}
        for reply in level:
            for move in reply["moves"]:
                if move["do"] != "play":
                    continue
                key = " ".join([*reply["record"]["moves"], move["text"]])
                deeper[key] = answer(_play(setup, reply["record"], move["text"]))
                if "error" in deeper[key]:
                    raise ValueError(f"board {setup['id']}, after {key}: {deeper[key]['error']}")
        size += len(json.dumps(deeper))
        if size > MOST_BYTES:
            break
        found.update(deeper)
        level = list(deeper.values())
    return found


def _play(setup: Json, record: Json, move: str) -> Json:
    """The request that the board sends for ``move``."""
    request = {
        "do": "play",
        "record": record,
        "seat": setup.get("seat"),
        "move": move,
        "players": setup.get("players", {}),
        "open_hands": setup.get("open_hands", False),
    }
    if setup.get("drill"):
        request["drill"] = setup["drill"]
    return request


def write(folder: Path) -> int:
    """Write the first answers of every board into ``folder``; how many boards there were."""
    folder.mkdir(parents=True, exist_ok=True)
    every = {board["setup"]["id"]: board for path in notebooks() for board in boards(path)}
    for name, board in every.items():
        text = json.dumps(
            first_answers(board), ensure_ascii=False, separators=(",", ":"), sort_keys=True
        )
        (folder / f"{name}.json").write_text(text, "utf-8")
    return len(every)
