"""What is said about a match: labels of moves, prompts, the story of a rally.

Each kind of move has a teller, which knows its words; no rule is decided here. What happened is read off
the positions before and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from grandslam import checks
from grandslam.match import Match
from grandslam.moves import Move
from grandslam.position import Position
from grandslam.rules import capital, cards_named, doubles
from grandslam.voice import Voice

Prompt = dict[str, str]


def prompt(glyph: str, lead: str, text: str = "") -> Prompt:
    """A prompt: a picture's name (green, smash, serve, star, row, no), what is so, what to do."""
    return {"glyph": glyph, "lead": lead, "text": text}


class Told(NamedTuple):
    """A sentence of the story, the rule it shows, and the seat it is about (of a point: the side)."""

    text: str
    rule: str
    seat: int


class Teller(Protocol):
    """The words of a kind of move."""

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """What the button says that plays the move."""

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """What the move, when all its cards are chosen, would do."""

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """The prompt while its cards are chosen."""

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """What the move did."""

    def roles(self, position: Position, move: Move) -> list[str]:
        """What each of its cards does, in the order of ``move.cards``."""


class Choice(NamedTuple):
    """Cards that are chosen, the moves that they make, and the moves that go on from them."""

    cards: tuple[int, ...]
    here: Sequence[Move]
    further: Sequence[Move]

    @property
    def more(self) -> list[int]:
        """The cards that could be added, rising; only the next one where their order counts."""
        if any(in_order(move) for move in self.further):
            return sorted({move.cards[len(self.cards)] for move in self.further})
        return sorted({card for move in self.further for card in move.cards} - set(self.cards))


def in_order(move: Move) -> bool:
    """Whether the order counts in which the cards of a move are chosen."""
    return not move.master


def teller(move: Move) -> Teller:
    """Who knows the words of this move."""
    return TELLERS["master" if move.master and move.kind == "shot" else move.kind]


def cards(count: int) -> str:
    """So many cards.

    >>> cards(1), cards(2)
    ('1 card', '2 cards')
    """
    return f"{count} card{'' if count == 1 else 's'}"


def off_balance(position: Position, move: Move) -> bool:
    """Whether a shot meets a smash with one card."""
    return bool(position.ball and position.ball.smash and len(move.receiving) == 1)


def _next(position: Position) -> int:
    return (position.turn + position.order) % len(position.seats)


def _target(voice: Voice, position: Position, move: Move) -> str:
    return voice.at(_next(position), position.deck[move.attacking[-1]].lands)


def _verb(position: Position, move: Move) -> str:
    smash = move.smash
    if off_balance(position, move):
        return "Off balance, smash" if smash else "Off balance"
    return "Smash" if smash else "Return"


def _draws(voice: Voice, start: Position, end: Position) -> str:
    seat = start.turn
    drawn = len(start.seats[seat].deck) - len(end.seats[seat].deck)
    return f" and {voice.verb(seat, 'draw')} {cards(drawn)}" if drawn else ""


# ---------------------------------------------------------------- the tellers
class Plain:
    """A move without cards of the hand."""

    def __init__(self, label: str) -> None:
        self._label = label

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """Its fixed label."""
        return self._label

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """Nothing is chosen for it."""
        return ""

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """Nothing is chosen for it."""
        return prompt("green", "")

    def roles(self, position: Position, move: Move) -> list[str]:
        """No card, no role."""
        return []


class Serve(Plain):
    """The serve."""

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """Which card was served, and where it landed."""
        seat = start.turn
        card = start.deck.card_of[end.seats[seat].discard[-1]]
        where = voice.at(_next(start), card.lands)
        text = f"{voice.does(seat, 'serve')} card {card.number}: the ball lands on {where}."
        return Told(text, "serving", seat)


class Let(Plain):
    """Letting the ball go."""

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """Who let it go."""
        return Told(f"{voice.does(start.turn, 'let')} the ball go.", "ace", start.turn)


