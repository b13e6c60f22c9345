"""Rolls of V5 pools from given faces: one against a Difficulty, or two against each other."""

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct

from protocol.dice import PoolItemView
from protocol.receipts import PoolReceipt
from protocol.words import CalledShot, Difficulty, HungerValue, Preset
from server.commands.resolving_base import (
    MAX_FACES,
    Faces,
    HungerFaces,
    Refused,
    V5House,
    V5Request,
    refuse,
    refuse_in,
    refuse_number_of_faces,
    v5_house,
)
from server.commands.resolving_v5_harm import (
    ArmourWorn,
    Harmed,
    Target,
    WeaponUsed,
    harm_of,
    harmed,
    weapon_value,
)
from server.commands.resolving_v5_state import TrackState, track_of
from server.rooms.v5_receipts import pool_receipt
from server.rules.v5 import faces as rule_faces
from server.rules.v5.conflict_harm import ConflictKind
from server.rules.v5.conflicts import ContestSide, resolve_contest
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.kinds import CharacterKind
from server.rules.v5.pools import PoolKind
from server.rules.v5.reading import Reading, read_roll
from server.rules.v5.reroll import apply_reroll, reroll_refusal
from server.rules.v5.tracks import Track
from server.rules.v5.weapons import CalledShot as RuleShot
from server.rules.v5.weapons import Harm, called_shot_takes

Index = Annotated[int, Meta(ge=0, le=MAX_FACES - 1)]


