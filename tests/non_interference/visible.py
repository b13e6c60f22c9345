"""The script of a random evening: an opening, random acts, and a close look at the end."""

import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from tests.non_interference import visible_beliefs as beliefs
from tests.non_interference import visible_play as play
from tests.non_interference import visible_requests as asking
from tests.non_interference import visible_rest as rest
from tests.non_interference import visible_table as people
from tests.non_interference import visible_v20 as v20
from tests.non_interference.author import Author
from tests.non_interference.steps import LookAgain, Part, Restart, Say
from tests.non_interference.table import CREATE_KEY, member_of, token_of

RandomAct = Callable[[Author], Awaitable[None]]

WEIGHTS: Mapping[RandomAct, int] = {
    play.roll: 12,
    play.test: 4,
    play.reroll: 4,
    play.settle: 2,
    play.reveal: 4,
    play.change_tracker: 7,
    play.stir_blood: 5,
    play.hold: 3,
    play.act_together: 4,
    play.contest: 6,
    play.decide_proposal: 4,
    people.talk: 4,
    asking.request: 8,
    asking.judge: 4,
    people.correct: 4,
    people.keep_safe: 2,
    **dict.fromkeys((beliefs.believe, beliefs.tie, beliefs.learn), 1),
    asking.later: 4,
    rest.keep_time: 3,
    rest.keep_house: 3,
    rest.keep_characters: 9,
    rest.change_role: 2,
    rest.reconnect: 2,
    rest.bring_device: 1,
    rest.ask: 4,
    rest.probe: 7,
    rest.stumble: 3,
}

WEIGHTS_V20: Mapping[RandomAct, int] = {
    v20.roll: 14,
    v20.spend: 8,
    v20.change_tracker: 8,
    v20.keep_characters: 8,
    v20.resist: 6,
    v20.contest: 8,
    v20.harm: 5,
    v20.task: 4,
    asking.request: 5,
    asking.judge: 4,
    play.reveal: 4,
    play.hold: 3,
    people.talk: 4,
    people.correct: 4,
    people.keep_safe: 2,
    **dict.fromkeys((beliefs.tie, beliefs.learn), 3),
    rest.keep_time: 4,
    rest.keep_house: 3,
    rest.change_role: 2,
    rest.reconnect: 2,
    rest.bring_device: 1,
    rest.ask: 4,
    rest.probe: 4,
    v20.probe: 4,
    rest.stumble: 3,
}

ALWAYS: Sequence[RandomAct] = (
    play.due,
    play.reroll,
    play.contest,
    play.contest,
    play.reveal,
    play.reveal,
    *(asking.request, asking.request, asking.request, asking.judge, asking.later),
    *(asking.keep, asking.keep, asking.keep),
    rest.unhide,
    rest.change_role,
    rest.change_role,
    rest.reconnect,
    rest.reconnect,
    rest.reconnect,
    rest.fetch,
    rest.probe,
    rest.probe,
    rest.probe,
    rest.stumble,
    rest.stumble,
    rest.ask,
    rest.ask,
    rest.keep_time,
    people.talk,
    people.correct,
    people.correct,
    people.keep_safe,
    people.keep_safe,
    *(beliefs.believe, beliefs.tie, beliefs.learn),
)
"""What no evening is without, at whatever moment."""

ALWAYS_V20: Sequence[RandomAct] = (
    *(v20.due, v20.roll, v20.spend, v20.probe, v20.probe, play.reveal, play.reveal),
    *(v20.contest, v20.contest, v20.harm, v20.resist, v20.resist, v20.task, v20.task),
    *(rest.unhide, rest.change_role, rest.change_role, rest.reconnect, rest.reconnect),
    *(rest.probe, rest.stumble, rest.ask, rest.ask, rest.keep_time),
)
"""The same of an evening of V20."""

LATE_AFTER = 0.6
"""How far into the body the latecomer joins."""


async def write_evening(author: Author, acts: int) -> None:
    """Live an evening of so many random acts, and of what is always there; write it down."""
    await open_evening(author)
    weights, always = (WEIGHTS_V20, ALWAYS_V20) if author.is_v20 else (WEIGHTS, ALWAYS)
    if author.table.keeps_dice:
        weights = {**weights, rest.shake: 6}
    chosen = author.rng.choices(list(weights), weights=list(weights.values()), k=acts)
    chosen += always
    author.rng.shuffle(chosen)
    restart_at = author.rng.randrange(len(chosen) * 3)
    for n, act in enumerate(chosen):
        await author.look()
        if n == int(len(chosen) * LATE_AFTER):
            await join(author, "late", "player")
            await author.look()
        if n == restart_at and not author.away:
            await restart(author)
        await act(author)
    await close_evening(author)


