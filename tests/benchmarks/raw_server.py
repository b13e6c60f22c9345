"""
The reference: a bare `websockets` broadcaster on plain asyncio.

It decodes an intent, rolls seven dice, counts the successes and broadcasts the result to the room.
No rules, no rights, no log.
"""

import asyncio
import random
import sys

import msgspec
from websockets.asyncio.server import ServerConnection, broadcast, serve


class Intent(msgspec.Struct):
    """What a member asks for."""

    id: str


class Result(msgspec.Struct):
    """What everybody in the room is told."""

    id: str
    faces: list[int]
    successes: int


_DECODER = msgspec.json.Decoder(Intent)
_ENCODER = msgspec.json.Encoder()
_ROOMS: dict[str, set[ServerConnection]] = {}


async def handle(ws: ServerConnection) -> None:
    """Serve one member; the path names the room."""
    room = _ROOMS.setdefault(ws.request.path if ws.request else "/", set())
    room.add(ws)
    try:
        async for message in ws:
            intent = _DECODER.decode(message)
            faces = [random.randint(1, 10) for _ in range(7)]
            successes = sum(face >= 6 for face in faces)
            result = _ENCODER.encode(Result(intent.id, faces, successes))
            broadcast(room, result.decode())
    finally:
        room.discard(ws)


async def main() -> None:
    """Listen on a free port, print it, and serve until killed."""
    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(port, flush=True)
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
