"""V20 combat from given faces: initiative, and an attack with defence, damage and soak."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.words import Label
from server.commands.resolving_base import (
    Faces,
    Refused,
    V20Preset,
    V20Request,
    refuse,
    refuse_missing,
    refuse_number_of_faces,
    v20_house,
)
from server.commands.resolving_v20 import Throw, V20RollReceipt, read_throw
from server.commands.resolving_v20_health import SoakRoll, soaked
from server.commands.resolving_v20_state import V20Track, health_of
from server.rules.v20 import faces as rule_faces
from server.rules.v20.damage import (
    STRENGTH_DAMAGE,
    Body,
    DamageKind,
    damage_pool,
    net_attack,
    read_damage,
    strength_items,
)
from server.rules.v20.health import Condition, HealthTrack, penalty_of
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.initiative import (
    FIXED_INITIATIVE,
    Initiative,
    declaration_order,
    initiative,
    is_rolled_in,
    turn_order,
)
from server.rules.v20.pools import INCAPACITATED, PoolItem
from server.rules.v20.soak import soak_damage
from server.rules.v20.wounding import wound

Rating = Annotated[int, Meta(ge=0, le=20)]
Turn = Annotated[int, Meta(ge=1, le=99)]
InitiativeFace = Annotated[int, Meta(ge=1, le=10)]
BonusDice = Annotated[int, Meta(ge=0, le=40)]
Blood = Annotated[int, Meta(ge=0, le=100)]
Blow = Literal["punch", "kick", "bite", "claws"]


class Fighter(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """One who acts in a turn; without a `face` the table's 6 stands for the die."""

    name: Label
    dexterity: Rating
    wits: Rating
    celerity_unused: Rating = 0
    face: InitiativeFace | None = None
    health: V20Track | None = None


class V20Initiative(V20Request, frozen=True, kw_only=True, tag="v20_initiative", gc=False):
    """Who acts when in a turn."""

    combatants: Annotated[tuple[Fighter, ...], Meta(max_length=64)]
    turn: Turn = 1


class Standing(Struct, frozen=True, gc=False):
    """A combatant's initiative: the rating, the die, and both together."""

    name: str
    rating: int
    die: int
    total: int


class InitiativeReceipt(Struct, frozen=True, tag="v20_initiative", gc=False):
    """
    Groups of names in the order they act, and in the order they declare.

    `is_rolled`: by the house rules initiative is rolled in this turn.
    """

    standings: tuple[Standing, ...]
    order: tuple[tuple[str, ...], ...]
    declaration: tuple[tuple[str, ...], ...]
    is_rolled: bool
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_initiative(request: V20Initiative) -> InitiativeReceipt:
    """
    Order those who act.

    Raises:
        Refused: Somebody is Incapacitated.

    Rule: C5.1, C5.6.
    """
    house = v20_house(request)
    rolled = [
        _initiative(fighter, f"combatants[{number}].health")
        for number, fighter in enumerate(request.combatants)
    ]
    return InitiativeReceipt(
        standings=tuple([Standing(one.name, one.rating, one.die, one.total) for one in rolled]),
        order=turn_order(rolled),
        declaration=declaration_order(rolled),
        is_rolled=is_rolled_in(request.turn, house.rules),
        preset=house.preset,
        switches=house.switches,
    )


def _initiative(fighter: Fighter, field: str) -> Initiative:
    penalty = penalty_of(_track(fighter.health, field))
    if penalty is None:
        refuse(INCAPACITATED, field)
    return initiative(
        fighter.name,
        dexterity=fighter.dexterity,
        wits=fighter.wits,
        celerity_unused=fighter.celerity_unused,
        wound_penalty=penalty,
        die=FIXED_INITIATIVE if fighter.face is None else fighter.face,
    )


def _track(said: V20Track | None, field: str) -> HealthTrack:
    return HealthTrack() if said is None else health_of(said, field)


