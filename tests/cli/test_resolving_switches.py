"""Every house-rule switch is seen at work through `coterie resolve`, with each of its values."""

from typing import Any

import pytest

from server.rules.v5 import house_rules as v5
from server.rules.v20 import house_rules as v20
from tests.cli.lines import Json, answered

WITS: Json = {"name": "Wits", "dots": 3}
FED: Json = {"hunger": 4}
TIED: Json = {"attacker": {"faces": [6], "weapon": 1}, "defender": {"faces": [7]}}
FIGHTERS: list[Json] = [
    {"name": "Ada", "step": "close_combat", "initiative": 1},
    {"name": "Bo", "step": "ranged", "initiative": 2},
]
REROLL: Json = {"faces": [10, 2, 7], "reroll": {"indices": [1], "faces": [10]}}
OPERATED: Json = {"health": {"boxes": 9, "superficial": 4}, "willpower": {"boxes": 5}}


def _v5(type: str, **fields: object) -> Json:
    return {"type": f"v5_{type}", **fields}


def _v20(type: str, **fields: object) -> Json:
    return {"type": f"v20_{type}", **fields}


def _does(operation: Json, **fields: object) -> Json:
    return _v5("trackers", operations=[operation], **{**OPERATED, **fields})


def _does20(*operations: Json, **fields: object) -> Json:
    return _v20("trackers", operations=list(operations), **fields)


def _again(*rerolled: int) -> Json:
    return _v20(
        "roll", faces=[10], rerolled_faces=list(rerolled), specialty=True, preset="v20_table"
    )


_STRIKE: Json = {"type": "strike", "margin": 3, "called_shot": "stake"}
_STAINS: Json = {"type": "gain_stains", "amount": 3}
_REST: Json = {"type": "rest", "stamina": 2}
_VIRTUES: Json = {"morality": 7, "virtues": {"conscience": 3, "self_control": 3}}
_BEAST: Json = {"type": "resist_frenzy", "difficulty": 6, "faces": [6, 6, 2]}
_BUY: Json = {"type": "buy_success"}
_SOAK: Json = {"faces": [1, 8], "stamina": 2}

SEEN_V5: dict[str, Json] = {
    "min_pool": _v5("pool", traits=[WITS], modifiers=[{"label": "dark", "dice": -3}]),
    "pool_kinds": _v5("pool", traits=[{"name": "Stealth", "dots": 3}]),
    "messy_scope": _v5("roll", faces=[10, 10], hunger_faces=[10], difficulty=3),
    "messy_fallback": _v5("consequences", faces=[10], hunger_faces=[10], difficulty=3),
    "bestial_failure": _v5("roll", faces=[6], hunger_faces=[1], difficulty=2),
    "bestial_meaning": _v5("consequences", faces=[6], hunger_faces=[1], difficulty=2),
    "total_failure": _v5("consequences", faces=[2], difficulty=1),
    "extra_tens": _v5("roll", faces=[10, 10, 10]),
    "wp_rerolls_per_roll": _v5(
        "roll", faces=[2], reroll={"indices": [0], "faces": [7], "rerolls_before": 1}
    ),
    "wp_reroll_scope": _v5("roll", faces=[7], reroll={"indices": [0], "faces": [8]}),
    "wp_reroll_may_crit": _v5("roll", **REROLL),
    "wp_spend_when_full": _does(
        {"type": "spend_willpower"}, willpower={"boxes": 3, "superficial": 3}
    ),
    "hunger5_voluntary": _v5("rouse", checks=[[6]], hunger=5, voluntary=True),
    "hunger5_check": _v5("rouse", checks=[[6]], hunger=5),
    "blood_potency_table": _v5("pool", traits=[WITS], surge=True, blood_potency=1),
    "feeding_penalty_min": _does({"type": "feed", "source": "human_sip"}, **FED, blood_potency=4),
    "feeding_half_rounding": _does({"type": "feed", "source": "blood_bag"}, **FED, blood_potency=2),
    "tie": _v5("contest", **TIED),
    "tie_weapon": _v5("contest", **TIED),
    "tie_reading": _v5("contest", **TIED),
    "turn_order": _v5("turn_order", combatants=FIGHTERS),
    "called_shot": _does(_STRIKE),
    "mortal_heal": _does(_REST, character_kind="mortal"),
    "overflow_damage": _does(_STAINS, humanity=9),
    "stain_impairment": _does({"type": "gain_stains", "amount": 1}, humanity=9),
    "terror_burned": _v5("frenzy", provocation="burned", faces=[6]),
    "hecata": _v5("compulsion", name="Morbidity", clan="Hecata"),
    "ghoul_power_cost": _does({"type": "ghoul_power", "power_level": 1}, character_kind="ghoul"),
    "no_difficulty": _v5("roll", faces=[6]),
    "difficulty_range": _v5("roll", faces=[6], difficulty=6),
    "no_roll": _v5("no_roll", pool=2, difficulty=2),
    "win_at_cost": _v5("consequences", faces=[6], difficulty=2),
}

