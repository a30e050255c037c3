"""The Experiment widget for notebooks: predict, repeat with a seed word, compare with the exact value.

``Experiment("2.1")`` shows experiment 2.1 of ``grandslam.experiments``, which knows what it is. In
JupyterLab the kernel answers; on the book's pages a worker does. ``experiment.run(100)`` counts without
pressing anything. On paper and without scripts its place says what is repeated, how to do so with real
cards, and the exact values.
"""

from __future__ import annotations

from html import escape
from typing import Any

from grandslam.board.widget import Widget, asked, traitlets

__all__ = ["Experiment"]

BY_HAND = (
    "With real cards: shuffle well before every repetition, do what it says, and make a stroke for what"
    " came. Twenty repetitions each, added up over a class, are enough to compare."
)
Json = dict[str, Any]


class Experiment(Widget):
    """An experiment of the probability course, by its number.

    ``word`` is the seed word: the same word gives the same cards. ``input`` is the choice that some
    experiments offer, such as the section of the ball. Both, and ``counts`` (how often each outcome came,
    in the order of the table), follow what is run in the widget. A bad value gives ValueError.
    """

    kind = "experiment"
    word = traitlets.Unicode().tag(sync=True)
    input = traitlets.Any().tag(sync=True)
    counts = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, id: str, word: str = "maple", input: Any = None) -> None:
        reply = asked({"do": "experiment", "id": id, "input": input})
        given = reply["input"]
        word = asked({"do": "experiment", "id": id, "word": word, "from": 0, "to": 0})["word"]
        super().__init__({"id": id, "word": word, "input": given and given["value"]}, reply)
        self.word = word
        self.input = given and given["value"]

    def run(self, n: int = 100) -> dict[str, int]:
        """How often each outcome comes in the first ``n`` repetitions with the present word and input.

        >>> Experiment("1.2").run(100)
        {'alike': 15, 'different': 85}
        """
        this = {"id": self.setup["id"], "word": self.word, "input": self.input}
        run = asked({"do": "experiment", **this, "from": 0, "to": n})
        self.counts = asked({"do": "tally", **this, "results": run["results"]})["counts"]
        labels = [outcome["label"] for outcome in self.reply["outcomes"]]
        return dict(zip(labels, self.counts, strict=True))

    def __repr__(self) -> str:
        """The call that makes this experiment again.

        >>> Experiment("2.2", word="Maple 7")
        Experiment('2.2', word='maple-7', input=3)
        """
        chosen = "" if self.input is None else f", input={self.input!r}"
        return f"Experiment({self.setup['id']!r}, word={self.word!r}{chosen})"

    def told(self) -> str:
        """The experiment as text: title, question, one repetition, exact values."""
        reply = self.reply
        outcomes = [f"- {outcome['label']}: {_exact(outcome)}" for outcome in reply["outcomes"]]
        return "\n".join(
            [_title(reply), reply["question"], reply["about"], BY_HAND, _known(reply), *outcomes]
        )

    def fallback(self) -> str:
        """The same as HTML, the outcomes in a table."""
        reply = self.reply
        rows = "".join(
            f'<tr><th scope="row">{escape(outcome["label"])}</th><td>{escape(_exact(outcome))}</td></tr>'
            for outcome in reply["outcomes"]
        )
        return (
            f"<h3>{escape(_title(reply))}</h3><p>{escape(reply['question'])}</p>"
            f"<p>{escape(reply['about'])}</p><p>{BY_HAND}</p>"
            f"<table><caption>{escape(_known(reply))}</caption><thead><tr>"
            f'<th scope="col">Outcome</th><th scope="col">Exact value</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )


def _title(reply: Json) -> str:
    return f"Experiment {reply['id']}: {reply['title']}"


def _known(reply: Json) -> str:
    """What the exact values hold for."""
    choice = reply["input"]
    if choice is None:
        return "Exact values"
    labels = {str(one["value"]): one["label"] for one in choice["choices"]}
    return f"Exact values ({choice['label']}: {labels[str(choice['value'])]})"


def _exact(outcome: Json) -> str:
    """An outcome's chance as a fraction and a decimal, or as what was simulated.

    >>> _exact({"exact": "3/23", "value": 3 / 23, "how": "exact"})
    '3/23 = 0.1304'
    """
    decimal = f"{outcome['value']:.4f}"
    return f"{outcome['exact']} = {decimal}" if outcome["exact"] else f"{decimal} (simulated)"
