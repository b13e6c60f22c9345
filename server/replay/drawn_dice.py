"""Which faces a roll drew, in the order drawn, read back from its receipt."""

from collections.abc import Sequence
from typing import assert_never

from protocol.receipts import (
    CompulsionReceipt,
    FrenzyReceipt,
    PoolReceipt,
    Receipt,
    RemorseReceipt,
    ResonanceReceipt,
    RouseReceipt,
    RousesReceipt,
)
from protocol.v20_receipt import InitiativeReceipt, V20Receipt

Drawn = tuple[int, ...]


def drawn_at_first(receipt: Receipt) -> Drawn:
    """The faces that a roll drew before any reroll: regular, Hunger, then what it drew further."""
    match receipt:
        case PoolReceipt():
            if receipt.without_dice is not None:
                return ()
            pool = [die.face if die.replaced is None else die.replaced for die in receipt.dice]
            return (*pool, *(() if receipt.rouse is None else receipt.rouse.faces))
        case RousesReceipt():
            return tuple(face for check in receipt.checks for face in check)
        case ResonanceReceipt():
            mood = () if receipt.resonance_face is None else (receipt.resonance_face,)
            return (*receipt.temperament_faces, *mood)
        case InitiativeReceipt():
            return () if receipt.is_fixed else (receipt.die,)
        case V20Receipt():
            return () if receipt.is_unrolled else tuple(die.face for die in receipt.dice)
        case RouseReceipt() | CompulsionReceipt() | RemorseReceipt() | FrenzyReceipt():
            return receipt.faces
        case _:
            assert_never(receipt)


def lying_at(receipt: Receipt, regular_indices: Sequence[int]) -> Drawn:
    """The faces of the regular dice of a pool at these places, in that order."""
    dice = receipt.dice if isinstance(receipt, PoolReceipt) else ()
    regular = [die.face for die in dice if die.kind == "regular"]
    if any(not 0 <= index < len(regular) for index in regular_indices):
        return ()
    return tuple(regular[index] for index in regular_indices)
