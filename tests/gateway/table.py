"""A server on a loopback port with a fake room behind it, and clients that sit down at it."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.codec import Encoding
from protocol.from_client import FromClient, Hello, Ping
from server.config import LimitSettings, Settings
from server.gateway.http import Page, Readiness
from server.gateway.listener import Listener, serve
from tests.gateway.fakes import FakeRooms
from tests.gateway.raw import RawClient, frame

NOW_MS = 1_790_000_000_000
HELLO = Hello(token=b"t" * 32)
INDEX = b"<!doctype html><title>Coterie</title>"
PAGES = {"index.html": Page(INDEX, "text/html; charset=utf-8", '"1"')}
QUICK = LimitSettings(close_timeout_s=0.2, drain_timeout_s=0.5)
"""Limits as they are, but for the time that a test would have to wait."""


class Client:
    """A client of the library, whose messages are taken apart."""

    def __init__(self, ws: ClientConnection, encoding: Encoding) -> None:
        self.ws = ws
        self.encoding = encoding
        self._heard: list[dict[str, Any]] = []

    async def say(self, message: FromClient | dict[str, Any]) -> None:
        """Send a message in the encoding agreed on."""
        if self.encoding == Encoding.JSON:
            await self.ws.send(msgspec.json.encode(message), text=True)
        else:
            await self.ws.send(msgspec.msgpack.encode(message), text=False)

    async def hear(self) -> dict[str, Any]:
        """The next item."""
        while not self._heard:
            data = await self.ws.recv()
            assert isinstance(data, str) == (self.encoding == Encoding.JSON)
            decoded = json.loads(data) if isinstance(data, str) else msgspec.msgpack.decode(data)
            assert isinstance(decoded, list)
            self._heard += decoded
        return self._heard.pop(0)

    async def ask(self, message: FromClient | dict[str, Any]) -> dict[str, Any]:
        """Send a message and hear the next item."""
        await self.say(message)
        return await self.hear()

    async def to_the_end(self) -> list[dict[str, Any]]:
        """All items up to the end of the connection."""
        items: list[dict[str, Any]] = []
        try:
            while True:
                items.append(await self.hear())
        except ConnectionClosed:
            return items

    async def to_the_end_or_first(self) -> dict[str, Any]:
        """Say something that is refused; the first item that comes, be it that or a good-bye."""
        with contextlib.suppress(ConnectionClosed):
            await self.say({"type": "nothing"})
        return await self.hear()

    async def still_works(self) -> None:
        """Check that this client is served as ever."""
        pong = await self.ask(Ping(id="still there?"))
        assert pong == {"type": "pong", "id": "still there?", "server_time_ms": NOW_MS}


@dataclass
class Table:
    """The server and the room behind it."""

    rooms: FakeRooms
    listener: Listener
    readiness: Readiness = "ready"

    @property
    def port(self) -> int:
        return self.listener.port

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @asynccontextmanager
    async def client(
        self,
        encoding: Encoding = Encoding.JSON,
        *,
        greet: bool = True,
        subprotocols: list[str] | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Client]:
        """Connect, and say hello unless told otherwise."""
        offered = [f"coterie.v1.{encoding.value}"] if subprotocols is None else subprotocols
        async with connect(
            self.url,
            subprotocols=[Subprotocol(name) for name in offered] or None,
            additional_headers=fields,
            compression=None,
            max_size=None,
            proxy=None,
        ) as ws:
            client = Client(ws, encoding)
            if greet:
                welcome = await client.ask(HELLO)
                assert welcome["type"] == "welcome"
            yield client

    async def raw(self, receive_buffer: int | None = None) -> RawClient:
        """Open a TCP connection and nothing more."""
        return await RawClient.open(self.port, receive_buffer)

    async def raw_ws(self, *, greet: bool = True, receive_buffer: int | None = None) -> RawClient:
        """Open a WebSocket byte by byte."""
        raw = await self.raw(receive_buffer)
        status, _ = await raw.request()
        assert status == 101
        if greet:
            raw.writer.write(frame(msgspec.json.encode(HELLO)))
            _, welcome = await raw.read()
            assert json.loads(welcome)[0]["type"] == "welcome"
        return raw


@asynccontextmanager
async def open_table(settings: Settings | None = None, **limits: Any) -> AsyncIterator[Table]:
    """Listen on a free port, with other limits, until the end of the block."""
    rooms = FakeRooms()
    settings = replace(settings or Settings(), port=0, limits=replace(QUICK, **limits))
    table: Table | None = None
    listener = await serve(
        settings,
        rooms,
        now_ms=lambda: NOW_MS,
        ready=lambda: "ready" if table is None else table.readiness,
        pages=PAGES,
    )
    table = Table(rooms, listener)
    try:
        yield table
    finally:
        await listener.drain()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, f"tasks left behind: {left}"
