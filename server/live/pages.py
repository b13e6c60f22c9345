"""
Pages of a viewer's line: events from any position on, from the recent tail or from the log.

What is served depends on the position alone, never on whether the tail still holds it.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from protocol.ids import RoomId, Seq
from server.live.tail import Tail
from server.rooms.lines import ViewBase, ViewHead, view_head
from server.rooms.records import Recorded, from_stored
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import Viewer, sees, view_base, viewer_of
from server.store.base import Commit, EventLog, Unreadable

_READ_COMMITS = 100


class ViewEvent(Struct, frozen=True):
    """One event in a viewer's line; `head` is where the line stands after it."""

    head: ViewHead
    at_ms: int
    recorded: Recorded


def seen_in(
    head: ViewHead, viewer: Viewer, at_ms: int, events: Iterable[Recorded]
) -> list[ViewEvent]:
    """What of a commit *viewer* sees, numbered on from *head*."""
    seen: list[ViewEvent] = []
    for recorded in events:
        if sees(recorded.audience, viewer):
            head = head.plus(recorded.element)
            seen.append(ViewEvent(head, at_ms, recorded))
    return seen


class ViewPages:
    """Reads one member's view, in its present generation, as of one state."""

    def __init__(self, log: EventLog, state: RoomState, member: MemberState, tail: Tail) -> None:
        self._log = log
        self._room: RoomId = state.room
        self._upto = state.seq
        self._viewer = viewer_of(member)
        self._base: ViewBase = view_base(member)
        self._lines = [line for line, _ in self._base.lines]
        self._before = sum(begin.rank for _, begin in self._base.lines)
        self._tail = tail
        self.now = view_head(self._base, state.heads)

    async def head_at(self, seq: int) -> ViewHead:
        """Where the view stood after its event *seq*, 0 to now."""
        if seq == self.now.seq:
            return self.now
        if seq <= 0:
            return ViewHead(0, 0)
        events = await self.after(seq - 1, 1)
        return events[0].head

    async def commit_of(self, seq: int) -> Seq:
        """The commit that brought the event *seq* of this view, 1 to now."""
        return await self._log.locate(self._room, self._lines, self._before + seq, self._upto)

    async def after(self, seq: int, limit: int) -> list[ViewEvent]:
        """Up to *limit* events after the view sequence *seq*, in order."""
        seq = max(0, seq)
        if seq >= self.now.seq or limit <= 0:
            return []
        oldest = self._tail.oldest()
        if oldest is not None and view_head(self._base, oldest.heads_before).seq <= seq:
            return self._from_tail(seq, limit)
        return await self._from_log(seq, limit)

    def _from_tail(self, seq: int, limit: int) -> list[ViewEvent]:
        found: list[ViewEvent] = []
        oldest = self._tail.oldest()
        if oldest is None:
            return found
        head = view_head(self._base, oldest.heads_before)
        for commit in self._tail:
            if commit.seq > self._upto:
                break
            seen = seen_in(head, self._viewer, commit.at_ms, commit.events)
            if seen:
                head = seen[-1].head
            found += [event for event in seen if event.head.seq > seq]
            if len(found) >= limit:
                break
        return found[:limit]

    async def _from_log(self, seq: int, limit: int) -> list[ViewEvent]:
        first = await self._log.locate(self._room, self._lines, self._before + seq + 1, self._upto)
        after = Seq(first - 1)
        heads = await self._log.line_heads(self._room, self._lines, after)
        head = view_head(self._base, heads)
        found: list[ViewEvent] = []
        while len(found) < limit:
            commits = await self._log.read_lines(
                self._room, self._lines, after, self._upto, min(limit, _READ_COMMITS)
            )
            for commit in commits:
                seen = seen_in(head, self._viewer, commit.at_ms, decoded(commit))
                if seen:
                    head = seen[-1].head
                found += [event for event in seen if event.head.seq > seq]
                after = commit.seq
            if not commits:
                break
        return found[:limit]


def decoded(commit: Commit) -> tuple[Recorded, ...]:
    """A stored commit's events. Raises `Unreadable` where one is of no kind known here."""
    try:
        return tuple(from_stored(record, commit.at_ms) for record in commit.events)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"room {commit.room}, commit {commit.seq}: {error}") from error
