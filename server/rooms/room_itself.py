"""Decisions about the room itself: its name, its lock, its house rules."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from server.rooms.deed import Deed
from server.rooms.house import refuse_switches, system_of
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState, RoomState


def rename_room(deed: Deed, actor: MemberState, intent: i.RenameRoom) -> Refusal | None:
    """Give the room another name."""
    deed.record(e.RoomRenamed(name=intent.name, by=actor.member))
    return None


def lock_room(deed: Deed, actor: MemberState, intent: i.LockRoom) -> Refusal | None:
    """Let nobody new in, or open the room again."""
    if deed.state.is_locked is intent.locked:
        words = "locked" if intent.locked else "open"
        return Refusal(Code.NOTHING_TO_DO, f"The room is {words} already.", "locked", None)
    deed.record(e.RoomLocked(locked=intent.locked, by=actor.member))
    return None


def set_house_rules(deed: Deed, actor: MemberState, intent: i.SetHouseRules) -> Refusal | None:
    """Replace the house rules; what was rolled or made before keeps its own."""
    system = system_of(intent.house_rules.preset)
    is_other = system != deed.state.system
    refusal = refuse_switches(intent.house_rules)
    if refusal is None and is_other:
        refusal = _refuse_other_system(deed.state)
    if refusal is not None:
        return refusal
    deed.record(
        e.HouseRulesChanged(
            house_rules=intent.house_rules,
            by=actor.member,
            system=system if is_other else None,
        )
    )
    return None


def _refuse_other_system(state: RoomState) -> Refusal | None:
    """A room plays another system only before it has anything of the one it plays."""
    if not state.characters and not state.has_rolls:
        return None
    return Refusal(
        Code.WRONG_STATE,
        f"This room has characters or rolls of {state.system.upper()}, and keeps to its rules.",
        "house_rules.preset",
        f"a preset of {state.system.upper()}, or a new room",
    )
