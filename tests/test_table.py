"""The door for boards: `answer` is pure, never raises, hides what is hidden, speaks in words."""

from __future__ import annotations

import copy
import json
import math
import random
import re
from typing import TYPE_CHECKING, Any

import naive
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import (
    EDITIONS,
    REASONS,
    SCORINGS,
    SLUGS,
    before_serve,
    hidden_anew,
    point,
    positions,
    rule_set,
)

from grandslam import Match, Position
from grandslam.table import answer

if TYPE_CHECKING:
    from collections.abc import Iterator

REPLY_KEYS = {
    "record",
    "undo",
    "link",
    "turn",
    "winner",
    "view",
    "moves",
    "choices",
    "refusals",
    "prompt",
    "events",
    "said",
    "reason",
    "ended",
    "drill",
}
VIEW_KEYS = {
    "seat",
    "phase",
    "names",
    "score",
    "fresh",
    "ball",
    "from",
    "hand",
    "seats",
    "own_name",
    "far_name",
    "court",
    "position",
    "picture",
    "shown",
}
MOVE_KEYS = {
    "text",
    "receiving",
    "attacking",
    "lands",
    "half",
    "smash",
    "cards",
    "roles",
    "label",
    "main",
    "do",
    "in_order",
}
ROLES = {"returns", "receives", "sends", "smashes", "discard"}
GLYPHS = {"green", "smash", "no", "star", "serve", "row"}
# A section is always somebody's: "your 4", "Rosa’s 1"; a bare number after these words is not.
BARE_SECTION = re.compile(
    r"\b(sections?|on|at|into|lands|lands on|receives|receives the|from)\s+\d", re.IGNORECASE
)


def record_of(
    seed: int = 42,
    moves: tuple[str, ...] | list[str] = (),
    server: int = 0,
    edition: str = "en",
    scoring: str = "first_to_four",
    **rulings: Any,
) -> Obj:
    """A match record in the standard deck."""
    return {
        "version": 1,
        "rules": rule_set(edition, scoring, **rulings),
        "deck": "standard",
        "server": server,
        "seed": seed,
        "moves": list(moves),
    }


def from_position(obj: Obj, moves: tuple[str, ...] = ()) -> Obj:
    """A record that starts from a position instead of a deal."""
    return {"version": 1, "position": obj, "moves": list(moves)}


def request_of(record: Obj, do: str = "open", **parts: Any) -> Obj:
    """A request: seat 0 looks and nobody is played by the computer, unless said otherwise."""
    request: Obj = {"do": do, "record": record, "seat": 0, "players": {}, "open_hands": False}
    return request | parts


def ask(record: Obj, do: str = "open", **parts: Any) -> Obj:
    """The reply to a good request, checked for its form."""
    request = request_of(record, do, **parts)
    reply: Obj = answer(request)
    assert "error" not in reply, reply
    assert_form(reply, request)
    return reply


def sentences(reply: Obj) -> Iterator[str]:
    """All that the reply says in words."""
    yield reply["said"]
    yield reply["view"]["picture"]
    yield reply["view"]["score"]["words"]
    yield reply["prompt"]["lead"]
    yield reply["prompt"]["text"]
    for part in reply["choices"].values():
        yield part["lead"]
        yield part["text"]
    for part in [*reply["refusals"].values(), *([reply["reason"]] if reply["reason"] else [])]:
        yield part["lead"]
        yield part["text"]
    for move in reply["moves"]:
        yield move["label"]
    for event in reply["events"]:
        yield event["text"]
    if reply["ended"]:
        yield reply["ended"]["text"]


def assert_words(reply: Obj) -> None:
    """Everything said is plain text, and every section named is somebody's."""
    for sentence in sentences(reply):
        assert isinstance(sentence, str)
        assert sentence == sentence.strip()
        assert not BARE_SECTION.search(sentence), sentence
        assert "'" not in sentence, sentence
        assert not re.search(r"\bNone\b(?! of)", sentence), sentence
        for code in ("{", "}", "[", "]", "_", "<", "\n", "  "):
            assert code not in sentence, sentence
    for sentence in [event["text"] for event in reply["events"]] + [reply["view"]["picture"]]:
        assert sentence.endswith((".", "!"))


def assert_area(area: Any) -> None:
    """An area to show on the court, or nothing."""
    if area is not None:
        assert area.keys() == {"half", "sections", "label"}
        assert area["half"] in ("own", "far")
        assert area["sections"]
        assert all(type(section) is int for section in area["sections"])
        assert isinstance(area["label"], str)


def assert_refusal(refusal: Obj) -> None:
    """A refusal has its rule, its words, its cards and perhaps an area of the court."""
    assert refusal.keys() >= {"rule", "text", "lead", "cards", "area"}
    assert refusal["rule"] in REASONS
    assert refusal["text"].endswith(".")
    assert refusal["lead"]
    assert all(type(card) is int for card in refusal["cards"])
    assert_area(refusal["area"])


