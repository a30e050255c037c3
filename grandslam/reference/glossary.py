"""The glossary: every word of the game that this book uses, and what the three sources call it.

``glossary.csv`` has a row for each: the term, the forms in which a page's text may have it (parted by
``; ``), its meaning, the English, Korean and Chinese source's own word (``–`` where it has none), the
page that teaches it, and what else people say or type for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from grandslam.reference.page import Shown, link, table, title, words
from grandslam.rulesets import EDITION_NAMES

NONE = "–"
MARKS = {"en": "en", "ko": "ko", "zh": "zh-Hant"}
"""The sources' languages, as pages mark them."""


@dataclass(frozen=True)
class Term:
    """A word of the game."""

    term: str
    forms: tuple[str, ...]
    meaning: str
    words: dict[str, str]
    page: str
    also: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Its place on the glossary's page."""
        return "term-" + "-".join(self.term.lower().split())


@lru_cache(maxsize=1)
def terms() -> dict[str, Term]:
    """Every term, in the order of the alphabet."""
    return {
        row["term"]: Term(
            row["term"],
            tuple(row["forms"].split("; ")),
            row["meaning"],
            {
                code: row[name.lower()]
                for code, name in EDITION_NAMES.items()
                if row[name.lower()] != NONE
            },
            row["page"],
            tuple(filter(None, row["also"].split("; "))),
        )
        for row in table("glossary")
    }


@lru_cache(maxsize=1)
def _forms() -> tuple[re.Pattern[str], dict[str, Term]]:
    whose = {form.lower(): term for term in terms().values() for form in term.forms}
    longest = sorted(whose, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b", re.IGNORECASE), whose


def found(text: str) -> Iterator[tuple[int, int, Term]]:
    """Where a text uses a term: start, end and the term; the longest form wins.

    >>> [(start, term.term) for start, _, term in found("A hand limit of six.")]
    [(2, 'hand limit')]
    """
    pattern, whose = _forms()
    for match in pattern.finditer(text.replace("\n", " ")):
        yield match.start(), match.end(), whose[match[0].lower()]


def everyday(page: str) -> list[str]:
    """What people say when they mean a page: its terms, in all languages, and what else they are called.

    >>> {"fast ball", "smash", "扣殺"} <= set(everyday("smashing"))
    True
    """
    said = (
        (term.term, *term.words.values(), *term.also)
        for term in terms().values()
        if term.page == page
    )
    return sorted({phrase.lower() for phrases in said for phrase in phrases})


# ---------------------------------------------------------------- the page
def page() -> Shown:
    """Every term with its meaning and the sources' words."""
    letters: dict[str, list[Term]] = {}
    for term in terms().values():
        letters.setdefault(term.term[0].upper(), []).append(term)
    jump = " ".join(link(letter, "", first[0].anchor) for letter, first in letters.items())
    items = "".join(map(_item, terms().values()))
    html = f'<div class="glossary"><p class="letters">{jump}</p>\n<dl>{items}</dl></div>'
    return Shown(html, f"The glossary: {', '.join(terms())}.")


def _item(term: Term) -> str:
    said = "".join(
        f'<span>{EDITION_NAMES[code]} <span lang="{MARKS[code]}">{words(word)}</span></span> '
        for code, word in term.words.items()
    )
    told = f'<p class="words">{said}<span>{link(title(term.page), term.page)}</span></p>'
    return (
        f'<div id="{term.anchor}"><dt>{words(term.term)}</dt>\n'
        f"<dd><p>{words(term.meaning)}</p>\n{told}</dd></div>\n"
    )
