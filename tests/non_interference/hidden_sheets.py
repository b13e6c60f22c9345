"""Hidden characters, and trackers that nobody sees who is compared."""

from typing import Any

from tests.non_interference.author import intent_id
from tests.non_interference.hidden import Hidden
from tests.non_interference.table import member_of

HELD = "An urge that nobody sees"
"""What every hidden effect is called."""

# --- what is there beforehand, for members to ask after ------------------------------------------


async def bring_ghosts(hidden: Hidden) -> None:
    """Make what the script's probes name: hidden characters, a secret roll, a secret contest."""
    seed = hidden.author.seed
    first: dict[str, Any] = {"name": "Ghost", "hidden": True, "kind": "vampire", "hunger": 2}
    for n in range(2):
        await hidden.say("st", "create_character", id=intent_id(seed, f"ghost {n}"), **first)
    one, other = hidden.author.secrets.characters
    id = intent_id(seed, "ghost roll")
    await hidden.say("st", "roll", id=id, character=one, pool=4, difficulty=3, visibility="secret")
    id = intent_id(seed, "ghost contest")
    await hidden.say("st", "open_contest", id=id, character=one, against=other, pool=3)
    for roll in hidden.author.secrets.rolls:
        assert roll in hidden.rolls
    for contest in hidden.author.secrets.contests:
        assert contest in hidden.contests


# --- characters and trackers ---------------------------------------------------------------------


async def keep_ghosts(hidden: Hidden) -> None:
    """Hidden characters are made, renamed, handed over, narrowed, removed."""
    who = hidden.rng.choice(hidden.storytellers)
    ghost = hidden.own_ghost()
    choice = hidden.rng.randrange(7)
    if ghost is None or choice < 2:
        sheet = hidden.rng.choice(
            ({"kind": "mortal"}, {"kind": "ghoul"}, {"hunger": 2, "blood_potency": 2})
        )
        await hidden.say(who, "create_character", name="Ghost", hidden=True, **sheet)
    elif choice == 2:
        name = f"Ghost {hidden.rng.randrange(99)}"
        await hidden.say(who, "edit_character", character=ghost, name=name, clan="Nosferatu")
    elif choice == 3:
        owner = member_of(hidden.rng.choice(hidden.storytellers))
        await hidden.say(who, "set_owners", character=ghost, owners=[owner])
    elif choice == 4:
        await narrow(hidden, who, ghost, ("health", "willpower", "humanity", "stains"))
    elif choice == 5 and ghost not in hidden.author.secrets.characters:
        await hidden.say(who, "remove_character", character=ghost)
    else:
        await hurt(hidden)


async def narrow(hidden: Hidden, who: str, ghost: str, trackers: tuple[str, ...]) -> None:
    """Another audience for a tracker of a hidden character, or of one that only its owner sees."""
    own = hidden.own_of_p3
    character = ghost if own is None or hidden.rng.random() < 0.5 else own
    audiences = ("owner", "storytellers") if character == own else ("owner", "table")
    await hidden.say(
        who,
        "set_tracker_audience",
        character=character,
        tracker=hidden.rng.choice(trackers),
        audience=hidden.rng.choice(audiences),
    )


async def hurt(hidden: Hidden) -> None:
    """Trackers that nobody compared sees are set, hurt and healed, however visibly it is asked."""
    who = hidden.rng.choice(hidden.storytellers)
    characters = hidden.kept_secret()
    if hidden.own_of_p3 is not None and hidden.rng.random() < 0.4:
        who, characters = "p3", [hidden.own_of_p3]
    if not characters:
        return await keep_ghosts(hidden)
    character = hidden.rng.choice(characters)
    fields: dict[str, Any] = {"character": character, "note": "unseen"}
    fields["visibility"] = hidden.rng.choice(("private", "secret", "public"))
    type = hidden.rng.choice(
        ("set_tracker", "set_track", "deal_damage", "deal_damage", "heal", "add_stains")
    )
    match type:
        case "set_tracker":
            trackers = [
                t
                for t in ("hunger", "humanity", "stains")
                if t in hidden.view(character)["trackers"]
            ]
            fields |= {"tracker": hidden.rng.choice(trackers), "value": hidden.rng.randrange(1, 6)}
        case "set_track":
            fields |= {"track": hidden.rng.choice(("health", "willpower"))}
            fields |= {"boxes": hidden.rng.randrange(4, 9), "superficial": 1}
        case "add_stains":
            fields |= {"amount": hidden.rng.randrange(1, 4)}
        case _:
            fields |= {
                "track": hidden.rng.choice(("health", "willpower")),
                "kind": hidden.rng.choice(("superficial", "superficial", "aggravated")),
                "amount": hidden.rng.randrange(1, 4),
            }
    await hidden.say(who, type, **fields)
    return None


