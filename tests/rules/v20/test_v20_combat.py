"""Initiative, attacks, damage and soak."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v20.damage import (
    ATTACKS,
    DEFENCES,
    STRENGTH_DAMAGE,
    Body,
    DamageKind,
    damage_pool,
    net_attack,
    read_damage,
    read_soak,
    strength_items,
)
from server.rules.v20.faces import Faces
from server.rules.v20.house_rules import PRESETS, V20Rules
from server.rules.v20.initiative import (
    FIXED_INITIATIVE,
    Initiative,
    declaration_order,
    initiative,
    is_rolled_in,
    turn_order,
)
from server.rules.v20.pools import DicePool, PoolItem, PoolKind
from server.rules.v20.reading import Outcome, Reading
from server.rules.v20.soak import (
    FIRE_LEVELS,
    FIRE_SOAK,
    SUNLIGHT_LEVELS,
    SUNLIGHT_SOAK,
    soak_damage,
    soak_pool,
)
from tests.rules.v20.strategies import roll

BASHING, LETHAL, AGGRAVATED = DamageKind
VAMPIRE, MORTAL = Body.VAMPIRE, Body.MORTAL
BOOK = V20Rules()
ONES_COUNT = V20Rules(ones_on_damage_soak="yes")


def test_initiative_adds_up() -> None:
    """C5.1: die, Dexterity, Wits and unused Celerity, less wounds."""
    rolled = initiative("Anna", dexterity=3, wits=2, celerity_unused=2, wound_penalty=-1, die=8)
    assert rolled == Initiative("Anna", 6, 8)
    assert rolled.total == 14


def test_initiative_without_a_die_takes_six() -> None:
    """C5.1, the optional way."""
    assert FIXED_INITIATIVE == 6
    assert initiative("Anna", dexterity=3, wits=2).total == 11


def test_initiative_numbers_out_of_range_are_broken_assumptions() -> None:
    """No such face, no such trait, no such penalty."""
    with pytest.raises(ValueError, match="cannot show"):
        initiative("Anna", dexterity=3, wits=2, die=11)
    for dexterity, wits, celerity, wounds in [
        (-1, 2, 0, 0),
        (3, -1, 0, 0),
        (3, 2, -1, 0),
        (3, 2, 0, 1),
    ]:
        with pytest.raises(ValueError, match=r"^traits are 0 or more"):
            initiative(
                "Anna",
                dexterity=dexterity,
                wits=wits,
                celerity_unused=celerity,
                wound_penalty=wounds,
            )


TABLE = (
    Initiative("slow", 4, 3),
    Initiative("lucky", 4, 9),
    Initiative("quick", 7, 6),
    Initiative("twin", 7, 6),
    Initiative("last", 2, 1),
)


def test_the_highest_acts_first_and_the_lowest_declares_first() -> None:
    """C5.1: totals, then ratings, then together; declared the other way round."""
    assert turn_order(TABLE) == (("quick", "twin"), ("lucky",), ("slow",), ("last",))
    assert declaration_order(TABLE) == (("last",), ("slow",), ("lucky",), ("quick", "twin"))
    assert turn_order(()) == ()


@pytest.mark.parametrize(
    ("turn", "each", "once"), [(1, True, True), (2, True, False), (9, True, False)]
)
def test_initiative_is_rolled_each_turn_or_once(turn: int, each: bool, once: bool) -> None:
    """C5.1, initiative."""
    assert is_rolled_in(turn, BOOK) is each
    assert is_rolled_in(turn, V20Rules(initiative="once")) is once


def test_turns_are_counted_from_one() -> None:
    """There is no turn 0."""
    with pytest.raises(ValueError, match="not 0"):
        is_rolled_in(0, BOOK)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 10)), max_size=7))
def test_everybody_acts_once(rolled: list[tuple[int, int]]) -> None:
    """Nobody is lost in the order, and it never rises."""
    named = {str(i): Initiative(str(i), rating, die) for i, (rating, die) in enumerate(rolled)}
    order = turn_order(tuple(named.values()))
    assert sorted(name for group in order for name in group) == sorted(named)
    places = [[(named[name].total, named[name].rating) for name in group] for group in order]
    assert all(len(set(group)) == 1 for group in places)
    firsts = [group[0] for group in places]
    assert firsts == sorted(set(firsts), reverse=True)


def test_attack_and_defence_pools() -> None:
    """C5.2, C5.3: what each rolls."""
    assert {name: tuple(traits) for name, traits in ATTACKS.items()} == {
        "brawl": ("Dexterity", "Brawl"),
        "melee": ("Dexterity", "Melee"),
        "firearms": ("Dexterity", "Firearms"),
        "thrown": ("Dexterity", "Athletics"),
    }
    assert {name: tuple(traits) for name, traits in DEFENCES.items()} == {
        "dodge": ("Dexterity", "Athletics"),
        "block": ("Dexterity", "Brawl"),
        "parry": ("Dexterity", "Melee"),
    }


@pytest.mark.parametrize(
    ("attack", "defence", "left"), [(4, None, 4), (4, 1, 3), (4, 4, 0), (2, 5, 0), (0, None, 0)]
)
def test_each_success_of_a_defence_takes_one(attack: int, defence: int | None, left: int) -> None:
    """C5.3: what is left hits."""
    attacked = roll(*(7,) * attack, 2)
    defended = None if defence is None else roll(*(7,) * defence, 2)
    assert net_attack(attacked, defended) == left


@pytest.mark.parametrize(("attack", "dice"), [(1, 4), (2, 5), (5, 8)])
def test_damage_grows_with_the_attack(attack: int, dice: int) -> None:
    """C5.4: a net attack of 1 adds nothing, each success after it a die."""
    pool = damage_pool((PoolItem("sword", 4),), attack)
    assert pool is not None
    assert (pool.size, pool.kind) == (dice, PoolKind.DAMAGE)
    added = (PoolItem("attack successes after the first", attack - 1),) if attack > 1 else ()
    assert pool.items == (PoolItem("sword", 4), *added)


def test_a_miss_has_no_damage_pool() -> None:
    """C5.4: no success, no damage; fewer are a broken assumption."""
    assert damage_pool((PoolItem("sword", 4),), 0) is None
    with pytest.raises(ValueError, match="not -1"):
        damage_pool((PoolItem("sword", 4),), -1)


def test_usual_strength_damage() -> None:
    """C5: what fists, feet, fangs and claws add to Strength, and what they do."""
    assert {name: (row.bonus, row.kind) for name, row in STRENGTH_DAMAGE.items()} == {
        "punch": (0, BASHING),
        "kick": (1, BASHING),
        "bite": (1, AGGRAVATED),
        "claws": (1, AGGRAVATED),
    }


def test_wounds_weaken_strength_damage_only_by_switch() -> None:
    """C5.6, W17: off by default."""
    strength, bonus, wounds = (
        PoolItem("Strength", 3),
        PoolItem("blow or weapon", 1),
        PoolItem("wounds", -2),
    )
    weakened = V20Rules(wound_penalty_on_strength_damage="yes")
    assert strength_items(3, 1, wound_penalty=-2, rules=BOOK) == (strength, bonus)
    assert strength_items(3, 1, wound_penalty=-2, rules=weakened) == (strength, bonus, wounds)
    assert strength_items(3, 0, wound_penalty=0, rules=weakened) == (strength,)
    with pytest.raises(ValueError, match="do not add"):
        strength_items(3, 1, wound_penalty=1, rules=BOOK)


def read_soak_at_six(faces: Faces, rules: V20Rules) -> Reading:
    """A soak roll at the difficulty of a damage roll."""
    return read_soak(faces, 6, rules)


@pytest.mark.parametrize("read", [read_damage, read_soak_at_six])
def test_ones_do_nothing_on_damage_and_soak(read: Callable[[Faces, V20Rules], Reading]) -> None:
    """C5.5, W11: [1,1,2] is no level and no botch; with the switch it is a roll like any other."""
    nothing = read(Faces((1, 1, 2)), BOOK)
    assert (nothing.net, nothing.ones, nothing.outcome) == (0, 2, Outcome.FAILURE)
    hit = read(Faces((1, 7, 8)), BOOK)
    assert (hit.rolled, hit.cancelled, hit.net) == (2, 0, 2)
    assert read(Faces((1, 1, 2)), ONES_COUNT).outcome is Outcome.BOTCH
    assert read(Faces((1, 7, 8)), ONES_COUNT).net == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_damage_is_rolled_at_six(preset: str) -> None:
    """C5.4: in every mode; soak may have a difficulty of its own."""
    assert read_damage(Faces((5, 6, 7)), PRESETS[preset]).net == 2
    assert read_soak(Faces((5, 6, 7)), 7, PRESETS[preset]).net == 1
    assert read_soak(Faces(()), 6, PRESETS[preset]).net == 0


@pytest.mark.parametrize(
    ("body", "kind", "dice", "with_stamina"),
    [
        (VAMPIRE, BASHING, 5, 5),
        (VAMPIRE, LETHAL, 5, 5),
        (VAMPIRE, AGGRAVATED, 2, 5),
        (MORTAL, BASHING, 3, 3),
        (MORTAL, LETHAL, 0, 0),
        (MORTAL, AGGRAVATED, 0, 0),
    ],
)
def test_what_a_body_soaks_with(body: Body, kind: DamageKind, dice: int, with_stamina: int) -> None:
    """C6: Stamina 3, Fortitude 2; soak_aggravated changes one line of the table."""
    pool = soak_pool(3, 2, kind, body, BOOK)
    assert (pool.size, pool.kind) == (dice, PoolKind.SOAK)
    other = soak_pool(3, 2, kind, body, V20Rules(soak_aggravated="stamina_fortitude"))
    assert other.size == with_stamina


def test_soak_parts_are_named() -> None:
    """C6: a Discipline that is not there is no part, and without any nothing soaks."""
    stamina, fortitude = PoolItem("Stamina", 3), PoolItem("Fortitude", 2)
    assert soak_pool(3, 2, LETHAL, VAMPIRE, BOOK).items == (stamina, fortitude)
    assert soak_pool(3, 0, LETHAL, VAMPIRE, BOOK).items == (stamina,)
    assert soak_pool(3, 2, AGGRAVATED, VAMPIRE, BOOK).items == (fortitude,)
    assert soak_pool(3, 0, AGGRAVATED, VAMPIRE, BOOK) == DicePool((), PoolKind.SOAK)
    assert soak_pool(3, 2, BASHING, MORTAL, BOOK).items == (stamina,)
    assert soak_pool(0, 0, LETHAL, VAMPIRE, BOOK).size == 0
    for traits in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match=r"^a trait is rated 0 or more"):
            soak_pool(*traits, LETHAL, VAMPIRE, BOOK)


@pytest.mark.parametrize(("left", "levels"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_vampires_bashing_is_halved_down_after_soak(left: int, levels: int) -> None:
    """C6: 1 to 5 become 0, 1, 1, 2, 2; the soak comes first."""
    assert soak_damage(left, 0, BASHING, VAMPIRE).levels == levels
    assert soak_damage(left + 3, 3, BASHING, VAMPIRE).levels == levels


@pytest.mark.parametrize(
    ("kind", "body"),
    [(LETHAL, VAMPIRE), (AGGRAVATED, VAMPIRE), (BASHING, MORTAL), (LETHAL, MORTAL)],
)
def test_nothing_else_is_halved(kind: DamageKind, body: Body) -> None:
    """C6: neither other damage nor other bodies."""
    result = soak_damage(7, 2, kind, body)
    assert (result.dealt, result.soaked, result.levels) == (7, 2, 5)


def test_soak_takes_no_more_than_there_is() -> None:
    """C5.5: what is left is never below 0, and negative numbers are broken assumptions."""
    result = soak_damage(2, 5, LETHAL, VAMPIRE)
    assert (result.dealt, result.soaked, result.levels) == (2, 2, 0)
    for numbers in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match=r"^damage and soak are 0 or more"):
            soak_damage(*numbers, LETHAL, VAMPIRE)


def test_fire_and_sunlight() -> None:
    """C6: soak difficulty by heat and by cover, levels a turn by how much of the body."""
    assert list(FIRE_SOAK.items()) == [
        ("candle", 3),
        ("torch", 5),
        ("Bunsen burner", 7),
        ("electrical fire", 8),
        ("chemical fire", 9),
        ("molten metal", 10),
    ]
    assert list(FIRE_LEVELS.values()) == [1, 2, 3]
    assert dict(SUNLIGHT_SOAK) == {
        "twilight": 3,
        "heavy cloud": 3,
        "closed curtain": 3,
        "fully covered": 5,
        "indirect": 7,
        "through a window": 7,
        "outside on a cloudy day": 9,
        "one direct ray": 9,
        "mirror": 9,
        "direct sun": 10,
    }
    assert list(SUNLIGHT_LEVELS.values()) == [1, 2, 3]


def test_every_soak_difficulty_can_be_rolled() -> None:
    """C1.1, C6: the tables keep to the scale."""
    for difficulty in (*FIRE_SOAK.values(), *SUNLIGHT_SOAK.values()):
        assert read_soak(Faces((difficulty, difficulty - 1)), difficulty, BOOK).net == 1


def test_a_whole_attack() -> None:
    """C5: attack 4 against dodge 1, a punch of Strength 2, soak 1: 1 of 3 levels after halving."""
    hit = net_attack(roll(6, 7, 8, 9, 2), roll(6, 3))
    pool = damage_pool(strength_items(2, 0, wound_penalty=0, rules=BOOK), hit)
    assert (hit, pool and pool.size) == (3, 4)
    damage = read_damage(Faces((6, 7, 8, 9)), BOOK)
    soak = read_soak(Faces((9, 1, 2)), 6, BOOK)
    after = soak_damage(damage.net, soak.net, BASHING, VAMPIRE)
    assert (after.dealt, after.soaked, after.levels) == (4, 1, 1)
