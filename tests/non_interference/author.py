"""
The author of a script: lives the first history of an evening and writes down every step.

What is done is chosen as the evening goes, from what a Storyteller sees; what was chosen is
concrete, ids included, so that any other history can do the same.
"""

import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from server.rooms.names import commit_id, derived_id, roll_id
from tests.non_interference.steps import Act, Come, Drop, Say, Step
from tests.non_interference.table import ROOM, Table, member_of
from tests.support.wire_client import Item

PLAYERS = ("p1", "p2", "p3")
ROLLING = (
    *("roll", "rouse", "test_remorse", "test_frenzy", "mend", "wake", "blush", "roll_compulsion"),
    "roll_resonance",
    *("open_contest", "answer_contest"),
    *("roll_v20", "roll_degeneration", "resist_beast", "roll_initiative"),
    *("open_v20_contest", "answer_v20_contest"),
)
ENCODINGS = ("json", "msgpack")


def intent_id(seed: int, name: str) -> str:
    """The id of an intent, by its name in the evening of that seed."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{seed} {name}"))


def made_by(line: str, id: str) -> bytes:
    """The commit that an intent of that line's member makes."""
    return commit_id(ROOM, member_of(line.partition(".")[0]), id)


@dataclass(frozen=True, slots=True)
class Secrets:
    """
    Ids of things that exist only in the history with hidden activity, known beforehand.

    Members ask for them by name in every history; the answers must not differ.
    """

    characters: tuple[str, ...]
    rolls: tuple[str, ...]
    contests: tuple[str, ...]

    @classmethod
    def of(cls, seed: int) -> "Secrets":
        """The ids that hidden activity of that seed will make first."""
        return cls(
            characters=tuple(
                derived_id(made_by("st", intent_id(seed, f"ghost {n}")), "character")
                for n in range(2)
            ),
            rolls=(roll_id(made_by("st", intent_id(seed, "ghost roll"))),),
            contests=(derived_id(made_by("st", intent_id(seed, "ghost contest")), "contest"),),
        )


@dataclass(frozen=True, slots=True)
class Made:
    """Something that a step made: by whom, and how visibly."""

    line: str
    visibility: str
    character: str | None


