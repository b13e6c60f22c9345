"""`coterie resolve`, V5: the Blood, recovery and frenzy as operations on trackers."""

import pytest

from tests.cli.lines import Json, after, error

# --- the Blood -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "fields", "slaked", "left"),
    [
        ("blood_bag", {"blood_potency": 1}, 1, 3),
        ("blood_bag", {"blood_potency": 2}, 0, 4),
        ("blood_bag", {"blood_potency": 2, "switches": {"feeding_half_rounding": "ceil"}}, 1, 3),
        ("large_animal", {"blood_potency": 2}, 1, 3),
        ("small_animal", {"blood_potency": 3}, 0, 4),
        ("human_sip", {"blood_potency": 4}, 0, 4),
        ("human_sip", {"blood_potency": 4, "switches": {"feeding_penalty_min": "one"}}, 1, 3),
        ("human_drink", {"blood_potency": 1}, 2, 2),
        ("human_harmful", {"blood_potency": 1}, 3, 1),
        ("human_harmful", {"blood_potency": 8}, 1, 3),
        ("human_kill", {"blood_potency": 8}, 4, 0),
    ],
)
def test_blood_slakes_by_source_and_blood_potency(
    source: str, fields: Json, slaked: int, left: int
) -> None:
    """A6: from Hunger 4; a death alone leaves 0, and the bite of a fight is two points more."""
    step = after({"type": "feed", "source": source}, hunger=4, **fields)["steps"][0]
    assert (step["slaked"], step["hunger_after"]) == (slaked, left)
    assert step["bite_damage"] == 2 + slaked


def test_mending_is_once_a_turn_where_turns_are_counted() -> None:
    """A10: one check mends by Blood Potency; a second in one turn only while none is counted."""
    mend, turn = {"type": "mend", "face": 6}, {"type": "begin_turn"}
    hurt: Json = {"hunger": 1, "blood_potency": 2, "health": {"boxes": 6, "superficial": 6}}
    assert after(mend, mend, **hurt)["health"]["superficial"] == 2
    assert after(turn, mend, turn, mend, **hurt)["health"]["superficial"] == 2
    fault = error("v5_trackers", operations=[turn, mend, mend], **hurt)
    assert (fault["code"], fault["field"]) == ("mended_this_turn", "operations[2]")
    assert fault["accepted"] == "the next turn"
    scene: Json = {"type": "end_scene"}
    assert after(turn, mend, scene, mend, **hurt)["health"]["superficial"] == 2


def test_aggravated_health_is_mended_once_a_night() -> None:
    """A4.7, A4.8: three checks; waking begins a night, and passing Hunger 5 there is torpor."""
    mend = {"type": "mend_aggravated", "faces": [1, 6, 2]}
    hurt: Json = {"hunger": 1, "health": {"boxes": 6, "aggravated": 3}}
    found = after(mend, {"type": "wake", "face": 10}, mend, **{**hurt, "hunger": 0})
    assert (found["health"]["aggravated"], found["hunger"]) == (1, 4)
    fault = error("v5_trackers", operations=[mend, mend], **hurt)
    assert (fault["code"], fault["field"]) == ("mended_tonight", "operations[1]")
    at_waking = {**mend, "faces": [1, 1, 1], "at_waking": True}
    step = after(at_waking, **{**hurt, "hunger": 3, "humanity": 7})["steps"][0]
    assert (step["falls_into_torpor"], step["torpor"], step["frenzy_difficulty"]) == (
        True, {"count": 2, "span": "weeks"}, None,
    )  # fmt: skip
    later = after({**at_waking, "at_waking": False}, **{**hurt, "hunger": 3})["steps"][0]
    assert (later["falls_into_torpor"], later["frenzy_difficulty"]) == (False, 4)


@pytest.mark.parametrize(
    ("hunger", "face", "left", "is_torpor"),
    [(2, 6, 2, False), (2, 5, 3, False), (5, 6, 5, False), (5, 5, 5, True)],
)
def test_waking_is_a_check_that_may_fail(
    hunger: int, face: int, left: int, is_torpor: bool
) -> None:
    """A4.8: at Hunger 5 a failed one is torpor and no frenzy."""
    step = after({"type": "wake", "face": face}, hunger=hunger)["steps"][0]
    assert (step["hunger_after"], step["falls_into_torpor"], step["frenzy_difficulty"]) == (
        left, is_torpor, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "faces", "expected"),
    [
        ({"humanity": 10}, [], (0, "healthy", False, 2)),
        ({"humanity": 9}, [], (0, "sickly", False, 2)),
        ({"humanity": 8}, [3, 6], (2, "dead", False, 2)),
        ({"humanity": 7}, [3], (1, "dead", False, 3)),
        ({"humanity": 6}, [3], (1, "dead", True, 3)),
        ({"humanity": 4, "character_kind": "thin_blood"}, [], (0, "sickly", False, 2)),
    ],
)
def test_blush_of_life_goes_by_humanity(
    fields: Json, faces: list[int], expected: tuple[int, str, bool, int]
) -> None:
    """A8: none, two dice, one; at 6 and less people may still see it."""
    found = after({"type": "blush", "faces": faces}, hunger=2, **fields)
    step = found["steps"][0]
    told = (step["rouse_dice"], step["unaided"], step["may_fall_short"], step["hunger_after"])
    assert told == expected
    assert found["is_blushed"] is bool(faces)


