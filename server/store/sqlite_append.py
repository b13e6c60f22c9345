"""One room's append to the SQLite log: beside others in a transaction, or by a single statement."""

import sqlite3
from collections.abc import Sequence

from msgspec import Struct

from protocol.ids import RoomId, Seq
from server.rooms.lines import EVERYONE_LINE
from server.store.base import Commit, Draft, sealed
from server.store.sqlite_commit import ONCE, UncertainCommit, run_transaction
from server.store.sqlite_connection import JobConnection
from server.store.sqlite_errors import is_about_the_content, is_uncertain_commit
from server.store.sqlite_records import INSERT_LONE_COMMIT, commit_row
from server.store.sqlite_transaction import Place, Transaction


class Append(Struct, frozen=True, gc=False):
    """*drafts*, whose events are encoded in *events*, to be stored after the commit *expected*."""

    room: RoomId
    expected: Seq
    drafts: Sequence[Draft]
    events: Sequence[bytes]

    def carry_out(self, transaction: Transaction) -> tuple[Commit, ...]:
        """Store all or none, among whatever else is in *transaction*."""
        return transaction.append(self.room, self.expected, self.drafts, self.events)

    def carry_out_alone(self, connection: JobConnection) -> tuple[tuple[Commit, ...], int]:
        """
        Store all or none in a transaction of their own; says how many rows were written.

        Raises:
            sqlite3.Error, LogError: Nothing was stored.
            UncertainCommit: Something may have been stored.
        """
        connection.be_patient(ONCE.attempt_ms)
        commit = self._by_one_statement(connection)
        if commit is not None:
            return (commit,), 1
        return run_transaction(connection, self.carry_out, ONCE)

    def _by_one_statement(self, connection: JobConnection) -> Commit | None:
        """
        Store what is a single row, as most appends are; None where it takes more, or went wrong.

        A statement alone is a transaction, and spares those that begin, look and end. What is
        remembered of the room may be old: then somebody else has stored a commit of this sequence,
        which the index refuses, or deleted the room, which the statement itself looks for.
        """
        place = connection.places.get(self.room)
        if place is None or place.seq != self.expected or len(self.drafts) != 1:
            return None
        (draft,), (events,) = self.drafts, self.events
        heads = dict(draft.lines)
        everyone = heads.get(EVERYONE_LINE)
        is_a_row = place.adds_to_everyone or everyone is None
        if not is_a_row or draft.credentials or len(heads) != (1 if everyone is None else 2):
            return None
        commit = sealed(self.room, Seq(place.seq + 1), place.hash, draft, events)
        row = commit_row(place.room_no, commit, events, everyone or place.everyone)
        try:
            if connection.execute(INSERT_LONE_COMMIT, row).rowcount != 1:
                return None
        except sqlite3.Error as error:
            if is_about_the_content(error):
                return None
            if is_uncertain_commit(error):
                raise UncertainCommit(error) from error
            raise
        after = Place(
            place.room_no,
            commit.seq,
            commit.hash,
            everyone or place.everyone,
            adds_to_everyone=everyone is not None,
        )
        connection.places.learn({self.room: after})
        return commit
