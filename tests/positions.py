"""Positions for the tests: written by hand, or drawn from all that the rules allow."""

from __future__ import annotations

import json
import random
from typing import Any

import naive
from hypothesis import strategies as st
from naive import Obj

from grandslam import Position

EDITIONS = ("en", "ko", "zh")
SCORINGS = ("first_to_four", "deuce", "endless")
# How many play, and by which rules: all combinations, and the one of the first pages.
GAMES = ((2, "original"), (2, "master"), (4, "original"), (4, "master"))
SINGLES = ((2, "original"),)
Games = tuple[tuple[int, str], ...]
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


def rule_set(
    edition: str = "en",
    scoring: str = "first_to_four",
    *,
    players: int = 2,
    style: str = "original",
    **rulings: Any,
) -> Obj:
    """A set of rules as JSON; singles and Original Rules unless said otherwise."""
    return {
        "players": players,
        "style": style,
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


def seat(
    hand: list[int],
    row: list[int] | None = None,
    deck: list[int] | None = None,
    *,
    limit: int = 6,
    discard: list[int] | None = None,
) -> Obj:
    """The cards of a seat; without `deck` all that lie nowhere else, in rising order."""
    row, discard = row or [], discard or []
    if deck is None:
        deck = [card for card in naive.STANDARD if card not in hand + row + discard]
    return {
        "hand": sorted(hand),
        "row": sorted(row),
        "deck": deck,
        "discard": discard,
        "limit": limit,
    }


def situation(
    seats: list[Obj],
    ball: int | None,
    *,
    smash: bool = False,
    turn: int = 1,
    phase: str = "return",
    style: str = "original",
    edition: str = "en",
    scoring: str = "first_to_four",
    score: tuple[int, int] = (0, 0),
    server: int = 0,
    points_served: int = 0,
    order: int = 1,
    passed: bool = False,
    **rulings: Any,
) -> Obj:
    """A position of the standard deck with these seats, two or four."""
    return {
        "rules": rule_set(edition, scoring, players=len(seats), style=style, **rulings),
        "deck": "standard",
        "score": list(score),
        "server": server,
        "points_served": points_served,
        "phase": phase,
        "turn": turn,
        "order": order,
        "passed": passed,
        "ball": None if ball is None else {"section": ball, "smash": smash},
        "seats": seats,
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


def play(obj: Obj, *moves: str) -> Obj:
    """The engine's position after some moves, as JSON."""
    position = Position.from_json(obj)
    for move in moves:
        position = position.play(move)
    return position.to_json()


def texts(obj: Obj) -> list[str]:
    """The engine's legal moves as sorted texts."""
    return sorted(str(move) for move in Position.from_json(obj).legal_moves())


def any_rules(
    luck: random.Random, scorings: tuple[str, ...] = SCORINGS, games: Games = SINGLES
) -> Obj:
    """An edition and a scoring with no, some or all rulings set one by one."""
    scoring = luck.choice(scorings)
    players, style = luck.choice(games)
    rulings: Obj = {}
    share = luck.choice([0.0, 0.3, 1.0])
    for name in sorted(naive.VALUES):
        values = naive.VALUES[name]
        if name == "new_hands" and scoring == "deuce":
            values = ["gathered", "filled"]  # kept hands are refused there
        if luck.random() < share:
            rulings[name] = luck.choice(values)
    return rule_set(luck.choice(EDITIONS), scoring, players=players, style=style, **rulings)


def any_deck(luck: random.Random) -> Any:
    """The standard deck, mostly, or one of other faces on other sections."""
    if luck.random() < 0.75:
        return "standard"
    sections = luck.sample(range(1, 41), luck.randint(1, 9))
    deck = []
    for place, number in enumerate(luck.sample(range(1, 100), luck.randint(7, 26))):
        area = {sections[place % len(sections)], *luck.choices(sections, k=luck.randint(0, 2))}
        deck.append({"card": number, "receives": sorted(area), "lands": luck.choice(sections)})
    return deck


def any_score(luck: random.Random, scoring: str) -> list[int]:
    """A score at which a point may be played."""
    if scoring == "deuce" and luck.random() < 0.5:
        return list(luck.choice([(3, 3), (4, 3), (3, 4)]))
    most = 50 if scoring == "endless" else 3
    return [luck.randint(0, most), luck.randint(0, most)]


def any_row(luck: random.Random, chosen: Obj, faces: dict[int, naive.Face], cards: Any) -> Any:
    """Up to four of these cards, as a row that the rules allow."""
    row: list[int] = []
    for card in cards[: luck.choice([1, 2, 3, 3, 4, 4, 4])]:
        lands = [faces[other].lands for other in row]
        if faces[card].lands not in lands or not naive.ruling(chosen, "row_distinct"):
            row.append(card)
    return row


def any_seat(
    luck: random.Random, chosen: Obj, faces: dict[int, naive.Face], section: int, least: int
) -> Obj:
    """The cards of a seat; at least so many in its deck."""
    start = naive.start_limit(chosen)
    cards = luck.sample(list(faces), len(faces))
    limit = luck.choice([0, 1, 2, 3, 4, start - 1, start - 1, start, start, start, start])
    held = luck.choice([limit, limit, limit, luck.randint(0, limit)])
    if luck.random() < 0.5:
        # Some or all of the hand receives the ball: more happens then than by chance.
        able = [card for card in cards if section in faces[card].receives]
        able = able[: luck.randint(0, 4)]
        cards = able + [card for card in cards if card not in able]
    left = len(cards) - held
    end = held + luck.choice([left, luck.randint(least, left), luck.randint(least, 3)])
    hand, row = cards[:held], []
    if chosen["style"] == "master":
        row = any_row(luck, chosen, faces, luck.sample(hand, len(hand)))
    return {
        "hand": sorted(card for card in hand if card not in row),
        "row": sorted(row),
        "deck": luck.sample(cards[held:end], len(cards[held:end])),
        "discard": cards[end : luck.randint(end, len(cards))] if end < len(cards) else [],
        "limit": limit,
    }


def any_position(luck: random.Random, phases: tuple[str, ...], games: Games = SINGLES) -> Obj:
    """Any position within a point that the rules allow, however unlikely in a match.

    The phase `set-up` is the laying before the serve, `lay` the one at the end of a turn.
    """
    chosen, deck = any_rules(luck, games=games), any_deck(luck)
    players, master = chosen["players"], chosen["style"] == "master"
    faces = naive.faces(deck)
    usable = phases if master else [one for one in phases if one not in ("lay", "set-up")]
    phase, turn = luck.choice(usable), luck.randrange(players)
    section = luck.choice(sorted({face.lands for face in faces.values()}))
    server = turn if phase == "serve" else luck.randrange(players)
    seats = []
    for number in range(players):
        serves = phase in ("serve", "set-up") and number == server
        one = any_seat(luck, chosen, faces, section, 1 if serves else 0)
        not_yet = (number - server) % players >= (turn - server) % players
        if phase == "set-up" and not_yet:
            one["hand"], one["row"] = naive.all_cards(one), []
        if phase == "lay" and number == turn and luck.random() < 0.7:
            # The row has been played from, and new cards have come to the hand.
            luck.shuffle(one["row"])
            one["hand"] = sorted(one["hand"] + one["row"][1:])
            one["row"] = sorted(one["row"][:1])
        seats.append(one)
    two = chosen["scoring"] == "deuce"
    two = two and naive.ruling(chosen, "serve_turns") == "two_in_variation"
    position: Obj = {
        "rules": chosen,
        "deck": deck,
        "score": any_score(luck, chosen["scoring"]),
        "server": server,
        "points_served": luck.randint(0, 1) if two else 0,
        "phase": "lay" if phase == "set-up" else phase,
        "turn": turn,
        "order": 1,
        "passed": False,
        "ball": None,
        "seats": seats,
    }
    if phase in ("return", "lay"):
        position["ball"] = {"section": section, "smash": luck.random() < 0.5}
        if players == 4:
            position["order"] = luck.choice([1, -1])
            position["passed"] = phase == "return" and luck.random() < 0.3
    if not naive.legal_moves(position):
        return any_position(luck, phases, games)  # such a turn would be over already
    return position


PHASES = ("return", "return", "return", "return", "serve", "lay", "set-up")


def positions(phases: tuple[str, ...] = PHASES, games: Games = SINGLES) -> st.SearchStrategy[Obj]:
    """Positions of every kind, each from a number, so that a failing one can be named."""
    return st.integers(0, 2**32).map(lambda seed: any_position(random.Random(seed), phases, games))


def rules(scorings: tuple[str, ...] = SCORINGS, games: Games = SINGLES) -> st.SearchStrategy[Obj]:
    """Sets of rules of every kind."""
    return st.integers(0, 2**32).map(lambda seed: any_rules(random.Random(seed), scorings, games))


def hidden_anew(obj: Obj, seat: int, luck: random.Random) -> Obj:
    """The position with all that a seat cannot see dealt otherwise: the same counts, no more.

    The other hands (a partner's too) and their decks are mixed; the seat's own deck is put in
    another order. Cards that are in no pile of another seat may come in as well. Rows and discard
    piles lie open and stay.
    """
    other: Obj = json.loads(json.dumps(obj))
    for number, theirs in enumerate(other["seats"]):
        if number == seat:
            luck.shuffle(theirs["deck"])
            continue
        faces = list(naive.faces(other["deck"]))
        unseen = [card for card in faces if card not in theirs["discard"] + theirs["row"]]
        luck.shuffle(unseen)
        held, left = len(theirs["hand"]), len(theirs["deck"])
        theirs["hand"] = sorted(unseen[:held])
        theirs["deck"] = unseen[held : held + left]
    return other
