"""The book's theme: one page template, one style sheet, a few small scripts.

Sphinx and the notebooks bring what the book says; this extension decides what a page is made of.
See ``README.md`` beside this folder for why each piece is there.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.util import logging

from clay import folds, formulas, licences, reference, runtime

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

log = logging.getLogger(__name__)

# Sent with every page. Nothing inline, nothing from another host; a picture may be a data: address, as a
# board's is.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
}

# Style sheets that Sphinx and its extensions put on every page; clay.css has its own rules for the same.
UNUSED = re.compile(r"(^|/)(pygments|basic|exercise|mystnb\.[0-9a-f]+)\.css$")

FOLDED_CODE = ' aria-label="Toggle hidden content"'
"""myst-nb's name for folded code; what stands there ("Show the code") is a better one."""

EMPTY_CORNER = re.compile(r'<th class="head">(<p></p>)?</th>')
"""The corner of a table, which heads nothing."""

INLINE = re.compile(r"<[a-z][^<>]*\s(style|on[a-z]+)=|<(style|script)\b(?![^>]*\bsrc=)[^>]*>", re.I)

VALUE = r"""(?:"[^"]*"|'[^']*')"""
ANCHOR = re.compile(rf"<[a-z][\w-]*(?:\s[\w-]+(?:={VALUE})?)*?\sid=({VALUE})")
"""The name of a place on a page, in its quotes."""

SCRIPT = re.compile(r"""\sdata-script="([\w-]+)\"""")
"""A part of a page that names the script it is better with: a file of ``static``."""


def policy() -> str:
    """The Content-Security-Policy as one string."""
    return "; ".join(f"{name} {sources}" for name, sources in POLICY.items())


def _filename(asset: Any) -> str:
    return str(getattr(asset, "filename", asset) or "")


def page(app: Sphinx, pagename: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Give a page its policy and the files it has a use for; say so if its policy would break it."""
    if app.builder.format != "html":
        return
    body = EMPTY_CORNER.sub("<td></td>", str(context.get("body", "")).replace(FOLDED_CODE, ""))
    context["body"] = body
    if found := INLINE.search(body):
        log.warning(
            "%s: %s… will not run or show under the page's policy: use a class or a file",
            pagename,
            found[0][:60],
            type="clay",
            subtype="policy",
        )
    for anchor, times in Counter(ANCHOR.findall(body)).items():
        if times > 1:
            log.warning(
                "%s: %d places are called #%s; a board that stands here twice needs its own title",
                pagename,
                times,
                anchor,
                type="clay",
                subtype="anchor",
            )
    context["policy"] = policy()
    context["clauses"] = reference.clauses(app, pagename)
    context["page_scripts"] = SCRIPT.findall(body)
    context["project_version"] = licences.project_version(Path(app.srcdir))
    context["root_title"] = _plain_title(app, str(app.config.root_doc))
    sheets = context["css_files"]
    sheets[:] = [css for css in sheets if not UNUSED.search(_filename(css))]
    folder = runtime.folder(app)
    if folder and (runtime_sheets := runtime.sheets(body)):
        context["runtime"] = f"_static/{folder.name}"
        context["runtime_sheets"] = runtime_sheets
        context["runtime_modules"] = runtime.modules(body)


def _plain_title(app: Sphinx, docname: str) -> str:
    title = app.env.titles.get(docname)
    return title.astext() if title else str(app.config.html_title)


def front_door(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """``index.html`` at the top of the site: it leads to the first page, also in a sub-folder."""
    root = str(app.config.root_doc)
    if root != "index":
        yield "index", {"title": app.config.html_title, "first": f"{root}.html"}, "front_door.html"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the theme and its hooks."""
    app.add_html_theme("clay", str(Path(__file__).parent / "theme"))
    formulas.setup(app)
    folds.setup(app)
    app.add_config_value("clay_runtime", "_build/runtime", "html")
    app.connect("builder-inited", runtime.install)
    app.connect("doctree-resolved", reference.words)
    app.connect("html-page-context", page, priority=900)
    app.connect("html-collect-pages", front_door)
    app.connect("html-collect-pages", licences.page)
    app.connect("build-finished", licences.check, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
