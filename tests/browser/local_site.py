"""The built site on a server that can be slow, forgetful or strict."""

from __future__ import annotations

import functools
import threading
from fnmatch import fnmatch
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HTML = ROOT / "_build/html"
FOLDER = "/some/folder/"
PATIENCE = 900.0
"""Seconds that a held file is held at most, so that a broken test ends."""

BOARD_PAGES = sorted(
    path.relative_to(HTML).as_posix()
    for path in HTML.rglob("*.html")
    if "data-board=" in path.read_text("utf-8")
)
PAGES = sorted(
    path.relative_to(HTML).as_posix()
    for path in HTML.rglob("*.html")
    if path != HTML / "index.html"
)


class LocalSite(ThreadingHTTPServer):
    """The site in a sub-folder of 127.0.0.1; patterns are of file names, as ``*.wasm``."""

    daemon_threads = True

    def __init__(self, headers: dict[str, str] | None = None) -> None:
        super().__init__(
            ("127.0.0.1", 0), functools.partial(_Files, directory=str(HTML), site=self)
        )
        self.headers = headers or {}
        self.query = ""
        self.held: dict[str, threading.Event] = {}
        self.missing: set[str] = set()
        self.cut: set[str] = set()
        self.types: dict[str, str] = {}
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """Where the site's front door is."""
        return self.origin + FOLDER

    def hold(self, *patterns: str) -> None:
        """Files of these names do not come until they are released."""
        for pattern in patterns:
            self.held[pattern] = threading.Event()

    def release(self, pattern: str) -> None:
        """Let the files of this pattern come."""
        self.held.pop(pattern).set()

    def mend(self) -> None:
        """From now on every file comes as it should, those held too."""
        self.missing.clear()
        self.cut.clear()
        self.types.clear()
        held, self.held = self.held, {}
        for event in held.values():
            event.set()

    def close(self) -> None:
        self.mend()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is no event."""


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 (the base class has it so)
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".json": "application/json",
        ".ipynb": "application/json",
    }

    def __init__(self, *args: object, site: LocalSite, directory: str) -> None:
        self.site = site
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        plain = self.path.partition("?")[0]
        name = plain.rsplit("/", 1)[-1]
        for pattern, event in list(self.site.held.items()):
            if fnmatch(name, pattern) and not event.wait(PATIENCE):
                return
        if any(fnmatch(name, pattern) for pattern in self.site.cut):
            self.close_connection = True
            return
        gone = any(fnmatch(name, pattern) for pattern in self.site.missing)
        if gone or not plain.startswith(FOLDER):
            self.send_error(404)
            return
        self.path = "/" + self.path.removeprefix(FOLDER)
        super().do_GET()

    def guess_type(self, path: str) -> str:  # type: ignore[override]
        for pattern, kind in self.site.types.items():
            if fnmatch(Path(path).name, pattern):
                return kind
        return super().guess_type(path)

    def end_headers(self) -> None:
        if self.site.types:  # else a wrong type outlives its file in the browser
            self.send_header("Cache-Control", "no-store")
        for name, value in self.site.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""
