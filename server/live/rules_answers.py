"""Answers to questions about the rules alone: exact odds, and the switches of a room."""

from fractions import Fraction

from protocol.codes import Code
from protocol.from_client import OddsQuery
from protocol.from_server import OddsAnswer, RulesAnswer, SwitchView
from protocol.house import HouseRules
from protocol.words import GameSystem, Outcome, Preset
from server.live.v20_odds import chance_view, refuse_odds_words, refuse_v20_odds, v20_odds_answer
from server.rooms.house import rules_by, switches_of, system_of, v20_rules_by
from server.rooms.refusal import Refusal, from_rules
from server.rules.odds.v5_contest import contest_odds
from server.rules.odds.v5_pool import pool_odds
from server.rules.odds.v5_reroll import reroll_odds
from server.rules.odds.v5_spread import V5Pool
from server.rules.v5.difficulty import difficulty_refusal


def refuse_odds(query: OddsQuery, house: HouseRules) -> Refusal | None:
    """Why there are no such odds in this room, or None."""
    foreign = refuse_odds_words(query, system_of(house.preset))
    if foreign is not None:
        return foreign
    if system_of(house.preset) is GameSystem.V20:
        return refuse_v20_odds(query, house)
    if query.against is not None and query.difficulty is not None:
        return Refusal(
            Code.INVALID,
            "A contest is read against the other side's successes.",
            "difficulty",
            "a difficulty or a pool to roll against",
        )
    refusal = difficulty_refusal(query.difficulty, rules_by(house))
    return None if refusal is None else from_rules(refusal)


def odds_answer(query: OddsQuery, house: HouseRules) -> OddsAnswer:
    """
    Count the odds that a query asks for; takes milliseconds, and nothing but its arguments.

    The query is one that `refuse_odds` does not refuse.
    """
    if system_of(house.preset) is GameSystem.V20:
        return v20_odds_answer(query, house)
    own = _pool(query.pool, query.hunger)
    if query.against is not None:
        return _contest(own, _pool(query.against, query.against_hunger), house)
    rules = rules_by(house)
    odds = pool_odds(own, query.difficulty, rules)
    successes = tuple(chance_view(Fraction(count, odds.ways)) for count in odds.successes)
    if odds.difficulty is None:
        return OddsAnswer(win=None, outcomes={}, successes=successes)
    return OddsAnswer(
        win=chance_view(odds.win),
        outcomes={
            Outcome(outcome): chance_view(Fraction(count, odds.ways))
            for outcome, count in odds.outcomes.items()
            if count
        },
        successes=successes,
        reroll=chance_view(reroll_odds(own, query.difficulty, rules).best_win),
    )


def _contest(own: V5Pool, other: V5Pool, house: HouseRules) -> OddsAnswer:
    odds = contest_odds(own, other, rules_by(house))
    return OddsAnswer(
        win=chance_view(odds.chance(odds.attacker_wins)),
        lose=chance_view(odds.chance(odds.defender_wins)),
        tie=chance_view(odds.chance(odds.nobody_wins)),
        outcomes={
            Outcome(outcome): chance_view(odds.chance(count))
            for outcome, count in odds.attacker_outcomes().items()
            if outcome is not None and count
        },
    )


def rules_answer(house: HouseRules) -> RulesAnswer:
    """The switches of a room."""
    system = system_of(house.preset)
    rules = v20_rules_by(house) if system is GameSystem.V20 else rules_by(house)
    return RulesAnswer(
        preset=house.preset,
        presets=tuple(Preset),
        switches=tuple(
            SwitchView(
                name=switch.name,
                values=switch.values,
                value=getattr(rules, switch.name),
                row=switch.row,
                effect=switch.effect,
            )
            for switch in switches_of(system).values()
        ),
    )


def _pool(dice: int, hunger: int) -> V5Pool:
    red = min(dice, hunger)
    return V5Pool(dice - red, red)
