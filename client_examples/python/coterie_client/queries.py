"""Queries as awaitables: they ask and change nothing."""

from typing import Any, Unpack

from coterie_client.playback import Replays
from coterie_client.sender import given
from coterie_client.shape import normalise
from coterie_client.wire import HistoryPage, Position, RollAnswer, SnapshotAnswer, read_events
from coterie_client.words import OddsAsked


class Queries(Replays):
    """The questions a client can ask."""

    async def history(
        self,
        *,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        viewed_as: str | None = None,
    ) -> HistoryPage:
        """
        This viewer's own events, oldest first.

        Args:
            before: Only events with a smaller view sequence.
            after: Only events with a greater view sequence.
            limit: At most so many, 1 to 200.
            viewed_as: For Storytellers: the member whose events they are.

        Raises:
            Rejected: The query was refused.
        """
        asked: dict[str, Any] = {"before": before, "after": after, "limit": limit, "as": viewed_as}
        result = await self.query(given("history", **asked))
        return HistoryPage(read_events(result.get("events")), bool(result.get("has_more")))

    async def snapshot(
        self, at: int | None = None, *, viewed_as: str | None = None
    ) -> SnapshotAnswer:
        """
        The room as this viewer may see it now, in the same form as `client.state`.

        Args:
            at: Instead of now, as of the event of that view sequence, 1 or more.
            viewed_as: For Storytellers: the member who may see it so.

        Raises:
            Rejected: The query was refused.
        """
        asked: dict[str, Any] = {"at": at, "as": viewed_as}
        result = await self.query(given("snapshot", **asked))
        return SnapshotAnswer(Position.read(result["position"]), normalise(result["snapshot"]))

    async def landmarks(
        self, after: int = 0, *, before: int | None = None, viewed_as: str | None = None
    ) -> dict[str, Any]:
        """
        Sessions, scenes and notable rolls of this viewer's line, to jump to; a piece at once.

        Args:
            after: Only events with a greater view sequence.
            before: Looking back: the newest piece of those with a smaller view sequence.
            viewed_as: For Storytellers: the member whose line it is.

        Returns:
            `landmarks`, each with `seq`, `at`, `kind` and perhaps `title` and `character`; `after`
            and `upto`, behind which and up to which events were looked at; and `has_more`.

        Raises:
            Rejected: The query was refused.
        """
        asked: dict[str, Any] = {"after": after, "before": before, "as": viewed_as}
        return await self.query(given("landmarks", **asked))

    async def odds(self, pool: int, **asked: Unpack[OddsAsked]) -> dict[str, Any]:
        """
        Exact odds by the room's house rules, of a pool or of two that are set against each other.

        Args:
            pool: Dice, 1 to 40.
            asked: Against what, and what the room's system knows beside.

        Returns:
            Chances, each with `exact` as a fraction and `percent`: `win`, `outcomes`, `successes`
            by their number, and where they are meant `reroll`, `lose`, `tie`, `v20_outcomes`.

        Raises:
            Rejected: The query was refused.
        """
        return await self.query(given("odds", pool=pool, **asked))

    async def rules(self) -> dict[str, Any]:
        """
        The house-rule switches of the room.

        Returns:
            `preset`, `presets`, and `switches`: each with `name`, `values`, its `value` here, the
            `row` of the rules that it is of, and its `effect`.

        Raises:
            Rejected: The query was refused.
        """
        return await self.query({"type": "rules"})

    async def roll_by_id(self, roll: str) -> RollAnswer:
        """
        One roll that this viewer may see, as it stands.

        Raises:
            Rejected: There is none that this viewer may see.
        """
        result = await self.query({"type": "roll_by_id", "roll": roll})
        return RollAnswer(result["at"], result["roll"])
