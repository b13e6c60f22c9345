"""Events of beliefs, ties and experience in words, a line each."""

from collections.abc import Callable

from coterie_client.terminal.phrases import Body, Names
from coterie_client.terminal.plain import plain


def concern(event: Body) -> str:
    """What Stains are for, and what was spared of them."""
    told = [
        f" for {what} “{plain(event[field])}”"
        for field, what in (
            ("tenet", "the tenet"),
            ("conviction", "the Conviction"),
            ("touchstone", "the Touchstone"),
        )
        if event.get(field)
    ]
    if event.get("spared"):
        told.append(f", {plain(event['spared'])} spared for “{plain(event['upheld'])}”")
    return "".join(told)


def _tenets(names: Names, event: Body) -> str:
    tenets = "; ".join(plain(tenet) for tenet in event["tenets"]) or "none"
    return f"{names.member(event['by'])} sets the tenets: {tenets}"


def _believes(names: Names, event: Body) -> str:
    beliefs = event["beliefs"]
    convictions = [f"“{plain(each)}”" for each in beliefs.get("convictions", ())]
    touchstones = [
        f"Touchstone {plain(each['name'])} ({plain(each.get('state', 'alive'))})"
        for each in beliefs.get("touchstones", ())
    ]
    told = "; ".join([*convictions, *touchstones]) or "nothing that is noted"
    return f"{names.character(event['character'])} believes: {told}"


def _bond(names: Names, event: Body) -> str:
    bond = event["bond"]
    regnant = plain(bond.get("regnant_name") or "somebody")
    strength = f", strength {plain(bond['strength'])}" if bond.get("strength") else ""
    drinks = f"{plain(bond['drinks'])} of 3 drinks{strength}"
    note = f" - {plain(event['note'])}" if event.get("note") else ""
    return f"{names.character(bond['character'])} is tied to {regnant} by blood: {drinks}{note}"


def _boon(_: Names, event: Body) -> str:
    boon = event["boon"]
    told = f"a {plain(boon['size'])} boon, {plain(boon.get('state', 'owed'))}"
    why = f" - {plain(boon['text'])}" if boon.get("text") else ""
    return f"{told}: {plain(boon['debtor_name'])} to {plain(boon['creditor_name'])}{why}"


def _off(names: Names, event: Body, what: str) -> str:
    if event.get("by") is None:
        return f"{what} is not shown any more"
    return f"{names.member(event['by'])} takes {what} off the list"


def _left(event: Body) -> str:
    has = event["experience"]
    return f"{plain(has['unspent'])} of {plain(has['total'])} unspent"


def _awarded(names: Names, event: Body) -> str:
    why = f" - {plain(event['reason'])}" if event.get("reason") else ""
    points = f"{event['points']:+d} experience"
    return f"{names.character(event['character'])}: {points} ({_left(event)}){why}"


def _spent(names: Names, event: Body) -> str:
    verb = "gets back" if event["points"] < 0 else "spends"
    what = f"{abs(event['points'])} experience: {plain(event['on'])}"
    return f"{names.character(event['character'])} {verb} {what} ({_left(event)})"


BELIEF_LINES: dict[str, Callable[[Names, Body], str]] = {
    "tenets_set": _tenets,
    "beliefs_noted": _believes,
    "beliefs_hidden": lambda n, e: f"what {n.character(e['character'])} believes is not shown",
    "bond_noted": _bond,
    "regnant_kept": lambda _, e: f"the regnant is {plain(e['regnant_name'])}",
    "bond_removed": lambda n, e: _off(n, e, "a blood bond"),
    "boon_noted": _boon,
    "boon_removed": lambda n, e: _off(n, e, "a boon"),
    "experience_awarded": _awarded,
    "experience_spent": _spent,
}
