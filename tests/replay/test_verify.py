"""Verification finds what was changed, also by somebody who made chain and lines fit again."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.dice import DieView, PoolItemView
from protocol.ids import MemberId, RollId, Seq
from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt, RemorseReceipt, RouseReceipt
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from protocol.words import Outcome, Preset, RevealPart
from server.live.pages import decoded
from server.replay.receipt_check import faults_of_receipt
from server.replay.verify import Head, verify_commits
from server.rooms.itemising import merged_receipt
from server.store.base import Commit
from tests.replay.evening import LoggedTable, chained, changed, evening
from tests.replay.rewriting import Edit, places_of, rewritten
from tests.support.rooms import ROOM

E = e.Event


def findings(commits: list[Commit], kept: Head | None = None) -> list[tuple[int, str]]:
    """What verification finds, as pairs of sequence and sentence."""
    return [(f.seq, f.what) for f in verify_commits(ROOM, commits, kept).findings]


def test_an_untouched_evening_is_whole() -> None:
    """Every kind of event and every kind of roll verifies, and all rolls are counted."""
    report = verify_commits(ROOM, evening().commits)
    assert report.findings == ()
    assert report.commits == len(evening().commits)
    rolls = sum(record.kind == "roll_resolved" for c in evening().commits for record in c.events)
    assert report.rolls == rolls > 20
    last = evening().commits[-1]
    assert report.head == Head(last.seq, last.hash)


def test_an_empty_log_is_whole() -> None:
    """A room of which nothing is stored has nothing to find."""
    assert verify_commits(ROOM, []).findings == ()


def test_what_named_somebody_who_is_gone_may_still_be_settled() -> None:
    """Once an honest log was blamed: a line that begins anew after its member was removed."""
    table = LoggedTable()
    iris = table.vampire("ann", "Iris")
    for _ in range(2):
        roll = table.act(
            "ann", i.Roll, (2, 3), character=iris, pool=2, difficulty=1, visibility="private"
        )
    table.act("storyteller", i.RemoveMember, member=table["ann"])
    table.act("storyteller", i.SettleRoll, roll=RollId(roll.created))
    assert findings(table.commits) == []


def test_rewriting_nothing_changes_nothing() -> None:
    """The tests' forger makes chains that fit."""
    assert rewritten(evening().commits, 10, lambda event: event) == evening().commits


# --- the chain -----------------------------------------------------------------------------------


def test_a_removed_commit_is_found() -> None:
    """A hole is named once, where it is noticed."""
    commits = [c for c in evening().commits if c.seq != 20]
    found = findings(commits)
    assert {seq for seq, _ in found if "missing" in _} == {21}


def test_swapped_commits_are_found() -> None:
    """Two commits that changed places do not fit where they stand."""
    commits = list(evening().commits)
    one, two = commits[30], commits[31]
    commits[30] = replace(two, seq=one.seq)
    commits[31] = replace(one, seq=two.seq)
    assert {31, 32} <= {seq for seq, _ in findings(commits)}


@pytest.mark.parametrize("seq", range(1, len(evening().commits) + 1))
def test_any_changed_byte_of_any_body_is_found(seq: int) -> None:
    """Whichever commit it is in, one other letter in what happened is noticed."""
    commit = evening().commits[seq - 1]
    first, *others = commit.events
    body = bytes(first.body).replace(b'{"type":"', b'{ "type":"')
    tampered = replace(commit, events=(replace(first, body=msgspec.Raw(body)), *others))
    commits = [tampered if c.seq == seq else c for c in evening().commits]
    assert (seq, "The contents of this commit do not fit its hash.") in findings(commits)


def test_changed_times_members_answers_and_ids_are_found() -> None:
    """Everything about a commit is under its hash."""
    commit = evening().commits[40]
    for tampered in (
        replace(commit, at_ms=commit.at_ms + 1),
        replace(commit, member=MemberId("somebody")),
        replace(commit, answer=b"{}"),
        replace(commit, commit_id=bytes(16)),
        replace(commit, digest=bytes(32)),
    ):
        commits = [tampered if c.seq == commit.seq else c for c in evening().commits]
        assert (commit.seq, "The contents of this commit do not fit its hash.") in findings(commits)


