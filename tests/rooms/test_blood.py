"""What the Blood does for a character: mending, waking, the Blush of Life, feeding."""

from collections.abc import Sequence

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.receipts import RouseReceipt, RousesReceipt
from protocol.views import TrackView
from protocol.words import Clock, DamageKind, EffectKind, RousePurpose, TrackerAudience, TrackName
from tests.support.rooms import Done, Table


def hurt(room: Table, character: CharacterId, superficial: int = 0, aggravated: int = 0) -> None:
    room.act(
        "storyteller", i.SetTrack, character=character, track=TrackName.HEALTH,
        superficial=superficial, aggravated=aggravated,
    )  # fmt: skip


def health(room: Table, character: CharacterId) -> tuple[int, int]:
    value = room.state.characters[character].trackers["health"]  # type: ignore[index]
    assert isinstance(value, TrackView)
    return value.superficial, value.aggravated


def hunger(room: Table, character: CharacterId) -> object:
    return room.state.characters[character].trackers["hunger"]  # type: ignore[index]


def held_by(room: Table) -> list[EffectKind]:
    return [effect.view.kind for effect in room.state.effects.values()]


def receipt(done: Done) -> object:
    return done.only(e.RollResolved).receipt


# --- mending ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "after"), [(5, 2), (6, 1)])
@pytest.mark.parametrize(("potency", "mends"), [(0, 1), (1, 1), (2, 2), (4, 3), (8, 4), (10, 5)])
def test_one_rouse_check_mends_what_the_table_says_whatever_the_die_says(
    face: int, after: int, potency: int, mends: int
) -> None:
    """A5, A4.2: the points of Blood Potency are mended; the check alone decides about Hunger."""
    room = Table()
    iris = room.vampire("ann", stamina=4, blood_potency=potency, hunger=1)
    hurt(room, iris, superficial=6)
    done = room.act("ann", i.Mend, (face,), character=iris)
    assert health(room, iris) == (6 - mends, 0)
    assert hunger(room, iris) == after
    assert done.only(e.Healed).amount == mends
    found = receipt(done)
    assert isinstance(found, RouseReceipt)
    assert (found.purpose, found.passed) == (RousePurpose.MEND, face > 5)


def test_no_more_is_mended_than_there_is() -> None:
    room = Table()
    iris = room.vampire("ann", blood_potency=4)
    hurt(room, iris, superficial=1)
    assert room.act("ann", i.Mend, (6,), character=iris).only(e.Healed).amount == 1
    room.refuse("ann", i.Mend, Code.NOTHING_TO_MEND, "character", character=iris)


def test_a_vampire_mends_once_in_a_turn_that_is_counted() -> None:
    """A10: the limit holds within a turn, ends with it, and is none while no turn is counted."""
    room = Table()
    iris = room.vampire("ann", blood_potency=1)
    hurt(room, iris, superficial=4)
    for _ in range(2):
        room.act("ann", i.Mend, (6,), character=iris)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    room.act("ann", i.Mend, (6,), character=iris)
    room.refuse("ann", i.Mend, Code.MENDED_THIS_TURN, "character", character=iris)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    room.act("ann", i.Mend, (6,), character=iris)
    assert health(room, iris) == (0, 0)


def test_a_mend_in_secret_is_told_by_no_refusal() -> None:
    """Who sees Health sees it change, and not that it was the Blood: the next mend goes on."""
    room = Table()
    iris = room.vampire("ann", blood_potency=1)
    hurt(room, iris, superficial=3)
    room.act("storyteller", i.BeginClock, clock=Clock.TURN)
    room.act("storyteller", i.Mend, (6,), character=iris, visibility="secret")
    room.refuse("storyteller", i.Mend, Code.MENDED_THIS_TURN, "character", character=iris)
    room.act("ann", i.Mend, (6,), character=iris)
    room.refuse("ann", i.Mend, Code.MENDED_THIS_TURN, "character", character=iris)


