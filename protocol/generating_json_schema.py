"""
JSON Schema (2020-12) of everything that travels, from the message types.

msgspec makes the schemas; here they become portable, and open where clients must be: what a client
sends has no unknown fields, what the server sends may get new ones.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from protocol.character_file import CharacterFile
from protocol.generating_types import UNIONS, all_types, paragraphs

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_FILES = {
    "from_client.schema.json": (
        "FromClient",
        "One message of a client: the whole content of one text frame. Unknown fields are refused.",
    ),
    "from_server.schema.json": (
        "FromServer",
        "One item of the server; a text frame carries an array of them. Clients ignore unknown "
        "fields, and items of an unknown type: this describes what this version sends.",
    ),
    "event.schema.json": (
        "Event",
        "The body of an event. Clients ignore unknown fields, and events of an unknown type: this "
        "describes what this version sends.",
    ),
    "character_file.schema.json": (
        "CharacterFile",
        "A character as clients keep it and give it to another table. The server never reads it: "
        "a client makes of it the intents that create the character.",
    ),
}

_CLOSED = ("FromClient", "CharacterFile")
"""What has no unknown fields."""


def json_schemas() -> Mapping[str, str]:
    """The schema files: name and text."""
    return {
        name: json.dumps(_schema(*what), indent=2, ensure_ascii=False) + "\n"
        for name, what in _FILES.items()
    }


def _schema(union: str, description: str) -> dict[str, Any]:
    described = CharacterFile if union == "CharacterFile" else UNIONS[union]
    (root,), components = msgspec.json.schema_components([described], ref_template="#/$defs/{name}")
    for name, definition in components.items():
        _say_base64(name, definition)
    is_open = union not in _CLOSED
    return {
        "$schema": DIALECT,
        "title": union,
        "description": description,
        **_portable(root, is_open=is_open),
        "$defs": {
            name: _portable(components[name], is_open=is_open) for name in sorted(components)
        },
    }


def _say_base64(name: str, definition: dict[str, Any]) -> None:
    """Give fields of bytes the expression of their base64: its length alone allows two sizes."""
    struct = all_types().get(name)
    for field in struct.fields if isinstance(struct, inspect.StructType) else ():
        if isinstance(field.type, inspect.BytesType):
            size = field.type.max_length
            if size is None or size != field.type.min_length:
                raise ValueError(f"{name}.{field.name} has no fixed size")
            digits, padding = (size * 8 + 5) // 6, -size % 3
            pattern = f"^[A-Za-z0-9+/]{{{digits}}}{'=' * padding}$"
            definition["properties"][field.encode_name]["pattern"] = pattern


def _portable(schema: dict[str, Any], *, is_open: bool) -> dict[str, Any]:
    """Say the same in words that every validator knows; *is_open* allows unknown fields."""
    said: dict[str, Any] = {}
    for word, value in schema.items():
        match word, value:
            case "discriminator", _:
                # A word of OpenAPI; each member's `type` is a constant, which says as much.
                continue
            case "additionalProperties", False if is_open:
                continue
            case "enum", [only]:
                said["const"] = only
            case "pattern", str():
                said[word] = _ecma(value)
            case "description", str():
                said[word] = "\n\n".join(paragraphs(value))
            case "properties" | "$defs", dict():
                said[word] = {
                    name: _portable(each, is_open=is_open) for name, each in value.items()
                }
            case "default" | "required" | "enum", _:
                said[word] = value
            case _, dict():
                said[word] = _portable(value, is_open=is_open)
            case _, list():
                said[word] = [
                    _portable(each, is_open=is_open) if isinstance(each, dict) else each
                    for each in value
                ]
            case _:
                said[word] = value
    return said


def _ecma(pattern: str) -> str:
    r"""Turn Python's `\A` and `\Z` into what JSON Schema's expressions have for them."""
    return re.sub(r"\\Z\Z", "$", re.sub(r"\A\\A", "^", pattern))
