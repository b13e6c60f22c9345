"""Sunlight and fire: the Aggravated damage they do by the turn."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Exposure(StrEnum):
    """How much of the body burns."""

    PART = "part"
    HALF = "half"
    WHOLE = "whole"


FIRE_DAMAGE: Final[Mapping[Exposure, int]] = MappingProxyType(
    {Exposure.PART: 1, Exposure.HALF: 2, Exposure.WHOLE: 3}
)
"""Aggravated Health by the turn of burning (A10)."""


def sunlight_damage(bane_severity: int, *, turn: int, is_obscured: bool) -> int:
    """
    Count the Aggravated Health that one turn of sunlight does to a vampire.

    Args:
        bane_severity: From the Blood Potency; 0 is not hurt.
        turn: Which turn in the light this is, from 1.
        is_obscured: Whether the light is obscured; it then hurts every second turn.

    Raises:
        ValueError: *bane_severity* is negative or *turn* below 1.

    Rule: A10 (sunlight).
    """
    if bane_severity < 0:
        raise ValueError(f"bane severity is 0 or more, not {bane_severity}")
    if turn < 1:
        raise ValueError(f"turns count from 1, not {turn}")
    return 0 if is_obscured and turn % 2 else bane_severity


def fire_damage(exposure: Exposure, *, intensity: int = 0) -> int:
    """
    Count the Aggravated Health that one turn of fire does.

    Args:
        exposure: How much of the body burns.
        intensity: What the Storyteller adds for a hotter fire, 0 or more.

    Raises:
        ValueError: *intensity* is negative.

    Rule: A10 (fire).
    """
    if intensity < 0:
        raise ValueError(f"a fire's intensity adds 0 or more, not {intensity}")
    return FIRE_DAMAGE[exposure] + intensity
