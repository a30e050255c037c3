"""What all widgets have in common: their module, their place on a page, their talk with the engine.

A widget is a JavaScript module and a style sheet of this folder, named alike. In JupyterLab it is an
anywidget and the kernel answers; on a page of the book ``site.js`` mounts the same module and a worker
answers. Both ask ``grandslam.table.answer`` and nobody else.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as fault:
    raise ImportError(
        f"The boards need {fault.name}; install it with: pip install 'grandslam[widgets]'"
    ) from fault

from grandslam.table import answer

__all__ = ["Widget", "anywidget", "asked", "attribute", "module", "style", "traitlets"]

HERE = Path(__file__).parent
IMPORT = re.compile(r"^import \{ ([\w, ]+) \} from '\./(\w+)\.js';\n", re.M)
EXPORT = re.compile(r"^export (?=const (\w+))", re.M)


def module(name: str) -> str:
    """The text of a widget's module with what it imports from this folder put in.

    anywidget gives the browser one module without an address, which cannot import its neighbours.
    """
    # In the order in which they are finished, so each before who needs it.
    made: dict[str, str] = {}

    def inlined(name: str) -> str:
        def bring(found: re.Match[str]) -> str:
            names, other = found.groups()
            if other not in made:
                text = inlined(other)
                offers = ", ".join(EXPORT.findall(text))
                text = EXPORT.sub("", text)
                made[other] = (
                    f"const from_{other} = (() => {{\n{text}\nreturn {{ {offers} }};\n}})();\n"
                )
            return f"const {{ {names} }} = from_{other};\n"

        return IMPORT.sub(bring, (HERE / f"{name}.js").read_text("utf-8"))

    own = inlined(name)
    return "".join(made.values()) + own


def style(*names: str) -> str:
    """The text of these style sheets, the board's (with the colours) first."""
    return "\n".join((HERE / f"{name}.css").read_text("utf-8") for name in ("board", *names))


def attribute(value: object) -> str:
    """A value as JSON, for an attribute in single quotes."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")


def asked(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to a request, or ValueError with its sentence."""
    reply = answer(request)
    if "error" in reply:
        raise ValueError(reply["error"]["text"])
    return reply


class Widget(anywidget.AnyWidget):
    """A widget of the book; ``kind = "cards"`` says that its files are ``cards.js`` and ``cards.css``.

    ``setup`` is what it was made for, ``reply`` what the engine says of it at first; both are JSON and
    come to the page with it. ``fallback`` is what a reader without scripts, or on paper, sees of it.
    """

    kind = ""
    setup = traitlets.Dict().tag(sync=True)
    reply = traitlets.Dict().tag(sync=True)
    pages = traitlets.Dict().tag(sync=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """The module and the style sheet of the class."""
        if "kind" in vars(cls):  # traits that are added to a widget make a class of it, without
            cls._esm = module(cls.kind)
            cls._css = style(cls.kind)
        super().__init_subclass__(**kwargs)

    def __init__(self, setup: dict[str, Any], reply: dict[str, Any]) -> None:
        super().__init__(setup=setup, reply=reply)
        self.on_msg(self._heard)

    def _heard(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        self.send({"id": content.get("id"), "reply": answer(content.get("request"))})

    def told(self) -> str:
        """What it shows, as text."""
        raise NotImplementedError

    def fallback(self) -> str:
        """What it shows, as HTML without scripts."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and beside it its place on a page and its text."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        state = attribute({"setup": self.setup, "reply": self.reply})
        return data | {
            "text/plain": f"{self!r}\n{self.told()}",
            "text/html": f'<div class="gs-widget" data-widget="{self.kind}" data-state=\'{state}\'>'
            f'<div class="gs-fallback">{self.fallback()}</div></div>',
        }, metadata
