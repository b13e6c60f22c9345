"""Each switch changes what it says and nothing else, over a sample of every part of the rules."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import pytest

from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.compulsion_table import clan_compulsion
from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.consequences import fallback_prices, may_offer_win_at_cost, prices
from server.rules.v5.daylight import resolve_daylight
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.feeding import BloodSource, feed
from server.rules.v5.frenzy import FrenzyKind, frenzy_items, resolve_frenzy
from server.rules.v5.granted import grant_win
from server.rules.v5.house_rules import SWITCHES, V5Rules
from server.rules.v5.humanity import add_stains, resolve_remorse
from server.rules.v5.hunger import rouse_refusal
from server.rules.v5.impairment import impaired_categories
from server.rules.v5.kinds import CharacterKind, ghoul_power_cost
from server.rules.v5.mending import resolve_mend
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem, PoolKind, build_pool
from server.rules.v5.provocations import PROVOCATIONS, provocation_difficulty
from server.rules.v5.reading import Faces, Outcome, Reading, read_opposed, read_roll
from server.rules.v5.recovery import rest_heals
from server.rules.v5.reroll import reroll_refusal, rescue_chance
from server.rules.v5.rouse import resolve_rouse, rouse_dice
from server.rules.v5.tracks import Track, spend_willpower
from server.rules.v5.trait_pools import trait_pool
from server.rules.v5.traits import Trait, TraitKind
from server.rules.v5.turn_order import Combatant, Step, turn_order
from server.rules.v5.verdict import outcome_label
from server.rules.v5.waking import resolve_waking
from server.rules.v5.weapons import called_shot_items, called_shot_successes


def roll(
    regular: tuple[int, ...], hunger: tuple[int, ...], difficulty: int | None
) -> Callable[[V5Rules], Reading]:
    """A probe that reads a roll."""
    return lambda rules: read_roll(Faces(regular, hunger), difficulty, rules)


def contest(a: tuple[int, ...], b: tuple[int, ...], weapon: int = 0) -> Callable[[V5Rules], object]:
    """A probe that gives a contest's winner and damage, without the readings."""

    def found(rules: V5Rules) -> object:
        result = resolve_contest(
            ContestSide(Faces(a, ()), weapon), ContestSide(Faces(b, ()), weapon), rules
        )
        return result.winner, result.margin, result.damage

    return found


def reroll(*, faces: tuple[int, ...] = (10, 2), used: int = 0, track: Track | None = None) -> Any:
    """A probe that asks whether the first die may be rerolled."""
    return lambda rules: reroll_refusal(
        kind=PoolKind.ORDINARY,
        regular_count=len(faces),
        indices=[0],
        faces=Faces(faces, ()),
        rerolls_used=used,
        willpower=track or Track(5),
        rules=rules,
    )


def drink(source: BloodSource, rating: int) -> Callable[[V5Rules], object]:
    """A probe that feeds at Hunger 5."""
    return lambda rules: feed(source, hunger=5, blood_potency_rating=rating, rules=rules)


def messy_menu(rules: V5Rules) -> object:
    """What a messy critical offers, apart from what the dice say."""
    return prices(roll((10,), (10,), 2)(V5Rules()), rules)


def bestial_menu(rules: V5Rules) -> object:
    """What a bestial failure offers."""
    return prices(roll((2,), (1,), 2)(V5Rules()), rules)


def after_reroll(rules: V5Rules) -> Reading:
    """A roll whose second die became a ten by a reroll."""
    return read_roll(
        Faces((10, 10), ()),
        2,
        rules,
        original=Faces((10, 2), ()),
        rerolled=frozenset({1}),
    )


