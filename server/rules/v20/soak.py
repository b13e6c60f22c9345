"""What a body withstands: soak pools, damage after soak, and what fire and sunlight do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from server.rules.v20.damage import Body, DamageKind
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import DicePool, PoolItem, PoolKind


def soak_pool(
    stamina: int, fortitude: int, kind: DamageKind, body: Body, rules: V20Rules
) -> DicePool:
    """
    Say what somebody soaks with; an empty pool soaks nothing, and wounds take no die from it.

    Args:
        stamina: The Attribute.
        fortitude: Dots of the Discipline; a mortal has none that count here.
        kind: What is soaked.
        body: A vampire or a mortal.
        rules: The room's switches; here ``soak_aggravated``.

    Raises:
        ValueError: A trait is negative.

    Rule: C5.6, C6.
    """
    if stamina < 0 or fortitude < 0:
        raise ValueError("a trait is rated 0 or more")
    items: tuple[PoolItem, ...] = ()
    if body is Body.VAMPIRE:
        items = (PoolItem("Fortitude", fortitude),) if fortitude else ()
        if kind is not DamageKind.AGGRAVATED or rules.soak_aggravated == "stamina_fortitude":
            items = (PoolItem("Stamina", stamina), *items)
    elif kind is DamageKind.BASHING:
        items = (PoolItem("Stamina", stamina),)
    return DicePool(items, PoolKind.SOAK)


class SoakedDamage(Struct, frozen=True, gc=False):
    """
    Damage after soak.

    Attributes:
        dealt: Levels before soak.
        soaked: Levels that soak took away, at most *dealt*.
        levels: Levels to mark; a vampire's bashing is halved after soak, rounding down.
    """

    dealt: int
    soaked: int
    levels: int


def soak_damage(dealt: int, soak_net: int, kind: DamageKind, body: Body) -> SoakedDamage:
    """
    Take soak from damage, then halve a vampire's bashing, rounding down.

    Args:
        dealt: Levels, 0 or more.
        soak_net: Net successes of the soak roll, 0 or more.
        kind: What was dealt.
        body: A vampire or a mortal.

    Raises:
        ValueError: A number is negative.

    Rule: C5.5, C6.
    """
    if dealt < 0 or soak_net < 0:
        raise ValueError("damage and soak are 0 or more")
    soaked = min(dealt, soak_net)
    left = dealt - soaked
    is_halved = body is Body.VAMPIRE and kind is DamageKind.BASHING
    return SoakedDamage(dealt, soaked, left // 2 if is_halved else left)


FIRE_SOAK: Final[Mapping[str, int]] = MappingProxyType(
    {
        "candle": 3,
        "torch": 5,
        "Bunsen burner": 7,
        "electrical fire": 8,
        "chemical fire": 9,
        "molten metal": 10,
    }
)
"""Difficulty to soak fire, by its heat (C6)."""

FIRE_LEVELS: Final[Mapping[str, int]] = MappingProxyType(
    {"a part of the body": 1, "half of the body (bonfire)": 2, "all of the body (inferno)": 3}
)
"""Aggravated levels a turn that fire does without a damage roll, by its size (C6)."""

SUNLIGHT_SOAK: Final[Mapping[str, int]] = MappingProxyType(
    {
        "twilight": 3,
        "heavy cloud": 3,
        "closed curtain": 3,
        "fully covered": 5,
        "indirect": 7,
        "through a window": 7,
        "outside on a cloudy day": 9,
        "one direct ray": 9,
        "mirror": 9,
        "direct sun": 10,
    }
)
"""Difficulty to soak sunlight, by what is left of it (C6)."""

SUNLIGHT_LEVELS: Final[Mapping[str, int]] = MappingProxyType(
    {"a small part of the body": 1, "a large part of the body": 2, "half of the body or more": 3}
)
"""Aggravated levels a turn that sunlight does, by how much of the body it reaches (C6)."""
