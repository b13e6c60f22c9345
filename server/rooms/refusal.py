"""A room's no, as a value."""

from collections.abc import Mapping

from msgspec import Struct

from protocol.codes import Code
from server.rules.refusal import RuleRefusal


class Refusal(Struct, frozen=True):
    """
    Why a command changes nothing.

    `detail` is a sentence for the person who asked; `field` what was wrong with the intent,
    `accepted` what would be right. It never confirms what the asker may not know. `next_n` is the
    number that the asker's lane of dice is at.
    """

    code: Code
    detail: str
    field: str | None = None
    accepted: str | None = None
    next_n: int | None = None


_FIELDS = {"indices": "regular_indices", "items": "pool", "willpower": "roll"}
"""What the rules call a part of a request, where the intents call it otherwise."""


def from_rules(refusal: RuleRefusal, fields: Mapping[str, str] = _FIELDS) -> Refusal:
    """The rules' no as the room's; *fields* says what the intent calls a part of a request."""
    field = None if refusal.field is None else fields.get(refusal.field, refusal.field)
    return Refusal(Code(refusal.code), refusal.detail, field, refusal.accepted)


def not_found(field: str) -> Refusal:
    """What does not exist, or may not be known to exist: one answer for both."""
    return Refusal(
        Code.NOT_FOUND,
        f"There is no such {field.replace('_', ' ')} here.",
        field,
        "an id from your snapshot",
    )
