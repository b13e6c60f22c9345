"""Connections of the SQLite log: how they are set up, and how they wait for another's lock."""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from protocol.ids import RoomId, Seq
from server.store.base import Unavailable
from server.store.sqlite_errors import is_busy
from server.store.sqlite_reading import read_heads
from server.store.sqlite_schema import migrate, pragma
from server.store.sqlite_transaction import Places

log = logging.getLogger(__name__)

Synchronous = Literal["power", "crash"]
"""What a commit to a file survives."""

LOCK_ATTEMPT_MS = 250
"""How long one attempt to get the write lock takes; between attempts a waiter may give up."""

_WRITE_CACHE_KIB = 16 * 1024
_READ_CACHE_KIB = 4 * 1024
_WAL_AT_LEAST_BYTES = 8 * 1024 * 1024
_WAL_AT_MOST_PAGES = 16_000
"""Where a commit itself checkpoints; it is kept from there by the checkpoints beside the writer."""


class JobConnection(sqlite3.Connection):
    """
    A connection to which whole jobs can be handed.

    `executemany` takes rows of one value, a function, and calls each with the connection. That is
    how a job of many statements gets to the thread that owns the connection, and back, in a single
    hop: `executemany` is the driver's public way of doing many things at once.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # Any: passed on as they come
        super().__init__(*args, **kwargs)
        self.places = Places()
        self.seen_data_version = -1
        self._patience_ms = -1

    def be_patient(self, for_ms: int) -> None:
        """Wait *for_ms* for another process's lock from now on, each time."""
        if for_ms != self._patience_ms:
            self.execute(f"PRAGMA busy_timeout = {for_ms}")
            self._patience_ms = for_ms

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> sqlite3.Cursor:
        """Call the function in each row of *parameters*; *sql* means nothing."""
        del sql
        for (job,) in parameters:
            job(self)
        return self.cursor()


def try_to_open(uri: str) -> None:
    """
    Open the file and let go of it again.

    Raises:
        sqlite3.Error: It cannot be opened.
    """
    sqlite3.connect(uri, uri=True).close()


class Waiting(Struct, frozen=True):
    """How often to try for the write lock, and who says that nobody waits for it any more."""

    attempts: int
    attempt_ms: int = LOCK_ATTEMPT_MS
    is_pointless: Callable[[], bool] = lambda: False


def waiting(lock_wait_s: float, is_pointless: Callable[[], bool] = lambda: False) -> Waiting:
    """Wait for *lock_wait_s* seconds at most, or until *is_pointless*."""
    attempts = max(1, round(lock_wait_s * 1000 / LOCK_ATTEMPT_MS))
    return Waiting(attempts, is_pointless=is_pointless)


def execute_patiently(connection: sqlite3.Connection, sql: str, wait: Waiting) -> sqlite3.Cursor:
    """
    Execute *sql*, waiting as long as *wait* says while another process holds the lock.

    Raises:
        sqlite3.OperationalError: It is still locked.
    """
    attempt = 1
    while True:
        try:
            return connection.execute(sql)
        except sqlite3.OperationalError as error:
            if not is_busy(error) or attempt >= wait.attempts or wait.is_pointless():
                raise
        attempt += 1


def prepare_writer(
    connection: sqlite3.Connection, path: Path, durability: Synchronous, wait: Waiting
) -> None:
    """
    Set up the connection that writes, and create or migrate the tables.

    Raises:
        Unavailable: The file is none that this server may write to.
    """
    connection.execute(f"PRAGMA busy_timeout = {LOCK_ATTEMPT_MS}")
    mode = execute_patiently(connection, "PRAGMA journal_mode = WAL", wait).fetchone()[0]
    if mode != "wal":
        raise Unavailable(
            f"the log at {path} cannot use a write-ahead log (journal mode is {mode}): the file"
            " is read-only, or its file system has no shared memory"
        )
    connection.execute(f"PRAGMA synchronous = {'FULL' if durability == 'power' else 'NORMAL'}")
    if durability == "power":
        # On macOS a plain sync does not reach the platter; elsewhere this changes nothing.
        connection.execute("PRAGMA fullfsync = ON")
    connection.execute(f"PRAGMA cache_size = -{_WRITE_CACHE_KIB}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_AT_MOST_PAGES}")
    execute_patiently(connection, "BEGIN IMMEDIATE", wait)
    try:
        migrate(connection, path)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    _grow_wal(connection, path)


def _grow_wal(connection: sqlite3.Connection, path: Path) -> None:
    """
    Give the write-ahead log its usual size now: a sync is dearer while a file grows.

    What is written for that spills out of a cache made small, and is rolled back.
    """
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size >= _WAL_AT_LEAST_BYTES:
        return
    try:
        connection.execute("PRAGMA cache_size = 10")
        connection.execute("BEGIN IMMEDIATE")
        size = (_WAL_AT_LEAST_BYTES,)
        connection.execute("INSERT INTO probes (filler) VALUES (zeroblob(?))", size)
    except sqlite3.OperationalError as error:
        # Nothing needs it: where there is no room for it, appends will say so.
        log.info("the write-ahead log keeps its size", extra={"error": str(error)})
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute(f"PRAGMA cache_size = -{_WRITE_CACHE_KIB}")


def prepare_reader(connection: sqlite3.Connection) -> None:
    """Set up a connection that only reads."""
    connection.execute("PRAGMA query_only = ON")
    connection.execute(f"PRAGMA cache_size = -{_READ_CACHE_KIB}")


def prepare_upkeep(connection: sqlite3.Connection) -> None:
    """Set up the connection that checkpoints beside the writer and looks for others' commits."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_AT_MOST_PAGES}")


def checkpoint_wal(connection: sqlite3.Connection) -> None:
    """
    Copy what can be copied from the write-ahead log into the file, without waiting for anybody.

    The write-ahead log keeps its size: writing into a file that need not grow is cheaper.
    """
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


def look_for_heads(connection: JobConnection, rooms: Sequence[RoomId]) -> dict[RoomId, Seq | None]:
    """Where each of *rooms* stands, None if it is gone; nothing if nothing has changed at all."""
    version = pragma(connection, "data_version")
    if version == connection.seen_data_version:
        return {}
    connection.seen_data_version = version
    return read_heads(connection, rooms)
