"""
What the server sends. One WebSocket message carries one array of these, in order.

Clients ignore unknown fields and unknown types.
"""

from msgspec import Struct

from protocol.codes import Code
from protocol.dice import DiceProof, RerollProof
from protocol.events import Event, RollResolved
from protocol.from_client import Position
from protocol.ids import CharacterId, Mark, MemberId, RoomId, ViewSeq
from protocol.v20_words import V20Outcome
from protocol.views import Snapshot
from protocol.words import Durability, LandmarkKind, LineReason, Outcome, Preset


class _FromServer(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What all messages of the server have in common."""


class Limits(Struct, frozen=True):
    """What this server allows; one step over is refused with the limit named."""

    max_message_bytes: int
    intents_per_s: float
    intents_burst: int
    queries_per_s: float
    queries_burst: int
    max_members: int
    max_characters: int
    max_connections_per_member: int
    max_open_invites: int
    max_open_links: int
    max_open_contests: int
    max_standing_rolls: int
    bad_messages_burst: int
    resume_events: int
    hello_timeout_s: float
    entropy_per_s: float = 0.5
    entropy_burst: int = 10


class EventPush(_FromServer, frozen=True, kw_only=True, tag="event"):
    """
    One event, numbered in the viewer's own line: a gap always means a lost message.

    `mark` belongs to the position after this event; `at` is UTC in milliseconds.
    """

    seq: ViewSeq
    mark: Mark
    at: int
    event: Event


class Welcome(_FromServer, frozen=True, kw_only=True, tag="welcome"):
    """
    The answer to `hello`.

    `position` is where the events that follow go on from. Where the line continues (`reason`
    resumed) it is the one asked for, and `snapshot` is null. Otherwise `snapshot` is the room at
    `position`, `recent` the viewer's last events up to it, and `reason` says why: joined,
    too_far_behind, epoch_changed, generation_changed or history_changed.
    """

    room: RoomId
    member: MemberId
    position: Position
    snapshot: Snapshot | None
    recent: tuple[EventPush, ...]
    present: tuple[MemberId, ...]
    reason: LineReason
    server_time_ms: int
    heartbeat_interval_s: float
    limits: Limits
    durability: Durability
    server: str
    protocol: int


class SnapshotPush(_FromServer, frozen=True, kw_only=True, tag="snapshot"):
    """A new generation of the viewer's view began: forget the old line and go on from here."""

    reason: LineReason
    position: Position
    snapshot: Snapshot


class Accepted(_FromServer, frozen=True, kw_only=True, tag="accepted"):
    """
    The intent is stored.

    `seq` is the first of its events in the sender's line, left out where the sender sees none.
    `created` is the id of what the intent made, where the sender may know it. `took` is the number
    that the roll took of the lane claimed; left out, the number is still free.
    """

    id: str
    seq: ViewSeq | None = None
    created: str | None = None
    took: int | None = None


class Rejected(_FromServer, frozen=True, kw_only=True, tag="rejected"):
    """
    The request changed nothing.

    `field` names what was wrong, `message` says it for a person, `accepted` what would be right.
    `next_n` comes with `dice_moved`: the number that the sender's lane is at.
    """

    id: str | None
    code: Code
    message: str
    field: str | None = None
    accepted: str | None = None
    retry_after_s: float | None = None
    next_n: int | None = None


class HistoryPage(_FromServer, frozen=True, kw_only=True, tag="history"):
    """Events of the viewer's line, oldest first; `has_more` beyond the far end."""

    events: tuple[EventPush, ...]
    has_more: bool


class SnapshotAnswer(_FromServer, frozen=True, kw_only=True, tag="snapshot"):
    """The room now, and where that stands in the viewer's line."""

    position: Position
    snapshot: Snapshot


class Landmark(Struct, frozen=True, omit_defaults=True):
    """
    Something to jump to: the event `seq` of the viewer's line.

    `title` is a roll's label, a clock's title or a session's number; `character` whose roll it was.
    """

    seq: ViewSeq
    at: int
    kind: LandmarkKind
    title: str = ""
    character: CharacterId | None = None


class LandmarksAnswer(_FromServer, frozen=True, kw_only=True, tag="landmarks"):
    """
    Landmarks, oldest first, behind the event `after` up to the event `upto`.

    `has_more`: of what was asked for, events were not looked at yet.
    """

    landmarks: tuple[Landmark, ...]
    upto: ViewSeq
    has_more: bool
    after: ViewSeq = ViewSeq(0)


class PlayAnswer(_FromServer, frozen=True, kw_only=True, tag="play"):
    """A line is played back up to the event `upto`."""

    upto: ViewSeq


class StopPlayAnswer(_FromServer, frozen=True, kw_only=True, tag="stop_play"):
    """Nothing is played any more; `at` is the last event that was, null if nothing was."""

    at: ViewSeq | None


class Played(_FromServer, frozen=True, kw_only=True, tag="played"):
    """
    Events of the line that the query `id` plays back, as they were; nothing happens by them.

    `has_ended` comes with the last message of a playback.
    """

    id: str
    events: tuple[EventPush, ...] = ()
    has_ended: bool = False


class RollAnswer(_FromServer, frozen=True, kw_only=True, tag="roll_by_id"):
    """
    A roll as it stands, with any reroll; when it was made in UTC milliseconds.

    Proofs stand in `proof` and `reroll_proofs` alone, for who may see them.
    `is_retracted`: it counts no more.
    """

    at: int
    roll: RollResolved
    proof: DiceProof | None = None
    reroll_proofs: tuple[RerollProof, ...] = ()
    is_retracted: bool = False


class ChanceView(Struct, frozen=True):
    """A chance: the exact fraction as text ("131/400"), and per cent, rounded half up from it."""

    exact: str
    percent: str


class OddsAnswer(_FromServer, frozen=True, kw_only=True, tag="odds"):
    """
    The odds of a pool, or of a contest.

    `win` is any kind of win; null where nothing is compared. `outcomes` are those that can happen;
    of a contest, they are the asker's own side's. `successes` tells how likely each number of
    successes is, from none on; of a contest it is empty. `reroll` is the chance to win with the
    best Willpower reroll that a failure or a messy win allows.

    In V20 `v20_outcomes` stands in place of `outcomes`, and `successes` counts net ones.
    """

    win: ChanceView | None
    outcomes: dict[Outcome, ChanceView]
    successes: tuple[ChanceView, ...] = ()
    reroll: ChanceView | None = None
    lose: ChanceView | None = None
    tie: ChanceView | None = None
    v20_outcomes: dict[V20Outcome, ChanceView] = {}


class SwitchView(Struct, frozen=True):
    """
    A house-rule switch: what it may be, what it is in this room, and what it changes.

    `values` begin with the default; `row` is the row of the rules facts that it comes from.
    """

    name: str
    values: tuple[str, ...]
    value: str
    row: str
    effect: str


class RulesAnswer(_FromServer, frozen=True, kw_only=True, tag="rules"):
    """The presets there are, and every switch as this room has it."""

    preset: Preset
    presets: tuple[Preset, ...]
    switches: tuple[SwitchView, ...]


class Result(_FromServer, frozen=True, kw_only=True, tag="result"):
    """The answer to a query."""

    id: str
    result: (
        HistoryPage
        | SnapshotAnswer
        | LandmarksAnswer
        | PlayAnswer
        | StopPlayAnswer
        | RollAnswer
        | OddsAnswer
        | RulesAnswer
    )


class Pong(_FromServer, frozen=True, kw_only=True, tag="pong"):
    """The sign of life that `ping` asked for; `present` where it asked for presence again."""

    id: str
    server_time_ms: int
    present: tuple[MemberId, ...] | None = None


class Presence(_FromServer, frozen=True, kw_only=True, tag="presence"):
    """Whether a member has a connection; neither logged nor numbered."""

    member: MemberId
    here: bool


class Bye(_FromServer, frozen=True, kw_only=True, tag="bye"):
    """The server closes this connection: why, and whether coming back makes sense."""

    code: int
    message: str
    is_final: bool
    retry_after_s: float | None = None


FromServer = (
    Welcome
    | SnapshotPush
    | EventPush
    | Accepted
    | Rejected
    | Result
    | Played
    | Pong
    | Presence
    | Bye
)
