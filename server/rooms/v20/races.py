"""Extended contests in V20: what each exchange adds, and how they end."""

from msgspec.structs import replace

from protocol import events as e
from server.rooms.deed import Deed
from server.rooms.state import EffectState
from server.rooms.v20.lasting import go_on
from server.rooms.v20.sheet import rules_of
from server.rules.v20.extended import Goal, Race, add_exchange
from server.rules.v20.reading import Reading


def add_to_race(deed: Deed, held: EffectState, readings: tuple[Reading, Reading]) -> None:
    """Add what both sides rolled; who is far enough ahead, or whom no botch threw out, wins."""
    race = held.view.race
    if race is None:
        raise AssertionError("a race is looked at before its contest begins")
    before = Race(Goal(race.goal), race.needed, (race.own, race.other), race.rolls)
    after = add_exchange(before, readings, rules_of(deed))
    winner = None if after.winner is None else (held.view.character, race.against)[after.winner]
    own, other = after.totals
    shown = replace(race, own=own, other=other, rolls=after.rolls, winner=winner)
    go_on(deed, replace(held.view, race=shown))
    if after.is_over:
        deed.record(e.EffectEnded(effect=held.view.effect))
