"""The V5 switches, their values and their presets."""

import dataclasses
from typing import Any

import pytest

from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.house_rules import PRESETS, SWITCHES, V5Rules


def test_every_default_is_the_first_value_of_its_switch() -> None:
    """The preset ``v5`` is what the facts propose, switch by switch."""
    defaults = {name: switch.default for name, switch in SWITCHES.items()}
    assert defaults == dataclasses.asdict(V5Rules())
    assert all(switch.values[0] == switch.default for switch in SWITCHES.values())


def test_every_switch_of_the_facts_is_there() -> None:
    """Each switch of sections A and B, by name, with all its values and the row it comes from."""
    known = {name: (switch.row, switch.values) for name, switch in SWITCHES.items()}
    assert known == {
        "min_pool": ("A1.11", ("one", "refuse")),
        "pool_kinds": ("A1.2", ("with_attribute", "skill_alone_too")),
        "messy_scope": ("A2.5", ("any_ten", "best_pair_only")),
        "messy_fallback": (
            "A2.10",
            ("storyteller_choice", "test_fails", "compulsion_or_failure", "never"),
        ),
        "bestial_failure": ("A2.6", ("any_failure", "zero_only")),
        "bestial_meaning": ("A2.11", ("menu", "complication")),
        "total_failure": ("A1.7", ("named", "plain")),
        "extra_tens": ("A1.4", ("per_pair", "each_extra")),
        "wp_rerolls_per_roll": ("A3.1", ("one", "unlimited")),
        "wp_reroll_scope": ("A3.2", ("any_normal", "failed_only")),
        "wp_reroll_may_crit": ("A3.5", ("yes", "no")),
        "wp_spend_when_full": ("A3.4", ("aggravate", "refuse")),
        "hunger5_voluntary": ("A4.5", ("refuse", "allow_with_frenzy")),
        "hunger5_check": ("A4.6", ("on_failure", "always")),
        "blood_potency_table": ("A5", ("errata", "first_printing")),
        "feeding_penalty_min": ("A6.1", ("zero", "one")),
        "feeding_half_rounding": ("A6.1", ("floor", "ceil")),
        "tie": ("A9.2", ("both_one", "defender_wins", "attacker_wins", "nothing")),
        "tie_weapon": ("A9.2", ("no", "yes")),
        "tie_reading": ("A9.2", ("neither", "both_win_by_one", "both_fail")),
        "turn_order": ("A9.5", ("steps", "fixed_initiative")),
        "called_shot": ("A9.11", ("dice_2", "successes_2")),
        "mortal_heal": ("A10", ("per_night", "per_session")),
        "overflow_damage": ("A11.4", ("one_per_stain", "one_total")),
        "stain_impairment": ("A11.5", ("on_overflow", "on_full")),
        "terror_burned": ("A12.4", ("two", "three")),
        "hecata": ("A13", ("transition", "omen")),
        "ghoul_power_cost": ("A14", ("above_level_1", "always")),
        "no_difficulty": ("A1.10", ("report_only", "treat_as_1")),
        "difficulty_range": ("A1.9", ("one_upward", "one_to_five")),
        "no_roll": ("A1.12", ("twice_difficulty", "storyteller_judgement")),
        "win_at_cost": ("A1.14", ("offered", "off")),
    }


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_says_what_it_does_in_a_sentence(name: str) -> None:
    """The pages and the command show it as it stands."""
    effect = SWITCHES[name].effect
    assert effect[0].isupper()
    assert effect.endswith(".")


def test_the_preset_v5_is_the_default() -> None:
    """A room that names no preset plays ``v5``."""
    assert PRESETS["v5"] == V5Rules()


def test_core_rolling_differs_where_section_b_says_so() -> None:
    """The preset of the Core Rolling sheet is the right column of section B."""
    differing = {
        name: value
        for name, value in dataclasses.asdict(PRESETS["v5_core_rolling"]).items()
        if value != SWITCHES[name].default
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
        "total_failure": "plain",
        "pool_kinds": "skill_alone_too",
        "no_roll": "storyteller_judgement",
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
