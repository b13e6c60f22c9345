"""What the SQLite log reads: each function asks one connection, within one thread hop."""

import sqlite3
from bisect import bisect_left
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager

import msgspec

from protocol.ids import Epoch, RoomId, Seq
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, STORYTELLERS_LINE, LineHead
from server.store.base import (
    Checkpoint,
    Commit,
    CommitId,
    Credential,
    CredentialKind,
    RoomGone,
    RoomInfo,
    Unreadable,
)
from server.store.sqlite_errors import is_damage
from server.store.sqlite_records import COMMIT_COLUMNS, NO_EVENTS_BYTES, Row, read_commit

_COMMITS = f"SELECT {COMMIT_COLUMNS} FROM commits"  # noqa: S608 - names of our own
_NAMED = ", ".join(f"commits.{name.strip()}" for name in COMMIT_COLUMNS.split(","))
_LAST = (1 << 63) - 1


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Let all that is read inside be of one moment."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def room_number(connection: sqlite3.Connection, room: RoomId) -> int:
    """The number of *room* in this file. Raises `RoomGone`."""
    row = connection.execute("SELECT room_no FROM rooms WHERE room_id = ?", (room,)).fetchone()
    if row is None:
        raise RoomGone(f"there is no room {room}")
    return int(row[0])


_ROOMS = (
    "SELECT room_id, epoch, created_at_ms, coalesce((SELECT max(seq) FROM commits"
    " WHERE commits.room_no = rooms.room_no), 0) FROM rooms"
)


def read_rooms(connection: sqlite3.Connection) -> list[RoomInfo]:
    """All rooms, oldest first."""
    rows = connection.execute(f"{_ROOMS} ORDER BY room_no").fetchall()
    return [_room_info(row) for row in rows]


def read_room(connection: sqlite3.Connection, room: RoomId) -> RoomInfo:
    """One room. Raises `RoomGone`."""
    row = connection.execute(f"{_ROOMS} WHERE room_id = ?", (room,)).fetchone()
    if row is None:
        raise RoomGone(f"there is no room {room}")
    return _room_info(row)


def read_size(connection: sqlite3.Connection, room: RoomId) -> int:
    """The bytes of a room's events and answers. Raises `RoomGone`."""
    with snapshot(connection):
        (size,) = connection.execute(
            "SELECT coalesce(sum(length(events) + length(answer)), 0) FROM commits"
            " WHERE room_no = ?",
            (room_number(connection, room),),
        ).fetchone()
    return int(size)


def _room_info(row: tuple[str, str, int, int]) -> RoomInfo:
    room, epoch, created_at_ms, head = row
    return RoomInfo(RoomId(room), Epoch(epoch), Seq(head), created_at_ms)


def find_commit(connection: sqlite3.Connection, room: RoomId, commit_id: CommitId) -> Commit | None:
    """The commit of that id, if it is stored."""
    with snapshot(connection):
        return find_by_id(connection, room, room_number(connection, room), commit_id)


def find_by_id(
    connection: sqlite3.Connection, room: RoomId, room_no: int, commit_id: CommitId
) -> Commit | None:
    """The commit of that id in the room of that number, in whatever transaction there is."""
    try:
        row: Row | None = connection.execute(
            f"{_COMMITS} WHERE room_no = ? AND commit_id = ?", (room_no, commit_id)
        ).fetchone()
    except sqlite3.Error as error:
        if is_damage(error):
            raise Unreadable(f"room {room} commit {commit_id.hex()}: {error}") from error
        raise
    return None if row is None else read_commit(room, row)


def read_range(
    connection: sqlite3.Connection, room: RoomId, after: Seq, upto: Seq | None, limit: int
) -> list[Commit]:
    """Up to *limit* commits after *after*, not beyond *upto*."""
    with snapshot(connection):
        room_no = room_number(connection, room)
        return list(_range(connection, room, room_no, after, upto, max(limit, 0)))


