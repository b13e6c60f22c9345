"""Proposals: what a Storyteller may do with the consequences of dice."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId, ProposalId
from protocol.views import TrackView
from protocol.words import CharacterKind, TrackerAudience, Visibility
from server.rooms.limits import RoomLimits
from tests.support.rooms import Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


def failed(room: Table, character: CharacterId, **fields: object) -> ProposalId:
    """A settled bestial failure of Ann's; its price."""
    roll = room.act("ann", i.Roll, (2, 1), character=character, pool=2, difficulty=1, **fields)
    done = room.act("storyteller", i.SettleRoll, roll=roll.created)
    return done.only(e.ProposalOpened).proposal.proposal


def messy(room: Table, character: CharacterId) -> ProposalId:
    roll = room.act("ann", i.Roll, (10, 10), character=character, pool=2, difficulty=1)
    done = room.act("ann", i.SettleRoll, roll=roll.created)
    return done.only(e.ProposalOpened).proposal.proposal


def confirm(room: Table, proposal: ProposalId, **fields: object) -> Done:
    return room.act("storyteller", i.ConfirmProposal, proposal=proposal, **fields)


# --- prices -------------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["compulsion", "lose_advantage_dot"])
def test_a_price_of_the_story_is_recorded_and_touches_no_tracker(choice: str) -> None:
    """Who chose what, with a note, and nothing else."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    done = confirm(room, failed(room, iris), choice=choice, note="She cannot look away.")
    assert done.kinds == ["proposal_confirmed"]
    event = done.only(e.ProposalConfirmed)
    assert (event.by, event.choice, event.note) == (
        room["storyteller"], choice, "She cannot look away.",
    )  # fmt: skip
    assert room.state.proposals == {}


@pytest.mark.parametrize(("amount", "marks"), [(None, 1), (2, 2), (50, 5)])
def test_aggravated_health_is_dealt_as_much_as_the_storyteller_says(
    amount: int | None, marks: int
) -> None:
    """One unless said otherwise; the damage names its proposal and its Storyteller."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    proposal = failed(room, iris)
    done = confirm(room, proposal, choice="aggravated_health", amount=amount)
    assert done.kinds == ["proposal_confirmed", "damage_dealt", "tracker_changed"]
    dealt = done.only(e.DamageDealt)
    assert (dealt.proposal, dealt.by, dealt.visibility) == (
        proposal, room["storyteller"], Visibility.PUBLIC,
    )  # fmt: skip
    assert done.tracker("health").aggravated == marks  # type: ignore[attr-defined]


@pytest.mark.parametrize(("amount", "stains"), [(None, 1), (3, 3)])
def test_stains_of_a_messy_critical_are_added(amount: int | None, stains: int) -> None:
    """One or more."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    done = confirm(room, messy(room, iris), choice="stains", amount=amount)
    assert done.tracker("stains") == stains
    assert done.only(e.StainsAdded).proposal is not None


def test_hunger_rises_by_one() -> None:
    """As the price of a bestial failure."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    assert confirm(room, failed(room, iris), choice="hunger").tracker("hunger") == 2


