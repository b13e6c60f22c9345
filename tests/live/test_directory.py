"""Rooms come into memory and go out of it; people come in once, however often they ask."""

import asyncio
from typing import Any

import msgspec
import pytest

from protocol import from_client as i
from protocol.codes import CloseCode, Code
from server.config import LimitSettings
from server.live.loading import checkpoint_of, load_state
from server.live.subscriber import Refused
from server.live.tail import Tail
from server.store.base import Checkpoint, Unavailable
from tests.live.faulty import FaultyLog
from tests.live.house import CREATE_KEY, House, Person, refusal_of

# --- coming in ----------------------------------------------------------------------------------


async def test_fifty_joins_on_the_last_seat_give_it_to_one(faulty: House) -> None:
    """B5: whoever asks at once, the seat is given in the room's one order."""
    house = House(faulty.events, LimitSettings(max_members=2))
    storyteller = await house.found()
    entry = await house.invite(storyteller, uses=50)
    people = [house.person(f"p{n}") for n in range(50)]
    came = await asyncio.gather(*(p.enter(entry) for p in people), return_exceptions=True)
    inside = [p for p in came if isinstance(p, Person)]
    assert len(inside) == 1
    codes = {r.rejected.code for r in came if not isinstance(r, Person)}  # type: ignore[union-attr]
    assert codes == {Code.ROOM_FULL}
    closes = {r.close for r in came if not isinstance(r, Person)}  # type: ignore[union-attr]
    assert closes == {CloseCode.NO_SEAT}
    assert len(house.room_of(storyteller).state.members) == 2
    await house.close()


@pytest.mark.parametrize("uses", [1, 50])
async def test_fifty_hellos_of_one_token_make_one_member(faulty: House, uses: int) -> None:
    """A lost welcome makes no ghost, though the invite serves once."""
    storyteller = await faulty.found()
    entry = await faulty.invite(storyteller, uses=uses)
    ann = faulty.person("ann")
    house = faulty
    devices = [Person(house, "ann", ann.token) for _ in range(8)]
    await asyncio.gather(*(device.enter(entry) for device in devices))
    assert len({device.member for device in devices}) == 1
    assert len(house.room_of(storyteller).state.members) == 2
    more = [Person(house, "ann", ann.token) for _ in range(42)]
    for device in devices:
        device.leave()
    await storyteller.caught_up()
    for device in more:
        await device.enter(entry)
        device.leave()
        await storyteller.caught_up()
    assert len(house.room_of(storyteller).state.members) == 2


async def test_fifty_foundings_of_one_token_make_one_room(faulty: House) -> None:
    """Also where the server takes one room and no more."""
    house = House(faulty.events, LimitSettings(max_rooms=1, max_connections_per_member=50))
    entry = i.Founding(create_key=CREATE_KEY, room_name="One", name="storyteller")
    token = house.person("storyteller").token
    people = [Person(house, "storyteller", token) for _ in range(50)]
    await asyncio.gather(*(person.enter(entry) for person in people))
    assert len({person.member for person in people}) == 1
    assert len(await house.events.rooms()) == 1
    refused = await refusal_of(house.person("another").enter(entry))
    assert refused.rejected.code is Code.LIMIT_REACHED
    await house.close()


async def test_a_device_link_used_by_two_at_once_lets_one_in(faulty: House) -> None:
    """It serves once."""
    storyteller = await faulty.found()
    await storyteller.act(i.CreateDeviceLink, secret=b"a-link-of-my-own")
    entry = i.Linked(secret=b"a-link-of-my-own")
    phones = [faulty.person(f"phone {n}") for n in range(2)]
    came = await asyncio.gather(*(p.enter(entry) for p in phones), return_exceptions=True)
    (inside,) = [p for p in came if isinstance(p, Person)]
    (refused,) = [r for r in came if not isinstance(r, Person)]
    assert inside.member == storyteller.member
    assert refused.rejected.code is Code.LINK_SPENT  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("entry", "code", "field"),
    [
        (i.Returning(), Code.UNKNOWN_CREDENTIAL, "token"),
        (i.Invited(secret=b"never-an-invite!", name="x"), Code.INVITE_SPENT, "entry.secret"),
        (i.Linked(secret=b"never-been-here!"), Code.LINK_SPENT, "entry.secret"),
        (
            i.Founding(create_key="guess", room_name="x", name="x"),
            Code.UNKNOWN_CREDENTIAL,
            "entry.create_key",
        ),
    ],
)
async def test_what_opens_nothing_is_refused_for_good(
    house: House, entry: object, code: Code, field: str
) -> None:
    """Each with its field, and a close that says not to come back with this."""
    refused = await refusal_of(house.person("stranger").enter(entry))
    assert (refused.rejected.code, refused.rejected.field) == (code, field)
    assert refused.close is CloseCode.NOT_ALLOWED