def test_a_changed_head_of_a_line_is_found() -> None:
    """Where a line is said to stand is added up again."""
    commit = evening().commits[25]
    lines = tuple((line, replace(head, rank=head.rank + 1)) for line, head in commit.lines)
    tampered = replace(commit, lines=lines)
    commits = [tampered if c.seq == commit.seq else c for c in evening().commits]
    assert any(seq == commit.seq and "The line " in what for seq, what in findings(commits))


# --- a head kept elsewhere -----------------------------------------------------------------------


def test_a_full_rewrite_is_found_by_a_head_kept_elsewhere() -> None:
    """Who rewrites everything fools the chain, and not a head that was written down."""
    kept = Head(evening().commits[-1].seq, evening().commits[-1].hash)
    renamed = rewritten(
        evening().commits,
        places_of(evening().commits, e.RoomRenamed)[0],
        lambda event: replace(event, name="Another night"),
    )
    assert findings(renamed) == []
    assert findings(evening().commits, kept) == []
    assert findings(renamed, kept) == [
        (kept.seq, "The hash is not that of the head kept elsewhere: the log was rewritten.")
    ]


def test_a_head_kept_elsewhere_finds_commits_taken_off_the_end() -> None:
    """A log that ends before the head was cut; one that goes on beyond it is fine."""
    middle = evening().commits[49]
    kept = Head(middle.seq, middle.hash)
    assert findings(evening().commits, kept) == []
    ((seq, what),) = findings(evening().commits[:40], kept)
    assert seq == 50
    assert "which ends at 40" in what


# --- every receipt, field by field ---------------------------------------------------------------


def _receipts() -> list[tuple[Seq, RollId, Receipt]]:
    found: list[tuple[Seq, RollId, Receipt]] = []
    for commit in evening().commits:
        for one in decoded(commit):
            if isinstance(one.event, e.RollResolved | e.RollRerolled):
                found.append((commit.seq, one.event.roll, one.event.receipt))
    return found


def _other(value: object) -> object:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case Preset():
            return Preset.V5 if value is Preset.V5_CORE_ROLLING else Preset.V5_CORE_ROLLING
        case Outcome():
            return Outcome.SUCCESS if value is not Outcome.SUCCESS else Outcome.CRITICAL
        case str():
            return value + " more"
        case None:
            return 1
        case RouseReceipt():
            return replace(value, passed=not value.passed)
        case dict():
            return {**value, "tie_weapon": "yes"}
        case tuple() if value and isinstance(value[0], int):
            # Faces that count otherwise: those that count alike are the chain's to find.
            return tuple(1 if max(value) > 5 else 6 for _ in value)
        case tuple() if value and isinstance(value[0], DieView):
            return (replace(value[0], adds=value[0].adds + 1), *value[1:])
        case tuple() if value:
            return value[:-1]
        case tuple():
            return (Outcome.SUCCESS,)
        case _:
            raise AssertionError(value)


def _with(roll: RollId, change: Callable[[Receipt], Receipt]) -> Edit:
    def edit(event: e.Event) -> e.Event:
        if isinstance(event, e.RollResolved | e.RollRerolled) and event.roll == roll:
            return replace(event, receipt=change(event.receipt))
        return event

    return edit


MUTATIONS = [
    (seq, roll, name)
    for seq, roll, receipt in _receipts()
    for name in receipt.__struct_fields__
    # An outcome that is not there, or a Rouse check, has no other value that could be stored.
    if not (name in ("outcome", "rouse", "margin") and getattr(receipt, name) is None)
    and name != "kind"
]


@pytest.mark.parametrize(("seq", "roll", "name"), MUTATIONS)
def test_every_field_of_every_receipt_is_resolved_again(seq: Seq, roll: RollId, name: str) -> None:
    """A receipt with one other field is found by the rules alone, though chain and lines fit."""

    def change(receipt: Receipt) -> Receipt:
        return replace(receipt, **{name: _other(getattr(receipt, name))})

    tampered = rewritten(evening().commits, seq, _with(roll, change))
    assert [what for place, what in findings(tampered) if place == seq]


def test_there_are_receipts_of_every_kind_to_change() -> None:
    """Pools, rerolls, Rouse checks, Remorse and frenzy tests were among them."""
    kinds = {type(receipt) for _, _, receipt in _receipts()}
    assert kinds == set(Receipt.__args__) - {V20Receipt, InitiativeReceipt}


