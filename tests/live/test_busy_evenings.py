"""Random evenings in a running room, while its log fails now and then and sockets go."""

import contextlib
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from protocol import from_client as i
from protocol.from_server import Accepted, Rejected
from protocol.ids import MemberId
from server.config import LimitSettings
from server.live.loading import load_state
from server.live.subscriber import Refused
from server.live.tail import Tail
from server.rooms.state import RoomState
from server.store.base import TooLarge, Unavailable
from tests.live.faulty import FaultyLog
from tests.live.house import House, Person
from tests.live.watching import never_rolled_twice, whole_line
from tests.support.evenings import Evening


class RunningTable:
    """What a random evening needs of a room, taken from one that runs."""

    def __init__(self, evening: "BusyEvening") -> None:
        self._evening = evening

    @property
    def state(self) -> RoomState:
        return self._evening.runner.state

    @property
    def members(self) -> dict[str, MemberId]:
        return {who.name: who.member for who in self._evening.people}

    def intent(self, kind: type[i.Intent], /, **fields: object) -> i.Intent:
        return self._evening.people[0].intent(kind, **fields)


class BusyEvening:
    """People who act all at once, on and off line, while the log fails in every way it may."""

    def __init__(self, seed: int, house: House, log: FaultyLog, people: list[Person]) -> None:
        self.random = Random(seed)
        self.house = house
        self.log = log
        self.people = people
        self.runner = house.room_of(people[0])
        self.elsewhere: list[House] = []
        self.sent: list[tuple[Person, i.Intent]] = []
        self.offline: list[tuple[Person, i.Position]] = []
        self.evening = Evening(seed, RunningTable(self))  # type: ignore[arg-type]

    async def step(self) -> None:
        what = self.random.randrange(12)
        if what == 0:
            self.break_something()
        elif what == 1:
            await self.turn_of(self.somebody())
        elif what == 2 and len(self.people) > 1:
            self.go_offline()
        elif what == 3 and self.offline:
            await self.come_back()
        else:
            self.send()

    async def turn_of(self, who: Person) -> None:
        """Wait until the room has come to somebody's turn, whatever the answer is."""
        await who.say(who.intent(i.RenameMember, member=who.member, name=who.name))

    def somebody(self) -> Person:
        self.people = [who for who in self.people if who.ear.closed is None]
        return self.random.choice(self.people)

    def send(self) -> None:
        who = self.somebody()
        kind = self.evening.kind()
        if kind in (i.LeaveRoom, i.RemoveMember, i.CreateInvite, i.RenewInvite, i.RenewToken):
            kind = i.Roll
        intent = self.evening.intent(kind)
        if self.sent and self.random.randrange(8) == 0:
            # A repetition, as after a lost answer.
            mine = [known for by, known in self.sent if by is who]
            intent = self.random.choice(mine) if mine else intent
        who.submit(intent)
        self.sent.append((who, intent))

    def go_offline(self) -> None:
        who = self.people.pop(self.random.randrange(1, len(self.people)))
        self.offline.append((who, who.ear.position()))
        who.leave()

    async def come_back(self) -> None:
        who, position = self.offline.pop()
        self.people.append(await who.again(position))

    def break_something(self) -> None:
        faults: list[Callable[[], None]] = [
            lambda: self.log.unknown.append(self.random.choice(("stored", "lost", "late"))),
            lambda: self.log.fail.setdefault("append", []).append(Unavailable("disk full")),
            lambda: self.log.fail.setdefault("append", []).append(TooLarge("together")),
            lambda: self.log.fail.setdefault("find", []).append(Unavailable("busy")),
            lambda: self.log.before.setdefault("append", []).append(self.another_process()),
            lambda: self.runner.refresh(),
        ]
        self.random.choice(faults)()

    def another_process(self) -> Callable[[], Awaitable[object]]:
        async def acts() -> object:
            other = self.house.other()
            self.elsewhere.append(other)
            with contextlib.suppress(Refused):
                storyteller = await self.people[0].again(house=other)
                roll = storyteller.intent(i.Roll, pool=1, label="elsewhere")
                return await storyteller.say(roll)
            return None

        return acts

    async def end(self) -> None:
        """Mend the log, and let everybody catch up."""
        for hooks in (self.log.fail, self.log.before):
            hooks.clear()
        self.log.unknown.clear()
        while self.offline:
            await self.come_back()
        for _ in range(2):
            for who in list(self.people):
                if who.ear.closed is None:
                    await self.turn_of(who)


@pytest.mark.parametrize("seed", range(30))
async def test_whatever_fails_everybody_ends_where_the_log_is(log: FaultyLog, seed: int) -> None:
    """One answer to each intent, no die twice, no line with a gap, and the state of the log."""
    house = House(log, LimitSettings(inbox_intents=5_000))
    storyteller = await house.found()
    people = [storyteller]
    for name, role in (("ann", "player"), ("bob", "player"), ("second", "storyteller")):
        people.append(await house.join(storyteller, name, role))
    for who in people:
        await who.act(i.CreateCharacter, name=who.name, hunger=2)
    evening = BusyEvening(seed, house, log, people)
    for _ in range(80):
        await evening.step()
    await evening.end()
    assert evening.runner is house.room_of(storyteller), "the room was lost"
    assert never_rolled_twice(house)
    for who in evening.people:
        fresh = await who.again()
        assert who.ear.position() == fresh.ear.welcome.position
        line = await whole_line(who)
        assert [p.seq for p in line] == list(range(1, len(line) + 1))
        generation = who.ear.position().generation
        if who.ear.welcome.position.generation == generation:
            assert line[len(line) - len(who.ear.pushes) :] == who.ear.pushes
    assert_answered_once(evening)
    assert storyteller.seat is not None
    assert await load_state(log, storyteller.seat.room, Tail()) == evening.runner.state
    for other in evening.elsewhere:
        await other.close()
    await house.close()


def assert_answered_once(evening: BusyEvening) -> None:
    """Each time an intent was sent while the socket lasted, one answer came; repeats alike."""
    offline = {id(who) for who, _ in evening.offline}
    for who in {id(w): w for w, _ in evening.sent}.values():
        if id(who) in offline or who not in evening.people:
            continue
        mine = [intent.id for by, intent in evening.sent if by is who]
        answers = [a for a in who.ear.items if isinstance(a, Accepted | Rejected)]
        for intent_id in set(mine):
            got = [a for a in answers if a.id == intent_id]
            assert len(got) == mine.count(intent_id)
            accepted = [a for a in got if isinstance(a, Accepted)]
            assert all(a == accepted[0] for a in accepted)
