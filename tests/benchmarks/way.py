"""
What one intent takes on its way through the server: calls, and CPU time without any socket.

All of a server runs, its SQLite log too; its connections are in memory, and what is written to
members is counted and dropped. Calls hold still on a busy machine, where seconds do not.
"""

import asyncio
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from websockets.frames import Frame, Opcode

from server.app import calm_collector, running
from server.config import Settings
from server.dice import BookKeeper
from tests.benchmarks.coterie_server import CREATE_KEY, OPEN
from tests.benchmarks.in_memory import InMemoryLoop, Wire
from tests.benchmarks.report import Column, Section
from tests.benchmarks.scale import Scale
from tests.benchmarks.table import MEMBERS, CoterieTable, Seat
from tests.support.dice_claims import Claims

ROOMS = 5
COUNTED = 300
TIMED = 3_000
_WARM_UP = 120
_TURNS_A_LOOK = 3
_ROOT = Path(__file__).parents[2]
_OURS = (str(_ROOT / "server"), str(_ROOT / "protocol"))
_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder in memory, where a sync takes no time
_FOLDER = _MEMORY if _MEMORY.is_dir() else None


@dataclass(slots=True)
class Member:
    """A member with a connection in memory; whoever is no player claims no dice."""

    wire: Wire
    room: int
    claims: Claims | None

    def intent(self) -> bytes:
        """The frame of a roll that this member has not sent before."""
        roll: dict[str, object] = {"type": "roll", "id": str(uuid.uuid4()), "pool": 7}
        roll |= {"hunger": 2, "difficulty": 3}
        if self.claims is not None:
            claim = self.claims.claim("open")
            self.claims.answered("open", claim.n)
            roll["dice"] = claim
        return Frame(Opcode.TEXT, msgspec.json.encode(roll)).serialize(mask=True)


Intents = Sequence[tuple[Member, bytes]]


def _members(seats: Sequence[Seat]) -> list[Member]:
    """Everybody, from now on deaf: what is written to them is only counted."""
    members = []
    for seat in seats:
        wire: Any = seat.ws.transport
        members.append(Member(wire.other, seat.room, seat.claims))
        members[-1].wire.is_counting = True
    return members


async def _roll(members: Sequence[Member], intents: Intents) -> None:
    """Send *intents* at once, and wait until all who are told of them have been written to."""
    rooms = {member.room for member, _ in intents}
    before = [(each.wire, each.wire.writes) for each in members if each.room in rooms]
    for member, frame in intents:
        member.wire.protocol.data_received(frame)
    while any(wire.writes == writes for wire, writes in before):
        for _ in range(_TURNS_A_LOOK):
            await asyncio.sleep(0)


@contextmanager
def _counting(calls: Counter[str]) -> Iterator[None]:
    def count(frame: FrameType, event: str, argument: object) -> None:
        del argument
        if frame.f_code.co_filename.startswith(_OURS):
            calls[event] += 1

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


async def _measure(*, proven: bool) -> dict[str, tuple[float, float, float]]:
    """Calls of Python and of C, and microseconds, of an intent alone and of many together."""
    rows: dict[str, tuple[float, float, float]] = {}
    with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
        data = Path(folder) / "way.sqlite3"
        settings = Settings(port=0, data=data, create_key=CREATE_KEY, limits=OPEN)
        async with running(settings, keeper=BookKeeper() if proven else None) as app:
            calm_collector()
            seats = await CoterieTable(app.listener.port, is_proven=proven).seat_all(ROOMS)
            members = _members(seats)
            for name, at_once in (("alone", 1), ("together", len(members))):
                calls: Counter[str] = Counter()
                await _go(members, at_once, _WARM_UP, lambda: _counting(Counter()))
                await _go(members, at_once, COUNTED, lambda c=calls: _counting(c))  # type: ignore[misc]
                took_s = await _go(members, at_once, TIMED, None)
                each = (calls["call"] / COUNTED, calls["c_call"] / COUNTED, took_s / TIMED * 1e6)
                rows[name] = each
    return rows


async def _go(
    members: Sequence[Member], at_once: int, count: int, watch: Callable[[], Any] | None
) -> float:
    """Roll *count* times, member after member; the seconds of CPU that it took."""
    turns = [members[number * 7 % len(members)] for number in range(count)]
    intents = [(member, member.intent()) for member in turns]
    began_s = time.process_time()
    for at in range(0, count, at_once):
        some = intents[at : at + at_once]
        if watch is None:
            await _roll(members, some)
            continue
        with watch():
            await _roll(members, some)
    return time.process_time() - began_s


def measure(scale: Scale) -> Section:
    """Calls and CPU of a roll: the least of all rounds, which the machine disturbed least."""
    rows: list[tuple[str | float, ...]] = []
    for name, proven in (("unproven", False), ("proven", True)):
        found: list[dict[str, tuple[float, float, float]]] = []
        for _ in range(scale.rounds):
            with asyncio.Runner(loop_factory=InMemoryLoop) as runner:
                found.append(runner.run(_measure(proven=proven)))
        for kind in found[0]:
            least = (min(each[kind][n] for each in found) for n in range(3))
            rows.append((f"{name}, {kind}", *least))
    return Section(
        title="The way of one roll",
        about=f"a public roll of 7 dice in {ROOMS} rooms of {MEMBERS}, from the bytes of its frame"
        " to those of all that are told, stored in between; connections and log are in memory;"
        f" calls by Coterie's own code, and us of CPU, least of {scale.rounds} rounds",
        columns=(
            Column("roll"), Column("Python calls", ".0f"), Column("C calls", ".0f"),
            Column("us", ".0f"),
        ),
        rows=tuple(rows),
    )  # fmt: skip
