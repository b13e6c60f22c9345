"""
The conversation that PROTOCOL.md shows: held with a real server, and written down.

`python -m tests.protocol.conversation` writes it into the document anew. Tokens, ids, dice and the
clock are fixed, so the same server says the same every time.
"""

import asyncio
import sys
import textwrap

from protocol.generate import HERE
from server.version import SERVER
from tests.protocol.layout import laid_out
from tests.protocol.real_table import CREATE_KEY, Item, Person, Table, real_table, some_bytes

DOCUMENT = HERE / "PROTOCOL.md"
COMMAND = "python -m tests.protocol.conversation"
BEGIN = f"<!-- The conversation is written by `{COMMAND}`; do not edit it here. -->"
END = "<!-- End of the conversation. -->"

DICE = (3, 9, 2, 6, 1, 8, 4, 10, 2, 7)
"""Five regular dice and two Hunger dice, then the three that Willpower rolls again."""


class Page:
    """What was said, as Markdown."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    async def says(self, person: Person, words: str, message: Item) -> None:
        """Somebody sends a message."""
        await person.say(message)
        self._write(words, "from_client", message)

    async def hears(self, person: Person, words: str, count: int) -> list[Item]:
        """Somebody is told so many items."""
        items = await person.hear(count)
        self._write(words, "from_server", items)
        return items

    def _write(self, words: str, claim: str, what: object) -> None:
        text = "\n".join(textwrap.wrap(words, 120, break_on_hyphens=False))
        self.parts.append(f"{text}\n\n```json {claim}\n{laid_out(what)}\n```\n")


async def hold(table: Table, page: Page) -> None:
    """Hold the conversation."""
    ines, mara = table.person("Ines"), table.person("Mara")
    secret = some_bytes("the invite", 16)

    await page.says(
        ines,
        "**Ines opens a room.** Her client makes a token, 32 random bytes, keeps it, and then says "
        "hello with the create key that the server printed at its start:",
        {
            "type": "hello",
            "token": ines.token,
            "entry": {
                "type": "create",
                "create_key": CREATE_KEY,
                "room_name": "Hamburg by night",
                "name": "Ines",
            },
            "client": "my-client/1.0",
        },
    )
    await page.hears(
        ines,
        "The server answers with the room as she may see it, and where her line of events stands: "
        "`position`. Every message of the server is an array, also where it holds one item:",
        1,
    )
    await page.says(
        ines,
        "**She invites a player.** Her client makes the invite's secret too, 16 random bytes, and "
        "puts it into the fragment of the link that she hands to Mara:",
        {"type": "create_invite", "id": table.new_id(), "role": "player", "secret": secret},
    )
    await page.hears(
        ines,
        "`accepted` says that it is stored. It comes before the events it caused, and `seq` is the "
        "first of these; `created` is the invite's id, with which she can revoke it:",
        2,
    )
    await page.says(
        mara,
        "**Mara joins.** Her client makes a token of its own. If no answer comes, it says the very "
        "same hello again: the same token is the same member, so nobody joins twice:",
        {
            "type": "hello",
            "token": mara.token,
            "entry": {"type": "invite", "secret": secret, "name": "Mara"},
        },
    )
    (welcome,) = await page.hears(
        mara,
        "Her view has a numbering of its own: that Ines made an invite is not in it, and no number "
        "is missing:",
        1,
    )
    await page.hears(ines, "Ines is told, too. Presence is neither stored nor numbered:", 3)
    await page.says(
        mara,
        "**Mara brings her character.**",
        {
            "type": "create_character",
            "id": table.new_id(),
            "name": "Lucia",
            "clan": "Toreador",
            "stamina": 2,
            "composure": 3,
            "resolve": 2,
            "blood_potency": 1,
            "hunger": 2,
        },
    )
    heard = await page.hears(
        mara,
        "One intent, three events: the card for everyone, the sheet for its owner, and the "
        "trackers for whoever may see them. They are folded into the snapshot by the rules in "
        "[Events](#events):",
        4,
    )
    lucia = heard[0]["created"]
    await ines.hear(3)
    await page.says(
        mara,
        "**She rolls** seven dice against Difficulty 5. Hunger is 2, so two of them are Hunger "
        "dice; the server knows that itself:",
        {
            "type": "roll",
            "id": table.new_id(),
            "character": lucia,
            "pool": 7,
            "label": "Wits + Insight",
            "difficulty": 5,
        },
    )
    heard = await page.hears(
        mara,
        "A failure, but not settled (`is_standing`): Willpower may roll up to three regular dice "
        "again. Consequences wait until then:",
        2,
    )
    roll = heard[0]["created"]
    await ines.hear(1)
    await page.says(
        mara,
        "**She spends Willpower** on the three regular dice that failed, named by their places:",
        {
            "type": "reroll",
            "id": table.new_id(),
            "roll": roll,
            "regular_indices": [0, 2, 4],
        },
    )
    heard = await page.hears(
        mara,
        "It cost a box of Willpower, and the roll now wins. Each rerolled die shows what it "
        "`replaced`. The roll stands no longer:",
        3,
    )
    last = heard[-1]
    await ines.hear(2)
    await mara.hang_up()
    await ines.hear(1)
    await ines.say({"type": "start_session", "id": table.new_id()})
    await ines.hear(2)
    await page.says(
        mara,
        "**Her connection is lost,** and meanwhile Ines starts the session. Mara's client connects "
        "again and says where its line stands: epoch and generation from the welcome, number and "
        "mark from the last event it has:",
        {
            "type": "hello",
            "token": mara.token,
            "resume": {
                "epoch": welcome["position"]["epoch"],
                "generation": 1,
                "seq": last["seq"],
                "mark": last["mark"],
            },
        },
    )
    await page.hears(
        mara,
        "The line goes on where it was: no snapshot, and what was missed follows the welcome:",
        2,
    )


async def written() -> str:
    """The conversation as it stands in the document."""
    page = Page()
    async with real_table(*DICE) as table:
        await hold(table, page)
    return "\n".join(page.parts).replace(SERVER, "coterie/x.y.z")


def with_conversation(document: str, conversation: str) -> str:
    """
    *document* with the conversation between its two marks.

    Raises:
        ValueError: The document has no such place.
    """
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{DOCUMENT.name} has no place for the conversation")
    return f"{before}{BEGIN}\n\n{conversation}\n{END}{after}"


def main() -> None:
    """Write the conversation into the document."""
    before = DOCUMENT.read_text(encoding="utf-8")
    after = with_conversation(before, asyncio.run(written()))
    DOCUMENT.write_text(after, encoding="utf-8", newline="\n")
    sys.stdout.write(f"{DOCUMENT.name} {'is as it was' if after == before else 'written'}\n")


if __name__ == "__main__":
    main()
