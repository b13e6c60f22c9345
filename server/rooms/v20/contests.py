"""Decisions about V20 contests: two rolls of one moment, and attacks that are defended."""

from msgspec import Struct

from protocol import events as e
from protocol import from_client as i
from protocol.codes import Code
from protocol.dice import EnteredFaces
from protocol.ids import ContestId
from protocol.views import ContestView, DamageView
from protocol.words import PoolCategory, ProposalKind, TrackName, WillpowerUse
from server.rooms.contest_state import ContestState, SideState
from server.rooms.contests import (
    make_room_unseen,
    placed_contest,
    refuse_answer,
    refuse_contest_count,
    refuse_contest_visibility,
)
from server.rooms.deed import Asked, Deed, refuse_entered
from server.rooms.names import derived_id, roll_id
from server.rooms.recording import RollToRecord, record_dice
from server.rooms.refusal import Refusal
from server.rooms.setting import Setting
from server.rooms.settling import propose
from server.rooms.state import CharacterState, MemberState
from server.rooms.v20.botches import open_botch
from server.rooms.v20.lasting import refuse_sight
from server.rooms.v20.pools import Placed20, prepare
from server.rooms.v20.races import add_to_race
from server.rooms.v20.receipts import Asked20, reading_of, v20_receipt
from server.rooms.v20.rolls import bought, draw, pay, refuse_faces, refuse_unseen_roll
from server.rooms.visibility import includes
from server.rules.v20.damage import net_attack
from server.rules.v20.resisted import Resisted, resolve_resisted
from server.rules.v20.willpower import Willpower

Contesting = i.OpenV20Contest | i.AnswerV20Contest


class Ready(Struct, frozen=True, gc=False):
    """A side that nothing speaks against: its pool, and Willpower after what it spends."""

    pool: Asked20
    willpower: Willpower | None


def open_v20_contest(deed: Deed, actor: MemberState, intent: i.OpenV20Contest) -> Refusal | None:
    """Roll the first side, which then waits for the other."""
    asked = placed_contest(deed, actor, intent)
    if isinstance(asked, Refusal):
        return asked
    character = deed.state.characters[intent.character]
    against = deed.state.characters[intent.against]
    setting = Setting(actor, character, asked)
    ready = _prepare(deed, setting, intent)
    if isinstance(ready, Refusal):
        return ready
    refusal = refuse_contest_visibility(asked, (character, against))
    refusal = refusal or _refuse_race(deed, asked, intent) or refuse_contest_count(deed, actor)
    if refusal is not None:
        return refusal
    make_room_unseen(deed, actor)
    contest = ContestId(derived_id(deed.commit_id, "contest"))
    view = ContestView(
        contest=contest,
        character=character.character,
        against=against.character,
        conflict=PoolCategory.PHYSICAL,
        by=actor.member,
        roll=roll_id(deed.commit_id),
        weapon=0,
        damage_kind=intent.damage_kind,
        is_attack=intent.attack,
        toward=intent.toward,
    )
    deed.record(e.ContestOpened(contest=view, visibility=asked.visibility), asked=asked.audience)
    _roll_side(deed, setting, ready, intent, contest)
    deed.created, deed.created_to = contest, asked.audience
    return None


def answer_v20_contest(
    deed: Deed, actor: MemberState, intent: i.AnswerV20Contest
) -> Refusal | None:
    """Roll the second side, and take the lower net from the higher."""
    contest = deed.state.contests[intent.contest]
    refusal = refuse_answer(contest, intent.character)
    if refusal is not None:
        return refusal
    character = deed.state.characters[intent.character]
    setting = Setting(actor, character, Asked(contest.visibility, contest.audience))
    ready = _prepare(deed, setting, intent)
    if isinstance(ready, Refusal):
        return ready
    _roll_side(deed, setting, ready, intent, contest.contest)
    second = SideState(
        character=character.character,
        member=actor.member,
        roll=roll_id(deed.commit_id),
        weapon=0,
        damage_kind=contest.first.damage_kind,
    )
    _resolve(deed, contest.contest, second)
    deed.created, deed.created_to = contest.contest, contest.audience
    return None


