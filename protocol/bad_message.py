"""
Says what is wrong with a message that could not be decoded, without repeating what stood in it.

What would be accepted is read off the message types themselves, so it cannot go stale.
"""

import re
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct, UnsetType, inspect

from protocol.codes import Code
from protocol.from_client import FromClient
from protocol.ids import OPAQUE, UUID
from protocol.words import NAME_PATTERN, TEXT_PATTERN


class BadMessage(Exception):
    """A message from a client that means nothing here; what `rejected` will say about it."""

    def __init__(
        self,
        code: Code,
        id: str | None,
        field: str | None,
        message: str,
        accepted: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.id = id
        self.field = field
        self.message = message
        self.accepted = accepted


class Heading(Struct, frozen=True):
    """The two fields that are looked for in a message that does not decode; others are skipped."""

    type: Raw | UnsetType = msgspec.UNSET
    id: Raw | UnsetType = msgspec.UNSET


class FieldFault(NamedTuple):
    """A field at fault, `""` for the whole of a message, and what would be accepted there."""

    field: str
    message: str
    accepted: str | None


def union_members(type_: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types of a union, or the one type that it is."""
    return type_.types if isinstance(type_, inspect.UnionType) else (type_,)


_MESSAGES: dict[str, inspect.StructType] = {
    str(member.tag): member
    for member in union_members(inspect.type_info(FromClient))
    if isinstance(member, inspect.StructType)
}
KNOWN_TYPES = tuple(_MESSAGES)

_PATTERNS = {
    OPAQUE.pattern: "an id as the server gave it",
    UUID.pattern: "a UUID in lower case",
    NAME_PATTERN: "text without control characters, not blank",
    TEXT_PATTERN: "text without control characters",
}

_AT = re.compile(r" - at (?:`key` in )?`\$\.?([^`]*)`\Z")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_BYTE = re.compile(r"\(byte (\d+)\)")
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*?)`\Z", re.DOTALL)
_MISSING_FIELD = re.compile(r"Object missing required field `(\w+)`\Z")
_PLAUSIBLE_NAME = re.compile(r"[\w$@:+/ .-]{1,64}")
_LOOSE_ID = re.compile(r'"id"\s*:\s*"([\w.:-]{1,64})"', re.ASCII)


def plausible_id(value: object) -> str | None:
    """Take *value* for the id of a request, if it could be one: short text that can be printed."""
    if isinstance(value, str) and 1 <= len(value) <= 64 and value.isprintable():
        return value
    return None


def loose_id(text: str) -> str | None:
    """Find what looks like the id in JSON that is broken."""
    match = _LOOSE_ID.search(text)
    return None if match is None else match.group(1)


def explain_malformed(error: Exception, what: str, id: str | None) -> BadMessage:
    """Say that a message is not *what* (JSON or MessagePack) at all, and where it breaks."""
    position = _BYTE.search(str(error))
    place = "" if position is None else f", from byte {position.group(1)} on"
    if isinstance(error, RecursionError):
        return BadMessage(Code.MALFORMED, id, None, "The message is nested too deeply.")
    return BadMessage(Code.MALFORMED, id, None, f"The message is not valid {what}{place}.")


def explain_invalid(error: msgspec.ValidationError, type_: object, id: str | None) -> BadMessage:
    """
    Say which field of a well-formed message is wrong, and what would be accepted.

    Args:
        error: What msgspec found.
        type_: What the message gave as its `type`, or None.
        id: What the message gave as its id.
    """
    types = f"one of {', '.join(KNOWN_TYPES)}"
    if _place(error)[0] == "type":
        if isinstance(type_, str) and type_ in _MESSAGES:
            return BadMessage(Code.MALFORMED, id, "type", "The field `type` stands there twice.")
        if isinstance(type_, str):
            message = "There is no message of this type."
            return BadMessage(Code.UNKNOWN_TYPE, id, "type", message, types)
        return BadMessage(Code.INVALID, id, "type", "The field `type` must be text.", types)

    fault = field_fault(error, _MESSAGES.get(type_) if isinstance(type_, str) else None)
    accepted = types if fault.field == "type" else fault.accepted
    return BadMessage(Code.INVALID, id, fault.field or None, fault.message, accepted)


def field_fault(
    error: msgspec.ValidationError, root: inspect.Type | None, value: object = None
) -> FieldFault:
    """
    Say which field is wrong, and what would be accepted there.

    Args:
        error: What msgspec found.
        root: The type that the whole should have had.
        value: The whole as it was decoded, where it is at hand; tells which member of a union
            was meant.
    """
    path, what = _place(error)
    here = _find(root, path, value)
    unknown = _UNKNOWN_FIELD.match(what)
    if unknown is not None:
        name = unknown.group(1)
        names = _field_names(here)
        if _PLAUSIBLE_NAME.fullmatch(name) is None:
            return FieldFault(path, "A field is not known.", names)
        field = _join(path, name)
        return FieldFault(field, f"The field `{field}` is not known.", names)
    missing = _MISSING_FIELD.match(what)
    if missing is not None:
        name = missing.group(1)
        field = _join(path, name)
        accepted = _describe(_step(here, name))
        return FieldFault(field, f"The field `{field}` is missing.", accepted)
    if path == "":
        return FieldFault("", "A message is one object with a `type`.", "an object")
    accepted = _describe(here)
    message = f"The field `{path}` is not what it must be."
    if accepted is not None:
        message = f"The field `{path}` must be {accepted}."
    return FieldFault(path, message, accepted)


def _place(error: msgspec.ValidationError) -> tuple[str, str]:
    """The path that *error* names, and what it says of it."""
    text = str(error)
    at = _AT.search(text)
    return ("", text) if at is None else (at.group(1), text[: at.start()])


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _find(root: inspect.Type | None, path: str, value: object) -> inspect.Type | None:
    """Find the type that *root* gives to *path*, in *value* where it is at hand."""
    here = _meant(root, value)
    for step in _STEP.finditer("." + path if path else ""):
        name, index = step.groups()
        value = _part(value, name, index)
        here = _meant(_step(here, name), value)
    return here


def _part(value: object, name: str | None, index: str | None) -> object:
    if name is not None:
        return value.get(name) if isinstance(value, dict) else None
    if isinstance(value, list) and index is not None and index.isdigit():
        return value[int(index)]
    return None


def _meant(here: inspect.Type | None, value: object) -> inspect.Type | None:
    """The member of a union that the tag in *value* names; *here* itself where none does."""
    if here is not None and isinstance(value, dict):
        for each in union_members(_bare(here)):
            member = _bare(each)
            if isinstance(member, inspect.StructType) and member.tag_field is not None:
                tag = value.get(member.tag_field)
                if tag is not None and tag == member.tag:
                    return member
    return here


def _step(here: inspect.Type | None, name: str | None) -> inspect.Type | None:
    """Go to the field *name* of an object, or to an item of a list when it is None."""
    for member in () if here is None else union_members(_bare(here)):
        member = _bare(member)
        if name is None and isinstance(member, inspect.VarTupleType):
            return member.item_type
        if name is None and isinstance(member, inspect.DictType):
            return member.value_type
        if isinstance(member, inspect.StructType):
            for field in member.fields:
                if field.encode_name == name:
                    return field.type
            if name == member.tag_field:
                return here
    return None


def _bare(type_: inspect.Type) -> inspect.Type:
    return _bare(type_.type) if isinstance(type_, inspect.Metadata) else type_


def _field_names(here: inspect.Type | None) -> str | None:
    names: list[str] = []
    for each in () if here is None else union_members(_bare(here)):
        member = _bare(each)
        if isinstance(member, inspect.StructType):
            own = [field.encode_name for field in member.fields]
            tag = [member.tag_field] if member.tag_field else []
            names += [name for name in tag + own if name not in names]
    return f"the fields {', '.join(names)}" if names else None


def _describe(here: inspect.Type | None) -> str | None:
    """Say in words what *here* accepts; None where the schema does not tell."""
    if here is None:
        return None
    type_ = _bare(here)
    match type_:
        case inspect.UnionType():
            parts = [_bare(member) for member in type_.types]
            objects = [part for part in parts if isinstance(part, inspect.StructType)]
            if len(objects) > 1:
                return f"an object of type {', '.join(str(each.tag) for each in objects)}"
            words = [_describe(part) for part in parts]
            return " or ".join(word for word in words if word is not None)
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "a whole number" + _between(type_.ge, type_.le, "from {} to {}", "")
        case inspect.StrType():
            kind = _PATTERNS.get(type_.pattern, "text")
            return kind + _between(type_.min_length, type_.max_length, "{} to {}", "characters")
        case inspect.BytesType():
            return f"{type_.min_length} bytes (in JSON as base64 with padding)"
        case inspect.EnumType():
            return f"one of {', '.join(str(each.value) for each in type_.cls)}"
        case inspect.LiteralType():
            return f"one of {', '.join(str(value) for value in type_.values)}"
        case inspect.VarTupleType():
            return "a list" + _between(type_.min_length, type_.max_length, "{} to {}", "items")
        case inspect.DictType():
            return "an object of names and values"
        case inspect.StructType():
            return "an object"
        case _:
            return None


def _between(low: Any, high: Any, both: str, unit: str) -> str:
    """Say a range: *both* with its two ends, or the one end there is."""
    if low is None and high is None:
        return ""
    if low is None:
        words = f"at most {high}"
    elif high is None:
        words = f"at least {low}"
    else:
        words = both.format(low, high)
    return f", {words} {unit}" if unit else f" {words}"
