"""A position as a still picture: SVG on a light sheet of paper, and a sentence.

For print, for pages without scripts and for previews of notebooks. It draws a reply's ``view``
(``grandslam.table``): the court above, the cards below, 400 units wide so that digits stay legible on a
phone. The far half is turned by half a turn, as on the board; numerals stay upright. The same view gives
the same bytes. Decks whose sections are not 3 × 2 are told in lines instead of drawn.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

WIDTH = 400
TITLE = 18
"""Room for the title of a row."""
PAPER = {
    "sheet": "#ffffff", "surround": "#e9efe9", "clay": "#f7e7da", "mat": "#efd9c8",
    "line": "#6b3319", "number": "#4a2412", "net": "#2a211b", "side": "#2a211b",
    "ball": "#d7e36a", "ball-ink": "#23310a", "flame": "#b3161b", "core": "#ffe9c2",
    "on-flame": "#ffffff", "pill": "#2a211b", "on-pill": "#ffffff", "grid": "#8a7767",
    "receives": "#5d2a13", "on-receives": "#ffffff", "ink": "#2a211b",
}  # fmt: skip
FLAME = "M15 0c1 8 12 12 12 24 0 8-5 13-12 13S3 32 3 24c0-5 3-9 5-12 0 3 1 5 3 6C10 11 12 6 15 0Z"
CORE = "M15 19c0 4 5 6 5 10.5 0 3-2 5-5 5s-5-2-5-5c0-4 4-6 5-10.5Z"

View = dict[str, Any]
"""The ``view`` of a reply."""


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2


class Grid(NamedTuple):
    """Two halves of 3 × 2 sections: left edge, a section's size, where the halves meet the net."""

    x: float
    w: float
    h: float
    far: float
    own: float

    def cell(self, half: str, section: int) -> Box:
        """A section's place. Own: 1 2 3 along the net, left to right; far: turned by half a turn.

        >>> COURT.cell("own", 1).x == COURT.cell("far", 3).x
        True
        """
        row, column = divmod(section - 1, 3)
        if half == "own":
            return Box(self.x + column * self.w, self.own + row * self.h, self.w, self.h)
        return Box(self.x + (2 - column) * self.w, self.far - (row + 1) * self.h, self.w, self.h)


COURT = Grid(x=54, w=84, h=53, far=126, own=142)
FACE = Grid(x=5, w=18, h=16, far=55, own=59)
COURT_SIZE = (360, 268)
NAME = "Georgia, serif"
"""A card's name looks unlike a section's number."""


class Row(NamedTuple):
    """Cards in a row under the court; ``turned`` as they lie across the net."""

    title: str
    cards: list[dict[str, Any]]
    turned: bool = False


def picture(view: View, hide: str = "") -> str:
    """The SVG of a reply's view: a whole file, without style sheet or script.

    ``hide`` (own or far) leaves out the numbers of that half, as some drills do.
    """
    height = size(view)[1]
    parts = _court(view, hide) if view["court"] else _lines(view)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{_text(sentence(view))}" '
        'font-family="system-ui, sans-serif">'
        f"{_rect(Box(0, 0, WIDTH, height), fill='sheet')}{''.join(parts)}</svg>"
    )


def pictured(view: View, hide: str = "") -> str:
    """The picture as a figure for a page, its sentence below."""
    return figure(picture(view, hide), *size(view), sentence(view), caption=True)


def figure(svg: str, width: int, height: int, told: str, *, caption: bool = False) -> str:
    """An SVG as a figure that a page under a strict policy shows; ``told`` is its other text."""
    told = escape(told, quote=True)
    packed = base64.b64encode(svg.encode()).decode()
    below = f"<figcaption>{told}</figcaption>" if caption else ""
    return (
        f'<figure class="gs-picture"><img alt="{told}" width="{width}" height="{height}" '
        f'src="data:image/svg+xml;base64,{packed}">{below}</figure>'
    )


