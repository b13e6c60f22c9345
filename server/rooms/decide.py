"""Decide: a command on the newest state becomes events, or a refusal. Pure, whatever happens."""

from typing import assert_never

from protocol import from_client as i
from protocol.codes import Code
from server.rooms import (
    beliefs,
    blood,
    characters,
    checks,
    clocks,
    coming_in,
    compulsions,
    contest_answers,
    contests,
    corrections,
    due,
    effects,
    experience,
    exposures,
    frenzies,
    handing_on,
    invites,
    judging,
    later_reveals,
    opposing,
    people,
    proposals,
    recoveries,
    removing,
    requests,
    rerolls,
    resonances,
    reveals,
    rolls,
    room_itself,
    safety,
    stand_ins,
    talk,
    teamwork,
    ties,
    trackers,
    turns,
    willpower,
)
from server.rooms import books as books_of_dice
from server.rooms.access import refuse_access
from server.rooms.commands import (
    AddLanes,
    Command,
    Do,
    FallDue,
    FoundRoom,
    Join,
    LinkDevice,
    OfferLink,
    OpenBook,
)
from server.rooms.deed import Decision, Deed
from server.rooms.faces import Books, FaceStream
from server.rooms.limits import RoomLimits
from server.rooms.refusal import Refusal
from server.rooms.state import MemberState, RoomState
from server.rooms.systems import refuse_system
from server.rooms.v20 import beast as v20_beast
from server.rooms.v20 import blood as v20_blood
from server.rooms.v20 import characters as v20_characters
from server.rooms.v20 import contests as v20_contests
from server.rooms.v20 import initiative as v20_initiative
from server.rooms.v20 import rolls as v20_rolls
from server.rooms.v20 import trackers as v20_trackers
from server.rooms.v20 import virtues as v20_virtues
from server.rooms.v20 import willpower as v20_willpower
from server.rooms.v20.judging import judge_v20_roll

DEFAULT_LIMITS = RoomLimits()


def decide(
    state: RoomState,
    command: Command,
    faces: FaceStream,
    limits: RoomLimits = DEFAULT_LIMITS,
    books: Books | None = None,
) -> Decision | Refusal:
    """
    What *command* comes to in *state*.

    Faces are drawn only after every refusal is excluded; the same command on the same state with
    the same stream and keys gives the same decision, always. *faces* are for rolls that no book
    proves; without *books* none does.
    """
    deed = Deed(
        state,
        at_ms=command.at_ms,
        commit_id=command.commit_id,
        faces=faces,
        limits=limits,
        books=books,
    )
    refusal: Refusal | None
    match command:
        case Do():
            refusal = _decide_intent(deed, command)
        case FoundRoom():
            refusal = coming_in.found_room(deed, command)
        case Join():
            refusal = coming_in.join(deed, command)
        case LinkDevice():
            refusal = coming_in.link_device(deed, command)
        case FallDue():
            refusal = due.fall_due(deed, command)
        case OfferLink():
            refusal = invites.offer_link(deed, command)
        case OpenBook():
            refusal = books_of_dice.open_book(deed, command)
        case AddLanes():
            refusal = books_of_dice.add_lanes(deed, command)
        case _:
            assert_never(command)
    return deed.done() if refusal is None else refusal


def _decide_intent(deed: Deed, command: Do) -> Refusal | None:
    actor = deed.state.members.get(command.actor)
    if actor is None:
        return Refusal(Code.FORBIDDEN, "You are not a member of this room any more.")
    refusal = refuse_system(deed.state, command.intent) or refuse_access(
        deed.state, actor, command.intent, command.recalled
    )
    if refusal is None and command.is_secret_taken:
        refusal = invites.secret_taken()
    if refusal is None and deed.state.pause is not None:
        refusal = safety.refuse_paused(deed.state, command.intent)
    return refusal or _do(deed, actor, command)


