"""Decisions about characters: making, editing, owning, hiding, and who sees their trackers."""

from collections.abc import Mapping

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, MemberId
from protocol.v20_sheet import V20Sheet
from protocol.views import CharacterView, TrackerValue, TrackView
from protocol.words import CharacterKind, TrackerAudience, TrackerName
from server.rooms.deed import Deed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, from_rules
from server.rooms.sight import shift_all, shift_sight
from server.rooms.state import CharacterState, MemberState, RoomState
from server.rooms.turns import show_in_order
from server.rooms.visibility import card_of, tracker_audience
from server.rules.v20.traits import plain_name, virtues_refusal

MAX_TRAITS = 120
"""The most numbers on one sheet: those of the server's own beside a client's largest map."""

_BLOOD = (TrackerName.HUNGER, TrackerName.BLOOD_POTENCY)


Newcomer = i.CreateCharacter | i.CreateV20Character


def create_character(deed: Deed, actor: MemberState, intent: i.CreateCharacter) -> Refusal | None:
    """Bring a character to the table, its trackers visible by the room's rule."""
    refusal = refuse_newcomer(deed, actor, intent) or _refuse_sheet(intent)
    if refusal is not None:
        return refusal
    dots = {"stamina": intent.stamina, "composure": intent.composure, "resolve": intent.resolve}
    traits = with_traits(with_traits({}, intent.traits), dots)
    bring(deed, actor, intent, _first_trackers(intent), traits)
    return None


def refuse_newcomer(deed: Deed, actor: MemberState, intent: Newcomer) -> Refusal | None:
    """Whether the room has no place for a character, or its owners cannot own it."""
    owners = _owners_of(actor, intent)
    return _refuse_count(deed, hidden=intent.hidden) or refuse_owners(
        deed.state, owners, hidden=intent.hidden
    )


def _owners_of(actor: MemberState, intent: Newcomer) -> tuple[MemberId, ...]:
    return intent.owners or (() if actor.is_storyteller else (actor.member,))


def bring(
    deed: Deed,
    actor: MemberState,
    intent: Newcomer,
    trackers: dict[TrackerName, TrackerValue],
    traits: dict[str, int],
    sheet: V20Sheet | None = None,
) -> None:
    """Let a character come to the table that nothing speaks against."""
    character = CharacterId(derived_id(deed.commit_id, "character"))
    card = CharacterView(
        character=character,
        name=intent.name,
        kind=intent.kind,
        clan=intent.clan,
        owners=tuple(sorted(set(_owners_of(actor, intent)))),
        hidden=intent.hidden,
    )
    deed.record(e.CharacterCreated(card=card))
    audience = (
        TrackerAudience.STORYTELLERS if intent.hidden else deed.state.house_rules.tracker_audience
    )
    audiences = dict.fromkeys(trackers, audience)
    deed.record(e.SheetNoted(character=character, traits=traits, audiences=audiences, sheet=sheet))
    deed.record(e.TrackersShown(character=character, trackers=trackers))
    deed.created = character


def edit_character(deed: Deed, actor: MemberState, intent: i.EditCharacter) -> Refusal | None:
    """Change a character's name or clan, or numbers of its sheet."""
    character = deed.state.characters[intent.character]
    is_renamed = intent.name is not None or intent.clan is not None
    if not is_renamed and not intent.traits and intent.sheet is None:
        return Refusal(
            Code.NOTHING_TO_DO, "Say what to change.", "name", "a name, a clan, traits, or all"
        )
    traits = with_traits(character.traits, intent.traits)
    if len(traits) > MAX_TRAITS:
        return Refusal(
            Code.LIMIT_REACHED, f"A sheet has at most {MAX_TRAITS} traits.", "traits", None
        )
    no_virtue = virtues_refusal(traits) if deed.state.is_v20 else None
    if no_virtue is not None:
        return from_rules(no_virtue)
    if is_renamed:
        deed.record(
            e.CharacterEdited(
                character=character.character,
                name=character.name if intent.name is None else intent.name,
                clan=character.clan if intent.clan is None else intent.clan,
                by=actor.member,
            )
        )
    if intent.traits or intent.sheet is not None:
        deed.record(
            e.SheetNoted(
                character=character.character,
                traits=traits,
                audiences=character.audiences,
                sheet=character.sheet if intent.sheet is None else intent.sheet,
            )
        )
    return None


