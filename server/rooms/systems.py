"""Which intents and words belong to which system; the others are refused by a code of their own."""

from collections.abc import Mapping

from protocol import from_client as i
from protocol.codes import Code
from protocol.words import DamageKind, EffectKind, GameSystem, WillpowerUse
from server.rooms.refusal import Refusal
from server.rooms.state import RoomState

V5_ONLY: Mapping[type[i.Intent], str] = {
    i.CreateCharacter: "create_v20_character",
    i.Roll: "roll_v20",
    i.Reroll: "no reroll: Willpower is spent with `roll_v20`",
    i.SettleRoll: "nothing: rolls of V20 never wait",
    i.Rouse: "spend_blood",
    i.Mend: "spend_blood",
    i.Wake: "spend_blood",
    i.Blush: "spend_blood",
    i.Feed: "drink_blood",
    i.AddStains: "set_tracker",
    i.RollCompulsion: "begin_effect",
    i.RideWave: "resist_beast, begin_effect",
    i.RollResonance: "begin_effect",
    i.TestRemorse: "roll_degeneration",
    i.TestFrenzy: "resist_beast",
    i.OpenContest: "open_v20_contest",
    i.AnswerContest: "answer_v20_contest",
    i.ForgoReaction: "answer_v20_contest, withdraw_contest",
    i.Recover: "heal, set_track",
    i.Help: "roll_v20 with `automatic`",
    i.SetTenets: "nothing: sins are weighed by Humanity or a Path, with `roll_degeneration`",
    i.SetBeliefs: "edit_character with `sheet`, whose `path` names a Path",
}
"""Intents of V5 alone, each with what V20 has in their place."""

V20_ONLY: Mapping[type[i.Intent], str] = {
    i.CreateV20Character: "create_character",
    i.RollV20: "roll",
    i.SpendBlood: "rouse, mend, wake, blush",
    i.DrinkBlood: "feed",
    i.OpenV20Contest: "open_contest",
    i.AnswerV20Contest: "answer_contest",
    i.RollDegeneration: "test_remorse",
    i.ResistBeast: "test_frenzy, ride_wave",
    i.RollInitiative: "roll",
}
"""Intents of V20 alone, each with what V5 has in their place."""

KINDS: Mapping[GameSystem, tuple[DamageKind, ...]] = {
    GameSystem.V5: (DamageKind.SUPERFICIAL, DamageKind.AGGRAVATED),
    GameSystem.V20: (DamageKind.BASHING, DamageKind.LETHAL, DamageKind.AGGRAVATED),
}
"""The kinds of damage that each system knows."""

USES: Mapping[GameSystem, tuple[WillpowerUse, ...]] = {
    GameSystem.V5: (WillpowerUse.IGNORE_WOUNDS, WillpowerUse.CONTROL),
    GameSystem.V20: tuple(use for use in WillpowerUse if use is not WillpowerUse.CONTROL),
}
"""What each system knows Willpower to buy."""

EFFECTS: Mapping[GameSystem, tuple[EffectKind, ...]] = {
    GameSystem.V5: (
        EffectKind.COMPULSION,
        EffectKind.FRENZY,
        EffectKind.TORPOR,
        EffectKind.BLUSH,
        EffectKind.RESONANCE,
        EffectKind.INJURY,
        EffectKind.HELP,
        EffectKind.STEELED,
        EffectKind.CONTROL,
        EffectKind.OTHER,
    ),
    GameSystem.V20: (
        EffectKind.FRENZY,
        EffectKind.TORPOR,
        EffectKind.INJURY,
        EffectKind.STEELED,
        EffectKind.OTHER,
        EffectKind.BOOST,
        EffectKind.UNHINDERED,
        EffectKind.DERANGEMENT,
        EffectKind.RESISTING,
        EffectKind.TASK,
        EffectKind.INITIATIVE,
    ),
}
"""The kinds of effect that each system knows."""

Fields = tuple[str, ...]

_WORDED = frozenset(
    {
        *(i.DealDamage, i.Heal, i.Mend, i.SpendBlood, i.OpenContest, i.AnswerContest),
        *(i.SetTrack, i.EditCharacter, i.BeginEffect, i.RollV20, i.OpenV20Contest),
        *(i.SpendWillpower, i.DeclareAction),
    }
)
"""Intents in which a word of one system may stand."""

_V20_FIELDS = ("bashing", "lethal", "extra", "current")
_V5_FIELDS = ("superficial",)


def refuse_system(state: RoomState, intent: i.Intent) -> Refusal | None:
    """Whether an intent, or a word in it, is of the system that this room does not play."""
    others = V5_ONLY if state.is_v20 else V20_ONLY
    instead = others.get(type(intent))
    if instead is not None:
        return _refusal(state, "type", instead, "This intent is")
    return _refuse_words(state, intent) if type(intent) in _WORDED else None


def _refuse_words(state: RoomState, intent: i.Intent) -> Refusal | None:
    match intent:
        case i.DealDamage() | i.Heal() | i.Mend() | i.SpendBlood():
            return _refuse_kind(state, intent.kind, "kind")
        case i.BeginEffect():
            return _refuse_effect(state, intent)
        case i.OpenContest() | i.AnswerContest() | i.RollV20() | i.OpenV20Contest():
            return _refuse_kind(state, intent.damage_kind, "damage_kind")
        case i.SetTrack():
            return _refuse_fields(state, intent, _V5_FIELDS, _V20_FIELDS, "boxes", "aggravated")
        case i.SpendWillpower():
            known = USES[GameSystem(state.system)]
            return None if intent.use in known else _refusal(state, "use", ", ".join(known))
        case i.DeclareAction():
            return _refuse_fields(state, intent, ("step", "initiative"), ("text",))
        case i.EditCharacter() if intent.sheet is not None and not state.is_v20:
            return _refusal(state, "sheet", "traits")
        case _:
            return None


def _refuse_effect(state: RoomState, intent: i.BeginEffect) -> Refusal | None:
    known = EFFECTS[GameSystem(state.system)]
    if intent.kind not in known:
        return _refusal(state, "kind", ", ".join(known))
    for name in ("target", "against"):
        if not state.is_v20 and getattr(intent, name) is not None:
            return _refusal(state, name, f"no {name}")
    return None


def _refuse_fields(
    state: RoomState, intent: i.Intent, of_v5: Fields, of_v20: Fields, *of_both: str
) -> Refusal | None:
    """Refuse a field of the other system that is given at all."""
    own, others = (of_v20, of_v5) if state.is_v20 else (of_v5, of_v20)
    for name in others:
        if getattr(intent, name) is not None:
            return _refusal(state, name, ", ".join((*own, *of_both)))
    return None


def _refuse_kind(state: RoomState, kind: DamageKind | None, field: str) -> Refusal | None:
    known = KINDS[GameSystem(state.system)]
    if kind is None or kind in known:
        return None
    return _refusal(state, field, ", ".join(known))


def _refusal(state: RoomState, field: str, accepted: str, what: str = "This word is") -> Refusal:
    other = GameSystem.V5 if state.is_v20 else GameSystem.V20
    return Refusal(
        Code.WRONG_SYSTEM,
        f"{what} of {other.upper()}, and this room plays {state.system.upper()}.",
        field,
        accepted,
    )
