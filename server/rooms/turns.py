"""
Decisions about who acts when within a turn.

There are two orders: the one that everybody sees, of the characters that everybody knows, and the
Storytellers', with those that are hidden. Neither has a hole for what is not in it.
"""

from collections.abc import Iterable

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.views import ActingView
from protocol.words import Clock, Role, TurnStep
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.refusal import Refusal
from server.rooms.sheets import dots_of
from server.rooms.state import CharacterState, MemberState, running
from server.rules.v5.turn_order import Combatant, Step, turn_order

Order = tuple[tuple[ActingView, ...], ...]

INITIATIVE = "Initiative"
"""The trait of a sheet that a fixed initiative is taken from."""


def declare_action(deed: Deed, _actor: MemberState, intent: i.DeclareAction) -> Refusal | None:
    """Say what a character does in the turn that runs, and so when it acts."""
    if running(deed.state, Clock.TURN) is None:
        return Refusal(Code.WRONG_STATE, "No turn runs.", None, "begin a turn first")
    character = deed.state.characters[intent.character]
    by_rating = rules_by(deed.state.house_rules).turn_order == "fixed_initiative"
    rating = dots_of(character, INITIATIVE) if intent.initiative is None else intent.initiative
    acting = ActingView(
        character=character.character,
        step=intent.step or TurnStep.OTHER,
        initiative=min(rating, MOST_INITIATIVE) if by_rating else None,
    )
    before = _all(deed.state.acting)
    if acting in before:
        return Refusal(Code.NOTHING_TO_DO, "It is declared already.", "step", "another step")
    declared = [*(a for a in before if a.character != character.character), acting]
    _record(deed, declared, is_shown=not character.hidden)
    return None


MOST_INITIATIVE = 100


def show_in_order(deed: Deed, character: CharacterState) -> None:
    """Let everybody see where a character acts that is hidden no more."""
    declared = _all(deed.state.acting)
    if any(acting.character == character.character for acting in declared):
        _record(deed, declared, is_shown=True)


def _record(deed: Deed, declared: list[ActingView], *, is_shown: bool) -> None:
    hidden = {c.character for c in deed.state.characters.values() if c.hidden}
    shown = [acting for acting in declared if acting.character not in hidden]
    whole = _in_order(deed, declared)
    if is_shown:
        deed.record(e.TurnOrdered(order=_in_order(deed, shown)))
    if len(shown) < len(declared):
        # The last word for Storytellers, who see the other one too.
        deed.record(e.TurnOrdered(order=whole))


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
