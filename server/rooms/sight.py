"""What those are told who begin or cease to see a character's sheet and trackers."""

from protocol import events as e
from protocol.ids import CharacterId
from protocol.words import TrackerName
from server.rooms.audience import STORYTELLERS, Audience
from server.rooms.beliefs import shift_beliefs
from server.rooms.deed import Deed
from server.rooms.state import CharacterState
from server.rooms.ties import shift_ties
from server.rooms.visibility import beliefs_audience, those_who_lose, tracker_audience


def shift_all(deed: Deed, before: CharacterState) -> None:
    """The same of all that is kept of a character, which was as *before*: beliefs and ties too."""
    seen_before = {tracker: tracker_audience(before, tracker) for tracker in before.trackers}
    shift_sight(deed, before.character, seen_before)
    shift_beliefs(deed, before.character, beliefs_audience(before))
    shift_ties(deed, before.character)


def shift_sight(deed: Deed, character: CharacterId, before: dict[TrackerName, Audience]) -> None:
    """
    Tell those who lose sight of trackers, then those who gain it.

    Storytellers see every event, also the one that takes trackers from others: so they are shown
    the same trackers again, and everybody's last word on a tracker is true for them.
    """
    now = deed.state.characters[character]
    hidden: dict[Audience, list[TrackerName]] = {}
    shown: dict[Audience, list[TrackerName]] = {}
    for tracker in sorted(before):
        audience = tracker_audience(now, tracker)
        losers = those_who_lose(deed.state.members, before[tracker], audience)
        if losers.members:
            hidden.setdefault(losers, []).append(tracker)
        if not before[tracker].covers(audience):
            shown.setdefault(audience, []).append(tracker)
    for losers, trackers in hidden.items():
        deed.record(e.TrackersHidden(character=character, trackers=tuple(trackers)), to=losers)
    again = {t for trackers in hidden.values() for t in trackers}
    again -= {t for trackers in shown.values() for t in trackers}
    if again:
        shown[STORYTELLERS] = sorted(again)
    for audience, trackers in shown.items():
        values = {t: now.trackers[t] for t in trackers}
        deed.record(e.TrackersShown(character=character, trackers=values), to=audience)


def show_sheet(deed: Deed, character: CharacterId) -> None:
    """Note the whole sheet again, for those who see it by now; a hidden one is shown to nobody."""
    known = deed.state.characters[character]
    if known.hidden:
        return
    deed.record(
        e.SheetNoted(
            character=character,
            traits=known.traits,
            audiences=known.audiences,
            sheet=known.sheet,
            experience=known.experience,
        )
    )
