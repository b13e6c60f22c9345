"""
How much of the log a room may take, and who hears early that it is nearly full.

Players are held to a share that counts what everybody sees and what they see apart or did, never
what is hidden from them; what is behind the screen has a share of its own, which holds the
Storytellers alone. Together they stay below the bound.
"""

import logging

from protocol.codes import Code
from protocol.from_client import (
    Intent,
    LeaveRoom,
    LiftPause,
    RaisePause,
    RemoveMember,
    RevokeInvite,
)
from protocol.ids import RoomId
from server.rooms.refusal import Refusal
from server.rooms.sizes import Sizes
from server.rooms.state import MemberState

log = logging.getLogger("coterie.live")

IN_SIGHT = 0.75
"""The share of what everybody sees, and of what members see apart."""

BEHIND_THE_SCREEN = 0.2
"""The share of what Storytellers alone see; the rest is for answers and what is always taken."""

STORYTELLERS_STOP_AT = 0.9
"""Storytellers take nothing of the last tenth that players have."""

WARNED_AT = 0.8

ALWAYS_TAKEN = (RaisePause, LiftPause, LeaveRoom, RemoveMember, RevokeInvite)
"""What keeps a table safe, and ends what fills it, is never refused for its size."""


class Quota:
    """
    The most that one room's records may be, in bytes, and how it is shared.

    *seats* are the members that a room has at most: what one of them sees apart weighs as if all
    of them had as much, so that no other's has to be known.
    """

    def __init__(self, room: RoomId, most_bytes: int, seats: int) -> None:
        self._room = room
        self._most = most_bytes
        self._seats = seats
        self._has_warned = False

    def note(self, sizes: Sizes) -> None:
        """Tell the operator, once, when a room is nearly full."""
        in_sight, behind = self._taken(sizes)
        if not self._has_warned and max(in_sight, behind) >= WARNED_AT:
            self._has_warned = True
            facts = {
                "room": self._room,
                "bytes": sizes.seen + sizes.behind,
                "max_room_bytes": self._most,
            }
            log.warning("a room is nearly full: allow it more, or it will be stopped", extra=facts)

    def refuse(self, intent: Intent, actor: MemberState | None, sizes: Sizes) -> Refusal | None:
        """Why *intent* of *actor* is not taken at such sizes; None while there is room."""
        if actor is None or isinstance(intent, ALWAYS_TAKEN):
            return None
        if actor.is_storyteller:
            in_sight, behind = self._taken(sizes)
            is_full = in_sight >= STORYTELLERS_STOP_AT or behind >= 1.0
        else:
            own = sizes.apart.get(actor.member, 0)
            is_full = sizes.told + self._seats * own >= IN_SIGHT * self._most
        return _full() if is_full else None

    def _taken(self, sizes: Sizes) -> tuple[float, float]:
        """How full the shares are, as parts of 1: what is in sight, what is behind the screen."""
        in_sight = sizes.seen / (IN_SIGHT * self._most)
        return in_sight, sizes.behind / (BEHIND_THE_SCREEN * self._most)


def _full() -> Refusal:
    return Refusal(
        Code.LOG_FULL,
        "This room's record has become as long as its operator allows, so nothing is added."
        " Ask the operator for more (`max_room_bytes`), or go on in a new room.",
        None,
        "a pause, leaving, removing members and revoking invites",
    )
