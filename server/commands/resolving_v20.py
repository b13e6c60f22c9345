"""V20 rolls from given faces: one, or two that resist each other."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from server.commands.resolving_base import (
    Faces,
    Refused,
    V20House,
    V20Preset,
    V20Request,
    refuse,
    v20_house,
)
from server.rules.refusal import RuleRefusal
from server.rules.v20 import faces as rule_faces
from server.rules.v20.counting import mark_dice
from server.rules.v20.difficulty import AppliedDifficulty, apply_difficulty
from server.rules.v20.faces import rerolls_due
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import PoolKind, specialty_refusal
from server.rules.v20.reading import Degree, Outcome, Reading, read_roll
from server.rules.v20.resisted import resolve_resisted

Difficulty = Annotated[int, Meta(ge=2, le=10)]
Required = Annotated[int, Meta(ge=1, le=100)]
Automatic = Annotated[int, Meta(ge=0, le=100)]
Rating = Annotated[int, Meta(ge=1, le=10)]
Retries = Annotated[int, Meta(ge=0, le=8)]


class Throw(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """
    The dice of a roll, and what they are read against.

    `rerolled_faces` are those of the further dice of a specialty's tens, where the house rules
    roll these again.
    `difficulty` is the one assessed; an untrained Skill, retries and casual mode change it.
    """

    faces: Faces
    rerolled_faces: Faces = ()
    difficulty: Difficulty = 6
    required: Required = 1
    automatic: Automatic = 0
    specialty: bool = False
    specialty_rating: Rating | None = None
    pool_kind: PoolKind = PoolKind.ACTION
    untrained_skill: bool = False
    retries: Retries = 0


class V20Roll(V20Request, frozen=True, kw_only=True, tag="v20_roll", gc=False):
    """One roll; the fields of a ``Throw`` again, since structs do not mix."""

    faces: Faces
    rerolled_faces: Faces = ()
    difficulty: Difficulty = 6
    required: Required = 1
    automatic: Automatic = 0
    specialty: bool = False
    specialty_rating: Rating | None = None
    pool_kind: PoolKind = PoolKind.ACTION
    untrained_skill: bool = False
    retries: Retries = 0


class V20Die(Struct, frozen=True, gc=False):
    """
    One die: its face and the successes it adds.

    `is_one`: a 1 that cancels and botches. `is_reroll`: a specialty's ten brought it.
    """

    face: int
    adds: int
    is_one: bool
    is_reroll: bool


class V20RollReceipt(Struct, frozen=True, tag="v20_roll", gc=False):
    """A V20 roll in the parts that C1.13 keeps apart."""

    difficulty: AppliedDifficulty
    dice: tuple[V20Die, ...]
    ones: int
    rolled: int
    cancelled: int
    automatic: int
    net: int
    required: int
    outcome: Outcome
    degree: Degree | None
    why: str
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_roll(request: V20Roll) -> V20RollReceipt:
    """
    Read a roll.

    Raises:
        Refused: The rules refuse it.

    Rule: C1, C2, C3.
    """
    return read_throw(request, v20_house(request), "")[1]


class V20Resisted(V20Request, frozen=True, kw_only=True, tag="v20_resisted", gc=False):
    """Two rolls, each at its own difficulty, the lower net taken from the higher."""

    attacker: Throw
    defender: Throw


class V20ResistedReceipt(Struct, frozen=True, tag="v20_resisted", gc=False):
    """How a resisted roll came out; without a winner things stay as they are."""

    attacker: V20RollReceipt
    defender: V20RollReceipt
    winner: Literal["attacker", "defender"] | None
    margin: int
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_resisted(request: V20Resisted) -> V20ResistedReceipt:
    """
    Read both sides of a resisted roll.

    Raises:
        Refused: The rules refuse it.

    Rule: C4.2.
    """
    house = v20_house(request)
    a, attacker = read_throw(request.attacker, house, "attacker.")
    b, defender = read_throw(request.defender, house, "defender.")
    result = resolve_resisted(a, b)
    winner: Literal["attacker", "defender"] | None = None
    if result.winner is not None:
        winner = "defender" if result.winner else "attacker"
    return V20ResistedReceipt(
        attacker, defender, winner, result.margin, house.preset, house.switches
    )


def applied_difficulty(
    difficulty: int, *, untrained_skill: bool, retries: int, rules: V20Rules, path: str = ""
) -> AppliedDifficulty:
    """
    What the dice are compared with.

    Raises:
        Refused: The rules refuse the difficulty.

    Rule: C2.
    """
    applied = apply_difficulty(
        difficulty, rules, is_untrained_skill=untrained_skill, retries=retries
    )
    if isinstance(applied, RuleRefusal):
        refuse(applied, f"{path}difficulty")
    return applied


def refuse_extras(
    kind: PoolKind,
    *,
    automatic: int,
    specialty: bool,
    rating: int | None,
    rules: V20Rules,
    path: str = "",
) -> None:
    """Raise Refused where a roll of this kind has no specialty, or no automatic successes."""
    if automatic and not kind.takes_willpower:
        message = "Nothing adds successes to a Willpower roll or a roll against degeneration."
        raise Refused(f"{path}automatic", message, "0", code="willpower_not_here")
    if not specialty:
        return
    refusal = specialty_refusal(_FITTING_RATING if rating is None else rating, kind, rules)
    if refusal is not None:
        is_rating = rating is not None and refusal.code != "no_specialty_here"
        refuse(refusal, f"{path}specialty_rating" if is_rating else f"{path}specialty")


_FITTING_RATING = 4
"""A rating whose specialty counts under every switch; stands for one that is not told."""


def ones_matter(kind: PoolKind, rules: V20Rules) -> bool:
    """Whether 1s cancel and botch on a roll of this kind (C5.5)."""
    return kind not in (PoolKind.DAMAGE, PoolKind.SOAK) or rules.ones_on_damage_soak == "yes"


def read_throw(
    throw: Throw | V20Roll, house: V20House, path: str
) -> tuple[Reading, V20RollReceipt]:
    """
    Read a roll whose fields stand below *path*.

    Raises:
        Refused: The rules refuse it.

    Rule: C1, C2, C3.
    """
    rules = house.rules
    difficulty = applied_difficulty(
        throw.difficulty,
        untrained_skill=throw.untrained_skill,
        retries=throw.retries,
        rules=rules,
        path=path,
    )
    refuse_extras(
        throw.pool_kind,
        automatic=throw.automatic,
        specialty=throw.specialty,
        rating=throw.specialty_rating,
        rules=rules,
        path=path,
    )
    faces = rule_faces.Faces(throw.faces, throw.rerolled_faces)
    _refuse_rerolled(faces, difficulty.applied, throw.specialty, rules, f"{path}rerolled_faces")
    counts = ones_matter(throw.pool_kind, rules)
    reading = read_roll(
        faces,
        difficulty.applied,
        rules,
        required=throw.required,
        automatic=throw.automatic,
        has_specialty=throw.specialty,
        ones_matter=counts,
    )
    marks = mark_dice(
        faces, difficulty.applied, rules, has_specialty=throw.specialty, ones_matter=counts
    )
    return reading, V20RollReceipt(
        difficulty=difficulty,
        dice=tuple([V20Die(*mark) for mark in marks]),
        ones=reading.ones,
        rolled=reading.rolled,
        cancelled=reading.cancelled,
        automatic=reading.automatic,
        net=reading.net,
        required=reading.required,
        outcome=reading.outcome,
        degree=reading.degree,
        why=reading.why,
        preset=house.preset,
        switches=house.switches,
    )


def _refuse_rerolled(
    faces: rule_faces.Faces, difficulty: int, specialty: bool, rules: V20Rules, field: str
) -> None:
    """Raise Refused unless there is a further die for every ten that brings one."""
    due = 0
    for count in range(len(faces.rerolled) + 1):
        so_far = rule_faces.Faces(faces.dice, faces.rerolled[:count])
        due = rerolls_due(so_far, difficulty, rules, has_specialty=specialty)
        if due == 0 and count < len(faces.rerolled):
            message = f"The tens bring {count} further dice, and {len(faces.rerolled)} are given."
            raise Refused(field, message, f"exactly {count} faces of 1 to 10", code="bad_faces")
    if due:
        given = len(faces.rerolled)
        message = f"The specialty rolls {due} more dice than the {given} given."
        accepted = f"{given + due} faces of 1 to 10 or more"
        raise Refused(field, message, accepted, code="bad_faces")
