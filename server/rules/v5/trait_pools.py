"""Pools by named traits: which mixtures a table accepts, and what is added to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.impairment import PoolCategory
from server.rules.v5.pools import PoolItem, PoolKind
from server.rules.v5.traits import Trait, TraitKind, categories_of

SPECIALTY_DICE: Final = 1
BLOOD_POTENCY: Final = "Blood Potency"
"""What the item is called that Blood Potency adds to a pool with a Discipline."""
HELPER_DICE: Final = 1

_ATTRIBUTE, _SKILL, _DISCIPLINE = TraitKind.ATTRIBUTE, TraitKind.SKILL, TraitKind.DISCIPLINE
_WITH_ATTRIBUTE: Final = (
    (_ATTRIBUTE,),
    (_ATTRIBUTE, _ATTRIBUTE),
    (_ATTRIBUTE, _SKILL),
    (_ATTRIBUTE, _DISCIPLINE),
)
_SKILL_ALONE_TOO: Final = (*_WITH_ATTRIBUTE, (_SKILL,))
_MOST_TRAITS: Final = 2


@dataclass(frozen=True, slots=True)
class TraitPool:
    """
    What a pool of named traits is made of, before modifiers and penalties.

    Attributes:
        items: Its traits, then the specialty and the Discipline bonus.
        kind: What Hunger, rerolls and Blood Surge ask (A2.3).
        categories: The groups of its Attributes, for impairment.
        has_attribute: Whether Blood Surge has an Attribute to strengthen.
    """

    items: tuple[PoolItem, ...]
    kind: PoolKind
    categories: tuple[PoolCategory, ...]
    has_attribute: bool


def trait_pool(
    traits: Sequence[Trait],
    *,
    rules: V5Rules,
    specialty: str = "",
    blood_potency_rating: int = 0,
) -> TraitPool | RuleRefusal:
    """
    Build a pool of *traits*.

    An Attribute alone is the pool of who lacks the Skill, and so is one with a Skill of 0 dots. A
    pool with Willpower or Humanity may hold any one trait beside it.

    Args:
        traits: One trait or two, in the order to show them.
        rules: The room's switches; here ``pool_kinds`` and ``blood_potency_table``.
        specialty: Name of the one specialty that fits, if one does; whether it does is the
            Storyteller's to judge.
        blood_potency_rating: 0 to 10; strengthens a pool that holds a Discipline.

    Returns:
        The pool, or a refusal ``bad_pool``.

    Raises:
        ValueError: The rating is outside 0 to 10.

    Rule: A1.2, A1.3, A5 (Discipline bonus), B (``pool_kinds``).
    """
    bonus = blood_potency(blood_potency_rating, rules).discipline_bonus
    refusal = _shape_refusal(traits, rules)
    if refusal is not None:
        return refusal
    items = [PoolItem(trait.name, trait.dots) for trait in traits]
    items += [PoolItem(f"specialty ({specialty})", SPECIALTY_DICE)] if specialty.strip() else []
    kinds = [trait.kind for trait in traits]
    if TraitKind.DISCIPLINE in kinds and bonus:
        items.append(PoolItem(BLOOD_POTENCY, bonus))
    return TraitPool(
        items=tuple(items),
        kind=_pool_kind(kinds),
        categories=categories_of(trait.name for trait in traits if trait.kind is _ATTRIBUTE),
        has_attribute=_ATTRIBUTE in kinds,
    )


def specialty_of(fitting: Sequence[str]) -> str | RuleRefusal:
    """
    The specialty that counts on a roll, empty where none fits, or a refusal ``one_specialty``.

    Rule: A1.3.
    """
    if len(fitting) <= 1:
        return fitting[0] if fitting else ""
    return RuleRefusal(
        code="one_specialty",
        detail="One specialty counts on a roll, however many fit.",
        field="specialties",
        accepted="one specialty at most",
    )


def _pool_kind(kinds: Sequence[TraitKind]) -> PoolKind:
    if TraitKind.WILLPOWER in kinds:
        return PoolKind.WILLPOWER
    return PoolKind.HUMANITY if TraitKind.HUMANITY in kinds else PoolKind.ORDINARY


def _shape_refusal(traits: Sequence[Trait], rules: V5Rules) -> RuleRefusal | None:
    names = {trait.name.strip().casefold() for trait in traits}
    if len(names) != len(traits):
        return _bad_pool("A trait counts once in a pool.", "different traits")
    kinds = tuple(sorted((trait.kind for trait in traits), key=list(TraitKind).index))
    if any(kind.is_tracker for kind in kinds) and len(kinds) <= _MOST_TRAITS:
        return None
    is_wide = rules.pool_kinds == "skill_alone_too"
    if kinds in (_SKILL_ALONE_TOO if is_wide else _WITH_ATTRIBUTE):
        return None
    accepted = "an Attribute, with a Skill, a Discipline or a second Attribute"
    return _bad_pool(
        "This table rolls no such mixture of traits.",
        f"{accepted}, or a Skill alone" if is_wide else accepted,
    )


def _bad_pool(detail: str, accepted: str) -> RuleRefusal:
    return RuleRefusal(code="bad_pool", detail=detail, field="traits", accepted=accepted)


@dataclass(frozen=True, slots=True)
class TeamMember:
    """
    One who works with others.

    Attributes:
        name: Whose pool it is.
        pool: Dice of it.
        skill_dots: Dots in the Skill that is used; 0 where the pool uses none.
    """

    name: str
    pool: int
    skill_dots: int


@dataclass(frozen=True, slots=True)
class Team:
    """Who of a team rolls, and the dice of those who help."""

    roller: TeamMember
    items: tuple[PoolItem, ...]


def team_up(members: Sequence[TeamMember]) -> Team:
    """
    Let the best pool roll, with 1 die for each other who has a dot in the Skill used.

    Of equal pools the first rolls.

    Raises:
        ValueError: There is nobody.

    Rule: A1.15.
    """
    if not members:
        raise ValueError("a team has at least one member")
    best = max(range(len(members)), key=lambda index: members[index].pool)
    return Team(
        roller=members[best],
        items=tuple(
            PoolItem(f"help ({member.name})", HELPER_DICE)
            for index, member in enumerate(members)
            if index != best and member.skill_dots > 0
        ),
    )
