"""Reveals that come later: at a time, once, however late; and those that a player asks for."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import RollId
from protocol.words import ProposalKind
from server.rooms.due import due_by, falling_due, next_due_ms, roll_of
from server.rooms.limits import RoomLimits
from tests.rooms.event_rows import BLIND, SECRET, Scene
from tests.rooms.test_visibility import everything
from tests.support.rooms import Done

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def fall_due(s: Scene) -> list[Done]:
    """Let the room's clock strike, as a running room does."""
    room, done = s.room, []
    for due in due_by(room.state, room.now_ms):
        roll = roll_of(room.state, due)
        recalled = None if roll is None else room.recall(roll)
        done.append(room.do(falling_due(room.state, due, room.now_ms, recalled)))
    return done


def scheduled(s: Scene, **fields: object) -> str:
    roll = s.ann(i.Roll, (6, 2), character=s.iris, pool=2, difficulty=1, visibility=SECRET).created
    s.st(i.ScheduleReveal, roll=roll, in_s=600, **fields)
    return roll


@pytest.mark.parametrize("late_ms", [0, 1, 86_400_000])
def test_a_scheduled_reveal_comes_once_however_late(late_ms: int) -> None:
    """Nothing of it is anywhere before; then everyone sees the roll, and never again."""
    s = Scene()
    roll = scheduled(s)
    before = {who: everything(s.room, who) for who in ("ann", "bob", "guest", "bot")}
    assert all(roll.encode() not in seen for seen in before.values())
    s.room.now_ms += 599_999
    assert fall_due(s) == []
    s.room.now_ms += 1 + late_ms
    (done,) = fall_due(s)
    assert done.kinds == ["reveal_due", "roll_revealed"]
    assert done.seen_by(e.RollRevealed) == EVERYONE
    assert done.seen_by(e.RevealDue) == {"storyteller"}
    assert done.only(e.RollRevealed).by == s.room["storyteller"]
    assert fall_due(s) == []
    assert next_due_ms(s.room.state) is None


def test_it_shows_the_roll_as_it_stands_then() -> None:
    """A reroll in between counts."""
    s = Scene()
    roll = scheduled(s, part="outcome", to=(s.room["bob"],))
    s.st(i.Reroll, (9,), roll=roll, regular_indices=(0,))
    s.room.now_ms += 600_000
    (done,) = fall_due(s)
    shown = done.only(e.RollRevealed)
    assert done.seen_by(e.RollRevealed) == {"storyteller", "bob"}
    assert (shown.receipt, shown.successes) == (None, 1)


def test_a_cancelled_reveal_never_comes() -> None:
    """And it cannot be cancelled twice."""
    s = Scene()
    scheduled(s)
    (reveal,) = s.room.snapshot("storyteller").reveals
    assert s.room.snapshot("ann").reveals == ()
    s.st(i.CancelReveal, reveal=reveal.reveal)
    s.room.refuse("storyteller", i.CancelReveal, Code.NOT_FOUND, "reveal", reveal=reveal.reveal)
    s.room.now_ms += 600_000
    assert fall_due(s) == []


def test_what_all_see_by_then_is_not_shown_again() -> None:
    """Nor is anything shown to somebody who has gone; Storytellers alone note that it was due."""
    s = Scene()
    roll = scheduled(s, to=(s.room["bob"],))
    s.st(i.ScheduleReveal, roll=roll, in_s=600, to=(s.room["bot"],))
    s.room.act("bot", i.LeaveRoom)
    s.st(i.SetRole, member=s.room["bob"], role="storyteller")
    s.room.now_ms += 600_000
    assert [done.kinds for done in fall_due(s)] == [["reveal_due"], ["reveal_due"]]


def test_a_scheduled_reveal_names_no_hidden_character() -> None:
    """It is a reveal like any other."""
    s = Scene()
    roll = s.hidden_roll(SECRET).created
    s.st(i.ScheduleReveal, roll=roll, in_s=10)
    s.room.now_ms += 10_000
    (done,) = fall_due(s)
    assert done.only(e.RollRevealed).character is None
    assert s.sleeper.encode() not in everything(s.room, "bob")


def test_what_is_scheduled_is_refused_like_a_reveal() -> None:
    """To nobody new, of nothing, or too many."""
    s = Scene()
    s.room.limits = RoomLimits(max_reveals=1)
    refuse, open_ = s.room.refuse, s.ann(i.Roll, (6,), pool=1, visibility="public").created
    refuse("storyteller", i.ScheduleReveal, Code.NOTHING_TO_DO, "to", roll=open_, in_s=60)
    refuse("storyteller", i.ScheduleReveal, Code.NOT_FOUND, "roll", roll="nothing", in_s=60)
    roll = scheduled(s)
    refuse("storyteller", i.ScheduleReveal, Code.NOT_FOUND, "to", roll=roll, in_s=60, to=("x",))
    refuse("storyteller", i.ScheduleReveal, Code.LIMIT_REACHED, roll=roll, in_s=60)
    refuse("ann", i.ScheduleReveal, Code.FORBIDDEN, roll=roll, in_s=60)


# --- asked for -----------------------------------------------------------------------------------


def test_a_player_asks_for_a_blind_roll_and_is_shown_it() -> None:
    """The wish names no roll; the Storyteller's word shows it to whoever asked, and nobody else."""
    s = Scene()
    roll = s.roll(BLIND).only(e.RollResolved).roll
    asked = s.ann(i.AskReveal, character=s.iris, note="Did I hear it?")
    assert asked.seen_by(e.ProposalOpened) == {"storyteller", "ann"}
    view = asked.only(e.ProposalOpened).proposal
    assert (view.kind, view.roll, view.note) == (ProposalKind.REVEAL, None, "Did I hear it?")
    assert asked.seen_by(e.RevealAsked) == {"storyteller"}
    assert roll.encode() not in everything(s.room, "ann")
    done = s.st(i.ConfirmProposal, proposal=view.proposal)
    assert done.seen_by(e.RollRevealed) == {"storyteller", "ann"}
    assert done.only(e.RollRevealed).roll == RollId(roll)


def test_a_wish_that_is_let_go_shows_nothing() -> None:
    """Dismissed, it can be asked again; twice at once it cannot."""
    s = Scene()
    s.room.refuse("ann", i.AskReveal, Code.NOTHING_TO_DO, "character", character=s.iris)
    s.roll(BLIND)
    proposal = s.ann(i.AskReveal, character=s.iris).created
    s.room.refuse("ann", i.AskReveal, Code.NOTHING_TO_DO, "character", character=s.iris)
    done = s.st(i.DismissProposal, proposal=proposal)
    assert done.kinds == ["proposal_dismissed"]
    s.ann(i.AskReveal, character=s.iris)
    s.room.refuse("bob", i.AskReveal, Code.FORBIDDEN, character=s.iris)
    s.room.refuse("bob", i.AskReveal, Code.NOT_FOUND, "character", character=s.sleeper)


def test_what_was_shown_meanwhile_is_not_shown_twice() -> None:
    """The wish is closed without a second reveal where its roll is everybody's by then."""
    s = Scene()
    s.roll(BLIND)
    proposal = s.ann(i.AskReveal, character=s.iris).created
    s.st(i.RemoveMember, member=s.room["ann"])
    done = s.st(i.ConfirmProposal, proposal=proposal)
    assert not done.all(e.RollRevealed)
