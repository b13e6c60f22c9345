"""Reveals: a roll shown to more members, as it is recorded."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import DiceSource, RevealPart, Role
from tests.support.rooms import Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def test_a_revealed_roll_is_shown_whole_with_its_time() -> None:
    """Faces, pool, Difficulty, label and outcome, and when it was rolled."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    rolled_at = room.now_ms
    roll = room.act(
        "ann", i.Roll, (6, 2, 1),
        character=iris, pool=3, difficulty=2, label="Wits", visibility="private",
    )  # fmt: skip
    room.now_ms += 60_000
    done = room.act("ann", i.RevealRoll, roll=roll.created)
    shown = done.only(e.RollRevealed)
    assert done.seen_by(e.RollRevealed) == EVERYONE
    assert shown.receipt == roll.only(e.RollResolved).receipt
    assert (shown.by, shown.member, shown.character) == (room["ann"], room["ann"], iris)
    assert (shown.label, shown.rolled_at_ms, shown.part) == ("Wits", rolled_at, RevealPart.WHOLE)
    assert (shown.successes, shown.outcome) == (1, "bestial_failure")


def test_a_reveal_of_the_outcome_shows_no_die() -> None:
    """Only what came of it; nothing there to count dice by."""
    room = Table()
    roll = room.act("storyteller", i.Roll, (6, 2), pool=2, difficulty=1, visibility="secret")
    done = room.act("storyteller", i.RevealRoll, roll=roll.created, part="outcome")
    shown = done.only(e.RollRevealed)
    assert (shown.receipt, shown.successes, shown.outcome) == (None, 1, "success")
    assert shown.source is DiceSource.UNPROVEN


def test_a_reveal_to_some_is_for_them_and_the_storytellers() -> None:
    """Step 17: the others get nothing new, not even the owner."""
    room = Table()
    iris = room.vampire("ann")
    roll = room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="private")
    done = room.act("storyteller", i.RevealRoll, roll=roll.created, to=(room["bob"],))
    assert done.seen_by(e.RollRevealed) == {"bob", "storyteller"}


@pytest.mark.parametrize("part", RevealPart)
def test_a_revealed_roll_never_names_the_hidden_character_behind_it(part: RevealPart) -> None:
    """Step 16, also after the character was un-hidden: its past stays closed."""
    room = Table()
    sleeper = room.hidden()
    roll = room.act("storyteller", i.Roll, (10, 10), character=sleeper, pool=2, difficulty=3)
    for _ in range(2):
        done = room.act("storyteller", i.RevealRoll, roll=roll.created, part=part)
        assert done.only(e.RollRevealed).character is None
        assert sleeper.encode() not in b"".join(r.body for r in done.decision.events)
        if room.state.characters[sleeper].hidden:
            room.refuse("bob", i.Roll, Code.NOT_FOUND, "character", character=sleeper, pool=5)
            room.act("storyteller", i.UnhideCharacter, character=sleeper)
    room.refuse("bob", i.Roll, Code.FORBIDDEN, character=sleeper, pool=5)


def test_a_reveal_shows_the_roll_as_it_stands_with_its_reroll() -> None:
    """The old faces stay in the record beside the new."""
    room = Table()
    iris = room.vampire("ann")
    roll = room.act("ann", i.Roll, (2, 3), character=iris, pool=2, difficulty=1,
                    visibility="private").created  # fmt: skip
    room.act("ann", i.Reroll, (9,), roll=roll, regular_indices=(0,))
    shown = room.act("ann", i.RevealRoll, roll=roll).only(e.RollRevealed)
    assert isinstance(shown.receipt, PoolReceipt)
    assert [(d.face, d.replaced) for d in shown.receipt.dice] == [(9, 2), (3, None)]
    assert shown.outcome == "success"


@pytest.mark.parametrize(
    ("kind", "fields", "faces", "successes", "outcome"),
    [
        (i.Rouse, {}, (3,), None, "failed"),
        (i.Rouse, {}, (8,), None, "passed"),
        (i.TestFrenzy, {"kind": "fury", "difficulty": 1}, (6, 1, 1, 1, 1, 1), 1, "resisted"),
        (i.TestFrenzy, {"kind": "fury", "difficulty": 2}, (6, 1, 1, 1, 1, 1), 1, "frenzy"),
        (i.TestRemorse, {}, (6, 1), 1, "kept"),
        (i.TestRemorse, {}, (1, 1), 0, "lost"),
    ],
)
def test_every_kind_of_roll_can_be_revealed_by_its_outcome(
    kind: type[i.Intent],
    fields: dict[str, object],
    faces: tuple[int, ...],
    successes: int | None,
    outcome: str,
) -> None:
    """Each with the word that its receipt has for it."""
    room = Table()
    iris = room.vampire("ann")
    room.act("ann", i.AddStains, character=iris, amount=1)
    roll = room.act("ann", kind, faces, character=iris, visibility="private", **fields)
    shown = room.act("ann", i.RevealRoll, roll=roll.created, part="outcome").only(e.RollRevealed)
    assert (shown.successes, shown.outcome, shown.receipt) == (successes, outcome, None)


