"""Decisions about V20 turns: when a character acts, and what it declares before."""

from msgspec.structs import replace

from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PoolItemView
from protocol.ids import CharacterId
from protocol.v20_receipt import InitiativeReceipt
from protocol.v20_views import InitiativeView
from protocol.views import EffectView
from protocol.words import Clock, EffectKind, TrackerName
from server.rooms.audience import Audience
from server.rooms.deed import Deed, placed
from server.rooms.effects import effect_id, known_effects, let_hold, refuse_full
from server.rooms.house import ReadBy
from server.rooms.pools import refuse_counts
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal
from server.rooms.setting import Setting, set_scene
from server.rooms.state import CharacterState, EffectState, MemberState
from server.rooms.trackers import refuse_unseen
from server.rooms.turns import judged_by
from server.rooms.v20.lasting import go_on, known_of_kind
from server.rooms.v20.sheet import from_v20, health_of, rules_of, trait_of
from server.rooms.visibility import Viewer, effect_for, sees, viewer_of
from server.rules.v20.health import penalty_of
from server.rules.v20.initiative import FIXED_INITIATIVE, Initiative, turn_order
from server.rules.v20.pools import INCAPACITATED, PoolItem, wound_items


def roll_initiative(deed: Deed, actor: MemberState, intent: i.RollInitiative) -> Refusal | None:
    """Roll for when a character acts; it stands until the turn or the scene is over."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    refusal = _refuse(deed, setting, character, intent)
    if refusal is not None:
        return refusal
    die = FIXED_INITIATIVE
    if not intent.fixed:
        drawn = intent.entered.regular if intent.entered else deed.faces.draw(1)
        die = drawn[0]
    receipt = initiative_receipt(
        deed.state.house_rules, _items(character, intent), die, is_fixed=intent.fixed
    )
    made = record_roll(
        deed,
        setting,
        RollToRecord(
            "Initiative", receipt, intent.entered, intent.note, weighing=(TrackerName.HEALTH,)
        ),
    )
    view = EffectView(
        effect=effect_id(deed, character.character),
        character=character.character,
        kind=EffectKind.INITIATIVE,
        name="Initiative",
        until=Clock.TURN if rules_of(deed).initiative == "each_turn" else Clock.SCENE,
        roll=made,
        initiative=InitiativeView(receipt.total - die, die, receipt.total),
    )
    let_hold(deed, actor, view, setting.asked)
    return None


def declare_action(deed: Deed, actor: MemberState, intent: i.DeclareAction) -> Refusal | None:
    """Declare before who is quicker: from the lowest initiative up."""
    if intent.text is None:
        return Refusal(
            Code.INVALID,
            "An action is declared in words.",
            "text",
            "what the character is about to do",
        )
    held = _widest(deed, actor, intent.character)
    if held is None or held.view.initiative is None:
        return Refusal(
            Code.WRONG_STATE,
            "This character has no initiative in this turn.",
            "character",
            "a character who rolled for initiative",
        )
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    told = asked.audience.narrowed_to(held.audience)
    if declared_to(held, judged_by(deed.state, actor, told)) == intent.text:
        return Refusal(Code.NOTHING_TO_DO, "That is declared already.", "text", "another action")
    slower = _slower(deed, actor, held, told)
    if slower:
        return Refusal(
            Code.WRONG_STATE,
            f"Who acts later declares first: {len(slower)} have not.",
            "character",
            "the character of the lowest initiative who has not declared",
        )
    now = replace(held.view.initiative, declared=intent.text)
    go_on(deed, replace(held.view, initiative=now), told)
    return None


def initiative_receipt(
    house: ReadBy, items: tuple[PoolItemView, ...], die: int, *, is_fixed: bool
) -> InitiativeReceipt:
    """The receipt of an initiative: its rating in parts, and the die or the fixed 6."""
    rating = sum(item.dice for item in items)
    total = rating + die
    shown = f"a fixed {die}" if is_fixed else f"a die of {die}"
    return InitiativeReceipt(
        items=items,
        die=die,
        total=total,
        why=f"A rating of {rating} and {shown}: {total}.",
        is_fixed=is_fixed,
        preset=house.preset,
        switches=house.switches,
    )


def _refuse(
    deed: Deed, setting: Setting, character: CharacterState, intent: i.RollInitiative
) -> Refusal | None:
    actor, told = setting.actor, setting.asked.audience
    seen = refuse_unseen(actor, character, TrackerName.HEALTH) is None
    if seen and penalty_of(health_of(character)) is None:
        return from_v20(INCAPACITATED)
    placed = known_of_kind(deed, actor, character.character, EffectKind.INITIATIVE, told)
    if placed is not None and placed.view.initiative is not None:
        return Refusal(
            Code.WRONG_STATE,
            "This character has its place in this turn.",
            "character",
            "a character without one; the turn's end makes room",
        )
    if intent.entered is not None:
        count = 0 if intent.fixed else 1
        needs = {"rouse": 0, "regular": count, "hunger": 0, "rerolled": 0}
        counted = refuse_counts(intent.entered, needs)
        if counted is not None:
            return counted
    return refuse_full(deed, actor, character.character)


def _items(character: CharacterState, intent: i.RollInitiative) -> tuple[PoolItemView, ...]:
    traits = [trait_of(character, name) for name in ("Dexterity", "Wits")]
    items = [PoolItem(trait.name, trait.rating) for trait in traits]
    if intent.celerity:
        items.append(PoolItem("Celerity", intent.celerity))
    items += wound_items(penalty_of(health_of(character)) or 0)
    # A rating below nothing is none: whoever is hurt so badly acts on the die alone.
    short = -sum(item.dice for item in items)
    if short > 0:
        items.append(PoolItem("at least 0", short))
    return tuple([PoolItemView(item.label, item.dice) for item in items])


def _widest(deed: Deed, actor: MemberState, character: CharacterId) -> EffectState | None:
    """The initiative of a character that most may see, of those that *actor* knows."""
    known = known_effects(deed, actor, character)
    own = [held for held in known if held.view.initiative is not None]
    return max(
        own, key=lambda held: (held.audience.everyone, len(held.audience.members)), default=None
    )


def declared_to(held: EffectState, viewer: Viewer) -> str:
    """What a character has declared, as far as *viewer* was told; empty for nothing."""
    shown = effect_for(held, viewer).initiative
    return "" if shown is None else shown.declared


def _slower(deed: Deed, actor: MemberState, own: EffectState, told: Audience) -> list[str]:
    """
    Those who act later and have declared nothing before those who are *told*, as *actor* knows.

    Whom not all of these know of holds nobody up: else the coming of the declaration would tell.
    """
    viewer = viewer_of(actor)
    known = [
        held
        for held in deed.state.effects.values()
        if held.view.initiative is not None
        and sees(held.audience, viewer)
        and held.audience.covers(told)
    ]
    order = turn_order([_combatant(held) for held in known])
    place = next(n for n, group in enumerate(order) if own.view.effect in group)
    viewer = judged_by(deed.state, actor, told)
    silent = {held.view.effect for held in known if not declared_to(held, viewer)}
    return [name for group in order[place + 1 :] for name in group if name in silent]


def _combatant(held: EffectState) -> Initiative:
    shown = held.view.initiative
    if shown is None:
        raise AssertionError("an initiative is told")
    return Initiative(held.view.effect, shown.rating, shown.die)
