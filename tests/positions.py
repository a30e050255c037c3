"""Positions for the tests: written by hand, or drawn from all that the rules allow."""

from __future__ import annotations

import json
import random
from typing import Any

import naive
from hypothesis import strategies as st
from naive import Obj

EDITIONS = ("en", "ko", "zh")
SCORINGS = ("first_to_four", "deuce", "endless")
SLUGS = {
    "setup",
    "serving",
    "receiving",
    "smashing",
    "off-balance",
    "diving",
    "end-of-turn",
    "ace",
    "deuce",
    "doubles",
    "master",
}
# Reasons also come from the notation itself: texts that are no moves, moves out of phase.
REASONS = SLUGS | {"notation", "turn"}


def rule_set(edition: str = "en", scoring: str = "first_to_four", **rulings: Any) -> Obj:
    """A set of rules for singles, Original Rules, as JSON."""
    return {
        "players": 2,
        "style": "original",
        "scoring": scoring,
        "edition": edition,
        "rulings": rulings,
    }


def point(
    hand: list[int],
    ball: int,
    *,
    smash: bool = False,
    deck: list[int] | None = None,
    other_hand: list[int] | None = None,
    other_deck: list[int] | None = None,
    limit: int = 6,
    other_limit: int = 6,
    score: tuple[int, int] = (0, 0),
    edition: str = "en",
    scoring: str = "first_to_four",
    turn: int = 1,
    server: int = 0,
    points_served: int = 0,
    **rulings: Any,
) -> Obj:
    """A position of the standard deck in which a seat is to return the ball.

    Without `deck` the seat's deck holds all other cards in rising order; the other seat's hand is
    1 to 6 and its deck the rest unless they are given too. Discard piles are empty.
    """
    if deck is None:
        deck = [card for card in naive.STANDARD if card not in hand]
    if other_hand is None:
        other_hand = [1, 2, 3, 4, 5, 6]
    if other_deck is None:
        other_deck = [card for card in naive.STANDARD if card not in other_hand]
    own = {"hand": sorted(hand), "row": [], "deck": deck, "discard": [], "limit": limit}
    other = {
        "hand": sorted(other_hand),
        "row": [],
        "deck": other_deck,
        "discard": [],
        "limit": other_limit,
    }
    return {
        "rules": rule_set(edition, scoring, **rulings),
        "deck": "standard",
        "score": list(score),
        "server": server,
        "points_served": points_served,
        "phase": "return",
        "turn": turn,
        "order": 1,
        "passed": False,
        "ball": {"section": ball, "smash": smash},
        "seats": [other, own] if turn == 1 else [own, other],
    }


def before_serve(
    hands: tuple[list[int], list[int]],
    decks: tuple[list[int], list[int]],
    *,
    server: int = 0,
    limits: tuple[int, int] = (6, 6),
    edition: str = "en",
    **rulings: Any,
) -> Obj:
    """A position of the standard deck before a serve."""
    return {
        "rules": rule_set(edition, **rulings),
        "deck": "standard",
        "score": [0, 0],
        "server": server,
        "points_served": 0,
        "phase": "serve",
        "turn": server,
        "order": 1,
        "passed": False,
        "ball": None,
        "seats": [
            {"hand": sorted(hand), "row": [], "deck": deck, "discard": [], "limit": limit}
            for hand, deck, limit in zip(hands, decks, limits, strict=True)
        ],
    }


@st.composite
def rules(draw: st.DrawFn, scorings: tuple[str, ...] = SCORINGS, every_ruling: bool = False) -> Obj:
    """An edition and a scoring with no, some or all rulings set one by one."""
    names = sorted(naive.VALUES)
    chosen = names if every_ruling else draw(st.lists(st.sampled_from(names), unique=True))
    scoring = draw(st.sampled_from(scorings))
    rulings: Obj = {}
    for name in sorted(chosen):
        values = naive.VALUES[name]
        if name == "new_hands" and scoring == "deuce":
            values = ["gathered", "filled"]
        rulings[name] = draw(st.sampled_from(values))
    return rule_set(draw(st.sampled_from(EDITIONS)), scoring, **rulings)


