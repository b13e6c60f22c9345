"""Exact odds as requests and answers: each chance as a fraction in text, a decimal beside it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from protocol.words import Difficulty, Dots, HungerValue, PoolSize, Preset
from server.commands.resolving_base import (
    Refused,
    V5House,
    V5Request,
    refuse,
    v5_house,
)
from server.commands.resolving_v5_checks import RemorseModifier, remorse_pool
from server.commands.resolving_v5_state import Overflow
from server.rules.odds.display import fraction_text
from server.rules.odds.v5_checks import frenzy_odds, remorse_odds, rouse_odds
from server.rules.odds.v5_contest import contest_odds
from server.rules.odds.v5_pool import PoolOdds, pool_odds
from server.rules.odds.v5_reroll import reroll_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.v5.difficulty import difficulty_refusal
from server.rules.v5.frenzy import FrenzyOutcome
from server.rules.v5.verdict import Outcome

DECIMAL_PLACES: Final = 10
TIE: Final = "tie"
"""The outcome of a side that neither won nor lost."""


class Chance(Struct, frozen=True, gc=False):
    """
    An exact number as a fraction in lowest terms, and rounded half up.

    Most are chances from 0 to 1; means are more.
    """

    exact: str
    decimal: str


def chance(value: Fraction) -> Chance:
    """*value*, 0 or more, in both ways."""
    scaled = value * 10**DECIMAL_PLACES
    digits = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole, rest = divmod(digits, 10**DECIMAL_PLACES)
    return Chance(fraction_text(value), f"{whole}.{rest:0{DECIMAL_PLACES}d}")


def chances(counts: Sequence[int], ways: int) -> tuple[Chance, ...]:
    """Counts out of so many *ways* as chances."""
    return tuple([chance(Fraction(count, ways)) for count in counts])


def named_chances(counts: Mapping[str, int], ways: int) -> dict[str, Chance]:
    """Counts by name, out of so many *ways*, as chances."""
    return {name: chance(Fraction(count, ways)) for name, count in counts.items()}


class Pool(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A V5 pool: dice in all, and Hunger, which replaces as many as it can."""

    pool: PoolSize
    hunger: HungerValue = 0


class V5OddsRequest(V5Request, frozen=True, kw_only=True, tag="v5_odds", gc=False):
    """Odds of one V5 roll; without a Difficulty of its successes alone."""

    pool: PoolSize
    hunger: HungerValue = 0
    difficulty: Difficulty | None = None


class RerollGains(Struct, frozen=True, gc=False):
    """
    What one Willpower reroll is worth before the roll; a win is clean when it is no messy critical.

    Usual: the failed regular dice, up to three, when the roll failed. Best: whatever makes the
    chance highest.
    """

    usual_win: Chance
    usual_gain: Chance
    best_win: Chance
    best_gain: Chance
    clean: Chance
    usual_clean: Chance
    best_clean: Chance
    best_clean_gain: Chance


class V5Odds(Struct, frozen=True, tag="v5_odds", gc=False):
    """What a pool may show; `successes` counts from 0. Without a Difficulty the rest is null."""

    regular_dice: int
    hunger_dice: int
    difficulty: int | None
    win: Chance | None
    outcomes: dict[str, Chance] | None
    reroll: RerollGains | None
    successes: tuple[Chance, ...]
    mean_successes: Chance
    preset: Preset
    switches: dict[str, str]


def v5_odds(request: V5OddsRequest) -> V5Odds:
    """
    Count a pool's rolls.

    Raises:
        Refused: The rules refuse it.

    Rule: A1, A2, A3, A15.
    """
    house = v5_house(request)
    refuse_difficulty(request.difficulty, house)
    pool = pool_of(request)
    counted = pool_odds(pool, request.difficulty, house.rules)
    is_read = counted.difficulty is not None
    return V5Odds(
        regular_dice=pool.regular,
        hunger_dice=pool.hunger,
        difficulty=counted.difficulty,
        win=chance(counted.win) if is_read else None,
        outcomes=_by_outcome(counted) if is_read else None,
        reroll=_gains(counted, house) if is_read else None,
        successes=chances(counted.successes, counted.ways),
        mean_successes=chance(counted.mean_successes),
        preset=house.preset,
        switches=house.switches,
    )


