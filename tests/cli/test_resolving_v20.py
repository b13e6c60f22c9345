"""`coterie resolve`, V20: the vectors of the facts as requests, and refusals by field."""

import pytest

from tests.cli.lines import Json, after20, error, receipt


@pytest.mark.parametrize(
    ("fields", "counts", "outcome"),
    [
        ({"faces": [1, 2, 4]}, (0, 1, 0, 0, 0), "botch"),
        ({"faces": [1, 2, 4], "automatic": 1}, (0, 1, 0, 1, 1), "success"),
        ({"faces": [1], "automatic": 1, "required": 2}, (0, 1, 0, 1, 1), "failure"),
        ({"faces": [2, 3, 5]}, (0, 0, 0, 0, 0), "failure"),
        ({"faces": [1, 1, 1, 6, 6]}, (2, 3, 2, 0, 0), "failure"),
        ({"faces": [9, 1, 1, 8, 1], "difficulty": 8}, (2, 3, 2, 0, 0), "failure"),
        ({"faces": [1, 6, 7], "automatic": 1}, (2, 1, 1, 1, 2), "success"),
        ({"faces": [10, 7]}, (2, 0, 0, 0, 2), "success"),
        ({"faces": [10, 1], "specialty": True}, (2, 1, 1, 0, 1), "success"),
        ({"faces": [10, 10, 6, 1], "specialty": True}, (5, 1, 1, 0, 4), "success"),
        ({"faces": []}, (0, 0, 0, 0, 0), "failure"),
        ({"faces": [2, 2, 5], "difficulty": 2}, (3, 0, 0, 0, 3), "success"),
        ({"faces": [1, 1, 2], "pool_kind": "damage"}, (0, 2, 0, 0, 0), "failure"),
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
    assert receipt("v20_roll", faces=[5], **fields)["difficulty"]["applied"] == applied


def test_a_specialty_rolls_again_where_the_table_plays_so() -> None:
    """C3: a ten counts one and brings a die, and so does that die's ten."""
    found = receipt(
        "v20_roll", faces=[10, 2], rerolled_faces=[10, 7], specialty=True, preset="v20_table"
    )
    assert (found["rolled"], [die["is_reroll"] for die in found["dice"]]) == (
        3, [False, False, True, True],
    )  # fmt: skip


def test_the_lower_net_is_taken_from_the_higher() -> None:
    """C4.2: a tie is nobody's."""
    attacker = {"faces": [7, 8, 9, 6]}
    found = receipt("v20_resisted", attacker=attacker, defender={"faces": [9], "difficulty": 9})
    assert (found["winner"], found["margin"]) == ("attacker", 3)
    lost = receipt("v20_resisted", attacker={"faces": [2]}, defender={"faces": [6]})
    assert (lost["winner"], lost["margin"]) == ("defender", 1)
    tied = receipt("v20_resisted", attacker=attacker, defender=attacker)
    assert (tied["winner"], tied["margin"]) == (None, 0)


@pytest.mark.parametrize(("dealt", "marked"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_vampires_bashing_is_halved_after_soak(dealt: int, marked: int) -> None:
    """C6: rounding down; a mortal's is not."""
    blow = {"type": "damage", "damage_kind": "bashing", "levels": dealt}
    assert after20(blow, health={})["health"]["bashing"] == marked
    assert after20(blow, health={}, body="mortal")["health"]["bashing"] == dealt


@pytest.mark.parametrize(
    ("marks", "penalty"),
    [(0, 0), (1, 0), (2, -1), (3, -1), (4, -2), (5, -2), (6, -5), (7, None)],
)
def test_wounds_take_dice(marks: int, penalty: int | None) -> None:
    """W23: the penalty of each level; none can act at the last."""
    assert after20(health={"lethal": marks})["health"]["penalty"] == penalty


def test_lethal_on_a_full_track_is_torpor() -> None:
    """W19: no aggravated mark appears; aggravated is the end; blood at 0 is torpor already."""
    full = {"lethal": 7}
    lethal, aggravated = (
        {"type": "damage", "damage_kind": kind, "levels": 1} for kind in ("lethal", "aggravated")
    )
    torpor = after20(lethal, health=full)["health"]
    assert (torpor["condition"], torpor["lethal"], torpor["aggravated"]) == ("torpor", 7, 0)
    assert after20(aggravated, health=full)["health"]["condition"] == "final_death"
    assert after20(health=full, blood=0)["health"]["condition"] == "torpor"
    assert after20(health=full)["health"]["condition"] == "incapacitated"


def test_soak_is_taken_off_before_marking() -> None:
    """C5.5: each success one level; against aggravated Fortitude alone, unless by switch."""

    def blow(faces: list[int]) -> Json:
        soak = {"faces": faces, "stamina": 2, "fortitude": 1, "difficulty": 7}
        return {"type": "damage", "damage_kind": "aggravated", "levels": 3, "soak": soak}

    found = after20(blow([8]), health={})
    assert (found["health"]["aggravated"], found["steps"][0]["soaked"]) == (2, 1)
    both = {"soak_aggravated": "stamina_fortitude"}
    found = after20(blow([8, 7, 6]), health={}, switches=both)
    assert (found["health"]["aggravated"], found["steps"][0]["soaked"]) == (1, 2)


def test_soak_without_traits_is_as_many_faces_as_are_given() -> None:
    """C5.5: 1s do not cancel on soak, unless by switch, and never soak more than was dealt."""
    soak = {"faces": [1, 7, 8, 9, 10]}
    blow = {"type": "damage", "damage_kind": "lethal", "levels": 4, "soak": soak}
    assert after20(blow, health={})["health"]["lethal"] == 0
    found = after20(blow, health={}, switches={"ones_on_damage_soak": "yes"})
    assert (found["health"]["lethal"], found["steps"][0]["soaked"]) == (1, 3)


ROLL = {"type": "v20_roll", "faces": [8, 8]}
TABLE = {**ROLL, "specialty": True, "preset": "v20_table"}


@pytest.mark.parametrize(
    ("request_", "field", "accepted"),
    [
        ({"type": "v20_roll"}, "faces", "64"),
        ({**ROLL, "faces": [0]}, "faces[0]", "1 to 10"),
        ({**ROLL, "difficulty": 1}, "difficulty", "2 to 10"),
        ({**ROLL, "difficulty": 11}, "difficulty", "2 to 10"),
        ({**ROLL, "required": 0}, "required", "1 to 100"),
        ({**ROLL, "automatic": -1}, "automatic", "0 to 100"),
        ({**ROLL, "automatic": 1, "pool_kind": "willpower"}, "automatic", "0"),
        ({**ROLL, "automatic": 1, "pool_kind": "degeneration"}, "automatic", "0"),
        ({**ROLL, "specialty": True, "pool_kind": "virtue"}, "specialty", "no specialty"),
        ({**ROLL, "specialty": True, "specialty_rating": 3}, "specialty_rating", "4 to 5"),
        ({**ROLL, "specialty": True, "specialty_rating": 6}, "specialty_rating", "4 to 5"),
        ({**ROLL, "rerolled_faces": [3]}, "rerolled_faces", "exactly 0"),
        ({**TABLE, "faces": [10, 10], "rerolled_faces": [3]}, "rerolled_faces", "2 faces"),
        ({**TABLE, "faces": [10], "rerolled_faces": [3, 4]}, "rerolled_faces", "exactly 1"),
        ({**ROLL, "difficulty": 10, "untrained_skill": True,
          "switches": {"untrained_at_ten": "refuse"}}, "difficulty", "2 to 9"),
        ({**ROLL, "preset": "v5"}, "preset", "v20_book"),
        ({**ROLL, "switches": {"tie": "nothing"}}, "switches.tie", "one_cancels"),
        ({**ROLL, "hunger_faces": [1]}, "hunger_faces", "rerolled_faces"),
        ({"type": "v20_resisted", "attacker": ROLL, "defender": {"faces": []}}, "attacker.type",
         "faces"),
        ({"type": "v20_resisted", "attacker": {"faces": []},
          "defender": {"faces": [10], "rerolled_faces": [1]}}, "defender.rerolled_faces",
         "exactly 0"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, field: str, accepted: str) -> None:
    """Which part was wrong, why, and what would have been accepted there."""
    fault = error(**request_)
    assert fault["field"] == field
    assert fault["message"].endswith(".")
    assert accepted in fault["accepted"]
