"""A room in which every row of the table of rights can be tried."""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from protocol import from_client as i
from protocol.dice import EnteredFaces
from protocol.words import Role, Visibility


@dataclass
class World:
    """Ids of what there is, by whose it is; `bob` is the other, `hidden` the Storytellers'."""

    members: Mapping[str, str]
    is_v20: bool = False
    characters: dict[str, str] = field(default_factory=dict)
    standing: dict[str, str] = field(default_factory=dict)
    quiet_rolls: dict[str, str] = field(default_factory=dict)
    contests_by: dict[str, str] = field(default_factory=dict)
    contests_to: dict[str, str] = field(default_factory=dict)
    proposals: dict[str, str] = field(default_factory=dict)
    effects: dict[str, str] = field(default_factory=dict)
    requests: dict[str, str] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    boundaries: dict[str, str] = field(default_factory=dict)
    reveals: dict[str, str] = field(default_factory=dict)
    bonds: dict[str, str] = field(default_factory=dict)
    boons: dict[str, str] = field(default_factory=dict)
    invite: str = ""
    last_intents: dict[str, str] = field(default_factory=dict)


Ask = tuple[str, type, dict[str, object]]
"""Who, the type of an intent, and its fields without an id."""

MEMBERS = {
    "storyteller": Role.STORYTELLER,
    "second": Role.STORYTELLER,
    "ann": Role.PLAYER,
    "bob": Role.PLAYER,
    "guest": Role.PLAYER,
    "bot": Role.BOT,
    "gone": Role.PLAYER,
}
"""How the members of the world come in; the guest becomes a spectator when all is set up."""

OPEN = Visibility.PUBLIC
SECRET = Visibility.SECRET
NOWHERE = "nothing-is-called-so"
BESTIAL = EnteredFaces(regular=(6,), hunger=(1,))
PLAIN = EnteredFaces(regular=(6,), hunger=(7,))


def building(members: Mapping[str, str]) -> Generator[Ask, str | None, World]:
    """
    Set the world up: yields what is to be done and is sent what that created.

    The room must allow entered dice.
    """
    world = World(members)
    world.characters["bob-2"] = yield from _character(
        "bob", "bob-2", (members["bob"],), hidden=False
    )
    for name in ("storyteller", "ann", "bob", "guest", "bot", "hidden"):
        yield from _belongings(world, name)
    for name in ("storyteller", "ann", "guest", "bot"):
        world.contests_to[name] = yield from _contest(
            "bob", world.characters["bob-2"], world.characters[name], OPEN
        )
    world.contests_to["bob"] = yield from _contest(
        "storyteller", world.characters["storyteller-2"], world.characters["bob"], OPEN
    )
    world.contests_to["hidden"] = yield from _contest(
        "storyteller", world.characters["bob-2"], world.characters["hidden"], SECRET
    )
    yield from _proposals(world)
    world.proposals["ann"] = yield from _created(
        "bob", i.OfferCharacter, character=world.characters["bob-2"], member=members["ann"]
    )
    yield from _effects(world)
    yield from _requests(world)
    yield from _reveals(world)
    yield from _ties(world)
    world.invite = yield from _created(
        "storyteller", i.CreateInvite, role=Role.PLAYER, secret=b"invite-no-one-ha", uses=5
    )
    for name in ("storyteller", "ann", "bob", "guest"):
        veil = {"kind": "veil", "text": f"A veil of {name}"}
        made = yield name, i.AddBoundary, veil
        assert made is not None
        world.boundaries[name] = made
    # What everybody does at last can be undone.
    rolled = {"pool": 1, "entered": EnteredFaces(regular=(6,)), "visibility": OPEN}
    yield "guest", i.Roll, rolled
    yield from _last_touches(members)
    for name in ("storyteller", "ann", "bot"):
        yield name, i.Roll, rolled
    return world


