"""Verifies a room where it is stored: its commits, and the index by which pages are found."""

from collections.abc import Callable, Sequence

from protocol.ids import RoomId, Seq
from server.replay.fold import READ_COMMITS
from server.replay.verify import Head, Report, RoomCheck
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, STORYTELLERS_LINE, LineHead
from server.store.base import Commit, EventLog, Unreadable


async def verify_log(
    log: EventLog,
    room: RoomId,
    kept: Head | None = None,
    on_commit: Callable[[], object] = lambda: None,
) -> Report:
    """
    Verify a room as it is stored now.

    Args:
        log: Where it is; open.
        room: Which room.
        kept: A head kept elsewhere, to compare with.
        on_commit: Called after each commit that was looked at.

    Raises:
        server.store.base.LogError: The log cannot be read at all, or has no such room.
    """
    check = RoomCheck(room, kept)
    index = _IndexCheck(log, room, check)
    end = await log.head(room)
    after = Seq(0)
    while after < end:
        page = await _read(log, room, after, end, check)
        for commit in page:
            check.add(commit)
            on_commit()
        await index.add(page)
        after = page[-1].seq if page else end
    await index.finish(end)
    return check.report()


async def _read(
    log: EventLog, room: RoomId, after: Seq, end: Seq, check: RoomCheck
) -> list[Commit]:
    """The next commits; one that cannot be read is noted and passed over."""
    try:
        return await log.read(room, after, end, READ_COMMITS)
    except Unreadable:
        pass
    while after < end:
        upto = Seq(after + 1)
        try:
            found = await log.read(room, after, upto, 1)
        except Unreadable as error:
            check.miss(upto, str(error))
        else:
            if found:
                return found
        after = upto
    return []


_Place = tuple[Seq, Sequence[str]]
"""A commit, and the lines whose heads after it are compared."""


def _asked(commit: Commit) -> list[str]:
    lines = (STORYTELLERS_LINE, EVERYONE_LINE, *(line for line, _ in commit.lines))
    return list(dict.fromkeys(lines))


class _IndexCheck:
    """Whether the log finds by line what its commits say, and has the same heads of lines."""

    def __init__(self, log: EventLog, room: RoomId, check: RoomCheck) -> None:
        self._log = log
        self._room = room
        self._check = check
        self._heads: dict[str, LineHead] = {}
        self._in_line: dict[str, list[Seq]] = {}

    async def add(self, page: Sequence[Commit]) -> None:
        """Compare where the lines stood after each commit of a page."""
        places = [(commit.seq, _asked(commit)) for commit in page]
        for commit, stored in zip(page, await self._stored(places), strict=True):
            self._heads.update(commit.lines)
            for line, _ in commit.lines:
                if line != STORYTELLERS_LINE:
                    self._in_line.setdefault(line, []).append(commit.seq)
            if isinstance(stored, Unreadable):
                self._check.note(commit.seq, f"The index cannot be read: {stored}.")
                continue
            for line, head in stored.items():
                if head != self._heads.get(line, EMPTY_LINE):
                    self._check.note(commit.seq, f"The index has another head of the line {line}.")

    async def _stored(self, places: Sequence[_Place]) -> Sequence[dict[str, LineHead] | Unreadable]:
        """What the index has at each place; asked one by one only where something is unreadable."""
        try:
            return await self._log.heads_along(self._room, places)
        except Unreadable:
            pass
        found: list[dict[str, LineHead] | Unreadable] = []
        for place in places:
            try:
                found += await self._log.heads_along(self._room, [place])
            except Unreadable as error:
                found.append(error)
        return found

    async def finish(self, end: Seq) -> None:
        """Compare which commits are found in each line."""
        for line, expected in self._in_line.items():
            try:
                found = await self._commits_in(line, end)
            except Unreadable as error:
                self._check.note(end, f"The line {line} cannot be read: {error}.")
                continue
            differing = sorted(set(found) ^ set(expected))
            if differing:
                what = "misses" if differing[0] in expected else "wrongly has"
                self._check.note(differing[0], f"The index of the line {line} {what} this commit.")

    async def _commits_in(self, line: str, end: Seq) -> list[Seq]:
        found: list[Seq] = []
        after = Seq(0)
        while True:
            page = await self._log.read_lines(self._room, (line,), after, end, READ_COMMITS)
            found += [commit.seq for commit in page]
            if len(page) < READ_COMMITS:
                return found
            after = page[-1].seq
