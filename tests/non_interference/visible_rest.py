"""What members do around the game, the same in every history: people, time, questions, lines."""

import uuid
from typing import Any

from server.rooms.lines import ViewHead
from tests.non_interference.author import Author
from tests.non_interference.steps import Fetch, LookAgain, LookAway, Mumble, Say
from tests.non_interference.table import member_of, token_of
from tests.support.wire_client import WireClient

ABSENT = "absent-id-000000"
PATHS = ("/", "/healthz", "/nothing-here", "/ws", "/healthz?room=1")


def secret(name: str) -> bytes:
    """The secret of an invite or a device link."""
    return token_of(f"secret {name}")[:16]


# --- the room, time and characters ---------------------------------------------------------------


async def shake(author: Author) -> None:
    """A player puts entropy into the pot, or a Storyteller has the dice renewed."""
    if author.chance(0.2):
        await author.say(author.rng.choice(author.here("st", "p1")), "renew_dice")
        return
    book = author.table.book or bytes(16)
    who = author.rng.choice(author.here("p1", "p2", "p3", "guest"))
    await author.say(who, "add_entropy", book=book, entropy=author.rng.randbytes(32))


async def keep_time(author: Author) -> None:
    """Sessions, nights and scenes begin and end."""
    running = author.room["session"] is not None
    session = "end_session" if running and author.chance(0.8) else "start_session"
    choices: tuple[tuple[str, dict[str, Any]], ...] = (
        (session, {}),
        (session, {}),
        ("begin_clock", {"clock": "night", "title": "the first"}),
        ("begin_clock", {"clock": "scene"}),
        *(("end_clock", {"clock": clock["clock"]}) for clock in author.room["clocks"]),
    )
    type, fields = author.rng.choice(choices)
    await author.say(author.rng.choice(author.here("st", "st", "st", "p1")), type, **fields)


async def keep_house(author: Author) -> None:
    """The room and its members get other names, the house other rules."""
    match author.rng.randrange(4):
        case 0:
            await author.say("st", "rename_room", name=f"Room {author.rng.randrange(9)}")
        case 1:
            rules = author.some(
                {
                    "entered_dice": (True, False),
                    "default_visibility": ("public", "private"),
                    "tracker_audience": ("table", "owner", "storytellers"),
                    "history": ("all", "session", "none"),
                    "preset": author.presets,
                }
            )
            await author.say("st", "set_house_rules", house_rules=author.house(**rules))
        case _:
            who = author.rng.choice(author.here("p1", "p2", "guest", "st"))
            whom = author.rng.choice((who, who, "p2"))
            name = f"{whom} the {author.rng.randrange(99)}th"
            await author.say(who, "rename_member", member=member_of(whom), name=name)


async def keep_characters(author: Author) -> None:
    """Characters come, go, change hands and names, and are shown."""
    everybody = author.on_the_table()
    character = author.rng.choice(everybody)
    match author.rng.randrange(10):
        case 7 | 8:
            await stand_in(author, character)
        case 9:
            await offer(author, character)
        case 0:
            who = author.rng.choice(author.here("p1", "p2", "st", "guest"))
            await author.say(who, "create_character", name="Newcomer", hunger=1)
        case 1:
            await author.say("st", "create_character", name="Shadow", hidden=True, kind="mortal")
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
                    "tracker": ("hunger", "health", "willpower", "humanity", "stains"),
                    "audience": ("table", "owner", "storytellers"),
                }
            )
            await author.say("st", "set_tracker_audience", character=character, **fields)
        case _:
            who = author.rng.choice(author.here("p1", "p2", "st"))
            clan = author.rng.choice(("Brujah", "Toreador", ""))
            await author.say(who, "edit_character", character=character, clan=clan)


async def stand_in(author: Author, character: str) -> None:
    """A player plays somebody's character for a while, or does so no more."""
    who = author.rng.choice(author.here("p1", "p2", "st"))
    if author.view(character).get("stand_in") and author.chance(0.6):
        await author.say(who, "end_stand_in", character=character)
    else:
        member = member_of(author.rng.choice(("p1", "p2", "guest")))
        await author.say(who, "set_stand_in", character=character, member=member)


