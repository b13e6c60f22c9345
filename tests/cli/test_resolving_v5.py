"""`coterie resolve`, V5: known faults of dice tools as requests, and refusals by field."""

import pytest

from tests.cli.lines import Json, error, receipt


@pytest.mark.parametrize(
    ("fault", "request_", "expected"),
    [
        ("V1", {"faces": [10, 3, 2], "hunger_faces": [10, 4], "difficulty": 3},
         {"successes": 4, "margin": 1, "outcome": "messy_critical"}),
        ("V3", {"faces": [10, 2], "hunger_faces": [10, 1], "difficulty": 5},
         {"successes": 4, "margin": -1, "outcome": "bestial_failure", "is_bestial": True}),
        ("V5", {"faces": [2, 3]}, {"successes": 0, "outcome": None, "difficulty": None}),
        ("V7", {"faces": [8, 3], "hunger_faces": [1, 2], "difficulty": 2},
         {"successes": 1, "outcome": "bestial_failure"}),
        ("V7", {"faces": [8, 3], "hunger_faces": [1, 2], "difficulty": 2,
                "preset": "v5_core_rolling"}, {"outcome": "failure"}),
        ("V9", {"faces": [10, 1, 6, 6], "hunger_faces": [1, 6], "difficulty": 3},
         {"margin": 1, "outcome": "success"}),
        ("V9", {"faces": [10, 1, 6, 6], "hunger_faces": [1, 6], "difficulty": 5},
         {"margin": -1, "outcome": "bestial_failure"}),
        ("V11", {"faces": [2, 3], "hunger_faces": [1], "difficulty": 1},
         {"outcome": "bestial_failure", "is_total_failure": True}),
        ("V13", {"faces": [6, 7], "hunger_faces": [1], "difficulty": 2},
         {"margin": 0, "outcome": "success"}),
        ("V31", {"faces": [10, 7], "reroll": {"indices": [0, 1], "faces": [2, 3]}},
         {"successes": 0}),
        ("V33", {"faces": [6, 7, 2, 3], "difficulty": 4,
                 "reroll": {"indices": [2, 3], "faces": [8, 1]}},
         {"successes": 3, "difficulty": 4, "margin": -1, "outcome": "failure"}),
    ],
)  # fmt: skip
def test_what_tools_read_wrong_is_read_right(fault: str, request_: Json, expected: Json) -> None:
    """Each known fault is a request with the answer that it should have had."""
    found = receipt("v5_roll", **request_)
    assert {field: found[field] for field in expected} == expected, fault


def test_a_switch_changes_the_reading_and_is_named() -> None:
    """``extra_tens``: a third ten counts two; the receipt says so."""
    switches = {"extra_tens": "each_extra"}
    assert receipt("v5_roll", faces=[10, 10, 10])["successes"] == 5
    found = receipt("v5_roll", faces=[10, 10, 10], switches=switches)
    assert (found["successes"], found["switches"]) == (6, switches)


def test_a_tied_contest_hurts_both_by_default() -> None:
    """A9.2: 3 against 3 is a point for each, and neither wins."""
    side = {"faces": [6, 7, 8]}
    found = receipt("v5_contest", attacker=side, defender=side)
    assert (found["winner"], found["margin"]) == (None, 0)
    assert found["attacker_takes"]["points"] == found["defender_takes"]["points"] == 1
    won = receipt("v5_contest", attacker=side, defender=side, switches={"tie": "defender_wins"})
    assert (won["winner"], won["attacker_takes"]["points"]) == ("defender", 0)


@pytest.mark.parametrize(
    ("shot", "weapon", "takes"), [("stake", 3, True), ("stake", 2, False), ("beheading", 3, False)]
)
def test_a_called_shot_in_a_contest_says_whether_it_takes(
    shot: str, weapon: int, takes: bool
) -> None:
    """A9.11: 5 points for a stake, 10 for a head; with dice the shot is paid for already."""
    attacker = {"faces": [6, 6, 6], "weapon": weapon, "called_shot": shot}
    told = receipt("v5_contest", attacker=attacker, defender={"faces": [6]})
    assert (told["margin"], told["attacker_shot_takes"]) == (2, takes)
    assert told["attacker"]["called_shot"] == shot
    assert "defender_shot_takes" not in told


