"""Build a pool from its parts and split it into regular and Hunger dice."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.hunger import check_hunger


class PoolItem(Struct, frozen=True, gc=False):
    """One named part of a pool; *dice* is negative for a penalty."""

    label: str
    dice: int


class PoolKind(StrEnum):
    """
    What a pool is made of, as far as Hunger and Willpower care (A2.3).

    A pool with Willpower or Humanity as a part has no Hunger dice, no reroll and no Blood Surge.
    """

    ORDINARY = "ordinary"
    WILLPOWER = "willpower"
    HUMANITY = "humanity"


class DicePool(Struct, frozen=True, gc=False):
    """
    The dice to roll, and the parts they come from.

    *items* are kept as they were given. Their sum differs from *size* only when the pool was
    raised to the one die that is always rolled (A1.11).
    """

    items: tuple[PoolItem, ...]
    regular: int
    hunger: int

    def __post_init__(self) -> None:
        if self.regular < 0 or self.hunger < 0:
            raise ValueError(f"a pool cannot hold {self.regular} and {self.hunger} dice")

    @property
    def size(self) -> int:
        """All dice together."""
        return self.regular + self.hunger

    @property
    def was_raised(self) -> bool:
        """Whether the parts came to less than the one die that is rolled."""
        return sum(item.dice for item in self.items) < self.size


def build_pool(
    items: Sequence[PoolItem],
    *,
    hunger: int,
    uses_hunger_dice: bool,
    kind: PoolKind,
    rules: V5Rules,
) -> DicePool | RuleRefusal:
    """
    Add up *items* and let Hunger replace as many dice as it can.

    Hunger dice are counted after every modifier, so a bonus adds regular dice and a penalty takes
    regular dice first (A2.1, A2.2).

    Args:
        items: Traits, bonuses and penalties, in the order to show them.
        hunger: The character's Hunger, 0 to 5.
        uses_hunger_dice: Whether this kind of character has Hunger dice (A2.4).
        kind: Willpower and Humanity pools have no Hunger dice (A2.3).
        rules: The room's switches; here ``min_pool``.

    Returns:
        A pool of at least one die, or a refusal ``pool_empty``.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A1.11, A2.1 to A2.4.
    """
    check_hunger(hunger)
    total = sum([item.dice for item in items])
    if total < 1 and rules.min_pool == "refuse":
        return RuleRefusal(
            code="pool_empty",
            detail=f"The modifiers leave a pool of {total}, and this table rolls no such pool.",
            field="items",
            accepted="a pool of 1 die or more",
        )
    size = max(1, total)
    replaced = min(size, hunger) if uses_hunger_dice and kind is PoolKind.ORDINARY else 0
    return DicePool(tuple(items), size - replaced, replaced)
