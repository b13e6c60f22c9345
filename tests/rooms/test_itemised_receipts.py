"""Receipts name no tracker to those from whom it is kept, and their form tells nothing either."""

import pytest
from msgspec import json

from protocol import events as e
from protocol import from_client as i
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from protocol.words import Preset, Role, TrackerAudience
from tests.support.rooms import Done, Table
from tests.support.v20_rooms import TRAITS

OWNED = HouseRules(tracker_audience=TrackerAudience.OWNER)
V20_OWNED = HouseRules(preset=Preset.V20_BOOK, tracker_audience=TrackerAudience.OWNER)
OUTSIDERS = ("bob", "guest", "bot")


def items_of(done: Done) -> list[tuple[str, int]]:
    """The parts that the receipt itself tells."""
    receipt = done.only(e.RollResolved).receipt
    return [(item.label, item.dice) for item in getattr(receipt, "items", ())]


def parts_of(done: Done) -> list[tuple[str, int]]:
    """The parts that came apart from it."""
    return [(item.label, item.dice) for item in done.only(e.RollItemised).items]


def bytes_of(done: Done, who: str) -> list[bytes]:
    return [json.encode(event) for event in done.seen(who)]


def marked(room: Table, iris: str, track: str, kind: str, amount: int) -> None:
    room.act(
        "storyteller", i.DealDamage, character=iris, track=track, kind=kind, amount=amount,
        halve=False,
    )  # fmt: skip


# --- V5 -----------------------------------------------------------------------------------------


def v5_room(rules: HouseRules = OWNED, **sheet: object) -> tuple[Table, str]:
    room = Table(rules)
    return room, room.vampire("ann", **sheet)


V5_CASES = {
    "health": ("health", {"categories": ("physical",)}),
    "willpower": ("willpower", {"categories": ("social",)}),
}


@pytest.mark.parametrize("track", V5_CASES)
def test_a_full_track_and_a_smaller_pool_look_alike(track: str) -> None:
    """A10.11: seven dice less two of impairment, or five, are five dice to who sees no track."""
    name, fields = V5_CASES[track]
    seen = []
    for pool, marks in ((7, 5), (5, 1)):
        room, iris = v5_room()
        marked(room, iris, name, "superficial", marks if name == "health" else min(marks, 4))
        rolled = room.act("ann", i.Roll, (7, 7, 2, 2, 2), character=iris, pool=pool, **fields)
        assert items_of(rolled) == [("pool", 5)]
        seen.append([bytes_of(rolled, who) for who in OUTSIDERS])
    assert seen[0] == seen[1]


def test_who_sees_the_tracks_is_told_what_took_the_dice() -> None:
    room, iris = v5_room()
    marked(room, iris, "health", "superficial", 5)
    rolled = room.act("ann", i.Roll, (7, 2), character=iris, pool=4, categories=("physical",))
    assert parts_of(rolled) == [("pool", 4), ("impaired (Health)", -2)]
    assert rolled.seen_by(e.RollItemised) == {"storyteller", "ann"}


def test_only_trackers_that_can_weigh_on_a_pool_part_it() -> None:
    """A10.12: a wound is nothing to a pool of the mind, so its parts are told to all."""
    room, iris = v5_room(HouseRules())
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="health", audience="owner"
    )
    mind = room.act("ann", i.Roll, (7, 2), character=iris, pool=2, categories=("mental",))
    assert items_of(mind) == [("pool", 2)]
    assert mind.all(e.RollItemised) == []
    named = room.act(
        "ann", i.Roll, (7, 2), character=iris, pool=1, label="Brawl", categories=("physical",),
        modifiers=[{"label": "knife", "dice": 1}],
    )  # fmt: skip
    assert items_of(named) == [("pool", 2)]
    assert parts_of(named) == [("Brawl", 1), ("knife", 1)]


