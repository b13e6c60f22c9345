"""
A crowd at several tables that never stops sending, on plain sockets, until its server is killed.

Afterwards it comes back, resumes, and sends again whatever was not answered; the oracle judges.
"""

import random
import re
import selectors
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from tests.support.crowd_intents import Intent
from tests.support.crowd_table import Table
from tests.support.kill_server import CREATE_KEY, KillServer
from tests.support.oracle import Oracle, Room
from tests.support.seats import PASSING, Member, Seat
from tests.support.wire_client import PATIENCE_S

WINDOW = 8
"""How many intents of each seat are on their way at any moment."""

PIECE_BYTES = 2_048
"""How much is read at once while playing: little, so that a kill can fall between two answers."""

ASKED_AGAIN = 20
"""How many answered intents are sent again after a restart, of all that there are."""


@dataclass(slots=True)
class Unanswered:
    """An intent that was on its way when the server was killed."""

    seat: Seat
    intent: Intent
    was_stored: bool = False


@dataclass(slots=True)
class Tally:
    """
    What a kill hit.

    `in_flight` is how many intents waited for their answers at the moment of the kill, on how many
    `sockets`; `unanswered` how many never got one, `stored` how many of these were in the log all
    the same; `behind` how many seats had not been shown all that was.
    """

    in_flight: int = 0
    sockets: int = 0
    unanswered: int = 0
    stored: int = 0
    behind: int = 0


@dataclass(slots=True)
class Newcomer:
    """Somebody who joins, or founds a room, while the server is killed."""

    seat: Seat
    entry: dict[str, Any]


