"""Charts: what is drawn is where the numbers say, and what is told is what is drawn."""

from __future__ import annotations

import base64
import re
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from grandslam import charts
from grandslam.charts import Chart, bars, court, running, tree, wilson
from grandslam.table import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
HANDS = ["18564/134596", "51408/134596", "45900/134596", "16320/134596", "2404/134596"]
NAMES = ["none", "1", "2", "3", "4 or more"]
DIVES = {
    "label": "serves",
    "count": 4807,
    "parts": [
        {"label": "meet a card that receives", "count": 4144},
        {
            "label": "meet none",
            "count": 663,
            "parts": [{"label": "saved", "count": 221}, {"label": "aces", "count": 442}],
        },
    ],
}
HITS = [[n, n // 7] for n in range(10, 601, 10)]

EVERY = [
    bars("Cards that receive", NAMES, observed=[14, 38, 34, 12, 2], exact=HANDS, repetitions=100),
    bars("Serves", list("123456"), observed=[9, 11, 8, 12, 10, 10], exact=10),
    bars("Pairs", ["any", "given"], exact=["32625/33649", Fraction(955, 1771)]),
    bars("Nothing", ["a"], observed=[0]),
    bars("Whiskers", ["a"], observed=[0.5], intervals=[[0.25, 0.75]]),
    running("Cannot receive", HITS, exact="663/4807", unit="hands"),
    running("One", [[1, 1]]),
    court("Serves", [4, 3, 5, 2, 4, 6], exact=4),
    court("Even", [0.5] * 6),
    tree("Of 4,807 serves", DIVES),
]


def drawn(chart: Chart, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(chart.svg).iter(f"{SVG}{tag}"))


def words(chart: Chart) -> list[str]:
    return ["".join(text.itertext()) for text in drawn(chart, "text")]


def lengths(chart: Chart, look: str) -> list[float]:
    """The bars of a look from the top down, key left out."""
    found = [
        (float(bar.get("y", 0)), float(bar.get("width", 0)))
        for group in drawn(chart, "svg")
        if look in (group.get("fill", ""), group.get("stroke", ""))
        for bar in group.iter(f"{SVG}rect")
    ]
    return [width for _, width in sorted(found)]


@pytest.mark.parametrize("chart", EVERY, ids=lambda chart: chart.alt.split(".")[0])
def test_a_chart_is_a_picture_of_its_own(chart: Chart) -> None:
    """Well-formed, with its size and other text; no script, style sheet, handler, address or class."""
    root = ET.fromstring(chart.svg)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert root.get("aria-label") == chart.alt
    assert not re.search(r"<script|<style|style=|class=|\son\w+=|href|url\(|pygal", chart.svg)
    assert re.findall(r"https?://[^\"]*", chart.svg) == ["http://www.w3.org/2000/svg"]
    for number in re.findall(r'[\d.]+(?=[" ])', chart.svg.split("font-size", 1)[1]):
        assert len(number.partition(".")[2]) <= 1, "one decimal at most, or bytes differ by machine"


@pytest.mark.parametrize("chart", EVERY, ids=lambda chart: chart.alt.split(".")[0])
def test_text_is_large_enough_and_on_the_sheet(chart: Chart) -> None:
    """At 0.82 px a unit (360 px wide, inside a box) text is 12 px; and none starts or ends outside."""
    root = ET.fromstring(chart.svg)
    sizes = {float(node.get("font-size", 99)) for node in root.iter()}
    assert min(sizes) * 0.82 >= 12
    for text, across in texts(root):
        wide = 7.5 * len("".join(text.itertext()))
        anchor = text.get("text-anchor", across)
        left = float(text.get("x", -1)) - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        assert left + float(text.get("shift", 0)) >= 0
        assert left + float(text.get("shift", 0)) + wide <= charts.WIDTH


def texts(
    node: ET.Element, shift: float = 0, anchor: str = "start"
) -> Iterator[tuple[ET.Element, str]]:
    """Every text, with how far its group is shifted and how it is anchored there."""
    shift += sum(float(x) for x in re.findall(r"translate\(([\d.]+)", node.get("transform", "")))
    anchor = node.get("text-anchor", anchor)
    if node.tag == f"{SVG}text":
        node.set("shift", str(shift))
        yield node, anchor
    for child in node:
        yield from texts(child, shift, anchor)


def test_the_same_numbers_give_the_same_bytes() -> None:
    """Twice the same, however they are written; other numbers, another picture."""
    first = running("Aces", HITS, exact="442/4807")
    assert first == running("Aces", [tuple(pair) for pair in HITS], exact=Fraction(442, 4807))
    assert first.svg != running("Aces", HITS, exact="443/4807").svg


def test_bars_are_as_long_as_their_numbers() -> None:
    """Observed and exact share one scale, in the order of the labels."""
    shares = [0.14, 0.38, 0.34, 0.12, 0.02]
    chart = bars("Hands", NAMES, observed=shares, exact=HANDS)
    seen, known = lengths(chart, charts.OBSERVED), lengths(chart, charts.EXACT)
    unit = seen[1] / 0.38
    assert seen == pytest.approx([share * unit for share in shares], abs=0.11)
    assert known == pytest.approx([float(Fraction(one)) * unit for one in HANDS], abs=0.11)


def test_every_number_is_printed_and_told() -> None:
    """In the picture as decimals, in the sentences with their fractions."""
    chart = bars("Hands", NAMES, observed=[0.14, 0.38, 0.34, 0.12, 0.02], exact=HANDS)
    for number in ("0.1400", "0.1379", "0.3819", "0.0179"):
        assert number in words(chart)
    assert "None: observed 0.1400, exact 663/4807 = 0.1379." in chart.alt
    assert {"observed", "exact", *NAMES} <= set(words(chart))


def test_one_exact_value_for_all_is_a_line() -> None:
    """It stands where a bar of that length ends."""
    chart = bars("Serves", list("123456"), observed=[9, 11, 8, 12, 10, 10], exact=10)
    line = drawn(chart, "path")[-1]
    assert line.get("stroke-dasharray")
    (x,) = re.findall(r"^M([\d.]+)", line.get("d", ""))
    bar = next(rect for rect in drawn(chart, "rect") if rect.get("width") == str(tenth(chart)))
    assert float(x) == pytest.approx(float(bar.get("x", 0)) + tenth(chart), abs=0.2)
    assert chart.alt.endswith("6: observed 10. Exact for each: 10.")


def tenth(chart: Chart) -> float:
    return lengths(chart, charts.OBSERVED)[4]


def test_an_interval_is_a_whisker() -> None:
    """From its low end to its high one, on the scale of the bars."""
    chart = bars("Share", ["a"], observed=[0.5], intervals=[[0.25, 0.75]])
    whisker = drawn(chart, "path")[-1].get("d", "")
    ends = sorted({float(x) for x in re.findall(r"[ML]([\d.]+)", whisker)})
    bar = lengths(chart, charts.OBSERVED)[0]
    assert ends[-1] - ends[0] == pytest.approx(bar, abs=0.2)
    assert "95 % interval 0.2500 to 0.7500" in chart.alt


def test_a_running_proportion_ends_where_it_should() -> None:
    """The curve's last point lies between the ends of the band; the line at the exact value is level."""
    chart = running("Aces", [[100, 10], [1000, 95]], exact="442/4807", unit="points")
    band, curve, exact = [group.find(f"{SVG}path") for group in drawn(chart, "svg")[1:]]
    assert band is not None
    assert curve is not None
    assert exact is not None
    corners = numbers(band)
    last = numbers(curve)[-1]
    assert corners[1][0] == corners[2][0] == last[0]
    assert corners[1][1] < last[1] < corners[2][1]
    assert len({y for _, y in numbers(exact)}) == 1
    low, high = wilson(95, 1000)
    assert (
        f"After 1,000 points 95 hits: 0.0950, 95 % interval {low:.4f} to {high:.4f}." in chart.alt
    )
    assert "95 of 1,000 = 0.0950" in words(chart)


def numbers(path: ET.Element) -> list[tuple[float, float]]:
    found = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
    return list(zip(found[::2], found[1::2], strict=True))


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)],
)
def test_wilson(hits: int, n: int, low: float, high: float) -> None:
    """The ends solve (p − share)² = z² p (1 − p) / n, and never leave 0 to 1."""
    ends = wilson(hits, n)
    assert ends == pytest.approx((low, high), abs=5e-5)
    for end in ends:
        assert (end - hits / n) ** 2 == pytest.approx(charts.Z**2 * end * (1 - end) / n, abs=1e-12)


