"""What was put right."""

from protocol.event_base import BaseEvent
from protocol.ids import CharacterId, MemberId, RollId
from protocol.words import TrackerName


class RollRetracted(BaseEvent, frozen=True, kw_only=True, tag="roll_retracted"):
    """
    A roll counts no more; its dice stay in the log.

    `is_undo`: whoever rolled took it back at once.
    """

    roll: RollId
    by: MemberId
    note: str = ""
    is_undo: bool = False


class ChangeUndone(BaseEvent, frozen=True, kw_only=True, tag="change_undone"):
    """Whoever changed these trackers of a character took it back at once."""

    character: CharacterId
    trackers: tuple[TrackerName, ...]
    by: MemberId
