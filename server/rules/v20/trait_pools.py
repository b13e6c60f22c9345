"""V20 pools out of the traits that a roll names."""

from collections.abc import Sequence

from msgspec import Struct

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import AbilityKind, PoolItem, PoolKind, ability_part
from server.rules.v20.traits import Trait, TraitKind

MAX_TRAITS = 2
_ALONE = {TraitKind.WILLPOWER: PoolKind.WILLPOWER, TraitKind.VIRTUE: PoolKind.VIRTUE}


class TraitPool(Struct, frozen=True, gc=False):
    """
    What traits bring to a pool.

    Attributes:
        items: The traits that add dice, in the order named.
        kind: What the traits make of the roll; None where they leave that open.
        is_untrained_skill: Whether the roll is one harder (``apply_difficulty``).
    """

    items: tuple[PoolItem, ...]
    kind: PoolKind | None = None
    is_untrained_skill: bool = False


def trait_pool(traits: Sequence[Trait], rules: V20Rules) -> TraitPool | RuleRefusal:
    """
    Put the traits of a roll together.

    An Ability goes with an Attribute; Willpower and Virtues are rolled alone.

    Args:
        traits: One or two.
        rules: The room's switches; here ``untrained_knowledge``.

    Returns:
        The parts, or a refusal ``bad_pool`` or ``untrained_knowledge``.

    Raises:
        ValueError: There is no trait, or a rating is negative.

    Rule: C2, C3, C8.1.
    """
    if not traits:
        raise ValueError("a pool of traits names one")
    kinds = [trait.kind for trait in traits]
    items = tuple(PoolItem(trait.name, trait.rating) for trait in traits)
    for kind in kinds:
        if kind in _ALONE:
            if len(traits) > 1:
                return _bad_pool("Willpower and Virtues are rolled alone.", "this trait alone")
            return TraitPool(items, _ALONE[kind])
    if len(set(traits)) < len(traits):
        return _bad_pool("A trait counts once in a pool.", "another trait beside it")
    abilities = [trait for trait in traits if trait.kind.is_ability]
    if not abilities:
        return TraitPool(items)
    others = [trait for trait in traits if not trait.kind.is_ability]
    if len(abilities) > 1 or [trait.kind for trait in others] != [TraitKind.ATTRIBUTE]:
        return _bad_pool("An Ability is rolled with an Attribute.", "an Attribute and an Ability")
    (ability,), (attribute,) = abilities, others
    part = ability_part(
        PoolItem(attribute.name, attribute.rating),
        PoolItem(ability.name, ability.rating),
        AbilityKind(ability.kind),
        rules,
    )
    if isinstance(part, RuleRefusal):
        return part
    return TraitPool(part.items, is_untrained_skill=part.is_untrained_skill)


def _bad_pool(detail: str, accepted: str) -> RuleRefusal:
    return RuleRefusal("bad_pool", detail, "traits", accepted)
