"""Fold of the events about requests, of how rolls are judged, and of what is shown later."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import RequestId, RollId
from protocol.request_words import Told
from protocol.v20_receipt import V20Receipt
from server.rooms.audience import Audience
from server.rooms.state import RequestState, RoomState, put, without

RequestEvent = (
    e.RequestOpened
    | e.DifficultyKept
    | e.RequestAnswered
    | e.RequestRolled
    | e.RequestClosed
    | e.RollJudged
    | e.RevealScheduled
    | e.RevealCancelled
    | e.RevealDue
    | e.RevealAsked
)


def fold_request(state: RoomState, event: RequestEvent, audience: Audience) -> RoomState:
    """The state after *event*."""
    match event:
        case e.RequestOpened():
            return _with(state, RequestState(event.request, audience))
        case e.DifficultyKept():
            known = state.requests[event.request]
            return _with(state, replace(known, kept=event.difficulty, told=event.told))
        case e.RequestAnswered():
            known = state.requests[event.request]
            return _with(state, replace(known, view=replace(known.view, answer=event.answer)))
        case e.RequestRolled():
            return answered_by_roll(state, event.request, event.roll, audience)
        case e.RequestClosed():
            return replace(state, requests=without(state.requests, event.request))
        case e.RollJudged():
            return _judged(state, event)
        case e.RevealScheduled():
            view = event.reveal
            return replace(state, reveals=put(state.reveals, view.reveal, view))
        case e.RevealCancelled() | e.RevealDue():
            return replace(state, reveals=without(state.reveals, event.reveal))
        case e.RevealAsked():
            proposal = replace(state.proposals[event.proposal], asked=event.roll)
            return replace(state, proposals=put(state.proposals, event.proposal, proposal))
        case _:
            assert_never(event)


def answered_by_roll(
    state: RoomState, request: RequestId, roll: RollId, audience: Audience
) -> RoomState:
    """The state after a roll that answers a request, as *audience* is told."""
    known = state.requests.get(request)
    if known is None:
        return state
    return _with(state, replace(known, roll=roll, roll_audience=audience))


def _with(state: RoomState, request: RequestState) -> RoomState:
    return replace(state, requests=put(state.requests, request.view.request, request))


def _judged(state: RoomState, event: e.RollJudged) -> RoomState:
    standing = state.standing.get(event.roll)
    is_whole = event.receipt is not None or event.is_impossible
    if standing is None or not is_whole or isinstance(event.receipt, V20Receipt):
        return state
    is_open = event.told is Told.ALL
    receipt = event.receipt if is_open and event.receipt is not None else standing.receipt
    standing = replace(
        standing,
        receipt=receipt,
        judged=None if is_open else event.receipt,
        judged_by=event.by,
        told=event.told,
        is_impossible=event.is_impossible,
    )
    return replace(state, standing=put(state.standing, event.roll, standing))