def test_a_called_shot_may_cost_successes() -> None:
    """A9.11: two of them, and both sides read each other without those."""
    contest = {
        "attacker": {"faces": [6, 6, 6], "called_shot": "stake"},
        "defender": {"faces": [6, 6]},
    }
    switched = receipt("v5_contest", switches={"called_shot": "successes_2"}, **contest)
    assert (switched["winner"], switched["margin"]) == ("defender", 1)
    assert switched["attacker"]["successes"] == 1
    assert switched["attacker_shot_takes"] is False
    assert receipt("v5_contest", **contest)["winner"] == "attacker"


@pytest.mark.parametrize(
    ("striker", "struck", "conflict", "expected"),
    [
        ({"weapon": 3, "harm": "edged"}, {}, "physical", ("health", 5, 0, True)),
        ({"weapon": 3, "harm": "edged"}, {"character_kind": "mortal"}, "physical",
         ("health", 0, 5, False)),
        ({"weapon": 3, "harm": "edged"}, {"character_kind": "mortal", "armour": 4}, "physical",
         ("health", 4, 1, False)),
        ({"weapon": 3, "harm": "edged"},
         {"character_kind": "mortal", "armour": 4, "bullets_only": True}, "physical",
         ("health", 0, 5, False)),
        ({"weapon": 3, "harm": "bullet"}, {"character_kind": "thin_blood", "resilient": True},
         "physical", ("health", 5, 0, True)),
        ({"weapon": "axe"}, {"character_kind": "mortal", "armour": "plate"}, "physical",
         ("health", 4, 1, False)),
        ({"harm": "fire"}, {"armour": 20}, "physical", ("health", 0, 2, True)),
        ({"weapon": 1}, {}, "social", ("willpower", 3, 0, False)),
    ],
)  # fmt: skip
def test_damage_has_its_kind_and_its_track(
    striker: Json, struck: Json, conflict: str, expected: tuple[str, int, int, bool]
) -> None:
    """A9.8 to A9.10, A10.3 to A10.5: a margin of 2, and what weapon, target and armour make."""
    found = receipt(
        "v5_contest",
        attacker={"faces": [6, 7, 8], **striker},
        defender={"faces": [6, 2, 3], **struck},
        conflict=conflict,
    )
    takes = found["defender_takes"]
    assert (
        takes["track"], takes["superficial"], takes["aggravated"], takes["is_halved"]
    ) == expected  # fmt: skip
    assert found["attacker_takes"]["points"] == 0


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"checks": [[3, 4]], "blood_potency": 1, "power_level": 1}, 1),
        ({"checks": [[3, 8]], "blood_potency": 1, "power_level": 1}, 0),
        ({"checks": [[8, 2]]}, 0),
        ({"checks": [[5]], "blood_potency": 1, "power_level": 2}, 1),
        ({"checks": [[3], [2]], "hunger": 4}, 1),
    ],
)
def test_rouse_checks_raise_hunger_one_by_one(fields: Json, expected: int) -> None:
    """V37, V39, V41: the better of two counts, and Hunger stops at 5."""
    found = receipt("v5_rouse", **{"hunger": 2, **fields})
    assert found["hunger_after"] - found["hunger_before"] == expected


def test_a_failed_check_at_hunger_5_tests_frenzy() -> None:
    """A4.6: on failure, or under the switch always."""
    held, failed = ({"checks": [[face]], "hunger": 5} for face in (8, 3))
    always = {"hunger5_check": "always"}
    assert receipt("v5_rouse", **held)["checks"][0]["frenzy_difficulty"] is None
    assert receipt("v5_rouse", **failed)["checks"][0]["frenzy_difficulty"] == 4
    assert receipt("v5_rouse", **held, switches=always)["checks"][0]["frenzy_difficulty"] == 4


def test_oblivion_stains_on_1_and_10() -> None:
    """A4.9: a 10 passes and stains all the same."""
    found = receipt("v5_rouse", checks=[[10], [1], [7]], hunger=1, oblivion=True)
    assert (found["stains"], found["failed"]) == (2, 1)
    assert receipt("v5_rouse", checks=[[10]], hunger=1)["stains"] == 0


def test_remorse_keeps_or_loses_humanity() -> None:
    """A11.3, V53: modifiers are dice, and one die is always rolled."""
    kept = receipt("v5_remorse", humanity=6, stains=2, modifier=1, faces=[2, 3, 6])
    assert (kept["kept"], kept["humanity_after"]) == (True, 6)
    lost = receipt("v5_remorse", humanity=7, stains=3, modifier=-2, faces=[5])
    assert (lost["kept"], lost["humanity_after"]) == (False, 6)


