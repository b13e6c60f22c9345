"""What every log does when commits are read, followed and deleted."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from protocol.ids import RoomId, Seq
from server.store.base import (
    AddCredential,
    Checkpoint,
    Commit,
    Conflict,
    Credential,
    CredentialChange,
    CredentialKind,
    DropCredentials,
    EventLog,
    RoomGone,
    Unavailable,
    encode_events,
)
from tests.store.conftest import MakeLog
from tests.store.story import ANNA, BORIS, DEADLINE_S, EPOCH, PUBLIC, Story, begun

TOKEN, INVITE, LINK = CredentialKind.TOKEN, CredentialKind.INVITE, CredentialKind.LINK


async def take(commits: AsyncIterator[Commit], count: int) -> list[Commit]:
    """The next *count* commits of a subscription, which goes on."""
    return [await anext(commits) for _ in range(count)]


def adds(kind: CredentialKind, hash: bytes, subject: str) -> CredentialChange:
    """The change that lets a secret open something; its hash is short for the eye."""
    return AddCredential(kind, hash.ljust(32, b"."), subject)


async def opened_by(log: EventLog, hash: bytes) -> Credential | None:
    """What the secret with that short hash opens."""
    return await log.credential(hash.ljust(32, b"."))


# --- read, head ----------------------------------------------------------------------------------


async def test_a_room_says_how_much_is_stored_of_it(log: EventLog) -> None:
    """The bytes of its events and answers, to the byte; another room's are not among them."""
    story = await begun(log, more=3)
    await begun(log, "other", more=9)
    expected = sum(len(encode_events(c.events)) + len(c.answer) for c in story.commits)
    assert await log.size(story.room) == expected > 0
    with pytest.raises(RoomGone):
        await log.size(RoomId("nowhere"))


async def test_reading_takes_a_stretch_of_the_room(log: EventLog) -> None:
    """`after` is left out, `upto` is not, `limit` is at most so many; out of range is empty."""
    story = await begun(log, more=9)
    all_of_them = story.commits
    for after in (0, 1, 5, 9, 10, 11):
        for upto in (None, 0, 1, 5, 10, 99):
            for limit in (0, 1, 3, 1000):
                last = 10 if upto is None else upto
                expected = all_of_them[after:last][:limit]
                end = None if upto is None else Seq(upto)
                assert await log.read(story.room, Seq(after), end, limit) == expected


async def test_reading_takes_a_thousand_commits_at_most_by_default(log: EventLog) -> None:
    """Whoever wants more asks again."""
    story = await begun(log)
    await story.tell_many(log, (1_004, PUBLIC))
    assert await log.read(story.room, Seq(0)) == story.commits[:1_000]
    assert await log.read(story.room, Seq(1_000)) == story.commits[1_000:]


async def test_a_room_that_does_not_exist_cannot_be_read(log: EventLog) -> None:
    """Everything that names a room says when there is none."""
    nowhere, zero = RoomId("nowhere"), Seq(0)
    for refused in (
        log.room(nowhere),
        log.head(nowhere),
        log.find(nowhere, bytes(16)),
        log.read(nowhere, zero),
        log.line_heads(nowhere, ["everyone"], zero),
        log.heads_along(nowhere, []),
        log.locate(nowhere, ["everyone"], 1, zero),
        log.locate(nowhere, ["everyone"], 0, zero),
        log.read_lines(nowhere, ["everyone"], zero, zero, 1),
        log.save_checkpoint(nowhere, Checkpoint(Seq(1), "f", b"")),
        log.load_checkpoint(nowhere),
        log.delete_checkpoints(nowhere),
        log.delete_room(nowhere),
        anext(aiter(log.subscribe(nowhere, zero))),
    ):
        with pytest.raises(RoomGone):
            await refused


# --- subscribe -----------------------------------------------------------------------------------


async def test_a_subscriber_gets_what_was_and_what_comes(log: EventLog) -> None:
    """Exactly after+1, after+2 …, across the moment of subscribing."""
    story = await begun(log, more=4)
    from_start = aiter(log.subscribe(story.room, Seq(0)))
    from_middle = aiter(log.subscribe(story.room, Seq(3)))
    assert await take(from_start, 2) == story.commits[:2]
    await story.go_on(log)
    assert await take(from_start, 4) == story.commits[2:]
    assert await take(from_middle, 3) == story.commits[3:]
    await story.tell_many(log, (3, PUBLIC))
    assert await take(from_start, 3) == await take(from_middle, 3) == story.commits[6:]


async def test_a_subscriber_is_woken_by_a_commit(log: EventLog) -> None:
    """Who waits is told as soon as something is stored, in the right room alone."""
    story, other = await begun(log, "one"), await begun(log, "other")
    waiting = asyncio.ensure_future(anext(aiter(log.subscribe(story.room, Seq(1)))))
    await other.go_on(log)
    await story.go_on(log)
    assert await waiting == story.commits[1]