class Shot:
    """A shot under the Original Rules."""

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """Where it goes, and the cards in their order."""
        *before, last = map(str, move.cards)
        played = f"play {', '.join(before)}, then {last}" if before else f"play {last}"
        return f"{_verb(position, move)} to {_target(voice, position, move)}: {played}"

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """Which card does what."""
        to, smash = _target(voice, position, move), move.smash
        if off_balance(position, move):
            who = f"{move.cards[0]} receives off balance"
            return f"{who}; {move.cards[-1]} smashes to {to}." if smash else f"{who}, to {to}."
        if position.ball is not None and position.ball.smash:
            pair = checks.listed(move.receiving)
            if smash:
                return f"{pair} receive; {move.cards[-1]} smashes again to {to}."
            return f"{pair} receive; {move.receiving[-1]} sends it to {to}."
        return f"A smash to {to}." if smash else f"Card {move.cards[0]} returns to {to}."

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """What the chosen cards do, and what may follow."""
        red = position.ball is not None and position.ball.smash
        more = checks.listed(choice.more, "or")
        if not choice.here:
            pairs = {m.cards[1] for m in choice.further if len(m.receiving) == 2}
            alone = {m.cards[1] for m in choice.further if len(m.receiving) == 1} - pairs
            text = f"A smash takes two: add {checks.listed(sorted(pairs), 'or')}."
            if alone:
                text += f" Or smash off balance with {checks.listed(sorted(alone), 'or')}."
            return prompt("smash", f"{capital(cards_named(choice.cards))} receives.", text)
        first = choice.here[0]
        lead = self.would(voice, position, first)
        glyph = "smash" if first.smash else "green"
        if len(choice.here) > 1:
            text = f"Add {more} to smash again, or" if choice.further else "Or"
            return prompt("smash", lead, f"{text} smash off balance with these two.")
        if not choice.further:
            return prompt(glyph, lead, "Play it.")
        if all(move.smash for move in choice.further):
            what = " to smash again" if red and len(first.receiving) == 2 else " for a smash"
        else:
            what = ""
        return prompt(glyph, lead, f"Play it, or add {more}{what}.")

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """Who played what to where, and drew."""
        seat, to = start.turn, _target(voice, start, move)
        draws, smash = _draws(voice, start, end), move.smash
        if off_balance(start, move):
            text = f"{voice.does(seat, 'receive')} the smash off balance with {move.cards[0]}"
            text += f" and {voice.verb(seat, 'smash')} with {move.cards[1]}" if smash else ""
            return Told(f"{text}, to {to}{draws}.", "off-balance", seat)
        if len(move.receiving) == 2:
            text = f"{voice.does(seat, 'receive')} the smash with {checks.listed(move.receiving)}"
            text += f", {voice.verb(seat, 'smash')} again with {move.cards[-1]}" if smash else ""
            return Told(f"{text}, to {to},{draws}.".replace(",.", "."), "smashing", seat)
        if smash:
            text = f"{voice.does(seat, 'smash')} with {move.cards[0]}, then {move.cards[1]},"
            return Told(f"{text} to {to}{draws}.", "smashing", seat)
        text = f"{voice.does(seat, 'return')} with {move.cards[0]} to {to}{draws}."
        return Told(text, "receiving", seat)

    def roles(self, position: Position, move: Move) -> list[str]:
        """Receives, sends, smashes; a lone card returns."""
        smash = ["smashes"] if move.smash else []
        if len(move.receiving) == 1:
            return ["receives" if off_balance(position, move) else "returns", *smash]
        return ["receives"] * (len(move.receiving) - 1) + ["sends", *smash]


