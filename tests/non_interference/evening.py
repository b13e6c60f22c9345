"""
An evening lived twice: once as its script says, once with hidden activity in between; and compared.

Hidden parts of the script's own steps differ too.
"""

import contextlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest

from protocol.from_client import Ping, Query
from server.live import runner, tail
from server.live.ports import Chance
from server.store.base import EventLog
from server.store.memory import MemoryLog
from server.store.sqlite import SqliteLog
from tests.non_interference.author import Author
from tests.non_interference.comparing import Difference, compare
from tests.non_interference.coverage import OWED, OWED_V20, Coverage
from tests.non_interference.hidden import Hidden
from tests.non_interference.hidden_play import compose_roll, tidy_rolls
from tests.non_interference.hidden_rest import WEIGHTS
from tests.non_interference.hidden_sheets import bring_ghosts
from tests.non_interference.hidden_v20 import WEIGHTS_V20
from tests.non_interference.hidden_v20 import bring_ghosts as bring_v20_ghosts
from tests.non_interference.replaying import replays
from tests.non_interference.steps import LookAway, Restart, Say, Step
from tests.non_interference.table import Table, table, token_of
from tests.non_interference.varying import vary
from tests.non_interference.visible import write_evening

TARGETS = (
    frozenset({"p1", "p2", "guest", "late"}),
    frozenset({"p1", "guest", "late"}),
    frozenset({"p2", "guest", "late"}),
    frozenset({"guest"}),
)
"""Whose views are compared; players who are not among them have secrets with the Storytellers."""

QUERIES = frozenset(str(kind.__struct_config__.tag) for kind in (*Query.__args__, Ping))


