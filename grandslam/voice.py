"""A voice: how a match is spoken of to one seat. That seat is "you", the others have names, and a section
is always somebody's ("your 4", "Rosa’s 1").
"""

from __future__ import annotations

from dataclasses import dataclass

from grandslam import checks
from grandslam.position import Position

NAMES = ("Noa", "Rosa", "Ines", "Theo")
"""Who sits where, as others call them."""


@dataclass(frozen=True)
class Voice:
    """Speaks to seat ``you``."""

    you: int

    # ------------------------------------------------------------ names
    def name(self, seat: int) -> str:
        """You, or the seat's name."""
        return "You" if seat == self.you else NAMES[seat]

    def side(self, side: int, seats: int) -> str:
        """The name of a side: both partners, where there are two.

        >>> Voice(0).side(1, seats=2), Voice(0).side(0, seats=4)
        ('Rosa', 'You and Ines')
        """
        own = side == self.you % 2
        first = self.you if own else side
        return checks.listed(self.name((first + 2 * n) % seats) for n in range(seats // 2))

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
        them = self.side(theirs, len(position.seats))
        return position.rules.count.call(score, ("you", them))