def building_v20(members: Mapping[str, str]) -> Generator[Ask, str | None, World]:
    """The same for a room that plays V20: what its own intents can be tried on."""
    world = World(members, is_v20=True)
    for name in ("storyteller", "ann", "bob", "guest", "bot", "hidden"):
        for twin in (name, f"{name}-2"):
            world.characters[twin] = yield from _v20_character(world, name, twin)
    world.characters["bob-3"] = yield from _v20_character(world, "bob", "bob-3")
    for name in ("storyteller", "ann", "bob", "guest", "bot", "hidden"):
        by, quiet = ("storyteller", SECRET) if name == "hidden" else ("bob", OPEN)
        if name == "bob":
            by = "storyteller"
        rival = "bob-3" if by == "bob" or name == "hidden" else "storyteller-2"
        world.contests_to[name] = yield from _created(
            by,
            i.OpenV20Contest,
            character=world.characters[rival],
            against=world.characters[name],
            pool=2,
            entered=EnteredFaces(regular=(6, 7)),
            visibility=quiet,
        )
    yield from _last_touches(members)
    yield from _initiatives(world)
    return world


def _initiatives(world: World) -> Generator[Ask, str | None, None]:
    """Everybody has a place in the turn, and has declared something; a change of it is possible."""
    order = ("hidden", "bob", "storyteller", "ann", "guest", "bot")
    placing = {name: {"visibility": SECRET if name == "hidden" else OPEN} for name in order}
    for celerity, name in enumerate(order):
        rolled = {"character": world.characters[name], "celerity": celerity, **placing[name]}
        entered = EnteredFaces(regular=(6,))
        yield "storyteller", i.RollInitiative, {**rolled, "entered": entered}
    for name in order:
        declared = {"character": world.characters[name], "text": "waits"}
        yield "storyteller", i.DeclareAction, declared


def _v20_character(world: World, name: str, called: str) -> Generator[Ask, str | None, str]:
    hidden = name == "hidden"
    return (
        yield from _created(
            "storyteller" if hidden else name,
            i.CreateV20Character,
            name=called,
            owners=() if hidden else (world.members[name],),
            hidden=hidden,
            blood=5,
        )
    )


def _last_touches(members: Mapping[str, str]) -> Generator[Ask, str | None, None]:
    yield "storyteller", i.SetRole, {"member": members["guest"], "role": Role.SPECTATOR}
    yield "storyteller", i.RemoveMember, {"member": members["gone"]}
    yield "storyteller", i.BeginClock, {"clock": "scene"}
    yield "storyteller", i.BeginClock, {"clock": "turn"}
    yield "storyteller", i.StartSession, {}


def _created(who: str, kind: type, **fields: object) -> Generator[Ask, str | None, str]:
    created = yield who, kind, fields
    assert created is not None, f"{kind.__name__} told no id"
    return created


def _character(
    by: str, name: str, owners: tuple[str, ...], *, hidden: bool
) -> Generator[Ask, str | None, str]:
    made = yield from _created(
        by,
        i.CreateCharacter,
        name=name,
        owners=owners,
        hidden=hidden,
        hunger=1,
        traits={"Brawl": 1},
    )
    marks = {"superficial": 1} | ({"visibility": SECRET} if hidden else {})
    for track in ("health", "willpower"):
        yield by, i.SetTrack, {"character": made, "track": track, **marks}
    stains = {"value": 1} | ({"visibility": SECRET} if hidden else {})
    yield by, i.SetTracker, {"character": made, "tracker": "stains", **stains}
    return made


def _belongings(world: World, name: str) -> Generator[Ask, str | None, None]:
    """Two characters, a roll that few see, one that stands, and a contest begun."""
    hidden = name == "hidden"
    by = "storyteller" if hidden else name
    owners = () if hidden else (world.members[name],)
    world.characters[name] = yield from _character(by, name, owners, hidden=hidden)
    if name != "bob":
        second = yield from _character(by, f"{name}-2", owners, hidden=hidden)
        world.characters[f"{name}-2"] = second
    quiet: dict[str, object] = {"visibility": SECRET if hidden else Visibility.PRIVATE}
    if name == "bob":
        everybody = tuple(m for who, m in world.members.items() if who not in ("bob", "gone"))
        quiet = {"visibility": Visibility.WHISPER, "to": everybody}
    common = {"character": world.characters[name], "pool": 2, "entered": PLAIN}
    world.quiet_rolls[name] = yield from _created(by, i.Roll, **common, **quiet)
    if not hidden:
        yield from _blind_roll(world.characters[name])
    world.standing[name] = yield from _created(
        by, i.Roll, **common, visibility=SECRET if hidden else OPEN
    )
    rival = "storyteller-2" if name == "bob" else "bob-2"
    world.contests_by[name] = yield from _contest(
        by,
        world.characters[f"{name}-2"],
        world.characters[rival],
        SECRET if hidden else OPEN,
    )


