"""What a roll costs with dice that can be checked and without: deciding, and its stored form."""

import statistics
import time
from collections.abc import Callable

from protocol import from_client as i
from protocol.ids import MemberId
from protocol.words import Visibility
from server.dice import SystemChance
from server.rooms.commands import Do
from server.rooms.decide import decide
from server.rooms.deed import Decision
from server.rooms.dice_keys import Book
from server.rooms.records import to_stored
from tests.benchmarks.report import Column, Section
from tests.benchmarks.scale import Scale
from tests.support.dicey_table import DiceyTable
from tests.support.rooms import ROOM, Table

ROLLS = 500


def _rolls_of(who: str, visibility: Visibility) -> Callable[[Table], list[Do]]:
    """Rolls of seven dice, claimed where a book is open."""

    def make(room: Table) -> list[Do]:
        lane = "open" if visibility is Visibility.PUBLIC else "own"
        commands = []
        for n in range(ROLLS):
            fields: dict[str, object] = {"pool": 7, "difficulty": 3, "visibility": visibility}
            if who == "ann" and isinstance(room, DiceyTable):
                fields["dice"] = room.claim(who, lane, n=n)
            commands.append(room.command(who, room.intent(i.Roll, **fields)))
        return commands

    return make


ROWS: dict[str, Callable[[Table], list[Do]]] = {
    "a player's, open": _rolls_of("ann", Visibility.PUBLIC),
    "a player's, private": _rolls_of("ann", Visibility.PRIVATE),
    "the table's, open": _rolls_of("storyteller", Visibility.PUBLIC),
    "a Storyteller's, secret": _rolls_of("storyteller", Visibility.SECRET),
}


def measure(scale: Scale) -> Section:
    """The microseconds of each kind of roll with a book and without, and of opening one."""
    rows: list[tuple[str | float | None, ...]] = []
    for name, make in ROWS.items():
        plain = statistics.median(_taken(Table(), make) for _ in range(scale.rounds))
        proven = statistics.median(_taken(DiceyTable(), make) for _ in range(scale.rounds))
        rows.append((name, plain, proven, proven / plain))
    rows.append(("opening a book for 6", None, _opening() * 1e3, None))
    rows.append(("its longest step", None, _longest_step() * 1e3, None))
    return Section(
        title="Dice that can be checked",
        about="one roll of 7 dice from the decision to its stored form, us of CPU, median of"
        f" {scale.rounds} rounds of {ROLLS} rolls; a book is opened in steps, and rooms go on"
        " between them",
        columns=(
            Column("roll"), Column("unproven", ",.1f"), Column("proven", ",.1f"),
            Column("x unproven", ".2f"),
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _taken(room: Table, make: Callable[[Table], list[Do]]) -> float:
    """The microseconds of a roll, on a room that goes on from each."""
    commands, chance, state = make(room), SystemChance(bytes(32)), room.state
    began = time.process_time()
    for command in commands:
        faces = chance.faces(command.commit_id)
        decided = decide(state, command, faces, room.limits, room.books)
        assert isinstance(decided, Decision), decided
        for recorded in decided.events:
            to_stored(recorded)
        state = decided.state
    return (time.process_time() - began) / len(commands) * 1e6


PLAYERS = [MemberId(f"player {number}") for number in range(6)]


def _opening() -> float:
    """The milliseconds of all steps together."""
    book = Book(ROOM, bytes(16), bytes(32))
    began = time.process_time()
    for _ in book.make(PLAYERS):
        pass
    return (time.process_time() - began) * 1e3


def _longest_step() -> float:
    """The usual longest step of an opening in milliseconds: no turn of the loop is longer."""
    book = Book(ROOM, bytes(16), bytes(32))
    steps = []
    began = time.process_time()
    for _ in book.make(PLAYERS):
        now = time.process_time()
        steps.append(now - began)
        began = now
    return statistics.quantiles(steps, n=100)[-1] * 1e3
