"""Limits over real sockets: slow readers, silent sockets, floods, heartbeats, and the drain."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest
import uvloop
from websockets.exceptions import InvalidStatus

from protocol.codec import Encoding
from protocol.codes import CloseCode
from protocol.from_client import Ping
from protocol.from_server import Presence
from protocol.ids import MemberId
from server.config import Settings
from server.gateway.listener import SEND_BUFFER_BYTES
from tests.gateway.fakes import welcome
from tests.gateway.raw import PING, PONG, RawClient, frame
from tests.gateway.table import INDEX, QUICK, Client, Table, open_table

SLOW_HELLO = b'{"type":"hello","token":"c3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3M="}'


def event(number: int, size: int = 4_000) -> Presence:
    """Something to send, of about so many bytes, that says which one it is."""
    return Presence(member=MemberId(str(number).ljust(size)), here=True)


def numbers(messages: list[bytes]) -> list[int]:
    """Which events these messages hold, in order."""
    items = [item for message in messages for item in json.loads(message)]
    return [int(item["member"]) for item in items if item["type"] == "presence"]


async def publish_until_dropped(table: Table, reader: Client, size: int = 4_000) -> int:
    """Publish events, each heard by *reader*, until somebody else is dropped; say how many."""
    for number in range(10_000):
        table.rooms.publish(event(number, size))
        assert int((await reader.hear())["member"]) == number
        if table.rooms.left:
            return number + 1
    raise AssertionError("nobody was dropped")


# --- slow readers --------------------------------------------------------------------------------


async def check_a_reader_that_stalls() -> None:
    """See the test of this name."""
    async with open_table() as table, table.client() as reader:
        stalled = await table.raw_ws(receive_buffer=4_096)
        count = await publish_until_dropped(table, reader)
        # All that was published since is the most that can have been kept for it: the bound, what
        # the two systems hold between them, and one batch.
        assert count * 4_000 < QUICK.outbox_bytes + 2 * SEND_BUFFER_BYTES + 131_072
        assert len(table.rooms.present) == 1
        await reader.still_works()
        messages, _ = await stalled.until_closed()
        assert numbers(messages) == list(range(len(numbers(messages))))
        await stalled.drop()


async def test_a_reader_that_stalls_is_dropped_and_nobody_else_notices() -> None:
    """Events reach the others at once; memory has a bound; what came, came without a gap (F4)."""
    await check_a_reader_that_stalls()


def test_a_reader_that_stalls_is_dropped_on_the_other_event_loop_too() -> None:
    """uvloop has its own transports, with the same bound."""
    uvloop.run(check_a_reader_that_stalls(), debug=True)


async def test_a_reader_that_wakes_up_in_time_hears_that_it_was_dropped() -> None:
    """Within the close timeout it gets all that was kept for it, the good-bye and the code."""
    async with open_table(close_timeout_s=30.0) as table, table.client() as reader:
        stalled = await table.raw_ws(receive_buffer=4_096)
        await publish_until_dropped(table, reader)
        messages, closed = await stalled.until_closed()
        assert closed is not None
        assert closed.code == CloseCode.SLOW_CONSUMER
        assert "resume" in closed.reason
        assert numbers(messages) == list(range(len(numbers(messages))))
        assert json.loads(messages[-1])[-1]["code"] == CloseCode.SLOW_CONSUMER
        await stalled.drop()


async def test_many_events_in_one_turn_are_bounded() -> None:
    """As many as the bound in one turn of the loop reach a client that reads; one more does not."""
    async with open_table(outbox_items=50) as table, table.client(Encoding.MSGPACK) as client:
        for number in range(50):
            table.rooms.publish(event(number, 10))
        assert [int((await client.hear())["member"]) for _ in range(50)] == list(range(50))
        for number in range(51):
            table.rooms.publish(event(number, 10))
        (bye,) = await client.to_the_end()
        assert bye["code"] == client.ws.close_code == CloseCode.SLOW_CONSUMER


async def test_a_catch_up_larger_than_the_outbox_arrives_whole_and_in_order() -> None:
    """Live events that come meanwhile come after it, also when the client is slow to begin."""
    async with open_table() as table:
        table.rooms.first = [welcome(), *(event(number, 10_000) for number in range(300))]
        async with table.client() as client:
            for number in range(300, 350):
                table.rooms.publish(event(number))
                await asyncio.sleep(0)
            heard = [int((await client.hear())["member"]) for _ in range(350)]
            assert heard == list(range(350))
            await client.still_works()


async def test_a_reader_that_stalls_in_its_catch_up_is_dropped() -> None:
    """By what waits behind the catch-up, and the good-bye goes out between two pieces of it."""
    async with open_table(close_timeout_s=30.0) as table, table.client() as reader:
        table.rooms.first = [welcome(), *(event(number, 10_000) for number in range(300))]
        stalled = await table.raw_ws(greet=False, receive_buffer=4_096)
        stalled.writer.write(frame(b'{"type":"hello","token":"' + b"A" * 43 + b'="}'))
        await table.rooms.until(lambda: len(table.rooms.present) == 2)
        count = await publish_until_dropped(table, reader)
        assert count * 4_000 < QUICK.outbox_bytes + 8_192
        await reader.still_works()
        messages, closed = await stalled.until_closed()
        assert closed is not None
        assert closed.code == CloseCode.SLOW_CONSUMER
        assert numbers(messages) == list(range(len(numbers(messages))))
        assert json.loads(messages[-1])[-1]["type"] == "bye"
        await stalled.drop()


async def test_a_reader_that_stalls_in_a_quiet_room_is_dropped_by_its_heartbeat() -> None:
    """Nothing overflows, yet the connection does not stay for ever."""
    async with open_table(heartbeat_interval_s=0.05) as table:
        table.rooms.first = [welcome(), *(event(number, 10_000) for number in range(300))]
        stalled = await table.raw_ws(greet=False, receive_buffer=4_096)
        stalled.writer.write(frame(b'{"type":"hello","token":"' + b"A" * 43 + b'="}'))
        await table.rooms.until(lambda: table.rooms.left == 1)
        await stalled.drop()


async def test_a_client_that_sends_and_never_reads_is_dropped() -> None:
    """Its own answers fill its outbox; it cannot make the server keep them."""
    async with open_table(
        intents_burst=10**6, queries_burst=10**6, outbox_bytes=20_000, close_timeout_s=0.05
    ) as table:
        stalled = await table.raw_ws(receive_buffer=4_096)
        ping = frame(b'{"type":"ping","id":"' + b"x" * 64 + b'"}')

        async def flood() -> None:
            with contextlib.suppress(ConnectionError):
                while True:
                    stalled.writer.write(ping * 100)
                    await stalled.writer.drain()

        flooding = asyncio.create_task(flood())
        await table.rooms.until(lambda: table.rooms.left == 1)
        await stalled.drop()
        await flooding


# --- silence -------------------------------------------------------------------------------------


async def test_a_socket_that_never_says_hello_is_closed() -> None:
    """After the limit, with a sentence; what else it says does not prolong it."""
    async with open_table(hello_timeout_s=1.0) as table, table.client() as other:
        silent = await table.raw_ws(greet=False)
        chatty = await table.raw_ws(greet=False)
        chatty.writer.write(frame(b'{"type":"ping"}') * 3)
        for raw in (silent, chatty):
            messages, closed = await raw.until_closed()
            assert closed is not None
            assert closed.code == CloseCode.HELLO_TIMEOUT
            assert json.loads(messages[-1])[-1]["type"] == "bye"
            await raw.drop()
        await other.still_works()


@pytest.mark.parametrize("said", [b"", b"GET /ws HTTP/1.1\r\nHost: loc", b"\x16\x03\x01"])
async def test_a_socket_that_never_finishes_its_request_is_dropped(said: bytes) -> None:
    """Nothing at all, half a request, another protocol: gone after the same limit."""
    async with open_table(hello_timeout_s=1.0) as table, table.client() as other:
        raw = await table.raw()
        raw.writer.write(said)
        with contextlib.suppress(ConnectionError):
            assert await raw.body() == b""
        await raw.drop()
        await other.still_works()


async def test_a_client_that_answers_no_heartbeat_is_closed() -> None:
    """Within two intervals, with the code that says so, though it goes on talking (D7)."""
    async with open_table(heartbeat_interval_s=0.5) as table, table.client() as other:
        dead = await table.raw_ws()
        dead.writer.write(frame(b'{"type":"ping","id":"p"}'))
        messages, closed = await dead.until_closed()
        assert closed is not None
        assert closed.code == CloseCode.HEARTBEAT_LOST
        assert json.loads(messages[-1])[-1]["code"] == CloseCode.HEARTBEAT_LOST
        await table.rooms.until(lambda: table.rooms.left == 1)
        await dead.drop()
        await other.still_works()


async def test_a_client_that_answers_its_heartbeats_stays() -> None:
    """For as long as it does, without a word (D5)."""
    async with open_table(heartbeat_interval_s=0.3) as table:
        idle = await table.raw_ws()
        for _ in range(4):
            opcode, payload = await idle.read()
            assert opcode == PING
            idle.writer.write(frame(payload, PONG))
        assert table.rooms.left == 0
        await idle.drop()


# --- floods --------------------------------------------------------------------------------------


@asynccontextmanager
async def flood(table: Table, count: int) -> AsyncIterator[list[RawClient]]:
    """Sockets that never say hello, every other one a WebSocket."""
    async with AsyncExitStack() as stack:
        sockets = []
        for number in range(count):
            raw = await stack.enter_async_context(await table.raw())
            if number % 2:
                assert (await raw.request())[0] == 101
            sockets.append(raw)
        yield sockets


async def test_members_get_in_through_a_flood_of_silent_sockets() -> None:
    """The ones that have waited longest make room; those that joined stay (F15)."""
    async with (
        open_table(max_waiting_for_hello=10, hello_timeout_s=30.0) as table,
        table.client() as early,
        flood(table, 50) as silent,
    ):
        async with table.client() as late:
            await late.still_works()
            await early.still_works()
        for number, raw in enumerate(silent[:40]):
            _, closed = await raw.until_closed()
            if number % 2:
                assert closed is not None
                assert closed.code == CloseCode.HELLO_TIMEOUT
        last = silent[-1]
        last.writer.write(frame(b'{"type":"ping"}'))
        assert json.loads((await last.read())[1])[0]["code"] == "hello_first"


async def test_as_many_as_the_limit_are_connected() -> None:
    """One more is told so over its socket, and when to come back; a place that is left is free."""
    async with open_table(max_connections=2) as table, table.client() as first:
        async with table.client() as second:
            async with table.client(greet=False) as third:
                (bye,) = await third.to_the_end()
                assert bye["code"] == third.ws.close_code == CloseCode.TOO_MANY_CONNECTIONS
                assert "2 connections" in bye["message"]
                assert bye["retry_after_s"] > 0
                assert bye["is_final"] is False
            await second.still_works()
        await table.rooms.until(lambda: table.rooms.left == 1)
        async with table.client() as third:
            await third.still_works()
        await first.still_works()


async def test_one_place_is_taken_once() -> None:
    """Fifty come at once for the last one: one gets it (B5)."""
    async with (
        open_table(max_connections=3, max_waiting_for_hello=100) as table,
        table.client(),
        table.client(),
        AsyncExitStack() as stack,
    ):
        opening = [stack.enter_async_context(table.client(greet=False)) for _ in range(50)]
        clients = await asyncio.gather(*opening)
        first = await asyncio.gather(*(each.to_the_end_or_first() for each in clients))
        codes = [item["code"] for item in first]
        assert codes.count(CloseCode.TOO_MANY_CONNECTIONS) == 49
        assert codes.count("unknown_type") == 1


async def test_one_address_has_so_many_connections() -> None:
    """As a proxy on this machine reports it; others get in as ever."""
    one = {"X-Forwarded-For": "192.0.2.1"}
    two = {"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}
    async with (
        open_table(max_connections_per_address=1) as table,
        table.client(fields=one) as first,
    ):
        async with table.client(greet=False, fields=one) as second:
            (bye,) = await second.to_the_end()
            assert bye["code"] == second.ws.close_code == CloseCode.TOO_MANY_CONNECTIONS
            assert "one address" in bye["message"]
        async with table.client(fields=two) as third, table.client() as fourth:
            await third.still_works()
            await fourth.still_works()
        await first.still_works()


# --- HTTP over the same port ---------------------------------------------------------------------


async def test_pages_and_sockets_share_the_port() -> None:
    """A page, its HEAD, its absence and its health, while a table plays."""
    async with open_table() as table, table.client() as client:
        for path, method, status, body in (
            ("/", "GET", 200, INDEX),
            ("/", "HEAD", 200, b""),
            ("/nothing", "GET", 404, b"There is no such page here.\n"),
            ("/healthz", "GET", 200, b"ok\n"),
            ("/", "POST", 405, None),
            ("/../index.html", "GET", 404, None),
        ):
            async with await table.raw() as raw:
                got, fields = await raw.request(path, method, upgrade=False)
                assert got == status
                assert fields["Referrer-Policy"] == "no-referrer"
                assert fields["Cross-Origin-Opener-Policy"] == "same-origin"
                assert "frame-ancestors 'none'" in fields["Content-Security-Policy"]
                assert "Server" not in fields
                content = await raw.body()
                assert body is None or content == body
        await client.still_works()


async def test_http_says_the_same_whatever_the_rooms_do() -> None:
    """No figure of a room on any answer: the bytes are equal with and without one."""

    async def everything(table: Table) -> list[bytes]:
        answers = []
        for path in ("/", "/healthz", "/nothing", "/ws"):
            async with await table.raw() as raw:
                raw.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                answers.append(await raw.body())
        return answers

    async with open_table() as table:
        before = await everything(table)
        async with table.client() as client:
            await client.still_works()
            assert await everything(table) == before


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", b"403"),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"403"),
        (b"GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n", b"426"),
        (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n", b"431"),
        (b"nonsense\r\n\r\n", b""),
        (b"GET / HTTP/9\r\n\r\n", b""),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", b""),
        (b"\x00" * 100, b""),
    ],
    ids=lambda value: str(value[:30]),
)
async def test_bad_requests_are_answered_or_dropped(sent: bytes, status: bytes) -> None:
    """What is no request gets no answer; what is one gets a sentence."""
    async with open_table(hello_timeout_s=1.0) as table, table.client() as other:
        async with await table.raw() as raw:
            raw.writer.write(sent)
            with contextlib.suppress(ConnectionError):
                answer = await raw.body()
                assert answer.startswith(b"HTTP/1.1 " + status if status else b"")
                assert bool(answer) == bool(status)
        await other.still_works()


async def test_host_and_origin_are_checked_before_a_socket_opens() -> None:
    """The answer is a 403 that says what to configure."""
    async with open_table() as table:
        for fields in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
            async with await table.raw() as raw:
                status, _ = await raw.request(fields=fields)
                assert status == 403
                assert b"settings" in await raw.body()
        async with table.client(fields={"Origin": "http://localhost:1234"}) as client:
            await client.still_works()


@pytest.mark.parametrize("readiness", ["starting", "draining"])
async def test_sockets_wait_until_the_server_is_ready(readiness: str) -> None:
    """A 503 that says so, and when to come back (E7)."""
    async with open_table() as table:
        table.readiness = readiness  # type: ignore[assignment]
        with pytest.raises(InvalidStatus) as refused:
            async with table.client():
                pass
        assert refused.value.response.status_code == 503
        assert readiness.encode() in refused.value.response.body
        table.readiness = "ready"
        async with table.client() as client:
            await client.still_works()


async def test_the_send_buffer_of_accepted_sockets_is_bounded() -> None:
    """The system keeps no megabytes for a client that reads nothing."""
    async with open_table() as table, table.client():
        (each,) = table.listener._sockets
        inner = each.transport.get_extra_info("socket")
        size = inner.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        assert size <= 2 * SEND_BUFFER_BYTES


async def test_every_address_of_a_name_is_listened_on() -> None:
    """`localhost` may stand for two."""
    async with open_table(replace(Settings(), host="localhost")) as table:
        hosts = {host for host, _ in table.listener.addresses}
        assert hosts <= {"127.0.0.1", "::1"}
        assert hosts


# --- the end -------------------------------------------------------------------------------------


async def test_a_drain_tells_everybody_and_lets_nobody_stay() -> None:
    """Readers hear why and when to come back; stalled, silent and attaching ones are dropped."""
    async with open_table() as table, table.client() as reader, AsyncExitStack() as stack:
        stalled, silent, attaching = [
            await stack.enter_async_context(each)
            for each in (
                await table.raw_ws(receive_buffer=4_096),
                await table.raw(),
                await table.raw_ws(greet=False),
            )
        ]
        for number in range(100):
            table.rooms.publish(event(number))
            await reader.hear()
        attaching.writer.write(frame(SLOW_HELLO))
        await table.rooms.attaching.wait()
        began_s = time.monotonic()
        draining = asyncio.create_task(table.listener.drain())
        (bye,) = await reader.to_the_end()
        assert bye["code"] == reader.ws.close_code == CloseCode.DRAINING
        assert bye["retry_after_s"] > 0
        table.rooms.may_attach.set()
        await draining
        assert time.monotonic() - began_s < QUICK.drain_timeout_s + 1.0
        assert table.rooms.present == []
        with pytest.raises(ConnectionRefusedError):
            await table.raw()
        for raw in (stalled, silent, attaching):
            with contextlib.suppress(ConnectionError):
                await raw.until_closed()


async def test_an_attach_that_hangs_does_not_hold_up_the_drain() -> None:
    """The socket goes in time; the place it would have got is given back whenever it comes."""
    async with open_table() as table:
        attaching = await table.raw_ws(greet=False)
        attaching.writer.write(frame(SLOW_HELLO))
        await table.rooms.attaching.wait()
        began_s = time.monotonic()
        await table.listener.drain()
        assert time.monotonic() - began_s < QUICK.drain_timeout_s + 2.0
        await attaching.drop()
        table.rooms.may_attach.set()
        await table.rooms.until(lambda: table.rooms.left == 1)
        assert table.rooms.present == []


async def test_silent_sockets_do_not_hold_up_the_drain() -> None:
    """Whoever has asked for nothing is not waited for."""
    async with open_table(drain_timeout_s=30.0) as table, await table.raw() as silent:
        silent.writer.write(b"GET / HTT")
        async with table.client() as client:
            await client.still_works()
            await table.listener.drain()
            await client.to_the_end()


async def test_draining_twice_is_draining_once() -> None:
    """Whoever asks second waits for the same end."""
    async with open_table() as table, table.client() as client:
        await asyncio.gather(table.listener.drain(), table.listener.drain())
        assert client.ws.close_code is None or client.ws.close_code == CloseCode.DRAINING
        await client.to_the_end()


async def test_nothing_is_left_of_connections_that_are_gone() -> None:
    """Sockets, connections, counts and tasks return to where they were (F11)."""
    async with open_table() as table:
        tasks = asyncio.all_tasks()
        for _ in range(20):
            async with table.client() as client:
                await client.ask(Ping(id="p"))
            raw = await table.raw()
            await raw.drop()
            raw = await table.raw_ws()
            await raw.drop()
        await table.rooms.until(lambda: table.rooms.left == 40)
        listener = table.listener
        ending = asyncio.all_tasks() - tasks
        if ending:
            await asyncio.wait(ending)
        assert not listener._sockets
        assert not listener._connections
        assert (listener._admission.waiting, listener._admission.entered) == (0, 0)
