"""`coterie resolve`, V5: pools by their parts, teams, granted wins, tables, order, daylight."""

import pytest

from tests.cli.lines import Json, error, receipt

WITS: Json = {"name": "Wits", "dots": 3}
AUSPEX: Json = {"name": "Auspex", "dots": 2}
STEALTH: Json = {"name": "Stealth", "dots": 3}


def _pool(*traits: Json, **fields: object) -> Json:
    return receipt("v5_pool", traits=list(traits), **fields)


def _items(found: Json) -> dict[str, int]:
    return {item["label"]: item["dice"] for item in found["items"]}


def test_a_pool_is_itemised_and_split_by_colour() -> None:
    """A1.2, A2.1: everything that adds to it and takes from it stands there by name."""
    found = _pool(
        WITS, AUSPEX, hunger=2, blood_potency=2, surge=True, specialties=["ambushes"],
        modifiers=[{"label": "tools", "dice": 1}],
        resonance={"resonance": "phlegmatic", "temperament": "intense"},
        willpower={"boxes": 3, "superficial": 3}, compulsions=[{"name": "Hunger"}],
    )  # fmt: skip
    assert _items(found) == {
        "Wits": 3, "Auspex": 2, "specialty (ambushes)": 1, "Blood Potency": 1, "tools": 1,
        "phlegmatic resonance": 1, "Blood Surge": 2, "impaired (Willpower)": -2,
        "Compulsion (Hunger)": -2,
    }  # fmt: skip
    assert (found["pool"], found["regular_dice"], found["hunger_dice"]) == (7, 5, 2)
    assert found["categories"] == ["mental"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hunger": 5}, (0, 3)),
        ({"hunger": 2, "character_kind": "mortal"}, (3, 0)),
        ({"hunger": 1, "modifiers": [{"label": "dark", "dice": -5}]}, (0, 1)),
        ({"modifiers": [{"label": "dark", "dice": -5}]}, (1, 0)),
        ({"health": {"boxes": 4, "superficial": 4}}, (3, 0)),
        ({"humanity": 8, "stains": 2, "overflow": 1}, (1, 0)),
        ({"in_frenzy": True, "resists_mind_control": True}, (6, 0)),
        ({"called_shot": True}, (1, 0)),
        ({"called_shot": True, "switches": {"called_shot": "successes_2"}}, (3, 0)),
        ({"defences_before": 2}, (1, 0)),
        ({"compulsions": [{"name": "Hunger", "meets_condition": True}]}, (3, 0)),
        ({"compulsions": [{"name": "Perfectionism", "repeats": 1}], "clan": "Tremere"}, (2, 0)),
        ({"compulsions": [{"name": "Hunger"}, {"name": "Rebellion"}], "clan": "Brujah"}, (1, 0)),
    ],
)
def test_what_adds_and_takes_dice(fields: Json, expected: tuple[int, int]) -> None:
    """Wits alone, 3 dots: regular and Hunger dice; two Compulsions do not add."""
    found = _pool(WITS, **fields)
    assert (found["regular_dice"], found["hunger_dice"]) == expected


def test_full_health_impairs_only_the_body() -> None:
    """A10.11, A10.13: -2 to physical pools, unless ignored or in frenzy."""
    strength, hurt = {"name": "Strength", "dots": 4}, {"boxes": 4, "superficial": 4}
    assert _pool(strength, health=hurt)["pool"] == 2
    assert _pool(strength, health=hurt, ignores_wounds=True)["pool"] == 4
    assert _pool(strength, health=hurt, in_frenzy=True)["pool"] == 4


def test_a_pool_with_willpower_has_no_hunger_dice() -> None:
    """A2.3: and a name of the table's own tells its kind."""
    found = _pool(WITS, {"name": "Willpower", "dots": 2}, hunger=4)
    assert (found["pool_kind"], found["hunger_dice"]) == ("willpower", 0)
    assert _pool(WITS, {"name": "Knots", "dots": 2, "trait_kind": "skill"})["pool"] == 5


def test_the_best_pool_rolls_and_the_skilled_help() -> None:
    """A1.15: a die for each helper with a dot in the Skill."""
    team = [{"name": "Ada", "pool": 4, "skill_dots": 2}, {"name": "Bo", "pool": 6},
            {"name": "Cy", "pool": 2}, {"name": "Di", "pool": 3, "skill_dots": 1}]  # fmt: skip
    found = receipt("v5_teamwork", members=team)
    assert (found["roller"], found["pool"]) == ("Bo", 8)


