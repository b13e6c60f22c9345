"""Intents and queries: one answer each, the same id for ever (cases C1, C3, D3)."""

import asyncio
import itertools

import pytest
from coterie_client import (
    Client,
    Closed,
    Live,
    OutboxFull,
    OutcomeUnknown,
    Rejected,
    Retrying,
    Waiting,
    new_id,
)

from tests.client_python.fake import FakeRoom, Json, Peer, event, position, snapshot, welcome
from tests.client_python.support import TOKEN, hasty


async def test_an_intent_is_answered(room: FakeRoom) -> None:
    """With where its events are and what it made."""
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        accepted = await client.roll(6, difficulty=4, label="Wits", visibility="private")
        assert (accepted.seq, accepted.created) == (1, "c1")
        await client.reached(1)
    [sent] = room.received
    assert sent == {
        "type": "roll",
        "id": accepted.id,
        "pool": 6,
        "difficulty": 4,
        "label": "Wits",
        "visibility": "private",
    }


async def test_a_given_id_is_kept(room: FakeRoom) -> None:
    """Beside the message or in it."""
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        ids = [new_id(), new_id(), new_id()]
        assert (await client.roll(1, id=ids[0])).id == ids[0]
        assert (await client.send({"type": "roll", "pool": 1}, id=ids[1])).id == ids[1]
        assert (await client.send({"type": "roll", "pool": 1, "id": ids[2]})).id == ids[2]
        with pytest.raises(ValueError, match="UUID"):
            await client.send({"type": "roll", "pool": 1}, id="mine")


async def test_an_answer_lost_with_the_socket_is_asked_for_again(room: FakeRoom) -> None:
    """Stored, cut before `accepted`, sent again with the same id: one event, one answer."""

    async def cut_once(peer: Peer, _: Json) -> None:
        room.before_answer = None
        peer.cut()

    room.before_answer = cut_once
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        accepted = await client.roll(5)
        again = await client.roll(5, id=accepted.id)
        assert again == accepted
        await client.reached(1)
    assert [message["id"] for message in room.received] == [accepted.id] * 3
    assert room.received[0] == room.received[1]
    assert len(room.line) == 1


async def test_what_waits_is_sent_again_in_order(serve) -> None:
    """Many under way, all kept, none overtaking."""
    heard: dict[int, list[int]] = {1: [], 2: []}

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        await peer.send(welcome(snapshot=None if "resume" in hello else snapshot()))
        for number in itertools.count(1):
            message = await peer.receive()
            heard[peer.number].append(message["pool"])
            if peer.number == 1 and number == 6:
                peer.cut()
                return
            if peer.number == 2:
                await peer.send({"type": "accepted", "id": message["id"]})

    server = await serve(talk)
    async with (
        Client.connect(server.url, TOKEN, settings=hasty()) as client,
        asyncio.TaskGroup() as tasks,
    ):
        for pool in range(1, 7):
            tasks.create_task(client.roll(pool))
    assert heard == {1: [1, 2, 3, 4, 5, 6], 2: [1, 2, 3, 4, 5, 6]}


async def test_a_refusal_is_raised_with_everything_said(serve) -> None:
    """Code, field, sentence, what would be right."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        message = await peer.receive()
        await peer.send(
            {
                "type": "rejected",
                "id": message["id"],
                "code": "id_reused",
                "message": "This id was used for something else.",
                "field": "id",
                "accepted": "a fresh id",
            }
        )
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        with pytest.raises(Rejected) as caught:
            await client.roll(5)
    refused = caught.value
    assert (refused.code, refused.field, refused.accepted) == ("id_reused", "id", "a fresh id")
    assert str(refused).startswith("This id was used for something else.")


async def test_offline_an_intent_waits_and_changes_nothing(serve) -> None:
    """It is shown as not sent, and the state stays (case D3)."""
    down = asyncio.Event()
    up = asyncio.Event()

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        await peer.send(welcome(snapshot=None if "resume" in hello else snapshot()))
        if peer.number == 1:
            await down.wait()
            peer.cut()
            return
        message = await peer.receive()
        await peer.send({"type": "accepted", "id": message["id"], "seq": 1}, event(1))
        await peer.wait_closed()

    async def wait_for_up(_: float) -> None:
        await up.wait()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty(sleep=wait_for_up)) as client:
        down.set()
        await client.wait_until(lambda: isinstance(client.status, Retrying))
        sending = asyncio.create_task(client.rename_room("x", id=(id := new_id())))
        await client.wait_until(lambda: client.waiting)
        assert client.waiting == [Waiting(id, "rename_room", was_sent=False)]
        assert client.state == snapshot()
        up.set()
        assert (await sending).seq == 1
        await client.reached(1)
        assert client.state["name"] == "name 1"


async def test_closing_tells_whoever_waits_what_is_known(serve) -> None:
    """Not known whether it happened; resend with the same id."""
    heard = asyncio.Event()

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        await peer.receive()
        heard.set()
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        sending = asyncio.create_task(client.roll(5, id=(id := new_id())))
        await heard.wait()
    with pytest.raises(OutcomeUnknown, match="resend it with the same id") as caught:
        await sending
    assert (caught.value.id, caught.value.was_sent) == (id, True)
    with pytest.raises(Closed):
        await client.roll(5)


async def test_a_full_outbox_takes_no_more(serve) -> None:
    """And says so before anything is sent."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty(outbox_limit=2)) as client:
        waiting = [asyncio.create_task(client.roll(n)) for n in (1, 2)]
        await asyncio.sleep(0)
        with pytest.raises(OutboxFull):
            await client.roll(3)
    for task in waiting:
        with pytest.raises(OutcomeUnknown):
            await task


