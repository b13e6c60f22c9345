"""How subscribers follow a room: commits are handed over in memory, gaps are read from the log."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

from protocol.ids import RoomId, Seq
from server.store.base import Commit, LogError

TAIL_COMMITS = 256
PAGE_COMMITS = 256

ReadAfter = Callable[[Seq], Awaitable[list[Commit]]]


class Follower:
    """
    One subscriber's place in a room.

    `tail` holds the newest commits that this process wrote; whatever fell out of it, or was
    written by another process, is read from the log.
    """

    def __init__(self, room: RoomId, after: Seq) -> None:
        self.room = room
        self.after = after
        self.tail: deque[Commit] = deque(maxlen=TAIL_COMMITS)
        self._is_stale = True
        self._end: LogError | None = None
        self._waiting: asyncio.Future[None] | None = None

    def hand_over(self, commits: Iterable[Commit]) -> None:
        """Take *commits*, stored just now and in the room's order."""
        self.tail.extend(commits)
        self._wake()

    def look_again(self) -> None:
        """Read the log again: something may have been stored elsewhere."""
        self._is_stale = True
        self._wake()

    def end(self, why: LogError) -> None:
        """Raise *why* once everything handed over has been delivered."""
        self._end = why
        self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _from_tail(self) -> list[Commit]:
        """The commits of the tail that continue after `after` without a hole."""
        commits: list[Commit] = []
        while self.tail and self.tail[0].seq <= self.after + len(commits) + 1:
            commit = self.tail.popleft()
            if commit.seq == self.after + len(commits) + 1:
                commits.append(commit)
        return commits

    async def next_commits(self, read_after: ReadAfter) -> list[Commit]:
        """One or more commits that continue after `after`, waiting until there are some."""
        while True:
            commits = self._from_tail()
            if commits:
                return commits
            if self._end is not None:
                raise self._end
            if self._is_stale or self.tail:
                self._is_stale = False
                ahead = self.tail[0] if self.tail else None
                commits = await read_after(self.after)
                if commits:
                    # There may be more than one page.
                    self._is_stale = True
                    return commits
                if ahead is not None and self.tail and self.tail[0] is ahead:
                    # What leads up to the tail is not there: it is of a room that was deleted
                    # and made anew. Wait for news instead of asking again and again.
                    self.tail.clear()
                continue
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None


class Followers:
    """All subscribers of a log, by room."""

    def __init__(self) -> None:
        self._by_room: dict[RoomId, set[Follower]] = {}

    def followed(self) -> dict[RoomId, Seq]:
        """The followed rooms, each with the least sequence that a subscriber has reached."""
        return {
            room: min(follower.after for follower in followers)
            for room, followers in self._by_room.items()
        }

    def hand_over(self, room: RoomId, commits: Iterable[Commit]) -> None:
        """Tell the subscribers of *room* what was stored."""
        for follower in self._by_room.get(room, ()):
            follower.hand_over(commits)

    def look_again(self, room: RoomId) -> None:
        """Let the subscribers of *room* read the log again."""
        for follower in self._by_room.get(room, ()):
            follower.look_again()

    def end(self, why: LogError, room: RoomId | None = None) -> None:
        """End the subscriptions of *room*, or all."""
        for followed, followers in self._by_room.items():
            if room is None or room == followed:
                for follower in followers:
                    follower.end(why)

    async def follow(
        self, room: RoomId, after: Seq, read_after: ReadAfter
    ) -> AsyncIterator[Commit]:
        """Exactly after+1, after+2 …, each once committed."""
        follower = Follower(room, after)
        self._by_room.setdefault(room, set()).add(follower)
        try:
            while True:
                for commit in await follower.next_commits(read_after):
                    follower.after = commit.seq
                    yield commit
        finally:
            followers = self._by_room[room]
            followers.discard(follower)
            if not followers:
                del self._by_room[room]
