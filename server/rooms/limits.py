"""How much of a thing a room takes; what a viewer may hit counts only what that viewer may see."""

from msgspec import Struct


class RoomLimits(Struct, frozen=True):
    """
    Limits of one room.

    Visible and hidden characters, and the open contests and unsettled rolls of each member, are
    counted apart, so that none of them tells of another.
    """

    max_members: int = 64
    max_characters: int = 100
    max_hidden_characters: int = 200
    max_open_invites: int = 50
    max_open_links: int = 10
    max_open_contests: int = 10
    max_standing_rolls: int = 20
    max_proposals: int = 50
    max_boundaries: int = 100
    max_requests: int = 100
    max_reveals: int = 100
