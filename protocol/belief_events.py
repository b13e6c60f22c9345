"""
What a table keeps of its characters beside dice: beliefs, ties, experience.

Where `by` is null nobody did anything to it: it is shown to others than before.
"""

from protocol.belief_views import BeliefsView, BondView, BoonView, ExperienceView
from protocol.event_base import BaseEvent
from protocol.ids import BondId, BoonId, CharacterId, MemberId


class TenetsSet(BaseEvent, frozen=True, kw_only=True, tag="tenets_set"):
    """The chronicle's tenets, all of them."""

    tenets: tuple[str, ...]
    by: MemberId


class BeliefsNoted(BaseEvent, frozen=True, kw_only=True, tag="beliefs_noted"):
    """The Convictions and Touchstones of a character as they are now, for whoever sees them."""

    character: CharacterId
    beliefs: BeliefsView
    by: MemberId | None = None


class BeliefsHidden(BaseEvent, frozen=True, kw_only=True, tag="beliefs_hidden"):
    """A character's Convictions and Touchstones are not visible to the viewer any more."""

    character: CharacterId


class BondNoted(BaseEvent, frozen=True, kw_only=True, tag="bond_noted"):
    """A blood bond is there, or is another than it was; a veiled regnant is not in it."""

    bond: BondView
    by: MemberId | None = None
    note: str = ""


class RegnantKept(BaseEvent, frozen=True, kw_only=True, tag="regnant_kept"):
    """For Storytellers: who the veiled regnant of a bond is."""

    bond: BondId
    regnant: CharacterId | None
    regnant_name: str


class BondRemoved(BaseEvent, frozen=True, kw_only=True, tag="bond_removed"):
    """A bond is off the viewer's list."""

    bond: BondId
    by: MemberId | None = None


class BoonNoted(BaseEvent, frozen=True, kw_only=True, tag="boon_noted"):
    """A boon is there, or is another than it was."""

    boon: BoonView
    by: MemberId | None = None


class BoonRemoved(BaseEvent, frozen=True, kw_only=True, tag="boon_removed"):
    """A boon is off the viewer's list."""

    boon: BoonId
    by: MemberId | None = None


class ExperienceAwarded(BaseEvent, frozen=True, kw_only=True, tag="experience_awarded"):
    """Points that a character got, or lost where an award is put right, and what it has now."""

    character: CharacterId
    points: int
    reason: str
    experience: ExperienceView
    by: MemberId


class ExperienceSpent(BaseEvent, frozen=True, kw_only=True, tag="experience_spent"):
    """Points that were spent, or given back where they are below zero, and what is left."""

    character: CharacterId
    points: int
    on: str
    experience: ExperienceView
    by: MemberId
