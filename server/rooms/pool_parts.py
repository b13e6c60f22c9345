"""What a pool is made of: a number of dice or traits of a sheet, and what hinders it."""

from msgspec import Struct
from msgspec.structs import replace

from protocol.codes import Code
from protocol.from_client import (
    AnswerContest,
    AnswerV20Contest,
    OpenContest,
    OpenV20Contest,
    Roll,
    RollV20,
)
from protocol.views import EffectView
from protocol.words import EffectKind, PoolCategory, PoolKind, TrackerName, TrackName
from server.rooms.audience import Audience
from server.rooms.compelled import compelled_dice
from server.rooms.deed import Deed
from server.rooms.effects import ignores_wounds, known_effects
from server.rooms.refusal import Refusal, from_rules, not_found
from server.rooms.sheets import dots_of
from server.rooms.state import CharacterState, EffectState, MemberState
from server.rooms.trackers import number, rules_of, stains_of, track
from server.rooms.visibility import sees, viewer_of
from server.rules.refusal import RuleRefusal
from server.rules.v5.compulsions import heaviest_item
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.impairment import PoolCategory as RuleCategory
from server.rules.v5.impairment import impairment_items
from server.rules.v5.in_frenzy import discipline_refusal
from server.rules.v5.pools import PoolItem
from server.rules.v5.pools import PoolKind as RulePoolKind
from server.rules.v5.trait_pools import BLOOD_POTENCY, trait_pool
from server.rules.v5.traits import Trait, TraitKind, trait_kind

Pooled = Roll | OpenContest | AnswerContest
"""Intents that roll a pool of V5."""

Hindered = Pooled | RollV20 | OpenV20Contest | AnswerV20Contest
"""Intents that roll a pool of either system: what holds a character weighs on them."""

IMPAIRMENT = "impairment"
"""What a Storyteller strikes to let a roll go unimpaired."""

_POOL_KIND_OF = {kind: RulePoolKind(kind) for kind in PoolKind}
_CATEGORY_OF = {category: RuleCategory(category) for category in PoolCategory}
"""Words of the rules as they travel: looked up, since to make them anew takes longer."""


class NamedParts(Struct, frozen=True, gc=False):
    """
    The parts that an intent names, before modifiers, and what the rules ask of such a pool.

    `bonus` is what Blood Potency adds, which its sender may not know.
    """

    items: tuple[PoolItem, ...]
    kind: RulePoolKind
    categories: tuple[RuleCategory, ...]
    bonus: tuple[PoolItem, ...] = ()
    has_attribute: bool = True


def named_parts(
    character: CharacterState | None, asked: Pooled, rules: V5Rules
) -> NamedParts | Refusal:
    """The dice an intent names, or those of the traits that it names."""
    if asked.pool is None:
        return _of_traits(character, asked, rules)
    if asked.traits:
        return Refusal(
            Code.INVALID,
            "A pool is a number of dice or traits, not both.",
            "traits",
            "one of the two",
        )
    items = [PoolItem(asked.label or "pool", asked.pool)]
    if asked.specialty.strip():
        items.append(PoolItem(f"specialty ({asked.specialty})", 1))
    categories: tuple[RuleCategory, ...] = ()
    if asked.categories:
        categories = tuple([_CATEGORY_OF[category] for category in asked.categories])
    return NamedParts(tuple(items), _POOL_KIND_OF[asked.kind], categories)


def _of_traits(
    character: CharacterState | None, asked: Pooled, rules: V5Rules
) -> NamedParts | Refusal:
    if not asked.traits:
        return Refusal(
            Code.INVALID, "A pool needs dice.", "pool", "a number of dice, or traits of the sheet"
        )
    if character is None:
        return Refusal(
            Code.INVALID, "Traits are those of a character.", "character", "whose traits they are"
        )
    traits = [_trait(character, name) for name in asked.traits]
    pool = trait_pool(
        traits,
        rules=rules,
        specialty=asked.specialty,
        blood_potency_rating=number(character, TrackerName.BLOOD_POTENCY),
    )
    if isinstance(pool, RuleRefusal):
        return from_rules(pool)
    if asked.kind is not PoolKind.ORDINARY and _POOL_KIND_OF[asked.kind] is not pool.kind:
        return Refusal(
            Code.INVALID, "The traits make another kind of pool.", "kind", "what the traits make"
        )
    named = tuple(item for item in pool.items if item.label != BLOOD_POTENCY)
    bonus = tuple(item for item in pool.items if item.label == BLOOD_POTENCY)
    more = (_CATEGORY_OF[c] for c in asked.categories if _CATEGORY_OF[c] not in pool.categories)
    categories = (*pool.categories, *more)
    return NamedParts(named, pool.kind, categories, bonus, pool.has_attribute)


def _trait(character: CharacterState, name: str) -> Trait:
    """A trait by its name on the sheet, in any letter case; one that is not there has no dots."""
    kind = trait_kind(name)
    if kind is TraitKind.WILLPOWER:
        return Trait(name, kind, track(character, TrackName.WILLPOWER).unmarked)
    if kind is TraitKind.HUMANITY:
        return Trait(name, kind, number(character, TrackerName.HUMANITY))
    # What no rule names is a table's own Skill.
    return Trait(name, kind or TraitKind.SKILL, dots_of(character, name))


def weighing_on(asked: Pooled, parts: NamedParts) -> tuple[TrackerName, ...]:
    """The trackers that can add to such a pool or take from it, whatever stands in them."""
    named = {trait_kind(name) for name in asked.traits}
    weighing = [TrackerName.HUMANITY, TrackerName.STAINS]
    if RuleCategory.PHYSICAL in parts.categories:
        weighing.append(TrackerName.HEALTH)
    is_of_mind = any(each is not RuleCategory.PHYSICAL for each in parts.categories)
    if is_of_mind or TraitKind.WILLPOWER in named:
        weighing.append(TrackerName.WILLPOWER)
    if asked.surge or TraitKind.DISCIPLINE in named:
        weighing.append(TrackerName.BLOOD_POTENCY)
    return tuple(weighing)


