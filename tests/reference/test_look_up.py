"""The look-up says nothing that is not said elsewhere, and each answer leads on."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grandslam.drills import all_drills
from grandslam.reference import glossary, look_up, register
from grandslam.reference.look_up import RULES, Answer, answers, sentences, synonyms
from grandslam.reference.page import table
from grandslam.rulesets import EDITION_NAMES, EDITIONS
from grandslam.rulings import ABOUT, QUESTIONS, words

ROOT = Path(__file__).resolve().parents[2]
HTML = look_up.page()._repr_html_()
each_answer = pytest.mark.parametrize("answer", answers(), ids=lambda answer: answer.anchor)


def said_elsewhere() -> set[str]:
    """All that rules, clauses, glossary and drills say; reasons are asked for below."""
    texts = {clause.text for clause in register.clauses().values()}
    texts |= {text for slug in RULES for text in sentences(slug)}
    texts |= {term.meaning for term in glossary.terms().values()}
    texts |= {look_up.defined(term) for term in glossary.terms().values()}
    return texts | {drill.right for drill in all_drills().values()}


def test_rules_rulings_and_words_are_all_answers() -> None:
    asked = [answer.question for answer in answers()]
    assert len(set(asked)) == len(asked)
    assert set(QUESTIONS.values()) <= set(asked)
    assert {answer.page for answer in answers() if answer.question.endswith("in short")} == set(
        RULES
    )
    assert {answer.term for answer in answers()} - {""} == set(glossary.terms())
    assert sum(not answer.term for answer in answers()) > 60


def test_no_cell_is_empty() -> None:
    for row in table("look-up"):
        assert all(row[column] for column in ("question", "drill", "also")), row
        assert bool(row["says"]) != row["question"].startswith("ruling "), row


@each_answer
def test_an_answer_is_made_of_what_is_said_elsewhere(answer: Answer) -> None:
    """Short, and no text of its own: reasons are the engine's, the rest is another page's."""
    assert answer.says
    if not answer.question.endswith("in short"):
        assert len(answer.says) <= 3
    if answer.question in QUESTIONS.values():
        assert answer.says[1] == ABOUT[answer.ruling]["why"]
        for edition, ruled in EDITIONS.items():
            said = words(answer.ruling, getattr(ruled, answer.ruling))
            assert re.search(
                rf"{EDITION_NAMES[edition]}\b[\w, ]* edition: {said}\.", answer.says[0]
            )
        return
    for text in answer.says:
        plain = re.sub(r"^(English|Korean|Chinese) account: ", "", text)
        if plain not in said_elsewhere():
            assert plain in REASONS, plain
            assert "not in your hand" not in plain


REASONS = {
    str(reason.text)
    for row in table("look-up")
    for pointer in row["says"].split("; ")
    if pointer.startswith("why ")
    for _, slug, move in [pointer.split(" ", 2)]
    if (reason := all_drills()[slug].start().position.why_not(move))
}


@each_answer
def test_an_answer_leads_on(answer: Answer) -> None:
    """To a page, and but for a mere word to a drill, its picture and clauses."""
    assert answer.page in {*RULES, "setup", "play", "editions", "cards"}
    item = re.search(rf'<article id="{answer.anchor}".*?</article>', HTML, re.DOTALL)
    assert item is not None
    assert f'href="{answer.page}.html"' in item[0]
    if answer.term:
        assert f'href="glossary.html#{glossary.terms()[answer.term].anchor}"' in item[0]
        return
    assert answer.drill in all_drills()
    page, anchor = register.place(answer.drill)
    assert f'href="{page}.html#{anchor}"' in item[0]
    assert 'href="register.html#' in item[0]
    assert item[0].count("<img alt=") == 1
    for name in answer.rulings:
        assert f'href="editions.html#ruling-{name}"' in item[0]


def test_pictures_are_drawn_from_the_drills() -> None:
    """Each is a picture that a strict page shows, and is described in a sentence."""
    from urllib.parse import unquote

    pictures = re.findall(r'<img alt="([^"]*)"[^>]* src="data:image/svg\+xml,([^"]*)"', HTML)
    assert len(pictures) == sum(not answer.term for answer in answers())
    for alt, svg in pictures:
        assert len(alt) > 20
        root = ElementTree.fromstring(unquote(svg))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "#" not in svg


def test_the_page_is_light() -> None:
    """With the theme's few KB it stays far below 150 KB on the wire."""
    assert len(gzip.compress(HTML.encode())) < 75_000


def test_names_of_places_are_given_once() -> None:
    anchors = re.findall(r'<(?:article|h2|input)[^>]*? id="([^"]+)"', HTML)
    assert len(set(anchors)) == len(anchors)


def test_words_of_all_three_languages_are_known() -> None:
    known = synonyms()
    assert {"스매싱", "扣殺", "fast ball"} <= set(known["smash"])
    assert set(known) == set(glossary.terms())
