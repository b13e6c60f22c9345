"""`coterie resolve`, V20: blood, Willpower, Virtues and health as operations on trackers."""

from typing import get_args

import pytest

from server.commands.resolving_v20_combat import Blow
from server.commands.resolving_v20_health import FireReach, Heat, Light, LightReach
from server.commands.resolving_v20_virtues import FrenzyProvocation, RotschreckProvocation
from server.rules.v20.damage import STRENGTH_DAMAGE
from server.rules.v20.frenzy import FRENZY_PROVOCATIONS, ROTSCHRECK_PROVOCATIONS
from server.rules.v20.soak import FIRE_LEVELS, FIRE_SOAK, SUNLIGHT_LEVELS, SUNLIGHT_SOAK
from tests.cli.lines import Json, after20, error

TURN: Json = {"type": "begin_turn"}


def _spend(points: int = 1) -> Json:
    return {"type": "spend_blood", "points": points}


# --- blood and Willpower -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("generation", "pool", "per_turn"),
    [(4, 50, 10), (5, 40, 8), (6, 30, 6), (7, 20, 4), (8, 15, 3), (9, 14, 2), (10, 13, 1),
     (11, 12, 1), (12, 11, 1), (13, 10, 1)],
)  # fmt: skip
def test_generation_bounds_blood_and_what_a_turn_spends(
    generation: int, pool: int, per_turn: int
) -> None:
    """C7, row by row: the pool, and the points of a turn; none are counted outside turns."""
    full: Json = {"generation": generation, "blood": pool}
    assert after20(TURN, _spend(per_turn), **full)["blood"] == pool - per_turn
    assert after20(_spend(pool), **full)["blood"] == 0
    fault = error("v20_trackers", operations=[TURN, _spend(per_turn), _spend()], **full)
    assert (fault["code"], fault["field"]) == ("blood_per_turn", "operations[2].points")
    assert after20(TURN, _spend(per_turn), TURN, _spend(per_turn), **full)["steps"][3]["type"] == (
        "blood"
    )
    over = error("v20_trackers", operations=[], generation=generation, blood=pool + 1)
    assert (over["field"], over["accepted"]) == ("blood", f"a whole number from 0 to {pool}")


@pytest.mark.parametrize(("generation", "usable"), [(14, 8), (15, 6)])
def test_thin_blood_keeps_a_part_that_is_not_usable(generation: int, usable: int) -> None:
    """C7: 10 points of which 8 or 6 are usable, or by switch a pool of that size."""
    thin: Json = {"generation": generation, "blood": 10}
    assert after20(**thin)["usable_blood"] == usable
    assert after20(_spend(usable), **thin)["usable_blood"] == 0
    fault = error("v20_trackers", operations=[_spend(usable + 1)], **thin)
    assert (fault["code"], fault["accepted"]) == ("no_blood", f"0 to {usable} points")
    small = {"thin_blood_pool": "small_pool"}
    assert error("v20_trackers", operations=[], **thin, switches=small)["field"] == "blood"


def test_waking_takes_a_point_or_is_torpor() -> None:
    """C7: with nothing to spend the vampire stays down."""
    wake: Json = {"type": "wake"}
    steps = after20(wake, wake, generation=13, blood=1)["steps"]
    assert [(step["blood_after"], step["is_torpor"]) for step in steps] == [(0, False), (0, True)]


@pytest.mark.parametrize(
    ("points", "before", "harm"),
    [(2, 0, "none"), (3, 0, "harmful"), (2, 1, "harmful"), (6, 0, "hospital"), (10, 0, "death")],
)
def test_drinking_harms_a_human(points: int, before: int, harm: str) -> None:
    """C7: above 2 harmful, above 5 hospital, all of it death."""
    drink = {"type": "drink_blood", "points": points, "drunk_before": before}
    step = after20(drink, generation=13, blood=7)["steps"][0]
    assert step["harm"] == harm
    assert (step["gained"], step["wasted"]) == (min(points, 3), max(0, points - 3))


def test_blood_strengthens_up_to_one_beyond_the_maximum() -> None:
    """C7: trait maximum 5 at generation 13, so up to 6."""
    vampire: Json = {"generation": 13, "blood": 5}
    raised = after20({"type": "strengthen", "rating": 4, "points": 2}, **vampire)
    assert (raised["steps"][0]["attribute"], raised["blood"]) == (6, 3)
    fault = error(
        "v20_trackers", operations=[{"type": "strengthen", "rating": 5, "points": 2}], **vampire
    )
    assert (fault["code"], fault["field"]) == ("attribute_full", "operations[0].rating")


