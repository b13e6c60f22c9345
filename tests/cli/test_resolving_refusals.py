"""`coterie resolve` can be refused for every reason that the rules know, each by its own code."""

import ast
from pathlib import Path

import pytest

from tests.cli.lines import Json, answered
from tests.support.dockerfile import REPOSITORY

ROLL: Json = {"type": "v5_roll", "faces": [2, 3]}
REROLL: Json = {"indices": [0], "faces": [1]}
THROW: Json = {"type": "v20_roll", "faces": [8]}
SPECIALTY: Json = {**THROW, "specialty": True}
WITS: Json = {"name": "Wits", "dots": 3}
DEXTERITY: Json = {"name": "Dexterity", "rating": 3}
COMPELLED: Json = {"type": "v5_compulsion", "faces": [3]}
FRENZY: Json = {"type": "v5_frenzy", "faces": [6], "provocation": "insulted"}
MEND: Json = {"type": "mend", "face": 6}
MEND_AGGRAVATED: Json = {"type": "mend_aggravated", "faces": [6, 6, 6]}
BUY: Json = {"type": "buy_success"}
TURN: Json = {"type": "begin_turn"}


def _v5(*operations: Json, **fields: object) -> Json:
    whole = {"health": {"boxes": 5, "superficial": 3, "aggravated": 2}, "hunger": 1}
    return {"type": "v5_trackers", "operations": operations, "blood_potency": 1, **whole, **fields}


def _v20(*operations: Json, **fields: object) -> Json:
    whole = {"generation": 13, "blood": 5, "health": {"lethal": 1}}
    return {"type": "v20_trackers", "operations": operations, **whole, **fields}


def _pool(**fields: object) -> Json:
    return {"type": "v5_pool", "traits": [WITS], **fields}


REFUSED: dict[str, Json] = {
    "attribute_full": _v20({"type": "strengthen", "rating": 6}),
    "bad_amount": _v5({"type": "feed", "source": "human_sip", "amount": 2}),
    "bad_blood_potency": _v5(generation=16),
    "bad_compulsion": {"type": "v5_compulsion", "own": {"name": "Envy", "dice": 1}},
    "bad_dice": {**ROLL, "reroll": {**REROLL, "indices": [2]}},
    "bad_difficulty": {**ROLL, "difficulty": 6, "preset": "v5_core_rolling"},
    "bad_pool": _pool(traits=[WITS, WITS]),
    "bad_split": _pool(parts=[1, 1]),
    "bad_virtue": _v20(virtues={"courage": 6}),
    "blood_per_turn": _v20(TURN, {"type": "spend_blood", "points": 2}),
    "drive_followed": _v5(
        *[{"type": "follow_drive", "drive": "desire"}] * 2,
        willpower={"boxes": 5, "superficial": 3},
    ),
    "heals_by_time": _v20(
        {"type": "heal_with_blood", "damage_kind": "lethal", "levels": 1}, body="mortal"
    ),
    "hunger_full": {"type": "v5_rouse", "checks": [[3]], "hunger": 5, "voluntary": True},
    "in_conflict": {"type": "v5_no_roll", "pool": 9, "difficulty": 1, "in_conflict": True},
    "in_frenzy": {**FRENZY, "in_frenzy": True},
    "incapacitated": {"type": "v20_pool", "traits": [DEXTERITY], "health": {"lethal": 7}},
    "invalid": {**ROLL, "switches": {"tie": "both"}},
    "mended_this_turn": _v5(TURN, MEND, MEND),
    "mended_tonight": _v5(MEND_AGGRAVATED, MEND_AGGRAVATED),
    "no_beast": {**COMPELLED, "character_kind": "mortal"},
    "no_blood": _v20({"type": "spend_blood", "points": 6}),
    "no_frenzy": {**FRENZY, "character_kind": "mortal"},
    "no_rouse": {"type": "v5_rouse", "checks": [[3]], "hunger": 1, "character_kind": "mortal"},
    "no_specialty_here": {**SPECIALTY, "pool_kind": "virtue"},
    "no_stains": {"type": "v5_remorse", "humanity": 7, "stains": 0, "faces": [1]},
    "not_so_much_blood": _v20({"type": "drink_blood", "points": 11}),
    "nothing_to_heal": _v20({"type": "heal", "damage_kind": "bashing", "levels": 1}),
    "nothing_to_mend": _v5(MEND, health={"boxes": 5}),
    "one_specialty": _pool(specialties=["a", "b"]),
    "pool_empty": _pool(
        modifiers=[{"label": "dark", "dice": -3}], switches={"min_pool": "refuse"}
    ),
    "pool_too_small": {"type": "v5_no_roll", "pool": 1, "difficulty": 1},
    "reroll_not_allowed": {**ROLL, "pool_kind": "humanity", "reroll": REROLL},
    "reroll_used": {**ROLL, "reroll": {**REROLL, "rerolls_before": 1}},
    "specialty_too_high": {**SPECIALTY, "specialty_rating": 6},
    "specialty_too_low": {**SPECIALTY, "specialty_rating": 3},
    "surge_not_allowed": _pool(traits=[{"name": "Willpower", "dots": 3}], surge=True),
    "too_many_actions": {
        "type": "v20_actions", "pools": [2, 2], "switches": {"multiple_actions": "revised"},
    },
    "untrained_at_ten": {
        **THROW, "difficulty": 10, "untrained_skill": True,
        "switches": {"untrained_at_ten": "refuse"},
    },
    "untrained_knowledge": {
        "type": "v20_pool", "traits": [DEXTERITY, {"name": "Occult", "rating": 0}],
    },
    "willpower_not_here": _v20(
        {**BUY, "pool_kind": "degeneration"}, willpower={"permanent": 3, "current": 3}
    ),
    "willpower_spent": _v20(BUY, willpower={"permanent": 3, "current": 0}),
    "willpower_used": _v20(TURN, BUY, BUY, willpower={"permanent": 3, "current": 3}),
}  # fmt: skip


def _codes(file: Path) -> set[str]:
    """The codes of the refusals that a file of the rules makes."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleRefusal":
            given = [word.value for word in node.keywords if word.arg == "code"] or node.args[:1]
            found |= {str(each.value) for each in given if isinstance(each, ast.Constant)}
    return found


def test_every_refusal_of_the_rules_can_be_reached() -> None:
    """A new one in `server/rules` needs a request here that meets it."""
    rules = (REPOSITORY / "server" / "rules").rglob("*.py")
    assert set().union(*map(_codes, rules)) == set(REFUSED)


@pytest.mark.parametrize("code", REFUSED)
def test_a_refusal_has_its_code_and_the_run_goes_on(code: str) -> None:
    """The line says why in a sentence and by a stable name, and in which field."""
    request = REFUSED[code]
    answer = answered({**request, "id": code})
    assert answer["id"] == code
    fault = answer["error"]
    assert (fault["code"], fault["message"][-1]) == (code, ".")
    assert fault["field"].split(".")[0].split("[")[0] in request
