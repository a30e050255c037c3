"""The page on editions: a position with the rulings as switches, and the table of all rulings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from grandslam import rulings
from grandslam.board.picture import pictured, sentence
from grandslam.board.widget import Widget, asked
from grandslam.editions import Example, examples, only
from grandslam.rulesets import EDITION_NAMES, EDITIONS

__all__ = ["Editions", "RulingsTable"]

Json = dict[str, Any]


class Editions(Widget):
    """A position under changing rulings: what is gained, lost, or leads elsewhere.

    ``example`` is the one that is shown at first (``grandslam.editions.examples``).
    """

    kind = "editions"

    def __init__(self, example: str = "off_balance_by_choice") -> None:
        reply = asked({"do": "compare", "example": example})
        self._example = example
        super().__init__(_setup(), reply)

    def __repr__(self) -> str:
        return f"Editions({self._example!r})"

    def told(self) -> str:
        """The example, what is changed in it, and what comes of that."""
        reply = self.reply
        changes = [f"{_change(change)}." for change in reply["changes"]]
        return " ".join([reply["about"], sentence(reply["view"]), *changes, reply["said"]])

    def fallback(self) -> str:
        """The picture of the position and the lists of moves."""
        reply = self.reply
        parts = [
            pictured(reply["view"]),
            f"<p><strong>{_text(reply['title'])}.</strong> {_text(reply['about'])}</p>",
            *(f"<p>{_text(_change(change))}.</p>" for change in reply["changes"]),
        ]
        for name, sign in (("gained", "+"), ("lost", "−"), ("kept", "")):
            if reply[name]:
                items = (f"{sign} {move['label']} ({move['text']})" for move in reply[name])
                parts.append(f"<p>{NAMES[name]}:</p>{_list(map(str.strip, items))}")
        for ends in reply["elsewhere"]:
            what = [move["label"] for move in ends["moves"]] or ["The next point"]
            parts.append(
                f"<p>With another end:</p>{_list(what)}"
                f"<p>Before: {_text(ends['one'])} Now: {_text(ends['other'])}</p>"
            )
        return "".join(parts)


NAMES = {"gained": "Gained", "lost": "Lost", "kept": "Still there"}
"""What a list of moves is called."""


def _setup() -> Json:
    """All that does not change with the position: rulings, editions, examples."""
    return {
        "rulings": [
            {
                "name": name,
                "title": about["title"],
                "question": about["question"],
                "rule": about["rule"],
                "values": [{"value": v, "words": w} for v, w in about["words"].items()],
            }
            for name, about in rulings.ABOUT.items()
        ],
        "editions": [
            {
                "name": name,
                "title": EDITION_NAMES[name],
                "ruled": {ruling: getattr(ruled, ruling) for ruling in rulings.QUESTIONS},
            }
            for name, ruled in EDITIONS.items()
        ],
        "examples": [
            {"slug": example.slug, "ruling": example.ruling, "title": example.title}
            for example in examples().values()
        ],
    }


def _change(change: Json) -> str:
    return f"{change['title']}: from “{change['before']}” to “{change['now']}”"


def _text(text: object) -> str:
    return escape(str(text))


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(item)}</li>' for item in items)}</ul>"


# ------------------------------------------------------------------------------------------ the table
@dataclass(frozen=True)
class RulingsTable:
    """All rulings: question, values, which edition has which, who says what, what is ours, an example.

    Each row has the anchor ``ruling-NAME``, each example ``example-SLUG``.
    """

    def __repr__(self) -> str:
        lines = []
        for name, question in rulings.QUESTIONS.items():
            values = [f"{words} ({_whose(name, value)})" for value, words in _values(name)]
            lines.append(f"{name}: {question} {'; '.join(values)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = "".join(
            f'<th scope="col" role="columnheader">{head}</th>'
            for head in ("Ruling", "Values", "Who says what")
        )
        rows = "".join(map(_row, rulings.ABOUT))
        return (
            '<table class="rulings" role="table"><thead role="rowgroup">'
            f'<tr role="row">{heads}</tr></thead><tbody role="rowgroup">{rows}</tbody></table>'
        )


def _values(name: str) -> Iterable[tuple[Any, str]]:
    words: dict[Any, str] = rulings.ABOUT[name]["words"]
    return words.items()


def _whose(name: str, value: Any) -> str:
    """The editions that have a value."""
    have = [EDITION_NAMES[e] for e, ruled in EDITIONS.items() if getattr(ruled, name) == value]
    return ", ".join(have) or "no edition"


def _row(name: str) -> str:
    about = rulings.ABOUT[name]
    values = "".join(
        f'<li>{_text(words)} <span class="ruling-editions">{_whose(name, value)}</span></li>'
        for value, words in _values(name)
    )
    ours = f"<p><b>Ours:</b> {_text(about['ours'])}</p>" if about["ours"] else ""
    page, where = about["rule"], only(name)
    return (
        f'<tr id="ruling-{name}" role="row"><th scope="row" role="rowheader">'
        f"<p>{_text(about['title'])} <code>{name}</code></p>"
        f'<p class="ruling-question">{_text(about["question"])} {where}</p>'
        f'<p><a href="{page}.html">Rule: {page.replace("-", " ")}</a></p></th>'
        f'<td role="cell"><ul>{values}</ul></td>'
        f'<td role="cell"><p>{_text(about["why"])}</p>{ours}'
        f"{''.join(_shown(example) for example in examples().values() if example.ruling == name)}"
        f"</td></tr>"
    )


def _shown(example: Example) -> str:
    """An example of a row, with what its first two values do there."""
    reply = asked({"do": "compare", "example": example.slug})
    change = reply["changes"][0]
    return (
        f'<p id="example-{example.slug}"><b>Example:</b> {_text(reply["about"])} '
        f"From “{_text(change['before'])}” to “{_text(change['now'])}”: {_text(reply['said'])} "
        f'<a href="#example-{example.slug}">Open this example on the board</a></p>'
    )
