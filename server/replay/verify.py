"""
Verifies a room's log: the chain, the lines, the fold, and every roll by the rules it names.

Pure over commits, one at a time; `verify_log` brings them from a store and checks its index too.
"""

import hashlib
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct

from protocol import events as e
from protocol.house import HouseRules
from protocol.ids import CharacterId, RollId, RoomId, Seq
from protocol.receipts import CompulsionReceipt, PoolReceipt, Receipt
from protocol.request_words import Told
from protocol.v20_receipt import V20Receipt
from protocol.words import TrackerName
from server.live.loading import FOLD_ERRORS
from server.live.pages import decoded
from server.replay.comparing import Faults
from server.replay.dice_check import DiceCheck, DiceReport
from server.replay.fold import Unfoldable
from server.replay.receipt_check import (
    faults_of_contest,
    faults_of_pairs,
    faults_of_receipt,
    faults_of_reroll,
)
from server.rooms.evolve import fold_commit
from server.rooms.house import ReadBy
from server.rooms.itemising import merged_receipt, with_items
from server.rooms.outcomes import outcome_of
from server.rooms.records import Recorded
from server.rooms.state import RoomState
from server.rooms.trackers import clan_of
from server.store.base import Commit, Unreadable
from server.store.check import ChainCheck
from server.store.check import Finding as Finding


class Head(Struct, frozen=True):
    """A commit's place and hash, kept elsewhere: with it, a log rewritten since is found out."""

    seq: Seq
    hash: bytes


class Report(Struct, frozen=True):
    """What verifying a room came to: how much was looked at, where it ends, what was found."""

    room: RoomId
    commits: int
    rolls: int
    head: Head
    findings: tuple[Finding, ...]
    dice: DiceReport = DiceReport()


def verify_commits(room: RoomId, commits: Iterable[Commit], kept: Head | None = None) -> Report:
    """Verify all commits of a room, from the first on; *kept* is a head kept elsewhere."""
    check = RoomCheck(room, kept)
    for commit in commits:
        check.add(commit)
    return check.report()


class _Rolled(Struct, frozen=True):
    """What a reveal may repeat of a roll: its receipts, by digests, its outcome, and its time."""

    receipts: tuple[bytes, bytes]
    outcome: tuple[int | None, str | None]
    at_ms: int
    dice: bytes = b""


