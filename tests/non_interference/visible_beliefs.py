"""Beliefs, ties and experience that the compared may see, the same in every history."""

from tests.non_interference.author import Author

OATHS = ("The guilty alone may suffer", "Never harm a child", "Keep the coterie together")
AUDIENCES = ("table", "owner", "storytellers")


async def believe(author: Author) -> None:
    """Tenets are set, a character believes something, and Stains say what they are for."""
    oaths = author.rng.sample(OATHS, author.rng.randrange(1, 4))
    await author.say(author.rng.choice(("st", "st", "p1")), "set_tenets", tenets=oaths)
    who = author.rng.choice(author.here("p1", "p2", "st"))
    owned = author.own(who)
    if not owned:
        return
    character = author.rng.choice(owned)
    stone = {"name": "Nina", "conviction": oaths[0], "state": author.rng.choice(("alive", "lost"))}
    beliefs = {"convictions": oaths, "touchstones": [stone]}
    shown = author.rng.choice(("table", "owner"))
    await author.say(who, "set_beliefs", character=character, audience=shown, **beliefs)
    concern = author.rng.choice(
        ({"tenet": oaths[0]}, {"conviction": oaths[0]}, {"touchstone": "Nina"})
    )
    spared = {"upheld": oaths[-1], "spared": 1} if author.chance(0.3) else {}
    placed = {"visibility": author.rng.choice(("public", "private"))}
    asker = "st" if spared and author.chance(0.7) else who
    fields = {"character": character, "amount": 1, **concern, **spared, **placed}
    await author.say(asker, "add_stains", **fields)


async def tie(author: Author) -> None:
    """Somebody is bound, or owes somebody, in the open or to a veiled regnant; and it ends."""
    character, other = author.rng.choice(author.on_the_table()), author.rng.choice(author.hidden())
    audience = author.rng.choice(AUDIENCES)
    regnant = author.rng.choice(({"regnant": other}, {"regnant_name": "The Baroness"}))
    fields = {"character": character, "drinks": author.rng.randrange(1, 4), **regnant}
    fields |= {"veiled": author.chance(0.5), "audience": audience}
    bound = await author.say("st", "set_bond", **fields)
    if bound.type == "accepted":
        changed = fields | {"bond": bound.data["created"], "audience": "owner", "drinks": 2}
        await author.say("st", "set_bond", **changed)
        await author.say("p1", "remove_bond", bond=bound.data["created"])
        if author.chance(0.6):
            await author.say("st", "remove_bond", bond=bound.data["created"])
    debtor = author.rng.choice(({"debtor": character}, {"debtor": other}, {"debtor_name": "Ines"}))
    fields = {"size": author.rng.choice(("trivial", "life")), "creditor_name": "The Prince"}
    owed = await author.say("st", "set_boon", audience=audience, **fields, **debtor)
    if owed.type == "accepted":
        changed = fields | {"boon": owed.data["created"], "state": "repaid", **debtor}
        await author.say("st", "set_boon", **changed)
        if author.chance(0.6):
            await author.say("st", "remove_boon", boon=owed.data["created"])


async def learn(author: Author) -> None:
    """Everybody is awarded experience, somebody spends too much, and then as much as there is."""
    everybody = [*author.on_the_table(), *author.hidden()]
    awards = [{"character": c, "points": 2, "reason": "the session"} for c in everybody]
    await author.say(author.rng.choice(("st", "st", "p1")), "award_experience", awards=awards)
    who = author.rng.choice(author.here("p1", "p2", "st"))
    character = author.rng.choice(author.own(who) or author.on_the_table())
    for points in (99, 1):
        await author.say(who, "spend_experience", character=character, points=points, on="Auspex 2")