# --- what hinders --------------------------------------------------------------------------------


def refuse_strikes(
    deed: Deed,
    actor: MemberState,
    character: CharacterState | None,
    asked: Hindered,
    own_word: str = IMPAIRMENT,
) -> Refusal | None:
    """
    Who may let a penalty not count: Storytellers any; others an effect that has a condition.

    *own_word* names what the server itself takes: impairment, or wounds in V20.
    Whether the condition is met is then the table's to see, in the receipt.
    """
    for struck in asked.strike:
        if struck == own_word:
            held = None
        else:
            held = _held(deed, actor, character, struck)
            if held is None:
                return not_found("strike")
        if not actor.is_storyteller and (held is None or not held.view.conditional):
            return Refusal(
                Code.FORBIDDEN,
                "Only a Storyteller strikes a penalty that has no condition.",
                "strike",
                "effects that do not apply to this roll",
            )
    return None


def _held(
    deed: Deed, actor: MemberState, character: CharacterState | None, effect: str
) -> EffectState | None:
    for held in deed.state.effects.values():
        if held.view.effect == effect and character is not None:
            is_own = held.view.character == character.character
            return held if is_own and sees(held.audience, viewer_of(actor)) else None
    return None


def refuse_in_frenzy(
    deed: Deed, actor: MemberState, character: CharacterState, asked: Pooled
) -> Refusal | None:
    """
    In frenzy only Disciplines of the body work (A12.5), unless control was bought for the turn.

    Only a frenzy that *actor* knows of is told so; a Storyteller decides otherwise by rolling.
    """
    kinds = {held.view.kind for held in known_effects(deed, actor, character.character)}
    if actor.is_storyteller or EffectKind.FRENZY not in kinds or EffectKind.CONTROL in kinds:
        return None
    for name in asked.traits:
        no = discipline_refusal(name) if trait_kind(name) is TraitKind.DISCIPLINE else None
        if no is not None:
            return replace(from_rules(no), field="traits")
    return None


def hindrances(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Pooled,
    parts: NamedParts,
    audience: Audience,
) -> list[PoolItem]:
    """
    What is taken from a pool: impairment, the heaviest Compulsion, and what else holds.

    What the roller may not know of does not weigh, since the number of dice would tell of it.
    """
    items = _impairment(deed, actor, character, asked, parts)
    return [*items, *held_items(deed, actor, character, asked, audience)]


def held_items(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Hindered,
    audience: Audience,
) -> list[PoolItem]:
    """What effects take from a pool and add to it, as far as the roller may know of them."""
    items: list[PoolItem] = []
    if not deed.state.effects:
        return items
    compulsions: list[PoolItem] = []
    repeats = getattr(asked, "repeats", 0)
    for held in deed.state.effects.values():
        view = held.view
        if view.character != character.character or not (view.penalty or view.bonus):
            continue
        if not sees(held.audience, viewer_of(actor)):
            continue
        is_told = held.audience.covers(audience)
        if view.effect in asked.strike:
            items += [PoolItem(f"{view.name}: does not count here", 0)] if is_told else []
        elif view.bonus:
            items += _helped(view, asked, is_told=is_told)
        elif _weighs(view, asked):
            label = f"{view.kind.capitalize()} ({view.name})" if is_told else "hindered"
            several = compulsions if view.kind is EffectKind.COMPULSION else items
            is_v20 = deed.state.is_v20
            dice = view.penalty if is_v20 else compelled_dice(view, rules_of(deed), repeats)
            several += [PoolItem(label, dice)] if dice else []
    return [*items, *heaviest_item(compulsions)]


def _impairment(
    deed: Deed, actor: MemberState, character: CharacterState, asked: Pooled, parts: NamedParts
) -> list[PoolItem]:
    stains, overflow = stains_of(character)
    items = impairment_items(
        parts.categories,
        health=track(character, TrackName.HEALTH),
        willpower=track(character, TrackName.WILLPOWER),
        humanity=number(character, TrackerName.HUMANITY),
        stains=stains,
        overflow=overflow,
        rules=rules_of(deed),
        # In frenzy no wound hinders (A12.5), nor where Willpower was spent on it (A10.13); what the
        # roller does not know of does not count.
        ignores_health=any(
            held.view.kind is EffectKind.FRENZY or ignores_wounds(held.view)
            for held in known_effects(deed, actor, character.character)
        ),
    )
    if items and IMPAIRMENT in asked.strike:
        return [PoolItem(f"{item.label}: struck", 0) for item in items]
    return list(items)


def _helped(view: EffectView, asked: Hindered, *, is_told: bool) -> list[PoolItem]:
    """What an effect adds, to pools that name one of its traits."""
    if not counts_on(view, asked):
        return []
    return [
        PoolItem(f"{view.kind.capitalize()} ({view.name})" if is_told else "helped", view.bonus)
    ]


def counts_on(view: EffectView, asked: Hindered) -> bool:
    """Whether what an effect adds is added to a pool: one that names one of its traits."""
    return bool(asked.traits) and view.effect not in asked.strike and _weighs(view, asked)


def _weighs(view: EffectView, asked: Hindered) -> bool:
    """Whether an effect weighs on a pool; of one that is a mere number every trait may be in it."""
    if not view.traits or not asked.traits:
        return True
    named = {name.strip().casefold() for name in asked.traits}
    return any(trait.casefold() in named for trait in view.traits)
