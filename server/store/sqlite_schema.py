"""The tables of the SQLite log, as numbered migrations counted in `PRAGMA user_version`."""

import sqlite3
from pathlib import Path

from server.store.base import Unavailable

APPLICATION_ID = 0x436F7465
"""Marks a database file as ours ("Cote"), so that no other program's file is written to."""

_FIRST = (
    # AUTOINCREMENT: a deleted room's number is never used again, so nothing remembered of the
    # old room can be taken for the new one.
    """
    CREATE TABLE rooms (
        room_no INTEGER PRIMARY KEY AUTOINCREMENT,
        room_id TEXT NOT NULL UNIQUE,
        epoch TEXT NOT NULL,
        created_at_ms INTEGER NOT NULL
    )
    """,
    # A rowid table: commits of all rooms lie one after the other, so that a transaction of many
    # rooms writes few pages. The long columns stand last: reading a head never touches them.
    # The heads of the two lines that grow most are kept here instead of in `lines`: a row there
    # would cost another page per room in every transaction.
    """
    CREATE TABLE commits (
        id INTEGER PRIMARY KEY,
        room_no INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        storytellers_rank INTEGER NOT NULL,
        storytellers_accumulator BLOB NOT NULL,
        everyone_rank INTEGER NOT NULL,
        everyone_accumulator BLOB NOT NULL,
        adds_to_everyone INTEGER NOT NULL,
        commit_id BLOB NOT NULL,
        previous BLOB NOT NULL,
        hash BLOB NOT NULL,
        at_ms INTEGER NOT NULL,
        member TEXT,
        intent_id TEXT,
        digest BLOB NOT NULL,
        member_lines BLOB,
        answer BLOB NOT NULL,
        events BLOB NOT NULL,
        UNIQUE (room_no, seq),
        UNIQUE (room_no, commit_id)
    )
    """,
    # A member's line: one row per commit that adds to it, with the head after that commit.
    # Everyone's line: one row where a run of commits that add to it begins, no heads.
    # The Storytellers' line: every commit that has events; no rows.
    """
    CREATE TABLE lines (
        room_no INTEGER NOT NULL,
        line TEXT NOT NULL,
        seq INTEGER NOT NULL,
        rank INTEGER,
        accumulator BLOB,
        PRIMARY KEY (room_no, line, seq)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE credentials (
        hash BLOB PRIMARY KEY,
        kind TEXT NOT NULL,
        room_no INTEGER NOT NULL,
        subject TEXT NOT NULL
    ) WITHOUT ROWID
    """,
    "CREATE INDEX credentials_by_subject ON credentials (room_no, kind, subject)",
    """
    CREATE TABLE checkpoints (
        room_no INTEGER PRIMARY KEY,
        seq INTEGER NOT NULL,
        format TEXT NOT NULL,
        state BLOB NOT NULL
    )
    """,
    # Rooms that are gone, whose commits are still being deleted, a piece at a time.
    "CREATE TABLE deleted_rooms (room_no INTEGER PRIMARY KEY)",
    # Always empty: a row put in and taken out shows that the file can be written and can grow.
    "CREATE TABLE probes (filler BLOB NOT NULL)",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST,)
"""Migration n (from 1) brings a file from version n-1 to n; released ones are never edited."""

SCHEMA_VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """
    Bring the file to this server's schema, in the transaction that *connection* is in.

    Raises:
        Unavailable: The file is another program's, or was written by a newer server.
    """
    version = pragma(connection, "user_version")
    application_id = pragma(connection, "application_id")
    if version > SCHEMA_VERSION and application_id == APPLICATION_ID:
        raise Unavailable(
            f"the log at {path} has schema version {version}, this server knows up to "
            f"{SCHEMA_VERSION}: start a newer server, or restore a copy from before the upgrade"
        )
    if application_id != APPLICATION_ID and (version or _has_tables(connection)):
        raise Unavailable(f"{path} is a database, but not a log of this server")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    if version < SCHEMA_VERSION:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def check_readable(connection: sqlite3.Connection, path: Path) -> None:
    """
    See whether the file can be read as it is.

    Raises:
        Unavailable: It is no log of ours, or of another version than this server reads.
    """
    if pragma(connection, "application_id") != APPLICATION_ID:
        raise Unavailable(f"{path} is no log of this server")
    version = pragma(connection, "user_version")
    if version > SCHEMA_VERSION:
        raise Unavailable(
            f"{path} has schema version {version}, this server knows up to {SCHEMA_VERSION}:"
            " use a newer one"
        )
    if version < SCHEMA_VERSION:
        raise Unavailable(
            f"{path} has schema version {version}: `coterie serve` brings it to {SCHEMA_VERSION}"
        )


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """The number that a pragma answers."""
    row = connection.execute(f"PRAGMA {name}").fetchone()
    return int(row[0])


def _has_tables(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None
