"""Prices of the Beast, and wins at a cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.v5.consequences import Price, fallback_prices, may_offer_win_at_cost, prices
from server.rules.v5.house_rules import PRESETS, V5Rules
from server.rules.v5.reading import Faces, Reading, read_roll
from tests.rules.v5.strategies import any_rules, faces, rules_from


def reading(
    regular: tuple[int, ...], hunger: tuple[int, ...], difficulty: int | None, preset: str = "v5"
) -> Reading:
    """Read a roll under a preset."""
    return read_roll(Faces(regular, hunger), difficulty, PRESETS[preset])


def test_a_messy_critical_has_a_menu() -> None:
    """A2.10: four prices, and the failing test where none of them fits."""
    assert prices(reading((10,), (10,), 3), V5Rules()) == (
        Price.STAINS,
        Price.MASQUERADE_BREACH,
        Price.LOSE_ADVANTAGE_DOT,
        Price.COMPULSION,
        Price.TEST_FAILS,
    )


def test_a_table_may_protect_the_success_of_a_messy_critical() -> None:
    """B, messy_fallback: the option to let the test fail is absent."""
    core = PRESETS["v5_core_rolling"]
    offered = prices(reading((10,), (10,), 3, "v5_core_rolling"), core)
    assert Price.TEST_FAILS not in offered
    assert Price.COMPULSION in offered


@pytest.mark.parametrize(
    ("fallback", "left", "left_without_compulsion"),
    [
        ("storyteller_choice", ("compulsion", "test_fails"), ("test_fails",)),
        ("test_fails", ("test_fails",), ("test_fails",)),
        ("compulsion_or_failure", ("compulsion",), ("test_fails",)),
        ("never", (), ()),
    ],
)
def test_what_is_left_when_no_price_fits(
    fallback: str, left: tuple[str, ...], left_without_compulsion: tuple[str, ...]
) -> None:
    """A2.10: the four readings; the menu offers what is left, and a Compulsion while it may be."""
    rules = rules_from({"messy_fallback": fallback})
    assert fallback_prices(rules) == left
    assert fallback_prices(rules, may_have_compulsion=False) == left_without_compulsion
    messy = reading((10,), (10,), 3)
    assert (Price.TEST_FAILS in prices(messy, rules)) is ("test_fails" in left)
    raging = prices(messy, rules, may_have_compulsion=False)
    assert Price.COMPULSION not in raging
    assert (Price.TEST_FAILS in raging) is ("test_fails" in left_without_compulsion)


def test_a_bestial_failure_has_a_menu() -> None:
    """A2.11: a Compulsion comes first."""
    assert prices(reading((6,), (1,), 3), V5Rules()) == (
        Price.COMPULSION,
        Price.LOSE_ADVANTAGE_DOT,
        Price.AGGRAVATED_HEALTH,
        Price.HUNGER,
    )


def test_a_table_may_make_a_bestial_failure_one_complication() -> None:
    """B, bestial_meaning."""
    core = PRESETS["v5_core_rolling"]
    assert prices(reading((2,), (1,), 3, "v5_core_rolling"), core) == (Price.COMPLICATION,)


@pytest.mark.parametrize(
    ("regular", "hunger", "difficulty"),
    [
        pytest.param((10, 10), (3,), 3, id="a clean critical"),
        pytest.param((6, 7), (1,), 2, id="V13 a Hunger 1 in a won roll"),
        pytest.param((6,), (10,), 3, id="A2.7 a Hunger 10 in a failed roll"),
        pytest.param((10,), (10, 1), None, id="no verdict, no price"),
    ],
)
def test_other_rolls_have_no_price(
    regular: tuple[int, ...], hunger: tuple[int, ...], difficulty: int | None
) -> None:
    """Nothing is asked for what is neither messy nor bestial."""
    assert prices(reading(regular, hunger, difficulty), V5Rules()) == ()


@pytest.mark.parametrize(
    ("regular", "hunger", "difficulty", "may_offer"),
    [
        pytest.param((6, 2), (), 2, True, id="a plain failure"),
        pytest.param((6, 2), (1,), 2, True, id="a bestial failure with a success"),
        pytest.param((2, 2), (), 2, False, id="a total failure"),
        pytest.param((2, 2), (1,), 2, False, id="a total failure labelled bestial"),
        pytest.param((6, 7), (), 2, False, id="a win"),
        pytest.param((6, 7), (), None, False, id="no verdict"),
    ],
)
def test_a_win_at_a_cost_is_for_failures_with_a_success(
    regular: tuple[int, ...], hunger: tuple[int, ...], difficulty: int | None, may_offer: bool
) -> None:
    """A1.14: after a failure that is not total, unless the table plays without."""
    read = reading(regular, hunger, difficulty)
    assert may_offer_win_at_cost(read, V5Rules()) is may_offer
    assert not may_offer_win_at_cost(read, V5Rules(win_at_cost="off"))


@given(faces(), st.integers(1, 10), any_rules)
def test_the_beast_asks_only_for_messy_and_bestial_rolls(
    drawn: Faces, difficulty: int, rules: V5Rules
) -> None:
    """There is a price exactly when the roll is messy or bestial, under every switch."""
    read = read_roll(drawn, difficulty, rules)
    assert bool(prices(read, rules)) == (read.is_messy or read.is_bestial)
