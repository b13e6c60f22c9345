"""
JSON and MessagePack: the same messages in either, strictly decoded, encoded once and spliced.

Everything here is a pure function of its arguments. A message that does not decode raises
`BadMessage` and nothing else, whatever its bytes.
"""

import hashlib
import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct, inspect

from protocol.bad_message import (
    BadMessage,
    Heading,
    explain_invalid,
    explain_malformed,
    loose_id,
    plausible_id,
)
from protocol.codes import Code
from protocol.defaults import said_fields
from protocol.events import Event
from protocol.from_client import FromClient, Intent
from protocol.from_server import FromServer
from protocol.ids import Mark, ViewSeq

__all__ = [
    "SUBPROTOCOLS",
    "BadMessage",
    "Encoding",
    "decode_from_client",
    "encode_event_body",
    "encode_item",
    "find_id",
    "intent_digest",
    "join_items",
    "json_body_to",
    "splice_event",
]


class Encoding(StrEnum):
    """How a connection wants its messages encoded."""

    JSON = "json"
    MSGPACK = "msgpack"


SUBPROTOCOLS = {
    "coterie.v1.json": Encoding.JSON,
    "coterie.v1.msgpack": Encoding.MSGPACK,
}
"""WebSocket subprotocols, best first where a client offers both."""

_JSON = Encoding.JSON
"""Asked for at every message; looking it up in the enumeration takes longer than comparing it."""

_FROM_JSON = msgspec.json.Decoder(FromClient)
_FROM_MSGPACK = msgspec.msgpack.Decoder(FromClient)
_HEADING_JSON = msgspec.json.Decoder(Heading)
_HEADING_MSGPACK = msgspec.msgpack.Decoder(Heading)
_ANY_JSON = msgspec.json.Decoder()
_EVENT_JSON = msgspec.json.Decoder(Event)
_ANY_MSGPACK = msgspec.msgpack.Decoder()
_TO_JSON = msgspec.json.Encoder()
_TO_MSGPACK = msgspec.msgpack.Encoder()
_CANONICAL = msgspec.msgpack.Encoder(order="sorted")

_UNDECODABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


# --- from clients -------------------------------------------------------------------------------


def decode_from_client(data: str | bytes, encoding: Encoding) -> FromClient:
    """
    Decode one message of a client, strictly.

    Args:
        data: What a WebSocket message carried: `str` if it was text, `bytes` if it was binary.
            Bounded by the caller; the time taken is proportional to its length.
        encoding: What was agreed for the connection: JSON comes as text, MessagePack as binary.

    Raises:
        BadMessage: The message means nothing here, for any reason.
    """
    if encoding is _JSON:
        if not isinstance(data, str):
            message = "On this connection messages are JSON, in text frames."
            raise BadMessage(Code.MALFORMED, None, None, message, "text frames")
        return _decode_json(data)
    if not isinstance(data, bytes):
        message = "On this connection messages are MessagePack, in binary frames."
        raise BadMessage(Code.MALFORMED, None, None, message, "binary frames")
    return _decode_msgpack(data)


def _decode_json(data: str) -> FromClient:
    try:
        message = _FROM_JSON.decode(data)
    except _UNDECODABLE as error:
        raise _explain(error, "JSON", *_heading_of(data)) from None
    # msgspec takes the last of two equal keys; another reader may take the first. There are none
    # where every colon stands behind a key of its own, as in most messages, nor in a message that
    # comes out of a decoder as it went in; only another one is worth a walk.
    fields = _ANY_JSON.decode(data)
    if data.count(":") != len(fields) and _TO_JSON.encode(fields) != data.encode():
        _refuse_repeated_json.decode(data)
    return message


def _decode_msgpack(data: bytes) -> FromClient:
    try:
        message = _FROM_MSGPACK.decode(data)
    except _UNDECODABLE as error:
        raise _explain(error, "MessagePack", *_heading_of(data)) from None
    # As in JSON: what comes out as it went in has no repeated keys.
    if _TO_MSGPACK.encode(_ANY_MSGPACK.decode(data)) != data:
        _refuse_repeated_msgpack(data, 0)
    return message


def find_id(data: str | bytes) -> str | None:
    """Find the id of a request that is not decoded for another reason, such as its size."""
    return _heading_of(data)[1]


def _heading_of(data: str | bytes) -> tuple[object, str | None]:
    """Find type and id in a message that does not decode, as far as they can be found."""
    try:
        if isinstance(data, str):
            heading = _HEADING_JSON.decode(data)
            type_, id = _read(heading.type, _ANY_JSON), _read(heading.id, _ANY_JSON)
        else:
            heading = _HEADING_MSGPACK.decode(data)
            type_, id = _read(heading.type, _ANY_MSGPACK), _read(heading.id, _ANY_MSGPACK)
    except _UNDECODABLE:
        return None, loose_id(data) if isinstance(data, str) else None
    return type_, plausible_id(id)


def _read(raw: Any, decoder: Any) -> object:
    """Decode one field of a heading, whatever it is; None when it was not there."""
    return None if raw is msgspec.UNSET else decoder.decode(raw)


def _explain(error: Exception, what: str, type_: object, id: str | None) -> BadMessage:
    if isinstance(error, msgspec.ValidationError):
        return explain_invalid(error, type_, id)
    return explain_malformed(error, what, id)


def _repeated(name: object) -> BadMessage:
    field = plausible_id(name)
    what = "A field" if field is None else f"The field `{field}`"
    return BadMessage(Code.MALFORMED, None, field, f"{what} stands there twice.")


def _unique(pairs: list[tuple[str, Any]]) -> None:
    names: set[str] = set()
    for name, _ in pairs:
        if name in names:
            raise _repeated(name)
        names.add(name)


