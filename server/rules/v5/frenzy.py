"""Resisting frenzy: the pool, the Brujah bane, and how the roll comes out."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from server.rules.v5.blood_potency import blood_potency
from server.rules.v5.counting import tally
from server.rules.v5.faces import Faces
from server.rules.v5.house_rules import DEFAULT_RULES, V5Rules
from server.rules.v5.humanity import check_humanity
from server.rules.v5.pools import PoolItem
from server.rules.v5.tracks import Track


class FrenzyKind(StrEnum):
    """What the Beast answers to."""

    FURY = "fury"
    HUNGER = "hunger"
    TERROR = "terror"


class FrenzyOutcome(StrEnum):
    """Resisted costs the next turn, resisted critically costs nothing (A12.2)."""

    RESISTED = "resisted"
    RESISTED_CRITICAL = "resisted_critical"
    FRENZY = "frenzy"


def frenzy_items(
    *,
    willpower: Track,
    humanity: int,
    kind: FrenzyKind,
    clan: str | None,
    blood_potency_rating: int,
    rules: V5Rules,
) -> tuple[PoolItem, ...]:
    """
    List the parts of a frenzy pool; a part of 0 dice stays listed.

    Args:
        willpower: Its unmarked boxes are dice.
        humanity: 0 to 10; a third of it, rounded down, are dice.
        kind: What provokes; the Brujah bane weakens the resistance to fury only.
        clan: Name in any letter case, or None.
        blood_potency_rating: 0 to 10; gives the severity of the bane.
        rules: The room's switches; here ``blood_potency_table``.

    Raises:
        ValueError: *humanity* or the rating is outside 0 to 10.

    Rule: A12.1, A12.6.
    """
    check_humanity(humanity)
    bane_severity = blood_potency(blood_potency_rating, rules).bane_severity
    items = [
        PoolItem("unmarked Willpower", willpower.unmarked),
        PoolItem("a third of Humanity", humanity // 3),
    ]
    is_brujah = clan is not None and clan.strip().casefold() == "brujah"
    if is_brujah and kind is FrenzyKind.FURY and bane_severity > 0:
        items.append(PoolItem("Brujah bane", -bane_severity))
    return tuple(items)


def frenzy_dice(items: Iterable[PoolItem]) -> int:
    """Add up a frenzy pool: at least 1 die, all of them regular (A12.1)."""
    return max(1, sum(item.dice for item in items))


@dataclass(frozen=True, slots=True)
class FrenzyResult:
    """A roll to resist frenzy; *why* says in a sentence of ours how it came out."""

    faces: tuple[int, ...]
    successes: int
    difficulty: int
    outcome: FrenzyOutcome
    why: str


def resolve_frenzy(
    faces: tuple[int, ...], difficulty: int, rules: V5Rules = DEFAULT_RULES
) -> FrenzyResult:
    """
    Read a roll to resist frenzy; pairs of tens count as in any roll.

    Args:
        faces: At least one face, 1 to 10 each.
        difficulty: From the provocation, 1 or more.
        rules: The room's switches; here ``extra_tens``.

    Raises:
        ValueError: There is no face or a face outside 1 to 10, or *difficulty* is below 1.

    Rule: A12.1, A12.2.
    """
    if not faces:
        raise ValueError("a frenzy roll has at least one die")
    if difficulty < 1:
        raise ValueError(f"a Difficulty is 1 or more, not {difficulty}")
    shown = tally(Faces(regular=faces, hunger=()), rules)
    if shown.successes < difficulty:
        outcome, effect = FrenzyOutcome.FRENZY, "too few, so the Beast takes over"
    elif shown.pairs:
        outcome = FrenzyOutcome.RESISTED_CRITICAL
        effect = "enough with a pair of tens, so the Beast is held at no cost"
    else:
        outcome = FrenzyOutcome.RESISTED
        effect = "enough to hold the Beast, which costs the next turn"
    return FrenzyResult(
        faces=faces,
        successes=shown.successes,
        difficulty=difficulty,
        outcome=outcome,
        why=f"{shown.successes} against Difficulty {difficulty} is {effect}.",
    )