def test_three_checks_mend_one_aggravated_point_once_a_night() -> None:
    """A4.3, A4.7: the checks come one after another, and each that fails raises Hunger."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    hurt(room, iris, aggravated=2)
    room.act("storyteller", i.BeginClock, clock=Clock.NIGHT)
    done = room.act("ann", i.Mend, (2, 7, 3), character=iris, kind=DamageKind.AGGRAVATED)
    found = receipt(done)
    assert isinstance(found, RousesReceipt)
    assert (found.checks, found.failed) == (((2,), (7,), (3,)), 2)
    assert (health(room, iris), hunger(room, iris)) == ((0, 1), 3)
    again = {"character": iris, "kind": DamageKind.AGGRAVATED}
    room.refuse("ann", i.Mend, Code.MENDED_TONIGHT, "character", **again)
    room.act("storyteller", i.BeginClock, clock=Clock.NIGHT)
    room.act("ann", i.Mend, (7, 7, 7), **again)
    assert health(room, iris) == (0, 0)


@pytest.mark.parametrize("at_waking", [False, True])
def test_hunger_past_five_while_mending_is_frenzy_or_torpor(at_waking: bool) -> None:
    """A4.8: on waking it means torpor, at any other time the hunger frenzy test."""
    room = Table()
    iris = room.vampire("ann", hunger=4)
    hurt(room, iris, aggravated=1)
    done = room.act(
        "ann", i.Mend, (1, 1, 6),
        character=iris, kind=DamageKind.AGGRAVATED, at_waking=at_waking,
    )  # fmt: skip
    assert held_by(room) == ([EffectKind.TORPOR] if at_waking else [])
    tests = [p.proposal.difficulty for p in done.all(e.ProposalOpened)]
    assert tests == ([] if at_waking else [4])


@pytest.mark.parametrize(
    ("kind", "hungry", "code"),
    [("ghoul", None, Code.NO_ROUSE), ("vampire", 5, Code.HUNGER_FULL)],
)
def test_who_cannot_rouse_does_not_mend(kind: str, hungry: int | None, code: Code) -> None:
    """A4.5, A14: a refusal draws no die and changes nothing."""
    room = Table()
    sheet = {} if hungry is None else {"hunger": hungry}
    iris = room.vampire("ann", kind=kind, **sheet)
    hurt(room, iris, superficial=2)
    before = room.state
    room.refuse("ann", i.Mend, code, character=iris)
    assert room.state == before


def test_a_hidden_mend_leaves_no_trace_but_the_values_that_are_seen() -> None:
    """Who sees Health sees it change at once, and nothing of the roll behind it."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    hurt(room, iris, superficial=2)
    done = room.act("storyteller", i.Mend, (6,), character=iris, visibility="secret")
    assert [type(event) for event in done.seen("bob")] == [e.TrackerChanged]


def test_entered_faces_are_as_many_as_the_checks() -> None:
    room = Table(HouseRules(entered_dice=True))
    iris = room.vampire("ann", hunger=1)
    hurt(room, iris, aggravated=1)
    asked = {"character": iris, "kind": DamageKind.AGGRAVATED}
    one = EnteredFaces(rouse=(6,))
    refusal = room.refuse("ann", i.Mend, Code.BAD_FACES, "entered.rouse", **asked, entered=one)
    assert refusal.accepted == "exactly 3 faces of 1 to 10"
    room.act("ann", i.Mend, **asked, entered=EnteredFaces(rouse=(6, 7, 8)))
    assert health(room, iris) == (0, 0)


# --- waking and the Blush of Life ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "face", "after", "held"),
    [
        (1, 6, 1, []),
        (1, 5, 2, []),
        (4, 1, 5, []),
        (5, 6, 5, []),
        (5, 5, 5, [EffectKind.TORPOR]),
    ],
)
def test_waking_costs_a_check_and_at_hunger_five_a_failure_is_torpor(
    before: int, face: int, after: int, held: Sequence[EffectKind]
) -> None:
    """A4.3, A4.8: nobody may decline to wake, and no frenzy test follows a failure."""
    room = Table()
    iris = room.vampire("ann", hunger=before)
    done = room.act("ann", i.Wake, (face,), character=iris)
    assert (hunger(room, iris), held_by(room)) == (after, list(held))
    assert not done.all(e.ProposalOpened)


@pytest.mark.parametrize(("humanity", "dice"), [(8, 2), (7, 1), (3, 1)])
def test_a_blush_is_paid_by_humanity_and_ends_with_the_scene(humanity: int, dice: int) -> None:
    """A8: at Humanity 8 the better of two dice counts."""
    room = Table()
    iris = room.vampire("ann", humanity=humanity, hunger=1)
    room.act("storyteller", i.BeginClock, clock=Clock.SCENE)
    room.act("ann", i.Blush, (2, 9)[:dice], character=iris)
    assert hunger(room, iris) == (1 if dice == 2 else 2)
    assert held_by(room) == [EffectKind.BLUSH]
    room.act("storyteller", i.EndClock, clock=Clock.SCENE)
    assert held_by(room) == []


