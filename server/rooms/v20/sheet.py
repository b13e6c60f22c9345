"""What a V20 character has, as the rules take it: traits, Generation, Health, Willpower, blood."""

from protocol.v20_sheet import V20Sheet
from protocol.views import TrackView
from protocol.words import CharacterKind, TrackerName
from server.rooms.deed import Deed
from server.rooms.house import v20_rules_by
from server.rooms.refusal import Refusal, from_rules
from server.rooms.state import CharacterState
from server.rules.refusal import RuleRefusal
from server.rules.v20.damage import Body
from server.rules.v20.generation import Generation, generation_row
from server.rules.v20.health import HealthLevel, HealthTrack
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.traits import Trait, TraitKind, lowest_rating, plain_name, trait_kind
from server.rules.v20.willpower import Willpower

ENDLESS_POOL = 99
"""The points of a pool that has no end: as many as a tracker shows."""

_FIELDS = {
    "items": "pool",
    "ability": "traits",
    "blood": "points",
    "shares": "actions.shares",
    "actions": "actions.pools",
}
"""What the rules of V20 call a part of a request, where the intents call it otherwise."""


def from_v20(refusal: RuleRefusal, **fields: str) -> Refusal:
    """The no of the rules of V20 as the room's; *fields* are names of this intent alone."""
    return from_rules(refusal, {**_FIELDS, **fields})


def rules_of(deed: Deed) -> V20Rules:
    """The switches this room plays by now."""
    return v20_rules_by(deed.state.house_rules)


def body_of(character: CharacterState) -> Body:
    """Whether a body takes damage as the dead do; a ghoul's is a mortal one."""
    return Body.VAMPIRE if character.kind is CharacterKind.VAMPIRE else Body.MORTAL


def sheet_of(character: CharacterState) -> V20Sheet:
    """What there is beside dots; the usual where nothing was told."""
    return character.sheet or V20Sheet()


def generation_of(deed: Deed, character: CharacterState) -> Generation:
    """What the Generation gives, by the house rules of now."""
    return generation_row(sheet_of(character).generation, rules_of(deed))


def room_for_blood(deed: Deed, character: CharacterState) -> int:
    """The most points that the pool shows."""
    most = generation_of(deed, character).blood_pool
    return ENDLESS_POOL if most is None else most


def blood_of(deed: Deed, character: CharacterState) -> int:
    """Blood points; what a changed Generation or house rule leaves no room for is not there."""
    value = character.trackers.get(TrackerName.BLOOD_POOL, 0)
    if isinstance(value, TrackView):
        raise TypeError("the blood pool is a number, not a track")
    return min(value, room_for_blood(deed, character))


def morality_of(character: CharacterState) -> int:
    """The rating of Humanity or of the Path."""
    value = character.trackers[TrackerName.HUMANITY]
    if isinstance(value, TrackView):
        raise TypeError("Humanity is a number, not a track")
    return value


def willpower_of(character: CharacterState) -> Willpower:
    """The rating, and the points that are left."""
    view = _track(character, TrackerName.WILLPOWER)
    return Willpower(view.boxes, view.current or 0)


def health_of(character: CharacterState) -> HealthTrack:
    """The Health track with its marks."""
    view = _track(character, TrackerName.HEALTH)
    extra = tuple([HealthLevel(level) for level in view.extra])
    return HealthTrack(view.bashing, view.lethal, view.aggravated, extra)


def trait_of(character: CharacterState, name: str) -> Trait:
    """A trait by its name on the sheet, in any letter case."""
    kind = trait_kind(name, sheet_of(character).abilities)
    if kind is TraitKind.WILLPOWER:
        return Trait(name, kind, willpower_of(character).permanent)
    if kind is TraitKind.MORALITY:
        return Trait(name, kind, morality_of(character))
    wanted = plain_name(name)
    dots = [dots for own, dots in character.traits.items() if plain_name(own) == wanted]
    return Trait(name, kind, max(dots, default=lowest_rating(kind)))


def _track(character: CharacterState, tracker: TrackerName) -> TrackView:
    view = character.trackers[tracker]
    if not isinstance(view, TrackView):
        raise TypeError(f"{tracker} is a number, not a track")
    return view
