"""Answers and branches that fold: ``<details>``, which needs no script and opens on paper.

Every ``{solution}`` folds, and every admonition with the class ``dropdown``. Exercises (sphinx-exercise)
are counted from 1 on each page.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_exercise.nodes import is_exercise_node, solution_node

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class fold(nodes.General, nodes.Element):  # type: ignore[misc]
    """Something folded: its first child is the summary."""


class summary(nodes.TextElement):  # type: ignore[misc]
    """What one sees of it before it is opened."""


class Fold(SphinxPostTransform):
    """Folds what is to be folded, once sphinx-exercise has its titles (its priorities are up to 22)."""

    default_priority = 30
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Change the page's tree."""
        for found in list(self.document.findall(_folds)):
            title, *content = found.children
            told = title.astext().replace("Solution to", "Answer to")
            made = fold("", summary("", told), *content, ids=found["ids"])
            made["classes"] = ["folded", *(name for name in found["classes"] if name != "dropdown")]
            found.replace_self(made)
        for found in self.document.findall(_exercises_and_folds):
            for inner in found.findall(nodes.section):  # sphinx-exercise gives all of them one id
                inner["ids"] = []


def _folds(node: nodes.Node) -> bool:
    dropdown = isinstance(node, nodes.Admonition) and "dropdown" in node.get("classes", ())
    return dropdown or isinstance(node, solution_node)


def _exercises_and_folds(node: nodes.Node) -> bool:
    return isinstance(node, fold) or bool(is_exercise_node(node))


def _count(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Number the exercises of each page on their own, after Sphinx has numbered them through the book."""
    for kinds in env.toc_fignumbers.values():
        for number, label in enumerate(kinds.get("exercise", {}), 1):
            kinds["exercise"][label] = (number,)
    return []


def _tidy(app: Sphinx, exception: Exception | None) -> None:
    """Take out sphinx-exercise's style sheet; clay.css has the rules."""
    if not exception:
        Path(app.outdir, "_static", "exercise.css").unlink(missing_ok=True)


def _visit_fold(self: Any, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, "details"))


def _depart_fold(self: Any, _node: nodes.Element) -> None:
    self.body.append("</details>\n")


def _visit_summary(self: Any, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, "summary", ""))


def _depart_summary(self: Any, _node: nodes.Element) -> None:
    self.body.append("</summary>\n")


def setup(app: Sphinx) -> None:
    """Register the nodes and the transform."""
    app.add_node(fold, html=(_visit_fold, _depart_fold))
    app.add_node(summary, html=(_visit_summary, _depart_summary))
    app.add_post_transform(Fold)
    app.connect("env-get-updated", _count, priority=900)
    app.connect("build-finished", _tidy, priority=850)
