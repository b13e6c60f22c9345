"""What is in the Blood: resonance, Blush of Life, Generation, and who pays how."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from server.rules.v5.blush import Look, blush_lasts, blush_of
from server.rules.v5.generation import (
    BLOOD_POTENCY_BOUNDS,
    blood_potency_bounds,
    blood_potency_refusal,
    usual_blood_potency,
)
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind, ghoul_power_cost
from server.rules.v5.moments import Moment
from server.rules.v5.pools import PoolItem
from server.rules.v5.resonance import (
    RESONANT_DISCIPLINES,
    ResonanceType,
    Temperament,
    resonance_items,
    resonance_lasts,
    resonance_type,
    takes_second_die,
    temperament,
)
from server.rules.v5.rouse import resolve_rouse

VAMPIRE, THIN_BLOOD = CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD
GHOUL, MORTAL = CharacterKind.GHOUL, CharacterKind.MORTAL


@pytest.mark.parametrize("first", range(1, 11))
def test_temperament_is_read_off_its_dice(first: int) -> None:
    """A7: 1-5 negligible, 6-8 fleeting, else a second die: 1-8 intense, 9-10 acute."""
    assert takes_second_die(first) == (first >= 9)
    if first < 9:
        expected = Temperament.NEGLIGIBLE if first <= 5 else Temperament.FLEETING
        assert temperament((first,)) is expected
        return
    assert [temperament((first, second)) for second in range(1, 11)] == (
        [Temperament.INTENSE] * 8 + [Temperament.ACUTE] * 2
    )


def test_the_odds_of_a_temperament() -> None:
    """A7: 50, 30, 16 and 4 in a hundred."""
    odds: Counter[Temperament] = Counter()
    for first, second in product(range(1, 11), repeat=2):
        odds[temperament((first, second) if takes_second_die(first) else (first,))] += 1
    assert {kind: Fraction(count, 100) for kind, count in odds.items()} == {
        Temperament.NEGLIGIBLE: Fraction(1, 2),
        Temperament.FLEETING: Fraction(3, 10),
        Temperament.INTENSE: Fraction(4, 25),
        Temperament.ACUTE: Fraction(1, 25),
    }


@pytest.mark.parametrize("faces", [(), (3, 4), (9,), (9, 1, 1), (0,), (9, 11)])
def test_a_missing_or_odd_temperament_die_is_a_broken_assumption(faces: tuple[int, ...]) -> None:
    """As many dice as the first one calls for, and faces of a die."""
    with pytest.raises(ValueError, match="di"):
        temperament(faces)


@pytest.mark.parametrize(
    ("faces", "mood", "disciplines"),
    [
        ((1, 2, 3), ResonanceType.PHLEGMATIC, ("Auspex", "Dominate")),
        ((4, 5, 6), ResonanceType.MELANCHOLIC, ("Fortitude", "Obfuscate")),
        ((7, 8), ResonanceType.CHOLERIC, ("Celerity", "Potence")),
        ((9, 10), ResonanceType.SANGUINE, ("Blood Sorcery", "Presence")),
        ((), ResonanceType.ANIMAL, ("Animalism", "Protean")),
        ((), ResonanceType.EMPTY, ("Oblivion",)),
    ],
)
def test_each_mood_has_its_faces_and_disciplines(
    faces: tuple[int, ...], mood: ResonanceType, disciplines: tuple[str, ...]
) -> None:
    """A7: the type die, and the Disciplines that each type strengthens."""
    assert tuple(face for face in range(1, 11) if resonance_type(face) is mood) == faces
    assert RESONANT_DISCIPLINES[mood] == disciplines
    one_die = (PoolItem(f"{mood.value} resonance", 1),)
    for discipline in disciplines:
        assert resonance_items(mood, Temperament.INTENSE, (discipline.lower(),)) == one_die
    assert resonance_items(mood, Temperament.ACUTE, disciplines) == one_die
    assert resonance_items(mood, Temperament.ACUTE, ("Thin-Blood Alchemy",)) == ()


@pytest.mark.parametrize(
    ("strength", "dice", "dyscrasia"),
    [
        (Temperament.NEGLIGIBLE, 0, False),
        (Temperament.FLEETING, 0, False),
        (Temperament.INTENSE, 1, False),
        (Temperament.ACUTE, 1, True),
    ],
)
def test_only_strong_blood_gives_dice(strength: Temperament, dice: int, dyscrasia: bool) -> None:
    """A7: intense or acute; a Dyscrasia from acute blood alone."""
    items = resonance_items(ResonanceType.CHOLERIC, strength, ("Celerity",))
    assert sum(item.dice for item in items) == dice
    assert strength.may_give_dyscrasia is dyscrasia


@pytest.mark.parametrize(
    ("hunger", "fed_again", "lasts"), [(0, False, True), (4, False, True), (5, False, False)]
)
def test_resonance_ends_at_hunger_five(hunger: int, fed_again: bool, lasts: bool) -> None:
    """A7: or with the next feeding."""
    assert resonance_lasts(hunger=hunger, fed_again=fed_again) is lasts
    assert not resonance_lasts(hunger=hunger, fed_again=True)


@pytest.mark.parametrize(
    ("humanity", "dice", "look", "may_fall_short"),
    [
        (10, 0, Look.HEALTHY, False),
        (9, 0, Look.SICKLY, False),
        (8, 2, Look.DEAD, False),
        (7, 1, Look.DEAD, False),
        (6, 1, Look.DEAD, True),
        (0, 1, Look.DEAD, True),
    ],
)
def test_blush_of_life_follows_humanity(
    humanity: int, dice: int, look: Look, may_fall_short: bool
) -> None:
    """A8, row by row."""
    blush = blush_of(VAMPIRE, humanity)
    assert (blush.dice, blush.unaided, blush.may_fall_short) == (dice, look, may_fall_short)
    assert blush.is_needed is (dice > 0)


def test_at_humanity_eight_the_better_die_counts() -> None:
    """A8: one check of two dice, as for a low power."""
    assert blush_of(VAMPIRE, 8).dice == 2
    assert resolve_rouse((2, 7), hunger=3, rules=V5Rules()).hunger_after == 3


@pytest.mark.parametrize(
    ("kind", "humanity", "look"),
    [
        pytest.param(THIN_BLOOD, 6, Look.SICKLY, id="V49 a thin-blood at Humanity 6"),
        (THIN_BLOOD, 10, Look.HEALTHY),
        (GHOUL, 4, Look.HEALTHY),
        (MORTAL, 7, Look.HEALTHY),
    ],
)
def test_who_lives_needs_no_blush(kind: CharacterKind, humanity: int, look: Look) -> None:
    """V49, A8: thin-bloods count as Humanity 9 or more."""
    blush = blush_of(kind, humanity)
    assert not blush.is_needed
    assert blush.unaided is look
    assert not blush.may_fall_short


@pytest.mark.parametrize("moment", Moment)
def test_a_blush_ends_with_the_scene_and_at_waking(moment: Moment) -> None:
    """V49: it never outlives the night."""
    assert blush_lasts(moment) is (moment not in (Moment.SCENE_END, Moment.WAKING))


@pytest.mark.parametrize(
    ("generations", "low", "high"),
    [
        ((4,), 5, 10),
        ((5,), 4, 9),
        ((6,), 3, 8),
        ((7,), 3, 7),
        ((8,), 2, 6),
        ((9,), 2, 5),
        ((10, 11), 1, 4),
        ((12, 13), 1, 3),
        ((14, 15, 16), 0, 0),
    ],
)
def test_generation_limits_blood_potency(generations: tuple[int, ...], low: int, high: int) -> None:
    """A5, row by row; what is out of bounds is refused with the bounds."""
    for generation in generations:
        assert blood_potency_bounds(generation) == (low, high)
        kind = THIN_BLOOD if high == 0 else VAMPIRE
        for rating in range(-1, 12):
            refusal = blood_potency_refusal(kind, rating, generation)
            assert (refusal is None) is (low <= rating <= high)
            if refusal is not None:
                accepted = "0" if high == 0 else f"{low} to {high}"
                assert (refusal.code, refusal.accepted) == ("bad_blood_potency", accepted)


def test_every_generation_is_in_one_row() -> None:
    """4 to 16, and nothing beyond."""
    assert list(BLOOD_POTENCY_BOUNDS) == list(range(4, 17))
    for generation in (3, 17):
        with pytest.raises(ValueError, match="Generation"):
            blood_potency_bounds(generation)


@pytest.mark.parametrize(
    ("generation", "rating"),
    [(9, None), (10, 2), (11, 2), (12, 1), (13, 1), (14, 0), (15, 0), (16, 0)],
)
def test_where_characters_usually_start(generation: int, rating: int | None) -> None:
    """A5: neonates 1, ancillae 2, thin-bloods 0."""
    assert usual_blood_potency(generation) == rating


@pytest.mark.parametrize(
    ("kind", "rating", "generation", "accepted"),
    [
        (VAMPIRE, 0, None, "1 to 10"),
        (VAMPIRE, 11, None, "1 to 10"),
        (THIN_BLOOD, 1, None, "0"),
        (GHOUL, 1, None, "0"),
        (MORTAL, 1, 13, "0"),
        pytest.param(VAMPIRE, 0, 14, None, id="a thin-blood's Generation"),
        pytest.param(THIN_BLOOD, 0, 12, None, id="a vampire's Generation"),
    ],
)
def test_each_kind_has_its_own_blood_potency(
    kind: CharacterKind, rating: int, generation: int | None, accepted: str | None
) -> None:
    """A14: vampires 1 to 10, thin-bloods 0, others none."""
    refusal = blood_potency_refusal(kind, rating, generation)
    assert refusal is not None
    assert (refusal.code, refusal.accepted) == ("bad_blood_potency", accepted)


@pytest.mark.parametrize(
    ("kind", "rating"), [(VAMPIRE, 1), (VAMPIRE, 10), (THIN_BLOOD, 0), (GHOUL, 0), (MORTAL, 0)]
)
def test_without_a_generation_the_kind_alone_decides(kind: CharacterKind, rating: int) -> None:
    """A14: a sheet need not say the Generation."""
    assert blood_potency_refusal(kind, rating, None) is None


@pytest.mark.parametrize(
    ("level", "above_level_1", "always"), [(1, 0, 1), (2, 1, 1), (3, 1, 1), (5, 1, 1)]
)
def test_ghouls_pay_in_health(level: int, above_level_1: int, always: int) -> None:
    """V45, A14: level 1 is free or not, by switch; above it costs 1 Aggravated."""
    assert ghoul_power_cost(level, V5Rules()) == above_level_1
    assert ghoul_power_cost(level, V5Rules(ghoul_power_cost="always")) == always


def test_a_power_that_is_paid_for_has_a_level() -> None:
    """Level 0 is a broken assumption."""
    with pytest.raises(ValueError, match="level 1"):
        ghoul_power_cost(0, V5Rules())
