"""
What every log owes while its disk, another process or its own writer is in trouble.

What was acknowledged is there; what was refused is surely not; what is unknown is settled by the
same commit id; reads go on; and when the cause is gone all goes on without anybody's hands.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.ids import Seq
from server.store.base import Checkpoint, EventLog, LogError, OutcomeUnknown, Repeated, Unavailable
from server.store.check import check_chain
from tests.store.story import Story, begun
from tests.support.troubles import KINDS, Trouble, Troubled, troubled_log

ROOMS = 5
LONGEST_WAIT_S = 5.0
DEADLINE_S = 10.0

STRIKES = {
    Trouble.FULL: {Unavailable},
    # A log that is opened anew because storing failed may not open at once either.
    Trouble.FAILING: {OutcomeUnknown, Unavailable},
    Trouble.SLOW: set[type[LogError]](),
    Trouble.LOCKED: set[type[LogError]](),
    Trouble.WRITER_DIES: {OutcomeUnknown},
}
"""What the appends that meet each trouble may be told, besides that they are stored."""
COMMITS = 5


@pytest.fixture(params=KINDS)
async def troubled(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Troubled]:
    """An open log of each kind, with its troubles."""
    async with troubled_log(request.param, tmp_path / "log.db", monkeypatch) as made:
        yield made


async def insist(log: EventLog, story: Story, told: Counter[type[LogError]]) -> None:
    """Append one commit, however often it takes, always with the same id."""
    draft = story.draft()
    while True:
        try:
            async with asyncio.timeout(LONGEST_WAIT_S + DEADLINE_S):
                commits = await log.append(story.room, story.head, [draft], DEADLINE_S)
        except Unavailable:
            told[Unavailable] += 1
            assert await log.find(story.room, draft.commit_id) is None, "refused, and yet stored"
            await asyncio.sleep(0.01)
        except OutcomeUnknown:
            told[OutcomeUnknown] += 1
            await asyncio.sleep(0.01)
        except Repeated as repeated:
            commits = (repeated.first[draft.commit_id],)
            break
        else:
            break
    story.told(*commits)


async def follow(log: EventLog, story: Story, heard: list[Seq]) -> None:
    """Listen until the last commit of the test, and a little longer."""
    commits = aiter(log.subscribe(story.room, Seq(0)))
    while len(heard) < COMMITS:
        heard.append((await anext(commits)).seq)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(commits), 0.05)


async def reads_go_on(log: EventLog, stories: list[Story]) -> None:
    """What is stored can be read at once, whatever becomes of what is written."""
    for story in stories:
        async with asyncio.timeout(LONGEST_WAIT_S):
            known = len(story.commits)
            assert (await log.read(story.room, Seq(0)))[:known] == story.commits[:known]


@pytest.mark.parametrize("trouble", Trouble)
async def test_nothing_is_lost_or_doubled_in_trouble(troubled: Troubled, trouble: Trouble) -> None:
    """Each of many appends comes to be stored once, and each subscriber hears it once, in order."""
    log = troubled.log
    stories = [await begun(log, f"room-{number}", more=2) for number in range(ROOMS)]
    heard: list[list[Seq]] = [[] for _ in stories]
    told: Counter[type[LogError]] = Counter()
    async with asyncio.TaskGroup() as group:
        for story, seqs in zip(stories, heard, strict=True):
            group.create_task(follow(log, story, seqs))
        writers = [group.create_task(insist(log, story, told)) for story in stories]
        await troubled.begin(trouble)
        await asyncio.sleep(0.2)
        await reads_go_on(log, stories)
        await asyncio.wait(writers[:1], timeout=0.4)
        await troubled.heal()
        await asyncio.gather(*writers)
        for story in stories:
            await insist(log, story, told)
    assert set(told) <= STRIKES[trouble]
    for story, seqs in zip(stories, heard, strict=True):
        assert await log.read(story.room, Seq(0)) == story.commits
        assert len(story.commits) == COMMITS
        assert check_chain(story.commits) == []
        assert seqs == [commit.seq for commit in story.commits]


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FAILING])
async def test_every_append_in_lasting_trouble_is_told(
    troubled: Troubled, trouble: Trouble
) -> None:
    """Nobody waits for the end of it; a failure is of the kind that it is, and said at once."""
    log = troubled.log
    story = await begun(log)
    await troubled.begin(trouble)
    draft = story.draft()
    expected = Unavailable if trouble is Trouble.FULL else OutcomeUnknown
    async with asyncio.timeout(LONGEST_WAIT_S):
        with pytest.raises(expected):
            await log.append(story.room, Seq(1), [draft], DEADLINE_S)
    await troubled.heal()
    found = await log.find(story.room, draft.commit_id)
    if found is None:
        (found,) = await log.append(story.room, Seq(1), [draft], DEADLINE_S)
    story.told(found)
    assert await log.read(story.room, Seq(0)) == story.commits
    await log.health()


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FAILING, Trouble.SLOW])
async def test_a_checkpoint_in_trouble_is_kept_or_the_one_before(
    troubled: Troubled, trouble: Trouble
) -> None:
    """It is a cache: whole, old or new, and the log beside it is as it was."""
    log = troubled.log
    story = await begun(log, more=3)
    old, new = Checkpoint(Seq(1), "f", b"old"), Checkpoint(Seq(4), "f", b"new" * 10_000)
    await log.save_checkpoint(story.room, old)
    await troubled.begin(trouble)
    is_refused = False
    try:
        async with asyncio.timeout(LONGEST_WAIT_S):
            await log.save_checkpoint(story.room, new)
    except LogError:
        is_refused = True
    await troubled.heal()
    kept = await log.load_checkpoint(story.room)
    assert kept in (old, new)
    assert is_refused or kept == new
    await log.save_checkpoint(story.room, new)
    assert await log.load_checkpoint(story.room) == new
    assert await log.read(story.room, Seq(0)) == story.commits