class MasterShot:
    """A shot under the Master Rules: receiving and attacking cards apart."""

    def _who(self, move: Move) -> str:
        receive = (
            f"{checks.listed(move.receiving)} receive{'s' if len(move.receiving) == 1 else ''}"
        )
        send = f"{checks.listed(move.attacking)} send{'s' if len(move.attacking) == 1 else ''}"
        return f"{receive}, {send}"

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """Where it goes, and which cards receive and send."""
        return f"{_verb(position, move)} to {_target(voice, position, move)}: {self._who(move)}"

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """Which cards do what."""
        smash = "a smash " if move.smash else ""
        return f"{capital(self._who(move))}: {smash}to {_target(voice, position, move)}."

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """What the chosen cards do together, and what may be added."""
        add = f"add {checks.listed(choice.more, 'or')}"
        if not choice.here:
            lead = f"{capital(cards_named(choice.cards))} chosen."
            return prompt("green", lead, f"{capital(add)}.")
        first = choice.here[0]
        glyph = "smash" if first.smash else "green"
        text = "Play it" if len(choice.here) == 1 else "Choose which card receives"
        text += f", or {add}." if choice.further else "."
        return prompt(glyph, self.would(voice, position, first), text)

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """Who received and sent with what, to where, and drew."""
        seat, smash = start.turn, move.smash
        red = start.ball is not None and start.ball.smash
        alone = off_balance(start, move)
        what = "the smash " if red else ""
        text = f"{voice.does(seat, 'receive')} {what}{'off balance ' if alone else ''}with "
        text += (
            f"{checks.listed(move.receiving)} and {voice.verb(seat, 'smash' if smash else 'send')} "
        )
        text += f"with {checks.listed(move.attacking)} to {_target(voice, start, move)}"
        rule = "off-balance" if alone else "master"
        return Told(f"{text}{_draws(voice, start, end)}.", rule, seat)

    def roles(self, position: Position, move: Move) -> list[str]:
        """Receiving cards receive, attacking cards send."""
        return ["receives"] * len(move.receiving) + ["sends"] * len(move.attacking)


class Dive:
    """A dive."""

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """The card it costs."""
        return f"Dive: discard {move.cards[0]}"

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """What it costs."""
        return f"You dive and discard {move.cards[0]}."

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """What it costs, and what decides it."""
        text = "The next card of your deck is turned up: it must receive the ball."
        return prompt(_ball_glyph(position), self.would(voice, position, choice.here[0]), text)

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """What was discarded, what was turned up, and whether it received."""
        seat, ball = start.turn, start.ball
        assert ball is not None
        card = start.deck.card_of[end.seats[seat].discard[-1]]
        if ball.section in card.receives:
            what = f"the ball goes to {voice.at(_next(start), card.lands)}"
        else:
            what = f"it does not receive {voice.at(seat, ball.section)}"
        text = (
            f"{voice.does(seat, 'dive')}, {voice.verb(seat, 'discard')} {move.cards[0]} and "
            f"{voice.verb(seat, 'turn')} up {card.number}: {what}."
        )
        return Told(text, "diving", seat)

    def roles(self, position: Position, move: Move) -> list[str]:
        """The card is discarded."""
        return ["discard"]


class Pass(Dive):
    """A pass to the partner, in doubles."""

    def _partner(self, voice: Voice, position: Position) -> str:
        name = voice.name(doubles.partner(position.turn, len(position.seats)))
        return "you" if name == "You" else name

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """Whom it goes to, and the card it costs."""
        return f"Pass to {self._partner(voice, position)}: discard {move.cards[0]}"

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """What it costs."""
        return f"You pass and discard {move.cards[0]}."

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """What it costs, and who receives then."""
        text = f"{self._partner(voice, position)} receives the ball instead. You draw nothing."
        return prompt(_ball_glyph(position), self.would(voice, position, choice.here[0]), text)

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """Who passed to whom."""
        seat, to = start.turn, self._partner(voice, start)
        text = (
            f"{voice.does(seat, 'pass')} to {to} and {voice.verb(seat, 'discard')} {move.cards[0]}."
        )
        return Told(text, "doubles", seat)


