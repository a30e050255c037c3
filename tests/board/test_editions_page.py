"""The page on editions without scripts: the table of rulings and the first comparison."""

from __future__ import annotations

import re
from html import unescape

import pytest

from grandslam.board.editions import Editions, RulingsTable
from grandslam.editions import examples
from grandslam.rulesets import EDITION_NAMES, EDITIONS
from grandslam.rulings import ABOUT, QUESTIONS, VALUES, words


def plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def row(name: str) -> str:
    found = re.search(rf'<tr id="ruling-{name}".*?</tr>', RulingsTable()._repr_html_())
    assert found
    return found[0]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_row_tells_all_of_a_ruling(name: str) -> None:
    """Question, who says what, what is ours, the page, and an example that can be opened."""
    html = row(name)
    text = plain(html)
    for part in ("question", "why", "ours"):
        assert ABOUT[name][part] in text
    assert ("Ours:" in text) == bool(ABOUT[name]["ours"])
    assert f'href="{ABOUT[name]["rule"]}.html"' in html
    (slug,) = (example.slug for example in examples().values() if example.ruling == name)
    assert f'id="example-{slug}"' in html
    assert f'href="#example-{slug}"' in html


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_row_says_which_edition_has_what(name: str) -> None:
    """Each value stands with exactly the editions that have it."""
    items = re.findall(r"<li>(.*?) <span[^>]*>(.*?)</span></li>", row(name))
    assert len(items) == len(VALUES[name])
    for value, (said, whose) in zip(VALUES[name], items, strict=True):
        assert unescape(said) == words(name, value)
        have = {EDITION_NAMES[e] for e, ruled in EDITIONS.items() if getattr(ruled, name) == value}
        assert set(whose.split(", ")) == (have or {"no edition"})


def test_the_table_is_one_for_everybody() -> None:
    """Twelve rows; it stays a table where a style sheet makes blocks of it; nothing inline."""
    html = RulingsTable()._repr_html_()
    assert html.count("<tr id=") == 12
    for tag, role in (("table", "table"), ("tr", "row"), ("td", "cell"), ("th", "")):
        for attributes in re.findall(rf"<{tag}\b([^>]*)>", html):
            assert f'role="{role}' in attributes
    assert not re.search(r"\sstyle=|<script|\son\w+=", html)
    assert len(repr(RulingsTable()).splitlines()) == 12


def test_without_scripts_the_first_example_stands_there() -> None:
    """Its picture, the change, and every move in a list of its own."""
    widget = Editions()
    html = widget.fallback()
    text = plain(html)
    assert '<img alt="A smash: the ball lies red side up on your 1.' in html
    assert "Off balance by choice: from “only to smash with it” to “no”." in text
    for name in ("lost", "kept"):
        for move in widget.reply[name]:
            assert f"{move['label']} ({move['text']})" in text
    assert text.count("−") == len(widget.reply["lost"]) == 4
    assert not re.search(r"\sstyle=|<script|\son\w+=", html)
    assert "4 moves lost" in widget.told()
    assert eval(repr(widget), {"Editions": Editions}).reply == widget.reply


@pytest.mark.parametrize("slug", examples())
def test_every_example_can_come_first(slug: str) -> None:
    """What ends differently is told before and now."""
    widget = Editions(slug)
    text = plain(widget.fallback())
    for ends in widget.reply["elsewhere"]:
        assert f"Before: {ends['one']} Now: {ends['other']}" in text


def test_an_unknown_example_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no example 'jump'"):
        Editions("jump")
