"""The workload "table": rooms of six members, everyone rolling, on either server."""

import asyncio
import base64
import secrets
import uuid
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.benchmarks.coterie_server import CREATE_KEY

MEMBERS = 6
_JSON = msgspec.json


@dataclass(slots=True)
class Seat:
    """One member's socket, and what went through it."""

    ws: ClientConnection
    room: int
    sent_at: dict[str, float] = field(default_factory=dict)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    deliveries: int = 0


class Table(ABC):
    """A server filled with members: how they come in, what they send, how results are counted."""

    name: str

    def __init__(self, port: int) -> None:
        self.port = port

    @abstractmethod
    async def seat_all(self, rooms: int) -> list[Seat]:
        """Connect six members to each of *rooms* rooms."""

    @abstractmethod
    def intent(self, id: str) -> str:
        """The message that asks for one roll."""

    @abstractmethod
    def results(self, message: bytes) -> int:
        """How many results of rolls a message carries."""

    @abstractmethod
    def answers(self, message: bytes) -> list[str]:
        """The intents that a message answers, whoever sent them."""


class RawTable(Table):
    """The bare broadcaster: a result is its sender's answer too."""

    name = "bare websockets"

    async def seat_all(self, rooms: int) -> list[Seat]:
        """Connect everyone; the path is the room."""
        return [
            Seat(await connect(f"ws://127.0.0.1:{self.port}/{room}", compression=None), room)
            for room in range(rooms)
            for _ in range(MEMBERS)
        ]

    def intent(self, id: str) -> str:
        """An id is all it needs."""
        return f'{{"id":"{id}"}}'

    def results(self, message: bytes) -> int:
        """Each message is one result."""
        return 1

    def answers(self, message: bytes) -> list[str]:
        """The id that the result carries."""
        return [_JSON.decode(message)["id"]]


class CoterieTable(Table):
    """Coterie: rooms founded, members invited, public rolls against a Difficulty."""

    name = "coterie"

    async def seat_all(self, rooms: int) -> list[Seat]:
        """Found every room and let five players into each."""
        return [seat for room in range(rooms) for seat in await self._seat_room(room)]

    def intent(self, id: str) -> str:
        """Seven dice, two of them Hunger dice, against 3."""
        return f'{{"type":"roll","id":"{id}","pool":7,"hunger":2,"difficulty":3}}'

    def results(self, message: bytes) -> int:
        """Every resolved roll in the message."""
        return message.count(b'"type":"roll_resolved"')

    def answers(self, message: bytes) -> list[str]:
        """The intents accepted in the message."""
        if b'"accepted"' not in message:
            return []
        items = _JSON.decode(message)
        if any(item["type"] == "rejected" for item in items):
            raise RuntimeError(f"an intent was rejected: {message[:500]!r}")
        return [item["id"] for item in items if item["type"] == "accepted"]

    async def _seat_room(self, room: int) -> list[Seat]:
        founding = {
            "type": "create",
            "create_key": CREATE_KEY,
            "room_name": f"room {room}",
            "name": "Storyteller",
        }
        storyteller = await self._enter(founding)
        secret = base64.b64encode(secrets.token_bytes(16)).decode()
        invite = {
            "type": "create_invite",
            "id": str(uuid.uuid4()),
            "role": "player",
            "secret": secret,
            "uses": MEMBERS,
        }
        await storyteller.send(_JSON.encode(invite).decode())
        await storyteller.recv()
        invited = {"type": "invite", "secret": secret}
        players = [await self._enter({**invited, "name": f"player {n}"}) for n in range(1, MEMBERS)]
        return [Seat(ws, room) for ws in (storyteller, *players)]

    async def _enter(self, entry: dict[str, str]) -> ClientConnection:
        ws = await connect(
            f"ws://127.0.0.1:{self.port}/ws", subprotocols=["coterie.v1.json"], compression=None
        )
        token = base64.b64encode(secrets.token_bytes(32)).decode()
        hello = {"type": "hello", "token": token, "entry": entry}
        await ws.send(_JSON.encode(hello).decode())
        await ws.recv()
        return ws
