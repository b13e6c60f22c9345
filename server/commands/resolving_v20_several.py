"""V20 pools by their traits, and actions of several rolls: split, extended, raced, together."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.words import Label
from server.commands.resolving_base import (
    Refused,
    V20Preset,
    V20Request,
    refuse,
    v20_house,
)
from server.commands.resolving_v5_frenzy import Modifiers
from server.commands.resolving_v20 import (
    Difficulty,
    Required,
    Throw,
    V20RollReceipt,
    read_throw,
)
from server.commands.resolving_v20_state import V20Track, health_of
from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import UNROLLED_SUCCESSES, needs_no_roll
from server.rules.v20.extended import Extended, Goal, Progress, Race, add_exchange, add_roll
from server.rules.v20.health import HealthTrack, penalty_of
from server.rules.v20.pools import PoolItem, PoolKind, build_pool
from server.rules.v20.resisted import work_together
from server.rules.v20.several_actions import PlannedAction, plan_actions
from server.rules.v20.trait_pools import trait_pool
from server.rules.v20.traits import Trait, TraitKind, trait_kind

Rating = Annotated[int, Meta(ge=0, le=20)]
PoolDice = Annotated[int, Meta(ge=1, le=60)]
Share = Annotated[int, Meta(ge=0, le=60)]
Throws = Annotated[tuple[Throw, ...], Meta(min_length=1, max_length=64)]


class TraitAsked(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A trait with its rating; `trait_kind` for an Ability of the table's own."""

    name: Label
    rating: Rating
    trait_kind: TraitKind | None = None


class V20Pool(V20Request, frozen=True, kw_only=True, tag="v20_pool", gc=False):
    """A pool of named traits, less what wounds take; with a difficulty, whether it needs a roll."""

    traits: Annotated[tuple[TraitAsked, ...], Meta(min_length=1, max_length=4)]
    modifiers: Modifiers = ()
    pool_kind: PoolKind | None = None
    health: V20Track | None = None
    difficulty: Difficulty | None = None
    stressful: bool = True


class V20PoolReceipt(Struct, frozen=True, tag="v20_pool", gc=False):
    """
    A pool by its parts; `untrained_skill` makes its roll one harder.

    `unrolled_successes` are those of a task that needs no roll, and null where it needs one.
    """

    items: tuple[PoolItemView, ...]
    pool: int
    pool_kind: PoolKind
    untrained_skill: bool
    unrolled_successes: int | None
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_pool(request: V20Pool) -> V20PoolReceipt:
    """
    Build a pool.

    Raises:
        Refused: The rules refuse it.

    Rule: C1.8, C1.11, C2, C5.6.
    """
    house = v20_house(request)
    traits = [
        Trait(each.name, each.trait_kind or trait_kind(each.name, {}), each.rating)
        for each in request.traits
    ]
    base = trait_pool(traits, house.rules)
    if isinstance(base, RuleRefusal):
        refuse(base, "traits")
    kind = request.pool_kind or base.kind or PoolKind.ACTION
    if base.kind is PoolKind.WILLPOWER and kind is not PoolKind.WILLPOWER:
        message = "A pool of Willpower is a Willpower roll."
        raise Refused("pool_kind", message, "willpower", code="bad_pool")
    track = HealthTrack() if request.health is None else health_of(request.health, "health")
    items = (*base.items, *[PoolItem(each.label, each.dice) for each in request.modifiers])
    pool = build_pool(items, kind, wound_penalty=penalty_of(track))
    if isinstance(pool, RuleRefusal):
        is_down = pool.code == "incapacitated"
        refuse(pool, "health" if is_down else "traits")
    unrolled = None
    if request.difficulty is not None and needs_no_roll(
        pool.size, request.difficulty, is_stressful=request.stressful
    ):
        unrolled = UNROLLED_SUCCESSES
    return V20PoolReceipt(
        items=tuple([PoolItemView(item.label, item.dice) for item in pool.items]),
        pool=pool.size,
        pool_kind=kind,
        untrained_skill=base.is_untrained_skill,
        unrolled_successes=unrolled,
        preset=house.preset,
        switches=house.switches,
    )


class V20Actions(V20Request, frozen=True, kw_only=True, tag="v20_actions", gc=False):
    """Several actions in one turn: the pool of each, and where one is split the shares."""

    pools: Annotated[tuple[PoolDice, ...], Meta(min_length=1, max_length=16)]
    shares: Annotated[tuple[Share, ...], Meta(min_length=1, max_length=16)] | None = None


class ActionsReceipt(Struct, frozen=True, tag="v20_actions", gc=False):
    """What each action rolls, and how much harder it is."""

    actions: tuple[PlannedAction, ...]
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_actions(request: V20Actions) -> ActionsReceipt:
    """
    Plan the actions of a turn.

    Raises:
        Refused: The pool cannot be split so.

    Rule: C3.
    """
    house = v20_house(request)
    plan = plan_actions(request.pools, request.shares, house.rules)
    if isinstance(plan, RuleRefusal):
        refuse(plan, "shares" if plan.code == "bad_split" else "pools")
    return ActionsReceipt(plan, house.preset, house.switches)


