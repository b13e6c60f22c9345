"""What members do at a table that plays V20, the same in every history."""

from typing import Any

from tests.non_interference.author import Author
from tests.non_interference.table import member_of
from tests.non_interference.visible_play import LABELS, placed, where
from tests.non_interference.visible_rest import ABSENT

TRAITS = {"Strength": 3, "Wits": 4, "Brawl": 2, "Courage": 3, "Stamina": 2, "Self-Control": 2}
SHEET = {"generation": 9, "specialties": {"Wits": ["Quips"]}}
POOLS: tuple[dict[str, Any], ...] = (
    {"pool": 1}, {"pool": 3}, {"pool": 6}, {"pool": 4, "kind": "damage"},
    {"traits": ["Strength", "Brawl"]}, {"traits": ["Wits"], "specialty": "Quips"},
    {"traits": ["Courage"]}, {"traits": ["Willpower"]}, {"traits": ["Wits", "Stealth"]},
)  # fmt: skip


async def bring_characters(author: Author) -> None:
    """One character for each use, as `visible.open_evening` has them for V5."""
    sheet = {"traits": TRAITS, "sheet": SHEET}
    await author.create("p3", "c3", blood=6, **sheet)
    storytellers = author.house(tracker_audience="storytellers")
    await author.say("st", "set_house_rules", house_rules=storytellers)
    await author.create("st", "prince", **sheet)
    await author.say("st", "set_house_rules", house_rules=author.house())
    await author.create("p1", "c1", blood=8, clan="Brujah", **sheet)
    await author.create("st", "c2", owners=[member_of("p2")], **sheet)
    await author.create("st", "shade", hidden=True, kind="mortal", traits=TRAITS)
    await author.create("st", "wraith", hidden=True, **sheet)


def somebodys(author: Author, *people: str) -> tuple[str, str]:
    """A member, and a character of theirs or any on the table."""
    who = author.rng.choice(author.here(*people))
    return who, author.rng.choice(author.own(who) or author.on_the_table())


async def roll(author: Author) -> None:
    """A pool, for an own character or for nobody."""
    who, character = somebodys(author, "p1", "p1", "p2", "p2", "st", "st2")
    fields: dict[str, Any] = author.rng.choice(POOLS) | placed(author)
    fields |= author.some({"difficulty": (3, 6, 6, 8), "required": (1, 1, 2), "label": LABELS})
    if "traits" in fields or author.chance(0.8):
        fields |= {"character": character, "willpower": author.chance(0.3)}
    if author.chance(0.2):
        fields["actions"] = {"pools": [4, 5], "place": 1, "shares": [2, 2]}
    await author.say(who, "roll_v20", **fields)


async def spend(author: Author) -> None:
    """Blood or Willpower is spent, or blood is drunk."""
    who, character = somebodys(author, "p1", "p2", "st")
    type = author.rng.choice(("spend_blood", "spend_blood", "spend_willpower", "drink_blood"))
    await author.say(who, type, character=character, **details(author, type), **placed(author))


async def change_tracker(author: Author) -> None:
    """A value is put by hand, hurt or healed; its cause more or less visible than it."""
    who, character = somebodys(author, "st", "st", "st2", "p1", "p2")
    type = author.rng.choice(("set_tracker", "set_track", "deal_damage", "deal_damage", "heal"))
    await author.say(who, type, character=character, **details(author, type), **placed(author))


def details(author: Author, type: str) -> dict[str, Any]:
    """What an intent of a kind needs beside its character and its place."""
    kind = author.rng.choice(("bashing", "lethal", "aggravated"))
    match type:
        case "roll_v20":
            return {"pool": author.rng.randrange(4, 8)}
        case "spend_blood":
            uses: tuple[dict[str, Any], ...] = (
                {"use": "discipline"}, {"use": "other", "points": 2}, {"use": "wake"},
                {"use": "attribute", "attribute": "strength"},
                {"use": "heal", "kind": kind, "resting": True},
            )  # fmt: skip
            return author.rng.choice(uses)
        case "spend_willpower":
            return author.some({"use": ("ignore_wounds", "other")})
        case "drink_blood":
            return author.some({"points": (1, 3, 6), "drunk_before": (0, 5)})
        case "set_tracker":
            return author.some({"tracker": ("blood_pool", "humanity"), "value": range(11)})
        case "set_track":
            tracks = ({"track": "health", "bashing": 1, "lethal": 1, "aggravated": 0},
                      {"track": "willpower", "current": 5})  # fmt: skip
            return dict(author.rng.choice(tracks))
        case _:
            return {"track": "health", "kind": kind, "amount": author.rng.randrange(1, 3)}


async def resist(author: Author) -> None:
    """A sin is answered for, the Beast resisted, a place in the turn rolled and declared."""
    who, character = somebodys(author, "p1", "p2", "st")
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        ("roll_degeneration", {"sin": author.rng.randrange(1, 9)}),
        ("resist_beast", {"kind": author.rng.choice(("frenzy", "rotschreck")), "difficulty": 5}),
        ("roll_initiative", {"celerity": author.rng.randrange(4, 9)}),
        ("roll_initiative", {"fixed": True}),
    )
    type, fields = author.rng.choice(choices)
    await author.say(who, type, character=character, **fields, **placed(author))
    if type == "roll_initiative":
        text = author.rng.choice(("runs", "waits"))
        await author.say(who, "declare_action", character=character, text=text, **where(author))


