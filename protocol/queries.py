"""Queries: they ask, and change nothing."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import ClientMessage
from protocol.ids import AnyMemberId, AnyRollId
from protocol.v20_words import Automatic, Required, V20Difficulty
from protocol.words import Difficulty, HungerValue, PoolSize

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
    """The room as a viewer may see it now, or as of an earlier event of the viewer's own line."""

    id: QueryId
    viewed_as: AnyMemberId | None = None
    at: Annotated[int, Meta(ge=1)] | None = None


class LandmarksQuery(ClientMessage, frozen=True, kw_only=True, tag="landmarks", rename=_VIEW_AS):
    """
    Sessions, scenes and notable rolls of a line, a piece at once.

    From behind the event `after` on; with `before`, the newest piece before that event.
    """

    id: QueryId
    viewed_as: AnyMemberId | None = None
    after: Annotated[int, Meta(ge=0)] = 0
    before: Annotated[int, Meta(ge=1)] | None = None


class PlayQuery(ClientMessage, frozen=True, kw_only=True, tag="play", rename=_VIEW_AS):
    """
    Play a line back from behind the event `after` up to now, `speed` times as fast as it happened.

    The answer says up to which event; then `played` brings them. One line at a time is played on a
    connection: another `play` takes its place, which is how to seek, to resume and to change speed.
    """

    id: QueryId
    viewed_as: AnyMemberId | None = None
    after: Annotated[int, Meta(ge=0)] = 0
    speed: Annotated[float, Meta(ge=0.25, le=64)] = 1.0


class StopPlayQuery(ClientMessage, frozen=True, kw_only=True, tag="stop_play"):
    """Play no further."""

    id: QueryId


class RollQuery(ClientMessage, frozen=True, kw_only=True, tag="roll_by_id"):
    """One roll that the viewer may see, as it stands."""

    id: QueryId
    roll: AnyRollId


class OddsQuery(ClientMessage, frozen=True, kw_only=True, tag="odds"):
    """
    The exact odds of a pool by the room's house rules, or of a contest of two.

    `pool` counts all dice, of which `hunger` are Hunger dice where the pool has so many; `against`
    is the other side's pool, in place of a `difficulty`.

    V20 has no `hunger`, but `required` and `automatic` successes, a `specialty`, a Skill that is
    `untrained`; each side of a contest has its own difficulty, 6 where none is named.
    """

    id: QueryId
    pool: PoolSize
    hunger: HungerValue = 0
    difficulty: Difficulty | None = None
    against: PoolSize | None = None
    against_hunger: HungerValue = 0
    required: Required = 1
    automatic: Automatic = 0
    specialty: bool = False
    untrained: bool = False
    against_difficulty: V20Difficulty | None = None


class RulesQuery(ClientMessage, frozen=True, kw_only=True, tag="rules"):
    """Every house-rule switch, with what it is set to in this room."""

    id: QueryId