def parsed(text: str) -> tuple[list[int], list[int], list[int]]:
    """The cards of a move in the order of choice, its receiving and its attacking cards."""
    if text in ("serve", "let"):
        return [], [], []
    if text.startswith("dive "):
        return [int(text.removeprefix("dive "))], [], []
    before, _, after = text.partition("+")
    receiving = [int(word) for word in before.split(",")]
    smashing = [int(after)] if after else []
    return receiving + smashing, receiving, receiving[-1:] + smashing


def assert_move(move: Obj, faces: dict[int, naive.Face]) -> None:
    """A move is described as its text says."""
    assert move.keys() == MOVE_KEYS
    cards, receiving, attacking = parsed(move["text"])
    assert move["cards"] == cards
    assert len(move["roles"]) == len(cards)
    assert set(move["roles"]) <= ROLES
    assert move["receiving"] == receiving
    assert move["attacking"] == attacking
    assert move["smash"] is ("+" in move["text"])
    assert move["main"] is (move["text"] != "let")
    assert move["label"]
    if attacking:
        assert move["lands"] == faces[attacking[0]].lands
        assert move["half"] == "far"
        assert str(move["lands"]) in move["label"]
        for card in cards:
            assert str(card) in move["label"]
    if move["text"].startswith("dive "):
        assert move["roles"] == ["discard"]
        assert str(cards[0]) in move["label"]


def assert_form(reply: Obj, request: Obj) -> None:
    """The reply has every part it should have, and the parts fit each other."""
    json.dumps(reply, allow_nan=False)
    assert json.loads(json.dumps(reply)) == reply
    assert reply.keys() == REPLY_KEYS
    record, asked = reply["record"], request["record"]
    assert record["moves"][: len(asked["moves"])] == asked["moves"]
    assert {key: record[key] for key in record if key != "moves"} == {
        key: asked[key] for key in asked if key != "moves"
    }
    match = Match.from_record(record)
    position = match.position
    obj = position.to_json()
    faces = naive.faces(obj["deck"])
    view = reply["view"]
    assert view.keys() >= VIEW_KEYS
    seat = view["seat"]
    assert seat in (0, 1)
    if request["seat"] is not None:
        assert seat == request["seat"]
    own, far = obj["seats"][seat], obj["seats"][1 - seat]
    assert view["phase"] == obj["phase"]
    assert reply["winner"] == match.winner
    if match.winner is not None:
        assert reply["turn"] is None
    elif obj["phase"] != "over":
        assert reply["turn"] == obj["turn"]
    assert [card["card"] for card in view["hand"]] == own["hand"]
    for card in view["hand"]:
        face = faces[card["card"]]
        assert (sorted(face.receives), face.lands) == (card["receives"], card["lands"])
    assert [place["seat"] for place in view["seats"]] == [1 - seat, seat]
    for place, cards, half in zip(view["seats"], (far, own), ("far", "own"), strict=True):
        assert place["where"] == half
        assert place["hand"] == len(cards["hand"])
        assert place["deck"] == len(cards["deck"])
        assert place["discard"] == cards["discard"]
        assert place["limit"] == cards["limit"]
        assert isinstance(place["tags"], list)
        if place["cards"] is not None:
            assert request["open_hands"]
            assert [card["card"] for card in place["cards"]] == cards["hand"]
    if request["open_hands"]:
        assert view["seats"][0]["cards"] is not None
    score = view["score"]
    assert (score["own"], score["far"]) == (obj["score"][seat], obj["score"][1 - seat])
    assert score["words"]
    assert view["fresh"] in (None, "own", "far")
    assert view["position"] == position.seen_from(seat).to_json()
    if obj["ball"] is not None:
        half = "own" if obj["turn"] == seat else "far"
        assert view["ball"] == {
            "half": half,
            "section": obj["ball"]["section"],
            "smash": obj["ball"]["smash"],
            "dead": False,
        }
    if obj["phase"] == "serve":
        assert view["ball"] is None
    assert (reply["ended"] is not None) == (obj["phase"] == "over" and bool(record["moves"]))
    if reply["ended"]:
        assert reply["ended"]["side"] in (0, 1)
        assert reply["ended"]["ball"]["half"] in ("own", "far")
        if view["ball"] is not None:
            assert view["ball"]["dead"] is True
            assert view["ball"]["half"] == reply["ended"]["ball"]["half"]
            assert view["ball"]["section"] == reply["ended"]["ball"]["section"]
    assert_moves(reply, request, position)
    assert reply["prompt"].keys() >= {"glyph", "lead", "text"}
    assert reply["prompt"]["glyph"] in GLYPHS
    last = -1
    for event in reply["events"]:
        assert event["rule"] in SLUGS
        assert 0 <= event["move"] < len(record["moves"])
        assert event["move"] >= last
        last = event["move"]
        assert event["seat"] in (None, 0, 1)
    if reply["events"] and "position" not in record:
        assert record["moves"][reply["events"][0]["move"]] == "serve"
    if reply["undo"] is not None:
        assert 0 <= reply["undo"] < len(record["moves"])
    if reply["reason"] is not None:
        assert_refusal(reply["reason"])
    assert_words(reply)


