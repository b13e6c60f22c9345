"""The golden refusals: what is no message is refused with the code and field that are published."""

import base64
import json
from typing import Any

import jsonschema
import msgspec
import pytest

from protocol.codec import SUBPROTOCOLS, BadMessage, Encoding, decode_from_client
from protocol.codes import Code
from tests.protocol.golden import refusals, schema_of


def frames_of(refused: dict[str, Any]) -> list[tuple[str | bytes, Encoding]]:
    """The frames that carry a refused message: given as they are, or as a message in both forms."""
    if "message" in refused:
        message = refused["message"]
        return [
            (json.dumps(message), Encoding.JSON),
            (msgspec.msgpack.encode(message), Encoding.MSGPACK),
        ]
    encoding = SUBPROTOCOLS[refused["subprotocol"]]
    if "text" in refused:
        return [(refused["text"], encoding)]
    return [(base64.b64decode(refused["binary"]), encoding)]


@pytest.mark.parametrize("refused", refusals(), ids=lambda refused: refused["what"])
def test_is_refused_as_published(refused: dict[str, Any]) -> None:
    """A malformed message is refused with its code, field and id, in either encoding."""
    for frame, encoding in frames_of(refused):
        with pytest.raises(BadMessage) as caught:
            decode_from_client(frame, encoding)
        assert (caught.value.code, caught.value.field) == (Code(refused["code"]), refused["field"])
        if "id" in refused:
            assert caught.value.id == refused["id"]


def test_the_schema_refuses_it_too() -> None:
    """Who validates before sending finds every message that the server would call invalid."""
    validator = jsonschema.Draft202012Validator(schema_of("FromClient"))
    for refused in refusals():
        for frame, encoding in frames_of(refused):
            # Broken JSON is not for a schema, nor is 3.0, which JSON Schema calls an integer.
            if encoding is Encoding.JSON and refused["code"] != "malformed" and "3.0" not in frame:
                assert not validator.is_valid(json.loads(frame)), refused["what"]
