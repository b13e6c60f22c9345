"""`coterie rooms`: what rooms there are, who is in one, and the operator's rescue for a member."""

import datetime

from protocol.ids import MemberId, RoomId, Seq
from server.clock import now_ms
from server.commands.addresses import base_url, device_link, lan_urls
from server.commands.lookup import NOT_FOUND, find_member, find_room, opened, read_state
from server.commands.terminal import CommandFailed, say, show_qr
from server.config import Settings
from server.dice import SystemChance, new_secret
from server.live.committing import Committer, Step
from server.live.tail import Tail
from server.replay.plain import counted, joined, titled, value_of, words
from server.rooms.commands import OfferLink
from server.rooms.credentials import hash_secret
from server.rooms.names import server_commit_id
from server.rooms.state import MemberState, RoomState
from server.store.base import EventLog, RoomGone

SECRET_BYTES = 16


async def list_rooms(settings: Settings) -> int:
    """Print every room: id, name, members, commits, bytes, and when something last happened."""
    async with opened(settings) as events:
        infos = await events.rooms()
        rows = [("ROOM", "MEMBERS", "COMMITS", "BYTES", "LAST ACTIVITY", "NAME")]
        for info in infos:
            try:
                rows.append(await _row(events, info.room))
            except RoomGone:
                continue
    if not infos:
        say("There are no rooms yet.")
        return 0
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    for *cells, name in rows:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        say("  ".join((*padded, name)))
    return 0


async def _row(events: EventLog, room: RoomId) -> tuple[str, str, str, str, str, str]:
    head = await events.head(room)
    last = await events.read(room, Seq(max(head - 1, 0)), limit=1)
    when = _utc(last[-1].at_ms) if last else "never"
    size = f"{await events.size(room):,}"
    state = await read_state(events, room)
    if state is None:
        return room, "?", str(head), size, when, "(unreadable: see `coterie verify`)"
    return room, str(len(state.members)), str(head), size, when, state.name


async def show_room(settings: Settings, wanted: str) -> int:
    """Print a room's members with ids and roles, and its characters."""
    async with opened(settings) as events:
        state = await _state(events, await find_room(events, wanted))
    say(f"{state.name}", f"  id       {state.room}", f"  commits  {state.seq}")
    session = "none runs" if state.session is None else f"{state.session} runs"
    say(f"  session  {session}, {counted(state.sessions, 'session', 'sessions')} so far", "")
    say("Members:")
    for _, member in sorted(state.members.items()):
        say(f"  {member.member}  {member.role:11}  {member.name}")
    say("", "Characters:" if state.characters else "There are no characters.")
    for _, character in sorted(state.characters.items()):
        owners = joined([_name(state, owner) for owner in character.owners]) or "nobody"
        stand_in = character.stand_in
        stands_in = "" if stand_in is None else f"; {_name(state, stand_in)} stands in"
        hidden = ", hidden" if character.hidden else ""
        kind = f"{words(character.kind)}{f', {character.clan}' if character.clan else ''}"
        name = f"{character.character}  {character.name}"
        say(f"  {name} ({kind}{hidden}), played by {owners}{stands_in}")
        trackers = (f"{titled(t)} {value_of(v)}" for t, v in sorted(character.trackers.items()))
        say(f"      {'; '.join(trackers)}")
    return 0


async def delete_room(settings: Settings, room: str, confirmed: int | None) -> int:
    """
    Delete a room with its log and everything that lets somebody into it, for good.

    A member who is in it now is told that it is gone. *confirmed* is how many commits the room has,
    so that nobody deletes another room, or one that goes on, than the one looked at.

    Raises:
        CommandFailed: There is no such room, or *confirmed* is not its number of commits.
    """
    async with opened(settings, writes=True) as events:
        # By its id alone: names are anybody's to give.
        try:
            head = (await events.room(RoomId(room))).head
        except RoomGone:
            raise CommandFailed(
                f"There is no room with the id {room!r}: `coterie rooms` lists them.", NOT_FOUND
            ) from None
        if confirmed != head:
            raise CommandFailed(
                f"The room {room} has {counted(head, 'commit', 'commits')}. Nothing brings them"
                f" back but an export: to delete them, say --commits {head}.",
                NOT_FOUND,
            )
        await events.delete_room(RoomId(room))
    say(f"The room {room} is deleted, with {counted(head, 'commit', 'commits')}.")
    return 0


async def offer_link(settings: Settings, wanted_room: str, wanted_member: str, minutes: int) -> int:
    """
    Let a member back in who lost every device: make a device link, also beside a running server.

    Raises:
        CommandFailed: There is no such room or member, or the link cannot be stored.
    """
    if settings.public_url is None and settings.port == 0:
        raise CommandFailed("Say where the server is with --public-url: its port is not known.", 2)
    async with opened(settings, writes=True) as events:
        state = await _state(events, await find_room(events, wanted_room))
        member = find_member(state, wanted_member)
        secret = new_secret(SECRET_BYTES)
        await _store_link(events, settings, state, member, secret, minutes)
    link = device_link(_base(settings), secret)
    say(
        f"A link for one more device of {member.name} ({member.role}) in {state.name}:",
        f"  {link}",
        f"It serves once, within {counted(minutes, 'minute', 'minutes')}; hand it to that person"
        " alone.",
    )
    if settings.public_url is None:
        say(
            f"It leads to a server at {_base(settings)}: if yours is elsewhere, say where with"
            " --public-url, or --host and --port."
        )
    show_qr(link)
    return 0


def _base(settings: Settings) -> str:
    """Where the member's new device finds the server: rarely on this machine."""
    if settings.lan and settings.public_url is None:
        return next(iter(lan_urls(settings, settings.port)), base_url(settings, settings.port))
    return base_url(settings, settings.port)


async def _store_link(
    events: EventLog,
    settings: Settings,
    state: RoomState,
    member: MemberState,
    secret: bytes,
    minutes: int,
) -> None:
    """Append the link's commit where the log stands; whoever was faster is folded first."""
    link_hash = hash_secret(secret)
    command = OfferLink(
        member=member.member,
        link_hash=link_hash,
        lasts_ms=minutes * 60_000,
        at_ms=now_ms(),
        commit_id=server_commit_id("offer", state.room, link_hash),
    )
    committer = Committer(state.room, events, SystemChance(), settings.limits, state, Tail())
    offered = Step(command)
    await committer.commit([offered])
    if offered.refusal is not None:
        raise CommandFailed(f"No link was made: {offered.refusal.detail}")


async def _state(events: EventLog, room: RoomId) -> RoomState:
    state = await read_state(events, room)
    if state is None:
        raise CommandFailed(f"The room {room} cannot be read: `coterie verify {room}` says why.")
    return state


def _name(state: RoomState, member: MemberId) -> str:
    known = state.members.get(member)
    return member if known is None else known.name


def _utc(at_ms: int) -> str:
    try:
        when = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return f"{at_ms} ms"
    return f"{when:%Y-%m-%d %H:%M} UTC"
