"""A member's place in a running room, for one connection."""

import asyncio
from collections.abc import AsyncIterator
from typing import assert_never

from msgspec.structs import replace

from protocol.codes import Code
from protocol.from_client import (
    HistoryQuery,
    Intent,
    LandmarksQuery,
    OddsQuery,
    PlayQuery,
    Query,
    RollQuery,
    RulesQuery,
    SnapshotQuery,
    StopPlayQuery,
)
from protocol.from_server import (
    EventPush,
    HistoryPage,
    PlayAnswer,
    Rejected,
    Result,
    RollAnswer,
    SnapshotAnswer,
    StopPlayAnswer,
)
from protocol.ids import MemberId, RoomId, ViewSeq
from server.live.answers import not_read, rejected
from server.live.fanout import position_of, pushes
from server.live.landmarks import landmarks
from server.live.pages import ViewPages
from server.live.playback import played
from server.live.rules_answers import odds_answer, refuse_odds, rules_answer
from server.live.runner import Runner
from server.live.subscriber import Subscriber
from server.rooms.commands import Proofs
from server.rooms.refusal import Refusal, not_found
from server.rooms.rights import QUERY_ACCESS
from server.rooms.state import MemberState
from server.rooms.visibility import sees, snapshot, viewer_of
from server.store.base import RoomGone, Unavailable, Unreadable

_NO_SUCH_VIEW = Refusal(
    Code.NOT_FOUND,
    "There is no such view for you.",
    "as",
    "a member of your snapshot, if you are a Storyteller",
)


