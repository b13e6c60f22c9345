"""Resuming: each event once and in order, however connections break (cases D1, D13, H3)."""

import asyncio
import random

import pytest
from coterie_client import Client, Event, Live, Position, Report, Reset, Saved

from tests.client_python.cutting import CuttingProxy
from tests.client_python.fake import (
    FakeRoom,
    Peer,
    encode,
    event,
    position,
    snapshot,
    welcome,
)
from tests.client_python.support import TOKEN, hasty, reports, take_events


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
@pytest.mark.parametrize("seed", range(8))
async def test_random_cuts_neither_lose_nor_repeat(
    room: FakeRoom, seed: int, encoding: str
) -> None:
    """Cut anywhere, handshakes included, with intents under way: one effect each, one line."""
    chance = random.Random(seed)
    most = chance.choice([200, 800, 3000])
    async with (
        CuttingProxy(room.url, chance, cuts=12, most_bytes=most) as proxy,
        Client.connect(proxy.url, TOKEN, encoding=encoding, settings=hasty()) as client,
    ):
        began = client.position
        assert began is not None

        async def act() -> None:
            for _ in range(15):
                if chance.random() < 0.5:
                    room.add(*[None] * chance.randint(1, 4))
                accepted = await client.rename_room("x")
                stored = room.answers[accepted.id]
                assert (accepted.seq, accepted.created) == (stored["seq"], stored["created"])

        async with asyncio.TaskGroup() as tasks:
            for _ in range(3):
                tasks.create_task(act())
        assert len(room.answers) == 45
        events = await take_events(client, len(room.line) - began.seq)
        assert [e.seq for e in events] == list(range(began.seq + 1, len(room.line) + 1))
        assert [e.body for e in events] == [item["event"] for item in room.line[began.seq :]]
        answer = await client.snapshot()
        assert answer.snapshot == client.state
        assert answer.position == client.position
        assert reports(client) == []


async def test_resuming_goes_on_after_a_kept_position(room: FakeRoom) -> None:
    """Position and state of an earlier run: the missed events come, and no snapshot is needed."""
    room.add(None, None)
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        saved = client.saved
    assert saved == Saved(Position("e", 1, 2, "m2"), snapshot(name="name 2"))
    room.add(None, None)
    async with Client.connect(room.url, TOKEN, resume=saved, settings=hasty()) as client:
        assert [e.seq for e in await take_events(client, 2)] == [3, 4]
        assert client.state == snapshot(name="name 4")
    assert room.hellos[-1]["resume"] == position(2)


async def test_a_bare_position_fetches_the_state(room: FakeRoom) -> None:
    """Entering waits for it, and the missed events come all the same."""
    room.add(None, None, None)
    resume = Position("e", 1, 1, "m1")
    async with Client.connect(room.url, TOKEN, resume=resume, settings=hasty()) as client:
        assert client.state["name"] == "name 3"
        assert [e.seq for e in await take_events(client, 2)] == [2, 3]
        room.add(None)
        await client.reached(4)
        assert client.state["name"] == "name 4"


async def test_repeats_are_dropped(serve) -> None:
    """An overlap of live and resumed events is seen once (case C9)."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(), event(1), event(1), event(2))
        await peer.send(event(1), event(2), event(3))
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        assert [e.seq for e in await take_events(client, 3)] == [1, 2, 3]
        assert client.feed().ready() == []


async def test_a_gap_makes_the_client_come_back_for_it(serve) -> None:
    """At once and after the last event seen, without a retry's wait."""
    hellos = []

    async def talk(peer: Peer) -> None:
        hellos.append(await peer.receive())
        if peer.number == 1:
            await peer.send(welcome(), event(1), event(3))
        else:
            await peer.send(welcome(snapshot=None), event(2), event(3), event(4))
        await peer.wait_closed()

    async def never(_: float) -> None:
        raise AssertionError("a gap is no failure to wait after")

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty(sleep=never)) as client:
        assert [e.seq for e in await take_events(client, 4)] == [1, 2, 3, 4]
        assert client.state["name"] == "name 4"
    assert hellos[1]["resume"] == position(1)
    assert server.connections == 2


