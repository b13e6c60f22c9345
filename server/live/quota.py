"""
How much of the log a room may take, and who hears early that it is nearly full.

Measured beside the room's task when it is loaded, since that costs what the room is long, and
counted on from there.
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
from protocol.words import Role
from server.rooms.refusal import Refusal
from server.store.base import Commit, EventLog, LogError

log = logging.getLogger("coterie.live")

WARNED_AT = 0.8
STORYTELLERS_STOP_AT = 0.9
"""Storytellers, whose doings others may not see, take nothing of the last tenth from players."""

ABOUT_AN_EVENT_BYTES = 60
"""What is stored of an event beside its body: kind, version and audience."""

ALWAYS_TAKEN = (RaisePause, LiftPause, LeaveRoom, RemoveMember, RevokeInvite)
"""What keeps a table safe, and ends what fills it, is never refused for its size."""


class Quota:
    """
    The bytes of one room's records, about, and the most that it may have.

    Nothing is refused before the room is measured.
    """

    def __init__(self, room: RoomId, most_bytes: int) -> None:
        self._room = room
        self._most = most_bytes
        self._found = 0
        self._added = 0
        self._has_warned = False

    @property
    def used_bytes(self) -> int:
        """How much is known to be taken."""
        return self._found + self._added

    async def measure(self, events: EventLog) -> None:
        """Ask the log how much there is; where it cannot say, only what is added counts."""
        try:
            self._found = await events.size(self._room)
        except LogError as error:
            log.warning("room not measured", extra={"room": self._room, "error": str(error)})
        self._look()

    def add(self, commit: Commit) -> None:
        """Note what was stored."""
        bodies = sum(len(record.body) + ABOUT_AN_EVENT_BYTES for record in commit.events)
        self._added += bodies + len(commit.answer)
        self._look()

    def refuse(self, intent: Intent, role: Role | None) -> Refusal | None:
        """Why *intent* of somebody with that role is not taken; None while there is room."""
        share = STORYTELLERS_STOP_AT if role is Role.STORYTELLER else 1.0
        if self.used_bytes < share * self._most or isinstance(intent, ALWAYS_TAKEN):
            return None
        return Refusal(
            Code.LOG_FULL,
            "This room's record has become as long as its operator allows, so nothing is added."
            " Ask the operator for more (`max_room_bytes`), or go on in a new room.",
            None,
            "a pause, leaving, removing members and revoking invites",
        )

    def _look(self) -> None:
        if not self._has_warned and self.used_bytes >= WARNED_AT * self._most:
            self._has_warned = True
            facts = {"room": self._room, "bytes": self.used_bytes, "max_room_bytes": self._most}
            log.warning("a room is nearly full: allow it more, or it will be stopped", extra=facts)
