"""Runs inside Pyodide: makes the standard library and the engine into two small zips of compiled files.

Pyodide's own zip of the standard library holds sources only, so every start would compile a hundred modules. Here the
engine plays first, to see which modules it loads; only those are packed, compiled. A module that is left out fails at
import, in the tests, not later.
"""

from __future__ import annotations

import sys

SOURCE = "/src"
"""Where the package ``grandslam`` lies, with its data files; its boards' scripts are not part of the engine."""


def exercise() -> None:
    """Play matches and drills as a board would, good requests and bad ones."""
    from grandslam.drills import all_drills
    from grandslam.table import answer

    def play_on(request: dict, moves: int) -> None:
        reply = answer(request)
        for step in range(moves):
            if not reply.get("moves"):
                break
            same = {**request, "record": reply["record"]}
            answer({**same, "do": "why_not", "move": "99+98"})
            answer({**same, "do": "open"})
            reply = answer({**same, "do": "play", "move": reply["moves"][step % len(reply["moves"])]["text"]})

    for edition in ("en", "ko", "zh"):
        for scoring in ("first_to_four", "deuce"):
            rules = {"players": 2, "style": "original", "scoring": scoring, "edition": edition, "rulings": {}}
            record = {"version": 1, "rules": rules, "deck": "standard", "server": 0, "seed": 5, "moves": []}
            play_on({"do": "open", "record": record, "seat": 0, "players": {"1": "rookie"}}, 40)
            play_on({"do": "open", "record": record, "seat": None, "players": {}, "open_hands": True}, 10)
    for slug, drill in all_drills().items():
        play_on({"do": "open", "drill": slug, "seat": drill.seat}, 4)
    for bad in ({}, {"do": "fly"}, {"do": "open", "record": {"version": 9}}, {"do": "open", "record": 3}):
        answer(bad)


def loaded() -> set[str]:
    """Files of the standard library's zip that have been imported by now."""
    origins = [getattr(getattr(module, "__spec__", None), "origin", None) or "" for module in sys.modules.values()]
    return {origin.split(".zip/", 1)[1] for origin in origins if "/python3" in origin and ".zip/" in origin}


def compiled(source: bytes, name: str, optimize: int) -> bytes:
    """A ``.pyc`` that is never checked against its source."""
    import importlib.util
    import marshal

    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)


def pack(files: dict[str, bytes], target: str, optimize: int) -> None:
    """Write ``files`` into the zip ``target``, the modules among them compiled."""
    import zipfile

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in sorted(files.items()):
            module = name.endswith(".py")
            info = zipfile.ZipInfo(name + "c" if module else name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(info, compiled(data, name, optimize) if module else data)


def library(source: str, wanted: set[str]) -> dict[str, bytes]:
    """The ``wanted`` files of the zip ``source``."""
    import zipfile

    with zipfile.ZipFile(source) as zipped:
        return {name: zipped.read(name) for name in wanted}


def engine() -> dict[str, bytes]:
    """The engine's modules and data."""
    from pathlib import Path

    package = Path(SOURCE, "grandslam")
    keep = {".py", ".csv", ".json"}
    return {
        path.relative_to(SOURCE).as_posix(): path.read_bytes()
        for path in package.rglob("*")
        if path.suffix in keep and "board" not in path.relative_to(package).parts
    }


sys.path.insert(0, SOURCE)
exercise()
WANTED = loaded()  # before anything that only packing needs is imported
# Docstrings of the library are dead weight; the engine's are the rules' short texts.
pack(library("/python_stdlib.zip", WANTED), "/out/python_stdlib.zip", optimize=2)
pack(engine(), "/out/grandslam.zip", optimize=0)
