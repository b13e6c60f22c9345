"""Rolls of V5 pools from given faces: one against a Difficulty, or two against each other."""

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.receipts import PoolReceipt
from protocol.words import Difficulty, Preset
from server.commands.resolving_base import (
    MAX_FACES,
    Faces,
    HungerFaces,
    Refused,
    V5House,
    V5Request,
    refuse,
    refuse_number_of_faces,
    v5_house,
)
from server.rooms.pools import pool_receipt
from server.rules.v5 import faces as rule_faces
from server.rules.v5.conflict_harm import ConflictKind, harmed_track
from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolKind
from server.rules.v5.reading import Reading, read_roll
from server.rules.v5.reroll import apply_reroll, reroll_refusal
from server.rules.v5.tracks import Track, TrackName
from server.rules.v5.weapons import Armour, Harm, strike

WeaponValue = Annotated[int, Meta(ge=0, le=20)]
Index = Annotated[int, Meta(ge=0, lt=MAX_FACES)]


class Reroll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Regular dice that Willpower rolled again, counted from 0, and what each shows now."""

    indices: Annotated[tuple[Index, ...], Meta(max_length=MAX_FACES)]
    faces: Faces


class V5Roll(V5Request, frozen=True, kw_only=True, tag="v5_roll", gc=False):
    """A roll as the dice lie; without a Difficulty it is only reported."""

    regular: Faces = ()
    hunger: HungerFaces = ()
    difficulty: Difficulty | None = None
    kind: PoolKind = PoolKind.ORDINARY
    reroll: Reroll | None = None


def resolve_v5_roll(request: V5Roll) -> PoolReceipt:
    """
    Read a roll.

    Raises:
        Refused: The rules refuse it.

    Rule: A1, A2, A3.
    """
    house = v5_house(request)
    refusal = difficulty_refusal(request.difficulty, house.rules)
    if refusal is not None:
        refuse(refusal, "difficulty")
    lying = _lay(request, request.kind, house, "")
    faces, original, rerolled = lying
    reading = read_roll(
        faces, request.difficulty, house.rules, original=original, rerolled=rerolled
    )
    return _receipt(house, lying, reading)


class Side(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """
    One side of a contest: its dice, what it strikes with, and what it is when it is struck.

    `armour` counts against weapons, with `bullets_only` against bullets alone; `resilient` is the
    thin-blood trait that makes Superficial damage count as a vampire's.
    """

    regular: Faces = ()
    hunger: HungerFaces = ()
    reroll: Reroll | None = None
    weapon: WeaponValue = 0
    harm: Harm = Harm.BLUNT
    kind: CharacterKind = CharacterKind.VAMPIRE
    resilient: bool = False
    armour: WeaponValue = 0
    bullets_only: bool = False


class V5Contest(V5Request, frozen=True, kw_only=True, tag="v5_contest", gc=False):
    """Two rolls set against each other; the attacker began it."""

    attacker: Side
    defender: Side
    conflict: ConflictKind = ConflictKind.PHYSICAL


class Harmed(Struct, frozen=True, gc=False):
    """
    What one side takes: `points` in all, by kind, on which track.

    `is_halved`: the Superficial points are halved, rounding up, when they are marked.
    """

    points: int
    track: TrackName
    superficial: int
    aggravated: int
    is_halved: bool


class ContestReceipt(Struct, frozen=True, tag="v5_contest", gc=False):
    """How a contest came out; each side's roll is read against the other's successes."""

    attacker: PoolReceipt
    defender: PoolReceipt
    winner: Literal["attacker", "defender"] | None
    margin: int
    attacker_takes: Harmed
    defender_takes: Harmed
    preset: Preset
    switches: dict[str, str]


def resolve_v5_contest(request: V5Contest) -> ContestReceipt:
    """
    Read both sides of a contest.

    Raises:
        Refused: The rules refuse it.

    Rule: A9, A10.5.
    """
    house = v5_house(request)
    a, b = request.attacker, request.defender
    a_lies = _lay(a, PoolKind.ORDINARY, house, "attacker.")
    b_lies = _lay(b, PoolKind.ORDINARY, house, "defender.")
    result = resolve_contest(_side(a, a_lies), _side(b, b_lies), house.rules)
    return ContestReceipt(
        attacker=_receipt(house, a_lies, result.readings[0]),
        defender=_receipt(house, b_lies, result.readings[1]),
        winner=None if result.winner is None else _NAMES[result.winner],
        margin=result.margin,
        attacker_takes=_harmed(request.conflict, result.damage[0], b, a, "defender.harm"),
        defender_takes=_harmed(request.conflict, result.damage[1], a, b, "attacker.harm"),
        preset=house.preset,
        switches=house.switches,
    )


_NAMES: Final[tuple[Literal["attacker"], Literal["defender"]]] = ("attacker", "defender")


class _Lying(NamedTuple):
    """Dice as they lie, and what a reroll made of them."""

    faces: rule_faces.Faces
    original: rule_faces.Faces | None
    rerolled: frozenset[int]


_NOT_REROLLED: Final[frozenset[int]] = frozenset()
_WILLPOWER: Final = Track(1)
"""Whether there is Willpower to spend is a tracker's question, and none is asked about here."""


