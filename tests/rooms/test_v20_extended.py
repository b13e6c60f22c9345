"""Extended actions and extended contests in a V20 room."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.v20_views import TaskView
from protocol.words import Preset
from tests.support.rooms import V20, Done, Table

TRAITS = {"Dexterity": 3, "Wits": 2}


def a_task(room: Table, target: int = 4, **more: object) -> tuple[str, str]:
    iris = room.v20_vampire("ann", "Iris", traits=TRAITS)
    done = room.act(
        "storyteller", i.BeginEffect, character=iris, kind="task", name="The lock", target=target,
        **more,
    )  # fmt: skip
    return iris, done.created


def test_successes_add_up_to_the_target() -> None:
    """C4.1, C4.4: whoever helps adds theirs."""
    room = Table(V20)
    iris, task = a_task(room)
    done = room.act("ann", i.RollV20, (6, 6, 2), character=iris, pool=3, toward=task)
    assert done.kinds == ["roll_resolved", "effect_changed"]
    assert done.only(e.EffectChanged).effect.task == TaskView(4, 2, 1)
    last = room.act("bob", i.RollV20, (6, 6), pool=2, toward=task)
    assert last.kinds == ["roll_resolved", "effect_changed", "effect_ended"]
    assert last.only(e.EffectChanged).effect.task == TaskView(4, 4, 2)


@pytest.mark.parametrize(
    ("switch", "kinds"),
    [("reset", ["effect_changed"]), ("end", ["effect_changed", "effect_ended"])],
)
def test_a_botch_loses_what_was_gained(switch: str, kinds: list[str]) -> None:
    """C4.1: or the whole task."""
    room = Table(HouseRules(preset=Preset.V20_BOOK, switches={"extended_botch": switch}))
    iris, task = a_task(room)
    room.act("ann", i.RollV20, (6,), character=iris, pool=1, toward=task)
    done = room.act("ann", i.RollV20, (1,), character=iris, pool=1, toward=task)
    assert done.kinds == ["roll_resolved", *kinds, "proposal_opened"]
    assert done.only(e.EffectChanged).effect.task == TaskView(4, 0, 2)


def test_what_is_no_task_takes_no_successes() -> None:
    """Nor one whose change would tell of a secret roll."""
    room = Table(V20)
    iris, task = a_task(room)
    room.refuse(
        "ann", i.RollV20, Code.VISIBILITY_NOT_ALLOWED, "visibility", pool=1, toward=task,
        visibility="private",
    )  # fmt: skip
    room.refuse("ann", i.RollV20, Code.NOT_FOUND, "toward", pool=1, toward="nothing")
    other = room.act("storyteller", i.BeginEffect, character=iris, kind="other", name="Dazed")
    room.refuse("ann", i.RollV20, Code.INVALID, "toward", pool=1, toward=other.created)
    for fields in ({"kind": "task"}, {"kind": "other", "target": 2}):
        room.refuse(
            "storyteller", i.BeginEffect, Code.INVALID, "target", character=iris, name="X",
            **fields,
        )  # fmt: skip
    hidden_task = room.act(
        "storyteller", i.BeginEffect, character=iris, kind="task", name="Y", target=2,
        visibility="secret",
    )  # fmt: skip
    room.refuse("ann", i.RollV20, Code.NOT_FOUND, "toward", pool=1, toward=hidden_task.created)
    v5 = Table()
    v5.refuse(
        "storyteller", i.BeginEffect, Code.WRONG_SYSTEM, "target", character=v5.vampire(),
        kind="other", name="X", target=2,
    )  # fmt: skip


# --- extended contests ---------------------------------------------------------------------------


class Chase:
    """Iris is after Brick; three successes decide it."""

    def __init__(self, goal: str = "total", **switches: str) -> None:
        self.room = Table(HouseRules(preset=Preset.V20_BOOK, switches=switches))
        self.iris = self.room.v20_vampire("ann", "Iris")
        self.brick = self.room.v20_vampire("bob", "Brick")
        begun = self.room.act(
            "storyteller", i.BeginEffect, character=self.iris, kind="task", name="The chase",
            target=3, against=self.brick, goal=goal,
        )  # fmt: skip
        self.race = begun.created

    def exchange(self, first: tuple[int, ...], second: tuple[int, ...]) -> Done:
        opened = self.room.act(
            "ann", i.OpenV20Contest, first, character=self.iris, against=self.brick,
            pool=len(first), toward=self.race,
        )  # fmt: skip
        return self.room.act(
            "bob", i.AnswerV20Contest, second, contest=opened.created, character=self.brick,
            pool=len(second),
        )  # fmt: skip

    def stand(self, done: Done) -> tuple[int, int, object]:
        race = done.only(e.EffectChanged).effect.race
        assert race is not None
        return race.own, race.other, race.winner


def test_who_first_has_the_total_wins() -> None:
    """C4.3: each exchange adds what both sides have."""
    chase = Chase()
    first = chase.exchange((6, 6), (6,))
    assert first.kinds == ["roll_resolved", "contest_resolved", "effect_changed"]
    assert chase.stand(first) == (2, 1, None)
    last = chase.exchange((6,), (6,))
    assert last.kinds[-2:] == ["effect_changed", "effect_ended"]
    assert chase.stand(last) == (3, 2, chase.iris)


def test_who_is_so_far_ahead_wins() -> None:
    """C4.3: by the lead."""
    chase = Chase("lead")
    assert chase.stand(chase.exchange((6, 6), (6, 6, 6, 6))) == (2, 4, None)
    assert chase.stand(chase.exchange((2,), (6,))) == (2, 5, chase.brick)


def test_a_botch_throws_back_or_out() -> None:
    """C4.1, C4.3."""
    chase = Chase()
    chase.exchange((6, 6), (6,))
    assert chase.stand(chase.exchange((1,), (2,))) == (0, 1, None)
    out = Chase(extended_botch="end")
    assert out.stand(out.exchange((1,), (2,))) == (0, 0, out.brick)


def test_an_exchange_names_a_race_of_these_two() -> None:
    """And is seen by all who see the race; a plain task takes no contests."""
    chase = Chase()
    room = chase.room
    turned = {"character": chase.brick, "against": chase.iris, "pool": 1, "toward": chase.race}
    room.refuse("bob", i.OpenV20Contest, Code.INVALID, "toward", **turned)
    sides = {"character": chase.iris, "against": chase.brick, "pool": 1}
    room.refuse(
        "ann", i.OpenV20Contest, Code.VISIBILITY_NOT_ALLOWED, "visibility", toward=chase.race,
        visibility="private", **sides,
    )  # fmt: skip
    room.refuse("ann", i.OpenV20Contest, Code.NOT_FOUND, "toward", toward="nothing", **sides)
    room.refuse("ann", i.RollV20, Code.INVALID, "toward", pool=1, toward=chase.race)
    task = {"character": chase.iris, "name": "X", "kind": "task"}
    room.refuse(
        "storyteller", i.BeginEffect, Code.INVALID, "against", target=2, against=chase.iris, **task
    )
    room.refuse(
        "storyteller", i.BeginEffect, Code.NOT_FOUND, "against", target=2, against="x", **task
    )


def test_a_race_with_somebody_hidden_is_the_storytellers() -> None:
    """It names both of them."""
    chase = Chase()
    ghost = chase.room.v20_vampire(None, "Ghost", hidden=True)
    begun = chase.room.act(
        "storyteller", i.BeginEffect, character=chase.iris, kind="task", name="Followed",
        target=3, against=ghost, visibility="public",
    )  # fmt: skip
    assert begun.seen_by(e.EffectBegun) == {"storyteller"}


def test_an_exchange_outlives_its_race() -> None:
    """What was called off meanwhile takes nothing more."""
    chase = Chase()
    opened = chase.room.act(
        "ann", i.OpenV20Contest, (6,), character=chase.iris, against=chase.brick, pool=1,
        toward=chase.race,
    )  # fmt: skip
    chase.room.act("storyteller", i.EndEffect, effect=chase.race)
    done = chase.room.act(
        "bob", i.AnswerV20Contest, (6,), contest=opened.created, character=chase.brick, pool=1
    )
    assert done.kinds == ["roll_resolved", "contest_resolved"]