async def test_a_subscriber_ahead_of_the_room_waits_for_it(log: EventLog) -> None:
    """Subscribed after a commit that is not there yet, the first one delivered is the next."""
    story = await begun(log)
    waiting = asyncio.ensure_future(anext(aiter(log.subscribe(story.room, Seq(3)))))
    await story.go_on(log)
    await story.go_on(log)
    await asyncio.sleep(0)
    assert not waiting.done()
    await story.go_on(log)
    assert await waiting == story.commits[3]


async def test_a_slow_subscriber_misses_nothing(log: EventLog) -> None:
    """However much is stored while a subscriber does not listen, it gets all of it, once."""
    story = await begun(log)
    commits = aiter(log.subscribe(story.room, Seq(0)))
    assert await take(commits, 1) == story.commits
    for _ in range(7):
        await story.tell_many(log, (100, PUBLIC))
    assert await take(commits, 700) == story.commits[1:]
    await story.go_on(log)
    assert await take(commits, 1) == story.commits[-1:]


async def test_a_subscriber_is_shown_nothing_that_was_refused(log: EventLog) -> None:
    """A conflicting append leaves no trace between the commits that were stored."""
    story = await begun(log)
    commits = aiter(log.subscribe(story.room, Seq(1)))
    waiting = asyncio.ensure_future(anext(commits))
    with pytest.raises(Conflict):
        await log.append(story.room, Seq(7), [story.draft()], DEADLINE_S)
    await story.go_on(log)
    assert await waiting == story.commits[1]


async def test_a_subscription_that_is_left_is_forgotten(log: EventLog) -> None:
    """Who stops listening, or is cancelled while waiting, is in nobody's way."""
    story = await begun(log)
    left = log.subscribe(story.room, Seq(0))
    async for commit in left:
        assert commit == story.commits[0]
        break
    waiting = asyncio.ensure_future(anext(left))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    await story.go_on(log)


async def test_deleting_a_room_ends_its_subscriptions(log: EventLog) -> None:
    """Subscribers of a deleted room are told that it is gone; others go on."""
    story, other = await begun(log, "one"), await begun(log, "other")
    ended = asyncio.ensure_future(anext(aiter(log.subscribe(story.room, Seq(1)))))
    going_on = asyncio.ensure_future(anext(aiter(log.subscribe(other.room, Seq(1)))))
    await asyncio.sleep(0)
    await log.delete_room(story.room)
    with pytest.raises(RoomGone):
        await ended
    await other.go_on(log)
    assert await going_on == other.commits[1]


async def test_closing_ends_all_subscriptions(make_log: MakeLog) -> None:
    """Nobody waits for a log that is closed."""
    log = make_log()
    await log.open()
    story = await begun(log)
    ended = asyncio.ensure_future(anext(aiter(log.subscribe(story.room, Seq(1)))))
    await asyncio.sleep(0)
    await log.close()
    with pytest.raises(Unavailable):
        await ended


# --- credentials ---------------------------------------------------------------------------------


async def test_credentials_are_stored_with_their_commit(log: EventLog) -> None:
    """What a commit adds opens its subject from then on, the first commit's too."""
    story = Story()
    await story.begin(log, credentials=(adds(TOKEN, b"a", ANNA),))
    assert await opened_by(log, b"a") == Credential(TOKEN, story.room, ANNA)
    assert await opened_by(log, b"b") is None
    await story.go_on(log, credentials=(adds(INVITE, b"b", "i1"), adds(LINK, b"c", "l1")))
    assert await opened_by(log, b"b") == Credential(INVITE, story.room, "i1")
    assert await opened_by(log, b"c") == Credential(LINK, story.room, "l1")


async def test_dropped_credentials_open_nothing(log: EventLog) -> None:
    """All of that kind and subject in that room die; no others do."""
    story, other = Story("one"), Story("other")
    await story.begin(
        log,
        credentials=(
            adds(TOKEN, b"a1", ANNA),
            adds(TOKEN, b"a2", ANNA),
            adds(TOKEN, b"b", BORIS),
            adds(LINK, b"l", ANNA),
        ),
    )
    await other.begin(log, credentials=(adds(TOKEN, b"o", ANNA),))
    await story.go_on(log, credentials=(DropCredentials(TOKEN, ANNA),))
    hashes = (b"a1", b"a2", b"b", b"l", b"o")
    opened = [await opened_by(log, hash) is not None for hash in hashes]
    assert opened == [False, False, True, True, True]


