"""Ends of connections: which are final, what is said, how the client comes back (case D17)."""

import asyncio

import pytest
from coterie_client import (
    Client,
    Closed,
    Connecting,
    Ended,
    Founding,
    Invited,
    Live,
    NotConnected,
    Rejected,
    Retrying,
    Status,
    Times,
)

from tests.client_python.fake import FakeRoom, Json, Peer, position, snapshot, token_in, welcome
from tests.client_python.support import TOKEN, hasty


def bye(code: int, message: str, *, is_final: bool, **more: object) -> Json:
    """The server's good-bye."""
    return {"type": "bye", "code": code, "message": message, "is_final": is_final, **more}


def answer(hello: Json) -> Json:
    """A greeting, resumed where that was asked."""
    return welcome(snapshot=None if "resume" in hello else snapshot())


@pytest.mark.parametrize("code", [1000, 1001, 1011, 4001, 4005])
async def test_a_close_without_our_good_bye_is_not_final(serve, code: int) -> None:
    """Phones close with 1000 and "clean"; only our own word is final."""
    hellos = []

    async def talk(peer: Peer) -> None:
        hellos.append(await peer.receive())
        await peer.send(answer(hellos[-1]))
        if peer.number == 1:
            await peer.close(code)
        else:
            await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        await client.wait_until(lambda: len(hellos) == 2 and client.status == Live())
    assert hellos[1]["resume"] == position(0)


async def test_a_final_good_bye_ends_it_with_its_sentence(serve) -> None:
    """Events end, requests fail, nobody comes back."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        await peer.receive()
        await peer.send(bye(4005, "A Storyteller removed you from the room.", is_final=True))
        await peer.close(4005)

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        sending = asyncio.create_task(client.roll(1))
        assert [event async for event in client.events()] == []
        assert client.status == Ended("A Storyteller removed you from the room.", 4005)
        with pytest.raises(Exception, match="not known"):
            await sending
        with pytest.raises(Closed, match="removed you"):
            await client.roll(1)
        with pytest.raises(Closed, match="removed you"):
            await client.wait_until(lambda: False)
    assert server.connections == 1
    assert str(client.status) == "closed: A Storyteller removed you from the room."


async def test_a_passing_good_bye_is_waited_out(serve) -> None:
    """As long as the server asks, and its sentence is shown meanwhile."""
    waits: list[float] = []

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        await peer.send(answer(hello))
        if peer.number == 1:
            await peer.send(bye(4001, "Back in a moment.", is_final=False, retry_after_s=3))
            await peer.close(4001)
        else:
            await peer.wait_closed()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    seen: list[Status] = []
    settings = hasty(sleep=sleep, random=lambda: 0.5, on_status=seen.append)
    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=settings) as client:
        await client.wait_until(lambda: seen.count(Live()) == 2)
    assert waits == [3.25]
    assert seen == [
        Connecting(1),
        Live(),
        Retrying(3.25, "Back in a moment."),
        Connecting(2),
        Live(),
        Ended("this client was closed", None),
    ]


async def test_failures_in_a_row_wait_longer_until_the_next_welcome(serve) -> None:
    """The wait is reset by a welcome, not by an open socket."""
    waits: list[float] = []

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        if peer.number in (1, 5):
            await peer.send(answer(hello))
        if peer.number < 7:
            peer.cut()
        else:
            await peer.send(answer(hello))
            await peer.wait_closed()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    server = await serve(talk)
    settings = hasty(sleep=sleep, random=lambda: 1.0)
    async with Client.connect(server.url, TOKEN, settings=settings) as client:
        await client.wait_until(lambda: server.connections == 7 and client.status == Live())
    assert waits == [0.5, 1.0, 2.0, 4.0, 0.5, 1.0]


async def test_a_server_that_takes_its_welcome_back_is_given_ever_more_time(serve) -> None:
    """What is sent again each time may be what it cannot bear; that must not become a storm."""
    waits: list[float] = []

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        await peer.send(answer(hello))
        message = await peer.receive()
        if peer.number < 5:
            await peer.send(bye(4009, "The room had to be loaded again.", is_final=False))
            await peer.close(4009)
        else:
            await peer.send({"type": "accepted", "id": message["id"]})
            await peer.wait_closed()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    server = await serve(talk)
    settings = hasty(sleep=sleep, random=lambda: 1.0)
    async with Client.connect(server.url, TOKEN, settings=settings) as client:
        await client.roll(1)
    assert waits == [0.5, 1.0, 2.0, 4.0]


async def test_a_refused_greeting_is_raised(serve) -> None:
    """By entering, with its code; the client does not try again."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(
            {
                "type": "rejected",
                "id": None,
                "code": "unknown_credential",
                "message": "This credential does not open a room here.",
            },
            bye(4004, "Ask for a new link.", is_final=True),
        )
        await peer.close(4004)

    server = await serve(talk)
    client = Client.connect(server.url, TOKEN, settings=hasty())
    with pytest.raises(Rejected, match="does not open") as caught:
        await client.__aenter__()
    assert caught.value.code == "unknown_credential"
    assert isinstance(client.status, Ended)
    assert client.status.code == 4004
    assert server.connections == 1


