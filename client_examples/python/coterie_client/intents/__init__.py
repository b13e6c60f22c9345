"""One thin method for every intent; each sends it and returns `Accepted`, or raises `Rejected`."""

from coterie_client.intents.beliefs import BeliefIntents
from coterie_client.intents.blood import BloodIntents
from coterie_client.intents.characters import CharacterIntents
from coterie_client.intents.contests import ContestIntents
from coterie_client.intents.requests import RequestIntents
from coterie_client.intents.rolls import RollIntents
from coterie_client.intents.room import RoomIntents
from coterie_client.intents.table import TableIntents
from coterie_client.intents.v20 import V20Intents


class Intents(
    RoomIntents,
    TableIntents,
    CharacterIntents,
    BeliefIntents,
    RollIntents,
    RequestIntents,
    BloodIntents,
    ContestIntents,
    V20Intents,
):
    """All intents of the protocol."""


__all__ = ["Intents"]
