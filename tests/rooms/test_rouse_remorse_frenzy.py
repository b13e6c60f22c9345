"""Rouse checks, Remorse and frenzy: the rolls that are not pools."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.receipts import FrenzyReceipt, RemorseReceipt, RouseReceipt
from protocol.words import (
    CharacterKind,
    DamageKind,
    ProposalKind,
    TrackerAudience,
    TrackerName,
    TrackName,
)
from tests.support.rooms import Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def rouse_receipt(done: Done) -> RouseReceipt:
    found = done.only(e.RollResolved).receipt
    assert isinstance(found, RouseReceipt)
    return found


# --- Rouse --------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 11))
def test_a_rouse_check_below_six_raises_hunger(face: int) -> None:
    """V17: 1 to 5 raise it by one, 6 to 10 leave it."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    done = room.act("ann", i.Rouse, (face,), character=iris)
    assert rouse_receipt(done).passed is (face >= 6)
    assert room.state.characters[iris].trackers["hunger"] == (1 if face >= 6 else 2)
    assert done.kinds == ["roll_resolved", *(["tracker_changed"] if face < 6 else [])]
    assert not done.only(e.RollResolved).is_standing


@pytest.mark.parametrize(
    ("faces", "gain"), [((3, 4), 1), ((3, 8), 0), ((8, 2), 0), ((10, 1), 0), ((5, 5), 1)]
)
def test_a_low_enough_power_rolls_two_dice_of_which_the_better_counts(
    faces: tuple[int, int], gain: int
) -> None:
    """V37: Blood Potency 1 and a power of level 1; both below six raise Hunger by one."""
    room = Table()
    iris = room.vampire("ann", blood_potency=1)
    room.act("ann", i.Rouse, faces, character=iris, power_level=1)
    assert room.state.characters[iris].trackers["hunger"] == gain


@pytest.mark.parametrize(
    ("potency", "level", "dice"),
    [(0, 1, 1), (1, 1, 2), (1, 2, 1), (3, 2, 2), (3, 3, 1), (9, 5, 2), (10, 5, 2), (10, None, 1)],
)
def test_dice_of_a_rouse_check_follow_blood_potency_and_level(
    potency: int, level: int | None, dice: int
) -> None:
    """V39, V43: on every path, for every rating."""
    room = Table()
    iris = room.vampire("ann", blood_potency=potency)
    done = room.act("ann", i.Rouse, (6,) * dice, character=iris, power_level=level)
    assert len(rouse_receipt(done).faces) == dice


def test_at_hunger_five_nobody_chooses_to_rouse() -> None:
    """V41: the last step to 5 is a check like any other, the next is refused."""
    room = Table()
    iris = room.vampire("ann", hunger=4)
    room.act("ann", i.Rouse, (3,), character=iris)
    assert room.state.characters[iris].trackers["hunger"] == 5
    room.refuse("ann", i.Rouse, Code.HUNGER_FULL, character=iris)
    assert room.state.proposals == {}


@pytest.mark.parametrize("kind", [CharacterKind.GHOUL, CharacterKind.MORTAL])
def test_who_has_no_blood_to_rouse_is_refused(kind: CharacterKind) -> None:
    """A ghoul pays otherwise, a mortal not at all."""
    room = Table()
    room.refuse("ann", i.Rouse, Code.NO_ROUSE, character=room.vampire("ann", kind=kind))


@pytest.mark.parametrize("audience", TrackerAudience)
@pytest.mark.parametrize("hunger", [3, 4])
def test_a_secret_rouse_tells_only_what_the_hunger_track_tells(
    audience: TrackerAudience, hunger: int
) -> None:
    """A24: no notice without the mode; to who sees Hunger its change, without a cause."""
    room = Table(HouseRules(tracker_audience=audience))
    iris = room.vampire("ann", hunger=hunger)
    done = room.act("storyteller", i.Rouse, (1,), character=iris, visibility="secret")
    expected = [e.TrackerChanged(character=iris, tracker="hunger", before=hunger, after=hunger + 1)]
    assert done.seen("bob") == (expected if audience is TrackerAudience.TABLE else [])
    room.refuse("bob", i.RevealRoll, Code.NOT_FOUND, "roll", roll=done.created)


# --- Remorse ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("humanity", "stains", "modifier", "dice"),
    [(7, 2, 0, 1), (6, 3, 0, 1), (6, 4, 0, 1), (6, 2, 1, 3), (7, 3, -2, 1), (1, 1, 40, 48)],
)
def test_remorse_rolls_the_clear_boxes_and_never_less_than_one(
    humanity: int, stains: int, modifier: int, dice: int
) -> None:
    """V53: ten, less Humanity and Stains, with modifiers."""
    room = Table()
    iris = room.vampire("ann", humanity=humanity)
    room.act("ann", i.AddStains, character=iris, amount=stains)
    done = room.act("ann", i.TestRemorse, (6,) * dice, character=iris, modifier=modifier)
    assert len(done.only(e.RollResolved).receipt.faces) == dice  # type: ignore[union-attr]


@pytest.mark.parametrize(("faces", "humanity"), [((3, 6), 6), ((3, 5), 5)])
def test_stains_go_either_way_and_humanity_only_without_remorse(
    faces: tuple[int, ...], humanity: int
) -> None:
    """One success is enough."""
    room = Table()
    iris = room.vampire("ann", humanity=6)
    room.act("ann", i.AddStains, character=iris, amount=2)
    done = room.act("ann", i.TestRemorse, faces, character=iris)
    trackers = room.state.characters[iris].trackers
    assert (trackers["humanity"], trackers["stains"]) == (humanity, 0)
    read = done.only(e.RollResolved).receipt
    assert isinstance(read, RemorseReceipt)
    assert read.kept is (humanity == 6)


