"""The `coterie` command: its words, and which module does what each of them asks."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from server.commands.command_line import (
    EXIT_CODES,
    USAGE,
    Commands,
    Parser,
    Whole,
    add_command,
)
from server.commands.configuring import (
    LIMIT_KINDS,
    LOG_LEVELS,
    SERVER_KINDS,
    BadSetting,
    Configuration,
    configure,
)
from server.commands.log_command_line import add_log_commands, run_log_command
from server.commands.terminal import CommandFailed, abandon_output, complain, prepare
from server.commands.tool_command_line import add_tools, run_tool
from server.config import LimitSettings
from server.version import VERSION

INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """
    Run the command; returns its exit code.

    Args:
        arguments: Without the name of the command; None for those of the process.
    """
    prepare()
    given, unknown = _parser().parse_known_args(arguments)
    if unknown:
        name = f"coterie {given.command}"
        complain(
            f"{name}: not known here: {' '.join(unknown)}. `{name} --help` says what is accepted."
        )
        return USAGE
    try:
        return _run(given)
    except BadSetting as error:
        complain(f"coterie {given.command}: {error}")
        return USAGE
    except CommandFailed as error:
        complain(f"coterie {given.command}: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        abandon_output()
        return 0


def _run(given: argparse.Namespace) -> int:
    """Do what was asked. Each command is imported when it is run: most need little of the house."""
    match given.command:
        case "serve":
            from server.commands.serving import serve

            return serve(_configuration(given))
        case "health":
            from server.commands.health import default_url, health

            return health(given.url or default_url(os.environ))
        case "rooms":
            return _run_rooms(given)
        case "replay":
            from server.commands.replaying import Asked, replay

            asked = Asked(given.room, given.session, given.until, given.viewer, given.json)
            return asyncio.run(replay(_configuration(given).settings, asked))
        case "verify":
            from server.commands.verifying import re_resolve, read_head, verify, verify_export

            head = None if given.head is None else read_head(given.head)
            if given.head is not None and head is None:
                raise CommandFailed(
                    "--head is no head: accepted is SEQ:HASH, as `coterie verify` printed it.",
                    USAGE,
                )
            if given.export is not None:
                return verify_export(given.export, head)
            settings = _configuration(given).settings
            if given.re_resolve:
                return asyncio.run(re_resolve(settings, given.room))
            return asyncio.run(verify(settings, given.room, head))
        case "export" | "import" | "backup" | "restore" | "stats":
            return run_log_command(given, _configuration(given).settings)
        case _:
            return run_tool(given)


def _run_rooms(given: argparse.Namespace) -> int:
    from server.commands.rooms import delete_room, list_rooms, offer_link, show_room

    settings = _configuration(given).settings
    match given.rooms_command:
        case "show":
            return asyncio.run(show_room(settings, given.room))
        case "link":
            return asyncio.run(offer_link(settings, given.room, given.member, given.minutes))
        case "delete":
            return asyncio.run(delete_room(settings, given.room, given.commits))
        case _:
            return asyncio.run(list_rooms(settings))


def _configuration(given: argparse.Namespace) -> Configuration:
    said = vars(given)
    flags = {name: said.get(name) for name in SERVER_KINDS}
    return configure(flags, said.get("limits") or (), os.environ, given.config)


# --- the words -----------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="coterie",
        description="A table server for Vampire: The Masquerade, and what looks after it.",
        epilog=f"""\
examples:
  coterie serve                     start a server for browsers on this machine
  coterie serve --lan               the same for all on this network, with a QR code for phones
  coterie health                    is the server ready?
  coterie rooms                     list the rooms
  coterie replay "First Night"      read a night back from the log
  coterie verify                    is every log whole, and every roll what the rules say?
  coterie export "First Night"      a room's log as a file, to keep, to read or to take elsewhere
  coterie import night.jsonl        make a room of such a file
  coterie stats "First Night"       how the dice fell, beside what was to be expected
  coterie backup                    copy the log with all its rooms
  coterie roll 6 --hunger 2         roll at the terminal
  coterie odds 6 --hunger 2 --difficulty 4
                                    the exact odds of that roll
  coterie rules                     every house-rule switch, and the presets
  coterie resolve rolls.jsonl       what the rules make of given faces, for other tools

