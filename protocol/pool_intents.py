"""What intents that roll a pool have in common, by system: the pool, and what weighs on it."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.client_base import BaseIntent, Members
from protocol.dice import DiceClaim, EnteredFaces
from protocol.ids import OPAQUE
from protocol.v20_words import Automatic, Raised, Rating, Required, V20Difficulty
from protocol.words import (
    CalledShot,
    Label,
    Modifier,
    Note,
    PoolCategory,
    PoolKind,
    PoolSize,
    TraitName,
    Visibility,
    WithoutDice,
)


class PoolModifier(Struct, frozen=True, forbid_unknown_fields=True):
    """Dice added to or taken from a pool, and why."""

    label: Label
    dice: Modifier


Modifiers = Annotated[tuple[PoolModifier, ...], Meta(max_length=20)]
Strike = Annotated[str, OPAQUE]
Categories = Annotated[tuple[PoolCategory, ...], Meta(max_length=3)]
PoolTraits = Annotated[tuple[TraitName, ...], Meta(max_length=2)]
Strikes = Annotated[tuple[Strike, ...], Meta(max_length=20)]


class PoolIntent(BaseIntent, frozen=True, kw_only=True):
    """
    A pool of either system: a number of dice, or one or two `traits` of the character's sheet.

    `modifiers` come on top; `strike` names what does not count on this roll.
    """

    pool: PoolSize | None = None
    traits: PoolTraits = ()
    specialty: Label = ""
    strike: Strikes = ()
    label: Label = ""
    modifiers: Modifiers = ()
    note: Note = ""
    dice: DiceClaim | None = None
    entered: EnteredFaces | None = None


class V5PoolIntent(PoolIntent, frozen=True, kw_only=True):
    """
    A pool of V5.

    `repeats` is how often the same action was done before, for a Compulsion that weighs less by it;
    `against_control`: it resists mind control, which frenzy helps with.
    """

    kind: PoolKind = PoolKind.ORDINARY
    categories: Categories = ()
    surge: bool = False
    called_shot: CalledShot | None = None
    without_dice: WithoutDice | None = None
    repeats: Annotated[int, Meta(ge=0, le=9)] = 0
    against_control: bool = False


class PlacedV5PoolIntent(V5PoolIntent, frozen=True, kw_only=True):
    """A pool of V5 whose traces the sender may place."""

    visibility: Visibility | None = None
    to: Members = ()


class SeveralActions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    The actions of one turn, of which a roll is one.

    `pools` are the dice of each by itself, in order; `shares` what each gets where the table
    splits a pool. `place` is the place of this roll among them, from 0.
    """

    pools: Annotated[tuple[PoolSize, ...], Meta(min_length=2, max_length=10)]
    place: Annotated[int, Meta(ge=0, le=9)]
    shares: Annotated[tuple[PoolSize, ...], Meta(max_length=10)] = ()


class V20PoolIntent(PoolIntent, frozen=True, kw_only=True):
    """A pool of V20: what it has to reach, and what helps it."""

    difficulty: V20Difficulty = 6
    required: Required = 1
    raised: Raised = 0
    retries: Raised = 0
    specialty_rating: Rating | None = None
    willpower: bool = False
    automatic: Automatic = 0
    actions: SeveralActions | None = None


class PlacedV20PoolIntent(V20PoolIntent, frozen=True, kw_only=True):
    """A pool of V20 whose traces the sender may place."""

    visibility: Visibility | None = None
    to: Members = ()
