"""What one member may see of a replay: to the byte what the wire sent, and never more."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

from protocol import from_client as i
from protocol.codec import Encoding, splice_event
from protocol.ids import MemberId, RollId, Seq, ViewSeq
from protocol.words import Role, Visibility
from server.live.pages import ViewEvent, ViewPages, decoded
from server.live.tail import Tail
from server.replay.fold import moment_at
from server.replay.names import Names
from server.replay.transcript import Transcript
from server.replay.viewing import operator_view, view_of
from server.rooms.state import RoomState
from server.rooms.visibility import snapshot
from server.store.base import Commit
from server.store.memory import MemoryLog
from tests.replay.evening import (
    ANNS_OWN,
    STORYTELLERS_OWN,
    LoggedTable,
    evening,
    store,
)
from tests.support.rooms import ROOM, uuid

PEOPLE = ("storyteller", "ann", "bob", "guest", "bot", "late")


def seen_by(commits: Iterable[Commit], state: RoomState, member: MemberId) -> list[ViewEvent]:
    """What a member may see of a log, as of a state."""
    view = view_of(state.members[member])
    return [
        event
        for commit in commits
        if commit.seq <= state.seq
        for event in view.take(commit.at_ms, decoded(commit))
    ]


def transcript(commits: Iterable[Commit], state: RoomState, member: MemberId) -> str:
    """The transcript that a member may read, as of a state."""
    lines = Transcript(
        Names(snapshot(state, state.members[member])),
        lambda at_ms: datetime.fromtimestamp(at_ms / 1000, UTC),
    )
    seen = seen_by(commits, state, member)
    return "\n".join(
        line for event in seen for line in lines.lines(event.at_ms, event.recorded.event)
    )


def wire(events: Iterable[ViewEvent]) -> list[bytes]:
    """Events as they travel."""
    return [
        splice_event(ViewSeq(e.head.seq), e.head.mark, e.at_ms, e.recorded.body, Encoding.JSON)
        for e in events
    ]


async def moments() -> tuple[MemoryLog, list[RoomState]]:
    """The evening stored, and the room after each of its commits."""
    log = MemoryLog()
    await log.open()
    await store(evening().drafts, log)
    states = [(await moment_at(log, ROOM, c.seq)).state for c in evening().commits]
    return log, states


async def test_a_view_is_what_the_wire_pages_say_at_every_moment() -> None:
    """Whatever the moment and the member, the replay has the events, numbers and marks of pages."""
    log, states = await moments()
    compared = 0
    for state in states:
        for name in PEOPLE:
            member = state.members.get(evening().members.get(name, MemberId("")))
            if member is None:
                continue
            pages = ViewPages(log, state, member, Tail())
            from_log = await pages.after(0, pages.now.seq)
            assert wire(seen_by(evening().commits, state, member.member)) == wire(from_log)
            compared += 1
    assert compared > 300


async def test_no_hidden_word_is_in_anybodys_replay() -> None:
    """At every moment each member's events and transcript are free of others' secrets."""
    _, states = await moments()
    for state in states:
        for name in PEOPLE:
            member = state.members.get(evening().members.get(name, MemberId("")))
            if member is None or member.role is Role.STORYTELLER:
                continue
            forbidden = set(STORYTELLERS_OWN)
            if name not in ("ann", "bob"):
                forbidden |= set(ANNS_OWN)
            if _is_unhidden(state, member.member):
                forbidden.discard("Nettlequeen")
            events = b"\n".join(wire(seen_by(evening().commits, state, member.member))).decode()
            text = transcript(evening().commits, state, member.member)
            for word in forbidden:
                assert word not in events, (state.seq, name, word)
                assert word not in text, (state.seq, name, word)


def _is_unhidden(state: RoomState, member: MemberId) -> bool:
    """Whether the second hidden character was shown to the table, and its card to this member."""
    seen = seen_by(evening().commits, state, member)
    return any(b"character_unhidden" in event.recorded.body for event in seen)


@pytest.mark.parametrize("name", ["bob", "late"])
async def test_a_whisper_and_private_words_stay_with_those_named(name: str) -> None:
    """Bob reads what he whispered and not ann's private note; who came late reads neither."""
    state = evening().state
    text = transcript(evening().commits, state, evening()[name])
    assert ("Thornmilk" in text) == (name == "bob")
    assert "Saltfern" not in text


