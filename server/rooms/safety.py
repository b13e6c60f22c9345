"""
Decisions that keep a table safe: the pause, lines and veils.

What is done without a name keeps none: the event has none, and the commit is nobody's. Whoever did
it can show so by the id of that intent, from which the id of what it made follows.
"""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import BoundaryId, IntentId, MemberId, PauseId
from protocol.views import BoundaryView, PauseView
from server.rooms.deed import Deed
from server.rooms.names import commit_id, derived_id
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState, RoomState

ROLLING = tuple(kind for kind in i.Intent.__args__ if "entered" in kind.__struct_fields__)
"""Intents that roll dice: they wait while the table pauses."""


def refuse_paused(state: RoomState, intent: i.Intent) -> Refusal | None:
    """Whether the dice rest, whoever rolls; everything else goes on."""
    if state.pause is None or not isinstance(intent, ROLLING):
        return None
    return Refusal(
        Code.PAUSED,
        "The table pauses: nobody rolls until it goes on. Nothing is lost.",
        None,
        "the same, once the pause is lifted",
    )


def raise_pause(deed: Deed, actor: MemberState, intent: i.RaisePause) -> Refusal | None:
    """Stop the play."""
    if deed.state.pause is not None:
        return Refusal(Code.WRONG_STATE, "The table pauses already.", None, "lift it first")
    refusal = _refuse_anonymous(deed.state, anonymous=intent.anonymous)
    if refusal is not None:
        return refusal
    deed.is_anonymous = intent.anonymous
    pause = PauseId(derived_id(deed.commit_id, "pause"))
    by = None if intent.anonymous else actor.member
    deed.created = pause
    deed.record(e.Paused(pause=PauseView(pause=pause, by=by, note=intent.note)))
    return None


def lift_pause(deed: Deed, actor: MemberState, intent: i.LiftPause) -> Refusal | None:
    """Let the play go on."""
    pause = deed.state.pause
    if pause is None:
        return Refusal(Code.WRONG_STATE, "The table does not pause.", None, "nothing to lift")
    deed.is_anonymous = raised(deed.state, actor.member, pause, intent.raised_with)
    by = None if deed.is_anonymous else actor.member
    deed.record(e.PauseLifted(pause=pause.pause, by=by))
    return None


def add_boundary(deed: Deed, actor: MemberState, intent: i.AddBoundary) -> Refusal | None:
    """Add a line or a veil to the table's list."""
    most = deed.limits.max_boundaries
    if len(deed.state.boundaries) >= most:
        return Refusal(
            Code.LIMIT_REACHED, f"The list has {most} lines and veils.", None, "remove one first"
        )
    if not intent.text.strip():
        return Refusal(Code.INVALID, "Say what it is about.", "text", "a line of up to 200")
    refusal = _refuse_anonymous(deed.state, anonymous=intent.anonymous)
    if refusal is not None:
        return refusal
    deed.is_anonymous = intent.anonymous
    view = BoundaryView(
        boundary=BoundaryId(derived_id(deed.commit_id, "boundary")),
        kind=intent.kind,
        text=intent.text,
        by=None if intent.anonymous else actor.member,
    )
    deed.created = view.boundary
    deed.record(e.BoundaryAdded(boundary=view))
    return None


def remove_boundary(deed: Deed, actor: MemberState, intent: i.RemoveBoundary) -> Refusal | None:
    """Take a line or a veil off the list."""
    boundary = deed.state.boundaries[intent.boundary]
    deed.is_anonymous = added(deed.state, actor.member, boundary, intent.added_with)
    by = None if deed.is_anonymous else actor.member
    deed.record(e.BoundaryRemoved(boundary=boundary.boundary, by=by))
    return None


def raised(state: RoomState, member: MemberId, pause: PauseView, intent: IntentId | None) -> bool:
    """Whether *member* shows to have called an anonymous pause, by the id of that intent."""
    return pause.by is None and _made_by(state, member, intent, "pause") == pause.pause


def added(
    state: RoomState, member: MemberId, boundary: BoundaryView, intent: IntentId | None
) -> bool:
    """The same of a line or veil without a name."""
    made = _made_by(state, member, intent, "boundary")
    return boundary.by is None and made == boundary.boundary


def _made_by(state: RoomState, member: MemberId, intent: IntentId | None, kind: str) -> str | None:
    if intent is None:
        return None
    return derived_id(commit_id(state.room, member, intent), kind)


def _refuse_anonymous(state: RoomState, *, anonymous: bool) -> Refusal | None:
    if not anonymous or state.house_rules.anonymous_pause:
        return None
    return Refusal(
        Code.ANONYMOUS_NOT_ALLOWED,
        "This table asks for a name.",
        "anonymous",
        "false",
    )
