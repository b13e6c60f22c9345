"""The golden examples: every message type has one, and each is what the types say."""

import json
from typing import Any

import jsonschema
import msgspec
import pytest

from protocol.codec import Encoding, decode_from_client
from protocol.generating_types import UNIONS, structs_of
from tests.protocol.golden import FILES, all_examples, examples_of, schema_of

IDS = [f"{union}-{type_}" for union, type_, _ in all_examples()]

every_example = pytest.mark.parametrize(("union", "type_", "message"), all_examples(), ids=IDS)


@pytest.mark.parametrize(("file", "union"), FILES.items())
def test_every_type_has_an_example(file: str, union: str) -> None:
    """A new message type is published with an example, and none is listed that does not exist."""
    listed = {type_ for type_, _ in examples_of(file)}
    assert listed == {str(struct.tag) for struct in structs_of(union)}


@every_example
def test_is_listed_under_its_type(union: str, type_: str, message: Any) -> None:
    """Who looks for examples of a type finds them under its name."""
    assert message["type"] == type_


@every_example
def test_is_the_same_when_encoded_again(union: str, type_: str, message: Any) -> None:
    """An example has no field that the types do not know, and none that would be left out."""
    text = json.dumps(message)
    decoded = msgspec.json.decode(text, type=UNIONS[union])
    assert json.loads(msgspec.json.encode(decoded)) == message
    if union == "FromClient":
        assert decode_from_client(text, Encoding.JSON) == decoded


@every_example
def test_survives_messagepack(union: str, type_: str, message: Any) -> None:
    """The same message in MessagePack is the same message."""
    decoded = msgspec.json.decode(json.dumps(message), type=UNIONS[union])
    packed = msgspec.msgpack.encode(decoded)
    assert msgspec.msgpack.decode(packed, type=UNIONS[union]) == decoded
    if union == "FromClient":
        assert decode_from_client(packed, Encoding.MSGPACK) == decoded


@pytest.mark.parametrize("union", FILES.values())
def test_fits_the_schema(union: str) -> None:
    """The published JSON Schema accepts every example."""
    schema = schema_of(union)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for other, type_, message in all_examples():
        if other == union:
            assert [error.message for error in validator.iter_errors(message)] == [], type_
