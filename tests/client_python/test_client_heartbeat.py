"""The heartbeat: a dead path is noticed in the stated time (cases D5, D7)."""

import asyncio

import pytest
from coterie_client import Client, Live, OutcomeUnknown, Retrying, Status, Times

from tests.client_python.fake import Json, Peer, snapshot, welcome
from tests.client_python.support import TOKEN, hasty


async def test_pings_keep_an_idle_connection(serve) -> None:
    """In the interval that the server states; each has a number of its own."""
    pings: list[Json] = []
    enough = asyncio.Event()

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(heartbeat_interval_s=0.02))
        while True:
            ping = await peer.receive()
            pings.append(ping)
            await peer.send({"type": "pong", "id": ping["id"], "server_time_ms": 1_000_000})
            if len(pings) == 3:
                enough.set()

    server = await serve(talk)
    settings = hasty(times=Times(heartbeat_timeout_s=5), now_s=lambda: 400.0)
    async with Client.connect(server.url, TOKEN, settings=settings) as client:
        await enough.wait()
        await client.wait_until(lambda: client.clock_offset_s == 600.0)
        assert client.status == Live()
    assert pings[:3] == [{"type": "ping", "id": str(n)} for n in (1, 2, 3)]


async def test_a_silent_path_is_left_and_replaced(serve) -> None:
    """Nothing comes, no close either: the client says so and comes back."""
    seen: list[Status] = []

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        await peer.send(welcome(snapshot=None if "resume" in hello else snapshot()))
        if peer.number == 1:
            await peer.wait_closed()
            return
        while True:
            ping = await peer.receive()
            await peer.send({"type": "pong", "id": ping["id"], "server_time_ms": 1})

    server = await serve(talk)
    times = Times(heartbeat_interval_s=0.05, heartbeat_timeout_s=0.05)
    settings = hasty(times=times, on_status=seen.append)
    async with Client.connect(server.url, TOKEN, settings=settings) as client:
        await client.wait_until(lambda: seen.count(Live()) >= 2)
    [why] = {status.why for status in seen if isinstance(status, Retrying)}
    assert why == "nothing was heard for 0.05 s after a ping"


async def test_anything_heard_is_a_sign_of_life(serve) -> None:
    """Events count as well as pongs."""
    enough = asyncio.Event()

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        for number in range(1, 6):
            assert (await peer.receive())["type"] == "ping"
            await peer.send({"type": "presence", "member": f"p{number}", "here": True})
        enough.set()
        await peer.wait_closed()

    server = await serve(talk)
    times = Times(heartbeat_interval_s=0.02, heartbeat_timeout_s=5)
    async with Client.connect(server.url, TOKEN, settings=hasty(times=times)) as client:
        await enough.wait()
        await client.wait_until(lambda: "p5" in client.present)
    assert server.connections == 1


async def test_a_peer_that_does_not_read_cannot_hold_up_the_close(serve) -> None:
    """The close has a deadline; past it the transport is let go."""
    stalled = asyncio.Event()
    go = asyncio.Event()

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(limits={}))
        peer._socket.transport.pause_reading()
        stalled.set()
        await go.wait()
        peer.cut()

    server = await serve(talk)
    settings = hasty(times=Times(close_s=0.05))
    try:
        async with asyncio.timeout(5):
            async with Client.connect(server.url, TOKEN, settings=settings) as client:
                await stalled.wait()
                sending = asyncio.create_task(client.roll(1, note="x" * 20_000_000))
                await client.wait_until(lambda: any(w.was_sent for w in client.waiting))
    finally:
        go.set()
    with pytest.raises(OutcomeUnknown):
        await sending