def test_a_court_has_its_numbers_where_sections_lie() -> None:
    """1 2 3 along the net, 4 5 6 behind; darker for more."""
    chart = court("Serves", [4, 3, 5, 2, 4, 6])
    places = {
        "".join(text.itertext()): (float(text.get("x", 0)), float(text.get("y", 0)))
        for text in drawn(chart, "text")
        if text.get("font-size") == "20"
    }
    assert places["3"][1] == places["5"][1] < places["2"][1] == places["6"][1]
    assert places["2"][0] < places["3"][0] < places["6"][0] == places["5"][0]
    fills = [rect.get("fill", "") for rect in drawn(chart, "rect")[1:]]
    assert max(fills) == fills[3]
    assert min(fills) == fills[5]


def test_a_tree_says_how_its_parts_divide_it() -> None:
    """Each branch with its count, and a bar in proportion."""
    chart = tree("Of 4,807 serves", DIVES)
    assert words(chart)[1:] == [
        "4,807 serves",
        "4,144 meet a card that receives",
        "663 meet none",
        "221 saved",
        "442 aces",
    ]
    assert chart.alt == (
        "Of 4,807 serves. 4,807 serves: 4,144 meet a card that receives, 663 meet none."
        " 663 meet none: 221 saved, 442 aces."
    )


