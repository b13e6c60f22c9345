"""One person at the table: names looked up, intents sent, answers told."""

from typing import Any

import pytest
from coterie_client import (
    Accepted,
    Event,
    HistoryPage,
    Live,
    OutcomeUnknown,
    Rejected,
    Waiting,
    normalise,
    parse_link,
)
from coterie_client.terminal import Player

from tests.client_python.fake import snapshot

Json = dict[str, Any]


class StubClient:
    """What a player needs of a client; it keeps what is sent."""

    def __init__(self, member: str, **changes: Any) -> None:
        members = [
            {"member": "m1", "name": "Ada", "role": "storyteller"},
            {"member": "m2", "name": "Ben", "role": "player"},
            {"member": "m3", "name": "Cleo", "role": "player"},
            {"member": "m4", "name": "Cleopatra", "role": "spectator"},
        ]
        characters = [
            {"character": "c1", "name": "Zoë", "kind": "vampire", "owners": ["m2"]},
            {"character": "c2", "name": "Łucja", "kind": "vampire", "owners": ["m3"]},
            {"character": "c3", "name": "Max", "kind": "mortal", "owners": ["m3"]},
        ]
        self.state = normalise(snapshot(members=members, characters=characters, **changes))
        self.member = member
        self.url = "wss://host/table/ws"
        self.status = Live()
        self.present = frozenset({"m1", member})
        self.clock_offset_s = -2.5
        self.waiting = [Waiting("x", "roll", was_sent=True), Waiting("y", "rouse", was_sent=False)]
        self.sent: list[Json] = []
        self.answer: Accepted | Exception = Accepted("id", 1)
        self.page = HistoryPage((), has_more=False)

    async def send(self, intent: Json) -> Accepted:
        self.sent.append(intent)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    async def history(self, *, limit: int) -> HistoryPage:
        return self.page


def seat(member: str = "m2", **changes: Any) -> tuple[Player, StubClient]:
    """A player with a stub."""
    client = StubClient(member, **changes)
    return Player(client), client  # type: ignore[arg-type]


async def sent_by(line: str, member: str = "m2", **changes: Any) -> Json:
    """The one intent that a line sends."""
    player, client = seat(member, **changes)
    assert await player.obey(line) == []
    [intent] = client.sent
    return intent


async def refusal_of(line: str, member: str = "m2", **changes: Any) -> str:
    """What is answered to a line that sends nothing."""
    player, client = seat(member, **changes)
    [answer] = await player.obey(line)
    assert client.sent == []
    return answer


async def test_the_only_character_acts_by_itself() -> None:
    """Without being named."""
    assert await sent_by('roll 6 d4 "Wits" private') == {
        "type": "roll",
        "pool": 6,
        "difficulty": 4,
        "label": "Wits",
        "visibility": "private",
        "character": "c1",
    }


async def test_a_bare_roll_has_no_character() -> None:
    """And its own Hunger."""
    assert await sent_by("roll 3 bare hunger 2") == {"type": "roll", "pool": 3, "hunger": 2}


async def test_of_several_characters_one_is_chosen() -> None:
    """For one order, or from now on; a name's beginning is enough."""
    assert "several characters" in await refusal_of("roll 3", "m3")
    assert (await sent_by("roll 3 as max", "m3"))["character"] == "c3"
    player, client = seat("m3")
    assert await player.obey("as łu") == ["You play Łucja now."]
    await player.obey("rouse")
    assert client.sent[-1]["character"] == "c2"
    await player.obey("as")
    assert "several" in (await player.obey("rouse"))[0]


async def test_nobodys_characters_are_the_storytellers() -> None:
    """A Storyteller plays them without owning them."""
    characters = [{"character": "n", "name": "The hunter", "kind": "mortal"}]
    assert "for which character" in await refusal_of("rouse", "m1")
    client = StubClient("m1")
    client.state = normalise({**client.state, "characters": characters})
    await Player(client).obey("damage 2")  # type: ignore[arg-type]
    assert client.sent[0]["character"] == "n"


