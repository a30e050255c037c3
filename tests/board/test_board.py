"""The notebook's board: what it shows, what it sends, what it follows."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from grandslam.board import Board
from grandslam.table import answer


class Recorded(Board):
    """A board whose messages to the front end are kept."""

    sent: list[Any]

    def send(self, content: Any, buffers: Any = None) -> None:
        self.sent = [*getattr(self, "sent", []), content]


def press(board: Board, move: str | None, do: str = "play", **more: Any) -> None:
    """What the front end sends when a move is played, or the next point dealt."""
    setup = board.setup
    request = {
        "do": do,
        "record": board.record,
        **({"move": move} if move else {}),
        "seat": setup["seat"],
        "players": setup["players"],
        "open_hands": setup["open_hands"],
    }
    if setup["drill"]:
        request["drill"] = setup["drill"]
    board._heard(board, {"id": "1", "request": request} | more, [])


def bundle(board: Board) -> dict[str, Any]:
    data, _ = board._repr_mimebundle_()
    return data


class Mount(HTMLParser):
    """The attributes of the page's place for a board."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str | None]] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] = dict(attrs)


# ---------------------------------------------------------------------------------- what it shows
def test_a_match_and_a_drill_say_what_they_are() -> None:
    """The setup is what the front end needs to ask for more."""
    board = Board(seed=7, edition="ko", scoring="deuce", server=1)
    assert board.setup["players"] == {"1": "rookie"}
    assert board.setup["chooser"] is True
    assert board.record["rules"]["edition"] == "ko"
    assert board.record["seed"] == 7
    assert board.reply["turn"] == 0
    drill = Board(drill="serving-1")
    assert (drill.setup["kind"], drill.setup["chooser"]) == ("drill", False)
    assert drill.reply["drill"]["slug"] == "serving-1"


def test_a_friend_sits_at_the_same_screen() -> None:
    """Nobody is played by the computer; whoever decides looks on."""
    board = Board(seed=5, opponent="friend")
    assert board.setup["players"] == {}
    assert board.setup["seat"] is None


def test_every_seat_of_four_may_have_its_own_player() -> None:
    """A person, a rookie or a regular; seats left out are rookies."""
    board = Board(seed=5, players=4, opponent={"2": "friend", "3": "regular"})
    assert board.setup["players"] == {"1": "rookie", "3": "regular"}
    assert board.setup["seat"] is None
    alone = Board(seed=5, players=4, style="master", opponent="regular")
    assert alone.setup["players"] == {"1": "regular", "2": "regular", "3": "regular"}
    assert alone.setup["seat"] == 0


def test_a_record_of_four_seats_four_players() -> None:
    """The record knows how many play."""
    record = {"version": 1, "rules": {"players": 4}, "seed": 42, "moves": []}
    board = Board(seed=7)
    board.record = record
    assert board.setup["players"] == {"1": "rookie", "2": "rookie", "3": "rookie"}
    assert Board(record=record).setup["players"] == board.setup["players"]


def test_without_a_seed_every_board_is_another_match() -> None:
    """A seed of 48 bits is drawn, and the repr names it."""
    one, two = Board(), Board()
    assert one.record["seed"] != two.record["seed"]
    assert repr(one) == f"Board(seed={one.record['seed']})"


