"""
How dice are claimed, entered and shown in messages.

What there are many of is kept out of the garbage collector's sight (`gc=False`): frozen values
cannot form cycles, and looking for some cost a tenth of a saturated server's time.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.words import Face, Harm, Label


class DiceClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A player's share in a roll: the lane's next number and 32 bytes of the client's own entropy.

    `book` is the 16-byte id of the live book, `n` the lane's next number.
    """

    book: Annotated[bytes, Meta(min_length=16, max_length=16)]
    lane: Literal["open", "own"]
    n: Annotated[int, Meta(ge=0, le=4095)]
    entropy: Annotated[bytes, Meta(min_length=32, max_length=32)]


Faces = Annotated[tuple[Face, ...], Meta(max_length=64)]


class EnteredFaces(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Faces of dice rolled by hand: exactly as many of each kind as the roll needs."""

    rouse: Faces = ()
    regular: Faces = ()
    hunger: Faces = ()
    rerolled: Faces = ()


class DieView(Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One die of a pool.

    `adds` is what it contributed to the successes: 1 for a success, 2 for each die of a counted
    pair of tens. `replaced` is the face that a Willpower reroll took away.
    """

    kind: Literal["regular", "hunger"]
    face: Face
    adds: int
    in_pair: bool = False
    replaced: Face | None = None


class Armour(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """
    Armour: turns up to `points` of Aggravated weapon damage into Superficial.

    `points` null are those that the rules know for its `name`.
    """

    name: Label
    points: Annotated[int, Meta(ge=0, le=20)] | None = None
    bullets_only: bool = False


class Arms(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a side of a contest fights with and wears, as it counts."""

    name: str = ""
    harm: Harm | None = None
    armour: Armour | None = None


class PoolItemView(Struct, frozen=True, gc=False):
    """One line of the sum that makes a pool."""

    label: str
    dice: int
