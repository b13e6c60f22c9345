"""The kinds of characters, and which of the rules apply to which (A14)."""

from enum import StrEnum


class CharacterKind(StrEnum):
    """What a character is. Merits and flaws that change a row are the Storyteller's to apply."""

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
