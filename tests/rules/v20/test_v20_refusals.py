"""Every way in which the V20 rules say no: the code, the part at fault, and what would do."""

from collections.abc import Callable

import pytest

from server.rules.v20.blood import feed, spend_blood, strengthen_refusal
from server.rules.v20.damage import Body, DamageKind
from server.rules.v20.difficulty import apply_difficulty, difficulty_refusal
from server.rules.v20.generation import Generation, generation_row
from server.rules.v20.health import HealthTrack
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import (
    AbilityKind,
    PoolItem,
    PoolKind,
    ability_part,
    build_pool,
    specialty_refusal,
)
from server.rules.v20.several_actions import plan_actions
from server.rules.v20.virtues import degeneration_difficulty, virtue_refusal
from server.rules.v20.willpower import Willpower, buy_success, spend_willpower
from server.rules.v20.wounding import blood_healing_refusal, heal
from tests.rules.refusals import assert_refused

BOOK = V20Rules()
NO_TEN = V20Rules(untrained_at_ten="refuse")
NO_LOWEST = V20Rules(specialty_min="none")
NO_HIGHEST = V20Rules(specialty_max="none")
FREE_DEGENERATION = V20Rules(degeneration_difficulty="storyteller")
REVISED = V20Rules(multiple_actions="revised")

ACTION = PoolKind.ACTION
BRUISED = HealthTrack(bashing=2)


def row(generation: int) -> Generation:
    """The Generation as the book has it."""
    return generation_row(generation, BOOK)


def pool(dice: int, *, wounds: int | None = 0) -> object:
    """Build the pool of an action."""
    return build_pool([PoolItem("part", dice)], ACTION, wound_penalty=wounds)


def untrained(kind: AbilityKind) -> object:
    """Put an Attribute and an Ability of 0 together."""
    return ability_part(PoolItem("Intelligence", 3), PoolItem("Law", 0), kind, BOOK)


def buy(kind: PoolKind, *, bought: int = 0, current: int = 3) -> object:
    """Buy a success with Willpower."""
    return buy_success(Willpower(5, current), kind, bought_this_turn=bought, rules=BOOK)


Case = tuple[Callable[[], object], str, str | None, str | None]

POOLS: list[Case] = [
    (lambda: difficulty_refusal(1), "bad_difficulty", "difficulty", "2 to 10"),
    (lambda: apply_difficulty(11, BOOK), "bad_difficulty", "difficulty", "2 to 10"),
    (
        lambda: apply_difficulty(10, NO_TEN, is_untrained_skill=True),
        "untrained_at_ten",
        "difficulty",
        "2 to 9",
    ),
    (
        lambda: untrained(AbilityKind.KNOWLEDGE),
        "untrained_knowledge",
        "ability",
        "a Knowledge of 1 or more",
    ),
    (
        lambda: pool(5, wounds=None),
        "incapacitated",
        "character",
        "a character who is not Incapacitated",
    ),
    (lambda: pool(2, wounds=-2), "pool_empty", "items", "a pool of 1 die or more"),
    (
        lambda: specialty_refusal(4, PoolKind.VIRTUE, BOOK),
        "no_specialty_here",
        "specialty",
        "no specialty",
    ),
    (
        lambda: specialty_refusal(3, ACTION, BOOK),
        "specialty_too_low",
        "specialty",
        "a trait rated 4 to 5",
    ),
    (
        lambda: specialty_refusal(3, ACTION, NO_HIGHEST),
        "specialty_too_low",
        "specialty",
        "a trait rated 4 or more",
    ),
    (
        lambda: specialty_refusal(6, ACTION, NO_LOWEST),
        "specialty_too_high",
        "specialty",
        "a trait rated 1 to 5",
    ),
    (
        lambda: plan_actions([5, 4], [3, 2], BOOK),
        "bad_split",
        "shares",
        "2 shares of 1 die or more, 4 dice in all",
    ),
    (
        lambda: plan_actions([5, 3], None, REVISED),
        "too_many_actions",
        "actions",
        "fewer actions or larger pools",
    ),
]

TRAITS: list[Case] = [
    (lambda: buy(PoolKind.WILLPOWER), "willpower_not_here", "willpower", "a roll of another kind"),
    (
        lambda: buy(ACTION, bought=1),
        "willpower_used",
        "willpower",
        "one automatic success in a turn",
    ),
    (lambda: buy(ACTION, current=0), "willpower_spent", "willpower", "1 Willpower or more"),
    (
        lambda: spend_willpower(Willpower(5, 1), 2),
        "willpower_spent",
        "willpower",
        "2 Willpower or more",
    ),
    (lambda: virtue_refusal(0), "bad_virtue", "rating", "1 to 5"),
    (
        lambda: virtue_refusal(6, has_botched_degeneration=True),
        "bad_virtue",
        "rating",
        "0 to 5",
    ),
    (lambda: degeneration_difficulty(7, BOOK), "bad_difficulty", "difficulty", "8"),
    (
        lambda: degeneration_difficulty(10, FREE_DEGENERATION),
        "bad_difficulty",
        "difficulty",
        "3 to 9",
    ),
]

BODY: list[Case] = [
    (lambda: heal(BRUISED, 3, DamageKind.BASHING), "nothing_to_heal", "levels", "1 to 2 levels"),
    (
        lambda: heal(BRUISED, 1, DamageKind.LETHAL),
        "nothing_to_heal",
        "levels",
        "another kind of damage",
    ),
    (lambda: blood_healing_refusal(Body.MORTAL), "heals_by_time", "character", "a vampire"),
    (
        lambda: spend_blood(2, 3, row(13), spent_this_turn=None),
        "no_blood",
        "blood",
        "0 to 2 points",
    ),
    (
        lambda: spend_blood(9, 2, row(9), spent_this_turn=1),
        "blood_per_turn",
        "blood",
        "0 to 1 more points in this turn",
    ),
    (
        lambda: strengthen_refusal(6, row(13)),
        "attribute_full",
        "attribute",
        "an Attribute below 6",
    ),
    (
        lambda: feed(1, 4, row(13), drunk_before=7),
        "not_so_much_blood",
        "points",
        "0 to 3 points",
    ),
]


@pytest.mark.parametrize(("ask", "code", "field", "accepted"), [*POOLS, *TRAITS, *BODY])
def test_a_refusal_says_what_is_wrong_and_what_would_do(
    ask: Callable[[], object], code: str, field: str | None, accepted: str | None
) -> None:
    """Whoever is refused reads which part was at fault, what would do, and one plain sentence."""
    assert_refused(ask(), code, field, accepted)