def with_traits(before: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """A sheet with traits added or changed; a trait stands once, in whatever spelling."""
    named = {plain_name(name): name for name in before}
    traits = dict(before)
    for name, dots in more.items():
        known = named.setdefault(plain_name(name), name)
        traits[known] = dots
    return traits


def unhide_character(deed: Deed, _actor: MemberState, intent: i.UnhideCharacter) -> Refusal | None:
    """Show a hidden character as it is from now on; trackers stay as narrow as they were set."""
    character = deed.state.characters[intent.character]
    if not character.hidden:
        return Refusal(
            Code.NOTHING_TO_DO, "This character is not hidden.", "character", "a hidden one"
        )
    refusal = _refuse_count(deed, hidden=False)
    if refusal is not None:
        return refusal
    shown = card_of(character)
    card = CharacterView(
        character=shown.character,
        name=shown.name,
        kind=shown.kind,
        clan=shown.clan,
        owners=shown.owners,
        hidden=False,
    )
    deed.record(e.CharacterUnhidden(card=card))
    shift_all(deed, character)
    show_in_order(deed, character)
    return None


def set_tracker_audience(
    deed: Deed, actor: MemberState, intent: i.SetTrackerAudience
) -> Refusal | None:
    """Say who sees a tracker's value from now on; hidden characters' stay the Storytellers'."""
    character = deed.state.characters[intent.character]
    if intent.tracker not in character.trackers:
        return no_tracker(character)
    if character.audiences.get(intent.tracker) is intent.audience:
        return Refusal(
            Code.NOTHING_TO_DO, "It is shown to these already.", "audience", "another audience"
        )
    seen_before = {intent.tracker: tracker_audience(character, intent.tracker)}
    deed.record(
        e.TrackerAudienceChanged(
            character=character.character,
            tracker=intent.tracker,
            audience=intent.audience,
            by=actor.member,
        )
    )
    shift_sight(deed, character.character, seen_before)
    return None


def no_tracker(character: CharacterState, field: str = "tracker") -> Refusal:
    """A character of this kind has no such tracker."""
    return Refusal(
        Code.INVALID,
        f"A {character.kind.replace('_', '-')} has no such tracker.",
        field,
        ", ".join(sorted(character.trackers)),
    )


def _first_trackers(intent: i.CreateCharacter) -> dict[TrackerName, TrackerValue]:
    health = intent.health_boxes or intent.stamina + 3
    willpower = intent.willpower_boxes or max(1, intent.composure + intent.resolve)
    trackers: dict[TrackerName, TrackerValue] = {
        TrackerName.BLOOD_POTENCY: intent.blood_potency,
        TrackerName.HEALTH: TrackView(boxes=health),
        TrackerName.HUMANITY: intent.humanity,
        TrackerName.HUNGER: intent.hunger,
        TrackerName.STAINS: 0,
        TrackerName.WILLPOWER: TrackView(boxes=willpower),
    }
    if intent.kind in (CharacterKind.MORTAL, CharacterKind.GHOUL):
        for tracker in _BLOOD:
            del trackers[tracker]
    return trackers


def _refuse_sheet(intent: i.CreateCharacter) -> Refusal | None:
    kind = intent.kind.replace("_", "-")
    if intent.kind in (CharacterKind.MORTAL, CharacterKind.GHOUL):
        if intent.hunger:
            return Refusal(Code.OUT_OF_RANGE, f"A {kind} has no Hunger.", "hunger", "0")
        if intent.blood_potency:
            return Refusal(
                Code.OUT_OF_RANGE, f"A {kind} has no Blood Potency.", "blood_potency", "0"
            )
    if intent.kind is CharacterKind.THIN_BLOOD and intent.blood_potency:
        return Refusal(Code.OUT_OF_RANGE, "A thin-blood has Blood Potency 0.", "blood_potency", "0")
    return None


def _refuse_count(deed: Deed, *, hidden: bool) -> Refusal | None:
    """Visible and hidden characters are counted apart, so that neither tells of the other."""
    most = deed.limits.max_hidden_characters if hidden else deed.limits.max_characters
    count = sum(1 for c in deed.state.characters.values() if c.hidden == hidden)
    if count < most:
        return None
    return Refusal(
        Code.LIMIT_REACHED,
        f"The room has all the {most} characters it takes.",
        None,
        f"at most {most} characters; remove one first",
    )


def refuse_owners(
    state: RoomState, owners: tuple[MemberId, ...], *, hidden: bool
) -> Refusal | None:
    """Whether these members can own a character."""
    for owner in owners:
        member = state.members.get(owner)
        if member is None:
            return Refusal(
                Code.NOT_FOUND, "An owner is not a member here.", "owners", "members of the room"
            )
        if hidden and not member.is_storyteller:
            return Refusal(
                Code.INVALID,
                "A hidden character is known to Storytellers alone.",
                "owners",
                "Storytellers, or nobody",
            )
    return None
