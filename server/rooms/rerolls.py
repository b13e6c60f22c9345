"""Decisions about rolls that stand: Willpower rerolls, and letting a roll settle."""

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.receipts import PoolReceipt
from protocol.words import (
    TrackerName,
    TrackName,
    Visibility,
)
from server.rooms.claims import source_of
from server.rooms.commands import RecalledRoll
from server.rooms.contest_results import resolve_contest
from server.rooms.corrections import retracted_already
from server.rooms.deed import Asked, Deed, refuse_entered
from server.rooms.house import rules_by
from server.rooms.judging import judge_again
from server.rooms.outcomes import tell_again
from server.rooms.pools import refuse_counts
from server.rooms.refusal import Refusal, from_rules, not_found
from server.rooms.settling import (
    is_left_alone,
    open_of_standing,
    settle,
)
from server.rooms.state import MemberState, StandingRoll
from server.rooms.thrown import dice_of
from server.rooms.trackers import (
    change_track,
    refuse_unseen,
    track,
)
from server.rooms.v5_receipts import pool_receipt
from server.rooms.visibility import includes, tracker_audience
from server.rules.refusal import RuleRefusal
from server.rules.v5.pools import PoolKind as RulePoolKind
from server.rules.v5.reading import read_roll
from server.rules.v5.reroll import apply_reroll, reroll_refusal
from server.rules.v5.tracks import spend_willpower


def reroll(
    deed: Deed, actor: MemberState, intent: i.Reroll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Spend one Willpower to roll regular dice of a standing roll again."""
    standing = deed.state.standing.get(intent.roll)
    if standing is None or standing.character is None:
        return settled_already(recalled)
    if intent.hunger_indices:
        return Refusal(
            Code.BAD_DICE, "Hunger dice are never rerolled.", "hunger_indices", "regular dice only"
        )
    if is_left_alone(deed.state, standing):
        return Refusal(
            Code.REROLL_NOT_ALLOWED,
            "This roll was made for a hidden character: its Willpower would tell for whom.",
            "roll",
            "settle the roll as it is",
        )
    character = deed.state.characters[standing.character]
    thrown = dice_of(standing.receipt)
    rules = rules_by(standing.receipt)
    unseen = refuse_unseen(actor, character, TrackerName.WILLPOWER)
    if unseen is not None:
        return unseen
    willpower = track(character, TrackName.WILLPOWER)
    no = reroll_refusal(
        kind=RulePoolKind.ORDINARY,
        regular_count=len(thrown.faces.regular),
        indices=intent.regular_indices,
        faces=thrown.faces,
        rerolls_used=1 if thrown.rerolled else 0,
        willpower=willpower,
        rules=rules,
    )
    if no is not None:
        return from_rules(no)
    refusal = deed.take_number(
        actor, standing.audience, intent.dice, intent.entered
    ) or _refuse_entered_reroll(deed, actor, standing, intent)
    if refusal is not None:
        return refusal
    spent = spend_willpower(willpower, rules)
    if isinstance(spent, RuleRefusal):
        return from_rules(spent)
    change_track(deed, character.character, TrackName.WILLPOWER, spent)
    new = (
        deed.faces.draw(len(intent.regular_indices))
        if intent.entered is None
        else intent.entered.rerolled
    )
    after = apply_reroll(thrown.faces, intent.regular_indices, new)
    places = frozenset(intent.regular_indices) | thrown.rerolled
    original = thrown.original or thrown.faces
    reading = read_roll(
        after,
        standing.receipt.difficulty,
        rules,
        original=original,
        rerolled=places,
        called_shot=standing.receipt.called_shot is not None,
    )
    receipt = pool_receipt(
        standing.receipt,
        after,
        reading,
        standing.receipt.items,
        original=original,
        rerolled=places,
        rouse=standing.receipt.rouse,
        called_shot=standing.receipt.called_shot,
    )
    # Where somebody sees the roll and not the Willpower, it stands whatever is left of that.
    shown_to = tracker_audience(character, TrackerName.WILLPOWER)
    is_known = includes(deed.state, shown_to, standing.audience)
    is_over = is_known and spent.is_all_aggravated
    still = rules.wp_rerolls_per_roll == "unlimited" and not is_over
    _record_reroll(deed, actor, standing, intent, receipt, is_standing=still)
    judged = judge_again(deed, standing, receipt)
    if standing.contest is not None and standing.contest in deed.state.contests:
        resolve_contest(deed, standing.contest)
    elif not still:
        open_of_standing(deed, standing, receipt, judged)
    for contest in tuple(deed.state.contests.values()):
        if contest.is_opposing and contest.first.roll == standing.roll:
            resolve_contest(deed, contest.contest)
    return None


def _record_reroll(
    deed: Deed,
    actor: MemberState,
    standing: StandingRoll,
    intent: i.Reroll,
    receipt: PoolReceipt,
    *,
    is_standing: bool,
) -> None:
    proof, may_have = deed.prove(actor, standing.audience)
    is_inline = may_have == standing.audience
    deed.record(
        e.RollRerolled(
            roll=standing.roll,
            regular_indices=tuple(intent.regular_indices),
            source=source_of(intent.entered, deed.numbered),
            receipt=receipt,
            is_standing=is_standing,
            proof=proof if is_inline else None,
        )
    )
    if proof is not None and not is_inline:
        deed.record(e.RollProven(roll=standing.roll, proof=proof, is_reroll=True), to=may_have)
    tell_again(deed, standing.shown, receipt, source_of(intent.entered, deed.numbered))


def _refuse_entered_reroll(
    deed: Deed, actor: MemberState, standing: StandingRoll, intent: i.Reroll
) -> Refusal | None:
    if intent.entered is None:
        return None
    asked = Asked(Visibility.PUBLIC, standing.audience)
    needs = {"rouse": 0, "regular": 0, "hunger": 0, "rerolled": len(intent.regular_indices)}
    return refuse_entered(deed.state, actor, asked, intent.entered) or refuse_counts(
        intent.entered, needs
    )


def settle_roll(
    deed: Deed, _actor: MemberState, intent: i.SettleRoll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Pass on the reroll; the consequences open."""
    standing = deed.state.standing.get(intent.roll)
    if standing is None:
        return settled_already(recalled)
    contest = deed.state.contests.get(standing.contest) if standing.contest else None
    if contest is not None and contest.is_waiting:
        return Refusal(
            Code.WRONG_STATE,
            "This roll waits for the other side of its contest.",
            "roll",
            "wait for the answer, or withdraw the contest",
        )
    settle(deed, standing)
    return None


def settled_already(recalled: RecalledRoll | None) -> Refusal:
    """What is said of a roll that does not stand, to somebody who may know of it, or may not."""
    if recalled is None:
        return not_found("roll")
    gone = retracted_already(recalled)
    if gone is not None:
        return gone
    receipt = recalled.roll.receipt
    if not isinstance(receipt, PoolReceipt):
        return Refusal(Code.REROLL_NOT_ALLOWED, "Such a roll is never rerolled.", "roll", "a pool")
    return Refusal(
        Code.REROLL_USED,
        "This roll is settled: its reroll was used, passed, or never possible.",
        "roll",
        "a roll that still stands",
    )
