"""
Decisions about judging: a Storyteller sets or corrects the Difficulty of a roll.

The roll stays in the log as it was first read. What only Storytellers are to know is an event of
theirs alone, and so are the consequences of it: that there are any would tell.
"""

from msgspec import Struct

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import CharacterId, MemberId, RollId
from protocol.receipts import PoolReceipt
from protocol.request_words import Told
from protocol.words import WithoutDice
from server.rooms.audience import STORYTELLERS, Audience
from server.rooms.commands import RecalledRoll
from server.rooms.corrections import retracted_already
from server.rooms.deed import Deed
from server.rooms.house import rules_by
from server.rooms.judgements import Judgement, judgement_of, reread
from server.rooms.outcomes import tell_again
from server.rooms.refusal import Refusal, from_rules, not_found
from server.rooms.settling import CONSEQUENCES, open_by_reading, open_kept
from server.rooms.state import MemberState, RequestState, StandingRoll
from server.rules.v5.difficulty import difficulty_refusal

_OPENNESS = {None: 0, Told.STORYTELLERS: 0, Told.VERDICT: 1, Told.ALL: 2}


class Kept(Struct, frozen=True):
    """A Difficulty that is not for all who see the roll, whose it is, and who is told what."""

    difficulty: int
    told: Told
    by: MemberId

    def read(self, receipt: PoolReceipt) -> Judgement:
        """The dice of *receipt* read against it."""
        return Judgement(self.by, self.told, reread(receipt, self.difficulty))


def kept_difficulty(
    actor: MemberState, intent: i.Roll, request: RequestState | None
) -> Kept | Refusal | None:
    """The Difficulty that a request or a Storyteller's own roll keeps from some, if any."""
    if intent.told is Told.ALL:
        if request is None or request.kept is None or request.told is None:
            return None
        return Kept(request.kept, request.told, request.view.by)
    if not actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN, "Only a Storyteller keeps a Difficulty.", "told", "no such field"
        )
    if request is not None or intent.difficulty is None or intent.without_dice is not None:
        return Refusal(
            Code.INVALID,
            "What is kept is the Difficulty of a Storyteller's own roll of dice.",
            "told",
            "all, or a difficulty and no request",
        )
    return Kept(intent.difficulty, intent.told, actor.member)


def judge_roll(
    deed: Deed, actor: MemberState, intent: i.JudgeRoll, recalled: RecalledRoll | None
) -> Refusal | None:
    """Read a roll against another Difficulty, openly, by its verdict, or for Storytellers."""
    if intent.required is not None:
        return Refusal(
            Code.WRONG_SYSTEM, "Successes that are required are of V20.", "required", "difficulty"
        )
    if recalled is None:
        return not_found("roll")
    gone = retracted_already(recalled)
    if gone is not None:
        return gone
    receipt = recalled.roll.receipt
    if not isinstance(receipt, PoolReceipt) or receipt.without_dice is WithoutDice.WIN:
        return Refusal(
            Code.INVALID, "Only dice of a pool are read by a Difficulty.", "roll", "a rolled pool"
        )
    refusal = _refuse_judging(intent, recalled, receipt)
    if refusal is not None:
        return refusal
    read = None if intent.difficulty is None else reread(receipt, intent.difficulty)
    judged = Judgement(actor.member, intent.told, read, intent.note)
    record_judgement(deed, intent.roll, judged, recalled.audience)
    if read is not None and intent.told is Told.ALL:
        tell_again(deed, recalled.shown, read)
    if intent.roll not in deed.state.standing:
        audience = STORYTELLERS if recalled.was_hidden else recalled.audience
        open_anew(deed, intent.roll, recalled.true_character, receipt, judged, audience)
    return None


def record_judgement(deed: Deed, roll: RollId, judged: Judgement, audience: Audience) -> None:
    """Record how a roll is read, for those who saw it and for Storytellers, as far as each may."""
    if judged.told is Told.VERDICT and audience != STORYTELLERS:
        deed.record(
            e.RollJudged(
                roll=roll,
                by=judged.by,
                told=judged.told,
                is_won=judged.is_won,
                note=judged.note,
            ),
            asked=audience,
        )
    deed.record(
        e.RollJudged(
            roll=roll,
            by=judged.by,
            told=judged.told,
            is_won=judged.is_won,
            receipt=judged.receipt,
            is_impossible=judged.receipt is None,
            note=judged.note,
        ),
        asked=audience if judged.told is Told.ALL else STORYTELLERS,
    )


def judge_again(deed: Deed, standing: StandingRoll, receipt: PoolReceipt) -> Judgement | None:
    """Read the new dice of a roll as a Storyteller said of the old ones; None if nobody did."""
    before = judgement_of(standing)
    if before is None or before.told is Told.ALL:
        # The new dice were read openly already, or the roll is known to be impossible.
        return before if before is not None and before.receipt is None else None
    judged, read = standing.judged, None
    if judged is not None and judged.difficulty is not None:
        read = reread(receipt, judged.difficulty)
    again = Judgement(before.by, before.told, read)
    record_judgement(deed, standing.roll, again, standing.audience)
    return again


def open_anew(
    deed: Deed,
    roll: RollId,
    character: CharacterId | None,
    receipt: PoolReceipt,
    judged: Judgement,
    audience: Audience,
) -> None:
    """
    Let the consequences of a settled roll be those of its new reading.

    What others see of them stays where they are told nothing.
    """
    is_told = judged.told is not Told.STORYTELLERS
    for proposal in tuple(deed.state.proposals.values()):
        is_theirs = is_told or proposal.audience == STORYTELLERS
        if proposal.view.roll == roll and proposal.view.kind in CONSEQUENCES and is_theirs:
            deed.record(e.ProposalLapsed(proposal=proposal.view.proposal))
    if receipt.without_dice is not None or character is None:
        return
    if is_told:
        open_by_reading(deed, roll, character, receipt, judged, audience)
    else:
        open_kept(deed, roll, character, receipt, judged, audience)


def _refuse_judging(
    intent: i.JudgeRoll, recalled: RecalledRoll, receipt: PoolReceipt
) -> Refusal | None:
    if recalled.roll.contest is not None:
        return Refusal(
            Code.WRONG_STATE,
            "In a contest the other side is the Difficulty.",
            "roll",
            "a roll outside of contests",
        )
    if (intent.difficulty is None) is not intent.impossible:
        return Refusal(
            Code.INVALID,
            "A roll is read against a Difficulty, or was impossible.",
            "difficulty",
            "1 or more, or impossible without one",
        )
    no = difficulty_refusal(intent.difficulty, rules_by(receipt))
    if no is not None:
        return from_rules(no)
    before = recalled.told
    if before is None and receipt.difficulty is not None:
        before = Told.ALL
    if _OPENNESS[intent.told] < _OPENNESS[before]:
        return Refusal(
            Code.WRONG_STATE,
            "What was told of this roll stays told: correct it as openly.",
            "told",
            "all" if before is Told.ALL else "verdict or all",
        )
    judged = recalled.judged
    stands = judged.difficulty if isinstance(judged, PoolReceipt) else receipt.difficulty
    is_same = intent.told is before and intent.impossible is recalled.is_impossible
    if is_same and intent.difficulty == (None if recalled.is_impossible else stands):
        return Refusal(
            Code.NOTHING_TO_DO, "This roll is read so already.", "difficulty", "another Difficulty"
        )
    return None
