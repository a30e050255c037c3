"""The Experiment widget for notebooks: what it counts, sends, and shows without scripts."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from grandslam.board import Experiment
from grandslam.experiments import EXPERIMENTS
from grandslam.table import answer


class Recorded(Experiment):
    """An experiment whose messages to the front end are kept."""

    sent: list[Any]

    def send(self, content: Any, buffers: Any = None) -> None:
        self.sent = [*getattr(self, "sent", []), content]


class Cells(HTMLParser):
    """The attributes of the place on a page, and the texts of the table's cells."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.place: dict[str, str | None] = {}
        self.cells: list[str] = []
        self.open = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.place = self.place or dict(attrs)
        self.open = tag

    def handle_data(self, data: str) -> None:
        if self.open in ("th", "td"):
            self.cells.append(data)


def bundle(widget: Experiment) -> dict[str, Any]:
    data, _ = widget._repr_mimebundle_()
    return data


def test_the_word_and_the_input_are_checked_and_shown_as_read() -> None:
    """As the engine reads them; the usual input stands where none was given."""
    widget = Experiment("2.1", word=" Maple  7 ", input=4)
    assert (widget.word, widget.input, widget.counts) == ("maple-7", 4, [])
    assert widget.setup == {"id": "2.1", "word": "maple-7", "input": 4}
    assert widget.reply["input"]["value"] == 4
    assert Experiment("2.1").input == 1
    assert Experiment("3.1").input is None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"id": "99"}, "id must be"),
        ({"id": "2.1", "word": "two, words"}, "1 to 24 letters"),
        ({"id": "2.1", "input": 9}, "input must be"),
        ({"id": "3.1", "input": 1}, "input: nothing can be chosen"),
    ],
)
def test_a_bad_value_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    """Before anything is shown."""
    with pytest.raises(ValueError, match=sentence) as fault:
        Experiment(**given)
    assert str(fault.value).endswith(".")


def test_a_run_in_python_counts_what_the_front_end_would() -> None:
    """The same word, the same cards; a longer run begins with the shorter one."""
    widget = Experiment("2.1", word="oak", input=2)
    counts = widget.run(60)
    asked = {"do": "experiment", "id": "2.1", "word": "oak", "input": 2}
    results = [
        place
        for first, end in ((0, 25), (25, 60))
        for place in answer({**asked, "from": first, "to": end})["results"]
    ]
    assert list(counts.values()) == [results.count(place) for place in range(5)]
    assert widget.counts == list(counts.values())
    assert list(counts) == [outcome["label"] for outcome in widget.reply["outcomes"]]
    assert sum(widget.run(10).values()) == 10


def test_the_kernel_answers_the_front_end() -> None:
    """A message with a request gets its reply, a bad one its sentence."""
    widget = Recorded("1.2")
    request = {"do": "experiment", "id": "1.2", "word": "maple", "from": 0, "to": 20}
    for number, asked in enumerate((request, {**request, "word": "!"})):
        widget._heard(widget, {"id": str(number), "request": asked}, [])
    assert widget.sent[0] == {"id": "0", "reply": answer(request)}
    assert widget.sent[1]["reply"]["error"]["where"] == "word"


@pytest.mark.parametrize("id", EXPERIMENTS)
def test_its_place_on_a_page_holds_all_it_needs(id: str) -> None:
    """The state comes back as it was; without scripts the exact values stand in a table."""
    widget = Experiment(id)
    data = bundle(widget)
    read = Cells(data["text/html"])
    assert read.place["data-widget"] == "experiment"
    state = json.loads(unescape(read.place["data-state"] or ""))
    assert state == {"setup": widget.setup, "reply": widget.reply}
    outcomes = widget.reply["outcomes"]
    assert read.cells[2::2] == [outcome["label"] for outcome in outcomes]
    assert [cell.split(" = ")[0] for cell in read.cells[3::2]] == [
        outcome["exact"] for outcome in outcomes
    ]
    assert not re.search(r"\sstyle=|<script|\son\w+=", data["text/html"])


@pytest.mark.parametrize("id", EXPERIMENTS)
def test_the_text_says_the_same(id: str) -> None:
    """Title, question, one repetition, and every outcome with its exact value."""
    widget = Experiment(id)
    text = bundle(widget)["text/plain"]
    for part in (widget.reply["title"], widget.reply["question"], widget.reply["about"]):
        assert part in text
        assert part in unescape(widget.fallback())
    for outcome in widget.reply["outcomes"]:
        assert f"- {outcome['label']}: {outcome['exact']} = {outcome['value']:.4f}" in text
    assert text.startswith(repr(widget))


def test_its_repr_makes_it_again() -> None:
    """No address, no identifier: a notebook's outputs stay as they are."""
    widget = Experiment("2.2", word="Oak", input=5)
    again = eval(repr(widget), {"Experiment": Experiment})
    assert bundle(again)["text/html"] == bundle(widget)["text/html"]


def test_what_the_front_end_has_run_is_there_in_python() -> None:
    """Word, input and counts are set from outside, as a front end does."""
    widget = Experiment("2.1")
    widget.set_state({"word": "oak", "input": 3, "counts": [1, 2, 3, 4, 0]})
    assert (widget.word, widget.input, widget.counts) == ("oak", 3, [1, 2, 3, 4, 0])
