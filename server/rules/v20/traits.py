"""The traits of a V20 sheet by name: what each one is, and so how it is rolled."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from server.rules.refusal import RuleRefusal
from server.rules.v20.virtues import Virtue, virtue_refusal


class TraitKind(StrEnum):
    """What a trait is, as far as pools care; `other` is a Discipline or whatever else has dots."""

    ATTRIBUTE = "attribute"
    TALENT = "talent"
    SKILL = "skill"
    KNOWLEDGE = "knowledge"
    VIRTUE = "virtue"
    WILLPOWER = "willpower"
    MORALITY = "morality"
    OTHER = "other"

    @property
    def is_ability(self) -> bool:
        """Whether it is a Talent, a Skill or a Knowledge."""
        return self in (TraitKind.TALENT, TraitKind.SKILL, TraitKind.KNOWLEDGE)


ATTRIBUTES: Final = frozenset(
    {
        *("strength", "dexterity", "stamina"),
        *("charisma", "manipulation", "appearance"),
        *("perception", "intelligence", "wits"),
    }
)
"""The nine Attributes."""

TALENTS: Final = frozenset(
    {
        *("alertness", "athletics", "awareness", "brawl", "empathy", "expression"),
        *("intimidation", "leadership", "streetwise", "subterfuge"),
    }
)
SKILLS: Final = frozenset(
    {
        *("animal ken", "crafts", "drive", "etiquette", "firearms", "larceny", "melee"),
        *("performance", "stealth", "survival"),
    }
)
KNOWLEDGES: Final = frozenset(
    {
        *("academics", "computer", "finance", "investigation", "law", "medicine", "occult"),
        *("politics", "science", "technology"),
    }
)
"""The Abilities that every sheet has, in their three groups (C2)."""

_KINDS: Final[Mapping[str, TraitKind]] = {
    **dict.fromkeys(ATTRIBUTES, TraitKind.ATTRIBUTE),
    **dict.fromkeys(TALENTS, TraitKind.TALENT),
    **dict.fromkeys(SKILLS, TraitKind.SKILL),
    **dict.fromkeys(KNOWLEDGES, TraitKind.KNOWLEDGE),
    **{virtue.replace("_", " "): TraitKind.VIRTUE for virtue in Virtue},
    "willpower": TraitKind.WILLPOWER,
    "humanity": TraitKind.MORALITY,
    "path": TraitKind.MORALITY,
}


class Trait(NamedTuple):
    """A trait of a sheet: its name as it is shown, what it is, and its rating, 0 or more."""

    name: str
    kind: TraitKind
    rating: int


def plain_name(name: str) -> str:
    """A name as names are compared: `Self-Control`, `self_control` and `self control` are one."""
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())


def trait_kind(name: str, own: Mapping[str, str]) -> TraitKind:
    """
    Say what a trait is by its name.

    Args:
        name: In any letter case.
        own: A table's own Abilities, each with its group; they go before the book's.
    """
    wanted = plain_name(name)
    for known, group in own.items():
        if plain_name(known) == wanted:
            return TraitKind(group)
    return _KINDS.get(wanted, TraitKind.OTHER)


def lowest_rating(kind: TraitKind) -> int:
    """What a trait is rated that no sheet names: everybody has Attributes and Virtues (C8.1)."""
    return int(kind in (TraitKind.ATTRIBUTE, TraitKind.VIRTUE))


def virtues_refusal(traits: Mapping[str, int]) -> RuleRefusal | None:
    """
    Say which Virtue of a sheet has a rating that it cannot have, if one has.

    A 0 is let stand: a botch may have left it.

    Rule: C8.1, C8.2.
    """
    for name, rating in traits.items():
        if trait_kind(name, {}) is TraitKind.VIRTUE:
            refusal = virtue_refusal(rating, has_botched_degeneration=True)
            if refusal is not None:
                return RuleRefusal(refusal.code, refusal.detail, f"traits.{name}", refusal.accepted)
    return None
