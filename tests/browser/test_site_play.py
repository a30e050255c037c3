"""Matches on the Play page, played by pressing what the board offers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browser.axe import violations
from browser.boards import Board, board_of, boards, python_ready
from browser.local_site import HTML
from playwright.sync_api import expect

if TYPE_CHECKING:
    from browser.conftest import Reader
    from playwright.sync_api import Page

MOST_PRESSES = 1500
PLAY = "book/play.html"


def at_play(reader: Reader, **options: Any) -> Board:
    """The board of the Play page, Python awake."""
    page = reader.open(PLAY, reduced_motion="reduce", **options)
    board = board_of(page)
    python_ready(page)
    return board


def new_match(board: Board, **wanted: str) -> None:
    """Fill in the form of a new match by its fields' names."""
    board.tool("New match").click()
    for name, value in wanted.items():
        if name == "seed":
            board.dialog.locator('input[name="seed"]').fill(value)
        elif name == "opponent":
            board.dialog.locator('select[name="seat-1"]').select_option(value)
        else:
            board.dialog.locator(f'input[name="{name}"][value="{value}"]').check()
    board.press(board.dialog.get_by_role("button", name="Start"))
    expect(board.dialog).to_be_hidden()


def is_over(board: Board) -> bool:
    return board.button("new").count() > 0


def points(board: Board) -> str:
    return board.root.locator(".gs-score-words").inner_text()


def assert_won(board: Board, seen: list[str]) -> None:
    """The match has gone from point to point to its end, and the board offers the next one."""
    assert is_over(board)
    assert len(dict.fromkeys(seen)) >= 4, seen
    expect(board.main).to_contain_text("New match")
    expect(board.cards("can")).to_have_count(0)
    expect(board.prompt).to_contain_text(re.compile("match", re.I))


def test_a_whole_match_by_pressing(reader: Reader) -> None:
    """Against the rookie, basic scoring: what the board offers leads to somebody's victory."""
    board = at_play(reader)
    new_match(board, opponent="rookie", scoring="first_to_four", server="0", seed="7")
    seen = []
    for _ in range(MOST_PRESSES):
        if is_over(board):
            break
        if board.follow() == "play":
            seen.append(points(board))
    assert_won(board, seen)
    own, far = (int(text) for text in board.root.locator(".gs-score-line b").all_inner_texts())
    assert max(own, far) == 4 > min(own, far)
    for scheme in ("light", "dark"):
        board.page.emulate_media(color_scheme=scheme)
        assert violations(board.page) == []
    assert not (set(seen) & {"Deuce", "Fifteen–love"})


