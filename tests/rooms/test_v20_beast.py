"""Virtues, degeneration, frenzy and Rötschreck in a V20 room."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.v20_receipt import V20Receipt
from protocol.v20_views import ResistanceView
from protocol.v20_words import BeastKind
from protocol.views import EffectView
from protocol.words import EffectKind, Preset
from tests.support.rooms import V20, Done, Table

VIRTUES = {"Conscience": 3, "Self-Control": 2, "Courage": 4}


def a_room(traits: dict[str, int] | None = None, **switches: str) -> tuple[Table, str]:
    room = Table(HouseRules(preset=Preset.V20_BOOK, switches=switches))
    return room, room.v20_vampire("ann", "Iris", traits=traits or VIRTUES)


def receipt_of(done: Done) -> V20Receipt:
    receipt = done.only(e.RollResolved).receipt
    assert isinstance(receipt, V20Receipt)
    return receipt


def held(room: Table, kind: EffectKind) -> list[EffectView]:
    return [each.view for each in room.state.effects.values() if each.view.kind is kind]


# --- degeneration --------------------------------------------------------------------------------


def test_a_success_keeps_the_rating() -> None:
    """C8.2: Conscience at difficulty 8, whatever the sin."""
    room, iris = a_room()
    done = room.act("ann", i.RollDegeneration, (8, 2, 3), character=iris, sin=7)
    assert done.kinds == ["roll_resolved"]
    receipt = receipt_of(done)
    assert (receipt.kind, receipt.difficulty.applied) == ("degeneration", 8)
    assert "theft" in done.only(e.RollResolved).label


def test_a_failure_lowers_the_rating() -> None:
    """C8.2."""
    room, iris = a_room()
    done = room.act("ann", i.RollDegeneration, (2, 3, 4), character=iris, sin=2)
    assert done.kinds == ["roll_resolved", "tracker_changed"]
    assert done.tracker("humanity") == 6


def test_a_botch_lowers_conscience_too_and_deranges() -> None:
    """C8.2: Conscience, or the Conviction that is followed in its place."""
    for name in ("Conscience", "conviction"):
        room, iris = a_room({name: 2, "Wits": 3})
        done = room.act("ann", i.RollDegeneration, (1, 3), character=iris, sin=1)
        assert done.kinds == ["roll_resolved", "tracker_changed", "sheet_noted", "effect_begun"]
        assert done.only(e.SheetNoted).traits == {name: 1, "Wits": 3}
        assert done.only(e.EffectBegun).effect.kind is EffectKind.DERANGEMENT
        assert done.seen_by(e.SheetNoted) == {"storyteller", "ann"}


def test_only_sins_at_the_rating_or_lower_call_for_a_roll() -> None:
    """C8.2: at Humanity 7 the levels 7 to 1, and at 0 nothing is left to lose."""
    room, iris = a_room()
    refusal = room.refuse(
        "ann", i.RollDegeneration, Code.NOTHING_TO_DO, "sin", character=iris, sin=8
    )
    assert refusal.accepted == "1 to 7"
    room.act("ann", i.SetTracker, character=iris, tracker="humanity", value=0)
    room.refuse("ann", i.RollDegeneration, Code.WRONG_STATE, character=iris, sin=1)


def test_a_storytellers_scale_is_a_switch() -> None:
    """C8.2: else the difficulty is 8."""
    room, iris = a_room()
    sin = {"character": iris, "sin": 3, "difficulty": 6}
    room.refuse("ann", i.RollDegeneration, Code.BAD_DIFFICULTY, "difficulty", **sin)
    room, iris = a_room(degeneration_difficulty="storyteller")
    done = room.act("ann", i.RollDegeneration, (6, 2, 2), **sin | {"character": iris})
    assert receipt_of(done).difficulty.applied == 6


def test_who_may_not_see_humanity_does_not_roll_for_it() -> None:
    """A refusal would tell the rating."""
    room, iris = a_room()
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="humanity",
        audience="storytellers",
    )  # fmt: skip
    room.refuse("ann", i.RollDegeneration, Code.FORBIDDEN, character=iris, sin=1)


# --- the Beast -----------------------------------------------------------------------------------


def frenzy(iris: str, difficulty: int = 6) -> dict[str, object]:
    return {"character": iris, "kind": "frenzy", "difficulty": difficulty}


def test_each_success_holds_the_beast_for_a_turn() -> None:
    """C8.3: then it is rolled again, until five in all end the danger."""
    room, iris = a_room({"Self-Control": 5})
    done = room.act("ann", i.ResistBeast, (6, 7, 2, 2, 2), **frenzy(iris))
    assert done.kinds == ["roll_resolved", "effect_begun"]
    assert done.only(e.EffectBegun).effect.resistance == ResistanceView(BeastKind.FRENZY, 2, 2)
    refusal = room.refuse("ann", i.ResistBeast, Code.WRONG_STATE, **frenzy(iris))
    assert "2 turns" in refusal.detail
    for left in (1, 0):
        room.act("storyteller", i.BeginClock, clock="turn")
        passed = room.act("storyteller", i.EndClock, clock="turn")
        changed = passed.only(e.EffectChanged).effect.resistance
        assert changed is not None
        assert changed.held_turns == left
    again = room.act("ann", i.ResistBeast, (6, 6, 6, 2, 2), **frenzy(iris))
    assert again.kinds == ["roll_resolved", "effect_ended"]
    assert held(room, EffectKind.RESISTING) == []


def test_no_success_is_frenzy() -> None:
    """C8.3: for the scene, or as long as the Storyteller says after a botch."""
    for faces, until in (((2, 3), "scene"), ((1, 3), None)):
        room, iris = a_room()
        done = room.act("ann", i.ResistBeast, faces, **frenzy(iris))
        effect = done.only(e.EffectBegun).effect
        assert (effect.kind, effect.until) == (EffectKind.FRENZY, until)
        assert bool(effect.ends) == (until is None)
        room.refuse("ann", i.ResistBeast, Code.IN_FRENZY, **frenzy(iris))


def test_what_was_held_may_still_be_lost() -> None:
    """C8.3: the next roll without a success."""
    room, iris = a_room()
    room.act("ann", i.ResistBeast, (6, 2), **frenzy(iris))
    room.act("storyteller", i.BeginClock, clock="turn")
    room.act("storyteller", i.EndClock, clock="turn")
    lost = room.act("ann", i.ResistBeast, (2, 2), **frenzy(iris))
    assert lost.kinds == ["roll_resolved", "effect_ended", "effect_begun"]


def test_any_success_may_suffice() -> None:
    """C8.3: by switch."""
    room, iris = a_room(v20_frenzy="any_success")
    assert room.act("ann", i.ResistBeast, (6, 2), **frenzy(iris)).kinds == ["roll_resolved"]


def test_rotschreck_is_resisted_with_courage() -> None:
    """C8.4: apart from frenzy."""
    room, iris = a_room()
    room.act("ann", i.ResistBeast, (6, 2), **frenzy(iris))
    fear = {"character": iris, "kind": "rotschreck", "difficulty": 5}
    done = room.act("ann", i.ResistBeast, (5, 2, 2, 2), **fear)
    assert [item.label for item in receipt_of(done).items] == ["Courage"]
    assert len(held(room, EffectKind.RESISTING)) == 2


@pytest.mark.parametrize(("faces", "how"), [((6, 2, 2), "ridden"), ((2, 2, 2), "out of control")])
def test_instinct_never_keeps_frenzy_away(faces: tuple[int, ...], how: str) -> None:
    """C8.3: the roll is for control."""
    room, iris = a_room({"Instinct": 3})
    effect = room.act("ann", i.ResistBeast, faces, **frenzy(iris)).only(e.EffectBegun).effect
    assert effect.kind is EffectKind.FRENZY
    assert how in effect.name


def test_willpower_holds_the_beast_for_a_turn() -> None:
    """C8.5: without a success more."""
    room, iris = a_room()
    room.act("ann", i.ResistBeast, (6, 2), **frenzy(iris))
    done = room.act("ann", i.SpendWillpower, character=iris, use="hold_frenzy")
    assert done.only(e.EffectChanged).effect.resistance == ResistanceView(BeastKind.FRENZY, 1, 2)
    room.refuse(
        "storyteller", i.SpendWillpower, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        character=iris, use="hold_frenzy", visibility="secret",
    )  # fmt: skip
    without = room.v20_vampire("ann", "Calm")
    room.refuse(
        "ann", i.SpendWillpower, Code.WRONG_STATE, "use", character=without, use="hold_frenzy"
    )


def test_a_mortal_has_no_beast() -> None:
    """C8.3."""
    room = Table(V20)
    mortal = room.v20_vampire("ann", "Renfield", kind="mortal")
    room.refuse("ann", i.ResistBeast, Code.NO_FRENZY, "character", **frenzy(mortal))


def test_hunger_leaves_fewer_dice() -> None:
    """C8.3: no more than blood points."""
    room, iris = a_room({"Self-Control": 4})
    room.act("ann", i.SetTracker, character=iris, tracker="blood_pool", value=1)
    done = room.act("ann", i.ResistBeast, (6,), **frenzy(iris))
    assert ("hunger", -3) in [(item.label, item.dice) for item in receipt_of(done).items]


def test_what_is_held_in_secret_changes_nothing_before_others() -> None:
    """A public roll begins anew, whatever the Storytellers have between themselves."""
    room, iris = a_room()
    room.act("storyteller", i.ResistBeast, (6, 2), visibility="secret", **frenzy(iris))
    done = room.act("storyteller", i.ResistBeast, (6, 2), **frenzy(iris))
    assert done.kinds == ["roll_resolved", "effect_begun"]
    assert "bob" in done.seen_by(e.EffectBegun)


def test_what_others_see_change_is_rolled_before_them() -> None:
    """A secret or blind roll would tell by how the Beast stands after it."""
    room, iris = a_room()
    room.act("ann", i.ResistBeast, (6, 2), **frenzy(iris))
    room.act("storyteller", i.BeginClock, clock="turn")
    room.act("storyteller", i.EndClock, clock="turn")
    for visibility in ("secret", "blind", "private"):
        refusal = room.refuse(
            "ann", i.ResistBeast, Code.VISIBILITY_NOT_ALLOWED, "visibility",
            visibility=visibility, **frenzy(iris),
        )  # fmt: skip
        assert refusal.accepted
    blind = room.v20_vampire("ann", "Blind", traits=VIRTUES)
    done = room.act("ann", i.ResistBeast, (6, 2), visibility="blind", **frenzy(blind))
    assert done.seen_by(e.EffectBegun) == {"storyteller"}
