"""Whether a member may know of all that an intent about ties or experience names."""

from protocol import from_client as i
from protocol.ids import BondId, BoonId, CharacterId
from server.rooms.state import RoomState
from server.rooms.visibility import Viewer, sees, visible_character

Naming = i.SetBond | i.RemoveBond | i.SetBoon | i.RemoveBoon | i.AwardExperience
"""Intents that name several things, of which their sender may not know one."""


def unknown_part(state: RoomState, viewer: Viewer, intent: Naming) -> str | None:
    """The field that names what *viewer* may not know of, or what does not exist, if any."""
    match intent:
        case i.SetBond():
            if not _knows(state, viewer, intent.regnant):
                return "regnant"
            return None if _knows_bond(state, viewer, intent.bond) else "bond"
        case i.RemoveBond():
            return None if _knows_bond(state, viewer, intent.bond) else "bond"
        case i.SetBoon():
            for field, character in (("debtor", intent.debtor), ("creditor", intent.creditor)):
                if not _knows(state, viewer, character):
                    return field
            return None if _knows_boon(state, viewer, intent.boon) else "boon"
        case i.RemoveBoon():
            return None if _knows_boon(state, viewer, intent.boon) else "boon"
        case i.AwardExperience():
            is_known = all(_knows(state, viewer, each.character) for each in intent.awards)
            return None if is_known else "awards"


def _knows(state: RoomState, viewer: Viewer, character: CharacterId | None) -> bool:
    return character is None or visible_character(state, viewer, character) is not None


def _knows_bond(state: RoomState, viewer: Viewer, bond: BondId | None) -> bool:
    known = None if bond is None else state.bonds.get(bond)
    return bond is None or (known is not None and sees(known.audience, viewer))


def _knows_boon(state: RoomState, viewer: Viewer, boon: BoonId | None) -> bool:
    known = None if boon is None else state.boons.get(boon)
    return boon is None or (known is not None and sees(known.audience, viewer))
