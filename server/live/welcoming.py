"""The welcome: the viewer's line goes on where it was, or begins again with a snapshot."""

from collections.abc import Sequence

from protocol.codec import Encoding, encode_item
from protocol.from_client import Position
from protocol.from_server import Limits, Welcome
from protocol.ids import Epoch, MemberId
from protocol.words import Durability, LineReason
from server.config import LimitSettings
from server.live.fanout import encoded_pushes, position_of, pushes
from server.live.pages import ViewPages
from server.live.ports import NowMs
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import snapshot
from server.version import PROTOCOL, SERVER

RECENT_EVENTS = 50


class Welcomer:
    """Makes welcomes for one room."""

    def __init__(
        self, epoch: Epoch, limits: LimitSettings, now_ms: NowMs, durability: Durability
    ) -> None:
        self._epoch = epoch
        self._durability = durability
        self._settings = limits
        self._limits = stated(limits)
        self._now_ms = now_ms

    async def welcome(
        self,
        state: RoomState,
        member: MemberState,
        pages: ViewPages,
        resume: Position | None,
        present: Sequence[MemberId],
        encoding: Encoding,
    ) -> list[bytes]:
        """The welcome, and the missed events behind it where the line goes on."""
        reason = await self._why_not(member, pages, resume)
        is_resumed = reason is None and resume is not None
        shown = (
            ()
            if is_resumed
            else pushes(await pages.after(pages.now.seq - RECENT_EVENTS, RECENT_EVENTS))
        )
        welcome = Welcome(
            room=state.room,
            member=member.member,
            position=(
                resume
                if is_resumed and resume is not None
                else position_of(self._epoch, member, pages.now)
            ),
            snapshot=None if is_resumed else snapshot(state, member),
            recent=shown,
            present=tuple(present),
            reason=LineReason.RESUMED if is_resumed else reason or LineReason.JOINED,
            server_time_ms=self._now_ms(),
            heartbeat_interval_s=self._settings.heartbeat_interval_s,
            limits=self._limits,
            durability=self._durability,
            server=SERVER,
            protocol=PROTOCOL,
        )
        items = [encode_item(welcome, encoding)]
        if is_resumed and resume is not None:
            missed = await pages.after(resume.seq, self._settings.resume_events)
            items += encoded_pushes(missed, encoding)
        return items

    async def _why_not(
        self, member: MemberState, pages: ViewPages, resume: Position | None
    ) -> LineReason | None:
        """Why a line cannot go on after *resume*, or None."""
        if resume is None:
            return LineReason.JOINED
        if resume.epoch != self._epoch:
            return LineReason.EPOCH_CHANGED
        if resume.generation != member.generation:
            return LineReason.GENERATION_CHANGED
        if resume.seq > pages.now.seq:
            return LineReason.HISTORY_CHANGED
        if pages.now.seq - resume.seq > self._settings.resume_events:
            return LineReason.TOO_FAR_BEHIND
        head = await pages.head_at(resume.seq)
        return None if head.mark == resume.mark else LineReason.HISTORY_CHANGED


def stated(limits: LimitSettings) -> Limits:
    """The limits that a client can meet."""
    return Limits(
        max_message_bytes=limits.max_message_bytes,
        intents_per_s=limits.intents_per_s,
        intents_burst=limits.intents_burst,
        queries_per_s=limits.queries_per_s,
        queries_burst=limits.queries_burst,
        entropy_per_s=limits.entropy_per_s,
        entropy_burst=limits.entropy_burst,
        max_members=limits.max_members,
        max_characters=limits.max_characters,
        max_connections_per_member=limits.max_connections_per_member,
        max_open_invites=limits.max_open_invites,
        max_open_links=limits.max_open_links,
        max_open_contests=limits.max_open_contests,
        max_standing_rolls=limits.max_standing_rolls,
        bad_messages_burst=limits.bad_messages_burst,
        resume_events=limits.resume_events,
        hello_timeout_s=limits.hello_timeout_s,
    )