def _range(
    connection: sqlite3.Connection,
    room: RoomId,
    room_no: int,
    after: int,
    upto: int | None,
    limit: int,
    condition: str = "",
) -> Generator[Commit, None, None]:
    last = after
    try:
        rows = connection.execute(
            f"{_COMMITS} WHERE room_no = ? AND seq > ? AND seq <= ? {condition}"
            " ORDER BY seq LIMIT ?",
            (room_no, after, _LAST if upto is None else upto, limit),
        )
        with closing(rows):
            for row in rows:
                commit = read_commit(room, row)
                last = commit.seq
                yield commit
    except sqlite3.Error as error:
        if is_damage(error):
            raise Unreadable(f"room {room} seq {last + 1} or later: {error}") from error
        raise


def read_line_heads(
    connection: sqlite3.Connection, room: RoomId, lines: Sequence[str], upto: Seq
) -> dict[str, LineHead]:
    """Where each of *lines* stood after the commit *upto*."""
    return read_heads_along(connection, room, [(upto, lines)])[0]


def read_heads_along(
    connection: sqlite3.Connection, room: RoomId, places: Sequence[tuple[Seq, Sequence[str]]]
) -> list[dict[str, LineHead]]:
    """Where lines stood after each of *places*, a commit and the lines asked for there."""
    with snapshot(connection):
        room_no = room_number(connection, room)
        return [
            {line: _line_head(connection, room, room_no, line, upto) for line in lines}
            for upto, lines in places
        ]


_HEADS = {
    STORYTELLERS_LINE: "SELECT storytellers_rank, storytellers_accumulator FROM commits"
    " WHERE room_no = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
    EVERYONE_LINE: "SELECT everyone_rank, everyone_accumulator FROM commits"
    " WHERE room_no = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
}
_MEMBER_HEAD = (
    "SELECT rank, accumulator FROM lines"
    " WHERE room_no = ? AND line = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
)


