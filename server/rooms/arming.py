"""What the sides of a contest fight with and wear, and the damage that comes of it."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import Armour, Arms
from protocol.views import DamageView
from protocol.words import CalledShot, DamageKind, Harm, PoolCategory, TrackName
from server.rooms.contest_state import SideState
from server.rooms.refusal import Refusal
from server.rooms.sheets import RESILIENCE, has_trait
from server.rooms.state import CharacterState
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.weapons import ARMOURS, DAMAGE_NEEDED, WEAPONS, called_shot_takes, strike
from server.rules.v5.weapons import Armour as RuleArmour
from server.rules.v5.weapons import CalledShot as RuleShot
from server.rules.v5.weapons import Harm as RuleHarm

Armed = tuple[int, Arms | None]
"""What a weapon adds to the margin, and what else there is to say of a side's arms."""


def armed(intent: i.OpenContest | i.AnswerContest, conflict: PoolCategory) -> Armed | Refusal:
    """The arms that a side names: a weapon and an armour of the rules, or the table's own."""
    if not intent.arms and intent.harm is None and intent.armour is None:
        return intent.weapon, None
    if conflict is not PoolCategory.PHYSICAL:
        return Refusal(
            Code.INVALID,
            "Weapons, harm and armour belong to a physical conflict.",
            "arms" if intent.arms else "harm" if intent.harm else "armour",
            "none of them, or a physical conflict",
        )
    value, name, harm = intent.weapon, intent.arms.strip(), intent.harm
    if name:
        weapon = WEAPONS.get(name.casefold())
        if weapon is None and harm is None:
            return Refusal(
                Code.UNKNOWN_WEAPON,
                "The rules know no such weapon: say what harm it does.",
                "arms",
                ", ".join(WEAPONS),
            )
        if weapon is not None:
            value, harm = value or weapon.value, harm or Harm(weapon.harm)
    armour = None if intent.armour is None else _worn(intent.armour)
    return armour if isinstance(armour, Refusal) else (value, Arms(name, harm, armour))


def _worn(armour: Armour) -> Armour | Refusal:
    """Armour with its points, which the rules know for some."""
    if armour.points is not None:
        return armour
    known = ARMOURS.get(armour.name.strip().casefold())
    if known is None:
        return Refusal(
            Code.UNKNOWN_ARMOUR,
            "The rules know no such armour: say how many points it turns.",
            "armour.name",
            ", ".join(ARMOURS),
        )
    return Armour(armour.name, known.points, armour.bullets_only)


def blows(
    attacker: SideState,
    defender: SideState | None,
    target: CharacterState,
    *,
    conflict: PoolCategory,
    amount: int,
    called: CalledShot | None,
) -> list[DamageView]:
    """
    The damage that one side deals the other, by kind.

    Each kind is a source of its own. Where the attacker named no harm, the kind is the one that
    it named, and armour turns nothing.
    """
    takes, needs = _shot(called, amount)
    harm = None if attacker.arms is None else attacker.arms.harm
    if harm is None:
        track = TrackName.HEALTH if conflict is PoolCategory.PHYSICAL else TrackName.WILLPOWER
        return [DamageView(track, attacker.damage_kind, amount, needs, takes)]
    worn = None if defender is None or defender.arms is None else defender.arms.armour
    against = _armour(worn)
    kind = CharacterKind(target.kind)
    is_resilient = has_trait(target, RESILIENCE)
    bare = strike(amount, RuleHarm(harm), kind, is_resilient=is_resilient)
    blow = strike(amount, RuleHarm(harm), kind, armour=against, is_resilient=is_resilient)
    turned = bare.aggravated - blow.aggravated
    by = (
        f"{harm.capitalize()} harm"
        if not attacker.arms or not attacker.arms.name
        else (f"{attacker.arms.name.capitalize()} ({harm})")
    )
    does = DamageKind.AGGRAVATED if bare.aggravated else DamageKind.SUPERFICIAL
    why = f"{by} does {does} damage to a {target.kind.replace('_', '-')}"
    if turned and worn is not None:
        why += f"; {worn.name} turns {turned} of {amount} Superficial"
    why = f"{why}.{f' {needs}' if needs else ''}"
    return [
        DamageView(TrackName.HEALTH, kind_dealt, points, why, takes)
        for kind_dealt, points in (
            (DamageKind.SUPERFICIAL, blow.superficial),
            (DamageKind.AGGRAVATED, blow.aggravated),
        )
        if points
    ]


def _armour(worn: Armour | None) -> RuleArmour | None:
    if worn is None:
        return None
    return RuleArmour(worn.name, worn.points or 0, worn.bullets_only)


def _shot(called: CalledShot | None, amount: int) -> tuple[CalledShot | None, str]:
    """What a called shot takes, or a sentence about what it lacks (A9.11)."""
    if called is None or called is CalledShot.OTHER:
        return called, ""
    shot = RuleShot(called)
    if called_shot_takes(shot, amount):
        return called, ""
    return None, f"A {called} needs {DAMAGE_NEEDED[shot]} damage, and this is {amount}."
