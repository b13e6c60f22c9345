"""
A short evening with a book of dice, as one member's line carries it, and what could be done to it.

Made from the scheme alone, so that the checks of all clients can be held against it. Bytes stand in
base64, as in JSON.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from coterie_client.dice.scheme import LANES, draw_faces, pot_of
from coterie_client.dice.text import as_text

from tests.client_python.dice_keys import Keys

Json = dict[str, Any]
ROOM, MARA, JO = "room-1", "mara", "jo"
BOOK = bytes(range(0xA0, 0xB0))


@cache
def keys() -> Keys:
    """The evening's keys."""
    return Keys(ROOM, BOOK, bytes(range(32)))


class Evening:
    """Writes events with proofs, as an honest server does."""

    def __init__(self) -> None:
        self.pushes: list[Json] = []
        self.sent: dict[str, str] = {}
        self._next: dict[tuple[str, str], int] = {}
        self._pot: dict[str, bytes] = {}
        self._c = 0

    def add(self, **event: Any) -> Json:
        """One more event."""
        seq = len(self.pushes) + 1
        push = {"type": "event", "seq": seq, "mark": f"m{seq}", "at": seq, "event": event}
        self.pushes.append(push)
        return event

    def open_book(self) -> None:
        """The book, with two players in it."""
        lanes = [
            {"member": m} | {lane: as_text(keys().commitment(lane, m)) for lane in ("open", "own")}
            for m in (JO, MARA)
        ]
        house = {lane: as_text(keys().commitment(lane)) for lane in ("table", "secret")}
        self.add(type="book_opened", book=as_text(BOOK), reason="session", lanes=lanes, **house)

    def stir(self, member: str, entropy: bytes) -> None:
        """A player's entropy goes into the pot."""
        self._pour(member, entropy)
        book, text = as_text(BOOK), as_text(entropy)
        self.add(type="entropy_added", book=book, member=member, entropy=text)

    def draw(
        self, lane: str, count: int, member: str = "", entropy: bytes = b""
    ) -> tuple[Any, Any]:
        """Faces of the next number of a lane, and their proof."""
        n = self._next.get((lane, member), 0)
        self._next[lane, member] = n + 1
        is_house = not LANES[lane].is_members
        entropy = pot_of(ROOM, BOOK, self._pot) if is_house else entropy
        key, path = keys().key(lane, n, member), keys().path(lane, n, member)
        proof = {"book": as_text(BOOK), "lane": lane, "n": n, "key": as_text(key)}
        proof |= {"entropy": as_text(entropy)}
        proof |= {"c": self._c} if is_house else {"member": member}
        if path is not None:
            proof["path"] = as_text(path)
        if lane == "open":
            self._pour(member, entropy)
        faces = draw_faces(key, keys().context(lane, member), n, entropy, [10] * count)
        return faces, proof

    def _pour(self, member: str, entropy: bytes) -> None:
        self._pot[member] = entropy
        self._c += 1

    def roll(self, roll: str, lane: str, regular: int, hunger: int, **more: Any) -> Json:
        """A roll of a pool."""
        member, entropy = more.pop("member", ""), more.pop("entropy", b"")
        rouse = more.pop("rouse", False)
        faces, proof = self.draw(lane, regular + hunger + rouse, member, entropy)
        receipt = {"type": "pool", "dice": _dice(faces[:regular], faces[regular:][:hunger])}
        if rouse:
            receipt["rouse"] = {"type": "rouse", "faces": faces[regular + hunger :]}
        who = member or "sam"
        shown = {"visibility": more.pop("visibility", "public"), "source": "book", "lane": lane}
        head = {"type": "roll_resolved", "roll": roll, "member": who, **shown, **more}
        return self.add(**head, receipt=receipt, proof=proof)


def _dice(regular: list[int], hunger: list[int]) -> list[Json]:
    named = [("regular", face) for face in regular] + [("hunger", face) for face in hunger]
    return [{"kind": kind, "face": face, "adds": 0} for kind, face in named]


def rerolled(receipt: Json, places: list[int], faces: list[int]) -> Json:
    """A receipt in which the regular dice at *places* were rolled again."""
    after = copy.deepcopy(receipt)
    for place, face in zip(places, faces, strict=True):
        after["dice"][place] |= {"replaced": after["dice"][place]["face"], "face": face}
    return after


def entropy(number: int) -> bytes:
    """Some entropy."""
    return bytes([number]) * 32


@cache
def honest() -> tuple[Json, ...]:
    """
    Mara's line: her rolls and Jo's, a reroll, the table's rolls, reveals, a blind roll of her own.

    The events that carry a proof are named in `PLACES`.
    """
    night = Evening()
    night.open_book()
    night.roll("r-empty", "table", 3, 0)
    night.stir(MARA, entropy(1))
    night.stir(JO, entropy(2))
    first = night.roll("r-open", "open", 5, 2, member=MARA, entropy=entropy(3), rouse=True)
    faces, proof = night.draw("open", 2, MARA, entropy(4))
    again = {"type": "roll_rerolled", "roll": "r-open", "source": "book", "proof": proof}
    receipt = rerolled(first["receipt"], [0, 3], faces)
    night.add(**again, regular_indices=[0, 3], receipt=receipt)
    night.roll("r-jo", "open", 40, 0, member=JO, entropy=entropy(5))
    night.roll("r-table", "table", 6, 0)
    private = {"visibility": "private", "member": MARA}
    night.roll("r-own", "own", 4, 1, entropy=entropy(6), **private)
    blind, blind_proof = night.draw("own", 5, MARA, entropy(7))
    night.add(type="blind_roll_made", member=MARA, character=None)
    secret, secret_proof = night.draw("secret", 4)
    last, last_proof = night.draw("secret", 1)
    night.roll("r-own-2", "own", 4, 1, entropy=entropy(8), **private)
    told = {"type": "roll_revealed", "by": "sam", "label": "", "part": "whole", "source": "book"}
    shown = {"type": "pool", "dice": _dice(blind, [])}
    night.add(**told, roll="r-blind", member=MARA, receipt=shown, proof=blind_proof)
    shown = rerolled({"type": "pool", "dice": _dice(secret, [])}, [2], last)
    rerolls = [{"regular_indices": [2], "proof": last_proof}]
    more = {"proof": secret_proof, "reroll_proofs": rerolls, "receipt": shown}
    night.add(**told, roll="r-secret", member="sam", **more)
    return tuple(night.pushes)


