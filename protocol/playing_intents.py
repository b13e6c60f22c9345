"""Intents about who plays a character: a stand-in, or somebody else for good."""

from protocol.client_base import BaseIntent
from protocol.ids import AnyCharacterId, AnyMemberId
from protocol.words import Note


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


class OfferCharacter(BaseIntent, frozen=True, kw_only=True, tag="offer_character"):
    """
    Offer a character to another player, for good.

    It waits as a proposal until that player confirms or dismisses it, or the sender dismisses it.
    """

    character: AnyCharacterId
    member: AnyMemberId
    note: Note = ""