class Lay:
    """Laying the row, under the Master Rules."""

    def label(self, voice: Voice, position: Position, move: Move) -> str:
        """How many cards, and which."""
        return f"Lay {len(move.cards)} face up: {', '.join(map(str, move.cards))}"

    def would(self, voice: Voice, position: Position, move: Move) -> str:
        """What everyone will see."""
        seat = position.seats[position.turn]
        left = (seat.hand | seat.row).bit_count() - len(move.cards)
        return f"{capital(cards_named(move.cards))} face up, {left} in the hand."

    def choosing(self, voice: Voice, position: Position, choice: Choice) -> Prompt:
        """What would lie face up, and whether more may."""
        if not choice.here:
            text = f"Add {checks.listed(choice.more, 'or')}."
            return prompt("row", f"{capital(cards_named(choice.cards))} chosen.", text)
        them = "them" if len(choice.cards) > 1 else "it"
        more = f"Lay {them}, or add more." if choice.further else f"Lay {them}."
        return prompt("row", self.would(voice, position, choice.here[0]), more)

    def told(self, voice: Voice, start: Position, move: Move, end: Position) -> Told:
        """The row that lies there now."""
        seat = start.turn
        text = f"{voice.does(seat, 'lay')} {checks.listed(move.cards)} face up."
        return Told(text, "master", seat)

    def roles(self, position: Position, move: Move) -> list[str]:
        """Each card lies face up."""
        return ["face up"] * len(move.cards)


TELLERS: dict[str, Teller] = {
    "serve": Serve("Serve"),
    "shot": Shot(),
    "master": MasterShot(),
    "dive": Dive(),
    "pass": Pass(),
    "let": Let("Let it go"),
    "lay": Lay(),
}


# ---------------------------------------------------------------- the story
def story(voice: Voice, before: Match, move: Move, after: Match) -> list[Told]:
    """What a move did, and how the point ended if it did."""
    start = before.next_point().position if before.dealable else before.position
    end = after.position
    told = [teller(move).told(voice, start, move, end)]
    if end.phase == "over":
        told.extend(_point_told(voice, start, end))
    return told


def _point_told(voice: Voice, start: Position, end: Position) -> Iterable[Told]:
    loser, seats = end.turn, len(end.seats)
    if (loser != start.turn or start.phase == "lay") and end.dead is not None:
        here = voice.at(loser, end.dead.section)
        yield Told(f"{voice.name(loser)} cannot return the ball on {here}.", "ace", loser)
    winner = end.rules.count.winner(end.score)
    if winner is not None:
        yield Told(match_won(voice, end, winner), "ace", winner)
    else:
        side = 1 - loser % 2
        who = voice.side(side, seats)
        who = "y" + who[1:] if who.startswith("You") else who
        yield Told(f"Ace. Point to {who}: {voice.call(end)}.", "ace", side)


def match_won(voice: Voice, end: Position, winner: int) -> str:
    """Who won the match, and by how much: the winner's points first."""
    seats = len(end.seats)
    who = voice.side(winner, seats)
    win = "win" if who == "You" or seats > 2 else "wins"
    return f"{who} {win} the match, {end.score[winner]}–{end.score[1 - winner]}."


# ---------------------------------------------------------------- prompts
def _ball_glyph(position: Position) -> str:
    return "smash" if position.ball is not None and position.ball.smash else "green"


def asked(voice: Voice, match: Match, server_next: int | None) -> Prompt:
    """The prompt before anything is chosen."""
    position = match.position
    if position.phase == "over":
        return _after_point(voice, match, server_next)
    mine = position.turn == voice.you
    if position.phase == "serve":
        if mine:
            return prompt("serve", "Your serve.", "Turn up the top card of your deck.")
        return prompt("serve", f"{voice.name(position.turn)} serves.")
    if position.phase == "lay":
        if mine:
            text = "Everyone sees them; the others are your hand."
            return prompt("row", "Lay your row: choose 1 to 4 cards.", text)
        return prompt("row", f"{voice.name(position.turn)} lays the row.")
    assert position.ball is not None
    section, smash = position.ball
    if not mine:
        what = "A smash" if smash else "The ball"
        where = voice.at(position.turn, section)
        return prompt(
            _ball_glyph(position), f"{what} on {where}.", f"{voice.name(position.turn)} plays next."
        )
    return prompt(_ball_glyph(position), *_to_return(voice, position, section, smash))


