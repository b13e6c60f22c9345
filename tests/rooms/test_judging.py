"""Judging: a Difficulty that only Storytellers know, and one that is set or corrected later."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import ProposalId
from protocol.receipts import PoolReceipt
from protocol.words import ProposalKind, Visibility
from tests.rooms.event_rows import Scene
from tests.rooms.test_requests import Asking
from tests.rooms.test_visibility import everything
from tests.support.rooms import Done, Table

PLAYERS = ("ann", "bob", "guest", "bot")
MESSY = (10, 10)
"""A critical with a Hunger ten, for a pool of two with Hunger 1."""


def judged(done: Done) -> e.RollJudged:
    return done.only(e.RollJudged)


def open_for(room: Table, who: str) -> set[ProposalKind]:
    return {proposal.kind for proposal in room.snapshot(who).proposals}


@pytest.mark.parametrize("difficulty", [None, 1, 5, 9])
def test_a_request_shows_no_difference_between_a_kept_difficulty_and_none(
    difficulty: int | None,
) -> None:
    """Asked, answered, let stand: every byte is the same to all but the Storytellers."""

    def lived(kept: int | None) -> dict[str, bytes]:
        table = Asking()
        table.room.act("storyteller", i.SetTracker, character=table.iris, tracker="hunger", value=1)
        told = {} if kept is None else {"difficulty": kept, "told": "storytellers"}
        done = table.roll("ann", table.ask(visibility="public", **told), MESSY)
        table.room.act("ann", i.SettleRoll, roll=done.created)
        return {who: everything(table.room, who) for who in PLAYERS}

    assert lived(difficulty) == lived(None)


def test_storytellers_read_the_kept_difficulty_and_its_consequences() -> None:
    """The player sees successes; the verdict and the price of it are the Storytellers'."""
    table = Asking()
    table.room.act("storyteller", i.SetTracker, character=table.iris, tracker="hunger", value=1)
    asked = table.ask(visibility="public", difficulty=4, told="storytellers")
    assert asked.seen_by(e.DifficultyKept) == {"storyteller"}
    done = table.roll("ann", asked, MESSY)
    public = done.only(e.RollResolved).receipt
    assert isinstance(public, PoolReceipt)
    assert (public.difficulty, public.outcome, public.successes) == (None, None, 4)
    assert done.seen_by(e.RollJudged) == {"storyteller"}
    reading = judged(done).receipt
    assert reading is not None
    assert (reading.difficulty, reading.outcome) == (4, "messy_critical")
    settled = table.room.act("ann", i.SettleRoll, roll=done.created)
    assert settled.only(e.ProposalOpened).proposal.kind is ProposalKind.MESSY_CRITICAL
    assert settled.seen_by(e.ProposalOpened) == {"storyteller"}
    assert [type(event) for event in settled.seen("ann")] == [e.RollSettled]
    (kept,) = table.room.snapshot("storyteller").requests
    assert (kept.kept, kept.told) == (4, "storytellers")


@pytest.mark.parametrize(("difficulty", "is_won"), [(1, True), (2, False)])
def test_a_verdict_is_told_without_the_difficulty(difficulty: int, is_won: bool) -> None:
    """Success or failure, and no number that the Difficulty could be read from."""
    table = Asking()
    asked = table.ask(visibility="public", difficulty=difficulty, told="verdict")
    done = table.roll("ann", asked, (6, 2))
    (told,) = [event for event in done.seen("bob") if isinstance(event, e.RollJudged)]
    assert (told.is_won, told.receipt) == (is_won, None)
    both = [event for event in done.seen("storyteller") if isinstance(event, e.RollJudged)]
    assert [event.receipt is None for event in both] == [True, False]


