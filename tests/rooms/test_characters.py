"""Making, editing, owning, hiding and removing characters."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.ids import CharacterId, RollId
from protocol.views import TrackView
from protocol.words import CharacterKind, TrackerAudience, TrackerName, Visibility
from server.rooms.limits import RoomLimits
from tests.support.rooms import Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}
ALL_TRACKERS = set(TrackerName) - {TrackerName.BLOOD_POOL}
BLOODLESS = ALL_TRACKERS - {TrackerName.HUNGER, TrackerName.BLOOD_POTENCY}


# --- making -------------------------------------------------------------------------------------


def test_a_character_begins_with_the_boxes_of_its_traits() -> None:
    """A10.1: Health is Stamina + 3, Willpower Composure + Resolve, unless they are given."""
    room = Table()
    iris = room.vampire("ann", stamina=4, composure=3, resolve=2, hunger=2, blood_potency=1)
    assert room.state.characters[iris].trackers == {
        "health": TrackView(boxes=7),
        "willpower": TrackView(boxes=5),
        "hunger": 2,
        "humanity": 7,
        "stains": 0,
        "blood_potency": 1,
    }
    given = room.vampire("ann", health_boxes=9, willpower_boxes=1, composure=0, resolve=0)
    assert room.state.characters[given].trackers["health"] == TrackView(boxes=9)
    assert room.state.characters[given].trackers["willpower"] == TrackView(boxes=1)


def test_a_track_has_a_box_however_weak_the_traits() -> None:
    """Composure and Resolve of 0 still make one box of Willpower."""
    room = Table()
    weak = room.vampire("ann", stamina=0, composure=0, resolve=0)
    assert room.state.characters[weak].trackers["willpower"] == TrackView(boxes=1)
    assert room.state.characters[weak].trackers["health"] == TrackView(boxes=3)


@pytest.mark.parametrize("kind", CharacterKind)
def test_trackers_are_those_of_the_kind(kind: CharacterKind) -> None:
    """Mortals and ghouls have no Hunger and no Blood Potency."""
    room = Table()
    has_blood = kind in (CharacterKind.VAMPIRE, CharacterKind.THIN_BLOOD)
    made = room.vampire("ann", kind=kind)
    assert set(room.state.characters[made].trackers) == (ALL_TRACKERS if has_blood else BLOODLESS)


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        (CharacterKind.MORTAL, "hunger"),
        (CharacterKind.MORTAL, "blood_potency"),
        (CharacterKind.GHOUL, "hunger"),
        (CharacterKind.GHOUL, "blood_potency"),
        (CharacterKind.THIN_BLOOD, "blood_potency"),
    ],
)
def test_a_sheet_that_its_kind_cannot_have_is_refused(kind: CharacterKind, field: str) -> None:
    """No Hunger without vampiric Blood, no Blood Potency for thin-bloods."""
    room = Table()
    room.refuse(
        "ann", i.CreateCharacter, Code.OUT_OF_RANGE, field, name="X", kind=kind, **{field: 1}
    )


def test_a_players_new_character_belongs_to_that_player() -> None:
    """Named or not; a Storyteller's belongs to nobody unless said."""
    room = Table()
    for owners in ((), (room["ann"],)):
        made = room.act("ann", i.CreateCharacter, name="Iris", owners=owners)
        assert made.only(e.CharacterCreated).card.owners == (room["ann"],)
    made = room.act("storyteller", i.CreateCharacter, name="Prince")
    assert made.only(e.CharacterCreated).card.owners == ()


def test_owners_are_members_of_the_room() -> None:
    """An owner who is not here is refused, when making and when handing over."""
    room = Table()
    iris = room.vampire("ann")
    for kind, fields in ((i.CreateCharacter, {"name": "X"}), (i.SetOwners, {"character": iris})):
        room.refuse("storyteller", kind, Code.NOT_FOUND, "owners", owners=("nobody",), **fields)


