"""Trackers set by hand, damage, healing, Stains, and who sees which of it."""

from itertools import product

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.views import TrackView
from protocol.words import (
    CharacterKind,
    DamageKind,
    TrackerAudience,
    TrackName,
    Visibility,
)
from tests.support.rooms import Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}
OTHERS = {"bob", "guest", "bot"}
AGGRAVATED, SUPERFICIAL = DamageKind.AGGRAVATED, DamageKind.SUPERFICIAL
HEALTH, WILLPOWER = TrackName.HEALTH, TrackName.WILLPOWER


def hurt(
    room: Table,
    character: CharacterId,
    damage: DamageKind,
    amount: int,
    track: TrackName = HEALTH,
    **fields: object,
) -> Done:
    return room.act(
        "storyteller", i.DealDamage,
        character=character, track=track, kind=damage, amount=amount, **fields,
    )  # fmt: skip


def marks(room: Table, character: CharacterId, track: str = "health") -> tuple[int, int]:
    """Superficial and Aggravated marks."""
    value = room.state.characters[character].trackers[track]  # type: ignore[index]
    assert isinstance(value, TrackView)
    return value.superficial, value.aggravated


# --- damage -------------------------------------------------------------------------------------


def test_superficial_health_damage_to_a_vampire_is_halved_up_per_source() -> None:
    """1, 2, 3, 4, 5 points mark 1, 1, 2, 2, 3 boxes."""
    for amount, marked in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3)):
        room = Table()
        iris = room.vampire("ann", health_boxes=10)
        done = hurt(room, iris, SUPERFICIAL, amount)
        event = done.only(e.DamageDealt)
        assert (event.amount, event.counted, event.marked) == (amount, marked, marked)
        assert marks(room, iris) == (marked, 0)


@pytest.mark.parametrize("kind", [k for k in CharacterKind if k is not CharacterKind.VAMPIRE])
def test_nobody_else_halves(kind: CharacterKind) -> None:
    """Thin-bloods, ghouls and mortals take all of it."""
    room = Table()
    them = room.vampire("ann", kind=kind, health_boxes=10)
    hurt(room, them, SUPERFICIAL, 5)
    assert marks(room, them) == (5, 0)


def test_willpower_and_aggravated_damage_are_never_halved() -> None:
    """And Superficial Health damage is not where the sender says so."""
    room = Table()
    iris = room.vampire("ann", health_boxes=10, willpower_boxes=10)
    hurt(room, iris, SUPERFICIAL, 3, WILLPOWER)
    hurt(room, iris, AGGRAVATED, 3)
    assert (marks(room, iris, "willpower"), marks(room, iris)) == ((3, 0), (0, 3))
    hurt(room, iris, SUPERFICIAL, 3, halve=False)
    assert marks(room, iris) == (3, 3)


def test_the_worked_track_of_the_rules() -> None:
    """Five boxes: ////, X////, XX///, XXXXX, and then torpor."""
    room = Table()
    iris = room.vampire("ann", health_boxes=5)
    hurt(room, iris, SUPERFICIAL, 7)
    assert marks(room, iris) == (4, 0)
    full = hurt(room, iris, SUPERFICIAL, 3)
    assert full.tracker("health") == TrackView(5, 4, 1, is_impaired=True)
    assert (full.only(e.DamageDealt).marked, full.only(e.DamageDealt).turned_aggravated) == (1, 1)
    hurt(room, iris, AGGRAVATED, 1)
    assert marks(room, iris) == (3, 2)
    last = hurt(room, iris, SUPERFICIAL, 6)
    assert last.tracker("health") == TrackView(5, 0, 5, is_impaired=True, condition="torpor")


@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        (CharacterKind.VAMPIRE, "torpor"),
        (CharacterKind.THIN_BLOOD, "torpor"),
        (CharacterKind.GHOUL, "dead"),
        (CharacterKind.MORTAL, "dead"),
    ],
)
def test_lost_health_means_torpor_or_death_by_kind(kind: CharacterKind, condition: str) -> None:
    """And Willpower lost means neither."""
    room = Table()
    them = room.vampire("ann", kind=kind)
    assert hurt(room, them, AGGRAVATED, 5).tracker("health").condition == condition  # type: ignore[attr-defined]
    lost = hurt(room, them, AGGRAVATED, 4, WILLPOWER).tracker("willpower")
    assert lost == TrackView(4, 0, 4, is_impaired=True)


