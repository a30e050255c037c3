"""What all widgets have in common: one module without imports, and a safe place on a page."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest

from grandslam.board.widget import HERE, attribute, module, style

MODULES = sorted(path.stem for path in HERE.glob("*.js"))


@pytest.mark.parametrize("name", MODULES)
def test_a_module_for_notebooks_needs_no_neighbour(name: str, tmp_path: Path) -> None:
    """Inlined, it imports nothing and offers what it offers on a page."""
    made = tmp_path / "made.mjs"
    made.write_text(module(name), "utf-8")
    names = "m => console.log(JSON.stringify(Object.keys(m).sort()))"
    offers = [
        json.loads(
            subprocess.run(
                [
                    "node",
                    "--input-type=module",
                    "-e",
                    f"import({json.dumps(path.as_uri())}).then({names})",
                ],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for path in (made, HERE / f"{name}.js")
    ]
    assert offers[0] == offers[1]
    assert not re.search(r"^import ", made.read_text("utf-8"), re.M)


def test_a_style_begins_with_the_boards() -> None:
    """The colours are defined once, in the board\u2019s sheet."""
    assert style().startswith((HERE / "board.css").read_text("utf-8"))


def test_an_attribute_holds_any_text() -> None:
    """Quotes, tags and entities come back as they were."""
    value = {"text": "it\u2019s \"1 < 2\" & 'so' &amp;"}
    written = attribute(value)
    assert "'" not in written
    assert "<" not in written
    assert json.loads(unescape(written)) == value
