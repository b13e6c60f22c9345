"""Willpower rerolls: what they change, what they cost, and who may make them."""

from collections.abc import Sequence

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.views import TrackView
from protocol.words import DamageKind, Outcome, Preset, Role, TrackName
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


def willpower(room: Table, character: CharacterId) -> TrackView:
    value = room.state.characters[character].trackers["willpower"]  # type: ignore[index]
    assert isinstance(value, TrackView)
    return value


def hurt_willpower(room: Table, character: CharacterId, kind: DamageKind, amount: int) -> None:
    room.act(
        "storyteller", i.DealDamage,
        character=character, track=TrackName.WILLPOWER, kind=kind, amount=amount,
    )  # fmt: skip


# --- the reroll ---------------------------------------------------------------------------------


def test_the_old_faces_count_no_more_and_stay_in_the_record() -> None:
    """V31: [10, 7] rerolled to [2, 3] is no success."""
    room = Table()
    iris = room.vampire("ann")
    roll = rolled(room, iris, (10, 7), 1).created
    done = room.act("ann", i.Reroll, (2, 3), roll=roll, regular_indices=(0, 1))
    after = done.only(e.RollRerolled)
    assert (after.receipt.successes, after.receipt.outcome) == (0, Outcome.TOTAL_FAILURE)
    assert [(d.face, d.replaced) for d in after.receipt.dice] == [(2, 10), (3, 7)]
    assert sum(d.adds for d in after.receipt.dice) == 0


def test_the_difficulty_and_the_parts_stay_as_they_were() -> None:
    """V33, G7: [6, 7, 2, 3] at 4, two rerolled to [8, 1], is three against four."""
    room = Table()
    iris = room.vampire("ann")
    roll = room.act(
        "ann", i.Roll, (6, 7, 2, 3), character=iris, pool=3, difficulty=4,
        modifiers=(i.PoolModifier("specialty", 1),),
    )  # fmt: skip
    done = room.act("ann", i.Reroll, (8, 1), roll=roll.created, regular_indices=(2, 3))
    after = done.only(e.RollRerolled).receipt
    assert (after.successes, after.difficulty, after.margin) == (3, 4, -1)
    assert after.outcome is Outcome.FAILURE
    assert after.items == roll.only(e.RollResolved).receipt.items  # type: ignore[union-attr]


def test_willpower_is_marked_before_the_new_dice_fall() -> None:
    """One Superficial box, told to whoever sees Willpower; the reroll to whoever saw the roll."""
    room = Table(people={"storyteller": Role.STORYTELLER, "ann": Role.PLAYER, "bob": Role.PLAYER})
    iris = room.vampire("ann")
    roll = rolled(room, iris, (2, 7), 2, visibility="private").created
    done = room.act("ann", i.Reroll, (6,), roll=roll, regular_indices=(0,))
    assert done.kinds == ["tracker_changed", "roll_rerolled"]
    assert done.tracker("willpower") == TrackView(4, 1)
    assert done.seen_by(e.TrackerChanged) == {"storyteller", "ann", "bob"}
    assert done.seen_by(e.RollRerolled) == {"storyteller", "ann"}
    assert room.state.standing == {}


def test_a_reroll_can_make_and_break_a_critical_also_a_messy_one() -> None:
    """[f,f,f,10] and Hunger [s,10] at 5: messy; the 10 and two f rerolled to [f,s,s]: failure."""
    room = Table()
    iris = room.vampire("ann", hunger=2)
    messy = rolled(room, iris, (2, 3, 4, 10, 7, 10), 5)
    assert messy.only(e.RollResolved).receipt.outcome is Outcome.MESSY_CRITICAL  # type: ignore[union-attr]
    done = room.act("ann", i.Reroll, (2, 6, 6), roll=messy.created, regular_indices=(3, 0, 1))
    after = done.only(e.RollRerolled).receipt
    assert (after.successes, after.pairs, after.outcome) == (4, 0, Outcome.FAILURE)
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == ["win_at_cost"]


