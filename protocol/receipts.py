"""
Receipts: what was rolled, how it was read, and why, in parts that a person can check.

Each names the house rules that it was read by: the preset, and the switches set otherwise.
"""

from msgspec import Struct

from protocol.dice import DieView, PoolItemView
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from protocol.words import (
    CalledShot,
    FrenzyKind,
    FrenzyOutcome,
    Outcome,
    Preset,
    Provocation,
    Resonance,
    RousePurpose,
    Temperament,
    WithoutDice,
)


class RouseReceipt(Struct, frozen=True, tag="rouse", omit_defaults=True, gc=False):
    """
    A Rouse check: one face, or two of which the better counts; below 6 Hunger rises by one.

    `stains` are what a power of Oblivion brings, on a face of 1 or 10.
    """

    faces: tuple[int, ...]
    passed: bool
    why: str
    purpose: RousePurpose = RousePurpose.OTHER
    stains: int = 0
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


class RousesReceipt(Struct, frozen=True, tag="rouses", omit_defaults=True, gc=False):
    """Rouse checks one after another, each as in a `rouse`; `failed` of them did not hold."""

    checks: tuple[tuple[int, ...], ...]
    failed: int
    why: str
    purpose: RousePurpose = RousePurpose.OTHER
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


class PoolReceipt(Struct, frozen=True, tag="pool", omit_defaults=True, gc=False):
    """
    A pool as it was rolled and read.

    `items` add up to the dice rolled (never fewer than one). `difficulty`, `margin` and `outcome`
    are null when nothing was asked for; then `possible` names the colours the faces could take.
    `label` is what the table calls the outcome, where it has another word for it. `called_shot`
    may have taken two of the successes. `without_dice`: nothing was rolled.
    """

    items: tuple[PoolItemView, ...]
    dice: tuple[DieView, ...]
    successes: int
    pairs: int
    hunger_tens: int
    hunger_ones: int
    difficulty: int | None
    margin: int | None
    outcome: Outcome | None
    why: str
    is_total_failure: bool = False
    is_bestial: bool = False
    is_messy: bool = False
    possible: tuple[Outcome, ...] = ()
    label: str = ""
    called_shot: CalledShot | None = None
    without_dice: WithoutDice | None = None
    rouse: RouseReceipt | None = None
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


class RemorseReceipt(Struct, frozen=True, tag="remorse", omit_defaults=True, gc=False):
    """A Remorse test: one success keeps Humanity, none loses a point; the Stains go either way."""

    faces: tuple[int, ...]
    successes: int
    kept: bool
    why: str
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


class FrenzyReceipt(Struct, frozen=True, tag="frenzy", omit_defaults=True, gc=False):
    """
    A frenzy test; `provocation` is what provoked it, where the rules know it.

    `costs_next_turn`: the Beast was held, and to hold on takes the next turn.
    """

    kind: FrenzyKind
    items: tuple[PoolItemView, ...]
    faces: tuple[int, ...]
    successes: int
    difficulty: int
    outcome: FrenzyOutcome
    why: str
    provocation: Provocation | None = None
    costs_next_turn: bool = False
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


class CompulsionReceipt(Struct, frozen=True, tag="compulsion", omit_defaults=True, gc=False):
    """Which Compulsion comes: the last face counts, each ten before it was rolled again."""

    faces: tuple[int, ...]
    name: str
    why: str
    clan: str = ""
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


class ResonanceReceipt(Struct, frozen=True, tag="resonance", omit_defaults=True, gc=False):
    """How strong a resonance is, by one die or two, and its mood, by one unless it was known."""

    temperament_faces: tuple[int, ...]
    temperament: Temperament
    resonance: Resonance
    why: str
    resonance_face: int | None = None
    preset: Preset = Preset.V5
    switches: dict[str, str] = {}
    rules_version: int = 1


Receipt = (
    PoolReceipt
    | RouseReceipt
    | RousesReceipt
    | RemorseReceipt
    | FrenzyReceipt
    | CompulsionReceipt
    | ResonanceReceipt
    | V20Receipt
    | InitiativeReceipt
)