def test_where_all_see_the_trackers_receipts_are_itemised() -> None:
    room, iris = v5_room(HouseRules())
    marked(room, iris, "health", "superficial", 5)
    rolled = room.act("ann", i.Roll, (7,), character=iris, pool=3, categories=("physical",))
    assert items_of(rolled) == [("pool", 3), ("impaired (Health)", -2)]
    assert rolled.all(e.RollItemised) == []


@pytest.mark.parametrize("overflow", [0, 3])
def test_stains_part_every_pool_that_they_could_impair(overflow: int) -> None:
    """A11.4: whether they do is not told by the form of a receipt."""
    room, iris = v5_room()
    if overflow:
        room.act("storyteller", i.AddStains, character=iris, amount=3 + overflow)
    size = 3 if overflow else 5
    rolled = room.act("ann", i.Roll, (2,) * size, character=iris, pool=5)
    assert items_of(rolled) == [("pool", size)]


def test_blood_potency_is_not_read_off_a_disciplines_bonus() -> None:
    """A5: a bonus die, or one dot more, is the same to who may not know the Blood."""
    seen = []
    for potency, dots in ((2, 1), (1, 2)):
        room, iris = v5_room(traits={"Wits": 1, "Auspex": dots}, blood_potency=potency)
        rolled = room.act("ann", i.Roll, (7, 2, 2), character=iris, traits=("Wits", "Auspex"))
        assert items_of(rolled) == [("pool", 3)]
        seen.append(bytes_of(rolled, "bob"))
    assert seen[0] == seen[1]


def test_what_a_blood_surge_adds_is_the_owners_to_know() -> None:
    room, iris = v5_room(hunger=1, blood_potency=1)
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="hunger", audience="table"
    )
    rolled = room.act("ann", i.Roll, (8, 2, 2, 2), character=iris, pool=1, surge=True)
    assert items_of(rolled) == [("pool", 3)]
    assert parts_of(rolled) == [("pool", 1), ("Blood Surge", 2)]


def test_a_frenzy_test_tells_its_dice_and_not_their_trackers() -> None:
    """A12.1: six dice of Willpower and Humanity, however they come about."""
    seen = []
    for humanity, spent in ((9, 1), (6, 0)):
        room, iris = v5_room(humanity=humanity)
        if spent:
            marked(room, iris, "willpower", "superficial", spent)
        else:
            room.act("storyteller", i.RenameRoom, name="as many intents")
        dice = 6
        test = {"character": iris, "kind": "fury", "difficulty": 1}
        rolled = room.act("ann", i.TestFrenzy, (7,) * dice, **test)
        assert items_of(rolled) == [("pool", dice)]
        seen.append(bytes_of(rolled, "bob"))
    assert seen[0] == seen[1]


def test_a_reveal_shows_no_parts_to_whom_the_trackers_are_kept_from() -> None:
    room, iris = v5_room()
    marked(room, iris, "health", "superficial", 5)
    rolled = room.act(
        "ann", i.Roll, (7, 2), character=iris, pool=4, categories=("physical",),
        visibility="private",
    )  # fmt: skip
    assert items_of(rolled) == [("pool", 4), ("impaired (Health)", -2)]
    shown = room.act("ann", i.RevealRoll, roll=rolled.created, part="whole")
    receipt = shown.only(e.RollRevealed).receipt
    assert isinstance(receipt, PoolReceipt)
    assert [(item.label, item.dice) for item in receipt.items] == [("pool", 2)]
    assert len(receipt.dice) == 2


def test_the_roll_of_a_character_that_is_gone_is_revealed_without_its_parts() -> None:
    """Who might have known its trackers is not known any more."""
    room, iris = v5_room(HouseRules())
    marked(room, iris, "health", "superficial", 5)
    rolled = room.act(
        "ann", i.Roll, (7, 2), character=iris, pool=4, categories=("physical",),
        visibility="private",
    )  # fmt: skip
    room.act("storyteller", i.RemoveCharacter, character=iris)
    shown = room.act("storyteller", i.RevealRoll, roll=rolled.created, part="whole")
    receipt = shown.only(e.RollRevealed).receipt
    assert isinstance(receipt, PoolReceipt)
    assert [(item.label, item.dice) for item in receipt.items] == [("pool", 2)]


