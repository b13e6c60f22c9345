"""The state of one room: frozen values, folded from its events and from nothing else."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from protocol.belief_views import BeliefsView, BondView, BoonView, ExperienceView
from protocol.house import HouseRules
from protocol.ids import (
    BondId,
    BoonId,
    BoundaryId,
    CharacterId,
    ContestId,
    EffectId,
    Generation,
    InviteId,
    LinkId,
    MemberId,
    ProposalId,
    RequestId,
    RevealId,
    RollId,
    RoomId,
    Seq,
)
from protocol.receipts import PoolReceipt
from protocol.request_words import Told
from protocol.roll_events import RollRevealed
from protocol.v20_sheet import V20Sheet
from protocol.views import (
    ActingView,
    BoundaryView,
    EffectView,
    PauseView,
    ProposalView,
    RequestView,
    RevealView,
    TrackerValue,
)
from protocol.words import (
    CharacterKind,
    Clock,
    DamageKind,
    GameSystem,
    Recovery,
    Role,
    TrackerAudience,
    TrackerName,
)
from server.rooms.audience import STORYTELLERS, Audience
from server.rooms.book_state import BookState
from server.rooms.contest_state import ContestState
from server.rooms.lines import EMPTY_LINE, LineHead
from server.rooms.sizes import Sizes

Key = TypeVar("Key")
Value = TypeVar("Value")

MENDED_IN: Mapping[DamageKind, Clock] = {
    DamageKind.SUPERFICIAL: Clock.TURN,
    DamageKind.AGGRAVATED: Clock.NIGHT,
}
"""The clock in which the Blood mends each kind of damage once (A10); it counts while that runs."""


def put(mapping: Mapping[Key, Value], key: Key, value: Value) -> dict[Key, Value]:
    """A copy of *mapping* with *key* set to *value*."""
    return {**mapping, key: value}


def without(mapping: Mapping[Key, Value], key: Key) -> dict[Key, Value]:
    """A copy of *mapping* that lacks *key*."""
    return {k: v for k, v in mapping.items() if k != key}


class MemberState(Struct, frozen=True):
    """
    Somebody in the room.

    `past` is where everyone's line begins for this member; `generation` counts the lives of the
    member's view. `invite` is how the member came in; `creator` the Storyteller who let a bot in,
    or made it one.
    """

    member: MemberId
    name: str
    role: Role
    generation: Generation
    past: LineHead
    invite: InviteId | None = None
    creator: MemberId | None = None

    @property
    def is_storyteller(self) -> bool:
        """Whether this member now sees all."""
        return self.role is Role.STORYTELLER


class Mended(Struct, frozen=True):
    """The turn or night in which the Blood last mended, and who knows that it did."""

    number: int
    audience: Audience
    by: tuple[MemberId, ...]


class SpentBy(Struct, frozen=True):
    """Points that were spent at once, who spent them, and who knows that they were."""

    points: int
    audience: Audience
    by: MemberId


class Spent(Struct, frozen=True):
    """What was spent in a turn."""

    turn: int
    parts: tuple[SpentBy, ...]

    def known_to(self, member: MemberState) -> int:
        """Points of which *member* knows: what a refusal counts must not tell of others."""
        return sum(
            part.points
            for part in self.parts
            if member.is_storyteller
            or part.audience.everyone
            or member.member in (part.by, *part.audience.members)
        )


class CharacterState(Struct, frozen=True):
    """
    A character with all its trackers, whoever may see them.

    `mended`: in which turn (Superficial) and night (Aggravated) the Blood last mended its Health;
    `recovered`: in which session or night it last recovered otherwise. `spent`: what a V20
    character spent in the turn it last spent something in: blood points, and Willpower for
    automatic successes. `stand_in` plays it for its owners until the session ends.
    """

    character: CharacterId
    name: str
    kind: CharacterKind
    clan: str
    owners: tuple[MemberId, ...]
    hidden: bool
    trackers: dict[TrackerName, TrackerValue] = {}
    audiences: dict[TrackerName, TrackerAudience] = {}
    traits: dict[str, int] = {}
    mended: dict[DamageKind, Mended] = {}
    recovered: dict[Recovery, Mended] = {}
    sheet: V20Sheet | None = None
    spent: dict[TrackerName, Spent] = {}
    stand_in: MemberId | None = None
    beliefs: BeliefsView | None = None
    experience: ExperienceView | None = None

    @property
    def players(self) -> tuple[MemberId, ...]:
        """Whoever plays it now: its owners, and who stands in for them."""
        if self.stand_in is None or self.stand_in in self.owners:
            return self.owners
        return (*self.owners, self.stand_in)


class ShownOutcome(Struct, frozen=True):
    """The outcome of a roll that hides its pool, as it was told last, and to whom."""

    event: RollRevealed
    audience: Audience


class StandingRoll(Struct, frozen=True):
    """
    A roll that may still be rerolled or passed before its consequences open.

    `is_attributed`: it was made for a hidden character, whom only Storytellers may connect to it.
    `judged` is how a Storyteller read it where `told` keeps that from others. `shown` is how it
    came out for those from whom its pool is hidden.
    """

    roll: RollId
    member: MemberId
    character: CharacterId | None
    audience: Audience
    receipt: PoolReceipt
    contest: ContestId | None = None
    is_attributed: bool = False
    judged: PoolReceipt | None = None
    judged_by: MemberId | None = None
    told: Told | None = None
    is_impossible: bool = False
    shown: ShownOutcome | None = None


class ProposalState(Struct, frozen=True):
    """A consequence waiting for a Storyteller; `asked` is the roll that somebody wants to see."""

    view: ProposalView
    audience: Audience
    asked: RollId | None = None


class EffectState(Struct, frozen=True):
    """
    What holds a character for a while, and who may know of it.

    `apart` is how it stands for fewer than all of these, the newest last.
    """

    view: EffectView
    audience: Audience
    apart: tuple["EffectApart", ...] = ()


class EffectApart(Struct, frozen=True):
    """How an effect stands for some of those who know of it."""

    view: EffectView
    audience: Audience


Order = tuple[tuple[ActingView, ...], ...]
"""Who acts when in a turn: all of a group at once."""


class OrderState(Struct, frozen=True):
    """An order of the turn that runs, and who was told it."""

    order: Order
    audience: Audience


class BondState(Struct, frozen=True):
    """A blood bond as its audience sees it, and who the regnant is."""

    view: BondView
    audience: Audience
    regnant: CharacterId | None = None
    regnant_name: str = ""


class BoonState(Struct, frozen=True):
    """What one owes another, and who may know of it."""

    view: BoonView
    audience: Audience


class RequestState(Struct, frozen=True):
    """
    A roll that is asked for, and its answer.

    `kept` is a Difficulty for Storytellers, `told` what is made of it. Who sees the answering
    `roll` may be fewer than who sees the request.
    """

    view: RequestView
    audience: Audience
    roll: RollId | None = None
    roll_audience: Audience = STORYTELLERS
    kept: int | None = None
    told: Told | None = None


class InviteState(Struct, frozen=True):
    """An open invite; its secret's hash is with the credentials."""

    invite: InviteId
    role: Role
    uses_left: int
    uses: int
    expires_at_ms: int
    lasts_ms: int
    by: MemberId


