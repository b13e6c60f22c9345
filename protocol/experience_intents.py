"""Intents about experience: awarded by Storytellers, spent by whoever plays the character."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.belief_words import Points
from protocol.client_base import BaseIntent
from protocol.ids import AnyCharacterId
from protocol.words import Label, Name


class Award(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Points for one character; points below zero put an award right, and need a reason."""

    character: AnyCharacterId
    points: Points
    reason: Label = ""


class AwardExperience(BaseIntent, frozen=True, kw_only=True, tag="award_experience"):
    """Award experience to characters, each with a reason of its own: all or none of it."""

    awards: Annotated[tuple[Award, ...], Meta(min_length=1, max_length=64)]


class SpendExperience(BaseIntent, frozen=True, kw_only=True, tag="spend_experience"):
    """
    Spend a character's experience on something.

    Points below zero, from a Storyteller, give back what was spent by mistake.
    """

    character: AnyCharacterId
    points: Points
    on: Name
