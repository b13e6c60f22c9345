"""Who sees the events of V20 rooms: rows of the table in `event_table`, written down by hand."""

from protocol import events as e
from protocol import from_client as i
from protocol.words import Visibility
from tests.rooms.event_rows import (
    ALL,
    AS_ASKED,
    CONTESTED,
    HELD,
    PUBLIC,
    V20_OWNERS_ONLY,
    Row,
    Scene,
    placed_rows,
    row,
)
from tests.support.rooms import V20, Done


def _spent(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.SpendBlood, character=s.iris, use="other", **s.placed(visibility))


def _willed(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.SpendWillpower, character=s.iris, use="other", **s.placed(visibility))


def _bought(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.RollV20, (6,), character=s.iris, pool=1, willpower=True, **s.placed(visibility))


def _drunk(s: Scene, visibility: Visibility) -> Done:
    return s.ann(i.DrinkBlood, character=s.iris, points=1, **s.placed(visibility))


def _hurt(s: Scene, visibility: Visibility) -> Done:
    return s.ann(
        i.DealDamage, character=s.iris, track="health", kind="lethal", amount=1,
        **s.placed(visibility),
    )  # fmt: skip


def _strengthened(s: Scene, visibility: Visibility) -> Done:
    return s.ann(
        i.SpendBlood, character=s.iris, use="attribute", attribute="strength",
        **s.placed(visibility),
    )  # fmt: skip


def _rolled_on(s: Scene, visibility: Visibility) -> Done:
    task = s.st(
        i.BeginEffect, character=s.iris, kind="task", name="The lock", target=9,
        **s.placed(visibility),
    ).created  # fmt: skip
    return s.st(i.RollV20, (6,), pool=1, toward=task)


def _answered(s: Scene, visibility: Visibility) -> Done:
    opened = s.ann(
        i.OpenV20Contest, (6,), character=s.iris, against=s.brick, pool=1, attack=True,
        **s.placed(visibility),
    )  # fmt: skip
    return s.st(i.AnswerV20Contest, (2,), contest=opened.created, character=s.brick, pool=1)


CAUSES = (
    (e.BloodSpent, _spent),
    (e.WillpowerSpent, _willed),
    (e.WillpowerSpent, _bought),
    (e.BloodDrunk, _drunk),
    (e.DamageDealt, _hurt),
)

V20_ROWS: list[Row] = [
    row(e.CharacterCreated, ALL, "v20", lambda s: s.ann(i.CreateV20Character, name="New"), V20),
    row(e.SheetNoted, "SO", "v20", lambda s: s.ann(i.CreateV20Character, name="New"), V20),
    # What is spent goes where it was asked to go, within those who see what it is spent from.
    *(r for event, make in CAUSES for r in placed_rows(event, make, AS_ASKED, V20)),
    *(row(event, "SO", "public, but the owner's tracker", lambda s, m=make: m(s, PUBLIC),  # type: ignore[misc]
          V20_OWNERS_ONLY)
      for event, make in CAUSES),
    *(row(event, "S", "hidden, though public", make, V20)
      for event, make in (
          (e.BloodSpent, lambda s: s.st(
              i.SpendBlood, character=s.sleeper, use="other", visibility=PUBLIC)),
          (e.WillpowerSpent, lambda s: s.st(
              i.SpendWillpower, character=s.sleeper, use="other", visibility=PUBLIC)),
          (e.BloodDrunk, lambda s: s.st(
              i.DrinkBlood, character=s.sleeper, points=1, visibility=PUBLIC)),
      )),
    *placed_rows(e.RollResolved, _bought, AS_ASKED, V20),
    *placed_rows(e.EffectBegun, _strengthened, AS_ASKED, V20),
    *placed_rows(e.EffectChanged, _rolled_on, HELD, V20),
    *placed_rows(e.ContestResolved, _answered, CONTESTED, V20),
    *placed_rows(e.ProposalOpened, _answered, CONTESTED, V20),
]  # fmt: skip
