"""The bots' share of the hidden dice: theirs run out by what they rolled, and by nothing else."""

from typing import Any

import msgspec
import pytest

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.words import DiceSource, Role, Visibility
from server.rooms.dice_scheme import BOTS_NUMBERS, TREE_SIZE
from server.rooms.refusal import Refusal
from tests.support.dicey_table import DiceyTable
from tests.support.rooms import Done

PRIVATE: dict[str, Any] = {"pool": 1, "visibility": Visibility.PRIVATE}


def taken(room: DiceyTable, **numbers: int) -> None:
    """Let so many numbers of the house's lanes have been taken."""
    assert room.state.book is not None
    book = msgspec.structs.replace(room.state.book, taken=numbers)
    room.state = msgspec.structs.replace(room.state, book=book)


def shares(room: DiceyTable) -> dict[str, int]:
    assert room.state.book is not None
    names = {member: name for name, member in room.members.items()}
    return {names[member]: left for member, left in room.state.book.shares.items()}


def told(room: DiceyTable, who: str, **fields: Any) -> str:
    """What a hidden roll comes to for its roller, apart from what the dice show."""
    decided = room.chance(room.command(who, room.intent(i.Roll, **{**PRIVATE, **fields})))
    if isinstance(decided, Refusal):
        return f"{decided.code} {decided.detail}"
    rolled = decided.only(e.RollResolved)
    return f"{rolled.source} {rolled.lane} {decided.kinds}"


@pytest.mark.parametrize("hidden", [1, 500, TREE_SIZE - BOTS_NUMBERS])
def test_hidden_rolls_take_no_dice_from_a_bot(hidden: int) -> None:
    """However many the Storytellers made: the bot's are proven, and refused, at the same ones."""
    plain, other = DiceyTable(), DiceyTable()
    taken(other, secret=hidden)
    for _ in range(BOTS_NUMBERS):
        assert told(plain, "bot") == told(other, "bot")
    assert told(plain, "bot") == told(other, "bot")
    assert told(plain, "bot").startswith("dice_spent Your share")


def test_storytellers_leave_the_bots_their_share() -> None:
    room = DiceyTable()
    taken(room, secret=TREE_SIZE - BOTS_NUMBERS - 1)
    room.act("storyteller", i.Roll, **PRIVATE)
    room.refuse("storyteller", i.Roll, Code.DICE_SPENT, "dice", **PRIVATE)
    room.act("bot", i.Roll, **PRIVATE)
    room.refuse("storyteller", i.Roll, Code.DICE_SPENT, "dice", **PRIVATE)
    room.open_book()
    room.act("storyteller", i.Roll, **PRIVATE)


def test_a_table_without_bots_keeps_nothing_back() -> None:
    room = DiceyTable(people={"storyteller": Role.STORYTELLER, "ann": Role.PLAYER})
    taken(room, secret=TREE_SIZE - 1)
    room.act("storyteller", i.Roll, **PRIVATE)
    room.refuse("storyteller", i.Roll, Code.DICE_SPENT, "dice", **PRIVATE)


def test_each_bot_of_the_opening_has_as_many() -> None:
    """So that no bot counts another's hidden rolls either; who came since waits for a book."""
    room = DiceyTable()
    room.join("crow", Role.BOT)
    assert shares(room) == {"bot": BOTS_NUMBERS}
    assert told(room, "crow").startswith(f"{DiceSource.UNPROVEN} secret")
    room.open_book()
    assert shares(room) == {"bot": BOTS_NUMBERS // 2, "crow": BOTS_NUMBERS // 2}
    for _ in range(BOTS_NUMBERS // 2):
        assert told(room, "crow").startswith(DiceSource.BOOK)
    assert told(room, "crow").startswith(Code.DICE_SPENT)
    assert told(room, "bot").startswith(DiceSource.BOOK)


def test_a_reroll_is_charged_to_whoever_sees_it_made() -> None:
    """A Storyteller's reroll of a roll that the bot does not see is none of the bot's."""
    room = DiceyTable()
    owned = room.vampire("bot", "Crow")
    for visibility, left in ((Visibility.PRIVATE, 2), (Visibility.SECRET, 1)):
        before = shares(room)["bot"]
        roll = room.act("bot", i.Roll, character=owned, pool=2, visibility=visibility).created
        again: Done = room.act("storyteller", i.Reroll, roll=roll, regular_indices=(0,))
        assert again.only(e.RollRerolled).source is DiceSource.BOOK
        assert shares(room)["bot"] == before - left
