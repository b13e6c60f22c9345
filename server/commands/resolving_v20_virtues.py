"""Operations on V20 Virtues: degeneration, frenzy and Rötschreck, turn by turn."""

from typing import Annotated, Final, Literal, assert_never

from msgspec import Meta, Struct

from server.commands.resolving_base import Does, Faces, Refused, refuse, refuse_number_of_faces
from server.commands.resolving_v20 import Automatic, Difficulty, applied_difficulty
from server.commands.resolving_v20_state import Sheet20
from server.rules.refusal import RuleRefusal
from server.rules.v20 import faces as rule_faces
from server.rules.v20.frenzy import (
    FRENZY_PROVOCATIONS,
    ROTSCHRECK_PROVOCATIONS,
    BeastKind,
    BeastState,
    Provocation,
    Resistance,
    end_turn,
    hold_with_willpower,
    resist,
    ride_instinct,
)
from server.rules.v20.reading import Outcome, Reading, read_roll
from server.rules.v20.virtues import (
    SINS,
    Virtue,
    degeneration_difficulty,
    is_degeneration_due,
    is_hungry,
    resolve_degeneration,
    virtue_items,
)
from server.rules.v20.willpower import spend_willpower

Sin = Annotated[int, Meta(ge=1, le=10)]
AnyDifficulty = Annotated[int, Meta(ge=1, le=99)]
FrenzyProvocation = Literal[
    "smell of blood when hungry", "sight of blood when hungry", "taste of blood when hungry",
    "harassed", "life in danger", "taunts", "physical provocation", "loved one in danger",
    "public humiliation",
]  # fmt: skip
RotschreckProvocation = Literal[
    "lit cigarette", "flame of a lighter", "torch", "bonfire", "obscured sunlight",
    "being burned", "direct sunlight", "trapped in a burning building",
]  # fmt: skip


class Degenerate(Does, frozen=True, kw_only=True, tag="degeneration", gc=False):
    """A roll of Conscience or Conviction after a sin of that level; the usual difficulty is 8."""

    sin: Sin
    faces: Faces
    difficulty: AnyDifficulty | None = None


class ResistFrenzy(Does, frozen=True, kw_only=True, tag="resist_frenzy", gc=False):
    """A roll of Self-Control against frenzy; successes gather over turns."""

    faces: Faces
    provocation: FrenzyProvocation | None = None
    difficulty: Difficulty | None = None
    automatic: Automatic = 0


class ResistRotschreck(Does, frozen=True, kw_only=True, tag="resist_rotschreck", gc=False):
    """A roll of Courage against Rötschreck; successes gather over turns."""

    faces: Faces
    provocation: RotschreckProvocation | None = None
    difficulty: Difficulty | None = None
    automatic: Automatic = 0


class RideInstinct(Does, frozen=True, kw_only=True, tag="ride_instinct", gc=False):
    """A roll of Instinct in the frenzy that always comes: who is in control."""

    faces: Faces
    provocation: FrenzyProvocation | None = None
    difficulty: Difficulty | None = None
    automatic: Automatic = 0


class HoldBeast(Does, frozen=True, kw_only=True, tag="hold_beast", gc=False):
    """A point of Willpower that holds the Beast off for one turn more."""


VirtueOperation = Degenerate | ResistFrenzy | ResistRotschreck | RideInstinct | HoldBeast
_Resisting = ResistFrenzy | ResistRotschreck | RideInstinct


class DegenerationStep(Struct, frozen=True, tag="degeneration", gc=False):
    """How a roll against degeneration came out."""

    difficulty: int
    net: int
    outcome: Outcome
    morality_before: int
    morality_after: int
    virtue: Virtue
    virtue_after: int
    has_derangement: bool
    why: str


class BeastStep(Struct, frozen=True, tag="beast", gc=False):
    """
    How resisting the Beast stands.

    `gained` are net successes in all, `held_turns` the turns, this one included, in which no roll
    is due. `is_controlled` is told for a roll of Instinct alone.
    """

    beast: BeastKind
    state: BeastState
    gained: int
    held_turns: int
    is_botch: bool
    difficulty: int | None = None
    net: int | None = None
    is_controlled: bool | None = None
    why: str | None = None


