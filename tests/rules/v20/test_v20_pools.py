"""Building V20 pools: untrained Abilities, wounds, specialties."""

import pytest

from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import apply_difficulty
from server.rules.v20.health import HealthTrack, penalty_of
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.pools import (
    AbilityKind,
    AbilityPart,
    DicePool,
    PoolItem,
    PoolKind,
    ability_part,
    build_pool,
    specialty_refusal,
    wound_items,
)
from server.rules.v20.willpower import Willpower, willpower_item

DEXTERITY = PoolItem("Dexterity", 3)
MELEE = PoolItem("Melee", 2)


@pytest.mark.parametrize("kind", AbilityKind)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_trained_ability_is_added(kind: AbilityKind, preset: str) -> None:
    """C5.2: Attribute and Ability, whatever the group of the Ability."""
    part = ability_part(DEXTERITY, MELEE, kind, PRESETS[preset])
    assert part == AbilityPart((DEXTERITY, MELEE), is_untrained=False, is_untrained_skill=False)


def test_the_first_dot_is_training() -> None:
    """C2: an Ability of 1 is added even where the Attribute has no dot."""
    part = ability_part(
        PoolItem("Appearance", 0), PoolItem("Occult", 1), AbilityKind.KNOWLEDGE, V20Rules()
    )
    assert isinstance(part, AbilityPart)
    assert (sum(item.dice for item in part.items), part.is_untrained) == (1, False)


@pytest.mark.parametrize("preset", PRESETS)
def test_untrained_talents_and_skills_roll_the_attribute(preset: str) -> None:
    """C2: the Attribute once; a Skill is one harder, a Talent is not."""
    rules = PRESETS[preset]
    none = PoolItem("Melee", 0)
    talent = ability_part(DEXTERITY, none, AbilityKind.TALENT, rules)
    assert talent == AbilityPart((DEXTERITY,), is_untrained=True, is_untrained_skill=False)
    skill = ability_part(DEXTERITY, none, AbilityKind.SKILL, rules)
    assert skill == AbilityPart((DEXTERITY,), is_untrained=True, is_untrained_skill=True)
    hard = apply_difficulty(6, V20Rules(), is_untrained_skill=skill.is_untrained_skill)
    assert not isinstance(hard, RuleRefusal)
    assert (hard.untrained, hard.applied) == (1, 7)


def test_an_untrained_knowledge_is_refused_or_rolls_the_attribute() -> None:
    """C2, untrained_knowledge."""
    none = PoolItem("Occult", 0)
    refusal = ability_part(DEXTERITY, none, AbilityKind.KNOWLEDGE, V20Rules())
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("untrained_knowledge", "ability")
    assert "Occult" in refusal.detail
    attribute = V20Rules(untrained_knowledge="attribute")
    part = ability_part(DEXTERITY, none, AbilityKind.KNOWLEDGE, attribute)
    assert part == AbilityPart((DEXTERITY,), is_untrained=True, is_untrained_skill=False)


@pytest.mark.parametrize(("attribute", "ability"), [(-1, 1), (1, -1)])
def test_traits_are_not_negative(attribute: int, ability: int) -> None:
    """A trait below 0 is a broken assumption."""
    with pytest.raises(ValueError, match=r"^a trait is rated 0 or more"):
        ability_part(
            PoolItem("A", attribute), PoolItem("B", ability), AbilityKind.TALENT, V20Rules()
        )


@pytest.mark.parametrize(
    ("kind", "suffers_wounds", "takes_willpower", "takes_specialty", "is_reflexive"),
    [
        (PoolKind.ACTION, True, True, True, False),
        (PoolKind.WILLPOWER, False, False, False, False),
        (PoolKind.VIRTUE, False, True, False, True),
        (PoolKind.DEGENERATION, False, False, False, True),
        (PoolKind.DAMAGE, False, True, False, True),
        (PoolKind.SOAK, False, True, False, True),
    ],
)
def test_kinds_of_pools_differ(
    kind: PoolKind,
    suffers_wounds: bool,
    takes_willpower: bool,
    takes_specialty: bool,
    is_reflexive: bool,
) -> None:
    """C3, C4.5, C5.6, C8: what each kind suffers, takes, and costs."""
    assert kind.suffers_wounds is suffers_wounds
    assert kind.takes_willpower is takes_willpower
    assert kind.takes_specialty is takes_specialty
    assert kind.is_reflexive is is_reflexive


@pytest.mark.parametrize("kind", PoolKind)
def test_wounds_take_dice_from_actions_alone(kind: PoolKind) -> None:
    """C5.6, W15: no penalty on soak, Virtues, Willpower and damage."""
    pool = build_pool((DEXTERITY, MELEE), kind, wound_penalty=-2)
    assert isinstance(pool, DicePool)
    assert pool.kind is kind
    if kind is PoolKind.ACTION:
        assert pool.items == (DEXTERITY, MELEE, PoolItem("wounds", -2))
        assert pool.size == 3
    else:
        assert pool.items == (DEXTERITY, MELEE)
        assert pool.size == 5


