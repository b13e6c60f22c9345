"""What the SDK claims of the dice: entropy once for a number, none passed over unseen."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from coterie_client import Accepted, Event, Rejected, normalise
from coterie_client.dice import share
from coterie_client.dice.book import fold_book
from coterie_client.dice.claims import ROLLING
from coterie_client.dice.share import Share
from coterie_client.dice.store import DiceFiles, DiceInMemory, DiceStore
from coterie_client.dice.text import as_bytes, as_text
from coterie_client.wire import Welcome

from protocol.from_client import Intent
from tests.client_python.fake import snapshot, welcome

Json = dict[str, Any]
ROLL = {"type": "roll", "pool": 5, "id": "00000000-0000-4000-8000-000000000001"}
MEMBERS = [{"member": "mara", "name": "Mara", "role": "player"}]


def book(number: int = 1, **changes: Any) -> Json:
    """A live book with one player in it."""
    return {
        "book": as_text(bytes([number]) * 16),
        "table": as_text(bytes(32)),
        "secret": as_text(bytes(32)),
        "lanes": [{"member": "mara", "open": as_text(bytes(32)), "own": as_text(bytes(32))}],
        "pot": [],
        "c": 0,
        "next": {"open": 0, "own": 0},
        **changes,
    }


class Table:
    """A share in the dice, and a server that answers as it is told."""

    def __init__(self, store: DiceStore | None = None, live: Json | None = None) -> None:
        self.share = Share(store if store is not None else DiceInMemory())
        self.sent: list[Json] = []
        self.answers: list[Callable[[Json], Accepted]] = []
        self.seq = 0
        self.share.welcome(Welcome.read(welcome(member="mara")))
        self.state = normalise(snapshot(members=MEMBERS, dice=live or book()))
        self.share.begin(self.state, ())

    async def ask(self, message: Json) -> Accepted:
        """The server's side of one intent."""
        claim = message.get("dice")
        if claim is not None:
            assert isinstance(claim["entropy"], bytes)
            claim = {key: as_text(v) if isinstance(v, bytes) else v for key, v in claim.items()}
            message = {**message, "dice": claim}
        self.sent.append(message)
        if self.answers:
            return self.answers.pop(0)(message)
        return Accepted(message["id"], took=claim["n"] if claim else None)

    async def send(self, **changes: Any) -> Accepted:
        """Roll."""
        return await self.share.send({**ROLL, **changes}, lambda: self.state, self.ask)

    def happen(self, **body: Any) -> None:
        """Something happened."""
        self.seq += 1
        self.state = {**self.state, "dice": fold_book(self.state["dice"], body, "mara")}
        self.share.see(Event(self.seq, "m", 0, body["type"], body), self.state)

    @property
    def claims(self) -> list[Any]:
        """What was claimed, as (lane, n, entropy)."""
        asked = [message["dice"] for message in self.sent]
        return [(claim["lane"], claim["n"], claim["entropy"]) for claim in asked]


def refuse(code: str, **details: Any) -> Callable[[Json], Accepted]:
    """A refusal."""

    def answer(message: Json) -> Accepted:
        raise Rejected(message["id"], code, code, **details)

    return answer


def test_the_rolling_intents_are_those_of_the_protocol() -> None:
    """An intent that may carry a claim is known as such."""
    kinds = get_args(Intent)
    known = {k.__struct_config__.tag for k in kinds if "dice" in k.__struct_fields__}
    assert known == ROLLING


async def test_each_roll_claims_the_next_number() -> None:
    """Numbers follow each other in each lane; lanes follow from who sees the dice."""
    table = Table()
    await table.send()
    await table.send(visibility="private")
    await table.send(visibility="blind")
    await table.send(visibility="public")
    assert [claim[:2] for claim in table.claims] == [
        ("open", 0),
        ("own", 0),
        ("own", 1),
        ("open", 1),
    ]
    assert len({claim[2] for claim in table.claims}) == 4
    assert all(len(as_bytes(claim[2])) == 32 for claim in table.claims)


async def test_refused_is_asked_again_with_the_same_entropy() -> None:
    """Whatever is rolled next takes the number with what was drawn for it."""
    table = Table()
    table.answers = [refuse("pool_too_large"), refuse("hunger_full")]
    for _ in range(2):
        with pytest.raises(Rejected):
            await table.send()
    await table.send(pool=3)
    assert len(set(table.claims)) == 1


