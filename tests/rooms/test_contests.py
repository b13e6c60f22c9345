"""Contests: two sides roll, and the margin proposes its damage."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.views import DamageView
from protocol.words import (
    DamageKind,
    Outcome,
    PoolCategory,
    Preset,
    TrackName,
    Visibility,
)
from server.rooms.limits import RoomLimits
from tests.rooms.duel import Duel, damage_in, roll_of
from tests.support.rooms import Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}


# --- winning and losing -------------------------------------------------------------------------


def test_the_first_side_has_no_verdict_until_the_other_has_rolled() -> None:
    """It waits in everybody's snapshot; nothing is proposed yet."""
    duel = Duel()
    opened = duel.open((6, 6, 2))
    assert opened.kinds == ["contest_opened", "roll_resolved"]
    assert opened.seen_by(e.ContestOpened) == opened.seen_by(e.RollResolved) == EVERYONE
    assert opened.only(e.RollResolved).receipt.outcome is None  # type: ignore[union-attr]
    (view,) = duel.room.snapshot("guest").contests
    assert (view.contest, view.character, view.against) == (duel.contest, duel.iris, duel.brick)


@pytest.mark.parametrize(
    ("conflict", "track"),
    [
        (PoolCategory.PHYSICAL, TrackName.HEALTH),
        (PoolCategory.SOCIAL, TrackName.WILLPOWER),
        (PoolCategory.MENTAL, TrackName.WILLPOWER),
    ],
)
def test_the_winners_margin_and_weapon_are_proposed_and_not_dealt(
    conflict: PoolCategory, track: TrackName
) -> None:
    """The conflict decides what is hurt, the winner's weapon how, and a Storyteller whether."""
    duel = Duel()
    duel.open((6, 7, 8), conflict=conflict, weapon=2, damage_kind=DamageKind.AGGRAVATED)
    done = duel.answer((6, 1, 1), weapon=10)
    resolved = done.only(e.ContestResolved)
    assert (resolved.winner, resolved.margin) == (duel.iris, 2)
    assert damage_in(done) == [(duel.brick, DamageView(track, DamageKind.AGGRAVATED, 4))]
    assert done.all(e.TrackerChanged) == done.all(e.DamageDealt) == []
    assert done.seen_by(e.ContestResolved) == EVERYONE
    assert duel.room.snapshot("ann").contests == ()


def test_the_defender_can_win() -> None:
    """And then the attacker is hurt by the defender's weapon."""
    duel = Duel()
    duel.open((6,), weapon=4)
    done = duel.answer((6, 6, 6), weapon=1)
    assert done.only(e.ContestResolved).winner == duel.brick
    assert damage_in(done) == [(duel.iris, DamageView(TrackName.HEALTH, DamageKind.SUPERFICIAL, 3))]


@pytest.mark.parametrize(
    ("preset", "winner", "hurt"), [(Preset.V5, None, "both"), (Preset.V5_CORE_ROLLING, "brick", "")]
)
def test_a_tie_follows_the_house_rules(preset: Preset, winner: str | None, hurt: str) -> None:
    """Each takes one, weapons apart; or the defender wins with margin 0 and nobody is hurt."""
    duel = Duel(Table(HouseRules(preset=preset)))
    duel.open((6, 6), weapon=3)
    done = duel.answer((7, 7), weapon=3)
    resolved = done.only(e.ContestResolved)
    assert resolved.margin == 0
    assert resolved.winner == (duel.brick if winner else None)
    one = DamageView(TrackName.HEALTH, DamageKind.SUPERFICIAL, 1)
    assert damage_in(done) == ([(duel.iris, one), (duel.brick, one)] if hurt else [])


def test_each_side_is_read_against_the_others_successes() -> None:
    """A2.12: a pair that wins is a critical, messy with a Hunger ten; not to win is a failure."""
    duel = Duel(iris={"hunger": 1}, hunger=1)
    duel.open((10, 10))
    done = duel.answer((6, 1))
    first, second = done.only(e.ContestResolved).sides
    assert (first.successes, first.margin, first.outcome) == (4, 3, Outcome.MESSY_CRITICAL)
    assert (second.successes, second.margin, second.outcome) == (1, -3, Outcome.BESTIAL_FAILURE)


def test_prices_of_both_sides_open_once_both_are_settled() -> None:
    """Not while a side may still be rerolled; a win at a cost is no matter of contests."""
    duel = Duel(iris={"hunger": 1}, hunger=1)
    opened = duel.open((10, 10))
    done = duel.answer((6, 1))
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == ["contest_damage"]
    first = duel.room.act("ann", i.SettleRoll, roll=roll_of(opened))
    assert first.kinds == ["roll_settled"]
    second = duel.room.act("bob", i.SettleRoll, roll=roll_of(done))
    assert [(p.proposal.kind, p.proposal.character) for p in second.all(e.ProposalOpened)] == [
        ("messy_critical", duel.iris),
        ("bestial_failure", duel.brick),
    ]
    assert duel.room.state.contests == {}


