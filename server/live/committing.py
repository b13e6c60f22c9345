"""
Making a batch of decisions durable: decide on the newest state, append, and only then tell.

Nothing here answers anybody. `Committer.commit` brings back, for every step in order, what came
of it; until then nobody has been shown anything of the batch.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from protocol.codec import intent_digest
from protocol.codes import Code
from protocol.ids import RoomId, Seq
from server.config import LimitSettings
from server.live.bustle import Bustle
from server.live.drafting import draft_of
from server.live.loading import fold, sizes_after
from server.live.pages import decoded
from server.live.ports import Chance, RoomKeeper
from server.live.quota import Quota
from server.live.tail import Tail, TailCommit
from server.rooms.commands import Command, Do
from server.rooms.decide import decide
from server.rooms.deed import Decision
from server.rooms.limits import RoomLimits
from server.rooms.records import Recorded
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
    Unreadable,
)

log = logging.getLogger("coterie.live")

REMEMBERED_COMMITS = 512
SETTLE_PAUSES_S = (0.05, 0.1, 0.2, 0.5, 1.0)


class FirstAnswer(Struct, frozen=True, gc=False):
    """What a stored intent said and was answered: all that its repetition is measured by."""

    digest: bytes
    answer: bytes

    @classmethod
    def of(cls, commit: Commit) -> Self:
        """That of *commit*."""
        return cls(commit.digest, commit.answer)


class Step(Struct, eq=False, gc=False):
    """One command of a batch, and what came of it."""

    command: Command
    decision: Decision | None = None
    draft: Draft | None = None
    before: RoomState | None = None
    after: RoomState | None = None
    refusal: Refusal | None = None
    repeats: FirstAnswer | None = None

    @property
    def digest(self) -> bytes:
        """What the command says, for telling a repetition from a reused id."""
        return intent_digest(self.command.intent) if isinstance(self.command, Do) else b""


class News(Struct, frozen=True, eq=False, gc=False):
    """A commit that is durable and that nobody was told of yet, with the state after it."""

    commit_id: bytes
    at_ms: int
    events: Sequence[Recorded]
    after: RoomState


@dataclass(slots=True)
class Committer:
    """
    The newest durable state of one room, and the only way to change it.

    `news` are commits in the order of the log, those of other processes that were found on the
    way among our own; whoever publishes takes them out.
    """

    room: RoomId
    events: EventLog
    chance: Chance
    limits: LimitSettings
    state: RoomState
    tail: Tail
    keeper: RoomKeeper | None = None
    bustle: Bustle = field(default_factory=Bustle)
    quota: Quota = field(init=False)
    news: deque[News] = field(default_factory=deque)
    _known: OrderedDict[bytes, FirstAnswer] = field(default_factory=OrderedDict)
    _lost_in_a_row: int = 0
    _doubts_end_at_s: float | None = None
    _is_failing: bool = False
    _room_limits: RoomLimits = field(init=False)

    def __post_init__(self) -> None:
        self._room_limits = room_limits(self.limits)
        self.quota = Quota(self.room, self.limits.max_room_bytes, self.limits.max_members)

    async def commit(self, steps: Sequence[Step]) -> None:
        """
        Decide and store *steps*, in order, as far as they are not refused or repeated.

        No two of them have the same commit id. Every one of them has its outcome within two
        `append_timeout_s`: where the log fails so long that none is known, each is refused as such.
        """
        self._doubts_end_at_s = None
        todo = [step for step in steps if not self._is_known(step)]
        while todo:
            drafted = self._decide_all(todo)
            if not drafted or await self._append(todo, drafted):
                break
            todo = [step for step in todo if step.repeats is None]
        for step in steps:
            if step.refusal is not None and step.repeats is None:
                await self._look_for_first_answer(step)

    async def refresh(self) -> None:
        """Fold what other processes have stored."""
        has_news = False
        while True:
            commits = await self.events.read(self.room, self.state.seq)
            for commit in commits:
                self.state = fold(self.state, commit, self.tail)
                self.news.append(News(commit.commit_id, commit.at_ms, decoded(commit), self.state))
            if not commits:
                break
            has_news = True
        if has_news and self.keeper is not None:
            self.keeper.reconcile(self.state.book)

    def _decide_all(self, steps: Sequence[Step]) -> Sequence[Step]:
        """Decide each on what those before come to; the steps that are not refused."""
        state = self.state
        limits = self._room_limits
        drafted: list[Step] = []
        for step in steps:
            step.draft = step.decision = step.refusal = None
            command = step.command
            faces = self.chance.faces(command.commit_id)
            decided = self._refuse_for_size(state, command) or decide(
                state, command, faces, limits, self.keeper
            )
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
            sizes = sizes_after(decided.state, step.draft)
            state = step.after = replace(decided.state, seq=Seq(state.seq + 1), sizes=sizes)
            drafted.append(step)
        return drafted

    def _refuse_for_size(self, state: RoomState, command: Command) -> Refusal | None:
        """Whether the room may grow by what somebody wants; the server's own commits always may."""
        if not isinstance(command, Do):
            return None
        actor = state.members.get(command.actor)
        return self.quota.refuse(command.intent, actor, state.sizes)

    async def _append(self, todo: Sequence[Step], drafted: Sequence[Step]) -> bool:
        """Store all drafts; False when something changed and the rest must be decided again."""
        drafts = [step.draft for step in drafted if step.draft is not None]
        try:
            commits = await self.events.append(
                self.room,
                self.state.seq,
                drafts,
                self.limits.append_timeout_s,
                is_alone=self.bustle.is_alone,
            )
        except Repeated as repeated:
            for step in todo:
                first = repeated.first.get(step.command.commit_id)
                if first is not None:
                    step.repeats = FirstAnswer.of(first)
                    # What was decided this time is not what is stored, and nobody may see it.
                    step.draft = step.decision = None
            return not await self._is_refreshed(todo)
        except Conflict:
            return not await self._is_refreshed(todo)
        except OutcomeUnknown:
            self._begin_to_doubt()
            stored = await self._settle(drafts)
            if stored is None and self._has_doubted_enough():
                self._is_failing = True
                _refuse_unstored(todo, _in_doubt)
                return True
            if stored is None:
                await self._pause_before_repeating()
                return False
            commits = tuple(stored)
        except TooLarge:
            return await self._one_by_one(todo)
        except Unavailable:
            _refuse_unstored(todo, _unavailable)
            return True
        except Unreadable as error:
            self._refuse_unreadable(todo, error)
            return True
        self._stored(drafted, commits)
        return True

    async def _is_refreshed(self, todo: Sequence[Step]) -> bool:
        """Fold what others stored; where that cannot be read now, nothing of ours has happened."""
        try:
            await self.refresh()
        except Unavailable:
            _refuse_unstored(todo, _unavailable)
            return False
        except Unreadable as error:
            self._refuse_unreadable(todo, error)
            return False
        return True

    def _refuse_unreadable(self, todo: Sequence[Step], error: Unreadable) -> None:
        """Nothing is built on what cannot be read; the error names it to the operator alone."""
        log.error("the room's log cannot be read", extra={"room": self.room, "error": str(error)})
        _refuse_unstored(todo, _not_built_on)

    def _stored(self, drafted: Sequence[Step], commits: Sequence[Commit]) -> None:
        self._lost_in_a_row = 0
        self._is_failing = False
        for step, commit in zip(drafted, commits, strict=True):
            if step.decision is None or step.after is None or step.before is None:
                raise AssertionError("a stored step was decided")
            self.tail.add(
                TailCommit(commit.seq, commit.at_ms, step.decision.events, step.before.heads)
            )
            self.state = step.after
            self.news.append(News(commit.commit_id, commit.at_ms, step.decision.events, step.after))
            self._remember(commit)
            self._keep(step.decision)
        self.quota.note(self.state.sizes)

    def _keep(self, decision: Decision) -> None:
        """A number that is stored is never drawn from again, whatever a log says later."""
        took, book = decision.took, decision.state.book
        if self.keeper is not None and took is not None and book is not None:
            self.keeper.store(book.book, took.lane, took.n)

    async def _pause_before_repeating(self) -> None:
        """Repeat at once what was not stored after all, but not for ever without a breath."""
        if self._lost_in_a_row:
            await asyncio.sleep(SETTLE_PAUSES_S[min(self._lost_in_a_row, len(SETTLE_PAUSES_S)) - 1])
        self._lost_in_a_row += 1

    def _begin_to_doubt(self) -> None:
        """Senders wait so long for an outcome; not again for each batch of a log that fails on."""
        if self._doubts_end_at_s is None:
            patience_s = 0.0 if self._is_failing else self.limits.append_timeout_s
            self._doubts_end_at_s = asyncio.get_running_loop().time() + patience_s

    def _has_doubted_enough(self) -> bool:
        end_s = self._doubts_end_at_s
        return end_s is not None and asyncio.get_running_loop().time() >= end_s

    async def _settle(self, drafts: Sequence[Draft]) -> Sequence[Commit] | None:
        """
        Read back whether a batch of unknown outcome was stored; it was whole, or not at all.

        Returns its commits, or None when it was not stored, or could not be read back in time. A
        commit of the same id that stands elsewhere in the log is an older one, or another
        process's: the next append says so.
        """
        attempt = 0
        while True:
            try:
                found = await self.events.find(self.room, drafts[0].commit_id)
                if found is None or found.seq != self.state.seq + 1:
                    return None
                commits = await self.events.read(self.room, self.state.seq, limit=len(drafts))
                is_ours = [c.commit_id for c in commits] == [d.commit_id for d in drafts]
                return commits if is_ours else None
            except Unavailable:
                pause = SETTLE_PAUSES_S[min(attempt, len(SETTLE_PAUSES_S) - 1)]
                attempt += 1
                log.warning("outcome still unknown", extra={"room": self.room})
                if self._has_doubted_enough():
                    return None
                await asyncio.sleep(pause)
            except Unreadable:
                # The next append meets it too, and says so.
                return None

    async def _one_by_one(self, todo: Sequence[Step]) -> bool:
        """Store steps apart, so that one that is too large does not take the others with it."""
        if len(todo) == 1:
            todo[0].draft = todo[0].decision = None
            todo[0].refusal = Refusal(
                Code.TOO_LARGE, "This is more than the log takes at once.", None, "less at once"
            )
            return True
        for step in todo:
            await self.commit([step])
        return True

    def _is_known(self, step: Step) -> bool:
        step.repeats = self._known.get(step.command.commit_id)
        return step.repeats is not None

    async def _look_for_first_answer(self, step: Step) -> None:
        """A repetition is answered as before, also where it would be refused today."""
        try:
            first = await self.events.find(self.room, step.command.commit_id)
            step.repeats = None if first is None else FirstAnswer.of(first)
        except Unavailable:
            if step.refusal is None or step.refusal.code is not Code.STORE_UNAVAILABLE:
                step.refusal = _unavailable()
        except Unreadable:
            step.refusal = _unreadable()

    def _remember(self, commit: Commit) -> None:
        # Not the commit itself, whose events would be kept longer than anybody resumes from them.
        self._known[commit.commit_id] = FirstAnswer(commit.digest, commit.answer)
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


