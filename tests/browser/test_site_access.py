"""Pages and boards for every reader: small windows, keys, dark paper, forced colours, still motion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browser.axe import violations
from browser.boards import Board, board_of, boards, python_ready
from browser.local_site import BOARD_PAGES, PAGES, LocalSite
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.conftest import Reader
    from playwright.sync_api import Page, ViewportSize

WIDTHS = (360, 768, 1366)
LEAST_TARGET = 24
STILL = 1.0
"""Pixels by which a place may differ and still be the same."""

TARGETS = """() => [...document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.gs-sr'))
    .filter((e) => !(e.matches('a') && e.closest('p, li, td, h1, h2, h3') && !e.closest('nav, header')))
    .map((e) => {
        const label = e.matches('input') && e.closest('label');
        const { width, height } = (label || e).getBoundingClientRect();
        return [e.outerHTML.slice(0, 80), width, height];
    })"""

# Where everything on the page lies that is no part of a board, in the page's own pixels.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
"""Adds up what the browser itself calls layout shifts, those that a reader has not caused."""
PLACES = """() => [...document.querySelectorAll('article > *, article section > *, footer')]
    .filter((e) => !e.querySelector('.gs-board-mount') && !e.closest('.gs-board-mount'))
    .map((e) => [e.textContent.trim().slice(0, 40), e.getBoundingClientRect().top + scrollY])"""


def window(width: int) -> ViewportSize:
    return {"width": width, "height": 800}


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(early_reader: Reader, path: str) -> None:
    """On every page as it opens, in light and dark, on a phone, a tablet and a desk."""
    page = early_reader.open(path, reduced_motion="reduce")
    if path in BOARD_PAGES:
        boards(page)
    found = {}
    for width in WIDTHS:
        page.set_viewport_size(window(width))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            if faults := violations(page):
                found[width, scheme] = faults
    assert found == {}


def opened_contents(page: Page) -> None:
    page.set_viewport_size(window(360))
    page.locator("summary", has_text="Contents").click()


def opened_more(page: Page) -> None:
    board_of(page).tool("More").click()


def opened_form(page: Page) -> None:
    board_of(page).tool("New match").click()


def refused_form(page: Page) -> None:
    opened_form(page)
    dialog = board_of(page).dialog
    dialog.locator('input[name="seed"]').fill("maple")
    dialog.get_by_role("button", name="Start").click()


def shown_refusal(page: Page) -> None:
    board = board_of(page, "setup-1")
    board.cards("can").first.click()
    board.cards("not").first.click()
    expect(board.prompt).to_have_class(re.compile("is-no"))


def open_hand(page: Page) -> None:
    board = board_of(page)
    board.serve()
    board.tool("More").click()
    board.press(board.dialog.get_by_label("Show the other hand"))
    board.dialog.get_by_role("button", name="Close").click()


def covered_hand(page: Page) -> None:
    board = board_of(page)
    opened_form(page)
    board.dialog.locator('select[name="seat-1"]').select_option("friend")
    board.press(board.dialog.get_by_role("button", name="Start"))
    if board.button("show").count():
        board.button("show").click()
    board.serve()
    expect(board.button("show")).to_be_visible()


def stepping(page: Page) -> None:
    board = board_of(page)
    board.serve()
    board.tool("Replay").click()
    expect(board.root.locator(".gs-steps")).to_be_visible()


def wrong_section(page: Page) -> None:
    board = board_of(page, "serving-1")
    board.tool("Hint").click()
    board.root.locator(".gs-section").last.click()
    expect(board.badge).to_have_text("not yet")


def checked_cards(page: Page) -> None:
    board = board_of(page, "receiving-1")
    for card in board.given["reply"]["view"]["hand"]:
        board.card(card["card"]).click()
    board.button("check").click()


@pytest.mark.parametrize(
    ("path", "state"),
    [
        ("book/play.html", opened_contents),
        ("book/play.html", opened_more),
        ("book/play.html", opened_form),
        ("book/play.html", refused_form),
        ("book/play.html", open_hand),
        ("book/play.html", covered_hand),
        ("book/play.html", stepping),
        ("book/setup.html", shown_refusal),
        ("book/serving.html", wrong_section),
        ("book/receiving.html", checked_cards),
    ],
)
def test_axe_finds_nothing_in_an_opened_state(
    reader: Reader, path: str, state: Callable[[Page], None]
) -> None:
    page = reader.open(path, reduced_motion="reduce")
    boards(page)
    state(page)
    found = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        if faults := violations(page):
            found[scheme] = faults
    assert found == {}


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_shows_everything(early_reader: Reader, path: str) -> None:
    """At 320 and 360 px nothing scrolls sideways, and every target takes a finger."""
    page = early_reader.open(path, viewport=window(320))
    if path in BOARD_PAGES:
        boards(page)
    for width in (320, 360):
        page.set_viewport_size(window(width))
        wide, room = page.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert wide <= room, f"{width} px"
        small = [
            target
            for target in page.evaluate(TARGETS)
            if min(target[1:]) < LEAST_TARGET and "skip" not in target[0]
        ]
        assert small == [], f"{width} px"


@pytest.mark.parametrize("width", [320, 1366])
def test_the_panels_fit(early_reader: Reader, width: int) -> None:
    """More and New match lie within the window, their targets take a finger."""
    page = early_reader.open("book/play.html", viewport=window(width))
    for state in (opened_more, refused_form):
        state(page)
        box = board_of(page).dialog.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800
        assert [t for t in page.evaluate(TARGETS) if min(t[1:]) < LEAST_TARGET] == []
        page.keyboard.press("Escape")
        expect(board_of(page).dialog).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360, 768, 1366])
def test_a_board_keeps_its_height(reader: Reader, width: int) -> None:
    """A card chosen, a card refused, some points played, stepping: what is below stays in place."""
    page = reader.open("book/play.html", viewport=window(width), reduced_motion="reduce")
    board = board_of(page)
    python_ready(page)
    board.tool("New match").click()
    board.dialog.locator('input[name="seed"]').fill("21")
    board.dialog.locator('input[name="server"][value="0"]').check()
    board.press(board.dialog.get_by_role("button", name="Start"))
    heights = {"start": board.height}
    for turn in range(8):
        for state in ("not", "can"):
            if board.cards(state).count():
                board.cards(state).first.click()
                heights[f"{turn}: {state} pressed"] = board.height
        while board.follow() != "play":
            heights[f"{turn}: chosen"] = board.height
        heights[f"{turn}: played"] = board.height
    board.press(board.tool("Replay"))
    heights["stepping"] = board.height
    first = heights["start"]
    jumps = {state: h - first for state, h in heights.items() if abs(h - first) > STILL}
    assert jumps == {}


@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.parametrize("path", BOARD_PAGES)
def test_drills_keep_their_height(early_reader: Reader, path: str, width: int) -> None:
    """A hint, an answer of any kind: nothing on the page moves."""
    page = early_reader.open(path, viewport=window(width), reduced_motion="reduce")
    found = boards(page)
    before = page.evaluate(PLACES)
    for board in found:
        for target in (
            board.tool("Hint"),
            board.root.locator(".gs-section").first,
            board.cards("not").first,
            board.cards("can").first,
            board.cards("idle").first,
            board.button("check"),
        ):
            if target.count():
                target.click()
                assert moved(before, page.evaluate(PLACES)) == {}, board.root.get_attribute(
                    "aria-label"
                )


def moved(before: list[Any], after: list[Any]) -> dict[str, float]:
    """By how much each part of a page has moved, where it has."""
    assert [name for name, _ in before] == [name for name, _ in after]
    return {
        name: round(new - old, 1)
        for (name, old), (_, new) in zip(before, after, strict=True)
        if abs(new - old) > STILL
    }


@pytest.mark.parametrize("width", [320, 360, 768, 1366])
@pytest.mark.parametrize("path", BOARD_PAGES)
def test_mounting_moves_nothing(
    reader_of: Callable[[LocalSite], Reader], path: str, width: int
) -> None:
    """Nobody sees the text jump: boards stand before the first paint, and keep their height."""
    site = LocalSite()
    context = reader_of(site).context(viewport=window(width))
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto(site.address + path)
    boards(page)
    page.wait_for_timeout(600)
    assert page.evaluate("() => window.shifted") < 0.01


def test_reduced_motion(early_reader: Reader) -> None:
    """Cards lift at once for those who asked for it, and glide for the others."""
    lift = "() => getComputedStyle(document.querySelector('.gs-card')).transitionDuration"
    for wish, expected in (("reduce", True), ("no-preference", False)):
        page = early_reader.open("book/setup.html", reduced_motion=wish)
        boards(page)
        assert (page.evaluate(lift) == "0s") == expected


def test_forced_colours_tell_the_states_apart(early_reader: Reader) -> None:
    """Where the system chooses the colours, each state of a card has an outline of its own."""
    page = early_reader.open("book/smashing.html", forced_colors="active", reduced_motion="reduce")
    looks: dict[str, str] = {}

    def note(board: Board, *states: str) -> None:
        for state in states:
            looks[state] = (
                board.cards(state)
                .first.locator(".gs-card")
                .evaluate(
                    "e => { const s = getComputedStyle(e); return s.outlineStyle + s.outlineWidth }"
                )
            )

    note(board_of(page, "smashing-1"), "idle")
    board = board_of(page, "smashing-2")
    note(board, "can", "not")
    move = next(m for m in board.given["reply"]["moves"] if len(m["cards"]) == 2)
    board.card(move["cards"][0]).click()
    note(board, "chosen", "follow")
    board.cards("not").first.click()
    note(board, "refused")
    assert len(set(looks.values())) == len(looks), looks


def test_the_skip_link_and_the_order_of_focus(early_reader: Reader) -> None:
    """Tab finds the way to the text first; the focus can be seen wherever it goes."""
    page = early_reader.open("book/play.html")
    boards(page)
    page.keyboard.press("Tab")
    skip = page.locator("a.skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    seen = set()
    for _ in range(20):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            """() => {
                const e = document.activeElement, s = getComputedStyle(e);
                const seen = s.outlineStyle !== 'none' || s.boxShadow !== 'none';
                return [e.dataset.key ?? e.className, seen];
            }"""
        )
        assert outline, f"the focus on {name} cannot be seen"
        seen.add(name)
    assert "main" in seen
    assert len([name for name in seen if str(name).startswith("card-")]) <= 1, "one stop a hand"


def test_the_keys_of_the_list(reader: Reader) -> None:
    """? lists the keys; arrows, Home and End go along the hand, Esc clears, P plays, U undoes."""
    page = reader.open("book/play.html", reduced_motion="reduce")
    board = board_of(page)
    python_ready(page)
    board.main.focus()
    page.keyboard.press("?")
    expect(board.dialog).to_be_visible()
    expect(board.dialog).to_contain_text("press the main button")
    page.keyboard.press("Escape")
    expect(board.dialog).to_be_hidden()
    said = board.said.text_content() or ""
    board.main.focus()
    page.keyboard.press("p")
    board.wait_for_word(said)
    hand = board.root.locator(".gs-hand button")
    hand.first.focus()
    page.keyboard.press("End")
    expect(hand.last).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(hand.first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(hand.first).to_be_focused()
    board.cards("can").first.focus()
    page.keyboard.press("Enter")
    expect(board.cards("chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(board.cards("chosen")).to_have_count(0)
    lines = board.moves
    said = board.said.text_content() or ""
    page.keyboard.press("u")
    board.wait_for_word(said)
    assert board.moves < lines