def test_a_storyteller_keeps_the_difficulty_of_an_own_roll() -> None:
    """An open roll of somebody hidden, whose Difficulty nobody else learns."""
    scene = Scene()
    done = scene.st(
        i.Roll, (6, 2), character=scene.sleeper, pool=2, difficulty=2, told="storytellers",
        visibility="public",
    )  # fmt: skip
    assert "difficulty" in done.seen("bob")[0].receipt.__struct_fields__  # type: ignore[union-attr]
    assert done.seen("bob")[0].receipt.difficulty is None  # type: ignore[union-attr]
    assert judged(done).receipt is not None
    scene.room.refuse("ann", i.Roll, Code.FORBIDDEN, "told", pool=2, difficulty=2, told="verdict")
    scene.room.refuse("storyteller", i.Roll, Code.INVALID, "told", pool=2, told="verdict")


def test_a_reroll_is_read_by_the_kept_difficulty_again() -> None:
    """New dice, the same Difficulty, and the same people who know it."""
    table = Asking()
    asked = table.ask(visibility="public", difficulty=2, told="verdict")
    roll = table.roll("ann", asked, (6, 2))
    assert not judged_last(roll).is_won
    again = table.room.act("ann", i.Reroll, (8,), roll=roll.created, regular_indices=(1,))
    assert judged_last(again).is_won
    (told,) = [event for event in again.seen("ann") if isinstance(event, e.RollJudged)]
    assert (told.is_won, told.receipt) == (True, None)
    assert again.only(e.RollRerolled).receipt.difficulty is None


def judged_last(done: Done) -> e.RollJudged:
    return done.all(e.RollJudged)[-1]


# --- afterwards ----------------------------------------------------------------------------------


def test_a_difficulty_is_set_openly_on_a_roll_that_had_none() -> None:
    """All who see the roll see how it is read now; the first reading stays in the log."""
    scene = Scene()
    roll = scene.ann(i.Roll, (6, 1), character=scene.iris, pool=2)
    done = scene.st(i.JudgeRoll, roll=roll.created, difficulty=2, note="It was dark")
    assert done.seen_by(e.RollJudged) == {"storyteller", "ann", "bob", "guest", "bot"}
    assert judged(done).receipt is not None
    assert judged(done).receipt.outcome == "bestial_failure"  # type: ignore[union-attr]
    assert roll.only(e.RollResolved).receipt.difficulty is None  # type: ignore[union-attr]
    recalled = scene.room.recall(roll.only(e.RollResolved).roll)
    assert recalled is not None
    assert recalled.roll.receipt == judged(done).receipt
    settled = scene.ann(i.SettleRoll, roll=roll.created)
    kinds = {event.proposal.kind for event in settled.all(e.ProposalOpened)}
    assert ProposalKind.BESTIAL_FAILURE in kinds


def test_a_reroll_after_judging_is_read_as_judged() -> None:
    """The Difficulty that was set is the one that the new dice have to reach."""
    scene = Scene()
    roll = scene.ann(i.Roll, (2, 2), character=scene.iris, pool=2, difficulty=5)
    scene.st(i.JudgeRoll, roll=roll.created, difficulty=1)
    done = scene.ann(i.Reroll, (7,), roll=roll.created, regular_indices=(0,))
    assert done.only(e.RollRerolled).receipt.difficulty == 1
    assert done.only(e.RollRerolled).receipt.outcome == "success"


def test_correcting_a_settled_roll_replaces_its_consequences() -> None:
    """The price of what it was not goes, the price of what it is comes."""
    scene = Scene()
    roll = scene.roll(Visibility.PUBLIC, (10, 10))
    scene.st(i.SettleRoll, roll=roll.created)
    assert open_for(scene.room, "bob") == {ProposalKind.MESSY_CRITICAL}
    done = scene.st(i.JudgeRoll, roll=roll.created, difficulty=9)
    assert ProposalId(done.only(e.ProposalLapsed).proposal)
    assert ProposalKind.MESSY_CRITICAL not in open_for(scene.room, "bob")


@pytest.mark.parametrize("told", ["all", "verdict", "storytellers"])
def test_impossible_is_lost_whatever_the_dice(told: str) -> None:
    """However many successes; by the verdict alone it is what any lost roll would be."""
    scene = Scene()
    roll = scene.ann(i.Roll, (10, 10), character=scene.iris, pool=2)
    done = scene.st(i.JudgeRoll, roll=roll.created, impossible=True, told=told)
    assert all(not event.is_won for event in done.all(e.RollJudged))
    seen = [event for event in done.seen("bob") if isinstance(event, e.RollJudged)]
    assert [event.is_impossible for event in seen] == {
        "all": [True], "verdict": [False], "storytellers": [],
    }[told]  # fmt: skip
    scene.ann(i.SettleRoll, roll=roll.created)
    offered = {ProposalKind.WIN_AT_COST} if told == "verdict" else set()
    assert open_for(scene.room, "storyteller") == open_for(scene.room, "bob") == offered


