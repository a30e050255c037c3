"""The look-up: what people ask at the table, answered in a sentence or two with a picture.

``look-up.csv`` has a row for each question: what it says, the drill whose position is the picture, and
what else people say for it. A row of a ruling (``ruling loss``) asks that ruling's question and says what
the sources say of it. What the others say are places where it is said already (parted by ``; ``):

- ``EN-42``: a clause of the register;
- ``diving:2``: the second sentence of a rule's short text;
- ``why diving-2 dive 4``: the reason why a move cannot be played where a drill starts;
- ``term love``: a word of the glossary and its meaning;
- ``right ace-2``: what a drill says when it is solved.

Each rule's short text is an answer as well. The page's script finds the answer to a question; without
it the page is a list of all of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from urllib.parse import quote

from grandslam.checks import listed
from grandslam.drills import all_drills
from grandslam.reference import glossary, register
from grandslam.reference.page import Shown, link, table, title, words
from grandslam.rules import capital, short_text
from grandslam.rulesets import EDITION_NAMES, EDITIONS
from grandslam.rulings import ABOUT, QUESTIONS
from grandslam.rulings import words as value_words
from grandslam.table import answer

RULES = (
    *("serving", "receiving", "smashing", "off-balance", "diving"),
    *("end-of-turn", "ace", "deuce", "doubles", "master"),
)


@dataclass(frozen=True)
class Answer:
    """An answer: sentences, and where they lead."""

    question: str
    says: tuple[str, ...]
    page: str
    drill: str
    clauses: tuple[str, ...]
    ruling: str = ""
    also: tuple[str, ...] = ()
    term: str = ""

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        name = "-".join(re.findall("[a-z0-9]+", self.question.lower()))
        return f"word-{name}" if self.term else name

    @property
    def others(self) -> tuple[str, ...]:
        """The clauses of other sources that agree with its own, or differ."""
        every = register.clauses()
        own = (every[number] for number in self.clauses)
        near = (other for clause in own for other in (*clause.agrees, *clause.differs))
        return tuple(number for number in dict.fromkeys(near) if number not in self.clauses)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings on which it depends."""
        every = register.clauses()
        named = (every[number].ruling for number in (*self.clauses, *self.others))
        return tuple(dict.fromkeys(name for name in (self.ruling, *named) if name))

    @property
    def related(self) -> tuple[str, ...]:
        """Pages of the other words that its question uses."""
        pages = (term.page for _, _, term in glossary.found(self.question))
        near = (*([register.place(self.drill)[0]] if self.drill else []), *pages)
        return tuple(page for page in dict.fromkeys(near) if page in RULES and page != self.page)


def sentences(slug: str) -> list[str]:
    """A rule's short text, sentence by sentence."""
    return re.split(r"(?<=[.!?]) ", short_text(slug)[0])


def defined(term: glossary.Term) -> str:
    """A word with its meaning, as one sentence begins.

    >>> defined(glossary.terms()["token"])[:33]
    'Token: one of the nine balls in t'
    """
    return f"{capital(term.term)}: {term.meaning[0].lower()}{term.meaning[1:]}"


def _said(pointer: str) -> tuple[str, str]:
    """What stands at a place, and the page it belongs to; ValueError if nothing does."""
    try:
        return _there(pointer)
    except (KeyError, IndexError, ModuleNotFoundError):
        raise ValueError(f"look-up.csv: there is nothing at “{pointer}”.") from None


def _there(pointer: str) -> tuple[str, str]:
    kind, _, rest = pointer.partition(" ")
    if kind == "term":
        term = glossary.terms()[rest]
        return defined(term), term.page
    if kind == "right":
        drill = all_drills()[rest]
        return drill.right, drill.rule
    if kind == "why":
        slug, _, move = rest.partition(" ")
        reason = all_drills()[slug].start().position.why_not(move)
        if reason is None:
            raise ValueError(f"look-up.csv: {move} can be played where drill {slug} starts.")
        return reason.text, reason.rule
    slug, _, number = pointer.partition(":")
    if number:
        return sentences(slug)[int(number) - 1], slug
    clause = register.clauses()[pointer]
    return clause.text, clause.page


@lru_cache(maxsize=1)
def answers() -> tuple[Answer, ...]:
    """All of them: the rules first, then what people ask, then the rulings, then words."""
    return (*map(_rule, RULES), *map(_asked, table("look-up")), *map(_word, glossary.terms()))


def _asked(row: dict[str, str]) -> Answer:
    every = register.clauses()
    also = tuple(filter(None, row["also"].split("; ")))
    kind, _, ruling = row["question"].partition(" ")
    if kind == "ruling":
        about = ABOUT[ruling]
        own = tuple(clause.id for clause in every.values() if clause.ruling == ruling)
        says = (_values(ruling), about["why"])
        return Answer(about["question"], says, about["rule"], row["drill"], own, ruling, also)
    pointers = row["says"].split("; ")
    said = [_said(pointer) for pointer in pointers]
    sources = {pointer: register.SOURCES[pointer[:2]] for pointer in pointers if pointer in every}
    parted = len(set(sources.values())) > 1
    texts = tuple(
        f"{sources[pointer]} account: {text}" if parted and pointer in sources else text
        for pointer, (text, _) in zip(pointers, said, strict=True)
    )
    return Answer(row["question"], texts, said[0][1], row["drill"], tuple(sources), "", also)


