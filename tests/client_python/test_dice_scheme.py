"""The SDK's arithmetic of the dice gives what the published vectors say, and refuses the rest."""

import hashlib
from typing import Any

import pytest
from coterie_client.dice.scheme import (
    LANES,
    draw_faces,
    lane_context,
    pot_of,
    step_down,
    tree_root,
)

from tests.client_python.dice_keys import Keys
from tests.client_python.dice_vectors import vectors

V = vectors()
BOOK = bytes.fromhex(V["book"])


def _context(roll: dict[str, Any]) -> bytes:
    return lane_context(V["room"], BOOK, roll["lane"], V["player"])


def _is_committed(roll: dict[str, Any]) -> bool:
    """Whether a roll's key leads to what was committed for its lane."""
    context = bytes.fromhex(roll["context"]) if "context" in roll else _context(roll)
    value, n, lane = bytes.fromhex(roll["key"]), roll["n"], LANES[roll["lane"]]
    if not 0 <= n < lane.size:
        return False
    if lane.is_ladder:
        for rung in range(n, -1, -1):
            value = step_down(context, rung, value)
        return value.hex() == V["commitments"][roll["lane"]]
    root = tree_root(context, n, value, bytes.fromhex(roll["path"]))
    return root is not None and root.hex() == V["commitments"][roll["lane"]]


@pytest.mark.parametrize("vector", V["contexts"], ids=lambda v: f"{v['room']} {v['lane']}")
def test_lane_contexts(vector: dict[str, str]) -> None:
    """The context of a lane is the published one, also for names beyond ASCII."""
    made = lane_context(vector["room"], BOOK, vector["lane"], vector["member"])
    assert made.hex() == vector["context"]


@pytest.mark.parametrize("roll", V["rolls"], ids=lambda r: f"{r['lane']} {r['n']}")
def test_faces(roll: dict[str, Any]) -> None:
    """Key and entropy of a roll give its faces, for dice of any sides."""
    key, entropy = bytes.fromhex(roll["key"]), bytes.fromhex(roll["entropy"])
    assert draw_faces(key, _context(roll), roll["n"], entropy, roll["sides"]) == roll["faces"]


@pytest.mark.parametrize(
    "roll",
    [r for r in V["rolls"] if LANES[r["lane"]].is_ladder or "path" in r],
    ids=lambda r: f"{r['lane']} {r['n']}",
)
def test_keys_lead_to_the_commitment(roll: dict[str, Any]) -> None:
    """Each key of a ladder, and each leaf with its path, leads to what was committed."""
    assert _is_committed(roll)


@pytest.mark.parametrize("case", V["must_fail"], ids=lambda c: c["why"])
def test_what_must_fail(case: dict[str, Any]) -> None:
    """A key, a number or a path of another roll leads elsewhere."""
    assert not _is_committed({**V["rolls"][case["roll"]], **case["with"]})


def test_any_bit_of_key_and_entropy_counts() -> None:
    """One bit of the key changed is no key; one of the entropy gives other dice."""
    for roll in V["rolls"]:
        key, entropy = bytes.fromhex(roll["key"]), bytes.fromhex(roll["entropy"])
        for bit in (0, 100, 255):
            other = (int.from_bytes(key, "big") ^ 1 << bit).to_bytes(32, "big")
            if "path" in roll or LANES[roll["lane"]].is_ladder:
                assert not _is_committed({**roll, "key": other.hex()})
            changed = (int.from_bytes(entropy, "big") ^ 1 << bit).to_bytes(32, "big")
            sides = [10] * 40
            assert draw_faces(key, _context(roll), roll["n"], changed, sides) != draw_faces(
                key, _context(roll), roll["n"], entropy, sides
            )


@pytest.mark.parametrize("vector", V["pots"], ids=lambda v: f"{v['room']} {len(v['entries'])}")
def test_pots(vector: dict[str, Any]) -> None:
    """The pot is the published one, in whatever order its entries came."""
    entries = {member: bytes.fromhex(entropy) for member, entropy in vector["entries"]}
    assert pot_of(vector["room"], BOOK, entries).hex() == vector["pot"]


def test_paths_of_other_lengths_lead_nowhere() -> None:
    """A path has ten siblings; any other length is refused before a hash is made."""
    for length in (0, 319, 321, 352):
        assert tree_root(bytes(32), 5, bytes(32), bytes(length)) is None


@pytest.mark.parametrize("lane", LANES)
def test_commitments_follow_from_the_secret(lane: str) -> None:
    """From the published secret come the published commitments, and each roll's key."""
    keys = Keys(V["room"], BOOK, bytes.fromhex(V["secret"]))
    assert keys.commitment(lane, V["player"]).hex() == V["commitments"][lane]
    for roll in V["rolls"]:
        if roll["lane"] == lane:
            assert keys.key(lane, roll["n"], V["player"]).hex() == roll["key"]


def test_the_last_secret_leaf() -> None:
    """The path of the last leaf is the one whose digest is published, and leads to the root."""
    keys = Keys(V["room"], BOOK, bytes.fromhex(V["secret"]))
    roll = next(r for r in V["rolls"] if r["lane"] == "secret")
    path = keys.path("secret", roll["n"])
    assert path is not None
    assert hashlib.sha256(path).hexdigest() == roll["path_digest"]
    assert _is_committed({**roll, "path": path.hex()})
