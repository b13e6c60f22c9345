"""From an intent's pool to a receipt: parts, dice, reading. The dice come from the face stream."""

from dataclasses import replace

from msgspec import Struct

from protocol.codes import Code
from protocol.dice import EnteredFaces, PoolItemView
from protocol.from_client import AnswerContest, Roll
from protocol.receipts import PoolReceipt
from protocol.words import (
    MAX_DICE,
    CalledShot,
    TrackerName,
    WithoutDice,
)
from protocol.words import CharacterKind as AnyKind
from server.rooms.audience import Audience
from server.rooms.compelled import control_items, refuse_control, refuse_repeats
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.pool_parts import (
    NamedParts,
    Pooled,
    hindrances,
    named_parts,
    refuse_in_frenzy,
    refuse_strikes,
    weighing_on,
)
from server.rooms.refusal import Refusal, from_rules
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import number, refuse_unseen
from server.rooms.v5_receipts import pool_receipt, receipt_without_dice, rouse_receipt
from server.rooms.without_dice import refuse_win, refuse_without_dice
from server.rules.refusal import RuleRefusal
from server.rules.v5.blood_potency import blood_potency, surge_refusal
from server.rules.v5.conflict_harm import further_defence_items
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import DicePool, PoolItem, build_pool
from server.rules.v5.pools import PoolKind as RulePoolKind
from server.rules.v5.reading import Faces, read_roll
from server.rules.v5.rouse import RouseCheck, resolve_rouse
from server.rules.v5.weapons import called_shot_items

_KIND_OF = {kind: CharacterKind(kind) for kind in AnyKind}


class PoolSetting(Struct, frozen=True, gc=False):
    """Whose pool it is, who rolls it, and who sees it."""

    actor: MemberState
    character: CharacterState | None
    audience: Audience


class PoolReady(Struct, frozen=True, gc=False):
    """A pool that nothing speaks against: only the dice are missing."""

    pool: DicePool
    kind: RulePoolKind
    surge_hunger: int | None
    difficulty: int | None
    called_shot: CalledShot | None = None
    without_dice: WithoutDice | None = None
    weighing: tuple[TrackerName, ...] = ()


class Rolled(Struct, frozen=True, gc=False):
    """A pool's receipt, and the Rouse check that a Blood Surge cost."""

    receipt: PoolReceipt
    rouse: RouseCheck | None


def prepare_pool(
    deed: Deed,
    setting: PoolSetting,
    asked: Pooled,
    difficulty: int | None = None,
    hunger: int | None = None,
) -> PoolReady | Refusal:
    """
    Add up a pool and refuse what the rules or limits refuse, before any die is drawn.

    *difficulty* and *hunger* are what a roll names beside the pool, *hunger* without a character.
    """
    rules = rules_by(deed.state.house_rules)
    refusal = difficulty_refusal(difficulty, rules)
    if refusal is not None:
        return from_rules(refusal)
    in_conflict = not isinstance(asked, Roll)
    if asked.without_dice is not None:
        no_dice = refuse_without_dice(setting.actor, asked, difficulty, in_conflict=in_conflict)
        if no_dice is not None:
            return no_dice
    character = setting.character
    parts = named_parts(character, asked, rules)
    if isinstance(parts, Refusal):
        return parts
    items = _named_items(asked, parts, rules)
    # Counted as named: what Blood Surge adds and impairment takes may not be the sender's to know.
    named = sum(item.dice for item in items)
    no = (
        _refuse_means(deed, setting, asked)
        or _refuse_size(named)
        or _refuse_circumstances(deed, setting, asked, parts, rules, hunger)
    )
    if no is not None:
        return no
    if character is None:
        uses_hunger_dice = hunger is not None
        hunger = hunger or 0
    else:
        uses_hunger_dice = _KIND_OF[character.kind].uses_hunger_dice
        hunger = number(character, TrackerName.HUNGER)
        items += _items_of_character(deed, setting, character, asked, parts, rules)
    if rules.min_pool == "refuse" and not _sees_all(setting):
        # The rules' no would tell what impairs: only what the sender named is judged.
        if named < 1:
            return Refusal(
                Code.POOL_EMPTY,
                f"The modifiers leave a pool of {named}, and this table rolls no such pool.",
                "pool",
                "a pool of 1 die or more",
            )
        rules = replace(rules, min_pool="one")
    pool = build_pool(
        items,
        hunger=hunger,
        uses_hunger_dice=uses_hunger_dice,
        kind=parts.kind,
        rules=rules,
    )
    if isinstance(pool, RuleRefusal):
        return from_rules(pool)
    if asked.without_dice is WithoutDice.WIN:
        no_win = refuse_win(pool.size, difficulty, rules, in_conflict=in_conflict)
        if no_win is not None:
            return no_win
    return PoolReady(
        pool=pool,
        kind=parts.kind,
        surge_hunger=hunger if asked.surge else None,
        difficulty=difficulty,
        called_shot=asked.called_shot,
        without_dice=asked.without_dice,
        weighing=() if character is None else weighing_on(asked, parts),
    )


