"""`coterie import`: a complete export becomes a room of this log, once it has been verified."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from protocol.ids import Epoch, RoomId, Seq
from protocol.words import Role
from server.app import open_log
from server.commands.command_line import USAGE
from server.commands.lookup import opened, read_state
from server.commands.progress import counting
from server.commands.terminal import CommandFailed, say
from server.config import Settings
from server.dice import new_secret
from server.replay.archive import (
    MAX_LINE_BYTES,
    MemberHeading,
    NoExport,
    WholeHeading,
    draft_again,
    read_commits,
    read_heading,
    weight_of,
)
from server.replay.plain import counted
from server.replay.verify import Head, Report, RoomCheck
from server.store.base import Commit, EventLog, RoomGone

APPEND_S: Final = 60.0
BATCH_COMMITS: Final = 200
BATCH_BYTES: Final = 4 * 1024 * 1024
SHOWN_FINDINGS: Final = 10


async def import_room(settings: Settings, path: Path, *, replace: bool) -> int:
    """
    Make a room of the complete export in *path*; 0 when it is stored.

    The room has its commits to the byte, a new epoch, and nobody who could come in: credentials
    are in no export. With *replace* a room of that id is deleted first.

    Raises:
        CommandFailed: The file is no complete export or has findings; or there is such a room
            already and *replace* is false; or the log cannot be written.
    """
    heading, report = verify_file(path)
    if not isinstance(heading, WholeHeading):
        raise CommandFailed(
            f"{path} is one member's export: only a complete one, made without --as, has a room"
            " in it.",
            USAGE,
        )
    if report.findings:
        tell_findings(report)
        raise CommandFailed(f"{path} is not imported, since it is not whole.")
    await _create_file(settings)
    async with opened(settings, writes=True) as log:
        await _make_room(log, heading.room, replace=replace)
        await _store(log, path, heading)
        storytellers = await _storytellers(log, heading.room)
    say(
        f"room {heading.room}: {counted(heading.commits, 'commit', 'commits')} imported.",
        "Nobody can come in yet, since an export has no tokens. Make links with:",
        *(f"  coterie rooms link {heading.room} {member}" for member in storytellers),
    )
    return 0


def verify_file(
    path: Path, kept: Head | None = None
) -> tuple[WholeHeading | MemberHeading, Report]:
    """
    Verify a complete export, against a head *kept* elsewhere if there is one.

    Of a member's export only the heading is looked at here.

    Raises:
        CommandFailed: It cannot be read, or is no export.
    """
    with reading(path) as lines:
        heading = _heading(lines)
        if not isinstance(heading, WholeHeading):
            empty = Head(Seq(0), b"")
            return heading, Report(heading.room, 0, 0, empty, ())
        check = RoomCheck(heading.room, kept or Head(Seq(heading.commits), heading.head))
        with counting("commits", heading.commits) as count:
            for commit in read_commits(heading, lines):
                check.add(commit)
                count()
    return heading, check.report()


def tell_findings(report: Report) -> None:
    """The first findings, each in a line, and how many more there are."""
    for finding in report.findings[:SHOWN_FINDINGS]:
        say(f"room {report.room} seq {finding.seq}: {finding.what}")
    more = len(report.findings) - SHOWN_FINDINGS
    if more > 0:
        say(f"… and {counted(more, 'finding', 'findings')} more.")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[Iterator[bytes]]:
    """
    The lines of a file.

    Raises:
        CommandFailed: It cannot be read, or is no export.
    """
    try:
        with path.open("rb") as file:
            yield _lines(file)
    except OSError as error:
        raise CommandFailed(f"{path} cannot be read: {error.strerror or error}.") from error
    except NoExport as error:
        raise CommandFailed(f"{path}: {error}") from error


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(MAX_LINE_BYTES + 1):
        if len(line) > MAX_LINE_BYTES:
            raise NoExport("A line is longer than any commit can be.")
        yield line.rstrip(b"\n")


def _heading(lines: Iterator[bytes]) -> WholeHeading | MemberHeading:
    return read_heading(next(lines, b""))


async def _create_file(settings: Settings) -> None:
    """A room may be imported into a log that does not exist yet, unless one is expected."""
    if not settings.data.is_file() and not settings.expect_data:
        log = open_log(settings)
        await log.open()
        await log.close()


async def _make_room(log: EventLog, room: RoomId, *, replace: bool) -> None:
    try:
        info = await log.room(room)
    except RoomGone:
        return
    if not replace:
        raise CommandFailed(
            f"There is a room {room} already, with {counted(info.head, 'commit', 'commits')}:"
            " --replace deletes it first, for good. An import that was interrupted leaves such a"
            " room too.",
            USAGE,
        )
    await log.delete_room(room)


async def _store(log: EventLog, path: Path, heading: WholeHeading) -> None:
    with reading(path) as lines, counting("commits", heading.commits) as count:
        if _heading(lines) != heading:
            raise NoExport("It changed while it was imported.")
        commits = read_commits(heading, lines)
        first = next(commits)
        stored = await log.create_room(heading.room, _new_epoch(), draft_again(first))
        count()
        for batch in _batches(commits):
            drafts = [draft_again(commit) for commit in batch]
            stored = (await log.append(heading.room, stored.seq, drafts, APPEND_S))[-1]
            for _ in batch:
                count()
    if stored.hash != heading.head:
        raise CommandFailed(
            f"{path} changed while it was imported: delete the room with another import."
        )


def _batches(commits: Iterator[Commit]) -> Iterator[list[Commit]]:
    """The commits in pieces that one transaction takes without others having to wait."""
    batch: list[Commit] = []
    size = 0
    for commit in commits:
        weight = weight_of(commit)
        if batch and (len(batch) >= BATCH_COMMITS or size + weight > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(commit)
        size += weight
    if batch:
        yield batch


def _new_epoch() -> Epoch:
    return Epoch(new_secret(8).hex())


async def _storytellers(log: EventLog, room: RoomId) -> list[str]:
    state = await read_state(log, room)
    if state is None:
        return []
    return [m.member for m in state.members.values() if m.role is Role.STORYTELLER]