def test_the_sheet_is_for_owners_and_storytellers() -> None:
    """Everyone sees the card; traits and tracker audiences go to owners and Storytellers alone."""
    room = Table()
    made = room.act("ann", i.CreateCharacter, name="Iris", clan="Toreador")
    assert made.seen_by(e.CharacterCreated) == EVERYONE
    assert made.seen_by(e.SheetNoted) == {"ann", "storyteller"}
    assert made.seen_by(e.TrackersShown) == EVERYONE
    assert made.only(e.CharacterCreated).card.trackers == {}
    iris = CharacterId(made.created)
    for who in EVERYONE:
        card = room.card(who, iris)
        assert card is not None
        assert card.clan == "Toreador"
        assert bool(card.traits) == bool(card.audiences) == (who in ("ann", "storyteller"))


def test_the_numbers_of_a_sheet_are_kept_and_changed_one_by_one() -> None:
    """Pools of a quick NPC and a counter of experience stand on the sheet beside the dots."""
    room = Table()
    pools = {"physical": 6, "social": 3, "mental": 4}
    made = room.act("storyteller", i.CreateCharacter, name="Ghoul 1", hidden=True, traits=pools)
    ghoul = CharacterId(made.created)
    dots = dict.fromkeys(("stamina", "composure", "resolve"), 2)
    assert room.state.characters[ghoul].traits == dots | pools
    changes = {"physical": 7, "experience": 3}
    done = room.act("storyteller", i.EditCharacter, character=ghoul, traits=changes)
    assert done.seen_by(e.SheetNoted) == {"storyteller"}
    assert room.state.characters[ghoul].traits == dots | pools | changes
    room.refuse("storyteller", i.EditCharacter, Code.NOTHING_TO_DO, "name", character=ghoul)


@pytest.mark.parametrize(
    ("audience", "viewers"),
    [
        (TrackerAudience.TABLE, EVERYONE),
        (TrackerAudience.OWNER, {"ann", "storyteller"}),
        (TrackerAudience.STORYTELLERS, {"storyteller"}),
    ],
)
def test_new_trackers_are_shown_by_the_rooms_rule(
    audience: TrackerAudience, viewers: set[str]
) -> None:
    """The house rule decides for characters made from then on."""
    room = Table(HouseRules(tracker_audience=audience))
    made = room.act("ann", i.CreateCharacter, name="Iris")
    assert made.seen_by(e.TrackersShown) == viewers
    for who in EVERYONE:
        card = room.card(who, CharacterId(made.created))
        assert card is not None
        assert set(card.trackers) == (ALL_TRACKERS if who in viewers else set())


def test_a_changed_house_rule_leaves_old_characters_as_they_are() -> None:
    """Who sees the trackers of a character is settled when it is made."""
    room = Table()
    iris = room.vampire("ann")
    room.act(
        "storyteller",
        i.SetHouseRules,
        house_rules=HouseRules(tracker_audience=TrackerAudience.STORYTELLERS),
    )
    card = room.card("guest", iris)
    assert card is not None
    assert set(card.trackers) == ALL_TRACKERS


# --- editing and owning -------------------------------------------------------------------------


def test_editing_changes_what_is_named_and_keeps_the_rest() -> None:
    """Name, clan or both; an edit of nothing is refused."""
    room = Table()
    iris = room.vampire("ann", clan="Toreador")
    room.act("ann", i.EditCharacter, character=iris, name="Iris II")
    assert (room.state.characters[iris].name, room.state.characters[iris].clan) == (
        "Iris II",
        "Toreador",
    )
    room.act("ann", i.EditCharacter, character=iris, clan="")
    assert room.state.characters[iris].clan == ""
    room.refuse("ann", i.EditCharacter, Code.NOTHING_TO_DO, "name", character=iris)