def test_a_win_may_be_granted_and_half_taken() -> None:
    """A1.12, A1.13: twice the Difficulty without Blood Surge; half rounds down."""
    assert receipt("v5_no_roll", pool=6, difficulty=3)["margin"] == 0
    assert receipt("v5_no_roll", pool=7)["successes"] == 3
    judged = {"no_roll": "storyteller_judgement"}
    assert receipt("v5_no_roll", pool=1, difficulty=3, switches=judged)["margin"] == 0


@pytest.mark.parametrize(
    ("faces", "clan", "name"),
    [([1], None, "Hunger"), ([3], None, "Hunger"), ([4], None, "Dominance"),
     ([5], None, "Dominance"), ([6], None, "Harm"), ([7], None, "Harm"), ([8], None, "Paranoia"),
     ([9], None, "Paranoia"), ([10], "Brujah", "Rebellion"), ([10, 10, 8], "Caitiff", "Paranoia"),
     ([10], "Ventrue", "Arrogance")],
)  # fmt: skip
def test_a_compulsion_by_its_face(faces: list[int], clan: str | None, name: str) -> None:
    """A13: the table, with tens of who has no clan's Compulsion rolled again."""
    assert receipt("v5_compulsion", faces=faces, clan=clan)["name"] == name


@pytest.mark.parametrize(
    ("fields", "roll", "penalty"),
    [
        ({"name": "Paranoia"}, {}, -2),
        ({"name": "Paranoia"}, {"meets_condition": True}, 0),
        ({"name": "Feral Impulses", "clan": "Gangrel"}, {"traits": ["Manipulation"]}, -3),
        ({"name": "Feral Impulses", "clan": "Gangrel"}, {"traits": ["Strength"]}, 0),
        ({"name": "Perfectionism", "clan": "Tremere"}, {"repeats": 2}, 0),
        ({"name": "Ruthlessness", "clan": "Lasombra"}, {"has_failed": True}, -2),
        ({"name": "Delusion", "clan": "Malkavian"}, {"resists_terror": True}, -2),
        ({"name": "Morbidity", "clan": "Hecata"}, {"meets_condition": True}, 0),
        ({"name": "Morbidity", "clan": "Hecata", "switches": {"hecata": "omen"}},
         {"meets_condition": True}, -3),
        ({"own": {"name": "Envy", "dice": -1}}, {}, -1),
        ({"own": {"name": "Envy", "dice": -1, "has_condition": False}}, {"meets_condition": True},
         -1),
    ],
)  # fmt: skip
def test_what_a_compulsion_takes_from_a_roll(fields: Json, roll: Json, penalty: int) -> None:
    """A13: by its condition, its traits, repeating or an earlier failure."""
    assert receipt("v5_compulsion", roll=roll, **fields)["penalty"] == penalty


@pytest.mark.parametrize(
    ("temperament", "face", "strength", "mood"),
    [([5], 3, "negligible", "phlegmatic"), ([6], 4, "fleeting", "melancholic"),
     ([8], 6, "fleeting", "melancholic"), ([9, 8], 7, "intense", "choleric"),
     ([10, 9], 9, "acute", "sanguine")],
)  # fmt: skip
def test_a_resonance_by_its_faces(
    temperament: list[int], face: int, strength: str, mood: str
) -> None:
    """A7: the two tables."""
    found = receipt("v5_resonance", temperament_faces=temperament, resonance_face=face)
    assert (found["temperament"], found["resonance"]) == (strength, mood)
    known = receipt("v5_resonance", temperament_faces=temperament, resonance="animal")
    assert known["resonance"] == "animal"


def test_a_turn_goes_by_steps_or_by_fixed_ratings() -> None:
    """A9.5: all of one step at once; ratings, then players, then Composure."""
    who = [
        {"name": "late", "step": "joining", "initiative": 5, "composure": 3},
        {"name": "gun", "step": "ranged", "initiative": 7},
        {"name": "fist", "step": "close_combat", "initiative": 5, "composure": 1},
        {"name": "knife", "step": "close_combat", "initiative": 5, "is_player": True},
    ]
    found = receipt("v5_turn_order", combatants=who)
    assert found["order"] == [["fist", "knife"], ["gun"], ["late"]]
    fixed = receipt("v5_turn_order", combatants=who, switches={"turn_order": "fixed_initiative"})
    assert fixed["order"] == [["gun"], ["knife"], ["late"], ["fist"]]


@pytest.mark.parametrize(
    ("turn", "dealt", "asks", "leads"),
    [(2, [1, 3], False, 1), (3, [2, 2], True, None), (4, None, False, None)],
)
def test_after_the_third_turn_the_table_is_asked(
    turn: int, dealt: list[int] | None, asks: bool, leads: int | None
) -> None:
    """A9.6: and told who dealt more."""
    found = receipt("v5_turn_order", combatants=[], turn=turn, damage_dealt=dealt)
    assert (found["asks_to_end"], found["leading_side"]) == (asks, leads)


