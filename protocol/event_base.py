"""What all events have in common."""

from msgspec import Struct


class BaseEvent(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """What all events have in common."""
