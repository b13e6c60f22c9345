"""
What one viewer may see of a log, numbered and marked as on the wire.

Who may see what is said by `server.rooms.visibility`; nothing here adds to it.
"""

from collections.abc import Iterable

from protocol.ids import MemberId
from server.live.pages import ViewEvent, seen_in
from server.rooms.lines import EMPTY_LINE, EVERYONE_LINE, STORYTELLERS_LINE, ViewBase, ViewHead
from server.rooms.records import Recorded
from server.rooms.state import MemberState
from server.rooms.visibility import Viewer, view_base, viewer_of


class View:
    """
    One viewer's view of one room, from the room's first commit on.

    A member's is what that member is sent in the generation of `MemberState`: what everyone may
    see from where it begins, and what names the member.
    """

    def __init__(self, viewer: Viewer, base: ViewBase) -> None:
        self._viewer = viewer
        self._hidden_past = dict(base.lines).get(EVERYONE_LINE, EMPTY_LINE).rank
        self._head = ViewHead(0, 0)

    def take(self, at_ms: int, events: Iterable[Recorded]) -> list[ViewEvent]:
        """What the viewer sees of the room's next commit."""
        seen = seen_in(self._head, self._viewer, at_ms, self._without_past(events))
        if seen:
            self._head = seen[-1].head
        return seen

    def _without_past(self, events: Iterable[Recorded]) -> Iterable[Recorded]:
        for recorded in events:
            if recorded.audience.everyone and self._hidden_past:
                self._hidden_past -= 1
            else:
                yield recorded


def view_of(member: MemberState) -> View:
    """A member's view, as of the moment that *member* was taken from."""
    return View(viewer_of(member), view_base(member))


def operator_view() -> View:
    """The view of whoever holds the log: everything."""
    everything = ViewBase(((STORYTELLERS_LINE, EMPTY_LINE),))
    return View(Viewer(MemberId(""), is_storyteller=True), everything)
