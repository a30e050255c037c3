"""Rulings: the points on which the three sources differ or are silent, each with its values.

A ruling is a question that changes play. A set of answers is an edition (``rulesets.EDITIONS``). What is
to be said of a ruling stands at its field: the words of its values, who says what, and what is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from grandslam import checks

MASTER = {"style": "master"}
"""Where the rulings on rows are asked at all."""


def _ruling(
    question: str,
    values: Mapping[Any, str],
    *,
    title: str,
    rule: str,
    why: str,
    ours: str = "",
    only: Mapping[str, Any] | None = None,
) -> Any:
    """A field: its question, and its values in words with the default edition's first.

    title: the ruling in a word or two; rule: the slug of its page; why: who says what; ours: what no
    source says; only: the rules without which it has no effect.
    """
    told = {"question": question, "words": dict(values), "values": tuple(values), "title": title}
    told |= {"rule": rule, "why": why, "ours": ours, "only": dict(only or {})}
    return field(default=next(iter(values)), metadata=told)


@dataclass(frozen=True, slots=True)
class Rulings:
    """One value a ruling; the defaults are those of the English edition."""

    loss: str = _ruling(
        "What do being off balance, a dive and a pass cost for the rest of the point?",
        {
            "one_card": "the hand limit falls by one",
            "undrawn": "nothing undrawn comes back",
            "one_turn": "nothing: the next refill makes it good",
        },
        title="Lasting cost",
        rule="off-balance",
        why="The English book takes a card away each time, and the Korean account lowers the hand limit "
        "by one. In the Chinese account one draws as many cards as one has played, and none after this; "
        "so what was not drawn stays away. As long as the deck lasts that comes to one card in this "
        "edition, too, since it knows no smash off balance.",
        ours="That the English edition lowers the limit, too. Its book also lets a hand be filled to six "
        "at every turn’s end; read by itself that would be the third value, which no edition has.",
    )
    off_balance_smash: bool = _ruling(
        "May a player who is off balance smash in the same turn?",
        {True: "yes", False: "no"},
        title="A smash off balance",
        rule="off-balance",
        why="In the English book one may give up one’s balance on purpose, to smash. The Chinese account "
        "knows only a plain return with the one card.",
        ours="The Korean account says nothing of it; that its edition allows the smash is ours. So is "
        "that the ruling holds for the Master Rules, too.",
    )
    off_balance_draw: str = _ruling(
        "What is drawn at the end of a turn played off balance?",
        {"none": "nothing", "to_lowered_limit": "up to one below the hand limit"},
        title="Drawing off balance",
        rule="off-balance",
        why="The English book and the Chinese account have nothing drawn at the end of such a turn. The "
        "Korean account lowers the hand limit and says no more.",
        ours="That a Korean hand is then filled up to its new limit, as at the end of any turn.",
    )
    off_balance_by_choice: str = _ruling(
        "May a player with two receiving cards meet a smash with one?",
        {"to_smash": "only to smash with it", "never": "no", "always": "yes"},
        title="Off balance by choice",
        rule="off-balance",
        why="The English book has it for who holds just one receiving card, and on purpose for a smash. "
        "The Korean account speaks of holding only one. In the Chinese account it is one of three ways "
        "to answer a smash, free to choose.",
        ours="That the Korean edition forbids it to who holds two; its account does not say so.",
    )
    dive_duty: str = _ruling(
        "May a player who could dive let the ball go instead?",
        {"may": "yes", "must": "no: who can dive must"},
        title="Duty to dive",
        rule="diving",
        why="The Chinese account words the dive as a duty; in the English book and the Korean account it "
        "is a chance that one has.",
        only={"players": 2, "style": "original"},
    )
    pass_loss: bool = _ruling(
        "Does a pass in doubles cost what a dive costs?",
        {True: "yes", False: "no: only that nothing is drawn now"},
        title="Cost of a pass",
        rule="doubles",
        why="The Korean account says only that who passes draws nothing. In the Chinese account one "
        "draws for cards that one has played, so a discarded one stays away.",
        ours="The English book does not say what a pass costs; that it costs what a dive does is ours.",
        only={"players": 4},
    )
    new_hands: str = _ruling(
        "What becomes of the hands between points?",
        {
            "gathered": "all cards are dealt anew",
            "filled": "hands are kept and filled up",
            "kept": "hands are kept, lowered limits too",
        },
        title="New hands",
        rule="ace",
        why="In the Korean account all of one’s cards are shuffled into a new deck. The English book has "
        "the decks shuffled, which we read in the same way. In the Chinese account only the discard pile "
        "goes back into the deck.",
        ours="That hand limits return to their start, and that kept hands are filled up before the "
        "serve: else they would soon be empty. The third value is a house rule of this book, for "
        "experiments.",
    )
    serve_turns: str = _ruling(
        "For how many points does a player serve?",
        {"two_in_variation": "for two in the tennis variation", "one": "always for one"},
        title="Turns of serve",
        rule="deuce",
        why="In the tennis variation of the English book and of the Korean account the serve changes "
        "after every two points. The Chinese variation adds deuce and nothing else.",
        only={"scoring": "deuce"},
    )
    row_distinct: bool = _ruling(
        "Must all cards of a row land on different sections?",
        {False: "no", True: "yes"},
        title="Rows all different",
        rule="master",
        why="Only the Chinese account asks for it.",
        only=MASTER,
    )
    row_relay: str = _ruling(
        "May cards that lie in a row be taken up again?",
        {"free": "yes, the row is laid anew", "add": "no, cards are only added"},
        title="Laying the row anew",
        rule="master",
        why="The Chinese account lets a player rearrange the row at the end of a turn. The English book "
        "and the Korean account do not say.",
        ours="That the English and the Korean edition allow it, too.",
        only=MASTER,
    )
    master_off_balance: bool = _ruling(
        "May a smash be received with one card under the Master Rules?",
        {True: "yes, off balance", False: "no"},
        title="Off balance in Master",
        rule="master",
        why="The English book and the Korean account take away only the dive and keep every other rule, "
        "though the English one also asks for two cards against a smash. The Chinese account knows only "
        "full receptions.",
        ours="The reading of the English and the Korean edition: their sources leave it open.",
        only=MASTER,
    )
    master_hand_role: str = _ruling(
        "What may the one card from the hand do under the Master Rules?",
        {"any": "receive or attack", "attacks": "only attack"},
        title="The card from the hand",
        rule="master",
        why="In all four cases of the Chinese account the ball is sent with the card from the hand. The "
        "other two leave its part open.",
        ours="Twice the Chinese account sends with two hand cards, against its own limit of one; we keep "
        "the limit.",
        only=MASTER,
    )

    def but(self, changes: Mapping[str, Any], where: str = "rulings") -> Rulings:
        """These rulings with some changed; ValueError for a name or a value that is none."""
        for name, value in changes.items():
            if name not in QUESTIONS:
                known = checks.listed(QUESTIONS)
                raise ValueError(f"{where}: {checks.show(name)} is no ruling; they are {known}.")
            checks.one_of(value, f"{where}.{name}", VALUES[name])
        return Rulings(**{**{name: getattr(self, name) for name in QUESTIONS}, **changes})


ABOUT: dict[str, Mapping[str, Any]] = {f.name: f.metadata for f in fields(Rulings)}
"""Ruling → what is to be said of it: title, question, words (of its values), rule, why, ours, only."""
QUESTIONS: dict[str, str] = {name: about["question"] for name, about in ABOUT.items()}
VALUES: dict[str, tuple[Any, ...]] = {name: about["values"] for name, about in ABOUT.items()}


def words(name: str, value: Any) -> str:
    """A ruling's value in words.

    >>> words("loss", "one_card"), words("off_balance_smash", False)
    ('the hand limit falls by one', 'no')
    """
    said: str = ABOUT[name]["words"][value]
    return said