VirtueResultStep = DegenerationStep | BeastStep


def operate_virtue(sheet: Sheet20, operation: VirtueOperation, place: str) -> VirtueResultStep:
    """
    Carry out an operation about Virtues.

    Raises:
        Refused: The rules refuse it.

    Rule: C8.
    """
    match operation:
        case Degenerate():
            return _degenerate(sheet, operation, place)
        case ResistFrenzy():
            if Virtue.INSTINCT in sheet.virtues:
                message = "Who follows Instinct always frenzies, and rolls for control."
                raise Refused(place, message, "ride_instinct", code="follows_instinct")
            return _resist(sheet, operation, BeastKind.FRENZY, place)
        case ResistRotschreck():
            return _resist(sheet, operation, BeastKind.ROTSCHRECK, place)
        case RideInstinct():
            return _ride(sheet, operation, place)
        case HoldBeast():
            return _hold(sheet, place)
        case _:
            assert_never(operation)


def _degenerate(sheet: Sheet20, asked: Degenerate, place: str) -> DegenerationStep:
    what = "Degeneration"
    rating = sheet.morality(what)
    virtue = sheet.virtue((Virtue.CONSCIENCE, Virtue.CONVICTION), what)
    if not is_degeneration_due(rating, asked.sin):
        message = f"At rating {rating} {SINS[asked.sin]} call for no roll."
        accepted = f"1 to {rating}" if rating else "a rating of 1 or more"
        raise Refused(f"{place}.sin", message, accepted, code="no_degeneration")
    assessed = degeneration_difficulty(asked.difficulty, sheet.rules)
    if isinstance(assessed, RuleRefusal):
        refuse(assessed, f"{place}.difficulty")
    reading = _read(sheet, virtue, asked.faces, assessed, place)
    result = resolve_degeneration(reading, rating, sheet.virtues[virtue])
    sheet.maybe_morality = result.rating_after
    sheet.virtues[virtue] = result.conscience_after
    return DegenerationStep(
        difficulty=reading.difficulty,
        net=reading.net,
        outcome=reading.outcome,
        morality_before=rating,
        morality_after=result.rating_after,
        virtue=virtue,
        virtue_after=result.conscience_after,
        has_derangement=result.has_derangement,
        why=reading.why,
    )


def _read(
    sheet: Sheet20,
    virtue: Virtue,
    faces: tuple[int, ...],
    assessed: int,
    place: str,
    automatic: int = 0,
) -> Reading:
    """A Virtue roll; a pool of no die, which hunger can leave, is read as one that fails."""
    refuse_number_of_faces(f"{place}.faces", _dice(sheet, virtue), len(faces))
    applied = applied_difficulty(
        assessed, untrained_skill=False, retries=0, rules=sheet.rules, path=f"{place}."
    )
    return read_roll(rule_faces.Faces(faces), applied.applied, sheet.rules, automatic=automatic)


def _dice(sheet: Sheet20, virtue: Virtue) -> int:
    """A Virtue's dice; hunger takes some where blood and Self-Control are told (C8.3)."""
    rating = sheet.virtues[virtue]
    control = _control(sheet)
    if sheet.maybe_blood is None or control is None:
        return rating
    items = virtue_items(
        virtue, rating, blood=sheet.maybe_blood, self_control=control, rules=sheet.rules
    )
    return max(0, sum([item.dice for item in items]))


def _control(sheet: Sheet20) -> int | None:
    return sheet.virtues.get(Virtue.SELF_CONTROL, sheet.virtues.get(Virtue.INSTINCT))


_HUNGER: Final = "when hungry"


