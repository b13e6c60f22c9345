"""Rolls and events in words."""

from typing import Any, get_args

import pytest
from coterie_client import normalise
from coterie_client.terminal import Teller, receipt_lines
from coterie_client.terminal.dice import die
from coterie_client.terminal.handles import Handles
from coterie_client.terminal.phrases import tracker
from coterie_client.terminal.plain import plain
from coterie_client.terminal.teller import _LINES

from protocol.events import Event
from tests.client_python.fake import snapshot

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("view", "drawn"),
    [
        ({"kind": "regular", "face": 7, "adds": 1}, "(7)"),
        ({"kind": "hunger", "face": 7, "adds": 1}, "<7>"),
        ({"kind": "regular", "face": 10, "adds": 2, "in_pair": True}, "(10)*"),
        ({"kind": "hunger", "face": 10, "adds": 2, "in_pair": True}, "<10>*"),
        ({"kind": "regular", "face": 8, "adds": 1, "replaced": 3}, "(3>8)"),
    ],
)
def test_dice_are_told_apart_by_shape(view: Json, drawn: str) -> None:
    """No colour is needed."""
    assert die(view) == drawn


MESSY = {
    "type": "pool",
    "items": [{"label": "Manipulation + Persuasion", "dice": 6}],
    "dice": [
        {"kind": "regular", "face": 10, "adds": 2, "in_pair": True},
        {"kind": "regular", "face": 5, "adds": 0},
        {"kind": "regular", "face": 7, "adds": 1},
        {"kind": "regular", "face": 2, "adds": 0},
        {"kind": "hunger", "face": 10, "adds": 2, "in_pair": True},
        {"kind": "hunger", "face": 1, "adds": 0},
    ],
    "successes": 5,
    "pairs": 1,
    "hunger_tens": 1,
    "hunger_ones": 1,
    "difficulty": 4,
    "margin": 1,
    "outcome": "messy_critical",
    "why": "A ten on a Hunger die makes it messy.",
}


def test_a_pool_is_told_with_dice_and_verdict() -> None:
    """Parts, dice by kind, what it came to, and why."""
    assert receipt_lines(MESSY) == [
        "pool: Manipulation + Persuasion +6",
        "(10)* (5) (7) (2) <10>* <1>  (4 regular, 2 Hunger)",
        "5 successes against 4, margin 1: MESSY CRITICAL",
        "A ten on a Hunger die makes it messy.",
    ]


def test_a_pool_without_difficulty_has_no_verdict() -> None:
    """What it could have been is said."""
    receipt = {
        **MESSY,
        "items": [{"label": "", "dice": 1}],
        "dice": [{"kind": "hunger", "face": 6, "adds": 1}],
        "successes": 1,
        "difficulty": None,
        "margin": None,
        "outcome": None,
        "possible": ["success", "bestial_failure"],
        "why": "",
    }
    assert receipt_lines(receipt) == [
        "<6>  (1 Hunger)",
        "1 success, no difficulty was named; could be success or bestial failure",
    ]


def test_a_surge_tells_its_rouse_check_too() -> None:
    """And a total failure that is bestial stays a total failure."""
    rouse = {"type": "rouse", "faces": [1], "passed": False, "why": "1 is below 6."}
    receipt = {**MESSY, "outcome": "bestial_failure", "is_total_failure": True, "rouse": rouse}
    lines = receipt_lines(receipt)
    assert "margin 1: BESTIAL FAILURE (a total failure)" in lines[2]
    assert lines[3] == "Blood Surge: Rouse check (1): failed, Hunger rises"


@pytest.mark.parametrize(
    ("receipt", "first"),
    [
        (
            {"type": "rouse", "faces": [5, 8], "passed": True, "why": "x"},
            "Rouse check (5) (8): passed, Hunger stays",
        ),
        (
            {"type": "rouse", "faces": [2], "passed": False, "why": "x"},
            "Rouse check (2): failed, Hunger rises",
        ),
        (
            {"type": "remorse", "faces": [3], "successes": 0, "kept": False, "why": "x"},
            "Remorse (3): 0 successes, Humanity drops by one",
        ),
        (
            {
                "type": "frenzy",
                "kind": "terror",
                "items": [],
                "faces": [6, 1],
                "successes": 1,
                "difficulty": 2,
                "outcome": "frenzy",
                "why": "x",
            },
            "Frenzy (terror) (6) (1): 1 success against 2, frenzy",
        ),
    ],
)
def test_other_receipts_are_one_line_and_a_reason(receipt: Json, first: str) -> None:
    """The reason is the server's."""
    assert receipt_lines(receipt) == [first, "x"]


def test_an_unknown_receipt_gives_its_reason_alone() -> None:
    """A newer server may roll something new."""
    assert receipt_lines({"type": "tarot", "why": "The Tower."}) == ["The Tower."]


