"""Corrections: rolls retracted, trackers put right, one's last intent undone; the trace stays."""

from collections.abc import Callable

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.views import TrackView
from server.rooms.corrections import UNDO_WITHIN_MS
from server.rooms.refusal import Refusal
from tests.support.rooms import V20, Done, Table, uuid

WHY = {"note": "The Difficulty was another."}


def bestial(room: Table, character: CharacterId, **fields: object) -> Done:
    """A failed roll with a 1 on its Hunger die."""
    return room.act("ann", i.Roll, (2, 1), character=character, pool=2, difficulty=1, **fields)


def last_of(room: Table) -> str:
    """The id of the intent that was made last."""
    return uuid(room._numbers)


def undo(room: Table, who: str = "ann") -> Done:
    return room.act(who, i.Undo, intent=last_of(room))


def refused(room: Table, who: str = "ann", code: Code = Code.NOT_UNDOABLE) -> Refusal:
    return room.refuse(who, i.Undo, code, "intent", intent=last_of(room))


# --- retracting ----------------------------------------------------------------------------------


def test_a_retracted_roll_stands_no_more_and_is_still_there() -> None:
    """Nothing is edited: the roll stays in the log, and everybody who saw it learns why."""
    room = Table()
    roll = bestial(room, room.vampire(hunger=1)).created
    records = room.kept[-1].records
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.kinds == ["roll_retracted"]
    assert done.seen_by(e.RollRetracted) == set(room.people)
    told = done.only(e.RollRetracted)
    assert (told.by, told.note, told.is_undo) == (room["storyteller"], WHY["note"], False)
    assert not room.state.standing
    assert room.kept[-2].records == records
    recalled = room.recall(roll)
    assert recalled is not None
    assert recalled.is_retracted


def test_a_roll_is_retracted_once_and_then_neither_rerolled_nor_shown() -> None:
    """Whatever names it is told that it counts no more."""
    room = Table()
    iris = room.vampire(hunger=1)
    roll = bestial(room, iris, visibility="private").created
    room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    room.refuse("storyteller", i.RetractRoll, Code.RETRACTED, "roll", roll=roll, **WHY)
    room.refuse("ann", i.Reroll, Code.RETRACTED, "roll", roll=roll, regular_indices=(0,))
    room.refuse("ann", i.SettleRoll, Code.RETRACTED, "roll", roll=roll)
    room.refuse("ann", i.RevealRoll, Code.RETRACTED, "roll", roll=roll)


def test_players_retract_nothing_and_learn_of_nothing() -> None:
    """What a player may not know answers like what does not exist; a reason is always given."""
    room = Table()
    iris = room.vampire()
    roll = bestial(room, iris).created
    room.refuse("ann", i.RetractRoll, Code.FORBIDDEN, roll=roll, **WHY)
    room.refuse("storyteller", i.RetractRoll, Code.NOT_FOUND, "roll", roll="nothing", **WHY)
    for note in ({}, {"note": ""}, {"note": " "}):
        with pytest.raises(msgspec.ValidationError):
            room.intent(i.RetractRoll, roll=roll, **note)


def test_trackers_follow_a_retracted_roll() -> None:
    """Hunger of a surge and Willpower of a reroll come back, whatever else happened since."""
    room = Table()
    iris = room.vampire(hunger=1, blood_potency=1)
    roll = room.act(
        "ann", i.Roll, (2, 6, 2, 3, 1), character=iris, pool=2, difficulty=4, surge=True
    ).created
    room.act("ann", i.Reroll, (4,), roll=roll, regular_indices=(0,))
    room.act("ann", i.DealDamage, character=iris, track="willpower", kind="superficial", amount=1)
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.tracker("hunger") == 1
    assert done.tracker("willpower") == TrackView(boxes=4, superficial=1)


def test_what_waited_for_a_retracted_roll_closes() -> None:
    """Its price lapses; what was confirmed has happened, and is put right by hand."""
    room = Table()
    iris = room.vampire(hunger=1)
    roll = bestial(room, iris).created
    price = room.act("ann", i.SettleRoll, roll=roll).only(e.ProposalOpened).proposal.proposal
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.only(e.ProposalLapsed).proposal == price
    assert not room.state.proposals
    room.refuse("storyteller", i.ConfirmProposal, Code.NOT_FOUND, "proposal", proposal=price)


@pytest.mark.parametrize("answered", [False, True])
def test_a_contest_ends_with_a_side_that_is_retracted(answered: bool) -> None:
    """Neither waits it for an answer, nor are its damage and its rerolls still open."""
    room = Table()
    iris, brick = room.vampire("ann", "Iris"), room.vampire("bob", "Brick")
    opened = room.act("ann", i.OpenContest, (6, 6), character=iris, against=brick, pool=2)
    contest, roll = opened.created, opened.only(e.RollResolved).roll
    if answered:
        room.act("bob", i.AnswerContest, (2,), contest=contest, character=brick, pool=1)
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.only(e.ContestWithdrawn).contest == contest
    assert len(done.all(e.ProposalLapsed)) == answered
    assert (room.state.contests, room.state.proposals) == ({}, {})
    for left in tuple(room.state.standing):
        room.act("storyteller", i.SettleRoll, roll=left)


