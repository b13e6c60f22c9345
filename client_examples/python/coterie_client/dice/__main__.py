"""`python -m coterie_client.dice FILE`: check the dice of what a member saw, without any server."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from coterie_client.dice.check import Checker
from coterie_client.dice.watch import check_line
from coterie_client.terminal.plain import plain
from coterie_client.wire import Event, WireError


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m coterie_client.dice",
        description="Check the dice of what one member saw, against what the server committed to.",
        epilog="FILE is a member's export, or events as the browser saves them: then room and "
        "member have to be named, by their ids.",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--room", help="the room's id, where the file has no heading")
    parser.add_argument("--member", help="the member's id, where the file has no heading")
    parser.add_argument(
        "--storyteller", action="store_true", help="that member was a Storyteller, who sees all"
    )
    return parser


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                read = json.loads(line)
            except ValueError:
                raise WireError(f"line {number} is no JSON") from None
            if not isinstance(read, dict):
                raise WireError(f"line {number} is no object")
            yield read


def main(argv: Sequence[str] | None = None) -> int:
    """
    Check a file.

    Returns:
        The exit status: 0 where nothing does not match, 1 where something does not, 2 where the
        file cannot be read.
    """
    arguments = make_parser().parse_args(argv)
    try:
        heading: dict[str, Any] = {}
        events = []
        for line in _lines(arguments.file):
            if "view" in line:
                heading = line
            else:
                events.append(Event.read(line))
        room = arguments.room or heading.get("room")
        member = arguments.member or heading.get("member")
        if not room or not member:
            raise WireError("the file does not say whose it is: name --room and --member")
    except (OSError, WireError) as error:
        print(plain(error), file=sys.stderr)
        return 2
    sees_all = arguments.storyteller or heading.get("role") == "storyteller"
    summary = check_line(Checker(room, member, is_storyteller=sees_all), events)
    for told in summary.lines():
        print(told)
    return 1 if summary.count("failed") else 0


if __name__ == "__main__":
    sys.exit(main())
