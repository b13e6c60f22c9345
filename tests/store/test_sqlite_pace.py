"""Transactions run in the loop's own thread while the disk is quick, and only then."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Coroutine
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from protocol.ids import Seq
from server.store.base import (
    Commit,
    Conflict,
    OutcomeUnknown,
    Repeated,
    RoomGone,
    Unavailable,
)
from server.store.sqlite import SqliteLog
from server.store.sqlite_connection import JobConnection
from server.store.sqlite_pace import PER_ROW_S, QUICK_IN_A_ROW, QUICK_S, Pace
from server.store.sqlite_records import INSERT_LONE_COMMIT
from server.store.sqlite_worker import NotHere, Worker
from tests.store.faults import Faults, faults
from tests.store.story import DEADLINE_S, SECRET, WHISPER, Story, begun

__all__ = ["faults"]


@pytest.fixture
def worker(tmp_path: Path) -> Worker:
    """A worker on a file of its own, not opened yet."""

    async def connect(mode: str) -> aiosqlite.Connection:
        uri = f"{(tmp_path / 'log.sqlite3').as_uri()}?mode={mode}"
        return await aiosqlite.connect(
            uri, uri=True, factory=JobConnection, check_same_thread=False
        )

    return Worker(tmp_path / "log.sqlite3", connect, lambda _: None)


@pytest.fixture
async def holding_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteLog]:
    """An open, empty log that writes in the loop's thread, however busy this machine's disk is."""
    monkeypatch.setattr("server.store.sqlite_pace.QUICK_S", 60.0)
    made = SqliteLog(path)
    await made.open()
    yield made
    await made.close()


class Threads:
    """Notes in which thread each transaction commits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.of_commits: list[int] = []

        def execute(connection: JobConnection, sql: str, *rest: object) -> sqlite3.Cursor:
            if sql == "COMMIT" or sql == INSERT_LONE_COMMIT:
                self.of_commits.append(threading.get_ident())
            return sqlite3.Connection.execute(connection, sql, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(JobConnection, "execute", execute)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Threads:
    """The threads of all commits."""
    return Threads(monkeypatch)


async def stored(log: SqliteLog, story: Story) -> None:
    """The log has the story, and nothing else of its room."""
    assert await log.read(story.room, Seq(0)) == story.commits


# --- when ----------------------------------------------------------------------------------------


def test_a_slow_disk_sends_the_next_transactions_to_the_thread() -> None:
    """The loop is held up once, and not again until the disk was quick for a while."""
    pace = Pace()
    pace.took(QUICK_S, 1)
    assert pace.is_quick
    pace.took(QUICK_S + 2 * PER_ROW_S, 1)
    for _ in range(QUICK_IN_A_ROW):
        assert not pace.is_quick
        pace.took(QUICK_S, 1)
    assert pace.is_quick


def test_only_quick_ones_in_a_row_bring_the_loop_back() -> None:
    """A disk that is slow now and then is slow."""
    pace = Pace()
    for _ in range(3):
        pace.took(1.0, 1)
        for _ in range(QUICK_IN_A_ROW - 1):
            pace.took(0.0, 1)
        assert not pace.is_quick


def test_many_rows_may_take_their_time() -> None:
    """Their statements take the loop's time in whichever thread they run."""
    pace = Pace()
    pace.took(QUICK_S + 200 * PER_ROW_S, 200)
    assert pace.is_quick


# --- a worker's connection -----------------------------------------------------------------------


async def test_a_job_runs_where_it_is_asked_to(worker: Worker) -> None:
    """In the loop's thread on demand, else in the worker's own."""
    await worker.open(create=True)
    assert worker.run_here(lambda _: threading.get_ident()) == threading.get_ident()
    assert await worker.run(lambda _: threading.get_ident()) != threading.get_ident()
    await worker.close()


async def test_nothing_runs_here_without_a_connection(worker: Worker) -> None:
    """To open one may take a while: that is the thread's."""
    with pytest.raises(NotHere):
        worker.run_here(lambda _: None)


async def test_a_connection_at_work_is_not_used_from_the_loop(worker: Worker) -> None:
    """What a cancelled caller left behind in the thread is waited for there."""
    begun, go_on = threading.Event(), threading.Event()

    def linger(_: JobConnection) -> None:
        begun.set()
        go_on.wait(10)

    await worker.open(create=True)
    lingering = asyncio.create_task(worker.run(linger))
    await asyncio.to_thread(begun.wait, 10)
    with pytest.raises(NotHere):
        worker.run_here(lambda _: None)
    go_on.set()
    await lingering
    await worker.close()


async def test_a_connection_that_failed_is_not_trusted_again(worker: Worker) -> None:
    """The next job gets a new one, in the thread."""
    made_for: list[JobConnection] = []

    def fail(connection: JobConnection) -> None:
        made_for.append(connection)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
        raise error

    await worker.open(create=True)
    with pytest.raises(sqlite3.OperationalError):
        worker.run_here(fail)
    with pytest.raises(NotHere):
        worker.run_here(lambda _: None)
    await worker.run(made_for.append)
    assert made_for[0] is not made_for[1]
    assert worker.run_here(lambda connection: connection is made_for[1])
    await worker.close()


# --- the whole log -------------------------------------------------------------------------------


async def test_a_quick_disk_is_waited_for(holding_log: SqliteLog, threads: Threads) -> None:
    """What came in one turn of the loop is one transaction, in the loop's thread."""
    stories = [await begun(holding_log, f"room-{number}") for number in range(20)]
    threads.of_commits.clear()
    await asyncio.gather(*(story.go_on(holding_log) for story in stories))
    assert threads.of_commits == [threading.get_ident()]
    for story in stories:
        await stored(holding_log, story)


def at_once(appending: Coroutine[None, None, tuple[Commit, ...]]) -> tuple[Commit, ...] | None:
    """What an append comes to before anybody else has a turn; None, and given up, if it waits."""
    try:
        appending.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    appending.close()
    return None


async def test_who_is_alone_need_not_wait_for_a_turn(
    holding_log: SqliteLog, threads: Threads
) -> None:
    """Durable at once: nobody is to come with whom it could be stored together."""
    story = await begun(holding_log)
    threads.of_commits.clear()
    draft = story.draft()
    appending = holding_log.append(story.room, Seq(1), [draft], DEADLINE_S, is_alone=True)
    commits = at_once(appending)
    assert commits is not None
    assert threads.of_commits == [threading.get_ident()]
    story.told(*commits)
    await stored(holding_log, story)


async def test_what_is_queued_is_not_overtaken(holding_log: SqliteLog, threads: Threads) -> None:
    """Who is said to be alone and is not is stored together with the others."""
    story, other = await begun(holding_log), await begun(holding_log, "other")
    threads.of_commits.clear()
    drafts = story.draft(), other.draft()
    first, second = await asyncio.gather(
        holding_log.append(story.room, Seq(1), [drafts[0]], DEADLINE_S),
        holding_log.append(other.room, Seq(1), [drafts[1]], DEADLINE_S, is_alone=True),
    )
    assert len(threads.of_commits) == 1
    for one, commits in ((story, first), (other, second)):
        one.told(*commits)
        await stored(holding_log, one)


async def test_who_is_alone_here_may_have_company_elsewhere(
    holding_log: SqliteLog, path: Path
) -> None:
    """What another process did to the room meanwhile is seen, though nothing looks for it first."""
    story, gone = await begun(holding_log), await begun(holding_log, "gone")
    elsewhere = SqliteLog(path)
    await elsewhere.open()
    theirs, ours = story.draft(), story.draft()
    story.told(*await elsewhere.append(story.room, Seq(1), [theirs], DEADLINE_S))
    await elsewhere.delete_room(gone.room)
    with pytest.raises(Conflict):
        await holding_log.append(story.room, Seq(1), [ours], DEADLINE_S, is_alone=True)
    with pytest.raises(RoomGone):
        await holding_log.append(gone.room, Seq(1), [gone.draft()], DEADLINE_S, is_alone=True)
    with pytest.raises(Repeated):
        await holding_log.append(story.room, Seq(2), [theirs], DEADLINE_S, is_alone=True)
    for draft in (ours, story.draft(SECRET, after=[ours]), story.draft(WHISPER, after=[ours])):
        told = await holding_log.append(story.room, story.head, [draft], DEADLINE_S, is_alone=True)
        story.told(*told)
    assert await elsewhere.read(story.room, Seq(0)) == story.commits
    await elsewhere.close()
    with closing(sqlite3.connect(path)) as file:
        left = file.execute("SELECT count(*) FROM commits").fetchone()
        assert left == (len(story.commits),), "nothing stands there of the room that is gone"


async def test_a_disk_that_fails_one_who_is_alone_leaves_it_open(
    holding_log: SqliteLog, faults: Faults
) -> None:
    """One statement is a whole transaction: it may have been stored when it fails."""
    story = await begun(holding_log)
    draft = story.draft()
    faults.fail("INSERT INTO commits", sqlite3.SQLITE_IOERR_FSYNC)
    with pytest.raises(OutcomeUnknown):
        await holding_log.append(story.room, Seq(1), [draft], DEADLINE_S, is_alone=True)
    faults.heal()
    story.told(*await holding_log.append(story.room, Seq(1), [draft], DEADLINE_S, is_alone=True))
    await stored(holding_log, story)


async def test_a_slow_disk_is_not_waited_for_alone_either(
    holding_log: SqliteLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop is held up by it no more than by those who come together."""
    story = await begun(holding_log)
    monkeypatch.setattr("server.store.sqlite_pace.QUICK_S", -1.0)
    await story.go_on(holding_log)
    appending = holding_log.append(
        story.room, story.head, [story.draft()], DEADLINE_S, is_alone=True
    )
    assert at_once(appending) is None


async def test_a_slow_disk_is_not_waited_for(
    holding_log: SqliteLog, threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one slow transaction the loop goes on while the thread waits."""
    story = await begun(holding_log)
    monkeypatch.setattr("server.store.sqlite_pace.QUICK_S", -1.0)
    await story.go_on(holding_log)
    threads.of_commits.clear()
    await story.go_on(holding_log)
    assert threads.of_commits
    assert threading.get_ident() not in threads.of_commits
    monkeypatch.undo()
    await stored(holding_log, story)


async def test_another_process_s_lock_is_waited_for_in_the_thread(
    holding_log: SqliteLog, path: Path
) -> None:
    """The loop never waits for a lock; the append is stored when it is free."""
    story = await begun(holding_log)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        going_on = asyncio.ensure_future(story.go_on(holding_log))
        assert await holding_log.head(story.room) == 1, "the loop goes on"
        assert not going_on.done()
        other.execute("ROLLBACK")
        await going_on
    await stored(holding_log, story)


async def test_a_disk_that_fails_here_makes_the_log_unavailable(
    holding_log: SqliteLog, faults: Faults
) -> None:
    """Surely not stored, here and in the thread where it is looked at again."""
    story, other = await begun(holding_log), await begun(holding_log, "other")
    faults.fail("INSERT INTO commits", sqlite3.SQLITE_IOERR_WRITE)
    drafts = story.draft(), other.draft()
    results = await asyncio.gather(
        holding_log.append(story.room, Seq(1), [drafts[0]], DEADLINE_S),
        holding_log.append(other.room, Seq(1), [drafts[1]], DEADLINE_S),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Unavailable, Unavailable]
    faults.heal()
    for one, draft in ((story, drafts[0]), (other, drafts[1])):
        one.told(*await holding_log.append(one.room, Seq(1), [draft], DEADLINE_S))
        await stored(holding_log, one)


async def test_the_write_ahead_log_has_its_size_from_the_start(
    holding_log: SqliteLog, path: Path
) -> None:
    """So that no append waits for the file to grow; nothing of what filled it is kept."""
    wal = path.with_name(path.name + "-wal")
    size = wal.stat().st_size
    assert size >= 8 * 1024 * 1024
    story = await begun(holding_log)
    for _ in range(50):
        await story.go_on(holding_log)
    assert wal.stat().st_size == size
    await stored(holding_log, story)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM probes").fetchone() == (0,)
        assert other.execute("PRAGMA page_count").fetchone()[0] < 50
