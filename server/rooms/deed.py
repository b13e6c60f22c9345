"""A deed: one command while it is being decided; it gathers events and places each."""

from typing import TypeVar

from msgspec import Struct

from protocol.codes import Code
from protocol.dice import DiceClaim, DiceProof, EnteredFaces
from protocol.events import Event
from protocol.ids import MemberId
from protocol.words import DefaultVisibility, Visibility
from server.rooms.audience import EVERYONE, Audience
from server.rooms.book_state import LaneOf
from server.rooms.claims import NumberedFaces, number_for, proof_audience, refuse_both
from server.rooms.credentials import CredentialChange
from server.rooms.evolve import evolve
from server.rooms.faces import BookKeys, Books, FaceStream
from server.rooms.limits import RoomLimits
from server.rooms.records import Recorded, record_event
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState, MemberState, RoomState
from server.rooms.visibility import asked_audience, audience_of

Refused = TypeVar("Refused", bound=Refusal)


class TakenNumber(Struct, frozen=True, gc=False):
    """A number of a lane of dice."""

    lane: LaneOf
    n: int


class Decision(Struct, frozen=True, gc=False):
    """
    What a command comes to.

    `state` is the state after `events`, its `seq` still that before. `created` names what the
    command made, for those in `created_to`. `took` is the number of a lane of dice that it took.
    """

    events: tuple[Recorded, ...]
    state: RoomState
    credentials: tuple[CredentialChange, ...] = ()
    created: str | None = None
    created_to: Audience = EVERYONE
    took: TakenNumber | None = None
    is_anonymous: bool = False


class Deed:
    """
    The workbench of one decision; local to it, so that `decide` stays a pure function.

    `state` is always the state after what was recorded so far.
    """

    def __init__(
        self,
        state: RoomState,
        *,
        at_ms: int,
        commit_id: bytes,
        faces: FaceStream,
        limits: RoomLimits,
        books: Books | None = None,
    ) -> None:
        self.state = state
        self.at_ms = at_ms
        self.commit_id = commit_id
        self.faces: FaceStream = faces
        self.numbered: NumberedFaces | None = None
        self.keys: BookKeys | None = None
        if books is not None and state.book is not None:
            self.keys = books.live(state.book.book)
        self._keeps_books = books is not None
        self.limits = limits
        self.is_anonymous = False
        self.created: str | None = None
        self.created_to = EVERYONE
        self._events: list[Recorded] = []
        self._credentials: list[CredentialChange] = []

    def record(
        self, event: Event, *, asked: Audience = EVERYONE, to: Audience | None = None
    ) -> None:
        """Let *event* happen, for its audience by the one table, or for exactly *to*."""
        audience = audience_of(self.state, event, asked) if to is None else to
        recorded = record_event(event, audience, self.at_ms)
        self.state = evolve(self.state, recorded)
        self._events.append(recorded)

    def take_number(
        self,
        actor: MemberState,
        audience: Audience,
        dice: DiceClaim | None,
        entered: EnteredFaces | None,
        *,
        may_do_without: bool = False,
    ) -> Refusal | None:
        """
        Let what is drawn from here on be the next number of the lane that the roll belongs to.

        Nothing is taken before the first die is drawn. *audience* are those who see the dice.
        """
        refusal = refuse_both(dice, entered)
        if refusal is not None or entered is not None:
            return refusal
        numbered = number_for(
            self.state,
            self.keys,
            actor,
            audience,
            dice,
            may_do_without=may_do_without,
            keeps_books=self._keeps_books,
        )
        if isinstance(numbered, Refusal):
            return numbered
        if numbered is not None:
            self.faces = self.numbered = numbered
        return None

    def prove(
        self,
        actor: MemberState,
        audience: Audience,
    ) -> tuple[DiceProof | None, Audience]:
        """The proof of the dice drawn, if any, and who of *audience* may have it."""
        if self.numbered is None:
            return None, audience
        return self.numbered.proof(), proof_audience(self.numbered.lane, actor, audience)

    def change_credential(self, change: CredentialChange) -> None:
        """Let a credential change be stored in the same transaction."""
        self._credentials.append(change)

    def done(self) -> Decision:
        """What the command came to."""
        numbered = self.numbered
        took = None
        if numbered is not None and numbered.is_taken:
            took = TakenNumber(numbered.lane, numbered.n)
        return Decision(
            tuple(self._events),
            self.state,
            tuple(self._credentials),
            self.created,
            self.created_to,
            took,
            self.is_anonymous,
        )


_DEFAULT_OF = {default: Visibility(default) for default in DefaultVisibility}


class Asked(Struct, frozen=True, gc=False):
    """Where the traces of an intent go: what was asked for, and who that is."""

    visibility: Visibility
    audience: Audience


def placed(
    state: RoomState,
    actor: MemberState,
    visibility: Visibility | None,
    named: tuple[MemberId, ...],
    characters: tuple[CharacterState, ...],
) -> Asked | Refusal:
    """
    Turn a sender's wish into an audience: the intent's own wish, else the room's default.

    A hidden character's business never spreads by a default: without a wish it is secret.
    """
    is_hidden = bool(characters) and any(c.hidden for c in characters)
    if visibility is None:
        default = _DEFAULT_OF[state.house_rules.default_visibility]
        visibility = Visibility.SECRET if is_hidden else default
    if visibility is Visibility.WHISPER:
        if not named:
            return Refusal(
                Code.INVALID, "A whisper needs somebody to whisper to.", "to", "members of the room"
            )
        if any(name not in state.members for name in named):
            return Refusal(
                Code.NOT_FOUND, "A whisper names somebody who is not here.", "to",
                "members of the room",
            )  # fmt: skip
    elif named:
        return Refusal(
            Code.INVALID, "Only a whisper names members.", "to", "visibility whisper, or no names"
        )
    if is_hidden and visibility is Visibility.BLIND:
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED,
            "A blind roll would announce a hidden character.",
            "visibility",
            "secret",
        )
    return Asked(visibility, asked_audience(actor.member, visibility, named, characters))


def refuse_entered(
    state: RoomState, actor: MemberState, asked: Asked, entered: EnteredFaces | None
) -> Refusal | None:
    """Whether faces entered by hand may count at all."""
    if entered is None:
        return None
    if not state.house_rules.entered_dice:
        return Refusal(
            Code.ENTERED_NOT_ALLOWED,
            "This table lets the server roll: entered dice are switched off.",
            "entered",
            "no entered faces",
        )
    hides_from_roller = asked.visibility in (Visibility.BLIND, Visibility.SECRET)
    if hides_from_roller and not actor.is_storyteller:
        return Refusal(
            Code.ENTERED_BLIND,
            "Who enters the faces cannot be blind to them.",
            "entered",
            "no entered faces, or another visibility",
        )
    return None
