"""The house rules of a room as the rules engine takes them."""

from functools import lru_cache
from typing import Protocol

from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import Preset
from server.rooms.refusal import Refusal
from server.rules.switches import mixed, switch_refusal
from server.rules.v5.house_rules import PRESETS, SWITCHES, V5Rules

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


@lru_cache(KEPT_MIXES)
def _mixed(preset: Preset, switches: tuple[tuple[str, str], ...]) -> V5Rules:
    return mixed(PRESETS[preset], dict(switches), SWITCHES)


def refuse_switches(asked: HouseRules) -> Refusal | None:
    """Whether house rules name a switch or a value that the rules do not know."""
    refusal = switch_refusal(asked.switches, SWITCHES)
    if refusal is None:
        return None
    return Refusal(Code.INVALID, refusal.detail, f"house_rules.{refusal.field}", refusal.accepted)
