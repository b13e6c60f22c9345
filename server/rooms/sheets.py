"""Reading the traits of a character's sheet."""

from typing import Final

from server.rooms.state import CharacterState
from server.rules.v20.traits import plain_name

RESILIENCE: Final = "Vampiric Resilience"
BESTIAL_TEMPER: Final = "Bestial Temper"
MORTAL_FRAILTY: Final = "Mortal Frailty"
"""What a thin-blood's sheet may hold among its traits, with a dot (A14)."""


def has_trait(character: CharacterState, trait: str) -> bool:
    """Whether a trait stands on the sheet with a dot at least."""
    return dots_of(character, trait) > 0


def dots_of(character: CharacterState, trait: str) -> int:
    """The dots of a trait by its name in any spelling; 0 for what is not on the sheet."""
    wanted = plain_name(trait)
    dots = (dots for own, dots in character.traits.items() if plain_name(own) == wanted)
    return max(dots, default=0)
