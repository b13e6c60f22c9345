"""Operations on V5 tracks and Humanity: damage, healing, spending, recovery, Stains."""

from typing import Annotated, Final, assert_never

from msgspec import Meta, Struct

from protocol.words import Amount, Dots
from server.commands.resolving_base import Does, refuse, refuse_in
from server.commands.resolving_v5_harm import (
    ArmourWorn,
    Target,
    WeaponUsed,
    harm_of,
    harmed,
    refuse_sunlight,
    weapon_value,
)
from server.commands.resolving_v5_state import Sheet
from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.conflict_harm import ConflictKind
from server.rules.v5.exposure import Exposure, fire_damage, sunlight_damage
from server.rules.v5.humanity import add_stains, settle_stains, stains_after_conviction
from server.rules.v5.kinds import halves_superficial
from server.rules.v5.moments import Moment
from server.rules.v5.recovery import Drive, follow_drive, recover_willpower, rest_heals
from server.rules.v5.tracks import (
    DamageKind,
    DamageResult,
    TrackName,
    deal_damage,
    heal,
    spend_willpower,
)
from server.rules.v5.weapons import CalledShot, Harm, called_shot_successes, called_shot_takes

Margin = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Intensity = Annotated[int, Meta(ge=0, le=20)]
Spared = Annotated[int, Meta(ge=0, le=50)]
CALLED_SHOT_COSTS: Final = 2
"""Successes a called shot costs where it costs successes; a smaller margin misses (A9.11)."""


class Damage(Does, frozen=True, tag="damage", gc=False):
    """Damage of one source, before any halving."""

    track: TrackName
    damage_kind: DamageKind
    amount: Amount


class Strike(Does, frozen=True, kw_only=True, tag="strike", gc=False):
    """A hit taken: margin and weapon, in a kind that weapon, target and armour decide."""

    margin: Margin
    weapon: WeaponUsed = 0
    harm: Harm | None = None
    armour: ArmourWorn = 0
    bullets_only: bool = False
    conflict: ConflictKind = ConflictKind.PHYSICAL
    called_shot: CalledShot | None = None


class Sunlight(Does, frozen=True, tag="sunlight", gc=False):
    """One turn in the light of the sun; `turn` is which, from 1."""

    turn: Turn
    obscured: bool = False


class Fire(Does, frozen=True, tag="fire", gc=False):
    """One turn of burning; `intensity` is what a hotter fire adds."""

    exposure: Exposure
    intensity: Intensity = 0


class Heal(Does, frozen=True, tag="heal", gc=False):
    """Marks of one kind cleared; more than there are clears them all."""

    track: TrackName
    damage_kind: DamageKind
    amount: Amount


class SpendWillpower(Does, frozen=True, tag="spend_willpower", gc=False):
    """One Willpower spent."""


class StartSession(Does, frozen=True, tag="start_session", gc=False):
    """
    A session begins: Superficial Willpower comes back, by the higher of the two Attributes.

    With `stamina` Health does too, for whom the house rules give that back by the session.
    """

    composure: Dots
    resolve: Dots
    stamina: Dots | None = None


class FollowDrive(Does, frozen=True, tag="follow_drive", gc=False):
    """The character acted on the Ambition or the Desire."""

    drive: Drive


class Rest(Does, frozen=True, tag="rest", gc=False):
    """A night of rest for who does not mend by the Blood."""

    stamina: Dots


class GainStains(Does, frozen=True, tag="gain_stains", gc=False):
    """Stains gained, less those that a Conviction spares."""

    amount: Amount
    spared: Spared = 0


class SetHumanity(Does, frozen=True, tag="set_humanity", gc=False):
    """Humanity changed by hand; no Stain is lost by it."""

    to: Dots


TrackOperation = (
    Damage | Strike | Sunlight | Fire | Heal | SpendWillpower | StartSession | FollowDrive | Rest
    | GainStains | SetHumanity
)  # fmt: skip


