"""Logs that are long before anybody comes: rooms filled in the store, past the server."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from protocol.events import RoomRenamed
from protocol.ids import MemberId, RoomId
from server.rooms.audience import EVERYONE, STORYTELLERS
from server.rooms.lines import EVERYONE_LINE, STORYTELLERS_LINE, LineHead, advance, lines_of
from server.rooms.records import record_event, to_stored
from server.store.base import Draft
from server.store.sqlite import SqliteLog

BATCH = 1_000


async def fill(data: Path, room: RoomId, events: int, hidden: float) -> None:
    """Add *events* commits to a room that no server has open, a share of them *hidden*."""
    log = SqliteLog(data, durability="crash")
    await log.open()
    head = await log.head(room)
    heads = await log.line_heads(room, (STORYTELLERS_LINE, EVERYONE_LINE), head)
    chosen = _hidden(hidden)
    for start in range(0, events, BATCH):
        drafts = []
        for number in range(start, min(start + BATCH, events)):
            draft, heads = _draft(room, number, next(chosen), heads)
            drafts.append(draft)
        stored = await log.append(room, head, drafts, 600.0)
        head = stored[-1].seq
    await log.close()


def _hidden(share: float) -> Iterator[bool]:
    """Which commits are hidden: evenly spread, *share* of them."""
    due = 0.0
    while True:
        due += share
        yield due >= 1.0
        due -= due >= 1.0


def _draft(
    room: RoomId, number: int, is_hidden: bool, heads: dict[str, LineHead]
) -> tuple[Draft, dict[str, LineHead]]:
    at_ms = 1_700_000_000_000 + number
    audience = STORYTELLERS if is_hidden else EVERYONE
    event = RoomRenamed(name=f"night {number}", by=MemberId("bench"))
    recorded = record_event(event, audience, at_ms)
    after = advance(heads, (recorded,))
    draft = Draft(
        commit_id=hashlib.sha256(b"%b/%d" % (room.encode(), number)).digest()[:16],
        at_ms=at_ms,
        member=None,
        intent_id=None,
        digest=b"",
        answer=b"{}",
        events=(to_stored(recorded),),
        lines=tuple((line, after[line]) for line in lines_of(recorded)),
    )
    return draft, after


def multiply(data: Path, rooms: int) -> None:
    """
    Copy the one room in a file until there are *rooms*, each under an id of its own.

    Their hashes name the first room: they can be opened and read, and stand no verification.
    """
    with closing(sqlite3.connect(data, isolation_level=None)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(commits)")]
        copied = ", ".join(name for name in columns if name not in ("id", "room_no"))
        connection.execute("BEGIN")
        (first,) = connection.execute("SELECT room_no FROM rooms").fetchone()
        for number in range(1, rooms):
            made = connection.execute(
                "INSERT INTO rooms (room_id, epoch, created_at_ms)"
                " SELECT room_id || ?, epoch, created_at_ms FROM rooms WHERE room_no = ?",
                (f"-{number}", first),
            )
            connection.execute(
                f"INSERT INTO commits (room_no, {copied})"  # noqa: S608 - names of our own
                f" SELECT ?, {copied} FROM commits WHERE room_no = ?",
                (made.lastrowid, first),
            )
            connection.execute(
                "INSERT INTO lines SELECT ?, line, seq, rank, accumulator FROM lines"
                " WHERE room_no = ?",
                (made.lastrowid, first),
            )
        connection.execute("COMMIT")
