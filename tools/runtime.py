"""Put everything that the site's boards need into one folder: ``python tools/runtime.py``.

The folder's name carries the version and a hash of the contents, so that every import between its
files is of one build: ``_build/runtime/grandslam-0.1.0-1a2b3c4d5e/``.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import answers
import pygal
import segno

import grandslam

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "_build/runtime"
BOARD = ROOT / "grandslam/board"
STATIC = ROOT / "book/_static"


def fill(folder: Path) -> None:
    """Write every file of the runtime into ``folder``."""
    node = shutil.which("node")
    if node is None:
        sys.exit("node is missing: 'make runtime' brings it along.")
    packages = [str(Path(str(package.__file__)).parent) for package in (segno, pygal)]
    subprocess.run([node, str(ROOT / "tools/pack.mjs"), str(folder), *packages], check=True)
    for source in (
        *BOARD.glob("*.js"),
        *BOARD.glob("*.css"),
        *STATIC.glob("*.js"),
        *STATIC.glob("*.css"),
    ):
        shutil.copy(source, folder)
    answers.write(folder / "answers")


def stamp(folder: Path) -> str:
    """A hash of the names and contents of all files in ``folder``."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            whole.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:10]


def main() -> None:
    """Build the runtime anew."""
    TARGET.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TARGET.parent) as scratch:
        new = Path(scratch, "runtime")
        new.mkdir()
        fill(new)
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.mkdir()
        name = f"grandslam-{grandslam.__version__}-{stamp(new)}"
        shutil.move(new, TARGET / name)
    print(f"runtime: {name}")


if __name__ == "__main__":
    main()
