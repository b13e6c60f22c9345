"""What members do at the table, seen or not, that is the same in every history: the game itself."""

from typing import Any

from tests.non_interference.author import Author
from tests.non_interference.table import member_of

LABELS = ("Wits + Awareness", "Strength + Brawl", "", "Łucja’s trick", "<b>Composure</b>")
VISIBILITIES = ("public",) * 3 + ("private", "whisper", "blind", "blind", "secret", None)
TRACKERS = ("hunger", "humanity", "stains", "blood_potency")


def placed(author: Author, *visibilities: str | None) -> dict[str, Any]:
    """Where the traces of an intent go, one way of *visibilities* or any; and why it is done."""
    visibility = author.rng.choice(visibilities or VISIBILITIES)
    fields: dict[str, Any] = {"note": author.rng.choice(("", "because", "ж"))}
    if visibility is not None:
        fields["visibility"] = visibility
    if visibility == "whisper":
        fields["to"] = [member_of(author.rng.choice(("p1", "p2", "p3", "guest", "st2")))]
    return fields


def where(author: Author) -> dict[str, Any]:
    """The same for an intent that has no note."""
    return {field: value for field, value in placed(author).items() if field != "note"}


def pool(author: Author, character: str | None) -> dict[str, Any]:
    """What is rolled."""
    fields = author.some(
        {
            "pool": (1, 1, 2, 3, 4, 5, 6, 7, 8),
            "label": LABELS,
            "kind": ("ordinary", "ordinary", "ordinary", "willpower"),
            "categories": ((), ("physical",), ("mental", "social")),
        }
    )
    if character is None:
        fields |= {"hunger": author.rng.choice((None, 1, 3))}
    elif author.chance(0.2):
        fields["surge"] = True
    if author.chance(0.1):
        fields |= author.rng.choice(({"repeats": 1}, {"against_control": True}))
    if author.chance(0.1):
        fields["called_shot"] = author.rng.choice(("stake", "other"))
    if author.chance(0.1):
        fields["without_dice"] = author.rng.choice(("win", "half", "half"))
    if author.chance(0.2):
        fields["modifiers"] = [{"label": "specialty", "dice": author.rng.choice((-2, 1, 2))}]
    return fields


async def roll(author: Author) -> None:
    """A pool, for an own character or for nobody."""
    who = author.rng.choice(author.here("p1", "p1", "p2", "p2", "st", "st2", "guest"))
    choices: list[str | None] = [None, *author.own(who) * 3]
    if who in ("st", "st2"):
        choices += author.hidden() + author.on_the_table()
    character = author.rng.choice(choices)
    fields = pool(author, character) | placed(author)
    if character is not None:
        fields["character"] = character
    fields["difficulty"] = author.rng.choice((None, 1, 2, 3, 4, 7))
    if author.chance(0.15):
        fields["hide_pool"] = True
    rules = author.room["house_rules"]
    if character is None and fields["hunger"] is None and rules["entered_dice"]:
        count = fields["pool"] + sum(m["dice"] for m in fields.get("modifiers", ()))
        faces = [author.rng.randrange(1, 11) for _ in range(max(1, count))]
        fields["entered"] = {"regular": faces}
    await author.say(who, "roll", **fields)


async def test(author: Author) -> None:
    """A Rouse check, a test of Remorse or of frenzy."""
    who = author.rng.choice(author.here("p1", "p2", "st"))
    character = author.rng.choice(author.own(who) or author.on_the_table())
    type = author.rng.choice(("rouse", "test_remorse", "test_frenzy"))
    if type == "test_remorse" and author.chance(0.8):
        await author.say("st", "add_stains", character=character, amount=2)
    await author.say(who, type, character=character, **details(author, type), **placed(author))


async def change_tracker(author: Author) -> None:
    """A value is put by hand, hurt or healed; its cause more or less visible than it."""
    who = author.rng.choice(author.here("st", "st", "st2", "p1", "p2"))
    character = author.rng.choice(author.own(who) or author.on_the_table())
    types = ("set_tracker", "set_tracker", "set_track", "deal_damage", "heal", "add_stains")
    type = author.rng.choice(types)
    await author.say(who, type, character=character, **details(author, type), **placed(author))


async def stir_blood(author: Author) -> None:
    """The Blood mends, wakes or warms somebody, or is drunk."""
    who = author.rng.choice(author.here("p1", "p2", "st"))
    character = author.rng.choice(author.own(who) or author.on_the_table())
    types = ("mend", "mend", "wake", "blush", "feed", "roll_compulsion", "ride_wave")
    types += ("roll_resonance", "recover", "recover", "spend_willpower")
    type = author.rng.choice(types)
    if type != "feed" and author.chance(0.7):
        await author.say("st", "set_tracker", character=character, tracker="hunger", value=2)
    if type == "spend_willpower" and author.chance(0.7):
        await author.say("st", "set_track", character=character, track="willpower", superficial=0)
    if type == "recover":
        # Recovering takes a session, and something to recover from.
        if author.room["session"] is None:
            await author.say("st", "start_session")
        marks = {"track": "willpower", "superficial": 2, "aggravated": 1}
        await author.say("st", "set_track", character=character, **marks)
    if type == "mend":
        hurt = details(author, "deal_damage") | {"track": "health"}
        await author.say("st", "deal_damage", character=character, **hurt)
    await author.say(who, type, character=character, **details(author, type), **placed(author))


