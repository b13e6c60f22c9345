"""
What a crowd does: every member something that fits its role, and now and then what does not.

Each intent that takes a text carries a word of its own, `veil-N`, by which its traces are found.
"""

import random
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Intent = dict[str, Any]


@dataclass(slots=True)
class Knowledge:
    """What the members of one table have heard of and may act upon."""

    ids: dict[str, str] = field(default_factory=dict)
    characters: dict[str, str] = field(default_factory=dict)
    standing: dict[str, deque[str]] = field(default_factory=dict)
    hidden_rolls: deque[str] = field(default_factory=lambda: deque(maxlen=50))
    proposals: deque[str] = field(default_factory=lambda: deque(maxlen=50))
    heard: set[str] = field(default_factory=set)

    def hear(self, event: dict[str, Any]) -> None:
        """Remember what of an event somebody may act upon; many hear the same."""
        match event["type"]:
            case "roll_resolved" if event.get("is_standing") and event["roll"] not in self.heard:
                self.heard.add(event["roll"])
                mine = self.standing.setdefault(event["member"], deque(maxlen=8))
                mine.append(event["roll"])
            case "proposal_opened":
                self.proposals.append(event["proposal"]["proposal"])


class Author:
    """Makes intents for the members of one table, always new ones."""

    def __init__(self, chance: random.Random, knows: Knowledge, name: str) -> None:
        self._chance = chance
        self._knows = knows
        self._table = name
        self._veils = 0

    def intent(self, member: str, role: str) -> Intent:
        """Something that a member does."""
        kinds, weights = zip(*_HABITS[role], strict=True)
        (kind,) = self._chance.choices(kinds, weights)
        return {"id": self.id(), **kind(self, member)}

    def id(self) -> str:
        """The id of a new intent."""
        return str(uuid.UUID(int=self._chance.getrandbits(128), version=4))

    def _veil(self) -> str:
        self._veils += 1
        return f"veil-{self._table}{self._veils}"

    def _character(self, member: str) -> dict[str, str]:
        own = self._knows.characters.get(member)
        return {} if own is None else {"character": own}

    def _character_or_none(self, member: str) -> dict[str, str]:
        """Often none: a character's roll settles the one before, and some are to be rerolled."""
        return self._character(member) if self._chance.random() < 0.25 else {}

    # --- rolls -----------------------------------------------------------------------------------

    def _roll(self, visibility: str, **more: Any) -> Intent:
        return {
            "type": "roll",
            "pool": self._chance.randint(1, 6),
            "difficulty": self._chance.randint(1, 4),
            "label": self._veil(),
            "visibility": visibility,
            **more,
        }

    def public_roll(self, member: str) -> Intent:
        return self._roll("public", **self._character_or_none(member))

    def own_roll(self, member: str) -> Intent:
        visibility = self._chance.choice(["public", "private"])
        return self._roll(visibility, **self._character(member))

    def private_roll(self, member: str) -> Intent:
        return self._roll("private", **self._character_or_none(member))

    def blind_roll(self, member: str) -> Intent:
        return self._roll("blind", **self._character_or_none(member))

    def secret_roll(self, member: str) -> Intent:
        return self._roll("secret")

    def whispered_roll(self, member: str) -> Intent:
        others = sorted(id for name, id in self._knows.ids.items() if name != member)
        return self._roll("whisper", to=[self._chance.choice(others)])

    def hidden_roll(self, member: str) -> Intent:
        return self._roll("secret", character=self._knows.characters["hidden"])

    def rouse(self, member: str) -> Intent:
        character = self._character(member) or {"character": self._knows.characters["npc"]}
        return {"type": "rouse", "label": self._veil(), **character}

    def reroll(self, member: str) -> Intent:
        standing = self._knows.standing.get(self._knows.ids[member])
        if not standing:
            return self.own_roll(member)
        return {"type": "reroll", "roll": standing.pop(), "regular_indices": [0]}

    def settle(self, member: str) -> Intent:
        standing = self._knows.standing.get(self._knows.ids[member])
        if not standing:
            return self.private_roll(member)
        return {"type": "settle_roll", "roll": standing.pop()}

    def reveal(self, member: str) -> Intent:
        if not self._knows.hidden_rolls:
            return self.secret_roll(member)
        intent: Intent = {
            "type": "reveal_roll",
            "roll": self._chance.choice(self._knows.hidden_rolls),
            "part": self._chance.choice(["whole", "outcome"]),
        }
        if self._chance.random() < 0.5:
            intent["to"] = [self._chance.choice(sorted(self._knows.ids.values()))]
        return intent

    # --- trackers --------------------------------------------------------------------------------

    def set_tracker(self, member: str) -> Intent:
        return {
            "type": "set_tracker",
            "tracker": self._chance.choice(["hunger", "humanity", "stains"]),
            "value": self._chance.randint(0, 5),
            "note": self._veil(),
            "visibility": self._chance.choice(["public", "private", "secret"]),
            **self._any_character(member),
        }

    def damage(self, member: str) -> Intent:
        return {
            "type": "deal_damage",
            "track": self._chance.choice(["health", "willpower"]),
            "kind": self._chance.choice(["superficial", "aggravated"]),
            "amount": self._chance.randint(1, 3),
            "note": self._veil(),
            "visibility": self._chance.choice(["public", "private", "blind"]),
            **self._any_character(member),
        }

    def heal(self, member: str) -> Intent:
        return {
            "type": "heal",
            "track": self._chance.choice(["health", "willpower"]),
            "kind": self._chance.choice(["superficial", "aggravated"]),
            "amount": self._chance.randint(1, 5),
            "note": self._veil(),
            **self._any_character(member),
        }

    def _any_character(self, member: str) -> dict[str, str]:
        """Its own, or for who has none any at the table."""
        own = self._character(member)
        return own or {"character": self._chance.choice(sorted(self._knows.characters.values()))}

    # --- people and business ---------------------------------------------------------------------

    def change_role(self, member: str) -> Intent:
        role = self._chance.choice(["player", "storyteller"])
        return {"type": "set_role", "member": self._knows.ids["understudy"], "role": role}

    def dismiss(self, member: str) -> Intent:
        if not self._knows.proposals:
            return self.public_roll(member)
        proposal = self._chance.choice(self._knows.proposals)
        return {"type": "dismiss_proposal", "proposal": proposal, "note": self._veil()}

    def rename(self, member: str) -> Intent:
        return {
            "type": "rename_member",
            "member": self._knows.ids[member],
            "name": f"{member} {self._veil()}",
        }

    def trespass(self, member: str) -> Intent:
        """Something that is not this member's business, unless it is a Storyteller."""
        return {"type": "rename_room", "name": self._veil()}


