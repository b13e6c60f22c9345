"""What a soak's clients do, each while it lasts: well-mannered, clumsy and hostile ones."""

import asyncio
import contextlib
import os
import random
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException

from tests.soak.server import CREATE_KEY
from tests.support.wire_client import Disconnected, Message, WireClient

GONE = (Disconnected, WebSocketException, OSError, EOFError)
"""What a client meets whose connection the server, or chance, has ended."""

HALF_A_HANDSHAKE = b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgr"


def intent(type: str, **fields: Any) -> dict[str, Any]:
    """An intent with an id of its own."""
    return {"type": type, "id": str(uuid.uuid4()), **fields}


@dataclass
class Soak:
    """One server's clients, and what they have done so far."""

    port: int
    until_s: float
    chance: random.Random
    done: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        """Whether there is time left."""
        return asyncio.get_running_loop().time() < self.until_s

    async def again_and_again(self, what: Callable[[], Awaitable[None]]) -> None:
        """Do *what* until the time is over; that connections end is part of it."""
        while self.goes_on:
            with contextlib.suppress(*GONE):
                await what()

    # --- who plays --------------------------------------------------------------------------------

    async def connect(self) -> WireClient:
        """A connection in one of the two encodings."""
        client = await WireClient.open(self.port, self.chance.choice(["json", "msgpack"]))
        self.done["connections"] += 1
        return client

    async def found(self, client: WireClient) -> bytes:
        """Found a room; the secret of an invite to it for many."""
        entry = {"type": "create", "create_key": CREATE_KEY, "room_name": "Soak", "name": "st"}
        await self._greet(client, os.urandom(32), entry)
        secret = os.urandom(16)
        made = await client.ask(intent("create_invite", role="player", secret=secret, uses=50))
        assert made.type == "accepted", made.data
        self.done["rooms"] += 1
        return secret

    async def join(self, client: WireClient, invite: bytes, token: bytes) -> None:
        """Come in as somebody new, or as who has that token."""
        entry = {"type": "invite", "secret": invite, "name": "somebody"}
        await self._greet(client, token, entry)

    async def _greet(self, client: WireClient, token: bytes, entry: Message) -> None:
        answer = await client.hello(token, entry)
        if answer.type != "welcome":
            # A machine with much else to do: the answer took too long, and says to come back.
            assert answer.data["code"] in ("store_unavailable", "busy"), answer.data
            await client.ended()
            raise Disconnected(answer.data["message"])

    async def part(self, client: WireClient) -> None:
        """Leave: with a good-bye, or by a cut as when a client is killed, amid a word perhaps."""
        match self.chance.randrange(3):
            case 0:
                await client.close()
            case 1:
                await client.drop()
            case _:
                with contextlib.suppress(*GONE):
                    await client.send(intent("roll", pool=9))
                await client.drop()

    # --- what they do -----------------------------------------------------------------------------

    async def play_an_evening(self) -> None:
        """Found a room, let two in, roll, and all go, each in some way."""
        clients = [await self.connect()]
        try:
            invite = await self.found(clients[0])
            for _ in range(2):
                clients.append(await self.connect())
                await self.join(clients[-1], invite, os.urandom(32))
            for client in clients * 2:
                visibility = self.chance.choice(["public", "private"])
                await client.ask(intent("roll", pool=5, visibility=visibility))
                self.done["rolls"] += 1
        finally:
            for client in clients:
                await self.part(client)

    async def fail_to_join(self) -> None:
        """Knock with what opens nothing."""
        client = await self.connect()
        await client.send({"type": "hello", "token": os.urandom(32), "client": "nobody"})
        await client.ended()
        self.done["refused"] += 1

    async def say_nothing(self) -> None:
        """Hold a socket open: bare, amid the handshake, or without a hello; the server ends it."""
        what = self.chance.randrange(3)
        if what == 2:
            client = await self.connect()
            await client.ended()
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(HALF_A_HANDSHAKE * what)
            with contextlib.suppress(TimeoutError, OSError):
                await asyncio.wait_for(reader.read(), 15)
                self.done["half-open ended by the server"] += 1
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
        self.done["half-open"] += 1

    async def flood(self) -> None:
        """Send far more than one may, malformed things too, and go when thrown out."""
        client = await self.connect()
        try:
            await self.found(client)
            for number in range(300):
                await client.send(intent("roll", pool=40) if number % 3 else {"type": "nonsense"})
                self.done["floods"] += 1
            await client.barrier()
        finally:
            await client.drop()

    async def read_nothing(self) -> None:
        """Ask for much and read none of it."""
        client = await self.connect()
        try:
            await self.found(client)
            client._reading.cancel()
            for number in range(200):
                async with asyncio.timeout(1):
                    await client.send({"type": "snapshot", "id": str(number)})
        except TimeoutError:
            pass
        finally:
            client._ws.transport.abort()
            self.done["non-readers"] += 1
        await asyncio.sleep(0)


@dataclass
class Stayer:
    """Somebody who stays through it all, and misses nothing."""

    soak: Soak
    client: WireClient

    async def act(self) -> None:
        """Do something that all are told of, now and then."""
        welcome = next(item for item in self.client.items if item.type == "welcome")
        number = 0
        while self.soak.goes_on:
            number += 1
            renaming = {"member": welcome.data["member"], "name": f"stayer {number}"}
            answer = await self.client.ask(intent("rename_member", **renaming))
            assert answer.type == "accepted", answer.data
            self.soak.done["deeds of stayers"] += 1
            await asyncio.sleep(0.1)

    def check(self) -> int:
        """Every event came once, in order; how many there were."""
        seqs = [item.data["seq"] for item in self.client.items if item.type == "event"]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        return len(seqs)
