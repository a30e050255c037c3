"""What is said about a match: names, labels of moves, the story of a rally, prompts.

A ``Voice`` speaks to one seat: that seat is "you", the others have names, and a section is always
somebody's ("your 4", "Rosa’s 1"). No rule is decided here; what happened is read off the positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from grandslam import checks
from grandslam.match import Match
from grandslam.moves import Move
from grandslam.position import Position
from grandslam.rules import capital, cards_named

NAMES = ("Noa", "Rosa", "Ines", "Theo")
"""Who sits where, as others call them."""
Prompt = dict[str, str]


class Told(NamedTuple):
    """A sentence of the story, the rule it shows, and the seat it is about (of a point: the side)."""

    text: str
    rule: str
    seat: int


def prompt(glyph: str, lead: str, text: str = "") -> Prompt:
    """A prompt: a picture's name (green, smash, serve, star, no), what is so, what to do."""
    return {"glyph": glyph, "lead": lead, "text": text}


def cards(count: int) -> str:
    """So many cards.

    >>> cards(1), cards(2)
    ('1 card', '2 cards')
    """
    return f"{count} card{'' if count == 1 else 's'}"


@dataclass(frozen=True)
class Voice:
    """Speaks to seat ``you``."""

    you: int

    # ------------------------------------------------------------ names
    def name(self, seat: int) -> str:
        """You, or the seat's name."""
        return "You" if seat == self.you else NAMES[seat]

    def side(self, side: int) -> str:
        """The name of a side."""
        return self.name(self.you if side == self.you % 2 else (self.you + 1) % 2)

    def does(self, seat: int, verb: str) -> str:
        """The seat and what it does.

        >>> Voice(0).does(0, "return"), Voice(0).does(1, "smash")
        ('You return', 'Rosa smashes')
        """
        return f"{self.name(seat)} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str) -> str:
        """The verb as it goes with the seat."""
        if seat == self.you:
            return verb
        return verb + ("es" if verb.endswith(("sh", "ss")) else "s")

    def at(self, seat: int, section: int) -> str:
        """A section of the half of this seat: your 4, Rosa’s 1."""
        mine = seat % 2 == self.you % 2
        owner = "your" if mine else f"{self.name(seat)}’s"
        return f"{owner} {section}"

    # ------------------------------------------------------------ score
    def words(self, position: Position) -> tuple[str, str]:
        """The points, yours first."""
        words = position.rules.count.words(position.score)
        return (words[0], words[1]) if self.you % 2 == 0 else (words[1], words[0])

    def call(self, position: Position) -> str:
        """The score as it is called, yours first."""
        mine, theirs = self.you % 2, 1 - self.you % 2
        score = (position.score[mine], position.score[theirs])
        names = (self.side(mine).lower() if mine == self.you % 2 else "", self.side(theirs))
        return position.rules.count.call(score, names)

    # ------------------------------------------------------------ moves
    def target(self, position: Position, move: Move) -> str:
        """Where a shot lands, in words."""
        there = (position.turn + position.order) % len(position.seats)
        return self.at(there, position.deck[move.attacking[-1]].lands)

    def label(self, position: Position, move: Move) -> str:
        """What the button says that plays the move."""
        if move.kind == "serve":
            return "Serve"
        if move.kind == "let":
            return "Let it go"
        if move.kind == "dive":
            return f"Dive: discard {move.cards[0]}"
        *before, last = map(str, move.cards)
        played = f"play {', '.join(before)}, then {last}" if before else f"play {last}"
        smash = len(move.attacking) == 2
        verb = "Smash" if smash else "Return"
        if off_balance(position, move):
            verb = "Off balance, smash" if smash else "Off balance"
        return f"{verb} to {self.target(position, move)}: {played}"

    def shot(self, position: Position, move: Move) -> str:
        """What a complete choice would do, in a sentence."""
        if move.kind == "dive":
            return f"You dive and discard {move.cards[0]}."
        to, smash = self.target(position, move), len(move.attacking) == 2
        if off_balance(position, move):
            how = "smashes" if smash else "sends it"
            who = f"{move.cards[0]} receives off balance"
            return f"{who}; {move.cards[-1]} {how} to {to}." if smash else f"{who}, to {to}."
        if position.ball is not None and position.ball.smash:
            pair = checks.listed(move.receiving)
            if smash:
                return f"{pair} receive; {move.cards[-1]} smashes again to {to}."
            return f"{pair} receive; {move.receiving[-1]} sends it to {to}."
        return f"A smash to {to}." if smash else f"Card {move.cards[0]} returns to {to}."

    def choosing(
        self, position: Position, chosen: tuple[int, ...], here: list[Move], follow: list[Move]
    ) -> Prompt:
        """The prompt for chosen cards: moves that are complete, and moves that go on from here."""
        added = sorted({move.cards[len(chosen)] for move in follow})
        red = position.ball is not None and position.ball.smash
        if here and here[0].kind == "dive":
            return prompt(
                "smash" if red else "green",
                self.shot(position, here[0]),
                "The next card of your deck is turned up: it must receive the ball.",
            )
        smashes = [move for move in follow if len(move.attacking) == 2]
        more = checks.listed(added, "or")
        if not here:
            lead = f"{capital(cards_named(chosen))} receives."
            pairs = sorted({m.cards[1] for m in follow if len(m.receiving) == 2})
            text = f"A smash takes two: add {checks.listed(pairs, 'or')}."
            alone = sorted({m.cards[1] for m in follow if len(m.receiving) == 1} - set(pairs))
            if alone:
                text += f" Or smash off balance with {checks.listed(alone, 'or')}."
            return prompt("smash", lead, text)
        glyph = "smash" if len(here[0].attacking) == 2 else "green"
        if len(here) > 1:
            text = f"Add {more} to smash again, or" if follow else "Or"
            return prompt(
                "smash", self.shot(position, here[0]), f"{text} smash off balance with these two."
            )
        if not follow:
            return prompt(glyph, self.shot(position, here[0]), "Play it.")
        if len(smashes) == len(follow):
            what = "to smash again" if red and len(here[0].receiving) == 2 else "for a smash"
            return prompt(glyph, self.shot(position, here[0]), f"Play it, or add {more} {what}.")
        return prompt(glyph, self.shot(position, here[0]), f"Play it, or add {more}.")

    # ------------------------------------------------------------ the story
    def told(self, before: Match, move: Move, after: Match) -> list[Told]:
        """What a move did, and how the point ended if it did."""
        start = before.next_point().position if before.dealable else before.position
        tell = {
            "serve": self._serve_told,
            "shot": self._shot_told,
            "dive": self._dive_told,
            "let": self._let_told,
        }[move.kind]
        end = after.position
        story = [tell(start, move, end)]
        if end.phase == "over":
            story.extend(self._point_told(start, end))
        return story

    def _serve_told(self, start: Position, move: Move, end: Position) -> Told:
        seat = start.turn
        card = start.deck.card_of[end.seats[seat].discard[-1]]
        where = self.at((seat + start.order) % len(start.seats), card.lands)
        text = f"{self.does(seat, 'serve')} card {card.number}: the ball lands on {where}."
        return Told(text, "serving", seat)

    def _let_told(self, start: Position, move: Move, end: Position) -> Told:
        return Told(f"{self.does(start.turn, 'let')} the ball go.", "ace", start.turn)

    def _dive_told(self, start: Position, move: Move, end: Position) -> Told:
        seat, ball = start.turn, start.ball
        assert ball is not None
        card = start.deck.card_of[end.seats[seat].discard[-1]]
        there = self.at((seat + start.order) % len(start.seats), card.lands)
        good = ball.section in card.receives
        what = (
            f"the ball goes to {there}"
            if good
            else f"it does not receive {self.at(seat, ball.section)}"
        )
        text = (
            f"{self.does(seat, 'dive')}, {self.verb(seat, 'discard')} {move.cards[0]} and "
            f"{self.verb(seat, 'turn')} up {card.number}: {what}."
        )
        return Told(text, "diving", seat)

    def _shot_told(self, start: Position, move: Move, end: Position) -> Told:
        seat, to = start.turn, self.target(start, move)
        drawn = len(start.seats[seat].deck) - len(end.seats[seat].deck)
        draws = f" and {self.verb(seat, 'draw')} {cards(drawn)}" if drawn else ""
        smash = len(move.attacking) == 2
        if off_balance(start, move):
            text = f"{self.does(seat, 'receive')} the smash off balance with {move.cards[0]}"
            text += f" and {self.verb(seat, 'smash')} with {move.cards[1]}" if smash else ""
            return Told(f"{text}, to {to}{draws}.", "off-balance", seat)
        if len(move.receiving) == 2:
            text = f"{self.does(seat, 'receive')} the smash with {checks.listed(move.receiving)}"
            text += f", {self.verb(seat, 'smash')} again with {move.cards[-1]}" if smash else ""
            return Told(f"{text}, to {to},{draws}.".replace(",.", "."), "smashing", seat)
        if smash:
            text = f"{self.does(seat, 'smash')} with {move.cards[0]}, then {move.cards[1]},"
            return Told(f"{text} to {to}{draws}.", "smashing", seat)
        return Told(
            f"{self.does(seat, 'return')} with {move.cards[0]} to {to}{draws}.", "receiving", seat
        )

    def _point_told(self, start: Position, end: Position) -> Iterable[Told]:
        loser = end.turn
        if loser != start.turn and end.dead is not None:
            here = self.at(loser, end.dead.section)
            text = f"{self.name(loser)} cannot return: no card receives {here}, and no dive is possible."
            yield Told(text, "ace", loser)
        winner = end.rules.count.winner(end.score)
        if winner is not None:
            yield Told(self.match_won(end, winner), "ace", winner)
        else:
            side = 1 - loser % 2
            who = "you" if side == self.you % 2 else self.side(side)
            yield Told(f"Ace. Point to {who}: {self.call(end)}.", "ace", side)

    def match_won(self, end: Position, winner: int) -> str:
        """Who won the match, and by how much: the winner's points first."""
        who = "You win" if winner == self.you % 2 else f"{self.side(winner)} wins"
        return f"{who} the match, {end.score[winner]}–{end.score[1 - winner]}."

    # ------------------------------------------------------------ prompts
    def asked(self, match: Match, server_next: int | None) -> Prompt:
        """The prompt before anything is chosen."""
        position = match.position
        if position.phase == "over":
            return self._after_point(match, server_next)
        if position.phase == "serve":
            if position.turn == self.you:
                return prompt("serve", "Your serve.", "Turn up the top card of your deck.")
            return prompt("serve", f"{self.name(position.turn)} serves.", "")
        assert position.ball is not None
        section, smash = position.ball
        glyph = "smash" if smash else "green"
        if position.turn != self.you:
            what = "A smash" if smash else "The ball"
            return prompt(
                glyph,
                f"{what} on {self.at(position.turn, section)}.",
                f"{self.name(position.turn)} plays next.",
            )
        kinds = {move.kind for move in position.legal_moves()}
        if "dive" in kinds:
            text = "Dive: discard one card, turn up the next."
            text += " Or let it go." if "let" in kinds else " You must, as long as you can."
            return prompt(glyph, f"No card receives your {section}.", text)
        if not smash:
            return prompt(
                glyph, f"The ball is green on your {section}.", "Choose a card that receives it."
            )
        able = {move.cards[0] for move in position.legal_moves()}
        if len(able) == 1:
            return prompt(
                glyph,
                f"A smash on your {section}.",
                f"Only {able.pop()} receives it: you will be off balance.",
            )
        return prompt(glyph, f"A smash on your {section}.", "Two receiving cards are needed.")

    def _after_point(self, match: Match, server_next: int | None) -> Prompt:
        position = match.position
        if match.winner is not None:
            return prompt("star", self.match_won(position, match.winner), "")
        won = 1 - position.turn % 2 == self.you % 2
        lead = (
            f"Ace! {capital(self.call(position))}."
            if won
            else f"Point lost. {capital(self.call(position))}."
        )
        if server_next is None:
            return prompt("star" if won else "no", lead, "")
        return prompt("star" if won else "no", lead, f"{self.does(server_next, 'serve')} next.")

    def picture(self, position: Position, marks: bool = True) -> str:
        """The position in words, for those who do not see the board."""
        parts = []
        seat = position.seats[self.you]
        if position.phase == "return":
            assert position.ball is not None
            section, smash = position.ball
            where = self.at(position.turn, section)
            parts.append(
                f"A smash: the ball lies red side up on {where}."
                if smash
                else f"The ball lies green side up on {where}."
            )
        elif position.phase == "serve":
            parts.append(f"{self.does(position.turn, 'serve')}; no ball is in play yet.")
        elif position.dead is not None:
            where = self.at(position.turn, position.dead.section)
            parts.append(f"The point is over: the ball was not returned from {where}.")
        else:
            parts.append("The point is over.")
        hand = position.deck.numbers(seat.hand)
        parts.append(f"Your hand: {checks.listed(hand)}." if hand else "Your hand is empty.")
        if marks and position.phase == "return" and position.turn == self.you and position.ball:
            able = [n for n in hand if position.ball.section in position.deck[n].receives]
            parts.append(
                f"{capital(cards_named(able))} can receive it."
                if able
                else "None of them receives it."
            )
        parts.append(f"The score is {self.call(position)}.")
        return " ".join(parts)


def off_balance(position: Position, move: Move) -> bool:
    """Whether a shot meets a smash with one card."""
    return bool(position.ball and position.ball.smash and len(move.receiving) == 1)
