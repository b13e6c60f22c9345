"""Decisions about what ties characters to each other: blood bonds and boons."""

from protocol import events as e
from protocol import from_client as i
from protocol.belief_views import BondView, BoonView
from protocol.codes import Code
from protocol.ids import BondId, BoonId, CharacterId, MemberId
from protocol.words import TrackerAudience
from server.rooms.audience import Audience
from server.rooms.deed import Deed
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState, RoomState
from server.rooms.visibility import bond_audience, boon_audience, those_who_lose

MOST = 100
"""Bonds, and boons, that the same people see: so hidden ones leave no less room for others."""

FULL_BOND = 3
"""Three drinks bind; a V5 bond begins with this strength."""


# --- bonds ---------------------------------------------------------------------------------------


def set_bond(deed: Deed, actor: MemberState, intent: i.SetBond) -> Refusal | None:
    """Let a character be bound to somebody, as far as the drinks go."""
    state = deed.state
    known = None if intent.bond is None else state.bonds[intent.bond]
    refusal = _refuse_bond(state, intent)
    if refusal is not None:
        return refusal
    bound = state.characters[intent.character]
    regnant = None if intent.regnant is None else state.characters[intent.regnant]
    name = intent.regnant_name if regnant is None else regnant.name
    is_veiled = intent.veiled or (regnant is not None and regnant.hidden)
    view = BondView(
        bond=intent.bond or BondId(derived_id(deed.commit_id, "bond")),
        character=bound.character,
        drinks=intent.drinks,
        strength=_strength_of(state, intent),
        regnant=None if is_veiled else intent.regnant,
        regnant_name="" if is_veiled else name,
        is_veiled=is_veiled,
        audience=TrackerAudience.STORYTELLERS if bound.hidden else intent.audience,
    )
    if known is None:
        audience = bond_audience(state, view)
        if sum(each.audience == audience for each in state.bonds.values()) >= MOST:
            return _full("bonds")
        deed.created = view.bond
    kept = (intent.regnant, name)
    if known is not None and (view, kept) == (known.view, (known.regnant, known.regnant_name)):
        return _nothing("drinks")
    _show_bond(deed, actor.member, view, kept, intent.note)
    return None


def _strength_of(state: RoomState, intent: i.SetBond) -> int:
    if intent.strength is not None:
        return intent.strength
    return FULL_BOND if intent.drinks == FULL_BOND and not state.is_v20 else 0


def _refuse_bond(state: RoomState, intent: i.SetBond) -> Refusal | None:
    refusal = _refuse_party(intent.regnant, intent.regnant_name, "regnant")
    if refusal is not None:
        return refusal
    if intent.regnant == intent.character:
        return Refusal(Code.INVALID, "Nobody is bound to themselves.", "regnant", "somebody else")
    strength = intent.strength
    if state.is_v20 and strength is not None:
        return Refusal(
            Code.WRONG_SYSTEM,
            "Bonds of V20 go by drinks alone.",
            "strength",
            "no `strength`",
        )
    is_bound = intent.drinks == FULL_BOND
    if strength is not None and is_bound != (strength > 0):
        return Refusal(
            Code.OUT_OF_RANGE,
            "The third drink binds, and a bond has a strength.",
            "strength",
            "1 to 6 with the third drink, 0 before",
        )
    return None


def _show_bond(
    deed: Deed,
    by: MemberId | None,
    view: BondView,
    kept: tuple[CharacterId | None, str],
    note: str = "",
) -> None:
    """Record a bond for those who see it now, after those who do no longer."""
    before = deed.state.bonds.get(view.bond)
    if before is not None:
        losers = _losers(deed, before.audience, bond_audience(deed.state, view))
        if losers.members:
            deed.record(e.BondRemoved(bond=view.bond, by=by), to=losers)
    deed.record(e.BondNoted(bond=view, by=by, note=note))
    if view.is_veiled:
        regnant, name = kept
        deed.record(e.RegnantKept(bond=view.bond, regnant=regnant, regnant_name=name))


