"""
Messages that come alone and whole, read without the library's parser. No I/O.

Nearly all of a client's messages are one short frame in one packet. The library reads frames that
may come in any pieces, by some two dozen calls each, which costs more than all else that happens
to a message before its room has it. Whatever is not as plain as can be is left to the library, and
once it may hold a piece of something it reads everything that follows.
"""

from websockets.frames import Opcode

try:
    from websockets.speedups import apply_mask
except ImportError:  # pragma: no cover - where the library was built without its C part
    from websockets.utils import apply_mask

_END_OF_REQUEST = b"\r\n\r\n"
_FINAL = 0x80
_MASKED = 0x80
_TEXT = _FINAL | Opcode.TEXT
_BINARY = _FINAL | Opcode.BINARY
_OF_MESSAGES = (_TEXT, _BINARY)
_PLAIN = (_TEXT, _BINARY, _FINAL | Opcode.PING, _FINAL | Opcode.PONG)
"""First bytes of frames that leave nothing open: all there is of a message, no flags, no close."""

_SHORT = 126
"""Lengths from here on stand in the bytes that follow: 126 says in two, 127 in eight."""


class WholeFrames:
    """What one client sends, watched from its first byte on."""

    __slots__ = (
        "_has_opened",
        "_is_between",
        "_max_bytes",
    )

    def __init__(self, max_bytes: int) -> None:
        """*max_bytes*: what a frame may hold; a larger one is the library's to refuse."""
        self._max_bytes = max_bytes
        self._has_opened = False
        self._is_between = False

    def open(self, data: bytes) -> None:
        """Look at what comes while the handshake lasts: it should be one request, and no more."""
        is_request = data.find(_END_OF_REQUEST) == len(data) - len(_END_OF_REQUEST)
        self._is_between = is_request and not self._has_opened
        self._has_opened = True

    def message(self, data: bytes) -> str | bytes | None:
        """
        The message in *data*, the bytes of one read, if they are one whole message and no more.

        None if the library has to read them. So it has if a message is not taken; that counts as
        read here.
        """
        if not self._is_between:
            return None
        begin, end = _bounds(data, 0)
        if end != len(data) or end - begin > self._max_bytes:
            self._is_between = self._are_whole(data)
            return None
        first = data[0]
        if first == _TEXT:
            try:
                return str(apply_mask(data[begin:], data[begin - 4 : begin]), "utf-8")
            except UnicodeDecodeError:
                # The library closes with the code that says so.
                self._is_between = False
                return None
        if first == _BINARY:
            return apply_mask(data[begin:], data[begin - 4 : begin])
        self._is_between = first in _PLAIN
        return None

    def _are_whole(self, data: bytes) -> bool:
        """Whether *data* is nothing but whole plain frames."""
        at = 0
        while at < len(data):
            begin, end = _bounds(data, at)
            if data[at] not in _PLAIN or end > len(data) or end - begin > self._max_bytes:
                return False
            at = end
        return True


_NEVER = 1 << 64


def _bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the payload of the masked frame at *at* begins and ends; it ends nowhere if odd."""
    if len(data) < at + 6:
        return at, _NEVER
    length = data[at + 1] - _MASKED
    if 0 <= length < _SHORT:
        return at + 6, at + 6 + length
    if length == _SHORT and data[at] in _OF_MESSAGES:
        return at + 8, at + 8 + int.from_bytes(data[at + 2 : at + 4])
    return at, _NEVER