def _lay(dice: V5Roll | Side, kind: PoolKind, house: V5House, path: str) -> _Lying:
    """The dice of a request whose fields stand below *path*; Refused where they cannot lie so."""
    if not dice.regular and not dice.hunger:
        raise Refused(f"{path}regular", "A roll has at least one die.", "1 face of 1 to 10 or more")
    if dice.hunger and kind is not PoolKind.ORDINARY:
        message = "A pool that contains Willpower or Humanity has no Hunger dice."
        raise Refused(f"{path}hunger", message, "no Hunger faces")
    faces = rule_faces.Faces(dice.regular, dice.hunger)
    reroll = dice.reroll
    if reroll is None:
        return _Lying(faces, None, _NOT_REROLLED)
    refusal = reroll_refusal(
        kind=kind,
        regular_count=len(faces.regular),
        indices=reroll.indices,
        faces=faces,
        rerolls_used=0,
        willpower=_WILLPOWER,
        rules=house.rules,
    )
    if refusal is not None:
        refuse(refusal, f"{path}reroll.{refusal.field}" if refusal.field else f"{path}reroll")
    refuse_number_of_faces(f"{path}reroll.faces", len(reroll.indices), len(reroll.faces))
    after = apply_reroll(faces, reroll.indices, reroll.faces)
    return _Lying(after, faces, frozenset(reroll.indices))


_ITEMS: Final = [(PoolItemView("pool", dice),) for dice in range(MAX_FACES + 6)]


def _receipt(house: V5House, lying: _Lying, reading: Reading) -> PoolReceipt:
    faces, original, rerolled = lying
    items = _ITEMS[len(faces.regular) + len(faces.hunger)]
    return pool_receipt(house, faces, reading, items, original=original, rerolled=rerolled)


def _side(side: Side, lying: _Lying) -> ContestSide:
    return ContestSide(lying.faces, side.weapon, lying.original, lying.rerolled)


def _harmed(
    conflict: ConflictKind, points: int, striker: Side, struck: Side, harm_field: str
) -> Harmed:
    where = harmed_track(conflict, struck.kind, is_resilient=struck.resilient)
    if conflict is ConflictKind.SOCIAL:
        return Harmed(points, where.track, points, 0, where.halve)
    if striker.harm is Harm.SUNLIGHT and not struck.kind.uses_rouse:
        message = "Sunlight hurts vampires alone."
        others = ", ".join(harm for harm in Harm if harm is not Harm.SUNLIGHT)
        raise Refused(harm_field, message, f"one of {others}")
    blow = strike(
        points,
        striker.harm,
        struck.kind,
        armour=Armour("armour", struck.armour, struck.bullets_only),
        is_resilient=struck.resilient,
    )
    return Harmed(points, where.track, blow.superficial, blow.aggravated, where.halve)
