"""
A small table for tests that cut connections: a Storyteller who stays, and players who come and go.

Its seats judge what they are sent, by the oracle that reads the log.
"""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.support.kill_server import CREATE_KEY
from tests.support.oracle import Oracle, Room
from tests.support.seats import Member, Seat


def secret(name: str, length: int) -> bytes:
    """Bytes that belong to a name."""
    return hashlib.sha256(name.encode()).digest()[:length]


def intent(type: str, **fields: Any) -> dict[str, Any]:
    """An intent with an id of its own."""
    return {"type": type, "id": str(uuid.uuid4()), **fields}


@dataclass
class Table:
    """One room: a Storyteller who is always there, and players who come and go."""

    port: Callable[[], int]
    data: Path
    character: str = ""
    seats: list[Seat] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.oracle = Oracle(self.data)
        self.storyteller = self.seat("storyteller", "json")

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for seat in self.seats:
            if seat.client is not None:
                seat.client.close()

    def open(self) -> None:
        """Found the room with one character in it."""
        founding = {"type": "create", "create_key": CREATE_KEY, "room_name": "Cuts", "name": "st"}
        self.storyteller.hello(self.port(), founding)
        self.storyteller.until_welcome()
        made = self.storyteller.ask(intent("create_character", name="Lucia"))
        self.character = made.said["created"]

    def invite(self, name: str) -> dict[str, Any]:
        """Make an invite, and the entry by which somebody uses it."""
        invite = secret(f"invite of {name}", 16)
        answer = self.storyteller.ask(intent("create_invite", role="player", secret=invite))
        assert answer.is_accepted, answer
        return {"type": "invite", "secret": invite, "name": name}

    def join(self, name: str, encoding: str) -> Seat:
        """Somebody new at the table."""
        seat = self.seat(name, encoding)
        seat.hello(self.port(), self.invite(name))
        seat.until_welcome()
        seat.catch_up()
        return seat

    def seat(self, name: str, encoding: str) -> Seat:
        """A seat of the member of that name, not connected yet."""
        seat = Seat(Member(name, "", secret(name, 32)), encoding, self.oracle)
        self.seats.append(seat)
        return seat

    def come_back(self, seat: Seat) -> None:
        """Connect again, resume, and wait for all that was missed."""
        seat.hello(self.port())
        seat.until_welcome()
        seat.catch_up()

    @property
    def room(self) -> Room:
        """What is in the log by now."""
        self.oracle.read()
        return self.oracle.rooms[self.storyteller.room]

    def stored(self, seat: Seat, said: dict[str, Any]) -> dict[str, Any] | None:
        """The answer stored with an intent, None if it never happened; never more than one."""
        commit = self.room.by_intent.get((seat.member.id, said["id"]))
        return None if commit is None else commit.answer

    def check(self, *seats: Seat) -> None:
        """These seats were shown their whole lines, each event once, as the log has it."""
        room = self.room
        for seat in seats:
            seat.check(room)
            life = room.lives[seat.member.id][-1]
            assert seat.position is not None
            assert seat.position["seq"] == life.seq, seat.member.name
