"""Decisions about trackers: put by hand, damage, healing, Stains, and what follows from them."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId
from protocol.views import TrackerValue, TrackView
from protocol.words import Condition, DamageKind, TrackerName, TrackName
from server.rooms.beliefs import Concern, concern_of
from server.rooms.causes import (
    Cause,
    Dealt,
    cause_of,
    record_dealt,
    record_healed,
    record_set,
)
from server.rooms.characters import no_tracker
from server.rooms.deed import Asked, Deed, placed
from server.rooms.effects import hunger_changed
from server.rooms.house import rules_by
from server.rooms.refusal import Refusal
from server.rooms.second_word import ask_to_correct, needs_second_word
from server.rooms.sheets import RESILIENCE, has_trait
from server.rooms.state import CharacterState, MemberState
from server.rooms.v20.sheet import room_for_blood
from server.rooms.visibility import sees, tracker_audience, viewer_of
from server.rules.v5 import humanity as humanity_rules
from server.rules.v5 import tracks
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind, halves_superficial

_TRACKER_OF = {track: TrackerName(track) for track in TrackName}

MAX_STAINS = 60
"""Stains are counted up to here; ten boxes hold them, the rest is degeneration."""


def rules_of(deed: Deed) -> V5Rules:
    """The switches this room plays by now."""
    return rules_by(deed.state.house_rules)


# --- reading -------------------------------------------------------------------------------------


def number(character: CharacterState, tracker: TrackerName) -> int:
    """The value of a tracker that is a number; 0 where the kind of character has none."""
    value = character.trackers.get(tracker, 0)
    if isinstance(value, TrackView):
        raise TypeError(f"{tracker} is a track, not a number")
    return value


def track(character: CharacterState, name: TrackName) -> tracks.Track:
    """A track of boxes as the rules see it."""
    value = character.trackers[_TRACKER_OF[name]]
    if not isinstance(value, TrackView):
        raise TypeError(f"{name} is a number, not a track")
    return tracks.Track(value.boxes, value.superficial, value.aggravated)


def clan_of(character: CharacterState) -> str | None:
    """The clan whose bane and Compulsion a character has; None for who is of none (A14)."""
    return (character.clan or None) if CharacterKind(character.kind).has_clan else None


def stains_of(character: CharacterState) -> tuple[int, int]:
    """Stains in the empty boxes of Humanity, and those beyond."""
    return humanity_rules.settle_stains(
        number(character, TrackerName.HUMANITY), number(character, TrackerName.STAINS), 0
    )


# --- changing ------------------------------------------------------------------------------------


def change(deed: Deed, character: CharacterId, tracker: TrackerName, after: TrackerValue) -> None:
    """Record a new value, if it is one."""
    before = deed.state.characters[character].trackers[tracker]
    if before != after:
        deed.record(
            e.TrackerChanged(character=character, tracker=tracker, before=before, after=after)
        )


def change_track(deed: Deed, character: CharacterId, name: TrackName, after: tracks.Track) -> None:
    """Record a track's new marks, with what they mean."""
    view = track_view(deed.state.characters[character], name, after)
    change(deed, character, TrackerName(name), view)


def track_view(character: CharacterState, name: TrackName, after: tracks.Track) -> TrackView:
    """A track as viewers get it, with what its marks mean."""
    kind = CharacterKind(character.kind)
    condition = tracks.health_condition(after, kind) if name is TrackName.HEALTH else None
    return TrackView(
        boxes=after.boxes,
        superficial=after.superficial,
        aggravated=after.aggravated,
        is_impaired=after.is_full,
        condition=None if condition is None else Condition(condition),
    )


def damage(
    deed: Deed,
    character: CharacterState,
    name: TrackName,
    kind: DamageKind,
    amount: int,
    cause: Cause,
    *,
    halve: bool = True,
    is_anyone: bool = False,
) -> None:
    """
    Deal damage from one source and record what it did.

    Superficial Health damage is halved, unless *halve* is false, for those whose kind halves it,
    and for anyone where *is_anyone*.
    """
    may_halve = name is TrackName.HEALTH and kind is DamageKind.SUPERFICIAL
    halves = halve and may_halve and (is_anyone or is_halved(character))
    result = tracks.deal_damage(
        track(character, name), tracks.DamageKind(kind), amount, halve=halves
    )
    dealt = Dealt(amount, result.halved_to, result.marked, result.turned_aggravated, result.lost)
    record_dealt(deed, character.character, name, kind, dealt, cause)
    change_track(deed, character.character, name, result.after)