async def stir_blood(hidden: Hidden) -> None:
    """The Blood of somebody mends, wakes or warms, or drinks, where nobody compared sees it."""
    character = hidden.own_ghost()
    if character is None or "hunger" not in hidden.view(character)["trackers"]:
        return await keep_ghosts(hidden)
    who = hidden.rng.choice(hidden.storytellers)
    secret: dict[str, Any] = {"character": character, "visibility": "secret"}
    type = hidden.rng.choice(
        ("mend", "wake", "blush", "feed", "roll_compulsion", "roll_resonance", "ride_wave")
    )
    if hidden.rng.random() < 0.6:
        await hidden.say(who, "set_tracker", tracker="hunger", value=1, **secret)
    match type:
        case "mend":
            await hidden.say(who, "set_track", track="health", superficial=1, **secret)
        case "feed":
            secret |= {"source": hidden.rng.choice(("human_sip", "human_kill"))}
        case "ride_wave":
            secret |= {"kind": "fury"}
        case _:
            pass
    await hidden.say(who, type, **secret)
    return None


async def act_together(hidden: Hidden) -> None:
    """The hidden help, recover, and act in the turn, if one runs."""
    who = hidden.rng.choice(hidden.storytellers)
    ghost = hidden.own_ghost()
    if ghost is None:
        return await keep_ghosts(hidden)
    is_turn = any(clock["clock"] == "turn" for clock in hidden.room["clocks"])
    # While a turn runs the hidden mostly act in it, for turns are rare.
    choice = 0 if is_turn and hidden.rng.random() < 0.6 else hidden.rng.randrange(4)
    if choice == 3:
        placed = {"use": "ignore_wounds", "visibility": hidden.rng.choice(("public", "secret"))}
        await hidden.say(who, "spend_willpower", character=ghost, **placed)
    elif choice == 0:
        step = hidden.rng.choice(("close_combat", "ranged", "joining", "other"))
        # Also behind the back of who is at the table: for them it has declared nothing new.
        table = [c["character"] for c in hidden.room["characters"] if not c.get("hidden")]
        character = hidden.rng.choice([ghost, *table])
        await hidden.say(who, "declare_action", character=character, step=step, visibility="secret")
    elif choice == 1:
        await hidden.say(who, "edit_character", character=ghost, traits={"Luck": 2})
        helped = hidden.rng.choice([c for c in hidden.kept_secret() if c != ghost] or [ghost])
        place = hidden.rng.choice(("public", "secret"))
        fields = {"character": ghost, "helps": helped, "skill": "Luck", "visibility": place}
        await hidden.say(who, "help", **fields)
    else:
        marks: dict[str, Any] = {"track": "willpower", "superficial": 1, "visibility": "secret"}
        await hidden.say(who, "set_track", character=ghost, **marks)
        by = hidden.rng.choice(("session", "desire"))
        await hidden.say(who, "recover", character=ghost, by=by, visibility="public")
    return None


async def hold(hidden: Hidden) -> None:
    """Something holds a character in secret, also one that everybody sees."""
    who = hidden.rng.choice(hidden.storytellers)
    ours = [e["effect"] for e in hidden.room["effects"] if e["name"] == HELD]
    if ours and hidden.rng.random() < 0.4:
        await hidden.say(who, "end_effect", effect=hidden.rng.choice(ours))
        return
    characters = [card["character"] for card in hidden.room["characters"]]
    await hidden.say(
        who,
        "begin_effect",
        character=(character := hidden.rng.choice(characters)),
        kind="compulsion",
        name=HELD,
        # A penalty weighs on what Storytellers roll, and so on what others are shown.
        penalty=-2 if character in hidden.kept_secret() else 0,
        until=hidden.rng.choice((None, "scene", "turn")),
        visibility="secret",
    )