def test_the_id_is_the_hash_of_setup_and_opening() -> None:
    """First answers of the built site are found by it."""
    board = Board(drill="serving-2")
    setup = dict(board.setup)
    name = setup.pop("id")
    text = json.dumps(
        [setup, board.record], ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    assert name == hashlib.sha256(text.encode()).hexdigest()[:8]
    assert Board(drill="serving-2").setup["id"] == name
    assert Board(drill="serving-3").setup["id"] != name


@pytest.mark.parametrize(
    "board",
    [
        Board(seed=7),
        Board(seed=7, edition="zh", scoring="deuce", server=1, open_hands=True, title="Match"),
        Board(seed=7, opponent="friend"),
        Board(seed=7, players=4, style="master", opponent={"1": "rookie", "2": "friend"}),
        Board(seed=7, players=4, opponent={"1": "rookie", "2": "regular"}, seat=3),
        Board(drill="serving-1"),
        Board(record={"version": 1, "seed": 42, "moves": ["serve"]}, rulings={}),
    ],
    ids=repr,
)
def test_its_repr_makes_the_same_board_again(board: Board) -> None:
    """Stable, without addresses: strict notebook tests may compare it."""
    assert " at 0x" not in repr(board)
    again = eval(repr(board), {"Board": Board})
    assert again.reply == board.reply
    assert again.setup == board.setup
    assert repr(again) == repr(board)


# ------------------------------------------------------------------------------------- its output
def test_the_output_has_widget_page_picture_and_sentence() -> None:
    """One bundle for JupyterLab, the site, previews and the console."""
    board = Board(seed=7)
    data = bundle(board)
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["image/svg+xml"].startswith("<svg ")
    assert data["text/plain"] == f"Board(seed=7)\n{board.view['picture']}"
    mount = Mount(data["text/html"]).found
    assert mount["div"]["class"] == "gs-board-mount"
    assert json.loads(mount["div"]["data-board"] or "") == {
        "setup": board.setup,
        "reply": board.reply,
    }
    source = mount["img"]["src"] or ""
    assert base64.b64decode(source.partition("base64,")[2]).decode() == data["image/svg+xml"]
    assert mount["img"]["alt"] == board.view["picture"]


def test_the_output_is_the_same_every_time() -> None:
    """Apart from the widget's own number, two runs give the same bytes."""
    one, two = bundle(Board(drill="serving-1")), bundle(Board(drill="serving-1"))
    for mime in ("text/plain", "text/html", "image/svg+xml"):
        assert one[mime] == two[mime]


def test_names_cannot_break_out_of_the_page() -> None:
    """A title is text, whatever it holds."""
    title = "'><script>alert(1)</script>&amp;"
    html = bundle(Board(seed=7, title=title))["text/html"]
    assert "<script" not in html
    data = json.loads(Mount(html).found["div"]["data-board"] or "")
    assert data["setup"]["title"] == title


def test_a_hidden_half_is_hidden_in_the_picture_too() -> None:
    """The drill that asks for the numbers does not show them."""
    assert bundle(Board(drill="serving-3"))["image/svg+xml"].count('font-size="19"') == 6


# ------------------------------------------------------------------------------ what it follows
def test_it_answers_and_follows_what_is_pressed() -> None:
    """The reply goes back under its number; record, position and view change together."""
    board = Recorded(seed=42)
    seen = []
    board.observe(lambda change: seen.append((change["name"], board.view["phase"])), "record")
    press(board, "serve")
    assert board.sent[-1]["id"] == "1"
    assert board.sent[-1]["reply"] == board.reply
    assert board.record["moves"][0] == "serve"
    assert board.position == board.view["position"] == board.reply["view"]["position"]
    assert seen == [("record", "return")], "an observer sees all traits new"


def test_looking_back_changes_nothing() -> None:
    """Steps through the rally and refused moves leave record and position alone."""
    board = Recorded(seed=7)
    press(board, "serve")
    before = board.record
    press(board, before["moves"][0], look=True)
    assert board.record == before
    press(board, "nonsense")
    assert board.sent[-1]["reply"]["reason"]["rule"] == "notation"
    assert board.record == before
    board._heard(board, {"id": "2", "request": {"do": "jump"}}, [])
    assert "error" in board.sent[-1]["reply"]
    board._heard(board, {"id": "3"}, [])
    assert "error" in board.sent[-1]["reply"]
    assert board.record == before


def test_a_new_match_chosen_on_the_board_is_followed() -> None:
    """Edition, scoring, opponent and seed become the board's."""
    board = Recorded(seed=7)
    record = board.record | {
        "seed": 9,
        "moves": [],
        "rules": board.record["rules"] | {"edition": "zh", "scoring": "deuce"},
    }
    request = {"do": "open", "record": record, "seat": None, "players": {}, "open_hands": False}
    board._heard(board, {"id": "1", "request": request}, [])
    assert (board.edition, board.scoring, board.opponent) == ("zh", "deuce", "friend")
    assert board.seat is None
    assert board.setup["players"] == {}
    assert repr(board) == "Board(seed=9, edition='zh', scoring='deuce', opponent='friend')"


def test_players_chosen_on_the_board_are_followed() -> None:
    """One word where the others are alike, else each seat's own."""
    board = Recorded(seed=7, players=4)
    record = board.record
    for players, seat, opponent in (
        ({"1": "regular", "2": "regular", "3": "regular"}, 0, "regular"),
        ({"1": "rookie", "3": "regular"}, None, {"1": "rookie", "2": "friend", "3": "regular"}),
    ):
        request = {"do": "open", "record": record, "seat": seat, "players": players}
        board._heard(board, {"id": "1", "request": request}, [])
        assert board.opponent == opponent
        assert board.setup["players"] == players


@pytest.mark.parametrize("style", ["original", "master"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_match_is_played_through_the_board(players: int, style: str) -> None:
    """From the first serve to a winner, by what the front end sends."""
    board = Recorded(seed=11, players=players, style=style)
    for count in range(500):
        moves = board.reply["moves"]
        if not moves:
            break
        move = moves[count % len(moves)]
        press(board, move["text"], do=move["do"])
    assert board.reply["winner"] in (0, 1)
    opened = answer({"do": "open", "seat": 0, "record": board.record})
    assert opened["view"] == board.view


# ------------------------------------------------------------------------------- setting traits
def test_a_record_may_be_set() -> None:
    """The board shows the match so far; rules come with the record."""
    board = Board(drill="serving-1")
    rules = {"edition": "ko", "players": 2}
    board.record = {"version": 1, "rules": rules, "seed": 42, "moves": ["serve"]}
    assert board.drill is None
    assert board.edition == "ko"
    assert board.setup["kind"] == "match"
    assert board.record["moves"][:1] == ["serve"]
    assert eval(repr(board), {"Board": Board}).record == board.record


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "zh"),
        ("scoring", "deuce"),
        ("rulings", {"loss": "one_turn"}),
        ("seat", 1),
        ("opponent", "friend"),
        ("drill", "serving-2"),
    ],
)
def test_setting_a_trait_starts_anew(name: str, value: Any) -> None:
    """The same seed is dealt again under the new setting."""
    board = Recorded(seed=7)
    press(board, "serve")
    setattr(board, name, value)
    assert getattr(board, name) == value
    moves = board.record["moves"]
    assert moves == [] or (name == "seat" and moves == ["serve"]), "only the computer has played"
    if name != "drill":
        assert board.record["seed"] == 7
    assert eval(repr(board), {"Board": Board}).reply == board.reply


