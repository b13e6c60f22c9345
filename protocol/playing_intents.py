"""Intents about who plays a character: a stand-in for somebody who is not here."""

from protocol.client_base import BaseIntent
from protocol.ids import AnyCharacterId, AnyMemberId


class SetStandIn(BaseIntent, frozen=True, kw_only=True, tag="set_stand_in"):
    """
    Let another player play a character until the session that runs, or the next one, ends.

    A stand-in takes the place of the one before.
    """

    character: AnyCharacterId
    member: AnyMemberId


class EndStandIn(BaseIntent, frozen=True, kw_only=True, tag="end_stand_in"):
    """Take a character back from its stand-in, or give it back."""

    character: AnyCharacterId
