"""A second, deliberately naive referee: singles and doubles, Original Rules and Master Rules.

It is written from the rules alone and shares no code with the engine, so that a mistake of one
is found by the other. Positions are plain JSON objects (dicts in, dicts out), moves are plain
texts, and every rule is spelled out with loops, lists and sets. Speed does not matter here.

The one thing it shares with the engine is a data file: the faces of the standard deck.
"""

from __future__ import annotations

import copy
import csv
import itertools
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Obj = dict[str, Any]

ROOT = Path(__file__).resolve().parents[1]
STANDARD_FILE = ROOT / "grandslam" / "decks" / "standard.csv"


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

# The rulings, edition by edition (rules, section 7).
EDITIONS: dict[str, Obj] = {
    "en": {
        "loss": "one_card",
        "off_balance_smash": True,
        "off_balance_draw": "none",
        "off_balance_by_choice": "to_smash",
        "dive_duty": "may",
        "pass_loss": True,
        "new_hands": "gathered",
        "serve_turns": "two_in_variation",
        "row_distinct": False,
        "row_relay": "free",
        "master_off_balance": True,
        "master_hand_role": "any",
    },
    "ko": {
        "loss": "one_card",
        "off_balance_smash": True,
        "off_balance_draw": "to_lowered_limit",
        "off_balance_by_choice": "never",
        "dive_duty": "may",
        "pass_loss": False,
        "new_hands": "gathered",
        "serve_turns": "two_in_variation",
        "row_distinct": False,
        "row_relay": "free",
        "master_off_balance": True,
        "master_hand_role": "any",
    },
    "zh": {
        "loss": "undrawn",
        "off_balance_smash": False,
        "off_balance_draw": "none",
        "off_balance_by_choice": "always",
        "dive_duty": "must",
        "pass_loss": True,
        "new_hands": "filled",
        "serve_turns": "one",
        "row_distinct": True,
        "row_relay": "free",
        "master_off_balance": False,
        "master_hand_role": "attacks",
    },
}

