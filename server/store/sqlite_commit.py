"""How a transaction of the SQLite log is begun and ended, and what its failure may mean."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

from server.store.sqlite_connection import JobConnection, Waiting, execute_patiently
from server.store.sqlite_errors import is_uncertain_commit
from server.store.sqlite_transaction import Transaction

T = TypeVar("T")

ONCE = Waiting(attempts=1, attempt_ms=0)


class UncertainCommit(sqlite3.OperationalError):
    """COMMIT failed in a way that may turn out to have succeeded after a crash."""

    def __init__(self, error: sqlite3.Error) -> None:
        super().__init__(str(error))
        self.sqlite_errorcode = error.sqlite_errorcode


def run_transaction(
    connection: JobConnection, work: Callable[[Transaction], T], wait: Waiting
) -> tuple[T, int]:
    """
    Do *work* in one transaction. In the thread that has *connection* for now.

    Returns:
        What *work* returns, and how many rows were written or deleted.

    Raises:
        sqlite3.Error, LogError: Nothing was stored.
        UncertainCommit: Something may have been stored.
    """
    changes_before = connection.total_changes
    connection.be_patient(wait.attempt_ms)
    execute_patiently(connection, "BEGIN IMMEDIATE", wait)
    try:
        transaction = Transaction(connection, connection.places)
        result = work(transaction)
        _commit(connection)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    transaction.committed()
    return result, connection.total_changes - changes_before


def _commit(connection: JobConnection) -> None:
    try:
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if is_uncertain_commit(error):
            raise UncertainCommit(error) from error
        raise
