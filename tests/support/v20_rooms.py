"""A V20 room with one vampire whose sheet has a bit of everything, and its rolls."""

from collections.abc import Sequence

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.v20_receipt import V20Receipt
from protocol.words import Preset
from tests.support.rooms import Done, Table

TRAITS = {
    "Dexterity": 3, "Wits": 4, "Brawl": 2, "Stealth": 5, "Stamina": 2, "Strength": 2,
    "Self-Control": 3, "Courage": 2, "Fortitude": 1,
}  # fmt: skip
SHEET = {
    "specialties": {"Wits": ["Snap Decisions"], "Stealth": ["Shadows"], "Brawl": ["Grapple"]},
    "abilities": {"Boating": "skill", "Gossip": "talent"},
}


def receipt_of(done: Done) -> V20Receipt:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, V20Receipt)
    return receipt


def a_room(**switches: str) -> tuple[Table, str]:
    room = Table(HouseRules(preset=Preset.V20_BOOK, switches=switches))
    return room, room.v20_vampire("ann", "Iris", traits=TRAITS, sheet=SHEET)


def rolled(room: Table, faces: Sequence[int], /, who: str = "ann", **fields: object) -> V20Receipt:
    return receipt_of(room.act(who, i.RollV20, faces, **fields))


def items_of(receipt: V20Receipt) -> list[tuple[str, int]]:
    return [(item.label, item.dice) for item in receipt.items]
