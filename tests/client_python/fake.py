"""
A small server of its own for the SDK's tests: real sockets on loopback, no rules, no store.

It follows the protocol's words as the tests need them and shares no code with SDK or server.
"""

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

Json = dict[str, Any]


class Peer:
    """The server's end of one socket."""

    def __init__(self, socket: ServerConnection, number: int) -> None:
        self._socket = socket
        self.number = number
        self.is_text = socket.subprotocol != "coterie.v1.msgpack"
        self.sent_items = 0

    async def receive(self) -> Json:
        """The next client message."""
        frame = await self._socket.recv()
        if isinstance(frame, str):
            message: Json = json.loads(frame)
        else:
            message = msgspec.msgpack.decode(frame)
        return message

    async def send(self, *items: Json) -> None:
        """One server message with these items."""
        await self.send_raw(encode(items, is_text=self.is_text))

    async def send_raw(self, frame: bytes) -> None:
        """One frame as it is."""
        await self._socket.send(frame, text=self.is_text)

    async def close(self, code: int = 1000) -> None:
        """Close politely."""
        await self._socket.close(code)

    def cut(self) -> None:
        """Let the connection break."""
        self._socket.transport.abort()

    async def wait_closed(self) -> None:
        """Until the client is gone; what it still says is passed over."""
        try:
            while True:
                await self._socket.recv()
        except ConnectionClosed:
            return


Talker = Callable[[Peer], Awaitable[None]]


def encode(items: object, *, is_text: bool = True) -> bytes:
    """Items as one frame."""
    return json.dumps(items).encode() if is_text else msgspec.msgpack.encode(items)


def token_in(hello: Json) -> bytes:
    """The token of a greeting, in either encoding."""
    token = hello["token"]
    return token if isinstance(token, bytes) else base64.b64decode(token, validate=True)


class FakeServer:
    """Listens on loopback and lets *talker* have every connection."""

    def __init__(self, talker: Talker) -> None:
        self._talker = talker
        self._server: Server | None = None
        self.connections = 0
        self.errors: list[BaseException] = []

    @property
    def url(self) -> str:
        """The socket's address."""
        assert self._server is not None
        host, port = next(iter(self._server.sockets)).getsockname()[:2]
        return f"ws://{host}:{port}/ws"

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._handle,
            "127.0.0.1",
            0,
            subprotocols=[Subprotocol("coterie.v1.json"), Subprotocol("coterie.v1.msgpack")],
            ping_interval=None,
            close_timeout=1,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()
        assert self.errors == []

    async def _handle(self, socket: ServerConnection) -> None:
        self.connections += 1
        try:
            await self._talker(Peer(socket, self.connections))
        except ConnectionClosed:
            return
        except BaseException as error:
            self.errors.append(error)
            raise


def position(seq: int, generation: int = 1, epoch: str = "e") -> Json:
    """Where a line stands after *seq* events."""
    return {"epoch": epoch, "generation": generation, "seq": seq, "mark": f"m{seq}"}


def snapshot(**changes: Any) -> Json:
    """A room with one Storyteller in it."""
    return {
        "room": "room1",
        "name": "Night one",
        "system": "v5",
        "house_rules": {"entered_dice": False},
        "session": None,
        "clocks": [],
        "members": [{"member": "st", "name": "Ada", "role": "storyteller"}],
        "characters": [],
        "standing_rolls": [],
        "requests": [],
        "contests": [],
        "proposals": [],
        "effects": [],
        "invites": [],
        "order": [],
        "dice": None,
        "reveals": [],
        "boundaries": [],
        "tenets": [],
        "bonds": [],
        "boons": [],
        "pause": None,
        "locked": False,
        **changes,
    }


def welcome(**changes: Any) -> Json:
    """A greeting with a snapshot of an empty line."""
    return {
        "type": "welcome",
        "room": "room1",
        "member": "st",
        "position": position(0),
        "snapshot": snapshot(),
        "recent": [],
        "present": ["st"],
        "reason": "joined",
        "server_time_ms": 1_700_000_000_000,
        "heartbeat_interval_s": 20.0,
        "limits": {"max_message_bytes": 65_536},
        "server": "fake",
        "protocol": 1,
        **changes,
    }