def _first(kind: type[e.Event], wanted: Callable[[e.Event], bool] = lambda _: True) -> Seq:
    for commit in evening().commits:
        if any(isinstance(r.event, kind) and wanted(r.event) for r in decoded(commit)):
            return commit.seq
    raise AssertionError(kind)


def _edit_of(kind: type[e.Event], **fields: object) -> Edit:
    return lambda event: replace(event, **fields) if isinstance(event, kind) else event


def _face(place: int, face: int) -> Callable[[Receipt], Receipt]:
    def change(receipt: Receipt) -> Receipt:
        assert isinstance(receipt, PoolReceipt)
        dice = list(receipt.dice)
        dice[place] = replace(dice[place], face=face)
        return replace(receipt, dice=tuple(dice))

    return change


def test_a_changed_face_in_a_receipt_is_found_by_the_rules() -> None:
    """A 5 that became a 6 makes another number of successes than the receipt says."""
    seq, roll, _ = next(r for r in _receipts() if isinstance(r[2], PoolReceipt))
    found = findings(rewritten(evening().commits, seq, _with(roll, _face(0, 6))))
    assert any(what.startswith("The roll's successes is recorded as 1") for _, what in found)


def test_a_reroll_that_changes_other_dice_is_found() -> None:
    """Dice that the reroll does not name stay as they were rolled."""
    seq = _first(e.RollRerolled)
    found = findings(
        rewritten(evening().commits, seq, _edit_of(e.RollRerolled, regular_indices=(0,)))
    )
    assert any("rerolled are not those" in what for _, what in found)
    assert any("changed dice that it does not name" in what for _, what in found)


def test_a_reroll_that_forgets_what_was_rolled_is_found() -> None:
    """The faces that were replaced must be those of the roll."""
    seq = _first(e.RollRerolled)

    def change(receipt: Receipt) -> Receipt:
        assert isinstance(receipt, PoolReceipt)
        return replace(
            receipt,
            dice=tuple(
                die if die.replaced is None else replace(die, replaced=die.replaced % 5 + 1)
                for die in receipt.dice
            ),
        )

    roll = next(roll for place, roll, _ in _receipts() if place == seq)
    found = findings(rewritten(evening().commits, seq, _with(roll, change)))
    assert (seq, "The faces that the reroll replaced are not those that were rolled.") in found


@pytest.mark.parametrize(
    "fields", [{"margin": 7}, {"winner": None}, {"why": "Because."}], ids=lambda f: next(iter(f))
)
def test_a_contest_is_read_again(fields: dict[str, object]) -> None:
    """Margin, winner and reason of a contest follow from both rolls."""
    seq = _first(e.ContestResolved, lambda event: getattr(event, "winner", None) is not None)
    found = findings(rewritten(evening().commits, seq, _edit_of(e.ContestResolved, **fields)))
    name = next(iter(fields))
    assert any(what.startswith(f"The contest's {name} ") for _, what in found)


def test_a_side_of_a_contest_is_read_again() -> None:
    """What is said of each side follows from its own roll and the other's."""
    seq = _first(e.ContestResolved)

    def edit(event: e.Event) -> e.Event:
        if not isinstance(event, e.ContestResolved):
            return event
        first, second = event.sides
        return replace(event, sides=(replace(first, successes=9), second))

    found = findings(rewritten(evening().commits, seq, edit))
    assert any(what.startswith("The first side's successes ") for _, what in found)


def test_a_reveal_shows_the_roll_that_was_made() -> None:
    """Neither another receipt, nor another outcome, nor another time passes for the roll."""
    whole = _first(e.RollRevealed, lambda event: getattr(event, "part", None) is RevealPart.WHOLE)
    outcome = _first(e.RollRevealed, lambda event: getattr(event, "receipt", None) is None)
    another = next(r for _, _, r in _receipts() if isinstance(r, PoolReceipt))
    for seq, fields in (
        (whole, {"receipt": another}),
        (outcome, {"successes": 5}),
        (outcome, {"rolled_at_ms": 1}),
        (outcome, {"roll": RollId("another")}),
    ):
        found = findings(rewritten(evening().commits, seq, _edit_of(e.RollRevealed, **fields)))
        assert [what for place, what in found if place == seq], fields


