"""How a room lets in: somebody new, one more device, and a connection that wants to watch."""

from collections.abc import Mapping

from protocol.ids import MemberId
from server.config import LimitSettings
from server.live.answers import not_read, refused, restarted, too_many
from server.live.committing import Committer, Step
from server.live.drafting import created_by
from server.live.items import AttachItem, EntryItem
from server.live.pages import ViewPages
from server.live.room_books import RoomBooks
from server.live.subscriber import Refused
from server.live.watchers import Watchers
from server.live.welcoming import Welcomer
from server.rooms.commands import Join, LinkDevice
from server.rooms.state import MemberState
from server.store.base import Unavailable, Unreadable


class Entrance:
    """
    Lets in, called by the room's one task alone.

    Whoever waits gets an answer or a `Refused`, and may be gone by the time there is one.
    """

    def __init__(
        self,
        committer: Committer,
        books: RoomBooks,
        welcomer: Welcomer,
        watchers: Watchers,
        limits: LimitSettings,
    ) -> None:
        self._committer = committer
        self._books = books
        self._welcomer = welcomer
        self._watchers = watchers
        self._limits = limits

    async def store(self, item: EntryItem) -> Step:
        """Decide and store that somebody, or a device, comes in."""
        command = item.command
        if isinstance(command, Join):
            command = await self._books.with_lanes(command)
        step = Step(command)
        try:
            if isinstance(command, LinkDevice):
                # The operator's links are stored by another process.
                await self._committer.refresh()
        except (Unavailable, Unreadable) as error:
            step.refusal = not_read(error)
        else:
            await self._committer.commit([step])
        return step

    def answer(self, item: EntryItem, step: Step) -> None:
        """Say to who waits what came of it."""
        if isinstance(step.command, Join):
            self._books.let_go(step.command.member)
        if item.done.done():
            return
        created = step.decision.created if step.decision else None
        if step.repeats is not None:
            created = created_by(step.repeats.answer)
        if created is None:
            item.done.set_exception(refused(step.refusal))
        else:
            item.done.set_result(MemberId(created))

    async def attach(self, item: AttachItem, pages: ViewPages | None) -> bool:
        """
        Welcome a connection and let it watch.

        Args:
            item: Who wants to watch, and the connection.
            pages: The member's view as it stands now; None for somebody who is no member.

        Returns:
            Whether it watches now.
        """
        if item.done.done():
            return False
        refusal = self._refuse(item)
        member = self._members.get(item.member)
        if refusal is not None or member is None or pages is None:
            item.done.set_exception(refusal or refused(None))
            return False
        try:
            welcome = await self._welcomer.welcome(
                self._books.shown(self._committer.state),
                member,
                pages,
                item.resume,
                sorted({*self._watchers.present, item.member}),
                item.subscriber.encoding,
            )
        except (Unavailable, Unreadable) as error:
            if not item.done.done():
                item.done.set_exception(refused(not_read(error)))
            return False
        if item.done.done():
            # Whoever waited was cancelled meanwhile.
            return False
        item.subscriber.begin(welcome)
        self._watchers.attach(member, pages.now, item.subscriber)
        item.done.set_result(None)
        return True

    def _refuse(self, item: AttachItem) -> Refused | None:
        """Why a connection may not watch."""
        if item.subscriber.is_over:
            # It went while it waited, and must not take one of its member's places.
            return restarted()
        if item.member not in self._members:
            return refused(None)
        if self._watchers.connections(item.member) >= self._limits.max_connections_per_member:
            return too_many(self._limits.max_connections_per_member)
        return None

    @property
    def _members(self) -> Mapping[MemberId, MemberState]:
        return self._committer.state.members
