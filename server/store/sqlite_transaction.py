"""One write transaction of the SQLite log: what it checks, inserts and remembers for the next."""

import sqlite3
from collections.abc import Sequence

from msgspec import Struct

from protocol.ids import Epoch, RoomId, Seq
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, STORYTELLERS_LINE, LineHead
from server.store.base import (
    FIRST_PREVIOUS,
    AddCredential,
    BarTokens,
    Checkpoint,
    Commit,
    CommitId,
    Conflict,
    CredentialChange,
    CredentialKind,
    Draft,
    Repeated,
    RoomGone,
    Unreadable,
    sealed,
)
from server.store.sqlite_reading import find_by_id
from server.store.sqlite_records import INSERT_COMMIT, Line, commit_row
from server.store.sqlite_schema import pragma

REMEMBERED_ROOMS = 10_000
DELETED_AT_ONCE = 500
LOOKED_UP_AT_ONCE = 32


class Place(Struct, frozen=True, gc=False):
    """Where a room stands: all that the next commit must know of the ones before."""

    room_no: int
    seq: Seq
    hash: bytes
    everyone: LineHead
    adds_to_everyone: bool


class Places:
    """
    Where the rooms stand that were written to last, as remembered by one connection.

    Valid as long as nobody else has committed to the file, which `PRAGMA data_version` tells; to
    be asked inside the transaction. A place is remembered only once its transaction is committed.
    """

    def __init__(self) -> None:
        self._places: dict[RoomId, Place] = {}
        self._data_version = -1

    def validate(self, connection: sqlite3.Connection) -> None:
        """Forget everything if another connection has changed the file."""
        version = pragma(connection, "data_version")
        if version != self._data_version:
            self._places.clear()
            self._data_version = version

    def get(self, room: RoomId) -> Place | None:
        """Where *room* stands, if that is remembered."""
        return self._places.get(room)

    def learn(self, places: dict[RoomId, Place | None]) -> None:
        """Remember what a committed transaction found and made; None is a room that is gone."""
        if len(self._places) + len(places) > REMEMBERED_ROOMS:
            self._places.clear()
        for room, place in places.items():
            if place is None:
                self._places.pop(room, None)
            else:
                self._places[room] = place


