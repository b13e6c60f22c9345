"""When a roll settles, and what opens then."""

from collections.abc import Sequence

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.words import Preset
from tests.support.rooms import Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def rolled(
    room: Table,
    character: CharacterId,
    faces: Sequence[int],
    difficulty: int | None = None,
    **fields: object,
) -> Done:
    return room.act(
        "ann", i.Roll, faces, character=character, pool=len(faces), difficulty=difficulty, **fields
    )


def test_consequences_open_only_when_the_roll_is_settled() -> None:
    """A messy critical has no price while it may still be rerolled; then the Storyteller's menu."""
    room = Table()
    iris = room.vampire("ann", hunger=2)
    messy = rolled(room, iris, (10, 5, 7, 2, 10, 1), 4)
    assert messy.only(e.RollResolved).is_standing
    assert messy.all(e.ProposalOpened) == []
    done = room.act("ann", i.SettleRoll, roll=messy.created)
    assert done.kinds == ["roll_settled", "proposal_opened"]
    proposal = done.only(e.ProposalOpened).proposal
    assert (proposal.kind, proposal.character, proposal.roll) == (
        "messy_critical", iris, messy.created,
    )  # fmt: skip
    assert proposal.options == (
        "stains", "masquerade_breach", "lose_advantage_dot", "compulsion", "test_fails",
    )  # fmt: skip
    assert done.seen_by(e.ProposalOpened) == EVERYONE


def test_the_next_roll_of_the_character_settles_the_one_before() -> None:
    """Its consequences open just before the new dice are shown."""
    room = Table()
    iris = room.vampire("ann", hunger=3)
    bestial = rolled(room, iris, (4, 3, 6, 1, 2), 2)
    done = rolled(room, iris, (6,))
    assert done.kinds == ["roll_settled", "proposal_opened", "proposal_opened", "roll_resolved"]
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == [
        "bestial_failure", "win_at_cost",
    ]  # fmt: skip
    assert done.all(e.ProposalOpened)[0].proposal.options == (
        "compulsion", "lose_advantage_dot", "aggravated_health", "hunger",
    )  # fmt: skip
    assert done.only(e.RollSettled).roll == bestial.created


@pytest.mark.parametrize(
    ("kind", "fields", "faces"),
    [
        (i.Rouse, {}, (6,)),
        (i.TestFrenzy, {"kind": "fury", "difficulty": 1}, (6,) * 6),
        (i.TestRemorse, {}, (6, 6)),
    ],
)
def test_every_kind_of_roll_settles_the_one_before(
    kind: type[i.Intent], fields: dict[str, object], faces: tuple[int, ...]
) -> None:
    """Not pools alone."""
    room = Table()
    iris = room.vampire("ann")
    room.act("ann", i.AddStains, character=iris, amount=1)
    rolled(room, iris, (6,))
    done = room.act("ann", kind, faces, character=iris, **fields)
    assert done.kinds[0] == "roll_settled"


def test_another_characters_roll_settles_nothing() -> None:
    """Nor does a roll without a character, by whomever."""
    room = Table()
    iris = room.vampire("ann")
    rolled(room, iris, (6,))
    room.act("ann", i.Roll, (6,), character=room.vampire("ann"), pool=1)
    room.act("ann", i.Roll, (6,), pool=1)
    assert len(room.state.standing) == 2


def test_what_only_some_may_see_settles_no_roll_in_front_of_others() -> None:
    """A secret roll leaves a public one standing; a public one settles the secret one in secret."""
    room = Table()
    iris = room.vampire("ann")
    shown = rolled(room, iris, (6,)).created
    for visibility in ("secret", "private"):
        done = room.act("storyteller", i.Roll, (6,), character=iris, pool=1, visibility=visibility)
        assert all(event.roll != shown for event in done.all(e.RollSettled))
    done = rolled(room, iris, (7,))
    for who in EVERYONE:
        seen = {event.roll for event in done.seen(who) if isinstance(event, e.RollSettled)}
        assert len(seen) == {"storyteller": 2, "ann": 2}.get(who, 1)


def test_a_blind_roll_settles_what_all_could_see() -> None:
    """Everybody learns that it was made, so everybody may see what it settles."""
    room = Table()
    iris = room.vampire("ann")
    rolled(room, iris, (6,))
    done = rolled(room, iris, (6,), visibility="blind")
    assert done.kinds == ["roll_settled", "blind_roll_made", "roll_resolved"]
    assert done.seen_by(e.RollSettled) == EVERYONE


@pytest.mark.parametrize(
    ("faces", "hunger", "difficulty", "kinds"),
    [
        ((6, 2), 0, 2, ["win_at_cost"]),
        ((2, 2), 0, 2, []),  # a total failure is no win at any cost
        ((6, 1), 1, 2, ["bestial_failure", "win_at_cost"]),
        ((2, 1), 1, 2, ["bestial_failure"]),
        ((6, 6), 1, 2, []),
        ((10, 10), 0, 2, []),
        ((10, 10), 1, 2, ["messy_critical"]),
        ((10, 1), 1, None, []),
    ],
)
def test_what_a_settled_roll_asks_of_the_storyteller(
    faces: tuple[int, ...], hunger: int, difficulty: int | None, kinds: list[str]
) -> None:
    """A price for messy and bestial, a win at a cost for a failure that is not total."""
    room = Table()
    iris = room.vampire("ann", hunger=hunger)
    roll = rolled(room, iris, faces, difficulty).created
    done = room.act("ann", i.SettleRoll, roll=roll)
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == kinds


def test_core_rolling_asks_one_complication_and_offers_no_win_at_a_cost() -> None:
    """B: the menu is one, and a messy critical never fails."""
    room = Table(HouseRules(preset=Preset.V5_CORE_ROLLING))
    iris = room.vampire("ann", hunger=1)
    for faces, difficulty, options in (
        ((2, 1), 2, [("complication",)]),
        ((6, 2), 2, []),
        ((10, 10), 1, [("stains", "masquerade_breach", "lose_advantage_dot", "compulsion")]),
    ):
        roll = rolled(room, iris, faces, difficulty).created
        done = room.act("ann", i.SettleRoll, roll=roll)
        assert [p.proposal.options for p in done.all(e.ProposalOpened)] == options


def test_a_roll_without_a_regular_die_settles_at_once() -> None:
    """Nothing of it can be rerolled, so its price opens with it."""
    room = Table()
    iris = room.vampire("ann", hunger=5)
    done = rolled(room, iris, (10, 10), 2)
    assert done.kinds == ["roll_resolved", "proposal_opened"]
    room.refuse("ann", i.SettleRoll, Code.REROLL_USED, "roll", roll=done.created)


def test_the_end_of_a_session_settles_everything() -> None:
    """Whoever rolled it, for whoever saw it."""
    room = Table()
    iris, rival = room.vampire("ann", hunger=1), room.vampire("bob")
    rolled(room, iris, (6, 1), 2)
    room.act("bob", i.Roll, (6,), character=rival, pool=1, visibility="private")
    room.act("storyteller", i.StartSession)
    done = room.act("storyteller", i.EndSession)
    assert room.state.standing == {}
    assert len(done.all(e.RollSettled)) == 2
    assert len(done.all(e.ProposalOpened)) == 2
