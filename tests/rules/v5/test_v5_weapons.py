"""Weapons, armour, called shots, sunlight and fire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.exposure import Exposure, fire_damage, sunlight_damage
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind, can_frenzy, halves_superficial, mends_by_rouse
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import DamageKind
from server.rules.v5.weapons import (
    ARMOURS,
    WEAPONS,
    Armour,
    Blow,
    CalledShot,
    Harm,
    called_shot_items,
    called_shot_successes,
    called_shot_takes,
    damage_kind,
    strike,
)

VAMPIRE, THIN_BLOOD = CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD
GHOUL, MORTAL = CharacterKind.GHOUL, CharacterKind.MORTAL


def test_weapons_have_the_values_of_the_table() -> None:
    """A9.9, row by row."""
    assert {name: weapon.value for name, weapon in WEAPONS.items()} == {
        "unarmed": 0,
        "improvised": 0,
        "fist load": 1,
        "knife": 2,
        "club": 2,
        "bat": 2,
        "light pistol": 2,
        "sword": 3,
        "axe": 3,
        "heavy pistol": 3,
        "two-handed sword": 4,
        "rifle": 4,
        "shotgun": 4,
        "very heavy": 5,
    }


@pytest.mark.parametrize(
    ("harm", "vampire", "mortal"),
    [
        (Harm.BLUNT, "superficial", "superficial"),
        (Harm.EDGED, "superficial", "aggravated"),
        (Harm.PIERCING, "superficial", "aggravated"),
        (Harm.BULLET, "superficial", "aggravated"),
        (Harm.FIRE, "aggravated", "aggravated"),
        (Harm.SUPERNATURAL, "aggravated", "aggravated"),
    ],
)
def test_harm_is_of_a_kind_by_who_is_hurt(harm: Harm, vampire: str, mortal: str) -> None:
    """A10.5: blades and bullets are Superficial to vampires and Aggravated to the living."""
    assert damage_kind(harm, VAMPIRE) == vampire
    assert damage_kind(harm, MORTAL) == mortal
    assert damage_kind(harm, GHOUL) == mortal
    assert damage_kind(harm, THIN_BLOOD) == mortal
    assert damage_kind(harm, THIN_BLOOD, is_resilient=True) == vampire


@pytest.mark.parametrize("kind", CharacterKind)
def test_sunlight_hurts_vampires_alone(kind: CharacterKind) -> None:
    """A10.5: Aggravated to vampires and thin-bloods; a mortal under the sun is no damage."""
    if kind in (VAMPIRE, THIN_BLOOD):
        assert damage_kind(Harm.SUNLIGHT, kind) is DamageKind.AGGRAVATED
        return
    with pytest.raises(ValueError, match=r"^sunlight hurts"):
        damage_kind(Harm.SUNLIGHT, kind)


@pytest.mark.parametrize(("armour", "points"), [("leather", 2), ("mail", 3), ("plate", 4)])
def test_armour_turns_aggravated_weapon_damage(armour: str, points: int) -> None:
    """A9.10, row by row: up to that many points become Superficial."""
    worn = ARMOURS[armour]
    assert strike(5, Harm.EDGED, MORTAL, armour=worn) == Blow(points, 5 - points)
    assert strike(1, Harm.EDGED, MORTAL, armour=worn) == Blow(1, 0)
    assert strike(5, Harm.BULLET, MORTAL, armour=worn) == Blow(points, 5 - points)


@pytest.mark.parametrize(
    ("harm", "target", "blow"),
    [
        pytest.param(Harm.BULLET, MORTAL, Blow(3, 2), id="a vest stops bullets"),
        pytest.param(Harm.EDGED, MORTAL, Blow(0, 5), id="and nothing else"),
        pytest.param(Harm.FIRE, MORTAL, Blow(0, 5), id="fire is no weapon"),
        pytest.param(Harm.BLUNT, MORTAL, Blow(5, 0), id="blunt is Superficial anyway"),
        pytest.param(Harm.BULLET, VAMPIRE, Blow(5, 0), id="as are bullets to a vampire"),
    ],
)
def test_a_ballistic_vest_stops_bullets_only(harm: Harm, target: CharacterKind, blow: Blow) -> None:
    """A9.10."""
    vest = Armour("ballistic vest", 3, bullets_only=True)
    assert strike(5, harm, target, armour=vest) == blow


@pytest.mark.parametrize("harm", [Harm.FIRE, Harm.SUPERNATURAL])
def test_armour_does_not_stop_what_is_no_weapon(harm: Harm) -> None:
    """A9.10: weapon damage only."""
    assert strike(4, harm, VAMPIRE, armour=ARMOURS["plate"]) == Blow(0, 4)


def test_a_thin_blood_may_be_resilient() -> None:
    """A10.4: then blades hurt as they hurt a vampire."""
    assert strike(3, Harm.EDGED, THIN_BLOOD) == Blow(0, 3)
    assert strike(3, Harm.EDGED, THIN_BLOOD, is_resilient=True) == Blow(3, 0)


def test_negative_numbers_are_broken_assumptions() -> None:
    """Damage, armour, successes, fire and the sun count upward."""
    for call in (
        lambda: strike(-1, Harm.BLUNT, MORTAL),
        lambda: Armour("rags", -1),
        lambda: called_shot_successes(-1, V5Rules()),
        lambda: fire_damage(Exposure.PART, intensity=-1),
        lambda: sunlight_damage(-1, turn=1, is_obscured=False),
    ):
        with pytest.raises(ValueError, match="-1"):
            call()
    with pytest.raises(ValueError, match="from 1"):
        sunlight_damage(2, turn=0, is_obscured=False)


def test_a_called_shot_costs_two_dice_or_two_successes() -> None:
    """A9.11: one or the other, by switch, and never both."""
    by_successes = V5Rules(called_shot="successes_2")
    assert called_shot_items(V5Rules()) == (PoolItem("called shot", -2),)
    assert called_shot_items(by_successes) == ()
    assert [called_shot_successes(n, V5Rules()) for n in (0, 1, 2, 5)] == [0, 1, 2, 5]
    assert [called_shot_successes(n, by_successes) for n in (0, 1, 2, 5)] == [0, 0, 0, 3]


@pytest.mark.parametrize(("shot", "needed"), [(CalledShot.STAKE, 5), (CalledShot.BEHEADING, 10)])
def test_a_called_shot_needs_enough_damage(shot: CalledShot, needed: int) -> None:
    """A9.11: a stake 5, beheading 10."""
    assert not called_shot_takes(shot, needed - 1)
    assert called_shot_takes(shot, needed)


@pytest.mark.parametrize(
    ("severity", "obscured", "damage"),
    [
        (2, False, [2, 2, 2, 2]),
        (2, True, [0, 2, 0, 2]),
        (4, True, [0, 4, 0, 4]),
        (0, False, [0, 0, 0, 0]),
    ],
)
def test_sunlight_burns_by_the_turn(severity: int, obscured: bool, damage: list[int]) -> None:
    """A10: bane severity each turn, or every second one when obscured."""
    found = [sunlight_damage(severity, turn=turn, is_obscured=obscured) for turn in (1, 2, 3, 4)]
    assert found == damage


@pytest.mark.parametrize(
    ("exposure", "damage"), [(Exposure.PART, 1), (Exposure.HALF, 2), (Exposure.WHOLE, 3)]
)
def test_fire_burns_by_how_much_of_the_body(exposure: Exposure, damage: int) -> None:
    """A10, row by row; a hotter fire adds to it."""
    assert fire_damage(exposure) == damage
    assert fire_damage(exposure, intensity=2) == damage + 2


@pytest.mark.parametrize(
    ("kind", "resilient", "temper", "frailty"),
    [
        (VAMPIRE, (True, True), (True, True), (True, True)),
        (THIN_BLOOD, (False, True), (False, True), (True, False)),
        (GHOUL, (False, False), (False, False), (False, False)),
        (MORTAL, (False, False), (False, False), (False, False)),
    ],
)
def test_merits_and_flaws_change_thin_bloods_alone(
    kind: CharacterKind,
    resilient: tuple[bool, bool],
    temper: tuple[bool, bool],
    frailty: tuple[bool, bool],
) -> None:
    """A14: without and with the trait that changes each row."""
    assert (halves_superficial(kind), halves_superficial(kind, is_resilient=True)) == resilient
    assert (can_frenzy(kind), can_frenzy(kind, has_bestial_temper=True)) == temper
    assert (mends_by_rouse(kind), mends_by_rouse(kind, has_mortal_frailty=True)) == frailty


@given(
    st.integers(0, 20),
    st.sampled_from([harm for harm in Harm if harm is not Harm.SUNLIGHT]),
    st.sampled_from(CharacterKind),
    st.none() | st.builds(Armour, st.just("any"), st.integers(0, 6), st.booleans()),
)
def test_armour_never_loses_damage(
    damage: int, harm: Harm, target: CharacterKind, armour: Armour | None
) -> None:
    """It turns points from one kind into the other; their sum stays."""
    blow = strike(damage, harm, target, armour=armour)
    assert blow.superficial >= 0
    assert blow.aggravated >= 0
    assert blow.superficial + blow.aggravated == damage
