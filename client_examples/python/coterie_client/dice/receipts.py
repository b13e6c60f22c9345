"""Which faces a receipt shows, in the order in which they were drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

Receipt = Mapping[str, Any]


def faces_of(receipt: Receipt) -> list[int]:
    """
    The faces that a roll's first draw gave: regular, Hunger, then what was drawn further.

    Raises:
        KeyError: It is a receipt of a shape that is not known.
    """
    if receipt.get("is_unrolled") or receipt.get("is_fixed"):
        return []
    match receipt["type"]:
        case "rouses":
            return [face for check in receipt["checks"] for face in check]
        case "resonance":
            mood = receipt.get("resonance_face")
            return [*receipt["temperament_faces"], *([mood] if mood is not None else [])]
        case "initiative":
            return [receipt["die"]]
        case _ if "dice" in receipt:
            rouse = receipt.get("rouse") or {}
            return [*(die["face"] for die in receipt["dice"]), *rouse.get("faces", ())]
        case _:
            return list(receipt["faces"])


def regular_of(receipt: Receipt) -> list[Mapping[str, Any]]:
    """Its regular dice, whose places a reroll names."""
    dice = receipt.get("dice", ())
    return [die for die in dice if die.get("kind", "regular") == "regular"]


def rerolled_faces(receipt: Receipt, places: Sequence[int]) -> list[int]:
    """The faces that stand at *places* after a reroll."""
    regular = regular_of(receipt)
    return [regular[place]["face"] for place in places]


def untouched(receipt: Receipt, places: Sequence[int]) -> list[int]:
    """The faces of all dice but the regular ones at *places*."""
    touched = {id(die) for place, die in enumerate(regular_of(receipt)) if place in places}
    return [die["face"] for die in receipt["dice"] if id(die) not in touched]


def before_rerolls(receipt: Receipt, rerolls: Sequence[Mapping[str, Any]]) -> list[int]:
    """The faces of a receipt before its rerolls, each with its `regular_indices`."""
    changed = {place for each in rerolls for place in each["regular_indices"]}
    touched = {id(die) for place, die in enumerate(regular_of(receipt)) if place in changed}
    if not touched:
        return faces_of(receipt)
    dice = [
        {**die, "face": die["replaced"]} if id(die) in touched else die for die in receipt["dice"]
    ]
    return faces_of({**receipt, "dice": dice})


def last_faces(receipt: Receipt, rerolls: Sequence[Mapping[str, Any]], at: int) -> list[int | None]:
    """What the reroll at *at* gave, as far as no later one took it away again (None)."""
    regular = regular_of(receipt)
    later = {place for each in rerolls[at + 1 :] for place in each["regular_indices"]}
    return [
        None if place in later else regular[place]["face"]
        for place in rerolls[at]["regular_indices"]
    ]
