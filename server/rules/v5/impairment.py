"""Impairment: which pools lose dice because a track is full or Stains overflow."""

from collections.abc import Collection
from enum import StrEnum
from typing import Final

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import MAX_HUMANITY, check_humanity
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import Track

IMPAIRED_DICE: Final = -2
"""Dice that each cause of impairment takes from a pool (A10.11, A11.4)."""


class PoolCategory(StrEnum):
    """The groups of Attributes; a mixed pool belongs to several (A10.12)."""

    PHYSICAL = "physical"
    SOCIAL = "social"
    MENTAL = "mental"


def impaired_categories(
    health: Track,
    willpower: Track,
    humanity: int,
    stains: int,
    rules: V5Rules,
    *,
    overflow: int = 0,
) -> tuple[PoolCategory, ...]:
    """
    Name the groups of pools that lose dice, each once, in the order of the enum.

    Full Health impairs physical pools, full Willpower social and mental ones, Stains all.

    Args:
        health: The Health track.
        willpower: The Willpower track.
        humanity: 0 to 10.
        stains: Stains in boxes.
        rules: The room's switches; here ``stain_impairment``.
        overflow: Stains beyond the boxes.

    Raises:
        ValueError: Humanity, Stains and overflow cannot stand together.

    Rule: A10.11, A11.4, A11.5.
    """
    if _stains_impair(humanity, stains, overflow, rules):
        return tuple(PoolCategory)
    impaired: list[PoolCategory] = []
    if health.is_full:
        impaired.append(PoolCategory.PHYSICAL)
    if willpower.is_full:
        impaired.extend((PoolCategory.SOCIAL, PoolCategory.MENTAL))
    return tuple(impaired)


def impairment_items(
    categories_of_pool: Collection[PoolCategory],
    *,
    health: Track,
    willpower: Track,
    humanity: int,
    stains: int,
    overflow: int,
    rules: V5Rules,
    ignores_health: bool = False,
) -> tuple[PoolItem, ...]:
    """
    List the penalties on one pool: one item for each cause that touches it, never two.

    Args:
        categories_of_pool: The groups its Attributes belong to; empty for a pool without one.
        health: The Health track.
        willpower: The Willpower track.
        humanity: 0 to 10.
        stains: Stains in boxes.
        overflow: Stains beyond the boxes.
        rules: The room's switches; here ``stain_impairment``.
        ignores_health: Whether Health impairs nothing now: a Willpower was spent on that for
            this turn (A10.13), or the character is in frenzy (A12.5).

    Raises:
        ValueError: Humanity, Stains and overflow cannot stand together.

    Rule: A10.11 to A10.13, A11.4, A11.5.
    """
    causes: list[str] = []
    if health.is_full and not ignores_health and PoolCategory.PHYSICAL in categories_of_pool:
        causes.append("Health")
    if willpower.is_full and (
        PoolCategory.SOCIAL in categories_of_pool or PoolCategory.MENTAL in categories_of_pool
    ):
        causes.append("Willpower")
    if _stains_impair(humanity, stains, overflow, rules):
        causes.append("Stains")
    return tuple(PoolItem(f"impaired ({cause})", IMPAIRED_DICE) for cause in causes)


def _stains_impair(humanity: int, stains: int, overflow: int, rules: V5Rules) -> bool:
    """Whether Stains impair. Humanity 10 leaves no box to fill, so there only overflow can."""
    check_humanity(humanity, stains, overflow)
    is_filled = stains > 0 and stains == MAX_HUMANITY - humanity
    return overflow > 0 or (rules.stain_impairment == "on_full" and is_filled)
