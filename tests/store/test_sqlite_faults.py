"""What the SQLite log does when the disk, the file, a caller or its own writer fails."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from protocol.ids import Seq
from server.store.base import (
    Conflict,
    EventLog,
    OutcomeUnknown,
    Repeated,
    TooLarge,
    Unavailable,
)
from server.store.check import check_chain
from server.store.sqlite import SqliteLog
from tests.store.faults import Faults, faults
from tests.store.story import DEADLINE_S, PUBLIC, Story, begun

__all__ = ["faults"]


async def stored(log: EventLog, story: Story) -> None:
    """Assert that the room holds exactly what was told, and that its chain is whole."""
    assert await log.read(story.room, Seq(0)) == story.commits
    assert check_chain(story.commits) == []


async def in_thread(event_wait: object) -> None:
    """Wait for an event of another thread without stopping the loop."""
    assert callable(event_wait)
    await asyncio.to_thread(event_wait)


# --- many in one transaction ---------------------------------------------------------------------


async def test_what_is_queued_goes_into_one_transaction(
    sqlite_log: SqliteLog, faults: Faults
) -> None:
    """Appends of twenty rooms that arrive together cost one COMMIT, so one sync of the disk."""
    stories = [await begun(sqlite_log, f"room-{number}") for number in range(20)]
    faults.statements.clear()
    await asyncio.gather(*(story.go_on(sqlite_log) for story in stories))
    assert faults.statements.count("COMMIT") == 1
    for story in stories:
        await stored(sqlite_log, story)


async def test_a_room_has_one_request_in_a_transaction(
    sqlite_log: SqliteLog, faults: Faults
) -> None:
    """What else is queued for a room waits for the next one, in its order."""
    story, other = await begun(sqlite_log), await begun(sqlite_log, "other")
    first = story.draft()
    faults.statements.clear()
    one, two, _ = await asyncio.gather(
        sqlite_log.append(story.room, Seq(1), [first], DEADLINE_S),
        sqlite_log.append(story.room, Seq(2), [story.draft(after=[first])], DEADLINE_S),
        other.go_on(sqlite_log),
    )
    assert faults.statements.count("COMMIT") == 2
    story.told(*one, *two)
    await stored(sqlite_log, story)


async def test_refusals_in_a_transaction_leave_the_others_alone(
    sqlite_log: SqliteLog, faults: Faults
) -> None:
    """A conflict, repetitions and what is too large do not undo what is stored beside them."""
    stories = [await begun(sqlite_log, f"room-{number}") for number in range(6)]
    one, conflicting, repeated, in_part, too_large, other = stories
    first = in_part.draft()
    in_part.told(*await sqlite_log.append(in_part.room, Seq(1), [first], DEADLINE_S))
    faults.statements.clear()
    results = await asyncio.gather(
        one.go_on(sqlite_log),
        sqlite_log.append(conflicting.room, Seq(5), [conflicting.draft()], DEADLINE_S),
        sqlite_log.append(repeated.room, Seq(1), [Story(repeated.room).draft()], DEADLINE_S),
        sqlite_log.append(in_part.room, Seq(2), [in_part.draft(), first], DEADLINE_S),
        sqlite_log.append(
            too_large.room, Seq(1), [too_large.draft(answer=bytes(5_000_000))], DEADLINE_S
        ),
        other.go_on(sqlite_log),
        return_exceptions=True,
    )
    assert [type(result) for result in results[1:5]] == [Conflict, Repeated, Repeated, TooLarge]
    assert faults.statements.count("COMMIT") == 1
    for story in stories:
        await stored(sqlite_log, story)


async def test_what_cannot_be_stored_fails_alone(sqlite_log: SqliteLog) -> None:
    """A value that SQLite cannot hold is its caller's error; the others of the batch are stored."""
    stories = [await begun(sqlite_log, f"room-{number}") for number in range(3)]
    wrong = replace(stories[0].draft(), at_ms=1 << 80)
    results = await asyncio.gather(
        sqlite_log.append(stories[0].room, Seq(1), [wrong], DEADLINE_S),
        stories[1].go_on(sqlite_log),
        stories[2].go_on(sqlite_log),
        return_exceptions=True,
    )
    assert isinstance(results[0], OverflowError)
    for story in stories:
        await stored(sqlite_log, story)


# --- callers -------------------------------------------------------------------------------------


async def test_a_cancelled_caller_does_not_undo_what_was_begun(
    sqlite_log: SqliteLog, faults: Faults
) -> None:
    """The caller goes while its transaction runs: it is stored, and followers are told."""
    story = await begun(sqlite_log)
    commits = aiter(sqlite_log.subscribe(story.room, Seq(1)))
    waits, go_on = faults.hold("COMMIT")
    draft = story.draft()
    caller = asyncio.ensure_future(sqlite_log.append(story.room, Seq(1), [draft], DEADLINE_S))
    await in_thread(waits.wait)
    caller.cancel()
    await asyncio.wait([caller])
    assert caller.cancelled()
    go_on.set()
    commit = await anext(commits)
    assert commit.commit_id == draft.commit_id
    story.told(commit)
    await story.go_on(sqlite_log)
    await stored(sqlite_log, story)


