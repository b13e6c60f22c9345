"""Queries: they ask, and change nothing."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import ClientMessage
from protocol.ids import AnyMemberId, AnyRollId

QueryId = Annotated[str, Meta(min_length=1, max_length=64)]


_VIEW_AS = {"viewed_as": "as"}
"""`as` names the member whose view a Storyteller wants to see; it is a word of the language."""


class HistoryQuery(ClientMessage, frozen=True, kw_only=True, tag="history", rename=_VIEW_AS):
    """A viewer's events before (or after) a view sequence, oldest first in the answer."""

    id: QueryId
    viewed_as: AnyMemberId | None = None
    before: Annotated[int, Meta(ge=1)] | None = None
    after: Annotated[int, Meta(ge=0)] | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class SnapshotQuery(ClientMessage, frozen=True, kw_only=True, tag="snapshot", rename=_VIEW_AS):
    """The room as a viewer may see it now."""

    id: QueryId
    viewed_as: AnyMemberId | None = None


class RollQuery(ClientMessage, frozen=True, kw_only=True, tag="roll_by_id"):
    """One roll that the viewer may see, as it stands."""

    id: QueryId
    roll: AnyRollId