class Reroll(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """
    Regular dice that Willpower rolled again, counted from 0, and what each shows now.

    `willpower` is the track that pays for it; without, there is enough. `rerolls_before` are those
    that the roll had already.
    """

    indices: Annotated[tuple[Index, ...], Meta(max_length=MAX_FACES)]
    faces: Faces
    willpower: TrackState | None = None
    rerolls_before: Annotated[int, Meta(ge=0, le=99)] = 0


class Rolled(V5Request, frozen=True, kw_only=True, gc=False):
    """
    A roll as the dice lie; without a Difficulty it is only reported.

    `faces` are those of the regular dice. With `hunger` there must be as many Hunger faces as it
    asks for.
    """

    faces: Faces = ()
    hunger_faces: HungerFaces = ()
    hunger: HungerValue | None = None
    character_kind: CharacterKind = CharacterKind.VAMPIRE
    difficulty: Difficulty | None = None
    pool_kind: PoolKind = PoolKind.ORDINARY
    reroll: Reroll | None = None


class V5Roll(Rolled, frozen=True, kw_only=True, tag="v5_roll", gc=False):
    """A roll to be read."""


def resolve_v5_roll(request: V5Roll) -> PoolReceipt:
    """
    Read a roll.

    Raises:
        Refused: The rules refuse it.

    Rule: A1, A2, A3.
    """
    house = v5_house(request)
    lying, reading = _read(request, house)
    return _receipt(house, lying, reading)


def read_rolled(request: Rolled, house: V5House) -> Reading:
    """
    Read the dice of a request.

    Raises:
        Refused: The rules refuse them.
    """
    return _read(request, house)[1]


def _read(request: Rolled, house: V5House) -> tuple["_Lying", Reading]:
    refusal = difficulty_refusal(request.difficulty, house.rules)
    if refusal is not None:
        refuse(refusal, "difficulty")
    lying = _lay(request, request.pool_kind, house, "")
    faces, original, rerolled = lying
    reading = read_roll(
        faces, request.difficulty, house.rules, original=original, rerolled=rerolled
    )
    return lying, reading


class Side(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """
    One side of a contest: its dice as in a roll, what it strikes with, what it is when struck.

    `armour` counts against weapons, with `bullets_only` against bullets alone; `resilient` is the
    thin-blood trait that makes Superficial damage count as a vampire's. Without `harm` a blow
    hurts as its weapon does, or bluntly. A `called_shot` that costs successes has fewer of them;
    where it costs dice, they are not among the faces.
    """

    faces: Faces = ()
    hunger_faces: HungerFaces = ()
    hunger: HungerValue | None = None
    reroll: Reroll | None = None
    weapon: WeaponUsed = 0
    harm: Harm | None = None
    character_kind: CharacterKind = CharacterKind.VAMPIRE
    resilient: bool = False
    armour: ArmourWorn = 0
    bullets_only: bool = False
    called_shot: RuleShot | None = None


class V5Contest(V5Request, frozen=True, kw_only=True, tag="v5_contest", gc=False):
    """Two rolls set against each other; the attacker began it."""

    attacker: Side
    defender: Side
    conflict: ConflictKind = ConflictKind.PHYSICAL


class ContestReceipt(Struct, frozen=True, tag="v5_contest", omit_defaults=True, gc=False):
    """
    How a contest came out; each side's roll is read against the other's successes.

    Of a side that called a shot, whether it did what it was called for.
    """

    attacker: PoolReceipt
    defender: PoolReceipt
    winner: Literal["attacker", "defender"] | None
    margin: int
    attacker_takes: Harmed
    defender_takes: Harmed
    preset: Preset
    switches: dict[str, str]
    attacker_shot_takes: bool | None = None
    defender_shot_takes: bool | None = None


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
        attacker=_receipt(house, a_lies, result.readings[0], a.called_shot),
        defender=_receipt(house, b_lies, result.readings[1], b.called_shot),
        winner=None if result.winner is None else _NAMES[result.winner],
        margin=result.margin,
        attacker_takes=_harmed(request.conflict, result.damage[0], b, a, "defender.harm"),
        defender_takes=_harmed(request.conflict, result.damage[1], a, b, "attacker.harm"),
        preset=house.preset,
        switches=house.switches,
        attacker_shot_takes=_takes(a, result.damage[1]),
        defender_shot_takes=_takes(b, result.damage[0]),
    )


def _takes(side: Side, points: int) -> bool | None:
    return None if side.called_shot is None else called_shot_takes(side.called_shot, points)


_NAMES: Final[tuple[Literal["attacker"], Literal["defender"]]] = ("attacker", "defender")


class _Lying(NamedTuple):
    """Dice as they lie, and what a reroll made of them."""

    faces: rule_faces.Faces
    original: rule_faces.Faces | None
    rerolled: frozenset[int]


_NOT_REROLLED: Final[frozenset[int]] = frozenset()
_WILLPOWER: Final = Track(1)
"""Enough to pay for a reroll, where a request tells of no track."""


def _lay(dice: Rolled | Side, kind: PoolKind, house: V5House, path: str) -> _Lying:
    """The dice of a request whose fields stand below *path*; Refused where they cannot lie so."""
    if not dice.faces and not dice.hunger_faces:
        message = "A roll has at least one die."
        raise Refused(f"{path}faces", message, "1 face of 1 to 10 or more", code="pool_empty")
    may_hunger = kind is PoolKind.ORDINARY and dice.character_kind.uses_hunger_dice
    if dice.hunger_faces and not may_hunger:
        message = "A pool that contains Willpower or Humanity has no Hunger dice."
        if kind is PoolKind.ORDINARY:
            message = "Mortals and ghouls have no Hunger dice."
        raise Refused(f"{path}hunger_faces", message, "no Hunger faces", code="bad_faces")
    if dice.hunger is not None:
        pool = len(dice.faces) + len(dice.hunger_faces)
        asked = min(pool, dice.hunger) if may_hunger else 0
        refuse_number_of_faces(f"{path}hunger_faces", asked, len(dice.hunger_faces))
    faces = rule_faces.Faces(dice.faces, dice.hunger_faces)
    reroll = dice.reroll
    if reroll is None:
        return _Lying(faces, None, _NOT_REROLLED)
    track = reroll.willpower
    refusal = reroll_refusal(
        kind=kind,
        regular_count=len(faces.regular),
        indices=reroll.indices,
        faces=faces,
        rerolls_used=reroll.rerolls_before,
        willpower=_WILLPOWER if track is None else track_of(track, f"{path}reroll.willpower"),
        rules=house.rules,
    )
    if refusal is not None:
        if refusal.code == "reroll_used":
            refuse(refusal, f"{path}reroll.rerolls_before")
        refuse_in(refusal, reroll, f"{path}reroll.")
    refuse_number_of_faces(f"{path}reroll.faces", len(reroll.indices), len(reroll.faces))
    after = apply_reroll(faces, reroll.indices, reroll.faces)
    return _Lying(after, faces, frozenset(reroll.indices))


_ITEMS: Final = [(PoolItemView("pool", dice),) for dice in range(MAX_FACES + 6)]


def _receipt(
    house: V5House, lying: _Lying, reading: Reading, shot: RuleShot | None = None
) -> PoolReceipt:
    faces, original, rerolled = lying
    items = _ITEMS[len(faces.regular) + len(faces.hunger)]
    called = None if shot is None else CalledShot(shot)
    return pool_receipt(
        house, faces, reading, items, original=original, rerolled=rerolled, called_shot=called
    )


def _side(side: Side, lying: _Lying) -> ContestSide:
    return ContestSide(
        lying.faces,
        weapon_value(side.weapon),
        lying.original,
        lying.rerolled,
        called_shot=side.called_shot is not None,
    )


def _harmed(
    conflict: ConflictKind, points: int, striker: Side, struck: Side, harm_field: str
) -> Harmed:
    target = Target(struck.character_kind, struck.resilient, struck.armour, struck.bullets_only)
    harm = harm_of(striker.weapon, striker.harm)
    return harmed(conflict, points, harm, target, harm_field)