def test_a_blush_ends_with_the_scene_or_at_waking() -> None:
    """A8: one scene."""
    blush = {"type": "blush", "faces": [8]}
    ended = after(blush, {"type": "end_scene"}, hunger=2, humanity=7)
    assert (ended["is_blushed"], ended["steps"][1]["ends_blush"]) == (False, True)
    assert after(blush, {"type": "wake", "face": 8}, hunger=2, humanity=7)["is_blushed"] is False


def test_a_rouse_check_may_be_for_a_power() -> None:
    """A4.4, A4.9: two dice by Blood Potency; an Oblivion power stains who has Humanity."""
    power = {"type": "rouse", "faces": [3, 10], "power_level": 1, "oblivion": True}
    found = after(power, hunger=2, blood_potency=1, humanity=7)
    assert (found["hunger"], found["stains"]) == (2, 1)
    fault = error("v5_trackers", operations=[{**power, "faces": [3]}], hunger=2, blood_potency=1)
    assert (fault["code"], fault["field"], fault["accepted"]) == (
        "bad_faces", "operations[0].faces", "exactly 2 faces of 1 to 10",
    )  # fmt: skip


def test_a_check_that_was_not_chosen_is_made_at_hunger_5() -> None:
    """A4.5, A4.6: it tests frenzy when it fails."""
    step = after({"type": "rouse", "faces": [3]}, hunger=5)["steps"][0]
    assert (step["hunger_after"], step["frenzy_difficulty"]) == (5, 4)


def test_hunger_raised_past_five_tests_frenzy() -> None:
    """A2.11: it stops at 5."""
    raised = {"type": "raise_hunger", "amount": 2}
    steps = after(raised, raised, hunger=2)["steps"]
    assert [(step["hunger_after"], step["frenzy_difficulty"]) for step in steps] == [
        (4, None), (5, 4),
    ]  # fmt: skip


def test_a_ghoul_pays_for_powers_with_health() -> None:
    """A14: above level 1, or always by switch."""
    powers = [{"type": "ghoul_power", "power_level": level} for level in (1, 2)]
    ghoul: Json = {"character_kind": "ghoul", "health": {"boxes": 5}}
    assert after(*powers, **ghoul)["health"]["aggravated"] == 1
    always = {"ghoul_power_cost": "always"}
    assert after(*powers, **ghoul, switches=always)["health"]["aggravated"] == 2


# --- recovery ------------------------------------------------------------------------------------


def test_a_session_gives_willpower_back() -> None:
    """A10: by the higher of the two Attributes; Ambition and Desire once in a session each."""
    start = {"type": "start_session", "composure": 2, "resolve": 3}
    worn: Json = {"willpower": {"boxes": 8, "superficial": 5, "aggravated": 2}}
    assert after(start, **worn)["willpower"]["superficial"] == 2
    drives = [{"type": "follow_drive", "drive": drive} for drive in ("ambition", "desire")]
    followed = after(*drives, start, drives[0], **worn)["willpower"]
    assert (followed["superficial"], followed["aggravated"]) == (1, 0)
    fault = error("v5_trackers", operations=[drives[1], drives[1]], **worn)
    assert (fault["code"], fault["field"]) == ("drive_followed", "operations[1].drive")


