"""
Says what is wrong with a message that could not be decoded, without repeating what stood in it.

What would be accepted is read off the message types themselves, so it cannot go stale.
"""

import re
from typing import Any

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


def _union_members(type_: inspect.Type) -> tuple[inspect.Type, ...]:
    return type_.types if isinstance(type_, inspect.UnionType) else (type_,)


_MESSAGES: dict[str, inspect.StructType] = {
    str(member.tag): member
    for member in _union_members(inspect.type_info(FromClient))
    if isinstance(member, inspect.StructType)
}
KNOWN_TYPES = tuple(_MESSAGES)

_PATTERNS = {
    OPAQUE.pattern: "an id as the server gave it",
    UUID.pattern: "a UUID in lower case",
    NAME_PATTERN: "text without control characters, not blank",
    TEXT_PATTERN: "text without control characters",
}

_AT = re.compile(r" - at `(\$[^`]*)`\Z")
_STEP = re.compile(r"\.(\w+)|\[\d+\]")
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
    text = str(error)
    at = _AT.search(text)
    path = "" if at is None else at.group(1)[2:]
    what = text if at is None else text[: at.start()]
    types = f"one of {', '.join(KNOWN_TYPES)}"
    if path == "type":
        if isinstance(type_, str) and type_ in _MESSAGES:
            return BadMessage(Code.MALFORMED, id, "type", "The field `type` stands there twice.")
        if isinstance(type_, str):
            message = "There is no message of this type."
            return BadMessage(Code.UNKNOWN_TYPE, id, "type", message, types)
        return BadMessage(Code.INVALID, id, "type", "The field `type` must be text.", types)

    here = _find(type_, path)
    unknown = _UNKNOWN_FIELD.match(what)
    if unknown is not None:
        name = unknown.group(1)
        names = _field_names(here)
        if _PLAUSIBLE_NAME.fullmatch(name) is None:
            return BadMessage(Code.INVALID, id, path or None, "A field is not known.", names)
        field = _join(path, name)
        return BadMessage(Code.INVALID, id, field, f"The field `{field}` is not known.", names)

    missing = _MISSING_FIELD.match(what)
    if missing is not None:
        name = missing.group(1)
        field = _join(path, name)
        accepted = types if field == "type" else _describe(_step(here, name))
        return BadMessage(Code.INVALID, id, field, f"The field `{field}` is missing.", accepted)
    if path == "":
        message = "A message is one object with a `type`."
        return BadMessage(Code.INVALID, id, None, message, "an object")
    accepted = _describe(here)
    message = f"The field `{path}` is not what it must be."
    if accepted is not None:
        message = f"The field `{path}` must be {accepted}."
    return BadMessage(Code.INVALID, id, path, message, accepted)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _find(type_: object, path: str) -> inspect.Type | None:
    """Find the type that the schema gives to *path* in a message of type *type_*."""
    here: inspect.Type | None = _MESSAGES.get(type_) if isinstance(type_, str) else None
    for step in _STEP.finditer("." + path if path else ""):
        here = _step(here, step.group(1))
    return here


def _step(here: inspect.Type | None, name: str | None) -> inspect.Type | None:
    """Go to the field *name* of an object, or to an item of a list when it is None."""
    for member in () if here is None else _union_members(_bare(here)):
        member = _bare(member)
        if name is None and isinstance(member, inspect.VarTupleType):
            return member.item_type
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
    for member in () if here is None else _union_members(_bare(here)):
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
