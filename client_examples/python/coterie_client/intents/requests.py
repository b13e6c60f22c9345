"""Intents with which a Storyteller asks for rolls, and says how a roll is read."""

from typing import Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import Bound, RequestOptions, Told


class RequestIntents(Sender):
    """Requests and judgements; `Accepted.created` of `request_roll` names all that was asked."""

    async def request_roll(self, **options: Unpack[RequestOptions]) -> Accepted:
        """Ask characters, the players among `members`, or the `coterie` for a roll."""
        return await self.send(given("request_roll", **options))

    async def answer_request(
        self, request: str, *, note: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Answer that it is impossible; a roll answers with `roll(..., request=request)`."""
        return await self.send(given("answer_request", request=request, note=note, **bound))

    async def close_request(self, group: str, **bound: Unpack[Bound]) -> Accepted:
        """Withdraw what is open of all that was asked at once, and put the answers away."""
        return await self.send(given("close_request", group=group, **bound))

    async def judge_roll(
        self,
        roll: str,
        *,
        difficulty: int | None = None,
        impossible: bool | None = None,
        told: Told | None = None,
        note: str | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Set or correct the Difficulty of a roll, or say that it was impossible."""
        return await self.send(
            given(
                "judge_roll",
                roll=roll,
                difficulty=difficulty,
                impossible=impossible,
                told=told,
                note=note,
                **bound,
            )
        )
