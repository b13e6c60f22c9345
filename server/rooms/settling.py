"""
When rolls settle, and what opens then.

A roll stands until its Willpower reroll is used or passed, or until the character's next roll
that everybody who saw the first one learns of: what only some may see never settles a roll in
front of others. One that others see without its hidden character is settled by the next roll of
its member that they see so, whichever hidden character that is.
"""

from protocol import events as e
from protocol.ids import CharacterId, ContestId, MemberId, ProposalId, RollId
from protocol.receipts import PoolReceipt
from protocol.views import ClaimView, DamageView, HarmRow, ProposalView
from protocol.words import DamageKind, EffectKind, Outcome, ProposalKind
from server.rooms.audience import STORYTELLERS, Audience
from server.rooms.compulsion_effects import ends_on_skill_critical
from server.rooms.contest_state import ContestState, SideState
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.judgements import Judgement, judgement_of
from server.rooms.names import derived_id
from server.rooms.state import RoomState, StandingRoll
from server.rules.v5.consequences import fallback_prices, may_offer_win_at_cost, prices
from server.rules.v5.house_rules import V5Rules
from server.rules.v5.reading import Outcome as RuleOutcome
from server.rules.v5.reading import Reading
from server.rules.v5.traits import TraitKind, trait_kind

CONSEQUENCES = (
    ProposalKind.MESSY_CRITICAL,
    ProposalKind.BESTIAL_FAILURE,
    ProposalKind.WIN_AT_COST,
)
"""The kinds of proposals that follow of how a roll is read."""

_OUTCOME_OF = {outcome: RuleOutcome(outcome) for outcome in Outcome}


def settle_before(deed: Deed, character: CharacterId, seen_by: Audience) -> None:
    """Settle what a character has standing, now that it rolls again in front of *seen_by*."""
    for roll in tuple(deed.state.standing.values()):
        is_due = roll.character == character and not is_unnamed(roll)
        if is_due and seen_by.covers(roll.audience):
            settle(deed, roll)


def settle_unnamed_before(deed: Deed, member: MemberId, seen_by: Audience) -> None:
    """
    Settle what *member* has standing without its character, now that it rolls so again.

    Whether it is for the same one or another: else it would tell that it is the same.
    """
    for roll in tuple(deed.state.standing.values()):
        is_due = roll.member == member and is_unnamed(roll)
        if is_due and seen_by.covers(roll.audience):
            settle(deed, roll)


def is_unnamed(roll: StandingRoll) -> bool:
    """Whether others than Storytellers see a roll without its character, who was hidden."""
    return roll.is_attributed and roll.audience != STORYTELLERS


def is_left_alone(state: RoomState, roll: StandingRoll) -> bool:
    """
    Whether a roll was shown without its character, who is hidden no more.

    Nothing that this character does or suffers touches the roll then: it would happen before the
    same eyes and tell whose the roll was. It stands until it is settled by name, or all are.
    """
    if not is_unnamed(roll) or roll.character is None:
        return False
    character = state.characters.get(roll.character)
    return character is None or not character.hidden


def settle_all(deed: Deed) -> None:
    """Settle everything, as the end of a session does in front of everyone."""
    for roll in tuple(deed.state.standing.values()):
        if roll.roll in deed.state.standing:
            settle(deed, roll)


def settle(deed: Deed, roll: StandingRoll) -> None:
    """Let a roll stand for good; unless a contest still needs it, its consequences open."""
    contest = deed.state.contests.get(roll.contest) if roll.contest else None
    if contest is None:
        deed.record(e.RollSettled(roll=roll.roll))
        open_of_standing(deed, roll, roll.receipt, judgement_of(roll))
        return
    if contest.is_waiting:
        return
    finish_side(deed, roll, contest.contest)


def finish_side(deed: Deed, roll: StandingRoll, contest: ContestId) -> None:
    """Settle one side of a resolved contest; the last one opens the consequences of all."""
    resolved = deed.state.contests[contest]
    deed.record(e.RollSettled(roll=roll.roll))
    if contest not in deed.state.contests or resolved.is_opposing:
        open_contest_consequences(
            deed,
            resolved,
            [(side, resolved.outcomes.get(side.roll)) for side in resolved.own_sides],
        )