def test_willpower_buys_one_success_a_turn() -> None:
    """C3: where turns are counted, unless by switch; never on a Willpower roll."""
    buy: Json = {"type": "buy_success"}
    strong: Json = {"willpower": {"permanent": 5, "current": 3}}
    found = after20(TURN, buy, TURN, buy, **strong)["willpower"]
    assert found == {"permanent": 5, "current": 1, "is_exhausted": False}
    fault = error("v20_trackers", operations=[TURN, buy, buy], **strong)
    assert (fault["code"], fault["field"]) == ("willpower_used", "operations[2]")
    assert after20(TURN, buy, buy, **strong, preset="v20_engine")["willpower"]["current"] == 1
    assert after20(buy, buy, **strong)["willpower"]["current"] == 1
    on_willpower = {**buy, "pool_kind": "willpower"}
    fault = error("v20_trackers", operations=[on_willpower], **strong)
    assert (fault["code"], fault["field"]) == ("willpower_not_here", "operations[0].pool_kind")


def test_willpower_is_spent_and_comes_back() -> None:
    """C3: never below 0 nor above its rating."""
    spend = {"type": "spend_willpower", "points": 2, "use": "ignore_wounds"}
    regain = {"type": "regain_willpower", "points": 9}
    weak: Json = {"willpower": {"permanent": 4, "current": 2}}
    assert after20(spend, **weak)["willpower"]["is_exhausted"] is True
    assert after20(spend, regain, **weak)["willpower"]["current"] == 4
    fault = error("v20_trackers", operations=[spend, spend], **weak)
    assert (fault["code"], fault["field"]) == ("willpower_spent", "operations[1]")


# --- health --------------------------------------------------------------------------------------


def test_healing_with_blood_has_its_price() -> None:
    """C6: a point a level; aggravated five and, after the first in a rest, a Willpower each."""
    hurt: Json = {
        "generation": 9, "blood": 14, "health": {"lethal": 3, "aggravated": 2},
        "willpower": {"permanent": 5, "current": 5},
    }  # fmt: skip
    lethal = {"type": "heal_with_blood", "damage_kind": "lethal", "levels": 2}
    found = after20(TURN, lethal, **hurt)
    assert (found["blood"], found["health"]["lethal"]) == (12, 1)
    three = {**lethal, "levels": 3}
    fault = error("v20_trackers", operations=[TURN, three], **hurt)
    assert (fault["code"], fault["field"]) == ("blood_per_turn", "operations[1]")
    assert after20(TURN, {**three, "resting": True}, **hurt)["blood"] == 11
    aggravated = {**lethal, "damage_kind": "aggravated", "resting": True}
    found = after20(aggravated, **hurt)
    assert (found["blood"], found["willpower"]["current"]) == (4, 4)
    assert (found["steps"][0]["blood_spent"], found["steps"][0]["willpower_spent"]) == (10, 1)
    fault = error("v20_trackers", operations=[{**aggravated, "resting": False}], **hurt)
    assert (fault["code"], fault["field"]) == ("needs_rest", "operations[0].resting")


def test_healing_and_extra_levels() -> None:
    """C6: marks of one kind are cleared; a merit repeats a level."""
    found = after20(
        {"type": "heal", "damage_kind": "bashing", "levels": 2},
        health={"bashing": 2, "lethal": 2, "extra": ["bruised"]},
    )["health"]
    assert (found["bashing"], found["lethal"], found["boxes"], found["level"]) == (
        0, 2, 8, "bruised",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "faces", "left"),
    [
        ({"type": "fire", "heat": "candle", "reach": "a part of the body"}, [3], 0),
        ({"type": "fire", "heat": "molten metal", "reach": "all of the body (inferno)"}, [9], 3),
        ({"type": "sunlight", "light": "direct sun", "reach": "half of the body or more"}, [9], 3),
        ({"type": "sunlight", "light": "twilight", "reach": "a large part of the body"}, [3], 1),
    ],
)
def test_fire_and_sunlight_have_their_own_difficulty(
    operation: Json, faces: list[int], left: int
) -> None:
    """C6: levels by what is reached, difficulty to soak by heat or light."""
    burning = {**operation, "soak": {"faces": faces, "fortitude": 1}}
    assert after20(burning, health={})["health"]["aggravated"] == left


