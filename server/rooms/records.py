"""The stored form of events: kind, version, audience and body; encoding, decoding and upcasts."""

import hashlib
from collections.abc import Mapping

import msgspec
from msgspec import Raw, Struct

from protocol.events import Event
from server.rooms.audience import Audience


class EventRecord(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """
    One event as the log keeps it.

    `body` is the event's JSON, byte for byte what viewers are sent, its `type` the kind.
    """

    kind: str
    version: int
    audience: Audience
    body: Raw


class Recorded(Struct, frozen=True, gc=False):
    """
    An event with its audience and stored bytes, ready to evolve a state and to be stored.

    `element` is what it adds to the accumulator of every line it stands in.
    """

    event: Event
    audience: Audience
    body: bytes
    element: int


_ENCODER = msgspec.json.Encoder()
_EVENT = msgspec.json.Decoder(Event)
_KIND_OF: Mapping[type[Event], str] = {
    type_: str(type_.__struct_config__.tag) for type_ in Event.__args__
}

CURRENT_VERSION = 1
"""The version of every event body so far; a changed meaning is a new kind with an upcast."""


def record_event(event: Event, audience: Audience, at_ms: int) -> Recorded:
    """Encode *event* for its audience; it happened at *at_ms* (UTC)."""
    body = _ENCODER.encode(event)
    return Recorded(event, audience, body, element_of(at_ms, body))


def to_stored(recorded: Recorded) -> EventRecord:
    """The stored form of a recorded event."""
    kind = _KIND_OF[type(recorded.event)]
    return EventRecord(kind, CURRENT_VERSION, recorded.audience, Raw(recorded.body))


def from_stored(record: EventRecord, at_ms: int) -> Recorded:
    """
    Read an event stored with a commit of *at_ms*.

    Raises:
        msgspec.ValidationError: The record is of no kind and version known here.
    """
    if record.version != CURRENT_VERSION:
        raise msgspec.ValidationError(
            f"event {record.kind!r} has version {record.version}, known is {CURRENT_VERSION}"
        )
    body = bytes(record.body)
    return Recorded(_EVENT.decode(body), record.audience, body, element_of(at_ms, body))


def element_of(at_ms: int, body: bytes) -> int:
    """What one event adds to the accumulator of a line: a hash of its time and body."""
    return int.from_bytes(hashlib.sha256(b"%d\n%b" % (at_ms, body)).digest())
