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

from collections.abc import Mapping
from typing import Any

from coterie_client.dice.book import fold_book
from coterie_client.lists import Fold, put, without
from coterie_client.shape import full_order, full_pause
from coterie_client.state_of_beliefs import BELIEF_FOLDS
from coterie_client.state_of_characters import CHARACTER_FOLDS
from coterie_client.state_of_people import PEOPLE_FOLDS
from coterie_client.state_of_play import PLAY_FOLDS
from coterie_client.wire import Json


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
    **PEOPLE_FOLDS,
    **CHARACTER_FOLDS,
    **PLAY_FOLDS,
    **BELIEF_FOLDS,
    "paused": _paused,
    "pause_lifted": _pause_lifted,
    "boundary_added": _boundary_added,
    "boundary_removed": _boundary_removed,
    "session_started": _session_started,
    "session_ended": _session_ended,
    "clock_begun": _clock_begun,
    "clock_ended": _clock_ended,
    "turn_ordered": _turn_ordered,
}
