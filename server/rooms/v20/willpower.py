"""Decisions about V20 Willpower: points that are spent, and how many a turn has seen."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import RollId
from protocol.views import EffectView
from protocol.words import Clock, EffectKind, TrackerName, WillpowerUse
from server.rooms.deed import Asked, Deed, placed
from server.rooms.effects import (
    effect_id,
    ignores_wounds,
    known_effects,
    let_hold,
    refuse_full,
)
from server.rooms.refusal import Refusal
from server.rooms.setting import Setting
from server.rooms.state import CharacterState, MemberState, running
from server.rooms.trackers import refuse_unseen
from server.rooms.v20.lasting import hold_off, known_of_kind, refuse_sight
from server.rooms.v20.sheet import from_v20, willpower_of
from server.rooms.v20.trackers import change_willpower
from server.rooms.visibility import tracker_audience
from server.rules.refusal import RuleRefusal
from server.rules.v20.willpower import spend_willpower as spend_by_rules


def spend_willpower(deed: Deed, actor: MemberState, intent: i.SpendWillpower) -> Refusal | None:
    """Spend a point on something that is no roll."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    if intent.use is WillpowerUse.AUTOMATIC_SUCCESS:
        return Refusal(
            Code.INVALID,
            "A success is bought with the roll that it is added to.",
            "use",
            "`roll_v20` with `willpower`, or another use",
        )
    unseen = refuse_unseen(actor, character, TrackerName.WILLPOWER)
    if unseen is not None:
        return unseen
    after = spend_by_rules(willpower_of(character))
    if isinstance(after, RuleRefusal):
        return from_v20(after, willpower="character")
    useless = _refuse_use(deed, actor, character, asked, intent.use)
    if useless is not None:
        return useless
    holds = intent.use is WillpowerUse.IGNORE_WOUNDS
    full = refuse_full(deed, actor, intent.character) if holds else None
    if full is not None:
        return full
    setting = Setting(actor, character, asked)
    record_spent(deed, setting, intent.use, intent.note)
    change_willpower(deed, character.character, after)
    if intent.use is WillpowerUse.HOLD_FRENZY:
        hold_off(deed, actor, character.character, asked.audience)
    if holds:
        view = EffectView(
            effect=effect_id(deed, intent.character),
            character=intent.character,
            kind=EffectKind.STEELED,
            name="Wounds ignored",
            until=Clock.TURN,
        )
        # It tells that a point was spent.
        told = asked.audience.narrowed_to(tracker_audience(character, TrackerName.WILLPOWER))
        let_hold(deed, actor, view, Asked(asked.visibility, told))
    return None


def _refuse_use(
    deed: Deed, actor: MemberState, character: CharacterState, asked: Asked, use: WillpowerUse
) -> Refusal | None:
    """Whether a point would buy nothing, as far as *actor* knows; others are not told of it."""
    if use is WillpowerUse.IGNORE_WOUNDS:
        known = known_effects(deed, actor, character.character)
        if any(ignores_wounds(held.view) for held in known):
            return Refusal(Code.NOTHING_TO_DO, "That is bought already.", "use", "the next turn")
    if use is not WillpowerUse.HOLD_FRENZY:
        return None
    kind = EffectKind.RESISTING
    held = known_of_kind(deed, actor, character.character, kind, asked.audience)
    if held is None:
        return Refusal(
            Code.WRONG_STATE,
            "There is no Beast that is held off.",
            "use",
            "hold_frenzy after `resist_beast` held it, or another use",
        )
    # A Beast that others see held is held on before them.
    return refuse_sight(deed, held, asked.audience)


def record_spent(
    deed: Deed,
    setting: Setting,
    use: WillpowerUse,
    note: str,
    *,
    roll: RollId | None = None,
) -> None:
    """Record what a point was spent on; a success counts in the turn that runs."""
    if setting.character is None:
        raise AssertionError("Willpower is spent by a character")
    counts = use is WillpowerUse.AUTOMATIC_SUCCESS
    deed.record(
        e.WillpowerSpent(
            character=setting.character.character,
            use=use,
            by=setting.actor.member,
            visibility=setting.asked.visibility,
            roll=roll,
            turn=running(deed.state, Clock.TURN) if counts else None,
            note=note,
        ),
        asked=setting.asked.audience,
    )


def bought_this_turn(deed: Deed, actor: MemberState, character: CharacterState) -> int:
    """Successes bought in the turn that runs, as far as *actor* knows; 0 while none runs."""
    turn = running(deed.state, Clock.TURN)
    spent = character.spent.get(TrackerName.WILLPOWER)
    return spent.known_to(actor) if spent is not None and spent.turn == turn else 0
