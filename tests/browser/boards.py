"""A board on a page, as a reader meets it: what it shows, and what can be pressed."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

MOUNTED = ".gs-board-mount.is-live"
INDEX = "e => [...document.querySelectorAll('.gs-board-mount.is-live')].indexOf(e)"
OFFER = """root => {
    const main = root.querySelector('[data-key="main"]:not([aria-disabled])');
    const card = root.querySelector('.gs-hand .is-follow') ?? root.querySelector('.gs-hand .is-can');
    const next = main ?? card;
    return [next.dataset.key, next.dataset.do ?? 'card'];
}"""
BUSY = ("Python is starting", "Waiting for Python")


def boards(page: Page) -> list[Board]:
    """Every board of the page, once all are mounted."""
    page.wait_for_function(
        "() => document.querySelectorAll('.gs-board-mount[data-board]').length"
        " === document.querySelectorAll('.gs-board-mount.is-live').length"
    )
    return [Board(page, mount) for mount in page.locator(MOUNTED).all()]


def board_of(page: Page, drill: str | None = None) -> Board:
    """The board of this drill, or the first match of the page."""
    for board in boards(page):
        if board.setup["drill"] == drill:
            return board
    raise AssertionError(f"{page.url} has no board for {drill or 'a match'}.")


def python_ready(page: Page) -> None:
    """Wait until Python answers on this page."""
    page.wait_for_function(
        "() => performance.getEntriesByName('grandslam-ready').length > 0", timeout=60_000
    )


class Board:
    """One mounted board."""

    def __init__(self, page: Page, mount: Locator) -> None:
        self.page = page
        self.given = json.loads(mount.get_attribute("data-board") or "{}")
        self.place = int(mount.evaluate(INDEX))
        self.mount = page.locator(MOUNTED).nth(self.place)
        self.root = self.mount.locator("section.gs")
        self.main = self.root.locator('[data-key="main"]')
        self.prompt = self.root.locator('[data-key="prompt"]')
        self.log = self.root.locator(".gs-log li")
        self.badge = self.root.locator(".gs-drill-badge")
        self.dialog = self.root.locator("dialog")
        self.said = self.root.locator('.gs-sr[role="status"]')

    @property
    def setup(self) -> dict[str, Any]:
        found: dict[str, Any] = self.given["setup"]
        return found

    def card(self, number: int | str) -> Locator:
        """The button of a card of the hand, or of an open answer."""
        return self.root.locator(f'.gs-hand [data-card="{number}"]')

    def cards(self, state: str) -> Locator:
        """Cards in a state: can, follow, chosen, not, refused, idle."""
        return self.root.locator(f".gs-hand button.is-{state}")

    def tool(self, name: str) -> Locator:
        return self.root.locator(f'[data-key="tool-{name}"]')

    def button(self, do: str) -> Locator:
        return self.root.locator(f'.gs-act [data-do="{do}"]')

    def wait_for_word(self, before: str) -> None:
        """Wait until the board has said something new that is not about waiting."""
        self.page.wait_for_function(
            """([place, before, busy]) => {
                const mount = document.querySelectorAll('.gs-board-mount.is-live')[place];
                const text = mount.querySelector('.gs-sr[role="status"]').textContent;
                return text !== before && !busy.some((word) => text.includes(word));
            }""",
            arg=[self.place, before, list(BUSY)],
            timeout=60_000,
        )

    def press(self, target: Locator) -> None:
        """Press a button that asks the engine, and wait for the answer."""
        before = self.said.text_content() or ""
        target.click()
        self.wait_for_word(before)

    def play(self, text: str, cards: list[int]) -> None:
        """Choose the cards of a move in their order and press its button."""
        for card in cards:
            self.card(card).click()
        self.press(self.root.locator(f'.gs-act [data-move="{text}"]'))

    def serve(self) -> None:
        self.press(self.root.locator('.gs-act [data-move="serve"]'))

    @property
    def score(self) -> str:
        return self.root.locator(".gs-score-line").inner_text().replace("\u00a0", " ")

    @property
    def height(self) -> float:
        """Its height on the page, in pixels."""
        found: float = self.mount.evaluate("e => e.getBoundingClientRect().height")
        return found

    @property
    def moves(self) -> int:
        """How many lines the rally has so far."""
        return self.log.count()

    def shows(self) -> dict[str, Any]:
        """Everything that can be seen of the position, to compare two states."""
        return {
            "score": self.root.locator(".gs-head").inner_text(),
            "court": self.root.locator(".gs-court").get_attribute("aria-label"),
            "hand": [
                re.sub(r"\s+", " ", text)
                for text in self.root.locator(".gs-hand .gs-slot").all_text_contents()
            ],
            "log": self.log.all_text_contents(),
            "prompt": self.prompt.inner_text(),
        }

    def offer(self) -> tuple[str, str]:
        """What the board offers next, as the key of its button and what pressing it does.

        The main button if it does something, else a card that may follow, else one that can play.
        """
        key, do = self.root.evaluate(OFFER)
        return str(key), str(do)

    def follow(self) -> str:
        """Press what the board offers; says what that did: card, play, show …"""
        key, do = self.offer()
        target = self.root.locator(f'[data-key="{key}"]')
        if do == "play":
            self.press(target)
        else:
            target.click()
        return do

    def expect_prompt(self, pattern: str) -> None:
        expect(self.prompt).to_have_text(re.compile(pattern, re.S), timeout=60_000)
