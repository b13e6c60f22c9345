"""Decisions about frenzy: the test, giving in, and what it is while it runs."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import PoolItemView
from protocol.receipts import FrenzyReceipt
from protocol.views import EffectView
from protocol.words import Clock, EffectKind, FrenzyKind, FrenzyOutcome, TrackerName, TrackName
from server.rooms.compulsion_effects import weighs_on_terror
from server.rooms.deed import Asked, Deed, placed
from server.rooms.effects import effect_id, is_raging, known_effects, let_hold
from server.rooms.itemising import FRENZY
from server.rooms.pools import regular_faces
from server.rooms.recording import RollToRecord, record_roll
from server.rooms.refusal import Refusal, from_rules
from server.rooms.setting import set_scene
from server.rooms.sheets import BESTIAL_TEMPER, has_trait
from server.rooms.state import CharacterState, MemberState
from server.rooms.trackers import clan_of, number, refuse_unseen, rules_of, track
from server.rules.v5 import frenzy as frenzy_rules
from server.rules.v5.in_frenzy import costs_next_turn as frenzy_costs_next_turn
from server.rules.v5.in_frenzy import frenzy_refusal
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolItem
from server.rules.v5.provocations import PROVOCATIONS, provocation_difficulty, provokes


def test_frenzy(deed: Deed, actor: MemberState, intent: i.TestFrenzy) -> Refusal | None:
    """Test whether a character gives in to the Beast; who fails is in frenzy."""
    setting = set_scene(deed, actor, intent)
    if isinstance(setting, Refusal):
        return setting
    character = deed.state.characters[intent.character]
    no = _refuse_frenzy(deed, actor, character)
    if no is not None:
        return no
    asked = _provoked(deed, actor, character, intent)
    if isinstance(asked, Refusal):
        return asked
    kind, difficulty = asked
    if intent.entered is not None:
        no = refuse_unseen(
            actor,
            character,
            TrackerName.WILLPOWER,
            TrackerName.HUMANITY,
            TrackerName.BLOOD_POTENCY,
        )
    if no is not None:
        return no
    items = frenzy_rules.frenzy_items(
        willpower=track(character, TrackName.WILLPOWER),
        humanity=number(character, TrackerName.HUMANITY),
        kind=frenzy_rules.FrenzyKind(kind),
        clan=clan_of(character),
        blood_potency_rating=number(character, TrackerName.BLOOD_POTENCY),
        rules=rules_of(deed),
    )
    items = (*items, *_delusions(deed, actor, character, kind))
    faces = regular_faces(deed, frenzy_rules.frenzy_dice(items), intent.entered)
    if isinstance(faces, Refusal):
        return faces
    result = frenzy_rules.resolve_frenzy(faces, difficulty, rules_of(deed))
    receipt = FrenzyReceipt(
        kind=kind,
        items=tuple(PoolItemView(item.label, item.dice) for item in items),
        faces=faces,
        successes=result.successes,
        difficulty=difficulty,
        provocation=intent.provocation,
        outcome=FrenzyOutcome(result.outcome),
        why=result.why,
        costs_next_turn=frenzy_costs_next_turn(result.outcome),
        preset=deed.state.house_rules.preset,
        switches=deed.state.house_rules.switches,
    )
    record_roll(
        deed,
        setting,
        RollToRecord(f"{kind} frenzy", receipt, intent.entered, intent.note, weighing=FRENZY),
    )
    if receipt.outcome is FrenzyOutcome.FRENZY:
        _rage(deed, actor, character, kind, setting.asked, ridden=False)
    return None


def ride_wave(deed: Deed, actor: MemberState, intent: i.RideWave) -> Refusal | None:
    """Give in without a roll (A12.3)."""
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    no = _refuse_frenzy(deed, actor, character)
    if no is not None:
        return no
    _rage(deed, actor, character, intent.kind, asked, ridden=True, note=intent.note)
    return None


def _provoked(
    deed: Deed, actor: MemberState, character: CharacterState, intent: i.TestFrenzy
) -> tuple[FrenzyKind, int] | Refusal:
    """What kind of frenzy threatens, and how hard it is to resist (A12.4)."""
    if intent.provocation is None:
        if intent.kind is None:
            return _missing("kind", "fury, hunger or terror")
        if intent.difficulty is None:
            return _missing("difficulty", "1 or more")
        return intent.kind, intent.difficulty
    known = PROVOCATIONS[intent.provocation]
    kind = FrenzyKind(known.kind)
    if intent.kind not in (None, kind):
        return Refusal(Code.INVALID, f"This provokes {kind}.", "kind", f"{kind}, or leave it out")
    if known.least_hunger:
        # The refusal would tell what Hunger is.
        unseen = refuse_unseen(actor, character, TrackerName.HUNGER)
        if unseen is not None:
            return unseen
        if not provokes(known, number(character, TrackerName.HUNGER)):
            return Refusal(
                Code.NOT_PROVOKED,
                f"This provokes from Hunger {known.least_hunger} on.",
                "provocation",
                f"a character of Hunger {known.least_hunger} or more",
            )
    return kind, intent.difficulty or provocation_difficulty(known, rules_of(deed))


def _missing(field: str, accepted: str) -> Refusal:
    return Refusal(
        Code.INVALID, f"A frenzy test without a provocation needs a {field}.", field, accepted
    )


def _delusions(
    deed: Deed, actor: MemberState, character: CharacterState, kind: FrenzyKind
) -> tuple[PoolItem, ...]:
    """What a Compulsion takes from resisting terror (A13), if the roller knows of it."""
    if kind is not FrenzyKind.TERROR:
        return ()
    return tuple(
        PoolItem(f"Compulsion ({held.view.name})", held.view.penalty)
        for held in known_effects(deed, actor, character.character)
        if weighs_on_terror(held.view, rules_of(deed))
    )[:1]


def _refuse_frenzy(deed: Deed, actor: MemberState, character: CharacterState) -> Refusal | None:
    # Only a frenzy that the actor knows of counts, since the refusal would tell of another.
    no = frenzy_refusal(
        CharacterKind(character.kind),
        is_in_frenzy=is_raging(deed, actor, character.character),
        has_bestial_temper=has_trait(character, BESTIAL_TEMPER),
    )
    return None if no is None else from_rules(no)


def _rage(
    deed: Deed,
    actor: MemberState,
    character: CharacterState,
    kind: FrenzyKind,
    asked: Asked,
    *,
    ridden: bool,
    note: str = "",
) -> None:
    view = EffectView(
        effect=effect_id(deed, character.character),
        character=character.character,
        kind=EffectKind.FRENZY,
        frenzy=kind,
        name=f"{kind.capitalize()} frenzy" + (", ridden" if ridden else ""),
        ends=_ENDS[kind],
        until=Clock.SCENE,
    )
    let_hold(deed, actor, view, asked, note)


_ENDS = {
    FrenzyKind.FURY: "Its goal is met.",
    FrenzyKind.HUNGER: "Hunger is 1 or less.",
    FrenzyKind.TERROR: "The danger is left behind.",
}