async def test_names_are_found_in_any_form() -> None:
    """Case and composition do not matter; a whole name goes before a beginning (case H1)."""
    assert (await sent_by("damage 1 of zoe\u0308"))["character"] == "c1"
    assert (await sent_by("roll 1 whisper cleo"))["to"] == ["m3"]
    assert "several" in await refusal_of("roll 1 whisper cl")
    assert "no member 'Dan'" in await refusal_of("roll 1 whisper Dan")
    assert "no character 'Dan'" in await refusal_of("damage 1 of Dan")


async def test_several_of_one_name_are_told_apart_by_id() -> None:
    """Names need not be unique."""
    twins = [{"character": id, "name": "Zoë", "kind": "mortal"} for id in ("c8", "c9")]
    client = StubClient("m1")
    client.state = normalise({**client.state, "characters": twins})
    player = Player(client)  # type: ignore[arg-type]
    [answer] = await player.obey("damage 1 of Zoë")
    assert "c8" in answer
    assert await player.obey("damage 1 of c9") == []
    assert client.sent[0]["character"] == "c9"


STANDING = [{"roll": "r1", "member": "m2", "character": "c1"}]


async def test_the_newest_open_roll_is_rerolled() -> None:
    """Or the one that is named; somebody else's never by itself."""
    assert await sent_by("reroll 0 1", standing_rolls=STANDING) == {
        "type": "reroll",
        "regular_indices": [0, 1],
        "roll": "r1",
    }
    assert "no roll of yours" in await refusal_of("pass", "m3", standing_rolls=STANDING)
    two = [*STANDING, {"roll": "r2", "member": "m2", "character": None}]
    assert "say which" in await refusal_of("pass", standing_rolls=two)
    player, client = seat(standing_rolls=two)
    body = {"type": "roll_resolved", "roll": "r2", "member": "m2", "character": None}
    player.note(Event(1, "m", 0, "roll_resolved", {**body, "receipt": {}}))
    await player.obey("pass")
    assert client.sent == [{"type": "settle_roll", "roll": "r2"}]


async def test_a_roll_is_revealed_by_its_number() -> None:
    """Numbers are those on the screen."""
    player, client = seat()
    assert "which roll" in (await player.obey("reveal"))[0]
    assert "no #1" in (await player.obey("reveal #1"))[0]
    body = {"type": "roll_resolved", "roll": "r7", "member": "m1", "character": None}
    player.note(Event(1, "m", 0, "roll_resolved", {**body, "receipt": {}}))
    await player.obey("reveal #1 to Ada outcome")
    assert client.sent == [{"type": "reveal_roll", "part": "outcome", "roll": "r7", "to": ["m1"]}]


CONTEST = {
    "contest": "k1",
    "character": "c1",
    "against": "c2",
    "conflict": "social",
    "by": "m2",
    "roll": "r1",
}


async def test_a_contest_is_opened_and_answered() -> None:
    """Who is challenged answers with that character, though there are several."""
    assert await sent_by("contest 5 against Łucja social") == {
        "type": "open_contest",
        "pool": 5,
        "conflict": "social",
        "character": "c1",
        "against": "c2",
    }
    answered = await sent_by("answer 4 +1", "m3", contests=[CONTEST])
    assert (answered["contest"], answered["character"]) == ("k1", "c2")
    assert "no contest that waits" in await refusal_of("answer 4", "m2", contests=[CONTEST])
    assert (await sent_by("withdraw", contests=[CONTEST]))["contest"] == "k1"