def test_a_secret_roll_is_retracted_in_secret() -> None:
    """Only Storytellers learn of it; a tracker that all see changes without a cause, as ever."""
    room = Table()
    iris = room.vampire(hunger=1)
    roll = room.act("storyteller", i.Rouse, (2,), character=iris, visibility="secret").created
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.seen_by(e.RollRetracted) == {"storyteller"}
    assert [type(event) for event in done.seen("ann")] == [e.TrackerChanged]
    assert done.tracker("hunger") == 1


def test_nothing_of_an_unhidden_character_moves_with_its_old_roll() -> None:
    """Its roll was shown without it: a tracker that followed would tell whose it was."""
    room = Table(HouseRules())
    sleeper = room.hidden(hunger=1)
    roll = room.act("storyteller", i.Rouse, (2,), character=sleeper, visibility="public").created
    room.act("storyteller", i.UnhideCharacter, character=sleeper)
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.kinds == ["roll_retracted"]


def test_what_a_roll_began_ends_with_it() -> None:
    """A Compulsion that the dice brought is over when they count no more."""
    room = Table()
    iris = room.vampire(hunger=1, clan="Brujah")
    done = room.act("ann", i.RollCompulsion, (2,), character=iris)
    begun = done.only(e.EffectBegun).effect
    assert begun.roll == done.created
    done = room.act("storyteller", i.RetractRoll, roll=done.created, **WHY)
    assert done.only(e.EffectEnded).effect == begun.effect


# --- trackers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields"),
    [(i.SetTracker, {"tracker": "hunger", "value": 1}),
     (i.SetTrack, {"track": "willpower", "superficial": 1})],
)  # fmt: skip
def test_a_correction_of_a_tracker_says_why(kind: type, fields: dict[str, object]) -> None:
    """It is a change by hand that is marked as one that puts right."""
    room = Table()
    fields = {"character": room.vampire(hunger=2), "corrects": True, **fields}
    room.refuse("storyteller", kind, Code.INVALID, "note", **fields)
    told = room.act("storyteller", kind, **fields, note="It was slaked.").only(e.TrackerSet)
    assert (told.is_correction, told.note) == (True, "It was slaked.")


# --- undoing -------------------------------------------------------------------------------------


def test_the_last_change_is_undone() -> None:
    """The value is as before, and those who saw who did it see who took it back."""
    room = Table()
    iris = room.vampire(hunger=2)
    room.act("ann", i.DealDamage, character=iris, track="health", kind="aggravated", amount=2)
    done = undo(room)
    assert done.kinds == ["change_undone", "tracker_changed"]
    assert done.tracker("health") == TrackView(boxes=5)
    told = done.only(e.ChangeUndone)
    assert (told.by, told.character, told.trackers) == (room["ann"], iris, ("health",))
    assert done.seen_by(e.ChangeUndone) == set(room.people)


def test_an_unseen_change_is_undone_unseen() -> None:
    """Who may know what was done by whom may know that it was taken back, and nobody else."""
    room = Table()
    iris = room.vampire(hunger=2)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=4, visibility="private")
    done = undo(room)
    assert done.seen_by(e.ChangeUndone) == {"ann", "storyteller"}
    assert done.seen_by(e.TrackerChanged) == set(room.people)


def test_the_last_roll_is_undone() -> None:
    """It is retracted by whoever rolled; a contest that nobody answered is off with it."""
    room = Table()
    iris, brick = room.vampire("ann", "Iris", hunger=1), room.vampire("bob", "Brick")
    bestial(room, iris)
    told = undo(room).only(e.RollRetracted)
    assert (told.by, told.is_undo, told.note) == (room["ann"], True, "")
    room.act("ann", i.OpenContest, (6, 6), character=iris, against=brick, pool=2)
    assert undo(room).kinds == ["roll_retracted", "contest_withdrawn"]


def test_undo_ends_with_its_time() -> None:
    """The last moment counts, the one after does not; the clock is the server's."""
    room = Table()
    iris = room.vampire(hunger=2)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=4)
    named = last_of(room)
    room.now_ms += UNDO_WITHIN_MS + 1
    refusal = room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, "intent", intent=named)
    assert "30 seconds" in refusal.detail
    room.now_ms -= 1
    room.act("ann", i.Undo, intent=named)


