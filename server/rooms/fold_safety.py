"""Fold of the events that keep the table safe."""

from typing import assert_never

from msgspec.structs import replace

from protocol import events as e
from server.rooms.state import RoomState, put, without

SafetyEvent = e.Paused | e.PauseLifted | e.BoundaryAdded | e.BoundaryRemoved


def fold_safety(state: RoomState, event: SafetyEvent) -> RoomState:
    """The state after *event*."""
    match event:
        case e.Paused():
            return replace(state, pause=event.pause)
        case e.PauseLifted():
            return replace(state, pause=None)
        case e.BoundaryAdded():
            view = event.boundary
            return replace(state, boundaries=put(state.boundaries, view.boundary, view))
        case e.BoundaryRemoved():
            return replace(state, boundaries=without(state.boundaries, event.boundary))
        case _:
            assert_never(event)