def test_points_beyond_an_aggravated_track_are_reported_as_lost() -> None:
    """The event says so, the track does not change, and no change is told."""
    room = Table()
    iris = room.vampire("ann")
    hurt(room, iris, AGGRAVATED, 5)
    done = hurt(room, iris, AGGRAVATED, 3)
    assert done.only(e.DamageDealt).lost == 3
    assert done.all(e.TrackerChanged) == []


def test_a_full_track_impairs_its_pools_once() -> None:
    """V27: Strength + Brawl 6 with full Health is 4 dice, and Willpower touches the others."""
    room = Table()
    iris = room.vampire("ann")
    hurt(room, iris, AGGRAVATED, 5)
    physical = room.act("ann", i.Roll, (6,) * 4, character=iris, pool=6, categories=("physical",))
    items = physical.only(e.RollResolved).receipt.items  # type: ignore[union-attr]
    assert [(item.label, item.dice) for item in items] == [("pool", 6), ("impaired (Health)", -2)]
    room.act("ann", i.Roll, (6,) * 6, character=iris, pool=6, categories=("social",))
    hurt(room, iris, AGGRAVATED, 4, WILLPOWER)
    room.act("ann", i.Roll, (6,) * 2, character=iris, pool=6,
             categories=("physical", "social", "mental"))  # fmt: skip


# --- healing and setting by hand ----------------------------------------------------------------


def test_healing_takes_marks_of_one_kind_off() -> None:
    """More than there is clears them all; where there is none, nothing is to do."""
    room = Table()
    iris = room.vampire("ann")
    hurt(room, iris, AGGRAVATED, 2)
    hurt(room, iris, SUPERFICIAL, 2, halve=False)
    room.act("ann", i.Heal, character=iris, track="health", kind="superficial", amount=1)
    assert marks(room, iris) == (1, 2)
    room.act("ann", i.Heal, character=iris, track="health", kind="aggravated", amount=50)
    assert marks(room, iris) == (1, 0)
    room.refuse(
        "ann", i.Heal, Code.NOTHING_TO_DO,
        character=iris, track="health", kind="aggravated", amount=1,
    )  # fmt: skip


def test_healing_lifts_impairment_and_torpor() -> None:
    """What a track means follows its marks in both directions."""
    room = Table()
    iris = room.vampire("ann")
    hurt(room, iris, AGGRAVATED, 5)
    done = room.act("ann", i.Heal, character=iris, track="health", kind="aggravated", amount=1)
    assert done.tracker("health") == TrackView(5, 0, 4)


@pytest.mark.parametrize(
    ("tracker", "most"), [("hunger", 5), ("humanity", 10), ("blood_potency", 10), ("stains", 20)]
)
def test_numbers_are_set_within_their_bounds(tracker: str, most: int) -> None:
    """Up to the most there is; one step over is refused with the bound named."""
    room = Table()
    iris = room.vampire("ann", humanity=1)
    done = room.act("ann", i.SetTracker, character=iris, tracker=tracker, value=most)
    assert done.tracker(tracker) == most
    if most < 20:
        refusal = room.refuse(
            "ann", i.SetTracker, Code.OUT_OF_RANGE, "value",
            character=iris, tracker=tracker, value=most + 1,
        )  # fmt: skip
        assert refusal.accepted == f"0 to {most}"
    room.refuse(
        "ann", i.SetTracker, Code.NOTHING_TO_DO, character=iris, tracker=tracker, value=most
    )


@pytest.mark.parametrize("tracker", ["hunger", "blood_potency"])
def test_a_mortal_has_no_tracker_of_the_blood(tracker: str) -> None:
    """Setting it, or its audience, names the trackers there are."""
    room = Table()
    mortal = room.vampire("ann", kind=CharacterKind.MORTAL)
    for kind, fields in (
        (i.SetTracker, {"value": 1}),
        (i.SetTrackerAudience, {"audience": "owner"}),
    ):
        refusal = room.refuse(
            "storyteller", kind, Code.INVALID, "tracker",
            character=mortal, tracker=tracker, **fields,
        )  # fmt: skip
        assert refusal.accepted == "health, humanity, stains, willpower"