def open_contest_consequences(
    deed: Deed, contest: ContestState, sides: list[tuple[SideState, Outcome | None]]
) -> None:
    """Open the price of a messy critical or bestial failure of any side."""
    for side, outcome in sides:
        if outcome in (Outcome.MESSY_CRITICAL, Outcome.BESTIAL_FAILURE):
            rules = rules_by(contest.receipts[side.roll])
            _propose_price(
                deed, _coloured(outcome), rules, contest.audience, side.character, side.roll
            )
        receipt = contest.receipts[side.roll]
        _end_by_critical(deed, side.character, receipt, outcome, contest.audience)


def open_of_standing(
    deed: Deed, roll: StandingRoll, receipt: PoolReceipt, judged: Judgement | None
) -> None:
    """Open the consequences of a roll by how it is read, for whoever is to see them."""
    audience = proposal_audience(roll)
    open_by_reading(deed, roll.roll, roll.character, receipt, judged, audience)


def open_by_reading(
    deed: Deed,
    roll: RollId,
    character: CharacterId | None,
    receipt: PoolReceipt,
    judged: Judgement | None,
    audience: Audience,
) -> None:
    """
    Open the consequences of a roll: for those who see it, by what they are told of it and no more.

    *receipt* is the roll as they see it. What else follows of a reading that is kept from them is
    for Storytellers alone.
    """
    if judged is None:
        open_consequences(deed, roll, character, receipt, audience)
        return
    if audience != STORYTELLERS:
        told = judged.as_told(receipt)
        if told is not None:
            open_consequences(deed, roll, character, told, audience)
    open_kept(deed, roll, character, receipt, judged, audience)


def open_kept(
    deed: Deed,
    roll: RollId,
    character: CharacterId | None,
    receipt: PoolReceipt,
    judged: Judgement,
    audience: Audience,
) -> None:
    """Open for Storytellers what follows of a reading, but not of what *audience* is told."""
    if judged.receipt is None:
        return
    told = None if audience == STORYTELLERS else judged.as_told(receipt)
    shown = frozenset() if told is None else consequences_of(told)
    open_consequences(deed, roll, character, judged.receipt, STORYTELLERS, but_not=shown)


def consequences_of(receipt: PoolReceipt) -> frozenset[ProposalKind]:
    """What a settled roll asks of the Storyteller: its price, and a win at a cost."""
    reading, kinds = reading_of(receipt), set[ProposalKind]()
    if reading.outcome is not None and (reading.is_messy or reading.is_bestial):
        kinds.add(ProposalKind(reading.outcome))
    if may_offer_win_at_cost(reading, rules_by(receipt)):
        kinds.add(ProposalKind.WIN_AT_COST)
    return frozenset(kinds)


def open_consequences(
    deed: Deed,
    roll: RollId,
    character: CharacterId | None,
    receipt: PoolReceipt,
    audience: Audience,
    *,
    but_not: frozenset[ProposalKind] = frozenset(),
) -> None:
    """Open what a settled roll asks of the Storyteller, except for kinds that are open already."""
    kinds = consequences_of(receipt) - but_not
    if kinds - {ProposalKind.WIN_AT_COST}:
        rules = rules_by(receipt)
        _propose_price(deed, reading_of(receipt), rules, audience, character, roll)
    if ProposalKind.WIN_AT_COST in kinds:
        propose(deed, ProposalKind.WIN_AT_COST, audience, character=character, roll=roll)
    _end_by_critical(deed, character, receipt, receipt.outcome, audience)


def _end_by_critical(
    deed: Deed,
    character: CharacterId | None,
    receipt: PoolReceipt,
    outcome: Outcome | None,
    audience: Audience,
) -> None:
    """
    Let go what ends with a Skill's critical win (A13), if all who see it end saw the win.

    Where some did not, its end would tell them of it: then it is the Storyteller's to end.
    """
    is_won = outcome in (Outcome.CRITICAL, Outcome.MESSY_CRITICAL)
    if not is_won or not any(trait_kind(i.label) is TraitKind.SKILL for i in receipt.items):
        return
    for held in tuple(deed.state.effects.values()):
        is_its = held.view.character == character and audience.covers(held.audience)
        if is_its and ends_on_skill_critical(held.view, rules_by(receipt)):
            deed.record(e.EffectEnded(effect=held.view.effect))


