"""Operations on a V20 health track: damage with its soak, fire, sunlight, and healing."""

from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct

from server.commands.resolving_base import (
    Does,
    Faces,
    Refused,
    refuse,
    refuse_in,
    refuse_number_of_faces,
)
from server.commands.resolving_v20 import Difficulty
from server.commands.resolving_v20_state import Sheet20
from server.rules.refusal import RuleRefusal
from server.rules.v20 import faces as rule_faces
from server.rules.v20.blood import spend_blood, spendable
from server.rules.v20.damage import Body, DamageKind, read_soak
from server.rules.v20.health import Condition, HealthTrack, condition_of
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.soak import (
    FIRE_LEVELS,
    FIRE_SOAK,
    SUNLIGHT_LEVELS,
    SUNLIGHT_SOAK,
    soak_damage,
    soak_pool,
)
from server.rules.v20.willpower import spend_willpower
from server.rules.v20.wounding import blood_healing_refusal, heal, healing_cost, wound

TraitRating = Annotated[int, Meta(ge=0, le=10)]
Levels = Annotated[int, Meta(ge=0, le=100)]
HealedLevels = Annotated[int, Meta(ge=1, le=20)]
Heat = Literal[
    "candle", "torch", "Bunsen burner", "electrical fire", "chemical fire", "molten metal"
]
FireReach = Literal["a part of the body", "half of the body (bonfire)", "all of the body (inferno)"]
Light = Literal[
    "twilight", "heavy cloud", "closed curtain", "fully covered", "indirect", "through a window",
    "outside on a cloudy day", "one direct ray", "mirror", "direct sun",
]  # fmt: skip
LightReach = Literal[
    "a small part of the body", "a large part of the body", "half of the body or more"
]


