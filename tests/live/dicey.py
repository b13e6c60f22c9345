"""A house that keeps books of dice, and people in it whose clients claim their numbers."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

from protocol import events as e
from protocol import from_client as i
from protocol.from_server import Accepted, EventPush, Rejected, SnapshotPush, Welcome
from server.config import LimitSettings
from server.dice import BookKeeper
from server.store.base import EventLog
from tests.live.house import House, Person
from tests.support.dice_claims import Claims


def drawing(seed: str) -> Callable[[int], bytes]:
    """Bytes for keys, the same in every run of a seed."""
    count = 0

    def draw(length: int) -> bytes:
        nonlocal count
        count += 1
        stream = b"".join(
            hashlib.sha256(f"{seed} {count} {part}".encode()).digest()
            for part in range(length // 32 + 1)
        )
        return stream[:length]

    return draw


class DiceyHouse(House):
    """A house with a keeper; `again` is the next process over the same log, whose keeper is new."""

    processes = 0

    def __init__(
        self,
        events: EventLog | None = None,
        limits: LimitSettings | None = None,
        keeper: BookKeeper | None = None,
    ) -> None:
        DiceyHouse.processes += 1
        self.keeper = keeper or BookKeeper(drawing(f"process {DiceyHouse.processes}"))
        super().__init__(events, limits, self.keeper)

    def other(self) -> "DiceyHouse":
        """One more process over the same log, with keys of its own."""
        other = DiceyHouse(self.events, self.limits)
        other.now_ms = self.now_ms
        return other


def told(person: Person) -> list[e.Event]:
    """The events that a person was told, those of the welcome too."""
    events: list[e.Event] = []
    for item in person.ear.items:
        if isinstance(item, Welcome):
            events += [push.event for push in item.recent]
        elif isinstance(item, EventPush):
            events.append(item.event)
    return events


def told_kind(person: Person, kind: type[Any]) -> list[Any]:
    """The events of one kind that a person was told."""
    return [event for event in told(person) if isinstance(event, kind)]


def claims_of(person: Person) -> Claims:
    """What the person's client knows of its numbers, from all that it was told and answered."""
    claims = Claims(person.member)
    for item in person.ear.items:
        match item:
            case Welcome(snapshot=snapshot) | SnapshotPush(snapshot=snapshot):
                if snapshot is not None:
                    claims.begin(snapshot.dice)
            case EventPush(event=event):
                claims.hear(event)
                _take(claims, person, event)
    return claims


def _take(claims: Claims, person: Person, event: e.Event) -> None:
    proof = getattr(event, "proof", None)
    if isinstance(event, e.RollRevealed) or proof is None or proof.member != person.member:
        return
    claims.answered(proof.lane, proof.n)


async def book_told(person: Person, books: int = 1) -> e.BookOpened:
    """Wait until a person was told of so many books; the last one."""
    await person.ear.until(lambda: len(told_kind(person, e.BookOpened)) >= books)
    opened: e.BookOpened = told_kind(person, e.BookOpened)[-1]
    return opened


async def roll(person: Person, lane: str = "open", /, **fields: Any) -> Accepted | Rejected:
    """A roll of a player, claimed."""
    fields.setdefault("pool", 3)
    fields.setdefault("dice", claims_of(person).claim(lane))
    return await person.say(person.intent(i.Roll, **fields))


async def rest(turns: int = 400) -> None:
    """Let other tasks of the loop have so many turns."""
    for _ in range(turns):
        await asyncio.sleep(0)
