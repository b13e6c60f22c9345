"""V5 pools by their parts, working together, and what needs no roll."""

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.words import Difficulty, Dots, HungerValue, Label, Preset, Resonance, Temperament
from server.commands.resolving_base import (
    Refused,
    V5House,
    V5Request,
    refuse,
    refuse_in,
    v5_house,
)
from server.commands.resolving_v5_frenzy import Modifiers
from server.commands.resolving_v5_state import Overflow, TrackState, refuse_stains, track_of
from server.commands.resolving_v5_tables import Names, Repeats, named_compulsion
from server.rules.refusal import RuleRefusal
from server.rules.v5 import resonance as resonances
from server.rules.v5.blood_potency import blood_potency, surge_refusal
from server.rules.v5.compulsions import CompelledRoll, compulsion_items, heaviest_item
from server.rules.v5.conflict_harm import further_defence_items, split_refusal
from server.rules.v5.granted import grant_win, take_half
from server.rules.v5.impairment import PoolCategory, impairment_items
from server.rules.v5.in_frenzy import discipline_refusal, resist_mind_control_items
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolItem, PoolKind, build_pool
from server.rules.v5.tracks import Track
from server.rules.v5.trait_pools import TeamMember, TraitPool, specialty_of, team_up, trait_pool
from server.rules.v5.traits import Trait, TraitKind, trait_kind
from server.rules.v5.weapons import called_shot_items

PoolDice = Annotated[int, Meta(ge=0, le=60)]
TraitDots = Annotated[int, Meta(ge=0, le=30)]


