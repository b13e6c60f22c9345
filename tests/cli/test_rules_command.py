"""`coterie rules`: every switch and every preset, readable at any width, and as JSON."""

import json
import re
from collections.abc import Mapping
from typing import get_args

import pytest

from server.cli import main
from server.commands.resolving_base import V5Preset, V20Preset
from server.rules.switches import Switch
from server.rules.v5 import house_rules as v5
from server.rules.v5.provocations import PROVOCATIONS
from server.rules.v20 import house_rules as v20
from tests.cli.lines import Json, error

SYSTEMS = {"v5": (v5.SWITCHES, v5.PRESETS), "v20": (v20.SWITCHES, v20.PRESETS)}


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def _systems(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Json]:
    found: list[Json] = json.loads(_said(capsys, *arguments, "--json"))["systems"]
    return found


@pytest.mark.parametrize("preset", [*v5.PRESETS, *v20.PRESETS])
def test_json_has_every_switch_as_the_preset_plays_it(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Name, values, default, value, row and effect, in the order of the rules."""
    (found,) = _systems(capsys, "--preset", preset)
    switches, presets = SYSTEMS[found["system"]]
    assert found["preset"] == preset
    assert found["switches"] == [
        {
            "name": switch.name,
            "values": list(switch.values),
            "default": switch.default,
            "value": getattr(presets[preset], switch.name),
            "row": switch.row,
            "effect": switch.effect,
        }
        for switch in switches.values()
    ]


@pytest.mark.parametrize("system", SYSTEMS)
def test_presets_are_told_by_what_they_change(
    system: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The defaults with what a preset sets are that preset again; the first is the default."""
    (found,) = _systems(capsys, "--system", system)
    switches, presets = SYSTEMS[system]
    assert [one["name"] for one in found["presets"]] == list(presets)
    assert [one["is_default"] for one in found["presets"]] == [True] + [False] * (len(presets) - 1)
    for one in found["presets"]:
        defaults = {name: switch.default for name, switch in switches.items()}
        played = {name: getattr(presets[one["name"]], name) for name in switches}
        assert defaults | one["switches"] == played
        assert all(defaults[name] != value for name, value in one["switches"].items())


def test_both_systems_are_told_unless_one_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """By the system or by one of its presets."""
    assert [one["system"] for one in _systems(capsys)] == ["v5", "v20"]
    assert [one["system"] for one in _systems(capsys, "--preset", "v20_table")] == ["v20"]
    assert "v20" not in _said(capsys, "--system", "v5")


@pytest.mark.parametrize("width", [20, 50, 80, 132, 200])
def test_the_table_fits_the_terminal_and_says_all(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is wider, and no word of a switch is lost by wrapping."""
    monkeypatch.setenv("COLUMNS", str(width))
    text = _said(capsys)
    assert max(map(len, text.splitlines())) <= max(width, 40)
    flowing = " ".join(text.split())
    for switches, presets in SYSTEMS.values():
        assert all(preset in flowing for preset in presets)
        _assert_told(flowing, switches)


def _assert_told(flowing: str, switches: Mapping[str, Switch]) -> None:
    for switch in switches.values():
        values = " | ".join(
            f"[{value}]" if value == switch.default else value for value in switch.values
        )
        assert f"{switch.name} {values} {switch.effect} ({switch.row})" in flowing


def test_brackets_mark_what_the_preset_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the default, where the preset sets it otherwise."""
    monkeypatch.setenv("COLUMNS", "100")
    text = _said(capsys, "--preset", "v5_core_rolling")
    assert re.search(r"^bestial_failure +any_failure \| \[zero_only\]$", text, re.MULTILINE)
    assert re.search(r"^tie_weapon +\[no\] \| yes$", text, re.MULTILINE)


def test_a_preset_of_the_other_system_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """With the presets that there are."""
    assert main(["rules", "--system", "v5", "--preset", "v20_book"]) == 2
    assert capsys.readouterr().err == (
        "coterie rules: v20_book is no preset of v5: accepted is one of v5, v5_core_rolling.\n"
    )


def test_requests_know_every_preset_and_provocation() -> None:
    """What the types of requests list is what the rules have."""
    assert get_args(V5Preset) == tuple(v5.PRESETS)
    assert get_args(V20Preset) == tuple(v20.PRESETS)
    fault = error("v5_frenzy", faces=[1], provocation="none of them")
    assert fault["accepted"].removesuffix(" or null").removeprefix("one of ").split(", ") == sorted(
        PROVOCATIONS
    )
