"""Operations on V5 trackers that are about the Blood: rousing, feeding, mending, waking."""

from typing import Annotated, NoReturn, assert_never

from msgspec import Meta, Struct

from protocol.words import Amount, Face
from server.commands.resolving_base import Does, Refused, refuse, refuse_in, refuse_number_of_faces
from server.commands.resolving_v5_checks import PowerLevel, RouseFaces, RouseStep, rouse_step
from server.commands.resolving_v5_frenzy import end_of_frenzy
from server.commands.resolving_v5_state import Sheet
from server.commands.resolving_v5_tracks import TrackStep, deal, gain_stains
from server.rules.refusal import RuleRefusal
from server.rules.v5.blush import Look, blush_of
from server.rules.v5.feeding import BloodSource, bite_damage, feed
from server.rules.v5.hunger import raise_hunger
from server.rules.v5.kinds import CharacterKind, ghoul_power_cost, mends_by_rouse
from server.rules.v5.mending import (
    Mending,
    aggravated_mend_refusal,
    mend_refusal,
    resolve_aggravated_mend,
    resolve_mend,
)
from server.rules.v5.rouse import oblivion_stains, resolve_rouse, rouse_dice, rouse_refusal
from server.rules.v5.tracks import DamageKind, TrackName
from server.rules.v5.waking import TorporLength, resolve_waking, torpor_length

BlushFaces = Annotated[tuple[Face, ...], Meta(max_length=2)]
ThreeFaces = Annotated[tuple[Face, ...], Meta(min_length=3, max_length=3)]


class Rouse(Does, frozen=True, tag="rouse", gc=False):
    """A Rouse check, chosen or not, for a Discipline power of `power_level` or something else."""

    faces: RouseFaces
    power_level: PowerLevel | None = None
    voluntary: bool = False
    oblivion: bool = False


class RaiseHunger(Does, frozen=True, tag="raise_hunger", gc=False):
    """Hunger raised as the price of a bestial failure."""

    amount: Amount


class Feed(Does, frozen=True, tag="feed", gc=False):
    """Blood drunk from a source: as much as it gives, or `amount`."""

    source: BloodSource
    amount: Amount | None = None


class Mend(Does, frozen=True, tag="mend", gc=False):
    """Superficial Health mended for one Rouse check."""

    face: Face


class MendAggravated(Does, frozen=True, tag="mend_aggravated", gc=False):
    """A point of Aggravated Health mended for three Rouse checks."""

    faces: ThreeFaces
    at_waking: bool = False


class Wake(Does, frozen=True, tag="wake", gc=False):
    """Waking in the evening, for one Rouse check; it begins a night."""

    face: Face


class BlushOfLife(Does, frozen=True, tag="blush", gc=False):
    """Blush of Life, for as many faces as Humanity asks for; none where none is needed."""

    faces: BlushFaces = ()


class GhoulPower(Does, frozen=True, tag="ghoul_power", gc=False):
    """A power that a ghoul pays for with Health."""

    power_level: PowerLevel


BloodOperation = (
    Rouse | RaiseHunger | Feed | Mend | MendAggravated | Wake | BlushOfLife | GhoulPower
)


class HungerStep(Struct, frozen=True, tag="hunger", gc=False):
    """
    Hunger before and after, by which Rouse checks, and the frenzy test that follows.

    `superficial` and `aggravated` are Health where it was mended. `torpor` is how long a torpor
    lasts into which the character falls, where the table tells.
    """

    hunger_before: int
    hunger_after: int
    frenzy_difficulty: int | None
    checks: tuple[RouseStep, ...] = ()
    superficial: int | None = None
    aggravated: int | None = None
    falls_into_torpor: bool = False
    torpor: TorporLength | None = None


class FeedStep(Struct, frozen=True, tag="feed", gc=False):
    """
    A feeding: what was drunk, what it is worth at this Blood Potency, what it slaked.

    `bite_damage` is the Aggravated damage of the bite, if it was an attack.
    """

    hunger_before: int
    hunger_after: int
    drunk: int
    worth: int
    slaked: int
    bite_damage: int
    ends_frenzy: bool
    why: str


