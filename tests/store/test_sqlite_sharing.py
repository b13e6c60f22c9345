"""Several processes, or several logs in one, at the same SQLite file."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.ids import RoomId, Seq
from server.store.base import Conflict, Repeated, RoomGone, Unavailable
from server.store.check import check_chain
from server.store.sqlite import SqliteLog
from tests.store.other_process import other_process
from tests.store.story import DEADLINE_S, Story, begun


@pytest.fixture
async def other_log(path: Path, sqlite_log: SqliteLog) -> AsyncIterator[SqliteLog]:
    """A second log at the same file, as another process would open it."""
    made = SqliteLog(path, poll_s=0.01, may_hold_loop=False)
    await made.open()
    yield made
    await made.close()


async def test_both_see_what_either_stores(sqlite_log: SqliteLog, other_log: SqliteLog) -> None:
    """Rooms, heads and commits are those of the file, whoever wrote them."""
    story = await begun(sqlite_log)
    await story.go_on(other_log)
    await story.go_on(sqlite_log)
    assert await other_log.rooms() == await sqlite_log.rooms()
    assert await other_log.head(story.room) == 3
    assert await other_log.read(story.room, Seq(0)) == story.commits
    assert check_chain(story.commits) == []


async def test_the_expected_sequence_guards_against_the_other(
    sqlite_log: SqliteLog, other_log: SqliteLog
) -> None:
    """Who has not seen the other's commit conflicts, also with a head remembered from before."""
    story = await begun(sqlite_log, more=2)
    missed = story.draft()
    await story.go_on(other_log)
    with pytest.raises(Conflict):
        await sqlite_log.append(story.room, Seq(3), [missed], DEADLINE_S)
    await story.go_on(sqlite_log)
    assert await sqlite_log.read(story.room, Seq(0)) == story.commits
    assert check_chain(story.commits) == []


async def test_a_commit_of_the_other_is_a_repetition(
    sqlite_log: SqliteLog, other_log: SqliteLog
) -> None:
    """An id that the other process has stored is told as such."""
    story = await begun(sqlite_log)
    draft = story.draft()
    story.told(*await other_log.append(story.room, Seq(1), [draft], DEADLINE_S))
    with pytest.raises(Repeated) as repeated:
        await sqlite_log.append(story.room, Seq(1), [draft], DEADLINE_S)
    assert repeated.value.first == {draft.commit_id: story.commits[1]}


async def test_a_room_that_the_other_deleted_is_gone(
    sqlite_log: SqliteLog, other_log: SqliteLog
) -> None:
    """Nothing is appended to a room remembered from before, nor to its namesake by mistake."""
    story = await begun(sqlite_log, more=1)
    await other_log.delete_room(story.room)
    with pytest.raises(RoomGone):
        await sqlite_log.append(story.room, Seq(2), [story.draft()], DEADLINE_S)
    namesake = await begun(other_log, story.room)
    with pytest.raises(Conflict):
        await sqlite_log.append(story.room, Seq(2), [story.draft()], DEADLINE_S)
    await namesake.go_on(sqlite_log)
    assert await other_log.read(story.room, Seq(0)) == namesake.commits


async def test_subscribers_get_what_the_other_stores(
    sqlite_log: SqliteLog, other_log: SqliteLog
) -> None:
    """Commits of another process arrive in order, between those of this one."""
    story = await begun(sqlite_log)
    commits = aiter(sqlite_log.subscribe(story.room, Seq(0)))
    for log in (other_log, sqlite_log, other_log, other_log, sqlite_log, sqlite_log, other_log):
        await story.go_on(log)
    assert [await anext(commits) for _ in range(8)] == story.commits
    await story.go_on(other_log)
    assert await anext(commits) == story.commits[-1]


async def test_subscribers_learn_that_the_other_deleted_the_room(
    sqlite_log: SqliteLog, other_log: SqliteLog
) -> None:
    """A subscription of a room that another process deletes ends."""
    story = await begun(sqlite_log)
    waiting = asyncio.ensure_future(anext(aiter(sqlite_log.subscribe(story.room, Seq(1)))))
    await asyncio.sleep(0)
    await other_log.delete_room(story.room)
    with pytest.raises(RoomGone):
        await waiting


