"""Who watches a running room, and what each of them is told."""

from collections.abc import Callable, Mapping, Sequence

from protocol.codec import encode_item
from protocol.codes import CloseCode
from protocol.events import MemberLeft, TokenRenewed
from protocol.from_server import FromServer, Presence, SnapshotPush
from protocol.ids import Epoch, MemberId
from protocol.words import LineReason
from server.live.committing import News
from server.live.fanout import PerEncoding, Place, Watching, everyone_but, fan_out, position_of
from server.live.subscriber import Subscriber
from server.rooms.lines import ViewHead
from server.rooms.records import Recorded
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import snapshot, view_now


class Watchers:
    """The connected members of one room; nothing in here waits."""

    def __init__(self, epoch: Epoch) -> None:
        self._epoch = epoch
        self._watching: dict[MemberId, Watching] = {}
        self.present: frozenset[MemberId] = frozenset()
        """The members who are connected: the same object until that changes."""
        self._places: list[Place] = []
        self._members: Mapping[MemberId, MemberState] | None = None
        """Who was a member after the commit published last."""
        self._answered: dict[Subscriber, tuple[Watching | None, int]] = {}
        """Who was told something of their own since the last flush, behind how many of the news."""

    def __bool__(self) -> bool:
        return bool(self._watching)

    def connections(self, member: MemberId) -> int:
        """How many connections a member has."""
        watching = self._watching.get(member)
        return 0 if watching is None else len(watching.subscribers)

    def attach(self, member: MemberState, head: ViewHead, subscriber: Subscriber) -> None:
        """Let a connection watch as a member, whose line stands at *head* if it is the first."""
        watching = self._watching.get(member.member)
        if watching is None:
            watching = Watching(member, self._place_at(head))
            self._announce(member.member, here=True)
            self._watching[member.member] = watching
            self.present = frozenset(self._watching)
        watching.subscribers.append(subscriber)

    def detach(self, member: MemberId, subscriber: Subscriber) -> None:
        """Let a connection go; one that does not watch is nobody's."""
        watching = self._watching.get(member)
        if watching is None or subscriber not in watching.subscribers:
            return
        watching.subscribers.remove(subscriber)
        if not watching.subscribers:
            self._forget(member, watching)
            self._announce(member, here=False)

    def answer(self, member: MemberId, subscriber: Subscriber, item: FromServer) -> None:
        """Tell a connection something of its own, behind the news published before it."""
        encoding = subscriber.encoding
        answer = encode_item(item, encoding)
        watching = self._watching.get(member)
        if watching is None or subscriber not in watching.subscribers:
            self._answered[subscriber] = (None, 0)
            subscriber.put((answer,))
            return
        place = watching.place
        _, told = self._answered.get(subscriber, (None, 0))
        self._answered[subscriber] = (watching, len(place.news))
        news = place.items(encoding)[told:] if told < len(place.news) else ()
        subscriber.put((*news, answer))

    def publish(self, news: News, shown: Callable[[RoomState], RoomState]) -> None:
        """
        Give a commit to all who may see something of it, then let views begin and end.

        *shown* makes of a state what snapshots tell of it.
        """
        for recorded in news.events:
            fan_out(news.at_ms, recorded, self._places)
        for recorded in news.events:
            if isinstance(recorded.event, TokenRenewed):
                self._turn_away(recorded.event.member)
        members = news.after.members
        if members is self._members:
            # Nobody came or went or got another role: states share what did not change.
            return
        self._members = members
        changed = [
            (member, watching)
            for member, watching in self._watching.items()
            if member not in members or members[member].generation != watching.generation
        ]
        if not changed:
            return
        self.flush()
        for member, watching in changed:
            if member in members:
                self._begin_generation(member, watching, news.after, shown)
            else:
                self._let_go(member, watching, news.events)

    def flush(self) -> None:
        """Let the news, and what waits in the outboxes before them, be written."""
        answered, self._answered = self._answered, {}
        for subscriber, (asker, told) in answered.items():
            subscriber.flush(asker.place.items(subscriber.encoding)[told:] if asker else ())
        for place in self._places:
            if place.news:
                place.tell(answered)

    def close_all(self, code: CloseCode) -> None:
        """Say good-bye to everybody."""
        for watching in self._watching.values():
            for subscriber in watching.subscribers:
                subscriber.close(code)
        self._watching.clear()
        self.present = frozenset()
        self._places.clear()

    def _begin_generation(
        self,
        member: MemberId,
        watching: Watching,
        after: RoomState,
        shown: Callable[[RoomState], RoomState],
    ) -> None:
        known = after.members[member]
        head = view_now(after, known)
        self._forget(member, watching)
        fresh = Watching(known, self._place_at(head))
        fresh.subscribers = watching.subscribers
        self._watching[member] = fresh
        self.present = frozenset(self._watching)
        push = SnapshotPush(
            reason=LineReason.GENERATION_CHANGED,
            position=position_of(self._epoch, known, head),
            snapshot=snapshot(shown(after), known),
        )
        for subscriber in fresh.subscribers:
            self.answer(member, subscriber, push)

    def _let_go(self, member: MemberId, watching: Watching, events: Sequence[Recorded]) -> None:
        self._forget(member, watching)
        left = any(isinstance(r.event, MemberLeft) and r.event.member == member for r in events)
        for subscriber in watching.subscribers:
            subscriber.close(CloseCode.LEFT if left else CloseCode.REMOVED)
        self._announce(member, here=False)

    def _turn_away(self, member: MemberId) -> None:
        """Every connection came by a token that opens nothing any more."""
        watching = self._watching.get(member)
        if watching is None:
            return
        self.flush()
        self._forget(member, watching)
        for subscriber in watching.subscribers:
            subscriber.close(CloseCode.TOKEN_RENEWED)
        self._announce(member, here=False)

    def _place_at(self, head: ViewHead) -> Place:
        """The place of those whose lines stand at *head*; to be asked when there are no news."""
        for place in self._places:
            if place.head == head:
                return place
        place = Place(head)
        self._places.append(place)
        return place

    def _forget(self, member: MemberId, watching: Watching) -> None:
        del self._watching[member]
        self.present = frozenset(self._watching)
        watching.place.watchings.remove(watching)
        if not watching.place.watchings:
            self._places.remove(watching.place)

    def _announce(self, member: MemberId, *, here: bool) -> None:
        presence = PerEncoding(Presence(member=member, here=here))
        for watching in everyone_but(self._watching, member):
            watching.send(presence)
