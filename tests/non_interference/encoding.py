"""An intent as the server reads it, from the words in which a script has it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from protocol.from_client import Intent

_INTENT = msgspec.msgpack.Decoder(Intent)


def intent_of(message: Mapping[str, Any]) -> Any:
    """The intent of a message; None for one that is refused before it is one, or is none."""
    try:
        return _INTENT.decode(msgspec.msgpack.encode(message))
    except msgspec.MsgspecError:
        return None
