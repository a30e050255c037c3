"""Experiments on the book's pages, as a reader does them: predict, run, look, take away."""

from __future__ import annotations

import codecs
import csv
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.axe import violations
from browser.boards import python_ready
from browser.local_site import HTML, LocalSite
from playwright.sync_api import expect

from grandslam.table import answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.conftest import Reader
    from playwright.sync_api import Locator, Page, ViewportSize

PAGES = sorted(
    path.relative_to(HTML).as_posix()
    for path in HTML.rglob("*.html")
    if 'data-widget="experiment"' in path.read_text("utf-8")
)
LONG = 60_000
WIDE_ENOUGH = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll('.gs-experiment :is(button, input, select)')]
    .filter((e) => e.checkVisibility())
    .map((e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 24)"""
PLACES = """root => [...root.querySelectorAll(':is([data-part], tr, .gs-buttons, .gs-chart)')]
    .filter((e) => e.closest('[data-part="result"]'))
    .filter((e) => e.checkVisibility())
    .map((e) => [e.dataset.part ?? e.className, e.getBoundingClientRect().top + scrollY])"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
STILL = 12.0
"""Pixels by which a picture may be higher than the room that is kept for it."""


def window(width: int) -> ViewportSize:
    return {"width": width, "height": 800}


class Experiment:
    """One experiment on a page."""

    def __init__(self, page: Page, number: int) -> None:
        self.page = page
        self.place = page.locator('.gs-widget[data-widget="experiment"].is-live').nth(number)
        self.root = self.place.locator(".gs-experiment")
        state = json.loads(self.place.get_attribute("data-state") or "{}")
        self.setup: dict[str, Any] = state["setup"]
        self.about: dict[str, Any] = state["reply"]

    def field(self, name: str) -> Locator:
        return self.root.locator(f'[name="{name}"]')

    def part(self, name: str) -> Locator:
        return self.root.locator(f'[data-part="{name}"]')

    def press(self, name: str) -> None:
        self.root.locator(f'[data-do="{name}"]').click()

    def run(self, size: int = 100) -> None:
        """Run so many, a prediction locked or not, and wait for the pictures."""
        if self.part("predict").is_visible():
            self.press("skip")
        self.field("size").select_option(str(size))
        self.press("run")
        self.finished(size)

    def finished(self, size: int) -> None:
        expect(self.part("done")).to_have_text(f"{size:,} of {size:,}", timeout=LONG)
        expect(self.root.locator(".gs-chart img")).to_have_count(2, timeout=LONG)

    def counts(self) -> list[int]:
        cells = self.root.locator("tbody tr td:nth-of-type(1)").all_inner_texts()
        return [int(text.replace(",", "")) for text in cells]

    def tally(self, size: int, word: str = "") -> dict[str, Any]:
        """What the engine says of the same run, here and now."""
        word = word or self.setup["word"]
        asked = {"id": self.setup["id"], "word": word, "input": self.setup["input"]}
        results = answer({"do": "experiment", **asked, "from": 0, "to": size})["results"]
        return answer({"do": "tally", **asked, "results": results})


def experiments(page: Page) -> list[Experiment]:
    """Every experiment of the page, once all are mounted."""
    page.wait_for_function(
        "() => document.querySelectorAll('.gs-widget[data-widget]').length"
        " === document.querySelectorAll('.gs-widget.is-live').length"
    )
    count = page.locator('.gs-widget[data-widget="experiment"]').count()
    return [Experiment(page, number) for number in range(count)]


def first(reader: Reader, **options: Any) -> Experiment:
    """The first experiment of the first page that has one."""
    assert PAGES, "no built page shows an experiment"
    return experiments(reader.open(PAGES[0], reduced_motion="reduce", **options))[0]


def test_there_are_pages_with_experiments() -> None:
    """Else the other tests would prove nothing."""
    assert PAGES


@pytest.mark.parametrize("path", PAGES)
def test_every_experiment_counts_what_the_engine_counts(reader: Reader, path: str) -> None:
    """The worker's Python and this one see the same cards; code, sentence and pictures are there."""
    for one in experiments(reader.open(path)):
        one.run(100)
        tally = one.tally(100)
        assert one.counts() == tally["counts"]
        if tally["code"]:
            expect(one.part("code").locator("b")).to_have_text(tally["code"])
        else:
            expect(one.part("code")).to_contain_text(tally["why"])
        expect(one.part("told")).to_contain_text(re.sub(r"\s+%.*", "", tally["told"]))
        for image in one.root.locator(".gs-chart img").all():
            assert image.get_attribute("alt")
            assert image.evaluate("e => e.decode().then(() => e.naturalWidth > 0)")


def test_a_prediction_is_locked_before_the_first_run(reader: Reader) -> None:
    """It is asked for, refused when it is none, and stands beside the result for good."""
    one = first(reader)
    run = one.root.locator('[data-do="run"]')
    expect(run).to_have_attribute("aria-disabled", "true")
    expect(one.part("why")).to_contain_text("prediction")
    one.field("said").fill("lots")
    one.field("said").press("Enter")
    expect(one.root.get_by_role("alert").first).to_contain_text("number from 0 to")
    one.field("said").fill("7")
    one.press("lock")
    expect(one.part("locked")).to_be_focused()
    expect(one.root.locator('[data-do="change"]')).to_be_visible()
    one.run(10)
    expect(one.root.locator('[data-do="change"]')).to_be_hidden()
    expect(one.part("compared")).to_have_text(re.compile("^You said 7.+; the cards said .+"))


def test_by_keyboard(reader: Reader) -> None:
    """From the prediction to the result and a new start with keys alone."""
    one = first(reader)
    keys = one.page.keyboard
    one.field("said").focus()
    keys.type("20")
    keys.press("Enter")
    expect(one.part("locked")).to_be_focused()
    keys.press("Tab")
    expect(one.root.locator('[data-do="change"]')).to_be_focused()
    keys.press("Tab")
    expect(one.field("word")).to_be_focused()
    keys.press("Control+a")
    keys.type("Oak 7")
    keys.press("Enter")
    size = int(one.field("size").input_value())
    one.finished(size)
    expect(one.field("word")).to_have_value("oak-7")
    expect(one.field("word")).to_be_focused()
    assert one.counts() == one.tally(size, "oak-7")["counts"]
    one.root.locator('[data-do="again"]').focus()
    keys.press("Space")
    expect(one.field("said")).to_be_focused()
    expect(one.part("result")).to_be_hidden()


def test_stop_and_run_on(reader: Reader) -> None:
    """The page answers while it runs; what is done is kept; in the end all are there."""
    one = first(reader)
    python_ready(one.page)
    one.press("skip")
    one.field("size").select_option("10000")
    one.press("run")
    expect(one.part("done")).not_to_have_text("0 of 10,000", timeout=LONG)
    one.press("stop")
    expect(one.root.locator('[data-do="run"]')).to_have_text("Run on")
    done = int((one.part("done").inner_text()).split(" of ")[0].replace(",", ""))
    assert 0 < done < 10_000
    assert one.counts() == one.tally(done)["counts"]
    one.press("run")
    one.finished(10_000)
    assert one.counts() == one.tally(10_000)["counts"]
    one.field("size").select_option("100")
    expect(one.part("caption")).to_contain_text(": 100 ")
    assert one.counts() == one.tally(100)["counts"]


def test_a_reload_keeps_prediction_word_and_results(reader: Reader) -> None:
    """Until the tab is closed; then a new start is one."""
    one = first(reader)
    one.field("said").fill("9")
    one.press("lock")
    one.field("word").fill("birch")
    one.run(100)
    before = one.counts()
    one.page.reload()
    one = experiments(one.page)[0]
    one.finished(100)
    assert one.counts() == before
    expect(one.field("word")).to_have_value("birch")
    expect(one.part("compared")).to_contain_text("You said 9")
    expect(one.root.locator('[data-do="change"]')).to_be_hidden()
    one.press("again")
    one.page.reload()
    expect(experiments(one.page)[0].part("predict")).to_be_visible()


def test_a_bad_word_is_refused_at_its_field(reader: Reader) -> None:
    """With the engine's sentence, and the next word is taken."""
    one = first(reader)
    one.press("skip")
    one.field("word").fill("what?")
    one.field("word").press("Enter")
    expect(one.field("word")).to_have_attribute("aria-invalid", "true", timeout=LONG)
    expect(one.field("word")).to_have_accessible_description(
        re.compile("letters, digits and dashes")
    )
    expect(one.field("word")).to_be_focused()
    one.field("word").fill("elm")
    one.run(10)
    assert one.counts() == one.tally(10, "elm")["counts"]


def test_a_refused_word_takes_nothing_away(reader: Reader) -> None:
    """What was counted before stays on show, and the prediction stays locked."""
    one = first(reader)
    one.run(100)
    before = one.counts()
    one.field("word").fill("=1+1")
    one.field("word").press("Enter")
    expect(one.field("word")).to_have_attribute("aria-invalid", "true", timeout=LONG)
    assert one.counts() == before
    expect(one.root.locator(".gs-chart img")).to_have_count(2)
    expect(one.root.locator('[data-do="change"]')).to_be_hidden()


def test_forced_colours_show_how_far_it_is(reader: Reader) -> None:
    """A full bar does not look like an empty one where the system chooses the colours."""
    bar = first(reader, forced_colors="active").root.locator("progress")
    bar.scroll_into_view_if_needed()
    looks = []
    for value in (0, 1):
        bar.evaluate("(e, value) => { e.max = 1; e.value = value }", value)
        looks.append(bar.screenshot())
    assert looks[0] != looks[1]


def test_csv_and_code_can_be_taken_away(reader: Reader) -> None:
    """As a file with one row a repetition, and through the clipboard."""
    one = first(reader, permissions=["clipboard-read", "clipboard-write"])
    one.run(100)
    with one.page.expect_download() as download:
        one.press("save")
    assert download.value.suggested_filename == f"grand-slam-{one.setup['id']}-maple-100.csv"
    saved = Path(download.value.path()).read_bytes()
    assert saved.startswith(codecs.BOM_UTF8), "or spreadsheets take Korean words for something else"
    text = saved.decode("utf-8-sig")
    assert text == one.tally(100)["csv"]
    assert len(list(csv.reader(text.splitlines()))) == 101
    for name, taken in (("copy", text), ("copy code", one.tally(100)["code"])):
        one.press(name)
        expect(one.part("note")).to_contain_text("copied")
        held = one.page.evaluate("() => navigator.clipboard.readText()")
        assert held.replace("\r\n", "\n") == taken.replace("\r\n", "\n")


@pytest.mark.parametrize("width", [320, 360, 768, 1366])
def test_a_result_fills_the_room_that_is_kept_for_it(reader: Reader, width: int) -> None:
    """Once Run is pressed nothing of the widget moves any more, and nothing scrolls sideways."""
    one = first(reader, viewport=window(width))
    python_ready(one.page)
    one.field("said").fill("10")
    one.press("lock")
    one.field("size").select_option("1000")
    one.press("run")
    expect(one.part("result")).to_be_visible()
    before = dict(one.root.evaluate(PLACES))
    one.finished(1000)
    after = dict(one.root.evaluate(PLACES))
    jumps = {name: after[name] - top for name, top in before.items() if name in after}
    assert {name: by for name, by in jumps.items() if abs(by) > STILL} == {}
    assert one.page.evaluate(WIDE_ENOUGH)
    assert one.page.evaluate(SMALL) == []


@pytest.mark.parametrize("width", [360, 1366])
@pytest.mark.parametrize("path", PAGES)
def test_mounting_moves_nothing(
    reader_of: Callable[[LocalSite], Reader], path: str, width: int
) -> None:
    """Room is kept for a widget, so that the text around it stays where it is."""
    site = LocalSite()
    context = reader_of(site).context(viewport=window(width))
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto(site.address + path)
    experiments(page)
    page.wait_for_timeout(600)
    assert page.evaluate("() => window.shifted") < 0.01


def test_axe_finds_nothing(reader: Reader) -> None:
    """Before, with a refused prediction, with a result; light and dark, narrow and wide."""
    one = first(reader)
    found: dict[tuple[str, int, str], list[str]] = {}

    def look(state: str) -> None:
        for width in (360, 1366):
            one.page.set_viewport_size(window(width))
            for scheme in ("light", "dark"):
                one.page.emulate_media(color_scheme=scheme)
                if faults := violations(one.page):
                    found[state, width, scheme] = faults

    look("as it opens")
    one.press("lock")
    look("refused")
    one.run(100)
    look("result")
    assert found == {}


def test_on_paper(reader: Reader) -> None:
    """Before a run what stands there without scripts, after it the result; never a form."""
    one = first(reader)
    page, text = one.page, one.place.locator(".gs-fallback")
    expect(text).to_be_hidden()
    page.emulate_media(media="print")
    expect(text).to_be_visible()
    expect(one.root).to_be_hidden()
    page.emulate_media(media="screen")
    one.run(100)
    page.emulate_media(media="print")
    expect(text).to_be_hidden()
    expect(one.root.locator("table")).to_be_visible()
    expect(one.root.locator(".gs-chart img").first).to_be_visible()
    expect(one.part("run")).to_be_hidden()
    expect(one.root.locator("button").first).to_be_hidden()


def test_without_scripts(early_reader: Reader) -> None:
    """Question, one repetition, how to do it with cards, and the exact values."""
    page = early_reader.open(PAGES[0], java_script_enabled=False)
    place = page.locator('.gs-widget[data-widget="experiment"]').first
    about = json.loads(place.get_attribute("data-state") or "{}")["reply"]
    for part in ("title", "question", "about"):
        expect(place).to_contain_text(about[part])
    expect(place).to_contain_text("With real cards")
    rows = place.locator("tbody tr")
    expect(rows).to_have_count(len(about["outcomes"]))
    expect(rows.first).to_contain_text(about["outcomes"][0]["exact"])


def test_when_python_does_not_start(reader_of: Callable[[LocalSite], Reader]) -> None:
    """It says so, offers to try again, and goes on with what was pressed."""
    site = LocalSite()
    site.missing.add("grandslam.zip")
    reader = reader_of(site)
    reader.allow("Failed to load resource|HTTP status|not valid JSON|net::ERR")
    one = first(reader)
    one.press("skip")
    one.press("run")
    again = one.part("python").get_by_role("button", name="Try again")
    expect(again).to_be_visible(timeout=LONG)
    site.mend()
    again.click()
    one.finished(int(one.field("size").input_value()))


@pytest.mark.parametrize("path", PAGES)
def test_two_on_a_page_are_two(reader: Reader, path: str) -> None:
    """What is done in one changes nothing in the others, and no name is given twice."""
    all_of_them = experiments(reader.open(path))
    all_of_them[0].run(10)
    for other in all_of_them[1:]:
        expect(other.part("predict")).to_be_visible()
        expect(other.part("result")).to_be_hidden()
    names = all_of_them[0].page.evaluate(
        "() => [...document.querySelectorAll('[id]')].map(e => e.id)"
    )
    assert len(names) == len(set(names))
