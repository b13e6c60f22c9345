"""`coterie verify`: whether a log or an export is whole, and every roll what the rules say."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from protocol.ids import RoomId, Seq
from server.commands.importing import reading, verify_file
from server.commands.lookup import find_room, opened
from server.commands.progress import counting
from server.commands.terminal import CommandFailed, say
from server.config import Settings
from server.replay.archive import EventLine, MemberHeading, read_events, read_heading
from server.replay.dice_check import DiceReport
from server.replay.fold import commits_of
from server.replay.plain import counted
from server.replay.re_resolve import read_today
from server.replay.verify import Finding, Head, Report
from server.replay.verify_log import verify_log
from server.replay.verify_view import verify_view


async def verify(settings: Settings, wanted: str | None, kept: Head | None) -> int:
    """
    Verify one room, or all; 0 if nothing was found, else 1.

    Raises:
        CommandFailed: There is no such room, or a head is given without saying of which room.
    """
    async with opened(settings) as events:
        if wanted is not None:
            rooms = [await find_room(events, wanted)]
        else:
            rooms = [info.room for info in await events.rooms()]
        if kept is not None and len(rooms) != 1:
            raise CommandFailed("Say which room --head is of: there is more than one, or none.", 2)
        found = 0
        for room in rooms:
            with counting("commits", await events.head(room)) as count:
                report = await verify_log(events, room, kept, count)
            found += len(report.findings)
            _print(room, report)
    if found:
        say(f"{counted(found, 'finding', 'findings')}.")
    elif not rooms:
        say("There are no rooms: nothing was found.")
    return 1 if found else 0


async def re_resolve(settings: Settings, wanted: str | None) -> int:
    """
    List the rolls of one room, or of all, that today's rules would read differently; always 0.

    Raises:
        CommandFailed: There is no such room, or the log cannot be read.
    """
    async with opened(settings) as events:
        infos = await events.rooms()
        rooms = [info.room for info in infos]
        if wanted is not None:
            rooms = [await find_room(events, wanted)]
        for room in rooms:
            found: list[Finding] = []
            with counting("commits", await events.head(room)) as count:
                async for commit in commits_of(events, room):
                    found += read_today(commit)
                    count()
            for finding in found:
                say(f"room {room} seq {finding.seq}: {finding.what}")
            rolls = counted(len({finding.seq for finding in found}), "roll", "rolls")
            say(f"room {room}: {rolls} would be read differently today.")
    return 0


def verify_export(path: Path, kept: Head | None) -> int:
    """
    Verify an export by itself, complete or of one member; 0 if nothing was found, else 1.

    Raises:
        CommandFailed: It cannot be read or is no export; or a head is given for a member's.
    """
    heading, report = verify_file(path, kept)
    if not isinstance(heading, MemberHeading):
        _print(heading.room, report)
        return 1 if report.findings else 0
    if kept is not None:
        raise CommandFailed("A member's export has no head: --head is of a complete one.", 2)
    with reading(path) as lines, counting("events", heading.events) as count:
        read_heading(next(lines, b""))
        seen = verify_view(heading, _passing(read_events(heading, lines), count))
    for finding in seen.findings:
        say(f"event {finding.seq}: {finding.what}")
    verdict = counted(len(seen.findings), "finding", "findings") if seen.findings else "whole"
    say(
        f"room {heading.room} as {heading.member} ({heading.role}) sees it:"
        f" {counted(seen.events, 'event', 'events')},"
        f" {counted(seen.rolls, 'roll', 'rolls')}: {verdict}",
        f"  mark {seen.events}:{seen.mark}",
        *_dice_words(seen.dice),
    )
    return 1 if seen.findings else 0


def _passing(events: Iterable[EventLine], count: Callable[[], object]) -> Iterator[EventLine]:
    for event in events:
        yield event
        count()


def read_head(text: str) -> Head | None:
    """A head as it was printed, `SEQ:HASH`; None if it is none."""
    fits = re.fullmatch(r"([1-9][0-9]{0,17}):([0-9a-fA-F]{64})", text.strip())
    return None if fits is None else Head(Seq(int(fits[1])), bytes.fromhex(fits[2]))


def _print(room: RoomId, report: Report) -> None:
    for finding in report.findings:
        say(f"room {room} seq {finding.seq}: {finding.what}")
    commits = counted(report.commits, "commit", "commits")
    rolls = counted(report.rolls, "roll", "rolls")
    verdict = counted(len(report.findings), "finding", "findings") if report.findings else "whole"
    say(
        f"room {room}: {commits}, {rolls}: {verdict}",
        f"  head {report.head.seq}:{report.head.hash.hex()}",
        *_dice_words(report.dice),
    )


def _dice_words(dice: DiceReport) -> list[str]:
    """Where the dice came from, and which secret lanes were revealed from their first roll on."""
    counts = {
        "proven": dice.proven,
        "entered": dice.entered,
        "unproven": dice.unproven,
        "not checked": dice.unchecked,
    }
    told = [f"{count} {what}" for what, count in counts.items() if count]
    lines = [f"  dice: {', '.join(told)}"] if told else []
    for lane in dice.revealed:
        rolls = counted(lane.rolls, "secret roll", "secret rolls")
        lines.append(f"  book {lane.book.hex()}: the first {rolls} revealed, without a hole")
    return lines
