"""The pages of reference: a question finds its answer, a clause its place, a word its meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest
from browser.axe import violations
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Reader

# What people type into the search → how the page is called that they want, first of all.
SEARCHES = [
    ("out of cards", "End of turn"),
    ("fast ball", "Smashing"),
    ("tie", "The tennis variation"),
    ("partner", "Doubles"),
    ("who starts", "Serving"),
    ("last resort", "Diving receive"),
    ("one card", "Off balance"),
    ("how to win", "Ace"),
    ("open cards", "Master Rules"),
    ("attack point", "Receiving"),
    ("스매싱", "Smashing"),
    ("飛身撲球", "Diving receive"),
]


PAGES = ("editions", "cards", "look-up", "glossary", "register")


@pytest.mark.parametrize(("words", "title"), SEARCHES)
def test_a_rule_is_found_by_its_everyday_words(reader: Reader, words: str, title: str) -> None:
    """In a sub-folder of a plain static server; the best page comes first."""
    page = reader.open(f"search.html?q={words}")
    first = page.locator("#search-results li > a").first
    expect(first).to_contain_text(title)
    first.click()
    expect(page.locator("h1")).to_contain_text(title)


@pytest.mark.parametrize(
    ("words", "titles"),
    [("swap", ["Ace", "Master Rules"]), ("Korean", ["Off balance", "Serving"])],
)
def test_words_of_several_pages_find_them_all(
    reader: Reader, words: str, titles: list[str]
) -> None:
    page = reader.open(f"search.html?q={words}")
    for title in titles:
        expect(page.locator("#search-results li > a").filter(has_text=title)).not_to_have_count(0)


def test_the_search_hands_its_question_on(reader: Reader) -> None:
    """What no search understands, the look-up may: the link takes the words along."""
    page = reader.open("search.html?q=飛身撲球後可以扣殺嗎")
    page.get_by_role("link", name="Ask the look-up").click()
    expect(page.locator("#ask")).to_have_value("飛身撲球後可以扣殺嗎")
    expect(page.locator(".found article").first).to_have_attribute("data-page", "diving")


def test_a_question_is_answered_while_it_is_typed(reader: Reader) -> None:
    """Announced, kept in the address, and gone with Escape; without any connection."""
    page = reader.open("book/look-up.html")
    field = page.get_by_role("searchbox", name="Your question")
    status = page.locator(".ask [role=status]")
    before = len(reader.requests)
    page.context.set_offline(True)
    field.press_sequentially("can I smash after a dive?")
    first = page.locator(".found article").first
    expect(first.locator("h3")).to_have_text("Can I smash after a dive?")
    expect(first).to_contain_text("No smash can be played in a turn with a dive.")
    expect(first.get_by_role("link", name="Diving", exact=True)).to_be_visible()
    expect(first.get_by_role("link", name="EN-42")).to_be_visible()
    assert first.locator("img").evaluate("e => e.decode().then(() => e.naturalWidth)") > 100
    expect(status).to_contain_text("best first: Can I smash after a dive?")
    expect(page.locator(".look-up .all")).to_be_hidden()
    page.wait_for_url("**/book/look-up.html?q=*")
    assert parse_qs(urlsplit(page.url).query) == {"q": ["can I smash after a dive?"]}
    field.press("Enter")
    expect(first.locator("h3")).to_be_focused()
    field.fill("xyzzyq")
    expect(status).to_contain_text("No answer to that.")
    expect(page.locator(".look-up .all")).to_be_visible()
    field.press("Escape")
    expect(field).to_have_value("")
    expect(status).to_have_text("")
    assert page.locator(".answers article").count() > 100
    # A browser asks for the picture of its tab whenever the address changes.
    asked = {url.rpartition("/")[2] for url in reader.requests[before:] if url[:5] != "data:"}
    assert asked <= {"favicon.svg"}


@pytest.mark.parametrize(
    ("question", "page_"), [("red ball one card", "off-balance"), ("다이빙 리시브", "diving")]
)
def test_a_question_may_come_with_the_address(reader: Reader, question: str, page_: str) -> None:
    page = reader.open(f"book/look-up.html?q={question}")
    expect(page.locator("#ask")).to_have_value(question)
    expect(page.locator(".found article").first).to_have_attribute("data-page", page_)
    assert violations(page) == []


def test_the_outcome_is_said_when_the_fingers_rest(reader: Reader) -> None:
    """Not at each letter, where a screen reader would never come to the end."""
    page = reader.open("book/look-up.html")
    status = page.locator(".ask [role=status]")
    status.evaluate(
        "e => { window.told = 0;"
        " new MutationObserver(() => window.told++).observe(e, { childList: true }); }"
    )
    page.locator("#ask").press_sequentially("can I smash after a dive?")
    expect(status).to_contain_text("best first: Can I smash after a dive?")
    assert page.evaluate("window.told") < len("can I smash after a dive?") / 2


def test_the_answers_can_be_picked_without_scripts(reader: Reader) -> None:
    page = reader.open("book/look-up.html", java_script_enabled=False)
    expect(page.locator("#ask")).to_be_hidden()
    page.locator(".all").get_by_role("link", name="Can I dive in doubles?").click()
    expect(page.locator("#can-i-dive-in-doubles")).to_be_in_viewport()
    expect(page.locator("#can-i-dive-in-doubles")).to_contain_text("There is no dive in doubles.")


def test_the_register_by_source_and_section(reader: Reader) -> None:
    """The choice is counted, kept in the address, and ends where a link leads to a hidden clause."""
    page = reader.open("book/register.html")
    clauses = page.locator(".register li[data-source]:visible")
    status = page.locator(".filter [role=status]")
    expect(clauses).to_have_count(240)
    page.locator("select[name=source]").select_option("Chinese")
    page.locator("select[name=section]").select_option("Diving")
    expect(status).to_have_text("12 of 240 clauses.")
    expect(clauses).to_have_count(12)
    assert page.url.endswith("?source=ZH&section=diving")
    page.get_by_label("only where sources differ").check()
    expect(clauses).to_have_count(2)
    page.locator("#ZH-46").get_by_role("link", name="EN-37").click()
    expect(page.locator("#EN-37")).to_be_in_viewport()
    expect(clauses).to_have_count(240)
    page = reader.open("book/register.html?source=KO&section=deuce")
    expect(page.locator(".register li[data-source]:visible")).to_have_count(3)


@pytest.mark.parametrize("end", ["?source=XX&section=nope", "#%", "?source=%3Cb%3E#%E0%A4%A"])
def test_a_made_up_address_shows_the_whole_register(reader: Reader, end: str) -> None:
    """Without a fault, which the reader would note."""
    page = reader.open(f"book/register.html{end}")
    expect(page.locator(".filter [role=status]")).to_have_text("240 of 240 clauses.")
    expect(page.locator("select[name=source]")).to_have_value("")


def test_from_a_clause_to_its_drill_and_back(reader: Reader) -> None:
    page = reader.open("book/register.html")
    page.locator("#EN-42").get_by_role("link", name="drill Diving 3").click()
    expect(page).to_have_url(re.compile(r"book/diving\.html#drill-diving-3$"))
    expect(page.locator("#drill-diving-3")).to_be_in_viewport()
    page.get_by_role("link", name=re.compile(r"The \d+ clauses of this page")).click()
    expect(page).to_have_url(re.compile(r"book/register\.html#diving$"))
    expect(page.locator("h2#diving")).to_be_in_viewport()


def test_without_scripts_the_whole_register_shows(reader: Reader) -> None:
    page = reader.open("book/register.html", java_script_enabled=False)
    expect(page.locator(".register li[data-source]:visible")).to_have_count(240)
    expect(page.locator(".filter")).to_be_hidden()


def test_a_word_leads_to_its_meaning(reader: Reader) -> None:
    """Its first use on the page, by a link that is no more than a dotted line."""
    page = reader.open("book/serving.html", java_script_enabled=False)
    link = page.locator("a.term", has_text="section")
    expect(link).to_have_count(1)
    assert "dotted" in link.evaluate("e => getComputedStyle(e).textDecoration")
    assert link.evaluate("e => getComputedStyle(e).color === getComputedStyle(e.parentNode).color")
    link.click()
    expect(page.locator("#term-section")).to_be_in_viewport()
    expect(page.locator("#term-section")).to_contain_text("One of the six parts of a half")


@pytest.mark.parametrize("path", ["search.html?q=dive", *(f"book/{name}.html" for name in PAGES)])
def test_letters_of_twice_the_size_need_no_scrolling_sideways(reader: Reader, path: str) -> None:
    """Not even on a small phone; tables may scroll in themselves."""
    page = reader.open(path, viewport={"width": 320, "height": 740})
    page.evaluate("document.documentElement.style.setProperty('font-size', '32px')")
    if "search" in path:
        expect(page.locator("#search-results li").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    hidden = page.locator(".skip").evaluate("e => e.getBoundingClientRect().bottom <= 0")
    assert hidden, "the link to the text shows without the focus"