def test_only_ones_own_last_is_undone_and_once() -> None:
    """Somebody else's id is nobody's; what others did in between does not matter."""
    room = Table()
    iris = room.vampire(hunger=2)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=4)
    named = last_of(room)
    room.refuse("bob", i.Undo, Code.NOT_FOUND, "intent", intent=named)
    room.refuse("storyteller", i.Undo, Code.NOT_FOUND, "intent", intent=named)
    room.act("bob", i.Roll, (6,), pool=1)
    room.act("ann", i.Undo, intent=named)
    again = room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, "intent", intent=named)
    assert "something else" in again.detail


def test_what_was_done_in_secret_since_keeps_nothing_from_being_undone() -> None:
    """All who saw the deed must have seen what followed it; else its refusal would tell them."""
    room = Table()
    iris = room.vampire(hunger=2)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=4)
    named = last_of(room)
    room.act("ann", i.Say, text="Psst.", visibility="private")
    room.act("ann", i.Undo, intent=named)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=4, visibility="private")
    named = last_of(room)
    room.act("ann", i.Say, text="Hm.")
    room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, "intent", intent=named)


LASTING: dict[str, Callable[[Table, CharacterId], Done]] = {
    "What was said": lambda room, _: room.act("ann", i.Say, text="Hm."),
    "rolled blind": lambda room, iris: bestial(room, iris, visibility="blind"),
    "nothing in it that is yours": lambda room, iris: bestial(room, iris, visibility="secret"),
    "counts once": lambda room, iris: room.act("ann", i.Mend, (6,), character=iris),
    "dice are rolled": lambda room, iris: room.act(
        "ann", i.Reroll, (4,), roll=room.act(
            "ann", i.Roll, (6, 2), character=iris, pool=2, difficulty=2,
        ).created, regular_indices=(0,)),
    "puts it right": lambda room, iris: room.act("ann", i.EditCharacter, character=iris, name="I"),
}  # fmt: skip


@pytest.mark.parametrize("why", LASTING)
def test_what_cannot_be_undone_says_why(why: str) -> None:
    """A sentence that helps, and nothing changes."""
    room = Table()
    iris = room.vampire(hunger=1)
    room.act("ann", i.SetTrack, character=iris, track="health", superficial=2)
    room.act("storyteller", i.BeginClock, clock="turn")
    LASTING[why](room, iris)
    assert why in refused(room).detail


def test_what_something_was_built_on_stays() -> None:
    """Seen by whoever asks: another change of the value, a settled roll, a decided price."""
    room = Table()
    iris, brick = room.vampire("ann", "Iris", hunger=1), room.vampire("bob", "Brick")
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=3)
    named = last_of(room)
    room.act("storyteller", i.SetTracker, character=iris, tracker="hunger", value=5)
    assert "built on" in room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, intent=named).detail
    room.act("storyteller", i.SetTracker, character=iris, tracker="hunger", value=1)
    roll = bestial(room, iris).created
    named = last_of(room)
    room.act("storyteller", i.SettleRoll, roll=roll)
    room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, intent=named)
    opened = room.act("ann", i.OpenContest, (6, 6), character=iris, against=brick, pool=2)
    named = last_of(room)
    room.act("bob", i.AnswerContest, (6,), contest=opened.created, character=brick, pool=1)
    assert "other side" in refused(room, "bob").detail
    room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, intent=named)


def test_a_refusal_tells_nothing_of_what_was_built_in_secret() -> None:
    """A value that the asker may not see has changed: undone all the same, and to the letter."""
    answers = []
    for secretly in (False, True):
        room = Table(HouseRules())
        iris = room.vampire(hunger=1)
        room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=2)
        named = last_of(room)
        narrowed = {"character": iris, "tracker": "hunger", "audience": "storytellers"}
        room.act("storyteller", i.SetTrackerAudience, **narrowed)
        intent = room.intent(i.SetTracker, character=iris, tracker="hunger", value=5)
        if secretly:
            room.do(room.command("storyteller", intent))
        done = room.act("ann", i.Undo, intent=named)
        answers.append([msgspec.json.encode(event) for event in done.seen("ann")])
        assert room.state.characters[iris].trackers["hunger"] == (4 if secretly else 1)
    assert answers[0] == answers[1]


def test_v20_willpower_comes_back() -> None:
    """Points that a V20 roll cost come back with it when a Storyteller retracts it."""
    room = Table(V20)
    iris = room.v20_vampire("ann", "Iris")
    roll = room.act("ann", i.RollV20, (7,), character=iris, pool=1, willpower=True).created
    named = last_of(room)
    assert "in this turn" in room.refuse("ann", i.Undo, Code.NOT_UNDOABLE, intent=named).detail
    done = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert done.tracker("willpower") == done.only(e.TrackerChanged).after
    assert done.only(e.TrackerChanged).after.current == 5  # type: ignore[union-attr]
