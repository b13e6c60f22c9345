"""Decisions about V20 blood: what is spent within a turn's bound, what it buys, and drinking."""

from typing import assert_never

from msgspec import Struct

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.v20_words import BloodUse, DrinkingHarm, PhysicalAttribute
from protocol.views import EffectView
from protocol.words import Clock, DamageKind, EffectKind, TrackerName
from server.rooms.characters import no_tracker
from server.rooms.deed import Asked, Deed, placed
from server.rooms.effects import effect_id, known_effects, let_hold, refuse_full
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState, running
from server.rooms.trackers import refuse_unseen
from server.rooms.v20.sheet import (
    blood_of,
    body_of,
    from_v20,
    generation_of,
    health_of,
    room_for_blood,
    trait_of,
    willpower_of,
)
from server.rooms.v20.trackers import change_blood, change_health, change_willpower
from server.rooms.visibility import tracker_audience
from server.rules.refusal import RuleRefusal
from server.rules.v20.blood import feed, strengthen_refusal, wake
from server.rules.v20.blood import spend_blood as spend_by_rules
from server.rules.v20.damage import DamageKind as RuleKind
from server.rules.v20.health import HealthTrack
from server.rules.v20.willpower import Willpower, regain_willpower
from server.rules.v20.willpower import spend_willpower as spend_willpower_by_rules
from server.rules.v20.wounding import blood_healing_refusal, heal, healing_cost

_TAKES = {
    BloodUse.ATTRIBUTE: ("attribute",),
    BloodUse.HEAL: ("kind", "levels", "resting"),
}
"""What each use is told beside points; whatever else is told is refused."""

_DEFAULTS = {"attribute": None, "kind": None, "levels": 1, "resting": False}


class Price(Struct, frozen=True, gc=False):
    """What a use takes and leaves: blood points, Health and Willpower after, and the turn."""

    points: int
    blood: int
    health: HealthTrack | None = None
    willpower: Willpower | None = None
    turn: int | None = None


def spend_blood(deed: Deed, actor: MemberState, intent: i.SpendBlood) -> Refusal | None:
    """Spend blood points on one of their uses."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    refusal = _refuse_words(intent) or _refuse_sight(actor, character, intent)
    if refusal is not None:
        return refusal
    if intent.use is BloodUse.WAKE:
        return _wake(deed, actor, character, asked, intent)
    price = _price(deed, actor, character, intent)
    if isinstance(price, Refusal):
        return price
    _record(deed, actor, character, asked, intent, price)
    change_blood(deed, character.character, price.blood)
    if price.health is not None:
        change_health(deed, character.character, price.health)
    if price.willpower is not None:
        change_willpower(deed, character.character, price.willpower)
    if intent.attribute is not None:
        _strengthen(deed, actor, character, asked, intent.attribute, price.points)
    return None


def drink_blood(deed: Deed, actor: MemberState, intent: i.DrinkBlood) -> Refusal | None:
    """Drink; what finds no room in the pool is wasted."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    if TrackerName.BLOOD_POOL not in character.trackers:
        return no_tracker(character, "character")
    unseen = refuse_unseen(actor, character, TrackerName.BLOOD_POOL)
    if unseen is not None:
        return unseen
    if intent.drunk_before and intent.source != "human":
        return Refusal(
            Code.INVALID,
            "What was drunk before counts of a human alone.",
            "drunk_before",
            "0, or the source `human`",
        )
    before, row = blood_of(deed, character), generation_of(deed, character)
    harm = DrinkingHarm.NONE
    if intent.source == "human":
        fed = feed(before, intent.points, row, drunk_before=intent.drunk_before)
        if isinstance(fed, RuleRefusal):
            return from_v20(fed)
        harm = DrinkingHarm(fed.harm)
    after = min(room_for_blood(deed, character), before + intent.points)
    deed.record(
        e.BloodDrunk(
            character=character.character,
            points=intent.points,
            gained=after - before,
            harm=harm,
            by=actor.member,
            visibility=asked.visibility,
            note=intent.note,
        ),
        asked=asked.audience,
    )
    change_blood(deed, character.character, after)
    return None


# --- refusals ------------------------------------------------------------------------------------


def _refuse_words(intent: i.SpendBlood) -> Refusal | None:
    """Fields that say nothing for this use, and those that it lacks."""
    for name, default in _DEFAULTS.items():
        if getattr(intent, name) != default and name not in _TAKES.get(intent.use, ()):
            return Refusal(
                Code.INVALID,
                f"Blood spent to {_TO[intent.use]} takes no such word.",
                name,
                ", ".join(_TAKES.get(intent.use, ())) or "points alone",
            )
    if intent.use is BloodUse.ATTRIBUTE and intent.attribute is None:
        return Refusal(
            Code.INVALID,
            "Say which Attribute the blood strengthens.",
            "attribute",
            ", ".join(PhysicalAttribute),
        )
    if intent.use is BloodUse.HEAL and intent.kind is None:
        return Refusal(
            Code.INVALID,
            "Say what damage the blood heals.",
            "kind",
            "bashing, lethal, aggravated",
        )
    if intent.points != 1 and intent.use in (BloodUse.WAKE, BloodUse.HEAL):
        return Refusal(
            Code.INVALID,
            "What this takes follows from what it does.",
            "points",
            "no points; `levels` to heal",
        )
    return None


_TO = {
    BloodUse.WAKE: "wake",
    BloodUse.HEAL: "heal",
    BloodUse.ATTRIBUTE: "strengthen the body",
    BloodUse.DISCIPLINE: "fuel a Discipline",
    BloodUse.OTHER: "do something else",
}


