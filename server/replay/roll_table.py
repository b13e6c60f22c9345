"""Rolls as the rows of a table, for spreadsheets and statistics: one row for each reading."""

from collections.abc import Iterator
from typing import assert_never

from msgspec import Struct

from protocol import events as e
from protocol.ids import CharacterId, RollId
from protocol.receipts import (
    CompulsionReceipt,
    FrenzyReceipt,
    PoolReceipt,
    Receipt,
    RemorseReceipt,
    ResonanceReceipt,
    RouseReceipt,
    RousesReceipt,
)
from protocol.v20_receipt import InitiativeReceipt, V20Receipt
from protocol.words import DiceSource, Visibility
from server.replay.names import Names
from server.replay.receipt_words import verdict


class Dice(Struct, frozen=True):
    """What a receipt comes to in numbers; None where that kind of roll has no such thing."""

    kind: str
    regular: tuple[int, ...]
    hunger: tuple[int, ...] = ()
    difficulty: int | None = None
    required: int | None = None
    successes: int | None = None
    margin: int | None = None


class RolledRow(Struct, frozen=True):
    """A roll, or a reroll, or a reveal with its dice: who, what, and what came of it."""

    roll: RollId
    happened: str
    session: int | None
    character: str
    member: str
    label: str
    visibility: Visibility | None
    source: DiceSource
    dice: Dice
    outcome: str


class RollTable:
    """Makes rows of the events of one view, which it must be given all, in order."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._session: int | None = None
        self._rolls: dict[RollId, RolledRow] = {}

    def take(self, event: e.Event) -> Iterator[RolledRow]:
        """The rows of one event, which are none or one."""
        self._names.learn(event)
        match event:
            case e.SessionStarted():
                self._session = event.session
            case e.SessionEnded():
                self._session = None
            case e.RollResolved():
                yield self._resolved(event)
            case e.RollRerolled() if event.roll in self._rolls:
                yield self._rerolled(event, self._rolls[event.roll])
            case e.RollRevealed() if event.receipt is not None:
                yield self._revealed(event, event.receipt)
            case _:
                pass

    def _resolved(self, event: e.RollResolved) -> RolledRow:
        row = RolledRow(
            roll=event.roll,
            happened="rolled",
            session=self._session,
            character=self._character(event.character),
            member=self._names.member(event.member),
            label=event.label,
            visibility=event.visibility,
            source=event.source,
            dice=dice_of(event.receipt),
            outcome=verdict(event.receipt),
        )
        self._rolls[event.roll] = row
        return row

    def _rerolled(self, event: e.RollRerolled, first: RolledRow) -> RolledRow:
        return RolledRow(
            roll=event.roll,
            happened="rerolled",
            session=self._session,
            character=first.character,
            member=first.member,
            label=first.label,
            visibility=first.visibility,
            source=event.source,
            dice=dice_of(event.receipt),
            outcome=verdict(event.receipt),
        )

    def _revealed(self, event: e.RollRevealed, receipt: Receipt) -> RolledRow:
        return RolledRow(
            roll=event.roll,
            happened="revealed",
            session=self._session,
            character=self._character(event.character),
            member=self._names.member(event.member),
            label=event.label,
            visibility=None,
            source=event.source,
            dice=dice_of(receipt),
            outcome=verdict(receipt),
        )

    def _character(self, character: CharacterId | None) -> str:
        return "" if character is None else self._names.character(character)


def dice_of(receipt: Receipt) -> Dice:
    """The dice of a receipt, in the order drawn, and its numbers."""
    match receipt:
        case PoolReceipt():
            return Dice(
                "pool",
                tuple(die.face for die in receipt.dice if die.kind == "regular"),
                tuple(die.face for die in receipt.dice if die.kind == "hunger"),
                difficulty=receipt.difficulty,
                successes=receipt.successes,
                margin=receipt.margin,
            )
        case RouseReceipt():
            return Dice("rouse", receipt.faces)
        case RousesReceipt():
            return Dice("rouses", tuple(face for check in receipt.checks for face in check))
        case CompulsionReceipt():
            return Dice("compulsion", receipt.faces)
        case ResonanceReceipt():
            mood = () if receipt.resonance_face is None else (receipt.resonance_face,)
            return Dice("resonance", (*receipt.temperament_faces, *mood))
        case RemorseReceipt():
            return Dice("remorse", receipt.faces, successes=receipt.successes)
        case FrenzyReceipt():
            return Dice(
                "frenzy", receipt.faces, difficulty=receipt.difficulty, successes=receipt.successes
            )
        case V20Receipt():
            return Dice(
                f"v20_{receipt.kind}",
                tuple(die.face for die in receipt.dice),
                difficulty=receipt.difficulty.applied,
                required=receipt.required,
                successes=receipt.net,
                margin=receipt.net - receipt.required,
            )
        case InitiativeReceipt():
            # A fixed six was not rolled.
            return Dice("v20_initiative", () if receipt.is_fixed else (receipt.die,))
        case _:
            assert_never(receipt)


COLUMNS = (
    "at", "session", "happened", "roll", "character", "member", "label", "kind", "visibility",
    "source", "regular", "hunger", "difficulty", "required", "successes", "margin", "outcome",
)  # fmt: skip


def cells(row: RolledRow, at: str) -> tuple[str, ...]:
    """A row as text, in the order of `COLUMNS`; *at* is its moment as it is to be shown."""
    dice = row.dice
    return (
        at,
        _number(row.session),
        row.happened,
        row.roll,
        _typed(row.character),
        _typed(row.member),
        _typed(row.label),
        dice.kind,
        "" if row.visibility is None else str(row.visibility),
        str(row.source),
        " ".join(map(str, dice.regular)),
        " ".join(map(str, dice.hunger)),
        _number(dice.difficulty),
        _number(dice.required),
        _number(dice.successes),
        _number(dice.margin),
        _typed(row.outcome),
    )


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _typed(text: str) -> str:
    """What somebody typed, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
