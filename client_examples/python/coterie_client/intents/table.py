"""Intents of the people at the table to each other."""

from collections.abc import Sequence
from typing import Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import Bound, BoundaryKind, Saying, Visibility


class TableIntents(Sender):
    """What members say to each other, and how they put right what happened."""

    async def say(
        self,
        text: str,
        *,
        kind: Saying | None = None,
        character: str | None = None,
        visibility: Visibility | None = None,
        to: Sequence[str] | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """
        Say one line of up to 1000 characters, or note it.

        `visibility` is public, private (the Storytellers) or whisper, to the members in `to`.
        """
        return await self.send(
            given(
                "say",
                text=text,
                kind=kind,
                character=character,
                visibility=visibility,
                to=to,
                **bound,
            )
        )

    async def retract_roll(self, roll: str, note: str, **bound: Unpack[Bound]) -> Accepted:
        """Let a roll count no more, for the reason in *note*; Storytellers may."""
        return await self.send(given("retract_roll", roll=roll, note=note, **bound))

    async def undo(self, intent: str, **bound: Unpack[Bound]) -> Accepted:
        """Take back this member's own last intent, named by the id that it was bound to."""
        return await self.send(given("undo", intent=intent, **bound))

    async def raise_pause(
        self, *, anonymous: bool | None = None, note: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Stop the play; keep the `id` of an anonymous pause, for it alone can lift it again."""
        return await self.send(given("raise_pause", anonymous=anonymous, note=note, **bound))

    async def lift_pause(
        self, *, raised_with: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Let the play go on; `raised_with` is the id that an anonymous pause was called with."""
        return await self.send(given("lift_pause", raised_with=raised_with, **bound))

    async def add_boundary(
        self,
        kind: BoundaryKind,
        text: str,
        *,
        anonymous: bool | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Add a line or a veil to the table's list."""
        return await self.send(
            given("add_boundary", kind=kind, text=text, anonymous=anonymous, **bound)
        )

    async def remove_boundary(
        self, boundary: str, *, added_with: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Take a line or a veil off the list."""
        return await self.send(
            given("remove_boundary", boundary=boundary, added_with=added_with, **bound)
        )
