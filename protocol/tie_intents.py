"""Intents about what ties characters to each other: blood bonds and boons."""

from protocol.belief_words import BondStrength, BoonSize, BoonState, Drinks
from protocol.client_base import BaseIntent
from protocol.ids import AnyBondId, AnyBoonId, AnyCharacterId
from protocol.words import Label, Note, TrackerAudience


class SetBond(BaseIntent, frozen=True, kw_only=True, tag="set_bond"):
    """
    Say how far a character is bound to a regnant: a character, or somebody else by name.

    A new bond, or with `bond` all of one there is. In V5 the third drink begins a bond of
    `strength` 3 unless another is given; V20 has no strength. `veiled`: who the regnant is stays
    with the Storytellers, as it always does of a hidden character.
    """

    bond: AnyBondId | None = None
    character: AnyCharacterId
    drinks: Drinks
    regnant: AnyCharacterId | None = None
    regnant_name: Label = ""
    strength: BondStrength | None = None
    veiled: bool = False
    audience: TrackerAudience = TrackerAudience.OWNER
    note: Note = ""


class RemoveBond(BaseIntent, frozen=True, kw_only=True, tag="remove_bond"):
    """Let a bond be over."""

    bond: AnyBondId


class SetBoon(BaseIntent, frozen=True, kw_only=True, tag="set_boon"):
    """
    Say what one owes another: a new boon, or with `boon` all of one there is.

    Debtor and creditor are characters, or others by name. `audience` `owner` means whoever plays
    one of the two; a boon of a hidden character is the Storytellers' alone.
    """

    boon: AnyBoonId | None = None
    debtor: AnyCharacterId | None = None
    debtor_name: Label = ""
    creditor: AnyCharacterId | None = None
    creditor_name: Label = ""
    size: BoonSize
    text: Label = ""
    state: BoonState = BoonState.OWED
    audience: TrackerAudience = TrackerAudience.TABLE


class RemoveBoon(BaseIntent, frozen=True, kw_only=True, tag="remove_boon"):
    """Take a boon off the list, as if it had never been."""

    boon: AnyBoonId
