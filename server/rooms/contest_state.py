"""The state of a contest: its sides, and what each of them did so far."""

from msgspec import Struct

from protocol.dice import Arms
from protocol.ids import CharacterId, ContestId, EffectId, MemberId, ProposalId, RollId
from protocol.receipts import PoolReceipt
from protocol.v20_receipt import V20Receipt
from protocol.words import DamageKind, Outcome, PoolCategory, Visibility
from server.rooms.audience import Audience


class SideState(Struct, frozen=True):
    """One side of a contest, and what it would do to the other."""

    character: CharacterId
    member: MemberId
    roll: RollId
    weapon: int
    damage_kind: DamageKind
    arms: Arms | None = None


class ContestState(Struct, frozen=True):
    """
    A contest that waits for its other side, or is resolved while a side may still be rerolled.

    `receipts` (`v20_receipts` in V20) are the sides' rolls as they stand; `outcomes` how each reads
    against the other, once both rolled. `proposals` are the consequences of the margin that are
    still open. Where there are `others`, or a side does not roll, `answers` are the rolls of the
    opponents, `forgone` what those are up against by who do not roll, and there is no `second`.
    Where it `is_opposing`, the first side's roll is no part of it: it was there before, and what
    becomes of it is its own.
    """

    contest: ContestId
    against: CharacterId
    conflict: PoolCategory
    visibility: Visibility
    audience: Audience
    first: SideState
    second: SideState | None = None
    receipts: dict[RollId, PoolReceipt] = {}
    outcomes: dict[RollId, Outcome | None] = {}
    proposals: tuple[ProposalId, ...] = ()
    v20_receipts: dict[RollId, V20Receipt] = {}
    is_attack: bool = False
    toward: EffectId | None = None
    others: tuple[CharacterId, ...] = ()
    answers: tuple[SideState, ...] = ()
    forgone: dict[CharacterId, int] = {}
    dropped: tuple[CharacterId, ...] = ()
    is_decided: bool = False
    is_opposing: bool = False

    @property
    def opponents(self) -> tuple[CharacterId, ...]:
        """Whom the contest is against, in the order in which they were named."""
        return (self.against, *self.others)

    @property
    def awaited(self) -> tuple[CharacterId, ...]:
        """The opponents that have not reacted."""
        reacted = {*(side.character for side in self.answers), *self.forgone, *self.dropped}
        if self.second is not None:
            reacted.add(self.second.character)
        return tuple(c for c in self.opponents if c not in reacted)

    @property
    def is_waiting(self) -> bool:
        """Whether it is not resolved yet."""
        return self.second is None and not self.is_decided

    @property
    def is_touched(self) -> bool:
        """Whether any opponent reacted, or all have."""
        return len(self.awaited) < len(self.opponents)

    @property
    def own_sides(self) -> tuple[SideState, ...]:
        """The sides whose rolls are the contest's own, so that their prices open with it."""
        return self.sides[1:] if self.is_opposing else self.sides

    @property
    def sides(self) -> tuple[SideState, ...]:
        """All sides that rolled, the one that began first."""
        answers = self.answers if self.second is None else (self.second,)
        return (self.first, *answers)