async def test_the_secret_of_one_thing_does_not_open_another(house: House) -> None:
    """An invite is no device link, and the other way round; a token is neither."""
    storyteller = await house.found()
    invited = await house.invite(storyteller)
    await storyteller.act(i.CreateDeviceLink, secret=b"a-link-of-my-own")
    for entry in (i.Linked(secret=invited.secret), i.Invited(secret=b"a-link-of-my-own", name="x")):
        await refusal_of(house.person("stranger").enter(entry))
    with pytest.raises(AssertionError):
        await refusal_of(house.person("guest").enter(invited))


async def test_a_link_made_by_the_operator_elsewhere_works_here(house: House) -> None:
    """D9: the room in memory looks into the log before it says that there is no such link."""
    storyteller = await house.found()
    elsewhere = await storyteller.again(house=house.other())
    await elsewhere.act(i.CreateDeviceLink, secret=b"a-link-of-my-own")
    phone = await house.person("phone").enter(i.Linked(secret=b"a-link-of-my-own"))
    assert phone.member == storyteller.member
    await elsewhere.house.close()


# --- in memory ----------------------------------------------------------------------------------


async def test_an_idle_room_is_put_away_and_comes_back_as_it_was(faulty: House) -> None:
    """F11: nothing of it stays in memory, and nothing of it is lost."""
    house = House(faulty.events, LimitSettings(idle_room_s=0.0))
    storyteller = await house.found()
    await storyteller.act(i.RenameRoom, name="Here")
    position = storyteller.ear.position()
    runner = house.room_of(storyteller)
    house.directory.tick()
    assert house.room_of(storyteller) is runner
    storyteller.leave()
    await is_quiet(runner)
    house.directory.tick()
    await asyncio.wait(house.directory._tasks)
    assert runner.has_ended
    assert (house.directory._runners, house.directory._loading) == ({}, {})
    again = await storyteller.again(position)
    assert again.ear.welcome.reason == "resumed"
    assert house.room_of(again) is not runner
    assert house.room_of(again).state.name == "Here"
    await house.close()


async def test_a_room_is_not_put_away_under_somebody_who_is_coming_in(faulty: House) -> None:
    """While a hello is being served the room is watched, though nobody is connected yet."""
    house = House(faulty.events, LimitSettings(idle_room_s=0.0))
    storyteller = await house.found()
    position = storyteller.ear.position()
    await storyteller.act(i.Roll, pool=1)
    runner = house.room_of(storyteller)
    runner._tail = Tail()
    storyteller.leave()
    await is_quiet(runner)

    async def tick_meanwhile() -> None:
        house.directory.tick()

    assert isinstance(faulty.events, FaultyLog)
    faulty.events.before["locate"] = [tick_meanwhile]
    again = await storyteller.again(position)
    assert faulty.events.before["locate"] == []
    assert house.room_of(again) is runner
    await again.act(i.Roll, pool=1)
    await house.close()