def _by_outcome(counted: PoolOdds) -> dict[str, Chance]:
    return named_chances({str(name): n for name, n in counted.outcomes.items()}, counted.ways)


def pool_of(asked: Pool | V5OddsRequest) -> V5Pool:
    """Dice by colour (A2.1)."""
    hunger = min(asked.pool, asked.hunger)
    return V5Pool(asked.pool - hunger, hunger)


def refuse_difficulty(difficulty: int | None, house: V5House) -> None:
    """Raise Refused for a Difficulty that the house rules do not know."""
    refusal = difficulty_refusal(difficulty, house.rules)
    if refusal is not None:
        refuse(refusal, "difficulty")


def _gains(counted: PoolOdds, house: V5House) -> RerollGains:
    odds = reroll_odds(counted.pool, counted.difficulty, house.rules)
    return RerollGains(
        usual_win=chance(odds.usual_win),
        usual_gain=chance(odds.usual_gain),
        best_win=chance(odds.best_win),
        best_gain=chance(odds.best_gain),
        clean=chance(odds.clean),
        usual_clean=chance(odds.usual_clean),
        best_clean=chance(odds.best_clean),
        best_clean_gain=chance(odds.best_clean_gain),
    )


class V5ContestOddsRequest(V5Request, frozen=True, kw_only=True, tag="v5_contest_odds", gc=False):
    """Odds of two V5 pools against each other; the attacker began it."""

    attacker: Pool
    defender: Pool


class V5ContestOdds(Struct, frozen=True, tag="v5_contest_odds", gc=False):
    """
    How a contest may come out; `margins` are the attacker's successes less the defender's.

    `tied` counts equal successes, whoever wins then by the house rules.
    """

    attacker_wins: Chance
    defender_wins: Chance
    nobody_wins: Chance
    tied: Chance
    attacker_outcomes: dict[str, Chance]
    defender_outcomes: dict[str, Chance]
    margins: dict[int, Chance]
    preset: Preset
    switches: dict[str, str]


def v5_contest_odds(request: V5ContestOddsRequest) -> V5ContestOdds:
    """
    Count two pools' rolls against each other.

    Raises:
        Refused: A switch is not known.

    Rule: A9.
    """
    house = v5_house(request)
    odds = contest_odds(pool_of(request.attacker), pool_of(request.defender), house.rules)
    return V5ContestOdds(
        attacker_wins=chance(odds.chance(odds.attacker_wins)),
        defender_wins=chance(odds.chance(odds.defender_wins)),
        nobody_wins=chance(odds.chance(odds.nobody_wins)),
        tied=chance(odds.tied),
        attacker_outcomes=_side(odds.attacker_outcomes(), odds.ways),
        defender_outcomes=_side(odds.defender_outcomes(), odds.ways),
        margins={by: chance(odds.chance(count)) for by, count in odds.margins.items()},
        preset=house.preset,
        switches=house.switches,
    )


def _side(outcomes: Mapping[Outcome | None, int], ways: int) -> dict[str, Chance]:
    named = {str(outcome): outcomes.get(outcome, 0) for outcome in Outcome}
    if None in outcomes:
        named[TIE] = outcomes[None]
    return named_chances(named, ways)


class V5RouseOddsRequest(V5Request, frozen=True, kw_only=True, tag="v5_rouse_odds", gc=False):
    """Odds of Rouse checks one after another: for each the dice of which the better counts."""

    dice_per_check: Annotated[tuple[Literal[1, 2], ...], Meta(min_length=1, max_length=40)]
    hunger: HungerValue


