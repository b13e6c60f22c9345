"""`coterie resolve`, V5: trackers and what happens to them in order."""

from typing import get_args

import pytest

from server.commands.resolving_v5_frenzy import ProvocationName
from server.commands.resolving_v5_harm import ArmourName, WeaponName
from server.rules.v5.provocations import PROVOCATIONS
from server.rules.v5.weapons import ARMOURS, WEAPONS
from tests.cli.lines import Json, after, error


def _damage(amount: int, damage_kind: str = "superficial", track: str = "health") -> Json:
    return {"type": "damage", "track": track, "damage_kind": damage_kind, "amount": amount}


# --- tracks and Humanity -------------------------------------------------------------------------


def test_a_track_is_worked_through_in_order() -> None:
    """The worked case of A10: five boxes, four blows, torpor."""
    blows = (_damage(7), _damage(3), _damage(1, "aggravated"), _damage(6))
    found = after(*blows, health={"boxes": 5})
    marks = [(step["superficial"], step["aggravated"]) for step in found["steps"]]
    assert marks == [(4, 0), (4, 1), (3, 2), (0, 5)]
    assert (found["condition"], found["impaired"]) == ("torpor", ["physical"])


@pytest.mark.parametrize(
    ("fields", "track", "points"),
    [({}, "health", 2), ({"character_kind": "mortal"}, "health", 3),
     ({"character_kind": "thin_blood"}, "health", 3),
     ({"character_kind": "thin_blood", "resilient": True}, "health", 2), ({}, "willpower", 3)],
)  # fmt: skip
def test_only_vampires_halve_and_only_health(fields: Json, track: str, points: int) -> None:
    """A10.3, A10.4: three Superficial points, by what is hurt."""
    found = after(_damage(3, track=track), **{track: {"boxes": 5}}, **fields)
    assert found[track]["superficial"] == points


def test_healing_clears_what_is_there() -> None:
    """More than is marked clears all of that kind and nothing else."""
    heal = {"type": "heal", "track": "health", "damage_kind": "superficial", "amount": 5}
    found = after(heal, health={"boxes": 5, "superficial": 2, "aggravated": 1})
    assert found["health"] == {"boxes": 5, "superficial": 0, "aggravated": 1, "is_full": False}


def test_willpower_on_a_full_track_turns_aggravated() -> None:
    """A3.4: by switch it is refused instead; all Aggravated is a social defeat (A10.10)."""
    spend: Json = {"type": "spend_willpower"}
    full = {"boxes": 2, "superficial": 2}
    found = after(spend, spend, willpower=full)
    assert (found["willpower"]["aggravated"], found["is_socially_defeated"]) == (2, True)
    fault = error(
        "v5_trackers", operations=[spend], willpower=full,
        switches={"wp_spend_when_full": "refuse"},
    )  # fmt: skip
    assert (fault["code"], fault["field"]) == ("willpower_spent", "operations[0]")


def test_stains_overflow_and_hurt() -> None:
    """V51: Humanity 8, 1 Stain, three more; by switch one point or one for each."""
    gained = {"type": "gain_stains", "amount": 3}
    fields = {"humanity": 8, "stains": 1, "willpower": {"boxes": 4}}
    found = after(gained, **fields)
    assert (found["stains"], found["overflow"]) == (2, 2)
    assert found["steps"][0]["willpower_damage"] == found["willpower"]["aggravated"] == 2
    assert found["impaired"] == ["physical", "social", "mental"]
    one = after(gained, **fields, switches={"overflow_damage": "one_total"})
    assert one["steps"][0]["willpower_damage"] == one["willpower"]["aggravated"] == 1
    assert after(gained, humanity=8, stains=1)["willpower"] is None


def test_humanity_fills_from_the_left_and_stains_from_the_right() -> None:
    """V57, and a change by hand that loses no Stain."""
    found = after(humanity=7, stains=2)
    assert found["humanity_boxes"] == ["full"] * 7 + ["clear"] + ["stained"] * 2
    assert found["impaired"] == []
    spared = {"type": "gain_stains", "amount": 2, "spared": 3}
    moved = after(spared, {"type": "set_humanity", "to": 9}, humanity=7, stains=2)
    assert (moved["humanity"], moved["stains"], moved["overflow"]) == (9, 1, 1)


# --- weapons, fire and the sun -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blow", "fields", "expected"),
    [
        ({"margin": 2, "weapon": "sword"}, {}, (3, 0)),
        ({"margin": 2, "weapon": 3, "harm": "edged"}, {"character_kind": "mortal"}, (0, 5)),
        ({"margin": 2, "weapon": "sword", "armour": "leather"}, {"character_kind": "mortal"},
         (2, 3)),
        ({"margin": 2, "weapon": "light pistol", "armour": 1, "bullets_only": True},
         {"character_kind": "ghoul"}, (1, 3)),
        ({"margin": 1, "weapon": 0, "harm": "supernatural", "armour": "plate"}, {}, (0, 1)),
    ],
)  # fmt: skip
def test_weapon_and_armour_give_damage_its_kind(
    blow: Json, fields: Json, expected: tuple[int, int]
) -> None:
    """A9.9, A9.10, A10.5: by name or by value; armour turns Aggravated weapon damage alone."""
    found = after({"type": "strike", **blow}, health={"boxes": 10}, **fields)
    assert (found["health"]["superficial"], found["health"]["aggravated"]) == expected