class TrackStep(Struct, frozen=True, tag="track", gc=False):
    """
    A track after one operation.

    `points` were to be marked, after halving; `marked` found an empty box, `turned_aggravated`
    turned a Superficial one, `lost` found only Aggravated boxes. All are 0 for healing.
    `called_shot_takes` says whether a called shot did what it was called for.
    """

    track: TrackName
    superficial: int
    aggravated: int
    points: int = 0
    marked: int = 0
    turned_aggravated: int = 0
    lost: int = 0
    called_shot_takes: bool | None = None


class RecoveryStep(Struct, frozen=True, tag="recovery", gc=False):
    """Superficial marks that a session or a night took away, by track."""

    willpower_healed: int
    health_healed: int


class HumanityStep(Struct, frozen=True, tag="humanity", gc=False):
    """
    Humanity and Stains after one operation, and the Aggravated Willpower damage it did.

    The damage is marked where the request has a Willpower track.
    """

    humanity: int
    stains: int
    overflow: int
    willpower_damage: int


TrackResultStep = TrackStep | RecoveryStep | HumanityStep


def operate_track(sheet: Sheet, operation: TrackOperation, place: str) -> TrackResultStep:
    """
    Carry out an operation on a track or on Humanity.

    Raises:
        Refused: The rules refuse it.

    Rule: A3.4, A9.9 to A9.11, A10, A11.
    """
    match operation:
        case Damage():
            return deal(sheet, operation.track, operation.damage_kind, operation.amount)
        case Strike():
            return _strike(sheet, operation, place)
        case Sunlight():
            return _sunlight(sheet, operation, place)
        case Fire():
            points = fire_damage(operation.exposure, intensity=operation.intensity)
            return deal(sheet, TrackName.HEALTH, DamageKind.AGGRAVATED, points)
        case Heal():
            return _heal(sheet, operation.track, operation.damage_kind, operation.amount)
        case SpendWillpower():
            return _spend_willpower(sheet, place)
        case StartSession():
            return _start_session(sheet, operation)
        case FollowDrive():
            return _follow_drive(sheet, operation, place)
        case Rest():
            return RecoveryStep(0, _rest(sheet, operation.stamina, Moment.NIGHT_OF_REST))
        case GainStains():
            return gain_stains(sheet, stains_after_conviction(operation.amount, operation.spared))
        case SetHumanity():
            sheet.humanity("Changing Humanity")
            sheet.maybe_humanity = operation.to
            sheet.stains, sheet.overflow = settle_stains(operation.to, sheet.stains, sheet.overflow)
            return HumanityStep(operation.to, sheet.stains, sheet.overflow, 0)
        case _:
            assert_never(operation)


def deal(sheet: Sheet, name: TrackName, kind: DamageKind, points: int) -> TrackStep:
    """Mark damage of one source on a track, halved where the character halves it (A10.3)."""
    halve = name is TrackName.HEALTH and halves_superficial(
        sheet.kind, is_resilient=sheet.is_resilient
    )
    dealt = deal_damage(sheet.track(name, "Damage"), kind, points, halve=halve)
    sheet.set_track(name, dealt.after)
    return _told(name, dealt)


def _told(name: TrackName, dealt: DamageResult) -> TrackStep:
    return TrackStep(
        track=name,
        superficial=dealt.after.superficial,
        aggravated=dealt.after.aggravated,
        points=dealt.halved_to,
        marked=dealt.marked,
        turned_aggravated=dealt.turned_aggravated,
        lost=dealt.lost,
    )


