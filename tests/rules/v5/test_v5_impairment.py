"""Which pools a full track or overflowing Stains impair."""

import pytest

from server.rules.v5.house_rules import V5Rules
from server.rules.v5.impairment import PoolCategory, impaired_categories, impairment_items
from server.rules.v5.pools import DicePool, PoolItem, PoolKind, build_pool
from server.rules.v5.tracks import Track

PHYSICAL, SOCIAL, MENTAL = PoolCategory.PHYSICAL, PoolCategory.SOCIAL, PoolCategory.MENTAL
FINE, FULL = Track(5, 2, 1), Track(5, 3, 2)
ON_FULL = V5Rules(stain_impairment="on_full")

HEALTH = PoolItem("impaired (Health)", -2)
WILLPOWER = PoolItem("impaired (Willpower)", -2)
STAINS = PoolItem("impaired (Stains)", -2)


@pytest.mark.parametrize(
    ("health", "willpower", "expected"),
    [
        (FINE, FINE, ()),
        pytest.param(FULL, FINE, (PHYSICAL,), id="first night, step 26"),
        (FINE, FULL, (SOCIAL, MENTAL)),
        (FULL, FULL, (PHYSICAL, SOCIAL, MENTAL)),
        (Track(5, 0, 5), FINE, (PHYSICAL,)),
    ],
)
def test_full_tracks_impair_their_pools(
    health: Track, willpower: Track, expected: tuple[PoolCategory, ...]
) -> None:
    """A10.11: any marks count, as long as the track is full."""
    assert impaired_categories(health, willpower, 7, 0, V5Rules()) == expected


@pytest.mark.parametrize(
    ("humanity", "stains", "overflow", "rules", "is_impaired"),
    [
        (7, 3, 0, V5Rules(), False),
        pytest.param(8, 2, 2, V5Rules(), True, id="V51 overflow impairs"),
        (7, 3, 0, ON_FULL, True),
        (7, 2, 0, ON_FULL, False),
        pytest.param(9, 1, 0, ON_FULL, True, id="one Stain fills the only box"),
        pytest.param(10, 0, 0, ON_FULL, False, id="Humanity 10 without Stains is not stained"),
        (10, 0, 1, ON_FULL, True),
        (10, 0, 1, V5Rules(), True),
    ],
)
def test_stains_impair_every_pool(
    humanity: int, stains: int, overflow: int, rules: V5Rules, is_impaired: bool
) -> None:
    """A11.4, A11.5: on overflow, or on full boxes where a table says so."""
    found = impaired_categories(FINE, FINE, humanity, stains, rules, overflow=overflow)
    assert found == (tuple(PoolCategory) if is_impaired else ())
    items = impairment_items(
        (),
        health=FINE,
        willpower=FINE,
        humanity=humanity,
        stains=stains,
        overflow=overflow,
        rules=rules,
    )
    assert items == ((STAINS,) if is_impaired else ())


@pytest.mark.parametrize(
    ("categories", "expected"),
    [
        ((PHYSICAL,), (HEALTH,)),
        ((SOCIAL,), (WILLPOWER,)),
        ((MENTAL,), (WILLPOWER,)),
        pytest.param((SOCIAL, MENTAL), (WILLPOWER,), id="Willpower once, though two parts match"),
        pytest.param((PHYSICAL, MENTAL), (HEALTH, WILLPOWER), id="both, in a mixed pool"),
        pytest.param((PHYSICAL, PHYSICAL), (HEALTH,), id="Health once, though named twice"),
        ((), ()),
    ],
)
def test_each_cause_counts_once(
    categories: tuple[PoolCategory, ...], expected: tuple[PoolItem, ...]
) -> None:
    """A10.11, A10.12: a pool suffers from each full track that touches it, once."""
    items = impairment_items(
        categories,
        health=FULL,
        willpower=FULL,
        humanity=7,
        stains=1,
        overflow=0,
        rules=V5Rules(),
    )
    assert items == expected


def test_a_full_health_track_takes_two_dice_not_four() -> None:
    """V27: full Health, Strength + Brawl 6 -> 4 dice."""
    items = impairment_items(
        [PHYSICAL],
        health=FULL,
        willpower=FINE,
        humanity=7,
        stains=0,
        overflow=0,
        rules=V5Rules(),
    )
    built = build_pool(
        [PoolItem("Strength", 3), PoolItem("Brawl", 3), *items],
        hunger=1,
        uses_hunger_dice=True,
        kind=PoolKind.ORDINARY,
        rules=V5Rules(),
    )
    assert isinstance(built, DicePool)
    assert built.size == 4


@pytest.mark.parametrize(("humanity", "stains", "overflow"), [(7, 4, 0), (7, 2, 1), (11, 0, 0)])
def test_sheets_that_cannot_be_are_broken_assumptions(
    humanity: int, stains: int, overflow: int
) -> None:
    """Stains never stand in Humanity's boxes, and nothing overflows beside an empty one."""
    with pytest.raises(ValueError, match=r"Humanity|overflow"):
        impaired_categories(FINE, FINE, humanity, stains, V5Rules(), overflow=overflow)
