"""Where the boards' scripts and the engine come from.

``make runtime`` puts everything a board needs into one folder whose name carries a hash of its
contents, so a browser that kept an old copy never mixes it with a new one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx

log = logging.getLogger(__name__)

MARK = "gs-board-mount"
"""A page whose body holds this class has boards."""


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
