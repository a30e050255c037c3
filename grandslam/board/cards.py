"""The page on the cards: the faces of a deck, what they cover, and an editor for decks of one's own."""

from __future__ import annotations

from html import escape
from typing import Any

from grandslam.board.picture import faces, figure
from grandslam.board.widget import Widget, asked
from grandslam.cards import Deck

__all__ = ["Cards"]

Json = dict[str, Any]


class Cards(Widget):
    """The faces of a deck, what they cover beside the standard deck, and an editor.

    ``deck`` is the one that is shown at first. ValueError for one that is too small to play with.
    """

    kind = "cards"

    def __init__(self, deck: Deck | None = None) -> None:
        self._deck = deck or Deck.standard()
        reply = asked({"do": "deck", "csv": self._deck.to_csv()})
        if "fault" in reply:
            raise ValueError(reply["fault"]["text"])
        standard = [card.to_json() for card in Deck.standard()]
        super().__init__({"standard": standard}, reply)

    def __repr__(self) -> str:
        return "Cards()" if self._deck == Deck.standard() else f"Cards({self._deck!r})"

    def told(self) -> str:
        """How the deck differs from the standard one, what is odd, and what each section has."""
        reply = self.reply
        lines = [" ".join([reply["differs"], *reply["oddities"]])]
        for part in reply["coverage"]:
            receive, land = (_counted(part[name]) for name in ("receive", "land"))
            lines.append(f"{part['section']}: received by {receive}; landed on by {land}.")
        return "\n".join(lines)

    def fallback(self) -> str:
        """The faces as a picture and as a list, and what they cover."""
        reply = self.reply
        told = f"The {len(reply['cards'])} faces; they are listed below."
        parts = []
        if reply["court"]:
            parts.append(figure(*faces(reply["cards"], told), told))
        texts = [reply["differs"], *reply["oddities"]]
        parts += [f"<p>{escape(text)}</p>" for text in texts]
        parts.append(_table(_COVERAGE, [_covered(part) for part in reply["coverage"]]))
        rows = [[card["card"], _listed(card["receives"]), card["lands"]] for card in reply["cards"]]
        listed = _table(["Card", "Receives", "Lands"], rows)
        parts.append(f"<details><summary>The faces as a list</summary>{listed}</details>")
        return "".join(parts)


_COVERAGE = ["Section", "Received by", "Landed on by"]


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _counted(numbers: list[int]) -> str:
    """How many, and which."""
    return f"{len(numbers)} ({_listed(numbers)})" if numbers else "none"


def _covered(part: Json) -> list[object]:
    return [part["section"], _counted(part["receive"]), _counted(part["land"])]


def _table(heads: list[str], rows: list[list[Any]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
