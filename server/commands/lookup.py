"""Opening the log beside a server that may be running, and finding rooms and members by name."""

import contextlib
import unicodedata
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Final, TypeVar

from protocol.ids import MemberId, RoomId
from server.app import open_log
from server.commands.terminal import CommandFailed
from server.config import Settings
from server.live.loading import load_state
from server.live.tail import Tail
from server.rooms.state import MemberState, RoomState
from server.store.base import EventLog, LogError, RoomGone, Unreadable

NOT_FOUND: Final = 2
"""The exit code where the command line names something that is not there."""

Id = TypeVar("Id", bound=str)


@contextlib.asynccontextmanager
async def opened(settings: Settings, *, writes: bool = False) -> AsyncIterator[EventLog]:
    """
    The log that *settings* name, which must exist; it is only read, unless somebody *writes*.

    Raises:
        CommandFailed: It cannot be opened, or fails while it is used.
    """
    path = settings.data.absolute()
    if not path.is_file():
        raise CommandFailed(f"There is no log at {path}: say where it is with --data.")
    events = open_log(settings, reads_only=not writes)
    try:
        await events.open()
        try:
            yield events
        finally:
            await events.close()
    except LogError as error:
        raise CommandFailed(f"The log does not serve: {error}.") from error


async def read_state(events: EventLog, room: RoomId) -> RoomState | None:
    """A room's newest state; None where its log cannot be read or folded."""
    try:
        return await load_state(events, room, Tail())
    except Unreadable:
        return None


async def find_room(events: EventLog, wanted: str) -> RoomId:
    """
    The room of that id, or of that name if only one is called so.

    Raises:
        CommandFailed: There is none, or there are several.
    """
    infos = await events.rooms()
    ids = [info.room for info in infos]
    if wanted in ids:
        return RoomId(wanted)
    names: dict[RoomId, str] = {}
    for room in ids:
        with contextlib.suppress(RoomGone):
            state = await read_state(events, room)
            if state is not None:
                names[room] = state.name
    return _only(names, wanted, "room", "`coterie rooms` lists them")


def find_member(state: RoomState, wanted: str) -> MemberState:
    """
    The member of that id, or of that name if only one is called so.

    Raises:
        CommandFailed: There is none, or there are several.
    """
    known = state.members.get(MemberId(wanted))
    if known is not None:
        return known
    names = {member.member: member.name for member in state.members.values()}
    found = _only(names, wanted, "member", f"`coterie rooms show {state.room}` lists them")
    return state.members[found]


def _only(names: Mapping[Id, str], wanted: str, what: str, hint: str) -> Id:
    """The one that is called so: letter by letter, else however it is typed."""
    found = [one for one, name in names.items() if name == wanted]
    found = found or [one for one, name in names.items() if _typed(name) == _typed(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandFailed(f"There is no {what} {wanted!r}: {hint}.", NOT_FOUND)
    raise CommandFailed(
        f"{len(found)} {what}s are called {wanted!r}: say which by its id, {_or(found)}.", NOT_FOUND
    )


def _typed(name: str) -> str:
    """A name without the differences that a keyboard makes: composition and case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()).strip()


def _or(ids: Iterable[str]) -> str:
    return " or ".join(ids)
