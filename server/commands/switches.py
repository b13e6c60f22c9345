"""`coterie rules`: every house-rule switch, and the presets that bundle them."""

import shutil
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from msgspec import Struct

from server.commands.terminal import CommandFailed, say, say_json
from server.rules.switches import Switch
from server.rules.v5 import house_rules as v5
from server.rules.v20 import house_rules as v20

_LEAST_WIDTH: Final = 40
_MOST_WIDTH: Final = 120
_STACKED_BELOW: Final = 72
"""A narrower terminal gets one column."""


@dataclass(frozen=True, slots=True)
class _System:
    name: str
    title: str
    switches: Mapping[str, Switch]
    presets: Mapping[str, Any]


_SYSTEMS: Final = (
    _System("v5", "Vampire 5th edition (v5)", v5.SWITCHES, v5.PRESETS),
    _System("v20", "Vampire 20th anniversary (v20)", v20.SWITCHES, v20.PRESETS),
)


class SwitchView(Struct, frozen=True):
    """A switch; `value` is what the preset plays, `row` where in the rules it comes from."""

    name: str
    values: tuple[str, ...]
    default: str
    value: str
    row: str
    effect: str


class PresetView(Struct, frozen=True):
    """A preset by what it sets otherwise than the switches' defaults."""

    name: str
    is_default: bool
    switches: dict[str, str]


class SystemView(Struct, frozen=True):
    """The switches of one system as one preset plays them, and all its presets."""

    system: str
    preset: str
    switches: tuple[SwitchView, ...]
    presets: tuple[PresetView, ...]


class RulesView(Struct, frozen=True):
    """The answer of `coterie rules --json`."""

    systems: tuple[SystemView, ...]


def show_rules(system: str | None, preset: str | None, *, as_json: bool) -> int:
    """
    Print the switches and presets.

    Args:
        system: One system alone; None for that of *preset*, or for both.
        preset: Whose values to show; None for each system's default.
        as_json: As an object, not as a table.

    Raises:
        CommandFailed: The preset is another system's.
    """
    wanted = [
        one
        for one in _SYSTEMS
        if system in (None, one.name) and (preset is None or preset in one.presets)
    ]
    if not wanted:
        known = next(one.presets for one in _SYSTEMS if one.name == system)
        raise CommandFailed(
            f"{preset} is no preset of {system}: accepted is one of {', '.join(known)}.", 2
        )
    views = [_view(one, preset or next(iter(one.presets))) for one in wanted]
    if as_json:
        say_json([msgspec.json.encode(RulesView(tuple(views))).decode()])
        return 0
    width = min(_MOST_WIDTH, max(_LEAST_WIDTH, shutil.get_terminal_size().columns))
    for number, (one, view) in enumerate(zip(wanted, views, strict=True)):
        if number:
            say("")
        say(*_table(one.title, view, width))
    return 0


def _view(system: _System, preset: str) -> SystemView:
    played = system.presets[preset]
    switches = tuple(
        SwitchView(
            switch.name,
            switch.values,
            switch.default,
            getattr(played, switch.name),
            switch.row,
            switch.effect,
        )
        for switch in system.switches.values()
    )
    presets = tuple(
        PresetView(name, number == 0, _differences(rules, system.switches))
        for number, (name, rules) in enumerate(system.presets.items())
    )
    return SystemView(system.name, preset, switches, presets)


def _differences(rules: object, switches: Mapping[str, Switch]) -> dict[str, str]:
    values = {name: str(getattr(rules, name)) for name in switches}
    return {name: value for name, value in values.items() if value != switches[name].default}


def _table(title: str, view: SystemView, width: int) -> Iterator[str]:
    """The switches and presets of one system, in lines of at most *width*."""
    yield from textwrap.wrap(
        f"{title}: the first value of a switch is its default, the one in brackets is what"
        f" {view.preset} plays, and the row says where in the rules it comes from.",
        width,
    )
    yield ""
    names = [switch.name for switch in view.switches] + [one.name for one in view.presets]
    column = max(map(len, names))
    yield from _row("switch", ["values, effect (row)"], column, width)
    yield "-" * width
    for switch in view.switches:
        values = " | ".join(f"[{v}]" if v == switch.value else v for v in switch.values)
        lines = [values, f"{switch.effect} ({switch.row})"]
        yield from _row(switch.name, lines, column, width)
    yield ""
    yield from _row("preset", ["what it sets otherwise than the defaults"], column, width)
    yield "-" * width
    for one in view.presets:
        changes = ", ".join(f"{name}={value}" for name, value in one.switches.items())
        text = changes or "nothing"
        yield from _row(
            one.name, [f"{text} (the default)" if one.is_default else text], column, width
        )


def _row(name: str, texts: list[str], column: int, width: int) -> Iterator[str]:
    """A name, and beside it (in a narrow terminal below it) texts wrapped to what is left."""
    indent = 2 if width < _STACKED_BELOW else column + 2
    lines = [
        line
        for text in texts
        for line in textwrap.wrap(text, width - indent, break_on_hyphens=False)
    ]
    if width < _STACKED_BELOW:
        yield name
    else:
        yield f"{name:<{indent}}{lines.pop(0)}"
    for line in lines:
        yield " " * indent + line
