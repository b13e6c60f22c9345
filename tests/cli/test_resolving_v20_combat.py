"""`coterie resolve`, V20: initiative, attacks, pools, and actions of several rolls."""

import pytest

from tests.cli.lines import Json, error, receipt

FAST: Json = {"name": "Fast", "dexterity": 4, "wits": 3, "face": 2}
SURE: Json = {"name": "Sure", "dexterity": 3, "wits": 2, "celerity_unused": 1, "face": 3}
HURT: Json = {"name": "Hurt", "dexterity": 4, "wits": 3, "face": 6, "health": {"lethal": 4}}


def test_initiative_is_traits_and_a_die_less_wounds() -> None:
    """C5.1, C5.6: the highest first, ties by the rating, declared from the lowest up."""
    found = receipt("v20_initiative", combatants=[FAST, SURE, HURT])
    assert [(one["rating"], one["total"]) for one in found["standings"]] == [
        (7, 9), (6, 9), (5, 11),
    ]  # fmt: skip
    assert found["order"] == [["Hurt"], ["Fast"], ["Sure"]]
    assert found["declaration"] == [["Sure"], ["Fast"], ["Hurt"]]
    twin = {**FAST, "name": "Twin"}
    assert receipt("v20_initiative", combatants=[FAST, twin])["order"] == [["Fast", "Twin"]]


def test_six_stands_for_the_die() -> None:
    """C5.1: at tables that do not roll; rolled each turn, or once by switch."""
    plain = {"name": "Plain", "dexterity": 2, "wits": 2}
    found = receipt("v20_initiative", combatants=[plain], turn=2)
    assert (found["standings"][0]["total"], found["is_rolled"]) == (10, True)
    once = receipt("v20_initiative", combatants=[plain], turn=2, switches={"initiative": "once"})
    assert once["is_rolled"] is False


HIT: Json = {"faces": [7, 8, 9]}
PUNCH: Json = {"strength": 3, "blow": "punch"}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"source": PUNCH, "damage_faces": [6, 7, 2, 3, 9]}, (3, 5, 3, 1)),
        ({"source": {"strength": 3, "blow": "kick"}, "damage_faces": [6, 7, 2, 3, 9, 8]},
         (3, 6, 4, 2)),
        ({"source": {"strength": 3, "blow": "claws"}, "damage_faces": [6, 7, 2, 3, 9, 8]},
         (3, 6, 4, 4)),
        ({"source": {"bonus": 4, "damage_kind": "lethal"}, "damage_faces": [6, 1, 1, 1, 9, 2]},
         (3, 6, 2, 2)),
        ({"source": {"bonus": 4, "damage_kind": "lethal"}, "defence": {"faces": [6, 7]},
          "damage_faces": [6, 1, 1, 9]}, (1, 4, 2, 2)),
        ({"source": PUNCH, "defence": {"faces": [6, 7, 8]}, "damage_faces": []}, (0, 0, 0, 0)),
        ({"source": {**PUNCH, "damage_kind": "lethal"}, "damage_faces": [6, 7, 2, 3, 9],
          "soak": {"faces": [6, 2, 7], "stamina": 2, "fortitude": 1}}, (3, 5, 3, 1)),
        ({"source": {"strength": 3, "bonus": 1, "damage_kind": "lethal"}, "body": "mortal",
          "damage_faces": [6, 7, 2, 3, 9, 6], "soak": {"faces": [], "stamina": 3}},
         (3, 6, 4, 4)),
        ({"source": PUNCH, "damage_faces": [6, 7, 2], "attacker_health": {"lethal": 4},
          "switches": {"wound_penalty_on_strength_damage": "yes"}}, (3, 3, 2, 1)),
    ],
)  # fmt: skip
def test_an_attack_to_its_end(fields: Json, expected: tuple[int, int, int, int]) -> None:
    """C5.3 to C5.6: net, dice of damage, levels dealt, levels to mark."""
    found = receipt("v20_attack", attack=HIT, **fields)
    dice = max(0, sum(item["dice"] for item in found["items"]))
    assert (found["net"], dice, found["dealt"], found["levels"]) == expected


def test_an_attack_marks_a_track() -> None:
    """C6: on a full one, torpor."""
    found = receipt(
        "v20_attack", attack={"faces": [6]}, source={"bonus": 1, "damage_kind": "lethal"},
        damage_faces=[6], health={"lethal": 7},
    )  # fmt: skip
    assert found["health"] == {
        "bashing": 0, "lethal": 7, "aggravated": 0, "condition": "torpor",
    }  # fmt: skip


