"""Every drill, on its page: the right solution is right, a wrong answer shows what comes of it."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from browser.boards import Board, board_of, boards
from browser.local_site import BOARD_PAGES, HTML
from playwright.sync_api import expect

from grandslam.drills import Drill, all_drills
from grandslam.table import answer

if TYPE_CHECKING:
    from browser.conftest import Reader


def page_of(slug: str) -> str:
    """The page on which a drill's board stands."""
    for path in BOARD_PAGES:
        if f'"drill":"{slug}"' in unescape((HTML / path).read_text("utf-8")):
            return path
    raise AssertionError(f"The drill {slug} is on no page.")


class Round:
    """A drill that plays, asked of the engine: which moves lead where."""

    def __init__(self, drill: Drill) -> None:
        self.drill = drill
        self.opening = self._ask({"do": "open", "drill": drill.slug, "seat": drill.seat})

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        reply: dict[str, Any] = answer(request)
        assert "error" not in reply, reply
        return reply

    def after(self, reply: dict[str, Any], move: str) -> dict[str, Any]:
        return self._ask(
            {
                "do": "play",
                "record": reply["record"],
                "drill": self.drill.slug,
                "seat": self.drill.seat,
                "players": {},
                "open_hands": self.drill.open_hands,
                "move": move,
            }
        )

    def wrong(self) -> list[dict[str, Any]] | None:
        """The shortest line of moves that ends in a wrong answer; None if there is none."""
        lines: list[tuple[list[dict[str, Any]], dict[str, Any]]] = [([], self.opening)]
        while lines:
            done, reply = lines.pop(0)
            for move in reply["moves"]:
                after = self.after(reply, move["text"])
                if after["drill"]["status"] == "wrong":
                    return [*done, move]
                if after["drill"]["status"] == "open":
                    lines.append(([*done, move], after))
        return None

    def solution(self) -> list[dict[str, Any]]:
        """The drill's own moves with the cards they are made of."""
        reply, found = self.opening, []
        for text in self.drill.solution:
            found.append(next(move for move in reply["moves"] if move["text"] == text))
            reply = self.after(reply, text)
        return found


def solve(board: Board, drill: Drill) -> None:
    if drill.kind == "section":
        board.root.locator(f'[data-spot="{drill.solution[0]}"]').click()
    elif drill.kind == "cards":
        for card in drill.solution:
            board.card(card).click()
        board.button("check").click()
    else:
        for move in Round(drill).solution():
            board.play(move["text"], move["cards"])


def fail(board: Board, drill: Drill) -> str | None:
    """Answer wrongly; the sentence that has to be shown then."""
    if drill.kind == "play":
        line = Round(drill).wrong()
        if line is None:
            return None
        for move in line:
            board.play(move["text"], move["cards"])
        return drill.wrong
    verdicts = drill.verdicts()
    slip = next(key for key, verdict in verdicts.items() if not verdict["right"])
    if drill.kind == "section":
        board.root.locator(f'[data-spot="{slip}"]').click()
    else:
        board.card(slip).click()
        board.button("check").click()
    return str(verdicts[slip]["text"])


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


@pytest.mark.parametrize("slug", list(all_drills()))
def test_a_drill(early_reader: Reader, slug: str) -> None:
    """Right leads to "right" with its praise, wrong to "not yet" with the reason, again to open."""
    drill = all_drills()[slug]
    page = early_reader.open(page_of(slug), reduced_motion="reduce")
    board = board_of(page, slug)
    expect(board.root.locator(".gs-drill-goal")).to_have_text(plain(drill.goal))
    expect(board.badge).to_have_text("")
    opening = board.shows()

    consequence = fail(board, drill)
    if consequence is not None:
        expect(board.badge).to_have_text("not yet")
        expect(board.prompt).to_contain_text(plain(consequence))
        expect(board.prompt).to_have_class("gs-prompt is-no")
    board.tool("Restart").click()
    expect(board.badge).to_have_text("")
    assert board.shows() == opening

    solve(board, drill)
    expect(board.badge).to_have_text("right")
    praise = drill.right if drill.kind != "section" else drill.verdicts()[drill.solution[0]]["text"]
    expect(board.prompt).to_contain_text(plain(praise))
    board.main.click()
    expect(board.badge).to_have_text("")


@pytest.mark.parametrize("path", BOARD_PAGES)
def test_hints_come_one_after_the_other(early_reader: Reader, path: str) -> None:
    page = early_reader.open(path)
    for board in boards(page):
        drill = board.given["reply"]["drill"]
        for hint in drill["hints"] if drill else []:
            board.tool("Hint").click()
            expect(board.root.locator(".gs-hint")).to_contain_text(plain(hint))
            expect(board.said).to_contain_text(plain(hint))
