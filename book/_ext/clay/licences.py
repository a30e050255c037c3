"""The page that says under which licence each thing stands that the site ships.

When the build has finished, every file under ``_static`` must belong to one of these works; a file that
belongs to none is a warning, so the build fails and nobody publishes something without its licence.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

log = logging.getLogger(__name__)
HERE = Path(__file__).parent
PAGE = "licences"


@dataclass(frozen=True)
class Work:
    """A work that the site ships: which files of ``_static`` are its own, and its licence."""

    name: str
    version: str
    by: str
    licence: str
    source: str
    text: str
    files: str
    note: str = ""
    """What of it is shipped, and what was changed, where its licence asks for that."""


def works(root: Path) -> list[Work]:
    """Everything that is shipped; ``root`` is the project's folder."""
    import sphinx

    lock = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    texts = {path.stem: path.read_text("utf-8") for path in (HERE / "licences").glob("*.txt")}
    ours = (root / "LICENSE").read_text("utf-8")
    python = "the part of the standard library that the engine needs, compiled"
    return [
        Work(
            "Grand Slam: text, pictures, boards, engine",
            project_version(root),
            "the Grand Slam contributors",
            "BSD-3-Clause",
            "",
            ours,
            r"(boot|clay|site|worker|kit|court|odds|board|experiment)\.js|(clay|mount|board|experiment)\.css|favicon\.svg|grandslam\.zip|answers/\w+\.json",
        ),
        Work(
            "Pyodide",
            lock["node_modules/pyodide"]["version"],
            "the Pyodide contributors and Mozilla",
            "MPL-2.0",
            "https://github.com/pyodide/pyodide",
            texts["pyodide"],
            r"pyodide\.(mjs|asm\.mjs|asm\.wasm)|pyodide-lock\.json",
        ),
        Work(
            "Emscripten, inside Pyodide",
            "",
            "the Emscripten authors",
            "MIT",
            "https://github.com/emscripten-core/emscripten",
            texts["emscripten"],
            r"pyodide\.asm\.(mjs|wasm)",
        ),
        Work(
            f"Python, inside Pyodide; {python}",
            "",
            "the Python Software Foundation",
            "PSF-2.0",
            "https://github.com/python/cpython",
            texts["python"],
            r"(python_stdlib|qr|charts)\.zip|pyodide\.asm\.wasm",
        ),
        Work(
            "Segno, which draws the QR codes",
            "",
            "Lars Heuer",
            "BSD-3-Clause",
            "https://github.com/heuer/segno",
            texts["segno"],
            r"qr\.zip",
        ),
        Work(
            "Pygal, which lays out the charts",
            _pinned(root, "pygal"),
            "Florian Mounier and Kozea",
            "LGPL-3.0-or-later",
            "https://github.com/Kozea/pygal",
            texts["pygal"],
            r"charts\.zip",
            "Shipped are the modules that charts load, as sources and unchanged. They are files of their"
            " own in charts.zip, so they can be changed there. Small modules of ours stand in for"
            " libraries that they ask for.",
        ),
        Work(
            "STIX Math, as “Book Math”, for formulas",
            "1.1.1",
            "the STI Pub Companies",
            "OFL-1.1",
            "https://www.stixfonts.org",
            texts["stix"],
            r"book-math\.woff2",
            "Shipped is a subset of the font under another name, with lower lines.",
        ),
        Work(
            "Sphinx: search and page scripts",
            sphinx.__version__,
            "the Sphinx team",
            "BSD-2-Clause",
            "https://github.com/sphinx-doc/sphinx",
            texts["sphinx"],
            r"(doctools|documentation_options|language_data|searchtools|sphinx_highlight)\.js"
            r"|(basic|pygments|mystnb\.\w+)\.css|(file|minus|plus)\.png",
        ),
    ]


def project_version(root: Path) -> str:
    """The version of this project, from the one place that knows it."""
    found = re.search(
        r'__version__ = "([^"]+)"', (root / "grandslam" / "__init__.py").read_text("utf-8")
    )
    if found is None:
        raise ValueError("grandslam/__init__.py names no __version__")
    return found[1]


def _pinned(root: Path, package: str) -> str:
    """The version of a Python package that the project is built with."""
    found = re.search(rf"^{package}==(\S+)$", (root / "requirements.txt").read_text("utf-8"), re.M)
    return found[1] if found else ""


def page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The generated page."""
    root = Path(app.srcdir)
    yield PAGE, {"title": "Licences", "works": works(root)}, "licences.html"


def check(app: Sphinx, exception: Exception | None) -> None:
    """Warn about a shipped file that belongs to no work."""
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    known = re.compile("|".join(f"(?:{work.files})" for work in works(Path(app.srcdir))))
    for file in sorted(static.rglob("*")):
        inside = re.sub(r"^grandslam-[^/]+/", "", file.relative_to(static).as_posix())
        if file.is_file() and not known.fullmatch(inside):
            log.warning("_static/%s has no licence in clay/licences.py", inside, type="clay")
