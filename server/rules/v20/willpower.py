"""V20 Willpower: a permanent rating, current points, and what a point buys."""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import PoolItem, PoolKind

MAX_WILLPOWER: Final = 10


class WillpowerUse(StrEnum):
    """What one point buys (C3, C8.5)."""

    AUTOMATIC_SUCCESS = "automatic_success"
    IGNORE_WOUNDS = "ignore_wounds"
    HOLD_DERANGEMENT = "hold_derangement"
    HOLD_FRENZY = "hold_frenzy"


class Willpower(Struct, frozen=True, gc=False):
    """
    A character's Willpower.

    Attributes:
        permanent: The rating, 1 to 10; this is what a Willpower roll rolls.
        current: Points left to spend, 0 to *permanent*.

    Raises:
        ValueError: A number is outside its range.
    """

    permanent: int
    current: int

    def __post_init__(self) -> None:
        if not 1 <= self.permanent <= MAX_WILLPOWER:
            raise ValueError(f"Willpower is 1 to {MAX_WILLPOWER}, not {self.permanent}")
        if not 0 <= self.current <= self.permanent:
            raise ValueError(
                f"there are 0 to {self.permanent} points of Willpower, not {self.current}"
            )

    @property
    def is_exhausted(self) -> bool:
        """Whether no point is left."""
        return self.current == 0


def willpower_item(willpower: Willpower) -> PoolItem:
    """The part that Willpower brings to a pool: its permanent rating (C3)."""
    return PoolItem("Willpower", willpower.permanent)


def spend_willpower(willpower: Willpower, points: int = 1) -> Willpower | RuleRefusal:
    """
    Spend *points*.

    Returns:
        Willpower after, or a refusal ``willpower_spent``.

    Raises:
        ValueError: *points* is below 1.

    Rule: C3.
    """
    if points < 1:
        raise ValueError(f"1 point or more is spent, not {points}")
    if willpower.current < points:
        return RuleRefusal(
            code="willpower_spent",
            detail=f"This takes {points} Willpower, and {willpower.current} is left.",
            field="willpower",
            accepted=f"{points} Willpower or more",
        )
    return replace(willpower, current=willpower.current - points)


def buy_success(
    willpower: Willpower, kind: PoolKind, *, bought_this_turn: int, rules: V20Rules
) -> Willpower | RuleRefusal:
    """
    Spend a point for one automatic success on a roll.

    Args:
        willpower: Willpower before.
        kind: What is rolled for.
        bought_this_turn: Successes bought in this turn already; 0 while no turns are counted.
        rules: The room's switches; here ``willpower_lock``.

    Returns:
        Willpower after, or a refusal ``willpower_not_here``, ``willpower_used`` or
        ``willpower_spent``; the first that applies, in this order.

    Raises:
        ValueError: *bought_this_turn* is negative.

    Rule: C3, C8.2.
    """
    if bought_this_turn < 0:
        raise ValueError(f"nobody buys {bought_this_turn} successes")
    if not kind.takes_willpower:
        return RuleRefusal(
            code="willpower_not_here",
            detail="Willpower adds nothing to a Willpower roll or a roll against degeneration.",
            field="willpower",
            accepted="a roll of another kind",
        )
    if bought_this_turn > 0 and rules.willpower_lock == "per_turn":
        return RuleRefusal(
            code="willpower_used",
            detail="Willpower buys one automatic success a turn, and this turn's is bought.",
            field="willpower",
            accepted="one automatic success in a turn",
        )
    return spend_willpower(willpower)


def regain_willpower(willpower: Willpower, points: int) -> Willpower:
    """
    Give back up to *points*, never beyond the rating.

    Raises:
        ValueError: *points* is negative.

    Rule: C3.
    """
    if points < 0:
        raise ValueError(f"0 points or more come back, not {points}")
    return replace(willpower, current=min(willpower.permanent, willpower.current + points))
