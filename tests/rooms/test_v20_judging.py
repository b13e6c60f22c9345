"""Judging rolls of V20: read again openly or by its outcome alone; the first reading stays."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.v20_receipt import V20Receipt
from protocol.v20_words import V20Outcome
from protocol.words import ProposalKind
from tests.rooms.event_rows import Scene
from tests.rooms.test_judging import PLAYERS, open_for
from tests.rooms.test_visibility import everything
from tests.support.rooms import V20, Done


def thrown(scene: Scene, *faces: int, **fields: object) -> str:
    """A public roll of Iris at difficulty 6."""
    said = {"character": scene.iris, "pool": len(faces), "visibility": "public", **fields}
    done = scene.ann(i.RollV20, faces, **said)
    assert done.created is not None
    return done.created


def told(done: Done, who: str = "bob") -> e.RollJudged:
    (judged,) = [event for event in done.seen(who) if isinstance(event, e.RollJudged)]
    return judged


@pytest.mark.parametrize(
    ("how", "outcome", "net"),
    [
        ({"difficulty": 8}, "failure", 0),
        ({"difficulty": 7}, "success", 1),
        ({"required": 2}, "success", 2),
        ({"required": 3}, "failure", 2),
        ({"difficulty": 7, "required": 2}, "failure", 1),
    ],
)
def test_a_roll_is_read_again_openly(how: dict[str, object], outcome: str, net: int) -> None:
    """All who see it see its whole reading; the log keeps the first, `recall` has the newest."""
    scene = Scene(V20)
    roll = thrown(scene, 7, 6, 3)
    done = scene.st(i.JudgeRoll, roll=roll, note="It was dark", **how)
    assert done.seen_by(e.RollJudged) == {"storyteller", "ann", "bob", "guest", "bot"}
    judged = done.only(e.RollJudged)
    assert isinstance(judged.receipt, V20Receipt)
    assert (judged.receipt.outcome, judged.receipt.net, judged.outcome) == (outcome, net, outcome)
    assert judged.is_won is (outcome == "success")
    recalled = scene.room.recall(done.only(e.RollJudged).roll)
    assert recalled is not None
    assert recalled.roll.receipt == judged.receipt


def test_what_is_left_out_stays_as_it_was_read() -> None:
    scene = Scene(V20)
    roll = thrown(scene, 7, 6, 3, required=2)
    scene.st(i.JudgeRoll, roll=roll, difficulty=7)
    receipt = scene.st(i.JudgeRoll, roll=roll, required=1).only(e.RollJudged).receipt
    assert isinstance(receipt, V20Receipt)
    assert (receipt.difficulty.assessed, receipt.required, receipt.outcome) == (7, 1, "success")


def test_the_outcome_alone_is_told_without_a_number() -> None:
    """Success, failure or botch; Storytellers see what it is read by."""
    scene = Scene(V20)
    done = scene.st(i.JudgeRoll, roll=thrown(scene, 7, 1, 3), difficulty=8, told="verdict")
    assert (told(done).receipt, told(done).outcome) == (None, V20Outcome.BOTCH)
    kept = [event for event in done.seen("storyteller") if isinstance(event, e.RollJudged)][-1]
    assert isinstance(kept.receipt, V20Receipt)
    assert kept.receipt.difficulty.assessed == 8


def test_a_botch_waits_by_the_new_reading() -> None:
    """It is proposed where the roll becomes one, and lapses where it is none any more."""
    scene = Scene(V20)
    roll = thrown(scene, 7, 1, 3)
    scene.st(i.JudgeRoll, roll=roll, difficulty=8)
    assert open_for(scene.room, "bob") == {ProposalKind.BOTCH}
    scene.st(i.JudgeRoll, roll=roll, difficulty=5)
    assert open_for(scene.room, "bob") == set()


def test_an_impossible_roll_has_nothing_that_waits() -> None:
    scene = Scene(V20)
    roll = thrown(scene, 1, 3)
    assert open_for(scene.room, "bob") == {ProposalKind.BOTCH}
    done = scene.st(i.JudgeRoll, roll=roll, impossible=True)
    assert (told(done).is_impossible, told(done).is_won) == (True, False)
    assert open_for(scene.room, "bob") == set()


@pytest.mark.parametrize(
    ("faces", "ways"),
    [
        ((7, 6, 3), ({"required": 3}, {"difficulty": 9}, {"impossible": True})),
        ((1, 3, 2), ({"required": 3}, {"difficulty": 9}, {"impossible": True})),
        ((10, 9, 8), ({"required": 2}, {"difficulty": 7})),
        ((7, 1, 3), ({"difficulty": 8}, {"difficulty": 10})),
    ],
)
def test_told_alike_is_alike_in_every_byte(
    faces: tuple[int, ...], ways: tuple[dict[str, object], ...]
) -> None:
    """What a roll is read by, and that it was impossible, shows by nothing else."""
    seen = []
    for way in ways:
        scene = Scene(V20)
        roll = thrown(scene, *faces)
        scene.st(i.JudgeRoll, roll=roll, told="verdict", **way)
        seen.append({who: everything(scene.room, who) for who in PLAYERS})
    assert all(each == seen[0] for each in seen)


@pytest.mark.parametrize("visibility", ["secret", "blind"])
def test_judging_what_only_storytellers_see_is_told_to_nobody_else(visibility: str) -> None:
    scene = Scene(V20)
    roll = scene.ann(i.RollV20, (7, 1), character=scene.iris, pool=2, visibility=visibility).created
    for difficulty, openness in ((8, "verdict"), (9, "all")):
        done = scene.st(i.JudgeRoll, roll=roll, difficulty=difficulty, told=openness)
        assert len(done.all(e.RollJudged)) == 1
        assert all(done.seen(who) == [] for who in PLAYERS)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({}, Code.INVALID, "difficulty"),
        ({"difficulty": 7, "impossible": True}, Code.INVALID, "difficulty"),
        ({"difficulty": 6}, Code.NOTHING_TO_DO, "difficulty"),
        ({"required": 1}, Code.NOTHING_TO_DO, "difficulty"),
        ({"difficulty": 11}, Code.BAD_DIFFICULTY, "difficulty"),
        ({"difficulty": 7, "told": "storytellers"}, Code.INVALID, "told"),
        ({"difficulty": 7, "roll": "nothing"}, Code.NOT_FOUND, "roll"),
    ],
)
def test_a_judgement_says_something_new(fields: dict[str, object], code: Code, field: str) -> None:
    scene = Scene(V20)
    scene.room.refuse(
        "storyteller", i.JudgeRoll, code, field, **{"roll": thrown(scene, 7, 3), **fields}
    )


def test_what_was_told_stays_told() -> None:
    scene = Scene(V20)
    roll = thrown(scene, 7, 3)
    scene.st(i.JudgeRoll, roll=roll, difficulty=8)
    scene.room.refuse("storyteller", i.JudgeRoll, Code.WRONG_STATE, "told", roll=roll,
                      difficulty=7, told="verdict")  # fmt: skip


def test_only_storytellers_judge_and_only_what_stands_for_itself() -> None:
    """Harm, contests and what wrestles with the Beast have done more than come out."""
    scene = Scene(V20)
    roll = thrown(scene, 7, 3)
    for who in PLAYERS:
        scene.room.refuse(who, i.JudgeRoll, Code.FORBIDDEN, roll=roll, difficulty=7)
    harm = scene.st(i.RollV20, (7, 3), character=scene.iris, pool=2, kind="damage").created
    scene.room.refuse("storyteller", i.JudgeRoll, Code.INVALID, "roll", roll=harm, difficulty=7)
    v5 = Scene()
    pool = v5.ann(i.Roll, (7, 3), character=v5.iris, pool=2).created
    v5.room.refuse("storyteller", i.JudgeRoll, Code.WRONG_SYSTEM, "required", roll=pool, required=2)
