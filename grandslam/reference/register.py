"""The rule register: every clause of the three sources, where it is taught and shown, and what proves it.

``clauses.csv`` holds the clauses: id, section of the book, the clause in our words, the ruling that
decides it where the sources part, and the clauses of the other sources that agree or differ.
``register.csv`` adds two cells to each: ``shown``, a drill (``serving-1``) or a board
(``doubles#board-play-doubles``), and ``test``, one or more tests by their pytest names. Either may be
``nothing to play: `` and a reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from grandslam.reference.page import Shown, link, table, title, words
from grandslam.rulesets import EDITION_NAMES
from grandslam.rulings import QUESTIONS

SOURCES = {code.upper(): name for code, name in EDITION_NAMES.items()}
"""The sources by the letters that their clauses' ids begin with."""
TAUGHT = {"components": "setup", "receiving-a-smash": "smashing", "victory": "ace"}
"""Sections that have no page of their own name → the page that teaches them."""
NOTHING = "nothing to play: "


@dataclass(frozen=True)
class Clause:
    """One clause of one source."""

    id: str
    section: str
    text: str
    ruling: str
    agrees: tuple[str, ...]
    differs: tuple[str, ...]
    shown: str
    test: str

    @property
    def source(self) -> str:
        """EN, KO or ZH."""
        return self.id[:2]

    @property
    def page(self) -> str:
        """The page that teaches it."""
        return TAUGHT.get(self.section, self.section)

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests that prove it."""
        return () if self.test.startswith(NOTHING) else tuple(self.test.split())

    @property
    def place(self) -> tuple[str, str] | None:
        """Page and anchor of what shows it."""
        return None if self.shown.startswith(NOTHING) else place(self.shown)


def place(shown: str) -> tuple[str, str]:
    """The page and the anchor of a drill, or of a board.

    >>> place("off-balance-2"), place("doubles#board-play-doubles")
    (('off-balance', 'drill-off-balance-2'), ('doubles', 'board-play-doubles'))
    """
    page, _, anchor = shown.partition("#")
    return (page, anchor) if anchor else (shown.rpartition("-")[0], f"drill-{shown}")


@lru_cache(maxsize=1)
def clauses() -> dict[str, Clause]:
    """Every clause by its id, in the order of the file."""
    added = {row["id"]: row for row in table("register")}
    return {
        row["id"]: Clause(
            row["id"],
            row["section"],
            row["clause"],
            row["ruling"],
            tuple(row["agrees"].split()),
            tuple(row["differs"].split()),
            added[row["id"]]["shown"],
            added[row["id"]]["test"],
        )
        for row in table("clauses")
    }


def sections() -> dict[str, list[Clause]]:
    """The clauses of each section, in the order in which the English source comes to it."""
    found: dict[str, list[Clause]] = {}
    for clause in clauses().values():
        found.setdefault(clause.section, []).append(clause)
    return found


def taught(page: str) -> list[str]:
    """The sections that a page teaches.

    >>> taught("smashing"), taught("play")
    (['smashing', 'receiving-a-smash'], [])
    """
    return [section for section in sections() if TAUGHT.get(section, section) == page]


def ids(numbers: Iterable[str], page: str = "") -> str:
    """Clauses as links; on the register's own page without ``page``."""
    return " ".join(link(number, page, number) for number in numbers)


def named(shown: str) -> str:
    """What shows a clause, in words.

    >>> named("serving-1"), named("doubles#board-play-doubles")
    ('drill Serving 1', 'board Play doubles')
    """
    kind, _, name = place(shown)[1].partition("-")
    return f"{kind} {title(name)}"


# ---------------------------------------------------------------- the page
def page() -> Shown:
    """The whole register, section by section."""
    every = clauses()
    groups = sections()
    jump = " · ".join(link(title(section), "", section) for section in groups)
    body = "".join(_group(section, found) for section, found in groups.items())
    html = (
        f'<div class="register" data-script="register">{_filter(groups)}<p>{jump}</p>\n{body}</div>'
    )
    counts = ", ".join(
        f"{sum(clause.source == source for clause in every.values())} {name}"
        for source, name in SOURCES.items()
    )
    return Shown(html, f"The rule register: {len(every)} clauses ({counts}).")


def _filter(groups: Iterable[str]) -> str:
    """The choice of source and section; the page's script shows it."""
    return (
        '<form class="filter">'
        f"{_select('source', 'Source', SOURCES.items())}"
        f"{_select('section', 'Section', ((name, title(name)) for name in groups))}"
        '<label class="tick"><input type="checkbox" name="differs" value="yes"> only where sources '
        'differ</label><p role="status"></p></form>'
    )


def _select(name: str, label: str, choices: Iterable[tuple[str, str]]) -> str:
    options = "".join(f'<option value="{value}">{words}</option>' for value, words in choices)
    return (
        f'<label>{label} <select name="{name}"><option value="">all</option>{options}'
        "</select></label>"
    )


def _group(section: str, found: list[Clause]) -> str:
    items = "".join(map(_item, found))
    head = f'<h2 id="{section}">{title(section)}</h2>\n'
    return f'<section data-section="{section}">{head}<ul>{items}</ul></section>'


def _item(clause: Clause) -> str:
    place = clause.place
    shown = link(named(clause.shown), *place) if place else words(_reason(clause.shown))
    tests = "<br>".join(_tests(clause.tests)) if clause.tests else words(_reason(clause.test))
    facts = {
        "Taught": link(title(clause.page), clause.page),
        "Shown": shown,
        "Proved": tests,
    }
    if clause.ruling:
        anchor = f"ruling-{clause.ruling}"
        facts["Ruling"] = link(QUESTIONS[clause.ruling], "editions", anchor)
    if clause.agrees:
        facts["Agree"] = ids(clause.agrees)
    if clause.differs:
        facts["Differ"] = ids(clause.differs)
    if not (clause.agrees or clause.differs):
        facts["Others"] = "No other source says it."
    told = "".join(f"<div><dt>{name}</dt> <dd>{what}</dd></div>\n" for name, what in facts.items())
    differs = ' data-differs="yes"' if clause.differs else ""
    return (
        f'<li id="{clause.id}" data-source="{clause.source}"{differs}>'
        f"<p><b>{clause.id}</b> {words(clause.text)}</p>\n<dl>{told}</dl></li>\n"
    )


def _reason(cell: str) -> str:
    return f"Nothing to play: {cell.removeprefix(NOTHING)}."


def _tests(names: Iterable[str]) -> Iterable[str]:
    """Tests of one file together: the file, and their names."""
    for file, found in groupby(names, key=lambda name: name.partition("::")[0]):
        tests = ", ".join(f"<code>{name.partition('::')[2]}</code>" for name in found)
        yield f"{tests} in <code>{file}</code>"
