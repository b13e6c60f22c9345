"""A hidden opponent of a roll: the contest is the Storytellers', the roll stays an ordinary one."""

from collections.abc import Sequence

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId
from protocol.request_words import Told
from protocol.views import DamageView
from protocol.words import DamageKind, Outcome, TrackName, Visibility
from tests.rooms.duel import damage_in
from tests.support.rooms import Done, Table

EVERYONE = {"storyteller", "ann", "bob", "guest", "bot"}
PLAYERS = ("ann", "bob", "guest", "bot")


class Ambush:
    """Ann's Iris rolls in front of all; the Sleeper is hidden and opposes it."""

    def __init__(self, **iris: object) -> None:
        self.room = Table()
        self.iris = self.room.vampire("ann", "Iris", **iris)
        self.sleeper = self.room.hidden()

    def roll(self, faces: Sequence[int] = (6, 7, 1), **fields: object) -> Done:
        rolled = self.room.act("ann", i.Roll, faces, character=self.iris, pool=len(faces), **fields)
        self.rolled = rolled.created
        return rolled

    def oppose(self, faces: Sequence[int], **fields: object) -> Done:
        return self.room.act(
            "storyteller", i.OpenContest, faces, character=self.sleeper, against=self.iris,
            opposes=self.rolled, pool=len(faces), **fields,
        )  # fmt: skip

    def refused(self, code: Code, field: str, who: str = "storyteller", **fields: object) -> None:
        said: dict[str, object] = {
            "character": self.sleeper, "against": self.iris, "opposes": self.rolled, "pool": 2
        }  # fmt: skip
        self.room.refuse(who, i.OpenContest, code, field, **said | fields)


def test_nobody_but_storytellers_sees_anything_of_a_hidden_opponent() -> None:
    """No event, no id, nothing that waits; the snapshot of all others is as it was."""
    ambush = Ambush()
    ambush.roll()
    before = {who: ambush.room.snapshot(who) for who in PLAYERS}
    done = ambush.oppose((8, 9, 6, 7), weapon=2)
    assert [done.seen(who) for who in PLAYERS] == [[], [], [], []]
    assert ambush.room.names_in(done.decision.created_to) == {"storyteller"}
    assert {who: ambush.room.snapshot(who) for who in PLAYERS} == before


def test_both_are_read_against_each_other_and_the_margin_proposes_its_damage() -> None:
    """A9.1: as in any contest, with the opponent's weapon; to Storytellers alone."""
    ambush = Ambush()
    ambush.roll()
    done = ambush.oppose((8, 9, 6, 7), weapon=2)
    resolved = done.only(e.ContestResolved)
    assert (resolved.winner, resolved.margin) == (ambush.sleeper, 2)
    blow = DamageView(TrackName.HEALTH, DamageKind.SUPERFICIAL, 4)
    assert damage_in(done) == [(ambush.iris, blow)]
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}


@pytest.mark.parametrize(("faces", "is_won"), [((6,), True), ((6, 7), False), ((8, 8, 8), False)])
def test_the_verdict_may_be_told_with_a_word_of_somebody_unseen(
    faces: Sequence[int], is_won: bool
) -> None:
    """More successes than the opponent win, a tie does not; the opponent's are told to nobody."""
    ambush = Ambush()
    ambush.roll()
    done = ambush.oppose(faces, told=Told.VERDICT, note="Somebody unseen opposed it.")
    (judged,) = done.seen("ann")
    assert isinstance(judged, e.RollJudged)
    assert (judged.is_won, judged.receipt) == (is_won, None)
    assert judged.note == "Somebody unseen opposed it."
    hidden = [event for event in done.seen("storyteller") if isinstance(event, e.RollJudged)]
    receipt = hidden[-1].receipt
    assert receipt is not None
    assert receipt.difficulty == len(faces) + 1


def test_it_looks_as_a_kept_difficulty_looks() -> None:
    """What a player sees of an opposed roll is what is seen of one that a Storyteller judges."""
    seen: list[list[e.Event]] = []
    for is_opposed in (False, True):
        ambush = Ambush()
        ambush.roll()
        if is_opposed:
            done = ambush.oppose((8, 8), told=Told.VERDICT)
        else:
            done = ambush.room.act(
                "storyteller", i.JudgeRoll, roll=ambush.rolled, difficulty=3, told=Told.VERDICT
            )
        seen.append(done.seen("ann"))
    assert seen[0] == seen[1]


def test_a_reroll_is_read_again_against_the_hidden_opponent() -> None:
    """The old damage lapses; whoever rerolls sees the reroll alone."""
    ambush = Ambush()
    ambush.roll((6, 1, 1))
    ambush.oppose((8, 9))
    done = ambush.room.act("ann", i.Reroll, (9, 9), roll=ambush.rolled, regular_indices=(1, 2))
    assert done.only(e.ContestResolved).winner == ambush.iris
    assert len(done.all(e.ProposalLapsed)) == 1
    hidden = e.ContestResolved | e.ProposalLapsed | e.ProposalOpened | e.RollJudged
    assert not any(isinstance(event, hidden) for event in done.seen("ann"))


