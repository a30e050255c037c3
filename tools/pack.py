"""Runs inside Pyodide: makes the engine and the standard library into small zips of compiled files.

Pyodide's own zip of the standard library holds sources only, so every start would compile a hundred
modules. Here the packed engine plays first, to see which modules it loads; only those are packed,
compiled. What boards need at once are the first two zips. Everything else that can be asked of the engine
(odds, experiments, editions …) comes with a third, and QR codes and charts need one more each; whoever
asks fetches them. Each function runs in a fresh Python, so that what packing itself needs is not taken
for the engine's.
"""

from __future__ import annotations

import sys
from typing import Any

SOURCE = "/src"
"""Where the package ``grandslam`` lies."""
SITE = "/site"
"""Where the packages ``segno`` and ``pygal`` lie."""
NOT_ON_PAGES = {"board", "reference", "__main__.py"}
LIBRARY = "/stock/python_stdlib.zip"
ENGINE_ZIP = "/out/grandslam.zip"
LIBRARY_ZIP = "/out/python_stdlib.zip"
MORE_ZIP = "/out/more.zip"
QR_ZIP = "/out/qr.zip"
CHARTS_ZIP = "/out/charts.zip"
SAXUTILS = """
def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

def quoteattr(text):
    return '"' + escape(text).replace('"', "&quot;") + '"'
"""
"""What segno takes from ``xml.sax.saxutils``; the library's own would bring along HTTP and mail."""
ELEMENTTREE = """
class Element(list):
    def __init__(self, tag, attrib={}, **extra):
        self.tag, self.attrib, self.text = tag, {**attrib, **extra}, None
        self.get, self.set = self.attrib.get, self.attrib.__setitem__

def SubElement(parent, tag, attrib={}, **extra):
    parent.append(Element(tag, attrib, **extra))
    return parent[-1]

def Comment(text):
    return Element(Comment)

def QName(space, name):
    return "{%s}%s" % (space, name)

def register_namespace(prefix, uri):
    pass
"""
"""What pygal takes from ``xml.etree.ElementTree``: a tree that ``grandslam.charts`` reads."""
STANDS_IN = {
    "xml/__init__.py": "",
    "xml/sax/__init__.py": "",
    "xml/sax/saxutils.py": SAXUTILS,
    "xml/etree/__init__.py": "",
    "xml/etree/ElementTree.py": ELEMENTTREE,
    "importlib_metadata.py": "def entry_points(group): return ()",
    "uuid.py": "def uuid4(): return ''",
}
"""Modules that stand in for larger ones. pygal asks the last two for maps to draw and for an id that
``grandslam.charts`` leaves out. Each zip holds them all: ``xml`` is loaded from the one that comes first.
"""


def pack_engine() -> None:
    """What the table imports of the engine, and the data beside it."""
    table, _ = _engine()
    _pack(table, ENGINE_ZIP, optimize=0)


def pack_library() -> None:
    """The part of the standard library that is loaded once the engine has played."""
    sys.path.insert(0, ENGINE_ZIP)
    _play()
    wanted = _library_loaded()

    import zipfile

    with zipfile.ZipFile(LIBRARY) as stock:
        _pack({name: stock.read(name) for name in wanted}, LIBRARY_ZIP, optimize=2)


def pack_more() -> None:
    """The rest of the engine, and what more of the standard library that loads."""
    _, rest = _engine()
    _play()
    _ask()
    _pack(rest | _beyond(), MORE_ZIP, optimize=0)


