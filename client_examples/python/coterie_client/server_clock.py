"""How far the server's clock is from this computer's: to be shown, never to be sent."""

import itertools
from collections.abc import Callable

from coterie_client.wire import Json


class ServerClock:
    """
    Measures the offset at every greeting and every ping, so that it follows a clock that is set.

    Args:
        now_s: This computer's clock, seconds since 1970.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._numbers = itertools.count(1)
        self._sent: tuple[str, float] | None = None
        self.offset_s: float | None = None

    def make_ping(self) -> Json:
        """A ping message; its answer measures the offset."""
        id = str(next(self._numbers))
        self.note_sent(id)
        return {"type": "ping", "id": id}

    def note_sent(self, id: str) -> None:
        """Something that the server will answer with its time goes out now."""
        self._sent = (id, self._now_s())

    def note_heard(self, id: str, server_time_ms: int) -> None:
        """The answer came; the server's time is taken to be that of halfway."""
        if self._sent is not None and self._sent[0] == id:
            sent_s, heard_s = self._sent[1], self._now_s()
            self.offset_s = server_time_ms / 1000 - (sent_s + heard_s) / 2
            self._sent = None
