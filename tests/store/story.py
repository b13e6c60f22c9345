"""What happens in a room of these tests: drafts whose lines are as a runner makes them."""

import hashlib
from collections.abc import Iterable, Sequence

from protocol.events import RoomRenamed
from protocol.ids import Epoch, MemberId, RoomId, Seq
from server.rooms.audience import EVERYONE, STORYTELLERS, Audience, members
from server.rooms.lines import EMPTY_LINE, STORYTELLERS_LINE, LineHead, advance, lines_of
from server.rooms.records import record_event, to_stored
from server.store.base import Commit, CredentialChange, Draft, EventLog

ANNA, BORIS = MemberId("anna"), MemberId("boris")
FOR_ANNA, FOR_BOTH = members([ANNA]), members([ANNA, BORIS])
EPOCH = Epoch("first-night")
DEADLINE_S = 30.0

Audiences = Iterable[Audience]
PUBLIC: tuple[Audience, ...] = (EVERYONE,)
SECRET: tuple[Audience, ...] = (STORYTELLERS,)
WHISPER: tuple[Audience, ...] = (FOR_BOTH,)
NOTHING: tuple[Audience, ...] = ()


class Story:
    """
    One room's drafts, one after the other.

    A draft is part of the story once `told`; one that the log refused is simply dropped.
    """

    def __init__(self, room: str = "elysium") -> None:
        self.room = RoomId(room)
        self.heads: dict[str, LineHead] = {}
        self.commits: list[Commit] = []
        self._made = 0

    @property
    def head(self) -> Seq:
        return Seq(len(self.commits))

    def draft(
        self,
        audiences: Audiences = PUBLIC,
        *,
        after: Sequence[Draft] = (),
        credentials: tuple[CredentialChange, ...] = (),
        name: str | None = None,
        answer: bytes = b'{"type":"accepted"}',
        commit_name: str | None = None,
    ) -> Draft:
        """The next draft, an event for each of *audiences*; it follows on those in *after*."""
        self._made += 1
        commit_name = commit_name or f"{self.room}/{self._made}"
        at_ms = 1_700_000_000_000 + self._made
        recorded = [
            record_event(
                RoomRenamed(name=name or f"{self.room} {self._made}", by=ANNA), audience, at_ms
            )
            for audience in audiences
        ]
        before = {**self.heads, **dict(line for draft in after for line in draft.lines)}
        heads = advance(before, recorded)
        touched = {STORYTELLERS_LINE, *(line for one in recorded for line in lines_of(one))}
        return Draft(
            commit_id=hashlib.sha256(commit_name.encode()).digest()[:16],
            at_ms=at_ms,
            member=ANNA,
            intent_id=f"00000000-0000-4000-8000-{self._made:012x}",
            digest=hashlib.sha256(b"%d" % self._made).digest(),
            answer=answer,
            events=tuple(to_stored(one) for one in recorded),
            lines=tuple((line, heads.get(line, EMPTY_LINE)) for line in touched),
            credentials=credentials,
        )

    def told(self, *commits: Commit) -> None:
        """Take what the log stored into the story."""
        for commit in commits:
            self.commits.append(commit)
            self.heads.update(commit.lines)

    async def begin(
        self, log: EventLog, *, credentials: tuple[CredentialChange, ...] = ()
    ) -> Commit:
        """Create the room."""
        commit = await log.create_room(self.room, EPOCH, self.draft(credentials=credentials))
        self.told(commit)
        return commit

    async def go_on(
        self,
        log: EventLog,
        audiences: Audiences = PUBLIC,
        *,
        credentials: tuple[CredentialChange, ...] = (),
    ) -> Commit:
        """Append one commit."""
        draft = self.draft(audiences, credentials=credentials)
        (commit,) = await log.append(self.room, self.head, [draft], DEADLINE_S)
        self.told(commit)
        return commit

    async def tell_many(self, log: EventLog, *stretches: tuple[int, Audiences]) -> None:
        """Append, in one go, stretches of so many commits each with the same audiences."""
        drafts: list[Draft] = []
        for count, audiences in stretches:
            for _ in range(count):
                drafts.append(self.draft(audiences))
                self.heads.update(drafts[-1].lines)
        self.told(*await log.append(self.room, self.head, drafts, DEADLINE_S))


async def begun(log: EventLog, room: str = "elysium", more: int = 0) -> Story:
    """A room with its first commit, and as many *more*."""
    story = Story(room)
    await story.begin(log)
    for _ in range(more):
        await story.go_on(log)
    return story
