"""Intents about what a chronicle and its characters believe: tenets, Convictions, Touchstones."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.belief_words import TouchstoneState
from protocol.client_base import BaseIntent
from protocol.ids import AnyCharacterId
from protocol.words import Label, Name


class Touchstone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Somebody who ties a vampire to its Humanity; `conviction` is the text of one beside it."""

    name: Name
    conviction: Label = ""
    state: TouchstoneState = TouchstoneState.ALIVE


class SetTenets(BaseIntent, frozen=True, kw_only=True, tag="set_tenets"):
    """Say what the chronicle's tenets are, all of them."""

    tenets: Annotated[tuple[Name, ...], Meta(max_length=12)]


class SetBeliefs(BaseIntent, frozen=True, kw_only=True, tag="set_beliefs"):
    """
    Say what a character's Convictions and Touchstones are, all of them.

    `audience` is who sees them beside its owner and the Storytellers; left out, it stays.
    """

    character: AnyCharacterId
    convictions: Annotated[tuple[Name, ...], Meta(max_length=3)]
    touchstones: Annotated[tuple[Touchstone, ...], Meta(max_length=10)]
    audience: Literal["table", "owner"] | None = None
