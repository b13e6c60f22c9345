"""Commits as rows: what stands in the table `commits`, and how a row is read back and doubted."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from protocol.ids import MemberId, RoomId, Seq
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, STORYTELLERS_LINE, LineHead
from server.rooms.records import EventRecord
from server.store.base import Commit, Unreadable

Line = tuple[str, LineHead]

COMMIT_COLUMNS = (
    "seq, storytellers_rank, storytellers_accumulator, everyone_rank, everyone_accumulator,"
    " adds_to_everyone, commit_id, previous, hash, at_ms, member, intent_id, digest,"
    " member_lines, answer, events"
)

INSERT_COMMIT = (
    f"INSERT INTO commits (room_no, {COMMIT_COLUMNS})"  # noqa: S608 - names of our own
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

INSERT_LONE_COMMIT = (
    f"INSERT INTO commits (room_no, {COMMIT_COLUMNS})"  # noqa: S608 - names of our own
    " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17"
    " WHERE EXISTS (SELECT 1 FROM rooms WHERE room_no = ?1)"
)
"""The same as a transaction of its own: nothing is inserted if the room is gone."""

SqlValue = int | str | bytes | bytearray | None
Row = tuple[SqlValue, ...]

_Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
_Count = Annotated[int, Meta(ge=0)]


class _CommitRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The columns of `COMMIT_COLUMNS`, in their order."""

    seq: Annotated[int, Meta(ge=1)]
    storytellers_rank: _Count
    storytellers_accumulator: _Hash
    everyone_rank: _Count
    everyone_accumulator: _Hash
    adds_to_everyone: Annotated[int, Meta(ge=0, le=1)]
    commit_id: bytes
    previous: _Hash
    hash: _Hash
    at_ms: int
    member: MemberId | None
    intent_id: str | None
    digest: bytes
    member_lines: bytes | None
    answer: bytes
    events: bytes


_ENCODER = msgspec.json.Encoder()
_EVENTS = msgspec.json.Decoder(tuple[EventRecord, ...])
_LINES = msgspec.json.Decoder(tuple[Line, ...])
NO_EVENTS_BYTES = len(b"[]")
"""How long the events of a commit without events are; every other commit's are longer."""


def commit_row(room_no: int, commit: Commit, events: bytes, everyone: LineHead) -> Row:
    """
    The values for `INSERT_COMMIT`; *everyone* is the head of everyone's line after it.

    Blobs are bytearrays, which the driver takes as they are: for each `bytes` it first looks for
    somebody who would adapt them, which takes longer than the copy.
    """
    storytellers = EMPTY_LINE
    adds_to_everyone = 0
    member_lines: list[Line] = []
    for line in commit.lines:
        name, head = line
        if name == STORYTELLERS_LINE:
            storytellers = head
        elif name == EVERYONE_LINE:
            adds_to_everyone = 1
        else:
            member_lines.append(line)
    return (
        room_no,
        commit.seq,
        storytellers.rank,
        bytearray(storytellers.accumulator),
        everyone.rank,
        bytearray(everyone.accumulator),
        adds_to_everyone,
        bytearray(commit.commit_id),
        bytearray(commit.previous),
        bytearray(commit.hash),
        commit.at_ms,
        commit.member,
        commit.intent_id,
        bytearray(commit.digest),
        _ENCODER.encode(member_lines) if member_lines else None,
        bytearray(commit.answer),
        bytearray(events),
    )


def read_commit(room: RoomId, row: Row) -> Commit:
    """
    The commit in a row of `COMMIT_COLUMNS`.

    Raises:
        Unreadable: A column does not hold what was once stored there.
    """
    try:
        stored = msgspec.convert(row, _CommitRow, builtin_types=(bytes,))
        events = _EVENTS.decode(stored.events)
        member_lines = _LINES.decode(stored.member_lines) if stored.member_lines else ()
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(f"room {room} seq {row[0]!r}: {error}") from error
    storytellers = LineHead(stored.storytellers_rank, stored.storytellers_accumulator)
    lines = [(STORYTELLERS_LINE, storytellers), *member_lines]
    if stored.adds_to_everyone:
        everyone = LineHead(stored.everyone_rank, stored.everyone_accumulator)
        lines.append((EVERYONE_LINE, everyone))
    return Commit(
        room=room,
        seq=Seq(stored.seq),
        previous=stored.previous,
        hash=stored.hash,
        commit_id=stored.commit_id,
        at_ms=stored.at_ms,
        member=stored.member,
        intent_id=stored.intent_id,
        digest=stored.digest,
        answer=stored.answer,
        events=events,
        lines=tuple(sorted(lines)),
    )
