"""Runs inside Pyodide: makes the engine and the standard library into small zips of compiled files.

Pyodide's own zip of the standard library holds sources only, so every start would compile a hundred
modules. Here the packed engine plays first, to see which modules it loads; only those are packed,
compiled. What QR codes need beyond that is a third zip, fetched by whoever asks for one. Each function
runs in a fresh Python, so that what packing itself needs is not taken for the engine's.
"""

from __future__ import annotations

import sys
from typing import Any

SOURCE = "/src"
"""Where the package ``grandslam`` lies."""
SITE = "/site"
"""Where the package ``segno`` lies."""
LIBRARY = "/stock/python_stdlib.zip"
ENGINE_ZIP = "/out/grandslam.zip"
LIBRARY_ZIP = "/out/python_stdlib.zip"
QR_ZIP = "/out/qr.zip"
SAXUTILS = """
def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

def quoteattr(text):
    return '"' + escape(text).replace('"', "&quot;") + '"'
"""
"""What segno takes from ``xml.sax.saxutils``; the library's own would bring along HTTP and mail."""


def pack_engine() -> None:
    """The engine's modules and data, without the board for notebooks.

    Docstrings stay: they are the rules' texts.
    """
    from pathlib import Path

    package = Path(SOURCE, "grandslam")
    files = {
        path.relative_to(SOURCE).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.suffix in {".py", ".csv", ".json"} and path.parent.name != "board"
    }
    _pack(files, ENGINE_ZIP, optimize=0)


def pack_library() -> None:
    """The part of the standard library that is loaded once the engine has played."""
    sys.path.insert(0, ENGINE_ZIP)
    _exercise()
    wanted = _library_loaded()

    import zipfile

    with zipfile.ZipFile(LIBRARY) as stock:
        _pack({name: stock.read(name) for name in wanted}, LIBRARY_ZIP, optimize=2)


def pack_qr() -> None:
    """What a QR code loads beyond the other zips: its part of segno and of the standard library."""
    from pathlib import Path

    for module, text in (("xml", ""), ("xml/sax", ""), ("xml/sax/saxutils", SAXUTILS)):
        path = Path(SITE, module + ("/__init__.py" if not text else ".py"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    sys.path[:0] = [ENGINE_ZIP, SITE]
    from grandslam.table import answer

    for length in (20, 200, 1000, 5000):
        answer({"do": "qr", "text": "https://a.b/#1." + "x" * length})
    wanted = _library_loaded()
    own = [origin for origin in _origins() if origin.startswith(f"{SITE}/")]

    import zipfile

    with zipfile.ZipFile(LIBRARY) as stock, zipfile.ZipFile(LIBRARY_ZIP) as packed:
        there = set(packed.namelist())
        files = {name: stock.read(name) for name in wanted if f"{name}c" not in there}
    files |= {origin.removeprefix(f"{SITE}/"): Path(origin).read_bytes() for origin in own}
    _pack(files, QR_ZIP, optimize=2)


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


def _exercise() -> None:
    """Play matches and drills as a board would, with good requests and bad ones."""
    from grandslam.cards import Deck
    from grandslam.drills import all_drills
    from grandslam.editions import examples
    from grandslam.players import PLAYERS
    from grandslam.table import answer

    def play_on(request: dict[str, Any], moves: int) -> None:
        reply = answer(request)
        for step in range(moves):
            if not reply.get("moves"):
                break
            same = {**request, "record": reply["record"]}
            answer({**same, "do": "why_not", "move": "99+98"})
            answer({**same, "do": "open"})
            move = reply["moves"][step % len(reply["moves"])]["text"]
            reply = answer({**same, "do": "play", "move": move})

    for edition in ("en", "ko", "zh"):
        for scoring in ("first_to_four", "deuce"):
            rules = {"players": 2, "style": "original", "scoring": scoring, "edition": edition}
            record = {
                "version": 1,
                "rules": rules,
                "deck": "standard",
                "server": 0,
                "seed": 5,
                "moves": [],
            }
            match = {"do": "open", "record": record}
            for player in PLAYERS:
                play_on({**match, "seat": 0, "players": {"1": player}}, 20)
            play_on({**match, "seat": None, "open_hands": True}, 10)
            for players, style in ((2, "master"), (4, "original"), (4, "master")):
                other = {**record, "rules": {**rules, "players": players, "style": style}}
                computers = {str(seat): "rookie" for seat in range(1, players)}
                play_on({"do": "open", "record": other, "seat": 0, "players": computers}, 12)
    for slug, drill in all_drills().items():
        play_on({"do": "open", "drill": slug, "seat": drill.seat}, 4)
    answer({"do": "open", "link": answer({"do": "open", "drill": "setup-1"})["link"]})
    for example in examples():
        for edition in ("en", "ko", "zh"):
            answer({"do": "compare", "example": example, "other": {"edition": edition}})
    for text in (Deck.standard().to_csv(), "card,receives,lands\n1,x,2", '"'):
        answer({"do": "deck", "csv": text, "seed": 1})
    for bad in (
        {},
        {"do": "fly"},
        {"do": "open", "record": {"version": 9}},
        {"do": "open", "record": 3},
    ):
        answer(bad)


def _pack(files: dict[str, bytes], target: str, optimize: int) -> None:
    """Write ``files`` into the zip ``target``, the modules among them compiled."""
    import zipfile

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(files.items()):
            module = name.endswith(".py")
            info = zipfile.ZipInfo(name + "c" if module else name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, _compiled(data, name, optimize) if module else data)


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