@pytest.mark.parametrize("visibility", ["secret", "blind"])
def test_judging_what_only_storytellers_see_is_told_to_nobody_else(visibility: str) -> None:
    """Open is as open as the roll: the player who rolled blind hears nothing."""
    scene = Scene()
    roll = scene.ann(i.Roll, (6, 2), character=scene.iris, pool=2, visibility=visibility)
    for difficulty, told in ((1, "storytellers"), (2, "verdict"), (3, "all")):
        done = scene.st(i.JudgeRoll, roll=roll.created, difficulty=difficulty, told=told)
        assert len(done.all(e.RollJudged)) == 1
        assert all(done.seen(who) == [] for who in PLAYERS)


def test_what_was_told_is_corrected_as_openly() -> None:
    """Else what is shown and what counts would part, and a missing price would tell."""
    scene = Scene()
    roll = scene.roll(Visibility.PUBLIC, (6, 2)).created
    for told in ("verdict", "storytellers"):
        scene.room.refuse("storyteller", i.JudgeRoll, Code.WRONG_STATE, "told", roll=roll,
                          difficulty=3, told=told)  # fmt: skip
    silent = scene.ann(i.Roll, (6, 2), character=scene.iris, pool=2).created
    scene.st(i.JudgeRoll, roll=silent, difficulty=3, told="verdict")
    scene.room.refuse("storyteller", i.JudgeRoll, Code.WRONG_STATE, "told", roll=silent,
                      difficulty=2, told="storytellers")  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({}, Code.INVALID, "difficulty"),
        ({"difficulty": 2, "impossible": True}, Code.INVALID, "difficulty"),
        ({"difficulty": 1}, Code.NOTHING_TO_DO, "difficulty"),
        ({"difficulty": 2, "roll": "nothing"}, Code.NOT_FOUND, "roll"),
    ],
)
def test_a_judgement_says_one_thing(fields: dict[str, object], code: Code, field: str) -> None:
    """A Difficulty or that it was impossible, and something new."""
    scene = Scene()
    said = {"roll": scene.roll(Visibility.PUBLIC, (6, 2)).created, **fields}
    scene.room.refuse("storyteller", i.JudgeRoll, code, field, **said)


def test_contests_and_other_checks_are_not_judged() -> None:
    """The other side is the Difficulty there, and a Rouse check has none."""
    scene = Scene()
    contest = scene.contest(Visibility.PUBLIC).only(e.RollResolved).roll
    scene.room.refuse("storyteller", i.JudgeRoll, Code.WRONG_STATE, "roll", roll=contest,
                      difficulty=2)  # fmt: skip
    rouse = scene.ann(i.Rouse, (9,), character=scene.iris).created
    scene.room.refuse("storyteller", i.JudgeRoll, Code.INVALID, "roll", roll=rouse, difficulty=2)
    roll = scene.roll(Visibility.PUBLIC, (6, 2)).created
    for who in PLAYERS:
        scene.room.refuse(who, i.JudgeRoll, Code.FORBIDDEN, roll=roll, difficulty=2)


def test_a_reveal_shows_what_the_roll_was_read_as_openly() -> None:
    """A Difficulty that is kept stays kept when the roll is shown to others."""
    scene = Scene()
    roll = scene.ann(i.Roll, (6, 2), character=scene.iris, pool=2, visibility="private").created
    scene.st(i.JudgeRoll, roll=roll, difficulty=2, told="storytellers")
    shown = scene.st(i.RevealRoll, roll=roll).only(e.RollRevealed)
    assert isinstance(shown.receipt, PoolReceipt)
    assert (shown.receipt.difficulty, shown.outcome) == (None, None)