async def offer(author: Author, character: str) -> None:
    """A character is offered to a player, who takes it or does not."""
    names = {member_of(name): name for name in ("p1", "p2", "st")}
    for waiting in author.room["proposals"]:
        if waiting["kind"] == "handing_on" and author.chance(0.6):
            who = names.get(author.rng.choice((waiting["member"], waiting["by"])), "st")
            how = author.rng.choice(("confirm_proposal", "dismiss_proposal"))
            if who in author.here("p1", "p2", "st"):
                await author.say(who, how, proposal=waiting["proposal"])
            return
    who = author.rng.choice(author.here("p1", "p2", "st"))
    member = member_of(author.rng.choice(("p1", "p2", "guest")))
    await author.say(who, "offer_character", character=character, member=member)


async def unhide(author: Author) -> None:
    """A hidden character is shown from now on."""
    unhidden = author.rng.choice(author.hidden() or author.on_the_table())
    await author.say("st", "unhide_character", character=unhidden)


async def change_role(author: Author) -> None:
    """Somebody gets another role, for a while; a Storyteller's own view is not compared."""
    roles = author.roles()
    if author.away:
        member = author.rng.choice(sorted(author.away))
        await author.say("st", "set_role", member=member_of(member), role="player")
        await author.do(LookAgain(member))
        author.away.discard(member)
    elif author.chance(0.5):
        role = "spectator" if roles["p2"] == "player" else "player"
        await author.say("st", "set_role", member=member_of("p2"), role=role)
    else:
        member = author.rng.choice(author.here("p1", "p2", "p3", "guest"))
        await author.do(LookAway(member))
        author.away.add(member)
        await author.say("st", "set_role", member=member_of(member), role="storyteller")


# --- lines ---------------------------------------------------------------------------------------


async def reconnect(author: Author) -> None:
    """A line is cut, something happens meanwhile, and the member comes back from somewhere."""
    member = author.rng.choice(author.here("p1", "p2", "guest", "late"))
    known = known_positions(author.table.client(member))
    # In turn: where the line ended, somewhere before, and where it cannot go on.
    author.returns += 1
    position = (
        known[-1],
        author.rng.choice(known[-9:]),
        author.rng.choice(_odd_positions(known[-1])),
    )[author.returns % 3]
    await author.drop(member)
    for n in range(author.rng.randrange(4)):
        await author.say("st", "rename_room", name=f"While you were away {n}")
    await author.come(member, resume=position)


def last_position(client: WireClient) -> dict[str, Any]:
    """Where a client's line stands."""
    return known_positions(client)[-1]


def known_positions(client: WireClient) -> list[dict[str, Any]]:
    """Every position that a client's line has been at."""
    position: dict[str, Any] = {}
    known: list[dict[str, Any]] = []
    for item in client.items:
        if item.type in ("welcome", "snapshot"):
            position = dict(item.data["position"])
        elif item.type == "event":
            position |= {"seq": item.data["seq"], "mark": item.data["mark"]}
        else:
            continue
        known.append(dict(position))
    return known


def _odd_positions(position: dict[str, Any]) -> list[dict[str, Any] | None]:
    """The very beginning, what was never there, and nowhere at all."""
    return [
        None,
        position | {"seq": 0, "mark": ViewHead(0, 0).mark},
        position | {"seq": 0},
        position | {"mark": "AAAAAAAAAAA"},
        position | {"generation": position["generation"] + 1},
        position | {"seq": position["seq"] + 5},
        position | {"epoch": "elsewhere"},
    ]


async def bring_device(author: Author) -> None:
    """A second device is linked, or let go."""
    phones = [name for name in author.table.lines if name.endswith(".phone")]
    if phones:
        await author.drop(author.rng.choice(phones))
        return
    who = author.rng.choice(author.here("p1", "guest"))
    link = secret(f"{who} {len(author.script)}")
    await author.say(who, "create_device_link", secret=link)
    token = f"{who} phone {len(author.script)}"
    await author.come(f"{who}.phone", {"type": "device_link", "secret": link}, token=token)


async def fetch(author: Author) -> None:
    """Somebody reads the pages."""
    for path in PATHS:
        await author.do(Fetch(path))


# --- questions and refusals ----------------------------------------------------------------------


async def ask(author: Author) -> None:
    """A query, of any kind, by anybody who is compared."""
    who = author.rng.choice(author.here("p1", "p2", "guest", "late"))
    rolls = (*author.rolls, *author.secrets.rolls, ABSENT)
    choices: tuple[dict[str, Any], ...] = (
        {"type": "snapshot"},
        {"type": "history", "before": author.rng.randrange(1, 60), "limit": 7},
        {"type": "history", "after": author.rng.randrange(60), "limit": 7},
        {"type": "history", "before": 3, "after": 1},
        {"type": "roll_by_id", "roll": author.rng.choice(rolls)},
        {"type": "roll_by_id", "roll": author.rng.choice(author.secrets.rolls)},
        {"type": "ping"},
    )
    id = uuid.UUID(int=len(author.script)).hex
    await author.do(Say(who, {"id": id} | author.rng.choice(choices)))


