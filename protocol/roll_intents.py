"""Intents that roll dice, and what can be done with a roll: contests and proposals too."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.client_base import BaseIntent, RollingIntent
from protocol.dice import Armour, DiceClaim, EnteredFaces
from protocol.ids import (
    AnyCharacterId,
    AnyContestId,
    AnyMemberId,
    AnyProposalId,
    AnyRequestId,
    AnyRollId,
)
from protocol.pool_intents import PlacedV5PoolIntent, V5PoolIntent
from protocol.request_words import Told
from protocol.words import (
    Amount,
    DamageKind,
    Difficulty,
    FrenzyKind,
    Harm,
    HungerValue,
    Label,
    Modifier,
    Note,
    PoolCategory,
    Provocation,
    RevealPart,
)


class Roll(PlacedV5PoolIntent, frozen=True, kw_only=True, tag="roll"):
    """
    Roll a pool.

    The pool is a number of dice, `pool`, or one or two `traits` of the character's sheet, with a
    `specialty` that fits; `modifiers` come on top. Impairment is taken off by the server for the
    `categories` named or those of the traits, and so is what holds the character; `strike` names
    what does not count on this roll: an effect, or `impairment` (Storytellers). `difficulty` null
    asks for a report without a verdict. `surge` makes one Rouse check and adds the Blood Surge
    dice. `hunger` serves pools without a character alone. A `called_shot` costs dice or successes.
    `without_dice`: a Storyteller grants the win, which others may ask for, or takes half the pool
    as successes. `request` is what the roll answers: pool and Difficulty are then its own. `told`
    (Storytellers) says who learns the Difficulty. `hide_pool`: the roll is private, and whoever its
    visibility names besides learns its outcome alone.
    """

    character: AnyCharacterId | None = None
    difficulty: Difficulty | None = None
    hunger: HungerValue | None = None
    request: AnyRequestId | None = None
    told: Told = Told.ALL
    hide_pool: bool = False


class Reroll(BaseIntent, frozen=True, kw_only=True, tag="reroll"):
    """Spend one Willpower to roll one to three regular dice again, named by their places from 0."""

    roll: AnyRollId
    regular_indices: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=63)], ...], Meta(max_length=64)
    ] = ()
    hunger_indices: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=63)], ...], Meta(max_length=64)
    ] = ()
    dice: DiceClaim | None = None
    entered: EnteredFaces | None = None


class SettleRoll(BaseIntent, frozen=True, kw_only=True, tag="settle_roll"):
    """Let a roll stand as it is; its consequences open."""

    roll: AnyRollId


class Rouse(RollingIntent, frozen=True, kw_only=True, tag="rouse"):
    """
    Make a Rouse check; `power_level` names the Discipline power paid for, if that is why.

    `forced` is a Storyteller's word that the character has no choice: at Hunger 5 it is then
    rolled, and a failure asks for a frenzy test. `oblivion`: the power is one of Oblivion, which
    brings a Stain on a face of 1 or 10. A ghoul rolls nothing and pays for the power with Health.
    """

    character: AnyCharacterId
    label: Label = ""
    power_level: Annotated[int, Meta(ge=1, le=5)] | None = None
    forced: bool = False
    oblivion: bool = False


class TestRemorse(RollingIntent, frozen=True, kw_only=True, tag="test_remorse"):
    """Test Remorse for a character that has Stains."""

    character: AnyCharacterId
    modifier: Modifier = 0


class TestFrenzy(RollingIntent, frozen=True, kw_only=True, tag="test_frenzy"):
    """
    Test whether a character gives in to the Beast; who fails is in frenzy from then on.

    A `provocation` that the rules know brings kind and Difficulty; a Difficulty that is given
    counts in place of its own.
    """

    character: AnyCharacterId
    kind: FrenzyKind | None = None
    difficulty: Difficulty | None = None
    provocation: Provocation | None = None


class RevealRoll(BaseIntent, frozen=True, kw_only=True, tag="reveal_roll"):
    """Show a roll to everyone (`to` null) or to some; never the character behind it if hidden."""

    roll: AnyRollId
    to: Annotated[tuple[AnyMemberId, ...], Meta(min_length=1, max_length=64)] | None = None
    part: RevealPart = RevealPart.WHOLE


class OpenContest(PlacedV5PoolIntent, frozen=True, kw_only=True, tag="open_contest"):
    """
    Roll against another character, who answers, or against several at once.

    `conflict` decides what the margin hurts: physical Health, social and mental Willpower.
    `weapon` is added to the margin if this side wins, `damage_kind` says what it deals. `arms` is
    a weapon that the rules know by its name, `harm` what hurts: then the kind of damage is what
    that does to the other, less what the other's `armour` turns. `others` are opponents beside
    the one it is `against`: each of them answers, or forgoes it.

    `opposes` (Storytellers) is a roll of the character it is `against`, which counts as that side:
    then all of it happens behind the screen. `told` says whether those who see that roll learn if
    it is won, with the `note`.
    """

    character: AnyCharacterId
    against: AnyCharacterId
    others: Annotated[tuple[AnyCharacterId, ...], Meta(max_length=10)] = ()
    conflict: PoolCategory = PoolCategory.PHYSICAL
    weapon: Annotated[int, Meta(ge=0, le=10)] = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL
    arms: Label = ""
    harm: Harm | None = None
    armour: Armour | None = None
    opposes: AnyRollId | None = None
    told: Told = Told.STORYTELLERS


class AnswerContest(V5PoolIntent, frozen=True, kw_only=True, tag="answer_contest"):
    """
    Roll the other side of a contest; who sees it is what the contest said.

    `defences_before` are those of this character in the same turn: each takes a die where the
    table plays so.
    """

    contest: AnyContestId
    character: AnyCharacterId
    defences_before: Annotated[int, Meta(ge=0, le=9)] = 0
    weapon: Annotated[int, Meta(ge=0, le=10)] = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL
    arms: Label = ""
    harm: Harm | None = None
    armour: Armour | None = None


class ForgoReaction(BaseIntent, frozen=True, kw_only=True, tag="forgo_reaction"):
    """
    Let a side of a contest stand without a reaction, or out of the contest.

    What it is up against then reads its roll by a `difficulty`, 1 unless a Storyteller says
    another. `drop` (Storytellers) takes the side out: nothing happens to it.
    """

    contest: AnyContestId
    character: AnyCharacterId
    difficulty: Difficulty | None = None
    drop: bool = False


class WithdrawContest(BaseIntent, frozen=True, kw_only=True, tag="withdraw_contest"):
    """Call an unanswered contest off; its dice stay in the log."""

    contest: AnyContestId


class HarmEdit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """
    What becomes of one row of proposed harm, named by its place from 0.

    `strike` leaves it out; null keeps what was proposed. `halved` rounds up, and is for
    Superficial Health damage alone.
    """

    row: Annotated[int, Meta(ge=0, le=63)]
    amount: Amount | None = None
    kind: DamageKind | None = None
    halved: bool | None = None
    strike: bool = False


class ConfirmProposal(BaseIntent, frozen=True, kw_only=True, tag="confirm_proposal"):
    """
    Let a consequence happen, as proposed or changed.

    `choice` picks among the options offered, `amount` changes how much. `edits` change rows of
    the harm of a contest; what is not named happens as it was proposed.
    """

    proposal: AnyProposalId
    choice: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    amount: Amount | None = None
    note: Note = ""
    edits: Annotated[tuple[HarmEdit, ...], Meta(max_length=64)] = ()


class DismissProposal(BaseIntent, frozen=True, kw_only=True, tag="dismiss_proposal"):
    """Let a consequence go."""

    proposal: AnyProposalId
    note: Note = ""