@pytest.mark.parametrize(
    ("value", "drawn"),
    [
        (3, "3"),
        ({"boxes": 5}, "[.....]"),
        ({"boxes": 5, "superficial": 2, "aggravated": 1}, "[X//..]"),
        ({"boxes": 2, "superficial": 2, "is_impaired": True}, "[//] impaired"),
        ({"boxes": 2, "aggravated": 2, "is_impaired": True, "condition": "torpor"}, "[XX] torpor"),
    ],
)
def test_trackers_are_drawn(value: Any, drawn: str) -> None:
    """Aggravated left, Superficial next, empty right."""
    assert tracker(value) == drawn


@pytest.mark.parametrize("name", ["Zoë", "Łucja", "Ольга", "李", "👩‍👩‍👧", "عمر", "Zoe\u0308", "ก็"])
def test_names_stay_as_they_are(name: str) -> None:
    """Accents, scripts and joiners are text (case H1)."""
    assert plain(name) == name


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b]0;title\x07", "[31mred]0;title"),
        ("abc\u202edef", "abcdef"),
        ("a\nb\r\tc", "abc"),
        ("\u2066x\u2069", "x"),
        ("\udc80x", "x"),
    ],
)
def test_a_terminal_is_not_commanded_by_text_of_others(text: str, shown: str) -> None:
    """Escapes and marks that turn the direction are left out."""
    assert plain(text) == shown


@pytest.fixture
def teller() -> Teller:
    """A teller at a small table."""
    state = normalise(
        snapshot(
            members=[
                {"member": "p", "name": "Ben", "role": "player"},
                {"member": "st", "name": "Ada", "role": "storyteller"},
            ],
            characters=[
                {"character": "c", "name": "Zoë", "kind": "vampire", "owners": ["p"]},
                {"character": "d", "name": "Łucja", "kind": "vampire"},
            ],
        )
    )
    return Teller(lambda: state, Handles())


def test_a_roll_is_told_with_its_number(teller: Teller) -> None:
    """Who, for whom, what, who sees it, and whether it may still be rerolled."""
    body = {
        "type": "roll_resolved",
        "roll": "r",
        "member": "p",
        "character": "c",
        "label": "Wits",
        "visibility": "private",
        "source": "entered",
        "lane": None,
        "receipt": MESSY,
        "is_standing": True,
        "note": "in the rain",
    }
    lines = teller.tell(body)
    assert lines[0] == ('#1 Zoë (Ben) rolled "Wits", dice entered by hand [private] - in the rain')
    assert lines[2].strip().startswith("(10)* (5)")
    assert "reroll or pass" in lines[-1]


def test_a_blind_roll_tells_nothing_more(teller: Teller) -> None:
    """Nor does this client invent anything."""
    body = {"type": "blind_roll_made", "member": "p", "character": "c"}
    assert teller.tell(body) == ["Zoë (Ben) rolled blind"]


def test_a_reveal_of_the_outcome_alone_says_that_it_proves_nothing(teller: Teller) -> None:
    """Whole reveals show the dice."""
    body = {
        "type": "roll_revealed",
        "roll": "r",
        "by": "st",
        "member": "st",
        "character": None,
        "label": "",
        "part": "outcome",
        "rolled_at_ms": 1,
        "source": "unproven",
        "successes": 1,
        "outcome": "success",
    }
    assert teller.tell(body) == [
        "Ada reveals #1: Ada",
        "    1 success, success (outcome alone: nothing to check)",
    ]
    assert any("(10)*" in line for line in teller.tell({**body, "receipt": MESSY}))


def test_who_went_keeps_the_name(teller: Teller) -> None:
    """The log of an evening names people who are not there any more."""
    teller.tell({"type": "member_joined", "member": "x", "name": "Cleo", "role": "player"})
    assert teller.tell({"type": "member_left", "member": "x"}) == ["Cleo left the room"]
    created = {"type": "character_created", "card": {"character": "e", "name": "Max"}}
    assert teller.tell(created) == ["Max enters"]
    assert teller.tell({"type": "character_removed", "character": "e"}) == ["Max leaves the table"]


def test_what_cannot_be_told_is_named(teller: Teller) -> None:
    """An unknown type and a known one of another shape: a line each, no error."""
    assert "book_opened" in teller.tell({"type": "book_opened"})[0]
    assert "could not read" in teller.tell({"type": "clock_begun"})[0]


def test_every_event_of_the_protocol_is_told() -> None:
    """A new event type without words fails here."""
    tags = {str(kind.__struct_config__.tag) for kind in get_args(Event)}
    assert tags - set(_LINES) == set()


def test_words_are_told_in_quotes(teller: Teller) -> None:
    """What somebody says can look like a roll and is still told as something said."""
    said = {"type": "said", "member": "x", "kind": "talk", "text": "#1: 5 successes\x1b[2J"}
    (line,) = teller.tell(said | {"visibility": "private"})
    assert line.endswith("says: “#1: 5 successes[2J” [private]")
    (line,) = teller.tell(said | {"kind": "note", "visibility": "public"})
    assert " notes: “" in line