def test_a_frenzy_pool_is_added_up() -> None:
    """V23, V29, A12.6: Willpower, a third of Humanity, the Brujah bane, never below one die."""
    track = {"boxes": 4, "superficial": 1}
    found = receipt(
        "v5_frenzy",
        frenzy_kind="fury",
        difficulty=2,
        willpower=track,
        humanity=7,
        faces=[6, 6, 1, 1, 1],
    )
    assert (found["outcome"], [item["dice"] for item in found["items"]]) == ("resisted", [3, 2])
    brujah = receipt(
        "v5_frenzy", provocation="harassed", willpower=track, humanity=7, clan="Brujah",
        blood_potency=1, faces=[6, 1, 1],
    )  # fmt: skip
    assert (brujah["outcome"], brujah["items"][-1]["dice"]) == ("frenzy", -2)
    full = {"boxes": 4, "superficial": 4}
    one = receipt("v5_frenzy", provocation="bonfire", willpower=full, humanity=2, faces=[1])
    assert one["difficulty"] == 2
    three = {"terror_burned": "three"}
    burned = receipt("v5_frenzy", provocation="burned", faces=[6, 7], switches=three)
    assert (burned["difficulty"], burned["kind"]) == (3, "terror")


def test_a_storyteller_may_set_another_difficulty_for_a_provocation() -> None:
    """A12.4: the table is a proposal; its kind stays."""
    found = receipt("v5_frenzy", provocation="insulted", difficulty=5, faces=[6, 7])
    assert (found["difficulty"], found["kind"], found["outcome"]) == (5, "fury", "frenzy")


ROLL = {"type": "v5_roll", "faces": [2, 3]}
SIDE = {"faces": [6, 7]}
ROUSE = {"type": "v5_rouse", "checks": [[3], [4]], "hunger": 1}
FRENZY = {"type": "v5_frenzy", "faces": [3, 4]}


