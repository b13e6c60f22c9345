"""Intents that roll dice, and what is done with a roll afterwards."""

from collections.abc import Mapping, Sequence
from typing import Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import Bound, FrenzyKind, Provocation, RevealPart, Rolling, RollOptions


class RollIntents(Sender):
    """Rolls and rerolls; `Accepted.created` is the roll's id where the sender may know it."""

    async def roll(
        self,
        pool: int | None = None,
        *,
        difficulty: int | None = None,
        character: str | None = None,
        hunger: int | None = None,
        **options: Unpack[RollOptions],
    ) -> Accepted:
        """
        Roll a pool; without a difficulty the result is reported and not judged.

        The pool is a number of dice, or `traits` of the character's sheet.
        """
        return await self.send(
            given(
                "roll",
                pool=pool,
                difficulty=difficulty,
                character=character,
                hunger=hunger,
                **options,
            )
        )

    async def reroll(
        self,
        roll: str,
        regular_indices: Sequence[int],
        *,
        entered: Mapping[str, Sequence[int]] | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Spend a Willpower to roll one to three regular dice again, by their places from 0."""
        return await self.send(
            given(
                "reroll",
                roll=roll,
                regular_indices=list(regular_indices),
                entered=entered,
                **bound,
            )
        )

    async def settle_roll(self, roll: str, **bound: Unpack[Bound]) -> Accepted:
        """Let a roll stand as it is; its consequences open."""
        return await self.send(given("settle_roll", roll=roll, **bound))

    async def rouse(
        self,
        character: str,
        *,
        label: str | None = None,
        power_level: int | None = None,
        forced: bool | None = None,
        oblivion: bool | None = None,
        **rolling: Unpack[Rolling],
    ) -> Accepted:
        """
        Make a Rouse check; `power_level` names the Discipline power paid for.

        A power of `oblivion` may stain. A ghoul rolls nothing and pays with Health.
        """
        return await self.send(
            given(
                "rouse",
                character=character,
                label=label,
                power_level=power_level,
                forced=forced,
                oblivion=oblivion,
                **rolling,
            )
        )

    async def test_remorse(
        self, character: str, *, modifier: int | None = None, **rolling: Unpack[Rolling]
    ) -> Accepted:
        """Test Remorse for a character that has Stains."""
        return await self.send(
            given("test_remorse", character=character, modifier=modifier, **rolling)
        )

    async def test_frenzy(
        self,
        character: str,
        kind: FrenzyKind | None = None,
        difficulty: int | None = None,
        *,
        provocation: Provocation | None = None,
        **rolling: Unpack[Rolling],
    ) -> Accepted:
        """Test whether a character gives in to the Beast; a provocation says of what and how."""
        return await self.send(
            given(
                "test_frenzy",
                character=character,
                kind=kind,
                difficulty=difficulty,
                provocation=provocation,
                **rolling,
            )
        )

    async def reveal_roll(
        self,
        roll: str,
        *,
        to: Sequence[str] | None = None,
        part: RevealPart | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Show a roll to everyone, or to the members named, whole or its outcome alone."""
        return await self.send(given("reveal_roll", roll=roll, to=to, part=part, **bound))