def remove_bond(deed: Deed, actor: MemberState, intent: i.RemoveBond) -> Refusal | None:
    """Let a bond be over."""
    deed.record(e.BondRemoved(bond=intent.bond, by=actor.member))
    return None


# --- boons ---------------------------------------------------------------------------------------


def set_boon(deed: Deed, actor: MemberState, intent: i.SetBoon) -> Refusal | None:
    """Put down what one owes another."""
    state = deed.state
    refusal = _refuse_boon(intent)
    if refusal is not None:
        return refusal
    named = [
        None if who is None else state.characters[who] for who in (intent.debtor, intent.creditor)
    ]
    debtor, creditor = named
    is_hidden = any(who is not None and who.hidden for who in named)
    view = BoonView(
        boon=intent.boon or BoonId(derived_id(deed.commit_id, "boon")),
        debtor_name=intent.debtor_name if debtor is None else debtor.name,
        creditor_name=intent.creditor_name if creditor is None else creditor.name,
        size=intent.size,
        debtor=intent.debtor,
        creditor=intent.creditor,
        text=intent.text,
        state=intent.state,
        audience=TrackerAudience.STORYTELLERS if is_hidden else intent.audience,
    )
    known = state.boons.get(view.boon)
    if known is None:
        audience = boon_audience(state, view)
        if sum(each.audience == audience for each in state.boons.values()) >= MOST:
            return _full("boons")
        deed.created = view.boon
    if known is not None and known.view == view:
        return _nothing("state")
    _show_boon(deed, actor.member, view)
    return None


def _refuse_boon(intent: i.SetBoon) -> Refusal | None:
    refusal = _refuse_party(intent.debtor, intent.debtor_name, "debtor") or _refuse_party(
        intent.creditor, intent.creditor_name, "creditor"
    )
    if refusal is not None:
        return refusal
    same = (intent.debtor, intent.debtor_name) == (intent.creditor, intent.creditor_name)
    if same:
        return Refusal(Code.INVALID, "Nobody owes themselves a boon.", "creditor", "somebody else")
    return None


def _show_boon(deed: Deed, by: MemberId | None, view: BoonView) -> None:
    before = deed.state.boons.get(view.boon)
    if before is not None:
        losers = _losers(deed, before.audience, boon_audience(deed.state, view))
        if losers.members:
            deed.record(e.BoonRemoved(boon=view.boon, by=by), to=losers)
    deed.record(e.BoonNoted(boon=view, by=by))


def remove_boon(deed: Deed, actor: MemberState, intent: i.RemoveBoon) -> Refusal | None:
    """Take a boon off the list."""
    deed.record(e.BoonRemoved(boon=intent.boon, by=actor.member))
    return None


# --- both ----------------------------------------------------------------------------------------


def shift_ties(deed: Deed, character: CharacterId) -> None:
    """Show ties of a character that others play now to those who see them."""
    for bond in tuple(deed.state.bonds.values()):
        view = bond.view
        if view.character == character and bond.audience != bond_audience(deed.state, view):
            _show_bond(deed, None, view, (bond.regnant, bond.regnant_name))
    for boon in tuple(deed.state.boons.values()):
        is_party = character in (boon.view.debtor, boon.view.creditor)
        if is_party and boon.audience != boon_audience(deed.state, boon.view):
            _show_boon(deed, None, boon.view)


def _losers(deed: Deed, before: Audience, now: Audience) -> Audience:
    return those_who_lose(deed.state.members, before, now)


def _refuse_party(character: CharacterId | None, name: str, field: str) -> Refusal | None:
    if (character is None) == bool(name.strip()):
        return None
    return Refusal(
        Code.INVALID,
        "Say who it is: a character of the table, or somebody else by name.",
        field if name else f"{field}_name",
        f"either `{field}` or `{field}_name`",
    )


def _nothing(field: str) -> Refusal:
    return Refusal(Code.NOTHING_TO_DO, "It stands so already.", field, "something else")


def _full(what: str) -> Refusal:
    return Refusal(
        Code.LIMIT_REACHED, f"There are {MOST} {what} already.", None, "remove one first"
    )
