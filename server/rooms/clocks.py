"""Decisions about time: sessions, and the clocks of the fiction."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import Clock, ProposalKind
from server.rooms.audience import STORYTELLERS
from server.rooms.deed import Deed
from server.rooms.effects import end_with
from server.rooms.refusal import Refusal
from server.rooms.settling import propose, settle_all
from server.rooms.stand_ins import end_stand_ins
from server.rooms.state import MemberState, running
from server.rooms.v20.lasting import pass_turn
from server.rules.v5.turn_order import asks_to_end


def start_session(deed: Deed, actor: MemberState, _intent: i.StartSession) -> Refusal | None:
    """Begin the evening."""
    if deed.state.session is not None:
        return Refusal(Code.WRONG_STATE, "A session runs already.", None, "end it first")
    deed.record(e.SessionStarted(session=deed.state.sessions + 1, by=actor.member))
    return None


def end_session(deed: Deed, actor: MemberState, _intent: i.EndSession) -> Refusal | None:
    """Close the evening: rolls settle, scene and night stay as they are in the fiction."""
    if deed.state.session is None:
        return Refusal(Code.WRONG_STATE, "No session runs.", None, "start one first")
    settle_all(deed)
    end_stand_ins(deed)
    deed.record(e.SessionEnded(session=deed.state.session, by=actor.member))
    return None


def begin_clock(deed: Deed, actor: MemberState, intent: i.BeginClock) -> Refusal | None:
    """Begin a night, a scene or a turn; one that runs ends first, with all that runs within it."""
    _ask_to_end(deed, intent.clock)
    _end(deed, actor, intent.clock)
    before = deed.state.clocks.get(intent.clock)
    number = 1 if before is None else before.number + 1
    deed.record(
        e.ClockBegun(clock=intent.clock, number=number, title=intent.title, by=actor.member)
    )
    return None


def end_clock(deed: Deed, actor: MemberState, intent: i.EndClock) -> Refusal | None:
    """End the night, the scene or the turn that runs."""
    clock = deed.state.clocks.get(intent.clock)
    if clock is None or not clock.is_running:
        return Refusal(Code.WRONG_STATE, f"No {intent.clock} runs.", "clock", "begin one first")
    _ask_to_end(deed, intent.clock)
    _end(deed, actor, intent.clock)
    return None


def _ask_to_end(deed: Deed, clock: Clock) -> None:
    """Ask, after the third turn of a scene, whether the conflict is over (A9.6); V20 asks none."""
    if deed.state.is_v20:
        return
    turn = running(deed.state, Clock.TURN) if clock is Clock.TURN else None
    if turn is not None and asks_to_end(turn - deed.state.turns_before):
        propose(deed, ProposalKind.END_CONFLICT, STORYTELLERS)


_WITHIN = {Clock.NIGHT: Clock.SCENE, Clock.SCENE: Clock.TURN}
"""What ends with each clock, first."""


def _end(deed: Deed, actor: MemberState, clock: Clock) -> None:
    """End a clock, what runs within it, and what lasts until it ends."""
    if clock in _WITHIN:
        _end(deed, actor, _WITHIN[clock])
    running = deed.state.clocks.get(clock)
    if running is not None and running.is_running:
        deed.record(e.ClockEnded(clock=clock, number=running.number, by=actor.member))
        if clock is Clock.TURN and deed.state.is_v20:
            pass_turn(deed)
    # Also where none ran: what lasted until the end of a scene ends when another begins.
    end_with(deed, actor, clock)
