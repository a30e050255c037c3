"""A second, deliberately naive referee for singles, Original Rules.

It is written from the rules alone and shares no code with the engine, so that a mistake of one
is found by the other. Positions are plain JSON objects (dicts in, dicts out), moves are plain
texts, and every rule is spelled out with loops, lists and sets. Speed does not matter here.

The one thing it shares with the engine is a data file: the faces of the standard deck.
"""

from __future__ import annotations

import copy
import csv
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Obj = dict[str, Any]

ROOT = Path(__file__).resolve().parents[1]
STANDARD_FILE = ROOT / "grandslam" / "decks" / "standard.csv"
START_LIMIT = 6


class Face(NamedTuple):
    """The sections of one's own half where a card meets the ball, and where it sends it."""

    receives: frozenset[int]
    lands: int


def standard_rows() -> list[tuple[int, list[int], int]]:
    """The rows of the standard deck's file: number, receiving sections, landing section."""
    with STANDARD_FILE.open(newline="", encoding="utf-8") as file:
        return [
            (int(row["card"]), [int(word) for word in row["receives"].split()], int(row["lands"]))
            for row in csv.DictReader(file)
        ]


STANDARD: dict[int, Face] = {
    card: Face(frozenset(receives), lands) for card, receives, lands in standard_rows()
}

# The rulings that touch singles in Original Rules, edition by edition (rules, section 7).
EDITIONS: dict[str, Obj] = {
    "en": {
        "loss": "one_card",
        "off_balance_smash": True,
        "off_balance_draw": "none",
        "off_balance_by_choice": "to_smash",
        "dive_duty": "may",
        "new_hands": "gathered",
        "serve_turns": "two_in_variation",
    },
    "ko": {
        "loss": "one_card",
        "off_balance_smash": True,
        "off_balance_draw": "to_lowered_limit",
        "off_balance_by_choice": "never",
        "dive_duty": "may",
        "new_hands": "gathered",
        "serve_turns": "two_in_variation",
    },
    "zh": {
        "loss": "undrawn",
        "off_balance_smash": False,
        "off_balance_draw": "none",
        "off_balance_by_choice": "always",
        "dive_duty": "must",
        "new_hands": "filled",
        "serve_turns": "one",
    },
}

VALUES: dict[str, list[Any]] = {
    "loss": ["one_card", "undrawn", "one_turn"],
    "off_balance_smash": [True, False],
    "off_balance_draw": ["none", "to_lowered_limit"],
    "off_balance_by_choice": ["never", "to_smash", "always"],
    "dive_duty": ["may", "must"],
    "new_hands": ["gathered", "filled", "kept"],
    "serve_turns": ["one", "two_in_variation"],
}


def ruling(rules: Obj, name: str) -> Any:
    """What this set of rules says on one question: its own ruling, or else the edition's."""
    own: Obj = rules["rulings"]
    return own[name] if name in own else EDITIONS[rules["edition"]][name]


def faces(deck: Any) -> dict[int, Face]:
    """The cards of a deck as it stands in JSON: a name, or a list of cards."""
    if deck == "standard":
        return STANDARD
    return {card["card"]: Face(frozenset(card["receives"]), card["lands"]) for card in deck}


def decided(rules: Obj, score: list[int]) -> int | None:
    """The side that has won the match, if one has (sections 3.11 and 4)."""
    for side in (0, 1):
        own, other = score[side], score[1 - side]
        if rules["scoring"] == "first_to_four" and own >= 4:
            return side
        if rules["scoring"] == "deuce" and own >= 4 and own - other >= 2:
            return side
    return None


# Moves


def receivers(position: Obj) -> list[int]:
    """The hand cards of the seat in turn whose receiving area has the ball's section."""
    cards = faces(position["deck"])
    hand = position["seats"][position["turn"]]["hand"]
    return [card for card in hand if position["ball"]["section"] in cards[card].receives]


def partners(position: Obj, attacking: int, used: list[int]) -> list[int]:
    """The other hand cards that land where the attacking card lands (section 3.4)."""
    cards = faces(position["deck"])
    hand = position["seats"][position["turn"]]["hand"]
    return [
        card for card in hand if card not in used and cards[card].lands == cards[attacking].lands
    ]