VALUES: dict[str, list[Any]] = {
    "loss": ["one_card", "undrawn", "one_turn"],
    "off_balance_smash": [True, False],
    "off_balance_draw": ["none", "to_lowered_limit"],
    "off_balance_by_choice": ["never", "to_smash", "always"],
    "dive_duty": ["may", "must"],
    "pass_loss": [True, False],
    "new_hands": ["gathered", "filled", "kept"],
    "serve_turns": ["one", "two_in_variation"],
    "row_distinct": [True, False],
    "row_relay": ["free", "add"],
    "master_off_balance": [True, False],
    "master_hand_role": ["any", "attacks"],
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


def start_limit(rules: Obj) -> int:
    """The hand limit at the start of a point (sections 1 and 5A)."""
    return 5 if rules["players"] == 4 else 6


def is_master(position: Obj) -> bool:
    """Whether this is played by the Master Rules."""
    return bool(position["rules"]["style"] == "master")


def is_doubles(position: Obj) -> bool:
    """Whether four play."""
    return bool(position["rules"]["players"] == 4)


def in_turn(position: Obj) -> Obj:
    """The cards of the seat in turn."""
    seat: Obj = position["seats"][position["turn"]]
    return seat


def all_cards(seat: Obj) -> list[int]:
    """What a player has in hand and row together, in rising order."""
    return sorted(seat["hand"] + seat["row"])


# Moves


def receivers(position: Obj) -> list[int]:
    """The hand cards of the seat in turn whose receiving area has the ball's section."""
    cards = faces(position["deck"])
    hand = in_turn(position)["hand"]
    return [card for card in hand if position["ball"]["section"] in cards[card].receives]


def partners(position: Obj, attacking: int, used: list[int]) -> list[int]:
    """The other hand cards that land where the attacking card lands (section 3.4)."""
    cards = faces(position["deck"])
    hand = in_turn(position)["hand"]
    return [
        card for card in hand if card not in used and cards[card].lands == cards[attacking].lands
    ]


def original_shots(position: Obj) -> list[str]:
    """Every return, smash and reception of a smash in Original Rules (sections 3.3 to 3.6)."""
    rules = position["rules"]
    fitting = receivers(position)
    moves: list[str] = []
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


def master_sets(position: Obj, receiving: int, attacking: int) -> list[str]:
    """Every turn of the Master Rules with so many receiving and attacking cards (6.2 and 6.3)."""
    cards = faces(position["deck"])
    seat = in_turn(position)
    moves = []
    for met in itertools.combinations(all_cards(seat), receiving):
        if any(position["ball"]["section"] not in cards[card].receives for card in met):
            continue
        for sent in itertools.combinations(all_cards(seat), attacking):
            if set(met) & set(sent):
                continue
            if len({cards[card].lands for card in sent}) != 1:
                continue
            from_hand = [card for card in met + sent if card in seat["hand"]]
            if len(from_hand) != 1:
                continue
            role = ruling(position["rules"], "master_hand_role")
            if role == "attacks" and from_hand[0] not in sent:
                continue
            moves.append(",".join(map(str, met)) + ">" + "+".join(map(str, sent)))
    return moves


def master_shots(position: Obj) -> list[str]:
    """Every return, smash and reception of a smash in Master Rules (section 6)."""
    if not position["ball"]["smash"]:
        return master_sets(position, 1, 1) + master_sets(position, 1, 2)
    rules = position["rules"]
    full = master_sets(position, 2, 1) + master_sets(position, 2, 2)
    moves = list(full)
    if ruling(rules, "master_off_balance"):
        choice = ruling(rules, "off_balance_by_choice")
        if not full or choice == "always":
            moves += master_sets(position, 1, 1)
        if ruling(rules, "off_balance_smash") and (not full or choice in ("to_smash", "always")):
            moves += master_sets(position, 1, 2)
    return moves


def shots(position: Obj) -> list[str]:
    """Every shot with cards that the seat in turn could play at the ball."""
    return master_shots(position) if is_master(position) else original_shots(position)


def can_dive(position: Obj) -> bool:
    """Whether there is a hand card to discard and a deck card to turn up (3.7; 5C; 6.4)."""
    if is_doubles(position) or is_master(position):
        return False
    seat = in_turn(position)
    return len(seat["hand"]) > 0 and len(seat["deck"]) > 0


def can_pass(position: Obj) -> bool:
    """Whether there is a hand card to discard for the partner, who may not pass back (5D)."""
    return is_doubles(position) and not position["passed"] and len(in_turn(position)["hand"]) > 0


def rows(position: Obj) -> list[str]:
    """Every row that the seat in turn may lay (sections 6.1 and 6.5)."""
    cards = faces(position["deck"])
    seat = in_turn(position)
    moves = []
    for size in (1, 2, 3, 4):
        for row in itertools.combinations(all_cards(seat), size):
            lands = [cards[card].lands for card in row]
            if ruling(position["rules"], "row_distinct") and len(set(lands)) < len(lands):
                continue
            if ruling(position["rules"], "row_relay") == "add" and not set(seat["row"]) <= set(row):
                continue
            moves.append("lay " + ",".join(map(str, row)))
    return moves


def legal_moves(position: Obj) -> list[str]:
    """Every legal move, as text, in no particular order."""
    if position["phase"] == "over":
        return []
    if position["phase"] == "serve":
        return ["serve"]
    if position["phase"] == "lay":
        return rows(position)
    moves = shots(position)
    if moves:
        return moves
    hand = in_turn(position)["hand"]
    if can_dive(position):
        moves = [f"dive {card}" for card in hand]
        if ruling(position["rules"], "dive_duty") == "may":
            moves.append("let")
    if can_pass(position):
        moves = [f"pass {card}" for card in hand] + ["let"]
    return moves


def well_formed(seat: Obj) -> Iterator[str]:
    """Every text that names a move with cards of this hand and row, whether legal now or not."""
    held = all_cards(seat)
    yield "serve"
    yield "let"
    for first in held:
        yield f"{first}"
        yield f"dive {first}"
        yield f"pass {first}"
        for second in held:
            if second == first:
                continue
            yield f"{first}+{second}"
            yield f"{first},{second}"
            for third in held:
                if third not in (first, second):
                    yield f"{first},{second}+{third}"
    for size in range(1, len(held) + 1):
        for row in itertools.combinations(held, size):
            yield "lay " + ",".join(map(str, row))
    for receiving in (1, 2, 3):
        for met in itertools.combinations(held, receiving):
            others = [card for card in held if card not in met]
            for attacking in (1, 2, 3):
                for sent in itertools.combinations(others, attacking):
                    yield ",".join(map(str, met)) + ">" + "+".join(map(str, sent))


# Play


def refill(seat: Obj, limit: int) -> None:
    """Draw until hand and row have a number of cards; an empty deck gives nothing."""
    while len(seat["hand"]) + len(seat["row"]) < limit and seat["deck"]:
        seat["hand"].append(seat["deck"].pop(0))
    seat["hand"].sort()


def lasting_cost(rules: Obj, seat: Obj) -> None:
    """What off balance, a dive or a pass costs for the rest of the point (ruling `loss`)."""
    loss = ruling(rules, "loss")
    if loss == "one_card":
        seat["limit"] = seat["limit"] - 1
    elif loss == "undrawn":
        seat["limit"] = len(seat["hand"]) + len(seat["row"])


def end_point(position: Obj) -> None:
    """The ball was not returned by the side in turn; nothing is gathered or dealt yet (9)."""
    position["score"][1 - position["turn"] % 2] += 1
    if position["rules"]["scoring"] == "deuce" and position["score"] == [4, 4]:
        position["score"] = [3, 3]
    position["phase"] = "over"
    position["ball"] = None


def look_at(position: Obj, seat: int) -> None:
    """A seat is to receive the ball: where it can do nothing at all, the point is over."""
    position["turn"] = seat
    position["phase"] = "return"
    if not legal_moves(position):
        end_point(position)


def next_to_receive(position: Obj) -> None:
    """The seat has done its turn; the next one in the order of the moment receives."""
    position["passed"] = False
    look_at(position, (position["turn"] + position["order"]) % position["rules"]["players"])


def begin_point(position: Obj) -> None:
    """The hands are dealt: the rows are laid from the server on (Master), then the serve."""
    position["order"] = 1
    position["passed"] = False
    position["ball"] = None
    lay_on(position, 0)


def lay_on(position: Obj, laid: int) -> None:
    """So many seats have laid their first row; who has no card is left out (6.1 and 6.5)."""
    players = position["rules"]["players"]
    if is_master(position):
        for place in range(laid, players):
            seat = (position["server"] + place) % players
            if all_cards(position["seats"][seat]):
                position["phase"] = "lay"
                position["turn"] = seat
                return
    position["phase"] = "serve"
    position["turn"] = position["server"]


def discard(seat: Obj, cards: list[int]) -> None:
    """Move cards from hand and row to the discard pile, in this order."""
    for card in cards:
        seat["hand" if card in seat["hand"] else "row"].remove(card)
        seat["discard"].append(card)


def play(position: Obj, move: str) -> Obj:
    """The position after a legal move; the given one is left as it is."""
    if move not in legal_moves(position):
        raise AssertionError(f"the naive referee was asked to play {move}, which is not legal")
    new = position | {
        "score": list(position["score"]),
        "seats": copy.deepcopy(position["seats"]),
    }
    cards = faces(new["deck"])
    rules = new["rules"]
    seat = in_turn(new)

    if move == "serve":
        top = seat["deck"].pop(0)
        seat["discard"].append(top)
        new["ball"] = {"section": cards[top].lands, "smash": False}
        next_to_receive(new)
        return new

    if move == "let":
        end_point(new)
        return new

    if move.startswith("dive "):
        turned_up = seat["deck"].pop(0)
        discard(seat, [int(move.removeprefix("dive "))])
        seat["discard"].append(turned_up)
        lasting_cost(rules, seat)
        if new["ball"]["section"] in cards[turned_up].receives:
            new["ball"] = {"section": cards[turned_up].lands, "smash": False}
            next_to_receive(new)
        else:
            end_point(new)
        return new

    if move.startswith("pass "):
        discard(seat, [int(move.removeprefix("pass "))])
        if ruling(rules, "pass_loss"):
            lasting_cost(rules, seat)
        new["passed"] = True
        new["order"] = -new["order"]
        look_at(new, (new["turn"] + 2) % 4)
        return new

    if move.startswith("lay "):
        row = [int(word) for word in move.removeprefix("lay ").split(",")]
        seat["hand"] = [card for card in all_cards(seat) if card not in row]
        seat["row"] = sorted(row)
        if new["ball"] is None:
            lay_on(new, (new["turn"] - new["server"]) % rules["players"] + 1)
        else:
            next_to_receive(new)
        return new

    if is_master(new):
        before, _, after = move.partition(">")
        receiving = [int(word) for word in before.split(",")]
        attacking = [int(word) for word in after.split("+")]
        played = receiving + attacking
    else:
        before, _, after = move.partition("+")
        receiving = [int(word) for word in before.split(",")]
        attacking = receiving[-1:] + ([int(after)] if after else [])
        played = receiving + attacking[1:]
    discard(seat, played)
    off_balance = new["ball"]["smash"] and len(receiving) == 1
    new["ball"] = {"section": cards[attacking[0]].lands, "smash": len(attacking) == 2}
    if off_balance:
        if ruling(rules, "off_balance_draw") == "to_lowered_limit":
            refill(seat, seat["limit"] - 1)
        lasting_cost(rules, seat)
    else:
        refill(seat, seat["limit"])
    if is_master(new) and all_cards(seat):
        new["phase"] = "lay"
        new["passed"] = False
    else:
        next_to_receive(new)
    return new


def perft(position: Obj, depth: int) -> int:
    """How many sequences of this many moves there are; a finished point is one leaf."""
    if depth == 0 or position["phase"] == "over":
        return 1
    if depth == 1:
        return len(legal_moves(position))
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
        seat["hand"] = [] if new_hands == "gathered" else all_cards(seat)
        seat["row"] = []
        if new_hands != "kept":
            seat["limit"] = start_limit(position["rules"])
        seat["deck"] = [card for card in order if card not in seat["hand"]]
        seat["discard"] = []
        rng.shuffle(seat["deck"])
        refill(seat, seat["limit"])


def first_point(rules: Obj, seed: int, server: int, deck: Any) -> tuple[Obj, random.Random]:
    """The position before the first move of a match, and the shuffler for the points to come."""
    rng = random.Random(seed)
    limit = start_limit(rules)
    position: Obj = {
        "rules": copy.deepcopy(rules),
        "deck": copy.deepcopy(deck),
        "score": [0, 0],
        "server": server,
        "points_served": 0,
        "phase": "over",
        "turn": server,
        "order": 1,
        "passed": False,
        "ball": None,
        "seats": [
            {"hand": [], "row": [], "deck": list(faces(deck)), "discard": [], "limit": limit}
            for _ in range(rules["players"])
        ],
    }
    deal(position, rng)
    begin_point(position)
    return position, rng


def next_point(position: Obj, rng: random.Random) -> Obj:
    """The position dealt for the next point, after a point that did not decide the match."""
    new = copy.deepcopy(position)
    rules = new["rules"]
    two = rules["scoring"] == "deuce" and ruling(rules, "serve_turns") == "two_in_variation"
    if two and new["points_served"] == 0:
        new["points_served"] = 1
    else:
        new["points_served"] = 0
        new["server"] = (new["server"] + 1) % rules["players"]
    deal(new, rng)
    begin_point(new)
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
