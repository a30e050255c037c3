"""Serve the built site on this machine alone: ``python tools/serve.py``."""

from __future__ import annotations

import argparse
import functools
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

ROOT = Path(__file__).resolve().parent.parent
USUAL_PORT = 8000


class Site(SimpleHTTPRequestHandler):
    """Static files with the types that browsers insist on; ``headers_too`` are sent with every answer."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 (the base class has it so)
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".ipynb": "application/json",
    }
    headers_too: ClassVar[dict[str, str]] = {}

    def end_headers(self) -> None:
        """Have every file asked for again, so that a new build shows at once."""
        self.send_header("Cache-Control", "no-cache")
        for name, value in self.headers_too.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: the reader's terminal stays readable."""


class Server(ThreadingHTTPServer):
    """Takes it calmly when a browser goes away in the middle of a file."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report anything but a lost connection."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def site(folder: Path, port: int = 0, headers: dict[str, str] | None = None) -> Server:
    """A server for ``folder`` on 127.0.0.1; port 0 takes any free one.

    ``headers`` are sent with every answer. Raises OSError where the port is taken.
    """
    handler = type("Site", (Site,), {"headers_too": headers or {}})
    return Server(("127.0.0.1", port), functools.partial(handler, directory=str(folder)))


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "_build/html")
    parser.add_argument("--port", type=int, default=USUAL_PORT)
    args = parser.parse_args()
    if not (args.folder / "index.html").exists():
        print(f"{args.folder} holds no site yet: run 'make book' first.", file=sys.stderr)
        return 1
    try:
        server = site(args.folder, args.port)
    except OSError:
        server = site(args.folder)
    print(
        f"The book is at http://127.0.0.1:{server.server_address[1]}/ (Ctrl+C ends it)", flush=True
    )
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
