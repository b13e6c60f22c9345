"""`verify` finds whatever was changed about dice that a book proves, in a log and in a view."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.dice import DiceProof
from protocol.house import HouseRules
from protocol.words import BookReason, Lane, Visibility
from server.live.pages import decoded
from server.replay.dice_check import DiceCheck, DiceReport
from server.replay.verify import verify_commits
from server.store.base import Commit
from tests.replay.rewriting import rewritten
from tests.support.dicey_table import DiceyTable
from tests.support.rooms import ROOM

PRIVATE, SECRET = Visibility.PRIVATE, Visibility.SECRET
BLIND, WHISPER = Visibility.BLIND, Visibility.WHISPER


@cache
def night() -> DiceyTable:
    """Rolls of every lane and kind, rerolls, entropy, reveals, a second book."""
    room = DiceyTable(HouseRules(entered_dice=True))
    iris = room.vampire("ann", hunger=2, blood_potency=1)
    brute = room.vampire(None, "Brute")
    rolled = room.claimed("ann", i.Roll, character=iris, pool=5, difficulty=3, surge=True)
    room.claimed("ann", i.Reroll, roll=rolled.created, regular_indices=(0, 2))
    told = room.state.book
    assert told is not None
    room.act("bob", i.AddEntropy, book=told.book, entropy=b"b" * 32)
    room.act("storyteller", i.Roll, pool=4, label="The door")
    hidden = [
        room.act("storyteller", i.Roll, pool=4, label=f"Secret {n}", visibility=SECRET)
        for n in range(3)
    ]
    private = room.claimed("ann", i.Roll, "own", character=iris, pool=7, visibility=PRIVATE)
    room.claimed("ann", i.Reroll, "own", roll=private.created, regular_indices=(0,))
    whispered = room.claimed("bob", i.Roll, "own", pool=3, visibility=WHISPER, to=(room["guest"],))
    blind = room.claimed("ann", i.Roll, "own", character=iris, pool=3, visibility=BLIND)
    for kind in (i.Rouse, i.RollCompulsion, i.RollResonance, i.Wake):
        room.claimed("ann", kind, character=iris)
    room.claimed("ann", i.OpenContest, character=iris, against=brute, pool=3)
    room.act("bob", i.Roll, pool=1, entered={"regular": (7,)})
    for done in (*hidden[:2], private, whispered, blind):
        room.act("storyteller", i.RevealRoll, roll=done.created)
    room.open_book(BookReason.SESSION)
    room.claimed("bob", i.Roll, pool=2)
    room.act("storyteller", i.Roll, pool=2)
    return room


def findings(commits: list[Commit]) -> list[str]:
    return [finding.what for finding in verify_commits(ROOM, commits).findings]


def test_an_honest_night_is_whole() -> None:
    """Every proof is checked; how many rolls are proven is told, and what was revealed."""
    report = verify_commits(ROOM, night().commits)
    assert report.findings == ()
    dice = report.dice
    assert (dice.books, dice.entered, dice.unproven, dice.unchecked) == (2, 1, 0, 0)
    assert dice.proven == 17
    (revealed,) = dice.revealed
    assert (revealed.book, revealed.rolls) == (bytes([1]) * 16, 2)


# --- what is changed in a log --------------------------------------------------------------------

Change = Callable[[Any], Any]


def _bit(raw: bytes) -> bytes:
    return bytes([raw[0] ^ 1, *raw[1:]])


def _proof(**changed: Callable[[Any], Any]) -> Change:
    """A change of the proof that an event carries."""

    def change(event: Any) -> Any:
        if getattr(event, "proof", None) is None:
            return event
        fields = {name: make(getattr(event.proof, name)) for name, make in changed.items()}
        return replace(event, proof=replace(event.proof, **fields))

    return change


def _face(event: Any) -> Any:
    receipt = getattr(event, "receipt", None)
    dice = getattr(receipt, "dice", ())
    if not dice:
        return event
    first = replace(dice[0], face=dice[0].face % 10 + 1)
    return replace(event, receipt=replace(receipt, dice=(first, *dice[1:])))


CHANGES: dict[str, tuple[Change, str]] = {
    "face": (_face, "The faces are not those"),
    "key": (_proof(key=_bit), "The key does not lead"),
    "entropy": (_proof(entropy=_bit), "The faces are not those"),
    "number": (_proof(n=lambda n: n + 1), "was skipped"),
    "book": (_proof(book=_bit), "a book that was not opened"),
    "none": (lambda event: replace(event, proof=None), "without a proof"),
}


def rolls_in(lane: Lane) -> list[int]:
    """The commits in which a roll of a lane has its proof beside its dice."""
    return [
        commit.seq
        for commit in night().commits
        for one in decoded(commit)
        if isinstance(one.event, e.RollResolved)
        and one.event.proof is not None
        and one.event.proof.lane is lane
    ]


@pytest.mark.parametrize("lane", list(Lane))
@pytest.mark.parametrize("what", CHANGES)
def test_whatever_is_changed_of_a_roll_is_found(what: str, lane: Lane) -> None:
    """A face, key, entropy, number or book, or no proof at all; in every lane."""
    change, sentence = CHANGES[what]
    seq = rolls_in(lane)[0]

    def edit(event: Any) -> Any:
        return change(event) if isinstance(event, e.RollResolved) else event

    found = findings(rewritten(night().commits, seq, edit))
    assert any(sentence in each for each in found), found


@pytest.mark.parametrize("lane", [Lane.OWN, Lane.SECRET])
def test_a_changed_path_is_found(lane: Lane) -> None:
    """One bit of one sibling, or two siblings exchanged."""
    seq = rolls_in(lane)[0]
    for change in (_bit, lambda path: path[32:64] + path[:32] + path[64:]):
        found = findings(rewritten(night().commits, seq, _proof(path=change)))
        assert any("does not lead to the root" in each for each in found), found


@pytest.mark.parametrize("lane", [Lane.TABLE, Lane.SECRET])
def test_another_pot_is_found(lane: Lane) -> None:
    """The house draws with the pot of that moment, no earlier one and none of its own."""
    seq = rolls_in(lane)[0]
    found = findings(rewritten(night().commits, seq, _proof(c=lambda c: c - 1)))
    assert any("pot" in each for each in found), found
    found = findings(rewritten(night().commits, seq, _proof(entropy=_bit)))
    assert any("not the pot" in each for each in found), found


def test_entropy_left_out_of_the_pot_is_found() -> None:
    """What a player added counts from then on."""
    (seq,) = [
        commit.seq
        for commit in night().commits
        if any(isinstance(one.event, e.EntropyAdded) for one in decoded(commit))
    ]

    def edit(event: Any) -> Any:
        return replace(event, entropy=_bit(event.entropy))

    assert any("not the pot" in each for each in findings(rewritten(night().commits, seq, edit)))


def test_another_commitment_is_found() -> None:
    """Keys lead to what was announced and to nothing else."""
    seq = next(
        commit.seq
        for commit in night().commits
        if any(isinstance(one.event, e.BookOpened) for one in decoded(commit))
    )
    edits: list[Change] = [
        lambda event: replace(event, table=_bit(event.table)),
        lambda event: replace(event, secret=_bit(event.secret)),
        lambda event: replace(
            event, lanes=tuple(replace(each, open=_bit(each.open)) for each in event.lanes)
        ),
        lambda event: replace(
            event, lanes=tuple(replace(each, own=_bit(each.own)) for each in event.lanes)
        ),
        lambda event: replace(event, lanes=()),
        lambda event: replace(event, book=_bit(event.book)),
    ]
    for edit in edits:
        assert findings(rewritten(night().commits, seq, edit))


def reveals() -> list[tuple[int, e.RollRevealed]]:
    return [
        (commit.seq, one.event)
        for commit in night().commits
        for one in decoded(commit)
        if isinstance(one.event, e.RollRevealed)
    ]


def test_swapped_reveals_are_found() -> None:
    """The proof, or the dice, of one secret roll shown as those of another."""
    (first, one), (_, other), *_ = reveals()
    for fields in (
        {"proof": other.proof},
        {"receipt": other.receipt},
        {"proof": other.proof, "receipt": other.receipt},
        {"proof": None},
        {"reroll_proofs": reveals()[2][1].reroll_proofs},
    ):

        def edit(event: Any, fields: Any = fields) -> Any:
            return replace(event, **fields) if isinstance(event, e.RollRevealed) else event

        assert one.proof != other.proof
        assert findings(rewritten(night().commits, first, edit)), fields


# --- what one member was told --------------------------------------------------------------------


def told_to(name: str) -> list[e.Event]:
    """All that a member was told of the night, in order."""
    room = night()
    return [
        one.event
        for commit in room.commits
        for one in decoded(commit)
        if name in room.names_in(one.audience)
    ]


def check(events: Iterable[e.Event]) -> tuple[list[str], DiceReport]:
    """What a member's client or export finds in a view."""
    checking = DiceCheck(ROOM, is_whole=False)
    found = [fault for event in events for fault in checking.add(event)]
    return [*found, *checking.finish()], checking.report()


