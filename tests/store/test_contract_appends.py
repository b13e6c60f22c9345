"""What every log does with rooms and appends."""

import asyncio

import pytest
from msgspec.structs import replace

from protocol.ids import RoomId, Seq
from server.store.base import (
    FIRST_PREVIOUS,
    Conflict,
    EventLog,
    Repeated,
    RoomGone,
    RoomInfo,
    TooLarge,
    Unavailable,
    sealed,
)
from server.store.check import check_chain
from tests.store.conftest import MakeLog
from tests.store.story import (
    DEADLINE_S,
    EPOCH,
    NOTHING,
    PUBLIC,
    SECRET,
    WHISPER,
    Story,
    begun,
)


async def stored(log: EventLog, story: Story) -> None:
    """Assert that the room holds exactly what was told, and that its chain is whole."""
    assert await log.read(story.room, Seq(0)) == story.commits
    assert await log.head(story.room) == story.head
    assert check_chain(story.commits) == []


async def test_a_new_log_has_no_rooms(log: EventLog) -> None:
    """An empty log lists nothing and opens nothing."""
    assert await log.rooms() == []
    assert await log.credential(bytes(32)) is None


async def test_creating_a_room_stores_its_first_commit(log: EventLog) -> None:
    """The first commit has sequence 1 and follows on zeros."""
    story = Story()
    draft = story.draft()
    commit = await log.create_room(story.room, EPOCH, draft)
    assert commit == sealed(story.room, Seq(1), FIRST_PREVIOUS, draft)
    assert await log.room(story.room) == RoomInfo(story.room, EPOCH, Seq(1), draft.at_ms)
    assert await log.read(story.room, Seq(0)) == [commit]


async def test_creating_a_room_again_returns_its_first_commit(log: EventLog) -> None:
    """A repetition with the same commit id changes nothing, however far the room has come."""
    story = Story()
    draft = story.draft()
    story.told(await log.create_room(story.room, EPOCH, draft))
    assert await log.create_room(story.room, EPOCH, draft) == story.commits[0]
    await story.go_on(log)
    assert await log.create_room(story.room, EPOCH, draft) == story.commits[0]
    await stored(log, story)


async def test_a_room_that_exists_otherwise_is_not_created(log: EventLog) -> None:
    """Another commit id for the same room is a conflict, a later commit's id too."""
    story = Story()
    await story.begin(log)
    later = story.draft()
    story.told(*await log.append(story.room, Seq(1), [later], DEADLINE_S))
    for draft in (story.draft(), later):
        with pytest.raises(Conflict):
            await log.create_room(story.room, EPOCH, draft)
    await stored(log, story)


async def test_rooms_are_listed_oldest_first(log: EventLog) -> None:
    """The list shows every room with its epoch, head and time, in the order of creation."""
    stories = [await begun(log, room, more) for room, more in (("b", 0), ("a", 2), ("c", 1))]
    assert await log.rooms() == [
        RoomInfo(story.room, EPOCH, story.head, story.commits[0].at_ms) for story in stories
    ]


async def test_an_appended_commit_continues_the_chain(log: EventLog) -> None:
    """A commit gets the next sequence and the hash of the one before, and reads as returned."""
    story = await begun(log)
    draft = story.draft()
    commits = await log.append(story.room, Seq(1), [draft], DEADLINE_S)
    assert commits == (sealed(story.room, Seq(2), story.commits[0].hash, draft),)
    story.told(*commits)
    await stored(log, story)


async def test_all_kinds_of_commits_read_as_they_were_stored(log: EventLog) -> None:
    """Public, secret, whispered, mixed, empty commits and the server's own stay as they are."""
    story = await begun(log)
    for audiences in (SECRET, WHISPER, (*PUBLIC, *SECRET, *WHISPER), NOTHING, PUBLIC, PUBLIC):
        await story.go_on(log, audiences)
    draft = story.draft(SECRET, name="Zoë 李 \N{WOLF FACE}\0", answer=bytes(range(256)))
    own = story.draft(NOTHING, after=[draft])
    own = replace(own, member=None, intent_id=None, digest=b"")
    story.told(*await log.append(story.room, story.head, [draft, own], DEADLINE_S))
    await stored(log, story)


