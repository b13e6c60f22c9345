"""What differs between a recorded value and the one that the rules say, in sentences."""

import msgspec
from msgspec import Struct

Faults = list[str]


def differences(what: str, recorded: Struct, resolved: Struct) -> Faults:
    """Name each field in which a recorded value is not what the rules say."""
    return [
        f"The {what}'s {name.replace('_', ' ')}"
        f" is recorded as {_shown(getattr(recorded, name))};"
        f" the rules say {_shown(getattr(resolved, name))}."
        for name in recorded.__struct_fields__
        if getattr(recorded, name) != getattr(resolved, name)
    ]


_SHOWN_CHARACTERS = 200


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
