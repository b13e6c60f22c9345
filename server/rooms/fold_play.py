"""Fold of the events about rolls, contests and proposals."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import ContestId, ProposalId
from protocol.receipts import PoolReceipt
from protocol.v20_receipt import V20Receipt
from protocol.words import Lane, Reaction, Visibility
from server.rooms.audience import Audience
from server.rooms.contest_state import ContestState, SideState
from server.rooms.fold_dice import charge, take
from server.rooms.fold_requests import answered_by_roll
from server.rooms.state import ProposalState, RoomState, ShownOutcome, StandingRoll, put, without

RollEvent = (
    e.RollResolved
    | e.RollAttributed
    | e.RollRerolled
    | e.RollRevealed
    | e.RollSettled
    | e.RollRetracted
)
BusinessEvent = (
    e.ContestDecided
    | e.ContestOpened
    | e.ContestReacted
    | e.ContestResolved
    | e.ContestWithdrawn
    | e.ProposalOpened
    | e.ProposalConfirmed
    | e.ProposalDismissed
    | e.ProposalLapsed
)


def fold_roll(state: RoomState, event: RollEvent, audience: Audience) -> RoomState:
    """The state after *event*; a roll that does not stand leaves no trace in it."""
    match event:
        case e.RollResolved():
            return _rolled(state, event, audience)
        case e.RollAttributed():
            if event.roll not in state.standing:
                return state
            standing = replace(
                state.standing[event.roll], character=event.character, is_attributed=True
            )
            return replace(state, standing=put(state.standing, event.roll, standing))
        case e.RollRerolled():
            return _rerolled(state, event)
        case e.RollRevealed():
            before = state.standing.get(event.roll)
            if before is None or not event.at_once:
                return state
            shown = replace(before, shown=ShownOutcome(event, audience))
            return replace(state, standing=put(state.standing, event.roll, shown))
        case e.RollSettled() | e.RollRetracted():
            before = state.standing.get(event.roll)
            state = replace(state, standing=without(state.standing, event.roll))
            state = _without_finished(state, before.contest if before else None)
            for contest in tuple(state.contests.values()):
                if contest.is_opposing and contest.first.roll == event.roll:
                    state = _without_finished(state, contest.contest)
            return state
        case _:
            assert_never(event)


def _rolled(state: RoomState, event: e.RollResolved, audience: Audience) -> RoomState:
    state = take(state, event.proof)
    if event.lane is Lane.SECRET:
        state = charge(state, event.member, event.source, audience)
    if not state.has_rolls:
        state = replace(state, has_rolls=True)
    if event.visibility is Visibility.BLIND and event.character is not None:
        state = replace(state, blind=put(state.blind, event.character, event.roll))
    if event.request is not None:
        state = answered_by_roll(state, event.request, event.roll, audience)
    if event.is_standing and isinstance(event.receipt, PoolReceipt):
        standing = StandingRoll(
            event.roll, event.member, event.character, audience, event.receipt, event.contest
        )
        state = replace(state, standing=put(state.standing, event.roll, standing))
    if event.contest is not None and isinstance(event.receipt, PoolReceipt):
        contest = state.contests[event.contest]
        receipts = put(contest.receipts, event.roll, event.receipt)
        state = _with_contest(state, replace(contest, receipts=receipts))
    if event.contest is not None and isinstance(event.receipt, V20Receipt):
        contest = state.contests[event.contest]
        v20_receipts = put(contest.v20_receipts, event.roll, event.receipt)
        state = _with_contest(state, replace(contest, v20_receipts=v20_receipts))
    return state


def _rerolled(state: RoomState, event: e.RollRerolled) -> RoomState:
    before = state.standing[event.roll]
    standing = (
        put(state.standing, event.roll, replace(before, receipt=event.receipt))
        if event.is_standing
        else without(state.standing, event.roll)
    )
    state = take(replace(state, standing=standing), event.proof)
    if before.member in before.audience.members:
        state = charge(state, before.member, event.source, before.audience)
    for contest in tuple(state.contests.values()):
        if event.roll in contest.receipts:
            receipts = put(contest.receipts, event.roll, event.receipt)
            state = _with_contest(state, replace(contest, receipts=receipts))
    return state


def fold_business(state: RoomState, event: BusinessEvent, audience: Audience) -> RoomState:
    """The state after *event*."""
    match event:
        case e.ContestOpened():
            return _with_contest(state, _opened(event, audience))
        case e.ContestResolved():
            return _resolved(state, event)
        case e.ContestReacted():
            return _reacted(state, event)
        case e.ContestDecided():
            return _contest_decided(state, event)
        case e.ContestWithdrawn():
            return replace(state, contests=without(state.contests, event.contest))
        case e.ProposalOpened():
            return _proposed(state, event, audience)
        case e.ProposalConfirmed() | e.ProposalDismissed() | e.ProposalLapsed():
            return _decided(state, event.proposal)
        case _:
            assert_never(event)


def _opened(event: e.ContestOpened, audience: Audience) -> ContestState:
    view = event.contest
    first = SideState(view.character, view.by, view.roll, view.weapon, view.damage_kind, view.arms)
    return ContestState(
        contest=view.contest,
        against=view.against,
        conflict=view.conflict,
        visibility=event.visibility,
        audience=audience,
        first=first,
        is_attack=view.is_attack,
        toward=view.toward,
        others=view.others,
        is_opposing=event.opposed is not None,
        receipts={} if event.opposed is None else {view.roll: event.opposed},
    )


def _resolved(state: RoomState, event: e.ContestResolved) -> RoomState:
    contest = state.contests[event.contest]
    side = event.sides[1]
    second = SideState(
        side.character, side.member, side.roll, side.weapon, side.damage_kind, side.arms
    )
    outcomes = {each.roll: each.outcome for each in event.sides}
    state = _with_contest(state, replace(contest, second=second, outcomes=outcomes))
    return _without_finished(state, event.contest)


def _reacted(state: RoomState, event: e.ContestReacted) -> RoomState:
    contest = state.contests[event.contest]
    if event.roll is not None:
        side = SideState(
            event.character, event.by, event.roll, event.weapon, event.damage_kind, event.arms
        )
        contest = replace(contest, answers=(*contest.answers, side))
    elif event.reaction is Reaction.DROPPED:
        contest = replace(contest, dropped=(*contest.dropped, event.character))
    else:
        forgone = put(contest.forgone, event.character, event.difficulty or 1)
        contest = replace(contest, forgone=forgone)
    return _with_contest(state, contest)


def _contest_decided(state: RoomState, event: e.ContestDecided) -> RoomState:
    contest = state.contests[event.contest]
    outcomes = {pair.roll: pair.outcome for pair in event.pairs if pair.roll is not None}
    outcomes[event.roll] = event.outcome
    state = _with_contest(state, replace(contest, is_decided=True, outcomes=outcomes))
    return _without_finished(state, event.contest)


def _without_finished(state: RoomState, contest: ContestId | None) -> RoomState:
    """Forget a resolved contest of which no side stands any more."""
    if contest is None or contest not in state.contests:
        return state
    known = state.contests[contest]
    is_opposed_open = known.is_opposing and known.first.roll in state.standing
    if (
        known.is_waiting
        or is_opposed_open
        or any(roll.contest == contest for roll in state.standing.values())
    ):
        return state
    return replace(state, contests=without(state.contests, contest))


def _proposed(state: RoomState, event: e.ProposalOpened, audience: Audience) -> RoomState:
    view = event.proposal
    opened = ProposalState(view, audience)
    state = replace(state, proposals=put(state.proposals, view.proposal, opened))
    if view.contest is None or view.contest not in state.contests:
        return state
    contest = state.contests[view.contest]
    return _with_contest(state, replace(contest, proposals=(*contest.proposals, view.proposal)))


def _decided(state: RoomState, proposal: ProposalId) -> RoomState:
    contest_id = state.proposals[proposal].view.contest
    state = replace(state, proposals=without(state.proposals, proposal))
    if contest_id is None or contest_id not in state.contests:
        return state
    contest = state.contests[contest_id]
    left = tuple(p for p in contest.proposals if p != proposal)
    return _with_contest(state, replace(contest, proposals=left))


def _with_contest(state: RoomState, contest: ContestState) -> RoomState:
    return replace(state, contests=put(state.contests, contest.contest, contest))
