"""
The viewer's line: which event is next, which is a repeat, and where one is missing.

Knows neither sockets nor state. Every number is delivered once and in order.
"""

from enum import Enum

from coterie_client.wire import Event, Position


class Verdict(Enum):
    """What to do with an event that came in."""

    DELIVER = "deliver"
    REPEAT = "repeat"
    GAP = "gap"
    SKIPPED = "skipped"


class Line:
    """
    Where this viewer's line stands.

    A gap is answered by a resync: come back and resume after the last event seen. When the same
    gap is still there after that, the missing event cannot be had (this client cannot read it,
    say), and the line goes on behind it, so that one bad message never makes a loop.
    """

    def __init__(self, position: Position | None = None) -> None:
        self.position = position
        self._resynced_at: Position | None = None

    def begin(self, position: Position) -> None:
        """A snapshot came: the line stands here now."""
        self.position = position
        self._resynced_at = None

    def take(self, event: Event) -> Verdict:
        """
        Judge *event* and move on if it is to be delivered.

        Returns:
            DELIVER, or SKIPPED for an event to deliver although some before it are lost for good;
            REPEAT for one to drop; GAP when the client must resync.
        """
        here = self.position
        if here is None or event.seq <= here.seq:
            return Verdict.REPEAT
        verdict = Verdict.DELIVER
        if event.seq > here.seq + 1:
            if self._resynced_at != here:
                self._resynced_at = here
                return Verdict.GAP
            verdict = Verdict.SKIPPED
        self.position = Position(here.epoch, here.generation, event.seq, event.mark)
        return verdict