class BlushStep(Struct, frozen=True, tag="blush", gc=False):
    """Blush of Life: how many dice it took, how the character looks without it, and Hunger."""

    rouse_dice: int
    unaided: Look
    may_fall_short: bool
    hunger_before: int | None
    hunger_after: int | None
    frenzy_difficulty: int | None


BloodResultStep = HungerStep | FeedStep | BlushStep | TrackStep


def operate_blood(sheet: Sheet, operation: BloodOperation, place: str) -> BloodResultStep:
    """
    Carry out an operation about the Blood.

    Raises:
        Refused: The rules refuse it.

    Rule: A4, A6, A8, A10 (mend), A14.
    """
    match operation:
        case Rouse():
            return _rouse(sheet, operation, place)
        case RaiseHunger():
            rise = raise_hunger(sheet.hunger("Raising Hunger"), operation.amount)
            sheet.maybe_hunger = rise.after
            return HungerStep(rise.before, rise.after, rise.frenzy_difficulty)
        case Feed():
            return _feed(sheet, operation, place)
        case Mend():
            return _mend(sheet, operation, place)
        case MendAggravated():
            return _mend_aggravated(sheet, operation, place)
        case Wake():
            return _wake(sheet, operation, place)
        case BlushOfLife():
            return _blush(sheet, operation, place)
        case GhoulPower():
            return _ghoul_power(sheet, operation)
        case _:
            assert_never(operation)


def _refuse_blood(refusal: RuleRefusal, place: str) -> NoReturn:
    refuse(refusal, "character_kind" if refusal.code == "no_rouse" else place)


def _refuse_rouse(sheet: Sheet, hunger: int, place: str, *, voluntary: bool) -> None:
    refusal = rouse_refusal(
        uses_rouse=sheet.kind.uses_rouse,
        hunger=hunger,
        is_voluntary=voluntary,
        rules=sheet.rules,
    )
    if refusal is not None:
        _refuse_blood(refusal, place)


def _rouse(sheet: Sheet, rouse: Rouse, place: str) -> HungerStep:
    hunger = sheet.hunger("A Rouse check")
    _refuse_rouse(sheet, hunger, place, voluntary=rouse.voluntary)
    if rouse.power_level is not None:
        sheet.blood_potency("A check for a power")
    if sheet.maybe_blood_potency is not None:
        dice = rouse_dice(
            blood_potency_rating=sheet.maybe_blood_potency,
            power_level=rouse.power_level,
            rules=sheet.rules,
        )
        refuse_number_of_faces(f"{place}.faces", dice, len(rouse.faces))
    check = resolve_rouse(rouse.faces, hunger=hunger, rules=sheet.rules)
    sheet.maybe_hunger = check.hunger_after
    if rouse.oblivion and sheet.maybe_humanity is not None:
        gain_stains(sheet, oblivion_stains(check))
    step = rouse_step(check, is_oblivion=rouse.oblivion)
    return HungerStep(hunger, check.hunger_after, check.frenzy_difficulty, (step,))


def _feed(sheet: Sheet, drink: Feed, place: str) -> FeedStep:
    what = "Feeding"
    fed = feed(
        drink.source,
        hunger=sheet.hunger(what),
        blood_potency_rating=sheet.blood_potency(what),
        rules=sheet.rules,
        amount=drink.amount,
    )
    if isinstance(fed, RuleRefusal):
        refuse_in(fed, drink, f"{place}.")
    sheet.maybe_hunger = fed.after
    return FeedStep(
        hunger_before=fed.before,
        hunger_after=fed.after,
        drunk=fed.drunk,
        worth=fed.worth,
        slaked=fed.slaked,
        bite_damage=bite_damage(fed.slaked),
        ends_frenzy=end_of_frenzy(sheet),
        why=fed.why,
    )


def _mends_by_rouse(sheet: Sheet) -> bool:
    return mends_by_rouse(sheet.kind, has_mortal_frailty=sheet.has_mortal_frailty)