async def test_a_deadline_that_passes_during_the_transaction_leaves_the_outcome_open(
    sqlite_log: SqliteLog, faults: Faults
) -> None:
    """A disk that does not answer: the outcome is unknown, and a repetition settles it."""
    story = await begun(sqlite_log)
    waits, go_on = faults.hold("COMMIT")
    draft = story.draft()
    with pytest.raises(OutcomeUnknown):
        await sqlite_log.append(story.room, Seq(1), [draft], 0.5)
    assert waits.is_set()
    assert await sqlite_log.find(story.room, draft.commit_id) is None, "reads do not wait"
    go_on.set()
    with pytest.raises(Repeated) as repeated:
        await sqlite_log.append(story.room, Seq(1), [draft], DEADLINE_S)
    story.told(repeated.value.first[draft.commit_id])
    await stored(sqlite_log, story)


async def test_the_queue_has_a_bound(path: Path, faults: Faults) -> None:
    """When as many wait as may, the next is refused at once, surely not stored."""
    log = SqliteLog(path, max_queued=3, may_hold_loop=False)
    await log.open()
    stories = [await begun(log, f"room-{number}") for number in range(5)]
    waits, go_on = faults.hold("COMMIT")
    tasks = [asyncio.ensure_future(stories[0].go_on(log))]
    await in_thread(waits.wait)
    tasks += [asyncio.ensure_future(story.go_on(log)) for story in stories[1:4]]
    await asyncio.sleep(0)
    with pytest.raises(Unavailable):
        await stories[4].go_on(log)
    go_on.set()
    await asyncio.gather(*tasks)
    for story in stories:
        await stored(log, story)
    await log.close()


# --- the disk ------------------------------------------------------------------------------------


async def test_a_full_disk_makes_the_log_unavailable_until_there_is_space(
    sqlite_log: SqliteLog,
) -> None:
    """The append is refused, nothing of it is stored, reads go on; with space all is well again."""

    def limit_pages(more: int | None) -> None:
        def job(connection: sqlite3.Connection) -> None:
            now = connection.execute("PRAGMA page_count").fetchone()[0]
            most = 1_000_000 if more is None else now + more
            connection.execute(f"PRAGMA max_page_count = {most}").fetchone()

        assert sqlite_log._writer is not None  # there is no other way to fill this disk
        sqlite_log._writer.between(job)

    story, other = await begun(sqlite_log), await begun(sqlite_log, "other")
    limit_pages(3)
    big, small = story.draft(answer=bytes(100_000)), other.draft()
    results = await asyncio.gather(
        sqlite_log.append(story.room, Seq(1), [big], DEADLINE_S),
        sqlite_log.append(other.room, Seq(1), [small], DEADLINE_S),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Unavailable, Unavailable]
    assert "full" in str(results[0])
    await stored(sqlite_log, story)
    with pytest.raises(Unavailable, match="full"):
        await sqlite_log.append(story.room, Seq(1), [big], DEADLINE_S)
    with pytest.raises(Unavailable, match="full"):
        await sqlite_log.health()
    limit_pages(None)
    story.told(*await sqlite_log.append(story.room, Seq(1), [big], DEADLINE_S))
    other.told(*await sqlite_log.append(other.room, Seq(1), [small], DEADLINE_S))
    await sqlite_log.health()
    for one in (story, other):
        await stored(sqlite_log, one)


async def test_health_notices_a_full_disk(path: Path, faults: Faults) -> None:
    """Where nothing was written just now, health writes a little itself."""
    log = SqliteLog(path, may_hold_loop=False)
    await log.open()
    faults.fail("INSERT INTO probes", sqlite3.SQLITE_FULL, "database or disk is full")
    with pytest.raises(Unavailable, match="full"):
        await log.health()
    faults.heal()
    await log.health()
    await log.close()


async def test_a_failing_disk_makes_the_log_unavailable_until_it_works(
    either_log: SqliteLog, faults: Faults
) -> None:
    """An I/O error before the commit: surely not stored; then a new connection goes on."""
    story = await begun(either_log)
    draft = story.draft()
    faults.fail("INSERT INTO commits", sqlite3.SQLITE_IOERR_READ)
    for _ in range(2):
        with pytest.raises(Unavailable, match="I/O"):
            await either_log.append(story.room, Seq(1), [draft], DEADLINE_S)
    faults.heal()
    await stored(either_log, story)
    story.told(*await either_log.append(story.room, Seq(1), [draft], DEADLINE_S))
    await stored(either_log, story)


async def test_a_commit_whose_sync_fails_has_an_unknown_outcome(
    either_log: SqliteLog, faults: Faults
) -> None:
    """After an I/O error in COMMIT the record may be on the disk: that is said, not guessed."""
    story = await begun(either_log)
    draft = story.draft()
    faults.fail("COMMIT", sqlite3.SQLITE_IOERR_FSYNC)
    with pytest.raises(OutcomeUnknown):
        await either_log.append(story.room, Seq(1), [draft], DEADLINE_S)
    faults.heal()
    assert await either_log.find(story.room, draft.commit_id) is None
    story.told(*await either_log.append(story.room, Seq(1), [draft], DEADLINE_S))
    await stored(either_log, story)