class V5RouseOdds(Struct, frozen=True, tag="v5_rouse_odds", gc=False):
    """
    What Rouse checks may do to Hunger.

    `hunger_after`, `failed` and `frenzy_tests` count from 0: Hunger afterwards, checks that
    failed, hunger frenzy tests that fell due.
    """

    no_gain: Chance
    any_frenzy_test: Chance
    mean_failed: Chance
    mean_hunger_after: Chance
    hunger_after: tuple[Chance, ...]
    failed: tuple[Chance, ...]
    frenzy_tests: tuple[Chance, ...]
    preset: Preset
    switches: dict[str, str]


def v5_rouse_odds(request: V5RouseOddsRequest) -> V5RouseOdds:
    """
    Count Rouse checks.

    Raises:
        Refused: A switch is not known.

    Rule: A4.
    """
    house = v5_house(request)
    odds = rouse_odds(request.dice_per_check, hunger=request.hunger, rules=house.rules)
    return V5RouseOdds(
        no_gain=chance(odds.no_gain),
        any_frenzy_test=chance(odds.any_frenzy_test),
        mean_failed=chance(odds.mean_failed),
        mean_hunger_after=chance(odds.mean_hunger_after),
        hunger_after=chances(odds.hunger_after, odds.ways),
        failed=chances(odds.failed, odds.ways),
        frenzy_tests=chances(odds.frenzy_tests, odds.ways),
        preset=house.preset,
        switches=house.switches,
    )


class V5RemorseOddsRequest(V5Request, frozen=True, kw_only=True, tag="v5_remorse_odds", gc=False):
    """Odds of a Remorse roll."""

    humanity: Annotated[int, Meta(ge=1, le=10)]
    stains: Dots
    overflow: Overflow = 0
    modifier: RemorseModifier = 0


class V5RemorseOdds(Struct, frozen=True, tag="v5_remorse_odds", gc=False):
    """How Remorse may come out: Humanity kept, or one point lost."""

    pool: int
    kept: Chance
    lost: Chance
    humanity_after: dict[int, Chance]
    preset: Preset
    switches: dict[str, str]


def v5_remorse_odds(request: V5RemorseOddsRequest) -> V5RemorseOdds:
    """
    Count a Remorse roll.

    Raises:
        Refused: The rules refuse it.

    Rule: A11.3.
    """
    house = v5_house(request)
    dice = remorse_pool(request.humanity, request.stains, request.overflow, request.modifier)
    if dice > MAX_REMORSE_DICE:
        message = f"This comes to {dice} dice."
        raise Refused("modifier", message, f"at most {MAX_REMORSE_DICE} dice in all")
    odds = remorse_odds(request.humanity, request.stains, request.overflow, request.modifier)
    return V5RemorseOdds(
        pool=odds.dice,
        kept=chance(odds.kept),
        lost=chance(1 - odds.kept),
        humanity_after={rating: chance(value) for rating, value in odds.humanity_after.items()},
        preset=house.preset,
        switches=house.switches,
    )


MAX_REMORSE_DICE: Final = 40


class V5FrenzyOddsRequest(V5Request, frozen=True, kw_only=True, tag="v5_frenzy_odds", gc=False):
    """Odds of resisting frenzy with so many dice."""

    pool: PoolSize
    difficulty: Difficulty


class V5FrenzyOdds(Struct, frozen=True, tag="v5_frenzy_odds", gc=False):
    """How resisting frenzy may come out."""

    resisted: Chance
    resisted_critical: Chance
    frenzy: Chance
    preset: Preset
    switches: dict[str, str]


def v5_frenzy_odds(request: V5FrenzyOddsRequest) -> V5FrenzyOdds:
    """
    Count rolls to resist frenzy.

    Raises:
        Refused: A switch is not known.

    Rule: A12.
    """
    house = v5_house(request)
    odds = frenzy_odds(request.pool, request.difficulty, house.rules)
    return V5FrenzyOdds(
        resisted=chance(odds.chance(FrenzyOutcome.RESISTED)),
        resisted_critical=chance(odds.chance(FrenzyOutcome.RESISTED_CRITICAL)),
        frenzy=chance(odds.chance(FrenzyOutcome.FRENZY)),
        preset=house.preset,
        switches=house.switches,
    )