async def test_credential_changes_happen_in_their_order(log: EventLog) -> None:
    """What is dropped and added again is there; what is added and dropped is not."""
    story = Story()
    await story.begin(log, credentials=(adds(TOKEN, b"a", ANNA),))
    await story.go_on(
        log,
        credentials=(
            DropCredentials(TOKEN, ANNA),
            adds(TOKEN, b"new", ANNA),
            adds(INVITE, b"i", "i1"),
            DropCredentials(INVITE, "i1"),
        ),
    )
    assert await opened_by(log, b"a") is None
    assert await opened_by(log, b"new") == Credential(TOKEN, story.room, ANNA)
    assert await opened_by(log, b"i") is None


async def test_nobody_takes_over_what_a_secret_opens(log: EventLog) -> None:
    """Clients make the secrets: who knows another room's invite cannot turn it to their own."""
    story, thief = Story("one"), Story("thief")
    await story.begin(log, credentials=(adds(INVITE, b"i", "i1"),))
    await thief.begin(log, credentials=(adds(INVITE, b"i", "mine"),))
    assert await opened_by(log, b"i") == Credential(INVITE, story.room, "i1")
    await log.delete_room(thief.room)
    assert await opened_by(log, b"i") == Credential(INVITE, story.room, "i1")


async def test_a_refused_append_changes_no_credentials(log: EventLog) -> None:
    """Credentials come with the commit or not at all."""
    story = Story()
    await story.begin(log, credentials=(adds(TOKEN, b"a", ANNA),))
    changes = (DropCredentials(TOKEN, ANNA), adds(TOKEN, b"b", BORIS))
    with pytest.raises(Conflict):
        await log.append(story.room, Seq(9), [story.draft(credentials=changes)], DEADLINE_S)
    with pytest.raises(Conflict):
        await log.create_room(story.room, EPOCH, story.draft(credentials=changes))
    assert await opened_by(log, b"a") == Credential(TOKEN, story.room, ANNA)
    assert await opened_by(log, b"b") is None


# --- checkpoints ---------------------------------------------------------------------------------


async def test_the_newest_checkpoint_is_kept(log: EventLog) -> None:
    """An older one changes nothing, a newer one and one of the same commit replace it."""
    story, other = await begun(log, "one", more=4), await begun(log, "other")
    assert await log.load_checkpoint(story.room) is None
    for seq, form, kept in ((3, "a", 3), (2, "b", 3), (3, "c", 3), (5, "d", 5)):
        await log.save_checkpoint(story.room, Checkpoint(Seq(seq), form, b"\0state"))
        form_kept = "a" if form == "b" else form
        checkpoint = Checkpoint(Seq(kept), form_kept, b"\0state")
        assert await log.load_checkpoint(story.room) == checkpoint
    assert await log.load_checkpoint(other.room) is None


async def test_deleting_checkpoints_loses_nothing(log: EventLog) -> None:
    """They are a cache: the commits stay, and new ones can be kept."""
    story = await begun(log, more=1)
    await log.save_checkpoint(story.room, Checkpoint(Seq(2), "f", b"state"))
    await log.delete_checkpoints(story.room)
    assert await log.load_checkpoint(story.room) is None
    assert await log.read(story.room, Seq(0)) == story.commits
    await log.save_checkpoint(story.room, Checkpoint(Seq(1), "f", b"older"))
    assert await log.load_checkpoint(story.room) == Checkpoint(Seq(1), "f", b"older")


# --- deleting ------------------------------------------------------------------------------------


async def test_a_deleted_room_leaves_nothing(log: EventLog) -> None:
    """Commits, credentials and checkpoints are gone; other rooms keep theirs."""
    story, other = Story("one"), Story("other")
    await story.begin(log, credentials=(adds(TOKEN, b"a", ANNA),))
    await story.tell_many(log, (700, PUBLIC))
    await other.begin(log, credentials=(adds(TOKEN, b"b", ANNA),))
    for room in (story.room, other.room):
        await log.save_checkpoint(room, Checkpoint(Seq(1), "f", b"state"))
    await log.delete_room(story.room)
    with pytest.raises(RoomGone):
        await log.append(story.room, story.head, [story.draft()], DEADLINE_S)
    with pytest.raises(RoomGone):
        await log.read(story.room, Seq(0))
    with pytest.raises(RoomGone):
        await log.delete_room(story.room)
    assert await opened_by(log, b"a") is None
    assert [info.room for info in await log.rooms()] == [other.room]
    assert await log.read(other.room, Seq(0)) == other.commits
    assert await opened_by(log, b"b") is not None
    assert await log.load_checkpoint(other.room) is not None


async def test_a_deleted_room_can_begin_anew(log: EventLog) -> None:
    """A room of the same name starts at 1, with nothing of the old one."""
    old = await begun(log, more=3)
    await log.save_checkpoint(old.room, Checkpoint(Seq(4), "f", b"state"))
    await log.delete_room(old.room)
    new = await begun(log, more=1)
    assert await log.read(new.room, Seq(0)) == new.commits
    assert await log.head(new.room) == 2
    assert await log.load_checkpoint(new.room) is None
    assert await log.find(new.room, old.commits[3].commit_id) is None
