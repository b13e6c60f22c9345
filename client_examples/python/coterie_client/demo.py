"""
`python -m coterie_client.demo LINK`: a short evening that plays itself, for somebody to watch.

One process holds a Storyteller and two players, each with a connection of its own. After every
deed it prints what each of them sees of it, which is the point: they do not see the same.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack

from coterie_client.client import Client
from coterie_client.entries import Invited
from coterie_client.errors import CoterieError, LinkError
from coterie_client.links import make_link, new_secret, parse_link
from coterie_client.terminal.handles import Handles
from coterie_client.terminal.keyboard import Keyboard
from coterie_client.terminal.output import abandon_output
from coterie_client.terminal.plain import plain
from coterie_client.terminal.teller import Teller
from coterie_client.tokens import new_token
from coterie_client.wire import Accepted, Event, WireError
from coterie_client.words import Role

Write = Callable[[str], None]


class Seat:
    """One member of the demonstration, and how that member is told of events."""

    def __init__(self, name: str, client: Client, handles: Handles) -> None:
        self.name = name
        self.client = client
        self.teller = Teller(lambda: client.state, handles)

    async def seen(self) -> tuple[str, ...]:
        """What this member has seen since it was asked last, up to this moment in the room."""
        here = await self.client.snapshot()
        await self.client.reached(here.position.seq)
        lines: list[str] = []
        for item in self.client.feed().ready():
            if isinstance(item, Event):
                lines += self.teller.tell(item.body)
        return tuple(lines)


class Evening:
    """
    The evening as a script.

    Args:
        write: Shows one line.
        pace_s: How long to wait after each deed.
    """

    def __init__(self, write: Write, pace_s: float) -> None:
        self._write = write
        self._pace_s = pace_s
        self._handles = Handles()
        self._seats: list[Seat] = []

    async def run(self, link_text: str, before_play: Callable[[], Awaitable[None]]) -> None:
        """
        Open a room by a create link and play.

        Args:
            before_play: Awaited when the link for watching was shown.

        Raises:
            CoterieError: The room cannot be opened, or the server refused a deed.
        """
        link = parse_link(link_text)
        if link.kind != "create":
            raise LinkError("the demonstration opens a room of its own: give it a create link")
        async with AsyncExitStack() as stack:
            entry = link.entry("Ada", "The demonstration")
            ada = await stack.enter_async_context(
                Client.connect(link.websocket_url, new_token(), entry)
            )
            self._seats.append(Seat("Ada", ada, self._handles))
            watching = await self._invite(ada, "spectator", uses=20)
            self._write("Watch in a browser, or with python -m coterie_client:")
            self._write(f"  {make_link(link.websocket_url, 'invite', watching)}")
            await before_play()
            for name in ("Ben", "Cleo"):
                secret = await self._invite(ada, "player")
                client = await stack.enter_async_context(
                    Client.connect(link.websocket_url, new_token(), Invited(secret, name))
                )
                self._seats.append(Seat(name, client, self._handles))
            await self._tell("Ben and Cleo sit down with Ada, the Storyteller")
            ben, cleo = (seat.client for seat in self._seats[1:])
            await self._play(ada, ben, cleo)

    async def _play(self, ada: Client, ben: Client, cleo: Client) -> None:
        await self._do("Ada begins the session", ada.start_session())
        zoe = await self._make(
            "Ben brings a character",
            ben.create_character("Zoë", clan="Toreador", composure=3, hunger=2, blood_potency=1),
        )
        luc = await self._make(
            "Cleo brings a character",
            cleo.create_character("Łucja", clan="Brujah", stamina=3, hunger=1, blood_potency=1),
        )
        hunter = await self._make(
            "Ada brings a hunter whom the players do not know of",
            ada.create_character("The hunter", kind="mortal", hidden=True, stamina=3, resolve=3),
        )
        await self._do("Ada begins a scene", ada.begin_clock("scene", title="At the gallery"))
        roll = await self._make(
            "Ben rolls in front of everyone",
            ben.roll(6, difficulty=4, character=zoe, label="Manipulation + Persuasion"),
        )
        await self._finish("Ben lets it stand", ben, roll)
        await self._do("Cleo makes a Rouse check", cleo.rouse(luc))
        await self._do(
            "Ben rolls blind: Ada sees the dice, Ben does not",
            ben.roll(5, difficulty=2, character=zoe, label="Wits + Awareness", visibility="blind"),
        )
        secret = await self._make(
            "Ada rolls in secret: nobody learns that anything happened",
            ada.roll(5, difficulty=3, character=hunter, label="Stealth", visibility="secret"),
        )
        await self._do("Ada deals damage", ada.deal_damage(zoe, "health", "superficial", 3))
        contest = await self._make(
            "Ben opens a contest against Cleo's character",
            ben.open_contest(zoe, luc, 6, conflict="social", label="Charisma + Persuasion"),
        )
        await self._do(
            "Cleo answers", cleo.answer_contest(contest, luc, 4, label="Composure + Insight")
        )
        await self._settle_everything(ada)
        await self._do("Ada reveals her secret roll", ada.reveal_roll(secret))
        await self._do("Ada shows the hunter", ada.unhide_character(hunter))
        await self._do("Ada closes the session", ada.end_session())

    async def _settle_everything(self, ada: Client) -> None:
        """Let open rolls stand, then decide the proposals that came of them."""
        for roll in ada.state["standing_rolls"]:
            await self._do("Ada lets a roll stand", ada.settle_roll(roll["roll"]))
        for proposal in ada.state["proposals"]:
            id, options = proposal["proposal"], proposal["options"]
            choice = options[0] if options else None
            await self._do("Ada confirms", ada.confirm_proposal(id, choice=choice))

    async def _finish(self, what: str, client: Client, roll: str) -> None:
        """Let a roll stand, if it still can."""
        if any(standing["roll"] == roll for standing in client.state["standing_rolls"]):
            await self._do(what, client.settle_roll(roll))

    async def _invite(self, ada: Client, role: Role, uses: int = 1) -> bytes:
        secret = new_secret()
        await ada.create_invite(role, secret, uses=uses)
        return secret

    async def _make(self, what: str, deed: Awaitable[Accepted]) -> str:
        """Do something that makes a thing; its id."""
        accepted = await self._do(what, deed)
        if accepted.created is None:
            raise WireError(f"{what}: the server did not say what was made")
        return accepted.created

    async def _do(self, what: str, deed: Awaitable[Accepted]) -> Accepted:
        accepted = await deed
        await self._tell(what)
        return accepted

    async def _tell(self, what: str) -> None:
        """Show what was done, and who sees what of it; who sees the same is told together."""
        self._write("")
        self._write(what)
        seen: dict[tuple[str, ...], list[str]] = {}
        for seat in self._seats:
            seen.setdefault(await seat.seen(), []).append(seat.name)
        for lines, names in seen.items():
            who = "everyone" if len(names) == len(self._seats) else " and ".join(names)
            self._write(f"  {who}:" if lines else f"  {who}: nothing")
            for line in lines:
                self._write(f"    {line}")
        await asyncio.sleep(self._pace_s)


def main(argv: Sequence[str] | None = None) -> int:
    """
    Play the demonstration.

    Returns:
        The exit status: 0, or 1 when it was not possible.
    """
    parser = argparse.ArgumentParser(
        prog="python -m coterie_client.demo", description="A short evening that plays itself."
    )
    parser.add_argument("link", help="a create link of a Coterie server, in quotation marks")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds to wait after each deed")
    parser.add_argument("--wait", action="store_true", help="wait for Enter before playing")
    arguments = parser.parse_args(argv)

    def write(line: str) -> None:
        print(line, flush=True)

    async def before_play() -> None:
        if arguments.wait:
            write("Press Enter to play.")
            await anext(Keyboard().lines(), None)

    try:
        asyncio.run(Evening(write, arguments.pace).run(arguments.link, before_play))
    except BrokenPipeError:
        # Whoever read the evening has seen enough.
        abandon_output()
    except (CoterieError, WireError) as error:
        print(plain(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
