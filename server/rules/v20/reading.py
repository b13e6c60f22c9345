"""Read a V20 roll: successes, what 1s cancel, what Willpower adds, and the outcome."""

from enum import StrEnum

from msgspec import Struct

from server.rules.v20.counting import Tally, tally
from server.rules.v20.faces import Faces
from server.rules.v20.house_rules import V20Rules


class Outcome(StrEnum):
    """How a roll came out; always exactly one of these."""

    BOTCH = "botch"
    FAILURE = "failure"
    SUCCESS = "success"


class Degree(StrEnum):
    """How well a won roll went, by its net successes (C1.9)."""

    MARGINAL = "marginal"
    MODERATE = "moderate"
    COMPLETE = "complete"
    EXCEPTIONAL = "exceptional"
    PHENOMENAL = "phenomenal"


_DEGREES = tuple(Degree)


class Reading(Struct, frozen=True, gc=False):
    """
    A roll as the rules read it; the eight parts of C1.13, and what they mean.

    Attributes:
        difficulty: As applied: what a die has to show at least.
        faces: Every die, those that a specialty rolled again apart.
        ones: Dice showing 1, those too that cancel nothing here.
        rolled: Successes on the dice.
        cancelled: Successes that 1s took away.
        automatic: Successes that nothing takes away.
        net: *rolled* less *cancelled* plus *automatic*.
        outcome: Botch, failure or success.
        required: Net successes needed.
        degree: How well it went; None unless it is a success.
        why: One sentence of ours that says how the outcome came about.
    """

    difficulty: int
    faces: Faces
    ones: int
    rolled: int
    cancelled: int
    automatic: int
    net: int
    outcome: Outcome
    required: int
    degree: Degree | None
    why: str


def read_roll(
    faces: Faces,
    difficulty: int,
    rules: V20Rules,
    *,
    required: int = 1,
    automatic: int = 0,
    has_specialty: bool = False,
    ones_matter: bool = True,
) -> Reading:
    """
    Count the dice, let 1s cancel, add automatic successes, and give the outcome.

    Args:
        faces: Every die of the roll; none for an empty pool, which fails and never botches.
        difficulty: As applied, 1 to 11 (``apply_difficulty``).
        rules: The room's switches.
        required: Net successes needed, 1 or more.
        automatic: Successes without a die, such as one bought with Willpower.
        has_specialty: Whether a specialty counts on this roll.
        ones_matter: Whether 1s cancel and botch; no for damage and soak (C5.5).

    Raises:
        ValueError: A number is out of its range, or a specialty's further dice are missing or
            too many.

    Rule: C1.1 to C1.9, C1.13, C2, C3.
    """
    if required < 1:
        raise ValueError(f"a roll needs 1 success or more, not {required}")
    if automatic < 0:
        raise ValueError(f"automatic successes are 0 or more, not {automatic}")
    shown = tally(faces, difficulty, rules, has_specialty=has_specialty, ones_matter=ones_matter)
    net = shown.rolled - shown.cancelled + automatic
    outcome = _outcome(shown, net, automatic, required, rules)
    degree = _DEGREES[min(net, len(_DEGREES)) - 1] if outcome is Outcome.SUCCESS else None
    return Reading(
        difficulty=difficulty,
        faces=faces,
        ones=shown.ones,
        rolled=shown.rolled,
        cancelled=shown.cancelled,
        automatic=automatic,
        net=net,
        outcome=outcome,
        required=required,
        degree=degree,
        why=_why(shown, difficulty, net, automatic, required, outcome, degree),
    )


def _outcome(shown: Tally, net: int, automatic: int, required: int, rules: V20Rules) -> Outcome:
    if shown.standing > 0 and automatic == 0:
        successes = shown.rolled if rules.botch == "no_die_succeeded" else net
        if successes == 0:
            return Outcome.BOTCH
    return Outcome.SUCCESS if net >= required else Outcome.FAILURE


def _why(
    shown: Tally,
    difficulty: int,
    net: int,
    automatic: int,
    required: int,
    outcome: Outcome,
    degree: Degree | None,
) -> str:
    """Tell the sum and what came of it: "2 successes at difficulty 6, 1 cancelled by 1s: …"."""
    told = f"{_count(shown.rolled, 'success')} at difficulty {difficulty}"
    if shown.doubled:
        told += f", counting {_count(shown.doubled, 'specialty ten')} twice"
    if shown.idle:
        told += f", {shown.idle} of the 1s without weight"
    if shown.undone:
        told += f", {shown.undone} of the 1s undone by tens"
    if shown.cancelled:
        told += f", {shown.cancelled} cancelled by 1s"
    if automatic:
        told += f", {automatic} automatic"
    told += f": net {net}"
    if required > 1:
        told += f" where {required} are needed"
    if outcome is Outcome.BOTCH:
        return f"{told} with a 1 showing, a botch."
    if degree is None:
        return f"{told}, a failure."
    article = "an" if degree is Degree.EXCEPTIONAL else "a"
    return f"{told}, {article} {degree} success."


def _count(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith('s') else 's'}"
