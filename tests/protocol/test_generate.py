"""What is generated from the message types is up to date, portable and complete."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

from protocol import generate
from protocol.codes import CloseCode
from protocol.generating_document import with_fields
from protocol.generating_json_schema import json_schemas
from protocol.generating_types import UNIONS, all_types
from protocol.generating_typescript import typescript
from tests.protocol.golden import SCHEMAS, schema_of

PORTABLE = {
    *("$schema", "$defs", "$ref", "title", "description", "default"),
    *("type", "enum", "const", "anyOf"),
    *("properties", "required", "additionalProperties", "propertyNames"),
    *("items", "prefixItems", "minItems", "maxItems", "maxProperties"),
    *("minLength", "maxLength", "pattern", "contentEncoding", "minimum", "maximum"),
}
"""The words of JSON Schema that are used, all of them the standard's own."""


def test_nothing_is_stale() -> None:
    """The generated files in the tree are what the types say now."""
    outdated = [str(path.relative_to(generate.HERE.parent)) for path in generate.stale()]
    assert not outdated, f"stale; mend them with `{generate.COMMAND}` (or `make schema`)"


def test_stale_files_are_found_and_mended(tmp_path: Path) -> None:
    """A changed, missing or foreign file is reported, and gone after one run of the command."""
    (tmp_path / "PROTOCOL.md").write_text("| event | fields |\n| --- | --- |\n| `healed` | ? |\n")
    everything = set(generate.generated(tmp_path))
    assert set(generate.write(tmp_path)) == everything
    assert generate.stale(tmp_path) == []
    changed, missing = sorted((tmp_path / "schema").iterdir())[:2]
    changed.write_text("{}\n")
    missing.unlink()
    foreign = tmp_path / "schema" / "old.schema.json"
    foreign.write_text("{}\n")
    assert generate.stale(tmp_path) == sorted([changed, missing, foreign])
    generate.write(tmp_path)
    assert generate.stale(tmp_path) == []
    assert not foreign.exists()


def test_check_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """`--check` says what is stale and how to mend it, and writes nothing."""
    before = {path: path.read_bytes() for path in generate.generated()}
    status = generate.main(["--check"])
    assert status == (1 if capsys.readouterr().err else 0)
    assert before == {path: path.read_bytes() for path in before}


def test_every_type_is_described() -> None:
    """Who reads a schema finds a sentence at every type."""
    for union in UNIONS.keys() & SCHEMAS.keys():
        for name, definition in schema_of(union)["$defs"].items():
            assert definition.get("description"), name


@pytest.mark.parametrize("union", SCHEMAS)
def test_a_schema_is_portable(union: str) -> None:
    """A schema uses the standard's words alone, and expressions that every dialect reads alike."""
    words = dict(schema_words(schema_of(union)))
    assert words.keys() <= PORTABLE
    for pattern in re.findall(r'"pattern": "(.*)"', json_schemas()[SCHEMAS[union]]):
        assert pattern.startswith("^")
        assert pattern.endswith("$")
        assert r"\\A" not in pattern


def schema_words(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every word of a schema with its value; names of fields and types are no words."""
    if isinstance(schema, list):
        for each in schema:
            yield from schema_words(each)
    if isinstance(schema, dict):
        for word, value in schema.items():
            yield word, value
            if word in ("properties", "$defs"):
                yield from schema_words(list(value.values()))
            elif word not in ("default", "enum", "const", "required"):
                yield from schema_words(value)


def test_what_clients_send_is_closed_and_what_they_get_is_open() -> None:
    """The server refuses unknown fields; a client that validates takes fields of a newer server."""
    for name, definition in schema_of("FromClient")["$defs"].items():
        if definition.get("type") == "object":
            assert definition["additionalProperties"] is False, name
    for union in ("FromServer", "Event"):
        assert ("additionalProperties", False) not in [
            (word, value) for word, value in schema_words(schema_of(union)) if value is False
        ]


def test_typescript_has_every_type_and_field() -> None:
    """The definitions leave nothing out."""
    text = typescript()
    for name, type_ in all_types().items():
        if isinstance(type_, inspect.EnumType):
            words = re.search(rf"export type {name} =(.*?);\n", text, re.DOTALL)
            assert words is not None, name
            assert all(f'"{each.value}"' in words[1] for each in type_.cls), name
            continue
        body = re.search(rf"export interface {name} \{{\n(.*?)\n\}}", text, re.DOTALL)
        assert body is not None, name
        for field in type_.fields:
            mark = "" if field.required else r"\?"
            assert re.search(rf"^  {field.encode_name}{mark}: ", body[1], re.MULTILINE), name
    assert all(f"| {code.value}" in text for code in CloseCode)


def test_a_table_of_fields_names_types_that_exist() -> None:
    """A row about something that is no message is a mistake in the document."""
    with pytest.raises(ValueError, match="no intent called teleport"):
        with_fields("| intent | fields |\n| --- | --- |\n| `teleport` | |")
