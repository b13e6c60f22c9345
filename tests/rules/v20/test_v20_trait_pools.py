"""V20 pools by the names of traits: what each trait is, and which mixtures are rolled."""

import pytest

from server.rules.refusal import RuleRefusal
from server.rules.v20.house_rules import DEFAULT_RULES, V20Rules
from server.rules.v20.pools import PoolItem, PoolKind
from server.rules.v20.trait_pools import TraitPool, trait_pool
from server.rules.v20.traits import (
    ATTRIBUTES,
    KNOWLEDGES,
    SKILLS,
    TALENTS,
    Trait,
    TraitKind,
    lowest_rating,
    plain_name,
    trait_kind,
    virtues_refusal,
)
from tests.rules.refusals import assert_refused

ABILITIES = {TraitKind.TALENT: TALENTS, TraitKind.SKILL: SKILLS, TraitKind.KNOWLEDGE: KNOWLEDGES}


def trait(name: str, rating: int) -> Trait:
    return Trait(name, trait_kind(name, {}), rating)


def test_a_sheet_has_nine_attributes_and_ten_abilities_of_each_group() -> None:
    """C2: no name is of two groups."""
    groups = (ATTRIBUTES, TALENTS, SKILLS, KNOWLEDGES)
    assert [len(group) for group in groups] == [9, 10, 10, 10]
    assert len(frozenset().union(*groups)) == 39


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Strength", TraitKind.ATTRIBUTE),
        ("animal KEN", TraitKind.SKILL),
        ("Animal-Ken", TraitKind.SKILL),
        ("Self-Control", TraitKind.VIRTUE),
        ("self_control", TraitKind.VIRTUE),
        ("Willpower", TraitKind.WILLPOWER),
        ("Humanity", TraitKind.MORALITY),
        ("Celerity", TraitKind.OTHER),
    ],
)
def test_a_trait_is_known_by_its_name(name: str, kind: TraitKind) -> None:
    """C2, C8.1: in any letter case, and with any mark between words."""
    assert trait_kind(name, {}) is kind


@pytest.mark.parametrize("kind", ABILITIES)
def test_a_tables_own_abilities_go_before_the_books(kind: TraitKind) -> None:
    """C2: what group they are of is the table's word."""
    assert trait_kind("Boating", {"boating": kind.value}) is kind
    assert trait_kind("Brawl", {"Brawl": kind.value}) is kind
    assert kind.is_ability


def test_everybody_has_attributes_and_virtues() -> None:
    """C8.1: a sheet that names none has 1 of each, and 0 of the rest."""
    lowest = {kind: lowest_rating(kind) for kind in TraitKind}
    assert {kind for kind, rating in lowest.items() if rating} == {
        TraitKind.ATTRIBUTE, TraitKind.VIRTUE,
    }  # fmt: skip


def test_an_attribute_and_an_ability_add_up() -> None:
    """C2: in the order of the pool, whichever is named first."""
    expected = TraitPool((PoolItem("Dexterity", 3), PoolItem("Stealth", 2)))
    both = [trait("Dexterity", 3), trait("Stealth", 2)]
    assert trait_pool(both, DEFAULT_RULES) == trait_pool(both[::-1], DEFAULT_RULES) == expected


@pytest.mark.parametrize(("name", "is_harder"), [("Drive", True), ("Empathy", False)])
def test_an_untrained_ability_leaves_the_attribute(name: str, is_harder: bool) -> None:
    """C2: only a Skill makes the roll harder."""
    found = trait_pool([trait("Wits", 3), trait(name, 0)], DEFAULT_RULES)
    assert found == TraitPool((PoolItem("Wits", 3),), is_untrained_skill=is_harder)


def test_an_untrained_knowledge_is_a_switch() -> None:
    """C2."""
    pair = [trait("Wits", 3), trait("Occult", 0)]
    refusal = trait_pool(pair, DEFAULT_RULES)
    assert isinstance(refusal, RuleRefusal)
    assert refusal.code == "untrained_knowledge"
    allowed = trait_pool(pair, V20Rules(untrained_knowledge="attribute"))
    assert allowed == TraitPool((PoolItem("Wits", 3),))


@pytest.mark.parametrize(
    ("name", "kind"), [("Willpower", PoolKind.WILLPOWER), ("Courage", PoolKind.VIRTUE)]
)
def test_willpower_and_virtues_are_rolled_alone(name: str, kind: PoolKind) -> None:
    """C3, C8.1: and make their own kind of roll."""
    assert trait_pool([trait(name, 4)], DEFAULT_RULES) == TraitPool((PoolItem(name, 4),), kind)
    refusal = trait_pool([trait("Wits", 2), trait(name, 4)], DEFAULT_RULES)
    assert_refused(refusal, "bad_pool", "traits", "this trait alone")


def test_other_traits_add_up_as_they_are() -> None:
    """C2: two Attributes, or an Attribute and a Discipline."""
    for names in (("Strength", "Stamina"), ("Charisma", "Presence"), ("Fortitude",)):
        found = trait_pool([trait(name, 2) for name in names], DEFAULT_RULES)
        assert isinstance(found, TraitPool)
        assert [item.label for item in found.items] == list(names)
        assert found.kind is None


WITH_AN_ATTRIBUTE = "an Attribute and an Ability"


@pytest.mark.parametrize(
    ("names", "accepted"),
    [
        (("Brawl",), WITH_AN_ATTRIBUTE),
        (("Brawl", "Melee"), WITH_AN_ATTRIBUTE),
        (("Brawl", "Potence"), WITH_AN_ATTRIBUTE),
        (("Wits", "Brawl", "Melee"), WITH_AN_ATTRIBUTE),
        (("Wits",) * 2, "another trait beside it"),
    ],
)
def test_mixtures_that_are_not_rolled(names: tuple[str, ...], accepted: str) -> None:
    """C2: an Ability goes with an Attribute, and a trait counts once."""
    refusal = trait_pool([trait(name, 2) for name in names], DEFAULT_RULES)
    assert_refused(refusal, "bad_pool", "traits", accepted)


def test_a_pool_names_a_trait() -> None:
    with pytest.raises(ValueError, match=r"^a pool of traits names one$"):
        trait_pool([], DEFAULT_RULES)


def test_virtues_of_a_sheet_have_their_range() -> None:
    """C8.1, C8.2: 1 to 5, and 0 after a botch; other traits are not asked."""
    assert virtues_refusal({"Courage": 0, "conscience": 5, "Strength": 9}) is None
    refusal = virtues_refusal({"Wits": 3, "Self-Control": 6})
    assert_refused(refusal, "bad_virtue", "traits.Self-Control", "0 to 5")


def test_names_are_compared_plainly() -> None:
    assert plain_name("  Self-Control ") == plain_name("SELF_CONTROL") == "self control"
