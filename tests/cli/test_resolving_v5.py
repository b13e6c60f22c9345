"""`coterie resolve`, V5: known faults of dice tools as requests, and refusals by field."""

import pytest

from tests.cli.lines import Json, error, receipt


@pytest.mark.parametrize(
    ("fault", "request_", "expected"),
    [
        ("V1", {"regular": [10, 3, 2], "hunger": [10, 4], "difficulty": 3},
         {"successes": 4, "margin": 1, "outcome": "messy_critical"}),
        ("V3", {"regular": [10, 2], "hunger": [10, 1], "difficulty": 5},
         {"successes": 4, "margin": -1, "outcome": "bestial_failure", "is_bestial": True}),
        ("V5", {"regular": [2, 3]}, {"successes": 0, "outcome": None, "difficulty": None}),
        ("V7", {"regular": [8, 3], "hunger": [1, 2], "difficulty": 2},
         {"successes": 1, "outcome": "bestial_failure"}),
        ("V7", {"regular": [8, 3], "hunger": [1, 2], "difficulty": 2,
                "preset": "v5_core_rolling"}, {"outcome": "failure"}),
        ("V9", {"regular": [10, 1, 6, 6], "hunger": [1, 6], "difficulty": 3},
         {"margin": 1, "outcome": "success"}),
        ("V9", {"regular": [10, 1, 6, 6], "hunger": [1, 6], "difficulty": 5},
         {"margin": -1, "outcome": "bestial_failure"}),
        ("V11", {"regular": [2, 3], "hunger": [1], "difficulty": 1},
         {"outcome": "bestial_failure", "is_total_failure": True}),
        ("V13", {"regular": [6, 7], "hunger": [1], "difficulty": 2},
         {"margin": 0, "outcome": "success"}),
        ("V31", {"regular": [10, 7], "reroll": {"indices": [0, 1], "faces": [2, 3]}},
         {"successes": 0}),
        ("V33", {"regular": [6, 7, 2, 3], "difficulty": 4,
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
    assert receipt("v5_roll", regular=[10, 10, 10])["successes"] == 5
    found = receipt("v5_roll", regular=[10, 10, 10], switches=switches)
    assert (found["successes"], found["switches"]) == (6, switches)


def test_a_tied_contest_hurts_both_by_default() -> None:
    """A9.2: 3 against 3 is a point for each, and neither wins."""
    side = {"regular": [6, 7, 8]}
    found = receipt("v5_contest", attacker=side, defender=side)
    assert (found["winner"], found["margin"]) == (None, 0)
    assert found["attacker_takes"]["points"] == found["defender_takes"]["points"] == 1
    won = receipt("v5_contest", attacker=side, defender=side, switches={"tie": "defender_wins"})
    assert (won["winner"], won["attacker_takes"]["points"]) == ("defender", 0)


@pytest.mark.parametrize(
    ("striker", "struck", "conflict", "expected"),
    [
        ({"weapon": 3, "harm": "edged"}, {}, "physical", ("health", 5, 0, True)),
        ({"weapon": 3, "harm": "edged"}, {"kind": "mortal"}, "physical", ("health", 0, 5, False)),
        ({"weapon": 3, "harm": "edged"}, {"kind": "mortal", "armour": 4}, "physical",
         ("health", 4, 1, False)),
        ({"weapon": 3, "harm": "edged"}, {"kind": "mortal", "armour": 4, "bullets_only": True},
         "physical", ("health", 0, 5, False)),
        ({"weapon": 3, "harm": "bullet"}, {"kind": "thin_blood", "resilient": True}, "physical",
         ("health", 5, 0, True)),
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
        attacker={"regular": [6, 7, 8], **striker},
        defender={"regular": [6, 2, 3], **struck},
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
        "v5_frenzy", kind="fury", difficulty=2, willpower=track, humanity=7, faces=[6, 6, 1, 1, 1]
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


def test_a_track_is_worked_through_in_order() -> None:
    """The worked case of A10: five boxes, four blows, torpor."""
    found = receipt(
        "v5_track",
        name="health",
        track={"boxes": 5},
        operations=[
            {"type": "damage", "kind": "superficial", "amount": 7},
            {"type": "damage", "kind": "superficial", "amount": 3},
            {"type": "damage", "kind": "aggravated", "amount": 1},
            {"type": "damage", "kind": "superficial", "amount": 6},
        ],
    )
    marks = [(step["superficial"], step["aggravated"]) for step in found["steps"]]
    assert marks == [(4, 0), (4, 1), (3, 2), (0, 5)]
    assert found["condition"] == "torpor"


@pytest.mark.parametrize(
    ("fields", "points"),
    [({}, 2), ({"kind": "mortal"}, 3), ({"kind": "thin_blood"}, 3),
     ({"kind": "thin_blood", "resilient": True}, 2), ({"name": "willpower"}, 3)],
)  # fmt: skip
def test_only_vampires_halve_and_only_health(fields: Json, points: int) -> None:
    """A10.3, A10.4: three Superficial points, by what is hurt."""
    blow = {"type": "damage", "kind": "superficial", "amount": 3}
    found = receipt(
        "v5_track", **{"name": "health", "track": {"boxes": 5}, "operations": [blow], **fields}
    )
    assert found["superficial"] == points


def test_healing_clears_what_is_there() -> None:
    """More than is marked clears all of that kind and nothing else."""
    found = receipt(
        "v5_track", name="health", track={"boxes": 5, "superficial": 2, "aggravated": 1},
        operations=[{"type": "heal", "kind": "superficial", "amount": 5}],
    )  # fmt: skip
    assert (found["superficial"], found["aggravated"], found["is_full"]) == (0, 1, False)


def test_stains_overflow_and_hurt() -> None:
    """V51: Humanity 8, 1 Stain, three more; by switch one point or one for each."""
    gained = {"type": "stains", "amount": 3}
    found = receipt("v5_humanity", humanity=8, stains=1, operations=[gained])
    assert (found["stains"], found["overflow"], found["willpower_damage"]) == (2, 2, 2)
    assert found["is_impaired"] is True
    one = receipt(
        "v5_humanity", humanity=8, stains=1, operations=[gained],
        switches={"overflow_damage": "one_total"},
    )  # fmt: skip
    assert one["willpower_damage"] == 1


def test_humanity_fills_from_the_left_and_stains_from_the_right() -> None:
    """V57, and a change by hand that loses no Stain."""
    found = receipt("v5_humanity", humanity=7, stains=2, operations=[])
    assert found["boxes"] == ["full"] * 7 + ["clear"] + ["stained"] * 2
    assert found["is_impaired"] is False
    spared = {"type": "stains", "amount": 2, "spared": 3}
    moved = receipt(
        "v5_humanity", humanity=7, stains=2, operations=[spared, {"type": "humanity", "to": 9}]
    )
    assert (moved["stains"], moved["overflow"]) == (1, 1)


ROLL = {"type": "v5_roll", "regular": [2, 3]}
SIDE = {"regular": [6, 7]}
ROUSE = {"type": "v5_rouse", "checks": [[3], [4]], "hunger": 1}
FRENZY = {"type": "v5_frenzy", "faces": [3, 4]}
TRACK = {"type": "v5_track", "name": "health", "track": {"boxes": 3}, "operations": []}
FULL = {"boxes": 2, "aggravated": 2}


@pytest.mark.parametrize(
    ("request_", "field", "accepted"),
    [
        ({**ROLL, "difficulty": 0}, "difficulty", "a whole number from 1 to 99"),
        ({**ROLL, "difficulty": 100}, "difficulty", "1 to 99"),
        ({**ROLL, "difficulty": "3"}, "difficulty", "a whole number"),
        ({**ROLL, "difficulty": 6, "preset": "v5_core_rolling"}, "difficulty", "1 to 5"),
        ({**ROLL, "preset": "v20_book"}, "preset", "v5_core_rolling"),
        ({**ROLL, "kind": "mixed"}, "kind", "ordinary"),
        ({**ROLL, "hunger": [1] * 6}, "hunger", "5"),
        ({**ROLL, "hunger": [0]}, "hunger[0]", "1 to 10"),
        ({**ROLL, "hunger": [1], "kind": "willpower"}, "hunger", "no Hunger faces"),
        ({**ROLL, "regular": [1] * 65}, "regular", "64"),
        ({**ROLL, "regular": [1, 2.5]}, "regular[1]", "1 to 10"),
        ({**ROLL, "regular": "12"}, "regular", "a list"),
        ({"type": "v5_roll"}, "regular", "1 face"),
        ({**ROLL, "switches": {"no_switch": "on"}}, "switches.no_switch", "min_pool"),
        ({**ROLL, "switches": {"tie": "both"}}, "switches.tie", "both_one"),
        ({**ROLL, "switches": {"Tie": "both_one"}}, "switches", "names and values"),
        ({**ROLL, "switches": {"tie": 1}}, "switches[...]", "text"),
        ({**ROLL, "reroll": {"indices": [0], "faces": [1], "willpower": 1}}, "reroll.willpower",
         "indices"),
        ({**ROLL, "reroll": {"indices": [0]}}, "reroll.faces", "a list"),
        ({**ROLL, "reroll": {"indices": [], "faces": []}}, "reroll.indices", "1 to 3 dice"),
        ({**ROLL, "reroll": {"indices": [0, 0], "faces": [1, 1]}}, "reroll.indices", "different"),
        ({**ROLL, "reroll": {"indices": [2], "faces": [1]}}, "reroll.indices", "0 to 1"),
        ({**ROLL, "reroll": {"indices": [0, 1], "faces": [1]}}, "reroll.faces", "exactly 2"),
        ({**ROLL, "regular": [7], "reroll": {"indices": [0], "faces": [1]},
          "preset": "v5_core_rolling"}, "reroll.indices", "1 to 5"),
        ({"type": "v5_roll", "hunger": [7], "reroll": {"indices": [0], "faces": [1]}},
         "reroll.indices", None),
        ({**ROLL, "kind": "willpower", "reroll": {"indices": [0], "faces": [1]}}, "reroll", None),
        ({"type": "v5_contest", "attacker": SIDE}, "defender", "an object"),
        ({"type": "v5_contest", "attacker": {}, "defender": SIDE}, "attacker.regular", "1 face"),
        ({"type": "v5_contest", "attacker": SIDE, "defender": {**SIDE, "weapon": 21}},
         "defender.weapon", "0 to 20"),
        ({"type": "v5_contest", "attacker": {**SIDE, "harm": "sunlight"},
          "defender": {**SIDE, "kind": "mortal"}}, "attacker.harm", "fire"),
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
        ({**FRENZY, "difficulty": 2}, "kind", "fury"),
        ({**FRENZY, "provocation": "insulted", "kind": "terror"}, "kind", "fury"),
        ({**FRENZY, "provocation": "rain"}, "provocation", "bonfire"),
        ({**FRENZY, "provocation": "insulted", "faces": []}, "faces", "from 1 to"),
        ({**FRENZY, "provocation": "insulted", "humanity": 7}, "willpower", "a track"),
        ({**FRENZY, "provocation": "insulted", "willpower": {"boxes": 3}}, "humanity", "0 to 10"),
        ({**FRENZY, "provocation": "insulted", "willpower": {"boxes": 3}, "humanity": 7}, "faces",
         "exactly 5"),
        ({**FRENZY, "provocation": "insulted", "humanity": 7,
          "willpower": {"boxes": 3, "superficial": 4}}, "willpower", "at most 3"),
        ({**TRACK, "track": {"boxes": 0}}, "track.boxes", "1 to 30"),
        ({**TRACK, "track": {"boxes": 1, "superficial": 1, "aggravated": 1}}, "track", "at most 1"),
        ({**TRACK, "operations": [{"type": "spend_willpower"}]}, "operations[0]", "damage or heal"),
        ({**TRACK, "name": "willpower", "track": FULL,
          "operations": [{"type": "spend_willpower"}]}, "operations[0]", "not Aggravated"),
        ({**TRACK, "operations": [{"type": "cure"}]}, "operations[0].type", "damage"),
        ({**TRACK, "operations": [{"type": "heal", "kind": "superficial", "amount": 0}]},
         "operations[0].amount", "1 to 50"),
        ({**TRACK, "operations": [{"type": "spend_willpower"}] * 65}, "operations", "64"),
        ({"type": "v5_humanity", "humanity": 8, "stains": 3, "operations": []}, "stains", "0 to 2"),
        ({"type": "v5_humanity", "humanity": 8, "overflow": 3, "operations": []}, "overflow", "0"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, field: str, accepted: str | None) -> None:
    """Which part was wrong, why, and what would have been accepted there."""
    fault = error(**request_)
    assert fault["field"] == field
    assert fault["message"].endswith(".")
    assert (fault["accepted"] is None) if accepted is None else accepted in fault["accepted"]
