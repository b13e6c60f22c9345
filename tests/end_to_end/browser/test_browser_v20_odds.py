"""The V20 pool's arithmetic in the browser: names, exact odds and pools, against the rules."""

import itertools
import json
import random
from fractions import Fraction
from typing import Any

import pytest

from server.rules.odds.v20_die import V20Pool
from server.rules.odds.v20_pool import v20_odds
from server.rules.v20.difficulty import DIFFICULTY_NAMES, AppliedDifficulty, apply_difficulty
from server.rules.v20.generation import generation_row
from server.rules.v20.health import WOUNDS
from server.rules.v20.house_rules import PRESETS, SWITCHES, V20Rules
from server.rules.v20.several_actions import PlannedAction, plan_actions
from server.rules.v20.traits import ATTRIBUTES, KNOWLEDGES, SKILLS, TALENTS
from tests.end_to_end.browser.conftest import OpenSeat, Served
from tests.end_to_end.browser.test_browser_pool import blank

# One browser, and so one event loop, serves all tests.
pytestmark = pytest.mark.asyncio(loop_scope="session")

READING = (
    *("target_one", "botch", "one_cancels", "tens_cancel_ones"),
    *("specialty", "reroll_ones_count", "reroll_chain"),
)
"""The switches that change how dice are read."""


async def ask_module(
    served: Served, open_seat: OpenSeat, module: str, script: str, given: Any
) -> Any:
    """What a script makes of a module of the page, and of what it is given."""
    page = await blank(served, open_seat)
    body = f"""async (given) => {{
        const m = await import("./scripts/v20/{module}.js");
        const make = {script};
        return JSON.stringify(make(JSON.parse(given)), (_, value) =>
            typeof value === "bigint" ? String(value) : value);
    }}"""
    return json.loads(str(await page.evaluate(body, json.dumps(given))))


async def test_names_and_tables_are_those_of_the_rules(served: Served, open_seat: OpenSeat) -> None:
    """Attributes, Abilities, what Generation gives, wounds, difficulties and presets."""
    script = """() => ({ attributes: Object.values(m.ATTRIBUTES).flat(), ...m.ABILITIES,
        levels: m.LEVELS, blood: Object.fromEntries([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map(
            (generation) => [generation, m.bloodOf({ kind: "vampire", sheet: { generation } })])),
        dots: Array.from({ length: 13 }, (_, i) => m.mostDots({ sheet: { generation: i + 3 } }))
    })"""
    found = await ask_module(served, open_seat, "traits", script, None)
    for name, known in (
        ("attributes", ATTRIBUTES),
        ("talent", TALENTS),
        ("skill", SKILLS),
        ("knowledge", KNOWLEDGES),
    ):
        assert {each.lower() for each in found[name]} == known
    assert list(found["levels"].items()) == [(k.value, w.penalty) for k, w in WOUNDS.items()]
    rows = [generation_row(n, V20Rules()) for n in range(3, 16)]
    for row in rows[1:]:
        told = found["blood"][str(row.generation)]
        assert told == {"pool": row.blood_pool, "usable": row.usable, "perTurn": row.per_turn}
    assert found["dots"] == [row.trait_maximum for row in rows]
    words = await ask_module(served, open_seat, "words", "() => m.DIFFICULTIES", None)
    assert {int(n): word for n, word in words.items()} == DIFFICULTY_NAMES
    presets = await ask_module(served, open_seat, "rules", "() => m.PRESETS", None)
    assert {name: V20Rules(**says) for name, says in presets.items()} == PRESETS


async def test_odds_are_exact_under_every_reading(served: Served, open_seat: OpenSeat) -> None:
    """Botch and success to the last digit, for pools of every combination of the switches."""
    chance = random.Random(20)
    cases: list[dict[str, Any]] = []
    known: list[list[Fraction]] = []
    for said in itertools.product(*(SWITCHES[name].values for name in READING)):
        switches: dict[str, Any] = dict(zip(READING, said, strict=True))
        for _ in range(3):
            pool: dict[str, Any] = {
                "dice": chance.randint(0, 9),
                "difficulty": chance.choice([1, 2, 6, 7, 10, 11]),
                "required": chance.randint(1, 4),
                "automatic": chance.choice([0, 0, 1]),
                "hasSpecialty": chance.random() < 0.7,
                "onesMatter": chance.random() < 0.8,
            }
            cases.append({"pool": pool, "house": {"preset": "v20_book", "switches": switches}})
            odds = v20_odds(
                V20Pool(pool["dice"], pool["difficulty"], pool["hasSpecialty"], pool["onesMatter"]),
                V20Rules(**switches),
                required=pool["required"],
                automatic=pool["automatic"],
            )
            known.append([odds.botch, odds.success])
    script = "(all) => all.map(({ pool, house }) => m.countV20(pool, house))"
    counted = await ask_module(served, open_seat, "odds", script, cases)
    found = [
        [Fraction(int(each[name][0]), int(each[name][1])) for name in ("botch", "success")]
        for each in counted
    ]
    assert found == known


async def test_difficulty_and_shares_are_those_of_the_rules(
    served: Served, open_seat: OpenSeat
) -> None:
    """What dice have to reach, and what one of several actions rolls."""
    rules: list[dict[str, Any]] = [
        {"mode": mode, "untrained_at_ten": ten}
        for mode, ten in itertools.product(("strict", "casual"), ("clamp", "eleven"))
    ]
    difficulties: list[dict[str, Any]] = [
        {"assessed": d, "raised": r, "untrained": u, "house": {"switches": each}}
        for d, r, u, each in itertools.product((2, 6, 10), (0, 2), (0, 1), rules)
    ]
    script = "(all) => all.map((each) => m.appliedDifficulty(each, each.house))"
    found = await ask_module(served, open_seat, "pool_parts", script, difficulties)
    expected = []
    for each in difficulties:
        applied = apply_difficulty(
            each["assessed"],
            V20Rules(**each["house"]["switches"]),
            raised=each["raised"],
            is_untrained_skill=bool(each["untrained"]),
        )
        assert isinstance(applied, AppliedDifficulty)
        expected.append(applied.applied)
    assert found == expected

    turns: list[tuple[list[int], list[int]]] = [
        ([6, 5], [3, 2]),
        ([6, 5], [4, 2]),
        ([9, 8, 7], [3, 2, 2]),
        ([3, 3], []),
    ]
    plans: list[dict[str, Any]] = [
        {"pools": pools, "shares": shares, "place": place, "house": {"switches": switches}}
        for switches in ({"multiple_actions": v} for v in SWITCHES["multiple_actions"].values)
        for pools, shares in turns
        for place in range(len(pools))
    ]
    script = "(all) => all.map((each) => m.shareOf(each, each.pools[each.place], each.house))"
    found = await ask_module(served, open_seat, "pool_parts", script, plans)
    for each, got in zip(plans, found, strict=True):
        rule = each["house"]["switches"]["multiple_actions"]
        plan = plan_actions(each["pools"], each["shares"] or None, V20Rules(multiple_actions=rule))
        if isinstance(plan, tuple):
            action: PlannedAction = plan[each["place"]]
            assert (got["dice"], got["raised"]) == (action.dice, action.raised)
        else:
            assert got["refusal"]
