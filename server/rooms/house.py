"""The house rules of a room as the rules engine takes them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from msgspec.structs import replace

from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import GameSystem, Preset
from server.rooms.refusal import Refusal
from server.rules.switches import Switch, mixed, switch_refusal
from server.rules.v5.house_rules import PRESETS, SWITCHES, V5Rules
from server.rules.v20.house_rules import PRESETS as V20_PRESETS
from server.rules.v20.house_rules import SWITCHES as V20_SWITCHES
from server.rules.v20.house_rules import V20Rules

KEPT_MIXES = 256
"""Mixtures of switches that are kept built; each room has few over its life."""


class ReadBy(Protocol):
    """What names its house rules: a room's, or a receipt."""

    @property
    def preset(self) -> Preset:
        """The bundle."""
        ...

    @property
    def switches(self) -> dict[str, str]:
        """What is set otherwise than the bundle has it."""
        ...


def rules_by(said: ReadBy) -> V5Rules:
    """
    The switches that a room plays by, or that a receipt was read by.

    Raises:
        ValueError: They name what the rules do not know.
    """
    if not said.switches:
        return PRESETS[said.preset]
    return _mixed(said.preset, tuple(sorted(said.switches.items())))


def v20_rules_by(said: ReadBy) -> V20Rules:
    """
    The same for a room that plays V20, or for a receipt of V20.

    Raises:
        ValueError: They name what the rules do not know.
    """
    if not said.switches:
        return V20_PRESETS[said.preset]
    return _v20_mixed(said.preset, tuple(sorted(said.switches.items())))


@lru_cache(KEPT_MIXES)
def _v20_mixed(preset: Preset, switches: tuple[tuple[str, str], ...]) -> V20Rules:
    return mixed(V20_PRESETS[preset], dict(switches), V20_SWITCHES)


def system_of(preset: Preset) -> GameSystem:
    """Whose rules a preset bundles."""
    return GameSystem.V20 if preset in V20_PRESETS else GameSystem.V5


def switches_of(system: str) -> Mapping[str, Switch]:
    """The switches of a system."""
    return V20_SWITCHES if system == GameSystem.V20 else SWITCHES


def founded_rules(asked: HouseRules, system: GameSystem | None) -> HouseRules | Refusal:
    """The house rules that a room begins with, for the system asked for beside them."""
    if system is None or system is system_of(asked.preset):
        return asked
    if system is GameSystem.V20 and asked.preset is Preset.V5:
        # The default, which may stand there because no preset was named.
        return replace(asked, preset=Preset.V20_BOOK)
    presets = [preset for preset in Preset if system_of(preset) is system]
    return Refusal(
        Code.INVALID,
        f"The preset {asked.preset} is not one of {system.upper()}.",
        "entry.system",
        f"this system with one of {', '.join(presets)}",
    )


@lru_cache(KEPT_MIXES)
def _mixed(preset: Preset, switches: tuple[tuple[str, str], ...]) -> V5Rules:
    return mixed(PRESETS[preset], dict(switches), SWITCHES)


def refuse_switches(asked: HouseRules) -> Refusal | None:
    """Whether house rules name a switch or a value that the rules do not know."""
    refusal = switch_refusal(asked.switches, switches_of(system_of(asked.preset)))
    if refusal is None:
        return None
    return Refusal(Code.INVALID, refusal.detail, f"house_rules.{refusal.field}", refusal.accepted)
