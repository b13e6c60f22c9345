"""People who come and go by their tokens, and a room that they found."""

import base64
import contextlib
import secrets
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from protocol.ids import RoomId
from tests.benchmarks.coterie_server import CREATE_KEY


class NotLetIn(Exception):
    """The server answered a hello with something else than a welcome."""


class Person:
    """A member who comes and goes by a token."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = base64.b64encode(secrets.token_bytes(32)).decode()

    @contextlib.asynccontextmanager
    async def socket(self) -> AsyncIterator[ClientConnection]:
        """A socket that has not said hello; what nobody reads does not keep it from closing."""
        url = f"ws://127.0.0.1:{self.port}/ws"
        async with connect(
            url, subprotocols=["coterie.v1.json"], compression=None, max_size=None, max_queue=None
        ) as ws:
            yield ws

    async def hello(
        self, ws: ClientConnection, entry: dict[str, str] | None = None, resume: object = None
    ) -> dict[str, Any]:
        """Come in; the welcome."""
        hello = {"type": "hello", "token": self.token}
        extra = {"entry": entry, "resume": resume}
        hello |= {name: value for name, value in extra.items() if value is not None}
        await ws.send(msgspec.json.encode(hello).decode())
        (welcome, *_) = msgspec.json.decode(await ws.recv())
        if welcome["type"] != "welcome":
            raise NotLetIn(str(welcome))
        return welcome  # type: ignore[no-any-return]

    async def timed(self, resume: object = None, upto: int = 0) -> tuple[float, int]:
        """
        Milliseconds, and bytes, from hello until the welcome and all up to *upto* is here.

        Raises:
            NotLetIn: There was no welcome.
        """
        async with self.socket() as ws:
            hello = {"type": "hello", "token": self.token}
            if resume is not None:
                hello["resume"] = resume
            text = msgspec.json.encode(hello).decode()
            began = time.perf_counter()
            await ws.send(text)
            size, seq = 0, -1
            while seq < upto:
                message = await ws.recv()
                size += len(message)
                for item in msgspec.json.decode(message):
                    if item["type"] == "rejected":
                        raise NotLetIn(str(item))
                    seq = item.get("seq", max(seq, 0))
            return (time.perf_counter() - began) * 1000, size

    async def page(self, ws: ClientConnection, before: int) -> float:
        """Milliseconds until a page of 50 is here."""
        asked = {"type": "history", "id": "q", "before": before, "limit": 50}
        began = time.perf_counter()
        await ws.send(msgspec.json.encode(asked).decode())
        await ws.recv()
        return (time.perf_counter() - began) * 1000


async def found(port: int, players: int = 1) -> tuple[Person, list[Person], RoomId]:
    """A Storyteller who founds a room, players who are invited, and the room."""
    storyteller = Person(port)
    invited = [Person(port) for _ in range(players)]
    founding = {
        "type": "create", "create_key": CREATE_KEY, "room_name": "long", "name": "Storyteller",
    }  # fmt: skip
    async with storyteller.socket() as ws:
        welcome = await storyteller.hello(ws, founding)
        secret = base64.b64encode(secrets.token_bytes(16)).decode()
        invite = {
            "type": "create_invite", "id": "00000000-0000-4000-8000-000000000001",
            "role": "player", "secret": secret, "uses": players,
        }  # fmt: skip
        await ws.send(msgspec.json.encode(invite).decode())
        await ws.recv()
    for player in invited:
        async with player.socket() as ws:
            await player.hello(ws, {"type": "invite", "secret": secret, "name": "Player"})
    return storyteller, invited, RoomId(welcome["room"])