def assert_moves(reply: Obj, request: Obj, position: Position) -> None:
    """Moves, choices and refusals are those of the position, for the looker who decides."""
    obj = position.to_json()
    seat = reply["view"]["seat"]
    faces = naive.faces(obj["deck"])
    moves = reply["moves"]
    for move in moves:
        assert_move(move, faces)
    if obj["phase"] == "over":
        expected = [] if reply["winner"] is not None or "position" in reply["record"] else ["serve"]
        assert [move["text"] for move in moves] == expected
        assert reply["choices"] == {}
        return
    if obj["turn"] != seat or str(seat) in request["players"]:
        assert moves == []
        assert reply["choices"] == {}
        return
    assert sorted(move["text"] for move in moves) == sorted(naive.legal_moves(obj))
    prefixes = {
        " ".join(str(card) for card in move["cards"][:length])
        for move in moves
        for length in range(1, len(move["cards"]) + 1)
    }
    assert set(reply["choices"]) == prefixes
    for choice in reply["choices"].values():
        assert choice["glyph"] in GLYPHS
        assert choice["lead"]
    hand = obj["seats"][seat]["hand"]
    starts = {move["cards"][0] for move in moves if move["cards"]}
    due = {f"{card}" for card in hand if card not in starts}
    due |= {
        f"{chosen} {card}"
        for chosen in starts
        for card in hand
        if card not in starts and card != chosen and f"{chosen} {card}" not in prefixes
    }
    assert due <= set(reply["refusals"])
    assert not set(reply["refusals"]) & prefixes
    for key, refusal in reply["refusals"].items():
        assert_refusal(refusal)
        assert set(key.split()) <= {str(card) for card in hand}
    for card in hand:
        if card not in starts:
            reason = position.why_not(str(card))
            assert reason is not None
            assert reply["refusals"][str(card)]["rule"] == reason.rule
            assert card in reply["refusals"][str(card)]["cards"]


# Opening


def test_the_first_reply_of_a_new_match() -> None:
    """A match opens before the serve; who serves has one move, and nothing to undo."""
    reply = ask(record_of(), players={"1": "rookie"})
    assert [move["text"] for move in reply["moves"]] == ["serve"]
    assert reply["moves"][0]["main"] is True
    assert reply["turn"] == 0
    assert reply["undo"] is None
    assert reply["events"] == []
    assert reply["view"]["phase"] == "serve"
    assert reply["view"]["names"]["0"] == "You"
    assert reply["view"]["names"]["1"] == "Rosa"
    assert reply["view"]["own_name"] == "Your half"
    assert reply["view"]["far_name"] == "Rosa’s half"
    assert reply["view"]["court"] is True
    assert reply["drill"] is None


def test_the_computer_serves_and_the_person_decides() -> None:
    """Where the computer serves, its serve has been played when the board opens."""
    reply = ask(record_of(seed=42, server=1), players={"1": "rookie"})
    assert reply["record"]["moves"][0] == "serve"
    assert reply["turn"] == 0 or reply["view"]["phase"] == "over"
    assert reply["undo"] is None
    assert reply["events"][0]["seat"] == 1
    assert reply["events"][0]["rule"] == "serving"
    assert reply["said"]


def test_the_worked_example_in_words() -> None:
    """Labels and refusals of the worked example name the sections as somebody's."""
    obj = point([7, 1, 19, 23, 5, 9], 4, turn=0, server=1)
    reply = ask(from_position(obj))
    labels = {move["text"]: move["label"] for move in reply["moves"]}
    assert set(labels) == {"7", "7+1", "7+19", "7+23"}
    assert labels["7"].replace("\u00a0", " ") == "Return to Rosa’s 1: play 7"
    assert labels["7+19"].replace("\u00a0", " ") == "Smash to Rosa’s 1: play 7, then 19"
    assert {"1", "19", "23", "5", "9", "7 5", "7 9"} <= set(reply["refusals"])
    assert reply["refusals"]["5"]["rule"] == "receiving"
    assert reply["refusals"]["5"]["area"]["half"] == "own"
    assert reply["refusals"]["5"]["area"]["sections"] == [3]
    assert "your 3" in reply["refusals"]["5"]["text"].replace("\u00a0", " ")
    assert "your 4" in reply["refusals"]["5"]["text"].replace("\u00a0", " ")
    assert reply["refusals"]["7 5"]["rule"] == "smashing"
    assert set(reply["choices"]) == {"7", "7 1", "7 19", "7 23"}


