"""Names for the identifiers and positions that travel; every one is opaque to clients."""

from typing import Annotated, NewType

from msgspec import Meta

RoomId = NewType("RoomId", str)
MemberId = NewType("MemberId", str)
CharacterId = NewType("CharacterId", str)
RollId = NewType("RollId", str)
ContestId = NewType("ContestId", str)
ProposalId = NewType("ProposalId", str)
InviteId = NewType("InviteId", str)
LinkId = NewType("LinkId", str)
EffectId = NewType("EffectId", str)
PauseId = NewType("PauseId", str)
BoundaryId = NewType("BoundaryId", str)
BondId = NewType("BondId", str)
BoonId = NewType("BoonId", str)
RequestId = NewType("RequestId", str)
RevealId = NewType("RevealId", str)

Seq = NewType("Seq", int)
"""Position of a commit in a room's log, from 1, without holes; it never stands on the wire."""

ViewSeq = NewType("ViewSeq", int)
"""A viewer's own contiguous numbering of the events it may see, from 1."""

Generation = NewType("Generation", int)
"""Which life of a member's view; a new role begins a new one."""

Epoch = NewType("Epoch", str)
"""Which life of a room's log; changes when a log is restored or imported."""

Mark = NewType("Mark", str)
"""A short hash of a viewer's line so far; it fits only the history it was made from."""

OPAQUE = Meta(min_length=1, max_length=64, pattern=r"\A[A-Za-z0-9_-]+\Z")
UUID = Meta(
    pattern=r"\A[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z",
    description="A UUID in lower case, chosen by the client.",
)

IntentId = Annotated[str, UUID]
AnyMemberId = Annotated[MemberId, OPAQUE]
AnyCharacterId = Annotated[CharacterId, OPAQUE]
AnyRollId = Annotated[RollId, OPAQUE]
AnyContestId = Annotated[ContestId, OPAQUE]
AnyProposalId = Annotated[ProposalId, OPAQUE]
AnyEffectId = Annotated[EffectId, OPAQUE]
AnyRequestId = Annotated[RequestId, OPAQUE]
AnyBoundaryId = Annotated[BoundaryId, OPAQUE]
AnyBondId = Annotated[BondId, OPAQUE]
AnyBoonId = Annotated[BoonId, OPAQUE]
AnyRevealId = Annotated[RevealId, OPAQUE]
AnyInviteId = Annotated[InviteId, OPAQUE]

Token = Annotated[bytes, Meta(min_length=32, max_length=32)]
"""A member's secret for one device, made by the client; the server keeps its hash alone."""

Secret = Annotated[bytes, Meta(min_length=16, max_length=16)]
"""The 128-bit secret of an invite or a device link, made by the client that asks for it."""
