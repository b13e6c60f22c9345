"""What the people at the table do for each other, the same in every history: words."""

from tests.non_interference.author import Author
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
