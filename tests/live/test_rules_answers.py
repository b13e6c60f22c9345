"""Questions about the rules alone: exact odds by the room's house rules, and its switches."""

from protocol import from_client as i
from protocol.codes import Code
from protocol.from_server import ChanceView, OddsAnswer, Rejected, Result, RulesAnswer
from protocol.house import HouseRules
from protocol.words import Outcome, Preset
from server.live.rules_answers import odds_answer, refuse_odds, rules_answer
from server.rules.v5.house_rules import SWITCHES
from tests.live.house import House

V5 = HouseRules()


def odds(house: HouseRules = V5, **asked: object) -> OddsAnswer:
    return odds_answer(i.OddsQuery(id="q", **asked), house)  # type: ignore[arg-type]


def test_the_odds_are_those_of_the_facts() -> None:
    """A15: four dice against 3 are won with 131/400; at Hunger 2 the messy and bestial shares."""
    found = odds(pool=4, hunger=2, difficulty=3)
    assert found.win == ChanceView(exact="131/400", percent="32.8")
    assert found.outcomes[Outcome.MESSY_CRITICAL].percent == "4.4"
    assert found.outcomes[Outcome.BESTIAL_FAILURE].percent == "16.2"


def test_a_reroll_is_worth_what_its_best_dice_are() -> None:
    """A15: five dice at Hunger 2 against 3 come from 51.3 to 78.1 with the failed dice rerolled."""
    found = odds(pool=5, hunger=2, difficulty=3)
    assert found.win is not None
    assert found.reroll is not None
    assert (found.win.percent, found.reroll.percent) == ("51.3", "78.1")


def test_hunger_dice_are_no_more_than_the_pool() -> None:
    """V19."""
    assert odds(pool=3, hunger=5, difficulty=1) == odds(pool=3, hunger=3, difficulty=1)


def test_without_a_difficulty_only_the_successes_are_counted() -> None:
    found = odds(pool=1)
    assert (found.win, found.outcomes, found.reroll) == (None, {}, None)
    assert [chance.exact for chance in found.successes] == ["1/2", "1/2"]


def test_a_contest_is_won_lost_or_tied() -> None:
    found = odds(pool=1, against=1)
    assert (found.win, found.lose, found.tie) == (
        ChanceView(exact="1/4", percent="25.0"),
        ChanceView(exact="1/4", percent="25.0"),
        ChanceView(exact="1/2", percent="50.0"),
    )


def test_the_house_rules_count() -> None:
    """B: by `zero_only` a failure with a success is never bestial."""
    calm = HouseRules(switches={"bestial_failure": "zero_only"})
    by_preset = odds(pool=2, hunger=1, difficulty=2).outcomes[Outcome.BESTIAL_FAILURE]
    by_switch = odds(calm, pool=2, hunger=1, difficulty=2).outcomes[Outcome.BESTIAL_FAILURE]
    assert (by_preset.exact, by_switch.exact) == ("1/10", "1/20")


def test_what_a_table_does_not_roll_has_no_odds() -> None:
    core = HouseRules(preset=Preset.V5_CORE_ROLLING)
    refusal = refuse_odds(i.OddsQuery(id="q", pool=3, difficulty=6), core)
    assert refusal is not None
    assert (refusal.code, refusal.field) == (Code.BAD_DIFFICULTY, "difficulty")
    both = refuse_odds(i.OddsQuery(id="q", pool=3, difficulty=2, against=3), V5)
    assert both is not None
    assert (both.code, both.field) == (Code.INVALID, "difficulty")


def test_every_switch_is_listed_as_the_room_has_it() -> None:
    mixed = HouseRules(preset=Preset.V5_CORE_ROLLING, switches={"tie": "both_one"})
    answer = rules_answer(mixed)
    assert [switch.name for switch in answer.switches] == list(SWITCHES)
    values = {switch.name: switch.value for switch in answer.switches}
    assert (values["tie"], values["bestial_failure"]) == ("both_one", "zero_only")
    for switch in answer.switches:
        assert switch.value in switch.values
        assert switch.effect.endswith(".")
        assert switch.row[0] in "ABC"


async def test_everybody_may_ask_for_odds_and_rules(house: House) -> None:
    """They follow the room's house rules of the moment, and what is refused names its field."""
    storyteller = await house.found()
    ann = await house.join(storyteller, "ann")
    await storyteller.act(i.SetHouseRules, house_rules=HouseRules(preset=Preset.V5_CORE_ROLLING))
    answer = await ann.ask(i.OddsQuery(id="q", pool=40, hunger=5, difficulty=5))
    assert isinstance(answer, Result)
    assert isinstance(answer.result, OddsAnswer)
    rules = await ann.ask(i.RulesQuery(id="r"))
    assert isinstance(rules, Result)
    assert isinstance(rules.result, RulesAnswer)
    assert rules.result.preset is Preset.V5_CORE_ROLLING
    refused = await ann.ask(i.OddsQuery(id="q", pool=3, difficulty=6))
    assert isinstance(refused, Rejected)
    assert refused.field == "difficulty"
