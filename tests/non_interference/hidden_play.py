"""Hidden dice, contests and proposals: the game behind the screen."""

from collections.abc import Mapping
from typing import Any

from tests.non_interference.hidden import HARMLESS, MOST_STANDING, Hidden
from tests.non_interference.hidden_sheets import keep_ghosts
from tests.non_interference.table import member_of
from tests.non_interference.visible_play import awaited

# --- dice ----------------------------------------------------------------------------------------


async def roll(hidden: Hidden) -> None:
    """A roll behind the screen: for a ghost, for a character on the table, for nobody."""
    await hidden.send(*compose_roll(hidden))


def compose_roll(hidden: Hidden) -> tuple[str, dict[str, Any]]:
    """A roll that leaves no trace with the compared, ready to be sent."""
    if hidden.confidants and hidden.rng.random() < 0.4:
        return _compose_confidential(hidden)
    who = hidden.rng.choice(hidden.storytellers)
    table = [*hidden.author.on_the_table(), *hidden.author.hidden()]
    known = {c["character"] for c in hidden.room["characters"]}
    # Mostly for characters whose players roll too: what stands in secret settles with theirs.
    played = [hidden.author.characters[name] for name in ("c1", "c2")] * 3
    seen = [c for c in (*played, *table) if c in known]
    choices: list[str | None] = [None, hidden.own_ghost(), *seen]
    character = hidden.rng.choice(choices)
    fields = _pool(hidden)
    if character is not None:
        fields["character"] = character
    ways: list[str | None] = ["secret", "secret", "whisper"]
    if character is not None and hidden.view(character).get("hidden"):
        ways += ["private", None]
    fields["visibility"] = way = hidden.rng.choice(ways)
    if way == "whisper":
        fields["to"] = [member_of(n) for n in hidden.rng.choice((["st2"], ["st2", "p3"]))]
        if "p3" not in hidden.table.lines:
            fields["to"] = [member_of("st")]
    return hidden.compose(who, _roll_type(hidden), **fields)


def _roll_type(hidden: Hidden) -> str:
    return "roll_v20" if hidden.author.is_v20 else "roll"


def _compose_confidential(hidden: Hidden) -> tuple[str, dict[str, Any]]:
    """A roll between a player who is not compared and the Storytellers."""
    who = hidden.rng.choice(hidden.confidants)
    fields = _pool(hidden)
    fields["visibility"] = way = hidden.rng.choice(("private", "private", "whisper", "secret"))
    if way == "whisper":
        fields["to"] = [member_of(hidden.rng.choice([*hidden.confidants, "st"]))]
    mine = [
        c["character"]
        for c in hidden.room["characters"]
        if member_of(who) in c.get("owners", ()) and not _is_shared(hidden, c)
    ]
    character = hidden.rng.choice([None, *mine])
    if character is not None:
        fields["character"] = character
    return hidden.compose(who, _roll_type(hidden), **fields)


def _is_shared(hidden: Hidden, character: Mapping[str, Any]) -> bool:
    """Whether somebody who is compared plays the character too, and so sees what is private."""
    compared = {member_of(name) for name in hidden.author.targets}
    return bool(compared & {*character.get("owners", ()), character.get("stand_in")})


def _pool(hidden: Hidden) -> dict[str, Any]:
    if hidden.author.is_v20:
        difficulty = hidden.rng.choice((3, 6, 9))
        return {"pool": hidden.rng.randrange(1, 12), "difficulty": difficulty, "label": "behind"}
    return {
        "pool": hidden.rng.randrange(1, 12),
        "difficulty": hidden.rng.choice((None, 2, 9, 9)),
        "label": "behind the screen",
    }


async def test(hidden: Hidden) -> None:
    """A Rouse check, a test of Remorse or frenzy, of a ghost or of c3."""
    who, character, ways = hidden.rng.choice(hidden.storytellers), hidden.own_ghost(), ["secret"]
    if hidden.own_of_p3 is not None and hidden.rng.random() < 0.5:
        who, character, ways = "p3", hidden.own_of_p3, ["private", "secret"]
    if character is None:
        return await keep_ghosts(hidden)
    fields: dict[str, Any] = {"character": character, "visibility": hidden.rng.choice(ways)}
    type = hidden.rng.choice(("rouse", "rouse", "test_remorse", "test_frenzy"))
    if type == "test_frenzy":
        fields |= {"kind": "fury", "difficulty": 2}
    if type == "test_remorse":
        await hidden.say(who, "add_stains", character=character, amount=2, visibility="private")
    await hidden.say(who, type, **fields)
    return None


async def finish_roll(hidden: Hidden) -> None:
    """A hidden roll is rerolled, if that costs a hidden Willpower, or let stand."""
    standing = [r["roll"] for r in hidden.room["standing_rolls"] if r["roll"] in hidden.rolls]
    if not standing:
        return await roll(hidden)
    chosen = hidden.rng.choice(standing)
    made = hidden.rolls[chosen]
    is_free = made.character in (*hidden.kept_secret(), hidden.own_of_p3)
    if is_free and hidden.rng.random() < 0.6:
        await hidden.say("st", "reroll", roll=chosen, regular_indices=[0])
        return None
    who = made.line if made.line in hidden.confidants else hidden.rng.choice(hidden.storytellers)
    await hidden.say(who, "settle_roll", roll=chosen)
    return None


