"""A real server for one conversation, with its own clock and dice, and people who talk to it."""

import asyncio
import base64
import hashlib
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.app import running
from server.config import Settings

EIGHT_O_CLOCK_MS = 1_793_476_800_000
CREATE_KEY = "sPq0W8mJb1zVtYx4AeKdnQ"

Item = dict[str, Any]


def some_bytes(what: str, length: int) -> str:
    """Bytes that look like chance and are always the same, in base64."""
    return base64.b64encode(hashlib.sha256(what.encode()).digest()[:length]).decode()


class ScriptedChance:
    """The dice of the whole conversation, in the order in which intents draw them."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = faces

    def faces(self, commit_id: bytes) -> "ScriptedChance":
        """The stream of an intent: whatever comes next."""
        return self

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces."""
        if count > len(self.left):
            raise AssertionError("the script has too few faces")
        drawn, self.left = self.left[:count], self.left[count:]
        return drawn


class Person:
    """Somebody with a client: its socket, and what it was told and has not heard."""

    def __init__(self, table: "Table", name: str) -> None:
        self._table = table
        self.token = some_bytes(f"token of {name}", 32)
        self._socket: ClientConnection | None = None
        self._told: list[Item] = []

    async def say(self, message: Item) -> None:
        """Send a message, a second after whatever happened before; a hello opens a socket."""
        self._table.now_ms += 1_000
        if message["type"] == "hello":
            await self.hang_up()
            self._told = []
            url = f"ws://127.0.0.1:{self._table.port}/ws"
            self._socket = await connect(url, subprotocols=[Subprotocol("coterie.v1.json")])
        if self._socket is None:
            raise AssertionError("say hello first")
        await self._socket.send(json.dumps(message))

    async def hear(self, count: int) -> list[Item]:
        """The next *count* items, however they are grouped into messages."""
        if self._socket is None:
            raise AssertionError("say hello first")
        while len(self._told) < count:
            async with asyncio.timeout(5):
                self._told += json.loads(await self._socket.recv())
        heard, self._told = self._told[:count], self._told[count:]
        return heard

    async def hang_up(self) -> None:
        """Close the socket, if there is one; what was not heard is lost."""
        if self._socket is not None:
            await self._socket.close()
            self._socket = None


class Table:
    """A running server, its clock, and who talks to it."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.chance = ScriptedChance(faces)
        self.now_ms = EIGHT_O_CLOCK_MS
        self.port = 0
        self._people: list[Person] = []
        self._ids = 0

    def person(self, name: str) -> Person:
        """Somebody new at the table."""
        self._people.append(Person(self, name))
        return self._people[-1]

    def new_id(self) -> str:
        """A fresh intent's id."""
        self._ids += 1
        return f"6f1c2b70-90aa-4c1e-8d57-{self._ids:012x}"

    async def leave(self) -> None:
        """Hang up everybody."""
        for person in self._people:
            await person.hang_up()


@asynccontextmanager
async def real_table(*faces: int) -> AsyncIterator[Table]:
    """A server of its own, which rolls *faces* and nothing else."""
    table = Table(faces)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(port=0, data=Path(folder) / "log.sqlite3", create_key=CREATE_KEY)
        async with running(settings, chance=table.chance, now_ms=lambda: table.now_ms) as app:
            table.port = app.listener.port
            try:
                yield table
            finally:
                await table.leave()
    if table.chance.left:
        raise AssertionError("the script has too many faces")
