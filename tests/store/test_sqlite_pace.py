"""Small transactions run in the loop's own thread while the disk is quick, and only then."""

import asyncio
import threading
from pathlib import Path

import aiosqlite
import pytest

from server.store.sqlite_connection import JobConnection
from server.store.sqlite_worker import Worker
from server.store.sqlite_writer import ELSEWHERE_FOR, HERE_AT_MOST, HERE_AT_MOST_S, Pace


@pytest.fixture
def worker(tmp_path: Path) -> Worker:
    """A worker on a file of its own, not opened yet."""

    async def connect(mode: str) -> aiosqlite.Connection:
        uri = f"{(tmp_path / 'log.sqlite3').as_uri()}?mode={mode}"
        return await aiosqlite.connect(
            uri, uri=True, factory=JobConnection, check_same_thread=False
        )

    return Worker(tmp_path / "log.sqlite3", connect, lambda _: None)


def test_a_few_requests_are_quick_and_more_are_not() -> None:
    """What is batched is worth the hop to the thread."""
    pace = Pace()
    assert pace.is_quick(1)
    assert pace.is_quick(HERE_AT_MOST)
    assert not pace.is_quick(HERE_AT_MOST + 1)


def test_a_slow_disk_sends_the_next_transactions_to_the_thread() -> None:
    """The loop is held up once, then tries again after a while."""
    pace = Pace()
    pace.took(HERE_AT_MOST_S)
    assert pace.is_quick(1)
    pace.took(HERE_AT_MOST_S * 1.01)
    assert not any(pace.is_quick(1) for _ in range(ELSEWHERE_FOR))
    assert pace.is_quick(1)


@pytest.mark.parametrize("here", [True, False])
async def test_a_job_runs_where_it_is_asked_to(worker: Worker, here: bool) -> None:
    """In the loop's thread on demand, else in the worker's own."""
    await worker.open(create=True)
    ran_in = await worker.run(lambda _: threading.get_ident(), here=here)
    assert (ran_in == threading.get_ident()) is here
    await worker.close()


async def test_a_connection_at_work_is_not_used_from_the_loop(worker: Worker) -> None:
    """What a cancelled caller left behind in the thread is waited for there."""
    begun, go_on = threading.Event(), threading.Event()

    def linger(_: JobConnection) -> None:
        begun.set()
        go_on.wait(10)

    def note(_: JobConnection) -> int:
        return threading.get_ident()

    await worker.open(create=True)
    lingering = asyncio.create_task(worker.run(linger))
    await asyncio.to_thread(begun.wait, 10)
    noted = asyncio.create_task(worker.run(note, here=True))
    await asyncio.sleep(0)  # lets `noted` find the connection at work
    go_on.set()
    assert await noted != threading.get_ident()
    await lingering
    await worker.close()
