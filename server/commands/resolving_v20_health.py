"""A V20 health track: damage with its soak, and healing, in order."""

from typing import Annotated

from msgspec import Meta, Struct

from server.commands.resolving_base import (
    MAX_OPERATIONS,
    Faces,
    Refused,
    V20Preset,
    V20Request,
    refuse,
    refuse_number_of_faces,
    v20_house,
)
from server.commands.resolving_v20 import Difficulty
from server.rules.refusal import RuleRefusal
from server.rules.v20 import faces as rule_faces
from server.rules.v20.damage import Body, DamageKind, read_soak
from server.rules.v20.health import Condition, HealthLevel, HealthTrack, condition_of, penalty_of
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.soak import soak_damage, soak_pool
from server.rules.v20.wounding import heal, wound

TraitRating = Annotated[int, Meta(ge=0, le=10)]


class V20Track(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Marks on a health track; `extra` are levels that merits give once more."""

    bashing: Annotated[int, Meta(ge=0, le=20)] = 0
    lethal: Annotated[int, Meta(ge=0, le=20)] = 0
    aggravated: Annotated[int, Meta(ge=0, le=20)] = 0
    extra: Annotated[tuple[HealthLevel, ...], Meta(max_length=10)] = ()


class Soak(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """
    A soak roll; without faces nothing is soaked.

    With `stamina` or `fortitude` there must be as many faces as they give against this damage.
    """

    faces: Faces
    difficulty: Difficulty = 6
    stamina: TraitRating | None = None
    fortitude: TraitRating | None = None


class V20Damage(Struct, frozen=True, forbid_unknown_fields=True, tag="damage", gc=False):
    """Levels of damage, before soak and before a vampire's bashing is halved."""

    kind: DamageKind
    levels: Annotated[int, Meta(ge=0, le=100)]
    soak: Soak | None = None


class V20Heal(Struct, frozen=True, forbid_unknown_fields=True, tag="heal", gc=False):
    """Marks of one kind cleared; as many must be there."""

    kind: DamageKind
    levels: Annotated[int, Meta(ge=1, le=20)]


class V20Health(V20Request, frozen=True, kw_only=True, tag="v20_health", gc=False):
    """A health track, whose it is, and what happens to it in order."""

    operations: Annotated[tuple[V20Damage | V20Heal, ...], Meta(max_length=MAX_OPERATIONS)]
    track: V20Track = V20Track()
    body: Body = Body.VAMPIRE
    blood: Annotated[int, Meta(ge=0, le=100)] | None = None


class HealthStep(Struct, frozen=True, gc=False):
    """
    A health track after one operation.

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


class V20HealthReceipt(Struct, frozen=True, tag="v20_health", gc=False):
    """A health track after all operations, and after each; a null penalty is no action at all."""

    bashing: int
    lethal: int
    aggravated: int
    boxes: int
    level: HealthLevel | None
    penalty: int | None
    condition: Condition | None
    steps: tuple[HealthStep, ...]
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_health(request: V20Health) -> V20HealthReceipt:
    """
    Carry out operations on a health track, all or none.

    Raises:
        Refused: The rules refuse one of them.

    Rule: C5.5, C6.
    """
    house = v20_house(request)
    track = _track_of(request.track)
    condition = condition_of(track, request.body, blood=request.blood)
    steps = []
    for number, operation in enumerate(request.operations):
        field = f"operations[{number}]"
        if isinstance(operation, V20Heal):
            healed = heal(track, operation.levels, operation.kind)
            if isinstance(healed, RuleRefusal):
                refuse(healed, f"{field}.levels")
            track = healed
            condition = condition_of(track, request.body, blood=request.blood)
            step = HealthStep(track.bashing, track.lethal, track.aggravated, condition)
        else:
            step, track = _damage(track, operation, request, house.rules, field)
            condition = step.condition
        steps.append(step)
    return V20HealthReceipt(
        bashing=track.bashing,
        lethal=track.lethal,
        aggravated=track.aggravated,
        boxes=track.boxes,
        level=track.level,
        penalty=penalty_of(track),
        condition=condition,
        steps=tuple(steps),
        preset=house.preset,
        switches=house.switches,
    )


def _track_of(said: V20Track) -> HealthTrack:
    if HealthLevel.INCAPACITATED in said.extra:
        message = "Only levels that leave somebody able to act are repeated."
        others = ", ".join(level for level in HealthLevel if level != HealthLevel.INCAPACITATED)
        raise Refused("track.extra", message, f"levels out of {others}")
    boxes = len(HealthLevel) + len(said.extra)
    if said.bashing + said.lethal + said.aggravated > boxes:
        message = "There are more marks than boxes."
        raise Refused("track", message, f"at most {boxes} marks together")
    return HealthTrack(said.bashing, said.lethal, said.aggravated, said.extra)


def _damage(
    track: HealthTrack, dealt: V20Damage, request: V20Health, rules: V20Rules, field: str
) -> tuple[HealthStep, HealthTrack]:
    soak_net = 0
    if dealt.soak is not None:
        _refuse_soak(dealt.soak, dealt.kind, request.body, rules, f"{field}.soak.faces")
        faces = rule_faces.Faces(dealt.soak.faces)
        soak_net = read_soak(faces, dealt.soak.difficulty, rules).net
    left = soak_damage(dealt.levels, soak_net, dealt.kind, request.body)
    injury = wound(track, left.levels, dealt.kind, request.body, blood=request.blood)
    after = injury.after
    step = HealthStep(
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
    return step, after


def _refuse_soak(soak: Soak, kind: DamageKind, body: Body, rules: V20Rules, field: str) -> None:
    if soak.stamina is None and soak.fortitude is None:
        return
    pool = soak_pool(soak.stamina or 0, soak.fortitude or 0, kind, body, rules)
    refuse_number_of_faces(field, pool.size, len(soak.faces))
