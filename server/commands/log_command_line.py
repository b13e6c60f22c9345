"""The words for taking logs out and bringing them in: rooms as exports, all as a backup."""

import argparse
import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from server.clock import now_ms
from server.commands.command_line import Commands, Parser, add_command
from server.config import Settings

AddConfig = Callable[[Parser], None]

FORMS = ("jsonl", "markdown", "html", "csv")


def add_log_commands(commands: "Commands[Parser]", add_config: AddConfig) -> None:
    """Add the commands of this file; *add_config* adds the options that say where the log is."""
    for add in (_add_export, _add_import, _add_backup, _add_restore, _add_stats):
        add_config(add(commands))


def run_log_command(given: argparse.Namespace, settings: Settings) -> int:
    """
    Do what was asked.

    Raises:
        CommandFailed: It cannot be done.
    """
    match given.command:
        case "import":
            from server.commands.importing import import_room

            return asyncio.run(import_room(settings, given.file, replace=given.replace))
        case "backup":
            from server.commands.backing_up import back_up

            return back_up(settings, given.file, _now())
        case "restore":
            from server.commands.backing_up import restore

            return restore(settings, given.file, _now())
        case "stats":
            from server.commands.statistics import Asked, show_statistics

            asked = Asked(given.room, given.viewer, given.form)
            return asyncio.run(show_statistics(settings, asked))
        case _:
            from server.commands.exporting import Wanted, export

            wanted = Wanted(given.room, given.form, given.viewer, given.output, given.zone)
            return asyncio.run(export(settings, wanted))


def _now() -> datetime:
    return datetime.fromtimestamp(now_ms() / 1000).astimezone()


def _add_export(commands: "Commands[Parser]") -> Parser:
    parser = add_command(
        commands,
        "export",
        "write a room's log as a file: complete for `import` and `verify`, as one member sees it,"
        " as a transcript to read, or its rolls as a table; also beside a running server",
        'coterie export "First Night" --output night.jsonl\n'
        '  coterie export "First Night" --as Zoë --form html --output night.html',
    )
    parser.add_argument("room", metavar="ROOM", help="its id, or its name if only one is called so")
    parser.add_argument(
        "--form", choices=FORMS, default="jsonl",
        help="JSON Lines, a Markdown or HTML transcript, or a CSV table of the rolls (jsonl)",
    )  # fmt: skip
    parser.add_argument(
        "--as", dest="viewer", metavar="MEMBER",
        help="what that member may see, and nothing else; without it, everything",
    )  # fmt: skip
    parser.add_argument("--output", type=Path, metavar="FILE", help="a new file (standard output)")
    parser.add_argument(
        "--zone", type=_zone, metavar="ZONE",
        help="whose clock a transcript or table shows, such as Europe/Warsaw or UTC (this"
        " machine's)",
    )  # fmt: skip
    return parser


def _add_import(commands: "Commands[Parser]") -> Parser:
    parser = add_command(
        commands,
        "import",
        "make a room of a complete export, once it has been verified; nobody can come in until"
        " `coterie rooms link` has made links",
        "coterie import night.jsonl",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a complete export in JSON Lines")
    parser.add_argument(
        "--replace", action="store_true",
        help="delete a room of the same id first, with its log and tokens, for good",
    )  # fmt: skip
    return parser


def _add_backup(commands: "Commands[Parser]") -> Parser:
    parser = add_command(
        commands,
        "backup",
        "copy the log with all its rooms, also beside a running server; writes over nothing",
        "coterie backup /var/backups/coterie",
    )
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help="a new file, or a folder (a file here, named after the log, the day and the time)",
    )  # fmt: skip
    return parser


def _add_restore(commands: "Commands[Parser]") -> Parser:
    parser = add_command(
        commands,
        "restore",
        "put a backup where the log is, while no server runs on it; the log that was there is kept"
        " under another name",
        "coterie restore coterie-2026-11-27-230512.sqlite3",
    )
    parser.add_argument("file", type=Path, metavar="BACKUP", help="what `backup` wrote")
    return parser


def _add_stats(commands: "Commands[Parser]") -> Parser:
    parser = add_command(
        commands,
        "stats",
        "how each character's dice fell in a room, beside the exact expectation",
        'coterie stats "First Night" --as Zoë --form plot',
    )
    parser.add_argument("room", metavar="ROOM", help="its id, or its name if only one is called so")
    parser.add_argument(
        "--as", dest="viewer", metavar="MEMBER",
        help="of the rolls that member may see; without it, of all",
    )  # fmt: skip
    parser.add_argument(
        "--form", choices=("table", "json", "plot"), default="table", help="in which form (table)"
    )
    return parser


def _zone(text: str) -> tzinfo:
    """A time zone by its name, as argparse wants it."""
    if text == "UTC":
        return UTC
    try:
        if not re.fullmatch(r"[A-Za-z0-9_+\-]+(/[A-Za-z0-9_+\-]+)*", text):
            raise ValueError(text)
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not accepted: UTC, or a name such as Europe/Warsaw that this machine"
            " knows, is"
        ) from None
