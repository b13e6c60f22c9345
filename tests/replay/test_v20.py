"""Evenings of V20 replay, read and verify as those of V5 do."""

import pytest
from msgspec.structs import replace

from protocol import events as e
from protocol.ids import RollId, Seq
from protocol.receipts import Receipt
from protocol.v20_receipt import DifficultyView, InitiativeReceipt, V20Receipt
from protocol.v20_words import Degree, V20Outcome
from protocol.words import Preset
from server.live.pages import decoded
from server.replay.names import Names
from server.replay.receipt_check import faults_of_receipt
from server.replay.transcript import tell
from server.replay.verify import verify_commits
from tests.replay.evening_v20 import HIDDEN_NAME, evening_v20
from tests.replay.rewriting import rewritten
from tests.replay.test_transcript import _transcript
from tests.replay.test_verify import _with, findings
from tests.support.rooms import ROOM

TEXT = "\n".join(_transcript(evening_v20()))


def receipts() -> list[tuple[Seq, RollId, V20Receipt | InitiativeReceipt]]:
    """Every V20 receipt of the evening, where it stands."""
    return [
        (commit.seq, one.event.roll, one.event.receipt)
        for commit in evening_v20().commits
        for one in decoded(commit)
        if isinstance(one.event, e.RollResolved)
        and isinstance(one.event.receipt, V20Receipt | InitiativeReceipt)
    ]


def test_every_event_is_told() -> None:
    """Each has a headline and no empty line, and the hidden have their names for Storytellers."""
    names = Names()
    for commit in evening_v20().commits:
        for one in decoded(commit):
            names.learn(one.event)
            assert all(line.strip() for line in tell(names, one.event))
    assert HIDDEN_NAME in TEXT
    assert not [c for c in evening_v20().state.characters if c in TEXT]


def test_a_roll_is_told_with_its_eight_parts() -> None:
    """C1.13: in words, with how the difficulty came about."""
    begin = TEXT.index("ann for Lucia rolls past the guard")
    assert [line.strip() for line in TEXT[begin:].splitlines()[:7]] == [
        "ann for Lucia rolls past the guard: complete success",
        "Pool: Dexterity 3, Stealth +4.",
        "Difficulty 8, from 7 (raised by 1).",
        "Dice: 10, 1, 7, 3, 4, 5, 9.",
        "Specialty: Shadows.",
        "Rolled 3, 1 one, 1 cancelled, 1 automatic: net 3 of 2 required.",
        "3 successes at difficulty 8, counting 1 specialty ten twice, 1 cancelled by 1s,"
        " 1 automatic: net 3 where 2 are needed, a complete success.",
    ]


@pytest.mark.parametrize(
    "told",
    [
        "ann for Lucia rolls by hand: botch",
        "bob for Renfield rolls (virtue): complete success",
        "Difficulty 7, from 6 (untrained).",
        "storyteller rolls the map: marginal success",
        "Dice enough and no stress: it succeeds.",
        "Dice: 10, 2, 3, 4; rolled again: 8.",
        "ann for Lucia spends Willpower on a success",
        "ann for Lucia spends 2 blood points on healing",
        "2 levels of Lethal damage heal.",
        "ann for Lucia spends 2 blood points on the strength of the body",
        "ann for Lucia spends 1 blood point on waking",
        "ann for Lucia drinks 4 blood points",
        "It was harmful.",
        "found room.",
        "Health of Lucia: from 2 Bashing of 7 boxes (hurt) to 2 Lethal, 2 Bashing of 7 boxes",
        "Willpower of Lucia: from 5 of 5 points to 4 of 5 points",
        "The sheet of Lucia:",
        "of Generation 9, on the Path of Bones",
        "ann for Lucia rolls for initiative: 15",
        "Rating: Dexterity 3, Wits +4, Celerity +1.",
        "A rating of 7 and a fixed 6: 13.",
        "Initiative of Renfield goes on: declared is Up the stairs.",
        "Lucia wins, margin 3",
        "The Storyteller is asked about the damage of an attack that hit",
        "It would deal 2 Bashing to Health.",
        "The lock of Lucia goes on: 2 of 3 successes",
        "The chase of Lucia goes on: 1 against 1, 2 needed",
        "Lucia wins it.",
        "rolls Degeneration: impassioned violation: botch",
        "Derangement of Lucia begins: Derangement",
        "Frenzy resisted of Lucia goes on: 1 success so far, held for 2 turns",
        "Frenzy of Lucia begins: Rötschreck",
    ],
)
def test_what_only_v20_has_is_told(told: str) -> None:
    """In the words of its rules."""
    assert told in TEXT


def test_an_untouched_evening_is_whole() -> None:
    """Every roll resolves again to what was recorded."""
    report = verify_commits(ROOM, evening_v20().commits)
    assert report.findings == ()
    assert report.rolls == len(receipts()) > 10


def other(name: str, value: object) -> object:
    """Another value of a field."""
    match value:
        case bool():
            return not value
        case V20Outcome():
            return V20Outcome.BOTCH if value is V20Outcome.SUCCESS else V20Outcome.SUCCESS
        case Preset():
            return Preset.V20_ENGINE
        case DifficultyView():
            return replace(value, applied=value.applied + 1)
        case int():
            return value + 1
        case tuple():
            return (replace(value[0], adds=value[0].adds + 1), *value[1:])
        case _ if name == "degree":
            return None if value is Degree.PHENOMENAL else Degree.PHENOMENAL
        case _:
            return "So it is."


MUTATIONS = [
    (seq, roll, name)
    for seq, roll, receipt in receipts()
    for name in receipt.__struct_fields__
    # A test of their own says what is found of these.
    if name not in ("items", "specialty", "kind", "switches") and getattr(receipt, name) != ()
]


@pytest.mark.parametrize(("seq", "roll", "name"), MUTATIONS)
def test_every_field_of_a_receipt_is_resolved_again(seq: Seq, roll: RollId, name: str) -> None:
    """One other field is found by the rules alone, though chain and lines fit."""

    def change(receipt: Receipt) -> Receipt:
        return replace(receipt, **{name: other(name, getattr(receipt, name))})

    tampered = rewritten(evening_v20().commits, seq, _with(roll, change))
    assert [what for place, what in findings(tampered) if place == seq]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"difficulty": {"assessed": 7, "raised": 1, "applied": 7}}, "difficulty"),
        ({"difficulty": {"assessed": 7, "applied": 3, "is_halved": True}}, "difficulty"),
        ({"items": ()}, "comes to 0 dice"),
        ({"specialty": ""}, "rolled"),
    ],
)
def test_parts_that_do_not_fit_are_named(fields: dict[str, object], fault: str) -> None:
    """The pool, the difficulty and what a specialty made of tens."""
    _, _, receipt = receipts()[0]
    if isinstance(told := fields.get("difficulty"), dict):
        fields = {"difficulty": DifficultyView(**told)}
    found = faults_of_receipt(replace(receipt, **fields))
    assert any(fault in what for what in found), found
