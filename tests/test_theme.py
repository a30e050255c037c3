"""What the book's theme makes of formulas, exercises and folded answers, on pages of its own."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import clay
import pytest
from clay import formulas
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

ROOT = Path(__file__).resolve().parents[1]
STYLES = (ROOT / "book/_ext/clay/theme/static/clay.css").read_text("utf-8")
SIXTH = "<math><mfrac><mn>1</mn><mn>6</mn></mfrac></math>"
KNOWN = {"I \\frac16": SIXTH}


def book(folder: Path, table: dict[str, str], **pages: str) -> tuple[dict[str, str], str]:
    """The pages of a small book as HTML, and the warnings of its build."""
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    (folder / "table.json").write_text(json.dumps(table), "utf-8")
    warnings = io.StringIO()
    with docutils_namespace():
        app = Sphinx(
            folder,
            None,
            folder / "html",
            folder / "trees",
            "html",
            {
                "extensions": ["myst_parser", "sphinx_exercise", "clay.formulas", "clay.folds"],
                "myst_enable_extensions": ["dollarmath", "colon_fence"],
                "html_math_renderer": "mathml",
                "html_theme": "basic",
                "clay_math": "table.json",
                "root_doc": min(pages),
            },
            status=None,
            warning=warnings,
        )
        app.build()
    html = {name: (folder / "html" / f"{name}.html").read_text("utf-8") for name in pages}
    return html, warnings.getvalue()


def no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)


# ------------------------------------------------------------------------------------------ formulas
def test_a_known_formula_needs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However its LaTeX is spaced, it comes out of the table, in the line."""
    no_node(monkeypatch)
    pages, warnings = book(tmp_path, KNOWN, one="# T\n\nIt is $\\frac16$ here.\n")
    assert f'It is <span class="math">{SIXTH}</span> here.' in pages["one"]
    assert not warnings


def test_a_new_formula_is_made_and_kept(tmp_path: Path) -> None:
    """In a line, on a line of its own with a number, and in another page's exercise."""
    text = "# T\n\n$\\frac16$ and $4^6$\n\n$$\\binom{24}{6}$$ (eq-hands)\n\nSee {eq}`eq-hands`.\n"
    pages, warnings = book(tmp_path, KNOWN, one=text)
    table = json.loads((tmp_path / "table.json").read_text("utf-8"))
    assert set(table) == {*KNOWN, "I 4^6", "D \\binom{24}{6}"}
    assert "<msup><mn>4</mn><mn>6</mn></msup>" in pages["one"]
    assert re.search(
        r'<div class="math"[^>]*>\s*<span class="eqno">\(1\)</span><math', pages["one"]
    )
    assert not warnings


@pytest.mark.parametrize(
    ("tex", "node", "sentence"),
    [
        ("2^7", False, "no MathML for I 2^7: it is new, and node, which would make it, is missing"),
        ("\\frac{1", True, "no MathML for I \\frac{1: "),
        ("\\nonsense", True, "no MathML for I \\nonsense: "),
    ],
)
def test_a_formula_that_cannot_be_made_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tex: str, node: bool, sentence: str
) -> None:
    """So the build fails; the table keeps what it had, and the page its LaTeX."""
    if not node:
        no_node(monkeypatch)
    pages, warnings = book(tmp_path, KNOWN, one=f"# T\n\n${tex}$\n")
    assert sentence in warnings
    assert f"<code>{tex}</code>" in pages["one"]
    assert json.loads((tmp_path / "table.json").read_text("utf-8")) == KNOWN


@pytest.mark.parametrize(
    "tex",
    [
        r"\begin{aligned} a &= \frac{b}{c} \\ &\approx 0.1379 \end{aligned}",
        r"f(x) = \begin{cases} 1 & \text{if it lands,} \\ 0 & \text{otherwise} \end{cases}",
        r"1 - \frac{\binom{18}{7}}{\binom{24}{7}}",
        r"\hat p \pm 1.96 \sqrt{\frac{\hat p (1 - \hat p)}{n}}, \quad \bar x, \overline{A}, A'",
        r"P(A \mid B) = \frac{P(A \cap B)}{P(B)}, \sum_{k=0}^{6} k \, P(K = k) = \frac64",
        r"\left( \begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix} \right) \cdot 134\,596",
    ],
)
def test_a_formula_has_nothing_inline(tex: str) -> None:
    """The page's policy would block it; each class that stands instead has its rule."""
    mathml = formulas.made(f"D {tex}")
    assert not clay.INLINE.search(mathml)
    ET.fromstring(mathml.replace("&nbsp;", " "))
    for name in set(re.findall(r"\btml-[lr]\d\b|\btml-deep\b", mathml)):
        assert f".{name} " in STYLES


