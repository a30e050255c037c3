"""The page on the cards, as a reader meets it: edit a deck, mend it, play with it, share it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.axe import violations
from browser.boards import board_of
from playwright.sync_api import expect

from grandslam import Deck

if TYPE_CHECKING:
    from browser.conftest import Reader
    from playwright.sync_api import Locator, Page

PAGE = "book/cards.html"


def widget(page: Page) -> Locator:
    found = page.locator('.gs-widget.is-live[data-widget="cards"]')
    expect(found).to_have_count(1)
    return found


def field(page: Page, row: int, column: str) -> Locator:
    return widget(page).locator(f'[data-row="{row}"] [data-column="{column}"]')


def said(page: Page, pattern: str) -> None:
    expect(widget(page).locator(".gs-sr[role=status]")).to_have_text(
        re.compile(pattern), timeout=60_000
    )


def test_a_deck_is_edited_mended_and_played_with(reader: Reader) -> None:
    """A fault stands at its line; mended, the deck is played with, and the board says whose it is."""
    page = reader.open(PAGE)
    expect(widget(page).locator(".gs-cards-faces li")).to_have_count(24)
    field(page, 3, "receives").fill("2 x")
    said(page, r"^Line 5: receives must be whole numbers")
    expect(widget(page).locator('[data-row="3"] .gs-field-no')).to_be_visible()
    expect(field(page, 3, "receives")).to_have_value("2 x")
    field(page, 3, "receives").fill("1 6")
    said(page, r"Section 1 is received by 1 more; section 2 is received by 1 fewer; section 6")
    page.reload()
    expect(field(page, 3, "receives")).to_have_value("1 6")
    said(page, r"Section 1 is received by 1 more")
    widget(page).get_by_role("link", name="Play with this deck").click()
    board = board_of(page)
    board.expect_prompt(r"The link is open, with a deck of its own\. This match is not played")
    board.serve()
    board.tool("More").click()
    expect(board.dialog).to_contain_text("a deck of its own, of 24 cards")


def test_a_file_is_opened_and_what_is_odd_is_said(reader: Reader) -> None:
    """Other sections, faces in words, a section that nobody receives; saved, it is the same file."""
    lines = [f"{n},{10 + n % 3},{10 + n % 4}" for n in range(1, 13)]
    text = "card,receives,lands\n" + "\n".join(lines) + "\n"
    page = reader.open(PAGE)
    widget(page).locator('input[type="file"]').set_input_files(
        {"name": "deck.csv", "mimeType": "text/csv", "buffer": text.encode()}
    )
    said(page, r"^Taken\. 12 cards, 12 fewer than the standard deck\.")
    expect(widget(page).locator(".gs-face-list")).to_have_count(12)
    expect(widget(page)).to_contain_text("No card receives section 13, where cards 3, 7 and 11")
    with page.expect_download() as download:
        widget(page).get_by_role("button", name="Save as CSV").click()
    assert Deck.from_csv(download.value.path()).to_csv() == text


def test_the_link_is_copied(reader: Reader) -> None:
    """It opens the Play page, with this deck, for whoever has it."""
    page = reader.open(PAGE, permissions=["clipboard-read", "clipboard-write"])
    widget(page).locator('[data-row="23"]').get_by_role("button").click()
    said(page, r"23 cards, 1 fewer than the standard deck")
    widget(page).get_by_role("button", name="Copy link").click()
    said(page, r"^Link copied\.")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert re.fullmatch(re.escape(reader.site.address) + r"book/play\.html#1\.[\w-]+", link)
    page.goto(link)
    board_of(page).expect_prompt(r"with a deck of its own")


def test_without_scripts_the_faces_are_there(early_reader: Reader) -> None:
    page = early_reader.open(PAGE, java_script_enabled=False)
    expect(page.locator(".gs-fallback img")).to_be_visible()
    page.locator(".gs-fallback summary").click()
    expect(page.locator(".gs-fallback details tbody tr")).to_have_count(24)


def test_a_phone_can_edit(early_reader: Reader) -> None:
    """At 360 px, with a fault on show, while Python is still on its way."""
    page = early_reader.open(PAGE, viewport={"width": 360, "height": 740})
    field(page, 0, "lands").fill("9")
    expect(widget(page).locator(".gs-cards-short")).to_contain_text("Python is starting")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
