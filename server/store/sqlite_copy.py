"""Copies of a log's SQLite file: made while it is in use, and put in its place again."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from protocol.ids import Epoch
from server.store.base import Unavailable
from server.store.sqlite_schema import check_readable, pragma

_COMPANIONS = ("-wal", "-shm")

Tell = Callable[[int, int], object]
"""Is told how many bytes are copied, and about how many there will be."""

_TOLD_EVERY_STEPS = 20_000
"""Steps of SQLite's machine between two tellings: some 10 ms."""


def copy_file(source: Path, copy: Path, tell: Tell | None = None) -> None:
    """
    Make *copy* of the log in *source* as of one moment, on the disk when this returns.

    What is in the write-ahead log is in the copy; writers need not stop. *tell* is called now and
    then meanwhile, and at the end.

    Raises:
        Unavailable: *source* is no log of ours, or cannot be read; or *copy* cannot be written,
            and is not there then.
    """
    try:
        with closing(_connect(source)) as connection:
            check_readable(connection, source)
            if tell is not None:
                _tell_meanwhile(connection, copy, tell)
            connection.execute("VACUUM INTO ?", (os.fspath(copy),))
        with copy.open("rb+") as file:
            os.fsync(file.fileno())
            if tell is not None:
                size = os.fstat(file.fileno()).st_size
                tell(size, size)
    except (sqlite3.Error, OSError) as error:
        copy.unlink(missing_ok=True)
        raise Unavailable(f"{source} cannot be copied to {copy}: {error}") from error


def _tell_meanwhile(connection: sqlite3.Connection, copy: Path, tell: Tell) -> None:
    """Have *tell* called while *connection* works; the copy's size says how far it is."""
    used = pragma(connection, "page_count") - pragma(connection, "freelist_count")
    total = used * pragma(connection, "page_size")

    def look() -> int:
        with suppress(OSError):
            tell(copy.stat().st_size, total)
        return 0

    connection.set_progress_handler(look, _TOLD_EVERY_STEPS)


def renew_epochs(path: Path, epochs: dict[str, Epoch]) -> None:
    """
    Give rooms of a copy other epochs, so that clients notice that their history may differ.

    Raises:
        Unavailable: The file cannot be written.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            for room, epoch in epochs.items():
                connection.execute("UPDATE rooms SET epoch = ? WHERE room_id = ?", (epoch, room))
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise Unavailable(f"{path} cannot be written: {error}") from error


def rooms_of(path: Path) -> list[str]:
    """
    The rooms in a file.

    Raises:
        Unavailable: It is no log of ours, or cannot be read.
    """
    try:
        with closing(_connect(path)) as connection:
            check_readable(connection, path)
            return [row[0] for row in connection.execute("SELECT room_id FROM rooms")]
    except sqlite3.Error as error:
        raise Unavailable(f"{path} cannot be read: {error}") from error


def put_in_place(copy: Path, path: Path, aside: Path) -> None:
    """
    Put *copy* where the log *path* is, which nobody may have open, and keep the old one *aside*.

    Whatever moment this is interrupted at, a whole log stands at *path*: the old or the new one.

    Raises:
        Unavailable: The old log is in use, or a file cannot be moved.
    """
    try:
        if path.exists():
            _fold_companions_in(path, aside)
            _keep(path, aside)
        # Over the old one in one step; without its companions nothing old is read into it.
        copy.replace(path)
    except OSError as error:
        raise Unavailable(f"{copy} cannot be put in the place of {path}: {error}") from error


def _fold_companions_in(path: Path, aside: Path) -> None:
    """Bring the write-ahead log into the file; where the file is beyond that, put it aside too."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except sqlite3.Error:
        for ending in _COMPANIONS:
            companion = path.with_name(path.name + ending)
            if companion.exists():
                companion.rename(aside.with_name(aside.name + ending))
        return
    # Whoever closes a log last takes its companions away.
    if busy or any(path.with_name(path.name + ending).exists() for ending in _COMPANIONS):
        raise Unavailable(f"{path} is in use: stop whatever has it open, then try again")


def _keep(path: Path, aside: Path) -> None:
    if aside.exists():
        raise FileExistsError(f"there is a file {aside} already")
    try:
        os.link(path, aside)
    except OSError:
        # Some file systems know no links.
        shutil.copyfile(path, aside)


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