def can_dive(position: Obj) -> bool:
    """Whether there is a hand card to discard and a deck card to turn up (section 3.7)."""
    seat = position["seats"][position["turn"]]
    return len(seat["hand"]) > 0 and len(seat["deck"]) > 0


def legal_moves(position: Obj) -> list[str]:
    """Every legal move, as text, in no particular order."""
    if position["phase"] == "over":
        return []
    if position["phase"] == "serve":
        return ["serve"]
    rules = position["rules"]
    fitting = receivers(position)
    moves: list[str] = []
    if not fitting:
        if can_dive(position):
            for card in position["seats"][position["turn"]]["hand"]:
                moves.append(f"dive {card}")
            if ruling(rules, "dive_duty") == "may":
                moves.append("let")
        return moves
    if not position["ball"]["smash"]:
        for card in fitting:
            moves.append(f"{card}")
            for other in partners(position, card, [card]):
                moves.append(f"{card}+{other}")
        return moves
    for first in fitting:
        for second in fitting:
            if first == second:
                continue
            moves.append(f"{first},{second}")
            for other in partners(position, second, [first, second]):
                moves.append(f"{first},{second}+{other}")
    alone = len(fitting) == 1
    choice = ruling(rules, "off_balance_by_choice")
    for card in fitting:
        if alone or choice == "always":
            moves.append(f"{card}")
        if ruling(rules, "off_balance_smash") and (alone or choice in ("to_smash", "always")):
            for other in partners(position, card, [card]):
                moves.append(f"{card}+{other}")
    return moves


def well_formed(hand: list[int]) -> Iterator[str]:
    """Every text that names a move with these cards, whether legal now or not."""
    yield "serve"
    yield "let"
    for first in hand:
        yield f"{first}"
        yield f"dive {first}"
        for second in hand:
            if second == first:
                continue
            yield f"{first}+{second}"
            yield f"{first},{second}"
            for third in hand:
                if third not in (first, second):
                    yield f"{first},{second}+{third}"


# Play


def refill(seat: Obj, limit: int) -> None:
    """Draw from the top of the deck up to a number of cards; an empty deck gives nothing."""
    while len(seat["hand"]) < limit and seat["deck"]:
        seat["hand"].append(seat["deck"].pop(0))
    seat["hand"].sort()


def lasting_cost(rules: Obj, seat: Obj) -> None:
    """What off balance or a dive costs for the rest of the point (ruling `loss`)."""
    loss = ruling(rules, "loss")
    if loss == "one_card":
        seat["limit"] = seat["limit"] - 1
    elif loss == "undrawn":
        seat["limit"] = len(seat["hand"])


def end_point(position: Obj, scorer: int) -> None:
    """Count the point; nothing is gathered or dealt yet (section 9)."""
    side = scorer % 2
    position["score"][side] += 1
    if position["rules"]["scoring"] == "deuce" and position["score"] == [4, 4]:
        position["score"] = [3, 3]
    position["phase"] = "over"
    position["ball"] = None


def next_to_receive(position: Obj) -> None:
    """The other seat is looked at: where it can do nothing at all, the point is over."""
    position["turn"] = 1 - position["turn"]
    position["phase"] = "return"
    if not receivers(position) and not can_dive(position):
        end_point(position, 1 - position["turn"])


def play(position: Obj, move: str) -> Obj:
    """The position after a legal move; the given one is left as it is."""
    if move not in legal_moves(position):
        raise AssertionError(f"the naive referee was asked to play {move}, which is not legal")
    new = copy.deepcopy(position)
    cards = faces(new["deck"])
    rules = new["rules"]
    seat = new["seats"][new["turn"]]

    if move == "serve":
        top = seat["deck"].pop(0)
        seat["discard"].append(top)
        new["ball"] = {"section": cards[top].lands, "smash": False}
        next_to_receive(new)
        return new

    if move == "let":
        end_point(new, 1 - new["turn"])
        return new

    if move.startswith("dive "):
        given = int(move.removeprefix("dive "))
        seat["hand"].remove(given)
        turned_up = seat["deck"].pop(0)
        seat["discard"] += [given, turned_up]
        lasting_cost(rules, seat)
        if new["ball"]["section"] in cards[turned_up].receives:
            new["ball"] = {"section": cards[turned_up].lands, "smash": False}
            next_to_receive(new)
        else:
            end_point(new, 1 - new["turn"])
        return new

    before, _, after = move.partition("+")
    receiving = [int(word) for word in before.split(",")]
    smashing = [int(after)] if after else []
    for card in receiving + smashing:
        seat["hand"].remove(card)
        seat["discard"].append(card)
    off_balance = new["ball"]["smash"] and len(receiving) == 1
    new["ball"] = {"section": cards[receiving[-1]].lands, "smash": bool(smashing)}
    if off_balance:
        if ruling(rules, "off_balance_draw") == "to_lowered_limit":
            refill(seat, seat["limit"] - 1)
        lasting_cost(rules, seat)
    else:
        refill(seat, seat["limit"])
    next_to_receive(new)
    return new