PROBES: Final[Mapping[str, Callable[[V5Rules], object]]] = MappingProxyType(
    {
        "a plain win": roll((6, 7), (3,), 2),
        "a plain failure": roll((6,), (3,), 2),
        "a critical": roll((10, 10, 3), (), 3),
        "a messy critical": roll((10, 3), (10,), 3),
        "a clean pair beside a Hunger ten": roll((10, 10), (10,), 3),
        "a bestial failure": roll((6,), (1,), 2),
        "a bestial failure without success": roll((2,), (1,), 2),
        "three tens": roll((10, 10, 10), (), 3),
        "four tens": roll((10, 10, 10, 10), (), 3),
        "no Difficulty": roll((6, 2), (), None),
        "a reroll that makes a pair": after_reroll,
        "chance of a rescue by a pair": lambda r: rescue_chance(Faces((10, 2), ()), 4, r),
        "a total failure": roll((2, 3), (), 2),
        "label of a total failure": lambda r: outcome_label(Outcome.TOTAL_FAILURE, r),
        "label of a failure": lambda r: outcome_label(Outcome.FAILURE, r),
        "menu of a messy critical": messy_menu,
        "what is left of it": fallback_prices,
        "what is left without Compulsion": lambda r: fallback_prices(r, may_have_compulsion=False),
        "menu of a bestial failure": bestial_menu,
        "a win at a cost": lambda r: may_offer_win_at_cost(roll((6,), (), 2)(V5Rules()), r),
        "Difficulty 3": lambda r: difficulty_refusal(3, r),
        "Difficulty 6": lambda r: difficulty_refusal(6, r),
        "a pool": lambda r: build_pool(
            [PoolItem("a", 3)], hunger=2, uses_hunger_dice=True, kind=PoolKind.ORDINARY, rules=r
        ),
        "a vanished pool": lambda r: build_pool(
            [PoolItem("a", 0)], hunger=2, uses_hunger_dice=True, kind=PoolKind.ORDINARY, rules=r
        ),
        "a Skill alone": lambda r: trait_pool([Trait("Stealth", TraitKind.SKILL, 3)], rules=r),
        "an Attribute": lambda r: trait_pool([Trait("Wits", TraitKind.ATTRIBUTE, 3)], rules=r),
        "a granted win by a big pool": lambda r: grant_win(
            pool=6, surge_dice=0, difficulty=3, in_conflict=False, rules=r
        ),
        "a granted win by a small pool": lambda r: grant_win(
            pool=5, surge_dice=0, difficulty=3, in_conflict=False, rules=r
        ),
        "rerolling a failed die": reroll(faces=(2, 10)),
        "rerolling a ten": reroll(),
        "rerolling again": reroll(faces=(2,), used=1),
        "rerolling on a full track": reroll(faces=(2,), track=Track(3, 2, 1)),
        "spending Willpower": lambda r: spend_willpower(Track(3), r),
        "spending it on a full track": lambda r: spend_willpower(Track(3, 2, 1), r),
        "a chosen Rouse at Hunger 5": lambda r: rouse_refusal(
            uses_rouse=True, hunger=5, is_voluntary=True, rules=r
        ),
        "a chosen Rouse": lambda r: rouse_refusal(
            uses_rouse=True, hunger=4, is_voluntary=True, rules=r
        ),
        "a held Rouse at Hunger 5": lambda r: resolve_rouse((8,), hunger=5, rules=r),
        "a failed Rouse at Hunger 5": lambda r: resolve_rouse((3,), hunger=5, rules=r),
        "a Rouse": lambda r: resolve_rouse((3,), hunger=3, rules=r),
        "held waking at Hunger 5": lambda r: resolve_waking(8, hunger=5, rules=r),
        "failed waking at Hunger 5": lambda r: resolve_waking(3, hunger=5, rules=r),
        "mending": lambda r: resolve_mend(
            3, health=Track(5, 3), hunger=2, blood_potency_rating=2, rules=r
        ),
        "Blood Potency 3": lambda r: blood_potency(3, r),
        "dice of a Rouse": lambda r: rouse_dice(blood_potency_rating=3, power_level=2, rules=r),
        "the Brujah bane": lambda r: frenzy_items(
            willpower=Track(5),
            humanity=7,
            kind=FrenzyKind.FURY,
            clan="Brujah",
            blood_potency_rating=1,
            rules=r,
        ),
        "a frenzy roll": lambda r: resolve_frenzy((10, 10, 6), 3, r),
        "a frenzy roll of three tens": lambda r: resolve_frenzy((10, 10, 10), 3, r),
        "a sip at Blood Potency 4": drink(BloodSource.HUMAN_SIP, 4),
        "a drink at Blood Potency 4": drink(BloodSource.HUMAN_DRINK, 4),
        "a bag at Blood Potency 2": drink(BloodSource.BLOOD_BAG, 2),
        "a large animal at Blood Potency 2": drink(BloodSource.LARGE_ANIMAL, 2),
        "a won contest": contest((6, 7), (6,), weapon=2),
        "a tied contest": contest((6, 7), (8, 9)),
        "a tied contest with weapons": contest((6, 7), (8, 9), weapon=2),
        "reading a tie": lambda r: read_opposed(Faces((6, 7), ()), 2, r),
        "order of a turn": lambda r: turn_order(
            [Combatant("a", Step.RANGED, 5), Combatant("b", Step.CLOSE_COMBAT, 1)], r
        ),
        "pool of a called shot": called_shot_items,
        "successes of a called shot": lambda r: called_shot_successes(3, r),
        "a night's rest": lambda r: rest_heals(
            CharacterKind.MORTAL, stamina=2, moment=Moment.NIGHT_OF_REST, rules=r
        ),
        "a session's rest": lambda r: rest_heals(
            CharacterKind.GHOUL, stamina=2, moment=Moment.SESSION_START, rules=r
        ),
        "overflowing Stains": lambda r: add_stains(7, 2, 0, 3, r),
        "one overflowing Stain": lambda r: add_stains(7, 3, 0, 1, r),
        "full boxes of Stains": lambda r: impaired_categories(Track(5), Track(5), 7, 3, r),
        "Remorse": lambda r: resolve_remorse((6, 2), 6, r),
        "awake by day": lambda r: resolve_daylight((10, 10, 10), 4, r),
        "being burned": lambda r: provocation_difficulty(PROVOCATIONS["burned"], r),
        "a bonfire": lambda r: provocation_difficulty(PROVOCATIONS["bonfire"], r),
        "Morbidity": lambda r: clan_compulsion("Hecata", r),
        "Rebellion": lambda r: clan_compulsion("Brujah", r),
        "a ghoul's level 1 power": lambda r: ghoul_power_cost(1, r),
        "a ghoul's level 2 power": lambda r: ghoul_power_cost(2, r),
    }
)

