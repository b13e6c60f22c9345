"""Reading a roll back from the commits that made and changed it."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol import events as e
from protocol.ids import CharacterId, RollId
from protocol.request_words import Told
from protocol.words import DiceSource
from server.rooms.audience import Audience
from server.rooms.commands import RecalledRoll
from server.rooms.records import EventRecord, Recorded, from_stored


def roll_line(roll: RollId) -> str:
    """The index line in which the log finds what was made of a roll since."""
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
    judged: e.RollJudged | None = None
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
            elif isinstance(event, e.RollJudged) and event.roll == roll and made is not None:
                if event.receipt is None and not event.is_impossible:
                    continue
                judged = event
                if event.told is Told.ALL and event.receipt is not None:
                    made = replace(made, receipt=event.receipt)
    if made is None:
        return None
    return RecalledRoll(
        roll=made,
        audience=audience,
        at_ms=at_ms,
        true_character=attributed or made.character,
        was_hidden=attributed is not None,
        told=None if judged is None else judged.told,
        judged=None if judged is None or judged.told is Told.ALL else judged.receipt,
        is_impossible=judged is not None and judged.is_impossible,
    )


def changed_rolls(events: Iterable[Recorded]) -> tuple[RollId, ...]:
    """The rolls that *events* reroll or judge: the commit is to be found by them."""
    changing = (e.RollRerolled, e.RollJudged)
    return tuple(dict.fromkeys(r.event.roll for r in events if isinstance(r.event, changing)))


def _events(records: Iterable[EventRecord], at_ms: int) -> Iterable[tuple[e.Event, Audience]]:
    for record in records:
        recorded = from_stored(record, at_ms)
        yield recorded.event, recorded.audience