class Transaction:
    """
    The writes of one transaction.

    Every method checks everything before it writes anything: when it raises a LogError, it has
    changed nothing, and what others do in the same transaction stands.
    """

    def __init__(self, connection: sqlite3.Connection, places: Places) -> None:
        self._connection = connection
        self._places = places
        self._touched: dict[RoomId, Place | None] = {}
        places.validate(connection)

    def committed(self) -> None:
        """Remember for the next transaction what this one, committed, has done."""
        self._places.learn(self._touched)

    def create_room(self, room: RoomId, epoch: Epoch, draft: Draft, events: bytes) -> Commit:
        """Store a room with its first commit, or return the first commit of the same id."""
        row = self._connection.execute(
            "SELECT room_no FROM rooms WHERE room_id = ?", (room,)
        ).fetchone()
        if row is not None:
            first = find_by_id(self._connection, room, row[0], draft.commit_id)
            if first is None or first.seq != 1:
                raise Conflict(f"room {room} exists already")
            return first
        room_no = self._connection.execute(
            "INSERT INTO rooms (room_id, epoch, created_at_ms) VALUES (?, ?, ?)",
            (room, epoch, draft.at_ms),
        ).lastrowid
        if room_no is None:  # pragma: no cover - the driver sets it after every INSERT
            raise RuntimeError("the new room has no number")
        place = Place(room_no, Seq(0), FIRST_PREVIOUS, EMPTY_LINE, adds_to_everyone=False)
        return self._insert(room, place, (draft,), (events,))[0]

    def append(
        self, room: RoomId, expected: Seq, drafts: Sequence[Draft], events: Sequence[bytes]
    ) -> tuple[Commit, ...]:
        """Store *drafts*, whose events are encoded in *events*, after the commit *expected*."""
        place = self._place(room)
        if place.seq != expected:
            self._refuse_repeated(room, place, drafts)
            raise Conflict(f"room {room} is at {place.seq}, not at {expected}")
        self._connection.execute("SAVEPOINT append")
        try:
            commits = self._insert(room, place, drafts, events)
        except sqlite3.IntegrityError:
            # The index looks for the commit ids in passing; what went in before them goes out.
            self._connection.execute("ROLLBACK TO append")
            self._connection.execute("RELEASE append")
            self._touched[room] = place
            self._refuse_repeated(room, place, drafts)
            raise
        self._connection.execute("RELEASE append")
        return commits

    def save_checkpoint(self, room: RoomId, checkpoint: Checkpoint) -> None:
        """Keep *checkpoint* unless a newer one is kept."""
        self._connection.execute(
            "INSERT INTO checkpoints (room_no, seq, format, state) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (room_no) DO UPDATE SET"
            " seq = excluded.seq, format = excluded.format, state = excluded.state"
            " WHERE excluded.seq >= seq",
            (self._place(room).room_no, checkpoint.seq, checkpoint.format, checkpoint.state),
        )

    def delete_checkpoints(self, room: RoomId) -> None:
        """Forget the room's checkpoints."""
        self._connection.execute(
            "DELETE FROM checkpoints WHERE room_no = ?", (self._place(room).room_no,)
        )

    def delete_room(self, room: RoomId) -> None:
        """Let the room be gone; its commits are deleted piece by piece by `delete_commits`."""
        room_no = (self._place(room).room_no,)
        self._connection.execute("DELETE FROM rooms WHERE room_no = ?", room_no)
        self._connection.execute("DELETE FROM credentials WHERE room_no = ?", room_no)
        self._connection.execute("DELETE FROM checkpoints WHERE room_no = ?", room_no)
        self._connection.execute("INSERT INTO deleted_rooms (room_no) VALUES (?)", room_no)
        self._touched[room] = None

    def delete_commits(self) -> bool:
        """Delete a piece of what deleted rooms left; whether there may be more."""
        row = self._connection.execute("SELECT room_no FROM deleted_rooms LIMIT 1").fetchone()
        if row is None:
            return False
        for delete in (
            "DELETE FROM lines WHERE (room_no, line, seq) IN"
            " (SELECT room_no, line, seq FROM lines WHERE room_no = ? LIMIT ?)",
            "DELETE FROM commits WHERE id IN (SELECT id FROM commits WHERE room_no = ? LIMIT ?)",
        ):
            if self._connection.execute(delete, (row[0], DELETED_AT_ONCE)).rowcount > 0:
                return True
        self._connection.execute("DELETE FROM deleted_rooms WHERE room_no = ?", row)
        return True

    def probe(self) -> None:
        """Write something and take it away again, to see whether the file can grow."""
        self._connection.execute("INSERT INTO probes (filler) VALUES (zeroblob(16384))")
        self._connection.execute("DELETE FROM probes")

    def _place(self, room: RoomId) -> Place:
        if room in self._touched:
            place = self._touched[room]
        else:
            place = self._places.get(room) or self._find_place(room)
            self._touched[room] = place
        if place is None:
            raise RoomGone(f"there is no room {room}")
        return place

    def _find_place(self, room: RoomId) -> Place | None:
        row = self._connection.execute(
            "SELECT room_no FROM rooms WHERE room_id = ?", (room,)
        ).fetchone()
        if row is None:
            return None
        room_no = int(row[0])
        head = self._connection.execute(
            "SELECT seq, hash, everyone_rank, everyone_accumulator, adds_to_everyone"
            " FROM commits WHERE room_no = ? ORDER BY seq DESC LIMIT 1",
            (room_no,),
        ).fetchone()
        if head is None:
            raise Unreadable(f"room {room} seq 1: the room has no commits")
        seq, previous, rank, accumulator, adds = head
        if not isinstance(previous, bytes) or len(previous) != len(FIRST_PREVIOUS):
            raise Unreadable(f"room {room} seq {seq}: its hash is not one")
        return Place(room_no, Seq(seq), previous, LineHead(rank, accumulator), bool(adds))

    def _refuse_repeated(self, room: RoomId, place: Place, drafts: Sequence[Draft]) -> None:
        first: dict[CommitId, Commit] = {}
        for known in self._known_among(place.room_no, [draft.commit_id for draft in drafts]):
            commit = find_by_id(self._connection, room, place.room_no, known)
            if commit is not None:
                first[known] = commit
        if first:
            raise Repeated(first)

    def _known_among(self, room_no: int, ids: Sequence[CommitId]) -> list[CommitId]:
        """Those of *ids* that are stored; one look at the index for up to `LOOKED_UP_AT_ONCE`."""
        known: list[CommitId] = []
        for start in range(0, len(ids), LOOKED_UP_AT_ONCE):
            some = ids[start : start + LOOKED_UP_AT_ONCE]
            marks = ",".join("?" * len(some))
            sql = f"SELECT commit_id FROM commits WHERE room_no = ? AND commit_id IN ({marks})"  # noqa: S608 - marks alone
            known += [row[0] for row in self._connection.execute(sql, (room_no, *some))]
        return known

    def _insert(
        self, room: RoomId, place: Place, drafts: Sequence[Draft], events: Sequence[bytes]
    ) -> tuple[Commit, ...]:
        commits: list[Commit] = []
        for draft, encoded in zip(drafts, events, strict=True):
            commit = sealed(room, Seq(place.seq + 1), place.hash, draft, encoded)
            commits.append(commit)
            everyone = place.everyone
            adds_to_everyone = False
            others: list[Line] = []
            for line in commit.lines:
                if line[0] == EVERYONE_LINE:
                    everyone, adds_to_everyone = line[1], True
                elif line[0] != STORYTELLERS_LINE:
                    others.append(line)
            # The commit first: if its id is stored already, nothing has been written yet.
            row = commit_row(place.room_no, commit, encoded, everyone)
            self._connection.execute(INSERT_COMMIT, row)
            if adds_to_everyone and not place.adds_to_everyone:
                self._insert_line(place.room_no, EVERYONE_LINE, commit.seq, None)
            for name, head in others:
                self._insert_line(place.room_no, name, commit.seq, head)
            place = Place(place.room_no, commit.seq, commit.hash, everyone, adds_to_everyone)
            for change in draft.credentials:
                self._change(place.room_no, change)
        self._touched[room] = place
        return tuple(commits)

    def _insert_line(self, room_no: int, line: str, seq: Seq, head: LineHead | None) -> None:
        rank, accumulator = (None, None) if head is None else (head.rank, head.accumulator)
        self._connection.execute(
            "INSERT INTO lines (room_no, line, seq, rank, accumulator) VALUES (?, ?, ?, ?, ?)",
            (room_no, line, seq, rank, accumulator),
        )

    def _change(self, room_no: int, change: CredentialChange) -> None:
        if isinstance(change, AddCredential):
            self._connection.execute(
                "INSERT INTO credentials (hash, kind, room_no, subject) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (hash) DO NOTHING",
                (change.hash, change.kind.value, room_no, change.subject),
            )
            return
        if isinstance(change, BarTokens):
            self._connection.execute(
                "UPDATE credentials SET kind = ? WHERE room_no = ? AND kind = ? AND subject = ?",
                (CredentialKind.BARRED.value, room_no, CredentialKind.TOKEN.value, change.member),
            )
            return
        self._connection.execute(
            "DELETE FROM credentials WHERE room_no = ? AND kind = ? AND subject = ?",
            (room_no, change.kind.value, change.subject),
        )
