"""From the pool that a V20 roll names to what is rolled: parts, wounds, difficulty, specialty."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from protocol.codes import Code
from protocol.from_client import AnswerV20Contest, OpenV20Contest, RollV20
from protocol.words import MAX_DICE, TrackerName
from server.rooms.audience import Audience
from server.rooms.deed import Deed
from server.rooms.effects import ignores_wounds, known_effects
from server.rooms.pool_parts import held_items, refuse_strikes
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import refuse_unseen
from server.rooms.v20.receipts import Asked20
from server.rooms.v20.sheet import from_v20, health_of, rules_of, sheet_of, trait_of
from server.rooms.v20.virtue_pools import virtue_parts
from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import apply_difficulty, needs_no_roll
from server.rules.v20.health import penalty_of
from server.rules.v20.house_rules import V20Rules
from server.rules.v20.pools import (
    INCAPACITATED,
    POOL_EMPTY,
    PoolItem,
    PoolKind,
    specialty_refusal,
    wound_items,
)
from server.rules.v20.several_actions import PlannedAction, plan_actions
from server.rules.v20.trait_pools import TraitPool, trait_pool
from server.rules.v20.traits import TraitKind, plain_name
from server.rules.v20.virtues import Virtue

Pooled20 = RollV20 | OpenV20Contest | AnswerV20Contest
"""Intents that roll a pool of V20."""

WOUNDS = "wounds"
"""What a Storyteller strikes to let a roll go unhindered by wounds."""

_BODILY = (PoolKind.DAMAGE, PoolKind.SOAK)


class Placed20(Struct, frozen=True, gc=False):
    """Whose pool it is, who rolls it, and who sees it."""

    actor: MemberState
    character: CharacterState | None
    audience: Audience


def prepare(
    deed: Deed, placed: Placed20, asked: Pooled20, more: tuple[PoolItem, ...] = ()
) -> Asked20 | Refusal:
    """
    Add up a pool and refuse what the rules or limits refuse, before any die is drawn.

    *more* is what the server adds to the parts that are named.
    """
    rules = rules_of(deed)
    character = placed.character
    refusal = _refuse_words(deed, placed, asked)
    if refusal is not None:
        return refusal
    parts = _parts(character, asked, rules)
    if isinstance(parts, Refusal):
        return parts
    kind = _kind(parts, asked)
    if isinstance(kind, Refusal):
        return kind
    no_specialty = _refuse_specialty(character, asked, kind, rules)
    if no_specialty is not None:
        return no_specialty
    items = _all_items(deed, placed, asked, kind, (*parts.items, *more))
    if isinstance(items, Refusal):
        return items
    planned = _planned(items, asked, rules)
    if isinstance(planned, Refusal):
        return planned
    size = max(0, sum(item.dice for item in items))
    if planned is not None and planned.dice != size:
        items.append(PoolItem("shared between actions", planned.dice - size))
    difficulty = apply_difficulty(
        asked.difficulty,
        rules,
        is_untrained_skill=parts.is_untrained_skill,
        retries=asked.retries,
        raised=asked.raised + (0 if planned is None else planned.raised),
    )
    if isinstance(difficulty, RuleRefusal):
        return from_v20(difficulty)
    ready = Asked20(
        items=tuple(items),
        difficulty=difficulty,
        kind=kind,
        required=asked.required,
        automatic=asked.automatic + int(asked.willpower),
        specialty=asked.specialty.strip(),
        weighing=_weighing(deed, character, asked, kind),
    )
    if ready.size == 0 and _sees_why(placed):
        return from_v20(POOL_EMPTY)
    is_calm = _is_calm(asked) and needs_no_roll(ready.size, difficulty.applied, is_stressful=False)
    return replace(ready, specialty="", is_unrolled=True) if is_calm else ready


def _all_items(
    deed: Deed,
    placed: Placed20,
    asked: Pooled20,
    kind: PoolKind,
    parts: tuple[PoolItem, ...],
) -> list[PoolItem] | Refusal:
    """All parts of a pool, or that its character cannot act."""
    named = _named(parts, asked)
    if isinstance(named, Refusal):
        return named
    items = [*named, *_taken(deed, placed, asked, kind)]
    if _is_down(placed, asked, kind):
        if _sees_why(placed):
            return from_v20(INCAPACITATED)
        # Who may not see why is not told by a refusal: an empty pool fails.
        items.append(PoolItem("incapacitated", -max(0, sum(item.dice for item in items))))
    return items


# --- what is named -------------------------------------------------------------------------------


def _refuse_words(deed: Deed, placed: Placed20, asked: Pooled20) -> Refusal | None:
    if _is_calm(asked) and not placed.actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN, "Only a Storyteller says that nothing presses.", "calm", "false"
        )
    if asked.willpower and placed.character is None:
        return Refusal(
            Code.INVALID, "Willpower is a character's to spend.", "character", "whose it is"
        )
    if asked.strike:
        return refuse_strikes(deed, placed.actor, placed.character, asked, WOUNDS)
    return None


def _parts(
    character: CharacterState | None, asked: Pooled20, rules: V20Rules
) -> TraitPool | Refusal:
    if asked.pool is not None:
        if asked.traits:
            return Refusal(
                Code.INVALID,
                "A pool is a number of dice or traits, not both.",
                "traits",
                "one of the two",
            )
        return TraitPool((PoolItem(asked.label or "pool", asked.pool),))
    if not asked.traits:
        return Refusal(
            Code.INVALID, "A pool needs dice.", "pool", "a number of dice, or traits of the sheet"
        )
    if character is None:
        return Refusal(
            Code.INVALID, "Traits are those of a character.", "character", "whose traits they are"
        )
    found = trait_pool([trait_of(character, name) for name in asked.traits], rules)
    return from_v20(found) if isinstance(found, RuleRefusal) else found


def _is_calm(asked: Pooled20) -> bool:
    return isinstance(asked, RollV20) and asked.calm


def _kind(parts: TraitPool, asked: Pooled20) -> PoolKind | Refusal:
    """What is rolled for: what the traits make of it, or else what was said."""
    said = PoolKind(asked.kind) if isinstance(asked, RollV20) else PoolKind.ACTION
    if said is PoolKind.ACTION:
        return parts.kind or said
    is_alone = said in (PoolKind.WILLPOWER, PoolKind.VIRTUE)
    if asked.traits and parts.kind is not said and (is_alone or parts.kind is not None):
        return Refusal(
            Code.INVALID, "The traits make another kind of pool.", "kind", parts.kind or "action"
        )
    return said


def _named(parts: tuple[PoolItem, ...], asked: Pooled20) -> list[PoolItem] | Refusal:
    """The parts that the sender named, counted as named."""
    items = list(parts)
    items += [PoolItem(each.label or "modifier", each.dice) for each in asked.modifiers]
    named = sum(item.dice for item in items)
    if named > MAX_DICE:
        return Refusal(
            Code.POOL_TOO_LARGE,
            f"This pool comes to {named} dice; a roll takes {MAX_DICE}.",
            "pool",
            f"at most {MAX_DICE} dice with modifiers",
        )
    return items


def _refuse_specialty(
    character: CharacterState | None, asked: Pooled20, kind: PoolKind, rules: V20Rules
) -> Refusal | None:
    rating = asked.specialty_rating
    if rating is not None and (asked.traits or not asked.specialty.strip()):
        return Refusal(
            Code.INVALID,
            "The rating of a specialty is told with `pool` alone: of traits the sheet has it.",
            "specialty_rating",
            "null, or a specialty of a pool without traits",
        )
    if not asked.specialty.strip():
        return None
    if asked.traits and character is not None:
        rating = _rating_of_specialty(character, asked)
        if rating is None:
            return Refusal(
                Code.NO_SPECIALTY_HERE,
                "The sheet has no such specialty of the traits that are rolled.",
                "specialty",
                ", ".join(_specialties(character, asked.traits)) or "no specialty",
            )
    if rating is None:
        return Refusal(
            Code.INVALID,
            "A specialty counts by its trait's rating.",
            "specialty_rating",
            "the dots of the trait that it belongs to",
        )
    refusal = specialty_refusal(rating, kind, rules)
    return None if refusal is None else from_v20(refusal)


def _rating_of_specialty(character: CharacterState, asked: Pooled20) -> int | None:
    """The dots of the trait among those rolled to which a specialty of the sheet belongs."""
    wanted = plain_name(asked.specialty)
    for trait in asked.traits:
        rating = trait_of(character, trait).rating
        own = _specialties(character, (trait,))
        if rating > 0 and wanted in [plain_name(each) for each in own]:
            return rating
    return None


def _specialties(character: CharacterState, traits: Sequence[str]) -> list[str]:
    named = {plain_name(trait) for trait in traits}
    sheet = sheet_of(character)
    return [
        s for trait, own in sheet.specialties.items() if plain_name(trait) in named for s in own
    ]


# --- what the server takes and gives -------------------------------------------------------------


def _taken(deed: Deed, placed: Placed20, asked: Pooled20, kind: PoolKind) -> list[PoolItem]:
    """What wounds take, what hunger takes from Virtues, and what holds the character."""
    character = placed.character
    if character is None:
        return []
    items = _hunger(deed, character, asked) if kind is PoolKind.VIRTUE else []
    if kind.suffers_wounds or _is_strength_damage(deed, asked, kind):
        items += _wounds(deed, placed, character, asked)
    for held in held_items(deed, placed.actor, character, asked, placed.audience):
        # On damage and soak nothing weighs, but blood strengthens the body for them too.
        if kind.suffers_wounds or (kind in _BODILY and held.dice > 0):
            items.append(PoolItem(held.label, held.dice))
    return items


def _weighing(
    deed: Deed, character: CharacterState | None, asked: Pooled20, kind: PoolKind
) -> tuple[TrackerName, ...]:
    """The trackers that can weigh on such a pool, whatever stands in them."""
    if character is None:
        return ()
    named = {trait_of(character, name).kind for name in asked.traits}
    weighs = {
        TrackerName.HEALTH: kind.suffers_wounds or _is_strength_damage(deed, asked, kind),
        TrackerName.BLOOD_POOL: kind is PoolKind.VIRTUE,
        TrackerName.WILLPOWER: TraitKind.WILLPOWER in named,
        TrackerName.HUMANITY: TraitKind.MORALITY in named,
    }
    return tuple([tracker for tracker, does in weighs.items() if does])


def _wounds(
    deed: Deed, placed: Placed20, character: CharacterState, asked: Pooled20
) -> list[PoolItem]:
    penalty = penalty_of(health_of(character))
    if penalty == 0:
        return []
    if WOUNDS in asked.strike:
        return [PoolItem("wounds: struck", 0)]
    for held in known_effects(deed, placed.actor, character.character):
        if ignores_wounds(held.view):
            is_told = held.audience.covers(placed.audience)
            return [PoolItem("wounds: ignored with Willpower", 0)] if is_told else []
    return list(wound_items(penalty)) if penalty is not None else []


def _hunger(deed: Deed, character: CharacterState, asked: Pooled20) -> list[PoolItem]:
    """What a hungry vampire lacks of a Virtue named among the traits."""
    if not asked.traits:
        return []
    named = plain_name(trait_of(character, asked.traits[0]).name).replace(" ", "_")
    return list(virtue_parts(deed, character, Virtue(named))[1:])


def _planned(
    items: Sequence[PoolItem], asked: Pooled20, rules: V20Rules
) -> PlannedAction | Refusal | None:
    """What this roll gets of the turn's dice, where several actions are declared."""
    if asked.actions is None:
        return None
    if asked.actions.place >= len(asked.actions.pools):
        return Refusal(
            Code.INVALID,
            "There are fewer actions than that.",
            "actions.place",
            f"0 to {len(asked.actions.pools) - 1}",
        )
    pools = list(asked.actions.pools)
    pools[asked.actions.place] = max(1, sum(item.dice for item in items))
    plan = plan_actions(pools, asked.actions.shares or None, rules)
    return from_v20(plan) if isinstance(plan, RuleRefusal) else plan[asked.actions.place]


def _is_down(placed: Placed20, asked: Pooled20, kind: PoolKind) -> bool:
    """Whether a character cannot act any more; a Storyteller may strike that too."""
    character = placed.character
    if character is None or not kind.suffers_wounds or WOUNDS in asked.strike:
        return False
    return penalty_of(health_of(character)) is None


def _is_strength_damage(deed: Deed, asked: Pooled20, kind: PoolKind) -> bool:
    """Whether wounds weigh on damage, which they do at some tables where Strength deals it."""
    if kind is not PoolKind.DAMAGE:
        return False
    by_switch = rules_of(deed).wound_penalty_on_strength_damage == "yes"
    return by_switch and "strength" in [plain_name(name) for name in asked.traits]


def _sees_why(placed: Placed20) -> bool:
    character = placed.character
    if character is None:
        return True
    return (
        refuse_unseen(placed.actor, character, TrackerName.HEALTH, TrackerName.BLOOD_POOL) is None
    )
