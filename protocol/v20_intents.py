"""Intents of V20 rooms alone: characters, rolls, and what blood and Willpower are spent on."""

from typing import Annotated, Literal

from msgspec import Meta, field

from protocol.character_intents import Traits
from protocol.client_base import BaseIntent, Members, PlacedIntent, RollingIntent
from protocol.ids import AnyCharacterId, AnyContestId, AnyEffectId, AnyProposalId, AnyRequestId
from protocol.pool_intents import PlacedV20PoolIntent, V20PoolIntent
from protocol.v20_sheet import V20Sheet
from protocol.v20_words import (
    BeastKind,
    BloodUse,
    PhysicalAttribute,
    Points,
    Rating,
    V20Difficulty,
)
from protocol.words import CharacterKind, DamageKind, Dots, Label, Name


class CreateV20Character(BaseIntent, frozen=True, kw_only=True, tag="create_v20_character"):
    """
    Bring a V20 character to the table.

    `traits` are the dots of Attributes, Abilities, Disciplines and Virtues. `morality` is the
    rating of Humanity, or of the sheet's Path. `blood` null is a full pool.
    """

    name: Name
    kind: CharacterKind = CharacterKind.VAMPIRE
    clan: Label = ""
    owners: Members = ()
    hidden: bool = False
    sheet: V20Sheet = V20Sheet()
    traits: Traits = field(default_factory=dict)
    morality: Dots = 7
    willpower: Rating = 5
    blood: Annotated[int, Meta(ge=0, le=99)] | None = None


class RollV20(PlacedV20PoolIntent, frozen=True, kw_only=True, tag="roll_v20"):
    """
    Roll a V20 pool.

    The pool is a number of dice, `pool`, or one or two `traits` of the character's sheet. `raised`
    and `retries` make it harder, `required` successes are needed. `willpower` spends a point for
    an automatic success; `automatic` are successes that something else gives. A `specialty` is one
    of the sheet's; with `pool` its trait's rating is told too. `calm` is a Storyteller's word that
    nothing presses: with as many dice as the difficulty it then succeeds without a roll.

    `toward` names a task that the successes add to. A roll of damage names the `proposal` of an
    attack that hit, or whom it is `against`; one of soak the proposal of damage that it lessens.
    `request` is what the roll answers: pool and difficulty are then its own. `hide_pool`: the roll
    is private, and whoever its visibility names besides learns its outcome alone.
    """

    character: AnyCharacterId | None = None
    kind: Literal["action", "willpower", "virtue", "damage", "soak"] = "action"
    calm: bool = False
    toward: AnyEffectId | None = None
    proposal: AnyProposalId | None = None
    against: AnyCharacterId | None = None
    damage_kind: DamageKind = DamageKind.BASHING
    request: AnyRequestId | None = None
    hide_pool: bool = False


class SpendBlood(PlacedIntent, frozen=True, kw_only=True, tag="spend_blood"):
    """
    Spend blood points.

    `attribute` is raised by one for each point until the scene ends. To heal, `kind` and `levels`
    say what; Aggravated levels take a full day's rest (`resting`). To wake takes one point, and
    gives one Willpower back.
    """

    character: AnyCharacterId
    use: BloodUse
    points: Points = 1
    attribute: PhysicalAttribute | None = None
    kind: DamageKind | None = None
    levels: Annotated[int, Meta(ge=1, le=20)] = 1
    resting: bool = False


class DrinkBlood(PlacedIntent, frozen=True, kw_only=True, tag="drink_blood"):
    """Drink blood points: of a human who had lost `drunk_before` already, or of something else."""

    character: AnyCharacterId
    points: Points
    source: Literal["human", "other"] = "human"
    drunk_before: Annotated[int, Meta(ge=0, le=10)] = 0


class OpenV20Contest(PlacedV20PoolIntent, frozen=True, kw_only=True, tag="open_v20_contest"):
    """
    Roll against another character, who answers; the lower net is taken from the higher.

    The pool is made as in `roll_v20`. An `attack` that wins has hit, and its damage is then rolled.
    `toward` names the extended contest that this is an exchange of.
    """

    character: AnyCharacterId
    against: AnyCharacterId
    attack: bool = False
    damage_kind: DamageKind = DamageKind.BASHING
    toward: AnyEffectId | None = None


class AnswerV20Contest(V20PoolIntent, frozen=True, kw_only=True, tag="answer_v20_contest"):
    """Roll the other side of a contest, such as a dodge; who sees it is what the contest said."""

    contest: AnyContestId
    character: AnyCharacterId


class RollDegeneration(RollingIntent, frozen=True, kw_only=True, tag="roll_degeneration"):
    """Roll Conscience or Conviction after a sin; `difficulty` null is the usual one."""

    character: AnyCharacterId
    sin: Rating
    difficulty: V20Difficulty | None = None


class ResistBeast(RollingIntent, frozen=True, kw_only=True, tag="resist_beast"):
    """Resist frenzy with Self-Control, or Rötschreck with Courage; Instinct only rides it."""

    character: AnyCharacterId
    kind: BeastKind
    difficulty: V20Difficulty


class RollInitiative(RollingIntent, frozen=True, kw_only=True, tag="roll_initiative"):
    """Roll for when a character acts in this turn; `fixed` takes 6 in place of the die."""

    character: AnyCharacterId
    celerity: Annotated[int, Meta(ge=0, le=10)] = 0
    fixed: bool = False
