"""What the pages of reference give to all other pages: links from words to the glossary and from rules to
their clauses, and the everyday words under which the search finds a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from grandslam.reference import glossary, register

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GLOSSARY, REGISTER = "book/glossary", "book/register"
FOLDERS = ("book/", "notebooks/")
NO_PROSE = (
    nodes.title,
    nodes.thead,
    nodes.reference,
    nodes.literal,
    nodes.literal_block,
    nodes.raw,
    nodes.math,
    nodes.math_block,
)
"""Where a word stays as it is: headings, heads of tables, links, code, and all that cells show."""


def words(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Link the first use of each term, and note the page's everyday words for the search."""
    if app.builder.format != "html" or not docname.startswith(FOLDERS):
        return
    page = docname.rpartition("/")[2]
    if said := glossary.everyday(page):
        # The search finds a page by whole phrases (its index) and by their words in any order (keywords).
        single = sorted({word for phrase in said for word in re.findall(r"\w+", phrase)})
        doctree.append(nodes.meta("", name="keywords", content=", ".join(single)))
        entries = [("single", phrase, "", "main", None) for phrase in said]
        doctree.append(addnodes.index(entries=entries))
    if docname == GLOSSARY or GLOSSARY not in app.env.all_docs:
        return
    there, done = app.builder.get_relative_uri(docname, GLOSSARY), set[str]()
    for text in list(doctree.findall(nodes.Text)):
        if not _is_prose(text):
            continue
        parts: list[nodes.Node] = []
        start = 0
        for begin, end, term in glossary.found(text.astext()):
            if term.term in done:
                continue
            done.add(term.term)
            parts += [nodes.Text(text[start:begin]), _link(text[begin:end], there, term)]
            start = end
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(text[start:])])


def _is_prose(text: nodes.Text) -> bool:
    node: nodes.Node | None = text.parent
    while node is not None:
        if isinstance(node, NO_PROSE):
            return False
        node = node.parent
    return True


def _link(words: str, there: str, term: glossary.Term) -> nodes.reference:
    to = f"{there}#{term.anchor}"
    return nodes.reference(
        "", words, internal=True, refuri=to, classes=["term"], reftitle=term.meaning
    )


def clauses(app: Sphinx, pagename: str) -> dict[str, str | int] | None:
    """Where the clauses of a rule's page stand in the register, and how many they are."""
    folder, _, page = pagename.rpartition("/")
    sections = register.taught(page)
    if f"{folder}/" not in FOLDERS or not sections or REGISTER not in app.env.all_docs:
        return None
    count = sum(len(register.sections()[section]) for section in sections)
    there = app.builder.get_relative_uri(pagename, REGISTER)
    return {"count": count, "to": f"{there}#{sections[0]}"}