def perft(position: Obj, depth: int) -> int:
    """How many sequences of this many moves there are; a finished point is one leaf."""
    if depth == 0 or position["phase"] == "over":
        return 1
    return sum(perft(play(position, move), depth - 1) for move in legal_moves(position))


# Matches


def deal(position: Obj, rng: random.Random) -> None:
    """Shuffle and draw, seat by seat from seat 0, in place.

    The cards shuffled are taken in the order of the deck's file: all of them, or, where hands are
    kept, those of the deck and the discard pile.
    """
    order = list(faces(position["deck"]))
    new_hands = ruling(position["rules"], "new_hands")
    for seat in position["seats"]:
        if new_hands == "gathered":
            seat["hand"] = []
        if new_hands != "kept":
            seat["limit"] = START_LIMIT
        seat["deck"] = [card for card in order if card not in seat["hand"]]
        seat["discard"] = []
        rng.shuffle(seat["deck"])
        refill(seat, seat["limit"])


def first_point(rules: Obj, seed: int, server: int, deck: Any) -> tuple[Obj, random.Random]:
    """The position before the first serve of a match, and the shuffler for the points to come."""
    rng = random.Random(seed)
    position: Obj = {
        "rules": copy.deepcopy(rules),
        "deck": copy.deepcopy(deck),
        "score": [0, 0],
        "server": server,
        "points_served": 0,
        "phase": "serve",
        "turn": server,
        "order": 1,
        "passed": False,
        "ball": None,
        "seats": [
            {"hand": [], "row": [], "deck": [], "discard": [], "limit": START_LIMIT} for _ in (0, 1)
        ],
    }
    for seat in position["seats"]:
        seat["deck"] = list(faces(deck))
    deal(position, rng)
    return position, rng


def next_point(position: Obj, rng: random.Random) -> Obj:
    """The position before the next serve, after a point that did not decide the match."""
    new = copy.deepcopy(position)
    rules = new["rules"]
    two = rules["scoring"] == "deuce" and ruling(rules, "serve_turns") == "two_in_variation"
    if two and new["points_served"] == 0:
        new["points_served"] = 1
    else:
        new["points_served"] = 0
        new["server"] = 1 - new["server"]
    new["phase"] = "serve"
    new["turn"] = new["server"]
    new["ball"] = None
    deal(new, rng)
    return new


def replay(record: Obj) -> Iterator[Obj]:
    """The position before the first move of a record with a seed, then after each move."""
    position, rng = first_point(record["rules"], record["seed"], record["server"], record["deck"])
    yield position
    for move in record["moves"]:
        if position["phase"] == "over":
            position = next_point(position, rng)
        position = play(position, move)
        yield position


def random_match(record: Obj, luck: random.Random, most: int) -> Obj:
    """A record grown by random moves until the match is won or has that many moves."""
    grown = copy.deepcopy(record)
    position, rng = first_point(grown["rules"], grown["seed"], grown["server"], grown["deck"])
    while len(grown["moves"]) < most:
        if position["phase"] == "over":
            if decided(position["rules"], position["score"]) is not None:
                break
            position = next_point(position, rng)
        move = luck.choice(sorted(legal_moves(position)))
        grown["moves"].append(move)
        position = play(position, move)
    return grown


def settled(position: Obj) -> Obj:
    """The position without what says nothing once a point is over (turn, order, passed)."""
    if position["phase"] != "over":
        return position
    return {key: value for key, value in position.items() if key not in IDLE_WHEN_OVER}


IDLE_WHEN_OVER = ("turn", "order", "passed")
