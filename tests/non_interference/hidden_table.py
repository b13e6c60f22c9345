"""Hidden activity of the people at the table: words that are not for the compared."""

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
