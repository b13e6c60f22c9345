"""Generation: the bounds it sets to Blood Potency, and what characters usually start with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.kinds import CharacterKind

BLOOD_POTENCY_BOUNDS: Final[Mapping[int, tuple[int, int]]] = MappingProxyType(
    {
        4: (5, 10),
        5: (4, 9),
        6: (3, 8),
        7: (3, 7),
        8: (2, 6),
        9: (2, 5),
        10: (1, 4),
        11: (1, 4),
        12: (1, 3),
        13: (1, 3),
        14: (0, 0),
        15: (0, 0),
        16: (0, 0),
    }
)
"""Lowest and highest Blood Potency of each Generation (A5)."""

_USUAL_START: Final = {10: 2, 11: 2, 12: 1, 13: 1, 14: 0, 15: 0, 16: 0}


def blood_potency_bounds(generation: int) -> tuple[int, int]:
    """
    Look up the lowest and the highest Blood Potency of a Generation.

    Raises:
        ValueError: *generation* is outside 4 to 16.

    Rule: A5.
    """
    if generation not in BLOOD_POTENCY_BOUNDS:
        raise ValueError(f"Generation is {generation}, outside 4 to 16")
    return BLOOD_POTENCY_BOUNDS[generation]


def usual_blood_potency(generation: int) -> int | None:
    """Say what a character of this Generation usually starts with; None where none starts (A5)."""
    blood_potency_bounds(generation)
    return _USUAL_START.get(generation)


def blood_potency_refusal(
    kind: CharacterKind, rating: int, generation: int | None
) -> RuleRefusal | None:
    """
    Say why a character cannot have this Blood Potency, or None when it can.

    Args:
        kind: Vampires have 1 to 10, thin-bloods 0; nobody else has any (A14).
        rating: The Blood Potency asked for.
        generation: 4 to 16, or None when the sheet does not say.

    Returns:
        None, or a refusal ``bad_blood_potency``.

    Raises:
        ValueError: *generation* is outside 4 to 16.

    Rule: A5, A14.
    """
    bounds = kind.blood_potency_bounds
    if bounds is None:
        if rating == 0:
            return None
        return _refusal("Only vampires and thin-bloods have Blood Potency.", "0")
    low, high = bounds
    if generation is not None:
        least, most = blood_potency_bounds(generation)
        low, high = max(low, least), min(high, most)
    if low <= rating <= high:
        return None
    if low > high:
        return _refusal(f"Generation {generation} does not fit this kind of character.", None)
    accepted = str(low) if low == high else f"{low} to {high}"
    return _refusal(f"Blood Potency {rating} is out of reach; here it is {accepted}.", accepted)


def _refusal(detail: str, accepted: str | None) -> RuleRefusal:
    return RuleRefusal(
        code="bad_blood_potency", detail=detail, field="blood_potency", accepted=accepted
    )
