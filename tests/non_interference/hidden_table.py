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
    if hidden.rolls and hidden.rng.random() < 0.5:
        roll = hidden.rng.choice(list(hidden.rolls))
        await hidden.say(who, "retract_roll", roll=roll, note="Nobody knows.")
    elif ghost is not None:
        fields = {"character": ghost, "tracker": "humanity", "visibility": "secret"}
        await hidden.say(who, "set_tracker", value=hidden.rng.randrange(1, 9), **fields)
        await hidden.say(who, "undo", intent=hidden.sent[-1][1]["id"])
