"""
Two who make trouble, in a process of their own: one floods the room, one stops reading.

`python -m tests.benchmarks.trouble PORT`, with the tokens of both as lines of the input. Prints a
line when both are in.
"""

import asyncio
import contextlib
import itertools
import socket
import sys
import uuid

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.benchmarks.people import Person

SENT_AT_ONCE = 10
PAUSE_S = 0.01
"""Some thousand intents a second, fifty times what one member may send for long."""

SMALL_BUFFER_BYTES = 4_096


async def main(port: int) -> None:
    """Make trouble until killed."""
    flooding, stalled = Person(port), Person(port)
    flooding.token, stalled.token = (sys.stdin.readline().strip() for _ in range(2))
    still = await _stall(stalled)
    print("in", flush=True)
    await _flood(flooding)
    await still.close()


async def _stall(person: Person) -> ClientConnection:
    """Come in with small buffers, and read nothing from then on."""
    sock = socket.create_connection(("127.0.0.1", person.port))
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER_BYTES)
    ws = await connect(
        f"ws://127.0.0.1:{person.port}/ws", sock=sock, subprotocols=["coterie.v1.json"],
        compression=None, max_queue=1, ping_interval=None,
    )  # fmt: skip
    await person.hello(ws)
    return ws


async def _flood(person: Person) -> None:
    """Send without waiting for anything, and come again when the server has had enough."""
    while True:
        async with person.socket() as ws:
            with contextlib.suppress(ConnectionClosed):
                await person.hello(ws)
                await asyncio.gather(_send(ws), _hear(ws))


async def _send(ws: ClientConnection) -> None:
    for number in itertools.count(1):
        await ws.send(f'{{"type":"roll","id":"{uuid.uuid4()}","pool":7,"difficulty":3}}')
        if number % SENT_AT_ONCE == 0:
            await asyncio.sleep(PAUSE_S)


async def _hear(ws: ClientConnection) -> None:
    async for _ in ws:
        pass


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