`coterie COMMAND --help` says more about each.

{EXIT_CODES}""",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"coterie {VERSION}")
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=Parser
    )
    for add in (_add_serve, _add_health, _add_rooms, _add_replay, _add_verify):
        add(commands)
    add_log_commands(commands, _add_config)
    add_tools(commands)
    return parser


def _add_config(parser: Parser, default: str | None = None) -> None:
    parser.add_argument(
        "--config", type=Path, default=default, metavar="FILE.toml",
        help="settings in the tables [server] and [limits] (also COTERIE_CONFIG)",
    )  # fmt: skip
    parser.add_argument(
        "--data", default=default, metavar="PATH",
        help="the log's file (coterie.sqlite3 in this folder)",
    )  # fmt: skip


def _add_serve(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "serve",
        "start a server, which lives until SIGTERM or Ctrl-C",
        "coterie serve --port 9000 --data games.sqlite3 --public-url https://table.example/coterie",
    )
    _add_config(parser)
    parser.add_argument("--host", help="where to listen (127.0.0.1; with --lan everywhere)")
    parser.add_argument("--port", help="which port (8420); 0 takes a free one and says which")
    parser.add_argument(
        "--public-url", metavar="URL",
        help="where browsers find the server, if a proxy is in front; may have a path",
    )  # fmt: skip
    parser.add_argument(
        "--lan", action=argparse.BooleanOptionalAction, default=None,
        help="serve all on this network, and print a link and QR code for a phone",
    )  # fmt: skip
    parser.add_argument(
        "--origin", action="append", dest="origins", metavar="ORIGIN",
        help="a site whose pages may talk to the server, such as https://foundry.example; repeat",
    )  # fmt: skip
    parser.add_argument(
        "--host-name", action="append", dest="hosts", metavar="NAME",
        help="a further name by which the server is reached; repeat",
    )  # fmt: skip
    parser.add_argument(
        "--trusted-proxy", action="append", dest="trusted_proxies", metavar="ADDRESS",
        help="a proxy on another machine, or a network of such, whose X-Forwarded-For is believed;"
        " those on this machine are; repeat",
    )  # fmt: skip
    parser.add_argument(
        "--create-key", metavar="KEY",
        help="what lets somebody create rooms (fresh at each start); others on this machine can "
        "read a command line, so rather set COTERIE_CREATE_KEY",
    )  # fmt: skip
    parser.add_argument(
        "--expect-data", action=argparse.BooleanOptionalAction, default=None,
        help="do not start where there is no log yet: a lost volume is noticed",
    )  # fmt: skip
    parser.add_argument(
        "--durability", metavar="power|crash",
        help="what a stored event survives: loss of power, or a crash of the server alone (power)",
    )  # fmt: skip
    parser.add_argument(
        "--log-level", metavar="|".join(LOG_LEVELS), help="how much the process's log says (info)"
    )
    parser.add_argument(
        "--limit", action="append", dest="limits", metavar="NAME=VALUE",
        help="one of the limits listed below; repeat",
    )  # fmt: skip
    parser.epilog = f"""\
settings:
  Each stands, by precedence, on the command line, in the environment, or in the file of --config.
  --host-name is COTERIE_HOSTS and hosts, --origin is COTERIE_ORIGINS and origins, --trusted-proxy
  is COTERIE_TRUSTED_PROXIES and trusted_proxies (in variables with commas between them); all others
  are called alike, such as --public-url, COTERIE_PUBLIC_URL and public_url. A limit is
  COTERIE_LIMIT_ with its name. Unknown ones are refused.

  [server]
  port = 9000
  data = "games.sqlite3"       # starts where this file is
  [limits]
  max_members = 20