def test_torpor_stays_until_it_is_healed() -> None:
    """C6: a later operation on something else does not wake anybody."""
    lethal = {"type": "damage", "damage_kind": "lethal", "levels": 1}
    full: Json = {"health": {"lethal": 7}, "generation": 13, "blood": 5}
    assert after20(lethal, _spend(), **full)["health"]["condition"] == "torpor"
    heal = {"type": "heal", "damage_kind": "lethal", "levels": 1}
    assert after20(lethal, heal, **full)["health"]["condition"] is None
    assert after20(_spend(5), **full)["health"]["condition"] == "torpor"


# --- Virtues -------------------------------------------------------------------------------------

GOOD: Json = {"morality": 7, "virtues": {"conscience": 3, "self_control": 3, "courage": 2}}


@pytest.mark.parametrize(
    ("faces", "morality", "conscience", "derangement"),
    [([8, 2, 3], 7, 3, False), ([7, 2, 3], 6, 3, False), ([1, 2, 7], 6, 2, True),
     ([1, 8, 3], 6, 3, False)],
)  # fmt: skip
def test_degeneration_costs_a_rating_and_a_botch_more(
    faces: list[int], morality: int, conscience: int, derangement: bool
) -> None:
    """C8.2: difficulty 8; a success keeps, a botch takes Conscience too."""
    found = after20({"type": "degeneration", "sin": 6, "faces": faces}, **GOOD)
    assert (found["morality"], found["virtues"]["conscience"]) == (morality, conscience)
    assert found["steps"][0]["has_derangement"] is derangement


def test_only_a_sin_at_the_rating_or_lower_is_rolled_for() -> None:
    """C8.2: at 7 the levels 7 to 1; another difficulty by switch alone."""
    roll = {"type": "degeneration", "sin": 7, "faces": [7, 2, 3]}
    assert after20(roll, **GOOD)["morality"] == 6
    fault = error("v20_trackers", operations=[{**roll, "sin": 8}], **GOOD)
    assert (fault["code"], fault["field"], fault["accepted"]) == (
        "no_degeneration", "operations[0].sin", "1 to 7",
    )  # fmt: skip
    easier = {**roll, "difficulty": 7}
    fault = error("v20_trackers", operations=[easier], **GOOD)
    assert (fault["code"], fault["field"]) == ("bad_difficulty", "operations[0].difficulty")
    free = {"degeneration_difficulty": "storyteller"}
    assert after20(easier, **GOOD, switches=free)["morality"] == 7


def _resist(faces: list[int], **fields: object) -> Json:
    return {"type": "resist_frenzy", "faces": faces, "difficulty": 6, **fields}


def test_frenzy_is_overcome_by_five_successes_over_turns() -> None:
    """C8.3: each success holds it off a turn; five in all end it, or any by switch."""
    first, again = _resist([6, 7, 8]), _resist([9, 9, 2])
    found = after20(first, TURN, TURN, TURN, again, **GOOD)["steps"]
    assert [(found[0]["gained"], found[0]["held_turns"]), found[4]["state"]] == [
        (3, 3), "overcome",
    ]  # fmt: skip
    assert [step["resisting"]["held_turns"] for step in found[1:4]] == [2, 1, 0]
    early = error("v20_trackers", operations=[first, TURN, again], **GOOD)
    assert (early["code"], early["field"]) == ("no_roll_due", "operations[2]")
    late = error("v20_trackers", operations=[first, TURN, TURN, TURN, TURN], **GOOD)
    assert (late["code"], late["field"]) == ("roll_due", "operations[4]")
    any_success = {"v20_frenzy": "any_success"}
    assert after20(_resist([6, 2, 3]), **GOOD, switches=any_success)["steps"][0]["state"] == (
        "overcome"
    )


@pytest.mark.parametrize(("faces", "is_botch"), [([2, 3, 4], False), ([1, 3, 4], True)])
def test_no_success_is_frenzy(faces: list[int], is_botch: bool) -> None:
    """C8.3: a botch lasts as long as the Storyteller says."""
    step = after20(_resist(faces), **GOOD)["steps"][0]
    assert (step["state"], step["is_botch"]) == ("lost", is_botch)