def test_a_social_blow_hurts_willpower() -> None:
    """A9.8: with the margin, and never halved."""
    strike = {"type": "strike", "margin": 3, "conflict": "social"}
    assert after(strike, willpower={"boxes": 5})["willpower"]["superficial"] == 3


@pytest.mark.parametrize(
    ("margin", "switches", "expected"),
    [
        (3, {}, (5, True)),
        (2, {}, (4, False)),
        (5, {"called_shot": "successes_2"}, (5, True)),
        (2, {"called_shot": "successes_2"}, (2, False)),
        (1, {"called_shot": "successes_2"}, (0, False)),
    ],
)
def test_a_called_shot_takes_what_it_was_called_for(
    margin: int, switches: Json, expected: tuple[int, bool]
) -> None:
    """A9.11: a stake needs five points; where it costs successes, a small margin misses."""
    shot = {"type": "strike", "margin": margin, "weapon": 2, "called_shot": "stake",
            "harm": "piercing"}  # fmt: skip
    step = after(shot, health={"boxes": 9}, character_kind="mortal", switches=switches)["steps"][0]
    assert (step["points"], step["called_shot_takes"]) == expected


def test_fire_and_sunlight_are_aggravated() -> None:
    """A10: by what burns, and by the bane severity, every second turn where it is obscured."""
    fire = {"type": "fire", "exposure": "half", "intensity": 1}
    assert after(fire, health={"boxes": 9})["health"]["aggravated"] == 3
    lights = [{"type": "sunlight", "turn": turn, "obscured": True} for turn in (1, 2)]
    found = after(*lights, health={"boxes": 9}, blood_potency=1)
    assert [step["aggravated"] for step in found["steps"]] == [0, 2]
    first = {"blood_potency_table": "first_printing"}
    direct = {"type": "sunlight", "turn": 1}
    assert after(direct, health={"boxes": 9}, blood_potency=1, switches=first)["health"][
        "aggravated"
    ] == 1  # fmt: skip


# --- refusals ------------------------------------------------------------------------------------

CALM: Json = {"willpower": {"boxes": 4, "superficial": 2}, "humanity": 7, "hunger": 4}
PROVOKED: Json = {"type": "resist_frenzy", "provocation": "blood_tasted", "faces": [6, 1, 1, 2]}
MEND: Json = {"type": "mend", "face": 3}
HEALTH: Json = {"health": {"boxes": 5, "superficial": 2}}
MORTAL: Json = {"character_kind": "mortal"}


