"""Rooms leave memory with the last who knows them, without a collector of garbage cycles."""

import asyncio
import hashlib
from collections import Counter

import pytest

from protocol import from_client as i
from protocol.codes import Code
from server.config import LimitSettings
from server.dice import BookKeeper
from server.live.subscriber import Refused
from tests.live.house import House, Person, refusal_of
from tests.support.letting_go import Watched, without_collector

ROOMS = 200
LIMITS = LimitSettings(idle_room_s=0.0, max_connections_per_member=1, max_rooms=1_000)


class Rooms:
    """Rooms that are opened and left again, and what of them is still in memory."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.refused: Counter[Code] = Counter()
        self._tokens: list[tuple[bytes, bytes]] = []
        self.parts = Watched()

    async def found(self) -> None:
        """Somebody founds a room, somebody joins, and some are not let in; all leave."""
        storyteller = await self.house.found()
        player = await self.house.join(storyteller, "player")
        invited = await self.house.invite(storyteller)
        # Both are let through by what the log says, and the room itself has one seat to give.
        first, second = self.house.person("first"), self.house.person("second")
        came = await asyncio.gather(
            first.enter(invited), second.enter(invited), return_exceptions=True
        )
        refused = [each for each in came if isinstance(each, Refused)]
        self.refused.update(each.rejected.code for each in refused)
        await storyteller.caught_up()
        self._know(storyteller)
        for person in (storyteller, player, *(p for p in (first, second) if p.seat is not None)):
            person.leave()
        self._tokens.append((storyteller.token, player.token))

    async def visit_all(self) -> None:
        """Every room is opened by those who know it, knocked at by others, and left again."""
        for tokens in self._tokens:
            people = [await Person(self.house, "again", token).enter() for token in tokens]
            self._know(people[0])
            await self._fail(Person(self.house, "one too many", tokens[0]), i.Returning())
            stranger = hashlib.sha256(tokens[0]).digest()
            await self._fail(Person(self.house, "a stranger", stranger), i.Returning())
            unknown = i.Invited(secret=stranger[:16], name="a stranger")
            await self._fail(Person(self.house, "a stranger", stranger), unknown)
            for person in people:
                person.leave()

    async def put_away(self) -> None:
        """Wait until every room that nobody is in has been put away."""
        directory = self.house.directory
        while directory._runners:
            await asyncio.sleep(0)
            directory.tick()
        await asyncio.gather(*directory._tasks)
        # Those who waited for the last of them have their turn.
        await asyncio.sleep(0)

    async def _fail(self, person: Person, entry: i.Returning | i.Invited) -> None:
        refused = await refusal_of(person.enter(entry))
        self.refused[refused.rejected.code] += 1

    def _know(self, person: Person) -> None:
        runner = self.house.room_of(person)
        parts = (runner._inbox, runner._watchers, runner._books, runner._tail, runner._moments)
        self.parts.add((runner, *parts, person.ear))


@pytest.mark.parametrize("keeps_dice", [False, True])
async def test_rooms_that_are_opened_and_left_leave_nothing(keeps_dice: bool) -> None:
    """Those who were refused are no exception, nor is a room that makes its dice when left."""
    house = House(limits=LIMITS, keeper=BookKeeper() if keeps_dice else None)
    await house.events.open()
    rooms = Rooms(house)
    with without_collector():
        # Making dice takes far longer than all else.
        for _ in range(ROOMS // 10 if keeps_dice else ROOMS):
            await rooms.found()
        await rooms.put_away()
        assert rooms.parts.left == Counter()
        await rooms.visit_all()
        assert rooms.parts.left["Runner"] > 0, "they are open now"
        await rooms.put_away()
        assert rooms.parts.left == Counter()
    assert {*rooms.refused} == {
        Code.INVITE_SPENT, Code.LIMIT_REACHED, Code.UNKNOWN_CREDENTIAL,
    }  # fmt: skip
    await house.close()
    await house.events.close()