limits, and what each is where nothing is said (sizes in bytes, times in seconds):
{_limits()}

{parser.epilog}"""


def _limits() -> str:
    """The names of all limits with their defaults."""
    defaults = LimitSettings()
    return "\n".join(f"  {name:29}{getattr(defaults, name)}" for name in LIMIT_KINDS)


def _add_health(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "health",
        "ask a server whether it is ready",
        "coterie health https://table.example/healthz",
    )
    parser.add_argument(
        "url", nargs="?", metavar="URL",
        help="where it says so (http://127.0.0.1:8420/healthz, or the port of COTERIE_PORT)",
    )  # fmt: skip


def _add_rooms(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "rooms",
        "list the rooms, look into one, let a member back in, or delete one; also beside a running"
        " server",
        'coterie rooms link "First Night" Zoë --public-url https://table.example',
    )
    _add_config(parser)
    parts = parser.add_subparsers(
        dest="rooms_command", metavar="show|link|delete", parser_class=Parser
    )
    show = add_command(
        parts, "show", "print a room's members and characters", 'coterie rooms show "First Night"'
    )
    show.add_argument("room", metavar="ROOM", help="its id, or its name if only one is called so")
    link = add_command(
        parts,
        "link",
        "make a link that lets a member in on one more device, if all others are lost",
        'coterie rooms link "First Night" Zoë',
    )
    link.add_argument("room", metavar="ROOM", help="its id, or its name if only one is called so")
    link.add_argument("member", metavar="MEMBER", help="the id, or the name if it is unique")
    link.add_argument("--public-url", metavar="URL", help="where browsers find the server")
    link.add_argument("--host", help="the server's host, without --public-url (127.0.0.1)")
    link.add_argument("--port", help="the server's port, likewise (8420)")
    link.add_argument("--minutes", type=Whole(1, 1_440), default=60, help="how long it serves (60)")
    delete = add_command(
        parts, "delete", "delete a room with its whole log, for good",
        "coterie rooms delete 5f0c2ae1 --commits 1204",
    )  # fmt: skip
    delete.add_argument("room", metavar="ROOM", help="its id")
    delete.add_argument(
        "--commits", type=Whole(1, 10**18),
        help="how many it has, as `coterie rooms` lists them: without it nothing is deleted",
    )  # fmt: skip
    for each in (show, link, delete):
        # Said before the word or after it; what was said before must not be forgotten.
        _add_config(each, default=argparse.SUPPRESS)


def _add_replay(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "replay",
        "print a room's log as a transcript: when, who, what, and each roll in words",
        'coterie replay "First Night" --session 2 --as Zoë',
    )
    _add_config(parser)
    parser.add_argument("room", metavar="ROOM", help="its id, or its name if only one is called so")
    how_far = parser.add_mutually_exclusive_group()
    how_far.add_argument("--session", type=Whole(1, 10**9), metavar="N", help="that evening alone")
    how_far.add_argument("--until", type=Whole(1, 10**18), metavar="SEQ", help="not beyond it")
    parser.add_argument(
        "--as", dest="viewer", metavar="MEMBER",
        help="what that member may see, and nothing else; without it, everything",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one event a line, for programs")


def _add_verify(commands: "Commands[Parser]") -> None:
    parser = add_command(
        commands,
        "verify",
        "check that logs are whole and every roll is what the rules say; prints heads to keep",
        'coterie verify "First Night" --head 120:5f0c…',
    )
    _add_config(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("room", nargs="?", metavar="ROOM", help="one room (all)")
    what.add_argument(
        "--export", type=Path, metavar="FILE",
        help="an export instead of the log: a complete one, or one member's by its marks",
    )  # fmt: skip
    parser.add_argument(
        "--re-resolve", action="store_true",
        help="instead, list the rolls that today's rules would read differently; an old reading"
        " stands, so this is no fault",
    )  # fmt: skip
    parser.add_argument(
        "--head", metavar="SEQ:HASH",
        help="a head that was kept elsewhere: finds out a log that was rewritten since",
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
