"""Bytes as JSON has them: standard base64 with padding. MessagePack brings them as they are."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any


def as_text(value: object) -> str:
    """
    Bytes of a message, in the one form that this client keeps.

    Raises:
        TypeError: It is neither text nor bytes.
    """
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if not isinstance(value, str):
        raise TypeError(f"bytes stand as text or as bytes, not as {type(value).__name__}")
    return value


def as_bytes(value: object, length: int | None = None) -> bytes:
    """
    The bytes that a message means.

    Raises:
        ValueError: It is no base64, or not *length* bytes long.
        TypeError: It is neither text nor bytes.
    """
    try:
        read = base64.b64decode(as_text(value), validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    if length is not None and len(read) != length:
        raise ValueError(f"{len(read)} bytes where {length} are due")
    return read


def to_wire(message: Mapping[str, Any]) -> dict[str, Any]:
    """A claim, or an intent with entropy, with its bytes as bytes, as each encoding needs them."""
    raw = {name: as_bytes(message[name]) for name in ("book", "entropy")}
    return {**message, **raw}
