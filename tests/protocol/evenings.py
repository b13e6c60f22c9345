"""
Evenings at a random table: rooms that live through random intents, whatever comes of them.

Every member has a client that folds what it is told by the rules of PROTOCOL.md; after each
commit it must see what the server's snapshot says.
"""

import functools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from protocol import from_client as i
from protocol.events import RollResolved
from protocol.house import HouseRules
from protocol.ids import MemberId, RollId, RoomId
from protocol.words import (
    HistoryForLate,
    Preset,
    Role,
    TrackerAudience,
)
from server.rooms.commands import Do, FoundRoom, Join, RecalledDeed, RecalledRoll
from server.rooms.corrections import retracted_by
from server.rooms.decide import decide
from server.rooms.deed import Decision
from server.rooms.recall import recall_roll
from server.rooms.records import Recorded, to_stored
from server.rooms.state import RoomState
from server.rooms.systems import V5_ONLY, V20_ONLY
from server.rooms.visibility import sees, snapshot, viewer_of
from tests.protocol.evenings_ideas import ideas, moment, one_of
from tests.protocol.reducer import View

SEEDS = range(14)
STEPS = 620


class RandomFaces:
    """Dice of a seed."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def draw(self, count: int) -> tuple[int, ...]:
        """The next *count* faces."""
        return tuple(self._chance.choice((1, 3, 6, 8, 10, 10)) for _ in range(count))


def seen_by(state: RoomState, member: MemberId) -> dict[str, Any]:
    """The server's snapshot for a member, as it travels."""
    return normal(msgspec.to_builtins(snapshot(state, state.members[member])))


def normal(view: dict[str, Any]) -> dict[str, Any]:
    """The same snapshot with every field that may be left out written in."""
    sheets = {"owners": [], "trackers": {}, "audiences": {}, "traits": {}, "clan": ""}
    sheets |= {"sheet": None, "beliefs": None, "experience": None}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(view))
    characters = [{**sheets, "hidden": False, **each} for each in plain["characters"]]
    regnant = {"regnant": None, "regnant_name": ""}
    bonds = [{**regnant, **each} for each in plain["bonds"]]
    return plain | {"characters": characters, "bonds": bonds}


def _is_about(events: tuple[Recorded, ...], roll: RollId) -> bool:
    return any(getattr(recorded.event, "roll", None) == roll for recorded in events)