def test_awake_by_day_is_a_humanity_roll() -> None:
    """A11.6: Humanity dice, one at least, against 1 to 4."""
    found = receipt("v5_daylight", faces=[6, 10, 10], humanity=3, difficulty=4)
    assert (found["successes"], found["is_awake"]) == (5, True)
    assert receipt("v5_daylight", faces=[5], humanity=0, difficulty=1)["is_awake"] is False


MESSY: Json = {"faces": [10, 3], "hunger_faces": [10], "difficulty": 3}
BESTIAL: Json = {"faces": [6, 3], "hunger_faces": [1], "difficulty": 2}
PRICES = ["stains", "masquerade_breach", "lose_advantage_dot", "compulsion", "test_fails"]
BESTIAL_PRICES = ["compulsion", "lose_advantage_dot", "aggravated_health", "hunger"]


@pytest.mark.parametrize(
    ("roll", "prices", "fallback", "offers"),
    [
        (MESSY, PRICES, ["compulsion", "test_fails"], False),
        ({**MESSY, "switches": {"messy_fallback": "never"}}, PRICES[:-1], [], False),
        ({**MESSY, "switches": {"messy_fallback": "compulsion_or_failure"}}, PRICES[:-1],
         ["compulsion"], False),
        ({**MESSY, "in_frenzy": True, "switches": {"messy_fallback": "compulsion_or_failure"}},
         [*PRICES[:3], PRICES[4]], ["test_fails"], False),
        ({**MESSY, "in_frenzy": True}, [*PRICES[:3], PRICES[4]], ["test_fails"], False),
        (BESTIAL, BESTIAL_PRICES, [], True),
        ({**BESTIAL, "switches": {"bestial_meaning": "complication"}}, ["complication"], [], True),
        ({**BESTIAL, "switches": {"win_at_cost": "off"}}, BESTIAL_PRICES, [], False),
        ({**BESTIAL, "faces": [3]}, BESTIAL_PRICES, [], False),
        ({"faces": [6], "difficulty": 2}, [], [], True),
        ({"faces": [6], "difficulty": 1}, [], [], False),
        ({"faces": [6]}, [], [], False),
    ],
)  # fmt: skip
def test_what_a_roll_costs_or_offers(
    roll: Json, prices: list[str], fallback: list[str], offers: bool
) -> None:
    """A1.14, A2.10, A2.11: the Storyteller's menu, by switch and without Compulsion in frenzy."""
    found = receipt("v5_consequences", **roll)
    assert (found["prices"], found["fallback_prices"]) == (prices, fallback)
    assert found["offers_win_at_cost"] is offers


@pytest.mark.parametrize(("value", "label"), [("named", "total failure"), ("plain", "failure")])
def test_a_total_failure_may_be_called_a_failure(value: str, label: str) -> None:
    """A1.7: the label alone changes."""
    total = {"faces": [2], "difficulty": 1, "switches": {"total_failure": value}}
    found = receipt("v5_consequences", **total)
    assert (found["outcome"], found["label"]) == ("total_failure", label)


POOL: Json = {"type": "v5_pool", "traits": [WITS]}
FRENZY: Json = {"type": "v5_frenzy", "faces": [6], "provocation": "insulted"}
COMPULSION: Json = {"type": "v5_compulsion", "faces": [3]}
TEAM: Json = {"type": "v5_teamwork", "members": [{"name": "Ada", "pool": 3}]}
RESONANCE: Json = {"type": "v5_resonance", "temperament_faces": [3]}