# Whole matches through the door


def play_through(
    record: Obj, luck: random.Random, most: int, **parts: Any
) -> Iterator[tuple[Obj, Obj]]:
    """Replies of a match played by chance, each with the reply before it."""
    before = ask(record, **parts)
    for _ in range(most):
        if not before["moves"]:
            return
        move = luck.choice(before["moves"])
        after = ask(before["record"], "play", move=move["text"], **parts)
        assert after["reason"] is None
        assert len(after["record"]["moves"]) > len(before["record"]["moves"])
        assert after["record"]["moves"][len(before["record"]["moves"])] == move["text"]
        yield before, after
        before = after


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("scoring", ["first_to_four", "deuce"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_match_against_the_computer(edition: str, scoring: str, seed: int) -> None:
    """A person plays a match to its end; the computer's seat is played up to the next decision."""
    record = record_of(seed, edition=edition, scoring=scoring, server=seed % 2)
    last: Obj | None = None
    for before, after in play_through(
        record, random.Random(seed), 400, seat=0, players={"1": "rookie"}
    ):
        last = after
        over = after["view"]["phase"] == "over"
        assert over or after["turn"] == 0
        assert after["winner"] is not None or after["moves"]
        # Nothing is played on beyond the end of a point: the serve comes with the next request.
        new = after["record"]["moves"][len(before["record"]["moves"]) :]
        assert "serve" not in new[1:]
        undo = after["undo"]
        assert undo is not None
        assert undo <= len(before["record"]["moves"])
        cut = after["record"] | {"moves": after["record"]["moves"][:undo]}
        opened = ask(cut, seat=0, players={})
        assert opened["record"] == cut
        assert opened["moves"]
        if before["view"]["phase"] != "over":
            assert undo == len(before["record"]["moves"])
            assert opened["moves"] == before["moves"]
            assert opened["view"]["position"] == before["view"]["position"]
    assert last is not None
    assert last["winner"] in (0, 1)
    assert last["turn"] is None
    assert last["moves"] == []
    assert last["ended"]["text"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_two_people_at_one_screen(edition: str) -> None:
    """With seat null the view is that of whoever decides, and the name for the curtain is given."""
    record = record_of(3, edition=edition, scoring="deuce")
    lookers = set()
    for _, after in play_through(record, random.Random(3), 300, seat=None):
        view = after["view"]
        if view["phase"] != "over":
            assert view["seat"] == after["turn"]
        lookers.add(view["seat"])
        assert view["curtain_name"]
        assert view["curtain_name"] != "You"
        assert view["names"][str(view["seat"])] == "You"
        assert view["names"][str(1 - view["seat"])] != "You"
    assert lookers == {0, 1}


def test_the_computer_plays_the_same_again() -> None:
    """The same request gives the same reply, the computer's moves included."""
    for _, after in play_through(record_of(5), random.Random(1), 30, players={"1": "rookie"}):
        cut = after["undo"]
        moves = after["record"]["moves"]
        again = ask(
            after["record"] | {"moves": moves[:cut]},
            "play",
            move=moves[cut],
            players={"1": "rookie"},
        )
        if "serve" not in moves[cut + 1 :]:
            assert again["record"] == after["record"]


@pytest.mark.parametrize("seat", [0, 1])
def test_stepping_through_a_rally(seat: int) -> None:
    """With nobody played by the computer a cut record is shown as it stands, nothing played on."""
    whole = naive.random_match(record_of(8), random.Random(8), 60)
    for length in range(len(whole["moves"]) + 1):
        cut = whole | {"moves": whole["moves"][:length]}
        reply = ask(cut, seat=seat, players={})
        assert reply["record"] == cut
        obj = reply["view"]["position"]
        if obj["phase"] != "over" and obj["turn"] != seat:
            assert reply["moves"] == []


def test_both_seats_played_by_the_computer() -> None:
    """With no person at all the computer plays on to the end of the point and stops there."""
    reply = ask(record_of(4), players={"0": "rookie", "1": "rookie"})
    assert reply["view"]["phase"] == "over"
    assert reply["record"]["moves"].count("serve") == 1


@pytest.mark.parametrize("seed", range(4))
def test_events_tell_the_current_point(seed: int) -> None:
    """Every move of the current point has its event, oldest first, with the seat that played."""
    for _, after in play_through(record_of(seed), random.Random(seed), 60, seat=None):
        moves = after["record"]["moves"]
        start = len(moves) - 1 - moves[::-1].index("serve")
        told = [event["move"] for event in after["events"]]
        assert set(told) == set(range(start, len(moves)))


def move_events(reply: Obj) -> dict[int, Obj]:
    """The event that tells each move itself: the first one with its number."""
    told: dict[int, Obj] = {}
    for event in reply["events"]:
        told.setdefault(event["move"], event)
    return told


def whose(reply: Obj, seat: int, section: int) -> str:
    """A section's name as the looker reads it."""
    name = reply["view"]["names"][str(seat)]
    return f"your {section}" if seat == reply["view"]["seat"] else f"{name}’s {section}"


@pytest.mark.parametrize(
    ("edition", "rulings"),
    [
        ("en", {}),
        ("ko", {"off_balance_by_choice": "always"}),
        ("zh", {"off_balance_smash": True}),
        ("en", {"loss": "one_turn", "dive_duty": "must"}),
    ],
)
@pytest.mark.parametrize("looker", [0, 1, None])
def test_events_say_what_happened(
    edition: str, rulings: dict[str, Any], looker: int | None
) -> None:
    """Who played, the cards, where the ball went and how many cards were drawn are all true."""
    rules = {"edition": edition, "scoring": "deuce", **rulings}
    for seed in range(3):
        whole = naive.random_match(record_of(seed, **rules), random.Random(seed), 70)
        played = list(naive.replay(whole))
        for length in range(1, len(whole["moves"]) + 1):
            reply = ask(whole | {"moves": whole["moves"][:length]}, seat=looker)
            event = move_events(reply)[length - 1]
            text = event["text"].replace("\u00a0", " ")
            move, before, after = whole["moves"][length - 1], played[length - 1], played[length]
            cards, receiving, _ = parsed(move)
            if move == "serve":
                seat = after["server"]
                served = after["seats"][seat]["discard"][-1]
                assert event["rule"] == "serving"
                assert str(served) in text
                assert whose(reply, 1 - seat, naive.STANDARD[served].lands) in text
            else:
                seat = before["turn"]
                drawn = len(before["seats"][seat]["deck"]) - len(after["seats"][seat]["deck"])
                if move.startswith("dive"):
                    assert event["rule"] == "diving"
                    assert str(after["seats"][seat]["discard"][-1]) in text
                elif move != "let":
                    counted = re.search(r"draws? (\d+) cards?", text)
                    assert (int(counted[1]) if counted else 0) == drawn
                    assert whose(reply, 1 - seat, naive.STANDARD[receiving[-1]].lands) in text
                    smash = before["ball"]["smash"]
                    alone = smash and len(receiving) == 1
                    assert ("off balance" in text) == alone
                    assert ("smash" in text) == (smash or "+" in move)
            for card in cards:
                assert re.search(rf"\b{card}\b", text)
            assert event["seat"] == seat
            assert text.startswith(reply["view"]["names"][str(seat)])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("scoring", ["first_to_four", "deuce"])
def test_the_next_server_is_named(edition: str, scoring: str) -> None:
    """Between points the button and the prompt name whoever will serve."""
    for seed in range(4):
        record = record_of(seed, edition=edition, scoring=scoring)
        whole = naive.random_match(record, random.Random(seed), 80)
        for length, obj in enumerate(naive.replay(whole)):
            if obj["phase"] != "over" or length == len(whole["moves"]):
                continue
            reply = ask(whole | {"moves": whole["moves"][:length]})
            server = list(naive.replay(whole | {"moves": whole["moves"][: length + 1]}))[-1]
            name = reply["view"]["names"][str(server["server"])]
            verb = "serve" if name == "You" else "serves"
            assert f"{name.lower()} {verb}" in reply["moves"][0]["label"].lower()
            assert f"{name} {verb} next" in reply["prompt"]["text"]


# Why not


def test_why_not_gives_the_reason_and_changes_nothing() -> None:
    """Asking about a move leaves the record as it is and explains what is not possible."""
    record = from_position(point([1, 2, 3, 13, 17, 24], 1, turn=0, server=1))
    for move, rule in (
        ("3", "receiving"),
        ("13+17", "smashing"),
        ("dive 24", "diving"),
        ("nonsense", "notation"),
        ("serve", "turn"),
        ("pass 3", "doubles"),
        ("99", None),
    ):
        for do in ("why_not", "play"):
            reply = ask(record, do, move=move)
            assert reply["record"] == record
            assert_refusal(reply["reason"])
            if rule is not None:
                assert reply["reason"]["rule"] == rule
    reply = ask(record, "why_not", move="13")
    assert reply["reason"] is None
    assert reply["record"] == record


def test_a_move_of_the_other_seat_is_not_played() -> None:
    """Who looks but does not decide plays nothing."""
    record = record_of(42, ["serve"])  # now seat 1 returns
    reply = answer(request_of(record, "play", move="10", seat=0, players={}))
    if "error" not in reply:
        assert reply["reason"] is not None
        assert reply["record"] == record


# Purity


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    obj=positions(),
    seat=st.sampled_from([0, 1, None]),
    players=st.sampled_from([{}, {"0": "rookie"}, {"1": "rookie"}]),
    do=st.sampled_from(["open", "play", "why_not"]),
    open_hands=st.booleans(),
    luck=st.randoms(use_true_random=False),
)
def test_the_same_request_gives_the_same_reply(
    obj: Obj, seat: int | None, players: Obj, do: str, open_hands: bool, luck: random.Random
) -> None:
    """Any position and looker: right form, request unchanged, the same reply twice."""
    request = request_of(from_position(obj), do, seat=seat, players=players, open_hands=open_hands)
    if do != "open":
        request["move"] = luck.choice([*naive.legal_moves(obj), "99", "let", "serve"])
    untouched = copy.deepcopy(request)
    first = answer(request)
    assert request == untouched
    assert answer(copy.deepcopy(request)) == first
    first["record"]["moves"].append("changed by the board")
    assert request == untouched
    second = answer(request)
    assert "error" not in second, second
    assert_form(second, request)


# What is hidden


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    obj=positions(),
    luck=st.randoms(use_true_random=False),
    do=st.sampled_from(["open", "why_not"]),
)
def test_hidden_cards_are_nowhere_in_the_reply(obj: Obj, luck: random.Random, do: str) -> None:
    """Other hidden cards, same reply: only the record itself carries them."""
    for seat in (0, 1):
        other = hidden_anew(obj, seat, luck)
        if other["phase"] == "return" and not naive.legal_moves(other):
            continue
        replies = []
        for start in (obj, other):
            reply = ask(from_position(start), do, seat=seat, move="13")
            del reply["record"], reply["link"]  # both hold the whole match
            replies.append(json.dumps(reply, sort_keys=True))
        assert replies[0] == replies[1]


def test_open_hands_show_the_other_hand() -> None:
    """For teaching the other hand can be shown."""
    record = record_of(42, ["serve"])
    shut, shown = ask(record), ask(record, open_hands=True)
    assert shut["view"]["seats"][0]["cards"] is None
    cards = shown["view"]["seats"][0]["cards"]
    assert [card["card"] for card in cards] == [3, 4, 8, 10, 22, 24]
    assert cards[0] == {"card": 3, "receives": [2], "lands": 2}


# Scores and ends in words


@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_score_has_words(scoring: str) -> None:
    """Each score that can be met while a point is played is said in words for both seats."""
    for own in range(5):
        for far in range(5):
            score = [own, far]
            if scoring == "first_to_four" and 4 in score:
                continue
            if scoring == "deuce" and 4 in score and score not in ([4, 3], [3, 4]):
                continue
            obj = point([1, 3], 1, scoring=scoring, score=(own, far))
            for seat in (0, 1):
                said = ask(from_position(obj), seat=seat)["view"]["score"]
                for key in ("own_word", "far_word", "words", "own_side", "far_side"):
                    assert said[key]
                    assert isinstance(said[key], str)


@pytest.mark.parametrize(
    ("score", "own", "far", "words"),
    [
        ((0, 0), "love", "love", "Love all"),
        ((1, 0), "15", "love", "Fifteen–love"),
        ((1, 1), "15", "15", "Fifteen all"),
        ((1, 2), "15", "30", "Fifteen–thirty"),
        ((3, 2), "40", "30", "Forty–thirty"),
        ((3, 3), "40", "40", "Deuce"),
        ((4, 3), "advantage", "40", "Advantage you"),
        ((3, 4), "40", "advantage", "Advantage Rosa"),
    ],
)
def test_the_words_of_tennis(score: tuple[int, int], own: str, far: str, words: str) -> None:
    """With scoring deuce points are love, 15, 30, 40, deuce and advantage, the looker's first."""
    said = ask(from_position(point([1, 3], 1, scoring="deuce", score=score)))["view"]["score"]
    assert (said["own_word"], said["far_word"], said["words"]) == (own, far, words)


@pytest.mark.parametrize(
    ("scoring", "score", "turn", "winner", "words"),
    [
        ("deuce", (4, 3), 1, 0, "You win the match, 5–3."),
        ("deuce", (3, 4), 0, 1, "Rosa wins the match, 5–3."),
        ("deuce", (3, 0), 1, 0, "You win the match, 4–0."),
        ("first_to_four", (3, 3), 1, 0, "You win the match, 4–3."),
        ("first_to_four", (2, 3), 0, 1, "Rosa wins the match, 4–2."),
    ],
)
def test_the_end_of_a_match_in_words(
    scoring: str, score: tuple[int, int], turn: int, winner: int, words: str
) -> None:
    """Who has won is said with the score, the winner's points first."""
    obj = point([3], 1, scoring=scoring, score=score, turn=turn, server=1 - turn)
    reply = ask(from_position(obj, ("let",)))
    assert reply["winner"] == winner
    assert reply["turn"] is None
    assert reply["ended"]["text"] == words
    assert reply["view"]["fresh"] == ("own" if winner == 0 else "far")


@pytest.mark.parametrize("seat", [0, 1])
def test_where_the_ball_died(seat: int) -> None:
    """When the point is over the reply still says where the ball lies and who has scored."""
    obj = point([3, 4], 1, smash=True, turn=1, server=0)
    reply = ask(from_position(obj, ("let",)), seat=seat)
    half = "own" if seat == 1 else "far"
    assert reply["ended"]["side"] == 0
    assert reply["ended"]["ball"] == {"half": half, "section": 1, "smash": True}
    assert reply["view"]["fresh"] == ("own" if seat == 0 else "far")
    assert reply["view"]["ball"] == {"half": half, "section": 1, "smash": True, "dead": True}


def test_an_ace_at_the_serve() -> None:
    """A serve that cannot be met ends the point; the reply knows where it landed."""
    obj = before_serve(([1, 2], []), ([7], [9]))
    reply = ask(from_position(obj), "play", move="serve")
    assert reply["ended"]["ball"] == {"half": "far", "section": 1, "smash": False}
    assert reply["ended"]["side"] == 0


# Bad requests

ERRORS: list[tuple[Any, str]] = [
    ({}, "do"),
    (request_of(record_of(), "fly"), "do"),
    (request_of(record_of(), "play"), "move"),
    (request_of(record_of(), "why_not"), "move"),
    (request_of(record_of(), "play", move=7), "move"),
    (request_of(record_of(), "play", move=None), "move"),
    ({"do": "open", "seat": 0}, "record"),
    (request_of(record_of()) | {"record": []}, "record"),
    (request_of(record_of() | {"moves": ["nonsense"]}), "record.moves"),
    (request_of(record_of() | {"moves": "serve"}), "record.moves"),
    (request_of(record_of() | {"seed": -1}), "record.seed"),
    (request_of(record_of() | {"version": 2}), "record.version"),
    (request_of(record_of() | {"rules": {"edition": "fr"}}), "rules.edition"),
    (request_of(from_position(point([1], 1) | {"turn": 7})), "position.turn"),
    (request_of(from_position(point([1], 1) | {"score": [4, 0]})), "position"),
    (request_of(record_of(), seat=2), "seat"),
    (request_of(record_of(), seat="0"), "seat"),
    (request_of(record_of(), seat=True), "seat"),
    (request_of(record_of(), players={"1": "nobody"}), "players"),
    (request_of(record_of(), players={"7": "rookie"}), "players"),
    (request_of(record_of(), players=["rookie"]), "players"),
    (request_of(record_of(), players={"1": 1}), "players"),
    (request_of(record_of(), open_hands="yes"), "open_hands"),
    (request_of(record_of(), drill="no-such-drill"), "drill"),
    (request_of(record_of(), drill=7), "drill"),
]


def assert_error(reply: Obj) -> None:
    """An error is one clear sentence and the place in the request."""
    json.dumps(reply, allow_nan=False)
    assert reply.keys() == {"error"}
    error = reply["error"]
    assert error.keys() == {"text", "where"}
    assert isinstance(error["where"], str)
    assert error["text"].strip()
    assert error["text"].endswith(".")
    assert "\n" not in error["text"]
    for code in ("Traceback", "KeyError", "NoneType", "<class", "unhashable", "object at 0x"):
        assert code not in error["text"]


@pytest.mark.parametrize(("request_", "where"), ERRORS)
def test_a_bad_request_is_answered_with_its_place(request_: Any, where: str) -> None:
    """A fault of the request is named by its place, in one clear sentence."""
    reply = answer(request_)
    assert_error(reply)
    assert "None" not in reply["error"]["text"]  # the door speaks JSON, where it is null
    if reply["error"]["where"] == "request":  # a key that is missing or should not be there
        assert where in reply["error"]["text"]
        assert where in ("do", "record", "players")
    else:
        assert where in reply["error"]["where"]


SCRAPS: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    math.nan,
    math.inf,
    10**30,
    "",
    "x",
    "serve",
    "standard",
    "1" * 3000,
    [],
    [[]],
    [None],
    {},
    {"": {}},
    {"1": "rookie"},
]
JSON = st.recursive(
    st.sampled_from([*SCRAPS, "open", "play", "why_not"])
    | st.integers()
    | st.floats()
    | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["do", "record", "seat", "players", "move", "drill", "moves", "seed"])
            | st.text(max_size=4),
            inner,
        )
    ),
    max_leaves=16,
)