class Evening:
    """A room that lives through random intents, and what each member's client makes of it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.state = RoomState(room=RoomId("room"))
        self.views: dict[MemberId, View] = {}
        self.commits: list[tuple[i.Intent, tuple[Recorded, ...]]] = []
        self._commits = 0
        self._people = 0
        self._log: list[tuple[int, tuple[Recorded, ...]]] = []
        self._last: dict[MemberId, RecalledDeed] = {}
        self._rolls: list[RollId] = []
        self._tried: Counter[type[i.Intent]] = Counter()
        rules = HouseRules(
            preset=Preset.V20_BOOK if seed % 3 == 2 else Preset.V5,
            entered_dice=True,
            tracker_audience=self.chance.choice(list(TrackerAudience)),
            history=self.chance.choice(list(HistoryForLate)),
        )
        self.do(
            lambda commit: FoundRoom(
                room_name="Room",
                member=MemberId("m0"),
                name="Ines",
                house_rules=rules,
                token_hash=bytes(32),
                at_ms=0,
                commit_id=commit,
            )
        )
        for role in (Role.PLAYER, Role.PLAYER, Role.STORYTELLER, Role.SPECTATOR, Role.BOT):
            self.bring(role)

    def bring(self, role: Role) -> None:
        """Let somebody new in."""
        self._people += 1
        secret = self._people.to_bytes(16)
        self.intend(self._storyteller(), i.CreateInvite(id="", role=role, secret=secret))
        if not self.state.invites:
            return
        invite = self.chance.choice(sorted(self.state.invites))
        self.do(
            lambda commit: Join(
                invite=invite,
                member=MemberId(f"m{self._people}"),
                name=f"Member {self._people}",
                token_hash=self._people.to_bytes(32),
                at_ms=self._commits,
                commit_id=commit,
            )
        )

    def intend(self, actor: MemberId, intent: i.Intent) -> None:
        """Let a member do something, if the room lets it."""
        deed = self._last.get(actor) if isinstance(intent, i.Undo) else None
        recalled = None
        if isinstance(intent, i.RetractRoll):
            recalled = self._recall(intent.roll)
        elif isinstance(intent, i.ConfirmProposal):
            roll = retracted_by(self.state, intent.proposal)
            recalled = None if roll is None else self._recall(roll)
        self.do(
            lambda commit: Do(intent, actor, self._commits, commit, recalled, recalled_deed=deed)
        )

    def _recall(self, roll: RollId) -> RecalledRoll | None:
        """A roll as a running room reads it back from its log."""
        told = [(each, events) for each, events in self._log if _is_about(events, roll)]
        return recall_roll(roll, [(at, [to_stored(r) for r in events]) for at, events in told])

    def _note(self, made: Any, events: tuple[Recorded, ...]) -> None:
        """Keep what was decided, as a log does."""
        self._log.append((self._commits, events))
        rolls = [r.event.roll for r in events if isinstance(r.event, RollResolved)]
        self._rolls += rolls
        if isinstance(made, Do):
            roll = self._recall(rolls[0]) if rolls else None
            self._last[made.actor] = RecalledDeed(events, self._commits, (), roll)

    def do(self, command: Callable[[bytes], Any]) -> None:
        """Decide a command and show everybody what of it they see."""
        self._commits += 1
        made = command(self._commits.to_bytes(16))
        decided = decide(self.state, made, RandomFaces(self.chance))
        if not isinstance(decided, Decision):
            return
        assert decided.events, ("a commit holds something", made)
        self._note(made, decided.events)
        if isinstance(made, Do):
            self.commits.append((made.intent, decided.events))
        before, self.state = self.state, decided.state
        for member, known in before.members.items():
            view, viewer = self.views[member], viewer_of(known)
            for recorded in decided.events:
                if sees(recorded.audience, viewer):
                    view.fold(msgspec.json.decode(recorded.body))
        for member, now in self.state.members.items():
            then = before.members.get(member)
            if then is None or then.generation != now.generation:
                self.views[member] = View(seen_by(self.state, member), member)
            assert normal(self.views[member].snapshot) == seen_by(self.state, member), (
                made,
                member,
            )

    # --- choosing ------------------------------------------------------------------------------

    def pick(self, known: Any) -> Any:
        """One of the ids that there are."""
        return one_of(self.chance, known)

    def _choose(self) -> i.Intent:
        """Anything that this system has; now and then what was done least, and tried least."""
        foreign = V5_ONLY if self.state.is_v20 else V20_ONLY
        now = moment(self.state, self.chance, self._rolls)
        possible = [idea for idea in ideas(now) if type(idea) not in foreign]
        if self.chance.random() < 0.7:
            return self.chance.choice(possible)
        done = Counter(type(intent) for intent, _ in self.commits)
        rare = min(possible, key=lambda idea: done[type(idea)] + self._tried[type(idea)] / 8)
        self._tried[type(rare)] += 1
        return rare

    def live(self) -> None:
        """Let somebody try something."""
        actor = self.pick(self.state.members)
        if self.chance.random() < 0.5:
            actor = self._storyteller()
        self.intend(actor, self._choose())
        self._stock()
        if self._commits % 10 == 0:
            self._ask_to_see()
            self._take_back()
        if self.chance.random() < 0.02:
            self.bring(self.chance.choice(list(Role)))

    def _stock(self) -> None:
        """Keep the table from running dry of players and of characters to play."""
        players = [m for m, each in self.state.members.items() if each.role is Role.PLAYER]
        if not players:
            self.bring(Role.PLAYER)
        elif len(self.state.characters) < 2 and self.chance.random() < 0.3:
            create = i.CreateV20Character if self.state.is_v20 else i.CreateCharacter
            self.intend(self._storyteller(), create(id="", name="Iris", owners=(players[0],)))

    def _storyteller(self) -> MemberId:
        """A Storyteller: a room never lacks one, but the first one may have gone."""
        return MemberId(self.pick(m for m, c in self.state.members.items() if c.is_storyteller))

    def _ask_to_see(self) -> None:
        """Whoever plays a character that was rolled for blind asks to see the dice."""
        for character in sorted(self.state.blind):
            for owner in self.state.characters[character].owners:
                self.intend(owner, i.AskReveal(id="", character=character))

    def _take_back(self) -> None:
        """Who plays for others gives one character back."""
        for character in sorted(self.state.characters):
            if self.state.characters[character].stand_in is not None:
                self.intend(MemberId("m0"), i.EndStandIn(id="", character=character))
                return


@functools.cache
def evening(seed: int) -> Evening:
    """The evening of a seed, from its beginning to its end."""
    made = Evening(seed)
    for _ in range(STEPS):
        made.live()
    return made


def evenings() -> Iterator[Evening]:
    """All of them."""
    yield from map(evening, SEEDS)