@pytest.mark.parametrize("name", ["storyteller", "ann", "bob", "guest"])
def test_a_members_view_is_checked_as_far_as_it_reaches(name: str) -> None:
    """Nothing is blamed that one only may not see; what has no proof in a view is counted."""
    found, dice = check(told_to(name))
    assert found == []
    assert dice.books == 2
    assert dice.unchecked == (1 if name == "guest" else 0)
    (revealed,) = dice.revealed
    assert revealed.rolls == 2


@pytest.mark.parametrize("what", [what for what in CHANGES if what != "none"])
def test_what_is_changed_of_a_reveal_is_found_by_who_saw_it_alone(what: str) -> None:
    """The guest never saw the secret roll, and still knows a false proof of it."""
    events = told_to("guest")
    place = next(n for n, event in enumerate(events) if isinstance(event, e.RollRevealed))
    # A secret roll of another number may be among the keys, but not with this path.
    events[place] = CHANGES[what][0](events[place])
    found, _ = check(events)
    assert found


def test_one_number_never_has_two_keys_or_entropies() -> None:
    """A second, different proof of a number that was shown is found, whatever it is of."""
    events = told_to("guest")
    shown = [event for event in events if isinstance(event, e.RollRevealed)]
    again = replace(
        shown[0], roll=shown[1].roll, proof=replace(_shown(shown[0]), entropy=bytes(32))
    )
    found, _ = check([*events, again])
    assert any("two keys or entropies" in each for each in found)