SEEN_V20: dict[str, Json] = {
    "mode": _v20("roll", faces=[4]),
    "untrained_at_ten": _v20("roll", faces=[10], difficulty=10, untrained_skill=True),
    "target_one": _v20("roll", faces=[1], difficulty=2, preset="v20_engine_casual"),
    "untrained_knowledge": _v20(
        "pool",
        traits=[{"name": "Wits", "rating": 3}, {"name": "Occult", "rating": 0}],
    ),
    "botch": _v20("roll", faces=[6, 1]),
    "one_cancels": _v20("roll", faces=[10, 1], specialty=True),
    "tens_cancel_ones": _v20("roll", faces=[10, 1]),
    "specialty": _v20("roll", faces=[10], specialty=True),
    "reroll_ones_count": _again(1),
    "reroll_chain": _again(10, 3),
    "specialty_min": _v20("roll", faces=[6], specialty=True, specialty_rating=3),
    "specialty_max": _v20("roll", faces=[6], specialty=True, specialty_rating=6),
    "multiple_actions": _v20("actions", pools=[6, 6], shares=[3, 3]),
    "willpower_lock": _does20(
        {"type": "begin_turn"}, _BUY, _BUY, willpower={"permanent": 3, "current": 3}
    ),
    "extended_botch": _v20("extended", target=3, rolls=[{"faces": [6]}, {"faces": [1]}]),
    "initiative": _v20("initiative", combatants=[], turn=2),
    "ones_on_damage_soak": _does20(
        {"type": "damage", "damage_kind": "lethal", "levels": 2, "soak": _SOAK}, health={}
    ),
    "wound_penalty_on_strength_damage": _v20(
        "attack", attack={"faces": [6]}, source={"strength": 3, "blow": "punch"},
        damage_faces=[6, 6, 6], attacker_health={"lethal": 2},
    ),
    "soak_aggravated": _does20(
        {"type": "damage", "damage_kind": "aggravated", "levels": 2, "soak": _SOAK}, health={}
    ),
    "thin_blood_pool": _does20(generation=14, blood=8),
    "degeneration_difficulty": _does20(
        {"type": "degeneration", "sin": 5, "faces": [7, 2, 3], "difficulty": 7}, **_VIRTUES
    ),
    "v20_frenzy": _does20(_BEAST, **_VIRTUES),
    "virtue_capped_by_blood": _does20(_BEAST, **_VIRTUES, blood=1),
}  # fmt: skip


def _bare(value: Any) -> Any:
    """An answer without what it says of its switches."""
    if isinstance(value, dict):
        return {key: _bare(each) for key, each in value.items() if key != "switches"}
    return [_bare(each) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("request_", "switch"),
    [(SEEN_V5[name], switch) for name, switch in v5.SWITCHES.items()]
    + [(SEEN_V20[name], switch) for name, switch in v20.SWITCHES.items()],
    ids=lambda value: getattr(value, "name", ""),
)
def test_each_value_of_a_switch_answers_otherwise_than_the_first(
    request_: Json, switch: Any
) -> None:
    """No switch is out of a tool author's reach."""
    answers = [
        _bare(answered({**request_, "switches": {switch.name: value}})) for value in switch.values
    ]
    for value, answer in zip(switch.values[1:], answers[1:], strict=True):
        assert answer != answers[0], value


def test_no_request_is_of_a_switch_that_is_gone() -> None:
    """The tables above are those of the house rules."""
    assert set(SEEN_V5) == set(v5.SWITCHES)
    assert set(SEEN_V20) == set(v20.SWITCHES)