class SoakRoll(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """
    A soak roll; with `stamina` or `fortitude` there are as many faces as they give here.

    Without a difficulty it is what the harm asks for: 6, or that of the fire or the light.
    """

    faces: Faces
    difficulty: Difficulty | None = None
    stamina: TraitRating | None = None
    fortitude: TraitRating | None = None


class Damage(Does, frozen=True, tag="damage", gc=False):
    """Levels of damage, before soak and before a vampire's bashing is halved."""

    damage_kind: DamageKind
    levels: Levels
    soak: SoakRoll | None = None


class Fire(Does, frozen=True, tag="fire", gc=False):
    """A turn of burning, without a damage roll."""

    heat: Heat
    reach: FireReach
    soak: SoakRoll | None = None


class Sunlight(Does, frozen=True, tag="sunlight", gc=False):
    """A turn in the light of the sun, without a damage roll."""

    light: Light
    reach: LightReach
    soak: SoakRoll | None = None


class Heal(Does, frozen=True, tag="heal", gc=False):
    """Marks of one kind cleared, by time or by the Storyteller; as many must be there."""

    damage_kind: DamageKind
    levels: HealedLevels


class HealWithBlood(Does, frozen=True, tag="heal_with_blood", gc=False):
    """Marks of one kind healed with blood; aggravated ones while `resting` for a full day."""

    damage_kind: DamageKind
    levels: HealedLevels
    resting: bool = False


HealthOperation = Damage | Fire | Sunlight | Heal | HealWithBlood


class HealthStep(Struct, frozen=True, tag="health", gc=False):
    """
    A health track after one operation, and what healing took.

    Of the levels dealt `soaked` were taken away; `levels` were to be marked, after halving.
    `marked` found an empty box, `upgraded` made a lighter mark worse, `lost` changed nothing.
    """

    bashing: int
    lethal: int
    aggravated: int
    condition: Condition | None
    soaked: int = 0
    levels: int = 0
    marked: int = 0
    upgraded: int = 0
    lost: int = 0
    blood_spent: int = 0
    willpower_spent: int = 0


def operate_health(sheet: Sheet20, operation: HealthOperation, place: str) -> HealthStep:
    """
    Carry out an operation on health.

    Raises:
        Refused: The rules refuse it.

    Rule: C5.5, C6.
    """
    match operation:
        case Damage(kind, levels, soak):
            return _deal(sheet, kind, levels, soak, 6, place)
        case Fire(heat, reach, soak):
            levels = FIRE_LEVELS[reach]
            return _deal(sheet, DamageKind.AGGRAVATED, levels, soak, FIRE_SOAK[heat], place)
        case Sunlight(light, reach, soak):
            if sheet.body is not Body.VAMPIRE:
                message = "Sunlight hurts vampires alone."
                raise Refused("body", message, "vampire", code="no_sunlight")
            levels = SUNLIGHT_LEVELS[reach]
            return _deal(sheet, DamageKind.AGGRAVATED, levels, soak, SUNLIGHT_SOAK[light], place)
        case Heal():
            healed = _healed(sheet, operation, place)
            return _told(sheet, healed)
        case HealWithBlood():
            return _heal_with_blood(sheet, operation, place)
        case _:
            assert_never(operation)


def usable_blood(sheet: Sheet20) -> int | None:
    """Points that can be spent, as the condition of a full track asks; None where not told."""
    if sheet.maybe_blood is None or sheet.row is None:
        return sheet.maybe_blood
    return spendable(sheet.maybe_blood, sheet.row)


def _deal(
    sheet: Sheet20,
    kind: DamageKind,
    dealt: int,
    soak: SoakRoll | None,
    difficulty: int,
    place: str,
) -> HealthStep:
    track = sheet.health("Damage")
    net = 0
    if soak is not None:
        net = soaked(soak, kind, sheet.body, difficulty, sheet.rules, f"{place}.soak.faces")
    left = soak_damage(dealt, net, kind, sheet.body)
    injury = wound(track, left.levels, kind, sheet.body, blood=usable_blood(sheet))
    after = sheet.maybe_health = injury.after
    return HealthStep(
        bashing=after.bashing,
        lethal=after.lethal,
        aggravated=after.aggravated,
        condition=injury.condition,
        soaked=left.soaked,
        levels=left.levels,
        marked=injury.marked,
        upgraded=injury.upgraded,
        lost=injury.lost,
    )


def soaked(
    soak: SoakRoll, kind: DamageKind, body: Body, usual: int, rules: V20Rules, field: str
) -> int:
    """
    Net successes of a soak roll, at the *usual* difficulty unless it names another.

    Raises:
        Refused: There are not as many faces as the traits give against this damage.

    Rule: C5.5, C6.
    """
    if soak.stamina is not None or soak.fortitude is not None:
        pool = soak_pool(soak.stamina or 0, soak.fortitude or 0, kind, body, rules)
        refuse_number_of_faces(field, pool.size, len(soak.faces))
    difficulty = usual if soak.difficulty is None else soak.difficulty
    return read_soak(rule_faces.Faces(soak.faces), difficulty, rules).net


def _healed(sheet: Sheet20, asked: Heal | HealWithBlood, place: str) -> HealthTrack:
    after = heal(sheet.health("Healing"), asked.levels, asked.damage_kind)
    if isinstance(after, RuleRefusal):
        refuse_in(after, asked, f"{place}.")
    return after


def _told(sheet: Sheet20, after: HealthTrack, blood: int = 0, willpower: int = 0) -> HealthStep:
    sheet.maybe_health = after
    return HealthStep(
        bashing=after.bashing,
        lethal=after.lethal,
        aggravated=after.aggravated,
        condition=condition_of(after, sheet.body, blood=usable_blood(sheet)),
        blood_spent=blood,
        willpower_spent=willpower,
    )


def _heal_with_blood(sheet: Sheet20, asked: HealWithBlood, place: str) -> HealthStep:
    """Pay for healing; a day's rest knows no turns, so that nothing bounds what it takes."""
    refusal = blood_healing_refusal(sheet.body)
    if refusal is not None:
        refuse(refusal, "body")
    cost = healing_cost(asked.levels, asked.damage_kind)
    if cost.is_full_rest and not asked.resting:
        message = "Aggravated damage heals in a full day's rest."
        raise Refused(f"{place}.resting", message, "true", code="needs_rest")
    after = _healed(sheet, asked, place)
    points, row = sheet.blood("Healing with blood")
    spent = None if asked.resting else sheet.spent_this_turn
    left = spend_blood(points, cost.blood, row, spent_this_turn=spent)
    if isinstance(left, RuleRefusal):
        refuse(left, place)
    if cost.willpower:
        paid = spend_willpower(sheet.willpower("Healing so much in one rest"), cost.willpower)
        if isinstance(paid, RuleRefusal):
            refuse(paid, place)
        sheet.maybe_willpower = paid
    sheet.maybe_blood = left
    if spent is not None:
        sheet.spent_this_turn = spent + cost.blood
    return _told(sheet, after, cost.blood, cost.willpower)
