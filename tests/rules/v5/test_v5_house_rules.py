"""The V5 switches, their values and their presets."""

import dataclasses
from typing import Any

import pytest

from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.house_rules import PRESETS, SWITCHES, V5Rules


def test_every_default_is_the_first_value_of_its_switch() -> None:
    """The preset ``v5`` is what the facts propose, switch by switch."""
    assert {name: values[0] for name, values in SWITCHES.items()} == dataclasses.asdict(V5Rules())


def test_the_preset_v5_is_the_default() -> None:
    """A room that names no preset plays ``v5``."""
    assert PRESETS["v5"] == V5Rules()


def test_core_rolling_differs_where_section_b_says_so() -> None:
    """The preset of the Core Rolling sheet is the right column of section B."""
    differing = {
        name: value
        for name, value in dataclasses.asdict(PRESETS["v5_core_rolling"]).items()
        if value != SWITCHES[name][0]
    }
    assert differing == {
        "bestial_failure": "zero_only",
        "extra_tens": "each_extra",
        "bestial_meaning": "complication",
        "win_at_cost": "off",
        "tie": "defender_wins",
        "wp_reroll_scope": "failed_only",
        "wp_reroll_may_crit": "no",
        "difficulty_range": "one_to_five",
        "messy_fallback": "never",
    }


@pytest.mark.parametrize("name", SWITCHES)
def test_unknown_values_are_broken_assumptions(name: str) -> None:
    """A switch set to a value it does not know raises, and the message names both."""
    unknown: dict[str, Any] = {name: "sometimes"}
    with pytest.raises(ValueError, match=f"{name} is 'sometimes'"):
        V5Rules(**unknown)


@pytest.mark.parametrize("preset", PRESETS)
def test_difficulty_zero_is_refused(preset: str) -> None:
    """V5: a Difficulty of 0 is refused instead of being an easy win."""
    refusal = difficulty_refusal(0, PRESETS[preset])
    assert refusal is not None
    assert refusal.code == "bad_difficulty"
    assert refusal.field == "difficulty"


def test_difficulty_has_no_upper_end_unless_the_table_sets_one() -> None:
    """Difficulty 6 is accepted in ``v5`` and refused in ``v5_core_rolling``."""
    assert difficulty_refusal(6, PRESETS["v5"]) is None
    assert difficulty_refusal(99, PRESETS["v5"]) is None
    refusal = difficulty_refusal(6, PRESETS["v5_core_rolling"])
    assert refusal is not None
    assert refusal.accepted == "1 to 5"


@pytest.mark.parametrize("difficulty", [None, 1, 5])
@pytest.mark.parametrize("preset", PRESETS)
def test_common_difficulties_are_accepted_everywhere(difficulty: int | None, preset: str) -> None:
    """No Difficulty, 1 and 5 are fine at every table."""
    assert difficulty_refusal(difficulty, PRESETS[preset]) is None
