"""Who plays a character beside its owners."""

from protocol.event_base import BaseEvent
from protocol.ids import CharacterId, MemberId


class StandInSet(BaseEvent, frozen=True, kw_only=True, tag="stand_in_set"):
    """
    A member plays a character for its owners from now on.

    What only owners see is shown to that member too, from now on: `sheet_noted` and
    `trackers_shown` follow.
    """

    character: CharacterId
    member: MemberId
    by: MemberId


class StandInEnded(BaseEvent, frozen=True, kw_only=True, tag="stand_in_ended"):
    """A member stands in no more; `by` is null where it ended with the session."""

    character: CharacterId
    member: MemberId
    by: MemberId | None = None
