"""What a deck covers, how it differs from the standard one, what is odd, and what is no deck."""

from __future__ import annotations

import random

import pytest
from naive import STANDARD, Obj
from positions import any_deck

from grandslam import Card, Deck
from grandslam.coverage import beside, coverage, differs, oddities
from grandslam.links import LONGEST
from grandslam.table import answer

HEAD = "card,receives,lands\n"


def asked(csv: str, **more: object) -> Obj:
    return answer({"do": "deck", "csv": csv, **more})


def csv(*lines: str) -> str:
    return HEAD + "".join(f"{line}\n" for line in lines)


SEVEN = [f"{n},{n % 6 + 1} {(n + 1) % 6 + 1},{n % 3 + 1}" for n in range(1, 8)]


# ------------------------------------------------------------------------------------ what is covered
def test_the_standard_deck_is_even() -> None:
    """Six receive each section, four land there; nothing is odd, nothing differs."""
    reply = asked(Deck.standard().to_csv())
    assert [len(part["receive"]) for part in reply["coverage"]] == [6] * 6
    assert [len(part["land"]) for part in reply["coverage"]] == [4] * 6
    assert reply["standard"]
    assert reply["oddities"] == []
    assert reply["differs"] == "This is the standard deck."
    assert reply["record"]["deck"] == "standard"


@pytest.mark.parametrize("number", range(20))
def test_coverage_names_the_cards(number: int) -> None:
    """Whatever the faces and the sections, each card stands where it receives and where it lands."""
    deck = Deck.from_json(any_deck(random.Random(number)))
    parts = {part.section: part for part in coverage(deck)}
    for section, receive, land in coverage(deck):
        assert receive == sorted(card.number for card in deck if section in card.receives)
        assert land == sorted(card.number for card in deck if card.lands == section)
    for card in deck:
        assert all(card.number in parts[section].receive for section in card.receives)


def test_the_difference_is_named_section_by_section() -> None:
    """Card 1 lands on 2 instead of 1, card 24 no longer receives 6."""
    text = Deck.standard().to_csv().replace("1,1,1\n", "1,1,2\n", 1).replace("24,3 6,", "24,3,")
    reply = asked(text)
    assert reply["differs"] == (
        "24 cards, as in the standard deck. Section 1 is landed on by 1 fewer; section 2 is "
        "landed on by 1 more; section 6 is received by 1 fewer."
    )
    assert reply["coverage"][0]["beside"] == ["as many", "1 fewer"]
    assert reply["oddities"] == ["Cards 6 and 24 have the same face."]


def test_decks_of_other_sizes_and_sections() -> None:
    """A section that only one of the two decks has is compared with none."""
    reply = asked(csv("1,1 9,9", *SEVEN[1:]))
    assert not reply["court"]
    found = {part["section"]: part for part in reply["coverage"]}
    assert found[9] == {"section": 9, "receive": [1], "land": [1], "beside": ["1 more", "1 more"]}
    assert found[5]["land"] == []
    assert reply["differs"].startswith("7 cards, 17 fewer than the standard deck. ")


def test_the_same_cards_in_another_order_or_with_other_faces() -> None:
    turned = Deck(reversed(Deck.standard().cards))
    assert differs(turned) == "These are the standard deck’s cards in another order."
    one, two, *rest = Deck.standard().cards
    swapped = Deck([Card(1, one.receives, two.lands), Card(2, two.receives, one.lands), *rest])
    assert not any(any(pair) for pair in beside(swapped).values())
    assert differs(swapped) == (
        "24 cards, as in the standard deck; every section is covered as there, by other faces."
    )


