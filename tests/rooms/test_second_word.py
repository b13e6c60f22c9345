"""What a house puts right with a second Storyteller's word: rolls that count no more, trackers."""

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.views import TrackView
from protocol.words import ProposalKind, Role
from tests.rooms.test_corrections import WHY, bestial
from tests.support.rooms import V20, Table

CONSENT = HouseRules(second_consent=True)


def test_a_house_may_ask_a_second_storyteller() -> None:
    """It waits for the other's word, and whoever asked cannot give it."""
    room = Table(CONSENT)
    room.join("second", Role.STORYTELLER)
    roll = bestial(room, room.vampire(hunger=1)).created
    asked = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
    assert asked.kinds == ["proposal_opened"]
    assert asked.seen_by(e.ProposalOpened) == {"storyteller", "second"}
    view = asked.only(e.ProposalOpened).proposal
    assert (view.kind, view.by, view.note) == (
        ProposalKind.RETRACTION, room["storyteller"], WHY["note"],
    )  # fmt: skip
    named = {"proposal": view.proposal}
    room.refuse("storyteller", i.ConfirmProposal, Code.FORBIDDEN, "proposal", **named)
    room.refuse("second", i.RetractRoll, Code.NOTHING_TO_DO, "roll", roll=roll, **WHY)
    done = room.act("second", i.ConfirmProposal, **named)
    assert done.only(e.RollRetracted).by == room["storyteller"]
    assert done.only(e.ProposalConfirmed).by == room["second"]


def test_consent_can_be_denied_and_asked_for_again() -> None:
    """A dismissed retraction leaves the roll as it was."""
    room = Table(CONSENT)
    room.join("second", Role.STORYTELLER)
    roll = bestial(room, room.vampire(hunger=1)).created
    for _ in range(2):
        asked = room.act("storyteller", i.RetractRoll, roll=roll, **WHY)
        named = asked.only(e.ProposalOpened).proposal.proposal
        room.act("second", i.DismissProposal, proposal=named)
    assert roll in room.state.standing


def test_a_single_storyteller_needs_nobody() -> None:
    """Where there is no second one the rule cannot bind; nor once the second is gone."""
    room = Table(CONSENT)
    iris = room.vampire(hunger=1)
    done = room.act("storyteller", i.RetractRoll, roll=bestial(room, iris).created, **WHY)
    assert done.kinds == ["roll_retracted"]
    room.join("second", Role.STORYTELLER)
    asked = room.act("storyteller", i.RetractRoll, roll=bestial(room, iris).created, **WHY)
    room.act("second", i.LeaveRoom)
    named = asked.only(e.ProposalOpened).proposal.proposal
    done = room.act("storyteller", i.ConfirmProposal, proposal=named)
    assert done.all(e.RollRetracted)


@pytest.mark.parametrize(
    ("kind", "fields", "after"),
    [(i.SetTracker, {"tracker": "hunger", "value": 1}, 1),
     (i.SetTrack, {"track": "willpower", "superficial": 1}, TrackView(boxes=4, superficial=1))],
)  # fmt: skip
def test_a_tracker_is_put_right_with_a_second_word(
    kind: type[i.Intent], fields: dict[str, object], after: object
) -> None:
    """Storytellers alone know of it until the other one consents; then it is as it was asked."""
    room = Table(CONSENT)
    room.join("second", Role.STORYTELLER)
    iris = room.vampire(hunger=2)
    before = room.snapshot("ann")
    right = {"character": iris, "corrects": True, "visibility": "private", **WHY, **fields}
    asked = room.act("storyteller", kind, **right)
    assert asked.kinds == ["proposal_opened"]
    assert asked.seen_by(e.ProposalOpened) == {"storyteller", "second"}
    assert room.snapshot("ann") == before
    named = {"proposal": asked.only(e.ProposalOpened).proposal.proposal}
    room.refuse("storyteller", i.ConfirmProposal, Code.FORBIDDEN, "proposal", **named)
    room.refuse("second", kind, Code.NOTHING_TO_DO, "character", **right)
    done = room.act("second", i.ConfirmProposal, **named)
    told = done.only(e.TrackerSet)
    assert (told.by, told.note, told.is_correction) == (room["storyteller"], WHY["note"], True)
    assert done.seen_by(e.TrackerSet) == {"storyteller", "second", "ann"}
    assert done.only(e.TrackerChanged).after == after
    assert done.seen_by(e.ProposalConfirmed) == {"storyteller", "second"}


def test_a_correction_is_declined_or_taken_back() -> None:
    """Nothing changes, and players never learn that it was asked for."""
    room = Table(CONSENT)
    room.join("second", Role.STORYTELLER)
    iris = room.vampire(hunger=2)
    right = {"character": iris, "tracker": "hunger", "value": 1, "corrects": True, **WHY}
    for who in ("second", "storyteller"):
        asked = room.act("storyteller", i.SetTracker, **right)
        named = asked.only(e.ProposalOpened).proposal.proposal
        gone = room.act(who, i.DismissProposal, proposal=named)
        assert not gone.seen("ann")
    assert room.state.characters[iris].trackers["hunger"] == 2  # type: ignore[index]


def test_a_correction_is_of_the_value_that_was_seen() -> None:
    """What changed meanwhile is not put back over: it is refused, and asked for anew."""
    room = Table(CONSENT)
    room.join("second", Role.STORYTELLER)
    iris = room.vampire(hunger=2)
    right = {"character": iris, "tracker": "hunger", "value": 1, "corrects": True, **WHY}
    named = room.act("storyteller", i.SetTracker, **right).only(e.ProposalOpened).proposal.proposal
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=4)
    room.refuse("second", i.ConfirmProposal, Code.WRONG_STATE, "proposal", proposal=named)
    room.act("second", i.DismissProposal, proposal=named)


def test_who_puts_right_alone() -> None:
    """A single Storyteller, a change that is no correction, and a player's own need no word."""
    room = Table(CONSENT)
    iris = room.vampire(hunger=2)
    fields = {"character": iris, "tracker": "hunger"}
    room.act("storyteller", i.SetTracker, **fields, value=1, corrects=True, **WHY)
    room.join("second", Role.STORYTELLER)
    done = room.act("storyteller", i.SetTracker, **fields, value=2)
    assert done.only(e.TrackerChanged).after == 2
    done = room.act("ann", i.SetTracker, **fields, value=3, corrects=True, **WHY)
    assert done.only(e.TrackerChanged).after == 3


def test_trackers_of_v20_are_put_right_with_a_second_word() -> None:
    """Health with what its marks mean, Willpower, and a silent correction is refused there too."""
    room = Table(msgspec.structs.replace(V20, second_consent=True))
    room.join("second", Role.STORYTELLER)
    iris = room.v20_vampire()
    for fields in ({"track": "health", "lethal": 2}, {"track": "willpower", "current": 3}):
        right = {"character": iris, "corrects": True, **fields}
        room.refuse("storyteller", i.SetTrack, Code.INVALID, "note", **right)
        asked = room.act("storyteller", i.SetTrack, **right, **WHY)
        view = asked.only(e.ProposalOpened).proposal
        assert view.correction is not None
        done = room.act("second", i.ConfirmProposal, proposal=view.proposal)
        assert done.only(e.TrackerChanged).after == view.correction.after
