"""Where the boards' scripts and the engine come from.

``make runtime`` puts everything a board needs into one folder whose name carries a hash of its
contents, so a browser that kept an old copy never mixes it with a new one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

log = logging.getLogger(__name__)

MARK = re.compile(r'class="gs-(?:board-mount|widget)"')
"""Where a page's body has a board or another widget."""
WIDGET = re.compile(r'data-widget="([a-z-]+)"')
"""What the widget is called: its module and its style sheet bear the same name."""


def folder(app: Sphinx) -> Path | None:
    """The folder that ``make runtime`` made; None before that."""
    made = sorted(Path(app.srcdir, app.config.clay_runtime).glob("*/site.js"))
    return made[0].parent if len(made) == 1 else None


def install(app: Sphinx) -> None:
    """Have the runtime copied into the site."""
    if folder(app):
        app.config.html_static_path.append(app.config.clay_runtime)
    else:
        log.warning(
            "%s holds no runtime, or several: run 'make runtime'",
            app.config.clay_runtime,
            type="clay",
        )


def sheets(body: str) -> list[str]:
    """The style sheets of the boards and widgets on a page; none where there are none."""
    return (
        [f"{name}.css" for name in ("mount", "board", *_widgets(body))] if MARK.search(body) else []
    )


def modules(body: str) -> list[str]:
    """The modules that a page's boards and widgets need at once, beside ``site.js``."""
    return [f"{name}.js" for name in ("kit", "court", "odds", "board", *_widgets(body))]


def _widgets(body: str) -> list[str]:
    return sorted(set(WIDGET.findall(body)))
