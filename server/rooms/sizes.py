"""
How much of a room's log is whose: what all may see, what some see apart, what is behind the screen.

What a player may be refused for counts nothing that this player may not see, so it is kept apart.
"""

from collections.abc import Container, Iterable

from msgspec import Struct

from protocol.ids import MemberId
from server.rooms.records import EventRecord

ABOUT_AN_EVENT_BYTES = 60
"""What is stored of an event beside its body: kind, version and audience."""

UNSEEN_DEED_BYTES = 2_000
"""
What a deed counts whose doer may not see what it came to, as a blind roll.

It is the same for every such deed: the true size would tell of it.
"""

_BLIND = "blind_roll_made"


class Sizes(Struct, frozen=True, gc=False):
    """
    Bytes of stored events, about.

    `told` is what everyone may see, `apart` what else each member who is here may see or did,
    `behind` what Storytellers alone may see, and what those saw apart who are gone.
    """

    told: int = 0
    apart: dict[MemberId, int] = {}
    behind: int = 0

    @property
    def seen(self) -> int:
        """All but what is behind the screen; an event that several see apart counts for each."""
        return self.told + sum(self.apart.values())


def grown(
    before: Sizes, here: Container[MemberId], events: Iterable[EventRecord], by: MemberId | None
) -> Sizes:
    """
    The sizes with one more commit.

    *here* are the members after it; *by* did it, None for Storytellers, who see all.
    """
    told, behind = before.told, before.behind
    apart: dict[MemberId, int] = {}
    is_seen, is_blind = False, False
    for record in events:
        size = len(record.body) + ABOUT_AN_EVENT_BYTES
        those = record.audience
        if those.everyone:
            told += size
        elif those.members:
            for member in those.members:
                apart[member] = apart.get(member, 0) + size
        else:
            behind += size
        is_seen = is_seen or those.everyone or by in those.members
        is_blind = is_blind or record.kind == _BLIND
    if by is not None and (is_blind or not is_seen):
        apart[by] = apart.get(by, 0) + UNSEEN_DEED_BYTES
    if not apart:
        return Sizes(told, before.apart, behind)
    total = dict(before.apart)
    for member, size in apart.items():
        total[member] = total.get(member, 0) + size
    gone = [member for member in total if member not in here]
    return Sizes(
        told,
        {member: size for member, size in total.items() if member in here},
        behind + sum(total[member] for member in gone),
    )
