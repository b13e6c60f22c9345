"""A room on a test's desk: people who act, a log that is kept, and what each of them may see."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId, InviteId, MemberId, RollId, RoomId, Seq
from protocol.views import CharacterView, Snapshot
from protocol.words import Preset, Role
from server.rooms.audience import Audience
from server.rooms.commands import Command, Do, FoundRoom, Join, RecalledDeed, RecalledRoll
from server.rooms.corrections import retracted_by
from server.rooms.decide import decide
from server.rooms.deed import Decision
from server.rooms.evolve import fold_commit
from server.rooms.faces import Books, FaceStream
from server.rooms.later_reveals import asked_for
from server.rooms.limits import RoomLimits
from server.rooms.names import commit_id, commit_of_roll, member_id, roll_id
from server.rooms.recall import recall_roll
from server.rooms.records import EventRecord, from_stored, to_stored
from server.rooms.refusal import Refusal
from server.rooms.state import RoomState
from server.rooms.visibility import snapshot

V20 = HouseRules(preset=Preset.V20_BOOK)
"""The house rules of a room that plays V20."""

START_MS = 1_790_000_000_000
ROOM = RoomId("the-room")

E = TypeVar("E", bound=e.Event)


Kind = TypeVar("Kind", bound=i.Intent)


class Script:
    """A face stream with these faces and no others."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        self.left = list(faces)

    def draw(self, count: int) -> tuple[int, ...]:
        assert count <= len(self.left), f"{count} dice are rolled, {len(self.left)} are scripted"
        drawn, self.left = tuple(self.left[:count]), self.left[count:]
        return drawn


