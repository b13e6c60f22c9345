"""
Fan-out: one commit to every connection that may see something of it.

Each event is encoded once per encoding; members whose lines stand alike share the bytes.
"""

from collections.abc import Container, Sequence

from msgspec import Struct

from protocol.codec import Encoding, encode_item, json_body_to, splice_event
from protocol.from_client import Position
from protocol.from_server import EventPush, Presence
from protocol.ids import Epoch, MemberId, ViewSeq
from server.live.pages import ViewEvent
from server.live.subscriber import Subscriber
from server.rooms.lines import ViewHead
from server.rooms.records import Recorded
from server.rooms.state import MemberState
from server.rooms.visibility import Viewer, is_for_all, sees, viewer_of


class Watching:
    """A connected member: as whom it looks, where its line stands, and through which sockets."""

    __slots__ = ("generation", "place", "subscribers", "viewer")

    def __init__(self, member: MemberState, place: "Place") -> None:
        self.viewer: Viewer = viewer_of(member)
        self.generation = member.generation
        self.place = place
        self.subscribers: list[Subscriber] = []
        place.watchings.append(self)

    def send(self, encode: "PerEncoding") -> None:
        """Send who came or went to every connection of the member that is to be told."""
        for subscriber in self.subscribers:
            if subscriber.wants_presence:
                subscriber.put((encode(subscriber.encoding),))
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


class Numbered(Struct, frozen=True, eq=False, gc=False):
    """One event at its place in a line: shared by all whose lines stand alike."""

    head: ViewHead
    at_ms: int
    recorded: Recorded

    def push(self, encoding: Encoding) -> bytes:
        """The event's bytes in *encoding*, with the number and mark of its place."""
        body = json_body_to(encoding, self.recorded.body)
        head = self.head
        return splice_event(ViewSeq(head.seq), head.mark, self.at_ms, body, encoding)


class Place:
    """
    Where the lines of some connected members stand alike, and the news since the last flush.

    Whatever one of them is told all are told, in the same bytes; an event that not all of them see
    parts them for good.
    """

    def __init__(self, head: ViewHead, news: Sequence[Numbered] = ()) -> None:
        self.head = head
        self.watchings: list[Watching] = []
        self.news: list[Numbered] = [*news]
        self._encoded: dict[Encoding, list[bytes]] = {}

    def items(self, encoding: Encoding) -> Sequence[bytes]:
        """The news in *encoding*: one list for all who ask, which grows until they are told."""
        items = self._encoded.get(encoding)
        if items is None:
            items = self._encoded[encoding] = []
        for each in self.news[len(items) :]:
            items.append(each.push(encoding))
        return items

    def add(self, at_ms: int, recorded: Recorded) -> None:
        """Number an event on."""
        self.head = self.head.plus(recorded.element)
        self.news.append(Numbered(self.head, at_ms, recorded))

    def tell(self, but: Container[Subscriber]) -> None:
        """Write the news to all who stand here *but* those who have them, and forget them."""
        whole: dict[Encoding, Sequence[bytes]] = {}
        for watching in self.watchings:
            for subscriber in watching.subscribers:
                if subscriber not in but:
                    encoding = subscriber.encoding
                    items = whole.get(encoding)
                    if items is None:
                        items = whole[encoding] = self.items(encoding)
                    subscriber.flush(items)
        self.news.clear()
        # New lists: those that were told are nobody's to change any more.
        self._encoded.clear()

    def part(self, those: Sequence[Watching]) -> "Place":
        """Let *those* go on from here at a place of their own."""
        other = Place(self.head, self.news)
        other.watchings += those
        for watching in those:
            self.watchings.remove(watching)
            watching.place = other
        return other


def fan_out(at_ms: int, recorded: Recorded, places: list[Place]) -> None:
    """Number an event on in the line of each who may see it; *places* grows where they part."""
    audience = recorded.audience
    is_public = is_for_all(audience)
    for place in tuple(places):
        if not is_public:
            seeing = [w for w in place.watchings if sees(audience, w.viewer)]
            if not seeing:
                continue
            if len(seeing) < len(place.watchings):
                place = place.part(seeing)
                places.append(place)
        place.add(at_ms, recorded)


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