async def test_several_drafts_are_stored_in_order(log: EventLog) -> None:
    """The drafts of one append get sequences one after the other."""
    story = await begun(log)
    await story.tell_many(log, (3, PUBLIC))
    assert [commit.seq for commit in story.commits] == [1, 2, 3, 4]
    await stored(log, story)


async def test_no_drafts_store_nothing(log: EventLog) -> None:
    """An append of nothing is compared with the head like any other."""
    story = await begun(log)
    assert await log.append(story.room, Seq(1), [], DEADLINE_S) == ()
    with pytest.raises(Conflict):
        await log.append(story.room, Seq(2), [], DEADLINE_S)
    await stored(log, story)


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
async def test_another_head_than_expected_is_a_conflict(log: EventLog, expected: int) -> None:
    """Too low and too high are refused alike, and nothing is stored."""
    story = await begun(log, more=1)
    first, second = story.draft(), story.draft()
    for drafts in ([first], [first, second]):
        with pytest.raises(Conflict):
            await log.append(story.room, Seq(expected), drafts, DEADLINE_S)
    await stored(log, story)


async def test_repeated_commit_ids_are_named_with_their_commits(log: EventLog) -> None:
    """An append with ids that are stored is refused whole, and tells what was stored first."""
    story = await begun(log)
    one = story.draft()
    story.told(*await log.append(story.room, Seq(1), [one], DEADLINE_S))
    two = story.draft()
    story.told(*await log.append(story.room, Seq(2), [two], DEADLINE_S))
    three = story.draft()
    with pytest.raises(Repeated) as repeated:
        await log.append(story.room, Seq(3), [three, two, one], DEADLINE_S)
    assert repeated.value.first == {
        one.commit_id: story.commits[1],
        two.commit_id: story.commits[2],
    }
    assert await log.find(story.room, three.commit_id) is None
    await stored(log, story)


@pytest.mark.parametrize("expected", [1, 2, 3])
async def test_a_repetition_is_told_before_a_conflict(log: EventLog, expected: int) -> None:
    """Whatever head the repetition expects, right or wrong, it is told that it is one."""
    story = await begun(log)
    draft = story.draft()
    story.told(*await log.append(story.room, Seq(1), [draft], DEADLINE_S))
    with pytest.raises(Repeated) as repeated:
        await log.append(story.room, Seq(expected), [draft], DEADLINE_S)
    assert repeated.value.first == {draft.commit_id: story.commits[1]}
    await stored(log, story)


async def test_commit_ids_are_of_one_room(log: EventLog) -> None:
    """The same id in another room is another commit's."""
    one, other = await begun(log, "one"), await begun(log, "other")
    draft = one.draft()
    one.told(*await log.append(one.room, Seq(1), [draft], DEADLINE_S))
    other.told(*await log.append(other.room, Seq(1), [draft], DEADLINE_S))
    found = await log.find(other.room, draft.commit_id)
    assert found == other.commits[1] != one.commits[1]


async def test_a_commit_is_found_by_its_id(log: EventLog) -> None:
    """An id that is stored finds its commit, any other none."""
    story = await begun(log, more=2)
    for commit in story.commits:
        assert await log.find(story.room, commit.commit_id) == commit
    assert await log.find(story.room, story.draft().commit_id) is None


async def test_a_commit_that_is_too_large_is_refused(make_log: MakeLog) -> None:
    """Up to the limit is taken; a byte more is refused, with all that was to be stored with it."""
    log = make_log(max_commit_bytes=1_000)
    await log.open()
    story = await begun(log)
    body_bytes = sum(len(event.body) for event in story.draft().events)
    largest = story.draft(answer=bytes(1_000 - body_bytes))
    story.told(*await log.append(story.room, Seq(1), [largest], DEADLINE_S))
    too_large = story.draft(answer=bytes(1_001 - body_bytes))
    with pytest.raises(TooLarge):
        await log.append(story.room, Seq(2), [story.draft(), too_large], DEADLINE_S)
    with pytest.raises(TooLarge):
        await log.create_room(RoomId("other"), EPOCH, too_large)
    with pytest.raises(RoomGone):
        await log.room(RoomId("other"))
    await stored(log, story)
    await log.close()