def test_it_shows_itself_in_a_notebook() -> None:
    """As an image with other text, as SVG, and as sentences."""
    chart = bars("Who is “5 < 6 & 7”?", ['a "quoted" one'], observed=[1])
    bundle = chart._repr_mimebundle_()
    assert bundle["text/plain"] == chart.alt
    assert bundle["image/svg+xml"] == chart.svg
    image = ET.fromstring(bundle["text/html"].replace("></figure>", "/></figure>")).find("img")
    assert image is not None
    assert image.get("alt") == chart.alt
    assert "5 < 6 & 7" in chart.alt
    code = image.get("src", "").removeprefix("data:image/svg+xml;base64,")
    assert base64.b64decode(code).decode() == chart.svg
    assert image.get("width") == "360"


def test_the_table_s_door_draws_them_all() -> None:
    """One request, several charts, as the functions draw them."""
    asked = [
        {"kind": "bars", "title": "Hands", "labels": NAMES, "exact": HANDS},
        {"kind": "running", "title": "Aces", "points": HITS, "exact": 0.09},
        {"kind": "court", "title": "Even", "values": [1] * 6},
        {"kind": "tree", "title": "Dives", "whole": DIVES},
    ]
    reply = answer({"do": "chart", "charts": asked})
    chart = bars("Hands", NAMES, exact=HANDS)
    assert reply["charts"][0] == {"svg": chart.svg, "alt": chart.alt}
    assert len(reply["charts"]) == 4


BAD: list[tuple[Any, str]] = [
    (None, "charts must be a list, not null."),
    ([7], "charts[0].kind must be bars, running, court or tree, not null."),
    ([{"kind": "pie"}], "charts[0].kind must be bars, running, court or tree, not 'pie'."),
    (
        [{"kind": "bars", "title": "t"}],
        "charts[0] lacks 'labels'; it needs kind, title and labels.",
    ),
    (
        [{"kind": "court", "title": "t", "values": [1] * 6, "colour": "red"}],
        "charts[0] has an unknown key 'colour'; known are kind, title, values and exact.",
    ),
    (
        [{"kind": "bars", "title": "t", "labels": ["a"]}],
        "charts[0]: bars need labels, and observed or exact numbers to go with them.",
    ),
    (
        [{"kind": "bars", "title": "t", "labels": ["a", "b"], "observed": [1]}],
        "charts[0]: observed must have 2 entries, not 1.",
    ),
    (
        [{"kind": "bars", "title": "t", "labels": ["a"], "observed": [-1]}],
        "charts[0]: observed[0] must be a number from 0 on, or a fraction such as '1/6', not -1.",
    ),
    (
        [{"kind": "bars", "title": "t", "labels": ["a"], "exact": ["1/0"]}],
        "charts[0]: exact[0] must be a number from 0 on, or a fraction such as '1/6', not '1/0'.",
    ),
    (
        [{"kind": "bars", "title": "t", "labels": ["a"], "exact": [float("nan")]}],
        "charts[0]: exact[0] must be a number from 0 on, or a fraction such as '1/6', not nan.",
    ),
    (
        [{"kind": "bars", "title": " ", "labels": ["a"], "exact": [1]}],
        "charts[0]: title must be a text of at most 200 letters, not ' '.",
    ),
    (
        [{"kind": "running", "title": "t", "points": []}],
        "charts[0]: points must hold at least one pair of repetitions and hits.",
    ),
    (
        [{"kind": "running", "title": "t", "points": [[10, 2], [11, 4]]}],
        "charts[0]: points[1][1] must be a whole number from 2 to 3, not 4.",
    ),
    (
        [{"kind": "running", "title": "t", "points": [[1, 1]], "exact": 2}],
        "charts[0]: exact must be a proportion from 0 to 1, not 2.",
    ),
    (
        [{"kind": "court", "title": "t", "values": [1, 2]}],
        "charts[0]: values must have 6 entries, not 2.",
    ),
    (
        [{"kind": "tree", "title": "t", "whole": {"label": "a", "count": 3, "parts": [7]}}],
        "charts[0]: whole.parts[0] must be an object, not 7.",
    ),
    (
        [
            {
                "kind": "tree",
                "title": "t",
                "whole": {"label": "a", "count": 3, "parts": [{"label": "b", "count": 2}]},
            }
        ],
        "charts[0]: whole.parts must add up to its count, 3.",
    ),
]


@pytest.mark.parametrize(("asked", "sentence"), BAD, ids=[sentence for _, sentence in BAD])
def test_bad_input_gets_one_sentence(asked: object, sentence: str) -> None:
    """It says where, what is wrong and what would be right."""
    error = answer({"do": "chart", "charts": asked})["error"]
    assert error["text"] == sentence
    assert error["where"].startswith("charts")


def test_without_pygal_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is asked for only where it is needed, and named."""
    monkeypatch.setitem(sys.modules, "pygal", None)
    assert court("Even", [1] * 6).alt
    with pytest.raises(ValueError, match=r"install it with: pip install 'grandslam\[charts\]'\.$"):
        bars("Hands", NAMES, exact=HANDS)
