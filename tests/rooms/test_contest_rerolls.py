"""Rerolls in contests: a side that changes is read again, and what was proposed lapses."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.views import DamageView
from protocol.words import (
    DamageKind,
    TrackName,
)
from tests.rooms.duel import Duel, damage_in, roll_of

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def test_a_rerolled_side_reads_the_contest_again_and_replaces_its_proposals() -> None:
    """What the old margin proposed lapses, what the new one proposes opens."""
    duel = Duel()
    opened = duel.open((6, 2, 2))
    answered = duel.answer((6, 6, 1))
    old = answered.only(e.ProposalOpened).proposal
    assert old.character == duel.iris
    again = duel.room.act("ann", i.Reroll, (7, 8), roll=roll_of(opened), regular_indices=(1, 2))
    assert again.only(e.ProposalLapsed).proposal == old.proposal
    resolved = again.only(e.ContestResolved)
    assert (resolved.winner, resolved.margin) == (duel.iris, 1)
    assert damage_in(again) == [
        (duel.brick, DamageView(TrackName.HEALTH, DamageKind.SUPERFICIAL, 1))
    ]
    assert again.kinds == [
        "tracker_changed", "roll_rerolled", "proposal_lapsed", "contest_resolved",
        "proposal_opened",
    ]  # fmt: skip
    assert len(duel.room.state.proposals) == 1


def test_the_side_that_waits_may_be_rerolled_before_the_answer() -> None:
    """The answer meets the dice as they lie then."""
    duel = Duel()
    opened = duel.open((2, 2))
    again = duel.room.act("ann", i.Reroll, (8, 8), roll=roll_of(opened), regular_indices=(0, 1))
    assert again.kinds == ["tracker_changed", "roll_rerolled"]
    done = duel.answer((6, 1))
    assert done.only(e.ContestResolved).winner == duel.iris


def test_both_sides_may_be_rerolled_and_then_no_more() -> None:
    """The last reroll opens the prices too."""
    duel = Duel(hunger=1)
    opened = duel.open((6, 2))
    answered = duel.answer((2, 1))
    duel.room.act("ann", i.Reroll, (6,), roll=roll_of(opened), regular_indices=(1,))
    last = duel.room.act("bob", i.Reroll, (3,), roll=roll_of(answered), regular_indices=(0,))
    assert [p.proposal.kind for p in last.all(e.ProposalOpened)] == [
        "contest_damage", "bestial_failure",
    ]  # fmt: skip
    duel.room.refuse(
        "bob", i.Reroll, Code.REROLL_USED, roll=roll_of(answered), regular_indices=(0,)
    )
    assert duel.room.state.contests == {}


def test_once_its_damage_is_decided_a_contest_is_over() -> None:
    """Both sides settle, their prices open, and no reroll reaches back."""
    duel = Duel(hunger=1)
    opened = duel.open((6, 6))
    answered = duel.answer((2, 1))
    proposal = answered.only(e.ProposalOpened).proposal.proposal
    done = duel.room.act("storyteller", i.ConfirmProposal, proposal=proposal)
    assert len(done.all(e.RollSettled)) == 2
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == ["bestial_failure"]
    assert duel.room.state.contests == {}
    duel.room.refuse("ann", i.Reroll, Code.REROLL_USED, roll=roll_of(opened), regular_indices=(0,))


def test_a_tie_is_over_only_when_both_of_its_proposals_are_decided() -> None:
    """One confirmed and one dismissed; in between a reroll is still possible."""
    duel = Duel()
    duel.open((6, 6))
    answered = duel.answer((6, 6))
    one, two = (p.proposal.proposal for p in answered.all(e.ProposalOpened))
    first = duel.room.act("storyteller", i.ConfirmProposal, proposal=one)
    assert first.all(e.RollSettled) == []
    second = duel.room.act("storyteller", i.DismissProposal, proposal=two)
    assert len(second.all(e.RollSettled)) == 2


def test_a_dismissed_margin_deals_nothing() -> None:
    """Step 31: the trackers stay as they are."""
    duel = Duel()
    duel.open((6, 6))
    proposal = duel.answer((1, 1)).only(e.ProposalOpened).proposal.proposal
    before = duel.room.state.characters
    duel.room.act("storyteller", i.DismissProposal, proposal=proposal)
    assert duel.room.state.characters == before


def test_the_next_roll_of_a_side_settles_it_only_after_the_answer() -> None:
    """Until then the contest still needs it, also rerolled."""
    duel = Duel()
    opened = duel.open((6, 2))
    duel.room.act("ann", i.Roll, (6,), character=duel.iris, pool=1)
    assert roll_of(opened) in duel.room.state.standing
    duel.room.refuse("ann", i.SettleRoll, Code.WRONG_STATE, "roll", roll=roll_of(opened))
    duel.answer((6, 1))
    next_roll = duel.room.act("ann", i.Roll, (6,), character=duel.iris, pool=1)
    assert roll_of(opened) in {event.roll for event in next_roll.all(e.RollSettled)}
