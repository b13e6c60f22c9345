"""Whether a roll's dice follow from what was committed to: the check of one proof."""

from collections.abc import Sequence

from msgspec import Struct

from protocol.dice import DiceProof
from protocol.ids import MemberId, RoomId
from server.rooms.book_state import HOUSE, LaneOf
from server.rooms.dice_scheme import (
    LADDERS,
    PLAYERS_LANES,
    KeyedFaces,
    lane_context,
    root_above,
    rung_below,
    size_of,
)


class Rung(Struct, frozen=True):
    """A rung of a ladder that is known to be right: the anchor is rung 0."""

    rung: int
    value: bytes


def owner_of(proof: DiceProof) -> MemberId:
    """Whose lane a proof is of; `HOUSE` for the table's."""
    return HOUSE if proof.member is None else proof.member


def lane_in(proof: DiceProof) -> LaneOf:
    """The lane that a proof is of."""
    return LaneOf(proof.lane, owner_of(proof))


def context_of(room: RoomId, proof: DiceProof) -> bytes:
    """What ties the proof's hashes to its room, book and lane."""
    return lane_context(room, proof.book, proof.lane, owner_of(proof))


def fault_of_form(proof: DiceProof) -> str | None:
    """What a proof has that its lane does not, or lacks."""
    is_players = proof.lane in PLAYERS_LANES
    if not 0 <= proof.n < size_of(proof.lane):
        return f"The lane {proof.lane} has no number {proof.n}."
    if is_players is not (proof.member is not None):
        return f"A proof of the lane {proof.lane} names a member where it should not, or none."
    if is_players is not (proof.c is None):
        return f"A proof of the lane {proof.lane} counts the pot where it should not, or does not."
    if (proof.lane in LADDERS) is not (proof.path is None):
        return f"A proof of the lane {proof.lane} has a path where it should not, or none."
    return None


def fault_of_leaf(room: RoomId, proof: DiceProof, root: bytes) -> str | None:
    """Whether the key of a hidden lane opens a leaf of its tree."""
    if proof.path is None:
        return "The proof has no path."
    try:
        found = root_above(context_of(room, proof), proof.n, proof.key, proof.path)
    except ValueError:
        return "The path of the proof is not one of a tree of 1024 leaves."
    return None if found == root else "The key does not lead to the root that was committed to."


def fault_of_rung(room: RoomId, proof: DiceProof, known: Rung) -> str | None:
    """Whether the key of a lane that all see leads down to a rung that is known, or from it."""
    rung = proof.n + 1
    context = context_of(room, proof)
    if rung >= known.rung:
        fits = rung_below(context, proof.n, proof.key, known.rung) == known.value
    else:
        fits = rung_below(context, known.rung - 1, known.value, rung) == proof.key
    return None if fits else "The key does not lead to the anchor that was committed to."


def fault_of_faces(room: RoomId, proof: DiceProof, faces: Sequence[int]) -> str | None:
    """Whether dice with ten sides, in the order drawn, are those that key and entropy give."""
    stream = KeyedFaces(proof.key, context_of(room, proof), proof.n, proof.entropy)
    if tuple(faces) == stream.draw(len(faces)):
        return None
    return "The faces are not those that the key and the entropy give."