@pytest.mark.parametrize(
    ("operation", "fields", "code", "field", "accepted"),
    [
        (_damage(1), {"health": {"boxes": 0}}, "invalid", "health.boxes", "1 to 30"),
        (_damage(1), {"health": {"boxes": 1, "superficial": 1, "aggravated": 1}}, "invalid",
         "health", "at most 1"),
        (_damage(1), {}, "invalid", "health", "a track"),
        ({"type": "cure"}, {}, "invalid", "operations[0].type", "damage"),
        ({"type": "heal", "track": "health", "damage_kind": "superficial", "amount": 0}, {},
         "invalid", "operations[0].amount", "1 to 50"),
        ({"type": "feed", "source": "human_sip", "kind": 1}, {}, "invalid", "operations[0].kind",
         "the fields type, source, amount"),
        ({"type": "feed", "source": "rat"}, {}, "invalid", "operations[0].source", "blood_bag"),
        ({"type": "gain_stains", "amount": 1}, {"humanity": 8, "stains": 3}, "invalid", "stains",
         "0 to 2"),
        ({"type": "gain_stains", "amount": 1}, {"humanity": 8, "overflow": 3}, "invalid",
         "overflow", "0"),
        ({"type": "gain_stains", "amount": 1}, {}, "invalid", "humanity", "0 to 10"),
        ({"type": "strike", "margin": 1, "weapon": "spoon"}, HEALTH, "invalid",
         "operations[0].weapon", "sword"),
        ({"type": "strike", "margin": 1, "harm": "sunlight"}, {**HEALTH, **MORTAL}, "no_sunlight",
         "operations[0].harm", "fire"),
        ({"type": "sunlight", "turn": 1}, {**HEALTH, **MORTAL}, "no_sunlight", "operations[0]",
         "fire"),
        ({"type": "sunlight", "turn": 1}, HEALTH, "invalid", "blood_potency", "0 to 10"),
        ({"type": "spend_willpower"}, {"willpower": {"boxes": 2, "aggravated": 2}},
         "willpower_spent", "operations[0]", "not Aggravated"),
        ({"type": "feed", "source": "human_drink", "amount": 3}, {"hunger": 3, "blood_potency": 1},
         "bad_amount", "operations[0].amount", "1 to 2"),
        ({"type": "feed", "source": "human_drink"}, {"hunger": 3}, "invalid", "blood_potency",
         "0 to 10"),
        ({"type": "feed", "source": "human_drink"}, {"blood_potency": 1}, "invalid", "hunger",
         "0 to 5"),
        ({"type": "wake", "face": 3}, {"hunger": 1, **MORTAL}, "no_rouse", "character_kind",
         "a vampire"),
        ({"type": "rouse", "faces": [3], "voluntary": True}, {"hunger": 5}, "hunger_full",
         "operations[0]",
         "Hunger 4"),
        ({"type": "rouse", "faces": [3], "power_level": 1}, {"hunger": 1}, "invalid",
         "blood_potency", "0 to 10"),
        (MEND, {**HEALTH, "hunger": 5, "blood_potency": 1}, "hunger_full", "operations[0]",
         "Hunger 4"),
        (MEND, {**HEALTH, "hunger": 1, **MORTAL}, "no_rouse", "character_kind", "thin-blood"),
        (MEND, {**HEALTH, "hunger": 1, "character_kind": "thin_blood", "mortal_frailty": True},
         "no_rouse", "character_kind", "thin-blood"),
        (MEND, {"health": {"boxes": 5, "aggravated": 1}, "hunger": 1, "blood_potency": 1},
         "nothing_to_mend", "operations[0]", "Superficial"),
        ({"type": "mend_aggravated", "faces": [1, 2]}, HEALTH, "invalid", "operations[0].faces",
         "3 to 3 items"),
        ({"type": "mend_aggravated", "faces": [1, 2, 3]}, {**HEALTH, "hunger": 1},
         "nothing_to_mend", "operations[0]", "Aggravated"),
        ({"type": "blush", "faces": [3]}, {"hunger": 1, "humanity": 9}, "bad_faces",
         "operations[0].faces", "exactly 0"),
        ({"type": "blush", "faces": [3]}, {"hunger": 5, "humanity": 7}, "hunger_full",
         "operations[0]", "Hunger 4"),
        ({"type": "ghoul_power", "power_level": 2}, HEALTH, "not_a_ghoul", "character_kind",
         "ghoul"),
        ({"type": "follow_drive", "drive": "desire"}, {"willpower": {"boxes": 3}},
         "nothing_to_heal", "operations[0]", "Superficial"),
        (PROVOKED, {**CALM, "hunger": 3}, "not_provoked", "operations[0].provocation",
         "Hunger 4 or more"),
        ({**PROVOKED, "faces": [6]}, CALM, "bad_faces", "operations[0].faces", "exactly 4"),
        ({"type": "resist_frenzy", "faces": [6]}, CALM, "invalid", "operations[0].difficulty",
         "1 to 99"),
        ({"type": "ride_wave", "frenzy_kind": "fury"}, {**CALM, **MORTAL}, "no_frenzy",
         "character_kind", "bestial temper"),
        ({"type": "buy_control"}, CALM, "not_in_frenzy", "operations[0]", "in frenzy"),
        ({"type": "end_frenzy"}, CALM, "not_in_frenzy", "operations[0]", "in frenzy"),
        ({"type": "begin_turn"}, {"blood_potency": 0}, "bad_blood_potency", "blood_potency",
         "1 to 10"),
        ({"type": "begin_turn"}, {"blood_potency": 6, "generation": 12}, "bad_blood_potency",
         "blood_potency", "1 to 3"),
        ({"type": "begin_turn"}, {"generation": 3}, "invalid", "generation", "4 to 16"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(
    operation: Json, fields: Json, code: str, field: str, accepted: str
) -> None:
    """Which part was wrong, why by a stable name, and what would have been accepted there."""
    fault = error("v5_trackers", operations=[operation], **fields)
    assert (fault["code"], fault["field"]) == (code, field)
    assert fault["message"].endswith(".")
    assert accepted in fault["accepted"]


def test_a_tracker_takes_64_operations() -> None:
    """One more is refused as a whole."""
    turn = {"type": "begin_turn"}
    assert len(after(*[turn] * 64)["steps"]) == 64
    assert error("v5_trackers", operations=[turn] * 65)["field"] == "operations"


def test_the_names_are_those_of_the_tables() -> None:
    """A9.9, A9.10, A12.4: a weapon, armour or provocation of the rules is accepted by name."""
    assert set(get_args(WeaponName)) == set(WEAPONS)
    assert set(get_args(ArmourName)) == set(ARMOURS)
    assert set(get_args(ProvocationName)) == set(PROVOCATIONS)
