"""Frames of both encodings."""

import json

import msgspec
import pytest
from coterie_client.codec import Codec, Undecodable

GOOD = {"type": "pong", "id": "1", "name": "Zoë Łucja Ольга 李 👩‍👩‍👧"}


def test_bytes_are_base64_in_json_and_bin_in_msgpack() -> None:
    """As the protocol says."""
    message = {"type": "hello", "token": b"\xfb\xff\x00"}
    assert json.loads(Codec("json").encode(message))["token"] == "+/8A"
    assert msgspec.msgpack.decode(Codec("msgpack").encode(message)) == message


@pytest.mark.parametrize("encoding", ["json", "msgpack"])
def test_every_name_comes_through_exactly(encoding: str) -> None:
    """Composed, decomposed, with joiners: as it was sent."""
    encoder = msgspec.json if encoding == "json" else msgspec.msgpack
    items = [GOOD, {"type": "pong", "id": "Zoe\u0308"}]
    assert Codec(encoding).decode(encoder.encode(items)) == items


@pytest.mark.parametrize(
    ("encoding", "frame"),
    [
        ("json", b'[{"type":"a"},{"type":"\xff"},7,{"no":"type"},{"type":"b"}]'),
        (
            "msgpack",
            b"\x95\x81\xa4type\xa1a\x81\xa4type\xa1\xff\x07\x81\xa2no\xa4type\x81\xa4type\xa1b",
        ),
    ],
)
def test_a_bad_item_leaves_its_neighbours_alone(encoding: str, frame: bytes) -> None:
    """Text that is not UTF-8, a number, an object without a type: one report each."""
    first, *bad, last = Codec(encoding).decode(frame)
    assert (first, last) == ({"type": "a"}, {"type": "b"})
    assert [isinstance(item, Undecodable) for item in bad] == [True, True, True]


@pytest.mark.parametrize(
    ("encoding", "frame"),
    [
        ("json", b""),
        ("json", b"{}"),
        ("json", b'[{"type":"a"'),
        ("json", b'["\\ud800"]'),
        ("json", b"[" * 5000),
        ("msgpack", b""),
        ("msgpack", b"\x80"),
        ("msgpack", b"\x93\x01"),
        ("msgpack", b"\x91" * 5000),
    ],
)
def test_a_bad_frame_is_one_report(encoding: str, frame: bytes) -> None:
    """Whatever comes, nothing is raised."""
    [item] = Codec(encoding).decode(frame)
    assert isinstance(item, Undecodable)


def test_an_unknown_encoding_is_refused() -> None:
    """By name."""
    with pytest.raises(ValueError, match="yaml"):
        Codec("yaml")  # type: ignore[arg-type]
