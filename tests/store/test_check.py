"""What the check of a chain finds, and what it does not complain of."""

from collections.abc import Callable

import pytest
from msgspec import Raw
from msgspec.structs import replace

from protocol.events import RoomRenamed
from protocol.ids import RoomId, Seq
from server.rooms.audience import STORYTELLERS
from server.rooms.lines import LineHead
from server.rooms.records import EventRecord
from server.store.base import Commit, chain_hash
from server.store.check import ChainCheck, Finding, check_chain
from server.store.memory import MemoryLog
from tests.store.story import ANNA, EVERYONE, NOTHING, SECRET, WHISPER, Story


@pytest.fixture
async def commits() -> list[Commit]:
    """A room of nine commits of all kinds."""
    log = MemoryLog()
    await log.open()
    story = Story()
    await story.begin(log)
    for audiences in (SECRET, WHISPER, [EVERYONE], NOTHING, WHISPER, [EVERYONE] * 3, SECRET):
        await story.go_on(log, audiences)
    await story.go_on(log)
    await log.close()
    return story.commits


def rehashed(commit: Commit) -> Commit:
    """The commit with the hash that fits its contents, as a forger would write it."""
    fitting = chain_hash(commit.room, commit.seq, commit.previous, commit)
    return replace(commit, hash=fitting)


def found(commits: list[Commit]) -> list[tuple[int, str]]:
    """The findings, each as its sequence and sentence."""
    return [(finding.seq, finding.what) for finding in check_chain(commits)]


def test_a_whole_chain_has_no_findings(commits: list[Commit]) -> None:
    """All kinds of commits pass, and so does an empty room."""
    assert check_chain(commits) == []
    assert check_chain([]) == []


def test_a_chain_can_be_checked_piece_by_piece(commits: list[Commit]) -> None:
    """The same check takes one commit after the other and says where it stands."""
    check = ChainCheck()
    for commit in commits:
        assert check.add(commit) == []
        assert check.last == (commit.seq, commit.hash)


def test_a_finding_names_room_sequence_and_fault(commits: list[Commit]) -> None:
    """What is wrong is a sentence."""
    commits[3] = replace(commits[3], answer=b"you won")
    assert check_chain(commits) == [
        Finding(RoomId("elysium"), Seq(4), "The contents of this commit do not fit its hash.")
    ]


def renamed(commit: Commit, **changes: object) -> Commit:
    """The commit with a changed field of its first event record."""
    return replace(commit, events=(replace(commit.events[0], **changes), *commit.events[1:]))


CHANGES: dict[str, Callable[[Commit], Commit]] = {
    "time": lambda commit: replace(commit, at_ms=commit.at_ms + 1),
    "member": lambda commit: replace(commit, member=None),
    "intent id": lambda commit: replace(commit, intent_id=None),
    "digest": lambda commit: replace(commit, digest=b""),
    "answer": lambda commit: replace(commit, answer=b""),
    "commit id": lambda commit: replace(commit, commit_id=bytes(16)),
    "events": lambda commit: replace(commit, events=()),
    "audience": lambda commit: renamed(commit, audience=STORYTELLERS),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_changed_commit_does_not_fit_its_hash(
    commits: list[Commit], change: Callable[[Commit], Commit]
) -> None:
    """No part of a commit can be edited alone."""
    commits[3] = change(commits[3])
    assert (4, "The contents of this commit do not fit its hash.") in found(commits)


def test_an_edit_with_a_fitting_hash_breaks_the_chain(commits: list[Commit]) -> None:
    """Who edits a commit and its hash is given away by the next one."""
    commits[3] = rehashed(replace(commits[3], answer=b"you won"))
    assert found(commits) == [
        (5, "The hash of the commit before is not the one that this commit names.")
    ]


def test_a_missing_commit_is_found(commits: list[Commit]) -> None:
    """A hole is named where the room goes on, with the hash that does not fit there."""
    secret = commits.pop(4)
    assert secret.events == ()
    assert [seq for seq, _ in found(commits)] == [6, 6]
    assert "follows on 4, so that it should be 5" in found(commits)[0][1]


def test_a_missing_start_is_found(commits: list[Commit]) -> None:
    """A room begins with 1 and with zeros."""
    (seq, what), *_ = found(commits[1:])
    assert seq == 2
    assert what.startswith("This commit follows on 0, so that it should be 1")


def test_a_doubled_commit_is_found(commits: list[Commit]) -> None:
    """The same record twice is out of order, and its id was used."""
    commits.insert(4, replace(commits[3], seq=Seq(5)))
    assert (5, "The id of this commit was used by the commit 4 already.") in found(commits)


def test_a_commit_of_another_room_is_found(commits: list[Commit]) -> None:
    """Nothing can be smuggled in from elsewhere."""
    commits[8] = rehashed(replace(commits[8], room=RoomId("other")))
    assert found(commits) == [(9, "This commit belongs to the room other, not to elysium.")]


def with_line(commit: Commit, line: str, head: LineHead | None) -> Commit:
    """The commit with another head of *line*, or without it."""
    lines = {**dict(commit.lines)}
    if head is None:
        del lines[line]
    else:
        lines[line] = head
    return replace(commit, lines=tuple(sorted(lines.items())))


def test_wrong_lines_are_found_once(commits: list[Commit]) -> None:
    """Lines are no part of the hash, but follow from the events; a fault does not spread."""
    for line, head, says in (
        ("everyone", LineHead(9, bytes(32)), "The line everyone has 5 events after this commit"),
        ("everyone", LineHead(5, bytes(32)), "The events of the line everyone do not add up"),
        ("everyone", None, "This commit adds to the line everyone, but does not say so"),
        ("member:anna", LineHead(1), "No event of this commit adds to the line member:anna"),
    ):
        wrong = [*commits]
        wrong[6] = with_line(commits[6], line, head)
        (seq, what), *_ = found(wrong)
        assert seq == 7
        assert what.startswith(says)


def test_an_unreadable_event_is_found(commits: list[Commit]) -> None:
    """An event of no kind or version known here is named by its number."""
    for change in ({"version": 99}, {"body": Raw(b'{"type":"nonsense"}')}, {"body": Raw(b"{")}):
        wrong = [*commits]
        wrong[6] = rehashed(renamed(commits[6], **change))
        assert (7, "Event 1 of 3 cannot be read") in [(s, w[:27]) for s, w in found(wrong)]


def test_an_event_filed_under_another_kind_is_found(commits: list[Commit]) -> None:
    """The kind beside a body is that of the body."""
    commits[8] = rehashed(renamed(commits[8], kind="member_left"))
    assert found(commits) == [(9, "Event 1 of 1 is room_renamed, but filed as member_left.")]


def test_the_sample_event_is_what_the_tests_take_it_for(commits: list[Commit]) -> None:
    """The records that these tests edit are as the log stores them."""
    record = commits[8].events[0]
    assert isinstance(record, EventRecord)
    assert record.kind == RoomRenamed(name="", by=ANNA).__struct_config__.tag
