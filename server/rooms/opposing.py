"""
Decisions about opposing a roll in secret: a hidden opponent of what others see as a mere roll.

What was rolled in front of others stays an ordinary roll to them. That anybody opposes it is a
contest of the Storytellers alone, and its verdict, if it is told, is that of a kept Difficulty.
"""

from msgspec.structs import replace

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.ids import ContestId
from protocol.receipts import PoolReceipt
from protocol.request_words import Told
from protocol.views import ContestView
from protocol.words import DamageKind, Visibility, WithoutDice
from server.rooms.arming import armed
from server.rooms.audience import STORYTELLERS
from server.rooms.commands import RecalledRoll
from server.rooms.contest_results import resolve_contest
from server.rooms.contests import placed_contest, prepare_side, roll_side, rolled_side
from server.rooms.corrections import retracted_already
from server.rooms.deed import Asked, Deed
from server.rooms.house import rules_by
from server.rooms.judgements import Judgement, reread
from server.rooms.judging import open_anew, record_judgement
from server.rooms.names import derived_id
from server.rooms.refusal import Refusal, not_found
from server.rooms.setting import Setting
from server.rooms.settling import settle_before
from server.rooms.state import MemberState


def oppose_roll(
    deed: Deed, actor: MemberState, intent: i.OpenContest, recalled: RecalledRoll | None
) -> Refusal | None:
    """Roll against a roll that was made, behind the screen, and read both against each other."""
    asked = _placed_behind(deed, actor, intent)
    if isinstance(asked, Refusal):
        return asked
    if recalled is None:
        return not_found("opposes")
    opposed = _opposable(intent, recalled)
    if isinstance(opposed, Refusal):
        return opposed
    character = deed.state.characters[intent.character]
    ready = prepare_side(deed, actor, asked, character, intent)
    if isinstance(ready, Refusal):
        return ready
    arms = armed(intent, intent.conflict)
    if isinstance(arms, Refusal):
        return arms
    settle_before(deed, character.character, asked.audience)
    contest = ContestId(derived_id(deed.commit_id, "contest"))
    # Whose roll is opposed began it, so that a tie is the defender's who opposes it.
    view = ContestView(
        contest=contest,
        character=intent.against,
        against=character.character,
        conflict=intent.conflict,
        by=recalled.roll.member,
        roll=recalled.roll.roll,
        weapon=0,
        damage_kind=DamageKind.SUPERFICIAL,
    )
    deed.record(
        e.ContestOpened(contest=view, visibility=asked.visibility, opposed=opposed),
        asked=asked.audience,
    )
    # The note is for those who are told the verdict.
    roll_side(deed, Setting(actor, character, asked), ready, intent, contest, "")
    second = rolled_side(deed, actor, intent, arms)
    against = deed.state.contests[contest].receipts[second.roll].successes
    resolve_contest(deed, contest, second)
    if _may_judge(recalled):
        _judge(deed, actor, intent, recalled, opposed, against)
    deed.created, deed.created_to = contest, asked.audience
    return None


def _placed_behind(deed: Deed, actor: MemberState, intent: i.OpenContest) -> Asked | Refusal:
    if not actor.is_storyteller:
        return Refusal(
            Code.FORBIDDEN, "Only a Storyteller opposes a roll.", "opposes", "no such field"
        )
    if intent.others:
        return Refusal(
            Code.INVALID, "Each opposes a roll by itself.", "others", "no others with opposes"
        )
    if intent.told is Told.ALL:
        return Refusal(
            Code.INVALID,
            "What a hidden opponent rolled is told to nobody.",
            "told",
            "verdict or storytellers",
        )
    visibility = intent.visibility or Visibility.SECRET
    asked = placed_contest(deed, actor, replace(intent, visibility=visibility))
    if not isinstance(asked, Refusal) and asked.audience != STORYTELLERS:
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED, "A roll is opposed in secret.", "visibility", "secret"
        )
    return asked


def _opposable(intent: i.OpenContest, recalled: RecalledRoll) -> PoolReceipt | Refusal:
    """The roll as it stands, if it can be opposed by what *intent* says."""
    gone = retracted_already(recalled)
    if gone is not None:
        return replace(gone, field="opposes")
    receipt = recalled.roll.receipt
    if not isinstance(receipt, PoolReceipt) or receipt.without_dice is WithoutDice.WIN:
        return Refusal(Code.INVALID, "Only dice of a pool are opposed.", "opposes", "a rolled pool")
    if recalled.true_character != intent.against:
        return Refusal(
            Code.INVALID,
            "That roll is another character's.",
            "against",
            "the character whose roll it is",
        )
    if intent.told is Told.VERDICT and not _may_judge(recalled):
        return Refusal(
            Code.WRONG_STATE,
            "This roll has a Difficulty that all who see it know.",
            "told",
            "storytellers, or a roll without a Difficulty",
        )
    if recalled.told is Told.VERDICT and intent.told is not Told.VERDICT:
        return Refusal(
            Code.WRONG_STATE,
            "What was told of this roll stays told: oppose it as openly.",
            "told",
            "verdict",
        )
    return receipt


def _may_judge(recalled: RecalledRoll) -> bool:
    """Whether the opponent is what the roll is read by, since nothing that all know of is."""
    receipt = recalled.roll.receipt
    is_open = isinstance(receipt, PoolReceipt) and receipt.difficulty is not None
    return recalled.roll.contest is None and not is_open and recalled.told is not Told.ALL


def _judge(
    deed: Deed,
    actor: MemberState,
    intent: i.OpenContest,
    recalled: RecalledRoll,
    opposed: PoolReceipt,
    against: int,
) -> None:
    """Read the opposed roll by what it has to beat, as by a Difficulty that is kept."""
    wins_ties = rules_by(opposed).tie == "attacker_wins"
    difficulty = max(1, against if wins_ties else against + 1)
    judged = Judgement(actor.member, intent.told, reread(opposed, difficulty), intent.note)
    roll = recalled.roll.roll
    record_judgement(deed, roll, judged, recalled.audience)
    if roll not in deed.state.standing:
        audience = STORYTELLERS if recalled.was_hidden else recalled.audience
        open_anew(deed, roll, recalled.true_character, opposed, judged, audience)
