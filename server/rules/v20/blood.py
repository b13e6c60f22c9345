"""Blood points: spending them within a turn's bound, waking, feeding, strengthening the body."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v20.generation import Generation


class BloodUse(StrEnum):
    """What one blood point buys (C7)."""

    WAKE = "wake"
    HEAL = "heal"
    ATTRIBUTE = "attribute"
    DISCIPLINE = "discipline"


def check_blood(blood: int, row: Generation) -> None:
    """Raise ValueError unless *blood* points fit into the pool of that Generation."""
    if blood < 0 or (row.blood_pool is not None and blood > row.blood_pool):
        raise ValueError(f"a pool of 0 to {row.blood_pool} cannot hold {blood} blood points")


def spendable(blood: int, row: Generation) -> int:
    """
    Count the points out of *blood* that can be spent.

    House rule: the part of a thin-blooded pool that is not usable is what stays when the rest is
    spent.

    Raises:
        ValueError: *blood* does not fit into the pool.

    Rule: C7 (``thin_blood_pool``).
    """
    check_blood(blood, row)
    if row.blood_pool is None or row.usable is None:
        return blood
    return max(0, blood - (row.blood_pool - row.usable))


def spend_blood(
    blood: int, points: int, row: Generation, *, spent_this_turn: int | None
) -> int | RuleRefusal:
    """
    Spend *points*.

    Args:
        blood: Points in the pool.
        points: Points to spend, 1 or more.
        row: The vampire's Generation.
        spent_this_turn: Points spent in this turn already; None while no turns are counted, as
            in a day's rest, and no bound then applies.

    Returns:
        Points left, or a refusal ``no_blood`` or ``blood_per_turn``.

    Raises:
        ValueError: A number is out of its range.

    Rule: C7.
    """
    spent = spent_this_turn or 0
    if points < 1 or spent < 0:
        raise ValueError("1 point or more is spent, and 0 or more were spent before")
    left = spendable(blood, row)
    if left < points:
        return RuleRefusal(
            code="no_blood",
            detail=f"This takes {points} blood, and {left} can be spent.",
            field="blood",
            accepted=f"0 to {left} points",
        )
    if spent_this_turn is None or row.per_turn is None or spent + points <= row.per_turn:
        return blood - points
    return RuleRefusal(
        code="blood_per_turn",
        detail=(
            f"Generation {row.generation} spends {row.per_turn} a turn, "
            f"{spent} are spent, and {points} more would pass that."
        ),
        field="blood",
        accepted=f"0 to {max(0, row.per_turn - spent)} more points in this turn",
    )


class Waking(Struct, frozen=True, gc=False):
    """An evening's waking: points left, and whether there was none to wake with: torpor."""

    blood: int
    is_torpor: bool


def wake(blood: int, row: Generation) -> Waking:
    """
    Spend the evening's point; with none to spend the vampire stays down in torpor.

    Raises:
        ValueError: *blood* does not fit into the pool.

    Rule: C7.
    """
    if spendable(blood, row) == 0:
        return Waking(blood, is_torpor=True)
    return Waking(blood - 1, is_torpor=False)


def strengthen_refusal(rating: int, row: Generation) -> RuleRefusal | None:
    """
    Say why blood cannot safely raise a physical Attribute by one more, or None when it can.

    Args:
        rating: The Attribute as it stands, raised or not.
        row: The vampire's Generation; one beyond its trait maximum is safe.

    Returns:
        None, or a refusal ``attribute_full``.

    Rule: C7.
    """
    highest = row.trait_maximum + 1
    if rating < highest:
        return None
    return RuleRefusal(
        code="attribute_full",
        detail=f"Blood raises an Attribute to {highest} at most, and it is {rating}.",
        field="attribute",
        accepted=f"an Attribute below {highest}",
    )


HUMAN_BLOOD: Final = 10
"""Blood points in an adult (C7)."""


class Harm(StrEnum):
    """What drinking does to an adult."""

    NONE = "none"
    HARMFUL = "harmful"
    HOSPITAL = "hospital"
    DEATH = "death"


HARM_ABOVE: Final[Mapping[Harm, int]] = MappingProxyType(
    {Harm.DEATH: HUMAN_BLOOD - 1, Harm.HOSPITAL: 5, Harm.HARMFUL: 2}
)
"""Points above which drinking from an adult does that harm, the worst first (C7)."""


class Feeding(Struct, frozen=True, gc=False):
    """
    A drink from a human.

    Attributes:
        blood: The vampire's points after.
        gained: Points that found room in the pool.
        wasted: Points drunk that did not.
        harm: What it did to the human.
    """

    blood: int
    gained: int
    wasted: int
    harm: Harm


def feed(
    blood: int, points: int, row: Generation, *, drunk_before: int = 0
) -> Feeding | RuleRefusal:
    """
    Drink *points* from a human adult.

    Args:
        blood: Points in the vampire's pool.
        points: Points to drink, 1 or more.
        row: The vampire's Generation; its pool is the bound.
        drunk_before: Points already drunk from the same human.

    Returns:
        The pool after and the harm of all that was drunk, or a refusal ``not_so_much_blood``.

    Raises:
        ValueError: A number is out of its range.

    Rule: C7.
    """
    check_blood(blood, row)
    if points < 1 or not 0 <= drunk_before <= HUMAN_BLOOD:
        raise ValueError("1 point or more is drunk, out of what an adult has")
    left = HUMAN_BLOOD - drunk_before
    if points > left:
        return RuleRefusal(
            code="not_so_much_blood",
            detail=f"This human has {left} blood left, not {points}.",
            field="points",
            accepted=f"0 to {left} points",
        )
    gained = points if row.blood_pool is None else min(points, row.blood_pool - blood)
    drunk = drunk_before + points
    harm = next((harm for harm, bound in HARM_ABOVE.items() if drunk > bound), Harm.NONE)
    return Feeding(blood + gained, gained, points - gained, harm)