async def test_a_cancelled_call_is_not_sent_again(serve) -> None:
    """Whoever gave up is not surprised by it later."""
    heard: list[Json] = []
    first = asyncio.Event()

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        await peer.send(welcome(snapshot=None if "resume" in hello else snapshot()))
        if peer.number == 1:
            heard.append(await peer.receive())
            first.set()
            await peer.wait_closed()
        else:
            message = await peer.receive()
            heard.append(message)
            await peer.send({"type": "accepted", "id": message["id"]})
            await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        given_up = asyncio.create_task(client.roll(1))
        await first.wait()
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        client.reconnect_now()
        await client.roll(2)
    assert [message["pool"] for message in heard] == [1, 2]


async def test_what_the_server_would_not_read_is_not_sent(room: FakeRoom) -> None:
    """Or it would close the connection each time it came again."""
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        with pytest.raises(Rejected, match="65536") as caught:
            await client.roll(1, note="x" * 70_000)
        assert caught.value.code == "too_large"
        await client.roll(1)
    assert room.server.connections == 1


async def test_requests_keep_to_the_stated_pace(serve) -> None:
    """A hundred at once go out no faster than allowed, and all are answered."""
    loop = asyncio.get_running_loop()
    times: list[float] = []
    limits = {"intents_per_s": 200, "intents_burst": 20}

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(limits=limits))
        while True:
            message = await peer.receive()
            times.append(loop.time())
            await peer.send({"type": "accepted", "id": message["id"]})

    server = await serve(talk)
    async with (
        Client.connect(server.url, TOKEN, settings=hasty()) as client,
        asyncio.TaskGroup() as tasks,
    ):
        for _ in range(60):
            tasks.create_task(client.roll(1))
    assert len(times) == 60
    for at in times:
        within = sum(at <= other <= at + 0.1 for other in times)
        assert within <= limits["intents_burst"] + 0.1 * limits["intents_per_s"]


async def test_queries_are_awaited(room: FakeRoom) -> None:
    """And survive a cut as intents do."""
    room.add(None, None)
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        page = await client.history(limit=1)
        assert ([e.seq for e in page.events], page.has_more) == ([1], False)
        asking = asyncio.create_task(client.snapshot())
        await asyncio.sleep(0)
        room.cut_all()
        answer = await asking
        assert answer.snapshot == client.state
        assert answer.position.to_wire() == position(2)


async def test_a_roll_is_asked_for_by_id(serve) -> None:
    """The answer is the roll as it stands."""
    roll = {"type": "roll_resolved", "roll": "r1", "label": "Wits"}

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        query = await peer.receive()
        assert (query["type"], query["roll"]) == ("roll_by_id", "r1")
        result = {"type": "roll_by_id", "at": 5, "roll": roll}
        await peer.send({"type": "result", "id": query["id"], "result": result})
        query = await peer.receive()
        await peer.send(
            {"type": "rejected", "id": query["id"], "code": "not_found", "message": "No such roll."}
        )
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        answer = await client.roll_by_id("r1")
        assert (answer.at_ms, answer.roll) == (5, roll)
        with pytest.raises(Rejected, match="No such roll"):
            await client.roll_by_id("r2")
        assert client.status == Live()
