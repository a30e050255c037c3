"""A second card that lands where the returning card lands turns the return into a smash: the ball lies
red. A smash is received with two cards that both receive there; the second one sends the ball, green
again unless a third card that lands with it makes it a smash too.

Source: EN 2-1 and 2-2; KO 3.2 Smash; ZH Smash. With which card the second lands alike is the only
condition: what it receives does not matter.
"""

from __future__ import annotations

from grandslam.cards import Deck
from grandslam.moves import Move, Reason
from grandslam.rules import Turn

Shots = tuple[Move, ...]


class Partners(dict[int, Shots]):
    """For given receiving cards: the partners held → the plain shot and then its smashes."""

    def __init__(self, deck: Deck, receiving: tuple[int, ...]) -> None:
        last = deck[receiving[-1]]
        self.deck = deck
        self.plain = ",".join(map(str, receiving))
        self.mates = deck.landing[last.lands] & ~deck.bits(receiving)

    def __missing__(self, mates: int) -> Shots:
        smashes = (Move.parse(f"{self.plain}+{n}") for n in self.deck.numbers(mates))
        shots = self[mates] = (Move.parse(self.plain), *smashes)
        return shots


class Singles(dict[int, Partners]):
    """Receiving card (bit) → its shots by the partners held."""

    def __init__(self, deck: Deck) -> None:
        super().__init__((bit, Partners(deck, (number,))) for number, bit in deck.bit.items())


class Pairs(dict[int, tuple[Partners, ...]]):
    """Receiving cards held → every ordered pair of them, by the first and the second card."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck

    def __missing__(self, receivers: int) -> tuple[Partners, ...]:
        numbers = self.deck.numbers(receivers)
        pairs = tuple(Partners(self.deck, (a, b)) for a in numbers for b in numbers if a != b)
        self[receivers] = pairs
        return pairs


def shots(deck: Deck, receivers: int, hand: int) -> Shots:
    """Every return with one of the receiving cards, alone or as a smash."""
    partners: Singles = deck.tables[Singles]
    found: Shots = ()
    while receivers:
        card = receivers & -receivers
        receivers ^= card
        table = partners[card]
        found += table[hand & table.mates]
    return found


def receptions(deck: Deck, receivers: int, hand: int) -> Shots:
    """Every way to receive a smash with two of the receiving cards, and to smash again."""
    found: Shots = ()
    for table in deck.tables[Pairs][receivers]:
        found += table[hand & table.mates]
    return found


def why_not(turn: Turn, move: Move) -> Reason | None:
    """Two cards at most receive a smash, and the added card lands with the one that sends the ball."""
    if len(move.receiving) > 2:
        return Reason("smashing", "A smash is received with two cards, not with more.")
    return apart(turn, move)


def apart(turn: Turn, move: Move) -> Reason | None:
    """The two attacking cards of a smash must land on the same section."""
    if move.smash:
        sends, added = (turn.deck[number] for number in move.attacking)
        if sends.lands != added.lands:
            text = (
                f"Card {sends.number} lands on their {sends.lands}, card {added.number} on their "
                f"{added.lands}; a smash needs one section for both."
            )
            return Reason("smashing", text, added.number)
    return None
