"""What the people at the table said to each other."""

from protocol.event_base import BaseEvent
from protocol.ids import CharacterId, MemberId
from protocol.words import Saying, Visibility


class Said(BaseEvent, frozen=True, kw_only=True, tag="said"):
    """
    Somebody said something: text and nothing else, whatever it looks like.

    `to` are those to whom it was whispered.
    """

    member: MemberId
    kind: Saying
    text: str
    visibility: Visibility
    character: CharacterId | None = None
    to: tuple[MemberId, ...] = ()
