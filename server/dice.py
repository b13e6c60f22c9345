"""
Chance: the only user of randomness.

Every intent has a face stream of its own, derived from a secret of this process and the commit's
id, never taken from a shared stream: so deciding again gives the same faces, and no roll shifts
another's dice.
"""

import hashlib
import secrets

_LIMIT = 250
"""Bytes from here on are skipped, so that each of ten faces has exactly 25 bytes."""

_SKIPPED = bytes(range(_LIMIT, 256))
_FACE_OF = bytes(byte % 10 + 1 for byte in range(256))


class DerivedFaces:
    """
    Faces 1 to 10 from SHA-256 blocks of one key; a pure value for one intent.

    The key has a fixed length and so has what follows it, so that plain SHA-256 serves as well as
    an HMAC would, in half the time.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._left = b""

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces."""
        while len(self._left) < count:
            block = hashlib.sha256(self._key + self._block.to_bytes(4)).digest()
            self._left += block.translate(_FACE_OF, _SKIPPED)
            self._block += 1
        faces, self._left = self._left[:count], self._left[count:]
        return tuple(faces)


class SystemChance:
    """Face streams from the system's generator: a secret drawn once, in memory alone."""

    def __init__(self, secret: bytes | None = None) -> None:
        """*secret*: 32 bytes, given only where tests want the same dice again."""
        self._secret = secrets.token_bytes(32) if secret is None else secret

    def faces(self, commit_id: bytes) -> DerivedFaces:
        """The stream of the commit of that id."""
        return DerivedFaces(self._secret + commit_id)


def new_secret(length: int) -> bytes:
    """Fresh bytes for a key, a token or a link."""
    return secrets.token_bytes(length)


def new_key() -> str:
    """A fresh create key: 128 bits, safe in a link's fragment."""
    return secrets.token_urlsafe(16)
