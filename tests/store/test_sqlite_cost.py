"""What reading costs, in statements and in steps of SQLite's machine, whatever the load."""

import itertools
import math
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from protocol.ids import Seq
from server.rooms.audience import EVERYONE, STORYTELLERS
from server.rooms.lines import EVERYONE_LINE, STORYTELLERS_LINE, member_line
from server.store import sqlite_reading as reading
from server.store.base import (
    AddCredential,
    Checkpoint,
    CredentialKind,
    Draft,
    DropCredentials,
    EventLog,
)
from server.store.sqlite import SqliteLog
from tests.store.faults import Faults, faults
from tests.store.story import ANNA, DEADLINE_S, FOR_ANNA, SECRET, WHISPER, Audiences, Story, begun

__all__ = ["faults"]

ANNAS_VIEW = [EVERYONE_LINE, member_line(ANNA)]
VIEWS = ([STORYTELLERS_LINE], [EVERYONE_LINE], [member_line(ANNA)], ANNAS_VIEW)
PAGE = 20


class Counted:
    """What was asked of a connection since this was made."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.steps = 0
        self.statements: list[str] = []
        connection.set_progress_handler(self._step, 1)
        connection.set_trace_callback(self.statements.append)

    def _step(self) -> int:
        self.steps += 1
        return 0


@pytest.fixture
def connection(sqlite_log: SqliteLog, path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of our own to the file, whose work can be counted."""
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        # The schema is read with the first statement, whatever that is.
        made.execute("SELECT 1 FROM rooms")
        yield made


async def told(log: EventLog, room: str, *stretches: tuple[int, Audiences]) -> Story:
    """A room with stretches of commits, each of so many with the same audiences."""
    story = await begun(log, room)
    await story.tell_many(log, *stretches)
    return story


def steps_of(connection: sqlite3.Connection, read: Callable[[], object]) -> int:
    """How many steps a read takes."""
    counted = Counted(connection)
    read()
    return counted.steps


@pytest.mark.parametrize("lines", VIEWS, ids=" ".join)
async def test_a_page_costs_the_same_whatever_lies_between(
    sqlite_log: SqliteLog, connection: sqlite3.Connection, lines: list[str]
) -> None:
    """A page of a viewer's events takes as many steps with thousands of hidden ones in between."""
    mixed: Audiences = (EVERYONE, FOR_ANNA)
    near = await told(sqlite_log, "near", *[(1, SECRET), (1, mixed)] * PAGE)
    far = await told(sqlite_log, "far", *[(100, SECRET), (1, mixed)] * PAGE)
    costs = []
    for story in (near, far):

        def read(story: Story = story) -> None:
            page = reading.read_of_lines(connection, story.room, lines, Seq(1), story.head, PAGE)
            assert len(page) == PAGE

        costs.append(steps_of(connection, read))
    assert costs[1] <= costs[0] * 1.05
    assert costs[1] <= PAGE * 150
    asked = Counted(connection)
    read()
    assert len(asked.statements) <= 6, "a page is read with few statements, however it is spread"


async def test_a_page_at_the_end_costs_what_one_at_the_start_does(
    sqlite_log: SqliteLog, connection: sqlite3.Connection
) -> None:
    """Where in the room a page lies changes nothing."""
    story = await told(sqlite_log, "long", *[(3, [EVERYONE]), (2, SECRET), (1, WHISPER)] * 100)
    for lines in VIEWS:
        starts = (0, 300, story.head - 150)
        costs = [
            steps_of(
                connection,
                lambda lines=lines, start=start: reading.read_of_lines(
                    connection, story.room, lines, Seq(start), story.head, PAGE
                ),
            )
            for start in starts
        ]
        assert max(costs) <= min(costs) * 1.2


