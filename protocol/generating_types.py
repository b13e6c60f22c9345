"""The message types as the generators walk through them: unions, Structs, vocabularies, words."""

import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NewType, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, inspect

from protocol.defaults import said_fields
from protocol.events import Event
from protocol.from_client import FromClient, Intent, Query
from protocol.from_server import FromServer

UNIONS: dict[str, Any] = {
    "FromClient": FromClient,
    "FromServer": FromServer,
    "Event": Event,
    "Intent": Intent,
    "Query": Query,
}
"""The unions that have a name of their own."""

ROOTS = ("FromClient", "FromServer", "Event")
"""The unions from which all other types are reached."""


@cache
def structs_of(union: str) -> tuple[inspect.StructType, ...]:
    """The Structs of a union, as it lists them."""
    return tuple(
        found
        for found in inspect.multi_type_info(UNIONS[union].__args__)
        if isinstance(found, inspect.StructType)
    )


def reached(type_: inspect.Type) -> Iterator[inspect.StructType | inspect.EnumType]:
    """Every Struct and vocabulary in *type_*, itself included; some more than once."""
    match type_:
        case inspect.Metadata():
            yield from reached(type_.type)
        case inspect.UnionType():
            for each in type_.types:
                yield from reached(each)
        case inspect.VarTupleType():
            yield from reached(type_.item_type)
        case inspect.TupleType():
            for each in type_.item_types:
                yield from reached(each)
        case inspect.DictType():
            yield from reached(type_.key_type)
            yield from reached(type_.value_type)
        case inspect.EnumType():
            yield type_
        case inspect.StructType():
            yield type_
            for field in type_.fields:
                yield from reached(field.type)
        case _:
            return


@cache
def all_types() -> Mapping[str, inspect.StructType | inspect.EnumType]:
    """Every Struct and vocabulary that travels, by the name of its class."""
    found: dict[str, inspect.StructType | inspect.EnumType] = {}
    for union in ROOTS:
        for struct in structs_of(union):
            for each in reached(struct):
                known = found.setdefault(each.cls.__name__, each)
                if known.cls is not each.cls:
                    raise ValueError(f"two types are called {each.cls.__name__}")
    return found


def new_types_of(struct: inspect.StructType) -> dict[str, NewType]:
    """Which fields hold ids, positions and the like, each with the name it has in `ids`."""
    hints = get_type_hints(struct.cls, include_extras=True)
    found = {}
    for field in struct.fields:
        for part in _parts(hints[field.name]):
            if isinstance(part, NewType):
                found[field.encode_name] = part
    return found


def _parts(hint: Any) -> Iterator[Any]:
    """A type hint and everything it is made of."""
    yield hint
    for part in get_args(hint):
        yield from _parts(part)


def is_nullable(type_: inspect.Type) -> bool:
    """Whether null is among what *type_* takes."""
    return isinstance(type_, inspect.UnionType) and any(
        isinstance(each, inspect.NoneType) for each in type_.types
    )


def without_null(type_: inspect.Type) -> tuple[inspect.Type, ...]:
    """What *type_* takes beside null."""
    if isinstance(type_, inspect.UnionType):
        return tuple(each for each in type_.types if not isinstance(each, inspect.NoneType))
    return (type_,)


def default_of(field: inspect.Field) -> Any:
    """What a field is that was left out, as plain data; `UNSET` for one that must be there."""
    if field.required:
        return UNSET
    default = field.default
    if field.default_factory is not NODEFAULT:
        default = field.default_factory()
    if isinstance(default, Struct):
        return _as_sent(default)
    return msgspec.to_builtins(default)


def _as_sent(struct: Struct) -> dict[str, Any]:
    """A Struct as a client may send it: without what stands at its default."""
    config = struct.__struct_config__
    said: dict[str, Any] = {} if config.tag is None else {str(config.tag_field): config.tag}
    for name, value in said_fields(struct):
        said[name] = msgspec.to_builtins(value)
    return said


def paragraphs(docstring: str | None) -> list[str]:
    """The paragraphs of a docstring, each on one line."""
    text = textwrap.dedent("    " + (docstring or "")).strip()
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