DEXTERITY: Json = {"name": "Dexterity", "rating": 3}


@pytest.mark.parametrize(
    ("ability", "pool", "untrained"),
    [
        ({"name": "Athletics", "rating": 2}, 5, False),
        ({"name": "Athletics", "rating": 0}, 3, False),
        ({"name": "Melee", "rating": 0}, 3, True),
        ({"name": "Lockpicking", "rating": 0, "trait_kind": "skill"}, 3, True),
    ],
)
def test_a_pool_of_an_attribute_and_an_ability(ability: Json, pool: int, untrained: bool) -> None:
    """C2: an untrained Skill makes the roll harder, an untrained Talent does not."""
    found = receipt("v20_pool", traits=[DEXTERITY, ability])
    assert (found["pool"], found["untrained_skill"]) == (pool, untrained)


def test_wounds_take_dice_from_actions_alone() -> None:
    """C5.6: not from soak nor Virtues; a task that presses nobody may need no roll (C1.11)."""
    hurt = {"lethal": 4}
    assert receipt("v20_pool", traits=[DEXTERITY], health=hurt)["pool"] == 1
    assert receipt("v20_pool", traits=[DEXTERITY], health=hurt, pool_kind="soak")["pool"] == 3
    courage = {"name": "Courage", "rating": 3}
    found = receipt("v20_pool", traits=[courage], health=hurt)
    assert (found["pool"], found["pool_kind"]) == (3, "virtue")
    calm = {"difficulty": 3, "stressful": False}
    assert receipt("v20_pool", traits=[DEXTERITY], **calm)["unrolled_successes"] == 1
    assert receipt("v20_pool", traits=[DEXTERITY], difficulty=3)["unrolled_successes"] is None


@pytest.mark.parametrize(
    ("preset", "shares", "expected"),
    [
        ("v20_book", [2, 2], [(2, 0), (2, 0)]),
        ("v20_table", [1, 3], [(1, 0), (3, 1)]),
        ("v20_engine", None, [(6, 0), (4, 0)]),
    ],
)
def test_several_actions_by_preset(
    preset: str, shares: list[int] | None, expected: list[tuple[int, int]]
) -> None:
    """C3, C9: the smallest pool is split, later actions may be harder, or nothing changes."""
    found = receipt("v20_actions", pools=[6, 4], shares=shares, preset=preset)
    assert [(each["dice"], each["raised"]) for each in found["actions"]] == expected


def test_revised_actions_lose_a_rising_number_of_dice() -> None:
    """C3: n dice from the first, one more from each further one."""
    found = receipt("v20_actions", pools=[6, 6], switches={"multiple_actions": "revised"})
    assert [each["dice"] for each in found["actions"]] == [4, 3]


def test_teamwork_adds_successes() -> None:
    """C4.4: unless a botch spoils it."""
    rolls = [{"faces": [6, 7]}, {"faces": [1, 2]}]
    found = receipt("v20_teamwork", rolls=rolls, required=2)
    assert (found["net"], found["has_botch"], found["is_success"]) == (2, True, True)
    spoiled = receipt("v20_teamwork", rolls=rolls, required=2, botch_spoils=True)
    assert (spoiled["net"], spoiled["is_success"]) == (0, False)


def test_an_extended_action_gathers_and_a_botch_loses_all() -> None:
    """C4.1: or ends it, by switch."""
    rolls: list[Json] = [{"faces": [6, 7]}, {"faces": [1]}, {"faces": [6, 6, 9]}]
    found = receipt("v20_extended", target=3, rolls=rolls)
    assert [step["gained"] for step in found["steps"]] == [2, 0, 3]
    assert found["progress"] == "done"
    ended = receipt("v20_extended", target=3, rolls=rolls[:2], switches={"extended_botch": "end"})
    assert ended["progress"] == "lost"


def _exchange(attacker: list[int], defender: list[int]) -> Json:
    return {"attacker": {"faces": attacker}, "defender": {"faces": defender}}


