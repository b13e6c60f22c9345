"""Intents about the room, its people and its time."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from coterie_client.sender import Sender, given
from coterie_client.wire import Accepted
from coterie_client.words import Bound, Clock, Role, TurnStep, Visibility


class RoomIntents(Sender):
    """
    The room, its people and its time.

    Secrets of invites and device links are made here, by `coterie_client.links.new_secret`, and
    `make_link` turns them into what is handed to somebody.
    """

    async def rename_room(self, name: str, **bound: Unpack[Bound]) -> Accepted:
        """Give the room another name."""
        return await self.send(given("rename_room", name=name, **bound))

    async def set_house_rules(
        self, house_rules: Mapping[str, Any], **bound: Unpack[Bound]
    ) -> Accepted:
        """Replace the house rules; rolls already made keep theirs."""
        return await self.send(given("set_house_rules", house_rules=dict(house_rules), **bound))

    async def create_invite(
        self,
        role: Role,
        secret: bytes,
        *,
        uses: int | None = None,
        expires_in_s: int | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Open the room to whoever holds *secret* (16 bytes), in a role."""
        return await self.send(
            given(
                "create_invite",
                role=role,
                secret=secret,
                uses=uses,
                expires_in_s=expires_in_s,
                **bound,
            )
        )

    async def revoke_invite(self, invite: str, **bound: Unpack[Bound]) -> Accepted:
        """Close an invite."""
        return await self.send(given("revoke_invite", invite=invite, **bound))

    async def renew_invite(self, invite: str, secret: bytes, **bound: Unpack[Bound]) -> Accepted:
        """Close an invite and open one like it with a new secret."""
        return await self.send(given("renew_invite", invite=invite, secret=secret, **bound))

    async def create_device_link(
        self,
        secret: bytes,
        *,
        member: str | None = None,
        expires_in_s: int | None = None,
        **bound: Unpack[Bound],
    ) -> Accepted:
        """
        Let one more device of this member in, by whoever holds *secret* (16 bytes).

        A Storyteller may name another `member`, who lost every device.
        """
        fields = {"secret": secret, "member": member, "expires_in_s": expires_in_s}
        return await self.send(given("create_device_link", **fields, **bound))

    async def renew_token(self, token: bytes, **bound: Unpack[Bound]) -> Accepted:
        """Let *token* (32 bytes) be the only one; keep it first, for all connections are closed."""
        return await self.send(given("renew_token", token=token, **bound))

    async def leave_room(self, **bound: Unpack[Bound]) -> Accepted:
        """Leave for good, with all devices."""
        return await self.send(given("leave_room", **bound))

    async def remove_member(
        self, member: str, *, bar: bool | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Take a member out of the room; `bar`: for good, with every token there is."""
        return await self.send(given("remove_member", member=member, bar=bar, **bound))

    async def lock_room(self, *, locked: bool = True, **bound: Unpack[Bound]) -> Accepted:
        """Let nobody new in, or open the room again."""
        return await self.send(given("lock_room", locked=locked, **bound))

    async def set_role(self, member: str, role: Role, **bound: Unpack[Bound]) -> Accepted:
        """Give a member another role."""
        return await self.send(given("set_role", member=member, role=role, **bound))

    async def rename_member(self, member: str, name: str, **bound: Unpack[Bound]) -> Accepted:
        """Give a member another nickname."""
        return await self.send(given("rename_member", member=member, name=name, **bound))

    async def start_session(self, **bound: Unpack[Bound]) -> Accepted:
        """Begin the evening."""
        return await self.send(given("start_session", **bound))

    async def end_session(self, **bound: Unpack[Bound]) -> Accepted:
        """Close the evening."""
        return await self.send(given("end_session", **bound))

    async def renew_dice(self, **bound: Unpack[Bound]) -> Accepted:
        """Open a new book of dice in place of the live one, for everybody to see."""
        return await self.send(given("renew_dice", **bound))

    async def declare_action(
        self,
        character: str,
        step: TurnStep | None = None,
        *,
        initiative: int | None = None,
        text: str | None = None,
        visibility: Visibility | None = None,
        to: Sequence[str] = (),
        **bound: Unpack[Bound],
    ) -> Accepted:
        """Say what a character does in this turn: V5 by `step` or `initiative`, V20 by `text`."""
        return await self.send(
            given(
                "declare_action",
                character=character,
                step=step,
                initiative=initiative,
                text=text,
                visibility=visibility,
                to=list(to) or None,
                **bound,
            )
        )

    async def begin_clock(
        self, clock: Clock, *, title: str | None = None, **bound: Unpack[Bound]
    ) -> Accepted:
        """Begin a night or a scene of the fiction."""
        return await self.send(given("begin_clock", clock=clock, title=title, **bound))

    async def end_clock(self, clock: Clock, **bound: Unpack[Bound]) -> Accepted:
        """End the night or the scene that runs."""
        return await self.send(given("end_clock", clock=clock, **bound))