class Hashed:
    """An endless face stream that follows from a seed, for tests that look at no single face."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def draw(self, count: int) -> tuple[int, ...]:
        faces = tuple(
            hashlib.sha256(self._seed + n.to_bytes(4)).digest()[0] % 10 + 1
            for n in range(self._drawn, self._drawn + count)
        )
        self._drawn += count
        return faces


def uuid(number: int) -> str:
    """The *number*-th intent id."""
    return f"{number:08x}-0000-4000-8000-000000000000"


def secret_of(number: int) -> bytes:
    """The *number*-th secret of an invite or a link."""
    return number.to_bytes(16)


@dataclass(frozen=True)
class Kept:
    """A commit as the log would keep it."""

    seq: Seq
    at_ms: int
    commit_id: bytes
    member: MemberId | None
    records: tuple[EventRecord, ...]


@dataclass(frozen=True)
class Done:
    """What an intent came to: its events, and who may see each."""

    room: "Table"
    decision: Decision

    @property
    def events(self) -> tuple[e.Event, ...]:
        return tuple(r.event for r in self.decision.events)

    @property
    def kinds(self) -> list[str]:
        """The types of the events, in order."""
        return [str(type(event).__struct_config__.tag) for event in self.events]

    @property
    def created(self) -> str:
        """The id of what the intent made."""
        assert self.decision.created is not None
        return self.decision.created

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]

    def only(self, kind: type[E]) -> E:
        (event,) = self.all(kind)
        return event

    def seen_by(self, kind: type[e.Event]) -> set[str]:
        """The names of the members who see the one event of this type."""
        (audience,) = {r.audience for r in self.decision.events if isinstance(r.event, kind)}
        return self.room.names_in(audience)

    def seen(self, who: str) -> list[e.Event]:
        """What of the commit a member sees."""
        return [r.event for r in self.decision.events if who in self.room.names_in(r.audience)]

    def tracker(self, name: str) -> object:
        """The value after the one change of a tracker."""
        (changed,) = (event for event in self.all(e.TrackerChanged) if event.tracker == name)
        return changed.after


PEOPLE = {
    "storyteller": Role.STORYTELLER,
    "ann": Role.PLAYER,
    "bob": Role.PLAYER,
    "guest": Role.SPECTATOR,
    "bot": Role.BOT,
}


@dataclass
class Table:
    """
    One room: `act` lets a member do something, `refuse` expects a no.

    Everything that is decided is decided twice, kept as the log keeps it, and folded again.
    """

    house_rules: HouseRules = field(default_factory=HouseRules)
    limits: RoomLimits = field(default_factory=RoomLimits)
    people: dict[str, Role] = field(default_factory=lambda: dict(PEOPLE))
    now_ms: int = START_MS
    state: RoomState = field(default_factory=lambda: RoomState(room=ROOM))
    kept: list[Kept] = field(default_factory=list)
    members: dict[str, MemberId] = field(default_factory=dict)
    books: Books | None = None
    _numbers: int = 0
    _asides: int = 0

    def __post_init__(self) -> None:
        name, *others = self.people
        self.do(self.founding(name, self.house_rules))
        for other in others:
            self.join(other, self.people[other])

    def founding(self, name: str, house_rules: HouseRules) -> FoundRoom:
        """The command that makes a room."""
        return FoundRoom(
            room_name="Night in Lyon",
            member=self._new_member(name),
            name=name,
            house_rules=house_rules,
            token_hash=self._token_hash(name),
            at_ms=self.now_ms,
            commit_id=self._fresh_commit(),
        )

    # --- people ----------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> MemberId:
        return self.members[name]

    def join(self, name: str, role: Role = Role.PLAYER) -> Done:
        """Invite and let in."""
        invite = self.act("storyteller", i.CreateInvite, role=role, secret=secret_of(0))
        return self.come_in(name, InviteId(invite.created))

    def come_in(self, name: str, invite: InviteId) -> Done:
        """Let in by an invite there is."""
        done = self.do(self.join_command(name, invite))
        self.people[name] = done.only(e.MemberJoined).role
        return done

    def join_command(self, name: str, invite: InviteId) -> Join:
        return Join(
            invite=invite,
            member=self._new_member(name),
            name=name,
            token_hash=self._token_hash(name),
            at_ms=self.now_ms,
            commit_id=self._fresh_commit(),
        )

    def names_in(self, audience: Audience) -> set[str]:
        """The members in an audience; whoever is a Storyteller now is in every one."""
        return {
            name
            for name, member in self.members.items()
            if member in self.state.members
            and (
                audience.everyone
                or member in audience.members
                or self.state.members[member].role is Role.STORYTELLER
            )
        }

    def snapshot(self, who: str) -> Snapshot:
        """The room as a member may see it."""
        return snapshot(self.state, self.state.members[self[who]])

    def card(self, who: str, character: CharacterId) -> CharacterView | None:
        """A character as a member may see it, if at all."""
        found = [c for c in self.snapshot(who).characters if c.character == character]
        return found[0] if found else None

    # --- characters ------------------------------------------------------------------------------

    def vampire(
        self, owner: str | None = "ann", name: str = "Iris", /, **sheet: object
    ) -> CharacterId:
        """A character with the sheet's defaults: 5 Health boxes, 4 Willpower boxes, Humanity 7."""
        owners = () if owner is None else (self[owner],)
        done = self.act("storyteller", i.CreateCharacter, name=name, owners=owners, **sheet)
        return CharacterId(done.created)

    def v20_vampire(
        self, owner: str | None = "ann", name: str = "Iris", /, **sheet: object
    ) -> CharacterId:
        """A V20 vampire of the 13th Generation with a full pool, Humanity 7, Willpower 5."""
        owners = () if owner is None else (self[owner],)
        done = self.act("storyteller", i.CreateV20Character, name=name, owners=owners, **sheet)
        return CharacterId(done.created)

    def hidden(self, name: str = "The Sleeper", /, **sheet: object) -> CharacterId:
        """A character that only Storytellers know."""
        return self.vampire(None, name, hidden=True, **sheet)

    # --- acting ----------------------------------------------------------------------------------

    def intent(self, kind: type[Kind], /, **fields: object) -> Kind:
        """An intent with an id of its own, as strictly read as one that came by a socket."""
        self._numbers += 1
        said = {"type": kind.__struct_config__.tag, "id": uuid(self._numbers), **fields}
        return msgspec.json.decode(msgspec.json.encode(said), type=kind)

    def act(
        self, who: str, kind: type[i.Intent], faces: Sequence[int] = (), /, **fields: object
    ) -> Done:
        """Let a member do something that must be possible; *faces* must be used up."""
        return self.do(self.command(who, self.intent(kind, **fields)), faces)

    def aside(
        self, who: str, kind: type[i.Intent], faces: Sequence[int] = (), /, **fields: object
    ) -> Done:
        """Let a member do something in one of two rooms alone: ids of what follows stay equal."""
        self._asides += 1
        done = self.act(who, kind, faces, id=uuid(1_000_000 + self._asides), **fields)
        self._numbers -= 1
        return done

    def refuse(
        self,
        who: str,
        kind: type[i.Intent],
        code: Code,
        field: str | None = None,
        /,
        **fields: object,
    ) -> Refusal:
        """Let a member try something that must be refused, without a die being drawn."""
        refusal = self.attempt(who, self.intent(kind, **fields))
        assert isinstance(refusal, Refusal), f"{kind.__name__} was allowed"
        assert refusal.code is code, refusal
        if field is not None:
            assert refusal.field == field, refusal
        return refusal

    def attempt(
        self, who: str, intent: i.Intent, faces: FaceStream | None = None
    ) -> Decision | Refusal:
        """What an intent would come to; nothing is kept. Without *faces* no die may be drawn."""
        return decide(
            self.state, self.command(who, intent), faces or Script(), self.limits, self.books
        )

    def command(self, who: str, intent: i.Intent) -> Do:
        member = self.members[who] if who in self.members else MemberId(who)
        return Do(
            intent=intent,
            actor=member,
            at_ms=self.now_ms,
            commit_id=commit_id(ROOM, member, intent.id),
            recalled=self._recalled(intent),
            recalled_deed=self._recalled_deed(member, intent),
        )

    def do(self, command: Command, faces: Sequence[int] = ()) -> Done:
        """Carry a command out that must be possible, and keep it."""
        script = Script(faces)
        decision = decide(self.state, command, script, self.limits, self.books)
        assert isinstance(decision, Decision), decision
        assert not script.left, f"{len(script.left)} scripted faces were not drawn"
        assert decision == decide(self.state, command, Script(faces), self.limits, self.books)
        self.keep(command, decision)
        return Done(self, decision)

    def chance(self, command: Command) -> Done | Refusal:
        """Carry a command out, if it is possible, with dice that follow from the command alone."""
        seed = command.commit_id
        decision = decide(self.state, command, Hashed(seed), self.limits, self.books)
        assert decision == decide(self.state, command, Hashed(seed), self.limits, self.books)
        if isinstance(decision, Refusal):
            return decision
        self.keep(command, decision)
        return Done(self, decision)

    def keep(self, command: Command, decision: Decision) -> None:
        """Put a decision into the log, and let the state be what the log folds to."""
        kept = Kept(
            Seq(len(self.kept) + 1),
            command.at_ms,
            command.commit_id,
            command.actor if isinstance(command, Do) else None,
            tuple(to_stored(r) for r in decision.events),
        )
        self.kept.append(kept)
        read_back = [from_stored(record, kept.at_ms) for record in kept.records]
        assert tuple(read_back) == decision.events
        self.state = fold_commit(self.state, kept.seq, read_back)
        assert self.state == replace(decision.state, seq=kept.seq), "fold and decision differ"

    # --- inside ----------------------------------------------------------------------------------

    def _recalled(self, intent: i.Intent) -> RecalledRoll | None:
        """The roll an intent names, as a running room reads it back from its log."""
        if isinstance(intent, i.ConfirmProposal):
            roll = retracted_by(self.state, intent.proposal)
            roll = roll or asked_for(self.state, intent.proposal)
            return None if roll is None else self.recall(roll)
        if isinstance(intent, i.OpenContest):
            return None if intent.opposes is None else self.recall(intent.opposes)
        if not isinstance(
            intent,
            i.Reroll | i.SettleRoll | i.RevealRoll | i.ScheduleReveal | i.RetractRoll | i.JudgeRoll,
        ):
            return None
        return self.recall(intent.roll)

    def _recalled_deed(self, member: MemberId, intent: i.Intent) -> RecalledDeed | None:
        """The intent that an undo names, as a running room reads it back from its log."""
        if not isinstance(intent, i.Undo):
            return None
        made_by = commit_id(ROOM, member, intent.intent)
        found = [kept for kept in self.kept if kept.commit_id == made_by]
        if not found:
            return None
        events = tuple(from_stored(record, found[0].at_ms) for record in found[0].records)
        own = [k for k in self.kept if k.member == member and k.seq > found[0].seq]
        since = tuple(record.audience for kept in own for record in kept.records)
        return RecalledDeed(events, found[0].at_ms, since, self.recall(roll_id(made_by)))

    def recall(self, roll: RollId) -> RecalledRoll | None:
        """A roll read back from the log."""
        made_by = commit_of_roll(roll)
        first = [kept for kept in self.kept if kept.commit_id == made_by]
        if not first:
            return None
        later = [k for k in self.kept if k.seq > first[0].seq and _rerolls(k, roll)]
        return recall_roll(roll, [(k.at_ms, k.records) for k in (*first, *later)])

    def _new_member(self, name: str) -> MemberId:
        self.members[name] = member_id(ROOM, self._token_hash(name))
        return self.members[name]

    def _token_hash(self, name: str) -> bytes:
        return hashlib.sha256(name.encode()).digest()

    def _fresh_commit(self) -> bytes:
        self._numbers += 1
        return hashlib.sha256(b"server %d" % self._numbers).digest()[:16]


def _rerolls(kept: Kept, roll: RollId) -> bool:
    return any(
        isinstance(event, e.RollRerolled | e.RollJudged | e.RollRetracted) and event.roll == roll
        for event in (from_stored(record, kept.at_ms).event for record in kept.records)
    )
