"""The drills: every one can be solved by the rules, and its verdicts are true."""

from __future__ import annotations

import json
from typing import Any

import naive
import pytest
from naive import Obj
from positions import SLUGS
from test_table import BARE_SECTION, assert_words

from grandslam import Match
from grandslam.table import answer

DRILL_FOLDER = naive.ROOT / "grandslam" / "drills"
STATUSES = {"open", "right", "wrong"}


def all_slugs() -> list[str]:
    """The drills that open, rule by rule and number by number."""
    slugs = []
    for rule in sorted(SLUGS):
        number = 1
        while "error" not in answer({"do": "open", "drill": f"{rule}-{number}"}):
            slugs.append(f"{rule}-{number}")
            number += 1
    return slugs


DRILLS = all_slugs()


def ask(request: Obj) -> Obj:
    """The reply to a request about a drill, checked for what all of them have."""
    reply: Obj = answer(request)
    assert "error" not in reply, reply
    json.dumps(reply, allow_nan=False)
    assert_words(reply)
    drill = reply["drill"]
    assert drill["slug"] == request["drill"]
    assert drill["rule"] in SLUGS
    assert drill["kind"] in {"play", "section", "cards"}
    assert drill["status"] in STATUSES
    assert 1 <= drill["number"] <= drill["of"]
    for text in (drill["goal"], *drill["hints"]):
        assert text
        assert text.endswith((".", "?", "!"))
    for verdict in drill["verdicts"].values():
        assert isinstance(verdict["right"], bool)
        assert verdict["text"].endswith(".")
        assert not BARE_SECTION.search(verdict["text"])
    return reply


def start(slug: str) -> tuple[Obj, Obj]:
    """The opening of a drill and the position it starts from."""
    reply = ask({"do": "open", "drill": slug})
    return reply, Match.from_record(reply["record"]).position.to_json()


def test_there_are_drills() -> None:
    """Serving has its four drills and the welcome page its own; none is missing in between."""
    assert {f"serving-{number}" for number in range(1, 5)} <= set(DRILLS)
    assert "setup-1" in DRILLS
    for slug in DRILLS:
        reply, _ = start(slug)
        same_page = [
            other for other in DRILLS if other.rpartition("-")[0] == slug.rpartition("-")[0]
        ]
        assert reply["drill"]["of"] == len(same_page)
        assert reply["drill"]["number"] == int(slug.rpartition("-")[2])


@pytest.mark.parametrize("slug", DRILLS)
def test_a_drill_opens_twice_the_same(slug: str) -> None:
    """A drill needs no record to open, and opens the same with the record it has given."""
    reply, _ = start(slug)
    assert reply["drill"]["status"] == "open"
    assert reply["undo"] is None
    assert ask({"do": "open", "drill": slug}) == reply
    again = ask({"do": "open", "drill": slug, "record": reply["record"]})
    assert again["view"] == reply["view"]
    assert again["drill"] == reply["drill"]


@pytest.mark.parametrize("slug", DRILLS)
def test_a_drill_can_be_solved_and_each_way_through_it_is_answered(slug: str) -> None:
    """Every line of legal moves is answered; where the reader plays, one of them is right."""
    opening, _ = start(slug)
    found: set[str] = set()
    lines: list[Obj] = [opening]
    for _ in range(3):
        longer = []
        for reply in lines:
            for move in reply["moves"]:
                request = {
                    "do": "play",
                    "drill": slug,
                    "record": reply["record"],
                    "move": move["text"],
                    "seat": reply["view"]["seat"],
                }
                after = ask(request)
                assert after["reason"] is None
                assert len(after["record"]["moves"]) > len(reply["record"]["moves"])
                found.add(after["drill"]["status"])
                if after["drill"]["status"] == "open":
                    longer.append(after)
        lines = longer[:40]
    if opening["drill"]["kind"] == "play":
        assert "right" in found
        assert opening["drill"]["right"]
        assert opening["drill"]["wrong"]


def drill_files() -> dict[str, Obj]:
    """Every drill as its file gives it."""
    files = sorted(DRILL_FOLDER.glob("*.json"))
    return {entry["slug"]: entry for file in files for entry in json.loads(file.read_text("utf-8"))}


@pytest.mark.parametrize(("slug", "entry"), drill_files().items())
def test_the_solution_of_a_drill_is_right(slug: str, entry: Obj) -> None:
    """Its own solution solves it, no sooner than with the last move or pick."""
    reply, _ = start(slug)
    if entry["kind"] != "play":
        verdicts = reply["drill"]["verdicts"].items()
        assert {key for key, verdict in verdicts if verdict["right"]} == set(entry["solution"])
        return
    for move in entry["solution"]:
        assert reply["drill"]["status"] == "open"
        request = {"do": "play", "drill": slug, "record": reply["record"], "move": move}
        reply = ask(request)
        assert reply["reason"] is None
    assert reply["drill"]["status"] == "right"
    assert reply["drill"]["text"] == entry["right"]


@pytest.mark.parametrize(("slug", "entry"), drill_files().items())
def test_every_reply_of_a_drill_is_played(slug: str, entry: Obj) -> None:
    """What the other seat answers in a drill is legal where the drill says so."""
    for line, move in entry["replies"].items():
        match = Match.from_record(start(slug)[0]["record"])
        # Moves are joined by blanks, and a dive and a pass have one of their own.
        for text in line.replace("dive ", "dive_").replace("pass ", "pass_").split():
            match = match.play(text.replace("_", " "))
        match.play(move)


