"""People who come to a server of the command over real sockets."""

import base64
from typing import Any

from tests.cli.process import Serving
from tests.support.wire_client import Item, WireClient

TOKEN = b"t" * 32


async def found_room(
    serving: Serving, token: bytes = TOKEN, room: str = "First Night", name: str = "Mara"
) -> tuple[WireClient, dict[str, Any]]:
    """Open a room by the Storyteller's link; returns the client and its welcome."""
    client = await WireClient.open(serving.port, "json")
    entry = {
        "type": "create", "create_key": serving.create_key, "room_name": room, "name": name,
    }  # fmt: skip
    return client, _welcomed(await client.hello(token, entry))


async def return_as(serving: Serving, token: bytes = TOKEN) -> tuple[WireClient, dict[str, Any]]:
    """Come back by a token."""
    client = await WireClient.open(serving.port, "json")
    return client, _welcomed(await client.hello(token))


async def come_by_link(serving: Serving, link: str, token: bytes) -> Item:
    """Come in with a further device by a device link; returns the welcome, or the refusal."""
    client = await WireClient.open(serving.port, "json")
    secret = link.partition("#device=")[2]
    raw = base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4))
    try:
        return await client.hello(token, {"type": "device_link", "secret": raw})
    finally:
        await client.close()


def _welcomed(item: Item) -> dict[str, Any]:
    assert item.type == "welcome", item.data
    return item.data
