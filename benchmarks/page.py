"""What a page of the built site weighs and how soon Python answers on it: ``make bench``.

Ratios are taken in one run, one beside the other: ours against the same site with Pyodide's own
files (its standard library as it comes, the engine as sources). Cold is a browser that has never
been here, warm one that has.
"""

from __future__ import annotations

import gzip
import shutil
import sys
import tempfile
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Playwright, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from serve import site  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Response

HTML = ROOT / "_build/html"
STOCK = ROOT / "node_modules/pyodide"
ENGINE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "grandslam.zip",
)
ROUNDS = 5
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

# Presses the main button as soon as there is one and notes when the board has the answer.
WATCH = """
(() => {
  try { sessionStorage.clear(); } catch { /* a kept match would answer first */ }
  let pressed = 0;
  const look = () => {
    const main = document.querySelector('[data-key="main"]');
    if (main && !pressed) { pressed = performance.now(); main.click(); }
    if (pressed && document.querySelector('.gs-log li')) {
      globalThis.answered = { pressed, at: performance.now() };
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""


def served(folder: Path) -> str:
    """The address of ``folder``, served until the program ends."""
    server = site(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}/"


def chromium() -> str:
    """The system's Chromium."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        sys.exit("Chromium is missing: install it (Debian: apt-get install chromium).")
    return found


def runtime(html: Path) -> Path:
    """The folder of the boards' files in a built site."""
    return next(html.glob("_static/*/site.js")).parent


def squeezed(data: bytes) -> int:
    """Bytes on the wire."""
    return len(gzip.compress(data, 6))


def copies(folder: Path) -> Iterator[tuple[str, str]]:
    """The site, ours and on stock files, without first answers: Python has to give them."""
    for name in ("ours", "stock"):
        html = folder / name
        shutil.copytree(HTML, html)
        files = runtime(html)
        shutil.rmtree(files / "answers")
        if name == "stock":
            for file in ("python_stdlib.zip", "pyodide-lock.json"):
                shutil.copy(STOCK / file, files / file)
            with zipfile.ZipFile(files / "grandslam.zip", "w", zipfile.ZIP_DEFLATED) as zipped:
                for path in sorted((ROOT / "grandslam").rglob("*")):
                    if path.suffix in (".py", ".csv", ".json") and "board" not in path.parts:
                        zipped.write(path, path.relative_to(ROOT))
        yield name, served(html)


def answered(page: Page) -> dict[str, float]:
    """What ``WATCH`` noted, once it has."""
    for _ in range(1200):
        marks: dict[str, float] | None = page.evaluate("globalThis.answered")
        if marks:
            return marks
        page.wait_for_timeout(50)
    raise TimeoutError("The board got no answer within a minute.")


def first_answer(page: Page, address: str) -> float:
    """Milliseconds from navigation to the first answer from Python."""
    page.goto(f"{address}book/play.html", wait_until="commit")
    return float(answered(page)["at"])


def starts(browsers: Playwright) -> dict[tuple[str, str], float]:
    """The quickest start of each copy, cold and warm: whatever else the machine does only adds."""
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        sites = list(copies(Path(scratch, "sites")))
        for turn in range(ROUNDS):
            for name, address in sites:
                profile = Path(scratch, f"{name}-{turn}")
                context = browsers.chromium.launch_persistent_context(
                    profile, executable_path=chromium(), args=FLAGS
                )
                context.add_init_script(WATCH)
                page = context.pages[0]
                for state in ("cold", "warm"):
                    times.setdefault((name, state), []).append(first_answer(page, address))
                    page.goto("about:blank")
                context.close()
    return {key: min(values) for key, values in times.items()}


def noted(page: Page) -> list[Response]:
    """A list that grows by every answer the page gets."""
    seen: list[Response] = []

    def note(answer: Response) -> None:
        seen.append(answer)

    page.on("response", note)
    return seen


def weights(browsers: Playwright) -> dict[str, int]:
    """Bytes of each page before any touch, without the engine."""
    address = served(HTML)
    found = {}
    browser = browsers.chromium.launch(executable_path=chromium(), args=FLAGS)
    for file in sorted(HTML.rglob("*.html")):
        name = file.relative_to(HTML).as_posix()
        if name == "index.html":  # it only leads to the first page
            continue
        page = browser.new_page()
        seen = noted(page)
        page.goto(address + name)
        page.wait_for_timeout(1500)
        paths = [HTML / answer.url.removeprefix(address).split("?")[0] for answer in seen]
        found[name] = sum(
            squeezed(p.read_bytes()) for p in paths if p.is_file() and p.name not in ENGINE
        )
        page.close()
    browser.close()
    return found


def instant(browsers: Playwright) -> float:
    """Milliseconds from the click to the first answer while Python never comes."""
    address = served(HTML)
    browser = browsers.chromium.launch(executable_path=chromium(), args=FLAGS)
    page = browser.new_page()
    page.route("**/*.wasm", lambda route: route.abort())
    page.goto(f"{address}book/play.html")
    page.wait_for_timeout(1500)
    page.evaluate(WATCH)
    marks = answered(page)
    time = marks["at"] - marks["pressed"]
    browser.close()
    return time


def main() -> int:
    """Print every figure beside its bound; 1 if one is missed."""
    missed = 0

    def report(what: str, value: float, bound: float, form: str) -> None:
        nonlocal missed
        missed += value > bound
        print(
            f"{what:<44} {value:{form}}  (at most {bound:{form}}){'' if value <= bound else '  MISSED'}"
        )

    with sync_playwright() as browsers:
        for name, size in weights(browsers).items():
            report(f"{name}, KB before any touch", size / 1000, 150, ".0f")
        engine = sum(squeezed((runtime(HTML) / name).read_bytes()) for name in ENGINE)
        report("engine, MB", engine / 1e6, 5.3, ".2f")
        report("first answer before Python is ready, ms", instant(browsers), 100, ".0f")
        times = starts(browsers)
    for (name, state), value in times.items():
        print(f"{f'navigation to first answer, {name}, {state}, ms':<44} {value:.0f}")
    for state, bound in (("cold", 0.5), ("warm", 0.7)):
        report(f"ours / stock, {state}", times["ours", state] / times["stock", state], bound, ".2f")
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