class RoomCheck:
    """The check of one room, a commit at a time; `report` ends it."""

    def __init__(self, room: RoomId, kept: Head | None = None) -> None:
        self._room = room
        self._kept = kept
        self._chain = ChainCheck()
        self._dice = DiceCheck(room, is_whole=True)
        self._state: RoomState | None = RoomState(room=room)
        self._rolled: dict[RollId, _Rolled] = {}
        self._last: e.RollResolved | None = None
        self._commits = 0
        self._rolls = 0
        self._found_kept = False
        self._findings: list[Finding] = []

    def add(self, commit: Commit) -> None:
        """Look at the next commit."""
        self._commits += 1
        self._findings += self._chain.add(commit)
        self._compare_with_kept(commit)
        try:
            recorded = decoded(commit)
        except Unreadable:
            # The chain's check has said so; without all events nothing follows any more.
            self._state = None
            return
        attributed = {
            r.event.roll: r.event.character
            for r in recorded
            if isinstance(r.event, e.RollAttributed)
        }
        for one in recorded:
            self._look_at(commit, one, attributed)
        for fault in self._dice.finish():
            self.note(commit.seq, fault)

    def miss(self, seq: Seq, why: str) -> None:
        """Note that the commit *seq* cannot be read at all."""
        self.note(seq, f"The commit cannot be read: {why}.")
        self._state = None

    def note(self, seq: Seq, what: str) -> None:
        """Note something else that was found."""
        self._findings.append(Finding(self._room, seq, what))

    def report(self) -> Report:
        """What it came to."""
        last, last_hash = self._chain.last
        kept = self._kept
        if kept is not None and not self._found_kept:
            self.note(
                kept.seq,
                f"The head kept elsewhere is not in this log, which ends at {last}:"
                " commits were taken off, or the head is another room's.",
            )
        findings = sorted(self._findings, key=lambda finding: finding.seq)
        return Report(
            self._room,
            self._commits,
            self._rolls,
            Head(last, last_hash),
            tuple(findings),
            self._dice.report(),
        )

    def _compare_with_kept(self, commit: Commit) -> None:
        if self._kept is None or commit.seq != self._kept.seq:
            return
        self._found_kept = True
        if commit.hash != self._kept.hash:
            self.note(
                commit.seq,
                "The hash is not that of the head kept elsewhere: the log was rewritten.",
            )

    # --- events ----------------------------------------------------------------------------------

    def _look_at(
        self, commit: Commit, recorded: Recorded, attributed: Mapping[RollId, CharacterId]
    ) -> None:
        for fault in self._faults_of(commit, recorded.event, attributed):
            self.note(commit.seq, fault)
        for fault in self._dice.add(recorded.event):
            self.note(commit.seq, fault)
        if self._state is None:
            return
        try:
            self._state = fold_commit(self._state, commit.seq, (recorded,))
        except FOLD_ERRORS as error:
            self.note(
                commit.seq, f"{Unfoldable(commit.seq, error)} What comes after is not folded."
            )
            self._state = None

    def _faults_of(
        self, commit: Commit, event: e.Event, attributed: Mapping[RollId, CharacterId]
    ) -> Faults:
        match event:
            case e.RollResolved():
                self._rolls += 1
                self._rolled[event.roll] = _rolled(event.receipt, commit.at_ms)
                self._last = event
                character = event.character or attributed.get(event.roll)
                return self._faults_of_roll(event, character)
            case e.RollItemised():
                return self._faults_of_parts(event)
            case e.RollRerolled():
                return self._faults_of_reroll(event)
            case e.RollJudged():
                return self._faults_of_judging(event)
            case e.RollRevealed():
                return self._faults_of_reveal(event)
            case e.ContestResolved():
                return [] if self._state is None else faults_of_contest(self._state, event)
            case e.ContestDecided():
                return [] if self._state is None else faults_of_pairs(self._state, event)
            case e.TrackerChanged():
                return self._faults_of_change(event)
            case _:
                return []

    def _faults_of_roll(self, event: e.RollResolved, character: CharacterId | None) -> Faults:
        faults = faults_of_receipt(event.receipt, self._hunger_of(character))
        if self._state is not None:
            faults += _faults_of_house(event.receipt, self._state.house_rules)
            known = None if character is None else self._state.characters.get(character)
            if known is not None and isinstance(event.receipt, CompulsionReceipt):
                faults += _faults_of_clan(event.receipt, clan_of(known))
        return faults

    def _faults_of_parts(self, event: e.RollItemised) -> Faults:
        """Whether the parts of a roll, which follow it at once, add up to its pool."""
        if self._last is None or self._last.roll != event.roll:
            return ["The parts of a roll do not follow the roll."]
        receipt = self._last.receipt
        if merged_receipt(with_items(receipt, event.items)) == receipt:
            return []
        return ["The parts of the roll do not add up to its pool."]

    def _faults_of_reroll(self, event: e.RollRerolled) -> Faults:
        known = self._rolled.get(event.roll)
        if known is not None:
            self._rolled[event.roll] = _rolled(event.receipt, known.at_ms)
        # Hunger may have changed since the roll, and its own Rouse check with it.
        faults = faults_of_receipt(event.receipt)
        standing = None if self._state is None else self._state.standing.get(event.roll)
        if standing is not None:
            faults += faults_of_reroll(standing.receipt, event)
        return faults

    def _faults_of_judging(self, event: e.RollJudged) -> Faults:
        known = self._rolled.get(event.roll)
        if known is None:
            return ["The roll that is judged is not in the log."]
        if event.receipt is None:
            return []
        faults = faults_of_receipt(event.receipt)
        if _dice(event.receipt) != known.dice:
            faults.append("The dice that are judged are not those of the roll.")
        if event.told is Told.ALL:
            self._rolled[event.roll] = _rolled(event.receipt, known.at_ms)
        return faults

    def _faults_of_reveal(self, event: e.RollRevealed) -> Faults:
        known = self._rolled.get(event.roll)
        if known is None:
            return ["The roll that is revealed is not in the log."]
        faults = []
        if event.receipt is not None:
            faults += faults_of_receipt(event.receipt)
            if _digest(event.receipt) not in known.receipts:
                faults.append("The receipt revealed is not the one of the roll.")
        if (event.successes, event.outcome) != known.outcome:
            faults.append("The outcome revealed is not the one of the roll.")
        if event.rolled_at_ms != known.at_ms:
            faults.append("The time of the roll that is revealed is not when it was made.")
        return faults

    def _faults_of_change(self, event: e.TrackerChanged) -> Faults:
        character = None if self._state is None else self._state.characters.get(event.character)
        if character is None or character.trackers.get(event.tracker) == event.before:
            return []
        return [f"The {event.tracker.replace('_', ' ')} did not stand at what it changed from."]

    def _hunger_of(self, character: CharacterId | None) -> int | None:
        if self._state is None or character is None:
            return None
        known = self._state.characters.get(character)
        hunger = None if known is None else known.trackers.get(TrackerName.HUNGER, 0)
        return hunger if isinstance(hunger, int) else None


_ENCODER = msgspec.json.Encoder()


def _rolled(receipt: Receipt, at_ms: int) -> _Rolled:
    # Whom a tracker is kept from is shown the pool as one number.
    receipts = (_digest(receipt), _digest(merged_receipt(receipt)))
    dice = _dice(receipt) if isinstance(receipt, PoolReceipt | V20Receipt) else b""
    return _Rolled(receipts, outcome_of(receipt), at_ms, dice)


def _dice(receipt: PoolReceipt | V20Receipt) -> bytes:
    """The faces, whatever they are read against, and however much is told of their pool."""
    faces: list[object]
    if isinstance(receipt, V20Receipt):
        faces = [(die.face, die.is_reroll) for die in receipt.dice]
    else:
        faces = [(die.kind, die.face, die.replaced) for die in receipt.dice]
    return hashlib.sha256(_ENCODER.encode(faces)).digest()[:16]


def _faults_of_house(receipt: Receipt, house: HouseRules) -> Faults:
    """Whether a roll was read by the house rules that its room had."""
    if (receipt.preset, receipt.switches) == (house.preset, house.switches):
        return []
    return [f"The roll was read by {_named(receipt)}; the room's rules were {_named(house)}."]


def _faults_of_clan(receipt: CompulsionReceipt, clan: str | None) -> Faults:
    """Whether a Compulsion was read for the clan that its character has."""
    if receipt.clan == (clan or ""):
        return []
    return [f"The Compulsion was read for {receipt.clan or 'no clan'}; the character's differs."]


def _named(house: ReadBy) -> str:
    mixed = "".join(f", {name} {value}" for name, value in sorted(house.switches.items()))
    return f"the preset {house.preset}{mixed}"


def _digest(receipt: Receipt) -> bytes:
    return hashlib.sha256(_ENCODER.encode(receipt)).digest()[:16]
