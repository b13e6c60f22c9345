"""Intents about contests, and about consequences that wait for a Storyteller."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import AnswerOptions, Bound, ContestOptions, PoolCategory


class ContestIntents(Sender):
    """Contests and proposals; `Accepted.created` of `open_contest` is the contest's id."""

    async def open_contest(
        self,
        character: str,
        against: str,
        pool: int,
        *,
        conflict: PoolCategory | None = None,
        **options: Unpack[ContestOptions],
    ) -> Accepted:
        """Roll against another character, who answers, and against `others` beside it."""
        return await self.send(
            given(
                "open_contest",
                character=character,
                against=against,
                pool=pool,
                conflict=conflict,
                **options,
            )
        )

    async def answer_contest(
        self, contest: str, character: str, pool: int, **options: Unpack[AnswerOptions]
    ) -> Accepted:
        """Roll the other side of a contest."""
        return await self.send(
            given("answer_contest", contest=contest, character=character, pool=pool, **options)
        )

    async def forgo_reaction(
        self,
        contest: str,
        character: str,
        *,
        difficulty: int | None = None,
        drop: bool | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Let an opponent stand without a reaction; `drop` takes it out of the contest."""
        return await self.send(
            given(
                "forgo_reaction",
                contest=contest,
                character=character,
                difficulty=difficulty,
                drop=drop,
                **bound,
            )
        )

    async def withdraw_contest(self, contest: str, **bound: Unpack[Bound]) -> Accepted:
        """Call an unanswered contest off."""
        return await self.send(given("withdraw_contest", contest=contest, **bound))

    async def confirm_proposal(
        self,
        proposal: str,
        *,
        choice: str | None = None,
        amount: int | None = None,
        note: str | None = None,
        edits: Sequence[Mapping[str, Any]] | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Let a consequence happen, as proposed or changed; `edits` change rows of harm."""
        return await self.send(
            given(
                "confirm_proposal",
                proposal=proposal,
                choice=choice,
                amount=amount,
                note=note,
                edits=edits,
                **bound,
            )
        )

    async def dismiss_proposal(
        self, proposal: str, *, note: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Let a consequence go."""
        return await self.send(given("dismiss_proposal", proposal=proposal, note=note, **bound))
