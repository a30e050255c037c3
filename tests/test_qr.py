"""QR codes: black on white, one path, and one sentence where there can be none."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET

import pytest

from grandslam import qr
from grandslam.table import answer


def squares(svg: str) -> set[tuple[int, int]]:
    """The dark squares of a code, read back from its path; the quiet zone is four squares wide."""
    path = ET.fromstring(svg).findall("{http://www.w3.org/2000/svg}path")[-1].attrib["d"]
    dark = set()
    x, y = 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        if kind == "h":
            dark |= {(int(x) + i, int(y)) for i in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if kind == "M" else (x + values[0], y + values[1])
    return dark


def test_a_code_is_an_svg_that_a_strict_page_shows() -> None:
    """No inline style, no script, and the three finders stand where readers look for them."""
    reply = answer({"do": "qr", "text": "https://example.org/book/play.html#1.abc"})
    svg = reply["svg"]
    assert not re.search(r"style|script|href", svg)
    dark = squares(svg)
    size = int(ET.fromstring(svg).attrib["viewBox"].split()[2])
    for x, y in ((4, 4), (size - 11, 4), (4, size - 11)):
        assert {(x + i, y) for i in range(7)} <= dark
        assert (x + 1, y + 1) not in dark
        assert (x + 3, y + 3) in dark
    assert all(4 <= x < size - 4 and 4 <= y < size - 4 for x, y in dark)


def test_the_code_holds_just_what_was_asked() -> None:
    """Another link gives another code, the same link the same."""
    codes = [qr.svg(f"https://example.org/#1.{end}") for end in ("abc", "abd", "abc")]
    assert codes[0] == codes[2] != codes[1]


@pytest.mark.parametrize("text", ["x" * 1274, "x" * 5000])
def test_what_no_phone_would_read_is_refused(text: str) -> None:
    """A long match keeps its link, and is told so."""
    error = answer({"do": "qr", "text": text})["error"]
    assert error["text"] == "This match is too long for a QR code; copy its link instead."


@pytest.mark.parametrize("text", [None, "", 7, []])
def test_a_code_needs_text(text: object) -> None:
    """Anything else is one sentence."""
    error = answer({"do": "qr", "text": text})["error"]
    assert error["text"].startswith("text must be what the code says")


def test_without_segno_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is asked for only now, and named."""
    monkeypatch.setitem(sys.modules, "segno", None)
    error = answer({"do": "qr", "text": "https://example.org/"})["error"]
    assert error["text"] == "QR codes need segno; install it with: pip install 'grandslam[qr]'."
