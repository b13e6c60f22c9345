"""
All running rooms of this process: loading, founding, letting people in, and putting away.

Whatever happens to one room happens to no other.
"""

import asyncio
import hashlib
import hmac
import logging
from typing import assert_never

from protocol.codes import Code
from protocol.from_client import Founding, Hello, Invited, Linked, Returning
from protocol.from_server import Rejected
from protocol.ids import Epoch, InviteId, LinkId, MemberId, RoomId
from server.config import LimitSettings
from server.live.answers import rejected
from server.live.bustle import Bustle
from server.live.drafting import draft_of
from server.live.items import AttachItem
from server.live.loading import load_with_checkpoint
from server.live.ports import Chance, Keeper, NowMs
from server.live.runner import Runner
from server.live.seat import RunnerSeat
from server.live.subscriber import Refused, Seat, Subscriber
from server.live.tail import Tail
from server.rooms.commands import FoundRoom, Join, LinkDevice
from server.rooms.credentials import CredentialKind, hash_secret
from server.rooms.decide import decide
from server.rooms.names import derived_id, member_id, room_id, server_commit_id
from server.rooms.refusal import Refusal
from server.rooms.state import RoomState
from server.store.base import Conflict, Credential, EventLog, LogError, RoomGone, Unreadable

log = logging.getLogger("coterie.live")

TICK_S = 15.0
"""
How often idle rooms are put away, and watched ones looked after for commits of others.

Only the operator's commands write beside a running server; a conflict or a device link looks at
once.
"""