@pytest.mark.parametrize("scrap", SCRAPS, ids=lambda scrap: repr(scrap)[:20])
def test_what_is_no_request(scrap: Any) -> None:
    """Whatever comes in place of a request, an error in words comes back."""
    assert_error(answer(scrap))


@settings(max_examples=200, deadline=None)
@given(request=JSON)
def test_any_json_is_answered(request: Any) -> None:
    """Arbitrary JSON never raises."""
    reply = answer(request)
    if "error" in reply:
        assert_error(reply)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*path, number))


GOOD_REQUESTS = [
    request_of(
        record_of(42, ["serve"]) | {"rules": rule_set("zh", loss="one_card")},
        "play",
        move="10",
        seat=None,
    ),
    request_of(from_position(point([1, 2, 3], 1, turn=0)), "why_not", move="3"),
    request_of(record_of(9, server=1), players={"1": "rookie"}),
]


def assert_never_raises(good: Obj, path: tuple[Any, ...], scrap: Any) -> None:
    """A good request with anything in one place is answered, by a reply or by an error."""
    spoilt = copy.deepcopy(good)
    spot = spoilt
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = scrap
    reply = answer(spoilt)
    if "error" in reply:
        assert_error(reply)
    else:
        assert reply.keys() == REPLY_KEYS
        json.dumps(reply, allow_nan=False)


