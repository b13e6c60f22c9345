"""
Decisions about who acts when within a turn.

There is an order for each who may know other declarations: everybody's, of what is declared before
all; that of those who were told more; and the Storytellers', with the hidden. None has a hole for
what is not in it.
"""

from collections.abc import Iterable

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import MemberId
from protocol.views import ActingView
from protocol.words import Clock, Role, TurnStep
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.deed import Deed, placed
from server.rooms.house import rules_by
from server.rooms.refusal import Refusal
from server.rooms.sheets import dots_of
from server.rooms.state import CharacterState, MemberState, Order, RoomState, running
from server.rooms.visibility import Viewer, card_audience, order_for, viewer_of
from server.rules.v5.turn_order import Combatant, Step, turn_order

INITIATIVE = "Initiative"
"""The trait of a sheet that a fixed initiative is taken from."""

MOST_INITIATIVE = 100


def declare_action(deed: Deed, actor: MemberState, intent: i.DeclareAction) -> Refusal | None:
    """Say what a character does in the turn that runs, and so when it acts."""
    if running(deed.state, Clock.TURN) is None:
        return Refusal(Code.WRONG_STATE, "No turn runs.", None, "begin a turn first")
    character = deed.state.characters[intent.character]
    asked = placed(deed.state, actor, intent.visibility, intent.to, (character,))
    if isinstance(asked, Refusal):
        return asked
    by_rating = rules_by(deed.state.house_rules).turn_order == "fixed_initiative"
    rating = dots_of(character, INITIATIVE) if intent.initiative is None else intent.initiative
    acting = ActingView(
        character=character.character,
        step=intent.step or TurnStep.OTHER,
        initiative=min(rating, MOST_INITIATIVE) if by_rating else None,
    )
    told = asked.audience.narrowed_to(card_audience(character))
    if acting in _all(order_for(deed.state, judged_by(deed.state, actor, told))):
        return Refusal(Code.NOTHING_TO_DO, "It is declared already.", "step", "another step")
    _record(deed, acting, told)
    return None


def show_in_order(deed: Deed, character: CharacterState) -> None:
    """Let everybody see where a character acts that is hidden no more."""
    for acting in _all(order_for(deed.state, _STORYTELLER)):
        if acting.character == character.character:
            _record(deed, acting, EVERYONE)


_NOBODY = Viewer(MemberId(""), is_storyteller=False)
_STORYTELLER = Viewer(MemberId(""), is_storyteller=True)
"""Who is told what everybody is told, and who is told everything."""


def judged_by(state: RoomState, actor: MemberState, told: Audience) -> Viewer:
    """
    By whose knowledge it is judged what was declared before, where a declaration is for *told*.

    It is what all of them know: what some were told apart decides nothing that others see.
    """
    if told.everyone:
        return _NOBODY
    here = [state.members[member] for member in told.members if member in state.members]
    others = [member for member in here if not member.is_storyteller]
    if not others:
        return viewer_of(actor)
    is_one = len(others) == 1 and (actor.is_storyteller or others[0].member == actor.member)
    return viewer_of(others[0]) if is_one else _NOBODY


def _record(deed: Deed, acting: ActingView, told: Audience) -> None:
    """Record a declaration in the orders of those who are *told*, each as they know it."""
    before = deed.state
    if told.everyone:
        order = _with(deed, order_for(before, _NOBODY), acting)
        deed.record(e.TurnOrdered(order=order), asked=EVERYONE)
    others = _others(before, told)
    for those, order in others:
        deed.record(e.TurnOrdered(order=_with(deed, order, acting)), asked=those)
    whole = _with(deed, order_for(before, _STORYTELLER), acting)
    is_told_nowhere = not told.everyone and not others
    if is_told_nowhere or order_for(deed.state, _STORYTELLER) != whole:
        # The last word for Storytellers, who see the others too; what is accepted is recorded.
        deed.record(e.TurnOrdered(order=whole), asked=STORYTELLERS)


def _others(state: RoomState, told: Audience) -> list[tuple[Audience, Order]]:
    """Those who are *told* and need an order of their own: each group, and what it saw before."""
    shown = order_for(state, _NOBODY)
    groups: dict[Order, list[MemberState]] = {}
    for member in state.members.values():
        is_told = told.everyone or member.member in told.members
        if member.is_storyteller or not is_told:
            continue
        order = order_for(state, viewer_of(member))
        if not told.everyone or order != shown:
            groups.setdefault(order, []).append(member)
    named = [(members(each.member for each in those), order) for order, those in groups.items()]
    return sorted(named, key=lambda group: group[0].members)


def _with(deed: Deed, order: Order, acting: ActingView) -> Order:
    others = [each for each in _all(order) if each.character != acting.character]
    return _in_order(deed, [*others, acting])


def _in_order(deed: Deed, declared: Iterable[ActingView]) -> Order:
    named: dict[str, ActingView] = {acting.character: acting for acting in declared}
    combatants = [_combatant(deed, acting) for acting in named.values()]
    groups = turn_order(combatants, rules_by(deed.state.house_rules))
    # Sorted within a group, so that the order of declarations tells nothing.
    return tuple(
        tuple(named[name] for name in sorted(combatant.name for combatant in group))
        for group in groups
    )


def _combatant(deed: Deed, acting: ActingView) -> Combatant:
    character = deed.state.characters[acting.character]
    owners = (deed.state.members.get(owner) for owner in character.players)
    return Combatant(
        name=acting.character,
        step=Step(acting.step),
        initiative=acting.initiative or 0,
        is_player=any(owner is not None and owner.role is Role.PLAYER for owner in owners),
        composure=dots_of(character, "Composure"),
    )


def _all(order: Order) -> list[ActingView]:
    return [acting for group in order for acting in group]