def faces(cards: Sequence[dict[str, Any]], told: str) -> tuple[str, int, int]:
    """The faces of cards in rows of six as an SVG, ``told`` in words; its width and height."""
    height = 120 * math.ceil(len(cards) / 6) - 20
    drawn = (_card(c, 3 + 66 * (i % 6), 3 + 120 * (i // 6), False) for i, c in enumerate(cards))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{_text(told)}" '
        f'font-family="system-ui, sans-serif">{_rect(Box(0, 0, WIDTH, height), fill="sheet")}'
        f"{''.join(drawn)}</svg>"
    )
    return svg, WIDTH, height


def sentence(view: View) -> str:
    """The position in one sentence: the picture's other text."""
    return str(view["picture"])


def size(view: View) -> tuple[int, int]:
    """Width and height of the picture in its units."""
    if not view["court"]:
        return WIDTH, 24 + 22 * len(_told(view))
    rows = _rows(view)
    lines = sum(math.ceil(len(row.cards) / 6) for row in rows)
    return WIDTH, 280 + 120 * lines + TITLE * sum(bool(row.title) for row in rows)


# ---------------------------------------------------------------------------------- what is drawn
def _rows(view: View) -> list[Row]:
    """The cards under the court: what lies face up or open elsewhere, the card that a drill is about, the
    own row and hand.
    """
    rows = []
    for seat in view["seats"]:
        if seat["seat"] != view["seat"]:
            whose, far = _whose(seat["name"]), seat["where"] == "far"
            rows += [
                Row(f"{whose} {what}", list(cards), far)
                for what, cards in (("row", seat.get("row")), ("hand", seat["cards"]))
                if cards
            ]
    if shown := view.get("shown"):
        rows.append(Row(shown["text"], [shown["card"]], shown["half"] == "far"))
    up = [card for card in view["hand"] if card.get("row")]
    hand = [card for card in view["hand"] if not card.get("row")]
    if up:
        rows.append(Row("Your row", up))
    if hand:
        rows.append(Row("Your hand" if rows else "", hand))
    return rows


def _whose(name: str) -> str:
    return "Your" if name == "You" else f"{name}’s"


def _place(view: View, spot: dict[str, Any]) -> str:
    owner = str(view["own_name" if spot["half"] == "own" else "far_name"]).removesuffix(" half")
    return f"{owner.lower() if spot['half'] == 'own' else owner} {spot['section']}"


def _told(view: View) -> list[str]:
    """The position as lines of text."""
    ball, score = view["ball"], view["score"]
    where = "The ball is not in play."
    if ball:
        colour = "red: a smash" if ball["smash"] else "green"
        died = ", where it died" if ball["dead"] else ""
        where = f"Ball: {_place(view, ball)}{died} ({colour})"
    own, far = score["own_word"], score["far_word"]
    lines = [f"{score['own_side']} {own} – {far} {score['far_side']}", where]
    for row in _rows(view):
        lines.append(f"{row.title or 'Your hand'}:")
        for card in row.cards:
            areas = ", ".join(str(section) for section in card["receives"])
            lines.append(f"   {card['card']}: receives {areas}, lands {card['lands']}")
    return lines


def _lines(view: View) -> Iterable[str]:
    for index, line in enumerate(_told(view)):
        indent = 32 if line.startswith(" ") else 16
        yield _words(indent, 30 + 22 * index, line.strip(), size=14, anchor="start")


def _court(view: View, hide: str) -> Iterable[str]:
    width, height = COURT_SIZE
    yield f'<svg x="20" y="4" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    yield from _surface()
    ball = view["ball"]
    if ball:
        at = COURT.cell(ball["half"], ball["section"])
        box = Box(at.x + 2.5, at.y + 2.5, at.w - 5, at.h - 5)
        yield _rect(box, fill="net", opacity=0.2, stroke="line", stroke_width=2.5, round_=3)
    yield _marking()
    if ball and view["from"]:
        yield _trail(_beside(view["from"]), _beside(ball))
    for half in ("far", "own"):
        for section in range(1, 7) if half != hide else ():
            here = bool(ball) and (ball["half"], ball["section"]) == (half, section)
            yield _number(half, section, halo=not here)
    for y, name in ((13, view["far_name"]), (height - 4.5, view["own_name"])):
        yield _words(180, y, name, size=12, colour="number", weight=600)
    yield _net()
    own, far, places = view["score"]["own"], view["score"]["far"], _places(view)
    yield from _tokens(own, places, 17, COURT.own + 14, 1, view["fresh"] == "own")
    yield from _tokens(far, places, width - 17, COURT.far - 14, -1, view["fresh"] == "far")
    if ball:
        yield from _shot(ball)
    yield "</svg>"
    top = 282
    for row in _rows(view):
        if row.title:
            yield _words(4, top + 12, row.title, size=12, weight=600, anchor="start")
            top += TITLE
        for index, card in enumerate(row.cards):
            yield _card(card, 3 + 66 * (index % 6), top + 120 * (index // 6), row.turned)
        top += 120 * math.ceil(len(row.cards) / 6)


# --------------------------------------------------------------------------------------- the court
def _surface() -> Iterable[str]:
    width, height = COURT_SIZE
    colour = PAPER["net"]
    yield (
        '<defs><pattern id="net" width="5" height="5" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0H5M0 0V5" stroke="{colour}" fill="none"/>'
        '</pattern><pattern id="mat" width="360" height="9" patternUnits="userSpaceOnUse">'
        '<path d="M0 2.5Q90 .5 180 2.5T360 2.5M0 7Q90 8.5 180 7T360 7" '
        f'stroke="{PAPER["mat"]}" fill="none"/></pattern></defs>'
    )
    yield _rect(Box(0, 0, width, height), fill="surround", round_=10)
    yield _rect(Box(34, 0, width - 68, height), fill="clay")
    yield f'<rect x="34" width="{width - 68}" height="{height}" fill="url(#mat)"/>'


def _marking() -> str:
    g, right = COURT, COURT.x + 3 * COURT.w
    top, bottom = g.far - 2 * g.h, g.own + 2 * g.h
    columns = "".join(
        f"M{_n(g.x + g.w)} {_n(y)}v{_n(2 * g.h)}M{_n(g.x + 2 * g.w)} {_n(y)}v{_n(2 * g.h)}"
        for y in (top, g.own)
    )
    return (
        f'<g fill="none" stroke="{PAPER["line"]}" stroke-width="2">'
        f'<rect x="{_n(g.x - 11)}" y="{_n(top)}" width="{_n(3 * g.w + 22)}" '
        f'height="{_n(bottom - top)}"/>'
        f'<path d="M{_n(g.x)} {_n(top)}V{_n(bottom)}M{_n(right)} {_n(top)}V{_n(bottom)}'
        f"M{_n(g.x)} {_n(top + g.h)}H{_n(right)}M{_n(g.x)} {_n(bottom - g.h)}H{_n(right)}"
        f'M180 {_n(top)}v6M180 {_n(bottom)}v-6"/>'
        f'<path d="{columns}" stroke-width="1.4" stroke-dasharray="3 5" opacity=".85"/></g>'
    )


def _net() -> str:
    y, width = (COURT.far + COURT.own) / 2, COURT_SIZE[0]
    band = Box(36, y - 5, width - 72, 10)
    return (
        f"<g>{_rect(Box(36, y + 5, width - 72, 5), fill='net', opacity=0.22)}"
        f"{_rect(band, fill='clay')}"
        f'<rect x="36" y="{_n(y - 5)}" width="{width - 72}" height="10" fill="url(#net)"/>'
        f'<path d="M36 {_n(y - 5)}H{width - 36}M180 {_n(y - 5)}v10" stroke="{PAPER["line"]}" '
        f'stroke-width="3"/>{_circle(36, y, 4.5, fill="net")}'
        f"{_circle(width - 36, y, 4.5, fill='net')}</g>"
    )


def _number(half: str, section: int, halo: bool) -> str:
    cell = COURT.cell(half, section)
    own = half == "own"
    x, y = (cell.x + 8, cell.y + cell.h - 8) if own else (cell.x + cell.w - 8, cell.y + 21)
    anchor = "start" if own else "end"
    return _words(x, y, section, size=19, colour="number", weight=700, anchor=anchor, halo=halo)


def _beside(spot: dict[str, Any]) -> tuple[float, float]:
    """Where ball and trail meet a section: beside its number, which keeps its corner."""
    x, y = COURT.cell(spot["half"], spot["section"]).middle
    return x + (10 if spot["half"] == "own" else -10), y


def _trail(start: tuple[float, float], end: tuple[float, float]) -> str:
    bend = (start[0] + end[0]) / 2 + (end[1] - start[1]) * 0.16
    return (
        f'<path d="M{_n(start[0])} {_n(start[1])}Q{_n(bend)} {_n((start[1] + end[1]) / 2)} '
        f'{_n(end[0])} {_n(end[1])}" fill="none" stroke="{PAPER["line"]}" stroke-width="2.6" '
        'stroke-linecap="round" stroke-dasharray=".1 8"/>' + _circle(*start, 3.5, fill="line")
    )


def _places(view: View) -> int:
    """Places for a side's tokens: from deuce on a fifth point may be needed."""
    deuce = view["position"]["rules"]["scoring"] == "deuce"
    return 5 if deuce and min(view["score"]["own"], view["score"]["far"]) >= 3 else 4


def _tokens(points: int, places: int, x: float, y: float, way: int, fresh: bool) -> Iterable[str]:
    """A side's tokens, left of its court as it sees it; rings for the points still to win."""
    if points > 5:
        yield _ball(x, y, 9)
        yield _words(x, y + way * 26 + 5, f"×{points}", size=13, colour="side", weight=700)
        return
    places = max(places, points)
    step = way * (22 if places > 4 else 26)
    for index in range(places):
        at = y + step * index
        if index >= points:
            yield _circle(x, at, 8, stroke="side", stroke_width=1.2, dash="2.5 3")
        else:
            yield _ball(x, at, 9)
            if fresh and index == points - 1:
                yield _circle(x, at, 12.5, stroke="side", stroke_width=2.5)


def _shot(ball: dict[str, Any]) -> Iterable[str]:
    """The ball, or the flame of a smash; rays and a word where it died."""
    x, y = _beside(ball)
    tag = "ace" if ball["dead"] else "smash" if ball["smash"] else ""
    if ball["dead"]:
        side = 1 if ball["half"] == "own" else -1
        rays = ""
        for index in (-2, -1, 0, 1):
            angle = math.radians(index * 32 - 8)
            ends = [
                f"{_n(x + side * reach * math.cos(angle))} {_n(y - 4 + reach * math.sin(angle) * 0.8)}"
                for reach in (17, 25)
            ]
            rays += f"M{ends[0]}L{ends[1]}"
        yield f'<path d="{rays}" fill="none" stroke="{PAPER["line"]}" stroke-width="2.5"/>'
    if ball["smash"]:
        yield (
            f'<g transform="translate({_n(x - 13.8)} {_n(y - 6 - 17.48)}) scale(.92)">'
            f'<path d="{FLAME}" fill="{PAPER["flame"]}" stroke="{PAPER["on-flame"]}" '
            f'stroke-width="2.5" stroke-linejoin="round"/>'
            f'<path d="{CORE}" fill="{PAPER["core"]}"/></g>'
        )
    else:
        yield _ball(x, y - 7 if tag else y, 13)
    if tag:
        kind = "flame" if ball["smash"] else "pill"
        width = len(tag) * 7.4 + 10
        yield _rect(Box(x - width / 2, y + 7.5, width, 17), fill=kind, round_=8.5)
        yield _words(x, y + 20.4, tag, size=12.5, colour=f"on-{kind}", weight=700)


def _ball(x: float, y: float, r: float) -> str:
    curve = _n(r * 1.44)
    return (
        f"<g>{_circle(x, y, r, fill='ball', stroke='ball-ink', stroke_width=r / 6)}"
        f'<path d="M{_n(x - r * 0.62)} {_n(y - r * 0.72)}a{_n(r)} {_n(r)} 0 0 1 0 {curve}'
        f'M{_n(x + r * 0.62)} {_n(y - r * 0.72)}a{_n(r)} {_n(r)} 0 0 0 0 {curve}" '
        f'fill="none" stroke="{PAPER["ball-ink"]}" stroke-width="{_n(r / 8)}"/></g>'
    )


# ---------------------------------------------------------------------------------------- the cards
def _card(card: dict[str, Any], x: float, y: float, turned: bool) -> str:
    """A card's face: the own half with the receiving area, the far half with the landing ball."""
    g = FACE
    own, far = ("far", "own") if turned else ("own", "far")
    right = g.x + 3 * g.w
    grids = ""
    for top in (g.far - 2 * g.h, g.own):
        grids += (
            f'<path d="M{_n(g.x)} {_n(top + g.h)}H{_n(right)}M{_n(g.x + g.w)} {_n(top)}'
            f'v{_n(2 * g.h)}M{_n(g.x + 2 * g.w)} {_n(top)}v{_n(2 * g.h)}" fill="none" '
            f'stroke="{PAPER["grid"]}" stroke-width=".8" stroke-dasharray="2 2"/>'
            + _rect(Box(g.x, top, 3 * g.w, 2 * g.h), stroke="grid", stroke_width=1.2)
        )
    areas = _areas([g.cell(own, section) for section in card["receives"]])
    filled = "".join(
        _rect(Box(a.x + 0.6, a.y + 0.6, a.w - 1.2, a.h - 1.2), fill="receives", round_=2)
        for a in areas
    )
    digits = ""
    for section in card["receives"]:
        mx, my = g.cell(own, section).middle
        digits += _words(mx, my + 4.6, section, size=13, colour="on-receives", weight=700)
    bx, by = g.cell(far, card["lands"]).middle
    frame = Box(0.75, 0.75, 62.5, 93)
    return (
        f'<g transform="translate({_n(x)} {_n(y)})">'
        f"{_rect(frame, fill='sheet', stroke='ink', stroke_width=1, round_=7)}"
        '<svg x="2" y="2" width="60" height="90" viewBox="0 0 64 96">'
        f"{_words(6, 17, card['card'], size=17, weight=700, anchor='start', family=NAME)}{grids}"
        f'<path d="M4 57H60" stroke="{PAPER["net"]}" stroke-width="2.4"/>'
        f"{filled}{digits}"
        f"{_circle(bx, by, 8.2, fill='ball', stroke='ball-ink', stroke_width=1.4)}"
        f"{_words(bx, by + 4.6, card['lands'], size=13, colour='ball-ink', weight=700)}</svg></g>"
    )


def _areas(cells: Sequence[Box]) -> Sequence[Box]:
    """Cells as one box where together they are one; apart where a gap or a corner is left out."""
    box = _around(cells)
    whole = math.isclose(box.w * box.h, sum(cell.w * cell.h for cell in cells))
    return [box] if whole else cells


def _around(cells: Sequence[Box]) -> Box:
    x, y = min(cell.x for cell in cells), min(cell.y for cell in cells)
    right, bottom = max(cell.x + cell.w for cell in cells), max(cell.y + cell.h for cell in cells)
    return Box(x, y, right - x, bottom - y)


# -------------------------------------------------------------------------------------- small parts
def _n(value: float) -> str:
    """A number as short as it can be, the same everywhere."""
    return f"{round(value, 2):g}"


def _text(value: object) -> str:
    return escape(str(value), quote=True)


def _paint(fill: str, stroke: str, stroke_width: float) -> str:
    """Fill and stroke as attributes, of names of the palette."""
    painted = f'fill="{PAPER[fill] if fill else "none"}"'
    if stroke:
        painted += f' stroke="{PAPER[stroke]}" stroke-width="{_n(stroke_width)}"'
    return painted


def _rect(
    box: Box,
    fill: str = "",
    stroke: str = "",
    stroke_width: float = 1,
    round_: float = 0,
    opacity: float = 1,
) -> str:
    corners = f' rx="{_n(round_)}"' if round_ else ""
    faint = f' fill-opacity="{_n(opacity)}"' if opacity != 1 else ""
    return (
        f'<rect x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}"{corners} '
        f"{_paint(fill, stroke, stroke_width)}{faint}/>"
    )


def _circle(
    x: float,
    y: float,
    r: float,
    fill: str = "",
    stroke: str = "",
    stroke_width: float = 1,
    dash: str = "",
) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    painted = _paint(fill, stroke, stroke_width)
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" {painted}{dashes}/>'


def _words(
    x: float,
    y: float,
    text: object,
    size: float,
    colour: str = "ink",
    weight: int = 400,
    anchor: str = "middle",
    halo: bool = False,
    family: str = "",
) -> str:
    edge = ""
    face = f' font-family="{family}"' if family else ""
    if halo:
        edge = f' paint-order="stroke" stroke="{PAPER["clay"]}" stroke-width="5" stroke-linejoin="round"'
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}" font-size="{_n(size)}" '
        f'font-weight="{weight}" fill="{PAPER[colour]}"{face}{edge}>{_text(text)}</text>'
    )
