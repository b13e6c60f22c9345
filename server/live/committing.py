"""
Making a batch of decisions durable: decide on the newest state, append, and only then tell.

Nothing here answers anybody. `Committer.commit` brings back, for every step in order, what came
of it; until then nobody has been shown anything of the batch.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from protocol.codec import intent_digest
from protocol.codes import Code
from protocol.ids import RoomId, Seq
from server.config import LimitSettings
from server.live.drafting import draft_of
from server.live.loading import fold
from server.live.ports import Chance
from server.live.tail import Tail, TailCommit
from server.rooms.commands import Command, Do
from server.rooms.decide import decide
from server.rooms.deed import Decision
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from server.rooms.state import RoomState
from server.store.base import (
    Commit,
    Conflict,
    Draft,
    EventLog,
    OutcomeUnknown,
    Repeated,
    TooLarge,
    Unavailable,
)

log = logging.getLogger("coterie.live")

REMEMBERED_COMMITS = 512
SETTLE_PAUSES_S = (0.05, 0.1, 0.2, 0.5, 1.0)


@dataclass(slots=True)
class Step:
    """One command of a batch, and what came of it."""

    command: Command
    decision: Decision | None = None
    draft: Draft | None = None
    before: RoomState | None = None
    after: RoomState | None = None
    refusal: Refusal | None = None
    repeats: Commit | None = None

    @property
    def digest(self) -> bytes:
        """What the command says, for telling a repetition from a reused id."""
        return intent_digest(self.command.intent) if isinstance(self.command, Do) else b""


@dataclass(slots=True)
class Committer:
    """
    The newest durable state of one room, and the only way to change it.

    `foreign` collects commits of other processes that were found on the way, with the states
    around them; whoever publishes takes them out first.
    """

    room: RoomId
    events: EventLog
    chance: Chance
    limits: LimitSettings
    state: RoomState
    tail: Tail
    foreign: list[tuple[RoomState, Commit, RoomState]] = field(default_factory=list)
    _known: OrderedDict[bytes, Commit] = field(default_factory=OrderedDict)

    async def commit(self, steps: Sequence[Step]) -> None:
        """Decide and store *steps*, in order, as far as they are not refused or repeated."""
        fresh = _first_of_each(steps)
        todo = [step for step in fresh.values() if not self._is_known(step)]
        while todo:
            self._decide_all(todo)
            drafted = [step for step in todo if step.draft is not None]
            if not drafted or await self._append(todo, drafted):
                break
            todo = [step for step in todo if step.repeats is None]
        for step in fresh.values():
            if step.refusal is not None and step.repeats is None:
                await self._look_for_first_answer(step)
        for step in steps:
            first = fresh[step.command.commit_id]
            if step is not first:
                step.refusal = first.refusal
                step.repeats = first.repeats or self._known.get(step.command.commit_id)

    async def refresh(self) -> None:
        """Fold what other processes have stored."""
        while True:
            commits = await self.events.read(self.room, self.state.seq)
            for commit in commits:
                before = self.state
                self.state = fold(before, commit, self.tail)
                self.foreign.append((before, commit, self.state))
            if not commits:
                return

    def _decide_all(self, steps: Sequence[Step]) -> None:
        state = self.state
        limits = room_limits(self.limits)
        for step in steps:
            step.draft = step.decision = step.refusal = None
            command = step.command
            decided = decide(state, command, self.chance.faces(command.commit_id), limits)
            if isinstance(decided, Refusal):
                step.refusal = decided
                continue
            step.decision, step.before = decided, state
            step.draft = draft_of(
                state,
                decided,
                commit_id=command.commit_id,
                at_ms=command.at_ms,
                member=command.actor if isinstance(command, Do) else None,
                intent_id=command.intent.id if isinstance(command, Do) else None,
                digest=step.digest,
            )
            state = step.after = replace(decided.state, seq=Seq(state.seq + 1))

    async def _append(self, todo: Sequence[Step], drafted: Sequence[Step]) -> bool:
        """Store all drafts; False when something changed and the rest must be decided again."""
        drafts = [step.draft for step in drafted if step.draft is not None]
        try:
            commits = await self.events.append(
                self.room, self.state.seq, drafts, self.limits.append_timeout_s
            )
        except Repeated as repeated:
            for step in todo:
                step.repeats = repeated.first.get(step.command.commit_id)
                if step.repeats is not None:
                    # What was decided this time is not what is stored, and nobody may see it.
                    step.draft = step.decision = None
            await self.refresh()
            return False
        except Conflict:
            await self.refresh()
            return False
        except OutcomeUnknown:
            stored = await self._settle(drafts[0], len(drafts))
            if stored is None:
                return False
            commits = tuple(stored)
        except TooLarge:
            return await self._one_by_one(drafted)
        except Unavailable:
            for step in drafted:
                step.draft = step.decision = None
                step.refusal = _unavailable()
            return True
        self._stored(drafted, commits)
        return True

    def _stored(self, drafted: Sequence[Step], commits: Sequence[Commit]) -> None:
        for step, commit in zip(drafted, commits, strict=True):
            if step.decision is None or step.after is None or step.before is None:
                raise AssertionError("a stored step was decided")
            self.tail.add(
                TailCommit(commit.seq, commit.at_ms, step.decision.events, step.before.heads)
            )
            self.state = step.after
            self._remember(commit)

    async def _settle(self, first: Draft, count: int) -> Sequence[Commit] | None:
        """
        Read back whether a batch of unknown outcome was stored; it was whole, or not at all.

        Returns its commits, or None when it was not stored.
        """
        attempt = 0
        while True:
            try:
                found = await self.events.find(self.room, first.commit_id)
                if found is None:
                    return None
                return await self.events.read(self.room, Seq(found.seq - 1), limit=count)
            except Unavailable:
                pause = SETTLE_PAUSES_S[min(attempt, len(SETTLE_PAUSES_S) - 1)]
                attempt += 1
                log.warning("outcome still unknown", extra={"room": self.room})
                await asyncio.sleep(pause)

    async def _one_by_one(self, drafted: Sequence[Step]) -> bool:
        """Store steps apart, so that one that is too large does not take the others with it."""
        if len(drafted) == 1:
            drafted[0].draft = drafted[0].decision = None
            drafted[0].refusal = Refusal(
                Code.TOO_LARGE, "This is more than the log takes at once.", None, "less at once"
            )
            return True
        for step in drafted:
            await self.commit([step])
        return True

    def _is_known(self, step: Step) -> bool:
        step.repeats = self._known.get(step.command.commit_id)
        return step.repeats is not None

    async def _look_for_first_answer(self, step: Step) -> None:
        """A repetition is answered as before, also where it would be refused today."""
        try:
            step.repeats = await self.events.find(self.room, step.command.commit_id)
        except Unavailable:
            step.refusal = _unavailable()

    def _remember(self, commit: Commit) -> None:
        self._known[commit.commit_id] = commit
        if len(self._known) > REMEMBERED_COMMITS:
            self._known.popitem(last=False)


def room_limits(limits: LimitSettings) -> RoomLimits:
    """The room's share of the server's limits."""
    return RoomLimits(
        max_members=limits.max_members,
        max_characters=limits.max_characters,
        max_hidden_characters=limits.max_hidden_characters,
        max_open_invites=limits.max_open_invites,
        max_open_links=limits.max_open_links,
        max_open_contests=limits.max_open_contests,
        max_standing_rolls=limits.max_standing_rolls,
    )


def _unavailable() -> Refusal:
    return Refusal(
        Code.STORE_UNAVAILABLE,
        "The log cannot be written now, so nothing happened. Try again in a moment.",
        None,
        "the same intent again, with the same id",
    )


def _first_of_each(steps: Sequence[Step]) -> dict[bytes, Step]:
    """The first step of each commit id: the same intent twice in one batch happens once."""
    first: dict[bytes, Step] = {}
    for step in steps:
        first.setdefault(step.command.commit_id, step)
    return first
