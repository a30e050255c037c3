"""Charts in one house style: a picture, and sentences that state its numbers.

``bars`` puts what was observed beside what is exact, ``running`` follows a proportion, ``court`` writes
numbers on the six sections, ``tree`` divides a whole. Each takes plain numbers and gives a ``Chart``.
Numbers may be ints, floats, ``Fraction`` or a fraction's text (``"1/6"``).

Observed is solid, exact is outlined or dashed, and each number is printed: never colour alone. The SVG is
a light sheet of paper 360 units wide, legible on a phone and on any ground; it has no script, no style
sheet and no address, and the same numbers give the same bytes. Bars and curves are laid out by pygal,
which is asked for only then (the site brings it along in a zip of its own).
"""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grandslam import checks

Number = int | float | Fraction | str
"""A number as it is given."""
Value = int | float | Fraction
"""A number as it is worked with."""
Ends = list[tuple[Value, Value]]
"""Intervals: from, to."""

WIDTH = 360
"""Units of a chart; a phone shows one as about 0.9 px."""
SIZE = 15
"""Of all text, so that it is more than 12 px high on a phone."""
LINE = 20
EDGE = 12
"""Free at the sheet's sides."""
POINTS = 120
"""A curve of more points is thinned evenly: there is one for every two units then."""
Z = 1.959963984540054
"""Half of 95 % of the normal law lies from 0 to here."""

# Colours of the board's light side (board/board.css). Text on each is 4.5 : 1 or better.
INK, QUIET, PAPER, RIM = "#2a211b", "#65574b", "#fffdf9", "#8a7767"
OBSERVED, EXACT, PALE = "#2b5f43", "#a9512c", "#f7e7da"
GUIDE = "#ddd1c1"
SOLID = f'fill="{OBSERVED}"'
OUTLINED = f'fill="{PALE}" stroke="{EXACT}" stroke-width="2"'
CURVE = f'fill="none" stroke="{OBSERVED}" stroke-width="2.5" stroke-linejoin="round"'
BAND = 'fill="#cfe0d2" stroke="#5f8f74"'
DASHED = f'fill="none" stroke="{EXACT}" stroke-width="2.5" stroke-dasharray="7 4"'


