"""Intents of rooms that play V20: characters, rolls, and what blood and Willpower buy."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import (
    BeastKind,
    BloodUse,
    Bound,
    CharacterKind,
    DamageKind,
    PhysicalAttribute,
    Placed,
    Rolling,
    V20AnswerOptions,
    V20ContestOptions,
    V20RollOptions,
)


class V20Intents(Sender):
    """V20 alone; a room that plays V5 refuses these with the code `wrong_system`."""

    async def create_v20_character(
        self,
        name: str,
        *,
        kind: CharacterKind | None = None,
        clan: str | None = None,
        owners: Sequence[str] | None = None,
        hidden: bool | None = None,
        sheet: Mapping[str, Any] | None = None,
        traits: Mapping[str, int] | None = None,
        morality: int | None = None,
        willpower: int | None = None,
        blood: int | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """
        Bring a character to the table; `Accepted.created` is its id.

        `sheet` holds `generation`, `path`, `specialties` and `abilities`, `traits` all dots.
        """
        return await self.send(
            given(
                "create_v20_character",
                name=name,
                kind=kind,
                clan=clan,
                owners=owners,
                hidden=hidden,
                sheet=sheet,
                traits=traits,
                morality=morality,
                willpower=willpower,
                blood=blood,
                **bound,
            )
        )

    async def roll_v20(
        self,
        pool: int | None = None,
        *,
        difficulty: int | None = None,
        character: str | None = None,
        **options: Unpack[V20RollOptions],
    ) -> Accepted:
        """Roll a pool: a number of dice, or `traits` of the character's sheet."""
        return await self.send(
            given("roll_v20", pool=pool, difficulty=difficulty, character=character, **options)
        )

    async def spend_blood(
        self,
        character: str,
        use: BloodUse,
        *,
        points: int | None = None,
        attribute: PhysicalAttribute | None = None,
        kind: DamageKind | None = None,
        levels: int | None = None,
        resting: bool | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """Spend blood points; to heal, `kind` and `levels` say what."""
        return await self.send(
            given(
                "spend_blood",
                character=character,
                use=use,
                points=points,
                attribute=attribute,
                kind=kind,
                levels=levels,
                resting=resting,
                **placed,
            )
        )

    async def drink_blood(
        self,
        character: str,
        points: int,
        *,
        source: str | None = None,
        drunk_before: int | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """Drink blood points of a human, or of another source."""
        return await self.send(
            given(
                "drink_blood",
                character=character,
                points=points,
                source=source,
                drunk_before=drunk_before,
                **placed,
            )
        )

    async def open_v20_contest(
        self,
        character: str,
        against: str,
        pool: int | None = None,
        *,
        difficulty: int | None = None,
        **options: Unpack[V20ContestOptions],
    ) -> Accepted:
        """Roll against another character, who answers; `attack` says that it is one."""
        return await self.send(
            given(
                "open_v20_contest",
                character=character,
                against=against,
                pool=pool,
                difficulty=difficulty,
                **options,
            )
        )

    async def answer_v20_contest(
        self,
        contest: str,
        character: str,
        pool: int | None = None,
        *,
        difficulty: int | None = None,
        **options: Unpack[V20AnswerOptions],
    ) -> Accepted:
        """Roll the other side of a contest."""
        return await self.send(
            given(
                "answer_v20_contest",
                contest=contest,
                character=character,
                pool=pool,
                difficulty=difficulty,
                **options,
            )
        )

    async def roll_degeneration(
        self, character: str, sin: int, *, difficulty: int | None = None, **rolling: Unpack[Rolling]
    ) -> Accepted:
        """Roll Conscience or Conviction after a sin of a level."""
        return await self.send(
            given(
                "roll_degeneration", character=character, sin=sin, difficulty=difficulty, **rolling
            )
        )

    async def resist_beast(
        self, character: str, kind: BeastKind, difficulty: int, **rolling: Unpack[Rolling]
    ) -> Accepted:
        """Resist frenzy or Rötschreck."""
        return await self.send(
            given("resist_beast", character=character, kind=kind, difficulty=difficulty, **rolling)
        )

    async def roll_initiative(
        self,
        character: str,
        *,
        celerity: int | None = None,
        fixed: bool | None = None,
        **rolling: Unpack[Rolling],
    ) -> Accepted:
        """Roll for when a character acts in this turn."""
        return await self.send(
            given("roll_initiative", character=character, celerity=celerity, fixed=fixed, **rolling)
        )
