"""What is asked for at the table, answered and judged, the same in every history."""

from typing import Any

from tests.non_interference.author import Author
from tests.non_interference.table import member_of

TOLD = ("all", "all", "verdict", "storytellers")
MOST_REQUESTS = 20


async def request(author: Author) -> None:
    """Rolls are asked for, answered, or put away."""
    requests = author.room["requests"]
    # The coterie has c3 in it, whose Hunger is what hidden activity made of it.
    free = author.on_the_table()
    waiting = [each for each in requests if "answer" not in each and each["character"] in free]
    if len(requests) > MOST_REQUESTS or (requests and author.chance(0.2)):
        await author.say("st", "close_request", group=author.rng.choice(requests)["group"])
    elif waiting and author.chance(0.7):
        await _answer(author, author.rng.choice(waiting))
    else:
        await _ask(author)


async def _ask(author: Author) -> None:
    played = [c for c in author.on_the_table() if author.view(c).get("owners")]
    fields: dict[str, Any] = {"characters": author.rng.sample(played, min(len(played), 2))}
    if author.chance(0.2):
        fields |= {"characters": [], "coterie": author.chance(0.5), "members": [member_of("p1")]}
    told = "all" if author.is_v20 else author.rng.choice(TOLD)
    difficulty = author.rng.choice((2, 3, 6)) if told != "all" or author.chance(0.6) else None
    if author.chance(0.1):
        fields |= {"modifiers": [{"label": "fog", "dice": -1}], "lasts_s": 604_800}
    fields |= _placed(author, "public", "private", "secret", "blind", "whisper", None)
    await author.say(
        "st", "request_roll", pool=author.rng.randrange(1, 6), difficulty=difficulty, told=told,
        **fields,
    )  # fmt: skip


async def _answer(author: Author, asked: dict[str, Any]) -> None:
    named = {member_of(name): name for name in ("p1", "p2", "st")}
    owners = author.view(asked["character"]).get("owners", ())
    who = author.rng.choice(author.here(*(named[o] for o in owners if o in named), "st"))
    if author.chance(0.2):
        await author.say(who, "answer_request", request=asked["request"], note="no way")
        return
    fields = _placed(author, None, None, "private", "secret", "public", "blind")
    type = "roll_v20" if author.is_v20 else "roll"
    await author.say(who, type, character=asked["character"], request=asked["request"], **fields)


async def judge(author: Author) -> None:
    """A Storyteller reads a roll against another Difficulty, or says that it was impossible."""
    rolls = sorted(author.rolls)
    if not rolls:
        await request(author)
        return
    fields: dict[str, Any] = {"difficulty": author.rng.randrange(1, 6) + 3 * author.is_v20}
    if author.chance(0.2):
        fields = {"impossible": True}
    fields |= {"told": author.rng.choice(TOLD)}
    await author.say("st", "judge_roll", roll=author.rng.choice(rolls), **fields)


async def keep(author: Author) -> None:
    """A Storyteller rolls for somebody against a Difficulty that nobody is told, and settles it."""
    character = author.rng.choice(author.on_the_table())
    answer = await author.say(
        "st", "roll", character=character, pool=author.rng.randrange(2, 7), told="storytellers",
        difficulty=author.rng.randrange(1, 6), visibility="public",
    )  # fmt: skip
    if answer.type == "accepted":
        await author.say("st", "settle_roll", roll=answer.data["created"])


def _placed(author: Author, *visibilities: str | None) -> dict[str, Any]:
    visibility = author.rng.choice(visibilities)
    if visibility is None:
        return {}
    fields: dict[str, Any] = {"visibility": visibility}
    if visibility == "whisper":
        fields["to"] = [member_of(author.rng.choice(("p1", "guest")))]
    return fields


async def later(author: Author) -> None:
    """A reveal is scheduled for after the evening, or called off; a blind roll is asked for."""
    waiting = author.room["reveals"]
    if waiting and author.chance(0.4):
        await author.say("st", "cancel_reveal", reveal=author.rng.choice(waiting)["reveal"])
        return
    who = author.rng.choice(author.here("p1", "p2"))
    mine = author.own(who)
    if mine and author.chance(0.5):
        await author.say(who, "ask_reveal", character=author.rng.choice(mine), note="please")
        return
    rolls = [id for id, made in sorted(author.rolls.items()) if made.visibility != "public"]
    if not rolls:
        await request(author)
        return
    to = author.rng.choice((None, [member_of("p1")], [member_of("guest")]))
    await author.say("st", "schedule_reveal", roll=author.rng.choice(rolls), in_s=604_800, to=to)
