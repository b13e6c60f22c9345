"""Hidden activity at a table that plays V20."""

from collections.abc import Mapping
from typing import Any

from tests.non_interference.author import intent_id
from tests.non_interference.hidden import Hidden
from tests.non_interference.hidden_beliefs import learn, tie
from tests.non_interference.hidden_play import reveal, roll
from tests.non_interference.hidden_requests import judge, request
from tests.non_interference.hidden_rest import HiddenAct, ask, blunder, bring_device, invite
from tests.non_interference.hidden_sheets import hold, narrow
from tests.non_interference.table import member_of
from tests.non_interference.visible_v20 import SHEET, TRAITS


async def bring_ghosts(hidden: Hidden) -> None:
    """Make what the script's probes name: hidden characters and a secret roll."""
    seed = hidden.author.seed
    first: dict[str, Any] = {"name": "Ghost", "hidden": True, "traits": TRAITS, "sheet": SHEET}
    for n in range(2):
        await hidden.say("st", "create_v20_character", id=intent_id(seed, f"ghost {n}"), **first)
    one, _ = hidden.author.secrets.characters
    id = intent_id(seed, "ghost roll")
    await hidden.say("st", "roll_v20", id=id, character=one, pool=4, visibility="secret")
    id = intent_id(seed, "ghost contest")
    _, other = hidden.author.secrets.characters
    await hidden.say("st", "open_v20_contest", id=id, character=one, against=other, pool=3)
    for made in hidden.author.secrets.rolls:
        assert made in hidden.rolls
    for begun in hidden.author.secrets.contests:
        assert begun in hidden.contests


async def keep_ghosts(hidden: Hidden) -> None:
    """Hidden characters are made, edited, handed over, narrowed, removed."""
    who = hidden.rng.choice(hidden.storytellers)
    ghost = hidden.own_ghost()
    choice = hidden.rng.randrange(7)
    if ghost is None or choice < 2:
        kind = hidden.rng.choice(("vampire", "mortal", "ghoul"))
        await hidden.say(who, "create_v20_character", name="Ghost", hidden=True, kind=kind)
    elif choice == 2:
        sheet = {"generation": hidden.rng.randrange(5, 14)}
        await hidden.say(who, "edit_character", character=ghost, name="Ghost again", sheet=sheet)
    elif choice == 3:
        owner = member_of(hidden.rng.choice(hidden.storytellers))
        await hidden.say(who, "set_owners", character=ghost, owners=[owner])
    elif choice == 4:
        await narrow(hidden, who, ghost, ("health", "willpower", "humanity", "blood_pool"))
    elif choice == 5 and ghost not in hidden.author.secrets.characters:
        await hidden.say(who, "remove_character", character=ghost)
    else:
        await hurt(hidden)


def somebodys(hidden: Hidden) -> tuple[str, str] | None:
    """A member, and a character of which nobody compared sees what becomes of it."""
    if hidden.own_of_p3 is not None and hidden.rng.random() < 0.4:
        return "p3", hidden.own_of_p3
    characters = hidden.kept_secret()
    if not characters:
        return None
    return hidden.rng.choice(hidden.storytellers), hidden.rng.choice(characters)


async def hurt(hidden: Hidden) -> None:
    """Trackers that nobody compared sees are set, hurt and healed, however visibly it is asked."""
    found = somebodys(hidden)
    if found is None:
        return await keep_ghosts(hidden)
    who, character = found
    fields: dict[str, Any] = {"character": character, "note": "unseen"}
    fields["visibility"] = hidden.rng.choice(("private", "secret", "public"))
    kind = hidden.rng.choice(("bashing", "lethal", "aggravated"))
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        ("deal_damage", {"track": "health", "kind": kind, "amount": 2}),
        ("deal_damage", {"track": "health", "kind": kind, "amount": 1}),
        ("heal", {"track": "health", "kind": kind, "amount": 1}),
        ("set_track", {"track": "health", "bashing": 1, "lethal": 0, "aggravated": 0}),
        ("set_track", {"track": "willpower", "current": hidden.rng.randrange(6)}),
        ("set_tracker", {"tracker": "humanity", "value": hidden.rng.randrange(11)}),
    )
    type, more = hidden.rng.choice(choices)
    await hidden.say(who, type, **fields, **more)
    return None


