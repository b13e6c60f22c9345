"""Small views of a client's insides for whoever uses it."""

from dataclasses import dataclass

from coterie_client.feed import Cursor, FeedItem
from coterie_client.wire import Event


class EventReader:
    """The events of a feed alone: an asynchronous iterator."""

    def __init__(self, cursor: Cursor[FeedItem]) -> None:
        self._cursor = cursor

    def __aiter__(self) -> "EventReader":
        return self

    async def __anext__(self) -> Event:
        """The next event; what else the feed brings is passed over."""
        while True:
            item = await anext(self._cursor)
            if isinstance(item, Event):
                return item


@dataclass(frozen=True, slots=True)
class Waiting:
    """A request without an answer: its id and type, and whether it ever went out."""

    id: str
    type: str
    was_sent: bool
