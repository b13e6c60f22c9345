"""What a client tells its reader, in one order: events, resets, presence, reports, status."""

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakSet

from coterie_client.errors import FeedOverrun
from coterie_client.status import Status
from coterie_client.wire import Event, Json


@dataclass(frozen=True, slots=True)
class Reset:
    """
    A snapshot replaced the state: what was derived from earlier events may be out of date.

    `reason` is the server's: joined, too_far_behind, epoch_changed, generation_changed or
    history_changed. `recent` are the viewer's last events up to `seq`, for showing.
    """

    reason: str
    seq: int
    recent: tuple[Event, ...]
    state: Json


@dataclass(frozen=True, slots=True)
class Presence:
    """A member came or went; `here` says whether any device of theirs is connected."""

    member: str
    here: bool


@dataclass(frozen=True, slots=True)
class Report:
    """Something that this client could not use and passed over, for whoever looks after it."""

    what: str


FeedItem = Event | Reset | Presence | Report | Status

T = TypeVar("T")


class Feed(Generic[T]):
    """
    A bounded line of items with any number of readers.

    When it is full the oldest item goes; a reader that had not read it is told by `FeedOverrun`.
    """

    def __init__(self, limit: int) -> None:
        self._items: deque[T] = deque()
        self._limit = limit
        self._first = 0
        self._is_closed = False
        self._cursors: WeakSet[Cursor[T]] = WeakSet()

    def put(self, item: T) -> None:
        """Add an item and wake the readers."""
        if self._is_closed:
            return
        self._items.append(item)
        if len(self._items) > self._limit:
            self._items.popleft()
            self._first += 1
        self._wake()

    def close(self) -> None:
        """No more items; readers end when they have read the rest."""
        self._is_closed = True
        self._wake()

    def reader(self) -> "Cursor[T]":
        """A reader of what comes from now on."""
        cursor = Cursor(self, self._first + len(self._items))
        self._cursors.add(cursor)
        return cursor

    def _forget_read(self) -> None:
        """Let go of what every reader has read."""
        oldest = min(cursor._at for cursor in self._cursors)
        while self._first < oldest:
            self._items.popleft()
            self._first += 1

    def _wake(self) -> None:
        for cursor in self._cursors:
            cursor._wakened.set()


class Cursor(Generic[T]):
    """One reader of a feed: an asynchronous iterator over its items."""

    def __init__(self, feed: Feed[T], at: int) -> None:
        self._feed = feed
        self._at = at
        self._wakened = asyncio.Event()

    def __aiter__(self) -> "Cursor[T]":
        return self

    def ready(self) -> list[T]:
        """
        What is there already, without waiting.

        Raises:
            FeedOverrun: As in waiting for the next item.
        """
        items = []
        while self._at < self._feed._first + len(self._feed._items):
            items.append(self._take())
        return items

    async def __anext__(self) -> T:
        """
        The next item, waiting for it.

        Raises:
            FeedOverrun: Items were dropped unread; the next call goes on with the oldest kept.
        """
        feed = self._feed
        while True:
            if self._at < feed._first + len(feed._items):
                return self._take()
            if feed._is_closed:
                raise StopAsyncIteration
            self._wakened.clear()
            await self._wakened.wait()

    def _take(self) -> T:
        feed = self._feed
        if self._at < feed._first:
            dropped, self._at = feed._first - self._at, feed._first
            raise FeedOverrun(dropped)
        item = feed._items[self._at - feed._first]
        self._at += 1
        feed._forget_read()
        return item
