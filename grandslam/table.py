"""The one door for boards and other widgets: a pure function, JSON in and out.

``answer(request)`` gets a whole match record and gives everything that a board draws: what the looker
sees, the legal moves with their words, the reason for everything that cannot be played, the story of the
point. Nothing is remembered between calls. A bad request gives ``{"error": {"text", "where"}}``.

request: ``{"do", "record"?, "link"?, "drill"?, "seat", "move"?, "players"?, "open_hands"?}``

- ``do``: ``open`` · ``play`` (with ``move``) · ``why_not`` (with ``move``) · ``next`` (have the next
  point dealt, where its first move is a choice: laying the row);
- ``record``: a match record; with ``drill`` it may be left out (the drill's start);
- ``link``: instead of a record, a link as ``links.write`` made it; it brings seat and players along, and
  the reply says which (``seat``, ``players``);
- ``seat``: who looks; null is whoever decides;
- ``players``: seats that the computer plays, ``{"1": "rookie"}``; they play up to the next decision of a
  person, and never on from a point's end.

Other things that can be done are answered by other modules (``DOORS``), which say what they want.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations, count
from typing import Any

from grandslam import checks, links
from grandslam.drills import Drill, all_drills
from grandslam.match import Match
from grandslam.moves import IllegalMove, Move, Reason
from grandslam.players import PLAYERS
from grandslam.rules import doubles, yours
from grandslam.telling import Choice, Prompt, asked, described, in_order, prompt, story, teller
from grandslam.voice import NAMES, Voice

DOORS: dict[str, str] = {
    "qr": "qr",
    "chart": "charts",
    "odds": "odds_panel",
    "experiment": "experiments",
    "tally": "experiments",
    "compare": "editions",
    "deck": "coverage",
}
"""What else can be done → the module whose ``answer`` does it, loaded when first asked."""
PARTS = ("do", "record", "link", "drill", "seat", "move", "players", "open_hands")
"""What a request may hold; a fault names one of them."""
COURT = (1, 2, 3, 4, 5, 6)
"""The sections that the court drawing is made for."""
Json = dict[str, Any]


def answer(request: object) -> Json:
    """The reply to a request. Never raises on a bad one.

    >>> record = {"version": 1, "seed": 42, "moves": ["serve"]}
    >>> reply = answer({"do": "open", "seat": 0, "record": record})
    >>> reply["turn"], reply["prompt"]["lead"], reply["moves"]
    (1, 'The ball on Rosa’s 5.', [])
    >>> answer({"do": "jump", "record": {}})
    {'error': {'text': "do must be open, play, why_not or next, not 'jump'.", 'where': 'do'}}
    """
    asked = request if isinstance(request, dict) else {}
    do = asked.get("do")
    try:
        if isinstance(do, str) and do in DOORS:
            reply: Json = import_module(f"grandslam.{DOORS[do]}").answer(asked)
            return reply
        return Table(request).reply()
    except IllegalMove as fault:
        return {"error": {"text": str(fault), "where": "record"}}
    except ValueError as fault:
        text = str(fault)
        names = [*PARTS, *(re.escape(name) for name in asked if isinstance(name, str) and name)]
        found = re.match(rf"({'|'.join(names)})\b[\w.\[\]]*", text)
        where = found[0] if found else "request"
        return {"error": {"text": text.removeprefix("link: "), "where": where}}


_NO_CARDS: Json = {
    "do": "play",
    "receiving": [],
    "attacking": [],
    "lands": None,
    "half": None,
    "smash": False,
    "cards": [],
    "in_order": True,
    "roles": [],
}


class Table:
    """One request, checked and played."""

    def __init__(self, request: object) -> None:
        checks.an_object(request, "request", [], PARTS)
        assert isinstance(request, dict)
        self.do = checks.one_of(request.get("do"), "do", ["open", "play", "why_not", "next"])
        self.drill = _drill(request.get("drill"))
        record = request.get("record")
        self.linked = request.get("link") is not None
        if self.linked:
            if record is not None or self.drill is not None:
                raise ValueError("link stands instead of a record or a drill; leave these out.")
            request = {**request, **_linked(request["link"])}
            record = request["record"]
        if record is None and self.drill is None:
            raise ValueError("record is missing; a match record, a link or a drill is needed.")
        if record is not None:
            self.steps = Match.replay(record)
        elif self.drill is not None:
            self.steps = [self.drill.start()]
        match = self.steps[-1]
        seats = range(match.rules.players)
        self.seat: int | None = checks.one_of(request.get("seat"), "seat", [None, *seats])
        self.open_hands = checks.flag(request.get("open_hands", False), "open_hands")
        self.players = _players(request.get("players", {}), seats)
        self.reason: Reason | None = None
        self.known = len(match.moves)
        if self.do in ("play", "why_not"):
            self._asked(request.get("move"))
        self._play_on(dealing=self.do == "next" and self.steps[-1].dealable)
        self.match = self.steps[-1]
        if self.do == "next" and self.match.dealable and len(self.match.moves) == self.known:
            self.match = self.match.next_point()
        self.you = self._looker()
        self.voice = Voice(self.you)

    # ------------------------------------------------------------ playing
    def _asked(self, move: object) -> None:
        """Play the move of a person, or find out why it cannot be played."""
        if not isinstance(move, str):
            raise ValueError(f"move must be a move such as '13+3', not {checks.show(move)}.")
        match = self.steps[-1]
        if match.dealable or self.seat in (None, match.position.turn):
            self.reason = match.why_not(move)
        else:
            self.reason = match.position.seen_from(self.seat).why_not(move)
        if self.do == "play" and self.reason is None and not self._finished():
            self.steps.append(self.steps[-1].play(move))

    def _finished(self) -> bool:
        """Whether a drill has been decided, so that nothing more is played in it."""
        return self.drill is not None and self.drill.status(self.steps) != "open"

    def _play_on(self, dealing: bool) -> None:
        """Let the computer's seats (in a drill, the other seats) play up to a person's decision;
        ``dealing``: also from a point's end into the next point.
        """
        while not self._finished():
            match = self.steps[-1]
            position = match.position
            if position.phase == "over":
                if not dealing:
                    return
                position = match.next_point().position
            dealing = False
            seat = position.turn
            if self.drill is not None and seat != self.drill.seat:
                reply = self.drill.reply(match)
                if reply is None:
                    return
                self.steps.append(match.play(reply))
            elif self.drill is None and seat in self.players:
                move = PLAYERS[self.players[seat]].choose(position.seen_from(seat))
                self.steps.append(match.play(move))
            else:
                return

    def _looker(self) -> int:
        """The seat that looks on."""
        if self.seat is not None:
            return self.seat
        served = self._server_next()
        decides = self.match.position.turn if served is None else served
        people = [s for s in range(len(self.match.position.seats)) if s not in self.players]
        return decides if decides in people or not people else people[0]

    def _server_next(self) -> int | None:
        """Who serves the next point, when one is over and another follows."""
        return self.match.next_point().position.server if self.match.dealable else None

    def _named_players(self) -> dict[str, str]:
        return {str(seat): name for seat, name in self.players.items()}

    def _link(self) -> str | None:
        """The link to this match; a drill's opens its position as a match against the rookie."""
        match, players = self.match, self._named_players()
        if self.drill is not None:
            others = (seat for seat in range(match.rules.players) if seat != self.drill.seat)
            players = {str(seat): "rookie" for seat in others}
        return links.write(match.record, self.seat, players)

    def _undo(self) -> int | None:
        """How many moves to keep so that the last person decides again."""
        for index in reversed(range(len(self.steps) - 1)):
            before = self.steps[index]
            seat = before.position.turn
            computers = (self.drill is not None and seat != self.drill.seat) or seat in self.players
            if before.position.phase == "over" or not computers:
                return index
        return None

    # ------------------------------------------------------------ the reply
    def reply(self) -> Json:
        """Everything a board draws."""
        position, over = self.match.position, self.match.position.phase == "over"
        decides = not self._finished() and (self.match.dealable or not over)
        turn = (self._server_next() if over else position.turn) if decides else None
        mine = decides and (over or turn == self.you)
        moves = list(self.match.legal_moves()) if mine and not self._deals() else []
        asks = self._prompt()
        events = self._events()
        news = [event["text"] for event in events if event["move"] >= self.known]
        return {
            "record": self.match.record,
            "link": self._link(),
            "undo": self._undo(),
            "turn": turn,
            "winner": self.match.winner,
            "view": self._view(),
            "moves": [self._next_point()]
            if self._deals()
            else [self._move(move) for move in moves],
            "choices": self._choices(moves),
            "refusals": self._refusals(moves) if mine and not self._deals() else {},
            "prompt": asks,
            "events": events,
            "said": " ".join([*(news[:-1] if over else news), asks["lead"], asks["text"]]).strip(),
            "reason": self.reason and self._reason(self.reason),
            "ended": self._ended() if over else None,
            "drill": self._drill_part() if self.drill else None,
            **({"seat": self.seat, "players": self._named_players()} if self.linked else {}),
        }

    def _deals(self) -> bool:
        """Whether the next thing to do is to have the next point dealt."""
        return self.match.dealable and not self._finished()

    def _prompt(self) -> Prompt:
        if self.drill is not None:
            status = self.drill.status(self.steps)
            if status != "open":
                glyph = "star" if status == "right" else "no"
                lead = "Right." if status == "right" else "Not yet."
                return prompt(glyph, lead, self._outcome(status))
            if self.drill.prompt and len(self.steps) == 1:
                usual = asked(self.voice, self.match, None)
                return prompt(usual["glyph"], usual["lead"], self.drill.prompt)
        return asked(self.voice, self.match, self._server_next())

    def _outcome(self, status: str) -> str:
        assert self.drill is not None
        return self.drill.right if status == "right" else self.drill.wrong

    # ------------------------------------------------------------ what the looker sees
    def _view(self) -> Json:
        position, deck, you = self.match.position, self.match.deck, self.you
        mine, seats = you % 2, len(position.seats)
        own_word, far_word = self.voice.words(position)
        far_side = self.voice.side(1 - mine, seats)
        call = self.voice.call(position)
        ball, came = self._flight()
        scored = 1 - position.turn % 2
        fresh = position.phase == "over" and position.dead is not None
        marks = self.drill is None or self.drill.kind == "play"
        own = position.seats[you]
        return {
            "seat": you,
            "phase": position.phase,
            "names": {str(seat): self.voice.name(seat) for seat in range(seats)},
            "curtain_name": NAMES[you],
            "score": {
                "own": position.score[mine],
                "far": position.score[1 - mine],
                "own_word": own_word,
                "far_word": far_word,
                "words": call[:1].upper() + call[1:],
                "own_side": self.voice.side(mine, seats),
                "far_side": far_side,
            },
            "fresh": ("own" if scored == mine else "far") if fresh else None,
            "ball": ball,
            "from": came,
            "hand": [
                {**deck[n].to_json(), "row": bool(deck.bit[n] & own.row)}
                for n in deck.numbers(own.hand | own.row)
            ],
            "seats": self._seats(),
            "own_name": "Your half",
            "far_name": f"{far_side}’s half",
            "court": deck.sections == COURT,
            "position": position.seen_from(you).to_json(),
            "picture": described(self.voice, position, marks),
            "shown": self._shown_card(),
        }

    def _shown_card(self) -> Json | None:
        """The card that a drill is about: the server's top card, or one of the looker's hand."""
        position = self.match.position
        what, _, number = str(
            self.drill.success.get("section", "") if self.drill else ""
        ).partition(" ")
        if what == "card":
            card, half, text = position.deck[int(number)], "own", f"Card {number} of your hand."
        elif what == "serve" and position.phase == "serve":
            half = self._half(position.server)
            card = position.deck.card_of[position.seats[position.server].deck[0]]
            whose = "Your" if half == "own" else f"{self.voice.name(position.server)}’s"
            text = f"{whose} top card, turned up for the serve."
        else:
            return None
        return {"card": card.to_json(), "half": half, "text": text}

    def _half(self, seat: int) -> str:
        return "own" if seat % 2 == self.you % 2 else "far"

    def _flight(self) -> tuple[Json | None, Json | None]:
        """Where the ball lies or died, and where it came from."""
        places: list[tuple[str, int, bool]] = []
        for step in self.steps[self._point_start() :]:
            position = step.position
            ball = position.ball or position.dead
            if ball is not None:
                owner = position.turn
                if position.phase == "lay":
                    owner = (owner + position.order) % len(position.seats)
                place = (self._half(owner), *ball)
                if places[-1:] != [place]:
                    places.append(place)
        if not places or self.match.position.phase == "serve":
            return None, None
        half, section, smash = places[-1]
        over = self.match.position.phase == "over"
        now: Json = {"half": half, "section": section, "smash": smash, "dead": over}
        if len(places) == 1:
            return now, None
        return now, {"half": places[-2][0], "section": places[-2][1]}

    def _point_start(self) -> int:
        """The index of the step after which the current point was dealt and served."""
        if (
            self.match is not self.steps[-1]
        ):  # the next point has been dealt, nothing is played in it
            return len(self.steps)
        for index in reversed(range(len(self.steps) - 1)):
            if self.steps[index].position.phase == "over":
                return index + 1
        return 0

    def _seats(self) -> list[Json]:
        """Each seat: the far ones first."""
        position, deck = self.match.position, self.match.deck
        open_hands = self.open_hands or (self.drill is not None and self.drill.open_hands)
        entries = []
        for index, seat in enumerate(position.seats):
            shown = None
            if open_hands and index != self.you:
                shown = [deck[n].to_json() for n in deck.numbers(seat.hand)]
            entries.append(
                {
                    "seat": index,
                    "where": self._half(index),
                    "name": self.voice.name(index),
                    "hand": seat.hand.bit_count(),
                    "cards": shown,
                    "row": [deck[n].to_json() for n in deck.numbers(seat.row)],
                    "deck": len(seat.deck),
                    "discard": [deck.card_of[bit].number for bit in seat.discard],
                    "limit": seat.limit,
                    "tags": self._tags(index),
                    "turn": position.phase != "over" and index == position.turn,
                }
            )
        return sorted(entries, key=lambda entry: entry["where"] == "own")

    def _tags(self, seat: int) -> list[str]:
        """What a seat has done or will do: served, serves next, plays next, receives if you pass."""
        position, tags = self.match.position, []
        seats = len(position.seats)
        if position.phase == "over":
            if seat == self._server_next():
                tags.append("serves next")
            if position.dead is not None and seat % 2 != position.turn % 2:
                tags.append("+1 point")
            return tags
        if seat == position.server and position.ball is not None:
            tags.append("served")
        if seats > 2 and position.ball is not None:
            if seat == (position.turn + position.order) % seats:
                tags.append("next" if position.phase == "return" else "receives next")
            elif self._may_pass_to(seat):
                tags.append("if you pass")
        return tags

    def _may_pass_to(self, seat: int) -> bool:
        """Whether the looker decides and may pass to this seat."""
        position = self.match.position
        partner = seat == doubles.partner(position.turn, len(position.seats))
        passes = (move.kind == "pass" for move in position.legal_moves())
        return partner and position.turn == self.you and any(passes)

    # ------------------------------------------------------------ moves and refusals
    def _next_point(self) -> Json:
        """The one thing to do at a point's end: a serve, or a deal where laying comes first."""
        server = self._server_next()
        assert server is not None
        who = "you serve" if server == self.you else f"{self.voice.name(server)} serves"
        lays = "lay" in self.match.rules.kinds
        return {
            **_NO_CARDS,
            "text": None if lays else "serve",
            "do": "next" if lays else "play",
            "label": f"Next point: {who}",
            "main": True,
        }

    def _move(self, move: Move) -> Json:
        position = self.match.position
        return {
            **_NO_CARDS,
            "text": move.text,
            "receiving": list(move.receiving),
            "attacking": list(move.attacking),
            "lands": position.deck[move.attacking[-1]].lands if move.attacking else None,
            "half": "far" if move.attacking else None,
            "smash": move.smash,
            "cards": list(move.cards),
            "in_order": in_order(move),
            "roles": teller(move).roles(position, move),
            "label": teller(move).label(self.voice, position, move),
            "main": move.kind != "let",
        }

    def _choices(self, moves: list[Move]) -> dict[str, Prompt]:
        """The prompt for every selection that is or begins a move."""
        choices = {}
        for chosen in sorted({c for m in moves for c in _begun(m)}, key=lambda c: (len(c), c)):
            begin = [move for move in moves if chosen in _begun(move)]
            here = [move for move in begin if len(move.cards) == len(chosen)]
            further = [move for move in begin if len(move.cards) > len(chosen)]
            words = teller(begin[0])
            choice = Choice(chosen, here, further)
            choices[_key(chosen)] = words.choosing(self.voice, self.match.position, choice)
        return choices

    def _refusals(self, moves: list[Move]) -> dict[str, Json]:
        """Why each card that starts no move cannot be played, alone and after a chosen one."""
        position = self.match.position
        seat = position.seats[self.you]
        starts = {chosen[0] for move in moves for chosen in _begun(move) if len(chosen) == 1}
        follows = {chosen for move in moves for chosen in _begun(move) if len(chosen) == 2}
        follows |= {(b, a) for a, b in follows if not in_order(moves[0])}
        way = self._written(moves)
        refusals: dict[str, Json] = {}
        for number in position.deck.numbers(seat.hand | seat.row):
            if number in starts:
                continue
            reason = self.match.why_not(way(number))
            if reason is not None:
                refusals[str(number)] = self._reason(reason, (number,))
            for first in sorted(starts):
                if (first, number) not in follows:
                    reason = self.match.why_not(way(first, number))
                    if reason is not None:
                        refusals[f"{first} {number}"] = self._reason(reason, (first, number))
        return refusals

    def _written(self, moves: list[Move]) -> Callable[..., str]:
        """How a card, or a second one after a chosen one, is written when it is asked about."""
        kinds = {move.kind for move in moves}
        position = self.match.position
        for kind in ("dive", "pass"):
            if kind in kinds:
                return lambda *cards: f"{kind} {cards[-1]}"
        if "lay" in kinds:
            return lambda *cards: f"lay {','.join(map(str, sorted(cards)))}"
        if position.rules.style == "master":
            sends = [card for move in moves for card in move.attacking]
            sends += [card for card in (1, 2) if card not in sends]
            return lambda *cards: f"{cards[-1]}>{next(c for c in sends if c != cards[-1])}"
        joint = "," if position.ball is not None and position.ball.smash else "+"
        return lambda *cards: joint.join(map(str, cards))

    def _reason(self, reason: Reason, cards: tuple[int, ...] = ()) -> Json:
        """A reason with what the board shows of it."""
        area, card = None, reason.card
        if card is not None and reason.rule == "receiving" and card in self.match.deck:
            sections = self.match.deck[card].receives
            if yours(sections) in reason.text:
                area = {"half": "own", "sections": list(sections), "label": f"card {card}"}
        if reason.rule == "turn":
            lead = "Not now."
        elif len(cards) == 2 and reason.rule == "smashing":
            lead = f"{cards[0]} and {cards[1]} make no smash."
        elif card is not None:
            lead = f"Card {card} cannot play."
        else:
            lead = "That cannot be played."
        named = list(cards) or ([card] if card is not None else [])
        position = self.match.position
        far = (self.you + position.order) % len(position.seats)
        return {
            "rule": reason.rule,
            "text": re.sub(r"\btheir (?=\d)", f"{self.voice.name(far)}’s ", reason.text),
            "lead": lead,
            "cards": named,
            "area": area,
        }

    # ------------------------------------------------------------ the story
    def _events(self) -> list[Json]:
        """What has happened in this point, oldest first."""
        start = max(self._point_start() - 1, 0)
        if self.match is not self.steps[-1]:
            return []
        events = []
        for index, before, after in zip(
            count(start), self.steps[start:], self.steps[start + 1 :], strict=False
        ):
            for text, rule, seat in story(self.voice, before, after.moves[-1], after):
                events.append({"text": text, "rule": rule, "move": index, "seat": seat})
        return events

    def _ended(self) -> Json | None:
        """How the point ended."""
        position = self.match.position
        ball, _ = self._flight()
        if position.dead is None or ball is None:
            return None
        return {
            "ball": {key: ball[key] for key in ("half", "section", "smash")},
            "side": 1 - position.turn % 2,
            "text": asked(self.voice, self.match, self._server_next())["lead"],
        }

    # ------------------------------------------------------------ drills
    def _drill_part(self) -> Json:
        drill = self.drill
        assert drill is not None
        status = drill.status(self.steps)
        return {
            "slug": drill.slug,
            "rule": drill.rule,
            "number": drill.number,
            "of": drill.of,
            "kind": drill.kind,
            "goal": drill.goal,
            "hints": list(drill.hints),
            "status": status,
            "text": "" if status == "open" else self._outcome(status),
            "verdicts": drill.verdicts(),
            "right": drill.right,
            "wrong": drill.wrong,
            "hide_numbers": drill.hide_numbers,
        }