async def test_a_room_runs_once_whatever_becomes_of_its_loading(
    faulty: House, log: FaultyLog
) -> None:
    """A load that fails while others wait for it leaves no second runner behind."""
    storyteller = await faulty.found()
    ann, bob = await faulty.join(storyteller, "ann"), await faulty.join(storyteller, "bob")
    fresh = faulty.other()
    gates = [asyncio.Event() for _ in range(3)]
    log.before["load_checkpoint"] = [gate.wait for gate in gates]
    log.fail["load_checkpoint"] = [Unavailable("no")]
    first = asyncio.create_task(storyteller.again(house=fresh))
    second = asyncio.create_task(ann.again(house=fresh))
    while len(log.before["load_checkpoint"]) == len(gates):  # noqa: ASYNC110 - until one loads
        await asyncio.sleep(0)
    gates[0].set()
    came = await asyncio.gather(first, second, return_exceptions=True)
    third, fourth = await asyncio.gather(
        *(release(gates, who.again(house=fresh)) for who in (bob, ann))
    )
    assert any(isinstance(each, Refused) for each in came)
    runners = {id(fresh.room_of(who)) for who in (third, fourth)}
    runners |= {id(fresh.room_of(who)) for who in came if isinstance(who, Person)}
    assert len(runners) == 1
    await fresh.close()


async def release(gates: list[asyncio.Event], coming: Any) -> Person:
    """Come in while every gate opens."""
    for gate in gates:
        gate.set()
    return await coming


async def test_a_connection_that_went_while_it_waited_takes_no_place(house: House) -> None:
    """Its member's places are for connections that are there."""
    storyteller = await house.found()
    gone = Person(house, "storyteller", storyteller.token)
    gone.ear.close(CloseCode.SLOW_CONSUMER)
    refused = await refusal_of(gone.enter())
    assert not refused.close.is_final
    assert gone.ear.items == []
    places = house.limits.max_connections_per_member
    for _ in range(places - 1):
        await storyteller.again()


async def is_quiet(runner: Any) -> None:
    """Wait until a room has nothing to do and nobody in it."""
    while runner.is_watched:  # noqa: ASYNC110 - a room tells nobody that it is quiet
        await asyncio.sleep(0)


async def is_serving(runner: Any) -> None:
    """Wait until a room is in the middle of something."""
    while not runner._serving:  # noqa: ASYNC110 - nor that it is busy
        await asyncio.sleep(0)


async def test_draining_finishes_what_was_taken(house: House) -> None:
    """Every intent in the inbox is answered before the end, and a new process has it all."""
    storyteller = await house.found()
    intents = [storyteller.intent(i.Roll, pool=1) for _ in range(200)]
    for intent in intents:
        storyteller.submit(intent)
    await house.close()
    assert all(storyteller.ear.answer_to(intent.id) is not None for intent in intents)
    assert storyteller.seat is not None
    assert not storyteller.seat.submit(storyteller.intent(i.Roll, pool=1))
    fresh = house.other()
    again = await storyteller.again(storyteller.ear.position(), house=fresh)
    assert again.ear.pushes == []
    await fresh.close()


async def test_a_server_that_drains_loads_no_more_rooms(house: House) -> None:
    """Whoever comes now is told to come again."""
    storyteller = await house.found()
    await house.close()
    refused = await refusal_of(storyteller.again())
    assert not refused.close.is_final


async def test_rooms_do_not_wait_for_each_other(faulty: House) -> None:
    """One room's fault or slowness is no other's."""
    one, other = await faulty.found(), await faulty.found()
    assert one.seat is not None
    assert other.seat is not None
    assert one.seat.room != other.seat.room
    log = faulty.events
    assert isinstance(log, FaultyLog)
    gate = asyncio.Event()

    async def waits() -> None:
        await gate.wait()

    log.before["append"] = [waits]
    one.submit(one.intent(i.Roll, pool=1))
    await is_serving(faulty.room_of(one))
    await other.act(i.Roll, pool=1)
    assert one.ear.pushes == []
    gate.set()
    await one.ear.until(lambda: len(one.ear.pushes) == 1)


# --- loading ------------------------------------------------------------------------------------


