"""What a running room does about its books of dice, whether anybody keeps their keys or not."""

from collections.abc import Awaitable, Callable, Collection, Iterable

from msgspec.structs import replace

from protocol.codes import Code
from protocol.dice import PlayerLanes
from protocol.from_client import RenewDice, SetRole
from protocol.ids import MemberId
from protocol.words import Role
from server.live.books import BookOpener, has_players
from server.live.committing import Committer, Step
from server.live.items import BookItem, IntentItem, Item, LanesItem
from server.live.ports import NowMs, RoomKeeper
from server.rooms.commands import Do, Join
from server.rooms.records import Recorded
from server.rooms.state import RoomState

Steps = dict[bytes, tuple[IntentItem, Step]]


class RoomBooks:
    """
    The books of one room; without a keeper none is ever live.

    The room's task calls everything here; `present` tells who is connected, by the same object
    until that changes.
    """

    def __init__(
        self,
        keeper: RoomKeeper | None,
        committer: Committer,
        put: Callable[[Item], None],
        now_ms: NowMs,
        present: Callable[[], frozenset[MemberId]],
    ) -> None:
        self._committer = committer
        self._present = present
        self._players_of: tuple[object, object] | None = None
        self._has_them = False
        self._opener: BookOpener | None = None
        if keeper is not None:
            keeper.reconcile(committer.state.book)
            self._opener = BookOpener(committer.room, keeper, put, now_ms)

    @property
    def _has_players(self) -> bool:
        """Whether a player is connected; asked after every batch, and counted when that changes."""
        members, present = self._committer.state.members, self._present()
        known = self._players_of
        if known is None or known[0] is not members or known[1] is not present:
            self._has_them = has_players(members, present)
            self._players_of = (members, present)
        return self._has_them

    def shown(self, state: RoomState) -> RoomState:
        """A state as snapshots tell it: without a book that is not live any more."""
        if state.book is None or (self._opener is not None and self._opener.is_live(state)):
            return state
        return replace(state, book=None)

    # --- around every batch ----------------------------------------------------------------------

    def before_batch(self) -> None:
        """Let a book die whose time has come."""
        if self._opener is not None:
            self._opener.pass_time()

    def after_batch(self) -> None:
        """Begin to make what is due."""
        if self._opener is not None:
            self._opener.look(self._committer.state, has_players=self._has_players)

    def note(self, events: Iterable[Recorded]) -> None:
        """See what was stored."""
        if self._opener is not None:
            self._opener.note(events)

    def close(self) -> Collection[Item]:
        """Make nothing more; those who still wait for a book."""
        if self._opener is None:
            return ()
        self._opener.pass_time(has_players=False)
        return self._opener.close()

    # --- new books -------------------------------------------------------------------------------

    def let_wait(self, steps: Steps) -> None:
        """Take out what has to wait until a new book is made; it is answered then."""
        if self._opener is None:
            return
        for commit, (item, step) in tuple(steps.items()):
            refusal = None if step.repeats else step.refusal
            is_due = refusal is not None and refusal.code is Code.DICE_NOT_READY
            if is_due and isinstance(item.intent, RenewDice):
                self._opener.renew(item)
                del steps[commit]

    async def open(
        self, item: BookItem, command_of: Callable[[IntentItem], Awaitable[Do]]
    ) -> Steps:
        """Open a book whose keys are made; the intent that waited for it, to be answered."""
        if self._opener is None:
            return {}
        steps: Steps = {}
        due = await self._opener.ready(item.book, self._committer.state)
        if isinstance(due, IntentItem):
            command = replace(await command_of(due), book=item.book.announced())
            step = Step(command)
            steps[command.commit_id] = (due, step)
        else:
            step = Step(due)
        await self._committer.commit([step])
        self._opener.opened(item.book, self._committer.state, has_players=self._has_players)
        return steps

    # --- lanes for who comes later ---------------------------------------------------------------

    async def lanes_by(self, item: IntentItem) -> PlayerLanes | None:
        """The lanes of whom an intent makes a player, where its sender may do that."""
        intent, members = item.intent, self._committer.state.members
        if not isinstance(intent, SetRole) or intent.role is not Role.PLAYER:
            return None
        sender = members.get(item.member)
        if sender is None or not sender.is_storyteller or intent.member not in members:
            return None
        return await self._lanes_for(intent.member)

    async def with_lanes(self, command: Join) -> Join:
        """The command of somebody new, with lanes if it is a player and a book is live."""
        invite = self._committer.state.invites.get(command.invite)
        if invite is None or invite.role is not Role.PLAYER:
            return command
        return replace(command, lanes=await self._lanes_for(command.member))

    async def _lanes_for(self, member: MemberId) -> PlayerLanes | None:
        if self._opener is None:
            return None
        book = await self._opener.lanes_for(self._committer.state, member)
        return None if book is None else book.lanes_of(member)

    def let_go(self, member: MemberId) -> None:
        """Forget lanes made for somebody who was not let in after all."""
        if self._opener is not None:
            self._opener.let_go(self._committer.state, member)

    async def add_lanes(self, item: LanesItem) -> None:
        """Give a player the lanes that were made."""
        command = None if self._opener is None else self._opener.lanes_command(item)
        if command is not None:
            await self._committer.commit([Step(command)])
