"""Who may see an event: a value fixed when the event is appended."""

from collections.abc import Iterable

from msgspec import Struct

from protocol.ids import MemberId


class Audience(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """
    Everyone, or the Storytellers and the members named.

    Whoever is a Storyteller now sees all; nothing else about an audience is ever re-evaluated.
    """

    everyone: bool = False
    members: tuple[MemberId, ...] = ()

    def covers(self, other: "Audience") -> bool:
        """Whether all who are in *other* are in this audience too."""
        return self.everyone or (not other.everyone and set(other.members) <= set(self.members))

    def joined_by(self, other: "Audience") -> "Audience":
        """Those who are in one audience or the other."""
        if self.everyone or other.everyone:
            return EVERYONE
        return members((*self.members, *other.members))

    def narrowed_to(self, other: "Audience") -> "Audience":
        """Those who are in both audiences."""
        if self.everyone:
            return other
        if other.everyone:
            return self
        return members(m for m in self.members if m in other.members)


EVERYONE = Audience(everyone=True)
STORYTELLERS = Audience()


def members(those: Iterable[MemberId]) -> Audience:
    """The Storytellers and *those*, in a canonical order."""
    return Audience(members=tuple(sorted(set(those))))
