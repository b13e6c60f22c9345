"""From a decision to what the log stores, and back to what a sender was told."""

import msgspec
from msgspec import Struct

from protocol.from_server import Accepted
from protocol.ids import MemberId, ViewSeq
from server.rooms.deed import Decision
from server.rooms.lines import LineHead, lines_of, view_seq
from server.rooms.recall import rerolls_in, roll_line
from server.rooms.records import to_stored
from server.rooms.state import RoomState
from server.rooms.visibility import sees, view_base, viewer_of
from server.store.base import Draft


class Answer(Struct, frozen=True, omit_defaults=True):
    """What a sender was told of a stored intent, kept with the commit."""

    seq: ViewSeq | None = None
    created: str | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)
_REROLL_HEAD = LineHead(1)


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
    """The draft of a decision made on *before*."""
    heads = decision.state.heads
    touched = dict.fromkeys([line for r in decision.events for line in lines_of(r)])
    lines = [(line, heads[line]) for line in touched if line in heads]
    # Rerolls are found by their roll; these lines are an index alone and nobody's view.
    lines += [(roll_line(roll), _REROLL_HEAD) for roll in rerolls_in(decision.events)]
    return Draft(
        commit_id=commit_id,
        at_ms=at_ms,
        member=member,
        intent_id=intent_id,
        digest=digest,
        answer=_ENCODER.encode(_answer(before, decision, member)),
        events=tuple([to_stored(r) for r in decision.events]),
        lines=tuple(lines),
        credentials=decision.credentials,
    )


def accepted(intent_id: str, answer: bytes) -> Accepted:
    """The stored answer as the sender is told it, now or again."""
    told = _DECODER.decode(answer)
    return Accepted(id=intent_id, seq=told.seq, created=told.created)


def created_by(answer: bytes) -> str | None:
    """What a commit made, as its sender was told."""
    return _DECODER.decode(answer).created


def _answer(before: RoomState, decision: Decision, member: MemberId | None) -> Answer:
    sender = None if member is None else before.members.get(member)
    if sender is None:
        return Answer(created=decision.created)
    viewer = viewer_of(sender)
    sees_any = any(sees(r.audience, viewer) for r in decision.events)
    return Answer(
        seq=ViewSeq(view_seq(view_base(sender), before.heads) + 1) if sees_any else None,
        created=decision.created if sees(decision.created_to, viewer) else None,
    )
