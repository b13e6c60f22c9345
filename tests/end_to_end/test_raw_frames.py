"""
What travels: each kind of event, under each visibility, to each role, as bytes of real sockets.

The rows, and who sees which, are those of `tests/rooms/event_table.py`. Here it is not asked what
the room decides but what was sent: live, in a welcome, a snapshot, a history page.
"""

import asyncio
import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec
import pytest

from protocol import events as e
from protocol import v20_words, words
from protocol.words import Visibility
from tests.end_to_end.raw_table import LATECOMER, WATCHING, RawTable, RecordedTable, behind_sockets
from tests.non_interference.leaks import show_causes
from tests.rooms import event_rows
from tests.rooms.event_rows import Row, Scene
from tests.rooms.event_table import TABLE
from tests.support.wire_client import Item

LETTERS = {"storyteller": "S", "ann": "O", "bob": "P", "guest": "V", LATECOMER: "L"}
SHORTEST = 6
"""Shorter strings are of no use: they stand everywhere."""

LANGUAGE = {
    member.value
    for module in (words, v20_words)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
    for member in kind
}
"""Names of trackers, visibilities and the like: whoever has a character reads them."""


@pytest.fixture(autouse=True)
async def swift_loop() -> None:
    """Switch asyncio's debugging off here: hundreds of servers are told thousands of messages."""
    asyncio.get_running_loop().set_debug(False)


@pytest.mark.parametrize("r", TABLE, ids=lambda r: f"{r.event.__name__}-{r.how}")
async def test_no_byte_of_an_event_reaches_whom_it_is_hidden_from(
    r: Row, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A2: whoever does not see it by the table is sent none of its ids, words and fields."""
    table, before, raw = await talk(r, monkeypatch, tmp_path)
    tag = str(r.event.__struct_config__.tag)
    for name in (*WATCHING, LATECOMER):
        seen = _text(raw.items[name])
        if _may_see(r, name):
            assert f'"{tag}"' in seen or name == LATECOMER, f"{name} was not sent the {tag}"
            continue
        forbidden = _forbidden(table, before, tag, name) - _known(raw, name) - LANGUAGE
        found = sorted(word for word in forbidden if _is_in(word, raw.items[name], seen))
        assert not found, f"{name} was sent {found} of a {tag}"


def test_the_table_has_each_visibility() -> None:
    """Rows that are placed come under every visibility that there is."""
    assert {v.value for v in Visibility} <= {r.how for r in TABLE}


async def test_what_is_hidden_does_travel_to_whom_it_is_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The search finds what is there: the words of a secret roll are in a Storyteller's bytes."""
    r = row_of(e.RollResolved, "secret")
    table, before, raw = await talk(r, monkeypatch, tmp_path)
    forbidden = _forbidden(table, before, "roll_resolved", "bob")
    assert {'"receipt":', '"face":', "roll_resolved"} <= forbidden
    told = raw.items["storyteller"]
    assert all(_is_in(word, told, _text(told)) for word in forbidden)


async def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A server that tells everybody the cause of a change is found out."""
    show_causes(monkeypatch)
    with pytest.raises(AssertionError, match="was sent"):
        await test_no_byte_of_an_event_reaches_whom_it_is_hidden_from(
            row_of(e.StainsAdded, "secret"), monkeypatch, tmp_path
        )


async def talk(
    r: Row, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> tuple[RecordedTable, int, RawTable]:
    """Live what a row is about over sockets: the desk, where the row begins on it, what came."""
    monkeypatch.setattr(event_rows, "Table", RecordedTable)
    scene = Scene(r.rules)
    table = scene.room
    assert isinstance(table, RecordedTable)
    before = len(table.commands)
    r.cause(scene)
    async with behind_sockets(table, before, folder) as (raw, intents):
        for command in intents:
            await raw.repeat(command)
        await raw.look_back()
    return table, before, raw


def row_of(event: type, how: str) -> Row:
    """The first row of an event that comes about so."""
    return next(r for r in TABLE if r.event is event and r.how == how)


# --- what is looked for ---------------------------------------------------------------------------


def _may_see(r: Row, name: str) -> bool:
    """By the table; a bot owns nothing here and is never named, so it sees what everybody sees."""
    return set("PV") <= set(r.viewers) if name == "bot" else LETTERS[name] in r.viewers


def _forbidden(table: RecordedTable, before: int, tag: str, name: str) -> set[str]:
    """Words and fields of the last events of a kind, less those of others that somebody sees."""
    member = table.members.get(name)
    hidden: set[str] = set()
    allowed: set[str] = set()
    for kept in table.kept[before:]:
        for record in kept.records:
            said = _words(msgspec.json.decode(record.body))
            to = record.audience
            if kept is table.kept[-1] and record.kind == tag:
                hidden |= said
            elif to.everyone or (member is not None and member in to.members):
                allowed |= said
    return hidden - allowed


def _known(raw: RawTable, name: str) -> set[str]:
    """What somebody was sent before; who comes late may know what everybody did."""
    return set().union(*(_words(item.data) for item in raw.before.get(name, raw.before["guest"])))


def _words(value: Any) -> set[str]:
    """Longer strings, and names of fields, which stand before a colon."""
    return set(_found(value))


def _found(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for name, inner in value.items():
                yield f'"{name}":'
                yield from _found(inner)
        case list():
            for inner in value:
                yield from _found(inner)
        case str() if len(value) >= SHORTEST:
            yield value


def _text(items: list[Item]) -> str:
    """All that was sent to somebody, as JSON, whatever it came as."""
    return "\n".join(json.dumps(item.data, separators=(",", ":"), default=str) for item in items)


def _is_in(word: str, items: list[Item], seen: str) -> bool:
    return word in seen or any(word.encode() in item.raw for item in items)
