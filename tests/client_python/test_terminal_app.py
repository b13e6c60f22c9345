"""The terminal player as a whole, against the fake server."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from coterie_client import Client, Kept, LinkError, Rejected, TokenStore
from coterie_client.__main__ import choose_entry, main, make_parser, play
from coterie_client.entries import Invited, Returning
from coterie_client.links import make_link, parse_link
from coterie_client.terminal import Terminal
from coterie_client.terminal.keyboard import Keyboard

from tests.client_python.fake import FakeRoom, Peer, token_in, welcome
from tests.client_python.support import TOKEN, hasty

SECRET = bytes(range(16))


class Screen:
    """What a person would see, and typing that waits for it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._grown = asyncio.Event()

    def write(self, line: str) -> None:
        """Show a line."""
        self.lines.append(line)
        self._grown.set()

    async def shows(self, text: str) -> None:
        """Wait until a line has this text in it."""
        while not any(text in line for line in self.lines):
            self._grown.clear()
            await self._grown.wait()

    async def typed(self, *pairs: tuple[str, str]) -> AsyncIterator[str]:
        """Lines, each typed and then waited for until the screen shows the text beside it."""
        for line, text in pairs:
            yield line
            await self.shows(text)
        yield "quit"


async def test_typing_and_watching_go_side_by_side(room: FakeRoom) -> None:
    """What happens is told while one types; quit ends it and leaves the member in the room."""
    screen = Screen()
    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        typed = screen.typed(
            ("rename room x", "name 1"), ("nonsense", "no command"), ("who", "Ada")
        )
        await Terminal(client, typed, screen.write).run()
    assert "~ live" in screen.lines
    assert 'Ada calls the room "name 1"' in screen.lines
    assert [message["type"] for message in room.received] == ["rename_room"]


async def test_the_state_of_the_connection_is_told(room: FakeRoom) -> None:
    """Lost, retrying, live again, and what was missed."""
    screen = Screen()

    async def typed() -> AsyncIterator[str]:
        await screen.shows("~ live")
        room.cut_all()
        await screen.shows("~ retrying in 0.0 s: the connection was lost")
        room.add(None)
        await screen.shows("name 1")
        yield "quit"

    async with Client.connect(room.url, TOKEN, settings=hasty()) as client:
        await Terminal(client, typed(), screen.write).run()
    assert screen.lines.count("~ live") == 2


async def test_a_final_good_bye_ends_the_terminal(serve) -> None:
    """With its sentence, while the person is still thinking."""
    screen = Screen()

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(welcome())
        await screen.shows("~ live")
        await peer.send({"type": "bye", "code": 4006, "message": "It is gone.", "is_final": True})
        await peer.wait_closed()

    async def thinking() -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    server = await serve(talk)
    async with Client.connect(server.url, TOKEN, settings=hasty()) as client:
        await Terminal(client, thinking(), screen.write).run()
    assert screen.lines[-1] == "~ closed: It is gone."


async def test_joining_keeps_a_token_and_coming_back_uses_it(
    room: FakeRoom, tmp_path: Path
) -> None:
    """The same command is the same member; --forget is a new one."""
    link = make_link(room.url, "invite", SECRET)

    async def join(*more: str) -> Screen:
        screen = Screen()
        arguments = make_parser().parse_args([link, "--tokens", str(tmp_path), *more])
        await play(arguments, screen.typed(("who", "Ada")), screen.write)
        return screen

    screen = await join("--name", "Zoë")
    assert screen.lines[0] == "You are in Night one. Type help to begin, quit to go."
    await join("--encoding", "msgpack")
    await join("--name", "Zoë", "--forget")
    first, second, third = room.hellos
    assert first["entry"]["type"] == "invite"
    assert first["entry"]["name"] == "Zoë"
    assert second["entry"] == {"type": "member"}
    assert token_in(second) == token_in(first)
    assert third["entry"]["type"] == "invite"
    assert token_in(third) != token_in(first)


async def test_a_token_is_kept_before_it_is_sent(serve, tmp_path: Path) -> None:
    """Refused or lost: the next try is the same member."""
    hellos = []

    async def talk(peer: Peer) -> None:
        hellos.append(await peer.receive())
        await peer.send(
            {"type": "rejected", "id": None, "code": "invite_spent", "message": "It is used up."}
        )
        await peer.close()

    server = await serve(talk)
    link = make_link(server.url, "invite", SECRET)
    arguments = make_parser().parse_args([link, "--tokens", str(tmp_path), "--name", "Zoë"])
    for _ in range(2):
        with pytest.raises(Rejected, match="used up"):
            await play(arguments, Screen().typed(), print)
    assert token_in(hellos[0]) == token_in(hellos[1])
    kept = TokenStore(tmp_path).load(link)
    assert kept == Kept(token_in(hellos[0]), is_joined=False)


async def test_a_token_that_opens_nothing_any_more_is_explained(serve, tmp_path: Path) -> None:
    """And nothing is forgotten unasked."""

    async def talk(peer: Peer) -> None:
        await peer.receive()
        await peer.send(
            {"type": "rejected", "id": None, "code": "unknown_credential", "message": "No."}
        )
        await peer.close()

    server = await serve(talk)
    link = make_link(server.url, "invite", SECRET)
    TokenStore(tmp_path).keep(link, Kept(TOKEN, is_joined=True))
    arguments = make_parser().parse_args([link, "--tokens", str(tmp_path)])
    screen = Screen()
    with pytest.raises(Rejected):
        await play(arguments, screen.typed(), screen.write)
    assert "--forget" in screen.lines[-1]


def test_the_way_in_is_chosen_by_what_is_kept() -> None:
    """A name is needed only to join."""
    link = parse_link(make_link("wss://host/ws", "invite", SECRET))
    assert choose_entry(link, Kept(TOKEN, is_joined=True), "", "") == Returning()
    assert choose_entry(link, Kept(TOKEN), "Zoë", "") == Invited(SECRET, "Zoë")
    with pytest.raises(LinkError):
        choose_entry(link, Kept(TOKEN), "", "")
    created = parse_link("https://host/#create=key")
    assert choose_entry(created, Kept(TOKEN), "Zoë", "").room_name == "Zoë's table"  # type: ignore[union-attr]


def test_a_bad_link_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback, and the exit status says so."""
    assert main(["nonsense", "--tokens", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("a link begins with")


async def test_the_keyboard_gives_lines_as_they_come() -> None:
    """In pieces, with Windows ends, with a last line that has none."""
    reading, writing = os.pipe()
    lines = Keyboard(reading).lines()
    try:
        os.write(writing, b"Zo" + "ë".encode()[:1])
        os.write(writing, "ë".encode()[1:] + b"\r\nse")
        assert await anext(lines) == "Zoë"
        os.write(writing, b"cond\n\nlast")
        assert [await anext(lines), await anext(lines)] == ["second", ""]
    finally:
        os.close(writing)
    assert [line async for line in lines] == ["last"]
    os.close(reading)