def _strike(sheet: Sheet, hit: Strike, place: str) -> TrackStep:
    """A blow's Aggravated points are marked first; each kind is a source of its own (A10.3)."""
    points = hit.margin + weapon_value(hit.weapon)
    if hit.called_shot is not None:
        left = called_shot_successes(hit.margin, sheet.rules)
        is_short = sheet.rules.called_shot == "successes_2" and hit.margin < CALLED_SHOT_COSTS
        points = 0 if is_short else left + weapon_value(hit.weapon)
    target = Target(sheet.kind, sheet.is_resilient, hit.armour, hit.bullets_only)
    blow = harmed(hit.conflict, points, harm_of(hit.weapon, hit.harm), target, f"{place}.harm")
    first = deal(sheet, blow.track, DamageKind.AGGRAVATED, blow.aggravated)
    then = deal(sheet, blow.track, DamageKind.SUPERFICIAL, blow.superficial)
    shot = hit.called_shot
    return TrackStep(
        track=blow.track,
        superficial=then.superficial,
        aggravated=then.aggravated,
        points=first.points + then.points,
        marked=first.marked + then.marked,
        turned_aggravated=first.turned_aggravated + then.turned_aggravated,
        lost=first.lost + then.lost,
        called_shot_takes=None if shot is None else called_shot_takes(shot, points),
    )


def _sunlight(sheet: Sheet, light: Sunlight, place: str) -> TrackStep:
    refuse_sunlight(sheet.kind, place)
    rating = sheet.blood_potency("Sunlight")
    severity = blood_potency(rating, sheet.rules).bane_severity
    points = sunlight_damage(severity, turn=light.turn, is_obscured=light.obscured)
    return deal(sheet, TrackName.HEALTH, DamageKind.AGGRAVATED, points)


def _heal(sheet: Sheet, name: TrackName, kind: DamageKind, amount: int) -> TrackStep:
    after = heal(sheet.track(name, "Healing"), kind, amount)
    sheet.set_track(name, after)
    return TrackStep(name, after.superficial, after.aggravated)


def _spend_willpower(sheet: Sheet, place: str) -> TrackStep:
    track = sheet.track(TrackName.WILLPOWER, "Spending Willpower")
    spent = spend_willpower(track, sheet.rules)
    if isinstance(spent, RuleRefusal):
        refuse(spent, place)
    return deal(sheet, TrackName.WILLPOWER, DamageKind.SUPERFICIAL, 1)


def _start_session(sheet: Sheet, start: StartSession) -> RecoveryStep:
    before = sheet.track(TrackName.WILLPOWER, "Recovery")
    after = recover_willpower(before, composure=start.composure, resolve=start.resolve)
    sheet.maybe_willpower = after
    sheet.drives.clear()
    healed = 0
    if start.stamina is not None:
        healed = _rest(sheet, start.stamina, Moment.SESSION_START)
    return RecoveryStep(before.superficial - after.superficial, healed)


def _rest(sheet: Sheet, stamina: int, moment: Moment) -> int:
    """Superficial Health that comes back by rest; none to who mends by the Blood."""
    points = rest_heals(
        sheet.kind,
        stamina=stamina,
        moment=moment,
        rules=sheet.rules,
        has_mortal_frailty=sheet.has_mortal_frailty,
    )
    before = sheet.track(TrackName.HEALTH, "Rest")
    after = heal(before, DamageKind.SUPERFICIAL, points)
    sheet.maybe_health = after
    return before.superficial - after.superficial


def _follow_drive(sheet: Sheet, followed: FollowDrive, place: str) -> TrackStep:
    after = follow_drive(
        sheet.track(TrackName.WILLPOWER, "Following a drive"),
        followed.drive,
        followed_this_session=followed.drive in sheet.drives,
    )
    if isinstance(after, RuleRefusal):
        refuse_in(after, followed, f"{place}.")
    sheet.maybe_willpower = after
    sheet.drives.add(followed.drive)
    return TrackStep(TrackName.WILLPOWER, after.superficial, after.aggravated)


def gain_stains(sheet: Sheet, amount: int) -> HumanityStep:
    """Add Stains; what overflows hurts the Willpower track, if the request has one (A11.4)."""
    humanity = sheet.humanity("Gaining Stains")
    result = add_stains(humanity, sheet.stains, sheet.overflow, amount, sheet.rules)
    sheet.stains, sheet.overflow = result.stains_after, result.overflow
    if sheet.maybe_willpower is not None:
        deal(sheet, TrackName.WILLPOWER, DamageKind.AGGRAVATED, result.willpower_damage)
    return HumanityStep(humanity, sheet.stains, sheet.overflow, result.willpower_damage)
