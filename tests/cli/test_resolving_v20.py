"""`coterie resolve`, V20: the vectors of the facts as requests, and refusals by field."""

import pytest

from tests.cli.lines import Json, error, receipt


@pytest.mark.parametrize(
    ("fields", "counts", "outcome"),
    [
        ({"dice": [1, 2, 4]}, (0, 1, 0, 0, 0), "botch"),
        ({"dice": [1, 2, 4], "automatic": 1}, (0, 1, 0, 1, 1), "success"),
        ({"dice": [1], "automatic": 1, "required": 2}, (0, 1, 0, 1, 1), "failure"),
        ({"dice": [2, 3, 5]}, (0, 0, 0, 0, 0), "failure"),
        ({"dice": [1, 1, 1, 6, 6]}, (2, 3, 2, 0, 0), "failure"),
        ({"dice": [9, 1, 1, 8, 1], "difficulty": 8}, (2, 3, 2, 0, 0), "failure"),
        ({"dice": [1, 6, 7], "automatic": 1}, (2, 1, 1, 1, 2), "success"),
        ({"dice": [10, 7]}, (2, 0, 0, 0, 2), "success"),
        ({"dice": [10, 1], "specialty": True}, (2, 1, 1, 0, 1), "success"),
        ({"dice": [10, 10, 6, 1], "specialty": True}, (5, 1, 1, 0, 4), "success"),
        ({"dice": []}, (0, 0, 0, 0, 0), "failure"),
        ({"dice": [2, 2, 5], "difficulty": 2}, (3, 0, 0, 0, 3), "success"),
        ({"dice": [1, 1, 2], "kind": "damage"}, (0, 2, 0, 0, 0), "failure"),
    ],
)
def test_the_vectors_of_the_facts(
    fields: Json, counts: tuple[int, int, int, int, int], outcome: str
) -> None:
    """C10, W11, W13: rolled, ones, cancelled, automatic, net, and the outcome."""
    found = receipt("v20_roll", **fields)
    names = ("rolled", "ones", "cancelled", "automatic", "net")
    assert tuple(found[name] for name in names) == counts
    assert found["outcome"] == outcome


@pytest.mark.parametrize(
    ("fields", "applied"),
    [
        ({}, 6),
        ({"untrained_skill": True}, 7),
        ({"untrained_skill": True, "preset": "v20_engine_casual"}, 3),
        ({"difficulty": 10, "untrained_skill": True}, 10),
        ({"difficulty": 10, "untrained_skill": True, "switches": {"untrained_at_ten": "eleven"}},
         11),
        ({"retries": 2}, 8),
    ],
)  # fmt: skip
def test_the_difficulty_says_how_it_came_about(fields: Json, applied: int) -> None:
    """C2, C1.12: untrained, halved, raised by retries."""
    assert receipt("v20_roll", dice=[5], **fields)["difficulty"]["applied"] == applied


def test_a_specialty_rolls_again_where_the_table_plays_so() -> None:
    """C3: a ten counts one and brings a die, and so does that die's ten."""
    found = receipt("v20_roll", dice=[10, 2], rerolled=[10, 7], specialty=True, preset="v20_table")
    assert (found["rolled"], [die["is_reroll"] for die in found["dice"]]) == (
        3, [False, False, True, True],
    )  # fmt: skip


def test_the_lower_net_is_taken_from_the_higher() -> None:
    """C4.2: a tie is nobody's."""
    attacker = {"dice": [7, 8, 9, 6]}
    found = receipt("v20_resisted", attacker=attacker, defender={"dice": [9], "difficulty": 9})
    assert (found["winner"], found["margin"]) == ("attacker", 3)
    lost = receipt("v20_resisted", attacker={"dice": [2]}, defender={"dice": [6]})
    assert (lost["winner"], lost["margin"]) == ("defender", 1)
    tied = receipt("v20_resisted", attacker=attacker, defender=attacker)
    assert (tied["winner"], tied["margin"]) == (None, 0)


