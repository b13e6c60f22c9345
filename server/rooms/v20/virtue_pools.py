"""The parts of Virtue pools: a rating, and what hunger takes of it."""

from server.rooms.deed import Deed
from server.rooms.state import CharacterState
from server.rooms.v20.sheet import blood_of, body_of, rules_of, trait_of
from server.rules.v20.damage import Body
from server.rules.v20.pools import PoolItem
from server.rules.v20.traits import plain_name
from server.rules.v20.virtues import Virtue, virtue_items


def has_trait(character: CharacterState, name: str) -> bool:
    """Whether a trait stands on the sheet, in whatever letter case."""
    wanted = plain_name(name)
    return any(plain_name(own) == wanted for own in character.traits)


def virtue_parts(deed: Deed, character: CharacterState, virtue: Virtue) -> tuple[PoolItem, ...]:
    """The parts of a Virtue's pool; a hungry vampire has no more dice than blood points."""
    rating = trait_of(character, virtue).rating
    if body_of(character) is not Body.VAMPIRE:
        return (PoolItem(virtue.replace("_", "-").title(), rating),)
    control = Virtue.INSTINCT if has_trait(character, Virtue.INSTINCT) else Virtue.SELF_CONTROL
    return virtue_items(
        virtue,
        rating,
        blood=blood_of(deed, character),
        self_control=trait_of(character, control).rating,
        rules=rules_of(deed),
    )
