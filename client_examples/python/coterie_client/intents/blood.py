"""Intents about the Blood, and about what holds a character for a while."""

from typing import Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import (
    BloodSource,
    Bound,
    Clock,
    DamageKind,
    EffectKind,
    FrenzyKind,
    Placed,
    RaceGoal,
    Recovery,
    Resonance,
    Rolling,
    WillpowerUse,
)


class BloodIntents(Sender):
    """Mending, waking, feeding; effects, which `Accepted.created` names."""

    async def mend(
        self,
        character: str,
        *,
        kind: DamageKind | None = None,
        at_waking: bool | None = None,
        **rolling: Unpack[Rolling],
    ) -> Accepted:
        """Mend Health: Superficial for one Rouse check, a point of Aggravated for three."""
        return await self.send(
            given("mend", character=character, kind=kind, at_waking=at_waking, **rolling)
        )

    async def wake(self, character: str, **rolling: Unpack[Rolling]) -> Accepted:
        """Make the Rouse check of an evening."""
        return await self.send(given("wake", character=character, **rolling))

    async def blush(self, character: str, **rolling: Unpack[Rolling]) -> Accepted:
        """Look alive for a scene."""
        return await self.send(given("blush", character=character, **rolling))

    async def roll_compulsion(self, character: str, **rolling: Unpack[Rolling]) -> Accepted:
        """Let the dice say which Compulsion comes."""
        return await self.send(given("roll_compulsion", character=character, **rolling))

    async def ride_wave(
        self, character: str, kind: FrenzyKind, **placed: Unpack[Placed]
    ) -> Accepted:
        """Give in to the Beast without a roll."""
        return await self.send(given("ride_wave", character=character, kind=kind, **placed))

    async def roll_resonance(
        self, character: str, *, resonance: Resonance | None = None, **rolling: Unpack[Rolling]
    ) -> Accepted:
        """Let the dice say what mood is in the blood; `resonance` names one that is known."""
        return await self.send(
            given("roll_resonance", character=character, resonance=resonance, **rolling)
        )

    async def drink(
        self,
        character: str,
        source: BloodSource,
        *,
        amount: int | None = None,
        resonance: str | None = None,
        bites: str | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """
        Drink; `amount` is how much, where it is less than the source gives.

        `resonance` is an effect that was rolled for this blood, `bites` whom the bite hurts.
        """
        return await self.send(
            given(
                "feed",
                character=character,
                source=source,
                amount=amount,
                resonance=resonance,
                bites=bites,
                **placed,
            )
        )

    async def recover(self, character: str, by: Recovery, **placed: Unpack[Placed]) -> Accepted:
        """Recover without Blood: as the session begins, by a night's rest, by what drives one."""
        return await self.send(given("recover", character=character, by=by, **placed))

    async def spend_willpower(
        self, character: str, use: WillpowerUse, **placed: Unpack[Placed]
    ) -> Accepted:
        """Spend one Willpower on something that is no roll; the systems have words of their own."""
        return await self.send(given("spend_willpower", character=character, use=use, **placed))

    async def help_with(
        self, character: str, helps: str, skill: str, **placed: Unpack[Placed]
    ) -> Accepted:
        """Help another character with a Skill, on its next roll with that."""
        return await self.send(
            given("help", character=character, helps=helps, skill=skill, **placed)
        )

    async def begin_effect(
        self,
        character: str,
        kind: EffectKind,
        name: str,
        *,
        penalty: int | None = None,
        applies: str | None = None,
        ends: str | None = None,
        until: Clock | None = None,
        target: int | None = None,
        against: str | None = None,
        goal: RaceGoal | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """
        Let something hold a character from now on; `penalty` is 0 or less.

        In V20 a `task` has a `target` of successes that rolls gather, or contests with `against`.
        """
        return await self.send(
            given(
                "begin_effect",
                character=character,
                kind=kind,
                name=name,
                penalty=penalty,
                applies=applies,
                ends=ends,
                until=until,
                target=target,
                against=against,
                goal=goal,
                **placed,
            )
        )

    async def end_effect(self, effect: str, **bound: Unpack[Bound]) -> Accepted:
        """Let it hold the character no longer."""
        return await self.send(given("end_effect", effect=effect, **bound))
