"""The events about who plays a character for its owners, in words."""

from typing import assert_never

from protocol import events as e
from server.replay.names import Names
from server.replay.told_people import Told

PlayingEvent = e.StandInSet | e.StandInEnded


def tell_playing(names: Names, event: PlayingEvent) -> Told:
    """Say who stands in, or stands in no more."""
    member, character = names.member(event.member), names.character(event.character)
    match event:
        case e.StandInSet():
            by = names.member(event.by)
            return (f"{member} stands in for {character} until the session ends, says {by}",)
        case e.StandInEnded():
            if event.by is None:
                return (f"{member} stands in for {character} no more: the session ends",)
            return (f"{member} stands in for {character} no more, says {names.member(event.by)}",)
        case _:
            assert_never(event)