def test_prices_open_at_once_when_no_side_can_be_rerolled() -> None:
    """Hunger dice alone leave nothing to wait for."""
    duel = Duel(iris={"hunger": 2}, hunger=2)
    duel.open((10, 10))
    done = duel.answer((6, 1))
    assert [p.proposal.kind for p in done.all(e.ProposalOpened)] == [
        "contest_damage", "messy_critical", "bestial_failure",
    ]  # fmt: skip
    assert duel.room.state.contests == {}


def test_the_price_of_a_side_follows_the_rules_it_was_rolled_by() -> None:
    """House rules that change while a side still stands do not change what it may cost."""
    duel = Duel(hunger=1)
    duel.open((6, 6))
    done = duel.answer((6, 1))
    duel.room.act(
        "storyteller", i.SetHouseRules, house_rules=HouseRules(preset=Preset.V5_CORE_ROLLING)
    )
    duel.room.act("ann", i.SettleRoll, roll=done.only(e.ContestResolved).sides[0].roll)
    settled = duel.room.act("bob", i.SettleRoll, roll=roll_of(done))
    (price,) = settled.all(e.ProposalOpened)
    assert "hunger" in price.proposal.options


# --- who may, and what is refused ---------------------------------------------------------------


def test_only_the_challenged_character_answers_and_only_once() -> None:
    """Not another of the same owner, not somebody else's, and not twice; no die is drawn."""
    duel = Duel()
    duel.open((6,))
    other = duel.room.vampire("bob", "Other")
    fields = {"contest": duel.contest, "pool": 1}
    duel.room.refuse("bob", i.AnswerContest, Code.FORBIDDEN, character=other, **fields)
    duel.room.refuse("ann", i.AnswerContest, Code.FORBIDDEN, character=duel.brick, **fields)
    duel.room.refuse("ann", i.AnswerContest, Code.FORBIDDEN, character=duel.iris, **fields)
    duel.answer((6,))
    duel.room.refuse(
        "bob", i.AnswerContest, Code.WRONG_STATE, "contest", character=duel.brick, **fields
    )
    duel.room.refuse("ann", i.WithdrawContest, Code.WRONG_STATE, contest=duel.contest)


def test_nobody_contests_against_themselves() -> None:
    """The other side is another character."""
    duel = Duel()
    duel.room.refuse(
        "ann", i.OpenContest, Code.INVALID, "against",
        character=duel.iris, against=duel.iris, pool=1,
    )  # fmt: skip


def test_a_withdrawn_contest_cannot_be_answered_and_its_dice_stay() -> None:
    """The roll stays in the log and may be settled."""
    duel = Duel()
    opened = duel.open((6,))
    done = duel.room.act("ann", i.WithdrawContest, contest=duel.contest)
    assert done.seen_by(e.ContestWithdrawn) == EVERYONE
    duel.room.refuse(
        "bob", i.AnswerContest, Code.NOT_FOUND, "contest",
        contest=duel.contest, character=duel.brick, pool=1,
    )  # fmt: skip
    settled = duel.room.act("ann", i.SettleRoll, roll=roll_of(opened))
    assert settled.kinds == ["roll_settled"]


@pytest.mark.parametrize(
    ("visibility", "viewers"),
    [
        (Visibility.PUBLIC, EVERYONE),
        (Visibility.PRIVATE, {"ann", "bob", "storyteller"}),
        (Visibility.WHISPER, {"ann", "guest", "storyteller"}),
        (Visibility.SECRET, {"storyteller"}),
    ],
)
def test_all_of_a_contest_goes_where_its_opening_went(
    visibility: Visibility, viewers: set[str]
) -> None:
    """Both rolls, the result, and what it proposes; the answer has no say in it."""
    room = Table()
    iris, brick = room.vampire("ann"), room.vampire("bob")
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    opened = room.act(
        "ann", i.OpenContest, (6, 6),
        character=iris, against=brick, pool=2, visibility=visibility, to=to,
    )  # fmt: skip
    answered = room.act(
        "storyteller", i.AnswerContest, (6,),
        contest=opened.only(e.ContestOpened).contest.contest, character=brick, pool=1,
    )  # fmt: skip
    assert opened.seen_by(e.ContestOpened) == opened.seen_by(e.RollResolved) == viewers
    assert answered.seen_by(e.RollResolved) == viewers
    assert answered.seen_by(e.ContestResolved) == answered.seen_by(e.ProposalOpened) == viewers


def test_a_contest_is_never_blind() -> None:
    """Its sides answer what they see."""
    duel = Duel()
    duel.room.refuse(
        "ann", i.OpenContest, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        character=duel.iris, against=duel.brick, pool=1, visibility="blind",
    )  # fmt: skip


