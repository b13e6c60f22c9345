"""Intents with which a Storyteller asks for rolls, and says how a roll is read."""

from collections.abc import Sequence
from typing import Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import Bound, RequestOptions, RevealPart, Told


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
        required: int | None = None,
        impossible: bool | None = None,
        told: Told | None = None,
        note: str | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Set or correct the Difficulty (V20: or `required`), or say that it was impossible."""
        return await self.send(
            given(
                "judge_roll",
                roll=roll,
                difficulty=difficulty,
                required=required,
                impossible=impossible,
                told=told,
                note=note,
                **bound,
            )
        )

    async def schedule_reveal(
        self,
        roll: str,
        in_s: int,
        *,
        to: Sequence[str] | None = None,
        part: RevealPart | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Show a roll in so many seconds, to everyone or to some."""
        return await self.send(
            given("schedule_reveal", roll=roll, in_s=in_s, to=to, part=part, **bound)
        )

    async def cancel_reveal(self, reveal: str, **bound: Unpack[Bound]) -> Accepted:
        """Call a reveal off that has not come yet."""
        return await self.send(given("cancel_reveal", reveal=reveal, **bound))

    async def ask_reveal(
        self, character: str, *, note: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Ask to be shown the last blind roll for a character."""
        return await self.send(given("ask_reveal", character=character, note=note, **bound))
