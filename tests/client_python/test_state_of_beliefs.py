"""The client's copy of beliefs, ties and experience, folded forward event by event."""

from coterie_client.lists import find
from coterie_client.shape import full_bond

from tests.client_python.test_state import after, card, table

OATH = {"convictions": ["The guilty alone"]}
HAS = {"total": 5, "unspent": 2}


def test_beliefs_come_and_go() -> None:
    """In full form, and away where they are hidden."""
    noted = {"type": "beliefs_noted", "character": "c", "beliefs": OATH, "by": "p"}
    state = after(table(characters=[card()]), noted)
    believed = find(state, "characters", "c")
    assert believed is not None
    assert believed["beliefs"] == {**OATH, "touchstones": [], "audience": "owner"}
    hidden = after(state, {"type": "beliefs_hidden", "character": "c"})
    assert hidden == table(characters=[card()])


def test_experience_is_the_sheets() -> None:
    """It comes by awards and with a sheet, and goes with the character."""
    owned = table(characters=[card(owners=["p"])])
    awarded = {"type": "experience_awarded", "character": "c", "experience": HAS, "points": 3}
    state = after(owned, {**awarded, "reason": "", "by": "st"})
    assert find(state, "characters", "c")["experience"] == HAS  # type: ignore[index]
    left = after(state, {"type": "owners_changed", "character": "c", "owners": ["q"], "by": "st"})
    assert find(left, "characters", "c")["experience"] is None  # type: ignore[index]
    sheet = {"type": "sheet_noted", "character": "c", "traits": {}, "audiences": {}}
    told = after(owned, {**sheet, "experience": HAS})
    assert find(told, "characters", "c")["experience"] == HAS  # type: ignore[index]
    silent = after(told, {**sheet, "experience": None})
    assert find(silent, "characters", "c")["experience"] == HAS  # type: ignore[index]


def test_a_veiled_regnant_is_told_apart() -> None:
    """And a bond goes with the bound, or by its own event."""
    bond = {"bond": "b", "character": "c", "drinks": 2, "is_veiled": True}
    noted = {"type": "bond_noted", "bond": bond, "by": "st"}
    state = after(table(characters=[card()]), noted)
    assert state["bonds"] == [full_bond(bond)]
    kept = {"type": "regnant_kept", "bond": "b", "regnant": None, "regnant_name": "Ines"}
    assert after(state, kept)["bonds"][0]["regnant_name"] == "Ines"
    assert after(state, {"type": "bond_removed", "bond": "b", "by": "st"})["bonds"] == []
    assert after(state, {"type": "character_removed", "character": "c"})["bonds"] == []


def test_boons_and_tenets() -> None:
    """Lists of the room."""
    boon = {"boon": "b", "debtor_name": "D", "creditor_name": "C", "size": "life"}
    state = after(table(), {"type": "boon_noted", "boon": boon, "by": "st"})
    assert state["boons"][0]["state"] == "owed"
    assert after(state, {"type": "boon_removed", "boon": "b", "by": "st"}) == table()
    tenets = {"type": "tenets_set", "tenets": ["No wars"], "by": "st"}
    assert after(table(), tenets)["tenets"] == ["No wars"]
