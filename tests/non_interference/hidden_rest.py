"""Hidden activity around the game: invites, devices, refusals, questions; and how often what."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tests.non_interference.hidden import Hidden
from tests.non_interference.hidden_beliefs import believe, learn, tie
from tests.non_interference.hidden_play import (
    compose_roll,
    contest,
    decide_proposal,
    finish_roll,
    reveal,
    roll,
    test,
)
from tests.non_interference.hidden_requests import judge, later, request
from tests.non_interference.hidden_sheets import act_together, hold, hurt, keep_ghosts, stir_blood
from tests.non_interference.hidden_table import correct, talk
from tests.non_interference.table import member_of, token_of

HiddenAct = Callable[[Hidden], Awaitable[None]]


async def invite(hidden: Hidden) -> None:
    """Invites are made, renewed, revoked, and knocked with when it is too late."""
    who = hidden.rng.choice(hidden.storytellers)
    is_open = {i["invite"] for i in hidden.room["invites"]}
    mine = [i for i in hidden.invites if i in is_open]
    secret = token_of(f"hidden invite {len(hidden.sent)}")[:16]
    if not mine or hidden.rng.random() < 0.5:
        role = hidden.rng.choice(("player", "storyteller", "bot"))
        await hidden.say(who, "create_invite", role=role, secret=secret, expires_in_s=60)
    elif hidden.rng.random() < 0.5:
        await hidden.say(who, "renew_invite", invite=hidden.rng.choice(mine), secret=secret)
    else:
        await hidden.say(who, "revoke_invite", invite=hidden.rng.choice(mine))
        entry = {"type": "invite", "secret": secret, "name": "nobody"}
        let_in = await hidden.open("stranger", entry, token=f"stranger {len(hidden.sent)}")
        assert not let_in
        hidden.coverage.note("hidden", "hello refused")


async def bring_device(hidden: Hidden) -> None:
    """Another device of somebody who is here anyway: linked or returning, or let go."""
    if hidden.devices and hidden.rng.random() < 0.5:
        await hidden.close_devices()
    # Presence is for all to see, so only of members who are here in either history.
    stayers = [m for m in ("p3", "st2", "st") if m in hidden.table.lines]
    who = hidden.rng.choice(stayers)
    link = token_of(f"hidden link {len(hidden.sent)}")[:16]
    await hidden.say(who, "create_device_link", secret=link)
    entry = {"type": "device_link", "secret": link}
    name = f"{who}.hidden{len(hidden.sent)}"
    if len(hidden.devices) < 3:
        assert await hidden.open(name, entry, token=f"{name} token")
        hidden.coverage.note("hidden", "device linked")


async def blunder(hidden: Hidden) -> None:
    """Storytellers and confidants are refused, or repeat themselves."""
    who = hidden.rng.choice(hidden.storytellers)
    if hidden.sent and hidden.rng.random() < 0.5:
        line, message = hidden.rng.choice(hidden.sent)
        # What was refused once may be seen when it is asked again, after something was shown.
        if line in hidden.table.lines and message["id"] in hidden.accepted:
            await hidden.send(line, message)
            other = {"type": "roll", "pool": 1, "visibility": "secret", "note": "not the same"}
            await hidden.send(line, other | {"id": message["id"]})
            return
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        ("set_role", {"member": member_of("st"), "role": "storyteller"}),
        ("unhide_character", {"character": "nobody-at-all"}),
        ("set_stand_in", {"character": "nobody-at-all", "member": member_of("st")}),
        ("end_stand_in", {"character": "nobody-at-all"}),
        ("remove_member", {"member": "nobody-at-all"}),
        ("rename_member", {"member": "nobody-at-all", "name": "Nobody"}),
        ("end_clock", {"clock": "day"}),
        ("rename_room", {"name": ""}),
        ("roll", {"pool": 3, "visibility": "whisper"}),
        ("roll", {"pool": 400}),
        ("reveal_roll", {"roll": "nothing", "to": None}),
        ("leave_room", {"surprise": True}),
    )
    type, fields = hidden.rng.choice(choices)
    await hidden.say(who, type, **fields)


async def ask(hidden: Hidden) -> None:
    """Storytellers and confidants look around; and something small happens."""
    who = hidden.rng.choice([*hidden.storytellers, *hidden.confidants])
    client = hidden.table.client(who)
    await client.query("snapshot")
    await client.query("history", limit=20)
    for id in list(hidden.rolls)[-2:]:
        await client.ask({"type": "roll_by_id", "id": f"look {id}", "roll": id})
    hidden.coverage.note("hidden", "looked around")
    await hidden.send(*compose_roll(hidden))


WEIGHTS: Mapping[HiddenAct, int] = {
    keep_ghosts: 8,
    hurt: 8,
    stir_blood: 5,
    act_together: 5,
    hold: 4,
    roll: 12,
    test: 5,
    finish_roll: 5,
    reveal: 4,
    contest: 7,
    decide_proposal: 6,
    talk: 6,
    request: 9,
    judge: 5,
    correct: 6,
    **dict.fromkeys((believe, tie, learn), 3),
    later: 5,
    invite: 4,
    bring_device: 2,
    blunder: 4,
    ask: 2,
}
