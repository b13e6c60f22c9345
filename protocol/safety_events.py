"""What keeps the table safe. Where `by` is null nobody knows who it was."""

from protocol.event_base import BaseEvent
from protocol.ids import BoundaryId, MemberId, PauseId
from protocol.views import BoundaryView, PauseView


class Paused(BaseEvent, frozen=True, kw_only=True, tag="paused"):
    """The play stops: nobody rolls until it is lifted."""

    pause: PauseView


class PauseLifted(BaseEvent, frozen=True, kw_only=True, tag="pause_lifted"):
    """The play goes on."""

    pause: PauseId
    by: MemberId | None = None


class BoundaryAdded(BaseEvent, frozen=True, kw_only=True, tag="boundary_added"):
    """The table has one more line or veil."""

    boundary: BoundaryView


class BoundaryRemoved(BaseEvent, frozen=True, kw_only=True, tag="boundary_removed"):
    """A line or veil is off the list."""

    boundary: BoundaryId
    by: MemberId | None = None