def test_a_track_is_put_right_by_hand_within_its_boxes() -> None:
    """Size and marks; marks that do not fit are refused, and so is no change."""
    room = Table()
    iris = room.vampire("ann")
    done = room.act("ann", i.SetTrack, character=iris, track="health", superficial=2, aggravated=3)
    assert done.tracker("health") == TrackView(5, 2, 3, is_impaired=True)
    refusal = room.refuse(
        "ann", i.SetTrack, Code.OUT_OF_RANGE, "superficial",
        character=iris, track="health", superficial=3,
    )  # fmt: skip
    assert refusal.accepted == "at most 5 marks in all"
    room.refuse("ann", i.SetTrack, Code.OUT_OF_RANGE, character=iris, track="health", boxes=4)
    room.act("ann", i.SetTrack, character=iris, track="health", boxes=6)
    assert marks(room, iris) == (2, 3)
    room.refuse("ann", i.SetTrack, Code.NOTHING_TO_DO, character=iris, track="health")


# --- Stains -------------------------------------------------------------------------------------


def test_stains_beyond_the_empty_boxes_are_kept_and_hurt_willpower() -> None:
    """V51: Humanity 8, 1 Stain, 3 more: two in boxes, two over, two Aggravated Willpower."""
    room = Table()
    iris = room.vampire("ann", humanity=8)
    room.act("ann", i.AddStains, character=iris, amount=1)
    done = room.act("ann", i.AddStains, character=iris, amount=3)
    assert (done.only(e.StainsAdded).overflow, done.only(e.StainsAdded).willpower_damage) == (2, 2)
    assert done.tracker("stains") == 4
    assert done.tracker("willpower") == TrackView(4, 0, 2)


def test_overflowing_stains_impair_every_pool() -> None:
    """Two dice off, also where no Attribute is named, for as long as they overflow."""
    room = Table()
    iris = room.vampire("ann", humanity=9)
    room.act("ann", i.AddStains, character=iris, amount=1)
    room.act("ann", i.Roll, (6,) * 4, character=iris, pool=4)
    room.act("ann", i.AddStains, character=iris, amount=1)
    rolled = room.act("ann", i.Roll, (6,) * 2, character=iris, pool=4)
    items = rolled.only(e.RollResolved).receipt.items  # type: ignore[union-attr]
    assert items[-1].label == "impaired (Stains)"


def test_a_raised_humanity_keeps_the_stains_there_are() -> None:
    """They may overflow then; a lowered one takes them in again."""
    room = Table()
    iris = room.vampire("ann", humanity=7)
    room.act("ann", i.AddStains, character=iris, amount=3)
    room.act("storyteller", i.SetTracker, character=iris, tracker="humanity", value=9)
    room.act("ann", i.Roll, (6,) * 2, character=iris, pool=4)
    room.act("storyteller", i.SetTracker, character=iris, tracker="humanity", value=5)
    room.act("ann", i.Roll, (6,) * 4, character=iris, pool=4)


def test_stains_have_an_end() -> None:
    """However many are added, the count stays bounded and the room stands."""
    room = Table()
    iris = room.vampire("ann")
    for _ in range(3):
        room.act("ann", i.AddStains, character=iris, amount=50)
    assert room.state.characters[iris].trackers["stains"] == 60
    assert marks(room, iris, "willpower") == (0, 4)


# --- who sees it --------------------------------------------------------------------------------

VIEWERS = {
    TrackerAudience.TABLE: EVERYONE,
    TrackerAudience.OWNER: {"ann", "storyteller"},
    TrackerAudience.STORYTELLERS: {"storyteller"},
}


@pytest.mark.parametrize(("before", "after"), list(product(TrackerAudience, repeat=2)))
def test_a_new_audience_tells_who_gains_and_who_loses(
    before: TrackerAudience, after: TrackerAudience
) -> None:
    """All nine transitions: shown to who may see it now, hidden from who may not any more."""
    room = Table(HouseRules(tracker_audience=before))
    iris = room.vampire("ann", hunger=3)
    fields = {"character": iris, "tracker": "hunger", "audience": after}
    if before is after:
        room.refuse("storyteller", i.SetTrackerAudience, Code.NOTHING_TO_DO, "audience", **fields)
        return
    done = room.act("storyteller", i.SetTrackerAudience, **fields)
    assert done.seen_by(e.TrackerAudienceChanged) == {"ann", "storyteller"}
    for who in EVERYONE:
        last = [
            event
            for event in done.seen(who)
            if isinstance(event, e.TrackersShown | e.TrackersHidden)
        ]
        told = isinstance(last[-1], e.TrackersShown) if last else None
        saw, sees = who in VIEWERS[before], who in VIEWERS[after]
        assert told in ({sees} if saw != sees else {sees, None}), f"{who} is told wrong"
        card = room.card(who, iris)
        assert card is not None
        assert ("hunger" in card.trackers) is sees
        assert card.trackers.get("hunger", 3) == 3
    shown = [v for event in done.all(e.TrackersShown) for v in event.trackers.values()]
    assert set(shown) <= {3}
    assert [event.trackers for event in done.all(e.TrackersHidden)] == (
        [("hunger",)] if VIEWERS[before] > VIEWERS[after] else []
    )


