"""Why a tracker changes: who did it, where the trace goes, and the events that tell of it."""

from msgspec import Struct

from protocol import events as e
from protocol.exposure_words import ExposedTo
from protocol.ids import CharacterId, MemberId, ProposalId
from protocol.words import DamageKind, TrackerName, TrackName, Visibility
from server.rooms.audience import Audience
from server.rooms.deed import Asked, Deed
from server.rooms.state import MemberState


class Cause(Struct, frozen=True):
    """Who caused a change, where its trace goes, and why."""

    by: MemberId
    visibility: Visibility
    audience: Audience
    note: str = ""
    proposal: ProposalId | None = None
    power_level: int | None = None
    exposed_to: ExposedTo | None = None
    why: str = ""


def cause_of(actor: MemberState, asked: Asked, note: str) -> Cause:
    """The cause that an intent is."""
    return Cause(actor.member, asked.visibility, asked.audience, note)


class Dealt(Struct, frozen=True):
    """What damage came to: `amount` as named, `counted` after halving, and where that went."""

    amount: int
    counted: int
    marked: int
    turned_aggravated: int
    lost: int


def record_dealt(
    deed: Deed,
    character: CharacterId,
    track: TrackName,
    kind: DamageKind,
    dealt: Dealt,
    cause: Cause,
) -> None:
    """Record what damage did, for those of its audience who see the track."""
    event = e.DamageDealt(
        character=character,
        track=track,
        kind=kind,
        amount=dealt.amount,
        counted=dealt.counted,
        marked=dealt.marked,
        turned_aggravated=dealt.turned_aggravated,
        lost=dealt.lost,
        by=cause.by,
        visibility=cause.visibility,
        note=cause.note,
        proposal=cause.proposal,
        power_level=cause.power_level,
        exposed_to=cause.exposed_to,
        why=cause.why,
    )
    deed.record(event, asked=cause.audience)


def record_healed(
    deed: Deed,
    character: CharacterId,
    track: TrackName,
    kind: DamageKind,
    amount: int,
    cause: Cause,
) -> None:
    """Record that marks were taken off by hand."""
    event = e.Healed(
        character=character,
        track=track,
        kind=kind,
        amount=amount,
        by=cause.by,
        visibility=cause.visibility,
        note=cause.note,
    )
    deed.record(event, asked=cause.audience)


def record_set(
    deed: Deed, character: CharacterId, tracker: TrackerName, cause: Cause, *, is_correction: bool
) -> None:
    """Record that a tracker was put by hand."""
    event = e.TrackerSet(
        character=character,
        tracker=tracker,
        by=cause.by,
        visibility=cause.visibility,
        note=cause.note,
        is_correction=is_correction,
    )
    deed.record(event, asked=cause.audience)
