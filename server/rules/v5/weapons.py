"""Weapons, armour and called shots: what is added to a margin, and which kind of damage it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import DamageKind


class Harm(StrEnum):
    """What hurts, as far as the kind of damage cares."""

    BLUNT = "blunt"
    EDGED = "edged"
    PIERCING = "piercing"
    BULLET = "bullet"
    FIRE = "fire"
    SUNLIGHT = "sunlight"
    SUPERNATURAL = "supernatural"

    @property
    def is_weapon(self) -> bool:
        """Whether armour can stop it."""
        return self in _WEAPON_HARM


_WEAPON_HARM: Final = (Harm.BLUNT, Harm.EDGED, Harm.PIERCING, Harm.BULLET)
_AGGRAVATES_ALL: Final = (Harm.FIRE, Harm.SUNLIGHT, Harm.SUPERNATURAL)
_AGGRAVATES_MORTALS: Final = (Harm.EDGED, Harm.PIERCING, Harm.BULLET)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon: *value* is added to the margin, *harm* decides the kind of damage."""

    name: str
    value: int
    harm: Harm


WEAPONS: Final[Mapping[str, Weapon]] = MappingProxyType(
    {
        weapon.name: weapon
        for weapon in (
            Weapon("unarmed", 0, Harm.BLUNT),
            Weapon("improvised", 0, Harm.BLUNT),
            Weapon("fist load", 1, Harm.BLUNT),
            Weapon("knife", 2, Harm.EDGED),
            Weapon("club", 2, Harm.BLUNT),
            Weapon("bat", 2, Harm.BLUNT),
            Weapon("light pistol", 2, Harm.BULLET),
            Weapon("sword", 3, Harm.EDGED),
            Weapon("axe", 3, Harm.EDGED),
            Weapon("heavy pistol", 3, Harm.BULLET),
            Weapon("two-handed sword", 4, Harm.EDGED),
            Weapon("rifle", 4, Harm.BULLET),
            Weapon("shotgun", 4, Harm.BULLET),
            Weapon("very heavy", 5, Harm.BLUNT),
        )
    }
)
"""
By name; a table may add its own or give others (A9.9).

House rule: the sources give values alone, so what a "very heavy" weapon does is taken as blunt.
"""


@dataclass(frozen=True, slots=True)
class Armour:
    """
    Armour: turns up to *points* of Aggravated weapon damage into Superficial.

    Raises:
        ValueError: *points* is negative.
    """

    name: str
    points: int
    bullets_only: bool = False

    def __post_init__(self) -> None:
        if self.points < 0:
            raise ValueError(f"armour has 0 points or more, not {self.points}")


ARMOURS: Final[Mapping[str, Armour]] = MappingProxyType(
    {
        armour.name: armour
        for armour in (Armour("leather", 2), Armour("mail", 3), Armour("plate", 4))
    }
)
"""By name. A ballistic vest is one for bullets only, with the points that the table gives it."""


def damage_kind(harm: Harm, kind: CharacterKind, *, is_resilient: bool = False) -> DamageKind:
    """
    Say which kind of damage *harm* does to a character.

    House rule: thin-bloods are hurt as mortals are unless they have the vampiric-resilience
    trait, as they are for halving; fire and the supernatural are Aggravated for everybody, since
    nobody stands them better than vampires do.

    Raises:
        ValueError: Sunlight on somebody whom it does not hurt.

    Rule: A10.4, A10.5.
    """
    if harm is Harm.SUNLIGHT and not kind.uses_rouse:
        raise ValueError("sunlight hurts vampires alone")
    is_frail = kind is not CharacterKind.VAMPIRE and not (
        kind is CharacterKind.THIN_BLOOD and is_resilient
    )
    if harm in _AGGRAVATES_ALL or (is_frail and harm in _AGGRAVATES_MORTALS):
        return DamageKind.AGGRAVATED
    return DamageKind.SUPERFICIAL


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage of one hit by kind, before halving and marking; each is one source (A10.3)."""

    superficial: int
    aggravated: int


def strike(
    damage: int,
    harm: Harm,
    target: CharacterKind,
    *,
    armour: Armour | None = None,
    is_resilient: bool = False,
) -> Blow:
    """
    Give the damage of a hit its kind, and let armour turn some of it.

    Args:
        damage: Margin and weapon value together, 0 or more.
        harm: What hits.
        target: What is hit.
        armour: What it wears.
        is_resilient: Whether a thin-blood target has the vampiric-resilience trait.

    Raises:
        ValueError: *damage* is negative, or sunlight falls on whom it does not hurt.

    Rule: A9.10, A10.5.
    """
    if damage < 0:
        raise ValueError(f"damage is 0 or more, not {damage}")
    if damage_kind(harm, target, is_resilient=is_resilient) is DamageKind.SUPERFICIAL:
        return Blow(damage, 0)
    stops = (
        armour is not None and harm.is_weapon and (harm is Harm.BULLET or not armour.bullets_only)
    )
    turned = min(damage, armour.points) if armour is not None and stops else 0
    return Blow(turned, damage - turned)


class CalledShot(StrEnum):
    """What a called shot can do at once, when it deals enough."""

    STAKE = "stake"
    BEHEADING = "beheading"


DAMAGE_NEEDED: Final[Mapping[CalledShot, int]] = MappingProxyType(
    {CalledShot.STAKE: 5, CalledShot.BEHEADING: 10}
)
"""Points of damage that the shot must deal (A9.11)."""


def called_shot_items(rules: V5Rules) -> tuple[PoolItem, ...]:
    """List what a called shot takes from the attack pool (A9.11, ``called_shot``)."""
    return (PoolItem("called shot", -2),) if rules.called_shot == "dice_2" else ()


def called_shot_successes(successes: int, rules: V5Rules) -> int:
    """
    Count the successes that a called shot leaves of an attack, never below 0.

    Raises:
        ValueError: *successes* is negative.

    Rule: A9.11 (``called_shot``).
    """
    if successes < 0:
        raise ValueError(f"successes are 0 or more, not {successes}")
    return max(0, successes - 2) if rules.called_shot == "successes_2" else successes


def called_shot_takes(shot: CalledShot, damage: int) -> bool:
    """Whether a called shot that deals *damage* does what it was called for (A9.11)."""
    return damage >= DAMAGE_NEEDED[shot]
