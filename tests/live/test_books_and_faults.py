"""Books of dice over failing logs, repetitions, restarts and logs that were rolled back."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PlayerLanes
from protocol.from_server import Accepted, Rejected
from protocol.ids import MemberId, RoomId
from protocol.words import BookReason, Lane
from server import dice
from server.dice import DEAD_AFTER_MS, BookKeeper, RoomKeeper
from server.replay.verify_log import verify_log
from server.rooms.book_state import BookState, LaneOf, key_of
from server.store.base import Unavailable
from tests.live.dicey import DiceyHouse, book_told, claims_of, drawing, roll, told_kind
from tests.live.faulty import FaultyLog
from tests.live.house import Person

ANN = MemberId("ann")


@pytest.fixture
async def dicey(log: FaultyLog) -> AsyncIterator[DiceyHouse]:
    """A house with a keeper over the log that can fail."""
    house = DiceyHouse(log)
    yield house
    await house.close()


async def seated(house: DiceyHouse) -> tuple[Person, Person, e.BookOpened]:
    """A Storyteller and a player with a live book."""
    st = await house.found()
    ann = await house.join(st, "ann")
    return st, ann, await book_told(ann)


async def is_whole(house: DiceyHouse, person: Person) -> bool:
    """Whether the log as it is stored now verifies, dice and all."""
    assert person.seat is not None
    report = await verify_log(house.events, person.seat.room)
    return report.findings == () and report.dice.unproven == 0


async def test_a_failed_append_takes_no_number(dicey: DiceyHouse, log: FaultyLog) -> None:
    """The same intent again, with the same claim, rolls the dice that it would have rolled."""
    _, ann, opened = await seated(dicey)
    claim = claims_of(ann).claim("open")
    intent = ann.intent(i.Roll, pool=5, dice=claim)
    log.fail["append"] = [Unavailable("disk full")]
    refused = await ann.say(intent)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.STORE_UNAVAILABLE
    again = await ann.say(intent)
    assert isinstance(again, Accepted)
    assert again.took == 0
    (rolled,) = told_kind(ann, e.RollResolved)
    assert (rolled.proof.n, rolled.proof.book) == (0, opened.book)
    assert await is_whole(dicey, ann)


@pytest.mark.parametrize("outcome", ["stored", "lost", "late"])
async def test_an_unknown_outcome_is_settled_with_the_same_dice(
    dicey: DiceyHouse, log: FaultyLog, outcome: str
) -> None:
    """One roll, one number, whatever became of the first append."""
    _, ann, _ = await seated(dicey)
    log.unknown = [outcome]
    answer = await roll(ann, pool=4)
    assert isinstance(answer, Accepted)
    assert answer.took == 0
    assert len(told_kind(ann, e.RollResolved)) == 1
    following = await roll(ann, pool=4)
    assert isinstance(following, Accepted)
    assert following.took == 1
    assert await is_whole(dicey, ann)


async def test_a_repeated_intent_gets_its_first_answer_also_after_a_restart(
    dicey: DiceyHouse,
) -> None:
    """With the number that it took; though its book is dead, and never a second roll."""
    _, ann, _ = await seated(dicey)
    intent = ann.intent(i.Roll, pool=3, dice=claims_of(ann).claim("open"))
    first = await ann.say(intent)
    assert await ann.say(intent) == first
    restarted = await dicey.reload()
    back = await ann.again(house=restarted)
    assert await back.say(intent) == first
    await book_told(back, books=2)
    assert await back.say(intent) == first
    assert len(told_kind(back, e.RollResolved)) == 1
    assert isinstance(await roll(back), Accepted)
    assert await is_whole(dicey, back)
    await restarted.close()


async def test_a_book_that_could_not_be_stored_is_made_again(
    dicey: DiceyHouse, log: FaultyLog
) -> None:
    """With the next thing that happens in the room, and not at once and for ever."""
    st = await dicey.found()
    guest = await dicey.join(st, "guest", "spectator")
    made = dicey.room_of(st)._books._opener._keeper
    begun = 0
    begin = made.begin

    def counted() -> Any:
        nonlocal begun
        begun += 1
        log.fail["append"] = [Unavailable("disk full")] if begun == 1 else []
        return begin()

    made.begin = counted
    await st.act(i.StartSession)
    await dicey.room_of(st)._books._opener._making
    # The append of the first book comes before whatever is asked now.
    await guest.caught_up()
    await guest.caught_up()
    opened = await book_told(st)
    assert opened.reason is BookReason.SESSION
    assert begun == 2


async def test_roles_and_sessions_leave_proofs_as_they_are(dicey: DiceyHouse) -> None:
    """A player who becomes a Storyteller and a player again goes on in the same lane."""
    st, ann, opened = await seated(dicey)
    assert isinstance(await roll(ann), Accepted)
    await st.act(i.SetRole, member=ann.member, role="storyteller")
    await ann.act(i.Roll, pool=2)
    assert told_kind(st, e.RollResolved)[-1].proof.lane is Lane.TABLE
    await st.act(i.SetRole, member=ann.member, role="player")
    answer = await roll(ann)
    assert isinstance(answer, Accepted)
    assert answer.took == 1
    await st.act(i.StartSession)
    new = await book_told(ann, books=2)
    assert new.book != opened.book
    answer = await roll(ann)
    assert isinstance(answer, Accepted)
    assert answer.took == 0
    assert await is_whole(dicey, ann)


async def test_a_restored_copy_has_no_live_book(dicey: DiceyHouse) -> None:
    """Another process over a copy knows no key of the first, and opens a book of its own."""
    st, ann, opened = await seated(dicey)
    claim = claims_of(ann).claim("open")
    assert st.seat is not None
    copied = dicey.other()
    back = await ann.again(house=copied)
    refused = await roll(back, dice=claim)
    assert isinstance(refused, Rejected)
    assert refused.code is Code.BOOK_CHANGED
    new = await book_told(back, books=2)
    assert new.book != opened.book
    lanes: PlayerLanes = new.lanes[0]
    assert lanes.open != opened.lanes[0].open
    await copied.close()


# --- the keeper itself ---------------------------------------------------------------------------


def kept() -> tuple[RoomKeeper, bytes]:
    """A keeper with a live book."""
    keeper = BookKeeper(drawing("kept")).of(RoomId("room"))
    book = keeper.begin()
    for _ in book.make([ANN]):
        pass
    keeper.adopt(book, 0, has_players=True)
    return keeper, book.book


def told(book: bytes, **taken: int) -> BookState:
    return BookState(book, bytes(32), bytes(32), {}, taken)


def test_a_log_with_fewer_numbers_than_were_stored_drops_the_book() -> None:
    """It was rolled back under a running process; an old key would be used again."""
    keeper, book = kept()
    keeper.store(book, LaneOf(Lane.TABLE), 4)
    keeper.reconcile(told(book, table=5))
    assert keeper.has_book
    keeper.reconcile(told(book, table=4))
    assert not keeper.has_book


@pytest.mark.parametrize("other", [None, told(b"another book 16!")])
def test_a_log_that_names_another_book_drops_it(other: BookState | None) -> None:
    """Somebody else opened one, or the room's log is older than this book."""
    keeper, _ = kept()
    keeper.reconcile(other)
    assert not keeper.has_book


