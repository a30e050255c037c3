"""What a reader has when Python comes late, comes broken or does not come at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.boards import Board, board_of, boards, python_ready
from browser.local_site import BOARD_PAGES, LocalSite
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.conftest import Reader
    from playwright.sync_api import Page

POLICY = (
    "default-src 'none'; script-src 'self'{}; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'"
)
FILES = (
    "worker.js",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "grandslam.zip",
)
LOST = (
    "Failed to load resource|net::ERR|MIME type|instantiation failed|Failed to fetch|HTTP status"
    r"|not valid JSON|pyodide(\.asm)?\.mjs\)$"
)
"""What browser and Pyodide write to the console then."""
LATER = "[0-9a-f]*.json"
"""Names of first answers."""


def header(allowed: bool) -> dict[str, str]:
    """The page's policy as a header, with or without WebAssembly."""
    return {"Content-Security-Policy": POLICY.format(" 'wasm-unsafe-eval'" if allowed else "")}


def assert_readable(page: Page) -> None:
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("article p").first).to_be_visible()
    for board in boards(page):
        expect(board.root.locator(".gs-court")).to_be_visible()


def assert_says_so(board: Board, fault: str) -> None:
    """The board names the fault in a sentence and offers to try again."""
    board.expect_prompt(fault)
    expect(board.button("retry")).to_be_visible()
    expect(board.button("retry")).to_have_text("Try again")


def first_point(board: Board) -> None:
    """Follow what the board offers until something has been told that Python alone can know."""
    for _ in range(40):
        if board.root.locator(".gs-score-line b").all_inner_texts() != ["0", "0"]:
            return
        board.follow()
    raise AssertionError(f"No point after 40 presses: {board.prompt.inner_text()}")


@pytest.mark.parametrize("path", BOARD_PAGES)
def test_the_policy_as_a_header(reader_of: Callable[[LocalSite], Reader], path: str) -> None:
    """With 'wasm-unsafe-eval' in the header every page works as under its meta tag."""
    reader = reader_of(LocalSite(header(allowed=True)))
    page = reader.open(path)
    boards(page)
    python_ready(page)
    if path == "book/play.html":
        first_point(board_of(page))


def test_a_header_without_webassembly(reader_of: Callable[[LocalSite], Reader]) -> None:
    """The board says that WebAssembly is off; the page stays, and so do the first answers."""
    reader = reader_of(LocalSite(header(allowed=False)))
    reader.allow("WebAssembly|wasm-eval|unsafe-eval")
    page = reader.open("book/play.html?start-limit=20")
    board = board_of(page)
    assert_says_so(board, "WebAssembly is switched off here")
    assert_readable(page)
    board.serve()
    expect(board.log.first).to_be_visible()
    board.button("retry").click()
    assert_says_so(board, "WebAssembly is switched off here")


@pytest.mark.parametrize(
    ("file", "how"),
    [
        *((file, "missing") for file in (*FILES, "pyodide-lock.json")),
        ("worker.js", "cut off"),
        ("pyodide.asm.wasm", "cut off"),
        ("python_stdlib.zip", "cut off"),
    ],
)
def test_a_file_that_does_not_come(
    reader_of: Callable[[LocalSite], Reader], file: str, how: str
) -> None:
    """Each of Python's files in turn: a sentence, first answers, and the whole board on a retry."""
    site = LocalSite()
    (site.missing if how == "missing" else site.cut).add(file)
    reader = reader_of(site)
    reader.allow(LOST)
    page = reader.open("book/play.html?start-limit=20")
    board = board_of(page)
    assert_says_so(board, r"did not arrive|not start|could not be started")
    assert_readable(page)
    board.serve()
    expect(board.log.first).to_be_visible()
    site.mend()
    board.button("retry").click()
    python_ready(page)
    expect(board.button("retry")).to_have_count(0)
    first_point(board)


def test_a_worker_of_the_wrong_type(reader_of: Callable[[LocalSite], Reader]) -> None:
    site = LocalSite()
    site.types["worker.js"] = "text/plain"
    reader = reader_of(site)
    reader.allow(LOST)
    page = reader.open("book/play.html?start-limit=20")
    assert_says_so(board_of(page), "wrong type")
    assert_readable(page)
    site.types["worker.js"] = "text/javascript"
    board_of(page).button("retry").click()
    python_ready(page)


@pytest.mark.parametrize("file", ["*.wasm", "*.zip"])
def test_a_server_that_knows_no_types(reader_of: Callable[[LocalSite], Reader], file: str) -> None:
    """WebAssembly and archives sent as plain text do not matter."""
    site = LocalSite()
    site.types[file] = "text/plain"
    page = reader_of(site).open("book/play.html")
    boards(page)
    python_ready(page)


def test_no_answer_within_the_limit(reader_of: Callable[[LocalSite], Reader]) -> None:
    """A file that hangs: after the time limit the board says so; a retry works once it comes."""
    site = LocalSite()
    site.hold("pyodide.asm.wasm")
    page = reader_of(site).open("book/play.html?start-limit=1")
    board = board_of(page)
    assert_says_so(board, "Python did not start within")
    site.mend()
    page.goto(page.url.partition("?")[0])
    python_ready(page)


@pytest.mark.parametrize("path", BOARD_PAGES)
def test_a_first_answer_before_python(reader_of: Callable[[LocalSite], Reader], path: str) -> None:
    """While Python's files are held back, a press at any board is answered from its own file."""
    site = LocalSite()
    site.hold(*FILES)
    page = reader_of(site).open(path)
    for board in boards(page):
        if board.given["reply"]["drill"] and board.given["reply"]["drill"]["kind"] != "play":
            continue
        move = board.given["reply"]["moves"][0]
        board.play(move["text"], move["cards"])
        expect(board.log.first).to_be_visible()
    assert page.evaluate("performance.getEntriesByName('grandslam-ready').length") == 0


def test_a_press_waits_for_python(reader_of: Callable[[LocalSite], Reader]) -> None:
    """Without first answers the press is kept, the board says so, and the answer comes by itself."""
    site = LocalSite()
    site.missing.add(LATER)
    site.hold("pyodide.asm.wasm")
    reader = reader_of(site)
    reader.allow(LOST)
    page = reader.open("book/play.html")
    board = board_of(page)
    heights = [board.height]
    board.main.click()
    board.expect_prompt("Python is starting.*Your press is kept")
    expect(board.log).to_have_count(0)
    heights.append(board.height)
    site.mend()
    expect(board.log).not_to_have_count(0, timeout=60_000)
    heights.append(board.height)
    assert max(heights) - min(heights) <= 1, "nothing moves when Python arrives"
    expect(board.prompt).not_to_have_text(re.compile("Python"))
