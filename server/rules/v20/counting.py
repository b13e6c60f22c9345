"""Count what V20 dice show, before anything is made of it."""

from typing import NamedTuple

from server.rules.v20.faces import ONE, TEN, Faces, rerolls_due
from server.rules.v20.house_rules import V20Rules

_EASIEST_APPLIED = 1
_HARDEST_APPLIED = 11


class Tally(NamedTuple):
    """
    What the dice of one roll show.

    Attributes:
        rolled: Successes, a doubled ten counting two.
        doubled: Tens that count two.
        ones: Dice showing 1.
        idle: Ones that neither cancel nor botch here.
        undone: Ones that tens took away, where a table plays so.
        standing: The ones left over, which cancel and botch.
        cancelled: Successes that they take away.
    """

    rolled: int
    doubled: int
    ones: int
    idle: int
    undone: int
    standing: int
    cancelled: int


def is_success(face: int, difficulty: int, rules: V20Rules) -> bool:
    """Whether *face* reaches *difficulty*; a 1 can only do so at difficulty 1 (C1.1, C2)."""
    if face == ONE and rules.target_one == "ones_fail":
        return False
    return face >= difficulty


def tally(
    faces: Faces,
    difficulty: int,
    rules: V20Rules,
    *,
    has_specialty: bool,
    ones_matter: bool,
) -> Tally:
    """
    Count the successes and ones of a finished roll.

    House rule: where a 1 takes a whole die (``one_cancels``), dice that count one go before tens
    that count two, as the tool that plays this way does it.

    Raises:
        ValueError: *difficulty* is outside 1 to 11, or a specialty's further dice are missing or
            too many.

    Rule: C1.1, C1.3, C1.4, C3.
    """
    if not _EASIEST_APPLIED <= difficulty <= _HARDEST_APPLIED:
        raise ValueError(
            f"dice are compared with {_EASIEST_APPLIED} to {_HARDEST_APPLIED}, not {difficulty}"
        )
    due = rerolls_due(faces, difficulty, rules, has_specialty=has_specialty)
    if due:
        raise ValueError(f"the specialty rolls {due} more dice")
    all_dice = faces.dice + faces.rerolled
    succeeded = sum([is_success(face, difficulty, rules) for face in all_dice])
    tens = all_dice.count(TEN)
    is_doubling = has_specialty and rules.specialty == "double" and difficulty <= TEN
    doubled = tens if is_doubling else 0
    ones = all_dice.count(ONE)
    idle = ones
    if ones_matter:
        idle = 0 if rules.reroll_ones_count == "yes" else faces.rerolled.count(ONE)
    undone = min(ones - idle, tens) if rules.tens_cancel_ones == "yes" else 0
    standing = ones - idle - undone
    rolled = succeeded + doubled
    if rules.one_cancels == "die":
        single = min(standing, succeeded - doubled)
        cancelled = single + 2 * min(standing - single, doubled)
    else:
        cancelled = min(standing, rolled)
    return Tally(rolled, doubled, ones, idle, undone, standing, cancelled)


class DieMark(NamedTuple):
    """
    One die of a receipt.

    Attributes:
        face: What it shows, 1 to 10.
        adds: Successes it adds: 0, 1, or 2 for a doubled ten.
        is_one: Whether it is a 1 that cancels and botches, unless a ten undoes it.
        is_reroll: Whether a specialty's ten brought it.
    """

    face: int
    adds: int
    is_one: bool
    is_reroll: bool


def mark_dice(
    faces: Faces,
    difficulty: int,
    rules: V20Rules,
    *,
    has_specialty: bool = False,
    ones_matter: bool = True,
) -> tuple[DieMark, ...]:
    """
    Say of every die what it adds; together they add what was rolled.

    Returns:
        A mark for each die of the pool, then for each die that a specialty rolled again.

    Raises:
        ValueError: As ``tally``.

    Rule: C1.13.
    """
    shown = tally(faces, difficulty, rules, has_specialty=has_specialty, ones_matter=ones_matter)
    marks = []
    for is_reroll, dice in ((False, faces.dice), (True, faces.rerolled)):
        counts_ones = ones_matter and (not is_reroll or rules.reroll_ones_count == "yes")
        for face in dice:
            adds = int(is_success(face, difficulty, rules))
            if face == TEN and shown.doubled:
                adds = 2
            marks.append(DieMark(face, adds, counts_ones and face == ONE, is_reroll))
    return tuple(marks)