def test_the_opposed_roll_settles_by_itself_alone() -> None:
    """The end of the hidden business settles nothing that others see."""
    ambush = Ambush()
    ambush.roll()
    proposal = ambush.oppose((8, 9, 8)).only(e.ProposalOpened).proposal
    done = ambush.room.act("storyteller", i.DismissProposal, proposal=proposal.proposal)
    assert ambush.rolled in ambush.room.state.standing
    assert done.seen("ann") == []
    settled = ambush.room.act("ann", i.SettleRoll, roll=ambush.rolled)
    assert settled.seen("ann") == [e.RollSettled(roll=ambush.rolled)]
    assert ambush.room.state.contests == {}


def test_each_roll_has_one_price_of_its_own() -> None:
    """The opposed one by how it is read, kept from others; the opponent's when it settles."""
    ambush = Ambush(hunger=1)
    ambush.roll((6, 1))
    ambush.oppose((8, 9, 7))
    settled = ambush.room.act("ann", i.SettleRoll, roll=ambush.rolled)
    kinds = [p.proposal.kind for p in settled.all(e.ProposalOpened)]
    assert kinds == ["bestial_failure", "win_at_cost"]
    assert settled.seen("ann") == [e.RollSettled(roll=ambush.rolled)]


def test_a_settled_roll_may_be_opposed() -> None:
    """It is read back from the log; nothing stands afterwards but the opponent's."""
    ambush = Ambush()
    ambush.roll((6, 7, 1))
    ambush.room.act("ann", i.SettleRoll, roll=ambush.rolled)
    done = ambush.oppose((8,))
    assert done.only(e.ContestResolved).winner == ambush.iris
    assert done.only(e.ContestResolved).sides[0].outcome is Outcome.SUCCESS


def test_a_side_of_an_open_contest_may_have_a_hidden_opponent_too() -> None:
    """The contest of the others goes on as if there were none."""
    ambush = Ambush()
    brick = ambush.room.vampire("bob", "Brick")
    opened = ambush.room.act(
        "ann", i.OpenContest, (6, 7, 8), character=ambush.iris, against=brick, pool=3
    )
    ambush.rolled = opened.only(e.RollResolved).roll
    before = ambush.room.snapshot("bob")
    done = ambush.oppose((8,))
    assert done.only(e.ContestResolved).winner == ambush.iris
    assert done.all(e.RollJudged) == []
    assert ambush.room.snapshot("bob") == before
    answered = ambush.room.act(
        "bob", i.AnswerContest, (6,), contest=opened.created, character=brick, pool=1
    )
    assert answered.only(e.ContestResolved).sides[1].character == brick
    ambush.refused(Code.WRONG_STATE, "told", told=Told.VERDICT)


def test_a_retracted_roll_takes_the_hidden_contest_with_it() -> None:
    """What waited for it lapses, before Storytellers alone."""
    ambush = Ambush()
    ambush.roll()
    ambush.oppose((8, 9, 8))
    done = ambush.room.act("storyteller", i.RetractRoll, roll=ambush.rolled, note="No.")
    assert len(done.all(e.ProposalLapsed)) == len(done.all(e.ContestWithdrawn)) == 1
    assert done.seen_by(e.ContestWithdrawn) == {"storyteller"}
    ambush.refused(Code.RETRACTED, "opposes")


def test_only_a_storyteller_opposes_and_a_player_learns_nothing_of_what_exists() -> None:
    """The same answer for a roll that is there and one that is not."""
    ambush = Ambush()
    ambush.roll()
    brick = ambush.room.vampire("bob", "Brick")
    for opposes in (ambush.rolled, "nothing-is-called-so"):
        ambush.refused(Code.FORBIDDEN, "opposes", "bob", character=brick, opposes=opposes)


def _stranger(ambush: Ambush) -> CharacterId:
    return ambush.room.vampire("bob", "Brick")


@pytest.mark.parametrize(
    ("code", "field", "fields"),
    [
        (Code.NOT_FOUND, "opposes", {"opposes": "nothing-is-called-so"}),
        (Code.INVALID, "told", {"told": "all"}),
        (Code.VISIBILITY_NOT_ALLOWED, "visibility", {"visibility": Visibility.PUBLIC}),
    ],
)
def test_what_cannot_oppose_is_refused_by_its_field(
    code: Code, field: str, fields: dict[str, object]
) -> None:
    """Before any die is drawn."""
    ambush = Ambush()
    ambush.roll()
    ambush.refused(code, field, **fields)


def test_a_roll_of_another_or_with_an_open_difficulty_is_not_judged_so() -> None:
    """Whose roll it is has to be named; what all know of is not replaced."""
    ambush = Ambush()
    ambush.roll()
    ambush.refused(Code.INVALID, "against", against=_stranger(ambush))
    ambush.refused(Code.INVALID, "others", others=(_stranger(ambush),))
    ambush.roll(difficulty=2)
    ambush.refused(Code.WRONG_STATE, "told", told=Told.VERDICT)
    done = ambush.oppose((8,))
    assert done.all(e.RollJudged) == []