async def test_after_silence_the_very_same_claim(tmp_path: Path) -> None:
    """Also by another run of the program: the id is bound to what was claimed with it."""

    def silence(_: Json) -> Accepted:
        raise ConnectionError

    table = Table(DiceFiles(tmp_path))
    table.answers = [silence]
    with pytest.raises(ConnectionError):
        await table.send()
    later = Table(DiceFiles(tmp_path), book(next={"open": 1, "own": 0}))
    await later.send()
    assert later.sent == table.sent


async def test_two_programs_of_one_seat_draw_the_same(tmp_path: Path) -> None:
    """On one computer they share what is kept: a number has one entropy."""
    one, other = Table(DiceFiles(tmp_path)), Table(DiceFiles(tmp_path))
    one.answers = other.answers = [refuse("pool_too_large"), refuse("pool_too_large")]
    for table in (one, other):
        with pytest.raises(Rejected):
            await table.send()
    assert one.claims == other.claims


def test_what_is_kept_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Whoever reads entropy that was not rolled yet, and runs the server, could choose."""
    Table(DiceFiles(tmp_path))
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


async def test_moved_by_another_device_is_asked_with_the_next_number() -> None:
    """With a new id, and other entropy; the other device's roll was seen."""
    table = Table()

    def moved(message: Json) -> Accepted:
        proof = {**message["dice"], "entropy": as_text(bytes(32)), "key": "", "member": "mara"}
        table.happen(type="roll_resolved", roll="r", visibility="public", proof=proof)
        return refuse("dice_moved", next_n=1)(message)

    table.answers = [moved]
    await table.send()
    assert [claim[:2] for claim in table.claims] == [("open", 0), ("open", 1)]
    assert table.sent[0]["id"] != table.sent[1]["id"]
    assert table.claims[0][2] != table.claims[1][2]


async def test_a_number_is_not_passed_over_unseen() -> None:
    """Where no roll with it was seen, nothing is drawn a second time."""
    table = Table()
    table.answers = [refuse("dice_moved", next_n=1)]
    with pytest.raises(Rejected) as refused:
        await table.send()
    assert refused.value.code == "dice_skipped"
    await table.send()
    assert [claim[1] for claim in table.claims] == [0, 0]
    assert len({claim[2] for claim in table.claims}) == 1


async def test_a_blind_roll_of_another_device_takes_a_number_untold() -> None:
    """It is counted: one blind roll excuses one number."""
    table = Table()
    table.answers = [refuse("dice_moved", next_n=1)]
    table.happen(type="blind_roll_made", member="mara", character=None)
    await table.send(visibility="blind")
    assert [claim[1] for claim in table.claims] == [0, 1]
    table.happen(type="blind_roll_made", member="mara", character=None)
    table.answers = [refuse("dice_moved", next_n=3)]
    with pytest.raises(Rejected) as refused:
        await table.send(visibility="blind")
    assert refused.value.code == "dice_skipped"


async def test_blind_rolls_before_the_book_excuse_nothing() -> None:
    """Those of an older book, among the recent events, took no number of this one."""
    table = Table()
    live = table.state["dice"]
    blind = {"type": "blind_roll_made", "member": "mara", "character": None}
    opened = {"type": "book_opened", "book": live["book"]}
    recent = [Event(at, "m", 0, b["type"], b) for at, b in enumerate((blind, opened), 1)]
    table.share.begin(table.state, tuple(recent))
    table.answers = [refuse("dice_moved", next_n=1)]
    with pytest.raises(Rejected) as refused:
        await table.send(visibility="blind")
    assert refused.value.code == "dice_skipped"


async def test_the_lane_that_the_server_names_is_taken() -> None:
    """Where this client took a roll for seen by all."""
    table = Table()
    table.answers = [refuse("lane_mismatch", accepted="own")]
    await table.send(type="reroll", roll="never seen")
    assert [claim[:2] for claim in table.claims] == [("open", 0), ("own", 0)]