class LinkState(Struct, frozen=True):
    """A device link that has not been used."""

    link: LinkId
    member: MemberId
    expires_at_ms: int


class ClockState(Struct, frozen=True):
    """A clock of the fiction: how many have begun, and whether one runs."""

    number: int
    title: str
    is_running: bool


class RoomState(Struct, frozen=True, gc=False):
    """
    One room at a commit.

    `seq` is the last commit folded; `heads` are the heads of the lines after it. `session` is the
    number of the session that runs, or None; `session_past` is where everyone's line stood when
    it started. `orders` are who acts when in the turn that runs, for each audience, the newest
    last: a viewer's is the last that they see. `turns_before` is how many turns there were before
    the scene. `has_rolls`: somebody rolled, by
    the rules of `system`. `book` is the book of dice that was opened last.
    `blind` are the last blind rolls by character. `sizes` count what is stored of the room, where
    a log is folded that stores.
    """

    room: RoomId
    seq: Seq = Seq(0)
    name: str = ""
    system: str = GameSystem.V5
    house_rules: HouseRules = HouseRules()
    members: dict[MemberId, MemberState] = {}
    characters: dict[CharacterId, CharacterState] = {}
    standing: dict[RollId, StandingRoll] = {}
    contests: dict[ContestId, ContestState] = {}
    proposals: dict[ProposalId, ProposalState] = {}
    effects: dict[EffectId, EffectState] = {}
    requests: dict[RequestId, RequestState] = {}
    pause: PauseView | None = None
    boundaries: dict[BoundaryId, BoundaryView] = {}
    is_locked: bool = False
    reveals: dict[RevealId, RevealView] = {}
    blind: dict[CharacterId, RollId] = {}
    invites: dict[InviteId, InviteState] = {}
    links: dict[LinkId, LinkState] = {}
    clocks: dict[Clock, ClockState] = {}
    sessions: int = 0
    session: int | None = None
    session_past: LineHead = EMPTY_LINE
    orders: tuple[OrderState, ...] = ()
    turns_before: int = 0
    heads: dict[str, LineHead] = {}
    has_rolls: bool = False
    book: BookState | None = None
    tenets: tuple[str, ...] = ()
    bonds: dict[BondId, BondState] = {}
    boons: dict[BoonId, BoonState] = {}
    sizes: Sizes = Sizes()

    @property
    def is_v20(self) -> bool:
        """Whether the rules of V20 are played."""
        return self.system == GameSystem.V20


def running(state: RoomState, clock: Clock) -> int | None:
    """The number of a clock of the fiction, if it runs."""
    known = state.clocks.get(clock)
    return known.number if known is not None and known.is_running else None


def recovering(state: RoomState, by: Recovery) -> int | None:
    """The number of the session or night in which a recovery counts, if one runs."""
    return running(state, Clock.NIGHT) if by is Recovery.NIGHT else state.session
