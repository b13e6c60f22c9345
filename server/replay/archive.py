"""
A room's log as a file of JSON Lines: a heading, then one commit a line, or one event of a view.

Bodies of events stand as the log has them, byte for byte, so that hashes and marks still fit.
Nothing here names an epoch, a server or the time of the export: the same log makes the same bytes.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from protocol.ids import Generation, Mark, MemberId, RoomId, Seq, ViewSeq
from protocol.words import Role
from server.live.pages import ViewEvent
from server.rooms.lines import LineHead
from server.rooms.records import EventRecord
from server.store.base import Commit, Draft

Format = Literal["coterie.export.1"]
FORMAT: Format = "coterie.export.1"
MAX_LINE_BYTES = 16 * 1024 * 1024
"""No line is longer, whatever commit a store takes; a file with a longer one is none of ours."""

_Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
_Count = Annotated[int, Meta(ge=0)]
_Some = Annotated[int, Meta(ge=1)]


class WholeHeading(Struct, frozen=True, tag="whole", tag_field="view", forbid_unknown_fields=True):
    """The heading of a complete export: where the room's chain ends."""

    format: Format
    room: RoomId
    commits: _Some
    head: _Hash


class MemberHeading(
    Struct, frozen=True, tag="member", tag_field="view", forbid_unknown_fields=True
):
    """The heading of one member's export: whose view it is, and where that view ends."""

    format: Format
    room: RoomId
    member: MemberId
    role: Role
    generation: Generation
    events: _Count
    mark: Mark


Heading = WholeHeading | MemberHeading


class _CommitLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A commit with everything that its hash binds, and where its lines stand after it."""

    seq: _Some
    previous: _Hash
    hash: _Hash
    commit_id: Annotated[bytes, Meta(min_length=16, max_length=16)]
    at_ms: int
    member: MemberId | None
    intent_id: str | None
    digest: Annotated[bytes, Meta(max_length=32)]
    answer: bytes
    lines: tuple[tuple[str, LineHead], ...]
    events: tuple[EventRecord, ...]


class EventLine(Struct, frozen=True, tag="event", forbid_unknown_fields=True):
    """An event as its viewer is sent it."""

    seq: ViewSeq
    mark: Mark
    at: int
    event: Raw


class NoExport(Exception):
    """A file that is no export, or is cut or changed; the message is a sentence."""


_ENCODER = msgspec.json.Encoder()
_HEADING = msgspec.json.Decoder(Heading)
# How each line begins that the browser writes under "Save data".
_SAVED_BY_A_PAGE = b'{"type":"event"'
_COMMIT = msgspec.json.Decoder(_CommitLine)
_EVENT = msgspec.json.Decoder(EventLine)


# --- writing -------------------------------------------------------------------------------------


def heading_line(heading: Heading) -> bytes:
    """The first line of an export."""
    return _ENCODER.encode(heading)


def commit_line(commit: Commit) -> bytes:
    """The line of one commit."""
    return _ENCODER.encode(
        _CommitLine(
            seq=commit.seq,
            previous=commit.previous,
            hash=commit.hash,
            commit_id=commit.commit_id,
            at_ms=commit.at_ms,
            member=commit.member,
            intent_id=commit.intent_id,
            digest=commit.digest,
            answer=commit.answer,
            lines=commit.lines,
            events=commit.events,
        )
    )


def event_line(event: ViewEvent) -> bytes:
    """The line of one event of a view: what the wire carries in JSON, to the byte."""
    return _ENCODER.encode(
        EventLine(ViewSeq(event.head.seq), event.head.mark, event.at_ms, Raw(event.recorded.body))
    )


# --- reading -------------------------------------------------------------------------------------


def read_heading(line: bytes) -> Heading:
    """
    What the first line says.

    Raises:
        NoExport: It is no heading of an export that is known here.
    """
    try:
        return _HEADING.decode(line)
    except msgspec.MsgspecError as error:
        if line.startswith(_SAVED_BY_A_PAGE):
            raise NoExport(
                "A page saved this: it has events, and no heading. `python -m coterie_client.dice` "
                "checks its dice; `coterie export ROOM --as MEMBER` makes an export."
            ) from error
        raise NoExport(
            f"The first line is no heading of an export known here ({error})."
        ) from error


def read_commits(heading: WholeHeading, lines: Iterable[bytes]) -> Iterator[Commit]:
    """
    The commits in the *lines* after the heading, in their order.

    Raises:
        NoExport: A line cannot be read, or there are fewer or more than the heading says.
    """
    number = 0
    for number, line in enumerate(lines, start=1):
        yield _read_commit(heading.room, number, line)
    if number != heading.commits:
        raise NoExport(
            f"The export has {number} commits, but its heading promises {heading.commits}:"
            " it was cut, or added to."
        )


def _read_commit(room: RoomId, number: int, line: bytes) -> Commit:
    try:
        read = _COMMIT.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise NoExport(f"Line {number + 1} is no commit: {error}.") from error
    return Commit(
        room=room,
        seq=Seq(read.seq),
        previous=read.previous,
        hash=read.hash,
        commit_id=read.commit_id,
        at_ms=read.at_ms,
        member=read.member,
        intent_id=read.intent_id,
        digest=read.digest,
        answer=read.answer,
        events=tuple(_own(record) for record in read.events),
        lines=read.lines,
    )


def _own(record: EventRecord) -> EventRecord:
    """The record with a body of its own, so that it does not keep the whole line in memory."""
    return msgspec.structs.replace(record, body=Raw(bytes(record.body)))


def weight_of(commit: Commit) -> int:
    """About how many bytes a commit takes."""
    return len(commit.answer) + sum(len(bytes(record.body)) for record in commit.events)


def draft_again(commit: Commit) -> Draft:
    """What has to be appended for *commit* to stand where it stood; it opens no credentials."""
    return Draft(
        commit_id=commit.commit_id,
        at_ms=commit.at_ms,
        member=commit.member,
        intent_id=commit.intent_id,
        digest=commit.digest,
        answer=commit.answer,
        events=commit.events,
        lines=commit.lines,
    )


def read_events(heading: MemberHeading, lines: Iterable[bytes]) -> Iterator[EventLine]:
    """
    The events in the *lines* after a member's heading, in their order.

    Raises:
        NoExport: A line cannot be read, or there are fewer or more than the heading says.
    """
    number = 0
    for number, line in enumerate(lines, start=1):
        try:
            yield _EVENT.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise NoExport(f"Line {number + 1} is no event: {error}.") from error
    if number != heading.events:
        raise NoExport(
            f"The export has {number} events, but its heading promises {heading.events}:"
            " it was cut, or added to."
        )
