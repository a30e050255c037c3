"""Before a point, and again at the end of each turn, one to four cards are laid face up: the row.
Receiving cards only receive and attacking cards only send, so a turn plays two, three or four cards, and
exactly one of them comes from the hand, the others from the row.

An ordinary ball takes one receiving card, a smash two; an ordinary shot takes one attacking card, a smash
two that land on the same section. Hand and row together are filled up to the limit. There is no diving
receive.

Source: EN Master Rule; KO 3.3.3 Master; ZH Master. Rulings: ``row_distinct``, ``row_relay``,
``master_off_balance``, ``master_hand_role``, and those of being off balance.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grandslam.cards import Deck, Seat, seat_of
from grandslam.moves import Move, Reason
from grandslam.rules import (
    Ball,
    Onward,
    Table,
    Turn,
    capital,
    cards_named,
    end_of_turn,
    held,
    off_balance,
    receiving,
    smashing,
)

MOST = 4
"""The most cards of a row."""


# ---------------------------------------------------------------- shots
def moves(turn: Turn) -> tuple[Move, ...]:
    """Every full set of receiving and attacking cards, and the receptions off balance."""
    if not turn.ball.smash:
        return tuple(_sets(turn, 1))
    full = tuple(_sets(turn, 2))
    if not turn.rulings.master_off_balance:
        return full
    alone = tuple(_sets(turn, 1))
    return full + tuple(m for m in alone if off_balance.allowed(turn.rulings, bool(full), m))


def _sets(turn: Turn, size: int) -> Iterator[Move]:
    """The shots that receive with so many cards: exactly one card comes from the hand."""
    deck, hand, row = turn.deck, turn.hand, turn.row
    written: Sets = deck.tables[Sets]
    able = deck.apart((hand | row) & deck.receiving[turn.ball.section])
    for receiving_cards in combinations(able, size):
        used = sum(receiving_cards)
        inside = (used & hand).bit_count()
        if inside > 1 or (inside and turn.rulings.master_hand_role == "attacks"):
            continue
        free = (row if inside else row | hand) & ~used
        for first in deck.apart(free):
            partners = free & deck.landing[deck.card_of[first].lands] & -(first << 1)
            for second in (0, *deck.apart(partners)):
                if inside or ((first | second) & hand).bit_count() == 1:
                    yield written[used, first | second]


class Sets(dict[tuple[int, int], Move]):
    """Receiving cards and attacking cards, as sets → the shot."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def __missing__(self, cards: tuple[int, int]) -> Move:
        receiving_cards, attacking = (map(str, self.deck.numbers(part)) for part in cards)
        shot = self[cards] = Move.parse(f"{','.join(receiving_cards)}>{'+'.join(attacking)}")
        return shot


def why_not(turn: Turn, move: Move) -> Reason | None:
    """The first condition that the set of cards breaks."""
    for cards in (move.receiving, move.attacking):
        if sorted(cards) != list(cards):
            text = "Write each set of cards in rising order, such as “1,2>5+17”."
            return Reason("notation", text)
    return (
        held(turn, move, "master", row=True)
        or receiving.why_not(turn, move)
        or _sizes(turn, move)
        or _one_from_hand(turn, move)
        or _off_balance(turn, move)
    )


def _sizes(turn: Turn, move: Move) -> Reason | None:
    if len(move.receiving) > 2:
        return Reason("master", "A smash is received with two cards, not with more.")
    if len(move.attacking) > 2:
        return Reason("master", "A smash takes two attacking cards, not more.")
    return smashing.apart(turn, move)


def _one_from_hand(turn: Turn, move: Move) -> Reason | None:
    from_hand = sorted(number for number in move.cards if turn.hand & turn.deck.bit[number])
    if len(from_hand) != 1:
        which = (
            f"{cards_named(from_hand)} are there" if from_hand else "all of these lie in your row"
        )
        text = f"Exactly one card of a turn comes from the hand, and {which}."
        return Reason("master", text)
    if turn.rulings.master_hand_role == "attacks" and from_hand[0] in move.receiving:
        text = f"Here the card from the hand attacks, and card {from_hand[0]} would receive."
        return Reason("master", text)
    return None


def _off_balance(turn: Turn, move: Move) -> Reason | None:
    if not turn.ball.smash or len(move.receiving) > 1:
        return None
    if not turn.rulings.master_off_balance:
        text = "Here a smash takes two receiving cards under the Master Rules, never one."
        return Reason("off-balance", text)
    full = next((shot for shot in turn.shots if len(shot.receiving) == 2), None)
    if not off_balance.allowed(turn.rulings, full is not None, move):
        why = f"you could receive it with {cards_named(full.receiving)}" if full else ""
        return off_balance.refusal(turn.rulings, move, why)
    return None


