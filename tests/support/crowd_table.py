"""One table of a crowd: who sits at it, what they know, and what was answered to them."""

import random
from collections.abc import Mapping
from typing import Any

from tests.support.crowd_intents import Author, Intent, Knowledge
from tests.support.kill_server import CREATE_KEY
from tests.support.seats import Answer, Member, Seat

SEATS = (
    ("storyteller", "storyteller", "json"),
    ("storyteller", "storyteller", "msgpack"),
    ("understudy", "player", "json"),
    ("ann", "player", "json"),
    ("ann", "player", "msgpack"),
    ("bob", "player", "msgpack"),
    ("helper", "bot", "msgpack"),
    ("guest", "spectator", "json"),
)
"""Who sits where: some on two devices, in both encodings."""


class Table:
    """One room with its members; everything is seeded."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name = name
        self.room = ""
        self.knows = Knowledge()
        self.chance = chance
        self.author = Author(chance, self.knows, name)
        self.members: dict[str, Member] = {}
        self.seats: list[Seat] = []
        self.invite = chance.randbytes(16)
        self.done: dict[str, tuple[Member, Intent, Answer]] = {}
        self.fresh: list[str] = []
        for who, role, encoding in SEATS:
            if who not in self.members:
                self.members[who] = Member(who, role, chance.randbytes(32))
            self.seats.append(Seat(self.members[who], encoding))

    def open(self, port: int) -> None:
        """Found the room, let everybody in, and bring the characters."""
        storyteller = self.seats[0]
        for seat in self.seats:
            seat.hello(port, self._entry(seat))
            seat.until_welcome()
            self.knows.ids[seat.member.name] = seat.member.id
        self.room = storyteller.room
        self._must({"type": "create_invite", "role": "spectator", "secret": self.invite})
        self._must({"type": "start_session"})
        for name in ("ann", "bob", "helper", "npc", "hidden"):
            owners = [self.knows.ids[name]] if name in self.knows.ids else []
            self.knows.characters[name] = self._must(
                {
                    "type": "create_character",
                    "name": name,
                    "owners": owners,
                    "hidden": name == "hidden",
                    "hunger": 1,
                    "resolve": 4,
                }
            )
        for name, tracker, audience in (
            ("ann", "stains", "storytellers"),
            ("bob", "hunger", "owner"),
            ("npc", "health", "storytellers"),
        ):
            character = self.knows.characters[name]
            told = {"character": character, "tracker": tracker, "audience": audience}
            self._must({"type": "set_tracker_audience", **told})

    def _entry(self, seat: Seat) -> Mapping[str, Any] | None:
        if seat.member.id:
            return None
        if seat.member.name == "storyteller":
            return {
                "type": "create",
                "create_key": CREATE_KEY,
                "room_name": self.name,
                "name": "storyteller",
            }
        secret = self.chance.randbytes(16)
        self._must({"type": "create_invite", "role": seat.member.role, "secret": secret})
        return {"type": "invite", "secret": secret, "name": seat.member.name}

    def _must(self, intent: Intent) -> str:
        """Let the Storyteller do something that is needed; returns what it made."""
        if intent["type"] == "create_invite":
            intent = {**intent, "uses": 100}
        answer = self.seats[0].ask({"id": self.author.id(), **intent})
        assert answer.is_accepted, answer
        return str(answer.said.get("created"))

    # --- playing ---------------------------------------------------------------------------------

    def next_intent(self, seat: Seat) -> Intent:
        """What a seat does next, as far as it has heard what goes on."""
        member = seat.member
        habits = "understudy" if member.name == "understudy" else member.role
        return self.author.intent(member.name, habits)

    def hear(self, seat: Seat) -> None:
        """Let the table know what a seat was told."""
        for event in seat.news:
            self.knows.hear(event)
        seat.news.clear()

    def note_answers(self, seat: Seat, sent: Mapping[str, Intent]) -> None:
        """Keep what was accepted: it is bound for ever."""
        for id, answer in seat.answers.items():
            intent = sent[id]
            if answer.is_accepted:
                self.fresh.append(id)
                self.done[id] = seat.member, intent, answer
                is_secret = intent.get("visibility") == "secret" and "created" in answer.said
                if is_secret and seat.member.name == "storyteller":
                    self.knows.hidden_rolls.append(answer.said["created"])
        seat.answers.clear()

    def seat_for(self, member: Member) -> Seat:
        """One of a member's seats."""
        return self.chance.choice([seat for seat in self.seats if seat.member is member])
