"""What holds on every page of the built site, whatever it is about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from browser.boards import boards, python_ready
from browser.local_site import BOARD_PAGES, FOLDER, HTML, PAGES
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser.conftest import Reader
    from playwright.sync_api import Page

# Readers may follow a link of the text to another host; nothing else may lead there.
ADDRESSES = """() => [...document.querySelectorAll('[href], [src]')]
    .filter((e) => !e.matches('article a[href^="https://"]'))
    .map((e) => e.getAttribute('href') ?? e.getAttribute('src'))"""


MATCH = re.compile(r"\d+\.[\w-]+$")
"""An anchor that is no place on the page but a match, which the board there opens."""


def targets(text: str) -> set[str]:
    """The anchors of a page."""
    return set(re.findall(r'\sid="([^"]+)"', text))


def broken(page: Page) -> Iterator[str]:
    """Addresses on the page that lead nowhere within the site."""
    for given in page.evaluate(ADDRESSES):
        if given.startswith("data:"):
            continue
        address, anchor = urldefrag(urljoin(page.url, given))
        path = unquote(urlsplit(address).path)
        if not path.startswith(FOLDER):
            yield f"{given}: outside of the site"
            continue
        file = HTML / path.removeprefix(FOLDER)
        if not file.is_file():
            yield f"{given}: no such file"
        elif (
            anchor
            and not MATCH.match(anchor)
            and unquote(anchor) not in targets(file.read_text("utf-8"))
        ):
            yield f"{given}: no such place on that page"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole(early_reader: Reader, path: str) -> None:
    """Title, one heading, language, policy; links that lead somewhere; no stray request or error."""
    page = early_reader.open(path)
    expect(page).to_have_title(re.compile(r"\S · Grand Slam"))
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.locator("h1")).to_have_count(1)
    policy = page.locator('head > meta[http-equiv="Content-Security-Policy"]')
    given = policy.get_attribute("content") or ""
    assert "default-src 'none'" in given
    assert "script-src 'self';" in given
    assert "unsafe" not in given
    assert list(broken(page)) == []
    names = page.locator('nav[aria-label="Contents"]:visible a').all_inner_texts()
    chapters = [page for page in PAGES if page.startswith(("book/", "notebooks/"))]
    assert len(names) == len(chapters), "the contents list every page of the book"


@pytest.mark.parametrize("path", BOARD_PAGES)
def test_boards_are_there_and_get_one_python(reader: Reader, path: str) -> None:
    """Every board is visible, has a name of its own and a court; one worker serves them all."""
    page = reader.open(path)
    names = set()
    for board in boards(page):
        expect(board.root).to_be_visible()
        expect(board.root.locator(".gs-court")).to_be_visible()
        expect(board.main).to_be_visible()
        names.add(board.root.get_attribute("aria-label"))
        expect(board.mount.locator(".gs-picture")).to_be_hidden()
    assert len(names) == len(boards(page))
    python_ready(page)
    assert len(page.workers) == 1
    for name in ("pyodide.asm.wasm", "python_stdlib.zip", "grandslam.zip"):
        assert sum(url.endswith(name) for url in reader.requests) == 1


@pytest.mark.parametrize("door", ["", "index.html"])
def test_the_front_door_leads_to_the_first_page(reader: Reader, door: str) -> None:
    """The redirect stays in the sub-folder."""
    page = reader.open(door)
    page.wait_for_url("**/book/setup.html")
    assert page.url == f"{reader.site.address}book/setup.html"
    expect(page.locator("h1")).to_contain_text("Welcome")


@pytest.mark.parametrize("path", BOARD_PAGES)
def test_without_scripts(early_reader: Reader, path: str) -> None:
    """Text, contents, and for each board its picture with words for it and a sentence."""
    page = early_reader.open(path, java_script_enabled=False)
    mounts = page.locator(".gs-board-mount").all()
    assert mounts
    for mount in mounts:
        picture = mount.locator("img")
        expect(picture).to_be_visible()
        assert len(picture.get_attribute("alt") or "") > 20
        box = picture.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 200
        expect(mount.locator("figcaption")).to_have_text(re.compile(r"^[A-Z].{20,}\.$", re.S))
        assert mount.locator("button").count() == 0
    for text in page.locator(":is(article p, article li):not(details *)").all():
        expect(text).to_be_visible()
    page.locator('nav[aria-label="Contents"]:visible a', has_text="Play").click()
    expect(page.locator("h1")).to_contain_text("Play")


def test_without_scripts_the_contents_open_on_a_phone(early_reader: Reader) -> None:
    page = early_reader.open(
        "book/serving.html", java_script_enabled=False, viewport={"width": 360, "height": 700}
    )
    link = page.locator('nav[aria-label="Contents"]:visible a', has_text="Play")
    expect(link).to_have_count(0)
    page.locator("summary", has_text="Contents").click()
    link.click()
    expect(page.locator("h1")).to_contain_text("Play")


@pytest.mark.parametrize("path", BOARD_PAGES)
def test_on_paper(early_reader: Reader, path: str) -> None:
    """The picture is printed in the board's place, with its sentence; not the board."""
    page = early_reader.open(path)
    found = boards(page)
    page.emulate_media(media="print")
    for board in found:
        expect(board.mount.locator(".gs-picture img")).to_be_visible()
        expect(board.mount.locator(".gs-picture figcaption")).to_be_visible()
        expect(board.root).to_be_hidden()
    expect(page.locator("nav:visible")).to_have_count(0)
    page.emulate_media(media="screen")
    for board in found:
        expect(board.root).to_be_visible()


def test_search_in_the_sub_folder(early_reader: Reader) -> None:
    """From a page's own field to a page that is found."""
    page = early_reader.open("book/play.html")
    field = page.locator('header input[type="search"]')
    field.fill("serve")
    field.press("Enter")
    results = page.locator("#search-results a")
    expect(results.filter(has_text="Serving")).not_to_have_count(0)
    assert urlsplit(page.url).path == f"{FOLDER}search.html"
    results.filter(has_text="Serving").first.click()
    expect(page.locator("h1")).to_contain_text("Serving")


def test_colours_are_kept(early_reader: Reader) -> None:
    """The button for the colours turns page and boards, and the next page remembers."""
    page = early_reader.open("book/play.html", color_scheme="light")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    cloth = "() => getComputedStyle(document.querySelector('.gs-board')).backgroundColor"
    boards(page)
    light = (page.evaluate(paper), page.evaluate(cloth))
    button = page.locator("button.colours")
    for _ in range(3):
        button.click()
        if page.locator("html").get_attribute("data-theme") == "dark":
            break
    dark = (page.evaluate(paper), page.evaluate(cloth))
    assert light[0] != dark[0]
    assert light[1] != dark[1]
    page.goto(f"{early_reader.site.address}book/serving.html")
    boards(page)
    assert (page.evaluate(paper), page.evaluate(cloth)) == dark


def test_nothing_of_the_build_leaks() -> None:
    """No path of the machine that built the site stands in its files."""
    root = str(Path(HTML).parents[1])
    for file in HTML.rglob("*"):
        if file.suffix in {".html", ".js", ".json", ".ipynb", ".css"}:
            assert root not in file.read_text("utf-8"), file
