"""What holds in every room, whatever anybody tries: random evenings over the whole vocabulary."""

import hashlib
import sys
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from protocol import events as e
from protocol import from_client as i
from protocol.codec import Encoding, decode_from_client, intent_digest
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import MemberId
from protocol.receipts import PoolReceipt
from protocol.v20_receipt import V20Receipt
from protocol.views import TrackerValue, TrackView
from protocol.words import HistoryForLate, Role, TrackerName
from server.rooms.commands import Do
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from server.rooms.state import CharacterState
from server.rooms.visibility import snapshot, view_base, view_now
from tests.support.evenings import Evening
from tests.support.rooms import V20, Done, Table

SDK = Path(__file__).resolve().parents[2] / "client_examples" / "python"
if str(SDK) not in sys.path:
    sys.path.insert(0, str(SDK))

from coterie_client.shape import normalise  # noqa: E402 - needs the path
from coterie_client.state import fold  # noqa: E402 - needs the path

SMALL = RoomLimits(
    max_members=8,
    max_characters=5,
    max_hidden_characters=3,
    max_open_invites=3,
    max_open_links=2,
    max_open_contests=2,
    max_standing_rolls=4,
    max_proposals=4,
)
"""Limits that a short evening can hit."""


class Oracle:
    """
    Who may see what of a room's log, worked out from the stored audiences alone.

    It also plays a client for every member: a snapshot where a view begins, folded event by event.
    """

    def __init__(self, room: Table) -> None:
        self.room = room
        self.log: list[tuple[int, Any]] = []
        self.session_began: int | None = None
        self.begins: dict[MemberId, int] = {}
        self.generations: dict[MemberId, int] = {}
        self.clients: dict[MemberId, Any] = {}
        self.secrets: dict[MemberId, set[str]] = {}
        self._read = 0
        self.catch_up()

    def sees(self, member: MemberId, record: Any) -> bool:
        here = self.room.state.members.get(member)
        is_storyteller = here is not None and here.role is Role.STORYTELLER
        return is_storyteller or record.audience.everyone or member in record.audience.members

    def line(self, member: MemberId) -> list[tuple[int, Any]]:
        """The events of a member's view in its present generation, from the whole log."""
        if self.room.state.members[member].role is Role.STORYTELLER:
            return self.log
        begin = self.begins[member]
        return [
            (at_ms, record)
            for place, (at_ms, record) in enumerate(self.log)
            if (record.audience.everyone and place >= begin) or member in record.audience.members
        ]

    def catch_up(self) -> None:
        """Take the commits in that are new, and check every member's view after them."""
        fresh: list[Any] = []
        for kept in self.room.kept[self._read :]:
            for record in kept.records:
                self._note(len(self.log), msgspec.json.decode(record.body), record.kind)
                self.log.append((kept.at_ms, record))
                fresh.append(record)
        self._read = len(self.room.kept)
        for member, state in self.room.state.members.items():
            if self.generations.get(member) == state.generation:
                self._follow(member, fresh)
            else:
                self._begin(member)
            self._check(member)
        for gone in set(self.generations) - set(self.room.state.members):
            del self.generations[gone]

    def _note(self, place: int, body: Any, kind: str) -> None:
        match kind:
            case "session_started":
                self.session_began = place
            case "session_ended":
                self.session_began = None
            case "member_joined":
                match self.room.state.house_rules.history:
                    case HistoryForLate.ALL:
                        begin = 0
                    case HistoryForLate.SESSION:
                        begin = place if self.session_began is None else self.session_began
                    case HistoryForLate.NONE:
                        begin = place
                self.begins[body["member"]] = begin

    def _begin(self, member: MemberId) -> None:
        self.generations[member] = self.room.state.members[member].generation
        self.clients[member] = self._snapshot(member)
        mine = {id(record) for _, record in self.line(member)}
        self.secrets[member] = set()
        for _, record in self.log:
            self._learn(member, record, shown=id(record) in mine)

    def _follow(self, member: MemberId, fresh: list[Any]) -> None:
        for record in fresh:
            shown = self.sees(member, record)
            self._learn(member, record, shown=shown)
            if shown:
                body = msgspec.json.decode(record.body)
                self.clients[member] = fold(self.clients[member], body, member)
                self._check_secrets(member, bytes(record.body))

    def _learn(self, member: MemberId, record: Any, *, shown: bool) -> None:
        """Keep the ids that a member has been told, or not been told, of."""
        body = msgspec.json.decode(record.body)
        named = {
            "roll_resolved": lambda: body["roll"],
            "roll_revealed": lambda: body["roll"],
            "contest_opened": lambda: body["contest"]["contest"],
            "proposal_opened": lambda: body["proposal"]["proposal"],
            "character_created": lambda: body["card"]["character"],
            "character_unhidden": lambda: body["card"]["character"],
            "invite_created": lambda: body["invite"],
            "device_link_created": lambda: body["link"],
        }.get(record.kind)
        if named is None:
            return
        if shown or record.audience.everyone:
            # What was public before somebody came may stand in that member's snapshot.
            self.secrets[member].discard(named())
        elif record.kind != "roll_revealed":
            self.secrets[member].add(named())

    def _check(self, member: MemberId) -> None:
        state = self.room.state.members[member]
        line = self.line(member)
        total = sum(
            int.from_bytes(hashlib.sha256(b"%d\n%b" % (at_ms, bytes(record.body))).digest())
            for at_ms, record in line
        )
        head = view_now(self.room.state, state)
        assert (head.seq, head.accumulator) == (len(line), total % 2**256)
        assert all(begin.rank >= 0 for _, begin in view_base(state).lines)
        now = self._snapshot(member)
        assert self.clients[member] == now
        self._check_secrets(member, msgspec.json.encode(now))

    def _check_secrets(self, member: MemberId, told: bytes) -> None:
        for secret in self.secrets[member]:
            assert secret.encode() not in told, f"{secret} is told to one who may not know it"

    def _snapshot(self, member: MemberId) -> Any:
        state = self.room.state
        shown = msgspec.json.encode(snapshot(state, state.members[member]))
        return normalise(msgspec.json.decode(shown))


