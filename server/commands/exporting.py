"""`coterie export`: a room's log as a file, complete or as one member sees it."""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path

from protocol.ids import RoomId, Seq
from server.commands.lookup import find_member, find_room, opened
from server.commands.output import Write, output
from server.commands.progress import counting
from server.commands.terminal import CommandFailed, printable
from server.config import Settings
from server.live.pages import ViewEvent, decoded
from server.replay.archive import (
    FORMAT,
    MemberHeading,
    WholeHeading,
    commit_line,
    event_line,
    heading_line,
)
from server.replay.documents import markdown, page
from server.replay.fold import Moment, Unfoldable, commits_of, moment_at
from server.replay.labels import audience_label
from server.replay.names import Names
from server.replay.roll_table import COLUMNS, RolledRow, RollTable, cells
from server.replay.transcript import Entry, Transcript
from server.replay.viewing import operator_view, view_of
from server.rooms.lines import ViewHead
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import snapshot
from server.store.base import EventLog


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to export: of which room, in which form, through whose eyes, and where to."""

    room: str
    form: str = "jsonl"
    viewer: str | None = None
    output: Path | None = None
    zone: tzinfo | None = None


async def export(settings: Settings, wanted: Wanted) -> int:
    """
    Write the log of a room as a file, or to the standard output.

    Raises:
        CommandFailed: What is asked for is not there, cannot be read, or cannot be written.
    """
    async with opened(settings) as log:
        room = await find_room(log, wanted.room)
        try:
            with output(wanted.output, is_data=wanted.form == "jsonl") as write:
                if wanted.form == "jsonl" and wanted.viewer is None:
                    await _whole(log, room, write)
                else:
                    await _seen(log, room, wanted, write)
        except Unfoldable as error:
            raise CommandFailed(
                f"The room {room} cannot be read so: {error} `coterie verify {room}` says more."
            ) from error
    return 0


async def _whole(log: EventLog, room: RoomId, write: Write) -> None:
    """Every commit as it is stored; needs no fold, so that a room that has none is exported too."""
    end = await log.head(room)
    (last,) = await log.read(room, Seq(end - 1), end, 1)
    write(heading_line(WholeHeading(FORMAT, room, end, last.hash)) + b"\n")
    with counting("commits", end) as count:
        async for commit in commits_of(log, room, end):
            write(commit_line(commit) + b"\n")
            count()


@dataclass(frozen=True, slots=True)
class Seen:
    """A room through somebody's eyes, as of now: the operator's, or a member's."""

    log: EventLog
    room: RoomId
    state: RoomState
    member: MemberState | None

    async def events(self) -> AsyncIterator[ViewEvent]:
        """The events of the view, from its first on."""
        view = operator_view() if self.member is None else view_of(self.member)
        with counting("commits", self.state.seq) as count:
            async for commit in commits_of(self.log, self.room, self.state.seq):
                for event in view.take(commit.at_ms, decoded(commit)):
                    yield event
                count()

    def names(self) -> Names:
        """The names that the viewer knows."""
        return Names(None if self.member is None else snapshot(self.state, self.member))

    def viewer(self) -> str:
        """Through whose eyes, in words."""
        if self.member is None:
            return "the operator, who sees all"
        return f"{self.member.name} ({self.member.role})"


async def seen_by(log: EventLog, room: RoomId, viewer: str | None) -> Seen:
    """
    A room through the eyes of the member *viewer*, or of the operator.

    Raises:
        CommandFailed: There is no such member.
        Unfoldable: The room's log cannot be folded.
    """
    moment = await folded(log, room, await log.head(room))
    member = None if viewer is None else find_member(moment.state, viewer)
    return Seen(log, room, moment.state, member)


async def folded(log: EventLog, room: RoomId, upto: Seq) -> Moment:
    """
    The room as of the commit *upto*, with a sign of how far it is where that takes long.

    Raises:
        Unfoldable: The room's log cannot be folded.
    """
    with counting("commits", upto) as count:
        return await moment_at(log, room, upto, count)


async def _seen(log: EventLog, room: RoomId, wanted: Wanted, write: Write) -> None:
    seen = await seen_by(log, room, wanted.viewer)
    match wanted.form:
        case "csv":
            await _rows(seen, wanted.zone, write)
        case "markdown":
            await _document(seen, wanted.zone, markdown, write)
        case "html":
            await _document(seen, wanted.zone, page, write)
        case _:
            await _lines(seen, write)


async def _lines(seen: Seen, write: Write) -> None:
    """A member's events, each as the wire has it; what the heading counts is known at the end."""
    if seen.member is None:
        raise RuntimeError("without a member every commit is exported")
    end = ViewHead(0, 0)
    async for event in seen.events():
        end = event.head
    heading = MemberHeading(
        FORMAT,
        seen.room,
        seen.member.member,
        seen.member.role,
        seen.member.generation,
        end.seq,
        end.mark,
    )
    write(heading_line(heading) + b"\n")
    async for event in seen.events():
        write(event_line(event) + b"\n")


Document = Callable[[str, str, Iterable[Entry]], Iterator[str]]


async def _document(seen: Seen, zone: tzinfo | None, make: Document, write: Write) -> None:
    names = seen.names()
    transcript = Transcript(names, lambda at_ms: _local(at_ms, zone))
    entries = []
    async for event in seen.events():
        recorded = event.recorded
        label = "" if seen.member is not None else audience_label(recorded.audience, names)
        entries.append(transcript.entry(event.at_ms, recorded.event, label))
    for line in make(seen.state.name, seen.viewer(), entries):
        write(b"".join((printable_lines(line).encode(), b"\n")))


def printable_lines(text: str) -> str:
    """*text*, whose line breaks are ours, with every harmful character as its code."""
    return "\n".join(printable(line) for line in text.split("\n"))


async def _rows(seen: Seen, zone: tzinfo | None, write: Write) -> None:
    table = RollTable(seen.names())
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)

    def put(finished: Iterable[RolledRow]) -> None:
        for row in finished:
            moment = _moment(row.at_ms, zone)
            rows.writerow([printable(cell) for cell in cells(row, moment)])
        write(text.getvalue().encode())
        text.seek(0)
        text.truncate()

    async for event in seen.events():
        put(table.take(event.at_ms, event.recorded.event))
    put(table.finish())


def _local(at_ms: int, zone: tzinfo | None) -> datetime:
    """A moment on the clock of *zone*, or of this machine."""
    return datetime.fromtimestamp(at_ms / 1000, zone).astimezone(zone)


def _moment(at_ms: int, zone: tzinfo | None) -> str:
    """A moment as machines read it; its milliseconds alone where no calendar has it."""
    try:
        return _local(at_ms, zone).isoformat(timespec="milliseconds")
    except (OverflowError, ValueError, OSError):
        return str(at_ms)