def _named_items(asked: Pooled, parts: NamedParts, rules: V5Rules) -> list[PoolItem]:
    """The parts of a pool that its sender named, or that follow from that alone."""
    items = list(parts.items)
    items += [PoolItem(m.label or "modifier", m.dice) for m in asked.modifiers]
    if asked.called_shot is not None:
        items += called_shot_items(rules)
    if isinstance(asked, AnswerContest):
        items += further_defence_items(asked.defences_before)
    return items


def _items_of_character(
    deed: Deed,
    setting: PoolSetting,
    character: CharacterState,
    asked: Pooled,
    parts: NamedParts,
    rules: V5Rules,
) -> list[PoolItem]:
    """The parts of a pool that what a character is, and what holds it, bring."""
    items: list[PoolItem] = []
    if asked.surge:
        rating = number(character, TrackerName.BLOOD_POTENCY)
        items.append(PoolItem("Blood Surge", blood_potency(rating, rules).surge_dice))
    items += parts.bonus
    if asked.against_control:
        items += control_items(deed, setting.actor, character, setting.audience)
    items += hindrances(deed, setting.actor, character, asked, parts, setting.audience)
    return items


def _refuse_means(deed: Deed, setting: PoolSetting, asked: Pooled) -> Refusal | None:
    """Whether frenzy forbids the traits, or a penalty is struck that may not be."""
    character = setting.character
    if character is not None and asked.traits:
        raging = refuse_in_frenzy(deed, setting.actor, character, asked)
        if raging is not None:
            return raging
    return refuse_strikes(deed, setting.actor, character, asked) if asked.strike else None


def _refuse_size(named: int) -> Refusal | None:
    if named <= MAX_DICE:
        return None
    return Refusal(
        Code.POOL_TOO_LARGE,
        f"This pool comes to {named} dice; a roll takes {MAX_DICE}.",
        "pool",
        f"at most {MAX_DICE} dice with modifiers",
    )


def _refuse_circumstances(
    deed: Deed,
    setting: PoolSetting,
    asked: Pooled,
    parts: NamedParts,
    rules: V5Rules,
    hunger: int | None,
) -> Refusal | None:
    """Whether the pool names Hunger, a repetition, control or a surge that is not there."""
    character = setting.character
    if character is not None and hunger is not None:
        return Refusal(
            Code.INVALID,
            "A character's Hunger is its tracker's.",
            "hunger",
            "hunger only for a pool without a character",
        )
    unmet = None
    if asked.repeats:
        unmet = refuse_repeats(deed, setting.actor, character, asked.repeats)
    if unmet is None and asked.against_control:
        unmet = refuse_control(deed, setting.actor, character)
    if unmet is None and asked.surge:
        unmet = _refuse_surge(character, parts, rules)
    return unmet


