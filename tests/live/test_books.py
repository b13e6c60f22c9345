"""The life of a book of dice in a running room: what opens one, who gets lanes, when it is dead."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.from_server import Accepted, Rejected
from protocol.words import BookReason, DiceSource, Lane
from server.dice import DEAD_AFTER_MS
from server.store.memory import MemoryLog
from tests.live.dicey import DiceyHouse, book_told, claims_of, roll, told, told_kind


@pytest.fixture
async def house() -> AsyncIterator[DiceyHouse]:
    """A server with a keeper, over a log in memory."""
    house = DiceyHouse(MemoryLog())
    await house.events.open()
    yield house
    await house.close()
    await house.events.close()


async def test_a_book_is_opened_when_the_first_player_is_there(house: DiceyHouse) -> None:
    """A Storyteller alone has none; with a player comes one, for that player, for all to see."""
    st = await house.found()
    await st.act(i.Roll, pool=2)
    assert told_kind(st, e.RollResolved)[-1].source is DiceSource.UNPROVEN
    assert not told_kind(st, e.BookOpened)
    ann = await house.join(st, "ann")
    opened = await book_told(ann)
    assert await book_told(st) == opened
    assert (opened.reason, opened.by) == (BookReason.ARRIVAL, None)
    assert [lanes.member for lanes in opened.lanes] == [ann.member]
    assert (len(opened.book), len(opened.table), len(opened.secret)) == (16, 32, 32)


async def test_a_roll_is_proven_with_the_claim_of_its_player(house: DiceyHouse) -> None:
    """The proof stands in the event: the player's lane and entropy, number after number."""
    st = await house.found()
    ann = await house.join(st, "ann")
    opened = await book_told(ann)
    for n in range(3):
        claim = claims_of(ann).claim("open")
        answer = await roll(ann, dice=claim)
        assert isinstance(answer, Accepted)
        assert answer.took == n
        proof = told_kind(st, e.RollResolved)[-1].proof
        assert (proof.book, proof.lane, proof.member, proof.n) == (
            opened.book, Lane.OPEN, ann.member, n,
        )  # fmt: skip
        assert proof.entropy == claim.entropy
        assert (proof.c, proof.path) == (None, None)


async def test_the_house_draws_with_the_pot(house: DiceyHouse) -> None:
    """A Storyteller's rolls bring no entropy; theirs is the pot after so many updates."""
    st = await house.found()
    ann = await house.join(st, "ann")
    await book_told(st)
    await st.act(i.Roll, pool=2)
    first = told_kind(ann, e.RollResolved)[-1].proof
    assert (first.lane, first.member, first.n, first.c) == (Lane.TABLE, None, 0, 0)
    await roll(ann)
    await st.act(i.Roll, pool=2, visibility="secret")
    hidden = told_kind(st, e.RollResolved)[-1].proof
    assert (hidden.lane, hidden.n, hidden.c, len(hidden.path)) == (Lane.SECRET, 0, 1, 320)
    assert hidden.entropy != first.entropy
    answer = await st.say(st.intent(i.Roll, pool=1))
    assert isinstance(answer, Accepted)
    assert answer.took is None


async def test_each_session_begins_with_a_book_of_its_own(house: DiceyHouse) -> None:
    """After the session's start, whether or not a book was live."""
    st = await house.found()
    await st.act(i.StartSession)
    alone = await book_told(st)
    assert (alone.reason, alone.lanes) == (BookReason.SESSION, ())
    ann = await house.join(st, "ann")
    await st.act(i.EndSession)
    await st.act(i.StartSession)
    opened = await book_told(ann, books=2)
    assert opened.reason is BookReason.SESSION
    assert opened.book != alone.book


async def test_who_comes_to_play_gets_lanes_right_after_that_event(house: DiceyHouse) -> None:
    """By joining or by a new role; never twice, and never others' again."""
    st = await house.found()
    await house.join(st, "ann")
    opened = await book_told(st)
    bob = await house.join(st, "bob")
    guest = await house.join(st, "guest", "spectator")
    await st.act(i.SetRole, member=guest.member, role="player")
    await st.act(i.SetRole, member=bob.member, role="spectator")
    await st.act(i.SetRole, member=bob.member, role="player")
    added = told_kind(st, e.LanesAdded)
    assert [event.lanes[0].member for event in added] == [bob.member, guest.member]
    assert {event.book for event in added} == {opened.book}
    events = told(st)
    for event, before in zip(added, (e.MemberJoined, e.RoleChanged), strict=True):
        assert isinstance(events[events.index(event) - 1], before)
    assert isinstance(await roll(guest), Accepted)
    assert isinstance(await roll(bob), Accepted)


async def test_a_storyteller_may_renew_the_dice(house: DiceyHouse) -> None:
    """Answered when the new book is there; the old one's claims are refused from then on."""
    st = await house.found()
    ann = await house.join(st, "ann")
    old = await book_told(ann)
    claim = claims_of(ann).claim("open")
    answer = await st.act(i.RenewDice)
    assert answer.seq is not None
    new = await book_told(ann, books=2)
    assert (new.reason, new.by) == (BookReason.RENEWED, st.member)
    assert new.book != old.book
    refused = await roll(ann, dice=claim)
    assert isinstance(refused, Rejected)
    assert (refused.code, refused.field) == ("book_changed", "dice.book")
    assert isinstance(await roll(ann), Accepted)