def _propose_price(
    deed: Deed,
    reading: Reading,
    rules: V5Rules,
    audience: Audience,
    character: CharacterId | None,
    roll: RollId,
) -> None:
    """Ask what a messy critical or a bestial failure costs, if the roll is one."""
    # In frenzy there is no Compulsion (A12.5), if all who see the price know of the frenzy.
    may_have = not any(
        held.view.character == character
        and held.view.kind is EffectKind.FRENZY
        and held.audience.covers(audience)
        for held in deed.state.effects.values()
    )
    options = prices(reading, rules, may_have_compulsion=may_have)
    if not options or reading.outcome is None:
        return
    left = fallback_prices(rules, may_have_compulsion=may_have) if reading.is_messy else ()
    propose(
        deed,
        ProposalKind(reading.outcome),
        audience,
        character=character,
        roll=roll,
        options=tuple(price.value for price in options),
        fallback=tuple(price.value for price in left),
    )


def proposal_audience(roll: StandingRoll) -> Audience:
    """Who sees the consequences of a roll; those of a hidden character name it, so not all do."""
    return STORYTELLERS if roll.is_attributed else roll.audience


def propose(
    deed: Deed,
    kind: ProposalKind,
    audience: Audience,
    *,
    character: CharacterId | None = None,
    roll: RollId | None = None,
    contest: ContestId | None = None,
    options: tuple[str, ...] = (),
    fallback: tuple[str, ...] = (),
    damage: DamageView | None = None,
    difficulty: int | None = None,
    claim: ClaimView | None = None,
    against: CharacterId | None = None,
    is_soaked: bool = False,
    rows: tuple[HarmRow, ...] = (),
) -> None:
    """
    Open a proposal; where one audience has too many open, its oldest lapses.

    Nothing is proposed for a character that was taken off the table in the meantime.
    """
    if character is not None and character not in deed.state.characters:
        return
    same = [p for p in deed.state.proposals.values() if p.audience == audience]
    if len(same) >= deed.limits.max_proposals:
        deed.record(e.ProposalLapsed(proposal=same[0].view.proposal))
    # Named for what it is about: a number would count what else, unseen, this commit proposes.
    name = f"proposal {kind} {character} {roll} {contest}"
    if damage is not None and damage.kind is DamageKind.AGGRAVATED:
        # Armour may turn a part of one blow, so that there are two.
        name += f" {damage.kind}"
    view = ProposalView(
        proposal=ProposalId(derived_id(deed.commit_id, name)),
        kind=kind,
        character=character,
        roll=roll,
        contest=contest,
        options=options,
        fallback=fallback,
        damage=damage,
        difficulty=difficulty,
        claim=claim,
        against=against,
        is_soaked=is_soaked,
        rows=rows,
    )
    deed.record(e.ProposalOpened(proposal=view), asked=audience)


def reading_of(receipt: PoolReceipt) -> Reading:
    """A receipt as the rules read it."""
    outcome = None if receipt.outcome is None else _OUTCOME_OF[receipt.outcome]
    return Reading(
        successes=receipt.successes,
        pairs=receipt.pairs,
        hunger_tens=receipt.hunger_tens,
        hunger_ones=receipt.hunger_ones,
        difficulty=receipt.difficulty,
        margin=receipt.margin,
        outcome=outcome,
        is_total_failure=receipt.is_total_failure,
        is_bestial=receipt.is_bestial,
        is_messy=receipt.is_messy,
        is_critical=outcome in (RuleOutcome.CRITICAL, RuleOutcome.MESSY_CRITICAL),
        possible=(),
        why=receipt.why,
    )


def _coloured(outcome: Outcome) -> Reading:
    """A reading of which nothing matters but that it is messy or bestial."""
    is_messy = outcome is Outcome.MESSY_CRITICAL
    return Reading(
        successes=0,
        pairs=0,
        hunger_tens=0,
        hunger_ones=0,
        difficulty=None,
        margin=None,
        outcome=_OUTCOME_OF[outcome],
        is_total_failure=False,
        is_bestial=not is_messy,
        is_messy=is_messy,
        is_critical=is_messy,
        possible=(),
        why="",
    )
