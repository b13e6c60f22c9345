"""The fields of a message type in the few words of a table's cell."""

import json
import re
from typing import Any, get_args

from msgspec import UNSET, inspect

from protocol.events import Event
from protocol.generating_types import default_of, is_nullable, new_types_of, without_null
from protocol.ids import OPAQUE, UUID
from protocol.receipts import Receipt
from protocol.words import NAME_PATTERN, TEXT_PATTERN, WORD_PATTERN

_GROUPS = (
    ("placing", frozenset({"visibility", "to", "note"})),
    ("dice", frozenset({"dice", "entered"})),
)
"""Fields that intents have in common, described once."""


def _tags_of(union: Any) -> frozenset[str]:
    return frozenset(str(each.__struct_config__.tag) for each in get_args(union))


_NAMED = {_tags_of(Event): "event", _tags_of(Receipt): "receipt"}
"""Unions that have a section of their own, by the tags of their members."""


def describe_fields(struct: inspect.StructType, *, is_intent: bool = False) -> str:
    """
    Say which fields a Struct has, in Markdown on one line.

    Args:
        struct: The type.
        is_intent: Leaves out `id`, and names groups of common fields instead of their members.
    """
    fields = {field.encode_name: field for field in struct.fields}
    last: list[str] = []
    if is_intent:
        fields.pop("id")
        if set(fields) >= _GROUPS[0][1]:
            for name, members in _GROUPS:
                if set(fields) >= members:
                    last.append(f"*{name}*")
                    fields = {k: v for k, v in fields.items() if k not in members}
    ids = {name for name, new in new_types_of(struct).items() if new.__name__.endswith("Id")}
    parts = [_describe_field(field, is_id=name in ids) for name, field in fields.items()]
    return "; ".join(parts + last) or "none"


def _describe_field(field: inspect.Field, *, is_id: bool) -> str:
    mark = "" if field.required else "?"
    default = default_of(field)
    type_ = describe_type(field.type)
    if is_id:
        # An id of the server's own needs no pattern, so its type alone is plain text.
        type_ = re.sub(r"\btext\b", "id", type_)
    said = f"`{field.encode_name}`{mark} {type_}"
    # Where nothing is said, what was left out is null, false, 0 or empty.
    return f"{said}, default `{json.dumps(default)}`" if default is not UNSET and default else said


def describe_type(type_: inspect.Type) -> str:
    """Say what a type takes, with its bounds."""
    members = without_null(type_)
    tags = [str(each.tag) for each in members if isinstance(each, inspect.StructType) and each.tag]
    if len(tags) == len(members):
        # Variants are known by their `type` on the wire; the names of our classes are not there.
        words = _NAMED.get(frozenset(tags)) or f"object of type {_choices(tags)}"
    else:
        words = " or ".join(_describe(each) for each in members)
    return f"{words} or null" if is_nullable(type_) else words


def _describe(type_: inspect.Type) -> str:
    match type_:
        case inspect.Metadata():
            return _describe(type_.type)
        case inspect.BoolType():
            return "boolean"
        case inspect.IntType():
            return _range(type_.ge, type_.le) or "integer"
        case inspect.FloatType():
            return "number"
        case inspect.StrType():
            return _describe_text(type_)
        case inspect.BytesType():
            return f"{type_.min_length} bytes"
        case inspect.EnumType():
            values = [str(each.value) for each in type_.cls]
            return _choices(values) if len(values) <= 5 else type_.cls.__name__
        case inspect.LiteralType():
            return _choices([str(value) for value in type_.values])
        case inspect.VarTupleType():
            count = _range(type_.min_length, type_.max_length)
            return f"list of {count + ' × ' if count else ''}{describe_type(type_.item_type)}"
        case inspect.TupleType():
            return f"list of exactly {len(type_.item_types)} {_describe(type_.item_types[0])}"
        case inspect.DictType():
            return f"map from {_describe(type_.key_type)} to {describe_type(type_.value_type)}"
        case inspect.StructType():
            return type_.cls.__name__
        case _:
            raise TypeError(f"no words for {type_}")


def _describe_text(type_: inspect.StrType) -> str:
    if type_.pattern == UUID.pattern:
        return "UUID"
    if type_.pattern == OPAQUE.pattern:
        return "id"
    kinds = {NAME_PATTERN: "name", TEXT_PATTERN: "line", WORD_PATTERN: "word", None: "text"}
    length = _range(type_.min_length, type_.max_length)
    return f"{kinds[type_.pattern]}{f' of {length}' if length else ''}"


def _choices(values: list[str]) -> str:
    return " / ".join(f"`{value}`" for value in values)


def _range(low: Any, high: Any) -> str:
    if low is None and high is None:
        return ""
    if low is None:
        return f"up to {high}"
    if high is None:
        return f"{low} or more"
    return f"{low} to {high}" if low < 0 else f"{low}–{high}"
