"""The register has every clause once, and whatever it names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from grandslam.drills import all_drills
from grandslam.reference.page import table
from grandslam.reference.register import (
    NOTHING,
    SOURCES,
    Clause,
    clauses,
    page,
    place,
    sections,
    taught,
)
from grandslam.rulings import QUESTIONS

ROOT = Path(__file__).resolve().parents[2]
PAGES = {path.stem: path.read_text("utf-8") for path in (ROOT / "book").glob("*.ipynb")}
CLAUSES = clauses()
SAME_PLAY = [
    ("EN-26", "KO-23"),  # filling up: a player may, or simply does
    ("EN-47", "ZH-55"),  # which token marks the point
    ("KO-33", "ZH-55"),
    ("EN-71", "KO-54"),  # without a full set of cards: the turn is lost, or the point
    ("ZH-79", "KO-54"),
]
each_clause = pytest.mark.parametrize("clause", CLAUSES.values(), ids=lambda clause: clause.id)


@lru_cache
def functions(file: Path) -> Counter[str]:
    """The tests that a file defines."""
    tree = ast.parse(file.read_text("utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return Counter(node.name for node in found)


@pytest.mark.parametrize("name", ["clauses", "register"])
def test_a_clause_stands_in_each_table_once(name: str) -> None:
    """The 240 of the three sources, numbered without a gap."""
    found = [row["id"] for row in table(name)]
    counts = Counter(id_[:2] for id_ in found)
    assert counts == {"EN": 80, "KO": 61, "ZH": 99}
    expected = [f"{source}-{n:02}" for source in SOURCES for n in range(1, counts[source] + 1)]
    assert found == expected


def test_no_cell_is_empty() -> None:
    """Only the links to rulings and to other sources may be missing, and no cell has blanks around it."""
    for name, may_be_empty in (("clauses", {"ruling", "agrees", "differs"}), ("register", set())):
        for row in table(name):
            for column, cell in row.items():
                assert cell or column in may_be_empty, (row["id"], column)
                assert cell == " ".join(cell.split()), (row["id"], column)


@each_clause
def test_the_page_that_teaches_a_clause_is_there(clause: Clause) -> None:
    assert clause.page in PAGES
    assert clause.section in taught(clause.page)


@each_clause
def test_what_shows_a_clause_is_on_its_page(clause: Clause) -> None:
    """A drill or a board, at an anchor that the page has; or a reason why there is nothing."""
    if clause.place is None:
        assert len(clause.shown.removeprefix(NOTHING)) > 20
        return
    name, anchor = clause.place
    assert PAGES[name].count(f'id=\\"{anchor}\\"') == 1
    if "#" not in clause.shown:
        assert clause.shown in all_drills()


@each_clause
def test_what_proves_a_clause_is_a_test(clause: Clause) -> None:
    """A test by its name, in a file that has it; or a reason why there is nothing to prove."""
    if not clause.tests:
        assert clause.test.startswith(NOTHING)
        assert len(clause.test.removeprefix(NOTHING)) > 20
    for name in clause.tests:
        file, _, function = name.partition("::")
        assert functions(ROOT / file)[function] == 1, name
        assert function.startswith("test_")
    assert len(set(clause.tests)) == len(clause.tests)


@each_clause
def test_what_other_sources_say_is_mutual(clause: Clause) -> None:
    """A clause that agrees or differs is there, belongs to another source, and says so itself."""
    for others, name in ((clause.agrees, "agrees"), (clause.differs, "differs")):
        assert len(set(others)) == len(others)
        for other in others:
            assert CLAUSES[other].source != clause.source
            assert clause.id in getattr(CLAUSES[other], name)
    assert not set(clause.agrees) & set(clause.differs)


def test_only_a_thing_or_an_advice_has_nothing_to_play() -> None:
    """What has neither a drill nor a test is about the box, the table, or whom the rules are for."""
    idle = {clause.id for clause in CLAUSES.values() if clause.place is None and not clause.tests}
    assert {CLAUSES[id_].section for id_ in idle} <= {"components", "setup", "doubles"}
    assert len(idle) < 15


def test_rulings_and_clauses_know_each_other() -> None:
    """Every ruling is about some clause, and every clause's ruling is one."""
    assert {clause.ruling for clause in CLAUSES.values()} - {""} == set(QUESTIONS)


def test_a_difference_without_a_ruling_changes_no_play() -> None:
    """All others are decided by a ruling on either side; these say the same move in other words."""
    open_pairs = {
        frozenset((clause.id, other))
        for clause in CLAUSES.values()
        for other in clause.differs
        if not clause.ruling and not CLAUSES[other].ruling
    }
    assert open_pairs == set(map(frozenset, SAME_PLAY))


def test_every_section_is_taught_by_one_page() -> None:
    assert sorted(section for name in PAGES for section in taught(name)) == sorted(sections())


def test_the_page_shows_every_clause_and_leaves_nothing_out() -> None:
    html = page()._repr_html_()
    assert re.findall(r'<li id="([^"]+)"', html) == [
        clause.id for found in sections().values() for clause in found
    ]
    assert "<dd></dd>" not in html
    assert "None" not in html
    assert repr(page()) == "The rule register: 240 clauses (80 English, 61 Korean, 99 Chinese)."
    committed = PAGES["register"]
    for clause in CLAUSES.values():
        assert f'id=\\"{clause.id}\\"' in committed


def test_places_are_read_as_they_are_written() -> None:
    """Each drill's place is its own page, as the book's notebooks have it."""
    for slug in all_drills():
        name, anchor = place(slug)
        assert f'id=\\"{anchor}\\"' in PAGES[name]