@pytest.mark.parametrize("audience", TrackerAudience)
@pytest.mark.parametrize("visibility", [None, *Visibility])
def test_whoever_sees_a_tracker_sees_its_changes_and_only_that(
    audience: TrackerAudience, visibility: Visibility | None
) -> None:
    """The visibility of a change hides its cause alone, and widens nothing."""
    room = Table(HouseRules(tracker_audience=audience))
    iris = room.vampire("ann")
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    done = room.act(
        "storyteller", i.SetTracker,
        character=iris, tracker="hunger", value=2, visibility=visibility, to=to, note="a feast",
    )  # fmt: skip
    asked = {
        None: EVERYONE,
        Visibility.PUBLIC: EVERYONE,
        Visibility.PRIVATE: {"storyteller", "ann"},
        Visibility.WHISPER: {"storyteller", "guest"},
        Visibility.SECRET: {"storyteller"},
        Visibility.BLIND: {"storyteller"},
    }[visibility]
    assert done.seen_by(e.TrackerChanged) == VIEWERS[audience]
    assert done.seen_by(e.TrackerSet) == asked & VIEWERS[audience]
    change = done.only(e.TrackerChanged)
    assert (change.before, change.after) == (0, 2)
    assert set(change.__struct_fields__) == {"character", "tracker", "before", "after"}


CAUSES = [
    (e.DamageDealt, i.DealDamage, {"track": "health", "kind": "superficial", "amount": 2}),
    (e.Healed, i.Heal, {"track": "health", "kind": "superficial", "amount": 2}),
    (e.StainsAdded, i.AddStains, {"amount": 1}),
    (e.TrackerSet, i.SetTrack, {"track": "health", "aggravated": 1}),
]


@pytest.mark.parametrize(("event", "kind", "fields"), CAUSES, ids=[c[1].__name__ for c in CAUSES])
def test_the_cause_of_a_change_is_for_those_it_was_meant_for(
    event: type[e.Event], kind: type[i.Intent], fields: dict[str, object]
) -> None:
    """Public to all, secret to the Storytellers; never beyond those who see the tracker."""
    for audience, visibility in product(TrackerAudience, (Visibility.PUBLIC, Visibility.SECRET)):
        room = Table(HouseRules(tracker_audience=audience))
        iris = room.vampire("ann")
        hurt(room, iris, SUPERFICIAL, 4)
        done = room.act("storyteller", kind, character=iris, visibility=visibility, **fields)
        asked = EVERYONE if visibility is Visibility.PUBLIC else {"storyteller"}
        assert done.seen_by(event) == asked & VIEWERS[audience]
        assert done.seen_by(e.TrackerChanged) == VIEWERS[audience]


def test_stains_tell_of_their_overflow_only_to_who_sees_humanity_and_willpower() -> None:
    """The cause speaks of three trackers, so the narrowest of them decides."""
    room = Table()
    iris = room.vampire("ann", humanity=10)
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="willpower", audience="owner"
    )
    done = room.act("ann", i.AddStains, character=iris, amount=1)
    assert done.seen_by(e.StainsAdded) == {"ann", "storyteller"}
    seen_by_bob = [event for event in done.seen("bob") if isinstance(event, e.TrackerChanged)]
    assert [event.tracker for event in seen_by_bob] == ["stains"]


def test_a_tracker_that_the_storytellers_keep_cannot_be_probed() -> None:
    """An owner who may not see it may not set, hurt or heal it: any answer would tell its value."""
    room = Table(HouseRules(tracker_audience=TrackerAudience.STORYTELLERS))
    iris = room.vampire("ann", hunger=2)
    tries: list[tuple[type[i.Intent], dict[str, object]]] = [
        *((i.SetTracker, {"tracker": "hunger", "value": value}) for value in range(6)),
        (i.SetTrack, {"track": "health", "boxes": 1, "superficial": 9}),
        (i.SetTrack, {"track": "health"}),
        (i.DealDamage, {"track": "health", "kind": "aggravated", "amount": 1}),
        (i.Heal, {"track": "health", "kind": "aggravated", "amount": 1}),
        (i.AddStains, {"amount": 1}),
    ]
    answers = {
        room.refuse("ann", kind, Code.FORBIDDEN, character=iris, **fields) for kind, fields in tries
    }
    assert len(answers) == 1
