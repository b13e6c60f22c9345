"""One thin method for every intent; each sends it and returns `Accepted`, or raises `Rejected`."""

from coterie_client.intents.blood import BloodIntents
from coterie_client.intents.characters import CharacterIntents
from coterie_client.intents.contests import ContestIntents
from coterie_client.intents.rolls import RollIntents
from coterie_client.intents.room import RoomIntents


class Intents(RoomIntents, CharacterIntents, RollIntents, BloodIntents, ContestIntents):
    """All intents of the protocol."""


__all__ = ["Intents"]