def test_a_race_goes_to_a_lead_or_a_total() -> None:
    """C4.3."""
    rolls = [_exchange([6, 7], [6]), _exchange([2], [6, 7])]
    led = receipt("v20_race", goal="lead", target=2, rolls=rolls)
    assert (led["totals"], led["is_over"], led["winner"]) == ([[2, 1], [2, 3]], False, None)
    total = receipt("v20_race", goal="total", target=3, rolls=rolls)
    assert (total["is_over"], total["winner"]) == (True, "defender")


ATTACK: Json = {"type": "v20_attack", "attack": HIT, "source": PUNCH, "damage_faces": [1] * 5}
POOL: Json = {"type": "v20_pool", "traits": [DEXTERITY]}
DONE: Json = {"type": "v20_extended", "target": 1, "rolls": [{"faces": [6]}, {"faces": [6]}]}


@pytest.mark.parametrize(
    ("request_", "code", "field", "accepted"),
    [
        ({"type": "v20_initiative", "combatants": [{**FAST, "health": {"lethal": 7}}]},
         "incapacitated", "combatants[0].health", "not Incapacitated"),
        ({"type": "v20_initiative", "combatants": [{**FAST, "face": 11}]}, "invalid",
         "combatants[0].face", "1 to 10"),
        ({**ATTACK, "damage_faces": [6]}, "bad_faces", "damage_faces", "exactly 5"),
        ({**ATTACK, "attack": {"faces": [2]}}, "bad_faces", "damage_faces", "exactly 0"),
        ({**ATTACK, "attack": {"faces": [2]}, "damage_faces": [], "soak": {"faces": [6]}},
         "missed", "soak", "no soak"),
        ({**ATTACK, "soak": {"faces": [6], "stamina": 2}}, "bad_faces", "soak.faces",
         "exactly 2"),
        ({**ATTACK, "source": {"bonus": 3}}, "invalid", "source.damage_kind", "lethal"),
        ({**ATTACK, "source": {"blow": "kick"}}, "invalid", "source.strength", "0 to 20"),
        ({**ATTACK, "attacker_health": {"lethal": 7}}, "incapacitated", "attacker_health",
         "not Incapacitated"),
        ({**ATTACK, "defence": {"faces": [6], "difficulty": 1}}, "invalid", "defence.difficulty",
         "2 to 10"),
        ({**ATTACK, "defence": {"faces": [6], "automatic": 1, "pool_kind": "willpower"}},
         "willpower_not_here", "defence.automatic", "0"),
        ({**POOL, "health": {"lethal": 7}}, "incapacitated", "health", "not Incapacitated"),
        ({**POOL, "traits": [{**DEXTERITY, "rating": 0}]}, "pool_empty", "traits", "1 die"),
        ({**POOL, "traits": [DEXTERITY, {"name": "Courage", "rating": 2}]}, "bad_pool", "traits",
         "this trait alone"),
        ({**POOL, "traits": [{"name": "Willpower", "rating": 2}], "pool_kind": "action"},
         "bad_pool", "pool_kind", "willpower"),
        ({**POOL, "traits": [DEXTERITY, {"name": "Occult", "rating": 0}]}, "untrained_knowledge",
         "traits", "1 or more"),
        ({"type": "v20_actions", "pools": [6, 4], "shares": [3, 3]}, "bad_split", "shares",
         "4 dice in all"),
        ({"type": "v20_actions", "pools": [6, 4]}, "bad_split", "shares", "4 dice in all"),
        ({"type": "v20_actions", "pools": [2, 2], "switches": {"multiple_actions": "revised"}},
         "too_many_actions", "pools", "larger pools"),
        ({"type": "v20_teamwork", "rolls": []}, "invalid", "rolls", "1 to 64"),
        (DONE, "action_over", "rolls[1]", "fewer rolls"),
        ({"type": "v20_race", "goal": "total", "target": 1,
          "rolls": [_exchange([6], [2])] * 2}, "action_over", "rolls[1]", "fewer rolls"),
        ({"type": "v20_race", "goal": "total", "target": 1,
          "rolls": [{"attacker": {"faces": [11]}, "defender": {"faces": []}}]}, "invalid",
         "rolls[0].attacker.faces[0]", "1 to 10"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_field(request_: Json, code: str, field: str, accepted: str) -> None:
    """Which part was wrong, why by a stable name, and what would have been accepted there."""
    fault = error(**request_)
    assert (fault["code"], fault["field"]) == (code, field)
    assert fault["message"].endswith(".")
    assert accepted in fault["accepted"]