def test_every_class_for_a_style_has_its_rule() -> None:
    """What mathml.mjs writes, clay.css knows."""
    names = re.findall(r'": "(tml-\w+)"', formulas.TOOL.with_name("mathml.mjs").read_text("utf-8"))
    assert len(names) > 4
    assert [name for name in names if f".{name} " not in STYLES] == []


def test_a_style_without_a_class_is_refused() -> None:
    """A colour would need one."""
    with pytest.raises(ValueError, match="no class for the style color"):
        formulas.made(r"I \color{red} x")


def test_the_book_s_table_is_whole() -> None:
    """Nothing inline, well-formed, sorted as a build writes it."""
    text = (ROOT / "book/_math.json").read_text("utf-8")
    table = json.loads(text)
    assert text == json.dumps(table, ensure_ascii=False, indent=0, sort_keys=True) + "\n"
    for key, mathml in table.items():
        assert key[:2] in ("I ", "D ")
        assert ET.fromstring(mathml).tag.endswith("math"), key
        assert not clay.INLINE.search(mathml), key


# ----------------------------------------------------------------------------------- what is folded
LESSON = """# Lesson

```{exercise} Easier: the *forecourt*
:label: LABEL-one

How likely?
```

```{solution} LABEL-one
One half.
```

```{exercise}
:label: LABEL-two

And now?
```

```{solution-start} LABEL-two
```

The sum, in a cell.

~~~python
print(1)
~~~

```{solution-end}
```

:::{admonition} Harder: six points
:class: harder dropdown

As in {ref}`LABEL-two`.
:::

:::{admonition} Predict
:class: predict

How many?
:::
"""


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Two lessons alike."""
    folder = tmp_path_factory.mktemp("book")
    toc = "\n\n```{toctree}\nb\n```\n"
    pages, warnings = book(
        folder, {}, a=LESSON.replace("LABEL", "a") + toc, b=LESSON.replace("LABEL", "b")
    )
    assert not warnings
    assert not (folder / "html/_static/exercise.css").exists()
    return pages


@pytest.mark.parametrize("page", ["a", "b"])
def test_answers_fold_without_scripts(lessons: dict[str, str], page: str) -> None:
    """Closed, each under a summary in plain words, with all that belongs to it inside."""
    found = re.findall(
        r"<details([^>]*)>\s*<summary>(.*?)</summary>(.*?)</details>", lessons[page], re.S
    )
    assert [summary for _, summary, _ in found] == [
        "Answer to Exercise 1 (Easier: the forecourt)",
        "Answer to Exercise 2",
        "Harder: six points",
    ]
    assert not any("open" in attributes for attributes, _, _ in found)
    assert ["folded solution" in found[0][0], "folded" in found[2][0]] == [True, True]
    assert "harder" in found[2][0]
    assert "One half." in found[0][2]
    assert "The sum, in a cell." in found[1][2]
    assert "print" in found[1][2]


@pytest.mark.parametrize("page", ["a", "b"])
def test_exercises_count_from_one_on_each_page(lessons: dict[str, str], page: str) -> None:
    """And references say the same number."""
    titles = re.findall(r'<p class="admonition-title">(.*?)</p>', lessons[page], re.S)
    assert [" ".join(re.sub(r"<[^>]+>", "", title).split()) for title in titles] == [
        "Exercise 1 (Easier: the forecourt)",
        "Exercise 2",
        "Predict",
    ]
    assert re.search(rf'href="#{page}-two"><[^>]*>Exercise 2<', lessons[page])


@pytest.mark.parametrize("page", ["a", "b"])
def test_no_place_on_a_page_is_there_twice(lessons: dict[str, str], page: str) -> None:
    """Each anchor once, though sphinx-exercise names them alike."""
    anchors = re.findall(r'\sid="([^"]+)"', lessons[page])
    assert len(anchors) == len(set(anchors))
    assert f"{page}-one" in anchors


def test_the_sheet_opens_answers_on_paper() -> None:
    """A rule of the print styles; what a browser makes of it was looked at."""
    paper = STYLES.split("@media print", 1)[1]
    assert ".folded::details-content { content-visibility: visible; }" in paper


def test_node_speaks_the_table_s_language() -> None:
    """The tool can be run by hand: a formula in, its MathML out."""
    node = shutil.which("node")
    assert node
    done = subprocess.run([node, formulas.TOOL], input="I x", capture_output=True, text=True)
    assert done.stdout == "<math><mi>x</mi></math>"
