"""Any series of legal acts keeps a sheet legal: Hunger 0 to 5, marks within boxes, ten boxes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from server.rules.refusal import RuleRefusal
from server.rules.v5.feeding import BloodSource, Feeding, feed
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.humanity import (
    add_stains,
    check_humanity,
    humanity_boxes,
    remorse_dice,
    remorse_refusal,
    resolve_remorse,
    settle_stains,
)
from server.rules.v5.hunger import raise_hunger
from server.rules.v5.impairment import impaired_categories
from server.rules.v5.mending import (
    aggravated_mend_refusal,
    mend_refusal,
    resolve_aggravated_mend,
    resolve_mend,
)
from server.rules.v5.recovery import Drive, follow_drive, recover_willpower
from server.rules.v5.rouse import resolve_rouse
from server.rules.v5.tracks import DamageKind, Track, deal_damage, spend_willpower
from server.rules.v5.waking import resolve_waking
from tests.rules.v5.strategies import any_rules


@dataclass(frozen=True)
class Sheet:
    """What the rules keep of a vampire."""

    hunger: int
    health: Track
    willpower: Track
    humanity: int
    stains: int
    overflow: int


WHOLE: Final = Sheet(1, Track(5), Track(5), humanity=7, stains=0, overflow=0)


Act = Callable[[Sheet, int, V5Rules], Sheet]


def fed(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Feed from one of the sources."""
    source = list(BloodSource)[n % len(BloodSource)]
    feeding = feed(source, hunger=sheet.hunger, blood_potency_rating=n, rules=rules)
    assert isinstance(feeding, Feeding)
    return replace(sheet, hunger=feeding.after)


def roused(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Make a forced Rouse check."""
    return replace(
        sheet, hunger=resolve_rouse((n or 10,), hunger=sheet.hunger, rules=rules).hunger_after
    )


def woken(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Wake in the evening."""
    waking = resolve_waking(n or 10, hunger=sheet.hunger, rules=rules)
    return replace(sheet, hunger=waking.check.hunger_after)


def hungrier(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Pay a bestial failure with Hunger."""
    return replace(sheet, hunger=raise_hunger(sheet.hunger, n % 3).after)


def hurt(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Take Superficial or Aggravated damage on Health."""
    kind = DamageKind.AGGRAVATED if n % 2 else DamageKind.SUPERFICIAL
    return replace(sheet, health=deal_damage(sheet.health, kind, n, halve=True).after)


def mended(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Mend Superficial Health, where that is legal."""
    refusal = mend_refusal(
        sheet.health, uses_rouse=True, hunger=sheet.hunger, mended_this_turn=False, rules=rules
    )
    if refusal is not None:
        return sheet
    mending = resolve_mend(
        n or 10, health=sheet.health, hunger=sheet.hunger, blood_potency_rating=n, rules=rules
    )
    assert mending.after.superficial < sheet.health.superficial
    return replace(sheet, health=mending.after, hunger=mending.hunger_after)


def mended_worse(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Mend Aggravated Health, where that is legal."""
    refusal = aggravated_mend_refusal(
        sheet.health, uses_rouse=True, hunger=sheet.hunger, mended_tonight=False, rules=rules
    )
    if refusal is not None:
        return sheet
    mending = resolve_aggravated_mend(
        (n or 10, 1, 10), health=sheet.health, hunger=sheet.hunger, at_waking=False, rules=rules
    )
    assert mending.after.aggravated == sheet.health.aggravated - 1
    return replace(sheet, health=mending.after, hunger=mending.hunger_after)


def spent(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Spend Willpower, where that is legal."""
    after = spend_willpower(sheet.willpower, rules)
    return sheet if isinstance(after, RuleRefusal) else replace(sheet, willpower=after)


def rested(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Start a session, and act on a drive."""
    willpower = recover_willpower(sheet.willpower, composure=n % 4, resolve=1)
    drive = Drive.AMBITION if n % 2 else Drive.DESIRE
    after = follow_drive(willpower, drive, followed_this_session=False)
    return replace(sheet, willpower=willpower if isinstance(after, RuleRefusal) else after)


def stained(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Gain Stains, with what overflowing them costs."""
    result = add_stains(sheet.humanity, sheet.stains, sheet.overflow, n % 5, rules)
    willpower = deal_damage(
        sheet.willpower, DamageKind.AGGRAVATED, result.willpower_damage, halve=False
    ).after
    return replace(sheet, stains=result.stains_after, overflow=result.overflow, willpower=willpower)


def remorseful(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Roll Remorse, where it is due; the Stains go either way."""
    if remorse_refusal(sheet.stains, sheet.overflow) is not None or sheet.humanity == 0:
        return sheet
    dice = remorse_dice(sheet.humanity, sheet.stains, sheet.overflow)
    result = resolve_remorse((n or 10,) * dice, sheet.humanity, rules)
    assert result.humanity_after in (sheet.humanity, sheet.humanity - 1)
    return replace(sheet, humanity=result.humanity_after, stains=0, overflow=0)


def set_by_hand(sheet: Sheet, n: int, rules: V5Rules) -> Sheet:
    """Have the Storyteller set Humanity; no Stain is lost by it."""
    stains, overflow = settle_stains(n, sheet.stains, sheet.overflow)
    assert stains + overflow == sheet.stains + sheet.overflow
    return replace(sheet, humanity=n, stains=stains, overflow=overflow)


ACTS: Final[tuple[Act, ...]] = (
    fed,
    roused,
    woken,
    hungrier,
    hurt,
    mended,
    mended_worse,
    spent,
    rested,
    stained,
    remorseful,
    set_by_hand,
)


@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 10)), max_size=30), any_rules)
def test_any_series_of_acts_keeps_a_sheet_legal(
    acts: list[tuple[Act, int]], rules: V5Rules
) -> None:
    """A2.1, A10.2, A11.1: whatever is done in whatever order, at whatever table."""
    sheet = WHOLE
    for act, n in acts:
        sheet = act(sheet, n, rules)
        assert 0 <= sheet.hunger <= 5
        for track in (sheet.health, sheet.willpower):
            assert track.boxes == 5
            assert track.superficial >= 0
            assert track.aggravated >= 0
            assert track.superficial + track.aggravated + track.empty == 5
        check_humanity(sheet.humanity, sheet.stains, sheet.overflow)
        assert len(humanity_boxes(sheet.humanity, sheet.stains)) == 10
        impaired = impaired_categories(
            sheet.health,
            sheet.willpower,
            sheet.humanity,
            sheet.stains,
            rules,
            overflow=sheet.overflow,
        )
        assert not sheet.overflow or len(impaired) == 3
