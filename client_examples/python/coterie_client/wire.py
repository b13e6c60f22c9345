"""
The messages of the wire that the SDK itself must understand, read from generic objects.

Bodies of events, snapshots and receipts stay plain dicts, so that newer servers can add to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
"""A JSON object as it came."""


class WireError(ValueError):
    """A message does not have the shape that it must have."""


def _need(item: Mapping[str, Any], key: str, kind: type) -> Any:
    value = item.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise WireError(f"{item.get('type', 'message')}: {key} must be {kind.__name__}")
    return value


@dataclass(frozen=True, slots=True)
class Position:
    """Where a viewer's line stands: the last event seen, and the mark that came with it."""

    epoch: str
    generation: int
    seq: int
    mark: str

    @classmethod
    def read(cls, item: Mapping[str, Any]) -> "Position":
        """
        Read a position as sent.

        Raises:
            WireError: A part is missing or of another kind.
        """
        return cls(
            _need(item, "epoch", str),
            _need(item, "generation", int),
            _need(item, "seq", int),
            _need(item, "mark", str),
        )

    def to_wire(self) -> Json:
        """The position as `hello` carries it."""
        return {
            "epoch": self.epoch,
            "generation": self.generation,
            "seq": self.seq,
            "mark": self.mark,
        }


@dataclass(frozen=True, slots=True)
class Event:
    """
    Something that happened, as this viewer may see it.

    Attributes:
        seq: Its number in this viewer's own line, from 1.
        mark: Short hash of the line up to here.
        at_ms: The server's time, UTC in milliseconds.
        type: What happened, such as "roll_resolved"; may be one that this SDK does not know.
        body: All of it, `type` included; `event["roll"]` reaches into it.
    """

    seq: int
    mark: str
    at_ms: int
    type: str
    body: Json

    @classmethod
    def read(cls, item: Mapping[str, Any]) -> "Event":
        """
        Read an `event` item as sent.

        Raises:
            WireError: A part is missing or of another kind.
        """
        body = _need(item, "event", dict)
        return cls(
            _need(item, "seq", int),
            _need(item, "mark", str),
            _need(item, "at", int),
            _need(body, "type", str),
            body,
        )

    def __getitem__(self, key: str) -> Any:
        return self.body[key]

    def get(self, key: str, default: Any = None) -> Any:
        """A field of the body, or *default* where it was left out."""
        return self.body.get(key, default)


@dataclass(frozen=True, slots=True)
class Saved:
    """What to keep for resuming later: a position and the state that belongs to it."""

    position: Position
    state: Json


@dataclass(frozen=True, slots=True)
class Accepted:
    """
    An intent is stored.

    Attributes:
        id: The intent's id.
        seq: The first of its events in the sender's line; None where the sender sees none.
        created: The id of what it made, where the sender may know it.
        took: The number that a roll took of the lane of dice claimed; None where it took none.
    """

    id: str
    seq: int | None = None
    created: str | None = None
    took: int | None = None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Events of the viewer's line, oldest first; `has_more` beyond the far end."""

    events: tuple[Event, ...]
    has_more: bool


@dataclass(frozen=True, slots=True)
class SnapshotAnswer:
    """The room as the viewer may see it, and where that stands in the viewer's line."""

    position: Position
    snapshot: Json


@dataclass(frozen=True, slots=True)
class RollAnswer:
    """A roll as it stands (the body of a `roll_resolved`), made at `at_ms`."""

    at_ms: int
    roll: Json


@dataclass(frozen=True, slots=True)
class Welcome:
    """What the server said of itself and of this member when the connection began."""

    room: str
    member: str
    position: Position
    snapshot: Json | None
    recent: tuple[Event, ...]
    present: frozenset[str]
    reason: str
    server_time_ms: int
    heartbeat_interval_s: float
    limits: Json = field(default_factory=dict)
    server: str = ""
    protocol: int = 1

    @classmethod
    def read(cls, item: Mapping[str, Any]) -> "Welcome":
        """
        Read a `welcome` item as sent.

        Raises:
            WireError: A part is missing or of another kind.
        """
        snapshot = item.get("snapshot")
        interval = item.get("heartbeat_interval_s", 20.0)
        return cls(
            room=_need(item, "room", str),
            member=_need(item, "member", str),
            position=Position.read(_need(item, "position", dict)),
            snapshot=snapshot if isinstance(snapshot, dict) else None,
            recent=read_events(item.get("recent", ())),
            present=frozenset(item.get("present", ())),
            reason=str(item.get("reason", "")),
            server_time_ms=_need(item, "server_time_ms", int),
            heartbeat_interval_s=float(interval) if isinstance(interval, int | float) else 20.0,
            limits=dict(item.get("limits") or {}),
            server=str(item.get("server", "")),
            protocol=int(item.get("protocol", 1)),
        )


def read_events(items: object) -> tuple[Event, ...]:
    """Read a list of `event` items; those that cannot be read are left out."""
    events = []
    for item in items if isinstance(items, list | tuple) else ():
        try:
            events.append(Event.read(item))
        except (WireError, AttributeError):
            continue
    return tuple(events)