def _provoked(sheet: Sheet20, asked: _Resisting, place: str) -> int:
    """How hard the Beast is to resist."""
    if asked.provocation is None:
        if asked.difficulty is None:
            message = "A roll against the Beast needs a difficulty or a provocation."
            raise Refused(f"{place}.difficulty", message, "a whole number from 2 to 10")
        return asked.difficulty
    known: dict[str, Provocation] = {**FRENZY_PROVOCATIONS, **ROTSCHRECK_PROVOCATIONS}
    row = known[asked.provocation]
    control = _control(sheet)
    if (
        asked.provocation.endswith(_HUNGER)
        and sheet.maybe_blood is not None
        and control is not None
        and not is_hungry(sheet.maybe_blood, control)
    ):
        message = f"A vampire with {sheet.maybe_blood} blood is not hungry."
        accepted = f"less than {7 - control} blood, or another provocation"
        raise Refused(f"{place}.provocation", message, accepted, code="not_provoked")
    if asked.difficulty is None:
        return row.difficulty
    if row.is_lowest and asked.difficulty < row.difficulty:
        message = f"This provocation has difficulty {row.difficulty} or more."
        accepted = f"{row.difficulty} to 10"
        raise Refused(f"{place}.difficulty", message, accepted, code="bad_difficulty")
    return asked.difficulty


def _resist(
    sheet: Sheet20, asked: ResistFrenzy | ResistRotschreck, beast: BeastKind, place: str
) -> BeastStep:
    so_far = sheet.resistance
    if so_far is None or so_far.kind is not beast or so_far.state is not BeastState.RESISTING:
        so_far = Resistance(beast)
    if not so_far.is_roll_due:
        message = "The Beast is held off in this turn, so no roll is due."
        raise Refused(place, message, "begin_turn first", code="no_roll_due")
    wanted = Virtue.SELF_CONTROL if beast is BeastKind.FRENZY else Virtue.COURAGE
    virtue = sheet.virtue((wanted,), "Resisting the Beast")
    reading = _read(
        sheet, virtue, asked.faces, _provoked(sheet, asked, place), place, asked.automatic
    )  # fmt: skip
    sheet.resistance = resist(so_far, reading, sheet.rules)
    return beast_step(sheet.resistance, reading)


def beast_step(resistance: Resistance, reading: Reading | None = None) -> BeastStep:
    """How resisting stands, after a roll if one was made."""
    return BeastStep(
        beast=resistance.kind,
        state=resistance.state,
        gained=resistance.gained,
        held_turns=resistance.held_turns,
        is_botch=resistance.is_botch,
        difficulty=None if reading is None else reading.difficulty,
        net=None if reading is None else reading.net,
        why=None if reading is None else reading.why,
    )


def _ride(sheet: Sheet20, asked: RideInstinct, place: str) -> BeastStep:
    virtue = sheet.virtue((Virtue.INSTINCT,), "Riding a frenzy")
    reading = _read(
        sheet, virtue, asked.faces, _provoked(sheet, asked, place), place, asked.automatic
    )  # fmt: skip
    frenzy = ride_instinct(reading)
    sheet.resistance = Resistance(BeastKind.FRENZY, state=BeastState.LOST, is_botch=frenzy.is_botch)
    return BeastStep(
        beast=BeastKind.FRENZY,
        state=BeastState.LOST,
        gained=0,
        held_turns=0,
        is_botch=frenzy.is_botch,
        difficulty=reading.difficulty,
        net=reading.net,
        is_controlled=frenzy.is_controlled,
        why=reading.why,
    )


def _hold(sheet: Sheet20, place: str) -> BeastStep:
    resistance = sheet.resistance
    if resistance is None or resistance.state is not BeastState.RESISTING:
        message = "There is no Beast to hold off now."
        raise Refused(place, message, "a character who resists", code="nothing_to_hold")
    paid = spend_willpower(sheet.willpower("Holding the Beast off"))
    if isinstance(paid, RuleRefusal):
        refuse(paid, place)
    sheet.maybe_willpower = paid
    sheet.resistance = hold_with_willpower(resistance)
    return beast_step(sheet.resistance)


def pass_turn(sheet: Sheet20, place: str) -> None:
    """Let a turn pass for who resists the Beast; Refused while a roll is due (C8.3)."""
    resistance = sheet.resistance
    if resistance is None or resistance.state is not BeastState.RESISTING:
        return
    if resistance.is_roll_due:
        message = "A roll against the Beast is due before this turn ends."
        accepted = "a roll to resist, or hold_beast"
        raise Refused(place, message, accepted, code="roll_due")
    sheet.resistance = end_turn(resistance)