async def test_readers_recover_from_a_failing_disk(sqlite_log: SqliteLog, faults: Faults) -> None:
    """A read that fails is unavailable; the next one has a new connection."""
    story = await begun(sqlite_log)
    faults.fail("SELECT", sqlite3.SQLITE_IOERR_READ)
    for _ in range(5):
        with pytest.raises(Unavailable, match="I/O"):
            await sqlite_log.read(story.room, Seq(0))
    faults.heal()
    await stored(sqlite_log, story)


async def test_a_file_that_was_taken_away_is_not_written_to(
    either_log: SqliteLog, path: Path
) -> None:
    """What went to a deleted file would be lost: the log is unavailable until it is put back."""
    story = await begun(either_log)
    names = [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")]
    away = path.parent / "away"
    away.mkdir()
    for name in names:
        name.rename(away / name.name)
    with pytest.raises(Unavailable):
        await story.go_on(either_log)
    with pytest.raises(Unavailable):
        await either_log.read(story.room, Seq(0))
    assert list(path.parent.iterdir()) == [away], "no new log is begun in its place"
    for name in away.iterdir():
        name.rename(path.parent / name.name)
    await story.go_on(either_log)
    await stored(either_log, story)


# --- the writer itself ---------------------------------------------------------------------------


def writer_task() -> asyncio.Task[object]:
    """The task that writes."""
    (task,) = (task for task in asyncio.all_tasks() if task.get_name() == "log writer")
    return task


async def test_a_writer_that_dies_is_replaced(sqlite_log: SqliteLog, faults: Faults) -> None:
    """Who was being served hears that the outcome is unknown; who was queued is served."""
    story, queued = await begun(sqlite_log), await begun(sqlite_log, "queued")
    waits, go_on = faults.hold("COMMIT")
    draft = story.draft()
    served = asyncio.ensure_future(sqlite_log.append(story.room, Seq(1), [draft], DEADLINE_S))
    await in_thread(waits.wait)
    waiting = asyncio.ensure_future(queued.go_on(sqlite_log))
    await asyncio.sleep(0)
    writer_task().cancel()
    with pytest.raises(OutcomeUnknown):
        await served
    go_on.set()
    await waiting
    story.told(*await sqlite_log.read(story.room, Seq(1)))
    await story.go_on(sqlite_log)
    for one in (story, queued):
        await stored(sqlite_log, one)


async def test_an_idle_writer_that_dies_is_replaced(sqlite_log: SqliteLog) -> None:
    """Nobody notices."""
    story = await begun(sqlite_log)
    writer_task().cancel()
    await story.go_on(sqlite_log)
    await stored(sqlite_log, story)


async def test_subscribers_miss_nothing_when_the_writer_dies(
    sqlite_log: SqliteLog, faults: Faults
) -> None:
    """What the dying writer stored without telling anybody is found by the poll."""
    story = await begun(sqlite_log)
    waiting = asyncio.ensure_future(anext(aiter(sqlite_log.subscribe(story.room, Seq(1)))))
    waits, go_on = faults.hold("COMMIT")
    served = asyncio.ensure_future(story.go_on(sqlite_log))
    await in_thread(waits.wait)
    writer_task().cancel()
    with pytest.raises(OutcomeUnknown):
        await served
    go_on.set()
    story.told(await waiting)
    await stored(sqlite_log, story)


async def test_deleting_goes_on_when_the_log_is_opened_again(path: Path, faults: Faults) -> None:
    """A deletion that was interrupted is finished later; the room is gone meanwhile."""
    log = SqliteLog(path, may_hold_loop=False)
    await log.open()
    story = await begun(log)
    await story.tell_many(log, (600, PUBLIC))
    faults.fail("DELETE FROM commits", sqlite3.SQLITE_IOERR_WRITE)
    await log.delete_room(story.room)
    assert await log.rooms() == []
    faults.heal()
    await log.close()
    left = sqlite3.connect(path)
    assert left.execute("SELECT count(*) FROM commits").fetchone() == (601,)
    await log.open()
    other = await begun(log, "other")
    await log.delete_room(other.room)
    await log.close()
    for table in ("rooms", "commits", "lines", "credentials", "checkpoints", "deleted_rooms"):
        assert left.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
    left.close()


async def test_the_write_ahead_log_is_emptied_while_the_server_runs(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After so many rows the write-ahead log is copied into the file and begins anew."""
    monkeypatch.setattr("server.store.sqlite.PAGES_PER_CHECKPOINT", 5)
    log = SqliteLog(path, may_hold_loop=False)
    await log.open()
    story = await begun(log)
    wal = path.with_name(path.name + "-wal")

    def salt() -> bytes:
        return wal.read_bytes()[16:24]

    before = salt()
    while salt() == before:
        await story.go_on(log)
    await stored(log, story)
    await log.close()
