"""The events about characters and their trackers, in words."""

from typing import assert_never

from protocol import events as e
from protocol.v20_sheet import V20Sheet
from protocol.views import CharacterView
from protocol.words import Recovery
from server.replay.names import Names
from server.replay.plain import counted, joined, noted, titled, value_of, words
from server.replay.told_people import Told

CharacterEvent = (
    e.CharacterCreated
    | e.SheetNoted
    | e.CharacterEdited
    | e.OwnersChanged
    | e.CharacterUnhidden
    | e.CharacterRemoved
    | e.TrackersShown
    | e.TrackersHidden
    | e.TrackerAudienceChanged
    | e.TrackerChanged
    | e.TrackerSet
    | e.DamageDealt
    | e.Healed
    | e.Fed
    | e.EffectBegun
    | e.EffectEnded
    | e.StainsAdded
)


def tell_character(names: Names, event: CharacterEvent) -> Told:
    """Say what happened to a character."""
    match event:
        case e.CharacterCreated():
            return _character_created(names, event)
        case e.SheetNoted():
            return _sheet_noted(names, event)
        case e.CharacterEdited():
            return _character_edited(names, event)
        case e.OwnersChanged():
            return _owners_changed(names, event)
        case e.CharacterUnhidden():
            return _character_unhidden(names, event)
        case e.CharacterRemoved():
            return _character_removed(names, event)
        case e.TrackersShown():
            return _trackers_shown(names, event)
        case e.TrackersHidden():
            return _trackers_hidden(names, event)
        case e.TrackerAudienceChanged():
            return _tracker_audience_changed(names, event)
        case e.TrackerChanged():
            return _tracker_changed(names, event)
        case e.TrackerSet():
            return _tracker_set(names, event)
        case e.DamageDealt():
            return _damage_dealt(names, event)
        case e.Healed():
            return _healed(names, event)
        case e.Fed():
            return _fed(names, event)
        case e.EffectBegun():
            return _effect_begun(names, event)
        case e.EffectEnded():
            if event.by is None:
                return (f"{names.effect(event.effect)} is over",)
            return (f"{names.member(event.by)} ends {names.effect(event.effect)}",)
        case e.StainsAdded():
            return _stains_added(names, event)
        case _:
            assert_never(event)


def _character_created(names: Names, event: e.CharacterCreated) -> Told:
    hidden = ", hidden from all but Storytellers" if event.card.hidden else ""
    return (f"{_card(names, event.card)} comes to the table{hidden}",)


def _card(names: Names, card: CharacterView) -> str:
    clan = f" of clan {card.clan}" if card.clan else ""
    owners = joined([names.member(owner) for owner in card.owners])
    played = f", played by {owners}" if owners else ""
    return f"{names.character(card.character)}, a {words(card.kind)}{clan}{played},"


def _sheet_noted(names: Names, event: e.SheetNoted) -> Told:
    traits = ", ".join(f"{titled(name)} {dots}" for name, dots in sorted(event.traits.items()))
    audiences = ", ".join(
        f"{titled(tracker)} to {words(audience)}"
        for tracker, audience in sorted(event.audiences.items())
    )
    return (
        f"The sheet of {names.character(event.character)}: {traits or 'no traits'}",
        *(() if event.sheet is None else (f"It is {_lineage(event.sheet)}.",)),
        *((f"Shown: {audiences}.",) if audiences else ()),
    )


def _lineage(sheet: V20Sheet) -> str:
    path = f", on the {sheet.path}" if sheet.path else ""
    named = [f"{trait} ({joined(list(own))})" for trait, own in sorted(sheet.specialties.items())]
    specialties = f", with specialties of {joined(named)}" if named else ""
    return f"of Generation {sheet.generation}{path}{specialties}"


def _character_edited(names: Names, event: e.CharacterEdited) -> Told:
    before = names.former(event.character)
    renamed = f", called {before} before" if before else ""
    clan = f", now of clan {event.clan}" if event.clan else ""
    name = names.character(event.character)
    return (f"{names.member(event.by)} edits {name}{renamed}{clan}",)


def _owners_changed(names: Names, event: e.OwnersChanged) -> Told:
    owners = joined([names.member(owner) for owner in event.owners]) or "nobody"
    name = names.character(event.character)
    return (f"{name} is played by {owners} from now on, says {names.member(event.by)}",)


def _character_unhidden(names: Names, event: e.CharacterUnhidden) -> Told:
    return (f"{_card(names, event.card)} shows itself to the table",)


def _character_removed(names: Names, event: e.CharacterRemoved) -> Told:
    return (f"{names.character(event.character)} is taken off the table",)


