"""V20 characters in a room: their sheets and trackers, who sees them, and changes by hand."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.v20_sheet import V20Sheet
from protocol.views import TrackView
from protocol.words import Preset, TrackerAudience, TrackerName
from tests.support.rooms import V20, Table

VAMPIRE = {
    TrackerName.HEALTH, TrackerName.WILLPOWER, TrackerName.HUMANITY, TrackerName.BLOOD_POOL,
}  # fmt: skip


def track(room: Table, character: str, tracker: str) -> TrackView:
    value = room.state.characters[character].trackers[TrackerName(tracker)]  # type: ignore[index]
    assert isinstance(value, TrackView)
    return value


def blood(room: Table, character: str) -> object:
    return room.state.characters[character].trackers[TrackerName.BLOOD_POOL]  # type: ignore[index]


def test_a_vampire_begins_with_its_trackers() -> None:
    """C3, C6, C7, C8.1: seven levels of Health, Willpower, a full pool, and Humanity."""
    room = Table(V20)
    done = room.act("ann", i.CreateV20Character, name="Iris", clan="Brujah")
    shown = done.only(e.TrackersShown).trackers
    assert shown == {
        "health": TrackView(boxes=7),
        "willpower": TrackView(boxes=5, current=5),
        "humanity": 7,
        "blood_pool": 10,
    }
    assert done.only(e.CharacterCreated).card.owners == (room["ann"],)


@pytest.mark.parametrize(("generation", "pool"), [(4, 50), (8, 15), (12, 11), (15, 10), (3, 99)])
def test_generation_says_how_much_blood_there_is(generation: int, pool: int) -> None:
    """C7: a pool without an end begins at as much as a tracker shows."""
    room = Table(V20)
    iris = room.v20_vampire("ann", "Iris", sheet={"generation": generation})
    assert blood(room, iris) == pool


def test_thin_blood_may_have_a_small_pool() -> None:
    """C7: by switch; a pool that became too large for it counts as the smaller one."""
    room = Table(HouseRules(preset=Preset.V20_BOOK, switches={"thin_blood_pool": "small_pool"}))
    assert blood(room, room.v20_vampire("ann", "Iris", sheet={"generation": 15})) == 6


@pytest.mark.parametrize("kind", ["ghoul", "mortal"])
def test_who_is_no_vampire_has_no_blood_pool(kind: str) -> None:
    """And is refused one."""
    room = Table(V20)
    renfield = room.v20_vampire("ann", "Renfield", kind=kind)
    assert set(room.state.characters[renfield].trackers) == VAMPIRE - {TrackerName.BLOOD_POOL}
    room.refuse(
        "ann", i.CreateV20Character, Code.OUT_OF_RANGE, "blood", name="R", kind=kind, blood=1
    )
    room.refuse(
        "ann", i.SetTracker, Code.INVALID, "tracker", character=renfield, tracker="blood_pool",
        value=1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sheet", "code", "field"),
    [
        ({"kind": "thin_blood"}, Code.WRONG_SYSTEM, "kind"),
        ({"blood": 11}, Code.OUT_OF_RANGE, "blood"),
        ({"traits": {"Courage": 6}}, Code.BAD_VIRTUE, "traits.Courage"),
    ],
)
def test_a_sheet_that_cannot_be(sheet: dict[str, object], code: Code, field: str) -> None:
    """C7, C8.1: each says which part of it."""
    Table(V20).refuse("ann", i.CreateV20Character, code, field, name="Iris", **sheet)


def test_the_sheet_is_its_owners_and_the_storytellers() -> None:
    """As traits are; it goes with the owner's sight, and comes with the next one's."""
    room = Table(V20)
    sheet = {"generation": 9, "path": "Path of Night", "specialties": {"Wits": ["Quips"]}}
    iris = room.v20_vampire("ann", "Iris", sheet=sheet, traits={"Wits": 4})
    told = V20Sheet(generation=9, path="Path of Night", specialties={"Wits": ("Quips",)})
    shown = {who: room.card(who, iris) for who in ("storyteller", "ann", "bob")}
    assert [card.sheet for card in shown.values() if card] == [told, told, None]
    done = room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert done.only(e.SheetNoted).sheet == told
    card = room.card("ann", iris)
    assert card is not None
    assert (card.sheet, card.traits) == (None, {})


def test_a_sheet_is_edited() -> None:
    """What a character has beside dots as a whole, dots one by one."""
    room = Table(V20)
    iris = room.v20_vampire("ann", "Iris", traits={"Wits": 4}, sheet={"generation": 10})
    assert blood(room, iris) == 13
    noted = room.act("ann", i.EditCharacter, character=iris, sheet={"path": "Path of Bones"})
    assert noted.kinds == ["sheet_noted"]
    assert noted.only(e.SheetNoted).sheet == V20Sheet(path="Path of Bones")
    assert noted.only(e.SheetNoted).traits == {"Wits": 4}
    more = room.act("ann", i.EditCharacter, character=iris, traits={"brawl": 2})
    assert more.only(e.SheetNoted).sheet == V20Sheet(path="Path of Bones")
    room.refuse(
        "ann", i.EditCharacter, Code.BAD_VIRTUE, "traits.self_control",
        character=iris, traits={"self_control": 7},
    )  # fmt: skip
    # Thirteen points no longer fit: what is spent comes off the ten that do.
    spent = room.act("ann", i.SpendBlood, character=iris, use="discipline")
    assert spent.tracker("blood_pool") == 9


def test_trackers_have_audiences_as_in_every_room() -> None:
    """Whoever may see a tracker sees every change, whatever its cause was to be seen by."""
    room = Table(HouseRules(preset=Preset.V20_BOOK, tracker_audience=TrackerAudience.OWNER))
    iris = room.v20_vampire("ann", "Iris")
    assert room.card("bob", iris).trackers == {}  # type: ignore[union-attr]
    done = room.act(
        "storyteller", i.DealDamage, character=iris, track="health", kind="lethal", amount=1,
        visibility="secret",
    )  # fmt: skip
    assert done.seen_by(e.DamageDealt) == {"storyteller"}
    assert done.seen_by(e.TrackerChanged) == {"storyteller", "ann"}


def test_a_hidden_character_is_the_storytellers() -> None:
    """Its card, sheet, trackers, and all that happens to them."""
    room = Table(V20)
    done = room.act("storyteller", i.CreateV20Character, name="Ghost", hidden=True)
    ghost = done.created
    assert {
        name for kind in {type(event) for event in done.events} for name in done.seen_by(kind)
    } == {"storyteller"}
    hit = room.act(
        "storyteller", i.SpendBlood, character=ghost, use="attribute", attribute="strength",
        visibility="public",
    )  # fmt: skip
    assert {name for event in hit.events for name in hit.seen_by(type(event))} == {"storyteller"}


# --- Health --------------------------------------------------------------------------------------


def test_marks_stand_the_worst_first_and_name_the_level() -> None:
    """C6: the level is that of all marks together."""
    room = Table(V20)
    iris = room.v20_vampire()
    hit = {"character": iris, "track": "health", "halve": False}
    room.act("ann", i.DealDamage, kind="bashing", amount=1, **hit)
    room.act("ann", i.DealDamage, kind="lethal", amount=2, **hit)
    done = room.act("ann", i.DealDamage, kind="aggravated", amount=1, **hit)
    assert done.tracker("health") == TrackView(
        boxes=7, bashing=1, lethal=2, aggravated=1, level="wounded", penalty=-2
    )


def test_a_vampires_bashing_is_halved_downwards() -> None:
    """C6: after soak; a mortal's is not, and neither is what was halved already."""
    room = Table(V20)
    bodies = {"vampire": room.v20_vampire(), "mortal": room.v20_vampire("ann", "M", kind="mortal")}
    for kind, halve, marked in (("vampire", True, 2), ("vampire", False, 5), ("mortal", True, 5)):
        done = room.act(
            "ann", i.DealDamage, character=bodies[kind], track="health", kind="bashing", amount=5,
            halve=halve,
        )  # fmt: skip
        dealt = done.only(e.DamageDealt)
        assert (dealt.amount, dealt.counted, dealt.marked + dealt.turned_aggravated) == (
            5, marked, min(marked, 7),
        )  # fmt: skip
        room.act("ann", i.SetTrack, character=bodies[kind], track="health", bashing=0, lethal=0)


