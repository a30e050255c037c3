"""The glossary has every term, and pages lead to it from a word's first use."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from clay import reference
from docutils import nodes
from docutils.utils import new_document

from grandslam.reference import glossary
from grandslam.reference.glossary import everyday, found, terms
from grandslam.reference.page import table

ROOT = Path(__file__).resolve().parents[2]
WANTED = {
    *(
        "ace",
        "advantage",
        "attacking card",
        "backcourt",
        "ball",
        "court",
        "deck",
        "deuce",
        "discard",
    ),
    *("diving receive", "doubles", "draw", "drill", "edition", "face", "forecourt", "hand", "land"),
    *("hand limit", "love", "Master Rules", "match", "off balance", "Original Rules", "partner"),
    *("pass", "point", "rally", "receive", "receiving area", "receiving card", "refill", "return"),
    *("row", "ruling", "seat", "section", "serve", "shot", "singles", "smash", "tennis variation"),
    *("token", "turn"),
}
"""The words of the rules, and what a reader meets besides."""


def test_the_words_are_there() -> None:
    assert set(terms()) >= WANTED
    assert list(terms()) == sorted(terms(), key=str.lower)
    assert len({term.anchor for term in terms().values()}) == len(terms())


def test_no_cell_is_empty() -> None:
    """A source without a word of its own has a dash; only what else people say may be missing."""
    for row in table("glossary"):
        for column, cell in row.items():
            assert cell or column == "also", (row["term"], column)
            assert cell == " ".join(cell.split())
        assert row["meaning"].endswith(".")
        assert row["meaning"][0].isupper()


@pytest.mark.parametrize("term", terms().values(), ids=lambda term: term.term)
def test_a_term_is_whole(term: glossary.Term) -> None:
    """Its page is there, no other term has its forms, and its words are in their own scripts."""
    assert (ROOT / f"book/{term.page}.ipynb").exists()
    others = {form for other in terms().values() if other is not term for form in other.forms}
    assert not set(term.forms) & others
    scripts = {"en": "[a-z ]", "ko": "[가-힣 ]", "zh": "[一-鿿]"}
    for code, word in term.words.items():
        assert re.fullmatch(f"{scripts[code]}+", word.lower()), word


def test_the_longest_form_wins() -> None:
    text = "A hand limit, a diving\nreceive and a hand."
    assert [term.term for *_, term in found(text)] == ["hand limit", "diving receive", "hand"]
    assert not list(found("Handing on, unserved, balloon"))


def test_everyday_words_are_of_the_page_that_teaches_them() -> None:
    assert {"fast ball", "스매싱", "扣殺"} <= set(everyday("smashing"))
    assert {"out of cards", "hand limit"} <= set(everyday("end-of-turn"))
    assert everyday("licences") == []


def test_the_page_has_every_term() -> None:
    html = glossary.page()._repr_html_()
    for term in terms().values():
        assert html.count(f'id="{term.anchor}"') == 1
        for word in term.words.values():
            assert word in html
    assert '<span lang="ko">스매싱</span>' in html


# ---------------------------------------------------------------- links to it
def page(*parts: nodes.Node, docname: str = "book/serving") -> nodes.document:
    """A page of these parts, after the theme has seen it."""
    document = new_document(docname)
    document.extend(parts)
    builder = SimpleNamespace(format="html", get_relative_uri=lambda _, to: f"../{to}.html")
    env = SimpleNamespace(all_docs={"book/glossary": 0, "book/register": 0})
    app: Any = SimpleNamespace(builder=builder, env=env)
    reference.words(app, document, docname)
    return document


def linked(document: nodes.document) -> list[str]:
    return [
        link.astext() for link in document.findall(nodes.reference) if "term" in link["classes"]
    ]


def test_the_first_use_of_a_term_is_linked() -> None:
    """Once a page, with the meaning at hand; the text stays as it was."""
    text = "Smash the ball. A smash is red, and so the ball is, too."
    document = page(nodes.paragraph("", text), nodes.paragraph("", "A rally, a ball."))
    assert linked(document) == ["Smash", "ball", "rally"]
    assert document[0].astext() == text
    link = next(document.findall(nodes.reference))
    assert link["refuri"] == "../book/glossary.html#term-smash"
    assert link["reftitle"] == terms()["smash"].meaning


def test_only_prose_is_linked() -> None:
    """Not headings, heads of tables, links, code and what cells show; the cells of a table are."""
    head = nodes.thead("", nodes.row("", nodes.entry("", nodes.paragraph("", "serve"))))
    body = nodes.tbody("", nodes.row("", nodes.entry("", nodes.paragraph("", "a rally"))))
    document = page(
        nodes.section("", nodes.title("", "Smash"), ids=["smash"]),
        nodes.paragraph(
            "", "", nodes.literal("", "deck"), nodes.reference("", "deuce", refuri="x")
        ),
        nodes.literal_block("", "ball"),
        nodes.raw("", "<p>hand</p>", format="html"),
        nodes.table("", nodes.tgroup("", head, body, cols=1)),
    )
    assert linked(document) == ["rally"]


def test_the_glossary_and_pages_elsewhere_link_nothing() -> None:
    for docname in ("book/glossary", "licences"):
        assert linked(page(nodes.paragraph("", "A smash."), docname=docname)) == []


def test_the_search_knows_a_page_by_its_everyday_words() -> None:
    document = page(nodes.paragraph("", "Text."), docname="book/smashing")
    (meta,) = document.findall(nodes.meta)
    assert {"fast", "扣殺", "스매싱"} <= set(meta["content"].split(", "))


def test_a_rules_page_leads_to_its_clauses() -> None:
    env = SimpleNamespace(all_docs={"book/register": 0})
    builder = SimpleNamespace(get_relative_uri=lambda _, to: f"{to}.html")
    app: Any = SimpleNamespace(builder=builder, env=env)
    assert reference.clauses(app, "book/smashing") == {
        "count": 25,
        "to": "book/register.html#smashing",
    }
    assert reference.clauses(app, "book/play") is None