def test_a_character_handed_over_is_the_new_owners_from_now_on() -> None:
    """The new owner is told the sheet, the old one loses what only owners see, B9: once."""
    room = Table(HouseRules(tracker_audience=TrackerAudience.OWNER))
    iris = room.vampire("ann")
    done = room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert done.seen_by(e.OwnersChanged) == EVERYONE
    assert done.seen_by(e.TrackersHidden) == {"ann", "storyteller"}
    assert done.seen_by(e.TrackersShown) == {"bob", "storyteller"}
    assert done.seen_by(e.SheetNoted) == {"bob", "storyteller"}
    assert room.card("ann", iris).trackers == {}  # type: ignore[union-attr]
    assert set(room.card("bob", iris).trackers) == ALL_TRACKERS  # type: ignore[union-attr]
    room.refuse(
        "storyteller",
        i.SetOwners,
        Code.NOTHING_TO_DO,
        "owners",
        character=iris,
        owners=(room["bob"],),
    )


def test_an_owner_added_sees_the_owners_trackers_and_the_first_keeps_them() -> None:
    """Sharing a character hides nothing from anybody."""
    room = Table(HouseRules(tracker_audience=TrackerAudience.OWNER))
    iris = room.vampire("ann")
    done = room.act("storyteller", i.SetOwners, character=iris, owners=(room["ann"], room["bob"]))
    assert done.all(e.TrackersHidden) == []
    assert done.seen_by(e.TrackersShown) == {"ann", "bob", "storyteller"}


def test_handing_over_opens_no_past() -> None:
    """Private rolls of a character stay with those who owned it then."""
    room = Table()
    iris = room.vampire("ann")
    private = room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="private")
    room.act("storyteller", i.SetOwners, character=iris, owners=(room["bob"],))
    assert private.seen_by(e.RollResolved) == {"ann", "storyteller"}
    assert room.snapshot("bob").standing_rolls == ()


# --- hiding -------------------------------------------------------------------------------------


def test_a_hidden_character_leaves_no_trace_with_others() -> None:
    """Everything about it is the Storytellers' alone, whatever the room's tracker rule says."""
    room = Table()
    before = {who: room.snapshot(who) for who in EVERYONE - {"storyteller"}}
    done = room.act("storyteller", i.CreateCharacter, name="The Sleeper", hidden=True)
    sleeper = CharacterId(done.created)
    changes = [
        room.act("storyteller", i.EditCharacter, character=sleeper, name="Sleeper"),
        room.act("storyteller", i.SetTracker, character=sleeper, tracker="hunger", value=3),
        room.act(
            "storyteller", i.DealDamage, character=sleeper, track="health",
            kind="aggravated", amount=2, visibility="public",
        ),
        room.act("storyteller", i.AddStains, character=sleeper, amount=1, visibility="public"),
        room.act(
            "storyteller", i.SetTrackerAudience, character=sleeper,
            tracker="hunger", audience="table",
        ),
        room.act("storyteller", i.SetOwners, character=sleeper, owners=(room["storyteller"],)),
        room.act("storyteller", i.RemoveCharacter, character=sleeper),
    ]  # fmt: skip
    for step in (done, *changes):
        for who in EVERYONE - {"storyteller"}:
            assert step.seen(who) == []
    assert {who: room.snapshot(who) for who in before} == before


def test_a_hidden_character_is_owned_by_storytellers_or_nobody() -> None:
    """An owner would know it."""
    room = Table()
    sleeper = room.hidden()
    room.refuse(
        "storyteller", i.CreateCharacter, Code.INVALID, "owners",
        name="X", hidden=True, owners=(room["ann"],),
    )  # fmt: skip
    room.refuse(
        "storyteller", i.SetOwners, Code.INVALID, "owners",
        character=sleeper, owners=(room["ann"],),
    )  # fmt: skip


def test_unhiding_shows_a_character_as_it_is_and_opens_no_past() -> None:
    """A card without the past; trackers stay the Storytellers' until their audience is widened."""
    room = Table()
    sleeper = room.hidden(humanity=4)
    secret = room.act("storyteller", i.Roll, (6,), character=sleeper, pool=1)
    room.act("storyteller", i.EditCharacter, character=sleeper, name="Mr. Grey")
    done = room.act("storyteller", i.UnhideCharacter, character=sleeper)
    assert done.seen_by(e.CharacterUnhidden) == EVERYONE
    card = done.only(e.CharacterUnhidden).card
    assert (card.name, card.hidden, card.trackers, card.traits) == ("Mr. Grey", False, {}, {})
    assert done.all(e.TrackersShown) == []
    assert secret.seen_by(e.RollResolved) == {"storyteller"}
    assert room.snapshot("ann").standing_rolls == ()
    room.refuse(
        "storyteller", i.UnhideCharacter, Code.NOTHING_TO_DO, "character", character=sleeper
    )


