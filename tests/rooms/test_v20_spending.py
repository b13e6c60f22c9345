"""Blood and Willpower in a V20 room: what points buy, what bounds them, and drinking."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.views import TrackView
from protocol.words import EffectKind
from tests.support.rooms import V20, Table


def a_room(**sheet: object) -> tuple[Table, str]:
    room = Table(V20)
    return room, room.v20_vampire("ann", "Iris", **sheet)


def hurt(room: Table, iris: str, kind: str, amount: int) -> None:
    room.act(
        "ann", i.DealDamage, character=iris, track="health", kind=kind, amount=amount, halve=False
    )


# --- blood ---------------------------------------------------------------------------------------


def test_blood_is_spent() -> None:
    """C7: the cause, and the pool after it."""
    room, iris = a_room()
    done = room.act(
        "ann", i.SpendBlood, character=iris, use="discipline", points=2, note="Celerity"
    )
    assert done.kinds == ["blood_spent", "tracker_changed"]
    spent = done.only(e.BloodSpent)
    assert (spent.points, spent.use, spent.turn, spent.note) == (2, "discipline", None, "Celerity")
    assert done.tracker("blood_pool") == 8


def test_a_turn_has_its_bound() -> None:
    """C7: by Generation, over all that is spent in the turn; the next turn has its own."""
    room, iris = a_room(sheet={"generation": 9})
    other = {"character": iris, "use": "other"}
    room.act("storyteller", i.BeginClock, clock="turn")
    room.act("ann", i.SpendBlood, **other)
    room.act("ann", i.SpendBlood, **other)
    refusal = room.refuse("ann", i.SpendBlood, Code.BLOOD_PER_TURN, "points", **other)
    assert refusal.accepted == "0 to 0 more points in this turn"
    room.act("storyteller", i.BeginClock, clock="turn")
    room.refuse("ann", i.SpendBlood, Code.BLOOD_PER_TURN, points=3, **other)
    assert room.act("ann", i.SpendBlood, points=2, **other).only(e.BloodSpent).turn == 2
    room.act("storyteller", i.EndClock, clock="turn")
    room.act("ann", i.SpendBlood, points=5, **other)


def test_what_was_spent_in_secret_refuses_nobody_else() -> None:
    """C3, C7: a refusal would tell that a change of the pool was spending; Storytellers know."""
    room, iris = a_room()
    other = {"character": iris, "use": "other"}
    room.act("storyteller", i.BeginClock, clock="turn")
    room.act("storyteller", i.SpendBlood, visibility="secret", **other)
    room.refuse("storyteller", i.SpendBlood, Code.BLOOD_PER_TURN, **other)
    room.act("ann", i.SpendBlood, **other)
    room.refuse("ann", i.SpendBlood, Code.BLOOD_PER_TURN, **other)
    pool = {"character": iris, "pool": 1, "willpower": True}
    room.act("storyteller", i.RollV20, (6,), visibility="secret", **pool)
    room.act("ann", i.RollV20, (6,), visibility="blind", **pool)
    room.refuse("ann", i.RollV20, Code.WILLPOWER_USED, **pool)


def test_what_is_not_there_is_not_spent() -> None:
    """C7: nor the part of thin blood that is not usable."""
    room, iris = a_room(blood=1)
    other = {"use": "other", "points": 2}
    room.refuse("ann", i.SpendBlood, Code.NO_BLOOD, "points", character=iris, **other)
    thin = room.v20_vampire("ann", "Thin", sheet={"generation": 15}, blood=5)
    refusal = room.refuse("ann", i.SpendBlood, Code.NO_BLOOD, character=thin, **other)
    assert refusal.accepted == "0 to 1 points"


def test_blood_strengthens_the_body_for_a_scene() -> None:
    """C7: a die for each point, to pools with that Attribute, until the scene ends."""
    room, iris = a_room(traits={"Strength": 3, "Brawl": 1})
    room.act("storyteller", i.BeginClock, clock="scene")
    done = room.act(
        "ann", i.SpendBlood, character=iris, use="attribute", attribute="strength", points=2
    )
    assert done.kinds == ["blood_spent", "tracker_changed", "effect_begun"]
    effect = done.only(e.EffectBegun).effect
    assert (effect.kind, effect.bonus, effect.traits, effect.until) == (
        EffectKind.BOOST, 2, ("strength",), "scene",
    )  # fmt: skip
    for kind in ("action", "damage"):
        room.act("ann", i.RollV20, (6,) * 5, character=iris, traits=("Strength",), kind=kind)
    ended = room.act("storyteller", i.EndClock, clock="scene")
    assert "effect_ended" in ended.kinds
    room.act("ann", i.RollV20, (6,) * 3, character=iris, traits=("Strength",))


def test_the_body_is_strengthened_only_so_far() -> None:
    """C7: one beyond the trait maximum of the Generation, what was raised before counted in."""
    room, iris = a_room(traits={"Stamina": 4})
    raising = {"character": iris, "use": "attribute", "attribute": "stamina"}
    room.refuse("ann", i.SpendBlood, Code.ATTRIBUTE_FULL, "attribute", points=3, **raising)
    room.act("ann", i.SpendBlood, points=2, **raising)
    room.refuse("ann", i.SpendBlood, Code.ATTRIBUTE_FULL, **raising)


def test_blood_heals() -> None:
    """C6: a point for each level of bashing or lethal."""
    room, iris = a_room()
    hurt(room, iris, "lethal", 3)
    healing = {"character": iris, "use": "heal", "kind": "lethal"}
    done = room.act("ann", i.SpendBlood, levels=2, **healing)
    spent = done.only(e.BloodSpent)
    assert (spent.points, spent.kind, spent.levels) == (2, "lethal", 2)
    assert done.tracker("health") == TrackView(boxes=7, lethal=1, level="bruised")
    assert done.tracker("blood_pool") == 8
    room.refuse("ann", i.SpendBlood, Code.NOTHING_TO_HEAL, "levels", levels=2, **healing)


def test_aggravated_damage_takes_a_days_rest() -> None:
    """C6: five points a level, and Willpower for each level after the first; no turn bounds it."""
    room, iris = a_room(sheet={"generation": 8})
    hurt(room, iris, "aggravated", 2)
    room.act("storyteller", i.BeginClock, clock="turn")
    healing = {"character": iris, "use": "heal", "kind": "aggravated", "levels": 2}
    room.refuse("ann", i.SpendBlood, Code.INVALID, "resting", **healing)
    done = room.act("ann", i.SpendBlood, resting=True, **healing)
    spent = done.only(e.BloodSpent)
    assert (spent.points, spent.willpower, spent.turn) == (10, 1, None)
    assert done.tracker("willpower") == TrackView(boxes=5, current=4)
    assert done.tracker("health") == TrackView(boxes=7)


def test_a_mortal_heals_by_time() -> None:
    """C6: and spends no blood at all."""
    room, iris = a_room(kind="mortal")
    hurt(room, iris, "lethal", 1)
    room.refuse("ann", i.SpendBlood, Code.HEALS_BY_TIME, character=iris, use="heal", kind="lethal")
    room.refuse("ann", i.SpendBlood, Code.INVALID, "character", character=iris, use="other")


def test_waking_takes_a_point_and_gives_willpower() -> None:
    """C3, C7: one Willpower comes back in the evening, not beyond the rating."""
    room, iris = a_room()
    room.act("ann", i.SpendWillpower, character=iris, use="other")
    done = room.act("ann", i.SpendBlood, character=iris, use="wake")
    assert done.tracker("blood_pool") == 9
    assert done.tracker("willpower") == TrackView(boxes=5, current=5)
    again = room.act("ann", i.SpendBlood, character=iris, use="wake")
    assert again.kinds == ["blood_spent", "tracker_changed"]


def test_who_has_nothing_to_wake_with_falls_into_torpor() -> None:
    """C7: known to those who may see the pool."""
    room, iris = a_room(blood=0)
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="blood_pool", audience="owner"
    )
    done = room.act("ann", i.SpendBlood, character=iris, use="wake")
    assert done.kinds == ["effect_begun"]
    assert done.only(e.EffectBegun).effect.kind is EffectKind.TORPOR
    assert done.seen_by(e.EffectBegun) == {"storyteller", "ann"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"use": "attribute"}, "attribute"),
        ({"use": "heal"}, "kind"),
        ({"use": "heal", "kind": "lethal", "points": 2}, "points"),
        ({"use": "wake", "points": 2}, "points"),
        ({"use": "other", "attribute": "strength"}, "attribute"),
        ({"use": "discipline", "levels": 2}, "levels"),
        ({"use": "attribute", "attribute": "strength", "resting": True}, "resting"),
    ],
)
def test_what_does_not_go_together(fields: dict[str, object], field: str) -> None:
    """Each use is told what it needs, and nothing else."""
    room, iris = a_room()
    refusal = room.refuse("ann", i.SpendBlood, Code.INVALID, field, character=iris, **fields)
    assert refusal.accepted


def test_who_may_not_see_the_pool_does_not_spend_from_it() -> None:
    """A refusal would tell what is in it."""
    room, iris = a_room()
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="blood_pool",
        audience="storytellers",
    )  # fmt: skip
    room.refuse("ann", i.SpendBlood, Code.FORBIDDEN, character=iris, use="other")
    room.refuse("ann", i.DrinkBlood, Code.FORBIDDEN, character=iris, points=1)


# --- drinking ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "before", "harm"),
    [(2, 0, "none"), (3, 0, "harmful"), (1, 5, "hospital"), (10, 0, "death"), (1, 9, "death")],
)
def test_drinking_from_a_human_does_harm(points: int, before: int, harm: str) -> None:
    """C7: by all that was drunk of that human."""
    room, iris = a_room(blood=0)
    done = room.act("ann", i.DrinkBlood, character=iris, points=points, drunk_before=before)
    assert done.only(e.BloodDrunk).harm == harm
    assert done.tracker("blood_pool") == points


def test_what_finds_no_room_is_wasted() -> None:
    """C7: a pool holds what it holds."""
    room, iris = a_room(blood=8)
    for source in ("human", "other"):
        done = room.act("ann", i.DrinkBlood, character=iris, points=5, source=source)
        drunk = done.only(e.BloodDrunk)
        assert drunk.gained == (2 if source == "human" else 0)
    assert "tracker_changed" not in done.kinds


@pytest.mark.parametrize(("source", "points"), [("human", 10), ("other", 50)])
def test_a_pool_without_an_end_shows_99(source: str, points: int) -> None:
    """C7: the third Generation has no number; what a tracker takes by hand is what it can hold."""
    room, iris = a_room(blood=95, sheet={"generation": 3})
    done = room.act("ann", i.DrinkBlood, character=iris, points=points, source=source)
    assert done.tracker("blood_pool") == 99
    assert done.only(e.BloodDrunk).gained == 4


def test_what_was_drunk_before_is_of_a_human() -> None:
    room, iris = a_room(blood=1)
    room.refuse(
        "ann", i.DrinkBlood, Code.INVALID, "drunk_before", character=iris, points=1,
        source="other", drunk_before=1,
    )  # fmt: skip


def test_a_human_has_ten_points() -> None:
    """C7: another source is not counted."""
    room, iris = a_room(blood=0, sheet={"generation": 4})
    refusal = room.refuse(
        "ann", i.DrinkBlood, Code.NOT_SO_MUCH_BLOOD, "points", character=iris, points=4,
        drunk_before=7,
    )  # fmt: skip
    assert refusal.accepted == "0 to 3 points"
    done = room.act("ann", i.DrinkBlood, character=iris, points=30, source="other")
    assert done.tracker("blood_pool") == 30


# --- Willpower -----------------------------------------------------------------------------------


@pytest.mark.parametrize("use", ["hold_derangement", "other"])
def test_willpower_is_spent(use: str) -> None:
    """C3, C8.5: a point at a time, and none at 0."""
    room, iris = a_room(willpower=1)
    done = room.act("ann", i.SpendWillpower, character=iris, use=use)
    assert done.kinds == ["willpower_spent", "tracker_changed"]
    assert done.tracker("willpower") == TrackView(boxes=1, current=0)
    room.refuse("ann", i.SpendWillpower, Code.WILLPOWER_SPENT, "character", character=iris, use=use)


def test_willpower_ignores_wounds_for_a_turn() -> None:
    """C3: an effect until the turn ends, and an item of the receipt."""
    room, iris = a_room(traits={"Dexterity": 3})
    hurt(room, iris, "lethal", 4)
    room.act("storyteller", i.BeginClock, clock="turn")
    done = room.act("ann", i.SpendWillpower, character=iris, use="ignore_wounds")
    assert done.only(e.EffectBegun).effect.until == "turn"
    room.refuse(
        "ann", i.SpendWillpower, Code.NOTHING_TO_DO, "use", character=iris, use="ignore_wounds"
    )
    pool = {"character": iris, "traits": ("Dexterity",)}
    receipt = room.act("ann", i.RollV20, (6, 6, 6), **pool).only(e.RollResolved).receipt
    assert ("wounds: ignored with Willpower", 0) in [(x.label, x.dice) for x in receipt.items]  # type: ignore[union-attr]
    room.act("storyteller", i.EndClock, clock="turn")
    room.act("ann", i.RollV20, (6,), **pool)


def test_a_success_is_bought_with_its_roll() -> None:
    """C3: nothing else knows what it is added to."""
    room, iris = a_room()
    room.refuse(
        "ann", i.SpendWillpower, Code.INVALID, "use", character=iris, use="automatic_success"
    )


def test_what_a_storyteller_spends_in_secret_shows_as_far_as_its_tracker() -> None:
    """The cause stays secret, the value does not."""
    room, iris = a_room()
    for kind, use in ((i.SpendWillpower, "other"), (i.SpendBlood, "other")):
        done = room.act("storyteller", kind, character=iris, use=use, visibility="secret")
        cause = e.WillpowerSpent if kind is i.SpendWillpower else e.BloodSpent
        assert done.seen_by(cause) == {"storyteller"}
        assert "bob" in done.seen_by(e.TrackerChanged)
