"""The V20 switches, their values and their presets."""

import dataclasses
import inspect
import pkgutil
from importlib import import_module

import pytest

from server.rules import v20
from server.rules.v20.house_rules import DEFAULT_RULES, PRESETS, SWITCHES, V20Rules
from tests.rules.v20.strategies import rules_from

VALUES = {
    "mode": ("C2", "strict", "casual"),
    "untrained_at_ten": ("C2", "clamp", "eleven", "refuse"),
    "target_one": ("C2", "counts_and_cancels", "ones_fail"),
    "untrained_knowledge": ("C2", "refuse", "attribute"),
    "botch": ("C1.5", "no_die_succeeded", "net_zero"),
    "one_cancels": ("C3", "success", "die"),
    "tens_cancel_ones": ("C1.4", "no", "yes"),
    "specialty": ("C3", "double", "reroll"),
    "reroll_ones_count": ("C3", "no", "yes"),
    "reroll_chain": ("C3", "yes", "no"),
    "specialty_min": ("C9", "four", "none"),
    "specialty_max": ("C9", "five", "none"),
    "multiple_actions": ("C3", "split_only", "none", "split_plus_one", "revised"),
    "willpower_lock": ("C3", "per_turn", "none"),
    "extended_botch": ("C4.1", "reset", "end"),
    "initiative": ("C5.1", "each_turn", "once"),
    "ones_on_damage_soak": ("C5.5", "no", "yes"),
    "wound_penalty_on_strength_damage": ("C5.6", "no", "yes"),
    "soak_aggravated": ("C6", "fortitude", "stamina_fortitude"),
    "thin_blood_pool": ("C7", "usable_part", "small_pool"),
    "degeneration_difficulty": ("C8.2", "eight", "storyteller"),
    "v20_frenzy": ("C8.3", "five_successes", "any_success"),
    "virtue_capped_by_blood": ("C8.3", "yes", "no"),
}


def test_every_switch_of_section_c_is_there_with_its_values_and_row() -> None:
    """The list of switches is section C's, and no other."""
    assert {name: (s.row, *s.values) for name, s in SWITCHES.items()} == VALUES


def test_every_switch_says_what_it_does() -> None:
    """Each effect is one sentence, and no two are the same."""
    effects = {switch.effect for switch in SWITCHES.values()}
    assert len(effects) == len(SWITCHES)
    assert all(effect.endswith(".") and effect[0].isupper() for effect in effects)


def test_the_book_is_the_default() -> None:
    """A room that names no preset plays ``v20_book``: every first value."""
    assert PRESETS["v20_book"] == DEFAULT_RULES == V20Rules()
    assert dataclasses.asdict(DEFAULT_RULES) == {name: v[1] for name, v in VALUES.items()}


@pytest.mark.parametrize(
    ("preset", "differing"),
    [
        ("v20_book", {}),
        ("v20_table", {"specialty": "reroll", "multiple_actions": "split_plus_one"}),
        ("v20_engine", {"multiple_actions": "none", "willpower_lock": "none"}),
        (
            "v20_engine_casual",
            {"mode": "casual", "multiple_actions": "none", "willpower_lock": "none"},
        ),
    ],
)
def test_presets_differ_from_the_book_where_c9_says_so(
    preset: str, differing: dict[str, str]
) -> None:
    """C9, with Willpower and several actions of C3 and casual mode of C2."""
    chosen = dataclasses.asdict(PRESETS[preset])
    assert {name: v for name, v in chosen.items() if v != SWITCHES[name].default} == differing


def test_there_are_four_presets() -> None:
    """C9 names them, and the first is what a V20 room begins with."""
    assert list(PRESETS) == ["v20_book", "v20_table", "v20_engine", "v20_engine_casual"]


@pytest.mark.parametrize("name", SWITCHES)
def test_unknown_values_are_broken_assumptions(name: str) -> None:
    """A switch set to a value it does not know raises, and the message names both."""
    with pytest.raises(ValueError, match=f"{name} is 'sometimes'"):
        rules_from({name: "sometimes"})


def test_nothing_of_the_other_edition_leaks_in() -> None:
    """W25: no V20 module knows the V5 rules, so no V5 setting can change a V20 roll."""
    names = [f"server.rules.v20.{module.name}" for module in pkgutil.iter_modules(v20.__path__)]
    assert "server.rules.v20.willpower" in names
    assert [name for name in names if "v5" in inspect.getsource(import_module(name))] == []
