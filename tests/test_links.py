"""Links hold a whole match, survive what chat programs do to them, and show damage."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from pathlib import Path
from typing import Any

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Obj
from positions import any_position, any_rules

from grandslam import links
from grandslam.drills import all_drills
from grandslam.match import VERSION
from grandslam.table import answer


def any_record(seed: int) -> Obj:
    """The record of some match of chance, from a seed or from a position."""
    luck = random.Random(seed)
    if luck.random() < 0.3:
        start = any_position(luck, ("return", "serve"))
        move = luck.choice(naive.legal_moves(start))
        return {"version": 1, "position": start, "moves": [move]}
    record: Obj = {
        "version": 1,
        "rules": any_rules(luck),
        "deck": "standard",
        "server": luck.randint(0, 1),
        "seed": luck.getrandbits(48),
        "moves": [],
    }
    return naive.random_match(record, luck, luck.randint(0, 120))


def packed(text: str | bytes) -> str:
    """A link around any content."""
    content = text.encode() if isinstance(text, str) else text
    return "#1." + base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def refuse(link: str) -> None:
    """The link is refused in one plain sentence."""
    with pytest.raises(ValueError, match=r"\w") as refusal:
        links.read(link)
    text = str(refusal.value)
    assert text.endswith(".")
    assert "\n" not in text
    for code in ("sys.", "Traceback", "NoneType", "codec", "<class", "invalid"):
        assert code not in text
    reply = answer({"do": "open", "link": link})
    assert reply.keys() == {"error"}
    assert reply["error"]["where"].startswith("link")


@pytest.mark.parametrize("seed", range(60))
def test_a_record_comes_back_from_its_link(seed: int) -> None:
    """Record, looker and players are the same after the way through a link."""
    record = any_record(seed)
    seat: int | None = [0, 1, None][seed % 3]
    players = [{}, {"1": "rookie"}][seed % 2]
    link = links.write(record, seat, players)
    assert link is not None
    assert re.fullmatch(r"#1\.[A-Za-z0-9_-]+", link)
    assert len(link) <= 4096
    assert links.read(link) == {"record": record, "seat": seat, "players": players}


def test_a_link_survives_its_journey() -> None:
    """Blanks, line breaks, a full stop behind it and the page's address do no harm."""
    record = any_record(2)
    link = links.write(record)
    assert link is not None
    for text in (
        link,
        link.removeprefix("#"),
        f"https://example.org/book/play.html{link}",
        f" {link}\n",
        f"{link}.",
        link[:30] + "\n" + link[30:],
        link[:20] + "\u200b" + link[20:],
        link.replace("#", "%23"),
    ):
        assert links.read(text)["record"] == record


@pytest.mark.parametrize("seed", range(4))
def test_damage_is_seen(seed: int) -> None:
    """One wrong letter, one missing or two exchanged give a refusal, never another match."""
    record = any_record(seed)
    link = links.write(record)
    assert link is not None
    luck = random.Random(seed)
    for place in range(3, len(link)):
        other = luck.choice([sign for sign in "Ab3-_zQ" if sign != link[place]])
        for damaged in (
            link[:place] + other + link[place + 1 :],
            link[:place] + link[place + 1 :],
            link[: place - 1] + link[place] + link[place - 1] + link[place + 1 :],
        ):
            try:
                found = links.read(damaged)
            except ValueError:
                continue
            assert found["record"] == record  # two equal letters exchanged, or unused bits


CONTENTS: list[Any] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"7",
    b"\xff\xfe",
    b"[" * 50_000,
    b'{"moves": [1]}',
    b'{"moves": 7, "seed": 1}',
    b'{"moves": ""}',
    b'{"moves": "", "seed": -1}',
    b'{"moves": "", "seed": true}',
    b'{"moves": "", "seed": ' + b"9" * 5000 + b"}",
    b'{"moves": "nonsense", "seed": 1}',
    b'{"moves": "", "seed": 1, "umpire": 1}',
    b'{"moves": "", "seed": 1, "position": {}}',
    b'{"moves": "", "seed": NaN}',
    json.dumps({"moves": "", "seed": 1, "deck": "x" * 300_000}).encode(),
    b" " * 20_000_000,
]


