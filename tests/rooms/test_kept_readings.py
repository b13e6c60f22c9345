"""
What follows of a roll is seen by what is told of it: two rooms, told alike, are alike in all bytes.

The rooms differ in what Storytellers keep: a Difficulty, or that the roll was impossible.
"""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.words import ProposalKind
from tests.rooms.test_judging import PLAYERS, open_for
from tests.rooms.test_requests import Asking
from tests.rooms.test_visibility import everything
from tests.support.rooms import Table

AS_ONE = HouseRules(switches={"no_difficulty": "treat_as_1"})
"""A roll without a Difficulty is read against 1, so that it has an outcome and a price."""

DICE = [(2, 1), (6, 1), (10, 10), (6, 2)]
"""Lost and bestial; won against 1, lost and bestial against 5; messy; won against 1."""


def shown(room: Table) -> dict[str, bytes]:
    return {who: everything(room, who) for who in PLAYERS}


def hungry(rules: HouseRules) -> Asking:
    """A table where Iris has Hunger 1, so that her second die is a Hunger die."""
    table = Asking(rules)
    table.room.act("storyteller", i.SetTracker, character=table.iris, tracker="hunger", value=1)
    return table


def asked(rules: HouseRules, faces: tuple[int, int], *, reroll: bool, **told: object) -> Table:
    """Iris is asked for a roll, makes it, rolls a die again or lets it stand."""
    table = hungry(rules)
    done = table.roll("ann", table.ask(visibility="public", **told), faces)
    if reroll:
        table.room.act("ann", i.Reroll, (3,), roll=done.created, regular_indices=(0,))
    else:
        table.room.act("ann", i.SettleRoll, roll=done.created)
    return table.room


def rolled(rules: HouseRules, faces: tuple[int, int], **told: object) -> Table:
    """A Storyteller's own roll for Iris, of a kind that never stands."""
    table = hungry(rules)
    table.room.act(
        "storyteller", i.Roll, (*faces, 4), character=table.iris, pool=3, kind="willpower",
        visibility="public", **told,
    )  # fmt: skip
    return table.room


@pytest.mark.parametrize("rules", [HouseRules(), AS_ONE])
@pytest.mark.parametrize("faces", DICE)
@pytest.mark.parametrize("difficulty", [1, 5])
@pytest.mark.parametrize("way", ["settled", "rerolled"])
def test_a_kept_difficulty_takes_no_proposal_away_and_adds_none(
    rules: HouseRules, faces: tuple[int, int], difficulty: int, way: str
) -> None:
    """Also where a roll without any is read against 1: its price opens for all the same."""
    kept: dict[str, object] = {"told": "storytellers", "difficulty": difficulty}
    plain = asked(rules, faces, reroll=way == "rerolled")
    other = asked(rules, faces, reroll=way == "rerolled", **kept)
    assert shown(plain) == shown(other)


@pytest.mark.parametrize("faces", DICE)
@pytest.mark.parametrize("difficulty", [1, 5])
def test_a_kept_difficulty_of_an_own_roll_leaves_its_proposals(
    faces: tuple[int, int], difficulty: int
) -> None:
    plain = rolled(AS_ONE, faces)
    assert shown(plain) == shown(rolled(AS_ONE, faces, told="storytellers", difficulty=difficulty))


def test_storytellers_see_what_is_shown_and_what_is_kept() -> None:
    """A price that others see open is theirs to dismiss; one that is kept is beside it."""
    room = asked(AS_ONE, (10, 10), reroll=False, told="storytellers", difficulty=9)
    assert open_for(room, "bob") == {ProposalKind.MESSY_CRITICAL}
    assert open_for(room, "storyteller") == {ProposalKind.MESSY_CRITICAL, ProposalKind.WIN_AT_COST}
    (lost,) = [p for p in room.snapshot("storyteller").proposals if p.kind == "win_at_cost"]
    assert lost.proposal not in {p.proposal for p in room.snapshot("bob").proposals}