def test_willpower_holds_the_beast_for_a_turn() -> None:
    """C8.5: without a roll, and only while it is resisted."""
    strong: Json = {**GOOD, "willpower": {"permanent": 3, "current": 1}}
    hold: Json = {"type": "hold_beast"}
    found = after20(_resist([6, 2, 2]), TURN, hold, TURN, **strong)
    assert found["steps"][3]["resisting"]["held_turns"] == 0
    assert found["willpower"]["current"] == 0
    fault = error("v20_trackers", operations=[hold], **strong)
    assert (fault["code"], fault["field"]) == ("nothing_to_hold", "operations[0]")
    spent = error("v20_trackers", operations=[_resist([6, 2, 2]), hold, hold], **strong)
    assert (spent["code"], spent["field"]) == ("willpower_spent", "operations[2]")


def test_rotschreck_is_resisted_with_courage() -> None:
    """C8.4: the same scheme; a scene's end ends it."""
    fire = {"type": "resist_rotschreck", "provocation": "lit cigarette", "faces": [3, 2]}
    step = after20(fire, **GOOD)["steps"][0]
    assert (step["beast"], step["difficulty"], step["held_turns"]) == ("rotschreck", 3, 1)
    assert after20(fire, {"type": "end_scene"}, **GOOD)["steps"][1]["resisting"] is None


def test_instinct_always_frenzies() -> None:
    """C8.3: its roll is for control."""
    beast: Json = {"virtues": {"conviction": 2, "instinct": 2}}
    ride = {"type": "ride_instinct", "provocation": "taunts", "faces": [4, 2]}
    step = after20(ride, **beast)["steps"][0]
    assert (step["state"], step["is_controlled"]) == ("lost", True)
    lost = after20({**ride, "faces": [3, 2]}, **beast)["steps"][0]
    assert (lost["state"], lost["is_controlled"]) == ("lost", False)
    fault = error("v20_trackers", operations=[_resist([6, 6])], **beast)
    assert (fault["code"], fault["accepted"]) == ("follows_instinct", "ride_instinct")


def test_hunger_takes_virtue_dice() -> None:
    """C8.3: below 7 - Self-Control no more dice than blood, unless by switch."""
    hungry: Json = {**GOOD, "generation": 13, "blood": 2}
    assert after20(_resist([6, 7]), **hungry)["steps"][0]["gained"] == 2
    uncapped = {"virtue_capped_by_blood": "no"}
    assert after20(_resist([6, 7, 8]), **hungry, switches=uncapped)["steps"][0]["gained"] == 3
    smell = _resist([6, 7], provocation="smell of blood when hungry", difficulty=None)
    assert after20(smell, **hungry)["steps"][0]["difficulty"] == 3
    none_left = after20(_resist([]), **{**hungry, "blood": 0})["steps"][0]
    assert (none_left["state"], none_left["is_botch"]) == ("lost", False)


# --- refusals ------------------------------------------------------------------------------------

WOUND: Json = {"type": "damage", "damage_kind": "lethal", "levels": 1}
HEAL: Json = {"type": "heal_with_blood", "damage_kind": "lethal", "levels": 1}
BLOOD: Json = {"generation": 13, "blood": 5}


