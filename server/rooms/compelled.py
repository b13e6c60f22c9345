"""What a pool says of the state its character is in: repeated actions, control that is resisted."""

from protocol.codes import Code
from protocol.views import EffectView
from protocol.words import EffectKind
from server.rooms.audience import Audience
from server.rooms.compulsion_effects import named
from server.rooms.deed import Deed
from server.rooms.effects import known_effects
from server.rooms.house import rules_by
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState
from server.rules.v5.compulsion_table import Weighs
from server.rules.v5.compulsions import CompelledRoll, compulsion_items
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.in_frenzy import resist_mind_control_items
from server.rules.v5.pools import PoolItem


def compelled_dice(view: EffectView, rules: V5Rules, repeats: int) -> int:
    """What a Compulsion takes from a pool that it weighs on: less by repeating, for some (A13)."""
    known = named(view.name, rules) if view.kind is EffectKind.COMPULSION else None
    if known is None or known.dice != view.penalty:
        # The table's own word, or a Storyteller's other number.
        return view.penalty
    roll = CompelledRoll(traits=known.traits, repeats=repeats, has_failed=True)
    return sum(item.dice for item in compulsion_items(known, roll))


def refuse_repeats(
    deed: Deed, actor: MemberState, character: CharacterState | None, repeats: int
) -> Refusal | None:
    """Whether repeating helps against nothing that *actor* knows to hold the character."""
    if repeats == 0:
        return None
    rules = rules_by(deed.state.house_rules)
    held = [] if character is None else known_effects(deed, actor, character.character)
    for effect in held:
        known = named(effect.view.name, rules)
        if known is not None and known.weighs is Weighs.LESS_BY_REPEATING:
            return None
    return Refusal(
        Code.INVALID,
        "Nothing holds this character that weighs less by repeating.",
        "repeats",
        "0, or a Compulsion such as Perfectionism",
    )


def refuse_control(
    deed: Deed, actor: MemberState, character: CharacterState | None
) -> Refusal | None:
    """Whether no frenzy that *actor* knows of helps against mind control (A12.5)."""
    held = [] if character is None else known_effects(deed, actor, character.character)
    if any(effect.view.kind is EffectKind.FRENZY for effect in held):
        return None
    return Refusal(
        Code.WRONG_STATE,
        "Only frenzy helps against mind control, and the character is in none.",
        "against_control",
        "false, or a character in frenzy",
    )


def control_items(
    deed: Deed, actor: MemberState, character: CharacterState, audience: Audience
) -> tuple[PoolItem, ...]:
    """The dice that frenzy gives, named to those alone who all know of it."""
    told = any(
        effect.view.kind is EffectKind.FRENZY and effect.audience.covers(audience)
        for effect in known_effects(deed, actor, character.character)
    )
    items = resist_mind_control_items()
    return items if told else tuple(PoolItem("helped", item.dice) for item in items)
