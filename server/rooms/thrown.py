"""The dice of a receipt, read back as the rules take them."""

from msgspec import Struct

from protocol.receipts import PoolReceipt
from server.rules.v5.reading import Faces


class Thrown(Struct, frozen=True, gc=False):
    """The dice of a receipt as they lie, and what a reroll replaced, as the rules need them."""

    faces: Faces
    original: Faces | None
    rerolled: frozenset[int]


def dice_of(receipt: PoolReceipt) -> Thrown:
    """Read the faces back from a receipt."""
    regular = [die for die in receipt.dice if die.kind == "regular"]
    hunger = tuple(die.face for die in receipt.dice if die.kind == "hunger")
    rerolled = frozenset(n for n, die in enumerate(regular) if die.replaced is not None)
    faces = Faces(tuple(die.face for die in regular), hunger)
    if not rerolled:
        return Thrown(faces, None, rerolled)
    before = tuple(die.face if die.replaced is None else die.replaced for die in regular)
    return Thrown(faces, Faces(before, hunger), rerolled)