@pytest.mark.parametrize(
    ("fields", "operation", "healed"),
    [
        ({"character_kind": "mortal"}, {"type": "rest", "stamina": 2}, 2),
        ({"character_kind": "ghoul"}, {"type": "rest", "stamina": 2}, 4),
        ({"character_kind": "vampire"}, {"type": "rest", "stamina": 2}, 0),
        ({"character_kind": "thin_blood"}, {"type": "rest", "stamina": 2}, 0),
        ({"character_kind": "thin_blood", "mortal_frailty": True}, {"type": "rest", "stamina": 2},
         2),
        ({"character_kind": "mortal", "switches": {"mortal_heal": "per_session"}},
         {"type": "rest", "stamina": 2}, 0),
        ({"character_kind": "mortal", "switches": {"mortal_heal": "per_session"}},
         {"type": "start_session", "composure": 1, "resolve": 1, "stamina": 2}, 2),
    ],
)  # fmt: skip
def test_rest_heals_who_does_not_mend_by_the_blood(
    fields: Json, operation: Json, healed: int
) -> None:
    """A10, A14: Stamina by the night, a ghoul double, or by the session."""
    marked: Json = {"health": {"boxes": 8, "superficial": 6}, "willpower": {"boxes": 3}}
    found = after(operation, **marked, **fields)
    assert found["steps"][0]["health_healed"] == 6 - found["health"]["superficial"] == healed


# --- frenzy --------------------------------------------------------------------------------------

CALM: Json = {"willpower": {"boxes": 4, "superficial": 2}, "humanity": 7, "hunger": 4}
PROVOKED: Json = {"type": "resist_frenzy", "provocation": "blood_tasted", "faces": [6, 1, 1, 2]}
HOLD: Json = {**PROVOKED, "faces": [6, 7, 8, 2]}


def test_a_lost_roll_begins_a_frenzy_and_feeding_may_end_it() -> None:
    """A12: hunger frenzy ends at Hunger 1, all of them with the scene or when the goal is met."""
    found = after(PROVOKED, **CALM)
    assert found["frenzy"]["frenzy_kind"] == "hunger"
    drink = {"type": "feed", "source": "human_harmful"}
    fed = after(PROVOKED, drink, **CALM, blood_potency=1)
    assert (fed["frenzy"]["frenzy_kind"], fed["steps"][1]["ends_frenzy"]) == (None, True)
    sip = after(PROVOKED, {**drink, "source": "human_sip"}, **CALM, blood_potency=1)
    assert sip["frenzy"]["frenzy_kind"] == "hunger"
    ended = after(PROVOKED, {"type": "end_scene"}, **CALM)
    assert (ended["frenzy"]["frenzy_kind"], ended["steps"][1]["ends_frenzy"]) == (None, True)
    assert after(PROVOKED, {"type": "end_frenzy"}, **CALM)["frenzy"]["frenzy_kind"] is None


@pytest.mark.parametrize(
    ("faces", "outcome", "costs"),
    [([6, 7, 8, 2], "resisted", True), ([10, 10, 2, 2], "resisted_critical", False)],
)
def test_holding_the_beast_costs_a_turn_unless_critical(
    faces: list[int], outcome: str, costs: bool
) -> None:
    """A12.1, A12.2: the pool is that of the trackers."""
    step = after({**PROVOKED, "faces": faces}, **CALM)["steps"][0]
    assert (step["pool"], step["outcome"], step["costs_next_turn"]) == (4, outcome, costs)


def test_a_wave_is_ridden_without_a_roll() -> None:
    """A12.3, A12.5: control for a turn costs Willpower; only Disciplines of the body work."""
    ride = {"type": "ride_wave", "frenzy_kind": "fury"}
    found = after(ride, {"type": "buy_control"}, **CALM)
    assert (found["frenzy"]["is_ridden"], found["willpower"]["superficial"]) == (True, 3)
    use = {"type": "use_discipline", "discipline": "Potence"}
    assert after(ride, use, **CALM)["frenzy"]["frenzy_kind"] == "fury"
    fault = error("v5_trackers", operations=[ride, {**use, "discipline": "Auspex"}], **CALM)
    assert (fault["code"], fault["field"]) == ("in_frenzy", "operations[1].discipline")
    assert "Celerity" in fault["accepted"]
    assert after({**use, "discipline": "Auspex"}, **CALM)["frenzy"]["frenzy_kind"] is None


def test_modifiers_count_in_a_frenzy_pool() -> None:
    """A13: a Compulsion may weigh on it; one die is always rolled."""
    weighed = {**HOLD, "modifiers": [{"label": "Compulsion (Delusion)", "dice": -2}]}
    step = after({**weighed, "faces": [6, 7]}, **CALM)["steps"][0]
    assert (step["pool"], step["successes"], step["outcome"]) == (2, 2, "frenzy")


def test_a_second_frenzy_cannot_begin() -> None:
    """A12.5: neither by a roll nor by giving in."""
    for again in (PROVOKED, {"type": "ride_wave", "frenzy_kind": "terror"}):
        fault = error("v5_trackers", operations=[PROVOKED, again], **CALM)
        assert (fault["code"], fault["field"]) == ("in_frenzy", "operations[1]")
