"""What an error of SQLite means for the log; no caller of the log ever sees the error itself."""

import sqlite3
from pathlib import Path

from server.store.base import Unavailable


def _primary_code(error: sqlite3.Error) -> int | None:
    # Errors that the Python module raises by itself have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    """Whether somebody else holds the lock."""
    return _primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether what is stored cannot be read: a torn page, or text that is no text."""
    if _primary_code(error) == sqlite3.SQLITE_CORRUPT:
        return True
    return isinstance(error, sqlite3.OperationalError) and "decode" in str(error)


def is_uncertain_commit(error: sqlite3.Error) -> bool:
    """
    Whether a failed COMMIT may be found done after a crash.

    When the sync of the WAL fails, its last frame may have reached the disk all the same. When
    the disk is full that frame was not written.
    """
    return _primary_code(error) not in (
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
    )


def needs_new_connection(error: sqlite3.Error) -> bool:
    """Whether the connection is not to be trusted after *error*."""
    return _primary_code(error) not in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_TOOBIG,
        None,
    )


def is_about_the_content(error: sqlite3.Error) -> bool:
    """Whether *error* comes from what one request wants stored, and says nothing of the others."""
    return _primary_code(error) in (
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_TOOBIG,
        None,
    )


def unavailable(error: sqlite3.Error) -> Unavailable:
    """The log's word for *error*."""
    if is_busy(error):
        return Unavailable("another process has locked the log for too long")
    if _primary_code(error) == sqlite3.SQLITE_FULL:
        return Unavailable("the disk is full")
    return Unavailable(f"the log's file fails: {error}")


def closed() -> Unavailable:
    """What is said to whoever comes after the end."""
    return Unavailable("the log is closed")


def advice(error: Exception) -> str:
    """What an operator can do about a log that cannot be written; it goes on by itself then."""
    cause = error.__cause__ if isinstance(error.__cause__, sqlite3.Error) else error
    if not isinstance(cause, sqlite3.Error):
        return "see that the file is where it was, and may be written to"
    if is_busy(cause):
        return "see which other process has the file open, and end what holds its lock"
    if _primary_code(cause) == sqlite3.SQLITE_FULL:
        return "free space on the disk"
    if _primary_code(cause) == sqlite3.SQLITE_IOERR:
        return "look at the disk, and at what this user may write: quota and largest file size"
    return "see that the file is whole (`coterie verify`), where it was, and may be written to"


def why_not_opened(path: Path, error: sqlite3.Error) -> str:
    """Why the file cannot be opened, in words for the operator."""
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return f"the folder {path.parent} does not exist"
    if not path.exists():
        return f"it does not exist, or the folder {path.parent} may not be written to ({error})"
    return str(error)