def test_without_stains_there_is_nothing_to_be_sorry_for() -> None:
    """Refused before a die falls."""
    room = Table()
    room.refuse("ann", i.TestRemorse, Code.NO_STAINS, character=room.vampire("ann"))


def test_overflowing_stains_are_tested_and_go_like_the_others() -> None:
    """Also at Humanity 10, where no box takes a Stain."""
    room = Table()
    saint = room.vampire("ann", humanity=10)
    room.act("ann", i.AddStains, character=saint, amount=2)
    room.act("ann", i.TestRemorse, (1,), character=saint)
    trackers = room.state.characters[saint].trackers
    assert (trackers["humanity"], trackers["stains"]) == (9, 0)


def test_a_lost_character_feels_no_remorse() -> None:
    """Humanity 0 with Stains is refused, and the room stands."""
    room = Table()
    lost = room.vampire("ann", humanity=0)
    room.act("ann", i.AddStains, character=lost, amount=1)
    room.refuse("ann", i.TestRemorse, Code.WRONG_STATE, "character", character=lost)


# --- frenzy -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("humanity", "dice"), [(10, 7), (9, 7), (8, 6), (6, 6), (5, 5), (3, 5), (2, 4), (0, 4)]
)
def test_frenzy_rolls_unmarked_willpower_and_a_third_of_humanity(humanity: int, dice: int) -> None:
    """V23: no Hunger dice, whatever the Hunger."""
    room = Table()
    iris = room.vampire("ann", humanity=humanity, hunger=4)
    done = room.act("ann", i.TestFrenzy, (6,) * dice, character=iris, kind="hunger", difficulty=2)
    assert len(done.only(e.RollResolved).receipt.faces) == dice  # type: ignore[union-attr]


def test_a_frenzy_pool_has_one_die_when_willpower_is_gone() -> None:
    """V29: never an impossible pool of none."""
    room = Table()
    iris = room.vampire("ann", humanity=2)
    room.act(
        "storyteller", i.DealDamage,
        character=iris, track=TrackName.WILLPOWER, kind=DamageKind.SUPERFICIAL, amount=4,
    )  # fmt: skip
    room.act("ann", i.TestFrenzy, (6,), character=iris, kind="fury", difficulty=2)


@pytest.mark.parametrize(("kind", "dice"), [("terror", 5), ("hunger", 5), ("fury", 3)])
def test_the_brujah_bane_weakens_resistance_to_fury_alone(kind: str, dice: int) -> None:
    """Two dice less at Blood Potency 1: steps 33 and 34 of the first night."""
    room = Table()
    bouncer = room.vampire("bob", clan="Brujah", blood_potency=1, willpower_boxes=3)
    done = room.act(
        "bob", i.TestFrenzy, (6, 7, *[1] * (dice - 2)), character=bouncer, kind=kind, difficulty=2
    )
    read = done.only(e.RollResolved).receipt
    assert isinstance(read, FrenzyReceipt)
    assert (read.outcome, read.successes, read.kind) == ("resisted", 2, kind)


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ((6, 6, 1, 1, 1, 1), "resisted"),
        ((10, 10, 1, 1, 1, 1), "resisted_critical"),
        ((6, 1, 1, 1, 1, 1), "frenzy"),
    ],
)
def test_frenzy_is_resisted_at_a_cost_freely_or_not(faces: tuple[int, ...], outcome: str) -> None:
    """A pair of tens holds the Beast at no cost."""
    room = Table()
    iris = room.vampire("ann")
    done = room.act("ann", i.TestFrenzy, faces, character=iris, kind="fury", difficulty=2)
    assert done.only(e.RollResolved).receipt.outcome == outcome  # type: ignore[union-attr]
    assert not done.only(e.RollResolved).is_standing


@pytest.mark.parametrize("kind", [k for k in CharacterKind if k is not CharacterKind.VAMPIRE])
def test_only_a_vampire_has_a_beast_to_give_in_to(kind: CharacterKind) -> None:
    """Refused before a die falls."""
    room = Table()
    them = room.vampire("ann", kind=kind)
    room.refuse("ann", i.TestFrenzy, Code.NO_FRENZY, character=them, kind="fury", difficulty=2)


def test_a_rouse_check_forced_at_hunger_5_asks_for_a_frenzy_test_when_it_fails() -> None:
    """A4.6: the character has no choice; Hunger stays 5, and the Beast is tested at 4."""
    room = Table()
    iris = room.vampire("ann", hunger=5)
    room.refuse("ann", i.Rouse, Code.FORBIDDEN, "forced", character=iris, forced=True)
    room.refuse("storyteller", i.Rouse, Code.HUNGER_FULL, character=iris)
    held = room.act("storyteller", i.Rouse, (6,), character=iris, forced=True)
    assert held.kinds == ["roll_resolved"]
    failed = room.act("storyteller", i.Rouse, (5,), character=iris, forced=True)
    assert failed.kinds == ["roll_resolved", "proposal_opened"]
    proposal = failed.only(e.ProposalOpened).proposal
    assert (proposal.kind, proposal.difficulty) == (ProposalKind.FRENZY, 4)
    assert room.state.characters[iris].trackers[TrackerName.HUNGER] == 5