@pytest.mark.parametrize("good", GOOD_REQUESTS, ids=["match", "position", "computer"])
def test_a_good_request_spoilt_in_any_place(good: Obj) -> None:
    """Whatever stands in whatever place of a good request, `answer` does not raise."""
    assert "error" not in answer(good)
    for path in places(good):
        if path:
            for scrap in SCRAPS:
                assert_never_raises(good, path, scrap)


@settings(max_examples=150, deadline=None)
@given(good=st.sampled_from(GOOD_REQUESTS), scrap=JSON, luck=st.randoms(use_true_random=False))
def test_a_good_request_spoilt_by_any_json(good: Obj, scrap: Any, luck: random.Random) -> None:
    """The same with arbitrary JSON in one place, and with one key left out."""
    path = luck.choice([path for path in places(good) if path])
    assert_never_raises(good, path, scrap)
    cut = copy.deepcopy(good)
    spot: Any = cut
    for key in path[:-1]:
        spot = spot[key]
    del spot[path[-1]]
    reply = answer(cut)
    if "error" in reply:
        assert_error(reply)


def test_a_person_looks_on_where_a_computer_decides() -> None:
    """With seat null, no computer's hand is ever shown while there is a person."""
    request = {"do": "open", "seat": None, "players": {"1": "rookie", "2": "rookie"}}
    record = {"version": 1, "rules": {"players": 4}, "seed": 5, "server": 0, "moves": []}
    reply = answer({**request, "record": record})
    for _ in range(60):
        assert reply["view"]["seat"] in (0, 3)
        if not reply["moves"]:
            break
        move = reply["moves"][-1]["text"]
        reply = answer({**request, "do": "play", "record": reply["record"], "move": move})