class TraitAsked(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A trait with its dots; `trait_kind` for a name that is not of the game."""

    name: Label
    dots: TraitDots
    trait_kind: TraitKind | None = None


class CompulsionHeld(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A Compulsion that holds the character, and what it asks about this roll."""

    name: Label
    meets_condition: bool = False
    repeats: Repeats = 0
    has_failed: bool = False


class ResonanceHeld(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The resonance of the last feeding."""

    resonance: Resonance
    temperament: Temperament


class V5Pool(V5Request, frozen=True, kw_only=True, tag="v5_pool", gc=False):
    """
    A pool of named traits, with all that is added to it and taken from it.

    `surge` adds the dice of a Blood Surge; `parts` split the pool over several targets.
    """

    traits: Annotated[tuple[TraitAsked, ...], Meta(min_length=1, max_length=4)]
    specialties: Names = ()
    modifiers: Modifiers = ()
    hunger: HungerValue = 0
    blood_potency: Dots = 0
    character_kind: CharacterKind = CharacterKind.VAMPIRE
    clan: Label | None = None
    health: TrackState | None = None
    willpower: TrackState | None = None
    humanity: Dots | None = None
    stains: Dots = 0
    overflow: Overflow = 0
    ignores_wounds: bool = False
    in_frenzy: bool = False
    resists_mind_control: bool = False
    compulsions: Annotated[tuple[CompulsionHeld, ...], Meta(max_length=8)] = ()
    resonance: ResonanceHeld | None = None
    surge: bool = False
    called_shot: bool = False
    defences_before: Annotated[int, Meta(ge=0, le=40)] = 0
    parts: Annotated[tuple[PoolDice, ...], Meta(max_length=16)] = ()


class V5PoolReceipt(Struct, frozen=True, tag="v5_pool", gc=False):
    """
    A pool by its parts, and its dice by colour.

    `was_raised`: the parts came to less than the one die that is always rolled.
    """

    items: tuple[PoolItemView, ...]
    pool: int
    regular_dice: int
    hunger_dice: int
    pool_kind: PoolKind
    categories: tuple[PoolCategory, ...]
    was_raised: bool
    parts: tuple[int, ...]
    preset: Preset
    switches: dict[str, str]


def resolve_v5_pool(request: V5Pool) -> V5PoolReceipt:
    """
    Build a pool.

    Raises:
        Refused: The rules refuse it.

    Rule: A1.2, A1.3, A1.11, A2.1 to A2.4, A5, A7, A9.4, A9.11, A10.11, A12.5, A13.
    """
    house = v5_house(request)
    base = _traits(request, house)
    items = (*base.items, *_further_items(request, base, house))
    pool = build_pool(
        items,
        hunger=request.hunger,
        uses_hunger_dice=request.character_kind.uses_hunger_dice,
        kind=base.kind,
        rules=house.rules,
    )
    if isinstance(pool, RuleRefusal):
        refuse(pool, "modifiers" if request.modifiers else "traits")
    if request.parts:
        split = split_refusal(pool.size, request.parts)
        if split is not None:
            refuse(split, "parts")
    return V5PoolReceipt(
        items=tuple([PoolItemView(item.label, item.dice) for item in pool.items]),
        pool=pool.size,
        regular_dice=pool.regular,
        hunger_dice=pool.hunger,
        pool_kind=base.kind,
        categories=base.categories,
        was_raised=pool.was_raised,
        parts=request.parts,
        preset=house.preset,
        switches=house.switches,
    )


def _traits(request: V5Pool, house: V5House) -> TraitPool:
    specialty = specialty_of(request.specialties)
    if isinstance(specialty, RuleRefusal):
        refuse_in(specialty, request, "")
    traits = []
    for number, asked in enumerate(request.traits):
        kind = asked.trait_kind or trait_kind(asked.name)
        if kind is None:
            message = "The game knows no trait of this name, so its kind must be told."
            accepted = f"one of {', '.join(TraitKind)}"
            raise Refused(f"traits[{number}].trait_kind", message, accepted)
        if kind is TraitKind.DISCIPLINE and request.in_frenzy:
            barred = discipline_refusal(asked.name)
            if barred is not None:
                refuse(barred, f"traits[{number}].name")
        traits.append(Trait(asked.name, kind, asked.dots))
    base = trait_pool(
        traits,
        rules=house.rules,
        specialty=specialty,
        blood_potency_rating=request.blood_potency,
    )
    if isinstance(base, RuleRefusal):
        refuse_in(base, request, "")
    return base


def _further_items(request: V5Pool, base: TraitPool, house: V5House) -> Iterator[PoolItem]:
    for modifier in request.modifiers:
        yield PoolItem(modifier.label, modifier.dice)
    names = tuple([trait.name for trait in request.traits])
    if request.resonance is not None:
        mood = resonances.ResonanceType(request.resonance.resonance)
        strength = resonances.Temperament(request.resonance.temperament)
        yield from resonances.resonance_items(mood, strength, names)
    if request.in_frenzy and request.resists_mind_control:
        yield from resist_mind_control_items()
    if request.called_shot:
        yield from called_shot_items(house.rules)
    yield from further_defence_items(request.defences_before)
    if request.surge:
        yield _surge(request, base, house)
    yield from _impairment(request, base, house)
    yield from _compulsion(request, names, house)


def _surge(request: V5Pool, base: TraitPool, house: V5House) -> PoolItem:
    refusal = surge_refusal(
        kind=base.kind,
        uses_rouse=request.character_kind.uses_rouse,
        hunger=request.hunger,
        rules=house.rules,
    )
    if refusal is not None:
        refuse(refusal, _SURGE_FIELDS.get(refusal.code, "surge"))
    if not base.has_attribute:
        message = "Blood Surge strengthens a pool that contains an Attribute."
        accepted = "a pool that contains an Attribute"
        raise Refused("surge", message, accepted, code="surge_not_allowed")
    return PoolItem("Blood Surge", blood_potency(request.blood_potency, house.rules).surge_dice)


_SURGE_FIELDS: Final = {"no_rouse": "character_kind", "hunger_full": "hunger"}
_UNHURT: Final = Track(1)


def _impairment(request: V5Pool, base: TraitPool, house: V5House) -> tuple[PoolItem, ...]:
    humanity, stains, overflow = request.humanity, request.stains, request.overflow
    if humanity is None:
        humanity, stains, overflow = 0, 0, 0
    refuse_stains(humanity, stains, overflow)
    health, willpower = request.health, request.willpower
    return impairment_items(
        base.categories,
        health=_UNHURT if health is None else track_of(health, "health"),
        willpower=_UNHURT if willpower is None else track_of(willpower, "willpower"),
        humanity=humanity,
        stains=stains,
        overflow=overflow,
        rules=house.rules,
        ignores_health=request.ignores_wounds or request.in_frenzy,
    )


def _compulsion(request: V5Pool, names: tuple[str, ...], house: V5House) -> tuple[PoolItem, ...]:
    items: list[PoolItem] = []
    for number, held in enumerate(request.compulsions):
        found = named_compulsion(
            held.name, request.clan, house.rules, f"compulsions[{number}].name"
        )
        roll = CompelledRoll(
            traits=names,
            meets_condition=held.meets_condition,
            repeats=held.repeats,
            has_failed=held.has_failed,
        )
        items += compulsion_items(found, roll)
    return heaviest_item(items)


class Member(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """One of a team: the pool, the dots in the Skill used, a Compulsion that holds them."""

    name: Label
    pool: PoolDice
    skill_dots: Dots = 0
    compulsion: Label | None = None
    clan: Label | None = None


class V5Teamwork(V5Request, frozen=True, kw_only=True, tag="v5_teamwork", gc=False):
    """A team: the best pool rolls, the others help."""

    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=16)]


class TeamworkReceipt(Struct, frozen=True, tag="v5_teamwork", gc=False):
    """Who rolls, what the others add, and the pool that comes of it."""

    roller: str
    items: tuple[PoolItemView, ...]
    pool: int
    preset: Preset
    switches: dict[str, str]


def resolve_v5_teamwork(request: V5Teamwork) -> TeamworkReceipt:
    """
    Put a team together.

    Raises:
        Refused: A Compulsion forbids somebody to work with others.

    Rule: A1.15, A13.
    """
    house = v5_house(request)
    for number, member in enumerate(request.members):
        if member.compulsion is not None:
            field = f"members[{number}].compulsion"
            held = named_compulsion(member.compulsion, member.clan, house.rules, field)
            if held.forbids_teamwork:
                message = f"Under {held.name} nobody works with others."
                raise Refused(field, message, "another Compulsion, or none", code="no_teamwork")
    team = team_up([TeamMember(each.name, each.pool, each.skill_dots) for each in request.members])
    items = (PoolItem(team.roller.name, team.roller.pool), *team.items)
    return TeamworkReceipt(
        roller=team.roller.name,
        items=tuple([PoolItemView(item.label, item.dice) for item in items]),
        pool=sum([item.dice for item in items]),
        preset=house.preset,
        switches=house.switches,
    )


class V5NoRoll(V5Request, frozen=True, kw_only=True, tag="v5_no_roll", gc=False):
    """A win granted without a roll; without a Difficulty, half an opponent's pool."""

    pool: PoolDice
    difficulty: Difficulty | None = None
    surge_dice: PoolDice = 0
    in_conflict: bool = False


class NoRollReceipt(Struct, frozen=True, tag="v5_no_roll", gc=False):
    """The granted win's margin, or the successes that half a pool comes to."""

    margin: int | None
    successes: int | None
    preset: Preset
    switches: dict[str, str]


def resolve_v5_no_roll(request: V5NoRoll) -> NoRollReceipt:
    """
    Grant a win, or take half a pool.

    Raises:
        Refused: The rules grant none.

    Rule: A1.12, A1.13.
    """
    house = v5_house(request)
    if request.surge_dice > request.pool:
        message = "Not more dice than the pool has can come from Blood Surge."
        raise Refused("surge_dice", message, f"a whole number from 0 to {request.pool}")
    if request.difficulty is None:
        half = take_half(request.pool)
        return NoRollReceipt(None, half, house.preset, house.switches)
    won = grant_win(
        pool=request.pool,
        surge_dice=request.surge_dice,
        difficulty=request.difficulty,
        in_conflict=request.in_conflict,
        rules=house.rules,
    )
    if isinstance(won, RuleRefusal):
        refuse(won, won.field or "in_conflict")
    return NoRollReceipt(won.margin, None, house.preset, house.switches)
