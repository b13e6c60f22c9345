"""Who watches a running room, and what each of them is told."""

from collections.abc import Callable, Collection, Sequence

from protocol.codec import encode_item
from protocol.codes import CloseCode
from protocol.events import MemberLeft
from protocol.from_server import FromServer, Presence, SnapshotPush
from protocol.ids import Epoch, MemberId
from protocol.words import LineReason
from server.live.committing import News
from server.live.fanout import PerEncoding, Watching, everyone_but, fan_out, position_of
from server.live.subscriber import Subscriber
from server.rooms.lines import ViewHead
from server.rooms.records import Recorded
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import snapshot, view_now


class Watchers:
    """The connected members of one room; nothing in here waits."""

    def __init__(self, epoch: Epoch, shown: Callable[[RoomState], RoomState]) -> None:
        """*shown* makes of a state what snapshots tell of it."""
        self._epoch = epoch
        self._shown = shown
        self._watching: dict[MemberId, Watching] = {}

    def __bool__(self) -> bool:
        return bool(self._watching)

    @property
    def present(self) -> Collection[MemberId]:
        """The members who are connected."""
        return self._watching.keys()

    def connections(self, member: MemberId) -> int:
        """How many connections a member has."""
        watching = self._watching.get(member)
        return 0 if watching is None else len(watching.subscribers)

    def attach(self, member: MemberState, head: ViewHead, subscriber: Subscriber) -> None:
        """Let a connection watch as a member, whose line stands at *head* if it is the first."""
        watching = self._watching.get(member.member)
        if watching is None:
            watching = Watching(member, head)
            self._announce(member.member, here=True)
            self._watching[member.member] = watching
        watching.subscribers.append(subscriber)

    def detach(self, member: MemberId, subscriber: Subscriber) -> None:
        """Let a connection go; one that does not watch is nobody's."""
        watching = self._watching.get(member)
        if watching is None or subscriber not in watching.subscribers:
            return
        watching.subscribers.remove(subscriber)
        if not watching.subscribers:
            del self._watching[member]
            self._announce(member, here=False)

    def publish(self, news: News) -> None:
        """Put a commit to all who may see something of it, then let views begin and end."""
        for recorded in news.events:
            fan_out(news.at_ms, recorded, self._watching.values())
        for member, watching in tuple(self._watching.items()):
            now = news.after.members.get(member)
            if now is None:
                self._let_go(member, watching, news.events)
            elif now.generation != watching.generation:
                self._begin_generation(member, watching, news.after)

    def flush(self) -> None:
        """Let every connection's outbox be written."""
        for watching in self._watching.values():
            for subscriber in watching.subscribers:
                subscriber.flush()

    def close_all(self, code: CloseCode) -> None:
        """Say good-bye to everybody."""
        for watching in self._watching.values():
            for subscriber in watching.subscribers:
                subscriber.close(code)
        self._watching.clear()

    def _begin_generation(self, member: MemberId, watching: Watching, after: RoomState) -> None:
        known = after.members[member]
        head = view_now(after, known)
        fresh = Watching(known, head)
        fresh.subscribers = watching.subscribers
        self._watching[member] = fresh
        push = SnapshotPush(
            reason=LineReason.GENERATION_CHANGED,
            position=position_of(self._epoch, known, head),
            snapshot=snapshot(self._shown(after), known),
        )
        for subscriber in fresh.subscribers:
            put(subscriber, push)

    def _let_go(self, member: MemberId, watching: Watching, events: Sequence[Recorded]) -> None:
        del self._watching[member]
        left = any(isinstance(r.event, MemberLeft) and r.event.member == member for r in events)
        for subscriber in watching.subscribers:
            subscriber.close(CloseCode.LEFT if left else CloseCode.REMOVED)
        self._announce(member, here=False)

    def _announce(self, member: MemberId, *, here: bool) -> None:
        presence = PerEncoding(Presence(member=member, here=here))
        for watching in everyone_but(self._watching, member):
            watching.send(presence)


def put(subscriber: Subscriber, item: FromServer) -> None:
    """Put a message into a connection's outbox, as it wants its items encoded."""
    subscriber.put(encode_item(item, subscriber.encoding))
