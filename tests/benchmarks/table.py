"""The workload "table": rooms of six members, everyone rolling, on either server."""

import asyncio
import base64
import secrets
import uuid
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.benchmarks.coterie_server import CREATE_KEY
from tests.support.dice_claims import Claims

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
    claims: Claims | None = None


class Table(ABC):
    """A server filled with members: how they come in, what they send, how results are counted."""

    name: str

    def __init__(self, port: int) -> None:
        self.port = port

    @abstractmethod
    async def seat_all(self, rooms: int) -> list[Seat]:
        """Connect six members to each of *rooms* rooms."""

    @abstractmethod
    def intent(self, seat: Seat, id: str) -> str:
        """The message by which a seat asks for one roll."""

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

    def intent(self, seat: Seat, id: str) -> str:
        """An id is all it needs."""
        del seat
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

    def __init__(self, port: int, *, is_proven: bool = False) -> None:
        super().__init__(port)
        self._is_proven = is_proven

    async def seat_all(self, rooms: int) -> list[Seat]:
        """Found every room and let five players into each, who claim their dice if *is_proven*."""
        seats = [seat for room in range(rooms) for seat in await self._seat_room(room)]
        if self._is_proven:
            for first in range(0, len(seats), MEMBERS):
                await _begin_claims(seats[first : first + MEMBERS])
        return seats

    def intent(self, seat: Seat, id: str) -> str:
        """Seven dice, two of them Hunger dice, against 3."""
        roll = f'{{"type":"roll","id":"{id}","pool":7,"hunger":2,"difficulty":3'
        if seat.claims is None:
            return roll + "}"
        claim = seat.claims.claim("open")
        seat.claims.answered("open", claim.n)
        return f'{roll},"dice":{_JSON.encode(claim).decode()}}}'

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


async def _begin_claims(seats: Sequence[Seat]) -> None:
    """Let the players of one room claim their dice, once the last of them has a lane."""
    storyteller, *players = seats
    book, lanes = b"", 0
    while lanes < len(players):
        for item in _JSON.decode(await storyteller.ws.recv(decode=False)):
            event = item.get("event", {})
            if event.get("type") in ("book_opened", "lanes_added"):
                book = msgspec.convert(event["book"], bytes)
                lanes += len(event["lanes"])
    for number, player in enumerate(players):
        player.claims = Claims(str(number))
        player.claims.book = book