async def act_together(author: Author) -> None:
    """Somebody helps, or says what they do in the turn; a turn begins, if none runs."""
    who = author.rng.choice(author.here("p1", "p2", "st"))
    character = author.rng.choice(author.own(who) or author.on_the_table())
    if author.chance(0.5):
        helped = author.rng.choice(author.on_the_table())
        await author.say("st", "edit_character", character=character, traits={"Luck": 1})
        fields = {"character": character, "helps": helped, "skill": "Luck"}
        await author.say(who, "help", **fields, **placed(author))
        named = {"traits": ["Wits", "Luck"], "difficulty": 2}
        await author.say(
            "st", "roll", character=helped, **named, **placed(author, "public", "private")
        )
        return
    if not any(clock["clock"] == "turn" for clock in author.room["clocks"]):
        await author.say("st", "begin_clock", clock="turn")
    steps = ("close_combat", "ranged", "joining", "other")
    await author.say(
        who, "declare_action", character=character, step=author.rng.choice(steps), **where(author)
    )


async def hold(author: Author) -> None:
    """Something holds a character for a while, or no longer."""
    held = [effect["effect"] for effect in author.room["effects"]]
    if held and author.chance(0.4):
        await author.say("st", "end_effect", effect=author.rng.choice(held))
        return
    character = author.rng.choice(author.on_the_table())
    fields = author.some(
        {
            "kind": ("compulsion", "injury", "other"),
            "name": ("Vanity", "Ashen"),
            "until": (None, "scene", "night", "turn"),
        }
    )
    await author.say("st", "begin_effect", character=character, **fields, **placed(author))


async def due(author: Author) -> None:
    """What this evening owes: a kind of intent under a visibility, each in its turn."""
    for type, visibility in author.due:
        # Whatever role its player has now, a character's own Hunger is low enough for this.
        character = author.characters["c1"]
        fields = details(author, type) | placed(author, visibility)
        if type == "rouse":
            await author.say("st", "set_tracker", character=character, tracker="hunger", value=1)
        who = author.rng.choice(author.here("p1", "st"))
        await author.say(who, type, character=character, **fields)


def details(author: Author, type: str) -> dict[str, Any]:
    """What an intent of a kind needs beside its character and its place."""
    tracks = author.some(
        {
            "track": ("health", "willpower"),
            "kind": ("superficial", "aggravated"),
            "amount": range(1, 5),
        }
    )
    match type:
        case "roll":
            return {"pool": author.rng.randrange(1, 7), "difficulty": author.rng.choice((None, 2))}
        case "set_tracker":
            return author.some({"tracker": TRACKERS, "value": range(5)})
        case "set_track":
            marks = author.some({"superficial": range(3), "aggravated": range(2)})
            return {"track": tracks["track"], "boxes": author.rng.randrange(4, 9), **marks}
        case "add_stains":
            return author.some({"amount": (1, 2, 4)})
        case "deal_damage" if author.chance(0.2):
            burns = {"to": author.rng.choice(("fire", "sunlight")), "extent": "half"}
            return {"track": "health", "kind": "aggravated", "exposure": burns}
        case "deal_damage" | "heal":
            return tracks
        case "mend":
            return author.some({"kind": ("superficial", "superficial", "aggravated")})
        case "feed":
            return author.some({"source": ("human_sip", "human_drink", "blood_bag")})
        case "spend_willpower":
            return author.some({"use": ("ignore_wounds", "control")})
        case "recover":
            return author.some({"by": ("session", "session", "ambition", "desire", "night")})
        case "ride_wave":
            return author.some({"kind": ("fury", "hunger")})
        case "test_frenzy":
            if author.chance(0.3):
                return author.some({"provocation": ("burned", "insulted", "blood_near")})
            return author.some({"kind": ("fury", "hunger", "terror"), "difficulty": (1, 2, 3)})
        case "rouse":
            return author.some({"oblivion": (False, False, True), "power_level": (None, 2)})
        case _:
            return {}


async def reroll(author: Author) -> None:
    """Willpower for a roll that stands, or nothing for it."""
    standing = [r["roll"] for r in author.room["standing_rolls"]]
    choices = [r for r in standing if author.is_undisturbed(author.rolls.get(r))]
    if not choices:
        return await roll(author)
    chosen = author.rng.choice(choices)
    roller = author.rolls[chosen].line
    who = author.rng.choice(author.here(roller, roller, "st", "p1", "p2"))
    places = author.rng.choice(([0], [0], [0, 1], [1, 0, 2], [40], []))
    hunger = {"hunger_indices": [0]} if author.chance(0.1) else {}
    await author.say(who, "reroll", roll=chosen, regular_indices=places, **hunger)
    return None