def _unreadable() -> Refusal:
    return Refusal(
        Code.INTERNAL,
        "What became of this intent cannot be read in the room's log: the operator has to look.",
    )


def _unavailable() -> Refusal:
    return Refusal(
        Code.STORE_UNAVAILABLE,
        "The log cannot be written now, so nothing happened. Try again in a moment.",
        None,
        "the same intent again, with the same id",
    )


def _in_doubt() -> Refusal:
    """
    The disk failed in the very act of storing: what it wrote may still be found after a crash.

    Nobody is shown anything of it, and the same id again finds out without rolling anew.
    """
    return Refusal(
        Code.STORE_UNAVAILABLE,
        "The log's disk fails: whether this was stored shows once it works again. The operator has"
        " to look at the disk; send the same again then, and it happens once.",
        None,
        "the same intent again, with the same id",
    )


def _not_built_on() -> Refusal:
    return Refusal(
        Code.INTERNAL,
        "This room's log has a record that cannot be read, so nothing is added to it: the operator"
        " has to look.",
    )


def _refuse_unstored(todo: Sequence[Step], why: Callable[[], Refusal]) -> None:
    """Nothing of *todo* was stored; nor does a refusal count that rests on what was not stored."""
    rests_on_unstored = False
    for step in todo:
        rests_on_unstored = rests_on_unstored or step.draft is not None
        if step.repeats is None and rests_on_unstored:
            step.draft = step.decision = None
            step.refusal = why()
