"""The pause that anybody may call, lines and veils: what they do, and who may end them."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import BoundaryKind
from server.rooms.limits import RoomLimits
from tests.support.rooms import Table, uuid


@pytest.mark.parametrize("who", ["storyteller", "ann", "guest", "bot"])
def test_anybody_stops_the_play(who: str) -> None:
    """With a name: all see whose; whoever called it lifts it, or a Storyteller does."""
    room = Table()
    paused = room.act(who, i.RaisePause, note="A moment.").only(e.Paused).pause
    assert (paused.by, paused.note) == (room[who], "A moment.")
    assert room.snapshot("bob").pause == paused
    room.refuse("bob", i.RaisePause, Code.WRONG_STATE)
    room.refuse("bob", i.LiftPause, Code.FORBIDDEN)
    lifted = room.act(who, i.LiftPause).only(e.PauseLifted)
    assert (lifted.pause, lifted.by) == (paused.pause, room[who])
    assert room.snapshot("bob").pause is None
    room.refuse("storyteller", i.LiftPause, Code.WRONG_STATE)


def test_nobody_rolls_while_the_table_pauses() -> None:
    """Storytellers neither, in the open or in secret; no die is drawn, and then it goes on."""
    room = Table()
    iris, brick = room.vampire("ann", "Iris", hunger=1), room.vampire("bob", "Brick")
    opened = room.act("ann", i.OpenContest, (6, 2), character=iris, against=brick, pool=2)
    room.act("guest", i.RaisePause)
    room.refuse("ann", i.Roll, Code.PAUSED, character=iris, pool=2)
    room.refuse("storyteller", i.Roll, Code.PAUSED, pool=2, visibility="secret")
    room.refuse("ann", i.Rouse, Code.PAUSED, character=iris)
    room.refuse("ann", i.OpenContest, Code.PAUSED, character=iris, against=brick, pool=2)
    named = {"contest": opened.created, "character": brick, "pool": 1}
    room.refuse("bob", i.AnswerContest, Code.PAUSED, **named)
    room.act("storyteller", i.LiftPause)
    room.act("bob", i.AnswerContest, (7,), **named)


def test_everything_else_goes_on_while_the_table_pauses() -> None:
    """Words, trackers, people, time and what waits for a Storyteller: nothing is lost."""
    room = Table()
    iris = room.vampire(hunger=1)
    roll = room.act("ann", i.Roll, (2, 1), character=iris, pool=2, difficulty=1).created
    room.act("ann", i.RaisePause)
    price = room.act("ann", i.SettleRoll, roll=roll).only(e.ProposalOpened).proposal.proposal
    room.act("storyteller", i.ConfirmProposal, proposal=price, choice="compulsion")
    room.act("ann", i.Say, text="I need a moment.", visibility="private")
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=0)
    room.act("storyteller", i.StartSession)
    room.join("cem")


def test_a_pause_without_a_name_names_nobody() -> None:
    """Nobody sees who: no Storyteller, and not the raiser's own event; the commit is nobody's."""
    room = Table()
    done = room.act("ann", i.RaisePause, anonymous=True)
    raised_with = uuid(room._numbers)
    assert done.decision.is_anonymous
    assert done.only(e.Paused).pause.by is None
    assert room["ann"].encode() not in bytes(room.kept[-1].records[0].body)
    room.refuse("ann", i.LiftPause, Code.FORBIDDEN)
    room.refuse("bob", i.LiftPause, Code.FORBIDDEN, raised_with=raised_with)
    done = room.act("ann", i.LiftPause, raised_with=raised_with)
    assert done.decision.is_anonymous
    assert done.only(e.PauseLifted).by is None


def test_a_storyteller_lifts_any_pause_by_name() -> None:
    """Also one that was called without."""
    room = Table()
    room.act("ann", i.RaisePause, anonymous=True)
    done = room.act("storyteller", i.LiftPause)
    assert done.only(e.PauseLifted).by == room["storyteller"]
    assert not done.decision.is_anonymous


def test_a_house_may_ask_for_names() -> None:
    """Then nothing without a name is taken; what was added before stays as it is."""
    room = Table(HouseRules(anonymous_pause=False))
    for kind, fields in ((i.RaisePause, {}), (i.AddBoundary, {"kind": "line", "text": "Spiders"})):
        room.refuse("ann", kind, Code.ANONYMOUS_NOT_ALLOWED, "anonymous", anonymous=True, **fields)
        room.act("ann", kind, **fields)


def test_lines_and_veils_are_a_list_of_the_whole_table() -> None:
    """Everybody sees them; whoever added one takes it off, or a Storyteller does."""
    room = Table()
    line = room.act("ann", i.AddBoundary, kind="line", text="Spiders").created
    veil = room.act("guest", i.AddBoundary, kind="veil", text="Torture", anonymous=True).created
    added_with = uuid(room._numbers)
    shown = {view.boundary: view for view in room.snapshot("bob").boundaries}
    assert (shown[line].kind, shown[line].by) == (BoundaryKind.LINE, room["ann"])
    assert (shown[veil].kind, shown[veil].by) == (BoundaryKind.VEIL, None)
    room.refuse("bob", i.RemoveBoundary, Code.FORBIDDEN, boundary=line)
    room.refuse("guest", i.RemoveBoundary, Code.FORBIDDEN, boundary=veil)
    room.refuse("ann", i.RemoveBoundary, Code.NOT_FOUND, "boundary", boundary="nothing")
    room.act("ann", i.RemoveBoundary, boundary=line)
    done = room.act("guest", i.RemoveBoundary, boundary=veil, added_with=added_with)
    assert done.only(e.BoundaryRemoved).by is None
    assert room.snapshot("bob").boundaries == ()


def test_the_list_has_a_bound_and_its_entries_a_text() -> None:
    """The limit counts what everybody sees."""
    room = Table(limits=RoomLimits(max_boundaries=1))
    room.refuse("ann", i.AddBoundary, Code.INVALID, "text", kind="line", text=" ")
    room.act("ann", i.AddBoundary, kind="line", text="Spiders")
    room.refuse("bob", i.AddBoundary, Code.LIMIT_REACHED, kind="line", text="Torture")