async def settle(author: Author) -> None:
    """A roll is let stand; a Storyteller does that for hidden ones too."""
    standing = [r["roll"] for r in author.room["standing_rolls"]]
    if not standing:
        return await roll(author)
    chosen = author.rng.choice(standing)
    made = author.rolls.get(chosen)
    roller = "st" if made is None else made.line
    who = author.rng.choice(author.here(roller, "st", "p2"))
    await author.say(who, "settle_roll", roll=chosen)
    return None


async def reveal(author: Author) -> None:
    """A roll is shown to all, or to some, whole or its outcome."""
    rolls = [(id, made) for id, made in author.rolls.items() if made.visibility != "public"]
    if not rolls:
        return await roll(author)
    chosen, made = author.rng.choice(rolls)
    who = author.rng.choice(author.here("st", "st", made.line))
    to = author.rng.choice((None, None, ["p1"], ["guest", "p2"], ["p3"]))
    members = None if to is None else [member_of(name) for name in to]
    part = author.rng.choice(("whole", "outcome"))
    await author.say(who, "reveal_roll", roll=chosen, to=members, part=part)
    return None


async def contest(author: Author) -> None:
    """One side of a contest is rolled: answered, if one waits, else opened or called off."""
    waiting = [c for c in author.room["contests"] if c["contest"] in author.contests]
    if waiting and author.chance(0.7):
        return await _answer(author, author.rng.choice(waiting))
    who = author.rng.choice(author.here("p1", "p2", "st"))
    mine = author.own(who) or author.on_the_table()
    others = author.on_the_table()
    character, against = author.rng.choice(mine), author.rng.choice(others)
    fields = pool(author, character) | placed(
        author, "public", "public", "private", "whisper", "secret", None
    )
    fields |= author.some(
        {
            "conflict": ("physical", "social", "mental"),
            "weapon": (0, 0, 2),
            "damage_kind": ("superficial", "aggravated"),
        }
    )
    if fields["conflict"] == "physical":
        fields |= author.some({"arms": ("", "club", "rifle"), "armour": (None, {"name": "mail"})})
    more = [each for each in others if each not in (character, against)]
    if more and author.chance(0.4):
        fields["others"] = author.rng.sample(more, min(len(more), 2))
    await author.say(who, "open_contest", character=character, against=against, **fields)
    return None


def awaited(contest: dict[str, Any]) -> list[str]:
    """The opponents of a contest that have not reacted."""
    reacted = {each["character"] for each in contest.get("reactions", ())}
    return [c for c in (contest["against"], *contest.get("others", ())) if c not in reacted]


async def _answer(author: Author, waiting: dict[str, Any]) -> None:
    contest = waiting["contest"]
    if author.chance(0.2):
        who = author.rng.choice(author.here(author.contests[contest].line, "st"))
        await author.say(who, "withdraw_contest", contest=contest)
        return
    against = author.rng.choice(awaited(waiting))
    owners = [name for name in ("p1", "p2") if against in author.own(name)]
    who = author.rng.choice(author.here(*owners, "st", *owners))
    if author.chance(0.3):
        drop = who == "st" and author.chance(0.3)
        await author.say(who, "forgo_reaction", contest=contest, character=against, drop=drop)
        return
    fields = pool(author, against)
    await author.say(who, "answer_contest", contest=contest, character=against, **fields)


async def decide_proposal(author: Author) -> None:
    """
    A consequence happens, or is let go.

    Only what everybody sees is confirmed: whether a hidden one is still open may depend on hidden
    activity, and so would what everybody then saw.
    """
    proposals = author.room["proposals"]
    if not proposals:
        return await roll(author)
    proposal = author.rng.choice(proposals)
    made = author.rolls.get(proposal.get("roll", "")) or author.contests.get(
        proposal.get("contest", "")
    )
    fields: dict[str, Any] = {"proposal": proposal["proposal"], "note": "so be it"}
    if not author.is_everyones(made) or author.chance(0.3):
        await author.say("st", "dismiss_proposal", **fields)
        return None
    if proposal.get("options") and author.chance(0.9):
        fields["choice"] = author.rng.choice(proposal["options"])
    if author.chance(0.2):
        fields["amount"] = 2
    if proposal.get("rows") and author.chance(0.7):
        fields.pop("amount", None)
        fields["edits"] = [{"row": 0, "amount": 1, "strike": author.chance(0.3)}]
    who = author.rng.choice(author.here("st", "st", "st", "p1"))
    await author.say(who, "confirm_proposal", **fields)
    return None
