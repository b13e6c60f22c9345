"""
Decisions about judging rolls of V20: a Storyteller sets or corrects what they had to reach.

The first reading stays in the log. What others are told is how the roll is read now, or how it
came out alone; its botch is open business by what they are told.
"""

from msgspec import Struct
from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, RollId
from protocol.request_words import Told
from protocol.v20_receipt import V20Receipt
from protocol.v20_words import V20Outcome, V20PoolKind
from protocol.words import ProposalKind
from server.rooms.audience import STORYTELLERS, Audience
from server.rooms.commands import RecalledRoll
from server.rooms.corrections import retracted_already
from server.rooms.deed import Deed
from server.rooms.house import v20_rules_by
from server.rooms.outcomes import tell_again
from server.rooms.refusal import Refusal, not_found
from server.rooms.settling import propose
from server.rooms.state import MemberState
from server.rooms.v20.receipts import asked_of, faces_of, v20_receipt
from server.rooms.v20.sheet import from_v20
from server.rules.refusal import RuleRefusal
from server.rules.v20.difficulty import apply_difficulty

_JUDGED = (V20PoolKind.ACTION, V20PoolKind.WILLPOWER)
"""Kinds of which nothing follows but how they came out."""


class _Reading(Struct, frozen=True):
    """How a roll is read, null where it was impossible, and its outcome for all who are told."""

    receipt: V20Receipt | None
    outcome: V20Outcome


def judge_v20_roll(
    deed: Deed, actor: MemberState, intent: i.JudgeRoll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Read a roll against another difficulty, or for more successes: openly, or by its outcome."""
    if recalled is None:
        return not_found("roll")
    gone = retracted_already(recalled)
    if gone is not None:
        return gone
    receipt = recalled.roll.receipt
    if (
        not isinstance(receipt, V20Receipt)
        or receipt.kind not in _JUDGED
        or receipt.is_unrolled
        or recalled.roll.contest is not None
    ):
        return Refusal(
            Code.INVALID,
            "Only dice of an action or of Willpower, outside of contests, are read again.",
            "roll",
            "a rolled action",
        )
    stands = recalled.judged if isinstance(recalled.judged, V20Receipt) else receipt
    refusal = _refuse_words(intent, recalled)
    if refusal is not None:
        return refusal
    reading = _read(intent, stands, receipt)
    if isinstance(reading, Refusal):
        return reading
    was = None if recalled.is_impossible else stands
    is_as_open = recalled.told is intent.told or recalled.told is None
    if is_as_open and was == reading.receipt:
        return Refusal(
            Code.NOTHING_TO_DO, "This roll is read so already.", "difficulty", "another reading"
        )
    _record(deed, actor, intent, reading, recalled.audience)
    if reading.receipt is not None and intent.told is Told.ALL:
        tell_again(deed, recalled.shown, reading.receipt)
    audience = STORYTELLERS if recalled.was_hidden else recalled.audience
    _open_anew(deed, intent.roll, recalled.true_character, intent.told, reading, audience)
    return None


def _refuse_words(intent: i.JudgeRoll, recalled: RecalledRoll) -> Refusal | None:
    is_named = intent.difficulty is not None or intent.required is not None
    if is_named is intent.impossible:
        return Refusal(
            Code.INVALID,
            "A roll is read against a difficulty, for a number of successes, or was impossible.",
            "difficulty",
            "difficulty, required, or impossible without them",
        )
    if intent.told is Told.STORYTELLERS:
        return Refusal(
            Code.INVALID,
            "Those who see a roll of V20 see how it came out: it is corrected before them.",
            "told",
            "all or verdict",
        )
    if recalled.told is Told.ALL and intent.told is Told.VERDICT:
        return Refusal(
            Code.WRONG_STATE,
            "What was told of this roll stays told: correct it as openly.",
            "told",
            "all",
        )
    return None


def _read(intent: i.JudgeRoll, stands: V20Receipt, rolled: V20Receipt) -> _Reading | Refusal:
    """The dice read as the intent says, else as they stand."""
    if intent.impossible:
        # By its outcome alone it is what any lost roll with these dice is.
        lost = replace(asked_of(rolled), required=max(1, rolled.net + 1))
        return _Reading(None, v20_receipt(rolled, lost, faces_of(rolled)).outcome)
    difficulty = intent.difficulty or stands.difficulty.assessed
    again = reread(stands, difficulty, intent.required or stands.required)
    return again if isinstance(again, Refusal) else _Reading(again, again.outcome)


def reread(receipt: V20Receipt, difficulty: int, required: int) -> V20Receipt | Refusal:
    """The same dice read against another difficulty, by the rules that the receipt names."""
    before = receipt.difficulty
    applied = apply_difficulty(
        difficulty,
        v20_rules_by(receipt),
        is_untrained_skill=before.untrained > 0,
        raised=before.raised,
    )
    if isinstance(applied, RuleRefusal):
        return from_v20(applied)
    asked = replace(asked_of(receipt), difficulty=applied, required=required)
    return v20_receipt(receipt, asked, faces_of(receipt))


def _record(
    deed: Deed, actor: MemberState, intent: i.JudgeRoll, reading: _Reading, audience: Audience
) -> None:
    """Record how a roll is read, for those who saw it and for Storytellers, as far as each may."""
    told = e.RollJudged(
        roll=intent.roll,
        by=actor.member,
        told=intent.told,
        is_won=reading.outcome is V20Outcome.SUCCESS,
        note=intent.note,
        outcome=reading.outcome,
    )
    is_kept = intent.told is Told.VERDICT
    if is_kept and audience != STORYTELLERS:
        deed.record(told, asked=audience)
    deed.record(
        replace(told, receipt=reading.receipt, is_impossible=reading.receipt is None),
        asked=STORYTELLERS if is_kept else audience,
    )


def _open_anew(
    deed: Deed,
    roll: RollId,
    character: CharacterId | None,
    told: Told,
    reading: _Reading,
    audience: Audience,
) -> None:
    """Let what waits for a botch be that of the new reading, as those see it who see the roll."""
    for proposal in tuple(deed.state.proposals.values()):
        if proposal.view.roll == roll and proposal.view.kind is ProposalKind.BOTCH:
            deed.record(e.ProposalLapsed(proposal=proposal.view.proposal))
    is_known = told is Told.ALL or audience == STORYTELLERS
    if is_known and reading.receipt is None:
        return
    if character is not None and reading.outcome is V20Outcome.BOTCH:
        propose(deed, ProposalKind.BOTCH, audience, character=character, roll=roll)
