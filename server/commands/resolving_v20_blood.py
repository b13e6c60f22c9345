"""Operations on V20 blood and Willpower: spending, strengthening, waking, feeding, regaining."""

from typing import Annotated, assert_never

from msgspec import Meta, Struct

from server.commands.resolving_base import Does, refuse, refuse_in
from server.commands.resolving_v20_state import Sheet20
from server.rules.refusal import RuleRefusal
from server.rules.v20.blood import Harm, feed, spend_blood, strengthen_refusal, wake
from server.rules.v20.pools import PoolKind
from server.rules.v20.willpower import (
    WillpowerUse,
    buy_success,
    regain_willpower,
    spend_willpower,
)

Points = Annotated[int, Meta(ge=1, le=50)]
Drunk = Annotated[int, Meta(ge=0, le=10)]
Rating = Annotated[int, Meta(ge=0, le=20)]


class SpendBlood(Does, frozen=True, tag="spend_blood", gc=False):
    """Blood spent on a Discipline or on something else."""

    points: Points = 1


class Strengthen(Does, frozen=True, tag="strengthen", gc=False):
    """Blood that raises a physical Attribute of `rating` for the scene, one point each."""

    rating: Rating
    points: Points = 1


class Wake(Does, frozen=True, tag="wake", gc=False):
    """Waking in the evening, for one point."""


class DrinkBlood(Does, frozen=True, tag="drink_blood", gc=False):
    """Points drunk from a human adult, of whom `drunk_before` were drunk already."""

    points: Points
    drunk_before: Drunk = 0


class SpendWillpower(Does, frozen=True, tag="spend_willpower", gc=False):
    """Willpower spent, whatever for."""

    points: Points = 1
    use: WillpowerUse | None = None


class BuySuccess(Does, frozen=True, tag="buy_success", gc=False):
    """A point of Willpower for one automatic success on a roll of this kind."""

    pool_kind: PoolKind = PoolKind.ACTION


class RegainWillpower(Does, frozen=True, tag="regain_willpower", gc=False):
    """Points that come back, never beyond the rating."""

    points: Points = 1


BloodOperation = (
    SpendBlood | Strengthen | Wake | DrinkBlood | SpendWillpower | BuySuccess | RegainWillpower
)


class BloodStep(Struct, frozen=True, tag="blood", gc=False):
    """
    Blood before and after; `attribute` is what an Attribute was raised to.

    `is_torpor`: there was no point to wake with. `gained`, `wasted` and `harm` are a drink's.
    """

    blood_before: int
    blood_after: int
    attribute: int | None = None
    is_torpor: bool = False
    gained: int = 0
    wasted: int = 0
    harm: Harm | None = None


class WillpowerStep(Struct, frozen=True, tag="willpower", gc=False):
    """Willpower's points before and after, and automatic successes bought by them."""

    current_before: int
    current_after: int
    automatic: int = 0


BloodResultStep = BloodStep | WillpowerStep


def operate_blood(sheet: Sheet20, operation: BloodOperation, place: str) -> BloodResultStep:
    """
    Carry out an operation on blood or Willpower.

    Raises:
        Refused: The rules refuse it.

    Rule: C3, C7.
    """
    match operation:
        case SpendBlood(points):
            return _spend(sheet, points, place)
        case Strengthen(rating, points):
            return _strengthen(sheet, rating, points, place)
        case Wake():
            before, row = sheet.blood("Waking")
            waking = wake(before, row)
            sheet.maybe_blood = waking.blood
            sheet.spent_this_turn = None
            return BloodStep(before, waking.blood, is_torpor=waking.is_torpor)
        case DrinkBlood():
            return _drink(sheet, operation, place)
        case SpendWillpower():
            before_points = sheet.willpower("Spending Willpower")
            left = spend_willpower(before_points, operation.points)
            if isinstance(left, RuleRefusal):
                refuse(left, place)
            sheet.maybe_willpower = left
            return WillpowerStep(before_points.current, left.current)
        case BuySuccess():
            return _buy(sheet, operation, place)
        case RegainWillpower():
            willpower = sheet.willpower("Regaining Willpower")
            after = sheet.maybe_willpower = regain_willpower(willpower, operation.points)
            return WillpowerStep(willpower.current, after.current)
        case _:
            assert_never(operation)


def _spend(sheet: Sheet20, points: int, place: str) -> BloodStep:
    before, row = sheet.blood("Spending blood")
    left = spend_blood(before, points, row, spent_this_turn=sheet.spent_this_turn)
    if isinstance(left, RuleRefusal):
        refuse(left, f"{place}.points")
    sheet.maybe_blood = left
    if sheet.spent_this_turn is not None:
        sheet.spent_this_turn += points
    return BloodStep(before, left)


def _strengthen(sheet: Sheet20, rating: int, points: int, place: str) -> BloodStep:
    _, row = sheet.blood("Strengthening the body")
    refusal = strengthen_refusal(rating + points - 1, row)
    if refusal is not None:
        refuse(refusal, f"{place}.rating")
    spent = _spend(sheet, points, place)
    return BloodStep(spent.blood_before, spent.blood_after, attribute=rating + points)


def _drink(sheet: Sheet20, drink: DrinkBlood, place: str) -> BloodStep:
    before, row = sheet.blood("Feeding")
    fed = feed(before, drink.points, row, drunk_before=drink.drunk_before)
    if isinstance(fed, RuleRefusal):
        refuse_in(fed, drink, f"{place}.")
    sheet.maybe_blood = fed.blood
    return BloodStep(before, fed.blood, gained=fed.gained, wasted=fed.wasted, harm=fed.harm)


def _buy(sheet: Sheet20, asked: BuySuccess, place: str) -> WillpowerStep:
    before = sheet.willpower("An automatic success")
    bought = sheet.bought_this_turn if sheet.spent_this_turn is not None else 0
    left = buy_success(before, asked.pool_kind, bought_this_turn=bought, rules=sheet.rules)
    if isinstance(left, RuleRefusal):
        refuse(left, f"{place}.pool_kind" if left.code == "willpower_not_here" else place)
    sheet.maybe_willpower = left
    sheet.bought_this_turn += 1
    return WillpowerStep(before.current, left.current, automatic=1)
