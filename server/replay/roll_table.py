"""Rolls as the rows of a table, for spreadsheets and statistics: one row for each reading."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from protocol import events as e
from protocol.ids import CharacterId, RollId
from protocol.receipts import FrenzyReceipt, PoolReceipt, Receipt, RemorseReceipt
from protocol.v20_receipt import V20Receipt
from protocol.words import DiceSource, Visibility
from server.replay.drawn_dice import drawn_at_first
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
    """A roll, or a reroll, or a reveal with its dice: when, who, what, and what came of it."""

    at_ms: int
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
        self._newest: RolledRow | None = None

    def take(self, at_ms: int, event: e.Event) -> Iterator[RolledRow]:
        """The row that is finished with one more event, which may still have said whose it is."""
        self._names.learn(event)
        if isinstance(event, e.RollAttributed):
            self._attribute(event)
            return
        yield from self.finish()
        match event:
            case e.SessionStarted():
                self._session = event.session
            case e.SessionEnded():
                self._session = None
            case e.RollResolved():
                self._newest = self._resolved(at_ms, event)
            case e.RollRerolled() if event.roll in self._rolls:
                self._newest = self._rerolled(at_ms, event, self._rolls[event.roll])
            case e.RollRevealed() if event.receipt is not None:
                self._newest = self._revealed(at_ms, event, event.receipt)
            case _:
                pass

    def finish(self) -> Iterator[RolledRow]:
        """The last row, if there is one."""
        if self._newest is not None:
            yield self._newest
        self._newest = None

    def _attribute(self, event: e.RollAttributed) -> None:
        row = self._newest
        if row is not None and row.roll == event.roll:
            self._newest = replace(row, character=self._names.character(event.character))
            self._rolls[event.roll] = self._newest

    def _resolved(self, at_ms: int, event: e.RollResolved) -> RolledRow:
        row = RolledRow(
            at_ms=at_ms,
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

    def _rerolled(self, at_ms: int, event: e.RollRerolled, first: RolledRow) -> RolledRow:
        return RolledRow(
            at_ms=at_ms,
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

    def _revealed(self, at_ms: int, event: e.RollRevealed, receipt: Receipt) -> RolledRow:
        return RolledRow(
            at_ms=at_ms,
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
        case RemorseReceipt() | FrenzyReceipt():
            difficulty = receipt.difficulty if isinstance(receipt, FrenzyReceipt) else None
            return Dice(_tag(receipt), receipt.faces, (), difficulty, None, receipt.successes)
        case V20Receipt():
            return Dice(
                f"v20_{receipt.kind}",
                drawn_at_first(receipt),
                difficulty=receipt.difficulty.applied,
                required=receipt.required,
                successes=receipt.net,
                margin=receipt.net - receipt.required,
            )
        case _:
            return Dice(_tag(receipt), drawn_at_first(receipt))


def _tag(receipt: Receipt) -> str:
    return str(receipt.__struct_config__.tag)


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
