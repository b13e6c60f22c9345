"""`coterie backup` and `coterie restore`: a copy of all rooms, and the way back to it."""

from datetime import datetime
from pathlib import Path
from typing import Final

from protocol.ids import Epoch
from server.app import copy_log, put_log_in_place, rooms_in, set_epochs
from server.commands.command_line import USAGE
from server.commands.progress import copying
from server.commands.sole_server import sole_server
from server.commands.terminal import CommandFailed, say
from server.config import Settings
from server.dice import new_secret
from server.replay.plain import counted
from server.store.base import Unavailable

_STAMP: Final = "%Y-%m-%d-%H%M%S"


def back_up(settings: Settings, wanted: Path | None, now: datetime) -> int:
    """
    Copy the log to the file *wanted*, or to one named after the log and *now*; 0 once it is there.

    Raises:
        CommandFailed: There is no log, or such a file already, or it cannot be copied.
    """
    source = settings.data
    if not source.is_file():
        raise CommandFailed(f"There is no log at {source.absolute()}: say where with --data.")
    copy = wanted or Path(f"{source.stem}-{now:{_STAMP}}{source.suffix}")
    if copy.is_dir():
        copy = copy / f"{source.stem}-{now:{_STAMP}}{source.suffix}"
    if copy.exists():
        raise CommandFailed(f"There is a file {copy} already: name another one.", USAGE)
    part = copy.with_name(copy.name + ".part")
    if part.exists():
        raise CommandFailed(
            f"There is a file {part}: another backup is being made, or was cut off; delete it.",
            USAGE,
        )
    try:
        with copying() as tell:
            copy_log(source, part, tell)
        rooms = len(rooms_in(part))
        part.rename(copy)
    except (Unavailable, OSError) as error:
        part.unlink(missing_ok=True)
        raise CommandFailed(f"No backup was made: {error}.") from error
    say(f"{copy}: {counted(rooms, 'room', 'rooms')}, {copy.stat().st_size:,} bytes.")
    return 0


def restore(settings: Settings, backup: Path, now: datetime) -> int:
    """
    Put a copy of *backup* where the log is, and keep the log that was there under another name.

    Every room gets a new epoch, so that clients take a snapshot instead of going on from a history
    that may not be there any more.

    Raises:
        CommandFailed: *backup* is no log of ours; or a server, or anything else, uses the log.
    """
    data = settings.data
    if not backup.is_file():
        raise CommandFailed(f"There is no file {backup.absolute()}.", USAGE)
    if data.exists() and data.samefile(backup):
        raise CommandFailed(f"{backup} is the log itself: name a copy of it.", USAGE)
    with sole_server(data):
        part = data.with_name(data.name + ".restoring")
        part.unlink(missing_ok=True)
        aside = data.with_name(f"{data.stem}-before-{now:{_STAMP}}{data.suffix}")
        had_log = data.exists()
        try:
            with copying() as tell:
                copy_log(backup, part, tell)
            rooms = rooms_in(part)
            set_epochs(part, {room: Epoch(new_secret(8).hex()) for room in rooms})
            put_log_in_place(part, data, aside)
        except (Unavailable, OSError) as error:
            part.unlink(missing_ok=True)
            raise CommandFailed(f"Nothing was restored: {error}.") from error
    say(
        f"{data}: {counted(len(rooms), 'room', 'rooms')} as in {backup}.",
        *([f"What was there before is in {aside}."] if had_log else []),
        "Tokens and invites are those of the backup again: remove members and revoke invites"
        " anew that were removed since.",
    )
    return 0
