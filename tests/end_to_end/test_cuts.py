"""Connections cut at every byte and around every commit, and clients that come back after long."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.cut_table import Table, intent
from tests.support.cutting_log import CuttingLog, Moment, Unknown, served
from tests.support.kill_server import KillServer
from tests.support.oracle import Room
from tests.support.plain_client import PlainClient, frame_of
from tests.support.seats import Answer, Seat

pytestmark = pytest.mark.timeout(180)

NARROW = 4_096
"""A receive buffer so small that a long catch-up stalls until it is read."""

ENCODINGS = ("json", "msgpack")
FAR = 10_000
"""How many events of its own somebody misses who was away for long."""

LIMITS = {
    "intents_burst": 1_000_000,
    "queries_burst": 1_000_000,
    "max_members": 1_000,
    "max_waiting_for_hello": 10_000,
    "resume_events": FAR,
}


def is_in_order(answer: Answer) -> bool:
    """Whether an answer came before the events it announced."""
    return "seq" not in answer.said or answer.said["seq"] > answer.behind


# --- at every byte --------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[KillServer]:
    """A server process; what it had to complain of fails the test in the end."""
    with KillServer(tmp_path, **LIMITS) as server:
        server.start()
        yield server
    assert server.complaints.read_text() == ""


@pytest.fixture
def table(server: KillServer) -> Iterator[Table]:
    """A room on that server."""
    with Table(lambda: server.port, server.data) as table:
        yield table


@pytest.mark.parametrize("is_reset", [False, True], ids=["ended", "reset"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_intent_cut_at_any_byte_happens_once_or_not_at_all(
    table: Table, encoding: str, is_reset: bool
) -> None:
    """Only a whole frame may have an effect; sent again it has one effect in the end."""
    ann = table.join("ann", encoding)
    for cut in itertools.count():
        roll = intent("roll", pool=1)
        raw = frame_of(roll, encoding)
        ann.here.send_bytes(raw[:cut])
        if is_reset:
            ann.cut()
        else:
            ann.here.close()
        table.storyteller.until_gone(ann.member)

        before = table.stored(ann, roll)
        is_whole = cut >= len(raw)
        if not is_whole:
            assert before is None, f"{cut} of {len(raw)} bytes had an effect"
        elif not is_reset:
            assert before is not None, "an intent that was received whole did not happen"

        table.come_back(ann)
        first, second = ann.ask(roll), ann.ask(roll)
        assert first.said == second.said == table.stored(ann, roll)
        table.storyteller.catch_up()
        table.check(ann, table.storyteller)
        if is_whole:
            break
    ann.here.close()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_hello_cut_at_any_byte_makes_one_member_when_it_is_said_again(
    table: Table, encoding: str
) -> None:
    """Whoever joins and is cut off joins again as the same member, and nobody joins twice."""
    for cut in itertools.count():
        newcomer = table.seat(f"newcomer {cut}", encoding)
        entry = table.invite(newcomer.member.name)
        hello = {"type": "hello", "token": newcomer.member.token, "entry": entry}
        raw = frame_of(hello, encoding)
        with PlainClient(table.port(), encoding) as client:
            client.send_bytes(raw[:cut])
        newcomer.hello(table.port(), entry)
        with newcomer.here:
            newcomer.until_welcome()
            newcomer.catch_up()
        table.check(newcomer)
        members = table.room.lives
        assert newcomer.member.id in members
        assert len(members) == cut + 2, "somebody joined twice"
        if cut >= len(raw):
            break


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_answer_cut_at_any_byte_leaves_neither_gap_nor_repeat(
    table: Table, encoding: str
) -> None:
    """The client resumes from the last message it received whole, and asks again."""
    ann = table.join("ann", encoding)
    last = intent("roll", pool=1)
    for cut in itertools.count():
        assert ann.ask(last).said == table.stored(ann, last)
        table.check(ann)
        last = intent("rename_member", member=ann.member.id, name=f"ann {cut:04}")
        ann.send(last)
        ann.take(ann.here.receive_exactly(cut))
        is_whole = not ann.unanswered
        ann.cut()
        table.come_back(ann)
        if is_whole:
            break
    assert ann.ask(last).said == table.stored(ann, last)
    table.storyteller.catch_up()
    table.check(ann, table.storyteller)
    ann.here.close()


# --- around a commit ------------------------------------------------------------------------------


ROLL = "around the commit"

VISIBILITIES = ("public", "private", "blind", "secret")


@dataclass
class Trio:
    """Three people at a table in this process, whose next append can be cut into."""

    log: CuttingLog
    table: Table
    ann: Seat
    bob: Seat


@pytest.fixture
def trio(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Trio]:
    """Three people who have all been shown everything in the end."""
    data = tmp_path / "coterie.sqlite3"
    log = CuttingLog(data)
    with served(log, data) as port, Table(lambda: port, data) as table:
        trio = Trio(log, table, table.join("ann", "msgpack"), table.join("bob", "json"))
        yield trio
        for seat in table.seats:
            seat.catch_up()
        table.check(*table.seats)
    assert [r.getMessage() for r in caplog.records if r.levelname in ("ERROR", "CRITICAL")] == []


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("moment", Moment)
def test_a_sender_cut_off_around_the_commit_is_answered_when_it_asks_again(
    trio: Trio, moment: Moment, visibility: str
) -> None:
    """What was begun goes on without its sender, who gets the first answer on coming back."""
    roll = intent("roll", pool=3, label=ROLL, visibility=visibility)
    trio.log.cut(moment, trio.ann.here.abort)
    trio.ann.send(roll)
    trio.table.storyteller.until_told(ROLL)
    assert trio.ann.here.is_over

    stored = trio.table.stored(trio.ann, roll)
    trio.table.come_back(trio.ann)
    answer = trio.ann.ask(roll)
    assert answer.is_accepted
    assert answer.said == stored


def test_an_intent_that_waited_when_its_sender_was_cut_off_is_carried_out(trio: Trio) -> None:
    """What the server has read goes on without its sender, also behind something else."""
    first, second = intent("roll", pool=1, label="first"), intent("roll", pool=1, label=ROLL)

    def send_and_leave() -> None:
        trio.ann.send(second)
        trio.ann.here.close()

    trio.log.cut(Moment.BEFORE, send_and_leave)
    trio.ann.send(first)
    trio.table.storyteller.until_told(ROLL)
    stored = [trio.table.stored(trio.ann, roll) for roll in (first, second)]
    trio.table.come_back(trio.ann)
    assert [trio.ann.ask(roll).said for roll in (first, second)] == stored


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("moment", Moment)
def test_a_viewer_cut_off_around_the_commit_is_shown_the_event_once(
    trio: Trio, moment: Moment, visibility: str
) -> None:
    """Who watches and is cut off resumes to the event, and whoever stays is not disturbed."""
    roll = intent("roll", pool=3, label=ROLL, visibility=visibility)
    trio.log.cut(moment, trio.bob.here.abort)
    answer = trio.ann.ask(roll)
    assert answer.is_accepted
    assert is_in_order(answer)
    assert trio.bob.here.is_over
    trio.table.come_back(trio.bob)


@pytest.mark.parametrize("is_cut", [False, True], ids=["who stays", "who is cut off"])
@pytest.mark.parametrize("outcome", Unknown)
def test_an_append_of_unknown_outcome_happens_once_and_is_answered(
    trio: Trio, outcome: Unknown, is_cut: bool
) -> None:
    """The room finds out what became of it; the sender is answered, here or on coming back."""
    roll = intent("roll", pool=3, label=ROLL)
    trio.log.doubt(outcome)
    if is_cut:
        trio.log.cut(Moment.BEFORE, trio.ann.here.abort)
    trio.ann.send(roll)
    trio.table.storyteller.until_told(ROLL)
    if is_cut:
        assert trio.ann.here.is_over
        trio.table.come_back(trio.ann)
        answer = trio.ann.ask(roll)
    else:
        trio.ann.until_answered()
        answer = trio.ann.answers[roll["id"]]
        assert is_in_order(answer)
    assert answer.is_accepted
    assert answer.said == trio.table.stored(trio.ann, roll)


# --- away for long --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def old_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KillServer]:
    """A server for a room with a long past."""
    with KillServer(tmp_path_factory.mktemp("old"), **LIMITS) as server:
        server.start()
        yield server
    assert server.complaints.read_text() == ""


@pytest.fixture(scope="module")
def old_table(old_server: KillServer) -> Iterator[Table]:
    """A room in which `ann` has seen more events than somebody may miss, and others more still."""
    with Table(lambda: old_server.port, old_server.data) as table:
        storyteller = table.storyteller
        table.join("ann", "json").here.close()
        for number in range((FAR + 100) // 2):
            change = {"character": table.character, "tracker": "hunger", "value": 1 + number % 2}
            storyteller.send(intent("set_tracker", **change))
            if number % 20 == 0:
                storyteller.send(intent("roll", pool=1, visibility="secret"))
            while len(storyteller.unanswered) > 150:
                storyteller.receive()
        storyteller.until_answered()
        storyteller.catch_up()
        yield table


def away(table: Table, encoding: str, missed: int) -> Seat:
    """Ann, who has not seen her last *missed* events."""
    seat = table.seat("ann", encoding)
    seat.receive_buffer = NARROW
    room = table.room
    (life,) = room.lives[ann_of(room)]
    assert table.storyteller.position is not None
    at = life.seq - missed
    epoch = table.storyteller.position["epoch"]
    seat.position = {"epoch": epoch, "generation": 1, "seq": at, "mark": life.mark_at(at)}
    return seat


def ann_of(room: Room) -> str:
    """The id of the only player."""
    (ann,) = (id for id, lives in room.lives.items() if lives[-1].role == "player")
    return ann


@pytest.mark.parametrize("missed", [0, 1, 10, 1_000, FAR])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_somebody_away_for_a_while_goes_on_with_the_next_event(
    old_table: Table, encoding: str, missed: int
) -> None:
    """Up to the limit of own events, n+1 follows on n, and all that was missed comes in order."""
    ann = away(old_table, encoding, missed)
    old_table.come_back(ann)
    with ann.here:
        assert ann.welcome is not None
        assert ann.welcome["reason"] == "resumed"
        assert len(ann.shown) == missed
        old_table.check(ann)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_somebody_away_for_too_long_is_told_so_and_reads_the_rest_in_pages(
    old_table: Table, encoding: str
) -> None:
    """One own event over the limit brings a snapshot with its reason; nothing missed is lost."""
    ann = away(old_table, encoding, FAR + 1)
    assert ann.position is not None
    last_seen = ann.position["seq"]
    old_table.come_back(ann)
    with ann.here:
        assert ann.welcome is not None
        assert ann.welcome["reason"] == "too_far_behind"
        assert ann.welcome["snapshot"]["name"] == "Cuts"
        old_table.check(ann)
        line = old_table.room.life(ann.member.id, 1).line
        read = last_seen
        while read < len(line):
            for push in ann.history(read):
                read += 1
                assert (push["seq"], push["mark"]) == (read, line[read - 1].mark)


def hear_and_be_overtaken(table: Table, ann: Seat, name: str) -> None:
    """Come back, and let something happen while what was missed is still on its way."""
    ann.hello(table.port())
    ann.take(ann.here.receive_exactly(1))
    assert table.storyteller.ask(intent("rename_room", name=name)).is_accepted


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_happens_during_a_long_catch_up_follows_behind_it(
    old_table: Table, encoding: str
) -> None:
    """A client that has much to read is shown what is new when it has read it."""
    ann = away(old_table, encoding, FAR)
    hear_and_be_overtaken(old_table, ann, f"overtaken {encoding}")
    with ann.here:
        ann.until_welcome()
        ann.catch_up()
        assert len(ann.shown) == FAR + 1
        old_table.check(ann)


@settings(max_examples=40, deadline=None)
@given(
    encoding=st.sampled_from(ENCODINGS),
    missed=st.integers(0, 3_000),
    cuts=st.lists(st.integers(1, 200_000), max_size=8),
)
def test_a_line_resumed_after_any_cuts_is_whole(
    old_table: Table, encoding: str, missed: int, cuts: list[int]
) -> None:
    """However often the stream is cut, and whatever happens meanwhile: n+1 follows on n."""
    ann = away(old_table, encoding, missed)
    for cut in cuts:
        commits = len(old_table.room.commits)
        hear_and_be_overtaken(old_table, ann, f"overtaken after {commits}")
        ann.receive_bytes(cut)
        ann.cut()
    old_table.come_back(ann)
    with ann.here:
        old_table.check(ann)
