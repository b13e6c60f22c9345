"""What every log answers about lines, compared with what follows from the commits themselves."""

import random

import pytest
from msgspec.structs import replace

from protocol.ids import Seq
from server.rooms.audience import EVERYONE, STORYTELLERS
from server.rooms.lines import (
    EMPTY_LINE,
    EVERYONE_LINE,
    STORYTELLERS_LINE,
    LineHead,
    lines_of,
    member_line,
)
from server.rooms.records import from_stored
from server.store.base import Commit, Draft, EventLog
from server.store.check import check_chain
from tests.store.story import ANNA, BORIS, DEADLINE_S, FOR_ANNA, FOR_BOTH, Story, begun

ANNAS, BORISES = member_line(ANNA), member_line(BORIS)
VIEWS = (
    [STORYTELLERS_LINE],
    [EVERYONE_LINE],
    [ANNAS],
    [EVERYONE_LINE, ANNAS],
    [BORISES, EVERYONE_LINE, ANNAS],
    ["member:nobody"],
    [],
)
KINDS = ((), (EVERYONE,), (STORYTELLERS,), (FOR_ANNA,), (FOR_BOTH,), (EVERYONE, FOR_ANNA, EVERYONE))


async def random_story(log: EventLog, seed: int, length: int) -> Story:
    """A room in which stretches of each kind of commit alternate."""
    chance = random.Random(seed)
    story = await begun(log)
    drafts: list[Draft] = []
    while len(drafts) < length:
        kind = chance.choice(KINDS)
        for _ in range(chance.choice((1, 1, 2, 9))):
            drafts.append(story.draft(kind, after=drafts))
    while drafts:
        some = chance.choice((1, 3, 20))
        story.told(*await log.append(story.room, story.head, drafts[:some], DEADLINE_S))
        del drafts[:some]
    assert check_chain(story.commits) == []
    return story


def lines_in(commit: Commit) -> list[str]:
    """The lines of every event of a commit, one by one."""
    return [
        line for record in commit.events for line in lines_of(from_stored(record, commit.at_ms))
    ]


def rank_at(story: Story, lines: list[str], seq: int) -> int:
    """The sum of the ranks of *lines* after *seq*, counted event by event."""
    return sum(line in lines for commit in story.commits[:seq] for line in lines_in(commit))


def head_at(story: Story, line: str, seq: int) -> LineHead:
    """The head of *line* that the last commit up to *seq* that has one was stored with."""
    head = EMPTY_LINE
    for commit in story.commits[:seq]:
        head = dict(commit.lines).get(line, head)
    return head


@pytest.mark.parametrize("seed", range(3))
async def test_line_heads_are_those_after_the_commit(log: EventLog, seed: int) -> None:
    """At every position each line stands where its last commit up to there left it."""
    story = await random_story(log, seed, 60)
    lines = [STORYTELLERS_LINE, EVERYONE_LINE, ANNAS, BORISES, "member:nobody"]
    for upto in (*range(story.head + 1), story.head + 5):
        heads = await log.line_heads(story.room, lines, Seq(upto))
        assert heads == {line: head_at(story, line, upto) for line in lines}
    assert await log.line_heads(story.room, [], story.head) == {}


async def test_heads_at_many_places_are_those_of_each(log: EventLog) -> None:
    """Asked all at once, each place is answered in its order, and for its own lines."""
    story = await random_story(log, 4, 60)
    chosen = ([STORYTELLERS_LINE, ANNAS], [EVERYONE_LINE], [], [BORISES, "member:nobody"])
    places = [(Seq(60 - n), chosen[n % len(chosen)]) for n in range(61)]
    one_by_one = [await log.line_heads(story.room, lines, upto) for upto, lines in places]
    assert await log.heads_along(story.room, places) == one_by_one
    assert await log.heads_along(story.room, []) == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lines", VIEWS)
async def test_a_rank_is_located_where_it_is_reached(
    log: EventLog, seed: int, lines: list[str]
) -> None:
    """The commit found is the first with which the view has so many events."""
    story = await random_story(log, seed, 60)
    ranks = [rank_at(story, lines, seq) for seq in range(story.head + 1)]
    for upto in (0, 1, story.head // 2, story.head, story.head + 5):
        for rank in (-1, *range(ranks[-1] + 3)):
            reached = [seq for seq, at in enumerate(ranks[: upto + 1]) if at >= rank]
            expected = 0 if rank <= 0 else (reached or [upto + 1])[0]
            assert await log.locate(story.room, lines, rank, Seq(upto)) == expected


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lines", VIEWS)
async def test_reading_lines_leaves_out_what_is_in_none(
    log: EventLog, seed: int, lines: list[str]
) -> None:
    """A page holds the commits with an event in any of the lines, and no other."""
    story = await random_story(log, seed, 80)
    belonging = [commit for commit in story.commits if set(lines_in(commit)) & set(lines)]
    for after in (0, 1, 7, story.head // 2, story.head):
        for upto in (0, 1, story.head // 2, story.head, story.head + 5):
            page = [commit for commit in belonging if after < commit.seq <= upto]
            for limit in (0, 1, 2, 10, 1_000):
                read = await log.read_lines(story.room, lines, Seq(after), Seq(upto), limit)
                assert read == page[:limit]


async def test_a_line_named_twice_counts_once(log: EventLog) -> None:
    """The lines of a view are a set, however they are written down."""
    story = await begun(log, more=3)
    twice = [EVERYONE_LINE, EVERYONE_LINE]
    assert await log.locate(story.room, twice, 3, story.head) == 3
    assert await log.read_lines(story.room, twice, Seq(0), story.head, 9) == story.commits


async def test_lines_are_of_one_room(log: EventLog) -> None:
    """The same member's line in another room has nothing to do with this one."""
    story, other = await begun(log, "one"), await begun(log, "other")
    await story.go_on(log, [FOR_ANNA])
    await other.go_on(log)
    assert await log.line_heads(other.room, [ANNAS], Seq(9)) == {ANNAS: EMPTY_LINE}
    assert await log.read_lines(other.room, [ANNAS], Seq(0), Seq(9), 9) == []
    assert await log.locate(other.room, [ANNAS], 1, Seq(2)) == 3


async def test_an_index_line_is_found_like_any_other(log: EventLog) -> None:
    """A line that no event's audience names, an index, is kept and found by its name."""
    story = await begun(log)
    draft = story.draft([EVERYONE])
    indexed = replace(draft, lines=(*draft.lines, ("roll:r1", LineHead(1))))
    story.told(*await log.append(story.room, Seq(1), [indexed], DEADLINE_S))
    await story.go_on(log)
    assert await log.read_lines(story.room, ["roll:r1"], Seq(0), Seq(3), 9) == story.commits[1:2]
    assert await log.read(story.room, Seq(0)) == story.commits
