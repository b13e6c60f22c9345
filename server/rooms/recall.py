"""Reading a roll back from the commits that made and changed it."""

from collections.abc import Iterable

from msgspec.structs import replace

from protocol import events as e
from protocol.dice import DiceProof, RerollProof
from protocol.ids import CharacterId, RollId
from protocol.request_words import Told
from protocol.words import DiceSource
from server.rooms.audience import Audience
from server.rooms.commands import Proofs, RecalledRoll
from server.rooms.records import EventRecord, Recorded, from_stored
from server.rooms.state import ShownOutcome


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
    proofs = Proofs()
    audience = Audience()
    at_ms = 0
    attributed: CharacterId | None = None
    judged: e.RollJudged | None = None
    places: tuple[int, ...] = ()
    is_retracted = False
    shown: ShownOutcome | None = None
    changes: list[e.TrackerChanged] = []
    for time, records in commits:
        for event, seen_by in _events(records, time):
            if isinstance(event, e.RollResolved) and event.roll == roll:
                made, audience, at_ms = event, seen_by, time
                proofs = _with(proofs, event.proof, seen_by)
            elif isinstance(event, e.RollAttributed) and event.roll == roll:
                attributed = event.character
            elif isinstance(event, e.RollRetracted) and event.roll == roll:
                is_retracted = True
            elif isinstance(event, e.RollRevealed) and event.roll == roll and event.at_once:
                shown = ShownOutcome(event, seen_by)
            elif isinstance(event, e.TrackerChanged):
                changes.append(event)
            elif isinstance(event, e.RollRerolled) and event.roll == roll and made is not None:
                made = replace(
                    made,
                    receipt=event.receipt,
                    is_standing=event.is_standing,
                    source=min(made.source, event.source, key=_TRUSTED.index),
                )
                places = event.regular_indices
                proofs = _with(proofs, event.proof, seen_by, places)
            elif isinstance(event, e.RollJudged) and event.roll == roll and made is not None:
                if event.receipt is None and not event.is_impossible:
                    continue
                judged = event
                if event.told is Told.ALL and event.receipt is not None:
                    made = replace(made, receipt=event.receipt)
            elif isinstance(event, e.RollProven) and event.roll == roll:
                proofs = _with(proofs, event.proof, seen_by, places if event.is_reroll else None)
    if made is None:
        return None
    return RecalledRoll(
        roll=replace(made, proof=None),
        audience=audience,
        at_ms=at_ms,
        true_character=attributed or made.character,
        was_hidden=attributed is not None,
        told=None if judged is None else judged.told,
        judged=None if judged is None or judged.told is Told.ALL else judged.receipt,
        is_impossible=judged is not None and judged.is_impossible,
        proofs=proofs,
        is_retracted=is_retracted,
        changes=tuple(changes),
        shown=shown,
    )


def changed_rolls(events: Iterable[Recorded]) -> tuple[RollId, ...]:
    """The rolls that *events* reroll, judge or retract: the commit is to be found by them."""
    changing = (e.RollRerolled, e.RollJudged, e.RollRetracted)
    return tuple(dict.fromkeys(r.event.roll for r in events if isinstance(r.event, changing)))


_TRUSTED = (DiceSource.ENTERED, DiceSource.UNPROVEN, DiceSource.BOOK)
"""A roll is worth as much as the least of its dice: one that was entered is never the server's."""


def _with(
    proofs: Proofs,
    proof: DiceProof | None,
    audience: Audience,
    places: tuple[int, ...] | None = None,
) -> Proofs:
    """*proofs* and one more, of a reroll of *places* if there are any."""
    if proof is None:
        return proofs
    known = audience if proofs.may_have is None else proofs.may_have.narrowed_to(audience)
    if places is None:
        return Proofs(proof, proofs.rerolls, known)
    return Proofs(proofs.proof, (*proofs.rerolls, RerollProof(places, proof)), known)


def rerolls_in(events: Iterable[Recorded]) -> tuple[RollId, ...]:
    """The rolls that *events* reroll: the commit is to be found by them."""
    return tuple(r.event.roll for r in events if isinstance(r.event, e.RollRerolled))


def _events(records: Iterable[EventRecord], at_ms: int) -> Iterable[tuple[e.Event, Audience]]:
    for record in records:
        recorded = from_stored(record, at_ms)
        yield recorded.event, recorded.audience