async def contest(author: Author) -> None:
    """A contest is opened, answered or called off; an attack that hit is rolled and soaked."""
    waiting = [c for c in author.room["contests"] if c["contest"] in author.contests]
    if waiting and author.chance(0.8):
        chosen = author.rng.choice(waiting)
        owners = [name for name in ("p1", "p2") if chosen["against"] in author.own(name)]
        who = author.rng.choice(author.here(*owners, "st"))
        fields = {"contest": chosen["contest"], "character": chosen["against"], "pool": 2}
        await author.say(who, "answer_v20_contest", **fields)
        return
    who, character = somebodys(author, "p1", "p2", "st")
    fields = author.some({"pool": (4, 6), "attack": (True, True, False), "difficulty": (4, 6)})
    where = placed(author, "public", "public", "private", "whisper", "secret", None)
    against = author.rng.choice(author.on_the_table())
    races = [e for e in author.room["effects"] if e["name"] == "The chase"]
    if races and author.chance(0.5):
        race = author.rng.choice(races)
        character, against = race["character"], race["race"]["against"]
        fields["toward"] = race["effect"]
    await author.say(
        who, "open_v20_contest", character=character, against=against, **fields, **where
    )


async def harm(author: Author) -> None:
    """What an attack did is rolled, soaked, dealt or let go, before everybody."""
    proposals = [p for p in author.room["proposals"] if is_known(author, p)]
    if not proposals:
        return await contest(author)
    chosen = author.rng.choice(proposals)
    named = {"proposal": chosen["proposal"]}
    if author.chance(0.3):
        await author.say("st", author.rng.choice(("confirm_proposal", "dismiss_proposal")), **named)
        return None
    kind = "damage" if chosen["kind"] == "attack_hit" else "soak"
    more = {"pool": 3} if kind == "damage" else {}
    rolled = {"character": chosen["character"], "kind": kind, **named, **more}
    await author.say("st", "roll_v20", **rolled, visibility="public")
    return None


def is_known(author: Author, proposal: dict[str, Any]) -> bool:
    """Whether a proposal came of what everybody saw."""
    made = author.rolls.get(proposal.get("roll", "")) or author.contests.get(
        proposal.get("contest", "")
    )
    return author.is_everyones(made)


async def task(author: Author) -> None:
    """An extended action is begun, and gone on with before all who see it."""
    tasks = [e for e in author.room["effects"] if e["name"] == "The lock"]
    if not tasks or author.chance(0.3):
        character = author.rng.choice(author.on_the_table())
        begun = {"kind": "task", "name": "The lock", "target": 4, "visibility": "public"}
        await author.say("st", "begin_effect", character=character, **begun)
        against = author.rng.choice(author.on_the_table())
        race = begun | {"name": "The chase", "against": against}
        await author.say("st", "begin_effect", character=character, **race)
        return
    who = author.rng.choice(author.here("p1", "p2", "st"))
    chosen = author.rng.choice(tasks)["effect"]
    await author.say(who, "roll_v20", pool=3, toward=chosen, **placed(author, "public", "private"))


async def due(author: Author) -> None:
    """What this evening owes: a kind of intent under a visibility, each in its turn."""
    for type, visibility in author.due:
        character = author.characters["c1"]
        secret = {"character": character, "visibility": "private"}
        await author.say("st", "set_track", track="health", bashing=0, lethal=0, **secret)
        await author.say("st", "set_tracker", tracker="blood_pool", value=5, **secret)
        await author.say("st", "set_track", track="willpower", current=5, **secret)
        fields = details(author, type) | placed(author, visibility)
        if type == "spend_blood":
            fields["use"] = "other"
            for name in ("attribute", "kind", "resting", "points"):
                fields.pop(name, None)
        who = author.rng.choice(author.here("p1", "st"))
        await author.say(who, type, character=character, **fields)


async def keep_characters(author: Author) -> None:
    """Characters come, go, change hands and sheets, and who sees them."""
    everybody = author.on_the_table()
    character = author.rng.choice(everybody)
    match author.rng.randrange(7):
        case 0:
            who = author.rng.choice(author.here("p1", "p2", "st", "guest"))
            await author.say(who, "create_v20_character", name="Newcomer", traits=TRAITS)
        case 1:
            await author.say("st", "create_v20_character", name="Shadow", hidden=True)
        case 2:
            extra = [c for c in everybody if c not in author.characters.values()]
            if extra:
                await author.say("st", "remove_character", character=author.rng.choice(extra))
        case 3:
            owners = [member_of(n) for n in author.rng.choice((["p1"], ["p2"], ["p1", "p2"], []))]
            await author.say("st", "set_owners", character=character, owners=owners)
        case 4 | 5:
            fields = author.some(
                {
                    "tracker": ("health", "willpower", "humanity", "blood_pool"),
                    "audience": ("table", "owner", "storytellers"),
                }
            )
            await author.say("st", "set_tracker_audience", character=character, **fields)
        case _:
            who = author.rng.choice(author.here("p1", "p2", "st"))
            sheet = author.rng.choice(({"generation": 8}, SHEET, {"path": "Path of Night"}))
            await author.say(who, "edit_character", character=character, sheet=sheet)


async def probe(author: Author) -> None:
    """A member names what exists in secret, or not at all: it is told the same."""
    who = author.rng.choice(author.here("p1", "p1", "p2", "p2", "guest"))
    nobody = author.rng.choice((*author.secrets.characters * 2, *author.hidden(), ABSENT))
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        ("roll_v20", {"pool": 3}),
        ("roll_v20", {"traits": ["Wits"], "willpower": True}),
        ("spend_blood", {"use": "other"}),
        ("spend_willpower", {"use": "other"}),
        ("drink_blood", {"points": 1}),
        ("deal_damage", {"track": "health", "kind": "lethal", "amount": 1}),
        ("set_track", {"track": "willpower", "current": 1}),
        ("edit_character", {"sheet": SHEET}),
    )
    for type, fields in (author.rng.choice(choices), author.rng.choice(choices)):
        await author.say(who, type, character=nobody, **fields)
