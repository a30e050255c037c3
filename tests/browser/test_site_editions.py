"""The page on editions, as a reader meets it: switches, examples, the table, and playing on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.axe import violations
from browser.boards import board_of
from playwright.sync_api import expect

from grandslam.rulings import ABOUT, QUESTIONS

if TYPE_CHECKING:
    from browser.conftest import Reader
    from playwright.sync_api import Locator, Page

PAGE = "book/editions.html"


def widget(page: Page) -> Locator:
    found = page.locator('.gs-widget.is-live[data-widget="editions"]')
    expect(found).to_have_count(1)
    return found


def said(page: Page, pattern: str) -> None:
    expect(widget(page).locator(".gs-sr[role=status]")).to_have_text(
        re.compile(pattern), timeout=60_000
    )


def test_a_switch_changes_the_legal_moves(reader: Reader) -> None:
    """Changed by keyboard, the ruling gains moves; they are marked and said, the focus stays."""
    page = reader.open(PAGE)
    expect(widget(page).locator(".is-lost li")).to_have_count(4)
    switch = widget(page).locator('[data-ruling="off_balance_by_choice"]')
    switch.focus()
    page.keyboard.press("ArrowDown")
    said(page, r"^Off balance by choice: yes\. 7 moves gained: Off balance to Rosa’s 1: play 1;")
    expect(widget(page).locator(".is-gained li")).to_have_count(7)
    expect(widget(page).locator(".is-gained li").first).to_contain_text("+")
    expect(switch).to_be_focused()
    widget(page).get_by_role("button", name="Korean").click()
    said(page, r"7 lost|7 moves lost")
    expect(widget(page).get_by_role("button", name="Korean")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_every_row_opens_its_example(reader: Reader) -> None:
    """One press: the position, the ruling among the switches, a difference, and a way to play on."""
    page = reader.open(PAGE)
    for name in QUESTIONS:
        page.locator(f"#example-{name} a").click()
        said(page, rf"^{re.escape(ABOUT[name]['title'])}: .*(gained|lost|differently|differs)")
        expect(widget(page).locator('[data-part="example"]')).to_have_value(name)
        expect(widget(page).locator('[data-part="example"]')).to_be_in_viewport()
        expect(widget(page).locator(f'.is-changed [data-ruling="{name}"]')).to_be_visible()
        expect(widget(page).get_by_role("link", name="Play on with these rules")).to_be_visible()


def test_an_address_opens_an_example_and_play_goes_on_with_its_rules(reader: Reader) -> None:
    """From another page’s link to the position, to the Play page, under the changed ruling."""
    page = reader.open(f"{PAGE}#example-dive_duty")
    said(page, r"1 move lost: Let it go\.")
    widget(page).get_by_role("link", name="Play on with these rules").click()
    board = board_of(page)
    board.expect_prompt(r"No card receives your\s5\..*You must, as long as you can")
    board.card(1).click()
    board.press(board.main)
    assert "let" not in (board.log.first.text_content() or "")


def test_the_address_leads_to_the_position_itself(reader: Reader) -> None:
    """Not to its row of the table; also with the page open; a made-up name changes nothing."""
    page = reader.open(f"{PAGE}#example-dive_duty")
    choice = widget(page).locator('[data-part="example"]')
    for name in ("dive_duty", "loss"):
        page.evaluate("name => { location.hash = `#example-${name}` }", name)
        said(page, rf"^{re.escape(ABOUT[name]['title'])}: ")
        expect(choice).to_have_value(name)
        expect(choice).to_be_in_viewport()
    page.evaluate("location.hash = '#example-nothing'")
    expect(choice).to_have_value("loss")


def test_what_was_chosen_is_there_again_after_play(reader: Reader) -> None:
    """Back from the Play page, and after a reload: the position and its rulings."""
    page = reader.open(f"{PAGE}#example-loss")
    said(page, "^Lasting cost: ")
    widget(page).get_by_role("button", name="Chinese").click()
    expect(widget(page).locator(".gs-ed-now")).to_have_text("Chinese edition")
    widget(page).get_by_role("link", name="Play on with these rules").click()
    board_of(page)
    page.go_back()
    expect(widget(page).locator(".gs-ed-now")).to_have_text("Chinese edition")
    page.reload()
    expect(widget(page).locator(".gs-ed-now")).to_have_text("Chinese edition")
    expect(widget(page).locator('[data-part="example"]')).to_have_value("loss")


def test_without_scripts_table_and_first_example_are_there(early_reader: Reader) -> None:
    page = early_reader.open(PAGE, java_script_enabled=False)
    expect(page.locator(".gs-fallback img")).to_be_visible()
    expect(page.locator(".gs-fallback")).to_contain_text("Lost:")
    rows = page.locator("table.rulings tbody tr")
    expect(rows).to_have_count(len(QUESTIONS))
    for row in rows.all():
        expect(row).to_be_visible()


def test_a_phone_can_reach_everything(reader: Reader) -> None:
    """At 360 px nothing scrolls sideways, and how much changed stays in sight of the switches."""
    page = reader.open(PAGE, viewport={"width": 360, "height": 740})
    switch = widget(page).locator('[data-ruling="loss"]')
    switch.scroll_into_view_if_needed()
    switch.select_option("2")
    said(page, "^Lasting cost: ")
    expect(widget(page).locator(".gs-ed-short")).to_be_in_viewport()
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= 360
    assert violations(page) == []