# Used on messages that decoded, which bounds their depth and leaves strictness to msgspec.
_refuse_repeated_json = json.JSONDecoder(object_pairs_hook=_unique, strict=False)

# How many bytes follow the first one where that gives a length of its own, or is a plain value.
_SIZES = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_WIDTHS = {0xCA: 4, 0xCB: 8, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_WIDTHS |= {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}


def _refuse_repeated_msgpack(data: bytes, at: int) -> int:
    """Walk over the value that begins at *at*; refuse repeated keys; say where it ends."""
    first = data[at]
    at += 1
    if first in _SIZES:
        width = _SIZES[first]
        return at + width + int.from_bytes(data[at : at + width], "big")
    if first in _WIDTHS:
        return at + _WIDTHS[first]
    if 0xA0 <= first <= 0xBF:
        return at + (first & 0x1F)
    if 0x80 <= first <= 0x9F:
        count, is_map = first & 0x0F, first < 0x90
    elif first in (0xDC, 0xDD, 0xDE, 0xDF):
        width = 2 if first in (0xDC, 0xDE) else 4
        count, is_map = int.from_bytes(data[at : at + width], "big"), first >= 0xDE
        at += width
    else:
        return at
    names: set[object] = set()
    for _ in range(count):
        if is_map:
            start, at = at, _refuse_repeated_msgpack(data, at)
            name = _ANY_MSGPACK.decode(data[start:at])
            if name in names:
                raise _repeated(name)
            names.add(name)
        at = _refuse_repeated_msgpack(data, at)
    return at


# --- to clients ---------------------------------------------------------------------------------


def encode_item(item: FromServer, encoding: Encoding) -> bytes:
    """Encode one message of the server, without the array that goes around it."""
    return _TO_JSON.encode(item) if encoding is _JSON else _TO_MSGPACK.encode(item)


def join_items(items: Sequence[bytes], encoding: Encoding) -> bytes:
    """Make the array that travels out of items already encoded."""
    if encoding is _JSON:
        return b"[" + b",".join(items) + b"]"
    count = len(items)
    if count < 16:
        header = bytes((0x90 | count,))
    elif count < 1 << 16:
        header = b"\xdc" + count.to_bytes(2, "big")
    else:
        header = b"\xdd" + count.to_bytes(4, "big")
    return header + b"".join(items)


def encode_event_body(event: Event, encoding: Encoding) -> bytes:
    """Encode an event alone; in JSON that is also the form in which it is stored."""
    return _TO_JSON.encode(event) if encoding is _JSON else _TO_MSGPACK.encode(event)


def json_body_to(encoding: Encoding, body: bytes) -> bytes:
    """Turn an event body stored as JSON into what `splice_event` takes for *encoding*."""
    # Only the types know which texts are bytes, the one kind of value written differently.
    return body if encoding is _JSON else _TO_MSGPACK.encode(_EVENT_JSON.decode(body))


# A map of five, and its first keys, as `EventPush` has them.
_EVENT_HEAD = b"\x85\xa4type\xa5event\xa3seq"


def splice_event(seq: ViewSeq, mark: Mark, at_ms: int, body: bytes, encoding: Encoding) -> bytes:
    """
    Make the bytes of an encoded `EventPush` around an event body that is already encoded.

    Whoever sees the same event shares its body; only number and mark are a viewer's own.
    """
    if encoding is _JSON:
        whole = b'{"type":"event","seq":%d,"mark":%b,"at":%d,"event":%b}'
        return whole % (seq, _TO_JSON.encode(mark), at_ms, body)
    encode = _TO_MSGPACK.encode
    middle = (_EVENT_HEAD, encode(seq), b"\xa4mark", encode(mark), b"\xa2at", encode(at_ms))
    return b"".join(middle) + b"\xa5event" + body


# --- what an id is bound to ---------------------------------------------------------------------


def intent_digest(intent: Intent) -> bytes:
    """
    Compute the SHA-256 of what an intent says, the same whatever encoding it came in.

    Fields that stand at their defaults are left out and the others sorted by name, so a field
    added later, with a default, does not change the digest of an old intent.
    """
    plain = _without_defaults(intent) if type(intent) in _SHOWS_DEFAULTS else intent
    return hashlib.sha256(_CANONICAL.encode(plain)).digest()


def _without_defaults(struct: Struct) -> dict[str, object]:
    """Turn a Struct into a mapping like the one that `omit_defaults` would encode."""
    config = struct.__struct_config__
    plain: dict[str, object] = {}
    if config.tag_field is not None:
        plain[config.tag_field] = config.tag
    for name, value in said_fields(struct):
        plain[name] = _without_defaults(value) if isinstance(value, Struct) else value
    return plain


def _shows_defaults(type_: inspect.Type) -> bool:
    """Whether a Struct with defaults that are always encoded is anywhere within *type_*."""
    match type_:
        case inspect.Metadata():
            return _shows_defaults(type_.type)
        case inspect.UnionType():
            return any(_shows_defaults(each) for each in type_.types)
        case inspect.VarTupleType():
            return _shows_defaults(type_.item_type)
        case inspect.StructType():
            if not type_.cls.__struct_config__.omit_defaults and any(
                not field.required for field in type_.fields
            ):
                return True
            return any(_shows_defaults(field.type) for field in type_.fields)
        case _:
            return False


_SHOWS_DEFAULTS = frozenset(
    type_.cls
    for type_ in inspect.multi_type_info(Intent.__args__)
    if isinstance(type_, inspect.StructType) and _shows_defaults(type_)
)
"""Intents that hold house rules, which are always written out in full."""
