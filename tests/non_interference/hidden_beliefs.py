"""Hidden beliefs, bonds, boons and awards: of the hidden, and of the visible behind the screen."""

from tests.non_interference.hidden import Hidden

OATH = "Nobody may know"


async def believe(hidden: Hidden) -> None:
    """A character believes something, and breaks with it, where nobody compared sees it."""
    who, characters = hidden.rng.choice(hidden.storytellers), list(hidden.ghosts_here())
    if hidden.own_of_p3 is not None and hidden.rng.random() < 0.5:
        who, characters = "p3", [hidden.own_of_p3]
    if not characters:
        return
    character = hidden.rng.choice(characters)
    # A hidden character's beliefs are the Storytellers', however they are shown.
    shown = "owner" if character == hidden.own_of_p3 else hidden.rng.choice(("table", "owner"))
    stone = {"name": f"Nina {hidden.rng.randrange(9)}", "conviction": OATH}
    beliefs = {"convictions": [OATH], "touchstones": [stone], "audience": shown}
    await hidden.say(who, "set_beliefs", character=character, **beliefs)
    fields = {"character": character, "amount": 1, "visibility": "public"}
    await hidden.say(who, "add_stains", conviction=OATH, **fields)


async def tie(hidden: Hidden) -> None:
    """Bonds and boons of anybody, of which Storytellers alone know; they change and go."""
    who = hidden.rng.choice(hidden.storytellers)
    everybody = [card["character"] for card in hidden.room["characters"]]
    character, ghost = hidden.rng.choice(everybody), hidden.own_ghost()
    regnant = {"regnant_name": "Nobody"} if ghost in (None, character) else {"regnant": ghost}
    fields = {"character": character, "drinks": hidden.rng.randrange(1, 4), **regnant}
    bound = await hidden.say(who, "set_bond", audience="storytellers", **fields)
    if bound.type == "accepted" and hidden.rng.random() < 0.7:
        await hidden.say(who, "remove_bond", bond=bound.data["created"])
    boon = {"size": "major", "text": OATH, "creditor_name": "Nobody"}
    party = {"debtor": character} if ghost is None else {"debtor": ghost}
    audience = "storytellers" if ghost is None else "table"
    owed = await hidden.say(who, "set_boon", audience=audience, **boon, **party)
    if owed.type == "accepted" and hidden.rng.random() < 0.7:
        await hidden.say(who, "remove_boon", boon=owed.data["created"])


async def learn(hidden: Hidden) -> None:
    """The hidden learn, and so does one whose owner alone sees it; and spend it."""
    characters = hidden.ghosts_here()
    if hidden.own_of_p3 is not None:
        characters.append(hidden.own_of_p3)
    if not characters:
        return
    who = hidden.rng.choice(hidden.storytellers)
    awards = [{"character": character, "points": 3} for character in characters]
    await hidden.say(who, "award_experience", awards=awards)
    spender = hidden.rng.choice(characters)
    await hidden.say(who, "spend_experience", character=spender, points=2, on="Obfuscate")
