"""What the SDK's tests share: tokens, settings without waiting, and small helpers."""

import asyncio
from typing import Any

from coterie_client import Backoff, Client, Event, Report, Settings

TOKEN = bytes(range(32))


async def no_sleep(_: float) -> None:
    """Does not wait between tries."""
    await asyncio.sleep(0)


def hasty(**changes: Any) -> Settings:
    """Settings that come back at once."""
    return Settings(**{"sleep": no_sleep, "random": lambda: 0.0, "backoff": Backoff(), **changes})


async def take_events(client: Client, count: int) -> list[Event]:
    """The next *count* events."""
    events = client.events()
    return [await anext(events) for _ in range(count)]


def reports(client: Client) -> list[str]:
    """What the client has passed over so far."""
    return [item.what for item in client.feed().ready() if isinstance(item, Report)]