async def test_two_processes_append_to_one_room_in_turn(sqlite_log: SqliteLog, path: Path) -> None:
    """Each conflicts until it has read the other's commits; the chain is one, nothing is lost."""
    story = await begun(sqlite_log)
    ours = 0
    with other_process("append", path, story.room, 100) as process:
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "open\n"
        while ours < 100:
            try:
                draft = story.draft(commit_name=f"ours {ours}")
                story.told(*await sqlite_log.append(story.room, story.head, [draft], DEADLINE_S))
                ours += 1
            except Conflict:
                story.told(*await sqlite_log.read(story.room, story.head))
        assert await asyncio.to_thread(process.wait) == 0
    commits = await sqlite_log.read(story.room, Seq(0))
    assert len(commits) == 201
    assert sum(commit.answer == b"other" for commit in commits) == 100
    assert check_chain(commits) == []


async def test_appends_wait_while_another_process_holds_the_lock(
    sqlite_log: SqliteLog, path: Path
) -> None:
    """The file is locked for 3 s while 200 appends arrive: all answered, none lost or doubled."""
    stories = [await begun(sqlite_log, f"room-{number}") for number in range(200)]
    with other_process("hold", path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "locked\n"
        appends = asyncio.gather(*(story.go_on(sqlite_log) for story in stories))
        done, _ = await asyncio.wait([appends], timeout=3)
        assert not done
        assert await sqlite_log.head(stories[0].room) == 1, "reads do not wait"
        print("go on", file=process.stdin, flush=True)
        await appends
    for story in stories:
        assert await sqlite_log.read(story.room, Seq(0)) == story.commits
        assert len(story.commits) == 2


async def test_a_lock_that_is_held_too_long_makes_the_log_unavailable(path: Path) -> None:
    """After `lock_wait_s` an append fails, surely not stored; when the lock is gone all is well."""
    log = SqliteLog(path, lock_wait_s=0.25, may_hold_loop=False)
    await log.open()
    story = await begun(log)
    draft = story.draft()
    with other_process("hold", path) as process:
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "locked\n"
        with pytest.raises(Unavailable, match="locked"):
            await log.append(story.room, Seq(1), [draft], DEADLINE_S)
    assert await log.find(story.room, draft.commit_id) is None
    story.told(*await log.append(story.room, Seq(1), [draft], DEADLINE_S))
    await log.close()


async def test_an_append_is_withdrawn_when_its_deadline_passes_in_the_queue(
    sqlite_log: SqliteLog, path: Path
) -> None:
    """While the lock is held nothing has begun: the append is taken back, surely not stored."""
    story, other = await begun(sqlite_log), await begun(sqlite_log, "other")
    draft = story.draft()
    with other_process("hold", path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert await asyncio.to_thread(process.stdout.readline) == "locked\n"
        waiting = asyncio.ensure_future(other.go_on(sqlite_log))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="deadline"):
            await sqlite_log.append(story.room, Seq(1), [draft], 0.05)
        print("go on", file=process.stdin, flush=True)
        await waiting
    await story.go_on(sqlite_log)
    assert await sqlite_log.find(story.room, draft.commit_id) is None
    assert await sqlite_log.read(other.room, Seq(0)) == other.commits


async def test_what_was_acknowledged_survives_kill_minus_nine(path: Path) -> None:
    """A process is killed while it writes: every commit it called stored is there, whole."""
    said: dict[str, int] = {}
    with other_process("append-for-ever", path) as process:
        assert process.stdout is not None
        for _ in range(500):
            room, seq = process.stdout.readline().split()
            said[room] = int(seq)
        process.kill()
        for line in process.stdout.read().splitlines():
            if line.count(" ") == 1 and line.split()[1]:
                room, seq = line.split()
                said[room] = max(said[room], int(seq))
    log = SqliteLog(path)
    await log.open()
    for room, seq in said.items():
        commits = await log.read(RoomId(room), Seq(0))
        # The newest may have been stored and not yet acknowledged.
        assert seq <= len(commits) <= seq + 1
        assert check_chain(commits) == []
        story = Story(room)
        story.told(*commits)
        story.told(*await log.append(story.room, story.head, [story.draft(commit_name="after")], 5))
    await log.close()


async def test_processes_that_open_a_new_file_at_once_agree(path: Path) -> None:
    """Whoever comes second to a file that is being set up waits, and finds it ready."""
    logs = [SqliteLog(path) for _ in range(8)]
    await asyncio.gather(*(log.open() for log in logs))
    stories = [await begun(log, f"room-{number}") for number, log in enumerate(logs)]
    for log in logs:
        assert [info.room for info in await log.rooms()] == [story.room for story in stories]
    await asyncio.gather(*(log.close() for log in logs))