async def test_locating_takes_few_look_ups(
    sqlite_log: SqliteLog, connection: sqlite3.Connection
) -> None:
    """A rank is found with one look-up per line and halving of the room."""
    story = await told(sqlite_log, "long", *[(3, [EVERYONE]), (2, SECRET), (1, WHISPER)] * 300)
    halvings = math.ceil(math.log2(story.head)) + 1
    for lines, rank in itertools.product(VIEWS, (1, 50, 10_000)):
        counted = Counted(connection)
        reading.locate_rank(connection, story.room, lines, rank, story.head)
        assert len(counted.statements) <= len(lines) * halvings + 4
        assert counted.steps <= len(counted.statements) * 40


async def test_a_head_costs_the_same_however_long_the_room(
    sqlite_log: SqliteLog, connection: sqlite3.Connection
) -> None:
    """Heads of room and lines are looked up, never counted."""
    short = await told(sqlite_log, "short", (1, WHISPER))
    long = await told(sqlite_log, "long", *[(500, WHISPER)] * 4)
    lines = [STORYTELLERS_LINE, *ANNAS_VIEW]
    costs = [
        (
            steps_of(connection, lambda room=story.room: reading.read_head(connection, room)),
            steps_of(connection, lambda room=story.room: reading.read_room(connection, room)),
            steps_of(
                connection,
                lambda story=story: reading.read_line_heads(
                    connection, story.room, lines, story.head
                ),
            ),
        )
        for story in (short, long)
    ]
    assert costs[0] == costs[1]


async def test_no_statement_scans_or_sorts(
    sqlite_log: SqliteLog, connection: sqlite3.Connection, faults: Faults
) -> None:
    """Whatever the log does, SQLite finds it by a key; only the list of all rooms is a scan."""
    story, other = Story(), Story("other")
    secret = AddCredential(CredentialKind.TOKEN, bytes(32), ANNA)
    await story.begin(sqlite_log, credentials=(secret,))
    await other.begin(sqlite_log)
    await story.go_on(
        sqlite_log, WHISPER, credentials=(DropCredentials(CredentialKind.TOKEN, ANNA),)
    )
    drafts: list[Draft] = [story.draft()]
    drafts.append(story.draft([STORYTELLERS], after=drafts))
    story.told(*await sqlite_log.append(story.room, story.head, drafts, DEADLINE_S))
    await sqlite_log.rooms()
    await sqlite_log.room(story.room)
    await sqlite_log.head(story.room)
    await sqlite_log.find(story.room, bytes(16))
    await sqlite_log.read(story.room, Seq(0))
    for lines in VIEWS:
        await sqlite_log.read_lines(story.room, lines, Seq(0), Seq(9), 9)
        await sqlite_log.line_heads(story.room, lines, Seq(9))
        await sqlite_log.locate(story.room, lines, 2, Seq(9))
    await sqlite_log.credential(bytes(32))
    await sqlite_log.save_checkpoint(story.room, Checkpoint(Seq(1), "f", b""))
    await sqlite_log.load_checkpoint(story.room)
    await sqlite_log.delete_checkpoints(story.room)
    await sqlite_log.delete_room(story.room)
    kinds = ("SELECT", "WITH", "DELETE", "INSERT")
    asked = {sql for sql in faults.statements if sql.split()[0] in kinds}
    assert len(asked) > 20
    for sql in asked:
        numbered = [int(number) for number in re.findall(r"\?(\d+)", sql)]
        values = [None] * max(numbered, default=sql.count("?"))
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
        steps = [str(row[3]) for row in plan]
        if sql.endswith("FROM rooms ORDER BY room_no"):
            steps.remove("SCAN rooms")
        if "deleted_rooms LIMIT" in sql:
            steps.remove("SCAN deleted_rooms")
        if "FROM probes" in sql:
            steps.remove("SCAN probes")
        if sql.startswith("WITH RECURSIVE place"):
            # The places that were found: as many as are asked for.
            steps = [step for step in steps if step not in ("SCAN place", "SCAN CONSTANT ROW")]
        assert not [step for step in steps if step.startswith("SCAN") or "B-TREE" in step], sql
