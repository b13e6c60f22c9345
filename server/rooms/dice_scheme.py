"""
The arithmetic of dice that can be checked: lanes, ladders, trees, faces and the pot.

Pure: bytes in, bytes out. `H` below is SHA-256 of what is joined; a tag is ASCII
`coterie.dice.1/`, a name and one zero byte. PROTOCOL.md has it byte for byte.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from protocol.ids import MemberId
from protocol.words import Lane

HASH_BYTES = 32
LADDER_SIZE = 4_096
TREE_DEPTH = 10
TREE_SIZE = 1 << TREE_DEPTH

BOTS_NUMBERS = 256
"""
Numbers of the lane `secret` that the bots there are when a book is opened have to themselves.

Else a bot could count the Storytellers' hidden rolls by when its own are refused.
"""

LANE_BYTES: Mapping[Lane, bytes] = {
    Lane.OPEN: b"\x01",
    Lane.OWN: b"\x02",
    Lane.TABLE: b"\x03",
    Lane.SECRET: b"\x04",
}
PLAYERS_LANES = frozenset({Lane.OPEN, Lane.OWN})
LADDERS = frozenset({Lane.OPEN, Lane.TABLE})
"""Lanes whose dice all may see: their keys prove themselves."""


def size_of(lane: Lane) -> int:
    """How many rolls a lane holds."""
    return LADDER_SIZE if lane in LADDERS else TREE_SIZE


def _tag(name: str) -> bytes:
    return f"coterie.dice.1/{name}".encode() + b"\0"


_LANE, _STEP, _LEAF, _NODE = _tag("lane"), _tag("step"), _tag("leaf"), _tag("node")
_FACES, _POT, KEY_TAG = _tag("faces"), _tag("pot"), _tag("key")


def _text(words: str) -> bytes:
    encoded = words.encode()
    return len(encoded).to_bytes(4) + encoded


def lane_context(room: str, book: bytes, lane: Lane, member: str) -> bytes:
    """What ties every hash to a room, a book, a lane and, for players' lanes, a member."""
    whose = member if lane in PLAYERS_LANES else ""
    parts = (_LANE, _text(room), book, LANE_BYTES[lane], _text(whose))
    return hashlib.sha256(b"".join(parts)).digest()


def step_down(context: bytes, rung: int, above: bytes) -> bytes:
    """The value of rung *rung* of a ladder, from that of the rung above."""
    return hashlib.sha256(_STEP + context + rung.to_bytes(4) + above).digest()


def leaf(context: bytes, n: int, key: bytes) -> bytes:
    """The leaf of key *n* of a tree."""
    return hashlib.sha256(_LEAF + context + n.to_bytes(4) + key).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The node above two others."""
    return hashlib.sha256(_NODE + left + right).digest()


def root_above(context: bytes, n: int, key: bytes, path: bytes) -> bytes:
    """
    The root that key *n* and its ten siblings lead to.

    Raises:
        ValueError: *path* is not of 320 bytes, or *n* is no leaf of a tree.
    """
    if len(path) != TREE_DEPTH * HASH_BYTES or not 0 <= n < TREE_SIZE:
        raise ValueError("a path has ten siblings, and a tree 1024 leaves")
    value = leaf(context, n, key)
    for level in range(TREE_DEPTH):
        sibling = path[HASH_BYTES * level : HASH_BYTES * (level + 1)]
        value = node(sibling, value) if n >> level & 1 else node(value, sibling)
    return value


def rung_below(context: bytes, n: int, key: bytes, rung: int) -> bytes:
    """The value of rung *rung* that follows from the key of roll *n*, which is rung n + 1."""
    value = key
    for each in range(n, rung - 1, -1):
        value = step_down(context, each, value)
    return value


def pot_of(room: str, book: bytes, entries: Mapping[MemberId, bytes]) -> bytes:
    """What the house's dice hang on: each player's latest public entropy, by member."""
    parts = [_POT, _text(room), book, len(entries).to_bytes(4)]
    # Code points sort as their UTF-8 bytes do.
    for member in sorted(entries):
        # As `_text` has it, without a call for each of the players.
        name = member.encode()
        parts += (len(name).to_bytes(4), name, entries[member])
    return hashlib.sha256(b"".join(parts)).digest()


def draw_sides(
    key: bytes, context: bytes, n: int, entropy: bytes, sides: Sequence[int]
) -> tuple[int, ...]:
    """The faces of dice with *sides* (2 to 256 each), in order, from 1 on."""
    head = _FACES + context + n.to_bytes(4) + entropy
    faces: list[int] = []
    block = 0
    while len(faces) < len(sides):
        for byte in hmac.digest(key, head + block.to_bytes(4), "sha256"):
            die = sides[len(faces)]
            if byte < 256 - 256 % die:
                faces.append(byte % die + 1)
                if len(faces) == len(sides):
                    break
        block += 1
    return tuple(faces)


_LIMIT = 250
"""Bytes from here on are skipped, so that each of ten faces has exactly 25 bytes."""

_SKIPPED = bytes(range(_LIMIT, 256))
_FACE_OF = bytes(byte % 10 + 1 for byte in range(256))


class KeyedFaces:
    """Faces 1 to 10 of one key, one number and one entropy, in order: a roll's stream."""

    __slots__ = ("_block", "_head", "_key", "_left")

    def __init__(self, key: bytes, context: bytes, n: int, entropy: bytes) -> None:
        self._key = key
        self._head = _FACES + context + n.to_bytes(4) + entropy
        self._block = 0
        self._left = b""

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces."""
        while len(self._left) < count:
            block = hmac.digest(self._key, self._head + self._block.to_bytes(4), "sha256")
            self._left += block.translate(_FACE_OF, _SKIPPED)
            self._block += 1
        faces, self._left = self._left[:count], self._left[count:]
        return tuple(faces)
