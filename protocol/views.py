"""What a viewer may see of a room: the shape of snapshots, the same for every role."""

from msgspec import Struct

from protocol.belief_views import BeliefsView, BondView, BoonView, ExperienceView
from protocol.dice import Arms, BookView, PoolItemView
from protocol.house import HouseRules
from protocol.ids import (
    BoundaryId,
    CharacterId,
    ContestId,
    EffectId,
    InviteId,
    MemberId,
    PauseId,
    ProposalId,
    RequestId,
    RevealId,
    RollId,
    RoomId,
)
from protocol.receipts import PoolReceipt
from protocol.request_words import RequestAnswer, Told
from protocol.v20_sheet import V20Sheet
from protocol.v20_views import InitiativeView, RaceView, ResistanceView, TaskView
from protocol.v20_words import HealthLevel
from protocol.words import (
    BoundaryKind,
    CalledShot,
    CharacterKind,
    Clock,
    Condition,
    DamageKind,
    EffectKind,
    FrenzyKind,
    PoolCategory,
    ProposalKind,
    Reaction,
    RevealPart,
    Role,
    TrackerAudience,
    TrackerName,
    TrackName,
    TurnStep,
    Visibility,
)


class TrackView(Struct, frozen=True, omit_defaults=True):
    """
    A track of boxes; Aggravated stand left, Superficial next, empty right.

    `is_impaired`: the track is full. `condition` is what became of a character without Health.

    In V20 Health has `lethal` marks after the Aggravated ones, then `bashing`; `extra` are levels
    that it has once more, `level` is the lowest reached and `penalty` what that takes from actions.
    V20 Willpower has its rating as boxes, of which `current` points are left.
    """

    boxes: int
    superficial: int = 0
    aggravated: int = 0
    is_impaired: bool = False
    condition: Condition | None = None
    bashing: int = 0
    lethal: int = 0
    extra: tuple[HealthLevel, ...] = ()
    level: HealthLevel | None = None
    penalty: int = 0
    current: int | None = None


TrackerValue = int | TrackView


class MemberView(Struct, frozen=True):
    """Somebody with a role in the room."""

    member: MemberId
    name: str
    role: Role


class CharacterView(Struct, frozen=True, omit_defaults=True):
    """
    A character as a viewer may see it: trackers that the viewer may not see are not there.

    `audiences` says who sees which tracker; it is shown to owners and Storytellers alone.
    `traits` (stamina, composure, resolve) likewise, the `sheet` that a V20 character has, and
    `experience`. `beliefs` are there for whoever sees them.
    `stand_in` plays it for its owners until the session ends.
    """

    character: CharacterId
    name: str
    kind: CharacterKind
    clan: str = ""
    owners: tuple[MemberId, ...] = ()
    hidden: bool = False
    trackers: dict[TrackerName, TrackerValue] = {}
    audiences: dict[TrackerName, TrackerAudience] = {}
    traits: dict[str, int] = {}
    sheet: V20Sheet | None = None
    stand_in: MemberId | None = None
    beliefs: BeliefsView | None = None
    experience: ExperienceView | None = None


class DamageView(Struct, frozen=True, omit_defaults=True):
    """
    Damage that a proposal would deal.

    `why` says how it came about; `takes`: it is enough for what the shot was called for.
    """

    track: TrackName
    kind: DamageKind
    amount: int
    why: str = ""
    takes: CalledShot | None = None


class HarmRow(Struct, frozen=True, omit_defaults=True):
    """
    What one side of a contest would do to another, or did.

    `damage` is what the `margin` of `by` and its `weapon` come to, before it is halved: `halved`
    says that it is, as it is marked.
    """

    character: CharacterId
    by: CharacterId
    margin: int
    weapon: int
    damage: DamageView
    halved: bool = False


class ReactionView(Struct, frozen=True, omit_defaults=True):
    """What an opponent of a contest did about it, while others have not."""

    character: CharacterId
    reaction: Reaction


class EffectView(Struct, frozen=True, omit_defaults=True):
    """
    What holds a character for a while: a Compulsion, a torpor, a Blush of Life, an injury.

    `penalty` is what it takes from pools, those with one of `traits` where it names any; `bonus` is
    added to pools by those traits. `applies` says when, `ends` what ends it. `conditional`: the
    table may say of a roll that the condition is met, so that the penalty does not count. One with
    `until` ends with that clock; `frenzy` is its kind, `roll` the roll that brought it, `helper`
    the character that helps. The last four are of V20: how the Beast is resisted, how far a task or
    an extended contest is, and when the character acts.
    """

    effect: EffectId
    character: CharacterId
    kind: EffectKind
    name: str
    penalty: int = 0
    bonus: int = 0
    traits: tuple[str, ...] = ()
    frenzy: FrenzyKind | None = None
    conditional: bool = False
    applies: str = ""
    ends: str = ""
    until: Clock | None = None
    roll: RollId | None = None
    helper: CharacterId | None = None
    resistance: ResistanceView | None = None
    task: TaskView | None = None
    initiative: InitiativeView | None = None
    race: RaceView | None = None


class ClaimView(Struct, frozen=True, omit_defaults=True):
    """A win without dice that a member asks for, and the receipt that it would have."""

    member: MemberId
    receipt: PoolReceipt
    label: str = ""


class CorrectionView(Struct, frozen=True, omit_defaults=True):
    """A tracker to be put right: from which value to which, and who is to learn by whom and why."""

    tracker: TrackerName
    before: TrackerValue
    after: TrackerValue
    visibility: Visibility = Visibility.PUBLIC
    to: tuple[MemberId, ...] = ()


