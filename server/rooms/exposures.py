"""Decisions about damage from one source: its points, or what sunlight or fire does in a turn."""

from typing import Final

from msgspec.structs import replace

from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import Exposure
from protocol.exposure_words import ExposedTo, Extent
from protocol.views import DamageView
from protocol.words import (
    CharacterKind,
    DamageKind,
    ProposalKind,
    TrackerName,
    TrackName,
)
from server.rooms import trackers
from server.rooms.causes import cause_of
from server.rooms.deed import Asked, Deed, placed
from server.rooms.refusal import Refusal
from server.rooms.settling import propose
from server.rooms.state import CharacterState, MemberState
from server.rooms.v20 import trackers as v20_trackers
from server.rooms.visibility import card_audience
from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.exposure import Exposure as Burnt
from server.rules.v5.exposure import fire_damage, sunlight_damage
from server.rules.v20.soak import FIRE_LEVELS, FIRE_SOAK, SUNLIGHT_LEVELS, SUNLIGHT_SOAK

_BURNT: Final = {
    Extent.PART: Burnt.PART,
    Extent.HALF: Burnt.HALF,
    Extent.WHOLE: Burnt.WHOLE,
}
_FIRE: Final = dict(zip(_BURNT, FIRE_LEVELS.values(), strict=True))
_SMALL, _LARGE, _MOST = SUNLIGHT_LEVELS.values()
_SUN: Final = {
    Extent.PART: _SMALL,
    Extent.LARGE: _LARGE,
    Extent.HALF: _MOST,
    Extent.WHOLE: _MOST,
}
_USUAL: Final = Exposure(ExposedTo.FIRE)


def deal_damage(deed: Deed, actor: MemberState, intent: i.DealDamage) -> Refusal | None:
    """Deal damage from one source, whose points are named or follow from what burns."""
    if intent.exposure is not None:
        return _expose(deed, actor, intent, intent.exposure)
    if intent.amount is None:
        return Refusal(
            Code.INVALID, "Damage needs its points.", "amount", "1 to 50, or an exposure"
        )
    deal = v20_trackers.deal_damage if deed.state.is_v20 else trackers.deal_damage
    return deal(deed, actor, intent, intent.amount)


def _expose(
    deed: Deed, actor: MemberState, intent: i.DealDamage, exposure: Exposure
) -> Refusal | None:
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    no = _refuse_words(deed, intent, exposure) or _refuse_sunlight(character, exposure)
    if no is not None:
        return no
    if deed.state.is_v20:
        return _burn_v20(deed, asked, character, exposure)
    return _burn_v5(deed, actor, asked, character, intent, exposure)


def _refuse_words(deed: Deed, intent: i.DealDamage, exposure: Exposure) -> Refusal | None:
    if intent.amount is not None:
        return Refusal(
            Code.INVALID, "What burns says how much it does.", "amount", "null, or no exposure"
        )
    if (intent.track, intent.kind) != (TrackName.HEALTH, DamageKind.AGGRAVATED):
        field = "kind" if intent.track is TrackName.HEALTH else "track"
        return Refusal(
            Code.INVALID, "Sunlight and fire are Aggravated damage to Health.", field,
            "health and aggravated",
        )  # fmt: skip
    foreign = ("intensity", "turn", "obscured") if deed.state.is_v20 else ("of",)
    for name in foreign:
        if getattr(exposure, name) != getattr(_USUAL, name):
            return Refusal(
                Code.WRONG_SYSTEM,
                f"This room plays {deed.state.system.upper()}, which has no such word for it.",
                f"exposure.{name}",
                "to, extent, of" if deed.state.is_v20 else "to, extent, intensity, turn, obscured",
            )
    knows = _SUN if deed.state.is_v20 and exposure.to is ExposedTo.SUNLIGHT else _FIRE
    if exposure.extent not in knows:
        return Refusal(
            Code.INVALID, "The rules tell no such part apart.", "exposure.extent", ", ".join(knows)
        )
    return None


def _refuse_sunlight(character: CharacterState, exposure: Exposure) -> Refusal | None:
    if exposure.to is ExposedTo.FIRE or character.kind is CharacterKind.VAMPIRE:
        return None
    return Refusal(
        Code.NO_SUNLIGHT, "Sunlight burns vampires alone.", "character", "a vampire, or fire"
    )


# --- V5 ------------------------------------------------------------------------------------------


def _burn_v5(
    deed: Deed,
    actor: MemberState,
    asked: Asked,
    character: CharacterState,
    intent: i.DealDamage,
    exposure: Exposure,
) -> Refusal | None:
    """One turn in fire, by how much burns, or in sunlight, by the bane severity (A10)."""
    is_sun = exposure.to is ExposedTo.SUNLIGHT
    touched = (TrackerName.HEALTH, TrackerName.BLOOD_POTENCY)[: 2 if is_sun else 1]
    unseen = trackers.refuse_unseen(actor, character, *touched)
    if unseen is not None:
        return unseen
    if is_sun:
        rating = trackers.number(character, TrackerName.BLOOD_POTENCY)
        severity = blood_potency(rating, trackers.rules_of(deed)).bane_severity
        points = sunlight_damage(severity, turn=exposure.turn, is_obscured=exposure.obscured)
        dimmed = "dimmed, " if exposure.obscured else ""
        why = f"Sunlight, {dimmed}turn {exposure.turn}: the bane severity."
    else:
        points = fire_damage(_BURNT[exposure.extent], intensity=exposure.intensity)
        hotter = f", and {exposure.intensity} for its heat" if exposure.intensity else ""
        why = f"Fire on {_BODY[exposure.extent]}{hotter}."
    if points == 0:
        return Refusal(
            Code.NOTHING_TO_DO,
            "This turn of dimmed sunlight does no damage: every second one does.",
            "exposure.turn",
            "an even turn, or sunlight that is not obscured",
        )
    cause = replace(cause_of(actor, asked, intent.note), exposed_to=exposure.to, why=why)
    trackers.damage(deed, character, TrackName.HEALTH, DamageKind.AGGRAVATED, points, cause)
    return None


_BODY: Final = {
    Extent.PART: "a part of the body",
    Extent.HALF: "half of the body",
    Extent.WHOLE: "all of the body",
}

# --- V20 -----------------------------------------------------------------------------------------


def _burn_v20(
    deed: Deed, asked: Asked, character: CharacterState, exposure: Exposure
) -> Refusal | None:
    """One turn's levels, which wait to be soaked at the difficulty of the heat or light (C6)."""
    is_sun = exposure.to is ExposedTo.SUNLIGHT
    soak, levels = (SUNLIGHT_SOAK, _SUN) if is_sun else (FIRE_SOAK, _FIRE)
    found = {name.casefold(): difficulty for name, difficulty in soak.items()}
    difficulty = found.get(exposure.of.strip().casefold())
    if difficulty is None:
        return Refusal(
            Code.INVALID,
            "The rules know no such heat or light: its soak difficulty is not told.",
            "exposure.of",
            ", ".join(soak),
        )
    propose(
        deed,
        ProposalKind.V20_DAMAGE,
        asked.audience.narrowed_to(card_audience(character)),
        character=character.character,
        damage=DamageView(
            TrackName.HEALTH,
            DamageKind.AGGRAVATED,
            levels[exposure.extent],
            f"{exposure.of.strip().capitalize()}: soaked at difficulty {difficulty}.",
        ),
        difficulty=difficulty,
    )
    return None