def check_state(room: Table) -> None:
    """What is always true of a room."""
    state, limits = room.state, room.limits
    assert any(m.role is Role.STORYTELLER for m in state.members.values())
    assert len(state.members) <= limits.max_members
    for is_hidden, most in ((False, limits.max_characters), (True, limits.max_hidden_characters)):
        assert sum(c.hidden is is_hidden for c in state.characters.values()) <= most
    for character in state.characters.values():
        assert set(character.owners) <= set(state.members)
        assert set(character.audiences) == set(character.trackers)
        if character.hidden:
            assert all(state.members[o].role is Role.STORYTELLER for o in character.owners)
        for name, value in character.trackers.items():
            if state.is_v20:
                check_v20_tracker(character, name, value)
            elif isinstance(value, TrackView):
                assert value.superficial >= 0
                assert value.aggravated >= 0
                assert value.superficial + value.aggravated <= value.boxes
                full = value.superficial + value.aggravated == value.boxes
                assert value.is_impaired is full
                lost = name == "health" and value.aggravated == value.boxes
                assert (value.condition is not None) is lost
            else:
                assert 0 <= value <= {"hunger": 5, "stains": 60}.get(name, 10)
    for roll in state.standing.values():
        assert roll.character in state.characters
    for contest in state.contests.values():
        standing = [s for s in contest.sides if s.roll in state.standing]
        assert contest.is_waiting or standing
        assert not contest.is_waiting or contest.awaited
        assert set(contest.proposals) <= set(state.proposals)
    for proposal in state.proposals.values():
        assert proposal.view.character is None or proposal.view.character in state.characters


def check_v20_tracker(character: CharacterState, name: TrackerName, value: TrackerValue) -> None:
    """What is always true of a tracker of V20."""
    if name is TrackerName.HEALTH:
        assert isinstance(value, TrackView)
        marks = value.bashing + value.lethal + value.aggravated
        assert min(value.bashing, value.lethal, value.aggravated) >= 0
        assert marks <= value.boxes == 7 + len(value.extra)
        assert value.is_impaired is (marks == value.boxes)
        assert (value.condition is not None) is value.is_impaired
        assert (value.level is None) is (marks == 0)
    elif name is TrackerName.WILLPOWER:
        assert isinstance(value, TrackView)
        assert value.current is not None
        assert 0 <= value.current <= value.boxes <= 10
    else:
        assert isinstance(value, int)
        # The third Generation has a pool without an end.
        is_endless = character.sheet is not None and character.sheet.generation == 3
        most = 99 if name is TrackerName.BLOOD_POOL else 10
        assert value >= 0
        assert value <= most or (is_endless and name is TrackerName.BLOOD_POOL)


def check_done(done: Done) -> None:
    """What is always true of what happened."""
    assert done.events
    for event in done.events:
        receipt = getattr(event, "receipt", None)
        if isinstance(receipt, PoolReceipt):
            if receipt.without_dice is None:
                assert sum(die.adds for die in receipt.dice) == receipt.successes
                assert max(1, sum(item.dice for item in receipt.items)) == len(receipt.dice)
            else:
                assert not receipt.dice
        if isinstance(receipt, V20Receipt):
            assert receipt.rolled == sum(die.adds for die in receipt.dice)
            assert receipt.net == receipt.rolled - receipt.cancelled + receipt.automatic
            pool = [die for die in receipt.dice if not die.is_reroll]
            assert receipt.is_unrolled or len(pool) == max(
                0, sum(item.dice for item in receipt.items)
            )
        if isinstance(event, e.TrackerChanged):
            assert event.before != event.after


def check_refusal(intent: i.Intent, refusal: Refusal) -> None:
    """A no names a field that there is, in a sentence."""
    assert refusal.detail.endswith(".")
    if refusal.field is not None:
        is_known = refusal.field.split(".")[0] in intent.__struct_fields__
        assert is_known or refusal.code is Code.WRONG_SYSTEM, refusal


def check_travel(intent: i.Intent) -> None:
    """An intent means the same in either encoding, and has the same digest."""
    as_json = decode_from_client(msgspec.json.encode(intent).decode(), Encoding.JSON)
    as_msgpack = decode_from_client(msgspec.msgpack.encode(intent), Encoding.MSGPACK)
    assert as_json == as_msgpack == intent
    assert intent_digest(as_json) == intent_digest(as_msgpack)  # type: ignore[arg-type]


@given(seed=st.integers(0, 2**32), steps=st.integers(1, 60))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_view_of_every_evening_is_whole(seed: int, steps: int) -> None:
    """
    Fold and decision agree, views number what they may see, clients end where snapshots are.

    `Table.chance` decides everything twice and folds the stored records again.
    """
    evening = Evening(seed, Table(V20 if seed % 3 == 0 else HouseRules(), limits=SMALL))
    room = evening.room
    evening.set_the_table()
    oracle = Oracle(room)
    for _ in range(steps):
        command = evening.next_command()
        if isinstance(command, Do):
            note(f"{room.state.members[command.actor].name}: {command.intent}")
            check_travel(command.intent)
        done = room.chance(command)
        if isinstance(done, Refusal):
            if isinstance(command, Do):
                check_refusal(command.intent, done)
            continue
        evening.note()
        check_done(done)
        check_state(room)
        oracle.catch_up()
