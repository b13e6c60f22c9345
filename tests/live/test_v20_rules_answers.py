"""Odds and switches of rooms that play V20."""

import pytest

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import OddsAnswer, Rejected, Result, RulesAnswer
from protocol.house import HouseRules
from protocol.v20_words import V20Outcome
from protocol.words import Preset
from server.live.rules_answers import odds_answer, refuse_odds, rules_answer
from server.rules.v20.house_rules import SWITCHES
from tests.live.house import House

BOOK = HouseRules(preset=Preset.V20_BOOK)


def odds(house: HouseRules = BOOK, **asked: object) -> OddsAnswer:
    return odds_answer(i.OddsQuery(id="q", **asked), house)  # type: ignore[arg-type]


def test_one_die_is_counted_by_hand() -> None:
    """C1.5, C1.6: of ten faces five succeed at 6, and only the 1 botches."""
    found = odds(pool=1)
    assert {name: chance.exact for name, chance in found.v20_outcomes.items()} == {
        "botch": "1/10", "failure": "2/5", "success": "1/2",
    }  # fmt: skip
    assert found.win == found.v20_outcomes[V20Outcome.SUCCESS]
    assert [chance.exact for chance in found.successes[:2]] == ["1/2", "1/2"]
    assert (found.outcomes, found.reroll) == ({}, None)


@pytest.mark.parametrize(
    ("asked", "win", "botch"),
    [
        ({"pool": 1, "difficulty": 9}, "1/5", "1/10"),
        ({"pool": 1, "untrained": True}, "2/5", "1/10"),
        ({"pool": 1, "automatic": 1}, "1", "0"),
        ({"pool": 1, "required": 2, "specialty": True}, "1/10", "1/10"),
        ({"pool": 2, "required": 2}, "1/4", "9/100"),
    ],
)
def test_what_is_named_counts(asked: dict[str, object], win: str, botch: str) -> None:
    """C1.2, C1.7, C2, C3: difficulty, untrained, automatic, required, specialty."""
    found = odds(**asked)
    assert found.win is not None
    told = found.v20_outcomes[V20Outcome.BOTCH].exact
    assert (found.win.exact, told) == (win, botch)


def test_the_house_rules_count() -> None:
    """C2: casual mode halves 6 to 3."""
    casual = odds(HouseRules(preset=Preset.V20_ENGINE_CASUAL), pool=1)
    assert casual.win is not None
    assert casual.win.exact == "4/5"


def test_a_contest_is_won_lost_or_tied() -> None:
    """C4.2: each side at its own difficulty."""
    found = odds(pool=1, against=1, difficulty=6, against_difficulty=9)
    assert found.win is not None
    assert found.lose is not None
    assert found.tie is not None
    assert [c.exact for c in (found.win, found.lose, found.tie)] == ["2/5", "1/10", "1/2"]


@pytest.mark.parametrize(
    ("asked", "code", "field"),
    [
        ({"hunger": 1}, Code.WRONG_SYSTEM, "hunger"),
        ({"difficulty": 11}, Code.BAD_DIFFICULTY, "difficulty"),
        ({"against": 2, "against_difficulty": 1}, Code.BAD_DIFFICULTY, "against_difficulty"),
        ({"against": 2, "required": 2}, Code.INVALID, "required"),
    ],
)
def test_what_is_not_rolled_has_no_odds(asked: dict[str, object], code: Code, field: str) -> None:
    """C1.1: said with what there is."""
    refusal = refuse_odds(i.OddsQuery(id="q", pool=3, **asked), BOOK)  # type: ignore[arg-type]
    assert refusal is not None
    assert (refusal.code, refusal.field) == (code, field)
    assert refusal.accepted


def test_words_of_v20_are_none_in_a_room_of_v5() -> None:
    refusal = refuse_odds(i.OddsQuery(id="q", pool=3, required=2), HouseRules())
    assert refusal is not None
    assert (refusal.code, refusal.field) == (Code.WRONG_SYSTEM, "required")


def test_every_switch_is_listed_as_the_room_has_it() -> None:
    """C9."""
    mixed = HouseRules(preset=Preset.V20_TABLE, switches={"botch": "net_zero"})
    answer = rules_answer(mixed)
    assert [switch.name for switch in answer.switches] == list(SWITCHES)
    values = {switch.name: switch.value for switch in answer.switches}
    assert (values["botch"], values["specialty"]) == ("net_zero", "reroll")
    assert set(answer.presets) == set(Preset)


async def test_everybody_may_ask(house: House) -> None:
    """By the system that the room plays at the moment."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await storyteller.act(i.SetHouseRules, house_rules=BOOK)
    answer = await ann.ask(i.OddsQuery(id="q", pool=40, specialty=True, difficulty=7))
    assert isinstance(answer, Result)
    assert isinstance(answer.result, OddsAnswer)
    assert answer.result.v20_outcomes
    rules = await ann.ask(i.RulesQuery(id="r"))
    assert isinstance(rules, Result)
    assert isinstance(rules.result, RulesAnswer)
    assert rules.result.preset is Preset.V20_BOOK
    refused = await ann.ask(i.OddsQuery(id="q", pool=3, hunger=2))
    assert isinstance(refused, Rejected)
    assert refused.code is Code.WRONG_SYSTEM