def _refuse_sight(
    actor: MemberState, character: CharacterState, intent: i.SpendBlood
) -> Refusal | None:
    """Whether there is a pool, and the actor sees all that a refusal would tell of."""
    if TrackerName.BLOOD_POOL not in character.trackers:
        by_time = blood_healing_refusal(body_of(character))
        if intent.use is BloodUse.HEAL and by_time is not None:
            return from_v20(by_time)
        return no_tracker(character, "character")
    touched = [TrackerName.BLOOD_POOL]
    if intent.use is BloodUse.HEAL:
        touched.append(TrackerName.HEALTH)
        if intent.kind is DamageKind.AGGRAVATED and intent.levels > 1:
            touched.append(TrackerName.WILLPOWER)
    return refuse_unseen(actor, character, *touched)


# --- what each use takes -------------------------------------------------------------------------


def _price(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.SpendBlood
) -> Price | Refusal:
    match intent.use:
        case BloodUse.HEAL:
            return _price_of_healing(deed, actor, character, intent)
        case BloodUse.ATTRIBUTE:
            full = _refuse_strength(deed, actor, character, intent)
            return full or _pay(deed, actor, character, intent.points, is_bound=True)
        case BloodUse.DISCIPLINE | BloodUse.OTHER:
            return _pay(deed, actor, character, intent.points, is_bound=True)
        case BloodUse.WAKE:
            raise AssertionError("waking has a price of its own")
        case _:
            assert_never(intent.use)


def _pay(
    deed: Deed, actor: MemberState, character: CharacterState, points: int, *, is_bound: bool
) -> Price | Refusal:
    """Points by themselves; a rest knows no turns, so that nothing bounds what it takes."""
    turn = running(deed.state, Clock.TURN) if is_bound else None
    spent = character.spent.get(TrackerName.BLOOD_POOL)
    already = spent.known_to(actor) if spent is not None and spent.turn == turn else 0
    left = spend_by_rules(
        blood_of(deed, character),
        points,
        generation_of(deed, character),
        spent_this_turn=None if turn is None else already,
    )
    return from_v20(left) if isinstance(left, RuleRefusal) else Price(points, left, turn=turn)


def _price_of_healing(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.SpendBlood
) -> Price | Refusal:
    kind = RuleKind(intent.kind or DamageKind.BASHING)
    cost = healing_cost(intent.levels, kind)
    if cost.is_full_rest and not intent.resting:
        return Refusal(
            Code.INVALID,
            "Aggravated damage heals in a full day's rest.",
            "resting",
            "true, while resting",
        )
    healed = heal(health_of(character), intent.levels, kind)
    if isinstance(healed, RuleRefusal):
        return from_v20(healed)
    paid = _pay(deed, actor, character, cost.blood, is_bound=not cost.is_full_rest)
    if isinstance(paid, Refusal):
        return paid
    willpower: Willpower | None = None
    if cost.willpower:
        left = spend_willpower_by_rules(willpower_of(character), cost.willpower)
        if isinstance(left, RuleRefusal):
            return from_v20(left, willpower="levels")
        willpower = left
    return Price(paid.points, paid.blood, healed, willpower, paid.turn)


def _refuse_strength(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.SpendBlood
) -> Refusal | None:
    if intent.attribute is None:
        raise AssertionError("an Attribute is named")
    rating = trait_of(character, intent.attribute).rating + sum(
        held.view.bonus
        for held in known_effects(deed, actor, character.character)
        if held.view.kind is EffectKind.BOOST and intent.attribute in held.view.traits
    )
    row = generation_of(deed, character)
    no = strengthen_refusal(rating + intent.points - 1, row)
    if no is not None:
        return from_v20(no)
    return refuse_full(deed, actor, character.character)


# --- what happens --------------------------------------------------------------------------------


def _record(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Asked,
    intent: i.SpendBlood,
    price: Price,
) -> None:
    is_healing = intent.use is BloodUse.HEAL
    before = willpower_of(character).current
    deed.record(
        e.BloodSpent(
            character=character.character,
            points=price.points,
            use=intent.use,
            by=actor.member,
            visibility=asked.visibility,
            kind=intent.kind if is_healing else None,
            levels=intent.levels if is_healing else 0,
            willpower=0 if price.willpower is None else before - price.willpower.current,
            turn=price.turn,
            note=intent.note,
        ),
        asked=asked.audience,
    )


def _strengthen(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Asked,
    attribute: PhysicalAttribute,
    points: int,
) -> None:
    view = EffectView(
        effect=effect_id(deed, character.character),
        character=character.character,
        kind=EffectKind.BOOST,
        name=f"Blood for {attribute.capitalize()}",
        bonus=points,
        traits=(attribute.value,),
        until=Clock.SCENE,
    )
    # Its dice are as many as points were spent.
    told = asked.audience.narrowed_to(tracker_audience(character, TrackerName.BLOOD_POOL))
    let_hold(deed, actor, view, Asked(asked.visibility, told))


def _wake(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    asked: Asked,
    intent: i.SpendBlood,
) -> Refusal | None:
    """Rise in the evening, a point of Willpower richer; without blood to spend: torpor."""
    waking = wake(blood_of(deed, character), generation_of(deed, character))
    if waking.is_torpor:
        view = EffectView(
            effect=effect_id(deed, character.character),
            character=character.character,
            kind=EffectKind.TORPOR,
            name="Torpor",
        )
        # That there was no blood to wake with is for those who see the pool.
        told = asked.audience.narrowed_to(tracker_audience(character, TrackerName.BLOOD_POOL))
        let_hold(deed, actor, view, Asked(asked.visibility, told), intent.note)
        return None
    _record(deed, actor, character, asked, intent, Price(1, waking.blood))
    change_blood(deed, character.character, waking.blood)
    change_willpower(deed, character.character, regain_willpower(willpower_of(character), 1))
    return None