def _trackers_shown(names: Names, event: e.TrackersShown) -> Told:
    values = "; ".join(
        f"{titled(tracker)} {value_of(value)}" for tracker, value in sorted(event.trackers.items())
    )
    return (f"{names.character(event.character)} stands at: {values}",)


def _trackers_hidden(names: Names, event: e.TrackersHidden) -> Told:
    trackers = joined([titled(tracker) for tracker in event.trackers])
    return (f"No longer shown of {names.character(event.character)}: {trackers}",)


def _tracker_audience_changed(names: Names, event: e.TrackerAudienceChanged) -> Told:
    tracker = f"{titled(event.tracker)} of {names.character(event.character)}"
    return (f"{names.member(event.by)} shows {tracker} to {words(event.audience)} from now on",)


def _tracker_changed(names: Names, event: e.TrackerChanged) -> Told:
    change = f"from {value_of(event.before)} to {value_of(event.after)}"
    return (f"{titled(event.tracker)} of {names.character(event.character)}: {change}",)


def _tracker_set(names: Names, event: e.TrackerSet) -> Told:
    tracker = f"{titled(event.tracker)} of {names.character(event.character)}"
    verb = "corrects" if event.is_correction else "sets"
    return (f"{names.member(event.by)} {verb} {tracker} by hand", *noted(event.note))


def _damage_dealt(names: Names, event: e.DamageDealt) -> Told:
    kind = f"{titled(event.kind)} {titled(event.track)} damage"
    name = names.character(event.character)
    details = [counted(event.marked, "box", "boxes") + " marked"]
    if event.counted != event.amount:
        details.insert(0, f"halved to {event.counted}")
    if event.turned_aggravated:
        details.append(f"{event.turned_aggravated} turned Aggravated")
    if event.lost:
        details.append(f"{event.lost} beyond the track")
    if event.power_level is not None:
        details.append(f"the price of a power of level {event.power_level}")
    return (
        f"{names.member(event.by)} deals {event.amount} {kind} to {name}",
        f"{', '.join(details)}.",
        *((event.why,) if event.why else ()),
        *noted(event.note),
    )


_RECOVERS = {
    None: "heals",
    Recovery.SESSION: "recovers, as the session begins,",
    Recovery.NIGHT: "recovers by a night's rest",
    Recovery.AMBITION: "recovers for the Ambition",
    Recovery.DESIRE: "recovers for the Desire",
    Recovery.ACTING_OUT: "is rewarded for acting out a Compulsion with",
}


def _healed(names: Names, event: e.Healed) -> Told:
    kind = f"{titled(event.kind)} {titled(event.track)} damage"
    name = names.character(event.character)
    verb = "mends with the Blood" if event.mended else _RECOVERS[event.recovery]
    return (f"{names.member(event.by)} {verb} {event.amount} {kind} of {name}", *noted(event.note))


def _fed(names: Names, event: e.Fed) -> Told:
    drink = f"{names.member(event.by)} for {names.character(event.character)} drinks"
    return (f"{drink}: {words(event.source)}, {event.slaked} Hunger slaked", *noted(event.note))


def _effect_begun(names: Names, event: e.EffectBegun) -> Told:
    effect = event.effect
    details = []
    if effect.penalty:
        details.append(f"{effect.penalty} dice {effect.applies}".rstrip() + ".")
    if effect.ends:
        details.append(f"Ends: {effect.ends}")
    if effect.until:
        details.append(f"Until the {effect.until} ends.")
    held = f"{titled(effect.kind)} of {names.character(effect.character)} begins: {effect.name}"
    return (held, *details, *noted(event.note))


def _stains_added(names: Names, event: e.StainsAdded) -> Told:
    stains = counted(event.amount, "Stain", "Stains")
    details = _concerned(event)
    if event.overflow:
        beyond = counted(event.overflow, "Stain", "Stains")
        details.append(f"{beyond} beyond the empty boxes.")
    if event.willpower_damage:
        details.append(f"{event.willpower_damage} Aggravated Willpower damage for it.")
    name = names.character(event.character)
    return (f"{names.member(event.by)} gives {name} {stains}", *details, *noted(event.note))


def _concerned(event: e.StainsAdded) -> list[str]:
    """What the Stains are for, and what was spared of them."""
    told = [
        (event.tenet, f"A tenet was broken: {event.tenet}"),
        (event.conviction, f"A Conviction was broken: {event.conviction}"),
        (event.touchstone, f"A Touchstone was harmed: {event.touchstone}"),
        (event.upheld, f"{event.spared} spared for the Conviction: {event.upheld}"),
    ]
    return [line for named, line in told if named]
