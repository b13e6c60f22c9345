"""
The reducer of PROTOCOL.md as code: a snapshot and an event make the next snapshot.

It knows plain JSON and nothing of the server. What the document says of an event's effect on the
snapshot stands here in the same words, so that a test can tell whether it is true.
"""

from typing import Any

Json = dict[str, Any]

_LISTS = {
    "members": "member",
    "characters": "character",
    "standing_rolls": "roll",
    "contests": "contest",
    "proposals": "proposal",
    "effects": "effect",
    "requests": "request",
    "reveals": "reveal",
    "invites": "invite",
    "boundaries": "boundary",
    "bonds": "bond",
    "boons": "boon",
    "clocks": "clock",
}
"""The lists of a snapshot, and the field by which their entries are told apart and sorted."""

_REMOVING = {
    "member_left": "members",
    "member_removed": "members",
    "invite_revoked": "invites",
    "invite_expired": "invites",
    "roll_settled": "standing_rolls",
    "roll_retracted": "standing_rolls",
    "boundary_removed": "boundaries",
    "bond_removed": "bonds",
    "boon_removed": "boons",
    "contest_decided": "contests",
    "contest_resolved": "contests",
    "contest_withdrawn": "contests",
    "proposal_confirmed": "proposals",
    "proposal_dismissed": "proposals",
    "proposal_lapsed": "proposals",
    "effect_ended": "effects",
    "request_closed": "requests",
    "reveal_cancelled": "reveals",
    "reveal_due": "reveals",
}

_COPYING: dict[str, tuple[str, tuple[str, ...]]] = {
    "member_renamed": ("members", ("name",)),
    "role_changed": ("members", ("role",)),
    "character_edited": ("characters", ("name", "clan")),
    "beliefs_noted": ("characters", ("beliefs",)),
    "experience_awarded": ("characters", ("experience",)),
    "experience_spent": ("characters", ("experience",)),
    "regnant_kept": ("bonds", ("regnant", "regnant_name")),
    "roll_attributed": ("standing_rolls", ("character",)),
    "request_answered": ("requests", ("answer",)),
    "request_rolled": ("requests", ("roll",)),
}

_ROOM = {
    "room_created": ("name", "system", "house_rules"),
    "room_renamed": ("name",),
    "session_started": ("session",),
    "room_locked": ("locked",),
    "tenets_set": ("tenets",),
}