def test_a_blush_is_over_on_waking() -> None:
    """V49: it never outlives the night."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    room.act("ann", i.Blush, (6,), character=iris)
    room.act("ann", i.Wake, (6,), character=iris)
    assert held_by(room) == []


@pytest.mark.parametrize("sheet", [{"humanity": 9}, {"humanity": 10}, {"kind": "thin_blood"}])
def test_who_looks_alive_needs_no_blush(sheet: dict[str, object]) -> None:
    """A8, V49."""
    room = Table()
    iris = room.vampire("ann", **sheet)
    room.refuse("ann", i.Blush, Code.NOTHING_TO_DO, "character", character=iris)


# --- feeding ------------------------------------------------------------------------------------

FEEDINGS = [
    # source, Blood Potency, Hunger before, amount, Hunger after
    ("blood_bag", 1, 4, None, 3),
    ("blood_bag", 2, 4, None, 4),
    ("large_animal", 2, 4, None, 3),
    ("small_animal", 3, 4, None, 4),
    ("human_sip", 1, 4, None, 3),
    ("human_drink", 1, 4, None, 2),
    ("human_drink", 4, 4, None, 3),
    ("human_harmful", 1, 5, None, 1),
    ("human_harmful", 1, 5, 3, 2),
    ("human_harmful", 5, 5, None, 2),
    ("human_kill", 1, 5, None, 0),
    ("human_kill", 10, 3, None, 0),
]


@pytest.mark.parametrize(("source", "potency", "before", "amount", "after"), FEEDINGS)
def test_blood_slakes_what_it_is_worth(
    source: str, potency: int, before: int, amount: int | None, after: int
) -> None:
    """A5, A6, V47: by source and Blood Potency, and to 0 by a kill alone."""
    room = Table()
    iris = room.vampire("ann", blood_potency=potency, hunger=before)
    done = room.act("ann", i.Feed, character=iris, source=source, amount=amount)
    assert hunger(room, iris) == after
    assert done.only(e.Fed).slaked == before - after


def test_feeding_ends_the_resonance_of_the_last_blood() -> None:
    """A7."""
    room = Table()
    iris = room.vampire("ann", hunger=3)
    room.act("storyteller", i.BeginEffect, character=iris, kind="resonance", name="Choleric")
    room.act("ann", i.Feed, character=iris, source="human_sip")
    assert held_by(room) == []


@pytest.mark.parametrize(
    ("faces", "known", "held"),
    [
        ((5, 1), None, []),
        ((8, 1), None, []),
        ((9, 8, 7), None, ["Choleric, intense"]),
        ((10, 9, 10), None, ["Sanguine, acute"]),
        ((9, 8), "animal", ["Animal, intense"]),
    ],
)
def test_a_strong_mood_stays_in_the_blood(
    faces: tuple[int, ...], known: str | None, held: list[str]
) -> None:
    """A7: one die, or two after a 9 or 10; then the mood, unless the source tells it."""
    room = Table()
    room.act("ann", i.RollResonance, faces, character=room.vampire("ann"), resonance=known)
    assert [effect.view.name for effect in room.state.effects.values()] == held


def test_a_resonance_adds_a_die_to_pools_with_its_disciplines() -> None:
    """A7: choleric blood helps Celerity and Potence, and nothing else."""
    room = Table()
    iris = room.vampire("ann", hunger=0, traits={"wits": 2, "Potence": 2, "Auspex": 2})
    room.act("ann", i.RollResonance, (9, 1, 7), character=iris)
    helped = room.act("ann", i.Roll, (6,) * 5, character=iris, traits=("Wits", "Potence"))
    plain = room.act("ann", i.Roll, (6,) * 4, character=iris, traits=("Wits", "Auspex"))
    sizes = [len(done.only(e.RollResolved).receipt.dice) for done in (helped, plain)]  # type: ignore[union-attr]
    assert sizes == [5, 4]


def test_more_than_the_source_gives_is_refused() -> None:
    room = Table()
    iris = room.vampire("ann", hunger=4)
    room.refuse(
        "ann", i.Feed, Code.BAD_AMOUNT, "amount", character=iris, source="human_sip", amount=2
    )


def test_mortals_do_not_feed() -> None:
    room = Table()
    ana = room.vampire("ann", kind="mortal")
    room.refuse("ann", i.Feed, Code.NO_ROUSE, "character", character=ana, source="blood_bag")


# --- effects ------------------------------------------------------------------------------------


def test_what_lasts_until_a_clock_ends_with_it_and_with_what_holds_that_clock() -> None:
    """The end of a night ends its scene, and the scene its turn, with all that lasted till then."""
    room = Table()
    iris = room.vampire("ann")
    for clock in (Clock.NIGHT, Clock.SCENE, Clock.TURN):
        room.act("storyteller", i.BeginClock, clock=clock)
        room.act(
            "storyteller", i.BeginEffect,
            character=iris, kind="other", name=f"Till the {clock} ends", until=clock,
        )  # fmt: skip
    room.act("storyteller", i.BeginEffect, character=iris, kind="injury", name="A lost eye")
    done = room.act("storyteller", i.EndClock, clock=Clock.NIGHT)
    assert [event.clock for event in done.all(e.ClockEnded)] == ["turn", "scene", "night"]
    assert held_by(room) == [EffectKind.INJURY]


def test_a_torpor_that_would_tell_of_hunger_is_for_those_who_see_hunger() -> None:
    room = Table(HouseRules(tracker_audience=TrackerAudience.OWNER))
    iris = room.vampire("ann", hunger=5)
    done = room.act("ann", i.Wake, (1,), character=iris)
    assert [type(event) for event in done.seen("bob")] == [e.RollResolved]
    assert e.EffectBegun in [type(event) for event in done.seen("ann")]


def test_effects_that_are_known_are_bounded() -> None:
    room = Table()
    iris = room.vampire("ann")
    more = {"character": iris, "kind": "other", "name": "Shaken"}
    for _ in range(20):
        room.act("storyteller", i.BeginEffect, **more, visibility="secret")
    room.refuse("storyteller", i.BeginEffect, Code.LIMIT_REACHED, "character", **more)


def test_what_held_a_character_goes_with_it() -> None:
    room = Table()
    iris = room.vampire("ann")
    room.act("storyteller", i.BeginEffect, character=iris, kind="other", name="Shaken")
    room.act("storyteller", i.RemoveCharacter, character=iris)
    assert room.state.effects == {}


# --- an end tells nothing of what ended it -------------------------------------------------------


@pytest.mark.parametrize("audience", [TrackerAudience.OWNER, TrackerAudience.STORYTELLERS])
def test_the_end_of_a_hunger_frenzy_tells_nobody_of_a_hunger_that_is_not_seen(
    audience: TrackerAudience,
) -> None:
    """Everybody sees the frenzy and not Hunger: the Storyteller says when it is over."""
    room = Table(HouseRules(tracker_audience=audience))
    iris = room.vampire("ann", hunger=2)
    room.act("storyteller", i.RideWave, character=iris, kind="hunger")
    done = room.act("storyteller", i.Feed, character=iris, source="human_kill")
    assert done.seen("bob") == []
    assert held_by(room) == [EffectKind.FRENZY]


def test_a_drink_in_secret_is_told_by_no_end_of_a_resonance() -> None:
    room = Table()
    iris = room.vampire("ann", hunger=1)
    room.act("storyteller", i.BeginEffect, character=iris, kind="resonance", name="Choleric")
    done = room.act("storyteller", i.Feed, character=iris, source="human_sip", visibility="secret")
    assert done.seen("bob") == []
    assert held_by(room) == [EffectKind.RESONANCE]


def test_a_blush_in_secret_does_not_end_the_one_that_everybody_sees() -> None:
    room = Table()
    iris = room.vampire("ann", hunger=1)
    room.act("ann", i.Blush, (6,), character=iris)
    done = room.act("storyteller", i.Blush, (6,), character=iris, visibility="secret")
    assert done.seen("bob") == []


def test_hunger_put_by_hand_ends_what_hunger_ends() -> None:
    """A7, A12.5: whichever way Hunger came to be what it is."""
    room = Table()
    iris = room.vampire("ann", hunger=3)
    room.act("ann", i.RideWave, character=iris, kind="hunger")
    room.act("storyteller", i.BeginEffect, character=iris, kind="resonance", name="Choleric")
    room.act("storyteller", i.SetTracker, character=iris, tracker="hunger", value=5)
    assert held_by(room) == [EffectKind.FRENZY]
    room.act("storyteller", i.SetTracker, character=iris, tracker="hunger", value=1)
    assert held_by(room) == []


def test_a_rouse_to_hunger_five_ends_the_resonance() -> None:
    """A7."""
    room = Table()
    iris = room.vampire("ann", hunger=4)
    room.act("storyteller", i.BeginEffect, character=iris, kind="resonance", name="Choleric")
    room.act("ann", i.Rouse, (1,), character=iris)
    assert held_by(room) == []


def test_a_second_torpor_takes_the_place_of_the_first() -> None:
    room = Table()
    iris = room.vampire("ann", hunger=5)
    for _ in range(3):
        room.act("ann", i.Wake, (1,), character=iris)
    assert held_by(room) == [EffectKind.TORPOR]
