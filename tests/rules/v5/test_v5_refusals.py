"""Every way in which the V5 rules say no: the code, the part at fault, and what would do."""

from collections.abc import Callable

import pytest

from server.rules.v5.blood_potency import surge_refusal
from server.rules.v5.compulsions import compulsion_refusal, own_compulsion
from server.rules.v5.conflict_harm import split_refusal
from server.rules.v5.daylight import daylight_refusal
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.faces import Faces
from server.rules.v5.feeding import BloodSource, feed
from server.rules.v5.generation import blood_potency_refusal
from server.rules.v5.granted import grant_win
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import remorse_refusal
from server.rules.v5.hunger import rouse_refusal
from server.rules.v5.in_frenzy import buy_control, discipline_refusal, frenzy_refusal
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.mending import aggravated_mend_refusal, mend_refusal
from server.rules.v5.pools import PoolItem, PoolKind, build_pool
from server.rules.v5.recovery import Drive, follow_drive
from server.rules.v5.reroll import reroll_refusal
from server.rules.v5.tracks import Track, spend_willpower
from server.rules.v5.trait_pools import specialty_of, trait_pool
from server.rules.v5.traits import Trait, TraitKind
from tests.rules.refusals import assert_refused

V5 = V5Rules()
NARROW = V5Rules(difficulty_range="one_to_five")
WIDE_POOLS = V5Rules(pool_kinds="skill_alone_too")
FAILED_ONLY = V5Rules(wp_reroll_scope="failed_only")
FROM_EMPTY = V5Rules(wp_spend_when_full="refuse")

VAMPIRE, MORTAL = CharacterKind.VAMPIRE, CharacterKind.MORTAL
HURT, WHOLE, SPENT = Track(5, 2, 1), Track(5), Track(3, 0, 3)
BRAWL = Trait("Brawl", TraitKind.SKILL, 3)
DOMINATE = Trait("Dominate", TraitKind.DISCIPLINE, 1)
MIXTURE = "an Attribute, with a Skill, a Discipline or a second Attribute"


def reroll(
    *indices: int,
    regular: tuple[int, ...] = (2, 7, 3, 4, 5),
    kind: PoolKind = PoolKind.ORDINARY,
    used: int = 0,
    willpower: Track = WHOLE,
    rules: V5Rules = V5,
) -> object:
    """Ask for a reroll of the dice at *indices*."""
    return reroll_refusal(
        kind=kind,
        regular_count=len(regular),
        indices=indices,
        faces=Faces(regular, (1,)),
        rerolls_used=used,
        willpower=willpower,
        rules=rules,
    )


def rouse(*, uses_rouse: bool = True) -> object:
    """Ask for a chosen Rouse check at Hunger 5."""
    return rouse_refusal(uses_rouse=uses_rouse, hunger=5, is_voluntary=True, rules=V5)


def surge(*, kind: PoolKind = PoolKind.ORDINARY, hunger: int = 1) -> object:
    """Ask for a Blood Surge."""
    return surge_refusal(kind=kind, uses_rouse=True, hunger=hunger, rules=V5)


def mend(health: Track, *, again: bool = False, aggravated: bool = False) -> object:
    """Ask to mend one kind of damage."""
    if aggravated:
        return aggravated_mend_refusal(
            health, uses_rouse=True, hunger=1, mended_tonight=again, rules=V5
        )
    return mend_refusal(health, uses_rouse=True, hunger=1, mended_this_turn=again, rules=V5)


def pool_of(*dice: int) -> object:
    """Build a pool at a table that rolls no pool of 0 dice."""
    return build_pool(
        [PoolItem("part", part) for part in dice],
        hunger=0,
        uses_hunger_dice=True,
        kind=PoolKind.ORDINARY,
        rules=V5Rules(min_pool="refuse"),
    )


def own(name: str, dice: int) -> object:
    """Make a Compulsion of the table's own."""
    return own_compulsion(name, dice=dice, condition="", ending="", has_condition=False)


def grant(*, in_conflict: bool) -> object:
    """Grant a win with 5 dice, 2 of them from Blood Surge, against Difficulty 2."""
    return grant_win(pool=5, surge_dice=2, difficulty=2, in_conflict=in_conflict, rules=V5)


def drink(source: BloodSource, amount: int) -> object:
    """Drink so much from a source."""
    return feed(source, hunger=4, blood_potency_rating=1, rules=V5, amount=amount)


def drive(which: Drive, willpower: Track, *, again: bool = False) -> object:
    """Act on a drive."""
    return follow_drive(willpower, which, followed_this_session=again)


Case = tuple[Callable[[], object], str, str | None, str | None]

POOLS: list[Case] = [
    (lambda: pool_of(2, -2), "pool_empty", "items", "a pool of 1 die or more"),
    (lambda: trait_pool([BRAWL], rules=V5), "bad_pool", "traits", MIXTURE),
    (
        lambda: trait_pool([DOMINATE], rules=WIDE_POOLS),
        "bad_pool",
        "traits",
        f"{MIXTURE}, or a Skill alone",
    ),
    (lambda: trait_pool([BRAWL, BRAWL], rules=V5), "bad_pool", "traits", "different traits"),
    (
        lambda: specialty_of(("knives", "fists")),
        "one_specialty",
        "specialties",
        "one specialty at most",
    ),
    (lambda: difficulty_refusal(0, V5), "bad_difficulty", "difficulty", "1 or more"),
    (lambda: difficulty_refusal(0, NARROW), "bad_difficulty", "difficulty", "1 to 5"),
    (lambda: difficulty_refusal(6, NARROW), "bad_difficulty", "difficulty", "1 to 5"),
    (lambda: grant(in_conflict=True), "in_conflict", None, "an action outside a conflict"),
    (
        lambda: grant(in_conflict=False),
        "pool_too_small",
        "pool",
        "4 dice or more, without Blood Surge",
    ),
    (
        lambda: split_refusal(7, (7,)),
        "bad_split",
        "parts",
        "parts of 1 die or more that add up to 7",
    ),
]