@pytest.mark.parametrize(
    ("kind", "blows", "condition"),
    [
        ("vampire", [("lethal", 7)], "incapacitated"),
        ("vampire", [("lethal", 7), ("lethal", 1)], "torpor"),
        ("vampire", [("lethal", 7), ("aggravated", 1)], "final_death"),
        ("vampire", [("aggravated", 7)], "final_death"),
        ("mortal", [("bashing", 7)], "unconscious"),
        ("mortal", [("lethal", 7)], "dead"),
        ("vampire", [("lethal", 6)], None),
    ],
)
def test_what_becomes_of_a_body(
    kind: str, blows: list[tuple[str, int]], condition: str | None
) -> None:
    """C6."""
    room = Table(V20)
    body = room.v20_vampire("ann", "Iris", kind=kind)
    for damage, amount in blows:
        room.act("ann", i.DealDamage, character=body, track="health", kind=damage, amount=amount)
    assert track(room, body, "health").condition == condition


def test_an_empty_pool_is_torpor_only_to_those_who_may_know_it() -> None:
    """C6: Health, which everybody sees, tells nothing of blood that they do not see."""
    for audience, expected in (("table", "torpor"), ("owner", "incapacitated")):
        room = Table(V20)
        iris = room.v20_vampire("ann", "Iris", blood=0)
        room.act(
            "storyteller", i.SetTrackerAudience, character=iris, tracker="blood_pool",
            audience="owner",
        )  # fmt: skip
        if audience == "table":
            room.act(
                "storyteller", i.SetTrackerAudience, character=iris, tracker="blood_pool",
                audience="table",
            )  # fmt: skip
        room.act(
            "storyteller", i.DealDamage, character=iris, track="health", kind="lethal", amount=7
        )
        assert track(room, iris, "health").condition == expected


