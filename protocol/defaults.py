"""What a field of a message is when it is left out."""

from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields


def default_value(field: FieldInfo) -> Any:
    """The field's default; `NODEFAULT` for one that must be there."""
    # A default that can change, such as an empty map, is made anew each time.
    return field.default if field.default_factory is NODEFAULT else field.default_factory()


def said_fields(struct: Struct) -> list[tuple[str, Any]]:
    """The fields that stand at no default, by their names on the wire."""
    return [
        (field.encode_name, value)
        for field in fields(struct)
        if (value := getattr(struct, field.name)) != default_value(field)
    ]
