"""From a decision to what the log stores, and back to what a sender was told."""

import msgspec
from msgspec import Struct

from protocol.events import RollJudged, RollRerolled, RollRetracted
from protocol.from_server import Accepted
from protocol.ids import MemberId, ViewSeq
from server.rooms.deed import Decision
from server.rooms.lines import LineHead, lines_of, view_seq
from server.rooms.recall import roll_line
from server.rooms.records import EventRecord, to_stored
from server.rooms.state import RoomState
from server.rooms.visibility import sees, view_base, viewer_of
from server.store.base import Draft


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a sender was told of a stored intent, kept with the commit."""

    seq: ViewSeq | None = None
    created: str | None = None
    took: int | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)
_CHANGE_HEAD = LineHead(1)


def draft_of(
    before: RoomState,
    decision: Decision,
    *,
    commit_id: bytes,
    at_ms: int,
    member: MemberId | None,
    intent_id: str | None,
    digest: bytes,
) -> Draft:
    """
    The draft of a decision made on *before*.

    One without a name keeps neither whose it was nor where it stands in that one's view.
    """
    if decision.is_anonymous:
        member = intent_id = None
    heads = decision.state.heads
    stored: list[EventRecord] = []
    lines: dict[str, LineHead] = {}
    for recorded in decision.events:
        stored.append(to_stored(recorded))
        for line in lines_of(recorded):
            if line in heads:
                lines[line] = heads[line]
        if isinstance(recorded.event, RollRerolled | RollJudged | RollRetracted):
            # What changes a roll is found by it; this line is an index alone and nobody's view.
            lines[roll_line(recorded.event.roll)] = _CHANGE_HEAD
    return Draft(
        commit_id=commit_id,
        at_ms=at_ms,
        member=member,
        intent_id=intent_id,
        digest=digest,
        answer=_ENCODER.encode(_answer(before, decision, member)),
        events=tuple(stored),
        lines=tuple(lines.items()),
        credentials=decision.credentials,
    )


def accepted(intent_id: str, answer: bytes) -> Accepted:
    """The stored answer as the sender is told it, now or again."""
    told = _DECODER.decode(answer)
    return Accepted(id=intent_id, seq=told.seq, created=told.created, took=told.took)


def created_by(answer: bytes) -> str | None:
    """What a commit made, as its sender was told."""
    return _DECODER.decode(answer).created


def _answer(before: RoomState, decision: Decision, member: MemberId | None) -> Answer:
    sender = None if member is None else before.members.get(member)
    if sender is None:
        return Answer(created=decision.created)
    viewer = viewer_of(sender)
    seq: ViewSeq | None = None
    for recorded in decision.events:
        if sees(recorded.audience, viewer):
            seq = ViewSeq(view_seq(view_base(sender), before.heads) + 1)
            break
    created = decision.created if sees(decision.created_to, viewer) else None
    took = decision.took
    # Numbers of the house count what others did, too.
    own = took.n if took is not None and took.lane.member == sender.member else None
    return Answer(seq, created, own)
