"""The kinds of characters, and which of the rules apply to which (A14)."""

from enum import StrEnum
from typing import Final

from server.rules.v5.house_rules import V5Rules


class CharacterKind(StrEnum):
    """What a character is. Merits and flaws that change a row are arguments where they matter."""

    VAMPIRE = "vampire"
    THIN_BLOOD = "thin_blood"
    GHOUL = "ghoul"
    MORTAL = "mortal"

    @property
    def uses_hunger_dice(self) -> bool:
        """Whether Hunger replaces regular dice in this character's pools (A2.4)."""
        return self in (CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD)

    @property
    def uses_rouse(self) -> bool:
        """Whether this character makes Rouse checks; a ghoul pays in Health instead."""
        return self in (CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD)

    @property
    def halves_superficial(self) -> bool:
        """Whether Superficial Health damage is halved (A10.3, A10.4)."""
        return self is CharacterKind.VAMPIRE

    @property
    def can_frenzy(self) -> bool:
        """Whether provocation can drive this character to frenzy (A12.7)."""
        return self is CharacterKind.VAMPIRE

    @property
    def blood_potency_bounds(self) -> tuple[int, int] | None:
        """The lowest and the highest Blood Potency, or None where the Blood has no power."""
        return _BOUNDS[self]

    @property
    def has_clan(self) -> bool:
        """Whether a clan's Compulsion and bane can touch this character."""
        return self is CharacterKind.VAMPIRE


_BOUNDS: Final = {
    CharacterKind.VAMPIRE: (1, 10),
    CharacterKind.THIN_BLOOD: (0, 0),
    CharacterKind.GHOUL: None,
    CharacterKind.MORTAL: None,
}


def halves_superficial(kind: CharacterKind, *, is_resilient: bool = False) -> bool:
    """
    Whether Superficial Health damage is halved.

    Args:
        kind: What the character is.
        is_resilient: Whether a thin-blood has the vampiric-resilience trait.

    Rule: A10.4, A14.
    """
    return kind.halves_superficial or (kind is CharacterKind.THIN_BLOOD and is_resilient)


def can_frenzy(kind: CharacterKind, *, has_bestial_temper: bool = False) -> bool:
    """
    Whether provocation can drive the character to frenzy.

    Args:
        kind: What the character is.
        has_bestial_temper: Whether a thin-blood has the flaw of that kind.

    Rule: A12.7, A14.
    """
    return kind.can_frenzy or (kind is CharacterKind.THIN_BLOOD and has_bestial_temper)


def mends_by_rouse(kind: CharacterKind, *, has_mortal_frailty: bool = False) -> bool:
    """
    Whether the character mends Health with Rouse checks, and not by rest.

    Args:
        kind: What the character is.
        has_mortal_frailty: Whether a thin-blood has the flaw of that kind.

    Rule: A14.
    """
    return kind.uses_rouse and not (kind is CharacterKind.THIN_BLOOD and has_mortal_frailty)


def ghoul_power_cost(power_level: int, rules: V5Rules) -> int:
    """
    Count the Aggravated Health that a ghoul pays for a power, in place of a Rouse check.

    Args:
        power_level: Level of the Discipline power, 1 or more.
        rules: The room's switches; here ``ghoul_power_cost``.

    Raises:
        ValueError: *power_level* is below 1.

    Rule: A14.
    """
    if power_level < 1:
        raise ValueError(f"a power has level 1 or more, not {power_level}")
    return 1 if power_level > 1 or rules.ghoul_power_cost == "always" else 0