WILLPOWER: list[Case] = [
    (lambda: reroll(0, kind=PoolKind.WILLPOWER), "reroll_not_allowed", None, None),
    (lambda: reroll(0, used=1), "reroll_used", None, None),
    (lambda: reroll(0, regular=()), "bad_dice", "indices", None),
    (lambda: reroll(), "bad_dice", "indices", "1 to 3 dice"),
    (lambda: reroll(0, 1, 2, 3), "bad_dice", "indices", "1 to 3 dice"),
    (lambda: reroll(2, 2), "bad_dice", "indices", "different dice"),
    (lambda: reroll(5), "bad_dice", "indices", "0 to 4"),
    (lambda: reroll(-1), "bad_dice", "indices", "0 to 4"),
    (lambda: reroll(1, rules=FAILED_ONLY), "bad_dice", "indices", "regular dice showing 1 to 5"),
    (
        lambda: reroll(0, willpower=SPENT),
        "willpower_spent",
        "willpower",
        "a Willpower box that is not Aggravated",
    ),
    (
        lambda: spend_willpower(Track(3, 2, 1), FROM_EMPTY),
        "willpower_spent",
        "willpower",
        "an empty Willpower box",
    ),
    (
        lambda: buy_control(SPENT, V5),
        "willpower_spent",
        "willpower",
        "a Willpower box that is not Aggravated",
    ),
    (lambda: drive(Drive.DESIRE, HURT, again=True), "drive_followed", "drive", "the next session"),
    (
        lambda: drive(Drive.AMBITION, Track(5, 2, 0)),
        "nothing_to_heal",
        "character",
        "a box with Aggravated damage",
    ),
    (
        lambda: drive(Drive.DESIRE, Track(5, 0, 2)),
        "nothing_to_heal",
        "character",
        "a box with Superficial damage",
    ),
]

BLOOD: list[Case] = [
    (lambda: rouse(uses_rouse=False), "no_rouse", "character", "a vampire or a thin-blood"),
    (lambda: rouse(), "hunger_full", "character", "Hunger 4 or less"),
    (lambda: surge(hunger=5), "hunger_full", "character", "Hunger 4 or less"),
    (
        lambda: surge(kind=PoolKind.HUMANITY),
        "surge_not_allowed",
        "surge",
        "a pool that contains an Attribute",
    ),
    (
        lambda: blood_potency_refusal(MORTAL, 1, None),
        "bad_blood_potency",
        "blood_potency",
        "0",
    ),
    (lambda: blood_potency_refusal(VAMPIRE, 3, 16), "bad_blood_potency", "blood_potency", None),
    (
        lambda: blood_potency_refusal(VAMPIRE, 9, 10),
        "bad_blood_potency",
        "blood_potency",
        "1 to 4",
    ),
    (lambda: drink(BloodSource.HUMAN_KILL, 2), "bad_amount", "amount", "no amount"),
    (lambda: drink(BloodSource.HUMAN_DRINK, 3), "bad_amount", "amount", "1 to 2"),
    (lambda: mend(HURT, again=True), "mended_this_turn", "character", "the next turn"),
    (
        lambda: mend(HURT, again=True, aggravated=True),
        "mended_tonight",
        "character",
        "the next night",
    ),
    (lambda: mend(WHOLE), "nothing_to_mend", "character", "a box with Superficial damage"),
    (
        lambda: mend(WHOLE, aggravated=True),
        "nothing_to_mend",
        "character",
        "a box with Aggravated damage",
    ),
]

BEAST: list[Case] = [
    (lambda: remorse_refusal(0), "no_stains", "character", "1 Stain or more"),
    (lambda: daylight_refusal(5), "bad_difficulty", "difficulty", "1 to 4"),
    (
        lambda: frenzy_refusal(MORTAL, is_in_frenzy=False),
        "no_frenzy",
        "character",
        "a vampire, or a thin-blood of bestial temper",
    ),
    (
        lambda: frenzy_refusal(VAMPIRE, is_in_frenzy=True),
        "in_frenzy",
        "character",
        "a character who is not in frenzy",
    ),
    (
        lambda: discipline_refusal("Dominate"),
        "in_frenzy",
        "discipline",
        "Celerity, Fortitude, Potence",
    ),
    (
        lambda: compulsion_refusal(MORTAL, is_in_frenzy=False),
        "no_beast",
        "character",
        "a vampire or a thin-blood",
    ),
    (
        lambda: compulsion_refusal(VAMPIRE, is_in_frenzy=True),
        "in_frenzy",
        "character",
        "a character who is not in frenzy",
    ),
    (lambda: own(" ", -1), "bad_compulsion", "name", "a name"),
    (lambda: own("Rage", -6), "bad_compulsion", "dice", "-5 to 0"),
]


@pytest.mark.parametrize(("ask", "code", "field", "accepted"), [*POOLS, *WILLPOWER, *BLOOD, *BEAST])
def test_a_refusal_says_what_is_wrong_and_what_would_do(
    ask: Callable[[], object], code: str, field: str | None, accepted: str | None
) -> None:
    """Whoever is refused reads which part was at fault, what would do, and one plain sentence."""
    assert_refused(ask(), code, field, accepted)
