"""What waits for a room's one task: bounded, and taken out in batches."""

import asyncio
from collections import deque
from collections.abc import Iterator

from server.live.bustle import Bustle
from server.live.items import IntentItem, Item

BATCH_ITEMS = 128


class Inbox:
    """
    Items in the order in which they came; the task rests on it while there are none.

    While there are some, or while what was taken is at work, its room is part of the bustle.
    """

    def __init__(self, bustle: Bustle) -> None:
        self._bustle = bustle
        self._items: deque[Item] = deque()
        self._idle: asyncio.Future[None] | None = None
        self.intents = 0
        """How many of them are intents, which are bounded apart from the rest."""

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    @property
    def others(self) -> int:
        """How many of them are no intents."""
        return len(self._items) - self.intents

    def put(self, item: Item) -> None:
        """Add an item, and wake the task."""
        self._items.append(item)
        if isinstance(item, IntentItem):
            self.intents += 1
        self.wake()

    def put_once(self, item: Item) -> None:
        """Add an item unless an equal one waits already."""
        if item not in self._items:
            self.put(item)

    def wake(self) -> None:
        """Let the task go on, if it rests."""
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)
            self._bustle.begin(self)

    def begin(self) -> None:
        """The task is at work from now on."""
        self._bustle.begin(self)

    def end(self) -> None:
        """The task is not at work any more."""
        self._bustle.end(self)

    async def rest(self) -> None:
        """Wait until woken."""
        self.end()
        self._idle = asyncio.get_running_loop().create_future()
        await self._idle

    def take_batch(self) -> list[Item]:
        """The oldest items, as many as are served together."""
        batch: list[Item] = []
        items = self._items
        while items and len(batch) < BATCH_ITEMS:
            item = items.popleft()
            self.intents -= isinstance(item, IntentItem)
            batch.append(item)
        return batch

    def clear(self) -> None:
        """Forget all."""
        self._items.clear()
        self.intents = 0