@dataclass(slots=True)
class Crowd:
    """All tables of one server, and what is known of its log."""

    server: KillServer
    folder: Path
    chance: random.Random
    names: str = "ab"
    tables: list[Table] = field(default_factory=list)
    sent: dict[str, Intent] = field(default_factory=dict)
    newcomers: list[Newcomer] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    answered: int = 0
    founded: int = 0
    oracle: Oracle | None = None

    def __post_init__(self) -> None:
        for name in self.names:
            table = Table(name, self.chance)
            table.open(self.server.port)
            self.tables.append(table)
        hidden = (re.escape(table.knows.characters["hidden"]) for table in self.tables)
        self.oracle = Oracle(self.server.data, "|".join([r"veil-[a-z]\d+", *hidden]).encode())
        for _, seat in self.seats():
            seat.oracle = self.oracle
            seat.answers.clear()
            seat.catch_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for seat in (*(seat for _, seat in self.seats()), *(n.seat for n in self.newcomers)):
            if seat.client is not None:
                seat.client.close()

    def seats(self) -> Iterator[tuple[Table, Seat]]:
        """Every seat, with its table."""
        for table in self.tables:
            for seat in table.seats:
                yield table, seat

    def room(self, table: Table) -> Room:
        """What the oracle knows of a table's room."""
        assert self.oracle is not None
        return self.oracle.rooms[table.room]

    # --- playing ---------------------------------------------------------------------------------

    def play(self, answers: int) -> None:
        """Send without pause until *answers* have arrived, with no less on its way at the end."""
        self.answered = 0
        for table, seat in self.seats():
            for _ in range(WINDOW):
                self.send(seat, table.next_intent(seat))
        with selectors.DefaultSelector() as selector:
            for table, seat in self.seats():
                selector.register(seat.here, selectors.EVENT_READ, (table, seat))
            greets_at = self.chance.randint(0, answers)
            while self.answered < answers:
                ready = selector.select(PATIENCE_S)
                assert ready, "the server answers nobody"
                for key, _ in ready:
                    self._read(*key.data)
                    if self.answered >= greets_at and not self.newcomers:
                        self._greet_newcomer()
                    if self.answered >= answers:
                        break

    def kill(self) -> list[Unanswered]:
        """
        Kill the server.

        Returns what was not answered by then, nor by what still lay in the sockets.
        """
        open_seats = [seat for _, seat in self.seats() if seat.unanswered]
        in_flight = sum(len(seat.unanswered) for seat in open_seats)
        self.server.kill()
        left = list(self._left_unanswered())
        self.tally = Tally(in_flight, len(open_seats), len(left))
        return left

    def send(self, seat: Seat, intent: Intent) -> None:
        """Let a seat send an intent, without waiting for anything."""
        self.sent[intent["id"]] = intent
        seat.send(intent)

    def _read(self, table: Table, seat: Seat) -> None:
        """Read a little, and put a new intent in the place of every one that was answered."""
        waiting = len(seat.unanswered)
        seat.receive(PIECE_BYTES)
        assert not seat.here.is_over, f"{seat.member.name} is cut off"
        table.hear(seat)
        answered = waiting - len(seat.unanswered)
        self.answered += answered
        for _ in range(answered):
            self.send(seat, table.next_intent(seat))

    def _greet_newcomer(self) -> None:
        member = Member("newcomer", "", self.chance.randbytes(32))
        seat = Seat(member, self.chance.choice(["json", "msgpack"]), self.oracle)
        secret = self.chance.choice(self.tables).invite
        entry = {"type": "invite", "secret": secret, "name": "newcomer"}
        if self.chance.random() < 0.5:
            self.founded += 1
            entry = {"type": "create", "create_key": CREATE_KEY, "room_name": "new", "name": "new"}
        self.newcomers.append(Newcomer(seat, entry))
        seat.hello(self.server.port, entry)

    def _left_unanswered(self) -> Iterator[Unanswered]:
        for table, seat in self.seats():
            seat.leave()
            table.hear(seat)
            for answer in seat.answers.values():
                if answer.is_accepted and "seq" in answer.said:
                    assert answer.said["seq"] > answer.behind, "an event came before its answer"
            table.note_answers(seat, self.sent)
            for intent in seat.unanswered.values():
                yield Unanswered(seat, dict(intent))
        for newcomer in self.newcomers:
            newcomer.seat.leave()

    # --- after a kill ----------------------------------------------------------------------------

    def check_what_was_told(self, unanswered: Iterable[Unanswered]) -> None:
        """All that was shown or accepted is in the file that the dead server left."""
        assert self.oracle is not None
        self.oracle.read_dead(self.folder)
        for table in self.tables:
            self._check_accepted(table)
        for table, seat in self.seats():
            room = self.room(table)
            seat.check(room)
            life = room.lives[seat.member.id][-1]
            assert seat.position is not None
            self.tally.behind += life.seq != seat.position["seq"]
        for newcomer in self.newcomers:
            if newcomer.seat.room:
                newcomer.seat.check(self.oracle.rooms[newcomer.seat.room])
        for left in unanswered:
            room = self.oracle.rooms[left.seat.room]
            left.was_stored = (left.seat.member.id, left.intent["id"]) in room.by_intent
            self.tally.stored += left.was_stored

    def _check_accepted(self, table: Table) -> None:
        """Whatever was accepted just now is in the log, with the very answer that was given."""
        for id in table.fresh:
            member, intent, answer = table.done[id]
            stored = self.room(table).by_intent[member.id, id]
            assert stored.answer == answer.said, intent
        table.fresh.clear()

    def come_back(self) -> None:
        """Everybody connects again and resumes: without a gap, where the documents promise it."""
        for table, seat in self.seats():
            room = self.room(table)
            before = seat.position
            assert before is not None
            seat.hello(self.server.port)
            seat.until_welcome()
            assert seat.welcome is not None
            is_same = len(room.lives[seat.member.id]) == before["generation"]
            expected = "resumed" if is_same else "generation_changed"
            assert seat.welcome["reason"] == expected, (seat.member.name, seat.welcome)
        for _, seat in self.seats():
            seat.catch_up()
            seat.snapshot()
        for newcomer in self.newcomers:
            self._let_newcomer_in(newcomer)
        self.newcomers.clear()

    def _let_newcomer_in(self, newcomer: Newcomer) -> None:
        """The very same hello again makes no second member or room, and its line goes on."""
        assert self.oracle is not None
        seat, known = newcomer.seat, newcomer.seat.member.id
        expected = "resumed" if known else "joined"
        seat.hello(self.server.port, newcomer.entry)
        seat.until_welcome()
        seat.catch_up()
        assert seat.welcome is not None
        assert seat.welcome["reason"] == expected
        assert known in ("", seat.member.id), "the hello made a ghost"
        seat.here.close()
        self.oracle.read()
        self._check_up_to_date(seat)
        assert len(self.oracle.rooms) == len(self.tables) + self.founded

    def send_again(self, unanswered: Iterable[Unanswered]) -> None:
        """
        Send what was not answered once more, and some of what was, from any device of its sender.

        Every answer is definite, and tells what is in the log: once.
        """
        assert self.oracle is not None
        again: list[tuple[Table, Seat, Intent, Unanswered | None]] = []
        tables = {table.room: table for table in self.tables}
        for left in unanswered:
            table = tables[left.seat.room]
            again.append((table, table.seat_for(left.seat.member), left.intent, left))
        for table in self.tables:
            for id in self.chance.sample(sorted(table.done), min(len(table.done), ASKED_AGAIN)):
                member, intent, _ = table.done[id]
                again.append((table, table.seat_for(member), intent, None))
        for _, seat, intent, _ in again:
            seat.send(intent)
        for _, seat in self.seats():
            seat.until_answered()
        for _, seat in self.seats():
            seat.catch_up()
        self.oracle.read()
        for table, seat, intent, left in again:
            self._check_second_answer(table, seat, intent, left)
        for table, seat in self.seats():
            table.hear(seat)
            table.note_answers(seat, self.sent)
            self._check_up_to_date(seat)
        for table in self.tables:
            self._check_accepted(table)

    def _check_second_answer(
        self, table: Table, seat: Seat, intent: Intent, left: Unanswered | None
    ) -> None:
        answer = seat.answers[intent["id"]]
        assert answer.said.get("code") not in PASSING, answer
        stored = self.room(table).by_intent.get((seat.member.id, intent["id"]))
        if left is None:
            first = table.done[intent["id"]][2]
            assert answer.is_accepted, (intent, answer)
            assert answer.said == first.said, intent
        elif left.was_stored:
            assert answer.is_accepted, (intent, answer)
        if answer.is_accepted:
            assert stored is not None, intent
            assert answer.said == stored.answer, intent
        else:
            assert stored is None, intent
        if left is not None and not left.was_stored and "seq" in answer.said:
            assert answer.said["seq"] > answer.behind, "an event came before its answer"

    def _check_up_to_date(self, seat: Seat) -> None:
        """A seat was sent its whole line, and nothing but that."""
        assert self.oracle is not None
        room = self.oracle.rooms[seat.room]
        seat.check(room)
        lives = room.lives[seat.member.id]
        assert seat.position is not None
        assert seat.position["generation"] == len(lives)
        assert seat.position["seq"] == lives[-1].seq, f"{seat.member.name} misses the newest"

    # --- in the end ------------------------------------------------------------------------------

    def check_whole_log(self) -> None:
        """Nothing stored was changed since it was read, and every answer given still holds."""
        assert self.oracle is not None
        again = self.oracle.read_again()
        assert set(again.rooms) == set(self.oracle.rooms)
        for table in self.tables:
            assert again.rooms[table.room].commits == self.room(table).commits
            table.fresh = list(table.done)
            self._check_accepted(table)

    def check_histories(self) -> None:
        """Pages of the past, read from the log, are those of each viewer's own line."""
        for table, seat in self.seats():
            life = self.room(table).lives[seat.member.id][-1]
            after = self.chance.randrange(life.seq)
            events = seat.history(after)
            assert [push["seq"] for push in events] == list(range(after + 1, events[-1]["seq"] + 1))
            for push in events:
                entry = life.line[push["seq"] - 1]
                assert (push["mark"], push["at"]) == (entry.mark, entry.at_ms)
                assert push["event"] == msgspec.json.decode(entry.body)
