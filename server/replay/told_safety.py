"""What keeps the table safe, in words."""

from protocol import events as e
from protocol.ids import MemberId
from server.replay.names import Names
from server.replay.plain import noted
from server.replay.told_people import Told


def tell_safety(
    names: Names, event: e.Paused | e.PauseLifted | e.BoundaryAdded | e.BoundaryRemoved
) -> Told:
    """Say that the play stops or goes on, and what the table's lines and veils are."""
    match event:
        case e.Paused():
            return (f"{_who(names, event.pause.by)} calls a pause", *noted(event.pause.note))
        case e.PauseLifted():
            return (f"{_who(names, event.by)} lifts the pause",)
        case e.BoundaryAdded():
            boundary = event.boundary
            return (f"{_who(names, boundary.by)} adds a {boundary.kind}: “{boundary.text}”",)
        case e.BoundaryRemoved():
            return (f"{_who(names, event.by)} takes a line or veil off the list",)


def _who(names: Names, member: MemberId | None) -> str:
    return "Somebody" if member is None else names.member(member)