async def spend(hidden: Hidden) -> None:
    """Blood and Willpower are spent and drunk where nobody compared sees them."""
    found = somebodys(hidden)
    if found is None:
        return await keep_ghosts(hidden)
    who, character = found
    fields: dict[str, Any] = {"character": character}
    fields["visibility"] = hidden.rng.choice(("private", "secret"))
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        ("spend_blood", {"use": "other"}),
        ("spend_blood", {"use": "attribute", "attribute": "stamina"}),
        ("spend_blood", {"use": "wake"}),
        ("spend_willpower", {"use": hidden.rng.choice(("other", "ignore_wounds"))}),
        ("drink_blood", {"points": 3}),
    )
    type, more = hidden.rng.choice(choices)
    await hidden.say(who, type, **fields, **more)
    return None


async def roll_of_ghost(hidden: Hidden) -> None:
    """A roll of something hidden, by its traits, and with its Willpower."""
    found = somebodys(hidden)
    if found is None:
        return await roll(hidden)
    who, character = found
    named = hidden.rng.choice((["Wits"], ["Courage"], ["Strength", "Brawl"], ["Willpower"]))
    fields = {"character": character, "traits": named, "willpower": hidden.rng.random() < 0.5}
    visibility = hidden.rng.choice(("private", "secret") if who == "p3" else ("secret",))
    await hidden.say(who, "roll_v20", **fields, visibility=visibility)
    return None


async def resist(hidden: Hidden) -> None:
    """A ghost sins, resists, rolls for its place, and declares."""
    found = somebodys(hidden)
    if found is None:
        return await keep_ghosts(hidden)
    who, character = found
    where = {"character": character, "visibility": "private" if who == "p3" else "secret"}
    kind = hidden.rng.choice(("frenzy", "rotschreck"))
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        ("roll_degeneration", {"sin": 1}),
        ("resist_beast", {"kind": kind, "difficulty": 4}),
        ("roll_initiative", {"fixed": True}),
        ("roll_initiative", {"celerity": hidden.rng.randrange(4)}),
    )
    type, fields = hidden.rng.choice(choices)
    await hidden.say(who, type, **where, **fields)
    # Often silent: nobody who may not know of it has to wait for it.
    if type == "roll_initiative" and hidden.rng.random() < 0.5:
        text = f"unseen {hidden.rng.randrange(99)}"
        await hidden.say(who, "declare_action", character=character, text=text)
    return None


async def contest(hidden: Hidden) -> None:
    """A secret contest: opened, answered, or its harm let go."""
    who = hidden.rng.choice(hidden.storytellers)
    waiting = [c for c in hidden.room["contests"] if c["contest"] in hidden.contests]
    if waiting and hidden.rng.random() < 0.7:
        chosen = hidden.rng.choice(waiting)
        fields = {"contest": chosen["contest"], "character": chosen["against"]}
        await hidden.say(who, "answer_v20_contest", **fields, pool=hidden.rng.randrange(1, 5))
        return
    mine = [p for p in hidden.room["proposals"] if p.get("contest") in hidden.contests]
    if mine and hidden.rng.random() < 0.5:
        await hidden.say(who, "dismiss_proposal", proposal=hidden.rng.choice(mine)["proposal"])
        return
    ghost = hidden.own_ghost()
    known = {c["character"] for c in hidden.room["characters"]}
    others = [c for c in (*hidden.ghosts, *hidden.author.on_the_table()) if c in known - {ghost}]
    if ghost is None or not others:
        await keep_ghosts(hidden)
        return
    sides = [ghost, hidden.rng.choice(others)]
    hidden.rng.shuffle(sides)
    await hidden.say(
        who,
        "open_v20_contest",
        character=sides[0],
        against=sides[1],
        pool=hidden.rng.randrange(2, 7),
        attack=True,
        visibility="secret",
    )


WEIGHTS_V20: Mapping[HiddenAct, int] = {
    keep_ghosts: 8,
    hurt: 9,
    spend: 9,
    hold: 4,
    roll: 10,
    roll_of_ghost: 8,
    resist: 9,
    contest: 10,
    reveal: 4,
    request: 4,
    judge: 4,
    invite: 3,
    bring_device: 2,
    blunder: 3,
    ask: 2,
    tie: 3,
    learn: 3,
}
