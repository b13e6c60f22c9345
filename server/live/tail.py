"""The recent tail of a room: its newest commits, decoded, to resume from without the log."""

from collections import deque
from collections.abc import Iterator

from msgspec import Struct

from protocol.ids import Seq
from server.rooms.lines import LineHead
from server.rooms.records import Recorded

TAIL_COMMITS = 256


class TailCommit(Struct, frozen=True, gc=False):
    """A commit as viewers need it: its events, and where the lines stood before it."""

    seq: Seq
    at_ms: int
    events: tuple[Recorded, ...]
    heads_before: dict[str, LineHead]


class Tail:
    """The newest commits of one room, oldest first."""

    def __init__(self) -> None:
        self._commits: deque[TailCommit] = deque(maxlen=TAIL_COMMITS)

    def add(self, commit: TailCommit) -> None:
        """Add the room's next commit."""
        self._commits.append(commit)

    def oldest(self) -> TailCommit | None:
        """The oldest commit still here."""
        return self._commits[0] if self._commits else None

    def __iter__(self) -> Iterator[TailCommit]:
        return iter(self._commits)