def test_a_record_of_given_decks_can_be_shown_after_its_last_point() -> None:
    """Where no further deal is given, the point's end is shown and nothing is offered."""
    orders = [list(range(1, 25)), list(range(24, 0, -1))]
    record = {"version": 1, "decks": [orders], "server": 0, "moves": ["serve"]}
    reply = answer({"do": "open", "record": record, "seat": 0})
    while reply["view"]["phase"] != "over":
        seat = reply["turn"]
        reply = answer({"do": "open", "record": reply["record"], "seat": seat})
        move = reply["moves"][0]["text"]
        reply = answer({"do": "play", "record": reply["record"], "seat": seat, "move": move})
    assert reply["moves"] == []
    assert reply["turn"] is None


def test_nobody_is_told_that_another_cannot_return() -> None:
    """In doubles only the seat that decides learns that it may pass."""
    record = {"version": 1, "rules": {"players": 4}, "seed": 3, "moves": []}
    seen = 0
    for seed in range(40):
        reply = answer({"do": "open", "record": {**record, "seed": seed}, "seat": 0})
        reply = answer({"do": "play", "record": reply["record"], "seat": 0, "move": "serve"})
        if reply["turn"] is None:
            continue
        mine = answer({"do": "open", "record": reply["record"], "seat": reply["turn"]})
        passes = any(move["text"].startswith("pass") for move in mine["moves"])
        tags = [tag for place in mine["view"]["seats"] for tag in place["tags"]]
        others = [tag for place in reply["view"]["seats"] for tag in place["tags"]]
        assert ("if you pass" in tags) == passes
        assert "if you pass" not in others
        seen += passes
    assert seen