def is_halved(character: CharacterState) -> bool:
    """Whether the Superficial Health damage of a character is halved (A10.3, A10.4)."""
    is_resilient = has_trait(character, RESILIENCE)
    return halves_superficial(CharacterKind(character.kind), is_resilient=is_resilient)


def stain(
    deed: Deed, character: CharacterState, amount: int, cause: Cause, concern: Concern | None = None
) -> None:
    """Add Stains, for what they *concern*; what overflows marks Willpower Aggravated."""
    concern = concern or Concern(amount)
    humanity = number(character, TrackerName.HUMANITY)
    stains, overflow = stains_of(character)
    result = humanity_rules.add_stains(humanity, stains, overflow, amount, rules_of(deed))
    deed.record(
        e.StainsAdded(
            character=character.character,
            amount=amount,
            overflow=result.overflow,
            willpower_damage=result.willpower_damage,
            by=cause.by,
            visibility=cause.visibility,
            note=cause.note,
            proposal=cause.proposal,
            tenet=concern.tenet,
            conviction=concern.conviction,
            touchstone=concern.touchstone,
            upheld=concern.upheld,
            spared=concern.spared,
        ),
        asked=cause.audience.narrowed_to(concern.audience),
    )
    total = result.stains_after + result.overflow
    change(deed, character.character, TrackerName.STAINS, min(total, MAX_STAINS))
    if result.willpower_damage:
        hurt = tracks.deal_damage(
            track(character, TrackName.WILLPOWER),
            tracks.DamageKind.AGGRAVATED,
            result.willpower_damage,
            halve=False,
        )
        change_track(deed, character.character, TrackName.WILLPOWER, hurt.after)


# --- intents -------------------------------------------------------------------------------------


def set_tracker(deed: Deed, actor: MemberState, intent: i.SetTracker) -> Refusal | None:
    """Put a number to a value by hand."""
    character = deed.state.characters[intent.character]
    tracker = TrackerName(intent.tracker)
    if tracker not in character.trackers:
        return no_tracker(character)
    refusal = refuse_unseen(actor, character, tracker)
    if refusal is not None:
        return refusal
    most = _most(deed, character, tracker)
    if intent.value > most:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"{tracker.replace('_', ' ').capitalize()} goes from 0 to {most}.",
            "value",
            f"0 to {most}",
        )
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    if number(character, tracker) == intent.value:
        return _nothing()
    return put_by_hand(deed, actor, character, tracker, intent.value, asked, intent)


def put_by_hand(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    tracker: TrackerName,
    after: TrackerValue,
    asked: Asked,
    intent: i.SetTracker | i.SetTrack,
) -> Refusal | None:
    """Put a tracker to a value, or ask a second Storyteller whether that puts it right."""
    if intent.corrects and not intent.note:
        return Refusal(Code.INVALID, "A correction says why.", "note", "a line of up to 500")
    if intent.corrects and needs_second_word(deed.state, actor):
        return ask_to_correct(deed, actor, character, tracker, after, asked, intent)
    cause = cause_of(actor, asked, intent.note)
    put(deed, character, tracker, after, cause, is_correction=intent.corrects)
    return None


def put(
    deed: Deed,
    character: CharacterState,
    tracker: TrackerName,
    after: TrackerValue,
    cause: Cause,
    *,
    is_correction: bool,
) -> None:
    """Record who put a tracker to a value, the value, and what Hunger brings with it."""
    record_set(deed, character.character, tracker, cause, is_correction=is_correction)
    change(deed, character.character, tracker, after)
    if tracker is TrackerName.HUNGER and isinstance(after, int):
        hunger_changed(deed, character.character, number(character, tracker), after)


