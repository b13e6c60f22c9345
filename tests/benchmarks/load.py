"""Load on a table: as fast as answers come, or at a fixed rate; latencies and lost results."""

import asyncio
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from tests.benchmarks.table import Seat, Table

TIMER_COARSENESS_S = 0.001


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a stretch of load came to; times in seconds."""

    intents: int
    seconds: float
    latencies: list[float]
    lost: int

    def latency_ms(self, share: float) -> float:
        """The latency that *share* of the intents stayed below."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


class Load:
    """Seats, each read by a task of its own."""

    def __init__(self, table: Table, seats: Sequence[Seat]) -> None:
        self._table = table
        self._seats = seats
        self._latencies: list[float] = []
        self._sent = 0
        self._readers = [asyncio.create_task(self._read(seat)) for seat in seats]

    async def saturate(self, seconds: float) -> Outcome:
        """Every member sends its next intent when the last is answered."""
        self._begin()
        began = time.perf_counter()
        until = began + seconds
        await asyncio.gather(*(self._roll_until(seat, until) for seat in self._seats))
        return await self._outcome(time.perf_counter() - began)

    async def at_rate(self, seconds: float, rate: float) -> Outcome:
        """Intents at fixed moments, member after member, whether or not answers have come."""
        self._begin()
        began = time.perf_counter()
        for number in range(int(seconds * rate)):
            due = began + number / rate
            await _until(due)
            # A prime stride, so that neighbours in time sit in different rooms.
            seat = self._seats[number * 97 % len(self._seats)]
            await self._send(seat, due)
        return await self._outcome(time.perf_counter() - began)

    async def stop(self) -> None:
        """Close every socket."""
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)
        await asyncio.gather(*(seat.ws.close() for seat in self._seats))

    def _begin(self) -> None:
        self._latencies = []
        self._sent = 0
        for seat in self._seats:
            seat.deliveries = 0

    async def _roll_until(self, seat: Seat, until: float) -> None:
        while (now := time.perf_counter()) < until:
            seat.answered.clear()
            await self._send(seat, now)
            await seat.answered.wait()

    async def _send(self, seat: Seat, due: float) -> None:
        id = str(uuid.uuid4())
        seat.sent_at[id] = due
        self._sent += 1
        await seat.ws.send(self._table.intent(seat, id))

    async def _read(self, seat: Seat) -> None:
        while True:
            message = await seat.ws.recv(decode=False)
            seat.deliveries += self._table.results(message)
            for id in self._table.answers(message):
                if (sent := seat.sent_at.pop(id, None)) is not None:
                    self._latencies.append(time.perf_counter() - sent)
                    seat.answered.set()

    async def _outcome(self, seconds: float) -> Outcome:
        """Wait until every result has come to everybody, or nothing comes any more."""
        members = len(self._seats) // len({seat.room for seat in self._seats})
        expected = self._sent * members
        before = -1
        while (delivered := self._delivered()) < expected or self._is_waiting():
            if delivered == before:
                break
            before = delivered
            await asyncio.sleep(0.5)
        return Outcome(self._sent, seconds, self._latencies, expected - delivered)

    def _delivered(self) -> int:
        return sum(seat.deliveries for seat in self._seats)

    def _is_waiting(self) -> bool:
        """Whether an intent has not been answered: the slowest answers must count."""
        return any(seat.sent_at for seat in self._seats)


async def _until(due: float) -> None:
    """Wait for a moment: the loop's timers are coarser than the latencies to be measured."""
    if (wait := due - time.perf_counter()) > TIMER_COARSENESS_S:
        await asyncio.sleep(wait - TIMER_COARSENESS_S)
    while time.perf_counter() < due:  # noqa: ASYNC110 - a moment of the clock sets no event
        await asyncio.sleep(0)