@pytest.mark.parametrize("content", CONTENTS, ids=lambda content: repr(content[:20]))
def test_links_around_bad_content(content: bytes) -> None:
    """Whatever a link unfolds to, it is refused in words and unfolds only so far."""
    refuse(packed(content))


@pytest.mark.parametrize(
    "text", ["", "#", "#1.", "#1.x", "#0.", "#2.abc", "#999999.abc", "1", "#1." + "A" * 5000, "🎾"]
)
def test_what_is_no_link(text: str) -> None:
    """Texts that hold no match are refused in words."""
    refuse(text)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=60) | st.text(alphabet="#1.AbeNp-_9", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Arbitrary text never raises anything but a refusal in words."""
    refuse(text)


def test_a_match_too_long_for_a_link() -> None:
    """A record that does not fit gives no link, and the reply says so by leaving it out."""
    start: Obj = {
        "version": 1,
        "rules": any_rules(random.Random(0), ("endless",)),
        "deck": "standard",
        "server": 0,
        "seed": 1,
        "moves": [],
    }
    record = naive.random_match(start, random.Random(1), 6000)
    assert links.write(start) is not None
    assert links.write(record) is None
    assert answer({"do": "open", "record": record, "seat": 0, "players": {}})["link"] is None


OLD = [
    pytest.param(int(path.stem.removeprefix("version-")), entry, id=f"{path.stem}: {entry['name']}")
    for path in sorted((Path(__file__).parent / "links").glob("version-*.json"))
    for entry in json.loads(path.read_text("utf-8"))
]
"""Links as boards made them when a version was new, with what they must give: only add to them."""


@pytest.mark.parametrize(("version", "entry"), OLD)
def test_old_links_open_for_ever(version: int, entry: Obj) -> None:
    """What was once copied out of a board still opens the same match, for the same players."""
    assert entry["link"].startswith(f"#{version}.")
    found = links.read(entry["link"])
    assert found == {key: entry[key] for key in ("record", "seat", "players")}
    reply = answer({"do": "open", "link": entry["link"]})
    moves = entry["record"]["moves"]
    assert reply["record"]["moves"][: len(moves)] == moves
    assert (reply["seat"], reply["players"]) == (entry["seat"], entry["players"])


def test_there_are_old_links_of_every_version() -> None:
    """A new version of links brings its file of old ones."""
    assert set(range(1, VERSION + 1)) == {param.values[0] for param in OLD}


def test_a_reply_says_whose_match_a_link_brings() -> None:
    """Seat and players come with a link, and only with a link."""
    record = any_record(1)
    link = links.write(record, None, {})
    reply = answer({"do": "open", "link": link})
    assert (reply["seat"], reply["players"]) == (None, {})
    plain = answer({"do": "open", "record": record, "seat": None})
    assert not {"seat", "players"} & plain.keys()


@pytest.mark.parametrize("slug", all_drills())
def test_the_link_of_a_drill_is_a_match_to_play(slug: str) -> None:
    """A drill's link opens its position as a match against the rookie, with the same hand."""
    drill = all_drills()[slug]
    shown = answer({"do": "open", "drill": slug, "seat": drill.seat})
    reply = answer({"do": "open", "link": shown["link"]})
    others = [seat for seat in range(len(shown["view"]["seats"])) if seat != drill.seat]
    assert reply["players"] == {str(seat): "rookie" for seat in others}
    assert reply["seat"] == reply["turn"] == drill.seat
    assert reply["view"]["hand"] == shown["view"]["hand"]
    assert reply["moves"]
    assert reply["drill"] is None


def test_a_fault_in_a_link_is_told_as_a_sentence() -> None:
    """The reader sees the sentence alone; where it was is said beside it."""
    reply = answer({"do": "open", "link": "#1.abc"})
    assert reply["error"]["text"].startswith("This link")
    assert reply["error"]["where"] == "link"
