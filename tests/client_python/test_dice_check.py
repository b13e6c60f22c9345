"""The SDK's check of a member's line: what is honest matches, and whatever is changed does not."""

import copy
from typing import Any

import pytest
from coterie_client import Event
from coterie_client.dice.check import Checker
from coterie_client.dice.ledger import BookLedger
from coterie_client.dice.seen import EMPTY_POT, Verdict
from coterie_client.dice.text import as_bytes, as_text

from tests.client_python.dice_evening import (
    BOOK,
    JO,
    MARA,
    PLACES,
    ROOM,
    Evening,
    entropy,
    honest,
    kept,
    snapshot_book,
    tampered,
    tamperings,
)

Json = dict[str, Any]


def check(pushes: Any, *, viewer: str = MARA, **how: Any) -> dict[int, Verdict]:
    """The verdicts on a line, by place."""
    how = {"ledgers": lambda _: BookLedger.read(kept()), **how}
    checker = Checker(ROOM, viewer, **how)
    found = {push["seq"]: checker.take(Event.read(push)) for push in pushes}
    return {seq: verdict for seq, verdict in found.items() if verdict is not None}


def test_an_honest_line_matches() -> None:
    """Every proof of an honest evening is checked; the empty pot is named."""
    found = check(honest())
    assert set(found) == set(PLACES.values())
    assert {verdict.state for verdict in found.values()} == {"checked"}
    assert [seq for seq, verdict in found.items() if verdict.notes] == [PLACES["r-empty"]]
    assert found[PLACES["r-empty"]].notes == [EMPTY_POT]


@pytest.mark.parametrize("case", tamperings(), ids=lambda case: case.what)
def test_what_is_changed_does_not_match(case: Any) -> None:
    """One thing changed in one event is found at that event."""
    assert check(tampered(case))[case.at].state == "failed"


def test_messagepack_is_checked_alike() -> None:
    """Bytes come as they are there."""
    found = check([_with_bytes(push) for push in honest()])
    assert {verdict.state for verdict in found.values()} == {"checked"}


def _with_bytes(value: Any) -> Any:
    raw = ("book", "table", "secret", "open", "own", "key", "entropy", "path")
    if isinstance(value, list):
        return [_with_bytes(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: as_bytes(each) if name in raw and isinstance(each, str) else _with_bytes(each)
        for name, each in value.items()
    }


def test_a_roll_is_numbered_without_holes() -> None:
    """A roll that is left out, or told twice, or moved, shows at the next."""
    pushes = copy.deepcopy(list(honest()))
    del pushes[PLACES["r-open"] - 1]
    assert "passed over" in check(pushes)[PLACES["again"]].faults[0]
    twice = copy.deepcopy(list(honest()))
    twice[PLACES["r-jo"] - 1]["event"] |= {"proof": twice[PLACES["r-open"] - 1]["event"]["proof"]}
    assert any("another roll" in fault for fault in check(twice)[PLACES["r-jo"]].faults)


def test_entropy_left_out_of_the_pot_shows() -> None:
    """The table's dice are then those of another pot."""
    pushes = [push for push in honest() if push["event"]["type"] != "entropy_added"]
    assert check(pushes)[PLACES["r-table"]].state == "failed"


def test_what_was_not_sent_from_here_is_foreign() -> None:
    """A roll or entropy in one's own name that was not sent; what is older is not known."""
    ledger = BookLedger.read(kept())
    ledger.open.drawn["0"] = as_text(entropy(99))
    del ledger.own.drawn["0"]
    ledger.added.clear()
    found = check(honest(), ledgers=lambda _: ledger)
    foreign = {seq for seq, verdict in found.items() if verdict.state == "foreign"}
    assert foreign == {PLACES["r-open"], PLACES["r-own"], 3}
    ledger.own.first = 1
    ledger.c = 1
    found = check(honest(), ledgers=lambda _: ledger)
    assert found[PLACES["r-own"]].state == "checked"
    assert 3 not in found


def test_a_swapped_entropy_of_a_blind_roll_shows_at_its_reveal() -> None:
    """The roller kept what was sent."""
    ledger = BookLedger.read(kept())
    ledger.own.drawn["1"] = as_text(entropy(98))
    found = check(honest(), ledgers=lambda _: ledger)
    assert found[PLACES["blind"]].state == "foreign"


def test_other_commitments_than_those_seen_first_do_not_match() -> None:
    """What was pinned holds."""
    ledger = BookLedger.read(kept())
    ledger.lanes[JO][0] = as_text(bytes(32))
    ledger.table = as_text(bytes(32))
    found = check(honest(), ledgers=lambda _: ledger)
    failed = {seq for seq, verdict in found.items() if verdict.state == "failed"}
    assert failed == {PLACES["r-jo"], PLACES["r-empty"], PLACES["r-table"]}


def test_without_its_beginning_the_pot_is_not_checked() -> None:
    """From a snapshot on the pot is known; what was rolled before hangs on what is not here."""
    at = PLACES["r-table"]
    line = honest()[1:]
    known = check(line, book=snapshot_book(), book_from=at - 1)
    assert {verdict.state for seq, verdict in known.items() if seq >= at - 1} == {"checked"}
    assert known[PLACES["r-empty"]].state == "open"
    assert known[PLACES["r-open"]].state == "checked"
    found = check(line)
    assert {verdict.state for verdict in found.values()} == {"open"}


def test_whoever_has_no_proof_is_told_so() -> None:
    """A reader of a whisper gets the dice alone; the roller's proof follows the roll."""
    night = Evening()
    night.open_book()
    rolled = night.roll("r1", "own", 3, 0, member=JO, entropy=entropy(1), visibility="whisper")
    proof = rolled.pop("proof")
    assert check(night.pushes)[2].state == "open"
    night.add(type="roll_proven", roll="r1", proof=proof)
    found = check(night.pushes, viewer="sam", is_storyteller=True)
    assert found[3].state == "checked"
    assert found[3].about == found[2].about
    proof["key"] = as_text(bytes(32))
    assert check(night.pushes)[3].state == "failed"


def test_a_late_lane_is_taken_and_none_replaced() -> None:
    """`lanes_added` brings a newcomer's; another player's stay as they were."""
    night = Evening()
    night.open_book()
    opened = night.pushes[0]["event"]
    jos = next(lanes for lanes in opened["lanes"] if lanes["member"] == JO)
    opened["lanes"].remove(jos)
    forged = {"member": MARA, "open": as_text(bytes(32)), "own": as_text(bytes(32))}
    night.add(type="lanes_added", book=as_text(BOOK), lanes=[jos, forged])
    night.roll("r1", "open", 3, 0, member=JO, entropy=entropy(1))
    night.roll("r2", "open", 3, 0, member=MARA, entropy=entropy(3))
    found = check(night.pushes)
    assert [found[3].state, found[4].state] == ["checked", "checked"]