async def tidy_rolls(hidden: Hidden) -> None:
    """Let the oldest hidden rolls stand, before anybody meets a limit."""
    waiting = {contest["roll"] for contest in hidden.room["contests"]}
    standing = [r["roll"] for r in hidden.room["standing_rolls"] if r["roll"] in hidden.rolls]
    for chosen in [roll for roll in standing if roll not in waiting][:-MOST_STANDING]:
        await hidden.say("st", "settle_roll", roll=chosen)


async def reveal(hidden: Hidden) -> None:
    """A hidden roll is shown to somebody who is not compared."""
    rolls = [*hidden.rolls]
    rolls += [id for id, made in hidden.author.rolls.items() if made.visibility == "secret"]
    if not rolls or not hidden.confidants:
        return await roll(hidden)
    to = [member_of(hidden.rng.choice([*hidden.confidants, "st2"]))]
    part = hidden.rng.choice(("whole", "outcome"))
    chosen = hidden.rng.choice(rolls)
    await hidden.say(
        hidden.rng.choice(hidden.storytellers), "reveal_roll", roll=chosen, to=to, part=part
    )
    return None


# --- contests and proposals ----------------------------------------------------------------------


async def contest(hidden: Hidden) -> None:
    """A secret contest: opened, answered or called off; or one that opposes what others rolled."""
    who = hidden.rng.choice(hidden.storytellers)
    if hidden.rng.random() < 0.3 and await _oppose(hidden, who):
        return
    waiting = [c for c in hidden.room["contests"] if c["contest"] in hidden.contests]
    free = [c for c in waiting if c["contest"] not in hidden.author.secrets.contests]
    if free and hidden.rng.random() < 0.7:
        chosen = hidden.rng.choice(free)
        if hidden.rng.random() < 0.2:
            await hidden.say(who, "withdraw_contest", contest=chosen["contest"])
            return
        fields = {"contest": chosen["contest"], "character": hidden.rng.choice(awaited(chosen))}
        if hidden.rng.random() < 0.3:
            drop = hidden.rng.random() < 0.3
            await hidden.say(who, "forgo_reaction", **fields, drop=drop)
            return
        await hidden.say(who, "answer_contest", **fields, pool=hidden.rng.randrange(1, 7))
        return
    ghost = hidden.own_ghost()
    known = {c["character"] for c in hidden.room["characters"]}
    others = [c for c in (*hidden.ghosts, *hidden.author.on_the_table()) if c in known - {ghost}]
    if ghost is None or not others:
        await keep_ghosts(hidden)
        return
    sides = [ghost, hidden.rng.choice(others)]
    hidden.rng.shuffle(sides)
    more = [c for c in others if c not in sides]
    await hidden.say(
        who,
        "open_contest",
        character=sides[0],
        against=sides[1],
        pool=hidden.rng.randrange(1, 7),
        visibility="secret",
        weapon=2,
        others=hidden.rng.sample(more, min(len(more), hidden.rng.randrange(3))),
    )


async def _oppose(hidden: Hidden, who: str) -> bool:
    """A ghost opposes a roll that the compared see standing, if there is one."""
    ghost = hidden.own_ghost()
    seen = [
        each
        for each in hidden.room["standing_rolls"]
        if each["roll"] in hidden.author.rolls and each["character"] not in (None, ghost)
    ]
    if ghost is None or not seen:
        return False
    opposed = hidden.rng.choice(seen)
    await hidden.say(
        who,
        "open_contest",
        character=ghost,
        against=opposed["character"],
        opposes=opposed["roll"],
        pool=hidden.rng.randrange(1, 7),
        visibility="secret",
    )
    return True


async def decide_proposal(hidden: Hidden) -> None:
    """A consequence of hidden activity is decided; for a character on the table without effect."""
    who = hidden.rng.choice(hidden.storytellers)
    mine = [
        p
        for p in hidden.room["proposals"]
        if p.get("roll") in hidden.rolls or p.get("contest") in hidden.contests
    ]
    if not mine:
        return await contest(hidden)
    proposal = hidden.rng.choice(mine)
    character = proposal.get("character")
    is_free = character in (*hidden.kept_secret(), hidden.own_of_p3)
    options = [o for o in proposal.get("options", ()) if is_free or o in HARMLESS]
    fields: dict[str, Any] = {"proposal": proposal["proposal"]}
    may_confirm = is_free or ("damage" not in proposal and bool(options))
    if may_confirm and hidden.rng.random() < 0.7:
        choice = {"choice": hidden.rng.choice(options)} if options else {}
        await hidden.say(who, "confirm_proposal", **fields, **choice)
    else:
        await hidden.say(who, "dismiss_proposal", **fields, note="no")
    return None