def test_a_reroll_keeps_the_one_number() -> None:
    room, iris = v5_room()
    marked(room, iris, "health", "superficial", 5)
    rolled = room.act("ann", i.Roll, (3, 2), character=iris, pool=4, categories=("physical",))
    again = room.act("ann", i.Reroll, (9,), roll=rolled.created, regular_indices=(0,))
    assert [(x.label, x.dice) for x in again.only(e.RollRerolled).receipt.items] == [("pool", 2)]


def test_both_sides_of_a_contest_are_one_number_each() -> None:
    room, iris = v5_room()
    brick = room.vampire("bob", "Brick")
    marked(room, iris, "health", "superficial", 5)
    marked(room, brick, "health", "superficial", 5)
    body = {"categories": ("physical",), "pool": 4}
    opened = room.act("ann", i.OpenContest, (7, 2), character=iris, against=brick, **body)
    contest = opened.only(e.ContestOpened).contest.contest
    answered = room.act("bob", i.AnswerContest, (7, 2), contest=contest, character=brick, **body)
    for done, owner in ((opened, "ann"), (answered, "bob")):
        assert items_of(done) == [("pool", 2)]
        assert done.seen_by(e.RollItemised) == {"storyteller", owner}


def test_a_claimed_win_names_its_dice_alone() -> None:
    """A1.12: all who see the claim see its receipt."""
    room, iris = v5_room()
    marked(room, iris, "health", "superficial", 5)
    claimed = room.act(
        "ann", i.Roll, character=iris, pool=4, categories=("physical",), difficulty=1,
        without_dice="win",
    )  # fmt: skip
    claim = claimed.only(e.ProposalOpened).proposal.claim
    assert claim is not None
    assert [(item.label, item.dice) for item in claim.receipt.items] == [("pool", 2)]


def test_a_hidden_characters_open_roll_is_its_dice() -> None:
    room = Table()
    sleeper = room.hidden(hunger=1)
    marked(room, sleeper, "health", "superficial", 5)
    rolled = room.act(
        "storyteller", i.Roll, (7, 2), character=sleeper, pool=4, categories=("physical",),
        visibility="public",
    )  # fmt: skip
    assert items_of(rolled) == [("pool", 2)]
    assert rolled.seen_by(e.RollItemised) == {"storyteller"}


def test_a_pool_of_nobody_has_its_parts() -> None:
    room, _ = v5_room()
    rolled = room.act("ann", i.Roll, (7, 2), pool=1, modifiers=[{"label": "luck", "dice": 1}])
    assert items_of(rolled) == [("pool", 1), ("luck", 1)]


def test_a_storyteller_named_in_an_audience_asks_for_no_parting() -> None:
    """Whoever is a Storyteller sees every tracker, and the owner sees these."""
    room, iris = v5_room()
    rolled = room.act(
        "storyteller", i.Roll, (7, 2), character=iris, pool=2, label="Wits", visibility="private"
    )
    assert items_of(rolled) == [("Wits", 2)]
    room.join("second", Role.STORYTELLER)
    whispered = room.act(
        "ann", i.Roll, (7, 2), character=iris, pool=2, label="Wits", visibility="whisper",
        to=(room["second"],),
    )  # fmt: skip
    assert items_of(whispered) == [("Wits", 2)]


# --- V20 ----------------------------------------------------------------------------------------


def v20_room(rules: HouseRules = V20_OWNED, **traits: int) -> tuple[Table, str]:
    room = Table(rules)
    return room, room.v20_vampire("ann", "Iris", traits={**TRAITS, **traits})