def test_core_rolling_rerolls_failed_dice_alone_and_makes_no_critical() -> None:
    """B: choosing a success is refused; [10, 2] with the 2 rerolled to 10 stays at two."""
    room = Table(HouseRules(preset=Preset.V5_CORE_ROLLING))
    iris = room.vampire("ann")
    roll = rolled(room, iris, (10, 2), 2).created
    room.refuse("ann", i.Reroll, Code.BAD_DICE, roll=roll, regular_indices=(0,))
    done = room.act("ann", i.Reroll, (10,), roll=roll, regular_indices=(1,))
    assert done.only(e.RollRerolled).receipt.successes == 2
    assert done.only(e.RollRerolled).receipt.outcome is Outcome.SUCCESS


def test_a_roll_keeps_the_rules_it_was_made_by() -> None:
    """House rules that change in between do not reach a roll that stands."""
    room = Table()
    iris = room.vampire("ann")
    roll = rolled(room, iris, (10, 2), 5).created
    room.act("storyteller", i.SetHouseRules, house_rules=HouseRules(preset=Preset.V5_CORE_ROLLING))
    done = room.act("ann", i.Reroll, (10,), roll=roll, regular_indices=(1,))
    assert done.only(e.RollRerolled).receipt.preset is Preset.V5
    assert done.only(e.RollRerolled).receipt.successes == 4
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == ["win_at_cost"]


