"""The kinds of damage and of bodies, and how V20 attacks, damage and defence are rolled."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from server.rules.v20.difficulty import STANDARD_DIFFICULTY
from server.rules.v20.faces import Faces
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import DicePool, PoolItem, PoolKind, wound_items
from server.rules.v20.reading import Reading, read_roll


class DamageKind(StrEnum):
    """The three kinds of damage, the lightest first."""

    BASHING = "bashing"
    LETHAL = "lethal"
    AGGRAVATED = "aggravated"


class Body(StrEnum):
    """What takes the damage. Whatever else a Storyteller has is one of these by their choice."""

    VAMPIRE = "vampire"
    MORTAL = "mortal"


class Traits(NamedTuple):
    """The Attribute and the Ability of a pool."""

    attribute: str
    ability: str


ATTACKS: Final[Mapping[str, Traits]] = MappingProxyType(
    {
        "brawl": Traits("Dexterity", "Brawl"),
        "melee": Traits("Dexterity", "Melee"),
        "firearms": Traits("Dexterity", "Firearms"),
        "thrown": Traits("Dexterity", "Athletics"),
    }
)
"""What an attack rolls (C5.2)."""

DEFENCES: Final[Mapping[str, Traits]] = MappingProxyType(
    {
        "dodge": Traits("Dexterity", "Athletics"),
        "block": Traits("Dexterity", "Brawl"),
        "parry": Traits("Dexterity", "Melee"),
    }
)
"""What a defence rolls (C5.3)."""


class StrengthDamage(NamedTuple):
    """What a blow adds to Strength, and the kind of its damage."""

    bonus: int
    kind: DamageKind


STRENGTH_DAMAGE: Final[Mapping[str, StrengthDamage]] = MappingProxyType(
    {
        "punch": StrengthDamage(0, DamageKind.BASHING),
        "kick": StrengthDamage(1, DamageKind.BASHING),
        "bite": StrengthDamage(1, DamageKind.AGGRAVATED),
        "claws": StrengthDamage(1, DamageKind.AGGRAVATED),
    }
)
"""Usual damage from Strength (C5, end); any table may differ."""


def net_attack(attack: Reading, defence: Reading | None) -> int:
    """
    Take the defender's net successes from the attacker's; 0 is a miss.

    Rule: C5.3.
    """
    return max(0, attack.net - (defence.net if defence else 0))


def strength_items(
    strength: int, bonus: int, *, wound_penalty: int, rules: V20Rules
) -> tuple[PoolItem, ...]:
    """
    List the parts of damage that comes from Strength.

    Args:
        strength: The attacker's Strength.
        bonus: What the blow or the weapon adds.
        wound_penalty: The attacker's, 0 or less.
        rules: The room's switches; here ``wound_penalty_on_strength_damage``.

    Raises:
        ValueError: *wound_penalty* is above 0.

    Rule: C5.4, C5.6.
    """
    wounds = wound_items(wound_penalty)
    items: tuple[PoolItem, ...] = (PoolItem("Strength", strength),)
    if bonus:
        items += (PoolItem("blow or weapon", bonus),)
    return items + wounds if rules.wound_penalty_on_strength_damage == "yes" else items


def damage_pool(items: tuple[PoolItem, ...], attack_successes: int) -> DicePool | None:
    """
    Add to the weapon's damage what the attack had beyond its first success.

    Args:
        items: Weapon or Strength damage in parts.
        attack_successes: What ``net_attack`` says, 0 or more.

    Returns:
        The dice of damage, perhaps none; None for an attack that missed.

    Raises:
        ValueError: *attack_successes* is negative.

    Rule: C5.4.
    """
    if attack_successes < 0:
        raise ValueError(f"an attack has 0 successes or more, not {attack_successes}")
    if attack_successes == 0:
        return None
    if attack_successes > 1:
        items += (PoolItem("attack successes after the first", attack_successes - 1),)
    return DicePool(items, PoolKind.DAMAGE)


def read_damage(faces: Faces, rules: V20Rules) -> Reading:
    """
    Read a damage roll: difficulty 6, each net success one health level.

    Rule: C5.4, C5.5 (``ones_on_damage_soak``).
    """
    return read_soak(faces, STANDARD_DIFFICULTY, rules)


def read_soak(faces: Faces, difficulty: int, rules: V20Rules) -> Reading:
    """
    Read a soak roll: each net success takes one level away.

    Args:
        faces: The dice; none for somebody who cannot soak.
        difficulty: 6, or what fire or sunlight asks for.
        rules: The room's switches; here ``ones_on_damage_soak``.

    Rule: C5.5, C6.
    """
    return read_roll(faces, difficulty, rules, ones_matter=rules.ones_on_damage_soak == "yes")