def test_wounds_and_a_smaller_pool_look_alike() -> None:
    """C6: five dice less two for wounds, or three."""
    seen = []
    for pool, levels in ((5, 4), (3, 1)):
        room, iris = v20_room()
        marked(room, iris, "health", "lethal", levels)
        rolled = room.act("ann", i.RollV20, (7, 2, 2), character=iris, pool=pool)
        assert items_of(rolled) == [("pool", 3)]
        seen.append([bytes_of(rolled, who) for who in OUTSIDERS])
    assert seen[0] == seen[1]


def test_who_cannot_act_fails_without_a_word_why() -> None:
    room, iris = v20_room()
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="health",
        audience="storytellers",
    )  # fmt: skip
    marked(room, iris, "health", "lethal", 7)
    rolled = room.act("ann", i.RollV20, (), character=iris, pool=5)
    assert items_of(rolled) == [("pool", 0)]
    assert rolled.seen_by(e.RollItemised) == {"storyteller"}


def test_hunger_takes_dice_of_a_virtue_unnamed() -> None:
    """C8.3: two of four dice for want of blood, or a Virtue of two."""
    seen = []
    for rating, blood in ((4, 2), (2, 10)):
        room, iris = v20_room(**{"Self-Control": rating})
        if blood < 10:
            room.act("ann", i.SetTracker, character=iris, tracker="blood_pool", value=blood)
        else:
            room.act("storyteller", i.RenameRoom, name="as many intents")
        rolled = room.act("ann", i.ResistBeast, (7, 2), character=iris, kind="frenzy", difficulty=6)
        assert items_of(rolled) == [("pool", 2)]
        seen.append(
            [json.encode(ev) for ev in rolled.seen("bob") if isinstance(ev, e.RollResolved)]
        )
    assert seen[0] == seen[1]


def test_an_initiative_is_a_rating_and_a_die() -> None:
    """C5.1: what wounds took is told to those who see Health."""
    seen = []
    for dexterity, levels in ((4, 2), (3, 1)):
        room, iris = v20_room(Dexterity=dexterity)
        marked(room, iris, "health", "lethal", levels)
        rolled = room.act("ann", i.RollInitiative, (5,), character=iris)
        assert items_of(rolled) == [("rating", 7)]
        seen.append(bytes_of(rolled, "bob"))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("traits", "size", "tracker"),
    [(("Willpower",), 5, "willpower"), (("Humanity",), 7, "humanity")],
)
def test_a_tracker_that_is_rolled_is_not_named(
    traits: tuple[str, ...], size: int, tracker: str
) -> None:
    """C3, C8.1: its rating is the dice, which are seen; what they are of is in the label alone."""
    room, iris = v20_room(HouseRules(preset=Preset.V20_BOOK))
    room.act("storyteller", i.SetTrackerAudience, character=iris, tracker=tracker, audience="owner")
    rolled = room.act("ann", i.RollV20, (2,) * size, character=iris, traits=traits)
    assert items_of(rolled) == [("pool", size)]
    assert parts_of(rolled) == [(traits[0], size)]


def test_soak_and_damage_have_their_parts() -> None:
    """C5.6: no wound weighs on them, so nothing is kept."""
    room, iris = v20_room()
    soak = room.act("ann", i.RollV20, (7, 2), character=iris, traits=("Stamina",), kind="soak")
    assert items_of(soak) == [("Stamina", 2)]


def test_a_v20_contest_is_one_number_a_side() -> None:
    room, iris = v20_room()
    brick = room.v20_vampire("bob", "Brick", traits=TRAITS)
    marked(room, iris, "health", "lethal", 2)
    opened = room.act("ann", i.OpenV20Contest, (7, 2), character=iris, against=brick, pool=3)
    assert items_of(opened) == [("pool", 2)]
    assert parts_of(opened)[0] == ("pool", 3)