@dataclass(frozen=True, slots=True)
class Plan:
    """An evening to be lived: everything that chance decides comes from its seed."""

    seed: int
    acts: int = 34
    store: Literal["memory", "sqlite"] = "memory"
    is_v20: bool = False
    has_sockets: bool = False
    keeps_dice: bool = False

    @property
    def targets(self) -> frozenset[str]:
        """Whose views are compared."""
        return TARGETS[self.seed % len(TARGETS)]

    @property
    def stayers(self) -> frozenset[str]:
        """Those of them who are still in the room at the end."""
        return self.targets - {"late"}

    @property
    def caches(self) -> tuple[int, int]:
        """How many commits the recent tail holds in either history."""
        return ((256, 2), (2, 256), (16, 256), (256, 16))[self.seed // 4 % 4]

    @property
    def due(self) -> list[tuple[str, str]]:
        """Three kinds of intent, each under a visibility; other ones in the next evening."""
        owed = OWED_V20 if self.is_v20 else OWED
        return [owed[(3 * self.seed + n) % len(owed)] for n in range(3)]


async def find_difference(
    plan: Plan, folder: Path, coverage: Coverage, chance: type[Chance] | None = None
) -> Difference | None:
    """Live an evening twice; the first thing that a compared viewer was sent differently."""
    script_rng = random.Random(f"script {plan.seed}")
    hidden_rng = random.Random(f"hidden {plan.seed}")
    with _caches(plan.caches[0]):
        async with _table(plan, folder, "plain", chance) as plain:
            author = Author(
                plain, plan.seed, script_rng, plan.targets, due=plan.due, is_v20=plan.is_v20
            )
            await write_evening(author, plan.acts)
    varied = vary(author.script, plan.targets, hidden_rng)
    with _caches(plan.caches[1]):
        async with _table(plan, folder, "hidden", chance) as other:
            hidden = Hidden(other, author, hidden_rng, coverage)
            await relive(other, varied, hidden)
    coverage.evenings += 1
    _count_visible(author, plain, coverage)
    if plan.store == "sqlite":
        looked_away = {s.act.member for s in author.script if isinstance(s.act, LookAway)}
        for name, history in (("plain", plain), ("hidden", other)):
            data = _file(plan, folder, name)
            history.replayed = await replays(data, sorted(plan.stayers), looked_away)
    difference, count = compare(plan.seed, plan.targets, plain, other)
    coverage.note("compared", "items", count)
    return difference


def _table(
    plan: Plan, folder: Path, name: str, chance: type[Chance] | None
) -> contextlib.AbstractAsyncContextManager[Table]:
    secret = token_of(f"dice {plan.seed}")
    dice = None if chance is None else chance(secret)  # type: ignore[call-arg]
    log = _log(plan, folder, name)
    return table(
        log,
        secret,
        folder,
        dice,
        has_sockets=plan.has_sockets,
        keeps_dice=plan.keeps_dice,
    )


def _log(plan: Plan, folder: Path, name: str) -> EventLog:
    if plan.store == "memory":
        return MemoryLog()
    return SqliteLog(_file(plan, folder, name), durability="crash")


def _file(plan: Plan, folder: Path, name: str) -> Path:
    return folder / f"{plan.seed} {plan.is_v20} {name}.sqlite3"


@contextlib.contextmanager
def _caches(commits: int) -> Iterator[None]:
    """Caches of that size: what is served depends on the position alone, never on them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tail, "TAIL_COMMITS", commits)
        patch.setattr(runner, "CHECKPOINT_EVERY", 2 * commits)
        yield


# --- the second history --------------------------------------------------------------------------


async def relive(table: Table, script: list[Step], hidden: Hidden) -> None:
    """Carry a script out, with hidden activity before every step once there is a room."""
    steps = 0
    for step in script:
        if hidden.is_ready and (is_intent(step) or hidden.rng.random() < 0.2):
            await act_in_secret(hidden)
            steps += is_intent(step)
        if isinstance(step.act, Restart):
            await hidden.close_devices()
        if isinstance(step.act, Say) and hidden.is_ready and hidden.rng.random() < 0.3:
            await _at_once(table, step, hidden)
        else:
            await table.perform(step)
    assert hidden.intents >= 0.3 * (hidden.intents + steps), "at least 30 % are hidden"


def is_intent(step: Step) -> bool:
    """Whether a step asks the room to change something."""
    return isinstance(step.act, Say) and step.act.message["type"] not in QUERIES


async def act_in_secret(hidden: Hidden) -> None:
    """At least one hidden intent, and often more."""
    before = hidden.intents
    await hidden.look()
    if not hidden.ghosts:
        await (bring_v20_ghosts if hidden.author.is_v20 else bring_ghosts)(hidden)
        return
    await tidy_rolls(hidden)
    weights = WEIGHTS_V20 if hidden.author.is_v20 else WEIGHTS
    for act in hidden.rng.choices(list(weights), weights=list(weights.values()), k=2):
        await hidden.look()
        await act(hidden)
        if hidden.rng.random() < 0.6:
            break
    assert hidden.intents > before


async def _at_once(table: Table, step: Step, hidden: Hidden) -> None:
    """A hidden intent and the step's own, sent without waiting: they may share a batch."""
    table.now_ms = step.at_ms
    await hidden.look()
    line, message = compose_roll(hidden)
    client = table.client(line)
    waiting = client.expect(message["id"])
    await client.send(message)
    await table.perform(step)
    hidden.noted(line, message, await client.answer(waiting))
    hidden.coverage.note("hidden", "sent at once")


def _count_dice(event: Mapping[str, Any], coverage: Coverage) -> None:
    if event.get("source") == "book":
        coverage.note("visible", "proven")
    if event["type"] == "book_opened":
        coverage.note("visible", "book_opened")


def _count_visible(author: Author, plain: Table, coverage: Coverage) -> None:
    for message, viewers in author.watched:
        coverage.watch("visible", message, viewers)
    answers = {
        (line.name, item.id): item
        for line in plain.captured
        for item in line.client.items
        if item.type in ("accepted", "rejected", "result", "pong")
    }
    for line in plain.captured:
        for item in line.client.items:
            if item.type == "welcome" and line.member in author.targets:
                coverage.note("visible", f"welcome {item.data['reason']}")
            if item.type == "event" and line.member in author.targets:
                _count_dice(item.data["event"], coverage)
    for step in author.script:
        if isinstance(step.act, Say):
            answer = answers.get((step.act.line, step.act.message["id"]))
            coverage.count("visible", step.act.message, answer)
        else:
            coverage.note("visible", type(step.act).__name__)
