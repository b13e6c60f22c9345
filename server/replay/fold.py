"""Folding a stored log: to any moment, and into an index of its sessions."""

from collections.abc import AsyncIterator, Callable

import msgspec
from msgspec import Struct

from protocol import events as e
from protocol.ids import RoomId, Seq
from server.live.loading import FOLD_ERRORS
from server.live.pages import decoded
from server.rooms.evolve import fold_commit
from server.rooms.records import Recorded
from server.rooms.state import RoomState
from server.store.base import Commit, EventLog

READ_COMMITS = 500


class Unfoldable(Exception):
    """A commit that does not follow from those before it; the message is a sentence."""

    def __init__(self, seq: Seq, error: Exception) -> None:
        super().__init__(
            f"The commit {seq} does not follow from those before it"
            f" ({type(error).__name__}: {error})."
        )
        self.seq = seq


class Session(Struct, frozen=True):
    """
    One evening of play: its number, the commits that began and ended it, and when.

    `last` and `ended_at_ms` are None while it runs.
    """

    number: int
    first: Seq
    started_at_ms: int
    last: Seq | None = None
    ended_at_ms: int | None = None


class Moment(Struct, frozen=True):
    """A room as of a commit, with the sessions so far and when the commit was made."""

    state: RoomState
    sessions: tuple[Session, ...] = ()
    at_ms: int = 0


async def commits_of(log: EventLog, room: RoomId, upto: Seq | None = None) -> AsyncIterator[Commit]:
    """
    All commits of a room in order, not beyond *upto*, a page at a time.

    Raises:
        server.store.base.LogError: As the log's `read` does.
    """
    after = Seq(0)
    while True:
        commits = await log.read(room, after, upto, READ_COMMITS)
        for commit in commits:
            yield commit
            after = commit.seq
        if len(commits) < READ_COMMITS:
            return


def step(moment: Moment, commit: Commit) -> Moment:
    """
    The moment after one more commit.

    Raises:
        Unfoldable: The commit does not follow.
    """
    try:
        recorded = decoded(commit)
        state = fold_commit(moment.state, commit.seq, recorded)
    except FOLD_ERRORS as error:
        raise Unfoldable(commit.seq, error) from error
    return Moment(state, _sessions(moment.sessions, commit, recorded), commit.at_ms)


async def moment_at(
    log: EventLog,
    room: RoomId,
    upto: Seq | None = None,
    on_commit: Callable[[], object] = lambda: None,
) -> Moment:
    """
    Fold a room from its first commit, which needs no checkpoint, to *upto* or its end.

    *on_commit* is called after each commit.

    Raises:
        Unfoldable: A commit does not follow from those before it.
        server.store.base.LogError: As the log's `read` does.
    """
    moment = Moment(RoomState(room=room))
    async for commit in commits_of(log, room, upto):
        moment = step(moment, commit)
        on_commit()
    return moment


def _sessions(
    sessions: tuple[Session, ...], commit: Commit, recorded: tuple[Recorded, ...]
) -> tuple[Session, ...]:
    for one in recorded:
        match one.event:
            case e.SessionStarted():
                begun = Session(one.event.session, commit.seq, commit.at_ms)
                sessions = (*sessions, begun)
            case e.SessionEnded():
                ended = msgspec.structs.replace(
                    sessions[-1], last=commit.seq, ended_at_ms=commit.at_ms
                )
                sessions = (*sessions[:-1], ended)
            case _:
                pass
    return sessions
