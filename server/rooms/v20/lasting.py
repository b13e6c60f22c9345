"""Effects that go on by rolls: who may roll for one, and how it stands from then on."""

from msgspec.structs import replace

from protocol import events as e
from protocol.codes import Code
from protocol.ids import CharacterId
from protocol.views import EffectView
from protocol.words import EffectKind
from server.rooms.audience import EVERYONE, Audience
from server.rooms.deed import Deed
from server.rooms.effects import known_effects
from server.rooms.refusal import Refusal
from server.rooms.state import EffectState, MemberState
from server.rooms.visibility import includes


def known_of_kind(
    deed: Deed, actor: MemberState, character: CharacterId, kind: EffectKind, told: Audience
) -> EffectState | None:
    """
    The newest effect of a kind on a character that *actor* knows, whom its rule then binds.

    What only Storytellers know changes nothing of what they do before others: for them it is the
    newest that all who are *told* know of. Whoever plays the character alone is bound by all of it,
    since asking again before more people is no second roll.
    """
    own = [
        held
        for held in known_effects(deed, actor, character)
        if held.view.kind is kind
        and (not actor.is_storyteller or includes(deed.state, held.audience, told))
    ]
    return own[-1] if own else None


def refuse_sight(deed: Deed, held: EffectState, told: Audience) -> Refusal | None:
    """Who goes on with an effect does so before all who see it: else its change would tell."""
    if includes(deed.state, told, held.audience):
        return None
    return Refusal(
        Code.VISIBILITY_NOT_ALLOWED,
        "Others see how this stands, and would see it change.",
        "visibility",
        "a visibility that all of them are in, as what was begun so",
    )


def go_on(deed: Deed, view: EffectView, told: Audience = EVERYONE) -> None:
    """Record how an effect stands now, if otherwise, for those who know it and are *told*."""
    held = deed.state.effects[view.effect]
    if held.view != view or held.apart:
        deed.record(e.EffectChanged(effect=view), asked=told)


def hold_off(deed: Deed, actor: MemberState, character: CharacterId, told: Audience) -> None:
    """Let a point of Willpower hold the Beast for one turn more, where it is resisted (C8.5)."""
    held = known_of_kind(deed, actor, character, EffectKind.RESISTING, told)
    if held is not None and held.view.resistance is not None:
        now = held.view.resistance
        go_on(deed, replace(held.view, resistance=replace(now, held_turns=now.held_turns + 1)))


def pass_turn(deed: Deed) -> None:
    """One turn less in which the Beast is held off (C8.3)."""
    for held in tuple(deed.state.effects.values()):
        resistance = held.view.resistance
        if resistance is not None and resistance.held_turns > 0:
            left = replace(resistance, held_turns=resistance.held_turns - 1)
            go_on(deed, replace(held.view, resistance=left))
