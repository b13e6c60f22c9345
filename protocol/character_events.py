"""What happened to characters and their trackers."""

from protocol.belief_views import ExperienceView
from protocol.event_base import BaseEvent
from protocol.exposure_words import ExposedTo
from protocol.ids import CharacterId, EffectId, MemberId, ProposalId
from protocol.v20_sheet import V20Sheet
from protocol.views import CharacterView, EffectView, TrackerValue
from protocol.words import (
    BloodSource,
    DamageKind,
    Recovery,
    TrackerAudience,
    TrackerName,
    TrackName,
    Visibility,
)


class CharacterCreated(BaseEvent, frozen=True, kw_only=True, tag="character_created"):
    """The card without trackers; those follow as `trackers_shown`, each to its own audience."""

    card: CharacterView


class SheetNoted(BaseEvent, frozen=True, kw_only=True, tag="sheet_noted"):
    """
    What owners and Storytellers alone see of a character: its sheet, and who sees trackers.

    `experience` is told to new owners; where it is null nothing is said of it.
    """

    character: CharacterId
    traits: dict[str, int]
    audiences: dict[TrackerName, TrackerAudience]
    sheet: V20Sheet | None = None
    experience: ExperienceView | None = None


class CharacterEdited(BaseEvent, frozen=True, kw_only=True, tag="character_edited"):
    """A character's name and clan as they are now, changed or not."""

    character: CharacterId
    name: str
    clan: str
    by: MemberId


class OwnersChanged(BaseEvent, frozen=True, kw_only=True, tag="owners_changed"):
    """These members own a character now, and nobody else."""

    character: CharacterId
    owners: tuple[MemberId, ...]
    by: MemberId


class CharacterUnhidden(BaseEvent, frozen=True, kw_only=True, tag="character_unhidden"):
    """The card as it is from now on; trackers follow as `trackers_shown`."""

    card: CharacterView


class CharacterRemoved(BaseEvent, frozen=True, kw_only=True, tag="character_removed"):
    """A character is off the table."""

    character: CharacterId


class TrackersShown(BaseEvent, frozen=True, kw_only=True, tag="trackers_shown"):
    """These trackers are visible to the viewer from now on, and stand so."""

    character: CharacterId
    trackers: dict[TrackerName, TrackerValue]


class TrackersHidden(BaseEvent, frozen=True, kw_only=True, tag="trackers_hidden"):
    """These trackers are not visible to the viewer any more."""

    character: CharacterId
    trackers: tuple[TrackerName, ...]


class TrackerAudienceChanged(BaseEvent, frozen=True, kw_only=True, tag="tracker_audience_changed"):
    """Who sees a tracker from now on; what that shows or hides follows as events of its own."""

    character: CharacterId
    tracker: TrackerName
    audience: TrackerAudience
    by: MemberId


class TrackerChanged(BaseEvent, frozen=True, kw_only=True, tag="tracker_changed"):
    """A value, before and after, and nothing of its cause: whoever sees the tracker sees this."""

    character: CharacterId
    tracker: TrackerName
    before: TrackerValue
    after: TrackerValue


class TrackerSet(BaseEvent, frozen=True, kw_only=True, tag="tracker_set"):
    """Who put a tracker to a value by hand, and why; a correction puts right what was wrong."""

    character: CharacterId
    tracker: TrackerName
    by: MemberId
    visibility: Visibility
    note: str = ""
    is_correction: bool = False


class DamageDealt(BaseEvent, frozen=True, kw_only=True, tag="damage_dealt"):
    """
    What damage did to a track: `amount` was named, `counted` is after halving.

    `power_level`: a ghoul paid so for a power of that level. `exposed_to`
    and `why` say what burnt, for a turn.
    """

    character: CharacterId
    track: TrackName
    kind: DamageKind
    amount: int
    counted: int
    marked: int
    turned_aggravated: int
    lost: int
    by: MemberId
    visibility: Visibility
    note: str = ""
    proposal: ProposalId | None = None
    power_level: int | None = None
    exposed_to: ExposedTo | None = None
    why: str = ""


class Healed(BaseEvent, frozen=True, kw_only=True, tag="healed"):
    """
    Marks were taken off a track; `amount` was asked for, and may be more than there was.

    `mended`: by the Blood, which does it once a turn, and for Aggravated once a night. `recovery`:
    without Blood, once for that occasion.
    """

    character: CharacterId
    track: TrackName
    kind: DamageKind
    amount: int
    by: MemberId
    visibility: Visibility
    note: str = ""
    mended: bool = False
    recovery: Recovery | None = None


class Fed(BaseEvent, frozen=True, kw_only=True, tag="fed"):
    """What a character drank, and the Hunger that it slaked."""

    character: CharacterId
    source: BloodSource
    slaked: int
    by: MemberId
    visibility: Visibility
    note: str = ""


class EffectBegun(BaseEvent, frozen=True, kw_only=True, tag="effect_begun"):
    """Something holds a character from now on."""

    effect: EffectView
    by: MemberId
    visibility: Visibility
    note: str = ""


class EffectEnded(BaseEvent, frozen=True, kw_only=True, tag="effect_ended"):
    """It holds the character no longer; `by` is null where something else ended it."""

    effect: EffectId
    by: MemberId | None = None


class StainsAdded(BaseEvent, frozen=True, kw_only=True, tag="stains_added"):
    """
    Stains and what they did.

    `overflow`: all Stains beyond the empty boxes, old and new. `willpower_damage`: Aggravated.
    `amount` counted; as many more as `spared` says were spared for the `upheld` Conviction. The
    `tenet` or `conviction` was broken, the `touchstone` harmed.
    """

    character: CharacterId
    amount: int
    overflow: int
    willpower_damage: int
    by: MemberId
    visibility: Visibility
    note: str = ""
    proposal: ProposalId | None = None
    tenet: str = ""
    conviction: str = ""
    touchstone: str = ""
    upheld: str = ""
    spared: int = 0