def test_a_tracker_audience_set_while_hidden_counts_from_unhiding_on() -> None:
    """What was meant for the table is shown to it when the character is."""
    room = Table()
    sleeper = room.hidden(hunger=4)
    for tracker, audience in (("hunger", "table"), ("humanity", "owner")):
        room.act(
            "storyteller",
            i.SetTrackerAudience,
            character=sleeper,
            tracker=tracker,
            audience=audience,
        )
    done = room.act("storyteller", i.UnhideCharacter, character=sleeper)
    shown = [event for event in done.seen("ann") if isinstance(event, e.TrackersShown)]
    assert [event.trackers for event in shown] == [{"hunger": 4}]


# --- removing -----------------------------------------------------------------------------------


def test_a_removed_character_takes_its_open_business_along() -> None:
    """Its rolls settle, its contests are off, its proposals lapse; others' business stays."""
    room = Table(HouseRules(entered_dice=True))
    iris, rival, third = room.vampire("ann"), room.vampire("bob"), room.vampire("bob", "Third")
    bad = {"entered": EnteredFaces(regular=(6,), hunger=(1,)), "pool": 2, "difficulty": 3}
    room.act("storyteller", i.SetTracker, character=iris, tracker="hunger", value=1)
    rolled = room.act("ann", i.Roll, character=iris, **bad)
    room.act("ann", i.SettleRoll, roll=rolled.created)
    room.act("ann", i.Roll, (6,), character=iris, pool=1, visibility="private")
    room.act("bob", i.OpenContest, (6,), character=rival, against=iris, pool=1)
    kept = room.act("bob", i.OpenContest, (6,), character=rival, against=third, pool=1).created
    done = room.act("storyteller", i.RemoveCharacter, character=iris)
    assert done.seen_by(e.CharacterRemoved) == EVERYONE
    assert room.state.proposals == {}
    assert list(room.state.contests) == [kept]
    assert [roll.character for roll in room.state.standing.values()] == [rival, rival]


def test_the_roll_of_a_contest_whose_other_side_is_gone_can_be_settled() -> None:
    """Nothing waits for an answer any more."""
    room = Table()
    iris, rival = room.vampire("ann"), room.vampire("bob")
    opened = room.act("bob", i.OpenContest, (6,), character=rival, against=iris, pool=1)
    room.act("storyteller", i.RemoveCharacter, character=iris)
    room.act("bob", i.SettleRoll, roll=opened.only(e.RollResolved).roll)
    assert room.state.standing == {}


def test_no_consequence_opens_for_a_character_that_is_gone() -> None:
    """A contest that was answered leaves no price for the side that was taken off the table."""
    room = Table()
    iris, rival = room.vampire("ann", hunger=1), room.vampire("bob")
    opened = room.act("ann", i.OpenContest, (2, 1), character=iris, against=rival, pool=2)
    answered = room.act(
        "bob", i.AnswerContest, (8, 8), contest=opened.created, character=rival, pool=2
    )
    assert answered.only(e.ContestResolved).sides[0].outcome == "bestial_failure"
    room.act("storyteller", i.RemoveCharacter, character=iris)
    room.act("bob", i.SettleRoll, roll=answered.only(e.RollResolved).roll)
    assert [p.view.character for p in room.state.proposals.values() if p.view.character] == []


