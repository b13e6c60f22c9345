"""JSON and MessagePack on the wire; a message that cannot be read never takes others with it."""

from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from coterie_client.wire import Json

Encoding = Literal["json", "msgpack"]

UNREADABLE = (msgspec.MsgspecError, ValueError, RecursionError)
"""What decoding raises; not every version of msgspec makes its errors ValueErrors."""

_RAW_JSON = msgspec.json.Decoder(list[msgspec.Raw])
_RAW_MSGPACK = msgspec.msgpack.Decoder(list[msgspec.Raw])


@dataclass(frozen=True, slots=True)
class Undecodable:
    """An item, or a whole frame, that could not be read, and why."""

    why: str
    is_frame: bool = False


class Codec:
    """Encodes client messages and decodes server frames in one of the two encodings."""

    def __init__(self, encoding: Encoding) -> None:
        if encoding not in ("json", "msgpack"):
            raise ValueError(f"encoding must be json or msgpack, not {encoding!r}")
        self.is_text = encoding == "json"
        self.subprotocol = f"coterie.v1.{encoding}"

    def encode(self, message: Json) -> bytes:
        """
        One client message as a frame; bytes become base64 in JSON and bin in MessagePack.

        Raises:
            TypeError: A value is of a kind that cannot travel.
        """
        if self.is_text:
            return msgspec.json.encode(message)
        return msgspec.msgpack.encode(message)

    def decode(self, frame: bytes) -> list[Json | Undecodable]:
        """The items of one server frame, in order, each read on its own."""
        try:
            raws = (_RAW_JSON if self.is_text else _RAW_MSGPACK).decode(frame)
        except UNREADABLE as error:
            return [Undecodable(f"a message could not be read: {error}", is_frame=True)]
        return [self._decode_item(raw) for raw in raws]

    def _decode_item(self, raw: msgspec.Raw) -> Json | Undecodable:
        try:
            item: Any = msgspec.json.decode(raw) if self.is_text else msgspec.msgpack.decode(raw)
        except UNREADABLE as error:
            return Undecodable(f"an item could not be read: {error}")
        if not isinstance(item, dict) or not isinstance(item.get("type"), str):
            return Undecodable("an item is no object with a type")
        return item