def test_a_pool_without_a_difficulty_is_revealed_without_an_outcome() -> None:
    """There was no verdict to show."""
    room = Table()
    roll = room.act("ann", i.Roll, (6,), pool=1, visibility="private")
    shown = room.act("ann", i.RevealRoll, roll=roll.created).only(e.RollRevealed)
    assert (shown.successes, shown.outcome) == (1, None)


def test_entered_dice_stay_marked_when_revealed() -> None:
    """They are never mistaken for the server's own."""
    room = Table(HouseRules(entered_dice=True))
    entered = EnteredFaces(regular=(6,))
    roll = room.act("ann", i.Roll, pool=1, visibility="private", entered=entered)
    shown = room.act("ann", i.RevealRoll, roll=roll.created).only(e.RollRevealed)
    assert shown.source is DiceSource.ENTERED


def test_there_is_nothing_to_reveal_to_those_who_saw_it() -> None:
    """A public roll, or a whisper to the same ears."""
    room = Table()
    public = room.act("ann", i.Roll, (6,), pool=1).created
    whisper = room.act(
        "ann", i.Roll, (6,), pool=1, visibility="whisper", to=(room["bob"], room["guest"])
    ).created
    room.refuse("ann", i.RevealRoll, Code.NOTHING_TO_DO, "to", roll=public)
    room.refuse("ann", i.RevealRoll, Code.NOTHING_TO_DO, "to", roll=public, to=(room["bob"],))
    room.refuse("ann", i.RevealRoll, Code.NOTHING_TO_DO, "to", roll=whisper, to=(room["guest"],))
    room.act("ann", i.RevealRoll, roll=whisper, to=(room["bob"], room["bot"]))


def test_a_storyteller_needs_no_reveal() -> None:
    """Whoever is a Storyteller sees every roll already."""
    room = Table()
    private = room.act("ann", i.Roll, (6,), pool=1, visibility="private").created
    room.refuse(
        "ann", i.RevealRoll, Code.NOTHING_TO_DO, "to", roll=private, to=(room["storyteller"],)
    )


def test_a_reveal_names_members_who_are_here() -> None:
    """Somebody unknown is refused, and nobody at all is not a reveal."""
    room = Table()
    private = room.act("ann", i.Roll, (6,), pool=1, visibility="private").created
    room.refuse("ann", i.RevealRoll, Code.NOT_FOUND, "to", roll=private, to=("nobody",))


def test_a_blind_roll_is_not_its_rollers_to_reveal() -> None:
    """Who rolled it may not know it, and it answers like a roll that never was."""
    room = Table()
    iris = room.vampire("ann")
    blind = room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="blind").created
    for kind, fields in (
        (i.RevealRoll, {}), (i.SettleRoll, {}), (i.Reroll, {"regular_indices": (0,)}),
    ):  # fmt: skip
        assert room.refuse("ann", kind, Code.NOT_FOUND, roll=blind, **fields) == room.refuse(
            "ann", kind, Code.NOT_FOUND, roll="never-rolled", **fields
        )
    assert room.act("storyteller", i.RevealRoll, roll=blind).seen_by(e.RollRevealed) == EVERYONE


def test_who_was_shown_a_roll_may_not_pass_it_on() -> None:
    """A reveal is by the roller, the owner of the character, or a Storyteller."""
    room = Table()
    whisper = room.act("ann", i.Roll, (6,), pool=1, visibility="whisper", to=(room["bob"],)).created
    room.refuse("bob", i.RevealRoll, Code.FORBIDDEN, roll=whisper)


def test_a_reveal_outlives_the_character_and_the_roller() -> None:
    """The log keeps what was rolled."""
    room = Table()
    iris = room.vampire("ann")
    roll = room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="private").created
    room.act("storyteller", i.RemoveCharacter, character=iris)
    room.act("ann", i.RevealRoll, roll=roll, to=(room["bob"],))
    room.act("ann", i.LeaveRoom)
    done = room.act("storyteller", i.RevealRoll, roll=roll)
    assert done.only(e.RollRevealed).character == iris


def test_an_old_storytellers_reveals_are_bound_to_what_that_member_still_sees() -> None:
    """After a change of role a secret roll is not found any more, though it was that member's."""
    room = Table()
    room.join("second", Role.STORYTELLER)
    secret = room.act("second", i.Roll, (6,), pool=1, visibility="secret").created
    room.act("storyteller", i.SetRole, member=room["second"], role=Role.PLAYER)
    room.refuse("second", i.RevealRoll, Code.NOT_FOUND, "roll", roll=secret)