def test_hunger_past_five_asks_for_a_frenzy_test_instead() -> None:
    """A2.11: at once, at Difficulty 4; confirming that changes nothing by itself."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    proposal = failed(room, iris)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=5)
    done = confirm(room, proposal, choice="hunger")
    assert done.kinds == ["proposal_confirmed", "proposal_opened"]
    frenzy = done.only(e.ProposalOpened).proposal
    assert (frenzy.kind, frenzy.difficulty, frenzy.character) == ("frenzy", 4, iris)
    assert confirm(room, frenzy.proposal).kinds == ["proposal_confirmed"]


def test_a_win_at_a_cost_changes_no_dice() -> None:
    """A1.14: it is a later event, and the roll stays what it was."""
    room = Table()
    iris = room.vampire("ann")
    roll = room.act("ann", i.Roll, (6, 2), character=iris, pool=2, difficulty=2).created
    opened = room.act("ann", i.SettleRoll, roll=roll).only(e.ProposalOpened).proposal
    assert (opened.kind, opened.options) == ("win_at_cost", ())
    done = confirm(room, opened.proposal, note="The alarm goes off.")
    assert done.kinds == ["proposal_confirmed"]
    recalled = room.recall(roll)  # type: ignore[arg-type]
    assert recalled is not None
    assert recalled.roll.receipt.outcome == "failure"  # type: ignore[union-attr]


# --- margins ------------------------------------------------------------------------------------


def contest_damage(room: Table, **weapon: object) -> tuple[CharacterId, ProposalId]:
    iris, brick = room.vampire("ann"), room.vampire("bob", "Brick")
    opened = room.act(
        "ann", i.OpenContest, (6, 6, 6), character=iris, against=brick, pool=3, **weapon
    )
    done = room.act("bob", i.AnswerContest, (1,), contest=opened.created, character=brick, pool=1)
    return brick, done.only(e.ProposalOpened).proposal.proposal


@pytest.mark.parametrize(("amount", "marks"), [(None, 2), (1, 1), (6, 3)])
def test_a_margin_is_dealt_like_damage_from_one_source(amount: int | None, marks: int) -> None:
    """Halved for a vampire's Superficial Health, as proposed or as the Storyteller says."""
    room = Table()
    brick, proposal = contest_damage(room)
    done = confirm(room, proposal, amount=amount)
    assert done.only(e.DamageDealt).amount == (amount or 3)
    assert done.only(e.DamageDealt).character == brick
    assert done.tracker("health") == TrackView(5, marks)
    confirmed = done.only(e.ProposalConfirmed).damage
    assert confirmed is not None
    assert confirmed.amount == (amount or 3)


def test_the_damage_of_a_private_contest_is_told_to_those_who_saw_it() -> None:
    """And never to who may not see the track."""
    room = Table(HouseRules(tracker_audience=TrackerAudience.OWNER))
    iris, brick = room.vampire("ann"), room.vampire("bob", "Brick")
    opened = room.act(
        "ann", i.OpenContest, (6,), character=iris, against=brick, pool=1, visibility="private"
    )
    done = room.act("bob", i.AnswerContest, (1,), contest=opened.created, character=brick, pool=1)
    dealt = confirm(room, done.only(e.ProposalOpened).proposal.proposal)
    assert dealt.seen_by(e.ProposalConfirmed) == {"ann", "bob", "storyteller"}
    assert dealt.seen_by(e.DamageDealt) == {"bob", "storyteller"}
    assert dealt.only(e.DamageDealt).visibility is Visibility.PRIVATE


# --- what is refused ----------------------------------------------------------------------------


def test_a_price_is_chosen_among_its_options() -> None:
    """None, another's, or one where there is nothing to choose: refused with the options named."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    price = failed(room, iris)
    for choice in (None, "stains", "test_fails", "whatever"):
        refusal = room.refuse(
            "storyteller", i.ConfirmProposal, Code.INVALID, "choice",
            proposal=price, choice=choice,
        )  # fmt: skip
        assert refusal.accepted == "compulsion, lose_advantage_dot, aggravated_health, hunger"
    _, margin = contest_damage(room)
    room.refuse(
        "storyteller", i.ConfirmProposal, Code.INVALID, "choice", proposal=margin, choice="stains"
    )


def test_an_amount_is_for_what_can_be_counted() -> None:
    """Not for a Compulsion, nor for Hunger, which rises by one."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    price = failed(room, iris)
    for choice in ("compulsion", "hunger"):
        room.refuse(
            "storyteller", i.ConfirmProposal, Code.INVALID, "amount",
            proposal=price, choice=choice, amount=2,
        )  # fmt: skip