@pytest.mark.parametrize(
    ("request_", "field", "accepted"),
    [
        ({**ROLL, "difficulty": 0}, "difficulty", "a whole number from 1 to 99"),
        ({**ROLL, "difficulty": 100}, "difficulty", "1 to 99"),
        ({**ROLL, "difficulty": "3"}, "difficulty", "a whole number"),
        ({**ROLL, "difficulty": 6, "preset": "v5_core_rolling"}, "difficulty", "1 to 5"),
        ({**ROLL, "preset": "v20_book"}, "preset", "v5_core_rolling"),
        ({**ROLL, "pool_kind": "mixed"}, "pool_kind", "ordinary"),
        ({**ROLL, "hunger_faces": [1] * 6}, "hunger_faces", "5"),
        ({**ROLL, "hunger_faces": [0]}, "hunger_faces[0]", "1 to 10"),
        ({**ROLL, "hunger_faces": [1], "pool_kind": "willpower"}, "hunger_faces",
         "no Hunger faces"),
        ({**ROLL, "hunger_faces": [1], "character_kind": "ghoul"}, "hunger_faces",
         "no Hunger faces"),
        ({**ROLL, "hunger_faces": [1], "hunger": 2}, "hunger_faces", "exactly 2 faces"),
        ({**ROLL, "hunger": 1}, "hunger_faces", "exactly 1 face of"),
        ({**ROLL, "reroll": {"indices": [0], "faces": [1], "rerolls_before": 1}},
         "reroll.rerolls_before", None),
        ({**ROLL, "reroll": {"indices": [0], "faces": [1],
                             "willpower": {"boxes": 2, "aggravated": 2}}}, "reroll.willpower",
         "not Aggravated"),
        ({**ROLL, "faces": [1] * 65}, "faces", "64"),
        ({**ROLL, "faces": [1, 2.5]}, "faces[1]", "1 to 10"),
        ({**ROLL, "faces": "12"}, "faces", "a list"),
        ({"type": "v5_roll"}, "faces", "1 face"),
        ({**ROLL, "switches": {"no_switch": "on"}}, "switches.no_switch", "min_pool"),
        ({**ROLL, "switches": {"tie": "both"}}, "switches.tie", "both_one"),
        ({**ROLL, "switches": {"Tie": "both_one"}}, "switches", "names and values"),
        ({**ROLL, "switches": {"tie": 1}}, "switches[...]", "text"),
        ({**ROLL, "reroll": {"indices": [0], "faces": [1], "cost": 1}}, "reroll.cost",
         "indices"),
        ({**ROLL, "reroll": {"indices": [0]}}, "reroll.faces", "a list"),
        ({**ROLL, "reroll": {"indices": [], "faces": []}}, "reroll.indices", "1 to 3 dice"),
        ({**ROLL, "reroll": {"indices": [0, 0], "faces": [1, 1]}}, "reroll.indices", "different"),
        ({**ROLL, "reroll": {"indices": [2], "faces": [1]}}, "reroll.indices", "0 to 1"),
        ({**ROLL, "reroll": {"indices": [0, 1], "faces": [1]}}, "reroll.faces", "exactly 2"),
        ({**ROLL, "faces": [7], "reroll": {"indices": [0], "faces": [1]},
          "preset": "v5_core_rolling"}, "reroll.indices", "1 to 5"),
        ({"type": "v5_roll", "hunger_faces": [7], "reroll": {"indices": [0], "faces": [1]}},
         "reroll.indices", None),
        ({**ROLL, "pool_kind": "willpower", "reroll": {"indices": [0], "faces": [1]}}, "reroll",
         None),
        ({"type": "v5_contest", "attacker": SIDE}, "defender", "an object"),
        ({"type": "v5_contest", "attacker": {}, "defender": SIDE}, "attacker.faces", "1 face"),
        ({"type": "v5_contest", "attacker": SIDE, "defender": {**SIDE, "weapon": 21}},
         "defender.weapon", "0 to 20"),
        ({"type": "v5_contest", "attacker": {**SIDE, "harm": "sunlight"},
          "defender": {**SIDE, "character_kind": "mortal"}}, "attacker.harm", "fire"),
        ({"type": "v5_contest", "attacker": SIDE,
          "defender": {**SIDE, "reroll": {"indices": [5], "faces": [1]}}},
         "defender.reroll.indices", "0 to 1"),
        ({**ROUSE, "hunger": 6}, "hunger", "0 to 5"),
        ({**ROUSE, "hunger": 5, "voluntary": True}, "hunger", "Hunger 4 or less"),
        ({**ROUSE, "checks": []}, "checks", "1 to 40"),
        ({**ROUSE, "checks": [[3], []]}, "checks[1]", "1 to 2"),
        ({**ROUSE, "checks": [[1, 2, 3]]}, "checks[0]", "1 to 2"),
        ({**ROUSE, "power_level": 1}, "blood_potency", "0 to 10"),
        ({**ROUSE, "blood_potency": 1, "power_level": 1}, "checks[0]", "exactly 2"),
        ({**ROUSE, "checks": [[3], [4, 5]], "blood_potency": 1}, "checks[1]", "exactly 1"),
        ({"type": "v5_remorse", "humanity": 7, "stains": 4, "faces": [1]}, "stains", "0 to 3"),
        ({"type": "v5_remorse", "humanity": 7, "stains": 0, "faces": [1]}, "stains", "1 Stain"),
        ({"type": "v5_remorse", "humanity": 7, "stains": 1, "overflow": 1, "faces": [1]},
         "overflow", "0"),
        ({"type": "v5_remorse", "humanity": 0, "stains": 1, "faces": [1]}, "humanity", "1 to 10"),
        ({"type": "v5_remorse", "humanity": 7, "stains": 1, "faces": [1]}, "faces", "exactly 2"),
        ({**FRENZY}, "difficulty", "1 to 99"),
        ({**FRENZY, "difficulty": 2}, "frenzy_kind", "fury"),
        ({**FRENZY, "provocation": "insulted", "frenzy_kind": "terror"}, "frenzy_kind", "fury"),
        ({**FRENZY, "provocation": "rain"}, "provocation", "bonfire"),
        ({**FRENZY, "provocation": "insulted", "faces": []}, "faces", "1 to 64 items"),
        ({**FRENZY, "provocation": "insulted", "humanity": 7}, "willpower", "a track"),
        ({**FRENZY, "provocation": "insulted", "willpower": {"boxes": 3}}, "humanity", "0 to 10"),
        ({**FRENZY, "provocation": "insulted", "willpower": {"boxes": 3}, "humanity": 7}, "faces",
         "exactly 5"),
        ({**FRENZY, "provocation": "insulted", "humanity": 7,
          "willpower": {"boxes": 3, "superficial": 4}}, "willpower", "at most 3"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, field: str, accepted: str | None) -> None:
    """Which part was wrong, why, and what would have been accepted there."""
    fault = error(**request_)
    assert fault["field"] == field
    assert fault["message"].endswith(".")
    assert (fault["accepted"] is None) if accepted is None else accepted in fault["accepted"]
