"""Reading a roll back from the commits that made and changed it."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import CharacterId, RollId
from protocol.words import DiceSource
from server.rooms.audience import Audience
from server.rooms.commands import RecalledRoll
from server.rooms.records import EventRecord, Recorded, from_stored


def roll_line(roll: RollId) -> str:
    """The index line in which the log finds the rerolls of a roll."""
    return f"roll:{roll}"


def recall_roll(
    roll: RollId, commits: Iterable[tuple[int, Iterable[EventRecord]]]
) -> RecalledRoll | None:
    """
    The roll as it stands after *commits*, pairs of time (UTC ms) and stored events, in order.

    None if none of them resolved it.
    """
    made: e.RollResolved | None = None
    audience = Audience()
    at_ms = 0
    attributed: CharacterId | None = None
    for time, records in commits:
        for event, seen_by in _events(records, time):
            if isinstance(event, e.RollResolved) and event.roll == roll:
                made, audience, at_ms = event, seen_by, time
            elif isinstance(event, e.RollAttributed) and event.roll == roll:
                attributed = event.character
            elif isinstance(event, e.RollRerolled) and event.roll == roll and made is not None:
                # A roll with a single face that was entered never passes for the server's own.
                source = event.source if event.source is DiceSource.ENTERED else made.source
                made = replace(
                    made, receipt=event.receipt, is_standing=event.is_standing, source=source
                )
    if made is None:
        return None
    return RecalledRoll(
        roll=made,
        audience=audience,
        at_ms=at_ms,
        true_character=attributed or made.character,
        was_hidden=attributed is not None,
    )


def rerolls_in(events: Iterable[Recorded]) -> tuple[RollId, ...]:
    """The rolls that *events* reroll: the commit is to be found by them."""
    return tuple(r.event.roll for r in events if isinstance(r.event, e.RollRerolled))


def _events(records: Iterable[EventRecord], at_ms: int) -> Iterable[tuple[e.Event, Audience]]:
    for record in records:
        recorded = from_stored(record, at_ms)
        yield recorded.event, recorded.audience
