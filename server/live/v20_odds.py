"""Exact odds by the house rules of a room that plays V20."""

from fractions import Fraction

from protocol.codes import Code
from protocol.from_client import OddsQuery
from protocol.from_server import ChanceView, OddsAnswer
from protocol.house import HouseRules
from protocol.v20_words import V20Outcome
from protocol.words import GameSystem
from server.rooms.house import v20_rules_by
from server.rooms.refusal import Refusal, from_rules
from server.rules.odds.display import fraction_text, percent
from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.odds.v20_resisted import resisted_odds
from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import STANDARD_DIFFICULTY, AppliedDifficulty, apply_difficulty

_V5_WORDS = ("hunger", "against_hunger")
_V20_WORDS = ("required", "automatic", "specialty", "untrained", "against_difficulty")
_PLAIN = OddsQuery(id="plain", pool=1)


def chance_view(chance: Fraction) -> ChanceView:
    """A chance as it travels."""
    return ChanceView(exact=fraction_text(chance), percent=percent(chance))


def refuse_odds_words(query: OddsQuery, system: GameSystem) -> Refusal | None:
    """Whether a question has a word of the system that is not played."""
    foreign, own = (_V5_WORDS, _V20_WORDS) if system is GameSystem.V20 else (_V20_WORDS, _V5_WORDS)
    for name in foreign:
        if getattr(query, name) != getattr(_PLAIN, name):
            return Refusal(
                Code.WRONG_SYSTEM,
                f"This room plays {system.upper()}, which has no such word for odds.",
                name,
                ", ".join(("difficulty", "against", *own)),
            )
    return None


def refuse_v20_odds(query: OddsQuery, house: HouseRules) -> Refusal | None:
    """Why this table rolls no such pool, or None."""
    own = _difficulty(query, house)
    if isinstance(own, RuleRefusal):
        return from_rules(own)
    other = _other_difficulty(query, house)
    if isinstance(other, RuleRefusal):
        return Refusal(Code(other.code), other.detail, "against_difficulty", other.accepted)
    if query.against is not None and query.required != _PLAIN.required:
        return Refusal(
            Code.INVALID,
            "In a contest the net successes are compared, however few they are.",
            "required",
            "no required successes, or no pool to roll against",
        )
    return None


def v20_odds_answer(query: OddsQuery, house: HouseRules) -> OddsAnswer:
    """
    Count the odds of a V20 pool, or of two that are rolled against each other.

    The query is one that `refuse_v20_odds` does not refuse.
    """
    rules = v20_rules_by(house)
    own = _pool(query.pool, _difficulty(query, house), has_specialty=query.specialty)
    if query.against is not None:
        other = _pool(query.against, _other_difficulty(query, house), has_specialty=False)
        found = resisted_odds(own, other, rules, attacker_automatic=query.automatic)
        return OddsAnswer(
            win=chance_view(found.attacker_wins),
            lose=chance_view(found.defender_wins),
            tie=chance_view(found.tied),
            outcomes={},
            v20_outcomes={V20Outcome.BOTCH: chance_view(found.attacker_botch)},
        )
    odds = v20_odds(own, rules, required=query.required, automatic=query.automatic)
    return OddsAnswer(
        win=chance_view(odds.success),
        outcomes={},
        v20_outcomes={
            V20Outcome.BOTCH: chance_view(odds.botch),
            V20Outcome.FAILURE: chance_view(odds.failure),
            V20Outcome.SUCCESS: chance_view(odds.success),
        },
        successes=tuple(chance_view(chance) for chance in odds.net),
    )


def _difficulty(query: OddsQuery, house: HouseRules) -> AppliedDifficulty | RuleRefusal:
    assessed = STANDARD_DIFFICULTY if query.difficulty is None else query.difficulty
    return apply_difficulty(assessed, v20_rules_by(house), is_untrained_skill=query.untrained)


def _other_difficulty(query: OddsQuery, house: HouseRules) -> AppliedDifficulty | RuleRefusal:
    named = query.against_difficulty
    return apply_difficulty(STANDARD_DIFFICULTY if named is None else named, v20_rules_by(house))


def _pool(
    dice: int, difficulty: AppliedDifficulty | RuleRefusal, *, has_specialty: bool
) -> V20Pool:
    if isinstance(difficulty, RuleRefusal):
        raise AssertionError("the difficulty was refused before")
    return V20Pool(dice, difficulty.applied, has_specialty=has_specialty)