@pytest.mark.parametrize(
    ("operation", "fields", "code", "field", "accepted"),
    [
        (WOUND, {}, "invalid", "health", "a health track"),
        (WOUND, {"health": {"lethal": 8}}, "invalid", "health", "at most 7"),
        (WOUND, {"health": {"extra": ["incapacitated"]}}, "invalid", "health.extra", "bruised"),
        (WOUND, {"health": {"extra": ["dead"]}}, "invalid", "health.extra[0]", "bruised"),
        (WOUND, {"blood": -1}, "invalid", "blood", "0 to 100"),
        ({**WOUND, "damage_kind": "fire"}, {}, "invalid", "operations[0].damage_kind", "bashing"),
        ({**WOUND, "soak": {"faces": [6], "stamina": 2}}, {"health": {}}, "bad_faces",
         "operations[0].soak.faces", "exactly 2"),
        ({"type": "heal", "damage_kind": "lethal", "levels": 1}, {"health": {}},
         "nothing_to_heal", "operations[0].levels", "another kind"),
        ({"type": "sunlight", "light": "mirror", "reach": "a small part of the body"},
         {"health": {}, "body": "mortal"}, "no_sunlight", "body", "vampire"),
        (HEAL, {"health": {"lethal": 1}, "body": "mortal", **BLOOD}, "heals_by_time", "body",
         "a vampire"),
        (HEAL, {"health": {"lethal": 1}}, "invalid", "generation", "3 to 15"),
        (HEAL, {"health": {"lethal": 1}, "generation": 13}, "invalid", "blood", "0 on"),
        (HEAL, {"health": {"lethal": 1}, "generation": 13, "blood": 0}, "no_blood",
         "operations[0]", "0 to 0"),
        (HEAL, {"health": {"bashing": 1}, **BLOOD}, "nothing_to_heal", "operations[0].levels",
         "another kind"),
        ({**HEAL, "damage_kind": "aggravated", "levels": 2, "resting": True},
         {"health": {"aggravated": 2}, "generation": 13, "blood": 10,
          "willpower": {"permanent": 1, "current": 0}}, "willpower_spent", "operations[0]",
         "1 Willpower"),
        (_spend(6), BLOOD, "no_blood", "operations[0].points", "0 to 5"),
        (_spend(51), BLOOD, "invalid", "operations[0].points", "1 to 50"),
        ({"type": "drink_blood", "points": 3, "drunk_before": 8}, BLOOD, "not_so_much_blood",
         "operations[0].points", "0 to 2"),
        ({"type": "buy_success"}, {}, "invalid", "willpower", "Willpower"),
        ({"type": "buy_success"}, {"willpower": {"permanent": 2, "current": 0}},
         "willpower_spent", "operations[0]", "1 Willpower"),
        (TURN, {"willpower": {"permanent": 2, "current": 3}}, "invalid", "willpower.current",
         "0 to 2"),
        (TURN, {"virtues": {"courage": 0}}, "bad_virtue", "virtues.courage", "1 to 5"),
        (TURN, {"virtues": {"courage": 6}, "has_botched_degeneration": True}, "bad_virtue",
         "virtues.courage", "0 to 5"),
        (TURN, {"virtues": {"self_control": 1, "instinct": 1}}, "invalid", "virtues.instinct",
         "one of the two"),
        (_resist([6]), {}, "invalid", "virtues.self_control", "1 to 5"),
        (_resist([6]), GOOD, "bad_faces", "operations[0].faces", "exactly 3"),
        (_resist([6, 6, 6], difficulty=None), GOOD, "invalid", "operations[0].difficulty",
         "2 to 10"),
        (_resist([6, 6, 6], provocation="taste of blood when hungry", difficulty=5), GOOD,
         "bad_difficulty", "operations[0].difficulty", "6 to 10"),
        (_resist([6, 6, 6], provocation="taste of blood when hungry"), {**GOOD, **BLOOD},
         "not_provoked", "operations[0].provocation", "less than 4"),
        ({"type": "degeneration", "sin": 1, "faces": [6, 6, 6]}, {**GOOD, "morality": 0},
         "no_degeneration", "operations[0].sin", "a rating of 1"),
        ({"type": "degeneration", "sin": 1, "faces": []}, {}, "invalid", "morality", "0 to 10"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(
    operation: Json, fields: Json, code: str, field: str, accepted: str
) -> None:
    """Which part was wrong, why by a stable name, and what would have been accepted there."""
    fault = error("v20_trackers", operations=[operation], **fields)
    assert (fault["code"], fault["field"]) == (code, field)
    assert fault["message"].endswith(".")
    assert accepted in fault["accepted"]


def test_the_names_are_those_of_the_tables() -> None:
    """C5, C6, C8: what the rules' tables name is accepted by that name."""
    for literal, table in (
        (Blow, STRENGTH_DAMAGE), (Heat, FIRE_SOAK), (FireReach, FIRE_LEVELS),
        (Light, SUNLIGHT_SOAK), (LightReach, SUNLIGHT_LEVELS),
        (FrenzyProvocation, FRENZY_PROVOCATIONS), (RotschreckProvocation, ROTSCHRECK_PROVOCATIONS),
    ):  # fmt: skip
        assert set(get_args(literal)) == set(table)