def _values(ruling: str) -> str:
    """Which edition answers a ruling's question how.

    >>> _values("dive_duty")
    'English and Korean edition: yes. Chinese edition: no: who can dive must.'
    """
    have: dict[str, list[str]] = {}
    for edition, ruled in EDITIONS.items():
        told = value_words(ruling, getattr(ruled, ruling))
        have.setdefault(told, []).append(EDITION_NAMES[edition])
    return " ".join(f"{listed(names)} edition: {told}." for told, names in have.items())


def _rule(slug: str) -> Answer:
    return Answer(f"{title(slug)}, in short", tuple(sentences(slug)), slug, f"{slug}-1", ())


def _word(name: str) -> Answer:
    term = glossary.terms()[name]
    return Answer(capital(term.term), (term.meaning,), term.page, "", (), term=name)


def synonyms() -> dict[str, list[str]]:
    """For each term of the glossary what else it is called, in all languages."""
    return {
        term.term: [*dict.fromkeys((*term.words.values(), *term.also))]
        for term in glossary.terms().values()
    }


# ---------------------------------------------------------------- the page
def page() -> Shown:
    """All answers, grouped by page, with a table of contents and the field that the script uses."""
    groups: dict[str, list[Answer]] = {name: [] for name in ("setup", *RULES, "words")}
    for one in answers():
        groups["words" if one.term else one.page].append(one)
    said = escape(json.dumps(synonyms(), ensure_ascii=False, separators=(",", ":")))
    html = (
        f'<div class="look-up" data-script="look-up" data-synonyms="{said}">{FORM}'
        f'<div class="found" hidden><h2>Answers</h2>\n<div></div></div>'
        f'<div class="all"><h2 id="pick">Pick a question</h2>\n'
        f"{''.join(_contents(name, found) for name, found in groups.items())}"
        f'<h2 id="answers">All answers</h2>\n<div class="answers">'
        f"{''.join(_item(one) for found in groups.values() for one in found)}</div></div></div>"
    )
    return Shown(html, f"The look-up: {len(answers())} answers.")


FORM = (
    '<form class="ask" role="search" aria-label="Look-up"><label for="ask">Your question, or a few '
    'words of it, in English, Korean or Chinese</label> <input id="ask" type="search" name="q" '
    'autocomplete="off" placeholder="can I smash after a dive?"><p role="status"></p></form>'
)


def _contents(group: str, found: Iterable[Answer]) -> str:
    items = "".join(f"<li>{link(one.question, '', one.anchor)}</li>\n" for one in found)
    return f"<h3>{title(group)}</h3>\n<ul>{items}</ul>"


def _item(one: Answer) -> str:
    says = "".join(f"<p>{words(text)}</p>\n" for text in one.says)
    facts = "".join(f"<div><dt>{name}</dt> <dd>{what}</dd></div>\n" for name, what in _facts(one))
    also = f'data-also="{escape("; ".join(one.also))}"'
    if one.term:
        also = f'data-term="{escape(one.term)}"'
    picture = _picture(one.drill) if one.drill else ""
    return (
        f'<article id="{one.anchor}" data-page="{one.page}" {also}><h3>{words(one.question)}</h3>\n'
        f'<div class="says">{says}</div>{picture}<dl>{facts}</dl></article>\n'
    )


def _facts(one: Answer) -> Iterator[tuple[str, str]]:
    """Names and links."""
    yield "Page", link(title(one.page), one.page)
    if one.related:
        yield "See also", " ".join(link(title(page), page) for page in one.related)
    if one.term:
        yield "Glossary", link(one.term, "glossary", glossary.terms()[one.term].anchor)
        return
    yield "Try it", link(register.named(one.drill), *register.place(one.drill))
    if one.rulings:
        yield (
            "Editions",
            " ".join(link(QUESTIONS[name], "editions", f"ruling-{name}") for name in one.rulings),
        )
    if one.clauses or one.others:
        yield "Clauses", register.ids((*one.clauses, *one.others), "register")
    else:
        sections = register.taught(one.page)
        count = sum(len(register.sections()[section]) for section in sections)
        yield "Clauses", link(f"all {count}", "register", sections[0])


def _picture(slug: str) -> str:
    """The position from which a drill starts, as a picture."""
    from grandslam.board.picture import picture, sentence, size  # the board's package needs more

    drill = all_drills()[slug]
    view = answer({"do": "open", "drill": slug, "seat": drill.seat})["view"]
    svg = quote(picture(view, hide=drill.hide_numbers).replace('"', "'"), safe=" /:=;,'()-.")
    width, height = size(view)
    return (
        f'<img alt="{escape(sentence(view))}" width="{width}" height="{height}" loading="lazy" '
        f'src="data:image/svg+xml,{svg}">'
    )
