"""Find the boards that the notebooks' committed outputs hold."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
Json: TypeAlias = dict[str, Any]

MOUNT = re.compile(r"""\sdata-board=(?:"([^"]*)"|'([^']*)')""")


def notebooks(root: Path = ROOT) -> list[Path]:
    """Every notebook of the book and of the lessons, in order."""
    folders = (root / "book", root / "notebooks")
    return sorted(
        path
        for folder in folders
        for path in folder.rglob("*.ipynb")
        if ".ipynb_checkpoints" not in path.parts
    )


def boards(path: Path) -> list[Json]:
    """The ``{"setup", "reply"}`` of each board that the notebook at ``path`` shows."""
    found = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            html = "".join(output.get("data", {}).get("text/html", ""))
            found += [
                json.loads(unescape(double or single)) for double, single in MOUNT.findall(html)
            ]
    return found