def test_the_parts_of_a_pool_add_up_to_what_was_rolled() -> None:
    """They come apart from the roll, right behind it, to those who may know them."""
    seq = _first(e.RollItemised)
    for fields, what in (
        (
            {"items": (PoolItemView("Resolve", 6),)},
            "The parts of the roll do not add up to its pool.",
        ),
        ({"roll": RollId("another")}, "The parts of a roll do not follow the roll."),
    ):
        found = findings(rewritten(evening().commits, seq, _edit_of(e.RollItemised, **fields)))
        assert (seq, what) in found


def test_a_reveal_may_show_the_pool_as_one_number() -> None:
    """Whom a tracker is kept from is shown so; any other sum is another receipt."""
    seq = _first(e.RollRevealed, lambda event: getattr(event, "part", None) is RevealPart.WHOLE)

    def merged(event: e.Event) -> e.Event:
        if not isinstance(event, e.RollRevealed) or event.receipt is None:
            return event
        return replace(event, receipt=merged_receipt(event.receipt))

    found = findings(rewritten(evening().commits, seq, merged))
    assert not [what for place, what in found if place == seq and "receipt" in what]


def test_hunger_dice_must_fit_the_hunger_of_the_moment() -> None:
    """A roll with fewer Hunger dice than the character had Hunger is found."""
    seq, roll, _ = next(r for r in _receipts() if isinstance(r[2], PoolReceipt))

    def change(receipt: Receipt) -> Receipt:
        assert isinstance(receipt, PoolReceipt)
        *others, last = receipt.dice
        return replace(receipt, dice=(*others[:3], replace(last, kind="regular"), *others[3:]))

    found = findings(rewritten(evening().commits, seq, _with(roll, change)))
    assert (seq, "The roll has 1 Hunger dice at Hunger 2.") in found


def test_a_tracker_changes_from_where_it_stood() -> None:
    """The value before a change is the one that the change before left."""
    seq = _first(e.TrackerChanged, lambda event: getattr(event, "tracker", "") == "hunger")
    found = findings(
        rewritten(
            evening().commits,
            seq,
            lambda event: (
                replace(event, before=0)
                if isinstance(event, e.TrackerChanged) and event.tracker == "hunger"
                else event
            ),
        )
    )
    assert (seq, "The hunger did not stand at what it changed from.") in found


def test_a_version_of_the_rules_that_is_not_known_is_said() -> None:
    """A receipt of a newer server is no finding of foul play, and is named as what it is."""
    receipt = RouseReceipt((7,), True, "So it is.", rules_version=2)
    (fault,) = faults_of_receipt(receipt)
    assert "version 2 of the rules" in fault


def test_numbers_that_cannot_stand_are_findings_and_no_crash() -> None:
    """A face that no die has, or a pool of nothing, is said in a sentence."""
    assert faults_of_receipt(RouseReceipt((11,), True, "So it is."))
    assert faults_of_receipt(RouseReceipt((), True, "So it is."))
    assert faults_of_receipt(RemorseReceipt((), 0, False, "So it is."))
    assert faults_of_receipt(FrenzyReceipt("fury", (), (), 0, 0, "frenzy", "So it is."))
    empty = PoolReceipt((), (), 0, 0, 0, 0, None, None, None, "So it is.")
    assert faults_of_receipt(empty)


# --- events that cannot be read or folded --------------------------------------------------------


def test_a_kind_that_is_not_known_is_named_and_ends_the_fold_alone() -> None:
    """What cannot be read is one finding; rolls after it are still resolved again."""
    drafts = evening().drafts
    first, *others = drafts[40].events
    odd = replace(first, body=msgspec.Raw(b'{"type":"nothing_known"}'))
    commits = chained(changed(drafts, 40, events=(odd, *others)))
    report = verify_commits(ROOM, commits)
    assert any(f.seq == 41 and "cannot be read" in f.what for f in report.findings)
    assert report.rolls == verify_commits(ROOM, evening().commits).rolls - sum(
        record.kind == "roll_resolved" for record in drafts[40].events
    )


def test_what_does_not_follow_is_a_finding() -> None:
    """An event about somebody who is not there is named, and verification goes on."""
    seq = places_of(evening().commits, e.MemberRenamed)[0]
    found = findings(
        rewritten(evening().commits, seq, _edit_of(e.MemberRenamed, member=MemberId("nobody")))
    )
    assert [seq for seq, what in found if "does not follow" in what] == [seq]
