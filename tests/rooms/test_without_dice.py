"""What a Storyteller takes in place of dice: granted wins, and half of a pool."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.house import HouseRules
from protocol.receipts import PoolReceipt
from tests.rooms.duel import Duel
from tests.support.rooms import Done, Table

CALM: dict[str, object] = {"hunger": 0}


def receipt(done: Done) -> PoolReceipt:
    found = done.only(e.RollResolved).receipt
    assert isinstance(found, PoolReceipt)
    return found


def test_a_win_is_granted_to_twice_the_difficulty() -> None:
    """A1.12: no die is rolled, the margin is 0, and the receipt says who decided."""
    room = Table()
    hero = room.vampire("ann", hunger=3)
    fields = {"character": hero, "pool": 6, "difficulty": 3, "without_dice": "win"}
    done = room.act("storyteller", i.Roll, **fields)
    granted = receipt(done)
    assert (granted.dice, granted.successes, granted.margin) == ((), 3, 0)
    assert (granted.outcome, granted.without_dice) == ("success", "win")
    assert granted.why == "The Storyteller grants the win: 6 dice are at least twice Difficulty 3."
    assert not done.only(e.RollResolved).is_standing
    assert done.kinds == ["roll_resolved"]


def test_a_smaller_pool_is_rolled() -> None:
    """A1.12: what hinders counts."""
    room = Table()
    hero = room.vampire("ann")
    fields = {"character": hero, "pool": 6, "difficulty": 3, "without_dice": "win"}
    less = [{"label": "dark", "dice": -1}]
    room.refuse("storyteller", i.Roll, Code.POOL_TOO_SMALL, "pool", modifiers=less, **fields)


def test_a_table_may_grant_wherever_nothing_is_at_stake() -> None:
    """A1.12, B, `no_roll`: the Storyteller's judgement alone."""
    room = Table(HouseRules(switches={"no_roll": "storyteller_judgement"}))
    fields = {"pool": 1, "difficulty": 5, "without_dice": "win"}
    granted = receipt(room.act("storyteller", i.Roll, **fields))
    assert granted.why == "The Storyteller grants the win: nothing is at stake."


def test_a_win_is_granted_against_something() -> None:
    """A1.12: without a Difficulty there is nothing to win."""
    room = Table()
    taken = {"pool": 6, "without_dice": "win"}
    room.refuse("storyteller", i.Roll, Code.INVALID, "difficulty", **taken)


def test_no_win_is_granted_in_a_conflict() -> None:
    """A1.12: there the dice decide, whatever the table plays."""
    for switch in ("twice_difficulty", "storyteller_judgement"):
        fight = Duel(Table(HouseRules(switches={"no_roll": switch})), CALM, **CALM)
        opening = {"character": fight.iris, "against": fight.brick, "pool": 9}
        taken = {"without_dice": "win"}
        fight.room.refuse("storyteller", i.OpenContest, Code.IN_CONFLICT, **opening, **taken)


def test_only_a_storyteller_takes_half() -> None:
    """A1.13: players and bots roll."""
    room = Table()
    hero = room.vampire("ann")
    fields = {"character": hero, "pool": 8, "difficulty": 2, "without_dice": "half"}
    room.refuse("ann", i.Roll, Code.FORBIDDEN, "without_dice", **fields)


# --- claims ---------------------------------------------------------------------------------------


def claim(room: Table, **more: object) -> Done:
    hero = room.vampire("ann", hunger=2)
    fields = {"character": hero, "pool": 8, "difficulty": 4, "label": "Drive"}
    return room.act("ann", i.Roll, without_dice="win", **fields, **more)


def test_a_player_claims_a_win_that_a_storyteller_grants() -> None:
    """A1.12: the proposal has the receipt, and becomes the player's roll with it."""
    room = Table()
    asked = claim(room)
    assert asked.kinds == ["proposal_opened"]
    proposal = asked.only(e.ProposalOpened).proposal
    assert (proposal.kind, proposal.difficulty) == ("automatic_win", 4)
    assert proposal.claim is not None
    assert proposal.claim.member == room["ann"]
    done = room.act("storyteller", i.ConfirmProposal, proposal=proposal.proposal, note="Easy")
    assert done.kinds == ["proposal_confirmed", "roll_resolved"]
    roll = done.only(e.RollResolved)
    assert (roll.member, roll.character, roll.label) == (room["ann"], proposal.character, "Drive")
    assert roll.receipt == proposal.claim.receipt
    assert (roll.lane, roll.is_standing, roll.note) == (None, False, "Easy")


def test_a_claim_may_be_let_go() -> None:
    """A1.12: then it is to be rolled."""
    room = Table()
    proposal = claim(room).only(e.ProposalOpened).proposal.proposal
    done = room.act("storyteller", i.DismissProposal, proposal=proposal)
    assert done.kinds == ["proposal_dismissed"]


def test_a_claim_is_refused_as_a_win_is() -> None:
    """A1.12: too small a pool, no Difficulty, a conflict."""
    fight = Duel(Table(), CALM, **CALM)
    asked = {"character": fight.iris, "without_dice": "win"}
    fight.room.refuse("ann", i.Roll, Code.POOL_TOO_SMALL, pool=5, difficulty=3, **asked)
    fight.room.refuse("ann", i.Roll, Code.INVALID, "difficulty", pool=5, **asked)
    fight.room.refuse("ann", i.OpenContest, Code.IN_CONFLICT, against=fight.brick, pool=9, **asked)