def event(seq: int, body: Json | None = None) -> Json:
    """The *seq*-th event of a line; by default the room is renamed to its number."""
    body = body or {"type": "room_renamed", "name": f"name {seq}", "by": "st"}
    return {"type": "event", "seq": seq, "mark": f"m{seq}", "at": 1000 + seq, "event": body}


class FakeRoom:
    """
    A room that behaves: a line of events, resuming, intents bound to their ids.

    Every intent renames the room, so that each leaves one event. `before_answer` may interfere
    when an intent was stored and before its answer goes out.
    """

    def __init__(self) -> None:
        self.server: FakeServer
        self.line: list[Json] = []
        self.hellos: list[Json] = []
        self.received: list[Json] = []
        self.answers: dict[str, Json] = {}
        self.before_answer: Callable[[Peer, Json], Awaitable[None]] | None = None
        self.on_welcome: Callable[[Peer], Awaitable[None]] | None = None
        self.pong_delay = False
        self._peers: dict[Peer, int] = {}
        self._grown = asyncio.Event()

    @property
    def url(self) -> str:
        """The socket's address."""
        return self.server.url

    def add(self, *bodies: Json | None) -> None:
        """Something happens."""
        for body in bodies or (None,):
            self.line.append(event(len(self.line) + 1, body))
        self._grown.set()

    def state_name(self) -> str:
        """The room's name after everything that happened."""
        names = [e["event"]["name"] for e in self.line if e["event"]["type"] == "room_renamed"]
        return names[-1] if names else "Night one"

    def cut_all(self) -> None:
        """Every connection breaks."""
        for peer in tuple(self._peers):
            peer.cut()

    async def talk(self, peer: Peer) -> None:
        """Have one connection."""
        hello = await peer.receive()
        self.hellos.append(hello)
        resume = hello.get("resume")
        head = len(self.line)
        if resume is None:
            name = self.state_name()
            await peer.send(welcome(position=position(head), snapshot=snapshot(name=name)))
            at = head
        else:
            at = resume["seq"]
            greeting = welcome(position=position(head), snapshot=None, reason="resumed")
            await peer.send(greeting, *self.line[at:head])
            at = head
        self._peers[peer] = at
        if self.on_welcome is not None:
            await self.on_welcome(peer)
        pusher = asyncio.create_task(self._push(peer))
        try:
            while True:
                await self._answer(peer, await peer.receive())
        finally:
            del self._peers[peer]
            pusher.cancel()
            await asyncio.wait({pusher})

    async def _answer(self, peer: Peer, message: Json) -> None:
        match message["type"]:
            case "ping":
                pong = {"type": "pong", "id": message["id"], "server_time_ms": 1_700_000_000_000}
                await peer.send(pong)
            case "snapshot":
                at = self._peers[peer]
                here = {"position": position(at), "snapshot": snapshot(name=self.state_name())}
                await peer.send({"type": "result", "id": message["id"], "result": here})
            case "history":
                page = {"events": self.line[: message.get("limit", 50)], "has_more": False}
                await peer.send({"type": "result", "id": message["id"], "result": page})
            case _:
                await self._intent(peer, message)

    async def _intent(self, peer: Peer, message: Json) -> None:
        self.received.append(message)
        answer = self.answers.get(message["id"])
        if answer is None:
            seq = len(self.line) + 1
            answer = {"type": "accepted", "id": message["id"], "seq": seq, "created": f"c{seq}"}
            self.answers[message["id"]] = answer
            self.line.append(event(seq))
        if self.before_answer is not None:
            await self.before_answer(peer, message)
        await peer.send(answer)
        self._grown.set()

    async def _push(self, peer: Peer) -> None:
        try:
            while True:
                at = self._peers[peer]
                if at < len(self.line):
                    self._peers[peer] = len(self.line)
                    await peer.send(*self.line[at:])
                    continue
                self._grown.clear()
                await self._grown.wait()
        except (ConnectionClosed, KeyError):
            return
