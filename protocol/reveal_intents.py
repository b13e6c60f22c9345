"""Intents about reveals that come later: at a time, or when a Storyteller agrees."""

from typing import Annotated

from msgspec import Meta

from protocol.client_base import BaseIntent
from protocol.ids import AnyCharacterId, AnyMemberId, AnyRevealId, AnyRollId
from protocol.words import Note, RevealPart


class ScheduleReveal(BaseIntent, frozen=True, kw_only=True, tag="schedule_reveal"):
    """Show a roll in `in_s` seconds, to everyone (`to` null) or to some, whole or its outcome."""

    roll: AnyRollId
    in_s: Annotated[int, Meta(ge=10, le=604_800)]
    to: Annotated[tuple[AnyMemberId, ...], Meta(min_length=1, max_length=64)] | None = None
    part: RevealPart = RevealPart.WHOLE


class CancelReveal(BaseIntent, frozen=True, kw_only=True, tag="cancel_reveal"):
    """Call a reveal off that has not come yet."""

    reveal: AnyRevealId


class AskReveal(BaseIntent, frozen=True, kw_only=True, tag="ask_reveal"):
    """Ask to be shown the last blind roll for a character; a Storyteller confirms, or does not."""

    character: AnyCharacterId
    note: Note = ""
