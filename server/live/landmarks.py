"""What somebody who replays a night jumps to: its sessions, scenes and notable rolls."""

import asyncio

from protocol import events as e
from protocol.from_server import Landmark, LandmarksAnswer
from protocol.ids import CharacterId, ViewSeq
from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt
from protocol.v20_receipt import V20Receipt
from protocol.v20_words import V20Outcome
from protocol.words import Clock, FrenzyOutcome, LandmarkKind, Outcome
from server.live.pages import ViewEvent, ViewPages

SCANNED_AT_ONCE = 2_000
"""Events of the view that one answer looks through: some 20 ms of work."""
_PAGE_EVENTS = 100

_OF_OUTCOME = {
    Outcome.CRITICAL: LandmarkKind.CRITICAL,
    Outcome.MESSY_CRITICAL: LandmarkKind.MESSY_CRITICAL,
    Outcome.BESTIAL_FAILURE: LandmarkKind.BESTIAL_FAILURE,
}


async def landmarks(pages: ViewPages, after: int, before: int | None = None) -> LandmarksAnswer:
    """
    The landmarks of a view behind its event *after*: the next ones, or the last before *before*.

    Raises:
        server.store.base.LogError: The log cannot be read.
    """
    if before is None:
        first, end = after, pages.now.seq
    else:
        end = min(before - 1, pages.now.seq)
        first = max(after, end - SCANNED_AT_ONCE)
    found: list[Landmark] = []
    upto = first
    while upto < end and upto - first < SCANNED_AT_ONCE:
        events = await pages.after(upto, min(_PAGE_EVENTS, end - upto))
        if not events:
            break
        found += [landmark for event in events if (landmark := _landmark(event)) is not None]
        upto = events[-1].head.seq
        # Pages of the recent tail come without waiting for anything.
        await asyncio.sleep(0)
    return LandmarksAnswer(
        landmarks=tuple(found),
        after=ViewSeq(first),
        upto=ViewSeq(upto),
        has_more=upto < end or first > after,
    )


def _landmark(event: ViewEvent) -> Landmark | None:
    kind, title, character = _told(event.recorded.event)
    if kind is None:
        return None
    return Landmark(
        seq=ViewSeq(event.head.seq), at=event.at_ms, kind=kind, title=title, character=character
    )


_Told = tuple[LandmarkKind | None, str, CharacterId | None]
_NONE: _Told = (None, "", None)


def _told(event: e.Event) -> _Told:
    match event:
        case e.SessionStarted():
            return LandmarkKind.SESSION_STARTED, str(event.session), None
        case e.SessionEnded():
            return LandmarkKind.SESSION_ENDED, str(event.session), None
        case e.ClockBegun(clock=Clock.NIGHT):
            return LandmarkKind.NIGHT, event.title, None
        case e.ClockBegun(clock=Clock.SCENE):
            return LandmarkKind.SCENE, event.title, None
        case e.RollResolved():
            return _notable(event.receipt), event.label, event.character
        case e.RollRerolled():
            return _notable(event.receipt), "", None
        case e.RollRevealed():
            return LandmarkKind.REVEAL, event.label, event.character
        case _:
            return _NONE


def _notable(receipt: Receipt) -> LandmarkKind | None:
    match receipt:
        case PoolReceipt(outcome=Outcome() as outcome):
            return _OF_OUTCOME.get(outcome)
        case FrenzyReceipt(outcome=FrenzyOutcome.FRENZY):
            return LandmarkKind.FRENZY
        case V20Receipt(outcome=V20Outcome.BOTCH):
            return LandmarkKind.BOTCH
        case _:
            return None
