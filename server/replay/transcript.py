"""
A log as people read it: when, who, what, and every receipt in words.

Everything said comes from events that the viewer sees and from names the viewer knows.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import assert_never

from msgspec import Struct

from protocol import events as e
from protocol.words import Clock
from server.replay.names import Names
from server.replay.told_beliefs import tell_belief
from server.replay.told_business import tell_business
from server.replay.told_characters import tell_character
from server.replay.told_corrections import tell_correction
from server.replay.told_dice import tell_dice
from server.replay.told_people import Told, tell_people
from server.replay.told_playing import tell_playing
from server.replay.told_requests import tell_request
from server.replay.told_rolls import tell_roll
from server.replay.told_safety import tell_safety
from server.replay.told_table import tell_table
from server.replay.told_v20 import tell_v20

LocalTime = Callable[[int], datetime]
"""Turns UTC milliseconds into the time that is shown."""

_INDENT = " " * 10


def tell(names: Names, event: e.Event) -> Told:
    """
    An event in words: a headline, then lines that explain it.

    *names* must have learnt the event.
    """
    match event:
        case (
            e.RoomCreated() | e.RoomLocked() | e.RoomRenamed() | e.HouseRulesChanged()
            | e.MemberJoined()
            | e.MemberLeft() | e.MemberRemoved() | e.MemberRenamed() | e.RoleChanged()
            | e.InviteCreated() | e.InviteUsed() | e.InviteRevoked() | e.InviteExpired()
            | e.DeviceLinkCreated() | e.DeviceLinked() | e.TokenRenewed()
        ):  # fmt: skip
            return tell_people(names, event)
        case (
            e.CharacterCreated() | e.SheetNoted() | e.CharacterEdited() | e.OwnersChanged()
            | e.CharacterUnhidden() | e.CharacterRemoved() | e.TrackersShown()
            | e.TrackersHidden() | e.TrackerAudienceChanged() | e.TrackerChanged()
            | e.TrackerSet() | e.DamageDealt() | e.Healed() | e.StainsAdded()
            | e.Fed() | e.EffectBegun() | e.EffectEnded()
        ):  # fmt: skip
            return tell_character(names, event)
        case (
            e.RollResolved() | e.RollAttributed() | e.BlindRollMade() | e.RollRerolled()
            | e.RollSettled() | e.RollRevealed() | e.RollItemised()
        ):  # fmt: skip
            return tell_roll(names, event)
        case (
            e.ContestOpened() | e.ContestResolved() | e.ContestWithdrawn() | e.ProposalOpened()
            | e.ContestReacted() | e.ContestDecided()
            | e.ProposalConfirmed() | e.ProposalDismissed() | e.ProposalLapsed()
            | e.SessionStarted() | e.SessionEnded() | e.ClockBegun() | e.ClockEnded()
            | e.TurnOrdered()
        ):  # fmt: skip
            return tell_business(names, event)
        case e.RollRetracted() | e.ChangeUndone():
            return tell_correction(names, event)
        case (
            e.TenetsSet() | e.BeliefsNoted() | e.BeliefsHidden() | e.BondNoted()
            | e.RegnantKept() | e.BondRemoved() | e.BoonNoted() | e.BoonRemoved()
            | e.ExperienceAwarded() | e.ExperienceSpent()
        ):  # fmt: skip
            return tell_belief(names, event)
        case e.Paused() | e.PauseLifted() | e.BoundaryAdded() | e.BoundaryRemoved():
            return tell_safety(names, event)
        case e.StandInSet() | e.StandInEnded():
            return tell_playing(names, event)
        case e.Said():
            return tell_table(names, event)
        case (
            e.RequestOpened() | e.DifficultyKept() | e.RequestAnswered() | e.RequestClosed()
            | e.RequestRolled()
            | e.RollJudged() | e.RevealScheduled() | e.RevealCancelled() | e.RevealDue()
            | e.RevealAsked()
        ):  # fmt: skip
            return tell_request(names, event)
        case e.BloodSpent() | e.WillpowerSpent() | e.BloodDrunk() | e.EffectChanged():
            return tell_v20(names, event)
        case e.BookOpened() | e.LanesAdded() | e.EntropyAdded() | e.RollProven():
            return tell_dice(names, event)
        case _:
            assert_never(event)


class Entry(Struct, frozen=True):
    """
    One event as a transcript shows it.

    `day` is set where a new day begins, `time` its moment on that day; `label` says who sees it,
    where not everyone does; `session` and `scene` are what the event opens, in words.
    """

    at_ms: int
    day: str
    time: str
    label: str
    headline: str
    details: tuple[str, ...]
    session: str = ""
    scene: str = ""


class Transcript:
    """The entries of a transcript, event by event; days begin with a line of their own."""

    def __init__(self, names: Names, local: LocalTime) -> None:
        self._names = names
        self._local = local
        self._day = ""

    def pass_over(self, event: e.Event) -> None:
        """Take in an event that is not shown, since it may name what others speak of."""
        self._names.learn(event)

    def entry(self, at_ms: int, event: e.Event, label: str = "") -> Entry:
        """One event, said; *label* says who sees it."""
        self._names.learn(event)
        headline, *details = tell(self._names, event)
        day, time = self._when(at_ms)
        begins, self._day = day != self._day, day
        session, scene = _opened(event)
        return Entry(
            at_ms, day if begins else "", time, label, headline, tuple(details), session, scene
        )

    def lines(self, at_ms: int, event: e.Event, label: str = "") -> Iterator[str]:
        """The lines of one event; *label* stands before its headline."""
        entry = self.entry(at_ms, event, label)
        if entry.day:
            yield f"--- {entry.day} ---"
        yield f"{entry.time}  {label}{entry.headline}"
        for detail in entry.details:
            yield _INDENT + detail

    def _when(self, at_ms: int) -> tuple[str, str]:
        try:
            local = self._local(at_ms)
        except (OverflowError, ValueError, OSError):
            return "a day that no calendar has", f"{at_ms} ms"
        return f"{local:%A %d %B %Y, times in %Z}", f"{local:%H:%M:%S}"


def _opened(event: e.Event) -> tuple[str, str]:
    """The session and the scene that *event* opens, as headings name them."""
    match event:
        case e.SessionStarted():
            return f"Session {event.session}", ""
        case e.ClockBegun(clock=Clock.SCENE):
            return "", event.title or f"Scene {event.number}"
        case e.ClockBegun(clock=Clock.NIGHT):
            return "", event.title or f"Night {event.number}"
        case _:
            return "", ""