def _most(deed: Deed, character: CharacterState, tracker: TrackerName) -> int:
    """The highest value of a tracker."""
    if tracker is TrackerName.BLOOD_POOL:
        return room_for_blood(deed, character)
    return {TrackerName.HUNGER: 5, TrackerName.STAINS: 20}.get(tracker, 10)


def set_track(deed: Deed, actor: MemberState, intent: i.SetTrack) -> Refusal | None:
    """Put a track right by hand."""
    character = deed.state.characters[intent.character]
    asked = _placed_change(deed, actor, character, intent, TrackerName(intent.track))
    if isinstance(asked, Refusal):
        return asked
    now = track(character, intent.track)
    boxes = now.boxes if intent.boxes is None else intent.boxes
    superficial = now.superficial if intent.superficial is None else intent.superficial
    aggravated = now.aggravated if intent.aggravated is None else intent.aggravated
    if superficial + aggravated > boxes:
        return Refusal(
            Code.OUT_OF_RANGE,
            f"{superficial} Superficial and {aggravated} Aggravated do not fit into {boxes} boxes.",
            "superficial",
            f"at most {boxes} marks in all",
        )
    after = tracks.Track(boxes, superficial, aggravated)
    if after == now:
        return _nothing()
    view = track_view(character, intent.track, after)
    tracker = TrackerName(intent.track)
    return put_by_hand(deed, actor, character, tracker, view, asked, intent)


def deal_damage(
    deed: Deed, actor: MemberState, intent: i.DealDamage, amount: int
) -> Refusal | None:
    """Deal so many points of damage from one source."""
    character = deed.state.characters[intent.character]
    asked = _placed_change(deed, actor, character, intent, TrackerName(intent.track))
    if isinstance(asked, Refusal):
        return asked
    cause = cause_of(actor, asked, intent.note)
    damage(deed, character, intent.track, intent.kind, amount, cause, halve=intent.halve)
    return None


def heal(deed: Deed, actor: MemberState, intent: i.Heal) -> Refusal | None:
    """Take marks off a track."""
    character = deed.state.characters[intent.character]
    asked = _placed_change(deed, actor, character, intent, TrackerName(intent.track))
    if isinstance(asked, Refusal):
        return asked
    before = track(character, intent.track)
    after = tracks.heal(before, tracks.DamageKind(intent.kind), intent.amount)
    if after == before:
        return _nothing()
    cause = cause_of(actor, asked, intent.note)
    record_healed(deed, character.character, intent.track, intent.kind, intent.amount, cause)
    change_track(deed, character.character, intent.track, after)
    return None


def add_stains(deed: Deed, actor: MemberState, intent: i.AddStains) -> Refusal | None:
    """Add Stains."""
    character = deed.state.characters[intent.character]
    asked = _placed_change(deed, actor, character, intent, TrackerName.STAINS)
    if isinstance(asked, Refusal):
        return asked
    concern = concern_of(deed, actor, character, intent)
    if isinstance(concern, Refusal):
        return concern
    stain(deed, character, concern.amount, cause_of(actor, asked, intent.note), concern)
    return None


def _placed_change(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    intent: i.SetTrack | i.DealDamage | i.Heal | i.AddStains,
    tracker: TrackerName,
) -> Asked | Refusal:
    """Where the trace of a change goes, if the actor may see what is changed."""
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    return refuse_unseen(actor, character, tracker) or asked


def refuse_unseen(
    actor: MemberState, character: CharacterState, *touched: TrackerName
) -> Refusal | None:
    """
    Who may not see a tracker may not ask for what depends on it where a refusal would tell.

    Changing it by hand, and rolls that are refused at some of its values, or that need faces
    entered in a number that follows from it.
    """
    viewer = viewer_of(actor)
    if all(
        sees(tracker_audience(character, tracker), viewer)
        for tracker in touched
        if tracker in character.trackers
    ):
        return None
    return Refusal(
        Code.FORBIDDEN,
        "The Storytellers keep this tracker to themselves.",
        None,
        "a tracker that you see",
    )


def _nothing() -> Refusal:
    return Refusal(Code.NOTHING_TO_DO, "It stands so already.", None, "another value")
