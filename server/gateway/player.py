"""What one connection plays back: one line at a time, never faster than the client reads."""

import asyncio
import logging
from collections.abc import Callable

from protocol.from_client import PlayQuery
from protocol.from_server import Played
from protocol.ids import ViewSeq
from server.live.subscriber import Seat
from server.store.base import LogError

log = logging.getLogger(__name__)

LET_WAIT_BYTES = 65_536
"""As long as more waits to be sent, nothing more is played: live events must find room."""
LOOK_AGAIN_S = 0.05


class Player:
    """The playback of a connection."""

    def __init__(self, send: Callable[[Played], None], waiting_bytes: Callable[[], int]) -> None:
        """
        Make a player that plays nothing.

        Args:
            send: Puts a message into the connection's outbox.
            waiting_bytes: How much waits there and behind it.
        """
        self._send = send
        self._waiting_bytes = waiting_bytes
        self._task: asyncio.Task[None] | None = None
        self._at: ViewSeq | None = None

    def play(self, tasks: asyncio.TaskGroup, seat: Seat, query: PlayQuery, upto: ViewSeq) -> None:
        """Play what *query* asks for, in place of whatever is played now."""
        self.stop()
        self._task = tasks.create_task(self._play(seat, query, upto))

    def stop(self) -> ViewSeq | None:
        """Play no further; the last event that was played, if any was."""
        task, self._task = self._task, None
        at, self._at = self._at, None
        if task is not None:
            task.cancel()
        return at

    async def _play(self, seat: Seat, query: PlayQuery, upto: ViewSeq) -> None:
        try:
            async for events in seat.played(query, upto):
                # Nobody is told when a transport's buffer has run dry.
                while self._waiting_bytes() > LET_WAIT_BYTES:  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_AGAIN_S)
                self._at = events[-1].seq
                self._send(Played(id=query.id, events=events))
        except LogError as error:
            log.warning("playing back ends", extra={"error": str(error)})
        self._send(Played(id=query.id, has_ended=True))
