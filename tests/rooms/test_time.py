"""Sessions, and the clocks of the fiction."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import Clock, HistoryForLate
from tests.support.rooms import Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def clocks(room: Table) -> list[tuple[Clock, int, str]]:
    return [(c.clock, c.number, c.title) for c in room.snapshot("guest").clocks]


def test_sessions_are_counted_and_do_not_overlap() -> None:
    """One at a time, the first, the second, and everybody hears of it."""
    room = Table()
    room.refuse("storyteller", i.EndSession, Code.WRONG_STATE)
    for number in (1, 2):
        started = room.act("storyteller", i.StartSession)
        assert started.only(e.SessionStarted).session == number
        assert started.seen_by(e.SessionStarted) == EVERYONE
        assert room.snapshot("guest").session == number
        room.refuse("storyteller", i.StartSession, Code.WRONG_STATE)
        ended = room.act("storyteller", i.EndSession)
        assert ended.only(e.SessionEnded).session == number
        assert room.snapshot("guest").session is None


@pytest.mark.parametrize("clock", Clock)
def test_a_clock_that_runs_ends_before_the_next_begins(clock: Clock) -> None:
    """Each is the how-many-th; ending one that does not run is refused."""
    room = Table()
    room.refuse("storyteller", i.EndClock, Code.WRONG_STATE, "clock", clock=clock)
    room.act("storyteller", i.BeginClock, clock=clock, title="Elysium")
    done = room.act("storyteller", i.BeginClock, clock=clock)
    assert done.kinds == ["clock_ended", "clock_begun"]
    assert done.seen_by(e.ClockBegun) == EVERYONE
    assert clocks(room) == [(clock, 2, "")]
    room.act("storyteller", i.EndClock, clock=clock)
    assert clocks(room) == []
    room.refuse("storyteller", i.EndClock, Code.WRONG_STATE, "clock", clock=clock)
    room.act("storyteller", i.BeginClock, clock=clock)
    assert clocks(room) == [(clock, 3, "")]


def test_a_scene_does_not_outlast_its_night() -> None:
    """A night that begins or ends takes the running scene with it."""
    room = Table()
    room.act("storyteller", i.BeginClock, clock="scene", title="Before dusk")
    begun = room.act("storyteller", i.BeginClock, clock="night", title="First night")
    assert [event.clock for event in begun.all(e.ClockEnded)] == [Clock.SCENE]
    room.act("storyteller", i.BeginClock, clock="scene", title="The club")
    assert clocks(room) == [(Clock.NIGHT, 1, "First night"), (Clock.SCENE, 2, "The club")]
    ended = room.act("storyteller", i.EndClock, clock="night")
    assert [event.clock for event in ended.all(e.ClockEnded)] == [Clock.SCENE, Clock.NIGHT]


def test_a_scene_ends_alone() -> None:
    """The night goes on; and the end of a session ends neither."""
    room = Table()
    room.act("storyteller", i.StartSession)
    room.act("storyteller", i.BeginClock, clock="night")
    room.act("storyteller", i.BeginClock, clock="scene")
    room.act("storyteller", i.EndClock, clock="scene")
    room.act("storyteller", i.BeginClock, clock="scene")
    room.act("storyteller", i.EndSession)
    assert [clock for clock, _, _ in clocks(room)] == [Clock.NIGHT, Clock.SCENE]


@pytest.mark.parametrize("history", HistoryForLate)
@pytest.mark.parametrize("in_session", [True, False])
def test_who_joins_late_sees_as_much_of_the_public_past_as_the_room_says(
    history: HistoryForLate, in_session: bool
) -> None:
    """All of it, since the session began, or nothing; and never what was not public."""
    room = Table(HouseRules(history=history))
    room.act("storyteller", i.StartSession)
    session_began = public_events(room) - 1
    room.act("ann", i.Roll, (6,), pool=1, visibility="private")
    room.act("ann", i.Roll, (6,), pool=1)
    if not in_session:
        room.act("storyteller", i.EndSession)
    now = public_events(room)
    room.join("late")
    assert (
        room.state.members[room["late"]].past.rank
        == {
            HistoryForLate.ALL: 0,
            HistoryForLate.SESSION: session_began if in_session else now,
            HistoryForLate.NONE: now,
        }[history]
    )


def public_events(room: Table) -> int:
    return sum(record.audience.everyone for kept in room.kept for record in kept.records)


def test_a_changed_history_rule_counts_for_those_who_join_from_then_on() -> None:
    """Who is here keeps the past there was."""
    room = Table()
    room.act("storyteller", i.SetHouseRules, house_rules=HouseRules(history=HistoryForLate.NONE))
    assert room.state.members[room["ann"]].past.rank == 0
    room.join("late")
    assert room.state.members[room["late"]].past.rank > 0
