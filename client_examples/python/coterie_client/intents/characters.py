"""Intents about characters and their trackers."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from coterie_client.character_file import creation, learnt, markings
from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import (
    Bound,
    CharacterKind,
    DamageKind,
    HealthLevel,
    NumberTracker,
    Placed,
    Track,
    Tracker,
    TrackerAudience,
)


class CharacterIntents(Sender):
    """Characters and trackers; `Accepted.created` of `create_character` is the character's id."""

    async def create_character(
        self,
        name: str,
        *,
        kind: CharacterKind | None = None,
        clan: str | None = None,
        owners: Sequence[str] | None = None,
        hidden: bool | None = None,
        stamina: int | None = None,
        composure: int | None = None,
        resolve: int | None = None,
        humanity: int | None = None,
        blood_potency: int | None = None,
        hunger: int | None = None,
        health_boxes: int | None = None,
        willpower_boxes: int | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Bring a character to the table; what is left out is the server's default."""
        return await self.send(
            given(
                "create_character",
                name=name,
                kind=kind,
                clan=clan,
                owners=owners,
                hidden=hidden,
                stamina=stamina,
                composure=composure,
                resolve=resolve,
                humanity=humanity,
                blood_potency=blood_potency,
                hunger=hunger,
                health_boxes=health_boxes,
                willpower_boxes=willpower_boxes,
                **bound,
            )
        )

    async def import_character(
        self,
        file: Mapping[str, Any],
        *,
        owners: Sequence[str] | None = None,
        hidden: bool | None = None,
        awards: bool = False,
    ) -> Accepted:
        """
        Bring the character of a file to the table, with what is marked on it.

        Args:
            file: As `character_file` makes it.
            owners: Who plays it; the server's default unless given.
            hidden: Whether it waits behind the screen.
            awards: Whether to award what it has learnt, as Storytellers may.

        Raises:
            FileError: The file holds no character that can be read.
            Rejected: The server refused it, or a mark on it; the character may be there then.
        """
        created = await self.send(creation(file, owners=owners, hidden=hidden))
        if created.created is not None:
            rest = markings(file, created.created)
            for intent in [*rest, *(learnt(file, created.created) if awards else ())]:
                await self.send(intent)
        return created

    async def edit_character(
        self,
        character: str,
        *,
        name: str | None = None,
        clan: str | None = None,
        traits: Mapping[str, int] | None = None,
        sheet: Mapping[str, Any] | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Change a character's name, clan or dots; what is left out stays. `sheet` is V20's."""
        return await self.send(
            given(
                "edit_character",
                character=character,
                name=name,
                clan=clan,
                traits=traits,
                sheet=sheet,
                **bound,
            )
        )

    async def set_owners(
        self,
        character: str,
        owners: Sequence[str],
        *,
        instead_of: Sequence[str] | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """
        Hand a character to these members.

        Args:
            instead_of: Its owners, as this client knows them: others by then, and it is refused.
        """
        before = None if instead_of is None else list(instead_of)
        return await self.send(
            given(
                "set_owners",
                character=character,
                owners=list(owners),
                instead_of=before,
                **bound,
            )
        )

    async def offer_character(
        self, character: str, member: str, *, note: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Offer a character to another player, who confirms or dismisses the proposal."""
        return await self.send(
            given("offer_character", character=character, member=member, note=note, **bound)
        )

    async def set_stand_in(self, character: str, member: str, **bound: Unpack[Bound]) -> Accepted:
        """Let another player play a character until the session ends."""
        return await self.send(given("set_stand_in", character=character, member=member, **bound))

    async def end_stand_in(self, character: str, **bound: Unpack[Bound]) -> Accepted:
        """Take a character back from its stand-in, or give it back."""
        return await self.send(given("end_stand_in", character=character, **bound))

    async def unhide_character(self, character: str, **bound: Unpack[Bound]) -> Accepted:
        """Show a hidden character to the table from now on."""
        return await self.send(given("unhide_character", character=character, **bound))

    async def remove_character(self, character: str, **bound: Unpack[Bound]) -> Accepted:
        """Take a character off the table."""
        return await self.send(given("remove_character", character=character, **bound))

    async def set_tracker_audience(
        self, character: str, tracker: Tracker, audience: TrackerAudience, **bound: Unpack[Bound]
    ) -> Accepted:
        """Say who sees a tracker's value from now on."""
        return await self.send(
            given(
                "set_tracker_audience",
                character=character,
                tracker=tracker,
                audience=audience,
                **bound,
            )
        )

    async def set_tracker(
        self, character: str, tracker: NumberTracker, value: int, **placed: Unpack[Placed]
    ) -> Accepted:
        """Put a tracker that is a number to a value."""
        return await self.send(
            given("set_tracker", character=character, tracker=tracker, value=value, **placed)
        )

    async def set_track(
        self,
        character: str,
        track: Track,
        *,
        boxes: int | None = None,
        superficial: int | None = None,
        aggravated: int | None = None,
        bashing: int | None = None,
        lethal: int | None = None,
        extra: Sequence[HealthLevel] | None = None,
        current: int | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """
        Put a track of boxes right by hand; what is left out stays.

        V5 has `superficial` marks; V20 `bashing` and `lethal` ones, `extra` levels, and the points
        of Willpower, `current`.
        """
        return await self.send(
            given(
                "set_track",
                character=character,
                track=track,
                boxes=boxes,
                superficial=superficial,
                aggravated=aggravated,
                bashing=bashing,
                lethal=lethal,
                extra=extra,
                current=current,
                **placed,
            )
        )

    async def deal_damage(
        self,
        character: str,
        track: Track,
        kind: DamageKind,
        amount: int | None = None,
        *,
        halve: bool | None = None,
        exposure: Mapping[str, Any] | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """
        Deal damage from one source; a vampire's Superficial Health damage is halved.

        In place of an amount an `exposure` says what burns for a turn: `to` sunlight or fire, and
        its `extent`, beside what the room's system asks for.
        """
        return await self.send(
            given(
                "deal_damage",
                character=character,
                track=track,
                kind=kind,
                amount=amount,
                halve=halve,
                exposure=exposure,
                **placed,
            )
        )

    async def heal(
        self,
        character: str,
        track: Track,
        kind: DamageKind,
        amount: int,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """Take marks off a track."""
        return await self.send(
            given("heal", character=character, track=track, kind=kind, amount=amount, **placed)
        )

    async def add_stains(
        self,
        character: str,
        amount: int,
        *,
        tenet: str | None = None,
        conviction: str | None = None,
        touchstone: str | None = None,
        upheld: str | None = None,
        spared: int | None = None,
        **placed: Unpack[Placed],
    ) -> Accepted:
        """
        Add Stains, for what was broken or harmed.

        A Storyteller may let an `upheld` Conviction spare as many as `spared`.
        """
        return await self.send(
            given(
                "add_stains",
                character=character,
                amount=amount,
                tenet=tenet,
                conviction=conviction,
                touchstone=touchstone,
                upheld=upheld,
                spared=spared,
                **placed,
            )
        )