def _engine() -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files of what the table imports, and those of the rest, which is imported when asked for.

    The boards for notebooks, the book's reference and the command line are left out. Docstrings stay:
    they are the rules' texts.
    """
    from pathlib import Path

    sys.path.insert(0, SOURCE)
    import grandslam.table  # noqa: F401

    modules = {Path(origin) for origin in _origins() if origin.startswith(f"{SOURCE}/")}
    later = {path.parent for path in Path(SOURCE).rglob("__init__.py")} - {
        m.parent for m in modules
    }
    files: tuple[dict[str, bytes], dict[str, bytes]] = ({}, {})
    for path in Path(SOURCE, "grandslam").rglob("*"):
        inside = path.relative_to(SOURCE)
        if path.suffix not in {".py", ".csv", ".json"} or inside.parts[1] in NOT_ON_PAGES:
            continue
        first = path in modules or (path.suffix != ".py" and path.parent not in later)
        files[not first][inside.as_posix()] = path.read_bytes()
    return files


def pack_qr() -> None:
    """What QR codes load beyond the other zips: segno, compiled, and more of the standard library."""
    _stand_in()
    from grandslam.table import answer

    for length in (20, 200, 1000, 5000):
        answer({"do": "qr", "text": "https://a.b/#1." + "x" * length})
    _pack(_beyond() | _own(), QR_ZIP, optimize=2)


def pack_charts() -> None:
    """What charts load beyond the other zips: pygal as it is, and more of the standard library.

    pygal's licence gives whoever has the zip the right to change it, so its modules stay sources.
    """
    _stand_in()
    from grandslam.table import answer

    part = {"label": "part", "count": 1}
    charts = [
        {"kind": "bars", "title": "t", "labels": ["a", "b"], "observed": [0.5, 0.5], "exact": "1/2"}
        | {"intervals": [[0.4, 0.6], [0.4, 0.6]], "repetitions": 10},
        {"kind": "running", "title": "t", "points": [[1, 0], [2, 1]], "exact": "1/2"},
        {"kind": "court", "title": "t", "values": [1, 2, 3, 4, 5, 6]},
        {"kind": "tree", "title": "t", "whole": part | {"parts": [part]}},
    ]
    reply = answer({"do": "chart", "charts": charts})
    if len(reply.get("charts", ())) != len(charts):
        raise RuntimeError(f"no charts: {reply}")
    answer({"do": "chart", "charts": [{"kind": "pie"}]})
    _pack(_beyond(), CHARTS_ZIP, optimize=2, sources=_own())


def _stand_in() -> None:
    """Have the packages of SITE found, with the modules that stand in."""
    from pathlib import Path

    for name, text in STANDS_IN.items():
        path = Path(SITE, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    sys.path[:0] = [ENGINE_ZIP, SITE]
    import grandslam

    grandslam.__path__.append(f"{MORE_ZIP}/grandslam")


def _own() -> dict[str, bytes]:
    """The modules of SITE that are loaded now, and those that stand in."""
    from pathlib import Path

    names = {origin.removeprefix(f"{SITE}/") for origin in _origins() if origin.startswith(SITE)}
    return {name: Path(SITE, name).read_bytes() for name in names | set(STANDS_IN)}


def _beyond() -> dict[str, bytes]:
    """The modules of the standard library that are loaded now and that the zips so far lack."""
    wanted = _library_loaded()

    import os
    import zipfile

    there: set[str] = set()
    for packed in filter(os.path.exists, (LIBRARY_ZIP, MORE_ZIP)):
        there.update(zipfile.ZipFile(packed).namelist())
    with zipfile.ZipFile(LIBRARY) as stock:
        return {name: stock.read(name) for name in wanted if f"{name}c" not in there}


def _origins() -> list[str]:
    """The files of all modules that are loaded now."""
    return [getattr(module.__spec__, "origin", None) or "" for module in sys.modules.values()]


def _library_loaded() -> set[str]:
    """The modules of the standard library that are loaded now, as names in its zip."""
    return {
        origin.split(".zip/", 1)[1]
        for origin in _origins()
        if "/python3" in origin and ".zip/" in origin
    }


def _play() -> None:
    """Play matches and drills as a board would, with good requests and bad ones."""
    from grandslam.drills import all_drills
    from grandslam.players import PLAYERS
    from grandslam.table import answer

    for edition in ("en", "ko", "zh"):
        for scoring in ("first_to_four", "deuce"):
            match = {"do": "open", "record": _record(edition=edition, scoring=scoring)}
            for player in PLAYERS:
                _play_on({**match, "seat": 0, "players": {"1": player}}, 20)
            _play_on({**match, "seat": None, "open_hands": True}, 10)
            for players, style in ((2, "master"), (4, "original"), (4, "master")):
                other = _record(edition=edition, scoring=scoring, players=players, style=style)
                computers = {str(seat): "rookie" for seat in range(1, players)}
                _play_on({"do": "open", "record": other, "seat": 0, "players": computers}, 12)
    for slug, drill in all_drills().items():
        _play_on({"do": "open", "drill": slug, "seat": drill.seat}, 4)
    answer({"do": "open", "link": answer({"do": "open", "drill": "setup-1"})["link"]})
    for bad in (
        {},
        {"do": "fly"},
        {"do": "open", "record": {"version": 9}},
        {"do": "open", "record": 3},
    ):
        answer(bad)


def _ask() -> None:
    """Ask everything else, with good requests and bad ones."""
    from grandslam.cards import Deck
    from grandslam.editions import examples
    from grandslam.experiments import EXPERIMENTS
    from grandslam.table import answer

    for players, style in ((2, "original"), (2, "master"), (4, "original"), (4, "master")):
        record = _record(players=players, style=style)
        _play_on({"do": "open", "record": record, "seat": None}, 20, also={"do": "odds"})
    for number in EXPERIMENTS:
        run = {"id": number, "word": "maple"}
        answer({"do": "experiment", "id": number})
        reply = answer({"do": "experiment", **run, "from": 0, "to": 10})
        answer({"do": "tally", **run, "results": reply["results"]})
    for example in examples():
        for edition in ("en", "ko", "zh"):
            answer({"do": "compare", "example": example, "other": {"edition": edition}})
    for text in (Deck.standard().to_csv(), "card,receives,lands\n1,x,2", '"'):
        answer({"do": "deck", "csv": text, "seed": 1})
    answer({"do": "experiment", "id": "0.0"})


def _record(**rules: Any) -> dict[str, Any]:
    return {"version": 1, "rules": rules, "seed": 5, "moves": []}


def _play_on(request: dict[str, Any], moves: int, also: dict[str, Any] | None = None) -> None:
    """Play some moves from a request; before each one ask about it, and ``also`` that."""
    from grandslam.table import answer

    reply = answer(request)
    for step in range(moves):
        if not reply.get("moves"):
            break
        same = {**request, "record": reply["record"]}
        answer({**same, "do": "why_not", "move": "99+98"})
        answer({**same, **(also or {"do": "open"})})
        move = reply["moves"][step % len(reply["moves"])]["text"]
        reply = answer({**same, "do": "play", "move": move})


def _pack(
    files: dict[str, bytes], target: str, optimize: int, sources: dict[str, bytes] | None = None
) -> None:
    """Write ``files`` into the zip ``target``, the modules among them compiled, and ``sources``."""
    import zipfile

    packed = dict(sources or {})
    for name, data in files.items():
        module = name.endswith(".py")
        packed[name + "c" if module else name] = _compiled(data, name, optimize) if module else data
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(packed.items()):
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, data)


def _compiled(source: bytes, name: str, optimize: int) -> bytes:
    """A ``.pyc`` that is never checked against its source."""
    import importlib.util
    import marshal

    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    unchecked = (1).to_bytes(4, "little")
    return (
        importlib.util.MAGIC_NUMBER
        + unchecked
        + importlib.util.source_hash(source)
        + marshal.dumps(code)
    )