_PLAYERS: list[tuple[Callable[[Author, str], Intent], int]] = [
    (Author.public_roll, 6),
    (Author.private_roll, 3),
    (Author.blind_roll, 3),
    (Author.whispered_roll, 2),
    (Author.secret_roll, 1),
    (Author.rouse, 3),
    (Author.reroll, 3),
    (Author.settle, 1),
    (Author.set_tracker, 3),
    (Author.damage, 2),
    (Author.heal, 3),
    (Author.trespass, 1),
]
_HABITS: dict[str, list[tuple[Callable[[Author, str], Intent], int]]] = {
    "storyteller": [
        (Author.public_roll, 3),
        (Author.secret_roll, 5),
        (Author.hidden_roll, 4),
        (Author.whispered_roll, 2),
        (Author.rouse, 2),
        (Author.reveal, 3),
        (Author.set_tracker, 4),
        (Author.damage, 2),
        (Author.heal, 2),
        (Author.dismiss, 2),
        (Author.change_role, 1),
    ],
    "understudy": [
        (Author.public_roll, 3),
        (Author.secret_roll, 3),
        (Author.blind_roll, 2),
        (Author.rename, 1),
    ],
    "player": _PLAYERS,
    "bot": [
        (Author.own_roll, 2),
        (Author.reroll, 4),
        (Author.settle, 1),
        (Author.whispered_roll, 2),
        (Author.rename, 1),
    ],
    "spectator": [(Author.rename, 3), (Author.public_roll, 1)],
}
