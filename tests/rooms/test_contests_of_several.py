"""Contests of several sides: each opponent reacts, each pair is read, the harm is one business."""

from collections.abc import Sequence

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.ids import CharacterId
from protocol.views import DamageView, HarmRow, ReactionView
from protocol.words import (
    CharacterKind,
    DamageKind,
    Outcome,
    Preset,
    ProposalKind,
    Reaction,
    TrackName,
    Visibility,
)
from tests.rooms.duel import roll_of
from tests.support.rooms import V20, Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}
SUPERFICIAL = DamageKind.SUPERFICIAL


class Brawl:
    """Ann's Iris against Bob's Brick, an NPC mortal and an NPC vampire."""

    def __init__(self, room: Table | None = None, iris: dict[str, object] | None = None) -> None:
        self.room = room or Table()
        self.iris = self.room.vampire("ann", "Iris", **(iris or {}))
        self.brick = self.room.vampire("bob", "Brick")
        self.guard = self.room.vampire(None, "Guard", kind=CharacterKind.MORTAL)
        self.hound = self.room.vampire(None, "Hound")

    def open(self, faces: Sequence[int], **fields: object) -> Done:
        opened = self.room.act(
            "ann", i.OpenContest, faces, character=self.iris, against=self.brick,
            others=(self.guard, self.hound), pool=len(faces), **fields,
        )  # fmt: skip
        self.contest = opened.created
        return opened

    def answer(
        self, who: str, character: CharacterId, faces: Sequence[int], **more: object
    ) -> Done:
        return self.room.act(
            who, i.AnswerContest, faces,
            contest=self.contest, character=character, pool=len(faces), **more,
        )  # fmt: skip

    def forgo(self, who: str, character: CharacterId, **more: object) -> Done:
        return self.room.act(
            who, i.ForgoReaction, contest=self.contest, character=character, **more
        )

    def fight(self, **fields: object) -> Done:
        """Iris has 3 successes: Brick 1, the guard 5, and the hound does nothing."""
        self.open((6, 7, 8, 1), weapon=2, **fields)
        self.answer("bob", self.brick, (6, 1))
        self.answer("storyteller", self.guard, (6, 7, 8, 9, 6), weapon=1)
        return self.forgo("storyteller", self.hound, difficulty=2)


def harm_in(done: Done) -> tuple[HarmRow, ...]:
    """The rows of the one piece of business that a contest opened."""
    (opened,) = [p.proposal for p in done.all(e.ProposalOpened) if p.proposal.rows]
    assert opened.kind is ProposalKind.CONTEST_HARM
    return opened.rows


# --- reactions ----------------------------------------------------------------------------------


def test_all_opponents_are_asked_and_the_view_says_who_reacted() -> None:
    """In the order in which they were named; the last one brings the outcome."""
    brawl = Brawl()
    opened = brawl.open((6, 7))
    assert opened.only(e.ContestOpened).contest.others == (brawl.guard, brawl.hound)
    brawl.forgo("storyteller", brawl.hound)
    answered = brawl.answer("bob", brawl.brick, (6,))
    assert answered.kinds == ["roll_resolved", "contest_reacted"]
    assert answered.seen_by(e.ContestReacted) == EVERYONE
    (view,) = brawl.room.snapshot("guest").contests
    assert view.reactions == (
        ReactionView(brawl.brick, Reaction.ROLLED),
        ReactionView(brawl.hound, Reaction.NONE),
    )
    last = brawl.answer("storyteller", brawl.guard, (1,))
    assert last.seen_by(e.ContestDecided) == EVERYONE
    assert brawl.room.snapshot("guest").contests == ()


def test_each_side_reacts_once_by_itself_and_nobody_else_may() -> None:
    """Neither the one that began it, nor somebody else's, nor twice."""
    brawl = Brawl()
    brawl.open((6,))
    fields = {"contest": brawl.contest}
    brawl.room.refuse("bob", i.ForgoReaction, Code.FORBIDDEN, character=brawl.guard, **fields)
    brawl.room.refuse("ann", i.ForgoReaction, Code.FORBIDDEN, character=brawl.iris, **fields)
    for more in ({"drop": True}, {"difficulty": 2}):
        brawl.room.refuse(
            "bob", i.ForgoReaction, Code.FORBIDDEN, next(iter(more)),
            character=brawl.brick, **fields, **more,
        )  # fmt: skip
    brawl.forgo("bob", brawl.brick)
    for kind, more in ((i.ForgoReaction, {}), (i.AnswerContest, {"pool": 1})):
        brawl.room.refuse(
            "bob", kind, Code.WRONG_STATE, "character", character=brawl.brick, **fields, **more
        )


