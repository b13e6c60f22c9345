"""
From a typed line to an order.

Pure: knows the grammar of the commands, not who is at the table.
"""

from collections.abc import Callable

from coterie_client.terminal import reading_characters as characters
from coterie_client.terminal import reading_dice as dice
from coterie_client.terminal import reading_room as room
from coterie_client.terminal import reading_rules as rules
from coterie_client.terminal.lines import OrderError, Words
from coterie_client.terminal.order import Order


def parse(line: str) -> Order:
    """
    Understand one line; an empty one is the order "".

    Raises:
        OrderError: It cannot be understood; the message says why.
    """
    words = Words(line)
    if not words:
        return Order("")
    verb = words.next("a command").lower()
    reader = _READERS.get(_ALIASES.get(verb, verb))
    if reader is None:
        raise OrderError(f"there is no command {verb!r}; help lists them all")
    order = Order(_ALIASES.get(verb, verb))
    reader(order, words)
    words.end()
    return order


_READERS: dict[str, Callable[[Order, Words], None]] = {
    "roll": dice.read_roll,
    "reroll": dice.read_reroll,
    "pass": dice.read_settle,
    "rouse": dice.read_rouse,
    "remorse": dice.read_remorse,
    "frenzy": dice.read_frenzy,
    "reveal": dice.read_reveal,
    "contest": dice.read_contest,
    "answer": dice.read_answer,
    "withdraw": dice.read_withdraw,
    "confirm": dice.read_confirm,
    "dismiss": dice.read_dismiss,
    "spend": rules.read_spend,
    "recover": rules.read_recover,
    "aid": rules.read_aid,
    "declare": rules.read_declare,
    "blood": rules.read_blood,
    "drink": rules.read_drink,
    "sin": rules.read_sin,
    "resist": rules.read_resist,
    "initiative": rules.read_initiative,
    "char": characters.read_char,
    "as": characters.read_as,
    "damage": characters.read_damage,
    "heal": characters.read_damage,
    "stains": characters.read_stains,
    "set": characters.read_set,
    "audience": characters.read_audience,
    "invite": room.read_invite,
    "device": room.read_device,
    "role": room.read_role,
    "remove": room.read_remove,
    "say": room.read_say,
    "whisper": room.read_whisper,
    "note": room.read_note,
    "rename": room.read_rename,
    "session": room.read_session,
    "night": room.read_clock,
    "scene": room.read_clock,
    "turn": room.read_clock,
    "leave": room.read_leave,
    "dice": room.read_dice,
    "log": room.read_log,
    "who": room.read_nothing,
    "business": room.read_nothing,
    "status": room.read_nothing,
    "help": room.read_text,
    "quit": room.read_nothing,
}

_ALIASES = {"exit": "quit", "?": "help", "settle": "pass", "r": "roll", "character": "char"}

VERBS = tuple(_READERS)
"""Every command there is."""
