"""The trackers of a V20 character, and what happens to them in order."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.words import Dots
from server.commands.resolving_base import (
    MAX_OPERATIONS,
    BeginTurn,
    EndScene,
    Refused,
    V20Preset,
    V20Request,
    v20_house,
)
from server.commands.resolving_v20_blood import BloodOperation, BloodResultStep, operate_blood
from server.commands.resolving_v20_health import (
    HealthOperation,
    HealthStep,
    operate_health,
    usable_blood,
)
from server.commands.resolving_v20_state import (
    Sheet20,
    V20Track,
    Virtues,
    WillpowerState,
    health_of,
    virtues_of,
    willpower_of,
)
from server.commands.resolving_v20_virtues import (
    BeastStep,
    VirtueOperation,
    VirtueResultStep,
    beast_step,
    operate_virtue,
    pass_turn,
)
from server.rules.v20.damage import Body
from server.rules.v20.generation import generation_row
from server.rules.v20.health import Condition, HealthLevel, condition_of, penalty_of
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.virtues import Virtue

BloodPoints = Annotated[int, Meta(ge=0, le=100)]
GenerationNumber = Annotated[int, Meta(ge=3, le=15)]


Operation = HealthOperation | BloodOperation | VirtueOperation | BeginTurn | EndScene


class V20Trackers(V20Request, frozen=True, kw_only=True, tag="v20_trackers", gc=False):
    """
    A character's trackers, and operations on them; those that an operation needs must be there.

    `morality` is Humanity or a Path; a botch against degeneration may have left a Virtue at 0.
    """

    operations: Annotated[tuple[Operation, ...], Meta(max_length=MAX_OPERATIONS)]
    body: Body = Body.VAMPIRE
    generation: GenerationNumber | None = None
    blood: BloodPoints | None = None
    health: V20Track | None = None
    willpower: WillpowerState | None = None
    morality: Dots | None = None
    virtues: Virtues = Virtues()
    has_botched_degeneration: bool = False


class ClockStep(Struct, frozen=True, tag="clock", gc=False):
    """A turn began or the scene ended; how resisting the Beast then stands, if it is resisted."""

    resisting: BeastStep | None


Step = HealthStep | BloodResultStep | VirtueResultStep | ClockStep


class HealthTold(Struct, frozen=True, gc=False):
    """A health track after all operations; a null penalty is no action at all."""

    bashing: int
    lethal: int
    aggravated: int
    boxes: int
    level: HealthLevel | None
    penalty: int | None
    condition: Condition | None


class WillpowerTold(Struct, frozen=True, gc=False):
    """Willpower after all operations."""

    permanent: int
    current: int
    is_exhausted: bool


class V20TrackersReceipt(Struct, frozen=True, tag="v20_trackers", gc=False):
    """
    Trackers after all operations, null where the request has none, and what each operation did.

    `usable_blood` is what can be spent of the blood.
    """

    blood: int | None
    usable_blood: int | None
    health: HealthTold | None
    willpower: WillpowerTold | None
    morality: int | None
    virtues: dict[Virtue, int]
    steps: tuple[Step, ...]
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_trackers(request: V20Trackers) -> V20TrackersReceipt:
    """
    Carry out operations on trackers, all or none.

    Raises:
        Refused: The rules refuse one of them.

    Rule: C3, C5.5, C6, C7, C8.
    """
    house = v20_house(request)
    sheet = _sheet(request, house.rules)
    steps: list[Step] = []
    condition: Condition | None = None
    for number, operation in enumerate(request.operations):
        step = _operate(sheet, operation, f"operations[{number}]")
        if isinstance(step, HealthStep):
            condition = step.condition
        steps.append(step)
    willpower = sheet.maybe_willpower
    return V20TrackersReceipt(
        blood=sheet.maybe_blood,
        usable_blood=usable_blood(sheet),
        health=_told(sheet, condition),
        willpower=None
        if willpower is None
        else WillpowerTold(willpower.permanent, willpower.current, willpower.is_exhausted),
        morality=sheet.maybe_morality,
        virtues=sheet.virtues,
        steps=tuple(steps),
        preset=house.preset,
        switches=house.switches,
    )


def _sheet(request: V20Trackers, rules: V20Rules) -> Sheet20:
    row = None if request.generation is None else generation_row(request.generation, rules)
    most = None if row is None else row.blood_pool
    if most is not None and request.blood is not None and request.blood > most:
        message = f"Generation {request.generation} holds {most} blood, not {request.blood}."
        raise Refused("blood", message, f"a whole number from 0 to {most}", code="out_of_range")
    return Sheet20(
        body=request.body,
        rules=rules,
        row=row,
        maybe_blood=request.blood,
        maybe_health=None if request.health is None else health_of(request.health, "health"),
        maybe_willpower=None if request.willpower is None else willpower_of(request.willpower),
        maybe_morality=request.morality,
        virtues=virtues_of(
            request.virtues, has_botched_degeneration=request.has_botched_degeneration
        ),
    )


def _operate(sheet: Sheet20, operation: Operation, place: str) -> Step:
    match operation:
        case BeginTurn():
            pass_turn(sheet, place)
            sheet.spent_this_turn, sheet.bought_this_turn = 0, 0
            return _clock(sheet)
        case EndScene():
            sheet.spent_this_turn, sheet.resistance = None, None
            return _clock(sheet)
        case _ if isinstance(operation, HealthOperation):
            return operate_health(sheet, operation, place)
        case _ if isinstance(operation, BloodOperation):
            return operate_blood(sheet, operation, place)
        case _:
            return operate_virtue(sheet, operation, place)


def _clock(sheet: Sheet20) -> ClockStep:
    return ClockStep(None if sheet.resistance is None else beast_step(sheet.resistance))


def _told(sheet: Sheet20, condition: Condition | None) -> HealthTold | None:
    """Health at the end; torpor and death are as the last blow said, for a track tells neither."""
    track = sheet.maybe_health
    if track is None:
        return None
    if condition not in (Condition.TORPOR, Condition.FINAL_DEATH):
        condition = condition_of(track, sheet.body, blood=usable_blood(sheet))
    return HealthTold(
        bashing=track.bashing,
        lethal=track.lethal,
        aggravated=track.aggravated,
        boxes=track.boxes,
        level=track.level,
        penalty=penalty_of(track),
        condition=condition,
    )