def _contest(
    by: str, character: str, against: str, visibility: Visibility
) -> Generator[Ask, str | None, str]:
    return (
        yield from _created(
            by,
            i.OpenContest,
            character=character,
            against=against,
            pool=2,
            entered=PLAIN,
            visibility=visibility,
        )
    )


def _proposals(world: World) -> Generator[Ask, str | None, None]:
    """Bestial failures in front of all, and one that only Storytellers know of."""
    for name, by, visibility in (
        ("bob", "bob", OPEN),
        ("hidden", "storyteller", SECRET),
        ("storyteller", "storyteller", OPEN),
    ):
        character = yield from _character(by, f"{name}-3", (), hidden=name == "hidden")
        roll = yield from _created(
            by,
            i.Roll,
            character=character,
            pool=2,
            difficulty=3,
            entered=BESTIAL,
            visibility=visibility,
        )
        yield by, i.SettleRoll, {"roll": roll}
        world.characters[f"{name}-3"] = character


def _effects(world: World) -> Generator[Ask, str | None, None]:
    """Something that holds a character in front of all, and something only Storytellers know."""
    for name, visibility in (("bob", OPEN), ("hidden", SECRET)):
        held = {
            "character": world.characters[name],
            "kind": "other",
            "name": "Shaken",
            "visibility": visibility,
        }
        made = yield "storyteller", i.BeginEffect, held
        assert made is not None
        world.effects[name] = made


def _requests(world: World) -> Generator[Ask, str | None, None]:
    """Everybody's character is asked for a roll, in front of all."""
    for name in ("storyteller", "ann", "bob", "guest", "bot"):
        asked = {"characters": (world.characters[name],), "pool": 1, "visibility": OPEN}
        world.groups[name] = yield from _created("storyteller", i.RequestRoll, **asked)


def _blind_roll(character: str) -> Generator[Ask, str | None, None]:
    """Something to ask for: nobody rerolls it, and it is there before the roll that stands."""
    blind = {"character": character, "pool": 1, "kind": "willpower", "visibility": "blind"}
    yield "storyteller", i.Roll, {**blind, "entered": EnteredFaces(regular=(6,))}


def _reveals(world: World) -> Generator[Ask, str | None, None]:
    """A reveal that waits."""
    later = {"roll": world.quiet_rolls["hidden"], "in_s": 600_000}
    world.reveals["bob"] = yield from _created("storyteller", i.ScheduleReveal, **later)


def _ties(world: World) -> Generator[Ask, str | None, None]:
    """Bonds and boons, in front of all and behind the screen; and experience to spend."""
    for name in ("bob", "hidden"):
        audience = "storytellers" if name == "hidden" else "table"
        bound = {"character": world.characters[name], "drinks": 2, "regnant_name": "Lucien"}
        world.bonds[name] = yield from _created(
            "storyteller", i.SetBond, **bound, audience=audience
        )
        named = {"debtor": world.characters[name], "creditor_name": "Lucien", "size": "major"}
        world.boons[name] = yield from _created(
            "storyteller", i.SetBoon, **named, audience=audience
        )
    for name in ("storyteller", "ann", "bob", "guest", "bot", "hidden"):
        award = {"character": world.characters[name], "points": 50}
        yield "storyteller", i.AwardExperience, {"awards": (award,)}


def note_requests(world: World, requests: Iterable[Mapping[str, str]]) -> None:
    """Find the requests of the world among those that a Storyteller sees."""
    groups = {group: name for name, group in world.groups.items()}
    world.requests.update({groups[each["group"]]: each["request"] for each in requests})


def note_proposals(world: World, proposals: Iterable[Mapping[str, str]]) -> None:
    """Find the proposals of the world among those that a Storyteller sees."""
    for name in ("bob", "hidden", "storyteller"):
        (world.proposals[name],) = (
            p["proposal"]
            for p in proposals
            if p.get("character") == world.characters[f"{name}-3"] and p["kind"] != "win_at_cost"
        )


def made(kind: type, id: str, fields: Mapping[str, object]) -> bytes:
    """A request as it travels in JSON."""
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
    return msgspec.json.encode({"type": tag, "id": id, **fields})
