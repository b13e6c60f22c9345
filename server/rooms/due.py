"""
What falls due at a time: it happens once, by a commit of the server's own.

The room knows no clock: whoever runs it asks for the next time, and gives the command then, late
where nobody ran it.
"""

from collections.abc import Iterator

from msgspec import Struct

from protocol.codes import Code
from protocol.ids import RevealId, RollId
from server.rooms.commands import FallDue, RecalledRoll
from server.rooms.deed import Deed
from server.rooms.later_reveals import let_reveal_come
from server.rooms.names import server_commit_id
from server.rooms.refusal import Refusal
from server.rooms.requests import lapse_request
from server.rooms.state import RoomState


class Due(Struct, frozen=True, order=True):
    """When something falls due (UTC ms), and its id."""

    at_ms: int
    what: str


def due_later(state: RoomState) -> Iterator[Due]:
    """All that will fall due, in no order."""
    for request in state.requests.values():
        if request.view.answer is None and request.view.due_at_ms is not None:
            yield Due(request.view.due_at_ms, request.view.request)
    for reveal in state.reveals.values():
        yield Due(reveal.due_at_ms, reveal.reveal)


def next_due_ms(state: RoomState) -> int | None:
    """When the next thing falls due, or None."""
    if not state.requests and not state.reveals:
        # Asked after every batch, and mostly so.
        return None
    return min((due.at_ms for due in due_later(state)), default=None)


def due_by(state: RoomState, now_ms: int) -> list[Due]:
    """What is due at *now_ms*, the oldest first."""
    return sorted(due for due in due_later(state) if due.at_ms <= now_ms)


def roll_of(state: RoomState, due: Due) -> RollId | None:
    """The roll that has to be read back from the log for it, if any."""
    reveal = state.reveals.get(RevealId(due.what))
    return None if reveal is None else reveal.roll


def falling_due(
    state: RoomState, due: Due, now_ms: int, recalled: RecalledRoll | None = None
) -> FallDue:
    """The command by which it happens; its commit has one id, whoever gives it."""
    commit = server_commit_id("due", state.room, due.what.encode())
    return FallDue(due.what, now_ms, commit, recalled)


def fall_due(deed: Deed, command: FallDue) -> Refusal | None:
    """Let happen what is due, unless it happened or was called off."""
    for due in due_by(deed.state, command.at_ms):
        if due.what == command.what:
            return _happen(deed, command)
    return Refusal(Code.NOTHING_TO_DO, "Nothing is due.")


def _happen(deed: Deed, command: FallDue) -> Refusal | None:
    reveal = deed.state.reveals.get(RevealId(command.what))
    if reveal is not None:
        let_reveal_come(deed, reveal, command.recalled)
        return None
    for request in deed.state.requests.values():
        if request.view.request == command.what:
            lapse_request(deed, request)
            return None
    return Refusal(Code.NOTHING_TO_DO, "Nothing is due.")
