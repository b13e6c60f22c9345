"""A viewer's line played back at the pace at which it happened, or faster, or slower."""

import asyncio
from collections.abc import AsyncIterator, Callable

from protocol.from_server import EventPush
from protocol.ids import Generation
from server.live.fanout import pushes
from server.live.pages import ViewEvent, ViewPages
from server.rooms.state import MemberState

LONGEST_PAUSE_MS = 20_000
"""Nobody waits through a pause of the table: between two events passes no more, at speed 1."""

TOGETHER_S = 0.02
"""What is due within it goes in one message, so that speed is no flood of messages."""

_PAGE_EVENTS = 50

LookNow = Callable[[], tuple[MemberState, ViewPages] | None]
"""The view that is played, as it stands now; None where the asker may not see it any more."""


async def played(
    look: LookNow, after: int, upto: int, speed: float
) -> AsyncIterator[tuple[EventPush, ...]]:
    """
    Events *after* to *upto* of a view, each when it is due.

    Ends early when the view is another than it was: nobody is played what a former role saw.

    Args:
        look: Finds the view anew, before each event is shown.
        after: The event before the first one.
        upto: The last event.
        speed: How many times as fast as it happened.

    Raises:
        server.store.base.LogError: The log cannot be read.
    """
    seen = look()
    generation = None if seen is None else seen[0].generation
    before_ms: int | None = None
    while after < upto and (pages := _same(look, generation)) is not None:
        page = (await pages.after(after, _PAGE_EVENTS))[: upto - after]
        if not page:
            return
        for wait_s, group in _groups(page, before_ms, speed):
            await asyncio.sleep(wait_s)
            if _same(look, generation) is None:
                return
            yield pushes(group)
        after, before_ms = page[-1].head.seq, page[-1].at_ms


def _same(look: LookNow, generation: Generation | None) -> ViewPages | None:
    seen = look()
    if seen is None or seen[0].generation != generation:
        return None
    return seen[1]


def _groups(
    page: list[ViewEvent], before_ms: int | None, speed: float
) -> list[tuple[float, list[ViewEvent]]]:
    """The events of a page in groups that go together, each with the pause before it."""
    groups: list[tuple[float, list[ViewEvent]]] = []
    due_s = 0.0
    for event in page:
        pause_ms = 0 if before_ms is None else max(0, event.at_ms - before_ms)
        due_s += min(pause_ms, LONGEST_PAUSE_MS) / 1000 / speed
        before_ms = event.at_ms
        if groups and due_s < TOGETHER_S:
            groups[-1][1].append(event)
        else:
            groups.append((due_s, [event]))
            due_s = 0.0
    return groups