@pytest.mark.parametrize("fault", ["itself", "twice", "against", "unknown"])
def test_opponents_are_others_each_once(fault: str) -> None:
    """And those that one knows: a hidden one is like one that is not there."""
    brawl = Brawl()
    hidden = brawl.room.hidden()
    others = {
        "itself": (brawl.iris,),
        "twice": (brawl.guard, brawl.guard),
        "against": (brawl.brick,),
        "unknown": (hidden,),
    }[fault]
    code = Code.NOT_FOUND if fault == "unknown" else Code.INVALID
    brawl.room.refuse(
        "ann", i.OpenContest, code, "others",
        character=brawl.iris, against=brawl.brick, others=others, pool=1,
    )  # fmt: skip


def test_a_hidden_opponent_among_several_contests_in_secret_alone() -> None:
    """In front of others the contest would tell of it."""
    brawl = Brawl()
    fields = {
        "character": brawl.iris, "against": brawl.brick, "others": (brawl.room.hidden(),), "pool": 1
    }  # fmt: skip
    brawl.room.refuse(
        "storyteller", i.OpenContest, Code.VISIBILITY_NOT_ALLOWED, "visibility",
        visibility=Visibility.PUBLIC, **fields,
    )  # fmt: skip
    done = brawl.room.act("storyteller", i.OpenContest, (6,), **fields)
    assert done.seen_by(e.ContestOpened) == {"storyteller"}


def test_a_dropped_side_is_out_of_the_contest() -> None:
    """Nothing happens to it; without anybody left the contest is called off."""
    brawl = Brawl()
    brawl.open((6, 6))
    brawl.forgo("storyteller", brawl.guard, drop=True)
    brawl.forgo("storyteller", brawl.hound, drop=True)
    done = brawl.answer("bob", brawl.brick, (6,))
    assert [pair.character for pair in done.only(e.ContestDecided).pairs] == [brawl.brick]
    brawl.open((6, 6))
    for character in (brawl.guard, brawl.hound):
        brawl.forgo("storyteller", character, drop=True)
    gone = brawl.forgo("storyteller", brawl.brick, drop=True)
    assert gone.kinds == ["contest_withdrawn"]


def test_who_goes_off_the_table_leaves_the_contest_to_the_others() -> None:
    """The last one that was waited for brings the outcome by going."""
    brawl = Brawl()
    brawl.open((6, 6))
    brawl.answer("bob", brawl.brick, (6,))
    brawl.forgo("storyteller", brawl.guard)
    gone = brawl.room.act("storyteller", i.RemoveCharacter, character=brawl.hound)
    assert len(gone.only(e.ContestDecided).pairs) == 2


def test_once_somebody_reacted_only_a_storyteller_calls_it_off() -> None:
    """What others rolled is theirs too; nor is it undone."""
    brawl = Brawl()
    opened = brawl.open((6, 6))
    brawl.answer("bob", brawl.brick, (6,))
    brawl.room.refuse("ann", i.WithdrawContest, Code.WRONG_STATE, contest=brawl.contest)
    brawl.room.refuse("ann", i.SettleRoll, Code.WRONG_STATE, "roll", roll=roll_of(opened))
    done = brawl.room.act("storyteller", i.WithdrawContest, contest=brawl.contest)
    assert done.kinds == ["contest_withdrawn"]


def test_a_contest_of_two_may_be_forgone_too() -> None:
    """The margin is over the Difficulty then, 1 by itself (A9.3)."""
    room = Table()
    iris, brick = room.vampire("ann"), room.vampire("bob", "Brick")
    opened = room.act("ann", i.OpenContest, (6, 7, 8), character=iris, against=brick, pool=3)
    done = room.act("bob", i.ForgoReaction, contest=opened.created, character=brick)
    (pair,) = done.only(e.ContestDecided).pairs
    assert (pair.winner, pair.difference, pair.difficulty) == (iris, 2, 1)
    (row,) = harm_in(done)
    assert row.damage == DamageView(TrackName.HEALTH, SUPERFICIAL, 2)


def test_a_room_of_v20_has_its_own_contests() -> None:
    """There a contest has two sides, and is answered or called off."""
    room = Table(V20)
    room.refuse(
        "storyteller", i.ForgoReaction, Code.WRONG_SYSTEM, "type", contest="none", character="none"
    )


# --- how it comes out ---------------------------------------------------------------------------


