"""Intents about the Blood and what holds a character: mending, waking, feeding, effects."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import BaseIntent, PlacedIntent, RollingIntent
from protocol.ids import AnyCharacterId, AnyEffectId
from protocol.v20_words import RaceGoal
from protocol.words import (
    BloodSource,
    Clock,
    DamageKind,
    EffectKind,
    FrenzyKind,
    Name,
    Note,
    Recovery,
    Resonance,
    TraitName,
    WillpowerUse,
)

EffectTraits = Annotated[tuple[TraitName, ...], Meta(max_length=9)]


class Mend(RollingIntent, frozen=True, kw_only=True, tag="mend"):
    """
    Rouse the Blood to mend Health: one check for Superficial, three for a point of Aggravated.

    `at_waking`: Aggravated damage mended on waking, where Hunger past 5 means torpor.
    """

    character: AnyCharacterId
    kind: DamageKind = DamageKind.SUPERFICIAL
    at_waking: bool = False


class Wake(RollingIntent, frozen=True, kw_only=True, tag="wake"):
    """Rouse the Blood to wake in the evening; who cannot at Hunger 5 falls into torpor."""

    character: AnyCharacterId


class Blush(RollingIntent, frozen=True, kw_only=True, tag="blush"):
    """Rouse the Blood to look alive for a scene."""

    character: AnyCharacterId


class Feed(PlacedIntent, frozen=True, kw_only=True, tag="feed"):
    """
    Drink; `amount` is how much, where it is less than the source gives.

    `resonance` is an effect that was rolled for this very blood, and so is not over. `bites` is
    whom the drinker bites as an attack, which hurts.
    """

    character: AnyCharacterId
    source: BloodSource
    amount: Annotated[int, Meta(ge=1, le=4)] | None = None
    resonance: AnyEffectId | None = None
    bites: AnyCharacterId | None = None


class RollCompulsion(RollingIntent, frozen=True, kw_only=True, tag="roll_compulsion"):
    """Let the dice say which Compulsion comes; it holds the character from then on."""

    character: AnyCharacterId


class RollResonance(RollingIntent, frozen=True, kw_only=True, tag="roll_resonance"):
    """
    Let the dice say what mood is in the blood that a character drinks, and how strong it is.

    `resonance` names a mood that is known (an animal's, an empty one), so that no die is rolled for
    it. An intense or acute one strengthens its Disciplines until the next feeding or Hunger 5.
    """

    character: AnyCharacterId
    resonance: Resonance | None = None


class RideWave(PlacedIntent, frozen=True, kw_only=True, tag="ride_wave"):
    """Give in to the Beast without a roll: the frenzy runs, and the player keeps a say in it."""

    character: AnyCharacterId
    kind: FrenzyKind


class Recover(PlacedIntent, frozen=True, kw_only=True, tag="recover"):
    """
    Recover without Blood, once for each occasion.

    `session`: Superficial Willpower by the higher of Composure and Resolve, when a session has
    begun. `night`: a night's rest, Superficial Health of mortals by Stamina and of ghouls by twice
    that; where the table rests by sessions, that comes with `session`. `ambition`, `desire`: acted
    on, each gives back a Willpower once in a session. `acting_out`: a Storyteller's reward for a
    Compulsion that was played well, 1 Willpower.
    """

    character: AnyCharacterId
    by: Recovery


class SpendWillpower(PlacedIntent, frozen=True, kw_only=True, tag="spend_willpower"):
    """
    Spend one Willpower on something that is no roll.

    `ignore_wounds`: they do not hinder in this turn. V5 has `control` beside it: for this turn the
    player leads the frenzy. V20 has the others; a success is bought with the roll it is added to.
    """

    character: AnyCharacterId
    use: WillpowerUse


class Help(PlacedIntent, frozen=True, kw_only=True, tag="help"):
    """Help another character with a Skill: one more die for its next roll with that Skill."""

    character: AnyCharacterId
    helps: AnyCharacterId
    skill: TraitName


class BeginEffect(PlacedIntent, frozen=True, kw_only=True, tag="begin_effect"):
    """
    Let something hold a character from now on.

    `penalty` is taken from the character's pools (those with one of `traits`, where any are named),
    `applies` says when, `ends` what ends it. With `until` it ends with that clock, if it was not
    ended before. A Compulsion that the rules know by its `name` brings what is left out. In V20 a
    `task` has a `target` of successes that rolls gather, or contests with `against` by its `goal`.
    """

    character: AnyCharacterId
    kind: EffectKind
    name: Name
    penalty: Annotated[int, Meta(ge=-10, le=0)] = 0
    traits: EffectTraits = ()
    applies: Note = ""
    ends: Note = ""
    until: Clock | None = None
    target: Annotated[int, Meta(ge=1, le=99)] | None = None
    against: AnyCharacterId | None = None
    goal: RaceGoal = RaceGoal.TOTAL


class EndEffect(BaseIntent, frozen=True, kw_only=True, tag="end_effect"):
    """Let it hold the character no longer."""

    effect: AnyEffectId
