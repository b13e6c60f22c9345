"""A transcript says who did what in plain words, and names no ids."""

import re
from datetime import UTC, datetime

from protocol import events as e
from protocol import from_client as i
from protocol.dice import DieView, PoolItemView
from protocol.ids import MemberId, RollId
from protocol.receipts import FrenzyReceipt, PoolReceipt
from protocol.words import Outcome, Role
from server.live.pages import decoded
from server.replay.names import Names
from server.replay.receipt_words import explained, verdict
from server.replay.transcript import Transcript, tell
from tests.replay.evening import LoggedTable, evening
from tests.replay.evening_v20 import evening_v20


def _transcript(table: LoggedTable) -> list[str]:
    lines = Transcript(Names(), _utc)
    return [
        line
        for commit in table.commits
        for one in decoded(commit)
        for line in lines.lines(commit.at_ms, one.event)
    ]


def _utc(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


TEXT = "\n".join(_transcript(evening()))


def test_the_evening_has_every_kind_of_event() -> None:
    """No kind of event is missing from what these tests read; V20 has an evening of its own."""
    commits = (*evening().commits, *evening_v20().commits)
    happened = {record.kind for commit in commits for record in commit.events}
    kinds = {kind.__struct_config__.tag for kind in e.Event.__args__}
    # Where a book of dice is open has a test of its own, `test_told_dice`.
    assert happened == kinds - {"book_opened", "lanes_added", "entropy_added", "roll_proven"}


def test_every_event_is_told() -> None:
    """Each event has a headline and no empty line."""
    names = Names()
    for commit in evening().commits:
        for one in decoded(commit):
            names.learn(one.event)
            headline, *details = tell(names, one.event)
            assert headline.strip()
            assert all(line.strip() for line in details)


def test_no_id_is_in_the_text() -> None:
    """Members, characters, rolls, contests, proposals and invites are told by their names."""
    ids = set()
    for commit in evening().commits:
        for record in commit.events:
            found = re.findall(
                r'"(?:member|character|by|roll|contest|proposal|invite|link|against|winner)"'
                r':"([A-Za-z0-9_-]{12,})"',
                bytes(record.body).decode(),
            )
            ids.update(found)
    assert len(ids) > 30
    assert not [one for one in ids if one in TEXT]


def test_a_roll_is_told_with_its_dice_and_why() -> None:
    """Who rolled what, each die by its kind, the margin, and the sentence of the rules."""
    begin = TEXT.index("ann for Zoë rolls Manipulation + Persuasion: messy critical")
    block = TEXT[begin:].splitlines()[:7]
    assert [line.strip() for line in block] == [
        "ann for Zoë rolls Manipulation + Persuasion: messy critical",
        "Pool: Manipulation + Persuasion 6.",
        "Dice: 10, 5, 7, 2; Hunger dice: 10, 1.",
        "5 successes against Difficulty 4, margin 1, 1 pair of tens.",
        "5 successes reach Difficulty 4 with 1 to spare, and a pair of tens with a ten on a Hunger"
        " die makes it a messy critical.",
        "Dice of the server, unproven.",
        "It may still be rerolled.",
    ]


def test_a_reroll_keeps_what_it_replaced() -> None:
    """The first faces stay readable beside the new ones."""
    assert "Dice: 8 (was 4), 5 (was 3), 2; Hunger dice: 6, 1." in TEXT
    assert "Regular dice 1 and 2 rolled again." in TEXT


def test_entered_dice_are_never_taken_for_the_servers() -> None:
    """A roll entered by hand says so."""
    begin = TEXT.index("rolls Composure + Subterfuge")
    assert "Dice entered by hand." in TEXT[begin : begin + 500]


def test_a_blood_surge_tells_its_rouse_check() -> None:
    """The Rouse check that a Surge cost is told with the roll."""
    assert "Blood Surge +2, 6 dice in all." in TEXT
    assert "Blood Surge, Rouse check failed." in TEXT


def test_a_renamed_member_is_told_by_both_names() -> None:
    """A change of name says what the name was before."""
    assert "Bob the Brave is the new name of bob" in TEXT
    assert "ann edits Zoë, called Zoë 李 before, now of clan Toreador" in TEXT


def test_days_begin_with_a_line_of_their_own() -> None:
    """Each day is headed once."""
    days = [line for line in TEXT.splitlines() if line.startswith("---")]
    assert days == [
        "--- Monday 21 September 2026, times in UTC ---",
        "--- Tuesday 22 September 2026, times in UTC ---",
    ]


def test_times_that_no_calendar_has_are_told_all_the_same() -> None:
    """A record with an impossible time does not keep the rest from being read."""
    left = e.MemberLeft(member=MemberId("m"))
    lines = list(Transcript(Names(), _utc).lines(10**18, left))
    assert lines[-1] == f"{10**18} ms  somebody who is not here any more leaves for good"


def test_members_of_one_name_are_told_apart() -> None:
    """Names need not be unique; a second member of a name is numbered."""
    table = LoggedTable(people={"storyteller": Role.STORYTELLER})
    for name in ("one", "two"):
        table.join(name)
        table.act(name, i.RenameMember, member=table[name], name="Zoë")
    table.act("two", i.Roll, (7,), pool=1, label="Wits")
    assert "Zoë (2) rolls Wits: 1 success" in "\n".join(_transcript(table))


def test_what_is_not_known_is_told_without_a_name() -> None:
    """An event about a roll that the viewer never saw names nothing, and fails nowhere."""
    told = tell(Names(), e.RollSettled(roll=RollId("unknown")))
    assert told == ("It stands: an earlier roll",)


def test_a_total_failure_that_is_bestial_is_told_as_both() -> None:
    """The flag beside the outcome is not lost."""
    receipt = PoolReceipt(
        items=(PoolItemView("Strength", 2), PoolItemView("wound", -4)),
        dice=(DieView("hunger", 1, 0),),
        successes=0,
        pairs=0,
        hunger_tens=0,
        hunger_ones=1,
        difficulty=1,
        margin=-1,
        outcome=Outcome.BESTIAL_FAILURE,
        why="So it is.",
        is_total_failure=True,
        is_bestial=True,
    )
    assert verdict(receipt) == "bestial failure, a total failure"
    assert explained(receipt)[:2] == (
        "Pool: Strength 2, wound -4, which comes to -2, and 1 die is always rolled.",
        "Hunger dice: 1.",
    )


def test_a_receipt_without_parts_is_told_all_the_same() -> None:
    """Words never fail on a record, however odd it is."""
    receipt = FrenzyReceipt("fury", (), (3,), 0, 2, "frenzy", "So it is.")
    assert explained(receipt)[0] == "Pool: nothing."