CHANGED: Final[Mapping[tuple[str, str], set[str]]] = MappingProxyType(
    {
        ("min_pool", "refuse"): {"a vanished pool"},
        ("pool_kinds", "skill_alone_too"): {"a Skill alone"},
        ("messy_scope", "best_pair_only"): {"a clean pair beside a Hunger ten"},
        ("messy_fallback", "test_fails"): {"what is left of it"},
        ("messy_fallback", "compulsion_or_failure"): {
            "menu of a messy critical",
            "what is left of it",
        },
        ("messy_fallback", "never"): {
            "menu of a messy critical",
            "what is left of it",
            "what is left without Compulsion",
        },
        ("bestial_failure", "zero_only"): {"a bestial failure"},
        ("bestial_meaning", "complication"): {"menu of a bestial failure"},
        ("total_failure", "plain"): {"label of a total failure"},
        ("extra_tens", "each_extra"): {
            "a clean pair beside a Hunger ten",
            "three tens",
            "a frenzy roll of three tens",
            "awake by day",
        },
        ("wp_rerolls_per_roll", "unlimited"): {"rerolling again"},
        ("wp_reroll_scope", "failed_only"): {"rerolling a ten"},
        ("wp_reroll_may_crit", "no"): {
            "a reroll that makes a pair",
            "chance of a rescue by a pair",
        },
        ("wp_spend_when_full", "refuse"): {
            "rerolling on a full track",
            "spending it on a full track",
        },
        ("hunger5_voluntary", "allow_with_frenzy"): {"a chosen Rouse at Hunger 5"},
        ("hunger5_check", "always"): {"a held Rouse at Hunger 5", "held waking at Hunger 5"},
        ("blood_potency_table", "first_printing"): {"Blood Potency 3", "the Brujah bane"},
        ("feeding_penalty_min", "one"): {"a sip at Blood Potency 4"},
        ("feeding_half_rounding", "ceil"): {"a bag at Blood Potency 2"},
        ("tie", "defender_wins"): {"a tied contest", "a tied contest with weapons"},
        ("tie", "attacker_wins"): {"a tied contest", "a tied contest with weapons"},
        ("tie", "nothing"): {"a tied contest", "a tied contest with weapons"},
        ("tie_weapon", "yes"): {"a tied contest with weapons"},
        ("tie_reading", "both_win_by_one"): {"reading a tie"},
        ("tie_reading", "both_fail"): {"reading a tie"},
        ("turn_order", "fixed_initiative"): {"order of a turn"},
        ("called_shot", "successes_2"): {"pool of a called shot", "successes of a called shot"},
        ("mortal_heal", "per_session"): {"a night's rest", "a session's rest"},
        ("overflow_damage", "one_total"): {"overflowing Stains"},
        ("stain_impairment", "on_full"): {"full boxes of Stains"},
        ("terror_burned", "three"): {"being burned"},
        ("hecata", "omen"): {"Morbidity"},
        ("ghoul_power_cost", "always"): {"a ghoul's level 1 power"},
        ("no_difficulty", "treat_as_1"): {"no Difficulty"},
        ("difficulty_range", "one_to_five"): {"Difficulty 6"},
        ("no_roll", "storyteller_judgement"): {"a granted win by a small pool"},
        ("win_at_cost", "off"): {"a win at a cost"},
    }
)

OTHER_VALUES: Final = [
    (name, value) for name, switch in SWITCHES.items() for value in switch.values[1:]
]


def test_every_value_of_every_switch_is_in_the_table() -> None:
    """A new switch is not finished before it says what it changes."""
    assert set(CHANGED) == set(OTHER_VALUES)


@pytest.mark.parametrize(("name", "value"), OTHER_VALUES)
def test_a_switch_changes_what_it_says_and_nothing_else(name: str, value: str) -> None:
    """Over the whole sample, the answers that differ from the default are its own."""
    switched: dict[str, Any] = {name: value}
    rules = replace(V5Rules(), **switched)
    changed = {what for what, probe in PROBES.items() if probe(rules) != probe(V5Rules())}
    assert changed == CHANGED[name, value]


@pytest.mark.parametrize("what", ["a plain win", "a plain failure", "a critical", "four tens"])
def test_ordinary_rolls_are_the_same_at_every_table(what: str) -> None:
    """No single switch touches what all the sources agree on."""
    assert not any(what in changed for changed in CHANGED.values())