async def test_the_canaries_are_there_for_those_who_may_see_them() -> None:
    """The words looked for do stand in the log: a Storyteller and the operator read them all."""
    state = evening().state
    storyteller = transcript(evening().commits, state, evening()["storyteller"])
    view = operator_view()
    everything = b"".join(
        event.recorded.body for c in evening().commits for event in view.take(c.at_ms, decoded(c))
    ).decode()
    for word in (*STORYTELLERS_OWN, *ANNS_OWN):
        assert word in storyteller
        assert word in everything


async def test_a_role_counts_as_of_the_replayed_moment() -> None:
    """A member who was a Storyteller for a while sees all in that while, and not afterwards."""
    _, states = await moments()
    bob = evening()["bob"]
    as_storyteller = next(
        s for s in states if bob in s.members and s.members[bob].role is Role.STORYTELLER
    )
    assert "Moonwreck" in transcript(evening().commits, as_storyteller, bob)
    assert "Moonwreck" not in transcript(evening().commits, evening().state, bob)


async def test_who_comes_late_sees_no_past_that_the_room_keeps_closed() -> None:
    """With a closed past, a late member's replay begins with that member's own joining."""
    seen = seen_by(evening().commits, evening().state, evening()["late"])
    assert seen[0].head.seq == 1
    assert b'"type":"member_joined"' in seen[0].recorded.body
    assert b"late" in seen[0].recorded.body


def _visible(table: LoggedTable, hidden: bool) -> LoggedTable:
    """A short evening, the same each time, with hidden activity between or without."""
    secret_pool = 0

    def behind_the_screen() -> None:
        nonlocal secret_pool
        if not hidden:
            return
        secret_pool += 1
        table.act(
            "storyteller", i.Roll, [4] * secret_pool, id=uuid(10_000 + table.state.seq),
            pool=secret_pool, label="Moonwreck", visibility=Visibility.SECRET, note="Ashlantern",
        )  # fmt: skip

    clock = table.now_ms
    table.now_ms = clock
    character = table.act("ann", i.CreateCharacter, id=uuid(501), name="Zoë", hunger=1).created
    behind_the_screen()
    for number, faces in enumerate(([7, 8, 1], [2, 3, 10], [10, 10, 10])):
        table.now_ms = clock + 60_000 * (number + 1)
        roll = table.act(
            "ann", i.Roll, faces, id=uuid(600 + number), character=character, pool=3, difficulty=1
        )
        behind_the_screen()
        table.now_ms = clock + 60_000 * (number + 1) + 30_000
        table.act("ann", i.SettleRoll, id=uuid(700 + number), roll=RollId(roll.created))
        behind_the_screen()
    return table


def test_hidden_activity_changes_no_byte_of_a_members_replay() -> None:
    """A15: evenings that differ in secrets alone read and travel the same for players."""
    plain, busy = (_visible(LoggedTable(), hidden) for hidden in (False, True))
    assert len(busy.commits) > len(plain.commits)
    for name in ("ann", "bob", "guest"):
        one, other = (
            (
                transcript(t.commits, t.state, t[name]),
                wire(seen_by(t.commits, t.state, t[name])),
            )
            for t in (plain, busy)
        )
        assert one == other


def test_the_view_counts_from_one_and_skips_nothing() -> None:
    """A view's numbers are 1, 2, 3 …, whatever was hidden in between."""
    for name in ("ann", "late"):
        seen = seen_by(evening().commits, evening().state, evening()[name])
        assert [event.head.seq for event in seen] == list(range(1, len(seen) + 1))
    assert Seq(len(evening().commits)) == evening().state.seq
