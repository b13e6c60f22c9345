"""An intent sent again: answered as before, and seen by nobody a second time."""

import contextlib
import hashlib
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.app import running
from server.config import Settings
from server.live import committing
from server.store.memory import MemoryLog
from tests.support.wire_client import Item, WireClient

KEY = "repetition"
INVITE = bytes(16)
ROLL = {"type": "roll", "id": str(uuid.uuid4()), "pool": 5, "difficulty": 2}


def token(name: str) -> bytes:
    """A device's token."""
    return hashlib.sha256(name.encode()).digest()


@contextlib.asynccontextmanager
async def table(log: MemoryLog, data: Path) -> AsyncIterator[tuple[WireClient, WireClient]]:
    """A server on *log* with two at the table: who rolls, and who watches."""
    async with running(Settings(port=0, data=data, create_key=KEY), events=log) as app:
        clients = [await WireClient.open(app.listener.port, "json") for _ in range(2)]
        roller, watcher = clients
        founding = {"type": "create", "create_key": KEY, "room_name": "Room", "name": "roller"}
        await roller.hello(token("roller"), founding)
        if not (await roller.query("snapshot"))["snapshot"]["members"][1:]:
            invite = {"type": "create_invite", "role": "player", "secret": INVITE}
            await roller.ask({"id": str(uuid.uuid4()), **invite})
        entry = {"type": "invite", "secret": INVITE, "name": "watcher"}
        await watcher.hello(token("watcher"), entry)
        try:
            yield roller, watcher
        finally:
            for client in clients:
                await client.close()


async def events_after(watcher: WireClient, roller: WireClient, request: dict[str, object]) -> int:
    """How many events a request showed to who watches."""
    seen = len(watcher.items)
    await roller.ask(request)
    await watcher.barrier()
    return sum(item.type == "event" for item in watcher.items[seen:])


async def check_repeated(roller: WireClient, watcher: WireClient, first: Item) -> None:
    """The roll again: the same bytes in answer, nothing to see, and the line goes on."""
    before = await watcher.query("history", limit=200)
    assert await events_after(watcher, roller, ROLL) == 0
    assert (await roller.ask(ROLL)).raw == first.raw
    assert await watcher.query("history", limit=200) == before
    assert await events_after(watcher, roller, ROLL | {"id": str(uuid.uuid4())}) == 1
    last = [item for item in watcher.items if item.type == "event"][-1]
    assert last.data["seq"] == before["events"][-1]["seq"] + 1


async def test_a_roll_repeated_after_a_restart_is_not_shown_again(tmp_path: Path) -> None:
    """It once was: decided anew, refused by the log, and published all the same."""
    log = MemoryLog()
    async with table(log, tmp_path) as (roller, _):
        first = await roller.ask(ROLL)
    async with table(log, tmp_path) as (roller, watcher):
        await check_repeated(roller, watcher, first)


async def test_a_roll_repeated_after_it_was_forgotten_is_not_shown_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room remembers its newest commits alone; the log remembers them all."""
    monkeypatch.setattr(committing, "REMEMBERED_COMMITS", 1)
    async with table(MemoryLog(), tmp_path) as (roller, watcher):
        first = await roller.ask(ROLL)
        for _ in range(3):
            await roller.ask(ROLL | {"id": str(uuid.uuid4())})
        await check_repeated(roller, watcher, first)


async def test_an_id_used_for_something_else_is_refused_and_the_first_answer_stands(
    tmp_path: Path,
) -> None:
    """The id is bound to what it said first."""
    async with table(MemoryLog(), tmp_path) as (roller, watcher):
        first = await roller.ask(ROLL)
        other = await roller.ask(ROLL | {"pool": 6})
        assert (other.type, other.data["code"]) == ("rejected", "id_reused")
        await check_repeated(roller, watcher, first)
