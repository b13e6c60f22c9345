"""Playing back over a socket: one line at a time, beside everything else, at the reader's pace."""

import asyncio

import pytest

from protocol.codec import Encoding
from protocol.events import RoomRenamed
from protocol.from_client import Ping, PlayQuery, StopPlayQuery
from protocol.from_server import EventPush
from protocol.ids import Mark, MemberId, ViewSeq
from server.gateway import player
from tests.gateway.table import Client, Table, open_table


def _event(seq: int, size: int = 10) -> EventPush:
    event = RoomRenamed(name="n" * size, by=MemberId("member"))
    return EventPush(seq=ViewSeq(seq), mark=Mark("mark"), at=seq, event=event)


def _fill(table: Table, events: int, size: int = 10) -> None:
    table.rooms.line = [_event(seq, size) for seq in range(1, events + 1)]


async def _seqs_to_the_end(client: Client, id: str) -> list[int]:
    seqs: list[int] = []
    while True:
        item = await client.hear()
        if item["type"] != "played":
            continue
        assert item["id"] == id
        if item.get("has_ended"):
            return seqs
        seqs += [event["seq"] for event in item["events"]]


@pytest.mark.parametrize("encoding", list(Encoding))
async def test_a_line_is_played_to_its_end(encoding: Encoding) -> None:
    """The answer first, then every event once and in order, then the end."""
    async with open_table() as table, table.client(encoding) as client:
        _fill(table, 5)
        table.rooms.may_play.set()
        answer = await client.ask(PlayQuery(id="p", after=1))
        assert answer["result"] == {"type": "play", "upto": 5}
        assert await _seqs_to_the_end(client, "p") == [2, 3, 4, 5]
        await client.still_works()


async def test_a_stop_says_where_and_another_play_goes_on() -> None:
    """Pause and resume; what stopped brings nothing more, not even an end."""
    async with open_table() as table, table.client() as client:
        _fill(table, 3)
        await client.ask(PlayQuery(id="p"))
        nothing = await client.ask(StopPlayQuery(id="s"))
        assert nothing["result"] == {"type": "stop_play", "at": None}
        table.rooms.may_play.set()
        await client.ask(PlayQuery(id="q"))
        assert await _seqs_to_the_end(client, "q") == [1, 2, 3]
        stopped = await client.ask(StopPlayQuery(id="t"))
        assert stopped["result"]["at"] == 3
        again = await client.ask(StopPlayQuery(id="u"))
        assert again["result"] == {"type": "stop_play", "at": None}


async def test_another_play_takes_its_place() -> None:
    """One line at a time: seeking is playing from elsewhere."""
    async with open_table() as table, table.client() as client:
        _fill(table, 4)
        for id in ("a", "b", "c"):
            await client.ask(PlayQuery(id=id))
        table.rooms.may_play.set()
        assert await _seqs_to_the_end(client, "c") == [1, 2, 3, 4]
        await client.still_works()


async def test_everything_else_goes_on_meanwhile() -> None:
    """While it waits for the next event, pings are answered and others are served."""
    async with open_table() as table, table.client() as client, table.client() as other:
        _fill(table, 2)
        await client.ask(PlayQuery(id="p"))
        assert (await client.ask(Ping(id="x")))["type"] == "pong"
        await other.still_works()


async def test_who_does_not_read_is_played_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long line does not fill the outbox of a slow reader, who stays connected."""
    looks = asyncio.Event()
    turn = asyncio.sleep

    async def look_again(seconds: float) -> None:
        looks.set()
        await turn(seconds)

    monkeypatch.setattr(player.asyncio, "sleep", look_again)
    async with open_table() as table, table.client() as client:
        _fill(table, 1_500, size=5_000)
        table.rooms.may_play.set()
        await client.ask(PlayQuery(id="p"))
        async with asyncio.timeout(30):
            await looks.wait()
        assert table.rooms.left == 0
        assert await _seqs_to_the_end(client, "p") == list(range(1, 1_501))


async def test_leaving_ends_what_is_played() -> None:
    """No task outlives its connection."""
    async with open_table() as table:
        async with table.client() as client:
            _fill(table, 2)
            await client.ask(PlayQuery(id="p"))
        await table.rooms.until(lambda: table.rooms.left == 1)
        names = {task.get_coro().__qualname__ for task in asyncio.all_tasks()}  # type: ignore[union-attr]
        assert "Player._play" not in names