def test_the_other_side_of_a_contest_gets_what_it_waited_for() -> None:
    """A side that settled first waits for the other; that one's removal is the end of waiting."""
    room = Table()
    iris, rival = room.vampire("ann", hunger=1), room.vampire("bob", hunger=0)
    opened = room.act("ann", i.OpenContest, (2, 1), character=iris, against=rival, pool=2)
    room.act("bob", i.AnswerContest, (8, 8), contest=opened.created, character=rival, pool=2)
    room.act("ann", i.SettleRoll, roll=opened.only(e.RollResolved).roll)
    done = room.act("storyteller", i.RemoveCharacter, character=rival)
    assert done.kinds == ["character_removed", "roll_settled", "proposal_opened"]
    assert done.only(e.ProposalOpened).proposal.character == iris


def test_removing_a_hidden_character_settles_nothing_in_sight() -> None:
    """Its public roll would be settled before the table's eyes by something hidden."""
    room = Table()
    sleeper = room.hidden()
    roll = room.act(
        "storyteller", i.Roll, (7, 2, 3), character=sleeper, pool=3, visibility=Visibility.PUBLIC
    ).only(e.RollResolved)
    assert roll.is_standing
    room.refuse("storyteller", i.RemoveCharacter, Code.WRONG_STATE, "character", character=sleeper)
    room.act("storyteller", i.SettleRoll, roll=roll.roll)
    room.act("storyteller", i.RemoveCharacter, character=sleeper)


@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.WHISPER])
def test_what_an_unhidden_character_does_never_touches_a_roll_shown_without_it(
    visibility: Visibility,
) -> None:
    """Settled or rerolled by its next roll, its Willpower or its removal, the roll had a name."""
    room = Table()
    sleeper = room.hidden()
    unseen = room.act("storyteller", i.Roll, (2,), character=sleeper, pool=1).created
    to = (room["bob"],) if visibility is Visibility.WHISPER else ()
    old = room.act(
        "storyteller", i.Roll, (7, 2, 3), character=sleeper, pool=3, visibility=visibility, to=to
    ).created
    room.act("storyteller", i.UnhideCharacter, character=sleeper)
    shown = room.act("storyteller", i.Roll, (2,), character=sleeper, pool=1, visibility="public")
    assert unseen not in room.state.standing
    assert [type(event) for event in shown.seen("bob")] == [e.RollResolved]
    room.refuse(
        "storyteller", i.Reroll, Code.REROLL_NOT_ALLOWED, "roll", roll=old, regular_indices=(0,)
    )
    removed = room.act("storyteller", i.RemoveCharacter, character=sleeper)
    assert removed.all(e.RollSettled) == [e.RollSettled(roll=RollId(shown.created))]
    room.refuse(
        "storyteller", i.Reroll, Code.REROLL_NOT_ALLOWED, "roll", roll=old, regular_indices=(0,)
    )
    settled = room.act("storyteller", i.SettleRoll, roll=old)
    assert settled.kinds == ["roll_settled"]
    assert old not in room.state.standing


# --- limits -------------------------------------------------------------------------------------


def test_visible_and_hidden_characters_are_counted_apart() -> None:
    """A full shelf of hidden ones tells players nothing, and the other way round."""
    room = Table(limits=RoomLimits(max_characters=2, max_hidden_characters=1))
    room.hidden()
    room.refuse(
        "storyteller", i.CreateCharacter, Code.LIMIT_REACHED, name="One too many", hidden=True
    )
    room.vampire("ann")
    last = room.vampire("ann")
    for who in ("ann", "storyteller"):
        refusal = room.refuse(who, i.CreateCharacter, Code.LIMIT_REACHED, name="One too many")
        assert "2" in refusal.detail
    room.act("storyteller", i.RemoveCharacter, character=last)
    room.vampire("bob")


def test_unhiding_needs_a_place_among_the_visible() -> None:
    """At the limit of visible characters a hidden one stays hidden."""
    room = Table(limits=RoomLimits(max_characters=1))
    sleeper = room.hidden()
    shown = room.vampire("ann")
    room.refuse("storyteller", i.UnhideCharacter, Code.LIMIT_REACHED, character=sleeper)
    room.act("storyteller", i.RemoveCharacter, character=shown)
    room.act("storyteller", i.UnhideCharacter, character=sleeper)
