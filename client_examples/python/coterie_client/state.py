"""
The client's copy of the room: a snapshot, folded forward event by event.

`fold(state, event, viewer)` gives the state after the event; after every event it equals what the
server's own snapshot for this viewer would say (brought into the same form by `normalise`).
Nothing is changed in place, so an older state stays as it was. Knows no connection.

How events change a snapshot, where the protocol leaves room for readings:

- Lists are kept sorted by id (clocks by their name).
- Which tracker values the viewer has is said by `trackers_shown` and `trackers_hidden` alone;
  `tracker_changed` changes a value that is shown and adds none.
- `character_removed` takes the character's effects along, and its place in the turn; the order of a
  turn goes with the turn. Its requests go with it, too.
- `roll_resolved` with `request` names the roll of that request; `roll_judged` changes no snapshot.
- `tracker_set`, `damage_dealt`, `healed`, `fed`, `stains_added`, `blood_spent`, `willpower_spent`,
  `blood_drunk`, `roll_revealed`, `blind_roll_made`, `device_link_created`, `device_linked` and
  `said` and `change_undone` tell causes and words; they change no snapshot.
- `sheet_noted` replaces traits, audiences and sheet, and says experience where it has any;
  `tracker_audience_changed` changes one audience, for owners and Storytellers. A viewer who is
  neither any more after `owners_changed` loses them all.
- `character_unhidden` brings a card for those who had none; whoever had one keeps its trackers,
  traits, audiences, sheet, beliefs and experience.
- `beliefs_noted` says what a character believes to whoever sees it; `beliefs_hidden` takes it away.
  `regnant_kept` tells Storytellers the veiled regnant of a bond. A character that goes takes along
  the bonds in which it is bound.
- `roll_resolved` with `is_standing` adds a standing roll; `roll_rerolled` without it,
  `roll_settled` and `roll_retracted` remove it; `roll_attributed` names its character.
- A member who goes takes nothing along: owners, rolls and contests change by their own events.
- An invite stays until it is used up, revoked or said to have expired, whatever the clock says.
- `book_opened`, `lanes_added`, `entropy_added`, `roll_proven` and rolls with a proof change `dice`,
  the live book; `dice/book.py` says how.
- An event of a type unknown here changes nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from coterie_client.dice.book import fold_book
from coterie_client.shape import (
    LISTS,
    change,
    full_character,
    full_effect,
    full_order,
    full_pause,
    full_proposal,
    full_request,
    full_sheet,
    full_tracker,
    put,
    without,
)
from coterie_client.state_of_beliefs import BELIEF_FOLDS
from coterie_client.wire import Json

Fold = Callable[[Json, Mapping[str, Any], str], Json]


def fold(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    """
    The state after *event*.

    Args:
        state: A normalised snapshot; left as it is.
        event: The body of an event, with its `type`.
        viewer: The id of the member whose state this is.

    Raises:
        KeyError, TypeError, ValueError: The body lacks what events of its type have.
    """
    step = _FOLDS.get(event["type"])
    after = state if step is None else step(state, event, viewer)
    book = fold_book(after["dice"], event, viewer)
    return after if book is after["dice"] else {**after, "dice": book}


def find(state: Json, section: str, id: str) -> Json | None:
    """The entry of a list of the state by its id, such as `find(state, "members", id)`."""
    key = LISTS[section]
    for entry in state[section]:
        if entry[key] == id:
            found: Json = entry
            return found
    return None


def is_storyteller(state: Json, member: str) -> bool:
    """Whether a member is a Storyteller now."""
    found = find(state, "members", member)
    return found is not None and found["role"] == "storyteller"


# --- the room and its people --------------------------------------------------------------------


def _room_created(state: Json, event: Mapping[str, Any], _: str) -> Json:
    named = {key: event[key] for key in ("name", "system", "house_rules")}
    return {**state, **named}


def _room_renamed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "name": event["name"]}


def _room_locked(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "locked": event["locked"]}


def _house_rules_changed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    system = event.get("system") or state["system"]
    return {**state, "house_rules": event["house_rules"], "system": system}


def _member_joined(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "members", {key: event[key] for key in ("member", "name", "role")})


def _member_gone(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "members", event["member"])


def _member_renamed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "members", event["member"], {"name": event["name"]})


def _role_changed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "members", event["member"], {"role": event["role"]})


def _invite_created(state: Json, event: Mapping[str, Any], _: str) -> Json:
    invite = {
        "invite": event["invite"],
        "role": event["role"],
        "uses_left": event["uses"],
        "expires_at_ms": event["expires_at_ms"],
    }
    return put(state, "invites", invite)


def _invite_used(state: Json, event: Mapping[str, Any], _: str) -> Json:
    if event["uses_left"] <= 0:
        return without(state, "invites", event["invite"])
    return change(state, "invites", event["invite"], {"uses_left": event["uses_left"]})


def _invite_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "invites", event["invite"])


# --- characters and trackers --------------------------------------------------------------------


def _character_created(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "characters", full_character(event["card"]))


_KEPT = ("trackers", "audiences", "traits", "sheet", "beliefs", "experience")
"""What whoever had a card keeps of it when the character is un-hidden."""


def _character_unhidden(state: Json, event: Mapping[str, Any], _: str) -> Json:
    card = full_character(event["card"])
    known = find(state, "characters", card["character"])
    if known is not None:
        card |= {key: known[key] for key in _KEPT}
    return put(state, "characters", card)


def _sheet_noted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    noted = {
        "traits": dict(event["traits"]),
        "audiences": dict(event["audiences"]),
        "sheet": full_sheet(event.get("sheet")),
    }
    if event.get("experience") is not None:
        noted["experience"] = event["experience"]
    return change(state, "characters", event["character"], noted)


def _character_edited(state: Json, event: Mapping[str, Any], _: str) -> Json:
    named = {"name": event["name"], "clan": event["clan"]}
    return change(state, "characters", event["character"], named)


def _owners_changed(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    return _played_otherwise(state, event, viewer, {"owners": sorted(event["owners"])})


def _stand_in_set(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "characters", event["character"], {"stand_in": event["member"]})


def _stand_in_ended(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    return _played_otherwise(state, event, viewer, {"stand_in": None})


def _played_otherwise(state: Json, event: Mapping[str, Any], viewer: str, changes: Json) -> Json:
    """Who plays a character no more sees no more of its sheet."""
    known = find(state, "characters", event["character"])
    if known is None:
        return state
    after = {**known, **changes}
    if not (_plays(after, viewer) or is_storyteller(state, viewer)):
        after |= {"traits": {}, "audiences": {}, "sheet": None, "experience": None}
    return put(state, "characters", after)


def _plays(character: Json, member: str) -> bool:
    """Whether a member owns a character, or stands in for its owners."""
    return member in (*character["owners"], character["stand_in"])


def _character_removed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    gone = event["character"]
    effects = [effect for effect in state["effects"] if effect["character"] != gone]
    groups = ([one for one in group if one["character"] != gone] for group in state["order"])
    order = [group for group in groups if group]
    requests = [request for request in state["requests"] if request["character"] != gone]
    left = without(state, "characters", gone)
    bonds = [bond for bond in state["bonds"] if bond["character"] != gone]
    kept = {"effects": effects, "order": order, "requests": requests, "bonds": bonds}
    return {**left, **kept}


def _effect_begun(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "effects", full_effect(event["effect"]))


def _effect_ended(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "effects", event["effect"])


def _trackers_shown(state: Json, event: Mapping[str, Any], _: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None:
        return state
    shown = {name: full_tracker(value) for name, value in event["trackers"].items()}
    return put(state, "characters", {**known, "trackers": {**known["trackers"], **shown}})


def _trackers_hidden(state: Json, event: Mapping[str, Any], _: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None:
        return state
    kept = {n: v for n, v in known["trackers"].items() if n not in event["trackers"]}
    return put(state, "characters", {**known, "trackers": kept})


def _tracker_audience_changed(state: Json, event: Mapping[str, Any], viewer: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None or not (_plays(known, viewer) or is_storyteller(state, viewer)):
        return state
    audiences = {**known["audiences"], event["tracker"]: event["audience"]}
    return put(state, "characters", {**known, "audiences": audiences})


def _tracker_changed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    known = find(state, "characters", event["character"])
    if known is None or event["tracker"] not in known["trackers"]:
        return state
    trackers = {**known["trackers"], event["tracker"]: full_tracker(event["after"])}
    return put(state, "characters", {**known, "trackers": trackers})


# --- rolls, contests and proposals --------------------------------------------------------------


def _roll_resolved(state: Json, event: Mapping[str, Any], _: str) -> Json:
    if event.get("request"):
        state = change(state, "requests", event["request"], {"roll": event["roll"]})
    if not event.get("is_standing", False):
        return state
    standing = {key: event[key] for key in ("roll", "member", "character")}
    return put(state, "standing_rolls", standing)


def _roll_attributed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "standing_rolls", event["roll"], {"character": event["character"]})


def _roll_rerolled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    if event.get("is_standing", False):
        return state
    return without(state, "standing_rolls", event["roll"])


def _roll_settled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "standing_rolls", event["roll"])


def _contest_opened(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "contests", dict(event["contest"]))


def _contest_reacted(state: Json, event: Mapping[str, Any], _: str) -> Json:
    contest = find(state, "contests", event["contest"])
    if contest is None:
        return state
    reaction = {"character": event["character"], "reaction": event["reaction"]}
    # In the order in which the opponents were named, as a snapshot has them.
    reacted = {each["character"]: each for each in (*contest.get("reactions", ()), reaction)}
    named = (contest["against"], *contest.get("others", ()))
    reactions = [reacted[each] for each in named if each in reacted]
    return put(state, "contests", {**contest, "reactions": reactions})


def _contest_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "contests", event["contest"])


def _proposal_opened(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "proposals", full_proposal(event["proposal"]))


def _proposal_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "proposals", event["proposal"])


# --- requests -----------------------------------------------------------------------------------


def _request_opened(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "requests", full_request(event["request"]))


def _difficulty_kept(state: Json, event: Mapping[str, Any], _: str) -> Json:
    kept = {"kept": event["difficulty"], "told": event["told"]}
    return change(state, "requests", event["request"], kept)


def _request_answered(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "requests", event["request"], {"answer": event["answer"]})


def _request_rolled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return change(state, "requests", event["request"], {"roll": event["roll"]})


def _request_closed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "requests", event["request"])


def _reveal_scheduled(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "reveals", {"to": None, **event["reveal"]})


def _reveal_over(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "reveals", event["reveal"])


# --- safety -------------------------------------------------------------------------------------


def _paused(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "pause": full_pause(event["pause"])}


def _pause_lifted(state: Json, _: Mapping[str, Any], __: str) -> Json:
    return {**state, "pause": None}


def _boundary_added(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "boundaries", {"by": None, **event["boundary"]})


def _boundary_removed(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return without(state, "boundaries", event["boundary"])


# --- time ---------------------------------------------------------------------------------------


def _session_started(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "session": event["session"]}


def _session_ended(state: Json, _: Mapping[str, Any], __: str) -> Json:
    return {**state, "session": None}


def _clock_begun(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return put(state, "clocks", {key: event[key] for key in ("clock", "number", "title")})


def _clock_ended(state: Json, event: Mapping[str, Any], _: str) -> Json:
    state = without(state, "clocks", event["clock"])
    return {**state, "order": []} if event["clock"] == "turn" else state


def _turn_ordered(state: Json, event: Mapping[str, Any], _: str) -> Json:
    return {**state, "order": full_order(event["order"])}


_FOLDS: dict[str, Fold] = {
    **BELIEF_FOLDS,
    "room_created": _room_created,
    "room_renamed": _room_renamed,
    "room_locked": _room_locked,
    "house_rules_changed": _house_rules_changed,
    "member_joined": _member_joined,
    "member_left": _member_gone,
    "member_removed": _member_gone,
    "member_renamed": _member_renamed,
    "role_changed": _role_changed,
    "invite_created": _invite_created,
    "invite_used": _invite_used,
    "invite_revoked": _invite_closed,
    "invite_expired": _invite_closed,
    "character_created": _character_created,
    "character_unhidden": _character_unhidden,
    "sheet_noted": _sheet_noted,
    "character_edited": _character_edited,
    "owners_changed": _owners_changed,
    "stand_in_set": _stand_in_set,
    "stand_in_ended": _stand_in_ended,
    "character_removed": _character_removed,
    "effect_begun": _effect_begun,
    "effect_changed": _effect_begun,
    "effect_ended": _effect_ended,
    "trackers_shown": _trackers_shown,
    "trackers_hidden": _trackers_hidden,
    "tracker_audience_changed": _tracker_audience_changed,
    "tracker_changed": _tracker_changed,
    "roll_resolved": _roll_resolved,
    "roll_attributed": _roll_attributed,
    "roll_rerolled": _roll_rerolled,
    "roll_settled": _roll_settled,
    "roll_retracted": _roll_settled,
    "contest_opened": _contest_opened,
    "contest_reacted": _contest_reacted,
    "contest_resolved": _contest_closed,
    "contest_decided": _contest_closed,
    "contest_withdrawn": _contest_closed,
    "proposal_opened": _proposal_opened,
    "proposal_confirmed": _proposal_closed,
    "proposal_dismissed": _proposal_closed,
    "proposal_lapsed": _proposal_closed,
    "request_opened": _request_opened,
    "difficulty_kept": _difficulty_kept,
    "request_answered": _request_answered,
    "request_rolled": _request_rolled,
    "request_closed": _request_closed,
    "paused": _paused,
    "pause_lifted": _pause_lifted,
    "boundary_added": _boundary_added,
    "boundary_removed": _boundary_removed,
    "reveal_scheduled": _reveal_scheduled,
    "reveal_cancelled": _reveal_over,
    "reveal_due": _reveal_over,
    "session_started": _session_started,
    "session_ended": _session_ended,
    "clock_begun": _clock_begun,
    "clock_ended": _clock_ended,
    "turn_ordered": _turn_ordered,
}