class ProposalView(Struct, frozen=True, omit_defaults=True):
    """
    A consequence waiting for a Storyteller.

    `options` are what a confirmation may choose among; `fallback` those of them that are meant for
    when none of the others fits. `claim` is a win that somebody asks for without dice. `against`
    is whom an attack hit; `is_soaked`: what it would deal was soaked already. `by`
    asked for it, and `note` says why. `correction` is a tracker that a Storyteller would put right.
    `rows` are the harm of a contest of several sides.
    `member` is whom a character is offered to.
    """

    proposal: ProposalId
    kind: ProposalKind
    character: CharacterId | None = None
    roll: RollId | None = None
    contest: ContestId | None = None
    options: tuple[str, ...] = ()
    fallback: tuple[str, ...] = ()
    damage: DamageView | None = None
    difficulty: int | None = None
    invites: tuple[InviteId, ...] = ()
    against: CharacterId | None = None
    is_soaked: bool = False
    claim: ClaimView | None = None
    by: MemberId | None = None
    note: str = ""
    correction: CorrectionView | None = None
    rows: tuple[HarmRow, ...] = ()
    member: MemberId | None = None


class ContestView(Struct, frozen=True, omit_defaults=True):
    """
    A contest that waits for its other sides; `arms` are the first side's.

    It is `against` one, and may be against `others` too; `reactions` are of those who reacted.
    V20 has attacks, and contests `toward` an effect.
    """

    contest: ContestId
    character: CharacterId
    against: CharacterId
    conflict: PoolCategory
    by: MemberId
    roll: RollId
    weapon: int
    damage_kind: DamageKind
    is_attack: bool = False
    toward: EffectId | None = None
    arms: Arms | None = None
    others: tuple[CharacterId, ...] = ()
    reactions: tuple[ReactionView, ...] = ()


class RequestView(Struct, frozen=True, omit_defaults=True):
    """
    A roll that a character is asked for; `group` is the same for all that was asked at once.

    `difficulty` and `required` are what everybody who is asked may know. A `visibility` that is
    given is fixed, and `due_at_ms` when the time to answer is over. `answer` is what came of it,
    with the `roll` for those who see it. `kept`, for Storytellers, is a Difficulty that they keep
    to themselves, and `told` what is made of it. With `hide_pool`
    the table learns the outcome alone.
    """

    request: RequestId
    group: str
    character: CharacterId
    by: MemberId
    pool: int | None = None
    traits: tuple[str, ...] = ()
    specialty: str = ""
    label: str = ""
    modifiers: tuple[PoolItemView, ...] = ()
    difficulty: int | None = None
    required: int = 1
    visibility: Visibility | None = None
    to: tuple[MemberId, ...] = ()
    due_at_ms: int | None = None
    note: str = ""
    answer: RequestAnswer | None = None
    roll: RollId | None = None
    kept: int | None = None
    told: Told | None = None
    hide_pool: bool = False


class RevealView(Struct, frozen=True, omit_defaults=True):
    """A reveal that comes at `due_at_ms`: to everyone, or to those in `to`."""

    reveal: RevealId
    roll: RollId
    by: MemberId
    part: RevealPart
    due_at_ms: int
    to: tuple[MemberId, ...] | None = None


class StandingRollView(Struct, frozen=True):
    """A roll that is not settled: it may still be rerolled or passed."""

    roll: RollId
    member: MemberId
    character: CharacterId | None


class InviteView(Struct, frozen=True):
    """An open invite, for Storytellers; its secret is with whoever made it."""

    invite: InviteId
    role: Role
    uses_left: int
    expires_at_ms: int


class ClockView(Struct, frozen=True):
    """A clock of the fiction that runs: the how-many-th, and its title."""

    clock: Clock
    number: int
    title: str


class ActingView(Struct, frozen=True, omit_defaults=True):
    """One who acts in a turn; `initiative` where the table goes by it."""

    character: CharacterId
    step: TurnStep
    initiative: int | None = None


class PauseView(Struct, frozen=True, omit_defaults=True):
    """The play stops; `by` is null where nobody knows who called it."""

    pause: PauseId
    by: MemberId | None = None
    note: str = ""


class BoundaryView(Struct, frozen=True, omit_defaults=True):
    """A line or a veil of the table; `by` is null where nobody knows who added it."""

    boundary: BoundaryId
    kind: BoundaryKind
    text: str
    by: MemberId | None = None


class Snapshot(Struct, frozen=True):
    """
    The room at a position of the viewer.

    `session` is the number of the session that runs, or null. Lists are sorted by id, so that
    their order tells nothing. `invites` is empty for everyone but Storytellers. `order` is who acts
    when in the turn that runs. `dice` is the live book, null while none is. `requests` are rolls
    that are asked for, and their answers; `reveals`, for Storytellers, those that come later.
    `pause` is null while the play goes on.
    `locked`: nobody new comes in. `tenets` are those of the chronicle.
    """

    room: RoomId
    name: str
    system: str
    house_rules: HouseRules
    session: int | None
    clocks: tuple[ClockView, ...]
    members: tuple[MemberView, ...]
    characters: tuple[CharacterView, ...]
    standing_rolls: tuple[StandingRollView, ...]
    contests: tuple[ContestView, ...]
    proposals: tuple[ProposalView, ...]
    effects: tuple[EffectView, ...]
    invites: tuple[InviteView, ...]
    order: tuple[tuple[ActingView, ...], ...]
    dice: BookView | None = None
    requests: tuple[RequestView, ...] = ()
    pause: PauseView | None = None
    boundaries: tuple[BoundaryView, ...] = ()
    locked: bool = False
    reveals: tuple[RevealView, ...] = ()
    tenets: tuple[str, ...] = ()
    bonds: tuple[BondView, ...] = ()
    boons: tuple[BoonView, ...] = ()
