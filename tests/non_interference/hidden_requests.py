"""Requests and judgements that nobody who is compared may learn of."""

from typing import Any

from tests.non_interference.hidden import Hidden
from tests.non_interference.hidden_play import roll

MOST_REQUESTS = 20


async def request(hidden: Hidden) -> None:
    """The player of c3 is asked in private, answers, and the Storyteller puts it away."""
    c3 = hidden.own_of_p3
    mine = [each for each in hidden.room["requests"] if each["group"] in hidden.groups]
    waiting = [each for each in mine if "answer" not in each]
    if c3 is None:
        await roll(hidden)
        return
    if len(mine) > MOST_REQUESTS or (mine and hidden.rng.random() < 0.25):
        await hidden.say("st", "close_request", group=hidden.rng.choice(mine)["group"])
        return
    if waiting and hidden.rng.random() < 0.7:
        asked = hidden.rng.choice(waiting)
        if hidden.rng.random() < 0.4:
            await hidden.say("p3", "answer_request", request=asked["request"], note="never")
            return
        type = "roll_v20" if hidden.author.is_v20 else "roll"
        await hidden.say("p3", type, character=c3, request=asked["request"])
        return
    fields: dict[str, Any] = {"visibility": hidden.rng.choice(("private", "secret"))}
    if not hidden.author.is_v20:
        fields |= {"told": hidden.rng.choice(("all", "verdict", "storytellers"))}
    who = hidden.rng.choice(hidden.storytellers)
    await hidden.say(who, "request_roll", characters=[c3], pool=3, difficulty=2, **fields)


async def judge(hidden: Hidden) -> None:
    """A roll is judged for Storytellers alone: a hidden one, or one that all see."""
    # In V20 whoever sees a roll sees how it came out, so that none of theirs is judged unseen.
    is_v20 = hidden.author.is_v20
    rolls = [*hidden.rolls] if is_v20 else [*hidden.rolls, *hidden.author.rolls]
    if not rolls:
        await roll(hidden)
        return
    told = hidden.rng.choice(("all", "verdict")) if is_v20 else "storytellers"
    fields: dict[str, Any] = {"difficulty": hidden.rng.randrange(1, 6) + 3 * is_v20}
    if hidden.rng.random() < 0.2:
        fields = {"impossible": True}
    who = hidden.rng.choice(hidden.storytellers)
    await hidden.say(who, "judge_roll", roll=hidden.rng.choice(rolls), told=told, **fields)


async def later(hidden: Hidden) -> None:
    """A reveal is scheduled that never comes, or called off; p3 asks for a roll of c3."""
    c3 = hidden.own_of_p3
    if c3 is not None and hidden.rng.random() < 0.6:
        wished = [
            p["proposal"]
            for p in hidden.room["proposals"]
            if (p["kind"], p.get("character")) == ("reveal", c3)
        ]
        if wished:
            how = hidden.rng.choice(("confirm_proposal", "dismiss_proposal"))
            await hidden.say("st", how, proposal=wished[0])
            return
        await hidden.say("p3", "ask_reveal", character=c3)
        return
    who = hidden.rng.choice(hidden.storytellers)
    mine = [each["reveal"] for each in hidden.room["reveals"] if each["reveal"] in hidden.reveals]
    if mine and hidden.rng.random() < 0.5:
        await hidden.say(who, "cancel_reveal", reveal=hidden.rng.choice(mine))
        return
    if not hidden.rolls:
        await roll(hidden)
        return
    chosen = hidden.rng.choice(list(hidden.rolls))
    await hidden.say(who, "schedule_reveal", roll=chosen, in_s=604_800)
