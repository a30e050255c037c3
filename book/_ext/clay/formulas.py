r"""Formulas: LaTeX in a page's source, MathML on the page.

The table ``book/_math.json`` holds every formula of the book; it is committed, so building needs nothing
more. A formula that is not in it is made by temml (npm) under node, and added. Where that fails the build
warns, so it fails, and nobody publishes a page with raw LaTeX.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

if TYPE_CHECKING:
    from sphinx.application import Sphinx

log = logging.getLogger(__name__)
TOOL = Path(__file__).with_name("mathml.mjs")


class Formulas:
    """The table: ``I`` or ``D`` (inline, display), a space and the LaTeX → MathML."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}

    def mathml(self, tex: str, display: bool) -> str:
        r"""The MathML of one formula; the LaTeX as code, and a warning, where it cannot be made."""
        key = ("D " if display else "I ") + " ".join(tex.split())
        if key not in self.known:
            try:
                self.known[key] = made(key)
            except ValueError as fault:
                log.warning("no MathML for %s: %s", key, fault, type="clay", subtype="math")
                return f"<code>{escape(tex)}</code>"
            text = json.dumps(self.known, ensure_ascii=False, indent=0, sort_keys=True)
            self.file.write_text(text + "\n", "utf-8")
        return self.known[key]


def made(key: str) -> str:
    """The MathML of one entry of the table, by temml; ValueError says what is wrong."""
    node = shutil.which("node")
    if node is None:
        raise ValueError("it is new, and node, which would make it, is missing")
    done = subprocess.run([node, TOOL], input=key, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise ValueError(done.stderr.strip().split("\n")[-1])
    return done.stdout


def _inline(self: Any, node: nodes.Element) -> None:
    mathml = self.builder.app.formulas.mathml(node.astext(), display=False)
    self.body.append(f'<span class="math">{mathml}</span>')
    raise nodes.SkipNode


def _display(self: Any, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, "div", CLASS="math"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})</span>')
    self.body.append(self.builder.app.formulas.mathml(node.astext(), display=True) + "</div>\n")
    raise nodes.SkipNode


def _load(app: Sphinx) -> None:
    app.formulas = Formulas(Path(app.srcdir, app.config.clay_math))  # type: ignore[attr-defined]


def setup(app: Sphinx) -> None:
    """Register the renderer ``mathml``."""
    app.add_config_value("clay_math", "book/_math.json", "html")
    app.add_html_math_renderer("mathml", (_inline, None), (_display, None))
    app.connect("builder-inited", _load)