def test_a_stored_number_is_never_free_again() -> None:
    """Whatever a log says: the keeper remembers the highest of each lane."""
    keeper, book = kept()
    live = keeper.live(book)
    assert live is not None
    lane = LaneOf(Lane.OWN, ANN)
    assert live.is_free(lane, 0)
    keeper.store(book, lane, 7)
    keeper.store(book, lane, 3)
    assert [live.is_free(lane, n) for n in (0, 7, 8)] == [False, False, True]
    assert not live.is_free(LaneOf(Lane.OWN, MemberId("nobody")), 0)
    assert key_of(lane) == "own:ann"


def test_keys_of_rooms_that_are_away_are_forgotten_in_time() -> None:
    """Half an hour after the last player left, though nobody loads the room again."""
    keeper = BookKeeper(drawing("away"))
    room = keeper.of(RoomId("room"))
    book = room.begin()
    for _ in book.make([]):
        pass
    room.adopt(book, 0, has_players=False)
    keeper.forget_dead([RoomId("room")], DEAD_AFTER_MS)
    assert keeper.of(RoomId("room")) is room
    keeper.forget_dead([], DEAD_AFTER_MS - 1)
    assert keeper.of(RoomId("room")).has_book
    keeper.forget_dead([], DEAD_AFTER_MS)
    assert keeper.of(RoomId("room")) is not room


def test_where_too_many_books_rest_those_that_die_first_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of rooms that are not in memory, and by how many lanes they have; others are left alone."""
    keeper = BookKeeper(drawing("many"))
    rooms = [RoomId(f"room {number}") for number in range(5)]
    for left_at_ms, room in enumerate(rooms):
        kept = keeper.of(room)
        book = kept.begin()
        # Each has two lanes of the house, and the third has a player as well.
        for _ in book.make([ANN] if room == rooms[2] else []):
            pass
        kept.adopt(book, left_at_ms, has_players=False)
    known = [keeper.of(room) for room in rooms]
    here = [rooms[0]]

    def still() -> list[bool]:
        return [keeper.of(r) is kept for r, kept in zip(rooms, known, strict=True)]

    monkeypatch.setattr(dice, "MAX_RESTING_LANES", 10)
    keeper.forget_dead(here, 10)
    assert still() == [True, True, True, True, True]
    monkeypatch.setattr(dice, "MAX_RESTING_LANES", 7)
    keeper.forget_dead(here, 10)
    assert still() == [True, False, False, True, True]


def test_keys_stand_in_nothing_that_is_stored() -> None:
    """A book's state has commitments alone; what could be kept of it names no secret."""
    assert set(BookState.__struct_fields__) == {
        "book", "table", "secret", "lanes", "taken", "pot", "c", "shares",
    }  # fmt: skip