def _shown(event: e.RollRevealed) -> DiceProof:
    assert event.proof is not None
    return event.proof


def test_a_view_that_begins_in_the_middle_of_a_book_blames_nobody() -> None:
    """What was committed to before is not there to be read; what comes with the next book is."""
    events = told_to("guest")
    opened = [n for n, event in enumerate(events) if isinstance(event, e.BookOpened)]
    found, dice = check(events[opened[0] + 1 :])
    assert found == []
    assert dice.unchecked > 0
    assert dice.books == 1
    (late,) = [event for event in events[opened[1] :] if isinstance(event, e.RollResolved)][:1]
    found, _ = check([*events[opened[0] + 1 :], replace(late, proof=_bitten(late))])
    assert found


def _bitten(event: e.RollResolved) -> DiceProof:
    assert event.proof is not None
    return replace(event.proof, key=_bit(event.proof.key))


def test_the_dice_of_a_hidden_pool_are_checked_by_who_may() -> None:
    """The log has the proofs; those who are told the outcome alone have nothing to check."""
    room = DiceyTable(HouseRules())
    iris = room.vampire("ann", hunger=1)
    made = room.claimed("ann", i.Roll, "own", character=iris, pool=6, difficulty=2, hide_pool=True)
    room.claimed("ann", i.Reroll, "own", roll=made.created, regular_indices=(0,))
    room.act("storyteller", i.Roll, pool=4, hide_pool=True)
    room.act("ann", i.RevealRoll, roll=made.created)
    report = verify_commits(ROOM, room.commits)
    assert report.findings == ()
    assert (report.dice.proven, report.dice.unchecked) == (3, 0)
    told = [event for event in made.seen("bob") if not isinstance(event, e.TrackerChanged)]
    assert [type(event) for event in told] == [e.RollRevealed]
    assert getattr(told[0], "proof", None) is None


def test_an_outcome_that_is_not_the_rolls_is_found() -> None:
    """What the others were told of a hidden pool has to be what its dice came to."""
    room = DiceyTable(HouseRules())
    room.claimed("ann", i.Roll, "own", pool=6, hide_pool=True)

    def better(event: Any) -> Any:
        if not isinstance(event, e.RollRevealed):
            return event
        return replace(event, successes=(event.successes or 0) + 1)

    seq = room.commits[-1].seq
    found = findings(rewritten(room.commits, seq, better))
    assert "The outcome revealed is not the one of the roll." in found
