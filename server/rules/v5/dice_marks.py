"""What each die contributed to a roll, for a receipt that a person can add up."""

from typing import Literal, NamedTuple

from server.rules.v5.counting import can_pair, tally
from server.rules.v5.faces import TEN, Faces, check_reroll, is_success
from server.rules.v5.house_rules import V5Rules


class DieMark(NamedTuple):
    """
    One die of a receipt.

    Attributes:
        kind: The die's colour.
        face: What it shows now, 1 to 10.
        adds: Successes it adds: 0, 1, or 2 as part of a pair of tens.
        in_pair: Whether it is a ten that counts two.
        replaced: The face it showed first, when Willpower rolled it again.
    """

    kind: Literal["regular", "hunger"]
    face: int
    adds: int
    in_pair: bool
    replaced: int | None


def mark_dice(
    faces: Faces,
    rules: V5Rules,
    *,
    original: Faces | None = None,
    rerolled: frozenset[int] = frozenset(),
) -> tuple[DieMark, ...]:
    """
    Say of every die what it adds; together they add the roll's successes.

    Regular tens are paired before Hunger tens, and in the order drawn. Which tens are paired
    changes no count; an odd ten left over adds 1.

    Args:
        faces: The dice as they lie now.
        rules: The room's switches.
        original: The dice as first rolled; needed to tell what a rerolled die showed before.
        rerolled: Indices of the regular dice that Willpower has rolled again.

    Returns:
        A mark for each regular die, then for each Hunger die, in the order drawn.

    Raises:
        ValueError: *faces* cannot come from *original* by a reroll of *rerolled*.

    Rule: A1.4, A3.2.
    """
    if rerolled or original is not None:
        check_reroll(faces, original, rerolled)
    doubled_left = tally(faces, rules, rerolled).doubled_tens
    marks = []
    for index, face in enumerate(faces.regular):
        in_pair = face == TEN and doubled_left > 0 and can_pair(index, rerolled, rules)
        doubled_left -= in_pair
        replaced = original.regular[index] if original and index in rerolled else None
        marks.append(mark_die("regular", face, in_pair=in_pair, replaced=replaced))
    for face in faces.hunger:
        in_pair = face == TEN and doubled_left > 0
        doubled_left -= in_pair
        marks.append(mark_die("hunger", face, in_pair=in_pair))
    return tuple(marks)


def mark_die(
    kind: Literal["regular", "hunger"],
    face: int,
    *,
    in_pair: bool = False,
    replaced: int | None = None,
) -> DieMark:
    """Say of one die what it adds; without a pair in the roll that is all there is to say."""
    adds = 2 if in_pair else int(is_success(face))
    return DieMark(kind, face, adds, in_pair, replaced)