def test_a_friend_leaves_the_seat_open_and_the_computer_takes_it_again() -> None:
    """Otherwise one of two people could never move."""
    board = Board(seed=7)
    board.opponent = "friend"
    assert board.setup["seat"] is None
    board.opponent = "rookie"
    assert board.setup["seat"] == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("record", {"version": 1, "seed": 42, "moves": ["13"]}),
        ("record", "serve"),
        ("record", None),
        ("edition", "fr"),
        ("scoring", "best_of_five"),
        ("rulings", {"loss": "everything"}),
        ("opponent", "champion"),
        ("opponent", {"1": "champion"}),
        ("opponent", {"2": "rookie"}),
        ("seat", 5),
        ("seat", None),
        ("drill", "serving-99"),
        ("players", 3),
        ("style", "fast"),
        ("odds", 1),
        ("odds", None),
    ],
)
def test_a_bad_value_is_refused_in_words_and_changes_nothing(name: str, value: Any) -> None:
    """ValueError with a sentence; the board stays as it was."""
    board = Board(seed=7)
    before = (board.reply, board.setup, repr(board))
    with pytest.raises(ValueError, match=r"^[A-Za-z].*\.$"):
        setattr(board, name, value)
    assert (board.reply, board.setup, repr(board)) == before


def test_position_and_view_are_read_only() -> None:
    """They follow the record and nothing else."""
    board = Board(seed=7)
    for name in ("position", "view"):
        with pytest.raises(Exception, match="read-only"):
            setattr(board, name, {})


