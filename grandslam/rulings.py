"""Rulings: the points on which the three sources differ or are silent, each with its values.

A ruling is a question that changes play. A set of answers is an edition (``rulesets.EDITIONS``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from grandslam import checks

YES_NO = (True, False)


def _ruling(question: str, *values: Any) -> Any:
    """A field: its question, and its values with the default edition's first."""
    return field(default=values[0], metadata={"question": question, "values": values})


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value a ruling; the defaults are those of the English edition."""

    loss: str = _ruling(
        "What do being off balance, a dive and a pass cost for the rest of the point?",
        "one_card",
        "undrawn",
        "one_turn",
    )
    off_balance_smash: bool = _ruling(
        "May a player who is off balance smash in the same turn?", *YES_NO
    )
    off_balance_draw: str = _ruling(
        "What is drawn at the end of a turn played off balance?", "none", "to_lowered_limit"
    )
    off_balance_by_choice: str = _ruling(
        "May a player with two receiving cards meet a smash with one?",
        "to_smash",
        "never",
        "always",
    )
    dive_duty: str = _ruling("May a player who could dive let the ball go instead?", "may", "must")
    pass_loss: bool = _ruling("Does a pass in doubles cost what a dive costs?", *YES_NO)
    new_hands: str = _ruling(
        "What becomes of the hands between points?", "gathered", "filled", "kept"
    )
    serve_turns: str = _ruling(
        "For how many points does a player serve?", "two_in_variation", "one"
    )
    row_distinct: bool = _ruling("Must all cards of a row land on different sections?", False, True)
    row_relay: str = _ruling("May cards that lie in a row be taken up again?", "free", "add")
    master_off_balance: bool = _ruling(
        "May a smash be received with one card under the Master Rules?", *YES_NO
    )
    master_hand_role: str = _ruling(
        "What may the one card from the hand do under the Master Rules?", "any", "attacks"
    )

    def but(self, changes: Mapping[str, Any], where: str = "rulings") -> Rulings:
        """These rulings with some changed; ValueError for a name or a value that is none."""
        for name, value in changes.items():
            if name not in QUESTIONS:
                known = checks.listed(QUESTIONS)
                raise ValueError(f"{where}: {checks.show(name)} is no ruling; they are {known}.")
            checks.one_of(value, f"{where}.{name}", VALUES[name])
        return Rulings(**{**{name: getattr(self, name) for name in QUESTIONS}, **changes})


QUESTIONS: dict[str, str] = {f.name: f.metadata["question"] for f in fields(Rulings)}
VALUES: dict[str, tuple[Any, ...]] = {f.name: f.metadata["values"] for f in fields(Rulings)}
