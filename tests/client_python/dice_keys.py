"""A keeper of keys for the tests of clients, written from the scheme and not from the server."""

import hashlib
import hmac
from functools import cache

from coterie_client.dice.scheme import LANES, lane_context, step_down

LEAF, NODE, KEY = (f"coterie.dice.1/{name}".encode() + b"\0" for name in ("leaf", "node", "key"))


@cache
def ladder(secret: bytes, context: bytes, size: int = 4096) -> list[bytes]:
    """Rungs 0 to *size*: rung 0 is the commitment, rung n + 1 the key of roll n."""
    rungs = [hmac.digest(secret, KEY + context + size.to_bytes(4, "big"), "sha256")]
    for rung in range(size - 1, -1, -1):
        rungs.append(step_down(context, rung, rungs[-1]))
    return rungs[::-1]


@cache
def tree(secret: bytes, context: bytes, size: int = 1024) -> list[list[bytes]]:
    """Levels of a tree, from its leaves up to its root."""
    level = [
        hashlib.sha256(
            LEAF + context + n.to_bytes(4, "big") + leaf_key(secret, context, n)
        ).digest()
        for n in range(size)
    ]
    levels = [level]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [hashlib.sha256(NODE + left + right).digest() for left, right in pairs]
        levels.append(level)
    return levels


def leaf_key(secret: bytes, context: bytes, n: int) -> bytes:
    """The key of roll *n* in a tree."""
    return hmac.digest(secret, KEY + context + n.to_bytes(4, "big"), "sha256")


def path_of(levels: list[list[bytes]], n: int) -> bytes:
    """The siblings of leaf *n*, from below."""
    return b"".join(level[(n >> up) ^ 1] for up, level in enumerate(levels[:-1]))


class Keys:
    """All keys of one book, from one secret."""

    def __init__(self, room: str, book: bytes, secret: bytes) -> None:
        self.room, self.book, self._secret = room, book, secret

    def context(self, lane: str, member: str = "") -> bytes:
        """What the lane's hashes are tied to."""
        return lane_context(self.room, self.book, lane, member)

    def commitment(self, lane: str, member: str = "") -> bytes:
        """What is announced for a lane."""
        context = self.context(lane, member)
        if LANES[lane].is_ladder:
            return ladder(self._secret, context)[0]
        return tree(self._secret, context)[-1][0]

    def key(self, lane: str, n: int, member: str = "") -> bytes:
        """The key of a lane's roll *n*."""
        context = self.context(lane, member)
        if LANES[lane].is_ladder:
            return ladder(self._secret, context)[n + 1]
        return leaf_key(self._secret, context, n)

    def path(self, lane: str, n: int, member: str = "") -> bytes | None:
        """Its path, where its keys are leaves."""
        if LANES[lane].is_ladder:
            return None
        return path_of(tree(self._secret, self.context(lane, member)), n)
