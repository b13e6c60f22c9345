"""
Hidden activity of the people at the table: words and corrections that are not for the
compared.
"""

from typing import Any

from tests.non_interference.hidden import Hidden
from tests.non_interference.table import member_of


async def talk(hidden: Hidden) -> None:
    """Storytellers and confidants talk, whisper, and let hidden characters speak."""
    fields: dict[str, Any] = {"text": f"Psst, {hidden.rng.randrange(99)}.", "kind": "talk"}
    if hidden.confidants and hidden.rng.random() < 0.4:
        who = hidden.rng.choice(hidden.confidants)
        fields["visibility"] = "private"
    else:
        who = hidden.rng.choice(hidden.storytellers)
        fields["visibility"] = way = hidden.rng.choice(("secret", "private", "whisper"))
        ghost = hidden.own_ghost()
        if way == "whisper":
            fields["to"] = [member_of(hidden.rng.choice([*hidden.confidants, "st"]))]
        elif way == "secret" and ghost is not None:
            fields["character"] = ghost
    await hidden.say(who, "say", **fields)


async def correct(hidden: Hidden) -> None:
    """Hidden rolls are retracted, and slips taken back, behind the screen."""
    who = hidden.rng.choice(hidden.storytellers)
    ghost = hidden.own_ghost()
    takers = [name for name in hidden.confidants if name != "p3"]
    if hidden.own_of_p3 is not None and takers and hidden.rng.random() < 0.3:
        await _offer(hidden, who, hidden.own_of_p3, hidden.rng.choice(takers))
    elif hidden.rolls and hidden.rng.random() < 0.5:
        roll = hidden.rng.choice(list(hidden.rolls))
        await hidden.say(who, "retract_roll", roll=roll, note="Nobody knows.")
    elif ghost is not None:
        fields = {"character": ghost, "tracker": "humanity", "visibility": "secret"}
        await hidden.say(who, "set_tracker", value=hidden.rng.randrange(1, 9), **fields)
        await hidden.say(who, "undo", intent=hidden.sent[-1][1]["id"])


async def _offer(hidden: Hidden, who: str, character: str, taker: str) -> None:
    """What one confidant plays is offered to another, or not any more."""
    waiting = [p for p in hidden.room["proposals"] if p["kind"] == "handing_on"]
    mine = [p["proposal"] for p in waiting if p["character"] == character]
    if mine:
        await hidden.say(who, "dismiss_proposal", proposal=mine[0])
    else:
        fields = {"character": character, "member": member_of(taker)}
        await hidden.say(who, "offer_character", **fields)
