"""`python -m coterie_client LINK --name NAME`: sit down at a table, in a terminal."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from coterie_client.client import Client
from coterie_client.dice.store import DiceFiles
from coterie_client.entries import Entry, Returning
from coterie_client.errors import CoterieError, Rejected
from coterie_client.links import Link, parse_link
from coterie_client.settings import Settings
from coterie_client.status import Retrying, Status
from coterie_client.terminal.app import Terminal
from coterie_client.terminal.keyboard import Keyboard
from coterie_client.terminal.output import abandon_output
from coterie_client.terminal.plain import plain
from coterie_client.tokens import Kept, TokenStore, new_token


def make_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m coterie_client",
        description="Play at a Coterie table in the terminal.",
        epilog="The link is kept out of every file; a token for it is kept for you alone to read.",
    )
    parser.add_argument("link", help="the create, invite or device link, in quotation marks")
    parser.add_argument("--name", default="", help="the name to appear under when you join")
    parser.add_argument("--room", default="", help="the name of a room that you create")
    parser.add_argument("--encoding", choices=("json", "msgpack"), default="json")
    parser.add_argument("--tokens", type=Path, help="the folder to keep tokens in")
    parser.add_argument(
        "--forget", action="store_true", help="forget the token of this link and join anew"
    )
    return parser


def choose_entry(link: Link, kept: Kept, name: str, room: str) -> Entry:
    """
    How to come in: by the link, or as the member one is already.

    Raises:
        LinkError: The link needs a name that is not given.
    """
    if kept.is_joined:
        return Returning()
    return link.entry(name, room or (f"{name}'s table" if name else ""))


async def play(
    arguments: argparse.Namespace, lines: AsyncIterator[str], write: Callable[[str], None]
) -> None:
    """
    Join and play until the person quits.

    Raises:
        CoterieError: It was not possible to join.
        OSError: The token cannot be kept.
    """
    link = parse_link(arguments.link)
    store = TokenStore(arguments.tokens)
    if arguments.forget:
        store.forget(arguments.link)
    kept = store.load(arguments.link) or Kept(new_token())
    entry = choose_entry(link, kept, arguments.name, arguments.room)
    # Kept before it is first sent: should the answer get lost, the next try is the same member.
    store.keep(arguments.link, kept)

    def tell(status: Status) -> None:
        if isinstance(status, Retrying) and not is_in:
            write(f"~ {plain(status)}")

    is_in = False
    settings = Settings(
        client_name="coterie terminal/0.1 (Python)",
        on_status=tell,
        dice_store=DiceFiles(arguments.tokens),
    )
    client = Client.connect(
        link.websocket_url, kept.token, entry, encoding=arguments.encoding, settings=settings
    )
    try:
        async with client:
            is_in = True
            store.keep(arguments.link, Kept(kept.token, is_joined=True))
            write(f"You are in {plain(client.state['name'])}. Type help to begin, quit to go.")
            await Terminal(client, lines, write).run()
    except Rejected as rejected:
        if kept.is_joined and rejected.code == "unknown_credential":
            write("The token kept for this link opens nothing any more; --forget joins anew.")
        raise


def main(argv: Sequence[str] | None = None) -> int:
    """
    Run the terminal player.

    Returns:
        The exit status: 0, or 1 when it was not possible to join.
    """
    arguments = make_parser().parse_args(argv)
    try:
        asyncio.run(play(arguments, Keyboard().lines(), _write))
    except BrokenPipeError:
        abandon_output()
    except (CoterieError, OSError) as error:
        print(plain(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _write(line: str) -> None:
    # A terminal that cannot show a sign gets a question mark, not an error in mid-play.
    encoding = sys.stdout.encoding or "utf-8"
    print(line.encode(encoding, "replace").decode(encoding), flush=True)


if __name__ == "__main__":
    sys.exit(main())
