"""A roll read back from the log as it stands."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.ids import RollId
from protocol.words import DiceSource
from server.rooms.audience import EVERYONE, STORYTELLERS, members
from server.rooms.names import commit_of_roll, roll_id
from tests.support.rooms import Table


def test_a_roll_is_found_by_the_commit_that_made_it() -> None:
    """Its id is the commit's, and comes back as it was rolled, with its audience and time."""
    room = Table()
    iris = room.vampire("ann")
    at_ms = room.now_ms
    done = room.act("ann", i.Roll, (6, 2), character=iris, pool=2, visibility="private")
    room.now_ms += 1_000
    recalled = room.recall(RollId(done.created))
    assert recalled is not None
    assert recalled.roll == done.only(e.RollResolved)
    assert recalled.audience == members((room["ann"],))
    assert (recalled.at_ms, recalled.true_character, recalled.was_hidden) == (at_ms, iris, False)


def test_a_recalled_roll_has_its_reroll() -> None:
    """The receipt is the one that stands, the audience the one that saw it first."""
    room = Table()
    iris = room.vampire("ann")
    roll = RollId(room.act("ann", i.Roll, (2, 2), character=iris, pool=2).created)
    room.act("ann", i.Reroll, (8,), roll=roll, regular_indices=(1,))
    recalled = room.recall(roll)
    assert recalled is not None
    assert [d.face for d in recalled.roll.receipt.dice] == [2, 8]  # type: ignore[union-attr]
    assert not recalled.roll.is_standing
    assert recalled.audience == EVERYONE


@pytest.mark.parametrize(
    ("first", "again", "source"),
    [
        (None, None, DiceSource.UNPROVEN),
        (None, (10, 10), DiceSource.ENTERED),
        ((2, 2, 2), None, DiceSource.ENTERED),
    ],
)
def test_a_roll_with_any_entered_face_counts_as_entered(
    first: tuple[int, ...] | None, again: tuple[int, ...] | None, source: DiceSource
) -> None:
    """Faces typed into a reroll never pass for the server's own, asked for or revealed."""
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann")
    roll = room.act(
        "ann", i.Roll, (2, 2, 2) if first is None else (), character=iris, pool=3,
        visibility="private", entered=None if first is None else {"regular": first},
    ).created  # fmt: skip
    room.act(
        "ann", i.Reroll, (10, 10) if again is None else (), roll=roll, regular_indices=(0, 1),
        entered=None if again is None else {"rerolled": again},
    )  # fmt: skip
    recalled = room.recall(RollId(roll))
    assert recalled is not None
    assert recalled.roll.source is source
    assert room.act("ann", i.RevealRoll, roll=roll).only(e.RollRevealed).source is source


@pytest.mark.parametrize("visibility", ["secret", "public"])
def test_the_character_behind_a_hidden_roll_is_known_to_the_server_alone(visibility: str) -> None:
    """The roll names nobody; whose it was stands beside it."""
    room = Table()
    sleeper = room.hidden()
    done = room.act("storyteller", i.Roll, (6,), character=sleeper, pool=1, visibility=visibility)
    recalled = room.recall(RollId(done.created))
    assert recalled is not None
    assert (recalled.roll.character, recalled.true_character) == (None, sleeper)
    assert recalled.was_hidden
    assert recalled.audience == (EVERYONE if visibility == "public" else STORYTELLERS)


def test_the_id_of_something_else_is_no_roll() -> None:
    """Neither a character's, nor a commit's that rolled nothing, nor nonsense."""
    room = Table()
    character = room.vampire("ann")
    commit = roll_id(room.kept[-1].commit_id)
    for other in (character, commit, "x", "a" * 64, "_" * 22, "=" * 4):
        assert room.recall(RollId(other)) is None


@pytest.mark.parametrize("text", ["", "A", "é" * 22, "A" * 21, "A" * 23, "AAAAAAAAAAAAAAAAAAAAAB"])
def test_what_is_no_name_of_a_roll_names_no_commit(text: str) -> None:
    """Only the one spelling that the server gives is taken."""
    assert commit_of_roll(RollId(text)) is None
