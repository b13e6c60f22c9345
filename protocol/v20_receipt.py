"""The receipt of a V20 roll: its eight parts, where its dice come from, and why."""

from msgspec import Struct

from protocol.dice import PoolItemView
from protocol.v20_words import Degree, V20Outcome, V20PoolKind
from protocol.words import Face, Preset


class V20DieView(Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One die of a V20 roll.

    `adds` is what it gave to the successes, 2 for a ten that a specialty doubles. `is_one`: a 1
    that takes a success away. `is_reroll`: a specialty's ten brought it.
    """

    face: Face
    adds: int
    is_one: bool = False
    is_reroll: bool = False


class DifficultyView(Struct, frozen=True, omit_defaults=True, gc=False):
    """
    A difficulty and how it came about: `applied` is what each die had to reach.

    `assessed` was named, `raised` is for tries before and further actions, `untrained` for a Skill
    without a dot; casual tables halve the whole, rounding down.
    """

    assessed: int
    applied: int
    raised: int = 0
    untrained: int = 0
    is_halved: bool = False


class InitiativeReceipt(Struct, frozen=True, tag="initiative", omit_defaults=True, gc=False):
    """When a character acts: `items` make the rating, and with the face, or a fixed 6, `total`."""

    items: tuple[PoolItemView, ...]
    die: int
    total: int
    why: str
    is_fixed: bool = False
    preset: Preset = Preset.V20_BOOK
    switches: dict[str, str] = {}
    rules_version: int = 1


class V20Receipt(Struct, frozen=True, tag="v20", omit_defaults=True, gc=False):
    """
    A V20 roll as it was rolled and read.

    `items` add up to the dice rolled, without those that a specialty brought. `rolled` successes
    less `cancelled` by ones, plus `automatic`, are `net`. `is_unrolled`: enough dice and no stress,
    so that no die was rolled.
    """

    items: tuple[PoolItemView, ...]
    dice: tuple[V20DieView, ...]
    difficulty: DifficultyView
    ones: int
    rolled: int
    cancelled: int
    automatic: int
    net: int
    outcome: V20Outcome
    why: str
    required: int = 1
    degree: Degree | None = None
    kind: V20PoolKind = V20PoolKind.ACTION
    specialty: str = ""
    is_unrolled: bool = False
    preset: Preset = Preset.V20_BOOK
    switches: dict[str, str] = {}
    rules_version: int = 1