def test_the_last_point_spent_while_incapacitated_is_torpor() -> None:
    """C6: whichever of the two came last."""
    room = Table(V20)
    iris = room.v20_vampire("ann", "Iris", blood=1)
    room.act("ann", i.DealDamage, character=iris, track="health", kind="lethal", amount=7)
    done = room.act("ann", i.SpendBlood, character=iris, use="other")
    assert done.tracker("health").condition == "torpor"  # type: ignore[attr-defined]


def test_marks_are_taken_off_by_hand() -> None:
    """C6: as time heals; not more than there are."""
    room = Table(V20)
    iris = room.v20_vampire()
    room.act("ann", i.DealDamage, character=iris, track="health", kind="lethal", amount=2)
    healing = {"character": iris, "track": "health", "kind": "lethal"}
    room.refuse("ann", i.Heal, Code.NOTHING_TO_HEAL, "amount", amount=3, **healing)
    done = room.act("ann", i.Heal, amount=2, **healing)
    assert done.tracker("health") == TrackView(boxes=7)
    assert not done.only(e.Healed).mended


def test_health_is_put_right_by_hand() -> None:
    """C6: marks, and levels that merits give once more."""
    room = Table(V20)
    iris = room.v20_vampire()
    done = room.act(
        "ann", i.SetTrack, character=iris, track="health", bashing=1, lethal=2, aggravated=1,
        extra=("bruised",),
    )  # fmt: skip
    assert done.kinds == ["tracker_set", "tracker_changed"]
    assert done.tracker("health") == TrackView(
        boxes=8, bashing=1, lethal=2, aggravated=1, extra=("bruised",), level="injured", penalty=-1
    )


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"track": "health", "boxes": 9}, Code.INVALID, "boxes"),
        ({"track": "health", "current": 1}, Code.INVALID, "current"),
        ({"track": "health", "extra": ("incapacitated",)}, Code.INVALID, "extra"),
        ({"track": "health", "lethal": 8}, Code.OUT_OF_RANGE, "lethal"),
        ({"track": "health", "lethal": 0}, Code.NOTHING_TO_DO, None),
        ({"track": "willpower", "lethal": 1}, Code.INVALID, "lethal"),
        ({"track": "willpower", "boxes": 11}, Code.OUT_OF_RANGE, "boxes"),
        ({"track": "willpower", "current": 6}, Code.OUT_OF_RANGE, "current"),
        ({"track": "willpower", "current": 5}, Code.NOTHING_TO_DO, None),
    ],
)
def test_what_a_track_cannot_be(change: dict[str, object], code: Code, field: str | None) -> None:
    """C3, C6: said with what it can be."""
    room = Table(V20)
    refusal = room.refuse("ann", i.SetTrack, code, field, character=room.v20_vampire(), **change)
    assert refusal.accepted


def test_willpower_takes_no_damage() -> None:
    """C3: its points are spent."""
    room = Table(V20)
    iris = room.v20_vampire()
    for kind in (i.DealDamage, i.Heal):
        room.refuse(
            "ann", kind, Code.INVALID, "track", character=iris, track="willpower", kind="lethal",
            amount=1,
        )  # fmt: skip


def test_willpower_is_put_right_by_hand() -> None:
    """C3: rating and points; a lower rating takes points along."""
    room = Table(V20)
    iris = room.v20_vampire()
    done = room.act("ann", i.SetTrack, character=iris, track="willpower", boxes=3)
    assert done.tracker("willpower") == TrackView(boxes=3, current=3)
    done = room.act("ann", i.SetTrack, character=iris, track="willpower", current=1)
    assert done.tracker("willpower") == TrackView(boxes=3, current=1)


@pytest.mark.parametrize(("tracker", "most"), [("blood_pool", 10), ("humanity", 10)])
def test_numbers_have_their_bounds(tracker: str, most: int) -> None:
    """C7, C8.1."""
    room = Table(V20)
    iris = room.v20_vampire()
    refusal = room.refuse(
        "ann", i.SetTracker, Code.OUT_OF_RANGE, "value", character=iris, tracker=tracker,
        value=most + 1,
    )  # fmt: skip
    assert refusal.accepted == f"0 to {most}"
    done = room.act("ann", i.SetTracker, character=iris, tracker=tracker, value=0)
    assert done.tracker(tracker) == 0
    endless = room.v20_vampire("ann", "Elder", sheet={"generation": 3})
    room.act("ann", i.SetTracker, character=endless, tracker="blood_pool", value=55)


@pytest.mark.parametrize("again", ["self control", "Self_Control", " SELF-CONTROL "])
def test_a_virtue_stands_once_in_whatever_spelling(again: str) -> None:
    """C8.1: pools compare names so, and a sheet keeps them as it first had them."""
    room = Table(V20)
    iris = room.v20_vampire("ann", traits={"Self-Control": 3})
    room.act("ann", i.EditCharacter, character=iris, traits={again: 5})
    assert dict(room.state.characters[iris].traits) == {"Self-Control": 5}
    twice = room.v20_vampire("ann", "Twice", traits={"Self-Control": 3, again: 4})
    assert dict(room.state.characters[twice].traits) == {"Self-Control": 4}
