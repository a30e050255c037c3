"""A browser, the built site, and a guard: no test may cause a console error or leave the site."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.local_site import HTML, LocalSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Playwright,
        Request,
        WebError,
    )

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def _chromium(playwright: Playwright) -> str:
    """Path of a Chromium, Playwright's own included."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    own = playwright.chromium.executable_path
    if found is None and not Path(own).exists():
        pytest.exit(
            "No Chromium found: install one (Debian: apt-get install chromium; anywhere:"
            " playwright install chromium).",
            returncode=1,
        )
    return found or own


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; it knows no other host than this machine."""
    if not (HTML / "index.html").exists():
        pytest.exit("There is no built site: run 'make book' first.", returncode=1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_chromium(playwright),
            args=["--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        )
        yield browser
        browser.close()


class Reader:
    """Opens pages in contexts of its own and writes down what must not happen there."""

    def __init__(self, browser: Browser, site: LocalSite) -> None:
        self.site = site
        self.faults: list[str] = []
        self.requests: list[str] = []
        self._browser = browser
        self._allowed: list[str] = []
        self._contexts: list[BrowserContext] = []

    def allow(self, pattern: str) -> None:
        """Console errors that match are part of what is tested."""
        self._allowed.append(pattern)

    def context(self, **options: Any) -> BrowserContext:
        """A new context, guarded: 1366 × 768, unless the options say otherwise."""
        options.setdefault("viewport", {"width": 1366, "height": 768})
        context = self._browser.new_context(**options)
        context.set_default_timeout(30_000)
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)
        self._contexts.append(context)
        return context

    def open(self, path: str, **options: Any) -> Page:
        """A page of the site in a context of its own."""
        page = self.context(**options).new_page()
        page.goto(self.site.address + path + self.site.query)
        return page

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self.site.address, "data:", "blob:")):
            self.faults.append(f"request outside of the site: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(f"{message.text} ({message.location.get('url')})")

    def _error(self, error: WebError) -> None:
        self._note(f"uncaught: {error.error}")

    def _note(self, fault: str) -> None:
        if not any(re.search(pattern, fault) for pattern in self._allowed):
            self.faults.append(fault)

    def leave(self) -> None:
        """Close everything; fails if anything happened that must not."""
        for context in self._contexts:
            context.close()
        assert not self.faults, "\n".join(self.faults)


@pytest.fixture(scope="session")
def usual_site() -> Iterator[LocalSite]:
    site = LocalSite()
    yield site
    site.close()


@pytest.fixture(scope="session")
def waiting_site() -> Iterator[LocalSite]:
    """The site while Python starts, for ever: a board has its first answers only."""
    site = LocalSite()
    site.hold("worker.js")
    site.query = "?start-limit=900"
    yield site
    site.close()


@pytest.fixture
def early_reader(browser: Browser, waiting_site: LocalSite) -> Iterator[Reader]:
    """Somebody whose Python never comes, which is quick to test with."""
    reader = Reader(browser, waiting_site)
    yield reader
    reader.leave()


@pytest.fixture
def reader(browser: Browser, usual_site: LocalSite) -> Iterator[Reader]:
    """Somebody who reads the site as it is served everywhere."""
    reader = Reader(browser, usual_site)
    yield reader
    reader.leave()


@pytest.fixture
def reader_of(browser: Browser) -> Iterator[Callable[[LocalSite], Reader]]:
    """Somebody who reads the site from a server of the test's own; closes that server too."""
    readers: list[Reader] = []

    def make(site: LocalSite) -> Reader:
        readers.append(Reader(browser, site))
        return readers[-1]

    yield make
    for reader in readers:
        reader.site.mend()
        try:
            reader.leave()
        finally:
            reader.site.close()