def test_a_whole_match_by_keyboard(reader: Reader) -> None:
    """Korean edition; no pointer after the page has loaded, and the focus is never lost."""
    page = reader.open(PLAY, reduced_motion="reduce")
    board = board_of(page)
    python_ready(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.key === 'main'"):
            break
    seen: list[str] = []
    for _ in range(MOST_PRESSES):
        key, do = board.offer()
        if do == "new":
            break
        focus = page.evaluate("() => document.activeElement.closest('.gs button')?.dataset.key")
        assert focus, "the focus has left the board"
        if do == "play":
            before = board.said.text_content() or ""
            page.keyboard.press("p")
            board.wait_for_word(before)
            seen.append(points(board))
        elif focus == key:
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("ArrowRight")
    assert_won(board, seen)


def test_a_match_of_two_at_one_screen(reader: Reader) -> None:
    """Chinese edition, tennis scoring: each hand lies covered until its owner asks for it."""
    board = at_play(reader)
    new_match(board, opponent="friend", edition="zh", scoring="deuce", server="0", seed="11")
    hand = board.root.locator(".gs-hand")
    seen, covered = [], 0
    for _ in range(MOST_PRESSES):
        if is_over(board):
            break
        key, do = board.offer()
        if do == "show":
            target = board.root.locator(f'[data-key="{key}"]')
            covered += 1
            assert hand.locator("button").count() == 0
            assert hand.locator("text").count() == 0, "no face is drawn"
            assert "receives" not in hand.inner_text()
            if covered <= 3:
                expect(target).to_have_text(re.compile("^Show .+ cards"))
                expect(board.root.locator(".gs-court")).to_be_visible()
                expect(board.root.locator(".gs-log")).to_be_visible()
                label = board.root.locator(".gs-court").get_attribute("aria-label") or ""
                assert not re.search(r"[Hh]and|cards? \d", label)
            target.click()
            expect(hand.locator("button").first).to_be_visible()
        elif board.follow() == "play":
            seen.append(points(board))
    assert covered >= 8
    assert_won(board, seen)
    assert {"Fifteen–love", "Love–fifteen"} & set(seen), set(seen)


def test_tennis_scoring_against_the_rookie(reader: Reader) -> None:
    """The first point is told in tennis's words."""
    board = at_play(reader)
    new_match(board, opponent="rookie", scoring="deuce", server="1", seed="3")
    for _ in range(100):
        if points(board) != "Love all":
            break
        board.follow()
    assert points(board) in {"Fifteen–love", "Love–fifteen"}


def some_moves(board: Board, count: int = 3) -> None:
    """Play until so many moves of one's own are done."""
    while count:
        if board.follow() == "play":
            count -= 1


def test_a_reload_keeps_the_match(reader: Reader) -> None:
    """After a reload, and after leaving the page and coming back, the match goes on."""
    board = at_play(reader)
    new_match(board, opponent="rookie", scoring="deuce", server="0", seed="21")
    some_moves(board)
    before = board.shows()
    page = board.page
    page.reload()
    board = board_of(page)
    assert board.shows() == before
    page.locator('nav[aria-label="Contents"]:visible a', has_text="Serving").click()
    expect(page.locator("h1")).to_contain_text("Serving")
    page.go_back()
    board = board_of(page)
    assert board.shows() == before
    python_ready(page)
    some_moves(board, 1)
    assert board.shows() != before


def test_the_back_button_leaves_the_page(reader: Reader) -> None:
    """Playing does not fill the browser's history."""
    page = reader.open("book/setup.html")
    page.goto(f"{reader.site.address}{PLAY}")
    board = board_of(page)
    python_ready(page)
    some_moves(board, 2)
    page.go_back()
    expect(page.locator("h1")).to_contain_text("Welcome")


def test_a_double_click_plays_once(reader: Reader) -> None:
    """From the first answers as well as from Python."""
    page = reader.open(PLAY)
    board = board_of(page)
    python_ready(page)
    board.serve()
    once = board.shows()
    board.press(board.tool("Restart"))
    before = board.said.text_content() or ""
    board.main.dblclick()
    board.wait_for_word(before)
    assert board.shows() == once

    new_match(board, opponent="rookie", server="0", seed="5")
    board.serve()
    once = board.shows()
    board.press(board.tool("Restart"))
    before = board.said.text_content() or ""
    board.main.dblclick()
    board.wait_for_word(before)
    assert board.shows() == once


def test_undo_and_restart(reader: Reader) -> None:
    """Undo goes back to one's own last decision, restart to the first; the seed stays."""
    board = at_play(reader)
    new_match(board, opponent="rookie", server="0", seed="21")
    start = board.shows()
    states = []
    for _ in range(3):
        states.append(board.shows())
        some_moves(board, 1)
    for state in reversed(states):
        board.press(board.tool("Undo"))
        assert board.shows() == state
    expect(board.tool("Undo")).to_have_attribute("aria-disabled", "true")
    some_moves(board, 2)
    board.press(board.tool("Restart"))
    assert board.shows() == start


def test_stepping_through(reader: Reader) -> None:
    """Back to the start and forth again, then back to the match as it was."""
    board = at_play(reader)
    new_match(board, opponent="rookie", server="0", seed="21")
    some_moves(board)
    before = board.shows()
    root = board.root

    def step(key: str) -> int:
        said = board.said.text_content() or ""
        root.locator(f'[data-key="{key}"]').click()
        board.wait_for_word(said)
        found = re.search(r"Step (\d+) of", board.prompt.inner_text().replace("\u00a0", " "))
        return int(found[1]) if found else -1

    at = step("tool-Replay")
    first = at
    while at > 0:
        assert step("back") == at - 1
        at -= 1
    expect(board.prompt).to_contain_text("The start.")
    expect(board.log).to_have_count(0)
    expect(root.locator('[data-key="back"]')).to_have_attribute("aria-disabled", "true")
    while at < first:
        assert step("on") == at + 1
        at += 1
    root.locator('[data-do="unstep"]').click()
    assert board.shows() == before


def test_a_refusal_is_shown_on_the_court_with_its_rule(early_reader: Reader) -> None:
    """The reason names the card; the rule's link leads to its page; what was chosen stays chosen."""
    page = early_reader.open("book/setup.html")
    board = board_of(page, "setup-1")
    board.cards("can").first.click()
    refused = board.cards("not").first
    number = refused.get_attribute("data-card")
    refused.click()
    expect(board.prompt).to_have_class(re.compile("is-no"))
    expect(board.prompt).to_contain_text(re.compile(rf"\b{number}\b"))
    expect(board.card(str(number))).to_have_class(re.compile("is-refused"))
    expect(board.cards("chosen")).to_have_count(1)
    expect(board.said).to_contain_text("Rule:")
    link = board.prompt.locator("a")
    name = (link.get_attribute("href") or "").partition("#")[0]
    assert (HTML / "book" / name).is_file()
    link.click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url.partition("#")[0].endswith(name)


def test_the_other_hand_can_be_shown(reader: Reader) -> None:
    """Under More, together with the seed; and hidden again."""
    board = at_play(reader)
    new_match(board, opponent="rookie", server="0", seed="99")
    board.tool("More").click()
    expect(board.dialog.locator(".gs-seed")).to_have_text("99")
    board.press(board.dialog.get_by_label("Show the other hand"))
    board.dialog.get_by_role("button", name="Close").click()
    expect(board.root.locator(".gs-open li")).to_have_count(6)
    board.tool("More").click()
    board.press(board.dialog.get_by_label("Show the other hand"))
    board.dialog.get_by_role("button", name="Close").click()
    expect(board.root.locator(".gs-open")).to_have_count(0)


@pytest.mark.parametrize("seed", ["", "-1", "1.5", "maple", "999999999999999999"])
def test_a_seed_that_is_none(early_reader: Reader, seed: str) -> None:
    """The form says what is wanted and stays open."""
    page: Page = early_reader.open(PLAY)
    board = board_of(page)
    board.tool("New match").click()
    board.dialog.locator('input[name="seed"]').fill(seed)
    board.dialog.get_by_role("button", name="Start").click()
    expect(board.dialog.get_by_role("alert")).to_contain_text("whole number")
    expect(board.dialog.locator('input[name="seed"]')).to_be_focused()
    page.keyboard.press("Escape")
    expect(board.dialog).to_be_hidden()


def test_two_boards_do_not_mix(reader: Reader) -> None:
    """What is played at one board of a page leaves the others alone."""
    page = reader.open("book/serving.html")
    found = boards(page)
    others = {board.place: board.shows() for board in found if board.setup["kind"] == "match"}
    drill = board_of(page, "serving-2")
    drill.serve()
    for board in found:
        if board.place in others:
            assert board.shows() == others[board.place]
