"""Fold: how each event changes the state of its room. Facts alone, no rules and no rights."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import Seq
from protocol.words import Clock
from server.rooms.audience import Audience
from server.rooms.fold_beliefs import fold_belief
from server.rooms.fold_characters import fold_character
from server.rooms.fold_dice import fold_dice
from server.rooms.fold_people import fold_people
from server.rooms.fold_play import fold_business, fold_roll
from server.rooms.fold_requests import fold_request
from server.rooms.fold_safety import fold_safety
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, advance
from server.rooms.records import Recorded
from server.rooms.state import ClockState, OrderState, RoomState, put


def fold_commit(state: RoomState, seq: Seq, events: Iterable[Recorded]) -> RoomState:
    """The state after a whole commit."""
    for recorded in events:
        state = evolve(state, recorded)
    return replace(state, seq=seq)


def evolve(state: RoomState, recorded: Recorded) -> RoomState:
    """The state after one event; `seq` is left to `fold_commit`."""
    changed = _evolve(state, recorded.event, recorded.audience)
    return replace(changed, heads=advance(changed.heads, (recorded,)))


def _evolve(state: RoomState, event: e.Event, audience: Audience) -> RoomState:
    match event:
        # The most frequent first: cases are tried in order.
        case (
            e.RollResolved() | e.RollAttributed() | e.RollRerolled() | e.RollSettled()
            | e.RollRetracted() | e.RollRevealed()
        ):  # fmt: skip
            return fold_roll(state, event, audience)
        case (
            e.ContestOpened() | e.ContestResolved() | e.ContestWithdrawn() | e.ProposalOpened()
            | e.ContestReacted() | e.ContestDecided()
            | e.ProposalConfirmed() | e.ProposalDismissed() | e.ProposalLapsed()
        ):  # fmt: skip
            return fold_business(state, event, audience)
        case (
            e.RoomCreated() | e.RoomLocked() | e.RoomRenamed() | e.HouseRulesChanged()
            | e.SessionStarted()
            | e.SessionEnded() | e.ClockBegun() | e.ClockEnded() | e.TurnOrdered()
        ):  # fmt: skip
            return _fold_room(state, event, audience)
        case (
            e.MemberJoined() | e.MemberLeft() | e.MemberRemoved() | e.MemberRenamed()
            | e.RoleChanged() | e.InviteCreated() | e.InviteUsed() | e.InviteRevoked()
            | e.InviteExpired()
            | e.DeviceLinkCreated() | e.DeviceLinked() | e.TokenRenewed()
        ):  # fmt: skip
            return fold_people(state, event)
        case (
            e.CharacterCreated() | e.SheetNoted() | e.CharacterEdited() | e.OwnersChanged()
            | e.CharacterUnhidden() | e.CharacterRemoved() | e.TrackersShown()
            | e.TrackerAudienceChanged() | e.TrackerChanged() | e.Healed() | e.EffectBegun()
            | e.EffectEnded() | e.BloodSpent() | e.WillpowerSpent()
            | e.EffectChanged() | e.StandInSet() | e.StandInEnded()
        ):  # fmt: skip
            return fold_character(state, event, audience)
        case e.BookOpened() | e.LanesAdded() | e.EntropyAdded() | e.RollProven():
            return fold_dice(state, event)
        case (
            e.RequestOpened() | e.DifficultyKept() | e.RequestAnswered() | e.RequestClosed()
            | e.RequestRolled()
            | e.RollJudged() | e.RevealScheduled() | e.RevealCancelled() | e.RevealDue()
            | e.RevealAsked()
        ):  # fmt: skip
            return fold_request(state, event, audience)
        case (
            e.TenetsSet() | e.BeliefsNoted() | e.BondNoted() | e.RegnantKept() | e.BondRemoved()
            | e.BoonNoted() | e.BoonRemoved() | e.ExperienceAwarded() | e.ExperienceSpent()
        ):  # fmt: skip
            return fold_belief(state, event, audience)
        case e.Paused() | e.PauseLifted() | e.BoundaryAdded() | e.BoundaryRemoved():
            return fold_safety(state, event)
        case (
            e.TrackersHidden() | e.TrackerSet() | e.DamageDealt() | e.Fed() | e.StainsAdded()
            | e.BlindRollMade() | e.RollItemised() | e.BloodDrunk()
            | e.Said() | e.ChangeUndone() | e.BeliefsHidden()
        ):  # fmt: skip
            return state
        case _:
            assert_never(event)


def _scene_shifts(state: RoomState, clock: Clock) -> RoomState:
    """With a scene, its turns are counted anew."""
    if clock is not Clock.SCENE:
        return state
    turn = state.clocks.get(Clock.TURN)
    return replace(state, turns_before=0 if turn is None else turn.number)


def _fold_room(
    state: RoomState,
    event: (
        e.RoomCreated
        | e.RoomLocked
        | e.RoomRenamed
        | e.HouseRulesChanged
        | e.SessionStarted
        | e.SessionEnded
        | e.ClockBegun
        | e.ClockEnded
        | e.TurnOrdered
    ),
    audience: Audience,
) -> RoomState:
    match event:
        case e.RoomCreated():
            return replace(
                state, name=event.name, system=event.system, house_rules=event.house_rules
            )
        case e.RoomRenamed():
            return replace(state, name=event.name)
        case e.RoomLocked():
            return replace(state, is_locked=event.locked)
        case e.HouseRulesChanged():
            return replace(
                state,
                house_rules=event.house_rules,
                system=state.system if event.system is None else event.system,
            )
        case e.SessionStarted():
            past = state.heads.get(EVERYONE_LINE, EMPTY_LINE)
            return replace(state, session=event.session, sessions=event.session, session_past=past)
        case e.SessionEnded():
            return replace(state, session=None)
        case e.ClockBegun():
            begun = ClockState(event.number, event.title, is_running=True)
            return _scene_shifts(
                replace(state, clocks=put(state.clocks, event.clock, begun)), event.clock
            )
        case e.ClockEnded():
            ended = ClockState(event.number, "", is_running=False)
            state = replace(state, clocks=put(state.clocks, event.clock, ended))
            if event.clock is Clock.TURN:
                state = replace(state, orders=())
            return _scene_shifts(state, event.clock)
        case e.TurnOrdered():
            older = tuple(each for each in state.orders if not audience.covers(each.audience))
            return replace(state, orders=(*older, OrderState(event.order, audience)))
        case _:
            assert_never(event)