class RunnerSeat:
    """The seat that a directory hands out."""

    __slots__ = (
        "_member",
        "_runner",
        "_subscriber",
    )

    def __init__(self, runner: Runner, member: MemberId, subscriber: Subscriber) -> None:
        self._runner = runner
        self._member = member
        self._subscriber = subscriber

    @property
    def room(self) -> RoomId:
        """The room."""
        return self._runner.room

    @property
    def member(self) -> MemberId:
        """Whose place it is."""
        return self._member

    def submit(self, intent: Intent) -> bool:
        """Put an intent into the room's inbox; False when it is full."""
        return self._runner.submit(self._member, intent, self._subscriber)

    async def ask(self, query: Query) -> Result | Rejected:
        """Answer a query from the member's own view, or the one it asks for, as it stands now."""
        known = self._runner.state.members.get(self._member)
        if known is None or known.role not in QUERY_ACCESS[type(query)]:
            return _gone(query.id)
        try:
            match query:
                case HistoryQuery() | SnapshotQuery() | LandmarksQuery() | PlayQuery():
                    viewed = self._viewed(known, query.viewed_as)
                    pages = None if viewed is None else self._runner.pages(viewed.member)
                    if viewed is None or pages is None:
                        return rejected(query.id, _NO_SUCH_VIEW)
                    if isinstance(query, HistoryQuery):
                        return await _history(query, pages)
                    if isinstance(query, PlayQuery):
                        return Result(id=query.id, result=PlayAnswer(upto=ViewSeq(pages.now.seq)))
                    if isinstance(query, LandmarksQuery):
                        found = await landmarks(pages, query.after, query.before)
                        return Result(id=query.id, result=found)
                    return await self._snapshot(query, viewed, pages)
                case RollQuery():
                    return await self._roll(query)
                case OddsQuery():
                    return await self._odds(query)
                case StopPlayQuery():
                    # Who plays is the connection's; where nothing is played there is nothing to do.
                    return Result(id=query.id, result=StopPlayAnswer(at=None))
                case RulesQuery():
                    answer = rules_answer(self._runner.state.house_rules)
                    return Result(id=query.id, result=answer)
                case _:
                    assert_never(query)
        except (Unavailable, Unreadable) as error:
            return rejected(query.id, not_read(error))
        except RoomGone:
            return rejected(query.id, Refusal(Code.ROOM_GONE, "This room is not here any more."))

    def played(self, query: PlayQuery, upto: ViewSeq) -> AsyncIterator[tuple[EventPush, ...]]:
        """
        The events that *query* plays back, each when it is due, up to the event *upto*.

        Raises:
            server.store.base.LogError: The log cannot be read.
        """

        def look() -> tuple[MemberState, ViewPages] | None:
            known = self._runner.state.members.get(self._member)
            viewed = None if known is None else self._viewed(known, query.viewed_as)
            pages = None if viewed is None else self._runner.pages(viewed.member)
            return None if viewed is None or pages is None else (viewed, pages)

        return played(look, query.after, upto, query.speed)

    def present(self) -> tuple[MemberId, ...]:
        """Who has a connection now, sorted."""
        return self._runner.present

    def leave(self) -> None:
        """The connection is gone."""
        self._runner.detach(self._member, self._subscriber)

    def _viewed(self, known: MemberState, viewed_as: MemberId | None) -> MemberState | None:
        """Whose view is asked for; None where there is no such member, or none for the asker."""
        if viewed_as is None or viewed_as == known.member:
            return known
        return self._runner.state.members.get(viewed_as) if known.is_storyteller else None

    async def _snapshot(
        self, query: SnapshotQuery, viewed: MemberState, pages: ViewPages
    ) -> Result | Rejected:
        state, head = self._runner.state, pages.now
        if query.at is not None and query.at != head.seq:
            if query.at > head.seq:
                return rejected(query.id, _beyond(head.seq))
            head = await pages.head_at(query.at)
            state = await self._runner.state_at(await pages.commit_of(query.at))
        else:
            state = self._runner.shown(state)
        answer = SnapshotAnswer(
            position=position_of(self._runner.epoch, viewed, head),
            snapshot=snapshot(state, viewed),
        )
        return Result(id=query.id, result=answer)

    async def _odds(self, query: OddsQuery) -> Result | Rejected:
        house = self._runner.state.house_rules
        refusal = refuse_odds(query, house)
        if refusal is not None:
            return rejected(query.id, refusal)
        # Beside the loop: counting the largest pools takes longer than a turn of it should.
        answer = await asyncio.to_thread(odds_answer, query, house)
        return Result(id=query.id, result=answer)

    async def _roll(self, query: RollQuery) -> Result | Rejected:
        recalled = await self._runner.recall(query.roll)
        known = self._runner.state.members.get(self._member)
        if known is None:
            return _gone(query.id)
        if recalled is None or not sees(recalled.audience, viewer_of(known)):
            return rejected(query.id, not_found("roll"))
        # Settling is an event of its own; the log finds a roll by its making and its rerolls.
        stands = query.roll in self._runner.state.standing
        roll = replace(recalled.roll, is_standing=stands)
        proofs = recalled.proofs
        if proofs.may_have is None or not sees(proofs.may_have, viewer_of(known)):
            proofs = Proofs()
        answer = RollAnswer(
            at=recalled.at_ms,
            roll=roll,
            proof=proofs.proof,
            reroll_proofs=proofs.rerolls,
            is_retracted=recalled.is_retracted,
        )
        return Result(id=query.id, result=answer)


def _beyond(last: int) -> Refusal:
    return Refusal(
        Code.INVALID,
        "There is no such event in this view.",
        "at",
        f"1 to {last}" if last else "no position while there is no event",
    )


async def _history(query: HistoryQuery, pages: ViewPages) -> Result | Rejected:
    if query.before is not None and query.after is not None:
        refusal = Refusal(
            Code.INVALID, "Ask for what is before or after, not both.", "after", "one of the two"
        )
        return rejected(query.id, refusal)
    end = pages.now.seq + 1
    if query.after is not None:
        found = await pages.after(query.after, query.limit)
        has_more = query.after + len(found) < pages.now.seq
    else:
        before = min(query.before or end, end)
        first = max(0, before - 1 - query.limit)
        found = await pages.after(first, before - 1 - first)
        has_more = first > 0
    return Result(id=query.id, result=HistoryPage(events=pushes(found), has_more=has_more))


def _gone(id: str) -> Rejected:
    return rejected(id, Refusal(Code.FORBIDDEN, "You are not a member of this room any more."))
