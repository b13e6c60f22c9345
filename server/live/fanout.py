"""
Fan-out: one commit to every connection that may see something of it.

Each event is encoded once per encoding; members whose lines stand alike share the bytes.
"""

from collections.abc import Sequence

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
        """Send one item to every connection of the member."""
        for subscriber in self.subscribers:
            subscriber.send((encode(subscriber.encoding),))


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


class EventFanout:
    """One event on its way out: its bytes by encoding, shared where lines stand alike."""

    def __init__(self, at_ms: int, recorded: Recorded) -> None:
        self._at_ms = at_ms
        self._recorded = recorded
        self._bodies: dict[Encoding, bytes] = {Encoding.JSON: recorded.body}
        self._heads: dict[ViewHead, ViewHead] = {}
        self._pushes: dict[tuple[ViewHead, Encoding], bytes] = {}

    def to(self, watching: Watching) -> None:
        """Number the event on in the member's line and send it, if the member may see it."""
        if not sees(self._recorded.audience, watching.viewer):
            return
        head = self._heads.get(watching.head)
        if head is None:
            head = self._heads[watching.head] = watching.head.plus(self._recorded.element)
        watching.head = head
        for subscriber in watching.subscribers:
            subscriber.send((self._push(head, subscriber.encoding),))

    def _push(self, head: ViewHead, encoding: Encoding) -> bytes:
        push = self._pushes.get((head, encoding))
        if push is None:
            body = self._bodies.get(encoding)
            if body is None:
                body = self._bodies[encoding] = json_body_to(encoding, self._recorded.body)
            push = splice_event(ViewSeq(head.seq), head.mark, self._at_ms, body, encoding)
            self._pushes[head, encoding] = push
        return push


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
