"""
One running room: the one task that owns its state, its inbox, and who is watching.

Append, then evolve, then publish. Nothing in here waits for a client; joins, resumes, role changes
and leaving go through the same inbox as intents, so there is no gap between snapshot and live.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from functools import partial
from operator import attrgetter

from protocol.codes import CloseCode
from protocol.from_client import Intent
from protocol.ids import Epoch, MemberId, RollId, RoomId, Seq
from server.config import LimitSettings
from server.live.alarm import Alarm
from server.live.answers import answer_to, not_read, rejected, restarted
from server.live.bustle import Bustle
from server.live.committing import Committer, Step
from server.live.entrance import Entrance
from server.live.inbox import Inbox
from server.live.items import (
    AttachItem,
    BookItem,
    DetachItem,
    DueItem,
    EntryItem,
    IntentItem,
    Item,
    LanesItem,
    RefreshItem,
)
from server.live.loading import checkpoint_of
from server.live.looking_up import NEED_LOOK_UP, command_of, plain_command_of, recall
from server.live.moments import Moments
from server.live.pages import ViewPages
from server.live.ports import Chance, NowMs, RoomKeeper
from server.live.room_books import RoomBooks, Steps
from server.live.subscriber import Subscriber
from server.live.tail import Tail
from server.live.watchers import Watchers
from server.live.welcoming import Welcomer
from server.rooms.commands import Do, Join, LinkDevice, RecalledRoll
from server.rooms.due import due_by, falling_due, next_due_ms, roll_of
from server.rooms.state import RoomState
from server.store.base import EventLog, LogError, RoomGone, Unavailable, Unreadable

log = logging.getLogger("coterie.live")

CHECKPOINT_EVERY = 500
MAX_WAITING_TO_ENTER = 1_000
_COMMIT_ID = attrgetter("commit_id")


class Runner:
    """
    A room while it is in memory.

    `run` is its task; everything else may be called from the event loop's other tasks, and only
    puts something into the inbox or reads the immutable state.
    """

    def __init__(
        self,
        state: RoomState,
        epoch: Epoch,
        events: EventLog,
        tail: Tail,
        *,
        checkpointed: Seq,
        chance: Chance,
        now_ms: NowMs,
        limits: LimitSettings,
        bustle: Bustle,
        keeper: RoomKeeper | None = None,
    ) -> None:
        self.room: RoomId = state.room
        self.epoch = epoch
        self._events = events
        self._now_ms = now_ms
        self._limits = limits
        self._tail = tail
        self._moments = Moments(events, self.room)
        self._committer = Committer(self.room, events, chance, limits, state, tail, keeper, bustle)
        self._inbox = Inbox(bustle)
        self._watchers = watchers = Watchers(epoch)
        # Nothing that a room has holds the room: it leaves memory with the last who knows it, and
        # waits for no collector of cycles.
        self._books = RoomBooks(
            keeper, self._committer, self._inbox.put, now_ms, lambda: watchers.present
        )
        welcomer = Welcomer(epoch, limits, now_ms, events.durability)
        self._entrance = Entrance(self._committer, self._books, welcomer, watchers, limits)
        self._serving: Sequence[Item] = ()
        self._is_stopping = False
        self.has_ended = False
        self._alarm = Alarm(partial(self._inbox.put_once, DueItem()), now_ms)
        self._checkpointed = checkpointed
        self.idle_since_s: float | None = asyncio.get_running_loop().time()

    # --- from other tasks ------------------------------------------------------------------------

    @property
    def state(self) -> RoomState:
        """The newest durable state; immutable."""
        return self._committer.state

    def shown(self, state: RoomState) -> RoomState:
        """A state as snapshots tell it: without a book of dice that is not live any more."""
        return self._books.shown(state)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected, or about to be."""
        return bool(self._watchers or self._inbox or self._serving)

    def submit(self, member: MemberId, intent: Intent, subscriber: Subscriber) -> bool:
        """Take an intent, unless the inbox is full."""
        if self._is_stopping or self._inbox.intents >= self._limits.inbox_intents:
            return False
        self._inbox.put(IntentItem(member, intent, subscriber))
        return True

    async def enter(self, command: Join | LinkDevice) -> MemberId:
        """Let somebody new or a new device in. Raises `Refused`."""
        self._refuse_crowd()
        done: asyncio.Future[MemberId] = asyncio.get_running_loop().create_future()
        self._inbox.put(EntryItem(command, done))
        try:
            return await done
        finally:
            # A refusal keeps this frame, and the future the refusal: no cycle is made of them.
            del done

    async def attach(self, item: AttachItem) -> None:
        """Begin to watch as a member; the welcome is on the way when this returns."""
        self._refuse_crowd()
        self._inbox.put(item)
        try:
            await item.done
        finally:
            del item

    def _refuse_crowd(self) -> None:
        """Those who come in are bounded apart from intents, so that neither keeps out the other."""
        if self.has_ended or self._inbox.others >= MAX_WAITING_TO_ENTER:
            raise restarted()

    def detach(self, member: MemberId, subscriber: Subscriber) -> None:
        """Stop watching."""
        self._inbox.put(DetachItem(member, subscriber))

    def refresh(self) -> None:
        """Look, in turn, whether the log has commits of others; one look at a time waits."""
        self._inbox.put_once(RefreshItem())

    def look_at_clock(self) -> None:
        """Let happen, in turn, what is due by now."""
        self._inbox.put_once(DueItem())

    def pages(self, member: MemberId) -> ViewPages | None:
        """The member's view as it stands now; None for somebody who is no member."""
        known = self.state.members.get(member)
        if known is None:
            return None
        return ViewPages(self._events, self.state, known, self._tail)

    async def state_at(self, seq: Seq) -> RoomState:
        """
        The room as of an earlier commit; the room goes on meanwhile.

        Raises:
            server.store.base.LogError: As the log's `read` does.
        """
        return await self._moments.at(seq)

    @property
    def present(self) -> tuple[MemberId, ...]:
        """Who has a connection now, sorted."""
        return tuple(sorted(self._watchers.present))

    def stop(self) -> None:
        """Finish what is in the inbox, then end the task."""
        self._is_stopping = True
        self._inbox.wake()

    # --- the room's one task ---------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the inbox until stopped. A broken room closes its connections and ends."""
        self._inbox.begin()
        self._committer.quota.note(self.state.sizes)
        try:
            await self._serve_due()
            while True:
                self._serving = self._inbox.take_batch()
                if self._serving:
                    await self._serve(self._serving)
                    if self._committer.state.seq - self._checkpointed >= CHECKPOINT_EVERY:
                        await self._checkpoint()
                elif self._is_stopping:
                    break
                else:
                    self._alarm.set(next_due_ms(self._committer.state))
                    await self._inbox.rest()
            await self._checkpoint()
        except RoomGone:
            self._watchers.close_all(CloseCode.ROOM_GONE)
        except Exception:
            log.exception("room lost", extra={"room": self.room, "seq": self.state.seq})
            self._watchers.close_all(CloseCode.ROOM_RESTARTED)
        finally:
            self._is_stopping = self.has_ended = True
            self._inbox.end()
            self._alarm.cancel()
            self._abandon((*self._serving, *self._inbox, *self._books.close()))
            self._serving = ()
            self._inbox.clear()

    async def _serve(self, batch: Sequence[Item]) -> None:
        """Intents that follow each other are stored together; all else happens in between."""
        self._books.before_batch()
        await self._serve_in_turn(batch)
        self._books.after_batch()

    async def _serve_in_turn(self, batch: Sequence[Item]) -> None:
        together: dict[tuple[MemberId, str], IntentItem] = {}
        for item in batch:
            if isinstance(item, IntentItem) and type(item.intent) not in NEED_LOOK_UP:
                id = (item.member, item.intent.id)
                if id in together:
                    # The same id again is answered by what became of it the first time.
                    await self._serve_intents(together.values())
                    together = {}
                together[id] = item
                continue
            await self._serve_intents(together.values())
            together = {}
            await self._serve_alone(item)
        await self._serve_intents(together.values())

    async def _serve_alone(self, item: Item) -> None:
        match item:
            case IntentItem():
                await self._serve_looked_up(item)
            case EntryItem():
                await self._serve_entry(item)
            case AttachItem():
                await self._serve_attach(item)
            case DetachItem():
                self._forget(item.member, item.subscriber)
            case RefreshItem():
                await self._serve_refresh()
            case DueItem():
                await self._serve_due()
            case BookItem():
                self._tell(await self._books.open(item, self._command))
            case LanesItem():
                await self._books.add_lanes(item)
                self._tell({})

    # --- intents ---------------------------------------------------------------------------------

    async def _serve_intents(self, items: Collection[IntentItem]) -> None:
        if not items:
            return
        steps: Steps = {}
        for item in items:
            command = plain_command_of(item, self.room, self._now_ms())
            steps[command.commit_id] = (item, Step(command))
        await self._carry_out(steps)

    async def _serve_looked_up(self, item: IntentItem) -> None:
        try:
            command = await self._command(item)
        except (Unavailable, Unreadable) as error:
            refusal = rejected(item.intent.id, not_read(error))
            self._watchers.answer(item.member, item.subscriber, refusal)
            self._watchers.flush()
        else:
            await self._carry_out({command.commit_id: (item, Step(command))})

    async def _carry_out(self, steps: Steps) -> None:
        await self._committer.commit([step for _, step in steps.values()])
        self._books.let_wait(steps)
        self._tell(steps)

    def _tell(self, steps: Steps) -> None:
        """
        Answer in the order asked and tell in the order stored, each answer before its events.

        *steps* are by commit id; what other processes stored is told where it stands in the log.
        All that a connection is told leaves in one message.
        """
        untold = set(map(_COMMIT_ID, self._committer.news))
        for commit, (item, step) in tuple(steps.items()):
            while commit in steps and commit in untold:
                self._tell_next(steps)
            if steps.pop(commit, None) is not None:
                self._answer(item, step)
        while self._committer.news:
            self._tell_next({})
        self._watchers.flush()

    def _tell_next(self, steps: Steps) -> None:
        news = self._committer.news.popleft()
        asked = steps.pop(news.commit_id, None)
        if asked is not None:
            self._answer(*asked)
        self._books.note(news.events)
        self._watchers.publish(news, self._books.shown)

    async def _command(self, item: IntentItem) -> Do:
        lanes = await self._books.lanes_by(item)
        return await command_of(item, self.state, self._events, self._now_ms(), lanes)

    async def recall(self, roll: RollId) -> RecalledRoll | None:
        """Read a roll back from the log; None if there is none of that id."""
        return await recall(self._events, self.state, roll)

    def _answer(self, item: IntentItem, step: Step) -> None:
        self._watchers.answer(item.member, item.subscriber, answer_to(item.intent, step))

    # --- coming and going ------------------------------------------------------------------------

    async def _serve_entry(self, item: EntryItem) -> None:
        step = await self._entrance.store(item)
        self._tell({})
        self._entrance.answer(item, step)

    async def _serve_attach(self, item: AttachItem) -> None:
        if await self._entrance.attach(item, self.pages(item.member)):
            self.idle_since_s = None

    async def _serve_refresh(self) -> None:
        try:
            await self._committer.refresh()
        except Unavailable:
            log.warning("commits of others not read", extra={"room": self.room})
        self._tell({})

    async def _serve_due(self) -> None:
        """Store what is due, each thing by itself; what happened already is passed over."""
        now_ms = self._now_ms()
        for due in due_by(self.state, now_ms):
            roll = roll_of(self.state, due)
            try:
                recalled = None if roll is None else await self.recall(roll)
            except (Unavailable, Unreadable):
                log.warning("roll not read that is to be revealed", extra={"room": self.room})
                continue
            await self._committer.commit([Step(falling_due(self.state, due, now_ms, recalled))])
            self._tell({})

    def _forget(self, member: MemberId, subscriber: Subscriber) -> None:
        self._watchers.detach(member, subscriber)
        if not self._watchers:
            self.idle_since_s = asyncio.get_running_loop().time()

    # --- the end ---------------------------------------------------------------------------------

    def _abandon(self, items: Sequence[Item]) -> None:
        """Nobody is left waiting for a room that has ended; their clients come back and resume."""
        for item in items:
            if isinstance(item, IntentItem):
                item.subscriber.close(CloseCode.ROOM_RESTARTED)
            if isinstance(item, EntryItem | AttachItem) and not item.done.done():
                item.done.set_exception(restarted())

    # --- checkpoints -----------------------------------------------------------------------------

    async def _checkpoint(self) -> None:
        """Keep the state, so that loading is quick; a cache, so failing costs nothing."""
        state = self.state
        if state.seq == self._checkpointed:
            return
        try:
            await self._events.save_checkpoint(self.room, checkpoint_of(state))
        except LogError:
            log.warning("no checkpoint", extra={"room": self.room, "seq": state.seq})
        self._checkpointed = Seq(state.seq)
