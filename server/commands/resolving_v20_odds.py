"""Exact odds of V20 rolls as requests and answers."""

from typing import Annotated

from msgspec import Meta, Struct

from server.commands.resolving_base import V20House, V20Preset, V20Request, v20_house
from server.commands.resolving_odds import Chance, chance
from server.commands.resolving_v20 import (
    Automatic,
    Difficulty,
    Rating,
    Required,
    Retries,
    applied_difficulty,
    ones_matter,
    refuse_extras,
)
from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds as count_odds
from server.rules.odds.v20_resisted import resisted_odds
from server.rules.v20.difficulty import AppliedDifficulty
from server.rules.v20.pools import PoolKind

Dice = Annotated[int, Meta(ge=0, le=40)]


class V20OddsRequest(V20Request, frozen=True, kw_only=True, tag="v20_odds", gc=False):
    """Odds of one V20 roll; its fields as in a roll, with a number of dice for their faces."""

    pool: Dice
    difficulty: Difficulty = 6
    required: Required = 1
    automatic: Automatic = 0
    specialty: bool = False
    specialty_rating: Rating | None = None
    pool_kind: PoolKind = PoolKind.ACTION
    untrained_skill: bool = False
    retries: Retries = 0


class V20Odds(Struct, frozen=True, tag="v20_odds", gc=False):
    """
    What a V20 roll may come to; botch, failure and success together are 1.

    `net` counts net successes from 0; `beyond` is what lies past its end, where tens that are
    rolled again may chain.
    """

    difficulty: AppliedDifficulty
    required: int
    success: Chance
    failure: Chance
    botch: Chance
    net: tuple[Chance, ...]
    beyond: Chance
    preset: V20Preset
    switches: dict[str, str]


def v20_odds(request: V20OddsRequest) -> V20Odds:
    """
    Count a V20 roll.

    Raises:
        Refused: The rules refuse it.

    Rule: C1, C2, C3.
    """
    house = v20_house(request)
    difficulty = _difficulty(request, house, "")
    pool = V20Pool(
        request.pool,
        difficulty.applied,
        has_specialty=request.specialty,
        ones_matter=ones_matter(request.pool_kind, house.rules),
    )
    odds = count_odds(pool, house.rules, required=request.required, automatic=request.automatic)
    return V20Odds(
        difficulty=difficulty,
        required=request.required,
        success=chance(odds.success),
        failure=chance(odds.failure),
        botch=chance(odds.botch),
        net=tuple([chance(value) for value in odds.net]),
        beyond=chance(odds.beyond),
        preset=house.preset,
        switches=house.switches,
    )


class V20Pooled(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """One side of a resisted roll."""

    pool: Dice
    difficulty: Difficulty = 6
    automatic: Automatic = 0
    specialty: bool = False
    specialty_rating: Rating | None = None
    pool_kind: PoolKind = PoolKind.ACTION
    untrained_skill: bool = False
    retries: Retries = 0


class V20ResistedOddsRequest(
    V20Request, frozen=True, kw_only=True, tag="v20_resisted_odds", gc=False
):
    """Odds of two V20 rolls that resist each other."""

    attacker: V20Pooled
    defender: V20Pooled


class V20ResistedOdds(Struct, frozen=True, tag="v20_resisted_odds", gc=False):
    """How a resisted roll may come out; `leads` are the attacker's net less the defender's."""

    attacker_wins: Chance
    defender_wins: Chance
    tied: Chance
    attacker_botch: Chance
    defender_botch: Chance
    leads: dict[int, Chance]
    preset: V20Preset
    switches: dict[str, str]


def v20_resisted_odds(request: V20ResistedOddsRequest) -> V20ResistedOdds:
    """
    Count two V20 rolls against each other.

    Raises:
        Refused: The rules refuse it.

    Rule: C4.2.
    """
    house = v20_house(request)
    odds = resisted_odds(
        _pool(request.attacker, house, "attacker."),
        _pool(request.defender, house, "defender."),
        house.rules,
        attacker_automatic=request.attacker.automatic,
        defender_automatic=request.defender.automatic,
    )
    return V20ResistedOdds(
        attacker_wins=chance(odds.attacker_wins),
        defender_wins=chance(odds.defender_wins),
        tied=chance(odds.tied),
        attacker_botch=chance(odds.attacker_botch),
        defender_botch=chance(odds.defender_botch),
        leads={lead: chance(value) for lead, value in odds.leads.items()},
        preset=house.preset,
        switches=house.switches,
    )


def _pool(side: V20Pooled, house: V20House, path: str) -> V20Pool:
    return V20Pool(
        side.pool,
        _difficulty(side, house, path).applied,
        has_specialty=side.specialty,
        ones_matter=ones_matter(side.pool_kind, house.rules),
    )


def _difficulty(asked: V20OddsRequest | V20Pooled, house: V20House, path: str) -> AppliedDifficulty:
    """What the dice are compared with; Refused where the rules refuse the roll."""
    refuse_extras(
        asked.pool_kind,
        automatic=asked.automatic,
        specialty=asked.specialty,
        rating=asked.specialty_rating,
        rules=house.rules,
        path=path,
    )
    return applied_difficulty(
        asked.difficulty,
        untrained_skill=asked.untrained_skill,
        retries=asked.retries,
        rules=house.rules,
        path=path,
    )
