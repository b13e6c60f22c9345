"""Building pools: sums, the one-die minimum, and Hunger dice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.pools import DicePool, PoolItem, PoolKind, build_pool

items = st.lists(st.builds(PoolItem, st.text(max_size=5), st.integers(-12, 12)), max_size=6)


def pool(
    *dice: int,
    hunger: int = 0,
    uses_hunger_dice: bool = True,
    kind: PoolKind = PoolKind.ORDINARY,
    rules: V5Rules | None = None,
) -> DicePool:
    """Build a pool of items without interesting labels; it must not be refused."""
    built = build_pool(
        [PoolItem("item", count) for count in dice],
        hunger=hunger,
        uses_hunger_dice=uses_hunger_dice,
        kind=kind,
        rules=rules or V5Rules(),
    )
    assert isinstance(built, DicePool)
    return built


@pytest.mark.parametrize(
    ("dice", "hunger", "regular", "hunger_dice"),
    [
        pytest.param((3,), 5, 0, 3, id="V19 a small pool is all Hunger and does not grow"),
        pytest.param((12,), 2, 10, 2, id="V21 two-digit pools are pools"),
        pytest.param((5, -2), 0, 3, 0, id="V15 a modifier counts on every path"),
        pytest.param((3, 2, 1), 2, 4, 2, id="bonus dice are regular dice"),
        pytest.param((5, -3), 3, 0, 2, id="B remove_dice_order: regular dice go first"),
        pytest.param((4,), 0, 4, 0, id="no Hunger, no Hunger dice"),
        pytest.param((1,), 1, 0, 1, id="the only die may be a Hunger die"),
        pytest.param((4, 2), 1, 5, 1, id="first night, step 11: surge dice join the pool"),
    ],
)
def test_hunger_replaces_dice_after_every_modifier(
    dice: tuple[int, ...], hunger: int, regular: int, hunger_dice: int
) -> None:
    """A2.1, A2.2: the split is the smaller of pool and Hunger, taken from the finished pool."""
    built = pool(*dice, hunger=hunger)
    assert (built.regular, built.hunger) == (regular, hunger_dice)
    assert built.size == sum(dice)
    assert not built.was_raised


@pytest.mark.parametrize("kind", [PoolKind.WILLPOWER, PoolKind.HUMANITY])
def test_willpower_and_humanity_pools_have_no_hunger_dice(kind: PoolKind) -> None:
    """A2.3: trackers in a pool keep the Beast out of it."""
    built = pool(5, hunger=4, kind=kind)
    assert (built.regular, built.hunger) == (5, 0)


def test_who_has_no_hunger_dice_rolls_regular_dice() -> None:
    """A2.4, V25: a ghoul's specialty adds a die, and removing it gives the old pool back."""
    assert pool(4, 1, hunger=3, uses_hunger_dice=False) == DicePool(
        (PoolItem("item", 4), PoolItem("item", 1)), regular=5, hunger=0
    )
    assert pool(4, hunger=3, uses_hunger_dice=False).size == 4


@pytest.mark.parametrize("dice", [(2, -4), (2, -2), ()])
def test_a_vanished_pool_is_one_die(dice: tuple[int, ...]) -> None:
    """A1.11: a pool of 0 or less is rolled with one die, and says that it was raised."""
    built = pool(*dice)
    assert built.size == 1
    assert built.was_raised


def test_a_table_may_refuse_a_vanished_pool() -> None:
    """A1.11: with ``min_pool`` as ``refuse`` the roll does not happen."""
    refusal = build_pool(
        [PoolItem("Wits", 2), PoolItem("darkness", -4)],
        hunger=1,
        uses_hunger_dice=True,
        kind=PoolKind.ORDINARY,
        rules=V5Rules(min_pool="refuse"),
    )
    assert isinstance(refusal, RuleRefusal)
    assert refusal.code == "pool_empty"
    assert "-2" in refusal.detail


def test_a_table_that_refuses_vanished_pools_rolls_one_die() -> None:
    """A1.11: a pool of 1 has not vanished, and nothing is raised."""
    built = build_pool(
        [PoolItem("Wits", 2), PoolItem("darkness", -1)],
        hunger=0,
        uses_hunger_dice=True,
        kind=PoolKind.ORDINARY,
        rules=V5Rules(min_pool="refuse"),
    )
    assert isinstance(built, DicePool)
    assert (built.size, built.was_raised) == (1, False)


@pytest.mark.parametrize("hunger", [-1, 6])
def test_hunger_outside_its_track_is_a_broken_assumption(hunger: int) -> None:
    """Hunger is 0 to 5, whoever calls."""
    with pytest.raises(ValueError, match="Hunger"):
        pool(3, hunger=hunger)


def test_a_pool_cannot_hold_negative_dice() -> None:
    """A split with a negative part is a broken assumption."""
    with pytest.raises(ValueError, match="-1"):
        DicePool((), regular=-1, hunger=2)


@given(items, st.integers(0, 5), st.booleans(), st.sampled_from(PoolKind))
def test_hunger_never_changes_the_size_of_a_pool(
    parts: list[PoolItem], hunger: int, uses_hunger_dice: bool, kind: PoolKind
) -> None:
    """A2.1: Hunger dice replace dice; they never add any."""
    built = build_pool(
        parts, hunger=hunger, uses_hunger_dice=uses_hunger_dice, kind=kind, rules=V5Rules()
    )
    assert isinstance(built, DicePool)
    assert built.size == max(1, sum(item.dice for item in parts))
    assert built.hunger in (0, min(hunger, built.size))
    assert built.items == tuple(parts)
