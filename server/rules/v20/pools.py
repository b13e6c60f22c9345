"""Build a V20 pool from its parts: traits, untrained Abilities, wounds."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import V20Rules


class PoolItem(Struct, frozen=True, gc=False):
    """One named part of a pool; *dice* is negative for a penalty."""

    label: str
    dice: int


class PoolKind(StrEnum):
    """What a pool is rolled for, as far as wounds, Willpower, specialties and time care."""

    ACTION = "action"
    WILLPOWER = "willpower"
    VIRTUE = "virtue"
    DEGENERATION = "degeneration"
    DAMAGE = "damage"
    SOAK = "soak"

    @property
    def suffers_wounds(self) -> bool:
        """Whether wounds take dice; Strength damage has a switch of its own (C5.6)."""
        return self is PoolKind.ACTION

    @property
    def takes_willpower(self) -> bool:
        """Whether Willpower may add a success (C3, C8.2)."""
        return self not in (PoolKind.WILLPOWER, PoolKind.DEGENERATION)

    @property
    def takes_specialty(self) -> bool:
        """Whether a specialty can apply: only Attributes and Abilities have any (C3, C8.1)."""
        return self is PoolKind.ACTION

    @property
    def is_reflexive(self) -> bool:
        """Whether the roll takes no action and is no part of a split (C4.5)."""
        return self in (PoolKind.VIRTUE, PoolKind.DEGENERATION, PoolKind.DAMAGE, PoolKind.SOAK)


class AbilityKind(StrEnum):
    """The three groups of Abilities, which differ when untrained (C2)."""

    TALENT = "talent"
    SKILL = "skill"
    KNOWLEDGE = "knowledge"


class DicePool(Struct, frozen=True, gc=False):
    """The dice to roll, and the parts they come from, as they were given."""

    items: tuple[PoolItem, ...]
    kind: PoolKind

    @property
    def size(self) -> int:
        """Dice to roll: the sum of the parts, at least 0."""
        return max(0, sum([item.dice for item in self.items]))


class AbilityPart(Struct, frozen=True, gc=False):
    """
    What an Ability brings to a pool.

    Attributes:
        items: The Attribute, and the Ability when there is one.
        is_untrained: Whether the Ability is 0.
        is_untrained_skill: Whether the roll is one harder for it (``apply_difficulty``).
    """

    items: tuple[PoolItem, ...]
    is_untrained: bool
    is_untrained_skill: bool


def ability_part(
    attribute: PoolItem, ability: PoolItem, kind: AbilityKind, rules: V20Rules
) -> AbilityPart | RuleRefusal:
    """
    Put an Attribute and an Ability together; an Ability of 0 leaves the Attribute alone.

    Args:
        attribute: The Attribute, counted once whatever the Ability is.
        ability: The Ability, 0 or more.
        kind: Talents cost nothing untrained, Skills are harder, Knowledges usually impossible.
        rules: The room's switches; here ``untrained_knowledge``.

    Returns:
        The parts, or a refusal ``untrained_knowledge``.

    Raises:
        ValueError: The Attribute or the Ability is negative.

    Rule: C2.
    """
    if attribute.dice < 0 or ability.dice < 0:
        raise ValueError("a trait is rated 0 or more")
    if ability.dice > 0:
        return AbilityPart((attribute, ability), is_untrained=False, is_untrained_skill=False)
    if kind is AbilityKind.KNOWLEDGE and rules.untrained_knowledge == "refuse":
        return RuleRefusal(
            code="untrained_knowledge",
            detail=f"{ability.label} is a Knowledge, and without a dot nobody can try it.",
            field="ability",
            accepted="a Knowledge of 1 or more",
        )
    return AbilityPart(
        (attribute,), is_untrained=True, is_untrained_skill=kind is AbilityKind.SKILL
    )


INCAPACITATED: Final = RuleRefusal(
    code="incapacitated",
    detail="An Incapacitated character cannot act.",
    field="character",
    accepted="a character who is not Incapacitated",
)
POOL_EMPTY: Final = RuleRefusal(
    code="pool_empty",
    detail="The parts leave no die to roll.",
    field="items",
    accepted="a pool of 1 die or more",
)


def build_pool(
    items: Sequence[PoolItem], kind: PoolKind, *, wound_penalty: int | None
) -> DicePool | RuleRefusal:
    """
    Add up *items*, and what wounds take from an action.

    Args:
        items: Traits, bonuses and penalties, in the order to show them.
        kind: What is rolled for.
        wound_penalty: 0 or less; None for a character who cannot act (``penalty_of``).

    Returns:
        A pool of at least one die, or a refusal ``incapacitated`` or ``pool_empty``.

    Raises:
        ValueError: *wound_penalty* is above 0.

    Rule: C1.8, C5.6, C6.
    """
    parts = tuple(items)
    if kind.suffers_wounds:
        if wound_penalty is None:
            return INCAPACITATED
        parts += wound_items(wound_penalty)
    pool = DicePool(parts, kind)
    if pool.size == 0:
        return POOL_EMPTY
    return pool


def wound_items(wound_penalty: int) -> tuple[PoolItem, ...]:
    """List the wound penalty as a part of a pool; none for no penalty (C5.6)."""
    if wound_penalty > 0:
        raise ValueError(f"wounds take dice, they do not add {wound_penalty}")
    return (PoolItem("wounds", wound_penalty),) if wound_penalty else ()


def specialty_refusal(rating: int, kind: PoolKind, rules: V20Rules) -> RuleRefusal | None:
    """
    Say why a specialty does not count on a roll, or None when it does.

    Args:
        rating: The rating of the trait whose specialty is named.
        kind: What is rolled for.
        rules: The room's switches; here ``specialty_min`` and ``specialty_max``.

    Returns:
        None, or a refusal ``no_specialty_here``, ``specialty_too_low`` or ``specialty_too_high``.

    Raises:
        ValueError: *rating* is below 1: such a trait has no specialty to name.

    Rule: C3, C8.1, C9.
    """
    if rating < 1:
        raise ValueError(f"a trait rated {rating} has no specialty")
    if not kind.takes_specialty:
        return RuleRefusal(
            code="no_specialty_here",
            detail="Only rolls with Attributes and Abilities can use a specialty.",
            field="specialty",
            accepted="no specialty",
        )
    lowest = 4 if rules.specialty_min == "four" else 1
    accepted = f"a trait rated {lowest} or more"
    if rules.specialty_max == "five":
        accepted = f"a trait rated {lowest} to 5"
    if rating < lowest:
        return RuleRefusal(
            code="specialty_too_low",
            detail=f"A trait rated {rating} is too low for a specialty at this table.",
            field="specialty",
            accepted=accepted,
        )
    if rules.specialty_max == "five" and rating > 5:
        return RuleRefusal(
            code="specialty_too_high",
            detail=f"A trait rated {rating} is too high for a specialty at this table.",
            field="specialty",
            accepted=accepted,
        )
    return None
