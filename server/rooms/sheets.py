"""Reading the traits of a character's sheet."""

from server.rooms.state import CharacterState
from server.rules.v20.traits import plain_name


def dots_of(character: CharacterState, trait: str) -> int:
    """The dots of a trait by its name in any spelling; 0 for what is not on the sheet."""
    wanted = plain_name(trait)
    dots = (dots for own, dots in character.traits.items() if plain_name(own) == wanted)
    return max(dots, default=0)