def _to_return(voice: Voice, position: Position, section: int, smash: bool) -> tuple[str, str]:
    """What is so, and what to do, for who has to return."""
    moves = position.legal_moves()
    kinds = {move.kind for move in moves}
    master = position.rules.style == "master"
    if "dive" in kinds:
        text = "Dive: discard one card, turn up the next."
        text += " Or let it go." if "let" in kinds else " You must, as long as you can."
        return f"No card receives your {section}.", text
    if "pass" in kinds:
        partner = voice.name(doubles.partner(position.turn, len(position.seats)))
        lead = (
            f"You cannot return from your {section}."
            if master
            else f"No card receives your {section}."
        )
        return lead, f"Pass: discard one card, {partner} receives. Or let it go."
    if not moves or kinds == {"let"}:
        return f"You cannot return from your {section}.", "Let the ball go."
    lead = f"A smash on your {section}." if smash else f"The ball is green on your {section}."
    if master:
        two = any(len(move.receiving) == 2 for move in moves)
        count = "Two cards receive" if two else "One card receives"
        return lead, f"{count}, one sends, two smash; exactly one of them from the hand."
    if not smash:
        return lead, "Choose a card that receives it."
    able = {move.cards[0] for move in moves}
    if len(able) == 1:
        return lead, f"Only {able.pop()} receives it: you will be off balance."
    return lead, "Two receiving cards are needed."


def _after_point(voice: Voice, match: Match, server_next: int | None) -> Prompt:
    position = match.position
    if match.winner is not None:
        return prompt("star", match_won(voice, position, match.winner))
    won = 1 - position.turn % 2 == voice.you % 2
    call = capital(voice.call(position))
    text = f"{voice.does(server_next, 'serve')} next." if server_next is not None else ""
    return prompt("star" if won else "no", f"Ace! {call}." if won else f"Point lost. {call}.", text)


# ---------------------------------------------------------------- for those who do not see the board
def described(voice: Voice, position: Position, marks: bool = True) -> str:
    """The position in words; ``marks``: also which cards can receive."""
    deck, seat = position.deck, position.seats[voice.you]
    parts = [_ball_described(voice, position)]
    hand, row = deck.numbers(seat.hand), deck.numbers(seat.row)
    parts.append(f"Your hand: {checks.listed(hand)}." if hand else "Your hand is empty.")
    if row:
        parts.append(f"Your row: {checks.listed(row)}.")
    for index, other in enumerate(position.seats):
        if index != voice.you and other.row:
            parts.append(f"{voice.name(index)}’s row: {checks.listed(deck.numbers(other.row))}.")
    if marks and position.phase == "return" and position.turn == voice.you and position.ball:
        section = position.ball.section
        able = [n for n in sorted(hand + row) if section in deck[n].receives]
        can = (
            f"{capital(cards_named(able))} can receive it." if able else "None of them receives it."
        )
        parts.append(can)
    parts.append(f"The score is {voice.call(position)}.")
    return " ".join(parts)


def _ball_described(voice: Voice, position: Position) -> str:
    if position.phase == "serve":
        return f"{voice.does(position.turn, 'serve')}; no ball is in play yet."
    if position.phase == "over":
        if position.dead is None:
            return "The point is over."
        where = voice.at(position.turn, position.dead.section)
        return f"The point is over: the ball was not returned from {where}."
    if position.ball is None:
        return f"{voice.does(position.turn, 'lay')} cards face up; no ball is in play yet."
    section, smash = position.ball
    owner = position.turn if position.phase == "return" else _next(position)
    where = voice.at(owner, section)
    if smash:
        return f"A smash: the ball lies red side up on {where}."
    return f"The ball lies green side up on {where}."