@dataclass(frozen=True)
class Chart:
    """A picture as SVG, and ``alt``, the sentences that say the same."""

    svg: str
    alt: str

    def html(self) -> str:
        """The chart as a figure that a page under a strict policy shows."""
        width, height = re.findall(r'\b(?:width|height)="(\d+)"', self.svg)[:2]
        source = base64.b64encode(self.svg.encode()).decode()
        return (
            f'<figure class="gs-chart"><img alt="{_escaped(self.alt)}" width="{width}" '
            f'height="{height}" src="data:image/svg+xml;base64,{source}"></figure>'
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/html": self.html(), "image/svg+xml": self.svg, "text/plain": self.alt}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """``{"charts": [{"svg", "alt"}]}`` for ``{"do": "chart", "charts": [{"kind": "bars", …}]}``.

    ``kind`` is bars, running, court or tree; the other keys are that function's arguments.
    """
    asked = checks.an_object(request, "request", ["do", "charts"])
    drawn = [
        _one(one, f"charts[{i}]") for i, one in enumerate(checks.a_list(asked["charts"], "charts"))
    ]
    return {"charts": [{"svg": chart.svg, "alt": chart.alt} for chart in drawn]}


def _one(asked: object, where: str) -> Chart:
    kind = checks.one_of(
        asked.get("kind") if isinstance(asked, dict) else None, f"{where}.kind", KINDS
    )
    draw = KINDS[kind]
    optional = set(draw.__kwdefaults__ or ())
    required = [name for name in draw.__annotations__ if name not in {*optional, "return"}]
    given = checks.an_object(asked, where, ["kind", *required], sorted(optional))
    try:
        return draw(**{name: value for name, value in given.items() if name != "kind"})
    except ValueError as fault:
        raise ValueError(f"{where}: {fault}") from None


# ----------------------------------------------------------------------------------------- the charts
def bars(
    title: str,
    labels: Sequence[str],
    *,
    observed: Sequence[Number] | None = None,
    exact: Sequence[Number] | Number | None = None,
    intervals: Sequence[Sequence[Number]] | None = None,
    repetitions: int | None = None,
) -> Chart:
    """A bar for each label: what was observed, solid, above what is exact, outlined.

    ``exact`` may be one number for all labels: then it is a dashed line. ``intervals`` are drawn as
    whiskers on the observed bars. ``repetitions`` says how often something was tried.

    >>> bars("Heads?", ["heads", "tails"], observed=[0.55, 0.45], exact="1/2").alt
    'Heads? Heads: observed 0.5500. Tails: observed 0.4500. Exact for each: 1/2 = 0.5000.'
    """
    names = [
        _text(label, f"labels[{i}]") for i, label in enumerate(checks.a_list(labels, "labels"))
    ]
    seen = _numbers(observed, "observed", len(names))
    level = None if exact is None or isinstance(exact, (list, tuple)) else _number(exact, "exact")
    known = None if level is not None else _numbers(exact, "exact", len(names))
    ends = _intervals(intervals, len(names)) if seen else None
    if not names or not (seen or known):
        raise ValueError("bars need labels, and observed or exact numbers to go with them.")
    key = [(SOLID, _often("observed", repetitions))] if seen else []
    if known:
        key.append((OUTLINED, "exact"))
    if level is not None:
        key.append((DASHED, f"exact: {_shown(level)}"))
    sheet = _Sheet(title, key)
    wrapped = [_wrapped(name, 15) for name in names]
    left = EDGE + 5 + max(_wide(line) for lines in wrapped for line in lines)
    pitch = max(26 + 20 * bool(seen and known), 8 + LINE * max(map(len, wrapped)))
    series = [
        (_given(values, whiskers)[::-1], look)  # pygal counts from the bottom up
        for values, look, whiskers in ((seen, SOLID, ends), (known, OUTLINED, None))
        if values
    ]
    sheet.plot(
        "HorizontalBar",
        series,
        height=pitch * len(names),
        margins=(left, 70),
        thick=20 * len(series) / pitch,
        x_labels=["\n".join(lines) for lines in wrapped[::-1]],
        y_labels=[{"value": 0, "label": ""}],
        range=(0, _top(seen, known, level, [high for _, high in ends or []])),
        level=level,
        value_formatter=_shown,
        print_values=True,
    )
    told = []
    for i, name in enumerate(names):
        parts = [f"observed {_shown(seen[i])}"] if seen else []
        if ends:
            parts.append(f"95 % interval {_shown(ends[i][0])} to {_shown(ends[i][1])}")
        if known:
            parts.append(f"exact {_told(known[i])}")
        told.append(f"{_upper(name)}: {', '.join(parts)}.")
    if level is not None:
        told.append(f"Exact for each: {_told(level)}.")
    return sheet.chart([_often("Observed", repetitions) + "."] * bool(repetitions) + told)


def running(
    title: str,
    points: Sequence[Sequence[int]],
    *,
    exact: Number | None = None,
    unit: str = "repetitions",
) -> Chart:
    """A proportion as repetitions add up: a curve in its Wilson 95 % band, the exact value a dashed line.

    ``points`` are pairs: how many repetitions so far, how many of them hits.

    >>> running("Heads", [[10, 6], [100, 52]], exact="1/2").alt.split(": ")[2:]
    ['0.5200, 95 % interval 0.4232 to 0.6154. Exact', '1/2 = 0.5000.']
    """
    path = _path(points)
    level = None if exact is None else _number(exact, "exact")
    if level is not None and not 0 <= level <= 1:
        raise ValueError(f"exact must be a proportion from 0 to 1, not {_shown(level)}.")
    last, hits = path[-1]
    key = [(CURVE, f"{hits:,} of {last:,} = {_shown(hits / last)}"), (BAND, "95 % band")]
    if level is not None:
        key.append((DASHED, f"exact: {_shown(level)}"))
    sheet = _Sheet(title, key)
    drawn = [*path[: -1 : math.ceil(len(path) / POINTS)], path[-1]]
    band = [wilson(k, n) for n, k in drawn]
    # The first few repetitions jump about; the scale is for what comes after them.
    settled = [i for i, (n, _) in enumerate(drawn) if n >= last / 20]
    low = min([band[i][0] for i in settled] + ([float(level)] if level is not None else []))
    high = max([band[i][1] for i in settled] + ([float(level)] if level is not None else []))
    ticks = _ticks(low, high)
    around = [(n, end[1]) for (n, _), end in zip(drawn, band, strict=True)]
    around += [(n, end[0]) for (n, _), end in zip(drawn[::-1], band[::-1], strict=True)]
    lines: list[tuple[list[Any], str]] = [(around, BAND)]
    lines.append(([(n, k / n) for n, k in drawn], CURVE))
    if level is not None:
        lines.append(([(0, float(level)), (last, float(level))], DASHED))
    sheet.plot(
        "XY",
        lines,
        height=220,
        margins=(52, 30),
        below=44,
        show_dots=False,
        range=(ticks[0], ticks[-1]),
        xrange=(0, last),
        x_labels=[0, last // 2, last] if last > 1 else [0, last],
        y_labels=ticks,
        value_formatter=lambda tick: f"{tick:.2f}".rstrip("0").rstrip(".") or "0",
        x_value_formatter=lambda n: f"{n:,}",
    )
    sheet.write(WIDTH / 2, sheet.height - 2, _text(unit, "unit"), "middle", QUIET)
    told = []
    for n, k in path:
        if n == last or n in (10, 100, 1000):
            told.append(f"After {n:,} {unit} {k:,} {'hit' if k == 1 else 'hits'}: {_shown(k / n)}")
    ends = " to ".join(map(_shown, band[-1]))
    told[-1] += f", 95 % interval {ends}"
    told += [] if level is None else [f"Exact: {_told(level)}"]
    return sheet.chart(f"{one}." for one in told)


def court(
    title: str, values: Sequence[Number], *, exact: Sequence[Number] | Number | None = None
) -> Chart:
    """Numbers on the sections of one half, 1 2 3 along the net; the larger, the darker its section.

    >>> court("Serves", [4, 3, 5, 2, 4, 6]).alt
    'Serves. Section 1: 4. Section 2: 3. Section 3: 5. Section 4: 2. Section 5: 4. Section 6: 6.'
    """
    shown = _numbers(values, "values", 6) or []
    given = exact if exact is None or isinstance(exact, (list, tuple)) else [exact] * 6
    known = _numbers(given, "exact", 6)
    sheet = _Sheet(title, [])
    top, w, h = sheet.height + 8, (WIDTH - 2 * EDGE) / 3, 78
    low, high = float(min(shown)), float(max(shown))
    told = []
    for i, value in enumerate(shown):
        x, y = EDGE + i % 3 * w, top + i // 3 * h
        shade = (float(value) - low) / (high - low) if high > low else 0.5
        sheet.draw(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{h}" fill="{_mixed(shade)}" '
            f'stroke="{INK}" stroke-width="1.5"/>'
        )
        sheet.write(x + 7, y + 19, str(i + 1))
        sheet.write(
            x + w / 2, y + (46 if known else 52), _shown(value), "middle", size=20, weight=700
        )
        words = f"Section {i + 1}: {_told(value)}"
        if known:
            sheet.write(x + w / 2, y + 68, f"({_shown(known[i])})", "middle")
            words += f", exact {_told(known[i])}"
        told.append(f"{words}.")
    sheet.draw(
        f'<path d="M{EDGE - 4} {_n(top)}H{WIDTH - EDGE + 4}" stroke="{INK}" stroke-width="5" '
        'stroke-dasharray="3 1.5"/>'
    )
    sheet.height = top + 2 * h + (LINE + 6 if known else 8)
    sheet.write(
        EDGE, sheet.height - 8, "net above; exact in brackets" if known else "", colour=QUIET
    )
    return sheet.chart(told)


def tree(title: str, whole: dict[str, Any]) -> Chart:
    """A whole and its parts, and theirs, each with its count: ``{"label", "count", "parts": […]}``.

    The parts of anything add up to it. A bar beneath each line is as long as its share of the whole.

    >>> dive = [{"label": "saved", "count": 221}, {"label": "aces", "count": 442}]
    >>> tree("Dives", {"label": "dives", "count": 663, "parts": dive}).alt
    'Dives. 663 dives: 221 saved, 442 aces.'
    """
    lines = list(_branches(whole, "whole", 0))
    total = lines[0][2]
    sheet = _Sheet(title, [])
    told = []
    above = [0.0]  # where the line down from each open branch starts
    for depth, label, count, parts in lines:
        x, y = EDGE + 22 * depth, sheet.height + 18
        del above[depth + 1 :]
        if depth:
            bend = f"M{_n(x - 14)} {_n(above[depth])}V{_n(y - 5)}h10"
            sheet.draw(f'<path d="{bend}" fill="none" stroke="{RIM}" stroke-width="2"/>')
        number = f"{count:,}"
        room = WIDTH - EDGE - x
        for i, line in enumerate(_wrapped(f"{number} {label}", int(room / _wide("m")))):
            lead = number if i == 0 else ""
            sheet.write(x, y, line.removeprefix(lead), lead=lead)
            y += LINE
        long = max(room * count / total, 1)
        sheet.draw(f'<rect x="{_n(x)}" y="{_n(y - 13)}" width="{_n(long)}" height="8" {SOLID}/>')
        above.append(y - 5)
        sheet.height = y + 4
        if parts:
            inner = ", ".join(f"{part['count']:,} {part['label']}" for part in parts)
            told.append(f"{number} {label}: {inner}.")
    return sheet.chart(told or [f"{total:,} {lines[0][1]}."])


KINDS: dict[str, Callable[..., Chart]] = {
    "bars": bars,
    "running": running,
    "court": court,
    "tree": tree,
}
"""What ``answer`` draws."""


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a proportion of which ``hits`` of ``n`` were seen.

    Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209–212.

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    checks.whole(n, "n", 1, 10**12)
    share = checks.whole(hits, "hits", 0, n) / n
    middle = share + Z * Z / (2 * n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    # at the ends rounding would leave a hair
    low = 0.0 if hits == 0 else (middle - half) / scale
    high = 1.0 if hits == n else (middle + half) / scale
    return low, high


# ----------------------------------------------------------------------------------------- the sheet
class _Sheet:
    """A sheet of paper that is written from the top down: title and key first."""

    def __init__(self, title: str, key: list[tuple[str, str]]) -> None:
        self.title = _text(title, "title")
        self.height = 8.0
        self._parts: list[str] = []
        for line in _wrapped(self.title, 38):
            self.height += LINE
            self.write(EDGE, self.height - 4, line, weight=700)
        x = float(WIDTH)
        for look, words in key:
            wide = 30 + _wide(words)
            if x + wide > WIDTH - EDGE:
                x = EDGE
                self.height += LINE
            y = self.height - 4
            if 'fill="none"' in look:
                self.draw(f'<path d="M{_n(x)} {_n(y - 5)}h24" {look}/>')
            else:
                self.draw(f'<rect x="{_n(x + 1)}" y="{_n(y - 11)}" width="22" height="11" {look}/>')
            self.write(x + 30, y, words)
            x += wide + 14
        self.height += 6

    def draw(self, part: str) -> None:
        """Add a piece of SVG."""
        self._parts.append(part)

    def write(
        self,
        x: float,
        y: float,
        words: str,
        anchor: str = "start",
        colour: str = INK,
        size: int = SIZE,
        weight: int = 400,
        lead: str = "",
    ) -> None:
        """Add a line of text, in bold what leads it."""
        if words or lead:
            attributes = f'x="{_n(x)}" y="{_n(y)}" fill="{colour}"'
            attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
            attributes += f' font-size="{size}"' if size != SIZE else ""
            attributes += f' font-weight="{weight}"' if weight != 400 else ""
            bold = f'<tspan font-weight="700">{lead}</tspan>' if lead else ""
            self.draw(f"<text {attributes}>{bold}{_escaped(words)}</text>")

    def plot(
        self,
        kind: str,
        series: list[tuple[list[Any], str]],
        *,
        height: float,
        margins: tuple[float, float],
        below: float = 4,
        **options: Any,
    ) -> None:
        """Add a chart that pygal lays out: values and look of each series; free space left and right."""
        whole = int(height + below)
        edges = (4, margins[1], below, margins[0])
        root = _laid_out(kind, [v for v, _ in series], edges, height=whole, **options)
        looks = LOOKS | {f"serie-{i}": look for i, (_, look) in enumerate(series)}
        self.draw(f'<g transform="translate(0 {_n(self.height)})">{_plain(root, looks)}</g>')
        self.height += whole

    def chart(self, told: Iterable[str]) -> Chart:
        """The finished chart; ``told`` are the sentences that state its numbers."""
        height = math.ceil(self.height + 8)
        end = "" if self.title.endswith(("?", ".", "!")) else "."
        alt = " ".join([f"{self.title}{end}", *told])
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{_escaped(alt)}" '
            f'font-family="system-ui, sans-serif" font-size="{SIZE}">'
            f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8" fill="{PAPER}" '
            f'stroke="{RIM}"/>{"".join(self._parts)}</svg>'
        )
        return Chart(svg, alt)


def _laid_out(
    kind: str,
    series: list[list[Any]],
    edges: tuple[float, ...],
    level: Value | None = None,
    thick: float = 1,
    **options: Any,
) -> Any:
    """The tree of a pygal chart, without style sheet and script.

    ``edges`` are its margins, ``level`` is a value at which to draw a line across, ``thick`` the share of
    their room that bars fill.
    """
    try:
        import pygal
        from pygal.style import Style
        from pygal.view import Margin
    except ImportError:
        raise ValueError(
            "Charts need pygal; install it with: pip install 'grandslam[charts]'."
        ) from None

    class House(getattr(pygal, kind)):  # type: ignore[misc]
        """The chart in our margins, its numbers in a column at the right."""

        _series_margin = (1 - thick) / 2

        def _compute_margin(self) -> None:
            super()._compute_margin()
            self.margin_box = Margin(*edges)

        def _static_value(self, node: Any, value: str, _x: float, y: float, *_: object) -> None:
            x = self.view.width + edges[1] - EDGE
            self.svg.node(node["text_overlay"], "text", x=x, y=y + 5, class_="number").text = value

        def _draw(self) -> None:
            super()._draw()
            if level is not None:
                line = f"M{self.view.y(float(level))} 0v{self.view.height}"
                self.svg.node(self.nodes["overlay"], "path", d=line, class_="level")
            self.svg.add_styles = self.svg.add_scripts = lambda: None

    style = Style(label_font_size=SIZE, value_font_size=SIZE)
    chart = House(width=WIDTH, style=style, show_legend=False, **options)
    for values in series:
        chart.add("", values)
    return chart.render_tree()


LOOKS = {
    "guide": f'stroke="{GUIDE}" fill="none"',
    "line": f'stroke="{QUIET}" stroke-width="1.5" fill="none"',
    "ci": f'stroke="{INK}" stroke-width="1.5" fill="none"',
    "number": f'fill="{INK}" stroke="none" text-anchor="end"',
    "level": DASHED,
    "x": f'fill="{INK}" text-anchor="middle"',
    "y": f'fill="{INK}" text-anchor="end"',
}
"""How pygal's parts look, by the classes that it gives them."""


def _plain(node: Any, looks: dict[str, str], room: str = "") -> str:
    """What is drawn of a part of pygal's tree, with attributes instead of classes.

    ``room``: width and height to which bars and curves are cut.
    """
    classes = node.get("class", "").split()
    if node.tag not in ("svg", "g", "path", "rect", "text"):
        return ""
    if {"background", "tooltip-overlay"} & set(classes):
        return ""
    attributes = "".join(
        f' {name}="{re.sub(r"-?[0-9]+[.][0-9]+", _rounded, node.get(name))}"'
        for name in ("transform", "x", "y", "width", "height", "d")
        if node.tag != "svg" and node.get(name)
    )
    # a path's own class is "line" inside of a series, which has its look already
    look = next(
        (looks[name] for name in looks if name in classes and "reactive" not in classes), ""
    )
    attributes += f" {look}" if look else ""
    if node.tag == "text":
        return _lines(node, attributes)
    if classes == ["plot"]:
        room = f' width="{_n(float(node[0].get("width")))}" height="{_n(float(node[0].get("height")))}"'
    inner = "".join(_plain(child, looks, room) for child in node)
    if node.tag == "svg":
        return inner
    if node.tag == "g" and not inner:
        return ""
    if node.tag == "g" and not attributes:
        return inner
    if "series" in classes and room:
        return f"<svg{room}{attributes}>{inner}</svg>"
    return (
        f"<{node.tag}{attributes}>{inner}</{node.tag}>" if inner else f"<{node.tag}{attributes}/>"
    )


def _lines(node: Any, attributes: str) -> str:
    """A text of pygal's, on as many lines as it has, about the same middle."""
    lines = (node.text or "").split("\n")
    if lines == [""]:
        return ""
    if len(lines) == 1:
        return f"<text{attributes}>{_escaped(lines[0])}</text>"
    x, y = float(node.get("x")), float(node.get("y")) - LINE * (len(lines) - 1) / 2
    return "".join(
        f'<text x="{_n(x)}" y="{_n(y + LINE * i)}">{_escaped(line)}</text>'
        for i, line in enumerate(lines)
    )


# ------------------------------------------------------------------------------------- numbers, words
def _number(value: object, where: str) -> Value:
    """A number that is drawn: 0 or more."""
    number: Value | None = None
    if isinstance(value, str) and re.fullmatch(r"\d{1,60}(/0*[1-9]\d{0,60})?", value):
        number = Fraction(value)
    elif isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        number = value
    if number is None or not 0 <= number <= 10**15:
        raise ValueError(
            f"{where} must be a number from 0 on, or a fraction such as '1/6', not {checks.show(value)}."
        )
    return int(number) if isinstance(number, Fraction) and number.denominator == 1 else number


def _numbers(values: object, where: str, length: int) -> list[Value] | None:
    if values is None:
        return None
    listed = checks.a_list(values, where, length)
    return [_number(value, f"{where}[{i}]") for i, value in enumerate(listed)]


def _intervals(values: object, length: int) -> Ends | None:
    if values is None:
        return None
    found = []
    for i, pair in enumerate(checks.a_list(values, "intervals", length)):
        low, high = checks.a_list(pair, f"intervals[{i}]", 2)
        found.append((_number(low, f"intervals[{i}][0]"), _number(high, f"intervals[{i}][1]")))
    return found


def _path(points: object) -> list[tuple[int, int]]:
    path = [(0, 0)]
    for i, pair in enumerate(checks.a_list(points, "points")):
        n, hits = checks.a_list(pair, f"points[{i}]", 2)
        n = checks.whole(n, f"points[{i}][0]", path[-1][0] + 1, 10**12)
        most = path[-1][1] + n - path[-1][0]
        path.append((n, checks.whole(hits, f"points[{i}][1]", path[-1][1], most)))
    if len(path) < 2:
        raise ValueError("points must hold at least one pair of repetitions and hits.")
    return path[1:]


def _branches(
    given: object, where: str, depth: int
) -> Iterator[tuple[int, str, int, list[dict[str, Any]]]]:
    """Depth, label, count and parts of a branch, then of all in it."""
    branch = checks.an_object(given, where, ["label", "count"], ["parts"])
    if depth > 4:
        raise ValueError(f"{where} lies too deep: a tree has at most five levels.")
    label = _text(branch["label"], f"{where}.label")
    count = checks.whole(branch["count"], f"{where}.count", 1 if depth == 0 else 0, 10**12)
    parts = list(checks.a_list(branch.get("parts", []), f"{where}.parts"))
    inner = [
        list(_branches(part, f"{where}.parts[{i}]", depth + 1)) for i, part in enumerate(parts)
    ]
    if parts and sum(lines[0][2] for lines in inner) != count:
        raise ValueError(f"{where}.parts must add up to its count, {count}.")
    yield depth, label, count, parts
    for lines in inner:
        yield from lines


def _given(values: list[Value], whiskers: Ends | None) -> list[Any]:
    """Values as pygal takes them."""
    plain = [value if isinstance(value, int) else float(value) for value in values]
    if whiskers is None:
        return plain
    return [
        {"value": value, "ci": {"low": float(low), "high": float(high)}}
        for value, (low, high) in zip(plain, whiskers, strict=True)
    ]


def _top(*groups: list[Value] | Value | None) -> float:
    """The largest of all numbers; 1 where all are 0."""
    flat = [
        float(value)
        for group in groups
        if group is not None
        for value in (group if isinstance(group, list) else [group])
    ]
    return max(flat) or 1.0


def _ticks(low: float, high: float) -> list[float]:
    """Even marks around all that lies from low to high, six at most.

    >>> _ticks(0.09, 0.23)
    [0.05, 0.1, 0.15, 0.2, 0.25]
    """
    for steps in (1000, 500, 200, 100, 50, 20, 10, 5):
        first, last = math.floor(low * steps), math.ceil(high * steps)
        if last - first <= 5:
            break
    return [i / steps for i in range(first, max(last, first + 1) + 1)]


def _shown(value: Value) -> str:
    """A number as it is printed: four decimals below one.

    >>> [_shown(value) for value in (1234, Fraction(1, 6), 7.019, 0.0, 1.0)]
    ['1,234', '0.1667', '7.019', '0', '1']
    """
    number = value if isinstance(value, int) else float(value)
    if number == int(number):
        return f"{int(number):,}"
    return f"{number:.4f}" if number < 1 else f"{number:,.3f}"


def _told(value: Value) -> str:
    """A number in a sentence: a fraction with its value."""
    return f"{value} = {_shown(value)}" if isinstance(value, Fraction) else _shown(value)


def _often(what: str, repetitions: int | None) -> str:
    if repetitions is None:
        return what
    often = checks.whole(repetitions, "repetitions", 1, 10**12)
    return f"{what} in {often:,} {'repetition' if often == 1 else 'repetitions'}"


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 200:
        raise ValueError(
            f"{where} must be a text of at most 200 letters, not {checks.show(value)}."
        )
    return " ".join(value.split())


def _escaped(text: str) -> str:
    """Text for SVG and HTML (the library's ``html`` would bring a table of entities to the page)."""
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return text


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _wide(text: str) -> float:
    """About how wide a text is in units, rather too much."""
    return 8.6 * len(text)


def _wrapped(text: str, most: int) -> list[str]:
    """Words on lines of at most so many letters; a longer word keeps its own line."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _mixed(share: float) -> str:
    """A colour between paper and green on which ink is legible.

    >>> _mixed(0), _mixed(1)
    ('#fffdf9', '#9ed0ae')
    """
    ends = zip((255, 253, 249), (158, 208, 174), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in ends)


def _n(value: float) -> str:
    """A number in the picture: one decimal at most.

    >>> _n(10.0), _n(10.04), _n(-0.04)
    ('10', '10', '0')
    """
    return f"{round(value, 1) or 0:g}"


def _rounded(found: re.Match[str]) -> str:
    return _n(float(found[0]))