def test_every_pair_is_read_by_the_rules_and_the_harm_is_one_business() -> None:
    """A9.1, A9.3: who wins over whom, with the winner's weapon; a row for each who is hurt."""
    brawl = Brawl()
    done = brawl.fight()
    decided = done.only(e.ContestDecided)
    assert (decided.successes, decided.weapon, decided.outcome) == (3, 2, Outcome.SUCCESS)
    assert [(p.character, p.winner, p.difference, p.margin) for p in decided.pairs] == [
        (brawl.brick, brawl.iris, 2, -2),
        (brawl.guard, brawl.guard, 2, 2),
        (brawl.hound, brawl.iris, 1, None),
    ]
    health = TrackName.HEALTH
    assert harm_in(done) == (
        HarmRow(brawl.brick, brawl.iris, 2, 2, DamageView(health, SUPERFICIAL, 4), halved=True),
        HarmRow(brawl.iris, brawl.guard, 2, 1, DamageView(health, SUPERFICIAL, 3), halved=True),
        HarmRow(brawl.hound, brawl.iris, 1, 2, DamageView(health, SUPERFICIAL, 3), halved=True),
    )
    assert done.all(e.TrackerChanged) == done.all(e.DamageDealt) == []


def test_a_miss_of_who_does_not_react_hurts_nobody() -> None:
    """A9.3: below the Difficulty nothing happens."""
    brawl = Brawl()
    brawl.open((1, 2), weapon=3)
    for character in (brawl.brick, brawl.guard):
        brawl.forgo("storyteller", character)
    done = brawl.forgo("storyteller", brawl.hound)
    assert [pair.winner for pair in done.only(e.ContestDecided).pairs] == [None] * 3
    assert done.all(e.ProposalOpened) == []


@pytest.mark.parametrize("preset", [Preset.V5, Preset.V5_CORE_ROLLING])
def test_ties_of_each_pair_follow_the_house_rules(preset: Preset) -> None:
    """A9.2: each takes one, or the defender wins and nobody is hurt."""
    brawl = Brawl(Table(HouseRules(preset=preset)))
    brawl.open((6,), weapon=3)
    brawl.answer("bob", brawl.brick, (7,))
    brawl.answer("storyteller", brawl.guard, (8,))
    done = brawl.forgo("storyteller", brawl.hound, difficulty=3)
    pairs = done.only(e.ContestDecided).pairs
    if preset is Preset.V5_CORE_ROLLING:
        assert [p.winner for p in pairs] == [brawl.brick, brawl.guard, None]
        assert done.all(e.ProposalOpened) == []
    else:
        assert [p.winner for p in pairs] == [None, None, None]
        rows = harm_in(done)
        hurt = [row.character for row in rows]
        assert hurt == [brawl.brick, brawl.iris, brawl.guard, brawl.iris]
        assert {row.damage.amount for row in rows} == {1}


def test_armour_splits_a_blow_into_two_rows() -> None:
    """A9.10: what it turns is Superficial, and each kind is a source of its own."""
    brawl = Brawl()
    brawl.open((6, 7, 8), arms="axe")
    brawl.forgo("bob", brawl.brick)
    brawl.answer("storyteller", brawl.guard, (1,), armour={"name": "leather"})
    done = brawl.forgo("storyteller", brawl.hound)
    guard = [row.damage for row in harm_in(done) if row.character == brawl.guard]
    assert [(blow.kind, blow.amount) for blow in guard] == [("superficial", 2), ("aggravated", 4)]


def test_the_roll_that_began_it_has_one_price() -> None:
    """House rule: messy where it beats anybody so, bestial only where it beats nobody."""
    brawl = Brawl(iris={"hunger": 2})
    brawl.open((10, 10))
    brawl.answer("bob", brawl.brick, (6, 7, 8, 9, 6, 6))
    brawl.answer("storyteller", brawl.guard, (1,))
    done = brawl.forgo("storyteller", brawl.hound)
    assert done.only(e.ContestDecided).outcome is Outcome.MESSY_CRITICAL
    rolls = [side.roll for side in brawl.room.state.contests[brawl.contest].sides]
    for roll in rolls:
        if roll in brawl.room.state.standing:
            settled = brawl.room.act("storyteller", i.SettleRoll, roll=roll)
    (price,) = settled.all(e.ProposalOpened)
    assert (price.proposal.kind, price.proposal.character) == ("messy_critical", brawl.iris)


def test_a_reroll_reads_all_pairs_again_and_the_old_harm_lapses() -> None:
    """While the harm is open; then it is proposed anew, as one business."""
    brawl = Brawl()
    opened = brawl.open((6, 1))
    brawl.answer("bob", brawl.brick, (1,))
    brawl.forgo("storyteller", brawl.guard)
    first = brawl.forgo("storyteller", brawl.hound)
    assert [row.damage.amount for row in harm_in(first)] == [1]
    again = brawl.room.act("ann", i.Reroll, (8,), roll=roll_of(opened), regular_indices=(1,))
    assert len(again.all(e.ProposalLapsed)) == 1
    assert [row.damage.amount for row in harm_in(again)] == [2, 1, 1]


# --- the Storyteller's word ---------------------------------------------------------------------