class View:
    """A snapshot that events are folded into, as one member sees it."""

    def __init__(self, snapshot: Json, me: str) -> None:
        self.snapshot = snapshot
        self._me = me

    def fold(self, event: Json) -> None:
        """Fold one event in; an unknown one changes nothing."""
        proof = event.get("proof")
        if proof is not None and proof["lane"] == "open" and event["type"] != "roll_revealed":
            self._pour(proof["book"], proof["member"], proof["entropy"])
        kind = event["type"]
        if kind in _REMOVING:
            self._remove(_REMOVING[kind], event)
        elif kind in _COPYING:
            name, fields = _COPYING[kind]
            entry = self._find(name, event[_LISTS[name]])
            if entry is not None:
                entry.update({field: event[field] for field in fields})
        elif kind in _ROOM:
            self.snapshot.update({field: event[field] for field in _ROOM[kind]})
        else:
            method = getattr(self, f"_{kind}", None)
            if method is not None:
                method(event)

    # --- lists --------------------------------------------------------------------------------

    def _find(self, name: str, id: str) -> Json | None:
        found = [each for each in self.snapshot[name] if each[_LISTS[name]] == id]
        return found[0] if found else None

    def _remove(self, name: str, which: Json) -> None:
        key = _LISTS[name]
        self.snapshot[name] = [each for each in self.snapshot[name] if each[key] != which[key]]

    def _put(self, name: str, entry: Json) -> None:
        self._remove(name, entry)
        self.snapshot[name] = sorted([*self.snapshot[name], entry], key=lambda e: e[_LISTS[name]])

    def _is_storyteller(self) -> bool:
        me = self._find("members", self._me)
        return me is not None and me["role"] == "storyteller"

    # --- events that need more than a table ---------------------------------------------------

    def _paused(self, event: Json) -> None:
        self.snapshot["pause"] = event["pause"]

    def _pause_lifted(self, event: Json) -> None:
        self.snapshot["pause"] = None

    def _boundary_added(self, event: Json) -> None:
        self._put("boundaries", event["boundary"])

    def _beliefs_hidden(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            character.pop("beliefs", None)

    def _bond_noted(self, event: Json) -> None:
        self._put("bonds", dict(event["bond"]))

    def _boon_noted(self, event: Json) -> None:
        self._put("boons", event["boon"])

    def _book_opened(self, event: Json) -> None:
        kept = ("book", "table", "secret", "lanes")
        self.snapshot["dice"] = {name: event[name] for name in kept} | {"pot": [], "c": 0}

    def _lanes_added(self, event: Json) -> None:
        dice = self.snapshot["dice"]
        if dice is not None and dice["book"] == event["book"]:
            dice["lanes"] = sorted(dice["lanes"] + event["lanes"], key=lambda e: e["member"])

    def _entropy_added(self, event: Json) -> None:
        self._pour(event["book"], event["member"], event["entropy"])

    def _pour(self, book: str, member: str, entropy: str) -> None:
        dice = self.snapshot["dice"]
        if dice is None or dice["book"] != book:
            return
        others = [entry for entry in dice["pot"] if entry["member"] != member]
        entry = {"member": member, "entropy": entropy}
        dice["pot"] = sorted([*others, entry], key=lambda e: e["member"])
        dice["c"] += 1

    def _contest_reacted(self, event: Json) -> None:
        contest = self._find("contests", event["contest"])
        if contest is not None:
            named = [contest["against"], *contest.get("others", ())]
            reaction = {"character": event["character"], "reaction": event["reaction"]}
            reactions = [*contest.get("reactions", ()), reaction]
            contest["reactions"] = sorted(reactions, key=lambda r: named.index(r["character"]))

    def _session_ended(self, event: Json) -> None:
        self.snapshot["session"] = None

    def _house_rules_changed(self, event: Json) -> None:
        self.snapshot["house_rules"] = event["house_rules"]
        if event.get("system") is not None:
            self.snapshot["system"] = event["system"]

    def _sheet_noted(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            character.update({field: event[field] for field in ("traits", "audiences")})
            character["sheet"] = event.get("sheet")
            if event.get("experience") is not None:
                character["experience"] = event["experience"]

    def _member_joined(self, event: Json) -> None:
        self._put("members", {name: event[name] for name in ("member", "name", "role")})

    def _clock_begun(self, event: Json) -> None:
        self._put("clocks", {name: event[name] for name in ("clock", "number", "title")})

    def _invite_created(self, event: Json) -> None:
        invite = {name: event[name] for name in ("invite", "role", "expires_at_ms")}
        self._put("invites", invite | {"uses_left": event["uses"]})

    def _invite_used(self, event: Json) -> None:
        invite = self._find("invites", event["invite"])
        if event["uses_left"] == 0:
            self._remove("invites", event)
        elif invite is not None:
            invite["uses_left"] = event["uses_left"]

    def _character_created(self, event: Json) -> None:
        self._put("characters", dict(event["card"]))

    def _character_unhidden(self, event: Json) -> None:
        known = self._find("characters", event["card"]["character"]) or {}
        shown = ("trackers", "audiences", "traits", "sheet", "beliefs", "experience")
        kept = {name: known[name] for name in shown if name in known}
        self._put("characters", event["card"] | kept)

    def _owners_changed(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is None:
            return
        character["owners"] = event["owners"]
        self._close_sheet(character)

    def _stand_in_set(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            character["stand_in"] = event["member"]

    def _stand_in_ended(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            character.pop("stand_in", None)
            self._close_sheet(character)

    def _close_sheet(self, character: Json) -> None:
        """Who plays a character no more sees no more of it."""
        players = (*character.get("owners", ()), character.get("stand_in"))
        if self._me not in players and not self._is_storyteller():
            character.pop("traits", None)
            character.pop("audiences", None)
            character.pop("sheet", None)
            character.pop("experience", None)

    def _trackers_shown(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            character["trackers"] = character.get("trackers", {}) | event["trackers"]

    def _trackers_hidden(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            for tracker in event["trackers"]:
                character.get("trackers", {}).pop(tracker, None)

    def _tracker_changed(self, event: Json) -> None:
        shown = {event["tracker"]: event["after"]}
        self._trackers_shown({"character": event["character"], "trackers": shown})

    def _tracker_audience_changed(self, event: Json) -> None:
        character = self._find("characters", event["character"])
        if character is not None:
            audiences = character.get("audiences", {}) | {event["tracker"]: event["audience"]}
            character["audiences"] = audiences

    def _request_opened(self, event: Json) -> None:
        self._put("requests", event["request"])

    def _reveal_scheduled(self, event: Json) -> None:
        self._put("reveals", event["reveal"])

    def _difficulty_kept(self, event: Json) -> None:
        request = self._find("requests", event["request"])
        if request is not None:
            request.update(kept=event["difficulty"], told=event["told"])

    def _roll_resolved(self, event: Json) -> None:
        request = self._find("requests", event.get("request", ""))
        if request is not None:
            request["roll"] = event["roll"]
        if event.get("is_standing", False):
            standing = {name: event[name] for name in ("roll", "member", "character")}
            self._put("standing_rolls", standing)

    def _roll_rerolled(self, event: Json) -> None:
        if not event.get("is_standing", False):
            self._remove("standing_rolls", event)

    def _contest_opened(self, event: Json) -> None:
        self._put("contests", event["contest"])

    def _character_removed(self, event: Json) -> None:
        self._remove("characters", event)
        held = [e for e in self.snapshot["effects"] if e["character"] != event["character"]]
        self.snapshot["effects"] = held
        gone = event["character"]
        bonds = [e for e in self.snapshot["bonds"] if e["character"] != gone]
        self.snapshot["bonds"] = bonds
        asked = [e for e in self.snapshot["requests"] if e["character"] != gone]
        self.snapshot["requests"] = asked
        left = [[a for a in group if a["character"] != gone] for group in self.snapshot["order"]]
        self.snapshot["order"] = [group for group in left if group]

    def _turn_ordered(self, event: Json) -> None:
        self.snapshot["order"] = event["order"]

    def _clock_ended(self, event: Json) -> None:
        self._remove("clocks", event)
        if event["clock"] == "turn":
            self.snapshot["order"] = []

    def _effect_begun(self, event: Json) -> None:
        self._put("effects", event["effect"])

    def _effect_changed(self, event: Json) -> None:
        self._put("effects", event["effect"])

    def _proposal_opened(self, event: Json) -> None:
        self._put("proposals", event["proposal"])