async def test_drafts_that_no_runner_makes_are_errors(log: EventLog) -> None:
    """Twice the same commit id, or no head of the Storytellers' line, is a fault of the caller."""
    story = await begun(log)
    draft = story.draft()
    with pytest.raises(ValueError, match="same commit id"):
        await log.append(story.room, Seq(1), [draft, draft], DEADLINE_S)
    with pytest.raises(ValueError, match="Storytellers' line"):
        await log.append(story.room, Seq(1), [replace(draft, lines=())], DEADLINE_S)
    await stored(log, story)


async def test_of_appends_at_once_to_one_room_one_wins(log: EventLog) -> None:
    """Whoever comes second finds another head than expected."""
    story = await begun(log)
    appends = [log.append(story.room, Seq(1), [story.draft()], DEADLINE_S) for _ in range(10)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    won = [result for result in results if not isinstance(result, BaseException)]
    assert len(won) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 9
    story.told(*won[0])
    await stored(log, story)


async def test_appends_at_once_to_many_rooms_are_all_stored(log: EventLog) -> None:
    """Rooms do not get into each other's way; a refusal in one changes nothing in another."""
    stories = [await begun(log, f"room-{number}") for number in range(30)]
    drafts = [story.draft() for story in stories]
    expected = [Seq(7) if number % 3 == 0 else Seq(1) for number in range(30)]
    results = await asyncio.gather(
        *(
            log.append(story.room, seq, [draft], DEADLINE_S)
            for story, seq, draft in zip(stories, expected, drafts, strict=True)
        ),
        return_exceptions=True,
    )
    for story, seq, result in zip(stories, expected, results, strict=True):
        if seq == 7:
            assert isinstance(result, Conflict)
        else:
            assert not isinstance(result, BaseException)
            story.told(*result)
        await stored(log, story)


async def test_a_cancelled_append_is_stored_whole_or_not_at_all(log: EventLog) -> None:
    """Whenever its caller is cancelled, an append leaves no half and the room goes on."""
    story = await begun(log)
    for steps in range(6):
        one = story.draft()
        two = story.draft(after=[one])
        task = asyncio.create_task(log.append(story.room, story.head, [one, two], DEADLINE_S))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        # Whatever was begun is done before this, in the same room.
        with pytest.raises((Conflict, Repeated)):
            await log.append(story.room, Seq(0), [story.draft()], DEADLINE_S)
        new = await log.read(story.room, story.head)
        assert [commit.commit_id for commit in new] in ([], [one.commit_id, two.commit_id])
        story.told(*new)
    await story.go_on(log)
    await stored(log, story)


async def test_a_room_that_does_not_exist_is_gone(log: EventLog) -> None:
    """Appends to a room that was never created are refused."""
    with pytest.raises(RoomGone):
        await log.append(RoomId("nowhere"), Seq(0), [Story().draft()], DEADLINE_S)
    with pytest.raises(RoomGone):
        await log.append(RoomId("nowhere"), Seq(0), [], DEADLINE_S)


async def test_closing_keeps_everything(make_log: MakeLog) -> None:
    """A log that is closed and opened again goes on where it was."""
    log = make_log()
    await log.open()
    story = await begun(log, more=3)
    await log.close()
    await log.open()
    await story.go_on(log)
    await stored(log, story)
    await log.close()


async def test_closing_finishes_what_was_accepted(make_log: MakeLog) -> None:
    """An append that was handed in before `close` is stored, whatever its caller does."""
    log = make_log()
    await log.open()
    story = await begun(log)
    task = asyncio.create_task(log.append(story.room, Seq(1), [story.draft()], DEADLINE_S))
    await asyncio.sleep(0)
    await log.close()
    story.told(*await task)
    await log.open()
    await stored(log, story)
    await log.close()


async def test_a_closed_log_is_unavailable(make_log: MakeLog) -> None:
    """Before `open` and after `close`, which may be repeated, everything is refused."""
    log = make_log()
    story = Story()
    with pytest.raises(Unavailable):
        await log.create_room(story.room, EPOCH, story.draft())
    await log.open()
    await log.health()
    await story.begin(log)
    await log.close()
    await log.close()
    for refused in (
        log.health(),
        log.rooms(),
        log.room(story.room),
        log.head(story.room),
        log.read(story.room, Seq(0)),
        log.append(story.room, Seq(1), [story.draft()], DEADLINE_S),
        log.credential(bytes(32)),
        log.delete_room(story.room),
        anext(aiter(log.subscribe(story.room, Seq(0)))),
    ):
        with pytest.raises(Unavailable):
            await refused