def _linked(link: object) -> Json:
    """Record, seat and players out of a link."""
    if not isinstance(link, str):
        raise ValueError(f"link must be a line of text, not {checks.show(link)}.")
    try:
        return links.read(link)
    except ValueError as fault:
        raise ValueError(f"link: {fault}") from None


def _drill(slug: object) -> Drill | None:
    if slug is None:
        return None
    drills = all_drills()
    if not isinstance(slug, str) or slug not in drills:
        raise ValueError(f"drill: there is no drill {checks.show(slug)}.")
    return drills[slug]


def _players(value: object, seats: range) -> dict[int, str]:
    """Which seats the computer plays."""
    if not isinstance(value, dict):
        raise ValueError(
            f'players must be an object such as {{"1": "rookie"}}, not {checks.show(value)}.'
        )
    players = {}
    for seat, name in value.items():
        checks.one_of(seat, "players: a seat", [str(index) for index in seats])
        players[int(seat)] = checks.one_of(name, f"players.{seat}", PLAYERS)
    return players


def _begun(move: Move) -> Iterator[tuple[int, ...]]:
    """Every selection that begins the move or is the whole of it: its first cards, or, where their
    order does not count, any of its cards (rising).
    """
    for size in range(1, len(move.cards) + 1):
        if in_order(move):
            yield move.cards[:size]
        else:
            yield from combinations(sorted(move.cards), size)


def _key(cards: tuple[int, ...]) -> str:
    return " ".join(map(str, cards))
