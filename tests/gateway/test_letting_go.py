"""Connections leave memory when they end, however they end, without a collector of cycles."""

import asyncio
import contextlib
import socket
import struct
from collections import Counter

import uvloop
from websockets.exceptions import ConnectionClosed

from protocol.codec import Encoding
from protocol.from_client import Hello, HistoryQuery, Ping, PlayQuery
from protocol.from_server import Presence
from protocol.ids import MemberId, ViewSeq
from tests.gateway.fakes import BAD_TOKEN
from tests.gateway.raw import frame
from tests.gateway.table import Table, open_table
from tests.support.letting_go import Watched, without_collector

ROUNDS = 10
RESET = struct.pack("ii", 1, 0)
"""A socket that lingers for no time does not say good-bye, but resets the connection."""


async def test_connections_leave_nothing_behind() -> None:
    """Good-byes, refusals, pages, cuts amid a word, and writes that the client broke."""
    await check_all_is_let_go()


def test_connections_leave_nothing_behind_on_the_other_event_loop() -> None:
    """uvloop has transports and timers of its own."""
    uvloop.run(check_all_is_let_go(), debug=True)


async def check_all_is_let_go() -> None:
    async with open_table() as table:
        watched = Watched()
        with without_collector():
            for _ in range(ROUNDS):
                for visit in (talk, be_refused, be_too_old, read_a_page, be_cut_off, break_a_write):
                    await visit(table, watched)
            assert watched.left["_Socket"] <= len(table.listener._sockets)
            while table.listener._sockets or table.listener._connections:  # noqa: ASYNC110
                await asyncio.sleep(0)
            # What is ready runs once more: the last steps of those who are gone.
            for _ in range(3):
                await asyncio.sleep(0)
            assert watched.left == Counter()
        assert len(watched) >= 6 * ROUNDS


def look(table: Table, watched: Watched) -> None:
    """Look after all who are here."""
    watched.add(table.listener._sockets)
    watched.add(each.protocol for each in table.listener._sockets)
    watched.add(table.listener._connections)
    watched.add(each.outbox for each in table.listener._connections)


async def talk(table: Table, watched: Watched) -> None:
    """Somebody asks, plays something back, and says good-bye."""
    async with table.client(Encoding.MSGPACK) as client:
        look(table, watched)
        await client.ask(Ping(id="p"))
        await client.ask(HistoryQuery(id="h"))
        await client.ask(PlayQuery(id="q", after=ViewSeq(0), speed=1.0))


async def be_refused(table: Table, watched: Watched) -> None:
    """Somebody's token opens nothing."""
    async with table.client(greet=False) as client:
        look(table, watched)
        await client.say(Hello(token=BAD_TOKEN))
        await client.to_the_end()


async def be_too_old(table: Table, watched: Watched) -> None:
    """Somebody's client speaks something else."""
    async with table.client(greet=False, subprotocols=["older"]) as client:
        look(table, watched)
        with contextlib.suppress(ConnectionClosed):
            await client.hear()
            await client.hear()


async def read_a_page(table: Table, watched: Watched) -> None:
    """A browser fetches the page, and another socket says nothing at all."""
    async with await table.raw() as browser:
        status, _ = await browser.request("/", upgrade=False)
        assert status == 200
        look(table, watched)
        await browser.body()


async def be_cut_off(table: Table, watched: Watched) -> None:
    """A client is gone in the middle of a word."""
    async with await table.raw_ws() as raw:
        look(table, watched)
        raw.writer.write(frame(b'{"type":"ping","id":"p"}')[:-5])
        await raw.writer.drain()


async def break_a_write(table: Table, watched: Watched) -> None:
    """A client resets its connection just before it is sent something."""
    raw = await table.raw_ws()
    look(table, watched)
    sock = raw.writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    raw.writer.transport.abort()
    # The socket is closed in the loop's next turn; the server sees that after this task.
    await asyncio.sleep(0)
    table.rooms.publish(Presence(member=MemberId("m"), here=True))
    table.rooms.publish(Presence(member=MemberId("m"), here=False))
    await raw.drop()
