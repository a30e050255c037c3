"""Grand Slam: rules, cards and players of the tennis card game.

Standard library only. ``grandslam.table.answer`` is the door for boards, ``grandslam.board`` (which
needs anywidget) the board for notebooks, ``python -m grandslam`` the command line.
"""

from grandslam.cards import Card, Deck, Seat
from grandslam.match import Match
from grandslam.moves import IllegalMove, Move, Reason
from grandslam.position import Position
from grandslam.rules import Ball
from grandslam.rulesets import EDITIONS, RuleSet
from grandslam.rulings import Rulings
from grandslam.view import Shown, View

__version__ = "0.1.0"
__all__ = [
    "EDITIONS",
    "Ball",
    "Card",
    "Deck",
    "IllegalMove",
    "Match",
    "Move",
    "Position",
    "Reason",
    "RuleSet",
    "Rulings",
    "Seat",
    "Shown",
    "View",
]