class Directory:
    """The rooms that are in memory, by id; `run` is its task and owns all of theirs."""

    def __init__(
        self,
        events: EventLog,
        *,
        chance: Chance,
        now_ms: NowMs,
        limits: LimitSettings,
        create_key: str,
        keeper: Keeper | None = None,
    ) -> None:
        self._events = events
        self._chance = chance
        self._now_ms = now_ms
        self._limits = limits
        self._create_key = create_key
        self._keeper = keeper
        self._runners: dict[RoomId, Runner] = {}
        self._loading: dict[RoomId, asyncio.Task[Runner]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._bustle = Bustle()
        self._is_draining = False

    # --- letting in ------------------------------------------------------------------------------

    async def attach(self, hello: Hello, subscriber: Subscriber) -> Seat:
        """
        Let a connection watch and act as the member that *hello* names, or makes.

        Raises:
            Refused: The hello opens nothing here.
        """
        try:
            room, member = await self._entered(hello)
            runner = await self._runner(room)
            loop = asyncio.get_running_loop()
            await runner.attach(AttachItem(member, subscriber, hello.resume, loop.create_future()))
        except RoomGone as gone:
            raise _refused(Code.ROOM_GONE, "This room is not here any more.") from gone
        except LogError as error:
            log.warning("log not usable", extra={"error": str(error)})
            raise _unavailable() from error
        return RunnerSeat(runner, member, subscriber)

    async def _entered(self, hello: Hello) -> tuple[RoomId, MemberId]:
        token_hash = hash_secret(hello.token)
        # A hello repeated, or a member come back: whatever it asks for, it is that member.
        known = await self._known(token_hash)
        if known is not None:
            return known
        try:
            return await self._opened(hello, token_hash)
        except Refused:
            # The same hello may have come by another connection, and been faster.
            known = await self._known(token_hash)
            if known is None:
                raise
            return known

    async def _known(self, token_hash: bytes) -> tuple[RoomId, MemberId] | None:
        found = await self._events.credential(token_hash)
        if found is None or found.kind is not CredentialKind.TOKEN:
            return None
        return found.room, MemberId(found.subject)

    async def _opened(self, hello: Hello, token_hash: bytes) -> tuple[RoomId, MemberId]:
        known = await self._events.credential(token_hash)
        if known is not None and known.kind is CredentialKind.BARRED:
            raise _refused(Code.BARRED, "This token was barred from its room.", "token")
        match hello.entry:
            case Returning():
                raise _refused(
                    Code.UNKNOWN_CREDENTIAL,
                    "This token opens no room here: it was never made, or its member is gone.",
                )
            case Invited() as entry:
                return await self._join(entry, token_hash)
            case Linked() as entry:
                return await self._link(entry, token_hash)
            case Founding() as entry:
                return await self._found(entry, token_hash)
            case _:
                assert_never(hello.entry)

    async def _join(self, entry: Invited, token_hash: bytes) -> tuple[RoomId, MemberId]:
        invite = await self._credential(entry.secret, CredentialKind.INVITE)
        if invite is None:
            raise _refused(
                Code.INVITE_SPENT,
                "This invite is not open any more: ask the Storyteller for another.",
                "entry.secret",
            )
        runner = await self._runner(invite.room)
        life = await self._life_of(invite.room, token_hash, InviteId(invite.subject))
        command = Join(
            invite=InviteId(invite.subject),
            member=member_id(invite.room, life),
            name=entry.name,
            token_hash=token_hash,
            at_ms=self._now_ms(),
            commit_id=server_commit_id("join", invite.room, life),
        )
        return invite.room, await runner.enter(command)

    async def _life_of(self, room: RoomId, token_hash: bytes, invite: InviteId) -> bytes:
        """
        What names the member that a token makes by an invite.

        Who left or was removed and comes again is somebody new: what the first one saw is closed.
        """
        first = server_commit_id("join", room, token_hash)
        if await self._events.find(room, first) is None:
            return token_hash
        known = (await self._runner(room)).state.invites.get(invite)
        left = 0 if known is None else known.uses_left
        return hash_secret(b"%b %b %d" % (token_hash, invite.encode(), left))

    async def _link(self, entry: Linked, token_hash: bytes) -> tuple[RoomId, MemberId]:
        link = await self._credential(entry.secret, CredentialKind.LINK)
        if link is None:
            raise _refused(
                Code.LINK_SPENT,
                "This device link was used or is too old: make another.",
                "entry.secret",
            )
        runner = await self._runner(link.room)
        command = LinkDevice(
            link=LinkId(link.subject),
            token_hash=token_hash,
            at_ms=self._now_ms(),
            commit_id=server_commit_id("link", link.room, token_hash),
        )
        return link.room, await runner.enter(command)

    async def _credential(self, secret: bytes, kind: CredentialKind) -> Credential | None:
        found = await self._events.credential(hash_secret(secret))
        return found if found is not None and found.kind is kind else None

    async def _found(self, entry: Founding, token_hash: bytes) -> tuple[RoomId, MemberId]:
        if not _same(entry.create_key, self._create_key):
            raise _refused(
                Code.UNKNOWN_CREDENTIAL,
                "This create key is not the one this server printed at its start.",
                "entry.create_key",
            )
        if len(await self._events.rooms()) >= self._limits.max_rooms:
            raise _refused(
                Code.LIMIT_REACHED,
                f"This server keeps {self._limits.max_rooms} rooms and has them all.",
                None,
            )
        room = room_id(token_hash)
        command = FoundRoom(
            room_name=entry.room_name,
            member=member_id(room, token_hash),
            name=entry.name,
            house_rules=entry.house_rules,
            system=entry.system,
            token_hash=token_hash,
            at_ms=self._now_ms(),
            commit_id=server_commit_id("found", room, token_hash),
        )
        before = RoomState(room=room)
        decision = decide(before, command, self._chance.faces(command.commit_id))
        if isinstance(decision, Refusal):
            raise Refused(rejected(None, decision))
        draft = draft_of(
            before,
            decision,
            commit_id=command.commit_id,
            at_ms=command.at_ms,
            member=None,
            intent_id=None,
            digest=b"",
        )
        try:
            await self._events.create_room(
                room, Epoch(derived_id(command.commit_id, "epoch")), draft
            )
        except Conflict:
            raise _refused(Code.UNKNOWN_CREDENTIAL, "This token was used before.") from None
        return room, command.member

    # --- rooms in memory -------------------------------------------------------------------------

    async def _runner(self, room: RoomId) -> Runner:
        """The running room, loaded if it is not in memory."""
        running = self._runners.get(room)
        if running is not None and not running.has_ended:
            return running
        loading = self._loading.get(room)
        if loading is None:
            if self._is_draining:
                raise _unavailable()
            loading = asyncio.create_task(self._load(room), name=f"load {room}")
            self._loading[room] = loading
            loading.add_done_callback(lambda _: self._loading.pop(room))
        # One load for all who wait, so that a room never runs twice; none of them may cancel it.
        try:
            return await asyncio.shield(loading)
        finally:
            # What a failed load raises keeps this frame, which must not keep the load.
            del loading, running

    async def _load(self, room: RoomId) -> Runner:
        info = await self._events.room(room)
        tail = Tail()
        try:
            state, checkpointed = await load_with_checkpoint(self._events, room, tail)
        except Unreadable as error:
            log.error("room unreadable", extra={"room": room, "error": str(error)})
            raise _refused(
                Code.INTERNAL,
                "This room's log has a record that cannot be read: the operator has to look.",
                None,
            ) from error
        if self._is_draining:
            # Nobody would stop it any more.
            raise _unavailable()
        runner = Runner(
            state,
            info.epoch,
            self._events,
            tail,
            checkpointed=checkpointed,
            chance=self._chance,
            now_ms=self._now_ms,
            limits=self._limits,
            keeper=None if self._keeper is None else self._keeper.of(room),
            bustle=self._bustle,
        )
        self._runners[room] = runner
        task = asyncio.create_task(runner.run(), name=f"room {room}")
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._forget(room, runner, task))
        return runner

    def _forget(self, room: RoomId, runner: Runner, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if self._runners.get(room) is runner:
            del self._runners[room]

    async def run(self) -> None:
        """Put idle rooms away and look after watched ones, until cancelled."""
        while True:
            await asyncio.sleep(TICK_S)
            self.tick()

    def tick(self) -> None:
        """Put idle rooms away, and let watched ones look for commits of others."""
        now_s = asyncio.get_running_loop().time()
        for room, runner in tuple(self._runners.items()):
            idle_since = runner.idle_since_s
            if runner.is_watched:
                runner.refresh()
            elif idle_since is not None and now_s - idle_since > self._limits.idle_room_s:
                del self._runners[room]
                runner.stop()
        if self._keeper is not None:
            self._keeper.forget_dead(self._runners, self._now_ms())

    async def drain(self) -> None:
        """
        Let every room finish what it took, and wait until all have.

        A room that cannot, because its log does not answer, is given up after a while: what it
        has answered is stored, and the rest its clients ask again.
        """
        self._is_draining = True
        for runner in self._runners.values():
            runner.stop()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=self._limits.drain_timeout_s)
            for task in late:
                log.warning("room given up", extra={"task": task.get_name()})
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _same(given: str, expected: str) -> bool:
    digests = (hashlib.sha256(text.encode()).digest() for text in (given, expected))
    return hmac.compare_digest(*digests)


def _refused(code: Code, message: str, field: str | None = "token") -> Refused:
    return Refused(Rejected(id=None, code=code, message=message, field=field))


def _unavailable() -> Refused:
    refusal = Refusal(
        Code.STORE_UNAVAILABLE, "The server cannot open the room now: try again in a moment."
    )
    return Refused(rejected(None, refusal))