_SHRINKING = (
    TrackerName.HEALTH,
    TrackerName.WILLPOWER,
    TrackerName.HUMANITY,
    TrackerName.STAINS,
    TrackerName.BLOOD_POTENCY,
)
"""Trackers that decide how much smaller or larger a pool becomes than it was named."""


def _sees_all(setting: PoolSetting) -> bool:
    character = setting.character
    return character is None or refuse_unseen(setting.actor, character, *_SHRINKING) is None


def refuse_faces(ready: PoolReady, entered: EnteredFaces | None) -> Refusal | None:
    """Entered faces must be exactly as many of each kind as the roll needs."""
    if entered is None:
        return None
    needs = {
        "rouse": 0 if ready.surge_hunger is None else 1,
        "regular": ready.pool.regular,
        "hunger": ready.pool.hunger,
        "rerolled": 0,
    }
    return refuse_counts(entered, needs)


def refuse_counts(entered: EnteredFaces, needs: dict[str, int]) -> Refusal | None:
    """Say which kind of entered faces is not as many as *needs* says."""
    for kind, count in needs.items():
        given = len(getattr(entered, kind))
        if given != count:
            return Refusal(
                Code.BAD_FACES,
                f"This needs {count} {kind} faces, and {given} were entered.",
                f"entered.{kind}",
                f"exactly {count} faces of 1 to 10",
            )
    return None


def roll_pool(deed: Deed, ready: PoolReady, entered: EnteredFaces | None) -> Rolled:
    """Draw the dice (regular, Hunger, then the Rouse check's) and read them."""
    items = tuple([PoolItemView(item.label, item.dice) for item in ready.pool.items])
    if ready.without_dice is not None:
        house = deed.state.house_rules
        return Rolled(
            receipt_without_dice(house, ready.without_dice, items, ready.difficulty), None
        )
    rules = rules_by(deed.state.house_rules)
    if entered is None:
        regular = ready.pool.regular
        drawn = deed.faces.draw(regular + ready.pool.hunger)
        faces = Faces(drawn[:regular], drawn[regular:])
    else:
        faces = Faces(entered.regular, entered.hunger)
    rouse: RouseCheck | None = None
    if ready.surge_hunger is not None:
        face = deed.faces.draw(1) if entered is None else entered.rouse
        rouse = resolve_rouse(face, hunger=ready.surge_hunger, rules=rules)
    receipt = pool_receipt(
        deed.state.house_rules,
        faces,
        read_roll(faces, ready.difficulty, rules, called_shot=ready.called_shot is not None),
        items,
        called_shot=ready.called_shot,
        rouse=None if rouse is None else rouse_receipt(deed.state.house_rules, rouse),
    )
    return Rolled(receipt, rouse)


def regular_faces(
    deed: Deed, count: int, entered: EnteredFaces | None
) -> tuple[int, ...] | Refusal:
    """Faces of *count* regular dice: drawn, or entered and as many."""
    if entered is None:
        return deed.faces.draw(count)
    refusal = refuse_counts(entered, {"rouse": 0, "regular": count, "hunger": 0, "rerolled": 0})
    return refusal or entered.regular


def _refuse_surge(
    character: CharacterState | None, parts: NamedParts, rules: V5Rules
) -> Refusal | None:
    if character is None:
        return Refusal(
            Code.SURGE_NOT_ALLOWED, "Blood Surge needs a character's blood.", "surge", "a vampire"
        )
    if not parts.has_attribute:
        return Refusal(
            Code.SURGE_NOT_ALLOWED,
            "Blood Surge strengthens an Attribute, and this pool has none.",
            "surge",
            "a pool with an Attribute",
        )
    refusal = surge_refusal(
        kind=parts.kind,
        uses_rouse=_KIND_OF[character.kind].uses_rouse,
        hunger=number(character, TrackerName.HUNGER),
        rules=rules,
    )
    return None if refusal is None else from_rules(refusal)