@pytest.mark.parametrize("first", [i.ConfirmProposal, i.DismissProposal])
@pytest.mark.parametrize("second", [i.ConfirmProposal, i.DismissProposal])
def test_a_decided_proposal_is_gone(
    first: type[i.ConfirmProposal | i.DismissProposal],
    second: type[i.ConfirmProposal | i.DismissProposal],
) -> None:
    """It is decided once, and the second decision finds nothing."""
    room = Table()
    _, margin = contest_damage(room)
    room.act("storyteller", first, proposal=margin)
    room.refuse("storyteller", second, Code.NOT_FOUND, "proposal", proposal=margin)


def test_a_mortal_pays_no_price_of_the_blood() -> None:
    """Without Hunger dice neither colour appears."""
    room = Table()
    mortal = room.vampire("ann", kind=CharacterKind.MORTAL)
    for faces in ((10, 10), (1, 1)):
        roll = room.act("ann", i.Roll, faces, character=mortal, pool=2, difficulty=1)
        done = room.act("ann", i.SettleRoll, roll=roll.created)
        assert done.all(e.ProposalOpened) == []


# --- who sees them ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("visibility", "viewers"),
    [
        (Visibility.PUBLIC, EVERYONE),
        (Visibility.PRIVATE, {"ann", "storyteller"}),
        (Visibility.WHISPER, {"ann", "guest", "storyteller"}),
        (Visibility.SECRET, {"storyteller"}),
        (Visibility.BLIND, {"storyteller"}),
    ],
)
def test_open_business_is_in_the_snapshot_of_those_who_saw_the_roll(
    visibility: Visibility, viewers: set[str]
) -> None:
    """Opening, deciding and everything between go where the roll went."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    price = failed(room, iris, visibility=visibility, to=to)
    for who in EVERYONE:
        assert [p.proposal for p in room.snapshot(who).proposals] == (
            [price] if who in viewers else []
        )
    done = room.act("storyteller", i.DismissProposal, proposal=price)
    assert done.seen_by(e.ProposalDismissed) == viewers


def test_a_blind_rouse_that_hunger_cannot_bear_tells_its_roller_nothing() -> None:
    """A11: what follows goes to the Storytellers alone."""
    room = Table()
    iris = room.vampire("ann", hunger=5)
    surge = room.act(
        "ann", i.Roll, (1, 2), character=iris, pool=2, difficulty=1, visibility="blind"
    )
    assert [type(event) for event in surge.seen("ann")] == [e.BlindRollMade]
    assert "ann" not in room.names_in(surge.decision.created_to)
    assert surge.seen_by(e.ProposalOpened) == {"storyteller"}


def test_hunger_that_cannot_rise_tells_only_who_sees_hunger() -> None:
    """The frenzy test it asks for would say that Hunger is 5."""
    room = Table()
    iris = room.vampire("ann", hunger=1)
    price = failed(room, iris)
    room.act("ann", i.SetTracker, character=iris, tracker="hunger", value=5)
    room.act(
        "storyteller", i.SetTrackerAudience, character=iris, tracker="hunger", audience="owner"
    )
    done = confirm(room, price, choice="hunger")
    assert done.seen_by(e.ProposalConfirmed) == EVERYONE
    assert done.seen_by(e.ProposalOpened) == {"storyteller", "ann"}


# --- limits -------------------------------------------------------------------------------------


def test_the_oldest_proposal_lapses_where_one_audience_has_too_many() -> None:
    """Visible and hidden ones are counted apart, so that neither tells of the other."""
    room = Table(limits=RoomLimits(max_proposals=2))
    iris = room.vampire("ann", hunger=1)
    hidden = [failed(room, iris, visibility="secret") for _ in range(2)]
    shown = [failed(room, iris) for _ in range(2)]
    roll = room.act("ann", i.Roll, (2, 1), character=iris, pool=2, difficulty=1)
    done = room.act("ann", i.SettleRoll, roll=roll.created)
    assert done.only(e.ProposalLapsed).proposal == shown[0]
    assert done.seen_by(e.ProposalLapsed) == EVERYONE
    assert set(hidden) < set(room.state.proposals)
