"""The golden examples of `protocol/examples`, as the tests read them."""

import json
from typing import Any

from protocol.generate import HERE
from protocol.generating_json_schema import json_schemas

EXAMPLES = HERE / "examples"

FILES = {"from_client": "FromClient", "from_server": "FromServer", "events": "Event"}
"""The files of valid examples, each with the union that its messages are of."""

SCHEMAS = {
    "FromClient": "from_client.schema.json",
    "FromServer": "from_server.schema.json",
    "Event": "event.schema.json",
}


def examples_of(file: str) -> list[tuple[str, Any]]:
    """The examples of a file: the type under which each is listed, and the message."""
    listed = json.loads((EXAMPLES / f"{file}.json").read_text(encoding="utf-8"))
    return [(type_, each["message"]) for type_, several in listed.items() for each in several]


def all_examples() -> list[tuple[str, str, Any]]:
    """Every valid example: union, type and message."""
    return [(union, *each) for file, union in FILES.items() for each in examples_of(file)]


def refusals() -> list[dict[str, Any]]:
    """Messages of clients that mean nothing here, each with what is said of it."""
    found: list[dict[str, Any]] = json.loads(
        (EXAMPLES / "refused.json").read_text(encoding="utf-8")
    )
    return found


def schema_of(union: str) -> dict[str, Any]:
    """The generated JSON Schema of a union."""
    schema: dict[str, Any] = json.loads(json_schemas()[SCHEMAS[union]])
    return schema