def test_what_is_shown_already_is_not_kept_once_more() -> None:
    room = asked(AS_ONE, (2, 1), reroll=False, told="storytellers", difficulty=3)
    assert len(room.snapshot("storyteller").proposals) == 1


# --- judged later --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [HouseRules(), AS_ONE])
@pytest.mark.parametrize("is_settled", [False, True])
@pytest.mark.parametrize("how", [{"difficulty": 9}, {"difficulty": 1}, {"impossible": True}])
def test_a_reading_that_is_kept_moves_nothing_that_others_see(
    rules: HouseRules, is_settled: bool, how: dict[str, object]
) -> None:
    """Neither of a roll that stands nor of a settled one, whose price is open, does any go."""

    def lived(*, judged: bool) -> dict[str, bytes]:
        table = hungry(rules)
        kept = {"told": "storytellers", "difficulty": 4} if rules is AS_ONE else {}
        done = table.roll("ann", table.ask(visibility="public", **kept), (10, 10))
        if is_settled:
            table.room.act("ann", i.SettleRoll, roll=done.created)
        if judged:
            table.room.aside("storyteller", i.JudgeRoll, roll=done.created, told="storytellers",
                             **how)  # fmt: skip
        if not is_settled:
            table.room.act("ann", i.SettleRoll, roll=done.created)
        return shown(table.room)

    assert lived(judged=True) == lived(judged=False)


LOST: list[dict[str, object]] = [{"difficulty": 6}, {"difficulty": 9}, {"impossible": True}]
WON: list[dict[str, object]] = [{"difficulty": 1}, {"difficulty": 2}, {"difficulty": 4}]


def judged_by_verdict(
    how: dict[str, object], faces: tuple[int, int], way: str, rules: HouseRules
) -> Table:
    """A roll whose verdict alone is told: judged while it stands, before a reroll, or settled."""
    table = hungry(rules)
    done = table.room.act("ann", i.Roll, faces, character=table.iris, pool=2, visibility="public")
    said = {"roll": done.created, "told": "verdict", **how}
    if way == "settled":
        table.room.act("ann", i.SettleRoll, roll=done.created)
    table.room.act("storyteller", i.JudgeRoll, **said)
    if way == "standing":
        table.room.act("ann", i.SettleRoll, roll=done.created)
    if way == "rerolled":
        table.room.act("ann", i.Reroll, (10,), roll=done.created, regular_indices=(0,))
    return table.room


@pytest.mark.parametrize("way", ["standing", "rerolled", "settled"])
@pytest.mark.parametrize("faces", [(2, 1), (6, 1), (10, 10), (6, 2)])
@pytest.mark.parametrize("how", LOST[1:])
def test_lost_is_lost_by_the_verdict_alone(
    faces: tuple[int, int], way: str, how: dict[str, object]
) -> None:
    """Against 6, against 9, or impossible: the same verdict, the same prices, the same bytes."""
    one = judged_by_verdict(LOST[0], faces, way, HouseRules())
    assert shown(one) == shown(judged_by_verdict(how, faces, way, HouseRules()))


@pytest.mark.parametrize("way", ["standing", "settled"])
@pytest.mark.parametrize("how", WON[1:])
def test_won_is_won_by_the_verdict_alone(way: str, how: dict[str, object]) -> None:
    one = judged_by_verdict(WON[0], (10, 10), way, HouseRules())
    assert shown(one) == shown(judged_by_verdict(how, (10, 10), way, HouseRules()))


def test_an_impossible_roll_is_lost_again_with_new_dice() -> None:
    """Whoever is told the verdict is told it of the reroll too."""
    table = hungry(HouseRules())
    done = table.room.act("ann", i.Roll, (6, 2), character=table.iris, pool=2)
    table.room.act("storyteller", i.JudgeRoll, roll=done.created, told="verdict", impossible=True)
    again = table.room.act("ann", i.Reroll, (10,), roll=done.created, regular_indices=(0,))
    (told,) = [event for event in again.seen("bob") if isinstance(event, e.RollJudged)]
    assert (told.is_won, told.is_impossible) == (False, False)