def play(turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
    """The cards go to the discard pile, hand and row are filled up to the limit."""
    deck = turn.deck
    used = deck.bits(move.cards)
    played = tuple(deck.bit[number] for number in move.cards)
    after = seat_of(
        (seat.hand & ~used, seat.row & ~used, seat.deck, seat.discard + played, seat.limit)
    )
    ball = Ball(deck[move.attacking[0]].lands, move.smash)
    if turn.ball.smash and len(move.receiving) == 1:
        return off_balance.settle(after, turn), ball
    return end_of_turn.refill(*after), ball


def onward(table: Table, seats: tuple[Seat, ...]) -> Onward:
    """The same seat lays its row, if it has a card; else the next seat receives."""
    seat = seats[table.turn]
    if seat.hand | seat.row:
        return Onward("lay", table.turn, table.order, False)
    return Onward("return", (table.turn + table.order) % len(seats), table.order, False)


# ---------------------------------------------------------------- laying the row
class Rows(dict[int, tuple[Move, bool]]):
    """Cards, as a set → the move that lays them, and whether no two land on the same section."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def __missing__(self, cards: int) -> tuple[Move, bool]:
        numbers = self.deck.numbers(cards)
        distinct = len({self.deck[number].lands for number in numbers}) == len(numbers)
        laid = self[cards] = (Move.parse(f"lay {','.join(map(str, numbers))}"), distinct)
        return laid


class Laying:
    """Laying one to four cards face up: at the set-up, and at the end of each turn."""

    def moves(self, turn: Turn) -> tuple[Move, ...]:
        """Every row that may be laid."""
        deck, rulings = turn.deck, turn.rulings
        rows: Rows = deck.tables[Rows]
        cards, stay = (
            deck.apart(turn.hand | turn.row),
            turn.row if rulings.row_relay == "add" else 0,
        )
        found = []
        for size in range(1, MOST + 1):
            for chosen in combinations(cards, size):
                row, distinct = rows[sum(chosen)]
                if (distinct or not rulings.row_distinct) and not stay & ~sum(chosen):
                    found.append(row)
        return tuple(found)

    def why_not(self, turn: Turn, move: Move) -> Reason | None:
        """One to four cards in rising order; the rulings may ask for more."""
        if sorted(move.cards) != list(move.cards):
            return Reason(
                "notation", "A row is a set; write its cards in rising order, such as “lay 3,5,9”."
            )
        return held(turn, move, "master", row=True) or self._fault(turn, move.cards)

    def _fault(self, turn: Turn, row: tuple[int, ...]) -> Reason | None:
        deck = turn.deck
        if len(row) > MOST:
            return Reason("master", f"A row has one to four cards, not {len(row)}.")
        lands = [deck[number].lands for number in row]
        alike = [number for number, where in zip(row, lands, strict=True) if lands.count(where) > 1]
        if turn.rulings.row_distinct and alike:
            where = deck[alike[0]].lands
            same = [number for number in alike if deck[number].lands == where]
            text = f"{capital(cards_named(same))} land on their {where}; here no two of a row do."
            return Reason("master", text)
        if turn.rulings.row_relay == "add" and turn.row & ~deck.bits(row):
            stay = deck.numbers(turn.row & ~deck.bits(row))
            text = (
                f"Cards that lie in the row stay there, and {cards_named(stay)} would be taken up."
            )
            return Reason("master", text)
        return None

    def play(self, turn: Turn, seat: Seat, move: Move) -> tuple[Seat, Ball | None]:
        """The cards lie face up, the others are the hand; the ball stays where it is."""
        row = turn.deck.bits(move.cards)
        hand = (seat.hand | seat.row) & ~row
        return seat_of((hand, row, seat.deck, seat.discard, seat.limit)), turn.ball

    def onward(self, table: Table, seats: tuple[Seat, ...]) -> Onward:
        """After a turn the next seat receives; at the set-up the next one lays, then comes the serve."""
        if table.ball is not None:
            return Onward("return", (table.turn + table.order) % len(seats), table.order, False)
        return opening(seats, table.server, (table.turn - table.server) % len(seats) + 1)


LAYING = Laying()


def opening(seats: tuple[Seat, ...], server: int, laid: int = 0) -> Onward:
    """Who lays next at the set-up when so many seats, from the server on, are done; then the serve."""
    for place in range(laid, len(seats)):
        seat = (server + place) % len(seats)
        if seats[seat].hand | seats[seat].row:
            return Onward("lay", seat, 1, False)
    return Onward("serve", server, 1, False)
