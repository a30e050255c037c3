"""The still picture: the same geometry as the board, escaped, deterministic, light on any page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from grandslam.board.picture import COURT, PAPER, picture, sentence, size
from grandslam.table import answer

SVG = "{http://www.w3.org/2000/svg}"


def look(**request: Any) -> dict[str, Any]:
    """The view of an opened record or drill."""
    reply = answer({"do": "open", "seat": 0} | request)
    view: dict[str, Any] = reply["view"]
    return view


def match(moves: list[str], seed: int = 42) -> dict[str, Any]:
    return look(record={"version": 1, "seed": seed, "moves": moves})


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


def test_it_is_a_file_of_its_own() -> None:
    """Well-formed SVG with size and other text; no style sheet, script, class or address."""
    view = match(["serve"])
    svg = picture(view)
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert (int(root.get("width", 0)), int(root.get("height", 0))) == size(view) == (400, 400)
    assert root.get("aria-label") == sentence(view) == view["picture"]
    assert not re.search(r"<style|<script|class=|style=|href|var\(", svg)


def test_the_same_view_gives_the_same_bytes() -> None:
    """Two replies to one request are drawn alike; another position is not."""
    assert picture(match(["serve"])) == picture(match(["serve"]))
    assert picture(match(["serve"])) != picture(match([]))


def test_every_colour_is_a_plain_value_of_the_light_palette() -> None:
    """On a dark page and in print it stays a light sheet of paper."""
    svg = picture(match(["serve"]))
    colours = set(re.findall(r'(?:fill|stroke)="(?!none|url)([^"]*)"', svg))
    assert colours <= set(PAPER.values())
    assert f'fill="{PAPER["sheet"]}"' in svg


def test_the_far_half_is_turned_by_half_a_turn() -> None:
    """What lies at (x, y) on the own half lies at (360 − x, 268 − y) on the far one."""
    for section in range(1, 7):
        own, far = COURT.cell("own", section).middle, COURT.cell("far", section).middle
        assert (own[0] + far[0], own[1] + far[1]) == (360, 268)


def test_it_shows_the_hand_and_both_halves() -> None:
    """Each section's number twice, each card's name, and the names of the halves."""
    view = match(["serve"])
    words = texts(picture(view))
    for section in "123456":
        assert words.count(section) >= 2
    for card in view["hand"]:
        assert str(card["card"]) in words
    assert {"Rosa’s half", "Your half"} <= set(words)


def test_a_smash_and_an_ace_have_their_word() -> None:
    """Shape and word carry what colour says."""
    view = match(["serve"])
    ball = {"half": "own", "section": 4, "smash": True, "dead": False}
    assert "smash" in texts(picture(view | {"ball": ball}))
    assert "ace" in texts(picture(view | {"ball": ball | {"dead": True}}))
    assert not {"smash", "ace"} & set(texts(picture(view)))


@pytest.mark.parametrize("points", [0, 3, 4, 5, 12])
def test_points_lie_as_tokens(points: int) -> None:
    """One ball a point; beyond five a ball and the number."""
    view = match([])
    more = view | {"score": view["score"] | {"own": points}}
    balls = picture(more).count(f'stroke="{PAPER["ball-ink"]}" stroke-width="1.5"')
    assert balls == (points if points <= 5 else 1)
    assert ("×12" in texts(picture(more))) == (points == 12)


def test_rows_of_cards_add_height_and_have_titles() -> None:
    """A drill's top card and an open hand lie in rows of their own."""
    plain, top, hand = match([]), look(drill="serving-1"), look(drill="serving-4")
    assert "Your top card, turned up for the serve." in texts(picture(top))
    assert "Rosa’s hand" in texts(picture(hand))
    assert size(top)[1] > size(plain)[1]
    assert size(hand)[1] > size(plain)[1]


def test_what_lies_face_up_is_drawn() -> None:
    """Rows of all seats, each under its name, and the own hand apart from the own row."""
    record: dict[str, Any] = {"version": 1, "rules": {"players": 4, "style": "master"}, "seed": 3}
    record["moves"] = [f"lay {cards}" for cards in first_rows(record)]
    view = look(record=record)
    words = texts(picture(view))
    for title in ("Rosa’s row", "Theo’s row", "Ines’s row", "Your row", "Your hand"):
        assert words.count(title) == 1
    assert size(view)[1] == 280 + 5 * 138
    assert size(view)[1] == int(ET.fromstring(picture(view)).get("height", 0))


def first_rows(record: dict[str, Any]) -> list[str]:
    """Two cards of each hand, in seat order, as they are laid."""
    rows: list[str] = []
    for _ in range(4):
        moves = [f"lay {row}" for row in rows]
        reply = answer({"do": "open", "seat": None, "record": record | {"moves": moves}})
        rows.append(",".join(str(card["card"]) for card in reply["view"]["hand"][:2]))
    return rows


@pytest.mark.parametrize(
    ("scoring", "score", "rings"), [("deuce", 3, 4), ("first_to_four", 3, 2), ("deuce", 2, 4)]
)
def test_from_deuce_on_there_is_room_for_five_tokens(scoring: str, score: int, rings: int) -> None:
    """A side may need a fifth point to be two ahead."""
    rules = {"scoring": scoring}
    view = look(record={"version": 1, "rules": rules, "seed": 42, "moves": []})
    even = view | {"score": view["score"] | {"own": score, "far": score}}
    assert picture(even).count('stroke-dasharray="2.5 3"') == rings


def test_a_drill_may_hide_the_numbers_of_a_half() -> None:
    """Six numerals fewer."""
    view = look(drill="serving-3")
    numerals = [picture(view, hide).count('font-size="19"') for hide in ("", "far")]
    assert numerals == [12, 6]


def test_everything_from_data_is_escaped() -> None:
    """Names and sentences cannot become markup."""
    bad = '<img src=x onerror="alert(1)">&\''
    view = match(["serve"]) | {"picture": bad, "far_name": bad, "own_name": bad}
    svg = picture(view)
    assert "<img" not in svg
    assert ET.fromstring(svg).get("aria-label") == bad


def test_other_decks_are_told_in_lines() -> None:
    """No court is drawn for sections it was not made for; ball and cards are named."""
    view = match(["serve"])
    strange = {"card": 7, "receives": [8, 9], "lands": 11}
    ball = {"half": "own", "section": 8, "smash": True, "dead": False}
    lists = view | {"court": False, "hand": [strange], "ball": ball, "from": None}
    words = texts(picture(lists))
    assert "7: receives 8, 9, lands 11" in words
    assert "Ball: your 8 (red: a smash)" in words
    assert 'font-size="19"' not in picture(lists)
    assert size(lists)[1] < 400


def test_every_position_of_a_match_can_be_drawn() -> None:
    """Serve, rally, dive, point's end: well-formed throughout."""
    record: dict[str, Any] = {"version": 1, "seed": 3, "moves": []}
    reply = answer({"do": "open", "seat": None, "record": record})
    drawn = set()
    while reply["moves"]:
        svg = picture(reply["view"])
        ET.fromstring(svg)
        drawn.add(svg)
        move = reply["moves"][len(drawn) % len(reply["moves"])]["text"]
        reply = answer({"do": "play", "seat": None, "record": reply["record"], "move": move})
    assert reply["winner"] is not None
    assert len(drawn) > 20