@pytest.mark.parametrize(
    ("visibility", "seen"),
    [
        ("public", {"storyteller", "ann", "bob", "guest", "bot"}),
        ("private", {"storyteller", "ann"}),
        ("secret", {"storyteller"}),
        ("blind", {"storyteller"}),
    ],
)
def test_a_claim_and_its_win_are_for_those_it_was_asked_for(
    visibility: str, seen: set[str]
) -> None:
    """Who sees the proposal sees the roll."""
    room = Table()
    asked = claim(room, visibility=visibility)
    assert asked.seen_by(e.ProposalOpened) == seen
    proposal = asked.only(e.ProposalOpened).proposal.proposal
    granted = room.act("storyteller", i.ConfirmProposal, proposal=proposal)
    assert granted.seen_by(e.RollResolved) == seen


@pytest.mark.parametrize("marks", [0, 5])
def test_a_claim_tells_nothing_of_what_is_kept_from_its_player(marks: int) -> None:
    """Whether the pool is large enough would tell of what impairs it."""
    room = Table()
    hero = room.vampire("ann")
    room.act("storyteller", i.SetTrack, character=hero, track="health", boxes=6, superficial=marks)
    kept = {"tracker": "health", "audience": "storytellers"}
    room.act("storyteller", i.SetTrackerAudience, character=hero, **kept)
    asked = {"character": hero, "pool": 4, "difficulty": 2, "categories": ("physical",)}
    room.refuse("ann", i.Roll, Code.FORBIDDEN, without_dice="win", **asked)


def test_a_claim_of_somebody_who_is_gone_is_the_storytellers_roll() -> None:
    """There is nobody else to have made it."""
    room = Table()
    proposal = claim(room).only(e.ProposalOpened).proposal.proposal
    room.act("storyteller", i.RemoveMember, member=room["ann"])
    done = room.act("storyteller", i.ConfirmProposal, proposal=proposal)
    assert done.only(e.RollResolved).member == room["storyteller"]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"surge": True}, Code.INVALID),
        ({"called_shot": "stake"}, Code.INVALID),
        ({"entered": EnteredFaces(regular=(6,))}, Code.BAD_FACES),
    ],
)
def test_nothing_is_rolled_that_could_be_changed(more: dict[str, object], code: Code) -> None:
    """Surge, called shot and entered faces need dice."""
    room = Table(HouseRules(entered_dice=True))
    hero = room.vampire("ann", hunger=1)
    fields = {"character": hero, "pool": 8, "difficulty": 2, "without_dice": "half"}
    room.refuse("storyteller", i.Roll, code, **fields, **more)


@pytest.mark.parametrize(
    ("pool", "successes", "outcome"),
    [(1, 0, "total_failure"), (5, 2, "failure"), (6, 3, "success"), (9, 4, "success")],
)
def test_an_opponent_takes_half_rounded_down(pool: int, successes: int, outcome: str) -> None:
    """A1.13: no tens, no Hunger dice, no price."""
    room = Table()
    hero = room.vampire("ann", hunger=5)
    fields = {"character": hero, "pool": pool, "difficulty": 3, "without_dice": "half"}
    done = room.act("storyteller", i.Roll, **fields)
    taken = receipt(done)
    assert (taken.successes, taken.outcome, taken.dice) == (successes, outcome, ())
    assert taken.margin == successes - 3
    assert done.kinds == ["roll_resolved"]


def test_half_may_answer_a_contest() -> None:
    """A1.13: three successes against half of five; only the rolled side may be rerolled."""
    fight = Duel(Table(), CALM, **CALM)
    fight.open((6, 6, 6))
    answer = {"contest": fight.contest, "character": fight.brick, "pool": 5}
    done = fight.room.act("storyteller", i.AnswerContest, without_dice="half", **answer)
    resolved = done.only(e.ContestResolved)
    assert [side.successes for side in resolved.sides] == [3, 2]
    assert (resolved.winner, resolved.margin) == (fight.iris, 1)
    assert [roll.character for roll in fight.room.state.standing.values()] == [fight.iris]


def test_half_may_open_a_contest() -> None:
    """A1.13: the player rolls the answer, and a tie is a tie."""
    fight = Duel(Table(), CALM, **CALM)
    opening = {"character": fight.brick, "against": fight.iris, "pool": 4}
    opened = fight.room.act("storyteller", i.OpenContest, without_dice="half", **opening)
    answer = {"contest": opened.created, "character": fight.iris, "pool": 2}
    done = fight.room.act("ann", i.AnswerContest, (6, 7), **answer)
    assert done.only(e.ContestResolved).winner is None


def test_half_of_a_hidden_pool_is_the_storytellers() -> None:
    """Nobody else learns that anything was taken."""
    room = Table()
    ghost = room.hidden()
    done = room.act("storyteller", i.Roll, character=ghost, pool=6, without_dice="half")
    assert done.seen_by(e.RollResolved) == {"storyteller"}
