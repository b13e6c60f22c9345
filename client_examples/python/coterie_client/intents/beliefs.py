"""Intents about what characters believe, whom they are tied to, and what they learn."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import BoonSize, BoonState, Bound, TrackerAudience


class BeliefIntents(Sender):
    """Tenets, Convictions and Touchstones; blood bonds and boons; experience."""

    async def set_tenets(self, tenets: Sequence[str], **bound: Unpack[Bound]) -> Accepted:
        """Say what the chronicle's tenets are, all of them; Storytellers may."""
        return await self.send(given("set_tenets", tenets=list(tenets), **bound))

    async def set_beliefs(
        self,
        character: str,
        convictions: Sequence[str],
        touchstones: Sequence[Mapping[str, Any]] = (),
        *,
        audience: TrackerAudience | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """
        Say what a character's Convictions and Touchstones are, all of them.

        A Touchstone has a `name`, and may have the text of a `conviction` and a `state`: alive,
        harmed or lost. The audience is table or owner; left out, it stays.
        """
        return await self.send(
            given(
                "set_beliefs",
                character=character,
                convictions=list(convictions),
                touchstones=[dict(each) for each in touchstones],
                audience=audience,
                **bound,
            )
        )

    async def set_bond(
        self,
        character: str,
        drinks: int,
        *,
        bond: str | None = None,
        regnant: str | None = None,
        regnant_name: str | None = None,
        strength: int | None = None,
        veiled: bool | None = None,
        audience: TrackerAudience | None = None,
        note: str | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Note a blood bond, or with `bond` all of one there is; `Accepted.created` is its id."""
        return await self.send(
            given(
                "set_bond",
                character=character,
                drinks=drinks,
                bond=bond,
                regnant=regnant,
                regnant_name=regnant_name,
                strength=strength,
                veiled=veiled,
                audience=audience,
                note=note,
                **bound,
            )
        )

    async def remove_bond(self, bond: str, **bound: Unpack[Bound]) -> Accepted:
        """Let a bond be over."""
        return await self.send(given("remove_bond", bond=bond, **bound))

    async def set_boon(
        self,
        size: BoonSize,
        *,
        boon: str | None = None,
        debtor: str | None = None,
        debtor_name: str | None = None,
        creditor: str | None = None,
        creditor_name: str | None = None,
        text: str | None = None,
        state: BoonState | None = None,
        audience: TrackerAudience | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Note a boon, or with `boon` all of one there is; `Accepted.created` is its id."""
        return await self.send(
            given(
                "set_boon",
                size=size,
                boon=boon,
                debtor=debtor,
                debtor_name=debtor_name,
                creditor=creditor,
                creditor_name=creditor_name,
                text=text,
                state=state,
                audience=audience,
                **bound,
            )
        )

    async def remove_boon(self, boon: str, **bound: Unpack[Bound]) -> Accepted:
        """Take a boon off the list, as if it had never been."""
        return await self.send(given("remove_boon", boon=boon, **bound))

    async def award_experience(
        self, awards: Sequence[Mapping[str, Any]], **bound: Unpack[Bound]
    ) -> Accepted:
        """Award experience: each has a `character`, `points`, and may have a `reason`."""
        each = [dict(award) for award in awards]
        return await self.send(given("award_experience", awards=each, **bound))

    async def spend_experience(
        self, character: str, points: int, on: str, **bound: Unpack[Bound]
    ) -> Accepted:
        """Spend a character's experience on something."""
        return await self.send(
            given("spend_experience", character=character, points=points, on=on, **bound)
        )
