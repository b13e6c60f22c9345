"""Dice of a server of the command, over sockets: claimed, killed, restarted, verified."""

import asyncio
import base64
import hashlib
import uuid
from typing import Any

from tests.cli.inside import Command
from tests.cli.process import Serving
from tests.cli.table import found_room, return_as
from tests.support.wire_client import Item, WireClient

PLAYER = b"p" * 32
SECRET = b"secret-of-invite"


async def _player(serving: Serving, storyteller: WireClient) -> tuple[WireClient, dict[str, Any]]:
    invite = {"type": "create_invite", "id": str(uuid.uuid4()), "role": "player", "secret": SECRET}
    answer = await storyteller.ask(invite)
    assert answer.type == "accepted", answer.data
    client = await WireClient.open(serving.port, "msgpack")
    welcome = await client.hello(PLAYER, {"type": "invite", "secret": SECRET, "name": "Ann"})
    assert welcome.type == "welcome", welcome.data
    return client, welcome.data


def _events(client: WireClient, kind: str) -> list[dict[str, Any]]:
    events = [item.data["event"] for item in client.items if item.type == "event"]
    return [event for event in events if event["type"] == kind]


async def _book(client: WireClient, books: int = 1) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while len(_events(client, "book_opened")) < books:
            await client.barrier()
    return _events(client, "book_opened")[-1]


async def _roll(client: WireClient, book: dict[str, Any], n: int) -> Item:
    live = book["book"] if isinstance(book["book"], bytes) else base64.b64decode(book["book"])
    entropy = hashlib.sha256(live + bytes([n])).digest()
    claim = {"book": live, "lane": "open", "n": n, "entropy": entropy}
    roll = {"type": "roll", "id": str(uuid.uuid4()), "pool": 5, "difficulty": 2, "dice": claim}
    return await client.ask(roll)


async def test_a_killed_server_leaves_proven_rolls_and_opens_a_new_book(
    serving: Serving, another: Serving, command: Command
) -> None:
    """What was stored stands with its proof; the old keys are gone with the process."""
    await serving.start()
    storyteller, welcome = await found_room(serving)
    player, _ = await _player(serving, storyteller)
    book = await _book(player)
    for n in range(3):
        answer = await _roll(player, book, n)
        assert (answer.type, answer.data.get("took")) == ("accepted", n)
    await serving.kill()
    await player.ended()
    await storyteller.ended()
    await another.start()
    player, _ = await return_as(another, PLAYER)
    refused = await _roll(player, book, 3)
    assert refused.data["code"] in ("book_changed", "dice_not_ready")
    new = await _book(player)
    assert new["book"] != book["book"]
    answer = await _roll(player, new, 0)
    assert (answer.type, answer.data.get("took")) == ("accepted", 0)
    await player.close()
    done = await command("verify", welcome["room"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "4 rolls: whole\n" in done.stdout
    assert "  dice: 4 proven\n" in done.stdout