async def test_a_renewal_asked_again_opens_one_book(house: DiceyHouse) -> None:
    """The same intent, sent again while its keys are made and after, has one effect."""
    st = await house.found()
    intent = st.intent(i.RenewDice)
    st.submit(intent)
    st.submit(intent)
    await book_told(st)
    again = await st.say(intent)
    assert isinstance(again, Accepted)
    assert len(told_kind(st, e.BookOpened)) == 1


async def test_a_player_may_not_renew_and_makes_nobody_make_keys(house: DiceyHouse) -> None:
    """Refused at once, like everything that is not theirs."""
    st = await house.found()
    ann = await house.join(st, "ann")
    await book_told(ann)
    answer = await ann.say(ann.intent(i.RenewDice))
    assert isinstance(answer, Rejected)
    assert answer.code == "forbidden"
    assert house.room_of(st)._books._opener._making is None


async def test_a_book_dies_half_an_hour_after_the_last_player_left(house: DiceyHouse) -> None:
    """Whatever Storytellers do meanwhile; whoever of the players comes back opens another."""
    st = await house.found()
    ann = await house.join(st, "ann")
    opened = await book_told(st)
    ann.leave()
    await st.caught_up()
    house.now_ms += DEAD_AFTER_MS - 1
    await st.act(i.Roll, pool=1, visibility="secret")
    assert told_kind(st, e.RollResolved)[-1].source is DiceSource.BOOK
    house.now_ms += 1
    await st.act(i.Roll, pool=1)
    assert told_kind(st, e.RollResolved)[-1].source is DiceSource.UNPROVEN
    back = await ann.again()
    assert back.ear.welcome.snapshot is not None
    assert back.ear.welcome.snapshot.dice is None
    again = await book_told(st, books=2)
    assert again.book != opened.book


async def test_a_book_outlives_its_rooms_time_in_memory(house: DiceyHouse) -> None:
    """A room that was put away and loaded again goes on with the same book and numbers."""
    st = await house.found()
    ann = await house.join(st, "ann")
    opened = await book_told(ann)
    assert isinstance(await roll(ann), Accepted)
    room = house.room_of(st)
    st.leave()
    ann.leave()
    room.stop()
    await asyncio.gather(*house.directory._tasks)
    back = await ann.again()
    snapshot = back.ear.welcome.snapshot
    assert snapshot is not None
    assert snapshot.dice is not None
    assert (snapshot.dice.book, snapshot.dice.c) == (opened.book, 1)
    assert snapshot.dice.next is not None
    assert (snapshot.dice.next.open, snapshot.dice.next.own) == (1, 0)
    answer = await roll(back)
    assert isinstance(answer, Accepted)
    assert answer.took == 1


async def test_a_new_process_has_no_old_keys(house: DiceyHouse) -> None:
    """After a restart the first player opens a new book; claims in the old one are refused."""
    st = await house.found()
    ann = await house.join(st, "ann")
    opened = await book_told(ann)
    claim = claims_of(ann).claim("open")
    restarted = house.other()
    await house.close()
    back = await ann.again(house=restarted)
    snapshot = back.ear.welcome.snapshot
    assert snapshot is not None
    assert snapshot.dice is None
    early = await roll(back, dice=claim)
    assert isinstance(early, Rejected)
    assert early.code == "book_changed"
    new = await book_told(back, books=2)
    assert (new.reason, new.book == opened.book) == (BookReason.ARRIVAL, False)
    await restarted.close()


async def test_players_roll_nothing_unproven_while_a_book_is_made(house: DiceyHouse) -> None:
    """Who rolls before the first book is there is asked to wait, and nothing happens."""
    st = await house.found()
    ann = await house.join(st, "ann")
    answer = await ann.say(ann.intent(i.Roll, pool=2))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.retry_after_s) == ("dice_not_ready", 1.0)
    await book_told(ann)
    answer = await ann.say(ann.intent(i.Roll, pool=2))
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.field) == ("book_changed", "dice")
    assert not told_kind(st, e.RollResolved)


async def test_entropy_goes_into_the_pot(house: DiceyHouse) -> None:
    """A player's, in the open; not a Storyteller's, and not for a book that is not live."""
    st = await house.found()
    ann = await house.join(st, "ann")
    opened = await book_told(ann)
    await ann.act(i.AddEntropy, book=opened.book, entropy=b"e" * 32)
    (added,) = told_kind(st, e.EntropyAdded)
    assert (added.book, added.member, added.entropy) == (opened.book, ann.member, b"e" * 32)
    await st.act(i.Roll, pool=1)
    assert told_kind(st, e.RollResolved)[-1].proof.c == 1
    for person, book, code in (
        (ann, bytes(16), "book_changed"),
        (st, opened.book, "forbidden"),
    ):
        answer = await person.say(person.intent(i.AddEntropy, book=book, entropy=bytes(32)))
        assert isinstance(answer, Rejected)
        assert answer.code == code


async def test_making_a_book_never_stalls_the_loop(house: DiceyHouse) -> None:
    """While keys are made, the room answers and other tasks have their turn at every step."""
    st = await house.found()
    turns = 0

    async def count() -> None:
        nonlocal turns
        while not told_kind(st, e.BookOpened):
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    ann = await house.join(st, "ann")
    for number in range(5):
        await ann.act(i.RenameMember, member=ann.member, name=f"Ann {number}")
    assert not told_kind(st, e.BookOpened)
    await counting
    assert turns >= 2 * (4096 // 128) + 2 * (1024 // 32)
