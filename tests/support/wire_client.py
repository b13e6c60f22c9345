"""
A client of the bare wire that keeps every byte: independent of the SDK and of the server's codec.

Knows how messages are framed and how answers name their requests, and nothing of what they mean.
"""

import asyncio
import uuid
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

Message = Mapping[str, Any]

PATIENCE_S = 20.0
"""How long an answer may take before the test fails; far beyond anything a busy machine needs."""

_ANSWERS = ("accepted", "rejected", "result", "pong")
_ITEMS: Mapping[str, Any] = {
    "json": msgspec.json.Decoder(list[msgspec.Raw]),
    "msgpack": msgspec.msgpack.Decoder(list[msgspec.Raw]),
}


def encode(message: Message, encoding: str) -> str | bytes:
    """Encode a message as a client would: JSON as text, MessagePack as binary."""
    if encoding == "json":
        return msgspec.json.encode(message).decode()
    return msgspec.msgpack.encode(message)


def decode(raw: bytes, encoding: str) -> dict[str, Any]:
    """Decode one item that the server sent."""
    decoded: dict[str, Any] = (
        msgspec.json.decode(raw) if encoding == "json" else msgspec.msgpack.decode(raw)
    )
    return decoded


class _Head(msgspec.Struct):
    """What tells one item from another: `id` where it answers a request, and names one."""

    type: str
    id: str | None = None


_HEADS: Mapping[str, Any] = {
    "json": msgspec.json.Decoder(_Head),
    "msgpack": msgspec.msgpack.Decoder(_Head),
}


class Item:
    """One item of what the server sent: its bytes, and what they say; most are never asked."""

    def __init__(self, raw: bytes, encoding: str) -> None:
        self.raw = raw
        self._encoding = encoding
        head: _Head = _HEADS[encoding].decode(raw)
        self.type = head.type
        """What kind of item it is."""
        self.id = head.id
        """The request that it answers, where it names one."""

    @cached_property
    def data(self) -> dict[str, Any]:
        """What the item says."""
        return decode(self.raw, self._encoding)


class Disconnected(Exception):
    """The connection ended before the answer came."""


class WireClient:
    """One connection. Everything that arrives is kept in `items`, in order."""

    def __init__(self, ws: ClientConnection, encoding: str) -> None:
        self._ws = ws
        self.encoding = encoding
        self.items: list[Item] = []
        self._answers: dict[str | None, asyncio.Future[Item]] = {}
        self._welcome: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self._arrived = asyncio.Event()
        self._pings = 0
        self.is_closed = False
        self.companion: asyncio.Task[None] | None = None
        """The far end's life where that is lived in this process; over when this one is."""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, port: int, encoding: str, host: str = "127.0.0.1") -> Self:
        """Open a WebSocket that speaks *encoding*; nothing is said yet."""
        ws = await connect(
            f"ws://{host}:{port}/ws",
            subprotocols=[Subprotocol(f"coterie.v1.{encoding}")],
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=PATIENCE_S,
            close_timeout=PATIENCE_S,
            max_size=None,
            max_queue=None,
        )
        return cls(ws, encoding)

    # --- talking ---------------------------------------------------------------------------------

    async def hello(
        self, token: bytes, entry: Message | None = None, resume: Message | None = None
    ) -> Item:
        """Say hello and return the welcome, or the refusal."""
        message: dict[str, Any] = {"type": "hello", "token": token, "client": "wire"}
        if entry is not None:
            message["entry"] = entry
        if resume is not None:
            message["resume"] = resume
        self._answers[None] = self._welcome
        await self.send(message)
        return await self._wait(self._welcome)

    async def send(self, message: Message) -> None:
        """Send a message without waiting for anything."""
        await self._ws.send(encode(message, self.encoding))

    async def send_raw(self, message: str | bytes) -> None:
        """Send a message that may mean nothing."""
        await self._ws.send(message)

    def expect(self, id: str | None) -> "asyncio.Future[Item]":
        """The answer to the request *id* (None: to one without), which is about to be sent."""
        answer: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        self._answers[id] = answer
        return answer

    async def ask(self, message: Message) -> Item:
        """Send a request and return its one answer."""
        answer = self.expect(message["id"])
        await self.send(message)
        return await self._wait(answer)

    async def answer(self, waiting: "asyncio.Future[Item]") -> Item:
        """Wait for an answer announced with `expect`."""
        return await self._wait(waiting)

    async def query(self, type: str, **fields: Any) -> dict[str, Any]:
        """Ask a query under a fresh id and return its result."""
        answer = await self.ask({"type": type, "id": uuid.uuid4().hex, **fields})
        assert answer.type == "result", answer.data
        result: dict[str, Any] = answer.data["result"]
        return result

    async def barrier(self) -> None:
        """Return when all that the server put in before now has arrived."""
        self._pings += 1
        await self.ask({"type": "ping", "id": f"barrier {self._pings}"})

    async def until(self, type: str, after: int = 0, **fields: Any) -> Item:
        """Wait for an item of *type* with these fields, from place *after* of `items` on."""

        async def look() -> Item:
            place = after
            while True:
                for item in self.items[place:]:
                    if item.type == type and all(item.data.get(k) == v for k, v in fields.items()):
                        return item
                place = len(self.items)
                if self.is_closed:
                    raise Disconnected(f"no {type} came before the connection ended")
                self._arrived.clear()
                await self._arrived.wait()

        async with asyncio.timeout(PATIENCE_S):
            return await look()

    # --- ending ----------------------------------------------------------------------------------

    async def drop(self) -> None:
        """Cut the connection without a good-bye."""
        self._ws.transport.abort()
        await self.ended()

    async def close(self) -> None:
        """Close the connection properly; may be said again."""
        await self._ws.close()
        await self.ended()

    async def ended(self) -> None:
        """Return when the connection is over, whoever ended it."""
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.shield(self._reading)
            if self.companion is not None:
                await asyncio.wait([self.companion])

    # --- listening -------------------------------------------------------------------------------

    async def _read(self) -> None:
        split = _ITEMS[self.encoding]
        try:
            while True:
                frame = await self._ws.recv(decode=False)
                for part in split.decode(frame):
                    self._take(Item(bytes(part), self.encoding))
                self._arrived.set()
        except ConnectionClosed:
            pass
        finally:
            self.is_closed = True
            self._arrived.set()
            for waiting in self._answers.values():
                if not waiting.done():
                    waiting.set_exception(Disconnected("the connection ended first"))
                    waiting.exception()

    def _take(self, item: Item) -> None:
        self.items.append(item)
        if item.type == "welcome":
            self._answers.pop(None, None)
            self._welcome.set_result(item)
        elif item.type in _ANSWERS:
            waiting = self._answers.pop(item.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(item)

    async def _wait(self, answer: "asyncio.Future[Item]") -> Item:
        async with asyncio.timeout(PATIENCE_S):
            return await asyncio.shield(answer)
