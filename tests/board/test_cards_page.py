"""The page on the cards without scripts: faces, coverage, list."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET

import pytest

from grandslam import Card, Deck
from grandslam.board.cards import Cards
from grandslam.board.picture import PAPER, faces

SVG = "{http://www.w3.org/2000/svg}"
OTHER = Deck([Card(n, (n, n + 1), n) for n in range(1, 9)])


def test_without_scripts_all_faces_are_there() -> None:
    """A picture, six by section, and a list of all 24."""
    html = Cards().fallback()
    found = re.search(r"base64,([^\"]+)", html)
    assert found
    root = ET.fromstring(base64.b64decode(found[1]))
    digits = [node.text for node in root.iter(f"{SVG}text")]
    assert [d for d in digits if d == "24"] == ["24"]
    assert len(list(root.iter(f"{SVG}circle"))) == 24
    for card in Deck.standard():
        areas = ", ".join(map(str, card.receives))
        cells = f'<th scope="row">{card.number}</th><td>{areas}</td><td>{card.lands}</td>'
        assert cells in html
    assert "<td>6 (1, 2, 13, 14, 21, 22)</td><td>4 (1, 7, 19, 23)</td>" in html
    assert not re.search(r"\sstyle=|<script|\son\w+=", html)


def test_other_decks_are_told_in_words() -> None:
    """No picture where the court is another; the widget can be made again from its name."""
    widget = Cards(OTHER)
    assert "<img" not in widget.fallback()
    assert "8 cards, 16 fewer than the standard deck." in widget.told()
    again = eval(repr(widget), {"Cards": Cards, "Deck": Deck})
    assert again.reply == widget.reply
    assert repr(Cards()) == "Cards()"


def test_a_deck_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="A deck needs at least 7 cards"):
        Cards(Deck([Card(1, (1,), 1)]))


@pytest.mark.parametrize(
    ("receives", "boxes"), [((1,), 1), ((1, 2), 1), ((1, 2, 4, 5), 1), ((1, 6), 2), ((1, 2, 4), 3)]
)
def test_an_area_fills_its_own_sections_only(receives: tuple[int, ...], boxes: int) -> None:
    """Sections that make no rectangle are filled one by one."""
    svg, _, _ = faces([{"card": 1, "receives": list(receives), "lands": 3}], "A face")
    assert svg.count(f'fill="{PAPER["receives"]}"') == boxes