@pytest.mark.parametrize(("dealt", "marked"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_vampires_bashing_is_halved_after_soak(dealt: int, marked: int) -> None:
    """C6: rounding down; a mortal's is not."""
    blow = {"type": "damage", "kind": "bashing", "levels": dealt}
    assert receipt("v20_health", operations=[blow])["bashing"] == marked
    assert receipt("v20_health", operations=[blow], body="mortal")["bashing"] == dealt


@pytest.mark.parametrize(
    ("marks", "penalty"),
    [(0, 0), (1, 0), (2, -1), (3, -1), (4, -2), (5, -2), (6, -5), (7, None)],
)
def test_wounds_take_dice(marks: int, penalty: int | None) -> None:
    """W23: the penalty of each level; none can act at the last."""
    found = receipt("v20_health", track={"lethal": marks}, operations=[])
    assert found["penalty"] == penalty


def test_lethal_on_a_full_track_is_torpor() -> None:
    """W19: no aggravated mark appears; aggravated is the end; blood at 0 is torpor already."""
    full = {"lethal": 7}
    lethal, aggravated = (
        {"type": "damage", "kind": kind, "levels": 1} for kind in ("lethal", "aggravated")
    )
    torpor = receipt("v20_health", track=full, operations=[lethal])
    assert (torpor["condition"], torpor["lethal"], torpor["aggravated"]) == ("torpor", 7, 0)
    assert receipt("v20_health", track=full, operations=[aggravated])["condition"] == "final_death"
    assert receipt("v20_health", track=full, operations=[], blood=0)["condition"] == "torpor"
    assert receipt("v20_health", track=full, operations=[])["condition"] == "incapacitated"


def test_soak_is_taken_off_before_marking() -> None:
    """C5.5: each success one level; against aggravated Fortitude alone, unless by switch."""

    def blow(faces: list[int]) -> Json:
        soak = {"faces": faces, "stamina": 2, "fortitude": 1, "difficulty": 7}
        return {"type": "damage", "kind": "aggravated", "levels": 3, "soak": soak}

    found = receipt("v20_health", operations=[blow([8])])
    assert (found["aggravated"], found["steps"][0]["soaked"]) == (2, 1)
    both = {"soak_aggravated": "stamina_fortitude"}
    found = receipt("v20_health", operations=[blow([8, 7, 6])], switches=both)
    assert (found["aggravated"], found["steps"][0]["soaked"]) == (1, 2)


def test_soak_without_traits_is_as_many_faces_as_are_given() -> None:
    """C5.5: 1s do not cancel on soak, unless by switch, and never soak more than was dealt."""
    soak = {"faces": [1, 7, 8, 9, 10]}
    blow = {"type": "damage", "kind": "lethal", "levels": 4, "soak": soak}
    assert receipt("v20_health", operations=[blow])["lethal"] == 0
    ones = {"ones_on_damage_soak": "yes"}
    found = receipt("v20_health", operations=[blow], switches=ones)
    assert (found["lethal"], found["steps"][0]["soaked"]) == (1, 3)


def test_healing_and_extra_levels() -> None:
    """C6: marks of one kind are cleared; a merit repeats a level."""
    found = receipt(
        "v20_health",
        track={"bashing": 2, "lethal": 2, "extra": ["bruised"]},
        operations=[{"type": "heal", "kind": "bashing", "levels": 2}],
    )
    assert (found["bashing"], found["lethal"], found["boxes"], found["level"]) == (
        0, 2, 8, "bruised",
    )  # fmt: skip


ROLL = {"type": "v20_roll", "dice": [8, 8]}
HEALTH = {"type": "v20_health", "operations": []}
SOAK = {"faces": [6], "stamina": 2}
TABLE = {**ROLL, "specialty": True, "preset": "v20_table"}


@pytest.mark.parametrize(
    ("request_", "field", "accepted"),
    [
        ({"type": "v20_roll"}, "dice", "64"),
        ({**ROLL, "dice": [0]}, "dice[0]", "1 to 10"),
        ({**ROLL, "difficulty": 1}, "difficulty", "2 to 10"),
        ({**ROLL, "difficulty": 11}, "difficulty", "2 to 10"),
        ({**ROLL, "required": 0}, "required", "1 to 100"),
        ({**ROLL, "automatic": -1}, "automatic", "0 to 100"),
        ({**ROLL, "automatic": 1, "kind": "willpower"}, "automatic", "0"),
        ({**ROLL, "automatic": 1, "kind": "degeneration"}, "automatic", "0"),
        ({**ROLL, "specialty": True, "kind": "virtue"}, "specialty", "no specialty"),
        ({**ROLL, "specialty": True, "specialty_rating": 3}, "specialty_rating", "4 to 5"),
        ({**ROLL, "specialty": True, "specialty_rating": 6}, "specialty_rating", "4 to 5"),
        ({**ROLL, "rerolled": [3]}, "rerolled", "exactly 0"),
        ({**TABLE, "dice": [10, 10], "rerolled": [3]}, "rerolled", "2 faces"),
        ({**TABLE, "dice": [10], "rerolled": [3, 4]}, "rerolled", "exactly 1"),
        ({**ROLL, "difficulty": 10, "untrained_skill": True,
          "switches": {"untrained_at_ten": "refuse"}}, "difficulty", "2 to 9"),
        ({**ROLL, "preset": "v5"}, "preset", "v20_book"),
        ({**ROLL, "switches": {"tie": "nothing"}}, "switches.tie", "one_cancels"),
        ({**ROLL, "hunger": [1]}, "hunger", "rerolled"),
        ({"type": "v20_resisted", "attacker": ROLL, "defender": {"dice": []}}, "attacker.type",
         "dice"),
        ({"type": "v20_resisted", "attacker": {"dice": []},
          "defender": {"dice": [10], "rerolled": [1]}}, "defender.rerolled", "exactly 0"),
        ({**HEALTH, "track": {"lethal": 8}}, "track", "at most 7"),
        ({**HEALTH, "track": {"extra": ["incapacitated"]}}, "track.extra", "bruised"),
        ({**HEALTH, "track": {"extra": ["dead"]}}, "track.extra[0]", "bruised"),
        ({**HEALTH, "blood": -1}, "blood", "0 to 100"),
        ({**HEALTH, "operations": [{"type": "heal", "kind": "lethal", "levels": 1}]},
         "operations[0].levels", "another kind"),
        ({**HEALTH, "operations": [{"type": "damage", "kind": "fire", "levels": 1}]},
         "operations[0].kind", "bashing"),
        ({**HEALTH, "operations": [{"type": "damage", "kind": "lethal", "levels": 1,
                                    "soak": SOAK}]}, "operations[0].soak.faces", "exactly 2"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, field: str, accepted: str) -> None:
    """Which part was wrong, why, and what would have been accepted there."""
    fault = error(**request_)
    assert fault["field"] == field
    assert fault["message"].endswith(".")
    assert accepted in fault["accepted"]
