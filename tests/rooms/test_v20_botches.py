"""A botch in a V20 room is open business: the Storyteller says what befalls."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.words import EffectKind, Preset, ProposalKind
from tests.support.rooms import Table
from tests.support.v20_rooms import TRAITS, a_room


@pytest.mark.parametrize("faces", [(1,), (1, 2, 3)])
def test_a_botch_waits_for_the_storyteller(faces: tuple[int, ...]) -> None:
    """C1.5: no list of what it brings, so its note tells it."""
    room, iris = a_room()
    done = room.act("ann", i.RollV20, faces, character=iris, pool=len(faces))
    view = done.only(e.ProposalOpened).proposal
    assert (view.kind, view.character, view.roll) == (ProposalKind.BOTCH, iris, done.created)
    assert view.options == ()
    assert done.seen_by(e.ProposalOpened) == {"storyteller", "ann", "bob", "guest", "bot"}
    closed = room.act(
        "storyteller", i.ConfirmProposal, proposal=view.proposal, note="The pick breaks."
    )
    assert closed.kinds == ["proposal_confirmed"]
    assert closed.only(e.ProposalConfirmed).note == "The pick breaks."
    assert room.snapshot("ann").proposals == ()


@pytest.mark.parametrize("faces", [(2, 3), (1, 6), (6, 7)])
def test_what_is_no_botch_asks_nothing(faces: tuple[int, ...]) -> None:
    """C1.5, C1.6: a success that a 1 took away is a failure."""
    room, iris = a_room()
    assert room.act("ann", i.RollV20, faces, character=iris, pool=2).kinds == ["roll_resolved"]


def test_nobodys_botch_asks_nothing() -> None:
    """A pool without a character befalls nobody."""
    room, _ = a_room()
    assert room.act("ann", i.RollV20, (1,), pool=1).kinds == ["roll_resolved"]


@pytest.mark.parametrize(
    ("visibility", "seen"),
    [("private", {"storyteller", "ann"}), ("secret", {"storyteller"}), ("blind", {"storyteller"})],
)
def test_a_botch_is_seen_as_its_roll(visibility: str, seen: set[str]) -> None:
    room, iris = a_room()
    done = room.act("ann", i.RollV20, (1,), character=iris, pool=1, visibility=visibility)
    assert done.seen_by(e.ProposalOpened) == seen


def test_a_hidden_characters_botch_is_the_storytellers() -> None:
    """The proposal would name it."""
    room, _ = a_room()
    sleeper = room.v20_vampire(None, "The Sleeper", hidden=True)
    done = room.act("storyteller", i.RollV20, (1,), character=sleeper, pool=1, visibility="public")
    assert done.seen_by(e.ProposalOpened) == {"storyteller"}


def test_either_side_of_a_contest_may_botch() -> None:
    """C4.2."""
    room, iris = a_room()
    brick = room.v20_vampire("bob", "Brick", traits=TRAITS)
    opened = room.act("ann", i.OpenV20Contest, (1,), character=iris, against=brick, pool=1)
    assert opened.only(e.ProposalOpened).proposal.character == iris
    contest = opened.only(e.ContestOpened).contest.contest
    answered = room.act("bob", i.AnswerV20Contest, (1,), contest=contest, character=brick, pool=1)
    assert answered.only(e.ProposalOpened).proposal.character == brick


def test_damage_and_soak_botch_where_ones_count_there() -> None:
    """C5.5: by a switch alone."""
    for switch, kinds in (("no", ["roll_resolved"]), ("yes", ["roll_resolved", "proposal_opened"])):
        room = Table(HouseRules(preset=Preset.V20_BOOK, switches={"ones_on_damage_soak": switch}))
        iris = room.v20_vampire("ann", traits=TRAITS)
        rolled = room.act("ann", i.RollV20, (1,), character=iris, pool=1, kind="soak")
        assert rolled.kinds == kinds


def resisted(room: Table, iris: str) -> e.ProposalOpened:
    beast = {"character": iris, "kind": "frenzy", "difficulty": 6}
    return room.act("ann", i.ResistBeast, (1, 2, 3), **beast).only(e.ProposalOpened)


def test_a_botch_against_the_beast_may_derange() -> None:
    """C8.3: perhaps a derangement; the frenzy itself needs no word."""
    room, iris = a_room()
    view = resisted(room, iris).proposal
    assert view.options == ("derangement", "complication")
    room.refuse("storyteller", i.ConfirmProposal, Code.INVALID, "choice", proposal=view.proposal)
    done = room.act("storyteller", i.ConfirmProposal, proposal=view.proposal, choice="derangement")
    effect = done.only(e.EffectBegun).effect
    assert (effect.kind, effect.character) == (EffectKind.DERANGEMENT, iris)
    assert done.seen_by(e.EffectBegun) == {"storyteller", "ann", "bob", "guest", "bot"}


def test_or_something_else_befalls() -> None:
    room, iris = a_room()
    view = resisted(room, iris).proposal
    done = room.act("storyteller", i.ConfirmProposal, proposal=view.proposal, choice="complication")
    assert done.kinds == ["proposal_confirmed"]


def test_degeneration_tells_its_own_botch() -> None:
    """C8.2: rating, Virtue and derangement come by the rule."""
    room, iris = a_room()
    room.act("ann", i.EditCharacter, character=iris, traits={"Conscience": 2})
    done = room.act("ann", i.RollDegeneration, (1, 2), character=iris, sin=1)
    assert "proposal_opened" not in done.kinds
