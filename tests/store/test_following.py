"""How a follower puts together what it is handed and what it reads, in every order of the two."""

import asyncio

import pytest

from protocol.ids import Seq
from server.store.base import Commit, RoomGone
from server.store.following import TAIL_COMMITS, Follower
from server.store.memory import MemoryLog
from tests.store.story import PUBLIC, Story, begun


@pytest.fixture
async def story() -> Story:
    """A room that is longer than a tail."""
    log = MemoryLog()
    await log.open()
    story = await begun(log)
    await story.tell_many(log, (TAIL_COMMITS + 44, PUBLIC))
    await log.close()
    return story


class Room:
    """A log that shows as much of a story as a test wants, and counts how often it is asked."""

    def __init__(self, story: Story, shown: int) -> None:
        self.commits = story.commits
        self.shown = shown
        self.reads = 0
        self.follower = Follower(story.room, Seq(0))
        self.handed_over_during_read: list[Commit] = []

    async def read_after(self, after: Seq) -> list[Commit]:
        self.reads += 1
        page = self.commits[after : min(self.shown, after + 100)]
        await asyncio.sleep(0)
        commits, self.handed_over_during_read = self.handed_over_during_read, []
        if commits:
            self.follower.hand_over(commits)
        return page

    async def take(self, count: int) -> list[int]:
        taken: list[int] = []
        while len(taken) < count:
            for commit in await self.follower.next_commits(self.read_after):
                self.follower.after = commit.seq
                taken.append(commit.seq)
        return taken


async def test_what_is_stored_during_a_read_is_not_lost(story: Story) -> None:
    """A read that finds nothing yet, overtaken by what is handed over meanwhile."""
    room = Room(story, shown=0)
    room.handed_over_during_read = story.commits[:3]
    assert await room.take(3) == [1, 2, 3]


async def test_what_is_handed_over_is_not_read(story: Story) -> None:
    """In step with the room a follower asks the log for nothing."""
    room = Room(story, shown=2)
    assert await room.take(2) == [1, 2]
    waiting = asyncio.ensure_future(room.take(2))
    await asyncio.sleep(0)
    for _ in range(5):
        await asyncio.sleep(0)
    reads = room.reads
    room.follower.hand_over(story.commits[2:4])
    assert await waiting == [3, 4]
    assert room.reads == reads


async def test_a_hole_is_read(story: Story) -> None:
    """Commits of another process between those handed over are read from the log."""
    room = Room(story, shown=6)
    room.follower.hand_over(story.commits[2:3])
    room.follower.hand_over(story.commits[4:5])
    assert await room.take(6) == [1, 2, 3, 4, 5, 6]


async def test_what_fell_out_of_the_tail_is_read(story: Story) -> None:
    """A follower that does not listen for long reads what it missed."""
    length = len(story.commits)
    room = Room(story, shown=length)
    for commit in story.commits:
        room.follower.hand_over([commit])
    assert await room.take(length) == list(range(1, length + 1))


async def test_what_was_seen_is_not_delivered_again(story: Story) -> None:
    """Handing over a commit twice, or one that was read, delivers it once."""
    room = Room(story, shown=3)
    room.follower.hand_over(story.commits[:3])
    room.follower.hand_over(story.commits[2:4])
    assert await room.take(4) == [1, 2, 3, 4]


async def test_a_tail_that_leads_nowhere_is_let_go(story: Story) -> None:
    """What cannot be joined to the room does not make a follower ask for ever."""
    room = Room(story, shown=0)
    room.follower.hand_over(story.commits[5:6])
    waiting = asyncio.ensure_future(room.take(1))
    for _ in range(20):
        await asyncio.sleep(0)
    assert room.reads <= 2
    room.follower.hand_over(story.commits[:1])
    assert await waiting == [1]


async def test_the_end_comes_after_what_was_handed_over(story: Story) -> None:
    """A room that is deleted is first told to its end."""
    room = Room(story, shown=0)
    room.follower.hand_over(story.commits[:2])
    room.follower.end(RoomGone("gone"))
    assert await room.take(2) == [1, 2]
    with pytest.raises(RoomGone):
        await room.take(1)