async def test_rerolls_and_answers_follow_what_they_are_about() -> None:
    """A roll or contest that not all see has its rerolls and answers in the hidden lane."""
    table = Table()
    table.happen(type="roll_resolved", roll="r1", visibility="private")
    table.happen(type="contest_opened", contest={"contest": "c1"}, visibility="whisper")
    table.happen(type="contest_opened", contest={"contest": "c2"}, visibility="public")
    await table.send(type="reroll", roll="r1")
    await table.send(type="answer_contest", contest="c1")
    await table.send(type="answer_contest", contest="c2")
    assert [claim[0] for claim in table.claims] == ["own", "own", "open"]


async def test_a_new_book_gets_new_entropy_and_is_not_rolled_in_unasked() -> None:
    """The refusal is the caller's to see; what was asked under the old book is noted."""
    table = Table()
    old = table.state["dice"]["book"]

    def changed(message: Json) -> Accepted:
        opened = {key: book(2)[key] for key in ("book", "table", "secret", "lanes")}
        table.happen(type="book_opened", reason="renewed", **opened)
        return refuse("book_changed")(message)

    table.answers = [changed]
    with pytest.raises(Rejected):
        await table.send()
    await table.send()
    assert [message["dice"]["book"] for message in table.sent] == [old, book(2)["book"]]
    assert len({claim[2] for claim in table.claims}) == 2
    claims = table.share.claims
    assert claims is not None
    ledger = claims.ledger(old)
    assert ledger is not None
    assert ledger.lost == [["open", 0]]


async def test_the_first_roll_waits_for_the_book_that_is_being_opened() -> None:
    """Whoever just came rolls with a claim as soon as there is something to claim."""
    table = Table()
    table.state = {**table.state, "dice": None}

    def opens() -> None:
        opened = {key: book()[key] for key in ("book", "table", "secret", "lanes")}
        table.happen(type="book_opened", reason="joined", **opened)

    def not_ready(message: Json) -> Accepted:
        asyncio.get_running_loop().call_soon(opens)
        return refuse("dice_not_ready")(message)

    table.answers = [not_ready]
    await table.send()
    first, second = table.sent
    assert "dice" not in first
    assert second["dice"]["book"] == book()["book"]
    assert first["id"] != second["id"]


async def test_where_no_book_comes_the_refusal_is_the_callers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that keeps none is not waited for without end."""
    monkeypatch.setattr(share, "BOOK_WAIT_S", 0.0)
    table = Table()
    table.state = {**table.state, "dice": None}
    table.answers = [refuse("dice_not_ready")]
    with pytest.raises(Rejected, match="dice_not_ready"):
        await table.send()
    assert len(table.sent) == 1


async def test_what_is_entered_and_what_others_roll_claims_nothing() -> None:
    """Nor does anything while no book is live, or for whoever is no player."""
    table = Table()
    await table.send(entered={"regular": [1, 2]})
    table.state = {**table.state, "members": [{**MEMBERS[0], "role": "storyteller"}]}
    await table.send()
    table.state = {**table.state, "members": MEMBERS, "dice": None}
    await table.send()
    assert not any("dice" in message for message in table.sent)


def test_entropy_goes_into_the_pot_once_for_each_book() -> None:
    """Unasked, after the book was seen; not again when the program comes back."""
    store = DiceInMemory()
    table = Table(store)
    intent = table.share.owed(table.state)
    assert intent is not None
    assert as_text(intent["book"]) == table.state["dice"]["book"]
    assert table.share.owed(table.state) is None
    assert Table(store).share.owed(table.state) is None
    shaken = table.share.shake(table.state)
    assert shaken is not None
    assert shaken["entropy"] != intent["entropy"]


async def test_other_commitments_are_not_rolled_with() -> None:
    """What was seen first holds, over all connections."""
    store = DiceInMemory()
    await Table(store).send()
    lanes = [{"member": "mara", "open": as_text(bytes([1]) * 32), "own": as_text(bytes(32))}]
    table = Table(store, book(lanes=lanes, next={"open": 1, "own": 0}))
    with pytest.raises(Rejected) as refused:
        await table.send()
    assert refused.value.code == "dice_clash"
    await table.send(visibility="private")
    assert [claim[:2] for claim in table.claims] == [("own", 0)]
