"""
Keeps an operator from starting a second server on the same file by mistake.

A guard for `coterie serve` alone: the log itself takes any number of writers, and the other
commands work beside a running server.
"""

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from server.commands.terminal import CommandFailed, complain

ENDING: Final = ".lock"
"""What the lock's file is called, after the name of the data."""

_HELD: Final = (errno.EWOULDBLOCK, errno.EACCES)
_NO_FOLDER: Final = (errno.ENOENT, errno.ENOTDIR)


@contextlib.contextmanager
def sole_server(data: Path) -> Iterator[None]:
    """
    Be the only server on the file *data* until the end.

    The system lets go of the lock when the process ends, however it ends: a lock's file that is
    left behind hinders nobody. Where the place knows no locks (Windows, some network drives) the
    operator is warned, and served.

    Raises:
        CommandFailed: Another server serves that file.
    """
    try:
        lock = _take(data.resolve())
    except OSError as error:
        # Without the folder the log cannot be opened either, and says so better.
        if error.errno not in _NO_FOLDER:
            complain(f"WARNING: {_unguarded(data, error.strerror or 'unknown error')}")
        yield
        return
    if lock is None:
        complain(f"WARNING: {_unguarded(data, 'this system has no such locks')}")
        yield
        return
    with lock:
        try:
            yield
        finally:
            # Still locked: whoever opened this file before it went finds that out in `_take`.
            with contextlib.suppress(OSError):
                Path(lock.name).unlink()


def _take(data: Path) -> IO[str] | None:
    """The lock's file, open and locked; None where there are no locks."""
    try:
        import fcntl
    except ImportError:
        return None
    path = data.with_name(data.name + ENDING)
    while True:
        # For appending: what the holder wrote must stay until the lock is ours.
        lock = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(lock, path):
                lock.truncate(0)
                lock.write(f"{os.getpid()}\n")
                lock.flush()
                return lock
        except OSError as error:
            holder = _holder(lock)
            lock.close()
            if error.errno not in _HELD:
                raise
            raise CommandFailed(_taken(data, holder)) from None
        # The server that had it ended in this moment, and took the file away: another try.
        lock.close()


def _is_at(lock: IO[str], path: Path) -> bool:
    """Whether the open file is still the one that others find under its name."""
    try:
        return os.path.samestat(os.fstat(lock.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _holder(lock: IO[str]) -> str:
    """Which process says that it holds the lock; in another container it has another number."""
    lock.seek(0)
    text = lock.read(32).strip()
    return f", process {text}," if text.isascii() and text.isdigit() else ""


def _taken(data: Path, holder: str) -> str:
    return (
        f"Another server{holder} runs on {data} already. Stop that one first, or give this one a"
        " file of its own with --data. The other commands, such as `coterie rooms link`, work"
        " beside it."
    )


def _unguarded(data: Path, reason: str) -> str:
    return (
        f"Nothing keeps a second server from the file {data}, since it cannot be locked"
        f" ({reason}): take care to start only one."
    )