class V20Teamwork(V20Request, frozen=True, kw_only=True, tag="v20_teamwork", gc=False):
    """Rolls of several characters for one task; with `botch_spoils` one botch undoes all."""

    rolls: Throws
    required: Required = 1
    botch_spoils: bool = False


class V20TeamworkReceipt(Struct, frozen=True, tag="v20_teamwork", gc=False):
    """What several rolled together."""

    rolls: tuple[V20RollReceipt, ...]
    net: int
    has_botch: bool
    is_success: bool
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_teamwork(request: V20Teamwork) -> V20TeamworkReceipt:
    """
    Add up rolls of several.

    Raises:
        Refused: The rules refuse a roll.

    Rule: C4.4.
    """
    house = v20_house(request)
    read = [
        read_throw(throw, house, f"rolls[{number}].") for number, throw in enumerate(request.rolls)
    ]
    team = work_together(
        [reading for reading, _ in read],
        required=request.required,
        botch_spoils=request.botch_spoils,
    )
    return V20TeamworkReceipt(
        rolls=tuple([told for _, told in read]),
        net=team.net,
        has_botch=team.has_botch,
        is_success=team.is_success,
        preset=house.preset,
        switches=house.switches,
    )


class V20Extended(V20Request, frozen=True, kw_only=True, tag="v20_extended", gc=False):
    """An action of several rolls, which add up to a target."""

    target: Required
    rolls: Throws


class Gathered(Struct, frozen=True, gc=False):
    """An extended action after one of its rolls."""

    gained: int
    progress: Progress


class ExtendedReceipt(Struct, frozen=True, tag="v20_extended", gc=False):
    """How an extended action stands after all its rolls, and after each."""

    rolls: tuple[V20RollReceipt, ...]
    steps: tuple[Gathered, ...]
    gained: int
    target: int
    progress: Progress
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_extended(request: V20Extended) -> ExtendedReceipt:
    """
    Follow an extended action.

    Raises:
        Refused: The rules refuse a roll, or the action was over before it.

    Rule: C4.1.
    """
    house = v20_house(request)
    action = Extended(request.target)
    rolls, steps = [], []
    for number, throw in enumerate(request.rolls):
        _refuse_after_end(f"rolls[{number}]", is_over=action.progress is not Progress.OPEN)
        reading, told = read_throw(throw, house, f"rolls[{number}].")
        action = add_roll(action, reading, house.rules)
        rolls.append(told)
        steps.append(Gathered(action.gained, action.progress))
    return ExtendedReceipt(
        rolls=tuple(rolls),
        steps=tuple(steps),
        gained=action.gained,
        target=action.target,
        progress=action.progress,
        preset=house.preset,
        switches=house.switches,
    )


def _refuse_after_end(field: str, *, is_over: bool) -> None:
    if is_over:
        message = "The action was over before this roll."
        raise Refused(field, message, "fewer rolls", code="action_over")


class Exchange(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What both sides roll at the same time."""

    attacker: Throw
    defender: Throw


class V20Race(V20Request, frozen=True, kw_only=True, tag="v20_race", gc=False):
    """An extended action of two sides against each other: to a lead, or to a total."""

    goal: Goal
    target: Required
    rolls: Annotated[tuple[Exchange, ...], Meta(min_length=1, max_length=64)]


class RaceReceipt(Struct, frozen=True, tag="v20_race", gc=False):
    """What both sides gathered after each exchange; nobody wins while it is open."""

    totals: tuple[tuple[int, int], ...]
    is_over: bool
    winner: Literal["attacker", "defender"] | None
    preset: V20Preset
    switches: dict[str, str]


def resolve_v20_race(request: V20Race) -> RaceReceipt:
    """
    Follow two sides against each other.

    Raises:
        Refused: The rules refuse a roll, or the contest was over before it.

    Rule: C4.3.
    """
    house = v20_house(request)
    race = Race(request.goal, request.target)
    totals = []
    for number, exchange in enumerate(request.rolls):
        field = f"rolls[{number}]"
        _refuse_after_end(field, is_over=race.is_over)
        a, _ = read_throw(exchange.attacker, house, f"{field}.attacker.")
        b, _ = read_throw(exchange.defender, house, f"{field}.defender.")
        race = add_exchange(race, (a, b), house.rules)
        totals.append(race.totals)
    winner: Literal["attacker", "defender"] | None = None
    if race.winner is not None:
        winner = "defender" if race.winner else "attacker"
    return RaceReceipt(tuple(totals), race.is_over, winner, house.preset, house.switches)