async def test_a_refusal_without_a_good_bye_is_raised_too(serve) -> None:
    """A greeting with a bad name stays bad."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(
            {"type": "rejected", "id": None, "code": "invalid", "message": "No.", "field": "name"}
        )
        await peer.close()

    server = await serve(talk)
    with pytest.raises(Rejected, match="No"):
        async with Client.connect(server.url, TOKEN, settings=hasty()):
            pass
    assert server.connections == 1


async def test_a_busy_greeting_is_tried_again(serve) -> None:
    """Busy passes."""

    async def talk(peer: Peer) -> None:
        hello = await peer.receive()
        if peer.number < 3:
            await peer.send({"type": "rejected", "id": None, "code": "busy", "message": "Later."})
            await peer.close()
        else:
            await peer.send(answer(hello))
            await peer.wait_closed()

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()):
        assert server.connections == 3


async def test_a_lost_welcome_makes_no_second_member(serve) -> None:
    """Until it came, the greeting is the same; afterwards the token is enough."""
    hellos: list[Json] = []

    async def talk(peer: Peer) -> None:
        hellos.append(await peer.receive())
        if peer.number == 1:
            peer.cut()
            return
        await peer.send(answer(hellos[-1]))
        if peer.number == 2:
            peer.cut()
            return
        await peer.wait_closed()

    server = await serve(talk)
    entry = Invited(bytes(16), "Zoë")
    async with Client.connect(server.url, TOKEN, entry, settings=hasty()) as client:
        await client.wait_until(lambda: len(hellos) == 3 and client.status == Live())
    first, second, third = (hello["entry"] for hello in hellos)
    assert first == second
    assert (first["type"], first["name"]) == ("invite", "Zoë")
    assert third == {"type": "member"}
    assert {token_in(hello) for hello in hellos} == {TOKEN}


async def test_a_founder_may_bring_house_rules(serve) -> None:
    """They stand in the greeting only if given."""
    hellos: list[Json] = []

    async def talk(peer: Peer) -> None:
        hellos.append(await peer.receive())
        await peer.send(answer(hellos[-1]))
        await peer.wait_closed()

    server = await serve(talk)
    for rules in (None, {"entered_dice": True}):
        entry = Founding("key", "Room", "Ada", rules)
        async with Client.connect(server.url, TOKEN, entry, encoding="msgpack", settings=hasty()):
            pass
    assert "house_rules" not in hellos[0]["entry"]
    assert hellos[1]["entry"]["house_rules"] == {"entered_dice": True}
    assert hellos[1]["token"] == TOKEN


async def test_nobody_there_is_said_after_the_time_allowed() -> None:
    """With what stood in the way; the address and nothing else is tried."""
    settings = hasty(connect_timeout_s=0.05)
    with pytest.raises(NotConnected, match="cannot be reached"):
        async with Client.connect("ws://127.0.0.1:9/ws", TOKEN, settings=settings):
            pass


async def test_a_server_that_never_greets_is_left(serve) -> None:
    """The socket is open, and that is not enough."""

    async def talk(peer: Peer) -> None:
        await peer.wait_closed()

    server = await serve(talk)
    times = Times(welcome_s=0.02)
    with pytest.raises(NotConnected, match="greeting"):
        async with Client.connect(
            server.url, TOKEN, settings=hasty(times=times, connect_timeout_s=0.2)
        ):
            pass
    assert server.connections > 1


async def test_closing_twice_is_no_error(room: FakeRoom) -> None:
    """And leaving the block closes."""
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        await client.close()
        await client.close()
    assert client.status == Ended("this client was closed", None)


async def test_an_error_in_the_block_closes_and_passes(room: FakeRoom) -> None:
    """The client never swallows it."""
    client = Client.connect(room.url, TOKEN, settings=hasty())
    with pytest.raises(ZeroDivisionError):
        async with client:
            raise ZeroDivisionError
    assert isinstance(client.status, Ended)


async def test_a_token_of_another_length_is_refused() -> None:
    """Before anything is sent."""
    with pytest.raises(ValueError, match="32"):
        Client.connect("ws://127.0.0.1:9/ws", b"short")
