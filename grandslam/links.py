"""Links: a match as the fragment of an address, ``#1.`` and letters, digits, ``-`` and ``_``.

They are base64url of the compressed compact record: what has its default is left out, moves are joined
by blanks. The compression's check sum shows damage. A link is read as chat programs leave it: with
blanks, line breaks, invisible signs, percent signs or a full stop behind it.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any
from urllib.parse import unquote

from grandslam.match import VERSION, Match
from grandslam.rulesets import RuleSet

LONGEST = 4096
"""The most characters a link may have; a longer record is handed on as a file."""
BIGGEST = 200_000
"""The most characters of JSON that a link may unfold to."""


def write(
    record: dict[str, Any], seat: int | None = 0, players: dict[str, str] | None = None
) -> str | None:
    """The fragment for a record, who looks on and who the computer plays; None if it is too long.

    >>> link = write(Match.new(seed=42).play("serve").record)
    >>> link, read(link)["record"]["moves"]
    ('#1.eNqrVsrNL0stVrJSKk4tKktV0gHSqSlKViZGtQCACQi7', ['serve'])
    """
    compact: dict[str, Any] = {"moves": " ".join(m.replace(" ", "_") for m in record["moves"])}
    for key in ("seed", "decks", "position"):
        if key in record:
            compact[key] = record[key]
    if "rules" in record:
        usual = RuleSet().to_json()
        rules = {key: value for key, value in record["rules"].items() if value != usual[key]}
        compact |= {"rules": rules} if rules else {}
    if record.get("deck", "standard") != "standard":
        compact["deck"] = record["deck"]
    if record.get("server"):
        compact["server"] = record["server"]
    if seat != 0:
        compact["seat"] = seat
    if players:
        compact["players"] = players
    text = json.dumps(dict(sorted(compact.items())), separators=(",", ":"))
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    link = f"#{VERSION}.{packed}"
    return link if len(link) <= LONGEST else None


def read(link: str) -> dict[str, Any]:
    """``{"record", "seat", "players"}`` of a link or of a whole address; ValueError with one sentence."""
    text = "".join(sign for sign in unquote(link) if sign.isprintable() and not sign.isspace())
    found = re.search(r"#?(\d{1,6})\.([A-Za-z0-9_-]+)", text.rpartition("#")[2])
    if found is None:
        raise ValueError(
            "This link holds no match; it should end in # and a line that starts with 1 and a full stop."
        )
    if int(found[1]) > VERSION:
        raise ValueError(
            "This link was made by a newer version of the book; open it at the newest address."
        )
    if len(found[2]) > LONGEST:
        raise ValueError(
            f"This link is too long; a match in a link has at most {LONGEST} characters."
        )
    damaged = ValueError("This link is damaged; copy it whole, or ask for it again.")
    try:
        packed = base64.b64decode(found[2] + "=" * (-len(found[2]) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, BIGGEST)
        compact = json.loads(plain)
        moves = [move.replace("_", " ") for move in compact.pop("moves").split()]
        seat, players = compact.pop("seat", 0), compact.pop("players", {})
    except (zlib.error, ValueError, RecursionError, AttributeError, KeyError, TypeError):
        raise damaged from None
    if not unpacker.eof:
        raise damaged
    record = {"version": int(found[1]), **compact, "moves": moves}
    return {"record": Match.from_record(record).record, "seat": seat, "players": players}
