"""What was rolled, and what came of it: contests and proposals too."""

from msgspec import Struct

from protocol.dice import Arms, DiceProof, PoolItemView, RerollProof
from protocol.event_base import BaseEvent
from protocol.ids import CharacterId, ContestId, MemberId, ProposalId, RequestId, RollId
from protocol.receipts import PoolReceipt, Receipt
from protocol.views import ContestView, DamageView, HarmRow, ProposalView
from protocol.words import DamageKind, DiceSource, Lane, Outcome, Reaction, RevealPart, Visibility


class RollResolved(BaseEvent, frozen=True, kw_only=True, tag="roll_resolved"):
    """
    A roll, as those see it who may see its dice.

    `character` is null for a pool without one, and for one whose character was hidden.
    `is_standing`: it may still be rerolled or passed before its consequences open. `proof` stands
    here where all who see the dice may see it too; else `roll_proven` follows for those who may.
    It answers `request`, if any, where all who see the dice may see that too; else
    `request_rolled` follows for those who may.
    """

    roll: RollId
    member: MemberId
    character: CharacterId | None
    label: str
    visibility: Visibility
    source: DiceSource
    lane: Lane | None
    receipt: Receipt
    is_standing: bool = False
    contest: ContestId | None = None
    note: str = ""
    proof: DiceProof | None = None
    request: RequestId | None = None


class RollItemised(BaseEvent, frozen=True, kw_only=True, tag="roll_itemised"):
    """
    What a roll's pool is made of, for those who may see every tracker that can weigh on it.

    The receipt of the roll itself has one item then, since others see it too.
    """

    roll: RollId
    items: tuple[PoolItemView, ...]


class RollAttributed(BaseEvent, frozen=True, kw_only=True, tag="roll_attributed"):
    """Which hidden character a roll was for; for Storytellers."""

    roll: RollId
    character: CharacterId


class BlindRollMade(BaseEvent, frozen=True, kw_only=True, tag="blind_roll_made"):
    """That a member rolled blind; all that anyone but the Storytellers learns."""

    member: MemberId
    character: CharacterId | None


class RollRerolled(BaseEvent, frozen=True, kw_only=True, tag="roll_rerolled"):
    """
    A Willpower reroll: places of the regular dice, and the roll as it stands now.

    `proof` is of the dice drawn this time, in the order of their places.
    """

    roll: RollId
    regular_indices: tuple[int, ...]
    source: DiceSource
    receipt: PoolReceipt
    is_standing: bool = False
    proof: DiceProof | None = None


class RollSettled(BaseEvent, frozen=True, kw_only=True, tag="roll_settled"):
    """The roll stands; its consequences, if any, open with it."""

    roll: RollId


class RollRevealed(BaseEvent, frozen=True, kw_only=True, tag="roll_revealed"):
    """
    A roll shown to more members, whole or its outcome alone.

    `receipt` is null when only the outcome is shown; then nothing can be checked. `proof` is of
    the dice as first rolled, `reroll_proofs` of those that rerolls put in place of some, in order.
    `at_once`: the roll hides its pool, and this is all of it that these members learn.
    """

    roll: RollId
    by: MemberId
    member: MemberId
    character: CharacterId | None
    label: str
    part: RevealPart
    rolled_at_ms: int
    source: DiceSource
    receipt: Receipt | None = None
    successes: int | None = None
    outcome: str | None = None
    proof: DiceProof | None = None
    reroll_proofs: tuple[RerollProof, ...] = ()
    at_once: bool = False


# --- contests and proposals ---------------------------------------------------------------------


class ContestOpened(BaseEvent, frozen=True, kw_only=True, tag="contest_opened"):
    """
    A contest waits for its other side; the first side's roll follows.

    Where it was there before, `opposed` is that roll as it stands.
    """

    contest: ContestView
    visibility: Visibility
    opposed: PoolReceipt | None = None


class ContestSide(Struct, frozen=True, omit_defaults=True):
    """One side of a contest, read against the other's successes; `weapon` adds to its margin."""

    character: CharacterId
    member: MemberId
    roll: RollId
    weapon: int
    damage_kind: DamageKind
    successes: int
    margin: int | None
    outcome: Outcome | None
    arms: Arms | None = None


class ContestResolved(BaseEvent, frozen=True, kw_only=True, tag="contest_resolved"):
    """
    Both sides rolled; `winner` is null for a tie without one.

    It comes again when a side is rerolled while its proposals are open.
    """

    contest: ContestId
    sides: tuple[ContestSide, ContestSide]
    winner: CharacterId | None
    margin: int
    why: str


class ContestReacted(BaseEvent, frozen=True, kw_only=True, tag="contest_reacted"):
    """
    One opponent of a contest of several sides rolled, forgoes it, or is out of it.

    Who forgoes it is up against by a `difficulty`.
    """

    contest: ContestId
    character: CharacterId
    reaction: Reaction
    by: MemberId
    roll: RollId | None = None
    weapon: int = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL
    arms: Arms | None = None
    difficulty: int | None = None


class ContestPair(Struct, frozen=True, omit_defaults=True):
    """
    The side that began a contest read against one opponent.

    `margin` and `outcome` are that opponent's, null where it did not roll; then `difficulty` is
    what it was up against by. `first_margin` and `first_outcome` are of the side that began.
    """

    character: CharacterId
    reaction: Reaction
    winner: CharacterId | None
    difference: int
    why: str
    first_margin: int | None
    first_outcome: Outcome | None
    member: MemberId | None = None
    roll: RollId | None = None
    weapon: int = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL
    arms: Arms | None = None
    successes: int | None = None
    margin: int | None = None
    outcome: Outcome | None = None
    difficulty: int | None = None


class ContestDecided(BaseEvent, frozen=True, kw_only=True, tag="contest_decided"):
    """
    All opponents of a contest reacted: how the side that began it reads against each.

    `outcome` is what the roll of the side that began counts as once, for its price. It comes
    again when a side is rerolled while the harm is open.
    """

    contest: ContestId
    character: CharacterId
    member: MemberId
    roll: RollId
    successes: int
    outcome: Outcome | None
    pairs: tuple[ContestPair, ...]
    weapon: int = 0
    damage_kind: DamageKind = DamageKind.SUPERFICIAL
    arms: Arms | None = None


class ContestWithdrawn(BaseEvent, frozen=True, kw_only=True, tag="contest_withdrawn"):
    """An unanswered contest was called off; its roll stays."""

    contest: ContestId
    by: MemberId


class ProposalOpened(BaseEvent, frozen=True, kw_only=True, tag="proposal_opened"):
    """A consequence waits for a Storyteller."""

    proposal: ProposalView


class ProposalConfirmed(BaseEvent, frozen=True, kw_only=True, tag="proposal_confirmed"):
    """A consequence happens: the `choice` taken, the `damage` or the `rows` as they are dealt."""

    proposal: ProposalId
    by: MemberId
    choice: str | None = None
    damage: DamageView | None = None
    note: str = ""
    rows: tuple[HarmRow, ...] = ()


class ProposalDismissed(BaseEvent, frozen=True, kw_only=True, tag="proposal_dismissed"):
    """A consequence was let go."""

    proposal: ProposalId
    by: MemberId
    note: str = ""


class ProposalLapsed(BaseEvent, frozen=True, kw_only=True, tag="proposal_lapsed"):
    """A proposal that something newer replaced, or the oldest one when there were too many."""

    proposal: ProposalId
