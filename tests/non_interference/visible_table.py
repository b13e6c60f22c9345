"""What the people at the table do for each other, the same in every history: words, corrections."""

from tests.non_interference.author import Author
from tests.non_interference.table import token_of
from tests.non_interference.visible_play import placed

TEXTS = ("Good evening.", "<img src=x onerror=alert(1)>", "Łucja & 李: “no”", "6, 6, 10 — critical")


async def talk(author: Author) -> None:
    """Somebody says something, to all or to some; some try it in ways that are refused."""
    who = author.rng.choice(author.here("p1", "p1", "p2", "st", "guest"))
    fields = placed(author)
    del fields["note"]
    speakers: list[str | None] = [None, None, *author.own(who)]
    if who == "st":
        speakers += author.hidden()
    speaker = author.rng.choice(speakers)
    if speaker is not None:
        fields["character"] = speaker
    kind = author.rng.choice(("talk", "talk", "note"))
    await author.say(who, "say", text=author.rng.choice(TEXTS), kind=kind, **fields)


async def correct(author: Author) -> None:
    """A roll that all see is retracted, or somebody takes back what they did last."""
    seen = [roll for roll, made in author.rolls.items() if author.is_everyones(made)]
    if seen and author.chance(0.4):
        roll = author.rng.choice((*seen, *author.secrets.rolls))
        who = author.rng.choice(("st", "st", "p1"))
        await author.say(who, "retract_roll", roll=roll, note="It was another.")
        return
    who = author.rng.choice(author.here("p1", "p2", "guest"))
    own = author.own(who)
    if own and author.chance(0.7):
        fields = {"character": author.rng.choice(own), "tracker": "hunger", "visibility": "public"}
        await author.say(who, "set_tracker", value=author.rng.randrange(6), **fields)
    mine = [said for said in author.said if said.line == who]
    if mine:
        # Where the clock went on too far, it is refused.
        await author.say(who, "undo", intent=mine[-1].message["id"])


async def keep_safe(author: Author) -> None:
    """A pause is called, a roll waits for it, and the play goes on; lines and veils come and go."""
    who = author.rng.choice(author.here("p1", "p2", "guest", "st"))
    is_unnamed = author.chance(0.5)
    if author.chance(0.3):
        # A token that is somebody's already: refused, whoever asks.
        await author.say("p2", "renew_token", token=token_of("p1"))
        await author.say("st", "lock_room")
        await author.say("p1", "lock_room", locked=False)
        await author.say("st", "lock_room", locked=False)
    if author.chance(0.5):
        await author.say(who, "raise_pause", anonymous=is_unnamed)
        await author.say("p1", "roll_v20" if author.is_v20 else "roll", pool=2)
        await author.say(author.rng.choice(("guest", "p2")), "lift_pause")
        await author.say("st", "lift_pause")
        return
    text = author.rng.choice(("Spiders", "Torture"))
    answer = await author.say(who, "add_boundary", kind="line", text=text, anonymous=is_unnamed)
    if answer.type == "accepted":
        await author.say("p2", "remove_boundary", boundary=answer.data["created"])
        await author.say("st", "remove_boundary", boundary=answer.data["created"])