@st.composite
def decks(draw: st.DrawFn) -> Any:
    """The standard deck, mostly, or one of other faces on other sections."""
    if draw(st.integers(0, 3)):
        return "standard"
    sections = draw(st.lists(st.integers(1, 40), min_size=1, max_size=9, unique=True))
    size = draw(st.integers(7, 26))
    numbers = draw(st.lists(st.integers(1, 99), min_size=size, max_size=size, unique=True))
    # Each section is received by one card and attacked by another, so every ball can be met.
    deck = []
    for place, number in enumerate(numbers):
        area = {sections[place % len(sections)]}
        area |= set(draw(st.lists(st.sampled_from(sections), max_size=2)))
        deck.append(
            {
                "card": number,
                "receives": sorted(area),
                "lands": draw(st.sampled_from(sections)),
            }
        )
    return deck


@st.composite
def positions(
    draw: st.DrawFn, phases: tuple[str, ...] = ("return", "return", "return", "serve")
) -> Obj:
    """Any position within a point that the rules allow, however unlikely in a match."""
    chosen = draw(rules())
    deck = draw(decks())
    faces = naive.faces(deck)
    phase = draw(st.sampled_from(phases))
    turn = draw(st.integers(0, 1))
    luck = random.Random(draw(st.integers(0, 2**32)))
    seats = []
    for seat in (0, 1):
        cards = list(faces)
        luck.shuffle(cards)
        limit = draw(st.integers(0, 6))
        held = draw(st.integers(0, limit))
        left = len(cards) - held
        least = 1 if phase == "serve" and seat == turn else 0
        size = draw(st.one_of(st.integers(least, min(3, left)), st.integers(least, left)))
        gone = draw(st.integers(0, left - size))
        end = held + size
        seats.append(
            {
                "hand": sorted(cards[:held]),
                "row": [],
                "deck": cards[held:end],
                "discard": cards[end : end + gone],
                "limit": limit,
            }
        )
    two = chosen["scoring"] == "deuce"
    two = two and naive.ruling(chosen, "serve_turns") == "two_in_variation"
    score = draw(st.lists(st.integers(0, 3), min_size=2, max_size=2))
    if chosen["scoring"] == "deuce" and draw(st.booleans()):
        score = draw(st.sampled_from([[3, 3], [4, 3], [3, 4]]))
    elif chosen["scoring"] == "endless" and draw(st.booleans()):
        score = draw(st.lists(st.integers(0, 50), min_size=2, max_size=2))
    ball = None
    if phase == "return":
        landings = sorted({face.lands for face in faces.values()})
        ball = {"section": draw(st.sampled_from(landings)), "smash": draw(st.booleans())}
    position: Obj = {
        "rules": chosen,
        "deck": deck,
        "score": score,
        "server": turn if phase == "serve" else draw(st.integers(0, 1)),
        "points_served": draw(st.integers(0, 1)) if two else 0,
        "phase": phase,
        "turn": turn,
        "order": 1,
        "passed": False,
        "ball": ball,
        "seats": seats,
    }
    if phase == "return" and not naive.legal_moves(position):
        # Such a point is over at once; give the seat a card that turns the dive on.
        seat = position["seats"][turn]
        spare = [card for card in faces if card not in seat["hand"] + seat["deck"]]
        if not seat["hand"]:
            source = seat["deck"] if seat["deck"] else spare
            seat["hand"].append(source.pop(0))
            seat["limit"] = max(seat["limit"], 1)
        if not seat["deck"]:
            card = next(card for card in faces if card not in seat["hand"])
            seat["deck"].append(card)
        seat["discard"] = [
            card for card in seat["discard"] if card not in seat["hand"] + seat["deck"]
        ]
    return position


def hidden_anew(obj: Obj, seat: int, luck: random.Random) -> Obj:
    """The position with all that a seat cannot see dealt otherwise: the same counts, no more.

    The other hand and deck are mixed; the seat's own deck is put in another order. Cards that are
    in no pile of the other seat may come in as well.
    """
    other: Obj = json.loads(json.dumps(obj))
    theirs = other["seats"][1 - seat]
    faces = list(naive.faces(other["deck"]))
    unseen = [card for card in faces if card not in theirs["discard"]]
    luck.shuffle(unseen)
    held, left = len(theirs["hand"]), len(theirs["deck"])
    theirs["hand"] = sorted(unseen[:held])
    theirs["deck"] = unseen[held : held + left]
    luck.shuffle(other["seats"][seat]["deck"])
    return other
