"""
How dice are claimed, entered, proven and shown in messages.

What there are many of is kept out of the garbage collector's sight (`gc=False`): frozen values
cannot form cycles, and looking for some cost a tenth of a saturated server's time.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.exposure_words import ExposedTo, Extent
from protocol.ids import MemberId
from protocol.words import Face, Harm, Label, Lane

BookId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Hash = Annotated[bytes, Meta(min_length=32, max_length=32)]
Key = Annotated[bytes, Meta(min_length=32, max_length=32)]
Entropy = Annotated[bytes, Meta(min_length=32, max_length=32)]
LaneNumber = Annotated[int, Meta(ge=0, le=4095)]
LeafPath = Annotated[bytes, Meta(min_length=320, max_length=320)]


class DiceClaim(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A player's share in a roll: the lane's next number and 32 bytes of the client's own entropy.

    `book` is the 16-byte id of the live book, `n` the lane's next number.
    """

    book: BookId
    lane: Literal["open", "own"]
    n: LaneNumber
    entropy: Entropy


class DiceProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """
    What a roll's dice follow from, and nothing else: the `key` of number `n`, and the entropy.

    `member` is whose lane it is, left out for `table` and `secret`. These have `c` instead: the
    entropy is the pot after so many updates. `path` leads from the key's leaf up to the root that
    was committed to: ten siblings of 32 bytes; the key of a ladder needs none.
    """

    book: BookId
    lane: Lane
    n: LaneNumber
    key: Key
    entropy: Entropy
    member: MemberId | None = None
    c: Annotated[int, Meta(ge=0)] | None = None
    path: LeafPath | None = None


class RerollProof(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The proof of dice that a reroll drew: for the places of these regular dice, in order."""

    regular_indices: tuple[int, ...]
    proof: DiceProof


class PlayerLanes(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a book commits to for one player: the anchor of `open`, the root of `own`."""

    member: MemberId
    open: Hash
    own: Hash


class PotEntry(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The latest entropy of a player that became public in this book."""

    member: MemberId
    entropy: Entropy


class OwnNumbers(Struct, frozen=True, gc=False):
    """The next numbers of a player's own lanes."""

    open: int
    own: int


class BookView(Struct, frozen=True, omit_defaults=True):
    """
    The live book of dice: its commitments, the pot, and the viewer's own next numbers.

    `table` is the anchor of that lane, `secret` the root of that one. `pot` is sorted by the UTF-8
    bytes of the members, `c` counts its updates so far. `next` is left out for who has no lanes.
    """

    book: BookId
    table: Hash
    secret: Hash
    lanes: tuple[PlayerLanes, ...]
    pot: tuple[PotEntry, ...]
    c: int
    next: OwnNumbers | None = None


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


class Exposure(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """
    One turn in sunlight or fire, on so much of the body.

    V5: `intensity` is what a hotter fire adds; sunlight that is `obscured` burns every second
    `turn`. V20: `of` names the heat or the light, by which it is soaked.
    """

    to: ExposedTo
    extent: Extent = Extent.WHOLE
    intensity: Annotated[int, Meta(ge=0, le=10)] = 0
    turn: Annotated[int, Meta(ge=1, le=99)] = 1
    obscured: bool = False
    of: Label = ""


class Arms(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a side of a contest fights with and wears, as it counts."""

    name: str = ""
    harm: Harm | None = None
    armour: Armour | None = None


class PoolItemView(Struct, frozen=True, gc=False):
    """One line of the sum that makes a pool."""

    label: str
    dice: int
