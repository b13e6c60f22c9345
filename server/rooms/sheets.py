"""Reading the traits of a character's sheet."""

from server.rooms.state import CharacterState


def dots_of(character: CharacterState, trait: str) -> int:
    """The dots of a trait by its name in any letter case; 0 for what is not on the sheet."""
    wanted = trait.strip().casefold()
    dots = (dots for own, dots in character.traits.items() if own.strip().casefold() == wanted)
    return max(dots, default=0)