@pytest.mark.parametrize(
    "page", ["off-balance", "diving", "end-of-turn", "ace", "deuce", "doubles", "master"]
)
def test_a_page_has_its_drills(page: str) -> None:
    """Five or more, numbered without a gap, and their prompts fit on a small screen."""
    slugs = [slug for slug in drill_files() if slug.rpartition("-")[0] == page]
    assert slugs == [f"{page}-{number}" for number in range(1, len(slugs) + 1)]
    assert len(slugs) >= 5
    for slug in slugs:
        asked = start(slug)[0]["prompt"]
        assert len(f"{asked['lead']} {asked['text']}") <= 112
        assert len(drill_files()[slug]["hints"]) <= 2


def test_a_drill_from_a_record_goes_on_with_the_next_point() -> None:
    """The end of a point decides nothing in it; the next server is the one that the rules say."""
    reply, _ = start("deuce-6")
    for score in ([1, 0], [2, 0]):
        reply = ask(
            {
                "do": "play",
                "drill": "deuce-6",
                "record": reply["record"],
                "move": "serve",
                "seat": 0,
            }
        )
        assert reply["view"]["phase"] == "over"
        assert [reply["view"]["score"][side] for side in ("own", "far")] == score
        assert reply["drill"]["status"] == "open"
    reply = ask(
        {"do": "play", "drill": "deuce-6", "record": reply["record"], "move": "serve", "seat": 0}
    )
    assert reply["view"]["position"]["server"] == 1
    assert reply["drill"]["status"] == "right"


def test_a_wrong_answer_shows_its_consequence() -> None:
    """The other seat replies to the last wrong move before the drill says that it was wrong."""
    reply, _ = start("end-of-turn-5")
    after = ask({"do": "play", "drill": "end-of-turn-5", "record": reply["record"], "move": "24"})
    assert after["record"]["moves"] == ["24", "8"]
    assert after["view"]["phase"] == "over"
    assert after["drill"]["status"] == "wrong"
    kept = ask({"do": "play", "drill": "end-of-turn-5", "record": reply["record"], "move": "6"})
    assert kept["record"]["moves"] == ["6"]
    assert kept["drill"]["status"] == "right"


@pytest.mark.parametrize("slug", DRILLS)
def test_verdicts_on_sections_and_cards(slug: str) -> None:
    """A selection drill has a verdict for every section of a half, or every card of the hand."""
    reply, position = start(slug)
    drill = reply["drill"]
    verdicts = drill["verdicts"]
    if drill["kind"] == "play":
        assert verdicts == {}
    elif drill["kind"] == "section":
        halves = {key.split()[0] for key in verdicts}
        assert halves <= {"own", "far"}
        assert len(verdicts) == 6 * len(halves)
        assert sum(verdict["right"] for verdict in verdicts.values()) == 1
    else:
        hand = position["seats"][reply["view"]["seat"]]["hand"]
        assert sorted(verdicts, key=int) == [str(card) for card in hand]
        assert any(verdict["right"] for verdict in verdicts.values())
        assert drill["right"]
        assert drill["wrong"]


def right_section(slug: str) -> str:
    """The one section a drill calls right."""
    reply, _ = start(slug)
    verdicts: dict[str, Obj] = reply["drill"]["verdicts"]
    right = [key for key, verdict in verdicts.items() if verdict["right"]]
    assert len(right) == 1
    return right[0]


@pytest.mark.parametrize("slug", ["serving-1", "serving-3"])
def test_the_right_section_is_where_the_serve_lands(slug: str) -> None:
    """The top card of the server's deck decides, and serving it proves the verdict."""
    reply, position = start(slug)
    top = position["seats"][position["turn"]]["deck"][0]
    face = naive.STANDARD[top]
    assert right_section(slug) == f"far {face.lands}"
    assert reply["view"]["shown"]["card"] == {
        "card": top,
        "receives": sorted(face.receives),
        "lands": face.lands,
    }
    after = naive.play(position, "serve")
    ball: Any = after["ball"]
    if ball is not None:
        assert ball["section"] == face.lands


def test_the_serve_that_cannot_be_met() -> None:
    """The right section is the only one that no card of the far hand receives."""
    reply, position = start("serving-4")
    far = position["seats"][1 - reply["view"]["seat"]]["hand"]
    covered = {section for card in far for section in naive.STANDARD[card].receives}
    assert set(range(1, 7)) - covered == {int(right_section("serving-4").split()[1])}
    assert [card["card"] for card in reply["view"]["seats"][0]["cards"]] == far


def test_no_drill_gives_its_deck_away() -> None:
    """The top card of a deck is shown only where the drill asks about it."""
    for slug in DRILLS:
        reply, position = start(slug)
        shown = reply["view"]["shown"]
        if shown is not None:
            top = position["seats"][position["server"]]["deck"][0]
            hand = position["seats"][reply["view"]["seat"]]["hand"]
            assert shown["card"]["card"] in [top, *hand]
            assert reply["drill"]["kind"] == "section"