def _mend(sheet: Sheet, mend: Mend, place: str) -> HungerStep:
    what = "Mending"
    hunger, health = sheet.hunger(what), sheet.track(TrackName.HEALTH, what)
    refusal = mend_refusal(
        health,
        uses_rouse=_mends_by_rouse(sheet),
        hunger=hunger,
        mended_this_turn=sheet.in_turns and sheet.mended_this_turn,
        rules=sheet.rules,
    )
    if refusal is not None:
        _refuse_blood(refusal, place)
    mended = resolve_mend(
        mend.face,
        health=health,
        hunger=hunger,
        blood_potency_rating=sheet.blood_potency(what),
        rules=sheet.rules,
    )
    sheet.mended_this_turn = True
    return _mended(sheet, mended, hunger)


def _mend_aggravated(sheet: Sheet, mend: MendAggravated, place: str) -> HungerStep:
    what = "Mending"
    hunger, health = sheet.hunger(what), sheet.track(TrackName.HEALTH, what)
    refusal = aggravated_mend_refusal(
        health,
        uses_rouse=_mends_by_rouse(sheet),
        hunger=hunger,
        mended_tonight=sheet.mended_tonight,
        rules=sheet.rules,
    )
    if refusal is not None:
        _refuse_blood(refusal, place)
    first, second, third = mend.faces
    mended = resolve_aggravated_mend(
        (first, second, third),
        health=health,
        hunger=hunger,
        at_waking=mend.at_waking,
        rules=sheet.rules,
    )
    sheet.mended_tonight = True
    return _mended(sheet, mended, hunger)


def _mended(sheet: Sheet, mended: Mending, hunger: int) -> HungerStep:
    sheet.maybe_health = mended.after
    sheet.maybe_hunger = mended.hunger_after
    return HungerStep(
        hunger_before=hunger,
        hunger_after=mended.hunger_after,
        frenzy_difficulty=mended.frenzy_difficulty,
        checks=tuple([rouse_step(check) for check in mended.checks]),
        superficial=mended.after.superficial,
        aggravated=mended.after.aggravated,
        falls_into_torpor=mended.falls_into_torpor,
        torpor=_torpor(sheet) if mended.falls_into_torpor else None,
    )


def _torpor(sheet: Sheet) -> TorporLength | None:
    return None if sheet.maybe_humanity is None else torpor_length(sheet.maybe_humanity)


def _wake(sheet: Sheet, wake: Wake, place: str) -> HungerStep:
    hunger = sheet.hunger("Waking")
    _refuse_rouse(sheet, hunger, place, voluntary=False)
    waking = resolve_waking(wake.face, hunger=hunger, rules=sheet.rules)
    sheet.maybe_hunger = waking.check.hunger_after
    sheet.mended_tonight = sheet.mended_this_turn = sheet.is_blushed = False
    return HungerStep(
        hunger_before=hunger,
        hunger_after=waking.check.hunger_after,
        frenzy_difficulty=waking.frenzy_difficulty,
        checks=(rouse_step(waking.check),),
        falls_into_torpor=waking.falls_into_torpor,
        torpor=_torpor(sheet) if waking.falls_into_torpor else None,
    )


def _blush(sheet: Sheet, asked: BlushOfLife, place: str) -> BlushStep:
    what = "Blush of Life"
    blush = blush_of(sheet.kind, sheet.humanity(what))
    refuse_number_of_faces(f"{place}.faces", blush.dice, len(asked.faces))
    before = after = sheet.maybe_hunger
    frenzy_difficulty = None
    if blush.is_needed:
        before = sheet.hunger(what)
        _refuse_rouse(sheet, before, place, voluntary=True)
        check = resolve_rouse(asked.faces, hunger=before, rules=sheet.rules)
        after = sheet.maybe_hunger = check.hunger_after
        frenzy_difficulty = check.frenzy_difficulty
        sheet.is_blushed = True
    return BlushStep(
        rouse_dice=blush.dice,
        unaided=blush.unaided,
        may_fall_short=blush.may_fall_short,
        hunger_before=before,
        hunger_after=after,
        frenzy_difficulty=frenzy_difficulty,
    )


def _ghoul_power(sheet: Sheet, power: GhoulPower) -> TrackStep:
    if sheet.kind is not CharacterKind.GHOUL:
        message = "Only a ghoul pays for a power with Health."
        raise Refused("character_kind", message, "ghoul", code="not_a_ghoul")
    cost = ghoul_power_cost(power.power_level, sheet.rules)
    return deal(sheet, TrackName.HEALTH, DamageKind.AGGRAVATED, cost)