def test_one_confirmation_deals_all_rows_in_one_commit() -> None:
    """Each a source of its own, halved where its row says so; then the rolls settle."""
    brawl = Brawl()
    proposal = brawl.fight().only(e.ProposalOpened).proposal
    done = brawl.room.act("storyteller", i.ConfirmProposal, proposal=proposal.proposal)
    dealt = [(d.character, d.amount, d.counted) for d in done.all(e.DamageDealt)]
    assert dealt == [(brawl.brick, 4, 2), (brawl.iris, 3, 2), (brawl.hound, 3, 2)]
    assert done.only(e.ProposalConfirmed).rows == proposal.rows
    assert len(done.all(e.RollSettled)) == 3
    assert brawl.room.state.contests == {}


def test_rows_are_changed_or_struck_before_the_confirmation() -> None:
    """Amount, kind and halving; what is not named happens as it was proposed."""
    brawl = Brawl()
    proposal = brawl.fight().only(e.ProposalOpened).proposal.proposal
    edits = (
        {"row": 0, "amount": 5, "halved": False},
        {"row": 1, "strike": True},
        {"row": 2, "kind": "aggravated"},
    )
    done = brawl.room.act("storyteller", i.ConfirmProposal, proposal=proposal, edits=edits)
    dealt = [(d.character, d.kind, d.amount, d.counted) for d in done.all(e.DamageDealt)]
    assert dealt == [(brawl.brick, "superficial", 5, 5), (brawl.hound, "aggravated", 3, 3)]
    rows = done.only(e.ProposalConfirmed).rows
    assert [(row.character, row.halved) for row in rows] == [
        (brawl.brick, False), (brawl.hound, False)
    ]  # fmt: skip


def test_a_mortals_harm_is_halved_where_a_storyteller_says_so() -> None:
    """And becomes halved by its kind alone where Aggravated is turned into Superficial."""
    brawl = Brawl()
    brawl.open((6, 7, 8, 9), damage_kind="aggravated")
    for character in (brawl.brick, brawl.guard):
        brawl.forgo("storyteller", character)
    proposal = brawl.forgo("storyteller", brawl.hound).only(e.ProposalOpened).proposal
    assert {row.halved for row in proposal.rows} == {False}
    edits = (
        {"row": 0, "kind": "superficial"},
        {"row": 1, "kind": "superficial"},
        {"row": 2, "kind": "superficial", "amount": 1},
    )
    guard = {"row": 1, "kind": "superficial", "halved": True}
    done = brawl.room.act(
        "storyteller", i.ConfirmProposal, proposal=proposal.proposal,
        edits=(edits[0], guard, edits[2]),
    )  # fmt: skip
    assert [d.counted for d in done.all(e.DamageDealt)] == [2, 2, 1]


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        (({"row": 3},), "edits[0].row"),
        (({"row": 0}, {"row": 0}), "edits[1].row"),
        (({"row": 0, "kind": "bashing"},), "edits[0].kind"),
        (({"row": 0, "kind": "aggravated", "halved": True},), "edits[0].halved"),
    ],
)
def test_an_edit_that_fits_no_row_is_refused_by_its_place(
    edits: tuple[dict[str, object], ...], field: str
) -> None:
    """Nothing is dealt, and the business stays open."""
    brawl = Brawl()
    proposal = brawl.fight().only(e.ProposalOpened).proposal.proposal
    brawl.room.refuse(
        "storyteller", i.ConfirmProposal, Code.INVALID, field, proposal=proposal, edits=edits
    )
    assert proposal in brawl.room.state.proposals


def test_the_damage_of_two_sides_is_changed_in_the_same_way() -> None:
    """Its one blow is row 0; struck, it deals nothing."""
    for edit, counted in (({"halved": False, "amount": 3}, [3]), ({"strike": True}, [])):
        room = Table()
        iris, brick = room.vampire("ann"), room.vampire("bob", "Brick")
        opened = room.act("ann", i.OpenContest, (6, 7), character=iris, against=brick, pool=2)
        done = room.act(
            "bob", i.AnswerContest, (1,), contest=opened.created, character=brick, pool=1
        )
        proposal = done.only(e.ProposalOpened).proposal.proposal
        confirmed = room.act(
            "storyteller", i.ConfirmProposal, proposal=proposal, edits=({"row": 0, **edit},)
        )
        assert [d.counted for d in confirmed.all(e.DamageDealt)] == counted


def test_a_dismissed_harm_settles_the_rolls() -> None:
    """Nothing is dealt."""
    brawl = Brawl()
    proposal = brawl.fight().only(e.ProposalOpened).proposal.proposal
    done = brawl.room.act("storyteller", i.DismissProposal, proposal=proposal)
    assert len(done.all(e.RollSettled)) == 3
    assert done.all(e.DamageDealt) == []