async def test_the_only_proposal_is_meant() -> None:
    """With several, a number is asked for."""
    one = {"proposal": "x1", "kind": "messy_critical", "options": ["stains"]}
    assert await sent_by("confirm stains", "m1", proposals=[one]) == {
        "type": "confirm_proposal",
        "choice": "stains",
        "proposal": "x1",
    }
    two = [one, {**one, "proposal": "x2"}]
    assert "dismiss #N" in await refusal_of("dismiss", "m1", proposals=two)
    player, client = seat("m1", proposals=two)
    listed = await player.obey("business")
    assert any(line.startswith("#2 proposed: messy critical") for line in listed)
    await player.obey("dismiss #2")
    assert client.sent[0]["proposal"] == "x2"


async def test_an_invite_is_shown_as_a_link() -> None:
    """Its secret is the one that was sent, in the fragment, at the page beside the socket."""
    player, client = seat("m1")
    lines = await player.obey("invite player uses 3")
    link = parse_link(lines[-1])
    [intent] = client.sent
    assert (link.kind, link.secret, link.websocket_url) == (
        "invite",
        intent["secret"],
        "wss://host/table/ws",
    )
    assert parse_link((await player.obey("device"))[-1]).kind == "device"


async def test_characters_are_made_and_given() -> None:
    """For members by their names."""
    made = await sent_by('char new "Ольга" clan Tremere for Ben', "m1")
    assert (made["name"], made["owners"]) == ("Ольга", ["m2"])
    given = await sent_by("char give zoë to cleo", "m1")
    assert given == {"type": "set_owners", "owners": ["m3"], "character": "c1"}


async def test_people_are_changed_by_name() -> None:
    """Roles, removal, and one's own name."""
    role = await sent_by("role Ben storyteller", "m1")
    assert role == {"type": "set_role", "role": "storyteller", "member": "m2"}
    assert (await sent_by("remove Ben", "m1"))["member"] == "m2"
    assert (await sent_by("rename Zoë B"))["member"] == "m2"


async def test_a_refusal_is_told() -> None:
    """In the server's sentence, with what would be right."""
    player, client = seat()
    client.answer = Rejected("id", "hunger_full", "At Hunger 5 nobody Rouses.", accepted="feed")
    assert await player.obey("rouse") == [
        "No: At Hunger 5 nobody Rouses. (accepted: feed) [hunger_full]"
    ]
    client.answer = OutcomeUnknown("id", was_sent=True)
    assert "not known" in (await player.obey("rouse"))[0]


async def test_an_intent_that_shows_nothing_is_told_as_done() -> None:
    """Or one would wait for its event in vain."""
    player, client = seat()
    client.answer = Accepted("id")
    assert await player.obey("set hunger 2") == ["Done; nothing of it is shown to you."]


async def test_looking_around() -> None:
    """Who is here, the characters, the connection, the log."""
    player, client = seat()
    who = await player.obey("who")
    assert "  Ben (player, you): here" in who
    assert "  Cleo (player): away" in who
    assert (await player.obey("char"))[0] == "Zoë: vampire, played by Ben"
    assert (await player.obey("char show Max"))[0] == "Max: mortal, played by Cleo"
    assert "No: " in (await player.obey("char foo"))[0]
    status = await player.obey("status")
    assert status == [
        "live",
        "the server's clock is 2.5 s behind yours",
        "roll: sent, not answered yet",
        "rouse: not sent yet",
    ]
    assert await player.obey("log") == ["Nothing has happened yet."]
    body = {"type": "session_started", "session": 1, "by": "m1"}
    client.page = HistoryPage((Event(1, "m", 1000, "session_started", body),), has_more=False)
    assert (await player.obey("log 1"))[0].endswith("session 1 begins")
    assert await player.obey("") == []
    assert "Hunger die" in "\n".join(await player.obey("help"))
    assert client.sent == []


@pytest.mark.parametrize("line", ["quit", "exit"])
async def test_quitting_is_noted(line: str) -> None:
    """The loop ends then."""
    player, _ = seat()
    assert await player.obey(line) == []
    assert player.wants_to_quit