def resolved(contest: ContestState, second: SideState) -> e.ContestResolved:
    """How both sides of a contest read against each other."""
    result = _result(contest, second)
    sides = (contest.first, second)
    nets = [reading.net for reading in result.readings]
    winner = None if result.winner is None else sides[result.winner].character
    if winner is None:
        why = f"Both sides have {nets[0]} net: things stay as they are."
    else:
        why = f"{max(nets)} net against {min(nets)}: {result.margin} are left."
    views = [
        e.ContestSide(
            character=side.character,
            member=side.member,
            roll=side.roll,
            weapon=0,
            damage_kind=side.damage_kind,
            successes=net,
            margin=None,
            outcome=None,
        )
        for side, net in zip(sides, nets, strict=True)
    ]
    return e.ContestResolved(
        contest=contest.contest,
        sides=(views[0], views[1]),
        winner=winner,
        margin=result.margin,
        why=why,
    )


def _refuse_race(deed: Deed, asked: Asked, intent: i.OpenV20Contest) -> Refusal | None:
    """Whether an exchange names a race of these two, seen by just those who see it."""
    if intent.toward is None:
        return None
    held = deed.state.effects[intent.toward]
    race = held.view.race
    if race is None or (held.view.character, race.against) != (intent.character, intent.against):
        return Refusal(
            Code.INVALID,
            "This is no extended contest of these two.",
            "toward",
            "a task of the character against the other",
        )
    if not includes(deed.state, held.audience, asked.audience):
        return Refusal(
            Code.VISIBILITY_NOT_ALLOWED,
            "Others see this contest, and would learn of the race that it belongs to.",
            "visibility",
            "a visibility of those who see the race, as what was begun so",
        )
    return refuse_sight(deed, held, asked.audience)


def _result(contest: ContestState, second: SideState) -> Resisted:
    first, other = (contest.v20_receipts[side.roll] for side in (contest.first, second))
    return resolve_resisted(reading_of(first), reading_of(other))


def _prepare(deed: Deed, setting: Setting, intent: Contesting) -> Ready | Refusal:
    character = _whose(setting)
    refusal = (
        deed.take_number(setting.actor, setting.asked.audience, intent.dice, intent.entered)
        or refuse_entered(deed.state, setting.actor, setting.asked, intent.entered)
        or refuse_unseen_roll(setting.actor, character, intent)
    )
    if refusal is not None:
        return refusal
    placed = Placed20(setting.actor, character, setting.asked.audience)
    pool = prepare(deed, placed, intent)
    if isinstance(pool, Refusal):
        return pool
    willpower = bought(deed, setting, intent, pool.kind)
    if isinstance(willpower, Refusal):
        return willpower
    return refuse_faces(deed, pool, intent.entered) or Ready(pool, willpower)


def _roll_side(
    deed: Deed, setting: Setting, ready: Ready, intent: Contesting, contest: ContestId
) -> None:
    pay(deed, setting, ready.willpower, WillpowerUse.AUTOMATIC_SUCCESS, intent.note)
    entered: EnteredFaces | None = intent.entered
    faces = draw(deed, ready.pool, entered)
    receipt = v20_receipt(deed.state.house_rules, ready.pool, faces)
    side = RollToRecord(intent.label, receipt, entered, intent.note, weighing=ready.pool.weighing)
    made = record_dice(deed, setting, side, contest)
    open_botch(deed, setting, made, receipt)


def _resolve(deed: Deed, contest_id: ContestId, second: SideState) -> None:
    contest = deed.state.contests[contest_id]
    deed.record(resolved(contest, second))
    result = _result(contest, second)
    if contest.toward is not None and contest.toward in deed.state.effects:
        add_to_race(deed, deed.state.effects[contest.toward], result.readings)
    if not contest.is_attack:
        return
    hit = net_attack(*result.readings)
    if hit > 0:
        propose(
            deed,
            ProposalKind.ATTACK_HIT,
            contest.audience,
            character=contest.first.character,
            contest=contest_id,
            damage=DamageView(TrackName.HEALTH, contest.first.damage_kind, hit - 1),
            against=second.character,
        )


def _whose(setting: Setting) -> CharacterState:
    if setting.character is None:
        raise AssertionError("a contest is between characters")
    return setting.character
