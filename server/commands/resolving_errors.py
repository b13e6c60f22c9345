"""
Says what is wrong with a request line that does not decode: which field, and what is accepted.

What would be accepted is read off the request types, so it cannot go stale.
"""

import re
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from server.commands.resolving_base import Refused

LINE: Final = "line"
"""The field of a fault of the line as a whole."""

_AT = re.compile(r" - at (?:`key` in )?`\$([^`]*)`\Z")
_STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`\Z", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(\w+)`\Z")
_MAX_SHOWN: Final = 64


class _Heading(Struct, frozen=True):
    """What is looked for in a line that is no request; its other fields are skipped."""

    type: Any = None


_heading = msgspec.json.Decoder(_Heading)


class Explainer:
    """Explains what does not decode as one of *requests*, a union of tagged structs."""

    def __init__(self, requests: object) -> None:
        self._types = {
            str(member.tag): member
            for member in _members(inspect.type_info(requests))
            if isinstance(member, inspect.StructType)
        }

    @property
    def tags(self) -> tuple[str, ...]:
        """The types of requests there are."""
        return tuple(self._types)

    def explain(self, line: bytes, error: msgspec.MsgspecError | RecursionError) -> Refused:
        """Say why *line* is no request, given what its decoding raised."""
        if not isinstance(error, msgspec.ValidationError):
            return not_json()
        try:
            msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            # The types were found wrong before the rest was read.
            return not_json()
        try:
            said = _heading.decode(line).type
        except msgspec.ValidationError:
            return Refused(LINE, "A request is one JSON object with a `type`.", "one JSON object")
        types = f"one of {', '.join(self.tags)}"
        if not isinstance(said, str) or said not in self._types:
            known = "There is no request of this type." if said else "A request has a `type`."
            return Refused("type", known, types)
        text = str(error)
        at = _AT.search(text)
        path = "" if at is None else at.group(1).removeprefix(".")
        return _explain(text if at is None else text[: at.start()], path, self._types[said])


def not_json() -> Refused:
    """What is said of a line that is no JSON at all."""
    return Refused(LINE, "The line is not JSON in UTF-8.", "one JSON object")


def _explain(what: str, path: str, request: inspect.Type) -> Refused:
    here = _find(request, path)
    unknown = _UNKNOWN.match(what)
    if unknown is not None:
        name = unknown.group(1)[:_MAX_SHOWN]
        return Refused(_join(path, name), "There is no such field here.", _names(here))
    missing = _MISSING.match(what)
    if missing is not None:
        name = missing.group(1)
        return Refused(_join(path, name), "This field is missing.", _described(_step(here, name)))
    accepted = _described(here)
    return Refused(path or LINE, f"This is not accepted: {_lowered(what)}.", accepted)


def _lowered(what: str) -> str:
    """What msgspec says, without its signs for code."""
    return (what[:1].lower() + what[1:]).replace("`", "")[: _MAX_SHOWN * 2]


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _members(type_: inspect.Type) -> tuple[inspect.Type, ...]:
    return tuple(type_.types) if isinstance(type_, inspect.UnionType) else (type_,)


def _bare(type_: inspect.Type) -> inspect.Type:
    return _bare(type_.type) if isinstance(type_, inspect.Metadata) else type_


def _find(request: inspect.Type, path: str) -> inspect.Type | None:
    here: inspect.Type | None = request
    for step in _STEP.finditer(f".{path}" if path else ""):
        here = _step(here, step.group(1))
    return here


def _step(here: inspect.Type | None, name: str | None) -> inspect.Type | None:
    """Go to the field *name* of an object, or into a list or mapping when it is None."""
    for each in () if here is None else _members(_bare(here)):
        member = _bare(each)
        if name is None and isinstance(member, inspect.VarTupleType):
            return member.item_type
        if name is None and isinstance(member, inspect.DictType):
            return member.value_type
        if name is not None and isinstance(member, inspect.StructType):
            for field in member.fields:
                if field.encode_name == name:
                    return field.type
            if name == member.tag_field:
                return here
    return None


def _names(here: inspect.Type | None) -> str | None:
    names: dict[str, None] = {}
    for each in () if here is None else _members(_bare(here)):
        member = _bare(each)
        if isinstance(member, inspect.StructType):
            if member.tag_field:
                names[member.tag_field] = None
            names |= dict.fromkeys(field.encode_name for field in member.fields)
    return f"the fields {', '.join(names)}" if names else None


def _described(here: inspect.Type | None) -> str | None:
    """Say in words what *here* accepts; None where the type does not tell."""
    if here is None:
        return None
    type_ = _bare(here)
    match type_:
        case inspect.UnionType():
            return _described_union(type_)
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"a whole number{_range(type_.ge, _most(type_), '')}"
        case inspect.StrType():
            return f"text{_range(type_.min_length, type_.max_length, ' characters')}"
        case inspect.EnumType():
            return f"one of {', '.join(str(each.value) for each in type_.cls)}"
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, type_.values))}"
        case inspect.VarTupleType():
            items = _range(type_.min_length, type_.max_length, " items")
            return f"a list{items}, each {_described(type_.item_type)}"
        case inspect.DictType():
            return "an object of names and values"
        case inspect.StructType():
            return f"an object of type {type_.tag}" if type_.tag else "an object"
        case _:
            return None


def _described_union(union: inspect.UnionType) -> str:
    words = [_described(member) for member in union.types]
    return " or ".join(word for word in words if word is not None)


def _most(type_: inspect.IntType) -> int | None:
    return type_.lt - 1 if type_.lt is not None else type_.le


def _range(low: int | None, high: int | None, unit: str) -> str:
    if low is None and high is None:
        return ""
    if low is None:
        return f" of at most {high}{unit}"
    if high is None:
        return f" of at least {low}{unit}"
    return f" from {low} to {high}{unit}"
