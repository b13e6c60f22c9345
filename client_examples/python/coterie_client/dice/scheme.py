"""
The arithmetic of dice that can be checked: lanes, ladders, trees, faces and the pot.

Pure: bytes in, bytes or yes and no out. Knows no events, no storage, and nothing of the server.
`H` below is SHA-256; a tag is ASCII `coterie.dice.1/`, a name and one zero byte.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

HASH_BYTES = 32
DEPTH = 10
"""Siblings from a leaf of a tree up to its root."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A line of rolls: its byte in hashes, how many it holds, and where its keys hang."""

    byte: int
    size: int
    is_ladder: bool
    is_members: bool


LANES = {
    "open": Lane(1, 4096, is_ladder=True, is_members=True),
    "own": Lane(2, 1024, is_ladder=False, is_members=True),
    "table": Lane(3, 4096, is_ladder=True, is_members=False),
    "secret": Lane(4, 1024, is_ladder=False, is_members=False),
}


def _tag(name: str) -> bytes:
    return f"coterie.dice.1/{name}".encode() + b"\0"


_LANE, _STEP, _LEAF, _NODE, _FACES, _POT = map(
    _tag, ("lane", "step", "leaf", "node", "faces", "pot")
)


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _text(words: str) -> bytes:
    encoded = words.encode()
    return _u32(len(encoded)) + encoded


def lane_context(room: str, book: bytes, lane: str, member: str) -> bytes:
    """What ties hashes to a room, a book, a lane and, for players' lanes, a member; 32 bytes."""
    whose = member if LANES[lane].is_members else ""
    return _hash(_LANE, _text(room), book, bytes([LANES[lane].byte]), _text(whose))


def step_down(context: bytes, rung: int, value: bytes) -> bytes:
    """From the value of rung *rung* + 1 of a ladder to that of *rung*."""
    return _hash(_STEP, context, _u32(rung), value)


def tree_root(context: bytes, n: int, key: bytes, path: bytes) -> bytes | None:
    """The root that leaf *n* and its ten siblings lead to; None for a path of another length."""
    if len(path) != DEPTH * HASH_BYTES:
        return None
    node = _hash(_LEAF, context, _u32(n), key)
    for level in range(DEPTH):
        sibling = path[HASH_BYTES * level : HASH_BYTES * (level + 1)]
        is_right = n >> level & 1
        node = _hash(_NODE, sibling, node) if is_right else _hash(_NODE, node, sibling)
    return node


def draw_faces(
    key: bytes, context: bytes, n: int, entropy: bytes, sides: Sequence[int]
) -> list[int]:
    """
    The faces of dice with *sides* (2 to 256 each), in order, from 1 on.

    Each face of a die has as many bytes as any other; bytes beyond are passed over.
    """
    faces: list[int] = []
    block = 0
    while len(faces) < len(sides):
        message = _FACES + context + _u32(n) + entropy + _u32(block)
        block += 1
        for byte in hmac.digest(key, message, "sha256"):
            if len(faces) == len(sides):
                break
            die = sides[len(faces)]
            if byte < 256 - 256 % die:
                faces.append(byte % die + 1)
    return faces


def pot_of(room: str, book: bytes, entries: Mapping[str, bytes]) -> bytes:
    """What the house's dice hang on: each player's latest public entropy, by member."""
    members = sorted(entries, key=str.encode)
    pairs = b"".join(_text(member) + entries[member] for member in members)
    return _hash(_POT, _text(room), book, _u32(len(entries)), pairs)
