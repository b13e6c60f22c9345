"""
Fan-out: one commit to every connection that may see something of it.

Each event is encoded once per encoding; members whose lines stand alike share the bytes.
"""

from collections.abc import Iterable, Sequence

from protocol.codec import Encoding, encode_item, json_body_to, splice_event
from protocol.from_client import Position
from protocol.from_server import EventPush, Presence
from protocol.ids import Epoch, MemberId, ViewSeq
from server.live.pages import ViewEvent
from server.live.subscriber import Subscriber
from server.rooms.lines import ViewHead
from server.rooms.records import Recorded
from server.rooms.state import MemberState
from server.rooms.visibility import Viewer, sees, viewer_of


class Watching:
    """A connected member: as whom it looks, where its line stands, and through which sockets."""

    def __init__(self, member: MemberState, head: ViewHead) -> None:
        self.viewer: Viewer = viewer_of(member)
        self.generation = member.generation
        self.head = head
        self.subscribers: list[Subscriber] = []

    def send(self, encode: "PerEncoding") -> None:
        """Send who came or went to every connection of the member that is to be told."""
        for subscriber in self.subscribers:
            if subscriber.wants_presence:
                subscriber.put(encode(subscriber.encoding))
                subscriber.flush()


class PerEncoding:
    """One message, encoded at most once for each encoding."""

    def __init__(self, item: Presence) -> None:
        self._item = item
        self._bytes: dict[Encoding, bytes] = {}

    def __call__(self, encoding: Encoding) -> bytes:
        """The message's bytes in *encoding*."""
        if encoding not in self._bytes:
            self._bytes[encoding] = encode_item(self._item, encoding)
        return self._bytes[encoding]


class Numbered:
    """One event at its place in a line: shared by all whose lines stand alike."""

    def __init__(self, head: ViewHead, at_ms: int, recorded: Recorded) -> None:
        self.head = head
        self._at_ms = at_ms
        self._recorded = recorded
        self._pushes: dict[Encoding, bytes] = {}

    def push(self, encoding: Encoding) -> bytes:
        """The event's bytes in *encoding*, with the number and mark of its place."""
        push = self._pushes.get(encoding)
        if push is None:
            body = json_body_to(encoding, self._recorded.body)
            head = self.head
            push = splice_event(ViewSeq(head.seq), head.mark, self._at_ms, body, encoding)
            self._pushes[encoding] = push
        return push


def fan_out(at_ms: int, recorded: Recorded, watchings: Iterable[Watching]) -> None:
    """Number an event on in the line of each who may see it, and put it into their outboxes."""
    places: dict[ViewHead, Numbered] = {}
    for watching in watchings:
        if not sees(recorded.audience, watching.viewer):
            continue
        place = places.get(watching.head)
        if place is None:
            head = watching.head.plus(recorded.element)
            place = places[watching.head] = Numbered(head, at_ms, recorded)
        watching.head = place.head
        for subscriber in watching.subscribers:
            subscriber.put(place.push(subscriber.encoding))


def encoded_pushes(events: Sequence[ViewEvent], encoding: Encoding) -> list[bytes]:
    """Pages of a line as the bytes of event pushes, spliced from what is stored."""
    return [
        splice_event(
            ViewSeq(event.head.seq),
            event.head.mark,
            event.at_ms,
            json_body_to(encoding, event.recorded.body),
            encoding,
        )
        for event in events
    ]


def pushes(events: Sequence[ViewEvent]) -> tuple[EventPush, ...]:
    """Pages of a line as messages."""
    return tuple(
        EventPush(
            seq=ViewSeq(event.head.seq),
            mark=event.head.mark,
            at=event.at_ms,
            event=event.recorded.event,
        )
        for event in events
    )


def position_of(epoch: Epoch, member: MemberState, head: ViewHead) -> Position:
    """A place in a member's line, as it travels."""
    return Position(epoch, member.generation, ViewSeq(head.seq), head.mark)


def everyone_but(watching: dict[MemberId, Watching], member: MemberId) -> list[Watching]:
    """All connected members except one."""
    return [w for who, w in watching.items() if who != member]