def _bad_text(encoding: str) -> bytes:
    """An event whose name is not UTF-8."""
    sample = event(2, {"type": "room_renamed", "name": "ABCD", "by": "st"})
    frame = encode([sample, event(3)], is_text=encoding == "json")
    return frame.replace(b"ABCD", b"A\xff\xfeD")


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
async def test_an_event_that_cannot_be_read_is_passed_over(serve, encoding: str) -> None:
    """One resync, one report, the state fetched anew, and no loop (case H3)."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        if peer.number == 1:
            await peer.send(welcome(), event(1))
        else:
            await peer.send(welcome(snapshot=None))
        await peer.send_raw(_bad_text(encoding))
        query = await peer.receive()
        assert query["type"] == "snapshot"
        here = {"position": position(3), "snapshot": snapshot(name="right")}
        await peer.send({"type": "result", "id": query["id"], "result": here})
        await peer.send(event(4))
        await peer.wait_closed()

    server = await serve(talk)
    settings = hasty()
    async with Client.connect(server.url, TOKEN, encoding=encoding, settings=settings) as client:
        items = []
        async for item in client.feed():
            items.append(item)
            if isinstance(item, Event) and item.seq == 4:
                break
        assert [item.seq for item in items if isinstance(item, Event)] == [1, 3, 4]
        told = [item.what for item in items if isinstance(item, Report)]
        assert any("an item could not be read" in what for what in told)
        assert any("before number 3" in what for what in told)
        await client.wait_until(lambda: client.saved)
        assert client.state["name"] == "name 4"
    assert server.connections == 2


async def test_an_event_with_only_a_number_is_passed_over_without_a_resync(serve) -> None:
    """Number and mark are enough to go on; the state is fetched anew."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        broken = {**event(2), "event": ["no", "object"]}
        await peer.send(welcome(), event(1), broken, event(3))
        query = await peer.receive()
        here = {"position": position(3), "snapshot": snapshot(name="right")}
        await peer.send({"type": "result", "id": query["id"], "result": here})
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        assert [e.seq for e in await take_events(client, 2)] == [1, 3]
        await client.reached(3)
        assert client.state["name"] == "right"
        assert client.position == Position("e", 1, 3, "m3")
    assert server.connections == 1


async def test_a_known_event_of_another_shape_makes_the_state_be_fetched(serve) -> None:
    """It is passed on, reported, and the state is the server's again."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(), event(1, {"type": "member_joined", "who": "?"}))
        query = await peer.receive()
        here = {"position": position(1), "snapshot": snapshot(name="right")}
        await peer.send({"type": "result", "id": query["id"], "result": here})
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        assert (await take_events(client, 1))[0]["who"] == "?"
        await client.reached(1)
        assert client.state["name"] == "right"


async def test_events_of_an_unknown_type_are_passed_on(serve) -> None:
    """A newer server may tell more; nothing breaks."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(extra="field"), event(1, {"type": "book_opened", "n": 5}), event(2))
        await peer.send({"type": "weather", "rain": True})
        await peer.send({"type": "presence", "member": "p", "here": True})
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        first, second = await take_events(client, 2)
        assert (first.type, first["n"], second.seq) == ("book_opened", 5, 2)
        await client.wait_until(lambda: "p" in client.present)
        assert reports(client) == ["an item of the unknown type 'weather'"]


async def test_a_new_generation_replaces_everything(serve) -> None:
    """The old line is forgotten; numbers begin where the snapshot says."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome(position=position(7)), event(8))
        members = [{"member": "st", "name": "Ada", "role": "player"}]
        await peer.send(
            {
                "type": "snapshot",
                "reason": "generation_changed",
                "position": position(2, generation=2),
                "snapshot": snapshot(members=members),
                "recent": [event(1), event(2)],
            },
            event(3),
        )
        await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        assert [e.seq for e in await take_events(client, 2)] == [8, 3]
        assert client.position == Position("e", 2, 3, "m3")
        assert client.state["members"][0]["role"] == "player"
        assert [e.seq for e in client.recent] == [1, 2]


async def test_being_too_far_behind_is_told_with_the_reason(serve) -> None:
    """A reset stands in the feed where the line broke off."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        if peer.number == 1:
            await peer.send(welcome(), event(1))
            peer.cut()
        else:
            late = welcome(
                position=position(5000),
                snapshot=snapshot(name="late"),
                reason="too_far_behind",
                recent=[event(5000)],
            )
            await peer.send(late, event(5001))
            await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        kinds = (Event, Reset)
        story = []
        async for item in client.feed():
            if isinstance(item, kinds):
                story.append(item)
            if isinstance(item, Event) and item.seq == 5001:
                break
        joined, first, late, newest = story
        assert (joined.reason, first.seq, newest.seq) == ("joined", 1, 5001)
        assert (late.reason, late.seq, [e.seq for e in late.recent]) == (
            "too_far_behind",
            5000,
            [5000],
        )
        assert late.state["name"] == "late"


async def test_reconnecting_on_demand_resumes(room: FakeRoom) -> None:
    """The button of a page: now, not in half a minute."""
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        client.reconnect_now()
        await client.wait_until(lambda: len(room.hellos) == 2 and client.status == Live())
        assert room.hellos[1]["resume"] == position(0)


async def test_two_viewers_are_in_step_after_every_event(room: FakeRoom) -> None:
    """Both local states equal their snapshots (case D13)."""
    async with (
        Client.connect(room.url, TOKEN, settings=hasty()) as first,
        Client.connect(room.url, TOKEN, encoding="msgpack", settings=hasty()) as second,
    ):
        for seq in range(1, 6):
            await first.rename_room("x")
            for client in (first, second):
                await client.reached(seq)
                assert (await client.snapshot()).snapshot == client.state
