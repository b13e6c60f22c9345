"""The server's arithmetic of the dice: the published vectors, and no proof that must not pass."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from protocol.dice import DiceProof
from protocol.ids import MemberId, RoomId
from protocol.words import Lane
from server.rooms.book_state import LaneOf
from server.rooms.dice_keys import Book
from server.rooms.dice_scheme import (
    LADDERS,
    PLAYERS_LANES,
    KeyedFaces,
    draw_sides,
    lane_context,
    pot_of,
    root_above,
    rung_below,
    size_of,
)
from server.rooms.proofs import (
    Rung,
    fault_of_faces,
    fault_of_form,
    fault_of_leaf,
    fault_of_rung,
)

V = json.loads((Path(__file__).parents[2] / "protocol" / "dice_vectors.json").read_bytes())
BOOK, MARA = bytes.fromhex(V["book"]), MemberId(V["player"])
ROOM = RoomId(V["room"])
ROLLS: list[dict[str, Any]] = V["rolls"]


def _made() -> Book:
    book = Book(ROOM, BOOK, bytes.fromhex(V["secret"]))
    for _ in book.make([MARA]):
        pass
    return book


MADE = _made()


def lane_of(roll: dict[str, Any]) -> LaneOf:
    lane = Lane(roll["lane"])
    return LaneOf(lane, MARA if lane in PLAYERS_LANES else MemberId(""))


def context(roll: dict[str, Any]) -> bytes:
    return lane_context(V["room"], BOOK, Lane(roll["lane"]), MARA)


def proof_of(roll: dict[str, Any], **changed: Any) -> DiceProof:
    """The proof of a published roll, or one that differs in something."""
    lane = lane_of(roll)
    fields = {
        "n": roll["n"],
        "key": bytes.fromhex(roll["key"]),
        "entropy": bytes.fromhex(roll["entropy"]),
        "member": lane.member or None,
        "c": None if lane.member else 2,
        "path": MADE.path(lane, roll["n"]),
    }
    return DiceProof(book=BOOK, lane=lane.lane, **{**fields, **changed})


def fault(proof: DiceProof, faces: list[int] | None = None) -> str | None:
    """What is wrong with a proof, against the published commitments."""
    committed = bytes.fromhex(V["commitments"][proof.lane])
    form = fault_of_form(proof)
    if form is not None:
        return form
    if proof.lane in LADDERS:
        keyed = fault_of_rung(ROOM, proof, Rung(0, committed))
    else:
        keyed = fault_of_leaf(ROOM, proof, committed)
    return keyed or (None if faces is None else fault_of_faces(ROOM, proof, faces))


@pytest.mark.parametrize("vector", V["contexts"], ids=lambda v: f"{v['room']} {v['lane']}")
def test_lane_contexts_are_the_published_ones(vector: dict[str, str]) -> None:
    """Also for names beyond ASCII; the house's lanes are nobody's, whoever is named."""
    made = lane_context(vector["room"], BOOK, Lane(vector["lane"]), vector["member"])
    assert made.hex() == vector["context"]


@pytest.mark.parametrize("lane", list(Lane))
def test_commitments_follow_from_the_secret(lane: Lane) -> None:
    """From one secret come all lanes: anchors of ladders, roots of trees."""
    announced = MADE.announced()
    (players,) = announced.lanes
    found = {
        Lane.OPEN: players.open,
        Lane.OWN: players.own,
        Lane.TABLE: announced.table,
        Lane.SECRET: announced.secret,
    }
    assert found[lane].hex() == V["commitments"][lane]


@pytest.mark.parametrize("roll", ROLLS, ids=lambda r: f"{r['lane']} {r['n']}")
def test_a_published_roll_has_its_key_its_faces_and_its_proof(roll: dict[str, Any]) -> None:
    """Key, block, faces and path are the published ones, and the proof leads to the commitment."""
    lane, entropy = lane_of(roll), bytes.fromhex(roll["entropy"])
    assert MADE.key(lane, roll["n"]).hex() == roll["key"]
    faces = draw_sides(MADE.key(lane, roll["n"]), context(roll), roll["n"], entropy, roll["sides"])
    assert list(faces) == roll["faces"]
    if set(roll["sides"]) == {10}:
        assert list(MADE.faces(lane, roll["n"], entropy).draw(len(faces))) == roll["faces"]
        assert fault(proof_of(roll), roll["faces"]) is None
    path = MADE.path(lane, roll["n"])
    if "path" in roll:
        assert path is not None
        assert path.hex() == roll["path"]
    if "path_digest" in roll:
        assert path is not None
        assert hashlib.sha256(path).hexdigest() == roll["path_digest"]


@pytest.mark.parametrize("case", V["must_fail"], ids=lambda case: case["why"])
def test_what_must_fail_fails(case: dict[str, Any]) -> None:
    """A key, number, path or context of something else leads elsewhere."""
    roll = {**ROLLS[case["roll"]], **case["with"]}
    hidden = Lane(roll["lane"]) not in LADDERS
    if "context" in case["with"]:
        other = bytes.fromhex(case["with"]["context"])
        path = bytes.fromhex(roll["path"])
        root = root_above(other, roll["n"], bytes.fromhex(roll["key"]), path)
        assert root.hex() != V["commitments"][roll["lane"]]
        return
    path = bytes.fromhex(roll["path"]) if hidden else None
    assert fault(proof_of({**ROLLS[case["roll"]]}, n=roll["n"], path=path)) is not None


@pytest.mark.parametrize("roll", ROLLS, ids=lambda r: f"{r['lane']} {r['n']}")
def test_every_bit_of_key_and_entropy_and_every_face_counts(roll: dict[str, Any]) -> None:
    """A flipped bit of the key leads elsewhere; of the entropy it gives other faces."""
    if set(roll["sides"]) != {10}:
        return
    faces, key, entropy = roll["faces"], roll["key"], roll["entropy"]
    for bit in range(0, 256, 17):
        flipped = (int(key, 16) ^ 1 << bit).to_bytes(32)
        assert fault(proof_of(roll, key=flipped), faces) is not None
        other = (int(entropy, 16) ^ 1 << bit).to_bytes(32)
        more = list(KeyedFaces(bytes.fromhex(key), context(roll), roll["n"], other).draw(40))
        assert more != list(
            KeyedFaces(bytes.fromhex(key), context(roll), roll["n"], bytes.fromhex(entropy)).draw(
                40
            )
        )
    for place in range(len(faces)):
        tampered = [*faces]
        tampered[place] = faces[place] % 10 + 1
        assert fault(proof_of(roll), tampered) is not None


@pytest.mark.parametrize("length", [0, 32, 319, 321, 352])
def test_a_path_of_another_length_is_none(length: int) -> None:
    """Ten siblings and nothing else: no leaf passes for a node."""
    with pytest.raises(ValueError, match="ten siblings"):
        root_above(bytes(32), 5, bytes(32), bytes(length))


@pytest.mark.parametrize("n", [-1, 1024, 4096])
def test_a_number_beyond_the_tree_is_none(n: int) -> None:
    """Leaf 1024 is not leaf 0 again."""
    with pytest.raises(ValueError, match="1024 leaves"):
        root_above(bytes(32), n, bytes(32), bytes(320))


@pytest.mark.parametrize("vector", V["pots"], ids=lambda v: f"{v['room']} {len(v['entries'])}")
def test_pots_are_the_published_ones(vector: dict[str, Any]) -> None:
    """In whatever order the entries came: members go by their UTF-8 bytes."""
    entries = {MemberId(member): bytes.fromhex(entropy) for member, entropy in vector["entries"]}
    assert pot_of(vector["room"], BOOK, entries).hex() == vector["pot"]


@pytest.mark.parametrize("lane", sorted(LADDERS))
def test_every_key_of_a_ladder_leads_to_the_one_before(lane: Lane) -> None:
    """Whatever run of rungs it is found in, a key is one step above its neighbour."""
    whose = LaneOf(lane, MARA if lane in PLAYERS_LANES else MemberId(""))
    tied = lane_context(V["room"], BOOK, lane, MARA)
    for n in (*range(1, 200), 2047, 2048, 4031, 4032, 4094, 4095):
        below = MADE.key(whose, n - 1)
        assert rung_below(tied, n, MADE.key(whose, n), n) == below
    assert size_of(lane) == 4096


@pytest.mark.parametrize("lane", sorted(set(Lane) - LADDERS))
def test_every_leaf_of_a_tree_leads_to_its_root(lane: Lane) -> None:
    """Whatever block it stands in; in any order."""
    whose = LaneOf(lane, MARA if lane in PLAYERS_LANES else MemberId(""))
    tied = lane_context(V["room"], BOOK, lane, MARA)
    for n in (0, 1023, 31, 32, 5, 6, 700, 701, 511, 512, 1022):
        path = MADE.path(whose, n)
        assert path is not None
        root = root_above(tied, n, MADE.key(whose, n), path)
        assert root.hex() == V["commitments"][lane]


def test_making_goes_in_short_steps() -> None:
    """A step makes at most 128 rungs, or one block of leaves, so that others have their turn."""
    book = Book(ROOM, BOOK, bytes(32))
    steps = sum(1 for _ in book.make([MARA]))
    assert steps == 2 * (4096 // 128) + 2 * (1024 // 32)
    assert sum(1 for _ in book.make([MARA])) == 0
    assert book.lanes_of(MemberId("jo")) is None