# --- what is refused, at no cost ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("regular", "hunger"),
    [
        ((), ()),
        ((0, 0), ()),
        ((0, 1, 2, 3), ()),
        ((4,), ()),
        ((63,), ()),
        ((0,), (0,)),
        ((), (0,)),
    ],
)
def test_dice_that_cannot_be_rerolled_cost_nothing(
    regular: tuple[int, ...], hunger: tuple[int, ...]
) -> None:
    """One to three different regular dice of the roll, never Hunger dice: V35 and step 8."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    roll = rolled(room, iris, (2, 3, 4, 5, 1), 3).created
    fields: dict[str, object] = {"hunger_indices": hunger} if hunger else {}
    if regular:
        fields["regular_indices"] = regular
    before = room.state
    refusal = room.refuse("ann", i.Reroll, Code.BAD_DICE, roll=roll, **fields)
    assert refusal.field in ("regular_indices", "hunger_indices")
    assert room.state == before
    room.act("ann", i.Reroll, (6, 6, 6), roll=roll, regular_indices=(0, 1, 2))


def test_a_roll_is_rerolled_once() -> None:
    """The second try is refused, and nothing is spent on it."""
    room = Table()
    iris = room.vampire("ann")
    roll = rolled(room, iris, (4, 3), 2).created
    room.act("ann", i.Reroll, (8, 5), roll=roll, regular_indices=(0, 1))
    room.refuse("ann", i.Reroll, Code.REROLL_USED, "roll", roll=roll, regular_indices=(0,))
    room.refuse("ann", i.SettleRoll, Code.REROLL_USED, "roll", roll=roll)
    assert willpower(room, iris) == TrackView(4, 1)


@pytest.mark.parametrize("pool_kind", ["willpower", "humanity"])
def test_pools_with_willpower_or_humanity_are_never_rerolled(pool_kind: str) -> None:
    """V35: such a roll does not stand at all."""
    room = Table()
    iris = room.vampire("ann")
    roll = rolled(room, iris, (2, 2), 1, kind=pool_kind).created
    room.refuse("ann", i.Reroll, Code.REROLL_USED, "roll", roll=roll, regular_indices=(0,))
    assert willpower(room, iris) == TrackView(4)


def test_rouse_checks_remorse_and_frenzy_are_never_rerolled() -> None:
    """They are no pools that Willpower reaches."""
    room = Table()
    iris = room.vampire("ann")
    room.act("ann", i.AddStains, character=iris, amount=1)
    made = [
        room.act("ann", i.Rouse, (1,), character=iris),
        room.act("ann", i.TestFrenzy, (1,) * 6, character=iris, kind="fury", difficulty=1),
        room.act("ann", i.TestRemorse, (1, 1), character=iris),
    ]
    for done in made:
        room.refuse(
            "ann", i.Reroll, Code.REROLL_NOT_ALLOWED, roll=done.created, regular_indices=(0,)
        )


def test_willpower_that_is_gone_cannot_be_spent() -> None:
    """All Aggravated: a roll does not even stand; lost in between: refused. Full: one box turns."""
    room = Table()
    iris = room.vampire("ann")
    hurt_willpower(room, iris, DamageKind.SUPERFICIAL, 4)
    roll = rolled(room, iris, (2, 2), 1).created
    spent = room.act("ann", i.Reroll, (3,), roll=roll, regular_indices=(0,))
    assert spent.tracker("willpower") == TrackView(4, 3, 1, is_impaired=True)
    roll = rolled(room, iris, (2, 2), 1).created
    hurt_willpower(room, iris, DamageKind.AGGRAVATED, 3)
    room.refuse("ann", i.Reroll, Code.WILLPOWER_SPENT, "roll", roll=roll, regular_indices=(0,))
    third = rolled(room, iris, (2, 2), 1)
    assert not third.only(e.RollResolved).is_standing


def test_entered_faces_of_a_reroll_are_as_many_as_its_dice() -> None:
    """And of no other kind; a refused reroll costs nothing."""
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann")
    roll = rolled(room, iris, (2, 3), 1).created
    for entered, field in (
        (EnteredFaces(rerolled=(6,)), "entered.rerolled"),
        (EnteredFaces(rerolled=(6, 6), regular=(6,)), "entered.regular"),
    ):
        room.refuse(
            "ann", i.Reroll, Code.BAD_FACES, field,
            roll=roll, regular_indices=(0, 1), entered=entered,
        )  # fmt: skip
    assert willpower(room, iris) == TrackView(4)


# --- whose roll it is ---------------------------------------------------------------------------


def test_a_roll_of_a_character_handed_over_spends_no_willpower_of_its_new_owner() -> None:
    """The object of a reroll is the character, so its former owner may not make one."""
    room = Table()
    iris = room.vampire("ann")
    roll = rolled(room, iris, (2, 3), 1).created
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    room.refuse("ann", i.Reroll, Code.FORBIDDEN, roll=roll, regular_indices=(0,))
    room.refuse("ann", i.SettleRoll, Code.FORBIDDEN, roll=roll)
    room.act("bob", i.Reroll, (6,), roll=roll, regular_indices=(0,))


def test_an_owner_may_reroll_what_a_storyteller_rolled_for_the_character() -> None:
    """It is the character's roll, whoever's hand it was."""
    room = Table()
    iris = room.vampire("ann")
    roll = room.act("storyteller", i.Roll, (2, 3), character=iris, pool=2).created
    room.refuse("bob", i.Reroll, Code.FORBIDDEN, roll=roll, regular_indices=(0,))
    room.act("ann", i.Reroll, (6,), roll=roll, regular_indices=(0,))


def test_the_new_owner_of_a_character_once_hidden_cannot_find_its_old_rolls() -> None:
    """Un-hiding opens no past: a roll shown without its character answers as somebody else's."""
    room = Table()
    sleeper = room.hidden()
    kept = room.act("storyteller", i.Roll, (2,), character=sleeper, pool=1, visibility="public")
    settled = room.act("storyteller", i.Roll, (3,), character=sleeper, pool=1, visibility="public")
    standing = room.act("storyteller", i.Roll, (2,), pool=1, visibility="public").created
    room.act("storyteller", i.UnhideCharacter, character=sleeper)
    room.act("storyteller", i.SetOwners, character=sleeper, owners=(room["ann"],))
    for roll in (kept.created, settled.created, standing):
        for kind, fields in (
            (i.Reroll, {"regular_indices": (0,)}),
            (i.SettleRoll, {}),
            (i.RevealRoll, {}),
        ):
            room.refuse("ann", kind, Code.FORBIDDEN, roll=roll, **fields)
