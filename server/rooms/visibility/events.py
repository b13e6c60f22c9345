"""
Who learns of what: the one table from events to audiences.

A new kind of event is the Storytellers' alone until `audience_of` says otherwise; the type checker
asks.
"""

from collections.abc import Iterable
from typing import assert_never

from protocol import events as e
from protocol.exposure_words import ExposedTo
from protocol.words import TrackerName
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.state import CharacterState, RoomState
from server.rooms.visibility.audiences import (
    beliefs_audience,
    bond_audience,
    boon_audience,
    card_audience,
    effect_audience,
    owners_audience,
    tracker_audience,
)


def audience_of(state: RoomState, event: e.Event, asked: Audience) -> Audience:
    """
    The audience of *event*, recorded in *state*, for an intent that asked for *asked*.

    The one table of who learns of what.
    """
    match event:
        # The most frequent first: cases are tried in order.
        case (
            e.RollResolved() | e.RollItemised() | e.RollRevealed() | e.ContestOpened()
            | e.ProposalOpened() | e.Said() | e.RequestOpened() | e.RollJudged()
        ):  # fmt: skip
            return asked
        case e.RequestAnswered() | e.RequestClosed():
            return state.requests[event.request].audience
        case e.RequestRolled():
            return asked.narrowed_to(state.requests[event.request].audience)
        case e.RollRerolled() | e.RollSettled():
            return state.standing[event.roll].audience
        case e.ProposalConfirmed() | e.ProposalDismissed() | e.ProposalLapsed():
            return state.proposals[event.proposal].audience
        case e.TrackerChanged():
            return tracker_audience(state.characters[event.character], event.tracker)
        case (
            e.RoomCreated() | e.RoomLocked() | e.RoomRenamed() | e.HouseRulesChanged()
            | e.MemberJoined()
            | e.MemberLeft() | e.MemberRemoved() | e.MemberRenamed() | e.RoleChanged()
            | e.Paused() | e.PauseLifted() | e.BoundaryAdded() | e.BoundaryRemoved()
            | e.SessionStarted() | e.SessionEnded() | e.ClockBegun() | e.ClockEnded()
            | e.BlindRollMade() | e.CharacterUnhidden() | e.BookOpened() | e.LanesAdded()
            | e.EntropyAdded() | e.TenetsSet()
        ):  # fmt: skip
            return EVERYONE
        case (
            e.InviteCreated() | e.InviteUsed() | e.InviteRevoked() | e.InviteExpired()
            | e.RollAttributed() | e.DifficultyKept() | e.RegnantKept()
            | e.RevealScheduled() | e.RevealCancelled() | e.RevealDue() | e.RevealAsked()
        ):  # fmt: skip
            return STORYTELLERS
        case e.DeviceLinkCreated() | e.DeviceLinked() | e.TokenRenewed():
            return members((event.member,))
        case e.CharacterCreated():
            return STORYTELLERS if event.card.hidden else EVERYONE
        case (
            e.CharacterEdited() | e.OwnersChanged() | e.CharacterRemoved()
            | e.StandInSet() | e.StandInEnded()
        ):  # fmt: skip
            return card_audience(state.characters[event.character])
        case e.BeliefsNoted():
            return beliefs_audience(state.characters[event.character], event.beliefs)
        case e.BondNoted():
            return bond_audience(state, event.bond)
        case e.BoonNoted():
            return boon_audience(state, event.boon)
        case e.BondRemoved():
            return state.bonds[event.bond].audience
        case e.BoonRemoved():
            return state.boons[event.boon].audience
        case (
            e.SheetNoted() | e.TrackerAudienceChanged() | e.ExperienceAwarded()
            | e.ExperienceSpent()
        ):  # fmt: skip
            return owners_audience(state.characters[event.character])
        case e.TrackersShown():
            return _narrowest(state.characters[event.character], event.trackers)
        case e.EffectBegun():
            return effect_audience(state, event.effect, asked)
        case e.TurnOrdered():
            acting = (each.character for group in event.order for each in group)
            return STORYTELLERS if any(state.characters[c].hidden for c in acting) else asked
        case e.EffectEnded():
            return state.effects[event.effect].audience
        case e.EffectChanged():
            return asked.narrowed_to(state.effects[event.effect.effect].audience)
        case (
            e.TrackerSet() | e.DamageDealt() | e.Healed() | e.Fed() | e.StainsAdded()
            | e.BloodSpent() | e.WillpowerSpent() | e.BloodDrunk()
        ):  # fmt: skip
            return asked.narrowed_to(_narrowest_touched(state, event))
        case (
            e.ContestResolved() | e.ContestWithdrawn() | e.ContestReacted() | e.ContestDecided()
        ):  # fmt: skip
            return state.contests[event.contest].audience
        case e.RollRetracted() | e.ChangeUndone():
            # Those who saw what it is about, which only the decision knows.
            return STORYTELLERS
        case e.TrackersHidden() | e.BeliefsHidden() | e.RollProven():
            # Who loses sight, or may have a proof, only the decision knows.
            return STORYTELLERS
        case _:
            assert_never(event)


def _narrowest(character: CharacterState, trackers: Iterable[TrackerName]) -> Audience:
    audience = card_audience(character)
    for tracker in trackers:
        audience = audience.narrowed_to(tracker_audience(character, tracker))
    return audience


Touching = (
    e.TrackerSet
    | e.DamageDealt
    | e.Healed
    | e.Fed
    | e.StainsAdded
    | e.BloodSpent
    | e.WillpowerSpent
    | e.BloodDrunk
)
"""The causes of changes of trackers."""


def _narrowest_touched(state: RoomState, event: Touching) -> Audience:
    """Who sees every tracker that the cause of a change speaks of."""
    character = state.characters[event.character]
    match event:
        case e.TrackerSet():
            return _narrowest(character, (event.tracker,))
        case e.DamageDealt() | e.Healed():
            touched = [TrackerName(event.track)]
            if isinstance(event, e.DamageDealt) and event.exposed_to is ExposedTo.SUNLIGHT:
                # It burns by Blood Potency.
                touched.append(TrackerName.BLOOD_POTENCY)
            return _narrowest(character, touched)
        case e.Fed():
            # What blood is worth follows from Blood Potency.
            return _narrowest(character, (TrackerName.HUNGER, TrackerName.BLOOD_POTENCY))
        case e.StainsAdded():
            # Overflow and its damage tell of Humanity and Willpower too.
            return _narrowest(
                character, (TrackerName.STAINS, TrackerName.HUMANITY, TrackerName.WILLPOWER)
            )
        case e.BloodSpent():
            touched = [TrackerName.BLOOD_POOL]
            touched += [TrackerName.HEALTH] if event.levels else []
            touched += [TrackerName.WILLPOWER] if event.willpower else []
            return _narrowest(character, touched)
        case e.WillpowerSpent():
            return _narrowest(character, (TrackerName.WILLPOWER,))
        case e.BloodDrunk():
            return _narrowest(character, (TrackerName.BLOOD_POOL,))
        case _:
            assert_never(event)
