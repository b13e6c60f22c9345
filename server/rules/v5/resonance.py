"""Resonance: the mood in the blood, how strong it is, and the dice it gives (optional)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from server.rules.v5.faces import check_faces
from server.rules.v5.hunger import MAX_HUNGER, check_hunger
from server.rules.v5.pools import PoolItem

RESONANCE_DICE: Final = 1


class Temperament(StrEnum):
    """How strong a resonance is."""

    NEGLIGIBLE = "negligible"
    FLEETING = "fleeting"
    INTENSE = "intense"
    ACUTE = "acute"

    @property
    def gives_dice(self) -> bool:
        """Whether it strengthens pools; a fleeting one serves thin-blood alchemy only."""
        return self in (Temperament.INTENSE, Temperament.ACUTE)

    @property
    def may_give_dyscrasia(self) -> bool:
        """Whether the Storyteller may grant a Dyscrasia."""
        return self is Temperament.ACUTE


class ResonanceType(StrEnum):
    """The mood; the last two follow from the source and are never rolled."""

    PHLEGMATIC = "phlegmatic"
    MELANCHOLIC = "melancholic"
    CHOLERIC = "choleric"
    SANGUINE = "sanguine"
    ANIMAL = "animal"
    EMPTY = "empty"


RESONANT_DISCIPLINES: Final[Mapping[ResonanceType, tuple[str, ...]]] = MappingProxyType(
    {
        ResonanceType.CHOLERIC: ("Celerity", "Potence"),
        ResonanceType.MELANCHOLIC: ("Fortitude", "Obfuscate"),
        ResonanceType.PHLEGMATIC: ("Auspex", "Dominate"),
        ResonanceType.SANGUINE: ("Blood Sorcery", "Presence"),
        ResonanceType.ANIMAL: ("Animalism", "Protean"),
        ResonanceType.EMPTY: ("Oblivion",),
    }
)
"""The Disciplines that each mood strengthens (A7)."""


def takes_second_die(face: int) -> bool:
    """Whether the first temperament die calls for another: a 9 or 10 (A7)."""
    check_faces((face,))
    return face >= 9


def temperament(faces: tuple[int, ...]) -> Temperament:
    """
    Read the temperament from one die, or from two when the first shows 9 or 10.

    Raises:
        ValueError: A face is outside 1 to 10, or a die is missing or too many.

    Rule: A7.
    """
    check_faces(faces)
    wanted = 2 if faces and takes_second_die(faces[0]) else 1
    if len(faces) != wanted:
        raise ValueError(f"{len(faces)} temperament dice, where {wanted} are read")
    if wanted == 2:
        return Temperament.ACUTE if faces[1] >= 9 else Temperament.INTENSE
    return Temperament.FLEETING if faces[0] >= 6 else Temperament.NEGLIGIBLE


def resonance_type(face: int) -> ResonanceType:
    """
    Read the mood of human blood from one die.

    Raises:
        ValueError: *face* is outside 1 to 10.

    Rule: A7.
    """
    check_faces((face,))
    if face <= 3:
        return ResonanceType.PHLEGMATIC
    if face <= 6:
        return ResonanceType.MELANCHOLIC
    return ResonanceType.CHOLERIC if face <= 8 else ResonanceType.SANGUINE


def resonance_items(
    resonance: ResonanceType, strength: Temperament, disciplines: tuple[str, ...]
) -> tuple[PoolItem, ...]:
    """
    List the die that a resonance adds to a pool; at most one.

    Args:
        resonance: The mood of the last feeding.
        strength: Its temperament.
        disciplines: The Disciplines in the pool, in any letter case.

    Rule: A7.
    """
    helped = {name.casefold() for name in RESONANT_DISCIPLINES[resonance]}
    if strength.gives_dice and any(name.casefold() in helped for name in disciplines):
        return (PoolItem(f"{resonance.value} resonance", RESONANCE_DICE),)
    return ()


def resonance_lasts(*, hunger: int, fed_again: bool) -> bool:
    """
    Whether a resonance is still in the blood: until the next feeding or Hunger 5.

    Raises:
        ValueError: *hunger* is outside 0 to 5.

    Rule: A7.
    """
    check_hunger(hunger)
    return not fed_again and hunger < MAX_HUNGER