def _do(deed: Deed, actor: MemberState, command: Do) -> Refusal | None:
    match command.intent:
        # The most frequent first: cases are tried in order.
        case i.Roll() as intent:
            return rolls.roll(deed, actor, intent)
        case i.Reroll() as intent:
            return rerolls.reroll(deed, actor, intent, command.recalled)
        case i.Say() as intent:
            return talk.say(deed, actor, intent)
        case i.SettleRoll() as intent:
            return rerolls.settle_roll(deed, actor, intent, command.recalled)
        case i.Rouse() as intent:
            return checks.rouse(deed, actor, intent)
        case i.Mend() as intent:
            return blood.mend(deed, actor, intent)
        case i.Wake() as intent:
            return blood.wake(deed, actor, intent)
        case i.Blush() as intent:
            return blood.blush(deed, actor, intent)
        case i.RollCompulsion() as intent:
            return compulsions.roll_compulsion(deed, actor, intent)
        case i.Feed() as intent:
            return blood.feed(deed, actor, intent)
        case i.BeginEffect() as intent:
            return effects.begin_effect(deed, actor, intent)
        case i.EndEffect() as intent:
            return effects.end_effect(deed, actor, intent)
        case i.Recover() as intent:
            return recoveries.recover(deed, actor, intent)
        case i.Help() as intent:
            return teamwork.help_with(deed, actor, intent)
        case i.SpendWillpower() as intent:
            if deed.state.is_v20:
                return v20_willpower.spend_willpower(deed, actor, intent)
            return willpower.spend_willpower(deed, actor, intent)
        case i.DeclareAction() as intent:
            if deed.state.is_v20:
                return v20_initiative.declare_action(deed, actor, intent)
            return turns.declare_action(deed, actor, intent)
        case i.TestRemorse() as intent:
            return checks.test_remorse(deed, actor, intent)
        case i.TestFrenzy() as intent:
            return frenzies.test_frenzy(deed, actor, intent)
        case i.RollResonance() as intent:
            return resonances.roll_resonance(deed, actor, intent)
        case i.RideWave() as intent:
            return frenzies.ride_wave(deed, actor, intent)
        case i.RenameRoom() as intent:
            return room_itself.rename_room(deed, actor, intent)
        case i.LockRoom() as intent:
            return room_itself.lock_room(deed, actor, intent)
        case i.SetHouseRules() as intent:
            return room_itself.set_house_rules(deed, actor, intent)
        case i.CreateInvite() as intent:
            return invites.create_invite(deed, actor, intent)
        case i.RevokeInvite() as intent:
            return invites.revoke_invite(deed, actor, intent)
        case i.RenewInvite() as intent:
            return invites.renew_invite(deed, actor, intent)
        case i.CreateDeviceLink() as intent:
            return invites.create_device_link(deed, actor, intent)
        case i.RenewToken() as intent:
            return people.renew_token(deed, actor, intent)
        case i.LeaveRoom() as intent:
            return people.leave_room(deed, actor, intent)
        case i.RemoveMember() as intent:
            return people.remove_member(deed, actor, intent)
        case i.SetRole() as intent:
            return people.set_role(deed, actor, intent, command.lanes)
        case i.RenameMember() as intent:
            return people.rename_member(deed, actor, intent)
        case i.CreateCharacter() as intent:
            return characters.create_character(deed, actor, intent)
        case i.EditCharacter() as intent:
            return characters.edit_character(deed, actor, intent)
        case i.SetOwners() as intent:
            return handing_on.set_owners(deed, actor, intent)
        case i.OfferCharacter() as intent:
            return handing_on.offer_character(deed, actor, intent)
        case i.SetStandIn() as intent:
            return stand_ins.set_stand_in(deed, actor, intent)
        case i.EndStandIn() as intent:
            return stand_ins.end_stand_in(deed, actor, intent)
        case i.UnhideCharacter() as intent:
            return characters.unhide_character(deed, actor, intent)
        case i.RemoveCharacter() as intent:
            return removing.remove_character(deed, actor, intent)
        case i.SetTrackerAudience() as intent:
            return characters.set_tracker_audience(deed, actor, intent)
        case i.SetTracker() as intent:
            return trackers.set_tracker(deed, actor, intent)
        case i.SetTrack() as intent:
            if deed.state.is_v20:
                return v20_trackers.set_track(deed, actor, intent)
            return trackers.set_track(deed, actor, intent)
        case i.DealDamage() as intent:
            return exposures.deal_damage(deed, actor, intent)
        case i.Heal() as intent:
            if deed.state.is_v20:
                return v20_trackers.heal(deed, actor, intent)
            return trackers.heal(deed, actor, intent)
        case i.AddStains() as intent:
            return trackers.add_stains(deed, actor, intent)
        case i.RequestRoll() as intent:
            return requests.request_roll(deed, actor, intent)
        case i.AnswerRequest() as intent:
            return requests.answer_request(deed, actor, intent)
        case i.CloseRequest() as intent:
            return requests.close_request(deed, actor, intent)
        case i.JudgeRoll() as intent:
            judge = judge_v20_roll if deed.state.is_v20 else judging.judge_roll
            return judge(deed, actor, intent, command.recalled)
        case i.ScheduleReveal() as intent:
            return later_reveals.schedule_reveal(deed, actor, intent, command.recalled)
        case i.CancelReveal() as intent:
            return later_reveals.cancel_reveal(deed, actor, intent)
        case i.AskReveal() as intent:
            return later_reveals.ask_reveal(deed, actor, intent)
        case i.RevealRoll() as intent:
            return reveals.reveal_roll(deed, actor, intent, command.recalled)
        case i.RetractRoll() as intent:
            return corrections.retract_roll(deed, actor, intent, command.recalled)
        case i.Undo() as intent:
            return corrections.undo(deed, actor, intent, command.recalled_deed)
        case i.RaisePause() as intent:
            return safety.raise_pause(deed, actor, intent)
        case i.LiftPause() as intent:
            return safety.lift_pause(deed, actor, intent)
        case i.AddBoundary() as intent:
            return safety.add_boundary(deed, actor, intent)
        case i.RemoveBoundary() as intent:
            return safety.remove_boundary(deed, actor, intent)
        case i.SetTenets() as intent:
            return beliefs.set_tenets(deed, actor, intent)
        case i.SetBeliefs() as intent:
            return beliefs.set_beliefs(deed, actor, intent)
        case i.SetBond() as intent:
            return ties.set_bond(deed, actor, intent)
        case i.RemoveBond() as intent:
            return ties.remove_bond(deed, actor, intent)
        case i.SetBoon() as intent:
            return ties.set_boon(deed, actor, intent)
        case i.RemoveBoon() as intent:
            return ties.remove_boon(deed, actor, intent)
        case i.AwardExperience() as intent:
            return experience.award_experience(deed, actor, intent)
        case i.SpendExperience() as intent:
            return experience.spend_experience(deed, actor, intent)
        case i.OpenContest() as intent if intent.opposes is not None:
            return opposing.oppose_roll(deed, actor, intent, command.recalled)
        case i.OpenContest() as intent:
            return contests.open_contest(deed, actor, intent)
        case i.AnswerContest() as intent:
            return contest_answers.answer_contest(deed, actor, intent)
        case i.ForgoReaction() as intent:
            return contest_answers.forgo_reaction(deed, actor, intent)
        case i.WithdrawContest() as intent:
            return contests.withdraw_contest(deed, actor, intent)
        case i.ConfirmProposal() as intent:
            return proposals.confirm_proposal(deed, actor, intent, command.recalled)
        case i.DismissProposal() as intent:
            return proposals.dismiss_proposal(deed, actor, intent)
        case i.StartSession() as intent:
            return clocks.start_session(deed, actor, intent)
        case i.EndSession() as intent:
            return clocks.end_session(deed, actor, intent)
        case i.BeginClock() as intent:
            return clocks.begin_clock(deed, actor, intent)
        case i.EndClock() as intent:
            return clocks.end_clock(deed, actor, intent)
        case i.CreateV20Character() as intent:
            return v20_characters.create_v20_character(deed, actor, intent)
        case i.RollV20() as intent:
            return v20_rolls.roll_v20(deed, actor, intent)
        case i.SpendBlood() as intent:
            return v20_blood.spend_blood(deed, actor, intent)
        case i.DrinkBlood() as intent:
            return v20_blood.drink_blood(deed, actor, intent)
        case i.OpenV20Contest() as intent:
            return v20_contests.open_v20_contest(deed, actor, intent)
        case i.AnswerV20Contest() as intent:
            return v20_contests.answer_v20_contest(deed, actor, intent)
        case i.RollDegeneration() as intent:
            return v20_virtues.roll_degeneration(deed, actor, intent)
        case i.ResistBeast() as intent:
            return v20_beast.resist_beast(deed, actor, intent)
        case i.RollInitiative() as intent:
            return v20_initiative.roll_initiative(deed, actor, intent)
        case i.AddEntropy() as intent:
            return books_of_dice.add_entropy(deed, actor, intent)
        case i.RenewDice() as intent:
            return books_of_dice.renew_dice(deed, actor, intent, command.book)
        case _:
            assert_never(command.intent)
