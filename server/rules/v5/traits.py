"""The traits that pools are made of, by name, and the group that each Attribute belongs to."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from server.rules.v5.impairment import PoolCategory


class TraitKind(StrEnum):
    """What a trait is, as far as pools care."""

    ATTRIBUTE = "attribute"
    SKILL = "skill"
    DISCIPLINE = "discipline"
    WILLPOWER = "willpower"
    HUMANITY = "humanity"

    @property
    def is_tracker(self) -> bool:
        """Whether it makes its pool a Willpower or a Humanity pool (A2.3)."""
        return self in (TraitKind.WILLPOWER, TraitKind.HUMANITY)


class Trait(Struct, frozen=True, gc=False):
    """
    A trait with its dots; a name that this module does not know may have any kind.

    Raises:
        ValueError: *dots* is negative.
    """

    name: str
    kind: TraitKind
    dots: int

    def __post_init__(self) -> None:
        if self.dots < 0:
            raise ValueError(f"{self.name} has 0 dots or more, not {self.dots}")


CATEGORY_OF_ATTRIBUTE: Final[Mapping[str, PoolCategory]] = MappingProxyType(
    {
        "Strength": PoolCategory.PHYSICAL,
        "Dexterity": PoolCategory.PHYSICAL,
        "Stamina": PoolCategory.PHYSICAL,
        "Charisma": PoolCategory.SOCIAL,
        "Manipulation": PoolCategory.SOCIAL,
        "Composure": PoolCategory.SOCIAL,
        "Intelligence": PoolCategory.MENTAL,
        "Wits": PoolCategory.MENTAL,
        "Resolve": PoolCategory.MENTAL,
    }
)
"""The nine Attributes in their three groups (A10.12)."""

SKILLS: Final = (
    "Athletics",
    "Brawl",
    "Craft",
    "Drive",
    "Firearms",
    "Larceny",
    "Melee",
    "Stealth",
    "Survival",
    "Animal Ken",
    "Etiquette",
    "Insight",
    "Intimidation",
    "Leadership",
    "Performance",
    "Persuasion",
    "Streetwise",
    "Subterfuge",
    "Academics",
    "Awareness",
    "Finance",
    "Investigation",
    "Medicine",
    "Occult",
    "Politics",
    "Science",
    "Technology",
)

DISCIPLINES: Final = (
    "Animalism",
    "Auspex",
    "Blood Sorcery",
    "Celerity",
    "Dominate",
    "Fortitude",
    "Obfuscate",
    "Oblivion",
    "Potence",
    "Presence",
    "Protean",
    "Thin-Blood Alchemy",
)

_KIND_OF: Final[Mapping[str, TraitKind]] = MappingProxyType(
    {name.casefold(): TraitKind.ATTRIBUTE for name in CATEGORY_OF_ATTRIBUTE}
    | {name.casefold(): TraitKind.SKILL for name in SKILLS}
    | {name.casefold(): TraitKind.DISCIPLINE for name in DISCIPLINES}
    | {"willpower": TraitKind.WILLPOWER, "humanity": TraitKind.HUMANITY}
)

_CATEGORY_OF: Final[Mapping[str, PoolCategory]] = MappingProxyType(
    {name.casefold(): category for name, category in CATEGORY_OF_ATTRIBUTE.items()}
)


def trait_kind(name: str) -> TraitKind | None:
    """Say what kind of trait a name of the game stands for, in any letter case; None if unknown."""
    return _KIND_OF.get(name.strip().casefold())


def categories_of(names: Iterable[str]) -> tuple[PoolCategory, ...]:
    """
    Name the groups that a pool of these traits belongs to, each once, in the order of the enum.

    Rule: A10.12.
    """
    found = {_CATEGORY_OF.get(name.strip().casefold()) for name in names}
    return tuple(category for category in PoolCategory if category in found)