@dataclass(slots=True)
class Author:
    """Chooses, does and writes down."""

    table: Table
    seed: int
    rng: random.Random
    targets: frozenset[str]
    script: list[Step] = field(default_factory=list)
    said: list[Say] = field(default_factory=list)
    said_away: set[str] = field(default_factory=set)
    """Ids of what was said as a Storyteller for a while: its answers are not compared, ever."""
    watched: list[tuple[Mapping[str, Any], list[str]]] = field(default_factory=list)
    """What was accepted, and which compared viewers were there."""
    rolls: dict[str, Made] = field(default_factory=dict)
    contests: dict[str, Made] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    returns: int = 0
    due: list[tuple[str, str]] = field(default_factory=list)
    is_v20: bool = False
    room: Mapping[str, Any] = field(default_factory=dict)
    characters: dict[str, str] = field(default_factory=dict)
    secrets: Secrets = field(init=False)

    def __post_init__(self) -> None:
        self.secrets = Secrets.of(self.seed)

    # --- doing -----------------------------------------------------------------------------------

    async def do(self, act: Act) -> Item | None:
        """Do something now, in this history, and write it down for the others."""
        self.table.now_ms += self.rng.randrange(1, 60_000)
        step = Step(self.table.now_ms, act)
        self.script.append(step)
        return await self.table.perform(step)

    async def say(self, line: str, type: str, **fields: Any) -> Item:
        """Let a member send an intent with a fresh id."""
        id = intent_id(self.seed, f"visible {len(self.said)}")
        said = Say(line, {"type": type, "id": id, **fields})
        answer = await self.do(said)
        assert answer is not None
        self.said.append(said)
        if line.partition(".")[0] in self.away:
            self.said_away.add(id)
        if answer.type == "accepted":
            self._note(said)
            self.watched.append((said.message, self.table.watching(self.targets)))
        return answer

    async def create(self, line: str, name: str, **fields: Any) -> str:
        """Let a member create a character; its id."""
        type = "create_v20_character" if self.is_v20 else "create_character"
        answer = await self.say(line, type, name=name, **fields)
        assert answer.type == "accepted", answer.data
        self.characters[name] = answer.data["created"]
        return self.characters[name]

    def house(self, **rules: Any) -> dict[str, Any]:
        """House rules of the system that this evening plays."""
        if self.is_v20:
            return {"preset": self.presets[0], **rules}
        # Every second evening a roll without a Difficulty has an outcome, and so a price.
        as_one = {"switches": {"no_difficulty": "treat_as_1"}} if self.seed % 2 else {}
        return {**as_one, **rules}

    @property
    def presets(self) -> tuple[str, ...]:
        """What may be chosen for how rolls are read, the usual first."""
        if self.is_v20:
            return ("v20_book", "v20_book", "v20_table")
        return ("v5", "v5", "v5_core_rolling")

    async def come(
        self,
        line: str,
        entry: Mapping[str, Any] | None = None,
        resume: Mapping[str, Any] | None = None,
        token: str | None = None,
    ) -> Item:
        """Open a line, in either encoding."""
        answer = await self.do(Come(line, self.rng.choice(ENCODINGS), entry, resume, token))
        assert answer is not None
        return answer

    async def drop(self, line: str) -> None:
        """Cut a line."""
        member = line.partition(".")[0]
        others = [n for n in self.table.lines if n != line and n.partition(".")[0] == member]
        await self.do(Drop(line, is_last=not others))

    async def look(self) -> None:
        """See the room as a Storyteller does, to choose what is possible."""
        self.room = await self.table.look()

    def _note(self, said: Say) -> None:
        message = said.message
        if message["type"] not in ROLLING:
            return
        commit = made_by(said.line, message["id"])
        made = Made(said.line, self._visibility(message), message.get("character"))
        self.rolls[roll_id(commit)] = made
        if message["type"] in ("open_contest", "open_v20_contest"):
            self.contests[derived_id(commit, "contest")] = made

    def _visibility(self, message: Mapping[str, Any]) -> str:
        if message["type"] in ("answer_contest", "answer_v20_contest"):
            contest = self.contests.get(message["contest"])
            return contest.visibility if contest else "secret"
        if message.get("request") is not None:
            # It is placed as the request was, which who answers need not know.
            return "secret"
        asked = message.get("visibility")
        if asked is not None:
            return str(asked)
        if message.get("character") in self.hidden():
            return "secret"
        return str(self.room["house_rules"]["default_visibility"])

    # --- choosing --------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """True that often."""
        return self.rng.random() < probability

    def some(self, fields: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
        """One value for each field."""
        return {name: self.rng.choice(values) for name, values in fields.items()}

    def here(self, *members: str) -> list[str]:
        """First lines of those members who are connected and looked at."""
        return [m for m in members if m in self.table.lines and m not in self.away]

    def hidden(self) -> list[str]:
        """Ids of hidden characters of the script."""
        return [c["character"] for c in self._characters() if c.get("hidden")]

    def on_the_table(self) -> list[str]:
        """Ids of visible characters whose trackers no hidden activity touches."""
        kept = {self.characters.get("c3"), self.characters.get("prince")}
        return [
            c["character"]
            for c in self._characters()
            if not c.get("hidden") and c["character"] not in kept
        ]

    def own(self, member: str) -> list[str]:
        """Ids of the characters on the table that a member plays."""
        id = member_of(member)
        return [
            c["character"]
            for c in self._characters()
            if id in (*c.get("owners", ()), c.get("stand_in"))
            and c["character"] in self.on_the_table()
        ]

    def view(self, character: str) -> Mapping[str, Any]:
        """A character as a Storyteller sees it."""
        return next(c for c in self._characters() if c["character"] == character)

    def roles(self) -> dict[str, str]:
        """The role of everybody who is a member, by name."""
        names = {member_of(name): name for name in ("st", "st2", *PLAYERS, "guest", "late")}
        return {names[m["member"]]: m["role"] for m in self.room["members"]}

    def is_everyones(self, made: Made | None) -> bool:
        """Whether everybody sees it, so that what becomes of it may be seen by all."""
        return made is not None and made.visibility == "public"

    def is_undisturbed(self, made: Made | None) -> bool:
        """Whether hidden activity leaves a standing roll alone: all see it, or its viewers do."""
        if made is None or made.visibility in ("secret", "blind"):
            return False
        return self.is_everyones(made) or made.line.partition(".")[0] in self.targets

    def _characters(self) -> Sequence[Mapping[str, Any]]:
        characters: Sequence[Mapping[str, Any]] = self.room["characters"]
        return characters
