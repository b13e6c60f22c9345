"""Who sees a V20 roll, and whose dice it is: through the same places as every other roll."""

import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.house import HouseRules
from protocol.v20_receipt import V20Receipt
from protocol.words import Preset, Visibility
from tests.support.rooms import V20, Table
from tests.support.v20_rooms import TRAITS, a_room, receipt_of

# --- who sees it, and whose dice ------------------------------------------------------------------


SEEN = {
    Visibility.PUBLIC: {"storyteller", "ann", "bob", "guest", "bot"},
    Visibility.PRIVATE: {"storyteller", "ann"},
    Visibility.WHISPER: {"storyteller", "ann", "guest"},
    Visibility.SECRET: {"storyteller"},
    Visibility.BLIND: {"storyteller"},
}


@pytest.mark.parametrize("visibility", Visibility)
def test_a_roll_is_seen_by_whom_it_was_asked_for(visibility: Visibility) -> None:
    """Through the same place as every other roll."""
    room, iris = a_room()
    to = (room["guest"],) if visibility is Visibility.WHISPER else ()
    done = room.act(
        "ann", i.RollV20, (6, 6, 6), character=iris, traits=("Dexterity",), to=to,
        visibility=visibility,
    )  # fmt: skip
    assert done.seen_by(e.RollResolved) == SEEN[visibility]
    assert bool(done.all(e.BlindRollMade)) == (visibility is Visibility.BLIND)


def test_a_hidden_character_rolls_without_its_name() -> None:
    """Storytellers learn whose it was."""
    room = Table(V20)
    ghost = room.v20_vampire(None, "Ghost", hidden=True, traits=TRAITS)
    done = room.act(
        "storyteller", i.RollV20, (6, 6, 6), character=ghost, traits=("Dexterity",),
        visibility="public",
    )  # fmt: skip
    assert done.only(e.RollResolved).character is None
    assert done.seen_by(e.RollAttributed) == {"storyteller"}


def test_a_roll_is_revealed_as_any() -> None:
    """Whole, or its outcome and net successes."""
    room, iris = a_room()
    roll = room.act(
        "ann", i.RollV20, (1, 2, 3), character=iris, traits=("Dexterity",), visibility="private"
    ).created
    shown = room.act("ann", i.RevealRoll, roll=roll, part="outcome").only(e.RollRevealed)
    assert (shown.successes, shown.outcome, shown.receipt) == (0, "botch", None)
    whole = room.act("ann", i.RevealRoll, roll=roll, to=(room["bob"],)).only(e.RollRevealed)
    assert isinstance(whole.receipt, V20Receipt)


def test_entered_dice_are_as_many_as_the_roll_needs() -> None:
    """C3: those of the pool, and those that a specialty brings, and theirs."""
    room = Table(
        HouseRules(preset=Preset.V20_BOOK, entered_dice=True, switches={"specialty": "reroll"})
    )
    pool = {"pool": 2, "specialty": "Locks", "specialty_rating": 4}
    for entered, field in (
        ({"regular": (6,)}, "entered.regular"),
        ({"regular": (10, 6)}, "entered.rerolled"),
        ({"regular": (10, 6), "rerolled": (10,)}, "entered.rerolled"),
        ({"regular": (10, 6), "rerolled": (5, 5)}, "entered.rerolled"),
        ({"regular": (3, 6), "hunger": (5,)}, "entered.hunger"),
    ):
        room.refuse("ann", i.RollV20, Code.BAD_FACES, field, entered=entered, **pool)
    done = room.act("ann", i.RollV20, entered={"regular": (10, 6), "rerolled": (10, 5)}, **pool)
    assert done.only(e.RollResolved).source == "entered"
    assert receipt_of(done).net == 3


def test_a_claim_on_a_book_is_refused() -> None:
    """No book is open yet, here as elsewhere."""
    claim = {"book": "AAAAAAAAAAAAAAAAAAAAAA==", "lane": "open", "n": 0,
             "entropy": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}  # fmt: skip
    Table(V20).refuse("ann", i.RollV20, Code.BOOK_CHANGED, "dice.book", pool=1, dice=claim)


def test_a_roll_never_stands() -> None:
    """V20 has no reroll: nothing waits, and nothing is proposed."""
    room, iris = a_room()
    done = room.act("ann", i.RollV20, (2, 2, 2), character=iris, traits=("Dexterity",))
    assert done.kinds == ["roll_resolved"]
    assert not done.only(e.RollResolved).is_standing
    assert room.snapshot("ann").standing_rolls == ()
