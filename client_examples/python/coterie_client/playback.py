"""A line played back by the server: its events once more, each when it is due."""

import asyncio
import contextlib
from collections import deque
from typing import Any, Self

from coterie_client.errors import Closed, OutcomeUnknown
from coterie_client.outbox import new_id
from coterie_client.sender import Sender, given
from coterie_client.wire import Event, Json, read_events

MOST_UNREAD = 256
"""Who reads more slowly than is played has it played on from there, and not kept without end."""


class Stage:
    """
    What is played on this client's connection: one line at a time.

    Knows nothing of sockets; told of what comes in, and of connections that are made anew.
    """

    def __init__(self) -> None:
        self.playback: Playback | None = None

    def take_answer(self, id: str) -> None:
        """The request *id* was answered with a result."""
        if self.playback is not None and self.playback.id == id:
            self.playback.runs = True

    def take_played(self, item: Json) -> None:
        """Events that are played, or the end."""
        if self.playback is not None and self.playback.id == item["id"]:
            self.playback.take(item)

    def begin_connection(self) -> None:
        """On a new connection the server plays nothing of what it played on the last one."""
        if self.playback is not None:
            self.playback.interrupt()


class Playback:
    """
    Events as they happened, at a chosen speed: an asynchronous iterator that ends with the line.

    Goes on by itself after a lost connection. As a context manager it stops when it is left. Ends
    early when another line is played, or when this member's role changes.

    Attributes:
        after: The last event that was read.
    """

    def __init__(self, stage: Stage, sender: Sender, asked: Json) -> None:
        self.id: str | None = None
        self.runs = False
        self.after: int = asked["after"]
        self._stage = stage
        self._sender = sender
        self._asked = asked
        self._events: deque[Event] = deque()
        self._is_over = False
        self._changed = asyncio.Event()

    # --- reading ----------------------------------------------------------------------------------

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Event:
        """
        The next event, when it is due.

        Raises:
            Rejected: The server does not play this line.
            OutcomeUnknown, OutboxFull, Closed: As `Client.query` does.
        """
        while not self._events:
            if self._is_over:
                raise StopAsyncIteration
            if self.runs:
                self._changed.clear()
                await self._changed.wait()
            else:
                await self._begin()
        event = self._events.popleft()
        self.after = event.seq
        return event

    async def stop(self) -> None:
        """Play no further; what was played and not read is gone."""
        is_played = self._stage.playback is self and not self._is_over
        self.end()
        self._events.clear()
        if is_played:
            # Where there is no connection any more, nothing is played either.
            with contextlib.suppress(Closed, OutcomeUnknown):
                await self._sender.query({"type": "stop_play"})

    async def _begin(self) -> None:
        """Have the rest of the line played, in place of whatever is played now."""
        before = self._stage.playback
        if before is not None and before is not self:
            before.end()
        self._stage.playback = self
        self.id = new_id()
        asked = {**self._asked, "id": self.id, "after": self.after}
        try:
            await self._sender.query(asked)
        except BaseException:
            self.end()
            raise

    # --- what comes in ----------------------------------------------------------------------------

    def take(self, item: Json) -> None:
        """Events of this line, or its end."""
        self._events += read_events(item.get("events"))
        if item.get("has_ended") is True:
            self.end()
        elif len(self._events) > MOST_UNREAD:
            # The rest of it goes unheard, and is asked for again when these are read.
            self.interrupt()
        self._changed.set()

    def interrupt(self) -> None:
        """Nothing comes any more until it is asked for again."""
        if self.runs:
            self.runs = False
            self.id = None
        self._changed.set()

    def end(self) -> None:
        """Nothing comes any more."""
        self._is_over = True
        self.runs = False
        self.id = None
        self._changed.set()


class Replays(Sender):
    """What a client has played back."""

    _stage: Stage

    def play(self, after: int = 0, speed: float = 1.0, viewed_as: str | None = None) -> Playback:
        """
        Have a line played back from behind an event up to now, at the pace at which it happened.

        It begins when it is first read. One line is played at a time: another takes its place,
        which is how to seek and to change speed.

        Args:
            after: Only events with a greater view sequence.
            speed: How many times as fast, 0.25 to 64.
            viewed_as: For Storytellers: the member whose line it is; by default one's own.
        """
        asked: dict[str, Any] = {"after": after, "speed": speed, "as": viewed_as}
        return Playback(self._stage, self, given("play", **asked))

    async def stop_play(self) -> int | None:
        """
        Play no further, whatever is played.

        Returns:
            The last event that was played, None if nothing was.

        Raises:
            Rejected: The query was refused.
        """
        if self._stage.playback is not None:
            self._stage.playback.end()
        result = await self.query({"type": "stop_play"})
        at = result.get("at")
        return at if isinstance(at, int) else None