async def played(house: House) -> Person:
    """A room with something of everything in its state."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    iris = await ann.make(i.CreateCharacter, name="Iris", hunger=2)
    hidden = await storyteller.make(i.CreateCharacter, name="The Sleeper", hidden=True)
    await storyteller.act(i.StartSession)
    await storyteller.act(i.BeginClock, clock="scene", title="The club")
    await storyteller.act(i.CreateInvite, role="player", secret=b"invite-no-one-ha")
    await ann.act(i.CreateDeviceLink, secret=b"a-link-of-my-own")
    await storyteller.act(i.OpenContest, character=hidden, against=iris, pool=3)
    for _ in range(8):
        await ann.act(i.Roll, character=iris, pool=5, difficulty=4)
    return storyteller


async def loaded(house: House, who: Person) -> object:
    assert who.seat is not None
    return await load_state(house.events, who.seat.room, Tail())


async def test_checkpoints_are_a_cache_and_nothing_else(house: House) -> None:
    """Deleted, of another format or room, torn, or changed in a bit: the state is the same."""
    storyteller = await played(house)
    assert storyteller.seat is not None
    room = storyteller.seat.room
    state = house.room_of(storyteller).state
    assert await loaded(house, storyteller) == state
    good = checkpoint_of(state)
    other = checkpoint_of(house.room_of(await house.found()).state)
    torn = [
        Checkpoint(good.seq, good.format, good.state[:n]) for n in range(0, len(good.state), 97)
    ]
    changed = [
        Checkpoint(
            good.seq, good.format, good.state[:n] + bytes([good.state[n] ^ 1]) + good.state[n + 1 :]
        )
        for n in range(0, len(good.state), 41)
    ]
    kept = [
        good,
        Checkpoint(good.seq, "room-state.0", good.state),
        Checkpoint(good.seq, good.format, other.state),
        Checkpoint(good.seq, good.format, b""),
        Checkpoint(good.seq, good.format, b"\xff" * 100),
        Checkpoint(good.seq + 5, good.format, good.state),
        *torn,
        *changed,
    ]  # fmt: skip
    for checkpoint in kept:
        await house.events.delete_checkpoints(room)
        await house.events.save_checkpoint(room, checkpoint)
        assert await loaded(house, storyteller) == state
    await house.events.delete_checkpoints(room)
    assert await loaded(house, storyteller) == state


async def test_an_older_checkpoint_is_folded_on(house: House) -> None:
    """From wherever it stands to the end of the log."""
    storyteller = await played(house)
    assert storyteller.seat is not None
    room = storyteller.seat.room
    await house.events.save_checkpoint(room, checkpoint_of(house.room_of(storyteller).state))
    for _ in range(3):
        await storyteller.act(i.Roll, pool=1)
    assert await loaded(house, storyteller) == house.room_of(storyteller).state


async def test_a_long_room_keeps_checkpoints_on_the_way(house: House) -> None:
    """A room that is loaded again reads little of its log."""
    house = House(house.events, LimitSettings(inbox_intents=5_000))
    storyteller = await house.found()
    assert storyteller.seat is not None
    for _ in range(600):
        storyteller.submit(storyteller.intent(i.Roll, pool=1))
    await storyteller.caught_up()
    await storyteller.caught_up()
    checkpoint = await house.events.load_checkpoint(storyteller.seat.room)
    assert checkpoint is not None
    assert checkpoint.seq >= 500
    assert await loaded(house, storyteller) == house.room_of(storyteller).state
    await house.close()


async def test_a_room_killed_early_every_time_gets_its_checkpoint_too(house: House) -> None:
    """What counts is how much was folded since the checkpoint, not since the last start."""
    house = House(house.events, LimitSettings(inbox_intents=5_000))
    storyteller = await house.found()
    assert storyteller.seat is not None
    room = storyteller.seat.room
    for _ in range(600):
        storyteller.submit(storyteller.intent(i.Roll, pool=1))
    await storyteller.caught_up()
    await storyteller.caught_up()
    await house.events.delete_checkpoints(room)
    restarted = House(house.events, LimitSettings())
    back = Person(restarted, "storyteller", storyteller.token)
    await back.enter(i.Returning())
    await back.act(i.Roll, pool=1)
    await back.caught_up()
    checkpoint = await house.events.load_checkpoint(room)
    assert checkpoint is not None
    assert checkpoint.seq >= 600
    await restarted.close()
    await house.close()


async def test_the_state_survives_its_own_checkpoint(house: House) -> None:
    """Every part of it, of the same types: it is equal to itself read back."""
    storyteller = await played(house)
    state = house.room_of(storyteller).state
    assert state.contests
    assert state.standing
    assert state.proposals
    packed = msgspec.msgpack.encode(state)
    assert msgspec.msgpack.decode(packed, type=type(state)) == state