SENT = {("open", 0): 3, ("open", 1): 4, ("own", 0): 6, ("own", 1): 7, ("own", 2): 8}
"""What Mara sent for her numbers, and 1 for the pot."""

PLACES = {"r-empty": 2, "r-open": 5, "again": 6, "r-jo": 7, "r-table": 8, "r-own": 9}
PLACES |= {"r-own-2": 11, "blind": 12, "secret": 13}
"""Where in the line each proof stands."""


def kept() -> Json:
    """What Mara's client kept of the book."""
    lanes = {
        member: [as_text(keys().commitment(lane, member)) for lane in ("open", "own")]
        for member in (MARA, JO)
    }
    drawn: dict[str, dict[str, str]] = {"open": {}, "own": {}}
    for (lane, n), number in SENT.items():
        drawn[lane][str(n)] = as_text(entropy(number))
    house = {lane: as_text(keys().commitment(lane)) for lane in ("table", "secret")}
    own = {lane: {"first": 0, "next": 3, "drawn": drawn[lane]} for lane in drawn}
    return (
        house
        | own
        | {"lanes": lanes, "added": [as_text(entropy(1))], "c": 0, "clash": [], "lost": []}
    )


def snapshot_book() -> Json:
    """The book as a snapshot has it before the table's second roll."""
    opened = honest()[0]["event"]
    pot = [{"member": JO, "entropy": as_text(entropy(5))}]
    pot += [{"member": MARA, "entropy": as_text(entropy(4))}]
    named = {key: opened[key] for key in ("book", "table", "secret", "lanes")}
    return {**named, "pot": pot, "c": 5}


@dataclass(frozen=True)
class Tampering:
    """Something done to the line: what, to the event at which place, and what is then found."""

    what: str
    at: int
    change: Callable[[Json], Any]
    state: str = "failed"


def _bit(text_of: str) -> Callable[[Json], None]:
    def change(event: Json) -> None:
        proof, sign = event["proof"], event["proof"][text_of][10]
        other = "A" if sign != "A" else "B"
        proof[text_of] = proof[text_of][:10] + other + proof[text_of][11:]

    return change


def _proof(**fields: Any) -> Callable[[Json], None]:
    def change(event: Json) -> None:
        event["proof"].update(fields)
        for name in [name for name, value in fields.items() if value is None]:
            del event["proof"][name]

    return change


def _face(place: int) -> Callable[[Json], None]:
    def change(event: Json) -> None:
        die = event["receipt"]["dice"][place]
        die["face"] = die["face"] % 10 + 1

    return change


def _at(place: str) -> Json:
    event: Json = honest()[PLACES[place] - 1]["event"]
    return event


def _rouse(event: Json) -> None:
    event["receipt"]["rouse"]["faces"] = [event["receipt"]["rouse"]["faces"][0] % 10 + 1]


def tamperings() -> list[Tampering]:
    """Everything that a check has to find."""
    all_ = PLACES
    made = [
        Tampering(f"a bit of the {part} of {place}", all_[place], _bit(part))
        for place in ("r-open", "again", "r-jo", "r-table", "r-own", "blind", "secret")
        for part in ("key", "entropy")
    ]
    made += [
        Tampering(f"a face of {place}", all_[place], _face(place_of_die))
        for place, place_of_die in (
            ("r-empty", 0),
            ("r-open", 6),
            ("again", 0),
            ("again", 3),
            ("again", 1),
            ("r-jo", 39),
            ("r-table", 5),
            ("r-own", 4),
            ("blind", 2),
            ("secret", 2),
            ("secret", 3),
        )
    ]
    path = _at("r-own")["proof"]["path"]
    made += [
        Tampering("the face of the Rouse check", all_["r-open"], _rouse),
        Tampering("a bit of the path", all_["r-own"], _bit("path")),
        Tampering("a path of 319 bytes", all_["r-own"], _proof(path=path[:-4])),
        Tampering("no path", all_["r-own"], _proof(path=None)),
        Tampering("a path in a ladder", all_["r-open"], _proof(path=path)),
        Tampering("a number beyond the tree", all_["r-own"], _proof(n=1024)),
        Tampering("the key of the next number", all_["r-open"], _proof(n=1)),
        Tampering("another lane", all_["r-own"], _proof(lane="open", path=None)),
        Tampering("another member", all_["r-open"], _proof(member=JO)),
        Tampering("an older pot", all_["r-table"], _proof(c=2)),
        Tampering("a pot to come", all_["r-table"], _proof(c=9)),
        Tampering("no count of the pot", all_["r-table"], _proof(c=None)),
        Tampering("the reveals' proofs exchanged", all_["blind"], _proof(**_at("secret")["proof"])),
    ]
    return made


def tampered(case: Tampering) -> list[Json]:
    """The line with one event changed."""
    pushes = copy.deepcopy(list(honest()))
    case.change(pushes[case.at - 1]["event"])
    return pushes