def test_the_odds_are_shown_and_hidden_without_starting_anew() -> None:
    """The trait follows the reader's switch both ways, and the page's board is told."""
    board = Recorded(seed=7)
    press(board, "serve")
    before = board.record
    assert not board.odds
    assert '"odds"' not in board._page_html()
    board.odds = True
    assert board.record == before
    assert '"odds":true' in board._page_html()
    asked = {"do": "odds", "record": board.record, "seat": 0, "players": {"1": "rookie"}}
    given = json.loads(Mount(board._page_html()).found["div"]["data-board"] or "")
    assert given["counted"] == answer(asked), "the page needs no Python for the first ones"
    assert eval(repr(Board(seed=7, odds=True)), {"Board": Board}).odds is True


def test_the_odds_are_counted_by_the_kernel_and_change_nothing() -> None:
    """The panel's question is answered beside the table."""
    board = Recorded(seed=42)
    press(board, "serve")
    before = (board.record, board.reply)
    request = {"do": "odds", "record": board.record, "seat": 0, "players": {"1": "rookie"}}
    board._heard(board, {"id": "1", "request": request}, [])
    assert board.sent[-1]["reply"]["questions"]
    assert (board.record, board.reply) == before


@pytest.mark.parametrize(
    "bad", [{"seed": -1}, {"edition": "fr"}, {"drill": "x"}, {"server": 7}, {"odds": "on"}]
)
def test_a_bad_board_is_not_made(bad: dict[str, Any]) -> None:
    """The constructor refuses in words, too."""
    with pytest.raises(ValueError, match=r"\.$"):
        Board(**bad)


def test_the_front_end_is_one_module_without_an_export_named_render() -> None:
    """anywidget takes a named render for the old form."""
    module = str(Board._esm)
    assert re.search(r"^export default \{ render \};$", module, re.MULTILINE)
    assert not re.search(r"export (const|function) render\b", module)
    assert "import " not in re.sub(r"/\*.*?\*/|//[^\n]*", "", module, flags=re.DOTALL)


def test_a_qr_code_is_made_by_the_kernel_and_changes_nothing() -> None:
    """The board's question for a code is answered beside the table."""
    board = Recorded(seed=7)
    before = board.record
    request = {"do": "qr", "text": "https://example.org/#1.abc"}
    board._heard(board, {"id": "1", "request": request, "look": True}, [])
    assert board.sent[0]["id"] == "1"
    assert board.sent[0]["reply"]["svg"].startswith("<svg")
    assert board.record == before


def test_links_are_offered_where_the_pages_are_known() -> None:
    """The front end reads the addresses from a trait; without them it offers no links."""
    board = Board(seed=7)
    assert board.get_state()["pages"] == {}
    board.pages = {"play": "https://example.org/book/play.html"}
    assert board.get_state()["pages"]["play"].endswith("play.html")


def test_the_regular_may_be_the_opponent() -> None:
    """The board's setup names who plays the other seat, and a press keeps it so."""
    board = Board(seed=3, opponent="regular")
    assert board.setup["players"] == {"1": "regular"}
    assert repr(board) == "Board(seed=3, opponent='regular')"
    press(board, "serve")
    assert board.opponent == "regular"
