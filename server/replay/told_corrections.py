"""What was put right, in words."""

from protocol import events as e
from server.replay.names import Names
from server.replay.plain import joined, noted, titled
from server.replay.told_people import Told


def tell_correction(names: Names, event: e.RollRetracted | e.ChangeUndone) -> Told:
    """Say what counts no more."""
    who = names.member(event.by)
    if isinstance(event, e.ChangeUndone):
        trackers = joined([titled(tracker) for tracker in event.trackers]) or "what was done"
        return (f"{who} takes back: {trackers} of {names.character(event.character)}",)
    verb = "takes back" if event.is_undo else "retracts"
    return (f"{who} {verb} {names.roll(event.roll)}", *noted(event.note))
