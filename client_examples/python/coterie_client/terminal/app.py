"""The terminal player's loop: what is typed goes out, what happens comes in, side by side."""

import asyncio
from collections.abc import AsyncIterator, Callable

from coterie_client.client import Client
from coterie_client.dice.watch import DiceWatch, tell
from coterie_client.errors import FeedOverrun
from coterie_client.feed import FeedItem, Presence, Report, Reset
from coterie_client.status import Connecting, Ended, Live, Retrying
from coterie_client.terminal.plain import plain
from coterie_client.terminal.player import Player
from coterie_client.wire import Event


class Terminal:
    """
    A person at a terminal.

    Args:
        client: Entered already.
        lines: What the person types.
        write: Shows one line.
    """

    def __init__(
        self, client: Client, lines: AsyncIterator[str], write: Callable[[str], None]
    ) -> None:
        self._client = client
        self._lines = lines
        self._write = write
        self._player = Player(client)
        self._dice = DiceWatch(client)

    async def run(self) -> None:
        """Until the person quits, the input ends, or the client is closed for good."""
        typing = asyncio.create_task(self._type())
        watching = asyncio.create_task(self._watch())
        try:
            done, _ = await asyncio.wait({typing, watching}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (typing, watching):
                task.cancel()
            await asyncio.wait({typing, watching})
        for task in done:
            task.result()

    async def _type(self) -> None:
        async for line in self._lines:
            self._show(await self._player.obey(line))
            if self._player.wants_to_quit:
                return

    async def _watch(self) -> None:
        feed = self._client.feed()
        while True:
            try:
                item = await anext(feed)
            except StopAsyncIteration:
                return
            except FeedOverrun as overrun:
                self._show([f"~ {overrun}"])
                continue
            self._show(self._told(item))

    def _told(self, item: FeedItem) -> list[str]:
        match item:
            case Event():
                return self._noted(item)
            case Reset():
                return self._begun(item)
            case Presence():
                if item.member == self._client.member:
                    return []
                went = "is here" if item.here else "is away"
                return [f"~ {self._player.teller.member(item.member)} {went}"]
            case Report():
                return [f"~ passed over: {plain(item.what)}"]
            case Live():
                return ["~ live"]
            case Connecting() if item.attempt == 1:
                return []
            case Connecting() | Retrying() | Ended():
                return [f"~ {plain(item)}"]

    def _begun(self, reset: Reset) -> list[str]:
        """Where the room stands: after joining, or because the line could not go on."""
        teller = self._player.teller
        teller.learn_state()
        lines = [] if reset.reason == "joined" else [f"~ caught up: {plain(reset.reason)}"]
        self._dice.begin(reset)
        for event in reset.recent:
            told = self._noted(event)
            lines += told if event in reset.recent[-10:] else []
        return lines

    def _noted(self, event: Event) -> list[str]:
        """An event, and what the check of its dice came to."""
        verdict = self._dice.take(event)
        told = self._player.note(event)
        return told if verdict is None else [*told, *(f"    ({line})" for line in tell(verdict))]

    def _show(self, lines: list[str]) -> None:
        for line in lines:
            self._write(line)