@pytest.mark.parametrize(
    ("request_", "code", "field", "accepted"),
    [
        ({**POOL, "traits": []}, "invalid", "traits", "1 to 4 items"),
        ({**POOL, "traits": [STEALTH]}, "bad_pool", "traits", "an Attribute"),
        ({**POOL, "traits": [WITS, WITS]}, "bad_pool", "traits", "different traits"),
        ({**POOL, "traits": [{"name": "Knots", "dots": 1}]}, "invalid", "traits[0].trait_kind",
         "skill"),
        ({**POOL, "traits": [WITS, AUSPEX], "in_frenzy": True}, "in_frenzy", "traits[1].name",
         "Celerity"),
        ({**POOL, "specialties": ["a", "b"]}, "one_specialty", "specialties", "one specialty"),
        ({**POOL, "modifiers": [{"label": "x", "dice": -9}], "switches": {"min_pool": "refuse"}},
         "pool_empty", "modifiers", "1 die"),
        ({**POOL, "modifiers": [{"label": "x"}]}, "invalid", "modifiers[0].dice", "-40 to 40"),
        ({**POOL, "surge": True, "hunger": 5}, "hunger_full", "hunger", "Hunger 4"),
        ({**POOL, "surge": True, "character_kind": "mortal"}, "no_rouse", "character_kind",
         "a vampire"),
        ({**POOL, "traits": [{"name": "Willpower", "dots": 3}], "surge": True},
         "surge_not_allowed", "surge", "an Attribute"),
        ({**POOL, "traits": [STEALTH], "surge": True, "preset": "v5_core_rolling"},
         "surge_not_allowed", "surge", "an Attribute"),
        ({**POOL, "parts": [2, 2]}, "bad_split", "parts", "add up to 3"),
        ({**POOL, "compulsions": [{"name": "Rebellion"}]}, "bad_compulsion",
         "compulsions[0].name", "Paranoia"),
        ({**POOL, "humanity": 9, "stains": 3}, "invalid", "stains", "0 to 1"),
        ({**FRENZY, "character_kind": "thin_blood"}, "no_frenzy", "character_kind", "bestial"),
        ({**FRENZY, "in_frenzy": True}, "in_frenzy", "in_frenzy", "not in frenzy"),
        ({**FRENZY, "provocation": "hunger_past_five", "hunger": 4}, "not_provoked",
         "provocation", "Hunger 5"),
        ({"type": "v5_compulsion"}, "invalid", "faces", "one of faces, name, own"),
        ({**COMPULSION, "name": "Hunger"}, "invalid", "name", "one of faces, name, own"),
        ({**COMPULSION, "faces": [3, 4]}, "bad_faces", "faces", "exactly 1 face"),
        ({**COMPULSION, "faces": [10]}, "bad_faces", "faces", "2 faces"),
        ({**COMPULSION, "faces": [10, 3], "clan": "Brujah"}, "bad_faces", "faces", "exactly 1"),
        ({**COMPULSION, "character_kind": "ghoul"}, "no_beast", "character_kind", "thin-blood"),
        ({**COMPULSION, "in_frenzy": True}, "in_frenzy", "in_frenzy", "not in frenzy"),
        ({"type": "v5_compulsion", "name": "Rebellion", "clan": "Ventrue"}, "bad_compulsion",
         "name", "Arrogance"),
        ({"type": "v5_compulsion", "own": {"name": "Envy", "dice": 1}}, "bad_compulsion",
         "own.dice", "-5 to 0"),
        ({"type": "v5_compulsion", "own": {"name": " ", "dice": -1}}, "bad_compulsion",
         "own.name", "a name"),
        ({**RESONANCE}, "invalid", "resonance_face", "a face"),
        ({**RESONANCE, "resonance_face": 3, "resonance": "animal"}, "invalid", "resonance_face",
         "without one"),
        ({**RESONANCE, "temperament_faces": [9], "resonance_face": 3}, "bad_faces",
         "temperament_faces", "exactly 2"),
        ({**RESONANCE, "temperament_faces": [8, 9], "resonance_face": 3}, "bad_faces",
         "temperament_faces", "exactly 1"),
        ({**TEAM, "members": []}, "invalid", "members", "1 to 16"),
        ({**TEAM, "members": [{"name": "Ada", "pool": 3, "compulsion": "Dominance"}]},
         "no_teamwork", "members[0].compulsion", "none"),
        ({"type": "v5_no_roll", "pool": 5, "difficulty": 3}, "pool_too_small", "pool", "6 dice"),
        ({"type": "v5_no_roll", "pool": 7, "difficulty": 3, "surge_dice": 2}, "pool_too_small",
         "pool", "6 dice"),
        ({"type": "v5_no_roll", "pool": 9, "difficulty": 1, "in_conflict": True}, "in_conflict",
         "in_conflict", "outside a conflict"),
        ({"type": "v5_no_roll", "pool": 2, "surge_dice": 3}, "invalid", "surge_dice", "0 to 2"),
        ({"type": "v5_daylight", "faces": [6], "humanity": 1, "difficulty": 5}, "bad_difficulty",
         "difficulty", "1 to 4"),
        ({"type": "v5_daylight", "faces": [6], "humanity": 2, "difficulty": 1}, "bad_faces",
         "faces", "exactly 2"),
        ({"type": "v5_turn_order", "combatants": [{"name": "a", "step": "late"}]}, "invalid",
         "combatants[0].step", "joining"),
        ({"type": "v5_turn_order", "combatants": [], "turn": 0}, "invalid", "turn", "1 to 99"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, code: str, field: str, accepted: str) -> None:
    """Which part was wrong, why by a stable name, and what would have been accepted there."""
    fault = error(**request_)
    assert (fault["code"], fault["field"]) == (code, field)
    assert fault["message"].endswith(".")
    assert accepted in fault["accepted"]