# ------------------------------------------------------------------------------------------ what is odd
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ["1,1 2,3", "2,1 2,3", "3,1 2,1"],
            "No card receives section 3, where cards 1 and 2 land: such a ball is never returned, not "
            "even by a dive.",
        ),
        (["1,1 2,1", "2,1,4", "3,1 2,2"], "No card receives section 4, where card 2 lands: such"),
        (["1,1 2,1", "2,1 3,1"], "No card lands on section 3, so receiving there is of no use."),
        (["1,1 2,1", "2,1,2"], "Only card 1 receives section 2: no smash there can be received"),
        (["4,1 2,1", "7,2 1,1"], "Cards 4 and 7 have the same face."),
        (["1,1,1", "2,2,2"], "No two cards land on the same section, so nobody can ever smash."),
    ],
)
def test_what_is_odd_is_said(lines: list[str], said: str) -> None:
    """It is no fault; the deck is one all the same."""
    found = list(oddities(Deck.from_csv(csv(*lines))))
    assert any(text.startswith(said) for text in found), found
    assert all(text.endswith(".") for text in found)


# ------------------------------------------------------------------------------------------ what is none
@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        (csv("1,1,1", "2,x,1"), 3, "receives", "Line 3: receives must be whole numbers parted by"),
        (csv("1,1,1", "y,1,1"), 3, "card", "Line 3: card must be a whole number from 1 to 9999"),
        (csv("1,1,1", "2,1,0"), 3, "lands", "Line 3: lands must be a whole number from 1 to 9999"),
        (csv("1,1,1", "2,1"), 3, None, "Line 3: three values are needed"),
        (csv("1,1,1", ",,", "1,2,2"), 4, "card", "Line 4: card 1 has stood before"),
        (
            csv('1,"1,2",3'),
            2,
            "receives",
            "Line 2: receives must be whole numbers parted by blanks",
        ),
        ("number,receives,lands\n1,1,1\n", 1, None, "Line 1: the first line must be"),
        ("", 1, None, "Line 1: the first line must be"),
        (HEAD, 2, None, "Line 2: the first card is missing"),
        (csv(*SEVEN[:6]), None, None, "A deck needs at least 7 cards, one more than a hand of 6"),
        (csv(*(f"{n},1,1" for n in range(1, 122))), None, None, "Decks of more than 120 cards"),
        ("/etc/hostname", 1, None, "Line 1: the first line must be"),
    ],
)
def test_what_is_no_deck_is_told_at_its_line(
    text: str, line: int | None, column: str | None, said: str
) -> None:
    """One sentence and its place; no file is ever opened."""
    reply = asked(text)
    assert reply.keys() == {"fault"}
    fault = reply["fault"]
    assert fault["text"].startswith(said)
    assert fault["text"].endswith(".")
    assert (fault["line"], fault["column"]) == (line, column)


def test_seven_cards_are_enough() -> None:
    reply = asked(csv(*SEVEN))
    assert [card["card"] for card in reply["cards"]] == list(range(1, 8))


def test_bad_requests_are_refused_in_words() -> None:
    for request, said in (
        ({}, "csv must be the text of a deck file, not null."),
        ({"csv": 3}, "csv must be the text of a deck file, not 3."),
        ({"csv": "x" * 50_001}, "csv has more than 50000 characters"),
        ({"csv": HEAD, "seed": -1}, "seed must be a whole number from 0 to"),
    ):
        reply = answer({"do": "deck", **request})
        assert reply["error"]["text"].startswith(said)


# ------------------------------------------------------------------------------------ playing with it
def test_the_link_opens_a_match_with_this_deck() -> None:
    """The faces travel in it, and so does the seed."""
    text = csv(*SEVEN)
    reply = asked(text, seed=99)
    opened = answer({"do": "open", "link": reply["link"]})
    assert opened["record"] == reply["record"]
    assert opened["record"]["seed"] == 99
    assert Deck.from_json(opened["record"]["deck"]).to_csv() == reply["csv"] == text
    assert opened["players"] == {"1": "rookie"}
    assert asked(text, seed=100)["link"] != reply["link"]


def test_a_deck_that_is_too_long_for_a_link_still_has_its_match() -> None:
    """Chance does not shrink."""
    luck = random.Random(1)
    lines = [f"{n},{' '.join(map(str, luck.sample(range(1, 9999), 60)))},1" for n in STANDARD]
    reply = asked(csv(*lines))
    assert reply["link"] is None
    assert len(str(reply["record"])) > LONGEST
    assert answer({"do": "open", "record": reply["record"], "seat": 0})["view"]["court"] is False
