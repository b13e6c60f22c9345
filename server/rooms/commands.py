"""What a room is asked to decide: an intent with its trusted circumstances, or the server's own."""

from msgspec import Struct

from protocol.dice import DiceProof, PlayerLanes, RerollProof
from protocol.events import RollResolved, TrackerChanged
from protocol.from_client import Intent
from protocol.house import HouseRules
from protocol.ids import CharacterId, InviteId, LinkId, MemberId
from protocol.receipts import PoolReceipt
from protocol.request_words import Told
from protocol.v20_receipt import V20Receipt
from protocol.words import BookReason, GameSystem
from server.rooms.audience import Audience
from server.rooms.records import Recorded
from server.rooms.state import ShownOutcome


class Proofs(Struct, frozen=True):
    """
    The proofs of a roll and of its rerolls.

    `may_have` are those who were given them all; None where nothing is proven.
    """

    proof: DiceProof | None = None
    rerolls: tuple[RerollProof, ...] = ()
    may_have: Audience | None = None


class RecalledRoll(Struct, frozen=True):
    """
    A roll read back from the log as it stands, with what only the log knows of it.

    `told` is who was told how a Storyteller read it, `judged` a reading that only they know.
    `roll` is without its proof, which is in `proofs`.
    `shown` is its outcome for those from whom its pool is hidden.
    `changes` are those of trackers in the commits that made and changed it.
    """

    roll: RollResolved
    audience: Audience
    at_ms: int
    true_character: CharacterId | None
    was_hidden: bool
    told: Told | None = None
    judged: PoolReceipt | V20Receipt | None = None
    is_impossible: bool = False
    proofs: Proofs = Proofs()
    is_retracted: bool = False
    changes: tuple[TrackerChanged, ...] = ()
    shown: ShownOutcome | None = None


class RecalledDeed(Struct, frozen=True):
    """
    What an intent came to, read back from the log, with the roll it made.

    `since` are the audiences of all that its sender did afterwards.
    """

    events: tuple[Recorded, ...]
    at_ms: int
    since: tuple[Audience, ...] = ()
    roll: RecalledRoll | None = None


class NewBook(Struct, frozen=True, gc=False):
    """A book of dice whose keys are made: what it commits to, for everybody who plays."""

    book: bytes
    table: bytes
    secret: bytes
    lanes: tuple[PlayerLanes, ...]


class Do(Struct, frozen=True, gc=False):
    """
    A member's intent.

    `commit_id` (16 bytes) names the commit and everything made by it. `recalled` is the roll that
    the intent names, if the log has it; `recalled_deed` the intent that it names.
    `is_secret_taken`: the secret that the intent brings opens something already. `book` is the new
    book of dice that it asks for, `lanes` are those that the live book adds for whom it makes a
    player.
    """

    intent: Intent
    actor: MemberId
    at_ms: int
    commit_id: bytes
    recalled: RecalledRoll | None = None
    recalled_deed: RecalledDeed | None = None
    is_secret_taken: bool = False
    book: NewBook | None = None
    lanes: PlayerLanes | None = None


class FoundRoom(Struct, frozen=True):
    """The first command of a room: it makes the room and its first Storyteller."""

    room_name: str
    member: MemberId
    name: str
    house_rules: HouseRules
    token_hash: bytes
    at_ms: int
    commit_id: bytes
    system: GameSystem | None = None


class Join(Struct, frozen=True):
    """Somebody new comes in by an invite; `lanes` are a player's in the live book of dice."""

    invite: InviteId
    member: MemberId
    name: str
    token_hash: bytes
    at_ms: int
    commit_id: bytes
    lanes: PlayerLanes | None = None


class LinkDevice(Struct, frozen=True):
    """A member's further device comes in by a link."""

    link: LinkId
    token_hash: bytes
    at_ms: int
    commit_id: bytes


class OfferLink(Struct, frozen=True):
    """The operator makes a device link for a member who lost every token."""

    member: MemberId
    link_hash: bytes
    lasts_ms: int
    at_ms: int
    commit_id: bytes


class FallDue(Struct, frozen=True):
    """The time of something has come; `what` is its id."""

    what: str
    at_ms: int
    commit_id: bytes
    recalled: RecalledRoll | None = None


class OpenBook(Struct, frozen=True):
    """A new book of dice becomes the live one, for a reason that everybody sees."""

    book: NewBook
    reason: BookReason
    at_ms: int
    commit_id: bytes


class AddLanes(Struct, frozen=True):
    """The live book of that id gets the lanes of somebody who plays and has none."""

    book: bytes
    lanes: PlayerLanes
    at_ms: int
    commit_id: bytes


Command = Do | FoundRoom | Join | LinkDevice | OfferLink | OpenBook | AddLanes | FallDue
