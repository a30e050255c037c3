"""The odds panel of the Play page's board: counted in the browser, and quiet on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.axe import violations
from browser.boards import board_of, python_ready
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Reader

STILL = 1.0
"""Pixels by which a height may differ and still be the same."""


@pytest.mark.parametrize("width", [320, 360, 1366])
def test_the_panel_follows_the_match_and_keeps_its_height(reader: Reader, width: int) -> None:
    """Some turns with the panel open: it tells percentages, and nothing below the board moves."""
    page = reader.open(
        "book/play.html", viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    board = board_of(page)
    python_ready(page)
    board.tool("New match").click()
    board.dialog.locator('input[name="seed"]').fill("21")
    board.dialog.locator('input[name="server"][value="0"]').check()
    board.press(board.dialog.get_by_role("button", name="Start"))
    panel = board.root.locator(".gs-odds")
    expect(panel).to_have_count(0)
    board.tool("Odds").click()
    expect(board.tool("Odds")).to_have_attribute("aria-pressed", "true")
    expect(panel).to_contain_text("No ball is in play")
    heights = {"start": board.height}
    told = set()
    for turn in range(6):
        while board.follow() != "play":
            expect(panel).to_contain_text(re.compile(r"\d\s%|No ball"))
            heights[f"{turn}: chosen"] = board.height
            told.add(panel.inner_text())
        heights[f"{turn}: played"] = board.height
    assert len(told) > 3
    count = panel.locator(".gs-odds-count summary")
    if count.count():
        count.first.scroll_into_view_if_needed()
    heights["end"] = board.height
    first = heights["start"]
    assert {state: h - first for state, h in heights.items() if abs(h - first) > STILL} == {}
    wide, room = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= room


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_counting_can_be_read_by_everybody(reader: Reader, theme: str) -> None:
    """With a case and its counting unfolded axe-core finds no fault; a key hides the panel."""
    page = reader.open("book/play.html", color_scheme=theme)
    board = board_of(page)
    python_ready(page)
    board.tool("New match").click()
    board.dialog.locator('input[name="seed"]').fill("42")
    board.dialog.locator('input[name="server"][value="1"]').check()
    board.press(board.dialog.get_by_role("button", name="Start"))
    board.tool("Odds").click()
    panel = board.root.locator(".gs-odds")
    panel.locator("summary").first.click()
    panel.locator(".gs-odds-count summary").first.click()
    expect(panel.locator(".gs-odds-cards .is-good").first).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("o")
    expect(panel).to_have_count(0)
