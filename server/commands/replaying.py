"""`coterie replay`: a night read back from the log, whole or as one member may see it."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from protocol.codec import Encoding, splice_event
from protocol.ids import RoomId, Seq, ViewSeq
from server.commands.exporting import folded
from server.commands.lookup import NOT_FOUND, find_member, find_room, opened
from server.commands.terminal import CommandFailed, say, say_json
from server.config import Settings
from server.live.pages import ViewEvent, decoded
from server.replay.fold import Moment, Session, Unfoldable, commits_of
from server.replay.labels import audience_label
from server.replay.names import Names
from server.replay.transcript import Transcript
from server.replay.viewing import View, operator_view, view_of
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import snapshot
from server.store.base import Commit, EventLog


@dataclass(frozen=True, slots=True)
class Asked:
    """What to replay: of which room, how far, through whose eyes, and in which form."""

    room: str
    session: int | None = None
    until: int | None = None
    viewer: str | None = None
    as_json: bool = False


async def replay(settings: Settings, asked: Asked) -> int:
    """
    Print the log of a room as a transcript, or as lines of JSON.

    Raises:
        CommandFailed: What is asked for is not there, or the log cannot be folded.
    """
    async with opened(settings) as events:
        room = await find_room(events, asked.room)
        try:
            await _replay(events, room, asked)
        except Unfoldable as error:
            raise CommandFailed(
                f"The room {room} cannot be replayed: {error} `coterie verify {room}` says more."
            ) from error
    return 0


async def _replay(events: EventLog, room: RoomId, asked: Asked) -> None:
    first, last = await _range(events, room, asked)
    # As of the replayed position: its members, their roles, and where their views begin.
    moment = await folded(events, room, last)
    member = None if asked.viewer is None else find_member(moment.state, asked.viewer)
    seen = _seen(events, room, first, moment.state, member)
    if asked.as_json:
        async for line in _json_lines(seen, member):
            say_json((line,))
        return
    say(_heading(moment.state, member), "")
    names = Names(None if member is None else snapshot(moment.state, member))
    transcript = Transcript(names, _local)
    async for shown in seen:
        if shown.is_before:
            transcript.pass_over(shown.event.recorded.event)
            continue
        label = "" if member is not None else audience_label(shown.event.recorded.audience, names)
        say(*transcript.lines(shown.event.at_ms, shown.event.recorded.event, label))


async def _range(events: EventLog, room: RoomId, asked: Asked) -> tuple[Seq, Seq]:
    """The first and the last commit to replay."""
    head = await events.head(room)
    if asked.until is not None:
        if not 1 <= asked.until <= head:
            raise CommandFailed(
                f"The room {room} has no commit {asked.until}: accepted is 1 to {head}.", NOT_FOUND
            )
        return Seq(1), Seq(asked.until)
    if asked.session is None:
        return Seq(1), head
    whole = await folded(events, room, head)
    session = _session(whole, asked.session)
    return session.first, session.last or head


def _session(moment: Moment, number: int) -> Session:
    for session in moment.sessions:
        if session.number == number:
            return session
    known = (
        f"accepted is 1 to {len(moment.sessions)}"
        if moment.sessions
        else "no session was started in it"
    )
    room = moment.state.room
    raise CommandFailed(f"The room {room} has no session {number}: {known}.", NOT_FOUND)


# --- what is shown -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """An event of a view, in its commit; `is_before` what is replayed, known but not shown."""

    commit: Commit
    event: ViewEvent
    is_before: bool


async def _seen(
    events: EventLog, room: RoomId, first: Seq, state: RoomState, member: MemberState | None
) -> AsyncIterator[_Shown]:
    view = operator_view() if member is None else view_of(member)
    async for commit in commits_of(events, room, state.seq):
        for event in _take(view, commit):
            yield _Shown(commit, event, is_before=commit.seq < first)


def _take(view: View, commit: Commit) -> Iterator[ViewEvent]:
    yield from view.take(commit.at_ms, decoded(commit))


def _heading(state: RoomState, member: MemberState | None) -> str:
    viewer = "the operator, who sees all" if member is None else f"{member.name} ({member.role})"
    return f"{state.name}, as seen by {viewer}"


def _local(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone()


# --- JSON ----------------------------------------------------------------------------------------

_ENCODER = msgspec.json.Encoder()


async def _json_lines(
    seen: AsyncIterator[_Shown], member: MemberState | None
) -> AsyncIterator[str]:
    async for shown in seen:
        if not shown.is_before:
            line = _wire(shown.event) if member is not None else _stored(shown)
            yield line.decode()


def _wire(event: ViewEvent) -> bytes:
    """The event as that viewer is sent it, to the byte; a commit's sequence is none of theirs."""
    return splice_event(
        ViewSeq(event.head.seq), event.head.mark, event.at_ms, event.recorded.body, Encoding.JSON
    )


def _stored(shown: _Shown) -> bytes:
    """The event as the log has it, with its commit, for the operator."""
    recorded = shown.event.recorded
    return _ENCODER.encode(
        {
            "seq": shown.commit.seq,
            "at": shown.commit.at_ms,
            "member": shown.commit.member,
            "audience": recorded.audience,
            "event": msgspec.Raw(recorded.body),
        }
    )
