"""Compulsions of the rules as effects on a character."""

from typing import Final, assert_never

from msgspec.structs import replace

from protocol.views import EffectView
from protocol.words import Clock, EffectKind
from server.rooms.refusal import Refusal, from_rules
from server.rules.refusal import RuleRefusal
from server.rules.v5.compulsion_table import (
    CLAN_COMPULSIONS,
    DOMINANCE,
    HARM,
    HUNGER,
    PARANOIA,
    Compulsion,
    Weighs,
    clan_compulsion,
)
from server.rules.v5.compulsions import ends_by_itself, own_compulsion
from server.rules.v5.house_rules import V5Rules

_GENERAL: Final = (HUNGER, DOMINANCE, HARM, PARANOIA)


def named(name: str, rules: V5Rules) -> Compulsion | None:
    """A Compulsion of the rules by its name, in any letter case."""
    wanted = name.strip().casefold()
    for known in (*_GENERAL, *CLAN_COMPULSIONS.values()):
        if known.name.casefold() == wanted:
            return known if known.clan is None else clan_compulsion(known.clan, rules)
    return None


def filled(view: EffectView, rules: V5Rules) -> EffectView:
    """A Compulsion that the rules know with what the table says, where it says nothing itself."""
    known = named(view.name, rules) if view.kind is EffectKind.COMPULSION else None
    if known is None or view.penalty or view.applies or view.ends:
        return view
    return replace(
        view,
        penalty=known.dice,
        # What comes with a failure does not weigh before it, as the table sees in the receipt.
        conditional=known.weighs in (Weighs.UNLESS_MET, Weighs.AFTER_FAILURE),
        traits=view.traits or known.traits,
        applies=_applies(known),
        ends=known.ending,
        until=view.until or (Clock.SCENE if known.ends_with_scene else None),
    )


def refuse_own(view: EffectView, rules: V5Rules) -> Refusal | None:
    """Whether a Compulsion that the rules do not know takes more than one of a table's own may."""
    if view.kind is not EffectKind.COMPULSION or named(view.name, rules) is not None:
        return None
    made = own_compulsion(
        view.name,
        dice=view.penalty,
        condition=view.applies,
        ending=view.ends,
        has_condition=view.conditional,
    )
    if not isinstance(made, RuleRefusal):
        return None
    return from_rules(made, {"dice": "penalty"})


def _applies(known: Compulsion) -> str:
    match known.weighs:
        case Weighs.ON_ALL:
            return ""
        case Weighs.UNLESS_MET:
            return f"Unless: {known.condition}"
        case Weighs.ON_TRAITS | Weighs.LESS_BY_REPEATING | Weighs.AFTER_FAILURE:
            return known.condition
        case _:
            assert_never(known.weighs)


def ends_on_slaking(view: EffectView, slaked: int, rules: V5Rules) -> bool:
    """Whether so much Hunger slaked ends an effect."""
    known = named(view.name, rules) if view.kind is EffectKind.COMPULSION else None
    is_own = known is not None and view.ends == known.ending
    return known is not None and is_own and ends_by_itself(known, slaked=slaked)


def ends_on_skill_critical(view: EffectView, rules: V5Rules) -> bool:
    """Whether a roll with a Skill that is won critically ends an effect."""
    known = named(view.name, rules) if view.kind is EffectKind.COMPULSION else None
    is_own = known is not None and view.ends == known.ending
    return known is not None and is_own and ends_by_itself(known, won_skill_critically=True)


def weighs_on_terror(view: EffectView, rules: V5Rules) -> bool:
    """Whether an effect also weighs on resisting terror frenzy."""
    known = named(view.name, rules) if view.kind is EffectKind.COMPULSION else None
    return known is not None and known.on_resisting_terror and view.penalty < 0


def forbids_teamwork(view: EffectView, rules: V5Rules) -> bool:
    """Whether a Compulsion keeps its character out of teamwork."""
    known = named(view.name, rules) if view.kind is EffectKind.COMPULSION else None
    return known is not None and known.forbids_teamwork