class DamageSource(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """
    What an attack does damage with.

    With `strength` the damage comes from it, by a `blow` whose bonus and kind are known or by a
    weapon's `bonus`; without, `bonus` is the weapon's own damage.
    """

    strength: Rating | None = None
    blow: Blow | None = None
    bonus: BonusDice = 0
    damage_kind: DamageKind | None = None


class V20Attack(V20Request, frozen=True, kw_only=True, tag="v20_attack", gc=False):
    """
    An attack, what defends against it, the damage it rolls, and who soaks it.

    `attacker_health` counts for wounds where the house rules let them weaken Strength.
    """

    attack: Throw
    source: DamageSource
    defence: Throw | None = None
    damage_faces: Faces = ()
    attacker_health: V20Track | None = None
    soak: SoakRoll | None = None
    body: Body = Body.VAMPIRE
    health: V20Track | None = None
    blood: Blood | None = None


class TrackAfter(Struct, frozen=True, gc=False):
    """The target's health after an attack."""

    bashing: int
    lethal: int
    aggravated: int
    condition: Condition | None


class AttackReceipt(Struct, frozen=True, tag="v20_attack", gc=False):
    """
    An attack to its end; without net successes it misses, and nothing after `net` happens.

    `items` make the pool of damage; `dealt` levels less those `soaked` are, after halving, the
    `levels` to mark.
    """

    attack: V20RollReceipt
    defence: V20RollReceipt | None
    net: int
    items: tuple[PoolItemView, ...]
    damage_kind: DamageKind
    dealt: int
    soaked: int
    levels: int
    health: TrackAfter | None
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_attack(request: V20Attack) -> AttackReceipt:
    """
    Resolve an attack.

    Raises:
        Refused: The rules refuse a part of it.

    Rule: C5.2 to C5.6, C6.
    """
    house = v20_house(request)
    attack, attack_receipt = read_throw(request.attack, house, "attack.")
    defence, defence_receipt = None, None
    if request.defence is not None:
        defence, defence_receipt = read_throw(request.defence, house, "defence.")
    net = net_attack(attack, defence)
    kind = _kind_of(request.source)
    pool = damage_pool(_source_items(request, house.rules), net)
    refuse_number_of_faces("damage_faces", pool.size if pool else 0, len(request.damage_faces))
    dealt = read_damage(rule_faces.Faces(request.damage_faces), house.rules).net
    soak_net = 0
    if request.soak is not None:
        if pool is None:
            message = "An attack that misses is not soaked."
            raise Refused("soak", message, "no soak", code="missed")
        soak_net = soaked(request.soak, kind, request.body, 6, house.rules, "soak.faces")
    left = soak_damage(dealt, soak_net, kind, request.body)
    return AttackReceipt(
        attack=attack_receipt,
        defence=defence_receipt,
        net=net,
        items=tuple([PoolItemView(i.label, i.dice) for i in pool.items]) if pool else (),
        damage_kind=kind,
        dealt=dealt,
        soaked=left.soaked,
        levels=left.levels,
        health=_marked(request, left.levels, kind),
        preset=house.preset,
        switches=house.switches,
    )


def _kind_of(source: DamageSource) -> DamageKind:
    if source.damage_kind is not None:
        return source.damage_kind
    if source.blow is None:
        refuse_missing(
            "source.damage_kind", "Damage without a blow", f"one of {', '.join(DamageKind)}"
        )
    return STRENGTH_DAMAGE[source.blow].kind


def _source_items(request: V20Attack, rules: V20Rules) -> tuple[PoolItem, ...]:
    source = request.source
    if source.strength is None:
        if source.blow is not None:
            refuse_missing("source.strength", "A blow", "a whole number from 0 to 20")
        return (PoolItem("weapon", source.bonus),)
    bonus = source.bonus + (0 if source.blow is None else STRENGTH_DAMAGE[source.blow].bonus)
    penalty = penalty_of(_track(request.attacker_health, "attacker_health"))
    if penalty is None:
        refuse(INCAPACITATED, "attacker_health")
    return strength_items(source.strength, bonus, wound_penalty=penalty, rules=rules)


def _marked(request: V20Attack, levels: int, kind: DamageKind) -> TrackAfter | None:
    if request.health is None:
        return None
    track = health_of(request.health, "health")
    injury = wound(track, levels, kind, request.body, blood=request.blood)
    after = injury.after
    return TrackAfter(after.bashing, after.lethal, after.aggravated, injury.condition)