def _line_head(
    connection: sqlite3.Connection, room: RoomId, room_no: int, line: str, upto: int
) -> LineHead:
    head = _HEADS.get(line)
    if head is not None:
        row = connection.execute(head, (room_no, upto)).fetchone()
    else:
        row = connection.execute(_MEMBER_HEAD, (room_no, line, upto)).fetchone()
    if row is None:
        return EMPTY_LINE
    try:
        return msgspec.convert(row, LineHead, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise Unreadable(f"room {room} seq {upto} or before, line {line}: {error}") from error


def locate_rank(
    connection: sqlite3.Connection, room: RoomId, lines: Sequence[str], rank: int, upto: Seq
) -> Seq:
    """The commit that brings the sum of the ranks of *lines* to at least *rank*."""
    with snapshot(connection):
        room_no = room_number(connection, room)
        if rank <= 0:
            return Seq(0)
        distinct = set(lines)

        def rank_at(seq: int) -> int:
            return sum(_line_head(connection, room, room_no, line, seq).rank for line in distinct)

        head = connection.execute(
            "SELECT coalesce(max(seq), 0) FROM commits WHERE room_no = ?", (room_no,)
        ).fetchone()
        last = max(min(upto, int(head[0])), 0)
        found = bisect_left(range(1, last + 1), rank, key=rank_at) + 1
    return Seq(found) if found <= last else Seq(upto + 1)


def read_of_lines(
    connection: sqlite3.Connection,
    room: RoomId,
    lines: Sequence[str],
    after: Seq,
    upto: Seq,
    limit: int,
) -> list[Commit]:
    """Up to *limit* commits after *after*, up to *upto*, with an event in any of *lines*."""
    commits: list[Commit] = []
    wanted = set(lines)
    with snapshot(connection):
        room_no = room_number(connection, room)
        if STORYTELLERS_LINE in wanted:
            condition = f"AND length(events) > {NO_EVENTS_BYTES}"
            return list(_range(connection, room, room_no, after, upto, max(limit, 0), condition))
        place: int = after
        while len(commits) < limit:
            remaining = limit - len(commits)
            found = list(_along(connection, room, room_no, wanted, place, upto, remaining))
            commits += [commit for _, commit in found if commit is not None]
            if len(found) < remaining:
                break
            place = found[-1][0]
    return commits


_AFTER_IN_LINE = (
    "coalesce((SELECT seq FROM lines WHERE room_no = ?1 AND line = {line}"  # noqa: S608 - names of our own
    f" AND seq > place.seq ORDER BY seq LIMIT 1), {_LAST})"
)
_RUN_BEGINS = _AFTER_IN_LINE.format(line=f"'{EVERYONE_LINE}'")
_AFTER_IN_EVERYONE = (
    "CASE WHEN (SELECT adds_to_everyone FROM commits WHERE room_no = ?1 AND seq = place.seq + 1)"  # noqa: S608
    f" THEN place.seq + 1 ELSE {_RUN_BEGINS} END"
)
"""Only where a run begins has that line a row: a place may stand before or within one."""


def _along(
    connection: sqlite3.Connection,
    room: RoomId,
    room_no: int,
    lines: set[str],
    after: int,
    upto: int,
    limit: int,
) -> Generator[tuple[int, Commit | None], None, None]:
    """
    Up to *limit* places behind *after* where the index has any of *lines*, with what is there.

    One statement, which walks from place to place: a thread that asks again for each of them waits
    as often for its turn of the interpreter. None where a commit is gone, or is in none of *lines*.
    """
    others = sorted(lines - {EVERYONE_LINE})
    nexts = [_AFTER_IN_LINE.format(line=f"?{n}") for n in range(5, 5 + len(others))]
    if EVERYONE_LINE in lines:
        nexts.append(_AFTER_IN_EVERYONE)
    if not nexts:
        return
    # With one argument min() would be the aggregate.
    following = nexts[0] if len(nexts) == 1 else f"min({', '.join(nexts)})"
    last = after
    try:
        rows = connection.execute(
            f"WITH RECURSIVE place (seq) AS (SELECT ?2 UNION ALL SELECT {following} FROM place"  # noqa: S608 - names of our own
            " WHERE place.seq <= ?3 LIMIT ?4 + 1)"
            f" SELECT place.seq, {_NAMED} FROM place LEFT JOIN commits"
            " ON commits.room_no = ?1 AND commits.seq = place.seq"
            " WHERE place.seq > ?2 AND place.seq <= ?3",
            (room_no, after, upto, limit, *others),
        )
        with closing(rows):
            for place, *row in rows:
                commit = None if row[0] is None else read_commit(room, tuple(row))
                last = place
                is_there = commit is not None and any(line in lines for line, _ in commit.lines)
                yield place, commit if is_there else None
    except sqlite3.Error as error:
        if is_damage(error):
            raise Unreadable(f"room {room} seq {last + 1} or later: {error}") from error
        raise


def read_heads(connection: sqlite3.Connection, rooms: Sequence[RoomId]) -> dict[RoomId, Seq | None]:
    """Where each of *rooms* stands; None if it is gone."""
    heads: dict[RoomId, Seq | None] = {}
    with snapshot(connection):
        for room in rooms:
            row = connection.execute(
                "SELECT (SELECT max(seq) FROM commits WHERE commits.room_no = rooms.room_no)"
                " FROM rooms WHERE room_id = ?",
                (room,),
            ).fetchone()
            heads[room] = None if row is None else Seq(row[0] or 0)
    return heads


def read_head(connection: sqlite3.Connection, room: RoomId) -> Seq:
    """The sequence of the room's last commit. Raises `RoomGone`."""
    head = read_heads(connection, (room,))[room]
    if head is None:
        raise RoomGone(f"there is no room {room}")
    return head


def read_credential(connection: sqlite3.Connection, hash: bytes) -> Credential | None:
    """What the secret with this SHA-256 opens."""
    row = connection.execute(
        "SELECT kind, room_id, subject FROM credentials JOIN rooms USING (room_no) WHERE hash = ?",
        (hash,),
    ).fetchone()
    if row is None:
        return None
    kind, room, subject = row
    try:
        return Credential(CredentialKind(kind), RoomId(room), subject)
    except ValueError as error:
        raise Unreadable(f"room {room}: a credential is of no known kind: {error}") from error


def read_checkpoint(connection: sqlite3.Connection, room: RoomId) -> Checkpoint | None:
    """The newest checkpoint, if there is one."""
    with snapshot(connection):
        row = connection.execute(
            "SELECT seq, format, state FROM checkpoints WHERE room_no = ?",
            (room_number(connection, room),),
        ).fetchone()
    if row is None:
        return None
    seq, form, state = row
    return Checkpoint(Seq(seq), form, state)