async def probe(author: Author) -> None:
    """A member names what exists in secret, or not at all: it is told the same."""
    who = author.rng.choice(author.here("p1", "p1", "p1", "p2", "p2", "guest"))
    nobody = author.rng.choice((*author.secrets.characters * 2, *author.hidden(), ABSENT))
    roll = author.rng.choice((*author.secrets.rolls, ABSENT))
    contest = author.rng.choice((*author.secrets.contests, ABSENT))
    mine = author.rng.choice(author.own(who) or author.on_the_table())
    characters: tuple[tuple[str, dict[str, Any]], ...] = (
        ("roll", {"character": nobody, "pool": 3}),
        ("rouse", {"character": nobody}),
        ("test_remorse", {"character": nobody}),
        ("test_frenzy", {"character": nobody, "kind": "fury", "difficulty": 2}),
        ("edit_character", {"character": nobody, "name": "Found you"}),
        ("set_tracker", {"character": nobody, "tracker": "hunger", "value": 1}),
        ("set_track", {"character": nobody, "track": "health", "boxes": 3}),
        ("heal", {"character": nobody, "track": "health", "kind": "superficial", "amount": 1}),
        ("deal_damage", _damage(nobody)),
        ("add_stains", {"character": nobody, "amount": 1}),
        ("set_owners", {"character": nobody, "owners": [member_of(who)]}),
        ("offer_character", {"character": nobody, "member": member_of(who)}),
        ("set_stand_in", {"character": nobody, "member": member_of(who)}),
        ("end_stand_in", {"character": nobody}),
        ("unhide_character", {"character": nobody}),
        ("remove_character", {"character": nobody}),
        ("open_contest", {"character": nobody, "against": mine, "pool": 3}),
        ("open_contest", {"character": mine, "against": nobody, "pool": 3}),
        (
            "open_contest",
            {
                "character": mine,
                "against": author.rng.choice(author.on_the_table()),
                "others": [nobody],
                "pool": 3,
            },
        ),
    )
    others: tuple[tuple[str, dict[str, Any]], ...] = (
        ("answer_contest", {"contest": contest, "character": mine, "pool": 2}),
        ("answer_contest", {"contest": contest, "character": nobody, "pool": 2}),
        ("withdraw_contest", {"contest": contest}),
        ("forgo_reaction", {"contest": contest, "character": mine}),
        ("forgo_reaction", {"contest": contest, "character": nobody, "drop": True}),
        ("reroll", {"roll": roll, "regular_indices": [0]}),
        ("settle_roll", {"roll": roll}),
        ("reveal_roll", {"roll": roll, "to": None}),
        ("confirm_proposal", {"proposal": ABSENT}),
        ("revoke_invite", {"invite": ABSENT}),
    )
    for type, fields in (author.rng.choice(characters), author.rng.choice(others)):
        await author.say(who, type, **fields)
    id = uuid.UUID(int=len(author.script)).hex
    await author.do(Say(who, {"type": "roll_by_id", "id": id, "roll": roll}))


def _damage(character: str) -> dict[str, Any]:
    return {"character": character, "track": "health", "kind": "superficial", "amount": 1}


async def stumble(author: Author) -> None:
    """What a careless client sends: repetitions, ids used twice, nonsense."""
    who = author.rng.choice(author.here("p1", "p2", "guest", "late"))
    # What was answered to a Storyteller is answered the same again, with a Storyteller's number.
    own = [said for said in author.said if said.line == who]
    mine = [said for said in own if said.message["id"] not in author.said_away]
    if not mine or author.chance(0.2):
        await author.do(Mumble(who))
        return
    again = author.rng.choice(mine)
    await author.do(again)
    other: dict[str, Any] = author.rng.choice(
        (
            {"type": "rename_member", "member": member_of(who), "name": "Somebody else"},
            {"type": "roll", "pool": 39, "label": "another"},
            {"type": "roll", "pool": 3, "hidden": True},
            {"type": "frobnicate"},
            {"type": "roll", "pool": "many"},
        )
    )
    await author.do(Say(who, other | {"id": again.message["id"]}))