def test_a_wounded_vampire_rolls_all_their_willpower() -> None:
    """W15: Wounded (-2), Willpower 6: six dice."""
    wounded = HealthTrack(lethal=4)
    item = willpower_item(Willpower(6, 3))
    pool = build_pool((item,), PoolKind.WILLPOWER, wound_penalty=penalty_of(wounded))
    assert isinstance(pool, DicePool)
    assert pool.size == 6


@pytest.mark.parametrize("current", range(7))
def test_rolling_willpower_uses_the_permanent_rating(current: int) -> None:
    """W25, C3: whatever is left to spend, and nothing of another edition in it."""
    pool = build_pool((willpower_item(Willpower(6, current)),), PoolKind.WILLPOWER, wound_penalty=0)
    assert pool == DicePool((PoolItem("Willpower", 6),), PoolKind.WILLPOWER)
    assert isinstance(pool, DicePool)
    assert pool.size == 6


def test_who_is_incapacitated_does_not_act_but_soaks() -> None:
    """C6: no action; reflexive rolls remain."""
    refusal = build_pool((DEXTERITY,), PoolKind.ACTION, wound_penalty=None)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("incapacitated", "character")
    soak = build_pool((DEXTERITY,), PoolKind.SOAK, wound_penalty=None)
    assert soak == DicePool((DEXTERITY,), PoolKind.SOAK)


@pytest.mark.parametrize(
    ("items", "penalty"), [((), 0), ((PoolItem("Wits", 0),), 0), ((DEXTERITY,), -5)]
)
def test_a_pool_without_a_die_is_refused(items: tuple[PoolItem, ...], penalty: int) -> None:
    """C1.8: nothing to roll."""
    refusal = build_pool(items, PoolKind.ACTION, wound_penalty=penalty)
    assert isinstance(refusal, RuleRefusal)
    assert (refusal.code, refusal.field) == ("pool_empty", "items")
    assert refusal.accepted == "a pool of 1 die or more"


def test_a_pool_is_never_below_nothing() -> None:
    """A penalty larger than the pool leaves 0 dice, not fewer; one die is a pool."""
    assert DicePool((DEXTERITY, PoolItem("wounds", -5)), PoolKind.ACTION).size == 0
    last = build_pool((DEXTERITY,), PoolKind.ACTION, wound_penalty=-2)
    assert isinstance(last, DicePool)
    assert last.size == 1


def test_wounds_never_add_dice() -> None:
    """No penalty is no item, and a positive one a broken assumption."""
    assert wound_items(0) == ()
    assert wound_items(-1) == (PoolItem("wounds", -1),)
    with pytest.raises(ValueError, match="do not add 1"):
        wound_items(1)


@pytest.mark.parametrize(
    ("rating", "code"),
    [
        (1, "specialty_too_low"),
        (3, "specialty_too_low"),
        (4, None),
        (5, None),
        (6, "specialty_too_high"),
        (9, "specialty_too_high"),
    ],
)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_specialty_counts_at_four_and_five(preset: str, rating: int, code: str | None) -> None:
    """C3, C9: every preset accepts exactly 4 and 5."""
    refusal = specialty_refusal(rating, PoolKind.ACTION, PRESETS[preset])
    assert (refusal and refusal.code) == code
    if refusal is not None:
        assert (refusal.field, refusal.accepted) == ("specialty", "a trait rated 4 to 5")
        assert f"rated {rating} is" in refusal.detail


@pytest.mark.parametrize(
    ("rules", "allowed", "accepted"),
    [
        (V20Rules(specialty_max="none"), range(4, 11), "a trait rated 4 or more"),
        (V20Rules(specialty_min="none"), range(1, 6), "a trait rated 1 to 5"),
        (V20Rules(specialty_min="none", specialty_max="none"), range(1, 11), None),
    ],
)
def test_a_table_may_open_either_end(rules: V20Rules, allowed: range, accepted: str | None) -> None:
    """C9, specialty_min and specialty_max: elders, and specialties from the first dot."""
    for rating in range(1, 11):
        refusal = specialty_refusal(rating, PoolKind.ACTION, rules)
        assert (refusal is None) is (rating in allowed)
        assert refusal is None or refusal.accepted == accepted


@pytest.mark.parametrize("kind", [kind for kind in PoolKind if kind is not PoolKind.ACTION])
def test_other_rolls_have_no_specialty(kind: PoolKind) -> None:
    """C8.1: no specialty on Virtues, nor on what has no Attribute or Ability."""
    refusal = specialty_refusal(4, kind, V20Rules())
    assert refusal is not None
    assert (refusal.code, refusal.field) == ("no_specialty_here", "specialty")


def test_a_trait_of_nothing_has_no_specialty() -> None:
    """Naming one is a broken assumption."""
    with pytest.raises(ValueError, match="rated 0 has no specialty"):
        specialty_refusal(0, PoolKind.ACTION, V20Rules(specialty_min="none"))
