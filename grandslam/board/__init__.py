"""The board for notebooks: an anywidget that asks ``grandslam.table.answer`` and nobody else.

``Board()`` shows a match against the computer, ``Board(drill="serving-1")`` a drill. In JupyterLab the
kernel answers what is pressed, and ``board.record``, ``board.position`` and ``board.view`` follow. On the
book's pages the same board is played without a kernel: its output carries everything a page needs, and a
picture with a sentence for print, for pages without scripts and for previews.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from typing import Any

from grandslam import checks
from grandslam.board.cards import Cards
from grandslam.board.editions import Editions, RulingsTable
from grandslam.board.experiment import Experiment
from grandslam.board.picture import picture, pictured, sentence
from grandslam.board.text import rule
from grandslam.board.widget import anywidget, asked, attribute, module, style, traitlets
from grandslam.players import PLAYERS
from grandslam.table import answer

__all__ = ["Board", "Cards", "Editions", "Experiment", "RulingsTable", "rule"]

OPPONENTS = (*PLAYERS, "friend")
SETTINGS = ("edition", "rulings", "players", "style", "scoring", "opponent", "seat", "drill")
"""The traits that start the board anew when they are set."""
DEFAULTS: dict[str, Any] = {
    "edition": "en",
    "rulings": {},
    "players": 2,
    "style": "original",
    "scoring": "first_to_four",
    "opponent": "rookie",
    "seat": 0,
    "drill": None,
}


class Switch(traitlets.TraitType[bool, bool]):
    """True or false; ValueError with a sentence for anything else."""

    def validate(self, obj: object, value: object) -> bool:
        """The checked value."""
        return checks.flag(value, self.name or "switch")


class Board(anywidget.AnyWidget):
    """A board to play on.

    ``record`` may be set: the board shows the match so far. ``position`` and ``view`` (as JSON, see the
    table) follow. Setting ``edition``, ``rulings``, ``players``, ``style``, ``scoring``, ``opponent``,
    ``seat`` (who looks on; None where a friend sits: whoever decides) or ``drill`` starts anew from the
    same seed; setting anything but ``drill`` leaves a drill. ``opponent`` is ``rookie``, ``regular`` or
    another of ``players.PLAYERS``, or ``friend``, for every other seat, or a dict such as
    ``{"1": "rookie", "2": "friend"}``; the seats left out are rookies. ``odds`` shows the odds panel or
    hides it, and nothing else; so does the reader's switch.
    A bad value gives ValueError and changes nothing.

    ``pages`` may name the addresses of the book's pages by rule; with the address of ``play`` the board
    offers links and QR codes too.
    """

    _esm = module("board")
    _css = style()
    setup = traitlets.Dict().tag(sync=True)
    reply = traitlets.Dict().tag(sync=True)
    pages = traitlets.Dict().tag(sync=True)
    record = traitlets.Any()
    position = traitlets.Dict(read_only=True)
    view = traitlets.Dict(read_only=True)
    edition = traitlets.Any()
    rulings = traitlets.Any()
    players = traitlets.Any()
    style = traitlets.Any()
    scoring = traitlets.Any()
    opponent = traitlets.Any()
    seat = traitlets.Any()
    drill = traitlets.Any()
    odds = Switch(False).tag(sync=True)

    def __init__(
        self,
        *,
        drill: str | None = None,
        seed: int | None = None,
        opponent: str | dict[str, str] = "rookie",
        edition: str = "en",
        rulings: dict[str, Any] | None = None,
        players: int = 2,
        style: str = "original",
        scoring: str = "first_to_four",
        server: int = 0,
        seat: int | None = 0,
        open_hands: bool = False,
        title: str | None = None,
        record: dict[str, Any] | None = None,
        odds: bool = False,
    ) -> None:
        self._quiet = True  # nothing is shown before all is known
        super().__init__()
        self.odds = odds
        self._title = title
        self._server = server
        self._seed = secrets.randbits(48) if seed is None else seed
        self._open_hands = open_hands
        self._began: dict[str, Any] | None = record
        if _has_friend(opponent) and seat == 0:
            seat = None
        given = {
            "edition": edition,
            "rulings": rulings or {},
            "players": players,
            "style": style,
            "scoring": scoring,
            "opponent": opponent,
            "seat": seat,
            "drill": drill,
        }
        self._start(given, record)
        self.on_msg(self._heard)

    # ------------------------------------------------------------ starting
    def _start(self, settings: dict[str, Any], record: dict[str, Any] | None = None) -> None:
        """Open a match or a drill with these settings, or raise ValueError."""
        request = self._request(settings, record)
        reply = asked(request)
        setup = self._set_up(settings, reply)
        self._began = record
        self._adopt(reply, setup, settings)

    def _request(self, settings: dict[str, Any], record: dict[str, Any] | None) -> dict[str, Any]:
        opponent, seat = settings["opponent"], settings["seat"]
        others = _others(opponent, _count(settings, record), seat)
        request: dict[str, Any] = {
            "do": "open",
            "seat": seat,
            "players": {},
            "open_hands": self._open_hands,
        }
        if settings["drill"] is not None:
            return request | {"drill": settings["drill"]}
        if seat is None and not _has_friend(opponent):
            raise ValueError("seat must be a number when the computer plays, not None.")
        request["players"] = {other: who for other, who in others.items() if who != "friend"}
        request["record"] = record or {
            "version": 1,
            "rules": {name: settings[name] for name in SETTINGS[:5]},
            "deck": "standard",
            "server": self._server,
            "seed": self._seed,
            "moves": [],
        }
        return request

    def _set_up(self, settings: dict[str, Any], reply: dict[str, Any]) -> dict[str, Any]:
        drill = settings["drill"]
        match = drill is None
        request = self._request(settings, reply["record"])
        setup: dict[str, Any] = {
            "kind": "match" if match else "drill",
            "title": self._title or ("Play a match" if match else f"Drill {drill}"),
            "seat": settings["seat"],
            "players": request["players"],
            "open_hands": self._open_hands,
            "drill": drill,
            "chooser": match,
        }
        return setup | {"id": _name([setup, reply["record"]])}

    def _adopt(
        self, reply: dict[str, Any], setup: dict[str, Any], settings: dict[str, Any]
    ) -> None:
        """Show this reply. Observers of several traits see them all new."""
        self._quiet = True
        try:
            with self.hold_trait_notifications():
                for name, value in settings.items():
                    setattr(self, name, value)
                self.setup = setup
                self.reply = reply
                self.record = reply["record"]
                self.set_trait("position", reply["view"]["position"])
                self.set_trait("view", reply["view"])
        finally:
            self._quiet = False

    def _settings(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in SETTINGS}

    # ------------------------------------------------------------ setting a trait
    def _tried(self, name: str, value: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The settings and the reply that a new value of a trait would give, or ValueError."""
        if name == "record":
            raise ValueError("record must be a match record, not None.")
        settings = self._settings() | {name: value}
        if name == "opponent":  # a friend decides at the same screen
            settings["seat"] = None if _has_friend(value) else self.seat or 0
        if name != "drill":
            settings["drill"] = None
        return settings, asked(self._request(settings, None))

    @traitlets.validate(*SETTINGS)
    def _setting(self, proposal: traitlets.Bunch) -> Any:
        """A new value is tried before it is taken."""
        if not self._quiet:
            self._ready = self._tried(proposal["trait"].name, proposal["value"])
        return proposal["value"]

    @traitlets.validate("record")
    def _new_record(self, proposal: traitlets.Bunch) -> Any:
        if self._quiet:
            return proposal["value"]
        settings = self._settings() | {"drill": None}
        reply = asked(self._request(settings, proposal["value"]))
        self._ready = (settings | _rules(reply["record"]), reply)
        return reply["record"]

    @traitlets.observe("record", *SETTINGS)
    def _changed(self, change: traitlets.Bunch) -> None:
        if self._quiet:
            return
        if change["new"] is None:  # traitlets does not ask validators about None
            try:
                self._ready = self._tried(change["name"], None)
            except ValueError:
                self._quiet = True
                setattr(self, change["name"], change["old"])
                self._quiet = False
                raise
        settings, reply = self._ready
        self._began = reply["record"] if change["name"] == "record" else None
        self._adopt(reply, self._set_up(settings, reply), settings)

    # ------------------------------------------------------------ what is pressed
    def _heard(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        """Answer a request of the board; follow it unless it only looks."""
        request = content.get("request", {})
        reply = answer(request)
        self.send({"id": content.get("id"), "reply": reply})
        looks = content.get("look") or not isinstance(request, dict) or "view" not in reply
        if looks or request.get("do") == "why_not" or reply["reason"]:
            return
        players = request.get("players", {})
        drill = request.get("drill")
        seat = request.get("seat")
        setup = self.setup | {
            "kind": "match" if drill is None else "drill",
            "seat": seat,
            "players": players,
            "open_hands": request.get("open_hands", False),
            "drill": drill,
        }
        settings = self._settings() | {"seat": seat, "drill": drill}
        if drill is None:
            settings |= _rules(reply["record"])
            settings["opponent"] = _opponent(players, settings["players"], seat)
            self._seed = reply["record"].get("seed", self._seed)
            self._server = reply["record"].get("server", self._server)
        self._open_hands = setup["open_hands"]
        self._adopt(reply, setup, settings)

    # ------------------------------------------------------------ how it is shown
    def __repr__(self) -> str:
        """The call that makes this board again, without any address.

        >>> Board(seed=7, edition="ko")
        Board(seed=7, edition='ko')
        """
        shown = {name: getattr(self, name) for name in SETTINGS}
        words = []
        if self.drill is not None:
            words.append(f"drill={self.drill!r}")
        elif self._began is not None:
            words.append(f"record={self._began!r}")
        else:
            words.append(f"seed={self._seed!r}")
        for name in SETTINGS[:-1]:
            usual = DEFAULTS[name]
            if name == "seat" and _has_friend(self.opponent):
                usual = None
            if self.drill is None and shown[name] != usual:
                words.append(f"{name}={shown[name]!r}")
        if self.drill is None and self._began is None and self._server:
            words.append(f"server={self._server!r}")
        if self._open_hands:
            words.append("open_hands=True")
        if self._title is not None:
            words.append(f"title={self._title!r}")
        if self.odds:
            words.append("odds=True")
        return f"Board({', '.join(words)})"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The widget, and beside it the page's board, the picture and the sentence."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        told = sentence(self.view)
        return data | {
            "text/plain": f"{self!r}\n{told}",
            "text/html": self._page_html(),
            "image/svg+xml": picture(self.view, self._hides()),
        }, metadata

    def _hides(self) -> str:
        """The half whose numbers a drill hides."""
        hidden: str = (self.reply["drill"] or {}).get("hide_numbers", "")
        return hidden

    def _anchor(self) -> str:
        """Its place on a page, for links: the drill's name, or the match's title."""
        if self.drill is not None:
            return f"drill-{self.drill}"
        return "board-" + "-".join(re.findall("[a-z0-9]+", self.setup["title"].lower()))

    def _page_html(self) -> str:
        """The place of this board on a page: everything it needs, and the picture."""
        state: dict[str, Any] = {"setup": self.setup, "reply": self.reply}
        if self.odds:
            seen = {"seat": self.view["seat"], "players": self.setup["players"]}
            asked = {"do": "odds", "record": self.record, **seen}
            asked |= {"drill": self.drill} if self.drill else {}
            state |= {"odds": True, "counted": answer(asked)}
        return (
            f'<div id="{self._anchor()}" class="gs-board-mount" data-board=\'{attribute(state)}\'>'
            f"{pictured(self.view, self._hides())}</div>"
        )


def _has_friend(opponent: object) -> bool:
    """Whether another person sits at this screen."""
    return "friend" in (opponent.values() if isinstance(opponent, dict) else [opponent])


def _count(settings: dict[str, Any], record: object) -> int:
    """How many play: a record knows best. A bad number is the table's to refuse."""
    count = _rules(record)["players"] if isinstance(record, dict) else settings["players"]
    return 4 if count == 4 else 2


def _others(opponent: object, count: int, seat: object) -> dict[str, str]:
    """Who plays each seat but one's own, or ValueError with a sentence."""
    own = seat if isinstance(seat, int) else 0
    seats = [str(other) for other in range(count) if other != own]
    if not isinstance(opponent, dict):
        return dict.fromkeys(seats, checks.one_of(opponent, "opponent", OPPONENTS))
    for other, who in opponent.items():
        checks.one_of(other, "opponent: a seat", seats)
        checks.one_of(who, f"opponent: seat {other}", OPPONENTS)
    return dict.fromkeys(seats, "rookie") | opponent


def _opponent(players: dict[str, str], count: int, seat: int | None) -> str | dict[str, str]:
    """The setting that gives these players: one word where all the others are alike."""
    own = seat or 0
    others = {str(n): players.get(str(n), "friend") for n in range(count) if n != own}
    alike = set(others.values())
    return alike.pop() if len(alike) == 1 else others


def _rules(record: dict[str, Any]) -> dict[str, Any]:
    """The settings that a record brings with it."""
    position = record.get("position")
    rules = record.get("rules") or (position.get("rules") if isinstance(position, dict) else None)
    rules = rules if isinstance(rules, dict) else {}
    return {name: rules.get(name, DEFAULTS[name]) for name in SETTINGS[:5]}


def _name(value: object) -> str:
    """Eight hex digits that name a value: the start of the SHA-256 of its canonical JSON."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]
