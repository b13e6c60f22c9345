"""
Hidden activity: what the compared viewers must never notice, done between the steps of a script.

It changes no value that they may see and no input of a result that they are shown: it touches
hidden things of its own, what only Storytellers or others see, and the visible without a trace.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from server.rooms.names import commit_id, roll_id
from tests.non_interference.author import ROLLING, Author, intent_id
from tests.non_interference.coverage import Coverage
from tests.non_interference.table import ROOM, Line, Table, member_of, token_of
from tests.support.wire_client import Item, Message

HARMLESS = (
    "compulsion",
    "masquerade_breach",
    "lose_advantage_dot",
    "test_fails",
    "complication",
)
"""Prices that are a matter of the story and change no tracker."""

MOST_STANDING = 8


@dataclass(slots=True)
class Roll:
    """A roll that hidden activity made: by whom, and for a hidden character or a visible one."""

    line: str
    character: str | None


@dataclass(slots=True)
class Hidden:
    """What hidden activity knows and owns in the history that has it."""

    table: Table
    author: Author
    rng: random.Random
    coverage: Coverage
    ghosts: list[str] = field(default_factory=list)
    rolls: dict[str, Roll] = field(default_factory=dict)
    groups: list[str] = field(default_factory=list)
    reveals: list[str] = field(default_factory=list)
    contests: dict[str, str] = field(default_factory=dict)
    invites: list[str] = field(default_factory=list)
    sent: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    accepted: set[str] = field(default_factory=set)
    devices: list[str] = field(default_factory=list)
    room: Mapping[str, Any] = field(default_factory=dict)
    intents: int = 0

    # --- who -------------------------------------------------------------------------------------

    @property
    def confidants(self) -> list[str]:
        """Members here whose view is not compared: what they see is hidden from the others."""
        untargeted = [m for m in ("p3", "p1", "p2") if m not in self.author.targets]
        return [m for m in untargeted if m in self.table.lines]

    @property
    def storytellers(self) -> list[str]:
        """Storytellers who are here; the second one mostly, whose limits serve nobody else."""
        return [m for m in ("st2", "st2", "st") if m in self.table.lines]

    @property
    def is_ready(self) -> bool:
        """Whether there is a room to be secretive in."""
        return "st" in self.table.lines

    def own_ghost(self) -> str | None:
        """A hidden character of our own."""
        known = {c["character"] for c in self.room["characters"]}
        mine = [ghost for ghost in self.ghosts if ghost in known]
        return self.rng.choice(mine) if mine else None

    def ghosts_here(self) -> list[str]:
        """All hidden characters of our own that are still there."""
        known = {c["character"] for c in self.room["characters"]}
        return [ghost for ghost in self.ghosts if ghost in known]

    @property
    def own_of_p3(self) -> str | None:
        """The character of which only its player and the Storytellers see what becomes of it."""
        c3 = self.author.characters["c3"]
        is_there = any(c["character"] == c3 for c in self.room["characters"])
        return c3 if is_there and "p3" in self.table.lines else None

    def kept_secret(self) -> list[str]:
        """Characters whose every tracker is hidden from the compared: ghosts, and the prince."""
        prince = self.author.characters["prince"]
        known = {c["character"] for c in self.room["characters"]}
        return [c for c in (*self.ghosts, prince) if c in known]

    def view(self, character: str) -> Mapping[str, Any]:
        """A character as a Storyteller sees it."""
        return next(c for c in self.room["characters"] if c["character"] == character)

    # --- saying ----------------------------------------------------------------------------------

    def compose(self, line: str, type: str, **fields: Any) -> tuple[str, dict[str, Any]]:
        """An intent with a fresh id."""
        id = intent_id(self.author.seed, f"hidden {len(self.sent)}")
        message = {"type": type, "id": fields.pop("id", id), **fields}
        self.sent.append((line, message))
        return line, message

    async def say(self, line: str, type: str, **fields: Any) -> Item:
        """Let somebody send an intent with a fresh id."""
        return await self.send(*self.compose(line, type, **fields))

    async def send(self, line: str, message: dict[str, Any]) -> Item:
        """Send an intent and note what it made."""
        return self.noted(line, message, await self._ask(line, message))

    async def _ask(self, line: str, message: Message) -> Item:
        """Hidden reveals are told in part, too; a player's hidden rolls are refused."""
        return await self.table.client(line).ask(self.table.told_in_part(message))

    def noted(self, line: str, message: Message, answer: Item) -> Item:
        """Note what an answered intent made, and that it was sent."""
        self.intents += 1
        self.table.touch()
        if answer.type == "accepted":
            self.accepted.add(message["id"])
        self.coverage.count("hidden", message, answer)
        if answer.type != "accepted":
            return answer
        self.coverage.watch("hidden", message, self.table.watching(self.author.targets))
        created = str(answer.data.get("created"))
        match message["type"]:
            case "create_character" | "create_v20_character":
                self.ghosts.append(created)
            case "create_invite" | "renew_invite":
                self.invites.append(created)
            case "schedule_reveal":
                self.reveals.append(created)
            case "request_roll":
                self.groups.append(created)
            case "open_contest" | "open_v20_contest":
                self.contests[created] = message["against"]
        if message["type"] in ROLLING:
            member = member_of(line.partition(".")[0])
            made = roll_id(commit_id(ROOM, member, message["id"]))
            self.rolls[made] = Roll(line, message.get("character"))
        return answer

    async def look(self) -> None:
        """See the room as a Storyteller does: a hidden query, and what choices are made from."""
        self.room = await self.table.look()

    # --- lines -----------------------------------------------------------------------------------

    async def open(self, line: str, entry: Message | None = None, token: str = "") -> bool:
        """Open a line of hidden activity; whether it was let in."""
        client = await self.table.open_line(self.rng.choice(("json", "msgpack")))
        member = line.partition(".")[0]
        answer = await client.hello(token_of(token or member), entry)
        if answer.type != "welcome":
            await client.ended()
            return False
        self.table.lines[line] = Line(line, client)
        self.devices.append(line)
        return True

    async def close_devices(self) -> None:
        """Let all lines of hidden activity go, those of members who stay here alone."""
        for name in self.devices:
            line = self.table.lines.pop(name, None)
            if line is not None:
                await line.client.drop()
        self.devices.clear()
