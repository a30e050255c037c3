"""What the pages of reference are made of: their tables, links between pages, and a cell's output."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from html import escape
from importlib import resources


@dataclass(frozen=True)
class Shown:
    """What a cell of a page shows: HTML, and a sentence where there is no page."""

    html: str
    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html


def table(name: str) -> list[dict[str, str]]:
    """The rows of one of the tables beside this file, such as ``table("clauses")``."""
    text = resources.files(__package__).joinpath(f"{name}.csv").read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


TITLES = {"setup": "Setting up", "ace": "Points and winning", "deuce": "The tennis variation"}
"""Slugs that are no words of a rulebook."""


def title(slug: str) -> str:
    """A page or a section in words.

    >>> title("off-balance"), title("ace")
    ('Off balance', 'Points and winning')
    """
    return TITLES.get(slug) or slug.replace("-", " ").capitalize()


def words(text: str) -> str:
    """Plain text for a reader, as HTML.

    >>> words("the server's card")
    'the server’s card'
    """
    return escape(text.replace("'", "’"))


def link(text: str, page: str = "", anchor: str = "") -> str:
    """A link to a page of the book, or to a place on it or on the same page; ``text`` is plain.

    >>> link("drill 1", "serving", "drill-serving-1")
    '<a href="serving.html#drill-serving-1">drill 1</a>'
    """
    to = (f"{page}.html" if page else "") + (f"#{anchor}" if anchor else "")
    return f'<a href="{escape(to)}">{words(text)}</a>'
