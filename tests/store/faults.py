"""Faults of the file and its disk, made to happen in the connections of a SQLite log."""

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import pytest

from server.store.sqlite_connection import JobConnection

Before = Callable[[str], None]


class Faults:
    """Comes before every statement of every connection, to make it fail or wait."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.before: Before | None = None
        self.statements: list[str] = []
        self._lock = threading.Lock()

        def execute(connection: JobConnection, sql: str, *rest: Any) -> sqlite3.Cursor:
            with self._lock:
                self.statements.append(sql)
            if self.before is not None:
                self.before(sql)
            return sqlite3.Connection.execute(connection, sql, *rest)

        monkeypatch.setattr(JobConnection, "execute", execute)

    def fail(self, beginning: str, code: int, says: str = "disk I/O error") -> None:
        """Let statements with that beginning fail as SQLite fails with *code*, until `heal`."""

        def before(sql: str) -> None:
            if sql.startswith(beginning):
                error = sqlite3.OperationalError(says)
                error.sqlite_errorcode = code
                raise error

        self.before = before

    def hold(self, beginning: str) -> tuple[threading.Event, threading.Event]:
        """
        Let the next statement with that beginning wait.

        Returns:
            An event that says that it waits, and one that lets it go on.
        """
        waits, go_on = threading.Event(), threading.Event()

        def before(sql: str) -> None:
            if sql.startswith(beginning) and not waits.is_set():
                waits.set()
                go_on.wait()

        self.before = before
        return waits, go_on

    def heal(self) -> None:
        """Let everything succeed from now on."""
        self.before = None


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """Faults that can be switched on in all SQLite logs of a test."""
    return Faults(monkeypatch)