def test_who_opens_a_contest_in_secret_is_told_nothing_of_it() -> None:
    """A11: not even its id comes with the answer."""
    duel = Duel()
    done = duel.open((6,), visibility="secret")
    assert done.seen("ann") == []
    assert "ann" not in duel.room.names_in(done.decision.created_to)


@pytest.mark.parametrize("is_attacker", [True, False])
@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.PRIVATE, Visibility.BLIND])
def test_a_hidden_character_contests_in_secret_alone(
    visibility: Visibility, is_attacker: bool
) -> None:
    """As either side; without a wish it is secret."""
    room = Table()
    sleeper, brick = room.hidden(), room.vampire("bob")
    sides = (sleeper, brick) if is_attacker else (brick, sleeper)
    fields = {"character": sides[0], "against": sides[1], "pool": 1}
    room.refuse(
        "storyteller", i.OpenContest, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        visibility=visibility, **fields,
    )  # fmt: skip
    done = room.act("storyteller", i.OpenContest, (6,), **fields)
    assert done.seen("bob") == done.seen("ann") == []


def test_a_revealed_roll_of_a_secret_contest_does_not_name_the_hidden_side() -> None:
    """A3: a reveal shows the dice, never whose they were; also after un-hiding."""
    room = Table()
    sleeper, brick = room.hidden(), room.vampire("bob")
    opened = room.act("storyteller", i.OpenContest, (6,), character=sleeper, against=brick, pool=1)
    answered = room.act(
        "storyteller", i.AnswerContest, (7,), contest=opened.created, character=brick, pool=1
    )
    for _ in range(2):
        shown = room.act("storyteller", i.RevealRoll, roll=roll_of(opened))
        assert shown.seen_by(e.RollRevealed) == EVERYONE
        assert shown.only(e.RollRevealed).character is None
        room.act("storyteller", i.RevealRoll, roll=roll_of(answered))
        if room.state.characters[sleeper].hidden:
            room.act("storyteller", i.UnhideCharacter, character=sleeper)


def test_the_rerolls_and_prices_of_a_hidden_side_work_like_any() -> None:
    """For Storytellers the character is behind its roll, with its Willpower and its price."""
    room = Table()
    sleeper, brick = room.hidden(hunger=1), room.vampire("bob")
    opened = room.act(
        "storyteller", i.OpenContest, (2, 2, 1), character=sleeper, against=brick, pool=3
    )
    room.act(
        "storyteller", i.AnswerContest, (8, 8), contest=opened.created, character=brick, pool=2
    )
    again = room.act("storyteller", i.Reroll, (3,), roll=roll_of(opened), regular_indices=(0,))
    assert again.only(e.TrackerChanged).character == sleeper
    room.act("storyteller", i.StartSession)
    ended = room.act("storyteller", i.EndSession)
    prices = [p.proposal for p in ended.all(e.ProposalOpened)]
    assert [(p.kind, p.character) for p in prices] == [("bestial_failure", sleeper)]
    assert ended.seen_by(e.ProposalOpened) == {"storyteller"}


def test_surge_in_a_contest_raises_hunger_after_its_roll() -> None:
    """On either side, by its own Rouse check."""
    duel = Duel(iris={"hunger": 1}, hunger=1)
    opened = duel.room.act(
        "ann", i.OpenContest, (6, 6, 6, 6, 1),
        character=duel.iris, against=duel.brick, pool=3, surge=True,
    )  # fmt: skip
    assert opened.kinds == ["contest_opened", "roll_resolved", "tracker_changed"]
    assert opened.tracker("hunger") == 2


# --- limits -------------------------------------------------------------------------------------


def test_a_members_open_contests_are_bounded_and_nobody_elses_count() -> None:
    """At the limit the next is refused; an answered or withdrawn one makes room."""
    room = Table(limits=RoomLimits(max_open_contests=1))
    duel = Duel(room)
    first = duel.open((6,)).created
    fields = {"character": duel.iris, "against": duel.brick, "pool": 1}
    refusal = room.refuse("ann", i.OpenContest, Code.LIMIT_REACHED, **fields)
    assert "1" in refusal.detail
    room.act("bob", i.OpenContest, (6,), character=duel.brick, against=duel.iris, pool=1)
    room.act("ann", i.WithdrawContest, contest=first)
    duel.open((6,))
    duel.answer((6,))
    duel.open((6,))


def test_contests_that_their_opener_may_not_see_never_refuse_another() -> None:
    """Whether a secret one was answered is the Storytellers' to know; the oldest makes room."""
    room = Table(limits=RoomLimits(max_open_contests=1))
    duel = Duel(room)
    first = duel.open((6,), visibility="secret").only(e.ContestOpened).contest.contest
    second = duel.open((6,), visibility="secret")
    assert second.only(e.ContestWithdrawn).contest == first
    assert second.seen("ann") == []
    assert len(room.state.contests) == 1
    duel.open((6,), visibility="public")
