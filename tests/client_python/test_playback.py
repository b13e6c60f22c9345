"""Playing a line back: in order, across reconnects, one at a time, and never kept without end."""

from pathlib import Path

import pytest
from coterie_client import Client, Event, Founding, Rejected, new_token
from coterie_client.playback import MOST_UNREAD

from server.app import running
from server.config import Settings as ServerSettings
from tests.client_python.fake import Json, Peer, event, welcome
from tests.client_python.support import TOKEN, hasty, reports

KEY = "create"


def _answer(message: Json, result: Json) -> Json:
    return {"type": "result", "id": message["id"], "result": result}


def _played(message: Json, *seqs: int, has_ended: bool = False) -> Json:
    item: Json = {"type": "played", "id": message["id"], "events": [event(n) for n in seqs]}
    return {**item, "has_ended": True} if has_ended else item


async def _seqs(playback: object) -> list[int]:
    return [each.seq async for each in playback]  # type: ignore[attr-defined]


async def test_a_line_is_played_as_it_was_asked_for(serve) -> None:
    """Where from, how fast and whose is said; the end ends the loop."""
    asked: list[Json] = []

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        message = await peer.receive()
        asked.append(message)
        await peer.send(_answer(message, {"type": "play", "upto": 4}), _played(message, 3))
        await peer.send(_played(message, 4), _played(message, has_ended=True))
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        playback = client.play(after=2, speed=8, viewed_as="zoe")
        assert asked == []
        assert await _seqs(playback) == [3, 4]
        assert playback.after == 4
        assert await _seqs(playback) == []
    assert {**asked[0], "id": ""} == {
        "type": "play", "id": "", "after": 2, "speed": 8, "as": "zoe",
    }  # fmt: skip


async def test_it_goes_on_after_a_lost_connection(serve) -> None:
    """From behind the last event that was read, each event once."""
    asked: list[int] = []

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        message = await peer.receive()
        asked.append(message["after"])
        await peer.send(_answer(message, {"type": "play", "upto": 4}))
        if peer.number == 1:
            await peer.send(_played(message, 1, 2))
            await peer.wait_closed()
            return
        await peer.send(_played(message, 3, 4), _played(message, has_ended=True))
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        playback = client.play()
        assert [(await anext(playback)).seq for _ in range(2)] == [1, 2]
        client.reconnect_now()
        assert await _seqs(playback) == [3, 4]
    assert asked == [0, 2]


async def test_a_slow_reader_has_it_played_on_from_where_it_is(serve) -> None:
    """More than a bound is not kept; what was left out is asked for again."""
    line = 3 * MOST_UNREAD
    asked: list[int] = []

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        while True:
            message = await peer.receive()
            asked.append(after := message["after"])
            await peer.send(_answer(message, {"type": "play", "upto": line}))
            for seq in range(after + 1, line + 1):
                await peer.send(_played(message, seq))
            await peer.send(_played(message, has_ended=True))

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        playback = client.play(speed=64)
        first = await anext(playback)
        await client.wait_until(lambda: playback.id is None)
        assert len(playback._events) <= MOST_UNREAD + 1
        assert [first.seq, *await _seqs(playback)] == list(range(1, line + 1))
    assert len(asked) > 1


async def test_a_refusal_is_raised_and_ends_it(serve) -> None:
    """Somebody else's line is not played."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        id = (await peer.receive())["id"]
        await peer.send({"type": "rejected", "id": id, "code": "not_found", "message": "No."})
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        playback = client.play(viewed_as="zoe")
        with pytest.raises(Rejected):
            await anext(playback)
        assert await _seqs(playback) == []


async def test_a_night_is_played_by_the_server(tmp_path: Path) -> None:
    """What was played is the history; a stop says where, another play takes over, play goes on."""
    settings = ServerSettings(port=0, data=tmp_path / "night.sqlite3", create_key=KEY)
    async with running(settings) as app:
        url = f"ws://127.0.0.1:{app.listener.port}/ws"
        founding = Founding(KEY, "Room", "Ada")
        async with Client.connect(url, new_token(), founding, settings=hasty()) as client:
            await client.start_session()
            for number in range(5):
                await client.rename_room(f"Night {number}")
            line = list((await client.history(after=0)).events)
            played: list[Event] = [each async for each in client.play(speed=64)]
            assert played == line
            rest = [each async for each in client.play(after=2, speed=64)]
            assert rest == line[2:]
            found = await client.landmarks()
            (session,) = found["landmarks"]
            assert session["kind"] == "session_started"
            assert line[session["seq"] - 1].type == "session_started"
            then = await client.snapshot(at=line[-2].seq)
            assert then.snapshot["name"] == "Night 3"
            async with client.play(speed=0.25) as slow:
                assert (await anext(slow)).seq == 1
                fast = client.play(speed=64)
                assert (await anext(fast)).seq == 1
                # It ends, after what had come of it already.
                await _seqs(slow)
            await client.stop_play()
            assert await client.stop_play() is None
            await client.rename_room("Morning")
            assert reports(client) == []