async def open_evening(author: Author) -> None:
    """The room, its people, and one character for each use."""
    founding = {
        "type": "create",
        "create_key": CREATE_KEY,
        "room_name": "An evening",
        "name": "st",
        "house_rules": author.house(
            tracker_audience="owner", history=author.rng.choice(("all", "none"))
        ),
    }
    await author.come("st", founding)
    await author.look()
    for name, role in (("st2", "storyteller"), ("p1", "player"), ("p2", "player")):
        await join(author, name, role)
    await join(author, "p3", "player")
    await join(author, "guest", "spectator")
    if author.is_v20:
        await v20.bring_characters(author)
        await author.say("st", "start_session")
        await author.look()
        return
    # Only its owner and the Storytellers see what becomes of c3: it serves hidden activity.
    await author.create("p3", "c3", hunger=1, blood_potency=1)
    rules = {"tracker_audience": "storytellers"}
    await author.say("st", "set_house_rules", house_rules=rules)
    await author.create("st", "prince", kind="mortal")
    await author.say("st", "set_house_rules", house_rules=author.house())
    await author.create("p1", "c1", hunger=2, blood_potency=1, clan="Brujah")
    await author.create("st", "c2", hunger=1, owners=[member_of("p2")])
    await author.create("st", "shade", hidden=True, kind="mortal")
    await author.create("st", "wraith", hidden=True, hunger=1)
    await author.say("st", "start_session")
    await author.look()
    secret = {"character": author.characters["shade"], "visibility": "secret"}
    await author.say("st", "roll", pool=5, difficulty=3, **secret)
    for who, own in (("p1", "c1"), ("p2", "c2"), ("p3", "c3")):
        blind = {"character": author.characters[own], "visibility": "blind"}
        await author.say(who, "roll", pool=5, difficulty=3, **blind)
    # What hidden activity makes of c3 is in its dice: nobody shows or judges them.
    c3 = author.characters["c3"]
    author.rolls = {id: made for id, made in author.rolls.items() if made.character != c3}


async def join(author: Author, name: str, role: str) -> None:
    """A Storyteller invites somebody, and they come."""
    invite = rest.secret(name)
    opened = await author.say("st", "create_invite", role=role, secret=rest.secret(f"no {name}"))
    await author.say("st", "renew_invite", invite=opened.data["created"], secret=invite)
    unused = rest.secret(f"spare {name}")
    spare = await author.say("st", "create_invite", role="spectator", secret=unused)
    await author.say("st", "revoke_invite", invite=spare.data["created"])
    await author.come(name, {"type": "invite", "secret": invite, "name": name})


async def restart(author: Author) -> None:
    """The server goes down and comes back, and everybody with it."""
    phones = [name for name in author.table.lines if "." in name]
    for phone in phones:
        await author.drop(phone)
    last = {name: rest.last_position(author.table.client(name)) for name in author.table.lines}
    await author.do(Restart())
    for name, position in last.items():
        await author.come(name, resume=position)


async def close_evening(author: Author) -> None:
    """Everybody who is compared looks at everything, from everywhere; then the latecomer goes."""
    for member in sorted(author.away):
        await author.say("st", "set_role", member=member_of(member), role="player")
        await author.do(LookAgain(member))
        author.away.discard(member)
    await end_session(author)
    for who in ("p1", "p2", "guest", "late"):
        end = rest.last_position(author.table.client(who))["seq"]
        positions = list(range(end + 2))
        if end > 25 and not author.chance(0.1):
            positions = author.rng.sample(positions, 8)
        for seq in positions:
            await ask(author, who, "history", after=seq, limit=author.rng.randrange(1, 9))
            await ask(author, who, "history", before=seq + 1, limit=author.rng.randrange(1, 9))
        await ask(author, who, "history", after=0, limit=200)
        await ask(author, who, "history", limit=200)
        await ask(author, who, "snapshot")
        await look_back(author, who, end)
    if author.chance(0.3):
        await author.say("late", "renew_token", token=token_of("late again"))
    elif author.chance(0.5):
        await author.say("late", "leave_room")
    else:
        await author.say("st", "remove_member", member=member_of("late"))
    await author.do(Part("late"))


async def look_back(author: Author, who: str, end: int) -> None:
    """The other queries: of moments gone by, of what is notable, of the odds, of the house."""
    for at in author.rng.sample(range(1, end + 2), min(2, end + 1)):
        await ask(author, who, "snapshot", at=at)
    await ask(author, who, "landmarks", after=author.rng.randrange(end + 1))
    await ask(author, who, "landmarks", before=author.rng.randrange(1, end + 2))
    await ask(author, who, "play", after=end)
    await ask(author, who, "stop_play")
    await ask(author, who, "odds", pool=author.rng.randrange(1, 9), difficulty=3)
    await ask(author, who, "rules")


async def end_session(author: Author) -> None:
    """Two last rolls that fail; with the session they settle, and whatever else stands."""
    await author.say("st", "set_house_rules", house_rules=author.house())
    for name in () if author.is_v20 else ("c1", "c2"):
        roll = {"character": author.characters[name], "visibility": "public"}
        await author.say("st", "roll", pool=7, difficulty=20, **roll)
    await author.say("st", "start_session")
    await author.say("st", "end_session")


async def ask(author: Author, who: str, type: str, **fields: Any) -> None:
    """A query under a fresh id."""
    id = uuid.UUID(int=len(author.script)).hex
    await author.do(Say(who, {"type": type, "id": id, **fields}))
