"""Folding to any moment, and the index of sessions."""

import pytest

from protocol import from_client as i
from protocol.ids import Seq
from server.live.pages import decoded
from server.replay.fold import Session, Unfoldable, moment_at
from server.rooms.evolve import fold_commit
from server.rooms.state import RoomState
from server.store.memory import MemoryLog
from tests.replay.evening import LoggedTable, evening, store
from tests.support.rooms import ROOM


@pytest.fixture
async def log() -> MemoryLog:
    """The evening, stored."""
    log = MemoryLog()
    await log.open()
    await store(evening().drafts, log)
    return log


async def test_the_end_is_the_state_that_the_room_was_left_in(log: MemoryLog) -> None:
    """Folding everything gives what the running room had."""
    moment = await moment_at(log, ROOM)
    assert moment.state == evening().state
    assert moment.at_ms == evening().commits[-1].at_ms


async def test_any_moment_is_the_fold_up_to_it(log: MemoryLog) -> None:
    """A moment is what its commit left, and nothing that came later."""
    state = RoomState(room=ROOM)
    for commit in evening().commits:
        state = fold_commit(state, commit.seq, decoded(commit))
        if commit.seq % 7 == 0:
            assert (await moment_at(log, ROOM, commit.seq)).state == state


async def test_sessions_are_known_by_their_first_and_last_commits(log: MemoryLog) -> None:
    """A session begins and ends with the commits that say so; the last one may still run."""
    sessions = (await moment_at(log, ROOM)).sessions
    kinds = {c.seq: [r.kind for r in c.events] for c in evening().commits}
    assert [s.number for s in sessions] == [1, 2]
    first, second = sessions
    assert kinds[first.first] == ["session_started"]
    assert first.last is not None
    assert "session_ended" in kinds[first.last]
    assert first.ended_at_ms == evening().commits[first.last - 1].at_ms
    assert second == Session(2, second.first, evening().commits[second.first - 1].at_ms)


async def test_a_log_with_a_hole_is_not_folded_into_nonsense() -> None:
    """A commit that speaks of what is not there is named, and nothing is made up."""
    table = LoggedTable()
    character = table.vampire("ann")
    made = len(table.drafts) - 1
    table.act("storyteller", i.SetTracker, character=character, tracker="hunger", value=3)
    drafts = [d for n, d in enumerate(table.drafts) if n != made]
    log = MemoryLog()
    await log.open()
    await store(drafts, log)
    with pytest.raises(Unfoldable, match=f"The commit {made + 1} does not follow") as raised:
        await moment_at(log, ROOM)
    assert raised.value.seq == Seq(made + 1)
